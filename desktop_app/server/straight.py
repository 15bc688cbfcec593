"""What the protocol of a connection offers to a request with a large body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

STRAIGHT = "sendoff.straight"
"""Name of the extension in a request's scope."""


class Straight(Protocol):
    """Bytes of a body straight from the socket into memory of the receiver."""

    def ready(self) -> bool:
        """Whether the next bytes can come this way; else `receive` has to be asked first."""
        ...

    async def fill(self, room: memoryview, arrived: Callable[[int], None]) -> bool:
        """Fill `room` and tell each time how many bytes came; return whether more will follow.

        Returns earlier where the connection is lost; cancelling keeps what came.
        """
        ...
