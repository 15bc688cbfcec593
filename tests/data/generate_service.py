"""Writes `service-0.1.0/`: a data folder of the built-in service as version 0.1.0 left it.

Run by the code of that version (commit 1220ce6): `PYTHONPATH=OLD python generate_service.py OUT`.
Nothing secret is kept: the tokens are removed, and so is everything that names this computer.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.local_service.service_process import (  # type: ignore[import-not-found,import-untyped,unused-ignore]  # of the old code
    CHUNK,
    ServiceUnderTest,
    digest,
    eventually,
    repr_digest,
    tus_metadata,
)


def content_of(size: int, name: str) -> bytes:
    return random.Random(name).randbytes(size)


def main(out: Path) -> None:
    """Run the old service, do some of everything, kill it, and keep what is on its disk."""
    folder = Path(tempfile.mkdtemp()) / "data"
    service = ServiceUnderTest(str(folder))
    facts = fill(service)
    service.kill()
    facts["at"] = time.time()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    database = sqlite3.connect(folder / "records.sqlite")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    shutil.copy(folder / "records.sqlite", out)
    shutil.copytree(folder / "content", out / "content")
    (out / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")


def fill(service: Any) -> dict[str, Any]:
    client = service.client()
    facts: dict[str, Any] = {}

    draft = client.record("create-draft", title="A draft", metadata={"n": 1}, client_ref="ref-1")
    small, middle = content_of(100, "small"), content_of(70_000, "middle")
    client.put(draft, "small.bin", small, Idempotency_Key="put-without-digest")
    client.put(
        draft,
        "folder/middle.bin",
        middle,
        Repr_Digest=repr_digest(middle),
        Idempotency_Key="put-with-digest",
    )
    whole = content_of(60_000, "partial")
    upload = client.upload(draft, "partial.bin", len(whole), digest=digest(whole))
    client.append(upload, 0, whole[:25_000])
    client.append(upload, 25_000, whole[25_000:40_000])
    facts["draft"] = {"id": draft["id"], "upload": upload, "offset": 40_000}

    other = content_of(30_000, "created")
    made = client(
        "POST",
        draft["links"]["uploads"],
        other[:10_000],
        **{
            **CHUNK,
            "Upload-Length": str(len(other)),
            "Upload-Metadata": tus_metadata(key="created.bin"),
            "Idempotency-Key": "create-upload",
        },
    )
    facts["created"] = {"upload": made.headers["location"], "offset": 10_000}

    done = client.record("create-done", title="Finalized")
    client.put(done, "done.bin", content_of(1000, "done"))
    sealed = client.finalize(done, "finalize-done")
    facts["done"] = {"id": done["id"], "body": sealed.body.decode()}

    queued = client.record("create-queued", title="In processing, queued")
    client.put(queued, "queued.bin", content_of(1000, "queued"))
    service.rule("slow_job", route="finalize", seconds=3600)
    accepted = client.finalize(queued, "finalize-queued")
    facts["queued"] = {"id": queued["id"], "job": accepted.headers["location"]}

    running = client.record("create-running", title="In processing, running")
    client.put(running, "running.bin", content_of(1000, "running"))
    service.rule("slow_job", route="finalize", when="during", seconds=3600)
    waiter = service.client()
    threading.Thread(target=_finalize, args=(waiter, running), daemon=True).start()
    path = running["links"]["self"]
    if not eventually(lambda: client("GET", path).json["state"] == "processing"):
        raise AssertionError("the finalization did not begin")
    facts["running"] = {"id": running["id"]}
    return facts


def _finalize(client: Any, record: Any) -> None:
    try:
        client.finalize(record, "finalize-running")
    except OSError:
        return


if __name__ == "__main__":
    os.umask(0o077)
    main(Path(sys.argv[1]))
