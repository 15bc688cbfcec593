"""T21: known limits refuse before the start, unknown ones never; a refusal is one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError
from desktop_app.core.model import Account, Fingerprint, PlannedFile, SaveRequest
from desktop_app.saving.intent import check_against
from desktop_app.services.invenio import GENERIC, ZENODO, ZENODO_SANDBOX, SitePreset
from desktop_app.services.invenio.fields import capabilities
from tests.invenio.bench import METADATA, Bench, Report, Source, complete, draft, play, signal
from tests.invenio.deployment import Deployment
from tests.invenio.test_command_line import CommandLine, known, only_record

TOO_MANY = "Uploading selected files will result in exceeding the max amount per record."


def save_of(bench: Bench, folder: Path, count: int, *options: str) -> list[str]:
    meta = folder / "meta.json"
    meta.write_text(json.dumps(METADATA))
    paths = []
    for n in range(count):
        (folder / f"{n:03d}.txt").write_text(str(n))
        paths.append(str(folder / f"{n:03d}.txt"))
    address = ["--service", bench.tap.url, "--kind", "invenio", "--meta", str(meta)]
    return ["save", "--title", "Many", *address, *options, *paths]


def test_T21_a_site_of_unknown_limits_takes_what_it_takes(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        code, lines, err = await command.run(*save_of(bench, tmp_path, 105, "--json"))
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        assert len(await bench.held(await only_record(bench, before))) == 105

    play("double", scenario, Deployment(max_files=1000))


def test_T21_what_a_site_takes_no_more_of_is_one_line_and_few_requests(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        process = await command.start(*save_of(bench, tmp_path, 15))
        out, _ = await process.communicate()
        said = out.decode()
        assert process.returncode == 3, said
        assert said.count("more files than the service takes") <= 2, said
        assert "5 files: These are more files than the service takes in one record." in said
        begins = [p for p in bench.tap.passed if (p.method, p.target[-6:]) == ("POST", "/files")]
        assert sum(p.status == 400 for p in begins) <= 4, "as many as files in flight"
        _, answer = await bench.ask("GET", "/user/records?size=1&sort=newest")
        assert len(await bench.held(answer["hits"]["hits"][0]["id"])) == 10

    play("double", scenario, Deployment(max_files=10))


def test_T21_in_json_each_file_has_its_reason(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        code, lines, _ = await command.run(*save_of(bench, tmp_path, 13, "--json"))
        assert code == 3
        failed = [line["error"] for line in lines if line["event"] == "file_failed"]
        assert [error["kind"] for error in failed] == ["too_many_files"] * 3
        assert all(TOO_MANY in error["message"] for error in failed)

    play("double", scenario, Deployment(max_files=10))


def test_T21_a_place_that_is_free_again_is_used() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        first, second = Source("1.txt", b"1"), Source("2.txt", b"2")
        await service.upload_file(made.id, first, signal(), Report())
        for _ in range(2):
            with pytest.raises(ServiceError) as caught:
                await service.upload_file(made.id, second, signal(), Report())
            assert caught.value.kind is ErrorKind.TOO_MANY_FILES
        assert bench.tap.count("POST", "/files$") == 2
        await service.delete_file(made.id, "1.txt")
        await service.upload_file(made.id, second, signal(), Report())
        assert await bench.held(made.id) == complete(second)

    play("double", scenario, Deployment(max_files=1))


@pytest.mark.parametrize(
    ("preset", "limit"), [(ZENODO, 100), (ZENODO_SANDBOX, 100), (GENERIC, None)]
)
def test_T21_a_known_limit_refuses_before_the_start(preset: SitePreset, limit: int | None) -> None:
    files = tuple(
        PlannedFile(f"/f/{n}", f"{n}", Fingerprint(1, 1, 1)) for n in range((limit or 999) + 1)
    )
    request = SaveRequest(Account("a", "invenio"), "T", json.dumps(METADATA), files)
    if limit is None:
        check_against(request, capabilities(preset))
        return
    with pytest.raises(BadInputError) as caught:
        check_against(request, capabilities(preset))
    assert caught.value.kind is ErrorKind.TOO_MANY_FILES
