"""The facade of *Repair draft*: what it refuses, and what it says when an answer is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind, JournalError, SendoffError
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    Account,
    EntryState,
    FileState,
    Fingerprint,
    RecordRef,
)
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.repair import DraftRepair, RepairProgress
from desktop_app.services.base import Capabilities, RecordService, UploadSource
from desktop_app.workflow import AbortController, CancelReason, OperationAborted
from tests.fakes import FakeProvider, FakeServer
from tests.invenio.bench import Bench, Source, complete, content, draft, play, signal
from tests.invenio.tap import Break

SITE = Account("test", "invenio", "Site", "http://127.0.0.1:1")
MINE = (Source("a.bin", content(3000, 1)), Source("b.bin", content(4000, 2)))


class Runs:
    """A session of which only the runs are asked."""

    def __init__(self, *reports: Run) -> None:
        self._reports = reports

    async def runs(self, *, unfinished_only: bool = False) -> tuple[Run, ...]:
        assert unfinished_only
        return self._reports


class Opener:
    """Opens the bench's service."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    async def open(self, account: Account) -> RecordService:
        return self._bench.service()


def facade(bench: Bench, *reports: Run, files: Sequence[Source] = MINE) -> DraftRepair:
    by_key = {source.key: source for source in files}

    def source(file: RunFile) -> UploadSource:
        return by_key[file.key]

    return DraftRepair(Runs(*reports), Opener(bench), source)


def planned(*sources: Source) -> tuple[RunFile, ...]:
    return tuple(RunFile(f"/{s.key}", s.key, Fingerprint(s.size, 1, 1)) for s in sources)


def told(progress: list[RepairProgress]) -> Callable[[RepairProgress], None]:
    return progress.append


async def an_empty_draft(bench: Bench) -> str:
    return (await bench.service().create_record(draft(), signal())).id


def test_mending_sends_what_is_missing_and_tells_how_far_it_is() -> None:
    async def scenario(bench: Bench) -> None:
        record = await an_empty_draft(bench)
        progress: list[RepairProgress] = []
        look = await facade(bench).repair(SITE, record, planned(*MINE), signal(), told(progress))
        assert look.sound
        assert await bench.held(record) == complete(*MINE)
        sent = [one.sent for one in progress if one.key == "b.bin"]
        assert max(sent) == 4000
        assert {one.state for one in progress} >= {
            FileState.SENDING,
            FileState.WAITING_FOR_SERVER,
        }

    play("double", scenario)


@pytest.mark.parametrize("way", [Break.BEFORE, Break.AFTER])
def test_a_lost_answer_ends_in_a_draft_that_holds_each_file_once(way: Break) -> None:
    async def scenario(bench: Bench) -> None:
        record = await an_empty_draft(bench)
        bench.tap.add("POST", r"/commit$", way)
        bench.tap.add("PUT", r"/content$", way)
        look = await facade(bench).repair(SITE, record, planned(*MINE), signal(), told([]))
        assert look.sound
        assert await bench.held(record) == complete(*MINE)

    play("double", scenario)


def test_a_draft_that_a_save_fills_now_is_left_alone() -> None:
    async def scenario(bench: Bench) -> None:
        record = await an_empty_draft(bench)
        run = Run("r1", SITE, "T", "", record=RecordRef(record), busy=True)
        before = len(bench.tap.passed)
        with pytest.raises(JournalError) as refusal:
            await facade(bench, run).repair(SITE, record, planned(*MINE), signal(), told([]))
        assert refusal.value.kind is ErrorKind.RUN_BUSY
        assert len(bench.tap.passed) == before

    play("double", scenario)


def test_a_published_record_is_told_as_one() -> None:
    async def scenario(bench: Bench) -> None:
        record = await an_empty_draft(bench)
        await facade(bench).repair(SITE, record, planned(*MINE), signal(), told([]))
        status, _ = await bench.ask("POST", f"/records/{record}/draft/actions/publish")
        assert status == 202
        with pytest.raises(SendoffError) as refusal:
            await facade(bench).examine(SITE, record, planned(*MINE))
        assert refusal.value.kind is ErrorKind.CONFLICT
        assert refusal.value.info.get("reason") == "published"

    play("double", scenario)


def test_an_aborted_mending_keeps_what_was_mended() -> None:
    async def scenario(bench: Bench) -> None:
        record = await an_empty_draft(bench)
        stopper = AbortController()

        def after_the_first(now: RepairProgress) -> None:
            if now.key == "a.bin" and now.state is FileState.WAITING_FOR_SERVER:
                stopper.abort(CancelReason.USER)

        with pytest.raises(OperationAborted):
            await facade(bench).repair(
                SITE, record, planned(*MINE), stopper.signal, after_the_first
            )
        look = await facade(bench).examine(SITE, record, planned(*MINE))
        found = {one.key: one.state for one in look.entries}
        assert found["b.bin"] is EntryState.MISSING
        look = await facade(bench).repair(SITE, record, planned(*MINE), signal(), told([]))
        assert look.sound

    play("double", scenario)


def test_a_service_without_drafts_says_so_and_is_closed() -> None:
    async def scenario(_bench: Bench) -> None:
        provider = FakeProvider(FakeServer(Capabilities("local")))
        repair = DraftRepair(Runs(), provider, lambda _file: MINE[0])
        with pytest.raises(BadInputError) as refusal:
            await repair.drafts(LOCAL_ACCOUNT)
        assert refusal.value.info.get("reason") == "no_drafts"
        assert provider.left_open == 0

    play("double", scenario)
