"""Hands on the command line: options in, verdicts out, in words or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from printkit.base.errors import PrintkitError, UsageError, did_you_mean
from printkit.base.messages import translate
from printkit.model.play import Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import COPY, sanitise
from printkit.rules.explanations import explain_hand, explain_outcome, list_cards
from printkit.rules.hands import TableState, Verdict, ranks, require_rule_set

Command = Callable[..., Any]


def table_options(command: Command) -> Command:
    """The options that say what bears on the hands at a table."""
    for option in (
        click.option(
            "--decks",
            type=click.IntRange(1, 20),
            default=1,
            help="How many decks are shuffled together.  [default: 1]",
        ),
        click.option(
            "--set", "set_name", default=None, help="The local set in use, where one has to be."
        ),
        click.option(
            "--token",
            "tokens",
            multiple=True,
            metavar="TOKEN[=N]",
            help="An influence token that holds; =N for one that asks for a value. Repeatable.",
        ),
        click.option("--hand", default=None, help="Cards with spaces; “/” between several hands."),
    ):
        command = option(command)
    return command


def read_table(
    variant: Variant, decks: int, set_name: str | None, tokens: Sequence[str]
) -> TableState:
    """The table that the options describe. Raises PrintkitError, UsageError."""
    name = require_rule_set(variant, set_name) if set_name is not None else None
    return TableState(decks, name, tuple(_token(variant, word) for word in dict.fromkeys(tokens)))


def require_hand(hand: str | None, decks: int, set_name: str | None, tokens: Sequence[str]) -> None:
    """Refuses what says something of a hand where there is none. Raises UsageError."""
    if hand is None and (decks != 1 or set_name is not None or tokens):
        raise UsageError(
            "--decks, --set and --token say what bears on a hand, and there is none.",
            hint="Add --hand “CARD CARD …”.",
        )


def _token(variant: Variant, word: str) -> tuple[Token, int | None]:
    """A token by its id, with the value that it asks for."""
    name, sign, number = word.partition("=")
    bearing = {t.id: t for t in variant.tokens if t.changes or t.reverses or t.crowns}
    known = [token.id for token in variant.tokens]
    if name not in known:
        if not known:
            raise PrintkitError(f"{variant.slug} has no tokens.", hint="Leave --token out.")
        raise PrintkitError(
            f"“{sanitise(name)}” is not a token of {variant.slug}.",
            hint=did_you_mean(name, known, "tokens"),
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


def as_data(variant: Variant, verdicts: Sequence[Verdict], language: str) -> dict[str, Any]:
    """The answer in the form of `--hand --json`; names in the language."""
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


def print_verdicts(
    variant: Variant, verdicts: Sequence[Verdict], table: TableState, language: str
) -> None:
    """The answer in words."""
    if table.tokens:
        names = ", ".join(
            token.name[language] + ("" if value is None else f" ({value})")
            for token, value in table.tokens
        )
        click.echo(translate(language, "hand.tokens", names=names))
    several = len(verdicts) > 1
    for i, (verdict, rank) in enumerate(zip(verdicts, ranks(verdicts), strict=True), 1):
        words = list_cards(verdict, language)
        if several:
            click.echo(f"{i}. {words} ({translate(language, 'hand.rank', rank=rank)})")
        else:
            click.echo(words)
        for line in explain_hand(variant, verdict, language):
            click.echo(f"   {line}")
    if several:
        click.echo("")
        if table.rule_set is None and any(verdict.rule_set for verdict in verdicts):
            click.echo(translate(language, "hand.first-set"))
        for line in explain_outcome(verdicts, language):
            click.echo(line)
