"""Questions about hands as a caller asks them, and the answers as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.model.play import Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import COPY, sanitise
from printkit.rules.hands import TableState, Verdict, ranks, require_rule_set


def read_table_state(
    variant: Variant, decks: int, rule_set: str | None, tokens: Sequence[str]
) -> TableState:
    """Return what holds at the table: decks together, the local rule set, influence tokens.

    A token that asks for a value is written `prime-sabacc=4`. Raises PrintkitError, UsageError.
    """
    name = require_rule_set(variant, rule_set) if rule_set is not None else None
    return TableState(decks, name, tuple(_token(variant, word) for word in dict.fromkeys(tokens)))


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
