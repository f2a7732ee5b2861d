"""Figures of a definition in its texts: `{counting.limit}`, `{figures.ante: chip|chips}`.

A text names a figure instead of repeating it; the figure is filled in when the text is read.
`|words` writes a small number in letters (`|Words` with a capital). After a colon follow the
singular and the plural of the noun. `{=6}` is a literal number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from printkit.base.errors import did_you_mean
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
from printkit.base.plain_text import capitalise
from printkit.model.notation import signed
from printkit.model.raw_data import as_table, tables

# A number, several, or words by their language.
Figure = int | tuple[int, ...] | Mapping[str, str]
# The tables, and the lists of tables with ids, that have figures.
_TABLES = ("counting", "players", "decks", "figures", "exchange")
_LISTS = (
    "hands", "materials", "places", "tracks", "scores", "tokens", "cards", "payments",
)  # fmt: skip
LITERAL = "="
# The first words of paths, reserved: an example or a sum may not have such a name.
FIRST_WORDS = frozenset({*_TABLES, *_LISTS}) | {
    "deck", "specials", "suits", "families", "ranks", "phases", "penalties", "clauses", "dues",
    "options", "stakes", "sets", "notes", "texts", "hues", "shift", "name", "minutes", "summary",
    "in-sentence", "line", "slug", "version", "single", "text", "card", "suit", "sign", "margin",
    "token", "back", "glance", "origin", "summary-page",
}  # fmt: skip
_TERM = re.compile(r"([+-]?)\s*(?:(\d{1,5})\s*)?([a-z][a-z0-9._-]*)?(?:\s*/\s*([1-9]))?\s*")


def collect_figures(raw: Mapping[str, Any]) -> dict[str, Figure]:
    """Return all figures of raw data by the path that names them in a text."""
    figures: dict[str, Figure] = {}
    # First the limit: figures before it may name it.
    figures.update(_flatten("counting", raw.get("counting"), figures))
    for key in _TABLES:
        figures.update(_flatten(key, raw.get(key), figures))
    figures.update(_hue_names(raw))
    figures.update(_parts(raw))
    figures.update(_worths(raw))
    for key in _LISTS:
        for _, item in tables(raw.get(key)):
            if isinstance(item.get("id"), str):
                figures.update(_flatten(f"{key}.{item['id']}", item, figures))
    return figures


def sum_terms(line: str) -> Iterator[tuple[int, str, int]]:
    """Yield the terms of a sum: a factor, the path of a figure (or ""), and a divisor.

    Raises ValueError with the end of a sentence.

    >>> list(sum_terms("3 figures.ante + bet / 2 - 1"))
    [(3, 'figures.ante', 1), (1, 'bet', 2), (-1, '', 1)]
    """
    position = 0
    while position < len(line):
        match = _TERM.match(line, position)
        if match is None or not (match[2] or match[3]) or (position and not match[1]):
            raise ValueError("is not a sum: write “3 figures.ante + bet / 2 - 1”")
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
            raise ValueError(f"“{path}” is not a number of this definition")
        amount = abs(factor) * value // divisor
        total += amount if factor > 0 else -amount
    return total


def _hue_names(raw: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    """Yield the names of the suits of each hue, in every language that one of them has."""
    try:
        for number, hue in enumerate(raw["counting"]["hues"], 1):
            written = [raw["suits"][suit]["name"] for suit in hue["suits"]]
            names = [{DEFAULT_LANGUAGE: x} if isinstance(x, str) else x for x in written]
            keys = dict.fromkeys(key for name in names for key in name)
            joined = {key: ", ".join(in_language(name, key) for name in names) for key in keys}
            yield f"counting.hues.{number}", joined
    except (AttributeError, KeyError, TypeError):
        return  # a fault of form, reported elsewhere


def _parts(raw: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    """Yield the part of a place that each payment takes, in words: `payments.fine.part`."""
    for _, payment in tables(raw.get("payments")):
        part = as_table(payment.get("amount")).get("part")
        if part == [1, 2]:
            half = {key: translate(key, "numbers.half") for key in languages()}
            yield f"payments.{payment.get('id')}.part", half


def _worths(raw: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    """Yield the worth of a player's pieces, the worth added for each player above a number, and
    that number: `materials.credits.worth`, `.further`, `.above`."""
    for _, material in tables(raw.get("materials")):
        chips: list[tuple[Any, Any, Any]] = [
            (chip.get("value"), chip.get("count"), chip.get("above", 0))
            for _, chip in tables(material.get("denominations"))
        ]
        if not chips or any(type(number) is not int for chip in chips for number in chip):
            continue  # no chips, or a fault of form, reported elsewhere
        path = f"materials.{material.get('id')}"
        yield f"{path}.worth", sum(value * count for value, count, above in chips if not above)
        yield f"{path}.further", sum(value * count for value, count, above in chips if above)
        yield f"{path}.above", min((above for *_, above in chips if above), default=0)


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
    """Return the number of a named bound, or None if the game has no such limit."""
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


def unknown_figure(line: str, figures: Mapping[str, Figure]) -> tuple[str, str] | None:
    """Return the message and hint for the first faulty placeholder of a text, or None."""
    for place in re.findall(r"\{[^{}]*\}", line):
        match = PLACE.fullmatch(place)
        if match is None or (match[1] not in figures and not match[1].startswith(LITERAL)):
            name = match[1] if match else place.strip("{}")
            message = f"“{place}” is not a figure of this definition."
            return message, did_you_mean(name, figures, "figures", of_file=True)
    return None


def fill_figures(line: str, language: str, figures: Mapping[str, Figure]) -> str:
    """Fill in the figures of a text; other placeholders stay unchanged."""

    def fill(match: re.Match[str]) -> str:
        if match[1].startswith(LITERAL):
            return match[1].removeprefix(LITERAL)
        value = figures.get(match[1])
        return match[0] if value is None else write_figure(match, value, language)

    return PLACE.sub(fill, line)


def write_figure(place: re.Match[str], value: Figure, language: str) -> str:
    """Write a figure in the form that its placeholder requests."""
    if isinstance(value, Mapping):
        return in_language(value, language)
    numbers = (value,) if isinstance(value, int) else value
    words = [_in_words(n, language) if place[2] else signed(n) for n in numbers]
    text = join_words(known_language(language), words, OR)
    if place[2] == "|Words":
        text = capitalise(text)
    return text + choose_noun(place, numbers[-1], language)


def _in_words(number: int, language: str) -> str:
    """Write a small number in letters, if the language has them."""
    words = translate(known_language(language), "numbers.words").split()
    return words[number] if 0 <= number < len(words) else signed(number)
