"""InvenioRDM as the simulator has it: the protocol double, with what a site does all the time."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from tests.claims import Held, other_key
from tests.invenio.deployment import Deployment
from tests.invenio.deposits import Deposit
from tests.invenio.double import InvenioDouble, Refused
from tests.raw_server import Answer, Request, Whole
from tests.simulate.weather import PRETENDED_S, Site

_STEPS = (
    ("create", "POST", r"/api/records$"),
    ("publish", "POST", r"/actions/publish$"),
    ("init", "POST", r"/draft/files$"),
    ("content", "PUT", r"/content$"),
    ("commit", "POST", r"/commit$"),
    ("update", "PUT", r"/draft$"),
    ("delete", "DELETE", r""),
    ("look", "GET", r""),
)
INDEX_S = 20.0


class Repository(InvenioDouble):
    """Behind a `Front`; listens nowhere itself."""

    def __init__(self, site: Site, now: Callable[[], float], unheard_s: float) -> None:
        lag = INDEX_S if site is Site.LATE_INDEX else 0.0
        super().__init__(Deployment(index_lag_s=lag), now=now)
        self.site = site
        self.address = ""
        self._unheard_s = unheard_s
        self._ghosts: tuple[float, dict[str, bytes]] = (0.0, {})

    @property
    def url(self) -> str:
        return self.address

    def step(self, method: str, target: str) -> str:
        path = target.partition("?")[0]
        return next((s for s, m, form in _STEPS if m == method and re.search(form, path)), "")

    def held(self, to_come: tuple[str, ...]) -> Held:
        there = [one for one in self.deposits.values() if not one.deleted]
        return Held(
            tuple(one.id for one in there if not one.is_published),
            tuple(one.id for one in there if one.is_published),
            {
                one.id: {e.key: e.stored or b"" for e in one.entries.values() if e.complete}
                for one in there
            },
            {one.id: tuple(one.entries) for one in there},
            (*to_come, *("publish" for one in there if one.publishing)),
            len(self.deposits),
            self._ghosts[1] if self._now() < self._ghosts[0] else {},
        )

    async def handle(self, request: Request) -> Answer | None:
        step = self.step(request.method, request.target)
        answer = await super().handle(request)
        ended_well = answer is not None and answer.status < 300
        if self.site is Site.DELETED and step == "commit" and ended_well:
            self._delete_elsewhere(request)
        if answer is not None and answer.json is not None:
            answer.json = self._other_checksums(answer.json)
        return answer

    async def _init_files(self, request: Request, deposit: Deposit) -> Answer:
        if self.site is not Site.OTHER_KEYS:
            return await super()._init_files(request, deposit)
        wanted = json.loads(await request.content() or b"[]")
        renamed = [{**one, "key": other_key(one["key"])} for one in wanted]
        body = json.dumps(renamed).encode()
        whole = Whole(request.method, request.target, request.headers, body)
        return await super()._init_files(whole.request(), deposit)

    async def _put_content(self, request: Request, deposit: Deposit, key: str) -> Answer:
        if self.site is Site.QUOTA and key.startswith("file 0"):
            raise Refused(400, "Bucket quota exceeded.")
        return await super()._put_content(request, deposit, key)

    async def _publish(self, deposit: Deposit) -> Answer:
        if deposit.is_published:
            raise Refused(404, "Not found.")
        answer = await super()._publish(deposit)
        if self.site is Site.PUBLISH_ALTERS and deposit.entries:
            entry = next(iter(deposit.entries.values()))
            entry.stored = bytes([(entry.stored or b"\0")[0] ^ 1]) + (entry.stored or b"\0")[1:]
        if self.site is Site.PUBLISH_DROPS and deposit.entries:
            deposit.entries.pop(next(iter(deposit.entries)))
        if self.site in (Site.PUBLISH_IN_20_S, Site.PUBLISH_NEVER):
            deposit.is_draft, deposit.is_published = True, False
            if self.site is Site.PUBLISH_IN_20_S:
                deposit.publishing = True
                asyncio.get_running_loop().call_later(PRETENDED_S, self._publish_now, deposit)
        return answer

    def _publish_now(self, deposit: Deposit) -> None:
        deposit.publishing = False
        deposit.is_draft, deposit.is_published = False, True

    def _delete_elsewhere(self, request: Request) -> None:
        found = re.search(r"/records/([^/]+)", request.target)
        deposit = self.deposits.get(found[1]) if found else None
        if deposit is not None:
            ghosts = {e.key: e.stored or b"" for e in deposit.entries.values() if e.complete}
            self._ghosts = (self._now() + self._unheard_s, ghosts)
            deposit.deleted = True
            deposit.entries.clear()
            self.site = Site.PLAIN

    def _other_checksums(self, value: Any) -> Any:
        forms = {Site.PARTS: "multipart:{}-2-5242880", Site.NO_CHECKSUM: "crc64nvme:{}"}
        form = forms.get(self.site)
        if form is None:
            return value
        text = json.dumps(value)
        return json.loads(re.sub(r"md5:([0-9a-f]{32})", lambda m: form.format(m[1]), text))
