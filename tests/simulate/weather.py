"""Everything that goes wrong in one simulated save, drawn from its seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from random import Random


class How(StrEnum):
    """What becomes of one request."""

    RESET_NEVER = "reset, no effect"
    RESET_LATE = "reset, late effect"
    GATEWAY_NEVER = "504, no effect"
    GATEWAY_LATE = "504, late effect"
    LOST = "effect, answer lost"
    GATEWAY_AFTER = "effect, then 504"
    FAULT_AFTER = "effect, then 500"
    CUT = "effect, answer cut"
    SILENT_NEVER = "silence, no effect"
    SILENT_LATE = "silence, late effect"
    DOUBLED = "carried out twice"
    DOUBLED_LATE = "carried out again later"
    FORGED = "forged bytes behind the answer"
    WRONG_SUMS = "wrong checksums in the answer"
    PAGE = "a login page, no effect"
    REFUSED = "403"
    BUSY = "429"
    UNAVAILABLE = "503 with a pause"
    TOKEN_DIES = "the token expires"


LATE_S = {
    How.RESET_LATE: 50.0,
    How.GATEWAY_LATE: 110.0,
    How.SILENT_LATE: 110.0,
    How.DOUBLED_LATE: 50.0,
}
"""The latest moment of a late effect, in seconds after the request."""
PRETENDED_S = 20.0
"""How long a site that publishes behind its answer takes for it."""
_LOOK = (
    How.RESET_NEVER,
    How.GATEWAY_NEVER,
    How.CUT,
    How.SILENT_NEVER,
    How.FORGED,
    How.WRONG_SUMS,
    How.PAGE,
    How.BUSY,
    How.UNAVAILABLE,
    How.TOKEN_DIES,
)
_WRITE = (*_LOOK, How.LOST, How.GATEWAY_AFTER, How.FAULT_AFTER, How.DOUBLED, How.REFUSED)
_LATE = (*_WRITE, *LATE_S)
HOWS = {
    "create": (*_LATE, How.RESET_LATE, How.GATEWAY_LATE, How.LOST),
    "publish": (*_LATE, How.RESET_LATE, How.GATEWAY_LATE, How.LOST),
    "init": _LATE,
    "commit": _LATE,
    "update": _WRITE,
    "delete": _WRITE,
    "content": _WRITE,
    "look": _LOOK,
}
"""What may happen to a request of each step. Late content is left out: it would hit a file that was
sent again and is complete, which no client can prevent."""
_WEIGHTS = {
    "create": 5,
    "publish": 5,
    "content": 3,
    "init": 1,
    "commit": 1,
    "update": 1,
    "delete": 1,
    "look": 4,
}
BEYOND = 0.04
"""How often a late effect comes later than a client has to wait for."""


class Site(StrEnum):
    """What a site does all the time."""

    PLAIN = "plain"
    SLOW_SEARCH = "a search takes 2.5 s"
    LATE_INDEX = "the index lags by 20 s"
    OTHER_KEYS = "other keys"
    PARTS = "checksums of parts"
    NO_CHECKSUM = "checksums of an unknown kind"
    PUBLISH_ALTERS = "publish alters a file"
    PUBLISH_DROPS = "publish drops a file"
    PUBLISH_IN_20_S = "accepted, published 20 s later"
    PUBLISH_NEVER = "accepted, never published"
    QUOTA = "no room for one file"
    DELETED = "the draft is deleted elsewhere"


LASTING = (Site.PUBLISH_ALTERS, Site.PUBLISH_DROPS, Site.PUBLISH_NEVER)
"""After these nothing makes the record what it was meant to be."""


class Blow(StrEnum):
    """What happens to the computer of the person during one act."""

    CRASH = "the process ends at a write"
    KILL = "kill -9"
    FULL = "the disk is full from a write on"
    FULL_ONCE = "the disk is full at one write"
    CANCEL = "Cancel"
    STOP = "stop before the next stage"
    INTERRUPT = "the caller is cancelled"
    QUIT = "quit"
    JUMP = "the wall clock jumps"


@dataclass(frozen=True, slots=True)
class Fate:
    """What happens to a request of `step`, after `skip` of them."""

    step: str
    how: How
    skip: int
    delay_s: float = 0.0
    beyond: bool = False

    def __str__(self) -> str:
        later = f" {self.delay_s:.0f} s" if self.delay_s else ""
        nth = f" #{self.skip + 1}" if self.skip else ""
        return f"{self.step}{nth}: {self.how}{later}{' (beyond)' if self.beyond else ''}"


@dataclass(frozen=True, slots=True)
class Misfortune:
    """A blow at the `at`-th write (or turn of the loop) of an act."""

    blow: Blow
    at: int
    jump_s: float = 0.0

    def __str__(self) -> str:
        return f"{self.blow} at {self.at}" + (f" ({self.jump_s:+.0f} s)" if self.jump_s else "")


@dataclass(slots=True)
class Weather:
    """All of it."""

    keyed: bool = False
    site: Site = Site.PLAIN
    fates: list[Fate] = field(default_factory=list)
    blows: list[Misfortune | None] = field(default_factory=list)
    """One for each act, while there are any."""
    files: int = 3
    finalize: bool = True
    interactive: bool = True
    parallel: int = 3
    new_token_s: float | None = 10.0
    """When a new token is there after one was asked for; None: the person gives up."""

    @property
    def beyond(self) -> bool:
        """Whether something may come later than a client has to wait for."""
        return any(one.beyond for one in self.fates)

    @property
    def doubled_create(self) -> bool:
        """Whether a second draft may be there that no client can know of."""
        doubled = (How.DOUBLED, How.DOUBLED_LATE)
        return any(one.step == "create" and one.how in doubled for one in self.fates)

    def __str__(self) -> str:
        kind = "keys" if self.keyed else "no keys"
        what = "" if self.finalize else ", a draft"
        parts = [f"{kind}, {self.files} files{what}", *map(str, self.fates)]
        parts += [str(self.site)] if self.site is not Site.PLAIN else []
        parts += [str(one) for one in self.blows if one is not None]
        return "; ".join(parts)


def drawn(chance: Random) -> Weather:
    """Return the weather of one save: mostly a few things at a time."""
    keyed = chance.random() < 0.35
    weather = Weather(
        keyed=keyed,
        files=chance.choice([0, 1, 2, 3, 3, 5]) if keyed else chance.choice([1, 2, 3, 3, 5]),
        finalize=chance.random() < 0.85,
        interactive=chance.random() < 0.6,
        parallel=chance.choice([1, 2, 4]),
        new_token_s=chance.choice([0.5, 10.0, 300.0, None]),
    )
    if chance.random() < 0.3 and not keyed:
        weather.site = chance.choice(list(Site))
    elif chance.random() < 0.3:
        weather.site = chance.choice(
            [Site.QUOTA, Site.DELETED, Site.PUBLISH_IN_20_S, Site.PUBLISH_IN_20_S]
        )
    weather.fates = [_fate(chance, weather) for _ in range(chance.choice([0, 1, 1, 2, 3, 5]))]
    acts = chance.choice([1, 1, 2, 3])
    weather.blows = [_blow(chance) if chance.random() < 0.55 else None for _ in range(acts)]
    return weather


def _fate(chance: Random, weather: Weather) -> Fate:
    step = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    how = chance.choice(HOWS[step])
    latest = LATE_S.get(how, 0.0)
    if latest and step == "publish" and weather.site is Site.PUBLISH_IN_20_S:
        latest -= PRETENDED_S  # it counts when it is published, not when it is accepted
    beyond = bool(latest) and chance.random() < BEYOND
    delay_s = chance.uniform(0.05, 1.0) * latest * (3 if beyond else 1)
    if beyond:
        delay_s += latest
    once = step in ("create", "publish")
    skip = chance.choice([0, 0, 0, 1]) if once else chance.randrange(2 * weather.files + 1)
    return Fate(step, how, skip, delay_s, beyond)


def _blow(chance: Random) -> Misfortune:
    blow = chance.choice([Blow.CRASH, Blow.CRASH, Blow.FULL, *Blow])
    of_writes = blow in (Blow.CRASH, Blow.FULL, Blow.FULL_ONCE)
    at = chance.randrange(32) if of_writes else int(10 ** chance.uniform(0.0, 3.6))
    jump_s = chance.choice([-1, 1]) * 10 ** chance.uniform(0, 6) if blow is Blow.JUMP else 0.0
    return Misfortune(blow, at, jump_s)
