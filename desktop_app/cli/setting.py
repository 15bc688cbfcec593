"""What every command gets: arguments, what was built, where to print, how it is stopped."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass

from desktop_app.cli.output import Output, explained
from desktop_app.cli.stopping import Stopper
from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.core.printing import Printer
from desktop_app.core.tokens import token_text
from desktop_app.saving.events import Update
from desktop_app.wiring import Wiring

TOKEN_VARIABLE = "SENDOFF_TOKEN"  # noqa: S105 - the name of a variable


def how_to_acknowledge(notice: ErrorInfo) -> str:
    """Return where a damaged journal is and which command ends the notice of it."""
    kept = notice.get("kept_as")
    return f"It is {kept}; once you have seen to it: sendoff doctor --acknowledge"


@dataclass(frozen=True, slots=True)
class Setting:
    """What one command works with."""

    args: argparse.Namespace
    wiring: Wiring
    output: Output
    errors: Printer
    stopper: Stopper

    def on_update(self, update: Update) -> None:
        """Pass an update of a run to whoever handles signals, and to the output."""
        self.stopper.update(update)
        self.output.update(update)

    def report_problems(self) -> None:
        """Say what was wrong with the settings file."""
        loaded = self.wiring.preferences.loaded
        if loaded.set_aside:
            self.errors.line(f"The settings could not be read; kept as {loaded.set_aside}")
        if loaded.refused:
            self.errors.line(f"Settings that do not fit were left out: {', '.join(loaded.refused)}")

    async def report_notices(self, *, new_only: bool) -> None:
        """Say so where a journal was damaged and set aside: just now, or ever and unseen.

        Raises:
            JournalError: the journal cannot be used.
        """
        for notice in await self.wiring.session.notices(new_only=new_only):
            self.errors.line(f"{explained(notice)} {how_to_acknowledge(notice)}")

    async def report_cut_repairs(self) -> None:
        """Say which repairs of drafts were cut off and not looked at since."""
        for notice in await self.wiring.repair.cut_off():
            self.errors.line(explained(notice))

    def use_script_token(self, account: Account) -> None:
        """Take the script's token for `account`, and for no other.

        It is what was read from standard input where that was asked for, else that of the
        environment; where there is none, the keychain's remains.

        Raises:
            BadInputError: BAD_TOKEN.
        """
        if account.id == LOCAL_ACCOUNT.id:
            return
        asked = getattr(self.args, "token_stdin", False)
        token = self.args.token if asked else os.environ.get(TOKEN_VARIABLE, "")
        if token or asked:
            self.wiring.credentials.remember(account.id, token)


def token_from_input(errors: Printer) -> str:
    """Return a line of standard input (unseen on a terminal), saying that it is waited for.

    Blocks; "" at the end of the input.
    """
    if sys.stdin.isatty():
        import getpass  # noqa: PLC0415 - only on a terminal

        return getpass.getpass("Token: ")
    errors.line("Reading the token from standard input ...")
    return token_text(sys.stdin.buffer.readline())
