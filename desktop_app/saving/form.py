"""The journaled form and the draft that has to hold it: changed here first, then at the service."""

from __future__ import annotations

from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError, info
from desktop_app.core.model import SaveStage
from desktop_app.saving import endings
from desktop_app.saving.answers import Answers
from desktop_app.saving.attempt import Attempt
from desktop_app.services.base import RecordDraft


async def mend_form(attempt: Attempt, answers: Answers) -> None:
    """Journal mended form fields; a draft that exists is changed by `send_form`.

    Only called when no write of the old form is left without an answer.

    Raises:
        BadInputError: the draft is one that the person had before: its form is not ours, and what
            we know of it would replace what stands there.
    """
    entry = attempt.ledger.entry
    title = entry.title if answers.title is None else answers.title.strip()
    metadata = entry.metadata if answers.metadata is None else answers.metadata
    if (title, metadata) != (entry.title, entry.metadata):
        if entry.attach_to:
            raise BadInputError(info(ErrorKind.BAD_FIELD, field="title", reason="attached"))
        await attempt.ledger.form(title, metadata, pending=entry.record is not None)


async def send_form(attempt: Attempt, stage: SaveStage = SaveStage.FINALIZE_RECORD) -> None:
    """Give the draft the journaled form, if it is not known to have it. Repeatable.

    Raises:
        AttemptEnded: the service refused it, or could not be asked; `stage` failed.
    """
    ledger = attempt.ledger
    entry = ledger.entry
    if not entry.form_pending or entry.record is None:
        return
    record_id, begun = entry.record.id, ledger.now()
    key = await ledger.key_for(
        SaveStage.FINALIZE_RECORD, "form", record_id, entry.title, entry.metadata
    )
    draft = RecordDraft(entry.title, entry.metadata, entry.client_ref, key)
    ledger.leaving()
    try:
        changed = await attempt.ask(lambda service: service.update_record(record_id, draft))
    except ServiceError as error:
        await endings.failed(attempt, stage, begun, error.info)
    await ledger.set_record(changed, "form sent")
    await ledger.form(entry.title, entry.metadata, pending=False)
