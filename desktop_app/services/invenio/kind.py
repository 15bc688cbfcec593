"""InvenioRDM and Zenodo as a kind."""

from __future__ import annotations

from desktop_app.core.model import Account
from desktop_app.services.base import RecordService
from desktop_app.services.kinds import OpenContext, Preset, ServiceKind


async def _open(account: Account, context: OpenContext) -> RecordService:
    from desktop_app.services.http import at  # noqa: PLC0415 - only when one is opened
    from desktop_app.services.invenio.budget import budget_for  # noqa: PLC0415 - the same
    from desktop_app.services.invenio.service import (  # noqa: PLC0415 - the same
        InvenioService,
        api_endpoint,
    )

    endpoint = api_endpoint(account.address, await context.token(account))
    return InvenioService(
        account,
        at(endpoint.url, endpoint.token),
        limits=context.limits,
        settings=context.settings,
        trust=context.trust,
        budget=context.shared(account.address, lambda: budget_for(account.address)),
    )


_NAME = "invenio"
KIND = ServiceKind(
    _NAME,
    "InvenioRDM",
    _open,
    drafts=True,
    api_path="/api",
    module="desktop_app.services.invenio.service",
    presets=(
        Preset("Zenodo", _NAME, "https://zenodo.org", "zenodo"),
        Preset("Zenodo sandbox", _NAME, "https://sandbox.zenodo.org", "sandbox"),
    ),
)
