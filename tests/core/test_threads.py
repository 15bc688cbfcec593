"""Blocking work beside the loop: answers, errors, cancelling, nothing that holds up a quit."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from desktop_app.core.threads import in_thread, post


def test_answers_and_errors_come_back() -> None:
    def divide(one: int, other: int) -> float:
        return one / other

    async def main() -> None:
        assert await in_thread(divide, 1, other=2) == 0.5
        with pytest.raises(ZeroDivisionError):
            await in_thread(divide, 1, 0)

    asyncio.run(main())


def test_cancelling_answers_at_once_and_the_late_result_is_dropped() -> None:
    release, ended = threading.Event(), threading.Event()

    def hang() -> None:
        release.wait(20)
        ended.set()

    async def main() -> None:
        task = asyncio.create_task(in_thread(hang))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        release.set()
        assert await in_thread(ended.wait, 20)

    asyncio.run(main())


def test_a_loop_that_is_closed_has_no_one_to_tell() -> None:
    loop = asyncio.new_event_loop()
    loop.close()

    post(loop, print, "nobody")


def test_a_thread_that_hangs_does_not_hold_up_the_end_of_the_process() -> None:
    script = (
        "import asyncio, threading\n"
        "from desktop_app.core.threads import in_thread\n"
        "async def main():\n"
        "    task = asyncio.create_task(in_thread(threading.Event().wait, 60))\n"
        "    await asyncio.sleep(0)\n"
        "asyncio.run(main())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=30, check=False
    )

    assert (ran.returncode, ran.stderr) == (0, b"")
