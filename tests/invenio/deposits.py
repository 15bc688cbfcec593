"""What the double keeps: deposits, their file entries, and the bytes that nobody sees."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

EPOCH = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
"""The wall clock of a double whose clock stands at 0."""


def wall(seconds: float) -> str:
    """Return the time of the double's clock as the service writes it."""
    return (EPOCH + timedelta(seconds=seconds)).isoformat()


@dataclass(slots=True)
class Entry:
    """A file entry. `stored` are bytes that arrived; only a commit makes them a file."""

    key: str
    stored: bytes | None = None
    complete: bool = False
    writing: bool = False
    declared: dict[str, Any] = field(default_factory=dict)
    form: str = "md5:{}"
    written: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def checksum(self) -> str | None:
        """The digest of what is stored, in the site's form; None: still to be computed."""
        digest = hashlib.md5(self.stored or b"", usedforsecurity=False).hexdigest()
        return self.form.format(digest) if self.form else None

    def json(self, base: str) -> dict[str, Any]:
        """Return the entry as the service shows it."""
        own = f"{base}/files/{quote(self.key, safe='')}"
        links = {"self": own, "content": f"{own}/content", "commit": f"{own}/commit"}
        shown: dict[str, Any] = {
            "key": self.key,
            "status": "completed" if self.complete else "pending",
            "transfer": {"type": "L"},
            "metadata": None,
            "access": {"hidden": False},
            "links": links,
            **self.declared,
        }
        if self.complete:
            shown |= {
                "size": len(self.stored or b""),
                "checksum": self.checksum,
                "mimetype": "application/octet-stream",
                "storage_class": "L",
                "metadata": {"width": 1},  # H9: extracted in the background
            }
        return shown


@dataclass(slots=True)
class Deposit:
    """A draft, then a record."""

    id: str
    parent: str
    owner: str
    created: float
    document: dict[str, Any]
    revision: int = 4
    is_draft: bool = True
    is_published: bool = False
    edited: bool = False
    """A published record with an open edit: there is a draft again."""
    deleted: bool = False
    publishing: bool = False
    in_review: bool = False
    changing: int = 0
    used: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    published_entries: dict[str, Entry] = field(default_factory=dict)
    doomed: set[str] = field(default_factory=set)
    """Keys whose broken PUT is noticed late: the clean-up hits what the next PUT made (H3)."""
    unseen: dict[str, bytes] = field(default_factory=dict)
    """Bytes that were uploaded, never committed, and outlived their entry (H4)."""

    @property
    def locked(self) -> bool:
        """Whether the files belong to a published version."""
        return self.is_published

    def json(self, site: str, *, as_draft: bool | None = None) -> dict[str, Any]:
        """Return the draft or record in the InvenioRDM shape."""
        is_draft = self.is_draft if as_draft is None else as_draft
        api = f"{site}/api/records/{self.id}"
        if is_draft:
            links = {
                "self": f"{api}/draft",
                "self_html": f"{site}/uploads/{self.id}",
                "files": f"{api}/draft/files",
                "publish": f"{api}/draft/actions/publish",
            }
        else:
            links = {
                "self": api,
                "self_html": f"{site}/records/{self.id}",
                "files": f"{api}/files",
            }
        pids = dict(self.document.get("pids") or {})
        if self.is_published:
            pids.setdefault("doi", {"identifier": f"10.5072/{self.id}", "provider": "datacite"})
        return {
            "id": self.id,
            "created": wall(self.created),
            "updated": wall(self.created),
            "expires_at": wall(self.created),
            "revision_id": self.revision,
            "is_draft": is_draft,
            "is_published": self.is_published,
            "status": "published" if self.is_published else "draft",
            "versions": {"index": 1, "is_latest": self.is_published, "is_latest_draft": True},
            "parent": {"id": self.parent, "access": {"owned_by": {"user": self.owner}}},
            "pids": pids,
            "metadata": self.document.get("metadata") or {},
            "custom_fields": self.document.get("custom_fields") or {},
            "access": {
                "record": "public",
                "files": "public",
                **(self.document.get("access") or {}),
                "status": "open",
            },
            "files": {"enabled": True, "count": len(self.entries)},
            "links": links,
            "ui": {},
        }

    def legacy_json(self) -> dict[str, Any]:
        """Return the shape that Zenodo gives whoever asks for plain JSON."""
        metadata = self.document.get("metadata") or {}
        return {
            "id": int(hashlib.sha256(self.id.encode()).hexdigest()[:8], 16),
            "title": metadata.get("title", ""),
            "submitted": self.is_published,
            "state": "done" if self.is_published else "unsubmitted",
            "metadata": {"title": metadata.get("title", "")},
        }
