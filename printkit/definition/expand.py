"""From what an author wrote to every card of the deck.

In: the raw data of a definition that has passed all checks, and its folder. Out: a Variant, grids
multiplied out, looks resolved. (It reads the raw data, not the schema's models, so that a
definition that is known to be right needs no schema.)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from printkit.definition import defaults, expand_table
from printkit.definition.expand_play import (
    counting,
    exchange,
    hands,
    option,
    standin,
    token,
)
from printkit.definition.layers import PICTURES
from printkit.definition.play import Words
from printkit.definition.references import emblem_file, rank_run
from printkit.definition.variant import (
    Card,
    Family,
    Look,
    Rank,
    Suit,
    Turned,
    Variant,
)

Raw = dict[str, Any]
MINUS, PLUS_MINUS = "\u2212", "\u00b1"
_MOST_PIPS = 11


def expand(raw: Raw, folder: Path) -> Variant:
    """The Variant of a definition that has passed all checks."""
    least, most = raw["players"]["min"], raw["players"]["max"]
    return Variant(
        slug=raw["slug"],
        name=_stripped(raw["name"]),
        summary=_stripped(raw["summary"]),
        game=raw["game"],
        players=(least, most),
        card_size=raw.get("card_size", defaults.CARD_SIZE),
        families={key: _family(key, item, folder) for key, item in raw["families"].items()},
        suits={key: _suit(key, suit, folder) for key, suit in raw.get("suits", {}).items()},
        ranks={
            name: Rank(name, rank.get("name"), rank.get("code"))
            for rank in raw.get("ranks", [])
            for name in _names(rank)
        },
        cards=tuple(_Deck(raw, folder).cards()),
        counting=counting(raw.get("counting")),
        hands=hands(raw.get("hands", [])),
        exchange=exchange(raw.get("exchange")),
        sets=tuple(raw.get("sets", [])),
        sets_rule=raw.get("sets_rule"),
        tokens=tuple(token(one, folder) for one in raw.get("tokens", [])),
        options=tuple(map(option, raw.get("options", []))),
        decks=raw.get("decks", defaults.COUNT),
        standins=tuple(standin(one, folder) for one in raw.get("standins", [])),
        materials=expand_table.materials(raw, folder),
        notes=tuple(raw.get("notes", [])),
        phases=expand_table.phases(raw),
        penalties=expand_table.penalties(raw),
        places=expand_table.places(raw),
        tracks=expand_table.tracks(raw),
        scores=expand_table.scores(raw),
        rules=raw.get("rules", defaults.RULES),
        chapters={tongue: folder / name for tongue, name in raw.get("chapters", {}).items()},
    )


def signed(value: int) -> str:
    """A number with a real minus sign.

    >>> signed(-17)
    '−17'
    """
    return f"{MINUS}{-value}" if value < 0 else str(value)


def shown_values(values: tuple[int, ...]) -> str:
    """Values as a card shows them: `7`, `−8`, `±2`, `1/15`, `1…6`; nothing for none."""
    if len(values) > 3 and values == tuple(range(values[0], values[-1] + 1)):
        return f"{signed(values[0])}…{signed(values[-1])}"
    if len(values) == 2 and values[0] == -values[1]:
        return f"{PLUS_MINUS}{values[1]}"
    return "/".join(map(signed, values))


class _Deck:
    """Multiplies grids out and resolves each card's look: card, rank, suit, family."""

    def __init__(self, raw: Raw, folder: Path) -> None:
        self.raw = raw
        self.suits: dict[str, Raw] = raw.get("suits", {})
        self.ranks: dict[str, Raw] = {
            name: rank for rank in raw.get("ranks", []) for name in _names(rank)
        }
        self.left_out = set(raw.get("without", []))
        families = raw["families"]
        self.only_family: str | None = next(iter(families)) if len(families) == 1 else None
        self.path = cache(lambda name: emblem_file(name, folder))

    def cards(self) -> Iterator[Card]:
        for grid in self.raw.get("grids", []):
            for suit_id in grid["suits"]:
                for rank_id in (name for entry in grid["ranks"] for name in rank_run(entry)):
                    if f"{suit_id}-{rank_id}" not in self.left_out:
                        yield self._grid_card(grid, suit_id, rank_id)
        for card in self.raw.get("cards", []):
            values, rule = _values(card.get("value"))
            suit, rank = card.get("suit"), card.get("rank")
            family = self._family(card, suit)
            shown = () if rule == defaults.BY_SET else values
            look = self._look(card, rank, suit, family, shown)
            name = _stripped(card["name"])
            yield self._card(card, card["id"], name, suit, rank, None, values, rule, look)

    def _grid_card(self, grid: Raw, suit_id: str, rank_id: str) -> Card:
        suit, rank = self.suits[suit_id], self.ranks[rank_id]
        number = _number(rank, rank_id)
        values, rule = _values(rank.get("value"))
        if "value" not in rank and number is not None:
            signs = suit.get("signs", defaults.SIGNS)
            values = tuple(sorted({-number if sign == "-" else number for sign in signs}))
        look = self._look({}, rank_id, suit_id, self._family(grid, suit_id), values)
        kind = rank.get("kind") or ("ranked" if number is None else "numbered")
        name = _name(grid["name"], rank_id, rank, suit)
        card_id = f"{suit_id}-{rank_id}"
        return self._card(grid, card_id, name, suit_id, rank_id, kind, values, rule, look)

    def _card(
        self,
        written: Raw,
        card_id: str,
        name: Words,
        suit: str | None,
        rank: str | None,
        kind: str | None,
        values: tuple[int, ...],
        rule: str | None,
        look: Look,
    ) -> Card:
        return Card(
            id=card_id,
            name=name,
            suit=suit,
            rank=rank,
            kind=kind,
            family=self._family(written, suit),
            values=values,
            rule=rule,
            copies=written.get("copies", defaults.COPIES),
            per_player=written.get("per_player", False),
            look=look,
            code=written.get("code"),
            varies=written.get("varies", False),
        )

    def _family(self, written: Raw, suit_id: str | None) -> str:
        of_suit = self.suits[suit_id].get("family") if suit_id else None
        family = written.get("family") or of_suit or self.only_family
        assert family is not None
        return family

    def _look(
        self,
        own: Raw,
        rank_id: str | None,
        suit_id: str | None,
        family_id: str,
        values: tuple[int, ...],
    ) -> Look:
        rank = self.ranks[rank_id] if rank_id else {}
        suit = self.suits[suit_id] if suit_id else {}
        chain = (own, rank, suit, self.raw["families"][family_id])

        def first(key: str, default: Any = None) -> Any:
            return next((look[key] for look in chain if key in look), default)

        number = _number(rank, rank_id) if rank_id else None
        emblem = first("emblem")
        mark = suit.get("emblem") or emblem
        layout = first("layout")
        if layout is None:
            counted = number is not None and 1 <= number <= _MOST_PIPS
            layout = "pips" if counted and mark else "emblem" if emblem else "number"
        index, turned = first("index"), first("turned")
        colour = first("colour", defaults.COLOUR)
        art = own.get("art")
        return Look(
            colour=colour,
            ground=first("ground"),
            emblem=self.path(emblem) if emblem else None,
            mark=self.path(mark) if mark else None,
            frame=first("frame", defaults.FRAME),
            layout=layout,
            pips=(number or 0) if layout == "pips" else 0,
            index=_filled(index, number) if index is not None else shown_values(values),
            turned=_turned(turned, colour, number) if turned else None,
            art=self.path(art) if art else None,
        )


