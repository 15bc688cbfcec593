"""The support report: what helps to help, without a secret and without the content of a file.

It is gathered first and shown, and only then saved. Names of files, folders and titles are in it
only where the person allows them. Knows neither window nor terminal.
"""

from __future__ import annotations

import glob
import io
import json
import os
import platform
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from desktop_app.core.changes import FILE_SKIPPED
from desktop_app.core.errors import SendoffError
from desktop_app.core.log import Redactor
from desktop_app.core.printing import shown
from desktop_app.core.run import Run
from desktop_app.core.settings import Settings
from desktop_app.core.threads import in_thread
from desktop_app.saving.preferences import Preferences
from desktop_app.saving.sessions import Session
from desktop_app.storage.crashes import forget_crash, previous_crash
from desktop_app.storage.paths import write_private

RUNS = 50
"""How many saves, the newest, are in a report."""
LOG_TAIL = 200_000
"""How many bytes from the end of each log file are in a report."""
_ITEMS = 20
_WITHHELD = "[name]"
_IN_ADDRESS = re.compile(r"(?<=/files/)[^\s?\"']+")
_QUOTED_PATH = re.compile(r"'[^'\n]*[/\\][^'\n]*'")
_PERSONAL = ("proxy_user", "ca_file", "window_geometry")


class PartKind(StrEnum):
    """What a part of the report is about."""

    VERSIONS = "versions"
    SETTINGS = "settings"
    RUNS = "runs"
    LOG = "log"
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the report: its name there, what it is about, and its whole text."""

    name: str
    kind: PartKind
    text: str

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self.text.encode())


class SupportReport:
    """Gathers reports, and knows of the last crash."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        redact: Redactor,
        logs: str,
        version: str,
    ) -> None:
        self._session = session
        self._preferences = preferences
        self._redact = redact
        self._logs = logs
        self._version = version

    async def gather(self, *, names: bool = False) -> tuple[Part, ...]:
        """Return the parts of a report, as they would be saved.

        Args:
            names: whether names of files and folders, addresses' paths and free texts of servers
                (which quote them) are allowed in.

        Raises:
            OSError: a log cannot be read.
        """
        settings = self._preferences.settings
        parts = [
            self._values("about.json", PartKind.VERSIONS, self._versions(), names=names),
            self._values(
                "settings.json", PartKind.SETTINGS, _settings(settings, names=names), names=names
            ),
            self._values("runs.json", PartKind.RUNS, await self._runs(names=names), names=names),
        ]
        texts = list(await in_thread(_logs, self._logs))
        crash = await in_thread(previous_crash, self._logs)
        if crash:
            texts.append(Part("previous-crash.txt", PartKind.CRASH, crash))
        cleaned = (Part(one.name, one.kind, self._clean(one, names=names)) for one in texts)
        return (*parts, *cleaned)

    async def save(self, parts: tuple[Part, ...], path: str, *, replace: bool = False) -> None:
        """Write the parts as a zip (mode 0600); the last crash counts as reported then.

        Raises:
            FileExistsError: something is at `path`, and `replace` does not allow that.
            OSError: it cannot be written.
        """
        await in_thread(_write, path, zipped(parts), replace=replace)
        await in_thread(forget_crash, self._logs)

    async def previous_crash(self) -> str:
        """Return the redacted trace of a run that crashed and has not been reported, or "".

        Raises:
            OSError: the folder of the logs cannot be used.
        """
        return self._home_hidden(self._redact(await in_thread(previous_crash, self._logs)))

    async def forget_crash(self) -> None:
        """Do not report the last crash again.

        Raises:
            OSError: its trace cannot be removed.
        """
        await in_thread(forget_crash, self._logs)

    def _versions(self) -> dict[str, str]:
        return {
            "sendoff": self._version,
            "python": platform.python_version(),
            "system": platform.platform(),
        }

    def _values(self, name: str, kind: PartKind, value: object, *, names: bool) -> Part:
        """Return values as a part; they are cleaned one by one, so that it stays JSON."""
        redacted = self._redact.fields(value)
        whole = redacted if names else _each_text(redacted, self._home_hidden)
        return Part(name, kind, shown(_json(whole)))

    async def _runs(self, *, names: bool) -> object:
        try:
            newest = (await self._session.runs())[-RUNS:]
            logs = [await self._session.support_log(one.id) for one in newest]
        except SendoffError as error:
            return {"journal": error.kind.value}
        if not names:
            return [_without_names(log, one) for log, one in zip(logs, newest, strict=True)]
        return logs

    def _clean(self, part: Part, *, names: bool) -> str:
        text = shown(self._redact(part.text))
        if names:
            return text
        if part.kind is PartKind.LOG:
            text = _QUOTED_PATH.sub(f"'{_WITHHELD}'", _IN_ADDRESS.sub(_WITHHELD, text))
        return self._home_hidden(text)

    def _home_hidden(self, text: str) -> str:
        for folder, stand_in in (
            (os.path.dirname(self._logs), "[data folder]"),
            (os.path.expanduser("~"), "~"),
        ):
            if len(folder) > 1:
                text = text.replace(folder, stand_in)
        return text


