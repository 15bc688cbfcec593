"""S3 object stores as a kind."""

from __future__ import annotations

from desktop_app.core.model import Account
from desktop_app.services.base import RecordService
from desktop_app.services.kinds import OpenContext, ServiceKind


async def _open(account: Account, context: OpenContext) -> RecordService:
    from desktop_app.services.s3.service import S3Service  # noqa: PLC0415 - only when one is opened

    return S3Service(
        account,
        await context.token(account),
        limits=context.limits,
        settings=context.settings,
        trust=context.trust,
    )


KIND = ServiceKind(
    "s3",
    "S3",
    _open,
    address_form="https://HOST/BUCKET/PREFIX",
    secret_form="KEY-ID:SECRET",  # noqa: S106 - how one looks
    module="desktop_app.services.s3.service",
)
