"""The facades that the window uses, passed in by the composition root."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from desktop_app.core.kept_form import KeptForm
from desktop_app.files.own_data import OwnData
from desktop_app.saving.accounts import Accounts
from desktop_app.saving.copies import RecordCopies
from desktop_app.saving.preferences import Preferences
from desktop_app.saving.repair import DraftRepair
from desktop_app.saving.sessions import Session
from desktop_app.saving.support_report import SupportReport


class KeptForms(Protocol):
    """Keeps one form from one window to the next. Blocks for a small file."""

    def load(self) -> KeptForm | None:
        """Return the form that was kept, if one was."""
        ...

    def keep(self, form: KeptForm | None) -> None:
        """Keep a form, or none.

        Raises:
            OSError: it could not be written or removed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Backend:
    """The facades that the window talks to, and nothing below them.

    Attributes:
        redact: removes secrets from a text before it is shown.
        close: stops what is abortable, journals the rest, releases everything; bounded by the
            seconds given and one short grace more.
        support_report: gathers support reports, knows about the last crash.
        copies: saves copies of a record's files.
        repair: lists a person's drafts and repairs them.
        watch_keychain: takes a listener, called with whether the keychain is waited for.
        own: what belongs to Sendoff and is never sent.
        kept_forms: keeps what was typed and not sent.
        keep_proxy_password: hands a proxy's password to the keychain; False: this session only.
    """

    session: Session
    accounts: Accounts
    preferences: Preferences
    redact: Callable[[str], str]
    close: Callable[[float], Awaitable[None]]
    keep_proxy_password: Callable[[str], Awaitable[bool]]
    copies: RecordCopies
    support_report: SupportReport
    repair: DraftRepair
    kept_forms: KeptForms
    watch_keychain: Callable[[Callable[[bool], None]], None] = lambda _listener: None
    own: OwnData = field(default_factory=OwnData.of_environment)
