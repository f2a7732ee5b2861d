"""Fonts: shaping and outlines from one engine, HarfBuzz.

Glyph positions and outlines are in thousandths of an em, so that all writers agree on every
position. (fontTools reads the same outlines in the tests; importing it here would cost every build
a third more start-up time.)
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

import uharfbuzz as hb

from printkit.base.content import font_path
from printkit.base.errors import PrintkitError
from printkit.graphics.display_list import GlyphRun
from printkit.graphics.path import PathData

UNITS = 1000
# Spaces that a font may lack get an advance here: (character, thousandths of an em). A narrow
# no-break space is a fifth of an em in French typography.
_SPACES = {"\u202f": 200, "\u2009": 200, "\u00a0": 250}
# A font's own narrow space may be a hair: these are always as wide as said above.
_NARROW = frozenset("\u202f\u2009")
# Ligatures would hide letters from searching and copying, and from an engraver's even spacing.
_FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False, "calt": False}

TITLE, TITLE_BOLD, INDEX = "title", "title-bold", "index"
TEXT, TEXT_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC = "text", "text-bold", "text-italic", "text-both"
FILES = {
    TITLE: "Oxanium-Medium.ttf",
    TITLE_BOLD: "Oxanium-Bold.ttf",
    INDEX: "BarlowCondensed-SemiBold.ttf",
    TEXT: "SourceSerif4-Regular.ttf",
    TEXT_BOLD: "SourceSerif4-Bold.ttf",
    TEXT_ITALIC: "SourceSerif4-Italic.ttf",
    TEXT_BOLD_ITALIC: "SourceSerif4-BoldItalic.ttf",
}


class MissingGlyph(PrintkitError):
    """A text has a character that the font cannot draw."""


class Font:
    """One font file, opened once."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.path: Path = font_path(FILES[key])
        self._face = hb.Face(hb.Blob.from_file_path(str(self.path)))
        self._font = hb.Font(self._face)
        self._font.scale = (UNITS, UNITS)
        self._funcs: hb.DrawFuncs | None = None
        extents = self._font.get_font_extents("ltr")
        self.ascent: float = extents.ascender
        self.descent: float = -extents.descender
        self.cap_height: float = self._measure_cap_height()

    def _measure_cap_height(self) -> float:
        """Measure the height of a capital H (em / 1000)."""
        glyph = self._font.get_nominal_glyph(ord("H")) or 0
        extents = self._font.get_glyph_extents(glyph)
        return float(extents.y_bearing) if extents else 0.7 * UNITS

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def has_glyph(self, character: str) -> bool:
        """Return True if the character can be set in this font (some spaces always can)."""
        if character in _SPACES:
            return True
        control = unicodedata.category(character) in ("Cc", "Cf")
        return not control and bool(self._font.get_nominal_glyph(ord(character)))

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def advance(self, character: str) -> float:
        """Return the advance of a single character (em / 1000)."""
        glyph = self._font.get_nominal_glyph(ord(character)) or 0
        return float(self._font.get_glyph_h_advance(glyph))

    def missing(self, text: str) -> list[str]:
        """Return the characters of a text that cannot be set, each once."""
        return [character for character in dict.fromkeys(text) if not self.has_glyph(character)]

    def shape(self, text: str) -> GlyphRun:
        """Return the text as glyphs with positions. Raises MissingGlyph."""
        if lacking := self.missing(text):
            named = ", ".join(f"“{c}” (U+{ord(c):04X})" for c in lacking)
            raise MissingGlyph(
                f"The font {self.path.name} has no glyph for {named}, in “{text}”.",
                hint="Write the text without it.",
            )
        if not text:
            return GlyphRun(self.key, "", (), (), 0.0)
        replaced = "".join(" " if c in _SPACES and not self._is_in_font(c) else c for c in text)
        buffer = hb.Buffer()
        buffer.add_str(replaced)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, _FEATURES)
        glyphs: list[int] = []
        xs: list[float] = []
        pen = 0.0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(info.codepoint)
            xs.append(pen + position.x_offset)
            own = text[info.cluster]
            replaced_space = own in _NARROW or replaced[info.cluster] != own
            pen += _SPACES[own] if replaced_space else position.x_advance
        return GlyphRun(self.key, text, tuple(glyphs), tuple(xs), pen)

    def _is_in_font(self, character: str) -> bool:
        return bool(self._font.get_nominal_glyph(ord(character)))

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def outline(self, glyph: int) -> PathData:
        """Return the outline of a glyph: em / 1000, y up, quadratic curves raised to cubic."""
        steps: list[str] = []
        coords: list[float] = []
        if self._funcs is None:
            self._funcs = _draw_funcs()
        self._font.draw_glyph(glyph, self._funcs, (steps, coords))
        return PathData("".join(steps), tuple(coords))


def _draw_funcs() -> hb.DrawFuncs:
    """Return callbacks that collect HarfBuzz's drawing calls as steps and coordinates."""

    def put(step: str, data: tuple[list[str], list[float]], *coords: float) -> None:
        data[0].append(step)
        data[1].extend(round(value, 2) for value in coords)

    def quadratic(
        x1: float, y1: float, x: float, y: float, data: tuple[list[str], list[float]]
    ) -> None:
        x0, y0 = data[1][-2], data[1][-1]
        put(
            "C",
            data,
            x0 + 2 / 3 * (x1 - x0),
            y0 + 2 / 3 * (y1 - y0),
            x + 2 / 3 * (x1 - x),
            y + 2 / 3 * (y1 - y),
            x,
            y,
        )

    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, data: put("M", data, x, y))
    funcs.set_line_to_func(lambda x, y, data: put("L", data, x, y))
    funcs.set_cubic_to_func(lambda a, b, c, d, x, y, data: put("C", data, a, b, c, d, x, y))
    funcs.set_quadratic_to_func(quadratic)
    funcs.set_close_path_func(lambda data: put("Z", data))
    return funcs


@cache
def font(key: str) -> Font:
    """Return the font of a key of FILES, opened once."""
    return Font(key)


@lru_cache(maxsize=8192)
def shape(key: str, text: str) -> GlyphRun:
    """Return the text shaped in a font. Cached. Raises MissingGlyph."""
    return font(key).shape(text)
