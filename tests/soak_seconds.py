"""`make soak`, first part: what tests do in tenths of a second, in the seconds that people meet.

    python -m tests.soak_seconds [case ...]

The real command line with its own limits, except where a case is about a short one. The cut needs
root, `ip`, `tc` and `nft`; without them it is left out and named.

Exit code 0 only if all end right.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import Any

from tests.network.namespaces import MISSING, Network, for_a_while
from tests.network.site import open_site, running
from tests.raw_server import Connection, RawServer
from tests.saving.processes import Sendoff
from tests.server.service_process import ServiceUnderTest
from tests.soaking.invenio import play
from tests.soaking.moods import Fate, How, Mood

MIB = 1 << 20
_SIZE = 12 * MIB
_IN_TIME_S = 240.0
Events = list[dict[str, Any]]
Watch = Callable[[Popen[str], dict[str, Any]], None]


def need(met: object, what: object) -> None:
    """Fail the case with `what` unless `met`.

    Raises:
        AssertionError: that is so.
    """
    if not met:
        raise AssertionError(what)


def make_file(folder: Path) -> tuple[Path, str]:
    """Return a file of 12 MiB and its digest."""
    path = folder / "data.bin"
    content = Random(folder.name).randbytes(_SIZE)
    path.write_bytes(content)
    return path, f"sha256:{hashlib.sha256(content).hexdigest()}"


def follow(client: Popen[str], watch: Watch) -> Events:
    """Return the events of a save that must end well; `watch` sees each as it comes."""
    need(client.stdout is not None, "the client says nothing")
    assert client.stdout is not None
    events: Events = []
    for line in client.stdout:
        events.append(json.loads(line))
        watch(client, events[-1])
    code = client.wait(_IN_TIME_S)
    need(code == 0, f"exit code {code}: {events[-1:]}")
    return events


def once(past: int, happening: Callable[[Popen[str]], None]) -> Watch:
    """Return a watch that calls `happening` when more than `past` bytes were sent."""
    happened: list[bool] = []

    def watch(client: Popen[str], event: dict[str, Any]) -> None:
        if not happened and event.get("sent", 0) > past:
            happened.append(True)
            happening(client)

    return watch


class Bench:
    """A built-in service and a client for it, on loopback."""

    def __init__(self, folder: Path, **limits: float) -> None:
        self.service = ServiceUnderTest(str(folder / "service"))
        home = folder / "home"
        home.mkdir()
        (home / "settings.json").write_text(json.dumps({"limits": limits}))
        self._client = Sendoff(home, self.service.token.strip())
        self._path, self._digest = make_file(folder)

    def save(self, watch: Watch) -> Events:
        """Save the file and look at what the service then holds."""
        where = ("--service", self.service.url, "--kind", "local")
        with self._client.begin("save", "--title", "T", *where, str(self._path)) as client:
            events = follow(client, watch)
        asked = self.service.client()
        (record,) = asked("GET", "/records").json["items"]
        (stored,) = asked("GET", record["links"]["files"]).json["items"]
        need(record["state"] == "finalized", record["state"])
        need(stored["digest"] == self._digest, "other content is stored")
        return events

    def close(self) -> None:
        """End the service."""
        self.service.close()


def pause(process: int, seconds: float) -> None:
    """Stop a process for so long, as a sleeping computer does."""
    os.kill(process, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(process, signal.SIGCONT)


def cut_for_30_s(folder: Path) -> None:
    """The cable is pulled in the middle and put back half a minute later."""
    with open_site(folder, {}) as site:
        path, digest = make_file(folder)
        site.network.slow("16mbit")
        cut = for_a_while(Network.unplug, Network.plug, 30.0)
        with running(site.save(path)) as client:
            follow(client, once(_SIZE // 3, lambda _client: cut(site.network)))
        need(site.stored() == [("finalized", {path.name: digest})], "other content is stored")


def client_sleeps_10_s(folder: Path) -> None:
    """The client is stopped for ten seconds, with a stall limit of two."""
    with closing(Bench(folder, stall_s=2.0, max_bytes_per_s=4 * MIB)) as bench:
        bench.save(once(_SIZE // 3, lambda client: pause(client.pid, 10.0)))


def service_reads_with_6_s_pauses(folder: Path) -> None:
    """The service reads nothing for six seconds, three times: no reason to begin anew."""
    with closing(Bench(folder, max_bytes_per_s=2 * MIB)) as bench:
        stop = partial(pause, bench.service.process.pid, 6.0)
        pauses = [once(_SIZE * part // 4, lambda _client: stop()) for part in (1, 2, 3)]

        def watch(client: Popen[str], event: dict[str, Any]) -> None:
            for one in pauses:
                one(client, event)

        began = time.monotonic()
        bench.save(watch)
        need(time.monotonic() - began > 18, "the pauses were not in the way")


def commit_takes_7_s(folder: Path) -> None:
    """Finalizing is answered after seven seconds."""
    with closing(Bench(folder)) as bench:
        bench.service.rule("slow", route="finalize", when="during", seconds=7.0)
        began = time.monotonic()
        bench.save(lambda _client, _event: None)
        need(time.monotonic() - began > 7, "the answer came at once")


def answers_drip(folder: Path) -> None:
    """A server sends an answer byte by byte: the call ends at its limit, told as such."""
    path, _ = make_file(folder)
    home = folder / "home"
    home.mkdir()
    limits = {"control_s": 3.0, "create_s": 5.0, "outage_s": 0.0, "reconcile_s": 5.0}
    (home / "settings.json").write_text(json.dumps({"limits": limits}))

    async def drip(connection: Connection) -> None:
        await connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while connection.open:
            await connection.send(b" ")
            await asyncio.sleep(0.2)

    async def main() -> tuple[int, Events]:
        async with RawServer(otherwise=drip) as server:
            where = ("--service", server.url, "--kind", "local")
            words = ("save", "--title", "T", *where, str(path))
            return await asyncio.to_thread(lambda: Sendoff(home, "token").run(*words))

    began = time.monotonic()
    code, events = asyncio.run(main())
    took = time.monotonic() - began
    need(code != 0, "it took a drip for an answer")
    need("timed_out" in json.dumps(events), events[-1:])
    need(took < 30, f"it hung for {took:.0f} s")


def effects_come_late(folder: Path) -> None:
    """A gateway gives up and the record comes 46 s later; a publish comes 48 s after a reset."""
    moods = {
        0: Mood(fates=[Fate("create", How.GATEWAY_LATE, 0, 46.0)]),
        1: Mood(fates=[Fate("publish", How.RESET_LATE, 0, 48.0)]),
    }
    tally = play(folder, moods, 1.0, lambda _line: None)
    need(not tally.findings, "; ".join(map(str, tally.findings)))
    need(tally.done == len(moods), "; ".join(tally.open))


CASES: dict[str, Callable[[Path], None]] = {
    "cut": cut_for_30_s,
    "sleep": client_sleeps_10_s,
    "pauses": service_reads_with_6_s_pauses,
    "commit": commit_takes_7_s,
    "drip": answers_drip,
    "late": effects_come_late,
}


def left_out(name: str) -> str:
    """Return why a case cannot be run here, or ""."""
    if name != "cut":
        return ""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "network namespaces need root"
    return f"not installed: {', '.join(MISSING)}" if MISSING else ""


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(names: list[str]) -> int:
    """Run the cases one after the other; return 1 if one ended wrong."""
    wrong = 0
    for name in names or CASES:
        if reason := left_out(name):
            say(f"{name:<8} left out: {reason}")
            continue
        began = time.monotonic()
        folder = Path(tempfile.mkdtemp())
        try:
            CASES[name](folder)
            ended = "right"
        except AssertionError as error:
            wrong += 1
            ended = f"WRONG: {error}"
        finally:
            shutil.rmtree(folder)
        say(f"{name:<8} {time.monotonic() - began:6.1f} s  {ended}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
