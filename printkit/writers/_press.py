"""What print shops print: the inks of each colour, plain black text, spot colours, rich black.

A drawing is looked through before it is written: for colours without inks, which are refused, for
spot colours, and for the black areas that are large wherever they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import inf
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import astuple

from printkit.base.errors import PrintkitError, named_library, warn
from printkit.base.options import OptionValues
from printkit.base.units import MM_PER_INCH
from printkit.graphics.colour import Colour, Inks, cap_inks
from printkit.graphics.display_list import (
    INVISIBLE,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Stroke,
    Use,
)
from printkit.graphics.path import area_and_length
from printkit.graphics.press import lacks_inks, line_inks, parse_inks, require_inks
from printkit.graphics.raster_image import Samples, image_bytes
from printkit.imposition.page import Document
from printkit.pieces.options import INK_LIMIT, NO_PLATES, PLATES, RICH_BLACK
from printkit.writers._pdf_mode import HomeMode

_PLAIN_BLACK = Inks(0.0, 0.0, 0.0, 100.0)
# The least width (mm) of an area in rich black: four inks at an edge never lie exactly on each
# other.
_LARGE = 2.0
_OWN_PICTURES = "Leave text to the card, or save the picture in CMYK with its lines in black alone."
# The resources of overprinting, of fills or lines alone, and of a spot colour.
OVERPRINT, OVERPRINT_FILL, OVERPRINT_LINE, SPOT = "OP", "OPF", "OPL", "Spot{}"


class Survey:
    """What the drawings of a document ask of a press."""

    def __init__(self, items: Iterable[Item], *, plate: str = "") -> None:
        # The role of the colours that have a plate of their own.
        self.plate = plate
        # In the order in which they are drawn.
        self.colours: dict[Colour, None] = {}
        self.spots: dict[str, Colour] = {}
        self.has_pictures = False
        # The least scale at which each symbol is drawn, and black areas by whether they are large.
        self._scales: dict[int, float] = {}
        self._large: dict[int, bool] = {}
        self._look_through(items, 1.0)

    def is_large(self, path: Path) -> bool:
        """Return True if a black area is at least 2 mm wide wherever it is drawn."""
        return self._large.get(id(path), False)

    def _look_through(self, items: Iterable[Item], scale: float) -> None:
        for item in items:
            if isinstance(item, Path):
                self._note(item.fill)
                self._note(item.stroke.colour if item.stroke else None)
                if item.fill is not None and item.fill.inks == _PLAIN_BLACK:
                    area, length = area_and_length(item.data)
                    # The width of a strip; of a disc or a square the half of it.
                    is_wide = bool(length) and 2 * area / length * scale >= _LARGE
                    self._large[id(item)] = is_wide and self._large.get(id(item), True)
            elif isinstance(item, ShapedText):
                if item.render_mode != INVISIBLE:
                    self._note(item.fill)
            elif isinstance(item, Group):
                self._look_through(item.items, scale * item.matrix.scale)
            elif isinstance(item, Use):
                own = scale * item.matrix.scale
                if own < self._scales.get(id(item.symbol), inf):
                    self._scales[id(item.symbol)] = own
                    self._look_through(item.symbol.items, own)
            elif isinstance(item, Image):
                self.has_pictures = True

    def _note(self, colour: Colour | None) -> None:
        if colour is not None and colour not in self.colours:
            self.colours[colour] = None
            if spot := self.spot(colour):
                self.spots.setdefault(spot, colour)

    def spot(self, colour: Colour) -> str:
        """Return the name of the spot colour that prints a colour, empty if inks do."""
        on_plate = self.plate and colour.role == self.plate
        return self.plate.title() if on_plate else colour.spot


class Separation(Struct, frozen=True):
    """The inks of the colours of a document, within the limit of a press (percent)."""

    limit: float
    rich_black: Inks | None
    survey: Survey

    @classmethod
    def of(cls, items: Iterable[Item], options: OptionValues) -> Separation:
        """Look through drawings. Raises PrintkitError for a colour without inks."""
        plate = options.values.get(PLATES.name, NO_PLATES)
        limit, rich = float(options[INK_LIMIT]), options[RICH_BLACK]
        made = cls(
            limit,
            cap_inks(parse_inks(rich), limit) if rich else None,
            Survey(items, plate="" if plate == NO_PLATES else plate),
        )
        if lacking := [colour for colour in made.survey.colours if colour.inks is None]:
            raise lacks_inks(max(lacking, key=_chroma))
        return made

    @property
    def leaves_room(self) -> bool:
        """True if black over any other colour is within the limit, so that it may overprint.

        Foil would cover it, so beside a plate of its own it knocks out.
        """
        most = 300.0 if self.survey.has_pictures else 0.0
        for colour in self.survey.colours:
            inks = cap_inks(require_inks(colour), self.limit)
            most = max(most, inks.cyan + inks.magenta + inks.yellow)
        return not self.survey.plate and most + 100 <= self.limit

    def area(self, path: Path) -> Inks:
        """Return the inks of a filled path: rich black for large areas of black."""
        assert path.fill is not None
        inks = require_inks(path.fill)
        if self.rich_black is not None and inks == _PLAIN_BLACK and self.survey.is_large(path):
            return self.rich_black
        return cap_inks(inks, self.limit)

    def line(self, colour: Colour) -> Inks:
        """Return the inks of text and lines."""
        return cap_inks(line_inks(require_inks(colour)), self.limit)


class PressMode(HomeMode):
    """CMYK and spot colours, without anything for screens."""

    is_for_screens = False
    marks_ground = True

    def __init__(self, document: Document, options: OptionValues) -> None:
        shown = [layer for page in document.pages for layer in page.layers if self.shows(layer)]
        items = [item for layer in shown for item in layer.items]
        self.separation = Separation.of(items, options)
        self.spots = {
            name: (SPOT.format(number), colour)
            for number, (name, colour) in enumerate(self.separation.survey.spots.items())
        }
        self._spot_of = self.separation.survey.spot
        self._over = f"/{OVERPRINT} gs " if self.separation.leaves_room else ""

    def overprints(self, path: Path) -> str:
        lines = path.stroke.colour if path.stroke else None
        spots = {bool(self._spot_of(one)) for one in (path.fill, lines) if one is not None}
        if True not in spots:
            return ""
        if len(spots) == 1:
            return f"/{OVERPRINT} gs "
        fills = path.fill is not None and self._spot_of(path.fill)
        return f"/{OVERPRINT_FILL if fills else OVERPRINT_LINE} gs "

    def fill(self, path: Path) -> str:
        assert path.fill is not None
        if spot := self._spot_of(path.fill):
            return f"/{self.spots[spot][0]} cs 1 scn "
        return f"{cmyk_operands(self.separation.area(path))} k "

    def text(self, colour: Colour) -> str:
        if spot := self._spot_of(colour):
            return f"/{OVERPRINT} gs /{self.spots[spot][0]} cs 1 scn "
        inks = self.separation.line(colour)
        return f"{self._over if inks == _PLAIN_BLACK else ''}{cmyk_operands(inks)} k "

    def stroke(self, stroke: Stroke) -> str:
        if spot := self._spot_of(stroke.colour):
            return f"/{self.spots[spot][0]} CS 1 SCN "
        return f"{cmyk_operands(self.separation.line(stroke.colour))} K "

    def read_samples(self, image: Image, width: int | None) -> Samples:
        with named_library("A picture in inks", "Pillow"):
            from printkit.graphics.picture_inks import find_doubts, separate

        data = image_bytes(image)
        place = str(image.source) if isinstance(image.source, FilePath) else None
        dpi = image.width * MM_PER_INCH / image.rect.w
        for doubt in find_doubts(data, dpi, self.separation.limit):
            warn(PrintkitError(doubt, location=place, hint=_OWN_PICTURES))
        return separate(data, width, self.separation.limit)


def _chroma(colour: Colour) -> int:
    """Return how far a colour is from grey, which its mixtures with paper or black are nearer."""
    return max(colour.channels) - min(colour.channels)


@cache
def cmyk_operands(inks: Inks) -> str:
    """Return inks as operands of `k` and `K`: four numbers from 0 to 1."""
    return " ".join(f"{share / 100:.4g}" for share in astuple(inks))
