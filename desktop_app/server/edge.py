"""What surrounds every request: its `Call`, its id, its figures, and a body that nobody read.

The outermost layer of the application; inside it Starlette routes, and turns exceptions into
problem documents. What still comes out here is a fault of ours: logged, and answered with 500.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders

from desktop_app.server.answers import problem_answer
from desktop_app.server.call import STOP_WITHIN_S, Call
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from desktop_app.server.service import Service

log = logging.getLogger(__name__)
DRAIN_BYTES = 16 << 20
DRAIN_S = 2.0
"""How much of a refused body is read out, and for how long: its client may not read before it has
sent. What is longer gets `Connection: close`."""


class Edge:
    """ASGI middleware over one `Service`."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request be answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # Routes see the path as it was sent: decoded, `%2F` and `/` could not be told apart, and
        # what is no UTF-8 would have become something else.
        scope["path"] = scope["raw_path"].decode("ascii")
        call = Call(scope, receive, self._service)
        call.state.call = call
        answer = _Answer(call, send)
        started = time.monotonic()
        self._service.calls.add(call)
        try:
            await self._app(scope, receive, answer.send)
        except Exception as error:
            log.error("%s %s failed", call.request_id, call.route, exc_info=error)
            if answer.status:
                raise  # too late for another answer: the connection is closed
            await problem_answer(call, Problem(Kind.INTERNAL))(scope, receive, answer.send)
        finally:
            await call.unwatch()
            self._service.calls.discard(call)
            self._count(call, answer.status, started)

    def _count(self, call: Call, status: int, started: float) -> None:
        metrics, now = self._service.metrics, time.monotonic()
        metrics.add("requests_total", route=call.route, status=str(status))
        metrics.observe("request_seconds", call.route, now - started)
        if call.body_received:
            metrics.add("received_bytes_total", call.body_received)
        if call.gone_at is not None:
            metrics.add("client_gone_total", route=call.route)
            ran_on = now - call.gone_at
            if ran_on > STOP_WITHIN_S:
                metrics.add("work_after_gone_total", route=call.route)
                metrics.add("work_after_gone_seconds_total", ran_on, route=call.route)
        if self._service.qa_token is not None and not call.path.startswith("/qa/"):
            self._service.faults.log(call.method, call.path, call.body_received, status)


class _Answer:
    """The way out: adds what every answer has, and sees to the end of a body that nobody read."""

    def __init__(self, call: Call, send: Send) -> None:
        self._call = call
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        """Send a message of the answer."""
        call = self._call
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = call.request_id
            if self._unread() and not self._can_be_read_out():
                headers["Connection"] = "close"
        elif not message.get("more_body", False):
            await call.unwatch()  # an answer that is complete looks like a client that is gone
            if self._unread() and not call.continue_was_asked():
                await self._send({**message, "more_body": True})
                await call.drain(DRAIN_BYTES, DRAIN_S)
                message = {"type": "http.response.body", "body": b"", "more_body": False}
        await self._send(message)

    def _unread(self) -> bool:
        return not self._call.body_complete and self._call.gone_at is None

    def _can_be_read_out(self) -> bool:
        size = self._call.content_length()
        if size is None or self._call.continue_was_asked():
            return False
        return size - self._call.body_received <= DRAIN_BYTES
