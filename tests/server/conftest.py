"""A running service for each test that asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.service_process import Client, ServiceUnderTest

Start = Callable[..., ServiceUnderTest]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start services with limits given as `name=value`; all end with the test."""
    running: list[ServiceUnderTest] = []

    def run(
        *limits: str, folder: str = "data", qa: bool = True, prefix: tuple[str, ...] = ()
    ) -> ServiceUnderTest:
        options = [word for limit in limits for word in ("--limit", limit)]
        service = ServiceUnderTest(str(tmp_path / folder), *options, qa=qa, prefix=prefix)
        running.append(service)
        return service

    yield run
    for service in running:
        service.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceUnderTest]:
    """One service with default limits for all tests of a module that only add to it."""
    service = ServiceUnderTest(str(tmp_path_factory.mktemp("service") / "data"))
    yield service
    service.close()


@pytest.fixture
def client(shared: ServiceUnderTest) -> Iterator[Client]:
    """A client of the shared service."""
    yield shared.client()
    shared.qa("DELETE", "/qa/rules")
