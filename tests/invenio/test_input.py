"""What a person hands to the command line for a site: whole records, token files, folders."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.invenio.bench import METADATA, Bench, play
from tests.invenio.double import TOKEN


async def sendoff(
    bench: Bench, home: Path, *words: str, stdin: bytes = b"", token: str = TOKEN
) -> tuple[int, str, str]:
    """Run the command line with a home of its own; return exit code, output and errors."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "desktop_app", *words,
        env={**os.environ, "SENDOFF_HOME": str(home), "SENDOFF_TOKEN": token},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate(stdin)
    assert process.returncode is not None
    assert bench.token not in out.decode() + err.decode()
    return process.returncode, out.decode(), err.decode()


def saving(bench: Bench, folder: Path, metadata: Any = METADATA) -> list[str]:
    """Return the words of a save of one file to the site."""
    (folder / "meta.json").write_text(json.dumps(metadata))
    (folder / "a.txt").write_text("a")
    where = ["--service", bench.tap.url, "--kind", "invenio", "--meta", str(folder / "meta.json")]
    return ["save", "--title", "As it was exported", *where, str(folder / "a.txt")]


async def documents(bench: Bench) -> list[dict[str, Any]]:
    _, answer = await bench.ask("GET", "/user/records?size=100&sort=newest")
    hits: list[dict[str, Any]] = answer["hits"]["hits"]
    return hits


def test_t30_a_whole_record_is_taken_with_what_stands_beside_its_metadata(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        whole = {
            "id": "abcde-12345",
            "links": {"self": "https://elsewhere.example/api/records/abcde-12345"},
            "pids": {"doi": {"identifier": "10.1234/other", "provider": "datacite"}},
            "files": {"enabled": False},
            "access": {"record": "public", "files": "restricted"},
            "metadata": {
                **METADATA,
                "title": "Another title",
                "identifiers": [{"scheme": "urn", "identifier": "urn:uuid:of-another-save"}],
            },
        }

        code, out, err = await sendoff(bench, tmp_path / "home", *saving(bench, tmp_path, whole))

        assert code == 0, out + err
        (made,) = await documents(bench)
        assert made["metadata"]["title"] == "As it was exported"
        assert made["metadata"]["publisher"] == METADATA["publisher"]
        assert made["access"]["files"] == "restricted"
        assert made["id"] != "abcde-12345"
        assert "10.1234/other" not in json.dumps(made)
        assert "of-another-save" not in json.dumps(made)

    play("double", scenario)


def test_t30_a_field_that_a_whole_record_lacks_is_asked_for(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        lacking = {name: value for name, value in METADATA.items() if name != "creators"}

        code, out, err = await sendoff(
            bench, tmp_path / "home", *saving(bench, tmp_path, {"metadata": lacking})
        )

        assert (code, out) == (2, "")
        assert err.startswith("Creators are missing.")
        assert await documents(bench) == []

    play("double", scenario)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_t30_a_token_file_as_editors_write_it_is_taken(tmp_path: Path, encoding: str) -> None:
    async def scenario(bench: Bench) -> None:
        words = [*saving(bench, tmp_path), "--token-stdin"]

        code, out, err = await sendoff(
            bench, tmp_path / "home", *words, stdin=f"{TOKEN}\r\n".encode(encoding), token=""
        )

        assert code == 0, out + err
        assert len(await documents(bench)) == 1

    play("double", scenario)


def test_t30_a_token_in_the_environment_may_follow_a_byte_order_mark(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        words = saving(bench, tmp_path)

        code, out, err = await sendoff(bench, tmp_path / "home", *words, token=f"\ufeff{TOKEN}\n")

        assert code == 0, out + err

    play("double", scenario)


@pytest.mark.parametrize("content", [b"\xfe\xff\x00a", b"to\xffken\n", b"\xff\xfe\n"])
def test_t30_what_is_no_token_is_still_none(tmp_path: Path, content: bytes) -> None:
    async def scenario(bench: Bench) -> None:
        words = [*saving(bench, tmp_path), "--token-stdin"]

        code, _, err = await sendoff(bench, tmp_path / "home", *words, stdin=content)

        assert code == 2
        assert "Copy it again" in err
        assert await documents(bench) == []

    play("double", scenario)


@pytest.mark.xfail(strict=True, reason="N")
def test_t34_folders_that_a_service_cannot_keep_are_said_before_the_start(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        (tmp_path / "top" / "sub").mkdir(parents=True)
        (tmp_path / "top" / "sub" / "inner.txt").write_text("i")
        words = [*saving(bench, tmp_path), str(tmp_path / "top")]

        code, out, err = await sendoff(bench, tmp_path / "home", *words)

        assert code == 0, out + err
        assert "sub/inner.txt" in err
        assert "--folders" in err

    play("double", scenario)
