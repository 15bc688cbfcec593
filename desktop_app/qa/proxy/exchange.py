"""One request and its answer on their way through the proxy, with the faults that act on them.

head --[before_forward]--> body --[mid_body]--> service --[after_effect]--> answer
                                                              `--[mid_answer]--> client
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Coroutine, Iterable
from contextlib import aclosing
from typing import Any, NoReturn, TypeVar

import h11

from desktop_app.qa.proxy.answers import made_up
from desktop_app.qa.proxy.calls import header, length_of
from desktop_app.qa.proxy.entry import Entry, Shared
from desktop_app.qa.proxy.link import Link
from desktop_app.qa.proxy.rules import Rule, What, When
from desktop_app.qa.proxy.wire import PIECE, BrokenError, Part, ServiceGoneError, Wire

T = TypeVar("T")
LARGEST_COPY = 64 << 20
"""Bytes of a request that can be kept, to be sent late or twice."""
_THROUGHOUT = frozenset({What.CORRUPT, What.DRIP, What.THROTTLE, What.DUPLICATE, What.LATE})
"""Faults of the exchange as a whole, rather than of one point in it."""
_LAST_ANSWER_S = 1.0
"""How long an answer may take that a service sent before it closed in the middle of a body."""


class Over(Exception):  # noqa: N818 - how a fault ends an exchange; not seen outside
    """Nothing more goes over this connection."""


class Exchange:
    """One request, forwarded with its faults."""

    def __init__(
        self,
        link: Link,
        request: h11.Request,
        rules: tuple[Rule, ...],
        entry: Entry,
        shared: Shared,
    ) -> None:
        self._link = link
        self._client = link.client
        self._request = request
        self._rules = rules
        self._entry = entry
        self._shared = shared
        self._all_read = False

    async def run(self) -> bool:
        """Return whether the client's connection can be used for another request."""
        entry = self._entry
        for rule in self._rules:
            if rule.what in _THROUGHOUT:
                self._shared.acted(rule)
        try:
            await self._act(When.BEFORE_FORWARD)
            if self._has(What.LATE):
                await self._forward_late()
            elif self._has(What.DUPLICATE):
                await self._forward_twice()
            else:
                await self._forward(self._request_parts())
        except Over:
            entry.ended = entry.ended or "ended by a fault"
            return False
        except BrokenError:
            entry.ended = entry.ended or "broken off"
            self._client.reset()
            return False
        except asyncio.CancelledError:  # the network went away: every connection is cut
            entry.ended = entry.ended or "cut off"
            self._shared.note()
            raise
        entry.ended = "answered"
        return self._client.begin_next()

    # the points

    async def _act(self, point: When) -> None:
        """Let the faults of a point act, in order.

        Raises:
            Over: the connection has ended.
        """
        for rule in self._rules:
            if rule.point is point and rule.what not in _THROUGHOUT:
                self._shared.acted(rule)
                await self._apply(rule, point)

    async def _apply(self, rule: Rule, point: When) -> None:
        match rule.what:
            case What.DELAY:
                await self._or_gone(asyncio.sleep(rule.seconds))
            case What.STALL:
                await self._or_gone(self._shared.healed())
                self._reset("stalled")
            case What.RESET:
                self._reset("reset")
            case What.HALF_CLOSE:
                await self._half_close()
            case What.LOST_ANSWER:
                await self._close("answer lost")
            case What.CUT_BODY:
                await self._close("cut")
            case What.STATUS | What.HTML | What.REDIRECT | What.EXPIRED_TOKEN:
                if point is When.BEFORE_FORWARD:
                    await self._drop_rest()
                await self._make_up(rule)
                await self._close(f"answered {self._entry.status} itself")
            case What.EARLY_ANSWER:
                await self._make_up(rule)
                await self._or_gone(self._shared.healed())
                await self._close("answered early")

    async def _make_up(self, rule: Rule) -> None:
        self._entry.status, content = made_up(rule)
        await self._client.send_bytes(content)

    async def _half_close(self) -> None:
        self._entry.ended = "half-closed"
        self._client.half_close()
        await self._or_gone(self._drop_rest())
        await self._or_gone(self._client.gone())
        await self._close("half-closed")

    async def _close(self, how: str) -> NoReturn:
        self._entry.ended = how
        await self._link.close()
        raise Over

    def _reset(self, how: str) -> NoReturn:
        self._entry.ended = how
        self._client.reset()
        raise Over

    async def _or_gone(self, waiting: Coroutine[Any, Any, T] | Awaitable[T]) -> T:
        """Return what `waiting` returns.

        Raises:
            Over: the client left meanwhile; then the connection to the service is closed too.
        """
        work = asyncio.ensure_future(waiting)
        gone = asyncio.ensure_future(self._client.gone())
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
        finally:
            await _cancel(work, gone)
        return await self._close("the client went away")

    async def _drop_rest(self) -> None:
        """Read the rest of the request and drop it."""
        async with aclosing(self._request_parts()) as parts:
            async for _part in parts:
                pass

    # the request

    async def _request_parts(self) -> AsyncGenerator[Part, None]:
        if self._all_read:
            return
        async with aclosing(self._client.parts()) as parts:
            async for part in parts:
                self._entry.received += _size(part)
                self._shared.note()
                yield part
        self._all_read = True

    async def _forward_late(self) -> None:
        """Forward the request after a while, whatever its client does meanwhile.

        So do gateways that buffer: a client that gave up has sent it all the same.
        """
        copy = await self._copy()
        for rule in self._rules:
            if rule.what is What.LATE:
                await asyncio.sleep(rule.seconds)
        up = await self._send_head()
        await self._send_body(up, _stored(copy))
        head = await self._final_head(up)
        self._entry.forwarded = True
        await self._give_answer(head, up)

    async def _copy(self) -> list[Part]:
        copy: list[Part] = []
        async with aclosing(self._request_parts()) as parts:
            async for part in parts:
                copy.append(part)
                if self._entry.received > LARGEST_COPY:
                    self._reset("too large to be kept")
        return copy

    async def _forward_twice(self) -> None:
        copy = await self._copy()
        up = await self._send_head()
        await self._answered(up, self._send_body(up, _stored(copy)))
        async with aclosing(up.parts()) as parts:
            async for _part in parts:
                pass  # the first answer is dropped
        await self._forward(_stored(copy))

    async def _forward(self, parts: AsyncGenerator[Part, None]) -> None:
        up = await self._send_head()
        head = await self._answered(up, self._send_body(up, parts))
        self._entry.forwarded = self._all_read
        await self._give_answer(head, up)
        if not self._all_read:
            await self._close("answered before the body's end")

    async def _send_head(self) -> Wire:
        up, request = await self._link.up(), self._request
        host = self._link.host.encode()
        headers = [
            (name, host if name.lower() == b"host" else value)
            for name, value in request.headers.raw_items()
        ]
        await up.send(h11.Request(method=request.method, target=request.target, headers=headers))
        return up

    async def _send_body(self, up: Wire, parts: AsyncGenerator[Part, None]) -> None:
        """Send the body to the service, and let the faults act in its middle."""
        length = length_of(self._request)
        turn = self._turn(When.MID_BODY, length)
        passed = 0
        async with aclosing(self._corrupted(parts, When.MID_BODY, length)) as changed:
            async for part in changed:
                size, rest = _size(part), part
                if turn is not None and (passed + size > turn or not size):
                    if isinstance(part, h11.Data):
                        await up.send(h11.Data(data=part.data[: turn - passed]))
                        rest = h11.Data(data=part.data[turn - passed :])
                    await self._act(When.MID_BODY)
                    turn = None
                passed += size
                await up.send(rest)
                await self._slow_down(size, When.MID_BODY)

    async def _answered(self, up: Wire, sending: Coroutine[Any, Any, None]) -> h11.Response:
        """Return the head of the final answer, which may come before the body's end.

        Raises:
            Over, BrokenError: one of the two sides went away.
        """
        sent = asyncio.ensure_future(sending)
        answered = asyncio.ensure_future(self._final_head(up))
        try:
            await asyncio.wait({sent, answered}, return_when=asyncio.FIRST_COMPLETED)
            if not answered.done():
                await self._after_sending(sent, answered)
            return answered.result()
        finally:
            await _cancel(sent, answered)

    async def _after_sending(
        self, sent: asyncio.Future[None], answered: asyncio.Future[h11.Response]
    ) -> None:
        """Return when the answer is there, after the sending has ended, well or not."""
        try:
            sent.result()
        except ServiceGoneError:
            await asyncio.wait({answered}, timeout=_LAST_ANSWER_S)
            if not answered.done():
                raise
        else:
            await self._or_gone(answered)

    async def _final_head(self, up: Wire) -> h11.Response:
        while not isinstance(event := await up.event(), h11.Response):
            if not isinstance(event, h11.InformationalResponse):
                raise ServiceGoneError
            await self._client.send(event)
        return event

    # the answer

    async def _give_answer(self, head: h11.Response, up: Wire) -> None:
        location = header(head, b"location")
        if self._entry.method == "POST" and self._entry.key and location:
            self._shared.learn(location, self._entry.key)
        if any(rule.point in (When.AFTER_EFFECT, When.MID_ANSWER) for rule in self._rules):
            async with aclosing(
                self._corrupted(up.parts(), When.MID_ANSWER, length_of(head))
            ) as it:
                parts = [part async for part in it]
            await self._act(When.AFTER_EFFECT)
            await self._give_in_two(head, parts)
            return
        self._entry.status = head.status_code
        await self._client.send(head)
        async with aclosing(up.parts()) as answer:
            async for part in answer:
                await self._client.send(part)
                await self._slow_down(_size(part), None)

    async def _give_in_two(self, head: h11.Response, parts: Iterable[Part]) -> None:
        """Give an answer, with the faults in its middle (of the head, where it has no body).

        Sent as bytes: such a fault stops between any two of them.
        """
        self._entry.status = head.status_code
        encoded = self._client.encoded(head)
        body = b"".join(self._client.encoded(part) for part in parts)
        raw = encoded + body
        turn = self._turn(When.MID_ANSWER, len(body) or len(raw))
        start = len(encoded) if body else 0
        cut = len(raw) if turn is None else start + turn
        await self._client.send_bytes(raw[:cut])
        await self._act(When.MID_ANSWER)
        drips = [rule for rule in self._rules if rule.what is What.DRIP]
        if not drips:
            await self._client.send_bytes(raw[cut:])
            return
        for at in range(cut, len(raw)):
            for rule in drips:
                await self._or_gone(asyncio.sleep(rule.seconds))
            await self._client.send_bytes(raw[at : at + 1])

    # what changes and slows all that passes

    def _has(self, what: What, point: When | None = None) -> bool:
        return any(
            rule.what is what and (point is None or rule.point is point) for rule in self._rules
        )

    def _turn(self, point: When, length: int | None) -> int | None:
        """Return after how many bytes the faults of a point act; None if there are none."""
        acting = [rule for rule in self._rules if rule.point is point]
        if point is When.MID_BODY:
            acting = [rule for rule in acting if rule.what not in _THROUGHOUT]
        if not acting:
            return None
        return int(min(rule.at for rule in acting) * (length if length is not None else PIECE))

    async def _corrupted(
        self, parts: AsyncGenerator[Part, None], point: When, length: int | None
    ) -> AsyncGenerator[Part, None]:
        """Yield the parts, with one byte of every 16 KiB changed where a rule wants that.

        Which bytes is drawn, and does not depend on the pieces in which they happen to arrive.
        """
        wanted = self._has(What.CORRUPT, point)
        first = self._shared.random.randrange(min(PIECE, length or 1)) if wanted else 0
        passed = 0
        async with aclosing(parts):
            async for part in parts:
                if wanted and isinstance(part, h11.Data):
                    data = bytearray(part.data)
                    for at in range((first - passed) % PIECE, len(data), PIECE):
                        data[at] ^= 0xFF
                    passed += len(data)
                    yield h11.Data(data=bytes(data))
                else:
                    yield part

    async def _slow_down(self, size: int, point: When | None) -> None:
        for rule in self._rules:
            if rule.what is What.THROTTLE:
                await self._or_gone(asyncio.sleep(size / rule.bytes_per_s))
            elif rule.what is What.DRIP and rule.point is point:
                await self._or_gone(asyncio.sleep(rule.seconds * size / PIECE))


def _size(part: Part) -> int:
    return len(part.data) if isinstance(part, h11.Data) else 0


async def _stored(parts: Iterable[Part]) -> AsyncGenerator[Part, None]:
    for part in parts:
        yield part


async def _cancel(*tasks: asyncio.Future[Any]) -> None:
    """Cancel what still runs and wait for it; what it raises was handled, or does not matter."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
