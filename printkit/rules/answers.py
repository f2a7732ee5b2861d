"""Judge hands that a user has typed, and explain the results."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TypedDict

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import (
    DEFAULT_LANGUAGE,
    OR,
    as_lead,
    join_words,
    translate,
    translate_fault,
)
from printkit.base.sentences import Sentence, brief_repr, fold, name_some
from printkit.model.fields import MINUS, shown_values, signed, with_sign
from printkit.model.load import load
from printkit.model.play import Hand, OptionalRule, Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import COPY, HeldCard, describe_card, sanitise
from printkit.rules.hands import (
    Need,
    TableState,
    TableTarget,
    Verdict,
    count_target_suit,
    deciding_criterion,
    judge_all,
    judge_by_sets,
    ranks,
    require_rule_set,
)

# The separators allowed between the number and the suit of a target.
_BETWEEN = re.compile(r"[\s,:/]+")
# Show more totals than this as a range.
_MAX_TOTALS = 12
_NO_TABLE = TableState()
# The rule of cards whose value is rolled.
_DICE = "dice"


def read_table_state(
    variant: Variant,
    decks: int,
    rule_set: str | None,
    tokens: Sequence[str],
    options: Sequence[str] = (),
    target: str | None = None,
    *,
    language: str = DEFAULT_LANGUAGE,
    at_showdown: bool = False,
    for_odds: bool = False,
) -> TableState:
    """Return the state of the table: number of decks, rule set, influence tokens, options and
    target.

    Options must affect hands. At a showdown, options that affect only payments are accepted too,
    and for odds, options that have chances of their own. A token with a value is written
    `prime-sabacc=4`. A target is written `+5 circles`, with the id of the suit or its name in the
    language. Raises PrintkitError or UsageError for anything unknown or unsuitable.
    """
    name = require_rule_set(variant, rule_set) if rule_set is not None else None
    held = tuple(_token(variant, word) for word in dict.fromkeys(tokens))
    paid = [payment.option for payment in variant.payments if at_showdown and payment.option]
    paid += [option.id for option in variant.options if at_showdown and option.multiplies]
    # The optional rules of a preset are in force without being named.
    own = [
        option.id for option in variant.agreed if option.hands or option.gone or option.id in paid
    ]
    counted = [option.id for option in variant.options if for_odds and option.chances]
    agreed = tuple(
        _option(variant, word, [*paid, *counted]) for word in dict.fromkeys((*own, *options))
    )
    aim = _read_target(variant, target, language) if target is not None else None
    return TableState(decks, name, held, agreed, aim)


def _read_target(variant: Variant, text: str, language: str) -> TableTarget:
    """Return the target of a text such as `+5 circles`. Raises PrintkitError."""
    target = variant.counting.target
    if target is None:
        message = Sentence("{game} is played without a target.", game=variant.slug)
        raise PrintkitError(message, hint="Omit the target.")
    number, _, word = (part.strip() for part in _BETWEEN.sub(" ", text).strip().partition(" "))
    known = sorted(set(target.numbers))
    if number.replace(MINUS, "-").removeprefix("+") not in map(str, known):
        listed = name_some([with_sign(one) for one in known])
        message = Sentence("“{text}” does not begin with a target number.", text=sanitise(text))
        raise PrintkitError(message, hint=Sentence("Target numbers: {numbers}.", numbers=listed))
    wanted = fold(word)
    names = {suit.id: {fold(suit.id), *map(fold, suit.name.values())} for suit in target.suits}
    exact = [key for key, own in names.items() if wanted in own]
    begun = [
        suit.id for suit in target.suits if wanted and fold(suit.name[language]).startswith(wanted)
    ]
    for meant in (exact, begun):
        if len(meant) == 1:
            return TableTarget(int(number.replace(MINUS, "-")), meant[0])
    listed = name_some([suit.name[language] for suit in target.suits])
    message = Sentence("“{text}” does not name one target suit.", text=sanitise(text))
    raise PrintkitError(message, hint=Sentence("Target suits: {suits}.", suits=listed))


def with_sets(variant: Variant, table: TableState, sets: Sequence[str | None]) -> TableState:
    """Return the table with the rule sets under which hands were shown. Raises PrintkitError."""
    for name in sets:
        if name is not None:
            require_rule_set(variant, name)
    return replace(table, sets=tuple(sets))


def require_hand_sizes(variant: Variant, hands: Sequence[Sequence[HeldCard]]) -> None:
    """Raise PrintkitError for a hand with too few or too many cards for a showdown."""
    counting = variant.counting
    least = counting.cards or counting.fewest_cards or 1
    most = counting.cards or counting.most_cards or 0
    for number, hand in enumerate(hands, 1):
        count = len(hand)
        if count >= least and (not most or count <= most):
            continue
        limit, rule = (least, " at least") if count < least else (most, " at most")
        hint = Sentence("Remove {more}.", more=count - most)
        if count < least:
            hint = Sentence("Name {more} more.", more=least - count)
        if least == most:
            rule, hint = "", Sentence("Name {limit} cards.", limit=limit)
        where, numbered = ("Hand {number}", {"number": number}) if hands[1:] else ("This hand", {})
        cards = "{count} card" if count == 1 else "{count} cards"
        template = f"{where} has {cards}, but a hand of {{game}} has{rule} {{limit}}."
        message = Sentence(template, **numbered, count=count, game=variant.slug, limit=limit)
        raise PrintkitError(message, hint=hint)


def _option(variant: Variant, name: str, paid: Collection[str]) -> OptionalRule:
    """Return the optional rule with this id.

    Raises PrintkitError if the rule affects no hands, unless its id is in `paid`.
    """
    options = {option.id: option for option in variant.options}
    bearing = [
        option.id
        for option in variant.options
        if option.hands or option.gone or option.tie or option.id in paid
    ]
    _require_name(variant, "an option", name, options, bearing)
    return options[name]


def _token(variant: Variant, word: str) -> tuple[Token, int | None]:
    """Return the influence token with this id and, if it needs one, its chosen value.

    Raises PrintkitError if the token does not affect hands, or for a wrong value.
    """
    name, sign, number = word.partition("=")
    tokens = {token.id: token for token in variant.tokens}
    bearing = [t.id for t in variant.tokens if t.changes or t.reverses or t.crowns]
    _require_name(variant, "a token", name, tokens, bearing)
    if tokens[name].crowns is None:
        if sign:
            hint = Sentence("Write {code}.", code=name)
            raise PrintkitError(
                Sentence("The token “{name}” does not accept a value.", name=name), hint=hint
            )
        return tokens[name], None
    # A die cannot show the value of a card that copies another.
    values = {value for card in variant.cards if card.rule != COPY for value in card.values}
    if number not in map(str, values):
        listed = name_some(map(str, sorted(values)))
        raise PrintkitError(
            Sentence("The token “{name}” needs the value that was chosen.", name=name),
            hint=Sentence("Write {name}=4 (values: {values}).", name=name, values=listed),
        )
    return tokens[name], int(number)


def _require_name(
    variant: Variant, kind: str, name: str, known: Collection[str], bearing: Collection[str]
) -> None:
    """Raise PrintkitError for an option or token that is unknown or does not affect hands."""
    noun = kind.split()[-1]
    hint: str = Sentence(f"Omit the {noun}.")
    if not known:
        raise PrintkitError(Sentence(f"{{game}} has no {noun}s.", game=variant.slug), hint=hint)
    if name not in known:
        template = f"“{{name}}” is not {kind} of {{game}}."
        raise PrintkitError(
            Sentence(template, name=sanitise(name), game=variant.slug),
            hint=did_you_mean(name, known, f"{noun}s", of_file=True),
        )
    if name not in bearing:
        if bearing:
            hint = Sentence("These do: {names}.", names=name_some(bearing))
        message = Sentence(
            f"The {noun} “{{name}}” has no effect on what a hand is worth.", name=name
        )
        raise PrintkitError(message, hint=hint)


def find_card_needs(
    variant: Variant,
    hands: Sequence[Sequence[HeldCard]],
    table: TableState,
    language: str = DEFAULT_LANGUAGE,
) -> list[Need]:
    """Return the missing facts about the cards of hands: dice that were not rolled, and choices of
    a die.

    If a hand has several cards with dice, the die for one card must be chosen before the next one
    is rolled.

    The dice of a hand are rolled in the order of the families, not in the order of the cards.
    """
    order = {family: place for place, family in enumerate(variant.families)}
    needs = []
    set_by_token = {token.changes.rank for token, _ in table.tokens if token.changes is not None}
    for number, hand in enumerate(hands, 1):
        rolled = [
            held for held in hand if held.card.rule == _DICE and held.card.rank not in set_by_token
        ]
        rolled.sort(key=lambda held: order.get(held.card.family, 0))
        unrolled = [held for held in rolled if held.values == held.card.values]
        for held in unrolled:
            ask = "Hand {number}: say what the dice show for {card}."
            write = Sentence("Write {id}=DIE,DIE.", id=held.code)
            needs.append(_ask_for("dice", ask, number, held, write, language))
        for held in rolled[:-1] if not unrolled else ():
            if len(held.values) > 1:
                ask = "Hand {number}: say which die was chosen for {card} before the next roll."
                either = [Sentence("{id}={value}", id=held.code, value=v) for v in held.values]
                write = Sentence("Write {code} or {other}.", code=either[0], other=either[1])
                needs.append(_ask_for("choice", ask, number, held, write, language))
    return needs


def _ask_for(
    key: str, ask: str, number: int, held: HeldCard, write: Sentence, language: str
) -> Need:
    return Need(key, number, Sentence(ask, number=number, card=held.name(language)), write)


def speak_need(need: Need, language: str) -> Need:
    """Return a need with its question and hint written in a language."""
    ask, write = (translate_fault(language, words)[:] for words in (need.ask, need.write))
    return Need(need.key, need.hand, ask, write)


class HandName(TypedDict):
    """The id and the name of a hand."""

    id: str
    name: str


class JudgedHandData(TypedDict):
    """A judged hand: the ids and names of its cards, and every total that it can have.

    `best` is the total that counts, and `rank` the place of the hand at the table: 1 is best, and
    equal hands share a rank. `hand` is null for a hand without a name. `why` explains the judgement
    in sentences. A hand that lacks dice, or the choice of one of them, has no `best` and no name,
    and no hand of its table has a rank: they are null.
    """

    cards: list[str]
    card_names: list[str]
    totals: list[int]
    best: int | None
    hand: HandName | None
    bombed: bool
    rank: int | None
    why: list[str]


class JudgementData(TypedDict):
    """The judged hands of one table, in the order in which they were typed; `outcome` names the
    winner in sentences.
    """

    variant: str
    hands: list[JudgedHandData]
    outcome: list[str]


class JudgedHand(msgspec.Struct, frozen=True):
    """A judged hand: its cards, its possible totals, the best total and its rank (1 is best).

    `hand` and `name` are the id and the name of the named hand, or empty. `why` explains the
    judgement in sentences. If dice, or the choice of one of them, are missing, the hand has no
    `best` and no name, and no hand of its table has a rank.
    """

    cards: tuple[str, ...]
    card_names: tuple[str, ...]
    totals: tuple[int, ...]
    best: int | None
    hand: str
    name: str
    bombed: bool
    rank: int | None
    why: tuple[str, ...]

    def as_data(self) -> JudgedHandData:
        """Return the answer as plain data."""
        return {
            "cards": list(self.cards),
            "card_names": list(self.card_names),
            "totals": list(self.totals),
            "best": self.best,
            "hand": {"id": self.hand, "name": self.name} if self.hand else None,
            "bombed": self.bombed,
            "rank": self.rank,
            "why": list(self.why),
        }


class Judgement(msgspec.Struct, frozen=True):
    """The judged hands of one table; `outcome` names the winner in sentences."""

    __repr__ = brief_repr

    variant: str
    language: str
    hands: tuple[JudgedHand, ...]
    outcome: tuple[str, ...]

    def as_data(self) -> JudgementData:
        """Return the answers as plain data."""
        return {
            "variant": self.variant,
            "hands": [hand.as_data() for hand in self.hands],
            "outcome": list(self.outcome),
        }


def judge_hands(
    variant: Variant, hands: Sequence[Sequence[HeldCard]], table: TableState, language: str
) -> Judgement:
    """Judge hands, and explain each in a language.

    Raises PrintkitError for a hand with a number of cards that the game does not allow.
    """
    require_hand_sizes(variant, hands)
    verdicts = judge_all(variant, hands, table)
    needs = find_card_needs(variant, hands, table, language)
    if needs:
        return _describe_unrolled(variant, verdicts, needs, table, language)
    outcome = explain_outcome(variant, verdicts, language, table)
    if table.rule_set is None and not table.sets and any(v.rule_set for v in verdicts):
        outcome.insert(0, translate(language, "hand.first-set"))
        if len(hands) == 1:
            by_set = [judged[0] for judged in judge_by_sets(variant, hands, table)]
            outcome += _list_by_set(variant, by_set, language)
    return Judgement(
        variant.slug,
        language,
        tuple(
            _describe_hand(variant, verdict, rank, table, language)
            for verdict, rank in zip(verdicts, ranks(verdicts), strict=True)
        ),
        tuple(outcome),
    )


def _describe_hand(
    variant: Variant, verdict: Verdict, rank: int | None, table: TableState, language: str
) -> JudgedHand:
    return JudgedHand(
        cards=tuple(held.card.id for held in verdict.cards),
        card_names=tuple(describe_card(held, language) for held in verdict.cards),
        totals=verdict.totals,
        best=verdict.best,
        hand=verdict.hand.id if verdict.hand is not None else "",
        name=verdict.hand.name[language] if verdict.hand is not None else "",
        bombed=verdict.bombed,
        rank=rank,
        why=tuple(explain_hand(variant, verdict, language, table)),
    )


def _describe_unrolled(
    variant: Variant,
    verdicts: Sequence[Verdict],
    needs: Sequence[Need],
    table: TableState,
    language: str,
) -> Judgement:
    """Return hands that lack dice or a choice of dice, with their possible totals and the
    questions.
    """
    hands = []
    for number, verdict in enumerate(verdicts, 1):
        hand = _describe_hand(variant, verdict, None, table, language)
        if any(need.hand == number for need in needs):
            listed = translate(
                language, "hand.totals", totals=_list_totals(verdict.totals, language)
            )
            hand = replace(hand, best=None, hand="", name="", bombed=False, why=(f"{listed}.",))
        hands.append(hand)
    spoken = (speak_need(need, language) for need in needs)
    outcome = (translate(language, "settle.needs", ask=n.ask, write=n.write) for n in spoken)
    return Judgement(variant.slug, language, tuple(hands), tuple(outcome))


# --- explanations ---------------------------------------------------------------------------------


def _list_by_set(variant: Variant, verdicts: Sequence[Verdict], language: str) -> list[str]:
    """Return the different results of one hand, each with the rule sets that give it."""
    answers: dict[str, list[str]] = {}
    for verdict in verdicts:
        name = verdict.hand.name[language] if verdict.hand is not None else ""
        if verdict.bombed:
            name = name_loss(variant, language)
        words = translate(language, "hand.given", name=name, values=signed(verdict.best))
        rules = load(verdict.rule_set or variant.slug)
        answers.setdefault(words, []).append(rules.name[language])
    return [
        translate(language, "words.pair", name=join_words(language, sets), text=f"{words}.")
        for words, sets in answers.items()
    ]


def explain_hand(
    variant: Variant, verdict: Verdict, language: str, table: TableState = _NO_TABLE
) -> list[str]:
    """Return sentences with the sum of the cards, the name of the hand, and the consequences."""
    rules = variant if verdict.rule_set is None else load(verdict.rule_set)
    lines = [_describe_count(variant, verdict, language)]
    totals, total = verdict.totals, verdict.best
    if variant.counting.sign == "ignored":
        totals, total = tuple(sorted({abs(one) for one in totals})), abs(total)
    if len(totals) > 1 or total != verdict.best:
        listed = translate(language, "hand.totals", totals=_list_totals(totals, language))
        lines.append(f"{listed}. {translate(language, 'hand.best', best=signed(total))}.")
    if table.aim is not None:
        lines.append(_describe_distance(variant, verdict, table.aim, language))
    hand = verdict.hand
    if verdict.bombed:
        lines.append(_describe_loss(variant, verdict, language))
    elif hand is None:
        lines.append(translate(language, "hand.nameless"))
    elif tokens := _tokens_that_rank(variant, hand, table):
        lines.append(as_lead(hand.name[language], language))
        for token in tokens:
            how, name = token.how[language], token.name[language]
            lines.append(translate(language, "hand.called", name=name, how=how))
    else:
        lines.append(
            translate(language, "hand.called", name=hand.name[language], how=hand.how[language])
        )
        if hand.counts is not None:
            lines.append(translate(language, "hand.counts", counts=signed(hand.counts)))
        if hand.pot and sum(p.kind == "pot" and p.on == "mat" for p in variant.places) > 1:
            lines.append(translate(language, "hand.pot"))
    if verdict.rule_set is not None:
        lines.append(translate(language, "hand.by-set", name=rules.name[language]))
    return lines


def _describe_distance(variant: Variant, verdict: Verdict, aim: TableTarget, language: str) -> str:
    """Return a sentence on the distance from the target and the cards of the target suit."""
    counting = variant.counting
    line = translate(
        language,
        "hand.distance",
        distance=abs(verdict.best - aim.number),
        number=with_sign(aim.number),
    )
    if aim.suit is None or counting.target is None:
        return f"{line}."
    suit = next(suit for suit in counting.target.suits if suit.id == aim.suit)
    count = count_target_suit(counting, [held.card for held in verdict.cards], aim)
    own = translate(language, "hand.target-suit", suit=suit.name[language], count=count)
    return f"{line}. {own}."


def _tokens_that_rank(variant: Variant, hand: Hand, table: TableState) -> list[Token]:
    """Return the tokens in effect that change a rank which the text of the hand describes."""
    places = [known.id for known in variant.hands]
    return [
        token
        for token, _ in table.tokens
        if hand.id in token.reverses
        or (token.crowns in places and hand.id in places[: places.index(token.crowns) + 1])
    ]


def explain_outcome(
    variant: Variant, verdicts: Sequence[Verdict], language: str, table: TableState = _NO_TABLE
) -> list[str]:
    """Return sentences that name the winner and the ties, or an empty list for a single hand."""
    if len(verdicts) < 2:
        return []
    places = ranks(verdicts)
    lines: list[str] = []
    if all(verdict.bombed for verdict in verdicts):
        return [translate(language, "hand.nobody")]
    for rank in sorted(set(places)):
        equal = [i for i, place in enumerate(places, 1) if place == rank]
        if len(equal) > 1 and not verdicts[equal[0] - 1].bombed:
            lines.append(
                translate(language, "hand.tied", hands=join_words(language, [*map(str, equal)]))
            )
        elif rank == 1:
            winner = verdicts[equal[0] - 1]
            beaten = [verdict for verdict in verdicts if verdict is not winner]
            criterion = deciding_criterion(variant, winner, beaten, table)
            key = "hand.wins" if criterion is None else "hand.wins-by"
            reason = "" if criterion is None else translate(language, f"tie.how.{criterion}")
            lines.append(translate(language, key, hand=equal[0], reason=reason))
    return lines


def _describe_count(variant: Variant, verdict: Verdict, language: str) -> str:
    """Return a sentence with the sum or difference that the best tally counts."""
    counting, reading = variant.counting, verdict.reading
    key, limit = "sum", counting.limit or 0
    values: dict[str, object] = {
        "terms": _format_terms(reading.values),
        "total": signed(reading.total),
    }
    if counting.system == "difference":
        key = "difference"
        values["one"], values["other"] = (signed(value) for value in reading.values)
    elif counting.system == "past" and reading.sum != reading.total:
        key = "lost-past" if reading.total < 0 else "past"
        values |= {"sum": reading.sum, "limit": limit, "double": 2 * limit}
        values["points"] = -reading.total
    elif counting.system == "hues" and (sign := _hue_sign(variant, verdict)):
        key = "hues"
        values["plus"], values["minus"] = (hue.name[language] for hue in counting.hues[::sign])
    return translate(language, f"hand.{key}", **values) + "."


def _hue_sign(variant: Variant, verdict: Verdict) -> int:
    """Return 1 if the first hue is added, −1 if it is subtracted, or 0 if the hand has neither."""
    first, second = (hue.suits for hue in variant.counting.hues)
    for held, value in zip(verdict.cards, verdict.reading.values, strict=True):
        if value and held.card.suit in first:
            return 1 if value > 0 else -1
        if value and held.card.suit in second:
            return -1 if value > 0 else 1
    return 0


def name_loss(variant: Variant, language: str) -> str:
    """Return the game's word for a lost hand."""
    lost = variant.counting.lost
    return lost[language] if lost is not None else translate(language, "hand.bombed-out")


