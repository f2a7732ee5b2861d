"""Font roles and chains; one face in HarfBuzz.

Positions and outlines are in thousandths of an em, so that all writers agree on every position.

The fonts of a deck or a theme come before the bundled ones. They are in use inside `fonts_in_use`,
where the key of each role contains their digest: `title.3fa9c2d1`. A run of glyphs therefore
identifies its fonts in every writer, and a result cached for one deck is never used for another.

A glyph's number contains its face: `index in the chain × 65536 + number in the face`.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from itertools import groupby
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import uharfbuzz as hb
from msgspec import Struct
from msgspec.structs import replace

from printkit.base.content import font_path
from printkit.base.design import FontFile, OwnFonts
from printkit.base.errors import PrintkitError
from printkit.base.files import file_size, file_stamp, read_bytes
from printkit.base.geometry import Rect
from printkit.base.limits import MAX_FONT_BYTES, MAX_FONT_BYTES_IN_ALL
from printkit.base.record_faults import load_table
from printkit.base.records import Part
from printkit.base.sentences import SHAPING, Sentence, list_words, quote
from printkit.graphics.display_list import GlyphRun
from printkit.graphics.path import PathData

# --- font face -----------------------------------------------------------------------------------

UNITS = 1000
# The advances of spaces that a font may lack (em / 1000). A narrow no-break space is a fifth of an
# em in French typography.
_SPACES = {"\u202f": 200, "\u2009": 200, "\u00a0": 250}
# Narrow spaces always have the advance above: that of a font may be too small.
_NARROW = frozenset("\u202f\u2009")
# Some hyphens are drawn as a hyphen but allow no line end; others mark where a word may be divided
# and are not drawn. Texts pasted from word processors have both.
FIRM_HYPHEN, SOFT_HYPHEN = "\u2011", "\u00ad"
# Ligatures would hide letters from searching and copying, and spoil even letter-spacing.
_FEATURES = {"kern": True, "lnum": True, "liga": False, "clig": False, "dlig": False, "calt": False}
# The scripts that are set so, and signs of no script; scripts that join letters need every feature.
_ALPHABETS = frozenset(("Latn", "Grek", "Cyrl", "Zyyy", "Zinh", "Zzzz", None))
# Optional ligatures are off: PDF readers reverse the letters copied from one.
_JOINING = {"kern": True, "liga": False, "dlig": False}
_WEIGHT = "wght"
# The bits of OS/2.fsType: no embedding, unless one of the next two permits some; no subsets; only
# bitmaps.
_RESTRICTED, _PERMITTED, _WHOLE_ONLY, _BITMAPS_ONLY = 0x0002, 0x000C, 0x0100, 0x0200
# The tables of a font that no reader of a PDF needs, where glyphs are known by their numbers.
_UNREAD = (b"GSUB", b"GPOS", b"GDEF", b"BASE", b"STAT", b"name", b"cmap", b"OS/2", b"post", b"gasp")
_OUTLINES = frozenset(("glyf", "CFF ", "CFF2"))

P = ParamSpec("P")
T = TypeVar("T")


class Subset(Struct, frozen=True):
    """A font file with some glyphs, and the new number of each glyph.

    `cff` is the table of outlines of a CFF font, empty for other fonts. A font with neither `cff`
    nor `is_truetype` cannot be embedded in a PDF.
    """

    data: bytes
    numbers: dict[int, int]
    is_truetype: bool
    cff: bytes


class FontFacts(Struct, frozen=True):
    """The measures of a face for the descriptor of an embedded font (em / 1000)."""

    name: str
    box: tuple[int, int, int, int]
    ascent: float
    descent: float
    cap_height: float
    italic_angle: float


def _reads_font(method: Callable[P, T]) -> Callable[P, T]:
    """Turn every exception of HarfBuzz in a method of a face into a PrintkitError."""

    @wraps(method)
    def read(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except (PrintkitError, MemoryError):
            raise
        except Exception:  # damaged data raise any exception
            face: Any = args[0]
            hint = "Get a fresh copy of the file, or choose another font."
            raise face.refusal("This font is damaged.", hint) from None

    return read


class Face:
    """One face of a font file.

    Raises PrintkitError if the file is not a font, lacks the face, or may not be embedded, and for
    every exception of HarfBuzz.
    """

    @_reads_font
    def __init__(self, file: FontFile, data: bytes | None = None) -> None:
        self.file, self.name = file, file.name
        if data is None:
            blob, self.digest = hb.Blob.from_file_path(str(file.path)), ""
        else:
            blob = hb.Blob(data)
            named = f"{hashlib.sha256(data).hexdigest()} {file.number} {file.axes}"
            self.digest = hashlib.sha256(named.encode()).hexdigest()
        self._face = hb.Face(blob, file.number - 1)
        self.tables = frozenset(self._face.table_tags)
        bits = int.from_bytes(self._table("OS/2", 8, 10), "big")
        self.is_whole_only = bool(bits & _WHOLE_ONLY)
        if data is not None:
            self._check(blob, bits)
        self._font = hb.Font(self._face)
        self._font.scale = (UNITS, UNITS)
        if file.axes:
            self._check_axes()
            self._font.set_variations(dict(file.axes))
        extents = self._font.get_font_extents("ltr")
        self.ascent: float = extents.ascender
        self.descent: float = -extents.descender
        capital = self._font.get_glyph_extents(self.glyph("H"))
        self.cap_height: float = capital.y_bearing if capital and capital.y_bearing > 0 else 700.0

    def refusal(self, message: str, hint: str) -> PrintkitError:
        """Return the error for this file."""
        return PrintkitError(message, location=str(self.file.path.with_name(self.name)), hint=hint)

    def _check(self, blob: hb.Blob, bits: int) -> None:
        """Raise PrintkitError for a face that cannot or may not be used."""
        count: int = hb.Face(blob).count
        if not count:
            raise self.refusal("This is not a font.", "Name a TrueType or OpenType file.")
        if self.file.number > count:
            raise self.refusal(
                Sentence("The file has fonts up to #{count}.", count=count), "The first is #1."
            )
        if not self.tables & _OUTLINES or not self._face.glyph_count:
            raise self.refusal("The font has no outlines.", "Choose one that is not a bitmap font.")
        if bits & _RESTRICTED and not bits & _PERMITTED:
            raise self.refusal(
                Sentence(
                    "The licence bits of “{family}” forbid embedding it in files.",
                    family=self.family,
                ),
                "Choose another font, or ask its maker.",
            )
        if bits & _BITMAPS_ONLY:
            raise self.refusal(
                Sentence(
                    "The licence bits of “{family}” allow only bitmaps to be embedded.",
                    family=self.family,
                ),
                "Choose another font, or ask its maker.",
            )

    def _check_axes(self) -> None:
        """Raise PrintkitError for an axis that the font lacks, or a value outside the axis."""
        axes = {axis.tag: axis for axis in self._face.axis_infos}
        for tag, value in self.file.axes:
            if tag not in axes:
                known = ", ".join(axes) or "–"
                raise self.refusal(
                    Sentence("The font has no axis “{tag}”.", tag=tag[:20]),
                    Sentence("Its axes: {known}.", known=known),
                )
            low, high = axes[tag].min_value, axes[tag].max_value
            if not low <= value <= high:
                raise self.refusal(
                    Sentence("{tag} = {value} is outside the font.", tag=tag, value=f"{value:g}"),
                    Sentence("It goes from {low} to {high}.", low=f"{low:g}", high=f"{high:g}"),
                )

    def _table(self, tag: str, start: int, end: int) -> bytes:
        """Return bytes of a table; fewer if it is missing or shorter."""
        data: bytes = self._face.reference_table(tag).data if tag in self.tables else b""
        return data[start:end]

    def _number(self, tag: str, offset: int) -> int:
        return int.from_bytes(self._table(tag, offset, offset + 2), "big", signed=True)

    @property
    @_reads_font
    def family(self) -> str:
        """The full name of the font, from its table of names."""
        return str(self._face.get_name(hb.OTNameIdPredefined.FULL_NAME) or self.name)

    @_reads_font
    def heaviest(self, weight: float) -> float | None:
        """Return `weight`, or the greatest weight of the variable font if that is less.

        Return None if the font has no weight axis, or its weight is fixed.
        """
        if any(tag == _WEIGHT for tag, _ in self.file.axes):
            return None
        infos = [axis for axis in self._face.axis_infos if axis.tag == _WEIGHT]
        return min(weight, infos[0].max_value) if infos else None

    @_reads_font
    def facts(self) -> FontFacts:
        """Return the measures for the descriptor of an embedded font."""
        unit = UNITS / self._face.upem
        box = [round(self._number("head", offset) * unit) for offset in (36, 38, 40, 42)]
        angle = int.from_bytes(self._table("post", 4, 8), "big", signed=True) / 65536
        name = self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.file.path.stem
        plain = "".join(c for c in name if c.isascii() and (c.isalnum() or c in "-_"))
        own = self.ascent, -self.descent, self.cap_height, round(angle, 2)
        return FontFacts(plain or "Font", (box[0], box[1], box[2], box[3]), *own)

    @_reads_font
    def glyph(self, character: str) -> int:
        """Return the number of a character's glyph, or 0 if the face lacks it."""
        return self._font.get_nominal_glyph(ord(character)) or 0

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def has_glyph(self, character: str) -> bool:
        """Return True if the character can be set in this face; some spaces and joiners
        always can.
        """
        if character in _SPACES or character in SHAPING or character in _SELECTORS:
            return True
        if character == SOFT_HYPHEN:
            return True
        if character == FIRM_HYPHEN:
            character = "-"
        return unicodedata.category(character) not in ("Cc", "Cf") and bool(self.glyph(character))

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    @_reads_font
    def advance_of(self, glyph: int) -> float:
        """Return the advance of a glyph (em / 1000)."""
        return float(self._font.get_glyph_h_advance(glyph))

    @_reads_font
    def shape(self, key: str, text: str, direction: str | None = None) -> GlyphRun:
        """Return a text as a run of the font `key`; the face must have all its characters."""
        replaced = "".join(" " if c in _SPACES and not self.glyph(c) else c for c in text)
        if FIRM_HYPHEN in replaced and not self.glyph(FIRM_HYPHEN):
            replaced = replaced.replace(FIRM_HYPHEN, "-")
        buffer = hb.Buffer()
        buffer.add_str(replaced)
        # An accent keeps its own letter, so that it is copied after its base letter.
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.guess_segment_properties()
        if direction is not None:
            buffer.direction = direction
        hb.shape(self._font, buffer, _FEATURES if buffer.script in _ALPHABETS else _JOINING)
        glyphs: list[int] = []
        clusters: list[int] = []
        places: list[tuple[float, float]] = []
        pen = 0.0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(info.codepoint)
            clusters.append(info.cluster)
            places.append((pen + position.x_offset, position.y_offset))
            own = text[info.cluster]
            replaced_space = own in _NARROW or (own in _SPACES and replaced[info.cluster] != own)
            pen += _SPACES[own] if replaced_space else position.x_advance
        return GlyphRun.of(key, text, glyphs, places, pen, clusters)

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    @_reads_font
    def outline(self, glyph: int) -> PathData:
        """Return the outline of a glyph: em / 1000, y up, quadratic curves raised to cubic."""
        steps: list[str] = []
        coords: list[float] = []
        self._font.draw_glyph(glyph, _draw_funcs(), (steps, coords))
        return PathData("".join(steps), tuple(coords))

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def box(self, glyph: int) -> Rect:
        """Return the rectangle around a glyph's outline, empty at the origin if it has none."""
        outline = self.outline(glyph)
        return outline.box() if outline.steps else Rect(0, 0, 0, 0)

    @_reads_font
    def subset(self, glyphs: Iterable[int] = (), *, letters: str = "") -> Subset:
        """Return a subset with some glyphs or with all glyphs for some letters, or the whole face
        if its licence forbids subsets. A variable font becomes its selected instance.
        """
        wanted = hb.SubsetInput()
        if self.is_whole_only:
            wanted.keep_everything()
        elif letters:
            wanted.unicode_set.update(map(ord, letters))
        else:
            wanted.glyph_set.update(glyphs)
            wanted.flags |= hb.SubsetFlags.NO_LAYOUT_CLOSURE
            wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in _UNREAD)
        # PDF glyphs are identified only by their numbers, not by their names in the font.
        wanted.flags |= hb.SubsetFlags.CFF_IDENTITY_CHARSET | hb.SubsetFlags.DOWNGRADE_CFF2
        if self._face.axis_infos:
            wanted.pin_all_axes_to_default(self._face)
            for tag, value in self.file.axes:
                wanted.pin_axis_location(self._face, tag, value)
        plan = hb.SubsetPlan(self._face, wanted)
        made = plan.execute()
        tables_made = set(made.table_tags)
        cff = bytes(made.reference_table("CFF ").data) if "CFF " in tables_made else b""
        numbers = dict(plan.old_to_new_glyph_mapping)
        return Subset(bytes(made.blob.data), numbers, "glyf" in tables_made, cff)


