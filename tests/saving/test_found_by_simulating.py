"""What seeds of `tests.simulate` found: words that were untrue of the server, and dead ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from desktop_app.cli.exits import Exit, exit_of
from desktop_app.core.errors import ErrorKind, JournalError, info
from desktop_app.core.model import NextAction, OutcomeKind, RecordState
from desktop_app.core.next_step import next_action
from desktop_app.core.run import Run
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.intent import Answers
from desktop_app.saving.receipt import Verdict
from desktop_app.services.base import VerifiedFile
from tests.fakes import FakeProvider, FakeService, lost, refused, without_keys
from tests.saving.harness import World, idle, play
from tests.saving.test_read_back import damage


def said(run: Run) -> str:
    words = outcome_words(run)
    return f"{say(words.headline)}. {say(words.what)} {say(words.meaning)}"


def test_a_draft_that_is_gone_when_it_is_listed_holds_nothing_safe(folder: Path) -> None:
    """A seed found: "Safe on the server: 1 of 1 file" of a draft that was deleted elsewhere."""

    async def scene(world: World) -> None:
        def deleted_elsewhere(name: str, after: bool, _target: str) -> None:
            if name == "list_files" and not after:
                world.server.records.clear()
                world.server.hook = lambda _name, _after, _target: None

        world.server.hook = deleted_elsewhere
        run = await world.save(*world.files(1))
        assert run.outcome is OutcomeKind.FAILED
        assert "Safe on the server" not in said(run)
        assert "not there any more" in said(run)
        receipt = await world.session.receipt(run.id)
        assert [one.verdict for one in receipt.files] == [Verdict.NOT_CONFIRMED]
        run = await world.run(world.session.resume(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()

    play(scene, folder, capabilities=without_keys())


@pytest.mark.parametrize("again", ["resume", "check"])
def test_an_interrupted_question_leaves_a_publication_as_unknown_as_it_was(
    folder: Path, again: str
) -> None:
    """A seed found: "Stopped. Nothing was published." of a record that was published."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        world.server.fail("get_record", refused(ErrorKind.SIGN_IN))
        world.interactive = False
        world.start()
        run = await world.save(*world.files(1))
        assert run.outcome is OutcomeKind.UNKNOWN
        held = world.server.hang("get_record")
        work = getattr(world.session, again)(run.id, world.listen)
        task = world.begin(work)
        await held.reached.wait()
        task.cancel()
        await idle()
        assert task.cancelled()
        (run,) = await world.session.runs()
        assert world.server.only_record().state is RecordState.FINALIZED
        assert run.outcome is OutcomeKind.UNKNOWN
        assert "Nothing was published" not in said(run)
        assert exit_of(run) is Exit.UNKNOWN

    play(scene, folder, capabilities=without_keys())


def test_a_discard_waits_for_no_token_that_nobody_is_asked_for(folder: Path) -> None:
    """A seed found: it never ended, and its save stayed busy."""

    async def scene(world: World) -> None:
        run = await world.save(*world.files(1), finalize=False)
        world.server.token = "another"
        run = await world.run(world.session.discard(run.id))
        assert run.outcome is not OutcomeKind.DISCARDED
        assert run.error is not None
        assert run.error.kind is ErrorKind.SIGN_IN
        world.provider.token = world.server.token
        run = await world.run(world.session.discard(run.id))
        assert run.outcome is OutcomeKind.DISCARDED
        assert not world.server.records

    play(scene, folder)


def test_the_receipt_of_a_discarded_draft_verifies_nothing(folder: Path) -> None:
    """A seed found: "verified", of files that had just been removed from the server."""

    async def scene(world: World) -> None:
        run = await world.save(*world.files(2), finalize=False)
        await world.run(world.session.discard(run.id))
        receipt = await world.session.receipt(run.id)
        assert {one.verdict for one in receipt.files} == {Verdict.NOT_CONFIRMED}
        assert "verified" not in receipt.to_csv()

    play(scene, folder)