def zipped(parts: tuple[Part, ...]) -> bytes:
    """Return the parts as one zip."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as bundle:
        for part in parts:
            bundle.writestr(part.name, part.text)
    return whole.getvalue()


def _settings(settings: Settings, *, names: bool) -> dict[str, object]:
    facts = asdict(settings)
    if not names:
        facts |= {name: bool(facts[name]) for name in _PERSONAL}
        for account in facts["accounts"]:
            account["label"] = _WITHHELD
    return facts


def _without_names(log: Mapping[str, object], report: Run) -> dict[str, object]:
    """Return a run's log with counts for lists of names, and without what servers say."""
    stand_ins: dict[str, str] = {report.title: "[title]"}
    for number, one in enumerate(report.files, start=1):
        stand_ins |= {one.key: f"[file {number}]", one.path: f"[file {number}]"}
    for number, key in enumerate(_left_out(log), start=1):
        stand_ins.setdefault(key, f"[left out {number}]")
    stand_ins.pop("", None)
    facts = {name: value for name, value in log.items() if name != "uploaded_file_keys"}
    facts["files_confirmed"] = len(report.confirmed)
    failed = log.get("failed_files")
    if isinstance(failed, list):
        facts["failed_files"] = failed[:_ITEMS]
        facts["failed_files_total"] = len(failed)
    return {name: _masked(value, stand_ins) for name, value in facts.items()}


def _left_out(log: Mapping[str, object]) -> list[str]:
    """Return the names in the history of a run that are none of its files."""
    history = log.get("history")
    steps = [one for one in history if isinstance(one, dict)] if isinstance(history, list) else []
    return [str(one.get("reason", "")) for one in steps if one.get("what") == FILE_SKIPPED]


def _each_text(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, dict):
        return {name: _each_text(one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [_each_text(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def _masked(value: object, stand_ins: Mapping[str, str]) -> object:
    if isinstance(value, dict):
        return {
            name: (_WITHHELD if one else "") if name == "text" else _masked(one, stand_ins)
            for name, one in value.items()
        }
    if isinstance(value, list):
        return [_masked(one, stand_ins) for one in value]
    if isinstance(value, str):
        return stand_ins.get(value, _WITHHELD if os.path.isabs(value) else value)
    return value


def _logs(folder: str) -> list[Part]:
    parts = []
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*.log*"))):
        with open(path, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - LOG_TAIL))
            text = file.read(LOG_TAIL).decode(errors="replace")
        parts.append(Part(f"logs/{os.path.basename(path)}", PartKind.LOG, text))
    return parts


def _write(path: str, content: bytes, *, replace: bool) -> None:
    if replace:
        write_private(os.path.abspath(path), content)
        return
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
