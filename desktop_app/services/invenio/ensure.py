"""One file, made to be there: look, send only into an entry that is pending, compare, repair.

    look (GET) --- absent -------> init -----------------+
     ^   |-------- same ---------> done                  |
     |   |-------- other, not ours > DIFFERENT_CONTENT   |
     |   |-------- other, ours --> delete, init ---------+
     |   `-------- pending ------> (with bytes of ours: commit, compare, else delete, init)
     |                                                   v
     `--- pause <-- anything else --- PUT, commit, compare --- same --> done

A content PUT is never repeated blindly: into a completed entry it destroys the file, its 200 may
carry `errors`, and after a broken one the entry may be gone, pending, or about to be removed.
"""

from __future__ import annotations

from asyncio import Lock
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Any

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, Verdict, info
from desktop_app.core.model import FileState, RemoteFile, UploadedFile
from desktop_app.services.base import UploadReport, UploadSource
from desktop_app.services.http import Body, RetryPolicy, tidy
from desktop_app.services.invenio.api import PLAIN_JSON, Api, draft_path, file_path
from desktop_app.services.invenio.documents import remote_file, stored_key
from desktop_app.workflow import AbortSignal

MOST_TRANSFERS = 3
"""How often one file's bytes are sent before the failure is reported."""
PAUSES_S = (2.0, 4.0, 8.0, 8.0, 8.0, 8.0, 8.0)
"""Between looks; their number bounds the rounds in which nothing could be sent, too."""
_LONGEST_PAUSE_S = 60.0
"""The longest pause before the next look at one file, whatever the site asks for."""
_FINAL = frozenset(
    {
        ErrorKind.TOO_LARGE,
        ErrorKind.QUOTA,
        ErrorKind.BAD_NAME,
        ErrorKind.EMPTY_FILE,
        ErrorKind.UNSUPPORTED_TYPE,
        ErrorKind.TOO_MANY_FILES,
        ErrorKind.LOCKED,
    }
)
"""Refusals of a file that sending it again would only repeat."""
_USUAL = "md5"
"""The algorithm of InvenioRDM's checksums."""
_MAY_BE_THERE = frozenset({409, 412})
_SETTLED_BY_A_LOOK = frozenset({400, 404})
"""Refusals with meanings of their own: a transfer that failed, an entry that is there or gone."""


class _Place(Enum):
    """What a look found under the key."""

    ABSENT = auto()
    READY = auto()
    """Pending, nothing of ours in it."""
    OCCUPIED = auto()
    """Ours, and not what it should be."""
    UNSETTLED = auto()
    """Complete, its checksum not there yet."""


