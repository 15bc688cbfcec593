"""Writes `journals/NAME.sqlite.gz` and `NAME.json`: saves as an earlier version journaled them.

Run with the code of that version, which is found by PYTHONPATH:

    PYTHONPATH=OLD python generate_journals.py OUT NAME          (every kind of end)
    PYTHONPATH=OLD python generate_journals.py OUT NAME many     (one run of 50,000 files)

`0.1.0` is commit 1220ce6 (schema 2); `schema-1` is commit 67d4d30, the last one before schema 2.
The JSON holds what `runs --json` and `receipt --format json` of that very version said.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

PLACE = Path("/tmp/sendoff-generates")
DATA = "/DATA"
"""What is kept in place of the folder of the local files."""
IMPATIENT = {"create_s": 1, "finalize_s": 1, "control_s": 1, "reconcile_s": 2, "outage_s": 0}
MANY = 50_000
TOKEN = "double-token-user-0123456789abcdef"


class Old:
    """The command line and the service of the old version, in processes."""

    def __init__(self) -> None:
        shutil.rmtree(PLACE, ignore_errors=True)
        self.home, self.data = PLACE / "home", PLACE / "data"
        for folder in (self.home, self.data):
            folder.mkdir(parents=True)
        self.env = {**os.environ, "SENDOFF_HOME": str(self.home)}
        self.serving = self.start("serve", "--qa", "--data", str(self.home / "service"))
        assert self.serving.stdout is not None
        self.facts = json.loads(self.serving.stdout.readline())

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "desktop_app", *words],
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str) -> tuple[int, str]:
        process = self.start(*words)
        out, _ = process.communicate(timeout=300)
        return process.returncode, out

    def cut(self, until: dict[str, str], number: int, *words: str, how: int = 9) -> None:
        """Run a command and end it by a signal at the nth event that is like `until`."""
        process = self.start(*words)
        assert process.stdout is not None
        for line in process.stdout:
            event = json.loads(line)
            if until.items() <= event.items():
                number -= 1
                if number == 0:
                    process.send_signal(how)
        process.wait()

    def limits(self, limits: dict[str, Any]) -> None:
        (self.home / "settings.json").write_text(json.dumps({"limits": limits}))

    def _qa(self, method: str, path: str, body: Any = None) -> None:
        token = Path(self.facts["qa_token_file"]).read_text().strip()
        content = None if body is None else json.dumps(body).encode()
        request = Request(
            f"{self.facts['url']}{path}",
            content,
            {"Authorization": f"Bearer {token}"},
            method=method,
        )
        urlopen(request, timeout=30).close()

    def rule(self, what: str, route: str, **more: Any) -> None:
        self._qa("POST", "/qa/rules", {"what": what, "route": route, **more})

    def clear(self) -> None:
        self._qa("DELETE", "/qa/rules")

    def save(self, title: str, *more: str, large: bool = False) -> list[str]:
        """Return the words of a save of three files of its own."""
        folder = self.data / title.replace(" ", "-")
        folder.mkdir()
        for number in range(3):
            size = 12_000_000 if large and number == 2 else 1000 * (number + 1)
            content = random.Random(f"{title} {number}").randbytes(size)
            (folder / f"file {number}.bin").write_bytes(content)
        files = [str(path) for path in sorted(folder.iterdir())]
        return ["save", "--title", title, "--json", *more, *files]

    def end(self) -> None:
        self.serving.terminate()
        self.serving.communicate()


def every_end(old: Old) -> None:
    """Leave a run behind in every stage and with every end."""
    started = {"event": "stage_started"}
    old.run(*old.save("done"))
    old.run(*old.save("draft ready", "--no-finalize"))
    old.run("save", "--title", "done without files", "--json")

    old.rule("slow", "create_record", seconds=3600)
    old.cut({**started, "stage": "create_record"}, 1, *old.save("killed in create"))
    old.clear()
    old.rule("slow", "create_record", when="after", seconds=3600)
    old.rule("locked", "list_records", times=0)
    old.limits(IMPATIENT)
    old.run(*old.save("create unconfirmed"))
    old.clear()
    old.rule("quota", "create_record")
    old.run(*old.save("create refused"))
    old.clear()

    old.limits({"parallel_files": 1, "max_bytes_per_s": 1000})
    old.cut({"event": "file_confirmed"}, 1, *old.save("killed in upload"))
    old.limits({"parallel_files": 1, "max_bytes_per_s": 4_000_000})
    acknowledged = {"event": "file_progress", "key": "file 2.bin"}
    old.cut(acknowledged, 12, *old.save("killed in a large file", large=True))
    old.cut(acknowledged, 8, *old.save("stopped in upload", large=True), how=signal.SIGINT)
    old.limits({})
    old.rule("quota", "put_file", key="file 1.bin", times=0)
    old.run(*old.save("one file refused"))
    old.rule("quota", "put_file", key="file 2.bin", times=0)
    old.run(*old.save("one file left out"))
    runs = {one["title"]: one["run"] for one in listed(old)}
    old.run("resume", runs["one file left out"], "--leave-out=file 1.bin", "--json")
    old.clear()

    old.rule("slow", "finalize", seconds=3600)
    old.cut({**started, "stage": "finalize_record"}, 1, *old.save("killed in finalize"))
    old.clear()
    old.limits(IMPATIENT)
    old.rule("slow", "finalize", when="after", seconds=3600)
    old.rule("locked", "get_record", times=0)
    old.run(*old.save("finalize unconfirmed"))
    old.clear()
    old.limits({})
    old.rule("quota", "finalize")
    old.run(*old.save("finalize refused"))
    old.clear()

    old.run(*old.save("discarded", "--no-finalize"))
    runs = {one["title"]: one["run"] for one in listed(old)}
    old.run("discard", runs["discarded"])
    attach(old)


def attach(old: Old) -> None:
    """Attach files to drafts that were there, of a service that lists them."""
    double = subprocess.Popen(
        [sys.executable, "-m", "tests.invenio.double"], stdout=subprocess.PIPE, text=True
    )
    assert double.stdout is not None
    site = json.loads(double.stdout.readline())["url"].removesuffix("/api")
    old.env["SENDOFF_TOKEN"] = TOKEN
    where = ["--service", site, "--kind", "invenio", "--attach-to"]
    for title, killed in (("attached", False), ("attached and killed", True)):
        words = old.save(title)[4:]
        there = create_draft(site, title)
        old.limits({"parallel_files": 1, "max_bytes_per_s": 1000 if killed else 0})
        save = ["save", "--json", *where, there, *words]
        if killed:
            old.cut({"event": "file_confirmed"}, 1, *save)
        else:
            old.run(*save)
    double.kill()
    double.wait()


def create_draft(site: str, title: str) -> str:
    """Create a draft past the client; return its id."""
    request = Request(
        f"{site}/api/records",
        json.dumps({"metadata": {"title": title}, "files": {"enabled": True}}).encode(),
        {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    with urlopen(request, timeout=30) as answer:
        return str(json.load(answer)["id"])


def many(old: Old) -> None:
    """Leave one run of 50,000 files, killed when more than half of them were confirmed."""
    folder = old.data / "many"
    folder.mkdir()
    for number in range(MANY):
        (folder / f"{number:05}.txt").write_text("the same in each\n")
    words = ["save", "--title", "many files", "--json", str(folder)]
    old.cut({"event": "file_confirmed"}, 30_000, *words)


def listed(old: Old) -> list[dict[str, Any]]:
    _, out = old.run("runs", "--json")
    return [json.loads(line) for line in out.splitlines()]


def keep(old: Old, out: Path, name: str) -> None:
    """Write the journal and what the old version says of it, without this computer's paths."""
    runs = listed(old)
    receipts = {}
    for one in runs:
        _, text = old.run("receipt", one["run"], "--format", "json")
        receipts[one["run"]] = json.loads(text)
    if len(runs) == 1:  # of 50,000 files, the first and the last
        receipts = {run: shortened(receipt) for run, receipt in receipts.items()}
        runs = [shortened(one) for one in runs]
    old.end()
    said = json.dumps({"runs": runs, "receipts": receipts}, indent=1, ensure_ascii=False)
    (out / f"{name}.json").write_text(said.replace(str(old.data), DATA) + "\n")
    path = old.home / "journal.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for table in ("runs", "files", "history"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            for column in {"path", "error"} & set(columns):
                database.execute(
                    f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (str(old.data), DATA)
                )
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
    with gzip.GzipFile(out / f"{name}.sqlite.gz", "wb", mtime=0) as file:
        file.write(path.read_bytes())


def shortened(said: dict[str, Any]) -> dict[str, Any]:
    files = said["files"]
    return {**said, "files": [files[0], files[-1]], "number_of_files": len(files)}


def main() -> None:
    out, name, *rest = sys.argv[1:]
    old = Old()
    (many if rest else every_end)(old)
    keep(old, Path(out), name)


if __name__ == "__main__":
    main()
