"""Memory for content on its way from a socket to a file: page-aligned, used again and again.

Aligned, because a file system takes such memory straight to the disk (see `Part`); used again,
because the system zeroes every page that a process touches for the first time.
"""

from __future__ import annotations

import mmap

SIZE = 4 << 20
"""Bytes of a block."""
PAGE = 4096
"""Bytes to which direct writes are aligned: in memory, in the file, and in length."""


class Block:
    """Some megabytes, filled from the start."""

    def __init__(self, size: int) -> None:
        self._all = memoryview(mmap.mmap(-1, size))
        self.filled = 0

    def room(self, size: int | None = None) -> memoryview:
        """Return what is still to be filled, of the first `size` bytes if that is given."""
        return self._all[self.filled : size]

    @property
    def content(self) -> memoryview:
        """What was filled."""
        return self._all[: self.filled]

    def add(self, count: int) -> None:
        """Note that `count` bytes of the room were filled."""
        self.filled += count

    def take(self, data: bytes | memoryview) -> int:
        """Copy as much of `data` as fits; return how much that was."""
        size = min(len(data), len(self._all) - self.filled)
        self._all[self.filled : self.filled + size] = data[:size]
        self.filled += size
        return size


class Blocks:
    """A stock of blocks of one size; a few that nobody needs are kept. For one thread.

    Args:
        size: bytes of a block, rounded up to whole pages.
        kept: blocks.
        many: blocks in use, from which on nobody should take a second one.
    """

    def __init__(self, size: int = SIZE, kept: int = 4, many: int = 32) -> None:
        self._size = -(-size // PAGE) * PAGE
        self._kept = kept
        self._many = many
        self.in_use = 0
        self._idle: list[Block] = []

    @property
    def scarce(self) -> bool:
        """Whether so many are in use that one for each body has to do."""
        return self.in_use >= self._many

    def take(self) -> Block:
        """Return an empty block."""
        self.in_use += 1
        block = self._idle.pop() if self._idle else Block(self._size)
        block.filled = 0
        return block

    def to_page(self, offset: int) -> int:
        """Return how many bytes from `offset` of a file fit into a block and end with a page."""
        return self._size - offset % PAGE

    def give(self, block: Block) -> None:
        """Take back a block that nobody reads or fills any more."""
        self.in_use -= 1
        if len(self._idle) < self._kept:
            self._idle.append(block)
