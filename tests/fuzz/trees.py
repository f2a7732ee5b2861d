"""Trees of tables, lists and values: changed, generated from a JSON Schema, written as TOML."""

import json
import math
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.fuzz.values import INTEGERS, damage, evil

Node = Any
_COPIES = (1, 1, 2, 30, 300)


def write_toml(tree: dict[str, Node]) -> str:
    """Write a tree as TOML, one line per key."""
    return "".join(f"{_key(key)} = {_value(node)}\n" for key, node in tree.items())


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key)


def _value(node: Node) -> str:
    if isinstance(node, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in node.items()) + " }"
    if isinstance(node, list):
        return "[" + ", ".join(map(_value, node)) + "]"
    if isinstance(node, bool):
        return str(node).lower()
    if isinstance(node, float):
        return repr(node) if math.isfinite(node) else str(node)
    if isinstance(node, int):
        return str(node)
    return json.dumps(str(node)).replace("\x7f", "\\u007f")


def _places(node: Node) -> Iterator[tuple[Any, Any]]:
    """Return all containers in a tree, with a key or an index each."""
    entries = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in entries:
        yield node, key
        if isinstance(child, dict | list):
            yield from _places(child)


def change_tree(random: Random, tree: Node) -> Node:
    """Return a copy of a tree with a few changed nodes."""
    tree = json.loads(json.dumps(tree, default=str))
    for _ in range(random.choice((1, 1, 2, 4))):
        places = list(_places(tree))
        if not places:
            break
        holder, key = random.choice(places)
        _change_node(random, holder, key, places)
    return tree


def _change_node(random: Random, holder: Any, key: Any, places: list[tuple[Any, Any]]) -> None:
    node, change = holder[key], random.randrange(8)
    if change == 0:
        del holder[key]
    elif change == 1 and isinstance(holder, list):
        holder[key:key] = [node] * random.choice(_COPIES)
    elif change == 2 and isinstance(holder, dict):
        holder[damage(random, key) or "x"] = holder.pop(key)
    elif change == 3:
        other, name = random.choice(places)
        # As text, so that no node contains itself.
        holder[key] = json.loads(json.dumps(other.get(name) if isinstance(other, dict) else node))
    elif change == 4 and isinstance(node, str):
        holder[key] = damage(random, node)
    elif change == 5 and isinstance(node, int) and not isinstance(node, bool):
        holder[key] = random.choice((node + 1, node - 1, -node, node * 1000, *INTEGERS))
    elif change == 6 and isinstance(node, dict | list):
        _add_child(random, node)
    else:
        holder[key] = evil(random)
    if isinstance(holder, dict) and holder.get(key, 0) is None:
        del holder[key]


def _add_child(random: Random, node: dict[str, Node] | list[Node]) -> None:
    if isinstance(node, list):
        node.insert(random.randint(0, len(node)), evil(random))
    else:
        node[str(random.choice(("id", "name", "value", "x", "of", "count")))] = evil(random)


class Grower:
    """Generates trees from a JSON Schema, almost always valid."""

    def __init__(self, schema: dict[str, Any], random: Random, words: tuple[str, ...]) -> None:
        self.schema = schema
        self.random = random
        self.words = words

    def grow(self, schema: dict[str, Any], depth: int = 0) -> Node:
        """Return a tree for a schema."""
        random = self.random
        if random.random() < 0.02:
            return evil(random)
        if "$ref" in schema:
            return self.grow(self.schema["$defs"][schema["$ref"].rpartition("/")[2]], depth)
        if "anyOf" in schema:
            forms = [form for form in schema["anyOf"] if form.get("type") != "null"]
            return self.grow(random.choice(forms), depth)
        if "enum" in schema:
            return random.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self._grow_table(schema, depth)
        if kind == "array":
            if "prefixItems" in schema:
                return [self.grow(entry, depth + 1) for entry in schema["prefixItems"]]
            least = schema.get("minItems", 0)
            count = max(least, random.choice((0, 1, 1, 2, 3) if depth < 5 else (0, 1)))
            return [self.grow(schema.get("items", {}), depth + 1) for _ in range(count)]
        if kind == "boolean":
            return random.random() < 0.5
        if kind in ("integer", "number"):
            low, high = int(schema.get("minimum", -30)), int(schema.get("maximum", 30))
            return random.choice((low, high, random.randint(low, high), random.randint(0, 9)))
        return random.choice(self.words)

    def _grow_table(self, schema: dict[str, Any], depth: int) -> dict[str, Node]:
        known = schema.get("properties", {})
        table = {key: self.grow(known[key], depth + 1) for key in schema.get("required", ())}
        more = [key for key in known if key not in table]
        for key in self.random.sample(more, k=min(len(more), self.random.choice((0, 1, 2, 4)))):
            table[key] = self.grow(known[key], depth + 1)
        if isinstance(schema.get("additionalProperties"), dict) and not known:
            for _ in range(self.random.choice((1, 1, 2))):
                key = self.random.choice(("en", "fr", *self.words))
                table[key] = self.grow(schema["additionalProperties"], depth + 1)
        return table
