"""Each scenario of the catalogue once through the real window, judged by the service itself."""

from __future__ import annotations

import pytest

from desktop_app.qa.bench import Bench
from desktop_app.qa.catalogue import CATALOGUE, Scenario
from desktop_app.qa.runner import Runner
from desktop_app.qa.window.driver import WindowDriver
from tests.qa.window.conftest import Windows, finished


@pytest.mark.qa
@pytest.mark.parametrize("scenario", CATALOGUE, ids=lambda one: one.id)
def test_a_scenario_in_the_window(scenario: Scenario, bench: Bench, windows: Windows) -> None:
    driver = WindowDriver(bench, windows.open(), windows.quit_and_open)
    verdict = finished(Runner(bench, driver).run(scenario), scenario.id)
    assert not verdict.skipped
    assert not verdict.broken, "\n".join([*map(str, verdict.broken), *verdict.log])
    assert verdict.picture.startswith(b"\x89PNG")
