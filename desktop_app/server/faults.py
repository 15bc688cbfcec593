"""Faults that only the service itself can have, as rules. In use only with `--qa`.

A rule is JSON: `{"what": ..., "route": ..., "key": ..., "nth": 1, "times": 1, "when": ...,
"seconds": 2.0}`. `route` is a route's name (`create_record`, `get_record`, `list_records`,
`patch_record`, `delete_record`, `list_files`, `put_file`, `get_file`, `delete_file`, `verify`,
`create_upload`, `head_upload`, `patch_upload`, `delete_upload`, `finalize`, `get_job`,
`cancel_job`) or `*`; `key` narrows it to one file; the rule fires from the `nth` matching call
on, `times` times (0: for ever).

| what | when | effect |
|---|---|---|
| `disk_full` | any | 507 `disk-full`; *after*: the effect stands, the answer denies it |
| `quota` | any | 507 `quota` |
| `locked` | any | 503 `database-busy` + `Retry-After` |
| `token_expired` | before | 401 `token-expired` |
| `slow` | any | waits `seconds`; *during*: in a thread, between acceptance and effect |
| `slow_job` | before | finalize answers 202; its job stays `queued` for `seconds` |
| `slow_job` | during | finalize runs for `seconds`: 202 and a running job past its deadline |
| `failing_job` | during | finalize answers 202; its job ends `failed`, the record is a draft |
| `wrong_checksum` | after | the digests in this answer are not those of what is stored |
| `crash_before_commit` | during | the process ends (137) inside the transaction |
| `crash_after_commit` | after | the process ends (137) after the effect, before the answer |
| `uncancellable` | during | while it stands, `DELETE` of uploads and queued jobs is refused and
  `/healthz` says `"uploads_cancellable": false` |
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from typing import Any

from desktop_app.server.problems import Kind, Problem

WHATS = (
    "disk_full",
    "quota",
    "locked",
    "token_expired",
    "slow",
    "slow_job",
    "failing_job",
    "wrong_checksum",
    "crash_before_commit",
    "crash_after_commit",
    "uncancellable",
)
REFUSALS = {
    "disk_full": Kind.DISK_FULL,
    "quota": Kind.QUOTA,
    "locked": Kind.DATABASE_BUSY,
    "token_expired": Kind.TOKEN_EXPIRED,
}
FIXED_WHEN = {
    "failing_job": "during",
    "wrong_checksum": "after",
    "crash_before_commit": "during",
    "crash_after_commit": "after",
    "uncancellable": "during",
    "token_expired": "before",
}
CRASH_STATUS = 137


@dataclass(slots=True)
class Rule:
    """One fault: where, at which call, and what."""

    id: str
    what: str
    route: str = "*"
    key: str | None = None
    nth: int = 1
    times: int = 1
    when: str = "before"
    seconds: float = 2.0
    seen: int = 0
    fired: int = 0

    def matches(self, route: str, key: str) -> bool:
        """Count a call that is meant and tell whether the rule fires for it."""
        if self.route not in {"*", route} or (self.key is not None and self.key != key):
            return False
        self.seen += 1
        if self.seen < self.nth or (self.times and self.fired >= self.times):
            return False
        self.fired += 1
        return True

    def item(self) -> dict[str, Any]:
        """Return the rule as JSON, with how often it was seen and fired."""
        return {name: getattr(self, name) for name in self.__slots__}


class Faults:
    """The rules in force, and a log of the last requests for tests to look at."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.requests: deque[dict[str, Any]] = deque(maxlen=10_000)
        self._made = 0

    def add(self, value: dict[str, Any]) -> Rule:
        """Add a rule.

        Raises:
            Problem: `bad-field`.
        """
        allowed = {"what", "route", "key", "nth", "times", "when", "seconds"}
        kinds: dict[str, tuple[type, ...]] = {
            "nth": (int,),
            "times": (int,),
            "seconds": (int, float),
        }
        for name, found in value.items():
            if name not in allowed or not isinstance(found, kinds.get(name, (str, type(None)))):
                raise Problem(Kind.BAD_FIELD, field=name)
        what = value.get("what")
        if what not in WHATS:
            raise Problem(Kind.BAD_FIELD, field="what", allowed=list(WHATS))
        if value.get("when", "before") not in {"before", "during", "after"}:
            raise Problem(Kind.BAD_FIELD, field="when")
        self._made += 1
        rule = Rule(id=str(self._made), **{**value, "what": str(what)})
        rule.when = FIXED_WHEN.get(rule.what, rule.when)
        self.rules.append(rule)
        return rule

    def clear(self, rule_id: str | None = None) -> None:
        """Remove one rule, or all."""
        self.rules = [r for r in self.rules if rule_id is not None and r.id != rule_id]

    def of(self, route: str, key: str) -> tuple[Rule, ...]:
        """Return the rules that fire for this call."""
        return tuple(rule for rule in self.rules if rule.matches(route, key))

    def log(self, method: str, path: str, received: int, status: int) -> None:
        """Remember a request; its answer's status is 0 where none could be delivered."""
        self.requests.append(
            {
                "method": method,
                "path": path,
                "body_bytes": received,
                "status": status,
            }
        )

    @property
    def uploads_cancellable(self) -> bool:
        """Whether no rule says otherwise."""
        return not any(rule.what == "uncancellable" for rule in self.rules)


def crash() -> None:
    """End the process as a power cut would: nothing is flushed, no clean-up runs."""
    os._exit(CRASH_STATUS)
