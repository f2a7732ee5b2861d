"""Combine a game with the language and theme of its print."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.theme import Palette, Theme, plain_paper_theme
from printkit.base import messages
from printkit.base.content import content_path, load_content
from printkit.graphics.fonts import fonts_in_use
from printkit.model.cards import Family
from printkit.model.variant import Variant

MAX_MARKS = 6


class LocalGame(Struct, frozen=True, eq=False):
    """A game in the language and theme of its print."""

    variant: Variant
    language: str
    theme: Theme

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.text(self.variant.name)

    @property
    def colour(self) -> str:
        """The colour of the game in the themes."""
        return game_colour(self.variant)

    @property
    def palette(self) -> Palette:
        """The palette of the game."""
        return self.theme.palette(self.colour)

    @property
    def on_plain_paper(self) -> LocalGame:
        """The game in a theme of white paper."""
        return replace(self, theme=plain_paper_theme(self.theme))

    @property
    def marks(self) -> list[tuple[Path, str]]:
        """The emblems of the suits with their colours.

        Without suits, this is the medal of the back or the emblems of a few cards.
        """
        variant = self.variant
        suits: dict[Path, str] = {}
        for card in variant.cards:
            suit = variant.suits.get(card.suit or "")
            if suit is not None and suit.emblem is not None:
                suits.setdefault(suit.emblem, card.colour)
        if suits:
            return list(suits.items())[:MAX_MARKS]
        back = next(iter(variant.families.values())).back.design
        if isinstance(back, str):
            spec = load_content("backs.toml")[back]
            return [(content_path("art", "backs", f"{spec['medal']}.svg"), spec["colour"])]
        emblems = dict.fromkeys((card.emblem, card.colour) for card in variant.cards)
        return [(path, colour) for path, colour in emblems if path is not None][: MAX_MARKS - 1]

    def text(self, text: Mapping[str, str]) -> str:
        """Return a text in the language of the print."""
        return text[self.language]

    def translate(self, key: str, **values: object) -> str:
        """Return a message in the language of the print."""
        return messages.translate(self.language, key, **values)


def in_fonts_of(variant: Variant | None, look: Theme) -> AbstractContextManager[None]:
    """Return a context manager: set texts in the fonts of a game, then in those of a theme.

    Raises PrintkitError for a font that cannot be used.
    """
    return fonts_in_use(*([variant.fonts.own] if variant is not None else []), look.fonts)


def game_colour(variant: Variant) -> str:
    """Return the colour of a game: that of the back of its first family."""
    return back_colour(next(iter(variant.families.values())))


def back_colour(family: Family) -> str:
    """Return the colour of a family's back, as a name in the themes or #rrggbb."""
    if isinstance(family.back.design, str):
        return str(load_content("backs.toml")[family.back.design]["colour"])
    return family.colour_or_ink
