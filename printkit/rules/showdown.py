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
from printkit.rules.card_codes import HeldCard, has_common_cards, read_hands, sanitise, split_hands
from printkit.rules.hands import TableState, judge

# What stands for no cards.
_NONE = "-"
_MAX_AMOUNT = 999_999
# What users call `own`.
_CHIPS = "chips"
Cards = tuple[HeldCard, ...]


class Seat(msgspec.Struct, frozen=True):
    """A player at a showdown.

    `purses` are what places of their own hold; `own` is what they have left. One that is not
    told is taken to be enough. `again` are the new cards of each round by which a tie is decided.
    """

    name: str
    hand: Cards
    purses: Mapping[str, int] = {}
    again: tuple[Cards, ...] = ()


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


class Needs(msgspec.Struct, frozen=True):
    """What has to be known of a showdown besides its hands.

    `keys` are the keywords that bear on what is paid, `places` those that payments concern, and
    `needed` those of them that have to be told.
    """

    keys: tuple[str, ...]
    places: tuple[str, ...]
    needed: tuple[str, ...]


def list_needs(variant: Variant, force: Sequence[Payment]) -> Needs:
    """Return what payments in force need to know."""
    who, rules = {payment.who for payment in force}, variant.settlement
    ceilings = [payment.most for payment in force if payment.most is not None]
    bearing = {
        "called": "failed-call" in who,
        "bank": not who.isdisjoint(("ahead", "level", "behind")),
        "false": "false" in who,
        "common": bool(force) and has_common_cards(variant),
        "tiebreaker": "first" in who and rules.tie == "nobody" and rules.breaks is not None,
        "first_hand": any(ceiling.during == "first-hand" for ceiling in ceilings),
        "alone": "alone" in who,
        "again": "first" in who and rules.tie == "again",
    }
    moved = dict.fromkeys(x for p in force for x in (p.source, p.to, p.left, p.amount.of) if x)
    read = {x for p in force for x in (p.source, p.amount.of)}
    optional = {*PURSES} - {STAKE}
    return Needs(
        tuple(key for key, bears in bearing.items() if bears),
        tuple(name for name in moved if name != GONE),
        tuple(name for name in moved if name in read and name not in optional),
    )


def amounts_of(place: str) -> tuple[int, int]:
    """Return the least and the most that a place can hold."""
    return (-_MAX_AMOUNT if place == SCORE else 0, _MAX_AMOUNT)


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
    table = read_table_state(
        variant,
        known.get("decks", 1),
        known.get("rule_set"),
        known.get("tokens", ()),
        known.get("options", ()),
        at_showdown=True,
    )
    force = payments_in_force(variant, table)
    if not force:
        hint = "Add [[payments]] to its definition."
        raise _refusal("{game} does not say what a showdown pays.", hint, game=variant.slug)
    _require_bearing(variant, force, known)
    held, common, again = _read_cards(variant, hands, language, known)
    count, alone = len(held), known.get("alone", False)
    if count == 1 and not alone:
        hint = "If all others have folded, add --alone."
        raise PrintkitError("A showdown needs two or more hands.", hint=hint)
    if count > 1 and alone:
        hint = "Name one hand, or leave --alone out."
        raise PrintkitError("A player left alone has no other hand to beat.", hint=hint)
    shown = [with_common(variant, hand, common, table) for hand in held]
    if not alone or shown[0]:
        require_hand_sizes(variant, shown)
    pots, purses = _read_places(variant, force, known, count)
    names = known.get("names") or [str(number + 1) for number in range(count)]
    if len(names) != count:
        raise _refusal("There are {count} hands.", "Give a name for each.", count=count)
    called = _seat(known.get("called"), count, "called")
    bank = _seat(known.get("bank"), count, "bank")
    breaker = _seat(known.get("tiebreaker"), count, "tiebreaker")
    false = [_seat(number, count, "false") for number in known.get("false", ())]
    return Showdown(
        tuple(
            Seat(name, hand, purse, tuple(cards[i] for cards in again))
            for i, (name, hand, purse) in enumerate(zip(names, shown, purses, strict=True))
        ),
        table,
        pots,
        called,
        bank,
        breaker,
        tuple(seat for seat in false if seat is not None),
        known.get("first_hand", False),
        alone,
    )


