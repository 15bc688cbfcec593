"""A whole save by the session, without a window: against the service of a home, or against none."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from dataclasses import replace
from typing import Any

from desktop_app import wiring
from desktop_app.core.changes import StageEnded
from desktop_app.core.measured import OperationStarted
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    OutcomeKind,
    RecordRef,
    RecordState,
    RemoteFile,
    SaveStage,
    UploadedFile,
)
from desktop_app.core.run import RunFile, SaveRequest
from desktop_app.files.expansion import expand
from desktop_app.saving.events import Update
from desktop_app.services.base import Capabilities, RecordDraft, UploadReport, UploadSource
from desktop_app.workflow import AbortSignal
from tests.bench.places import forget_peak, peak_memory


def save(spawned: float, home: str, paths: list[str], parallel: int = 4) -> dict[str, Any]:
    """Save `paths`; seconds of the upload stage, of everything, and bytes over idle."""
    del spawned
    return asyncio.run(_save(wiring.build(home, interactive=False), paths, parallel))


def queue(spawned: float, home: str, path: str) -> dict[str, Any]:
    """The same without a network: a service in this process that confirms at once."""
    del spawned
    built = wiring.build(home, interactive=False, service=Instant())  # type: ignore[arg-type]  # it has what a save calls
    return asyncio.run(_save(built, [path], 4))


async def _save(built: wiring.Wiring, paths: list[str], parallel: int) -> dict[str, Any]:
    built.session.use_limits(replace(built.preferences.settings.limits, parallel_files=parallel))
    try:
        await _run(built, [__file__])
        gc.collect()
        idle = peak_memory(os.getpid())[0]
        forget_peak(os.getpid())
        measured = await _run(built, paths)
        peak = peak_memory(os.getpid())[1]
    finally:
        await built.close(5.0)
    return {**measured, "over_idle": peak - idle, "idle": idle}


async def _run(built: wiring.Wiring, paths: list[str]) -> dict[str, float]:
    begun = time.monotonic()
    files: list[RunFile] = []
    async for batch in expand(paths, slash=False):
        files += batch
    stage: dict[str, float] = {}
    cpu = time.process_time()

    def listen(update: Update) -> None:
        match update.news:
            case OperationStarted(stage=SaveStage.UPLOAD_FILES):
                stage["began"] = time.monotonic()
            case StageEnded(stage=SaveStage.UPLOAD_FILES):
                stage["ended"] = time.monotonic()

    request = SaveRequest(LOCAL_ACCOUNT, "Measured", "{}", tuple(files), finalize=False)
    report = await built.session.save(request, listen)
    if report.outcome is not OutcomeKind.DRAFT_READY:
        raise AssertionError(report.error)
    return {
        "upload_s": stage["ended"] - stage["began"],
        "total_s": time.monotonic() - begun,
        "cpu_s": time.process_time() - cpu,
    }


class Instant:
    """A service in memory that takes every file at once, unread."""

    capabilities = Capabilities(kind="local", honours_keys=True, checksum="sha256")

    def __init__(self) -> None:
        self._record = RecordRef("r", state=RecordState.DRAFT)
        self._files: list[RemoteFile] = []

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        self._files = []
        return self._record

    async def get_record(self, record_id: str) -> RecordRef:
        return self._record

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        return tuple(self._files)

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        digest = await source.digest("sha256")
        self._files.append(RemoteFile(source.key, source.size, digest))
        return UploadedFile(source.key, source.size, digest, digest)

    async def aclose(self) -> None:
        return None
