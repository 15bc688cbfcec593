"""The first moments of the window: its shell is painted, then the rest of the program is loaded.

What is imported here delays the first paint; what fills the window is imported after it.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from desktop_app.core.appearance import Appearance, appearance
from desktop_app.core.paths import Paths, default_home
from desktop_app.ui.options import Options, options_of
from desktop_app.ui.shell import Shell, new_application


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window; return the exit code once everything is closed."""
    words = sys.argv[1:] if argv is None else list(argv)
    with loading():
        shell = show_shell(default_home(), options_of(words))
        from desktop_app.app import main as fill  # noqa: PLC0415 - after the first paint
    return fill(words, shell)


@contextmanager
def loading() -> Iterator[None]:
    """Keep the collector off while modules are loaded: they hold no garbage to look for."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def show_shell(home: str | os.PathLike[str], options: Options) -> Shell:
    """Return the window's shell, painted. Settings that cannot be read are reported later."""
    try:
        stored = appearance(Paths(os.fspath(home)).settings)
    except OSError:
        stored = Appearance()
    if options.language:
        stored = stored._replace(language=options.language)
    shell = Shell(new_application(), stored)
    shell.show()
    return shell
