"""Help texts of the model's fields, and the JSON Schema of a definition for editors."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from printkit.model.fields import all_parts, encoded_names, forms_of
from printkit.model.variant import Variant


@cache
def help_texts(kind: type) -> dict[str, str]:
    """Return the help texts of a part by field: the strings below the fields in the source."""
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        texts |= _of_module(base.__module__).get(base.__name__, {})
    return texts


@cache
def _of_module(module: str) -> dict[str, dict[str, str]]:
    import ast
    import inspect

    if not module.startswith(__package__ or ""):
        return {}
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:  # distributed without sources: messages lack help texts
        return {}
    texts: dict[str, dict[str, str]] = {}
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        own = texts.setdefault(node.name, {})
        for line, below in zip(node.body, node.body[1:], strict=False):
            match line, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    own[name] = " ".join(text.split())
    return texts


DRAFT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"
_DRAWING = "An emblem of templates/art, or a picture beside the definition."


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a definition, with help texts as descriptions."""
    definitions: dict[str, Any] = {}

    def schema_of(kind: Any) -> dict[str, Any]:
        name = "Drawing" if kind is Path else kind.__name__
        if name not in definitions:
            forms, parts = msgspec.json.schema_components(
                forms_of(kind).values(), schema_hook=schema_of, ref_template=REF
            )
            definitions.update(parts)
            about = _DRAWING if kind is Path else (kind.__doc__ or "").partition("\n")[0]
            shape = dict(forms[0]) if len(forms) == 1 else {"anyOf": list(forms)}
            definitions[name] = {"description": about, **shape}
        return {"$ref": REF.format(name=name)}

    _, parts = msgspec.json.schema_components([Variant], schema_hook=schema_of, ref_template=REF)
    definitions |= parts
    add_help(definitions)
    root = definitions.pop(Variant.__name__)
    return {"$schema": DRAFT, **root, "$defs": definitions}


def add_help(definitions: dict[str, Any]) -> None:
    """Add the help texts of fields to the schemas of parts, by their names."""
    for part in all_parts():
        keys = definitions.get(part.__name__, {}).get("properties", {})
        names = encoded_names(part)
        for name, text in help_texts(part).items():
            if names.get(name) in keys:
                keys[names[name]]["description"] = text
