"""Facades for tests: settings in a folder of the test, tokens in memory, no service."""

from __future__ import annotations

from functools import partial

from desktop_app.core.errors import BadInputError, ErrorKind, info
from desktop_app.core.log import Redactor
from desktop_app.core.model import Account
from desktop_app.core.run import RunFile
from desktop_app.saving.accounts import Accounts
from desktop_app.saving.copies import RecordCopies
from desktop_app.saving.preferences import PROXY_PASSWORD, Preferences
from desktop_app.saving.repair import DraftRepair
from desktop_app.saving.sessions import Session
from desktop_app.saving.support_report import SupportReport
from desktop_app.services.base import RecordService, UploadSource
from desktop_app.services.kinds import Kinds
from desktop_app.storage.credentials import Credentials
from desktop_app.storage.kept_form import KeptFormFile
from desktop_app.storage.settings import SettingsFile
from desktop_app.ui.backend import Backend


class NoKeychain:
    """A keychain that keeps passwords in memory."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], str] = {}

    def get_password(self, service_name: str, username: str) -> str | None:
        """Return the secret, or None."""
        return self._kept.get((service_name, username))

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep the secret."""
        self._kept[service_name, username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        """Remove the secret."""
        self._kept.pop((service_name, username), None)


class NoService:
    """A provider that can open nothing."""

    async def open(self, account: Account) -> RecordService:
        """Refuse."""
        raise BadInputError(info(ErrorKind.NO_ACCOUNT, account=account.id))


def _no_source(file: RunFile) -> UploadSource:
    raise BadInputError(info(ErrorKind.FILE_MISSING, path=file.path))


def fake_backend(session: Session, folder: str) -> Backend:
    """Return facades around `session` whose settings lie in `folder` and whose tokens nowhere."""
    redact = Redactor()
    preferences = Preferences(SettingsFile(f"{folder}/settings.json"))
    credentials = Credentials(redact, keychain=NoKeychain())
    accounts = Accounts(preferences, credentials, NoService(), Kinds())
    return Backend(
        session=session,
        accounts=accounts,
        preferences=preferences,
        redact=redact,
        close=session.close,
        keep_proxy_password=partial(credentials.set_token, PROXY_PASSWORD),
        copies=RecordCopies(NoService()),
        support_report=SupportReport(session, preferences, redact, f"{folder}/logs", "test"),
        repair=DraftRepair(session, NoService(), _no_source),
        kept_forms=KeptFormFile(f"{folder}/form.json"),
    )
