"""The tables [design] and [fonts], shared by definitions and themes.

A role is what the words are for: `title`, `text` … Nothing is opened here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from printkit.base.files import is_file, resolve_within
from printkit.base.sentences import Sentence

# --- face design ---------------------------------------------------------------------------------

# The title on a ribbon over a picture that runs to the cut, above a framed picture, or nowhere.
RIBBON, TOP, NONE = "ribbon", "top", "none"
TitlePlace = Literal["ribbon", "top", "none"]
CornerPlace = Literal["left", "none"]
DOUBLE, LINE = "double", "line"
Border = Literal["double", "line", "none"]
# A family of fonts by its role.
FontRole = Literal["title", "index", "text"]
# How much of the face the picture has.
MIN_SHARE, MAX_SHARE = 0.2, 0.8
Share = Annotated[float, Meta(ge=MIN_SHARE, le=MAX_SHARE)]
# A name of a colour in the themes, or #rrggbb.
COLOUR_KEYS = ("ground", "ink", "accent")
DESIGN_KEYS: Mapping[str, Any] = {
    "title": TitlePlace,
    "corner": CornerPlace,
    "kicker": bool,
    "credit": bool,
    "share": Share,
    "border": Border,
    **dict.fromkeys(COLOUR_KEYS, str),
    **dict.fromkeys(("title_font", "text_font", "prompt_font"), FontRole),
}


# --- font files ----------------------------------------------------------------------------------

ROLES = ("title", "title-bold", "index", "text", "text-bold", "text-italic")
FALLBACK = "fallback"
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
    """The fonts of a definition or a theme: one for a role, and those for what all others lack."""

    roles: tuple[tuple[str, FontFile], ...] = ()
    fallback: tuple[FontFile, ...] = ()

    @property
    def files(self) -> Iterator[FontFile]:
        """Yield every font, those of the roles first."""
        yield from (file for _, file in self.roles)
        yield from self.fallback


NO_FONTS = OwnFonts()


def find_font_file(name: str, axes: Mapping[str, float], folder: Path) -> FontFile:
    """Return the font `file.ttf` or `file.ttc#2` of a folder.

    Raises ValueError with the end of a sentence.
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
