"""The calls to a bucket, signed: objects, listings, uploads in parts. Knows nothing of records."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar
from urllib.parse import urlsplit

from desktop_app.core.errors import BadInputError, ErrorInfo, ErrorKind, ServiceError, Verdict, info
from desktop_app.services.http import Answer, Body, Endpoint, HttpClient, Request, origin_of
from desktop_app.services.http import RetryPolicy as Policy
from desktop_app.services.s3.answers import (
    Listing,
    Stored,
    complaint,
    listing_of,
    open_uploads,
    parts_of,
    text_of,
)
from desktop_app.services.s3.signing import (
    EMPTY_SHA256,
    KeyPair,
    escaped,
    query_string,
    signed_headers,
)

T = TypeVar("T")
_OK = frozenset({200})
_OR_ABSENT = frozenset({200, 404})
_OR_THERE = frozenset({200, 412})
_MOST_PAGES = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where records are kept, as the address of an account says: `https://host/BUCKET[/PREFIX]`."""

    root: str
    host: str
    bucket: str
    prefix: str
    region: str

    @classmethod
    def read(cls, address: str) -> Place:
        """Read an account's address.

        Raises:
            BadInputError: BAD_ADDRESS, with reason "bucket" where it names none.
        """
        parts = urlsplit(address)
        bucket, _, prefix = parts.path.strip("/").partition("/")
        if not bucket:
            raise BadInputError(info(ErrorKind.BAD_ADDRESS, reason="bucket"))
        root = f"{parts.scheme}://{parts.netloc}"
        host = origin_of(Endpoint(root)).place.partition("://")[2]
        prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
        return cls(root, host, bucket, prefix, _region(parts.hostname or ""))


def _region(host: str) -> str:
    """Return the region that Amazon's host names hold; other stores take the usual one."""
    names = host.split(".")
    if host.endswith((".amazonaws.com", ".amazonaws.com.cn")) and "s3" in names:
        found = names[names.index("s3") + 1]
        if found != "amazonaws":
            return found
    return "us-east-1"


@dataclass(frozen=True, slots=True)
class Sent:
    """The answer to a write: `tag` is the store's own of what it has, None if it refused (412)."""

    tag: str | None
    request_id: str = ""


