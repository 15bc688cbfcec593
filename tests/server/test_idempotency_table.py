"""The table of idempotency keys against its model, for any sequence of calls and crashes."""

from __future__ import annotations

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.server import idempotency
from desktop_app.server.database import SCHEMA
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Kind, Problem

KEYS, BODIES = st.sampled_from("abc"), st.sampled_from(["one", "two"])
CALLS = st.tuples(st.sampled_from(["once", "refused", "begin", "finish", "crash"]), KEYS, BODIES)


def fresh() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.executescript(SCHEMA)
    return connection


@given(st.lists(CALLS, max_size=30))
def test_first_body_wins_refusals_leave_no_trace_and_a_crash_frees_what_is_open(
    calls: list[tuple[str, str, str]],
) -> None:
    connection = fresh()
    answered: dict[str, tuple[str, bytes]] = {}
    open_: dict[str, str] = {}
    effects = 0
    refused: Kind | None
    for what, key, body in calls:
        expected = _expected(answered, open_, key, body)
        if what == "crash":
            connection.execute("DELETE FROM idempotency WHERE done = 0")
            open_.clear()
        elif what == "finish":
            idempotency.finish(connection, key, Stored(200, b"late"))
            if key in open_:
                answered[key] = (open_.pop(key), b"late")
        else:
            connection.execute("SAVEPOINT work")
            try:
                got = _call(connection, what, key, body, b"%d" % effects)
                connection.execute("RELEASE work")
            except Problem as problem:
                connection.execute("ROLLBACK TO work")
                connection.execute("RELEASE work")
                refused = problem.kind
                got = None
            else:
                refused = None
            if refused is not None:
                assert refused is (expected or Kind.BAD_FIELD)
                continue
            if isinstance(expected, bytes):
                assert got is not None
                assert (got.body, got.replayed) == (expected, True)
            elif what == "begin":
                open_[key] = body
            else:
                answered[key] = (body, b"%d" % effects)
                effects += 1
    connection.close()


def _expected(
    answered: dict[str, tuple[str, bytes]], open_: dict[str, str], key: str, body: str
) -> Kind | bytes | None:
    known = answered[key][0] if key in answered else open_.get(key)
    if known is None:
        return None
    if known != body:
        return Kind.IDEMPOTENCY_KEY_REUSED
    return answered[key][1] if key in answered else Kind.IN_PROGRESS


def _call(
    connection: sqlite3.Connection, what: str, key: str, body: str, effect: bytes
) -> Stored | None:
    if what == "begin":
        found = idempotency.look_up(connection, key, body)
        if found is None:
            idempotency.begin(connection, key, body, kind="finalize", subject="r")
        return found

    def act(_connection: sqlite3.Connection) -> Stored:
        if what == "refused":
            raise Problem(Kind.BAD_FIELD)
        return Stored(201, effect)

    return idempotency.once(connection, key, body, act, kind="create")
