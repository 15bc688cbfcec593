"""InvenioRDM and Zenodo: drafts, files and publishing over their REST API."""

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
