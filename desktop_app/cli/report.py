"""`sendoff report`: shows what a support report holds, and saves it where that is asked for."""

from __future__ import annotations

from desktop_app.cli.exits import Exit
from desktop_app.cli.setting import Setting
from desktop_app.core.words import size_text
from desktop_app.saving.support_report import Part, PartKind

_ABOUT = {
    PartKind.VERSIONS: "versions of Sendoff, Python and the system",
    PartKind.SETTINGS: "settings and addresses of accounts; no token, no password",
    PartKind.RUNS: "the latest saves: stages, times, errors",
    PartKind.LOG: "the end of the log",
    PartKind.CRASH: "where the program was when it crashed",
}


async def report(setting: Setting) -> Exit:
    """List the parts, with their whole text if asked; save them if there is a place for them."""
    args, support_report = setting.args, setting.wiring.support_report
    parts = await support_report.gather(names=args.names)
    for part in parts:
        _show(setting, part, whole=args.show)
    setting.output.note(
        "Names of files and folders are in it." if args.names else "Names of files are left out."
    )
    if not args.output:
        setting.output.note("Nothing was saved. To save it: sendoff report -o FILE.zip")
        return Exit.DONE
    try:
        await support_report.save(parts, args.output)
    except OSError as error:
        setting.errors.line(f"{args.output} cannot be written: {error.strerror}.")
        return Exit.BAD_INPUT
    setting.output.note(f"Saved: {args.output}")
    return Exit.DONE


def _show(setting: Setting, part: Part, *, whole: bool) -> None:
    setting.output.note(f"{part.name}  {size_text(part.size)}  {_ABOUT[part.kind]}")
    if whole:
        setting.output.note(part.text)
