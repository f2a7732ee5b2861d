"""The command line: click is used here and nowhere else.

Exit status: 0 done, 1 refused input or nothing written, 2 wrong usage; an error is one paragraph on
standard error, never a traceback.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import signal
import sys
import threading

import click

from printkit.base.errors import PrintkitError, UsageError
from printkit.cli.discovered_group import DiscoveredGroup
from printkit.cli.echo import echo


@click.group(cls=DiscoveredGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="printkit", prog_name="printkit")
def cli() -> None:
    """Print Sabacc, Kessel Sabacc and Pazaak: decks ready to print, cut and play.

    Unofficial fan work. Try: printkit build casino
    """


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def run(args: list[str] | None = None, prog_name: str = "printkit") -> int:
    """Run a command line and return its exit status."""
    # A command lives for a moment and makes little that refers to itself: looking for such costs
    # more than it frees.
    gc.disable()
    for name in ("SIGTERM", "SIGHUP"):  # a closed window stops a build as Ctrl-C does: cleanly
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), _stop)
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
        echo(lines.getvalue().rstrip("\n"), err=True)
        return 2
    except UsageError as error:
        echo(f"printkit: {error}", err=True)
        return 2
    except PrintkitError as error:
        echo(f"printkit: {error}", err=True)
        return 1
    except (KeyboardInterrupt, click.Abort):
        echo("printkit: stopped before the end. What was not whole was not written.", err=True)
        return 1
    except BrokenPipeError:  # the reader of our output left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a full disk behind the terminal, a device that is gone
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        reason = error.strerror or str(error)
        echo(f"printkit: the answer cannot be written: {reason}.", err=True)
        return 1
    except MemoryError:
        echo(
            "printkit: the memory of this machine is used up. Take a smaller --dpi or deck.",
            err=True,
        )
        return 1
