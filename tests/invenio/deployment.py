"""How deployments of InvenioRDM differ: one switch for each difference that was seen or read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class FailedPut(StrEnum):
    """What a failed content PUT answers."""

    ERRORS_TEXT = "errors_text"
    """200 with `errors` as a string (v13, v14, Zenodo)."""
    ERRORS_LIST = "errors_list"
    """200 with `errors` as a list (newest)."""
    REFUSED = "refused"
    """400 (v12)."""


class CutBody(StrEnum):
    """What becomes of an entry whose content PUT was cut short (framed by Content-Length)."""

    STAYS = "stays"
    """400 "File is smaller than expected.", still pending (the running 14.0.5)."""
    REMOVED = "removed"
    """Answered like any failed PUT, entry removed."""
    ROLLED_BACK = "rolled_back"
    """500 from the server in front, still pending."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """The switches of one deployment. The defaults are those of the running 14.0.5."""

    failed_put: FailedPut = FailedPut.ERRORS_TEXT
    cut_body: CutBody = CutBody.STAYS
    dead_token_status: int = 403
    dead_token_on_draft: int = 403
    staged: bool = False
    empty_files: bool = True
    legacy_json: bool = False
    """`Accept: application/json` answers the old shape, with a number as id (Zenodo)."""
    rate: tuple[tuple[int, float], ...] = ()
    """(requests, seconds) of moving windows; headers stand on every answer when there are any."""
    index_lag_s: float = 0.0
    max_files: int = 100
    max_file_size: int = 10**10
    too_large_status: int = 413
    quota: int = 10**10
    checksum: str = "md5:{}"
    """How a digest is written; "" where none is ever given."""
    rename: Callable[[str], str] = str
    """Under which key an entry is made."""
    may_create: bool = True
    may_publish: bool = True


SEEN_14 = Deployment()
V12 = Deployment(failed_put=FailedPut.REFUSED, cut_body=CutBody.REMOVED, dead_token_on_draft=404)
V13 = Deployment(cut_body=CutBody.REMOVED, dead_token_on_draft=404)
NEWEST = Deployment(
    failed_put=FailedPut.ERRORS_LIST, cut_body=CutBody.REMOVED, dead_token_on_draft=404
)
STAGED = Deployment(
    failed_put=FailedPut.ERRORS_LIST,
    cut_body=CutBody.REMOVED,
    dead_token_on_draft=404,
    staged=True,
)
BEHIND_NGINX = Deployment(cut_body=CutBody.ROLLED_BACK)
ZENODO = Deployment(
    cut_body=CutBody.REMOVED,
    dead_token_status=401,
    dead_token_on_draft=404,
    empty_files=False,
    legacy_json=True,
    rate=((100, 60.0), (5000, 3600.0)),
    index_lag_s=1.0,
    too_large_status=400,
)

EVERY = {
    "v12": V12,
    "v13": V13,
    "14.0.5": SEEN_14,
    "newest": NEWEST,
    "staged": STAGED,
    "nginx": BEHIND_NGINX,
    "zenodo": ZENODO,
}
