"""The tables [design] and [fonts], shared by definitions and themes.

A role is a use of text, such as `title` or `text`. No file is opened here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

from printkit.base.files import is_file, resolve_within
from printkit.base.limits import MAX_FALLBACKS
from printkit.base.plugins import FACES, plugin_entries
from printkit.base.record_faults import load_rows, load_table
from printkit.base.records import Fault, FileHome, Part, Written, encoded_names
from printkit.base.sentences import Sentence, name_some, quote

# --- face design ---------------------------------------------------------------------------------

# The title on a ribbon over a picture that runs to the cut, above a framed picture, or nowhere.
RIBBON, TOP, NONE = "ribbon", "top", "none"
TitlePlace = Literal["ribbon", "top", "none"]
CornerPlace = Literal["left", "none"]
DOUBLE, LINE = "double", "line"
Border = Literal["double", "line", "none"]
# A family of fonts by its role.
FontRole = Literal["title", "index", "text"]
# The share of the face that the picture fills.
MIN_SHARE, MAX_SHARE = 0.2, 0.8
Share = Annotated[float, Meta(ge=MIN_SHARE, le=MAX_SHARE)]


# --- frames --------------------------------------------------------------------------------------


class FrameRow(Part):
    """A row of templates/frames.toml: a frame around the field of a face."""

    corner: str
    """the shape of its corners: chamfer, arc, spike, step, bracket, wave"""
    reach: float
    """the size of its corners in mm, on a poker card"""
    ornament: str
    """the drawing in its corners: a key of templates/ornaments.toml"""
    ticks: int
    """the graduation along its sides; 0 for none"""
    numbers: str = ""
    """the folder in templates/art/engraved of the drawings of its cards of the layout `number`"""


def frame_rows() -> Mapping[str, FrameRow]:
    """Return the frames by name."""
    return load_rows("frames.toml", FrameRow)


# --- layouts of faces ---------------------------------------------------------------------------


class FaceNames(Part):
    """The layouts of faces: templates/faces.toml."""

    names: tuple[str, ...]
    """their names"""


def layout_names() -> tuple[str, ...]:
    """Return the names of the layouts of faces: the bundled ones, then those of plug-ins."""
    return *load_table("faces.toml", FaceNames).names, *plugin_entries(FACES)


# --- backs ---------------------------------------------------------------------------------------

# The keys that each field of a back reads.
BACK_FIELDS: dict[str, tuple[str, ...]] = {
    "lathe": ("waves", "points"),
    "orbits": ("pitch", "stars"),
    "waves": ("length", "beat", "pitch"),
    "sunbeams": ("count",),
    "gyrons": ("count", "pitch"),
    "shards": ("count",),
    "dunes": ("length", "count"),
    "clouds": ("pitch",),
    "dice": ("seed", "pitch"),
    "shapes": ("pitch",),
    "hexagons": ("pitch",),
    "diamonds": ("pitch",),
    "bars": ("pitch",),
}
_Length = Annotated[float, Meta(ge=0.1)]
_Count = Annotated[int, Meta(ge=0)]


class BackRow(Part):
    """A row of templates/backs.toml: a field with a medal on it. Lengths are in mm."""

    colour: str
    """the colour of the theme"""
    second: str
    """the second colour"""
    rim: str = ""
    """the colour of the rim of the medal on white, instead of the second one"""
    corner: str
    """the corner of the frame on a printed ground: a key of templates/frames.toml"""
    medal: str
    """a drawing in templates/art/backs"""
    band: Annotated[float, Meta(ge=0, le=1)]
    """the inner edge of the engraved band as a share of the outline; 0 for none"""
    petals: Annotated[int, Meta(ge=0)]
    """the waves of the band"""
    field: str
    """the generator of the field, which reads the keys below that `BACK_FIELDS` names"""
    pitch: _Length = 0.0
    """the distance of its lines or cells"""
    length: _Length = 0.0
    """the length of a wave"""
    beat: _Length = 0.0
    """the distance at which waves meet"""
    count: _Count = 0
    """the number of its rays or ridges"""
    stars: _Count = 0
    """the number of stars"""
    waves: _Count = 0
    """the waves of a rosette"""
    points: _Count = 0
    """the lines of a rosette"""
    seed: _Count = 0
    """the seed of chance"""

    def faults(self) -> Iterator[Fault]:
        if self.field not in BACK_FIELDS:
            known = name_some(BACK_FIELDS)
            template = "{raw} is not one of: {known}."
            yield Fault(("field",), Sentence(template, raw=quote(self.field), known=known))
            return
        read = BACK_FIELDS[self.field]
        for key in ("pitch", "length", "beat", "count", "stars", "waves", "points", "seed"):
            if key in read and not getattr(self, key):
                message = Sentence("is missing from {holder}.", holder=Sentence("the row"))
                yield Fault((key,), message, is_missing=True)
            elif key not in read and getattr(self, key):
                yield Fault((key,), "is not a known key here.")


def back_rows() -> Mapping[str, BackRow]:
    """Return the backs by name."""
    return load_rows("backs.toml", BackRow)


# --- font files ----------------------------------------------------------------------------------

ENDINGS = (".ttf", ".otf", ".ttc", ".otc")


class FontFile(Struct, frozen=True):
    """One face of a font file: its `number` in a collection, from 1, and its place on the axes of a
    variable font, such as `("wght", 640.0)`."""

    path: Path
    number: int = 1
    axes: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """The name of the file, with the number in a collection."""
        return f"{self.path.name}#{self.number}" if self.number > 1 else self.path.name


class OwnFonts(Struct, frozen=True):
    """The fonts of a definition or a theme: one for each role, and fallbacks for missing
    letters.
    """

    roles: tuple[tuple[str, FontFile], ...] = ()
    fallback: tuple[FontFile, ...] = ()

    @property
    def files(self) -> Iterator[FontFile]:
        """Yield every font; the fonts of roles come first."""
        yield from (file for _, file in self.roles)
        yield from self.fallback


NO_FONTS = OwnFonts()


def find_font_file(name: str, axes: Mapping[str, float], folder: Path) -> FontFile:
    """Return the font `file.ttf` or `file.ttc#2` in a folder, at a place on its `axes`.

    Raises ValueError if there is no such font; its message completes a sentence.
    """
    file, _, number = name.partition("#")
    if not file.lower().endswith(ENDINGS):
        raise ValueError(Sentence("is not a font: name a file .ttf, .otf, .ttc or .otc"))
    if number and not (number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= 999):
        raise ValueError(Sentence("has no number of a font after its #: the first is #1"))
    if (path := resolve_within(folder, file)) is None:
        raise ValueError(Sentence("is outside the folder of this file"))
    if not is_file(path):
        raise ValueError(Sentence("does not exist beside this file"))
    return FontFile(path, int(number or 1), tuple(sorted(axes.items())))


# --- the table of fonts --------------------------------------------------------------------------

_FileName = Annotated[str, Meta(min_length=1, max_length=200)]
_Place = Annotated[float, Meta(ge=-9999, le=9999)]


class _Instance(Part):
    """One instance of a variable font: a file and its place on the axes."""

    file: _FileName
    """file.ttf, or the second font of a collection: file.ttc#2"""
    wght: _Place | None = None
    """its weight: 400 is regular, 700 bold"""
    wdth: _Place | None = None
    """its width in per cent"""
    opsz: _Place | None = None
    """the size in points that it is drawn for"""
    slnt: _Place | None = None
    """its slant in degrees"""
    ital: _Place | None = None
    """1: italic"""


