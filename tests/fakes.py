"""Scriptable fakes of our own protocols: a server's world that survives restarts, its adapter,
a provider, and local files. No HTTP; faults are placed before or after the effect of a call.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from desktop_app.core.errors import (
    ErrorKind,
    FileError,
    ServiceError,
    Verdict,
    info,
)
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    RecordRef,
    RecordState,
    RemoteFile,
    UploadedFile,
)
from desktop_app.core.run import RunFile
from desktop_app.services.base import (
    AccountCheck,
    Capabilities,
    OnWait,
    RecordDraft,
    UploadReport,
    UploadSource,
)
from desktop_app.workflow import AbortSignal

T = TypeVar("T")


def lost(kind: ErrorKind = ErrorKind.CONNECTION_LOST, **detail: Any) -> ServiceError:
    """An answer that never came: the request may have been applied."""
    return ServiceError(info(kind, verdict=Verdict.UNKNOWN_OUTCOME, **detail))


def refused(kind: ErrorKind, **detail: Any) -> ServiceError:
    """A clear refusal."""
    return ServiceError(info(kind, **detail))


def sha256(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


@dataclass
class Stored:
    """A record in the fake server's world."""

    id: str
    title: str
    metadata: str
    client_ref: str
    state: RecordState = RecordState.DRAFT
    files: dict[str, bytes] = field(default_factory=dict)
    partial: dict[str, bytes] = field(default_factory=dict)

    def ref(self) -> RecordRef:
        return RecordRef(
            self.id,
            self.state,
            self.title,
            f"https://repository.example/{self.id}",
            client_ref=self.client_ref,
            request_id=f"req-{self.id}-{self.state}",
        )


@dataclass(frozen=True)
class Call:
    """One request as the server's log has it."""

    name: str
    target: str = ""
    key: str = ""
    """The idempotency key, where the call has one."""


@dataclass
class Fault:
    """What happens to the next calls that match."""

    call: str
    what: Callable[[], Coroutine[Any, Any, None]]
    after: bool
    times: int
    skip: int
    target: str | None


