"""The messages that are printed, by language. Content: templates/strings/*.toml.

A language is one strings file; a missing key is an error that names it (a test compares the files).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from printkit.base.content import content_path, load_content
from printkit.base.errors import PrintkitError, Sentence, did_you_mean, parse_sentence

T = TypeVar("T")
# Between two languages that stand side by side.
EDITION_SEPARATOR = "+"
# Before the last of several words.
AND, OR = "words.and", "words.or"


_HOLE = re.compile(r"\{(\w+)\}")
# What a strings file lacks is said in this language.
DEFAULT_LANGUAGE = "en"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a strings file, in alphabetical order."""
    return tuple(sorted(path.stem for path in content_path("strings").glob("*.toml")))


def known_language(language: str) -> str:
    """Return the language, or the default one if there is no strings file for it."""
    return language if language in languages() else DEFAULT_LANGUAGE


def in_language(texts: Mapping[str, T], language: str) -> T:
    """Return what there is for a language, else for the default one, else for any."""
    available = next((key for key in (language, DEFAULT_LANGUAGE, *texts) if key in texts), "")
    return texts[available]


def game_names(language: str) -> dict[str, str]:
    """Return the names of the families of games, by their ids."""
    names = load_content(f"strings/{DEFAULT_LANGUAGE}.toml")["game"]
    return {game: translate(language, f"game.{game}") for game in names}


def missing_messages(language: str) -> list[str]:
    """Return the keys of messages that a language lacks, of those that the default one has."""
    own = set(_keys(load_content(f"strings/{require_language(language)}.toml")))
    every = _keys(load_content(f"strings/{DEFAULT_LANGUAGE}.toml"))
    return [key for key in every if key not in own]


def _keys(node: Mapping[str, object], lead: str = "") -> Iterator[str]:
    for key, value in node.items():
        if isinstance(value, dict):
            yield from _keys(value, f"{lead}{key}.")
        else:
            yield f"{lead}{key}"


def require_language(language: str) -> str:
    """Return the language. Raises PrintkitError if there is no strings file for it."""
    if language not in languages():
        raise PrintkitError(
            f"“{language}” is not a language of printkit.",
            hint=did_you_mean(language, languages(), "languages"),
        )
    return language


def parse_edition(edition: str) -> tuple[str, ...]:
    """Return the languages of an edition: one, or two side by side (`fr+en`).

    Raises PrintkitError.
    """
    result = tuple(
        dict.fromkeys(require_language(item) for item in edition.split(EDITION_SEPARATOR))
    )
    if len(result) > 2:
        raise PrintkitError(
            f"“{edition}” is more than two languages.",
            hint=f"Write two, such as fr{EDITION_SEPARATOR}en.",
        )
    return result


def join_words(language: str, words: Sequence[str], last: str = AND) -> str:
    """Return “a, b and c”; with `last` = OR “a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + translate(language, last) + words[-1]


def count_players(language: str, least: int, most: int) -> str:
    """Return “2 to 8 players”."""
    key = "many" if least < most else "same" if most > 1 else "one"
    return translate(language, f"players.{key}", least=least, most=most, count=most)


def translate(language: str, key: str, **values: object) -> str:
    """Return the message for a dotted key, with its placeholders filled in.

    What the language lacks is said in the default one. Raises PrintkitError if that has no such
    key either.
    """
    text = find_message(require_language(language), key)
    if text is not None:
        return text.format(**values) if values else text
    raise PrintkitError(f"strings/{language}.toml has no text for “{key}”.")


def find_message(language: str, key: str) -> str | None:
    """Return the text of a dotted key in a language, else in the default one, else None."""
    for known in dict.fromkeys((known_language(language), DEFAULT_LANGUAGE)):
        text = find_text(load_content(f"strings/{known}.toml"), key)
        if text is not None:
            return text
    return None


def find_text(table: Mapping[str, object], key: str) -> str | None:
    """Return the text of a dotted key in nested tables, or None."""
    node: object = table
    for part in key.split("."):
        node = node.get(part) if isinstance(node, Mapping) else None
    return node if isinstance(node, str) else None


def translate_fault(language: str, text: str) -> str:
    """Return a sentence of an error in a language, if `templates/faults` has it there."""
    if isinstance(text, Sentence) and text.parts:
        return " ".join(translate_fault(language, part) for part in text.parts)
    known = _faults(language)
    if text in known:
        return known[text]
    template, arguments = parse_sentence(text)
    if template not in known:
        return text
    words = {
        name: translate_fault(language, value) if isinstance(value, str) else value
        for name, value in arguments.items()
    }
    return _HOLE.sub(lambda hole: str(words[hole[1]]), known[template])


@cache
def _faults(language: str) -> Mapping[str, str]:
    name = f"faults/{language}.toml"
    return load_content(name) if content_path(name).is_file() else {}


def as_lead(name: str, language: str) -> str:
    """Return a name as it leads into words about it: with a full stop, unless it has an ending."""
    return name if name[-1:] in "!?…." else translate(language, "words.lead", name=name)
