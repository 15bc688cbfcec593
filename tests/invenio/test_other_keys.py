"""T13: the key in the service's answer is the key; the forms of Unicode make no other name."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.core.model import UploadedFile
from desktop_app.services.invenio.documents import stored_key
from tests.invenio.bench import METADATA, Bench, Report, Source, draft, play, signal
from tests.invenio.deployment import Deployment
from tests.invenio.tap import Break
from tests.invenio.test_command_line import CommandLine, known, only_record, reached_by
from tests.invenio.test_hazards import put_by_hand

CAFE = unicodedata.normalize("NFD", "café.txt")


def underscores(key: str) -> str:
    return key.replace(" ", "_").replace("(", "").replace(")", "")


def decomposed(key: str) -> str:
    return unicodedata.normalize("NFD", key)


def composed(key: str) -> str:
    return unicodedata.normalize("NFC", key)


RENAMING = {
    "spaces": (underscores, "data set (1).txt", "data_set_1.txt"),
    "Unicode": (decomposed, "café.txt", CAFE),
    "capitals": (str.lower, "README.TXT", "readme.txt"),
}
on_each = pytest.mark.parametrize("what", RENAMING)
Rename = Callable[[str], str]


def save_of(bench: Bench, folder: Path, *names: str, more: tuple[str, ...] = ()) -> list[str]:
    meta = folder / "meta.json"
    meta.write_text(json.dumps(METADATA))
    paths = []
    for name in names:
        (folder / name).write_text(f"content of {name}")
        paths.append(str(folder / name))
    address = ["--service", bench.tap.url, "--kind", "invenio", "--meta", str(meta)]
    return ["save", "--title", "Renamed", *address, "--json", *more, *paths]


@on_each
def test_T13_a_save_to_a_site_that_renames_is_published_with_its_receipt(
    what: str, tmp_path: Path
) -> None:
    rename, name, stored = RENAMING[what]

    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        code, lines, err = await command.run(*save_of(bench, tmp_path, name, "plain.txt"))
        assert (code, lines[-1]["event"]) == (0, "run_done"), (err, lines[-1])
        held = await bench.held(await only_record(bench, before))
        assert set(held) == {stored, "plain.txt"}
        assert {status for status, _, _ in held.values()} == {"completed"}
        assert bench.tap.count("PUT", "/content$") == 2
        confirmed = [line["key"] for line in lines if line["event"] == "file_confirmed"]
        assert set(confirmed) == {stored, "plain.txt"}
        renamed = {line["key"]: line["stored_as"] for line in lines if "stored_as" in line}
        assert renamed == {name: stored}
        process = await command.start("receipt", lines[-1]["run"], "--format", "json")
        files = json.loads((await process.communicate())[0])["files"]
        assert {(one["name"], one["stored_as"]) for one in files} == {
            (name, stored),
            ("plain.txt", "plain.txt"),
        }
        assert {one["verdict"] for one in files} == {"verified"}

    play("double", scenario, Deployment(rename=rename))


@on_each
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/draft/files$"), ("PUT", "/content$"), ("POST", "/publish$")]
)
def test_T13_killed_and_resumed_nothing_foreign_stays_behind(
    what: str, method: str, path: str, tmp_path: Path
) -> None:
    rename, name, stored = RENAMING[what]

    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        bench.tap.add(method, path, Break.HELD)
        process = await command.start(*save_of(bench, tmp_path, name))
        await reached_by(process, bench)
        process.kill()
        await process.communicate()
        bench.tap.release.set()
        code, lines, err = await command.run("resume", "--json")
        assert code == 0, (err, lines[-1])
        held = await bench.held(await only_record(bench, before))
        assert {key: status for key, (status, _, _) in held.items()} == {stored: "completed"}

    play("double", scenario, Deployment(rename=rename))


def test_T13_a_name_that_another_file_of_the_save_has_is_a_clash(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        words = save_of(bench, tmp_path, "a b.txt", "a_b.txt")
        code, lines, _ = await command.run(*words)
        assert code == 3
        failed = [line for line in lines if line["event"] == "file_failed"]
        assert failed, lines[-1]
        _, answer = await bench.ask("GET", "/user/records?size=1&sort=newest")
        held = await bench.held(answer["hits"]["hits"][0]["id"])
        _, size, _ = held["a_b.txt"]
        assert size in (None, len("content of a_b.txt")), "no file under the name of another"

    play("double", scenario, Deployment(rename=underscores))


def test_T13_a_listing_in_another_form_of_unicode_is_compared_as_the_same() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source(CAFE, b"abc")
        await put_by_hand(bench, made.id, composed(CAFE), b"abc", commit=True)
        (found,) = await service.examine(made.id, (source,))
        assert found.state == "good"
        md5 = await source.digest("md5")
        published = await service.finalize(
            made.id, (UploadedFile(CAFE, 3, md5, md5),), "", signal()
        )
        assert published.state == "finalized"

    play("double", scenario)


def test_T13_an_entry_that_may_be_another_file_s_is_not_taken() -> None:
    pending = [{"key": key, "status": "pending"} for key in ("a_b", "a-b")]
    listing: dict[str, object] = {"entries": pending}
    assert stored_key(listing, "a b") == ""
    listing = {"entries": [{"key": "a_b", "status": "completed", "checksum": "md5:0"}]}
    assert stored_key(listing, "a b") == ""
    assert stored_key({"entries": {"a_b": {"status": "pending"}}}, "a b") == "a_b"
    assert stored_key({"odd": 1}, "a b") == ""


def test_T13_the_adapter_says_the_key_before_it_sends_a_byte() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())

        class First(Report):
            async def stored_as(self, key: str) -> None:
                assert bench.tap.count("PUT", "/content$") == 0
                await super().stored_as(key)

        report = First()
        uploaded = await service.upload_file(made.id, Source("a b", b"x"), signal(), report)
        assert (uploaded.key, report.stored, uploaded.verified) == ("a_b", "a_b", True)

    play("double", scenario, Deployment(rename=underscores))
