"""One run of the command line as a child process: its lines, its signals, its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from desktop_app.core.threads import in_thread
from desktop_app.qa.bench import Case

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__))))
INTERRUPT, TERMINATE, KILL = signal.SIGINT, signal.SIGTERM, signal.SIGKILL


class CommandProcess:
    """A `sendoff` command on a case's data folder, with `--json`.

    Uses `subprocess` and threads, so that it works on every event loop.
    """

    def __init__(self, case: Case, arguments: tuple[str, ...]) -> None:
        self._case = case
        self._arguments = arguments
        self._child: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start it.

        Raises:
            OSError: it cannot be started.
        """
        self._child = await in_thread(self._spawn)

    async def ended(self) -> tuple[int, list[dict[str, Any]], str]:
        """Return exit code (negative: the signal), objects of its lines, and standard error."""
        assert self._child is not None
        out, err = await in_thread(self._child.communicate)
        objects = [json.loads(line) for line in out.splitlines() if line.endswith("}")]
        return self._child.returncode, objects, err

    def send(self, number: signal.Signals) -> None:
        """Send a signal; one that comes too late goes nowhere."""
        if self._child is not None and self._child.poll() is None:
            self._child.send_signal(number)

    def quit(self, *, now: bool) -> None:
        """Ask it to stop and end; `now`: whatever cannot be stopped is left behind."""
        self.send(TERMINATE)
        if now:
            self.send(INTERRUPT)

    def _spawn(self) -> subprocess.Popen[str]:
        frozen = getattr(sys, "frozen", False)
        command = [sys.executable] if frozen else [sys.executable, "-m", "desktop_app"]
        environment = {
            **os.environ,
            "SENDOFF_HOME": self._case.home,
            "SENDOFF_TOKEN": self._case.token,
            "PYTHONPATH": os.pathsep.join([_ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }
        return subprocess.Popen(  # noqa: S603 - our own command
            [*command, *self._arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )


async def run_command(case: Case, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Run a command to its end; see `CommandProcess.ended`."""
    process = CommandProcess(case, arguments)
    await process.start()
    return await process.ended()


def save_arguments(case: Case) -> tuple[str, ...]:
    """Return the arguments that save a case."""
    scenario = case.scenario
    draft = () if scenario.finalize else ("--no-finalize",)
    where = ("--service", case.account.address, "--kind", case.account.kind)
    return ("save", "--title", case.title, *where, *draft, "--json", "--", *case.paths)


async def write_settings(case: Case) -> None:
    """Write the case's limits into the settings of its data folder."""
    await in_thread(_write_settings, case)


def _write_settings(case: Case) -> None:
    os.makedirs(case.home, exist_ok=True)
    with open(os.path.join(case.home, "settings.json"), "w", encoding="utf-8") as file:
        json.dump({"limits": asdict(case.limits)}, file)
