"""Runs the service: lock, token, socket, signals, orderly end. One process per data folder."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import IO, TYPE_CHECKING, Any

from desktop_app.core.log import Redactor, log_to_file
from desktop_app.server import folder
from desktop_app.server.database import NewerError
from desktop_app.server.gate import Connections, cap
from desktop_app.server.limits import Limits

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from desktop_app.server.service import Service

HOST = "127.0.0.1"
KEEP_ALIVE = 2.5
"""How many times as long as for a head an idle connection is kept."""
REASONS = frozenset({"busy", "damaged", "disk_full", "folder", "newer", "other"})
OTHERS_START_S = 10.0
LISTEN = 1024
AT_ONCE = 16
"""Connections that are accepted before the loop looks at them: each takes a descriptor."""
log = logging.getLogger(__name__)


def say(line: str) -> None:
    """Write a line to standard output at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def serve(
    *,
    data_dir: str,
    port: int = 0,
    qa: bool = False,
    exit_with_parent: bool = False,
    announce: Callable[[str], None] = say,
    limits: Limits | None = None,
) -> int:
    """Serve `data_dir` on loopback until SIGTERM, SIGINT or (`exit_with_parent`) the end of stdin.

    Announces one JSON line `{"url", "token_file", "pid"}` (with `qa`, `"qa_token_file"` too)
    once it listens. Where another process serves the folder already, that one is announced and
    the call returns at once. Returns the exit code. With `exit_with_parent`, an error is announced
    too, as `{"failed": REASON}` (see `why`): somebody waits for a line.

    Raises:
        OSError: the folder cannot be used or the port is taken.
        sqlite3.Error: the records cannot be opened.
        folder.FolderBusyError: another process holds the folder and does not answer.
    """
    try:
        return _serve_locked(data_dir, port, qa, exit_with_parent, announce, limits or Limits())
    except Exception as error:
        if exit_with_parent:
            announce(json.dumps({"failed": why(error)}))
        raise


def _serve_locked(
    data_dir: str,
    port: int,
    qa: bool,
    exit_with_parent: bool,
    announce: Callable[[str], None],
    limits: Limits,
) -> int:
    lock = _lock_or_find(data_dir, announce)
    if lock is None:
        return 0
    try:
        folder.Reserve(data_dir).give_up_if_low()
        _keep_log(data_dir)
        asyncio.run(_serve(data_dir, port, qa, exit_with_parent, announce, limits))
    except Exception:
        log.exception("the service ended")
        raise
    finally:
        folder.remove_service(data_dir)
        lock.close()
    return 0


def _keep_log(data_dir: str) -> None:
    """Log to `service.log`, redacted; uvicorn's own log says nothing that ours does not."""
    redact = Redactor()
    redact.add(folder.token(data_dir)[1])
    log_to_file(os.path.join(data_dir, "service.log"), redact)
    server_log = logging.getLogger("uvicorn")
    server_log.addHandler(logging.NullHandler())
    server_log.propagate = False


def _lock_or_find(data_dir: str, announce: Callable[[str], None]) -> IO[bytes] | None:
    """Return the folder's lock, or announce who has it and return None.

    Raises:
        folder.FolderBusyError: the owner did not answer within `OTHERS_START_S`.
    """
    until = time.monotonic() + OTHERS_START_S
    while True:
        try:
            return folder.lock_folder(data_dir)
        except folder.FolderBusyError:
            facts = folder.read_service(data_dir)
            if facts is not None and folder.answers(facts):
                announce(json.dumps(_public(facts)))
                return None
            if time.monotonic() > until:
                raise
        time.sleep(0.05)


def _public(facts: dict[str, Any]) -> dict[str, Any]:
    shown = ("url", "token_file", "pid", "qa_token_file")
    return {name: facts[name] for name in shown if name in facts}


