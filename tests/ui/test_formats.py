"""Sizes as people of each language read them."""

from __future__ import annotations

import pytest

from desktop_app.qa.testing import happy
from desktop_app.ui.formats import size_text
from tests.ui.conftest import Open


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 byte", "2 bytes"),
        ("es", "1 byte", "2 bytes"),
        ("pt_BR", "1 byte", "2 bytes"),
        ("zh_CN", "1 字节", "2 字节"),
    ],
)
def test_one_byte_is_no_plural(open_fake: Open, language: str, one: str, two: str) -> None:
    open_fake(happy, language=language)

    assert (size_text(1), size_text(2)) == (one, two)
