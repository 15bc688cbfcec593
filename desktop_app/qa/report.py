"""The report of a run of scenarios: one HTML file, complete in itself, to attach to a ticket.

Everything in it is escaped and redacted; pictures are inside it. It loads nothing.
"""

from __future__ import annotations

import platform
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

from desktop_app import __version__
from desktop_app.core.log import Redactor
from desktop_app.core.words import say
from desktop_app.qa.catalogue import Scenario, scenario_of
from desktop_app.qa.observer import StoredRecord
from desktop_app.qa.verdict import Point, Verdict

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .25rem .6rem;
  border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.no { font-weight: 600; } .no::before { content: "\\2717  "; color: #c33; }
.yes::before { content: "\\2713  "; color: #2a2; } .skip::before { content: "\\2013  "; }
section { margin-top: 2.5rem; } img { max-width: 100%; border: 1px solid #8888; }
pre { overflow-x: auto; white-space: pre-wrap; font-size: .85rem; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html_report(verdicts: Sequence[Verdict], *, ended: str, redact: Redactor | None = None) -> str:
    """Return the report.

    Args:
        verdicts: in the order in which they were run.
        ended: when, ISO 8601.
        redact: takes secrets out of logs.
    """
    mask = redact or Redactor()
    run = [one for one in verdicts if not one.skipped]
    passed = sum(1 for one in run if one.passed)
    head = (
        f"{passed} of {len(run)} scenarios ended as they must, "
        f"{len(verdicts) - len(run)} skipped, {sum(one.seconds for one in run):.1f} s"
    )
    where = f"Sendoff {__version__}, Python {platform.python_version()}, {platform.system()}"
    rows = "".join(_row(one) for one in verdicts)
    sections = "".join(_section(one, mask) for one in run)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>Sendoff scenarios</title><style>{_STYLE}</style></head><body>"
        f"<h1>Sendoff scenarios</h1><p>{escape(head)}</p>"
        f"<p>{escape(where)}, {escape(ended)}</p>"
        "<table><tr><th>Scenario</th><th>Title</th><th>Run through</th><th>Time</th></tr>"
        f"{rows}</table>{sections}</body></html>\n"
    )


def _row(verdict: Verdict) -> str:
    scenario = scenario_of(verdict.id)
    mark = "skip" if verdict.skipped else "yes" if verdict.passed else "no"
    name = escape(verdict.id)
    link = name if verdict.skipped else f'<a href="#{name}">{name}</a>'
    time = escape(verdict.skipped) or f"{verdict.seconds:.1f} s"
    return (
        f'<tr><td class="{mark}">{link}</td><td>{escape(say(scenario.title))}</td>'
        f"<td>{escape(verdict.driver)}</td><td>{time}</td></tr>"
    )


def _section(verdict: Verdict, mask: Redactor) -> str:
    scenario = scenario_of(verdict.id)
    return (
        f'<section id="{escape(verdict.id)}"><h2>{escape(say(scenario.title))}</h2>'
        f"<p>{escape(say(scenario.explanation))}</p>"
        f"<p>{verdict.seconds:.1f} s of at most {verdict.allowed_s:.1f} s</p>"
        f"{_points(verdict.points)}{_picture(verdict, scenario)}"
        f"<h3>What the service holds</h3>{_tree(verdict.tree)}"
        f"<h3>What went over the wire</h3>{_text(verdict.log, mask)}"
        f"<details><summary>Support log</summary>{_text([verdict.support], mask)}</details>"
        "</section>"
    )


def _points(points: Iterable[Point]) -> str:
    rows = "".join(
        f'<tr><td class="{"yes" if one.holds else "no"}">'
        f"{f'Step {one.act}: ' if one.act else 'At the end: '}{escape(one.name)}</td>"
        f"<td>{escape(one.expected)}</td><td>{escape(one.actual)}</td></tr>"
        for one in points
    )
    return f"<table><tr><th>Point</th><th>Expected</th><th>Actual</th></tr>{rows}</table>"


def _picture(verdict: Verdict, scenario: Scenario) -> str:
    if not verdict.picture:
        return ""
    data = b64encode(verdict.picture).decode()
    alt = escape(f"The window at the end of: {say(scenario.title)}")
    return f'<p><img alt="{alt}" src="data:image/png;base64,{data}"></p>'


def _tree(records: Iterable[StoredRecord]) -> str:
    items = "".join(
        f"<li>{escape(record.title)} ({escape(record.state)})<ul>"
        + "".join(
            f"<li>{escape(one.key)}: {one.size} bytes, "
            f"{'whole' if one.whole else 'not whole'}, {escape(one.digest or 'no digest')}</li>"
            for one in record.files
        )
        + "</ul></li>"
        for record in records
    )
    return f"<ul>{items}</ul>" if items else "<p>Nothing.</p>"


def _text(lines: Iterable[str], mask: Redactor) -> str:
    return "<pre>" + escape("\n".join(map(mask, lines))) + "</pre>"
