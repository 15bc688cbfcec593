"""Expected against actual, point by point."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from desktop_app.core.model import RecordState
from desktop_app.qa.bench import Case, content_of
from desktop_app.qa.catalogue.model import Act, Stop, Tree
from desktop_app.qa.drivers import Seen
from desktop_app.qa.observer import StoredFile, StoredRecord
from desktop_app.qa.proxy import Entry, content_stage

_READS = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that was looked at; `act` counts from 1, 0 for the end of all."""

    act: int
    name: str
    expected: str
    actual: str

    @property
    def holds(self) -> bool:
        """Whether the actual value is the expected one."""
        return self.expected == self.actual


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one scenario.

    Attributes:
        id: the scenario's.
        driver: how it was run.
        points: everything that was looked at.
        seconds: of all acts; `allowed_s` what they may take.
        tree: the service's records at the end.
        log: what went over the proxy, one line a request.
        support: the client's own log of the run, redacted.
        picture: PNG of the end state, or b"".
        skipped: why it was not run, or "".
    """

    id: str
    driver: str
    points: tuple[Point, ...] = ()
    seconds: float = 0.0
    allowed_s: float = 0.0
    tree: tuple[StoredRecord, ...] = ()
    log: tuple[str, ...] = ()
    support: str = ""
    picture: bytes = b""
    skipped: str = ""

    @property
    def passed(self) -> bool:
        """Whether every point holds."""
        return all(point.holds for point in self.points)

    @property
    def broken(self) -> tuple[Point, ...]:
        """The points that do not hold."""
        return tuple(point for point in self.points if not point.holds)


def act_points(number: int, act: Act, seen: Seen) -> list[Point]:
    """Return the points of an act that has ended."""
    end = act.end
    points = [
        Point(number, "outcome", end.outcome or "none", seen.outcome or "none"),
        Point(number, "next action", end.next_action, seen.next_action),
        Point(number, "stages", " ".join(end.states), " ".join(seen.states)),
        Point(number, "failed files", str(end.failed), str(seen.failed)),
    ]
    if end.error is not None:
        points.append(Point(number, "cause", end.error, seen.error or "none"))
    if act.stop is Stop.CANCEL:
        stopped = "stopped" if end.outcome == "stopped" else "cannot be stopped"
        actual = "cannot be stopped" if seen.refused_stop else "stopped"
        points.append(Point(number, "cancel", stopped, actual))
    points += [Point(number, "what was shown", "true", remark) for remark in seen.remarks]
    return points


def written_after(log: list[Entry], stopped_at: float) -> str:
    """Return what was written after a stop, or "nothing"."""
    late = [one for one in log if one.t > stopped_at and one.method not in _READS]
    return " ".join(f"{one.method} {one.path}" for one in late) or "nothing"


def tree_points(case: Case, records: tuple[StoredRecord, ...], log: list[Entry]) -> list[Point]:
    """Return the points about what the service holds at the end."""
    tree = case.scenario.tree
    expected = tree.state.value if tree.state is not None else "none"
    actual = " ".join(one.state for one in records) or "none"
    points = [
        Point(0, "records", str(tree.records), str(len(records))),
        Point(0, "state", expected, actual),
        Point(0, "files", _listed(tree.files), _listed(_whole(case, records))),
    ]
    if tree.contents is not None:
        points.append(_contents_point(tree, log))
    return points


def _contents_point(tree: Tree, log: list[Entry]) -> Point:
    """Count the contents that went through whole: no file is sent again that was confirmed."""
    sent = sum(1 for one in log if content_stage(one) and one.forwarded)
    expected = f"at most {tree.contents}"
    within = tree.contents is not None and sent <= tree.contents
    return Point(0, "contents sent", expected, expected if within else str(sent))


def _whole(case: Case, records: tuple[StoredRecord, ...]) -> tuple[str, ...]:
    """Return the stored files; one that is not whole and equal carries a mark."""
    wanted = {sample.key: content_of(sample) for sample in case.scenario.files}
    names = []
    for record in records:
        for one in record.files:
            content = wanted.get(one.key)
            same = content is not None and one.whole and _equal(one, content)
            if one.whole or record.state != RecordState.DRAFT:
                names.append(one.key if same else f"{one.key} (other content)")
    return tuple(names)


def _equal(stored: StoredFile, content: bytes) -> bool:
    algorithm = stored.digest.partition(":")[0]
    return stored.size == len(content) and stored.digest == (
        f"{algorithm}:{hashlib.new(algorithm, content).hexdigest()}"
    )


def _listed(keys: tuple[str, ...]) -> str:
    return ", ".join(sorted(keys)) or "none"
