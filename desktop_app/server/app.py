"""The application: its routes, and what each exception becomes.

Each request passes, in order: its route, `Host` and `Origin`, the token, the deadline, the rate,
QA rules, and the gate; then the route's work. Everything that refuses comes before anything
expensive.
"""

from __future__ import annotations

import hmac
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from enum import Enum
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Match, Route

from desktop_app.server import creation, files, finalize, health, put, records, uploads, wire
from desktop_app.server.answers import problem_answer
from desktop_app.server.database import as_problem
from desktop_app.server.edge import Edge
from desktop_app.server.problems import REASONS, Cancelled, Kind, Problem

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

Work = Callable[["Call"], Awaitable["Response"]]
Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


class Door(Enum):
    """Who may come in, and whether the gate counts them."""

    CLIENT = "the token, and a place among those at work"
    WATCHER = "the token"
    ANYONE = "nothing"
    QA = "the QA token"


def route(
    method: str,
    path: str,
    work: Work,
    *,
    completes: bool = False,
    limit: str = "route_s",
    door: Door = Door.CLIENT,
) -> Route:
    """Return a route named as its `work`.

    Args:
        method: one; GET answers HEAD too.
        path: as Starlette writes it.
        work: what answers.
        completes: the work runs to its end once it is accepted; else it stops when nobody waits.
        limit: name of the limit on its time.
        door: who may come in.
    """
    name = work.__name__

    async def endpoint(request: Request) -> Response:
        call: Call = request.state.call
        service = call.service
        call.route, call.completes = name, completes
        if "key" in call.path_params:
            call.key = wire.key_in_path(call.path_params["key"])
        _check_host(call)
        _check_token(call, door)
        call.set_deadline(getattr(service.limits, limit))
        if door is not Door.CLIENT:
            return await work(call)
        service.rate.take()
        if service.qa_token is not None:
            call.rules = service.faults.of(name, call.key)
        await service.fire(call, "before")
        arrived = time.monotonic()
        async with service.gate.admitted(call.left_s()) as place:
            service.metrics.observe("wait_seconds", name, time.monotonic() - arrived)
            call.check()
            call.awaiting_body = place.awaiting_body
            response = await work(call)
        await service.fire(call, "after")
        return response

    return Route(path, endpoint, methods=[method], name=name)


RECORD, FILE = "/records/{record}", "/records/{record}/files/{key:path}"
UPLOADS, UPLOAD, JOB = "/records/{record}/uploads", "/uploads/{upload}", "/jobs/{job}"
ROUTES = [
    route("POST", "/records", records.create_record, completes=True),
    route("GET", "/records", records.list_records),
    route("GET", RECORD, records.get_record),
    route("PATCH", RECORD, records.patch_record, completes=True),
    route("DELETE", RECORD, records.delete_record, completes=True),
    route("GET", f"{RECORD}/files", files.list_files),
    route("PUT", FILE, put.put_file, completes=True, limit="upload_s"),
    route("GET", FILE, files.get_file, limit="upload_s"),
    route("DELETE", FILE, files.delete_file, completes=True),
    route("POST", UPLOADS, creation.create_upload, completes=True, limit="upload_s"),
    route("OPTIONS", UPLOADS, creation.tus_options),
    route("HEAD", UPLOAD, uploads.head_upload),
    route("PATCH", UPLOAD, uploads.patch_upload, completes=True, limit="upload_s"),
    route("DELETE", UPLOAD, uploads.delete_upload, completes=True),
    route("POST", f"{RECORD}/finalize", finalize.finalize, completes=True),
    route("GET", f"{RECORD}/verification", finalize.verify, limit="upload_s"),
    route("GET", JOB, finalize.get_job),
    route("DELETE", JOB, finalize.cancel_job, completes=True),
    route("GET", "/healthz", health.healthz, door=Door.ANYONE),
    route("GET", "/openapi.json", health.openapi, door=Door.ANYONE),
    route("GET", "/metrics", health.metrics, door=Door.WATCHER),
    route("POST", "/qa/rules", health.qa_add_rule, completes=True, door=Door.QA),
    route("DELETE", "/qa/rules", health.qa_clear_rules, completes=True, door=Door.QA),
    route("GET", "/qa/state", health.qa_state, door=Door.QA),
    route("GET", "/qa/requests", health.qa_requests, door=Door.QA),
    route("POST", "/qa/reap", health.qa_reap, completes=True, door=Door.QA),
]


def _check_host(call: Call) -> None:
    """Let no page of elsewhere reach the service by a name that it made point here."""
    hosts = call.service.hosts
    if call.headers.get("host", "").lower() not in hosts:
        raise Problem(Kind.BAD_HOST)
    origin = call.headers.get("origin")
    if origin is not None and origin.lower() not in {f"http://{name}" for name in hosts}:
        raise Problem(Kind.BAD_ORIGIN)


def _check_token(call: Call, door: Door) -> None:
    expected: str | None = call.service.token
    if door is Door.ANYONE:
        return
    if door is Door.QA:
        expected = call.service.qa_token
        if expected is None:
            raise Problem(Kind.NOT_FOUND, what="path")
    assert expected is not None
    scheme, _, given = call.headers.get("authorization", "").partition(" ")
    same = hmac.compare_digest(given.strip().encode("latin-1"), expected.encode())
    if scheme.lower() != "bearer" or not same:
        raise Problem(Kind.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"})


# What each exception becomes


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return problem_answer(request.state.call, problem)


async def _given_up(request: Request, cancelled: Exception) -> Response:
    assert isinstance(cancelled, Cancelled)
    call: Call = request.state.call
    if not (call.accepted and cancelled.reason == "client_gone"):
        reason = cancelled.reason
        call.service.metrics.add("cancelled_total", route=call.route, reason=reason)
    return problem_answer(call, Problem(REASONS[cancelled.reason]))


async def _database_failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, sqlite3.Error)
    problem = as_problem(error)
    if not isinstance(problem, Problem):
        raise problem
    return problem_answer(request.state.call, problem)


async def _unrouted(request: Request, error: Exception) -> Response:
    """Answer for a path or a method that no route has."""
    assert isinstance(error, HTTPException)
    methods = [
        method
        for one in ROUTES
        if one.matches(request.scope)[0] is not Match.NONE
        for method in sorted(one.methods or ())
    ]
    if methods:
        problem = Problem(Kind.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(methods)})
    else:
        problem = Problem(Kind.NOT_FOUND, what="path")
    return problem_answer(request.state.call, problem)


def application(service: Service, lifespan: Lifespan | None = None) -> Starlette:
    """Return the application over `service`."""
    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Edge, service=service)],
        exception_handlers={
            Problem: _refused,
            Cancelled: _given_up,
            sqlite3.Error: _database_failed,
            HTTPException: _unrouted,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app
