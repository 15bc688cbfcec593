"""Words for metadata fields and their choices."""

from __future__ import annotations

from desktop_app.core.words.marks import QT_TRANSLATE_NOOP, Marked

_FIELDS = {
    "title": QT_TRANSLATE_NOOP("Field", "Title"),
    "resource_type": QT_TRANSLATE_NOOP("Field", "Kind of resource"),
    "creators": QT_TRANSLATE_NOOP("Field", "Creators"),
    "publication_date": QT_TRANSLATE_NOOP("Field", "Publication date"),
    "publisher": QT_TRANSLATE_NOOP("Field", "Publisher"),
    "description": QT_TRANSLATE_NOOP("Field", "Description"),
    "rights": QT_TRANSLATE_NOOP("Field", "Licence"),
    "access.record": QT_TRANSLATE_NOOP("Field", "Who sees the record"),
    "access.files": QT_TRANSLATE_NOOP("Field", "Who sees the files"),
    "access.embargo.until": QT_TRANSLATE_NOOP("Field", "Closed until"),
    "access.embargo.reason": QT_TRANSLATE_NOOP("Field", "Reason for closing"),
    "files": QT_TRANSLATE_NOOP("Field", "Files"),
    # settings and accounts
    "kind": QT_TRANSLATE_NOOP("Field", "Kind of service"),
    "proxy_url": QT_TRANSLATE_NOOP("Field", "Proxy address"),
    "ca_file": QT_TRANSLATE_NOOP("Field", "Certificate file"),
    "metadata": QT_TRANSLATE_NOOP("Field", "Metadata"),
}
_CHOICES = {
    "dataset": QT_TRANSLATE_NOOP("Field", "Dataset"),
    "software": QT_TRANSLATE_NOOP("Field", "Software"),
    "publication": QT_TRANSLATE_NOOP("Field", "Publication"),
    "publication-article": QT_TRANSLATE_NOOP("Field", "Journal article"),
    "publication-preprint": QT_TRANSLATE_NOOP("Field", "Preprint"),
    "publication-report": QT_TRANSLATE_NOOP("Field", "Report"),
    "publication-datamanagementplan": QT_TRANSLATE_NOOP("Field", "Data management plan"),
    "poster": QT_TRANSLATE_NOOP("Field", "Poster"),
    "presentation": QT_TRANSLATE_NOOP("Field", "Presentation"),
    "image": QT_TRANSLATE_NOOP("Field", "Image"),
    "image-figure": QT_TRANSLATE_NOOP("Field", "Figure"),
    "image-photo": QT_TRANSLATE_NOOP("Field", "Photo"),
    "video": QT_TRANSLATE_NOOP("Field", "Video or audio"),
    "lesson": QT_TRANSLATE_NOOP("Field", "Lesson"),
    "model": QT_TRANSLATE_NOOP("Field", "Model"),
    "workflow": QT_TRANSLATE_NOOP("Field", "Workflow"),
    "other": QT_TRANSLATE_NOOP("Field", "Other"),
    "public": QT_TRANSLATE_NOOP("Field", "Everyone"),
    "restricted": QT_TRANSLATE_NOOP("Field", "Only people with access"),
}
_LICENCES = {
    "cc-by-4.0": "CC BY 4.0",
    "cc0-1.0": "CC0 1.0",
    "cc-by-sa-4.0": "CC BY-SA 4.0",
    "cc-by-nc-4.0": "CC BY-NC 4.0",
    "cc-by-nc-sa-4.0": "CC BY-NC-SA 4.0",
    "cc-by-nd-4.0": "CC BY-ND 4.0",
    "cc-by-nc-nd-4.0": "CC BY-NC-ND 4.0",
    "mit": "MIT",
    "apache-2.0": "Apache 2.0",
    "bsd-3-clause": "BSD 3-Clause",
    "gpl-3.0-or-later": "GPL 3.0 or later",
}


def field_label(path: str) -> Marked:
    """Return the label of a metadata field; of an unknown one its own name."""
    known = _FIELDS.get(path) or _FIELDS.get(path.split(".", 1)[0])
    return known or _as_it_is(path)


def choice_label(value: str) -> Marked:
    """Return the label of a choice; licences keep their names in every language."""
    return _CHOICES.get(value) or _as_it_is(_LICENCES.get(value, value))


def _as_it_is(text: str) -> Marked:
    return Marked("", "{text}").filled(text=text)
