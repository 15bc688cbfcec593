"""Fixtures of the save workflow's tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_MEMORY = "/dev/shm"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for journals: in memory where there is one, since thousands are synced here."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if os.path.isdir(_MEMORY) else None) as path:
        yield Path(path)
