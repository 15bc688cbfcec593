"""Tokens: in the keychain or for this session, said so, and shown nowhere."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind
from desktop_app.core.log import MASK, Redactor
from desktop_app.core.tokens import clean_token
from desktop_app.storage.credentials import Credentials, Keychain

TOKEN = "SECRET-a1b2c3"


class Chain:
    """A keychain in memory."""

    def __init__(self) -> None:
        self.secrets: dict[tuple[str, str], str] = {}
        self.asked = 0

    def get_password(self, service_name: str, username: str) -> str | None:
        self.asked += 1
        return self.secrets.get((service_name, username))

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self.secrets[service_name, username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        del self.secrets[service_name, username]


class Forgetful(Chain):
    def set_password(self, service_name: str, username: str, password: str) -> None:
        return None


class Broken(Chain):
    def get_password(self, service_name: str, username: str) -> str | None:
        raise RuntimeError(f"cannot unlock for {TOKEN}")

    set_password = get_password  # type: ignore[assignment]  # it only ever raises
    delete_password = get_password  # type: ignore[assignment]  # the same


class Hanging(Chain):
    def __init__(self) -> None:
        super().__init__()
        self.release = threading.Event()

    def get_password(self, service_name: str, username: str) -> str | None:
        self.release.wait(20)
        return None


def credentials(chain: Keychain, *, limit_s: float = 10) -> Credentials:
    return Credentials(Redactor(), keychain=chain, limit_s=limit_s)


def test_a_token_is_kept_in_the_keychain_and_read_when_asked() -> None:
    chain = Chain()
    redact = Redactor()

    async def main() -> None:
        first = Credentials(redact, keychain=chain)
        assert await first.set_token("acct-1", f"  {TOKEN}\n")
        later = Credentials(Redactor(), keychain=chain)
        assert chain.asked == 1, "the constructor asked"
        assert await later.token("acct-1") == TOKEN
        assert await later.token("acct-2") == ""
        await later.remove("acct-1")
        await later.remove("acct-1")
        assert await later.token("acct-1") == ""

    asyncio.run(main())
    assert redact(f"header {TOKEN}!") == f"header {MASK}!"


@pytest.mark.parametrize(
    ("chain", "reason"), [(Forgetful(), "forgetful"), (Broken(), "refused"), (Hanging(), "silent")]
)
def test_without_a_keychain_it_holds_for_the_session_and_says_so(chain: Chain, reason: str) -> None:
    async def main() -> None:
        kept = credentials(chain, limit_s=0.05)
        persisted = await kept.set_token("acct-1", TOKEN)
        assert not persisted or isinstance(chain, Hanging)
        assert await kept.token("acct-1") == TOKEN
        assert kept.problem is not None
        assert kept.problem.kind is ErrorKind.KEYCHAIN
        assert kept.problem.get("reason") == reason
        assert TOKEN not in repr(kept.problem)
        assert await credentials(chain, limit_s=0.05).token("acct-1") == "", "in memory only"

    asyncio.run(main())
    if isinstance(chain, Hanging):
        chain.release.set()


def test_a_missing_back_end_of_keyring_is_named() -> None:
    class NoKeyringError(RuntimeError):
        pass

    class Missing(Chain):
        def get_password(self, service_name: str, username: str) -> str | None:
            raise NoKeyringError

    async def main() -> None:
        problem = await credentials(Missing()).check()
        assert problem is not None
        assert problem.get("reason") == "missing"

    asyncio.run(main())


def test_a_token_for_scripts_wins_for_its_account_alone() -> None:
    chain = Chain()
    kept = credentials(chain)
    kept.remember("acct-1", f"{TOKEN}\n")

    assert asyncio.run(kept.token("acct-1")) == TOKEN
    assert chain.asked == 0
    assert asyncio.run(kept.token("acct-2")) == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("SEC RET", "space"),
        ("SEC\nRET", "space"),
        ("SEC\r\nX-Evil: 1", "space"),
        ("SEC\x00RET", "control"),
        ("SEC–RET", "non_ascii"),
        ("ＳＥＣＲＥＴ", "non_ascii"),
    ],
)
def test_c11_what_cannot_be_a_token_is_refused_without_quoting_it(text: str, reason: str) -> None:
    with pytest.raises(BadInputError) as caught:
        clean_token(text)

    assert caught.value.kind is ErrorKind.BAD_TOKEN
    assert caught.value.info.get("reason") == reason
    for form in (str(caught.value), repr(caught.value), repr(caught.value.info)):
        assert "SEC" not in form
        assert "RET" not in form


@pytest.mark.parametrize("text", ["SECRET\n", " SECRET ", "\tSECRET\r\n"])
def test_c11_what_pasting_adds_is_stripped(text: str) -> None:
    assert clean_token(text) == "SECRET"


def test_no_repr_shows_a_token() -> None:
    kept = credentials(Chain())
    kept.remember("acct-1", TOKEN)

    assert TOKEN not in repr(kept)
    assert TOKEN not in str(kept)


def test_keyring_is_imported_only_when_a_token_is_needed() -> None:
    script = (
        "import sys, desktop_app.storage.credentials as c\n"
        "from desktop_app.core.log import Redactor\n"
        "c.Credentials(Redactor())\n"
        "sys.exit('keyring' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_t29_a_question_that_waits_is_said_to_and_said_to_have_ended() -> None:
    chain = Hanging()
    heard: list[bool] = []

    async def main() -> None:
        waiting = asyncio.Event()
        ours = Credentials(Redactor(), keychain=chain, notice_s=0)

        def listen(waits: bool) -> None:
            heard.append(waits)
            waiting.set()

        ours.on_wait(listen)
        asked = asyncio.ensure_future(ours.token("acct-1"))
        await waiting.wait()
        assert not asked.done()
        chain.release.set()
        await asked

    asyncio.run(main())
    assert heard == [True, False]


def test_t29_the_word_comes_within_three_seconds() -> None:
    assert Credentials(Redactor(), keychain=Chain())._notice_s < 3
