"""How the C library's allocator treats megabytes that come and go."""

from __future__ import annotations

import sys
from functools import cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Parameters of `mallopt(3)`."""
_LARGEST_MMAP = 32 << 20
"""What the second of them allows."""


@cache
def keep_freed_memory(size: int) -> None:
    """Tell glibc to keep up to `size` freed bytes instead of giving them back to the system.

    Else each block of a large body is mapped anew, and the system zeroes every page of it: two
    thirds of the kernel's time in a large upload. Elsewhere than on glibc nothing happens; nor does
    it again for the same size.
    """
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - not at every start, only before the first large body

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, size)
        mallopt(_MMAP_THRESHOLD, min(size, _LARGEST_MMAP))
