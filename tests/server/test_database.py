"""The connection discipline: groups, savepoints, checks, and readers that were interrupted."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message

from desktop_app.server.call import Call
from desktop_app.server.database import Database, Write
from desktop_app.server.limits import Limits
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.service import Service

INSERT = "INSERT INTO audit (at, request, action, subject, detail) VALUES (0, ?, '', '', '')"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"


async def never() -> Message:
    await asyncio.Event().wait()
    return {}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(str(tmp_path / "x.sqlite"), busy_s=0.2, statement_s=0.2)
    yield made
    made.close()


def names(database: Database) -> list[str]:
    with database.reader() as connection:
        return [row["request"] for row in connection.execute("SELECT request FROM audit")]


def insert(name: str) -> Write:
    return Write(lambda connection: connection.execute(INSERT, (name,)).rowcount)


def test_one_failure_in_a_group_undoes_only_itself(database: Database) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute(INSERT, ("undone",))
        raise Problem(Kind.QUOTA)

    async def run() -> list[object]:
        gate = threading.Event()
        blocker = database.submit(lambda _: gate.wait(5))
        writes = [insert("a"), Write(fails), insert("b")]
        futures = [database.enqueue(write) for write in writes]
        gate.set()
        blocker.result()
        return list(await asyncio.gather(*futures, return_exceptions=True))

    first, refused, last = asyncio.run(run())
    assert (first, last) == (1, 1)
    assert isinstance(refused, Problem)
    assert names(database) == ["a", "b"]


@pytest.mark.parametrize("at", [1, 2])
def test_a_check_before_the_write_and_before_the_commit_undoes_it(
    database: Database, at: int
) -> None:
    asked: list[None] = []
    ended: list[BaseException | None] = []

    def check() -> None:
        asked.append(None)
        if len(asked) == at:
            raise Cancelled("deadline")

    async def run() -> None:
        write = insert("never")
        write.check = check
        write.after = lambda _outcome, error: ended.append(error)
        await database.enqueue(write)

    with pytest.raises(Cancelled):
        asyncio.run(run())
    assert names(database) == []
    assert isinstance(ended[0], Cancelled)


def test_a_deadline_in_the_middle_of_a_commit_does_not_deny_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(str(tmp_path), Limits(), "token", None)
    commit, late = service.database._commit, threading.Event()

    def slow_commit(group: list[Write]) -> None:
        late.wait(10)
        commit(group)

    async def run() -> int:
        call = Call({"type": "http", "method": "POST", "path": "/", "headers": []}, never, service)
        call.completes = True
        call.deadline = time.monotonic() + 0.05
        monkeypatch.setattr(call, "check", lambda: None)  # all checks came before the deadline
        asyncio.get_running_loop().call_at(call.deadline + 0.01, late.set)
        return await service.write(call, lambda c: int(c.execute(INSERT, ("late",)).rowcount))

    monkeypatch.setattr(service.database, "_commit", slow_commit)
    assert asyncio.run(run()) == 1
    assert names(service.database) == ["late"]
    service.database.close()


def test_a_statement_over_its_limit_is_interrupted_and_its_connection_closed(
    database: Database,
) -> None:
    lent: list[sqlite3.Connection] = []

    def read() -> None:
        with database.reader() as connection:
            lent.append(connection)
            connection.execute(ENDLESS).fetchone()

    with pytest.raises(Problem) as refused:
        read()
    assert refused.value.kind is Kind.DATABASE_BUSY
    with pytest.raises(sqlite3.ProgrammingError):
        lent[0].execute("SELECT 1")
    assert database.connections_in_use == 0
    assert names(database) == []


def test_a_reader_that_is_given_up_stops_with_the_reason(database: Database) -> None:
    def check() -> None:
        raise Cancelled("client_gone")

    with pytest.raises(Cancelled) as stopped, database.reader(check) as connection:
        connection.execute(ENDLESS).fetchone()
    assert stopped.value.reason == "client_gone"


def test_a_locked_database_is_a_clear_refusal_and_the_next_write_works(
    database: Database, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "x.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Problem) as refused:
        database.submit(insert("busy").work).result()
    other.execute("ROLLBACK")
    other.close()
    assert refused.value.kind is Kind.DATABASE_BUSY
    database.submit(insert("later").work).result()
    assert names(database) == ["later"]


def test_a_disk_that_one_write_fills_is_a_clear_refusal_for_all_that_went_with_it(
    database: Database,
) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(INSERT, ("x" * 1_000_000,))

    async def run() -> list[object]:
        gate = threading.Event()
        blocker = database.submit(lambda _: gate.wait(5))
        futures = [database.enqueue(write) for write in (insert("a"), Write(fill), insert("b"))]
        gate.set()
        blocker.exception()
        return list(await asyncio.gather(*futures, return_exceptions=True))

    database.submit(lambda c: c.execute("PRAGMA max_page_count = 60").fetchone()).result()
    kinds = [error.kind for error in asyncio.run(run()) if isinstance(error, Problem)]
    assert kinds == [Kind.DISK_FULL] * 3
    database.submit(insert("later").work).result()
    assert names(database) == ["later"]


def test_a_newer_folder_is_refused(tmp_path: Path) -> None:
    newer = sqlite3.connect(tmp_path / "x.sqlite")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(sqlite3.DatabaseError):
        Database(str(tmp_path / "x.sqlite"), busy_s=0.2, statement_s=0.2)
