"""All faults of the table, by the part of the program that they are planted in."""

from __future__ import annotations

from tests.mutations import of_saving, of_server, of_services, of_storage, of_workflow

MUTANTS = (
    *of_services.MUTANTS,
    *of_workflow.MUTANTS,
    *of_storage.MUTANTS,
    *of_server.MUTANTS,
    *of_saving.MUTANTS,
)
