"""Settings on disk: one JSON file, written in one step, that survives what it does not know.

Unknown keys are kept (a newer version may have written them). A value that does not fit is left
out; a file that cannot be read as settings is set aside under a new name. Both are reported.
"""

from __future__ import annotations

import json
import os
import time
import types
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_type_hints

from desktop_app.core.model import Account, SaveLimits
from desktop_app.core.settings import BOUNDS, Settings
from desktop_app.storage.paths import write_private

T = TypeVar("T", Settings, SaveLimits)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a settings file gave.

    Attributes:
        settings: usable in any case.
        refused: names of the values that did not fit and stand at their defaults.
        set_aside: path to which an unreadable file was moved, or "".
    """

    settings: Settings
    refused: tuple[str, ...] = ()
    set_aside: str = ""


class SettingsFile:
    """The settings file at `path`. Every method blocks for one small file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def load(self) -> Loaded:
        """Return the settings; a missing file means defaults.

        Raises:
            OSError: the file is there and cannot be read.
        """
        stored = self._read()
        if stored is None:
            return Loaded(Settings(), set_aside=self._set_aside())
        refused: list[str] = []
        settings = _fitting(Settings(), stored, refused)
        return Loaded(settings, tuple(refused))

    def update(self, change: Callable[[Settings], Settings]) -> Settings:
        """Apply `change` to what stands on disk now, write it, and return it.

        Reading first keeps what another process of the same person has just changed.

        Raises:
            OSError: it cannot be read or written; the old file stands.
        """
        settings = change(self.load().settings)
        stored = self._read() or {}
        text = json.dumps(_merged(stored, asdict(settings)), ensure_ascii=False, indent=1)
        write_private(self._path, text.encode())
        return settings

    def _read(self) -> dict[str, Any] | None:
        try:
            with open(self._path, "rb") as file:
                stored = json.loads(file.read())
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError):
            return None
        return stored if isinstance(stored, dict) else None

    def _set_aside(self) -> str:
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        aside = f"{self._path}.unreadable-{stamp}-{os.getpid()}"
        os.replace(self._path, aside)
        return aside


def _merged(stored: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    merged = {**stored, **new}
    for name, value in new.items():
        old = stored.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            merged[name] = {**old, **value}
    return merged


def _fitting(defaults: T, stored: dict[str, Any], refused: list[str]) -> T:
    hints = get_type_hints(type(defaults))
    values: dict[str, Any] = {}
    for name in (field.name for field in fields(defaults)):
        if name not in stored:
            continue
        try:
            values[name] = _value(name, hints[name], stored[name], refused)
        except (TypeError, ValueError, KeyError):
            refused.append(name)
    return replace(defaults, **values)


def _value(name: str, hint: Any, value: Any, refused: list[str]) -> Any:
    if name == "accounts":
        return tuple(_account(item) for item in value)
    if hint is SaveLimits:
        if not isinstance(value, dict):
            raise TypeError(name)
        return _fitting(SaveLimits(), value, refused)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(value)
    if isinstance(hint, types.UnionType):
        if value is None:
            return None
        hint = next(choice for choice in get_args(hint) if choice is not types.NoneType)
    return _plain(name, hint, value)


def _plain(name: str, hint: Any, value: Any) -> Any:
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not hint:
        raise TypeError(name)
    if name in BOUNDS and not BOUNDS[name][0] <= float(value) <= BOUNDS[name][1]:
        raise ValueError(name)
    return value


def _account(item: dict[str, Any]) -> Account:
    parts = {name: item[name] for name in ("id", "kind", "label", "address")}
    if not all(isinstance(part, str) for part in parts.values()) or not parts["id"]:
        raise TypeError("accounts")
    return Account(**parts)
