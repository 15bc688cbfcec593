"""Very large files: every byte counted beyond 4 GiB too, the digest exact, the loop free."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from desktop_app.core.run import RunFile
from desktop_app.files.disk import fingerprint_of
from desktop_app.files.reading import FileReading

SIZE = (1 << 28) + 1
SHA256_OF_ZEROS = "da6ce8755151acd05195db67ebce3ee0fb5f4012e71e821cc5750f3304eaf41e"
"""Of so many zeros, as `head -c 268435457 /dev/zero | sha256sum` says."""

SCRIPT = """
import asyncio, json, resource, sys
from desktop_app.core.run import RunFile
from desktop_app.files.disk import fingerprint_of
from desktop_app.files.reading import FileReading

path = sys.argv[1]

async def turn(turns):
    while True:
        turns.append(None)
        await asyncio.sleep(0)

async def main():
    source = FileReading().source(RunFile(path, "zeros", fingerprint_of(path)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    turns, count = [], 0
    turning = asyncio.create_task(turn(turns))
    async with source.open() as blocks:
        async for block in blocks:
            count += len(block)
    turning.cancel()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    digest = source.known_digest("sha256")
    print(json.dumps({"count": count, "grown": grown, "digest": digest, "turns": len(turns)}))

asyncio.run(main())
"""


def zeros(folder: Path, size: int) -> Path:
    path = folder / "zeros.bin"
    with path.open("wb") as file:
        file.truncate(size)
    return path


def test_c12_memory_is_flat_and_the_loop_turns_while_a_large_file_is_read(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(zeros(tmp_path, SIZE))],
        capture_output=True,
        text=True,
        check=True,
    )

    told = json.loads(ran.stdout)
    assert told["count"] == SIZE
    assert told["digest"] == f"sha256:{SHA256_OF_ZEROS}"
    assert told["grown"] < 50_000, "KiB of memory"
    assert told["turns"] > 20, "the loop stood still"


def test_f02_what_lies_beyond_4_gib_is_read_exactly(tmp_path: Path) -> None:
    path = zeros(tmp_path, (1 << 32) + 5)
    with path.open("r+b") as file:
        file.seek(1 << 32)
        file.write(b"END")
    source = FileReading().source(RunFile(str(path), "zeros", fingerprint_of(str(path))))

    async def main() -> bytes:
        async with source.open((1 << 32) - 2) as blocks:
            return b"".join([block async for block in blocks])

    assert asyncio.run(main()) == b"\0\0END\0\0"
