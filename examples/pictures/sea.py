"""Low Water: the pictures of the sea, each a function of its name."""

from __future__ import annotations

import numpy as np
from coast import SEA, bird, body, sea, sky, spiral, sun
from engraving import Woodcut


def shoal(cut: Woodcut) -> None:
    sea(cut, "sea", -8, 0.6, 0.3)
    cut.dark *= 0.6
    for n in range(11):
        x, y, s = 14 + (n * 31) % 73, 12 + n * 5.6, 0.62 + (n * 29 % 10) * 0.045
        fish = [(-11, 0), (-5, -4), (3, -4.4), (9, -1.4), (14, -5), (13, 0), (14, 5), (9, 1.4),
                (3, 4.4), (-5, 4)]  # fmt: skip
        mask = cut.shape([(x + a * s, y + b * s + np.sin(a * 0.2 + n) * 0.8) for a, b in fish])
        body(cut, mask, ("#1f5a70", "#8fc8c4", "#f4f8e6"), 78, 3, 1.0)
        cut.fill(cut.disc(x - 7 * s, y - 0.8, 0.75), ("#08202a",))


def jellyfish(cut: Woodcut) -> None:
    sea(cut, "sea", -40, 0.4, 0.42)
    for x, y, s in ((37, 26, 1.25), (74, 46, 0.7)):
        for n in range(7):
            at = x + (n - 3) * 4.6 * s
            path = [
                (at + np.sin(k * 0.9 + n) * 2.2 * s, y + (2 + k * 5.2) * s)
                for k in range(9 - n % 3)
            ]
            arm = [(a - 0.8 * s, b) for a, b in path] + [
                (a + 0.8 * s, b) for a, b in reversed(path)
            ]
            body(cut, cut.shape(arm), ("#f2a7a0", "#ffe0d0"), 60, 1.5)
        bell = cut.shape(
            [
                (x + a * s, y + b * s)
                for a, b in (
                    (-19, 4),
                    (-17, -9),
                    (-8, -17),
                    (8, -17),
                    (17, -9),
                    (19, 4),
                    (10, 1),
                    (0, 5),
                    (-10, 1),
                )
            ]
        )
        body(cut, bell, ("#b8476a", "#e98a90", "#ffcdb8", "#fff1e0"), 75, 7)


def paperboat(cut: Woodcut) -> None:
    sky(cut, "sea")
    sun(cut, 24, 20, 8, "#fff7d8")
    sea(cut, "sea", 46, 1.6)
    for points, colours in (
        ([(50, 18), (66, 52), (50, 56), (34, 52)], ("#d8d2bd", "#f6f0de", "#fffdf4")),
        (
            [(14, 42), (34, 51), (50, 56), (66, 51), (86, 42), (74, 66), (28, 66)],
            ("#b9b39f", "#f1ead6", "#fffdf4"),
        ),
    ):
        body(cut, cut.shape(points, smooth=False), colours, 75, 5, 1.5)
    front = cut.below(63 + np.sin(cut.x * 0.22) * 1.8)
    cut.fill(front, SEA["sea"], 0.55)
    cut.lines(front, 0.4, cut.y + np.sin(cut.x * 0.22) * 1.8, 1.7)


def whirlpool(cut: Woodcut) -> None:
    sky(cut, "sea")
    mask = sea(cut, "sea", 18, 1, 0.3)
    far = np.hypot(cut.x - 52, (cut.y - 52) * 1.9)
    inside = mask * np.clip((62 - far) / 8, 0, 1)
    turns = spiral(cut, 52, 52, 0.53, 0.36)
    cut.fill(
        inside, ("#071f2b", "#0f4356", "#1c6b7b", "#4a9ca0", "#9fd3c7"), np.clip(far / 62, 0, 0.99)
    )
    cut.lines(inside, 0.75 - far / 90, turns, 1.0472)
    bird(cut, 78, 10, 0.6, "#fdf3df")


def seal(cut: Woodcut) -> None:
    sky(cut, "sea")
    sea(cut, "sea", 44)
    skin = ("#23303a", "#44545c", "#7b8b8c", "#c3cabf")
    head = cut.shape(
        [(36, 70), (34, 46), (38, 30), (50, 21), (62, 26), (68, 38), (67, 52), (70, 70)]
    )
    body(cut, head, skin, 66, 8)
    for x in (45, 61):
        body(cut, cut.disc(x, 36, 2.6), ("#0a1015",), 0, 1)
        cut.fill(cut.disc(x - 0.8, 35.2, 0.8), ("#ffffff",))
    body(
        cut,
        cut.shape([(46, 44), (54, 41), (62, 44), (61, 52), (54, 55), (47, 52)]),
        skin[1:],
        30,
        3,
    )
    cut.fill(cut.shape([(51, 42.6), (57, 42.6), (54, 46)]), ("#0a1015",))
    for k in range(3):
        for side in (-1, 1):
            y = 47 + k * 2.2
            cut.fill(cut.shape([(54 + side * 5, y), (54 + side * 17, y - 1 + k * 2),
                (54 + side * 5, y + 0.5)],
                               smooth=False), ("#f7f3e4",))  # fmt: skip
    ring = np.hypot(cut.x - 53, (cut.y - 68) * 3.2)
    front = cut.below(66 + np.sin(cut.x * 0.3) * 0.6)
    cut.fill(front, SEA["sea"], 0.6)
    cut.lines(front, 0.42, ring, 5)


