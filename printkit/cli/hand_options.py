"""Hands on the command line: options in, answers out, in words or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from printkit.base.errors import UsageError
from printkit.base.messages import translate
from printkit.cli.echo import echo
from printkit.rules.answers import Judgement
from printkit.rules.hands import TableState

Command = Callable[..., Any]


def table_options(command: Command) -> Command:
    """Add the options that describe the table at which hands are judged."""
    for option in (
        click.option(
            "--decks",
            type=click.IntRange(1, 20),
            default=1,
            help="How many decks are shuffled together.  [default: 1]",
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
            help="An influence token that holds; =N for one that asks for a value. Repeatable.",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="OPTION",
            help="An optional rule in use that bears on hands. Repeatable.",
        ),
        click.option("--hand", default=None, help="Cards with spaces; “/” between several hands."),
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
            "--decks, --rule-set, --token and --option say what bears on a hand, and there is "
            "none.",
            hint="Add --hand “CARD CARD …”.",
        )


def print_answer(answer: Judgement, table: TableState) -> None:
    """Print what hands are worth, and why."""
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
