"""One save from its first click to its end, through all that its seed has drawn.

The person saves, does what is offered next, sometimes something else; the computer fails, the
service misbehaves. Then the weather is good for the rest of the day: now it must come to its end.
Each word that is said on the way is compared with what the service holds at that moment.
"""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpcore._async.http11

from desktop_app.cli.events import event_json
from desktop_app.cli.exits import Exit, exit_of, exit_of_error
from desktop_app.cli.output import PlainOutput, explained
from desktop_app.core.errors import OUR_JOURNAL, SendoffError
from desktop_app.core.log import Redactor
from desktop_app.core.model import Account, NextAction, OutcomeKind, RecordState, SaveLimits
from desktop_app.core.next_step import all_next
from desktop_app.core.printing import Printer
from desktop_app.core.run import Run, RunFile, SaveRequest
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.events import ENDED_WELL, FileProgress, SignInNeeded, Update, events_of
from desktop_app.saving.session import Answers, SaveSession
from desktop_app.workflow import CancelReason
from tests.invenio.bench import METADATA
from tests.saving.harness import CheckedJournal
from tests.simulate.computer import Computer, PowerCut, Process
from tests.simulate.keyed import Keyed
from tests.simulate.loop import LibraryTime, NothingToWaitForError, StuckError, VirtualLoop
from tests.simulate.repository import Repository
from tests.simulate.site import UNHEARD_IN_STORM_S, UNHEARD_S, Front
from tests.simulate.truth import Truth
from tests.simulate.weather import LASTING, Blow, How, Misfortune, Site, Weather, drawn

ACTS = 4
FAIR_ACTS = 6
LATEST_S = 130.0
LONGEST_ACT_S = 4 * 3600.0
"""After so long an act does not end."""
_library_time = LibraryTime()
setattr(httpcore._async.http11, "time", _library_time)  # noqa: B010 - it is private
"""How long a connection has been idle is asked of the virtual clock, too."""


@dataclass
class Result:
    """What was found in one seed."""

    seed: int
    weather: str = ""
    outcome: str = ""
    wrong: list[str] = field(default_factory=list)
    acts: int = 0
    turns: int = 0
    seconds: float = 0.0
    met: set[str] = field(default_factory=set)
    trace: list[str] = field(default_factory=list)


class _Lines:
    """Where the program prints; each line is judged as it comes."""

    def __init__(self, judge: Callable[[str], None]) -> None:
        self._judge = judge

    def write(self, text: str) -> int:
        self._judge(text.rstrip("\n"))
        return len(text)

    def flush(self) -> None:
        return None

    def isatty(self) -> bool:
        return False


