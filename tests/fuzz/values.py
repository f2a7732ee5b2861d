"""Values that often break programs, and changes to texts."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

SEEDS = tomllib.loads(Path(__file__).with_name("seeds.toml").read_text(encoding="utf-8"))


def list_seeds(entries: list[Any]) -> tuple[str, ...]:
    """Return texts of `seeds.toml`, some of them repeated."""
    return tuple(one if isinstance(one, str) else one["text"] * one["times"] for one in entries)


WORDS = list_seeds(SEEDS["words"])
INTEGERS = (0, 1, -1, 2, 3, 7, 10, 60, 99, 100, 999, -999, 10_000, 99_999, 2**31, -(2**63), 10**30)
FLOATS = (0.0, 0.5, -0.5, 1.5, 1e-9, 1e9, 1e308, -1e308, float("nan"), float("inf"), float("-inf"))
_PIECES = list_seeds(SEEDS["pieces"])


def evil(random: Random, depth: int = 0) -> object:
    """Return a value of any TOML type."""
    kind = random.randrange(10 if depth < 2 else 7)
    if kind < 3:
        return random.choice(WORDS)
    if kind < 5:
        return random.choice(INTEGERS)
    if kind == 5:
        return random.choice(FLOATS)
    if kind == 6:
        return random.random() < 0.5
    if kind < 9:
        return [evil(random, depth + 1) for _ in range(random.choice((0, 1, 2, 3, 30)))]
    return {str(random.choice(WORDS)): evil(random, depth + 1) for _ in range(random.randrange(3))}


def damage(random: Random, text: str) -> str:
    """Return a text with a few letters, lines or pieces changed."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        if not text:
            return random.choice(WORDS)
        start = random.randrange(len(text))
        end = min(len(text), start + random.choice((0, 1, 1, 3, 10, 100)))
        lines = text.splitlines(keepends=True)
        change = random.randrange(7)
        if change == 0:
            text = text[:start] + text[end:]
        elif change == 1:
            text = text[:start] + random.choice(_PIECES) + text[start:]
        elif change == 2:
            text = text[:start] + random.choice(WORDS) + text[end:]
        elif change == 3:
            text = text[:start] + text[start:end] * random.choice((2, 3, 50)) + text[end:]
        elif change == 4:
            text = text[:start]
        elif change == 5:
            i, j = random.randrange(len(lines)), random.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            text = "".join(lines)
        else:
            i = random.randrange(len(lines))
            text = "".join([*lines[:i], lines[i] * random.choice((2, 2, 20)), *lines[i:]])
    return text


def spoil(random: Random, text: str, share: float = 0.3) -> bytes:
    """Return texts as bytes; the given share of them is damaged."""
    return (damage(random, text) if random.random() < share else text).encode("utf-8", "replace")
