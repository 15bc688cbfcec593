"""`python -m desktop_app.server --data DIR [--port N] [--qa] [--exit-with-parent]`.

`--limit NAME=VALUE`, repeatable, changes one of `limits.Limits`.
"""

from __future__ import annotations

import argparse
import os
import sys

from desktop_app.server.limits import from_pairs
from desktop_app.server.serve import serve


def main() -> int:
    """Serve until told to end; return the exit code."""
    parser = argparse.ArgumentParser(prog="desktop_app.server")
    parser.add_argument("--data", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--qa", action="store_true")
    parser.add_argument("--exit-with-parent", action="store_true")
    parser.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    try:
        limits = from_pairs(asked.limit)
    except ValueError as error:
        parser.error(str(error))
    os.umask(0o077)  # whatever the service writes is its owner's alone
    return serve(
        data_dir=asked.data,
        port=asked.port,
        qa=asked.qa,
        exit_with_parent=asked.exit_with_parent,
        limits=limits,
    )


if __name__ == "__main__":
    sys.exit(main())
