"""The common parts of the pictures of coasts: sky, sea, land, birds, stars."""

from __future__ import annotations

import numpy as np
from engraving import Field, Woodcut

KEY = {"shore": "#33211b", "sea": "#0b2a33", "sky": "#1d1b3a"}
SKY = {
    "shore": ("#f6e3c1", "#f2cf9f", "#e9b184"),
    "sea": ("#d5e6da", "#b4d6cd", "#8bbfbb"),
    "sky": ("#f7d9c0", "#e7a6a0", "#a3739b", "#5a4a86"),
}
SEA = {
    "shore": ("#7fa8a0", "#4f8288", "#2f5f6c"),
    "sea": ("#5aa5a6", "#2b7f8b", "#155a6c", "#0d3f52"),
    "sky": ("#7d6a9c", "#4d4a83", "#2f3267"),
}


def sky(cut: Woodcut, suit: str, turn: bool = False) -> None:
    """Lay the sky in bands, with level lines that thicken upwards."""
    drift = (cut.noise(3, 4, 2) - 0.5) * 9
    t = np.clip((cut.y + drift) / 62, 0, 0.999)
    cut.fill(np.ones_like(cut.x), SKY[suit], t if turn else 1 - t)
    cut.lines(np.ones_like(cut.x), np.clip(0.34 - cut.y / 90, 0, 1), cut.y + drift * 0.35, 1.7)


def sea(cut: Woodcut, suit: str, level: float, rough: float = 1.0, tone: float = 0.35) -> Field:
    """Lay the sea below a level, its waves growing towards the viewer."""
    near = np.clip((cut.y - level) / (82 - level), 0, 1)
    swell = np.sin(cut.x * 0.28 / (0.25 + near) + cut.noise(4, 3, 3) * 22)
    mask = cut.below(level + swell * 0.35 * rough)
    cut.fill(mask, SEA[suit], np.clip(near * 0.95 + swell * 0.06 * rough, 0, 0.999))
    flow = cut.y + swell * rough * (0.3 + 1.7 * near) + (cut.noise(6, 3, 4) - 0.5) * 5 * near
    cut.lines(mask, tone + 0.22 * swell * near + 0.15 * near, flow, 1.5 + 0.0 * near)
    foam = np.clip(cut.noise(9, 3, 5) * 1.8 - 1.22 + 0.2 * near, 0, 1)
    cut.dark *= 1 - mask * np.clip(foam * 4, 0, 1)
    return mask


def land(cut: Woodcut, colours: tuple[str, ...], level: float, height: float, slope: float) -> None:
    """Lay a ridge of land that falls to one side."""
    top = level - height * (0.4 + 0.6 * cut.noise(3, 5)[0][None, :]) + (cut.x - 50) * slope
    mask = cut.below(top)
    cut.fill(mask, colours, np.clip((cut.y - top) / 24 + cut.noise(6, 3) * 0.4, 0, 0.999))
    cut.lines(mask, 0.2 + 0.5 * cut.noise(7, 3), cut.x * 0.8 + cut.y + cut.noise(5, 3) * 9, 1.4)
    cut.outline(mask, 0.5)


def body(cut: Woodcut, mask: Field, colours: tuple[str, ...], angle: float = 40, depth: float = 4,
         pitch: float = 1.3) -> None:  # fmt: skip
    """Set a rounded thing into the picture."""
    dark = cut.round(mask, depth=depth)
    cut.fill(mask, colours, np.clip(1.05 - dark, 0, 0.999))
    a = np.radians(angle)
    along = cut.x * np.cos(a) + cut.y * np.sin(a) + (cut.noise(5, 3) - 0.5) * 3
    cut.lines(mask, dark * 0.9 - 0.12, along, pitch)
    cut.outline(mask, 0.8)


def sun(cut: Woodcut, x: float, y: float, radius: float, colour: str, rays: bool = True) -> None:
    """Set a sun or moon with rays cut round it."""
    if rays:
        angle = np.arctan2(cut.y - y, cut.x - x)
        far = np.hypot(cut.x - x, cut.y - y)
        ring = np.clip((far - radius - 2) * 2, 0, 1) * np.clip((radius * 3.2 - far) / 9, 0, 1)
        cut.fill(ring * (np.abs((angle / np.pi * 16) % 1 - 0.5) < 0.24), (colour,))
    cut.fill(cut.disc(x, y, radius), (colour,))
    cut.outline(cut.disc(x, y, radius), 0.5)


def bird(cut: Woodcut, x: float, y: float, size: float, colour: str) -> None:
    """Set a gull that glides."""
    wing = [(-10, -3), (-6, -5), (-2.5, -2), (0, -0.5), (2.5, -2), (6, -5), (10, -3),
            (6, -3.4), (3, 0.2), (0, 2), (-3, 0.2), (-6, -3.4)]  # fmt: skip
    mask = cut.shape([(x + a * size, y + b * size) for a, b in wing])
    cut.fill(mask, (colour,))
    cut.outline(mask, 0.5)


def stars(cut: Woodcut, count: int, colour: str, low: float = 50) -> None:
    """Scatter stars above a level."""
    for _ in range(count):
        x, y, r = cut.random.uniform(2, 98), cut.random.uniform(2, low), cut.random.exponential(0.9)
        a, b = 0.5 + r, 0.16 + r * 0.16
        points = [(x, y - a), (x + b, y - b), (x + a, y), (x + b, y + b), (x, y + a), (x - b,
            y + b),
                  (x - a, y), (x - b, y - b)]  # fmt: skip
        cut.fill(cut.shape(points, smooth=False), (colour,))


def spiral(cut: Woodcut, x: float, y: float, flat: float = 1.0, grow: float = 0.23) -> Field:
    """Return the phase of a spiral round a point."""
    dx, dy = cut.x - x, (cut.y - y) / flat
    return np.log(np.hypot(dx, dy) + 0.3) / grow + np.arctan2(dy, dx)
