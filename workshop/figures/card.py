"""The card round a figure: ground of rays, ring, figure, and the header of the packed file."""

import math

import numpy as np

from workshop.figures.drawing import Drawing
from workshop.figures.scene import Scene
from workshop.plate import BLEED, thin

SASH_WIDTH = 6.1  # mm; the product draws the band, its rules, and the name


class Court:
    """Format of a court: its size and its sash, which runs through the middle of the card."""

    def __init__(self, width=63.5, height=88.9, slope=0.616):
        self.w, self.h, self.slope = width, height, slope
        self.level = height / 2 - slope * width / 2
        self.angle = math.degrees(math.atan(slope))

    def cut(self, x, y, more=0.9):
        """Return how far a point lies above the middle of the sash (mm, measured upright)."""
        return self.level + more + self.slope * x - y

    def scene(self, st=0.06):
        """Return an empty scene for the upper half."""
        bottom = self.level + self.slope * (self.w + BLEED) + 2.0
        return Scene(self.w, bottom, st, self.cut)


POKER = Court()
TAROT = Court(61.0, 112.0)


def _rays(plate, court, x, y, petals, n, light):
    """Draw rays whose swelling makes petals."""
    far = math.hypot(court.w, court.h) + 4
    for i in range(n):
        a = i * math.tau / n
        r = np.linspace(12, far, 120)
        wave = np.cos(2 * np.pi * r / 10.5 + petals * a) + np.cos(2 * np.pi * r / 10.5 - petals * a)
        w = r * math.tau / n * (0.42 + 0.13 * wave) * light * np.clip((r - 12) / 4, 0, 1)
        p = np.stack([x + r * math.sin(a), y - r * math.cos(a)], 1)
        ok = (p[:, 0] > -BLEED - 0.6) & (p[:, 0] < court.w + BLEED + 0.6)
        ok &= (p[:, 1] > -BLEED - 0.6) & (court.cut(p[:, 0], p[:, 1]) > 0)
        if ok.sum() > 4:
            k = thin(np.column_stack([p[ok], w[ok] * 0.5]), 0.03)
            plate.line("burst.ray", p[ok][k], np.minimum(w[ok][k], 0.9))


def _ring(plate, court, x, y, r0):
    """Draw the ring of gold behind the head, with its scale."""
    start = math.atan2(-1, court.slope) + math.pi * 0.75
    a = np.linspace(0, math.tau, 241)[:-1] + start
    for r, w in ((r0, 0.5), (r0 + 0.9, 0.14), (r0 + 1.8, 0.14)):
        p = np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1)
        above = court.cut(p[:, 0], p[:, 1]) > 0
        for run in np.split(np.arange(len(p)), np.flatnonzero(np.diff(above)) + 1):
            if above[run[0]] and len(run) > 2:
                plate.line("ray2", p[run], w)
    for i in range(72):
        u = np.array([math.sin(i * math.tau / 72), -math.cos(i * math.tau / 72)])
        ends = np.array([[x, y] + u * (r0 + 1.8), [x, y] + u * (r0 + (3.3 if i % 6 == 0 else 2.5))])
        if court.cut(*ends[1]) > 0:
            plate.line("ray2", ends, 0.14)


def compose(scene, centre, court=POKER, petals=6, ring=18.6, n=120, light=1.0):
    """Return the plate of a card and what its file says; rays and ring are about `centre`."""
    plate = Drawing(court.w, court.h)
    plate.ground("ground")
    _rays(plate, court, *centre, petals, n, light)
    _ring(plate, court, *centre, ring)
    scene.light()
    scene.draw(plate)
    plate.finish()
    about = [round(float(place), 2) for place in centre]
    return plate, {"centre": about, "sash": [round(court.angle, 3), SASH_WIDTH]}
