"""Types of option values, and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from printkit.base.errors import (
    DefinitionError,
    PrintkitError,
    UsageError,
    did_you_mean,
    require_known,
)
from printkit.base.files import DEFAULT_OUT
from printkit.base.messages import EDITION_SEPARATOR, languages, parse_edition, require_language
from printkit.base.printer_profile import NONE, Profile
from printkit.cli import config
from printkit.writers import bundled_formats, formats

_Command = TypeVar("_Command", bound=Callable[..., Any])
# In place of a variant or a theme: all of them.
ALL = "all"


class TypedValue(click.ParamType[Any]):
    """A value that `parse` reads from what was typed; its errors are errors of usage."""

    name = "value"

    def __init__(self, parse: Callable[[str], Any], metavar: Callable[[], str]) -> None:
        self.parse, self.metavar = parse, metavar

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return self.metavar()

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except PrintkitError as error:
            if error.location or isinstance(error, DefinitionError):
                raise  # the option is right, but names a file with faults
            self.fail(str(error), param, ctx)


def names_type(
    known: Callable[[], Sequence[str]],
    kind: str,
    bundled: Callable[[], Sequence[str]] | None = None,
) -> TypedValue:
    """Return the type of a comma-separated list of names that a registry knows.

    The names of `bundled` are tried first, since finding plug-ins takes time.
    """

    def parse_one(name: str) -> str:
        if name not in (bundled or known)():
            require_known(name, known(), f"“{name}” is not known.", kind)
        return name

    return TypedValue(
        lambda text: split_names(text, parse_one, known), lambda: f"{'|'.join(known())}[,…]"
    )


def split_names(
    text: str, parse_one: Callable[[str], str], known: Callable[[], Sequence[str]]
) -> tuple[str, ...]:
    """Return comma-separated names, each once. Raises PrintkitError if there are none."""
    words = filter(None, map(str.strip, text.split(",")))
    if names := tuple(dict.fromkeys(map(parse_one, words))):
        return names
    raise PrintkitError(f"Name at least one of: {', '.join(known())}.")


def _parse_printer(text: str) -> Profile | None:
    if text == NONE:
        return None
    known = config.load_profiles()
    if text not in known:
        hint = f"{did_you_mean(text, known, 'printers')} “printkit calibrate” makes one."
        raise PrintkitError(f"“{text}” is no printer profile.", hint=hint)
    return known[text][0]


LANGUAGE = TypedValue(require_language, lambda: f"[{'|'.join(languages())}]")
LANGUAGES = names_type(languages, "languages")
# Languages with commas between; two languages with a plus are printed side by side.
EDITIONS = TypedValue(
    lambda text: split_names(
        text, lambda name: EDITION_SEPARATOR.join(parse_edition(name)), languages
    ),
    lambda: f"{'|'.join(languages())}[,…] or fr{EDITION_SEPARATOR}en",
)
# The name of a saved printer profile, or “none”.
PRINTER = TypedValue(_parse_printer, lambda: "NAME")


def from_command_line(name: str) -> bool:
    """Return True if a parameter of the running command was typed."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def was_given(name: str) -> bool:
    """Return True if a parameter of the running command was typed or is in printkit.toml."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, None)


def _follow_typed_link(_context: click.Context, _option: click.Parameter, out: Path) -> Path:
    """Follow a link at the default path if the user typed this path.

    A build refuses any other link there: it may have come with a stranger's folder.
    """
    return out.resolve() if from_command_line("out") and out == DEFAULT_OUT else out


def check_addons(variant: str, addons: Sequence[str]) -> None:
    """Refuse cards of other definitions for all variants. Raises UsageError."""
    if variant == ALL and addons:
        raise UsageError(
            "--with works with a single variant, not with “all”.", hint="Name the deck."
        )


def add_options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Return the decorator that adds options to a command; help lists the last one first."""

    def add(command: _Command) -> _Command:
        for option in options:
            command = option(command)
        return command

    return add


format_option = click.option(
    "--format",
    "formats",
    type=names_type(formats, "formats", bundled_formats),
    default="pdf",
    show_default=True,
    help="What to write.",
)
out_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=DEFAULT_OUT,
    callback=_follow_typed_link,
    show_default=True,
    help="Output folder; the files go into a subfolder named after the game.",
)
replace_option = click.option(
    "--replace/--no-replace",
    help="Also overwrite files that were changed by hand or not made by printkit; each is kept "
    "as NAME.bak.",
)
addons_option = click.option(
    "--with",
    "addons",
    multiple=True,
    metavar="VARIANT",
    help="Add the cards of another definition, such as expansion. Repeatable.",
)
