"""The ASGI application: route table, checks in order, one place that answers.

Order: route, `Host` and `Origin`, token, rate, QA rules, gate, deadline, then the route's work.
Everything that refuses comes before anything expensive.
"""

from __future__ import annotations

import hmac
import logging
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.local_service import (
    keys,
    routes_files,
    routes_jobs,
    routes_qa,
    routes_records,
    routes_uploads,
)
from desktop_app.local_service.answers import FileAnswer, json_answer
from desktop_app.local_service.call import STOP_WITHIN_S, Call, Work
from desktop_app.local_service.database import as_problem
from desktop_app.local_service.problems import Cancelled, Kind, Problem

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from desktop_app.local_service.service import Service

log = logging.getLogger(__name__)
Handler = Callable[["Service", Call], Awaitable["Response"]]
_ID = re.compile(rb"[a-z0-9]{1,64}")
REASONS = {
    "deadline": Kind.DEADLINE,
    "client_gone": Kind.CLIENT_GONE,
    "shutdown": Kind.SHUTTING_DOWN,
}
DRAIN_BYTES = 16 << 20
DRAIN_S = 2.0


@dataclass(frozen=True, slots=True)
class Route:
    """A method on a path shape; `*` is an id, `**` a file key. `limit` names its time limit."""

    name: str
    method: str
    shape: tuple[str, ...]
    work: Work
    handler: Handler
    limit: str = "route_s"
    gated: bool = True


_C, _M = Work.CANCELLABLE, Work.MUST_COMPLETE
_FILE = ("records", "*", "files", "**")
_UPLOADS = ("records", "*", "uploads")
ROUTES = (
    Route("create_record", "POST", ("records",), _M, routes_records.create_record),
    Route("list_records", "GET", ("records",), _C, routes_records.list_records),
    Route("get_record", "GET", ("records", "*"), _C, routes_records.get_record),
    Route("patch_record", "PATCH", ("records", "*"), _M, routes_records.patch_record),
    Route("delete_record", "DELETE", ("records", "*"), _M, routes_records.delete_record),
    Route("list_files", "GET", ("records", "*", "files"), _C, routes_files.list_files),
    Route("put_file", "PUT", _FILE, _M, routes_files.put_file, "upload_s"),
    Route("get_file", "GET", _FILE, _C, routes_files.get_file, "upload_s"),
    Route("delete_file", "DELETE", _FILE, _M, routes_files.delete_file),
    Route(
        "verify",
        "GET",
        ("records", "*", "verification"),
        _C,
        routes_jobs.verify,
        "verification_s",
    ),
    Route("create_upload", "POST", _UPLOADS, _M, routes_uploads.create_upload, "upload_s"),
    Route("tus_options", "OPTIONS", _UPLOADS, _C, routes_uploads.tus_options),
    Route("head_upload", "HEAD", ("uploads", "*"), _C, routes_uploads.head_upload),
    Route("patch_upload", "PATCH", ("uploads", "*"), _M, routes_uploads.patch_upload, "upload_s"),
    Route("delete_upload", "DELETE", ("uploads", "*"), _M, routes_uploads.delete_upload),
    Route("finalize", "POST", ("records", "*", "finalize"), _M, routes_jobs.finalize),
    Route("get_job", "GET", ("jobs", "*"), _C, routes_jobs.get_job),
    Route("cancel_job", "DELETE", ("jobs", "*"), _M, routes_jobs.cancel_job),
    Route("healthz", "GET", ("healthz",), _C, routes_qa.healthz, gated=False),
    Route("openapi", "GET", ("openapi.json",), _C, routes_qa.description, gated=False),
    Route("metrics", "GET", ("metrics",), _C, routes_qa.metrics, gated=False),
    Route("qa_add_rule", "POST", ("qa", "rules"), _M, routes_qa.add_rule, gated=False),
    Route("qa_clear_rules", "DELETE", ("qa", "rules"), _M, routes_qa.clear_rules, gated=False),
    Route("qa_state", "GET", ("qa", "state"), _C, routes_qa.state, gated=False),
    Route("qa_requests", "GET", ("qa", "requests"), _C, routes_qa.requests, gated=False),
    Route("qa_reap", "POST", ("qa", "reap"), _M, routes_qa.reap, gated=False),
)
_BY_SHAPE: dict[tuple[str, ...], dict[str, Route]] = {}
for _route in ROUTES:
    _BY_SHAPE.setdefault(_route.shape, {})[_route.method] = _route


def find_route(call: Call) -> Route:
    """Return the route of a call and set its parameters.

    Raises:
        Problem: `not-found`, `method-not-allowed` or `bad-key`.
    """
    segments = call.path.split(b"/")[1:]
    if len(segments) > 3 and segments[0] == b"records" and segments[2] == b"files":
        segments = [*segments[:3], b"/".join(segments[3:])]
    for shape, methods in _BY_SHAPE.items():
        if len(shape) == len(segments) and all(map(_fits, shape, segments)):
            method = "GET" if call.method == "HEAD" and "HEAD" not in methods else call.method
            if method not in methods:
                allowed = ", ".join(methods)
                raise Problem(Kind.METHOD_NOT_ALLOWED, headers={"Allow": allowed})
            found = zip(shape, segments, strict=True)
            call.params = tuple(s.decode() for part, s in found if part == "*")
            if shape[-1] == "**":
                call.key = keys.from_path(segments[-1])
            return methods[method]
    raise Problem(Kind.NOT_FOUND, what="path")


def _fits(part: str, segment: bytes) -> bool:
    if part == "*":
        return _ID.fullmatch(segment) is not None
    return part == "**" or part.encode() == segment


