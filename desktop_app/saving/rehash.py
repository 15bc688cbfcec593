"""Has a service hash again what it stores, where it can: a disk may lose or change it unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from desktop_app.core.errors import ErrorKind, ServiceError
from desktop_app.core.model import LOCAL_ACCOUNT, RecordRef
from desktop_app.saving.attempt import Attempt, ServiceProvider
from desktop_app.services.base import VerifiedFile


@runtime_checkable
class Rehashes(Protocol):
    """A service that hashes its stored files again and says what it found."""

    async def verification(self, record_id: str) -> tuple[VerifiedFile, ...]:
        """Hash every file of a record again; from then on its listing says what is lost."""
        ...


@runtime_checkable
class ListsAll(Rehashes, Protocol):
    """A service whose records are all the person's own."""

    async def records(self) -> tuple[RecordRef, ...]:
        """Return every record, oldest first."""
        ...


async def rehash(attempt: Attempt, record: RecordRef) -> None:
    """Have the stored files of `record` hashed again, so that its listing is true.

    There is no time limit: it takes as long as reading everything. Cancel ends the waiting.

    Raises:
        ServiceError: it could not be done.
        StageCancelledError: somebody asked to stop.
    """
    service = attempt.service
    if isinstance(service, Rehashes):
        await attempt.bounded("rehash", lambda _: service.verification(record.id), None)


@dataclass(frozen=True, slots=True)
class LostFile:
    """A stored file whose content is gone or is not what was stored."""

    record: RecordRef
    key: str


async def lost_on_this_computer(provider: ServiceProvider) -> tuple[LostFile, ...]:
    """Return what the built-in service has lost, after hashing everything that it stores.

    Raises:
        SendoffError: it could not be asked.
    """
    service = await provider.open(LOCAL_ACCOUNT)
    try:
        if not isinstance(service, ListsAll):
            return ()
        lost: list[LostFile] = []
        for record in await service.records():
            lost += [LostFile(record, key) for key in await _lost(service, record)]
        return tuple(lost)
    finally:
        await service.aclose()


async def _lost(service: Rehashes, record: RecordRef) -> list[str]:
    """Return the keys that are lost; none of a record that was deleted meanwhile."""
    try:
        found = await service.verification(record.id)
    except ServiceError as error:
        if error.kind in {ErrorKind.NOT_FOUND, ErrorKind.GONE}:
            return []
        raise
    return [one.key for one in found if one.found != one.checksum]
