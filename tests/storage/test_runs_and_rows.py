"""Whatever happens to a run, in whatever order: what is in memory is what a restart loads."""

from __future__ import annotations

import asyncio
import os
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.changes import (
    AttemptBegun,
    Change,
    CheckBegan,
    CreateUnconfirmed,
    DraftReplaced,
    DuplicateSeen,
    Ended,
    FilesChanged,
    FilesConfirmed,
    FinalizeWanted,
    FormEdited,
    HistoryLine,
    KeyIssued,
    LateEnded,
    Noted,
    OutcomeSettled,
    PersonsFiles,
    RecordSeen,
    RequestUnanswered,
    RunBegun,
    RunEnded,
    StageBegan,
    StageEnded,
    StoredAs,
    UploadOpened,
    apply,
)
from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError, Verdict
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import IssuedKey, Run, RunFile, SkippedEntry
from desktop_app.storage.journal import Journal

FILES = 3
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
STAGES = st.sampled_from(SaveStage)
ENDS = [one for one in StageState if one not in (StageState.ACTIVE, StageState.PENDING)]
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
TIMES = st.datetimes().map(lambda at: f"{at.isoformat(timespec='milliseconds')}+00:00")
SECONDS = st.floats(0, 10**6)
BYTES = st.integers(0, 2**62)
ERRORS = st.builds(
    ErrorInfo,
    st.sampled_from(ErrorKind),
    st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple),
    TEXT,
    st.none() | st.integers(100, 599),
    TEXT,
    st.none() | SECONDS,
    st.lists(st.builds(FieldError, TEXT, st.lists(TEXT, max_size=2).map(tuple)), max_size=2).map(
        tuple
    ),
    st.sampled_from(Verdict),
)
MAYBE = st.none() | ERRORS
RECORDS = st.builds(RecordRef, TEXT, st.sampled_from(RecordState), TEXT, TEXT, TEXT, TEXT, TEXT)


def files_of(n: int) -> st.SearchStrategy[RunFile]:
    return st.builds(
        RunFile,
        path=st.just(f"/home/{n}"),
        key=st.just(f"{n}.txt"),
        fingerprint=st.builds(Fingerprint, BYTES, BYTES, st.integers(0, 2**64 - 1)),
        state=st.sampled_from(FileState),
        error=MAYBE,
        n=st.just(n),
        local_checksum=TEXT,
        checksum=TEXT,
        acknowledged=BYTES,
        upload_ref=TEXT,
        attempts=st.integers(0, 99),
        left_out=st.booleans(),
        request_id=TEXT,
    )


PLACES = st.integers(0, FILES - 1)
SOME = st.lists(PLACES.flatmap(files_of), min_size=1, max_size=FILES, unique_by=lambda one: one.n)
RUNS = st.builds(
    Run,
    id=st.just("run-1"),
    account=st.builds(Account, TEXT, TEXT, TEXT, TEXT),
    title=TEXT,
    metadata=TEXT,
    finalize=st.booleans(),
    attach_to=TEXT,
    marker=TEXT,
    started=TIMES,
    version=TEXT,
    files=st.tuples(*map(files_of, range(FILES))),
    skipped=st.lists(st.builds(SkippedEntry, TEXT, ERRORS), max_size=2).map(tuple),
    kept=st.frozensets(TEXT, max_size=2),
)
CHANGES: st.SearchStrategy[Change] = st.one_of(
    st.builds(RunBegun),
    st.builds(AttemptBegun),
    st.builds(KeyIssued, st.builds(IssuedKey, STAGES, TEXT, st.uuids().map(str))),
    st.builds(StageBegan, STAGES, TIMES),
    st.builds(StageEnded, STAGES, st.sampled_from(ENDS), TIMES, SECONDS, TEXT, MAYBE),
    st.builds(RequestUnanswered, STAGES, TIMES, st.sampled_from([60.0, 120.0, 0.5])),
    st.builds(CheckBegan, STAGES, TIMES, st.integers(0, 2)),
    st.builds(OutcomeSettled, STAGES, st.sampled_from(Settled), st.none() | RECORDS, MAYBE),
    st.builds(RecordSeen, st.none() | RECORDS, TEXT),
    st.builds(CreateUnconfirmed),
    st.builds(FormEdited, TEXT, TEXT, st.booleans()),
    st.builds(FinalizeWanted),
    st.builds(DraftReplaced, st.uuids().map(str)),
    st.builds(PersonsFiles, st.frozensets(TEXT, max_size=2)),
    st.builds(FilesConfirmed, SOME.map(tuple)),
    st.builds(FilesChanged, SOME.map(tuple)),
    st.builds(UploadOpened, PLACES, TEXT),
    st.builds(StoredAs, PLACES, TEXT),
    st.builds(DuplicateSeen, TEXT, ERRORS),
    st.builds(Noted, st.builds(HistoryLine, st.just("noted"), st.none(), TEXT, MAYBE, TEXT)),
    st.builds(LateEnded, STAGES, MAYBE),
    st.builds(
        RunEnded,
        st.builds(
            Ended,
            st.none() | st.sampled_from(OutcomeKind),
            st.none() | STAGES,
            MAYBE,
            TEXT,
            st.booleans(),
        ),
        TIMES,
    ),
)


@settings(max_examples=50, deadline=None)
@given(run=RUNS, changes=st.lists(CHANGES, max_size=8))
def test_memory_is_what_a_restart_loads_after_every_change(run: Run, changes: list[Change]) -> None:
    async def scene(folder: Path) -> None:
        journal = Journal(folder, inline=True)
        await journal.begin(run)
        assert await journal.load("run-1") == run
        known = run
        for change in changes:
            after = apply(known, change)
            await journal.commit(known, after, change)
            known = after
            assert await journal.load("run-1") == known, change
        await journal.close()
        again = Journal(folder, inline=True)
        assert await again.load("run-1") == known
        await again.close()

    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        asyncio.run(scene(Path(folder)))


@settings(max_examples=100, deadline=None)
@given(run=RUNS, changes=st.lists(CHANGES, max_size=8))
def test_what_was_left_out_stays_so_and_no_file_is_lost(run: Run, changes: list[Change]) -> None:
    """Only a change of the file itself can put it back; every count comes from the files."""
    known = run
    for change in changes:
        before, known = known, apply(known, change)
        assert [one.path for one in known.files] == [one.path for one in run.files]
        touched = (
            {one.n for one in change.files}
            if isinstance(change, FilesChanged | FilesConfirmed)
            else set()
        )
        for old, new in zip(before.files, known.files, strict=True):
            assert old.n in touched or old.left_out == new.left_out
        assert len(known.confirmed) <= len(known.counted) <= len(known.files)
        assert apply(before, change) == known, "the same change gives the same run"
    assert replace(known, busy=True) == known, "who works on it is no part of what is known"
