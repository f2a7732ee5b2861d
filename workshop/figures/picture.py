"""The upright picture of a trump: a whole scene, drawn larger than it is printed.

A scene has the millimetres of the kit, in which a head is some 10 mm high; the picture is `k` times
as large. Lines keep the distances that they have on other cards.
"""

import numpy as np

from workshop.figures.card import Court
from workshop.figures.drawing import Drawing
from workshop.figures.grounds import Ground
from workshop.figures.scene import Scene
from workshop.plate import BLEED, Area, Line

# The picture of a French tarot card between its indices (mm).
SIZE = (52.6, 79.2)
# Beyond its frame a picture goes on for this much (mm).
OVER = 0.4
# How much of its scale the distance of lines gives back.
LOOSE = 1.15


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

    def add(self, name, material, z, mask, phase, pitch=0.42, *args, **more):
        """Add a part; see `Scene.add`."""
        super().add(name, material, z, mask, phase, pitch * self.loose, *args, **more)


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
