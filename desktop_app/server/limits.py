"""Every limit of the service, with defaults for one desktop user, and what each one protects."""

from __future__ import annotations

from dataclasses import dataclass, fields

MIB = 1 << 20
GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds. Layered: a statement, then a route, then the server."""

    connections: int = 2048
    """File descriptors: a stored file can still be opened (see `connections`)."""
    in_flight: int = 48
    """Threads and memory: no more requests at work than can be worked on."""
    bodies: int = 256
    """Memory: requests whose bodies are waited for (each may hold a block)."""
    waiting_room: int = 256
    """Memory: requests that wait for a place."""
    longest_wait_s: float = 10.0
    """Whoever waits: a refusal now is better than an answer too late."""
    rate_per_s: float = 5_000.0
    """Others, from a client in a loop."""
    busy_s: float = 2.0
    """Writes, from another program that holds the database."""
    route_s: float = 20.0
    """Whoever asked: work that is not about content ends by then, or goes on as a job."""
    upload_s: float = 6 * 3600.0
    """Places and descriptors, from content that never ends."""
    headers_s: float = 30.0
    """Connections, from heads that never end."""
    body_idle_s: float = 120.0
    """Connections, from clients that have fallen silent."""
    grace_s: float = 5.0
    """The end: accepted work has this long to finish."""
    max_metadata: int = MIB
    """The database, from metadata that is content."""
    max_json: int = 16 * MIB
    """Memory: the manifest of 100,000 files fits."""
    max_file: int = 1 << 44
    """The disk, from a file that no file system takes."""
    quota: int = 0
    """The disk: bytes of all content; 0 is without."""
    free_floor: int = 64 * MIB
    """The computer: so much of the disk stays free."""
    sync_every: int = 32 * MIB
    """What a power cut may take from an upload under way."""
    verify_job_above: int = GIB
    """Connections: hashing more than that is a job."""


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
