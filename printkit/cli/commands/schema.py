"""Print the JSON Schema of a file or of an answer."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from printkit.base.errors import require_known
from printkit.base.sentences import Sentence
from printkit.cli.options import name_type
from printkit.cli.speech import Command, echo_json
from printkit.model.schema import json_schema

# The files with a schema, and the function that returns it.
FILES = {
    "theme": "printkit.art.theme_file:theme_schema",
    "edition": "printkit.art.theme_file:edition_schema",
    "target": "printkit.targets.target:target_schema",
    "settings": "printkit.cli.config:settings_schema",
    "printer": "printkit.base.printer_profile:printer_schema",
    "job": "printkit.jobs.job:job_schema",
    "manifest": "printkit.jobs.staging:manifest_schema",
}


def _list_known() -> list[str]:
    from printkit.library.answers import ANSWERS  # slow, and a definition needs none

    return [*FILES, *ANSWERS]


@click.command(cls=Command)
@click.argument("kind", type=name_type("KIND", _list_known, files=False), default="")
def command(kind: str) -> None:
    """Print the JSON Schema of definitions, which editors use to complete and check them.

    With KIND, print the schema of another kind of file (theme, edition, target, settings, printer,
    job or manifest) or of a JSON answer: show, hands, odds, map-hands, map, settle, plan, list,
    sizes, targets, editions, decks, products, options, status, check or preflight.

    \b
    Examples:
      printkit schema > printkit.schema.json
      (first line of my-deck.toml:  #:schema ./printkit.schema.json)
      printkit schema theme > theme.schema.json
      printkit schema settle
    """
    if kind:
        require_known(
            kind, _list_known(), Sentence("“{name}” has no schema.", name=kind), "schemas"
        )
    echo_json(_schema_of(kind))


def _schema_of(kind: str) -> dict[str, Any]:
    if not kind:
        return json_schema()
    if kind in FILES:
        module, _, function = FILES[kind].partition(":")
        schema: dict[str, Any] = getattr(import_module(module), function)()
        return schema
    from printkit.library.answers import answer_schema

    return answer_schema(kind)
