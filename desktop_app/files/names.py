"""Names: under which key a file is stored, and what is wrong with it, found before the start.

One rule for the form: a key is the local name in Unicode form NFC, and nothing else is changed.
Local files are never renamed. Two local names that differ in form only (macOS writes "u" + dots,
most others one letter) therefore meet under one key and are shown as a clash; look-ups after the
fact compare `same_form`. Pure functions over plain strings, quick for 10,000 rows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from unicodedata import normalize

from desktop_app.core.errors import ErrorInfo, ErrorKind, info
from desktop_app.core.model import KeyRules, LengthUnit

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WINDOWS_CHARACTER = re.compile('[<>:"\\\\|?*]')
_WINDOWS_NAME = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³])[ ]*(?:\..*)?", re.IGNORECASE
)
_PLAIN_SEGMENT = r"(?!con|prn|aux|nul|com|lpt)[\w-]+(?:[. ]+[\w-]+)*"
_PLAIN = re.compile(f"{_PLAIN_SEGMENT}(?:/{_PLAIN_SEGMENT})*", re.ASCII | re.IGNORECASE)
"""Names that no service and no system minds, found by one match: nearly all, nearly always."""

SHOWN_LENGTH = 400
"""Characters of a name in a message: whole paths of today fit, those of 4,096 bytes do not."""


class Trouble(StrEnum):
    """What is wrong with a name; `reason` in the error of a `Finding`."""

    EMPTY = "empty"
    NOT_TEXT = "not_text"
    """Bytes on disk that are no UTF-8: they cannot be sent as a name."""
    CONTROL = "control"
    DOT_SEGMENT = "dot_segment"
    """A segment that is empty, "." or ".."."""
    SLASH = "slash"
    RESERVED = "reserved"
    """A key that the service keeps for itself."""
    EDGE = "edge"
    """A space or dot at an end of a segment, where the service drops it."""
    SEGMENT_LONG = "segment_long"
    TOTAL_LONG = "total_long"
    SAME_FILE = "same_file"
    """The very same local file twice."""
    FOLDERS = "folders"
    """Files of the same name from two folders."""
    EXACT = "exact"
    """The same key for two files of different names (after renaming)."""
    FORM = "form"
    CASE = "case"
    WINDOWS = "windows"
    """Allowed, but people on Windows cannot store it under this name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with one row.

    Attributes:
        error: BAD_NAME or NAME_CLASH with `reason` (a `Trouble`), `key`, and `other`, `limit`,
            `length`, `unit` where they apply.
        blocking: whether the file cannot be sent like this; else it is a warning.
        suggestion: a key that is free and accepted, or "" where there is none.
    """

    error: ErrorInfo
    blocking: bool
    suggestion: str = ""

    @property
    def trouble(self) -> Trouble:
        """Which trouble it is."""
        return Trouble(self.error.get("reason"))


def stored_name(name: str) -> str:
    """Return the key for a local name: its NFC form."""
    return name if name.isascii() else normalize("NFC", name)


def same_form(one: str, other: str) -> bool:
    """Whether two names differ in nothing but their Unicode form."""
    return one == other or stored_name(one) == stored_name(other)


def check_names(
    keys: Sequence[str], rules: KeyRules, paths: Sequence[str] = ()
) -> dict[int, Finding]:
    """Return what is wrong, by row; rows without a finding are fine.

    Args:
        paths: local paths of the same rows: a file chosen twice is no clash of two files of one
            name; and they give the suggested renames their folder. The first of two rows that
            clash keeps its name: only the later one is a finding.
    """
    forms = [stored_name(key) for key in keys]
    findings: dict[int, Finding] = {}
    taken = _Taken(forms, rules)
    first: dict[str, int] = {}
    for row, form in enumerate(forms):
        path = paths[row] if paths else ""
        trouble = _own_trouble(form, rules)
        if trouble is Trouble.WINDOWS:
            findings[row] = Finding(_bad(trouble, form, rules), blocking=False)
        elif trouble is not None:
            suggestion = taken.free(_corrected(form, rules))
            error = _bad(trouble, form, rules)
            error = _renamable(error) if suggestion else error
            findings[row] = Finding(error, blocking=True, suggestion=suggestion)
            continue
        earlier = first.setdefault(form.casefold(), row)
        if earlier != row:
            clash = _clash(row, earlier, keys, forms, paths)
            blocking = clash is not Trouble.CASE or not rules.case_sensitive
            error = info(ErrorKind.NAME_CLASH, reason=clash, key=form, other=forms[earlier])
            folder = os.path.basename(os.path.dirname(path)) if clash is Trouble.FOLDERS else ""
            free = "" if clash is Trouble.SAME_FILE else taken.free(form, stored_name(folder))
            findings[row] = Finding(error, blocking, free)
    return findings


def _own_trouble(  # noqa: C901 - a list of checks
    form: str, rules: KeyRules
) -> Trouble | None:
    if not form:
        return Trouble.EMPTY
    if form in rules.reserved:
        return Trouble.RESERVED
    short = len(form) <= min(rules.max_segment, rules.max_total)
    if short and _PLAIN.fullmatch(form) and (rules.slash or "/" not in form):
        return None
    if not form.isascii() and _SURROGATE.search(form):
        return Trouble.NOT_TEXT
    if not form.isprintable() and _CONTROL.search(form):
        return Trouble.CONTROL
    if "/" in form and not rules.slash:
        return Trouble.SLASH
    segments = form.split("/")
    if any(segment in ("", ".", "..") for segment in segments):
        return Trouble.DOT_SEGMENT
    if _length(form, rules) > rules.max_total:
        return Trouble.TOTAL_LONG
    if any(_length(segment, rules) > rules.max_segment for segment in segments):
        return Trouble.SEGMENT_LONG
    if not rules.edge_space_or_dot and any(one.strip(" .") != one for one in segments):
        return Trouble.EDGE
    return Trouble.WINDOWS if any(map(_troubles_windows, segments)) else None


def _troubles_windows(segment: str) -> bool:
    return (
        segment[-1] in " ."
        or _WINDOWS_CHARACTER.search(segment) is not None
        or _WINDOWS_NAME.fullmatch(segment) is not None
    )


def _length(text: str, rules: KeyRules) -> int:
    if rules.unit is LengthUnit.CHARACTERS or text.isascii():
        return len(text)
    return len(text.encode(errors="surrogatepass"))


def _bad(trouble: Trouble, form: str, rules: KeyRules) -> ErrorInfo:
    key = printable(form)
    if trouble not in (Trouble.TOTAL_LONG, Trouble.SEGMENT_LONG):
        return info(ErrorKind.BAD_NAME, reason=trouble, key=key)
    total = trouble is Trouble.TOTAL_LONG
    length = max(_length(part, rules) for part in ([form] if total else form.split("/")))
    limit = rules.max_total if total else rules.max_segment
    return info(
        ErrorKind.BAD_NAME, reason=trouble, key=key, limit=limit, length=length, unit=rules.unit
    )


def _renamable(error: ErrorInfo) -> ErrorInfo:
    """Return BAD_NAME with the fact that there is another name to store the file under."""
    return replace(error, detail=tuple(sorted((*error.detail, ("rename", "possible")))))


def printable(name: str) -> str:
    """Return a name as text that can be shown, stored and encoded; oddities as hex escapes."""
    if name.isprintable() and name.isascii():
        return name
    whole = name.encode(errors="backslashreplace").decode()
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", whole)


def shortened(name: str, limit: int = SHOWN_LENGTH) -> str:
    """Return a name as a message shows it: printable, a very long one without its middle."""
    whole = printable(name)
    if len(whole) <= limit:
        return whole
    kept = (limit - 3) // 2
    return f"{whole[:kept]}...{whole[-kept:]}"


def _clash(
    row: int, earlier: int, keys: Sequence[str], forms: Sequence[str], paths: Sequence[str]
) -> Trouble:
    if paths and paths[row] == paths[earlier]:
        return Trouble.SAME_FILE
    if forms[row] != forms[earlier]:
        return Trouble.CASE
    names = [os.path.basename(paths[one]) if paths else keys[one] for one in (row, earlier)]
    if names[0] != names[1]:
        return Trouble.FORM if same_form(names[0], names[1]) else Trouble.EXACT
    return Trouble.FOLDERS if paths else Trouble.EXACT


def _corrected(form: str, rules: KeyRules) -> str:
    """Return the nearest acceptable key, or "" where nothing is left."""
    text = _CONTROL.sub("_", _SURROGATE.sub("_", form))
    segments = [one for one in text.split("/") if one not in ("", ".", "..")]
    if not rules.slash:
        segments = ["_".join(segments)]
    if not rules.edge_space_or_dot:
        segments = [one.strip(" .") for one in segments]
    corrected = "/".join(_shortened(one, rules.max_segment, rules) for one in segments if one)
    return corrected if _length(corrected, rules) <= rules.max_total else ""


def _shortened(segment: str, limit: int, rules: KeyRules) -> str:
    stem, extension = os.path.splitext(segment)
    if _length(extension, rules) > limit // 2:
        stem, extension = segment, ""
    while stem and _length(stem + extension, rules) > limit:
        over = _length(stem + extension, rules) - limit
        stem = stem[: -max(1, over // 4)]
    return stem + extension


class _Taken:
    """The keys in use; finds free ones next to them."""

    def __init__(self, forms: Iterable[str], rules: KeyRules) -> None:
        self._taken = {form.casefold() for form in forms}
        self._rules = rules
        self._next: dict[str, int] = {}

    def free(self, form: str, folder: str = "") -> str:
        """Return a free key like `form` and take it: with its folder's name, else numbered."""
        if not form:
            return ""
        with_folder = f"{folder}-{form}" if folder and "/" not in form else form
        for key in (form, with_folder):
            if self._take(key):
                return key
        for number in range(self._next.get(form, 2), len(self._taken) + 3):
            if self._take(key := self._numbered(form, f" ({number})")):
                self._next[form] = number + 1
                return key
        return ""

    def _numbered(self, form: str, number: str) -> str:
        head, slash, name = form.rpartition("/")
        short = _shortened(name, self._rules.max_segment - len(number), self._rules)
        stem, extension = os.path.splitext(short)
        return f"{head}{slash}{stem}{number}{extension}"

    def _take(self, key: str) -> bool:
        folded = key.casefold()
        trouble = _own_trouble(key, self._rules)
        if folded in self._taken or trouble not in (None, Trouble.WINDOWS):
            return False
        self._taken.add(folded)
        return True
