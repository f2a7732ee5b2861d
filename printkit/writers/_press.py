"""Choose the inks for print shops: the inks of each colour, pure black text, spot colours, rich
black.

The drawings of a document are scanned before they are written: for colours without inks, which are
rejected, for spot colours, and for black areas that are large wherever they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import inf
from pathlib import Path as FilePath

from msgspec.structs import astuple

from printkit.base.errors import PrintkitError, named_library, warn
from printkit.base.geometry import MM_PER_INCH
from printkit.base.options import OptionValues
from printkit.graphics.colour import BLACK_INK, Colour, Inks, cap_inks
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
from printkit.graphics.picture_file import Samples
from printkit.graphics.pictures import image_bytes
from printkit.pieces.options import INK_LIMIT, NO_PLATES, PLATES, RICH_BLACK
from printkit.pieces.pages import Document
from printkit.press.inks import lacks_inks, line_inks, parse_inks, require_inks
from printkit.writers._pdf_mode import HomeMode

# The least width (mm) of an area in rich black: four inks at an edge never lie exactly on each
# other.
_LARGE = 2.0
_OWN_PICTURES = "Leave text to the card, or save the picture in CMYK with its lines in plain black."
# The resources of overprinting, of fills or lines alone, and of a spot colour.
OVERPRINT, OVERPRINT_FILL, OVERPRINT_LINE, SPOT = "OP", "OPF", "OPL", "Spot{}"
_OVER = f"/{OVERPRINT} gs "


class PressMode(HomeMode):
    """CMYK and spot colours, without anything for screens.

    Raises PrintkitError for a colour without inks.
    """

    is_for_screens = False
    marks_ground = True

    def __init__(self, document: Document, options: OptionValues) -> None:
        plate = options.values.get(PLATES.name, NO_PLATES)
        # The role of the colours with a separate plate.
        self.plate = "" if plate == NO_PLATES else plate
        # The most ink in percent.
        self.limit = float(options[INK_LIMIT])
        rich = options[RICH_BLACK]
        self.rich_black = cap_inks(parse_inks(rich), self.limit) if rich else None
        # In the order in which they are drawn; spot colours with their resources.
        self.colours: dict[Colour, None] = {}
        self.spots: dict[str, tuple[str, Colour]] = {}
        self._has_pictures = False
        # The least scale at which each symbol is drawn, and black areas by whether they are large.
        self._scales: dict[int, float] = {}
        self._large: dict[int, bool] = {}
        for page in document.pages:
            for layer in page.layers:
                self._look_through(layer.items if self.shows(layer) else (), 1.0)
        if lacking := [colour for colour in self.colours if colour.inks is None]:
            raise lacks_inks(max(lacking, key=_chroma))
        for colour in self.colours:
            if name := self.spot(colour):
                self.spots.setdefault(name, (SPOT.format(len(self.spots)), colour))
        self._over = _OVER if self._black_overprints() else ""

    def _look_through(self, items: Iterable[Item], scale: float) -> None:
        for item in items:
            if isinstance(item, Path):
                self.colours.update(dict.fromkeys(_colours_of(item)))
                if item.fill is not None and item.fill.inks == BLACK_INK:
                    area, length = area_and_length(item.data)
                    # The width of a strip; of a disc or a square the half of it.
                    is_wide = bool(length) and 2 * area / length * scale >= _LARGE
                    self._large[id(item)] = is_wide and self._large.get(id(item), True)
            elif isinstance(item, ShapedText):
                if item.render_mode != INVISIBLE:
                    self.colours[item.fill] = None
            elif isinstance(item, Group):
                self._look_through(item.items, scale * item.matrix.scale)
            elif isinstance(item, Use):
                own = scale * item.matrix.scale
                if own < self._scales.get(id(item.symbol), inf):
                    self._scales[id(item.symbol)] = own
                    self._look_through(item.symbol.items, own)
            elif isinstance(item, Image):
                self._has_pictures = True

    def _black_overprints(self) -> bool:
        """Return True if black over any other colour is within the limit.

        Foil would cover it, so it knocks out beside a separate plate.
        """
        most = 300.0 if self._has_pictures else 0.0
        for colour in self.colours:
            inks = cap_inks(require_inks(colour), self.limit)
            most = max(most, inks.cyan + inks.magenta + inks.yellow)
        return not self.plate and most + 100 <= self.limit

    def spot(self, colour: Colour) -> str:
        """Return the name of the spot colour that prints a colour, empty if inks do."""
        return self.plate.title() if self.plate and colour.role == self.plate else colour.spot

    def area_inks(self, path: Path) -> Inks:
        """Return the inks of a filled path: rich black for areas of black 2 mm wide and more."""
        assert path.fill is not None
        inks = require_inks(path.fill)
        if self.rich_black is not None and inks == BLACK_INK and self._large.get(id(path)):
            return self.rich_black
        return cap_inks(inks, self.limit)

    def text_inks(self, colour: Colour) -> Inks:
        """Return the inks of text and lines."""
        return cap_inks(line_inks(require_inks(colour)), self.limit)

    def overprints(self, path: Path) -> str:
        lines = path.stroke.colour if path.stroke else None
        spots = {bool(self.spot(one)) for one in (path.fill, lines) if one is not None}
        if True not in spots:
            return ""
        if len(spots) == 1:
            return _OVER
        fills = path.fill is not None and self.spot(path.fill)
        return f"/{OVERPRINT_FILL if fills else OVERPRINT_LINE} gs "

    def fill(self, path: Path) -> str:
        assert path.fill is not None
        if spot := self.spot(path.fill):
            return f"/{self.spots[spot][0]} cs 1 scn "
        return f"{_cmyk_operands(self.area_inks(path))} k "

    def text(self, colour: Colour) -> str:
        if spot := self.spot(colour):
            return f"{_OVER}/{self.spots[spot][0]} cs 1 scn "
        inks = self.text_inks(colour)
        return f"{self._over if inks == BLACK_INK else ''}{_cmyk_operands(inks)} k "

    def stroke(self, stroke: Stroke) -> str:
        if spot := self.spot(stroke.colour):
            return f"/{self.spots[spot][0]} CS 1 SCN "
        return f"{_cmyk_operands(self.text_inks(stroke.colour))} K "

    def read_samples(self, image: Image, width: int | None) -> Samples:
        with named_library("A picture in inks", "Pillow"):
            from printkit.press.picture_inks import find_doubts, separate

        data = image_bytes(image)
        place = str(image.source) if isinstance(image.source, FilePath) else None
        dpi = image.width * MM_PER_INCH / image.rect.w
        for doubt in find_doubts(data, dpi, self.limit):
            warn(PrintkitError(doubt, location=place, hint=_OWN_PICTURES))
        return separate(data, width, self.limit)


class PaintedMode(PressMode):
    """Plates that are painted as light, in place of red, green and blue."""

    marks_ground = False

    def tones(self, colour: Colour, inks: Inks) -> tuple[float, float, float]:
        """Return the light of a colour on three plates, from 0 (ink) to 1."""
        raise NotImplementedError

    def fill(self, path: Path) -> str:
        assert path.fill is not None
        return f"{self._operands(path.fill, self.area_inks(path))} rg "

    def text(self, colour: Colour) -> str:
        return f"{self._operands(colour, self.text_inks(colour))} rg "

    def stroke(self, stroke: Stroke) -> str:
        return f"{self._operands(stroke.colour, self.text_inks(stroke.colour))} RG "

    def _operands(self, colour: Colour, inks: Inks) -> str:
        return " ".join(f"{tone:.4g}" for tone in self.tones(colour, inks))


def _colours_of(path: Path) -> list[Colour]:
    stroke = [] if path.stroke is None else [path.stroke.colour]
    return stroke if path.fill is None else [path.fill, *stroke]


def _chroma(colour: Colour) -> int:
    """Return the distance of a colour from grey; mixtures with paper or black have a
    smaller one.
    """
    return max(colour.channels) - min(colour.channels)


@cache
def _cmyk_operands(inks: Inks) -> str:
    """Return inks as operands of `k` and `K`: four numbers from 0 to 1."""
    return " ".join(f"{share / 100:.4g}" for share in astuple(inks))