def _stripped(text: Words) -> Words:
    """A text without white space around it."""
    return {language: words.strip() for language, words in text.items()}


def _names(rank: Raw) -> list[str]:
    if "id" in rank:
        return [rank["id"]]
    return [str(number) for number in range(rank["from"], rank["to"] + 1)]


def _number(rank: Raw, rank_id: str) -> int | None:
    return None if "id" in rank or not rank else int(rank_id)


def _values(value: int | list[int] | Raw | None) -> tuple[tuple[int, ...], str | None]:
    if value is None:
        return (), None
    if isinstance(value, dict):
        return tuple(sorted(set(value["choices"]))), value["rule"]
    return tuple(sorted({value} if isinstance(value, int) else set(value))), None


def _name(pattern: Words, rank_id: str, rank: Raw, suit: Raw) -> Words:
    ranks: Words = rank.get("name", {})
    ofs: Words = suit["of"] if "of" in suit else suit["name"]
    return {
        language: words.strip()
        .replace("{rank}", ranks.get(language, rank_id))
        .replace("{suit}", suit["name"][language])
        .replace("{of}", ofs[language])
        for language, words in pattern.items()
    }


def _filled(index: str, number: int | None) -> str:
    return index.replace("{n}", "" if number is None else str(number)).replace("-", MINUS)


def _turned(turned: Raw, colour: str, number: int | None) -> Turned:
    return Turned(turned.get("colour", colour), _filled(turned.get("index", ""), number))


def _suit(key: str, suit: Raw, folder: Path) -> Suit:
    emblem = suit.get("emblem")
    mark = emblem_file(emblem, folder) if emblem else None
    colour = suit.get("colour", defaults.COLOUR)
    return Suit(key, suit["name"], suit.get("code"), suit.get("sign"), mark, colour)


def _family(key: str, family: Raw, folder: Path) -> Family:
    back: str = family["back"]
    picture = emblem_file(back, folder) if back.lower().endswith(PICTURES) else None
    return Family(key, family["name"], family.get("colour", defaults.COLOUR), picture or back)
