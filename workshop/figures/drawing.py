"""The plate of a figure: millimetres from the top left corner while it is drawn."""

import numpy as np
from contourpy import contour_generator

from workshop.plate import Area, Line, Plate
from workshop.plate import thin as kept


def contour_lines(xs, ys, z, level):
    """Return the lines where z is `level`."""
    return [p for p in contour_generator(xs, ys, z).lines(level) if len(p) > 5]


def thin(points, widths, eps=0.014):
    """Drop points of a line that neither its course nor its width needs."""
    points, widths = np.asarray(points, float), np.asarray(widths, float)
    k = kept(np.column_stack([points, widths * 0.8]), eps)
    return points[k], widths[k]


class Drawing(Plate):
    """A plate whose outlines may repeat their first point at the end."""

    def poly(self, role, points, edge=None):
        """Fill one ring."""
        points = np.asarray(points, float)
        if len(points) > 1 and np.allclose(points[0], points[-1]):
            points = points[:-1]
        self.area(role, [points], edge)

    def line(self, role, points, width, closed=False):
        """Draw a line, of one width or of one at each point."""
        points = np.asarray(points, float)
        width = np.broadcast_to(np.asarray(width, float), len(points))
        if not closed and len(points) > 3 and np.hypot(*(points[0] - points[-1])) < 0.01:
            points, width, closed = points[:-1], width[:-1], np.ptp(width) < 0.004
        super().line(role, points, width, closed)

    def finish(self):
        """Move the middle of the card to (0, 0), store the half as it is, and end it."""
        by = np.array([self.width / 2, self.height / 2])
        for i, item in enumerate(self.half):
            if isinstance(item, Area):
                self.half[i] = item._replace(rings=[r - by for r in item.rings])
            elif isinstance(item, Line):
                self.half[i] = item._replace(points=item.points - by)
        self.uncut = True
        self.turn()
