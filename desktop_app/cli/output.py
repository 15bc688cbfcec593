"""What a command prints: JSON lines, plain or live lines; after a save, what to type next."""

from __future__ import annotations

from shlex import quote
from typing import Protocol

from desktop_app.cli.events import event_json, report_json
from desktop_app.core.errors import OUR_JOURNAL, ErrorInfo, ErrorKind, Verdict, traits
from desktop_app.core.measured import FileMoved
from desktop_app.core.model import LOCAL_ACCOUNT, NextAction, OutcomeKind, SaveStage
from desktop_app.core.next_step import next_action
from desktop_app.core.printing import Printer
from desktop_app.core.run import Run
from desktop_app.core.words import (
    error_words,
    outcome_words,
    reason_words,
    say,
    settled_words,
    size_text,
    stage_label,
)
from desktop_app.files.names import printable, shortened
from desktop_app.saving.events import (
    FileFailed,
    FileProgress,
    LateOutcome,
    Reconciled,
    Reconciling,
    SaveEvent,
    SignInNeeded,
    StageCompleted,
    StageFailed,
    StageStarted,
    Update,
    Waiting,
    events_of,
)
from desktop_app.saving.views import totals_of

PROGRESS_S = 0.1
_SHOWN = 10
_NAMED = 3


class Output(Protocol):
    """Where a running command says what happens."""

    def update(self, update: Update) -> None:
        """Show what changed of a run."""
        ...

    def ended(self, report: Run) -> None:
        """Say how a run ended."""
        ...

    def listed(self, report: Run) -> None:
        """Show one run of a list."""
        ...

    def note(self, text: str) -> None:
        """Say something to people beside the events."""
        ...

    def document(self, text: str) -> None:
        """Hand out a whole document, as a file would hold it."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was."""
        ...


class JsonOutput:
    """One object a line; notes for people go to standard error.

    Of one file's progress at most ten objects a second are printed, besides changes of its state.
    """

    def __init__(self, printer: Printer, errors: Printer) -> None:
        self._printer = printer
        self._errors = errors
        self._printed: dict[str, FileProgress] = {}

    def update(self, update: Update) -> None:
        """Print the events that it is for scripts."""
        for event in events_of(update):
            if isinstance(event, FileProgress) and not self._is_news(event):
                continue
            value = event_json(event)
            if value is not None:
                self._printer.json(value)

    def _is_news(self, event: FileProgress) -> bool:
        last = self._printed.get(event.key)
        news = last is None or last.state is not event.state or event.t - last.t >= PROGRESS_S
        if news:
            self._printed[event.key] = event
        return news

    def ended(self, report: Run) -> None:
        """Print nothing: `run_done` or `run_stopped` has said it."""

    def listed(self, report: Run) -> None:
        """Print the whole run."""
        self._printer.json(report_json(report))

    def note(self, text: str) -> None:
        """Print it beside the objects."""
        self._errors.line(text)

    def document(self, text: str) -> None:
        """Print it."""
        self._printer.document(text)

    def close(self) -> None:
        """Nothing was changed."""


