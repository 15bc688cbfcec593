"""The metadata form of InvenioRDM, and what a site says of itself as capabilities.

Paths are those inside the `metadata` object; `access...` is beside them, as in the service's
own document. The server's field names (`metadata.creators.1...`) are brought to the same paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from desktop_app.core.errors import FieldError
from desktop_app.core.model import KeyRules, LengthUnit
from desktop_app.services.base import Capabilities, FieldType, MetadataField
from desktop_app.services.http import field_errors as read_field_errors
from desktop_app.services.invenio.presets import SitePreset

RESOURCE_TYPES = (
    "dataset",
    "software",
    "publication",
    "publication-article",
    "publication-preprint",
    "publication-report",
    "publication-datamanagementplan",
    "poster",
    "presentation",
    "image",
    "image-figure",
    "image-photo",
    "video",
    "lesson",
    "model",
    "workflow",
    "other",
)
LICENCES = (
    "cc-by-4.0",
    "cc0-1.0",
    "cc-by-sa-4.0",
    "cc-by-nc-4.0",
    "cc-by-nc-sa-4.0",
    "cc-by-nd-4.0",
    "cc-by-nc-nd-4.0",
    "mit",
    "apache-2.0",
    "bsd-3-clause",
    "gpl-3.0-or-later",
)
ACCESS = ("public", "restricted")

FINALIZE_S = 300.0


def form_fields(preset: SitePreset) -> tuple[MetadataField, ...]:
    """Return the fields of the form, title excluded, in the order in which they are shown."""
    record_access = (
        (MetadataField("access.record", FieldType.CHOICE, choices=ACCESS, default="public"),)
        if preset.restricted_records
        else ()
    )
    return (
        MetadataField(
            "resource_type",
            FieldType.CHOICE,
            required=True,
            choices=RESOURCE_TYPES,
            default="dataset",
        ),
        MetadataField("creators", FieldType.PEOPLE, required=True),
        MetadataField("publication_date", FieldType.DATE, required=True, default="today"),
        MetadataField("publisher", FieldType.TEXT, required=True, default=preset.publisher),
        MetadataField("description", FieldType.LONG_TEXT),
        MetadataField("rights", FieldType.CHOICE, choices=LICENCES, default="cc-by-4.0"),
        *record_access,
        MetadataField("access.files", FieldType.CHOICE, choices=ACCESS, default="public"),
        MetadataField("access.embargo.until", FieldType.DATE),
        MetadataField("access.embargo.reason", FieldType.TEXT),
    )


def capabilities(preset: SitePreset) -> Capabilities:
    """Return what a site of this kind can do."""
    return Capabilities(
        kind="invenio",
        checksum="md5",
        parallel_files=4,
        key_rules=KeyRules(
            max_segment=255,
            max_total=255,
            unit=LengthUnit.CHARACTERS,
            slash=False,
            edge_space_or_dot=False,
        ),
        max_file_size=preset.max_file_size,
        max_total_size=preset.max_total_size,
        max_files=preset.max_files,
        empty_files=preset.empty_files,
        needs_files=True,
        lists_drafts=True,
        finalize_s=FINALIZE_S,
        fields=form_fields(preset),
    )


def field_errors(errors: Any) -> tuple[FieldError, ...]:
    """Return what the server's `errors` say, with the form's paths."""
    return tuple(replace(one, field=form_path(one.field)) for one in read_field_errors(errors))


def form_path(field: str) -> str:
    """Return the form's path of a field as the server names it."""
    return field.removeprefix("metadata.")


def about_what_was_sent(
    errors: Iterable[FieldError], document: dict[str, Any]
) -> tuple[FieldError, ...]:
    """Return the errors about values that `document` holds: those the server did not take.

    The others are about what is missing so far. A draft may lack it; publishing is refused.
    """
    return tuple(error for error in errors if _holds(document, error.field))


def _holds(document: dict[str, Any], path: str) -> bool:
    if path.split(".", maxsplit=1)[0] == "files":
        return False
    here: Any = document if path.startswith("access.") else document.get("metadata", {})
    for depth, name in enumerate(path.split(".")):
        if isinstance(here, list) and name.isdigit() and int(name) < len(here):
            here = here[int(name)]
        elif isinstance(here, dict) and here.get(name) not in (None, ""):
            here = here[name]
        else:
            return depth > 0
    return True
