"""Idempotency keys: rows under a unique index, each with the fingerprint of one request.

Create, PATCH and DELETE write key, effect and answer in one transaction. Finalize commits a
*processing* row first and its answer later. Only an applied effect is stored: a refusal leaves
the key free, because its transaction (or its work) is undone.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from desktop_app.server.call import Call
from desktop_app.server.problems import Kind, Problem

_KEY = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True, slots=True)
class Stored:
    """An answer as it is kept: status, own headers, body bytes."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    replayed: bool = False


def key_of(call: Call, *, required: bool) -> str | None:
    """Return the request's idempotency key.

    Raises:
        Problem: `idempotency-key-missing`, or `bad-header` for one that is not 1-255 printable
            ASCII characters.
    """
    key = call.headers.get("idempotency-key")
    if key is None:
        if required:
            raise Problem(Kind.IDEMPOTENCY_KEY_MISSING)
        return None
    if _KEY.fullmatch(key) is None:
        raise Problem(Kind.BAD_HEADER, field="Idempotency-Key")
    return key


def fingerprint(call: Call, body: bytes) -> str:
    """Return the digest of method, path and body."""
    return hashlib.sha256(b"\0".join((call.method.encode(), call.path.encode(), body))).hexdigest()


def look_up(connection: sqlite3.Connection, key: str | None, print_: str) -> Stored | None:
    """Return the stored answer of `key`, or None where the key is free.

    Raises:
        Problem: `idempotency-key-reused` (other request) or `in-progress` (not answered yet).
    """
    if key is None:
        return None
    row = connection.execute("SELECT * FROM idempotency WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    if row["fingerprint"] != print_:
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED)
    if not row["done"]:
        raise Problem(Kind.IN_PROGRESS)
    return Stored(row["status"], row["body"], json.loads(row["headers"]), replayed=True)


def claim(
    connection: sqlite3.Connection, key: str, print_: str, location: str, *, kind: str, subject: str
) -> Stored | None:
    """Begin a request whose body is still to come, or return what its key stored.

    `print_` is of the request's head alone, and `location` names what it stores: a stored answer
    is to be given again only to the same body (see `same_body`).

    Raises:
        Problem: `idempotency-key-reused` (other request) or `in-progress` (not answered yet).
    """
    row = connection.execute("SELECT * FROM idempotency WHERE key = ?", (key,)).fetchone()
    if row is None:
        begin(connection, key, print_, kind=kind, subject=subject)
        return None
    if not row["done"]:
        reused = row["fingerprint"] != print_
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED if reused else Kind.IN_PROGRESS)
    headers = json.loads(row["headers"])
    if row["kind"] != kind or headers.get("Location") != location:
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED)
    return Stored(row["status"], row["body"], headers, replayed=True)


def begin(
    connection: sqlite3.Connection, key: str, print_: str, *, kind: str, subject: str
) -> None:
    """Insert a processing row: the effect of this request lies outside the database."""
    connection.execute(
        "INSERT INTO idempotency (key, fingerprint, done, kind, subject, created)"
        " VALUES (?, ?, 0, ?, ?, ?)",
        (key, print_, kind, subject, time.time()),
    )


def finish(connection: sqlite3.Connection, key: str | None, answer: Stored) -> None:
    """Store the answer of a processing row; one that has an answer keeps it."""
    if key is not None:
        connection.execute(
            "UPDATE idempotency SET done = 1, status = ?, headers = ?, body = ?"
            " WHERE key = ? AND done = 0",
            (answer.status, json.dumps(answer.headers), answer.body, key),
        )


def release(connection: sqlite3.Connection, key: str | None) -> None:
    """Free a key whose effect was not applied."""
    if key is not None:
        connection.execute("DELETE FROM idempotency WHERE key = ?", (key,))


def once(
    connection: sqlite3.Connection,
    key: str | None,
    print_: str,
    act: Callable[[sqlite3.Connection], Stored],
    *,
    kind: str,
) -> Stored:
    """Return the stored answer, or act and store the answer in the same transaction."""
    stored = look_up(connection, key, print_)
    if stored is not None:
        return stored
    answer = act(connection)
    if key is not None:
        begin(connection, key, print_, kind=kind, subject="")
        finish(connection, key, answer)
    return answer


def expire(connection: sqlite3.Connection, before: float) -> int:
    """Forget answered keys older than `before`; return how many."""
    return connection.execute(
        "DELETE FROM idempotency WHERE done = 1 AND created < ?", (before,)
    ).rowcount


def free_if_open(connection: sqlite3.Connection, key: str | None) -> None:
    """Free a key that was begun and not answered."""
    connection.execute("DELETE FROM idempotency WHERE key = ? AND done = 0", (key,))
