"""What texts of booklets can ask of a game: frozen values with plain words and numbers."""

from __future__ import annotations

import msgspec


class NamedText(msgspec.Struct, frozen=True):
    """Anything that has a name and a sentence."""

    id: str
    name: str
    how: str = ""
    kind: str = ""
    pot: bool = False


class QuestionView(msgspec.Struct, frozen=True):
    """A question of the table and its answer; `reading` says that it is not in the sources."""

    id: str
    ask: str
    answer: str
    reading: bool


class StakesView(msgspec.Struct, frozen=True):
    """What a number of players begins with, and what comes of it."""

    players: int
    credits: int
    first: int
    minutes: int
    hands: int


class MaterialView(msgspec.Struct, frozen=True):
    """A material: `count` is for the whole table, `per_player` for each player, if it is; `worth`
    is what those of a player count, `split` how; for each player `above` it is `more`: “1 × 100”.
    """

    id: str
    name: str
    count: int
    per_player: int | None
    worth: int
    above: int
    split: str
    more: str


class CardView(msgspec.Struct, frozen=True):
    """A card: `values` as it shows them (`7`, `−8`, `±2`), `copies` of it in the deck."""

    id: str
    name: str
    values: str
    copies: int
    suit: str | None
    rank: str | None
    kind: str | None
    numbers: tuple[int, ...]


class ValueRange(msgspec.Struct, frozen=True):
    """The least and the greatest value."""

    min: int
    max: int
