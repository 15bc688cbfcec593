"""One very large file: every byte counted, the digest exact, memory flat, the loop free."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SIZE = (1 << 32) + 1
SHA256_OF_ZEROS = "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c"
"""Of 4 GiB + 1 bytes of zeros, as `head -c 4294967297 /dev/zero | sha256sum` says."""

SCRIPT = """
import asyncio, json, resource, sys, time
from desktop_app.core.run import (RunFile)
from desktop_app.files.disk import fingerprint_of
from desktop_app.files.reading import FileReading

path = sys.argv[1]

async def tick(gaps):
    last = time.monotonic()
    while True:
        await asyncio.sleep(0.02)
        gaps.append(time.monotonic() - last)
        last = time.monotonic()

async def main():
    source = FileReading().source(RunFile(path, "zeros", fingerprint_of(path)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    gaps, count = [], 0
    ticking = asyncio.create_task(tick(gaps))
    async with source.open() as blocks:
        async for block in blocks:
            count += len(block)
    ticking.cancel()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    digest = source.known_digest("sha256")
    print(json.dumps({"count": count, "grown": grown, "digest": digest, "ticks": len(gaps)}))

asyncio.run(main())
"""


def test_f02_c12_more_than_4_gib(tmp_path: Path) -> None:
    path = tmp_path / "zeros.bin"
    with path.open("wb") as file:
        file.truncate(SIZE)

    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path)], capture_output=True, text=True, check=True
    )

    told = json.loads(ran.stdout)
    assert told["count"] == SIZE
    assert told["digest"] == f"sha256:{SHA256_OF_ZEROS}"
    assert told["grown"] < 50_000, "KiB of memory"
    assert told["ticks"] > 20, "the loop stood still"
