"""One request and its answer on the way through the proxy, with the faults that befall them.

head --[before_forward]--> body --[mid_body]--> service --[after_effect]--> answer
                                                              `--[mid_answer]--> client
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Coroutine
from contextlib import aclosing
from typing import Any, NoReturn, TypeVar

from desktop_app.qa.proxy.answers import made_up
from desktop_app.qa.proxy.entry import Around, Entry
from desktop_app.qa.proxy.link import Link
from desktop_app.qa.proxy.rules import Rule, What, When
from desktop_app.qa.proxy.wire import (
    PIECE,
    BrokenError,
    Head,
    body_pieces,
    read_head,
)

T = TypeVar("T")
LARGEST_COPY = 64 << 20
"""Bytes of a request that can be sent twice."""
_QUIET = frozenset({What.CORRUPT, What.DRIP, What.THROTTLE, What.DUPLICATE})
"""Faults that bend what goes by, rather than act at one point."""
_LAST_WORD_S = 1.0
"""How long an answer may take that a service sent before it closed in the middle of a body."""


class ServiceGoneError(BrokenError):
    """The service stopped taking the body."""


class Over(Exception):  # noqa: N818 - how a fault ends an exchange; not seen outside
    """Nothing more goes over this connection."""


class Exchange:
    """One request, forwarded with its faults."""

    def __init__(
        self, link: Link, head: Head, rules: tuple[Rule, ...], entry: Entry, around: Around
    ) -> None:
        self._link = link
        self._head = head
        self._rules = rules
        self._entry = entry
        self._around = around
        self._pumped = False

    async def run(self) -> bool:
        """Return whether the client's connection can be used for another request."""
        entry = self._entry
        for rule in self._rules:
            if rule.what in _QUIET:
                self._around.acted(rule)
        try:
            await self._act(When.BEFORE_FORWARD)
            if any(rule.what is What.DUPLICATE for rule in self._rules):
                await self._twice()
            else:
                await self._forward(self._client_body())
        except Over:
            entry.ended = entry.ended or "ended by a fault"
            return False
        except BrokenError:
            entry.ended = entry.ended or "broken off"
            self._link.reset()
            return False
        entry.ended = "answered"
        return self._head.keeps_alive and self._pumped

    # the points

    async def _act(self, point: When) -> None:
        """Let the faults of a point act, in order.

        Raises:
            Over: the connection has ended.
        """
        for rule in self._rules:
            if rule.point is point and rule.what not in _QUIET:
                self._around.acted(rule)
                await self._one(rule, point)

    async def _one(self, rule: Rule, point: When) -> None:
        match rule.what:
            case What.DELAY:
                await self._or_gone(asyncio.sleep(rule.seconds))
            case What.STALL:
                await self._or_gone(self._around.healed())
                self._reset("stalled")
            case What.RESET:
                self._reset("reset")
            case What.HALF_CLOSE:
                await self._half_close()
            case What.LOST_ANSWER:
                await self._closed("answer lost")
            case What.CUT_BODY:
                await self._closed("cut")
            case What.STATUS | What.HTML | What.REDIRECT | What.EXPIRED_TOKEN:
                if point is When.BEFORE_FORWARD:
                    await self._drain()
                await self._made_up(rule)
                await self._closed(f"answered {self._entry.status} itself")
            case What.EARLY_ANSWER:
                await self._made_up(rule)
                await self._or_gone(self._around.healed())
                await self._closed("answered early")

    async def _made_up(self, rule: Rule) -> None:
        self._entry.status, content = made_up(rule)
        await self._link.send(content)

    async def _half_close(self) -> None:
        self._entry.ended = "half-closed"
        if self._link.writer.can_write_eof():
            self._link.writer.write_eof()
        await self._or_gone(self._drain(hold=True))
        await self._closed("half-closed")

    async def _closed(self, how: str) -> NoReturn:
        self._entry.ended = how
        await self._link.close()
        raise Over

    def _reset(self, how: str) -> NoReturn:
        self._entry.ended = how
        self._link.reset()
        raise Over

    async def _or_gone(self, waiting: Coroutine[Any, Any, T] | Awaitable[T]) -> T:
        """Return what `waiting` returns.

        Raises:
            Over: the client went away meanwhile; so does the connection to the service.
        """
        work = asyncio.ensure_future(waiting)
        gone = asyncio.ensure_future(self._link.client_gone())
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
        finally:
            await _put_down(work, gone)
        return await self._closed("the client went away")

    async def _drain(self, *, hold: bool = False) -> None:
        """Read the rest of the request and drop it; with `hold`, then wait for the client."""
        async with aclosing(self._client_body()) as pieces:
            async for _piece in pieces:
                pass
        if hold:
            await self._link.client_gone()

    # the request

    async def _client_body(self) -> AsyncGenerator[bytes, None]:
        async with aclosing(body_pieces(self._link.reader, self._head)) as pieces:
            async for piece in pieces:
                self._entry.received += len(piece)
                self._around.note()
                yield piece
        self._pumped = True

    async def _twice(self) -> None:
        copy = bytearray()
        async with aclosing(self._client_body()) as pieces:
            async for piece in pieces:
                copy += piece
                if len(copy) > LARGEST_COPY:
                    self._reset("too large to be sent twice")
        up_reader, _ = await self._send_head()
        first = await self._answered(up_reader, self._pump(_stored(bytes(copy))))
        await self._whole(first, up_reader)
        await self._forward(_stored(bytes(copy)))

    async def _forward(self, body: AsyncGenerator[bytes, None]) -> None:
        up_reader, _ = await self._send_head()
        head = await self._answered(up_reader, self._pump(body))
        self._entry.forwarded = self._pumped
        await self._give_answer(head, up_reader)
        if not self._pumped:
            await self._closed("answered before the body's end")

    async def _send_head(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        up_reader, up_writer = await self._link.up()
        up_writer.write(self._head.replaced(host=self._link.host).encoded())
        return up_reader, up_writer

    async def _pump(self, body: AsyncGenerator[bytes, None]) -> None:
        """Send the body on, and let what befalls it happen in its middle."""
        _, writer = await self._link.up()
        turn = _turn(self._rules, When.MID_BODY, self._head.length)
        passed = 0
        async with aclosing(body) as pieces:
            async for piece in pieces:
                if turn is not None and passed + len(piece) > turn:
                    await _write(writer, self._bent(piece[: turn - passed], When.MID_BODY))
                    rest, turn = piece[turn - passed :], None
                    await self._act(When.MID_BODY)
                else:
                    rest = piece
                passed += len(piece)
                await _write(writer, self._bent(rest, When.MID_BODY))
                await self._slowed(len(piece), When.MID_BODY)
        if turn is not None:
            await self._act(When.MID_BODY)

    async def _answered(
        self, up_reader: asyncio.StreamReader, pumping: Coroutine[Any, Any, None]
    ) -> Head:
        """Return the head of the final answer, which may come before the body's end.

        Raises:
            Over, BrokenError: one of the two sides went away.
        """
        pump = asyncio.ensure_future(pumping)
        answered = asyncio.ensure_future(self._final_head(up_reader))
        try:
            await asyncio.wait({pump, answered}, return_when=asyncio.FIRST_COMPLETED)
            if not answered.done():
                await self._look_at(pump, answered)
            return answered.result()
        finally:
            await _put_down(pump, answered)

    async def _look_at(self, pump: asyncio.Future[None], answered: asyncio.Future[Head]) -> None:
        """Return when the answer is there, after the sending has ended, well or not."""
        try:
            pump.result()
        except ServiceGoneError:
            await asyncio.wait({answered}, timeout=_LAST_WORD_S)
            if not answered.done():
                raise
        else:
            await self._or_gone(answered)

    async def _final_head(self, up_reader: asyncio.StreamReader) -> Head:
        while True:
            head = await read_head(up_reader)
            if head is None:
                raise BrokenError
            if head.status >= 200:
                return head
            await self._link.send(head.encoded())

    # the answer

    async def _give_answer(self, head: Head, up_reader: asyncio.StreamReader) -> None:
        self._learn(head)
        if not any(rule.point in (When.AFTER_EFFECT, When.MID_ANSWER) for rule in self._rules):
            self._entry.status = head.status
            await self._link.send(head.encoded())
            async with aclosing(self._answer_body(head, up_reader)) as pieces:
                async for piece in pieces:
                    await self._link.send(piece)
                    await self._slowed(len(piece), None)
        else:
            whole = await self._whole(head, up_reader)
            await self._act(When.AFTER_EFFECT)
            await self._give_piecemeal(head, whole)
        if not head.keeps_alive:
            await self._link.drop_up()

    async def _whole(self, head: Head, up_reader: asyncio.StreamReader) -> bytes:
        async with aclosing(self._answer_body(head, up_reader)) as pieces:
            return b"".join([piece async for piece in pieces])

    def _answer_body(
        self, head: Head, up_reader: asyncio.StreamReader
    ) -> AsyncGenerator[bytes, None]:
        return body_pieces(up_reader, head, answer_to=self._head.method)

    async def _give_piecemeal(self, head: Head, body: bytes) -> None:
        """Give an answer with a break in its middle (of the head, where there is no body)."""
        self._entry.status = head.status
        raw = head.encoded() + self._bent(body, When.MID_ANSWER)
        turn = _turn(self._rules, When.MID_ANSWER, len(body) or len(raw))
        start = len(raw) - len(body) if body else 0
        cut = len(raw) if turn is None else start + turn
        await self._link.send(raw[:cut])
        await self._act(When.MID_ANSWER)
        drips = [rule for rule in self._rules if rule.what is What.DRIP]
        for at in range(cut, len(raw)):
            for rule in drips:
                await self._or_gone(asyncio.sleep(rule.seconds))
            await self._link.send(raw[at : at + 1] if drips else raw[at:])
            if not drips:
                break

    def _learn(self, head: Head) -> None:
        location = head.get("location")
        if self._entry.method == "POST" and self._entry.key and location:
            self._around.learn(location, self._entry.key)

    # what bends and slows

    def _bent(self, piece: bytes, point: When) -> bytes:
        if not piece or not any(
            rule.what is What.CORRUPT and rule.point is point for rule in self._rules
        ):
            return piece
        bent = bytearray(piece)
        bent[self._around.random.randrange(len(bent))] ^= 0xFF
        return bytes(bent)

    async def _slowed(self, size: int, point: When | None) -> None:
        for rule in self._rules:
            if rule.what is What.THROTTLE:
                await self._or_gone(asyncio.sleep(size / rule.bytes_per_s))
            elif rule.what is What.DRIP and rule.point is point:
                await self._or_gone(asyncio.sleep(rule.seconds * size / PIECE))


def _turn(rules: tuple[Rule, ...], point: When, length: int | None) -> int | None:
    """Return after how many bytes the faults of a point act; None if there are none."""
    acting = [rule for rule in rules if rule.point is point]
    if point is When.MID_BODY:
        acting = [rule for rule in acting if rule.what not in _QUIET]
    if not acting:
        return None
    return int(min(rule.at for rule in acting) * (length if length is not None else PIECE))


async def _stored(body: bytes) -> AsyncGenerator[bytes, None]:
    for start in range(0, len(body), PIECE):
        yield body[start : start + PIECE]


async def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    if not data:
        return
    try:
        writer.write(data)
        await writer.drain()
    except ConnectionError as error:
        raise ServiceGoneError from error


async def _put_down(*tasks: asyncio.Future[Any]) -> None:
    """Cancel what still runs and wait for it; what it raises has been looked at, or is moot."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
