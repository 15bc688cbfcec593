"""What a site lists of the files of a draft or record, and what publishing demands of it."""

from __future__ import annotations

from desktop_app.core.errors import ErrorKind, ServiceError, info
from desktop_app.core.model import RemoteFile, UploadedFile, same_name
from desktop_app.services.http import LARGEST_LISTING, RetryPolicy
from desktop_app.services.invenio.api import PLAIN_JSON, Api, draft_path, record_path
from desktop_app.services.invenio.documents import listing_page
from desktop_app.services.invenio.truth import HIDDEN, Truth

_MOST_PAGES = 1000


class Listings:
    """Lists files.

    Attributes:
        published: ids of records that are known to be published; added to by others.
    """

    def __init__(self, api: Api, truth: Truth, policy: RetryPolicy) -> None:
        self._api = api
        self._truth = truth
        self._policy = policy
        self.published: set[str] = set()

    async def of(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the files of the draft, or of the record where there is no draft.

        Of a record that is known to be published they are its own, though it is being edited:
        what is in the edit is not public.
        """
        first, second = self.of_draft, self.of_record
        if record_id in self.published:
            first, second = second, first
        try:
            return await first(record_id)
        except ServiceError as error:
            if error.info.status not in HIDDEN:
                raise
            hidden = error
        try:
            return await second(record_id)
        except ServiceError as error:
            if error.info.status not in HIDDEN:
                raise
            await self._truth.explain(record_id, hidden)

    async def of_record(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the files of a published record."""
        return await self._pages(f"{record_path(record_id)}/files")

    async def of_draft(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the files of a draft."""
        return await self._pages(f"{draft_path(record_id)}/files")

    async def _pages(self, path: str) -> tuple[RemoteFile, ...]:
        """Return the files of all pages of a listing (most sites have one page).

        Raises:
            ServiceError: BAD_ANSWER: the pages do not end.
        """
        found: dict[str, RemoteFile] = {}
        query: dict[str, str] | None = None
        for _ in range(_MOST_PAGES):
            files, query = await self._api.get(
                path,
                listing_page,
                query=query,
                accept=PLAIN_JSON,
                policy=self._policy,
                most=LARGEST_LISTING,
            )
            known = len(found)
            found |= {file.key: file for file in files}
            if query is None:
                return tuple(sorted(found.values(), key=lambda file: file.key))
            if len(found) == known:
                break  # pages in a circle
        raise ServiceError(info(ErrorKind.BAD_ANSWER, reason="pages"))


def require(files: tuple[UploadedFile, ...], listing: tuple[RemoteFile, ...]) -> None:
    """Refuse to publish without what was confirmed."""
    there = {same_name(file.key): file for file in listing}
    for file in files:
        found = there.get(same_name(file.key))
        if (
            found is None
            or not found.complete
            or found.size != file.size
            or (file.checksum and found.checksum != file.checksum)
        ):
            raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=file.key))
