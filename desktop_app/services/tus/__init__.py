"""Resumable upload by tus 1.0.0 (https://tus.io/protocols/resumable-upload), for any server.

The server's offset is the truth: after every failure it is asked, and sending goes on from there.
Knows nothing of records; the caller says where uploads are created and what metadata they carry.
"""

from desktop_app.services.tus.client import (
    FIRST_CHUNK,
    SMALLEST_CHUNK,
    Tus,
    UploadGoneError,
    encode_metadata,
)
from desktop_app.services.tus.content import Content, Listener

__all__ = [
    "FIRST_CHUNK",
    "SMALLEST_CHUNK",
    "Content",
    "Listener",
    "Tus",
    "UploadGoneError",
    "encode_metadata",
]
