"""Work beside requests that has to go on for as long as the service does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from desktop_app.server.problems import Problem

AGAIN_AFTER_S = 1.0
log = logging.getLogger(__name__)


async def going_on(
    work: Callable[[], Awaitable[None]], *, again_after_s: float = AGAIN_AFTER_S
) -> None:
    """Run `work` until it returns; after a failure begin it again, since nobody else would.

    A full disk or a busy database passes, and a file may vanish while it is looked at.
    """
    name = getattr(work, "__qualname__", "work")
    while True:
        try:
            await work()
        except Problem as problem:
            log.info("%s: %s; it begins again", name, problem.kind.value)
        except Exception:
            log.exception("%s failed; it begins again", name)
        else:
            return
        await asyncio.sleep(again_after_s)
