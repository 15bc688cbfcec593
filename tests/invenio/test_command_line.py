"""The command line against the site: a save, and saves that are killed and resumed."""

from __future__ import annotations

import asyncio
import json
import os
import signal as signals
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.invenio.bench import METADATA, Bench, Source, complete, content, on_both, play
from tests.invenio.tap import Break


@dataclass
class CommandLine:
    """Runs `sendoff` in its own home."""

    bench: Bench
    home: Path

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        environment = {
            **os.environ,
            "SENDOFF_HOME": str(self.home),
            "SENDOFF_TOKEN": self.bench.token,
        }
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "desktop_app",
            *arguments,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
        """Return the exit code, the JSON lines, and standard error."""
        process = await self.start(*arguments)
        out, err = await process.communicate()
        assert process.returncode is not None
        lines = [json.loads(line) for line in out.splitlines() if line.startswith(b"{")]
        assert self.bench.token not in out.decode() + err.decode()
        return process.returncode, lines, err.decode()

    def save(self, folder: Path) -> list[str]:
        """Return the arguments of a save of three files."""
        meta = folder / "meta.json"
        meta.write_text(json.dumps(METADATA))
        paths = []
        for source in three_files():
            (folder / source.key).write_bytes(source.content)
            paths.append(str(folder / source.key))
        address = ["--service", self.bench.tap.url, "--kind", "invenio", "--meta", str(meta)]
        return ["save", "--title", "From the command line", *address, "--json", *paths]


def three_files() -> list[Source]:
    return [Source(f"file{n}.bin", content(50_000 * n, n)) for n in (1, 2, 3)]


async def reached_by(process: asyncio.subprocess.Process, bench: Bench) -> None:
    """Return once the tap holds an answer back; fail if the process ended before."""
    reached = asyncio.ensure_future(bench.tap.reached.wait())
    ended = asyncio.ensure_future(process.wait())
    await asyncio.wait({reached, ended}, return_when=asyncio.FIRST_COMPLETED)
    if ended.done():
        reached.cancel()
        assert process.stderr is not None
        raise AssertionError((await process.stderr.read()).decode())
    ended.cancel()


async def only_record(bench: Bench, before: set[str]) -> str:
    _, answer = await bench.ask("GET", "/user/records?size=100&sort=newest")
    new = {hit["id"] for hit in answer["hits"]["hits"]} - before
    assert len(new) == 1, new
    return str(new.pop())


async def known(bench: Bench) -> set[str]:
    _, answer = await bench.ask("GET", "/user/records?size=100&sort=newest")
    return {hit["id"] for hit in answer["hits"]["hits"]}


@on_both
def test_a_save_by_command_line_ends_published_with_every_file(site: str, tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        code, lines, err = await command.run(*command.save(tmp_path))
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        record = await only_record(bench, before)
        assert lines[-1]["record"]["id"] == record
        assert lines[-1]["record"]["state"] == "finalized"
        assert await bench.held(record) == complete(*three_files())

    play(site, scenario)


@on_both
@pytest.mark.parametrize(
    ("method", "path", "skip"),
    [
        ("POST", r"/records$", 0),
        ("POST", r"/draft/files$", 1),
        ("PUT", r"/content$", 1),
        ("POST", r"/commit$", 1),
        ("POST", r"/publish$", 0),
    ],
    ids=["create", "init", "content", "commit", "publish"],
)
def test_a_save_that_is_killed_after_an_effect_is_resumed_to_one_record(
    site: str, tmp_path: Path, method: str, path: str, skip: int
) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        bench.tap.add(method, path, Break.HELD, skip=skip)
        process = await command.start(*command.save(tmp_path))
        await reached_by(process, bench)
        process.send_signal(signals.SIGKILL)
        await process.communicate()
        committed = [p.target for p in bench.tap.passed if p.target.endswith("/commit")]
        bench.tap.release.set()
        code, lines, err = await command.run("resume", "--json")
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        record = await only_record(bench, before)
        assert await bench.held(record) == complete(*three_files())
        status, _ = await bench.ask("GET", f"/records/{record}")
        assert status == 200
        for target in committed:
            assert bench.tap.count("PUT", f"{target.removesuffix('/commit')}/content$") == 1
        assert bench.tap.count("POST", "/publish$") == 1
        assert bench.tap.count("POST", "/records$") == 1

    play(site, scenario)


@on_both
def test_a_save_whose_token_expires_in_mid_batch_is_resumed_with_a_new_one(
    site: str, tmp_path: Path
) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        bench.tap.expire_before = r"file2.bin/commit$"
        code, lines, _ = await command.run(*command.save(tmp_path))
        assert code == 3
        assert lines[-1]["error"]["kind"] == "sign_in"
        confirmed = [line["key"] for line in lines if line["event"] == "file_confirmed"]
        bench.tap.expire_before = bench.tap.replace_token = ""
        code, lines, err = await command.run("resume", "--json")
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        assert await bench.held(await only_record(bench, before)) == complete(*three_files())
        for key in confirmed:
            assert bench.tap.count("PUT", f"/{key}/content$") == 1

    play(site, scenario)
