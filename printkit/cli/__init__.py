"""The command line: click is used here and nowhere else.

Exit status: 0 done, 1 refused input, stopped or nothing written, 2 wrong usage, 130 stopped by
Ctrl-C; an error is one paragraph on
standard error, never a traceback.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings

import click

from printkit import __version__
from printkit.cli.discovered_group import DiscoveredGroup
from printkit.cli.echo import echo

_VERBOSE = "printkit.verbose"


def _note_verbose(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Keep that `--verbose` was given, for `--version`."""
    context.meta[_VERBOSE] = value


def _print_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Print the version and leave, if `--version` was given."""
    verbose = context.meta.get(_VERBOSE, False)
    if value and not context.resilient_parsing:
        echo(f"printkit, version {__version__}")
        if verbose:
            from printkit.cli.versions import detail_lines  # help has no need of it

            for line in detail_lines():
                echo(line)
        context.exit()
    if verbose:
        raise click.UsageError("--verbose belongs to --version.", context)


@click.group(cls=DiscoveredGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_note_verbose,
    help="With --version: tell the versions of everything that takes part.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=_print_version,
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
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("default", category=UserWarning, module="printkit")
        try:
            try:
                result = cli.main(args, prog_name, standalone_mode=False)
            except SystemExit as leaving:  # so click ends when it has answered a shell
                result = leaving.code
            sys.stdout.flush()
            failure = None
        except BaseException as error:
            failure = error
    if "_PRINTKIT_COMPLETE" not in os.environ:  # a shell asks for words alone
        for sentence in dict.fromkeys(str(warning.message) for warning in caught):
            if sentence != str(failure):
                echo(f"printkit: {sentence}", err=True)
    if failure is None:
        return result if isinstance(result, int) else 0

    from printkit.cli.failures import explain_failure  # help has no need of it

    return explain_failure(failure)
