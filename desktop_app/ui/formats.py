"""Numbers, sizes, times and names as people of the current language read them."""

from __future__ import annotations

import html
import re
import unicodedata
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt
from PySide6.QtGui import QGuiApplication

_FIRST_STRONG_ISOLATE = "\u2068"
_POP_ISOLATE = "\u2069"
_COMMANDS = "\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_UNSEEN = re.compile(f"(\u2068[^{_COMMANDS}]*\u2069)|[{_COMMANDS}]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})


def _directions(text: str) -> set[str]:
    return {unicodedata.bidirectional(letter) for letter in text}


def size_text(size: int) -> str:
    """Return bytes as "3.2 GB" (powers of 1,000) in the current locale."""
    if size == 1:
        return _kept_together(QCoreApplication.translate("Formats", "1 byte"))
    precision = 0 if size < 1000 else 1
    text = QLocale().formattedDataSize(size, precision, QLocale.DataSizeFormat.DataSizeSIFormat)
    return _kept_together(text)


def count_text(number: int) -> str:
    """Return a whole number with the locale's grouping."""
    return QLocale().toString(number)


def duration_text(seconds: float) -> str:
    """Return whole seconds as "4 s", "2 min 4 s" or "1 h 3 min"."""
    whole = max(0, int(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    if hours:
        text = QCoreApplication.translate("Formats", "{hours} h {minutes} min")
    elif minutes:
        text = QCoreApplication.translate("Formats", "{minutes} min {seconds} s")
    else:
        text = QCoreApplication.translate("Formats", "{seconds} s")
    return _kept_together(
        text.format(hours=count_text(hours), minutes=count_text(minutes), seconds=count_text(rest))
    )


def moment_text(iso: str) -> str:
    """Return an ISO 8601 time as local date and time; "" for ""."""
    if not iso:
        return ""
    moment = QDateTime.fromMSecsSinceEpoch(int(datetime.fromisoformat(iso).timestamp() * 1000))
    return QLocale().toString(moment.toLocalTime(), QLocale.FormatType.ShortFormat)


def visible(text: str) -> str:
    """Return one line that does not look like another: what turns or moves letters, as escapes.

    Whole isolates, as `isolated` makes them, stay: nothing leads out of them.
    """
    if text.isprintable():
        return text
    return _UNSEEN.sub(lambda match: match[1] or f"\\u{ord(match[0]):04x}", text)


def isolated(name: str) -> str:
    """Return a name wrapped so that its own direction does not disturb the sentence around it."""
    return f"{_FIRST_STRONG_ISOLATE}{visible(name)}{_POP_ISOLATE}"


def apart(name: str) -> str:
    """Return a name isolated where its direction or the window's could disturb the other."""
    name = visible(name)
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return isolated(name) if mirrored or not _RIGHT_TO_LEFT.isdisjoint(_directions(name)) else name


def _kept_together(text: str) -> str:
    """Return a number with its unit, isolated where a sentence from the right would turn it."""
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return isolated(text) if mirrored else text


def button_text(text: str) -> str:
    """Return `text` for a button or menu: `&` stays a letter and makes no shortcut."""
    return text.replace("&", "&&")


def plain_tooltip(text: str) -> str:
    """Return a tooltip that shows `text` letter by letter (Qt guesses HTML otherwise)."""
    if not text:
        return ""
    lines = "\n".join(visible(line) for line in text.split("\n"))
    return f'<p style="white-space:pre-wrap">{html.escape(lines)}</p>'
