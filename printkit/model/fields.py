"""Define field types, ids and references; fill in figures in braces; read raw tables.

Raw data may have the wrong form. Wrong parts are skipped here, and `diagnostics` reports them.

A text refers to a figure instead of repeating it, and the figure is filled in when the text is
read. `|words` writes a small number as a word (`|Words` with a capital). The singular and the
plural of the noun may follow after a colon. `{=6}` is a literal number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from printkit.base.content import find_content
from printkit.base.errors import closest_match, did_you_mean
from printkit.base.files import ResolvedFolder
from printkit.base.limits import (
    MAX_DECKS,
    MAX_LANGUAGES,
    MAX_NAME,
    MAX_ROWS,
    MAX_SPELT_OUT,
    MAX_TEXT,
    MAX_VALUES,
)
from printkit.base.messages import (
    DEFAULT_LANGUAGE,
    OR,
    PLACE,
    choose_noun,
    in_language,
    join_words,
    known_language,
    languages,
    translate,
)
from printkit.base.messages import languages as our_languages
from printkit.base.records import DEVICES, Part, Written, register_forms
from printkit.base.sentences import INVISIBLE, Sentence, capitalise

# --- raw data ------------------------------------------------------------------------------------

Raw = dict[str, Any]
_MAX_RANK = 99
_PARTS = re.compile(r"\{([^{}]*)\}|([^{}]+)")
_RUN = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")


def as_list(value: Any) -> list[Any]:
    """Return a list unchanged, or an empty list for anything else."""
    return value if isinstance(value, list) else []


def as_table(value: Any) -> Raw:
    """Return a table unchanged, or an empty table for anything else."""
    return value if isinstance(value, dict) else {}


def strings(value: Any) -> list[str]:
    """Return the strings of a list."""
    return [item for item in as_list(value) if isinstance(item, str)]


def tables(value: Any) -> Iterator[tuple[int, Raw]]:
    """Yield the tables of a list with their indices."""
    return ((i, item) for i, item in enumerate(as_list(value)) if isinstance(item, dict))


def ids(value: Any) -> list[str]:
    """Return the ids of the tables of a list."""
    return [item["id"] for _, item in tables(value) if isinstance(item.get("id"), str)]


def rank_ids(ranks: Any) -> Iterator[str]:
    """Yield the ids of all declared ranks, with runs expanded."""
    for _, rank in tables(ranks):
        if isinstance(rank.get("id"), str):
            yield rank["id"]
            continue
        first, last = rank.get("from"), rank.get("to")
        if isinstance(first, int) and isinstance(last, int) and first >= 0 and last <= _MAX_RANK:
            yield from map(str, range(first, last + 1))


def expand_ranks(entry: object) -> list[str]:
    """Return the rank ids of an entry of a grid: one id, or a run such as `1-11`."""
    if not isinstance(entry, str):
        return []
    run = _read_run(entry)
    return [entry] if run is None else [str(number) for number in run]


def count_ranks(entry: object) -> int:
    """Count the rank ids of an entry of a grid."""
    run = _read_run(entry) if isinstance(entry, str) else range(0)
    return 1 if run is None else len(run)


def _read_run(text: str) -> range | None:
    """Return the numbers of a run such as `1-11`, or None for anything else."""
    match = _RUN.fullmatch(text)
    return range(int(match[1]), int(match[2]) + 1) if match else None


def grid_cells(raw: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Yield each cell of the grids: the grid's index, the suit, and the card's id.

    Cards named in `without` are included.
    """
    for i, grid in tables(raw.get("grids")):
        ranks = [name for entry in as_list(grid.get("ranks")) for name in expand_ranks(entry)]
        for suit in strings(grid.get("suits")):
            for rank in ranks:
                yield i, suit, f"{suit}-{rank}"


