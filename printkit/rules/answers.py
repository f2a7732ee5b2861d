"""Judgements of hands for callers of the library, with reasons in words."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Return the state of a table from its decks, rule set, tokens and options.

    A token that needs a value is written `prime-sabacc=4`. Raises PrintkitError, UsageError.
    """
    name = require_rule_set(variant, rule_set) if rule_set is not None else None
    return TableState(
        decks,
        name,
        tuple(_token(variant, word) for word in dict.fromkeys(tokens)),
        tuple(_option(variant, word) for word in dict.fromkeys(options)),
    )


def require_hand_sizes(variant: Variant, hands: Sequence[Sequence[HeldCard]]) -> None:
    """Raise PrintkitError for a hand with more or fewer cards than the game allows at the end."""
    counting = variant.counting
    least = counting.cards or counting.fewest_cards or 1
    most = counting.cards or counting.most_cards
    for number, hand in enumerate(hands, 1):
        count = len(hand)
        if count >= least and (most is None or count <= most):
            continue
        where = "Hand {number}" if len(hands) > 1 else "This hand"
        cards = "{count} card" if count == 1 else "{count} cards"
        if least == most:
            rule, cure = "has {limit}", Sentence("Name {limit} cards.", limit=least)
        elif count < least:
            rule, cure = "has {limit} at least", Sentence("Name {more} more.", more=least - count)
        else:
            rest = count - (most or 0)
            rule, cure = "has {limit} at most", Sentence("Leave {more} out.", more=rest)
        arguments = {"number": number} if len(hands) > 1 else {}
        raise PrintkitError(
            Sentence(
                f"{where} has {cards}, and a hand of {{game}} {rule}.",
                **arguments,
                count=count,
                game=variant.slug,
                limit=least if count < least else most,
            ),
            hint=cure,
        )


def _option(variant: Variant, name: str) -> OptionalRule:
    """Return an optional rule for hands by its id."""
    options = {option.id: option for option in variant.options}
    bearing = {option.id for option in variant.options if option.hands}
    if name in bearing:
        return options[name]
    if name in options:
        known = Sentence("These do: {names}.", names=", ".join(sorted(bearing)))
        message = f"The option “{name}” does not bear on what a hand is worth."
        raise PrintkitError(message, hint=known if bearing else "Name no option.")
    if not options:
        raise PrintkitError(
            Sentence("{game} has no options.", game=variant.slug), hint="Name no option."
        )
    raise PrintkitError(
        Sentence("“{name}” is not an option of {game}.", name=sanitise(name), game=variant.slug),
        hint=did_you_mean(name, options, "options", of_file=True),
    )


def _token(variant: Variant, word: str) -> tuple[Token, int | None]:
    """Return a token by its id, with its chosen value."""
    name, sign, number = word.partition("=")
    bearing = {t.id: t for t in variant.tokens if t.changes or t.reverses or t.crowns}
    known = [token.id for token in variant.tokens]
    if name not in known:
        if not known:
            raise PrintkitError(
                Sentence("{game} has no tokens.", game=variant.slug), hint="Name no token."
            )
        raise PrintkitError(
            Sentence("“{name}” is not a token of {game}.", name=sanitise(name), game=variant.slug),
            hint=did_you_mean(name, known, "tokens", of_file=True),
        )
    if name not in bearing:
        raise PrintkitError(
            f"The token “{name}” does not bear on what a hand is worth.",
            hint=Sentence("These do: {names}.", names=", ".join(bearing)),
        )
    token = bearing[name]
    if token.crowns is None:
        if sign:
            raise PrintkitError(
                f"The token “{name}” takes no value.", hint=Sentence("Write {code}.", code=name)
            )
        return token, None
    # The value of a card that copies is not one of a die.
    values = {value for card in variant.cards if card.rule != COPY for value in card.values}
    if number not in map(str, values):
        raise PrintkitError(
            f"The token “{name}” asks for the value that was chosen.",
            hint=Sentence(
                "Write {name}=4 (values: {values}).",
                name=name,
                values=", ".join(map(str, sorted(values))),
            ),
        )
    return token, int(number)


class JudgedHand(msgspec.Struct, frozen=True):
    """The result of a hand: ids and names of its cards, its possible totals, the best total.

    `hand` and `name` are the id and the name of the named hand, empty if there is none; rank 1 is
    best. `why` are the reasons in sentences.
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
        """Return the result as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        name = data.pop("name")
        return {**data, "hand": {"id": self.hand, "name": name} if self.hand else None}


class Judgement(msgspec.Struct, frozen=True):
    """The results of hands at one table; `outcome` names the winner in sentences."""

    __repr__ = brief_repr

    variant: str
    language: str
    hands: tuple[JudgedHand, ...]
    outcome: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the results as plain data."""
        return {
            "variant": self.variant,
            "hands": [hand.as_data() for hand in self.hands],
            "outcome": list(self.outcome),
        }


def judge_hands(
    variant: Variant, hands: Sequence[Sequence[HeldCard]], table: TableState, language: str
) -> Judgement:
    """Judge hands and explain each in a language.

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