class DeckFont(Written):
    """A font beside the definition: TTF, OTF, `file.ttc#2`, or an instance of a variable one."""

    __slots__ = ("file",)
    forms = {str: _FileName, dict: _Instance}

    def __init__(self, file: FontFile) -> None:
        self.file = file

    @classmethod
    def read(cls, form: str | _Instance, home: FileHome) -> Self:
        if isinstance(form, str):
            return cls(find_font_file(form, {}, home.folder))
        places = {name: getattr(form, name) for name in _Instance.__struct_fields__[1:]}
        axes = {name: float(place) for name, place in places.items() if place is not None}
        return cls(find_font_file(form.file, axes, home.folder))


class Fonts(Part, rename="kebab"):
    """Fonts by role. Missing letters come from the bundled font, then from a `fallback`."""

    title: DeckFont | None = None
    """names and headings"""
    title_bold: DeckFont | None = None
    """names in bold; by default the bold of a variable font, else the same font"""
    index: DeckFont | None = None
    """corners, figures and small labels"""
    text: DeckFont | None = None
    """running text"""
    text_bold: DeckFont | None = None
    """bold words of a text"""
    text_italic: DeckFont | None = None
    """italic words of a text"""
    fallback: Annotated[tuple[DeckFont, ...], MAX_FALLBACKS.meta] = ()
    """for letters that all others lack, the first font that has them"""

    @property
    def own(self) -> OwnFonts:
        """The files by role."""
        roles = {key: getattr(self, name) for name, key in encoded_names(Fonts).items()}
        fallback = roles.pop("fallback")
        named = tuple((role, font.file) for role, font in roles.items() if font is not None)
        return OwnFonts(named, tuple(font.file for font in fallback))
