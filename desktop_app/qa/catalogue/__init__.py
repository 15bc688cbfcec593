"""The catalogue of failures: one entry a scenario, read by all that run or list them."""

from desktop_app.qa.catalogue.creating import CREATING
from desktop_app.qa.catalogue.field import FIELD
from desktop_app.qa.catalogue.finalizing import FINALIZING
from desktop_app.qa.catalogue.model import (
    Act,
    Do,
    End,
    Needs,
    Sample,
    Scenario,
    ServiceFault,
    Stop,
    Switch,
    Tree,
    Trouble,
)
from desktop_app.qa.catalogue.uploading import UPLOADING

CATALOGUE: tuple[Scenario, ...] = (*CREATING, *UPLOADING, *FINALIZING, *FIELD)


def scenario_of(name: str) -> Scenario:
    """Return the entry with this id.

    Raises:
        LookupError: there is none.
    """
    for scenario in CATALOGUE:
        if scenario.id == name:
            return scenario
    raise LookupError(name)


__all__ = [
    "CATALOGUE",
    "Act",
    "Do",
    "End",
    "Needs",
    "Sample",
    "Scenario",
    "ServiceFault",
    "Stop",
    "Switch",
    "Tree",
    "Trouble",
    "scenario_of",
]
