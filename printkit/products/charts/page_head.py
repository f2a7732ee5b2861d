"""The head of a page: a name over what it is, on a graduated rule with one planet."""

from __future__ import annotations

import math

from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData

HEADER = 22.0
# What the rings take on the right (mm).
ORBIT = 19.0


def graduated_line(left: float, right: float, y: float) -> PathData:
    """Return a rule with a tick every two millimetres, every fifth longer."""
    builder = PathBuilder().move(left, y).line(right, y)
    for i in range(int((right - left) / 2) + 1):
        builder.move(left + 2 * i, y).line(left + 2 * i, y + (0.9 if i % 5 else 1.6))
    return builder.done()


def draw_orbit(box: Rect, theme: Theme) -> list[Item]:
    """Draw a graduated rule that ends in rings around the one accent of the page."""
    ink, accent = theme.roles_of["ink"], theme.roles_of["accent"]
    base, r = HEADER - 4.4, ORBIT / 2 - 1.4
    cx, cy = box.right - ORBIT / 2, base - r - 0.6
    fine = PathBuilder()
    fine.circle(cx, cy, r).circle(cx, cy, r * 0.62).circle(cx, cy, r * 0.55)
    ticks = graduated_line(box.x + FINE, box.right - FINE, base)  # whole lines are in the box
    for step in range(36):
        angle = math.radians(10 * step)
        outer = r * (0.93 if step % 3 else 0.87)
        fine.move(cx + outer * math.cos(angle), cy + outer * math.sin(angle))
        fine.line(cx + r * math.cos(angle), cy + r * math.sin(angle))
    # The planet stands on the outer ring where a watch has two o'clock.
    px, py = cx + r * 0.866, cy - r * 0.5
    return [
        Path(fine.done(), stroke=Stroke(ink, FINE)),
        Path(ticks, stroke=Stroke(ink, FINE)),
        Path(PathBuilder().circle(cx, cy, r * 0.2).done(), fill=ink),
        Path(PathBuilder().circle(px, py, 1.3).done(), fill=accent),
    ]
