"""The client's side: starts the built-in service as a child, or finds the one that runs.

Works on any event loop, because it uses threads and `subprocess.Popen` only. The child ends when
its standard input does, which is when this process ends, however that happens; it sits in a
session of its own, so that Ctrl-C in the terminal reaches the client alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import Any

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.server import folder

START_WITHIN_S = 20.0
SECOND_STARTER_S = 2.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """Where a running service is; the token is in the file, never in an argument."""

    url: str
    token_file: str
    pid: int
    qa_token_file: str = ""


class ServiceProcess:
    """One data folder's service, ours or another window's.

    Args:
        data_dir: the data folder.
        qa: switch fault injection on, where the process is ours.
        port: 0 for any free port.
    """

    def __init__(self, data_dir: str, *, qa: bool = False, port: int = 0) -> None:
        self._data_dir = data_dir
        self._qa = qa
        self._port = port
        self._child: subprocess.Popen[bytes] | None = None
        self._turn = asyncio.Lock()

    @property
    def ours(self) -> bool:
        """Whether a child of this process serves."""
        return self._child is not None and self._child.poll() is None

    async def ensure(self) -> ServiceAddress:
        """Return the running service; start one where none answers.

        Raises:
            ServiceError: LOCAL_SERVICE: it did not start; `reason` says why.
        """
        async with self._turn:
            facts = await asyncio.to_thread(self._running)
            if facts is not None:
                return _address(facts)
            return await self._start()

    async def start(self) -> ServiceAddress:
        """Start a child and return its address, or that of whoever serves the folder already.

        Raises:
            ServiceError: LOCAL_SERVICE: it did not start within `START_WITHIN_S`; `reason`.
        """
        async with self._turn:
            return await self._start()

    async def stop(self, within_s: float = 10.0) -> None:
        """End our child in an orderly way; after `within_s` seconds it is killed."""
        async with self._turn:
            child, self._child = self._child, None
            if child is not None:
                await asyncio.to_thread(_end, child, within_s)

    async def _start(self) -> ServiceAddress:
        starting = asyncio.ensure_future(asyncio.to_thread(self._spawn))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait({starting})
            raise

    def _running(self) -> dict[str, Any] | None:
        facts = folder.read_service(self._data_dir)
        return facts if folder.answers(facts) else None

    def _command(self) -> list[str]:
        if getattr(sys, "frozen", False):
            command = [sys.executable, "serve"]
        else:
            command = [sys.executable, "-m", "desktop_app.server"]
        command += ["--data", self._data_dir, "--port", str(self._port), "--exit-with-parent"]
        return [*command, "--qa"] if self._qa else command

    def _spawn(self) -> ServiceAddress:
        if self._child is not None:
            _end(self._child, 5.0)
            self._child = None
        child = subprocess.Popen(  # noqa: S603 - our own command
            self._command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            **_own_session(),
        )
        try:
            address = _announced(child)
        except ServiceError:
            _end(child, 1.0)
            raise
        if address.pid != child.pid and _ended(child):
            _close_pipes(child)
        else:
            self._child = child
        return address


def _announced(child: subprocess.Popen[bytes]) -> ServiceAddress:
    """Return the address that the child tells.

    Raises:
        ServiceError: LOCAL_SERVICE; `reason` is the child's word for it, "slow" where it said
            nothing within `START_WITHIN_S`, or "other".
    """
    late = threading.Event()

    def give_up() -> None:
        late.set()
        child.kill()

    watchdog = threading.Timer(START_WITHIN_S, give_up)
    watchdog.start()
    try:
        assert child.stdout is not None
        line = child.stdout.readline()
    finally:
        watchdog.cancel()
    try:
        told = json.loads(line)
        if "failed" not in told:
            return _address(told)
        reason = str(told["failed"])
    except (ValueError, KeyError, TypeError):
        reason = "slow" if late.is_set() else "other"
    _log.warning("the built-in service did not start: %s", reason)
    lasting = reason in ("damaged", "newer", "folder", "disk_full")
    verdict = Verdict.PERMANENT if lasting else Verdict.TRANSIENT
    raise ServiceError(info(ErrorKind.LOCAL_SERVICE, verdict=verdict, reason=reason))


def _environment() -> dict[str, str]:
    """Return the child's environment: it must find this very package, wherever it runs."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _ended(child: subprocess.Popen[bytes]) -> bool:
    """Tell whether the child only announced another service; a frozen one may have two pids."""
    try:
        child.wait(SECOND_STARTER_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def _own_session() -> dict[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _address(facts: dict[str, Any]) -> ServiceAddress:
    return ServiceAddress(
        str(facts["url"]),
        str(facts["token_file"]),
        int(facts["pid"]),
        str(facts.get("qa_token_file", "")),
    )


def _end(child: subprocess.Popen[bytes], within_s: float) -> None:
    """Close the child's stdin and wait for it; kill it if that takes too long."""
    if child.stdin is not None:
        child.stdin.close()
    try:
        child.wait(within_s)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    _close_pipes(child)


def _close_pipes(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()
