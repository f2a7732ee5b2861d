"""Describe a game as sections of entries. Aids, the booklet, `show` and JSON print these entries.

Input: a variant. Output: sections with the texts of their entries by language, their order, numbers
and marks. Renderers choose the sections, and the sentence or short form of each entry; they add no
facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from printkit.model.cards import Card
from printkit.model.fields import BY_SET, Provenance, shown_values
from printkit.model.play import GONE, OWN, STAKE, Clause, Due, Payment
from printkit.model.tabletop import Denomination, Material
from printkit.model.text import Text
from printkit.model.variant import Variant

NEED, SETUP, HANDS, WORTH, PHASES = "need", "setup", "hands", "values", "phases"
PENALTIES, CLAUSES, TOKENS, OPTIONS = "penalties", "clauses", "tokens", "options"
AGREED, PRESETS = "agreed", "presets"
# The keys of the titles of sections, among the messages.
TITLES = {
    NEED: "reference.need",
    SETUP: "reference.setup",
    HANDS: "reference.hands",
    WORTH: "reference.values",
    PHASES: "show.phases",
    PENALTIES: "show.penalties",
    CLAUSES: "reference.clauses",
    TOKENS: "show.tokens",
    OPTIONS: "show.options",
    AGREED: "reference.agreed",
    PRESETS: "show.presets",
}
# Payments that few hands have; the cases in which a clause is about a gain; the purses that pay.
_RARE_PAYERS = ("alone", "false")
_GAINS = ("order", "tie", "decided", "caller", "left")
_PAID_FROM = (OWN, STAKE)


class Entry(Struct, frozen=True, eq=False, kw_only=True):
    """An entry: its texts by language, its provenance, its number in the section (from 1), its
    pictogram and its emblem.
    """

    id: str
    name: Text
    how: Text | None = None
    short: Text | None = None
    provenance: Provenance | None = None
    number: int = 0
    icon: str = ""
    emblem: Path | None = None

    @property
    def mark(self) -> str:
        """The mark after the sentence, or an empty string."""
        return self.provenance.mark if self.provenance is not None else ""

    def sentence(self, language: str) -> str:
        """Return the sentence with its mark."""
        return (self.how[language] if self.how is not None else "") + self.mark

    def brief(self, language: str) -> str:
        """Return the short form with its mark, or the sentence if there is no short form."""
        return (
            self.short[language] + self.mark if self.short is not None else self.sentence(language)
        )


class MaterialEntry(Entry, frozen=True, eq=False, kw_only=True):
    """A material: its number of pieces, for all players together or for each player.

    `heap` is the number of a player's pieces by worth, and `worth` is their total worth. If more
    than `above` players play, each player has `further` pieces for each additional player.
    """

    material: Material
    count: int
    per_player: int | None
    note: Text | None
    is_optional: bool
    heap: tuple[Denomination, ...]
    further: tuple[Denomination, ...]
    worth: int
    above: int


class PaymentEntry(Entry, frozen=True, eq=False, kw_only=True):
    """A payment: whether it is rare, whether the player gains by it, and whether it is a special
    case.

    Panels and mats list such special cases with the payments.
    """

    due: Due
    is_rare: bool
    is_gain: bool
    is_case: bool


class PhaseEntry(Entry, frozen=True, eq=False, kw_only=True):
    """A phase: the track that counts its repetitions, or `round`."""

    loop: str | None


class TokenEntry(Entry, frozen=True, eq=False, kw_only=True):
    """An influence token: its group, and whether it stays in effect after the turn."""

    group: str | None
    is_held: bool


class PresetEntry(Entry, frozen=True, eq=False, kw_only=True):
    """A named set of optional rules: the ids of the rules."""

    options: tuple[str, ...]


class OptionEntry(Entry, frozen=True, eq=False, kw_only=True):
    """An optional rule: its kind, whether the preset sets it, and whether it changes the
    definition.
    """

    kind: str
    is_agreed: bool
    is_change: bool


class ValueEntry(Entry, frozen=True, eq=False, kw_only=True):
    """Cards of one name and value, or a single card; `values` is empty if a rule determines the
    value.
    """

    cards: tuple[Card, ...]
    values: str
    is_by_set: bool

    @property
    def card(self) -> Card:
        """The first of its cards."""
        return self.cards[0]


class Description(Struct, frozen=True, eq=False, dict=True):
    """The description of a game, made section by section as it is needed."""

    variant: Variant

    def section(self, key: str) -> Sequence[Entry]:
        """Return the entries of a section by its key in `TITLES`."""
        entries: Sequence[Entry] = getattr(self, _SECTIONS[key])
        return entries

    @cached_property
    def materials(self) -> tuple[MaterialEntry, ...]:
        """The materials."""
        most = self.variant.most_players
        return tuple(
            MaterialEntry(
                **_texts(number, thing),
                material=thing,
                count=thing.count_for(most),
                per_player=thing.per_player,
                note=thing.note,
                is_optional=thing.optional,
                heap=thing.heap,
                further=thing.further,
                worth=thing.worth,
                above=min((chip.above or 0 for chip in thing.further), default=0),
            )
            for number, thing in enumerate(self.variant.materials, 1)
        )

    @cached_property
    def setup(self) -> tuple[Entry, ...]:
        """The steps of the set-up or, without steps, the places of the table."""
        return _entries(self.variant.setup or self.variant.places)

    @cached_property
    def steps(self) -> tuple[Entry, ...]:
        """The steps of the set-up with a short form, for aids."""
        return tuple(step for step in self.setup if step.short is not None)

    @cached_property
    def phases(self) -> tuple[PhaseEntry, ...]:
        """The phases of a turn or a round."""
        phases = enumerate(self.variant.phases, 1)
        return tuple(PhaseEntry(**_texts(i, phase), loop=phase.loop) for i, phase in phases)

    @cached_property
    def hands(self) -> tuple[Entry, ...]:
        """The hands, the best first."""
        return _entries(self.variant.hands)

    @cached_property
    def payments(self) -> tuple[PaymentEntry, ...]:
        """The gains and losses of a player, with the special cases that have a pictogram.

        Rare payments follow the others; in both groups, a pot for special hands comes last. Numbers
        follow the order of the definition.
        """
        dues = enumerate(self.variant.pictured_dues, 1)
        made = [
            PaymentEntry(
                **_texts(number, due),
                due=due,
                is_rare=_is_rare(due),
                is_gain=_is_gain(due),
                is_case=isinstance(due, Clause),
            )
            for number, due in dues
        ]
        made.sort(key=lambda one: (one.is_rare, getattr(one.due, "pot", None) is True))
        return tuple(made)

    @cached_property
    def dues(self) -> tuple[PaymentEntry, ...]:
        """The payments without special cases."""
        return tuple(one for one in self.payments if not one.is_case)

    @cached_property
    def cases(self) -> tuple[Entry, ...]:
        """The special cases."""
        return _entries(self.variant.cases)

    @cached_property
    def other_cases(self) -> tuple[Entry, ...]:
        """The special cases without those in `payments`, for aids that list both."""
        shown = {one.id for one in self.payments if one.is_case}
        return tuple(entry for entry in self.cases if entry.id not in shown)

    @cached_property
    def tokens(self) -> tuple[TokenEntry, ...]:
        """The influence tokens."""
        return tuple(
            TokenEntry(**_texts(number, token), group=token.group, is_held=token.holds)
            for number, token in enumerate(self.variant.tokens, 1)
        )

    @cached_property
    def options(self) -> tuple[OptionEntry, ...]:
        """The optional rules."""
        agreed = self.variant.agreed
        return tuple(
            OptionEntry(
                **_texts(number, option),
                kind=option.kind,
                is_agreed=option in agreed,
                is_change=option.changes is not None,
            )
            for number, option in enumerate(self.variant.options, 1)
        )

    @cached_property
    def house_rules(self) -> tuple[OptionEntry, ...]:
        """The optional rules that aids list.

        Only the booklet lists the rules of presets and, if a preset is chosen, all house rules.
        """
        if self.variant.preset:
            return ()
        return tuple(one for one in self.options if one.kind != "lore" and not one.is_change)

    @cached_property
    def agreed(self) -> tuple[OptionEntry, ...]:
        """The optional rules of the chosen preset."""
        return tuple(option for option in self.options if option.is_agreed)

    @cached_property
    def presets(self) -> tuple[PresetEntry, ...]:
        """The named sets of optional rules."""
        return tuple(
            PresetEntry(**_texts(number, preset), options=preset.options)
            for number, preset in enumerate(self.variant.presets, 1)
        )

    @cached_property
    def questions(self) -> tuple[Entry, ...]:
        """The questions about the rules: `name` is the question, and `how` is the answer."""
        return tuple(
            Entry(id=one.id, name=one.ask, how=answer, provenance=provenance, number=number)
            for number, (one, answer, provenance) in enumerate(self.variant.answers, 1)
        )

    @cached_property
    def cards(self) -> tuple[ValueEntry, ...]:
        """All cards."""
        return tuple(_value_entry(card.id, card.name, (card,)) for card in self.variant.cards)

    @cached_property
    def values(self) -> tuple[ValueEntry, ...]:
        """The cards whose value differs from their number. Cards of one rank in several suits are
        listed once.
        """
        groups: dict[object, list[Card]] = {}
        for card in self.variant.cards:
            if (card.values or card.rule) and not counts_its_number(card):
                # Cards of a rank share an entry if they have the same value.
                key = card.id if card.rank is None else (card.rank, card.values, card.rule)
                groups.setdefault(key, []).append(card)
        entries = []
        for cards in groups.values():
            rank = self.variant.ranks.get(cards[0].rank or "")
            alone = len(cards) == 1 or rank is None or rank.name is None
            name = cards[0].name if alone or rank is None or rank.name is None else rank.name
            entries.append(_value_entry(cards[0].id, name, tuple(cards)))
        return tuple(entries)


# The sections as attributes of a description, by key.
_SECTIONS = {
    NEED: "materials",
    SETUP: "steps",
    HANDS: "hands",
    WORTH: "values",
    PHASES: "phases",
    PENALTIES: "payments",
    CLAUSES: "other_cases",
    TOKENS: "tokens",
    OPTIONS: "house_rules",
    AGREED: "agreed",
    PRESETS: "presets",
}


def counts_its_number(card: Card) -> bool:
    """Return True if the value of a card is the number of its rank, positive or negative."""
    rank = card.rank or ""
    return rank.isdigit() and all(abs(value) == int(rank) for value in card.values)


def _entries(things: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(Entry(**_texts(number, thing)) for number, thing in enumerate(things, 1))


def _texts(number: int, thing: Any) -> dict[str, Any]:
    """Return the fields that entries of all kinds share, taken from a part of the definition."""
    return {
        "id": thing.id,
        "name": thing.name,
        "how": getattr(thing, "how", None),
        "short": getattr(thing, "short", None),
        "provenance": getattr(thing, "provenance", None),
        "number": number,
        "icon": getattr(thing, "icon", None) or thing.id,
        "emblem": getattr(thing, "emblem", None),
    }


def _value_entry(key: str, name: Text, cards: tuple[Card, ...]) -> ValueEntry:
    values, is_by_set = shown_values(cards[0].values), cards[0].rule == BY_SET
    return ValueEntry(id=key, name=name, cards=cards, values=values, is_by_set=is_by_set)


def _is_rare(due: Due) -> bool:
    """Return True for a special case, and for a payment that only few hands cause."""
    return isinstance(due, Clause) or (isinstance(due, Payment) and due.who in _RARE_PAYERS)


def _is_gain(due: Due) -> bool:
    """Return True if a player gains by a payment."""
    if isinstance(due, Clause):
        return due.tells in _GAINS
    return isinstance(due, Payment) and (
        due.to == OWN or (due.source not in _PAID_FROM and due.to != GONE)
    )
