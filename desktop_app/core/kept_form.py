"""What was typed and never sent: kept when the window closes, and offered at the next start."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptForm:
    """A form as it was left.

    Attributes:
        account: id of the account, which may be gone by now.
        title: as it was typed.
        metadata: the service's metadata object as JSON text.
        paths: of the files that were chosen, which may be gone too.
    """

    account: str
    title: str
    metadata: str = "{}"
    paths: tuple[str, ...] = ()
