"""Chooses window or terminal; both scripts point here."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from types import FrameType

_WINDOW_OPTIONS = ("--qa", "--demo", "--lang")
_X11_PORT = 6000
_STOPPED = 5


def main(argv: Sequence[str] | None = None) -> int:
    """Run the window, or the command that was asked for; return the exit code."""
    _on_signals(_leave)
    words = list(sys.argv[1:] if argv is None else argv)
    if not _wants_window(words):
        return _terminal(words)
    demo = "--demo" in words
    problem = _display_problem(thorough=demo)
    if not problem:
        try:
            from desktop_app.start import main as window  # noqa: PLC0415 - Qt only for the window
        except ImportError as error:
            problem = f"The window cannot be opened: {error}. The README names what it needs."
        else:
            return window(words)
    if demo:
        print(problem, "The demonstration runs here instead.", file=sys.stderr)  # noqa: T201
        return _terminal(words)
    print(problem, "See `sendoff --help` for what works without.", file=sys.stderr)  # noqa: T201
    return 2


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End now, since nothing was begun."""
    # Inside Qt an exception would be printed and dropped.
    os._exit(_STOPPED)


def _on_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Take the signals that ask to stop, until the command or the window has its own handlers."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # `nohup`
            signal.signal(number, handler)


def _terminal(words: list[str]) -> int:
    _on_signals(signal.default_int_handler)  # so that a prompt leaves its terminal as it was
    try:
        from desktop_app.cli import main as command  # noqa: PLC0415 - not for the window

        return command(words)
    except KeyboardInterrupt:  # before the command could take over the signal: nothing was begun
        _on_signals(signal.SIG_IGN)
        return _STOPPED


def _wants_window(words: list[str]) -> bool:
    """Whether nothing but options of the window was given."""
    rest = iter(words)
    for word in rest:
        if not word.startswith(_WINDOW_OPTIONS):
            return False
        if word == "--lang":
            next(rest, None)
    return True


def _display_problem(*, thorough: bool) -> str:
    """Return why no window can be shown, or "". Qt itself would end the process.

    A named display is tried by its socket, which takes no time worth waiting for; `thorough`
    tries Qt in a child besides.
    """
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    displays = [_wayland(), _x11()]
    if not any(displays):
        named = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
        return f"The display {named} cannot be reached." if named else "There is no display."
    if thorough:
        from desktop_app.cli.doctor import qt_problem  # noqa: PLC0415 - for the demonstration only

        return qt_problem()
    return ""


def _wayland() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY", "")
    if not name:
        return False
    path = os.path.join(os.environ.get("XDG_RUNTIME_DIR", "/run"), name)
    return _answers(socket.AF_UNIX, path)


def _x11() -> bool:
    host, _, rest = os.environ.get("DISPLAY", "").rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdigit():
        return False
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where X servers listen
        return _answers(socket.AF_UNIX, f"\0{path}") or _answers(socket.AF_UNIX, path)
    return _answers(socket.AF_INET, (host, _X11_PORT + int(number)))


def _answers(family: int, address: str | tuple[str, int]) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(2)
        try:
            probe.connect(address)
        except OSError:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
