"""How a site can misbehave during one save, and how a computer can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random


class How(StrEnum):
    """What becomes of one request."""

    RESET_NEVER = "reset, no effect"
    RESET_LATE = "reset, late effect"
    GATEWAY_NEVER = "504, no effect"
    GATEWAY_LATE = "504, late effect"
    LOST = "answer lost"
    GATEWAY_AFTER = "504 after the effect"
    FORGED = "forged bytes behind the answer"
    REFUSED = "403"
    BUSY = "429"


LATE_S = {How.RESET_LATE: 50.0, How.GATEWAY_LATE: 110.0}
"""The latest moment of a late effect, in seconds after the request."""
_ANY = (How.RESET_NEVER, How.GATEWAY_NEVER, How.LOST, How.GATEWAY_AFTER, How.FORGED, How.BUSY)
_LATE = (*_ANY, How.RESET_LATE, How.GATEWAY_LATE)
STEPS = {
    "create": (*_LATE, How.RESET_LATE, How.GATEWAY_LATE, How.REFUSED),
    "init": _LATE,
    "content": _ANY,
    "commit": _LATE,
    "publish": (*_LATE, How.RESET_LATE, How.GATEWAY_LATE, How.REFUSED),
    "look": (How.RESET_NEVER, How.GATEWAY_NEVER, How.FORGED, How.BUSY),
}
"""What may happen to a request of each step. Late content is left out: it would hit a file that was
sent again and is complete, which no client can prevent."""


class Site(StrEnum):
    """What a site does all the time."""

    PLAIN = "plain"
    SLOW_SEARCH = "a search takes 2.5 s"
    LATE_INDEX = "the index lags by 20 s"
    OTHER_KEYS = "other keys"
    PARTS = "checksums of parts"
    UNKNOWN_CHECKSUM = "checksums of an unknown kind"
    PUBLISH_ALTERS = "publish alters a file"
    PUBLISH_DROPS = "publish drops a file"
    PUBLISH_IN_20_S = "202, published 20 s later"
    PUBLISH_NEVER = "202, never published"
    FORGED = "forged refusals behind each look"
    QUOTA = "no room for one file"
    DELETED = "the draft is deleted elsewhere"


class Client(StrEnum):
    """What happens to the computer of the person."""

    PLAIN = "plain"
    FULL_AT_EFFECT = "disk full between effect and answer"
    FULL = "disk full at some moment"
    KILLED = "kill -9"
    INTERRUPTED = "interrupt"


@dataclass(frozen=True, slots=True)
class Fate:
    """What happens to the next request of `step`, after `skip` of them."""

    step: str
    how: How
    skip: int
    delay_s: float


@dataclass(slots=True)
class Mood:
    """All that goes wrong during one save."""

    site: Site = Site.PLAIN
    client: Client = Client.PLAIN
    fates: list[Fate] = field(default_factory=list)
    at_effect: str = ""
    """At the effect of which step the client's misfortune comes, for `FULL_AT_EFFECT`."""

    def __str__(self) -> str:
        parts = [f"{one.step}: {one.how} {one.delay_s:.0f} s" for one in self.fates]
        parts += [str(one) for one in (self.site, self.client) if one != "plain"]
        return "; ".join([*parts, *([self.at_effect] if self.at_effect else [])]) or "fair weather"


def drawn(chance: Random, files: int) -> Mood:
    """Return the mood of one save: mostly one or two things at a time."""
    mood = Mood()
    if chance.random() < 0.4:
        mood.site = chance.choice(list(Site))
    if chance.random() < 0.4:
        mood.client = chance.choice(list(Client))
    if mood.client is Client.FULL_AT_EFFECT:
        mood.at_effect = chance.choice(["create", "content", "commit", "publish"])
    for _ in range(chance.choice([0, 1, 1, 2])):
        mood.fates.append(_fate(chance, files))
    return mood


def _fate(chance: Random, files: int) -> Fate:
    weights = {"create": 4, "publish": 4, "init": 1, "content": 1, "commit": 1, "look": 2}
    step = chance.choices(list(weights), list(weights.values()))[0]
    how = chance.choice(_of(step))
    latest = LATE_S.get(how, 0.0)
    delay = chance.uniform(0.1 * latest, latest)
    skip = 0 if step in ("create", "publish") else chance.randrange(files)
    return Fate(step, how, skip, delay)


def _of(step: str) -> Sequence[How]:
    return STEPS[step]
