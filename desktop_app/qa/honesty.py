"""Compares what a client shows of its progress with what the proxy saw of it."""

from __future__ import annotations

from desktop_app.core.measured import FileMoved
from desktop_app.core.run import RunFile
from desktop_app.qa.drivers import Remarks
from desktop_app.qa.proxy import Entry, FaultProxy, content_stage

IN_BUFFERS = 3 << 20
"""Bytes that may be under way: the proxy's short segments keep the sender's buffers small."""


class Honesty:
    """Looks at what is shown of files and remarks on what cannot be true."""

    def __init__(self, proxy: FaultProxy, remarks: Remarks) -> None:
        self._proxy = proxy
        self._remarks = remarks

    def look(self, file: RunFile, moved: FileMoved | None = None) -> None:
        """Judge what is shown of a file now."""
        if file.confirmed and not self._stored(file.key):
            self._remarks.add(f"{file.key} was shown as confirmed before it was stored")
        if moved is not None and not file.confirmed:
            self._judge_progress(file, moved)

    def _judge_progress(self, file: RunFile, moved: FileMoved) -> None:
        acknowledged = moved.acknowledged or 0
        if not 0 <= max(moved.sent, acknowledged) <= file.size:
            self._remarks.add(f"{file.key} was shown with more than its {file.size} bytes")
        contents = self._contents(file.key)
        taken = acknowledged + (contents[-1].received if contents else 0)
        if acknowledged > sum(entry.received for entry in contents):
            self._remarks.add(f"{file.key} was shown as received before it was")
        if moved.sent > taken + IN_BUFFERS:
            self._remarks.add(f"{file.key} was shown as sent before it was")

    def _stored(self, key: str) -> bool:
        """Whether the proxy has passed on anything that the service could store as the file."""
        return any(entry.forwarded or entry.received for entry in self._contents(key))

    def _contents(self, key: str) -> list[Entry]:
        return [one for one in self._proxy.log if one.key == key and content_stage(one)]
