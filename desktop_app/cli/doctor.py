"""`sendoff doctor`: looks at everything that Sendoff needs, and says in words what is wrong."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from desktop_app import __version__
from desktop_app.cli.exits import Exit
from desktop_app.cli.output import explained
from desktop_app.cli.setting import Setting, how_to_acknowledge
from desktop_app.core.errors import ErrorInfo, SendoffError
from desktop_app.core.model import LOCAL_ACCOUNT
from desktop_app.core.settings import ProxyMode
from desktop_app.core.threads import in_thread
from desktop_app.core.words import size_text
from desktop_app.files.names import printable
from desktop_app.saving.rehash import lost_on_this_computer

_ROOM = 200 * 1000 * 1000
_NAMED = 10
_QT = "from PySide6.QtWidgets import QApplication; QApplication(['sendoff'])"


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of one check: `problem` is "" where all is well."""

    subject: str
    fact: str = ""
    problem: str = ""

    @property
    def line(self) -> str:
        """The line that a person reads."""
        text = f"{self.problem} {self.fact}".strip()
        unseen = "-" if self.fact == _NOT_LOOKED_AT else "ok"
        return f"{'PROBLEM' if self.problem else unseen:9}{self.subject}: {text or 'fine'}"


Check = Callable[[Setting], Awaitable[Finding]]


async def doctor(setting: Setting) -> Exit:
    """Run every check and print a line for each; exit code 1 if one found a problem."""
    if setting.args.acknowledge:
        return await _acknowledge(setting)
    home_problem: str = getattr(setting.args, "home_problem", "")
    if home_problem:
        findings = [await check(setting) for check in _CHECKS if check not in _IN_HOME]
        findings += [Finding(subject, _NOT_LOOKED_AT) for subject in _IN_HOME.values()]
        findings.append(Finding("Data folder", problem=home_problem))
    else:
        findings = [await check(setting) for check in _CHECKS]
    for finding in findings:
        setting.output.note(finding.line)
    if home_problem:
        return Exit.UNUSABLE
    return Exit.UNEXPECTED if any(finding.problem for finding in findings) else Exit.DONE


async def _acknowledge(setting: Setting) -> Exit:
    """Note that a person has seen which damaged journals are kept: nothing is removed."""
    kept = await setting.wiring.session.acknowledge_notices()
    for name in kept:
        setting.output.note(f"Acknowledged, and still kept: {name}")
    if not kept:
        setting.output.note("There is nothing to acknowledge.")
    return Exit.DONE


async def _versions(_setting: Setting) -> Finding:
    system = f"{platform.system()} {platform.release()}"
    return Finding("Sendoff", f"{__version__}, Python {platform.python_version()}, {system}")


async def _window(_setting: Setting) -> Finding:
    problem = await in_thread(qt_problem)
    return Finding("Window (Qt)", problem=problem)


