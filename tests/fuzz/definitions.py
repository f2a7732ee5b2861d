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


def _write(random: Random, tree: dict[str, Any]) -> bytes:
    return write_toml(change_tree(random, tree)).encode("utf-8", "replace")
