"""What the window needs of a session of saves: an interface, so that others can stand behind it.

`SaveSession` is the real one; its docstrings hold the whole contract. QA puts a second session
behind the window (`qa.window.session`), and tests put one that plays scripts (`qa.testing`).
What a service says of itself is handed on from here too: the window may not import services.
"""

from __future__ import annotations

from typing import Protocol

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import (
    Account,
    RecordRef,
    RemoteFile,
    SavePartialOutputs,
)
from desktop_app.core.run import Run, SaveRequest
from desktop_app.saving.events import OnUpdate
from desktop_app.saving.intent import Answers
from desktop_app.saving.receipt import Receipt
from desktop_app.services.base import Capabilities, FieldType, MetadataField
from desktop_app.workflow import CancelReason

__all__ = ["Capabilities", "FieldType", "KnownRuns", "MetadataField", "Session"]


class KnownRuns(Protocol):
    """Where journaled runs can be read."""

    async def runs(self, *, unfinished_only: bool = False) -> tuple[Run, ...]:
        """Return the journaled runs, oldest first."""
        ...


class Session(KnownRuns, Protocol):
    """Runs saves and answers for them; see `SaveSession` for what each method promises."""

    async def save(self, request: SaveRequest, on_update: OnUpdate) -> Run:
        """Run a new save to its end."""
        ...

    async def resume(self, run: str, on_update: OnUpdate, answers: Answers | None = None) -> Run:
        """Continue at the right stage."""
        ...

    async def retry_finalize(
        self, run: str, on_update: OnUpdate, partial_outputs: SavePartialOutputs | None = None
    ) -> Run:
        """Finalize from the snapshot."""
        ...

    async def check(self, run: str, on_update: OnUpdate) -> Run:
        """Ask the server only."""
        ...

    async def discard(self, run: str) -> Run:
        """Remove the remote draft."""
        ...

    async def forget(self, run: str) -> None:
        """Remove a run from the journal."""
        ...

    async def retention(self, days: float) -> tuple[str, ...]:
        """Forget runs that ended more than `days` ago."""
        ...

    def request_cancel(self, run: str, reason: CancelReason = CancelReason.USER) -> bool:
        """Ask the active stage to stop."""
        ...

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        """Stop when the active stage has ended."""
        ...

    def provide_token(self, account_id: str) -> None:
        """Let queues continue that wait for a new token."""
        ...

    async def run(self, run: str) -> Run:
        """Return one run."""
        ...

    async def receipt(self, run: str) -> Receipt:
        """Return what can be said for certain about a run."""
        ...

    async def support_log(self, run: str) -> dict[str, object]:
        """Return the redacted facts of a run for a support request."""
        ...

    async def notices(self, *, new_only: bool = False) -> tuple[ErrorInfo, ...]:
        """Return what a person should know of the journal."""
        ...

    async def acknowledge_notices(self) -> tuple[str, ...]:
        """Show the notices no more."""
        ...

    async def capabilities(self, account: Account) -> Capabilities:
        """Return what the account's service can do."""
        ...

    async def record_contents(
        self, account: Account, record_id: str
    ) -> tuple[RecordRef, tuple[RemoteFile, ...]]:
        """Return a record and its files as the service has them now."""
        ...

    async def close(self, within_s: float) -> None:
        """Stop what is abortable, and release everything."""
        ...
