"""The built-in service as a kind: the one on this computer, or one that runs by itself."""

from __future__ import annotations

from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.services.base import RecordService
from desktop_app.services.kinds import OpenContext, ServiceKind


async def _open(account: Account, context: OpenContext) -> RecordService:
    from desktop_app.services.http import at  # noqa: PLC0415 - only when one is opened
    from desktop_app.services.local.service import LocalService  # noqa: PLC0415 - the same

    from_here = account.id == LOCAL_ACCOUNT.id
    return LocalService(
        context.built_in if from_here else at(account.address, await context.token(account)),
        account=account,
        limits=context.limits,
        settings=context.settings,
        trust=context.trust,
    )


KIND = ServiceKind(
    LOCAL_ACCOUNT.kind,
    "Sendoff",
    _open,
    by_address=False,
    module="desktop_app.services.local.service",
)
