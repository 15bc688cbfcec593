"""Blocking work beside the loop, in daemon threads that never hold up a quit.

Executors join their threads at exit: one call into a dead network drive or a keychain that waits
for a password would then keep the process alive for ever. Knows nothing of what the work is.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return `function(*args, **kwargs)`, run in a thread of its own.

    Cancelling stops the waiting at once; the thread runs on to the end of `function`, whose
    result or error is then dropped. Work that can take long must poll a flag of its caller.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(value)  # type: ignore[arg-type]  # without an error it is a T

    def work() -> None:
        value: T | None = None
        failure: BaseException | None = None
        try:
            value = function(*args, **kwargs)
        except BaseException as error:  # noqa: BLE001 - handed to the waiting task, whatever it is
            failure = error
        post(loop, settle, value, failure)

    threading.Thread(target=work, name=f"sendoff-{function.__name__}", daemon=True).start()
    return await answer


def post(loop: asyncio.AbstractEventLoop, callback: Callable[..., object], *args: object) -> None:
    """Run `callback(*args)` on `loop` from another thread; on a closed loop nothing happens."""
    try:
        loop.call_soon_threadsafe(callback, *args)
    except RuntimeError:
        if not loop.is_closed():
            raise
