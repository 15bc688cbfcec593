"""Looking for secrets in everything that a command leaves behind."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence

from tests.cli.conftest import Ran, Sendoff


def nowhere(sendoff: Sendoff, secrets: Sequence[str], *ran: Ran) -> None:
    """Look in outputs, data folder (the service's own excluded), receipts and support report."""
    report = sendoff.home / "report.zip"
    more = [sendoff("report", "-o", str(report)), sendoff("report", "--show", "--names")]
    more += [sendoff("runs", "--json")]
    more += [sendoff("receipt", one["run"]) for one in more[-1].objects[-1:]]
    said = [text.encode() for one in (*ran, *more) for text in (one.out, one.err)]
    with zipfile.ZipFile(report) as parts:
        said += [parts.read(name) for name in parts.namelist()]
    report.unlink()
    kept = [path.read_bytes() for path in sendoff.home.rglob("*") if path.is_file()]
    for secret in secrets:
        for content in (*said, *kept):
            at = content.find(secret.encode())
            assert at < 0, content[max(at - 200, 0) : at + 100]
