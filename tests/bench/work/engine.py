"""What the workflow engine and the journal cost by themselves."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

from desktop_app.core.changes import Change, FilesChanged, FilesConfirmed, UploadOpened, apply
from desktop_app.core.model import LOCAL_ACCOUNT, FileState, Fingerprint
from desktop_app.core.run import Run, RunFile
from desktop_app.storage.journal import Journal
from desktop_app.workflow import AbortSignal, Mode, StagedRun, map_with_concurrency


def stages(spawned: float, count: int) -> float:
    """Run `count` stages that only return, all limits armed; µs of one core a stage."""
    del spawned

    async def operation(_signal: AbortSignal) -> None:
        return None

    async def measured() -> float:
        await some(100)
        return await some(count)

    async def some(number: int) -> float:
        run: StagedRun[str, None] = StagedRun()
        begun = time.process_time()
        for n in range(number):
            await run.stage(
                f"stage {n}", operation, outputs=None, timeout_s=60, abortable=True, stall_s=60
            )
        return 1e6 * (time.process_time() - begun) / number

    return asyncio.run(measured())


def pool(spawned: float, count: int) -> float:
    """Map `count` items that only return, four at once; µs of one core an item."""
    del spawned

    async def mapper(item: int, _signal: AbortSignal) -> int:
        return item

    async def measured() -> float:
        await map_with_concurrency(range(100), mapper, limit=4, mode=Mode.COLLECT_ALL)
        begun = time.process_time()
        await map_with_concurrency(range(count), mapper, limit=4, mode=Mode.COLLECT_ALL)
        return 1e6 * (time.process_time() - begun) / count

    return asyncio.run(measured())


def journal(spawned: float, home: str, count: int) -> dict[str, Any]:
    """Confirm `count` files in groups of 50 as a save does; write rows singly, and many at once."""
    del spawned

    async def measured() -> dict[str, Any]:
        kept = Journal(home)
        files = tuple(
            RunFile(f"/data/{n}", f"{n}", Fingerprint(2048, 1, n), n=n) for n in range(count)
        )
        run = Run("run", LOCAL_ACCOUNT, "Measured", started=kept.now(), files=files)
        await kept.begin(run)
        begun = time.perf_counter()
        for start in range(0, count, 50):
            group = tuple(_confirmed(one) for one in run.files[start : start + 50])
            run = await _commit(kept, run, FilesConfirmed(group))
        grouped = time.perf_counter() - begun
        begun = time.perf_counter()
        for n in range(200):
            run = await _commit(kept, run, FilesChanged((run.files[n % count].unsent(),)))
        single = (time.perf_counter() - begun) / 200
        begun = time.perf_counter()
        opened = [UploadOpened(n % count, f"/uploads/{n}") for n in range(5000)]
        await asyncio.gather(*(kept.commit(run, apply(run, one), one) for one in opened))
        together = 5000 / (time.perf_counter() - begun)
        await kept.close()
        return {"grouped_s": grouped, "single_s": single, "together_per_s": together}

    return asyncio.run(measured())


def _confirmed(one: RunFile) -> RunFile:
    digest = "sha256:" + "0" * 64
    return replace(one, state=FileState.CONFIRMED, checksum=digest, local_checksum=digest)


async def _commit(kept: Journal, run: Run, change: Change) -> Run:
    after = apply(run, change)
    await kept.commit(run, after, change)
    return after