class Life:
    """See the module."""

    def __init__(self, loop: VirtualLoop, folder: Path, seed: int, weather: Weather) -> None:
        self.result = Result(seed, str(weather))
        self.weather = weather
        self._loop = loop
        self._chance = Random(f"person {seed}")
        stormy = weather.fates or any(weather.blows)
        unheard_s = UNHEARD_IN_STORM_S if stormy else UNHEARD_S
        self._double: Keyed | Repository = Repository(weather.site, loop.time, unheard_s)
        if weather.keyed:
            self._double = Keyed(weather.site, loop.time, unheard_s)
        self.front = Front(self._double, weather, self.say)
        self._folder = folder
        self._fair = False
        self._wish = weather.finalize
        self._left_out: set[str] = set()
        self._run = ""
        self._said: OutcomeKind | None = None
        """How the last act said that it ended."""

    def say(self, text: str) -> None:
        """Add a line to the trace."""
        self.result.trace.append(f"{self._loop.now - 1000.0:9.2f} {text}")

    def wrong(self, who: str, found: Iterator[str]) -> None:
        """Note what is wrong."""
        for one in found:
            text = f"{who}: {one}"
            if text not in self.result.wrong:
                self.result.wrong.append(text)
                self.say(f"!!! WRONG {text}")

    # the whole

    async def live(self) -> None:
        """Live it."""
        async with self.front:
            self._set_up()
            await self._stormy()
            await self._fine()
            await self._last_judgement()
            await self._process.session.close(0.0)

    def _set_up(self) -> None:
        weather, url = self.weather, self.front.url
        if isinstance(self._double, Repository):
            self._double.address = url
        account = Account("acc", "local" if weather.keyed else "invenio", address=url)
        self._computer = Computer(self._loop, self._folder, account, self._chance, self.say)
        self._computer.token = self.front.token
        files = {
            f"file {n}.bin": self._chance.randbytes(self._chance.choice([1, 10, 5000]))
            for n in range(weather.files)
        }
        if len(files) > 2 and self._chance.random() < 0.3:
            files["file 1.bin"] = files["file 2.bin"]
        self.truth = Truth(files)
        self.truth.absence = not weather.beyond and not weather.doubled_create
        self._files = [
            self._computer.disk.plan(f"/home/a/{name}", content) for name, content in files.items()
        ]
        self._limits = SaveLimits(parallel_files=weather.parallel)
        self._start()

    def _start(self) -> None:
        self._process = self._computer.start(self._limits, interactive=self.weather.interactive)

    async def _stormy(self) -> None:
        blows = iter([*self.weather.blows, *[None] * ACTS])
        for number in range(ACTS):
            act = self._save if number == 0 else await self._chosen()
            if act is None:
                break
            await self._act(act, next(blows))
            await self._between()

    async def _fine(self) -> None:
        """From now on nothing goes wrong."""
        self.say("--- from now on the weather is good")
        self._fair = True
        self.front.fair()
        await asyncio.sleep(LATEST_S)
        while self.front.coming:  # noqa: ASYNC110 - time is virtual
            await asyncio.sleep(30.0)
        await self._restart(self._chance.choice([0.0, 5.0]))
        self._renew_token()
        for _ in range(FAIR_ACTS):
            act = await self._offered()
            if act is None:
                return
            await self._act(act, None)
            await asyncio.sleep(self._chance.choice([1.0, 60.0]))

    # what a person does

    def _save(self, session: SaveSession) -> Coroutine[Any, Any, Run]:
        metadata = "{}" if self.weather.keyed else json.dumps(METADATA)
        request = SaveRequest(
            self._computer.account,
            f"simulated save {self.result.seed}",
            metadata,
            tuple(self._files),
            finalize=self.weather.finalize,
        )
        return session.save(request, self._listen)

    async def _known(self) -> Run | None:
        runs = await self._process.session.runs()
        if len(runs) > 1:
            self.wrong("runs", iter([f"{len(runs)} saves are listed"]))
        return runs[-1] if runs else None

    async def _chosen(self) -> Callable[[SaveSession], Coroutine[Any, Any, Run]] | None:
        """Return what a person does now: mostly what is offered."""
        run = await self._known()
        if run is None:
            return self._save
        others = [one for one in all_next(run)[1:] if one is not NextAction.DISCARD]
        toss = self._chance.random()
        if toss < 0.05 and run.outcome not in (OutcomeKind.DONE, OutcomeKind.DISCARDED):
            return self._named("discard", run)
        if toss < 0.15 and run.outcome is not OutcomeKind.DISCARDED:
            return self._named("check", run)
        if others and toss < 0.3:
            return self._of(self._chance.choice(others), run)
        return self._of(all_next(run)[0], run)

    async def _offered(self) -> Callable[[SaveSession], Coroutine[Any, Any, Run]] | None:
        run = await self._known()
        return self._save if run is None else self._of(all_next(run)[0], run)

    def _of(
        self, step: NextAction, run: Run
    ) -> Callable[[SaveSession], Coroutine[Any, Any, Run]] | None:
        if run.outcome is OutcomeKind.DRAFT_READY and not self._wants(run):
            return None
        names = {
            NextAction.RESUME: "resume",
            NextAction.SIGN_IN: "resume",
            NextAction.EDIT: "resume",
            NextAction.CHECK_AGAIN: "check",
            NextAction.RETRY_FINALIZE: "finalize",
        }
        return self._named(names[step], run) if step in names else None

    def _wants(self, run: Run) -> bool:
        """Whether the person, at last, wants the draft to be finalized."""
        self._wish = self._wish or run.finalize or self._chance.random() < 0.5
        return self._wish

    def _named(self, name: str, run: Run) -> Callable[[SaveSession], Coroutine[Any, Any, Run]]:
        def act(session: SaveSession) -> Coroutine[Any, Any, Run]:
            if name == "resume":
                return session.resume(run.id, self._listen, self._answers(run))
            if name == "finalize":
                return session.retry_finalize(run.id, self._listen)
            if name == "check":
                return session.check(run.id, self._listen)
            return session.discard(run.id)

        act.__name__ = name
        return act

    def _answers(self, run: Run) -> Answers:
        failed = [one.key for one in run.files if one.held_back]
        some_stay = len(failed) < len(run.counted) or self.weather.keyed
        if failed and some_stay and (self._fair or self._chance.random() < 0.3):
            return Answers(leave_out=tuple(failed))
        return Answers()

    async def _between(self) -> None:
        """Time passes, and perhaps the program is started anew."""
        await asyncio.sleep(self._chance.choice([0.0, 1.0, 30.0, 100.0, 500.0]))
        if self._chance.random() < 0.4:
            await self._restart(self._chance.choice([0.0, 0.0, 5.0]))
        if not self._valid_token() and self.weather.new_token_s is not None:
            self._renew_token()

    async def _restart(self, within_s: float) -> None:
        self.say("--- the program is ended in order, and started again")
        await self._process.begin(self._process.session.close(within_s))
        await self._process.bury()
        self._start()

    def _valid_token(self) -> bool:
        return self._computer.token in self._double.tokens

    def _renew_token(self) -> None:
        if not self._valid_token():
            self.say("--- the person makes a new token")
            self._computer.token = self.front.new_token()

    # one act

    async def _act(
        self, act: Callable[[SaveSession], Coroutine[Any, Any, Run]], blow: Misfortune | None
    ) -> None:
        name = act.__name__.strip("_")
        self.result.acts += 1
        process = self._process
        said = f", {blow}" if blow is not None else ""
        self.say(f"--- {name}{said}")
        self._said = None
        task = process.begin(act(process.session))
        quits = self._arm(blow, process, task)
        dead = asyncio.ensure_future(process.dead.wait())
        await asyncio.wait({task, dead}, timeout=LONGEST_ACT_S, return_when=asyncio.FIRST_COMPLETED)
        dead.cancel()
        self._loop.on_turn = lambda: None
        if process.dead.is_set():
            await process.bury()
            self._start()
        elif not task.done():
            self.wrong(name, iter(["did not end"]))
            await process.bury()
            self._start()
        else:
            self._ended(name, task)
            if quits:
                await asyncio.wait(quits)
                await process.bury()
                self._start()
        process.crash_at = process.full_from = None
        await self._after(name)

    def _arm(
        self, blow: Misfortune | None, process: Process, task: asyncio.Task[Run]
    ) -> list[asyncio.Task[None]]:
        """Let the blow come at its time; return what quits, if it does."""
        quits: list[asyncio.Task[None]] = []
        if blow is None:
            return quits
        if blow.blow is Blow.CRASH:
            process.crash_at = process.points + blow.at
        elif blow.blow is Blow.FULL:
            process.full_from = process.writes + 1 + blow.at
            process.full_to = 10**9
        elif blow.blow is Blow.FULL_ONCE:
            process.full_from = process.full_to = process.writes + 1 + blow.at
        else:
            due = self._loop.turns + blow.at

            def turn() -> None:
                if self._loop.turns >= due:
                    self._loop.on_turn = lambda: None
                    if not task.done():
                        self.say(f"  {blow.blow}")
                        self._strike(blow, process, task, quits)

            self._loop.on_turn = turn
        return quits

    def _strike(
        self,
        blow: Misfortune,
        process: Process,
        task: asyncio.Task[Run],
        quits: list[asyncio.Task[None]],
    ) -> None:
        session = process.session
        match blow.blow:
            case Blow.CANCEL:
                for run in process.held_runs():
                    session.request_cancel(run)
            case Blow.STOP:
                for run in process.held_runs():
                    session.stop_before_next_stage(run, CancelReason.USER)
                    session.request_cancel(run)
            case Blow.KILL:
                process.end()
            case Blow.INTERRUPT:
                task.cancel()
            case Blow.QUIT:
                quits.append(process.begin(session.close(self._chance.choice([0.0, 5.0]))))
            case Blow.JUMP:
                self._computer.clock_off_s += blow.jump_s

    def _ended(self, name: str, task: asyncio.Task[Run]) -> None:
        """Judge how an act ended, as the command line says it."""
        held = self.front.held()
        if task.cancelled():
            self.say(f"  {name} was cut off")
            return
        error = task.exception()
        if error is None:
            run = task.result()
            self._said = run.outcome
            self._output.ended(run)
            code = exit_of(run)
        elif isinstance(error, SendoffError):
            self._judge_line(explained(error.info))
            code = exit_of_error(error)
        elif isinstance(error, PowerCut):
            return
        else:
            raise error
        self.say(f"  exit code {int(code)}")
        unwritten = error is None and _is_unwritten(task.result())
        unwritten = unwritten or (code is Exit.FAILED and How.WRONG_SUMS in self.front.met)
        if (name != "discard" or code is Exit.UNEXPECTED) and not unwritten:
            draft = error is None and task.result().outcome is OutcomeKind.DRAFT_READY
            found = self.truth.exit_code(name, int(code), held, finalize=not draft)
            self.wrong(name, found)

    async def _after(self, name: str) -> None:
        """Look at the receipt, and at what must never be."""
        self.wrong(f"after {name}", self.truth.published(self.front.held()))
        run = await self._known()
        if run is not None:
            if self._said in ENDED_WELL and run.outcome is not self._said:
                self.wrong(name, iter([f"said {self._said}, and a restart says {run.outcome}"]))
            words = outcome_words(run)  # as the page of a save shows it
            self._judge_line(f"{say(words.headline)}. {say(words.what)} {say(words.meaning)}")
            receipt = await self._process.session.receipt(run.id)
            self.wrong("receipt", self.truth.receipt(asdict(receipt), self.front.held()))

    # what is said

    @property
    def _output(self) -> PlainOutput:
        return PlainOutput(Printer(Redactor(), _Lines(self._judge_line)))  # type: ignore[arg-type]

    def _listen(self, update: Update) -> None:
        self._run = update.run.id
        held = self.front.held()
        for one in update.run.files:
            if one.left_out:
                self.truth.leave_out(_name(one), held)
        for event in events_of(update):
            if isinstance(event, SignInNeeded):
                self._asked_for_token()
            value = event_json(event) if not isinstance(event, FileProgress) else None
            if value is not None:
                facts: dict[str, Any] = {
                    k: value[k] for k in ("stage", "key", "settled", "outcome") if k in value
                }
                if isinstance(value.get("error"), dict):
                    facts["error"] = value["error"].get("kind")
                self.say(f"  {value['event']} {facts or ''}")
                self.wrong("json", self.truth.event(value, held))
        self._output.update(update)

    def _judge_line(self, line: str) -> None:
        self.say(f"  > {line}")
        self.wrong("line", self.truth.sentence(line, self.front.held()))

    def _asked_for_token(self) -> None:
        """The person comes with a new token, or gives up."""
        process, run = self._process, self._run
        after_s = 60.0 if self._fair else self.weather.new_token_s

        def come() -> None:
            if process is not self._process:
                return
            if after_s is None:
                self.say("  the person gives up signing in")
                process.session.request_cancel(run)
                return
            self._renew_token()
            process.session.provide_token(self._computer.account.id)

        self._loop.call_later(60.0 if after_s is None else after_s, come)

    # at last

    async def _last_judgement(self) -> None:
        run = await self._known()
        held = self.front.held()
        self.say(f"--- at last: {self.truth.state(held)}")
        if CheckedJournal.differences:
            self.wrong("journal", iter(["memory is not what a restart loads"]))
            self.say(CheckedJournal.differences[0])
        outcome = run.outcome.value if run is not None and run.outcome else "interrupted"
        if run is None:
            outcome = "no save"
        self.result.outcome = outcome
        self.wrong("at last", self.truth.published(held))
        if self.truth.absence and len(held.records) > 1:
            self.wrong("at last", iter([f"another draft is left: {self.truth.state(held)}"]))
        if not self._may_end_so(run):
            error = run.error.kind if run is not None and run.error else ""
            self.wrong("at last", iter([f"it ended {outcome} {error}, in good weather"]))
        elif run is not None and run.outcome is OutcomeKind.DONE and not self.truth.whole(held):
            self.wrong("at last", iter([f"it is done, but {self.truth.state(held)}"]))

    def _may_end_so(self, run: Run | None) -> bool:
        if run is None:
            return False
        if How.WRONG_SUMS in self.front.met and run.outcome is OutcomeKind.FAILED:
            return True  # the service has said that the record is not what was sent
        alone = self.weather.site is Site.QUOTA and len(run.counted) == 1
        if self.weather.site in LASTING or alone:  # a site wants at least one file
            return True
        if run.outcome is OutcomeKind.DRAFT_READY:
            return not self._wish
        return run.outcome in (OutcomeKind.DONE, OutcomeKind.DISCARDED)


