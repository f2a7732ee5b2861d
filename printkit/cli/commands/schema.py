"""Print the JSON Schema of definitions, for editors."""

from __future__ import annotations

import click

from printkit.cli import echo_json
from printkit.cli.speech import Command
from printkit.model.schema import json_schema


@click.command(cls=Command)
def command() -> None:
    """Print the JSON Schema of a definition, which lets editors complete and check it.

    \b
    Examples:
      printkit schema > printkit.schema.json
      (then, first line of my-deck.toml:  #:schema ./printkit.schema.json)
    """
    echo_json(json_schema())
