"""Compares what Sendoff claims with what a service that misbehaves holds at that moment.

A claim is a word to a person or a script: an event of `--json`, a sentence, an exit code, a line of
a receipt. Each is right or wrong of one `Held`; what says nothing of the server is no claim. "Not
done" is wrong also while the effect is still to come, where a client has to wait for it: a request
that left has not "not been done" only because nothing is to be seen of it yet.

Soak and simulator judge by it; each adds what only its own saves can claim.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

Event = Mapping[str, Any]


def other_key(key: str) -> str:
    """Return the key under which a site stores a name that it does not like."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", key)


@dataclass(frozen=True, slots=True)
class Held:
    """What the service holds of the save now, and what may still come.

    Attributes:
        drafts, published: ids of its records that are not deleted.
        files: by record, key -> content of each complete file.
        entries: by record, the keys of all entries, pending ones too.
        to_come: steps whose request has left and whose effect is still to come.
        asked: how often it was asked for anything of the save; 0 says never.
        ghosts: files of a draft that was deleted elsewhere this very moment: nobody can know yet.
    """

    drafts: tuple[str, ...]
    published: tuple[str, ...]
    files: dict[str, dict[str, bytes]]
    entries: dict[str, tuple[str, ...]]
    to_come: tuple[str, ...]
    asked: int
    ghosts: dict[str, bytes] = field(default_factory=dict)

    @property
    def records(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.drafts, *self.published)


