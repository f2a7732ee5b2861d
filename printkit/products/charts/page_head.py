"""The head of a page: a name over what it is, on a graduated rule with one planet."""

from __future__ import annotations

import math

from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder

HEADER = 22.0
# What the rings take on the right (mm).
ORBIT = 19.0


def draw_orbit(box: Rect, theme: Theme) -> list[Item]:
    """Draw a graduated rule that ends in rings around the one accent of the page."""
    ink, accent = theme.roles_of["ink"], theme.roles_of["accent"]
    base, r = HEADER - 4.4, ORBIT / 2 - 1.4
    cx, cy = box.right - ORBIT / 2, base - r - 0.6
    fine, ticks = PathBuilder(), PathBuilder()
    fine.circle(cx, cy, r).circle(cx, cy, r * 0.62).circle(cx, cy, r * 0.55)
    left, right = box.x + FINE, box.right - FINE  # whole lines lie inside the room
    ticks.move(left, base).line(right, base)
    for i in range(int((right - left) / 2) + 1):
        length = 1.6 if i % 5 == 0 else 0.9
        ticks.move(left + 2 * i, base).line(left + 2 * i, base + length)
    for step in range(36):
        angle = math.radians(10 * step)
        outer = r * (0.93 if step % 3 else 0.87)
        fine.move(cx + outer * math.cos(angle), cy + outer * math.sin(angle))
        fine.line(cx + r * math.cos(angle), cy + r * math.sin(angle))
    # The planet stands on the outer ring where a watch has two o'clock.
    px, py = cx + r * 0.866, cy - r * 0.5
    return [
        Path(fine.done(), stroke=Stroke(ink, FINE)),
        Path(ticks.done(), stroke=Stroke(ink, FINE)),
        Path(PathBuilder().circle(cx, cy, r * 0.2).done(), fill=ink),
        Path(PathBuilder().circle(px, py, 1.3).done(), fill=accent),
    ]
