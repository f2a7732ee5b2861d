"""Schema faults in the words of a person.

In: a pydantic ValidationError and the stack it is about. Out: Problems with place, key, value,
what is accepted, and the nearest known key.
"""

from __future__ import annotations

import types
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from printkit.base.errors import Diagnostic, did_you_mean
from printkit.definition.layers import Stack
from printkit.definition.toml_source import KeyPath

# The tags of the schema's unions.
_TAGS = ("<one>", "<list>", "<rule>", "<range>")
_TYPES = {
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def explain(error: ValidationError, model: type[BaseModel], stack: Stack) -> list[Diagnostic]:
    """All faults that pydantic found, one Problem each."""
    return [_problem(fault, model, stack) for fault in error.errors(include_url=False)]


def _problem(fault: ErrorDetails, model: type[BaseModel], stack: Stack) -> Diagnostic:
    kind, value, context = fault["type"], fault["input"], fault.get("ctx", {})
    path = _path(fault)
    if kind == "missing":
        holder = stack.key(path[:-1]) or "the definition"
        return stack.problem(path, f"is missing from {holder}.", _described(model, path))
    if kind == "extra_forbidden":
        known = _fields(model, path[:-1])
        return stack.problem(
            path, "is not a key that is known here.", did_you_mean(str(path[-1]), known, "keys")
        )
    shown = _shown(value)
    wanted = _model_at(model, path)
    if kind in _TYPES and wanted is not None and wanted.__name__ == "Text":
        example = ", ".join(f'{language} = "…"' for language in wanted.model_fields)
        what = f"{shown} is not a text in each language."
        return stack.problem(path, what, f"Write {{ {example} }}.")
    if kind in _TYPES:
        return stack.problem(path, f"{shown} is not {_TYPES[kind]}.", _described(model, path))
    if kind == "literal_error":
        expected = context["expected"].replace("'", "").replace(" or ", ", ")
        return stack.problem(path, f"{shown} is not one of: {expected}.", _near(value, expected))
    if kind == "string_pattern_mismatch":
        if "[a-z0-9]" in context["pattern"]:
            hint = "Use lower-case letters, digits and hyphens: evil-one."
            return stack.problem(path, f"{shown} is not an id.", hint)
        if not value.strip():
            return stack.problem(path, f"{shown} is refused: it is empty.", "Write a text.")
        control = next((c for c in value.strip() if ord(c) < 32 or ord(c) == 127), "")
        named = f"U+{ord(control):04X}" if control else ""
        what = f"holds the control character {named}."
        return stack.problem(path, what, "Write the text in one line without it.")
    return stack.problem(path, f"{shown} is refused: {_limit(kind, context, fault['msg'])}.")


def _path(fault: ErrorDetails) -> KeyPath:
    """The key path of a fault, without what pydantic adds for unions and for keys."""
    loc = list(fault["loc"])
    own = loc[-1:] if fault["type"] == "extra_forbidden" else []  # a key may look like anything
    rest = loc[: len(loc) - len(own)]
    if rest and rest[-1] == "[key]":
        rest.pop()
    return (*(part for part in rest if part not in _TAGS), *own)


def _limit(kind: str, context: dict[str, Any], message: str) -> str:
    if kind == "greater_than_equal":
        return f"the least is {context['ge']}"
    if kind == "less_than_equal":
        return f"the greatest is {context['le']}"
    if kind == "too_short":
        return f"it needs at least {context['min_length']} entry"
    if kind == "too_long":
        return f"it takes at most {context['max_length']} entries"
    if kind == "string_too_short":
        return "it is empty"
    if kind == "string_too_long":
        return f"it takes at most {context['max_length']} characters"
    return message[:1].lower() + message[1:].rstrip(".")


def _near(value: Any, expected: str) -> str:
    near = did_you_mean(str(value), expected.split(", "), "choices").partition(" Known")[0]
    return near if near.startswith("Did") else ""


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f"“{value}”" if len(value) <= 60 else f"“{value[:57]}…”"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "this table"
    if isinstance(value, list):
        return "this list"
    text = str(value)
    return text if len(text) <= 24 else f"{text[:23]}…"


def _described(model: type[BaseModel], path: KeyPath) -> str:
    """The help text of the field at `path`, as what would be accepted."""
    holder = _model_at(model, path[:-1])
    for name, info in (holder.model_fields if holder else {}).items():
        if (info.alias or name) == path[-1] and info.description:
            return f"Accepted: {info.description}."
    return ""


def _fields(model: type[BaseModel], path: KeyPath) -> list[str]:
    holder = _model_at(model, path)
    return [i.alias or n for n, i in holder.model_fields.items()] if holder else []


def _model_at(model: type[BaseModel], path: KeyPath) -> type[BaseModel] | None:
    """The model that describes the table at `path`, found by following the annotations."""
    current: Any = model
    for key in path:
        if isinstance(current, type) and issubclass(current, BaseModel):
            fields = {i.alias or n: i.annotation for n, i in current.model_fields.items()}
            if key not in fields:
                return None
            current = _unwrapped(fields[str(key)])
        else:
            current = _unwrapped(get_args(current)[-1]) if get_args(current) else None
    return current if isinstance(current, type) and issubclass(current, BaseModel) else None


def _unwrapped(annotation: Any) -> Any:
    """The table, list or model inside optional and annotated types."""
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        parts = [_unwrapped(p) for p in get_args(annotation) if p is not type(None)]
        models = [p for p in parts if isinstance(p, type) and issubclass(p, BaseModel)]
        return models[0] if models else parts[0]
    if hasattr(annotation, "__metadata__"):
        return _unwrapped(get_args(annotation)[0])
    return annotation
