"""Accounts as window and command line use them: where records go, and the token for it.

The built-in service is always the first account and can be neither changed nor removed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import SplitResult, urlsplit

from desktop_app.core.errors import BadInputError, ErrorInfo, ErrorKind, SendoffError, info
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.core.settings import Settings
from desktop_app.core.tokens import is_loopback
from desktop_app.saving.preferences import Preferences
from desktop_app.saving.session import ServiceProvider
from desktop_app.services.base import AccountCheck
from desktop_app.services.kinds import Kinds, Preset, ServiceKind
from desktop_app.storage.credentials import Credentials

__all__ = ["Accounts", "Kinds", "Preset", "address_account", "clean_address", "origin"]


class Accounts:
    """The list of accounts, their tokens and the test of a connection.

    Args:
        kinds: the back ends.
    """

    def __init__(
        self,
        preferences: Preferences,
        credentials: Credentials,
        provider: ServiceProvider,
        kinds: Kinds,
    ) -> None:
        self._preferences = preferences
        self._credentials = credentials
        self._provider = provider
        self._sandbox: tuple[Account, ...] = ()
        self.kinds = kinds

    def all(self) -> tuple[Account, ...]:
        """Return every account, the built-in service first."""
        return (LOCAL_ACCOUNT, *self._preferences.settings.accounts, *self._sandbox)

    def use_sandbox(self, *accounts: Account) -> None:
        """List accounts that are never written down, instead of those given before.

        Their tokens are kept for this session only, and reach no keychain.
        """
        for account in self._sandbox:
            self._credentials.forget(account.id)
        self._sandbox = accounts

    def get(self, name: str) -> Account:
        """Return the account with this id, or else with this label (upper or lower case).

        Raises:
            BadInputError: NO_ACCOUNT.
        """
        for account in self.all():
            if account.id == name:
                return account
        named = [one for one in self.all() if one.label.casefold() == name.casefold()]
        if len(named) != 1 or not name:
            raise BadInputError(info(ErrorKind.NO_ACCOUNT, account=name))
        return named[0]

    async def add(self, kind: str, label: str, address: str) -> Account:
        """Add an account.

        Raises:
            BadInputError: BAD_ADDRESS, PLAIN_HTTP, or BAD_FIELD for an unknown kind.
            OSError: it holds for this session, but could not be written.
        """
        known = self.kinds.get(kind)
        if known is None or not known.by_address:
            raise BadInputError(info(ErrorKind.BAD_FIELD, field="kind", value=kind))
        site = clean_address(address, known)
        label = label.strip() or urlsplit(site).netloc
        account = Account(f"acct-{secrets.token_hex(6)}", kind, label, site)
        await self._change(lambda accounts: (*accounts, account))
        return account

    async def edit(self, account_id: str, *, label: str, address: str) -> Account:
        """Change label and address. A new origin drops the token: it belongs to the old one.

        Raises:
            BadInputError: NO_ACCOUNT, BAD_ADDRESS, PLAIN_HTTP.
            OSError: it holds for this session, but could not be written.
        """
        old = self._own(account_id)
        site = clean_address(address, self.kinds.get(old.kind))
        new = replace(old, label=label.strip() or urlsplit(site).netloc, address=site)
        if origin(new.address) != origin(old.address):
            await self._credentials.remove(account_id)
        await self._change(
            lambda accounts: tuple(new if one.id == account_id else one for one in accounts)
        )
        return new

    async def remove(self, account_id: str) -> None:
        """Remove an account and its token. Saves that used it stay listed.

        Raises:
            BadInputError: NO_ACCOUNT.
            OSError: it holds for this session, but could not be written.
        """
        self._own(account_id)
        await self._credentials.remove(account_id)
        await self._change(lambda rest: tuple(one for one in rest if one.id != account_id))

    async def set_token(self, account_id: str, token: str) -> bool:
        """Keep the token; return whether the keychain took it (False: this session only).

        Raises:
            BadInputError: NO_ACCOUNT, BAD_TOKEN.
        """
        account = self._own(account_id)
        if account in self._sandbox:
            self._credentials.remember(account_id, token)
            return True
        return await self._credentials.set_token(account_id, token)

    @property
    def keychain_problem(self) -> ErrorInfo | None:
        """Why the keychain did not answer the last question, or None."""
        return self._credentials.problem

    async def test(self, account_id: str) -> AccountCheck:
        """Try address, token and rights of an account; what is wrong stands in the answer.

        Raises:
            BadInputError: NO_ACCOUNT.
        """
        return await self._test(self.get(account_id))

    async def try_out(self, kind: str, address: str, token: str) -> AccountCheck:
        """Try what stands in a form, keeping nothing of it."""
        trial = Account(f"trial-{secrets.token_hex(6)}", kind, "", address)
        try:
            trial = replace(trial, address=clean_address(address, self.kinds.get(kind)))
            self._credentials.remember(trial.id, token)
        except BadInputError as error:
            return AccountCheck(trial, error.info)
        try:
            return await self._test(trial)
        finally:
            self._credentials.forget(trial.id)

    async def _test(self, account: Account) -> AccountCheck:
        try:
            service = await self._provider.open(account)
        except SendoffError as error:
            return AccountCheck(account, error.info)
        try:
            return await service.check_account()
        except SendoffError as error:
            return AccountCheck(account, error.info)
        finally:
            await service.aclose()

    def _own(self, account_id: str) -> Account:
        account = self.get(account_id)
        if account.id == LOCAL_ACCOUNT.id:
            raise BadInputError(info(ErrorKind.NO_ACCOUNT, account=account_id, reason="built_in"))
        return account

    async def _change(
        self, change: Callable[[tuple[Account, ...]], tuple[Account, ...]]
    ) -> Settings:
        return await self._preferences.apply(
            lambda settings: replace(settings, accounts=change(settings.accounts))
        )


def address_account(kind: str, address: str, known: ServiceKind | None = None) -> Account:
    """Return the unlisted account of an address given on the command line.

    Raises:
        BadInputError: BAD_ADDRESS, PLAIN_HTTP.
    """
    site = clean_address(address, known)
    return Account(f"{kind}+{origin(site)}", kind, urlsplit(site).netloc, site)


def clean_address(text: str, kind: ServiceKind | None = None) -> str:
    """Return the root URL of a site: https unless said otherwise, no trailing `/` or API's path.

    Raises:
        BadInputError: BAD_ADDRESS with `reason` "scheme", "host", "port", "credentials" or
            "query"; PLAIN_HTTP with `host`: a token would travel readable by everyone.
    """
    text = text.strip()
    parts = _split(text if "://" in text else f"https://{text}")
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme == "http" and not is_loopback(host):
        raise BadInputError(info(ErrorKind.PLAIN_HTTP, host=host))
    bracketed = f"[{host}]" if ":" in host else host
    port = "" if parts.port is None else f":{parts.port}"
    path = parts.path.rstrip("/").removesuffix(kind.api_path if kind else "").rstrip("/")
    return f"{parts.scheme}://{bracketed}{port}{path}"


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _bad("port") from None  # the text of the cause may quote what was typed
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https"):
        raise _bad("scheme")
    if "@" in parts.netloc:
        raise _bad("credentials")
    if not host or any(character.isspace() or character in "\\<>\"'" for character in host):
        raise _bad("host")
    if port == 0:
        raise _bad("port")
    if parts.query or parts.fragment:
        raise _bad("query")
    return parts


def _bad(reason: str) -> BadInputError:
    return BadInputError(info(ErrorKind.BAD_ADDRESS, reason=reason))


def origin(address: str) -> str:
    """Return scheme, host and port of a clean address."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
