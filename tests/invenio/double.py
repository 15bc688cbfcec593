"""A protocol double of InvenioRDM, hazards included, written from the facts of the protocol page.

`python -m tests.invenio.double` runs it as a process: it prints one JSON line and serves until it
is stopped. In tests: `async with InvenioDouble(...) as double`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from tests.invenio.deployment import EVERY, SEEN_14, CutBody, Deployment, FailedPut
from tests.invenio.deposits import EPOCH, Deposit, Entry
from tests.invenio.validation import field_errors, refusal
from tests.raw_server import Answer, BodyCutError, Request, WireServer

TOKEN = "double-token-user-0123456789abcdef"
OTHER_TOKEN = "double-token-other-0123456789abcdef"

_GENERIC = (
    "The server encountered an internal error and was unable to complete your request. "
    "Either the server is overloaded or there is an error in the application."
)
_NOT_HERE = "The persistent identifier does not exist."
_FAILED = "File upload transfer failed."


class Refused(Exception):  # noqa: N818 - it is an answer
    """Ends a request with an answer."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.answer = Answer(status, {"status": status, "message": message, **more})


@dataclass(slots=True)
class Seen:
    """One request as the double saw it, and what it answered."""

    method: str
    target: str
    headers: dict[str, str]
    status: int = 0


@dataclass(slots=True)
class Caller:
    """Who asks."""

    user: str
    cookies: bool = False


@dataclass(slots=True)
class RateWindows:
    """Moving windows, as Flask-Limiter keeps them."""

    windows: tuple[tuple[int, float], ...]
    now: Callable[[], float]
    times: list[float] = field(default_factory=list)

    def admit(self) -> tuple[bool, dict[str, str]]:
        """Count a request; return whether it is admitted, and the headers of its answer."""
        if not self.windows:
            return True, {}
        now = self.now()
        tightest = (10**9, 0, 0.0)
        admitted = True
        for limit, seconds in self.windows:
            recent = [t for t in self.times if t > now - seconds]
            full = len(recent) >= limit
            admitted = admitted and not full
            left = max(0, limit - len(recent) - 1)
            reset = (recent[0] if recent else now) + seconds
            tightest = min(tightest, (left, limit, reset))
        if admitted:
            self.times.append(now)
        left, limit, reset = tightest
        return admitted, {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": str(int(EPOCH.timestamp() + reset) + 1),
            "Retry-After": str(max(1, int(reset - now) + 1)),
        }


