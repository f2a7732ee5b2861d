"""The upright picture of a trump: a whole scene, drawn larger than it is printed.

A scene has the millimetres of the kit, in which a head is some 10 mm high; the picture is `k` times
as large. Lines keep the distances that they have on other cards.
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures import head
from workshop.figures.card import Court
from workshop.figures.curves import step
from workshop.figures.drawing import Drawing
from workshop.figures.grounds import Ground
from workshop.figures.scene import LOCAL, Scene
from workshop.plate import BLEED, Area, Line, hatch

# The picture of a French tarot card between its indices (mm).
SIZE = (52.6, 79.2)
# Beyond its frame a picture goes on for this much (mm).
OVER = 0.4
# How much of its scale the distance of lines gives back.
LOOSE = 1.15
# The share of that distance between the lines of a face, which is small.
FACE = 0.66
# What skin takes from the dark, so that its lines do not close.
SKIN, SKIN_LIFT = ("flesh", "flesh2", "flesh3"), 0.07
# Materials of courts whose second form (`linen2`) holds against white paper.
PALE = ("linen", "white", "feather", "fur", "stone", "pearl", "silver")


class Panel(Court):
    """The space of a picture in the millimetres of its scene."""

    def __init__(self, k):
        self.k = k
        width, height = (side / k for side in SIZE)
        super().__init__(width, height, 0.0)
        self.over = OVER / k
        self.level = height

    def cut(self, x, y, more=0.0):
        """Return how far a point lies inside the picture (mm)."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        across = np.minimum(x, self.w - x)
        return np.minimum(across, np.minimum(y, self.h - y)) + self.over

    def scene(self, st=0.06):
        """Return an empty scene, whose grid is `st` mm on paper."""
        return PictureScene(self, st / self.k)


class PictureScene(Scene):
    """A scene whose lines keep their distances on paper."""

    def __init__(self, panel, st):
        super().__init__(panel.w, panel.h + BLEED, st, panel.cut)
        self.panel = panel
        self.loose = panel.k**-LOOSE

    def add(
        self,
        name,
        material,
        z,
        mask,
        phase,
        pitch=0.42,
        gain=1.0,
        lift=0.0,
        *args,
        shade=None,
        **more,
    ):
        """Add a part; see `Scene.add`. `shade` is the share of its lines that is drawn."""
        pitch *= self.loose * (1 if shade is None else FACE)
        lift += SKIN_LIFT * (material in SKIN)
        material += "2" * (material in PALE)
        before = len(self.parts)
        super().add(name, material, z, mask, phase, pitch, gain, lift, *args, **more)
        if shade is not None and len(self.parts) > before:
            self.parts[-1]["shade"] = shade[self.parts[-1]["sub"]]

    def _draw_part(self, plate, p, visible):
        shade = p.get("shade")
        if shade is None:
            super()._draw_part(plate, p, visible)
            return
        super()._draw_part(plate, {**p, "gain": 0.0}, visible)
        sub = p["sub"]
        cover = gaussian_filter(visible.astype(float), 0.9) - 0.5
        bright = np.clip(self.tone(p) * 1.16 - 0.02 + LOCAL.get(p["material"], 0), 0, 1)
        ink = np.clip((1 - bright) * p["gain"] * 0.92 + 0.16, 0, 0.62) * shade
        floor = max(0.12, 0.07 / p["pitch"])
        mask = cover * self.st * 2
        xs, ys = self.xs[sub[1]], self.ys[sub[0]]
        strokes = hatch(xs, ys, ink, p["phase"], mask, floor=floor, least=0.5, eps=0.014)
        plate.lines(p["material"] + ".ink", strokes)


class Head(head.Head):
    """A head of a picture, which has lines on the side away from the lamp alone."""

    def add(self, lift=0.0):
        """Add the face to the scene; see `Head.add` of courts."""
        sc = self.scene
        tilt = -0.05 * self.far * (sc.X - self.c[0])
        phase = sc.Y - 0.46 * self.z + tilt
        shade = self._shade()
        sc.add("face", self.skin, self.z, self.mask, phase, 0.335, 0.92, lift, 0.34, shade=shade)

    def _shade(self):
        """Return the share of lines: 1 on the cheek in the shade, 0 on eyes, nose, and lips."""
        x, y, ax = self.fx, self.fy, np.abs(self.fx)
        right = (self.scene.X - self.c[0]) / self.u
        share = step(0.14, 0.52, right + 0.10 * np.clip(y, -1, 1))
        eye = np.hypot((ax - 0.30) / 0.26, (y + 0.05) / 0.24)
        lip = np.hypot(x / 0.33, (y - 0.64) / 0.18)
        share = share * step(0.85, 1.2, eye) * step(0.85, 1.2, lip)
        nose = step(0.15, 0.22, ax) + step(0.48, 0.54, y) + step(0.24, 0.30, -y)
        return share * np.clip(nose, 0, 1)


class Picture(Ground):
    """A picture while its ground is drawn; `k` is its size against that of its scene.

    `tolerance` is that of its plate: more for a drawing that would be too large.
    """

    def __init__(self, k=0.66, tolerance=1.15):
        self.k, self.tolerance = k, tolerance
        super().__init__(Panel(k))
        self.w, self.h = self.court.w, self.court.h

    def scene(self, st):
        """Return the empty scene of the picture."""
        return self.court.scene(st)

    def finish(self, scene):
        """Draw the scene on the ground; return the plate and the header of its file."""
        scene.light()
        scene.draw(self.plate)
        self.plate.finish()
        k, whole = self.k, Drawing(*SIZE)
        whole.ground("ground")
        whole.tolerance = self.tolerance
        for item in self.plate.half:
            if isinstance(item, Area):
                edge = item.edge and (item.edge[0], item.edge[1] * k)
                whole.whole.append(Area(item.role, [ring * k for ring in item.rings], edge))
            elif isinstance(item, Line):
                whole.whole.append(item._replace(points=item.points * k, widths=item.widths * k))
        return whole, {}
