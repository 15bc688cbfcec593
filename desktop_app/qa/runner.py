"""Runs scenarios of the catalogue through a driver and judges them by asking the service itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from desktop_app.core.words import say
from desktop_app.qa.bench import Bench, Case
from desktop_app.qa.catalogue.model import Act, Scenario, Switch
from desktop_app.qa.drivers import Driver, Seen
from desktop_app.qa.proxy import Entry
from desktop_app.qa.verdict import Point, Verdict, act_points, tree_points, written_after
from desktop_app.workflow.timers import first_of

Gate = Callable[[str], Awaitable[None]]
"""Awaited before each act with a short text of what comes: to go step by step."""

HANGS_S = 20.0
"""Beyond its allowed time, after which a scenario is given up."""


async def _at_once(_text: str) -> None:
    """Continue at once."""


class Runner:
    """Runs scenarios on a bench through a driver.

    Args:
        gate: lets a person go step by step.
    """

    def __init__(self, bench: Bench, driver: Driver, gate: Gate = _at_once) -> None:
        self._bench = bench
        self._driver = driver
        self._gate = gate
        self._stopped_at: float | None = None

    async def run(self, scenario: Scenario, home: str = "") -> Verdict:
        """Return the verdict on one scenario; a scenario that cannot be run here is skipped.

        Args:
            home: the client's data folder, where it has one already.

        Raises:
            ServiceError, OSError: the bench itself is broken.
        """
        driver = self._driver
        if missing := scenario.needs - driver.offers:
            return Verdict(scenario.id, driver.name, skipped=f"needs {', '.join(sorted(missing))}")
        case = await self._bench.lay_out(scenario, driver.slowness, home)
        await driver.begin(case)
        points: list[Point] = []
        support = ""
        taken = 0.0
        try:
            for number, act in enumerate(scenario.acts, start=1):
                await self._gate(f"{number}. {act.do.value}")
                began = time.monotonic()
                seen = await self._act(case, number, act, points)
                taken += time.monotonic() - began
                if seen is None:
                    break
                points += act_points(number, act, seen)
                support = seen.log or support
        finally:
            picture = await driver.end()
        return await self._judged(case, points, taken, support, picture)

    async def _act(self, case: Case, number: int, act: Act, points: list[Point]) -> Seen | None:
        """Return how an act ended; None, with a point that says so, if it did not."""
        for switch in act.first:
            if switch is Switch.LATE_OUTCOME:
                await self._driver.late_outcome()
            else:
                await self._bench.throw(switch, case)
        self._stopped_at = None
        within = self._allowed_s(case.scenario) + HANGS_S
        work = asyncio.ensure_future(self._driver.perform(act))
        try:
            async with asyncio.timeout(within):
                await self._at_its_moment(case, act, work)
                seen = await work
        except TimeoutError:
            points.append(Point(number, "ends", "in time", f"not within {within:.0f} s"))
            return None
        finally:
            if not work.done():
                work.cancel()
                await asyncio.wait({work})
        if self._stopped_at is not None and seen.outcome == "stopped":
            late = written_after(self._bench.proxy.log, self._stopped_at)
            points.append(Point(number, "written after the stop", "nothing", late))
        return seen

    async def _at_its_moment(self, case: Case, act: Act, work: asyncio.Future[Seen]) -> None:
        """Do what belongs to the moment of an act, once it has come."""
        if not act.at:
            return
        moment: asyncio.Future[None] = asyncio.ensure_future(self._bench.moment(act.at))
        try:
            await first_of(moment, work)
            if not moment.done():
                return
            moment.result()
        finally:
            moment.cancel()
            await asyncio.wait({moment})
        await asyncio.sleep(act.after_s * self._driver.slowness)
        if act.stop is not None:
            await self._driver.stop(act.stop)
            self._stopped_at = time.monotonic()
        for switch in act.then:
            await self._bench.throw(switch, case)

    async def _judged(
        self, case: Case, points: list[Point], taken: float, support: str, picture: bytes
    ) -> Verdict:
        scenario, proxy = case.scenario, self._bench.proxy
        # Requests that a client gave up, but that reach the service late, count as well.
        try:
            async with asyncio.timeout(HANGS_S):
                await proxy.until(lambda: all(entry.ended for entry in proxy.log))
        except TimeoutError:
            points.append(Point(0, "requests", "all ended", "some did not"))
        records = await self._bench.observer.records(case.title)
        points += tree_points(case, records, proxy.log)
        points += [
            Point(0, "fault", f"{rule.label} acted", f"{rule.label} did not act")
            for rule in scenario.faults
            if not proxy.has_fired(rule.label)
        ]
        allowed = self._allowed_s(scenario)
        in_time = f"within {allowed:.1f} s"
        points.append(Point(0, "time", in_time, in_time if taken <= allowed else f"{taken:.1f} s"))
        return Verdict(
            scenario.id,
            self._driver.name,
            tuple(points),
            taken,
            allowed,
            records,
            tuple(_line(entry) for entry in proxy.log),
            support,
            picture,
        )

    def _allowed_s(self, scenario: Scenario) -> float:
        driver = self._driver
        return scenario.within_s * driver.slowness + driver.overhead_s * len(scenario.acts)


def _line(entry: Entry) -> str:
    faults = f" [{', '.join(entry.faults)}]" if entry.faults else ""
    status = entry.status or "-"
    return f"{entry.n}. {entry.method} {entry.path} -> {status} {entry.ended}{faults}"


def headline(verdict: Verdict, scenario: Scenario) -> str:
    """Return one line about a verdict, in English."""
    mark = "skipped" if verdict.skipped else "passed" if verdict.passed else "FAILED"
    return f"{mark:8} {scenario.id:34} {verdict.seconds:5.1f} s  {say(scenario.title)}"
