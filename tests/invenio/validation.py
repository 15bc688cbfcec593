"""What InvenioRDM says of a draft's document: errors beside fields, or a refusal of the whole."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

RESOURCE_TYPES = {"dataset", "software", "image", "image-photo", "publication-article", "other"}
LICENCES = {"cc-by-4.0", "cc-by-sa-4.0", "cc0-1.0", "mit", "apache-2.0"}
SCHEMES = {"urn", "other", "doi", "url"}
_KNOWN = {
    "resource_type",
    "creators",
    "title",
    "publication_date",
    "publisher",
    "description",
    "rights",
    "identifiers",
    "subjects",
    "version",
    "contributors",
    "additional_descriptions",
    "related_identifiers",
}
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?(/\d{4}(-\d\d(-\d\d)?)?)?")
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_MISSING = "Missing data for required field."

Errors = list[dict[str, Any]]


def _error(field: str, message: str) -> dict[str, Any]:
    return {"field": field, "messages": [message]}


def refusal(document: dict[str, Any]) -> dict[str, Any] | None:
    """Return the body of a 400 for the whole request, or None."""
    metadata = document.get("metadata") or {}
    for given, known in (
        ([metadata.get("resource_type") or {}], RESOURCE_TYPES),
        (metadata.get("rights") or [], LICENCES),
    ):
        for item in given:
            if "id" in item and item["id"] not in known:
                return {"status": 400, "message": f"Invalid value {item['id']}."}
    access = document.get("access") or {}
    for part in ("record", "files"):
        if access.get(part, "public") not in {"public", "restricted"}:
            errors = [_error("access", f"'{part}'")]
            return {"status": 400, "message": "A validation error occurred.", "errors": errors}
    return None


def field_errors(document: dict[str, Any], today: date) -> Errors:
    """Return the errors of one document, as POST and PUT list them and publish refuses with."""
    errors: Errors = []
    if "metadata" not in document:
        return errors
    metadata = document["metadata"] or {}
    errors += [_error(f"metadata.{name}", "Unknown field.") for name in metadata.keys() - _KNOWN]
    if not (metadata.get("resource_type") or {}).get("id"):
        errors.append(_error("metadata.resource_type", _MISSING))
    errors += _creators(metadata.get("creators"))
    errors += _texts(metadata)
    for index, item in enumerate(metadata.get("identifiers") or []):
        if item.get("scheme") == "urn" and not item["identifier"].startswith("urn:"):
            errors.append(
                _error(f"metadata.identifiers.{index}.identifier", "Invalid URN identifier.")
            )
    until = ((document.get("access") or {}).get("embargo") or {}).get("until")
    if until and date.fromisoformat(until) <= today:
        errors.append(
            _error("access.embargo.until", "Embargo end date must be set to a future date.")
        )
    return errors


def _texts(metadata: dict[str, Any]) -> Errors:
    errors: Errors = []
    if not (title := metadata.get("title")):
        errors.append(_error("metadata.title", _MISSING))
    elif len(title) < 3:
        errors.append(_error("metadata.title", "Shorter than minimum length 3."))
    if not (day := metadata.get("publication_date")):
        errors.append(_error("metadata.publication_date", _MISSING))
    elif not _DATE.fullmatch(day):
        errors.append(
            _error("metadata.publication_date", "Please provide a valid date or interval.")
        )
    if not metadata.get("publisher"):
        errors.append(
            _error("metadata.publisher", "Missing publisher field required for DOI registration.")
        )
    if 0 < len(metadata.get("description") or "") < 3:
        errors.append(_error("metadata.description", "Shorter than minimum length 3."))
    return errors


def _creators(creators: Any) -> Errors:
    if not creators:
        return [_error("metadata.creators", _MISSING)]
    errors: Errors = []
    for index, creator in enumerate(creators):
        person = creator.get("person_or_org") or {}
        place = f"metadata.creators.{index}.person_or_org"
        if person.get("type") == "personal" and not person.get("family_name"):
            errors.append(_error(f"{place}.family_name", "Family name cannot be blank."))
        if person.get("type") == "organizational" and not person.get("name"):
            errors.append(_error(f"{place}.name", "Name cannot be blank."))
        for number, item in enumerate(person.get("identifiers") or []):
            if item.get("scheme") == "orcid" and not _ORCID.fullmatch(item["identifier"]):
                errors.append(
                    _error(f"{place}.identifiers.{number}.identifier", "Invalid ORCID identifier.")
                )
    return errors
