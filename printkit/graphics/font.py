"""Fonts: shaping and outlines by HarfBuzz.

Glyph positions and outlines are in thousandths of an em, so that all writers agree on every
position.
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
# The advances of spaces that a font may lack (em / 1000). A narrow no-break space is a fifth of an
# em in French typography.
_SPACES = {"\u202f": 200, "\u2009": 200, "\u00a0": 250}
# Narrow spaces always have the advance above: that of a font may be too small.
_NARROW = frozenset("\u202f\u2009")
# Ligatures would hide letters from searching and copying, and spoil even letter-spacing.
_FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False, "calt": False}
# The scripts that are set so, with what has none; letters that join need all that their font has.
_ALPHABETS = frozenset(("Latn", "Grek", "Cyrl", "Zyyy", "Zinh", "Zzzz", None))
_JOINING = {"kern": True}

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
    """A character that the font cannot draw."""


class Font:
    """One font file, opened once."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.path: Path = font_path(FILES[key])
        self._face = hb.Face(hb.Blob.from_file_path(str(self.path)))
        self._font = hb.Font(self._face)
        self._font.scale = (UNITS, UNITS)
        extents = self._font.get_font_extents("ltr")
        self.ascent: float = extents.ascender
        self.descent: float = -extents.descender
        capital = self._font.get_glyph_extents(self._glyph("H"))
        self.cap_height: float = capital.y_bearing if capital else 0.7 * UNITS

    def _glyph(self, character: str) -> int:
        """Return the index of a character's glyph, 0 if the font lacks it."""
        return self._font.get_nominal_glyph(ord(character)) or 0

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def has_glyph(self, character: str) -> bool:
        """Return True if the character can be set in this font; some spaces always can."""
        control = unicodedata.category(character) in ("Cc", "Cf")
        return character in _SPACES or (not control and bool(self._glyph(character)))

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def advance(self, character: str) -> float:
        """Return the advance of a single character (em / 1000)."""
        return float(self._font.get_glyph_h_advance(self._glyph(character)))

    def missing(self, text: str) -> list[str]:
        """Return the distinct characters of a text that cannot be set."""
        return [character for character in dict.fromkeys(text) if not self.has_glyph(character)]

    def shape(self, text: str, direction: str | None = None) -> GlyphRun:
        """Return the text as glyphs with positions, in the order of sight. Raises MissingGlyph.

        `direction` is `ltr` or `rtl`; without one it is that of the first letter's script.
        """
        if lacking := self.missing(text):
            named = ", ".join(f"“{c}” (U+{ord(c):04X})" for c in lacking)
            raise MissingGlyph(
                f"The font {self.path.name} has no glyph for {named}, in “{text}”.",
                hint="Write the text without it.",
            )
        if not text:
            return GlyphRun(self.key, "", (), (), 0.0)
        replaced = "".join(" " if c in _SPACES and not self._glyph(c) else c for c in text)
        buffer = hb.Buffer()
        buffer.add_str(replaced)
        buffer.guess_segment_properties()
        if direction is not None:
            buffer.direction = direction
        hb.shape(self._font, buffer, _FEATURES if buffer.script in _ALPHABETS else _JOINING)
        glyphs: list[int] = []
        clusters: list[int] = []
        xs: list[float] = []
        pen = 0.0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(info.codepoint)
            clusters.append(info.cluster)
            xs.append(pen + position.x_offset)
            own = text[info.cluster]
            replaced_space = own in _NARROW or replaced[info.cluster] != own
            pen += _SPACES[own] if replaced_space else position.x_advance
        in_order = clusters == list(range(len(text)))
        return GlyphRun(
            self.key, text, tuple(glyphs), tuple(xs), pen, () if in_order else tuple(clusters)
        )

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def outline(self, glyph: int) -> PathData:
        """Return the outline of a glyph: em / 1000, y up, quadratic curves raised to cubic."""
        steps: list[str] = []
        coords: list[float] = []
        self._font.draw_glyph(glyph, _draw_funcs(), (steps, coords))
        return PathData("".join(steps), tuple(coords))


@cache
def _draw_funcs() -> hb.DrawFuncs:
    """Return callbacks that collect HarfBuzz's drawing calls as steps and coordinates."""

    def put(step: str, data: tuple[list[str], list[float]], *coords: float) -> None:
        data[0].append(step)
        data[1].extend(round(value, 2) for value in coords)

    def quadratic(
        x1: float, y1: float, x: float, y: float, data: tuple[list[str], list[float]]
    ) -> None:
        x0, y0 = data[1][-2:]
        near = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
        put("C", data, *near, x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y)

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
def shape(key: str, text: str, direction: str | None = None) -> GlyphRun:
    """Return the text shaped in a font, from the left (`ltr`) or from the right (`rtl`).

    Raises MissingGlyph.
    """
    return font(key).shape(text, direction)
