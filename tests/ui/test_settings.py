"""Settings apply at once; accounts are refused in words; a token is asked for once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QLineEdit, QSpinBox, QWidget

from desktop_app.app import assemble
from desktop_app.core.appearance import Theme
from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.model import Account, OutcomeKind
from desktop_app.core.run import Run
from desktop_app.core.settings import ProxyMode
from desktop_app.qa.testing import (
    FakeSession,
    Play,
    SaveRobot,
    SettingsRobot,
    fake_backend,
    found,
    happy,
    report_of,
)
from desktop_app.qa.testing.robots import wait_for
from desktop_app.saving.sessions import Capabilities, FieldType, MetadataField
from desktop_app.ui import theme
from desktop_app.ui.options import Options
from tests.ui.conftest import Open, end, show
from tests.ui.scripts import UPLOAD

SITE = Account("acct-1", "invenio", "My site", "https://records.example")


def test_a_setting_holds_at_once_and_is_on_disk(open_fake: Open, tmp_path: Path) -> None:
    app = open_fake()
    robot = SettingsRobot(app.window)
    robot.open()
    try:
        robot.choose("themeCombo", Theme.DARK)
        wait_for(lambda: theme.is_dark(app.window.palette()), "the dark window")
        found(app.window, QSpinBox, "parallel_filesSpin").setValue(7)
        path = tmp_path / "settings.json"
        wait_for(lambda: path.exists() and '"parallel_files": 7' in path.read_text(), "the file")
        assert app.backend.preferences.settings.limits.parallel_files == 7
    finally:
        theme.choose(Theme.SYSTEM)
        robot.close()


def test_a_manual_proxy_without_an_address_is_refused_in_words(open_fake: Open) -> None:
    app = open_fake()
    robot = SettingsRobot(app.window)
    robot.open()
    robot.choose("proxy_modeCombo", ProxyMode.MANUAL)
    wait_for(lambda: app.backend.preferences.settings.proxy_mode is ProxyMode.MANUAL, "the mode")
    robot.close()


def test_an_account_over_plain_http_is_refused_with_its_sentence(open_fake: Open) -> None:
    app = open_fake()
    app.settings.open_accounts()
    settings = SaveRobot(SaveRobot(app.window).dialog("settingsDialog"))
    settings.click("addAccountButton")
    dialog = found(settings.window, QDialog, "accountDialog")
    robot = SaveRobot(dialog)
    kind = found(dialog, QComboBox, "accountKindCombo")
    kind.setCurrentText("Another InvenioRDM site")
    found(dialog, QLineEdit, "accountAddressEdit").setText("http://records.example")
    robot.click("keepAccountButton")
    wait_for(lambda: robot.shown("accountDialogResult"), "the refusal")
    assert "records.example" in robot.text("accountDialogResult")
    found(dialog, QLineEdit, "accountAddressEdit").setText("https://records.example/api/")
    found(dialog, QLineEdit, "accountTokenEdit").setText(" hunter2-token \n")
    robot.click("keepAccountButton")
    chooser = found(app.window, QComboBox, "accountCombo")
    wait_for(lambda: chooser.count() == 2, "the account to be kept")
    assert app.backend.accounts.all()[1].address == "https://records.example"
    settings.window.close()
    wait_for(lambda: not settings.window.isVisible(), "the settings to close")


class AsksForToken:
    """A script that waits for a token of an account, asking three times."""

    def __init__(self) -> None:
        self.session: FakeSession | None = None

    async def __call__(self, play: Play) -> Run:
        assert self.session is not None
        play.started()
        play.begin(UPLOAD)
        error = info(ErrorKind.SIGN_IN, host="records.example")
        for _ in range(3):
            play.refuse_token(error)
        await self.session.token_given.wait()
        return report_of(play, OutcomeKind.DONE)


def test_a_token_is_asked_for_once_and_the_save_goes_on(
    open_fake: Open, three_files: list[str]
) -> None:
    script = AsksForToken()
    app = open_fake(script)
    session = app.backend.session
    assert isinstance(session, FakeSession)
    work = app.loop.create_task(app.backend.accounts.add(SITE.kind, SITE.label, SITE.address))
    wait_for(work.done, "the account")
    script.session = session
    account = work.result()
    app._accounts_changed()
    box = found(app.window, QComboBox, "accountCombo")
    box.setCurrentIndex(box.findData(account))
    robot = SaveRobot(app.window)
    robot.fill("Token", three_files)
    robot.save()
    dialog = robot.dialog("signInDialog")
    assert len(app.window.findChildren(QDialog, "signInDialog")) == 1
    assert "Waiting for you to sign in" in robot.text("measuredLabel")
    inside = SaveRobot(dialog)
    found(dialog, QLineEdit, "tokenEdit").setText("a token with spaces")
    inside.click("signInOkButton")
    wait_for(lambda: inside.enabled("signInOkButton"), "the refusal")
    assert dialog.isVisible()
    found(dialog, QLineEdit, "tokenEdit").setText("hunter2-token")
    inside.click("signInOkButton")
    assert robot.wait_for_end() == "Saved"
    assert session.tokens_for == [account.id]


FIELDS = (
    MetadataField("creators", FieldType.PEOPLE, required=True),
    MetadataField("publication_date", FieldType.DATE, required=True, default="today"),
    MetadataField("resource_type", FieldType.CHOICE, required=True, choices=("dataset", "image")),
    MetadataField("description", FieldType.LONG_TEXT),
    MetadataField("access.embargo.until", FieldType.DATE),
)


def test_required_fields_are_asked_for_before_anything_is_sent(open_fake: Open) -> None:
    app = open_fake(happy, capabilities=Capabilities("invenio", fields=FIELDS))
    robot = SaveRobot(app.window)
    robot.fill("Fields")
    assert "2 required fields missing" in robot.text("formDetailsToggle")
    robot.save()
    assert not app.flow.busy
    assert robot.shown("error_creators")
    people = found(app.window, QWidget, "field_creators")
    family, given, orcid = people.findChildren(QLineEdit)
    for edit, text in ((family, "Roe"), (given, "Kim"), (orcid, "0000-0002-1825-0097")):
        edit.setText(text)
        edit.textEdited.emit(text)
    box = found(app.window, QComboBox, "field_resource_type")
    box.setCurrentIndex(0)
    box.activated.emit(0)
    robot.save()
    assert robot.wait_for_end() == "Saved"
    sent = app.backend.session.plays[0].request.metadata  # type: ignore[attr-defined]
    assert '"family_name": "Roe"' in sent
    assert '"orcid": "0000-0002-1825-0097"' in sent
    assert '"resource_type": "dataset"' in sent
    assert "embargo" not in sent


def test_t29_the_page_says_that_the_keychain_is_waited_for(
    running_loop: object, tmp_path: Path
) -> None:
    listeners: list[Callable[[bool], None]] = []
    backend = replace(
        fake_backend(FakeSession(happy), str(tmp_path)), watch_keychain=listeners.append
    )
    app = assemble(backend, Options(language="en"))
    show(app)
    hint = found(app.window, QLabel, "keychainHint")
    assert not hint.isVisible()
    for listener in listeners:
        listener(True)
    assert hint.isVisible()
    assert "keychain" in hint.text()
    assert "enter the token again" in hint.text()
    for listener in listeners:
        listener(False)
    assert not hint.isVisible()
    end(app)
