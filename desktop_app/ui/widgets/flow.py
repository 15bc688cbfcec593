"""A row of widgets that wraps where there is no room: no button is ever cut."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget

from desktop_app.ui.theme import GRID


class Flow(QLayout):
    """Lays widgets in lines, from the leading edge; those of `add_trailing` at the other edge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._trailing: set[QWidget] = set()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(GRID)

    def add_trailing(self, widget: QWidget) -> None:
        """Append a widget that is pushed, with what follows it, to the far edge of its line."""
        self._trailing.add(widget)
        self.addWidget(widget)

    def clear(self) -> None:
        """Remove all widgets from the row; they keep their parent and place."""
        self._items.clear()
        self._trailing.clear()
        self.invalidate()

    # inside

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """Return the items of each line of this width."""
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = item.sizeHint().width()
            if lines and used + self.spacing() + wanted <= width:
                lines[-1].append(item)
                used += self.spacing() + wanted
            else:
                lines.append([item])
                used = wanted
        return lines

    def _place(self, line: list[QLayoutItem], top: int, height: int, room: QRect) -> None:
        """Put one line into `room`, as wide as hinted and centred upright."""
        wanted = sum(item.sizeHint().width() for item in line) + self.spacing() * (len(line) - 1)
        spare = max(0, room.width() - wanted)
        left = room.left()
        for item in line:
            if spare and item.widget() in self._trailing:
                left += spare
                spare = 0
            size = QSize(min(item.sizeHint().width(), room.width()), item.sizeHint().height())
            box = QRect(QPoint(left, top + (height - size.height()) // 2), size)
            item.setGeometry(QStyle.visualRect(self._direction(), room, box))
            left += size.width() + self.spacing()

    def _direction(self) -> Qt.LayoutDirection:
        parent = self.parentWidget()
        return parent.layoutDirection() if parent is not None else Qt.LayoutDirection.LeftToRight

    # Qt's part

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        heights = [max(i.sizeHint().height() for i in line) for line in self._lines(width)]
        return sum(heights) + self.spacing() * max(0, len(heights) - 1)

    def setGeometry(self, room: QRect) -> None:
        super().setGeometry(room)
        top = room.top()
        for line in self._lines(room.width()):
            height = max(item.sizeHint().height() for item in line)
            self._place(line, top, height, room)
            top += height + self.spacing()

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self.spacing() * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in shown), default=0),
            max((size.height() for size in shown), default=0),
        )
