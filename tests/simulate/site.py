"""A service that misbehaves as the weather says, in the loop's own time, and knows what it holds.

`Front` stands between the network and a double: what a request does is the double's business;
here only whether it does it, when, how often, and what is answered.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, Protocol

from tests.claims import Held
from tests.raw_server import Answer, BodyCutError, Request, Whole, WireServer, read_body, read_head
from tests.simulate.weather import Fate, How, Site, Weather

_PAGE = b"<html><head><title>504 Gateway Time-out</title></head><body>nginx</body></html>"
_LOGIN = b"<!doctype html><html><head><title>Log in</title></head><body>Sign in</body></html>"
_FORGED = {"is_published": True, "is_draft": False, "id": "forged-1", "state": "finalized"}
_DIGEST = re.compile(r'"(md5|sha256):[0-9a-f]{32,64}"')
_WORKS_S = 0.05
UNHEARD_S = 0.3
"""For how long nobody can know that a draft was deleted elsewhere."""
UNHEARD_IN_STORM_S = 10_000.0
"""The same where answers are lost, or the person does not wait for them."""
SEARCH_S = 2.5


class Double(Protocol):
    """What stands behind the front."""

    tokens: dict[str, str]

    async def handle(self, request: Request) -> Answer | None:
        """Carry a request out."""
        ...

    def step(self, method: str, target: str) -> str:
        """Return what a request is a step of."""
        ...

    def held(self, to_come: tuple[str, ...]) -> Held:
        """Return what is true now."""
        ...


class Front(WireServer):
    """See the module. `said` hears a line about each request."""

    def __init__(self, double: Double, weather: Weather, said: Callable[[str], None]) -> None:
        super().__init__()
        self.double = double
        self.site = weather.site
        self.token = next(iter(double.tokens))
        self._fates = list(weather.fates)
        self._skipped = [0] * len(self._fates)
        self._coming: list[tuple[str, bool]] = []
        self._said = said
        self.met: set[How] = set()

    def fair(self) -> None:
        """Let single requests be from now on."""
        self._fates = []

    @property
    def coming(self) -> bool:
        """Whether an effect is still to come."""
        return bool(self._coming)

    def held(self) -> Held:
        """Return what is true now. What comes later than anybody waits for is not foretold."""
        return self.double.held(tuple(step for step, beyond in self._coming if not beyond))

    def new_token(self) -> str:
        """Let the person make a new token."""
        user = "2"
        self.token = f"{self.token[:30]}-{len(self.double.tokens) + len(self.token)}"
        self.double.tokens[self.token] = user
        return self.token

    # one connection

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await read_head(reader):
            method, target, _ = head.first.split(" ", 2)
            try:
                content = b"".join([part async for part in read_body(reader, head.headers)])
            except BodyCutError:
                return
            whole = Whole(method, target, head.headers, content)
            step = self.double.step(method, target)
            fate = self._fate(step)
            if not await self._play(step, fate, whole, writer, reader):
                return

    def _fate(self, step: str) -> Fate | None:
        for n, fate in enumerate(self._fates):
            if fate.step == step:
                self._skipped[n] += 1
                if self._skipped[n] == fate.skip + 1:
                    self.met.add(fate.how)
                    return fate
        return None

    async def _play(
        self,
        step: str,
        fate: Fate | None,
        whole: Whole,
        writer: asyncio.StreamWriter,
        reader: asyncio.StreamReader,
    ) -> bool:
        """Do what the fate says; return whether the connection goes on."""
        how = fate.how if fate is not None else None
        self._said(f"    {whole.method} {whole.target[:90]}" + (f"  <{fate}>" if fate else ""))
        if how is How.TOKEN_DIES:
            self.double.tokens.pop(self.token, None)
        if fate is not None and how in _LATER:
            self._later(step, fate, whole)
        answer: Answer | None = None
        if how not in _NO_EFFECT:
            answer = await self._carried_out(whole)
            if how is How.DOUBLED:
                answer = await self._carried_out(whole) or answer
        if how in _INSTEAD:
            answer = _INSTEAD[how]()
        elif how is How.WRONG_SUMS and answer is not None and answer.json is not None:
            answer.json = _wrong(answer.json)
        self._said(f"      -> {_shown(how, answer)}")
        return await self._answered(how, answer, writer, reader)

    async def _answered(
        self,
        how: How | None,
        answer: Answer | None,
        writer: asyncio.StreamWriter,
        reader: asyncio.StreamReader,
    ) -> bool:
        if how in (How.SILENT_NEVER, How.SILENT_LATE):
            await reader.read()
            return False
        if answer is None or how in (How.LOST, How.RESET_NEVER, How.RESET_LATE):
            writer.transport.abort()
            return False
        content = answer.encoded()
        if how is How.CUT:
            writer.write(content[: len(content) * 2 // 3])
            return False
        writer.write(content + (Answer(200, _FORGED).encoded() if how is How.FORGED else b""))
        await writer.drain()
        return True

    def _later(self, step: str, fate: Fate, whole: Whole) -> None:
        named = (step, fate.beyond)
        self._coming.append(named)

        async def come() -> None:
            try:
                await asyncio.sleep(fate.delay_s)
                answer = await self._carried_out(whole)
                self._said(f"    LATE {whole.method} {whole.target[:90]} -> {_shown(None, answer)}")
            finally:
                self._coming.remove(named)

        task = asyncio.create_task(come())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carried_out(self, whole: Whole) -> Answer | None:
        slow = self.site is Site.SLOW_SEARCH and "/user/records" in whole.target
        await asyncio.sleep(SEARCH_S if slow else _WORKS_S)
        return await self.double.handle(whole.request())


_LATER = (How.RESET_LATE, How.GATEWAY_LATE, How.SILENT_LATE, How.DOUBLED_LATE)
_NO_EFFECT = (
    How.RESET_NEVER,
    How.RESET_LATE,
    How.GATEWAY_NEVER,
    How.GATEWAY_LATE,
    How.SILENT_NEVER,
    How.SILENT_LATE,
    How.PAGE,
    How.REFUSED,
    How.BUSY,
    How.UNAVAILABLE,
)
_INSTEAD: dict[How | None, Callable[[], Answer]] = {
    How.GATEWAY_NEVER: lambda: Answer(504, body=_PAGE),
    How.GATEWAY_LATE: lambda: Answer(504, body=_PAGE),
    How.GATEWAY_AFTER: lambda: Answer(502, body=_PAGE),
    How.FAULT_AFTER: lambda: Answer(500, {"status": 500, "message": "Internal error."}),
    How.PAGE: lambda: Answer(200, body=_LOGIN),
    How.REFUSED: lambda: Answer(403, {"status": 403, "message": "Permission denied."}),
    How.BUSY: lambda: Answer(
        429, {"status": 429, "message": "Rate limit exceeded"}, headers={"Retry-After": "15"}
    ),
    How.UNAVAILABLE: lambda: Answer(503, body=_PAGE, headers={"Retry-After": "20"}),
}


def _wrong(value: Any) -> Any:
    def other(found: re.Match[str]) -> str:
        text = found[0]
        return text.replace(text[-5:-1], "0000" if text[-5:-1] != "0000" else "1111")

    return json.loads(_DIGEST.sub(other, json.dumps(value)))


def _shown(how: How | None, answer: Answer | None) -> str:
    if how in (How.SILENT_NEVER, How.SILENT_LATE):
        return "silence"
    if answer is None or how in (How.LOST, How.RESET_NEVER, How.RESET_LATE):
        return "reset"
    return str(answer.status)
