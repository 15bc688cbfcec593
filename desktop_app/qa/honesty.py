"""Holds what a client tells of its progress against what the proxy saw of it."""

from __future__ import annotations

from desktop_app.qa.drivers import Remarks
from desktop_app.qa.proxy import Entry, FaultProxy, content_stage
from desktop_app.saving.events import FileConfirmed, FileProgress, SaveEvent

IN_BUFFERS = 3 << 20
"""Bytes that may be under way: the proxy's short segments keep the sender's buffers small."""


class Honesty:
    """Hears a session's events and remarks on what cannot be true."""

    def __init__(self, proxy: FaultProxy, remarks: Remarks) -> None:
        self._proxy = proxy
        self._remarks = remarks

    def hear(self, event: SaveEvent) -> None:
        """Judge one event."""
        if isinstance(event, FileProgress):
            self._judge_progress(event)
        elif isinstance(event, FileConfirmed) and not self._stored(event.key):
            self._remarks.add(f"{event.key} was shown as confirmed before it was stored")

    def _judge_progress(self, event: FileProgress) -> None:
        told = max(event.sent, event.acknowledged or 0)
        if not 0 <= told <= event.size:
            self._remarks.add(f"{event.key} was shown as {told} of {event.size} bytes")
        contents = self._contents(event.key)
        taken = (event.acknowledged or 0) + (contents[-1].received if contents else 0)
        if (event.acknowledged or 0) > sum(entry.received for entry in contents):
            self._remarks.add(f"{event.key} was shown as received before it was")
        if event.sent > taken + IN_BUFFERS:
            self._remarks.add(f"{event.key} was shown as sent before it was")

    def _stored(self, key: str) -> bool:
        """Whether the service had, at the proxy's, the chance to store the file."""
        return any(entry.forwarded or entry.received for entry in self._contents(key))

    def _contents(self, key: str) -> list[Entry]:
        return [one for one in self._proxy.log if one.key == key and content_stage(one)]