def _read_cards(
    variant: Variant, hands: str, language: str, known: ShowdownKeywords
) -> tuple[list[Cards], Cards, list[list[Cards]]]:
    """Return the hands, the common cards, and the new cards of each round of a tie.

    Raises PrintkitError, also if a card is on the table more often than in the deck.
    """
    used: Counter[str] = Counter()

    def read(text: str) -> list[Cards]:
        parts = [" ".join(codes) for codes in split_hands(text)]
        decks = known.get("decks", 1)
        return [
            () if part == _NONE else tuple(read_hands(variant, part, language, decks, used=used)[0])
            for part in parts
        ]

    held, common = read(hands), read(known.get("common") or _NONE)[0]
    again = []
    for text in known.get("again", ()):
        again.append(read(text))
        if len(again[-1]) != len(held):
            hint = "Write “-” for a hand without new cards."
            template = "“{text}” is not for {count} hands."
            raise _refusal(template, hint, text=shorten(text), count=len(held))
    return held, common, again


def _require_bearing(variant: Variant, force: Sequence[Payment], known: ShowdownKeywords) -> None:
    """Refuse what has no bearing on the payments, and require what has. Raises PrintkitError."""
    bearing = list_needs(variant, force).keys
    for key in ("called", "bank", "false", "common"):
        if known.get(key) and key not in bearing:
            template = "Nothing that {game} pays depends on --{key}."
            raise _refusal(template, "Leave it out.", game=variant.slug, key=key)
    if "called" in bearing and known.get("called") is None and not known.get("alone"):
        hint = "Add --called 1, or 0 if nobody did."
        raise PrintkitError("Say who called the hand.", hint=hint)
    if "bank" in bearing and not known.get("bank"):
        raise PrintkitError("Say who holds the bank.", hint="Add --bank 1.")


def is_shared(variant: Variant, place: str) -> bool:
    """Return True for a pot of the whole table, and for a name that is no place of a player."""
    kinds = {p.id: p.kind == "pot" and p.on != "board" for p in variant.places}
    return kinds.get(place, place not in (OWN, GONE, STAKE, SCORE))


def with_common(
    variant: Variant, hand: Sequence[HeldCard], common: Sequence[HeldCard], table: TableState
) -> Cards:
    """Return a hand with the common card that serves it best."""
    whole = [(*hand, card) for card in common] if hand else []
    return min(whole, key=lambda cards: judge(variant, cards, table).key, default=tuple(hand))


def _seat(number: int | None, count: int, key: str) -> int | None:
    """Return the number of a seat, from 0; None if there is none. Raises PrintkitError."""
    if not number:
        return None
    if not 1 <= number <= count:
        template, hint = "--{key}: there is no hand {number}.", "Hands: 1 to {count}."
        raise _refusal(template, hint, key=key, number=number, count=count)
    return number - 1


def _read_places(
    variant: Variant, force: Sequence[Payment], known: ShowdownKeywords, count: int
) -> tuple[dict[str, int], list[dict[str, int]]]:
    """Return what the places of the table and those of each player hold. Raises PrintkitError."""
    pots: dict[str, int] = {}
    purses: list[dict[str, int]] = [{} for _ in range(count)]
    chips = known.get("chips")
    written = {**({OWN: chips} if chips else {}), **known.get("pots", {})}
    needs = list_needs(variant, force)
    places = needs.places
    for name, value in written.items():
        if name not in places:
            template = "No payment of {game} concerns “{name}”."
            message = Sentence(template, game=variant.slug, name=sanitise(name))
            raise PrintkitError(message, hint=did_you_mean(name, places, "places", of_file=True))
        shared, label = is_shared(variant, name), _CHIPS if name == OWN else name
        numbers = [value] if isinstance(value, int) else [*value]
        if shared and len(numbers) != 1:
            raise _refusal("“{name}” holds one number.", "It is for the whole table.", name=label)
        if not shared and len(numbers) != count:
            hint = "Give one for each: there are {count} hands."
            raise _refusal("“{name}” is for each player.", hint, name=label, count=count)
        for i, number in enumerate(numbers):
            least, most = amounts_of(name)
            if not least <= number <= most:
                template, hint = "“{name}” cannot hold {number}.", "The most is {most}."
                raise _refusal(template, hint, name=label, number=number, most=most)
            (pots if shared else purses[i])[name] = number
    for name in needs.needed:
        if name not in written and name != STAKE:
            hint = "Add --pot {name}=10."
            raise _refusal("Say what {name} holds.", hint, name=name)
    if STAKE in needs.needed and STAKE not in written:
        hint = "Add --pot stake=0,2,3."
        raise PrintkitError("Say what each has staked.", hint=hint)
    return pots, purses


def _refusal(template: str, hint: str, **values: object) -> PrintkitError:
    """Return the error of a sentence with values in its places."""
    return PrintkitError(Sentence(template, **values), hint=Sentence(hint, **values))
