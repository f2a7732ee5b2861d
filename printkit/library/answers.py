"""The answers that are written as JSON, and their schemas.

Input: the name of an answer. Output: its JSON Schema, made from the type of the record that holds
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

import msgspec

from printkit.base.errors import require_known
from printkit.base.options import OptionData
from printkit.base.records import DRAFT, REF, add_help
from printkit.base.sentences import Sentence
from printkit.jobs.plan import PlanData
from printkit.jobs.status import FolderStatusData
from printkit.library.checked import CheckedRow
from printkit.library.listings import (
    ListedDeck,
    ListedEdition,
    ListedProduct,
    ListedSizes,
    ListedTarget,
    ListedVariant,
)
from printkit.model.load import GameData
from printkit.rules.answers import JudgementData
from printkit.rules.odds import OddsData
from printkit.rules.showdown import SettledShowdown
from printkit.rules.standins import MappedJudgementData, MappingData
from printkit.targets.preflight.findings import FindingData

# The types of the answers by their names, with the command or the function that gives each.
ANSWERS: Mapping[str, tuple[Any, str]] = {
    "show": (GameData, "printkit show VARIANT --json"),
    "hands": (JudgementData, "printkit show VARIANT --hand CARDS --json"),
    "odds": (OddsData, "printkit show VARIANT --odds --json"),
    "settle": (SettledShowdown, "printkit settle VARIANT --hand CARDS --json"),
    "map": (MappingData, "printkit map DECK VARIANT --json"),
    "map-hands": (MappedJudgementData, "printkit map DECK VARIANT --hand CARDS --json"),
    "plan": (PlanData, "printkit.plan(…).as_data()"),
    "list": (list[ListedVariant], "printkit list --json"),
    "sizes": (ListedSizes, "printkit list --sizes --json"),
    "targets": (list[ListedTarget], "printkit list --targets --json"),
    "editions": (list[ListedEdition], "printkit list --editions --json"),
    "decks": (list[ListedDeck], "printkit.list_decks()"),
    "products": (list[ListedProduct], "printkit.list_products()"),
    "options": (list[OptionData], "printkit.list_options()"),
    "status": (list[FolderStatusData], "printkit status VARIANT|FOLDER --json"),
    "check": (list[CheckedRow], "printkit check FILE --json"),
    "preflight": (list[FindingData], "printkit preflight FILE|FOLDER --for TARGET --json"),
}


def answer_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of an answer. Raises PrintkitError for an unknown name."""
    require_known(name, ANSWERS, Sentence("“{name}” is not an answer.", name=name), "answers")
    (form,), parts = msgspec.json.schema_components([ANSWERS[name][0]], ref_template=REF)
    for part in parts.values():
        part["description"] = cleandoc(part["description"])
    add_help(parts)
    return {"$schema": DRAFT, **form, "$defs": parts}
