"""A bucket to test against: a real SeaweedFS where one is named, else the double."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex

import httpx

from desktop_app.core.model import Account
from desktop_app.core.settings import ProxyMode
from desktop_app.services.http import HttpSettings
from desktop_app.services.s3.bucket import Place
from desktop_app.services.s3.records import stored_name
from desktop_app.services.s3.service import S3Service
from desktop_app.services.s3.signing import KeyPair, escaped, signed_headers

DIRECT = HttpSettings(proxy_mode=ProxyMode.NONE)
REAL = os.environ.get("SENDOFF_S3_URL", "")
"""Root of a real store; its key pair is in SENDOFF_S3_KEYS, its bucket in SENDOFF_S3_BUCKET."""


@dataclass(frozen=True)
class Store:
    """A store that runs, and a prefix in its bucket of which nobody else knows."""

    url: str
    keys: str
    bucket: str
    prefix: str

    def account(self, url: str = "") -> Account:
        address = f"{url or self.url}/{self.bucket}/{self.prefix}"
        return Account("acct-s3", "s3", "Bucket", address)

    def service(self, keys: str = "", url: str = "") -> S3Service:
        return S3Service(self.account(url), keys or self.keys, settings=DIRECT)

    async def object(self, key: str) -> bytes | None:
        place = Place.read(self.account().address)
        target = f"/{self.bucket}/{escaped(f'{self.prefix}/{key}', '/')}"
        pair, now = KeyPair.read(self.keys), datetime.now(UTC)
        headers = signed_headers(pair, place.region, now, "GET", place.host, target, {})
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            answer = await http.get(f"{self.url}{target}", headers=headers)
        return answer.content if answer.status_code == 200 else None

    async def stored(self, record: str, key: str) -> bytes | None:
        return await self.object(f"{record}/data/{stored_name(key)}")


@asynccontextmanager
async def a_store() -> AsyncIterator[Store]:
    yield Store(
        REAL,
        os.environ["SENDOFF_S3_KEYS"],
        os.environ.get("SENDOFF_S3_BUCKET", "test"),
        f"tests/{token_hex(6)}",
    )