class Claims:
    """Judges claims about one save.

    Attributes:
        files: what was to be saved, name -> content.
        left_out: names that the person left out since.
        absence: whether claims that something is *not* there are judged: not where an effect comes
            later than anybody has to wait for.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.left_out: set[str] = set()
        self.absence = True

    @property
    def wanted(self) -> dict[str, bytes]:
        """What the record is to hold."""
        return {name: one for name, one in self.files.items() if name not in self.left_out}

    # claims

    def event(self, event: Event, held: Held) -> Iterator[str]:
        """Yield what is wrong of one object of `--json`."""
        judge = self.EVENTS.get(str(event.get("event")))
        if judge is not None:
            yield from judge(self, event, held)

    def sentence(self, line: str, held: Held) -> Iterator[str]:
        """Yield what is wrong of one line for people."""
        for form, judge in self.SENTENCES:
            if found := re.search(form, line):
                yield from judge(self, found, held)

    def receipt(self, receipt: Mapping[str, Any], held: Held) -> Iterator[str]:
        """Yield what is wrong of a receipt."""
        record = str(receipt.get("record_id") or "")
        if receipt.get("record_state") == "finalized" and record not in held.published:
            yield f"the receipt says that {record} is finalized, but {self.state(held)}"
        for one in receipt.get("files", ()):
            if one["verdict"] != "verified":
                continue
            if not self.holds(held, one["name"], record):
                yield f"the receipt says verified of {one['name']}, which is not there so"
            stored = self.stored(held, record, one)
            if stored is not None and one["server_checksum"] not in self.digests(stored):
                yield f"the receipt has another checksum of {one['name']} than the service"

    def stored(self, held: Held, record: str, one: Mapping[str, Any]) -> bytes | None:
        """Return what the record holds of a file of a receipt."""
        return held.files.get(record, {}).get(one["stored_as"])

    def digests(self, content: bytes) -> tuple[str, ...]:
        """Return the checksums that the service may give of `content`."""
        return (md5_of(content),)

    # events

    def _confirmed(self, event: Event, held: Held) -> Iterator[str]:
        if not self.holds(held, event["key"]):
            yield f"file_confirmed of {event['key']}, which the service does not hold so"

    def _stage_completed(self, event: Event, held: Held) -> Iterator[str]:
        if event["stage"] == "create_record" and not held.records:
            yield "create_record is completed, but no record is there"
        if event["stage"] == "finalize_record" and not held.published:
            yield f"finalize_record is completed, but {self.state(held)}"

    def _reconciled(self, event: Event, held: Held) -> Iterator[str]:
        stage, settled = event["stage"], event["settled"]
        there = {"create_record": bool(held.records), "finalize_record": bool(held.published)}
        if stage not in there:
            return
        if settled == "done" and not there[stage]:
            yield f"{stage} is settled as done, but {self.state(held)}"
        step = {"create_record": "create", "finalize_record": "publish"}[stage]
        if settled == "not_done" and self.absence and (there[stage] or step in held.to_come):
            yield f"{stage} is settled as not done, but {self.state(held)}"

    def _done(self, event: Event, held: Held) -> Iterator[str]:
        if event.get("outcome") == "done" and not self.whole(held):
            yield f"run_done, but {self.state(held)}"
        if event.get("outcome") == "draft_ready" and not self.draft_whole(held):
            yield f"run_done of a draft, but {self.state(held)}"
        if event.get("confirmed", 0) > event.get("total_files", 0):
            yield f"{event['confirmed']} of {event['total_files']} files confirmed"

    def _stopped(self, event: Event, held: Held) -> Iterator[str]:
        record = (event.get("record") or {}).get("id", "")
        state = event.get("state")
        if not record and held.records and self.absence and not says_unknown(event):
            yield f"run_stopped knows of no record, but {self.state(held)}"
        as_draft = state == "draft" and self.absence and not self.leaves_open(event)
        if as_draft and record in held.published:
            yield f"run_stopped says draft, but {self.state(held)}"
        if state == "finalized" and record not in held.published:
            yield f"run_stopped says finalized, but {self.state(held)}"
        if not event.get("listed_before_finalizing"):
            yield from self._at_least(held, int(event.get("confirmed", 0)), "run_stopped")

    def leaves_open(self, event: Event) -> bool:
        """Whether a run that stopped says that its draft may be published by now."""
        return event.get("outcome") == "unknown"

    EVENTS: ClassVar[Mapping[str, Callable[[Any, Event, Held], Iterator[str]]]] = {
        "file_confirmed": _confirmed,
        "stage_completed": _stage_completed,
        "reconciled": _reconciled,
        "run_done": _done,
        "run_stopped": _stopped,
    }

    # sentences

    def _nothing_saved(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if self.absence and (held.records or "create" in held.to_come):
            yield f'"{found[0]}", but {self.state(held)}'

    def _nothing_published(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if self.absence and (held.published or "publish" in held.to_come):
            yield f'"{found[0]}", but {self.state(held)}'

    def _empty_draft(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if not held.drafts or any(held.entries[one] for one in held.drafts):
            yield f'"{found[0]}", but {self.state(held)}'

    def _safe(self, found: re.Match[str], held: Held) -> Iterator[str]:
        count, total = int(found[1]), int(found[2])
        if count > total:
            yield f'"{found[0]}"'
        yield from self._at_least(held, count, f'"{found[0]}"')

    def _finalized(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if not held.published:
            yield f'"{found[0]}", but {self.state(held)}'

    def _saved(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if not self.whole(held):
            yield f'"{found[0]}", but {self.state(held)}'

    def _defect(self, found: re.Match[str], _held: Held) -> Iterator[str]:
        yield f'"{found[0]}"'

    SENTENCES: ClassVar[
        tuple[tuple[str, Callable[[Any, re.Match[str], Held], Iterator[str]]], ...]
    ] = (
        (r"Nothing was saved on the server", _nothing_saved),
        (r"Nothing was published", _nothing_published),
        (r"A draft without files is on the server", _empty_draft),
        (r"Safe on the server: (\d+) of (\d+) file", _safe),
        (r"Verified by checksum: (\d+) of (\d+) file", _safe),
        (r"Confirmed by size: (\d+) of (\d+) file", _safe),
        (r"The record is finalized on the server", _finalized),
        (r"^Saved\.", _saved),
        (r"Something went wrong inside Sendoff", _defect),
        (r"Traceback \(most recent call last\)", _defect),
    )

    # what is there

    def holds(self, held: Held, name: str, record: str = "") -> bool:
        """Whether a local file is there, whole and the same, under its key or the site's own."""
        content = self._content(name)
        there = [held.files[record]] if record in held.files else list(held.files.values())
        there = [*there, held.ghosts]
        return any(files.get(key) == content for files in there for key in (name, other_key(name)))

    def _content(self, name: str) -> bytes | None:
        for local, content in self.files.items():
            if name in (local, other_key(local)):
                return content
        return None

    def _at_least(self, held: Held, count: int, who: str) -> Iterator[str]:
        there = sum(self.holds(held, name) for name in self.files)
        if there < count:
            yield f"{who} counts {count} files, the service holds {there}"

    def whole(self, held: Held) -> bool:
        """Whether one record is published that holds every file and nothing else."""
        return len(held.published) == 1 and self._is_it(held, held.published[0])

    def draft_whole(self, held: Held) -> bool:
        """Whether a record holds every file; what was left out may still have an entry."""
        wanted = self.wanted
        return any(
            all(self.holds(held, name, record) for name in wanted) for record in held.records
        )

    def _is_it(self, held: Held, record: str) -> bool:
        wanted = self.wanted
        exact = len(held.entries[record]) == len(wanted)
        return exact and all(self.holds(held, name, record) for name in wanted)

    def state(self, held: Held) -> str:
        """Return it for people."""
        count = sum(self.holds(held, name) for name in self.files)
        parts = [f"{len(held.drafts)} drafts", f"{len(held.published)} published"]
        parts.append(f"{count} of {len(self.files)} files whole")
        entries = sum(map(len, held.entries.values()))
        coming = f", still to come: {', '.join(held.to_come)}" if held.to_come else ""
        return f"the service has {', '.join(parts)}, {entries} entries{coming}"


def says_unknown(event: Event) -> bool:
    """Whether it says that something may be there."""
    detail = (event.get("error") or {}).get("detail") or {}
    return event.get("outcome") == "unknown" or detail.get("remains") == "unknown"


def md5_of(content: bytes) -> str:
    """Return the checksum as InvenioRDM gives it."""
    return f"md5:{hashlib.md5(content, usedforsecurity=False).hexdigest()}"
