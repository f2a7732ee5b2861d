"""Kinds of option values (lengths with a unit, lists), and options that commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from printkit.base.errors import DefinitionError, PrintkitError, did_you_mean
from printkit.base.files import DEFAULT_OUT
from printkit.base.messages import EDITION_SEPARATOR, languages, parse_edition
from printkit.base.printer_profile import NONE, Profile
from printkit.cli import config


class TypedValue(click.ParamType[Any]):
    """A value that a function reads as it was typed; what that refuses is told as a wrong usage.

    `known` gives the words that are accepted, if they can be listed.
    """

    def __init__(
        self,
        parse: Callable[[str], Any],
        metavar: Callable[[], str],
        known: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self.name = "value"
        self.parse = parse
        self.metavar = metavar
        self.known = known

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
                raise  # the word is right: it names a file that has faults
            self.fail(str(error), param, ctx)


def names_type(
    known: Callable[[], Sequence[str]],
    kind: str,
    bundled: Callable[[], Sequence[str]] | None = None,
) -> TypedValue:
    """Return the type of names with commas between, out of those that a registry knows.

    Those of `bundled` are looked among first: plug-ins take time to look for.
    """

    def parse_one(name: str) -> str:
        if name not in (bundled or known)() and name not in known():
            raise PrintkitError(f"“{name}” is not known.", hint=did_you_mean(name, known(), kind))
        return name

    return TypedValue(
        lambda text: split_names(text, parse_one, known), lambda: f"{'|'.join(known())}[,…]", known
    )


def split_names(
    text: str, parse_one: Callable[[str], str], known: Callable[[], Sequence[str]]
) -> tuple[str, ...]:
    """Return the names between commas, each once. Raises PrintkitError if nothing does."""
    words = filter(None, map(str.strip, text.split(",")))
    if names := tuple(dict.fromkeys(map(parse_one, words))):
        return names
    raise PrintkitError(f"Name at least one of: {', '.join(known())}.")


def _parse_language(text: str) -> str:
    if text not in languages():
        raise PrintkitError(
            f"“{text}” is not known.", hint=did_you_mean(text, languages(), "languages")
        )
    return text


def _parse_printer(text: str) -> Profile | None:
    if text == NONE:
        return None
    known = config.load_profiles()
    if text not in known:
        hint = f"{did_you_mean(text, known, 'printers')} “printkit calibrate” makes one."
        raise PrintkitError(f"“{text}” is no printer profile.", hint=hint)
    return known[text][0]


# A language by its code, out of those that are there when it is asked for.
LANGUAGE = TypedValue(_parse_language, lambda: f"[{'|'.join(languages())}]", languages)
# Languages with commas between; two with a plus are printed side by side.
EDITIONS = TypedValue(
    lambda text: split_names(
        text, lambda name: EDITION_SEPARATOR.join(parse_edition(name)), languages
    ),
    lambda: f"{'|'.join(languages())}[,…] or fr{EDITION_SEPARATOR}en",
    languages,
)
# A printer profile by its name, out of those that are kept; “none” for none.
PRINTER = TypedValue(_parse_printer, lambda: "NAME")


def from_command_line(name: str) -> bool:
    """Return True if a parameter of the running command was typed, and is no default."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def was_given(name: str) -> bool:
    """Return True if a parameter was typed or is in printkit.toml."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, None)


def _follow_typed_link(_context: click.Context, _option: click.Parameter, out: Path) -> Path:
    """Follow a link at the default place if the person typed its name. A build refuses one that
    nobody named: it may have come with a stranger's folder.
    """
    return out.resolve() if from_command_line("out") and out == DEFAULT_OUT else out


out_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=DEFAULT_OUT,
    callback=_follow_typed_link,
    show_default=True,
    help="Folder; the files go into a folder of it named by what is made.",
)
replace_option = click.option(
    "--replace/--no-replace",
    "replace_files",
    help="Put new files also in the place of those that were changed by hand or are not "
    "printkit's; each of these is kept as NAME.bak.",
)
addons_option = click.option(
    "--with",
    "addons",
    multiple=True,
    metavar="VARIANT",
    help="Add the cards of another definition, such as expansion. Repeatable.",
)
