"""The journaled form and the draft that has to hold it: changed here first, then at the service."""

from __future__ import annotations

from desktop_app.core.changes import Ended, FormEdited
from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError, info
from desktop_app.core.model import SaveStage
from desktop_app.saving import ends
from desktop_app.saving.answers import Answers
from desktop_app.saving.attempt import Attempt
from desktop_app.services.base import RecordDraft


async def edit_form(attempt: Attempt, answers: Answers) -> None:
    """Commit edited form fields; a draft that exists is changed by `send_form`.

    Only called when no write of the old form is left without an answer.

    Raises:
        BadInputError: the draft is one that the person had before: its form is not ours, and what
            we know of it would replace what the draft holds.
    """
    run = attempt.run
    title = run.title if answers.title is None else answers.title.strip()
    metadata = run.metadata if answers.metadata is None else answers.metadata
    if (title, metadata) != (run.title, run.metadata):
        if run.attached:
            raise BadInputError(info(ErrorKind.BAD_FIELD, field="title", reason="attached"))
        await attempt.opened.commit(FormEdited(title, metadata, pending=run.record is not None))


async def send_form(attempt: Attempt, stage: SaveStage = SaveStage.FINALIZE_RECORD) -> Ended | None:
    """Give the draft the journaled form, if it is not known to have it. Repeatable.

    Returns how the attempt ended, if the service refused it or could not be asked.
    """
    run = attempt.run
    if not run.form_pending or run.record is None:
        return None
    record_id, begun = run.record.id, attempt.now()
    key = await attempt.opened.key_for(
        SaveStage.FINALIZE_RECORD, "form", record_id, run.title, run.metadata
    )
    draft = RecordDraft(run.title, run.metadata, run.marker, key)
    attempt.opened.unwritten.leaving()
    try:
        changed = await attempt.ask(lambda service: service.update_record(record_id, draft))
    except ServiceError as error:
        return await ends.failed(attempt, stage, begun, error.info)
    await attempt.opened.see_record(changed, "form sent")
    await attempt.opened.commit(FormEdited(run.title, run.metadata, pending=False))
    return None
