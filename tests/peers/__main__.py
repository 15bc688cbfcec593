"""`make peers`: installs what the tests marked `peer` need, starts the Node tus server, runs them.

    python -m tests.peers [arguments of pytest]

Debian's packages are installed by root only; for others one line names what is missing, and the
tests skip with its name. Node's packages go into `build/`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.bench.places import FailedError, node_modules, tus_server

_PACKAGES = {
    "curl": "curl",
    "nginx": "nginx-light",
    "squid": "squid",
    "tinyproxy": "tinyproxy",
    "node": "nodejs",
    "npm": "npm",
}
"""Programs, and what Debian calls them."""
_PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def install_programs() -> None:
    """Install the programs that are missing, or name them.

    Raises:
        subprocess.CalledProcessError: apt-get failed.
    """
    missing = [
        name for program, name in _PACKAGES.items() if not shutil.which(program, path=_PLACES)
    ]
    if not missing:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        names = " ".join(missing)
        say(f"Missing peers; their tests are skipped. On Debian: sudo apt-get install {names}")
        return
    say(f"Installing peers: {' '.join(missing)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    for command in (["apt-get", "update", "-qq"], install):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def main(arguments: list[str]) -> int:
    """Install, start, test; return pytest's exit code."""
    os.environ["PATH"] = _PLACES
    if sys.platform != "win32":
        install_programs()
    node = node_modules()
    if node is None:
        say("Missing peers of Node (npm could not install them); their tests are skipped.")
    with ExitStack() as stack:
        environment = dict(os.environ)
        if node is not None:
            store = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            environment["SENDOFF_PEERS"] = str(node)
            try:
                environment["SENDOFF_TUS_URLS"] = stack.enter_context(tus_server(node, store))
            except FailedError as error:
                say(f"Missing peer: {error} (it may need a newer Node); its tests are skipped.")
        command = [sys.executable, "-m", "pytest", "-m", "peer", *arguments]
        return subprocess.run(command, check=False, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
