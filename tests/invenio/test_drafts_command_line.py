"""The command line on drafts that were begun elsewhere: list, repair, attach to, discard."""

from __future__ import annotations

import signal as signals
from pathlib import Path
from typing import Any

from tests.invenio.bench import Bench, Source, complete, content, draft, on_both, play, signal
from tests.invenio.tap import Break
from tests.invenio.test_command_line import CommandLine, reached_by
from tests.invenio.test_repair import a_messy_draft


def where(bench: Bench) -> list[str]:
    return ["--service", bench.tap.url, "--kind", "invenio", "--json"]


def written(folder: Path, *sources: Source) -> list[str]:
    """Write the sources as files; return their paths."""
    for source in sources:
        (folder / source.key).write_bytes(source.content)
    return [str(folder / source.key) for source in sources]


def states(lines: list[dict[str, Any]]) -> dict[str, str]:
    return {line["key"]: line["state"] for line in lines if line["event"] == "draft_entry"}


async def a_draft_with(bench: Bench, *sources: Source) -> str:
    """Make a draft as the web page does, with whole files."""
    made = await bench.service().create_record(draft(title="Begun elsewhere"), signal())
    for one in sources:
        files = f"/records/{made.id}/draft/files"
        await bench.ask("POST", files, [{"key": one.key}])
        await bench.ask("PUT", f"{files}/{one.key}/content", raw=one.content)
        await bench.ask("POST", f"{files}/{one.key}/commit")
    return made.id


@on_both
def test_drafts_are_listed_newest_first(site: str, tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        first = await a_draft_with(bench)
        await bench.clock.sleep(10)
        second = await a_draft_with(bench)
        code, lines, err = await command.run("drafts", *where(bench))
        assert code == 0, err
        ids = [line["id"] for line in lines]
        assert ids.index(second) < ids.index(first)
        assert {line["state"] for line in lines} == {"draft"}
        assert "Begun elsewhere" in {line.get("title", "") for line in lines}

    play(site, scenario)


@on_both
def test_a_draft_is_looked_at_and_then_mended(site: str, tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        record, mine = await a_messy_draft(bench)
        paths = written(tmp_path, *mine)
        held = await bench.held(record)
        code, lines, _ = await command.run("repair", record, *where(bench), *paths)
        assert code == 3
        assert states(lines) == {
            "good": "good",
            "pending": "pending",
            "stale": "stale",
            "different": "different",
            "missing": "missing",
            "extra": "extra",
        }
        assert await bench.held(record) == held, "looking changes nothing"
        code, lines, _ = await command.run("repair", record, "--mend", *where(bench), *paths)
        assert code == 3, "what differs is left until it is named"
        assert (await bench.held(record))["different"][1] == len(b"theirs")
        named = ["--mend", "--replace", "different"]
        code, lines, err = await command.run("repair", record, *named, *where(bench), *paths)
        assert code == 0, err
        assert lines[-1]["sound"] is True
        assert await bench.held(record) == complete(*mine, Source("extra", b"extra"))

    play(site, scenario)


@on_both
def test_a_repair_that_is_killed_is_told_of_and_done_again_with_nothing_lost_or_doubled(
    site: str, tmp_path: Path
) -> None:
    """The worst moment: the old content is removed as asked, the new one has not arrived."""

    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        record, mine = await a_messy_draft(bench)
        paths = written(tmp_path, *mine)
        mend = ["repair", record, "--mend", "--replace", "different", *where(bench), *paths]
        bench.tap.add("PUT", r"/different/content$", Break.HELD)
        process = await command.start(*mend)
        await reached_by(process, bench)
        _, _, err = await command.run("drafts", *where(bench))
        assert "cut off" not in err, "it is still under way"
        process.send_signal(signals.SIGKILL)
        await process.communicate()
        bench.tap.release.set()
        for words in (["runs", "--json"], ["drafts", *where(bench)]):
            code, _, err = await command.run(*words)
            assert code == 0
            assert f"The repair of the draft {record} with the account 127.0.0.1" in err
            assert "was cut off" in err
        code, lines, err = await command.run(*mend)
        assert (code, lines[-1]["sound"]) == (0, True), err
        assert await bench.held(record) == complete(*mine, Source("extra", b"extra"))
        _, _, err = await command.run("drafts", *where(bench))
        assert "cut off" not in err, "it was done after all"
        assert not list((tmp_path / "home" / "repairs").iterdir())

    play(site, scenario)


@on_both
def test_files_are_attached_to_a_draft_that_is_killed_at_and_resumed(
    site: str, tmp_path: Path
) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        theirs = Source("theirs.bin", content(1000))
        ours = [Source(f"ours{n}.bin", content(50_000, n)) for n in (1, 2)]
        record = await a_draft_with(bench, theirs)
        attach = ["save", "--attach-to", record, *where(bench), *written(tmp_path, *ours)]
        bench.tap.add("PUT", r"/content$", Break.HELD, skip=1)
        before = bench.tap.count("POST", "/records$")
        process = await command.start(*attach)
        await reached_by(process, bench)
        process.send_signal(signals.SIGKILL)
        await process.communicate()
        bench.tap.release.set()
        code, lines, err = await command.run("resume", "--json")
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        assert lines[-1]["record"]["id"] == record
        assert lines[-1]["title"] == "Begun elsewhere"
        assert bench.tap.count("POST", "/records$") == before, "no record is made"
        assert await bench.held(record) == complete(theirs, *ours)
        status, answer = await bench.ask("GET", f"/records/{record}")
        assert (status, answer["metadata"]["title"]) == (200, "Begun elsewhere")

    play(site, scenario)


@on_both
def test_discard_leaves_the_draft_and_what_stood_in_it(site: str, tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        theirs = [Source("theirs.bin", content(1000)), Source("both.bin", content(2000))]
        ours = [Source("ours.bin", content(3000)), theirs[1]]
        record = await a_draft_with(bench, *theirs)
        attach = ["save", "--attach-to", record, "--no-finalize", *where(bench)]
        code, lines, err = await command.run(*attach, *written(tmp_path, *ours))
        assert code == 0, err
        assert await bench.held(record) == complete(*theirs, ours[0])
        code, _, err = await command.run("discard", lines[-1]["run"], "--json")
        assert code == 0, err
        assert await bench.held(record) == complete(*theirs)

    play(site, scenario)


@on_both
def test_what_cannot_be_is_refused_before_anything_is_sent(site: str, tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        record = await a_draft_with(bench)
        attach = ["save", "--attach-to", record, *where(bench)]
        (path,) = written(tmp_path, Source("a.bin", b"a"))
        sent = bench.tap.count("P", "")
        code, _, err = await command.run(*attach, "--title", "Mine", path)
        assert (code, "of its own" in err) == (2, True)
        code, _, err = await command.run("repair", record, *where(bench), str(tmp_path / "none"))
        assert code == 2
        code, _, err = await command.run("drafts", "--json")
        assert (code, "no list of drafts" in err) == (2, True)
        assert bench.tap.count("P", "") == sent

    play(site, scenario)
