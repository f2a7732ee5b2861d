"""SVG drawings: shapes with extreme numbers, and features of drawing programs."""

import re
import tomllib
from pathlib import Path
from random import Random

from tests.fuzz.values import SEEDS, list_seeds, spoil

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" '
_NUMBERS, _BOXES = (list_seeds(SEEDS["drawings"][kind]) for kind in ("numbers", "boxes"))
_SHAPES = SEEDS["drawings"]["shapes"]
_PAINTS = {key: list_seeds(values) for key, values in SEEDS["drawings"]["paints"].items()}
_PAINTS["stroke-width"] += _NUMBERS
_FILE = Path(__file__).parents[1] / "graphics" / "features.toml"
_TABLES = tomllib.loads(_FILE.read_text(encoding="utf-8"))
_FEATURES = [body for kind in ("drawn", "pictured", "refused") for body in _TABLES[kind].values()]
_VALUE = re.compile('"([^"<>]*)"')


def make(random: Random) -> bytes:
    """Return a drawing, sometimes a damaged one."""
    return spoil(random, make_drawing(random), 0.2)


def make_drawing(random: Random) -> str:
    """Return a well-formed drawing."""
    box = _BOXES[0] if random.random() < 0.9 else random.choice(_BOXES)
    odd = random.choice((0.0, 0.05, 0.3))
    parts = [_make_element(random, odd) for _ in range(random.choice((1, 1, 2, 3, 8)))]
    if random.random() < 0.3:
        parts.append(_make_feature(random))
    if random.random() < 0.02:
        parts = ["<g>" * 300, *parts, "</g>" * 300]
    return f"{_HEAD}{box}{_make_paint(random, 0.1)}>{''.join(parts)}</svg>"


def _make_feature(random: Random) -> str:
    """Return a feature, sometimes with a value of another or an unusual number."""
    body = random.choice(_FEATURES)
    for _ in range(random.choice((0, 1, 3))):
        own, other = (list(_VALUE.finditer(text)) for text in (body, random.choice(_FEATURES)))
        if own and other:
            place, value = random.choice(own), random.choice(other)[1]
            if random.random() < 0.5:
                value = random.choice(_NUMBERS)
            body = body[: place.start(1)] + value + body[place.end(1) :]
    return body


def _make_element(random: Random, odd: float, depth: int = 0) -> str:
    if random.random() < 0.2 and depth < 3:
        inner = "".join(_make_element(random, odd, depth + 1) for _ in range(random.randrange(3)))
        return f"<g{_make_paint(random)}>{inner}</g>"
    name = random.choice((*_SHAPES, "path", "path"))
    values = {
        key: _make_geometry(random, key, odd) for key in _SHAPES[name] if random.random() < 0.9
    }
    given = "".join(f' {key}="{value}"' for key, value in values.items())
    return f"<{name}{given}{_make_paint(random)}/>"


def _make_geometry(random: Random, key: str, odd: float) -> str:
    if key == "points":
        return " ".join(_number(random, odd) for _ in range(random.choice((4, 6, 6, 7, 60))))
    if key != "d":
        return _number(random, odd)
    counts = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
    steps = []
    for letter in random.choices(list(counts), k=random.randrange(8)):
        numbers = [_number(random, odd) for _ in range(counts[letter])]
        if letter == "A":
            numbers[3:5] = random.choice(("0", "1")), random.choice(("0", "1", "2"))
        steps.append((letter if random.random() < 0.6 else letter.lower()) + " ".join(numbers))
    return f"M{_number(random, odd)} {_number(random, odd)}" + "".join(steps)


def _number(random: Random, odd: float) -> str:
    """Return a number inside an ordinary box, or sometimes an unusual one."""
    return random.choice(_NUMBERS) if random.random() < odd else f"{random.uniform(0, 100):.4g}"


def _make_paint(random: Random, share: float = 0.5) -> str:
    """Return attributes for the paint of a shape."""
    if random.random() > share:
        return ""
    keys = random.sample(list(_PAINTS), k=random.choice((1, 1, 2, 4)))
    values = {key: random.choice(_PAINTS[key]) for key in keys}
    if random.random() < 0.7:  # the first ones are plain
        values = {key: random.choice(_PAINTS[key][:2]) for key in keys}
    return "".join(f' {key}="{value}"' for key, value in values.items())