class Ensure:
    """The procedure for one file of one draft.

    Args:
        api: to the site.
        record_id: the draft.
        source: the local file.
        signal: asked between steps, touched while bytes move and while pausing.
        report: gets phases, bytes and pauses; an upload that it remembers makes what is under
            the key ours.
        changing: held while entries of the draft are made or removed.
        full: why records take no further entry, by their id; added to here.
        clock: of the pauses.
        policy: of the calls that may be repeated.
        answer_s: how long a commit may take, in seconds.
    """

    def __init__(
        self,
        api: Api,
        record_id: str,
        source: UploadSource,
        *,
        signal: AbortSignal,
        report: UploadReport,
        changing: Lock,
        full: dict[str, ErrorInfo],
        clock: Clock,
        policy: RetryPolicy,
        answer_s: float,
    ) -> None:
        self._api = api
        self._record_id = record_id
        self._use(source.key)
        self._init_path = f"{draft_path(record_id)}/files"
        self._source = source
        self._signal = signal
        self._report = report
        self._changing = changing
        self._full = full
        self._clock = clock
        self._policy = policy
        self._answer_s = answer_s
        self._ours = bool(report.upload_ref)
        self._transfers = 0
        self._place = _Place.ABSENT
        self._unverified: UploadedFile | None = None
        self._why = info(ErrorKind.NOT_CONFIRMED, key=source.key)

    async def run(self) -> UploadedFile:
        """Return once the site holds exactly this content.

        Raises:
            ServiceError: DIFFERENT_CONTENT, a refusal of the file, or the last failure after
                `MOST_TRANSFERS`. 401, 403 and 404 as they came: whether the token died or the
                draft is gone is for the caller to find out.
            FileError: the local file is missing, unreadable or changed.
            OperationAborted: the signal was aborted.
        """
        for pause in PAUSES_S:
            self._signal.raise_if_aborted()
            if confirmed := await self._look():
                return confirmed
            if self._transfers >= MOST_TRANSFERS:
                break
            if await self._made_ready() and (confirmed := await self._transfer()):
                return confirmed
            await self._pause(pause)
        if self._unverified is not None:
            return self._unverified
        # A look has just shown that it is not there: no unknown outcome any more.
        raise ServiceError(replace(self._why, verdict=Verdict.TRANSIENT))

    async def _look(self) -> UploadedFile | None:
        """Return the file if it is there; else set `_place` to what is."""
        entry = await self._entry()
        if entry is not None and not entry.complete and self._ours:
            why = self._why
            entry = await self._commit() or entry
            self._why = why  # that nothing had arrived is not worth reporting
        if entry is None:
            self._place = _Place.ABSENT
        elif not entry.complete:
            self._place = _Place.OCCUPIED if self._ours else _Place.READY
        elif confirmed := await self._compared(entry):
            return confirmed
        elif entry.checksum_due:
            self._place = _Place.UNSETTLED
        elif not self._ours:
            raise _different(entry)
        else:
            self._place = _Place.OCCUPIED
        return None

    async def _made_ready(self) -> bool:
        """Make an entry that is pending and empty; return whether there is one."""
        if self._place in (_Place.READY, _Place.UNSETTLED):
            return self._place is _Place.READY
        if self._place is _Place.OCCUPIED:
            await self._delete()
        return await self._init()

    async def _transfer(self) -> UploadedFile | None:
        """Send the bytes, commit and compare; None where only a look can show what happened."""
        await self._report.remember_upload(self._content_path)
        self._ours = True
        body = Body(self._source.size, self._source.open, self._on_sent, self._source.key)
        try:
            once = replace(self._policy, attempts=1, outage_s=0.0)
            await self._api.put_content(self._content_path, body, self._read_put, once)
        except ServiceError as error:
            if error.verdict is not Verdict.TRANSIENT:
                self._transfers += 1
            if error.info.status in _MAY_BE_THERE and (same := await self._there_already()):
                return same
            self._note(error)
            return None
        self._transfers += 1
        entry = await self._commit()
        if entry is None or not entry.complete:
            return None
        return await self._compared(entry)

    async def _there_already(self) -> UploadedFile | None:
        """Return the file if a transfer was refused because the site holds this very content."""
        entry = await self._entry()
        complete = entry is not None and entry.complete
        return await self._compared(entry) if entry is not None and complete else None

    def _read_put(self, answer: Any) -> None:
        """Raise for a 200 that failed: it carries `errors`, a text or a list.

        So InvenioRDM 13 and later answer a body that was cut short, and remove the entry; 12
        answers 400.
        """
        if errors := dict(answer).get("errors"):
            text = errors if isinstance(errors, str) else "; ".join(str(e) for e in errors)
            raise ServiceError(
                info(
                    ErrorKind.NOT_CONFIRMED,
                    verdict=Verdict.UNKNOWN_OUTCOME,
                    server_text=tidy(text),
                    key=self._key,
                )
            )

    def _on_sent(self, total: int) -> None:
        self._signal.touch()
        self._report.sent(total)

    async def _entry(self) -> RemoteFile | None:
        try:
            return await self._api.get(
                self._path, remote_file, accept=PLAIN_JSON, policy=self._policy
            )
        except ServiceError as error:
            if error.info.status != 404:
                raise
            return None

    async def _init(self) -> bool:
        """Make the entry; return whether it is there and pending now.

        Neither size nor checksum is declared: the entry would show them as if it knew.
        """
        async with self._changing:
            if self._record_id in self._full:
                raise ServiceError(self._full[self._record_id])
            try:
                stored = await self._api.send(
                    "POST",
                    self._init_path,
                    lambda answer: stored_key(answer, self._source.key),
                    expect=201,
                    repeatable=False,
                    document=[{"key": self._source.key}],
                    accept=PLAIN_JSON,
                    policy=self._policy,
                )
            except ServiceError as error:
                return await self._made_after_all(error)
        await self._learn(stored)
        return True

    def _use(self, key: str) -> None:
        self._key = key
        self._path = file_path(self._record_id, key)
        self._content_path = f"{self._path}/content"

    async def _learn(self, stored: str) -> None:
        """Take the key in the site's answer for the file's own."""
        if stored and stored != self._key:
            await self._report.stored_as(stored)
            self._use(stored)

    async def _made_after_all(self, error: ServiceError) -> bool:
        """An init was refused or its answer lost: look whether the entry is there."""
        if error.kind is ErrorKind.TOO_MANY_FILES:
            self._full[self._record_id] = error.info
        self._note(error)
        entry = await self._entry()
        if entry is None:
            # Perhaps it is there under the key that the site made of ours.
            read = partial(stored_key, asked=self._source.key)
            await self._learn(await self._api.get(self._init_path, read, accept=PLAIN_JSON))
            entry = await self._entry()
        if entry is None and error.verdict is not Verdict.UNKNOWN_OUTCOME:
            raise error
        return entry is not None and not entry.complete

    async def _commit(self) -> RemoteFile | None:
        """Commit what arrived; None where that says nothing (404, 500, a lost answer)."""
        self._report.state(FileState.WAITING_FOR_SERVER)
        try:
            return await self._api.send(
                "POST",
                f"{self._path}/commit",
                remote_file,
                expect=200,
                repeatable=True,
                accept=PLAIN_JSON,
                policy=replace(self._policy, attempts=1, outage_s=0.0),
                limit_s=self._answer_s,
            )
        except ServiceError as error:
            self._note(error)
            return None

    async def _delete(self) -> None:
        async with self._changing:
            try:
                await self._api.delete(self._path, self._policy, accept=PLAIN_JSON)
                self._full.pop(self._record_id, None)
            except ServiceError as error:
                if error.info.status != 404:
                    raise

    async def _compared(self, entry: RemoteFile) -> UploadedFile | None:
        """Return the file if the site's size and checksum are those of the local one.

        What we sent, and the site has a checksum of that cannot be compared, counts by its size: it
        is not verified. One that is still to come is waited for, and counts so in the end, too.
        """
        self._unverified = None
        if entry.size == self._source.size and (entry.checksum or self._ours):
            algorithm = entry.checksum.partition(":")[0] or _USUAL
            if not self._source.known_digest(algorithm):
                self._report.state(FileState.READING)  # takes long where the file was sent before
            local = await self._source.digest(algorithm)
            found = UploadedFile(entry.key, entry.size, entry.checksum, local, entry.request_id)
            if entry.checksum_due:
                self._unverified = found
            elif entry.checksum in ("", local):
                return found
        due = entry.checksum_due
        self._why = info(ErrorKind.NOT_CONFIRMED, key=entry.key) if due else _different(entry).info
        return None

    def _note(self, error: ServiceError) -> None:
        """Keep why a step failed, or raise what no repetition can change."""
        if error.verdict is Verdict.PERMANENT and (error.kind in _FINAL or _is_final(error.info)):
            raise error
        self._why = error.info

    async def _pause(self, seconds: float) -> None:
        asked = min(self._why.retry_after_s or 0.0, _LONGEST_PAUSE_S)
        seconds = max(seconds, asked)
        self._report.waiting(seconds, self._why)
        end = self._clock.monotonic() + seconds
        while (left := end - self._clock.monotonic()) > 0:
            self._signal.raise_if_aborted()
            self._signal.touch()
            await self._clock.sleep(min(left, 1.0))


def _is_final(error: ErrorInfo) -> bool:
    """Whether a refusal would only be repeated; one without a status never is."""
    return (error.status or 0) >= 400 and error.status not in _SETTLED_BY_A_LOOK


def _different(entry: RemoteFile) -> ServiceError:
    """Return why an entry that is not ours is not taken for the local file."""
    facts: ErrorInfo = info(ErrorKind.DIFFERENT_CONTENT, key=entry.key, size=entry.size)
    if not entry.checksum:
        facts = info(ErrorKind.DIFFERENT_CONTENT, key=entry.key, reason="uncomparable")
    return ServiceError(facts)
