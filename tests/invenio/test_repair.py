"""*Repair draft*: everything that a draft can hold wrongly, found and mended."""

from __future__ import annotations

from desktop_app.core.model import EntryState, RecordState, UploadedFile
from desktop_app.services.invenio import examine, repair_draft
from tests.invenio.bench import Bench, Report, Source, complete, draft, on_both, play, signal


async def a_messy_draft(bench: Bench) -> tuple[str, list[Source]]:
    """Make a draft with one entry of each kind; return its id and the person's files."""
    service = bench.service()
    made = await service.create_record(draft(), signal())
    files = f"/records/{made.id}/draft/files"
    for key, data, commit in (
        ("good", b"good", True),
        ("pending", b"", False),
        ("stale", b"half", False),
        ("different", b"theirs", True),
        ("extra", b"extra", True),
    ):
        await bench.ask("POST", files, [{"key": key}])
        if data:
            await bench.ask("PUT", f"{files}/{key}/content", raw=data)
        if commit:
            await bench.ask("POST", f"{files}/{key}/commit")
    mine = [
        Source("good", b"good"),
        Source("pending", b"now here"),
        Source("different", b"mine, and longer"),
        Source("missing", b"missing"),
    ]
    return made.id, mine


@on_both
def test_a_messy_draft_is_told_entry_by_entry_and_mended(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        record, mine = await a_messy_draft(bench)
        service = bench.service()
        before = {f.key: f.state for f in await examine(service, record, mine)}
        assert before == {
            "good": EntryState.GOOD,
            "pending": EntryState.PENDING,
            "stale": EntryState.STALE,
            "different": EntryState.DIFFERENT,
            "missing": EntryState.MISSING,
            "extra": EntryState.EXTRA,
        }
        after = {
            f.key: f.state
            for f in await repair_draft(service, record, mine, signal(), lambda _: Report())
        }
        assert after == {
            "good": EntryState.GOOD,
            "pending": EntryState.GOOD,
            "different": EntryState.DIFFERENT,
            "missing": EntryState.GOOD,
            "extra": EntryState.EXTRA,
        }
        assert (await bench.held(record))["different"][1] == len(b"theirs")
        await repair_draft(
            service,
            record,
            mine,
            signal(),
            lambda _: Report(),
            replace=frozenset({"different"}),
        )
        assert await bench.held(record) == complete(*mine, Source("extra", b"extra"))
        listing = await service.list_files(record)
        files = tuple(UploadedFile(f.key, f.size or 0, f.checksum) for f in listing)
        published = await service.finalize(record, files, "", signal())
        assert published.state is RecordState.FINALIZED

    play(site, scenario)


@on_both
def test_looking_at_a_draft_changes_nothing(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        record, mine = await a_messy_draft(bench)
        held = await bench.held(record)
        await examine(bench.service(), record, mine)
        assert await bench.held(record) == held
        assert all(source.reads == 0 for source in mine)
        await bench.service().delete_draft(record)

    play(site, scenario)
