"""The faults still fit the source and name tests; `python -m tests.mutations` tries them."""

from __future__ import annotations

import pytest

from tests.mutations.mutant import ROOT, Mutant, misfit, names_a_test
from tests.mutations.table import MUTANTS


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.name)
def test_a_fault_fits_the_source_and_names_a_test(mutant: Mutant) -> None:
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert misfit(mutant, text) == ""
    assert names_a_test(mutant), mutant.node
    compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")


def test_there_are_enough_of_them_and_each_has_its_own_name() -> None:
    assert len(MUTANTS) >= 40
    assert len({one.name for one in MUTANTS}) == len(MUTANTS)
    assert all(one.why and one.old != one.new for one in MUTANTS)
