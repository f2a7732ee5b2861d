"""Types of option values, and options that several commands share, such as options for hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from printkit.base.errors import (
    DefinitionError,
    PrintkitError,
    UsageError,
    did_you_mean,
    require_known,
)
from printkit.base.files import DEFAULT_OUT
from printkit.base.messages import (
    EDITION_SEPARATOR,
    languages,
    parse_edition,
    require_language,
    translate,
)
from printkit.base.printer_profile import NONE, Profile
from printkit.base.sentences import Sentence, join_sentences, name_some
from printkit.cli import config
from printkit.cli.speech import echo, tell_fault
from printkit.model.definition_files import books, deck_slugs, variant_slugs

if TYPE_CHECKING:
    from printkit.model.variant import Variant
    from printkit.rules.answers import Judgement
    from printkit.rules.hands import TableState


# --- types of values -----------------------------------------------------------------------------

_Command = TypeVar("_Command", bound=Callable[..., Any])
# The signs between names of a list as it is typed.
_BETWEEN_NAMES = (",", EDITION_SEPARATOR)
# In place of a variant or a theme: all of them.
ALL = "all"


class TypedValue(click.ParamType[Any]):
    """A value that `parse` reads from a typed word; errors of `parse` become usage errors.

    A shell completes it with `known` names. With `many`, several names may be separated by commas;
    with `files`, paths are completed if no name fits.
    """

    name = "value"

    def __init__(
        self,
        parse: Callable[[str], Any],
        metavar: Callable[[], str],
        known: Callable[[], Iterable[str]] = tuple,
        *,
        many: bool = False,
        files: bool = False,
    ) -> None:
        self.parse, self.metavar, self.names = parse, metavar, known
        self.many, self.files = many, files

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        cut = max(map(incomplete.rfind, _BETWEEN_NAMES)) + 1 if self.many else 0
        before, word = incomplete[:cut], incomplete[cut:]
        items = [CompletionItem(incomplete, type="file")] if self.files and not before else []
        with suppress(PrintkitError):
            typed = before.replace(EDITION_SEPARATOR, ",").split(",")
            names = [name for name in self.names() if name.startswith(word) and name not in typed]
            items += [CompletionItem(f"{before}{name}") for name in names]
        return items

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
            raise click.BadParameter(tell_fault(error), ctx, param) from error


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
            require_known(name, known(), Sentence("“{name}” is not known.", name=name), kind)
        return name

    return TypedValue(
        lambda text: split_names(text, parse_one, known),
        lambda: f"{'|'.join(known())}[,…]",
        known,
        many=True,
    )


def split_names(
    text: str, parse_one: Callable[[str], str], known: Callable[[], Sequence[str]]
) -> tuple[str, ...]:
    """Return comma-separated names, each once. Raises PrintkitError if there are none."""
    words = filter(None, map(str.strip, text.split(",")))
    if names := tuple(dict.fromkeys(map(parse_one, words))):
        return names
    raise PrintkitError(Sentence("Name at least one of: {known}.", known=name_some(known())))


def _parse_printer(text: str) -> Profile | None:
    if text == NONE:
        return None
    known = config.load_profiles()
    if text not in known:
        near = did_you_mean(text, known, "printers")
        hint = join_sentences(near, "“printkit calibrate” creates one.")
        raise PrintkitError(Sentence("“{text}” is not a printer profile.", text=text), hint=hint)
    return known[text][0]


def name_type(metavar: str, *known: Callable[[], Iterable[str]], files: bool = True) -> TypedValue:
    """Return the type of a name that is checked later; a shell completes it."""
    return TypedValue(str, lambda: metavar, lambda: [n for k in known for n in k()], files=files)


def _printers() -> list[str]:
    return [*config.load_profiles(), NONE]


LANGUAGE = TypedValue(require_language, lambda: f"[{'|'.join(languages())}]", languages)
LANGUAGES = names_type(languages, "languages")
# Languages with commas between; two languages with a plus are printed side by side.
EDITIONS = TypedValue(
    lambda text: split_names(
        text, lambda name: EDITION_SEPARATOR.join(parse_edition(name)), languages
    ),
    lambda: f"{'|'.join(languages())}[,…] or fr{EDITION_SEPARATOR}en",
    languages,
    many=True,
)
# The name of a saved printer profile, or “none”.
PRINTER = TypedValue(_parse_printer, lambda: "NAME", _printers)
# A game or a deck: a slug or a definition file; of builds also a book, and all of them.
VARIANT = name_type("VARIANT", variant_slugs)
SUBJECT = name_type("VARIANT", variant_slugs, books, lambda: (ALL,))
OWN_DECK = name_type("DECK", deck_slugs)


def from_command_line(name: str) -> bool:
    """Return True if a parameter of the running command was typed."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def was_given(name: str) -> bool:
    """Return True if a parameter of the running command was typed or is in printkit.toml."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (ParameterSource.DEFAULT, None)


def _follow_typed_link(_context: click.Context, _option: click.Parameter, out: Path) -> Path:
    """Follow a link at the default path if the user typed this path.

    A build refuses any other link there: it may have come with an untrusted folder.
    """
    return out.resolve() if from_command_line("out") and out == DEFAULT_OUT else out


def check_addons(variant: str, addons: Sequence[str]) -> None:
    """Refuse add-ons if the variant is “all”. Raises UsageError."""
    if variant == ALL and addons:
        raise UsageError(
            "--with works with a single variant, not with “all”.", hint="Name the deck."
        )


def with_preset(variant: str, preset: str | None) -> str:
    """Return the name of a variant with its preset: `kessel@outlaws`."""
    return f"{variant}@{preset}" if preset else variant


preset_option = click.option(
    "--preset",
    default=None,
    metavar="PRESET",
    help="Use a named set of optional rules, as played in a particular place; “printkit show” "
    "lists the sets.",
)


def add_options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Return the decorator that adds options to a command; help lists the last one first."""

    def add(command: _Command) -> _Command:
        for option in options:
            command = option(command)
        return command

    return add


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
    help="Also replace files that you have edited or that printkit did not make. Each old file "
    "is kept as NAME.bak.",
)
addons_option = click.option(
    "--with",
    "addons",
    multiple=True,
    type=VARIANT,
    help="Add the cards of another definition, such as “expansion”. Repeatable.",
)


