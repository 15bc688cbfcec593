"""`sendoff drafts` and `sendoff repair`: what a person began elsewhere, looked at and repaired."""

from __future__ import annotations

from desktop_app.cli.events import plain
from desktop_app.cli.exits import Exit
from desktop_app.cli.output import JsonOutput
from desktop_app.cli.preparing import chosen_account, planned_files
from desktop_app.cli.setting import Setting
from desktop_app.core.model import EntryFinding, FileState, RecordRef
from desktop_app.core.printing import Printer
from desktop_app.core.words import entry_state, file_state, say, size_text
from desktop_app.files.names import printable
from desktop_app.saving.repair import DraftLook, RepairProgress
from desktop_app.workflow import AbortController


async def drafts(setting: Setting) -> Exit:
    """List the newest drafts, one a line."""
    account = chosen_account(setting.args, setting.wiring)
    setting.use_script_token(account)
    found = await setting.wiring.repair.drafts(account)
    for one in found:
        if isinstance(setting.output, JsonOutput):
            _json(setting, {"event": "draft", **plain(one)})
        else:
            setting.output.note(_line(one))
    if not found:
        setting.output.note("No drafts.")
    return Exit.DONE


async def repair(setting: Setting) -> Exit:
    """Look at a draft, repair it if asked to; DONE only if it is sound in the end."""
    args, facade = setting.args, setting.wiring.repair
    account = chosen_account(args, setting.wiring)
    setting.use_script_token(account)
    capabilities = await setting.wiring.session.capabilities(account)
    found = await planned_files(args, capabilities, setting.wiring, setting.errors.line)
    files = tuple(one for one in found.files if one.skip is None)
    left_out = len(found.files) - len(files)
    for row in found.files:
        if row.skip is not None:
            setting.errors.line(f"Not compared: {printable(row.key)}")
    if args.mend:
        signal = AbortController().signal
        replace = frozenset(args.replace)
        progress = _Progress(setting)
        look = await facade.repair(account, args.record, files, signal, progress, replace=replace)
    else:
        look = await facade.examine(account, args.record, files)
    _print(setting, look)
    return Exit.DONE if look.sound and not left_out else Exit.FAILED


class _Progress:
    """Prints each change of a file's state, once."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._last: tuple[str, FileState] | None = None

    def __call__(self, now: RepairProgress) -> None:
        if self._last == (now.key, now.state):
            return
        self._last = (now.key, now.state)
        if isinstance(self._setting.output, JsonOutput):
            _json(self._setting, {"event": "mending", **plain(now)})
        else:
            self._setting.output.note(f"  {printable(now.key)}: {say(file_state(now.state))}")


def _print(setting: Setting, look: DraftLook) -> None:
    if isinstance(setting.output, JsonOutput):
        for one in look.entries:
            _json(setting, {"event": "draft_entry", **plain(one)})
        record = plain(look.record)
        _json(setting, {"event": "draft_state", "record": record, "sound": look.sound})
        return
    for one in look.entries:
        setting.output.note(f"{say(entry_state(one.state))}: {_entry(one)}")
    if look.sound:
        setting.output.note(f"The draft {look.record.id} is sound.")
        return
    if look.to_repair:
        setting.output.note("Send what is missing and tidy the rest with: --mend")
    if look.different:
        setting.output.note("Nothing is overwritten unless it is named with: --mend --replace NAME")


def _entry(one: EntryFinding) -> str:
    size = one.remote.size if one.remote is not None else None
    return printable(one.key) + (f" ({size_text(size)})" if size is not None else "")


def _line(draft: RecordRef) -> str:
    return f"{draft.id}  {draft.created[:16]}  {printable(draft.title)}  {draft.url}".rstrip()


def _json(setting: Setting, value: dict[str, object]) -> None:
    Printer(setting.wiring.redact).json(value)
