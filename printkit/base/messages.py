"""The words we print, by language. Content: templates/strings/*.toml.

A language is one strings file; a key it lacks is an error that names it (a test compares files).
"""

from __future__ import annotations

from functools import cache

from printkit.base.content import content_path, load_content
from printkit.base.errors import PrintkitError, did_you_mean

# Between two languages that stand side by side.
EDITION_SEPARATOR = "+"


@cache
def languages() -> tuple[str, ...]:
    """The languages we speak, found by their strings files, in alphabetical order."""
    return tuple(sorted(path.stem for path in content_path("strings").glob("*.toml")))


def require_language(language: str) -> str:
    """The language itself. Raises PrintkitError for one we do not speak."""
    if language not in languages():
        raise PrintkitError(
            f"“{language}” is not a language of printkit.",
            hint=did_you_mean(language, languages(), "languages"),
        )
    return language


def parse_edition(edition: str) -> tuple[str, ...]:
    """The languages of an edition: one, or two that stand side by side (`fr+en`).

    Raises PrintkitError.
    """
    found = tuple(dict.fromkeys(require_language(one) for one in edition.split(EDITION_SEPARATOR)))
    if len(found) > 2:
        raise PrintkitError(
            f"“{edition}” is more than two languages.",
            hint=f"Write two, such as fr{EDITION_SEPARATOR}en.",
        )
    return found


def translate(language: str, key: str, **values: object) -> str:
    """The words for a dotted key in a language, with `{name}` places filled.

    Raises PrintkitError if the strings file lacks the key.
    """
    node: object = load_content(f"strings/{require_language(language)}.toml")
    for part in key.split("."):
        node = node.get(part) if isinstance(node, dict) else None
    if not isinstance(node, str):
        raise PrintkitError(f"strings/{language}.toml has no text for “{key}”.")
    return node.format(**values) if values else node
