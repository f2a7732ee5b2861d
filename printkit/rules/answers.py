"""Questions about hands as a caller asks them, and the answers as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.model.play import OptionalRule, Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import COPY, HeldCard, sanitise
from printkit.rules.hands import TableState, Verdict, ranks, require_rule_set


def read_table_state(
    variant: Variant,
    decks: int,
    rule_set: str | None,
    tokens: Sequence[str],
    options: Sequence[str] = (),
) -> TableState:
    """Return what holds at the table: decks together, the rule set, influence tokens, options.

    A token that asks for a value is written `prime-sabacc=4`. Raises PrintkitError, UsageError.
    """
    name = require_rule_set(variant, rule_set) if rule_set is not None else None
    return TableState(
        decks,
        name,
        tuple(_token(variant, word) for word in dict.fromkeys(tokens)),
        tuple(_option(variant, word) for word in dict.fromkeys(options)),
    )


def require_hand_sizes(variant: Variant, hands: Sequence[Sequence[HeldCard]]) -> None:
    """Refuse a hand with more or fewer cards than the game lets a player hold at the end.

    Raises PrintkitError.
    """
    counting = variant.counting
    least = counting.cards or counting.fewest_cards or 1
    most = counting.cards or counting.most_cards
    for number, hand in enumerate(hands, 1):
        count = len(hand)
        if count >= least and (most is None or count <= most):
            continue
        where = f"Hand {number}" if len(hands) > 1 else "This hand"
        if least == most:
            rule, cure = f"a hand of {variant.slug} has {least}", f"Name {least} cards."
        elif count < least:
            rule = f"a hand of {variant.slug} has {least} at least"
            cure = f"Name {least - count} more."
        else:
            rule = f"a hand of {variant.slug} has {most} at most"
            cure = f"Leave {count - (most or 0)} out."
        cards = "1 card" if count == 1 else f"{count} cards"
        raise PrintkitError(f"{where} has {cards}, and {rule}.", location="--hand", hint=cure)


def _option(variant: Variant, name: str) -> OptionalRule:
    """Return an optional rule that bears on hands, by its id."""
    options = {option.id: option for option in variant.options}
    bearing = {option.id for option in variant.options if option.hands}
    if name in bearing:
        return options[name]
    if name in options:
        known = f"These do: {', '.join(sorted(bearing))}." if bearing else "Name no option."
        raise PrintkitError(
            f"The option “{name}” does not bear on what a hand is worth.", hint=known
        )
    if not options:
        raise PrintkitError(f"{variant.slug} has no options.", hint="Name no option.")
    raise PrintkitError(
        f"“{sanitise(name)}” is not an option of {variant.slug}.",
        hint=did_you_mean(name, options, "options", of_file=True),
    )


def _token(variant: Variant, word: str) -> tuple[Token, int | None]:
    """Return a token by its id, with the value that it asks for."""
    name, sign, number = word.partition("=")
    bearing = {t.id: t for t in variant.tokens if t.changes or t.reverses or t.crowns}
    known = [token.id for token in variant.tokens]
    if name not in known:
        if not known:
            raise PrintkitError(f"{variant.slug} has no tokens.", hint="Name no token.")
        raise PrintkitError(
            f"“{sanitise(name)}” is not a token of {variant.slug}.",
            hint=did_you_mean(name, known, "tokens", of_file=True),
        )
    if name not in bearing:
        raise PrintkitError(
            f"The token “{name}” does not bear on what a hand is worth.",
            hint=f"These do: {', '.join(bearing)}.",
        )
    token = bearing[name]
    if token.crowns is None:
        if sign:
            raise PrintkitError(f"The token “{name}” takes no value.", hint=f"Write {name}.")
        return token, None
    # What a card copies no die shows.
    values = {value for card in variant.cards if card.rule != COPY for value in card.values}
    if number not in map(str, values):
        raise PrintkitError(
            f"The token “{name}” asks for the value that was chosen.",
            hint=f"Write {name}=4 (values: {', '.join(map(str, sorted(values)))}).",
        )
    return token, int(number)


def verdicts_as_data(
    variant: Variant, verdicts: Sequence[Verdict], language: str
) -> dict[str, Any]:
    """Return verdicts as plain data; names are in the language, rank 1 is best."""
    return {
        "variant": variant.slug,
        "hands": [
            {
                "cards": [held.card.id for held in verdict.cards],
                "totals": list(verdict.totals),
                "best": verdict.best,
                "hand": None
                if verdict.hand is None
                else {"id": verdict.hand.id, "name": verdict.hand.name[language]},
                "bombed": verdict.bombed,
                "rank": rank,
            }
            for verdict, rank in zip(verdicts, ranks(verdicts), strict=True)
        ],
    }
