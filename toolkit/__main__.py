"""Run the command line with ``python -m toolkit``."""

import sys

from toolkit.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
