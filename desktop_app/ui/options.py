"""The window's options on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The window's options on the command line."""

    demo: bool = False
    qa: bool = False
    language: str = ""


def options_of(argv: Sequence[str]) -> Options:
    """Return the window's options; unknown ones are left to Qt."""
    parser = argparse.ArgumentParser(prog="sendoff", add_help=False)
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--qa", action="store_true")
    parser.add_argument("--lang", default="")
    known, _rest = parser.parse_known_args(list(argv))
    return Options(known.demo, known.qa, known.lang)
