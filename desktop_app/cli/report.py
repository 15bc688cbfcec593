"""`sendoff report -o FILE.zip`: what helps to help, without a secret and without file content."""

from __future__ import annotations

import glob
import json
import os
import platform
import zipfile
from dataclasses import asdict

from desktop_app import __version__
from desktop_app.cli.exits import Exit
from desktop_app.cli.output import explained
from desktop_app.cli.setting import Setting
from desktop_app.core.errors import SendoffError
from desktop_app.core.threads import in_thread

_RUNS = 50


async def report(setting: Setting) -> Exit:
    """Write the bundle; every text in it goes through the redaction."""
    parts = {
        "about.json": _json(
            {
                "sendoff": __version__,
                "python": platform.python_version(),
                "system": platform.platform(),
            }
        ),
        "settings.json": _json(asdict(setting.wiring.preferences.settings)),
        "runs.json": await _runs(setting),
        **await in_thread(_logs, setting.wiring.paths.logs),
    }
    redacted = {name: setting.wiring.redact(text) for name, text in parts.items()}
    target = setting.args.output
    try:
        await in_thread(_write, target, redacted)
    except OSError as error:
        setting.errors.line(f"{target} cannot be written: {error.strerror}.")
        return Exit.BAD_INPUT
    setting.output.note(f"Written: {target}. It holds titles and file names; look before sending.")
    return Exit.DONE


async def _runs(setting: Setting) -> str:
    session = setting.wiring.session
    try:
        latest = (await session.runs())[-_RUNS:]
        return _json([await session.support_log(one.run) for one in latest])
    except SendoffError as error:
        return _json({"journal": explained(error.info)})


def _logs(folder: str) -> dict[str, str]:
    parts = {}
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*.log*"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            parts[f"logs/{os.path.basename(path)}"] = file.read()
    return parts


def _write(target: str, parts: dict[str, str]) -> None:
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with (
        os.fdopen(handle, "wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle,
    ):
        for name, text in parts.items():
            bundle.writestr(name, text)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
