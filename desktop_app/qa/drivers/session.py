"""Runs scenarios in this process: the session itself, without window and without command line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random

from desktop_app.core.changes import (
    AttemptBegun,
    FilesChanged,
    FilesConfirmed,
    LateEnded,
    RunBegun,
)
from desktop_app.core.log import Redactor
from desktop_app.core.measured import FileMoved, TokenRefused
from desktop_app.core.model import Account
from desktop_app.core.run import Run, RunFile, SaveRequest
from desktop_app.files.expansion import expand
from desktop_app.files.reading import FileReading
from desktop_app.qa.bench import Bench, Case
from desktop_app.qa.catalogue.model import Act, Do, Needs, Stop
from desktop_app.qa.drivers import Remarks, Seen, seen_of
from desktop_app.qa.drivers.process import (
    KILL,
    CommandProcess,
    save_arguments,
    write_settings,
)
from desktop_app.qa.honesty import Honesty
from desktop_app.qa.uncancellable import Uncancellable
from desktop_app.saving.events import Update
from desktop_app.saving.session import SaveSession, ServiceProvider
from desktop_app.services.base import RecordService
from desktop_app.services.http import at
from desktop_app.services.local import LocalService
from desktop_app.storage.journal import Journal

RETRY_SEED = 5


class SessionDriver:
    """Implements `Driver`. One session at a time, on the running loop.

    Args:
        services: opens a case's service; the built-in one's adapter by default.
        metadata: of the records, as JSON text, where the service wants some.
    """

    name = "session"
    slowness = 1.0
    overhead_s = 1.5
    offers = frozenset(Needs)

    def __init__(
        self,
        bench: Bench,
        services: Callable[[Case], ServiceProvider] | None = None,
        metadata: str = "{}",
    ) -> None:
        self._bench = bench
        self._services = services
        self._metadata = metadata
        self._session: SaveSession | None = None
        self._process: CommandProcess | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, case: Case) -> None:
        """Forget the last case; the session is made by the first act that needs one."""
        self._case = case
        self._run = ""
        self._late = asyncio.Event()
        self._remarks = Remarks()
        self._honesty = Honesty(self._bench.proxy, self._remarks)
        await write_settings(case)

    async def perform(self, act: Act) -> Seen:
        """Call the session's verb; a process of its own where it is to be killed."""
        self._act = act
        self._refused_stop = False
        if act.stop is Stop.KILL:
            return await self._killed()
        session = self._opened()
        verb = asyncio.ensure_future(self._verb(session, act.do))
        try:
            await asyncio.wait({verb})
        finally:
            verb.cancel()
        if act.stop is Stop.QUIT:
            return await self._seen(await self._opened().run(self._run))
        return await self._seen(verb.result())

    async def stop(self, how: Stop) -> None:
        """Ask the session to stop, close it, or kill the process."""
        match how:
            case Stop.KILL:
                assert self._process is not None
                self._process.send(KILL)
            case Stop.CANCEL:
                assert self._session is not None
                self._refused_stop = not self._session.request_cancel(self._run)
            case Stop.QUIT:
                await self._close()

    async def late_outcome(self) -> None:
        """Wait for the session to report it."""
        await self._late.wait()

    async def end(self) -> bytes:
        """Close the session and end the process."""
        if self._process is not None:
            self._process.send(KILL)
            self._process = None
        await self._close()
        return b""

    async def _verb(self, session: SaveSession, do: Do) -> Run:
        match do:
            case Do.SAVE:
                return await session.save(await self._request(), self._hear)
            case Do.RESUME:
                return await session.resume(self._run, self._hear)
            case Do.RETRY_FINALIZE:
                return await session.retry_finalize(self._run, self._hear)
            case Do.CHECK:
                return await session.check(self._run, self._hear)
            case Do.DISCARD:
                return await session.discard(self._run)

    async def _request(self) -> SaveRequest:
        case = self._case
        files: list[RunFile] = []
        async for batch in expand(case.paths, slash=True):
            files.extend(batch)
        finalize = case.scenario.finalize
        return SaveRequest(
            case.account, case.title, self._metadata, tuple(files), finalize=finalize
        )

    def _hear(self, update: Update) -> None:
        match update.news:
            case FileMoved(n=n):
                self._honesty.look(update.run.files[n], update.news)
            case FilesConfirmed(files=files) | FilesChanged(files=files):
                for one in files:
                    self._honesty.look(one)
            case RunBegun() | AttemptBegun():
                self._run = update.run.id
            case LateEnded():
                self._late.set()
            case TokenRefused() if self._act.signs_in:
                task = asyncio.get_running_loop().create_task(self._sign_in(), name="qa sign in")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _sign_in(self) -> None:
        assert self._session is not None
        self._bench.proxy.renew_token()
        await self._bench.clear_service()
        self._session.provide_token(self._case.account.id)

    async def _killed(self) -> Seen:
        await self._close()
        self._process = CommandProcess(self._case, save_arguments(self._case))
        await self._process.start()
        await self._process.ended()
        self._process = None
        (report,) = await self._opened().runs()
        self._run = report.id
        return await self._seen(report)

    async def _seen(self, report: Run) -> Seen:
        log = json.dumps(await self._opened().support_log(self._run), default=str, indent=1)
        if self._case.token in log:
            self._remarks.add("the token is in the support log")
        remarks = tuple(self._remarks.found)
        return seen_of(report, refused_stop=self._refused_stop, log=log, remarks=remarks)

    def _opened(self) -> SaveSession:
        if self._session is None:
            self._session = open_session(self._case, self._services)
        return self._session

    async def _close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close(self._case.limits.quit_grace_s)


def open_session(
    case: Case, services: Callable[[Case], ServiceProvider] | None = None
) -> SaveSession:
    """Return a session on the case's data folder, whose one service is the case's."""
    reading = FileReading()
    return SaveSession(
        journal=Journal(case.home),
        provider=services(case) if services is not None else CaseServices(case),
        source_factory=reading.source,
        limits=case.limits,
        redact=Redactor(),
        version="qa",
    )


class CaseServices:
    """Opens the service of a case; implements `ServiceProvider`. Pauses of retries are seeded."""

    def __init__(self, case: Case) -> None:
        self._case = case

    async def open(self, account: Account) -> RecordService:
        """Return a service with fresh connections, behind the proxy."""
        case = self._case
        service = LocalService(
            at(account.address, case.token),
            account=account,
            limits=case.limits,
            random=Random(RETRY_SEED),  # noqa: S311 - pauses, no secret
        )
        if Needs.UNCANCELLABLE in case.scenario.needs:
            return Uncancellable(service)
        return service
