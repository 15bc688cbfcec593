"""Finding a person's own deposits: the newest drafts, and those that carry our marker.

The search index lags behind the database (by about 1 s, and much longer while it is busy), so
finding nothing takes its time; what is found is looked up in the database before it is returned.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorKind, ServiceError
from desktop_app.core.model import RecordRef
from desktop_app.services.http import RetryPolicy
from desktop_app.services.invenio.api import Api
from desktop_app.services.invenio.documents import marker, search_hits
from desktop_app.services.invenio.truth import Truth

SEARCH_AT_S = (0.0, 3.0, 8.0, 18.0, 38.0)
"""When the looks for a marker begin. A slow search takes the place of the pause after it."""
_NEWEST = {"sort": "newest", "size": "25", "shared_with_me": "false"}


class Search:
    """Searches among the deposits of the token's owner."""

    def __init__(self, api: Api, truth: Truth, clock: Clock, policy: RetryPolicy) -> None:
        self._api = api
        self._truth = truth
        self._clock = clock
        self._policy = policy

    async def drafts(self) -> tuple[RecordRef, ...]:
        """Return the newest drafts, as far as the index knows."""
        return await self._hits({**_NEWEST, "is_published": "false"})

    async def marked(self, client_ref: str) -> tuple[RecordRef, ...]:
        """Return the records that carry our marker, as they are now, oldest first.

        Takes 38 s of the clock, and a search, to say that there is none.

        Raises:
            ServiceError: SIGN_IN: a dead token finds nothing, which says nothing.
        """
        began = self._clock.monotonic()
        for at in _still_to_come(self._clock, began):
            await self._clock.sleep(max(0.0, began + at - self._clock.monotonic()))
            found = _with_marker(await self._hits(_NEWEST), client_ref)
            if not found:
                found = await self._by_query(client_ref)
            if refs := await self._those_that_exist(found):
                return refs
        return ()

    async def _hits(self, query: dict[str, str]) -> tuple[RecordRef, ...]:
        try:
            return await self._api.get(
                "/user/records",
                lambda answer: tuple(self._truth.read_ref(hit) for hit in search_hits(answer)),
                query=query,
                policy=self._policy,
                search=True,
            )
        except ServiceError as error:
            if error.info.status in (401, 403):
                await self._truth.check_token()
            raise

    async def _by_query(self, client_ref: str) -> set[str]:
        """Find older ones by a query; a site that cannot read it finds none."""
        query = f'metadata.identifiers.identifier:"{marker(client_ref)}"'
        try:
            return _with_marker(await self._hits({**_NEWEST, "q": query}), client_ref)
        except ServiceError as error:
            if error.info.status != 400:
                raise
            return set()

    async def _those_that_exist(self, ids: Iterable[str]) -> tuple[RecordRef, ...]:
        """Return the present state of each; the index may know what is deleted by now."""
        refs: list[RecordRef] = []
        for id_ in ids:
            try:
                refs.append(await self._truth.record(id_))
            except ServiceError as error:
                if error.kind not in (ErrorKind.NOT_FOUND, ErrorKind.GONE):
                    raise
        return tuple(sorted(refs, key=lambda ref: (ref.created, ref.id)))


def _still_to_come(clock: Clock, began: float) -> Iterator[float]:
    """Yield when to look, without the looks whose time passed in a search; the last one stays."""
    for at, following in pairwise((*SEARCH_AT_S, math.inf)):
        if began + following > clock.monotonic():
            yield at


def _with_marker(hits: tuple[RecordRef, ...], client_ref: str) -> set[str]:
    return {hit.id for hit in hits if hit.client_ref == marker(client_ref)}
