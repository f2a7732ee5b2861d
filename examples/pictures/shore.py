"""Low Water: the pictures of the shore, each a function of its name."""

from __future__ import annotations

import numpy as np
from coast import bird, body, land, sea, sky, spiral, sun
from engraving import Woodcut

SAND = ("#e8c48f", "#d9a76c", "#b97c4b")


def beach(cut: Woodcut, level: float = 40) -> None:
    """Lay sky, sea and a beach."""
    sky(cut, "shore")
    sea(cut, "shore", level)
    edge = level + 13 + (cut.noise(3, 3)[0][None, :] - 0.5) * 8
    for lift, colours in ((0.0, ("#fbf1dd",)), (1.6, SAND)):
        mask = cut.below(edge + lift)
        cut.fill(mask, colours, np.clip((cut.y - edge) / 42, 0, 0.999))
    speckle = (cut.noise(70, 1) > 0.8) * 0.5
    cut.lines(mask, 0.1 + speckle, cut.y * 0.8 + cut.noise(4, 3) * 9, 2.9)


def bottle(cut: Woodcut) -> None:
    beach(cut)
    glass = cut.shape([(18, 52), (22, 46), (48, 44), (56, 47), (62, 49.5), (78, 49), (79, 55),
                       (62, 56), (56, 59), (48, 63), (22, 62)], turn=-14)  # fmt: skip
    body(cut, glass, ("#1f5a4a", "#3f8a6c", "#8cc7a0", "#d9f0d4"), 70, 5)
    paper = cut.shape([(26, 51), (50, 49), (52, 57), (27, 58)], smooth=False, turn=-14)
    body(cut, paper, ("#e9d7ae", "#fff6dc"), 10, 3, 1.6)
    cork = cut.shape([(77, 48), (85, 48.4), (85, 55.6), (77, 56)], smooth=False, turn=-14)
    body(cut, cork, ("#8a5a34", "#c98f58"), 40, 2)


def crab(cut: Woodcut) -> None:
    beach(cut, 30)
    red = ("#7c2418", "#b8402a", "#e0714a", "#f6b184")
    for side in (-1, 1):
        for n in range(4):
            x, y = 50 + side * (15 + n), 52 + n * 3.2
            leg = [(x, y - 1), (x + side * 13, y - 6 + n * 3), (x + side * 21, y + 5 + n * 2.4),
                   (x + side * 12, y - 2 + n * 3), (x, y + 2)]  # fmt: skip
            body(cut, cut.shape(leg), red, 30, 2)
        claw = [(0, 3), (6, -6), (14, -14), (13, -24), (20, -30), (20, -20), (26, -27), (28, -17),
                (20, -8), (10, 1), (3, 7)]  # fmt: skip
        body(cut, cut.shape([(50 + side * (13 + a), 46 + b) for a, b in claw]), red, 60, 4)
    shell = cut.shape(
        [(28, 52), (36, 42), (50, 39), (64, 42), (72, 52), (62, 64), (50, 67), (38, 64)]
    )
    body(cut, shell, red, 20, 7)
    for x in (44, 56):
        body(cut, cut.disc(x, 39, 2.6), ("#1b0d0a", "#fff3d9"), 40, 1)


def whelk(cut: Woodcut) -> None:
    beach(cut, 28)
    cone = cut.shape([(18, 62), (26, 44), (42, 30), (60, 25), (80, 33), (85, 48), (76, 61), (58,
        68),
                      (36, 67)])  # fmt: skip
    body(cut, cone, ("#9c5a3c", "#d08f62", "#f0c596", "#fdf0d6"), 80, 8)
    turns = spiral(cut, 66, 46, 0.85, 0.19)
    cut.lines(cone, 0.14 + 0.5 * cut.round(cone, depth=8), turns, 3.1416)
    mouth = cut.shape([(20, 62), (30, 51), (44, 52), (48, 60), (38, 65)])
    body(cut, mouth, ("#5c2b22", "#b46a4f", "#f2b595"), 10, 4)


def driftwood(cut: Woodcut) -> None:
    beach(cut, 34)
    trunk = cut.shape(
        [
            (6, 62),
            (16, 54),
            (34, 55),
            (44, 48),
            (50, 30),
            (56, 24),
            (57, 32),
            (55, 47),
            (66, 50),
            (84, 40),
            (91, 41),
            (80, 52),
            (92, 60),
            (74, 64),
            (48, 66),
            (24, 68),
        ]
    )
    grey = ("#5f5148", "#8f7d6d", "#bba894", "#e6d8c2")
    body(cut, trunk, grey, 84, 4)
    cut.lines(trunk, cut.round(trunk, depth=4), cut.y + np.sin(cut.x * 0.14) * 3, 1.5)
    bird(cut, 30, 22, 0.8, "#fdf3df")


