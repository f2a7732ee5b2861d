"""The command line: click is used here and nowhere else.

Exit status: 0 done, 1 refused input, stopped or nothing written, 2 wrong usage, 130 stopped by
Ctrl-C. An error is one paragraph on standard error, never a traceback.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

import click

from printkit import __version__
from printkit.base import plugins, stopping
from printkit.base.sentences import Sentence, escape_invisible, name_some, shorten
from printkit.cli.speech import SpokenGroup, choose_language, spoken_languages, tell, tell_fault

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from printkit.base.errors import PrintkitError

# The variable in which a shell asks for completions.
COMPLETION = "_PRINTKIT_COMPLETE"
_VERBOSE = "printkit.verbose"
_QUOTES = '"""'
# The length in characters of a complaint about a command line, which repeats what was typed.
_MAX_LINE = 600
# The number of places of one warning that are named.
_MAX_PLACES = 3


def echo(text: str, *, err: bool = False) -> None:
    """Print text with its invisible characters escaped: a terminal might obey them.

    In JSON an escaped character means the same.
    """
    click.echo(escape_invisible(text, keep="\n"), err=err)


def print_sentence(template: str, *, err: bool = False, **values: Any) -> None:
    """Print a sentence in the language that is spoken, with values in its places."""
    echo(tell(Sentence(template, **values)), err=err)


def echo_json(data: Any) -> None:
    """Print plain data as JSON."""
    import json  # most commands print words

    echo(json.dumps(data, ensure_ascii=False, indent=2))


# --- commands -----------------------------------------------------------------------------------


class PluginGroup(SpokenGroup):
    """A group whose commands are plug-ins; a module is imported only when its command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(plugins.names(plugins.COMMANDS))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if not plugins.is_known(plugins.COMMANDS, cmd_name):
            return None
        command = plugins.find(plugins.COMMANDS, cmd_name)
        if not isinstance(command, click.Command):
            raise plugins.unusable(plugins.COMMANDS, cmd_name, "it is not a click.Command")
        if plugins.is_bundled(plugins.COMMANDS, cmd_name) or command.callback is None:
            return command
        guarded = copy(command)
        guarded.callback = _guard(cmd_name, command.callback)
        return guarded

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(name)) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # needed for completion alone

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=tell(summary(name))) for name in names]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            from printkit.base.errors import closest_match  # needed for a mistyped command alone

            near = closest_match(args[0], names)
            hint = f" {tell(f'Did you mean “{near}”?')}" if near else ""
            listed = tell(f"Commands: {', '.join(names)}.")
            ctx.fail(f"{tell(f'There is no command “{args[0]}”.')}{hint} {listed}")
        return super().resolve_command(ctx, args)


def _guard(name: str, callback: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of the command of a plug-in, whose errors are PrintkitErrors."""

    def guarded(*args: Any, **values: Any) -> Any:
        with plugins.faults_of(plugins.COMMANDS, name):
            try:
                return callback(*args, **values)
            except (click.ClickException, click.Abort, click.exceptions.Exit) as error:
                leaving = error
        raise leaving

    return guarded


def summary(name: str) -> str:
    """Return the first line of the module of a command, or of its docstring without sources."""
    if (source := plugins.source_of(plugins.COMMANDS, name)) is not None:
        with source.open(encoding="utf-8") as lines:
            line = lines.readline()
        if line.startswith(_QUOTES):
            return line.strip().strip('"')
    module = sys.modules[plugins.find(plugins.COMMANDS, name).callback.__module__]
    return (module.__doc__ or "").partition("\n")[0]


