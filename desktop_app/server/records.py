"""Routes of records: create, read, search, change, delete."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from desktop_app.server import idempotency, rows
from desktop_app.server.answers import empty, json_answer, stored_answer
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.datastructures import QueryParams

    from desktop_app.server.call import Call

TITLE_CHARS = 1_000
REF_CHARS = 255
PAGE, MAX_PAGE = 100, 1000
PAGE_BYTES = 4 << 20
_ERRORS = 100
"""How many unknown fields a refusal names."""


def checked_fields(value: dict[str, Any]) -> dict[str, Any]:
    """Return title, metadata and client_ref, as far as they are given.

    Raises:
        Problem: `bad-field` with one entry for each refused field.
    """
    errors = [
        {"field": name, "messages": ["unknown field"]}
        for name in value
        if name not in {"title", "metadata", "client_ref"}
    ][:_ERRORS]
    title = value.get("title", "")
    if not isinstance(title, str) or len(title) > TITLE_CHARS:
        errors.append({"field": "title", "messages": [f"text of at most {TITLE_CHARS} characters"]})
    if not isinstance(value.get("metadata", {}), dict):
        errors.append({"field": "metadata", "messages": ["an object"]})
    ref = value.get("client_ref", "")
    if not isinstance(ref, str) or len(ref) > REF_CHARS:
        errors.append(
            {"field": "client_ref", "messages": [f"text of at most {REF_CHARS} characters"]}
        )
    if errors:
        raise Problem(Kind.BAD_FIELD, errors=errors)
    return value


async def create_record(call: Call) -> Response:
    """`POST /records`: 201, once per idempotency key."""
    service = call.service
    key = idempotency.key_of(call, required=True)
    raw, fields = await call.json_object(service.limits.max_metadata, checked_fields)
    if not str(fields.get("title", "")).strip():
        errors = [{"field": "title", "messages": ["required"]}]
        raise Problem(Kind.BAD_FIELD, errors=errors)
    print_ = idempotency.fingerprint(call, raw)

    def act(connection: sqlite3.Connection) -> Stored:
        row = rows.insert(
            connection, fields["title"], fields.get("metadata", {}), fields.get("client_ref", "")
        )
        rows.audit(connection, call.request_id, "create", row["id"])
        item = rows.record_item(row)
        headers = {"ETag": rows.etag(row), "Location": item["links"]["self"]}
        return Stored(201, rows.as_json(item), headers)

    stored = await service.write(
        call, lambda c: idempotency.once(c, key, print_, act, kind="create")
    )
    return stored_answer(call, stored)


async def get_record(call: Call) -> Response:
    """`GET /records/{id}`."""
    service = call.service
    row = await service.read(call, lambda c: rows.get(c, call.path_params["record"]))
    tag = rows.etag(row)
    if call.headers.get("if-none-match") == tag:
        return empty(304, {"ETag": tag})
    return json_answer(200, rows.record_item(row), {"ETag": tag})


def page_of(query: QueryParams) -> tuple[int, str]:
    """Return limit and cursor of a listing.

    Raises:
        Problem: `bad-field`.
    """
    limit = query.get("limit", str(PAGE))
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit[:9]) <= MAX_PAGE):
        raise Problem(Kind.BAD_FIELD, field="limit", largest=MAX_PAGE)
    return int(limit), query.get("cursor", "")


async def list_records(call: Call) -> Response:
    """`GET /records`: newest first, by client reference and state, in pages."""
    service = call.service
    query = call.query_params
    limit, cursor = page_of(query)
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise Problem(Kind.BAD_FIELD, field="cursor")
    clauses, values = ["seq < ?"], [int(cursor or 2**62)]  # type: tuple[list[str], list[Any]]
    for name in ("client_ref", "state"):
        if name in query:
            clauses.append(f"{name} = ?")
            values.append(query[name])
    statement = (
        f"SELECT * FROM records WHERE {' AND '.join(clauses)}"  # noqa: S608 - fixed names
        " ORDER BY seq DESC LIMIT ?"
    )

    def work(connection: sqlite3.Connection) -> bytes:
        found = connection.execute(statement, (*values, limit + 1))
        items, following = _page(found, limit, PAGE_BYTES)
        return b'{"items":[%b],"next":%b}' % (b",".join(items), rows.as_json(following))

    return Response(await service.read(call, work), media_type="application/json")


def _page(found: Iterable[sqlite3.Row], limit: int, most: int) -> tuple[list[bytes], str | None]:
    """Return up to `limit` records as JSON, of about `most` bytes, and the cursor behind them."""
    items: list[bytes] = []
    size, last = 0, ""
    for row in found:
        if items and (len(items) == limit or size > most):
            return items, last
        items.append(rows.as_json(rows.record_item(row)))
        size += len(items[-1])
        last = str(row["seq"])
    return items, None


async def patch_record(call: Call) -> Response:
    """`PATCH /records/{id}` with `If-Match`: title, metadata or client_ref of a draft."""
    service = call.service
    key = idempotency.key_of(call, required=False)
    expected = call.headers.get("if-match")
    if expected is None:
        raise Problem(Kind.IF_MATCH_MISSING)
    raw, fields = await call.json_object(service.limits.max_metadata, checked_fields)
    record = call.path_params["record"]

    def act(connection: sqlite3.Connection) -> Stored:
        row = rows.get(connection, record)
        if expected.strip() not in {"*", rows.etag(row)}:
            raise Problem(Kind.IF_MATCH_STALE, revision=row["revision"])
        row = rows.writable(connection, record)
        connection.execute(
            "UPDATE records SET title = ?, metadata = ?, client_ref = ? WHERE id = ?",
            (
                fields.get("title", row["title"]),
                json.dumps(fields["metadata"]) if "metadata" in fields else row["metadata"],
                fields.get("client_ref", row["client_ref"]),
                record,
            ),
        )
        row = rows.set_state(connection, record, rows.DRAFT)
        rows.audit(connection, call.request_id, "patch", record, fields=sorted(fields))
        return Stored(200, rows.as_json(rows.record_item(row)), {"ETag": rows.etag(row)})

    print_ = idempotency.fingerprint(call, raw)
    return stored_answer(
        call,
        await service.write(call, lambda c: idempotency.once(c, key, print_, act, kind="patch")),
    )


async def delete_record(call: Call) -> Response:
    """`DELETE /records/{id}`: drafts only; what is not there is deleted already."""
    service = call.service
    key = idempotency.key_of(call, required=False)
    record = call.path_params["record"]

    def act(connection: sqlite3.Connection) -> Stored:
        try:
            rows.writable(connection, record)
        except Problem as problem:
            if problem.kind is Kind.NOT_FOUND:
                return Stored(204)
            raise
        rows.delete(connection, record)
        deleted.append(record)
        rows.audit(connection, call.request_id, "delete", record)
        return Stored(204)

    deleted: list[str] = []

    def remove() -> None:
        for gone in deleted:
            service.blobs.remove_record(gone)

    print_ = idempotency.fingerprint(call, b"")
    stored = await service.delete(
        call, lambda c: idempotency.once(c, key, print_, act, kind="delete"), remove
    )
    return stored_answer(call, stored)
