"""Draw the pictures of Moth Light: a card each, edge to edge, and the back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from engraving import Field, Point, Woodcut, rotate, save
from PIL import Image

# The card with its bleed of 3 mm, 69.5 by 94.9 mm, at 234 dpi.
SIZE = (640, 874)
HEIGHT = 136.5  # in units of a hundredth of the width
NIGHT = ("#141a33", "#1d2748", "#2b3761")
KEY = "#0b0f22"
MIDDLE = 62.0

# For each moth: copies, fore wing and hind wing (points of the right half), colours, pattern.
Wing = list[Point]
BROAD: tuple[Wing, Wing] = (
    [(1, -12), (14, -30), (34, -38), (40, -33), (36, -20), (27, -6), (10, 1), (1, 0)],
    [(1, -2), (14, -3), (27, 2), (31, 14), (24, 27), (12, 28), (4, 16)],
)
TAILED: tuple[Wing, Wing] = (
    [(1, -14), (12, -26), (30, -33), (40, -31), (33, -18), (20, -6), (1, -1)],
    [
        (1, -3),
        (16, -4),
        (26, 4),
        (24, 18),
        (17, 30),
        (19, 44),
        (13, 52),
        (9, 46),
        (11, 32),
        (4, 16),
    ],
)
HAWK: tuple[Wing, Wing] = (
    [(1, -14), (10, -19), (28, -25), (44, -24), (42, -19), (24, -8), (10, 1), (1, 2)],
    [(1, 0), (10, -3), (22, -3), (27, 3), (18, 12), (8, 14), (2, 10)],
)
ROUND: tuple[Wing, Wing] = (
    [(1, -10), (10, -26), (26, -31), (36, -22), (34, -8), (22, 0), (1, 1)],
    [(1, -1), (18, 0), (31, 6), (32, 18), (22, 27), (9, 24), (2, 12)],
)
MOTHS: dict[str, tuple[int, tuple[Wing, Wing], tuple[str, ...], str]] = {
    "candle": (3, BROAD, ("#6d2a12", "#b3541e", "#e8953a", "#ffd98a"), "eyes"),
    "sea-glass": (3, TAILED, ("#2d6b5c", "#68b08a", "#b4dca8", "#effadb"), "eyes"),
    "ember": (3, ROUND, ("#3a1414", "#8f2a20", "#dc5a34", "#ffb36b"), "bands"),
    "frost": (3, BROAD, ("#4d6280", "#8fa9c4", "#cbdcea", "#ffffff"), "veins"),
    "harlequin": (3, HAWK, ("#23302a", "#54703c", "#a3b04e", "#efe6a0"), "spots"),
    "ink": (3, ROUND, ("#1c1a2e", "#3c3960", "#6f6a98", "#b9b3d6"), "veins"),
    "saffron": (3, TAILED, ("#7a4a10", "#c98a1e", "#f3c544", "#fff0ad"), "spots"),
    "rosewater": (3, ROUND, ("#7c3350", "#c0688a", "#eda6b8", "#ffe6e2"), "eyes"),
    "dragonfruit": (3, HAWK, ("#57123f", "#a8266a", "#e75f96", "#ffc2c9"), "veins"),
    "moss": (3, TAILED, ("#22352a", "#456a4a", "#86a86a", "#dbe5b0"), "bands"),
}


def night(cut: Woodcut, glow: Point | None = None) -> None:
    """Lay the night, with the light of the lamp where one is."""
    every = np.ones_like(cut.x)
    if glow is None:
        cut.fill(every, NIGHT, np.clip(cut.noise(3, 4), 0, 0.99))
        cut.lines(every, 0.3 * cut.noise(4, 3) + 0.08, cut.y + cut.noise(3, 3) * 16, 2.1)
        return
    far = np.hypot(cut.x - glow[0], cut.y - glow[1])
    warm = ("#f4c669", "#d9913f", "#9a5a45", "#56406a", *reversed(NIGHT))
    cut.fill(every, warm, np.clip(far / 78 + (cut.noise(4, 3) - 0.5) * 0.07, 0, 0.999))
    cut.lines(every, np.clip(far / 200, 0.04, 0.3), far + (cut.noise(3, 3) - 0.5) * 4, 2.8)


def mirror(outline: Wing, at: Point, size: float, side: int) -> Wing:
    """Return an outline of a right half, placed, on one side."""
    return [(at[0] + side * x * size, at[1] + y * size) for x, y in outline]


def draw_moth(cut: Woodcut, name: str, at: Point = (50, MIDDLE), size: float = 1.12) -> None:
    """Set a moth with spread wings."""
    _, wings, colours, pattern = MOTHS[name]
    for part, outline in reversed(list(enumerate(wings))):
        root = (at[0], at[1] - 6 * size)
        halves = [mirror(outline, at, size, side) for side in (1, -1)]
        mask = cut.shape(*halves)
        far = np.hypot(cut.x - root[0], cut.y - root[1]) / size
        angle = np.arctan2(cut.y - root[1], np.abs(cut.x - root[0]))
        tone = far / 44 + (cut.noise(7, 3) - 0.5) * 0.16
        if pattern == "bands":
            tone += 0.2 * np.sin(far * 0.62 + np.sin(angle * 9) * 1.1)
        cut.fill(mask, colours, np.clip(tone, 0, 0.999))
        veins = angle * 24 / np.pi * 1.6
        strength = 0.42 if pattern == "veins" else 0.2
        cut.lines(mask, strength + 0.5 * cut.round(mask, depth=3) - 0.25, veins, 1)
        cut.lines(mask, np.clip(0.9 - np.abs(far - (36 - 9 * part)) / 1.5, 0, 0.7), far * 1.0, 1.7)
        _mark(cut, pattern, part, at, size, colours, mask)
        cut.outline(mask, 0.9)
    _body(cut, at, size, colours)


def _mark(cut: Woodcut, pattern: str, part: int, at: Point, size: float, colours: tuple[str, ...],
          wing: Field) -> None:  # fmt: skip
    """Put eyes or spots on both halves of a pair of wings."""
    places = {"eyes": ([(23, -20, 5.2)], [(17, 10, 4.4)]),
              "spots": ([(12, -16, 2.2), (19, -21, 2.8), (27, -24, 2.2), (20, -11, 1.8)],
                        [(10, 4, 1.8), (17, 4, 2.2), (16, 11, 1.6)])}  # fmt: skip
    for x, y, r in places.get(pattern, ([], []))[part]:
        for side in (1, -1):
            cx, cy = at[0] + side * x * size, at[1] + y * size
            rings = ((1.0, colours[3]), (0.8, colours[0]), (0.52, "#f7efd8"), (0.34, "#10142a"))
            for share, colour in rings if pattern == "eyes" else rings[:2]:
                cut.fill(cut.disc(cx, cy, r * share * size) * wing, (colour,))
            cut.fill(cut.disc(cx - r * 0.12, cy - r * 0.14, r * 0.1 * size), ("#ffffff",))


def _body(cut: Woodcut, at: Point, size: float, colours: tuple[str, ...]) -> None:
    """Set the body, its stripes and its feathered antennae."""
    for side in (1, -1):
        for n in range(9):
            t = n / 8
            x, y = 2 + 11 * t, -16 - 12 * t + 5 * t * t
            plume = [(x, y), (x + 3.4 - 2 * t, y - 3.4 + 3 * t), (x + 0.9, y + 0.2)]
            stem = [(x, y - 0.35), (x + 1.5, y - 1.9), (x + 1.5, y - 1.1), (x, y + 0.4)]
            for outline in (plume, stem):
                placed = mirror(outline, at, size, side)
                cut.fill(cut.shape(placed, smooth=False), (colours[3],))
    trunk = [(0, -17), (3.2, -14), (3.8, -8), (3, -2), (3.2, 8), (2.2, 18), (0, 23)]
    whole = [*mirror(trunk, at, size, 1), *reversed(mirror(trunk[1:-1], at, size, -1))]
    mask = cut.shape(whole)
    dark = cut.round(mask, depth=2.4)
    cut.fill(mask, colours, np.clip(1.1 - dark, 0, 0.999))
    cut.lines(mask, dark * 0.8, cut.y + 0.06 * (cut.x - at[0]) ** 2, 1.9)
    cut.outline(mask, 0.7)


def draw_card(name: str, seed: int) -> Image.Image:
    """Return the picture of a moth."""
    cut = Woodcut(*SIZE, seed=seed)
    night(cut, (50, MIDDLE))
    draw_moth(cut, name, size=0.98 if MOTHS[name][1] is HAWK else 1.12)
    return cut.finish(KEY)


def draw_bat() -> Image.Image:
    """Return the picture of the bat, which comes without a light."""
    cut = Woodcut(*SIZE, seed=77)
    night(cut)
    moon = cut.disc(50, 50, 36)
    cut.fill(
        moon, ("#c9a25a", "#efd28a", "#fff1bf"), np.clip(1.1 - cut.round(moon, depth=12), 0, 0.99)
    )
    cut.lines(moon, 0.16, cut.y + cut.noise(3, 3) * 8, 2.4)
    half = [(0, -10), (3, -17), (4.5, -10), (9, -9), (20, -22), (38, -26), (46, -14), (44, 0),
        (36, -6),
            (31, 6), (22, 1), (16, 13), (8, 7), (4, 16), (0, 19)]  # fmt: skip
    whole = [*mirror(half, (50, 62), 1.0, 1), *reversed(mirror(half[1:-1], (50, 62), 1.0, -1))]
    mask = cut.shape(whole, smooth=False)
    dark = cut.round(mask, depth=4)
    cut.fill(mask, ("#120e1c", "#2a2038", "#4b3a56"), np.clip(0.95 - dark, 0, 0.99))
    fan = np.arctan2(cut.y - 50, np.abs(cut.x - 50)) * 9
    cut.lines(mask, dark * 0.7, fan, 1)
    cut.outline(mask, 0.8)
    for x in (48, 52):
        cut.fill(cut.disc(x, 55, 0.9), ("#ffd27a",))
    return cut.finish(KEY)


def draw_back() -> Image.Image:
    """Return the back, the same upside down: a lamp between two moths."""
    cut = Woodcut(*SIZE, seed=5)
    night(cut, (50, HEIGHT / 2))
    for n in range(12):
        turn = n * 30.0
        ray = rotate([(50, HEIGHT / 2 - 24), (52, HEIGHT / 2 - 46), (50, HEIGHT / 2 - 64),
                      (48, HEIGHT / 2 - 46)], turn, (50, HEIGHT / 2))  # fmt: skip
        cut.fill(cut.shape(ray, smooth=False), ("#f4c669",))
    draw_moth(cut, "candle", (50, 29), 0.6)
    ring = cut.disc(50, HEIGHT / 2, 15)
    cut.fill(
        ring, ("#fff4cf", "#ffe09a", "#f4c669"), np.hypot(cut.x - 50, cut.y - HEIGHT / 2) / 15.1
    )
    cut.outline(ring, 1)
    flame = cut.shape([(50, 57), (55, 66), (54, 74), (50, 78), (46, 74), (45, 66)])
    cut.fill(flame, ("#e8953a",))
    made = cut.finish(KEY)
    upper = made.crop((0, 0, SIZE[0], SIZE[1] // 2))
    made.paste(upper.rotate(180), (0, SIZE[1] // 2))
    return made


def draw_all(folder: Path) -> None:
    """Write every picture into a folder: `name (copies).png`, and the back."""
    for number, (name, entry) in enumerate(MOTHS.items()):
        save(draw_card(name, number), folder / f"{name} ({entry[0]}).png")
    save(draw_bat(), folder / "bat (6).png")
    save(draw_back(), folder / "back.png")
