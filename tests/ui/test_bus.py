"""Notifications over a real session bus, on which a desktop shows them, or none does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from desktop_app.ui import bus

if not sys.platform.startswith("linux"):
    pytest.skip("Linux has a session bus", allow_module_level=True)

from jeepney import (  # type: ignore[import-untyped]  # it says no types
    DBusAddress,
    Message,
    MessageType,
    message_bus,
    new_method_return,
    new_signal,
)
from jeepney.io.asyncio import open_dbus_connection  # type: ignore[import-untyped]  # the same

T = TypeVar("T")
NAME = "org.freedesktop.Notifications"
WHERE = DBusAddress("/org/freedesktop/Notifications", bus_name=NAME, interface=NAME)


@pytest.fixture
def on_the_bus(session_bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is on a session bus of its own."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", session_bus)


async def desktop(ready: asyncio.Event, *signals: tuple[str, str, tuple[object, ...]]) -> Message:
    """Show one notification and answer its sender with `signals`; return what was asked."""
    connection = await open_dbus_connection(bus="SESSION")
    try:
        await connection.send(message_bus.RequestName(NAME))
        while (await connection.receive()).header.message_type is not MessageType.method_return:
            pass
        ready.set()
        while (message := await connection.receive()).body[:1] != ("Sendoff",):
            pass
        await connection.send(new_method_return(message, "u", (7,)))
        for member, signature, body in signals:
            await connection.send(new_signal(WHERE, member, signature, body))
        return message
    finally:
        await connection.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it on a loop of its own: the window's runs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def shown(*signals: tuple[str, str, tuple[object, ...]]) -> tuple[Message, list[str]]:
    opened: list[str] = []

    async def main() -> Message:
        ready = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            shows = group.create_task(desktop(ready, *signals))
            await ready.wait()
            assert await bus.notify("A <title>", "a & b", "Open", lambda: opened.append("opened"))
        return shows.result()

    return run(main()), opened


@pytest.mark.usefixtures("on_the_bus")
def test_open_is_heard_and_what_others_close_is_not() -> None:
    message, opened = shown(
        ("NotificationClosed", "uu", (6, 2)), ("ActionInvoked", "us", (7, "default"))
    )
    assert opened == ["opened"]
    assert message.body[3:6] == ("A <title>", "a &amp; b", ["default", "Open"])


@pytest.mark.usefixtures("on_the_bus")
def test_a_notification_that_is_closed_opens_nothing() -> None:
    assert shown(("NotificationClosed", "uu", (7, 2)))[1] == []


@pytest.mark.usefixtures("on_the_bus")
def test_where_nobody_shows_notifications_nothing_fails() -> None:
    assert not run(bus.notify("A title", "a text", "Open", lambda: None))


def test_a_session_without_a_bus_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert not bus.has_bus()
