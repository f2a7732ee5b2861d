"""Low Water: the pictures of the sky, each a function of its name."""

from __future__ import annotations

import itertools

import numpy as np
from coast import bird, body, land, sea, sky, stars, sun
from engraving import Woodcut


def moon(cut: Woodcut) -> None:
    sky(cut, "sky", turn=True)
    cut.colour *= np.array([0.72, 0.72, 0.86])
    stars(cut, 40, "#fff1d4")
    glow = cut.disc(56, 32, 19)
    body(cut, glow, ("#a97f7a", "#e8c69a", "#fff0cc", "#fffbe9"), 30, 9)
    for x, y, r in ((50, 28, 4), (60, 38, 5), (62, 25, 2.4), (53, 40, 2)):
        cut.lines(cut.disc(x, y, r), 0.3, cut.y + cut.x * 0.2, 1.1)
    sea(cut, "sky", 58)
    path = np.clip(9 - np.abs(cut.x - 56) + (cut.y - 58) * 0.3, 0, 1) * cut.below(
        np.full_like(cut.y, 59.0)
    )
    cut.fill(path * (np.sin(cut.y * 2.6 + np.sin(cut.x * 0.6) * 2) > 0.1), ("#fff0cc",))


def tern(cut: Woodcut) -> None:
    sky(cut, "sky")
    sea(cut, "sky", 66)
    white = ("#8d86a8", "#d9d2dc", "#fffaf2")
    far = cut.shape([(50, 40), (60, 24), (82, 8), (96, 5), (82, 18), (70, 32), (60, 46)])
    body(cut, far, white, 50, 4)
    near = cut.shape([(48, 40), (40, 24), (22, 10), (4, 8), (20, 20), (30, 34), (42, 48)])
    body(cut, near, white, 120, 4)
    trunk = cut.shape([(22, 54), (30, 48), (46, 42), (58, 40), (66, 36), (73, 37), (74, 41),
        (64, 47),
                       (50, 52), (34, 55), (14, 66), (24, 57), (8, 58)])  # fmt: skip
    body(cut, trunk, white, 80, 4)
    cut.fill(cut.shape([(63, 37), (69, 34.6), (74.4, 38), (69, 38.6)]), ("#15132c",))
    cut.fill(cut.shape([(74, 38), (84, 40.6), (74, 41)], smooth=False), ("#d9482b",))


def mist(cut: Woodcut) -> None:
    sky(cut, "sky")
    sun(cut, 50, 26, 10, "#fff0d0", rays=False)
    for n, colours in enumerate(
        (
            ("#b58fae", "#caa3b4"),
            ("#8d75a4", "#a489b0"),
            ("#63598f", "#7c6f9f"),
            ("#403f75", "#57548a"),
        )
    ):
        top = 38 + n * 11 - 9 * cut.noise(3 + n, 4)[0][None, :]
        mask = cut.below(top)
        cut.fill(mask, colours, np.clip((cut.y - top) / 20, 0, 0.99))
        cut.lines(mask, 0.4 - (cut.y - top) / 22, cut.x * 0.35 + cut.y + cut.noise(6, 2) * 4, 1.6)
        veil = cut.below(np.broadcast_to(top + 9, cut.y.shape)) * (cut.noise(3, 3, 6) > 0.45)
        cut.fill(veil * 0.5, ("#f3d9d0",))
    for x in (18, 27, 73):
        for k in range(4):
            w, y = 2 + k * 1.5, 44 + k * 4.4 + (x % 5)
            cut.fill(
                cut.shape([(x, y - 5), (x + w, y + 2), (x - w, y + 2)], smooth=False), ("#1d1b3a",)
            )


def kite(cut: Woodcut) -> None:
    sky(cut, "sky")
    for x, y, s in ((18, 24, 1), (78, 52, 1.3)):
        for a, b, r in ((-9, 2, 5), (-2, -2, 7), (6, -1, 6), (12, 3, 4)):
            body(
                cut, cut.disc(x + a * s, y + b * s, r * s), ("#d9a7a6", "#f7d9c8", "#fff4e4"), 20, 4
            )
    for points, colours in (
        ([(58, 8), (74, 26), (55, 28)], ("#a93c2c", "#e0714a")), ([(58, 8), (55, 28), (38, 24)],
            ("#c98a2c", "#f7c65c")),
        ([(74, 26), (50, 58), (55, 28)], ("#c98a2c", "#f7c65c")), ([(38, 24), (55, 28), (50,
            58)], ("#a93c2c", "#e0714a")),
    ):  # fmt: skip
        body(cut, cut.shape(points, smooth=False), colours, 60, 4)
    tail = [(50 - k * 1.4 + np.sin(k * 0.7) * 6, 58 + k * 2) for k in range(13)]
    cut.fill(
        cut.shape(tail + [(x + 0.5, y + 0.4) for x, y in reversed(tail)], smooth=False),
        ("#1d1b3a",),
    )
    for x, y in tail[3::3]:
        bow = [(x, y), (x - 4, y - 2), (x - 4, y + 2), (x, y), (x + 4, y - 2), (x + 4, y + 2)]
        body(cut, cut.shape(bow, smooth=False), ("#e0714a",), 20, 2)


