"""A session that answers for the person's own while a scenario runs in the sandbox.

The window holds one session object; which session answers changes behind it. So a scenario runs
in the real window, but leaves the person's journal and settings alone.
"""

from __future__ import annotations

import asyncio

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account, RecordRef, RemoteFile, SavePartialOutputs
from desktop_app.core.run import Run, SaveRequest
from desktop_app.saving.events import OnUpdate
from desktop_app.saving.intent import Answers
from desktop_app.saving.receipt import Receipt
from desktop_app.saving.sessions import Session
from desktop_app.services.base import Capabilities
from desktop_app.workflow import CancelReason


class SwitchingSession:
    """Implements `Session`: passes every call to the usual session, or to a scenario's."""

    def __init__(self, usual: Session) -> None:
        self._usual = usual
        self._sandboxed: Session | None = None
        self._lists_read = 0
        self._all_read = asyncio.Event()
        self._all_read.set()

    @property
    def in_sandbox(self) -> bool:
        """Whether a scenario's session answers."""
        return self._sandboxed is not None

    def enter_sandbox(self, session: Session) -> None:
        """Let `session` answer from now on."""
        self._sandboxed = session

    async def leave_sandbox(self, within_s: float) -> None:
        """Close the scenario's session, if there is one; the usual one answers again.

        A list of saves that is just being read is read to its end.
        """
        session, self._sandboxed = self._sandboxed, None
        await self._all_read.wait()
        if session is not None:
            await session.close(within_s)

    @property
    def _now(self) -> Session:
        return self._sandboxed or self._usual

    async def save(self, request: SaveRequest, on_update: OnUpdate) -> Run:
        return await self._now.save(request, on_update)

    async def resume(self, run: str, on_update: OnUpdate, answers: Answers | None = None) -> Run:
        return await self._now.resume(run, on_update, answers)

    async def retry_finalize(
        self, run: str, on_update: OnUpdate, partial_outputs: SavePartialOutputs | None = None
    ) -> Run:
        return await self._now.retry_finalize(run, on_update, partial_outputs)

    async def check(self, run: str, on_update: OnUpdate) -> Run:
        return await self._now.check(run, on_update)

    async def discard(self, run: str) -> Run:
        return await self._now.discard(run)

    async def forget(self, run: str) -> None:
        await self._now.forget(run)

    async def retention(self, days: float) -> tuple[str, ...]:
        """Always of the usual session: a scenario's journal is thrown away as a whole."""
        return await self._usual.retention(days)

    def request_cancel(self, run: str, reason: CancelReason = CancelReason.USER) -> bool:
        return self._now.request_cancel(run, reason)

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        self._now.stop_before_next_stage(run, reason)

    def provide_token(self, account_id: str) -> None:
        self._now.provide_token(account_id)

    async def runs(self, *, unfinished_only: bool = False) -> tuple[Run, ...]:
        """As the session that answers now; `leave_sandbox` waits until it was read."""
        self._lists_read += 1
        self._all_read.clear()
        try:
            return await self._now.runs(unfinished_only=unfinished_only)
        finally:
            self._lists_read -= 1
            if not self._lists_read:
                self._all_read.set()

    async def run(self, run: str) -> Run:
        return await self._now.run(run)

    async def receipt(self, run: str) -> Receipt:
        return await self._now.receipt(run)

    async def support_log(self, run: str) -> dict[str, object]:
        return await self._now.support_log(run)

    async def notices(self, *, new_only: bool = False) -> tuple[ErrorInfo, ...]:
        return await self._now.notices(new_only=new_only)

    async def acknowledge_notices(self) -> tuple[str, ...]:
        return await self._now.acknowledge_notices()

    async def capabilities(self, account: Account) -> Capabilities:
        return await self._now.capabilities(account)

    async def record_contents(
        self, account: Account, record_id: str
    ) -> tuple[RecordRef, tuple[RemoteFile, ...]]:
        return await self._now.record_contents(account, record_id)

    async def close(self, within_s: float) -> None:
        """Close both."""
        await self.leave_sandbox(within_s)
        await self._usual.close(within_s)
