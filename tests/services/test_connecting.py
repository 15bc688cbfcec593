"""A connection that is given up while it is being made leaves no socket behind."""

from __future__ import annotations

import asyncio
import gc
import socket
import warnings
from contextlib import suppress

from desktop_app.services.http.connection import SocketBackend


def test_a_connection_given_up_at_any_step_is_closed() -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            for steps in range(14):
                connecting = asyncio.create_task(SocketBackend().connect_tcp("127.0.0.1", port))
                for _ in range(steps):
                    await asyncio.sleep(0)
                connecting.cancel()
                with suppress(asyncio.CancelledError):
                    await (await connecting).aclose()
                del connecting
                gc.collect()

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        asyncio.run(main())
    assert [str(one.message) for one in seen if "unclosed" in str(one.message)] == []
