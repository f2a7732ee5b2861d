"""SVG drawings: of the subset and beyond it, with numbers at its edges."""

from random import Random

from tests.fuzz.values import damage

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" '
_NUMBERS = (
    *"0 1 5 10 20 33.333 50 50 60 80 99.99 100 100".split(),
    *"-0 -1 -50 .00001 1e-9 99999 -99999 1e5 1e308 -1e400 nan".split(),
    *"inf 5% 5mm 1e 0x5 +7 .5.5".split(),
    "",
    "1" * 400,
    "1 ",
)
_BOXES = (
    'viewBox="0 0 100 100"',
    'viewBox="0 0 1 99999"',
    'viewBox="-50 -50 100 100"',
    'viewBox="99990 99990 9 9"',
    'viewBox="0 0 99999 99999"',
    'viewBox="0 0 1 1"',
    'viewBox="0 0 0 5"',
    'viewBox="0 0 nan 5"',
    'width="30" height="90mm"',
    'width="100%"',
    "",
)
_SHAPES = {
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx"),
    "line": ("x1", "y1", "x2", "y2"),
    "polygon": ("points",),
    "polyline": ("points",),
}
_PAINTS = {
    "fill": ("none", "#000", "#ff0000", "red", "currentColor", "url(#a)", "rgb(1,2,999)", "", "x"),
    "stroke": ("none", "#000", "#123456", "black", "inherit"),
    "stroke-width": ("1", "5", *_NUMBERS),
    "stroke-linecap": ("round", "butt", "x"),
    "stroke-linejoin": ("round", "bevel", "miter", "x"),
    "stroke-dasharray": ("none", "1 2", "0", ".00001", "0 0 1e-9", "-1", "1e400", "9 " * 99),
    "fill-rule": ("evenodd", "nonzero", "x"),
    "opacity": ("1", "1.0", "0", ".5", "0%", "-1", "x", "1e-400"),
    "fill-opacity": ("1", "0", "0.0"),
    "stroke-opacity": ("1", "0", "0.0"),
    "visibility": ("visible", "hidden", "x"),
    "display": ("inline", "none"),
    "class": ("fill-main", "fill-paper stroke-ink", "stroke-none", "fill-x", "figure two-way"),
    "transform": (
        "rotate(45 50 50)",
        "translate(5 -5) scale(.9)",
        "scale(0)",
        "scale(1e5)",
        "scale(.00001 1)",
        "matrix(0 0 0 0 0 0)",
        "rotate(45)",
        "translate(99999)",
        "skewX(9)",
        "scale(1e308) scale(1e308)",
        "matrix(1 1 1 1 50 50)",
        "rotate(1e308)",
        "rotate(90 50",
        "",
        " , ",
        "scale(-1)",
        "rotate(30)" * 50,
    ),
    "style": ("fill:none;stroke:#000", "opacity:0", "display : none", ";;:", "stroke-width:1e308"),
}


def make(random: Random) -> bytes:
    """Return a drawing, sometimes a damaged one."""
    text = make_drawing(random)
    return (damage(random, text) if random.random() < 0.2 else text).encode()


def make_drawing(random: Random) -> str:
    """Return a drawing that is well formed."""
    box = _BOXES[0] if random.random() < 0.9 else random.choice(_BOXES)
    odd = random.choice((0.0, 0.05, 0.3))
    parts = [_make_element(random, odd) for _ in range(random.choice((1, 1, 2, 3, 8)))]
    if random.random() < 0.02:
        parts = ["<g>" * 300, *parts, "</g>" * 300]
    return f"{_HEAD}{box}{_make_paint(random, 0.1)}>{''.join(parts)}</svg>"


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
    """Return a number inside an ordinary box, or with some likelihood an odd one."""
    return random.choice(_NUMBERS) if random.random() < odd else f"{random.uniform(0, 100):.4g}"


def _make_paint(random: Random, share: float = 0.5) -> str:
    """Return attributes that say how a shape is painted."""
    if random.random() > share:
        return ""
    keys = random.sample(list(_PAINTS), k=random.choice((1, 1, 2, 4)))
    values = {key: random.choice(_PAINTS[key]) for key in keys}
    if random.random() < 0.7:  # the first ones are plain
        values = {key: random.choice(_PAINTS[key][:2]) for key in keys}
    return "".join(f' {key}="{value}"' for key, value in values.items())
