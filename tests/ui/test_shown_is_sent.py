"""What the form shows is what is sent, however it came there (T09).

Each editor of the form, and each way to change it that is not the keyboard: a text that is set by
a program or by assistive technology, a paste, an undo, a clear button, a completion, a drop.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QCompleter,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from desktop_app.app import App
from desktop_app.core.errors import ErrorKind, FieldError, info
from desktop_app.core.model import Account, OutcomeKind, RecordRef
from desktop_app.core.run import Run, SaveRequest
from desktop_app.core.settings import ProxyMode
from desktop_app.qa.testing import (
    FakeSession,
    ListRobot,
    Play,
    SaveRobot,
    SettingsRobot,
    found,
    happy,
    report_of,
)
from desktop_app.qa.testing.robots import drop, wait_for
from desktop_app.saving.intent import Answers
from desktop_app.saving.sessions import Capabilities, FieldType, MetadataField
from tests.ui.conftest import Open
from tests.ui.scripts import CREATE, Held, finalize_fails

FIELDS = (
    MetadataField("creators", FieldType.PEOPLE),
    MetadataField("publication_date", FieldType.DATE, required=True, default="today"),
    MetadataField("resource_type", FieldType.CHOICE, required=True, choices=("dataset", "image")),
    MetadataField("rights", FieldType.CHOICE, choices=("cc-by-4.0", "cc0-1.0")),
    MetadataField("publisher", FieldType.TEXT, default="Archive"),
    MetadataField("description", FieldType.LONG_TEXT),
    MetadataField("access.embargo.reason", FieldType.TEXT),
)
SITE = Capabilities("invenio", fields=FIELDS)
CONTROL = Qt.KeyboardModifier.ControlModifier


def plays(app: App) -> list[Play]:
    session = app.backend.session
    assert isinstance(session, FakeSession)
    return session.plays


def sent(app: App) -> SaveRequest:
    """Press Save, wait for the end, return what the service was given."""
    before = len(plays(app))
    SaveRobot(app.window).save()
    wait_for(lambda: len(plays(app)) > before and not app.flow.busy, "the save")
    return plays(app)[-1].request


def answered(app: App) -> Answers:
    """Press Save for a run that was refused, return what was changed in it."""
    sent(app)
    answers = plays(app)[-1].answers
    assert answers is not None
    return answers


def metadata(request: SaveRequest) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(request.metadata)
    return value


# every way to change a text that is not typing


def set_text(edit: QLineEdit, text: str) -> None:
    edit.setText(text)


def by_assistive_technology(edit: QLineEdit, text: str) -> None:
    QAccessible.queryAccessibleInterface(edit).setText(QAccessible.Text.Value, text)


def by_paste(edit: QLineEdit, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    edit.selectAll()
    edit.paste()


def by_undo(edit: QLineEdit, text: str) -> None:
    edit.selectAll()
    edit.insert(text)
    edit.selectAll()
    edit.backspace()
    edit.undo()


def by_insertion(edit: QLineEdit, text: str) -> None:
    edit.selectAll()
    edit.insert(text)


def by_completion(edit: QLineEdit, text: str) -> None:
    completer = QCompleter([text], edit)
    edit.setCompleter(completer)
    edit.window().activateWindow()
    wait_for(edit.window().isActiveWindow, "the window in front")
    edit.setFocus()
    completer.activated.emit(text)


def by_drop_of_text(edit: QLineEdit, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    edit.clear()
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action = Qt.DropAction.CopyAction
    QApplication.sendEvent(edit, QDragEnterEvent(QPoint(4, 4), action, data, buttons, keys))
    QApplication.sendEvent(edit, QDropEvent(QPointF(4, 4), action, data, buttons, keys))


Way = Callable[[QLineEdit, str], None]
WAYS: list[Way] = [
    set_text,
    by_assistive_technology,
    by_paste,
    by_undo,
    by_insertion,
    by_completion,
    by_drop_of_text,
]
each_way = pytest.mark.parametrize("change", WAYS)


@each_way
def test_T09_a_title_that_is_not_typed_is_sent(open_fake: Open, change: Way) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Typed before")
    change(found(app.window, QLineEdit, "titleEdit"), "New title")
    assert robot.text("titleEdit") == "New title"
    assert sent(app).title == "New title"


@each_way
def test_T09_no_filled_title_is_called_missing(open_fake: Open, change: Way) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.save()
    assert robot.shown("titleError")
    change(found(app.window, QLineEdit, "titleEdit"), "New title")
    assert not robot.shown("titleError")
    assert sent(app).title == "New title"


def test_T09_an_emptied_title_is_missing(open_fake: Open) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Typed before")
    found(app.window, QLineEdit, "titleEdit").clear()
    robot.save()
    assert robot.shown("titleError")
    assert plays(app) == []


@each_way
@pytest.mark.parametrize("path", ["publisher", "publication_date", "access.embargo.reason"])
def test_T09_a_line_that_is_not_typed_is_sent(open_fake: Open, change: Way, path: str) -> None:
    app = filled(open_fake)
    text = "2026-02-03" if path == "publication_date" else "New value"
    change(found(app.window, QLineEdit, f"field_{path}"), text)
    value: Any = metadata(sent(app))
    for part in path.split("."):
        value = value[part]
    assert value == text


@each_way
@pytest.mark.parametrize("part", ["family_name", "given_name", "orcid"])
def test_T09_a_person_that_is_not_typed_is_sent(open_fake: Open, change: Way, part: str) -> None:
    app = filled(open_fake)
    values = {"family_name": "Roe", "given_name": "Kim", "orcid": "0000-0002-1825-0097"}
    lines = found(app.window, QWidget, "field_creators").findChildren(QLineEdit)
    for line, (name, text) in zip(lines, values.items(), strict=True):
        if name != part:
            QTest.keyClicks(line, text)
    change(dict(zip(values, lines, strict=True))[part], values[part])
    assert metadata(sent(app))["creators"] == [values]


def test_T09_a_description_that_is_not_typed_is_sent(open_fake: Open) -> None:
    app = filled(open_fake)
    editor = found(app.window, QPlainTextEdit, "field_description")
    editor.setPlainText("First")
    editor.selectAll()
    editor.insertPlainText("Second")
    editor.undo()
    assert editor.toPlainText() == "First"
    assert metadata(sent(app))["description"] == "First"


def test_T09_a_choice_that_is_set_is_sent(open_fake: Open) -> None:
    app = filled(open_fake)
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(1)
    rights = found(app.window, QComboBox, "field_rights")
    rights.setCurrentIndex(rights.findData("cc0-1.0"))
    given = metadata(sent(app))
    assert (given["resource_type"], given["rights"]) == ("image", "cc0-1.0")


def test_T09_an_emptied_field_is_not_sent(open_fake: Open) -> None:
    app = filled(open_fake)
    found(app.window, QLineEdit, "field_publisher").clear()
    assert "publisher" not in metadata(sent(app))


def test_T09_a_required_choice_shows_nothing_until_something_is_chosen(open_fake: Open) -> None:
    app = open_fake(happy, capabilities=SITE)
    robot = SaveRobot(app.window)
    robot.fill("Chosen")
    box = found(app.window, QComboBox, "field_resource_type")
    assert box.currentText() == ""
    robot.save()
    assert robot.shown("error_resource_type")
    box.setCurrentIndex(0)
    assert not robot.shown("error_resource_type")
    assert metadata(sent(app))["resource_type"] == "dataset"


def test_T09_the_second_record_begins_with_the_same_defaults(open_fake: Open) -> None:
    """The form of the next save shows a date and a publisher again, and sends them."""
    app = filled(open_fake)
    first = metadata(sent(app))
    SaveRobot(app.window).click("newSaveButton")
    again = shown(app)
    assert again["publication_date"] == first["publication_date"]
    assert again["publisher"] == "Archive"
    assert again["resource_type"] == ""
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    SaveRobot(app.window).fill("Second")
    assert metadata(sent(app)) == {key: text for key, text in shown(app).items() if text}


def test_T09_a_name_that_is_still_being_typed_is_the_name(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(happy)
    app.window.activateWindow()
    wait_for(app.window.isActiveWindow, "the window in front")
    SaveRobot(app.window).fill("Names", three_files)
    view = app.window.new_save.files.view
    view.setCurrentIndex(view.model().index(0, 0))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.setText("renamed.txt")
    QTest.keyClick(editor, Qt.Key.Key_Return, CONTROL)
    wait_for(lambda: len(plays(app)) == 1 and not app.flow.busy, "the save")
    keys = [file.key for file in plays(app)[0].request.files]
    assert keys == ["renamed.txt", "file2.txt", "file3.txt"]
    assert [row[0] for row in SaveRobot(app.window).rows()] == keys


def test_T09_a_name_set_by_a_program_is_the_name(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(happy)
    SaveRobot(app.window).fill("Names", three_files)
    model = app.window.new_save.files.view.model()
    assert model.setData(model.index(1, 0), "other.txt")
    assert [file.key for file in sent(app).files] == ["file1.txt", "other.txt", "file3.txt"]


def test_T09_letters_that_are_being_composed_are_taken_before_the_save(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chinese and Japanese letters stand in the field before they belong to its text."""
    app = open_fake(happy)
    edit = found(app.window, QLineEdit, "titleEdit")

    class InputMethod:
        """The platform's, which the offscreen platform has not."""

        def commit(self) -> None:
            done = QInputMethodEvent("", [])
            done.setCommitString("河流")
            QApplication.sendEvent(edit, done)

    QApplication.sendEvent(edit, QInputMethodEvent("河流", []))
    monkeypatch.setattr(QGuiApplication, "inputMethod", staticmethod(InputMethod))
    assert sent(app).title == "河流"


