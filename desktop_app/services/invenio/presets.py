"""What is known of a site before it is asked: addresses, limits, request rates.

Source: InvenioRDM's defaults and Zenodo's published limits (sizes are decimal).
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class RateWindow:
    """At most `requests` in any `seconds`."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SitePreset:
    """One kind of site.

    Attributes:
        name: stable, for settings ("zenodo", "zenodo-sandbox", "invenio").
        address: the site's root, "" where the person gives it.
        max_files, max_file_size, max_total_size, empty_files: see `Capabilities`; None: unknown.
        rate: limits of all requests together; empty where only the answers show them.
        search_rate: limits of searches, which count in `rate` too.
        publisher: what the form starts with.
        restricted_records: whether a whole record may be restricted (its files always may).
        scopes: token scopes for (creating and uploading, publishing); "" where there are none.
    """

    name: str
    address: str = ""
    max_files: int | None = None
    max_file_size: int | None = None
    max_total_size: int | None = None
    empty_files: bool = True
    rate: tuple[RateWindow, ...] = ()
    search_rate: tuple[RateWindow, ...] = ()
    publisher: str = ""
    restricted_records: bool = True
    scopes: tuple[str, str] = ("", "")


_ZENODO_BYTES = 50 * 10**9
_ZENODO_FILES = 100

GENERIC = SitePreset("invenio")
ZENODO = SitePreset(
    "zenodo",
    "https://zenodo.org",
    max_files=_ZENODO_FILES,
    max_file_size=_ZENODO_BYTES,
    max_total_size=_ZENODO_BYTES,
    empty_files=False,
    rate=(RateWindow(100, 60.0), RateWindow(5000, 3600.0)),
    search_rate=(RateWindow(30, 60.0),),
    publisher="Zenodo",
    restricted_records=False,
    scopes=("deposit:write", "deposit:actions"),
)
ZENODO_SANDBOX = SitePreset(
    "zenodo-sandbox",
    "https://sandbox.zenodo.org",
    max_files=_ZENODO_FILES,
    max_file_size=_ZENODO_BYTES,
    max_total_size=_ZENODO_BYTES,
    empty_files=False,
    rate=ZENODO.rate,
    search_rate=ZENODO.search_rate,
    publisher="Zenodo",
    restricted_records=False,
    scopes=ZENODO.scopes,
)
PRESETS = (ZENODO, ZENODO_SANDBOX, GENERIC)


def preset_for(address: str) -> SitePreset:
    """Return what is known of the site at `address`."""
    host = (urlsplit(address).hostname or "").removeprefix("www.")
    return next((p for p in PRESETS if p.address and urlsplit(p.address).hostname == host), GENERIC)
