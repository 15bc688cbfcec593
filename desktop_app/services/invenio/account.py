"""*Test connection*: whether address, token and role are right, and whose the token is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError
from desktop_app.services.invenio.api import Api
from desktop_app.services.invenio.truth import Truth, with_scope

_TRIAL = {"metadata": {"title": "Connection test (may be deleted)"}, "files": {"enabled": True}}


async def check(
    api: Api, truth: Truth, delete_draft: Callable[[str], Awaitable[None]], limit_s: float
) -> str:
    """Return the address of the person, "" where the site does not say it.

    Creates an empty draft and deletes it: nothing less shows that the token may create one.
    (That it may publish shows only when something is published.)

    Raises:
        SendoffError: what is wrong; `account_error` reads it.
    """
    await truth.check_token()
    name = await _signed_in_as(api)
    ref = await api.send(
        "POST",
        "/records",
        truth.read_ref,
        expect=201,
        repeatable=False,
        document=_TRIAL,
        limit_s=limit_s,
    )
    await delete_draft(ref.id)
    return name


def account_error(found: ErrorInfo, scope: str) -> ErrorInfo:
    """Return what an error of `check` says of the account."""
    if found.kind is ErrorKind.PERMISSION:
        return with_scope(found, scope)
    if found.kind in (ErrorKind.NOT_FOUND, ErrorKind.BAD_ANSWER):
        return replace(found, kind=ErrorKind.NOT_THE_SERVICE)
    return found


async def _signed_in_as(api: Api) -> str:
    try:
        return await api.get("/me", lambda me: str(me.get("email") or ""))
    except ServiceError as error:
        if error.info.status is None:
            raise
        return ""