class Bucket:
    """One bucket.

    Args:
        http: the client, for the root of the store, without a token.
        place: of the bucket.
        pair: signs.
        now: for the signature.
    """

    def __init__(
        self,
        http: HttpClient,
        place: Place,
        pair: KeyPair,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._http = http
        self._place = place
        self._pair = pair
        self._now = now

    def path(self, key: str) -> str:
        """Return the path of an object."""
        return f"/{escaped(self._place.bucket)}/{escaped(key, '/')}"

    async def put(
        self,
        key: str,
        content: bytes,
        policy: Policy,
        *,
        new: bool = True,
        media_type: str = "application/octet-stream",
        on_sent: Callable[[int], None] | None = None,
    ) -> Sent:
        """Write an object; with `new` only where there is none under the key."""
        digest = hashlib.sha256(content).digest()
        headers = {
            "Content-Type": media_type,
            "x-amz-checksum-sha256": b64encode(digest).decode(),
            **({"If-None-Match": "*"} if new else {}),
        }
        return await self._call(
            "PUT",
            self.path(key),
            _sent,
            policy,
            expect=_OR_THERE if new else _OK,
            headers=headers,
            body=_streamed(content, on_sent) if on_sent else content,
            payload=digest.hex(),
        )

    async def get(self, key: str, policy: Policy) -> Answer | None:
        """Return an object's answer, None where there is none."""
        return await self._call(
            "GET", self.path(key), lambda a: _or_none(a, "NoSuchKey"), policy, expect=_OR_ABSENT
        )

    async def delete(self, key: str, policy: Policy) -> None:
        """Remove an object; one that is gone already is fine."""
        expect = frozenset({200, 204, 404})
        await self._call("DELETE", self.path(key), _nothing, policy, expect=expect)

    async def list(self, prefix: str, policy: Policy) -> tuple[Stored, ...]:
        """Return all objects whose keys begin with `prefix`, all pages."""
        found: list[Stored] = []
        token = ""
        for _ in range(_MOST_PAGES):
            page = await self._page(prefix, policy, 1000, token)
            found += page.objects
            if not page.next or page.next == token:
                break
            token = page.next
        return tuple(found)

    async def first(self, prefix: str, policy: Policy) -> Stored | None:
        """Return the first object whose key begins with `prefix`."""
        return next(iter((await self._page(prefix, policy, 1)).objects), None)

    async def _page(self, prefix: str, policy: Policy, most: int, token: str = "") -> Listing:
        query = {"list-type": "2", "prefix": prefix, "max-keys": str(most), "encoding-type": "url"}
        if token:
            query["continuation-token"] = token
        return await self._call("GET", self._root, listing_of, policy, query)

    # Uploads in parts

    async def begin(self, key: str, policy: Policy) -> str:
        """Begin an upload in parts; return its id."""
        return await self._call(
            "POST",
            self.path(key),
            lambda answer: text_of(answer, "UploadId"),
            policy,
            {"uploads": ""},
            headers={"Content-Type": "application/octet-stream"},
        )

    async def put_part(
        self,
        key: str,
        upload: str,
        number: int,
        content: bytes,
        policy: Policy,
        on_sent: Callable[[int], None],
    ) -> str | None:
        """Send a part; return the store's tag of it, None where the upload is gone."""
        md5 = hashlib.md5(content, usedforsecurity=False).digest()

        def tag(answer: Answer) -> str | None:
            found = _or_none(answer, "NoSuchUpload")
            return None if found is None else _sent(found).tag

        return await self._call(
            "PUT",
            self.path(key),
            tag,
            policy,
            {"partNumber": str(number), "uploadId": upload},
            expect=_OR_ABSENT,
            headers={"Content-MD5": b64encode(md5).decode()},
            body=_streamed(content, on_sent),
            payload=hashlib.sha256(content).hexdigest(),
        )

    async def parts(self, key: str, upload: str, policy: Policy) -> tuple[Stored, ...] | None:
        """Return the parts that the store holds, by number; None where the upload is gone."""
        found: list[Stored] = []
        marker = ""
        for _ in range(_MOST_PAGES):
            query = {"uploadId": upload, "max-parts": "1000"}
            if marker:
                query["part-number-marker"] = marker
            page = await self._call(
                "GET",
                self.path(key),
                lambda a: None if _or_none(a, "NoSuchUpload") is None else parts_of(a),
                policy,
                query,
                expect=_OR_ABSENT,
            )
            if page is None:
                return None
            found += page.objects
            if not page.next or page.next == marker:
                break
            marker = page.next
        return tuple(found)

    async def complete(
        self, key: str, upload: str, tags: tuple[str, ...], policy: Policy, limit_s: float
    ) -> Sent | None:
        """Make an object of the parts; None where the upload is gone (made already, or ended)."""
        parts = "".join(
            f'<Part><PartNumber>{number}</PartNumber><ETag>"{tag}"</ETag></Part>'
            for number, tag in enumerate(tags, 1)
        )
        body = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>".encode()

        def read(answer: Answer) -> Sent | None:
            if answer.status == 412:
                return Sent(None, answer.request_id)
            found = _or_none(answer, "NoSuchUpload")
            if found is None:
                return None
            return Sent(text_of(found, "ETag").strip('"').lower(), answer.request_id)

        return await self._call(
            "POST",
            self.path(key),
            read,
            policy,
            {"uploadId": upload},
            expect=frozenset({200, 404, 412}),
            headers={"Content-Type": "application/xml", "If-None-Match": "*"},
            body=body,
            payload=hashlib.sha256(body).hexdigest(),
            limit_s=limit_s,
        )

    async def abort(self, key: str, upload: str, policy: Policy) -> None:
        """End an upload in parts, and drop its parts; one that is gone already is fine."""
        expect = frozenset({200, 204, 404})
        await self._call(
            "DELETE", self.path(key), _nothing, policy, {"uploadId": upload}, expect=expect
        )

    async def abort_all(self, prefix: str, policy: Policy) -> None:
        """End every upload in parts whose key begins with `prefix`."""
        for _ in range(_MOST_PAGES):
            query = {"uploads": "", "prefix": prefix}
            found = await self._call("GET", self._root, open_uploads, policy, query)
            ours = [(key, upload) for key, upload in found if key.startswith(prefix)]
            for key, upload in ours:
                await self.abort(key, upload, policy)
            if len(found) < 1000:
                return

    @property
    def _root(self) -> str:
        return f"/{escaped(self._place.bucket)}"

    async def _call(
        self,
        method: str,
        path: str,
        read: Callable[[Answer], T],
        policy: Policy,
        query: Mapping[str, str] | None = None,
        *,
        expect: frozenset[int] = _OK,
        headers: Mapping[str, str] | None = None,
        body: bytes | Body | None = None,
        payload: str = EMPTY_SHA256,
        limit_s: float | None = None,
    ) -> T:
        # Every call here may be repeated: writes are of one content under one key, or conditional.
        target = path if query is None else f"{path}?{query_string(query)}"
        also = headers or {}

        def signature() -> dict[str, str]:
            place = self._place
            return signed_headers(
                self._pair,
                place.region,
                self._now(),
                method,
                place.host,
                target,
                also,
                payload,
            )

        if body is None and method == "POST":
            body = b""
        request = Request(
            method,
            target,
            expect,
            repeatable=True,
            headers={"Accept": "*/*", **also},
            body=body,
            limit_s=limit_s,
            attempt_headers=signature,
        )
        return await self._http.call(request, read, policy)


def _streamed(content: bytes, on_sent: Callable[[int], None]) -> Body:
    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(content), 1 << 20):
            yield content[start : start + (1 << 20)]

    @asynccontextmanager
    async def opened() -> AsyncIterator[AsyncIterator[bytes]]:
        yield pieces()

    return Body(len(content), opened, on_sent)


