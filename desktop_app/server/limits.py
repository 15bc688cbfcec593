"""Every size, time and count of the service in one place, with defaults for one desktop user."""

from __future__ import annotations

from dataclasses import dataclass, fields

MIB = 1 << 20
GIB = 1 << 30
DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds. Layered: statement < route < server."""

    in_flight: int = 64
    in_flight_per_token: int = 48
    waiting_room: int = 256
    bodies: int = 256
    """Requests whose bodies are waited for; they hold no place of those in flight."""
    longest_wait_s: float = 10.0
    rate_per_s: float = 5_000.0
    rate_burst: float = 20_000.0
    busy_s: float = 2.0
    statement_s: float = 5.0
    route_s: float = 20.0
    upload_s: float = 6 * 3600.0
    verification_s: float = 120.0
    headers_s: float = 30.0
    body_idle_s: float = 120.0
    grace_s: float = 5.0
    max_json: int = 16 * MIB
    max_metadata: int = MIB
    max_file: int = 1 << 44
    max_headers: int = 64 * 1024
    quota: int = 0
    free_floor: int = 64 * MIB
    batch: int = 4 * MIB
    small: int = 64 * 1024
    tus_sync: int = 32 * MIB
    sync_every: int = 32 * MIB
    job_above: int = 64 * GIB
    verify_job_above: int = GIB
    upload_ttl_s: float = 7 * DAY_S
    draft_ttl_s: float = 30 * DAY_S
    key_ttl_s: float = 7 * DAY_S
    audit_ttl_s: float = 90 * DAY_S
    orphan_ttl_s: float = DAY_S
    reap_every_s: float = 3600.0
    page: int = 100
    max_page: int = 1000
    page_bytes: int = 4 * MIB
    fsync: bool = True
    """False trades durability for speed: a power cut may lose acknowledged files."""


def from_pairs(pairs: list[str]) -> Limits:
    """Return the defaults, changed by `name=value` texts.

    Raises:
        ValueError: an unknown name or a value that is no number.
    """
    kinds = {field.name: type(getattr(Limits(), field.name)) for field in fields(Limits)}
    changed: dict[str, float] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in kinds:
            raise ValueError(f"unknown limit: {name}")
        changed[name] = float(value) if kinds[name] is float else int(value)
    return Limits(**changed)  # type: ignore[arg-type]  # checked by name just above
