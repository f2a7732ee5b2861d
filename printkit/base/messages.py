"""The words we print, by language. Content: templates/strings/*.toml.

A language is one strings file; a key it lacks is an error that names it (a test compares files).
"""

from __future__ import annotations

from functools import cache

from printkit.base.content import table, template
from printkit.base.errors import PrintkitError, choices

# Between two languages that stand side by side.
BOTH = "+"


@cache
def languages() -> tuple[str, ...]:
    """The languages we speak, found by their strings files, in alphabetical order."""
    return tuple(sorted(path.stem for path in template("strings").glob("*.toml")))


def check_language(language: str) -> str:
    """The language itself. Raises PrintkitError for one we do not speak."""
    if language not in languages():
        raise PrintkitError(
            f"“{language}” is not a language of printkit.",
            cure=choices(language, languages(), "languages"),
        )
    return language


def check_edition(edition: str) -> tuple[str, ...]:
    """The languages of an edition: one, or two that stand side by side (`fr+en`).

    Raises PrintkitError.
    """
    found = tuple(dict.fromkeys(check_language(one) for one in edition.split(BOTH)))
    if len(found) > 2:
        raise PrintkitError(
            f"“{edition}” is more than two languages.", cure=f"Write two, such as fr{BOTH}en."
        )
    return found


def say(language: str, key: str, **values: object) -> str:
    """The words for a dotted key in a language, with `{name}` places filled.

    Raises PrintkitError if the strings file lacks the key.
    """
    node: object = table(f"strings/{check_language(language)}.toml")
    for part in key.split("."):
        node = node.get(part) if isinstance(node, dict) else None
    if not isinstance(node, str):
        raise PrintkitError(f"strings/{language}.toml has no text for “{key}”.")
    return node.format(**values) if values else node
