"""The sections of reference cards and summaries.

Entries are in the order of the definition; all words and numbers come from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.messages import OR, as_lead, join_words
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import shown_values, signed
from printkit.model.play import OptionalRule, Token
from printkit.model.settlement import Clause, Due
from printkit.model.tabletop import TOKEN_COLOUR, Phase, SetupStep
from printkit.pieces.local_game import LocalGame

# A separator in a sentence; the dot stays with the words before it.
_NO_BREAK = "\u00a0"
_DOT = f"{_NO_BREAK}· "
# The mark of an entry: its number, a diamond, an emblem; or a row with a value; or no mark.
NUMBERED, LISTED, ICONS, VALUES, PLAIN = "numbered", "listed", "icons", "values", "plain"


class ReferenceEntry(Struct, frozen=True, eq=False):
    """An entry: its number (0: none), its name, and a sentence.

    `icons` are files of emblems with their colours. The value is that of `card`, or `value` in
    words; `cards` are an example of a hand. `without_emblem`: no entry of the section has an
    emblem.
    """

    id: str
    name: str
    how: str = ""
    number: int = 0
    icons: tuple[tuple[Path, str], ...] = ()
    card: Card | None = None
    value: str = ""
    cards: tuple[Card, ...] = ()
    without_emblem: bool = False


class ReferenceSection(Struct, frozen=True, eq=False):
    """Entries under a heading; `kind` is how they are marked."""

    key: str
    title: str
    kind: str
    entries: tuple[ReferenceEntry, ...]


NEED, SETUP, HANDS, WORTH, PHASES = "need", "setup", "hands", "values", "phases"
PENALTIES, CLAUSES, TOKENS, OPTIONS = "penalties", "clauses", "tokens", "options"


def build_sections(
    game: LocalGame, keys: Sequence[str], examples: Mapping[str, tuple[Card, ...]] | None = None
) -> list[ReferenceSection]:
    """Build the sections named by `keys`, without empty ones; `examples` of hands are by id."""
    variant, shown = game.variant, examples or {}
    rules = [option for option in variant.options if option.kind != "lore"]
    hands = tuple(
        ReferenceEntry(
            hand.id,
            as_lead(game.text(hand.name), game.language),
            game.text(hand.how),
            number=number,
            cards=shown.get(hand.id, ()),
        )
        for number, hand in enumerate(variant.hands, 1)
    )
    title = "reference.hands-shown" if any(entry.cards for entry in hands) else "reference.hands"
    known = {
        NEED: ("reference.need", VALUES, tuple(_list_materials(game))),
        SETUP: ("reference.setup", LISTED, _shorten(variant.setup, game)),
        HANDS: (title, NUMBERED, hands),
        WORTH: ("reference.values", VALUES, tuple(_list_values(game))),
        PHASES: ("show.phases", NUMBERED, _describe(variant.phases, game, numbered=True)),
        PENALTIES: ("show.penalties", LISTED, _describe(variant.dues, game)),
        CLAUSES: ("reference.clauses", LISTED, _shorten(variant.cases, game)),
        TOKENS: ("show.tokens", ICONS, _describe(variant.tokens, game)),
        OPTIONS: ("show.options", LISTED, _describe(rules, game)),
    }
    return [
        ReferenceSection(key, game.translate(known[key][0]), *known[key][1:])
        for key in keys
        if known[key][2]
    ]


def _describe(
    things: Sequence[Phase | Due | Token | OptionalRule], game: LocalGame, *, numbered: bool = False
) -> tuple[ReferenceEntry, ...]:
    """Return an entry for each part of the definition."""
    return tuple(
        ReferenceEntry(
            thing.id,
            as_lead(game.text(thing.name), game.language),
            game.text(thing.how),
            number=number if numbered else 0,
            icons=((thing.emblem, TOKEN_COLOUR),)
            if isinstance(thing, Token) and thing.emblem
            else (),
        )
        for number, thing in enumerate(things, 1)
    )


def _shorten(things: Sequence[SetupStep | Clause], game: LocalGame) -> tuple[ReferenceEntry, ...]:
    """Return an entry for each part with a short form."""
    return tuple(
        ReferenceEntry(thing.id, as_lead(game.text(thing.name), game.language), game.text(short))
        for thing in things
        if (short := thing.short) is not None
    )


def _list_materials(game: LocalGame) -> Iterator[ReferenceEntry]:
    """Yield the materials with their numbers."""
    for thing in game.variant.materials:
        count = str(thing.count_for(game.variant.most_players))
        if thing.per_player is not None:
            count = game.translate("reference.each", count=thing.per_player)
        if thing.further:  # the pieces of one player depend on how many play
            above = min(chip.above or 0 for chip in thing.further)
            count = game.translate("reference.worth", count=thing.worth, above=above)
        yield ReferenceEntry(thing.id, game.text(thing.name), value=count, without_emblem=True)


def as_sentence(section: ReferenceSection, game: LocalGame) -> ReferenceSection:
    """Return a section of values as one sentence."""
    phrases = []
    for entry in section.entries:
        value = entry.value.replace(" ", _NO_BREAK)
        short = game.translate("reference.short", name=entry.name, value=value)
        phrases.append(entry.name if value == "1" else short)
    entry = ReferenceEntry(section.key, "", _DOT.join(phrases))
    return ReferenceSection(section.key, section.title, PLAIN, (entry,))


def _list_values(game: LocalGame) -> Iterator[ReferenceEntry]:
    """Yield the cards whose value is not their number, ranks of several suits once.

    Cards whose value the set in use gives are last, in one entry.
    """
    groups: dict[object, list[Card]] = {}
    for card in game.variant.cards:
        if (card.values or card.rule) and not counts_its_number(card):
            # Cards of a rank share an entry if they have the same value.
            key = card.id if card.rank is None else (card.rank, card.values, card.rule)
            groups.setdefault(key, []).append(card)
    by_set: list[Card] = []
    for cards in groups.values():
        first = cards[0]
        if first.rule == BY_SET:
            by_set.append(first)
            continue
        name = _common_name(cards, game)
        entry = ReferenceEntry(first.id, name, icons=_common_icons(cards))
        yield _with_value(entry, first, game)
    if by_set:
        names = ", ".join(game.text(card.name) for card in by_set)
        yield ReferenceEntry("by-set", names, value=game.translate("show.by-set"))


def counts_its_number(card: Card) -> bool:
    """Return True if the value of a card is the number of its rank, positive or negative."""
    rank = card.rank or ""
    return rank.isdigit() and all(abs(value) == int(rank) for value in card.values)


def _common_name(cards: Sequence[Card], game: LocalGame) -> str:
    """Return the name of the common rank of cards, or that of a single card."""
    rank = game.variant.ranks.get(cards[0].rank or "")
    if len(cards) == 1 or rank is None or rank.name is None:
        return game.text(cards[0].name)
    return game.text(rank.name)


def _common_icons(cards: Sequence[Card]) -> tuple[tuple[Path, str], ...]:
    """Return the common emblem of cards, or those of their suits."""
    first = cards[0]
    if first.emblem is None:
        return ()
    if len(cards) == 1:
        return ((first.emblem, first.colour),)
    if first.emblem != first.mark:
        return ((first.emblem, "ink"),)
    marks = {card.mark: card.colour for card in cards}
    return tuple((mark, colour) for mark, colour in marks.items() if mark is not None)


def _with_value(entry: ReferenceEntry, card: Card, game: LocalGame) -> ReferenceEntry:
    """Return an entry with the value of its card, as on the card or in words."""
    shown = shown_values(card.values)
    if card.rule is not None:
        return replace(entry, value=game.translate(f"reference.{card.rule}", values=shown))
    if card.index == shown or card.turned is not None:
        return replace(entry, card=card)
    words = join_words(game.language, [signed(value) for value in card.values], OR)
    return replace(entry, value=words)
