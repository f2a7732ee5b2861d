"""Run the command line: `python -m printkit`, and the console script.

`main` imports the command line only when signals are handled and the standard streams are open.
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
    """Open closed standard streams: else the first file that we open would become one."""
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
