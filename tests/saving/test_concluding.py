"""Nothing is concluded too early or made twice: the server is asked, and waited for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import OutcomeKind, RecordState, UploadedFile
from desktop_app.services.base import Capabilities
from tests.fakes import FakeService, lost, without_keys
from tests.saving.crash import FragileWorld, play_crash
from tests.saving.harness import World, idle, play

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")


@pytest.mark.parametrize("point", ["before create_record", "after create_record"])
def test_after_an_interrupted_create_the_server_is_asked_before_anything_is_made(
    folder: Path, point: str
) -> None:
    """On a service without keys a second create makes a second record."""

    async def scene(world: FragileWorld) -> None:
        request = world.request(*world.files(1))
        around = world.server.hook

        def cut(name: str, after: bool, target: str) -> None:
            if f"{'after' if after else 'before'} {name}" == point:
                world.power.fails_at = len(world.power.passed)
            around(name, after, target)

        world.server.hook = cut
        assert await world.until_the_cut(world.session.save(request, world.listen)) is None
        world.server.hook = around
        world.server.log.clear()
        (run,) = await world.session.runs()
        report = await world.run(world.session.resume(run.run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED
        asked = [call.name for call in world.server.log]
        assert asked[0] == "find_by_client_ref", "it asks before it makes anything"
        assert asked.count("create_record") == (point == "before create_record")

    play_crash(scene, folder, without_keys())


@pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
def test_a_record_that_is_being_finalized_is_waited_for(
    folder: Path, capabilities: Capabilities
) -> None:
    """The server took the request, its answer was lost, and it works on it for a while."""

    async def scene(world: World) -> None:
        looks = 0

        def work(name: str, after: bool, target: str) -> None:
            nonlocal looks
            if name == "finalize" and after:
                world.server.only_record().state = RecordState.PROCESSING
            if name == "get_record" and not after:
                looks += 1
                if looks == 4:
                    world.server.only_record().state = RecordState.FINALIZED

        world.server.hook = work
        world.server.fail("finalize", lost(), after=True)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE
        assert looks >= 4
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder, capabilities=capabilities)


def test_while_a_create_still_runs_nothing_is_concluded(folder: Path) -> None:
    """It could not be stopped and has not arrived yet: it may still make the draft."""

    async def scene(world: World) -> None:
        held = world.server.hang("create_record")
        held.ignore_cancel = True
        try:
            report = await world.save(*world.files(1))
        finally:
            held.release()
        assert report.outcome is OutcomeKind.UNKNOWN
        assert not world.server.records
        await idle()
        report = await world.run(world.session.resume(report.run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("create_record")) == 1
        assert world.server.only_record().state is RecordState.FINALIZED

    play(scene, folder, capabilities=without_keys())


def test_a_file_whose_two_checksums_differ_is_no_success(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the adapter calls it."""
    real = FakeService.upload_file

    async def altered(self: FakeService, *given: Any) -> UploadedFile:
        uploaded = await real(self, *given)
        return replace(uploaded, checksum="sha256:" + "0" * 64)

    monkeypatch.setattr(FakeService, "upload_file", altered)

    async def scene(world: World) -> None:
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED
        assert report.confirmed == ()
        (row,) = report.files
        assert row.error is not None
        assert row.error.kind is ErrorKind.DIFFERENT_CONTENT
        assert world.server.calls("finalize") == []

    play(scene, folder)
