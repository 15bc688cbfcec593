"""Requests without a save around them: our HTTP client, our tus, and a bare httpx loop."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from desktop_app.core.run import RunFile
from desktop_app.files.disk import fingerprint
from desktop_app.files.reading import FileReading, FileSource
from desktop_app.services.http import Body, HttpClient, Request, RetryPolicy, at
from desktop_app.services.tus import Content, Listener, Tus
from desktop_app.workflow import Mode, map_with_concurrency


def put(spawned: float, url: str, path: str) -> float:
    """Send one file in one PUT, hashed on the way; seconds."""
    del spawned
    return asyncio.run(_put(url, path))


async def _put(url: str, path: str) -> float:
    client = HttpClient(at(url, ""))
    source = _source(path)
    request = Request(
        "PUT", "/file", frozenset({201}), repeatable=True, body=Body(source.size, source.open)
    )
    begun = time.monotonic()
    await client.call(request, lambda answer: answer.status)
    seconds = time.monotonic() - begun
    await client.aclose()
    if not source.known_digest("sha256"):
        raise AssertionError("not hashed")
    return seconds


def tus(
    spawned: float,
    url: str,
    token: str,
    target: str,
    paths: list[str],
    chunk: int,
    parallel: int,
) -> float:
    """Send files by our tus client, hashed on the way; seconds."""
    del spawned
    return asyncio.run(_tus(HttpClient(at(url, token)), target, paths, chunk, parallel))


async def _tus(
    client: HttpClient, target: str, paths: list[str], chunk: int, parallel: int
) -> float:
    uploads = Tus(client, chunk_limit=chunk)
    policy = RetryPolicy()

    async def one(path: str, _signal: object) -> None:
        source = _source(path)
        metadata = {"key": source.key, "filename": source.key}
        content = Content(source.size, lambda offset: _opened(source, offset))
        listener = Listener()
        upload = await uploads.create(target, content.size, metadata, policy)
        await uploads.send(upload, content, policy, listener, reached=0)
        if not source.known_digest("sha256"):
            raise AssertionError("not hashed")

    started = time.monotonic()
    await map_with_concurrency(paths, one, limit=parallel, mode=Mode.FAIL_FAST)
    seconds = time.monotonic() - started
    await client.aclose()
    return seconds


def _opened(source: FileSource, offset: int) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
    return source.open(offset)


def bare(spawned: float, url: str, token: str, folder: str, parallel: int, shared: bool) -> float:
    """PUT every file of a folder by httpx alone, with a digest, as many at once; seconds.

    Args:
        shared: one client for all workers, as most programs have it; else one for each.
    """
    del spawned
    paths = sorted(Path(folder).iterdir())
    return asyncio.run(_bare(url, token, paths, parallel, shared))


async def _bare(url: str, token: str, paths: list[Path], parallel: int, shared: bool) -> float:
    import httpx

    waiting = iter(paths)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream"}

    async def send_all(client: httpx.AsyncClient) -> None:
        for path in waiting:
            content = path.read_bytes()
            digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
            answer = await client.put(
                f"{url}/{path.name}",
                content=content,
                headers={**headers, "Repr-Digest": f"sha-256=:{digest}:"},
            )
            if answer.status_code != 201 or answer.json()["size"] != len(content):
                raise AssertionError(answer.status_code)

    clients = [httpx.AsyncClient(verify=False) for _ in range(1 if shared else parallel)]
    begun = time.monotonic()
    await asyncio.gather(*(send_all(clients[n % len(clients)]) for n in range(parallel)))
    seconds = time.monotonic() - begun
    for client in clients:
        await client.aclose()
    return seconds


def _source(path: str) -> FileSource:
    file = RunFile(path, os.path.basename(path), fingerprint(os.stat(path)))
    return FileReading().source(file)
