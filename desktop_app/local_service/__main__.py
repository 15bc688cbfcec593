"""`python -m desktop_app.local_service --data DIR [--port N] [--qa] [--exit-with-parent]`."""

from __future__ import annotations

import argparse
import sys

from desktop_app.local_service.server import serve


def main() -> int:
    """Serve until told to end; return the exit code."""
    parser = argparse.ArgumentParser(prog="desktop_app.local_service")
    parser.add_argument("--data", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--qa", action="store_true")
    parser.add_argument("--exit-with-parent", action="store_true")
    asked = parser.parse_args()
    return serve(
        data_dir=asked.data,
        port=asked.port,
        qa=asked.qa,
        exit_with_parent=asked.exit_with_parent,
    )


if __name__ == "__main__":
    sys.exit(main())
