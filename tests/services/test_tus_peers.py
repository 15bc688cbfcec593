"""Our tus client against servers that others wrote.

`SENDOFF_TUS_URLS` names them, separated by commas: the creation endpoint of each.
"""

from __future__ import annotations

import asyncio
import os
from urllib.parse import urlsplit

import pytest

from desktop_app.core.errors import FileError, ServiceError
from desktop_app.services.http import HttpClient, Request, RetryPolicy, at
from desktop_app.services.tus import Content, Listener, Tus, UploadGoneError
from tests.services import driver
from tests.services.driver import DIRECT, MIB

URLS = [url for url in os.environ.get("SENDOFF_TUS_URLS", "").split(",") if url]
pytestmark = [
    pytest.mark.peer,
    pytest.mark.skipif(not URLS, reason="SENDOFF_TUS_URLS names no tus server"),
]
POLICY = RetryPolicy(attempts=3)
SIZE = 9 * MIB + 5
METADATA = {"filename": "data.bin", "filetype": "image/png", "key": "天狗 💫.png"}
"""One of the servers insists on a type, another fails to give back a file with such a name."""


async def read_back(http: HttpClient, upload: str) -> bytes | None:
    """Return what is stored; None where the server gives nothing back (405)."""
    try:
        async with http.download(upload, {"Accept": "*/*"}) as pieces:
            return b"".join([piece async for piece in pieces])
    except ServiceError as error:
        if error.info.status != 405:
            raise
    return None


async def delete(http: HttpClient, upload: str) -> None:
    """End an upload; one that is gone already is fine."""
    headers = {"Tus-Resumable": "1.0.0"}
    ended = Request("DELETE", upload, frozenset({204, 404, 410}), repeatable=True, headers=headers)
    await http.call(ended, lambda _answer: None, POLICY)


@pytest.mark.parametrize("url", URLS)
def test_an_upload_that_was_interrupted_goes_on_and_is_whole(url: str) -> None:
    async def main() -> None:
        place = urlsplit(url)
        http = HttpClient(at(f"{place.scheme}://{place.netloc}"), settings=DIRECT)
        tus = Tus(http, chunk_limit=2 * MIB)
        upload = await tus.create(place.path, SIZE, METADATA, POLICY)
        assert upload.startswith("/")
        first = driver.Content(SIZE, breaks_after=5 * MIB)
        offsets: list[int] = []
        with pytest.raises(FileError):
            await tus.send(
                upload,
                Content(SIZE, first.open),
                POLICY,
                Listener(acknowledged=offsets.append),
            )
        reached = await tus.offset(upload, POLICY)
        assert 4 * MIB <= reached < SIZE
        rest = driver.Content(SIZE)
        await tus.send(upload, Content(SIZE, rest.open), POLICY, Listener())
        assert rest.opened == [reached], "nothing that the server has was sent again"
        assert await tus.offset(upload, POLICY) == SIZE
        stored = await read_back(http, upload)
        assert stored in (rest.whole(), None)
        await delete(http, upload)
        with pytest.raises(UploadGoneError):
            await tus.offset(upload, POLICY)
        await delete(http, upload)
        await http.aclose()

    asyncio.run(main())


@pytest.mark.parametrize("url", URLS)
def test_an_empty_upload_is_complete_at_once(url: str) -> None:
    async def main() -> None:
        place = urlsplit(url)
        http = HttpClient(at(f"{place.scheme}://{place.netloc}"), settings=DIRECT)
        tus = Tus(http)
        upload = await tus.create(place.path, 0, METADATA, POLICY)
        await tus.send(upload, Content(0, driver.Content(0).open), POLICY, Listener())
        assert await tus.offset(upload, POLICY) == 0
        await http.aclose()

    asyncio.run(main())
