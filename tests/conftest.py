"""Fixtures of every test: no network beyond loopback, nothing left behind."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
    os.environ.pop(name, None)
os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)  # a desktop that runs the tests is told nothing

_connect = socket.socket.connect


def _loopback_only(self: socket.socket, address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else ""
    if self.family in (socket.AF_INET, socket.AF_INET6) and not (
        host.startswith("127.") or host in ("::1", "localhost")
    ):
        raise AssertionError(f"a test reached out to {host}")
    _connect(self, address)


@pytest.fixture(autouse=True)
def _no_network_beyond_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect", _loopback_only)


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("SENDOFF_HOME", str(home / "sendoff"))


@pytest.fixture(autouse=True)
def _own_log() -> Iterator[None]:
    """Undo `log_to_file`: a test that builds a program must not take the next one's log away."""
    logger = logging.getLogger("desktop_app")
    level, propagate, handlers = logger.level, logger.propagate, logger.handlers[:]
    yield
    for handler in logger.handlers[:]:
        if handler not in handlers:
            logger.removeHandler(handler)
            handler.close()
    logger.setLevel(level)
    logger.propagate = propagate