# --- hands ---------------------------------------------------------------------------------------

_TABLE = ("decks", "rule_set", "tokens", "options", "target")
# The options on which the value of a hand depends.
table_options = add_options(
    click.option(
        "--decks",
        type=click.IntRange(1, 20),
        default=1,
        help="Number of decks shuffled together.  [default: 1]",
    ),
    click.option(
        "--rule-set",
        default=None,
        help="Name of the local rule set in use, if the game has several.",
    ),
    click.option(
        "--token",
        "tokens",
        multiple=True,
        metavar="TOKEN[=N]",
        help="Apply an influence token that is in effect; add =N if it needs a value. Repeatable.",
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="OPTION",
        help="Apply an optional rule when hands are judged. Repeatable.",
    ),
    click.option(
        "--target",
        default=None,
        metavar="NUMBER SUIT",
        help="Target number and suit, as shown by the dice, such as “+5 circles”.",
    ),
    click.option(
        "--hand",
        default=None,
        help="Cards of each hand, separated by spaces, with “/” between hands.",
    ),
)


def take_table(
    parameters: dict[str, Any], hand: str | None, *, odds: bool = False
) -> dict[str, Any]:
    """Remove the parameters of the table from the parameters of a command, and return them.

    Raises UsageError if any was typed without a hand or a question for `odds`.
    """
    table = {name: parameters.pop(name) for name in _TABLE}
    plain = {"decks": 1, "rule_set": None, "tokens": (), "options": (), "target": None}
    if hand is None and not odds and table != plain:
        raise UsageError(
            "--decks, --rule-set, --token, --option and --target need a hand.",
            hint="Add --hand “CARD CARD …”.",
        )
    return table


def print_answer(answer: Judgement, table: TableState, deck: Variant, typed: str) -> None:
    """Print the value of each hand with the reasons, and the ranking of several.

    Codes that mean another card in the common language are explained.
    """
    from printkit.rules.card_codes import explain_clashes  # lists need no cards

    language, several = answer.language, len(answer.hands) > 1
    names = [option.name[language] for option in table.options] + [
        token.name[language] + ("" if value is None else f" ({value})")
        for token, value in table.tokens
    ]
    if names:
        echo(translate(language, "hand.tokens", names=", ".join(names)))
    for i, hand in enumerate(answer.hands, 1):
        words = ", ".join(hand.card_names)
        if several and hand.rank is not None:
            words += f" ({translate(language, 'hand.rank', rank=hand.rank)})"
        echo(f"{i}. {words}" if several else words)
        for line in hand.why:
            echo(f"   {line}")
    if answer.outcome:
        echo("")
    for line in (*answer.outcome, *explain_clashes(deck, typed, language)):
        echo(line)
