"""The catalogue is whole, and says things that can be true."""

from __future__ import annotations

from itertools import product

import pytest

from desktop_app.core.model import OutcomeKind, SaveStage
from desktop_app.core.words import say
from desktop_app.qa.catalogue import CATALOGUE, Scenario, Stop, Trouble, scenario_of

CROSSED = tuple(trouble for trouble in Trouble if trouble is not Trouble.FIELD)
each = pytest.mark.parametrize("scenario", CATALOGUE, ids=lambda one: one.id)


def test_every_stage_meets_every_trouble() -> None:
    covered = {(one.stage, one.trouble) for one in CATALOGUE}
    assert set(product(SaveStage, CROSSED)) <= covered


def test_there_are_enough_and_no_two_share_an_id_or_a_title() -> None:
    assert len(CATALOGUE) >= 40
    assert len({one.id for one in CATALOGUE}) == len(CATALOGUE)
    assert len({one.title.text for one in CATALOGUE}) == len(CATALOGUE)
    assert len({one.explanation.text for one in CATALOGUE}) == len(CATALOGUE)


def test_every_outcome_is_shown_by_some_act() -> None:
    shown = {act.end.outcome for one in CATALOGUE for act in one.acts}
    assert shown == {*OutcomeKind, None}


def test_every_field_case_is_named_and_found() -> None:
    assert scenario_of("field-disk-full").trouble is Trouble.FIELD
    with pytest.raises(LookupError):
        scenario_of("no-such-scenario")


@each
def test_an_entry_is_consistent(scenario: Scenario) -> None:
    assert say(scenario.title).strip(".") == say(scenario.title), "a title, not a sentence"
    assert say(scenario.explanation).endswith(".")
    labels = {rule.label for rule in scenario.faults}
    labels |= {f"service:{fault.what}" for fault in scenario.service_faults}
    for act in scenario.acts:
        assert act.at in {"", *labels}, "a moment that can never come"
        assert act.at or not (act.stop or act.then), "something at no moment"
        stages = 3 if scenario.files else 2
        assert len(act.end.states) in {stages, stages - 1}
        if act.stop is Stop.KILL:
            assert act.end.outcome is None
    tree = scenario.tree
    assert (tree.state is None) == (tree.records == 0)
    assert scenario.id.partition("-")[0] == (
        "field" if scenario.trouble is Trouble.FIELD else scenario.stage.partition("_")[0]
    )
