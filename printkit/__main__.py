"""Run the command line, for `python -m printkit` and for the console script.

`main` imports the command line only after it has installed signal handlers and opened missing
standard streams.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Python imports modules from the working folder first, which may contain untrusted files. It is
    # right only for a checkout.
    package = os.path.dirname(os.path.abspath(__file__))
    if os.path.dirname(package) != os.path.abspath(sys.path[0]):
        del sys.path[0]

from printkit.base import stopping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line and exit with its status."""
    stopping.handle_signals()
    _open_missing_streams()
    from printkit.cli.app import run

    stopping.leave(run())


def _open_missing_streams() -> None:
    """Open each closed standard stream on the null device.

    Otherwise the next file that the program opens would take its place.
    """
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
