"""A file whose two checksums differ is never taken for sent, whoever says so, and whenever (E7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import OutcomeKind, RecordState, RunReport, UploadedFile
from desktop_app.services.base import Capabilities
from tests.fakes import FakeService, without_keys
from tests.saving.harness import World, play

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")
both = pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
OTHER = "sha256:" + 64 * "0"


def never_published(world: World, report: RunReport, kind: ErrorKind) -> None:
    assert report.outcome is OutcomeKind.FAILED
    (row,) = [one for one in report.files if one.error is not None]
    assert row.error is not None
    assert (row.key, row.error.kind) == ("file-0.txt", kind)
    assert not world.server.calls("finalize")
    assert world.server.only_record().state is RecordState.DRAFT


@pytest.mark.parametrize(
    "wrong",
    [
        lambda one: replace(one, checksum=OTHER),
        lambda one: replace(one, size=one.size + 1),
        lambda one: replace(one, key="other.txt"),
    ],
    ids=["checksum", "size", "key"],
)
def test_an_answer_that_contradicts_itself_is_not_a_confirmation(
    folder: Path, wrong: Callable[[UploadedFile], UploadedFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listing gives no digest: nothing but the answer to the upload shows the difference."""
    upload: Callable[..., Awaitable[UploadedFile]] = FakeService.upload_file

    async def lies(self: FakeService, *given: object) -> UploadedFile:
        done = await upload(self, *given)
        done = replace(done, checksum=done.local_checksum)
        return wrong(done) if done.key == "file-0.txt" else done

    monkeypatch.setattr(FakeService, "upload_file", lies)

    async def scene(world: World) -> None:
        report = await world.save(*world.files(2))
        never_published(world, report, ErrorKind.DIFFERENT_CONTENT)

    play(scene, folder, capabilities=Capabilities("plain", honours_keys=True, checksum=""))


@both
@pytest.mark.parametrize("damaged", [b"CONTENT 0", b"cont", None], ids=["digest", "size", "gone"])
def test_a_file_that_differs_in_the_listing_is_not_finalized(
    folder: Path, capabilities: Capabilities, damaged: bytes | None
) -> None:
    """It was confirmed, and the store lost or altered it before the last listing."""

    async def scene(world: World) -> None:
        def look(name: str, after: bool, target: str) -> None:
            if name == "upload_file" and after and target == "file-0.txt":
                if damaged is None:
                    del world.remote()["file-0.txt"]
                else:
                    world.remote()["file-0.txt"] = damaged

        world.server.hook = look
        report = await world.save(*world.files(2))
        kind = ErrorKind.NOT_CONFIRMED if damaged is None else ErrorKind.DIFFERENT_CONTENT
        never_published(world, report, kind)

    play(scene, folder, capabilities=capabilities)


@both
def test_a_kept_draft_whose_file_was_altered_is_not_finalized(
    folder: Path, capabilities: Capabilities
) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2), finalize=False)
        world.remote()["file-0.txt"] = b"CONTENT 0"
        report = await world.run(world.session.retry_finalize(report.run, world.listen))
        never_published(world, report, ErrorKind.DIFFERENT_CONTENT)

    play(scene, folder, capabilities=capabilities)
