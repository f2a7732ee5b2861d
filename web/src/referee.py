"""Judge hands and settle showdowns for the page: JSON in, JSON out.

This module needs definitions and rules but no drawing code, so it is ready while the rest of the
program is still being fetched. Errors are returned as `{"fault": {…}}` in the language of the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from printkit.base.errors import PrintkitError, problems
from printkit.base.messages import translate_fault
from printkit.model.load import load
from printkit.rules.answers import read_table_state
from printkit.rules.showdown import judge_written, settle_hands


def answer(function: Callable[..., Any]) -> Callable[[str], str]:
    """Wrap a function so that it returns JSON, with an exception as a `fault`."""

    def ask(text: str) -> str:
        asked = json.loads(text)
        try:
            return json.dumps(function(asked))
        except PrintkitError as error:
            fault, language = problems(error)[0], asked.get("language", "en")
            words = {
                "words": translate_fault(language, fault.message),
                "cure": translate_fault(language, fault.hint),
            }
            return json.dumps({"fault": {**words, "faults": []}})

    return ask


@answer
def judge(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the judgement of hands, with reasons."""
    variant, language = load(asked["variant"], language=asked["language"]), asked["language"]
    table = read_table_state(
        variant,
        asked.get("decks", 1),
        asked.get("rule_set"),
        asked.get("tokens", ()),
        asked.get("options", ()),
        asked.get("target"),
        language=language,
    )
    return judge_written(
        variant, asked["hands"], language, table, asked.get("common", "")
    ).as_data()


@answer
def settle(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the payments of a showdown with their rules.

    The page links to the chapters of the rules, so no booklet is composed.
    """
    variant = load(asked["variant"], language=asked["language"])
    return settle_hands(variant, asked["hands"], asked["language"], **asked["known"]).as_data()
