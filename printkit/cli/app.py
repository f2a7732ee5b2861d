"""The group of commands, and the function that runs a command line.

click is used inside `cli/` and nowhere else. Exit status: 0 for success, 1 for rejected input or if
nothing was written, 2 for wrong usage, 130 after Ctrl-C. An error is one paragraph on standard
error, never a traceback.
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
from printkit.base.plain_text import plain_errors
from printkit.base.sentences import Sentence, join_sentences, name_some, shorten
from printkit.cli.speech import (
    SpokenGroup,
    choose_language,
    spoken_languages,
    tell,
    tell_click,
    tell_fault,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from printkit.base.errors import PrintkitError
from printkit.cli.speech import echo, echo_some, print_sentence

# The variable in which a shell asks for completions.
COMPLETION = "_PRINTKIT_COMPLETE"
_VERBOSE = "printkit.verbose"
_QUOTES = '"""'
# The maximum length in characters of a usage error, which quotes the command line.
_MAX_LINE = 600


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
            cause = Sentence("it is not a click.Command")
            raise plugins.unusable(plugins.COMMANDS, cmd_name, cause)
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
            ctx.fail(
                join_sentences(
                    Sentence("There is no command “{name}”.", name=args[0]),
                    *([Sentence("Did you mean “{match}”?", match=near)] if near else ()),
                    Sentence("Commands: {names}.", names=", ".join(names)),
                )
            )
        return super().resolve_command(ctx, args)


def _guard(name: str, callback: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of a plug-in's command; its errors become PrintkitErrors."""

    def guarded(*args: Any, **values: Any) -> Any:
        with plugins.faults_of(plugins.COMMANDS, name):
            try:
                return callback(*args, **values)
            except (click.ClickException, click.Abort, click.exceptions.Exit) as error:
                leaving = error
        raise leaving

    return guarded


def summary(name: str) -> str:
    """Return the first line of the docstring of a command's module, which is imported only if its
    source is unavailable.
    """
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
    """If `--version` was given, print the version and exit. Raises UsageError for `--verbose`
    without `--version`.
    """
    verbose = context.meta.get(_VERBOSE, False)
    if value and not context.resilient_parsing:
        print_sentence("printkit, version {version}", version=__version__)
        if verbose:
            from printkit.cli.report import version_lines  # help does not need it

            for line in version_lines():
                echo(line)
        context.exit()
    if verbose:
        raise click.UsageError(Sentence("--verbose works only with --version."), context)


@click.group(cls=PluginGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_note_verbose,
    help="With --version: also show the versions of Python, the libraries, the content and the "
    "plug-ins.",
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
    """Print Sabacc, Kessel Sabacc and Pazaak at home: cards, mats, tokens and rules.

    Unofficial fan work. Try: printkit build casino
    """


# --- running a command --------------------------------------------------------------------------


def run(
    args: list[str] | None = None, prog_name: str = "printkit", *, is_retry: bool = False
) -> int:
    """Run a command line and return its exit status.

    A command line that is refused because of words such as `list papers` is corrected and run.
    """
    # A command is short-lived and makes few reference cycles: the time to collect them is not worth
    # the memory that they use.
    gc.disable()
    # Standard output and standard error accept every character. A file or a pipe gets UTF-8, on
    # Windows too, unless PYTHONIOENCODING asks for another encoding. A terminal keeps its encoding;
    # signs that the encoding lacks are replaced by letters.
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(errors=plain_errors(stream.encoding))
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")
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
    meant = None
    if failure is not None and COMPLETION not in os.environ:
        from printkit.base.errors import DefinitionError, PrintkitError

        is_fault = isinstance(failure, DefinitionError)
        if isinstance(failure, click.UsageError | PrintkitError) and not is_fault:
            from printkit.cli.words import find_meant  # needed for refused commands alone

            meant = find_meant(sys.argv[1:] if args is None else args)
    if meant is not None and meant.certain and not is_retry:
        print_sentence("Read as: {command}", err=True, command=str(meant))
        return run(meant.args, prog_name, is_retry=True)
    if caught and COMPLETION not in os.environ:  # a shell expects completions alone
        lines = _tell_warnings({str(one.message): one.message for one in caught}, failure)
        echo_some(
            [f"printkit: {sentence}" for sentence in lines], "  … and {count} more.", err=True
        )
    if failure is None:
        return result if isinstance(result, int) else 0
    status = _explain_failure(failure, sys.argv[1:] if args is None else args)
    if meant is not None:
        sentence = Sentence("Did you mean: {command}", command=str(meant))
        _complain(shorten(tell(sentence), _MAX_LINE))
    return status


def _tell_warnings(
    caught: Mapping[str, Warning | str], failure: BaseException | None
) -> Iterator[str]:
    """Yield the sentence of each warning; identical warnings become one sentence with all their
    places.
    """
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

            where = name_some(error.location or "" for error in (one, *others))
            one = PrintkitError(one.message, location=where, hint=one.hint)
        yield tell_fault(one)


def _explain_failure(error: BaseException, words: list[str]) -> int:
    """Print an error that the user can correct, or one caused by a file of the user, and return the
    exit status. Raise any other exception again."""
    import difflib  # help does not need these

    from printkit.base.errors import PrintkitError, UsageError

    if isinstance(error, click.NoSuchOption) and error.possibilities:
        # All options begin with hyphens: they do not make two of them alike.
        names = {name.strip("-"): name for name in error.possibilities}
        near = difflib.get_close_matches(error.option_name.strip("-"), names)
        error.possibilities[:] = [names[name] for name in near]
    if isinstance(error, click.ClickException):
        for line in tell_click(error):
            _complain(shorten(line, _MAX_LINE))
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
        _complain(
            tell(Sentence("printkit: the answer cannot be written: {reason}.", reason=reason))
        )
        return 1
    if isinstance(error, MemoryError):
        sentence = "printkit: not enough memory. Use a lower --dpi or a smaller deck."
        _complain(tell(sentence))
        return 1
    if isinstance(error, Exception):
        from printkit.cli.failure import explain_unexpected

        if (explained := explain_unexpected(error, words)) is not None:
            _complain(f"printkit: {tell_fault(explained)}")
            return 1
    raise error


def _complain(text: str) -> None:
    """Print to standard error, if it can be written."""
    with contextlib.suppress(OSError):
        echo(text, err=True)
