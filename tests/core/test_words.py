"""Every kind and state has words that a person can use: no bare number, class name or gap."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, FieldError, Verdict, info
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    Account,
    FileState,
    Fingerprint,
    NextAction,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import Run, RunFile
from desktop_app.core.words import (
    account_label,
    action_label,
    error_words,
    field_error_words,
    file_state,
    outcome_words,
    reason_words,
    record_state,
    say,
    settled_words,
    size_text,
    stage_label,
    stage_state,
)
from desktop_app.core.words import errors as of_errors
from desktop_app.files.names import Trouble

GAP = re.compile(r"[{}]|%n|\(s\)|\b\w+Error\b|\b[a-z]+_[a-z_]+\b|  ")


def english(error: Any) -> str:
    return " ".join(say(words) for words in error_words(error))


@pytest.mark.parametrize("kind", ErrorKind)
def test_every_error_has_a_cause_and_advice_even_without_facts(kind: ErrorKind) -> None:
    sentences = [say(words) for words in error_words(info(kind))]

    assert len(sentences) == 2
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence.split()) > 2
        assert not GAP.search(sentence), sentence


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_with_a_name_says_which(trouble: Trouble) -> None:
    facts: dict[str, Any] = {"reason": trouble, "key": "a.txt", "other": "A.txt"}
    if trouble in (Trouble.SEGMENT_LONG, Trouble.TOTAL_LONG):
        facts |= {"limit": 255, "length": 300, "unit": "bytes"}
    clashes = (Trouble.SAME_FILE, Trouble.FOLDERS, Trouble.EXACT, Trouble.FORM, Trouble.CASE)
    kind = ErrorKind.NAME_CLASH if trouble in clashes else ErrorKind.BAD_NAME

    text = say(reason_words(info(kind, **facts)))

    assert text.endswith(".")
    assert text != say(reason_words(info(ErrorKind.BAD_NAME)))
    assert not GAP.search(text), text


def test_the_service_s_own_text_is_shown_as_plain_text_trimmed() -> None:
    error = info(ErrorKind.OTHER, server_text="no <b>way</b> {host} %n\r\n\x07" + "x" * 5000)

    text = english(error)

    assert "no <b>way</b> {host} %n x" in text
    assert len(text) < 2300
    assert "\n" not in text
    assert say(reason_words(error)).startswith("The service says: no <b>way</b>")


def test_facts_stand_in_the_sentence_as_people_write_them() -> None:
    assert "up to 50.0 GB" in english(info(ErrorKind.TOO_LARGE, limit=50_000_000_000))
    assert "no server called nowhere.invalid" in english(
        info(ErrorKind.DNS, host="nowhere.invalid")
    )
    assert "wait 39 s" in english(info(ErrorKind.RATE_LIMITED, retry_after_s=39.0, status=429))
    assert "Publication date is missing." in english(
        info(ErrorKind.MISSING_FIELD, field="publication_date")
    )


def test_each_refused_field_is_named() -> None:
    fields = (
        FieldError("creators", ("Too short.", "No ORCID.")),
        FieldError("rights"),
        FieldError("publisher", kind=ErrorKind.MISSING_FIELD),
        FieldError("custom.thing", ("Bad.",)),
    )

    assert [say(field_error_words(one)) for one in fields] == [
        "Creators: Too short. No ORCID.",
        "Licence is not accepted.",
        "Publisher is missing.",
        "custom.thing: Bad.",
    ]
    assert "Publisher is missing." in english(info(ErrorKind.VALIDATION, fields=fields))


@pytest.mark.parametrize(
    ("words", "states"),
    [
        (stage_label, SaveStage),
        (stage_state, StageState),
        (file_state, FileState),
        (record_state, RecordState),
        (settled_words, Settled),
        (action_label, NextAction),
    ],
)
def test_every_state_has_its_own_words(words: Any, states: type[StrEnum]) -> None:
    texts = [say(words(state)) for state in states]

    assert len(set(texts)) == len(texts)
    assert all(text and text not in list(states) for text in texts)


def run(**changes: Any) -> Run:
    files = tuple(
        RunFile(
            f"/d/{n}.txt",
            f"{n}.txt",
            Fingerprint(3, 1, n),
            FileState.CONFIRMED,
            n=n,
            local_checksum="sha256:aa",
            checksum="sha256:aa",
        )
        for n in range(3)
    )
    report = Run("r1", LOCAL_ACCOUNT, "Title", started="2026-01-01T00:00:00+00:00", files=files)
    return replace(report, **changes)


DRAFT = RecordRef("rec1")


def test_a_save_that_is_done_says_what_was_verified() -> None:
    finalized = replace(DRAFT, state=RecordState.FINALIZED)
    words = outcome_words(run(outcome=OutcomeKind.DONE, record=finalized))

    assert say(words.headline) == "Saved"
    assert say(words.what) == "Verified by checksum: 3 of 3 files."
    assert say(words.meaning) == "The record is finalized on the server."


def test_one_file_is_no_plural() -> None:
    only = run().files[:1]
    words = outcome_words(run(outcome=OutcomeKind.DONE, record=DRAFT, files=only))

    assert say(words.what) == "Verified by checksum: 1 of 1 file."


def test_sizes_alone_are_not_called_verified() -> None:
    files = tuple(replace(file, checksum="") for file in run().files)

    words = outcome_words(run(outcome=OutcomeKind.DRAFT_READY, record=DRAFT, files=files))

    assert say(words.what) == "Confirmed by size: 3 of 3 files."


def test_a_failed_upload_says_what_is_safe_on_the_server() -> None:
    failed = replace(run().files[0], state=FileState.FAILED, error=info(ErrorKind.FILE_CHANGED))
    words = outcome_words(
        run(
            outcome=OutcomeKind.FAILED,
            failed_stage=SaveStage.UPLOAD_FILES,
            error=info(ErrorKind.FILES_FAILED),
            record=DRAFT,
            files=(failed, *run().files[1:]),
        )
    )

    assert say(words.headline) == "Not all files could be sent"
    assert say(words.what) == "The file has changed since it was chosen."
    assert say(words.meaning) == "Nothing was published. Safe on the server: 2 of 3 files."


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (ErrorKind.QUOTA, "There is no space left for you on the server."),
        (ErrorKind.FILE_CHANGED, "Some files could not be sent."),
    ],
)
def test_a_cause_is_named_where_all_failed_files_share_it(second: ErrorKind, what: str) -> None:
    first, other, safe = run().files
    files = (
        replace(first, state=FileState.FAILED, error=info(ErrorKind.QUOTA, request="a")),
        replace(other, state=FileState.FAILED, error=info(second, request="b")),
        safe,
    )
    error = info(ErrorKind.FILES_FAILED)

    words = outcome_words(run(outcome=OutcomeKind.FAILED, error=error, files=files))

    assert say(words.what) == what


def test_an_unknown_outcome_never_reads_as_a_failure_or_a_success() -> None:
    words = outcome_words(
        run(outcome=OutcomeKind.UNKNOWN, failed_stage=SaveStage.FINALIZE_RECORD, record=DRAFT)
    )

    text = " ".join(map(say, (words.headline, words.what, words.meaning)))
    assert "check again" in text
    assert "fail" not in text.lower()
    assert "Nothing was published" not in text


def test_every_outcome_fits_the_panel() -> None:
    stages = (None, *SaveStage)
    records = (None, DRAFT, replace(DRAFT, state=RecordState.FINALIZED))
    for outcome, stage, record, still in itertools.product(
        (None, *OutcomeKind), stages, records, (False, True)
    ):
        for reason in ("", "user", "shutdown", "deadline"):
            words = outcome_words(
                run(
                    outcome=outcome,
                    failed_stage=stage,
                    record=record,
                    still_running=still,
                    cancel_reason=reason,
                )
            )
            assert 1 <= len(say(words.headline).split()) <= 8
            for sentence in (say(words.what), say(words.meaning)):
                assert sentence.endswith(".")
                assert not GAP.search(sentence), sentence


def test_translations_come_first_and_fields_are_filled_afterwards() -> None:
    seen: list[tuple[str, str, int]] = []

    def translator(context: str, text: str, _extra: str | None, n: int) -> str:
        seen.append((context, text, n))
        return f"<{text}>"

    words = error_words(info(ErrorKind.MISSING_FIELD, field="title"))[0]

    assert say(words, translator) == "<<Title> is missing.>"
    assert ("Error", "{field} is missing.", -1) in seen


def test_accounts_are_called_as_their_owner_called_them() -> None:
    assert say(account_label(LOCAL_ACCOUNT)) == "This computer"
    assert say(account_label(Account("a", "invenio", "Lab {x}", "https://h"))) == "Lab {x}"
    assert say(account_label(Account("a", "invenio", "", "https://h"))) == "https://h"


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_960, "1.0 MB"),
        (5_000_000_000, "5.0 GB"),
        (3_200_000_000_000_000, "3200.0 TB"),
    ],
)
def test_sizes_in_english(size: int, text: str) -> None:
    assert size_text(size) == text


@pytest.mark.parametrize("scope", ["deposit:write", "deposit:actions"])
def test_a_token_without_a_scope_is_told_which_one_it_needs(scope: str) -> None:
    cause, advice = (say(words) for words in error_words(info(ErrorKind.PERMISSION, scope=scope)))

    assert scope in cause
    assert "scope" in advice
    assert cause != say(reason_words(info(ErrorKind.PERMISSION)))


def test_a_published_record_is_told_as_one_and_what_to_do_instead() -> None:
    text = english(info(ErrorKind.CONFLICT, reason="published", record="12345"))

    assert "is published" in text
    assert "new version" in text


def test_failed_files_of_several_causes_are_said_once() -> None:
    first, other, _ = run().files
    files = (
        replace(first, state=FileState.FAILED, error=info(ErrorKind.QUOTA)),
        replace(other, state=FileState.SKIPPED, error=info(ErrorKind.FILE_MISSING)),
    )
    words = outcome_words(
        run(
            outcome=OutcomeKind.FAILED,
            failed_stage=SaveStage.UPLOAD_FILES,
            error=info(ErrorKind.FILES_FAILED),
            files=files,
        )
    )

    assert say(words.headline) == "Not all files could be sent"
    assert say(words.what) == "The reason is not the same for all of them."


def test_a_file_that_was_left_out_is_no_cause() -> None:
    first, other, _ = run().files
    missing = info(ErrorKind.FILE_MISSING)
    files = (
        replace(first, state=FileState.FAILED, error=info(ErrorKind.QUOTA)),
        replace(other, state=FileState.SKIPPED, error=missing, left_out=True),
    )

    words = outcome_words(
        run(outcome=OutcomeKind.FAILED, error=info(ErrorKind.FILES_FAILED), files=files)
    )

    assert say(words.what) == "There is no space left for you on the server."


def test_a_conflict_that_another_attempt_settles_is_no_alarm() -> None:
    passing = info(ErrorKind.CONFLICT, verdict=Verdict.TRANSIENT)

    assert "not as Sendoff left it" not in say(reason_words(passing))
    assert "not as Sendoff left it" in say(reason_words(info(ErrorKind.CONFLICT)))


def test_every_fact_that_a_sentence_about_an_error_names_is_filled_in() -> None:
    tables: tuple[dict[Any, Any], ...] = (
        of_errors._CAUSES,
        of_errors._ADVICE,
        of_errors._REASONS,
        of_errors._ADVICE_FOR,
        of_errors._WITH_LIMIT,
    )
    sentences = [marked for table in tables for marked in table.values() if marked is not None]
    named = {name for one in sentences for name in re.findall(r"\{(\w+)\}", one.text)}

    assert named <= set(of_errors._FACTS)
