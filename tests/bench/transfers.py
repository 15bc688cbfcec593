"""(a), (b), (c) and (i): bytes on their way, ours against the programs of others."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from tests.bench.figures import Figure, at_most, faster, missing, plain
from tests.bench.places import (
    MIB,
    Drafts,
    curl_many,
    curl_put,
    folder,
    forget_peak,
    found,
    in_turn,
    many_files,
    nginx,
    node_modules,
    one_file,
    peak_memory,
    service,
    serving,
    tus_server,
    work,
)
from tests.bench.size import Size
from tests.server.service_process import ServiceUnderTest

PARALLEL = 4
CHUNK = 16 * MIB


def _saved(home: Path, source: Path, drafts: Drafts, parallel: int = PARALLEL) -> float:
    done = work("save", home=str(home), paths=[str(source)], parallel=parallel)
    drafts.remove_all()
    return float(done["upload_s"])


def _authorized(server: ServiceUnderTest) -> str:
    return f"Authorization: Bearer {server.token}"


def one_large(size: Size) -> list[Figure]:
    """(a) One large file: the upload stage with verification against `curl -T`."""
    if not found("curl"):
        return [missing("a", "curl")]
    with folder("a") as place, service(place / "home") as server, serving("sink") as nowhere:
        source, drafts = one_file(place, size.large), Drafts(server)

        def curl() -> float:
            target = f"{server.url}{drafts.new()['links']['files']}/one"
            seconds = curl_put(source, target, _authorized(server))
            drafts.remove_all()
            return seconds

        def verified_curl() -> float:
            begun = time.monotonic()
            digest = _digest_field(source)
            target = f"{server.url}{drafts.new()['links']['files']}/one"
            curl_put(source, target, _authorized(server), digest)
            seconds = time.monotonic() - begun
            drafts.remove_all()
            return seconds

        ours, theirs, verified = in_turn(
            size.rounds, lambda: _saved(place / "home", source, drafts), curl, verified_curl
        )
        put, curl_sunk = in_turn(
            size.rounds,
            lambda: float(work("put", url=nowhere, path=str(source))),
            lambda: curl_put(source, f"{nowhere}/one"),
        )
        limits = _physical(place, size)
    amount, name = size.large / 1e6, f"one file of {size.large / 1e9:.1f} GB"
    return [
        faster(
            "a",
            f"{name} to the built-in service, verified (upload stage : `curl -T`)",
            {"Sendoff": ours, "curl": theirs},
            amount,
            "MB/s",
            bar=0.9,
        ),
        faster(
            "a",
            "the same against what verifies as much: a sha256 of the file, then `curl -T` with it",
            {"Sendoff": ours, "curl": verified},
            amount,
            "MB/s",
        ),
        faster(
            "a",
            f"{name} to a server that keeps nothing, hashed (our HTTP client : `curl -T`)",
            {"Sendoff": put, "curl": curl_sunk},
            amount,
            "MB/s",
        ),
        *limits,
    ]


def _digest_field(source: Path) -> str:
    with source.open("rb") as file:
        whole = hashlib.file_digest(file, "sha256")
    return f"Repr-Digest: sha-256=:{base64.b64encode(whole.digest()).decode()}:"


def _physical(place: Path, size: Size) -> list[Figure]:
    ways: dict[str, Callable[[], float]] = {
        "loopback copy between two processes": lambda: work("loopback", size=size.large),
        "the same with a sha256 at each end, and nothing else": lambda: work(
            "loopback", size=size.large, hashed=True
        ),
        "sha256 on one core": lambda: work("digest", size=size.large),
        "disk, written and synced": lambda: work("disk", path=str(place / "disk"), size=size.large),
    }
    samples = in_turn(min(size.rounds, 3), *ways.values())
    return [
        plain("a", f"limit: {name}", [size.large / 1e6 / one for one in seconds], "MB/s")
        for name, seconds in zip(ways, samples, strict=True)
    ]


def by_tus(size: Size) -> list[Figure]:
    """(b) The tus protocol: our client against tus-js-client, same chunks, same servers."""
    node = node_modules()
    if node is None:
        return [missing("b", "node, npm, @tus/server or tus-js-client")]
    figures: list[Figure] = []
    with folder("b") as place, service(place / "home") as server:
        drafts = Drafts(server)
        one = [str(one_file(place, size.large))]
        many = many_files(place, size.medium_count, size.medium)
        (place / "kept").mkdir()
        with tus_server(node, place / "kept") as theirs:

            def to_node(paths: list[str]) -> tuple[str, str, list[str]]:
                _empty(place / "kept")
                return theirs, "", paths

            def to_us(paths: list[str]) -> tuple[str, str, list[str]]:
                drafts.remove_all()
                uploads = f"{server.url}{drafts.new()['links']['uploads']}"
                return uploads, server.token, paths

            places = (("the Node tus server", to_node), ("the built-in service", to_us))
            for name, target in places:
                for paths, bar in ((one, 0.9), (sorted(map(str, many.iterdir())), 1.5)):
                    figures.append(_tus_pair(size, node, name, target, paths, bar))
        drafts.remove_all()

        def js() -> float:
            drafts.remove_all()
            uploads = f"{server.url}{drafts.new()['links']['uploads']}"
            return tus_js(node, uploads, server.token, sorted(map(str, many.iterdir())))

        ours, peer = in_turn(size.rounds, lambda: _saved(place / "home", many, drafts), js)
    figures.append(
        faster(
            "b",
            f"{size.medium_count} files of {size.medium / 1e6:.0f} MB saved to the built-in "
            "service (upload stage, one PUT each : tus-js-client)",
            {"Sendoff": ours, "tus-js-client": peer},
            size.medium_count * size.medium / 1e6,
            "MB/s",
            bar=1.5,
        )
    )
    return figures


def _tus_pair(
    size: Size,
    node: Path,
    name: str,
    target: Callable[[list[str]], tuple[str, str, list[str]]],
    paths: list[str],
    bar: float,
) -> Figure:
    def ours() -> float:
        url, token, files = target(paths)
        there = urlsplit(url)
        return float(
            work(
                "tus",
                url=f"{there.scheme}://{there.netloc}",
                token=token,
                target=there.path,
                paths=files,
                chunk=CHUNK,
                parallel=PARALLEL,
            )
        )

    def theirs() -> float:
        url, token, files = target(paths)
        return tus_js(node, url, token, files)

    mine, peer = in_turn(size.rounds, ours, theirs)
    total = sum(Path(one).stat().st_size for one in paths) / 1e6
    files = f"one file of {total / 1e3:.1f} GB" if len(paths) == 1 else f"{len(paths)} files"
    return faster(
        "b",
        f"{files} by tus to {name}, {CHUNK // MIB} MiB chunks (ours, hashed : tus-js-client)",
        {"Sendoff": mine, "tus-js-client": peer},
        total,
        "MB/s",
        bar=bar,
    )


def tus_js(node: Path, url: str, token: str, paths: list[str]) -> float:
    """Send files with tus-js-client; return the seconds that it says it took."""
    wish = {"endpoint": url, "token": token, "paths": paths, "chunk": CHUNK, "parallel": PARALLEL}
    done = subprocess.run(
        [found("node"), "client.mjs"],
        input=json.dumps(wish),
        cwd=node,
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
    )
    return float(done.stdout)


def _empty(place: Path) -> None:
    for file in place.iterdir():
        file.unlink()


def many_small(size: Size) -> list[Figure]:
    """(c) Many small files: the upload stage against the same requests by httpx alone."""
    with folder("c") as place, service(place / "home") as server:
        source, drafts = many_files(place, size.small_count, size.small), Drafts(server)

        def bare(*, shared: bool) -> float:
            url = f"{server.url}{drafts.new()['links']['files']}"
            seconds = work(
                "bare",
                url=url,
                token=server.token,
                folder=str(source),
                parallel=PARALLEL,
                shared=shared,
            )
            drafts.remove_all()
            return float(seconds)

        def curl() -> float:
            url = f"{server.url}{drafts.new()['links']['files']}"
            seconds = curl_many(source, url, PARALLEL, _authorized(server))
            drafts.remove_all()
            return seconds

        ways: list[Callable[[], float]] = [
            lambda: _saved(place / "home", source, drafts),
            lambda: bare(shared=True),
            lambda: bare(shared=False),
            *([curl] if found("curl") else []),
        ]
        ours, shared, own, *curled = in_turn(size.rounds, *ways)
    name = f"{size.small_count:,} files of {size.small / 1e3:.0f} KB"
    figures = [
        faster(
            "c",
            f"{name} (upload stage : bare httpx loop, {PARALLEL} at once, one client)",
            {"Sendoff": ours, "httpx": shared},
            size.small_count,
            "files/s",
            bar=0.8,
        ),
        faster(
            "c",
            "the same (upload stage : bare httpx loop with a client for each worker)",
            {"Sendoff": ours, "httpx": own},
            size.small_count,
            "files/s",
        ),
    ]
    if curled:
        pair = {"Sendoff": ours, "curl": curled[0]}
        what = f"the same (upload stage : `curl --parallel`, {PARALLEL} at once)"
        figures.append(faster("c", what, pair, size.small_count, "files/s"))
    else:
        figures.append(missing("c", "curl"))
    if not found("rclone"):
        figures.append(missing("c", "rclone"))
    return figures


def built_in(size: Size) -> list[Figure]:
    """(i) The built-in service alone: against nginx, its memory, and more than it admits."""
    if not found("curl"):
        return [missing("i", "curl")]
    with folder("i") as place, service(place / "home") as server:
        source, drafts = one_file(place, size.huge), Drafts(server)
        digest = _digest_field(source)
        pid = server.process.pid
        growth: list[float] = []

        def ours() -> float:
            idle = peak_memory(pid)[0]
            forget_peak(pid)
            target = f"{server.url}{drafts.new()['links']['files']}/one"
            seconds = curl_put(source, target, _authorized(server), digest)
            growth.append((peak_memory(pid)[1] - idle) / MIB)
            drafts.remove_all()
            return seconds

        if found("nginx"):
            with nginx(place / "nginx") as dav:
                whole_seconds: list[float] = []

                def theirs() -> float:
                    stored = place / "nginx" / "www" / "one"
                    begun = time.monotonic()
                    seconds = curl_put(source, f"{dav}/one")
                    with stored.open("rb") as file:
                        os.fsync(file.fileno())
                        hashlib.file_digest(file, "sha256")
                    whole_seconds.append(time.monotonic() - begun)
                    stored.unlink()
                    return seconds

                mine, peer = in_turn(size.rounds, ours, theirs)
            what = f"`curl -T` of {size.huge / 1e9:.1f} GB with a digest to be checked "
            amount = size.huge / 1e6
            compared = [
                faster(
                    "i",
                    f"{what}(built-in service, durable : nginx WebDAV, no digest, no sync)",
                    {"built-in": mine, "nginx": peer},
                    amount,
                    "MB/s",
                    bar=0.6,
                ),
                faster(
                    "i",
                    "the same, nginx with a sync and a sha256 afterwards",
                    {"built-in": mine, "nginx": whole_seconds},
                    amount,
                    "MB/s",
                ),
            ]
        else:
            ours()
            compared = [missing("i", "nginx")]
    return [
        *compared,
        at_most("i", "its memory over idle meanwhile", growth, "MiB", bar=64),
        *_overload(size),
    ]


def _overload(size: Size) -> list[Figure]:
    """Ten times as many connections as are admitted at once, in a service with small limits."""
    worst: list[float] = []
    refused: list[float] = []
    share: list[float] = []
    growth: list[float] = []
    with folder("i-overload") as place:
        limits = ("in_flight=4", "waiting_room=12", "longest_wait_s=2")
        options = [word for one in limits for word in ("--limit", one)]
        server = ServiceUnderTest(str(place / "service"), *options, qa=True)
        try:
            server.rule("slow", route="list_records", when="during", seconds=0.02, times=0)
            for _ in range(size.rounds):
                idle = peak_memory(server.process.pid)[0]
                forget_peak(server.process.pid)
                asked = work("overload", url=server.url, token=server.token, clients=40, each=10)
                growth.append((peak_memory(server.process.pid)[1] - idle) / MIB)
                if asked["others"]:
                    raise AssertionError(asked["others"])
                worst.append(1000 * asked["admitted"][int(len(asked["admitted"]) * 0.99)])
                refused.append(1000 * median(asked["refused"] or [0.0]))
                share.append(100 * len(asked["refused"]) / 400)
        finally:
            server.close()
    what = "overload, 40 connections for 4 places: "
    return [
        plain("i", f"{what}p99 of what is admitted", worst, "ms"),
        plain("i", f"{what}median refusal (503, Retry-After)", refused, "ms"),
        plain("i", f"{what}refused", share, "%"),
        at_most("i", f"{what}memory over idle", growth, "MiB", bar=32),
    ]
