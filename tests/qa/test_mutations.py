"""The mutations still fit the source; `python -m tests.qa.mutations` runs them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from desktop_app.qa.catalogue import scenario_of
from tests.qa.mutations import MUTATIONS, ROOT, Mutation, apply


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.name)
def test_a_mutation_fits_the_source_and_names_scenarios(mutation: Mutation, tmp_path: Path) -> None:
    for edit in mutation.edits:
        (tmp_path / edit.path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / edit.path, tmp_path / edit.path)
    apply(mutation, tmp_path)
    assert mutation.red
    for name in (*mutation.red, *mutation.green):
        scenario_of(name)
