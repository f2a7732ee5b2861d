"""Options of products, impositions and formats, as data.

Input: declarations. Output: checked values, and descriptions for flags, help, forms, manifests and
recipes. An option is declared once, in the module that reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypedDict, TypeVar, cast

import msgspec
from msgspec import field

from printkit.base.card_shapes import ROUNDED
from printkit.base.errors import PrintkitError, closest_match
from printkit.base.geometry import format_mm, parse_length
from printkit.base.messages import DEFAULT_LANGUAGE, find_message, find_text, languages
from printkit.base.printer_profile import Profile
from printkit.base.sentences import MAX_TYPED, Sentence, name_some, shorten

# The kinds of values: a length in mm, a number, a choice of words, a boolean, a name that the
# option's `check` accepts, a printer profile.
LENGTH, COUNT, CHOICE = "length", "count", "choice"
SWITCH, NAME, PROFILE = "switch", "name", "profile"
# The groups of options, in the order in which help and the manual list them.
GROUPS = (
    "paper",
    "cards",
    "tokens",
    "labels",
    "table",
    "box",
    "dice",
    "booklet",
    "pictures",
    "press",
)

T = TypeVar("T")


class Context(msgspec.Struct, frozen=True):
    """The facts that the default of an option may depend on.

    `card_size`, `shape` and `players` come from the game (`players` for a whole kit only), `gap`
    (mm) from the theme, `edge` from the request or the printer profile; `duplex` is the requested
    method of printing backs, if any; `paper` is the paper of a sheet.
    """

    card_size: str | None = None
    shape: str = ROUNDED
    players: int | None = None
    gap: float = 0.0
    edge: str | None = None
    duplex: str | None = None
    paper: str = "a4"


class OptionData(TypedDict):
    """A declared option, with its texts by language.

    `unit` is "mm" for a length and null for other kinds. `minimum` and `maximum` are null without
    bounds, and `choices` are the accepted words with their names.
    """

    name: str
    kind: str
    unit: str | None
    group: str
    group_title: dict[str, str]
    title: dict[str, str]
    help: dict[str, str]
    default: Any
    default_help: dict[str, str]
    minimum: float | None
    maximum: float | None
    choices: dict[str, dict[str, str]]


class Option(msgspec.Struct, Generic[T], frozen=True):
    """An option of a product, an imposition or a format.

    `default` is the value if none is chosen; if it is None, the product decides. `derive` returns a
    default that depends on the game, the theme, the printer or the options that it `follows`.
    Lengths and counts have a `minimum` and a `maximum`; `choices` are the accepted words, or a
    function that lists them. `check` raises PrintkitError for a name that is not accepted. `read`
    returns the value for a name, or raises PrintkitError.

    The texts are in `templates/strings` under `options.NAME`: `title`, `help`, `default` (if it is
    None) and `choices`. An option of a plug-in may have them in `words`, by language.
    """

    name: str
    kind: str
    group: str
    default: T
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] | Callable[[], Sequence[str]] = ()
    check: Callable[[str], object] | None = None
    read: Callable[[str], T] | None = None
    derive: Callable[[Context], T] | None = None
    follows: tuple[str, ...] = ()
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def key(self) -> str:
        """The name of the option in a manifest, with the unit."""
        unit = "_mm" if self.kind == LENGTH else ""
        return self.name.replace("-", "_") + unit

    def known(self) -> tuple[str, ...]:
        """Return the accepted words, or the words to suggest for a name."""
        return tuple(self.choices() if callable(self.choices) else self.choices)

    def accept(self, value: object) -> T:
        """Check a typed text or a Python value and return the value.

        A typed length has a unit; a number is a length in mm. Raises PrintkitError, without a
        location, for a value that is not accepted.
        """
        if value is None and self.default is None:
            return cast(T, None)
        return cast(T, _accept(self, value))

    def default_in(self, context: Context) -> T:
        """Return the value if none is chosen."""
        return self.default if self.derive is None else self.derive(context)

    def title(self, language: str) -> str:
        """Return the name of the option in a form."""
        return self._find_words(language, "title") or self.name

    def help(self, language: str) -> str:
        """Return a sentence that describes the option."""
        return self._find_words(language, "help")

    def default_help(self, language: str) -> str:
        """Return the description of the default if the default is None, else an empty string."""
        return self._find_words(language, "default") if self.default is None else ""

    def choice_title(self, choice: str, language: str) -> str:
        """Return the name of a choice in a form."""
        return self._find_words(language, f"choices.{choice}") or choice

    def _find_words(self, language: str, key: str) -> str:
        own = find_text(self.words.get(language, self.words.get(DEFAULT_LANGUAGE, {})), key)
        return own or find_message(language, f"options.{self.name}.{key}") or ""

    def describe(self) -> OptionData:
        """Return the declaration as plain data, for forms and documentation."""

        def in_all(words_in: Callable[[str], str]) -> dict[str, str]:
            return {language: words_in(language) for language in languages()}

        return {
            "name": self.name,
            "kind": self.kind,
            "unit": "mm" if self.kind == LENGTH else None,
            "group": self.group,
            "group_title": in_all(lambda language: group_title(self.group, language)),
            "title": in_all(self.title),
            "help": in_all(self.help),
            "default": self.default,
            "default_help": in_all(self.default_help),
            "minimum": self.minimum,
            "maximum": self.maximum,
            "choices": {
                choice: in_all(partial(self.choice_title, choice)) for choice in self.known()
            },
        }


def group_title(group: str, language: str) -> str:
    """Return the name of a group of options in a form."""
    return find_message(language, f"option-groups.{group}") or group.capitalize()


class OptionValues(msgspec.Struct, frozen=True):
    """The values of declared options: `values[OPTION]`."""

    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, option: Option[T]) -> T:
        """Return the value of a declared option.

        Raises LookupError for an undeclared option, which would be missing from the recipe.
        """
        if option.name not in self.values:
            raise LookupError(f"the option “{option.name}” is read, but not declared")
        return cast(T, self.values[option.name])


NO_VALUES = OptionValues()


def unique_options(options: Iterable[Option[Any]]) -> tuple[Option[Any], ...]:
    """Return the first option with each name."""
    result: dict[str, Option[Any]] = {}
    for option in options:
        result.setdefault(option.name, option)
    return tuple(result.values())


# --- values by kind -----------------------------------------------------------------------------

# For each kind its noun, and the hint for a value of the wrong type.
_WANTED = {
    LENGTH: ("a length", "Write a number with its unit: 3mm, 0.2in, 9pt."),
    COUNT: ("a whole number", "Write figures, such as 2."),
    SWITCH: ("yes or no", "Write true or false."),
    NAME: ("a name", "Write a text in quotes."),
    PROFILE: ("a printer profile", "Give its name and readings."),
}


def _accept(option: Option[Any], value: object) -> object:
    """Return the value of an option, checked by its kind. Raises PrintkitError."""
    kind = option.kind
    if kind == CHOICE:
        return _accept_choice(option, value)
    if isinstance(value, bool):
        if kind == SWITCH:
            return value
    elif kind == LENGTH and isinstance(value, str | int | float):
        length = parse_length(value) if isinstance(value, str) else float(value)
        return _within_bounds(option, length, value)
    elif kind == COUNT and (count := _read_count(value)) is not None:
        return _within_bounds(option, count, value)
    elif kind == NAME and isinstance(value, str):
        if option.check is not None:
            option.check(value)
        return value if option.read is None else option.read(value)
    elif kind == PROFILE and isinstance(value, Profile | Mapping):
        return value if isinstance(value, Profile) else Profile.from_data(value)
    noun, hint = _WANTED[kind]
    raise PrintkitError(
        Sentence(
            "“{value}” is not {noun}.", value=shorten(str(value), MAX_TYPED), noun=Sentence(noun)
        ),
        hint=hint,
    )


def _read_count(value: object) -> int | None:
    """Return a whole number, or None for anything else."""
    if isinstance(value, float) and not value.is_integer():
        return None
    try:
        return int(value) if isinstance(value, str | int | float) else None
    except ValueError:
        return None


def _within_bounds(option: Option[Any], number: float, typed: object) -> float:
    low, high, unit = option.minimum, option.maximum, " mm" if option.kind == LENGTH else ""
    if (low is None or low <= number) and (high is None or number <= high):
        return number
    shown = typed if isinstance(typed, str) else f"{format_mm(number)}{unit}"
    bounds = {"low": low, "high": high}
    known = {name: format_mm(bound) for name, bound in bounds.items() if bound is not None}
    template = {
        ("low", "high"): "{value} is outside {low} to {high}",
        ("low",): "{value} is less than {low}",
        ("high",): "{value} is more than {high}",
    }[tuple(known)]
    raise PrintkitError(Sentence(f"{template}{unit}.", value=shown, **known))


def _accept_choice(option: Option[Any], value: object) -> str:
    known = option.known()
    if not isinstance(value, str) or value not in known:
        near = closest_match(str(value), known)
        raise PrintkitError(
            Sentence(
                "“{value}” is not one of: {choices}.",
                value=shorten(str(value), MAX_TYPED),
                choices=name_some(known),
            ),
            hint=Sentence("Did you mean “{match}”?", match=near) if near else None,
        )
    return value
