"""InvenioRDM and Zenodo: drafts, files and publishing over their REST API.

They are imported when they are first used: the description in `kind` needs no HTTP.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from desktop_app.services.invenio.budget import RateBudget, budget_for
    from desktop_app.services.invenio.presets import (
        GENERIC,
        PRESETS,
        ZENODO,
        ZENODO_SANDBOX,
        RateWindow,
        SitePreset,
        preset_for,
    )
    from desktop_app.services.invenio.repair import examine, repair_draft
    from desktop_app.services.invenio.service import InvenioService, api_endpoint, site_address

__all__ = [
    "GENERIC",
    "PRESETS",
    "ZENODO",
    "ZENODO_SANDBOX",
    "InvenioService",
    "RateBudget",
    "RateWindow",
    "SitePreset",
    "api_endpoint",
    "budget_for",
    "examine",
    "preset_for",
    "repair_draft",
    "site_address",
]

_PLACES = {
    "budget": ("RateBudget", "budget_for"),
    "presets": (
        "GENERIC",
        "PRESETS",
        "ZENODO",
        "ZENODO_SANDBOX",
        "RateWindow",
        "SitePreset",
        "preset_for",
    ),
    "repair": ("examine", "repair_draft"),
    "service": ("InvenioService", "api_endpoint", "site_address"),
}


def __getattr__(name: str) -> Any:
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(name)
