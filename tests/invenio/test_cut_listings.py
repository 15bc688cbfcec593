"""T35: a list of files that comes back cut or in pages is not taken for the whole of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError
from tests.invenio.bench import METADATA, Bench, Report, Source, draft, play, signal
from tests.invenio.test_command_line import CommandLine
from tests.raw_server import Answer

LISTING = r"/draft/files(\?|$)"


async def entries_of(bench: Bench, record: str) -> list[dict[str, Any]]:
    _, answer = await bench.ask("GET", f"/records/{record}/draft/files")
    found: list[dict[str, Any]] = answer["entries"]
    return found


def test_T35_all_pages_of_a_listing_are_read() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        for n in range(4):
            await service.upload_file(made.id, Source(f"{n}", b"x"), signal(), Report())
        entries = await entries_of(bench, made.id)
        here = f"{bench.tap.url}/api/records/{made.id}/draft/files"
        first = {"entries": entries[:2], "links": {"next": f"{here}?page=2"}}
        bench.tap.add("GET", r"page=2$", Answer(200, {"entries": entries[2:]}))
        bench.tap.add("GET", r"/draft/files$", Answer(200, first))
        listed = await service.list_files(made.id)
        assert {file.key for file in listed} == {"0", "1", "2", "3"}

    play("double", scenario)


def test_T35_pages_that_never_end_are_given_up() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        entries = [{"key": "a", "status": "pending"}]
        circle = {"entries": entries, "links": {"next": "https://x.example/?page=1"}}
        bench.tap.add("GET", LISTING, Answer(200, circle), times=5000)
        with pytest.raises(ServiceError) as caught:
            await service.list_files(made.id)
        assert caught.value.kind is ErrorKind.BAD_ANSWER
        assert bench.tap.count("GET", LISTING) == 2

    play("double", scenario)


@pytest.mark.xfail(strict=True, reason="N")
def test_T35_a_listing_that_is_cut_is_named_as_that(tmp_path: Path) -> None:
    """Files that were confirmed one by one are not failed by a list that cannot be complete."""

    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        meta = tmp_path / "meta.json"
        meta.write_text(json.dumps(METADATA))
        (tmp_path / "a.txt").write_text("a")
        (tmp_path / "b.txt").write_text("b")
        bench.tap.add("GET", LISTING, Answer(200, {"entries": []}), times=99)
        address = ("--service", bench.tap.url, "--kind", "invenio", "--meta", str(meta))
        paths = (str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
        process = await command.start("save", "--title", "Cut list", *address, *paths)
        said = (await process.communicate())[0].decode()
        assert process.returncode == 3
        assert "Some files could not be sent" not in said
        assert "cannot be complete" in said

    play("double", scenario)
