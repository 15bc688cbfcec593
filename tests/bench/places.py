"""Where measurements happen: files, child processes, and servers, ours and those of others."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.server.service_process import ROOT, ServiceUnderTest

HERE = Path(__file__).parent
OUT = Path(ROOT) / "build" / "bench"
MIB = 1 << 20
_PATIENCE_S = 900


class FailedError(Exception):
    """A child or a peer did not do its work; the text is what it said."""


def work(name: str, *, options: Sequence[str] = (), **arguments: Any) -> Any:
    """Run one piece of work in a process of its own and return what it measured.

    Raises:
        FailedError: it ended badly.
    """
    done = subprocess.run(
        [sys.executable, *options, "-m", "tests.bench.work", name],
        input=json.dumps({**arguments, "spawned": time.monotonic()}),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "*=false"},
        timeout=_PATIENCE_S,
    )
    if done.returncode:
        raise FailedError(f"{name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def in_turn(rounds: int, *ways: Callable[[], float]) -> list[list[float]]:
    """Call every way once a round, in turning order; return the samples of each."""
    samples: list[list[float]] = [[] for _ in ways]
    for number in range(rounds):
        for place in range(len(ways)):
            which = (place + number) % len(ways)
            samples[which].append(ways[which]())
    return samples


@contextlib.contextmanager
def folder(name: str) -> Iterator[Path]:
    """Make an empty folder and remove it afterwards."""
    place = OUT / "tmp" / f"{name}-{os.getpid()}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def one_file(place: Path, size: int) -> Path:
    """Write a file of `size` bytes that no file system can compress, and read it once."""
    path = place / f"one-{size}"
    block = os.urandom(MIB)
    with path.open("wb") as file:
        for start in range(0, size, MIB):
            file.write(block[: size - start])
    return path


def many_files(place: Path, count: int, size: int) -> Path:
    """Write a folder of `count` files of `size` random bytes."""
    inside = place / f"many-{count}"
    inside.mkdir()
    for number in range(count):
        (inside / f"file-{number:05}.bin").write_bytes(os.urandom(size))
    return inside


@contextlib.contextmanager
def service(home: Path) -> Iterator[ServiceUnderTest]:
    """Run the built-in service where a Sendoff with the data folder `home` finds it."""
    home.mkdir(exist_ok=True)
    process = ServiceUnderTest(str(home / "service"), qa=False)
    try:
        yield process
    finally:
        process.close()


class Drafts:
    """Makes drafts for whoever sends files, and removes what was sent."""

    def __init__(self, server: ServiceUnderTest) -> None:
        self._client = server.client(timeout=300)
        self._count = 0

    def new(self) -> dict[str, Any]:
        """Make an empty draft."""
        self._count += 1
        return self._client.record(f"bench-{os.getpid()}-{time.monotonic_ns()}-{self._count}")

    def remove_all(self) -> None:
        """Remove every draft with its files: the disk must not fill up."""
        for record in self._client("GET", "/records?limit=1000").json["items"]:
            self._client("DELETE", f"/records/{record['id']}")


def found(program: str) -> str:
    """Return where a program of others is, or ""."""
    return shutil.which(program) or ""


def curl_put(source: Path, url: str, *headers: str, expect: str = "201") -> float:
    """Send a file with `curl -T`; return the seconds of its process.

    Raises:
        FailedError: refused.
    """
    lines = [part for one in headers for part in ("-H", one)]
    command = ["curl", "-sS", "-o", os.devnull, "-w", "%{http_code}", *lines, "-T", str(source)]
    begun = time.monotonic()
    done = subprocess.run(
        [*command, url], capture_output=True, text=True, check=False, timeout=_PATIENCE_S
    )
    seconds = time.monotonic() - begun
    if done.stdout != expect:
        raise FailedError(f"curl: {done.stdout} {done.stderr[-500:]}")
    return seconds


def curl_many(source: Path, url: str, parallel: int, header: str) -> float:
    """Send a folder's files with one parallel curl; return its seconds."""
    entries = [
        f'upload-file = "{file}"\nurl = "{url}/{file.name}"\noutput = "/dev/null"\n'
        f'header = "{header}"\n'
        for file in sorted(source.iterdir())
    ]
    begun = time.monotonic()
    subprocess.run(
        ["curl", "-sS", "--parallel", "--parallel-max", str(parallel), "-K", "-"],
        input="next\n".join(entries),
        capture_output=True,
        text=True,
        check=True,
        timeout=_PATIENCE_S,
    )
    return time.monotonic() - begun


@contextlib.contextmanager
def serving(name: str, **arguments: Any) -> Iterator[Any]:
    """Run work that serves until it is killed; gives what it announces."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.work", name],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({**arguments, "spawned": time.monotonic()}) + "\n")
    process.stdin.close()
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextlib.contextmanager
def nginx(place: Path) -> Iterator[str]:
    """Run nginx's WebDAV PUT into a folder below `place`."""
    port = free_port()
    (place / "www").mkdir(parents=True)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {place}/tmp-{kind};" for kind in kinds)
    (place / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {place}/pid; error_log {place}/errors;"
        "events {} http { access_log off; client_max_body_size 0;"
        f"{temporary} server {{ listen 127.0.0.1:{port}; root {place}/www;"
        " location / { dav_methods PUT DELETE; } } }"
    )
    command = [found("nginx"), "-p", str(place), "-c", str(place / "nginx.conf")]
    with running(command, port):
        yield f"http://127.0.0.1:{port}"


def node_modules() -> Path | None:
    """Return where the tus server and client for Node are, installed first if need be, or None."""
    if not found("node") or not found("npm"):
        return None
    place = OUT / "node"
    place.mkdir(parents=True, exist_ok=True)
    if not (place / "node_modules" / "tus-js-client").is_dir():
        names = ["@tus/server@2", "@tus/file-store@2", "tus-js-client@4"]
        command = [found("npm"), "install", "--no-audit", "--no-fund", "--silent", *names]
        done = subprocess.run(command, cwd=place, capture_output=True, check=False)
        if done.returncode:
            return None
    for name in ("server.mjs", "client.mjs"):
        shutil.copy(HERE / "node" / name, place)
    return place


@contextlib.contextmanager
def tus_server(node: Path, place: Path) -> Iterator[str]:
    """Run the Node tus server with its file store in `place`; gives the address of uploads."""
    port = free_port()
    with running([found("node"), str(node / "server.mjs"), str(port), str(place)], port):
        yield f"http://127.0.0.1:{port}/files"


@contextlib.contextmanager
def running(command: Sequence[str], port: int) -> Iterator[None]:
    """Run a server process; inside it listens."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 20
        while not _listens(port):
            if process.poll() is not None or time.monotonic() > until:
                raise FailedError(f"{Path(command[0]).name} did not start")
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """Return a port of 127.0.0.1 on which nobody listens just now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def peak_memory(pid: int) -> tuple[int, int]:
    """Return (resident, highest resident) bytes of a process."""
    facts = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return (int(facts["VmRSS"].split()[0]) << 10, int(facts["VmHWM"].split()[0]) << 10)


def forget_peak(pid: int) -> None:
    """Let the highest resident size of a process begin anew."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")
