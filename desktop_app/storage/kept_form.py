"""The form that was left, as one small JSON file that nobody else can read."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict

from desktop_app.core.kept_form import KeptForm
from desktop_app.storage.paths import write_private


class KeptFormFile:
    """The file at `path`. Every method blocks for it."""

    def __init__(self, path: str) -> None:
        self._path = path

    def load(self) -> KeptForm | None:
        """Return the form that was kept; None where none is, or nobody can read it."""
        try:
            with open(self._path, encoding="utf-8") as file:
                facts = json.load(file)
            metadata = str(facts["metadata"])
            dict(json.loads(metadata))  # somebody may have edited it
            paths = tuple(map(str, facts["paths"]))
            return KeptForm(str(facts["account"]), str(facts["title"]), metadata, paths)
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, form: KeptForm | None) -> None:
        """Keep `form` in place of the one before; None: keep none.

        Raises:
            OSError: it could not be written or removed.
        """
        if form is None:
            with suppress(FileNotFoundError):
                os.unlink(self._path)
            return
        write_private(self._path, json.dumps(asdict(form)).encode())