def cloud(cut: Woodcut) -> None:
    sky(cut, "sky")
    heap = np.zeros_like(cut.x)
    for x, y, r in (
        (20, 52, 9),
        (32, 42, 13),
        (47, 30, 15),
        (61, 38, 14),
        (74, 46, 12),
        (85, 54, 7),
        (50, 48, 15),
    ):
        heap = np.maximum(heap, cut.disc(x, y, r))
    heap *= 1 - cut.below(np.full_like(cut.y, 58.0))
    body(cut, heap, ("#6b5b90", "#b48fae", "#eec0b2", "#ffeedd", "#fffdf6"), 24, 7)
    for x, y, r in ((33, 44, 10), (49, 33, 11), (62, 43, 9)):
        cut.lines(heap * cut.disc(x, y, r), 0.22, np.hypot(cut.x - x, cut.y - y), 2.2)
    sea(cut, "sky", 68)
    bird(cut, 16, 20, 0.8, "#fff7ea")


def plough(cut: Woodcut) -> None:
    sky(cut, "sky", turn=True)
    cut.colour *= np.array([0.55, 0.55, 0.75])
    cut.dark *= 0.5
    stars(cut, 70, "#e9d6d8", 60)
    places = [(12, 20), (28, 16), (40, 24), (52, 30), (58, 44), (80, 44), (78, 26)]
    chain = [*places, places[3]]
    for (a, b), (c, d) in itertools.pairwise(chain):
        cut.fill(
            cut.shape([(a, b - 0.25), (c, d - 0.25), (c, d + 0.25), (a, b + 0.25)], smooth=False),
            ("#ffe7a8",),
        )
    for x, y in places:
        points = [(x + r * np.sin(n * 0.7854), y - r * np.cos(n * 0.7854))
                  for n in range(8) for r in ((4.2, 1.1)[n % 2],)]  # fmt: skip
        cut.fill(cut.shape(points, smooth=False), ("#fff6d6",))
    land(cut, ("#191838", "#26244c"), 76, 12, 0.03)


def rainbow(cut: Woodcut) -> None:
    sky(cut, "sky")
    cut.colour = cut.colour * 0.55 + np.array([0.93, 0.88, 0.93]) * 0.45
    far = np.hypot(cut.x - 50, cut.y - 70)
    bow = np.clip((54 - far) * cut.scale, 0, 1) * np.clip((far - 33) * cut.scale, 0, 1)
    cut.fill(
        bow,
        ("#5b4a9c", "#2f86a8", "#4fa873", "#f2cf5b", "#ee8b45", "#cf4a4a"),
        np.clip((far - 33) / 21, 0, 0.999),
    )
    cut.lines(bow, 0.24, far, 1.75)
    sea(cut, "sky", 58)
    land(cut, ("#3d6a5c", "#5d9070", "#2b4d4c"), 74, 16, 0.12)
    bird(cut, 50, 48, 0.8, "#fff7ea")


def storm(cut: Woodcut) -> None:
    sky(cut, "sky", turn=True)
    cut.colour *= np.array([0.62, 0.62, 0.74])
    bolt = [(56, 22), (44, 44), (52, 43), (42, 64), (66, 38), (57, 39), (66, 22)]
    heap = np.zeros_like(cut.x)
    for x, y, r in (
        (6, 14, 15),
        (24, 18, 14),
        (43, 13, 17),
        (62, 17, 15),
        (80, 13, 17),
        (97, 18, 13),
    ):
        heap = np.maximum(heap, cut.disc(x, y, r))
    body(cut, heap, ("#1f1d3f", "#39376a", "#6b6593", "#a79dbc"), 28, 7)
    mask = cut.shape(bolt, smooth=False)
    cut.fill(mask, ("#fff3b0",))
    cut.outline(mask, 0.9)
    sea(cut, "sky", 58, 2.4, 0.45)
    for n in range(46):
        x, y = (n * 53) % 104, 28 + (n * 31) % 34
        cut.fill(
            cut.shape([(x, y), (x - 1.6, y + 6), (x - 1.3, y + 6), (x + 0.3, y)], smooth=False)
            * 0.8,
            ("#cfd3ea",),
        )
