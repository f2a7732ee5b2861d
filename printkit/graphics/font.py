"""Fonts by role: chains of faces, of which the first that has a letter draws it.

The fonts of a deck or a theme come before the bundled ones. They are in use inside `fonts_in_use`,
where the key of each role has their digest: `title.3fa9c2d1`. So a run of glyphs names its fonts
wherever it is written, and what is cached for one deck is never drawn for another.

A glyph's number contains its face: `index in the chain × 65536 + number in the face`.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from itertools import groupby
from pathlib import Path
from typing import ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.content import font_path
from printkit.base.errors import PrintkitError
from printkit.base.files import file_size
from printkit.base.font_files import FontFile, OwnFonts
from printkit.base.geometry import Rect
from printkit.base.limits import MAX_FONT_BYTES_IN_ALL
from printkit.graphics.display_list import GlyphRun
from printkit.graphics.font_face import UNITS as UNITS
from printkit.graphics.font_face import Face, our_face, read_face
from printkit.graphics.path import PathData

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
# The roles whose font stands in for one that a deck does not name.
_INSTEAD = {
    TITLE_BOLD: (TITLE,),
    TEXT_BOLD: (TEXT,),
    TEXT_ITALIC: (TEXT,),
    TEXT_BOLD_ITALIC: (TEXT_BOLD, TEXT_ITALIC, TEXT),
}
_BOLD = 700.0
# The number of glyphs that a face may have (an OpenType font has no more).
CHAIN = 1 << 16

P = ParamSpec("P")
T = TypeVar("T")


class MissingGlyph(PrintkitError):
    """A character that no font of its role can draw."""


class Font:
    """The faces of a role; measures are those of the first."""

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
        """Return the face of a glyph of a run, and its number there."""
        return self.face(glyph // CHAIN), glyph % CHAIN

    @property
    def names(self) -> str:
        """The names of the files of the chain."""
        return ", ".join(self.face(i).name for i in range(len(self._chain)))

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
        """Return the faces that draw some letters: the first with all of them, for its spaces, and
        each behind it with its own; the first alone if a deck has no fonts of its own."""
        ordered = "".join(sorted(letters))
        if "." not in self.key:
            return [(self.face(0), ordered)]
        own: dict[int, str] = {0: ordered}
        for letter in ordered:
            if index := self._index(letter):
                own[index] = own.get(index, "") + letter
        return [(self.face(index), part) for index, part in sorted(own.items())]

    def shape(self, text: str, direction: str | None = None) -> GlyphRun:
        """Return the text as glyphs with positions, in visual order. Raises MissingGlyph.

        `direction` is `ltr` or `rtl`; without one it is that of the first letter's script.
        """
        if not text:
            return GlyphRun(self.key, "", (), (), 0.0)
        first = self.face(0)
        if all(map(first.has_glyph, text)):
            return first.shape(self.key, text, direction)
        return self._shape_parts(text, direction)

    def _shape_parts(self, text: str, direction: str | None) -> GlyphRun:
        """Shape a text that the first face cannot draw alone, part by part."""
        if lacking := self.missing(text):
            named = ", ".join(f"“{c}” (U+{ord(c):04X})" for c in lacking)
            raise MissingGlyph(
                f"The font {self.names} has no glyph for {named}, in “{text}”.",
                hint="Write the text without it, or name a font that has it under [fonts].",
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

    def _parts(self, text: str) -> list[tuple[int, str]]:
        """Divide a text where another face takes over; marks, spaces and signs stay with what is
        before them, if its face has them."""
        indices: list[int] = []
        for character in text:
            index = self._index(character) or 0
            if indices and not character.isalnum() and self.face(indices[-1]).has_glyph(character):
                index = indices[-1]
            indices.append(index)
        # An opening mark is set in the font of what it opens.
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


def _begins_right(text: str) -> bool:
    """Return True if the first letter of a text is read from the right."""
    kinds = map(unicodedata.bidirectional, text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


# --- the fonts in use ---------------------------------------------------------------------------


class _DeckFonts(Struct, frozen=True, eq=False):
    """The opened fonts of a deck: a face for a role, and those behind all others."""

    roles: Mapping[str, Face]
    fallback: tuple[Face, ...]


# The fonts of decks by their digest. The one in use is a part of every key and of every cache.
_DECKS: dict[str, _DeckFonts] = {}
_IN_USE: ContextVar[str] = ContextVar("printkit_fonts", default="")


@contextmanager
def fonts_in_use(*sources: OwnFonts) -> Iterator[None]:
    """Context manager: set texts in the fonts of these sources, the first that names a role, and
    where they lack a letter in the bundled ones.

    Raises PrintkitError for a font that cannot be used.
    """
    digest = open_fonts(*sources)
    token = _IN_USE.set(f".{digest}" if digest else "")
    try:
        yield
    finally:
        _IN_USE.reset(token)


def open_fonts(*sources: OwnFonts) -> str:
    """Open the fonts of these sources; return their digest, empty if there are none.

    Raises PrintkitError for a font that cannot be used.
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
    """Return the bold weight of a variable font, any other font as it is."""
    weight = face.heaviest(_BOLD)
    if weight is None:
        return face
    file = face.file
    return read_face(FontFile(file.path, file.number, (*file.axes, ("wght", weight))))


def lacking_styles(fonts: OwnFonts) -> list[tuple[str, str]]:
    """Return the bold and italic roles that a definition leaves to another role, with that role.

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
    """Return a decorator as `lru_cache`, for functions that set or draw texts: what they return in
    one deck's fonts is not returned in another's."""

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
    """Return the key of a role with the digest of the fonts in use; a whole key as it is."""
    digest = _IN_USE.get()
    return key if not digest or "." in key else key + digest


def font(key: str) -> Font:
    """Return the font of a role, or of the key of a run, opened once."""
    return _font(_in_use(key))


@cache
def _font(key: str) -> Font:
    role, _, digest = key.partition(".")
    bundled = [FontFile(font_path(FILES[role]))]
    behind = [FontFile(font_path(_BEHIND[role]))] if role in _BEHIND else []
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
