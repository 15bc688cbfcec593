"""Signatures against the examples that AWS publishes for Signature Version 4 with S3."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from desktop_app.core.errors import BadInputError
from desktop_app.services.s3.signing import EMPTY_SHA256, KeyPair, query_string, signed_headers

PAIR = KeyPair("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
WHEN = datetime(2013, 5, 24, tzinfo=UTC)
WELCOME = hashlib.sha256(b"Welcome to Amazon S3.").hexdigest()


@pytest.mark.parametrize(
    ("method", "target", "headers", "payload", "signature"),
    [
        (
            "GET",
            "/test.txt",
            {"Range": "bytes=0-9"},
            EMPTY_SHA256,
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT",
            "/test%24file.text",
            {"Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"},
            WELCOME,
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        (
            "GET",
            "/?lifecycle=",
            {},
            EMPTY_SHA256,
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        ),
        (
            "GET",
            "/?" + query_string({"prefix": "J", "max-keys": "2"}),
            {},
            EMPTY_SHA256,
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)
def test_the_published_examples_get_their_signatures(
    method: str, target: str, headers: dict[str, str], payload: str, signature: str
) -> None:
    host = "examplebucket.s3.amazonaws.com"
    signed = signed_headers(PAIR, "us-east-1", WHEN, method, host, target, headers, payload)

    assert signed["Authorization"].endswith(f"Signature={signature}")
    assert PAIR.secret not in str(signed)


def test_a_key_pair_shows_no_secret_and_half_a_pair_is_refused() -> None:
    assert "hunter2" not in repr(KeyPair.read(" id:hunter2:more "))
    assert KeyPair.read("id:hunter2:more").secret == "hunter2:more"
    for text in ("hunter2", "id:", ":hunter2", ""):
        with pytest.raises(BadInputError) as caught:
            KeyPair.read(text)
        assert "hunter2" not in str(caught.value)
