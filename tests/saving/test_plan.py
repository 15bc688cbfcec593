"""What one save sends: each row is sent, holds the finalize with a reason, or is only told."""

from __future__ import annotations

from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.model import Fingerprint, KeyRules
from desktop_app.core.run import RunFile
from desktop_app.files.names import Trouble
from desktop_app.saving.intent import plan
from desktop_app.services.base import Capabilities

ANY = Capabilities("any")
STRICT = Capabilities(
    "strict", key_rules=KeyRules(slash=False), max_file_size=100, empty_files=False
)


def row(path: str, size: int = 10, key: str = "") -> RunFile:
    return RunFile(path, key or path.rsplit("/", 1)[-1], Fingerprint(size, 1, 1))


def skipped(path: str, kind: ErrorKind) -> RunFile:
    return row(path).with_skip(info(kind, path=path))


def test_rows_that_are_no_files_are_told_and_others_hold_the_finalize() -> None:
    rows = [
        row("/d/a"),
        skipped("/d/link", ErrorKind.FILE_LINK_OUT),
        skipped("/d/pipe", ErrorKind.FILE_SPECIAL),
        skipped("/d/b", ErrorKind.FILE_UNREADABLE),
        skipped("/d/c", ErrorKind.FILE_MISSING),
    ]

    found = plan(rows, ANY)

    assert [one.key for one in found.files] == ["a", "b", "c"]
    assert [one.skip.kind if one.skip else None for one in found.files] == [
        None,
        ErrorKind.FILE_UNREADABLE,
        ErrorKind.FILE_MISSING,
    ]
    assert [one.key for one in found.left_out] == ["link", "pipe"]


def test_sizes_and_names_that_the_service_refuses_are_known_before_the_start() -> None:
    rows = [row("/d/ok"), row("/d/big", 101), row("/d/empty", 0), row("/d/x", key="a/b")]

    found = plan(rows, STRICT)

    assert [one.skip.kind if one.skip else None for one in found.files] == [
        None,
        ErrorKind.TOO_LARGE,
        ErrorKind.EMPTY_FILE,
        ErrorKind.BAD_NAME,
    ]
    assert found.clashes == ()
    assert all(one.skip is None for one in plan(rows, ANY).files)


def test_clashes_need_an_answer_or_are_renamed_until_none_is_left() -> None:
    rows = [row("/run1/data.csv"), row("/run2/data.csv"), row("/d/run2-data.csv")]

    asked = plan(rows, ANY)
    assert [finding.trouble for finding in asked.clashes] == [Trouble.FOLDERS]

    renamed = plan(rows, ANY, rename=True)
    assert renamed.clashes == ()
    assert len({one.key for one in renamed.files}) == 3
    assert renamed.files[0].key == "data.csv"
    assert renamed.files[2].key == "run2-data.csv"


def test_a_file_that_was_named_twice_is_sent_once() -> None:
    assert len(plan([row("/d/a"), row("/d/a")], ANY).files) == 1


def test_warnings_stop_nothing() -> None:
    found = plan([row("/d/a.txt"), row("/d/A.txt"), row("/d/CON")], ANY)

    assert [one.trouble for one in found.warnings] == [Trouble.CASE, Trouble.WINDOWS]
    assert all(one.skip is None for one in found.files)


def test_names_that_the_service_refuses_are_told_apart_and_mended_if_asked() -> None:
    rows = [row("/d/good"), row("/d/x", key="a/b")]

    asked = plan(rows, STRICT)
    assert [one.error for one in asked.forbidden] == [asked.files[1].skip]
    assert asked.forbidden[0].suggestion == "a_b"

    mended = plan(rows, STRICT, rename=True)
    assert mended.forbidden == ()
    assert [(one.key, one.skip) for one in mended.files] == [("good", None), ("a_b", None)]