def anchor(cut: Woodcut) -> None:
    beach(cut, 30)
    iron = ("#2c2b31", "#4d4a50", "#7d7470", "#bfae9c")
    parts = [
        [(47, 20), (53, 20), (53, 62), (47, 62)],
        [(34, 27), (66, 27), (66, 32), (34, 32)],
        [(50, 68), (30, 63), (20, 46), (15, 50), (18, 40), (28, 42), (24, 46), (33, 57), (50, 61),
         (67, 57), (76, 46), (72, 42), (82, 40), (85, 50), (80, 46), (70, 63)],
    ]  # fmt: skip
    mask = np.maximum(cut.shape(*parts[:2], smooth=False, turn=16), cut.shape(parts[2], turn=16))
    ring = cut.disc(56.5, 17, 6) - cut.disc(56.5, 17, 3.4)
    body(cut, np.maximum(mask, ring), iron, 50, 3)
    sand = cut.below(63 + (cut.noise(3, 3)[0][None, :] - 0.5) * 6)
    cut.fill(sand, SAND, 0.6)
    cut.lines(sand, 0.14, cut.y * 0.5 + cut.noise(4, 3) * 8, 2.2)


def pool(cut: Woodcut) -> None:
    beach(cut, 22)
    rocks = cut.shape([(0, 40), (20, 33), (45, 38), (70, 31), (101, 38), (102, 82), (-2, 82)])
    body(cut, rocks, ("#3b3436", "#5f5453", "#8d7d74", "#b8a592"), 62, 6)
    water = cut.shape(
        [(14, 60), (24, 49), (46, 45), (72, 47), (88, 57), (80, 70), (52, 75), (26, 72)]
    )
    cut.fill(
        water, ("#123f52", "#1f6e7a", "#4ba6a2", "#a9dccb"), np.clip(1 - cut.round(water), 0, 0.99)
    )
    far = np.hypot(cut.x - 44, (cut.y - 60) * 2)
    cut.lines(water, 0.42 - far / 90, far, 3.2)
    cut.outline(water, 1)
    for x, y, r, turn in ((62, 60, 8, 0.3), (31, 62, 5.4, 1.0)):
        points = [(x + r * (1 if n % 2 == 0 else 0.42) * np.sin(turn + n * 0.628),
                   y + 0.8 * r * (1 if n % 2 == 0 else 0.42) * np.cos(turn + n * 0.628))
                  for n in range(10)]  # fmt: skip
        body(cut, cut.shape(points), ("#a63c1f", "#e0703a", "#ffc07a"), 40, 2, 1.1)


def wreck(cut: Woodcut) -> None:
    sky(cut, "shore")
    sun(cut, 76, 30, 9, "#fff2cf")
    sea(cut, "shore", 42)
    mask = cut.below(52 + (cut.noise(3, 3)[0][None, :] - 0.5) * 6)
    cut.fill(mask, SAND, np.clip((cut.y - 50) / 34, 0, 0.99))
    wood = ("#2e1f1a", "#533529", "#865a3f", "#bb8c62")
    for n in range(9):
        x, tall = 12 + n * 8.4, 30 * np.sin(0.5 + n * 0.29)
        rib = [(x, 68), (x - 5 + n * 0.6, 66 - tall * 0.6), (x - 1 + n * 0.6, 62 - tall),
               (x + 2 + n * 0.6, 63 - tall), (x - 1 + n * 0.6, 64 - tall * 0.5), (x + 4,
                   68)]  # fmt: skip
        body(cut, cut.shape(rib), wood, 80, 2, 1.1)
    keel = cut.shape([(4, 66), (8, 61), (40, 64), (74, 63), (92, 46), (95, 48), (84, 68), (46, 72)])
    body(cut, keel, wood, 85, 3)


def lighthouse(cut: Woodcut) -> None:
    sky(cut, "shore", turn=True)
    beams = cut.shape([(57, 20), (102, 2), (102, 24)], [(55, 20), (-2, 10), (-2, 30)], smooth=False)
    cut.fill(beams, ("#fff3c4",))
    sea(cut, "shore", 54)
    land(cut, ("#7a5a44", "#9c7550", "#5d4636"), 72, 14, -0.09)
    tower = [(49, 24), (63, 24), (66, 66), (46, 66)]
    body(cut, cut.shape(tower, smooth=False), ("#b9a78c", "#e9dcc0", "#fffaea"), 4, 5, 1.6)
    for n in (0, 2):
        band = [(48.4 - n, 32 + n * 8), (63.8 + n * 0.8, 32 + n * 8), (64.6 + n * 0.8, 41 + n * 8),
                (47.6 - n, 41 + n * 8)]  # fmt: skip
        body(cut, cut.shape(band, smooth=False), ("#7c2418", "#b8402a", "#dc6a45"), 4, 5, 1.6)
    body(cut, cut.shape([(51, 15), (61, 15), (61, 24), (51, 24)], smooth=False), ("#ffe39a",), 4)
    body(cut, cut.shape([(48, 15.4), (56, 7), (64, 15.4)], smooth=False), ("#7c2418", "#b8402a"), 4)
    bird(cut, 24, 38, 0.7, "#fdf3df")
    bird(cut, 84, 46, 0.5, "#fdf3df")
