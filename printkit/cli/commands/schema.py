"""Print the JSON Schema of definitions and answers."""

from __future__ import annotations

import click

from printkit.cli.options import name_type
from printkit.cli.speech import Command, echo_json
from printkit.model.schema import json_schema


def _list_answers() -> list[str]:
    from printkit.library.answers import ANSWERS  # slow, and a definition needs none

    return [*ANSWERS]


@click.command(cls=Command)
@click.argument("answer", type=name_type("ANSWER", _list_answers, files=False), default="")
def command(answer: str) -> None:
    """Print the JSON Schema of a definition, which lets editors complete and check it.

    With ANSWER, print the schema of an answer that printkit writes as JSON: show, hands, odds,
    settle, map, map-hands, plan, list, sizes, targets, editions, decks, products, options, status,
    check or preflight.

    \b
    Examples:
      printkit schema > printkit.schema.json
      (then, first line of my-deck.toml:  #:schema ./printkit.schema.json)
      printkit schema settle
    """
    if answer:
        from printkit.library.answers import answer_schema

        echo_json(answer_schema(answer))
    else:
        echo_json(json_schema())