# what cannot be changed shows what is sent


def test_T09_a_locked_field_cannot_be_made_to_show_something_else(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(CREATE)
    app = open_fake(held, capabilities=SITE)
    robot = SaveRobot(app.window)
    robot.fill("As sent", three_files)
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(1)
    robot.save()
    wait_for(held.reached.is_set, "the stage")
    before = shown(app)
    for name in ("titleEdit", "field_publisher", "field_access.embargo.reason"):
        by_assistive_technology(found(app.window, QLineEdit, name), "Something else")
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    found(app.window, QPlainTextEdit, "field_description").setPlainText("Something else")
    people = found(app.window, QWidget, "field_creators").findChildren(QLineEdit)
    by_assistive_technology(people[0], "Something else")
    assert shown(app) == before
    assert robot.text("titleEdit") == "As sent"
    held.go_on.set()
    robot.wait_for_end()


# the account


OTHER = Capabilities("other", fields=(MetadataField("keywords", FieldType.TEXT),))


class ByAccount(FakeSession):
    """Tells for each account another form."""

    async def capabilities(self, account: Account) -> Capabilities:
        return SITE if account.label == "Archive" else OTHER


def with_accounts(open_fake: Open, monkeypatch: pytest.MonkeyPatch, *labels: str) -> App:
    """Open a window with further accounts, each with a form of its own."""
    monkeypatch.setattr(FakeSession, "capabilities", ByAccount.capabilities)
    app = open_fake(finalize_fails, happy)
    for label in labels:
        address = f"https://{label.casefold()}.example"
        work = app.loop.create_task(app.backend.accounts.add("invenio", label, address))
        wait_for(work.done, "the account")
    app._accounts_changed()
    return app


def pick(app: App, label: str) -> Account:
    box = found(app.window, QComboBox, "accountCombo")
    row = next(row for row in range(box.count()) if label in box.itemText(row))
    box.setCurrentIndex(row)
    account = box.itemData(row)
    assert isinstance(account, Account)
    fields = "field_publisher" if label == "Archive" else "field_keywords"
    wait_for(lambda: app.window.findChild(QWidget, fields) is not None, "the account's form")
    return account


def test_T09_an_account_that_is_set_is_where_it_goes(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch, three_files: list[str]
) -> None:
    app = with_accounts(open_fake, monkeypatch, "Archive")
    archive = pick(app, "Archive")
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    SaveRobot(app.window).fill("Where", three_files)
    assert sent(app).account == archive


def test_T09_a_field_of_another_account_is_not_sent_to_this_one(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch, three_files: list[str]
) -> None:
    app = with_accounts(open_fake, monkeypatch, "Archive", "Store")
    pick(app, "Archive")
    found(app.window, QPlainTextEdit, "field_description").setPlainText("Only for Archive")
    pick(app, "Store")
    found(app.window, QLineEdit, "field_keywords").setText("rivers")
    SaveRobot(app.window).fill("Where", three_files)
    assert metadata(sent(app)) == {"keywords": "rivers"}


def test_T09_what_was_typed_waits_for_its_account(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = with_accounts(open_fake, monkeypatch, "Archive", "Store")
    pick(app, "Archive")
    found(app.window, QPlainTextEdit, "field_description").setPlainText("Only for Archive")
    pick(app, "Store")
    pick(app, "Archive")
    assert shown(app)["description"] == "Only for Archive"


def test_T09_a_listed_save_shows_its_own_account_and_the_next_one_goes_where_it_says(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch, three_files: list[str]
) -> None:
    """Show a save of one account while another is chosen, then begin a new one."""
    app = with_accounts(open_fake, monkeypatch, "Archive", "Store")
    robot = SaveRobot(app.window)
    store = pick(app, "Store")
    robot.fill("Left behind", three_files)
    sent(app)
    robot.click("newSaveButton")
    pick(app, "Archive")
    lists = ListRobot(app.window, "unfinished")
    lists.open()
    lists.choose("Left behind")
    lists.press("Show")
    box = found(app.window, QComboBox, "accountCombo")
    assert box.currentData() == store
    wait_for(lambda: robot.window.findChild(QWidget, "field_keywords") is not None, "its form")
    robot.click("newSaveButton")
    goes_to = box.currentData()
    if goes_to.label == "Archive":
        found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    robot.fill("The next one")
    assert sent(app).account == goes_to


def test_T09_an_account_that_was_removed_is_not_used_for_the_next_save(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch, three_files: list[str]
) -> None:
    app = with_accounts(open_fake, monkeypatch, "Store")
    robot = SaveRobot(app.window)
    store = pick(app, "Store")
    robot.fill("Left behind", three_files)
    sent(app)
    work = app.loop.create_task(app.backend.accounts.remove(store.id))
    wait_for(work.done, "the account to go")
    app._accounts_changed()
    box = found(app.window, QComboBox, "accountCombo")
    assert box.currentData() == store, "the save that is shown belongs to it"
    robot.click("newSaveButton")
    assert box.currentData() != store
    assert box.findText("Store", Qt.MatchFlag.MatchContains) < 0
    robot.fill("The next one")
    assert sent(app).account == box.currentData()


def test_T09_a_draft_that_is_set_is_the_one_that_gets_the_files(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(happy, capabilities=replace(SITE, lists_drafts=True))
    robot = SaveRobot(app.window)
    app.window.new_save.drafts.show_drafts((RecordRef("draft-7", title="Begun elsewhere"),))
    box = found(app.window, QComboBox, "draftCombo")
    box.setCurrentIndex(1)
    assert robot.text("titleEdit") == "Begun elsewhere"
    by_assistive_technology(found(app.window, QLineEdit, "titleEdit"), "Not its title")
    assert robot.text("titleEdit") == "Begun elsewhere"
    robot.add(three_files)
    assert sent(app).attach_to == "draft-7"
    robot.click("newSaveButton")
    assert box.currentData() is None
    robot.fill("A record of its own")
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    assert sent(app).attach_to == ""


def test_T09_a_value_that_is_none_of_the_choices_is_shown_as_it_is(open_fake: Open) -> None:
    """A save that was begun in the terminal may hold one."""
    app = open_fake(refuses, happy, capabilities=SITE)
    robot = SaveRobot(app.window)
    robot.fill("1st")
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    sent(app)
    report = app.flow.report
    assert report is not None
    held = {"publication_date": "2026", "resource_type": "lesson", "kept": 1}
    app.saves.show_run(replace(report, metadata=json.dumps(held)))
    assert shown(app)["resource_type"] == "lesson"
    robot.fill("First")
    assert json.loads(answered(app).metadata or "") == held


# the files


def test_T09_files_that_a_forgotten_filter_hides_are_not_sent_unseen(
    open_fake: Open, tmp_path_factory: pytest.TempPathFactory, three_files: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("many")
    many = [folder / f"part{number}.bin" for number in range(9)]
    for path in many:
        path.write_bytes(b"x")
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Filtered", [str(path) for path in many])
    found(app.window, QLineEdit, "filterEdit").setText("part8")
    sent(app)
    robot.click("newSaveButton")
    robot.fill("Next", three_files)
    assert len(robot.rows()) == len(sent(app).files) == 3


def test_T09_a_filter_stays_in_sight_as_long_as_it_hides_something(
    open_fake: Open, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("many")
    many = [folder / f"part{number}.bin" for number in range(8)]
    for path in many:
        path.write_bytes(b"x")
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Filtered", [str(path) for path in many])
    found(app.window, QLineEdit, "filterEdit").setText("part7")
    app.form.remove((app.model.rows[0].id, app.model.rows[1].id))
    assert robot.shown("filterEdit")


async def refuses(play: Play) -> Run:
    """A script: the service refuses the title, nothing else happened."""
    play.started()
    error = info(ErrorKind.VALIDATION, fields=(FieldError("title", ("Not this one.",)),))
    play.begin(CREATE)
    play.fail(CREATE, error)
    return report_of(
        play,
        OutcomeKind.FAILED,
        confirmed=0,
        failed_stage=CREATE,
        error=error,
    )


def test_T09_a_refused_save_shows_no_file_that_it_would_not_send(
    open_fake: Open, three_files: list[str], tmp_path: Any
) -> None:
    """Its files are journaled: one can be taken out, but none added."""
    extra = tmp_path / "extra.txt"
    extra.write_text("late")
    app = open_fake(refuses, happy)
    robot = SaveRobot(app.window)
    robot.fill("1st", three_files)
    sent(app)
    assert not robot.enabled("addFilesButton")
    assert not robot.enabled("addFolderButton")
    drop(found(app.window, QWidget, "filesView"), [str(extra)])
    app.form.add_paths([str(extra)])
    wait_for(lambda: not app.form.adding, "the end of adding")
    assert [row[0] for row in robot.rows()] == ["file1.txt", "file2.txt", "file3.txt"]
    assert robot.text("filesNotice")
    robot.click("newSaveButton")
    assert robot.enabled("addFilesButton")


def test_T09_a_file_of_a_refused_save_is_not_left_out_by_renaming_it(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(refuses, happy)
    robot = SaveRobot(app.window)
    robot.fill("1st", three_files)
    sent(app)
    model: QAbstractItemModel = app.window.new_save.files.view.model()
    assert not model.setData(model.index(0, 0, QModelIndex()), "renamed.txt")
    assert not model.flags(model.index(0, 0, QModelIndex())) & Qt.ItemFlag.ItemIsEditable
    robot.fill("First")
    answers = answered(app)
    assert answers.title == "First"
    assert answers.leave_out == ()


def test_T09_a_refused_save_goes_on_with_what_is_set_and_without_what_was_removed(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(refuses, happy, capabilities=SITE)
    robot = SaveRobot(app.window)
    robot.fill("1st", three_files)
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    sent(app)
    by_assistive_technology(found(app.window, QLineEdit, "titleEdit"), "First")
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(1)
    app.form.remove((app.model.rows[0].id,))
    answers = answered(app)
    assert answers.title == "First"
    assert answers.leave_out == ("file1.txt",)
    assert json.loads(answers.metadata or "")["resource_type"] == "image"


# the settings


def test_T09_settings_that_are_set_and_not_typed_hold(open_fake: Open) -> None:
    app = open_fake(happy)
    robot = SettingsRobot(app.window)
    robot.open()
    mode = found(app.window, QComboBox, "proxy_modeCombo")
    mode.setCurrentIndex(mode.findData(str(ProxyMode.MANUAL)))
    for name, text in (("proxy_urlEdit", "http://proxy.example:3128"), ("proxy_userEdit", "kim")):
        by_assistive_technology(found(app.window, QLineEdit, name), text)
    robot.close()
    wait_for(lambda: app.backend.preferences.settings.proxy_user == "kim", "the settings")
    settings = app.backend.preferences.settings
    assert settings.proxy_mode is ProxyMode.MANUAL
    assert settings.proxy_url == "http://proxy.example:3128"


def filled(open_fake: Open) -> App:
    """Open a window on a form of all kinds of fields, whose required ones are filled."""
    app = open_fake(happy, capabilities=SITE)
    SaveRobot(app.window).fill("All fields")
    found(app.window, QComboBox, "field_resource_type").setCurrentIndex(0)
    SaveRobot(app.window).click("formDetailsToggle")
    return app


def shown(app: App) -> dict[str, str]:
    """Return what the fields of the form show, by path."""
    texts: dict[str, str] = {}
    for editor in app.window.new_save.metadata.findChildren(QWidget):
        path = editor.objectName().removeprefix("field_")
        if path == editor.objectName() or editor.isHidden():
            continue
        match editor:
            case QComboBox():
                texts[path] = str(editor.currentData() or "")
            case QLineEdit():
                texts[path] = editor.text()
            case QPlainTextEdit():
                texts[path] = editor.toPlainText()
            case _:
                texts[path] = " ".join(line.text() for line in editor.findChildren(QLineEdit))
    return {path: text.strip() for path, text in texts.items()}
