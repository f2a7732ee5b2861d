"""Judge hands on request, and explain the answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from printkit.base.errors import PrintkitError, Sentence, did_you_mean
from printkit.base.messages import translate
from printkit.base.plain_text import brief_repr
from printkit.model.play import OptionalRule, Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import COPY, HeldCard, describe_card, sanitise
from printkit.rules.explanations import explain_hand, explain_outcome
from printkit.rules.hands import TableState, judge_all, ranks, require_rule_set


def read_table_state(
    variant: Variant,
    decks: int,
    rule_set: str | None,
    tokens: Sequence[str],
    options: Sequence[str] = (),
) -> TableState:
    """Return the state of the table: number of decks, rule set, influence tokens, options.

    A token with a value is written `prime-sabacc=4`. Raises PrintkitError, UsageError.
    """
    name = require_rule_set(variant, rule_set) if rule_set is not None else None
    return TableState(
        decks,
        name,
        tuple(_token(variant, word) for word in dict.fromkeys(tokens)),
        tuple(_option(variant, word) for word in dict.fromkeys(options)),
    )


def require_hand_sizes(variant: Variant, hands: Sequence[Sequence[HeldCard]]) -> None:
    """Refuse hands of a size that the game does not allow at the end. Raises PrintkitError."""
    counting = variant.counting
    least = counting.cards or counting.fewest_cards or 1
    most = counting.cards or counting.most_cards or 0
    for number, hand in enumerate(hands, 1):
        count = len(hand)
        if count >= least and (not most or count <= most):
            continue
        limit, rule = (least, " at least") if count < least else (most, " at most")
        hint = Sentence("Leave {more} out.", more=count - most)
        if count < least:
            hint = Sentence("Name {more} more.", more=least - count)
        if least == most:
            rule, hint = "", Sentence("Name {limit} cards.", limit=limit)
        where, numbered = ("Hand {number}", {"number": number}) if hands[1:] else ("This hand", {})
        cards = "{count} card" if count == 1 else "{count} cards"
        template = f"{where} has {cards}, and a hand of {{game}} has {{limit}}{rule}."
        message = Sentence(template, **numbered, count=count, game=variant.slug, limit=limit)
        raise PrintkitError(message, hint=hint)


def _option(variant: Variant, name: str) -> OptionalRule:
    """Return an optional rule that affects hands, by its id."""
    options = {option.id: option for option in variant.options}
    _require_name(variant, "an option", name, options, [x.id for x in variant.options if x.hands])
    return options[name]


def _token(variant: Variant, word: str) -> tuple[Token, int | None]:
    """Return a token that affects hands by its id, with the value that it requires, if any."""
    name, sign, number = word.partition("=")
    tokens = {token.id: token for token in variant.tokens}
    bearing = [t.id for t in variant.tokens if t.changes or t.reverses or t.crowns]
    _require_name(variant, "a token", name, tokens, bearing)
    if tokens[name].crowns is None:
        if sign:
            hint = Sentence("Write {code}.", code=name)
            raise PrintkitError(f"The token “{name}” takes no value.", hint=hint)
        return tokens[name], None
    # A die shows no value of a card that copies another.
    values = {value for card in variant.cards if card.rule != COPY for value in card.values}
    if number not in map(str, values):
        listed = ", ".join(map(str, sorted(values)))
        raise PrintkitError(
            f"The token “{name}” asks for the value that was chosen.",
            hint=Sentence("Write {name}=4 (values: {values}).", name=name, values=listed),
        )
    return tokens[name], int(number)


def _require_name(
    variant: Variant, kind: str, name: str, known: Collection[str], bearing: Collection[str]
) -> None:
    """Refuse an option or token that is unknown or does not affect hands. Raises PrintkitError."""
    noun = kind.split()[-1]
    hint: str = f"Name no {noun}."
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
            hint = Sentence("These do: {names}.", names=", ".join(bearing))
        message = f"The {noun} “{name}” does not bear on what a hand is worth."
        raise PrintkitError(message, hint=hint)


class JudgedHand(msgspec.Struct, frozen=True):
    """A judged hand: its cards, its possible totals, the best total and its rank (1 is best).

    `hand` and `name` are the id and the name of the named hand, or empty. `why` explains the
    judgement in sentences.
    """

    cards: tuple[str, ...]
    card_names: tuple[str, ...]
    totals: tuple[int, ...]
    best: int
    hand: str
    name: str
    bombed: bool
    rank: int
    why: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        name = data.pop("name")
        return {**data, "hand": {"id": self.hand, "name": name} if self.hand else None}


class Judgement(msgspec.Struct, frozen=True):
    """The judged hands of one table; `outcome` names the winner in sentences."""

    __repr__ = brief_repr

    variant: str
    language: str
    hands: tuple[JudgedHand, ...]
    outcome: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
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

    Raises PrintkitError for a hand of a size that the game does not allow.
    """
    require_hand_sizes(variant, hands)
    verdicts = judge_all(variant, hands, table)
    outcome = explain_outcome(verdicts, language)
    if outcome and table.rule_set is None and any(verdict.rule_set for verdict in verdicts):
        outcome.insert(0, translate(language, "hand.first-set"))
    return Judgement(
        variant.slug,
        language,
        tuple(
            JudgedHand(
                cards=tuple(held.card.id for held in verdict.cards),
                card_names=tuple(describe_card(held, language) for held in verdict.cards),
                totals=verdict.totals,
                best=verdict.best,
                hand=verdict.hand.id if verdict.hand is not None else "",
                name=verdict.hand.name[language] if verdict.hand is not None else "",
                bombed=verdict.bombed,
                rank=rank,
                why=tuple(explain_hand(variant, verdict, language)),
            )
            for verdict, rank in zip(verdicts, ranks(verdicts), strict=True)
        ),
        tuple(outcome),
    )