def _sent(answer: Answer) -> Sent:
    if answer.status == 412:
        return Sent(None, answer.request_id)
    return Sent(answer.headers["etag"].strip('"').lower(), answer.request_id)


def _or_none(answer: Answer, absent: str) -> Answer | None:
    """Return a success, None where it says that just this is not there."""
    code, text = complaint(answer)
    if answer.status == 404 and code == absent:
        return None
    if answer.status == 404 or (code and answer.status == 200):
        # a 200 may carry an error: the store began to answer before it knew
        raise ServiceError(refined(answer, info(ErrorKind.NOT_FOUND, server_text=text)))
    return answer


def _nothing(_answer: Answer) -> None:
    return None


_CODES = {
    "InvalidAccessKeyId": ErrorKind.SIGN_IN,
    "SignatureDoesNotMatch": ErrorKind.SIGN_IN,
    "ExpiredToken": ErrorKind.SIGN_IN,
    "InvalidToken": ErrorKind.SIGN_IN,
    "TokenRefreshRequired": ErrorKind.SIGN_IN,
    "EntityTooLarge": ErrorKind.TOO_LARGE,
    "KeyTooLongError": ErrorKind.BAD_NAME,
    "QuotaExceeded": ErrorKind.QUOTA,
    "XMinioStorageFull": ErrorKind.QUOTA,
    "SlowDown": ErrorKind.OVERLOADED,
    "BadDigest": ErrorKind.NOT_CONFIRMED,
    "XAmzContentSHA256Mismatch": ErrorKind.NOT_CONFIRMED,
    "IncompleteBody": ErrorKind.NOT_CONFIRMED,
    "NoSuchKey": ErrorKind.NOT_FOUND,
    "InternalError": ErrorKind.SERVER_FAULT,
}
_REASONS = {
    "RequestTimeTooSkewed": (ErrorKind.SIGN_IN, "clock"),
    "NoSuchBucket": (ErrorKind.NOT_FOUND, "bucket"),
}
_PASSING = frozenset({ErrorKind.NOT_CONFIRMED, ErrorKind.OVERLOADED, ErrorKind.SERVER_FAULT})


def refined(answer: Answer, found: ErrorInfo) -> ErrorInfo:
    """Return what the code in a refusal says of it."""
    code, text = complaint(answer)
    kind = _CODES.get(code, found.kind)
    value = replace(
        found,
        kind=kind,
        server_text=text or found.server_text,
        status=answer.status,
        request_id=answer.request_id,
    )
    if code in _CODES and kind in _PASSING:
        return replace(value, verdict=Verdict.TRANSIENT)
    if code in _REASONS:
        kind, reason = _REASONS[code]
        return replace(value, kind=kind).but(reason=reason)
    return value