def _describe_loss(variant: Variant, verdict: Verdict, language: str) -> str:
    """Return a sentence on why the best tally is lost: the bound that it exceeds, or else its
    losing total.
    """
    counting, reading, lost = variant.counting, verdict.reading, name_loss(variant, language)
    if counting.system == "past":
        double = 2 * (counting.limit or 0)
        return translate(language, "hand.over", lost=lost, total=reading.sum, limit=double)
    total = abs(reading.total) if counting.sign == "ignored" else reading.total
    if counting.limit is not None and total > counting.limit:
        limit = signed(counting.limit)
        return translate(language, "hand.over", lost=lost, total=signed(total), limit=limit)
    if counting.floor is not None and total < counting.floor:
        floor = signed(counting.floor)
        return translate(language, "hand.under", lost=lost, total=signed(total), floor=floor)
    return translate(language, "hand.bomb", lost=lost, total=signed(total))


def _format_terms(values: Sequence[int]) -> str:
    """Format a sum: `12 + 14 − 7`.

    >>> _format_terms([-17, 3])
    '−17 + 3'
    """
    first, *rest = values
    signs = (f" {MINUS} {-value}" if value < 0 else f" + {value}" for value in rest)
    return signed(first) + "".join(signs)


def _list_totals(totals: tuple[int, ...], language: str) -> str:
    if len(totals) > _MAX_TOTALS:
        return shown_values((totals[0],)) + " … " + shown_values((totals[-1],))
    return join_words(language, [signed(total) for total in totals], OR)
