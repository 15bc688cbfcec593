"""What the command line says of a save is what the site holds: exit codes, lines, receipts."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.invenio.bench import Bench, complete, play
from tests.invenio.deployment import Deployment
from tests.invenio.tap import Break
from tests.invenio.test_command_line import CommandLine, known, only_record, three_files
from tests.raw_server import Answer

LIMITS = {
    "reconcile_s": 2,
    "outage_s": 2,
    "control_s": 10,
    "absence_s": 3,
    "absence_gateway_s": 3,
}
REFUSED = Answer(403, {"status": 403, "message": "Permission denied."})
ONE, TWO, THREE = three_files()


def commands(bench: Bench, folder: Path, **limits: float) -> CommandLine:
    home = folder / "home"
    home.mkdir(mode=0o700)
    (home / "settings.json").write_text(json.dumps({"limits": LIMITS | limits}))
    return CommandLine(bench, home)


async def kept(command: CommandLine, folder: Path) -> tuple[str, str]:
    """Save and keep the draft; return the run and the record."""
    before = await known(command.bench)
    code, lines, err = await command.run(*command.save(folder), "--no-finalize")
    assert (code, lines[-1]["event"]) == (0, "run_done"), err
    return str(lines[-1]["run"]), await only_record(command.bench, before)


async def plain(command: CommandLine, *words: str) -> tuple[int, str]:
    process = await command.start(*words)
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode() + err.decode()


async def verdicts(command: CommandLine, run: str) -> dict[str, str]:
    _, text = await plain(command, "receipt", run)
    return {one["stored_as"]: one["verdict"] for one in json.loads(text)["files"]}


async def published(bench: Bench, record: str) -> bool:
    return (await bench.ask("GET", f"/records/{record}"))[0] == 200


def alter(bench: Bench, record: str) -> None:
    """One file is gone and another is altered, by whatever the site did."""
    entries = bench.the_double.deposits[record].entries
    del entries[ONE.key]
    entries[TWO.key].stored = b"other"


def names_the_differences(text: str) -> bool:
    rows = text.splitlines()
    missing = any(ONE.key in row and "does not hold this file" in row for row in rows)
    altered = any(TWO.key in row and "other content" in row for row in rows)
    return missing and altered and THREE.key not in text


# what was left out


def test_t01_a_file_left_out_is_not_in_the_record_that_replaces_a_deleted_draft(
    tmp_path: Path,
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        before = await known(bench)
        code, lines, _ = await command.run(*command.save(tmp_path))
        assert code == 3
        run, (refused,) = lines[-1]["run"], lines[-1]["failed"]
        await bench.ask("DELETE", f"/records/{await only_record(bench, before)}/draft")
        assert (await command.run("resume", run, "--json"))[0] == 3
        left_out = f"--leave-out={refused['key']}"
        code, lines, err = await command.run("resume", run, left_out, "--json")
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        record = await only_record(bench, before)
        there = [one for one in three_files() if one.key != refused["key"]]
        assert await bench.held(record) == complete(*there)
        assert await published(bench, record)
        confirmed = {one["key"] for one in lines if one["event"] == "file_confirmed"}
        assert len(confirmed | set(lines[0].get("confirmed", ()))) == 2

    play("double", scenario, Deployment(quota=250_000))


# finalize is read back


def claims(bench: Bench, record: str) -> Answer:
    """The answer to a publish that says it is done."""
    body = bench.the_double.deposits[record].json(bench.url)
    body |= {"is_published": True, "is_draft": False, "status": "published"}
    return Answer(202, body)


@pytest.mark.parametrize("ever", [True, False], ids=["after all", "never"])
def test_t06_a_publish_that_only_claims_to_be_done_is_asked_about(
    tmp_path: Path, ever: bool
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path, reconcile_s=20 if ever else 2)
        run, record = await kept(command, tmp_path)
        bench.tap.add("POST", "/publish$", claims(bench, record))
        saving = asyncio.ensure_future(command.run("resume", run, "--json"))
        if ever:
            await asked_to_publish(bench)
            await bench.ask("POST", f"/records/{record}/draft/actions/publish")
        code, lines, err = await saving
        assert code == (0 if ever else 4), err
        if not ever:
            assert "reconciling" in [one["event"] for one in lines]
        assert lines[-1]["state"] == ("finalized" if ever else "draft")
        assert bench.tap.count("POST", "/publish$") == 1

    play("double", scenario)


async def asked_to_publish(bench: Bench) -> None:
    """Return once the client has its promise: what it sees next is still a draft, or not."""
    await bench.tap.until(lambda: bool(bench.tap.count("POST", "/publish$")))


def test_t06_a_publish_that_loses_and_alters_files_is_no_success(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        bench.the_double.publish_hold = asyncio.Event()
        resuming = asyncio.ensure_future(plain(command, "resume", run))
        await bench.the_double.publish_begun.wait()
        alter(bench, record)
        bench.the_double.publish_hold.set()
        code, text = await resuming
        assert code == 3, text
        assert names_the_differences(text), text
        assert "Verified" not in text
        assert await verdicts(command, run) == {
            ONE.key: "not confirmed",
            TWO.key: "different",
            THREE.key: "verified",
        }

    play("double", scenario)


# what is so now


async def finished(command: CommandLine, folder: Path) -> tuple[str, str]:
    run, record = await kept(command, folder)
    code, _, err = await command.run("resume", run, "--json")
    assert code == 0, err
    command.bench.tap.passed.clear()
    return run, record


def test_t05_check_of_a_finished_save_asks_and_says_what_is_so_now(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await finished(command, tmp_path)
        code, text = await plain(command, "check", run)
        assert code == 0, text
        assert bench.tap.count("GET", f"/records/{record}$") >= 1
        assert bench.tap.count("GET", f"/records/{record}/files$") >= 1

        alter(bench, record)
        code, text = await plain(command, "check", run)
        assert code == 3
        assert names_the_differences(text), text
        code, lines, _ = await command.run("check", run, "--json")
        assert code == 3
        assert {one["key"] for one in lines[-1]["failed"]} == {ONE.key, TWO.key}

        bench.the_double.deposits[record].deleted = True
        code, text = await plain(command, "check", run)
        assert code == 3
        assert "deleted" in text, text
        assert "finalized on the server" not in text
        assert set((await verdicts(command, run)).values()) == {"not confirmed"}
        assert (await plain(command, "resume", run))[0] == 3, "it is not made again"
        code, text = await plain(command, "resume")
        assert code == 0, "no attempt can change it: it is only named"
        assert "nothing can be sent to it" in text
        assert run in text
        assert {one.method for one in bench.tap.passed} == {"GET"}, "a check writes nothing"

    play("double", scenario)


def test_t05_a_check_that_reaches_nobody_claims_nothing(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path, attempts=1, control_s=1)
        run, record = await finished(command, tmp_path)
        bench.tap.add("GET", f"/records/{record}", Break.BEFORE, times=99)
        code, text = await plain(command, "check", run)
        assert code == 4, text
        assert "finalized on the server" not in text
        assert "Verified" not in text

    play("double", scenario)


def test_t04_discard_of_a_draft_that_was_altered_and_published_elsewhere(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        alter(bench, record)
        await bench.ask("POST", f"/records/{record}/draft/actions/publish")
        there = await bench.held(record)
        bench.tap.passed.clear()
        code, text = await plain(command, "discard", run)
        assert code == 2, text
        assert names_the_differences(text), text
        assert "Verified" not in text
        assert await bench.held(record) == there
        assert {one.method for one in bench.tap.passed} == {"GET"}, "nothing is removed"

    play("double", scenario)


def test_t04_discard_of_a_draft_that_was_published_elsewhere_as_it_was(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        await bench.ask("POST", f"/records/{record}/draft/actions/publish")
        code, text = await plain(command, "discard", run)
        assert code == 2, text
        assert "only drafts can be" in text
        assert await bench.held(record) == complete(*three_files())

    play("double", scenario)


# the wish to publish


def test_t62_the_wish_to_publish_a_kept_draft_is_kept_until_it_is_published(
    tmp_path: Path,
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        bench.tap.add("POST", "/publish$", REFUSED, times=3)
        codes = [(await command.run("resume", run, "--json"))[0] for _ in range(3)]
        assert codes == [3, 3, 3]
        assert bench.tap.count("POST", "/publish$") == 3, "tried each time"
        assert not await published(bench, record)
        code, lines, err = await command.run("resume", run, "--json")
        assert (code, lines[-1]["state"]) == (0, "finalized"), err
        assert await published(bench, record)

    play("double", scenario)


def test_t62_resume_without_a_run_never_publishes_a_kept_draft(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        for words in (("resume",), ("check", run), ("resume",)):
            code, text = await plain(command, *words)
            assert code == 0, text
        assert run in text
        assert bench.tap.count("POST", "/publish$") == 0
        assert not await published(bench, record)

    play("double", scenario)


def test_t62_an_interrupted_save_that_was_to_stay_a_draft_is_not_published_by_resume(
    tmp_path: Path,
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path, attempts=1)
        bench.tap.add("POST", "/commit$", REFUSED, times=1)
        code, lines, _ = await command.run(*command.save(tmp_path), "--no-finalize")
        assert code == 3
        code, lines, err = await command.run("resume", lines[-1]["run"], "--json")
        assert (code, lines[-1]["state"]) == (0, "draft"), err
        assert bench.tap.count("POST", "/publish$") == 0

    play("double", scenario)


def test_t62_a_title_given_with_the_wish_is_the_one_that_is_published(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        code, _, err = await command.run("resume", run, "--title", "A better one", "--json")
        assert code == 0, err
        _, answer = await bench.ask("GET", f"/records/{record}")
        assert answer["metadata"]["title"] == "A better one"

    play("double", scenario)


# found by somebody who did not build it


def test_t04_check_of_a_kept_draft_names_what_was_changed_in_it(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        run, record = await kept(command, tmp_path)
        alter(bench, record)
        for _ in range(2):
            code, text = await plain(command, "check", run)
            assert code == 3, text
            rows = text.splitlines()
            assert any(ONE.key in row and "its list does not show it" in row for row in rows), text
            assert any(TWO.key in row and "other content" in row for row in rows), text
            assert "Interrupted" not in text
            assert "Safe on the server: 1 of 3 files" in text
        assert (await plain(command, "runs"))[1].count("Interrupted") == 0
        bench.the_double.deposits[record].entries[TWO.key].stored = TWO.content
        code, text = await plain(command, "resume", run)
        assert code == 0, text
        assert await bench.held(record) == complete(*three_files())

    play("double", scenario)


def test_a_check_keeps_why_a_file_was_refused(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        code, lines, _ = await command.run(*command.save(tmp_path))
        assert code == 3
        run, (refused,) = lines[-1]["run"], lines[-1]["failed"]
        for _ in range(2):
            code, lines, _ = await command.run("check", run, "--json")
            assert code == 3
            assert lines[-1]["failed"] == [refused]
            assert lines[-1]["error"]["detail"]["reason"] == refused["error"]["kind"]
        code, text = await plain(command, "check", run)
        assert any(refused["key"] in row for row in text.splitlines()), text

    play("double", scenario, Deployment(quota=250_000))


def test_t05_nothing_is_verified_in_a_record_that_was_deleted_before_it_was_read_back(
    tmp_path: Path,
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path, attempts=1)
        run, record = await kept(command, tmp_path)
        bench.tap.add("GET", f"/records/{record}/files$", Break.BEFORE, times=99)
        code, text = await plain(command, "resume", run)
        assert code == 4, text
        bench.tap.rules.clear()
        bench.the_double.deposits[record].deleted = True
        code, text = await plain(command, "resume", run)
        assert code == 3, text
        assert "deleted" in text, text
        assert set((await verdicts(command, run)).values()) == {"not confirmed"}
        assert "0 of 3 files" in (await plain(command, "runs"))[1]

    play("double", scenario)
