"""The commands about saves: save, demo, resume, runs, check, receipt, discard."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.cli.exits import Exit, exit_of, exit_of_error, worst
from desktop_app.cli.output import explained
from desktop_app.cli.preparing import chosen_account, metadata_from, request_from
from desktop_app.cli.setting import Setting
from desktop_app.core.errors import SendoffError
from desktop_app.core.model import LOCAL_ACCOUNT, Account, NextAction, OutcomeKind, RecordState
from desktop_app.core.next_step import is_past_changing, next_action
from desktop_app.core.paths import sample_files
from desktop_app.core.run import Run, SaveRequest
from desktop_app.core.threads import in_thread
from desktop_app.core.words import outcome_words, say
from desktop_app.files.expansion import expand
from desktop_app.files.names import printable
from desktop_app.saving.session import Answers, Changed


async def save(setting: Setting) -> Exit:
    """Save files to a new record."""
    account = chosen_account(setting.args, setting.wiring)
    setting.use_script_token(account)
    request = await request_from(setting.args, account, setting.wiring, setting.errors.line)
    report = await setting.wiring.session.save(request, setting.on_update)
    setting.output.ended(report)
    await _retire(setting)
    return exit_of(report)


async def demo(setting: Setting) -> Exit:
    """Save the sample files to the built-in service, and say where the record is."""
    paths = [str(path) for path in sample_files()]
    files = [file async for batch in expand(paths, slash=True) for file in batch]
    request = SaveRequest(LOCAL_ACCOUNT, "A sample record", "{}", tuple(files))
    report = await setting.wiring.session.save(request, setting.on_update)
    setting.output.ended(report)
    if report.shown_record is not None:
        place = setting.wiring.paths.service
        setting.output.note(f"It is kept by the built-in service, in {place}")
        setting.output.note(f"Its receipt: sendoff receipt {report.id} --format html")
    return exit_of(report)


async def resume(setting: Setting) -> Exit:
    """Go on with one save, or with every unfinished one, oldest first.

    Drafts that were left ready to finalize are named, not published: that is asked for one by one.
    """
    session = setting.wiring.session
    if setting.args.run:
        report = await session.run(setting.args.run)
        setting.use_script_token(report.account)
        return await _resume(setting, report)
    unended = await session.runs(unfinished_only=True)
    if not unended:
        setting.output.note("Nothing unfinished.")
    open_runs = []
    for report in unended:
        if report.busy or _waits_for_finalize(report) or is_past_changing(report):
            setting.output.note(_left_alone(report))
        else:
            open_runs.append(report)
    _use_token_for_all(setting, open_runs)
    codes = []
    for report in open_runs:
        codes.append(await _resume_one_of_many(setting, report))
        if setting.stopper.asked:
            break
    return worst(codes)


def _waits_for_finalize(report: Run) -> bool:
    """Whether it is kept as a draft until somebody asks for more; a wish stands in the journal."""
    return report.outcome is OutcomeKind.DRAFT_READY and not report.finalize


def _left_alone(report: Run) -> str:
    """Return why a save that did not end is not gone on with, and how it can be."""
    named = f"{report.id} ({printable(report.title)})"
    if report.busy:
        return f"Left alone, it runs in another window or process: {named}"
    if is_past_changing(report):
        about = say(outcome_words(report).headline)
        return f"{about}, and nothing can be sent to it: {named}. See: sendoff check {report.id}"
    return f"Ready to finalize, left a draft: {named}. Finalize it: sendoff resume {report.id}"


async def _resume_one_of_many(setting: Setting, report: Run) -> Exit:
    try:
        return await _resume(setting, report)
    except SendoffError as error:
        setting.errors.line(f"{report.id}: {explained(error.info)}")
        return exit_of_error(error)


def _use_token_for_all(setting: Setting, reports: list[Run]) -> None:
    """Take the script's token where it can be for one account only: no other may see it."""
    accounts = {one.account.id: one.account for one in reports if one.account != LOCAL_ACCOUNT}
    if len(accounts) == 1:
        setting.use_script_token(next(iter(accounts.values())))
    elif accounts and setting.args.token_stdin:
        setting.errors.line(
            "The token was not used: these saves belong to several accounts. Name one RUN."
        )


async def _resume(setting: Setting, report: Run) -> Exit:
    session, run = setting.wiring.session, report.id
    answers = await in_thread(_answers, setting, report.account)
    if _waits_for_finalize(report) and answers == Answers():
        ended = await session.retry_finalize(run, setting.on_update)
    else:
        finalize = _waits_for_finalize(report)
        ended = await session.resume(run, setting.on_update, replace(answers, finalize=finalize))
    setting.output.ended(ended)
    return exit_of(ended)


def _answers(setting: Setting, account: Account) -> Answers:
    args = setting.args
    metadata = metadata_from(args.meta, account, setting.wiring.own) if args.meta else None
    return Answers(
        changed=Changed(args.changed.replace("-", "_")),
        leave_out=tuple(args.leave_out),
        title=args.title,
        metadata=metadata,
        take_remote=tuple(args.replace),
        keep_remote=tuple(args.keep),
    )


async def runs(setting: Setting) -> Exit:
    """List the saves, oldest first."""
    listed = await setting.wiring.session.runs(unfinished_only=setting.args.unfinished)
    for report in listed:
        setting.output.listed(report)
    if not listed:
        nothing = "Nothing unfinished." if setting.args.unfinished else "No saves yet."
        setting.output.note(nothing)
    return Exit.DONE


async def check(setting: Setting) -> Exit:
    """Only ask the server how a save stands."""
    session = setting.wiring.session
    setting.use_script_token((await session.run(setting.args.run)).account)
    report = await session.check(setting.args.run, setting.on_update)
    setting.output.ended(report)
    code = exit_of(report)
    if report.error is not None and next_action(report) is NextAction.CHECK_AGAIN:
        return worst((code, Exit.UNKNOWN))
    return code


async def discard(setting: Setting) -> Exit:
    """Remove a save's draft from the server."""
    session = setting.wiring.session
    setting.use_script_token((await session.run(setting.args.run)).account)
    report = await session.discard(setting.args.run)
    if setting.args.json:
        setting.output.listed(report)
    else:
        setting.output.ended(report)
    return _discarded(setting, report)


def _discarded(setting: Setting, report: Run) -> Exit:
    """Say why nothing was removed, if it was not."""
    if report.outcome is OutcomeKind.DISCARDED:
        return Exit.DONE
    if report.error is not None and report.outcome is not OutcomeKind.FAILED:
        setting.errors.line(explained(report.error))
    if report.outcome is OutcomeKind.UNKNOWN:
        return Exit.UNKNOWN
    if report.shown_record is not None and report.shown_record.state is RecordState.FINALIZED:
        setting.errors.line("Nothing was discarded: only drafts can be.")
        return Exit.BAD_INPUT
    return worst((exit_of(report), Exit.FAILED))


async def receipt(setting: Setting) -> Exit:
    """Print what is known of a save, file by file."""
    known = await setting.wiring.session.receipt(setting.args.run)
    write = {"json": known.to_json, "csv": known.to_csv, "html": known.to_html}
    text = write[setting.args.format]()
    setting.output.document(text if text.endswith("\n") else f"{text}\n")
    return Exit.DONE


async def _retire(setting: Setting) -> None:
    days = setting.wiring.preferences.settings.retention_days
    if days:
        await setting.wiring.session.retention(days)
