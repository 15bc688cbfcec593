"""Compares what Sendoff claims in the soak with what the site holds at that moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.claims import Claims, Held

Files = Mapping[str, bytes]
"""The local files: name -> content."""


@dataclass(frozen=True, slots=True)
class Save:
    """What was to be saved."""

    title: str
    files: Files


class Oracle(Claims):
    """Judges claims about one save, which always is to be finalized, with every file."""

    def exit_code(self, command: str, code: int, held: Held) -> Iterator[str]:
        """Yield what is wrong of the exit code of `save`, `resume` or `check`."""
        if code == 0 and command in ("save", "resume") and not self.whole(held):
            yield f"exit code 0, but {self.state(held)}"
        if code == 2 and held.asked:
            yield f"exit code 2 says that nothing was sent, but {self.state(held)}"
        if code in (3, 5) and self.whole(held):
            yield f"exit code {code}, but it is published as it was meant"
        if code == 3 and "publish" in held.to_come:
            yield "exit code 3 while a publish is still to come"
        if code < 0 and held.asked:
            yield f"ended by signal {-code}, but {self.state(held)}"
        if code == 1 or code > 6:
            yield f"exit code {code}"

    def at_last(self, held: Held) -> Iterator[str]:
        """Yield what is wrong once everything has come and was looked at again."""
        if len(held.records) > 1:
            kinds = [f"{r}: {len(held.entries[r])} files" for r in held.records]
            yield f"{len(held.records)} records of one intent ({', '.join(kinds)})"
