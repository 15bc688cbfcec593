"""Real processes: a service, the command line, and a relay between them that loses answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from tests.ports import free_port

ROOT = Path(__file__).parents[2]


class Service:
    """The built-in service in a process of its own, on a port that stays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.token = ""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["--data", str(self.folder), "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "desktop_app.server", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        facts = json.loads(self._process.stdout.readline())
        self.token = Path(facts["token_file"]).read_text(encoding="utf-8").strip()

    def kill(self) -> None:
        """Kill -9, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._end()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._end()

    def _end(self) -> None:
        assert self._process is not None
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def get(self, target: str) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{target}",
            headers={"Authorization": f"Bearer {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def records(self) -> list[dict[str, Any]]:
        """All records, drafts included."""
        found: list[dict[str, Any]] = []
        cursor = ""
        while True:
            page = self.get(f"/records?limit=1000{f'&cursor={cursor}' if cursor else ''}")
            found += page["items"]
            if not (cursor := page["next"]):
                return found

    def files(self, record: str) -> dict[str, tuple[int, str]]:
        """Size and digest of a record's complete files, by key."""
        page = self.get(f"/records/{record}/files?limit=1000")
        assert page["next"] is None
        assert all(one["state"] == "complete" for one in page["items"]), page
        return {one["key"]: (one["size"], one["digest"]) for one in page["items"]}


class Relay:
    """Passes bytes (the `Host` mended) to the service, in a thread; `lose` decides what is lost.

    `lose(head)` is asked once per request with its first line: "" passes it, "request" cuts the
    connection before the service sees it, "answer" when its answer comes, "hold" keeps the answer
    back for as long as the service lives.
    """

    def __init__(self, port: int, lose: Callable[[str], str]) -> None:
        self.port = free_port()
        self.held = threading.Event()
        self.lost = 0
        self._target = port
        self._lose = lose
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="relay", daemon=True)
        self._ready = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._server.wait_closed()
        await asyncio.sleep(0)  # transports that were aborted close in the next turn

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(
            asyncio.start_server(self._connected, "127.0.0.1", self.port)
        )
        self._ready.set()
        self._loop.run_forever()
        self._server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fate = {"now": ""}
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        both = (writer, up_writer)
        ways = [
            asyncio.ensure_future(self._requests(reader, up_writer, fate)),
            asyncio.ensure_future(self._answers(up_reader, writer, fate)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for one in both:
                one.transport.abort()

    async def _requests(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: dict[str, str]
    ) -> None:
        while data := await reader.read(1 << 16):
            first = data.split(b"\r\n", 1)[0]
            if first.endswith(b"HTTP/1.1"):
                fate["now"] = self._lose(first.decode("latin-1"))
                if fate["now"] == "request":
                    self.lost += 1
                    return
                head, end, body = data.partition(b"\r\n\r\n")
                ours, theirs = (b"127.0.0.1:%d" % port for port in (self.port, self._target))
                data = head.replace(ours, theirs) + end + body
            writer.write(data)
            await writer.drain()

    async def _answers(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: dict[str, str]
    ) -> None:
        while data := await reader.read(1 << 16):
            if fate["now"] == "answer":
                self.lost += 1
                return
            if fate["now"] == "hold":
                self.held.set()
                await reader.read()  # until the service is gone
                return
            writer.write(data)
            await writer.drain()


class Sendoff:
    """The command line, with a data folder of its own."""

    def __init__(self, home: Path, token: str) -> None:
        self._environment = {
            **os.environ,
            "SENDOFF_HOME": str(home),
            "SENDOFF_TOKEN": token,
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }

    @contextlib.contextmanager
    def begin(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Run `sendoff --json` and hand over the process, which is killed in the end."""
        process = subprocess.Popen(
            [sys.executable, "-m", "desktop_app", *arguments, "--json"],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            process.wait()
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()

    def run(self, *arguments: str, timeout: float = 120) -> tuple[int, list[dict[str, Any]]]:
        """Run it to its end; return exit code and events."""
        with self.begin(*arguments) as process:
            output, _ = process.communicate(timeout=timeout)
        return process.returncode, [json.loads(line) for line in output.splitlines() if line]


def make_files(folder: Path, count: int, seed: int) -> list[Path]:
    """Files of 0 bytes to 300 kB."""
    chance = random.Random(seed)
    folder.mkdir(parents=True)
    paths = []
    for n in range(count):
        path = folder / f"file {n} #{seed}.bin"
        path.write_bytes(chance.randbytes(chance.choice([0, 10, 5_000, 300_000])))
        paths.append(path)
    return paths
