"""The Variant: what a definition says, frozen and complete. Room: definition.

Everything downstream works from these values; no dict of a TOML file and no key of one goes on.
Texts are mappings from language to words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Turned:
    """The lower half of a face that does not repeat the upper one: colour and corner text."""

    colour: str
    index: str


@dataclass(frozen=True, slots=True)
class Look:
    """How a card is drawn.

    `colour` and `ground` name a colour of the themes or are #rrggbb; `emblem`, `mark` (the small
    sign under the index) and `art` are files; `frame` is a key of frames.toml; `pips` counts.
    """

    colour: str
    ground: str | None
    emblem: Path | None
    mark: Path | None
    frame: str
    layout: str
    pips: int
    index: str
    turned: Turned | None = None
    art: Path | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One distinct card. `values` are all it may take, ascending; `rule` names what sets them."""

    id: str
    name: Words
    suit: str | None
    rank: str | None
    kind: str | None
    family: str
    values: tuple[int, ...]
    rule: str | None
    copies: int
    per_player: bool
    look: Look

    def count(self, players: int) -> int:
        """How many are printed for so many players."""
        return self.copies * players if self.per_player else self.copies


@dataclass(frozen=True, slots=True)
class Family:
    """Cards that share a back: `back` is a key of backs.toml, or a file."""

    id: str
    name: Words
    colour: str
    back: str | Path


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit, with its letter for short codes."""

    id: str
    name: Words
    code: Words | None


@dataclass(frozen=True, slots=True)
class Pick:
    """`count` cards that are this card, or of this suit, rank or kind."""

    count: int
    card: str | None
    suit: str | None
    rank: str | None
    kind: str | None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Whole numbers from `low` to `high`, ends included; None is no bound."""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has a name; `order` 1 is the best."""

    id: str
    name: Words
    how: Words
    order: int
    cards: tuple[Pick, ...]
    total: Bounds | None
    difference: Bounds | None
    best: str | None


@dataclass(frozen=True, slots=True)
class Material:
    """Something that lies on the table; `count` is for the greatest number of players."""

    id: str
    name: Words
    count: int
    per_player: int | None


@dataclass(frozen=True, slots=True)
class Variant:
    """A whole game as a definition tells it."""

    slug: str
    name: Words
    summary: Words
    game: str
    players: tuple[int, int]
    card_size: str
    families: Mapping[str, Family]
    suits: Mapping[str, Suit]
    cards: tuple[Card, ...]
    hands: tuple[Hand, ...]
    materials: tuple[Material, ...]
    notes: tuple[Words, ...]

    @property
    def total(self) -> int:
        """How many cards the deck has, copies included."""
        return sum(card.copies for card in self.cards)
