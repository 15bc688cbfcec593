"""What desktops and tools leave in people's folders: sent only where it is asked for.

A short list of names that nobody gives to data of their own; not every name that begins with a dot
(`.zenodo.json` and `.htaccess` are data).
"""

from __future__ import annotations

import re

REASON = "left_behind"
"""`reason` of the FILE_SPECIAL that says so."""
_FILES = re.compile(
    r"""
    \.DS_Store | \._.+ | \.localized | \.apdisk | Icon\r       # macOS
    | (?:eh)?thumbs(?:_vista)?\.db | desktop\.ini              # Windows
    | ~\$.+ | \.~lock\..+\#                                    # office programs
    | \.directory | \.nfs[0-9a-f]{8,} | \.fuse_hidden.+        # KDE, network drives
    | \..+\.sw[a-p]                                            # Vim
    | \.git                                                    # of a worktree or a submodule
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_FOLDERS = re.compile(
    r"""
    \.git | \.svn | \.hg | \.bzr
    | __MACOSX | \.Trash(?:es|-\d+)? | \.Spotlight-V100 | \.fseventsd | \.TemporaryItems
    | \.DocumentRevisions-V100 | \$RECYCLE\.BIN | System\ Volume\ Information | lost\+found
    | __pycache__ | \.ipynb_checkpoints | \.(?:mypy|ruff|pytest)_cache
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_left_behind(name: str, *, folder: bool) -> bool:
    """Whether a file or folder of this name was put there by a desktop or a tool."""
    return (_FOLDERS if folder else _FILES).fullmatch(name) is not None
