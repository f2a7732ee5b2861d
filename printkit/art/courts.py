"""Court figures: drawings composed of layers. Content: templates/courts.toml, templates/art/courts.

A deck names one figure for a rank; where the table knows the suit too, the court is a figure of
its own: it has other layers (body, collar, head, head-gear), another side, another gaze.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.emblem import FIGURE, HELD, SIDE, draw_art, sibling_emblem
from printkit.art.theme import Palette
from printkit.base.content import content_path, load_content
from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.graphics.display_list import Symbol
from printkit.graphics.svg_art import Shape, SvgArt, read_art

# The axis of the figures and their middle: a hand has its place on the right.
_X, _Y = 43.0, 50.0
_MIRROR = Matrix(-1, 0, 0, 1, SIDE, 0)


class CourtLayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing in a court: mirrored, turned and scaled about the figure's middle, then moved."""

    layer: str
    mirrored: bool = False
    turn: float = 0.0
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    @property
    def matrix(self) -> Matrix:
        """Return where the layer's drawing stands in the court."""
        factor = -self.scale if self.mirrored else self.scale
        sized = translation(-_X, -_Y).then(scaling(factor, self.scale)).then(rotation(self.turn))
        return sized.then(translation(_X + self.x, _Y + self.y))


class Court(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A court: its layers from back to front; `mirrored` if it holds its thing on the left."""

    layers: tuple[CourtLayer | str, ...]
    mirrored: bool = False


@lru_cache(maxsize=1)
def read_courts() -> dict[str, dict[str, Court]]:
    """Read the table of courts: by the stem of the rank's figure, by that of the suit's emblem."""
    return msgspec.convert(load_content("courts.toml"), dict[str, dict[str, Court]])


@lru_cache(maxsize=256)
def compose_court(figure: FilePath, suit: FilePath) -> SvgArt | None:
    """Return the court of a rank's figure and a suit's emblem, or None if it is not in the table.

    A figure or an emblem of the user's own has no court, whatever its name.
    """
    drawings = (content_path("art", "courts", figure.name), content_path("art", "suits", suit.name))
    if (figure, suit) != drawings:
        return None
    court = read_courts().get(figure.stem, {}).get(suit.stem)
    return compose(court, f"{figure.stem}-{suit.stem}", suit) if court else None


def draw_figure(
    figure: FilePath, suit: FilePath | None, palette: Palette, size: float, ink: float
) -> Symbol | None:
    """Return a court as an emblem, to be used at `size` or larger; None if it has no drawing."""
    art = compose_court(figure, suit) if suit else None
    if art is None:
        return None
    return draw_art(art, f"court-{art.name}-{palette.key}-{size:.1f}", palette, size, ink)


def compose(court: Court, name: str, suit: FilePath) -> SvgArt:
    """Put the layers of a court together; what it holds is of a suit."""
    whole = _MIRROR if court.mirrored else IDENTITY
    shapes: list[Shape] = []
    for entry in court.layers:
        layer = CourtLayer(entry) if isinstance(entry, str) else entry
        shapes += _place_layer(layer, suit, layer.matrix.then(whole))
    return SvgArt(name, Rect(0, 0, SIDE, SIDE), tuple(shapes), frozenset({FIGURE}))


def _place_layer(layer: CourtLayer, suit: FilePath, matrix: Matrix) -> list[Shape]:
    """Return the shapes of a layer where they stand in the court."""
    held = sibling_emblem(suit, HELD) if layer.layer == HELD else None
    drawing = read_art(held or content_path("art", "courts", "layers", f"{layer.layer}.svg"))
    return [
        replace(
            shape,
            data=shape.data.transformed(matrix),
            paint=replace(shape.paint, width=round(shape.paint.width * matrix.scale, 4)),
        )
        for shape in drawing.shapes
    ]