class InvenioDouble(WireServer):
    """Answers `/api` like one deployment.

    Attributes:
        tokens: token -> user id; take one out and it is expired.
        deposits: by id, in order of creation.
        seen: every request.
        late_cleanup: keys whose next broken PUT is noticed late (H3).
        forget_bytes: keys whose PUTs answer 200 and store nothing.
        publish_begun, publish_hold: set when a publish begins; what it then waits for, if any.
        destroyed: keys of completed files that a content PUT hit.
        forget_draft_after_put: the draft is deleted when the next content has arrived.
        in_maintenance: answers 503 with a page.
    """

    def __init__(
        self,
        deployment: Deployment = SEEN_14,
        *,
        now: Callable[[], float] = time.monotonic,
        port: int = 0,
    ) -> None:
        super().__init__(port=port)
        self.deployment = deployment
        self.tokens = {TOKEN: "2", OTHER_TOKEN: "3"}
        self.deposits: dict[str, Deposit] = {}
        self.seen: list[Seen] = []
        self.late_cleanup: set[str] = set()
        self.forget_bytes: set[str] = set()
        self.publish_hold: asyncio.Event | None = None
        self.publish_begun = asyncio.Event()
        self.in_maintenance = False
        self.destroyed: list[str] = []
        self.forget_draft_after_put = False
        self._now = now
        self._rate = RateWindows(deployment.rate, now)
        self._ids = itertools.count(1)

    # -- one request ---------------------------------------------------------------------------

    async def handle(self, request: Request) -> Answer | None:
        seen = Seen(request.method, request.target, request.headers)
        self.seen.append(seen)
        admitted, headers = self._rate.admit()
        try:
            if self.in_maintenance:
                answer = Answer(503, body=b"<html><body>Down for maintenance</body></html>")
            elif not admitted:
                answer = Answer(429, {"status": 429, "message": "Rate limit exceeded"})
            else:
                answer = await self._route(request)
        except Refused as refused:
            answer = refused.answer
        answer.headers |= headers
        moment = EPOCH + timedelta(seconds=self._now())
        answer.headers["Date"] = format_datetime(moment, usegmt=True)
        if request.method != "GET":
            answer.headers.setdefault("Set-Cookie", "csrftoken=double; Path=/; SameSite=Lax")
        seen.status = answer.status
        return answer

    async def _route(self, request: Request) -> Answer:
        caller = self._caller(request)
        match (request.method, *request.segments):
            case ("GET", "api", "me"):
                return self._me(caller)
            case ("GET", "api", "user", "records"):
                return self._search(request, caller)
            case ("POST", "api", "records"):
                return await self._create(request, caller)
            case ("GET", "api", "records", id_):
                return self._record(request, id_)
            case ("GET", "api", "records", id_, "files"):
                _json_only(request)
                return Answer(200, self._listing(self._published(id_)))
            case (_, "api", "records", id_, "draft", *rest):
                return await self._draft_route(request, caller, id_, tuple(rest))
            case (_, "api", *_):
                raise Refused(404, "The requested URL was not found on the server.")
        return Answer(200, body=b"<!doctype html><title>InvenioRDM</title>")

    async def _draft_route(
        self, request: Request, caller: Caller | None, id_: str, rest: tuple[str, ...]
    ) -> Answer:
        if (request.method, rest) == ("POST", ()):
            return self._edit(caller, id_)
        deposit = self._draft(id_, caller, request)
        match (request.method, *rest):
            case ("GET",):
                return self._shown(request, deposit, as_draft=True)
            case ("PUT",):
                return await self._update(request, deposit)
            case ("DELETE",):
                return self._discard(deposit)
            case ("POST", "actions", "publish"):
                return await self._publish(deposit)
            case (_, "files", *_):
                return await self._files_route(request, deposit, rest[1:])
        raise Refused(405, "The method is not allowed for the requested URL.")

    async def _files_route(
        self, request: Request, deposit: Deposit, rest: tuple[str, ...]
    ) -> Answer:
        match (request.method, *rest):
            case ("GET",):
                return Answer(200, self._listing(deposit))
            case ("POST",):
                return await self._init_files(request, deposit)
            case ("GET", key):
                return Answer(200, self._entry(deposit, key).json(self._base(deposit)))
            case ("DELETE", key):
                return await self._delete_file(deposit, key)
            case ("PUT", key, "content"):
                return await self._put_content(request, deposit, key)
            case ("POST", key, "commit"):
                return self._commit(deposit, key)
        raise Refused(405, "The method is not allowed for the requested URL.")

    # -- who and what --------------------------------------------------------------------------

    def _caller(self, request: Request) -> Caller | None:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        user = self.tokens.get(token)
        if user is None and "cookie" in request.headers and request.method != "GET":
            raise Refused(400, "CSRF token missing or incorrect.")
        return Caller(user) if user else None

    def _known(self, caller: Caller | None) -> Caller:
        if caller is None:
            raise Refused(self.deployment.dead_token_status, "Permission denied.")
        return caller

    def _draft(self, id_: str, caller: Caller | None, request: Request) -> Deposit:
        deposit = self.deposits.get(id_)
        if deposit is None or deposit.deleted or not (deposit.is_draft or deposit.edited):
            raise Refused(404, _NOT_HERE if request.method == "GET" else "Not found.")
        if caller is None:
            if request.method == "GET" and self.deployment.dead_token_on_draft == 404:
                raise Refused(404, _NOT_HERE)
            raise Refused(self.deployment.dead_token_status, "Permission denied.")
        if caller.user != deposit.owner:
            raise Refused(403, "Permission denied.")
        return deposit

    def _published(self, id_: str) -> Deposit:
        deposit = self.deposits.get(id_)
        if deposit is None or (deposit.deleted and not deposit.is_published):
            raise Refused(404, _NOT_HERE)
        if deposit.deleted:
            raise Refused(410, "The record has been deleted.", tombstone={"is_visible": True})
        if not deposit.is_published:
            raise Refused(404, "The persistent identifier is not registered.")
        return deposit

    def _entry(self, deposit: Deposit, key: str) -> Entry:
        entry = deposit.entries.get(key)
        if entry is None:
            raise Refused(404, f"Record '{deposit.id}' has no file '{key}'.")
        return entry

    def _base(self, deposit: Deposit) -> str:
        return f"{self.url}/api/records/{deposit.id}/draft"

    def _me(self, caller: Caller | None) -> Answer:
        if caller is None:
            raise Refused(401, "The server could not verify that you are authorized.")
        return Answer(200, {"id": int(caller.user), "email": f"user{caller.user}@example.org"})

    # -- records -------------------------------------------------------------------------------

    def _shown(
        self,
        request: Request,
        deposit: Deposit,
        status: int = 200,
        *,
        as_draft: bool | None = None,
    ) -> Answer:
        accept = request.headers.get("accept", "*/*")
        if self.deployment.legacy_json and "vnd.inveniordm.v1+json" not in accept:
            return Answer(status, deposit.legacy_json())
        return Answer(
            status,
            deposit.json(self.url, as_draft=as_draft),
            headers={"ETag": f'"{deposit.revision}"'},
        )

    async def _document(self, request: Request) -> dict[str, Any]:
        if not request.headers.get("content-type", "").startswith("application/json"):
            raise Refused(415, "Invalid 'Content-Type' header. Expected one of: application/json")
        try:
            document = json.loads(await request.content() or b"{}")
        except ValueError:
            raise Refused(400, "Unable to decode JSON data in request body.") from None
        if isinstance(document, dict) and "internal_notes" in document:
            raise Refused(500, _GENERIC)
        return document if isinstance(document, dict) else {}

    async def _create(self, request: Request, caller: Caller | None) -> Answer:
        document = await self._document(request)
        owner = self._known(caller).user
        if not self.deployment.may_create:
            raise Refused(403, "Permission denied.")
        if refused := refusal(document):
            return Answer(400, refused)
        number = next(self._ids)
        id_ = f"{number:05d}-dbl"
        errors = self._keep(document)
        deposit = Deposit(id_, f"p{number:04d}-dbl", owner, self._now(), document)
        self.deposits[id_] = deposit
        return self._with_errors(self._shown(request, deposit, 201), errors)

    async def _update(self, request: Request, deposit: Deposit) -> Answer:
        document = await self._document(request)
        self._check_revision(request, deposit)
        if refused := refusal(document):
            return Answer(400, refused)
        errors = self._keep(document)
        if not deposit.entries:
            errors.append(
                {
                    "field": "files.enabled",
                    "messages": ["Missing uploaded files. To disable files for this record ..."],
                }
            )
        kept = deposit.document.get("pids")
        deposit.document = {"pids": kept, **document}
        deposit.revision += 2
        return self._with_errors(self._shown(request, deposit), errors)

    def _check_revision(self, request: Request, deposit: Deposit) -> None:
        if (wanted := request.headers.get("if-match")) is None:
            return
        if not wanted.isdigit():
            errors = [{"field": "if_match", "messages": ["Not a valid integer."]}]
            raise Refused(400, "A validation error occurred.", errors=errors)
        if int(wanted) != deposit.revision:
            text = f"Revision id provided({wanted}) doesn't match record's one({deposit.revision})"
            raise Refused(412, text)

    def _keep(self, document: dict[str, Any]) -> list[dict[str, Any]]:
        """Drop the invalid top-level parts of the metadata; return the errors."""
        errors = field_errors(document, EPOCH.date())
        for error in errors:
            where, _, name = error["field"].partition(".")
            if where == "metadata" and "." not in name:
                document["metadata"].pop(name, None)
        metadata = document.get("metadata") or {}
        if isinstance(title := metadata.get("title"), str):
            metadata["title"] = title.replace("’", "'")  # as the running server does
        return errors

    def _with_errors(self, answer: Answer, errors: list[dict[str, Any]]) -> Answer:
        if errors:
            answer.json = {**answer.json, "errors": errors}
        return answer

    def _record(self, request: Request, id_: str) -> Answer:
        parents = {deposit.parent: deposit for deposit in self.deposits.values()}
        if id_ in parents:
            where = f"/api/records/{parents[id_].id}"
            return Answer(302, body=b"<title>Redirecting...</title>", headers={"Location": where})
        return self._shown(request, self._published(id_))

    def _edit(self, caller: Caller | None, id_: str) -> Answer:
        self._known(caller)
        deposit = self._published(id_)
        deposit.edited = True
        deposit.published_entries = dict(deposit.entries)
        return Answer(201, deposit.json(self.url, as_draft=True))

    def _discard(self, deposit: Deposit) -> Answer:
        if deposit.edited:
            deposit.edited = False
            deposit.entries = deposit.published_entries
            return Answer(204)
        if deposit.in_review:
            raise Refused(400, "You cannot delete a draft with an open review.")
        deposit.deleted = True
        deposit.entries.clear()
        return Answer(204)

    async def _publish(self, deposit: Deposit) -> Answer:
        if not self.deployment.may_publish:
            raise Refused(403, "Permission denied.")
        if deposit.in_review:
            raise Refused(400, "You cannot publish a draft with an open review request.")
        errors = field_errors({"metadata": {}, **deposit.document}, EPOCH.date())
        if any(not entry.complete for entry in deposit.entries.values()):
            text = "One or more files have not completed their transfer, please wait."
            errors.append({"field": "files", "messages": [text]})
        elif not deposit.entries:
            errors.append({"field": "files.enabled", "messages": ["Missing uploaded files."]})
        if errors:
            raise Refused(400, "A validation error occurred.", errors=errors)
        if deposit.publishing:
            await self._let_others_run()
            raise Refused(500, _GENERIC)
        deposit.publishing = True
        self.publish_begun.set()
        if self.publish_hold is not None:
            await self.publish_hold.wait()
        await self._let_others_run()
        deposit.publishing = False
        deposit.is_draft, deposit.is_published, deposit.revision = False, True, 4
        return Answer(202, deposit.json(self.url))

    def _search(self, request: Request, caller: Caller | None) -> Answer:
        user = self._known(caller).user
        query = request.query
        size = int(query.get("size", "25"))
        if size == 0:
            raise Refused(400, "Invalid querystring parameters.")
        found = [
            deposit
            for deposit in self.deposits.values()
            if deposit.owner == user
            and not deposit.deleted
            and deposit.created + self.deployment.index_lag_s <= self._now()
            and _matches(deposit, query)
        ]
        found.sort(key=lambda deposit: deposit.created, reverse=query.get("sort") != "oldest")
        page = int(query.get("page", "1"))
        hits = [self._shown(request, d).json for d in found[(page - 1) * size : page * size]]
        return Answer(200, {"hits": {"total": len(found), "hits": hits}, "sortBy": "newest"})

    # -- files ---------------------------------------------------------------------------------

    def _listing(self, deposit: Deposit) -> dict[str, Any]:
        base = self._base(deposit)
        entries = [entry.json(base) for entry in reversed(deposit.entries.values())]
        return {"enabled": True, "default_preview": None, "order": [], "entries": entries}

    async def _init_files(self, request: Request, deposit: Deposit) -> Answer:
        wanted = json.loads(await request.content() or b"[]")
        if not isinstance(wanted, list):
            errors = [{"field": "0._schema", "messages": ["Invalid input type."]}]
            raise Refused(400, "A validation error occurred.", errors=errors)
        if not wanted:
            raise Refused(400, "No files to upload.")
        for item in wanted:
            item["key"] = self.deployment.rename(item["key"])
            if item["key"] in deposit.entries:
                raise Refused(400, f"File with key {item['key']} already exists.")
        if len(deposit.entries) + len(wanted) > self.deployment.max_files:
            text = "Uploading selected files will result in exceeding the max amount per record."
            raise Refused(400, text)
        for item in wanted:
            declared = {name: item[name] for name in ("size", "checksum") if name in item}
            key = item["key"]
            unseen = deposit.unseen.pop(key, None)
            deposit.entries[key] = Entry(
                key, stored=unseen, declared=declared, form=self.deployment.checksum
            )
        return Answer(201, self._listing(deposit))

    async def _put_content(self, request: Request, deposit: Deposit, key: str) -> Answer:
        kind = request.headers.get("content-type", "application/octet-stream")
        if kind != "application/octet-stream":
            text = "Invalid 'Content-Type' header. Expected one of: application/octet-stream"
            raise Refused(415, text)
        if deposit.locked:
            raise Refused(403, "Bucket is locked for modifications.")
        entry = self._entry(deposit, key)
        if len(key) > 255:
            raise Refused(400, "Filename is too long.")
        if entry.complete:
            self.destroyed.append(key)
            await request.content()
            return self._failed_put(deposit, entry)
        self._check_size(int(request.headers.get("content-length", "0")), deposit)
        if entry.writing:
            return await self._second_writer(request, entry)
        entry.writing = True
        try:
            content = await request.content()
        except BodyCutError as cut:
            return self._broken_put(deposit, entry, cut)
        finally:
            entry.writing = False
            entry.written.set()
        self._check_size(len(content), deposit)
        return self._stored_put(deposit, entry, content)

    def _stored_put(self, deposit: Deposit, entry: Entry, content: bytes) -> Answer:
        entry.stored = None if entry.key in self.forget_bytes else content
        entry.complete = self.deployment.staged
        deposit.used += len(content)
        deposit.deleted = self.forget_draft_after_put
        shown = entry.json(self._base(deposit))
        if entry.key in deposit.doomed:
            deposit.doomed.discard(entry.key)
            deposit.entries.pop(entry.key, None)
        return Answer(200, shown)

    async def _second_writer(self, request: Request, entry: Entry) -> Answer:
        if self.deployment.staged:
            raise Refused(400, f'File "{entry.key}" is already being uploaded.')
        await request.content()
        await entry.written.wait()  # the loser hears when the winner has ended
        raise Refused(500, _GENERIC)

    def _check_size(self, size: int, deposit: Deposit) -> None:
        if size > self.deployment.max_file_size:
            text = "The data value transmitted exceeds the capacity limit."
            if self.deployment.too_large_status == 400:
                text = "File size limit exceeded."
            raise Refused(self.deployment.too_large_status, text)
        if deposit.used + size > self.deployment.quota:
            raise Refused(400, "Bucket quota exceeded.")

    def _broken_put(self, deposit: Deposit, entry: Entry, cut: BodyCutError) -> Answer:
        if entry.key in self.late_cleanup:
            self.late_cleanup.discard(entry.key)
            deposit.doomed.add(entry.key)
            return Answer(200, {"errors": _FAILED})
        if not cut.chunked and self.deployment.cut_body is CutBody.STAYS:
            raise Refused(400, "File is smaller than expected.")
        if not cut.chunked and self.deployment.cut_body is CutBody.ROLLED_BACK:
            raise Refused(500, _GENERIC)
        return self._failed_put(deposit, entry)

    def _failed_put(self, deposit: Deposit, entry: Entry) -> Answer:
        shown = entry.json(self._base(deposit))
        deposit.entries.pop(entry.key, None)
        match self.deployment.failed_put:
            case FailedPut.REFUSED:
                text = "The file upload transfer failed, please try again."
                raise Refused(400, text)
            case FailedPut.ERRORS_LIST:
                return Answer(200, {**shown, "errors": [_FAILED]})
            case FailedPut.ERRORS_TEXT:
                return Answer(200, {**shown, "errors": _FAILED})

    def _commit(self, deposit: Deposit, key: str) -> Answer:
        entry = self._entry(deposit, key)
        if entry.stored is None or entry.writing:
            if self.deployment.staged:
                return Answer(200, entry.json(self._base(deposit)))
            raise Refused(500, _GENERIC)
        if not entry.stored and not self.deployment.empty_files:
            raise Refused(400, "Empty files are not accepted.")
        entry.complete = True
        entry.declared = {}
        return Answer(200, entry.json(self._base(deposit)))

    async def _delete_file(self, deposit: Deposit, key: str) -> Answer:
        if deposit.locked:
            raise Refused(403, "Bucket is locked for modifications.")
        entry = self._entry(deposit, key)
        deposit.changing += 1
        try:
            await self._let_others_run()
            if deposit.changing > 1:
                raise Refused(400, "Invalid value dataset.")
        finally:
            deposit.changing -= 1
        if entry.stored is not None and not entry.complete:
            deposit.unseen[key] = entry.stored
        elif entry.complete:
            deposit.used -= len(entry.stored or b"")
        deposit.entries.pop(key, None)
        deposit.revision += 1
        return Answer(204)

    async def _let_others_run(self) -> None:
        """Take as long as other requests that are on their way need to arrive."""
        for _ in range(40):
            await asyncio.sleep(0)


def _json_only(request: Request) -> None:
    accept = request.headers.get("accept", "*/*")
    if "application/json" not in accept and "*/*" not in accept:
        raise Refused(406, "Invalid 'Accept' header. Expected one of: application/json")


def _matches(deposit: Deposit, query: dict[str, str]) -> bool:
    if "is_published" in query and deposit.is_published is not (query["is_published"] == "true"):
        return False
    if not (text := query.get("q")):
        return True
    identifiers = (deposit.document.get("metadata") or {}).get("identifiers") or []
    wanted = text.partition(":")[2].strip('"')
    return any(item["identifier"] == wanted for item in identifiers)


async def _serve(name: str, port: int) -> None:
    async with InvenioDouble(EVERY[name], port=port) as double:
        print(json.dumps({"url": double.url, "token": TOKEN}), flush=True)  # noqa: T201
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--deployment", choices=sorted(EVERY), default="14.0.5")
    arguments = parser.parse_args()
    asyncio.run(_serve(arguments.deployment, arguments.port))
