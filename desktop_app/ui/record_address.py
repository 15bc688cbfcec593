"""Decides whether the address of a record's page, as the journal holds it, may go to a browser."""

from __future__ import annotations

from PySide6.QtCore import QUrl

from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.core.tokens import is_loopback


def page_of(account: Account, address: str) -> QUrl | None:
    """Return the page to open, or None where `address` is none of the account's own.

    It is read by the very parser that hands it on: no other could disagree about the host. A page
    is http or https, names no user, and lies on the account's host; of the built-in service, on
    this computer.
    """
    page = QUrl(address, QUrl.ParsingMode.StrictMode)
    if not page.isValid() or page.scheme() not in ("http", "https") or page.userInfo():
        return None
    if "@" in page.authority():
        return None
    if account.id == LOCAL_ACCOUNT.id:
        return page if is_loopback(page.host()) else None
    own = QUrl(account.address, QUrl.ParsingMode.StrictMode).host()
    return page if own and page.host() == own else None
