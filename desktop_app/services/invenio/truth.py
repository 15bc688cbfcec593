"""What is true of a record, and what a refusal really means.

An expired token hides drafts (404) or forbids them (403), depending on the version: before
anything is called gone, one request that only a valid token can make decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, Verdict, info
from desktop_app.core.model import RecordRef, RecordState
from desktop_app.services.http import RetryPolicy
from desktop_app.services.invenio.api import Api, draft_path, record_path
from desktop_app.services.invenio.documents import record_ref, search_hits

HIDDEN = frozenset({401, 403, 404})
"""What a draft answers to a token that may not see it, to an expired one, or when it is gone."""


class Truth:
    """Asks the site.

    Args:
        api: to the site.
        address: its root, for the addresses of pages.
        policy: of each look.
        plain: makes a text of the site one that can be kept and shown.
    """

    def __init__(
        self, api: Api, address: str, policy: RetryPolicy, plain: Callable[[str], str]
    ) -> None:
        self._plain = plain
        self._api = api
        self._address = address
        self._policy = policy

    def read_ref(self, answer: Any) -> RecordRef:
        """Return the record of an answer; `ValueError` if there is none in it."""
        found = record_ref(answer, self._address)
        return replace(found, title=self._plain(found.title))

    async def record(self, record_id: str) -> RecordRef:
        """Return the record, else the draft.

        Raises:
            ServiceError: GONE (deleted after publishing), NOT_FOUND, PERMISSION (somebody
                else's), SIGN_IN.
        """
        refusals: list[ServiceError] = []
        # The last look is for a publish that came between the first two.
        for path in (record_path(record_id), draft_path(record_id), record_path(record_id)):
            try:
                return await self._api.get(path, self.read_ref, policy=self._policy)
            except ServiceError as error:
                if error.info.status not in HIDDEN:
                    raise
                refusals.append(error)
        await self.check_token()
        denied = next((e for e in refusals if e.info.status == 403), None)
        raise denied or refusals[-1]

    async def check_token(self) -> None:
        """Make a request that only a valid token can.

        Raises:
            ServiceError: SIGN_IN: the token is expired, revoked or wrong.
        """
        try:
            await self._api.get(
                "/user/records", search_hits, query={"size": "1"}, policy=self._policy
            )
        except ServiceError as error:
            if error.info.status in (401, 403):
                raise ServiceError(replace(error.info, kind=ErrorKind.SIGN_IN)) from error
            raise

    async def explain(self, record_id: str, error: ServiceError) -> NoReturn:
        """Raise what `error` of a draft's endpoint means.

        Raises:
            ServiceError: SIGN_IN; NOT_FOUND or GONE; CONFLICT if the record is published (its
                files can be changed no more); else `error`.
        """
        if error.info.status not in HIDDEN and error.kind is not ErrorKind.GONE:
            raise error
        if error.info.status in (401, 403):
            await self.check_token()
        ref = await self.record(record_id)
        if ref.state is RecordState.FINALIZED:
            raise ServiceError(info(ErrorKind.CONFLICT, reason="published", record=record_id))
        if error.kind is ErrorKind.GONE:  # it is not the draft that is gone
            raise ServiceError(replace(error.info, kind=ErrorKind.OTHER)) from error
        raise error

    async def explain_role(self, error: ServiceError, scope: str) -> NoReturn:
        """Raise SIGN_IN for a dead token, else `error` with the scope that the token may lack."""
        await self.check_token()
        raise ServiceError(with_scope(error.info, scope)) from error


def with_scope(found: ErrorInfo, scope: str) -> ErrorInfo:
    """Return a refusal that names the token scope which is needed ("" where there are none)."""
    facts = dict(found.detail) | ({"scope": scope} if scope else {})
    return replace(found, detail=tuple(sorted(facts.items())), verdict=Verdict.PERMANENT)
