"""The JSON Schema of a definition for editors."""

from __future__ import annotations

from typing import Any

from printkit.base.records import record_schema
from printkit.model.variant import Variant

_DRAWING = "An emblem of templates/art, or a picture beside the definition."


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a definition, with help texts as descriptions."""
    return record_schema(Variant, _DRAWING)
