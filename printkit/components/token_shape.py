"""The shape and size of tokens, and those that the options of a job ask for."""

from __future__ import annotations

import math

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import LabelSheet, label_sheet
from printkit.base.units import format_mm
from printkit.graphics.path import PathBuilder, PathData
from printkit.pieces.options import LABEL_SHEET, TOKEN_SHAPE, TOKEN_SIZE
from printkit.pieces.product import RenderOptions

ROUND, HEX, BOX = "round", "hex", "box"
SHAPES = (ROUND, HEX)
# Across a round, across the flats of a hexagon (mm): the words of all our tokens fit.
SIZE = 30.0
# Only the ground is printed this close to the cut …
_MAX_SAFE_MARGIN = 3.0
# … or this share of a small token.
_SAFE_SHARE = 0.1
# The corners of a box (mm), as those of labels.
_RADIUS = 1.5
# Labels are not cut: a narrower margin is enough.
_LABEL_SAFE = 0.9
# Across the flats of a hexagon as a share of the way from tip to tip.
_FLAT = math.cos(math.pi / 6)


class TokenShape(msgspec.Struct, frozen=True):
    """The trim of a token, `width` by `height`; `safe` is the unprinted margin inside it (mm).

    `label`: it fills a label, so the sheet gives its size.
    """

    kind: str
    width: float
    height: float
    safe: float
    label: bool = False

    @property
    def inner(self) -> float:
        """The radius of the inscribed circle."""
        return min(self.width, self.height) / 2

    def outline(self, inset: float = 0.0) -> PathData:
        """Return the outline, `inset` mm inside the trim."""
        w, h = self.width / 2 - inset, self.height / 2 - inset
        builder = PathBuilder()
        if self.kind == ROUND:
            return builder.circle(0, 0, w).done()
        if self.kind == HEX:
            return builder.hexagon(h / _FLAT, h).done()
        return builder.rounded(Rect(-w, -h, 2 * w, 2 * h), max(_RADIUS - inset, 0.0)).done()

    def chord(self, y: float, inset: float) -> float:
        """Return the width of the shape at `y`, `inset` mm inside its edge."""
        h = self.height / 2 - inset
        if abs(y) >= h:
            return 0.0
        if self.kind == ROUND:
            return 2 * math.sqrt(h * h - y * y)
        if self.kind == HEX:
            return 2 * (h / _FLAT - abs(y) / math.sqrt(3))
        return self.width - 2 * inset


def token_shape(kind: str, size: float) -> TokenShape:
    """Return a circle with the diameter `size`, or a hexagon `size` mm wide across its flats."""
    width = size / _FLAT if kind == HEX else size
    return TokenShape(kind, width, size, min(_MAX_SAFE_MARGIN, _SAFE_SHARE * size))


def label_shape(
    sheet: LabelSheet, kind: str | None = None, size: float | None = None
) -> TokenShape:
    """Return the shape that fills a label, or a token to be cut out of the label.

    Raises PrintkitError if the token is larger than the label.
    """
    width, height = sheet.width - 2 * sheet.label_margin, sheet.height - 2 * sheet.label_margin
    if kind is None and size is None:
        safe = _SAFE_SHARE * min(width, height)
        if sheet.round:
            return TokenShape(ROUND, width, height, min(_MAX_SAFE_MARGIN, safe), label=True)
        return TokenShape(BOX, width, height, min(_LABEL_SAFE, 0.6 * safe), label=True)
    maximum = min(width, height)
    if kind == HEX and (sheet.round or width < height / _FLAT):
        maximum = width * _FLAT  # its tips reach the edge first
    shape = token_shape(kind or ROUND, maximum if size is None else size)
    if shape.height > maximum + 1e-6:
        raise PrintkitError(
            f"A token of {format_mm(shape.height)} mm is larger than a label of the sheet "
            f"{sheet.name} allows: {format_mm(math.floor(maximum * 10) / 10)} mm.",
            hint="Take a smaller --token-size, or a sheet with larger labels.",
        )
    return shape


# The default.
TOKEN = token_shape(ROUND, SIZE)


def printed_token_shape(options: RenderOptions) -> TokenShape:
    """Return the shape of printed tokens; on labels, the area that a label leaves.

    Raises PrintkitError for tokens that are larger than their label.
    """
    if (name := options[LABEL_SHEET]) is None:
        return table_token_shape(options)
    return label_shape(label_sheet(name), options[TOKEN_SHAPE], options[TOKEN_SIZE])


def table_token_shape(options: RenderOptions) -> TokenShape:
    """Return the shape of places for tokens; the default one for stickers."""
    if options[LABEL_SHEET] is not None:
        return TOKEN
    return token_shape(options[TOKEN_SHAPE] or ROUND, options[TOKEN_SIZE] or SIZE)
