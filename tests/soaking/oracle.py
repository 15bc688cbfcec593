"""Compares what Sendoff claims with what the site holds at that moment.

A claim is a word to a person or a script: an event of `--json`, a sentence, an exit code, a line of
a receipt. Each is right or wrong of one `Held`; what says nothing of the server is no claim.

"Not done" is wrong also while the effect is still to come: a request that left has not "not been
done" only because nothing is to be seen of it yet.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.soaking.moody import Held, other_key

Files = Mapping[str, bytes]
"""The local files: name -> content."""
Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Save:
    """What was to be saved."""

    title: str
    files: Files


class Oracle:
    """Judges claims about one save."""

    def __init__(self, save: Save) -> None:
        self._save = save

    def event(self, event: Event, held: Held) -> Iterator[str]:
        """Yield what is wrong of one line of `--json`."""
        judge = self._EVENTS.get(str(event.get("event")))
        if judge is not None:
            yield from judge(self, event, held)

    def sentences(self, line: str, held: Held) -> Iterator[str]:
        """Yield what is wrong of one line for people."""
        for form, judge in self._SENTENCES:
            if found := re.search(form, line):
                yield from judge(self, found, held)

    def exit_code(self, command: str, code: int, held: Held) -> Iterator[str]:
        """Yield what is wrong of the exit code of `save`, `resume` or `check`."""
        if code == 0 and command in ("save", "resume") and not self._whole(held):
            yield f"exit code 0, but {self._state(held)}"
        if code == 2 and held.asked:
            yield f"exit code 2 says that nothing was sent, but {self._state(held)}"
        if code in (3, 5) and self._whole(held):
            yield f"exit code {code}, but it is published as it was meant"
        if code == 3 and "publish" in held.to_come:
            yield "exit code 3 while a publish is still to come"
        if code < 0 and held.asked:
            yield f"ended by signal {-code}, but {self._state(held)}"
        if code == 1 or code > 6:
            yield f"exit code {code}"

    def receipt(self, receipt: Mapping[str, Any], held: Held) -> Iterator[str]:
        """Yield what is wrong of a receipt."""
        record = str(receipt.get("record_id") or "")
        if receipt.get("record_state") == "finalized" and record not in held.published:
            yield f"the receipt says that {record} is finalized, but {self._state(held)}"
        for one in receipt.get("files", ()):
            if one["verdict"] != "verified":
                continue
            if not self._holds(held, one["name"], record):
                yield f"the receipt says verified of {one['name']}, which is not there so"
            stored = held.files.get(record, {}).get(one["stored_as"])
            if stored is not None and one["server_checksum"] != _md5(stored):
                yield f"the receipt has another checksum of {one['name']} than the site"

    def at_last(self, held: Held) -> Iterator[str]:
        """Yield what is wrong once everything has come and was looked at again."""
        if len(held.records) > 1:
            kinds = [f"{r}: {len(held.entries[r])} files" for r in held.records]
            yield f"{len(held.records)} records of one intent ({', '.join(kinds)})"

    # -- events --------------------------------------------------------------------------------

    def _confirmed(self, event: Event, held: Held) -> Iterator[str]:
        if not self._holds(held, event["key"]):
            yield f"file_confirmed of {event['key']}, which the site does not hold so"

    def _stage_completed(self, event: Event, held: Held) -> Iterator[str]:
        if event["stage"] == "create_record" and not held.records:
            yield "create_record is completed, but no record is there"
        if event["stage"] == "finalize_record" and not held.published:
            yield f"finalize_record is completed, but {self._state(held)}"

    def _reconciled(self, event: Event, held: Held) -> Iterator[str]:
        stage, settled = event["stage"], event["settled"]
        there = {"create_record": bool(held.records), "finalize_record": bool(held.published)}
        if stage not in there:
            return
        if settled == "done" and not there[stage]:
            yield f"{stage} is settled as done, but {self._state(held)}"
        step = {"create_record": "create", "finalize_record": "publish"}[stage]
        if settled == "not_done" and (there[stage] or step in held.to_come):
            yield f"{stage} is settled as not done, but {self._state(held)}"

    def _done(self, event: Event, held: Held) -> Iterator[str]:
        if event.get("outcome") == "done":
            if not self._whole(held):
                yield f"run_done, but {self._state(held)}"
            if event.get("confirmed", 0) > event.get("total_files", 0):
                yield f"{event['confirmed']} of {event['total_files']} files confirmed"

    def _stopped(self, event: Event, held: Held) -> Iterator[str]:
        record = (event.get("record") or {}).get("id", "")
        state = event.get("state")
        if not record and held.records and not _says_unknown(event):
            yield f"run_stopped knows of no record, but {self._state(held)}"
        if state == "draft" and event.get("outcome") != "unknown" and record in held.published:
            yield f"run_stopped says draft, but {self._state(held)}"
        if state == "finalized" and record not in held.published:
            yield f"run_stopped says finalized, but {self._state(held)}"
        yield from self._at_least(held, int(event.get("confirmed", 0)), "run_stopped")

    _EVENTS: Mapping[str, Callable[[Oracle, Event, Held], Iterator[str]]] = {
        "file_confirmed": _confirmed,
        "stage_completed": _stage_completed,
        "reconciled": _reconciled,
        "run_done": _done,
        "run_stopped": _stopped,
    }

    # -- sentences -----------------------------------------------------------------------------

    def _nothing_saved(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if held.records or "create" in held.to_come:
            yield f'"{found[0]}", but {self._state(held)}'

    def _nothing_published(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if held.published or "publish" in held.to_come:
            yield f'"{found[0]}", but {self._state(held)}'

    def _empty_draft(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if not held.drafts or any(held.entries[one] for one in held.drafts):
            yield f'"{found[0]}", but {self._state(held)}'

    def _safe(self, found: re.Match[str], held: Held) -> Iterator[str]:
        count, total = int(found[1]), int(found[2])
        if count > total:
            yield f'"{found[0]}"'
        yield from self._at_least(held, count, f'"{found[0]}"')

    def _finalized(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if not held.published:
            yield f'"{found[0]}", but {self._state(held)}'

    def _saved(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if not self._whole(held):
            yield f'"{found[0]}", but {self._state(held)}'

    def _defect(self, found: re.Match[str], _held: Held) -> Iterator[str]:
        yield f'"{found[0]}"'

    _SENTENCES: tuple[tuple[str, Callable[[Oracle, re.Match[str], Held], Iterator[str]]], ...] = (
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

    # -- what is there -------------------------------------------------------------------------

    def _holds(self, held: Held, name: str, record: str = "") -> bool:
        """Whether a local file is there, whole and the same, under its key or the site's own."""
        content = self._content(name)
        there = [held.files[record]] if record in held.files else list(held.files.values())
        keys = (name, other_key(name))
        return any(files.get(key) == content for files in there for key in keys)

    def _content(self, name: str) -> bytes | None:
        for local, content in self._save.files.items():
            if name in (local, other_key(local)):
                return content
        return None

    def _at_least(self, held: Held, count: int, who: str) -> Iterator[str]:
        there = sum(self._holds(held, name) for name in self._save.files)
        if there < count:
            yield f"{who} counts {count} files, the site holds {there}"

    def _whole(self, held: Held) -> bool:
        """Whether one record is published that holds every file and nothing else."""
        if len(held.published) != 1:
            return False
        (record,) = held.published
        there = len(held.entries[record]) == len(self._save.files)
        return there and all(self._holds(held, name, record) for name in self._save.files)

    def _state(self, held: Held) -> str:
        count = sum(self._holds(held, name) for name in self._save.files)
        parts = [f"{len(held.drafts)} drafts", f"{len(held.published)} published"]
        parts.append(f"{count} of {len(self._save.files)} files whole")
        entries = sum(map(len, held.entries.values()))
        coming = f", still to come: {', '.join(held.to_come)}" if held.to_come else ""
        return f"the site has {', '.join(parts)}, {entries} entries{coming}"


def _says_unknown(event: Event) -> bool:
    """Whether it says that something may be there."""
    detail = (event.get("error") or {}).get("detail") or {}
    return event.get("outcome") == "unknown" or detail.get("remains") == "unknown"


def _md5(content: bytes) -> str:
    return f"md5:{hashlib.md5(content, usedforsecurity=False).hexdigest()}"
