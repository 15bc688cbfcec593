"""The command line: the same session as the window, as lines, live lines or JSON.

It differs from the window only after the event. Knows no widget and no service.
"""

from desktop_app.cli.command import main

__all__ = ["main"]
