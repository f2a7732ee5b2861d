"""The JSON Schema of a definition, for editors: from the types and the help texts of fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from printkit.model.fields import all_parts, forms_of
from printkit.model.help_texts import help_texts
from printkit.model.variant import Variant

_REF = "#/$defs/{name}"
_DRAWING = "An emblem of templates/art, or a picture beside the definition."


def json_schema() -> dict[str, Any]:
    """Return the schema, with a help text at every key that has one."""
    definitions: dict[str, Any] = {}

    def schema_of(kind: Any) -> dict[str, Any]:
        name = "Drawing" if kind is Path else kind.__name__
        if name not in definitions:
            forms, parts = msgspec.json.schema_components(
                forms_of(kind).values(), schema_hook=schema_of, ref_template=_REF
            )
            definitions.update(parts)
            about = _DRAWING if kind is Path else (kind.__doc__ or "").partition("\n")[0]
            shape = dict(forms[0]) if len(forms) == 1 else {"anyOf": list(forms)}
            definitions[name] = {"description": about, **shape}
        return {"$ref": _REF.format(name=name)}

    _, parts = msgspec.json.schema_components([Variant], schema_hook=schema_of, ref_template=_REF)
    definitions |= parts
    for part in all_parts():
        keys = definitions.get(part.__name__, {}).get("properties", {})
        names = dict(zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True))
        for name, text in help_texts(part).items():
            if names.get(name) in keys:
                keys[names[name]]["description"] = text
    root = definitions.pop(Variant.__name__)
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, **root, "$defs": definitions}
