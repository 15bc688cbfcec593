"""The grammar of the command line. No argument ever holds a token."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from desktop_app import __version__
from desktop_app.files.names import printable
from desktop_app.services.kinds import BUILT_IN, BY_ADDRESS, Kinds, ServiceKind

_EXITS = (
    "Exit codes: 0 done, 1 unexpected error, 2 usage or bad input (nothing was sent), "
    "3 failed (can be resumed), 4 outcome unknown (checked, not settled), 5 stopped on request, "
    "6 this computer's side cannot be used (data folder, full disk, journal, keychain), and "
    "nothing was sent in this attempt. "
    "A token comes from SENDOFF_TOKEN or, with --token-stdin, from standard input. "
    "SENDOFF_HOME moves all data."
)

_WITH_PATHS = ("save", "repair")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; usage errors leave with exit code 2, as `argparse` does."""
    grammar = parser()
    args, rest = grammar.parse_known_args(argv)
    # what stands behind an option may be a secret
    unknown = [word.partition("=")[0] for word in rest if word.startswith("-")]
    if unknown or (rest and args.command not in _WITH_PATHS):
        grammar.error(f"unrecognized arguments: {' '.join(unknown or rest)}")
    if rest:  # paths after an option that stands among them
        args.paths.extend(rest)
    if args.command == "save":
        if args.attach_to and (args.title is not None or args.meta):
            grammar.error("--attach-to: the draft has a title and metadata of its own")
        if not args.attach_to and args.title is None:
            grammar.error("the following arguments are required: --title (or --attach-to)")
    return args