class Held:
    """A call that hangs until a test lets it go."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._go = asyncio.Event()
        self.ignore_cancel = False

    def release(self) -> None:
        self._go.set()

    async def wait(self) -> None:
        self.reached.set()
        while not self._go.is_set():
            try:
                await self._go.wait()
            except asyncio.CancelledError:
                if not self.ignore_cancel:
                    raise


WRITES = (
    "create_record",
    "update_record",
    "upload_file",
    "delete_file",
    "finalize",
    "delete_draft",
)


class FakeServer:
    """The world behind the adapters: what is stored, who asked what, and the faults to come."""

    def __init__(self, capabilities: Capabilities | None = None) -> None:
        self.capabilities = capabilities or Capabilities(
            "local", honours_keys=True, checksum="sha256"
        )
        self.records: dict[str, Stored] = {}
        self.by_key: dict[str, str] = {}
        self.log: list[Call] = []
        self.sent: Counter[str] = Counter()
        """Whole bodies received, by file key."""
        self.token = "good"
        self.faults: list[Fault] = []
        self.hook: Callable[[str, bool, str], None] = lambda _name, _after, _target: None
        """Called before and after each effect; may raise, as a crash would."""
        self.resumed_from: dict[str, str] = {}
        """The upload reference that an adapter was last given, by file key."""
        self._number = 0

    # scripting

    def fail(
        self,
        call: str,
        error: Exception | Callable[[], Exception],
        *,
        after: bool = False,
        times: int = 1,
        skip: int = 0,
        target: str | None = None,
    ) -> None:
        """Raise `error` at the next `times` matching calls, after (or before) their effect."""

        async def what() -> None:
            raise error if isinstance(error, Exception) else error()

        self.faults.append(Fault(call, what, after, times, skip, target))

    def hang(
        self, call: str, *, after: bool = False, target: str | None = None, skip: int = 0
    ) -> Held:
        """Let the next matching call hang until it is released."""
        held = Held()
        self.faults.append(Fault(call, held.wait, after, 1, skip, target))
        return held

    def calls(self, name: str) -> list[Call]:
        return [call for call in self.log if call.name == name]

    def writes(self) -> list[str]:
        return [call.name for call in self.log if call.name in WRITES]

    def only_record(self) -> Stored:
        assert len(self.records) == 1, list(self.records.values())
        return next(iter(self.records.values()))

    # one call

    async def call(self, name: str, effect: Callable[[], T], target: str = "", key: str = "") -> T:
        """Log, fault before, effect, fault after."""
        self.log.append(Call(name, target, key))
        self.hook(name, False, target)
        await asyncio.sleep(0)
        await self._fault(name, target, after=False)
        result = effect()
        self.hook(name, True, target)
        await self._fault(name, target, after=True)
        return result

    async def _fault(self, name: str, target: str, *, after: bool) -> None:
        for fault in self.faults:
            if fault.call != name or fault.after is not after or fault.times == 0:
                continue
            if fault.target is not None and fault.target != target:
                continue
            if fault.skip:
                fault.skip -= 1
                continue
            fault.times -= 1
            await fault.what()
            return

    # effects

    def create(self, draft: RecordDraft) -> RecordRef:
        known = self.by_key.get(draft.idempotency_key)
        if self.capabilities.honours_keys and known is not None:
            return self.records[known].ref()
        self._number += 1
        record = Stored(f"r{self._number}", draft.title, draft.metadata, draft.client_ref)
        self.records[record.id] = record
        self.by_key[draft.idempotency_key] = record.id
        return record.ref()

    def record(self, record_id: str) -> Stored:
        if record_id not in self.records:
            raise refused(ErrorKind.NOT_FOUND, record=record_id)
        return self.records[record_id]

    def draft(self, record_id: str) -> Stored:
        record = self.record(record_id)
        if record.state is not RecordState.DRAFT:
            raise refused(ErrorKind.CONFLICT, state=record.state)
        return record

    def store(self, record_id: str, key: str, content: bytes) -> None:
        record = self.draft(record_id)
        self.sent[key] += 1
        if record.files.get(key, content) != content:
            raise refused(ErrorKind.DIFFERENT_CONTENT, key=key)
        record.files[key] = content

    def publish(self, record_id: str, files: tuple[UploadedFile, ...]) -> RecordRef:
        record = self.record(record_id)
        there = {key: len(content) for key, content in record.files.items()}
        if there != {one.key: one.size for one in files}:
            raise refused(ErrorKind.CONFLICT, reason="manifest")
        if record.state is RecordState.FINALIZED and not self.capabilities.honours_keys:
            raise refused(ErrorKind.NOT_FOUND)
        record.state = RecordState.FINALIZED
        return record.ref()

    def remove(self, record_id: str) -> None:
        if record_id in self.records:
            self.draft(record_id)
            del self.records[record_id]

    def listing(self, record_id: str) -> tuple[RemoteFile, ...]:
        record = self.record(record_id)
        algorithm = self.capabilities.checksum
        whole = [
            RemoteFile(key, len(content), sha256(content) if algorithm else "")
            for key, content in record.files.items()
        ]
        partial = [
            RemoteFile(key, None, complete=False, offset=len(content), upload_ref=f"/up/{key}")
            for key, content in record.partial.items()
        ]
        return (*whole, *partial)


class FakeService:
    """An adapter of the fake server, with the token it was opened with.

    `once` makes using it after `aclose` an error, as it is with a real one.
    """

    def __init__(self, server: FakeServer, token: str = "good", *, once: bool = False) -> None:
        self._server = server
        self._token = token
        self._once = once
        self.closed = False
        self.on_wait: OnWait = lambda _seconds, _error: None

    @property
    def capabilities(self) -> Capabilities:
        return self._server.capabilities

    def report_waits(self, on_wait: OnWait) -> None:
        self.on_wait = on_wait

    async def _call(self, name: str, effect: Callable[[], T], target: str = "", key: str = "") -> T:
        assert not (self.closed and self._once), "used after it was closed"

        def checked() -> T:
            if self._token != self._server.token:
                raise refused(ErrorKind.SIGN_IN)
            return effect()

        return await self._server.call(name, checked, target, key)

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        return await self._call(
            "create_record", lambda: self._server.create(draft), key=draft.idempotency_key
        )

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        def effect() -> RecordRef:
            record = self._server.draft(record_id)
            record.title, record.metadata = draft.title, draft.metadata
            return record.ref()

        return await self._call("update_record", effect, record_id)

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        def effect() -> tuple[RecordRef, ...]:
            found = self._server.records.values()
            return tuple(one.ref() for one in found if one.client_ref == client_ref)

        return await self._call("find_by_client_ref", effect)

    async def get_record(self, record_id: str) -> RecordRef:
        return await self._call("get_record", lambda: self._server.record(record_id).ref())

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        return await self._call("list_files", lambda: self._server.listing(record_id), record_id)

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        report.state(FileState.READING)
        digest = await source.digest("sha256")
        if self._server.capabilities.resumable:
            self._server.resumed_from[source.key] = report.upload_ref
            await report.remember_upload(f"/uploads/{source.key}")
        report.state(FileState.SENDING)
        content = b""
        async with source.open() as blocks:
            async for block in blocks:
                content += block
                report.sent(len(content))
                signal.touch()
                if self._server.capabilities.resumable:
                    report.acknowledged(len(content))
        report.state(FileState.WAITING_FOR_SERVER)
        await self._call(
            "upload_file", lambda: self._server.store(record_id, source.key, content), source.key
        )
        checksum = digest if self.capabilities.checksum else ""
        return UploadedFile(source.key, len(content), checksum, digest, f"req-{source.key}")

    async def delete_file(self, record_id: str, key: str) -> None:
        def effect() -> None:
            record = self._server.draft(record_id)
            record.files.pop(key, None)
            record.partial.pop(key, None)

        await self._call("delete_file", effect, key)

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,
        signal: AbortSignal,
    ) -> RecordRef:
        return await self._call(
            "finalize",
            lambda: self._server.publish(record_id, files),
            record_id,
            idempotency_key,
        )

    async def delete_draft(self, record_id: str) -> None:
        await self._call("delete_draft", lambda: self._server.remove(record_id), record_id)

    async def check_account(self) -> AccountCheck:
        return AccountCheck(Account("fake", "local"))

    async def aclose(self) -> None:
        self.closed = True


class FakeProvider:
    """Opens the fake service with the token that the person has now."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        self.token = "good"
        self.opened: list[FakeService] = []
        self.error: Exception | None = None

    async def open(self, account: Account) -> FakeService:
        if self.error is not None:
            raise self.error
        service = FakeService(self.server, self.token, once=True)
        self.opened.append(service)
        return service

    @property
    def left_open(self) -> int:
        return sum(not service.closed for service in self.opened)


