"""A validator of the part of JSON Schema that our schemas use; any other keyword is an error."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

TYPES: Mapping[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}
# Keywords without a separate effect: annotations, and the parts of a type.
WORDS = {"$schema", "$defs", "title", "description", "default", "type", "required", "properties",
         "additionalProperties", "propertyNames", "items", "prefixItems"}  # fmt: skip


def schema_faults(schema: Mapping[str, Any], value: Any, root: Any = None) -> list[str]:
    """The places of a value that its schema does not allow, and the keys that it does not name."""
    return list(_faults(schema, value, root or schema, "$"))


def _faults(schema: Mapping[str, Any], value: Any, root: Any, at: str) -> Iterator[str]:
    kind = schema.get("type")
    if kind is not None and not _is(kind, value):
        yield f"{at}: {value!r} is not of type {kind}"
        return
    if kind == "object":
        yield from _entries(schema, value, root, at)
    elif kind == "array":
        yield from _items(schema, value, root, at)
    for word, rule in schema.items():
        match word:
            case "$ref":
                yield from _faults(root["$defs"][rule.rpartition("/")[2]], value, root, at)
            case "anyOf":
                if all(list(_faults(form, value, root, at)) for form in rule):
                    yield f"{at}: {value!r} is none of {rule}"
            case "enum":
                if value not in rule:
                    yield f"{at}: {value!r} is not in {rule}"
            case "minimum":
                if value < rule:
                    yield f"{at}: {value} < {rule}"
            case "maximum":
                if value > rule:
                    yield f"{at}: {value} > {rule}"
            case "pattern":
                if not re.search(rule, value):
                    yield f"{at}: {value!r} does not match {rule}"
            case "minLength" | "minItems":
                if len(value) < rule:
                    yield f"{at}: {value!r} is too short"
            case "maxLength" | "maxItems" | "maxProperties":
                if len(value) > rule:
                    yield f"{at}: {value!r} is too long"
            case _:
                assert word in WORDS, f"unknown keyword {word}"


def _is(kind: str, value: Any) -> bool:
    return isinstance(value, TYPES[kind]) and (type(value) is bool) == (kind == "boolean")


def _entries(schema: Mapping[str, Any], value: Any, root: Any, at: str) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{at}: lacks {key}"
    for key, item in value.items():
        yield from _faults(schema.get("propertyNames", {}), key, root, f"{at}.{key}")
        if key in known:
            yield from _faults(known[key], item, root, f"{at}.{key}")
        elif isinstance(others, Mapping):
            yield from _faults(others, item, root, f"{at}.{key}")
        elif known:
            yield f"{at}: {key} is not documented"


def _items(schema: Mapping[str, Any], value: Any, root: Any, at: str) -> Iterator[str]:
    first, others = schema.get("prefixItems", []), schema.get("items", True)
    for i, item in enumerate(value):
        if i < len(first):
            yield from _faults(first[i], item, root, f"{at}[{i}]")
        elif isinstance(others, Mapping):
            yield from _faults(others, item, root, f"{at}[{i}]")
        elif others is False:
            yield f"{at}: has too many entries"