async def _serve(
    data_dir: str,
    port: int,
    qa: bool,
    exit_with_parent: bool,
    announce: Callable[[str], None],
    limits: Limits,
) -> None:
    import uvicorn  # noqa: PLC0415 - heavy, only for serving

    from desktop_app.server.app import application  # noqa: PLC0415 - heavy
    from desktop_app.server.front import front  # noqa: PLC0415 - heavy
    from desktop_app.server.service import Service  # noqa: PLC0415 - heavy

    token_file, token = folder.token(data_dir)
    qa_file, qa_token = folder.token(data_dir, "qa-token") if qa else (None, None)
    with _listen(port) as listener:
        port = listener.getsockname()[1]
        hosts = frozenset({f"{HOST}:{port}", f"localhost:{port}"})
        service = Service(data_dir, limits, token, qa_token, hosts)
        facts: dict[str, Any] = {
            "url": f"http://{HOST}:{port}",
            "token_file": token_file,
            "pid": os.getpid(),
            "instance": service.instance,
        }
        if qa_file is not None:
            facts["qa_token_file"] = qa_file

        @contextlib.asynccontextmanager
        async def lifespan(_app: Starlette) -> AsyncIterator[None]:
            """Serve between start and stop; signals are ours by then, uvicorn's before."""
            with _ended_by(service, server, exit_with_parent):
                service.start()
                folder.write_service(data_dir, facts)
                announce(json.dumps(_public(facts)))
                yield
                await service.stop()

        connections = Connections(cap(limits.connections, limits.in_flight))
        asyncio.get_running_loop().set_exception_handler(connections.handle)

        class Server(uvicorn.Server):
            """Lets many wait to be accepted, though only few are accepted at once."""

            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                """Start, and listen again: the loop takes one number for both."""
                await super().startup(sockets)
                for one in sockets or ():
                    one.listen(LISTEN)

        server = Server(
            uvicorn.Config(
                application(service, lifespan),
                http=front(connections, service.bodies, limits.headers_s),
                ws="none",
                loop="asyncio",
                backlog=AT_ONCE,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=max(1, round(KEEP_ALIVE * limits.headers_s)),
                timeout_graceful_shutdown=int(limits.grace_s) + 1,
            )
        )
        await server.serve(sockets=[listener])


def _listen(port: int) -> socket.socket:
    """Listen; the protocol is named, because asyncio switches Nagle off only where it is."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(LISTEN)
    except OSError:
        listener.close()
        raise
    return listener


@contextlib.contextmanager
def _ended_by(service: Service, server: uvicorn.Server, exit_with_parent: bool) -> Iterator[None]:
    """End the server on SIGTERM, SIGINT and, if asked, when the pipe on stdin is closed."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        service.drain()
        server.should_exit = True

    def from_signal(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(end)

    previous = {
        number: signal.signal(number, from_signal) for number in (signal.SIGTERM, signal.SIGINT)
    }
    if exit_with_parent:
        threading.Thread(target=_wait_for_parent, args=(loop, end), daemon=True).start()
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _wait_for_parent(loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
    """Read stdin to its end, which is the parent's, then end the server."""
    try:
        while os.read(0, 4096):
            continue
    except OSError:
        log.info("standard input cannot be read; taken for the end of the parent")
    with contextlib.suppress(RuntimeError):  # the loop is closed already: we are ending anyway
        loop.call_soon_threadsafe(end)


def why(error: BaseException) -> str:
    """Return why the service did not start, one of `REASONS`."""
    if isinstance(error, folder.FolderBusyError):
        return "busy"
    if isinstance(error, NewerError):
        return "newer"
    if isinstance(error, sqlite3.Error):
        return _SQLITE.get((getattr(error, "sqlite_errorcode", None) or 0) & 0xFF, "other")
    if isinstance(error, OSError):
        return "disk_full" if error.errno in _FULL else _SYSTEM.get(error.errno or 0, "other")
    return "other"


_FULL = {errno.ENOSPC, errno.EDQUOT}
_SQLITE = {
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CANTOPEN: "folder",
    sqlite3.SQLITE_READONLY: "folder",
    sqlite3.SQLITE_PERM: "folder",
}
_SYSTEM = dict.fromkeys(
    (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST),
    "folder",
)
