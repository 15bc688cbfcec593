"""The settings as window and command line use them: read once, changed in one place, published."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from desktop_app.core.errors import BadInputError, ErrorKind, info
from desktop_app.core.model import SaveLimits
from desktop_app.core.settings import BOUNDS, ProxyMode, Settings
from desktop_app.core.threads import in_thread
from desktop_app.storage.settings import Loaded, SettingsFile

PROXY_PASSWORD = "proxy"  # noqa: S105 - the name under which it is kept
"""The account id under which the credentials keep the proxy's password."""

_LIMITS = frozenset(field.name for field in fields(SaveLimits))


class Preferences:
    """The settings of this process. Reading them costs one small file, once, on first use."""

    def __init__(self, file: SettingsFile) -> None:
        self._file = file
        self._loaded: Loaded | None = None
        self._listeners: list[Callable[[Settings], None]] = []
        self._writing = asyncio.Lock()

    @property
    def loaded(self) -> Loaded:
        """What the file gave, with what had to be left out or set aside.

        Raises:
            OSError: the file is there and cannot be read.
        """
        if self._loaded is None:
            self._loaded = self._file.load()
        return self._loaded

    @property
    def settings(self) -> Settings:
        """The settings as they stand now."""
        return self.loaded.settings

    def on_change(self, listener: Callable[[Settings], None]) -> Callable[[], None]:
        """Call `listener` after each change; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def change(self, **values: Any) -> Settings:
        """Set fields of `Settings` or of `SaveLimits` by name, and write them off the loop.

        Raises:
            BadInputError: BAD_FIELD: a number outside `core.settings.BOUNDS`, or a manual proxy
                without an address.
            OSError: they hold for this session, but could not be written.
        """
        _check(values)
        return await self.apply(lambda settings: _replaced(settings, values))

    async def apply(self, change: Callable[[Settings], Settings]) -> Settings:
        """Apply any change of the settings; effective at once, written off the loop.

        Raises:
            OSError: it holds for this session, but could not be written.
        """
        self._loaded = replace(self.loaded, settings=change(self.settings))
        for listener in tuple(self._listeners):
            listener(self.settings)
        async with self._writing:  # one at a time: each reads the file before it writes it
            await in_thread(self._file.update, change)
        return self.settings


def _replaced(settings: Settings, values: dict[str, Any]) -> Settings:
    limits = {name: value for name, value in values.items() if name in _LIMITS}
    others = {name: value for name, value in values.items() if name not in _LIMITS}
    return replace(settings, limits=replace(settings.limits, **limits), **others)


def _check(values: dict[str, Any]) -> None:
    for name, value in values.items():
        low, high = BOUNDS.get(name, (None, None))
        if value is None or low is None or high is None:
            continue
        if not low <= value <= high:
            raise BadInputError(info(ErrorKind.BAD_FIELD, field=name, low=low, high=high))
    if values.get("proxy_mode") is ProxyMode.MANUAL and not values.get("proxy_url", "?"):
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="proxy_url"))
