"""The facade of a save: what the window, the command line and the QA runner call.

One session per process. It owns its runs' tasks, the journal's writes before and after each
request, and the order of events; callers get values and never a service.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from desktop_app.core.model import Account, RunReport, SavePartialOutputs, SaveRequest
from desktop_app.saving.events import OnEvent
from desktop_app.services.base import Capabilities, RecordService
from desktop_app.workflow import CancelReason


class ServiceProvider(Protocol):
    """Opens the service of an account (starting the built-in one where needed)."""

    async def open(self, account: Account) -> RecordService:
        """Return a service with fresh connections; the caller closes it.

        Raises:
            SendoffError: no such account, no token, bad address, plain HTTP beyond loopback.
        """
        ...


class Changed(StrEnum):
    """What to do on resume with a local file that is not the one that was chosen."""

    ASK = "ask"
    SEND_NEW = "send_new"
    """Send what is there now (a confirmed old version is replaced, in a draft)."""
    LEAVE_OUT = "leave_out"


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person answered before a run goes on.

    Attributes:
        changed: for local files that changed since they were chosen.
        leave_out: keys of failed files without which finalize may go on, each named explicitly.
        title, metadata: mended form fields (None: as journaled); only after a clear refusal.
        take_remote: keys under which other content stands at the service that may be replaced.
    """

    changed: Changed = Changed.ASK
    leave_out: tuple[str, ...] = ()
    title: str | None = None
    metadata: str | None = None
    take_remote: tuple[str, ...] = ()


class SaveSession:
    """Runs saves and answers for them. All methods on one event loop.

    Raises (every coroutine that names a run): `SendoffError` of kind RUN_UNKNOWN or RUN_BUSY.
    """

    async def save(self, request: SaveRequest, on_event: OnEvent) -> RunReport:
        """Run a new save to its end and return how it ended.

        Raises:
            BadInputError: before anything is journaled or sent.
            JournalError: the intent could not be written: nothing was sent.
        """
        raise NotImplementedError

    async def resume(
        self, run: str, on_event: OnEvent, answers: Answers | None = None
    ) -> RunReport:
        """Go on at the right stage: asks the server first, sends no confirmed file again."""
        raise NotImplementedError

    async def retry_finalize(
        self, run: str, on_event: OnEvent, partial_outputs: SavePartialOutputs | None = None
    ) -> RunReport:
        """Finalize from the snapshot (default: the journaled one); creates, uploads nothing."""
        raise NotImplementedError

    async def check(self, run: str, on_event: OnEvent) -> RunReport:
        """Only ask the server what is true, and say so."""
        raise NotImplementedError

    async def discard(self, run: str) -> RunReport:
        """Remove the remote draft and what hangs on it; says in `error` if it could not."""
        raise NotImplementedError

    async def forget(self, run: str) -> None:
        """Remove a run from the journal (never anything remote)."""
        raise NotImplementedError

    def request_cancel(self, run: str, reason: CancelReason = CancelReason.USER) -> bool:
        """Ask the active stage to stop; False (and nothing happens) if it can't be."""
        raise NotImplementedError

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        """Remember to stop when the active stage has ended."""
        raise NotImplementedError

    def provide_token(self, account_id: str) -> None:
        """A new token stands in the keychain (or session): paused queues go on."""
        raise NotImplementedError

    async def runs(self, *, unfinished_only: bool = False) -> tuple[RunReport, ...]:
        """Return the journaled runs, oldest first."""
        raise NotImplementedError

    async def run(self, run: str) -> RunReport:
        """Return one run."""
        raise NotImplementedError

    async def capabilities(self, account: Account) -> Capabilities:
        """Return what the account's service can do (opens and closes it)."""
        raise NotImplementedError

    async def close(self, within_s: float) -> None:
        """Stop what is abortable, journal the rest as unknown, release everything."""
        raise NotImplementedError
