"""Names: one rule for the form, and every trouble found before the start."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import KeyRules, LengthUnit
from desktop_app.files.names import Trouble, check_names, printable, same_form, stored_name

BYTES = KeyRules()
INVENIO = KeyRules(255, 255, LengthUnit.CHARACTERS, slash=False, edge_space_or_dot=False)
NO_CASE = replace(BYTES, case_sensitive=False)
NFD = "u\u0308.txt"
NFC = "\u00fc.txt"


def only(keys: list[str], rules: KeyRules = BYTES, paths: list[str] | None = None) -> Trouble:
    findings = check_names(keys, rules, paths or [])
    assert list(findings) == [len(keys) - 1]
    return findings[len(keys) - 1].trouble


def test_n01_signs_that_mean_something_in_a_url_are_fine_names() -> None:
    assert check_names(["a#b.txt", "a%20b.txt", "a&b=c.txt", "a+b;.txt", "tail,'x"], BYTES) == {}


def test_n04_the_two_forms_of_one_name_clash_and_the_key_is_nfc() -> None:
    assert stored_name(NFD) == NFC
    assert same_form(NFD, NFC)
    assert only([NFD, NFC], BYTES, [f"/d/{NFD}", f"/d/{NFC}"]) is Trouble.FORM
    assert only([NFD, NFC]) is Trouble.FORM


def test_n05_names_of_all_the_world_are_kept_as_they_are() -> None:
    names = ["💫.txt", "天狗.png", "O’Leary.pdf", "słońce.pdf", "שלום.txt"]

    assert [stored_name(name) for name in names] == names
    assert check_names(names, BYTES) == {}
    assert check_names(names, INVENIO) == {}


def test_n07_length_is_counted_in_the_unit_of_the_service() -> None:
    long = "漢" * 85 + ".txt"

    assert check_names(["a" * 255], BYTES) == {}
    assert only(["a" * 256]) is Trouble.SEGMENT_LONG
    finding = check_names([long], BYTES)[0]
    assert (finding.error.get("length"), finding.error.get("limit")) == ("259", "255")
    assert len(finding.suggestion.encode()) <= 255
    assert finding.suggestion.endswith(".txt")
    assert check_names([long], INVENIO) == {}
    assert only(["/".join(["d" * 200] * 6)]) is Trouble.TOTAL_LONG


def test_n10_names_that_differ_in_case_only() -> None:
    warned = check_names(["a.jpg", "A.jpg"], BYTES)[1]
    blocked = check_names(["a.jpg", "A.jpg"], NO_CASE)[1]

    assert (warned.trouble, warned.blocking) == (Trouble.CASE, False)
    assert (blocked.trouble, blocked.blocking) == (Trouble.CASE, True)
    assert blocked.suggestion == "A (2).jpg"


def test_case_is_more_than_ascii() -> None:
    assert only(["STRASSE.txt", "straße.txt"], NO_CASE) is Trouble.CASE
    assert only(["Ü.txt", "u\u0308.txt"], NO_CASE) is Trouble.CASE


def test_s01_names_that_windows_cannot_store_are_a_warning_only() -> None:
    names = ["CON.txt", "NUL .tar.gz", "com1", "x/aux.log", "a.", "b ", 'say "hi".txt', "LPT³.txt"]

    findings = check_names(names, BYTES)

    assert [findings[row].trouble for row in range(len(names))] == [Trouble.WINDOWS] * len(names)
    assert not any(finding.blocking for finding in findings.values())
    assert check_names(["CONSOLE.txt", "nullable", "com10.txt", ".profile"], BYTES) == {}


def test_same_name_from_two_folders_gets_the_folder_s_name_suggested() -> None:
    paths = ["/work/run1/data.csv", "/work/run2/data.csv"]

    finding = check_names(["data.csv", "data.csv"], BYTES, paths)[1]

    assert finding.error.kind is ErrorKind.NAME_CLASH
    assert finding.trouble is Trouble.FOLDERS
    assert finding.suggestion == "run2-data.csv"


def test_the_same_file_twice_is_no_case_for_a_rename() -> None:
    finding = check_names(["a.txt", "a.txt"], BYTES, ["/d/a.txt", "/d/a.txt"])[1]

    assert (finding.trouble, finding.suggestion) == (Trouble.SAME_FILE, "")


def test_a_renamed_row_may_not_take_another_s_name() -> None:
    assert only(["a.txt", "a.txt"], BYTES, ["/d/a.txt", "/d/b.txt"]) is Trouble.EXACT


@pytest.mark.parametrize(
    ("name", "rules", "trouble", "suggestion"),
    [
        ("", BYTES, Trouble.EMPTY, ""),
        ("a\r\nX-Evil: 1.txt", BYTES, Trouble.CONTROL, "a__X-Evil: 1.txt"),
        ("a\u0085b", BYTES, Trouble.CONTROL, "a_b"),
        ("bad\udcff.txt", BYTES, Trouble.NOT_TEXT, "bad_.txt"),
        ("../x", BYTES, Trouble.DOT_SEGMENT, "x"),
        ("/x", BYTES, Trouble.DOT_SEGMENT, "x (2)"),
        ("a//b", BYTES, Trouble.DOT_SEGMENT, "a/b"),
        ("a/b", INVENIO, Trouble.SLASH, "a_b"),
        (" a ", INVENIO, Trouble.EDGE, "a"),
        ("...", INVENIO, Trouble.EDGE, ""),
    ],
)
def test_forbidden_names_block_and_suggest_the_nearest_good_one(
    name: str, rules: KeyRules, trouble: Trouble, suggestion: str
) -> None:
    finding = check_names(["x", name], rules)[1]

    assert (finding.trouble, finding.blocking) == (trouble, True)
    assert finding.suggestion == (suggestion if suggestion != "x" else "x (2)")


def test_what_cannot_be_shown_is_escaped() -> None:
    assert printable("bad\udcff\n.txt") == "bad\\udcff\\x0a.txt"
    assert printable("天狗.png") == "天狗.png"


NAMES = st.text(st.sampled_from("aA ./\u00fcu\u0308漢\n\udcff"), max_size=12)
RULES = st.builds(
    KeyRules,
    st.integers(8, 40),
    st.integers(12, 60),
    st.sampled_from(LengthUnit),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(NAMES, max_size=8), RULES)
def test_every_suggestion_is_free_and_accepted(names: list[str], rules: KeyRules) -> None:
    findings = check_names(names, rules)
    suggested = [f.suggestion for f in findings.values() if f.suggestion]
    fine = [stored_name(n) for row, n in enumerate(names) if row not in findings]

    again = check_names([*fine, *suggested], rules)

    assert not [finding for finding in again.values() if finding.blocking]


@given(st.lists(NAMES, max_size=8))
def test_what_is_not_found_fault_with_really_is_unique(names: list[str]) -> None:
    findings = check_names(names, NO_CASE)
    fine = [normalize("NFC", n).casefold() for row, n in enumerate(names) if row not in findings]

    assert len(set(fine)) == len(fine)


def test_the_check_of_ten_thousand_rows_costs_ten_times_that_of_a_thousand() -> None:
    assert calls(10_000) < 11 * calls(1_000), "each row costs the same"


def calls(rows: int) -> int:
    """Count the functions that are called while so many names are checked."""
    keys = [f"folder {n % 7}/measurement é {n:05}.txt" for n in range(rows)]
    paths = [f"/data/{key}" for key in keys]
    counted = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found = check_names(keys, BYTES, paths)
    finally:
        sys.setprofile(before)
    assert found == {}
    return counted


def test_a_key_that_the_service_keeps_for_itself_is_refused_with_another_suggested() -> None:
    rules = KeyRules(reserved=frozenset({"ro-crate-metadata.json"}))

    findings = check_names(["ro-crate-metadata.json", "data/ro-crate-metadata.json"], rules)

    assert list(findings) == [0]
    assert findings[0].blocking
    assert findings[0].trouble is Trouble.RESERVED
    assert findings[0].suggestion == "ro-crate-metadata (2).json"
