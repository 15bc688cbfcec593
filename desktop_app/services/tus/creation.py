"""What a creation says, and creations that bring their content (`creation-with-upload`)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace

from desktop_app.services.http import Answer, Body, HttpClient, Patience, Request
from desktop_app.services.tus.transfer import Content, Listener
from desktop_app.workflow import AbortSignal


@dataclass(frozen=True, slots=True)
class Begun:
    """An upload that was created: its path, and the offset that the server told with it."""

    upload: str
    offset: int


class ContentAttempt:
    """Creations that bring their content: each from a new reading of it."""

    def __init__(
        self,
        http: HttpClient,
        request: Request,
        content: Content,
        listener: Listener,
        signal: AbortSignal | None,
    ) -> None:
        body = Body(content.size, lambda: content.open(0), self._heard, content.path)
        self._http = http
        self._content = content
        self._request = replace(request, body=body)
        self._tell = content.heard_by(listener, 0)
        self._single = Patience(signal=signal)
        self._sent = 0

    async def run(self) -> tuple[Begun, float]:
        """Return what was begun, and how many seconds that took."""
        began = self._http.clock.monotonic()
        location, offset = await self._http.call(self._request, self._read, self._single)
        seconds = self._http.clock.monotonic() - began
        return Begun(await self._http.target_of(self._request.target, location), offset), seconds

    def _heard(self, count: int) -> None:
        self._sent = count
        self._tell(count)

    def _read(self, answer: Answer) -> tuple[str, int]:
        """Return the upload's place and offset: 0 where the server took no content.

        Of a request that may be repeated an earlier attempt may have brought more than this one.
        """
        offset = offset_of(answer) if "upload-offset" in answer.headers else 0
        if offset > (self._content.size if self._request.repeatable else self._sent):
            raise ValueError("offset beyond what was sent")
        return answer.headers["location"], offset


def encode_metadata(metadata: Mapping[str, str]) -> str:
    """Return the `Upload-Metadata` header: base64 of UTF-8, sorted by name."""
    return ",".join(
        f"{name} {b64encode(value.encode()).decode()}" for name, value in sorted(metadata.items())
    )


def offset_of(answer: Answer) -> int:
    """Return the offset that an answer tells; anything else is no answer of tus."""
    offset = int(answer.headers["upload-offset"])
    if offset < 0:
        raise ValueError("negative offset")
    return offset