def _note_verbose(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Keep the value of `--verbose` for `--version`."""
    context.meta[_VERBOSE] = value


def _print_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Print the version and exit, if `--version` was given."""
    verbose = context.meta.get(_VERBOSE, False)
    if value and not context.resilient_parsing:
        print_sentence("printkit, version {version}", version=__version__)
        if verbose:
            from printkit.cli.report import version_lines  # help does not need it

            for line in version_lines():
                echo(line)
        context.exit()
    if verbose:
        raise click.UsageError(tell("--verbose goes with --version."), context)


@click.group(cls=PluginGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_note_verbose,
    help="With --version: also show the versions of Python, libraries, content and plug-ins.",
)
@click.option(
    "--lang",
    metavar="LANGUAGE",
    expose_value=False,
    shell_complete=lambda _context, _option, typed: [
        code for code in spoken_languages() if code.startswith(typed)
    ],
    help="Language of help and messages.  [default: the locale]",
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


# --- running a command --------------------------------------------------------------------------


def run(args: list[str] | None = None, prog_name: str = "printkit") -> int:
    """Run a command line and return its exit status."""
    # A command is short-lived and makes few reference cycles: collecting them costs more time than
    # it saves memory.
    gc.disable()
    _set_output_encoding()
    choose_language(sys.argv[1:] if args is None else args)
    stopping.set_sentence(tell(stopping.SENTENCE.rstrip()))
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("default", category=UserWarning, module="printkit")
        try:
            try:
                result = cli.main(args, prog_name, standalone_mode=False)
            except SystemExit as leaving:  # click ends a completion with it
                result = leaving.code
            sys.stdout.flush()
            failure = None
        except BaseException as error:
            failure = error
    if COMPLETION not in os.environ:  # a shell expects completions alone
        for sentence in _tell_warnings({str(one.message): one.message for one in caught}, failure):
            echo(f"printkit: {sentence}", err=True)
    if failure is None:
        return result if isinstance(result, int) else 0
    return _explain_failure(failure)


def _tell_warnings(
    caught: Mapping[str, Warning | str], failure: BaseException | None
) -> Iterator[str]:
    """Yield the sentence of each warning, once for all places of which the same is said."""
    alike: dict[tuple[str, str], list[PrintkitError]] = {}
    for sentence, warning in caught.items():
        cause = getattr(warning, "error", None)
        if sentence == str(failure):
            continue
        if cause is None:
            yield sentence
        else:
            alike.setdefault((str(cause.message), str(cause.hint)), []).append(cause)
    for one, *others in alike.values():
        if others:
            from printkit.base.errors import PrintkitError  # needed for warnings alone

            where = name_some([str(error.location) for error in (one, *others)], _MAX_PLACES)
            one = PrintkitError(one.message, location=where, hint=one.hint)
        yield tell_fault(one)


def _set_output_encoding() -> None:
    """Let standard output and error take every letter.

    A file or a pipe gets UTF-8, on Windows too, unless PYTHONIOENCODING asks for another encoding.
    A terminal keeps its own, and shows “?” for what it lacks.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")


def _explain_failure(error: BaseException) -> int:
    """Print an error that the user can mend, and return the exit status. Raise any other."""
    import difflib  # help does not need these

    from printkit.base.errors import PrintkitError, UsageError

    if isinstance(error, click.NoSuchOption) and error.possibilities:
        # All options begin with hyphens: they do not make two of them alike.
        names = {name.strip("-"): name for name in error.possibilities}
        near = difflib.get_close_matches(error.option_name.strip("-"), names)
        error.possibilities[:] = [names[name] for name in near]
    if isinstance(error, click.ClickException):
        lines = io.StringIO()
        error.show(lines)
        for line in lines.getvalue().rstrip("\n").split("\n"):
            _complain(shorten(tell(line), _MAX_LINE))
        return 2
    if isinstance(error, PrintkitError):
        _complain(f"printkit: {tell_fault(error)}")
        return 2 if isinstance(error, UsageError) else 1
    if isinstance(error, KeyboardInterrupt | click.Abort):
        _complain(tell(stopping.SENTENCE.rstrip()))
        return stopping.STATUS_OF_INTERRUPT
    if isinstance(error, BrokenPipeError):  # the reader of our output is gone, as with `head`
        return 1
    if isinstance(error, OSError):  # a full disk behind the terminal, a device that is gone
        reason = error.strerror or str(error)
        _complain(tell(f"printkit: the answer cannot be written: {reason}."))
        return 1
    if isinstance(error, MemoryError):
        sentence = (
            "printkit: the memory of this machine is used up. Take a lower --dpi or a smaller deck."
        )
        _complain(tell(sentence))
        return 1
    raise error


def _complain(text: str) -> None:
    """Print to standard error, if it can be written."""
    with contextlib.suppress(OSError):
        echo(text, err=True)
