"""Every write's request id stands in the receipt, in the log, and in the service's own log."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

from tests.cli.conftest import Sendoff

_LINE = re.compile(r"(POST|PUT|PATCH|GET|HEAD|DELETE) (/\S*) (\S+) \d+ ms id=(\S+)")


def test_each_write_is_found_by_its_id_on_both_sides(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a" * 1000)
    (tmp_path / "b.bin").write_bytes(b"b" * (20 << 20))
    saved = sendoff(
        "save", "--title", "T", "--json", str(tmp_path / "a.txt"), str(tmp_path / "b.bin")
    )
    assert saved.code == 0, saved.err
    receipt = json.loads(sendoff("receipt", saved.objects[0]["run"]).out)
    record = receipt["record_id"]

    logged: dict[str, tuple[str, str, str]] = {}
    for path in (sendoff.home / "logs").iterdir():
        for method, target, status, request in _LINE.findall(path.read_text()):
            assert "?" not in target, "a query may hold a secret"
            logged[request] = (method, target, status)
    create, finalize = receipt["request_ids"]
    assert logged[create] == ("POST", "/records", "201")
    assert logged[finalize] == ("POST", f"/records/{record}/finalize", "200")
    small, large = (one["request_id"] for one in receipt["files"])
    assert logged[small] == ("PUT", f"/records/{record}/files/a.txt", "201")
    assert logged[large][1] == f"/records/{record}/files/b.bin"

    database = next((sendoff.home / "service").resolve().rglob("*.sqlite"))
    audited = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    known = {str(row[0]) for row in audited.execute("SELECT request FROM audit")}
    audited.close()
    assert {create, small, finalize} <= known