def card_ids(raw: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """Return the id of every card in the order of the deck, with the key path of its entry."""
    gone = set(strings(raw.get("without")))
    paths = {name: ("grids", i) for i, _, name in grid_cells(raw) if name not in gone}
    listed = ((item.get("id"), i) for i, item in tables(raw.get("cards")))
    return paths | {name: ("cards", i) for name, i in listed if isinstance(name, str)}


def count_cards(raw: Mapping[str, Any]) -> Counter[str]:
    """Return the numbers of cards with their copies, by the paths with which texts refer to them.

    `deck` counts all cards, `deck.blood` the family blood, `suits.coins` a suit, and `specials` the
    cards without a suit. `suits` is the number of suits.
    """
    gone = set(strings(raw.get("without")))
    suits, grids = as_table(raw.get("suits")), as_list(raw.get("grids"))
    entries: list[tuple[Raw, Any, bool]]
    entries = [(grids[i], suit, name in gone) for i, suit, name in grid_cells(raw)]
    entries += [(card, card.get("suit"), False) for _, card in tables(raw.get("cards"))]
    counts = Counter(deck=0)
    for entry, suit, is_gone in entries:
        copies = entry.get("copies", 1)
        style = as_table(suits.get(suit)) if isinstance(suit, str) else {}
        family = entry.get("family") or style.get("family")
        if isinstance(copies, int):
            keys = ["deck", f"suits.{suit}" if suit else "specials"]
            keys += [f"deck.{family}"] if isinstance(family, str) else []
            for key in keys:
                counts[key] += 0 if is_gone else copies
    if suits:
        counts["suits"] = len(suits)
    return counts


def expand_braces(pattern: str) -> list[str]:
    """Expand `{a,b}-{1-3}` as a shell does; the last brace varies fastest.

    Raises ValueError with a sentence for a brace that is unclosed, empty or descending, and for too
    many names.
    """
    choices = _parse(pattern)
    if prod(map(len, choices)) > MAX_SPELT_OUT:
        raise ValueError(
            Sentence(
                "it spells out more than {max_spelt_out} names", max_spelt_out=f"{MAX_SPELT_OUT:,}"
            )
        )
    return ["".join(parts) for parts in product(*choices)]


def count_expansion(pattern: str) -> int:
    """Count the names that a pattern expands to; an invalid pattern counts 0."""
    try:
        return prod(map(len, _parse(pattern)))
    except ValueError:
        return 0


def _parse(pattern: str) -> list[list[str]]:
    """Return the choices of each brace. Text outside braces is returned as a single choice.

    Parsing stops when the number of choices exceeds the limit.
    """
    choices: list[list[str]] = []
    end, count = 0, 1
    for match in _PARTS.finditer(pattern):
        if match.start() != end:
            break
        end = match.end()
        choices.append([match[2]] if match[2] else _parse_choices(match[1]))
        count *= len(choices[-1])
        if count > MAX_SPELT_OUT:
            return choices
    if end != len(pattern):
        raise ValueError(Sentence("a brace is opened and not closed, or closed and not opened"))
    return choices


def _parse_choices(inside: str) -> list[str]:
    """Parse the text inside a pair of braces: words and runs of numbers, separated by commas."""
    result: list[str] = []
    for part in inside.split(","):
        word = part.strip()
        if not word:
            raise ValueError(Sentence("a brace is empty, or has nothing between two commas"))
        run = _read_run(word)
        if run is not None and not run:
            raise ValueError(Sentence("{word} runs backwards", word=word))
        result += [word] if run is None else map(str, run)
    return result


# --- notation ------------------------------------------------------------------------------------

MINUS, PLUS_MINUS = "\u2212", "\u00b1"


def signed(value: int) -> str:
    """Format a number with a typographic minus sign.

    >>> signed(-17)
    '−17'
    """
    return f"{MINUS}{-value}" if value < 0 else str(value)


def with_sign(value: int) -> str:
    """Format a number with its sign, except zero.

    >>> with_sign(5)
    '+5'
    """
    return f"+{value}" if value > 0 else signed(value)


def shown_values(values: tuple[int, ...]) -> str:
    """Format the values of a card: `7`, `−8`, `±2`, `±1/2`, `1/15`, `1…6`, or nothing."""
    if len(values) > 3 and values == tuple(range(values[0], values[-1] + 1)):
        return f"{signed(values[0])}…{signed(values[-1])}"
    above = values[len(values) // 2 :]
    if values and 0 not in values and values == (*(-value for value in reversed(above)), *above):
        return PLUS_MINUS + "/".join(map(str, above))
    return "/".join(map(signed, values))


def write_range(low: int, high: int) -> str:
    """Format two numbers as a range, or as a single number if they are equal."""
    return f"{low}–{high}" if high > low else f"{low}"


# --- figures -------------------------------------------------------------------------------------

# A number, several numbers, or words by language.
Figure = int | tuple[int, ...] | Mapping[str, str]
# The tables that have figures, and the lists of such tables with ids.
_TABLES = ("counting", "players", "decks", "figures", "exchange")
_LISTS = (
    "hands", "materials", "places", "tracks", "scores", "tokens", "cards", "payments",
)  # fmt: skip
LITERAL = "="
# The reserved first words of paths, which examples and sums cannot use as names.
FIRST_WORDS = frozenset({*_TABLES, *_LISTS}) | {
    "deck", "specials", "suits", "families", "ranks", "phases", "penalties", "clauses", "dues",
    "options", "stakes", "sets", "notes", "texts", "hues", "shift", "name", "minutes", "summary",
    "in-sentence", "line", "slug", "version", "single", "text", "card", "suit", "sign", "margin",
    "token", "back", "glance", "origin", "summary-page", "settlement", "preset",
    "presets", "agreed", "tournament", "strip",
}  # fmt: skip
_TERM = re.compile(r"([+-]?)\s*(?:(\d{1,5})\s*)?([a-z][a-z0-9._-]*)?(?:\s*/\s*([1-9]))?\s*")


def collect_figures(raw: Mapping[str, Any]) -> dict[str, Figure]:
    """Return all figures in raw data, keyed by the path by which texts refer to them."""
    figures: dict[str, Figure] = {}
    # The limit comes first, because other figures may name it.
    figures.update(_flatten("counting", raw.get("counting"), figures))
    for key in _TABLES:
        figures.update(_flatten(key, raw.get(key), figures))
    # The names of the suits of each hue, in every language of these names.
    with suppress(AttributeError, KeyError, TypeError):  # an error of form, reported elsewhere
        for number, hue in enumerate(raw["counting"]["hues"], 1):
            written = [raw["suits"][suit]["name"] for suit in hue["suits"]]
            names = [{DEFAULT_LANGUAGE: x} if isinstance(x, str) else x for x in written]
            keys = dict.fromkeys(key for name in names for key in name)
            joined = {key: ", ".join(in_language(name, key) for name in names) for key in keys}
            figures[f"counting.hues.{number}"] = joined
    # The target of the examples in words.
    target = as_table(as_table(raw.get("counting")).get("target"))
    sign, _, suit = str(target.get("shown", "")).partition(" ")
    suits = [row.get("name") for _, row in tables(target.get("suits")) if row.get("id") == suit]
    if sign and suits:
        figures["counting.target.number"] = dict.fromkeys(languages(), sign.replace("-", MINUS))
        own = suits[0] if isinstance(suits[0], dict) else {DEFAULT_LANGUAGE: str(suits[0])}
        figures["counting.target.suit"] = {key: in_language(own, key) for key in languages()}
    # The part of a place that each payment moves, in words.
    for _, payment in tables(raw.get("payments")):
        if as_table(payment.get("amount")).get("part") == [1, 2]:
            half = {key: translate(key, "numbers.half") for key in languages()}
            figures[f"payments.{payment.get('id')}.part"] = half
    # The worth of a player's pieces, the extra worth for each player above a number, and that
    # number.
    for _, material in tables(raw.get("materials")):
        chips: list[tuple[Any, Any, Any]] = [
            (chip.get("value"), chip.get("count"), chip.get("above", 0))
            for _, chip in tables(material.get("denominations"))
        ]
        if not chips or any(type(number) is not int for chip in chips for number in chip):
            continue  # no chips, or an error of form, reported elsewhere
        path = f"materials.{material.get('id')}"
        figures[f"{path}.worth"] = sum(value * count for value, count, above in chips if not above)
        figures[f"{path}.further"] = sum(value * count for value, count, above in chips if above)
        figures[f"{path}.above"] = min((above for *_, above in chips if above), default=0)
    figures.update(_ties(raw))
    for key in _LISTS:
        for _, item in tables(raw.get(key)):
            if isinstance(item.get("id"), str):
                figures.update(_flatten(f"{key}.{item['id']}", item, figures))
    return figures


def sum_terms(line: str) -> Iterator[tuple[int, str, int]]:
    """Yield the terms of a sum: a factor, the path of a figure (or ""), and a divisor.

    Raises ValueError; its message completes a sentence.

    >>> list(sum_terms("3 figures.ante + bet / 2 - 1"))
    [(3, 'figures.ante', 1), (1, 'bet', 2), (-1, '', 1)]
    """
    position = 0
    while position < len(line):
        match = _TERM.match(line, position)
        if match is None or not (match[2] or match[3]) or (position and not match[1]):
            raise ValueError(Sentence("is not a sum: write “3 figures.ante + bet / 2 - 1”"))
        factor = int(match[2] or 1)
        yield (-factor if match[1] == "-" else factor), match[3] or "", int(match[4] or 1)
        position = match.end()


def add_up(line: str, figures: Mapping[str, Figure]) -> int:
    """Return the value of a sum, each quotient rounded down. Raises ValueError.

    >>> add_up("3 ante + bet / 2 - 1", {"ante": 2, "bet": 5})
    7
    """
    total = 0
    for factor, path, divisor in sum_terms(line):
        value = figures.get(path) if path else 1
        if isinstance(value, tuple) and len(value) == 1:
            (value,) = value
        if not isinstance(value, int):
            raise ValueError(Sentence("“{path}” is not a number of this definition", path=path))
        amount = abs(factor) * value // divisor
        total += amount if factor > 0 else -amount
    return total


def _ties(raw: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    """Yield the criteria of ties in words, by path.

    They are the criteria of the settlement that compare hands (`settlement.tie.compare`), its last
    resorts (`settlement.tie.last`), and the criteria of a hand (`hands.zero.tie`). Each has a short
    form for aids (`.short`).
    """
    chain = as_table(raw.get("settlement")).get("tie")
    lists = {f"hands.{hand.get('id')}.tie": hand.get("tie") for _, hand in tables(raw.get("hands"))}
    if not any(isinstance(words, list) for words in (chain, *lists.values())):
        return  # a single word is printed as the definition has it
    words = chain if isinstance(chain, list) else [chain]
    lists["settlement.tie.compare"] = [word for word in words if word not in _LAST]
    lists["settlement.tie.last"] = [word for word in words if word in _LAST]
    for path, written in lists.items():
        if isinstance(written, list):
            known = [word for word in written if word in _CRITERIA]
            yield path, {key: _write_criteria(known, key) for key in languages()}
            yield f"{path}.short", {key: _shorten_criteria(known, key) for key in languages()}


# The criteria of ties: comparisons of hands, then last resorts.
_LAST = ("draw", "split", "nobody", "again", "draw-added")
_CRITERIA = (*(
        "lowest-value", "highest-value", "cards", "one-suit", "target-suit", "total",
        "positive-total", "highest-positive", "positives", "lowest-positive-total",
        "lowest-positive", "size-total", "largest", "sizes", "breaker",
    ), *_LAST)  # fmt: skip


def _write_criteria(words: list[str], language: str) -> str:
    """Return criteria of ties as sentences."""
    compared = [translate(language, f"tie.how.{word}") for word in words if word not in _LAST]
    lines = [translate(language, f"tie.last.{word}") for word in words if word in _LAST]
    if compared:
        first = translate(language, "tie.wins", criterion=compared[0])
        then = (translate(language, "tie.then", criterion=word) for word in compared[1:])
        lines.insert(0, first[:1].upper() + "".join((first[1:], *then)) + ".")
    return " ".join(lines) or translate(language, "tie.none")


def _shorten_criteria(words: list[str], language: str) -> str:
    """Return criteria of ties in a few words, for aids."""
    short = translate(language, "tie.between").join(
        translate(language, f"tie.short.{word}") for word in words
    )
    return short[:1].upper() + short[1:] + "." if short else translate(language, "tie.none")


def _flatten(path: str, value: Any, known: Mapping[str, Figure]) -> Iterator[tuple[str, Figure]]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield path, value
    elif isinstance(value, str) and (number := resolve_bound(value, known)) is not None:
        yield path, number
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _flatten(f"{path}.{key}", item, known)
    elif isinstance(value, list) and value and all(type(item) is int for item in value):
        yield from ((path, tuple(value)), (f"{path}.first", value[0]), (f"{path}.last", value[-1]))


# Names of bounds: a limit of the game, or a number derived from it.
BOUNDS = ("limit", "floor", "below-limit", "above-floor", "twice-limit", "minus-limit")


def resolve_bound(name: str, figures: Mapping[str, Figure]) -> int | None:
    """Return the value of a named limit, or None if the game has no such limit."""
    if name not in BOUNDS:
        return None
    value = figures.get(f"counting.{name.rpartition('-')[2]}")
    if not isinstance(value, int):
        return None
    return {
        "below-limit": value - 1,
        "above-floor": value + 1,
        "twice-limit": 2 * value,
        "minus-limit": -value,
    }.get(name, value)


# How much of a word in the braces of a name it shares with a figure that it misspells.
_CLOSE_FIGURE = 0.75


def unknown_figure(
    line: str, figures: Mapping[str, Figure], *, is_name: bool = False
) -> tuple[str, str] | None:
    """Return the message and hint for the first invalid placeholder of a text, or None.

    In a name, braces that do not resemble a figure are kept, as in “Fire {Cat}” from a file name.
    """
    for place in re.findall(r"\{(?!\d)[^{}]*\}", line):  # “Sol Ring {123}” has none
        match = PLACE.fullmatch(place)
        if match is None or (match[1] not in figures and not match[1].startswith(LITERAL)):
            name = match[1] if match else place.strip("{}")
            is_own = "." not in name and closest_match(name, figures, _CLOSE_FIGURE) is None
            if is_name and is_own:
                continue
            message = Sentence("“{place}” is not a figure of this definition.", place=place)
            return message, did_you_mean(name, figures, "figures", of_file=True)
    return None


def fill_figures(line: str, language: str, figures: Mapping[str, Figure]) -> str:
    """Return a text with its figures filled in; other placeholders stay unchanged."""

    def fill(match: re.Match[str]) -> str:
        if match[1].startswith(LITERAL):
            return match[1].removeprefix(LITERAL)
        value = figures.get(match[1])
        return match[0] if value is None else write_figure(match, value, language)

    return PLACE.sub(fill, line)


def write_figure(place: re.Match[str], value: Figure, language: str) -> str:
    """Format a figure as its placeholder requests."""
    if isinstance(value, Mapping):
        return in_language(value, language)
    numbers = (value,) if isinstance(value, int) else value
    # A small number is spelt out if the placeholder asks for words.
    spelt = translate(known_language(language), "numbers.words").split() if place[2] else []
    words = [spelt[n] if 0 <= n < len(spelt) else signed(n) for n in numbers]
    text = join_words(known_language(language), words, OR)
    if place[2] == "|Words":
        text = capitalise(text)
    return text + choose_noun(place, numbers[-1], language)


# --- fields --------------------------------------------------------------------------------------

_ID = r"[a-z0-9]+(-[a-z0-9]+)*$(?!\n)"
Id = Annotated[str, Meta(pattern=f"^{_ID}", min_length=1, max_length=64)]
# An id that names a folder.
Slug = Annotated[str, Meta(pattern=f"^(?!{DEVICES}$){_ID}", min_length=1, max_length=64)]
# White space around a text is removed; a text is one line.
_ONE_LINE = Meta(pattern=rf"^\s*(?=[^\n]*[^\s{INVISIBLE}])[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\s*$")
Line = Annotated[str, _ONE_LINE, MAX_TEXT.meta]
# A text of several lines, without control characters except line breaks.
_LINES = Meta(pattern=rf"^(?=[\s\S]*[^\s{INVISIBLE}])[^\x00-\x09\x0b-\x1f\x7f]*$(?!\n)")
Lines = Annotated[str, _LINES, MAX_TEXT.meta]
NameLine = Annotated[str, _ONE_LINE, MAX_NAME.meta]
Ref = Annotated[str, Meta(min_length=1, max_length=200)]
Address = Annotated[str, Meta(pattern=r"^https?://[!-~]{1,190}$(?!\n)")]
Count = Annotated[int, Meta(ge=1, le=999)]
DeckCount = Annotated[int, Meta(ge=1, le=int(MAX_DECKS))]
Number = Annotated[int, Meta(ge=-999, le=999)]
LargeNumber = Annotated[int, Meta(ge=-99_999, le=99_999)]
Corner = Annotated[str, Meta(max_length=8)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$(?!\n)", max_length=12)]

COLOURS = "colours (or write #rrggbb)"
# References: each is looked up among the names of the definition and of the bundled content.
FamilyId = Annotated[Id, Meta(extra={"names": "families"})]
SuitId = Annotated[Id, Meta(extra={"names": "suits"})]
RankId = Annotated[Id, Meta(extra={"names": "ranks"})]
CardId = Annotated[Id, Meta(extra={"names": "cards"})]
HandId = Annotated[Id, Meta(extra={"names": "hands"})]
ProductId = Annotated[Id, Meta(extra={"names": "products"})]
PlaceId = Annotated[Id, Meta(extra={"names": "places"})]
SpotId = Annotated[Id, Meta(extra={"names": "spots"})]
LoopId = Annotated[Id, Meta(extra={"names": "loops"})]
GroupId = Annotated[Id, Meta(extra={"names": "groups"})]
PictogramId = Annotated[Id, Meta(extra={"names": "pictograms"})]
VariantId = Annotated[Id, Meta(extra={"names": "variants"})]
FrameName = Annotated[Ref, Meta(extra={"names": "frames"})]
LayoutName = Annotated[Ref, Meta(extra={"names": "layouts"})]
ShapeName = Annotated[Ref, Meta(extra={"names": "shapes"})]
ColourName = Annotated[Ref, Meta(extra={"names": COLOURS})]

# A name with one of these extensions is a picture beside the definition.
PICTURES = (
    *(".svg", ".png", ".jpg", ".jpeg", ".jfif", ".jpe", ".webp", ".avif", ".tif", ".tiff", ".bmp"),
    *(".gif", ".apng", ".ico", ".heic", ".heif"),
)
# The keys of a card that name a picture.
DRAWINGS = ("art", "back", "emblem")


class Home(msgspec.Struct, frozen=True, dict=True):
    """The folder of a definition, its languages (the main one first) and its raw data.

    If the languages are `declared`, inherited texts in other languages are dropped.
    """

    folder: Path
    languages: tuple[str, ...]
    raw: Mapping[str, Any]
    declared: bool = False
    whole: ClassVar[str] = Sentence("the definition")

    @cached_property
    def known_languages(self) -> tuple[str, ...]:
        """The languages that a text may have."""
        return tuple(dict.fromkeys((*self.languages, *our_languages())))

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures that texts may name."""
        return {**collect_figures(self.raw), **count_cards(self.raw)}

    @cached_property
    def resolved(self) -> ResolvedFolder:
        """The folder with all links resolved."""
        return ResolvedFolder(self.folder)

    def drawing(self, name: str) -> Path:
        """Return the file of a drawing. Raises ValueError if it is outside the folder."""
        if (file := drawing_file(name, self.resolved)) is None:
            raise ValueError(Sentence("it is outside the definition's folder"))
        return file


def is_picture(name: str) -> bool:
    """Return True for the name of a picture that can be drawn."""
    return name.lower().endswith(PICTURES)


def drawing_file(name: str, folder: ResolvedFolder) -> Path | None:
    """Return the file of an emblem, art or back, or None if it is outside the folder.

    A name with the extension of a picture is a file beside the definition; other names are in
    templates/art.
    """
    if is_picture(name):
        return folder.resolve(name)
    return emblem_file(name)


@lru_cache(maxsize=2 * MAX_ROWS)  # a table may name many
def emblem_file(name: str) -> Path | None:
    """Return the file of a bundled emblem, or None for a name outside `templates/art`."""
    return find_content("art", f"{name}.svg")


# A drawing is the Path of its file; in the definition it is the name of an emblem or a picture.
register_forms(Path, {str: Annotated[Ref, Meta(extra={"names": "emblems"})]})


class BoundEnd(int, Written):
    """A number, or the name of a limit of the game: limit, floor, below-limit …"""

    forms = {int: Number, str: Literal[BOUNDS]}

    @classmethod
    def read(cls, form: int | str, home: Home) -> Self:
        if isinstance(form, int):
            return cls(form)
        if (number := resolve_bound(form, home.figures)) is None:
            raise ValueError(Sentence("the game has no such limit"))
        return cls(number)


class Sum(str, Written):
    """A sum of figures: `3 figures.ante + 2 first-bet`."""

    forms = {str: Line}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        list(sum_terms(form))
        return cls(form)


class Reckoned(int, Written):
    """A number, the path of a figure (figures.beaten), or the name of a limit of the game."""

    forms = {int: Number, str: Annotated[str, Meta(min_length=1, max_length=64)]}

    @classmethod
    def read(cls, form: int | str, home: Home) -> Self:
        if isinstance(form, int):
            return cls(form)
        number = home.figures.get(form, resolve_bound(form, home.figures))
        if not isinstance(number, int):
            raise ValueError(Sentence("is not a number of this definition"))
        return cls(number)


# Where a rule comes from, with the mark behind its sentence.
SOURCE, SILENT, AGAINST = "source", "silent", "against"
MARKS = {SOURCE: "", SILENT: "†", AGAINST: "‡"}


class Provenance(str, Written):
    """Whether the sources state a rule (`source`), are silent (`silent`, or true) or say otherwise
    (`against`).
    """

    forms = {bool: bool, str: Literal["source", "silent", "against"]}

    @classmethod
    def read(cls, form: bool | str, home: Home) -> Self:
        if isinstance(form, bool):
            return cls(SILENT if form else SOURCE)
        return cls(form)

    @property
    def mark(self) -> str:
        """The mark after the sentence of a rule: †, ‡ or none."""
        return MARKS[self]


class _Ends(Part):
    """Numbers from `min` to `max` inclusive; one end may be omitted."""

    min: BoundEnd | None = None
    max: BoundEnd | None = None


class Bounds(Written):
    """Whole numbers from `low` to `high` inclusive; a single number sets both ends.

    An end may be the name of a limit of the game: limit, floor, below-limit, above-floor.
    """

    __slots__ = ("low", "high")  # noqa: RUF023 - the order of the arguments
    forms = {int: BoundEnd, str: BoundEnd, dict: _Ends}

    def __init__(self, low: int | None, high: int | None) -> None:
        self.low, self.high = low, high

    @classmethod
    def read(cls, form: BoundEnd | _Ends, home: Home) -> Self:
        low, high = (form, form) if isinstance(form, BoundEnd) else (form.min, form.max)
        return cls(None if low is None else int(low), None if high is None else int(high))

    def contains(self, number: int) -> bool:
        """Return True if a number is within the bounds."""
        above = self.low is None or number >= self.low
        return above and (self.high is None or number <= self.high)


# The rule set in use gives the value, so the face of the card cannot show it.
BY_SET = "set"
# The card has the value of the card laid before it.
REPEAT = "repeat"


class _ByRule(Part):
    """A value determined in play by a rule; `choices` are its possible values."""

    rule: Literal["dice", "copy", "repeat", "set"]
    """dice: chosen from the dice rolled; copy: that of another card; repeat: that of the card laid
    before it; set: by the rule set in use"""
    choices: Annotated[list[Number], Meta(min_length=1), MAX_VALUES.meta]


class Value(Written):
    """The possible values of a card in ascending order, and the rule that chooses one, if any."""

    __slots__ = ("numbers", "rule")
    forms = {int: Number, list: Annotated[list[Number], MAX_VALUES.meta], dict: _ByRule}

    def __init__(self, numbers: tuple[int, ...] = (), rule: str | None = None) -> None:
        self.numbers, self.rule = numbers, rule

    @classmethod
    def read(cls, form: int | list[int] | _ByRule, home: Home) -> Self:
        if isinstance(form, _ByRule):
            return cls(tuple(sorted(set(form.choices))), form.rule)
        return cls((form,) if isinstance(form, int) else tuple(sorted(set(form))))


class NamePattern(tuple[str, ...], Written):
    """Names in braces, expanded as in a shell: `{swords,cups}-{2-10}`."""

    forms = {str: Line}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(expand_braces(form))


class RankRun(tuple[str, ...], Written):
    """Rank ids: one, or a run such as `1-11`."""

    forms = {str: Id}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(expand_ranks(form))


class _IdList(tuple[str, ...], Written):
    @classmethod
    def read(cls, form: str | list[str], home: Home) -> Self:
        return cls((form,) if isinstance(form, str) else dict.fromkeys(form))


class ProductIds(_IdList):
    """The products that make a material: one, or several in a list."""

    forms = {str: ProductId, list: Annotated[list[ProductId], Meta(min_length=1)]}


class SpotIds(_IdList):
    """The spots of the table for a step: one, or several in a list."""

    forms = {str: SpotId, list: Annotated[list[SpotId], Meta(min_length=1, max_length=4)]}


# The back of a card that has none: its other side is blank.
NO_BACK = "none"


class Back(Written):
    """A back: `design` is a key of backs.toml, the file of a picture, or NO_BACK."""

    __slots__ = ("design",)
    forms = {str: Annotated[Ref, Meta(extra={"names": "backs"})]}

    def __init__(self, design: str | Path) -> None:
        self.design = design

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.drawing(form) if is_picture(form) else form)


class DeckShape(Written):
    """A shape of cards: `design` is its name or the SVG file of its outline."""

    __slots__ = ("design",)
    forms = {str: Annotated[Ref, Meta(extra={"names": "shapes"})]}

    def __init__(self, design: str | Path) -> None:
        self.design = design

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.drawing(form) if is_picture(form) else form)


class TextFile(Written):
    """A file of text beside the definition."""

    __slots__ = ("file",)
    forms = {str: Ref}

    def __init__(self, file: Path) -> None:
        self.file = file

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.folder / form)


class Chapters(dict[str, Path], Written):  # type: ignore[misc]
    """Files of chapters by language; a single file for all languages has the key ""."""

    forms = {str: Ref, dict: Annotated[dict[Language, TextFile], MAX_LANGUAGES.meta]}

    @classmethod
    def read(cls, form: str | dict[str, TextFile], home: Home) -> Self:
        if isinstance(form, str):
            return cls({"": home.folder / form})
        return cls({language: entry.file for language, entry in form.items()})

    def of(self, language: str) -> Path | None:
        """Return the chapters of a language, or None."""
        return self.get(language, self.get(""))


class DeckName(str, Written):
    """A deck: the slug of a variant, or a definition beside this one."""

    forms = {str: Ref}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        return cls(home.folder / form if form.endswith(".toml") else form)
