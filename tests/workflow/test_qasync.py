"""The engine on Qt's loop, in a process of its own: no Qt reaches the other tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import asyncio, threading
import qasync
from PySide6.QtCore import QCoreApplication
from tests.virtual_time import ManualClock, settle
from desktop_app.workflow import *

clock = ManualClock()
late = []

async def forever(signal):
    await asyncio.Event().wait()

async def slow(item, signal):
    await asyncio.sleep(0)
    return item * 2

async def main():
    run = StagedRun(
        schedule_timeout=clock.schedule,
        callbacks=StageCallbacks(on_late_outcome=lambda *each: late.append(each)),
    )
    caller = asyncio.ensure_future(
        run.stage("a", forever, outputs=None, timeout_s=5.0, abortable=True)
    )
    await clock.advance(5)
    try:
        await caller
    except StagedWorkflowError as error:
        assert isinstance(error.__cause__, StageTimeoutError)
        assert not error.__cause__.still_running
    try:
        await with_stage_timeout("b", forever, timeout_s=None, stall_s=0.01, abortable=True)
    except StageTimeoutError as error:
        assert error.kind == "stall"
    controller = AbortController()
    pool = asyncio.ensure_future(map_with_concurrency(
        "ab", lambda item, signal: forever(signal), limit=1, mode=Mode.COLLECT_ALL,
        signal=controller.signal,
    ))
    await settle()
    thread = threading.Thread(target=controller.abort, args=(CancelReason.USER,))
    thread.start()
    assert await pool == [Aborted(CancelReason.USER, False), NotStarted(CancelReason.USER)]
    thread.join()
    outcomes = await map_with_concurrency(range(9), slow, limit=3, mode=Mode.FAIL_FAST)
    assert outcomes == [Succeeded(2 * number) for number in range(9)]
    assert await run.detached.close(1.0) == ()
    assert not clock.pending
    assert asyncio.all_tasks() == {asyncio.current_task()}

app = QCoreApplication([])
loop = qasync.QEventLoop(app)
asyncio.set_event_loop(loop)
loop.set_debug(True)
complaints = []
loop.set_exception_handler(lambda _, context: complaints.append(context))
with loop:
    loop.run_until_complete(main())
assert not complaints, complaints
print("fine")
"""


def test_stages_and_pools_work_on_qts_loop() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.strip() == "fine", done.stderr[-3000:]
