"""What a definition says of the play: hands, counting, tokens, stand-ins.

Parts of a Variant, frozen; texts are mappings from language to words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pick:
    """`count` cards that are this card, or of this suit, rank or kind.

    `same`: they are of one rank, whichever; `run`: their ranks follow one another.
    """

    count: int
    card: str | None
    suit: str | None
    rank: str | None
    kind: str | None
    same: bool = False
    run: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """Whole numbers from `low` to `high`, ends included; None is no bound."""

    low: int | None
    high: int | None

    def hold(self, number: int) -> bool:
        """Whether a number lies within."""
        above = self.low is None or number >= self.low
        return above and (self.high is None or number <= self.high)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has a name; `order` 1 is the best.

    `cards` is a pattern that some of the cards fit, or all of them where it is `exact`; `sum`,
    `total` and `difference` bound what they come to. `counts` is what such a hand is worth,
    whatever it adds up to; `decks` how many decks must be in play; `pot`: it takes the sabacc pot.
    """

    id: str
    name: Words
    how: Words
    order: int
    cards: tuple[Pick, ...]
    exact: bool
    sum: Bounds | None
    total: Bounds | None
    difference: Bounds | None
    best: str | None
    counts: int | None
    decks: int
    pot: bool


@dataclass(frozen=True, slots=True)
class Hue:
    """Suits that are counted with one sign."""

    name: Words
    suits: frozenset[str]


@dataclass(frozen=True, slots=True)
class Counting:
    """What the cards of a hand come to, and when it is lost.

    `system` is sum, past, hues or difference; `sign` counts, ignored or ties (see the schema);
    `cards` is how many a hand has, if that is fixed, `most_cards` how many at most;
    `each_family`: one of every family.
    """

    system: str
    limit: int | None
    floor: int | None
    bombs: tuple[int, ...]
    sign: str
    cards: int | None
    most_cards: int | None
    each_family: bool
    hues: tuple[Hue, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """An influence token. Cards of the rank `changes[0]` have the value `changes[1]` while it
    holds; the hands of `reverses` change places; one value makes `crowns` the best of all. `emblem`
    is the file of its drawing."""

    id: str
    name: Words
    how: Words
    changes: tuple[str, int] | None
    reverses: tuple[str, ...]
    crowns: str | None
    emblem: Path | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """How many cards may be exchanged at once, and how many by who holds one of some cards."""

    counts: tuple[int, ...]
    holding: tuple[str, ...]
    more: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A way to play that a table may choose; `kind` is deal, rule, form or lore."""

    id: str
    name: Words
    how: Words
    kind: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """How this deck stands in for that of some variants.

    `pairs` are (card at hand, card of the game), spelt out; with several decks at hand a card is
    `1:spades-ace`. `deck` is the variant whose cards are meant, if another than the one asked for;
    `apart` is how like faces for unlike cards are told apart: backs, marks or stickers; `times` is
    how many of the game's decks they make.
    """

    id: str
    variants: tuple[str, ...]
    deck: str | None
    apart: str | None
    players: int | None
    times: int
    source: Words | None
    notes: tuple[Words, ...]
    pairs: tuple[tuple[str, str], ...]
