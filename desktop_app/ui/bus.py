"""Notifications over the session bus of a Linux desktop, as freedesktop.org specifies them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jeepney import Message  # type: ignore[import-untyped]  # it says no types

_NAME = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_ICON = "org.sendoff.Sendoff"
_PATIENCE_S = 5.0
"""How long the desktop may take to answer."""
_SIGNALS = 64
"""How many signals about notifications of others may come before ours is looked at."""
_OPEN = "default"
"""The action that a click on the notification itself is, too."""


def has_bus() -> bool:
    """Whether this session has a bus to notify over."""
    return sys.platform.startswith("linux") and bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS"))


async def notify(title: str, text: str, open_words: str, opened: Callable[[], None]) -> bool:
    """Show a notification, and call `opened` if the person chooses *Open* before it is closed.

    Returns:
        Once it is closed: whether it was shown. Some desktops have a bus and show none.
    """
    # Linux alone has it, and it says no types.
    from jeepney import DBusErrorResponse, MatchRule, message_bus  # noqa: PLC0415
    from jeepney.io.asyncio import (  # type: ignore[import-untyped]  # noqa: PLC0415
        Proxy,
        open_dbus_router,
    )
    from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped]  # noqa: PLC0415

    ended = MatchRule(type="signal", interface=_NAME, path=_PATH)
    try:
        async with open_dbus_router(bus="SESSION") as router:
            bus = Proxy(message_bus, router)
            with router.filter(ended, bufsize=_SIGNALS) as signals:
                async with asyncio.timeout(_PATIENCE_S):
                    await bus.AddMatch(ended)
                    asked = await router.send_and_get_reply(_request(title, text, open_words))
                    (number,) = unwrap_msg(asked)
                if await _is_opened(signals, number):
                    opened()
                return True
    except (OSError, TimeoutError, DBusErrorResponse, ValueError):
        return False


def _request(title: str, text: str, open_words: str) -> Message:
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - the same

    where = DBusAddress(_PATH, bus_name=_NAME, interface=_NAME)
    actions, hints = [_OPEN, open_words], {"desktop-entry": ("s", _ICON)}
    body = escape(text, quote=False)  # desktops read a few marks in it
    values = ("Sendoff", 0, _ICON, title, body, actions, hints, -1)
    return new_method_call(where, "Notify", "susssasa{sv}i", values)


async def _is_opened(signals: asyncio.Queue[Message], number: object) -> bool:
    """Wait until the notification is closed; whether it was opened."""
    while True:
        signal = await signals.get()
        if signal.body and signal.body[0] == number:
            return "ActionInvoked" in signal.header.fields.values()
