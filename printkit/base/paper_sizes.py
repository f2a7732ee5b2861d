"""Papers and card sizes by name or as `63.5x88.9mm`.

Content: templates/papers.toml, templates/cards.toml.
"""

from __future__ import annotations

from typing import NamedTuple

from printkit.base.content import load_content
from printkit.base.errors import PrintkitError, Sentence, did_you_mean, join_sentences
from printkit.base.units import format_size, parse_size

# Nothing smaller can be held.
MIN_SIDE = 5.0
# A page of a PDF ends at 14,400 points (ISO 32000, annex C).
MAX_SIDE = 5080.0


class Size(NamedTuple):
    """A named width and height."""

    name: str
    w: float
    h: float

    def __str__(self) -> str:
        return f"{self.name} ({format_size(self.w, self.h)})"


def paper_names() -> list[str]:
    """Return the names of the known papers, in the order of the table."""
    return list(load_content("papers.toml"))


def card_names() -> list[str]:
    """Return the names of the known card sizes."""
    return list(load_content("cards.toml"))


def paper(text: str) -> Size:
    """Return a paper by name or size, oriented as it is named. Raises PrintkitError."""
    return _find_size(text, "papers.toml", "paper", "210x297mm")


def card(text: str) -> Size:
    """Return a card size by name or size. Raises PrintkitError."""
    return _find_size(text, "cards.toml", "card size", "63.5x88.9mm")


def _find_size(text: str, file: str, kind: str, example: str) -> Size:
    """Find a size in a table, or parse it."""
    named = load_content(file)
    key = text.strip().lower().replace(" ", "-")
    if key in named:
        width, height = named[key]["size"]
        return Size(key, float(width), float(height))
    if size := parse_size(text, noun=kind):
        if not all(MIN_SIDE <= side <= MAX_SIDE for side in size):
            raise PrintkitError(
                f"“{_shorten(text)}” is no {kind} that can be printed.",
                hint=f"Each side has {MIN_SIDE:g} to {MAX_SIDE:g} mm.",
            )
        return Size(f"{size[0]:g}x{size[1]:g}mm", *size)
    raise PrintkitError(
        f"“{_shorten(text)}” is not a {kind}.",
        hint=join_sentences(
            did_you_mean(key, named, f"{kind}s"),
            Sentence("Or write the size with its unit: {example}.", example=example),
        ),
    )


def _shorten(text: str) -> str:
    """Shorten an overlong text for a message."""
    return text if len(text) <= 40 else f"{text[:39]}…"
