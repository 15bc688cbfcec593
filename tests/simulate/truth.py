"""Compares what Sendoff claims with what the simulated service holds at that moment.

A claim is a word to a person or a script: an event of `--json`, a sentence, an exit code, a line of
a receipt. "Not done" is wrong also while the effect is still to come, where a client has to wait
for it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.simulate.repository import other_key
from tests.simulate.site import Held

Event = Mapping[str, Any]


class Truth:
    """Judges claims about one save.

    Attributes:
        files: what was to be saved, name -> content.
        left_out: names that the person left out since.
        before: what the draft held that the files were attached to.
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
        judge = _EVENTS.get(str(event.get("event")))
        if judge is not None:
            yield from judge(self, event, held)

    def sentence(self, line: str, held: Held) -> Iterator[str]:
        """Yield what is wrong of one line for people."""
        for form, judge in _SENTENCES:
            if found := form.search(line):
                yield from judge(self, found, held)

    def exit_code(self, command: str, code: int, held: Held, *, finalize: bool) -> Iterator[str]:
        """Yield what is wrong of the exit code of a command that saves or goes on."""
        whole = self.whole(held)
        if code == 0 and command in ("save", "resume", "finalize"):
            if finalize and not whole:
                yield f"exit code 0, but {self.state(held)}"
            if not finalize and not (whole or self._draft_whole(held)):
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
        record = str(receipt.get("record_id") or "")
        finalized = receipt.get("record_state") == "finalized"
        if finalized and record not in held.published:
            yield f"the receipt says that {record} is finalized, but {self.state(held)}"
        for one in receipt.get("files", ()):
            left_out = one["verdict"] == "left out" and one["name"] in self.left_out
            if left_out and finalized and self._stored(held, record, one):
                yield f"the receipt says left out of {one['name']}, which is published"
            if one["verdict"] != "verified":
                continue
            if not self.holds(held, one["name"], record):
                yield f"the receipt says verified of {one['name']}, which is not there so"
            stored = self._stored(held, record, one)
            if stored is not None and one["server_checksum"] not in _digests(stored):
                yield f"the receipt has another checksum of {one['name']} than the service"

    def _stored(self, held: Held, record: str, one: Mapping[str, Any]) -> bytes | None:
        return held.files.get(record, {}).get(one["stored_as"])

    def published(self, held: Held) -> Iterator[str]:
        """Yield what must never be, at any moment."""
        full = [one for one in held.records if held.entries[one] or one in held.published]
        if len(full) > 1:
            yield f"{len(full)} records of one intent ({self.state(held)})"
        for record in held.published:
            names = set(held.files[record])
            for name in self.left_out:
                if name in names or other_key(name) in names:
                    yield f"{name} was left out, and is published"

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
        if event.get("outcome") == "draft_ready" and not self._draft_whole(held):
            yield f"run_done of a draft, but {self.state(held)}"
        if event.get("confirmed", 0) > event.get("total_files", 0):
            yield f"{event['confirmed']} of {event['total_files']} files confirmed"

    def _stopped(self, event: Event, held: Held) -> Iterator[str]:
        record = (event.get("record") or {}).get("id", "")
        state = event.get("state")
        unknown = _says_unknown(event)
        if not record and held.records and not unknown and self.absence:
            yield f"run_stopped knows of no record, but {self.state(held)}"
        if state == "draft" and not unknown and record in held.published and self.absence:
            yield f"run_stopped says draft, but {self.state(held)}"
        if state == "finalized" and record not in held.published:
            yield f"run_stopped says finalized, but {self.state(held)}"
        yield from self._at_least(held, int(event.get("confirmed", 0)), "run_stopped")

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

    def _removed(self, found: re.Match[str], held: Held) -> Iterator[str]:
        if held.records and self.absence:
            yield f'"{found[0]}", but {self.state(held)}'

    def _defect(self, found: re.Match[str], _held: Held) -> Iterator[str]:
        yield f'"{found[0]}"'

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

    def _draft_whole(self, held: Held) -> bool:
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


_EVENTS: Mapping[str, Callable[[Truth, Event, Held], Iterator[str]]] = {
    "file_confirmed": Truth._confirmed,
    "stage_completed": Truth._stage_completed,
    "reconciled": Truth._reconciled,
    "run_done": Truth._done,
    "run_stopped": Truth._stopped,
}
_FORMS: tuple[tuple[str, Callable[[Truth, re.Match[str], Held], Iterator[str]]], ...] = (
    (r"Nothing was saved on the server", Truth._nothing_saved),
    (r"Nothing was published", Truth._nothing_published),
    (r"A draft without files is on the server", Truth._empty_draft),
    (r"Safe on the server: (\d+) of (\d+) file", Truth._safe),
    (r"Verified by checksum: (\d+) of (\d+) file", Truth._safe),
    (r"Confirmed by size: (\d+) of (\d+) file", Truth._safe),
    (r"The record is finalized on the server", Truth._finalized),
    (r"^Saved\.", Truth._saved),
    (r"The draft and its files were removed", Truth._removed),
    (r"Something went wrong inside Sendoff", Truth._defect),
)
_SENTENCES = tuple((re.compile(form), judge) for form, judge in _FORMS)


def _says_unknown(event: Event) -> bool:
    """Whether it says that something may be there."""
    detail = (event.get("error") or {}).get("detail") or {}
    return event.get("outcome") == "unknown" or detail.get("remains") == "unknown"


def _digests(content: bytes) -> tuple[str, ...]:
    return (
        f"md5:{hashlib.md5(content, usedforsecurity=False).hexdigest()}",
        f"sha256:{hashlib.sha256(content).hexdigest()}",
    )
