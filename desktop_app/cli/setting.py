"""What every command gets: arguments, what was built, where to tell, how it is stopped."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass

from desktop_app.cli.output import Output, explained
from desktop_app.cli.stopping import Stopper
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.core.printing import Printer
from desktop_app.core.threads import in_thread
from desktop_app.saving.events import SaveEvent
from desktop_app.wiring import Wiring

TOKEN_VARIABLE = "SENDOFF_TOKEN"  # noqa: S105 - the name of a variable


@dataclass(frozen=True, slots=True)
class Setting:
    """One command's surroundings."""

    args: argparse.Namespace
    wiring: Wiring
    output: Output
    errors: Printer
    stopper: Stopper

    def on_event(self, event: SaveEvent) -> None:
        """Tell an event to the signals' keeper and to the output."""
        self.stopper.event(event)
        self.output.event(event)

    def tell_problems(self) -> None:
        """Say what was wrong with the settings file."""
        loaded = self.wiring.preferences.loaded
        if loaded.set_aside:
            self.errors.line(f"The settings could not be read; kept as {loaded.set_aside}")
        if loaded.refused:
            self.errors.line(f"Settings that do not fit were left out: {', '.join(loaded.refused)}")

    async def tell_notices(self) -> None:
        """Say so where the journal was damaged and had to be set aside just now.

        Raises:
            JournalError: the journal cannot be used.
        """
        for notice in await self.wiring.session.notices():
            self.errors.line(explained(notice))

    async def use_script_token(self, account: Account) -> None:
        """Take the script's token for `account`, and for no other.

        It comes from the environment; where that has none and the keychain neither, from a line
        of standard input, unless that is a terminal.

        Raises:
            BadInputError: BAD_TOKEN.
        """
        if account.id == LOCAL_ACCOUNT.id:
            return
        credentials = self.wiring.credentials
        token = os.environ.get(TOKEN_VARIABLE, "")
        if not token and not _at_a_terminal() and not await credentials.token(account.id):
            token = (await in_thread(sys.stdin.readline)).strip()
        if token:
            credentials.remember(account.id, token)


def token_of_script() -> str:
    """Return the token of the environment, else a line of standard input (unseen on a terminal).

    Blocks; "" if there is none.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    if token:
        return token
    if _at_a_terminal():
        import getpass  # noqa: PLC0415 - only on a terminal

        return getpass.getpass("Token: ")
    return sys.stdin.readline()


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()
