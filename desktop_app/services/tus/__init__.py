"""Resumable upload by tus 1.0.0 (https://tus.io/protocols/resumable-upload), for any server.

The server's offset is the truth: after every doubt it is asked, and sending goes on from there.
Knows nothing of records; the caller says where uploads are created and what they carry.
"""

from desktop_app.services.tus.client import (
    AT_ONCE,
    FIRST_CHUNK,
    LARGEST_CHUNK,
    SMALLEST_CHUNK,
    Tus,
    UploadGoneError,
)
from desktop_app.services.tus.creation import Begun, encode_metadata
from desktop_app.services.tus.transfer import Content, Listener

__all__ = [
    "AT_ONCE",
    "FIRST_CHUNK",
    "LARGEST_CHUNK",
    "SMALLEST_CHUNK",
    "Begun",
    "Content",
    "Listener",
    "Tus",
    "UploadGoneError",
    "encode_metadata",
]
