"""The catalogue's network faults before another service: InvenioRDM, played by its double.

Other services end their acts otherwise (they honour no keys), so what is held here is what must
hold everywhere: with the fault over, the save is brought to its end, and there is one record with
each file once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import pytest

from desktop_app.core.model import Account, NextAction, OutcomeKind
from desktop_app.qa.bench import Bench, Case, content_of
from desktop_app.qa.catalogue import Act, Do, Scenario, Stop, scenario_of
from desktop_app.qa.drivers import Seen
from desktop_app.qa.drivers.session import SessionDriver
from desktop_app.qa.runner import Runner
from desktop_app.qa.verdict import Point
from desktop_app.saving.accounts import address_account
from desktop_app.services.base import RecordService
from desktop_app.services.http import at
from desktop_app.services.invenio import InvenioService, api_endpoint
from tests.invenio.bench import METADATA, JumpingClock
from tests.invenio.double import TOKEN, InvenioDouble

SCENARIOS = (
    "create-refused",
    "create-lost-answer",
    "create-reset",
    "create-overload",
    "create-token-expired",
    "create-cancel",
    "upload-refused",
    "upload-lost-answer",
    "upload-reset",
    "upload-overload",
    "upload-token-expired",
    "upload-cancel",
    "upload-quit",
    "finalize-refused",
    "finalize-lost-answer",
    "finalize-reset",
    "finalize-overload",
    "finalize-token-expired",
    "finalize-cancel",
    "field-network-login-page",
    "field-gateway-page",
    "field-answer-cut-off",
    "field-answer-garbled",
    "field-redirected",
    "field-too-large",
    "field-bytes-corrupted",
    "field-short-outage",
)
MOST_STEPS = 4


class InvenioBench(Bench):
    """A bench whose service is the double, on this very loop."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = str(folder)
        self.double = InvenioDouble()

    async def __aenter__(self) -> Self:
        await self.double.__aenter__()
        await self.proxy.start()
        self.account = address_account("invenio", self.proxy.url)
        self.token = TOKEN
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.proxy.close()
        await self.double.__aexit__(kind, error, trace)

    async def clear_service(self) -> None:
        """The double has no faults of its own here."""

    async def _locate(self) -> tuple[str, int]:
        parts = urlsplit(self.double.url)
        return str(parts.hostname), int(parts.port or 0)


class InvenioServices:
    """Opens the adapter behind the proxy; its pauses pass at once."""

    def __init__(self, case: Case) -> None:
        self._case = case

    async def open(self, account: Account) -> RecordService:
        url = api_endpoint(account.address, self._case.token).url
        return InvenioService(
            account,
            at(url, self._case.token),
            limits=self._case.limits,
            clock=JumpingClock(),
            random=Random(7),
        )


async def to_its_end(bench: InvenioBench, scenario: Scenario) -> tuple[Case, Seen]:
    """Play a scenario's acts, then whatever is offered, until it is saved or steps run out."""
    driver = SessionDriver(bench, InvenioServices, json.dumps(METADATA))
    runner = Runner(bench, driver)
    case = await bench.lay_out(scenario)
    await driver.begin(case)
    points: list[Point] = []
    acts = list(scenario.acts)
    seen: Seen | None = None
    try:
        for _ in range(MOST_STEPS + len(acts)):
            act = acts.pop(0) if acts else Act(offered(seen))
            if act is not scenario.acts[0]:
                await bench.proxy.heal()
                bench.proxy.renew_token()
            seen = await runner._act(case, 1, act, points)
            assert seen is not None, "an act did not end"
            if seen.outcome is OutcomeKind.DONE:
                break
    finally:
        await driver.end()
    assert all(point.holds for point in points), points
    assert seen is not None
    return case, seen


def offered(seen: Seen | None) -> Do:
    retry = seen is not None and seen.next_action is NextAction.RETRY_FINALIZE
    return Do.RETRY_FINALIZE if retry else Do.RESUME


@pytest.mark.qa
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_networks_faults_before_invenio(name: str, tmp_path: Path) -> None:
    scenario = scenario_of(name)

    async def test() -> None:
        async with InvenioBench(tmp_path) as bench, asyncio.timeout(60):
            case, seen = await to_its_end(bench, scenario)
            assert seen.outcome is OutcomeKind.DONE, (seen.error, bench.proxy.log)
            assert not seen.remarks
            assert all(bench.proxy.has_fired(rule.label) for rule in scenario.faults)
            titles = [
                deposit
                for deposit in bench.double.deposits.values()
                if deposit.document["metadata"]["title"] == case.title and not deposit.deleted
            ]
            assert [deposit.is_published for deposit in titles] == [True]
            stored = {
                key: (entry.complete, entry.checksum) for key, entry in titles[0].entries.items()
            }
            stored = stored or {
                key: (entry.complete, entry.checksum)
                for key, entry in titles[0].published_entries.items()
            }
            assert stored == {
                sample.key: (True, f"md5:{hashlib.md5(content_of(sample)).hexdigest()}")
                for sample in scenario.files
            }

    asyncio.run(test())


def test_the_chosen_scenarios_are_about_the_network_alone() -> None:
    for name in SCENARIOS:
        scenario = scenario_of(name)
        assert scenario.faults
        assert not scenario.service_faults
        assert all(act.stop is not Stop.KILL for act in scenario.acts)
