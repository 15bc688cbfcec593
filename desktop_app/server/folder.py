"""The data folder: who owns it (an OS lock), its token, and where the running service is.

lock              held by the process that serves; released by the OS when that ends
service.json      url, pid, token_file, instance of the last service; true only while locked
token, qa-token   bearer tokens, mode 0600
records.sqlite    see `database`
content/          see `blobs`
reserve           room for deleting: see `Reserve`

When a service was killed, its port is free for any program of any user of this computer, and
`service.json` still names it. So a token goes to nobody who has not shown that the token is known
there (`answers`).
"""

from __future__ import annotations

import errno
import hmac
import http.client
import json
import os
import secrets
import shutil
import stat
import sys
from contextlib import suppress
from typing import IO, Any
from urllib.parse import urlsplit

SERVICE_FILE = "service.json"
LONGEST_ANSWER = 64 << 10
RESERVE = 1 << 20
"""Bytes: many times what the deletion of one record adds to the log."""
LOW = RESERVE // 4
"""Bytes of free room below which nothing can be counted on to be written."""


class FolderBusyError(Exception):
    """Another process serves this data folder."""


def lock_folder(folder: str) -> IO[bytes]:
    """Create the folder (mode 0700) and take its lock; close the result to release it.

    Raises:
        FolderBusyError: another process has it.
        OSError: the folder cannot be made or written, or is not for us alone.
    """
    os.makedirs(folder, mode=0o700, exist_ok=True)
    _close_to_writers(folder)
    file = open(os.path.join(folder, "lock"), "a+b")  # noqa: SIM115 - held as long as we serve
    try:
        _lock(file)
    except OSError as error:
        file.close()
        raise FolderBusyError from error
    return file


def _close_to_writers(folder: str) -> None:
    """Take the folder away from others who could write there, and so choose our token.

    Raises:
        PermissionError: it is somebody else's and open to others, or made for all to share.
    """
    if sys.platform == "win32":
        return
    facts = os.stat(folder)
    if not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return
    if facts.st_uid != os.geteuid() or facts.st_mode & stat.S_ISVTX:
        raise PermissionError(errno.EPERM, "others can write there", folder)
    os.chmod(folder, 0o700)


def _lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there is no such module elsewhere

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 - there is no such module on Windows

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def token(folder: str, name: str = "token") -> tuple[str, str]:
    """Return path and content of a token file; made at first use with mode 0600."""
    path = os.path.join(folder, name)
    try:
        with open(path, encoding="ascii") as file:
            found = file.read().strip()
        if found:
            os.chmod(path, 0o600)
            return path, found
    except FileNotFoundError:
        pass
    made = secrets.token_urlsafe(32)
    _write_private(path, made)
    return path, made


def _write_private(path: str, text: str) -> None:
    part = f"{path}.{os.getpid()}"
    fd = os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    try:
        os.write(fd, text.encode())
        os.fsync(fd)
    finally:
        os.close(fd)
    os.replace(part, path)


def write_service(folder: str, facts: dict[str, Any]) -> None:
    """Say where the service of this folder is."""
    _write_private(os.path.join(folder, SERVICE_FILE), json.dumps(facts))


def read_service(folder: str) -> dict[str, Any] | None:
    """Return what the last service said, or None. It may be gone: ask its `/healthz`."""
    try:
        with open(os.path.join(folder, SERVICE_FILE), encoding="utf-8") as file:
            found = json.load(file)
    except (FileNotFoundError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def remove_service(folder: str) -> None:
    """Forget the service: it is about to end."""
    try:
        os.unlink(os.path.join(folder, SERVICE_FILE))
    except FileNotFoundError:
        return


def answers(facts: dict[str, Any] | None, timeout_s: float = 2.0) -> bool:
    """Tell whether the instance in `facts` answers at its url, and knows the folder's token."""
    if facts is None or not isinstance(facts.get("url"), str):
        return False
    try:
        address = urlsplit(facts["url"])
        port = address.port
    except ValueError:
        return False
    if address.hostname is None or port is None:
        return False
    challenge = secrets.token_hex(32)
    connection = http.client.HTTPConnection(address.hostname, port, timeout=timeout_s)
    try:
        with open(str(facts.get("token_file", "")), encoding="ascii") as file:
            expected = proof(file.read().strip(), challenge, address.netloc)
        connection.request("GET", f"/healthz?challenge={challenge}")
        found = json.loads(connection.getresponse().read(LONGEST_ANSWER))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    if not isinstance(found, dict) or found.get("instance") != facts.get("instance"):
        return False
    return hmac.compare_digest(str(found.get("proof", "")).encode(), expected.encode())


def proof(token: str, challenge: str, host: str) -> str:
    """Return what only a holder of `token` can answer to `challenge`, as `host:port`.

    The place is in it, so that nobody can have it answered by the real service elsewhere.
    """
    message = f"sendoff-healthz {host} {challenge}"
    return hmac.new(token.encode(), message.encode(), "sha256").hexdigest()


class Reserve:
    """Some room on the disk that is kept for deleting: what makes room must not need room itself.

    SQLite writes what it deletes into its log first. On a full disk the file `reserve` is given up
    for that, and taken again when there is room.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._path = os.path.join(folder, "reserve")

    def keep(self) -> None:
        """Take the room, as far as it is not taken yet; `LOW` is left beside it."""
        with suppress(OSError), open(self._path, "ab") as file:  # else somebody else took it
            room = shutil.disk_usage(self._folder).free - LOW
            missing = min(RESERVE - file.tell(), room)
            if missing > 0:
                file.write(os.urandom(missing))  # nothing that a file system could keep in less

    def give_up(self) -> bool:
        """Give the room back to the disk; return whether there was any."""
        try:
            size = os.stat(self._path).st_size
            os.unlink(self._path)
        except FileNotFoundError:
            return False
        return size > 0

    def give_up_if_low(self) -> None:
        """Give it up where the disk is full: the service could not even start."""
        if os.path.isdir(self._folder) and shutil.disk_usage(self._folder).free < LOW:
            self.give_up()
