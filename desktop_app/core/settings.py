"""What a person can set, with the product's defaults. Holds no secret and knows no file."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.core.appearance import Theme
from desktop_app.core.model import LOCAL_ACCOUNT, Account, SaveLimits


class ProxyMode(StrEnum):
    """How services beyond this computer are reached."""

    SYSTEM = "system"
    NONE = "none"
    MANUAL = "manual"


class WhenClosed(StrEnum):
    """What closing the window does while a save runs."""

    ASK = "ask"
    BACKGROUND = "background"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set.

    Attributes:
        accounts: where records can go, the built-in service excluded (it always exists).
        last_account: id of the account chosen last.
        language: "" for the system's, else "en", "zh_CN", "es", "pt_BR".
        proxy_url: of a manual proxy, without credentials: those live in the keychain.
        proxy_user: name for the proxy; its password lives in the keychain.
        ca_file: PEM file with further certificate authorities, or "".
        limits: seconds, counts and rate of a save.
        retention_days: after how many days ended saves are forgotten; 0 keeps them.
        include_hidden: whether what desktops and tools leave in folders is sent as well.
        native_dialogs: whether files are chosen in the desktop's own dialog.
        animations: whether the spinner turns and cards fade.
        window_geometry: the window's own encoded place and size, or "".
    """

    accounts: tuple[Account, ...] = ()
    last_account: str = LOCAL_ACCOUNT.id
    language: str = ""
    theme: Theme = Theme.SYSTEM
    notifications: bool = True
    proxy_mode: ProxyMode = ProxyMode.SYSTEM
    proxy_url: str = ""
    proxy_user: str = ""
    ca_file: str = ""
    limits: SaveLimits = field(default_factory=SaveLimits)
    follow_links_out: bool = False
    include_hidden: bool = False
    retention_days: int = 0
    when_closed: WhenClosed = WhenClosed.ASK
    native_dialogs: bool = True
    animations: bool = True
    window_geometry: str = ""


BOUNDS: dict[str, tuple[float, float]] = {
    "create_s": (1, 3600),
    "finalize_s": (1, 86_400),
    "control_s": (1, 3600),
    "stall_s": (1, 3600),
    "answer_s": (1, 86_400),
    "outage_s": (0, 86_400),
    "reconcile_s": (1, 3600),
    "absence_s": (1, 3600),
    "absence_gateway_s": (1, 3600),
    "parallel_files": (1, 16),
    "grace_s": (0, 60),
    "quit_grace_s": (0, 10),
    "attempts": (1, 20),
    "max_bytes_per_s": (1024, 1e12),
    "retention_days": (0, 36_500),
}
"""Lowest and highest value of each number, of `Settings` and of `SaveLimits`."""