def read_face(file: FontFile) -> Face:
    """Open a face of a user's file, once for each state of the file. Raises PrintkitError."""
    return _read_face(file, file_stamp(file.path))


@lru_cache(maxsize=64)
def _read_face(file: FontFile, stamp: tuple[int, ...]) -> Face:
    return Face(file, read_bytes(file.path, noun="font", max_bytes=MAX_FONT_BYTES))


@cache
def our_face(file: FontFile) -> Face:
    """Open a bundled face in `fonts/`."""
    if file.path.name in SYMBOLS:
        with file.path.open("rb"):  # HarfBuzz opens files unseen; the page fetches these late
            pass
    return Face(file)


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


# --- font ----------------------------------------------------------------------------------------

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
# Our text fonts have Greek and Cyrillic, for roles whose own fonts have Latin alone.
_BEHIND = {TITLE: FILES[TEXT], TITLE_BOLD: FILES[TEXT_BOLD], INDEX: FILES[TEXT_BOLD]}
# Emoji in one colour, arrows, shapes and signs for all roles, behind every other font.
SYMBOLS = (
    "NotoEmoji-Regular.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansSymbols-Regular.ttf",
    "NotoSansMath-Regular.ttf",
)
# Signs after an emoji: they choose its form, and fonts of one form ignore them.
_SELECTORS = "\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
# The role whose font replaces one that a deck does not set.
_INSTEAD = {
    TITLE_BOLD: (TITLE,),
    TEXT_BOLD: (TEXT,),
    TEXT_ITALIC: (TEXT,),
    TEXT_BOLD_ITALIC: (TEXT_BOLD, TEXT_ITALIC, TEXT),
}
_BOLD = 700.0
# The number of glyphs that a face may have (an OpenType font has no more).
CHAIN = 1 << 16


