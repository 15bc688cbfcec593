"""InvenioRDM and Zenodo as a records service.

The site honours no idempotency keys. Our marker (an alternate identifier `urn:uuid:<reference>`)
makes a lost create findable, a look before each step makes uploads converge, and publishing is
asked for once per call and never repeated blindly. The marker stays in the published record: it
is a true identifier of the deposit, and taking it out would mean to replace the whole document
with an echo of itself just before the one step that cannot be undone.
"""

from __future__ import annotations

import logging
from asyncio import Lock
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any
from weakref import WeakValueDictionary

from desktop_app.core.clock import Clock
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    FieldError,
    SendoffError,
    ServiceError,
    info,
)
from desktop_app.core.model import (
    Account,
    EntryFinding,
    RecordRef,
    RecordState,
    RemoteFile,
    SaveLimits,
    UploadedFile,
)
from desktop_app.services.base import (
    AccountCheck,
    Capabilities,
    OnWait,
    RecordDraft,
    ReportOf,
    UploadReport,
    UploadSource,
)
from desktop_app.services.http import (
    Answer,
    Endpoint,
    HttpClient,
    HttpSettings,
    Locate,
    RetryPolicy,
    Trust,
)
from desktop_app.services.invenio.account import account_error, check
from desktop_app.services.invenio.api import (
    PLAIN_JSON,
    Api,
    draft_path,
    file_path,
    refine,
)
from desktop_app.services.invenio.budget import RateBudget
from desktop_app.services.invenio.documents import (
    draft_document,
)
from desktop_app.services.invenio.ensure import Ensure
from desktop_app.services.invenio.fields import (
    FINALIZE_S,
    about_what_was_sent,
    capabilities,
    field_errors,
)
from desktop_app.services.invenio.listing import Listings, require
from desktop_app.services.invenio.presets import SitePreset, preset_for
from desktop_app.services.invenio.repair import examine, repair_draft
from desktop_app.services.invenio.search import Search
from desktop_app.services.invenio.truth import HIDDEN, Truth
from desktop_app.workflow import AbortSignal, ScheduleTimeout, loop_schedule_timeout

_OF_STAGE = 0.8
"""Part of a stage's time that an outage may take: then it is reported as one, not as a timeout."""

_log = logging.getLogger(__name__)


def site_address(address: str) -> str:
    """Return the site's root as it is kept: without a final slash or `/api`."""
    return address.strip().rstrip("/").removesuffix("/api").rstrip("/")


def api_endpoint(address: str, token: str) -> Endpoint:
    """Return where the API of the site at `address` is."""
    return Endpoint(f"{site_address(address)}/api", token)


