"""T29: a keychain that is locked or does not answer is named, with the way round; soon."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Sendoff

_BACKEND = """
import time

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class Base(KeyringBackend):
    priority = 1

    def set_password(self, service, username, password):
        self.get_password(service, username)

    def delete_password(self, service, username):
        self.get_password(service, username)


class Locked(Base):
    def get_password(self, service, username):
        raise KeyringLocked("dismissed")


class Broken(Base):
    def get_password(self, service, username):
        raise RuntimeError("SECRET")


class Blocked(Base):
    def get_password(self, service, username):
        time.sleep(3600)
"""
SAVE = ("save", "--title", "T", "--service", "https://127.0.0.1:9", "--kind", "invenio")


@pytest.fixture
def chained(sendoff: Sendoff, tmp_path: Path) -> Sendoff:
    """The command line with keychains of the test to choose from; the first is locked."""
    (tmp_path / "chains").mkdir()
    (tmp_path / "chains" / "test_chains.py").write_text(_BACKEND)
    sendoff.env["PYTHONPATH"] = f"{tmp_path / 'chains'}:{ROOT}"
    sendoff.env["PYTHON_KEYRING_BACKEND"] = "test_chains.Locked"
    return sendoff


@pytest.mark.parametrize(("chain", "word"), [("Locked", "is locked"), ("Broken", "does not give")])
def test_t29_a_keychain_that_refuses_is_named_and_the_service_not_blamed(
    chained: Sendoff, chain: str, word: str
) -> None:
    chained.env["PYTHON_KEYRING_BACKEND"] = f"test_chains.{chain}"
    ran = chained(*SAVE)
    assert (ran.code, ran.out) == (6, "")
    assert ran.err.startswith("The keychain of this computer ")
    assert word in ran.err
    assert "SENDOFF_TOKEN" in ran.err
    assert "does not accept" not in ran.err
    assert "SECRET" not in ran.err


def test_t29_the_way_round_needs_no_keychain(chained: Sendoff) -> None:
    chained.env["SENDOFF_TOKEN"] = "a-token-of-the-script"
    chained.settings(limits={"outage_s": 0, "attempts": 1})
    ran = chained(*SAVE, "--no-finalize")
    assert "keychain" not in ran.err + ran.out
    assert ran.code == 3, "the service is asked, and is not there"


@pytest.mark.skipif(sys.platform == "win32", reason="it knows no such signal")
def test_t29_a_keychain_that_blocks_is_named_while_it_is_waited_for(chained: Sendoff) -> None:
    chained.env["PYTHON_KEYRING_BACKEND"] = "test_chains.Blocked"
    process = chained.start(*SAVE)
    assert process.stderr is not None
    said = process.stderr.readline()
    assert process.poll() is None, "it still waits"
    assert said.startswith("Waiting for the keychain of this computer")
    assert "SENDOFF_TOKEN" in said
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (5, "", "")


def test_t29_without_a_token_the_service_is_not_blamed_either(sendoff: Sendoff) -> None:
    ran = sendoff(*SAVE)
    assert ran.code == 2
    assert ran.err.startswith("No token is known here for the account ")
    assert "SENDOFF_TOKEN" in ran.err
