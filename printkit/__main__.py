"""The front door: `python -m printkit`, and the console script.

The command line is imported inside: signals are answered in a sentence from the first moment, and
the standard streams are there.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Python puts the working folder first among those of modules, and a stranger's files may lie
    # there; ours do if it is a checkout.
    package = os.path.dirname(os.path.abspath(__file__))
    if os.path.dirname(package) != os.path.abspath(sys.path[0]):
        del sys.path[0]

from printkit.base import stopping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line and leave with its exit status."""
    stopping.handle_signals()
    _open_missing_streams()
    from printkit.cli import run

    stopping.leave(run())


def _open_missing_streams() -> None:
    """Open what was closed by who called us: else the first file we write would be a stream."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


if __name__ == "__main__":
    main()
