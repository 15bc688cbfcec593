"""The kinds of services that can be opened: the shipped ones, and plug-ins by entry point.

The shipped kinds stand in a table, so that a checkout works as it is and the command line need not
read the metadata of every installed package; a plug-in is looked for only when it is asked for. One
that cannot be loaded is named and stops nothing else. Importing this module loads no HTTP.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from desktop_app.core.model import Account, SaveLimits
from desktop_app.services.base import RecordService

if TYPE_CHECKING:
    from desktop_app.services.http import HttpSettings, Locate, Trust

GROUP = "sendoff.services"
"""The entry points of plug-ins: each names a `ServiceKind`."""
BUILT_IN = ("local", "invenio", "s3")
"""The packages beside this module; each has a module `kind` with its `KIND`."""
BY_ADDRESS = BUILT_IN[1]
"""What a site is taken for whose kind nobody says."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Preset:
    """A site that many people use: only a token is missing. `name` is its name for scripts."""

    label: str
    kind: str
    address: str
    name: str = ""


class OpenContext(Protocol):
    """What a kind gets to open a service with."""

    @property
    def limits(self) -> SaveLimits:
        """Limits of calls."""
        ...

    @property
    def settings(self) -> HttpSettings:
        """Certificates and proxies."""
        ...

    @property
    def trust(self) -> Trust:
        """The TLS context, shared by all services."""
        ...

    @property
    def built_in(self) -> Locate:
        """Where the service on this computer is."""
        ...

    async def token(self, account: Account) -> str:
        """Return the secret of an account.

        Raises:
            ServiceError: SIGN_IN where there is none, KEYCHAIN where nobody can know.
        """
        ...

    def shared(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what all services of this process share under `name`, made by its first user."""
        ...


@dataclass(frozen=True, slots=True)
class ServiceKind:
    """One kind of service.

    Attributes:
        name: stable, for settings, journal and `--kind`.
        label: the product's name, the same in every language.
        open: returns a service with fresh connections; called once HTTP is loaded.
        by_address: whether accounts of it can be added (the built-in one is there).
        drafts: whether it lists a person's drafts.
        presets: well-known sites.
        address_form, secret_form: what address and secret look like, the same in every language.
        api_path: what people copy along with the address of a site, and is cut off.
        module: what `open` needs and takes long to import; imported in a thread before.
        package, version: where it comes from, "" for the shipped ones.
    """

    name: str
    label: str
    open: Callable[[Account, OpenContext], Awaitable[RecordService]] = field(repr=False)
    by_address: bool = True
    drafts: bool = False
    presets: tuple[Preset, ...] = ()
    address_form: str = "https://"
    secret_form: str = ""
    api_path: str = ""
    module: str = ""
    package: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class BrokenKind:
    """A plug-in that cannot be used.

    Attributes:
        name: of its entry point.
        package: that brings it, "" where the metadata does not say.
        reason: the class of what was raised, "taken" (the name is another kind's) or "no_kind".
    """

    name: str
    package: str
    reason: str


class Distribution(Protocol):
    """The package of an entry point."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def version(self) -> str:
        """Its version."""
        ...


class Entry(Protocol):
    """What of `importlib.metadata.EntryPoint` is used here."""

    @property
    def name(self) -> str:
        """The kind's name."""
        ...

    @property
    def dist(self) -> Distribution | None:
        """Its package."""
        ...

    def load(self) -> Any:
        """Import it."""
        ...


def installed() -> Iterable[Entry]:
    """Return the entry points of all installed packages."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - 10 ms that few commands need

    return entry_points(group=GROUP)


class Kinds:
    """The kinds, loaded when they are first asked for.

    Args:
        entries: gives the entry points of plug-ins.
        names: the shipped kinds.
    """

    def __init__(
        self,
        entries: Callable[[], Iterable[Entry]] = installed,
        names: tuple[str, ...] = BUILT_IN,
    ) -> None:
        self._entries = entries
        self._names = names

    def all(self) -> tuple[ServiceKind, ...]:
        """Return every kind that can be used, the shipped ones first."""
        return (*self._shipped.values(), *self._plugged[0])

    def get(self, name: str) -> ServiceKind | None:
        """Return the kind of this name; plug-ins are loaded only where it is no shipped one."""
        if name in self._names:
            return self._shipped[name]
        return next((kind for kind in self._plugged[0] if kind.name == name), None)

    def lists_drafts(self, name: str) -> bool:
        """Whether services of this kind list a person's drafts."""
        kind = self.get(name)
        return kind is not None and kind.drafts

    def addable(self) -> tuple[ServiceKind, ...]:
        """Return the kinds that an account can have."""
        return tuple(kind for kind in self.all() if kind.by_address)

    def presets(self) -> tuple[Preset, ...]:
        """Return the well-known sites of all kinds."""
        return tuple(preset for kind in self.addable() for preset in kind.presets)

    def broken(self) -> tuple[BrokenKind, ...]:
        """Return the plug-ins that are installed and cannot be used."""
        return self._plugged[1]

    @cached_property
    def _shipped(self) -> dict[str, ServiceKind]:
        package = __name__.rpartition(".")[0]
        return {name: import_module(f"{package}.{name}.kind").KIND for name in self._names}

    @cached_property
    def _plugged(self) -> tuple[tuple[ServiceKind, ...], tuple[BrokenKind, ...]]:
        kinds: dict[str, ServiceKind] = {}
        broken: list[BrokenKind] = []
        for entry in self._entries():
            if entry.name in self._names and _package(entry) == "sendoff":
                continue  # this program's own metadata, which names the table above
            loaded = _loaded(entry, taken={*self._names, *kinds})
            if isinstance(loaded, BrokenKind):
                _log.warning("the plug-in %s cannot be used: %s", loaded.name, loaded.reason)
                broken.append(loaded)
            else:
                kinds[loaded.name] = loaded
        return tuple(kinds.values()), tuple(broken)


def _package(entry: Entry) -> str:
    return entry.dist.name if entry.dist is not None else ""


def _loaded(entry: Entry, taken: set[str]) -> ServiceKind | BrokenKind:
    """Load one plug-in: whatever it raises is its own matter, and only its class is kept."""
    package = _package(entry)
    try:
        kind = entry.load()
    except Exception as error:  # noqa: BLE001 - code of others may raise anything
        return BrokenKind(entry.name, package, type(error).__name__)
    if not isinstance(kind, ServiceKind) or kind.name != entry.name:
        return BrokenKind(entry.name, package, "no_kind")
    if kind.name in taken:
        return BrokenKind(entry.name, package, "taken")
    version = entry.dist.version if entry.dist is not None else ""
    return replace(kind, package=package, version=version)
