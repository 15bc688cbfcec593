"""The account dialog offers what is installed, and names a plug-in that cannot be loaded."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit

from desktop_app.qa.testing.robots import SaveRobot, found, wait_for
from desktop_app.services.kinds import Kinds
from tests.services.test_kinds import Entry, raises, shelf
from tests.ui.conftest import Open

pytestmark = pytest.mark.ui


def test_the_account_dialog_offers_a_plug_in_and_names_one_that_is_no_good(
    open_fake: Open,
) -> None:
    app = open_fake()
    app.backend.accounts.kinds = Kinds(lambda: [Entry("shelf", shelf), Entry("torn", raises)])
    app.settings.open_accounts()
    settings = SaveRobot(SaveRobot(app.window).dialog("settingsDialog"))
    settings.click("addAccountButton")
    dialog = found(settings.window, QDialog, "accountDialog")
    combo = found(dialog, QComboBox, "accountKindCombo")
    robot = SaveRobot(dialog)

    offered = [combo.itemText(number) for number in range(combo.count())]
    assert "Our shelf" in offered
    assert offered[-3:] == ["Another InvenioRDM site", "Another S3 site", "Another Shelf site"]
    combo.setCurrentText("Another S3 site")
    address = found(dialog, QLineEdit, "accountAddressEdit")
    token = found(dialog, QLineEdit, "accountTokenEdit")
    assert address.placeholderText() == "https://HOST/BUCKET/PREFIX"
    assert token.placeholderText() == "KEY-ID:SECRET"
    assert "sendoff-shelf" in robot.text("accountDialogResult")
    combo.setCurrentIndex(combo.count() - 1)
    found(dialog, QLineEdit, "accountAddressEdit").setText("https://shelf.example")
    robot.click("keepAccountButton")
    wait_for(lambda: len(app.backend.accounts.all()) == 2, "the account to be kept")
    assert app.backend.accounts.all()[1].kind == "shelf"
