"""Health, metrics, and the QA control path (its own token; not there without `--qa`)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import Response

from desktop_app.local_service.answers import empty, json_answer

if TYPE_CHECKING:
    from desktop_app.local_service.call import Call
    from desktop_app.local_service.service import Service


async def healthz(service: Service, _call: Call) -> Response:
    """`GET /healthz`: which instance answers; needs no token."""
    return json_answer(
        200,
        {
            "status": "ok",
            "service": "sendoff-local",
            "instance": service.instance,
            "uploads_cancellable": service.faults.uploads_cancellable,
        },
    )


async def metrics(service: Service, _call: Call) -> Response:
    """`GET /metrics`: Prometheus text."""
    text = await asyncio.to_thread(service.metrics.text)
    return Response(text, 200, None, "text/plain; version=0.0.4; charset=utf-8")


async def add_rule(service: Service, call: Call) -> Response:
    """`POST /qa/rules`: one rule; 201 with its id."""
    _, value = await call.json(service.limits.max_json, service.limits.body_idle_s)
    return json_answer(201, service.faults.add(value).item())


async def clear_rules(service: Service, call: Call) -> Response:
    """`DELETE /qa/rules`: all, or the one with `?id=`."""
    service.faults.clear(call.query().get("id"))
    return empty()


async def state(service: Service, _call: Call) -> Response:
    """`GET /qa/state`: the rules in force and how often each fired."""
    return json_answer(
        200,
        {
            "rules": [rule.item() for rule in service.faults.rules],
            "settled": service.settled,
            "reaped": service.reaper.report,
        },
    )


async def requests(service: Service, _call: Call) -> Response:
    """`GET /qa/requests`: the last requests, oldest first."""
    return json_answer(200, {"items": list(service.faults.requests), "next": None})


async def reap(service: Service, _call: Call) -> Response:
    """`POST /qa/reap`: reap now and report."""
    return json_answer(200, await asyncio.to_thread(service.reaper.reap))
