"""A session that stands in for the person's own while a scenario is on stage.

What the window holds is one object; which session answers changes behind it. So a scenario runs
in the real window, but leaves the person's journal and settings alone.
"""

from __future__ import annotations

import asyncio

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import (
    Account,
    RecordRef,
    RemoteFile,
    RunReport,
    SaveLimits,
    SavePartialOutputs,
    SaveRequest,
)
from desktop_app.saving.events import OnEvent
from desktop_app.saving.receipt import Receipt
from desktop_app.saving.session import Answers, SaveSession
from desktop_app.services.base import Capabilities
from desktop_app.workflow import CancelReason


class StagedSession(SaveSession):
    """Passes every call to the usual session, or to the one on stage."""

    def __init__(self, usual: SaveSession) -> None:
        # the constructor of the base is left out on purpose: nothing of it is used
        self._usual = usual
        self._on_stage: SaveSession | None = None
        self._lists_read = 0
        self._all_read = asyncio.Event()
        self._all_read.set()

    @property
    def staged(self) -> bool:
        """Whether a scenario's session answers."""
        return self._on_stage is not None

    def stage(self, session: SaveSession) -> None:
        """Let `session` answer from now on."""
        self._on_stage = session

    async def unstage(self, within_s: float) -> None:
        """Close the session on stage, if there is one; the usual one answers again.

        A list of saves that is just being read is read to its end.
        """
        session, self._on_stage = self._on_stage, None
        await self._all_read.wait()
        if session is not None:
            await session.close(within_s)

    @property
    def _now(self) -> SaveSession:
        return self._on_stage or self._usual

    def use_limits(self, limits: SaveLimits) -> None:
        """Change the usual session's limits: a scenario has its own."""
        self._usual.use_limits(limits)

    async def save(self, request: SaveRequest, on_event: OnEvent) -> RunReport:
        """See `SaveSession`."""
        return await self._now.save(request, on_event)

    async def resume(
        self, run: str, on_event: OnEvent, answers: Answers | None = None
    ) -> RunReport:
        """See `SaveSession`."""
        return await self._now.resume(run, on_event, answers)

    async def retry_finalize(
        self, run: str, on_event: OnEvent, partial_outputs: SavePartialOutputs | None = None
    ) -> RunReport:
        """See `SaveSession`."""
        return await self._now.retry_finalize(run, on_event, partial_outputs)

    async def check(self, run: str, on_event: OnEvent) -> RunReport:
        """See `SaveSession`."""
        return await self._now.check(run, on_event)

    async def discard(self, run: str) -> RunReport:
        """See `SaveSession`."""
        return await self._now.discard(run)

    async def forget(self, run: str) -> None:
        """See `SaveSession`."""
        await self._now.forget(run)

    async def retention(self, days: float) -> tuple[str, ...]:
        """See `SaveSession`; always the usual one's."""
        return await self._usual.retention(days)

    def request_cancel(self, run: str, reason: CancelReason = CancelReason.USER) -> bool:
        """See `SaveSession`."""
        return self._now.request_cancel(run, reason)

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        """See `SaveSession`."""
        self._now.stop_before_next_stage(run, reason)

    def provide_token(self, account_id: str) -> None:
        """See `SaveSession`."""
        self._now.provide_token(account_id)

    async def runs(self, *, unfinished_only: bool = False) -> tuple[RunReport, ...]:
        """See `SaveSession`."""
        self._lists_read += 1
        self._all_read.clear()
        try:
            return await self._now.runs(unfinished_only=unfinished_only)
        finally:
            self._lists_read -= 1
            if not self._lists_read:
                self._all_read.set()

    async def run(self, run: str) -> RunReport:
        """See `SaveSession`."""
        return await self._now.run(run)

    async def receipt(self, run: str) -> Receipt:
        """See `SaveSession`."""
        return await self._now.receipt(run)

    async def support_log(self, run: str) -> dict[str, object]:
        """See `SaveSession`."""
        return await self._now.support_log(run)

    async def notices(self, *, new_only: bool = False) -> tuple[ErrorInfo, ...]:
        """See `SaveSession`."""
        return await self._now.notices(new_only=new_only)

    async def acknowledge_notices(self) -> tuple[str, ...]:
        """See the base."""
        return await self._now.acknowledge_notices()

    async def capabilities(self, account: Account) -> Capabilities:
        """See `SaveSession`."""
        return await self._now.capabilities(account)

    async def record_contents(
        self, account: Account, record_id: str
    ) -> tuple[RecordRef, tuple[RemoteFile, ...]]:
        """See `SaveSession`."""
        return await self._now.record_contents(account, record_id)

    async def close(self, within_s: float) -> None:
        """Close both."""
        await self.unstage(within_s)
        await self._usual.close(within_s)