def test_a_published_save_that_could_not_be_written_down_is_checked_next(folder: Path) -> None:
    """A seed found: "Make room on it, then go on", but no way of going on was offered."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        commit = world.journal.commit
        failed: list[str] = []

        async def full_once(before: Run, after: Run, change: object) -> None:
            if type(change).__name__ == "OutcomeSettled" and not failed:
                failed.append("full")
                raise JournalError(info(ErrorKind.DISK_FULL))
            await commit(before, after, change)  # type: ignore[arg-type]

        world.journal.commit = full_once  # type: ignore[method-assign]
        run = await world.save(*world.files(1))
        assert failed
        assert world.server.only_record().state is RecordState.FINALIZED
        assert next_action(run) is NextAction.CHECK_AGAIN
        run = await world.run(world.session.check(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE

    play(scene, folder, capabilities=without_keys())


class _Rehashing(FakeService):
    """A service that hashes again, and fails at it."""

    async def verification(self, record_id: str) -> tuple[VerifiedFile, ...]:
        raise lost()


class _RehashingProvider(FakeProvider):
    async def open(self, account: object) -> FakeService:
        service = _Rehashing(self.server, self.token, once=True)
        self.opened.append(service)
        return service


def test_a_check_that_cannot_hash_again_says_what_is_listed(folder: Path) -> None:
    """A seed found: "The record could not be finalized", exit code 3, of a published record."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        world.server.fail("get_record", refused(ErrorKind.PERMISSION))
        run = await world.save(*world.files(1))
        assert run.outcome is OutcomeKind.UNKNOWN
        world.session._tools.provider.__class__ = _RehashingProvider
        run = await world.run(world.session.check(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_a_draft_whose_files_were_not_written_down_is_not_said_to_be_empty(folder: Path) -> None:
    """A seed found: "A draft without files is on the server", which held two of three files."""

    async def scene(world: World) -> None:
        commit = world.journal.commit

        async def full(before: Run, after: Run, change: object) -> None:
            if after.stages[1].attempts and type(change).__name__ != "StageBegan":
                raise JournalError(info(ErrorKind.DISK_FULL))
            await commit(before, after, change)  # type: ignore[arg-type]

        world.journal.commit = full  # type: ignore[method-assign]
        run = await world.save(*world.files(2))
        assert len(world.remote()) == 2
        world.interactive = False
        await world.restart()
        world.server.token = "another"
        run = await world.run(world.session.resume(run.id, world.listen))
        assert run.outcome is OutcomeKind.FAILED
        assert "without files" not in said(run)
        world.server.token = "good"
        run = await world.run(world.session.resume(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_a_create_that_was_cut_off_may_have_made_a_draft(folder: Path) -> None:
    """A seed found: `run_stopped` knew of no draft, and of no doubt."""

    async def scene(world: World) -> None:
        held = world.server.hang("create_record", after=True)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        world.server.hang("find_by_client_ref")
        closing = asyncio.ensure_future(world.session.close(0.0))
        await world.run(asyncio.wait({task, closing}))
        world.start()
        (run,) = await world.session.runs()
        assert len(world.server.records) == 1
        assert run.outcome is OutcomeKind.STOPPED
        assert "A draft may be left on the server" in said(run)
        assert run.error is not None
        assert run.error.get("remains") == "unknown"
        run = await world.run(world.session.resume(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()

    play(scene, folder, capabilities=without_keys())


def test_a_save_that_ended_with_its_process_while_it_was_published_claims_nothing(
    folder: Path,
) -> None:
    """A seed found: "Nothing was published", said of a record that was; the page said so, too."""

    async def scene(world: World) -> None:
        held = world.server.hang("finalize", after=True)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        known = await world.journal.load((await world.session.runs())[0].id)
        assert known is not None
        assert world.server.only_record().state is RecordState.FINALIZED
        assert "Nothing was published" not in said(known)
        assert "It may have been done" in said(known)
        held.release()
        assert (await world.run(task)).outcome is OutcomeKind.DONE

    play(scene, folder)


def test_a_file_that_is_left_out_after_it_was_published_is_published_all_the_same(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        damage(world)
        report = await world.save(*world.files(3))
        named = tuple(one.key for one in report.files if one.error is not None)
        assert (report.outcome, len(named)) == (OutcomeKind.FAILED, 2)
        again = await world.session.resume(report.id, world.listen, Answers(leave_out=named))
        assert again.outcome is OutcomeKind.FAILED, "one of them is in the record"
        assert again.error is not None
        assert again.error.kind is ErrorKind.CONFLICT

    play(scene, folder, capabilities=without_keys())


def test_a_stop_while_a_token_is_awaited_claims_nothing_of_what_was_asked_before(
    folder: Path,
) -> None:
    """A seed found: accepted, the token expired while it was followed, Cancel: "Stopped"."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(ErrorKind.SIGN_IN), after=True)
        world.server.fail("get_record", refused(ErrorKind.SIGN_IN), times=9)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await idle()
        (run,) = await world.session.runs()
        assert world.session.request_cancel(run.id)
        await idle()
        run = await task
        assert world.server.only_record().state is RecordState.FINALIZED
        assert run.outcome is OutcomeKind.UNKNOWN
        assert "Nothing was published" not in said(run)

    play(scene, folder)


def test_a_receipt_says_what_was_verified_before_an_end_that_nobody_saw(folder: Path) -> None:
    """A seed found: "verified" after a crash in a publish that altered the file."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        world.server.fail("get_record", refused(ErrorKind.PERMISSION))
        run = await world.save(*world.files(1))
        assert run.outcome is OutcomeKind.UNKNOWN
        receipt = await world.session.receipt(run.id)
        assert [one.verdict for one in receipt.files] == [Verdict.BEFORE_FINALIZING]
        run = await world.run(world.session.check(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE
        receipt = await world.session.receipt(run.id)
        assert [one.verdict for one in receipt.files] == [Verdict.VERIFIED]

    play(scene, folder, capabilities=without_keys())


def test_of_a_draft_that_was_being_removed_nobody_says_that_it_is_there(folder: Path) -> None:
    """A seed found: "A draft without files is on the server", which had just been removed."""

    async def scene(world: World) -> None:
        run = await world.save(finalize=False)
        held = world.server.hang("delete_draft", after=True)
        world.begin(world.session.discard(run.id))
        await held.reached.wait()
        journaled = await world.journal.load(run.id)
        assert journaled is not None
        assert not world.server.records
        assert "may be left on the server" in said(journaled)
        await world.restart()
        run = await world.run(world.session.discard(run.id))
        assert run.outcome is OutcomeKind.DISCARDED
        assert (await world.session.receipt(run.id)).record_state == "removed"

    play(scene, folder)


def test_a_draft_whose_removal_is_refused_is_there_as_before(folder: Path) -> None:
    async def scene(world: World) -> None:
        run = await world.save(*world.files(1), finalize=False)
        world.server.fail("delete_draft", refused(ErrorKind.PERMISSION))
        run = await world.run(world.session.discard(run.id))
        assert run.record is not None
        assert run.record.state is RecordState.DRAFT
        run = await world.run(world.session.resume(run.id, world.listen))
        assert run.outcome is OutcomeKind.DRAFT_READY

    play(scene, folder)


def test_after_a_defect_behind_a_publish_nobody_offers_to_publish_again(folder: Path) -> None:
    """The stateful test found: a retry of the finalization was offered of a published record."""

    async def scene(world: World) -> None:
        world.server.fail("get_record", KeyError("a defect"))
        run = await world.save()
        assert world.server.only_record().state is RecordState.FINALIZED
        assert run.outcome is OutcomeKind.UNKNOWN
        assert next_action(run) is NextAction.CHECK_AGAIN
        run = await world.run(world.session.check(run.id, world.listen))
        assert run.outcome is OutcomeKind.DONE

    play(scene, folder)
