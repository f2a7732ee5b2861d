"""Hands on the command line: options of the table, and the printed answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from printkit.base.errors import UsageError
from printkit.base.messages import translate
from printkit.cli import echo
from printkit.cli.options import add_options
from printkit.rules.card_codes import explain_clashes

if TYPE_CHECKING:
    from printkit.model.variant import Variant
    from printkit.rules.answers import Judgement
    from printkit.rules.hands import TableState

_TABLE = ("decks", "rule_set", "tokens", "options", "target")
# The options on which the value of a hand depends.
table_options = add_options(
    click.option(
        "--decks",
        type=click.IntRange(1, 20),
        default=1,
        help="Number of decks that are shuffled together.  [default: 1]",
    ),
    click.option(
        "--rule-set", default=None, help="Local rule set in use, if the game has several."
    ),
    click.option(
        "--token",
        "tokens",
        multiple=True,
        metavar="TOKEN[=N]",
        help="An influence token in effect, with =N if it needs a value. Repeatable.",
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="OPTION",
        help="An optional rule in use for hands. Repeatable.",
    ),
    click.option(
        "--target",
        default=None,
        metavar="NUMBER SUIT",
        help="The target number and suit that the dice show: “+5 circles”.",
    ),
    click.option("--hand", default=None, help="Cards, separated by spaces; “/” between hands."),
)


def take_table(
    parameters: dict[str, Any], hand: str | None, *, odds: bool = False
) -> dict[str, Any]:
    """Remove the parameters of the table from those of a command, and return them.

    Raises UsageError if any was typed without a hand or a question for `odds`.
    """
    table = {name: parameters.pop(name) for name in _TABLE}
    plain = {"decks": 1, "rule_set": None, "tokens": (), "options": (), "target": None}
    if hand is None and not odds and table != plain:
        raise UsageError(
            "--decks, --rule-set, --token, --option and --target need a hand.",
            hint="Add --hand “CARD CARD …”.",
        )
    return table


def print_answer(answer: Judgement, table: TableState, deck: Variant, typed: str) -> None:
    """Print the value of each hand with the reasons, and the ranking of several.

    Codes that mean another card in the common language are explained.
    """
    language, several = answer.language, len(answer.hands) > 1
    names = [option.name[language] for option in table.options] + [
        token.name[language] + ("" if value is None else f" ({value})")
        for token, value in table.tokens
    ]
    if names:
        echo(translate(language, "hand.tokens", names=", ".join(names)))
    for i, hand in enumerate(answer.hands, 1):
        words = ", ".join(hand.card_names)
        rank = translate(language, "hand.rank", rank=hand.rank)
        echo(f"{i}. {words} ({rank})" if several else words)
        for line in hand.why:
            echo(f"   {line}")
    if answer.outcome:
        echo("")
    for line in (*answer.outcome, *explain_clashes(deck, typed, language)):
        echo(line)
