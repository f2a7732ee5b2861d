"""What a reference card and a summary say, section by section.

In: a Variant, a language. Out: sections of entries, in the order of the definition and of the
hands; every word and number comes from the definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.messages import translate
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import shown_values, signed
from printkit.model.play import OptionalRule, Token
from printkit.model.tabletop import TOKEN_COLOUR, Penalty, Phase
from printkit.model.variant import Variant
from printkit.products.rule_cards.words import either

# Between things in a sentence: the dot stays with the words before it.
_DOT = "\u00a0· "
# What an entry is headed by.
NUMBERED, LISTED, ICONS, VALUES, PLAIN = "numbered", "listed", "icons", "values", "plain"


class ReferenceEntry(Struct, frozen=True, eq=False):
    """One thing to look up: its number (0: none), its name, and what it is in a sentence.

    `icons` are the files of its emblem, or of those that it stands for, each with a colour; `card`
    is whose value stands behind the name, or `value` is that in words; `cards` are an example,
    drawn. `without_emblem`: no entry beside it has an emblem.
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
    """Entries under a heading; `kind` says how they are set."""

    key: str
    title: str
    kind: str
    entries: tuple[ReferenceEntry, ...]


NEED, HANDS, WORTH, PHASES, PENALTIES, TOKENS, OPTIONS = (
    *("need", "hands", "values", "phases", "penalties", "tokens", "options"),
)


def sections(
    variant: Variant,
    language: str,
    keys: Sequence[str],
    examples: Mapping[str, tuple[Card, ...]] | None = None,
) -> list[ReferenceSection]:
    """Those of the sections named by `keys` that have entries; hands with their examples by id."""
    shown = examples or {}
    hands = tuple(
        ReferenceEntry(
            hand.id,
            hand.name[language],
            hand.how[language],
            number=number,
            cards=shown.get(hand.id, ()),
        )
        for number, hand in enumerate(variant.hands, 1)
    )
    title = "reference.hands-shown" if any(entry.cards for entry in hands) else "reference.hands"
    known = {
        NEED: ("reference.need", VALUES, tuple(_needed(variant, language))),
        HANDS: (title, NUMBERED, hands),
        WORTH: ("reference.values", VALUES, tuple(_values(variant, language))),
        PHASES: ("show.phases", NUMBERED, _told(variant.phases, language, numbered=True)),
        PENALTIES: ("show.penalties", LISTED, _told(variant.penalties, language)),
        TOKENS: ("show.tokens", ICONS, _told(variant.tokens, language)),
        OPTIONS: ("show.options", LISTED, _told(variant.options, language)),
    }
    return [
        ReferenceSection(key, translate(language, known[key][0]), *known[key][1:])
        for key in keys
        if known[key][2]
    ]


def _told(
    things: Sequence[Phase | Penalty | Token | OptionalRule],
    language: str,
    *,
    numbered: bool = False,
) -> tuple[ReferenceEntry, ...]:
    return tuple(
        ReferenceEntry(
            one.id,
            one.name[language],
            one.how[language],
            number=at if numbered else 0,
            icons=((one.emblem, TOKEN_COLOUR),) if isinstance(one, Token) and one.emblem else (),
        )
        for at, one in enumerate(things, 1)
    )


def _needed(variant: Variant, language: str) -> Iterator[ReferenceEntry]:
    """The materials, with how many there are."""
    for thing in variant.materials:
        count = str(thing.count_for(variant.players.max))
        if thing.per_player is not None:
            count = translate(language, "reference.each", count=thing.per_player)
        yield ReferenceEntry(thing.id, thing.name[language], value=count, without_emblem=True)


def as_sentence(section: ReferenceSection, language: str) -> ReferenceSection:
    """A section of values as one sentence."""
    told = [
        entry.name
        if entry.value == "1"
        else translate(language, "reference.short", name=entry.name, value=_unbroken(entry.value))
        for entry in section.entries
    ]
    entry = ReferenceEntry(section.key, "", _DOT.join(told))
    return ReferenceSection(section.key, section.title, PLAIN, (entry,))


def _unbroken(text: str) -> str:
    """The words on one line."""
    return text.replace(" ", "\u00a0")


def _values(variant: Variant, language: str) -> Iterator[ReferenceEntry]:
    """The cards that do not count what their number says: ranks of several suits once, the others
    one by one; last all whose value another thing sets."""
    groups: dict[object, list[Card]] = {}
    for card in variant.cards:
        if (card.values or card.rule) and not plain(card):
            # A rank has one line, if its cards are worth the same; a card without one has its own.
            key = card.id if card.rank is None else (card.rank, card.values, card.rule)
            groups.setdefault(key, []).append(card)
    open_: list[Card] = []
    for cards in groups.values():
        first = cards[0]
        if first.rule == BY_SET:
            open_.append(first)
            continue
        name = _name(variant, cards, language)
        yield _worth(ReferenceEntry(first.id, name, icons=_icons(cards)), first, language)
    if open_:
        names = ", ".join(card.name[language] for card in open_)
        yield ReferenceEntry("by-set", names, value=translate(language, "show.by-set"))


def plain(card: Card) -> bool:
    """Whether a card counts the number that it is called by, on either side of zero."""
    rank = card.rank or ""
    return rank.isdigit() and all(abs(value) == int(rank) for value in card.values)


def _name(variant: Variant, cards: Sequence[Card], language: str) -> str:
    """The name of the rank that cards have in common, or that of the only card."""
    rank = variant.ranks.get(cards[0].rank or "")
    if len(cards) == 1 or rank is None or rank.name is None:
        return cards[0].name[language]
    return rank.name[language]


def _icons(cards: Sequence[Card]) -> tuple[tuple[Path, str], ...]:
    """The emblem that cards have in common; else those of their suits."""
    first = cards[0]
    if first.emblem is None:
        return ()
    if len(cards) == 1:
        return ((first.emblem, first.colour),)
    if first.emblem != first.mark:
        return ((first.emblem, "ink"),)
    marks = {card.mark: card.colour for card in cards}
    return tuple((mark, colour) for mark, colour in marks.items() if mark is not None)


def _worth(entry: ReferenceEntry, card: Card, language: str) -> ReferenceEntry:
    """The entry with the value of its card: drawn as on the card, or in words."""
    shown = shown_values(card.values)
    if card.rule is not None:
        return replace(entry, value=translate(language, f"reference.{card.rule}", values=shown))
    if card.index == shown or card.turned is not None:
        return replace(entry, card=card)
    return replace(entry, value=either([signed(value) for value in card.values], language))
