"""Runs one command: streams, session, signals, exit code."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import logging
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from tempfile import TemporaryDirectory

from desktop_app.cli import accounts, doctor, drafts, report, saves
from desktop_app.cli.arguments import parse
from desktop_app.cli.exits import Exit, exit_of_error
from desktop_app.cli.output import JsonOutput, Output, PlainOutput, explained
from desktop_app.cli.setting import TOKEN_VARIABLE, Setting, token_from_input
from desktop_app.cli.stopping import Stopper
from desktop_app.core.errors import ErrorKind, SendoffError, info
from desktop_app.core.log import Redactor
from desktop_app.core.paths import default_home
from desktop_app.core.printing import Printer
from desktop_app.storage.crashes import watched
from desktop_app.wiring import Wiring, build

_log = logging.getLogger(__name__)
_WAY_OUT = "Make it writable, or name another one in SENDOFF_HOME."
_WAYS_TO_SIGN_IN = (
    "A command takes the token from SENDOFF_TOKEN, or from standard input with --token-stdin; "
    "of a listed account the keychain keeps it: sendoff accounts token ACCOUNT"
)
_KEYCHAIN_WAITS = (
    "Waiting for the keychain of this computer: it may ask for its password in another window. "
    "A command also takes the token from SENDOFF_TOKEN, or with --token-stdin."
)
Command = Callable[[Setting], Awaitable[Exit]]
_SAVING = frozenset({"save", "demo", "resume", "discard"})
_JOURNALED = _SAVING | {"runs", "check", "receipt"}
_ON_DRAFTS = frozenset({"drafts", "repair"})
_COMMANDS: dict[str, Command] = {
    "save": saves.save,
    "demo": saves.demo,
    "resume": saves.resume,
    "runs": saves.runs,
    "check": saves.check,
    "receipt": saves.receipt,
    "discard": saves.discard,
    "drafts": drafts.drafts,
    "repair": drafts.repair,
    "accounts": accounts.accounts,
    "doctor": doctor.doctor,
    "report": report.report,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    args = parse(sys.argv[1:] if argv is None else argv)
    if args.command == "window" and args.demo:
        args.command = "demo"
    _prepare_streams(args)
    if args.command == "serve":
        return _serve(args)
    if args.command == "qa":
        return _qa(args)
    return _in_session(args)


def _in_session(args: argparse.Namespace) -> int:
    redact = Redactor()
    errors = Printer(redact, sys.stderr)
    try:
        wiring = build(interactive=False)
    except OSError as error:
        return _without_home(args, errors, error)
    errors = Printer(wiring.redact, sys.stderr)
    try:
        args.token = _token_for(args, errors)
        with watched(wiring.paths.logs), closing(_run(args, wiring, errors)) as work:
            return asyncio.run(work)  # closed, since a signal may come before it begins
    except SendoffError as error:
        errors.line(explained(error.info))
        if error.kind in (ErrorKind.SIGN_IN, ErrorKind.KEYCHAIN):
            errors.line(_WAYS_TO_SIGN_IN)
        return exit_of_error(error)
    except KeyboardInterrupt:
        return Exit.STOPPED
    except Exception:  # noqa: BLE001 - the last resort of a process: logged, reported, exit code 1
        _log.exception("the command failed")
        errors.line(explained(info(ErrorKind.INTERNAL)))
        errors.line(f"Details: {wiring.paths.log}")
        return Exit.UNEXPECTED


def _without_home(args: argparse.Namespace, errors: Printer, reason: OSError) -> int:
    """Say that the data folder cannot be used; `doctor` looks at all else from another one."""
    home, why = default_home(), reason.strerror or type(reason).__name__
    problem = f"Sendoff cannot use its own folder {home}: {why}. {_WAY_OUT}"
    if args.command != "doctor" or args.acknowledge:
        errors.line(problem)
        return Exit.UNUSABLE
    with TemporaryDirectory(prefix="sendoff-doctor-") as elsewhere:
        wiring = build(elsewhere, interactive=False)
        args.token, args.home_problem = "", problem
        return asyncio.run(_run(args, wiring, errors))


def _token_for(args: argparse.Namespace, errors: Printer) -> str:
    """Read the token from standard input where that was asked for, while nothing else runs.

    Any other command leaves standard input alone: a script's may be the script itself, or never
    end. (A prompt in a thread would leave the terminal without echo when it is interrupted.)
    """
    if getattr(args, "token_stdin", False):
        return token_from_input(errors)
    if args.command == "accounts" and args.action in ("add", "token"):
        return os.environ.get(TOKEN_VARIABLE, "") or token_from_input(errors)
    return ""


async def _run(args: argparse.Namespace, wiring: Wiring, errors: Printer) -> Exit:
    printer = Printer(wiring.redact)
    output = _output(args, wiring, printer, errors)
    wiring.credentials.on_wait(lambda waiting: errors.line(_KEYCHAIN_WAITS) if waiting else None)
    stopper = Stopper(wiring.session, errors.line)
    task = asyncio.current_task()
    assert task is not None
    stopper.watch(task)
    setting = Setting(args, wiring, output, errors, stopper)
    limits = wiring.preferences.settings.limits
    try:
        setting.report_problems()
        if args.command in _JOURNALED:
            await setting.report_notices(new_only=args.command != "runs")
        if args.command in _JOURNALED | _ON_DRAFTS:
            await setting.report_cut_repairs()
        return _unless_lost(await _COMMANDS[args.command](setting), args, printer, errors)
    except asyncio.CancelledError:
        if not stopper.now:
            raise
        task.uncancel()
        return Exit.STOPPED
    finally:
        stopper.release()
        output.close()
        await wiring.close(limits.quit_grace_s)


def _unless_lost(code: Exit, args: argparse.Namespace, printer: Printer, errors: Printer) -> Exit:
    """Say that lines were lost; a command that only prints has then failed, a save has not."""
    if not printer.lost:
        return code
    errors.line(f"Not everything could be printed: {printer.lost}.")
    return code if args.command in _SAVING or code is not Exit.DONE else Exit.UNEXPECTED


def _output(args: argparse.Namespace, wiring: Wiring, printer: Printer, errors: Printer) -> Output:
    if args.json:
        return JsonOutput(printer, errors)
    if not sys.stdout.isatty():
        return PlainOutput(printer)
    from rich.console import Console  # noqa: PLC0415 - only where a terminal shows it

    from desktop_app.cli.live import LiveOutput  # noqa: PLC0415 - the same

    return LiveOutput(wiring.redact, Console(highlight=False))


def _prepare_streams(args: argparse.Namespace) -> None:
    """Let every name through: JSON as UTF-8, other text as the terminal takes it.

    A stream that the parent closed leads nowhere, so that no file of ours gets its number.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w" if number else "r", encoding="utf-8")  # noqa: SIM115 - open to the end
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            encoding = "utf-8" if args.json else None
            reconfigure(encoding=encoding, errors="backslashreplace")


