"""Printed messages by language. Content: templates/strings/*.toml.

Each language is one strings file, bundled or from a plug-in. Missing and faulty messages fall back
to the default language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from printkit.base.content import content_paths, leave_out, read_toml
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.sentences import (
    FILE,
    FOLDER,
    Catalogue,
    Sentence,
    name_some,
    read_catalogue,
    shorten,
)

T = TypeVar("T")
# The separator of two languages side by side.
EDITION_SEPARATOR = "+"
# The keys of the conjunctions before the last of several words.
AND, OR = "words.and", "words.or"
# The fallback language for messages that a strings file lacks.
DEFAULT_LANGUAGE = "en"
# A placeholder: `{name}`, `{name|words}`, `{card.id|the}` or `{name: singular|plural}`.
PLACE = re.compile(r"\{([^{}|:]*)(\|[wW]ords|\|the)?(?::\s*([^{}|]*)\|([^{}|]*))?\}")
# The name of a strings file.
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with a strings file: the default one, then the others by code."""
    files = (path for folder in content_paths("strings") for path in folder.glob("*.toml"))
    codes = {path.stem for path in files if _CODE.fullmatch(path.stem)}
    return (DEFAULT_LANGUAGE, *sorted(codes - {DEFAULT_LANGUAGE}))


def known_language(language: str) -> str:
    """Return the language, or the default one if there is no strings file for it."""
    return language if language in languages() else DEFAULT_LANGUAGE


def in_language(texts: Mapping[str, T], language: str) -> T:
    """Return the entry for a language, or for the default language, or any entry."""
    available = next((key for key in (language, DEFAULT_LANGUAGE, *texts) if key in texts), "")
    return texts[available]


def messages_below(language: str, lead: str) -> dict[str, str]:
    """Return the messages whose keys begin with `lead`, keyed by the rest of the key."""
    messages = _messages(require_language(language))
    return {key.removeprefix(lead): messages[key] for key in messages if key.startswith(lead)}


def missing_messages(language: str) -> list[str]:
    """Return the keys of the default language's messages that `language` lacks."""
    own = _own_messages(require_language(language))
    return [key for key in _own_messages(DEFAULT_LANGUAGE) if key not in own]


@cache
def _messages(language: str) -> dict[str, str]:
    """Return the messages of a language by dotted key, completed by the default language."""
    return {**_own_messages(DEFAULT_LANGUAGE), **_own_messages(language)}


@cache
def _own_messages(language: str) -> dict[str, str]:
    """Return the valid messages of a language by dotted key. Warn about faulty ones."""
    known = None if language == DEFAULT_LANGUAGE else _own_messages(DEFAULT_LANGUAGE)
    messages: dict[str, str] = {}
    for path in content_paths("strings", f"{language}.toml"):
        lines = dict(_flatten(read_toml(path)))
        usable: dict[str, str] = {}
        for key, line in lines.items():
            if not isinstance(line, str) or not line or key in messages:
                continue
            if known is not None:  # a translation has no placeholders but those of the original
                if key not in known or re.search("[{}]", PLACE.sub("", line)):
                    continue
                own, whole = ({p[1] for p in PLACE.finditer(text)} for text in (line, known[key]))
                if not own <= whole:
                    continue
            usable[key] = line
        if wrong := [key for key in lines if key not in usable]:
            leave_out(
                path,
                Sentence(
                    "These are not messages, or have placeholders of their own: {wrong}.",
                    wrong=shorten(name_some(wrong)),
                ),
            )
        messages.update(usable)
    return messages


def _flatten(node: Mapping[str, object], lead: str = "") -> Iterator[tuple[str, object]]:
    for key, value in node.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{lead}{key}.")
        else:
            yield f"{lead}{key}", value


def require_language(language: str) -> str:
    """Return the language. Raises PrintkitError if there is no strings file for it."""
    if language not in languages():
        message = Sentence("“{language}” is not a language of printkit.", language=language)
        raise PrintkitError(message, hint=did_you_mean(language, languages(), "languages"))
    return language


def parse_edition(edition: str) -> tuple[str, ...]:
    """Return the languages of an edition: one, or two side by side (`fr+en`).

    Raises PrintkitError for an unknown language or for more than two.
    """
    result = tuple(
        dict.fromkeys(require_language(item) for item in edition.split(EDITION_SEPARATOR))
    )
    if len(result) > 2:
        raise PrintkitError(
            Sentence("“{edition}” joins more than two languages.", edition=edition),
            hint=Sentence(
                "Write two, such as fr{edition_separator}en.", edition_separator=EDITION_SEPARATOR
            ),
        )
    return result


def join_words(language: str, words: Sequence[str], last: str = AND) -> str:
    """Return “a, b and c”; with `last` = OR “a, b or c”."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + translate(language, last) + words[-1]


def with_article(language: str, name: str) -> tuple[str, str]:
    """Return the definite article of a name, with its space if any, and the name without it.

    >>> with_article("fr", "Étoile"), with_article("fr", "La Reine"), with_article("en", "Trump 5")
    (('l’', 'Étoile'), ('la ', 'Reine'), ('', 'Trump 5'))
    """
    for line in translate(language, "words.articles").split():
        pattern, _, article = line.replace("_", " ").rpartition("=")
        if match := re.match(pattern, name):
            return article, name[match.end() :]
    return "", name


def count_players(language: str, least: int, most: int) -> str:
    """Return “2 to 8 players”."""
    key = "many" if least < most else "same" if most > 1 else "one"
    return translate(language, f"players.{key}", least=least, most=most, count=most)


def translate(language: str, key: str, **values: object) -> str:
    """Return the message of a dotted key with `values` in its placeholders.

    Missing messages fall back to the default language. Raises PrintkitError for an unknown key.
    """
    message = _messages(require_language(language)).get(key)
    if message is None:
        raise PrintkitError(
            Sentence("strings/{language}.toml has no text for “{key}”.", language=language, key=key)
        )

    def fill(place: re.Match[str]) -> str:
        if place[1] not in values:
            return place[0]
        value = values[place[1]]
        return f"{value}{choose_noun(place, value, language)}"

    return PLACE.sub(fill, message) if values else message


def choose_noun(place: re.Match[str], number: object, language: str) -> str:
    """Return a space and the noun of a placeholder in singular or plural, or an empty string."""
    if place[3] is None:
        return ""
    size = abs(number) if isinstance(number, int) else 2
    return f" {place[3] if size == 1 or (size == 0 and language == 'fr') else place[4]}"


def find_message(language: str, key: str) -> str | None:
    """Return the message of a dotted key or None; it falls back to the default language."""
    return _messages(known_language(language)).get(key)


def find_text(table: Mapping[str, object], key: str) -> str | None:
    """Return the text of a dotted key in nested tables, or None."""
    text = dict(_flatten(table)).get(key)
    return text if isinstance(text, str) else None


def translate_fault(language: str, text: str) -> str:
    """Return a sentence of the program, translated if the catalogue of the language contains it."""
    return _catalogue(language).translate(text)


@cache
def _catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language: the bundled entries and those of plug-ins."""
    known: dict[str, str] = {}
    for path in content_paths(FOLDER, language, *FILE):
        try:
            known = {**read_catalogue(path.read_text(encoding="utf-8")), **known}
        except (OSError, ValueError) as error:
            leave_out(path, Sentence("This file cannot be read: {error}.", error=error))
    return Catalogue(known)


def as_lead(name: str, language: str) -> str:
    """Return a name as the start of a paragraph, with a full stop if it has no end mark."""
    return name if name[-1:] in "!?…." else translate(language, "words.lead", name=name)
