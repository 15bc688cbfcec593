"""T14: a checksum that cannot be compared is no fault: not verified, never a reason to delete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError
from desktop_app.core.model import EntryState
from desktop_app.core.words import reason_words, say
from desktop_app.services.base import comparable
from tests.invenio.bench import Bench, Report, Source, content, draft, play, signal
from tests.invenio.deployment import Deployment
from tests.invenio.test_command_line import CommandLine, known, only_record, three_files
from tests.invenio.test_hazards import put_by_hand

FORMS = ("multipart:{}-2-5242880", "{}-2", "md5:{}-2", "xxh3:{}", "{}", "shake_128:{}")
CONTENT = r"/content$"


@pytest.mark.parametrize("form", FORMS)
def test_T14_a_save_ends_published_and_says_that_it_is_not_verified(
    form: str, tmp_path: Path
) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        before = await known(bench)
        code, lines, err = await command.run(*command.save(tmp_path))
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        held = await bench.held(await only_record(bench, before))
        assert set(held) == {source.key for source in three_files()}
        assert bench.tap.count("PUT", CONTENT) == 3
        assert bench.tap.count("DELETE", "/files/") == 0
        run = lines[-1]["run"]
        process = await command.start("receipt", run, "--format", "json")
        out, _ = await process.communicate()
        verdicts = {one["verdict"] for one in json.loads(out)["files"]}
        assert verdicts == {"not verified"}, "not what nobody compared"
        process = await command.start("runs")
        assert b"Verified" not in (await process.communicate())[0]

    play("double", scenario, Deployment(checksum=form))


@pytest.mark.parametrize("form", FORMS)
def test_T14_a_resume_sends_nothing_again(form: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source, report = Source("a.bin", content(5000)), Report()
        first = await service.upload_file(made.id, source, signal(), report)
        again = await service.upload_file(made.id, source, signal(), Report(report.upload_ref))
        assert (first.verified, again.verified) == (False, False)
        assert (first.checksum, again.size) == ("", 5000)
        assert bench.tap.count("PUT", CONTENT) == 1
        assert bench.tap.count("DELETE", "/files/") == 0
        (found,) = await service.examine(made.id, (source,))
        assert found.state is EntryState.GOOD

    play("double", scenario, Deployment(checksum=form))


@pytest.mark.parametrize("form", FORMS)
def test_T14_of_another_size_it_is_still_sent_again(form: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        report = Report()
        await service.upload_file(made.id, Source("a.bin", b"short"), signal(), report)
        longer = Source("a.bin", b"not so short")
        await service.upload_file(made.id, longer, signal(), Report(report.upload_ref))
        assert (await bench.held(made.id))["a.bin"][1] == longer.size

    play("double", scenario, Deployment(checksum=form))


def test_T14_a_foreign_file_that_cannot_be_compared_is_left_and_said() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        await put_by_hand(bench, made.id, "a.bin", b"their", commit=True)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("a.bin", b"mine!"), signal(), Report())
        assert caught.value.kind is ErrorKind.DIFFERENT_CONTENT
        assert "cannot be compared" in say(reason_words(caught.value.info))
        assert bench.tap.count("PUT", CONTENT) == 0

    play("double", scenario, Deployment(checksum="{}-2"))


def test_T14_a_checksum_that_is_computed_later_is_waited_for() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("a.bin", content(5000))

        class Computed(Report):
            def waiting(self, seconds: float, error: ErrorInfo) -> None:
                super().waiting(seconds, error)
                if len(self.waits) == 2:
                    bench.the_double.deposits[made.id].entries["a.bin"].form = "md5:{}"

        report = Computed()
        uploaded = await service.upload_file(made.id, source, signal(), report)
        assert uploaded.verified
        assert len(report.waits) == 2
        assert bench.tap.count("PUT", CONTENT) == 1

    play("double", scenario, Deployment(checksum=""))


def test_T14_a_checksum_that_never_comes_ends_as_not_verified() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("a.bin", content(5000))
        uploaded = await service.upload_file(made.id, source, signal(), Report())
        assert not uploaded.verified
        assert bench.tap.count("PUT", CONTENT) == 1
        assert bench.tap.count("DELETE", "/files/") == 0
        await service.finalize(made.id, (uploaded,), "", signal())

    play("double", scenario, Deployment(checksum=""))


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("md5:ABcd", "md5:abcd"),
        ("sha-256:0f", "sha256:0f"),
        ("sha256:0f", "sha256:0f"),
        *((form.format("0f"), "") for form in FORMS),
        ("", ""),
        (None, ""),
        (5, ""),
    ],
)
def test_T14_which_checksums_can_be_compared(given: object, read: str) -> None:
    assert comparable(given) == read
