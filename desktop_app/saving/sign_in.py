"""One refused token pauses a run once, however many of its calls the service refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from desktop_app.core.errors import ErrorInfo, ServiceError


class SignIn:
    """Waits for a new token on behalf of all calls of one run.

    Args:
        interactive: whether somebody is there who can be asked; else a refusal is final for now.
        ask: publishes that a token is needed; called once per refused token.
        renew: opens the service anew with the present token.
    """

    def __init__(
        self,
        *,
        interactive: bool,
        ask: Callable[[ErrorInfo], None],
        renew: Callable[[], Awaitable[None]],
    ) -> None:
        self._interactive = interactive
        self._ask = ask
        self._renew = renew
        self._provided: asyncio.Event | None = None
        self._turn = asyncio.Lock()
        self.token = 0
        """Counts the tokens: a refusal of an earlier one says nothing about this one."""

    @property
    def waiting(self) -> bool:
        """Whether a token is being waited for."""
        return self._provided is not None

    async def refused(self, error: ServiceError, token: int) -> None:
        """Return once there is a newer token than `token`, which the service refused.

        Raises:
            ServiceError: `error`, if nobody can be asked.
            SendoffError: the service cannot be opened with the new token.
        """
        if token != self.token:
            return
        if not self._interactive:
            raise error
        if self._provided is None:
            self._provided = asyncio.Event()
            self._ask(error.info)
        await self._renewed(self._provided, token)

    async def pause(self) -> None:
        """Return at once, or when the token that is being waited for has come."""
        if self._provided is not None:
            await self._renewed(self._provided, self.token)

    def provide(self) -> None:
        """There is a new token."""
        if self._provided is not None:
            self._provided.set()

    async def _renewed(self, provided: asyncio.Event, token: int) -> None:
        """Wait for the token; the first to come back opens the service, the others wait for it."""
        await provided.wait()
        async with self._turn:
            if token == self.token:
                await self._renew()
                self.token += 1
                self._provided = None
