"""The save workflow as its users know it, scene by scene."""

from __future__ import annotations

from pathlib import Path

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import (
    NextAction,
    OutcomeKind,
    RecordState,
    SaveStage,
)
from tests.fakes import refused
from tests.saving.harness import World, play


def test_a_save_creates_uploads_and_finalizes_in_order(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.DONE
        assert report.next_action is NextAction.OPEN_RECORD
        assert report.completed_stages == tuple(SaveStage)
        assert world.server.only_record().state is RecordState.FINALIZED
        assert world.remote() == world.local()
        assert world.told() == [
            "RunStarted",
            "StageStarted",
            "StageCompleted",
            "StageStarted",
            "FileConfirmed",
            "FileConfirmed",
            "FileConfirmed",
            "StageCompleted",
            "StageStarted",
            "StageCompleted",
            "RunDone",
        ]

    play(scene, tmp_path)


def test_without_files_there_is_no_upload_stage(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save()
        assert report.completed_stages == (SaveStage.CREATE_RECORD, SaveStage.FINALIZE_RECORD)
        assert [stage.stage for stage in report.stages] == list(report.completed_stages)

    play(scene, tmp_path)


def test_a_failed_finalize_exposes_record_and_files_and_is_retried_from_them(
    tmp_path: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.SERVER_FAULT))
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.FAILED
        assert report.failed_stage is SaveStage.FINALIZE_RECORD
        assert report.next_action is NextAction.RETRY_FINALIZE
        snapshot = report.partial_outputs
        assert snapshot.record is not None
        assert len(snapshot.uploaded_files) == 3

        await world.restart()
        before = len(world.server.log)
        report = await world.run(world.session.retry_finalize(report.run, world.listen, snapshot))
        assert report.outcome is OutcomeKind.DONE
        later = [call.name for call in world.server.log[before:]]
        assert "create_record" not in later
        assert "upload_file" not in later
        keys = {call.key for call in world.server.calls("finalize")}
        assert len(keys) == 1, "the same body goes with the same key"

    play(scene, tmp_path)


def test_a_failed_upload_keeps_finalize_from_running_and_leaves_only_the_record(
    tmp_path: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.TOO_LARGE), target="file-1.txt")
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.FAILED
        assert report.failed_stage is SaveStage.UPLOAD_FILES
        assert report.error is not None
        assert report.error.kind is ErrorKind.FILES_FAILED
        assert report.partial_outputs.record is not None
        assert report.partial_outputs.uploaded_files == ()
        assert {one.key for one in report.confirmed} == {"file-0.txt", "file-2.txt"}
        assert not world.server.calls("finalize")
        assert report.next_action is NextAction.RESUME

        report = await world.run(world.session.resume(report.run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()
        assert world.server.sent == {"file-0.txt": 1, "file-1.txt": 1, "file-2.txt": 1}

    play(scene, tmp_path)