class InvenioService:
    """The records service of one account at one site. See `RecordService` for the promises.

    Args:
        account: whose `address` is the site's root.
        locate: gives the endpoint (`api_endpoint`) with the token.
        limits, settings, trust: of the HTTP client.
        preset: what is known of the site; by its address where None.
        budget: share one between services of the same site and token; own where None.
        clock, random, schedule: injected for tests.
    """

    def __init__(
        self,
        account: Account,
        locate: Locate,
        *,
        limits: SaveLimits | None = None,
        settings: HttpSettings | None = None,
        trust: Trust | None = None,
        preset: SitePreset | None = None,
        budget: RateBudget | None = None,
        clock: Clock | None = None,
        random: Random | None = None,
        schedule: ScheduleTimeout = loop_schedule_timeout,
    ) -> None:
        self._account = account
        self._address = site_address(account.address)
        self._preset = preset or preset_for(self._address)
        self._limits = limits or SaveLimits()
        self._client = HttpClient(
            locate,
            limits=self._limits,
            settings=settings,
            trust=trust,
            refine=self._refine,
            clock=clock,
            random=random,
            schedule=schedule,
        )
        self._budget = budget or RateBudget(self._client.clock, self._preset)
        self._api = Api(self._client, self._budget)
        self._truth = Truth(self._api, self._address, self._policy(), self._client.plain)
        self._search = Search(self._api, self._truth, self._client.clock, self._policy())
        self._listings = Listings(self._api, self._truth, self._policy())
        self._full: dict[str, ErrorInfo] = {}
        self._changing: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    @property
    def capabilities(self) -> Capabilities:
        """What a site of this kind can do."""
        return capabilities(self._preset)

    def report_waits(self, on_wait: OnWait) -> None:
        """Report the pauses of calls that have no report of their own."""
        self._client.report_waits(on_wait)

    # -- records -------------------------------------------------------------------------------

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """Create a draft that carries our marker.

        Raises:
            ServiceError: UNKNOWN_OUTCOME: it may exist. VALIDATION: values were not taken, and
                nothing was left behind (what is only missing may be added until publishing).
        """
        document = draft_document(draft)
        try:
            ref, errors = await self._api.send(
                "POST",
                "/records",
                self._read_draft,
                expect=201,
                repeatable=False,
                document=document,
                policy=replace(
                    self._policy(signal, outage=True),
                    within_s=_OF_STAGE * self._limits.create_s,
                ),
                limit_s=self._limits.create_s,
            )
        except ServiceError as error:
            if error.info.status in (401, 403):
                await self._truth.explain_role(error, self._preset.scopes[0])
            raise
        if refused := about_what_was_sent(errors, document):
            await self._withdraw(ref.id)
            raise ServiceError(self._client.masked(info(ErrorKind.VALIDATION, fields=refused)))
        return ref

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """Replace the draft's document; a reserved DOI and custom fields stay.

        Raises:
            ServiceError: VALIDATION: the site did not take some values.
        """
        async with self._changes_of(record_id):
            try:
                present = await self._api.get(draft_path(record_id), dict, policy=self._policy())
                document = draft_document(draft, present)
                ref, errors = await self._api.send(
                    "PUT",
                    draft_path(record_id),
                    self._read_draft,
                    expect=200,
                    repeatable=True,
                    document=document,
                    policy=self._policy(),
                )
            except ServiceError as error:
                await self._truth.explain(record_id, error)
        if refused := about_what_was_sent(errors, document):
            raise ServiceError(self._client.masked(info(ErrorKind.VALIDATION, fields=refused)))
        return ref

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        """Return the records that carry our marker, each as it is now, oldest first.

        Takes 38 s of the clock to say that there is none.
        """
        return await self._search.marked(client_ref)

    async def drafts(self) -> tuple[RecordRef, ...]:
        """Return the person's newest drafts, to attach files to or to repair."""
        return await self._search.drafts()

    async def examine(
        self, record_id: str, sources: Sequence[UploadSource]
    ) -> tuple[EntryFinding, ...]:
        """Compare a draft with local files; see `repair.examine`."""
        return await examine(self, record_id, sources)

    async def repair(
        self,
        record_id: str,
        sources: Sequence[UploadSource],
        signal: AbortSignal,
        report_of: ReportOf,
        *,
        replace: frozenset[str] = frozenset(),
    ) -> tuple[EntryFinding, ...]:
        """Bring a draft to hold the local files; see `repair.repair_draft`."""
        return await repair_draft(self, record_id, sources, signal, report_of, replace=replace)

    async def get_record(self, record_id: str) -> RecordRef:
        """Return the record, else the draft.

        Raises:
            ServiceError: GONE (deleted after publishing), NOT_FOUND, PERMISSION (somebody
                else's), SIGN_IN.
        """
        ref = await self._truth.record(record_id)
        if ref.state is RecordState.FINALIZED:
            self._listings.published.add(record_id)
        return ref

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,  # noqa: ARG002 - the site honours no keys
        signal: AbortSignal,  # noqa: ARG002 - a publish cannot be stopped
    ) -> RecordRef:
        """Publish the draft, once; a record that is published already is returned as it is.

        Raises:
            ServiceError: NOT_CONFIRMED: the site's own listing lacks a file, nothing was asked
                for. VALIDATION with fields. UNKNOWN_OUTCOME: it may have been published (a 500
                too: the loser of two publishes gets one); `get_record` shows.
        """
        async with self._changes_of(record_id):
            try:
                listing = await self._listings.of_draft(record_id)
                require(files, listing)
                ref = await self._api.send(
                    "POST",
                    f"{draft_path(record_id)}/actions/publish",
                    self._truth.read_ref,
                    expect=202,
                    repeatable=False,
                    policy=RetryPolicy(attempts=self._limits.attempts),
                    limit_s=self._limits.finalize_s or FINALIZE_S,
                )
            except ServiceError as error:
                if error.info.status == 403:
                    await self._truth.explain_role(error, self._preset.scopes[1])
                if error.info.status not in HIDDEN:
                    raise
                ref = await self.get_record(record_id)
                if ref.state is not RecordState.FINALIZED:
                    raise
        return ref if ref.state is RecordState.FINALIZED else await self.get_record(record_id)

    async def delete_draft(self, record_id: str) -> None:
        """Delete a draft with its files; of a published record only the edit is discarded.

        Raises:
            ServiceError: CONFLICT: it is published. LOCKED: it is under review.
        """
        async with self._changes_of(record_id):
            try:
                await self._api.delete(draft_path(record_id), self._policy())
            except ServiceError as error:
                try:
                    await self._truth.explain(record_id, error)
                except ServiceError as explained:
                    if explained.kind not in (ErrorKind.NOT_FOUND, ErrorKind.GONE):
                        raise

    # -- files ---------------------------------------------------------------------------------

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the files of the draft, or of the record where there is no draft."""
        return await self._listings.of(record_id)

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Make the file be there, whatever earlier attempts left under its key."""
        if source.size == 0 and not self._preset.empty_files:
            raise ServiceError(info(ErrorKind.EMPTY_FILE, key=source.key))
        policy = replace(self._policy(signal, outage=True), on_wait=report.waiting)
        ensure = Ensure(
            self._api,
            record_id,
            source,
            signal=signal,
            report=report,
            changing=self._changes_of(record_id),
            full=self._full,
            clock=self._client.clock,
            policy=policy,
            answer_s=self._limits.answer_s,
        )
        try:
            return await ensure.run()
        except ServiceError as error:
            await self._truth.explain(record_id, error)

    async def delete_file(self, record_id: str, key: str) -> None:
        """Remove a file of a draft."""
        async with self._changes_of(record_id):
            try:
                await self._api.delete(file_path(record_id, key), self._policy(), accept=PLAIN_JSON)
                self._full.pop(record_id, None)
            except ServiceError as error:
                if error.info.status == 404:
                    await self._truth.check_token()
                    return
                await self._truth.explain(record_id, error)

    # -- the account ---------------------------------------------------------------------------

    async def check_account(self) -> AccountCheck:
        """Say whether address, token and role are right; see `account.check`."""
        try:
            name = await check(self._api, self._truth, self.delete_draft, self._limits.create_s)
        except SendoffError as error:
            found = account_error(error.info, self._preset.scopes[0])
            return AccountCheck(self._account, found)
        return AccountCheck(self._account, signed_in_as=self._client.plain(name))

    async def aclose(self) -> None:
        """Close connections."""
        await self._client.aclose()

    # -- parts ---------------------------------------------------------------------------------

    async def _withdraw(self, record_id: str) -> None:
        """Delete a draft that was created with values missing; a failure is logged only."""
        try:
            await self.delete_draft(record_id)
        except ServiceError as error:
            _log.warning("draft %s could not be withdrawn: %s", record_id, error.kind)

    def _policy(self, signal: AbortSignal | None = None, *, outage: bool = False) -> RetryPolicy:
        return RetryPolicy(
            attempts=self._limits.attempts,
            outage_s=self._limits.outage_s if outage else 0.0,
            signal=signal,
        )

    def _changes_of(self, record_id: str) -> Lock:
        """Return the lock under which one deposit is changed: one mutation at a time."""
        lock = self._changing.get(record_id)
        if lock is None:
            lock = self._changing[record_id] = Lock()
        return lock

    def _refine(self, answer: Answer, found: ErrorInfo) -> ErrorInfo:
        self._budget.note(answer.headers)
        return refine(answer, found)

    def _read_draft(self, answer: Any) -> tuple[RecordRef, tuple[FieldError, ...]]:
        return self._truth.read_ref(answer), field_errors(answer.get("errors"))
