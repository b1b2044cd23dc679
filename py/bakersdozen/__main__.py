"""Runs the command line: `python3 -m bakersdozen`."""

import sys

from bakersdozen.cli import main

if __name__ == "__main__":
    sys.exit(main())
