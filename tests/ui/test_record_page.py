"""Open record: only a page of the account's own service reaches the browser."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QLabel

from desktop_app.app import App
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    Account,
)
from desktop_app.qa.testing.robots import SaveRobot, wait_for
from desktop_app.ui.presenters.record import page_of

Open = Callable[..., App]
LAB = Account("acct-1", "invenio", "Lab", "https://records.example")


class Browser(QObject):
    """Takes the addresses that would reach the system's browser, and whatever else opens links."""

    SCHEMES = ("https", "http", "file", "javascript", "data", "ftp")

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        for scheme in self.SCHEMES:
            QDesktopServices.setUrlHandler(scheme, self, "open")  # type: ignore[arg-type]  # takes str

    @Slot(QUrl)
    def open(self, page: QUrl) -> None:
        self.opened.append(page.toString())

    def close(self) -> None:
        for scheme in self.SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)


@pytest.fixture
def browser() -> Iterator[Browser]:
    made = Browser()
    yield made
    made.close()


def saved(app: App, account: Account, url: str) -> None:
    """Press *Open record* after a save whose record has this address."""
    robot = SaveRobot(app.window)
    robot.fill("Levels")
    robot.save()
    robot.wait_for_end()
    report = app.flow.report
    assert report is not None
    assert report.record is not None
    record = dataclasses.replace(report.record, url=url)
    app.flow.report = dataclasses.replace(report, account=account, record=record)
    robot.click("openRecordButton")


@pytest.mark.parametrize(
    ("account", "url"),
    [
        (LAB, "https://records.example/records/r1"),
        (LAB, "https://RECORDS.example:8443/uploads/r1"),
        (dataclasses.replace(LAB, address="http://127.0.0.1:5000"), "http://127.0.0.1:5000/r/1"),
        (dataclasses.replace(LAB, address="http://[::1]:5000"), "http://[::1]:5000/records/1"),
        (LOCAL_ACCOUNT, "http://localhost:8000/records/r1"),
    ],
)
def test_a_page_of_the_accounts_own_host_is_opened(account: Account, url: str) -> None:
    page = page_of(account, url)
    assert page is not None
    assert page.toString().lower() == url.lower()


@pytest.mark.parametrize(
    ("account", "url"),
    [
        (LAB, "https://elsewhere.example/records/r1"),
        (LAB, "https://records.example.elsewhere.example/records/r1"),
        (LAB, "https://records.example@elsewhere.example/records/r1"),
        (LAB, "https://somebody:secret@records.example/records/r1"),
        (LAB, "https://@records.example/records/r1"),
        (LAB, "https://elsewhere.example\\@records.example/"),
        (LAB, "https:///records/r1"),
        (LAB, "https://records.example/records/r1\n"),
        (LAB, "//records.example/records/r1"),
        (LAB, "file:///etc/passwd"),
        (LAB, "file://records.example/share/run.desktop"),
        (LAB, "javascript://records.example/%0aalert(1)"),
        (LAB, "http://127.0.0.1:8000/records/r1"),
        (dataclasses.replace(LAB, address=""), "https:///records/r1"),
        (LOCAL_ACCOUNT, "https://records.example/records/r1"),
        (LOCAL_ACCOUNT, "http://127.0.0.1.elsewhere.example/"),
        (LOCAL_ACCOUNT, "records/r1"),
    ],
)
def test_any_other_address_is_not(account: Account, url: str) -> None:
    assert page_of(account, url) is None


def test_the_button_opens_the_records_page(open_fake: Open, browser: Browser) -> None:
    app = open_fake()
    saved(app, LAB, "https://records.example/records/r1")
    assert browser.opened == ["https://records.example/records/r1"]


@pytest.mark.parametrize("url", ["https://elsewhere.example/x", "file:///tmp/run.desktop"])
@pytest.mark.parametrize("language", ["en", "zh_CN", "es", "pt_BR"])
def test_an_address_from_elsewhere_is_refused_in_words(
    open_fake: Open, browser: Browser, url: str, language: str
) -> None:
    app = open_fake(language=language)
    saved(app, LAB, url)
    wait_for(lambda: _shown(app) is not None, "the refusal")
    dialog = _shown(app)
    assert dialog is not None
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    english = "does not lead to its service" in said
    assert english is (language == "en")
    assert url not in said
    assert not browser.opened
    dialog.reject()


def _shown(app: App) -> QDialog | None:
    dialogs = app.window.findChildren(QDialog, "troubleDialog")
    return next((one for one in dialogs if one.isVisible()), None)
