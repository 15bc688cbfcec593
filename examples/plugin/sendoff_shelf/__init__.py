"""A kind of service as a package of its own: records on a shelf in memory.

It is the worked example of Sendoff's page *Write an adapter*. The entry point in `pyproject.toml`
names `KIND`; everything else of Sendoff comes with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.services.kinds import OpenContext, Preset, ServiceKind

if TYPE_CHECKING:
    from desktop_app.core.model import Account
    from desktop_app.services.base import RecordService
    from sendoff_shelf.service import Shelf

_SHELF: Shelf = {}
"""It lasts as long as the process: an example must leave nothing behind."""


async def _open(account: Account, context: OpenContext) -> RecordService:
    from sendoff_shelf.service import opened  # noqa: PLC0415 - only when one is opened

    return opened(_SHELF, await context.token(account))


KIND = ServiceKind(
    "shelf",
    "Shelf",
    _open,
    presets=(Preset("A shelf in memory", "shelf", "https://shelf.example"),),
    secret_form="good",  # noqa: S106 - the one token that it takes
    module="sendoff_shelf.service",
)
