"""Compares what Sendoff claims in a simulated life with what the service holds at that moment."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.claims import Claims, Event, Held, md5_of, other_key, says_unknown


class Truth(Claims):
    """Judges claims about one save that may leave files out, stay a draft, or be discarded.

    Attributes:
        too_late: names that were left out after the record had been published with them.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(files)
        self.too_late: set[str] = set()

    def leave_out(self, name: str, held: Held) -> None:
        """The person goes on without a file from now on."""
        published = {key for record in held.published for key in held.files[record]}
        if name not in self.left_out and published & {name, other_key(name)}:
            self.too_late.add(name)
        self.left_out.add(name)

    def exit_code(self, command: str, code: int, held: Held, *, finalize: bool) -> Iterator[str]:
        """Yield what is wrong of the exit code of a command that saves or goes on."""
        whole = self.whole(held)
        if code == 0 and command in ("save", "resume", "finalize"):
            if finalize and not whole:
                yield f"exit code 0, but {self.state(held)}"
            if not finalize and not (whole or self.draft_whole(held)):
                yield f"exit code 0 of a draft, but {self.state(held)}"
        if code == 2 and held.asked:
            yield f"exit code 2 says that nothing was sent, but {self.state(held)}"
        if code == 6 and command == "save" and held.asked:
            yield f"exit code 6 says that nothing was sent, but {self.state(held)}"
        if code in (3, 5) and whole and finalize:
            yield f"exit code {code}, but it is published as it was meant"
        if code == 3 and "publish" in held.to_come and self.absence and not held.published:
            yield "exit code 3 while a publish is still to come"
        if code == 1:
            yield "exit code 1"

    def receipt(self, receipt: Mapping[str, Any], held: Held) -> Iterator[str]:
        """Yield what is wrong of a receipt."""
        yield from super().receipt(receipt, held)
        if receipt.get("record_state") != "finalized":
            return
        for one in receipt.get("files", ()):
            left_out = one["verdict"] == "left out" and one["name"] in self.left_out
            if left_out and self.stored(held, str(receipt.get("record_id") or ""), one):
                yield f"the receipt says left out of {one['name']}, which is published"

    def digests(self, content: bytes) -> tuple[str, ...]:
        """Return the checksums that either kind of service may give of `content`."""
        return md5_of(content), f"sha256:{hashlib.sha256(content).hexdigest()}"

    def leaves_open(self, event: Event) -> bool:
        """Whether a run that stopped says that its draft may be published by now."""
        return says_unknown(event)

    def published(self, held: Held) -> Iterator[str]:
        """Yield what must never be, at any moment."""
        full = [one for one in held.records if held.entries[one] or one in held.published]
        if len(full) > 1:
            yield f"{len(full)} records of one intent ({self.state(held)})"
        for record in held.published:
            names = set(held.files[record])
            for name in self.left_out - self.too_late:
                if name in names or other_key(name) in names:
                    yield f"{name} was left out, and is published"

    def _removed(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if held.records and self.absence:
            yield f'"{found[0]}", but {self.state(held)}'

    SENTENCES = (*Claims.SENTENCES, (r"The draft and its files were removed", _removed))
