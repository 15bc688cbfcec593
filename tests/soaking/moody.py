"""An InvenioRDM double that misbehaves as one save's mood says, and knows what it holds.

What a request does to the deposits is the double's; here only when it does it, whether it does,
and what is answered. `Held` is the truth against which claims are compared.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import struct
from collections.abc import Callable
from typing import Any

from tests.claims import Held, other_key
from tests.invenio.deployment import Deployment
from tests.invenio.deposits import Deposit
from tests.invenio.double import InvenioDouble, Refused
from tests.raw_server import Answer, BodyCutError, Request, Whole, read_body, read_head
from tests.soaking.moods import Fate, How, Mood, Site
from tests.soaking.pace import Pace

_STEPS = (
    ("create", "POST", r"/api/records$"),
    ("publish", "POST", r"/actions/publish$"),
    ("init", "POST", r"/draft/files$"),
    ("content", "PUT", r"/content$"),
    ("commit", "POST", r"/commit$"),
    ("look", "GET", r""),
)
UNHEARD_S = 6.0
"""How long confirmations that were on their way go on counting a draft deleted elsewhere."""
_PAGE = b"<html><head><title>504 Gateway Time-out</title></head><body>nginx</body></html>"
_FORGED = {"is_published": True, "is_draft": False, "id": "forged-1", "entries": [], "hits": {}}
_OF_PARTS = "multipart:{hex}-2-5242880"
_UNKNOWN = "crc64nvme:{hex}"
SEARCH_S = 2.5
INDEX_S = 20.0
PRETENDED_S = 20.0


class MoodyDouble(InvenioDouble):
    """Misbehaves as `mood` says.

    Args:
        pace: its time.
        at_effect: called with the step right after an effect, before anything is answered.
    """

    def __init__(self, pace: Pace, at_effect: Callable[[str], None]) -> None:
        super().__init__(Deployment(), now=pace.now)
        self.mood = Mood()
        self._pace = pace
        self._at_effect = at_effect
        self._fates: list[Fate] = []
        self._skipped: dict[int, int] = {}
        self._coming: list[tuple[str, str]] = []
        """Step and title of effects that are still to come."""
        self._refused_for_room = False
        self._ghosts: tuple[float, dict[str, bytes]] = (0.0, {})
        """Until when nobody can have heard that a draft was deleted, and what it held."""

    def begin(self, mood: Mood) -> None:
        """Behave so from now on; what is on its way still comes."""
        self.mood = mood
        self._fates = list(mood.fates)
        self._skipped = {}
        lag = INDEX_S if mood.site is Site.LATE_INDEX else 0.0
        self.deployment = Deployment(index_lag_s=lag)

    def fair(self) -> None:
        """Let single requests be; what the site does all the time it goes on doing."""
        self._fates = []

    @property
    def coming(self) -> bool:
        """Whether an effect is still to come."""
        return bool(self._coming)

    def held(self, title: str) -> Held:
        """Return what is true of the save with this title now."""
        mine = [one for one in list(self.deposits.values()) if _title(one) == title]
        there = [one for one in mine if not one.deleted]
        return Held(
            tuple(one.id for one in there if not one.is_published),
            tuple(one.id for one in there if one.is_published),
            {
                one.id: {e.key: e.stored or b"" for e in list(one.entries.values()) if e.complete}
                for one in there
            },
            {one.id: tuple(one.entries) for one in there},
            tuple(step for step, whose in self._coming if whose == title),
            len(mine),
            self._ghosts[1] if self._now() < self._ghosts[0] else {},
        )

    # -- one connection ------------------------------------------------------------------------

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await read_head(reader):
            method, target, _ = head.first.split(" ", 2)
            step = _step(method, target)
            fate = self._fate(step)
            try:
                content = b"".join([part async for part in read_body(reader, head.headers)])
            except BodyCutError:
                return
            whole = Whole(method, target, head.headers, content)
            if not await self._play(step, fate, whole, writer):
                return

    async def _play(
        self, step: str, fate: Fate | None, whole: Whole, writer: asyncio.StreamWriter
    ) -> bool:
        """Do what the fate says; return whether the connection goes on."""
        how = fate.how if fate is not None else None
        if how in (How.REFUSED, How.BUSY):
            return await _write(writer, _refusal(how).encoded())
        if fate is not None and how in (How.RESET_LATE, How.GATEWAY_LATE):
            self._later(step, fate.delay_s, whole)
        elif how not in (How.RESET_NEVER, How.GATEWAY_NEVER):
            answer = await self._carried_out(step, whole)
            if answer is not None and how in (None, How.FORGED):
                return await _write(writer, answer.encoded() + self._behind(step, how))
        if how in (How.GATEWAY_NEVER, How.GATEWAY_LATE, How.GATEWAY_AFTER):
            return await _write(writer, Answer(504, body=_PAGE).encoded())
        _reset(writer)
        return False

    def _behind(self, step: str, how: How | None) -> bytes:
        """Return what comes behind an answer, in the same write."""
        if how is How.FORGED:
            return Answer(200, _FORGED).encoded()
        if self.mood.site is Site.FORGED and step in ("look", "commit"):
            return _refusal(How.REFUSED).encoded()
        return b""

    def _fate(self, step: str) -> Fate | None:
        for n, fate in enumerate(self._fates):
            if fate.step != step:
                continue
            if self._skipped.setdefault(n, 0) < fate.skip:
                self._skipped[n] += 1
                continue
            self._fates[n] = Fate("", fate.how, 0, 0.0)
            return fate
        return None

    def _later(self, step: str, delay_s: float, whole: Whole) -> None:
        named = (step, self._title_of(whole))
        self._coming.append(named)

        async def come() -> None:
            try:
                await asyncio.sleep(self._pace.real(delay_s))
                await self._carried_out(step, whole)
            finally:
                self._coming.remove(named)

        task = asyncio.create_task(come())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carried_out(self, step: str, whole: Whole) -> Answer | None:
        if self.mood.site is Site.SLOW_SEARCH and "/user/records" in whole.target:
            await asyncio.sleep(self._pace.real(SEARCH_S))
        answer = await self.handle(whole.request())
        if answer is not None and answer.status < 300:
            self._at_effect(step)
            if self.mood.site is Site.DELETED and step == "commit":
                self._delete_elsewhere(whole)
        if answer is not None and answer.json is not None:
            answer.json = self._other_checksums(answer.json)
        return answer

    # -- what the site does all the time -------------------------------------------------------

    async def _init_files(self, request: Request, deposit: Deposit) -> Answer:
        if self.mood.site is not Site.OTHER_KEYS:
            return await super()._init_files(request, deposit)
        wanted = json.loads(await request.content() or b"[]")
        renamed = [{**one, "key": other_key(one["key"])} for one in wanted]
        whole = Whole(request.method, request.target, request.headers, json.dumps(renamed).encode())
        return await super()._init_files(whole.request(), deposit)

    async def _put_content(self, request: Request, deposit: Deposit, key: str) -> Answer:
        if self.mood.site is Site.QUOTA and key.startswith("file 0 "):
            raise Refused(400, "Bucket quota exceeded.")
        return await super()._put_content(request, deposit, key)

    async def _publish(self, deposit: Deposit) -> Answer:
        site = self.mood.site
        answer = await super()._publish(deposit)
        if site is Site.PUBLISH_ALTERS and deposit.entries:
            entry = next(iter(deposit.entries.values()))
            entry.stored = bytes([(entry.stored or b"\0")[0] ^ 1]) + (entry.stored or b"\0")[1:]
        if site is Site.PUBLISH_DROPS and deposit.entries:
            deposit.entries.pop(next(iter(deposit.entries)))
        if site in (Site.PUBLISH_IN_20_S, Site.PUBLISH_NEVER):
            deposit.is_draft, deposit.is_published = True, False
            if site is Site.PUBLISH_IN_20_S:
                self._publish_later(deposit)
        return answer

    def _publish_later(self, deposit: Deposit) -> None:
        named = ("publish", _title(deposit))
        self._coming.append(named)

        def come() -> None:
            deposit.is_draft, deposit.is_published = False, True
            self._coming.remove(named)

        asyncio.get_running_loop().call_later(self._pace.real(PRETENDED_S), come)

    def _delete_elsewhere(self, whole: Whole) -> None:
        deposit = self._deposit_of(whole)
        if deposit is not None and len(deposit.entries) > 1:
            ghosts = {e.key: e.stored or b"" for e in deposit.entries.values() if e.complete}
            self._ghosts = (self._now() + UNHEARD_S, ghosts)
            deposit.deleted = True
            deposit.entries.clear()
            self.mood.site = Site.PLAIN

    def _other_checksums(self, value: Any) -> Any:
        form = {Site.PARTS: _OF_PARTS, Site.UNKNOWN_CHECKSUM: _UNKNOWN}.get(self.mood.site)
        if form is None:
            return value
        text = json.dumps(value)
        return json.loads(
            re.sub(r'"md5:([0-9a-f]{32})"', lambda m: f'"{form}"'.replace("{hex}", m[1]), text)
        )

    # -- whose ---------------------------------------------------------------------------------

    def _title_of(self, whole: Whole) -> str:
        deposit = self._deposit_of(whole)
        if deposit is not None:
            return _title(deposit)
        with contextlib.suppress(ValueError, AttributeError):
            return str(json.loads(whole.content).get("metadata", {}).get("title", ""))
        return ""

    def _deposit_of(self, whole: Whole) -> Deposit | None:
        found = re.search(r"/records/([^/]+)", whole.target)
        return self.deposits.get(found[1]) if found else None


def _title(deposit: Deposit) -> str:
    return str((deposit.document.get("metadata") or {}).get("title", ""))


def _step(method: str, target: str) -> str:
    path = target.partition("?")[0]
    return next((s for s, m, form in _STEPS if m == method and re.search(form, path)), "")


def _refusal(how: How) -> Answer:
    if how is How.BUSY:
        text = "Rate limit exceeded"
        return Answer(429, {"status": 429, "message": text}, headers={"Retry-After": "15"})
    return Answer(403, {"status": 403, "message": "Permission denied."})


async def _write(writer: asyncio.StreamWriter, content: bytes) -> bool:
    writer.write(content)
    await writer.drain()
    return True


def _reset(writer: asyncio.StreamWriter) -> None:
    raw = writer.get_extra_info("socket")
    with contextlib.suppress(OSError, AttributeError):
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