def _serve(args: argparse.Namespace) -> int:
    from desktop_app.core.paths import Paths  # noqa: PLC0415 - with it
    from desktop_app.server.folder import FolderBusyError  # noqa: PLC0415 - not for a save
    from desktop_app.server.serve import serve  # noqa: PLC0415 - heavy

    os.umask(0o077)  # whatever the service writes is its owner's alone
    try:
        return serve(
            data_dir=args.data or Paths(default_home()).service,
            port=args.port,
            qa=args.qa,
            exit_with_parent=args.exit_with_parent,
        )
    except FolderBusyError:
        text = "another process holds its folder and does not answer"
    except sqlite3.Error as error:
        text = f"its records cannot be opened ({error})"
    except OSError as error:
        text = error.strerror or type(error).__name__
    Printer(Redactor(), sys.stderr).line(f"The service cannot start: {text}.")
    return Exit.UNEXPECTED


def _qa(args: argparse.Namespace) -> int:
    try:
        scenarios = importlib.import_module("desktop_app.qa.command")
    except ModuleNotFoundError as error:
        if error.name != "desktop_app.qa.command":
            raise
        Printer(Redactor(), sys.stderr).line("This build holds no scenarios.")
        return Exit.BAD_INPUT
    return int(scenarios.main(args.rest))
