"""A proxy of our own that breaks single requests on purpose, in front of double and real server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from enum import StrEnum

from tests.raw_server import (
    Answer,
    BodyCutError,
    Head,
    Request,
    WireServer,
    read_body,
    read_head,
)

GATEWAY_PAGE = b"<html><head><title>504 Gateway Time-out</title></head><body>nginx</body></html>"


class Break(StrEnum):
    """What happens to a request."""

    BEFORE = "before"
    """Never reaches the server; the connection ends."""
    AFTER = "after"
    """Carried out; the answer is lost."""
    GATEWAY = "gateway"
    """Carried out; a gateway says 504 in HTML."""
    GATEWAY_BEFORE = "gateway_before"
    """Never reaches the server; a gateway says 504 in HTML."""
    TRUNCATED = "truncated"
    """Carried out; the answer ends in its middle."""
    BODY_CUT = "body_cut"
    """The server gets `bytes` of the body; both connections end."""
    BODY_CUT_ANSWERED = "body_cut_answered"
    """The server gets `bytes` of the body, chunked, then an end; its answer is handed over."""
    HELD = "held"
    """Carried out; the answer waits for `Tap.release`, and `Tap.reached` is set."""
    TWICE = "twice"
    """Carried out twice; the second answer is handed over."""


@dataclass(slots=True)
class Rule:
    """Applies to the next `times` requests that fit, after `skip` of them."""

    method: str
    path: str
    what: Break | Answer
    times: int = 1
    skip: int = 0
    bytes: int = 0


@dataclass(slots=True)
class Passed:
    """One request that came by."""

    method: str
    target: str
    headers: dict[str, str] = field(default_factory=dict)
    what: str = ""
    status: int = 0


class Tap(WireServer):
    """Stands between client and server.

    Attributes:
        rules: looked through in order; the first that fits and is not used up applies.
        passed: every request.
        replace_token: what the server sees instead of the client's token, "" for the same.
        expire_before: from the first request that fits this on, the token is dead.
        reached, release: see `Break.HELD`.
        body_bytes: request body bytes that clients sent, in all.
    """

    def __init__(self, upstream: str) -> None:
        super().__init__()
        self._upstream_host, _, port = upstream.removeprefix("http://").rpartition(":")
        self._port_upstream = int(port)
        self.rules: list[Rule] = []
        self.passed: list[Passed] = []
        self.body_bytes = 0
        self.replace_token = ""
        self.expire_before = ""
        self.reached = asyncio.Event()
        self.release = asyncio.Event()

    def add(self, method: str, path: str, what: Break | Answer, **more: int) -> None:
        """Break the next request whose method and path (a regular expression) fit."""
        self.rules.append(Rule(method, path, what, **more))

    def count(self, method: str, path: str) -> int:
        """Return how many requests fit."""
        return sum(p.method == method and bool(re.search(path, p.target)) for p in self.passed)

    def _change_token(self, head: Head) -> None:
        if self.expire_before and re.search(self.expire_before, head.first.split(" ")[1]):
            self.replace_token = "expired-token-0123456789abcdef"
        if self.replace_token:
            shown = b"Bearer " + self.replace_token.encode()
            head.raw = re.sub(rb"Bearer [^\r]+", shown, head.raw)

    def _rule(self, head: Head) -> Rule | None:
        method, target, _ = head.first.split(" ", 2)
        for rule in self.rules:
            if rule.times and rule.method == method and re.search(rule.path, target):
                if rule.skip:
                    rule.skip -= 1
                    return None
                rule.times -= 1
                return rule
        return None

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await read_head(reader):
            self._change_token(head)
            rule = self._rule(head)
            method, target, _ = head.first.split(" ", 2)
            kind = rule.what if rule else ""
            passed = Passed(method, target, head.headers, str(kind))
            self.passed.append(passed)
            self.note()
            body = self._counted(read_body(reader, head.headers))
            answer = await self._carry(head, body, rule)
            if answer is None:
                return
            passed.status = int(answer.split(b" ", 2)[1])
            writer.write(answer)
            await writer.drain()
            if kind is Break.TRUNCATED:
                return
            async for _rest in body:
                pass

    async def _counted(self, body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        try:
            async for part in body:
                self.body_bytes += len(part)
                yield part
        except BodyCutError:
            return

    async def _carry(
        self, head: Head, body: AsyncIterator[bytes], rule: Rule | None
    ) -> bytes | None:
        what = rule.what if rule else None
        match what:
            case Answer():
                return what.encoded()
            case Break.BEFORE:
                return None
            case Break.GATEWAY_BEFORE:
                return Answer(504, body=GATEWAY_PAGE).encoded()
            case Break.BODY_CUT | Break.BODY_CUT_ANSWERED:
                assert rule is not None
                answered = what is Break.BODY_CUT_ANSWERED
                return await self._cut(head, body, rule.bytes, answered=answered)
        content = b"".join([part async for part in body])
        if what is Break.TWICE:
            await self._ask(head, content)
        answer = await self._ask(head, content)
        match what:
            case Break.AFTER:
                return None
            case Break.HELD:
                self.reached.set()
                await self.release.wait()
            case Break.GATEWAY:
                return Answer(504, body=GATEWAY_PAGE).encoded()
            case Break.TRUNCATED:
                return answer[:-10] if answer else None
        return answer

    async def _ask(self, head: Head, content: bytes) -> bytes | None:
        reader, writer = await asyncio.open_connection(self._upstream_host, self._port_upstream)
        try:
            writer.write(head.raw + content)
            await writer.drain()
            return await self._answer(reader)
        except ConnectionError:
            return None
        finally:
            writer.close()

    async def _cut(
        self, head: Head, body: AsyncIterator[bytes], size: int, *, answered: bool
    ) -> bytes | None:
        reader, writer = await asyncio.open_connection(self._upstream_host, self._port_upstream)
        left = size
        raw = _chunked(head) if answered else head.raw
        try:
            writer.write(raw)
            while left and (part := await anext(body, b"")):
                piece = part[:left]
                left -= len(piece)
                writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if answered else piece)
            await writer.drain()
            writer.write_eof()
            # the server is given the time to notice: tests read its state next
            answer = await self._answer(reader)
            return answer if answered else None
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> bytes | None:
        head = await read_head(reader)
        if head is None:
            return None
        if head.headers.get("content-length") is None and "transfer-encoding" not in head.headers:
            return head.raw
        content = b"".join([part async for part in read_body(reader, head.headers)])
        if "transfer-encoding" in head.headers:
            lines = [x for x in head.raw.split(b"\r\n") if b"ransfer-" not in x and x]
            lines.append(b"Content-Length: %d" % len(content))
            return b"\r\n".join(lines) + b"\r\n\r\n" + content
        return head.raw + content

    async def handle(self, request: Request) -> Answer | None:
        raise NotImplementedError


def _chunked(head: Head) -> bytes:
    lines = [line for line in head.raw.split(b"\r\n") if line]
    lines = [line for line in lines if not line.lower().startswith(b"content-length:")]
    return b"\r\n".join([*lines, b"Transfer-Encoding: chunked"]) + b"\r\n\r\n"
