"""The fonts of a definition: files beside it, by what their words are for."""

from typing import Annotated, Self

from msgspec import Meta

from printkit.base import limits
from printkit.base.font_files import FontFile, OwnFonts, find_font_file
from printkit.model.fields import Home, Part, Ref, Written, encoded_names

_Place = Annotated[float, Meta(ge=-9999, le=9999)]


class _Instance(Part):
    """One instance of a variable font: a file and its place on the axes."""

    file: Ref
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
    forms = {str: Ref, dict: _Instance}

    def __init__(self, file: FontFile) -> None:
        self.file = file

    @classmethod
    def read(cls, form: str | _Instance, home: Home) -> Self:
        if isinstance(form, str):
            return cls(find_font_file(form, {}, home.folder))
        places = {name: getattr(form, name) for name in _Instance.__struct_fields__[1:]}
        axes = {name: float(place) for name, place in places.items() if place is not None}
        return cls(find_font_file(form.file, axes, home.folder))


class Fonts(Part, rename="kebab"):
    """Fonts by role. Letters that one lacks are drawn in the bundled one, then in a `fallback`."""

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
    fallback: Annotated[tuple[DeckFont, ...], limits.MAX_FALLBACKS.meta] = ()
    """for letters that all others lack, the first font that has them"""

    @property
    def own(self) -> OwnFonts:
        """The files by role."""
        roles = {key: getattr(self, name) for name, key in encoded_names(Fonts).items()}
        fallback = roles.pop("fallback")
        named = tuple((role, font.file) for role, font in roles.items() if font is not None)
        return OwnFonts(named, tuple(font.file for font in fallback))