class PlainOutput:
    """Lines for people and logs."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        self._explained: set[str] = set()
        """Files of which it was said why they failed."""

    def update(self, update: Update) -> None:
        """Print what changed, one line for each step of a save; nothing of bytes on their way."""
        if isinstance(update.news, FileMoved):
            return
        for event in events_of(update):
            self._event(event, update.run)

    def _event(self, event: SaveEvent, run: Run) -> None:
        match event:
            case StageStarted():
                self.say(f"{say(stage_label(event.stage))} ...")
            case StageCompleted():
                self.say(f"{say(stage_label(event.stage))}: done{_counted(event, run)}")
            case StageFailed():
                how = "not known yet" if _may_be_done(event) else "failed"
                reason = say(reason_words(event.error))
                self.say(f"{say(stage_label(event.stage))}: {how}. {reason}")
            case FileFailed() if event.error.kind is ErrorKind.TOO_MANY_FILES:
                pass  # counted in one line at the end: this file is no worse than the others
            case FileFailed():
                self._explained.add(event.key)
                self._say_of(event.key, say(reason_words(event.error)))
            case _:
                self._rarer(event)

    def ended(self, report: Run) -> None:
        """Print headline, what happened, what it means, what helps, and the one next step."""
        words = outcome_words(report)
        self.say(f"{say(words.headline)}. {say(words.what)} {say(words.meaning)}")
        if report.error is not None and _needs_advice(report, report.error):
            self.say(" ".join(say(sentence) for sentence in error_words(report.error)[1:]))
            self._explain_failed(report)
        for line in next_step(report):
            self._printer.own(line)

    def _explain_failed(self, report: Run) -> None:
        """Print why files failed of which nothing was said while the command ran."""
        failed = [
            (file.key, file.error)
            for file in report.files
            if file.held_back and file.error is not None and file.key not in self._explained
        ]
        beyond = [one for one in failed if one[1].kind is ErrorKind.TOO_MANY_FILES]
        if len(beyond) > 1:
            failed = [one for one in failed if one not in beyond]
            self.say(f"  {len(beyond)} files: {say(reason_words(beyond[0][1]))}")
        for key, error in failed[:_SHOWN]:
            self._say_of(key, say(reason_words(error)))
        if len(failed) > _SHOWN:
            self.say(f"  ... and {len(failed) - _SHOWN} more")

    def listed(self, report: Run) -> None:
        """Print a run in one line."""
        totals = totals_of(report)
        confirmed = f"{of_files(totals.confirmed, totals.files)}, {size_text(totals.bytes)}"
        headline = say(outcome_words(report).headline)
        self._printer.own(f"{report.id}  {headline}  {confirmed}  {printable(report.title)}")

    def note(self, text: str) -> None:
        """Print it."""
        self.say(text)

    def document(self, text: str) -> None:
        """Print it."""
        self._printer.document(text)

    def close(self) -> None:
        """Nothing was changed."""

    def say(self, text: str) -> None:
        """Print one line."""
        self._printer.line(text)

    def _say_of(self, key: str, text: str) -> None:
        """Print a line about a file: its name is not taken for a part of the text."""
        name = f"{shortened(key)}: " if key else ""
        self._printer.own(f"  {name}{self._printer.free(text)}")

    def _rarer(self, event: SaveEvent) -> None:
        match event:
            case Reconciling():
                self.say("Checking with the server ...")
            case Reconciled():
                self.say(f"Checking with the server: {say(settled_words(event.settled))}")
            case Waiting(key=key):
                why = say(reason_words(event.error))
                self._say_of(key, f"{why} {_next_attempt(event.seconds)}")
            case LateOutcome():
                how = "ended well" if event.error is None else say(reason_words(event.error))
                self.say(f"{say(stage_label(event.stage))}, after all: {how}")
            case SignInNeeded():
                self.say(explained(event.error))


def _counted(event: StageCompleted, run: Run) -> str:
    if event.stage is SaveStage.UPLOAD_FILES:
        totals = totals_of(run)
        counted = of_files(totals.confirmed, totals.files)
        return f", {counted} confirmed ({event.elapsed_s:.1f} s)"
    return f" ({event.elapsed_s:.1f} s)"


def _needs_advice(report: Run, error: ErrorInfo) -> bool:
    unknown = report.outcome is OutcomeKind.UNKNOWN and error.kind in OUR_JOURNAL
    return unknown or report.outcome is OutcomeKind.FAILED


def _may_be_done(event: StageFailed) -> bool:
    """Whether a stage ended without anybody knowing how: nothing may be called failed then."""
    return event.still_running or event.error.verdict is Verdict.UNKNOWN_OUTCOME


def _next_attempt(seconds: float) -> str:
    whole = round(seconds)
    return f"Next attempt in {whole} s." if whole > 0 else "Next attempt at once."


def of_files(confirmed: int, total: int) -> str:
    """Return "1 of 1 file", "2 of 3 files"."""
    return f"{confirmed:,} of {total:,} {'file' if total == 1 else 'files'}"


def explained(error: ErrorInfo) -> str:
    """Return cause, what the service says, and what to do, as one line."""
    where = error.get("path") or error.get("key")
    words = " ".join(say(sentence) for sentence in error_words(error))
    return f"{shortened(where)}: {words}" if where else words


def next_step(report: Run) -> tuple[str, ...]:
    """Return the lines that say what to do next; none where nothing is left to do."""
    run = report.id
    match next_action(report):
        case NextAction.OPEN_RECORD:
            return where(report)
        case NextAction.RETRY_FINALIZE | NextAction.RESUME:
            go_on = f"Go on with: sendoff resume {run}{_answer(report)}"
            return (*where(report), go_on, *_without(report))
        case NextAction.CHECK_AGAIN:
            return (f"Ask the server again with: sendoff check {run}",)
        case NextAction.SIGN_IN:
            name = quote(report.account.label or report.account.id)
            return (
                f"Enter a new token with: sendoff accounts token {name} (or set SENDOFF_TOKEN)",
                f"Then go on with: sendoff resume {run} (--token-stdin takes it from a pipe)",
            )
        case NextAction.EDIT:
            return (f"Correct it with: sendoff resume {run} --title TITLE --meta FILE",)
        case NextAction.DISCARD:
            return (f"Remove the draft with: sendoff discard {run}",)
        case NextAction.NONE:
            return ()


def _answer(report: Run) -> str:
    """Return the words of the answer without which going on would end the same way again."""
    if report.error is not None and report.error.kind is ErrorKind.SOURCE_CHANGED:
        return " --changed send-new (or leave-out)"
    return ""


def _without(report: Run) -> tuple[str, ...]:
    """Return what helps with files that fail every time: sending them again does not."""
    hopeless = [
        (file.key, file.error)
        for file in report.files
        if file.held_back and file.error is not None and _is_permanent(file.error)
    ]
    if not hopeless or report.error is None or report.error.kind is not ErrorKind.FILES_FAILED:
        return ()
    names = [quote(printable(key)) for key, _ in hopeless]
    if len(names) > _NAMED:
        names = ["NAME"]
    options = " ".join(f"--leave-out={name}" for name in names)
    lines = [f"Or, without what is refused every time: sendoff resume {report.id} {options}"]
    if any(error.get("rename") for _, error in hopeless):
        lines.append("A new save with --rename stores such names as suggested")
    return tuple(lines)


def _is_permanent(error: ErrorInfo) -> bool:
    return traits(error.kind).permanent or error.get("reason") == "path_long"


def where(report: Run) -> tuple[str, ...]:
    """Return the line that says where the record is, if there is one."""
    record = report.shown_record
    if record is None:
        return ()
    if record.url:
        return (f"Record: {record.url}",)
    place = " on this computer" if report.account.id == LOCAL_ACCOUNT.id else ""
    return (f"Record: {record.id}{place}",)
