"""The command line: click is used here and nowhere else.

Exit status: 0 done, 1 refused input, stopped or nothing written, 2 wrong usage, 130 stopped by
Ctrl-C; an error is one paragraph on
standard error, never a traceback.
"""

from __future__ import annotations

import contextlib
import gc
import io
import sys

import click

from printkit.base import stopping
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.plain_text import shorten
from printkit.cli.discovered_group import DiscoveredGroup
from printkit.cli.echo import echo
from printkit.cli.versions import note_verbose, print_version

# Letters of a line about a wrong command line, which repeats what was typed.
_MAX_LINE = 600


@click.group(cls=DiscoveredGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=note_verbose,
    help="With --version: tell the versions of everything that takes part.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=print_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Print Sabacc, Kessel Sabacc and Pazaak: decks ready to print, cut and play.

    Unofficial fan work. Try: printkit build casino
    """


def run(args: list[str] | None = None, prog_name: str = "printkit") -> int:
    """Run a command line and return its exit status."""
    # A command lives for a moment and makes little that refers to itself: looking for such costs
    # more than it frees.
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal in another encoding must not stop us
            stream.reconfigure(errors="replace")
    try:
        result = cli.main(args, prog_name, standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        lines = io.StringIO()
        error.show(lines)
        for line in lines.getvalue().rstrip("\n").split("\n"):
            _complain(shorten(line, _MAX_LINE))
        return 2
    except UsageError as error:
        _complain(f"printkit: {error}")
        return 2
    except PrintkitError as error:
        _complain(f"printkit: {error}")
        return 1
    except (KeyboardInterrupt, click.Abort):
        _complain(stopping.SENTENCE.rstrip())
        return stopping.STATUS_OF_INTERRUPT
    except BrokenPipeError:  # the reader of our output left, as `head` does
        return 1
    except OSError as error:  # a full disk behind the terminal, a device that is gone
        reason = error.strerror or str(error)
        _complain(f"printkit: the answer cannot be written: {reason}.")
        return 1
    except MemoryError:
        _complain("printkit: the memory of this machine is used up. Take a smaller --dpi or deck.")
        return 1


def _complain(text: str) -> None:
    """Print to standard error, if anything can be written there."""
    with contextlib.suppress(OSError):
        echo(text, err=True)
