"""The built-in service's protocol in memory: it honours keys. Written from `routes_*.py`."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.claims import Held
from tests.raw_server import Answer, Request
from tests.simulate.weather import Site

TOKEN = "keyed-token-0123456789abcdef0123456789"
JOB_S = 20.0


class Refusal(Exception):  # noqa: N818 - it is an answer
    """Ends a request with a problem document."""

    def __init__(self, status: int, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.answer = Answer(
            status, {"type": f"urn:sendoff:problem:{kind}", "status": status, **facts}
        )


@dataclass
class Stored:
    """A record."""

    id: str
    title: str
    metadata: Any
    client_ref: str
    created: float
    state: str = "draft"
    revision: int = 1
    files: dict[str, bytes] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "metadata": self.metadata,
            "client_ref": self.client_ref,
            "state": self.state,
            "revision": self.revision,
            "created": f"2026-01-01T00:00:{self.created % 60:09.6f}+00:00",
        }


class Keyed:
    """Behind a `Front`."""

    def __init__(self, site: Site, now: Callable[[], float], unheard_s: float) -> None:
        self.site = site
        self._now = now
        self._unheard_s = unheard_s
        self.tokens = {TOKEN: "2"}
        self.url = ""
        self.records: dict[str, Stored] = {}
        self.ever = 0
        self._ghosts: tuple[float, dict[str, bytes]] = (0.0, {})
        self._answers: dict[str, tuple[str, Answer]] = {}
        self._jobs: dict[str, tuple[Stored, str]] = {}
        self._numbers = itertools.count(1)

    def step(self, method: str, target: str) -> str:
        if method == "POST":
            return "publish" if target.endswith("/finalize") else "create"
        return {"PUT": "content", "PATCH": "update", "DELETE": "delete"}.get(method, "look")

    def held(self, to_come: tuple[str, ...]) -> Held:
        """Nothing to come is foretold: nobody waits for it, the same key is sent again."""
        del to_come
        there = self.records.values()
        busy = tuple("publish" for one in there if one.state == "processing")
        return Held(
            tuple(one.id for one in there if one.state != "finalized"),
            tuple(one.id for one in there if one.state == "finalized"),
            {one.id: dict(one.files) for one in there},
            {one.id: tuple(one.files) for one in there},
            busy,
            self.ever,
            self._ghosts[1] if self._now() < self._ghosts[0] else {},
        )

    async def handle(self, request: Request) -> Answer | None:
        content = await request.content()
        try:
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            if token not in self.tokens:
                raise Refusal(401, "unauthorized")
            return self._once(request, content)
        except Refusal as refused:
            return refused.answer

    def _once(self, request: Request, content: bytes) -> Answer:
        """Carry it out, or answer what its key has stored."""
        key = request.headers.get("idempotency-key", "")
        print_ = f"{request.method} {request.path} {hashlib.sha256(content).hexdigest()}"
        if key in self._answers:
            known, answer = self._answers[key]
            if known != print_:
                raise Refusal(422, "idempotency-key-reused")
            return answer
        answer = self._routed(request, content)
        if key:
            self._answers[key] = (print_, answer)
        return answer

    def _routed(self, request: Request, content: bytes) -> Answer:  # noqa: C901 - a table
        match (request.method, *request.segments):
            case ("POST", "records"):
                return self._create(json.loads(content))
            case ("GET", "records"):
                return self._find(request.query)
            case ("GET", "records", id_):
                return self._shown(self._record(id_))
            case ("PATCH", "records", id_):
                return self._patch(self._draft(id_), json.loads(content))
            case ("DELETE", "records", id_):
                if id_ in self.records:
                    self._draft(id_)
                    del self.records[id_]
                return Answer(204)
            case ("GET", "records", id_, "files"):
                return self._listing(self._record(id_))
            case ("GET", "records", id_, "verification"):
                return self._verified(self._record(id_))
            case ("POST", "records", id_, "finalize"):
                return self._finalize(self._record(id_), json.loads(content))
            case (_, "records", id_, "files", key):
                return self._file(request, id_, key, content)
            case ("GET", "jobs", job):
                return self._job(job)
        raise Refusal(404, "not-found")

    def _record(self, id_: str) -> Stored:
        if id_ not in self.records:
            raise Refusal(404, "not-found", what="record")
        return self.records[id_]

    def _draft(self, id_: str) -> Stored:
        record = self._record(id_)
        if record.state == "processing":
            raise Refusal(409, "record-busy")
        if record.state == "finalized":
            raise Refusal(409, "finalized", state=record.state)
        return record

    def _shown(self, record: Stored, status: int = 200) -> Answer:
        return Answer(status, record.json(), headers={"ETag": f'"{record.revision}"'})

    def _create(self, fields: dict[str, Any]) -> Answer:
        id_ = f"rec{next(self._numbers)}"
        record = Stored(
            id_,
            fields["title"],
            fields["metadata"],
            fields["client_ref"],
            self._now(),
        )
        self.records[id_] = record
        self.ever += 1
        return self._shown(record, 201)

    def _find(self, query: dict[str, str]) -> Answer:
        ref = query.get("client_ref")
        found = [one.json() for one in self.records.values() if one.client_ref == ref]
        return Answer(200, {"items": found[::-1], "next": None})

    def _patch(self, record: Stored, fields: dict[str, Any]) -> Answer:
        record.title, record.metadata = fields["title"], fields["metadata"]
        record.revision += 1
        return self._shown(record)

    def _listing(self, record: Stored) -> Answer:
        items = [_item(key, content) for key, content in record.files.items()]
        return Answer(200, {"items": items, "next": None})

    def _verified(self, record: Stored) -> Answer:
        items = [_item(key, content) for key, content in record.files.items()]
        return Answer(200, {"items": [{**one, "found": one["digest"]} for one in items]})

    def _file(self, request: Request, id_: str, key: str, content: bytes) -> Answer:
        if request.method == "GET":
            return self._part(self._record(id_), key)
        record = self._draft(id_)
        if request.method == "DELETE":
            record.files.pop(key, None)
            return Answer(204)
        return self._put(request, record, key, content)

    def _put(self, request: Request, record: Stored, key: str, content: bytes) -> Answer:
        if self.site is Site.QUOTA and key.startswith("file 0"):
            raise Refusal(507, "quota")
        said = request.headers.get("repr-digest", "")
        if said and b64decode(said.partition(":")[2].rstrip(":")) != _sha(content).digest():
            raise Refusal(400, "digest-mismatch")
        if record.files.get(key, content) != content:
            raise Refusal(409, "different-content")
        new = key not in record.files
        record.files[key] = content
        if self.site is Site.DELETED:
            self.site = Site.PLAIN
            self._ghosts = (self._now() + self._unheard_s, record.files)
            del self.records[record.id]
        return Answer(201 if new else 200, _item(key, content))

    def _part(self, record: Stored, key: str) -> Answer:
        if key not in record.files:
            raise Refusal(404, "not-found", what="file")
        content = record.files[key]
        digest = f"sha-256=:{b64encode(_sha(content).digest()).decode()}:"
        headers = {"Repr-Digest": digest, "Content-Range": f"bytes 0-0/{len(content)}"}
        if not content:
            headers["Content-Range"] = "bytes */0"
            return Answer(416, headers=headers)
        return Answer(206, body=content[:1], headers=headers)

    def _finalize(self, record: Stored, fields: dict[str, Any]) -> Answer:
        if record.state == "processing":
            raise Refusal(409, "record-busy")
        actual = [
            {name: item[name] for name in ("key", "size", "digest")}
            for item in (_item(key, content) for key, content in record.files.items())
        ]
        wanted = sorted(fields["files"], key=lambda item: str(item["key"]))
        if wanted != sorted(actual, key=lambda item: str(item["key"])):
            differences = [{"key": item["key"]} for item in wanted if item not in actual]
            raise Refusal(409, "manifest-mismatch", differences=differences, state=record.state)
        if record.state == "finalized":
            return self._shown(record)
        if self.site is not Site.PUBLISH_IN_20_S:
            record.state, record.revision = "finalized", record.revision + 1
            return self._shown(record)
        record.state = "processing"
        job = f"job{next(self._numbers)}"
        self._jobs[job] = (record, "running")
        asyncio.get_running_loop().call_later(JOB_S, self._done, job)
        body = {"id": job, "state": "running", "result": None}
        return Answer(202, body, headers={"Location": f"/jobs/{job}", "Retry-After": "1"})

    def _job(self, job: str) -> Answer:
        record, state = self._jobs[job]
        return Answer(200, {"id": job, "state": state, "result": record.json()})

    def _done(self, job: str) -> None:
        record, _ = self._jobs[job]
        record.state, record.revision = "finalized", record.revision + 1
        self._jobs[job] = (record, "done")


def _sha(content: bytes) -> Any:
    return hashlib.sha256(content)


def _item(key: str, content: bytes) -> dict[str, Any]:
    size = len(content)
    return {
        "key": key,
        "size": size,
        "digest": f"sha256:{_sha(content).hexdigest()}",
        "state": "complete",
        "offset": size,
        "upload_url": None,
    }
