"""Tokens: in the operating system's keychain, else in memory for this session, and saying so.

`keyring` is imported and asked only when a token is needed, in a thread, with a limit: a keychain
may wait for a password that nobody types. No token is ever part of an error, a log or a `repr`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from desktop_app.core.errors import ErrorInfo, ErrorKind, info
from desktop_app.core.log import Redactor
from desktop_app.core.threads import in_thread
from desktop_app.core.tokens import clean_token

_log = logging.getLogger(__name__)
_SERVICE = "sendoff"
_REASONS = {
    "NoKeyringError": "missing",
    "KeyringLocked": "locked",
    "LockedException": "locked",
    "PromptDismissedException": "locked",
}
"""What the errors of `keyring` and its back ends mean, by their class."""


class Keychain(Protocol):
    """What is used of `keyring` (the module itself, or a stand-in)."""

    def get_password(self, service_name: str, username: str) -> str | None:
        """Return the secret, or None."""
        ...

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep the secret."""
        ...

    def delete_password(self, service_name: str, username: str) -> None:
        """Remove the secret."""
        ...


class Credentials:
    """Tokens by account id.

    Args:
        redact: gets every token, so that no text can show one.
        keychain: a stand-in for `keyring`; None means the operating system's.
        limit_s: how long one question to the keychain may take.
        notice_s: after how long a question is said to wait (`on_wait`): a locked keychain asks the
            person, perhaps in a window that nobody sees.
    """

    def __init__(
        self,
        redact: Redactor,
        *,
        keychain: Keychain | None = None,
        limit_s: float = 60.0,
        notice_s: float = 2.0,
    ) -> None:
        self._redact = redact
        self._keychain = keychain
        self._limit_s = limit_s
        self._notice_s = notice_s
        self._listeners: list[Callable[[bool], None]] = []
        self._session: dict[str, str] = {}
        self._problem: ErrorInfo | None = None

    @property
    def problem(self) -> ErrorInfo | None:
        """Why tokens are kept for this session only (KEYCHAIN), or None."""
        return self._problem

    def on_wait(self, listener: Callable[[bool], None]) -> None:
        """Call `listener(True)` once the keychain lets a question wait, and with False after it."""
        self._listeners.append(listener)

    async def token(self, account_id: str) -> str:
        """Return the account's token, or "" if there is none."""
        if account_id in self._session:
            return self._session[account_id]
        token = await self._ask(_read, account_id) or ""
        if token:
            self._redact.add(token)
        return token

    async def set_token(self, account_id: str, text: str) -> bool:
        """Keep a token; return whether the keychain took it (else: this session only).

        Raises:
            BadInputError: BAD_TOKEN.
        """
        token = self.remember(account_id, text)
        if not await self._ask(_write, account_id, token):
            self._problem = self._problem or info(ErrorKind.KEYCHAIN, reason="forgetful")
            return False
        del self._session[account_id]
        return True

    def remember(self, account_id: str, text: str) -> str:
        """Keep a token for this session only (a script's, say), and return it cleaned.

        It wins over the keychain, for this account alone: no other site gets it.

        Raises:
            BadInputError: BAD_TOKEN.
        """
        token = clean_token(text)
        self._redact.add(token)
        self._session[account_id] = token
        return token

    def forget(self, account_id: str) -> None:
        """Drop what is kept for this session; the keychain is not touched."""
        self._session.pop(account_id, None)

    async def remove(self, account_id: str) -> None:
        """Drop the account's token everywhere; one that is gone already is fine."""
        self.forget(account_id)
        await self._ask(_delete, account_id)

    async def check(self) -> ErrorInfo | None:
        """Ask the keychain for something it does not have: None if it answers."""
        await self._ask(_read, "doctor")
        return self._problem

    async def _ask(self, question: _Question, *args: str) -> str:
        self._problem = None
        waits: list[bool] = []

        def notice() -> None:
            waits.append(True)
            self._notify(waiting=True)

        timer = asyncio.get_running_loop().call_later(self._notice_s, notice)
        try:
            async with asyncio.timeout(self._limit_s):
                return await in_thread(question, self._keychain, *args)
        except TimeoutError:
            self._problem = info(ErrorKind.KEYCHAIN, reason="silent")
        except Exception as error:  # noqa: BLE001 - back ends raise what they like; text unsafe
            name = type(error).__name__
            self._problem = info(
                ErrorKind.KEYCHAIN, reason=_REASONS.get(name, "refused"), type=name
            )
        finally:
            timer.cancel()
            if waits:
                self._notify(waiting=False)
        _log.info("keychain: %s", self._problem)
        return ""

    def _notify(self, *, waiting: bool) -> None:
        for listener in self._listeners:
            listener(waiting)


class _Question(Protocol):
    __name__: str

    def __call__(self, keychain: Keychain | None, *args: str) -> str: ...


def _system(keychain: Keychain | None) -> Keychain:
    if keychain is not None:
        return keychain
    import keyring  # noqa: PLC0415 - 64 ms, needed only where a token is

    return keyring


def _read(keychain: Keychain | None, *args: str) -> str:
    return _system(keychain).get_password(_SERVICE, args[0]) or ""


def _write(keychain: Keychain | None, *args: str) -> str:
    account_id, token = args
    chain = _system(keychain)
    chain.set_password(_SERVICE, account_id, token)
    # keyring's null back end takes everything and keeps nothing: only a read-back shows it.
    return "kept" if chain.get_password(_SERVICE, account_id) == token else ""


def _delete(keychain: Keychain | None, *args: str) -> str:
    chain = _system(keychain)
    if chain.get_password(_SERVICE, args[0]) is not None:
        chain.delete_password(_SERVICE, args[0])
    return ""
