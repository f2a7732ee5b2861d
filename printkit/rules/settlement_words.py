"""A settled showdown as plain data and in words, each step with the sentences that it follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import msgspec
from msgspec.structs import replace

from printkit.base.messages import join_words, translate
from printkit.base.plain_text import brief_repr
from printkit.model.notation import signed
from printkit.model.settlement import GONE, OWN, PURSES
from printkit.model.variant import Variant
from printkit.rules.hands import Verdict
from printkit.rules.settle import Line, Settled, settle
from printkit.rules.showdown import ShowdownKeywords, read_showdown


class RuleSentence(msgspec.Struct, frozen=True):
    """A sentence of the rules: the id of its payment or clause, its chapter in the booklet and the
    page on which that begins, 0 if no booklet was composed.

    `reading` is True if the sources do not tell it, and it is our interpretation.
    """

    id: str
    text: str
    chapter: str
    reading: bool
    page: int = 0


class Step(msgspec.Struct, frozen=True):
    """A step of a settlement: what moves from one place to another, and by which rules.

    `hand` and `name` are those of the player, 0 and empty if nobody's; `due` is the amount without
    ceiling and purse; `payment` is the id of the payment, empty if something only holds.
    """

    hand: int
    name: str
    amount: int
    due: int
    source: str
    to: str
    payment: str
    text: str
    rules: tuple[RuleSentence, ...]


class ShownHand(msgspec.Struct, frozen=True):
    """A hand at a showdown: its player, its best total, the id and name of the hand if it has one.

    `purse` is what the player's places hold afterwards.
    """

    name: str
    best: int
    hand: str
    hand_name: str
    bombed: bool
    purse: Mapping[str, int]


class SettledShowdown(msgspec.Struct, frozen=True):
    """A settled showdown. Hands are numbered from 1: those that come `first`, those that are `out`
    of the game, those `pending` that need new cards first. `pots` are what the
    places of the table hold.
    """

    __repr__ = brief_repr

    variant: str
    language: str
    hands: tuple[ShownHand, ...]
    first: tuple[int, ...]
    steps: tuple[Step, ...]
    pots: Mapping[str, int]
    out: tuple[int, ...]
    pending: tuple[int, ...]
    outcome: tuple[str, ...]
    """what places hold afterwards, and who is out, in words"""

    def as_data(self) -> dict[str, Any]:
        """Return the settlement as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def settle_hands(
    variant: Variant, hands: str, language: str, **known: Unpack[ShowdownKeywords]
) -> SettledShowdown:
    """Settle a showdown that a user tells. Raises PrintkitError."""
    showdown = read_showdown(variant, hands, language, **known)
    settled = settle(variant, showdown)
    names = [seat.name for seat in showdown.seats]
    blank = [None] * (len(names) - len(settled.verdicts))
    return SettledShowdown(
        variant.slug,
        language,
        tuple(
            _describe_hand(variant, name, verdict, purse, language)
            for name, verdict, purse in zip(
                names, [*settled.verdicts, *blank], settled.purses, strict=True
            )
        ),
        tuple(i + 1 for i in settled.first),
        tuple(_describe_step(variant, names, line, language) for line in settled.lines),
        dict(settled.pots),
        tuple(i + 1 for i in settled.out),
        tuple(i + 1 for i in settled.pending),
        tuple(_describe_outcome(variant, names, settled, language)),
    )


def with_pages(settled: SettledShowdown, pages: Mapping[str, int]) -> SettledShowdown:
    """Return a settlement with the pages of its sentences, by their chapters."""
    steps = (
        replace(
            step, rules=tuple(replace(rule, page=pages.get(rule.chapter, 0)) for rule in step.rules)
        )
        for step in settled.steps
    )
    return replace(settled, steps=tuple(steps))


def _describe_hand(
    variant: Variant, name: str, verdict: Verdict | None, purse: Mapping[str, int], language: str
) -> ShownHand:
    if verdict is None:
        return ShownHand(name, 0, "", "", False, dict(purse))
    hand, lost = verdict.hand, variant.counting.lost
    called = "" if hand is None else hand.name[language]
    if verdict.bombed:
        called = lost[language] if lost else translate(language, "hand.bombed-out")
    key = "" if hand is None else hand.id
    return ShownHand(name, verdict.best, key, called, verdict.bombed, dict(purse))


def _describe_step(variant: Variant, names: Sequence[str], line: Line, language: str) -> Step:
    return Step(
        0 if line.seat is None else line.seat + 1,
        "" if line.seat is None else names[line.seat],
        line.amount,
        line.due,
        line.source,
        line.to,
        line.payment or "",
        _describe_move(variant, names, line, language) if line.source else "",
        tuple(
            RuleSentence(rule.id, rule.how[language], rule.chapter, rule.reading)
            for rules, wanted in (
                (variant.payments, (line.payment,)),
                (variant.clauses, line.clauses),
            )
            for key in wanted
            for rule in rules
            if rule.id == key
        ),
    )


def _describe_move(variant: Variant, names: Sequence[str], line: Line, language: str) -> str:
    """Return what a player takes or pays: “Lio pays 18 (Sabacc pot)”."""
    if line.seat is None:
        kind, place = "moves", line.to
    elif line.to == OWN:
        kind, place = "takes", line.source
    elif line.source == OWN:
        kind, place = "pays", line.to
    else:
        kind, place = ("marks", line.to) if line.source == GONE else ("loses", line.source)
    who = "" if line.seat is None else names[line.seat]
    where = name_place(variant, place, language)
    text = translate(language, f"settle.{kind}", name=who, amount=signed(line.amount), place=where)
    if line.due != line.amount:
        text += translate(language, "settle.due", due=signed(line.due))
    return text


def name_place(variant: Variant, place: str, language: str) -> str:
    """Return the name of a place, or of what is no place of the table."""
    if place in PURSES:
        return translate(language, f"settle.places.{place}")
    return next(p.name[language] for p in variant.places if p.id == place)


def _describe_outcome(
    variant: Variant, names: Sequence[str], settled: Settled, language: str
) -> list[str]:
    """Return what places hold after a showdown, and who is out or needs new cards."""
    lines = []
    if settled.pending:
        who = join_words(language, [names[i] for i in settled.pending])
        count = int(variant.settlement.again or 1)
        lines.append(translate(language, "settle.pending", names=who, count=count))
    for place, amount in settled.pots.items():
        label = name_place(variant, place, language)
        lines.append(translate(language, "words.pair", name=label, text=str(amount)))
    for name, purse in zip(names, settled.purses, strict=True):
        held = [
            translate(language, "settle.left", amount=n)
            if place == OWN
            else f"{name_place(variant, place, language)} {signed(n)}"
            for place, n in purse.items()
        ]
        if held:
            lines.append(translate(language, "words.pair", name=name, text=", ".join(held)))
    if settled.out:
        who = join_words(language, [names[i] for i in settled.out])
        lines.append(translate(language, "settle.out", names=who))
    return lines
