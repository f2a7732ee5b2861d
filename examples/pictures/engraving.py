"""Pictures as woodcuts: flat inks under a key plate whose lines swell with the tone.

All shapes are given in a box 100 units wide; y points down. Needs Pillow and NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

Field = Any  # a NumPy array of floats, one for each pixel
Point = tuple[float, float]


class Woodcut:
    """A picture of `width` by `height` pixels, cut from a seed."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        self.scale = width / 100
        self.size = (width, height)
        self.random = np.random.default_rng(seed)
        self.y, self.x = np.mgrid[0:height, 0:width].astype(np.float32) / self.scale
        self.colour = np.ones((height, width, 3), np.float32)
        self.dark = np.zeros((height, width), np.float32)

    def noise(self, cells: float, octaves: int = 4, stretch: float = 1) -> Field:
        """Return smooth noise from 0 to 1; `cells` across, `stretch` times as long as high."""
        total = np.zeros(self.x.shape, np.float32)
        for octave in range(octaves):
            wide = int(cells * 2**octave) + 2
            high = int(wide * stretch * self.size[1] / self.size[0]) + 2
            grid = self.random.random((high, wide)).astype(np.float32)
            layer = Image.fromarray(grid).resize(self.size, Image.Resampling.BICUBIC)
            total += np.asarray(layer) * 0.5**octave
        return (total - total.min()) / (total.max() - total.min())

    def fill(self, mask: Field, colours: Sequence[str], t: Field | float = 0.0) -> None:
        """Ink a region; with several colours the tone `t` (0 to 1) chooses, in steps."""
        table = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in colours])
        steps = np.clip(np.broadcast_to(t, self.x.shape) * len(colours), 0, len(colours) - 1)
        low = np.floor(steps).astype(int)
        part = np.clip((steps - low - 0.46) / 0.08, 0, 1)[..., None]
        high = np.minimum(low + 1, len(colours) - 1)
        inked = table[low] * (1 - part) + table[high] * part
        self.colour = self.colour * (1 - mask[..., None]) + inked * mask[..., None]
        self.dark *= 1 - mask

    def lines(self, mask: Field, tone: Field | float, along: Field, pitch: float = 1.5) -> None:
        """Cut lines where `along` grows by `pitch`; as broad as `tone` (0 to 1) is dark."""
        wave = np.abs((along / pitch) % 1 * 2 - 1)
        edge = pitch * self.scale / 2
        width = np.clip(np.broadcast_to(tone, self.x.shape), 0, 1)
        cut = np.clip((width - wave) * edge + 0.5, 0, 1) * np.clip(width * 12, 0, 1)
        self.dark = np.maximum(self.dark, cut * mask)

    def disc(self, cx: float, cy: float, radius: float) -> Field:
        """Return the mask of a disc."""
        return np.clip((radius - np.hypot(self.x - cx, self.y - cy)) * self.scale + 0.5, 0, 1)

    def below(self, edge: Field) -> Field:
        """Return the mask of all that lies below a height."""
        return np.clip((self.y - edge) * self.scale + 0.5, 0, 1)

    def shape(self, *outlines: Sequence[Point], smooth: bool = True, turn: float = 0) -> Field:
        """Return the mask of closed outlines, smooth through their points by default."""
        image = Image.new("L", (self.size[0] * 2, self.size[1] * 2))
        for outline in outlines:
            points = _curve(outline) if smooth else list(outline)
            if turn:
                points = rotate(points, turn)
            scaled = [(x * self.scale * 2, y * self.scale * 2) for x, y in points]
            ImageDraw.Draw(image).polygon(scaled, fill=255)
        return np.asarray(image.resize(self.size, Image.Resampling.BOX), np.float32) / 255

    def round(self, mask: Field, light: Point = (-0.6, -0.7), depth: float = 5) -> Field:
        """Return the darkness of a shape as if it were swollen and lit from `light`."""
        image = Image.fromarray((mask * 255).astype(np.uint8))
        soft = image.filter(ImageFilter.GaussianBlur(depth * self.scale))
        slope_y, slope_x = np.gradient(np.asarray(soft, np.float32) / 255 * depth * self.scale)
        return np.clip(0.42 + 1.5 * (slope_x * -light[0] + slope_y * -light[1]) * -1, 0.02, 0.95)

    def outline(self, mask: Field, width: float = 0.6) -> None:
        """Draw the edge of a shape."""
        size = int(width * self.scale) // 2 * 2 + 1
        image = Image.fromarray((mask * 255).astype(np.uint8))
        grown = image.filter(ImageFilter.MaxFilter(size))
        edge = np.asarray(grown, np.float32) / 255 - mask
        self.dark = np.maximum(self.dark, np.clip(edge, 0, 1))

    def finish(self, key: str) -> Image.Image:
        """Print the key plate over the colours."""
        ink = np.array([int(key[i : i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)
        dark = self.dark[..., None]
        made = self.colour * (1 - dark) + ink * dark
        return Image.fromarray((np.clip(made, 0, 1) * 255).astype(np.uint8))


def save(picture: Image.Image, path: Path) -> None:
    """Write a picture with the few colours that it was printed in, for cards 69.5 mm wide."""
    path.parent.mkdir(parents=True, exist_ok=True)
    few = picture.quantize(24, dither=Image.Dither.NONE)
    dots = picture.width / 69.5 * 25.4
    few.save(path, "PNG", optimize=True, dpi=(dots, dots))


def _curve(points: Sequence[Point], steps: int = 10) -> list[Point]:
    """Return a closed Catmull-Rom curve through points."""
    ring = np.array(points)
    before, after, beyond = (np.roll(ring, n, 0) for n in (1, -1, -2))
    found = []
    for t in np.arange(steps) / steps:
        found.append(
            0.5 * (2 * ring + (after - before) * t
            + (2 * before - 5 * ring + 4 * after - beyond) * t**2
            + (3 * ring - before - 3 * after + beyond) * t**3)
        )  # fmt: skip
    return [(float(x), float(y)) for group in zip(*found, strict=True) for x, y in group]


def rotate(points: Sequence[Point], degrees: float, about: Point = (50, 40)) -> list[Point]:
    """Return points turned about a point."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    ax, ay = about
    return [(ax + (x - ax) * c - (y - ay) * s, ay + (x - ax) * s + (y - ay) * c) for x, y in points]
