"""Positions of form fields on a page of PDF.

Boxes are in points from the lower left corner. A field is upright or on one of its sides: a map
that skews or mirrors it is refused.
"""

from __future__ import annotations

from msgspec import Struct

from printkit.base.geometry import Matrix
from printkit.base.units import MM_PER_POINT
from printkit.graphics.display_list import FormField

# What a whole turn may leave of dust.
_DUST = 1e-9


class Widget(Struct, frozen=True):
    """A field on a page: its box (left, bottom, right, top; points), its rotation in degrees
    counter-clockwise, and the field with its size in points.
    """

    field: FormField
    box: tuple[float, float, float, float]
    turned: int
    size: float

    @property
    def natural_size(self) -> tuple[float, float]:
        """Width and height as seen by who writes into it."""
        left, low, right, high = self.box
        width, height = right - left, high - low
        return (height, width) if self.turned % 180 else (width, height)


def place_widget(field: FormField, matrix: Matrix, height: float) -> Widget:
    """Return the field under a map that moves, scales and turns it by quarters."""
    upright = abs(matrix.b) < _DUST and abs(matrix.c) < _DUST
    sideways = abs(matrix.a) < _DUST and abs(matrix.d) < _DUST
    assert upright or sideways, f"the field {field.name} leans"
    assert matrix.a * matrix.d - matrix.b * matrix.c > 0, f"the field {field.name} is mirrored"
    box = matrix.bounds(field.rect)
    edges = (box.x, height - box.bottom, box.right, height - box.y)
    left, low, right, high = (round(edge / MM_PER_POINT, 4) for edge in edges)
    # y points down here: what turns with the clock goes against it there.
    turned = {(1, 0): 0, (0, 1): 270, (-1, 0): 180, (0, -1): 90}[_sign(matrix.a), _sign(matrix.b)]
    return Widget(field, (left, low, right, high), turned, field.size * matrix.scale / MM_PER_POINT)


def _sign(value: float) -> int:
    return (value > _DUST) - (value < -_DUST)
