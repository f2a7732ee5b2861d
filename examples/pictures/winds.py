"""Draw the pictures of the eight winds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from coast import bird, body, stars, sun
from engraving import Point, Woodcut, save

SIZE = (600, 483)
KEY = "#22243c"
# For each wind: sky from top to bottom, water or land, light.
WINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "north": (
        ("#5f7fa8", "#8fb0cc", "#c3d8e4", "#eef4f2"),
        ("#2f4f78", "#4f78a0", "#86a9c4"),
        "#ffffff",
    ),
    "north-east": (
        ("#4a5a72", "#76889a", "#a9b5ba", "#d7d9cf"),
        ("#2b3c48", "#48606a", "#70878a"),
        "#eef1ea",
    ),
    "east": (
        ("#f0a58a", "#f7c59a", "#fbdfb0", "#fff2d0"),
        ("#3f7f8c", "#6fa9a6", "#b8d0b8"),
        "#fff8e0",
    ),
    "south-east": (
        ("#b86a45", "#d08e5a", "#e5b47c", "#f0d3a3"),
        ("#7c4630", "#a4633c", "#c98a55"),
        "#fff0cf",
    ),
    "south": (
        ("#7a86b0", "#a9aac6", "#d6c3c8", "#f0dccb"),
        ("#2f5f78", "#4a8a94", "#86b8ac"),
        "#fff6e4",
    ),
    "south-west": (
        ("#3d4f86", "#6472a4", "#9a9cbc", "#d4c8cc"),
        ("#20406a", "#36648a", "#6896a8"),
        "#f6f2ea",
    ),
    "west": (
        ("#5a3a70", "#a2557c", "#e0806a", "#f7bf72"),
        ("#3a2f5c", "#634476", "#a86478"),
        "#fff0b8",
    ),
    "north-west": (
        ("#2f7aa8", "#5fa4c4", "#9accd6", "#dcefe4"),
        ("#1f5a86", "#3484a4", "#74b4bc"),
        "#ffffff",
    ),
}


def gust(cut: Woodcut, x: float, y: float, length: float, curl: float, colour: str) -> None:
    """Set a streak of wind that ends in a curl."""
    run: list[Point] = [(x + length * t, y + np.sin(t * 5) * 1.5) for t in np.linspace(0, 1, 14)]
    end_x, end_y = run[-1]
    side = 1 if curl > 0 else -1
    for a in np.linspace(0, 4.6, 20)[1:]:
        r = abs(curl) * (1 - a / 6.4)
        run.append((end_x + r * np.sin(a), end_y - side * (abs(curl) - r * np.cos(a))))
    broad = [1.1 * np.sin(np.pi * (0.06 + 0.9 * n / (len(run) - 1))) for n in range(len(run))]
    path = np.array(run)
    step = np.gradient(path, axis=0)
    normal = np.stack([-step[:, 1], step[:, 0]], 1) / np.hypot(*step.T)[:, None]
    left, right = path + normal * np.array(broad)[:, None], path - normal * np.array(broad)[:, None]
    mask = cut.shape([*map(tuple, left), *map(tuple, right[::-1])], smooth=False)
    cut.fill(mask, (colour,))
    cut.outline(mask, 0.5)


def ground(cut: Woodcut, name: str, level: float, rough: float) -> None:
    """Lay sky and water, or sand."""
    above, below, _ = WINDS[name]
    drift = (cut.noise(3, 4, 2) - 0.5) * 8
    cut.fill(np.ones_like(cut.x), above, np.clip((cut.y + drift) / level, 0, 0.999))
    cut.lines(np.ones_like(cut.x), np.clip(0.3 - cut.y / 160, 0, 1), cut.y + drift * 0.4, 1.9)
    near = np.clip((cut.y - level) / (81 - level), 0, 1)
    swell = np.sin(cut.x * 0.24 / (0.3 + near) + cut.noise(3, 3, 3) * 16) * rough
    mask = cut.below(level + swell * 0.4)
    cut.fill(mask, below[::-1], np.clip(near + swell * 0.05, 0, 0.999))
    cut.lines(mask, 0.3 + 0.16 * swell * near, cut.y + swell * (0.4 + 1.5 * near), 1.7)


def hill(cut: Woodcut, points: list[Point], colours: tuple[str, ...], smooth: bool = True) -> None:
    """Set an island or a mountain."""
    body(cut, cut.shape(points, smooth=smooth), colours, 62, 6, 1.6)


def pine(cut: Woodcut, x: float, y: float, size: float, lean: float) -> None:
    """Set a tree that leans in the wind."""
    for k in range(4):
        w, top = (3.4 + k * 1.5) * size, y - (26 - k * 6) * size
        high, low = (
            lean * ((y - top + 3) / 9) ** 1.4,
            lean * ((y - top - 6) / 9) ** 1.4 if k < 3 else 0.0,
        )
        tier = [(x + high, top - 3 * size), (x + low + w, top + 6 * size),
                (x + low - w, top + 6 * size)]  # fmt: skip
        body(cut, cut.shape(tier, smooth=False), ("#16302e", "#2b5148", "#5a7f66"), 30, 3)


def draw_wind(name: str, seed: int) -> Woodcut:
    """Return the picture of a wind."""
    cut = Woodcut(*SIZE, seed=seed)
    light = WINDS[name][2]
    level = {"south-west": 46.0, "north": 60.0}.get(name, 54.0)
    ground(cut, name, level, 2.2 if name in ("south-west", "north-east") else 1.0)
    if name == "north":
        snow = ("#5d7796", "#a8bfd2", "#e6eef2", "#ffffff")
        hill(cut, [(-4, 64), (18, 22), (27, 36), (33, 30), (52, 64)], snow, smooth=False)
        hill(cut, [(38, 64), (62, 30), (70, 42), (78, 34), (104, 64)], snow, smooth=False)
    elif name == "north-east":
        hill(
            cut,
            [(-4, 84), (-4, 62), (24, 56), (60, 60), (104, 66), (104, 84)],
            ("#2e3f3c", "#52685c", "#8a9a80"),
        )
        for x, y, size in ((20, 62, 1.0), (36, 62, 0.75), (70, 66, 1.15)):
            pine(cut, x, y, size, -2.6)
    elif name == "east":
        sun(cut, 50, 52, 13, light)
        cut.fill(cut.below(np.full_like(cut.y, 54.0)) * cut.disc(50, 52, 16), WINDS[name][1], 0.7)
        cut.lines(cut.below(np.full_like(cut.y, 54.0)) * cut.disc(50, 52, 16), 0.4, cut.y, 1.7)
        hill(cut, [(66, 56), (78, 46), (90, 44), (104, 50), (104, 58)], ("#4a6a70", "#7f9c94"))
    elif name == "south-east":
        sun(cut, 66, 28, 10, light, rays=False)
        dark, middle, pale = WINDS[name][1]
        sand = ((middle, pale, "#e8c08a"), (dark, middle, pale), (dark, middle))
        for n in range(3):
            top = 52 + n * 9
            hill(cut, [(-6, 84), (-4, top + 8), (24 + n * 14, top), (60, top + 7), (104,
                top - 2 + n * 3), (104, 84)],
                 sand[n])  # fmt: skip
    elif name == "south":
        for x, y, r in ((22, 24, 11), (38, 18, 14), (56, 22, 13), (72, 26, 10)):
            body(cut, cut.disc(x, y, r), ("#6d759c", "#a9a6c0", "#e6d6d0", "#fff6e8"), 24, 7)
        for n in range(30):
            x, y = 12 + (n * 47) % 72, 36 + (n * 29) % 22
            drop = [(x, y), (x - 1.4, y + 5), (x - 1.0, y + 5), (x + 0.4, y)]
            cut.fill(cut.shape(drop, smooth=False), ("#5a6a9c",))
    elif name == "south-west":
        crest = [(-4, 84), (-4, 50), (18, 36), (42, 24), (58, 26), (64, 36), (56, 34), (48, 42),
            (56, 58),
                 (80, 68), (104, 70), (104, 84)]  # fmt: skip
        mask = cut.shape(crest)
        dark = cut.round(mask, depth=8)
        cut.fill(mask, WINDS[name][1], np.clip(1.1 - dark, 0, 0.99))
        cut.lines(mask, dark * 0.8, np.hypot(cut.x - 60, cut.y - 48), 2.2)
        cut.outline(mask, 0.8)
    elif name == "west":
        sun(cut, 30, 44, 11, light)
        hull = [(56, 60), (84, 60), (79, 68), (62, 68)]
        body(cut, cut.shape(hull, smooth=False), ("#2b1f3c", "#6a3a4c"), 88, 4)
        for sail in ([(71, 24), (71, 58), (90, 58)], [(69, 28), (69, 58), (56, 58)]):
            body(cut, cut.shape(sail, smooth=False), ("#d98f6a", "#ffe6b4", "#fff8e4"), 20, 5)
    else:
        hill(
            cut,
            [(2, 56), (12, 44), (26, 40), (40, 47), (50, 56)],
            ("#a8906a", "#d9c49a", "#fff4dc"),
        )
        for x, y in ((20, 41), (25, 39), (31, 41.5)):
            box = [(x, y), (x + 5, y), (x + 5, y + 5), (x, y + 5)]
            body(cut, cut.shape(box, smooth=False), ("#c9d2d4", "#ffffff"), 10, 2)
        hill(cut, [(60, 56), (74, 48), (90, 50), (102, 56)], ("#6f8a7c", "#a5b79a"))
        bird(cut, 70, 34, 0.7, "#ffffff")
        bird(cut, 84, 40, 0.5, "#ffffff")
    for n, (x, y, length, curl) in enumerate(((6, 13, 44, 5), (30, 24, 42, -6), (14, 34, 26, 4))):
        gust(cut, x + seed % 3 * 5, y + (seed * 3 + n) % 4, length, curl, light)
    if name == "west":
        stars(cut, 10, light, 16)
    return cut


def draw_all(folder: Path) -> None:
    """Write every picture into a folder."""
    for seed, name in enumerate(WINDS):
        save(draw_wind(name, seed).finish(KEY), folder / f"{name}.png")
