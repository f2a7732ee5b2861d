"""Definitions: real ones with changes, and new ones generated from the schema."""

import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from printkit.base.content import content_path
from printkit.model.schema import json_schema
from tests.fuzz.trees import Grower, change_tree, write_toml
from tests.fuzz.values import WORDS, damage

# A small game to which keys are added.
BASE = Path(__file__).with_name("small.toml").read_text(encoding="utf-8")
_IDS = ("a", "b", "mine", "deck", "sabers", "joker", "sabers-1", "ante", "pot", "1", "1-3", "two")


@cache
def _schema() -> dict[str, Any]:
    return json_schema()


@cache
def real() -> tuple[str, ...]:
    """Return the texts of the definitions that we ship."""
    files = (
        *sorted(content_path("variants").glob("*.toml")),
        *sorted(content_path("standins").glob("*.toml")),
    )
    return tuple(path.read_text(encoding="utf-8") for path in files)


def make(random: Random) -> bytes:
    """Return a definition: mostly a small one."""
    kind = random.random()
    if kind < 0.15:
        return damage(random, random.choice((BASE, *real()))).encode()
    if kind < 0.35:
        return _write(random, tomllib.loads(random.choice(real())))
    base = tomllib.loads(BASE)
    if kind < 0.55:
        return _write(random, base)
    keys = _schema()["properties"]
    grower = Grower(_schema(), random, (*_IDS, *WORDS) if random.random() < 0.3 else _IDS)
    for key in random.sample(list(keys), k=random.choice((1, 1, 2, 3, 6))):
        if key not in base or random.random() < 0.3:
            base[key] = grower.grow(keys[key])
    return _write(random, base) if random.random() < 0.2 else write_toml(base).encode()


_FAMILIES = ("deck", "second", "third")
_KINDS = ("hand", "hand", "pot", "discard", "draw", "field", "common", "button", "dice", "tokens")


def make_layer(random: Random) -> bytes:
    """Return keys that are laid over a game of several families: cards of some, a table, a
    counting; changed here and there, or with a key grown from the schema."""
    names = {"en": "A", "fr": "B"}
    tree: dict[str, Any] = {
        "cards": [
            {"id": f"c-{n}", "name": names, "family": random.choice(_FAMILIES), "value": n}
            for n in range(random.choice((0, 1, 2, 5)))
        ],
        "places": [
            {"id": f"p-{n}", "name": names, "kind": random.choice(_KINDS)}
            for n in range(random.choice((0, 1, 1, 2, 6)))
        ],
    }
    if random.random() < 0.8:
        system = random.choice(("sum", "past", "difference"))
        tree["counting"] = {"cards": random.choice((1, 2, 3, 3, 4)), "system": system}
    if random.random() < 0.2:
        tree["without"] = ["joker", "sabers-1", "sabers-2", "sabers-3"][: random.randrange(5)]
    if random.random() < 0.2:
        keys = _schema()["properties"]
        key = random.choice([one for one in keys if one not in ("extends", *tree)])
        tree[key] = Grower(_schema(), random, (*_IDS, *_FAMILIES)).grow(keys[key])
    return _write(random, tree) if random.random() < 0.3 else write_toml(tree).encode()


def _write(random: Random, tree: dict[str, Any]) -> bytes:
    return write_toml(change_tree(random, tree)).encode("utf-8", "replace")
