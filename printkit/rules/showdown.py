"""A showdown: who shows what, who called, what places hold; read from what a user writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

import msgspec

from printkit.base.errors import PrintkitError, Sentence, did_you_mean
from printkit.base.plain_text import shorten
from printkit.model.settlement import GONE, OWN, PURSES, SCORE, STAKE, Payment
from printkit.model.variant import Variant
from printkit.rules.answers import read_table_state, require_hand_sizes
from printkit.rules.card_codes import BETWEEN_HANDS, HeldCard, read_hands, sanitise
from printkit.rules.hands import TableState, judge

# What stands for no cards.
_NONE = "-"
_MAX_AMOUNT = 999_999
# What users call `own`.
_CHIPS = "chips"
# Payments that compare hands with that of the bank.
_AGAINST_BANK = ("ahead", "level", "behind")


class Seat(msgspec.Struct, frozen=True):
    """A player at a showdown.

    `purses` are what places of their own hold; `own` is what they have left. One that is not
    told is taken to be enough. `again` are the new cards of each round by which a tie is decided.
    """

    name: str
    hand: tuple[HeldCard, ...]
    purses: Mapping[str, int] = {}
    again: tuple[tuple[HeldCard, ...], ...] = ()


class Showdown(msgspec.Struct, frozen=True):
    """A table at a showdown; seats are numbered from 0.

    `pots` are what the places of the table hold. `caller` has called the hand, `bank` holds the
    bank, `breaker` has laid a card that decides a tie, `false` hands were laid down as a Sabacc. If
    `alone`, all others have folded.
    """

    seats: tuple[Seat, ...]
    table: TableState = TableState()
    pots: Mapping[str, int] = {}
    caller: int | None = None
    bank: int | None = None
    breaker: int | None = None
    false: tuple[int, ...] = ()
    first_hand: bool = False
    alone: bool = False


class ShowdownKeywords(TypedDict, total=False):
    """What is known of a showdown besides the hands. Hands are numbered from 1, as written.

    `names` are the players. `called` is the hand that called, 0 if none did; `bank` that of the
    bank, `tiebreaker` one that decides a tie, `false` those laid down as a Sabacc that are none.
    `pots` are what places hold: a number for a place of the table, one for each hand for places of
    players, also `stake` and `score`. `chips` are what each has left. `common` are cards that lie
    open for all, `again` the new cards in a tie, a text for each round (`-` for a hand without
    any). `alone`: all others have folded. `decks`, `rule_set`, `tokens` and `options` are those of
    `judge`.
    """

    names: Sequence[str]
    called: int | None
    bank: int | None
    tiebreaker: int | None
    false: Sequence[int]
    pots: Mapping[str, int | Sequence[int]]
    chips: Sequence[int]
    first_hand: bool
    alone: bool
    common: str | None
    again: Sequence[str]
    decks: int
    rule_set: str | None
    tokens: Sequence[str]
    options: Sequence[str]


def payments_in_force(variant: Variant, table: TableState) -> list[Payment]:
    """Return the payments that are made with the options agreed on."""
    agreed = {option.id for option in table.options}
    chosen = [payment for payment in variant.payments if payment.option in agreed]
    gone = {name for payment in chosen for name in payment.instead}
    if any(not payment.instead for payment in chosen):
        return chosen
    return [p for p in variant.payments if p in chosen or (p.option is None and p.id not in gone)]


def read_showdown(
    variant: Variant, hands: str, language: str, **known: Unpack[ShowdownKeywords]
) -> Showdown:
    """Return a showdown. Raises PrintkitError for cards, seats, places and numbers that the game
    does not have, and for what it needs and is not told.
    """
    if not variant.payments:
        raise _refusal(
            "{game} does not say what a showdown pays.",
            "Add [[payments]] to its definition.",
            game=variant.slug,
        )
    decks, alone = known.get("decks", 1), known.get("alone", False)
    table = read_table_state(
        variant,
        decks,
        known.get("rule_set"),
        known.get("tokens", ()),
        known.get("options", ()),
        at_showdown=True,
    )
    used: Counter[str] = Counter()

    def read(text: str, wanted: int | None = None) -> list[tuple[HeldCard, ...]]:
        parts = text.split(BETWEEN_HANDS)
        if wanted is not None and len(parts) != wanted:
            raise _refusal(
                "“{text}” is not for {count} hands.",
                "Write “-” for a hand without new cards.",
                text=shorten(text),
                count=wanted,
            )
        return [
            ()
            if part.strip() == _NONE
            else tuple(read_hands(variant, part, language, decks, used=used)[0])
            for part in parts
        ]

    held = read(hands)
    count = len(held)
    if count == 1 and not alone:
        hint = "If all others have folded, add --alone."
        raise PrintkitError("A showdown has two hands or more.", hint=hint)
    if count > 1 and alone:
        hint = "Name one hand, or leave --alone out."
        raise PrintkitError("Who is left alone has no other hand to beat.", hint=hint)
    common = read(known.get("common") or _NONE)[0]
    again = [read(text, count) for text in known.get("again", ())]
    shown = [_with_common(variant, hand, common, table) for hand in held]
    if not (alone and not shown[0]):
        require_hand_sizes(variant, shown)
    force = payments_in_force(variant, table)
    pots, purses = _read_places(variant, force, known, count)
    names = [*known.get("names", ())]
    if names and len(names) != count:
        raise _refusal("There are {count} hands.", "Give a name for each.", count=count)
    seats = [
        Seat(name, hand, purse, tuple(cards[i] for cards in again))
        for i, (name, hand, purse) in enumerate(
            zip(names or [str(n + 1) for n in range(count)], shown, purses, strict=True)
        )
    ]
    caller = _seat(known.get("called"), count, "called")
    if any(p.who == "failed-call" for p in force):
        if known.get("called") is None and not alone:
            hint = "Add --called 1, or 0 if nobody did."
            raise PrintkitError("It is not said who called the hand.", hint=hint)
    elif caller is not None:
        game = variant.slug
        raise _refusal("Nobody pays for a call in {game}.", "Leave --called out.", game=game)
    bank = _seat(known.get("bank"), count, "bank")
    if bank is None and any(p.who in _AGAINST_BANK for p in force):
        raise PrintkitError("It is not said who holds the bank.", hint="Add --bank 1.")
    return Showdown(
        tuple(seats),
        table,
        pots,
        caller,
        bank,
        _seat(known.get("tiebreaker"), count, "tiebreaker"),
        tuple(s for n in known.get("false", ()) if (s := _seat(n, count, "false")) is not None),
        known.get("first_hand", False),
        alone,
    )


def is_shared(variant: Variant, place: str) -> bool:
    """Return True for a pot of the whole table, and for a name that is no place of a player."""
    kinds = {p.id: p.kind == "pot" and p.on != "board" for p in variant.places}
    return kinds.get(place, place not in (OWN, GONE, STAKE, SCORE))


def _with_common(
    variant: Variant, hand: tuple[HeldCard, ...], common: Sequence[HeldCard], table: TableState
) -> tuple[HeldCard, ...]:
    """Return a hand with the common card that serves it best."""
    whole = [(*hand, card) for card in common] if hand else []
    return min(whole, key=lambda cards: judge(variant, cards, table).key, default=hand)


def _seat(number: int | None, count: int, key: str) -> int | None:
    """Return the number of a seat, from 0; None if there is none. Raises PrintkitError."""
    if not number:
        return None
    if not 1 <= number <= count:
        raise _refusal(
            "{key}: there is no hand {number}.",
            "Hands: 1 to {count}.",
            key=key,
            number=number,
            count=count,
        )
    return number - 1


def _read_places(
    variant: Variant, force: Sequence[Payment], known: ShowdownKeywords, count: int
) -> tuple[dict[str, int], list[dict[str, int]]]:
    """Return what the places of the table and those of each player hold. Raises PrintkitError."""
    pots: dict[str, int] = {}
    purses: list[dict[str, int]] = [{} for _ in range(count)]
    chips = known.get("chips")
    written = {**({OWN: chips} if chips else {}), **known.get("pots", {})}
    moved = dict.fromkeys(x for p in force for x in (p.source, p.to, p.left, p.amount.of) if x)
    places = [name for name in moved if name != GONE]
    for name, value in written.items():
        if name not in places:
            template = "No payment of {game} concerns “{name}”."
            message = Sentence(template, game=variant.slug, name=sanitise(name))
            raise PrintkitError(message, hint=did_you_mean(name, places, "places", of_file=True))
        shared, label = is_shared(variant, name), _CHIPS if name == OWN else name
        numbers = [value] if isinstance(value, int) else [*value]
        if shared and len(numbers) != 1:
            raise _refusal("“{name}” holds one number.", "It is of the whole table.", name=label)
        if not shared and len(numbers) != count:
            hint = "Give one for each: there are {count} hands."
            raise _refusal("“{name}” is of each player.", hint, name=label, count=count)
        for i, number in enumerate(numbers):
            if not (0 if name != SCORE else -_MAX_AMOUNT) <= number <= _MAX_AMOUNT:
                raise _refusal(
                    "“{name}” cannot hold {number}.",
                    "The most is {most}.",
                    name=label,
                    number=number,
                    most=_MAX_AMOUNT,
                )
            (pots if shared else purses[i])[name] = number
    needed = {p.source for p in force} | {p.amount.of for p in force if p.amount.of}
    for name in places:
        if name in needed and name not in written and name not in PURSES:
            hint = "Add --pot {name}=10."
            raise _refusal("It is not said what {name} holds.", hint, name=name)
    if STAKE in needed and STAKE not in written:
        hint = "Add --pot stake=0,2,3."
        raise PrintkitError("It is not said what each has staked.", hint=hint)
    return pots, purses


def _refusal(template: str, hint: str, **values: object) -> PrintkitError:
    """Return the error of a sentence with values in its places."""
    return PrintkitError(Sentence(template, **values), hint=Sentence(hint, **values))
