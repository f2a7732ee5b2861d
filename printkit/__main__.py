"""The front door: `python -m printkit`, and the console script.

The command line is imported inside, so that Ctrl-C is answered in a sentence from the first moment.
"""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command line and leaves with its exit status."""
    try:
        from printkit.cli import run

        sys.exit(run())
    except KeyboardInterrupt:
        print("printkit: stopped before the start. Nothing was written.", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
