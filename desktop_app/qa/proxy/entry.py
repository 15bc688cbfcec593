"""What the proxy remembers of a request, and what all its exchanges share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from desktop_app.core.model import SaveStage
from desktop_app.qa.proxy.rules import Rule


@dataclass(slots=True)
class Entry:
    """What the log keeps of one request: no headers, no query, no content.

    Attributes:
        n: its number.
        t: monotonic seconds at which its head had arrived.
        received: body bytes that the proxy has taken from the client.
        length: body bytes that were announced, or None.
        forwarded: whether the service got it whole.
        status: of the answer that the client was given (or began to be given); 0: none.
        faults: labels of the rules that fired.
        ended: how it ended: "answered", or what broke it off.
    """

    n: int
    t: float
    method: str
    path: str
    stage: SaveStage | None
    key: str
    length: int | None = None
    received: int = 0
    forwarded: bool = False
    status: int = 0
    faults: tuple[str, ...] = ()
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Shared:
    """What all exchanges share.

    Attributes:
        healed: returns what ends when the connection is healed next: stalls last until then.
        note: called when an entry has changed.
        learn: called with `(upload path, key)` when the answer to an upload's creation names its
            place.
        acted: called with each rule that acts.
    """

    random: Random
    healed: Callable[[], Awaitable[object]]
    note: Callable[[], None]
    learn: Callable[[str, str], None]
    acted: Callable[[Rule], None] = field(default=lambda _rule: None)
