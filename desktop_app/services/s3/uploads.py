"""One file on its way to a bucket: whole where it is small, in parts where it is not.

What is under the key already is looked at first (parts) or refused by the store (whole), and never
replaced. Before the store has an object, the sum that belongs to its tag is written: so a listing
can say which SHA-256 the stored content has by nothing but the store's own tag of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, cast
from urllib.parse import parse_qs, urlencode

from desktop_app.core.errors import ErrorKind, FileError, ServiceError, info
from desktop_app.core.model import FileState, UploadedFile
from desktop_app.services.base import UploadReport, UploadSource
from desktop_app.services.http import RetryPolicy
from desktop_app.services.s3.answers import Stored
from desktop_app.services.s3.bucket import Bucket, Sent
from desktop_app.services.s3.records import Keys, is_comparable

WHOLE_UP_TO = 8 << 20
"""Files up to this size go in one PUT."""
_MIB = 1 << 20
_MOST_PARTS = 10_000
_FRESH_UPLOADS = 3


def part_size_of(size: int) -> int:
    """Return the size of all parts but the last, whole MiB."""
    least = -(-size // _MOST_PARTS)
    return max(WHOLE_UP_TO, -(-least // _MIB) * _MIB)


class FileUpload:
    """Makes a record hold one file's content under its key.

    Args:
        bucket: where.
        keys: of the record.
        source: the local file.
        report: where phases, bytes and the upload's id go.
        policy: of each call.
        answer_s: how long making one object of many parts may take.
    """

    def __init__(
        self,
        bucket: Bucket,
        keys: Keys,
        source: UploadSource,
        report: UploadReport,
        policy: RetryPolicy,
        answer_s: float,
    ) -> None:
        self._bucket = bucket
        self._keys = keys
        self._key = keys.file(source.key)
        self._source = source
        self._report = report
        self._policy = policy
        self._answer_s = answer_s
        self._part = part_size_of(source.size)

    async def converge(self) -> UploadedFile:
        """Return when the store's own tag of what it has is the one of this content.

        Raises:
            ServiceError: DIFFERENT_CONTENT if something else is there.
            FileError: the local file is missing, unreadable or changed.
        """
        if self._source.size <= WHOLE_UP_TO:
            return await self._whole()
        return await self._in_parts()

    async def _whole(self) -> UploadedFile:
        self._report.state(FileState.READING)
        content = b"".join([part async for part in self._content(0, self._source.size)])
        tag = _md5(content).hexdigest()
        sha256 = hashlib.sha256(content).hexdigest()
        await self._note(tag, sha256)
        sent = await self._bucket.put(self._key, content, self._policy, on_sent=self._report.sent)
        if sent.tag is None:
            return await self._found(self._there(await self._look()))
        return self._uploaded(sent, tag, sha256)

    # In parts

    async def _in_parts(self) -> UploadedFile:
        upload = self._upload_of(self._report.upload_ref)
        if not upload and (stored := await self._look()) is not None:
            return await self._found(stored)
        for _ in range(_FRESH_UPLOADS):
            if not upload:
                upload = await self._begin()
            done = await self._send(upload)
            if done is not None:
                return done
            # gone: made by a request whose answer was lost, or ended by the store or somebody else
            if (stored := await self._look()) is not None:
                return await self._found(stored)
            upload = ""
        raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=self._source.key))

    async def _begin(self) -> str:
        upload = await self._bucket.begin(self._key, self._policy)
        query = urlencode({"uploadId": upload, "partSize": str(self._part)})
        await self._report.remember_upload(f"{self._bucket.path(self._key)}?{query}")
        return upload

    def _upload_of(self, upload_ref: str) -> str:
        """Return the id of the upload that was journaled, "" where it is none of this file's."""
        path, _, query = upload_ref.partition("?")
        values = parse_qs(query)
        if path != self._bucket.path(self._key) or "uploadId" not in values:
            return ""
        if values.get("partSize") != [str(self._part)]:
            return ""
        return values["uploadId"][0]

    async def _send(self, upload: str) -> UploadedFile | None:
        """Send the parts that the store lacks, and have the object made; None: it is gone."""
        held = await self._bucket.parts(self._key, upload, self._policy)
        if held is None:
            return None
        tags = self._usable(held)
        offset = min(len(tags) * self._part, self._source.size)
        if offset:
            self._report.sent(offset)
            self._report.acknowledged(offset)
        async with aclosing(self._parts_from(offset)) as parts:
            async for part in parts:
                tag = await self._bucket.put_part(
                    self._key, upload, len(tags) + 1, part, self._policy, self._counting(offset)
                )
                if tag is None:
                    return None
                tags.append(tag)
                offset += len(part)
                self._report.acknowledged(offset)
        return await self._complete(upload, tuple(tags))

    def _usable(self, held: tuple[Stored, ...]) -> list[str]:
        """Return the tags of the parts from the first on that are whole and need not be sent."""
        tags: list[str] = []
        by_number = {int(part.key): part for part in held}
        while (part := by_number.get(len(tags) + 1)) is not None:
            left = self._source.size - len(tags) * self._part
            if part.size != min(self._part, left) or not is_comparable(part.tag):
                break
            tags.append(part.tag)
        return tags

    async def _complete(self, upload: str, tags: tuple[str, ...]) -> UploadedFile | None:
        self._report.state(FileState.WAITING_FOR_SERVER)
        sha256 = (await self._source.digest("sha256")).removeprefix("sha256:")
        expected = _composite(tags)
        await self._note(expected, sha256)
        sent = await self._bucket.complete(self._key, upload, tags, self._policy, self._answer_s)
        if sent is None:
            return None
        if sent.tag is None:
            stored = self._there(await self._look())
            await self._bucket.abort(self._key, upload, self._policy)
            return await self._found(stored)
        return self._uploaded(sent, expected, sha256)

    # What is there

    async def _look(self) -> Stored | None:
        found = await self._bucket.first(self._key, self._policy)
        return found if found is not None and found.key == self._key else None

    def _there(self, stored: Stored | None) -> Stored:
        """Return what the store has, which said that it has something."""
        if stored is None:
            raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=self._source.key))
        return stored

    async def _found(self, stored: Stored) -> UploadedFile:
        """Return what is stored if it is this file, else say that it is another."""
        self._report.state(FileState.READING)
        sha256 = (await self._source.digest("sha256")).removeprefix("sha256:")
        same = stored.size == self._source.size
        if same:
            noted = await self._bucket.first(self._keys.sum(stored.tag, sha256), self._policy)
            if noted is None:
                same = stored.tag == await self._tag_like(stored.tag)
                if same:
                    await self._note(stored.tag, sha256)
        if not same:
            raise ServiceError(
                info(ErrorKind.DIFFERENT_CONTENT, key=self._source.key, size=stored.size)
            )
        self._report.sent(self._source.size)
        return self._uploaded(Sent(stored.tag), stored.tag, sha256)

    async def _tag_like(self, tag: str) -> str:
        """Return the tag that the store would give the local file, sent as the stored one was."""
        if "-" not in tag:
            return (await self._source.digest("md5")).removeprefix("md5:")
        tags = [_md5(part).hexdigest() async for part in self._parts_from(0)]
        return _composite(tuple(tags))

    def _uploaded(self, sent: Sent, expected: str, sha256: str) -> UploadedFile:
        """Return the file as confirmed; verified only where the store's tag is what it must be."""
        ours = f"sha256:{sha256}"
        if sent.tag != expected and is_comparable(sent.tag or ""):
            raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=self._source.key))
        checksum = ours if sent.tag == expected else ""
        return UploadedFile(self._source.key, self._source.size, checksum, ours, sent.request_id)

    async def _note(self, tag: str, sha256: str) -> None:
        await self._bucket.put(self._keys.sum(tag, sha256), b"", self._policy, new=False)

    # Reading

    async def _parts_from(self, offset: int) -> AsyncGenerator[bytes, None]:
        if offset >= self._source.size:
            return
        part = bytearray()
        async for block in self._content(offset, self._source.size):
            part += block
            while len(part) >= self._part:
                yield bytes(part[: self._part])
                del part[: self._part]
        if part:
            yield bytes(part)

    async def _content(self, offset: int, size: int) -> AsyncGenerator[bytes, None]:
        signal = self._policy.signal
        async with self._source.open(offset) as blocks:
            async for block in blocks:
                if signal is not None:
                    signal.touch()
                offset += len(block)
                yield block
        if offset != size:
            raise FileError(info(ErrorKind.FILE_CHANGED, path=self._source.key))

    def _counting(self, before: int) -> Callable[[int], None]:
        return lambda sent: self._report.sent(before + sent)


def _md5(content: bytes) -> Any:
    return hashlib.md5(content, usedforsecurity=False)


def _composite(tags: tuple[str, ...]) -> str:
    """Return the store's tag of an object that was made of parts with these tags."""
    joined = b"".join(bytes.fromhex(tag) for tag in tags)
    return f"{cast(str, _md5(joined).hexdigest())}-{len(tags)}"
