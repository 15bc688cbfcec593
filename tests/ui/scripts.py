"""Scripts for the fake session: saves that end in each way, and one that waits to be let on."""

from __future__ import annotations

import asyncio

from desktop_app.core.errors import ErrorKind, Verdict, info
from desktop_app.core.model import OutcomeKind, RecordRef, SaveStage, StageState
from desktop_app.core.run import Run
from desktop_app.qa.testing import Play, report_of

CREATE, UPLOAD, FINALIZE = SaveStage
DONE, FAILED, PENDING = StageState.DONE, StageState.FAILED, StageState.PENDING
DRAFT = RecordRef("rec-1")
LOST = info(ErrorKind.CONNECTION_LOST, host="records.example", verdict=Verdict.TRANSIENT)
REFUSED = info(ErrorKind.SERVER_FAULT, host="records.example", server_text="a <b>bad</b> day")


class Held:
    """A script that stops in a stage until the test lets it on, or cancels it."""

    def __init__(self, stage: SaveStage = UPLOAD, *, abortable: bool = True) -> None:
        self.stage = stage
        self.abortable = abortable
        self.go_on = asyncio.Event()
        self.reached = asyncio.Event()
        self.play: Play | None = None

    async def __call__(self, play: Play) -> Run:
        self.play = play
        play.started()
        for stage in SaveStage:
            play.begin(stage, abortable=self.abortable if stage is self.stage else True)
            if stage is self.stage:
                self.reached.set()
                await self._held(play)
                if play.cancelled.is_set():
                    return stopped(play)
            play.complete(stage)
        return report_of(play, OutcomeKind.DONE, record=DRAFT)

    async def _held(self, play: Play) -> None:
        waits = [
            asyncio.ensure_future(self.go_on.wait()),
            asyncio.ensure_future(play.cancelled.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)


def stopped(play: Play) -> Run:
    return report_of(
        play,
        OutcomeKind.STOPPED,
        states=(DONE, StageState.STOPPED, PENDING),
        confirmed=0,
        failed_stage=UPLOAD,
        error=info(ErrorKind.STOPPED),
        record=DRAFT,
    )


async def upload_fails(play: Play) -> Run:
    play.started()
    play.begin(CREATE)
    play.complete(CREATE)
    play.begin(UPLOAD)
    first, *rest = play.request.files
    play.confirm(first)
    for file in rest:
        play.fail_file(file, LOST)
    play.fail(UPLOAD, LOST)
    return report_of(
        play,
        OutcomeKind.FAILED,
        states=(DONE, FAILED, PENDING),
        confirmed=1,
        failed_stage=UPLOAD,
        error=LOST,
        record=DRAFT,
    )


async def finalize_fails(play: Play) -> Run:
    play.started()
    play.begin(CREATE)
    play.complete(CREATE)
    play.begin(UPLOAD)
    for file in play.request.files:
        play.confirm(file)
    play.complete(UPLOAD)
    play.begin(FINALIZE, abortable=False)
    play.fail(FINALIZE, REFUSED)
    return report_of(
        play,
        OutcomeKind.FAILED,
        states=(DONE, DONE, FAILED),
        failed_stage=FINALIZE,
        error=REFUSED,
        record=DRAFT,
    )