def wave(cut: Woodcut) -> None:
    sky(cut, "sea")
    sun(cut, 80, 22, 7, "#fff7d8")
    sea(cut, "sea", 52)
    crest = cut.shape([(-3, 83), (-3, 46), (10, 30), (30, 15), (52, 11), (68, 19), (74, 32),
        (68, 27),
                       (60, 28), (66, 36), (58, 33), (54, 38), (46, 35), (45, 45), (52, 58),
                           (70, 70), (103, 74), (103, 83)])  # fmt: skip
    dark = cut.round(crest, depth=9)
    cut.fill(crest, SEA["sea"][::-1], np.clip(1.1 - dark, 0, 0.99))
    cut.lines(crest, dark * 0.85, np.hypot(cut.x - 66, cut.y - 44) + cut.noise(4, 3) * 2, 2.1)
    cut.outline(crest, 0.8)
    for n in range(26):
        a = n / 25
        x, y = 8 + 66 * a, 33 - 24 * np.sin(a * 2.5 + 0.15) + 20 * max(0, a - 0.75)
        r = 1.6 + 2.4 * ((n * 7) % 5) / 4
        body(
            cut,
            cut.disc(x + (n % 3) * 1.5, y + (n * 5 % 7) * 0.9 + 2, r),
            ("#e3efe4", "#ffffff"),
            30,
            2,
        )


def whale(cut: Woodcut) -> None:
    sky(cut, "sea")
    sea(cut, "sea", 48, 1.2)
    tail = cut.shape(
        [
            (46, 72),
            (48, 48),
            (45, 36),
            (34, 27),
            (16, 22),
            (10, 26),
            (22, 14),
            (38, 14),
            (50, 25),
            (62, 14),
            (78, 14),
            (90, 26),
            (84, 22),
            (66, 27),
            (55, 36),
            (53, 48),
            (58, 72),
        ]
    )
    body(cut, tail, ("#122b3a", "#24506a", "#4f8299", "#a8cbd0"), 70, 5)
    for n in range(14):
        x = 33 + n * 2.7
        drop = cut.disc(x, 30 + abs(n - 6.5) * 1.2 + (n % 3) * 5, 0.5 + (n % 3) * 0.3)
        cut.fill(drop, ("#ffffff",))
    front = cut.below(62 + np.sin(cut.x * 0.2) * 1.5 + np.abs(cut.x - 52) * 0.05)
    cut.fill(front, SEA["sea"], 0.55)
    cut.lines(front, 0.4, cut.y + np.sin(cut.x * 0.2) * 1.5 + np.abs(cut.x - 52) * 0.05, 1.7)


def trawler(cut: Woodcut) -> None:
    sky(cut, "sea", turn=True)
    sea(cut, "sea", 48, 1.8)
    for n in range(5):
        puff = cut.disc(62 + n * 7, 17 - n * 2.4, 3 + n * 1.5)
        body(cut, puff, ("#8fa5a2", "#cfd9cf", "#f5f4e6"), 30, 4)
    hull = [(12, 44), (30, 50), (70, 50), (88, 40), (82, 64), (22, 64)]
    body(cut, cut.shape(hull, smooth=False), ("#5c1d17", "#a33b26", "#d4663f"), 88, 6)
    for box, colours in (
        ([(40, 32), (62, 32), (62, 50), (40, 50)], ("#cfc8b2", "#fffaea")),
        ([(58, 18), (65, 18), (65, 33), (58, 33)], ("#23303a", "#566a70")),
        ([(25, 14), (27, 14), (27, 50), (25, 50)], ("#3b2a20",)),
    ):
        body(cut, cut.shape(box, smooth=False), colours, 5, 4)
    for x in (45, 53):
        cut.fill(
            cut.shape([(x - 2.4, 36), (x + 2.4, 36), (x + 2.4, 41), (x - 2.4, 41)], smooth=False),
            ("#174556",),
        )
    cut.fill(
        cut.shape([(26, 14), (42, 46), (41, 47)], [(26, 14), (13, 44), (12, 43)], smooth=False),
        ("#3b2a20",),
    )
    front = cut.below(60 + np.sin(cut.x * 0.24 + 1) * 2)
    cut.fill(front, SEA["sea"], 0.5)
    cut.lines(front, 0.42, cut.y + np.sin(cut.x * 0.24 + 1) * 2, 1.7)
