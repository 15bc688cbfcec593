"""Exit codes when the service or the way to it fails, and what the next command makes of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from desktop_app.core.model import SaveStage
from desktop_app.qa.proxy import FaultProxy, Rule, What, upstream_of
from tests.cli.conftest import Ran, Sendoff

IMPATIENT = {"finalize_s": 1, "control_s": 1, "reconcile_s": 1, "outage_s": 0, "attempts": 1}
Scenario = Callable[[FaultProxy, Callable[..., Awaitable[Ran]]], Awaitable[None]]


@pytest.fixture
def save(sendoff: Sendoff, tmp_path: Path) -> list[str]:
    """The words of a save of two files."""
    sendoff.settings(limits=IMPATIENT)
    (tmp_path / "a.txt").write_bytes(b"a" * 1000)
    (tmp_path / "b.bin").write_bytes(b"b" * 500_000)
    paths = [str(tmp_path / "a.txt"), str(tmp_path / "b.bin")]
    return ["save", "--title", "T", "--json", "--kind", "local", *paths]


def play(sendoff: Sendoff, scenario: Scenario) -> None:
    facts = json.loads((sendoff.home / "service" / "service.json").read_text())
    sendoff.env = {"SENDOFF_TOKEN": Path(facts["token_file"]).read_text().strip()}

    async def main() -> None:
        async with FaultProxy(upstream_of(facts["url"])) as proxy:

            async def run(*words: str) -> Ran:
                where = ("--service", proxy.url) if words[0] == "save" else ()
                return await asyncio.to_thread(sendoff, *words, *where)

            await scenario(proxy, run)

    asyncio.run(main())


def writes(proxy: FaultProxy) -> list[str]:
    return [f"{e.method} {e.stage}" for e in proxy.log if e.method not in ("GET", "HEAD")]


def test_a_finalize_that_fails_is_exit_3_and_its_retry_creates_and_sends_nothing(
    sendoff: Sendoff, save: list[str]
) -> None:
    async def scenario(proxy: FaultProxy, run: Callable[..., Awaitable[Ran]]) -> None:
        stage = SaveStage.FINALIZE_RECORD
        proxy.use((Rule(What.STATUS, stage=stage, status=403, times=0),))
        failed = await run(*save)
        assert failed.code == 3, failed.err
        (told,) = failed.events("stage_failed")
        assert told["completed_stages"] == ["create_record", "upload_files"]
        assert len(told["partial_outputs"]["uploaded_files"]) == 2
        assert failed.objects[-1]["next_action"] == "retry_finalize"

        proxy.use(())
        resumed = await run("resume", failed.objects[0]["run"], "--json")
        assert resumed.code == 0, resumed.out
        assert writes(proxy) == ["POST finalize_record"]
        (record,) = sendoff.records()
        assert record["state"] == "finalized"

    play(sendoff, scenario)


def test_a_lost_answer_that_cannot_be_settled_is_exit_4_and_check_settles_it(
    sendoff: Sendoff, save: list[str]
) -> None:
    async def scenario(proxy: FaultProxy, run: Callable[..., Awaitable[Ran]]) -> None:
        stage = SaveStage.FINALIZE_RECORD
        lost = Rule(What.LOST_ANSWER, stage=stage, method="POST", name="lost")
        blind = Rule(What.STALL, path="*", nth=1, times=0, name="blind")
        proxy.use((lost,))
        saving = asyncio.ensure_future(run(*save))
        await proxy.fired("lost")
        proxy.use((blind,))
        unknown = await saving
        assert unknown.code == 4, unknown.out
        assert [e["settled"] for e in unknown.events("reconciled")][-1] == "unknown"
        assert unknown.objects[-1]["next_action"] == "check_again"
        run_id = unknown.objects[0]["run"]

        still = await run("check", run_id, "--json")
        assert still.code == 4, still.out
        await proxy.heal()
        proxy.use(())
        settled = await run("check", run_id, "--json")
        assert settled.code == 0, settled.out
        assert writes(proxy) == [], "a check wrote something"
        (record,) = sendoff.records()
        assert record["state"] == "finalized"
        assert (await run("resume")).out == "Nothing unfinished.\n"

    play(sendoff, scenario)


def test_h01_an_expired_token_is_exit_3_names_the_command_and_sends_nothing_twice(
    sendoff: Sendoff, save: list[str]
) -> None:
    async def scenario(proxy: FaultProxy, run: Callable[..., Awaitable[Ran]]) -> None:
        proxy.use((Rule(What.EXPIRED_TOKEN, stage=SaveStage.FINALIZE_RECORD),))
        words = [word for word in save if word != "--json"]
        failed = await run(*words)
        assert failed.code == 3
        assert "does not accept the token" in failed.out
        assert "SENDOFF_TOKEN" in failed.out
        run_id = failed.out.rsplit("sendoff resume ", 1)[1].split()[0]

        proxy.use(())
        proxy.renew_token()
        resumed = await run("resume", run_id, "--json")
        assert resumed.code == 0, resumed.out
        assert writes(proxy) == ["POST finalize_record"]

    play(sendoff, scenario)


def test_one_file_that_is_refused_holds_the_finalize_and_the_other_arrives(
    sendoff: Sendoff, save: list[str]
) -> None:
    async def scenario(proxy: FaultProxy, run: Callable[..., Awaitable[Ran]]) -> None:
        proxy.use((Rule(What.STATUS, key="b.bin", method="P*", status=507, times=0),))
        failed = await run(*save)
        assert failed.code == 3
        assert [e["key"] for e in failed.events("file_confirmed")] == ["a.txt"]
        (told,) = failed.events("file_failed")
        assert (told["key"], told["error"]["kind"]) == ("b.bin", "quota")
        assert "There is no space left" in told["error"]["message"]
        assert sendoff.records()[0]["state"] == "draft"

        proxy.use(())
        resumed = await run("resume", "--json")
        assert resumed.code == 0
        assert resumed.objects[0]["confirmed"] == ["a.txt"]
        assert [e["key"] for e in resumed.events("file_confirmed")] == ["b.bin"]

    play(sendoff, scenario)
