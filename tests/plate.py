"""The first picture of the README: cards, box and deck of a game on a dark table.

Cards and box are real output; only the table, the light and the perspective are made here. Places
are pixels of a canvas of `SIZE`, which is twice as large as the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

Place: TypeAlias = tuple[float, float]
# Upper left, upper right, lower right, lower left.
Corners: TypeAlias = tuple[Place, Place, Place, Place]

SIZE = (2800, 1160)
TABLE, ORBIT, STOCK = "#131a28", (205, 164, 84), "#e9e2d2"
# The height of an orbit, as a share of its width.
FLAT = 0.62
# The lamp: its place, its reach, and the share of light far from it.
LAMP, REACH, DUSK = (1300, 420), 1450, 0.40
# The fan: its pivot, the distance of the middles of cards from it, the angle between two, the width
# of a card.
PIVOT, RADIUS, STEP, WIDTH = (1330, 1750), 1250, 10.8, 437
# The radius of the corners of a card, as a share of its width.
ROUND = 0.055
# The box: its front, its right side, and its lid.
FRONT: Corners = ((70, 232), (420, 286), (420, 950), (70, 858))
SIDE: Corners = ((420, 286), (560, 246), (560, 866), (420, 950))
LID: Corners = ((210, 200), (560, 246), (420, 286), (70, 232))
# The deck: its uppermost card, the card below it that is pulled out, and the height of the stack.
DECK: Corners = ((2260, 440), (2626, 366), (2782, 756), (2394, 850))
PULLED: Corners = ((2190, 640), (2546, 530), (2740, 910), (2360, 1040))
STACK = 86


def draw_plate(
    fan: Sequence[Image.Image],
    panels: Sequence[Image.Image],
    back: Image.Image,
    pulled: Image.Image,
) -> Image.Image:
    """Return the picture; `panels` are front, side and lid of the box."""
    whole = _draw_table()
    for picture, corners, light in zip(panels, (FRONT, SIDE, LID), (1.0, 0.62, 0.85), strict=True):
        if corners is FRONT:
            _cast(whole, _shape(whole, _outline((FRONT, SIDE))), (40, 30), 34)
        _lay(whole, picture, corners, light=light)
    _draw_deck(whole, back, pulled)
    middle = (len(fan) - 1) / 2
    for i, card in enumerate(fan):
        corners = _turned(card, (i - middle) * STEP)
        mask = _lay(whole, card, corners, rounded=True, shadow=(-14, 12))
        _edge(whole, mask)
    return _light(whole).resize((SIZE[0] // 2, SIZE[1] // 2), Image.Resampling.LANCZOS)


def _draw_table() -> Image.Image:
    """Return the table, engraved with the orbits of a sky around the lamp."""
    whole = Image.new("RGB", SIZE, TABLE)
    lines = Image.new("L", SIZE)
    draw = ImageDraw.Draw(lines)
    x, y = PIVOT[0], PIVOT[1] - RADIUS
    for i in range(1, 34):
        r = 60 * i
        draw.ellipse(
            (x - r, y - r * 0.62, x + r, y + r * 0.62), outline=46 if i % 4 else 90, width=2
        )
    for i in range(0, 360, 5):
        a = math.radians(i)
        inner, outer = 240 if i % 15 else 60, 2100
        ends = [(x + r * math.cos(a), y + 0.62 * r * math.sin(a)) for r in (inner, outer)]
        draw.line([*ends[0], *ends[1]], fill=22, width=2)
    whole.paste(Image.new("RGB", SIZE, ORBIT), mask=lines)
    return whole


def _draw_deck(whole: Image.Image, back: Image.Image, pulled: Image.Image) -> None:
    """Draw the stack from the table up: edges of cards, the one pulled out, the back on top."""

    def up(corners: Corners, height: float) -> Corners:
        return tuple((x, y - height) for x, y in corners)  # type: ignore[return-value]

    foot = up(DECK, -STACK)
    _cast(whole, _shape(whole, _outline((DECK, foot))), (44, 26), 30)
    edge = Image.new("RGB", (40, 56), STOCK)
    for height in range(0, STACK, 3):
        shade = 0.86 if height % 6 else 0.60
        _lay(whole, edge, up(foot, height), light=shade, rounded=True)
        if height == STACK // 2 // 3 * 3:
            mask = _lay(whole, pulled, up(PULLED, -20), rounded=True, shadow=(18, 30))
            _edge(whole, mask)
    _edge(whole, _lay(whole, back, DECK, rounded=True))


def _turned(card: Image.Image, angle: float) -> Corners:
    """Return the corners of a card of the fan."""
    w, h, a = WIDTH / 2, WIDTH / 2 * card.height / card.width, math.radians(angle)
    (px, py), cos, sin = PIVOT, math.cos(a), math.sin(a)
    x, y = px + RADIUS * sin, py - RADIUS * cos
    around = ((-w, -h), (w, -h), (w, h), (-w, h))
    return tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in around)  # type: ignore[return-value]


def _lay(
    whole: Image.Image,
    picture: Image.Image,
    corners: Corners,
    *,
    light: float = 1.0,
    rounded: bool = False,
    shadow: tuple[int, int] | None = None,
) -> Image.Image:
    """Lay a picture on the table in perspective and return its silhouette."""
    w, h = picture.size
    mask = Image.new("L", (w, h))
    draw = ImageDraw.Draw(mask)
    draw.rounded_rectangle((0, 0, w - 1, h - 1), ROUND * w if rounded else 0, fill=255)
    steps = _perspective(corners, (w, h))
    placed = mask.transform(SIZE, Image.Transform.PERSPECTIVE, steps, Image.Resampling.BICUBIC)
    if shadow is not None:
        _cast(whole, placed, shadow, 22)
    lit = picture.convert("RGB").point(lambda value: round(value * light))
    moved = lit.transform(SIZE, Image.Transform.PERSPECTIVE, steps, Image.Resampling.BICUBIC)
    whole.paste(moved, mask=placed)
    return placed


def _perspective(corners: Corners, size: tuple[int, int]) -> list[float]:
    """Return the eight numbers that lead from a place on the table to one on the picture."""
    w, h = size
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, ((0, 0), (w, 0), (w, h), (0, h)), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.linalg.solve(np.array(rows, float), np.array(values, float))
    return [float(number) for number in solved]


def _outline(shapes: Sequence[Corners]) -> Callable[[ImageDraw.ImageDraw], None]:
    def draw(on: ImageDraw.ImageDraw) -> None:
        for corners in shapes:
            on.polygon([*corners], fill=255)

    return draw


def _shape(whole: Image.Image, draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    mask = Image.new("L", whole.size)
    draw(ImageDraw.Draw(mask))
    return mask


def _cast(whole: Image.Image, mask: Image.Image, by: tuple[int, int], blur: int) -> None:
    """Cast the shadow of a silhouette on all below it."""
    moved = ImageChops.offset(mask, *by).filter(ImageFilter.GaussianBlur(blur))
    whole.paste("black", mask=moved.point(lambda value: round(value * 0.72)))


def _edge(whole: Image.Image, mask: Image.Image) -> None:
    """Draw the cut edge of a card as a thin line of its stock."""
    inner = mask.filter(ImageFilter.MinFilter(5))
    whole.paste(STOCK, mask=ImageChops.subtract(mask, inner).point(lambda value: value // 3))


def _light(whole: Image.Image) -> Image.Image:
    """Light the table by one lamp."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    far = np.hypot(x - LAMP[0], (y - LAMP[1]) * 1.15) / REACH
    share = DUSK + (1.08 - DUSK) * np.exp(-(far**2))
    lit = np.clip(np.asarray(whole, float) * share[..., None], 0, 255)
    return Image.fromarray(lit.astype(np.uint8))