def _is_unwritten(run: Run) -> bool:
    """Whether it says itself that it is published, but not (so) confirmed, or not written down."""
    finalized = run.record is not None and run.record.state is RecordState.FINALIZED
    kind = run.error.kind if run.error is not None else None
    return finalized and (run.outcome is OutcomeKind.STOPPED or kind in OUR_JOURNAL)


def _name(one: RunFile) -> str:
    return one.path.rsplit("/", 1)[-1]


def weather_of(seed: int) -> Weather:
    """Return what the seed has drawn."""
    return drawn(Random(f"weather {seed}"))


def live(seed: int, weather: Weather | None = None) -> Result:
    """Live one save to its end; no world is left behind."""
    logging.disable(logging.CRITICAL)
    CheckedJournal.differences.clear()
    loop = VirtualLoop()
    _library_time.loop = loop
    asyncio.set_event_loop(loop)
    with tempfile.TemporaryDirectory(dir=_memory(), ignore_cleanup_errors=True) as folder:
        life = Life(loop, Path(folder), seed, weather or weather_of(seed))
        loop.set_exception_handler(lambda _, context: _complained(life, context))
        try:
            loop.run_until_complete(life.live())
        except NothingToWaitForError:
            life.wrong("loop", iter(["the work waits, but for no timer"]))
        except StuckError:
            life.wrong("loop", iter(["it never ends"]))
        except Exception as error:  # noqa: BLE001 - a defect, of ours or of the product's
            life.wrong("defect", iter([f"{type(error).__name__}: {error}"]))
        finally:
            _close(loop)
    life.result.turns, life.result.seconds = loop.turns, loop.now - 1000.0
    life.result.met = {one.name for one in life.front.met}
    return life.result


def found(seed: int) -> tuple[int, str, str, list[str], int, float, list[str]]:
    """Live a seed, and return what can be handed to another process."""
    one = live(seed)
    return seed, one.weather, one.outcome, one.wrong, one.acts, one.seconds, sorted(one.met)


def _complained(life: Life, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, PowerCut | asyncio.CancelledError):
        return
    text = f"{context.get('message')}: {type(error).__name__} {error}"
    life.wrong("loop", iter([text]))


def _close(loop: VirtualLoop) -> None:
    """End what is left; its complaints are not heard."""
    loop.set_exception_handler(lambda *_: None)
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    loop.on_turn = lambda: None
    loop.most_turns = loop.turns + 100_000
    try:
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=10.0))
        loop.run_until_complete(loop.shutdown_asyncgens())
    except (NothingToWaitForError, StuckError):
        pass
    loop.close()
    asyncio.set_event_loop(None)


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


__all__ = ["How", "Life", "Result", "Site", "live", "weather_of"]
