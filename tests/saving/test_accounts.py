"""Accounts: where records may go, refused where a token would be readable on the way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind, SendoffError, ServiceError, info
from desktop_app.core.log import Redactor
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.saving.accounts import Accounts, address_account, clean_address
from desktop_app.saving.preferences import Preferences
from desktop_app.services.base import AccountCheck, RecordService
from desktop_app.services.kinds import Kinds
from desktop_app.storage.credentials import Credentials
from desktop_app.storage.settings import SettingsFile


class Chain:
    def __init__(self) -> None:
        self.secrets: dict[str, str] = {}

    def get_password(self, service_name: str, username: str) -> str | None:
        return self.secrets.get(username)

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self.secrets[username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        del self.secrets[username]


class Service:
    """The part of a record service that a test of an account uses."""

    def __init__(self, account: Account, token: str, error: SendoffError | None) -> None:
        self.account = account
        self.token = token
        self.error = error
        self.closed = False

    async def check_account(self) -> AccountCheck:
        if self.error is not None:
            raise self.error
        return AccountCheck(self.account, signed_in_as=f"owner of {self.token}")

    async def aclose(self) -> None:
        self.closed = True


class Provider:
    def __init__(self, credentials: Credentials) -> None:
        self.credentials = credentials
        self.opened: list[Service] = []
        self.error: SendoffError | None = None

    async def open(self, account: Account) -> RecordService:
        service = Service(account, await self.credentials.token(account.id), self.error)
        self.opened.append(service)
        return cast(RecordService, service)


class Setup:
    def __init__(self, folder: Path) -> None:
        self.file = SettingsFile(str(folder / "settings.json"))
        self.chain = Chain()
        credentials = Credentials(Redactor(), keychain=self.chain)
        self.provider = Provider(credentials)
        self.accounts = Accounts(Preferences(self.file), credentials, self.provider, Kinds())


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    return Setup(tmp_path)


def kind_of(work: Any) -> ErrorKind:
    with pytest.raises(BadInputError) as caught:
        asyncio.run(work)
    return caught.value.kind


def test_this_computer_is_always_there_and_cannot_be_changed(setup: Setup) -> None:
    accounts = setup.accounts

    assert accounts.all() == (LOCAL_ACCOUNT,)
    assert kind_of(accounts.remove("local")) is ErrorKind.NO_ACCOUNT
    assert kind_of(accounts.edit("local", label="x", address="https://x")) is ErrorKind.NO_ACCOUNT
    assert kind_of(accounts.set_token("local", "abcd")) is ErrorKind.NO_ACCOUNT


def test_an_account_is_added_found_edited_and_removed_with_its_token(setup: Setup) -> None:
    async def main() -> None:
        accounts = setup.accounts
        added = await accounts.add("invenio", " Zenodo ", "zenodo.org/")
        assert (added.label, added.address) == ("Zenodo", "https://zenodo.org")
        assert await accounts.set_token(added.id, "tok-1")
        assert accounts.get("zenodo") == accounts.get(added.id) == added
        assert setup.file.load().settings.accounts == (added,)

        same_place = await accounts.edit(added.id, label="Z", address="https://zenodo.org")
        assert same_place.id == added.id
        assert added.id in setup.chain.secrets
        await accounts.edit(added.id, label="Z", address="https://elsewhere.example")
        assert added.id not in setup.chain.secrets, "a token went to another origin"

        await accounts.set_token(added.id, "tok-2")
        await accounts.remove(added.id)
        assert setup.chain.secrets == {}
        assert accounts.all() == (LOCAL_ACCOUNT,)

    asyncio.run(main())


def test_unknown_and_ambiguous_names_are_refused(setup: Setup) -> None:
    async def main() -> None:
        await setup.accounts.add("invenio", "Lab", "https://a.example")
        await setup.accounts.add("invenio", "lab", "https://b.example")

    asyncio.run(main())
    for name in ("nobody", "LAB", ""):
        with pytest.raises(BadInputError) as caught:
            setup.accounts.get(name)
        assert caught.value.kind is ErrorKind.NO_ACCOUNT


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("zenodo.org", "https://zenodo.org"),
        ("  https://Zenodo.org/  ", "https://zenodo.org"),
        ("https://data.example:8443/repo/api/", "https://data.example:8443/repo"),
        ("http://localhost:5000", "http://localhost:5000"),
        ("http://127.0.0.1:1/api", "http://127.0.0.1:1"),
        ("http://[::1]:5000/", "http://[::1]:5000"),
    ],
)
def test_addresses_are_brought_to_the_root_of_the_site(typed: str, clean: str) -> None:
    assert clean_address(typed, Kinds().get("invenio")) == clean


def test_a_bucket_s_prefix_may_be_called_as_an_api_is() -> None:
    typed = "https://store.example/bucket/api/"

    assert clean_address(typed, Kinds().get("s3")) == "https://store.example/bucket/api"


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("http://zenodo.org", ErrorKind.PLAIN_HTTP),
        ("http://localhost.evil.example", ErrorKind.PLAIN_HTTP),
        ("http://127.0.0.1.evil.example", ErrorKind.PLAIN_HTTP),
        ("http://192.168.0.3:5000", ErrorKind.PLAIN_HTTP),
        ("ftp://zenodo.org", ErrorKind.BAD_ADDRESS),
        ("", ErrorKind.BAD_ADDRESS),
        ("https://", ErrorKind.BAD_ADDRESS),
        ("https://user:SECRET@zenodo.org", ErrorKind.BAD_ADDRESS),
        ("https://zenodo.org/?token=SECRET", ErrorKind.BAD_ADDRESS),
        ("https://zenodo.org:port", ErrorKind.BAD_ADDRESS),
        ("https://[::1", ErrorKind.BAD_ADDRESS),
        ("https://ze nodo.org", ErrorKind.BAD_ADDRESS),
    ],
)
def test_addresses_that_are_refused(setup: Setup, typed: str, kind: ErrorKind) -> None:
    with pytest.raises(BadInputError) as caught:
        asyncio.run(setup.accounts.add("invenio", "", typed))

    assert caught.value.kind is kind
    assert "SECRET" not in repr(caught.value.info)
    assert setup.accounts.all() == (LOCAL_ACCOUNT,)


def test_an_address_on_the_command_line_is_kept_by_origin_and_kind() -> None:
    account = address_account("invenio", "https://data.example/api/", Kinds().get("invenio"))

    assert account.id == "invenio+https://data.example"
    assert account.address == "https://data.example"


def test_a_test_says_who_is_signed_in_and_closes_the_service(setup: Setup) -> None:
    async def main() -> None:
        account = await setup.accounts.add("invenio", "Lab", "https://a.example")
        await setup.accounts.set_token(account.id, "tok-1")
        check = await setup.accounts.test(account.id)
        assert check.error is None
        assert check.signed_in_as == "owner of tok-1"

    asyncio.run(main())
    assert setup.provider.opened[0].closed


def test_a_failed_test_is_an_answer_not_an_exception(setup: Setup) -> None:
    setup.provider.error = ServiceError(info(ErrorKind.SIGN_IN))

    check = asyncio.run(setup.accounts.test("local"))

    assert check.error is not None
    assert check.error.kind is ErrorKind.SIGN_IN
    assert setup.provider.opened[0].closed


def test_what_stands_in_a_form_can_be_tried_without_keeping_it(setup: Setup) -> None:
    async def main() -> None:
        check = await setup.accounts.try_out("invenio", "https://a.example", "tok-9")
        assert check.signed_in_as == "owner of tok-9"
        assert setup.chain.secrets == {}
        assert await setup.provider.credentials.token(check.account.id) == ""
        refused = await setup.accounts.try_out("invenio", "http://a.example", "tok-9")
        assert refused.error is not None
        assert refused.error.kind is ErrorKind.PLAIN_HTTP
        assert len(setup.provider.opened) == 1

    asyncio.run(main())
