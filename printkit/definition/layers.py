"""A definition and what it extends, as one. Room: definition.

In: the path of a TOML file. Out: the merged raw data, and a way to find where each key was
written, in this file, in the one it extends, or in the CSV beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from printkit.base.assets import template
from printkit.base.errors import DefinitionError, PrintkitError, Problem, choices
from printkit.base.files import inside, read_text
from printkit.definition.csv_cards import CsvCards, read_cards
from printkit.definition.toml_source import KeyPath, Positions, parse

MOST_BYTES = 8_000_000
Raw = dict[str, Any]


@dataclass(frozen=True)
class Layer:
    """One file: its path, its text, its data."""

    path: Path
    text: str
    data: Raw


@dataclass
class Stack:
    """A definition with all it extends: the nearest layer first, and their merged data."""

    layers: list[Layer]
    data: Raw
    csv: list[CsvCards] = field(default_factory=list)
    _positions: dict[Path, Positions] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.layers[0].path

    @property
    def folder(self) -> Path:
        return self.path.parent

    def problem(self, path: KeyPath, what: str, accepted: str = "") -> Problem:
        """A Problem at the place where the key path (of the merged data) was written."""
        file, line, column = self._place(path)
        key = "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path).lstrip(".")
        return Problem(file, line, column, key, what, accepted)

    def _place(self, path: KeyPath) -> tuple[str, int, int]:
        for source in self.csv:
            if place := source.place(self.data, path):
                return place
        best: tuple[int, Layer, KeyPath] | None = None
        for layer in self.layers:
            own = _own_path(self.data, layer.data, path)
            if best is None or len(own) > best[0]:
                best = (len(own), layer, own)
        assert best is not None
        _, layer, own = best
        if layer.path not in self._positions:
            self._positions[layer.path] = Positions(layer.text)
        return (str(layer.path), *self._positions[layer.path].find(own))


def _own_path(merged: Any, data: Any, path: KeyPath) -> KeyPath:
    """As much of a path of the merged data as one layer wrote, in the layer's own indices."""
    own: list[str | int] = []
    for key in path:
        if isinstance(key, int) and isinstance(merged, list) and isinstance(data, list):
            wanted = merged[key] if key < len(merged) else None
            name = wanted.get("id") if isinstance(wanted, dict) else None
            index = next(
                (i for i, item in enumerate(data) if name and _id(item) == name),
                key if name is None and key < len(data) else None,
            )
            if index is None:
                break
            own.append(index)
            merged, data = wanted, data[index]
            continue
        try:
            merged, data = merged[key], data[key]
        except (KeyError, IndexError, TypeError):
            break
        own.append(key)
    return tuple(own)


def _id(item: Any) -> Any:
    return item.get("id") if isinstance(item, dict) else None


def read_stack(path: Path) -> Stack:
    """The definition at `path` with all it extends. Raises PrintkitError, DefinitionError."""
    layers: list[Layer] = []
    following: Path | None = path
    while following is not None:
        if any(layer.path.resolve() == following.resolve() for layer in layers):
            names = " → ".join(layer.path.name for layer in layers)
            raise _at_extends(layers[-1], f"extends runs in a circle: {names} → {following.name}.")
        text = read_text(following, what="definition", most=MOST_BYTES)
        if not text.strip():
            raise PrintkitError(
                "This definition is empty.",
                place=str(following),
                cure="Start from a copy of one in templates/variants/.",
            )
        layers.append(Layer(following, text, parse(text, following)))
        following = _parent(layers[-1])
    stack = Stack(layers, layers[-1].data)
    for layer in reversed(layers):
        own = dict(layer.data)
        name = own.get("cards_csv")
        if isinstance(name, str) and isinstance(own.get("cards", []), list):
            source = read_cards(layer.path.parent, name, partial(_at, layer, "cards_csv"))
            stack.csv.append(source)
            own["cards"] = [*own.get("cards", []), *source.cards]
        stack.data = own if layer is layers[-1] else merge(stack.data, own)
    without = stack.data.pop("without", None)
    if isinstance(without, list) and isinstance(stack.data.get("cards"), list):
        stack.data["cards"] = [c for c in stack.data["cards"] if _id(c) not in without]
    stack.data.pop("extends", None)
    return stack


def merge(base: Raw, own: Raw) -> Raw:
    """`own` laid over `base`: tables by key, lists of tables by id, all else replaced."""
    merged = dict(base)
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            merged[key] = merge(before, value)
        elif _has_ids(before) and _has_ids(value):
            merged[key] = _merge_by_id(before, value)
        else:
            merged[key] = value
    return merged


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_id(item) is not None for item in value)


def _merge_by_id(base: Any, own: Any) -> list[Any]:
    changed = {item["id"]: item for item in own}
    known = {item["id"] for item in base}
    kept = [merge(item, changed[item["id"]]) if item["id"] in changed else item for item in base]
    return kept + [item for item in own if item["id"] not in known]


def _parent(layer: Layer) -> Path | None:
    name = layer.data.get("extends")
    if not isinstance(name, str):
        return None  # absent, or of a wrong type, which the schema tells
    ours = template("variants", f"{name}.toml")
    if not name.endswith(".toml"):
        if ours.is_file():
            return ours
        known = [path.stem for path in template("variants").glob("*.toml")]
        raise _at_extends(
            layer, f"extends “{name}”, which is not known.", choices(name, known, "variants")
        )
    beside = inside(layer.path.parent, name)
    if beside is None:
        raise _at_extends(
            layer,
            f"extends “{name}”, which lies outside the definition's folder.",
            "Put it into that folder.",
        )
    if not beside.is_file():
        raise _at_extends(layer, f"extends “{name}”, and there is no such file.")
    return beside


def _at_extends(layer: Layer, what: str, accepted: str = "") -> DefinitionError:
    return DefinitionError([_at(layer, "extends", what, accepted)])


def _at(layer: Layer, key: str, what: str, accepted: str = "") -> Problem:
    line, column = Positions(layer.text).find((key,))
    return Problem(str(layer.path), line, column, key, what, accepted)