class App:
    """The application over one `Service`. `hosts` are the accepted `Host` values."""

    def __init__(self, service: Service, hosts: frozenset[str]) -> None:
        self._service = service
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        assert scope["type"] == "http", "lifespan and websockets are switched off"
        service = self._service
        call = Call(scope, receive)
        service.calls.add(call)
        started = time.monotonic()
        status = 0
        try:
            response = await self._answer(call)
            status = response.status_code
            await self._send(call, response, send)
        except Cancelled as cancelled:
            service.metrics.add("cancelled_total", route=call.route, reason=cancelled.reason)
        except OSError:
            log.exception("%s %s: the answer broke off", call.request_id, call.route)
            raise
        finally:
            await call.unwatch()
            service.calls.discard(call)
            self._count(call, status, started)

    async def _answer(self, call: Call) -> Response:
        try:
            response = await self._work(call)
            if "idempotency-replayed" in response.headers:
                self._service.metrics.add("replays_total", route=call.route)
                self._service.metrics.add("retries_seen_total", route=call.route)
            return response
        except Cancelled as cancelled:
            if not (call.accepted and cancelled.reason == "client_gone"):
                self._service.metrics.add(
                    "cancelled_total", route=call.route, reason=cancelled.reason
                )
            problem = Problem(REASONS[cancelled.reason])
        except Problem as refused:
            problem = refused
        except sqlite3.Error as error:
            problem = self._unexpected(call, as_problem(error))
        except Exception as error:  # noqa: BLE001 - the edge: logged, answered as 500
            problem = self._unexpected(call, error)
        self._service.metrics.add("refused_total", reason=problem.kind.value)
        if problem.kind in {Kind.IN_PROGRESS, Kind.IDEMPOTENCY_KEY_REUSED}:
            self._service.metrics.add("retries_seen_total", route=call.route)
        document = problem.document(call.request_id)
        return json_answer(problem.status, document, problem.headers, "application/problem+json")

    def _unexpected(self, call: Call, error: Exception) -> Problem:
        if isinstance(error, Problem):
            return error
        log.error("%s %s failed", call.request_id, call.route, exc_info=error)
        return Problem(Kind.INTERNAL)

    async def _work(self, call: Call) -> Response:
        service = self._service
        call.check_head()
        if call.header_bytes > service.limits.max_headers:
            raise Problem(Kind.HEADERS_TOO_LARGE, limit=service.limits.max_headers)
        route = find_route(call)
        call.route, call.work = route.name, route.work
        self._check_origin(call)
        self._check_token(call, route)
        self._set_deadline(call, getattr(service.limits, route.limit))
        if not route.gated:
            return await route.handler(service, call)
        service.rate.take("default")
        if service.qa_token is not None:
            call.rules = service.faults.of(route.name, call.key)
        await self._fire(call, "before")
        arrived = time.monotonic()
        async with service.gate.admitted("default", call.deadline - arrived) as place:
            service.metrics.observe("wait_seconds", route.name, time.monotonic() - arrived)
            call.check()
            call.awaiting_body = place.awaiting_body
            response = await route.handler(service, call)
        await self._fire(call, "after")
        return response

    async def _fire(self, call: Call, when: str) -> None:
        if call.rules:
            await self._service.fire(call, when)

    def _check_origin(self, call: Call) -> None:
        host = (call.header("host") or "").lower()
        if host not in self._hosts:
            raise Problem(Kind.BAD_HOST)
        origin = call.header("origin")
        if origin is not None and origin.lower() not in {f"http://{name}" for name in self._hosts}:
            raise Problem(Kind.BAD_ORIGIN)

    def _check_token(self, call: Call, route: Route) -> None:
        if route.name in {"healthz", "openapi"}:
            return
        expected = self._service.token
        if route.shape[0] == "qa":
            if self._service.qa_token is None:
                raise Problem(Kind.NOT_FOUND, what="path")
            expected = self._service.qa_token
        scheme, _, given = (call.header("authorization") or "").partition(" ")
        same = hmac.compare_digest(given.strip().encode("latin-1"), expected.encode())
        if scheme.lower() != "bearer" or not same:
            raise Problem(Kind.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"})

    def _set_deadline(self, call: Call, limit_s: float) -> None:
        asked = call.header("request-deadline-ms")
        if asked is not None:
            if not (asked.isascii() and asked.isdigit()):
                raise Problem(Kind.BAD_HEADER, field="Request-Deadline-Ms")
            limit_s = min(limit_s, int(asked[:12]) / 1000)
        call.deadline = time.monotonic() + limit_s

    async def _send(self, call: Call, response: Response, send: Send) -> None:
        response.headers["X-Request-ID"] = call.request_id
        if isinstance(response, FileAnswer):
            await response.stream(self._service, call, send)
            return
        await call.unwatch()
        start: dict[str, Any] = {"type": "http.response.start", "status": response.status_code}
        if call.body_complete or call.gone_at is not None:
            await send({**start, "headers": response.raw_headers})
            await send({"type": "http.response.body", "body": response.body, "more_body": False})
            return
        left = call.content_length()
        unasked = call.continue_was_asked()
        if unasked or left is None or left - call.body_received > DRAIN_BYTES:
            response.headers["Connection"] = "close"
        await send({**start, "headers": response.raw_headers})
        await send({"type": "http.response.body", "body": response.body, "more_body": True})
        if not unasked:
            await call.drain(DRAIN_BYTES, DRAIN_S)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

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
        if self._service.qa_token is not None and not call.path.startswith(b"/qa/"):
            self._service.faults.log(call.method, call.path, call.body_received, status)
