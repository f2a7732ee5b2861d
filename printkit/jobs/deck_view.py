"""A deck as it is looked at: its distinct faces by family, its backs, its tokens.

In: a Variant, the options of a job. Out: groups of pieces, the same in all themes and languages, in
the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.graphics import display_list as ink
from printkit.graphics.display_list import Stroke, Symbol
from printkit.graphics.path import PathBuilder
from printkit.jobs.job import Job
from printkit.jobs.options import option_values
from printkit.model.variant import Variant
from printkit.pieces.piece import Piece
from printkit.pieces.product import RenderOptions
from printkit.pieces.registry import available_products, require_product
from printkit.writers._gallery import Words

# Products whose faces are looked at, in this order.
CARDS, RULE_CARDS = "cards", "rule-cards"
# Tokens are round, and so wide (mm).
DISC = 25.0


class DeckGroup(msgspec.Struct, frozen=True):
    """Pieces that are shown together, under the words that name them."""

    title: str
    pieces: tuple[Piece, ...]
    counted: bool = True


class DeckView(msgspec.Struct, frozen=True):
    """All that a deck shows in one theme and language; a back has a name where there are several.

    The groups and their pieces are the same in all themes and languages, in the same order.
    """

    groups: tuple[DeckGroup, ...]
    backs: tuple[tuple[str, Symbol], ...]

    @property
    def pieces(self) -> list[Piece]:
        """Those of the deck; cards that only tell the rules are beside it."""
        counted = [group for group in self.groups if group.counted] or self.groups
        return [piece for group in counted for piece in group.pieces]


def view_deck(variant: Variant, job: Job, language: str) -> DeckView:
    """Return the distinct faces, family by family, and the distinct backs."""
    groups: list[DeckGroup] = []
    available = available_products(variant)
    if CARDS in available:
        family_of = {card.id: card.family for card in variant.cards}
        pieces = _pieces(variant, CARDS, job, language)
        for key, family in variant.families.items():
            own = tuple(piece for piece in pieces if family_of[piece.id] == key)
            groups.append(DeckGroup(family.name[language], own))
    if RULE_CARDS in available:
        words = translate(language, f"product.{RULE_CARDS}")
        title = words[:1].upper() + words[1:]
        pieces = _pieces(variant, RULE_CARDS, job, language)
        groups.append(DeckGroup(title, tuple(pieces), counted=False))
    groups = [group for group in groups if group.pieces]
    return DeckView(tuple(groups), tuple(_distinct_backs(groups, language)))


def _pieces(variant: Variant, key: str, job: Job, language: str) -> list[Piece]:
    product = require_product(key, variant)
    assert product.make is not None, "cards are pieces"
    values = option_values(product.options, job, variant)
    return product.make(variant, RenderOptions(language, values))


def _distinct_backs(groups: Sequence[DeckGroup], language: str) -> list[tuple[str, Symbol]]:
    """Return each distinct back once, named after the first group that has it."""
    backs: dict[str, tuple[str, Symbol]] = {}
    for group in groups:
        for piece in group.pieces:
            if piece.back is not None:
                name = translate(language, "preview.back-of", family=group.title)
                backs.setdefault(piece.back.title, (name, piece.back))
    if len(backs) == 1:
        return [(translate(language, "preview.back"), symbol) for _, symbol in backs.values()]
    return list(backs.values())


def list_pictured_items(variant: Variant) -> list[tuple[Words, Words | None, Path]]:
    """Return tokens and materials that have an emblem: name, what it does, the emblem's file."""
    tokens = [(token.name, token.how, token.emblem) for token in variant.tokens]
    others = [(material.name, None, material.emblem) for material in variant.materials]
    return [(name, how, path) for name, how, path in (*tokens, *others) if path is not None]


def draw_disc(path: Path, look: Theme) -> Symbol:
    """Draw an emblem on a round disc, within a ring."""
    palette, r = look.palette("indigo"), DISC / 2
    size = r * 1.4
    items: tuple[ink.Item, ...] = (
        ink.Path(PathBuilder().circle(0, 0, r).done(), fill=palette.paper),
        ink.Path(PathBuilder().circle(0, 0, r * 0.9).done(), stroke=Stroke(palette.main, 0.35)),
        ink.Path(PathBuilder().circle(0, 0, r * 0.86).done(), stroke=Stroke(palette.main, 0.18)),
        place_emblem(emblem(path, palette, size), 0, 0, size),
    )
    return Symbol(f"disc-{path.stem}", items, Rect(-r, -r, DISC, DISC), path.stem)


def count_words(pieces: Sequence[Piece], language: str) -> str:
    """Return “68 faces, 76 cards”; “9 cards” if each face is there once."""
    faces = number_words(len(pieces), "face", language)
    cards = number_words(copies := sum(piece.copies for piece in pieces), "card", language)
    if copies == len(pieces):
        return cards
    return translate(language, "preview.pair", faces=faces, cards=cards)


def number_words(count: int, noun: str, language: str) -> str:
    """Return “1 card”, “2 cards”."""
    return translate(language, f"preview.{noun}", count=count)