class _Grammar(argparse.ArgumentParser):
    """Takes whole names only: a guessed `--token` must not make a path of the word behind it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "allow_abbrev": False})


def parser() -> argparse.ArgumentParser:
    """Return the whole grammar."""
    top: argparse.ArgumentParser = _Grammar(
        prog="sendoff",
        description="Attach files to records and always know what happened to them. "
        "Without a command the window opens.",
        epilog=_EXITS,
    )
    top.add_argument("--version", action="version", version=f"sendoff {__version__}")
    top.add_argument("--qa", action="store_true", help="open the window with the scenario panel")
    top.add_argument(
        "--demo", action="store_true", help="a save of sample files; in the terminal if need be"
    )
    top.add_argument("--lang", metavar="CODE", default="", help="language of the window")
    top.set_defaults(command="window", json=False)
    commands = top.add_subparsers(metavar="COMMAND")
    _saving(commands)
    _looking(commands)
    _repairing(commands)
    _keeping(commands)
    _serving(commands)
    return top


def _text(word: str) -> str:
    """Refuse what cannot be written down: bytes that are no letters in this locale."""
    try:
        word.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("these bytes are no text") from None
    return word


def _run(word: str) -> str:
    """Refuse no name, which an unset variable of a script gives: it must not mean all of them."""
    if not word:
        raise argparse.ArgumentTypeError("it is empty")
    return _text(word)


_Commands = argparse._SubParsersAction  # noqa: SLF001 - argparse gives it no public name


def _command(
    commands: _Commands[argparse.ArgumentParser], name: str, help_text: str, *, json: bool = False
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=help_text, description=help_text, epilog=_EXITS)
    command.set_defaults(command=name)
    if json:
        command.add_argument("--json", action="store_true", help="one JSON object a line")
    return command


def _where(command: argparse.ArgumentParser) -> None:
    where = command.add_mutually_exclusive_group()
    where.add_argument("--account", metavar="A", default="", help="id or name; default: local")
    where.add_argument("--service", metavar="URL", default="", help="a service not in the list")
    _kind(command, known_kind)
    _token(command)


def _kind(command: argparse.ArgumentParser, read: Callable[[str], str]) -> None:
    command.add_argument(
        "--kind",
        metavar="KIND",
        type=read,
        default=BY_ADDRESS,
        help=f"what the service is ({', '.join(BUILT_IN)}, or a plug-in's); default: %(default)s",
    )


def known_kind(word: str) -> str:
    """Refuse a kind that nothing installed brings; plug-ins are loaded only for such a name."""
    kinds = Kinds()
    if kinds.get(word) is None:
        raise _no_kind(word, kinds, kinds.all())
    return word


def addable_kind(word: str) -> str:
    """Refuse a kind that no account can have."""
    kinds = Kinds()
    kind = kinds.get(word)
    if kind is None or not kind.by_address:
        raise _no_kind(word, kinds, kinds.addable())
    return word


def _no_kind(word: str, kinds: Kinds, offered: Sequence[ServiceKind]) -> argparse.ArgumentTypeError:
    names = ", ".join(kind.name for kind in offered)
    broken = any(one.name == word for one in kinds.broken())
    why = "its plug-in cannot be loaded" if broken else "no such kind is installed"
    return argparse.ArgumentTypeError(f"{printable(word)}: {why} (choose from {names})")


def _token(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--token-stdin", action="store_true", help="the token is a line of standard input"
    )


def _from_folders(command: argparse.ArgumentParser) -> None:
    command.add_argument("--follow-links", action="store_true", help="follow links out of folders")
    command.add_argument(
        "--include-hidden",
        action="store_true",
        help="send what desktops and tools leave in folders, too (.DS_Store, Thumbs.db, .git)",
    )


def _saving(commands: _Commands[argparse.ArgumentParser]) -> None:
    save = _command(commands, "save", "Attach files to a new record.", json=True)
    save.add_argument("--title", default=None, type=_text, help="needed for a new record")
    _where(save)
    save.add_argument(
        "--attach-to", metavar="RECORD", default="", type=_text, help="a draft that is there"
    )
    save.add_argument("--meta", metavar="FILE", default="", help="the service's metadata, as JSON")
    save.add_argument("--no-finalize", action="store_true", help="leave the record a draft")
    save.add_argument(
        "--rename",
        action="store_true",
        help="store clashing or refused names as suggested",
    )
    _from_folders(save)
    save.add_argument("paths", metavar="PATH", nargs="*")
    resume = _command(commands, "resume", "Go on with saves that did not end.", json=True)
    _token(resume)
    resume.add_argument("run", metavar="RUN", nargs="?", type=_run, help="default: all, in order")
    resume.add_argument("--title", default=None, type=_text)
    resume.add_argument("--meta", metavar="FILE", default="", help="corrected metadata, as JSON")
    resume.add_argument(
        "--changed", choices=("ask", "send-new", "leave-out"), default="ask", help="changed files"
    )
    resume.add_argument(
        "--leave-out",
        metavar="NAME",
        action="append",
        default=[],
        help="finalize without this file; its name as stored, or as it is printed",
    )
    resume.add_argument("--replace", metavar="NAME", action="append", default=[])
    resume.add_argument("--keep", metavar="NAME", action="append", default=[])


def _looking(commands: _Commands[argparse.ArgumentParser]) -> None:
    runs = _command(commands, "runs", "List the saves.", json=True)
    runs.add_argument("--unfinished", action="store_true")
    check = _command(commands, "check", "Only ask the server how a save stands.", json=True)
    _token(check)
    check.add_argument("run", metavar="RUN", type=_run)
    receipt = _command(commands, "receipt", "Print what is known of a save, file by file.")
    receipt.add_argument("run", metavar="RUN", type=_run)
    receipt.add_argument("--format", choices=("json", "csv", "html"), default="json")
    discard = _command(commands, "discard", "Remove a save's draft from the server.", json=True)
    _token(discard)
    discard.add_argument("run", metavar="RUN", type=_run)
    doctor = _command(commands, "doctor", "Say what is wrong with this installation.")
    doctor.add_argument(
        "--acknowledge",
        action="store_true",
        help="only note that you know of the damaged journals that were set aside",
    )
    report = _command(commands, "report", "Show, or save, a redacted report for a support request.")
    report.add_argument("-o", "--output", metavar="FILE.zip", default="", help="save it there")
    report.add_argument("--show", action="store_true", help="show the whole text of each part")
    report.add_argument("--names", action="store_true", help="leave names of files and folders in")


def _repairing(commands: _Commands[argparse.ArgumentParser]) -> None:
    drafts = _command(commands, "drafts", "List your newest drafts at a service.", json=True)
    _where(drafts)
    repair = _command(
        commands, "repair", "Compare a draft with files here; repair it where asked to.", json=True
    )
    _where(repair)
    repair.add_argument("--mend", action="store_true", help="send what is missing, tidy the rest")
    repair.add_argument(
        "--replace", metavar="NAME", action="append", default=[], help="different content there"
    )
    repair.add_argument(
        "--rename", action="store_true", help="clashing or refused names as suggested"
    )
    _from_folders(repair)
    repair.add_argument("record", metavar="RECORD", type=_text)
    repair.add_argument("paths", metavar="PATH", nargs="*")


def _keeping(commands: _Commands[argparse.ArgumentParser]) -> None:
    accounts = _command(commands, "accounts", "The services that records can go to.")
    accounts.set_defaults(action="list", json=False)
    actions = accounts.add_subparsers(metavar="ACTION")
    listing = actions.add_parser("list", help="list them")
    listing.set_defaults(action="list")
    listing.add_argument("--json", action="store_true")
    add = actions.add_parser("add", help="add one; its token: SENDOFF_TOKEN, or standard input")
    add.set_defaults(action="add")
    add.add_argument("address", metavar="URL", help="or the name of a preset: zenodo, sandbox")
    _kind(add, addable_kind)
    add.add_argument("--label", default="")
    for action, text in (
        ("remove", "remove one and its token"),
        ("test", "try address, token and rights"),
        ("token", "set a new token, from SENDOFF_TOKEN or standard input"),
    ):
        one = actions.add_parser(action, help=text)
        one.set_defaults(action=action)
        one.add_argument("account", metavar="ACCOUNT")
        if action == "test":
            _token(one)


def _serving(commands: _Commands[argparse.ArgumentParser]) -> None:
    serve = _command(commands, "serve", "Run the built-in service by itself.")
    serve.add_argument("--port", type=int, default=0)
    serve.add_argument("--data", metavar="DIR", default="")
    serve.add_argument("--qa", action="store_true")
    serve.add_argument("--exit-with-parent", action="store_true", help=argparse.SUPPRESS)
    scenarios = _command(commands, "qa", "Failure scenarios: `qa list`, `qa run`.")
    scenarios.add_argument("rest", nargs=argparse.REMAINDER)
