"""A receipt says what is certain, to people and to spreadsheets, and nothing more."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, info
from desktop_app.core.model import OutcomeKind
from desktop_app.saving.receipt import Verdict
from desktop_app.services.base import Capabilities
from tests.fakes import lost, refused, sha256, without_keys
from tests.saving.harness import World, play


def test_a_receipt_of_a_finished_save(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2))
        receipt = await world.session.receipt(report.id)
        assert receipt.outcome == "done"
        assert receipt.link == f"https://repository.example/{world.server.only_record().id}"
        assert [one.verdict for one in receipt.files] == [Verdict.VERIFIED] * 2
        assert receipt.files[0].name == "file-0.txt"
        assert receipt.files[0].local_checksum == sha256(b"content 0")
        assert receipt.files[0].server_checksum == sha256(b"content 0")
        assert [stage.stage for stage in receipt.stages] == [
            "create_record",
            "upload_files",
            "finalize_record",
        ]
        assert all(stage.attempts == 1 for stage in receipt.stages)
        assert json.loads(receipt.to_json())["files"][1]["verdict"] == "verified"

    play(scene, folder)


def test_the_requests_of_the_writes_stand_in_the_receipt_after_a_restart(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2))
        await world.restart()
        receipt = await world.session.receipt(report.id)
        record = receipt.record_id
        assert receipt.request_ids == (f"req-{record}-draft", f"req-{record}-finalized")
        assert [one.request_id for one in receipt.files] == ["req-file-0.txt", "req-file-1.txt"]
        assert json.loads(receipt.to_json())["files"][0]["request_id"] == "req-file-0.txt"
        (shown,) = [row for row in Text(receipt.to_html()).text if "req-" in row]
        assert shown == f"req-{record}-draft, req-{record}-finalized"

    play(scene, folder)


def test_without_a_checksum_of_the_service_nothing_is_called_verified(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE
        (file,) = (await world.session.receipt(report.id)).files
        assert file.verdict is Verdict.NOT_VERIFIED
        assert file.local_checksum == sha256(b"content 0")
        assert file.server_checksum == ""

    play(scene, folder, capabilities=Capabilities("qa", honours_keys=True, checksum=""))


def test_a_file_that_failed_is_named_with_its_reason(folder: Path) -> None:
    async def scene(world: World) -> None:
        failure = ServiceError(info(ErrorKind.TOO_LARGE, request_id="req-7"))
        world.server.fail("upload_file", failure, target="file-1.txt")
        report = await world.save(*world.files(2))
        receipt = await world.session.receipt(report.id)
        assert receipt.outcome == "failed"
        assert [one.verdict for one in receipt.files] == [Verdict.VERIFIED, Verdict.NOT_CONFIRMED]
        assert receipt.files[1].error == "too_large"
        assert receipt.request_ids[1:] == ("req-7",)

    play(scene, folder)


def test_other_content_at_the_server_is_called_different_with_its_own_digest(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2), finalize=False)
        world.server.only_record().files["file-0.txt"] = b"content X"
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        changed, kept = (await world.session.receipt(report.id)).files
        assert (changed.verdict, kept.verdict) == (Verdict.DIFFERENT, Verdict.VERIFIED)
        assert changed.local_checksum == sha256(b"content 0")
        assert changed.server_checksum == sha256(b"content X")

    play(scene, folder)


def test_every_ended_save_has_a_receipt(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("upload_file")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        assert world.session.request_cancel(run)
        await world.run(task)
        stopped = await world.session.receipt(run)
        assert (stopped.outcome, stopped.files[0].verdict) == ("stopped", Verdict.NOT_CONFIRMED)
        await world.run(world.session.discard(run))
        assert (await world.session.receipt(run)).outcome == "discarded"

        world.server.fail("finalize", lost(), after=True)
        world.server.fail("get_record", refused(ErrorKind.OFFLINE), times=1000)
        report = await world.save(*world.files(1))
        assert (await world.session.receipt(report.id)).outcome == "unknown"

    play(scene, folder)


NASTY = '=cmd|"/c calc"!A1 <b>&amp;\u202e.txt'


class Text(HTMLParser):
    """Text and tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


def test_names_and_titles_are_text_in_every_format(folder: Path) -> None:
    async def scene(world: World) -> None:
        file = world.disk.plan("/home/a/plain.txt", b"x", key=NASTY)
        report = await world.save(file, title="@SUM(1+1) <script>alert(1)</script>")
        receipt = await world.session.receipt(report.id)
        rows = list(csv.reader(io.StringIO(receipt.to_csv(), newline="")))
        assert len({len(row) for row in rows}) == 1
        assert not [cell for cell in rows[1] if cell[:1] in {"=", "+", "-", "@", "\t", "\r"}]
        assert f"'{NASTY}" in rows[1]
        page = Text(receipt.to_html())
        assert NASTY.replace("\u202e", "\\u202e") in page.text
        assert not page.tags & {"script", "b"}
        assert "@SUM(1+1) <script>alert(1)</script>" in page.text
        assert json.loads(receipt.to_json())["files"][0]["stored_as"] == NASTY

    play(scene, folder)


def test_a_link_that_is_no_https_address_is_not_made_one(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save()
        receipt = await world.session.receipt(report.id)
        page = replace(receipt, link="javascript:alert(1)").to_html()
        assert "a" not in Text(page).tags
        assert "a" in Text(receipt.to_html()).tags

    play(scene, folder)


def test_the_support_log_is_one_object_with_the_facts_and_no_secret(folder: Path) -> None:
    async def scene(world: World) -> None:
        secret = info(
            ErrorKind.OTHER,
            server_text="see https://h.example/u?X-Signature=abcdef123 Bearer abcdef12345",
            request_id="req-9",
        )
        world.server.fail("finalize", ServiceError(secret))
        report = await world.save(*world.files(2))
        log = await world.session.support_log(report.id)
        text = json.dumps(log)
        assert "abcdef12345" not in text
        assert "X-Signature" not in text
        assert log["failed_stage"] == "finalize_record"
        assert log["completed_stages"] == ["create_record", "upload_files"]
        assert log["record_id"] == world.server.only_record().id
        assert log["uploaded_file_keys"] == ["file-0.txt", "file-1.txt"]
        assert log["still_running"] is False
        assert log["request_ids"] == ["req-r1-draft", "req-9"]
        versions = log["versions"]
        assert isinstance(versions, dict)
        assert versions["sendoff"] == "1.2.3"
        assert "content 0" not in text

    play(scene, folder)


@pytest.mark.parametrize("keys", [True, False])
def test_attempts_are_counted_over_the_whole_run(folder: Path, keys: bool) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.LOCKED), times=2)
        report = await world.save(*world.files(1))
        for _ in range(2):
            report = await world.run(world.session.retry_finalize(report.id, world.listen))
        receipt = await world.session.receipt(report.id)
        assert receipt.outcome == "done"
        assert receipt.attempts == 3
        assert [stage.attempts for stage in receipt.stages] == [1, 1, 3]

    capabilities = None if keys else without_keys()
    play(scene, folder, capabilities=capabilities)