def qt_problem() -> str:
    """Try Qt in a child, since it ends the process where it finds no display; "" if it works."""
    if getattr(sys, "frozen", False):
        return ""
    command = [sys.executable, "-c", _QT]
    try:
        tried = subprocess.run(  # noqa: S603 - our own command
            command, capture_output=True, timeout=30, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"Qt did not start ({type(error).__name__})."
    if tried.returncode == 0:
        return ""
    said = tried.stderr.decode(errors="replace").strip().splitlines()
    return _qt_words(said)


def _qt_words(said: list[str]) -> str:
    text = " ".join(said)
    if "could not connect to display" in text or "Failed to create wl_display" in text:
        return "There is no display. The command line works without one."
    if "cannot open shared object file" in text or "Qt platform plugin" in text:
        missing = next((line for line in said if ".so" in line), "")
        return f"A system library that Qt needs is missing; the README names them. {missing}"
    return f"Qt did not start. {said[-1] if said else ''}"


async def _keychain(setting: Setting) -> Finding:
    problem = await setting.wiring.credentials.check()
    return Finding("Keychain", problem=_words(problem))


async def _proxy(setting: Setting) -> Finding:
    settings = setting.wiring.preferences.settings
    if settings.proxy_mode is ProxyMode.NONE:
        return Finding("Proxy", "none, as set")
    if settings.proxy_mode is ProxyMode.MANUAL:
        return Finding("Proxy", settings.proxy_url)
    found = await in_thread(urllib.request.getproxies)
    names = ", ".join(sorted(name for name in found if name != "no"))
    return Finding("Proxy", f"the system's ({names})" if names else "the system has none")


async def _certificates(setting: Setting) -> Finding:
    problem = await setting.wiring.check_certificates()
    return Finding("Certificates", problem=_words(problem))


async def _journal(setting: Setting) -> Finding:
    try:
        notices = await setting.wiring.session.notices()
        runs = await setting.wiring.session.runs(unfinished_only=True)
    except SendoffError as error:
        return Finding("Journal", problem=explained(error.info))
    if notices:
        said = [f"{explained(one)} {how_to_acknowledge(one)}" for one in notices]
        return Finding("Journal", problem=" ".join(said))
    return Finding("Journal", f"{len(runs)} unfinished")


async def _disk(setting: Setting) -> Finding:
    home = setting.wiring.paths.home
    free = (await in_thread(shutil.disk_usage, home)).free
    problem = "The disk is almost full." if free < _ROOM else ""
    if not os.access(home, os.W_OK):
        problem = "It is not writable: make it so, or name another one in SENDOFF_HOME."
    return Finding("Data folder", f"{home}, {size_text(free)} free", problem)


async def _crash(setting: Setting) -> Finding:
    try:
        trace = await setting.wiring.support_report.previous_crash()
    except OSError as error:
        return Finding("Last run", problem=f"The logs cannot be used: {error.strerror}.")
    if trace:
        return Finding("Last run", "sendoff report -o FILE.zip says where.", "It crashed.")
    return Finding("Last run")


async def _settings(setting: Setting) -> Finding:
    loaded = setting.wiring.preferences.loaded
    if loaded.set_aside:
        return Finding("Settings", problem=f"They could not be read: {loaded.set_aside}")
    if loaded.refused:
        return Finding("Settings", problem=f"Left out: {', '.join(loaded.refused)}.")
    return Finding("Settings")


async def _service(setting: Setting) -> Finding:
    answer = await setting.wiring.accounts.test(LOCAL_ACCOUNT.id)
    return Finding("Built-in service", problem=_words(answer.error))


async def _stored_files(setting: Setting) -> Finding:
    """Have everything hashed again that the built-in service stores: that may take minutes."""
    try:
        lost = await lost_on_this_computer(setting.wiring.provider)
    except SendoffError as error:
        return Finding("Stored files", problem=explained(error.info))
    if not lost:
        return Finding("Stored files")
    named = [f"{printable(one.key)} (record {one.record.id})" for one in lost[:_NAMED]]
    more = [f"and {len(lost) - _NAMED} more"] if len(lost) > _NAMED else []
    return Finding("Stored files", ", ".join(named + more), "Lost or damaged:")


async def _kinds(setting: Setting) -> Finding:
    """List the kinds of services, and which plug-in brings one or cannot be loaded."""
    kinds = setting.wiring.accounts.kinds
    found = await in_thread(kinds.all)
    names = ", ".join(
        f"{printable(kind.name)} ({kind.package} {kind.version})" if kind.package else kind.name
        for kind in found
    )
    broken = ", ".join(
        f"{printable(one.name)} of {printable(one.package) or 'an unnamed package'} ({one.reason})"
        for one in kinds.broken()
    )
    return Finding(
        "Services", names, f"Plug-ins that cannot be loaded: {broken}." if broken else ""
    )


def _words(problem: ErrorInfo | None) -> str:
    return "" if problem is None else explained(problem)


_CHECKS: tuple[Check, ...] = (
    _versions,
    _window,
    _keychain,
    _proxy,
    _certificates,
    _settings,
    _kinds,
    _journal,
    _disk,
    _crash,
    _service,
    _stored_files,
)

_IN_HOME: dict[Check, str] = {
    _settings: "Settings",
    _journal: "Journal",
    _disk: "Disk",
    _crash: "Last run",
    _service: "Built-in service",
}
"""Checks of what lies in the data folder, with what they are called."""
_NOT_LOOKED_AT = "not looked at, since the data folder cannot be used"
