"""Whatever happens in whatever order, promises 2 to 5 of the product hold after every step.

A person saves, resumes, retries, checks, cancels and discards; answers get lost, the service
refuses, its process and the client's process end; and always:

2. one intent, one record, each file once, and no fresh key for the same body;
3. after a lost answer nothing is said to be done or not done before the server was asked;
4. what the journal has as confirmed is on the server, and is not sent again;
5. after a stop nothing is written until the person goes on.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.core.model import FileState, NextAction, OutcomeKind, RecordState
from desktop_app.core.next_step import next_action, next_steps
from desktop_app.core.run import Run
from desktop_app.services.base import Capabilities
from tests.fakes import lost, refused, without_keys
from tests.saving.crash import FragileWorld

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")
CALLS = st.sampled_from(
    ["create_record", "upload_file", "finalize", "list_files", "get_record", "find_by_client_ref"]
)
ERRORS = st.sampled_from(
    [
        lost(),
        lost(ErrorKind.TIMED_OUT),
        refused(ErrorKind.LOCKED),
        refused(ErrorKind.QUOTA),
        refused(ErrorKind.SIGN_IN),
        ServiceError(info(ErrorKind.REFUSED, verdict=Verdict.TRANSIENT)),
        ServiceError(info(ErrorKind.OVERLOADED, verdict=Verdict.TRANSIENT)),
        KeyError("a defect"),
    ]
)
MEMORY = "/dev/shm"
READS = {"list_files", "get_record", "find_by_client_ref"}


class Saves(RuleBasedStateMachine):
    """One intent of one person, through everything that can happen to it."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None)
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)
        self.report: Run | None = None
        self.discarded = False
        self.confirmed: dict[str, int] = {}

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run_until_complete(work)

    @initialize(keys=st.booleans(), files=st.integers(0, 4), interactive=st.just(False))
    def begin(self, keys: bool, files: int, interactive: bool) -> None:
        async def make() -> FragileWorld:
            world = FragileWorld(Path(self._folder.name), KEYED if keys else without_keys())
            world.interactive = interactive
            world.start()
            return world

        self.world: FragileWorld = self.do(make())
        self.request = self.world.request(*self.world.files(files))

    # faults to come

    @rule(call=CALLS, error=ERRORS, after=st.booleans(), times=st.integers(1, 3))
    def a_fault_to_come(self, call: str, error: Exception, after: bool, times: int) -> None:
        if after and call in READS:
            after = False
        known = isinstance(error, ServiceError) and error.verdict is not Verdict.UNKNOWN_OUTCOME
        if after and known:
            return  # a refusal after the effect would be a lie that no client can see through
        self.world.server.fail(call, error, after=after, times=times)

    @rule(points=st.integers(0, 40))
    def a_power_cut_to_come(self, points: int) -> None:
        self.world.power.passed.clear()
        self.world.power.fails_at = points

    @rule()
    def the_weather_clears(self) -> None:
        self.world.server.faults.clear()
        self.world.power.fails_at = None

    # what the person does

    @precondition(lambda self: self.report is None)
    @rule()
    def save(self) -> None:
        self._act(self.world.session.save(self.request, self.world.listen))

    @precondition(lambda self: self._offers(NextAction.RESUME, NextAction.SIGN_IN))
    @rule()
    def resume(self) -> None:
        self._act(self.world.session.resume(self._run, self.world.listen))

    @precondition(lambda self: self._offers(NextAction.RETRY_FINALIZE))
    @rule()
    def retry_finalize(self) -> None:
        creates = len(self.world.server.calls("create_record"))
        sent = self.world.server.sent.total()
        self._act(self.world.session.retry_finalize(self._run, self.world.listen))
        assert len(self.world.server.calls("create_record")) == creates
        assert self.world.server.sent.total() == sent

    @precondition(lambda self: self.report is not None)
    @rule()
    def check(self) -> None:
        before = self.world.server.writes()
        self._act(self.world.session.check(self._run, self.world.listen))
        assert self.world.server.writes() == before, "to check is to read"

    @precondition(lambda self: self._offers(NextAction.RESUME, NextAction.RETRY_FINALIZE))
    @rule(turns=st.integers(0, 60))
    def go_on_and_cancel(self, turns: int) -> None:
        async def scene() -> Run | None:
            session = self.world.session
            task = asyncio.ensure_future(session.resume(self._run, self.world.listen))
            for _ in range(turns):
                await asyncio.sleep(0)
            stopped = session.request_cancel(self._run)
            before = self.world.server.writes()
            report: Run | None = await self.world.until_the_cut(task)
            if stopped and report is not None and report.outcome is OutcomeKind.STOPPED:
                assert self.world.server.writes() == before, "after Cancel nothing is written"
            return report

        self._after(self.do(scene()))

    @precondition(lambda self: self._offers(NextAction.DISCARD))
    @rule()
    def discard(self) -> None:
        self._act(self.world.session.discard(self._run))
        self.discarded = self.report is not None and (self.report.outcome is OutcomeKind.DISCARDED)

    @rule()
    def restart(self) -> None:
        self.do(self.world.restart())
        if self.report is not None:
            self.report = self.do(self.world.session.run(self._run))

    # bookkeeping

    @property
    def _run(self) -> str:
        assert self.report is not None
        return self.report.id

    def _offers(self, *actions: NextAction) -> bool:
        if self.report is None:
            return False
        return bool({next_action(self.report), *next_steps(self.report)[1]} & set(actions))

    def _act(self, work: Coroutine[Any, Any, Run]) -> None:
        self._after(self.do(self.world.until_the_cut(work)))

    def _after(self, report: Run | None) -> None:
        self.world.power.fails_at = None
        if report is None:  # the process ended: learn from the journal what it knew
            runs = self.do(self.world.session.runs())
            report = runs[0] if runs else None
        self.report = report

    # promises

    @invariant()
    def one_record_and_each_file_once(self) -> None:
        records = getattr(self, "world", None) and self.world.server.records
        if not records:
            return
        live = [one for one in records.values() if one.files or one.state is not RecordState.DRAFT]
        assert len(live) <= 1, "two records hold something"
        if self.world.server.capabilities.honours_keys:
            assert len(records) == 1
        local = self.world.local()
        for record in live:
            assert record.files.items() <= local.items()

    @invariant()
    def no_fresh_key_for_the_same_body(self) -> None:
        if not hasattr(self, "world"):
            return
        for name in ("create_record", "finalize"):
            assert len({call.key for call in self.world.server.calls(name)}) <= 1

    @invariant()
    def what_is_said_is_true(self) -> None:
        if self.report is None or not hasattr(self, "world"):
            return
        records = self.world.server.records
        record = self.report.record
        stored = records.get(record.id) if record is not None else None
        if self.report.outcome is OutcomeKind.DONE:
            assert stored is not None
            assert stored.state is RecordState.FINALIZED
            assert stored.files == self.world.local()
        if self.report.outcome is OutcomeKind.DISCARDED:
            assert stored is None
        for one in self.report.files:
            if one.state is FileState.CONFIRMED and stored is not None:
                assert one.key in stored.files

    @invariant()
    def a_retry_is_offered_only_of_what_was_not_done(self) -> None:
        if self._offers(NextAction.RETRY_FINALIZE) and self.report and self.report.record:
            stored = self.world.server.records[self.report.record.id]
            assert stored.state is RecordState.DRAFT

    @invariant()
    def nothing_confirmed_was_sent_again(self) -> None:
        if self.report is None:
            return
        sent = self.world.server.sent
        for key, count in self.confirmed.items():
            assert sent[key] == count, f"{key} went out again"
        for one in self.report.confirmed:
            self.confirmed.setdefault(one.key, sent[one.key])

    def teardown(self) -> None:
        try:
            if hasattr(self, "world"):
                self.the_weather_clears()
                self._finish()
        finally:
            if hasattr(self, "world"):
                self.do(self.world.session.close(0.0))
            self._loop.close()
            self._folder.cleanup()

    def _finish(self) -> None:
        """In good weather what the person can do next leads to the end, in a few steps."""
        if self.report is None:
            self.save()
        for _ in range(6):
            assert self.report is not None
            match next_action(self.report):
                case NextAction.OPEN_RECORD | NextAction.NONE:
                    break
                case NextAction.CHECK_AGAIN:
                    self.check()
                case NextAction.RETRY_FINALIZE:
                    self.retry_finalize()
                case _:
                    self._act(self.world.session.resume(self._run, self.world.listen))
        assert self.report is not None
        if self.discarded:
            assert self.report.outcome is OutcomeKind.DISCARDED
        else:
            assert self.report.outcome is OutcomeKind.DONE, self.report


Saves.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=14,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestSaves = Saves.TestCase
