"""How the window looks: spacing, type sizes, severity colours and icons tinted from the palette.

Colours come from the application's palette; the desktop's colour scheme makes it dark or light.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.appearance import Theme
from desktop_app.core.paths import icon_path

GRID = 8
CARD_PADDING = 12
CARD_RADIUS = 6
ICON = 16
BIG_ICON = 20
FADE_MS = 120


class Tone(StrEnum):
    """What a colour says, always beside an icon and a word."""

    TEXT = "text"
    QUIET = "quiet"
    ACCENT = "accent"
    ON_ACCENT = "on_accent"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


_HUES = {Tone.GOOD: (142, 150), Tone.WARN: (36, 220), Tone.BAD: (2, 180)}
_drawings: dict[str, bytes] = {}
_icons: dict[tuple[str, str, int, int, bool, float], QIcon] = {}


def choose(theme: Theme) -> None:
    """Apply a person's choice; where the desktop offers no colour schemes, a plain dark palette."""
    hints = QGuiApplication.styleHints()
    scheme = {
        Theme.LIGHT: Qt.ColorScheme.Light,
        Theme.DARK: Qt.ColorScheme.Dark,
    }.get(theme, Qt.ColorScheme.Unknown)
    hints.setColorScheme(scheme)
    plain = theme is Theme.DARK and hints.colorScheme() is not Qt.ColorScheme.Dark
    palette = _plain_dark() if plain else QPalette()
    QApplication.setPalette(palette)
    _set_highlight(palette)


def is_dark(palette: QPalette) -> bool:
    """Whether text is lighter than its background."""
    window = palette.color(QPalette.ColorRole.Window).lightness()
    return palette.color(QPalette.ColorRole.WindowText).lightness() > window


def colour(tone: Tone, palette: QPalette) -> QColor:
    """Return the colour of a tone with at least AA contrast on the palette's base."""
    match tone:
        case Tone.TEXT:
            return palette.color(QPalette.ColorRole.WindowText)
        case Tone.QUIET:
            return _mixed(
                palette.color(QPalette.ColorRole.WindowText),
                palette.color(QPalette.ColorRole.Base),
                0.68,
            )
        case Tone.ACCENT:
            return _readable(palette.color(QPalette.ColorRole.Highlight), palette)
        case Tone.ON_ACCENT:
            return palette.color(QPalette.ColorRole.HighlightedText)
        case _:
            hue, saturation = _HUES[tone]
            return _readable(QColor.fromHsl(hue, saturation, 110), palette)


def icon(name: str, palette: QPalette, tone: Tone = Tone.TEXT, *, in_list: bool = False) -> QIcon:
    """Return a drawing of ours in the colour of `tone`, sharp on the sharpest screen.

    `in_list`: it is shown in rows that can be selected, and then takes the colour of selected text.
    """
    paint = colour(tone, palette)
    ground = palette.color(QPalette.ColorRole.Window)
    disabled = _mixed(palette.color(QPalette.ColorRole.WindowText), ground, 0.35)
    chosen = palette.color(QPalette.ColorRole.HighlightedText)
    scale = max(screen.devicePixelRatio() for screen in QGuiApplication.screens())
    key = (name, paint.name(), disabled.rgb(), chosen.rgb(), in_list, scale)
    if key not in _icons:
        made = QIcon()
        for size in (ICON, BIG_ICON):
            made.addPixmap(_drawn(name, paint, round(size * scale)), QIcon.Mode.Normal)
        made.addPixmap(_drawn(name, disabled, round(ICON * scale)), QIcon.Mode.Disabled)
        if in_list:
            for size in (ICON, BIG_ICON):
                made.addPixmap(_drawn(name, chosen, round(size * scale)), QIcon.Mode.Selected)
        _icons[key] = made
    return _icons[key]


