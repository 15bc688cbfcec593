"""Where scenarios run: a built-in service of its own, the fault proxy before it, an observer.

    driver --> FaultProxy --> built-in service (a child process, `--qa`) <-- Observer

One bench serves many scenarios, one after another: each has its own title, files and data folder.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from random import Random
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from desktop_app.core.model import LOCAL_ACCOUNT, Account, SaveLimits
from desktop_app.core.threads import in_thread
from desktop_app.qa.catalogue.model import Sample, Scenario, ServiceFault, Switch
from desktop_app.qa.observer import Observer
from desktop_app.qa.proxy import FaultProxy
from desktop_app.saving.accounts import address_account
from desktop_app.server.launcher import ServiceProcess

_POLL_S = 0.02
_OTHER = b"Not what the person chose.\n"


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario, laid out: what a driver gets.

    Attributes:
        scenario: the entry.
        title: of the record, unlike any other's.
        home: data folder of the client, empty at the start.
        paths: of the files, in order.
        account: the service behind the proxy.
        token: for it.
        limits: of the save, at the driver's slowness.
    """

    scenario: Scenario
    title: str
    home: str
    paths: tuple[str, ...]
    account: Account
    token: str
    limits: SaveLimits


class Bench:
    """A service, its proxy and its observer, in a folder of their own.

        async with Bench() as bench:
            case = await bench.lay_out(scenario)

    Raises (on entering):
        ServiceError: the service did not start.
        OSError: no folder, or no port.
    """

    def __init__(self) -> None:
        self._folder = ""
        self._count = 0
        self._address: tuple[str, int] | None = None
        self._faults: dict[str, str] = {}
        self.proxy = FaultProxy(self._locate, seed=1)
        self.observer = Observer("", "")
        self.account = Account("", LOCAL_ACCOUNT.kind)
        self.token = ""

    async def __aenter__(self) -> Self:
        self._folder = await in_thread(tempfile.mkdtemp, prefix="sendoff-qa-")
        self._process = ServiceProcess(os.path.join(self._folder, "service"), qa=True)
        await self._locate()
        await self.proxy.start()
        self.account = address_account(LOCAL_ACCOUNT.kind, self.proxy.url)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.proxy.close()
        await self._process.stop()
        await in_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def lay_out(self, scenario: Scenario, slowness: float = 1.0, home: str = "") -> Case:
        """Write a scenario's files, put its faults in force, and return the case.

        Args:
            slowness: by which its limits and the seconds of its faults are stretched.
            home: the client's data folder, if it has one already.
        """
        self._count += 1
        place = os.path.join(self._folder, f"case-{self._count}")
        paths = await in_thread(_write_samples, os.path.join(place, "files"), scenario.files)
        if self.proxy.port:
            await self.proxy.heal()
        self.proxy.renew_token()
        await self.clear_service()
        self.proxy.use(
            tuple(replace(rule, seconds=rule.seconds * slowness) for rule in scenario.faults)
        )
        for fault in scenario.service_faults:
            await self.add_service_fault(fault, slowness)
        return Case(
            scenario,
            f"{scenario.id} {os.getpid()}-{self._count}",
            home or os.path.join(place, "home"),
            paths,
            self.account,
            self.token,
            stretched(scenario.limits, slowness),
        )

    async def clear_service(self) -> None:
        """Take the service's own faults out of force."""
        self._faults.clear()
        await self._locate()
        await self.observer.clear_faults()

    async def add_service_fault(self, fault: ServiceFault, slowness: float = 1.0) -> None:
        """Put one of the service's own faults in force."""
        rule = {name: value for name, value in asdict(fault).items() if value != ""}
        rule["seconds"] = fault.seconds * slowness
        self._faults[fault.what] = await self.observer.add_fault(rule)

    async def restart_service(self) -> None:
        """Stop the service; the next connection starts it again, on another port."""
        await self._process.stop()
        self._address = None

    async def moment(self, at: str) -> None:
        """Return when the fault with this label has acted (`service:<what>`: the service's)."""
        kind, _, what = at.partition(":")
        if kind != "service":
            await self.proxy.fired(at)
            return
        # The service announces nothing by itself: it is polled.
        while not await self.observer.fault_fired(self._faults[what]):  # noqa: ASYNC110 - above
            await asyncio.sleep(_POLL_S)

    async def throw(self, switch: Switch, case: Case) -> None:
        """Do what QA does by hand."""
        match switch:
            case Switch.HEAL:
                await self.proxy.heal()
                await self.clear_service()
            case Switch.BREAK:
                await self.proxy.break_now()
            case Switch.RENEW_TOKEN:
                self.proxy.renew_token()
            case Switch.CLEAR_SERVICE:
                await self.clear_service()
            case Switch.REMOVE_FILE:
                await in_thread(os.remove, case.paths[1])
            case Switch.DELETE_DRAFT:
                for record in await self.observer.records(case.title):
                    await self.observer.delete(record.id)
            case Switch.FOREIGN_FILE:
                for record in await self.observer.records(case.title):
                    await self.observer.store(record.id, case.scenario.files[1].key, _OTHER)

    async def _locate(self) -> tuple[str, int]:
        """Return where the service is now; start it where it has ended (as the client does)."""
        if self._address is None or not self._process.ours:
            address = await self._process.ensure()
            parts = urlsplit(address.url)
            self._address = (parts.hostname or "", parts.port or 0)
            read: Callable[[str], str] = _read
            self.token = await in_thread(read, address.token_file)
            qa_token = await in_thread(read, address.qa_token_file)
            self.observer = Observer(address.url, self.token, qa_token)
        return self._address


def stretched(limits: SaveLimits, slowness: float) -> SaveLimits:
    """Return limits with every time `slowness` times as long."""
    times = {
        name: value * slowness
        for name, value in asdict(limits).items()
        if name.endswith("_s") and value is not None and name != "max_bytes_per_s"
    }
    return replace(limits, **times)


def content_of(sample: Sample) -> bytes:
    """Return a sample's bytes: the same for the same name and size, always."""
    return Random(f"{sample.key}:{sample.size}").randbytes(sample.size)  # noqa: S311 - no secret


def _write_samples(folder: str, samples: tuple[Sample, ...]) -> tuple[str, ...]:
    os.makedirs(folder)
    paths = []
    for sample in samples:
        path = os.path.join(folder, sample.key)
        with open(path, "wb") as file:
            file.write(content_of(sample))
        paths.append(path)
    return tuple(paths)


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read().strip()