class FakeDisk:
    """Local files: content by path, with fingerprints that change when the content does."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._written = Counter[str]()
        self.reads = Counter[str]()

    def write(self, path: str, content: bytes) -> None:
        self.files[path] = content
        self._written[path] += 1

    def touch(self, path: str) -> None:
        """A new time stamp, the same content."""
        self._written[path] += 1

    def fingerprint(self, path: str) -> Fingerprint:
        if path not in self.files:
            raise FileError(info(ErrorKind.FILE_MISSING, path=path))
        return Fingerprint(len(self.files[path]), self._written[path], 1)

    def plan(self, path: str, content: bytes | None = None, key: str = "") -> RunFile:
        if content is not None:
            self.write(path, content)
        return RunFile(path, key or path.rsplit("/", 1)[-1], self.fingerprint(path))

    def source(self, planned: RunFile) -> FakeSource:
        return FakeSource(self, planned)


class FakeSource:
    """Reads a fake local file; compares it with its fingerprint as the real one does."""

    def __init__(self, disk: FakeDisk, planned: RunFile) -> None:
        self._disk = disk
        self._planned = planned
        self.key = planned.key

    @property
    def size(self) -> int:
        return self._planned.fingerprint.size

    def _content(self) -> bytes:
        if self._disk.fingerprint(self._planned.path) != self._planned.fingerprint:
            raise FileError(info(ErrorKind.FILE_CHANGED, path=self._planned.path))
        return self._disk.files[self._planned.path]

    @asynccontextmanager
    async def open(self, offset: int = 0) -> AsyncIterator[AsyncIterator[bytes]]:
        async def blocks() -> AsyncIterator[bytes]:
            self._disk.reads[self._planned.path] += 1
            content = self._content()
            for start in range(offset, len(content), 1 << 20):
                yield content[start : start + (1 << 20)]

        yield blocks()

    def known_digest(self, algorithm: str) -> str:
        return ""

    async def digest(self, algorithm: str) -> str:
        content = self._content()
        return f"{algorithm}:{hashlib.new(algorithm, content).hexdigest()}"


def without_keys(**changes: Any) -> Capabilities:
    """A service as the repositories are: it honours no idempotency keys."""
    return replace(Capabilities("invenio", honours_keys=False, checksum="sha256"), **changes)
