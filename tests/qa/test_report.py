"""The report stands alone, escapes what it shows, and holds no secret."""

from __future__ import annotations

import re

from desktop_app.core.log import Redactor
from desktop_app.qa.observer import StoredFile, StoredRecord
from desktop_app.qa.report import html_report
from desktop_app.qa.verdict import Point, Verdict

EVIL = "<script>alert(1)</script>&amp;"
SECRET = "qa-secret-token-0123456789"


def report() -> str:
    redact = Redactor()
    redact.add(SECRET)
    verdicts = (
        Verdict("create-reset", "session", (Point(1, "outcome", "done", "done"),), 1.5, 9.0),
        Verdict(
            "field-odd-files",
            "window",
            (Point(0, "files", "a", EVIL),),
            tree=(StoredRecord("r1", "draft", EVIL, (StoredFile(EVIL, 3, "", False),)),),
            log=(f"1. PUT /{SECRET} {EVIL}",),
            support=f"{SECRET} {EVIL}",
            picture=b"\x89PNG",
        ),
        Verdict("upload-late-success", "command line", skipped="needs something else"),
    )
    return html_report(verdicts, ended="2026-01-01T00:00:00Z", redact=redact)


def test_it_says_how_many_ended_as_they_must() -> None:
    text = report()
    assert "1 of 2 scenarios ended as they must, 1 skipped" in text
    assert text.count('class="no"') == 2
    assert "needs something else" in text


def test_it_stands_alone() -> None:
    text = report()
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", text)
    assert "data:image/png;base64,iVBORw==" in text


def test_everything_is_escaped_and_secrets_are_gone() -> None:
    text = report()
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert SECRET not in text
