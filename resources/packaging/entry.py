"""Where a frozen Sendoff starts: the same function as the installed scripts."""

import multiprocessing
import sys

from desktop_app.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
