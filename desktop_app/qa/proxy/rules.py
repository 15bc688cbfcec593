"""Faults of the wire as data: where, when, what. Two equal sets of rules act alike.

A rule narrows by method, path (a shell pattern), stage of a save and file key; among the requests
that remain it fires from the `nth` on, `times` times (0: for ever).

| what | when (the first is the default) | effect |
|---|---|---|
| `delay` | any | waits `seconds`, then continues |
| `stall` | any | nothing moves any more, until healed or closed |
| `drip` | mid_answer, mid_body | one byte of the answer (16 KiB of the body) every `seconds` |
| `reset` | any | the connection is reset |
| `half_close` | any | the proxy says that it will send no more, and sends no more |
| `cut_body` | mid_body, mid_answer | the body (the answer) ends early; both sides are closed |
| `status` | before_forward, after_effect | answers `status`, `headers`, `body` itself |
| `early_answer` | before_forward, mid_body | the same, without reading the rest of the body |
| `lost_answer` | after_effect | closes instead of answering |
| `corrupt` | mid_body, mid_answer | changes one byte of every 16 KiB |
| `late` | before_forward | the request reaches the service after `seconds`, client gone or not |
| `duplicate` | before_forward | the request reaches the service twice, the second answer counts |
| `redirect` | before_forward | `status` (301, 302, 303, 307, 308) to `location` |
| `html` | before_forward, after_effect | a page for people with `status` |
| `throttle` | before_forward | body and answer at `bytes_per_s` |
| `expired_token` | before_forward | 401 from this call on, until a new token is in use |
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any

from desktop_app.core.model import SaveStage


class What(StrEnum):
    """What goes wrong."""

    DELAY = "delay"
    STALL = "stall"
    DRIP = "drip"
    RESET = "reset"
    HALF_CLOSE = "half_close"
    CUT_BODY = "cut_body"
    STATUS = "status"
    EARLY_ANSWER = "early_answer"
    LOST_ANSWER = "lost_answer"
    CORRUPT = "corrupt"
    LATE = "late"
    DUPLICATE = "duplicate"
    REDIRECT = "redirect"
    HTML = "html"
    THROTTLE = "throttle"
    EXPIRED_TOKEN = "expired_token"  # noqa: S105 - the name of a fault


class When(StrEnum):
    """At which point of one exchange."""

    BEFORE_FORWARD = "before_forward"
    MID_BODY = "mid_body"
    AFTER_EFFECT = "after_effect"
    MID_ANSWER = "mid_answer"


_B, _M, _A, _R = When
ALLOWED: dict[What, tuple[When, ...]] = {
    What.DELAY: (_B, _M, _A, _R),
    What.STALL: (_B, _M, _A, _R),
    What.DRIP: (_R, _M),
    What.RESET: (_B, _M, _A, _R),
    What.HALF_CLOSE: (_B, _M, _A, _R),
    What.CUT_BODY: (_M, _R),
    What.STATUS: (_B, _A),
    What.EARLY_ANSWER: (_B, _M),
    What.LOST_ANSWER: (_A,),
    What.CORRUPT: (_M, _R),
    What.LATE: (_B,),
    What.DUPLICATE: (_B,),
    What.REDIRECT: (_B,),
    What.HTML: (_B, _A),
    What.THROTTLE: (_B,),
    What.EXPIRED_TOKEN: (_B,),
}
"""The points at which each fault makes sense, its default first."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Rule:
    """One fault.

    Attributes:
        what, when: see the table above; `when` None means the default.
        method, path: shell patterns; the path is percent-decoded and has no query.
        stage: of the save that the request belongs to, or None for any.
        key: of the file that it concerns, or "" for any.
        nth, times: fires from the `nth` matching request on, `times` times; 0: for ever.
        seconds: of a delay; of being late; between two pieces of a drip.
        at: which part of the body or answer goes by before a fault in its middle.
        status, headers, body: of an answer that the proxy makes up.
        location: of a redirect.
        bytes_per_s: of a throttle.
        name: under which the log and `FaultProxy.fired` know it; default: `what`.
    """

    what: What
    when: When | None = None
    method: str = "*"
    path: str = "*"
    stage: SaveStage | None = None
    key: str = ""
    nth: int = 1
    times: int = 1
    seconds: float = 0.5
    at: float = 0.5
    status: int = 503
    headers: tuple[tuple[str, str], ...] = ()
    body: str = ""
    location: str = ""
    bytes_per_s: int = 65_536
    name: str = ""

    def __post_init__(self) -> None:
        """Refuse what could not act.

        Raises:
            ValueError: naming the attribute.
        """
        if self.point not in ALLOWED[self.what]:
            raise ValueError("when")
        if self.nth < 1 or self.times < 0:
            raise ValueError("nth")
        if not 0 <= self.at <= 1:
            raise ValueError("at")
        if self.bytes_per_s < 1:
            raise ValueError("bytes_per_s")
        if self.what is What.REDIRECT and self.status not in _REDIRECTS:
            raise ValueError("status")

    @property
    def point(self) -> When:
        """When it acts."""
        return self.when or ALLOWED[self.what][0]

    @property
    def label(self) -> str:
        """The name under which it is known."""
        return self.name or self.what.value

    def as_json(self) -> dict[str, Any]:
        """Return what differs from the defaults, as JSON values."""
        value = {part.name: getattr(self, part.name) for part in fields(self)}
        defaults = {part.name: part.default for part in fields(self)}
        facts = {name: one for name, one in value.items() if one != defaults[name]}
        if self.headers:
            facts["headers"] = dict(self.headers)
        return facts


def rule_from(value: dict[str, Any]) -> Rule:
    """Return the rule that `Rule.as_json` gave.

    Raises:
        ValueError, TypeError: it is none.
    """
    facts = dict(value)
    facts["what"] = What(facts.get("what", ""))
    if "when" in facts:
        facts["when"] = When(facts["when"])
    if "stage" in facts:
        facts["stage"] = SaveStage(facts["stage"])
    if "headers" in facts:
        facts["headers"] = tuple(dict(facts["headers"]).items())
    return Rule(**facts)


@dataclass(frozen=True, slots=True)
class Call:
    """One request as rules see it."""

    method: str
    path: str
    stage: SaveStage | None = None
    key: str = ""


@dataclass(slots=True)
class Armed:
    """A rule in force, with what it has counted."""

    rule: Rule
    seen: int = 0
    fired: int = 0

    def takes(self, call: Call) -> bool:
        """Count `call` if it is meant, and say whether the rule fires for it."""
        rule = self.rule
        if not (fnmatchcase(call.method, rule.method) and fnmatchcase(call.path, rule.path)):
            return False
        if rule.stage not in (None, call.stage) or rule.key not in ("", call.key):
            return False
        self.seen += 1
        spent = rule.times != 0 and self.fired >= rule.times
        forever = rule.what is What.EXPIRED_TOKEN
        if self.seen < rule.nth or (spent and not forever):
            return False
        self.fired += 1
        return True


@dataclass(slots=True)
class Rules:
    """The rules in force."""

    armed: list[Armed] = field(default_factory=list)

    def use(self, rules: tuple[Rule, ...]) -> None:
        """Put `rules` in the place of all others; counting begins anew."""
        self.armed = [Armed(rule) for rule in rules]

    def drop(self, what: What) -> None:
        """Take the rules of one kind out of force."""
        self.armed = [one for one in self.armed if one.rule.what is not what]

    def of(self, call: Call) -> tuple[Rule, ...]:
        """Return the rules that fire for `call`, in order."""
        return tuple(one.rule for one in self.armed if one.takes(call))