class MissingGlyph(PrintkitError):
    """A character that no font of its role can draw."""


class Font:
    """The faces of a role; measures come from the first one."""

    def __init__(self, key: str, files: Iterable[Face | FontFile]) -> None:
        self.key = key
        self._chain = list(files)
        first = self.face(0)
        self.path: Path = first.file.path
        self.ascent, self.descent, self.cap_height = first.ascent, first.descent, first.cap_height

    def face(self, index: int) -> Face:
        """Return a face of the chain; bundled ones are opened when they are needed."""
        face = self._chain[index]
        if not isinstance(face, Face):
            face = self._chain[index] = our_face(face)
        return face

    def of_glyph(self, glyph: int) -> tuple[Face, int]:
        """Return the face of a run's glyph, and the number of the glyph in that face."""
        return self.face(glyph // CHAIN), glyph % CHAIN

    @property
    def names(self) -> str:
        """The names of the font files in the chain, without the files of symbols."""
        names = [self._name_of(i) for i in range(len(self._chain))]
        return ", ".join(name for name in names if name not in SYMBOLS)

    def _name_of(self, index: int) -> str:
        return self._chain[index].name

    @lru_cache(maxsize=4096)  # noqa: B019  (fonts live as long as the process)
    def _index(self, character: str) -> int | None:
        """Return the index of the first face that has a character, or None."""
        chain = range(len(self._chain))
        return next((i for i in chain if self.face(i).has_glyph(character)), None)

    def has_glyph(self, character: str) -> bool:
        """Return True if the character can be set; some spaces always can."""
        return self._index(character) is not None

    def advance(self, character: str) -> float:
        """Return the advance of a single character (em / 1000)."""
        face = self.face(self._index(character) or 0)
        return face.advance_of(face.glyph(character))

    def missing(self, text: str) -> list[str]:
        """Return the distinct characters of a text that cannot be set."""
        return [character for character in dict.fromkeys(text) if not self.has_glyph(character)]

    def divide(self, letters: Iterable[str]) -> list[tuple[Face, str]]:
        """Return the faces needed to draw some letters.

        The first face has the spaces and all letters it supports; each later one has the letters it
        adds. If a deck has no fonts, only the first face and the faces of symbols are returned.
        """
        ordered = "".join(sorted(letters))
        own: dict[int, str] = {0: ordered}
        for letter in ordered:
            index = self._index(letter)
            if index and ("." in self.key or self._name_of(index) in SYMBOLS):
                own[index] = own.get(index, "") + letter
        return [(self.face(index), part) for index, part in sorted(own.items())]

    def shape(self, text: str, direction: str | None = None) -> GlyphRun:
        """Return the text as glyphs with positions, in visual order. Raises MissingGlyph.

        `direction` is `ltr` or `rtl`, by default the direction of the script of the first letter.
        """
        if not text:
            return GlyphRun(self.key, "", (), (), 0.0)
        first = self.face(0)
        if all(map(first.has_glyph, text)):
            return first.shape(self.key, text, direction)
        return self._shape_parts(text, direction)

    def _shape_parts(self, text: str, direction: str | None) -> GlyphRun:
        """Shape a text that needs several faces, part by part."""
        if lacking := self.missing(text):
            named = list_words(
                [
                    Sentence("{sign} (U+{code})", sign=quote(c), code=f"{ord(c):04X}")
                    for c in lacking
                ]
            )
            raise MissingGlyph(
                Sentence(
                    "The font {name} has no glyph for {named}, in “{text}”.",
                    name=self.names,
                    named=named,
                    text=text,
                ),
                hint=font_for(lacking[0])
                or "Write the text without it, or name a font that has it under [fonts].",
            )
        runs: list[tuple[int, GlyphRun]] = []
        start = 0
        for index, part in self._parts(text):
            run = self.face(index).shape(self.key, part, direction)
            own = tuple(index * CHAIN + glyph for glyph in run.glyphs)
            runs.append((start, replace(run, glyphs=own)))
            start += len(part)
        if direction == "rtl" or (direction is None and _begins_right(text)):
            runs.reverse()
        return GlyphRun.join_runs(self.key, text, runs)

    def _keeps(self, index: int, character: str) -> bool:
        """Return True if a sign after text in a face is set in the same face.

        Fonts of symbols keep only joiners and selectors: their spaces are as wide as symbols.
        """
        if self._name_of(index) in SYMBOLS and character not in SHAPING + _SELECTORS:
            return False
        return self.face(index).has_glyph(character)

    def _parts(self, text: str) -> list[tuple[int, str]]:
        """Divide a text into parts, each in one face.

        Marks, spaces and signs stay with the preceding text, and opening marks with the following
        text, if its face has them.
        """
        indices: list[int] = []
        for character in text:
            index = self._index(character) or 0
            if indices and not character.isalnum() and self._keeps(indices[-1], character):
                index = indices[-1]
            indices.append(index)
            if character == _KEYCAP:  # it surrounds the sign before it, and a selector between
                start = len(indices) - 1 - text[: len(indices) - 1].endswith(tuple(_SELECTORS)) - 1
                indices[max(start, 0) :] = [index] * (len(indices) - max(start, 0))
        # An opening mark is set in the font of the text that follows it.
        for i in range(len(text) - 2, -1, -1):
            after = indices[i + 1]
            opens = unicodedata.category(text[i]) in ("Ps", "Pi")
            if opens and after != indices[i] and self.face(after).has_glyph(text[i]):
                indices[i] = after
        pairs = groupby(zip(indices, text, strict=True), key=lambda pair: pair[0])
        return [(index, "".join(letter for _, letter in part)) for index, part in pairs]

    def outline(self, glyph: int) -> PathData:
        """Return the outline of a glyph: em / 1000, y up, quadratic curves raised to cubic."""
        face, number = self.of_glyph(glyph)
        return face.outline(number)

    def box(self, glyph: int) -> Rect:
        """Return the rectangle around a glyph's outline, empty at the origin if it has none."""
        face, number = self.of_glyph(glyph)
        return face.box(number)


class _RightToLeft(Part):
    """Scripts that run from right to left."""

    languages: tuple[str, ...]
    """their languages"""


class Ideographs(Part):
    """Chinese and Japanese, whose lines may end between two characters."""

    ranges: str
    """the characters, as a class of a regular expression"""
    begin_no_line: str
    """the characters before which no line ends"""
    end_no_line: str
    """the characters after which no line ends"""
    by_spaces: tuple[str, ...]
    """the languages whose lines end at spaces instead"""


class ScriptFont(Part):
    """A font for a script that the bundled fonts lack."""

    letters: str
    """the letters, as a class of a regular expression"""
    font: str
    """the name of the font"""
    file: str
    """its file"""
    package: str
    """its package of Debian"""


class Scripts(Part, rename="kebab"):
    """Properties of scripts for typesetting: templates/scripts.toml."""

    right_to_left: _RightToLeft
    """scripts that run from right to left"""
    ideographs: Ideographs
    """Chinese and Japanese"""
    unspaced: dict[str, str]
    """the letters of scripts without spaces between words"""
    fonts: dict[str, ScriptFont]
    """fonts for scripts that ours lack"""


def scripts() -> Scripts:
    """Return the properties of scripts."""
    return load_table("scripts.toml", Scripts)


def font_for(letter: str) -> str:
    """Return a hint that names a font for the script of a letter, or an empty string if none is
    known.
    """
    for script in scripts().fonts.values():
        if re.fullmatch(f"[{script.letters}]", letter):
            return Sentence(
                "Install the package {package} (Debian, Ubuntu), or download {font} from Google "
                "Fonts. Copy {file} beside the definition, and write fallback = [{quoted}] under "
                "[fonts].",
                package=script.package,
                font=script.font,
                file=script.file,
                quoted=f'"{script.file}"',
            )
    return ""


def _begins_right(text: str) -> bool:
    """Return True if the first letter of a text is read from the right."""
    kinds = map(unicodedata.bidirectional, text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


# --- the fonts in use ---------------------------------------------------------------------------


class _DeckFonts(Struct, frozen=True, eq=False):
    """The opened fonts of a deck: a face for each role, and the fallbacks of all roles."""

    roles: Mapping[str, Face]
    fallback: tuple[Face, ...]


# The fonts of decks by their digest. The one in use is a part of every key and of every cache.
_DECKS: dict[str, _DeckFonts] = {}
_IN_USE: ContextVar[str] = ContextVar("printkit_fonts", default="")


@contextmanager
def fonts_in_use(*sources: OwnFonts) -> Iterator[None]:
    """Context manager: set texts in the fonts of these sources; the first source with a role wins.

    Letters that they lack come from the bundled fonts. Raises PrintkitError for an unusable font.
    """
    digest = open_fonts(*sources)
    token = _IN_USE.set(f".{digest}" if digest else "")
    try:
        yield
    finally:
        _IN_USE.reset(token)


def open_fonts(*sources: OwnFonts) -> str:
    """Open the fonts of these sources; return their digest, or an empty string if there are none.

    Raises PrintkitError for an unusable font.
    """
    paths = {file.path for source in sources for file in source.files}
    if (size := sum(map(file_size, paths))) > MAX_FONT_BYTES_IN_ALL:
        message, hint = MAX_FONT_BYTES_IN_ALL.refusal(size)
        raise PrintkitError(message, location=str(max(paths, key=file_size)), hint=hint)
    named: dict[str, FontFile] = {}
    for role, file in (pair for source in sources for pair in source.roles):
        named.setdefault(role, file)
    roles = {role: read_face(file) for role, file in named.items()}
    for role, others in _INSTEAD.items():
        stand_in = next((roles[other] for other in others if other in roles), None)
        if role not in roles and stand_in is not None:
            roles[role] = _bolder(stand_in) if role in (TITLE_BOLD, TEXT_BOLD) else stand_in
    behind = tuple(read_face(file) for source in sources for file in source.fallback)
    if not roles and not behind:
        return ""
    content = repr(
        (
            [(role, face.digest) for role, face in sorted(roles.items())],
            [face.digest for face in behind],
        )
    )
    digest = hashlib.sha256(content.encode()).hexdigest()[:8]
    _DECKS.setdefault(digest, _DeckFonts(roles, behind))
    return digest


def _bolder(face: Face) -> Face:
    """Return the bold instance of a variable font, or any other font unchanged."""
    weight = face.heaviest(_BOLD)
    if weight is None:
        return face
    file = face.file
    return read_face(FontFile(file.path, file.number, (*file.axes, ("wght", weight))))


def lacking_styles(fonts: OwnFonts) -> list[tuple[str, str]]:
    """Return the bold and italic roles for which a definition has no font, each with the role whose
    font is used instead.

    Raises PrintkitError for a font that cannot be used.
    """
    named = dict(fonts.roles)
    return [
        (role, others[0])
        for role, others in _INSTEAD.items()
        if role != TEXT_BOLD_ITALIC
        and role not in named
        and others[0] in named
        and (role == TEXT_ITALIC or read_face(named[others[0]]).heaviest(_BOLD) is None)
    ]


def cached_by_fonts(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator like `lru_cache` for functions that set or draw texts.

    A result cached with the fonts of one deck is not reused with the fonts of another.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize)
        def remembered(fonts: str, *args: P.args, **kwargs: P.kwargs) -> T:
            return function(*args, **kwargs)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return remembered(_IN_USE.get(), *args, **kwargs)  # type: ignore[arg-type]

        for name in ("cache_clear", "cache_info", "cache_parameters"):
            setattr(call, name, getattr(remembered, name))
        return call

    return decorate


def _in_use(key: str) -> str:
    """Return the key of a role with the digest of the fonts in use, or a complete key unchanged."""
    digest = _IN_USE.get()
    return key if not digest or "." in key else key + digest


def font(key: str) -> Font:
    """Return the font for a role, or for the key of a run. Each font is opened once."""
    return _font(_in_use(key))


@cache
def _font(key: str) -> Font:
    role, _, digest = key.partition(".")
    bundled = [FontFile(font_path(FILES[role]))]
    behind = [FontFile(font_path(_BEHIND[role]))] if role in _BEHIND else []
    behind += [FontFile(font_path(name)) for name in SYMBOLS]
    if not digest:
        return Font(key, [*bundled, *behind])
    deck = _DECKS[digest]
    own = [deck.roles[role]] if role in deck.roles else []
    return Font(key, [*own, *bundled, *deck.fallback, *behind])


def shape(key: str, text: str, direction: str | None = None) -> GlyphRun:
    """Return the text shaped in a font, from the left (`ltr`) or from the right (`rtl`).

    Raises MissingGlyph.
    """
    return _shape(_in_use(key), text, direction)


@lru_cache(maxsize=8192)
def _shape(key: str, text: str, direction: str | None) -> GlyphRun:
    return _font(key).shape(text, direction)
