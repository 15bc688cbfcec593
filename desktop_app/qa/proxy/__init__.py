"""A fault proxy for any HTTP service on loopback: faults are data, effects are logged, no secrets.

    client --> FaultProxy(rules, switches) --> service

`rules` has the table of faults, `exchange` the points at which they act.
"""

from desktop_app.qa.proxy.calls import stage_of
from desktop_app.qa.proxy.entry import Entry
from desktop_app.qa.proxy.proxy import FaultProxy, content_stage, upstream_of
from desktop_app.qa.proxy.rules import ALLOWED, Rule, What, When, rule_from

__all__ = [
    "ALLOWED",
    "Entry",
    "FaultProxy",
    "Rule",
    "What",
    "When",
    "content_stage",
    "rule_from",
    "stage_of",
    "upstream_of",
]