def pixmap(name: str, widget: QWidget, tone: Tone = Tone.TEXT, size: int = ICON) -> QPixmap:
    """Return a drawing for a label of `widget`, at its screen's scale."""
    scale = widget.devicePixelRatioF()
    made = _drawn(name, colour(tone, widget.palette()), round(size * scale))
    made.setDevicePixelRatio(scale)
    return made


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return `font` at 1.0, 1.15 or 1.4 of the base size, with digits of one width."""
    made = QFont(font)
    if font.pointSizeF() > 0:
        made.setPointSizeF(font.pointSizeF() * factor)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return tabular(made)


def tabular(font: QFont) -> QFont:
    """Return `font` with digits of one width, so that counting numbers do not wobble."""
    made = QFont(font)
    made.setFeature(QFont.Tag.fromString("tnum"), 1)
    return made


def _drawn(name: str, paint: QColor, size: int) -> QPixmap:
    if name not in _drawings:
        _drawings[name] = icon_path(name).read_bytes()
    drawing = _drawings[name].replace(b"currentColor", paint.name().encode())
    made = QPixmap(size, size)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    QSvgRenderer(QByteArray(drawing)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made


def _mixed(front: QColor, back: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        front.redF() * share + back.redF() * (1 - share),
        front.greenF() * share + back.greenF() * (1 - share),
        front.blueF() * share + back.blueF() * (1 - share),
    )


def accent_ground(palette: QPalette) -> QColor:
    """Return the highlight colour, dark enough for its text on a button with a gradient."""
    text = palette.color(QPalette.ColorRole.HighlightedText)
    ground = palette.color(QPalette.ColorRole.Highlight)
    while contrast(_as_button(ground), text) < 4.5 and ground.lightness() > 20:
        ground = ground.darker(106)
    return ground


def _as_button(ground: QColor) -> QColor:
    """Return the lightest colour that the style Fusion makes of the ground of a button."""
    grey = (11 * ground.red() + 16 * ground.green() + 5 * ground.blue()) // 32
    made = ground.lighter(100 + max(1, (180 - grey) // 6))
    made.setHsv(made.hue(), made.saturation() * 3 // 4, made.value())
    return made.lighter(124)


def _set_highlight(palette: QPalette) -> None:
    """Make the ground of chosen text dark enough where the desktop's own is not."""
    present = QApplication.palette()
    text = present.color(QPalette.ColorRole.HighlightedText)
    ground = present.color(QPalette.ColorRole.Highlight)
    if contrast(ground, text) >= 4.5 or text.lightness() < ground.lightness():
        return
    while contrast(ground, text) < 4.5:
        ground = ground.darker(104)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        palette.setColor(group, QPalette.ColorRole.Highlight, ground)
    QApplication.setPalette(palette)


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of WCAG 2.2, 1 to 21."""
    lights = sorted((_luminance(one), _luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(paint: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (paint.redF(), paint.greenF(), paint.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _readable(paint: QColor, palette: QPalette) -> QColor:
    """Move the lightness of `paint` until it has contrast 4.5 on base and window."""
    grounds = [palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Window)]
    step = 5 if is_dark(palette) else -5
    made = QColor(paint)
    while min(contrast(made, ground) for ground in grounds) < 4.5:
        lightness = made.lightness() + step
        if not 0 <= lightness <= 255:
            return palette.color(QPalette.ColorRole.Text)
        made = QColor.fromHsl(made.hslHue(), made.hslSaturation(), lightness)
    return made


def _plain_dark() -> QPalette:
    """Return a dark palette derived from one grey, for desktops without colour schemes."""
    ground = QColor.fromHsl(220, 8, 42)
    made = QPalette(ground.lighter(125), ground)
    text = QColor.fromHsl(0, 0, 236)
    accent = QColor.fromHsl(205, 150, 105)
    roles = {
        QPalette.ColorRole.Base: ground.darker(125),
        QPalette.ColorRole.AlternateBase: ground.darker(112),
        QPalette.ColorRole.Mid: ground.lighter(170),
        QPalette.ColorRole.Text: text,
        QPalette.ColorRole.WindowText: text,
        QPalette.ColorRole.ButtonText: text,
        QPalette.ColorRole.PlaceholderText: _mixed(text, ground, 0.6),
        QPalette.ColorRole.Highlight: accent,
        QPalette.ColorRole.HighlightedText: QColor(Qt.GlobalColor.white),
        QPalette.ColorRole.Accent: accent,
        QPalette.ColorRole.Link: QColor.fromHsl(205, 200, 170),
        QPalette.ColorRole.ToolTipBase: ground.lighter(130),
        QPalette.ColorRole.ToolTipText: text,
    }
    for role, paint in roles.items():
        made.setColor(QPalette.ColorGroup.Active, role, paint)
        made.setColor(QPalette.ColorGroup.Inactive, role, paint)
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.ButtonText,
    ):
        made.setColor(QPalette.ColorGroup.Disabled, role, _mixed(text, ground, 0.5))
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Base, ground)
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Highlight, ground.lighter(150))
    return made
