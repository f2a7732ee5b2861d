"""The Variant: what a definition says, frozen and complete.

Everything downstream works from these values; no dict of a TOML file and no key of one goes on.
Texts are mappings from language to words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from printkit.definition import defaults
from printkit.definition.play import Counting, Exchange, Hand, Option, StandIn, Token, Words
from printkit.definition.tabletop import Penalty, Phase, Place, Score, Track


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
    """One distinct card. `values` are all it may take, ascending; `rule` names what sets them.

    `code` is its short code by language, if it has one of its own; `varies` says that the rule set
    in use gives its value.
    """

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
    code: Words | None = None
    varies: bool = False

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
    """A suit, with its letter for short codes and its sign (♠), if it has them.

    `mark` is the file of its emblem.
    """

    id: str
    name: Words
    code: Words | None
    sign: str | None
    mark: Path | None
    colour: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank by its id, with its name and its letter for short codes, if it has them."""

    id: str
    name: Words | None
    code: Words | None


@dataclass(frozen=True, slots=True)
class Denomination:
    """How many pieces are worth so much: for each player, or in all (as its material says)."""

    value: int
    count: int
    emblem: Path
    colour: str


@dataclass(frozen=True, slots=True)
class Material:
    """Something that lies on the table; `count` is for the greatest number of players, `emblem` is
    the file of its drawing, where it is a small round thing.

    `word` is what its back says, if that differs from its front; `denominations` split its pieces
    by what they are worth; `faces` are the suits that a die shows from its one to its six, where it
    has no plain pips; `products` make it, or nothing does: a person brings it.
    """

    id: str
    name: Words
    count: int
    per_player: int | None
    emblem: Path | None = None
    colour: str = defaults.TOKEN_COLOUR
    word: Words | None = None
    denominations: tuple[Denomination, ...] = ()
    faces: tuple[str, ...] = ()
    products: tuple[str, ...] = ()

    def wanted(self, players: int) -> int:
        """How many of it so many players need."""
        return self.count if self.per_player is None else self.per_player * players


@dataclass(frozen=True, slots=True)
class Variant:
    """A whole game as a definition tells it.

    `rules` names the text of its booklet, `chapters` are files with more of it, by language.
    """

    slug: str
    name: Words
    summary: Words
    game: str
    players: tuple[int, int]
    card_size: str
    families: Mapping[str, Family]
    suits: Mapping[str, Suit]
    ranks: Mapping[str, Rank]
    cards: tuple[Card, ...]
    counting: Counting
    hands: tuple[Hand, ...]
    exchange: Exchange | None
    sets: tuple[str, ...]
    sets_rule: str | None
    tokens: tuple[Token, ...]
    options: tuple[Option, ...]
    decks: int
    standins: tuple[StandIn, ...]
    materials: tuple[Material, ...]
    notes: tuple[Words, ...]
    phases: tuple[Phase, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    places: tuple[Place, ...] = ()
    tracks: tuple[Track, ...] = ()
    scores: tuple[Score, ...] = ()
    rules: str = defaults.RULES
    chapters: Mapping[str, Path] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many cards the deck has, copies included."""
        return sum(card.copies for card in self.cards)
