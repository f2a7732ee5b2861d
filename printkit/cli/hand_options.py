"""Hands on the command line: options of the table, and the printed answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from printkit.base.errors import UsageError
from printkit.base.messages import translate
from printkit.cli import echo
from printkit.rules.answers import Judgement
from printkit.rules.hands import TableState

Command = Callable[..., Any]


def table_options(command: Command) -> Command:
    """Add the options on which the value of a hand depends."""
    for option in (
        click.option(
            "--decks",
            type=click.IntRange(1, 20),
            default=1,
            help="Number of decks that are shuffled together.  [default: 1]",
        ),
        click.option(
            "--rule-set",
            "set_name",
            default=None,
            help="Local rule set in use, if the game has several.",
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
        click.option("--hand", default=None, help="Cards, separated by spaces; “/” between hands."),
    ):
        command = option(command)
    return command


def require_hand(
    hand: str | None,
    decks: int,
    set_name: str | None,
    tokens: Sequence[str],
    options: Sequence[str],
) -> None:
    """Refuse options about a hand without --hand. Raises UsageError."""
    if hand is None and (decks != 1 or set_name is not None or tokens or options):
        raise UsageError(
            "--decks, --rule-set, --token and --option need a hand.",
            hint="Add --hand “CARD CARD …”.",
        )


def print_answer(answer: Judgement, table: TableState) -> None:
    """Print the value of each hand with the reasons, and the ranking of several."""
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
    if several:
        echo("")
    for line in answer.outcome:
        echo(line)
