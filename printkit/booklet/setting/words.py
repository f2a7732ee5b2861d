"""From running text to lines.

In: inlines of the model, how they are set (`Manner`), the measure. Out: `SetLine`s: items about
their own baseline at x = 0, with the links and terms in them. Words are shaped once; a line is one
shaped run for each stretch of one font, so that it is found and copied as it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import fsum

from printkit.base.errors import PrintkitError
from printkit.base.geometry import translation
from printkit.booklet.book import Inline, SourceLocation
from printkit.booklet.setting.breaking import Stop, total_fit
from printkit.booklet.setting.runs import Ink, Manner, Piece, Space, parts_of, pieces_of
from printkit.graphics.display_list import INVISIBLE, LIVE, GlyphRun, Item, Text, transformed
from printkit.graphics.font import (
    UNITS,
    MissingGlyph,
    font,
    shape,
)
from printkit.layout.hyphenation import CUT, NAME, SOFT, hyphenation_points

SOFT_HYPHEN = "\u00ad"
# How far a space may stretch and shrink, of its width.
STRETCH, SHRINK = 0.5, 0.3
_COSTS = {SOFT: 50.0, NAME: 400.0, CUT: 120.0}
_HYPHEN = 60.0


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line: items about its baseline from x = 0, its width, whether it ends in a hyphen, the
    terms in it, its links as (from, to, where), what it says; `opens`: it is the first of its
    paragraph, or behind a break."""

    items: tuple[Item, ...]
    width: float
    hyphen: bool = False
    terms: tuple[str, ...] = ()
    links: tuple[tuple[float, float, str], ...] = ()
    text: str = ""
    opens: bool = False

    def placed(self, x: float, y: float) -> list[Item]:
        """The items with the line's beginning at (x, y)."""
        return [moved(item, x, y) for item in self.items]


def moved(item: Item, x: float, y: float) -> Item:
    """An item moved by (x, y)."""
    if isinstance(item, Text):
        t = item
        return Text(t.run, t.x + x, t.y + y, t.size, t.fill, t.artifact, t.render_mode)
    return transformed((item,), translation(x, y))


def set_lines(
    line: Sequence[Inline],
    manner: Manner,
    measure: float,
    place: SourceLocation,
    *,
    indent: float = 0.0,
) -> list[SetLine]:
    """The text in lines no wider than the measure; the first begins after the indent.

    Raises PrintkitError with the place for a character that no font has.
    """
    try:
        found: list[SetLine] = []
        for part in parts_of(line):
            pieces = pieces_of(part, manner)
            if pieces:
                lines = _broken(pieces, manner, measure, 0.0 if found else indent, place)
                found += [replace(lines[0], opens=True), *lines[1:]]
        return found
    except MissingGlyph as error:
        raise MissingGlyph(error.message, location=str(place), hint=error.hint) from None


@dataclass(slots=True)
class _Stops:
    """Stops with where each lies: a piece, and a character in it (None: its end)."""

    stops: list[Stop] = field(default_factory=list)
    places: list[tuple[int, int | None, str]] = field(default_factory=list)

    def add(self, stop: Stop, piece: int, at: int | None, kind: str) -> None:
        self.stops.append(stop)
        self.places.append((piece, at, kind))


def _broken(
    pieces: list[Piece], manner: Manner, measure: float, indent: float, place: SourceLocation
) -> list[SetLine]:
    for letters in (False, True):
        found = _stops(pieces, manner, indent, letters=letters)
        taken = total_fit(found.stops, measure, ragged=manner.ragged)
        if taken is not None:
            break
    else:
        words = "".join(piece.text for piece in pieces if isinstance(piece, Ink))
        raise PrintkitError(
            f"“{words[:40]}…” does not fit a line of {measure:.0f} mm.",
            location=str(place),
            hint="Take a larger page.",
        )
    lines: list[SetLine] = []
    start: tuple[int, int] = (0, 0)
    for index in taken:
        piece, at, kind = found.places[index]
        last = index == len(found.stops) - 1
        line = _sliced(pieces, start, (piece, at))
        x = indent if not lines else 0.0
        hyphen = kind in (SOFT, NAME)
        ragged = manner.ragged or last
        lines.append(_joined(line, manner, measure, x, hyphen=hyphen, ragged=ragged))
        start = (piece + 1, 0) if at is None else (piece, at)
    return lines


def _stops(pieces: list[Piece], manner: Manner, indent: float, *, letters: bool) -> _Stops:
    """All stops; with `letters`, in the last resort, between any two characters."""
    found = _Stops()
    size = manner.size / UNITS
    w, y, z = indent, 0.0, 0.0
    for index, piece in enumerate(pieces):
        if isinstance(piece, Space):
            more, less = piece.width * STRETCH, piece.width * SHRINK
            if piece.breaks:
                stop = Stop(w, y, z, w + piece.width, y + more, z + less)
                found.add(stop, index, None, "")
            w, y, z = w + piece.width, y + more, z + less
            continue
        if piece.sign is None:
            divisions = hyphenation_points(piece.text, manner.language)
            if letters:
                every = range(1, len(piece.text))
                taken = {point.index: (point.index, point.kind) for point in divisions}
                pairs = [taken.get(at, (at, CUT)) for at in every]
            else:
                pairs = [(point.index, point.kind) for point in divisions]
            for at, kind in pairs:
                x = w + piece.run.xs[min(at, len(piece.run.xs) - 1)] * size
                end = w + _end(piece, at) * size
                added = 0.0
                if kind in (SOFT, NAME):
                    added = shape(piece.font, "-").width * size
                stop = Stop(end + added, y, z, x, y, z)
                stop.cost = _COSTS.get(kind, _HYPHEN)
                stop.hyphen = kind != CUT
                stop.grade = 2 if kind == NAME or (letters and kind == CUT) else 1
                found.add(stop, index, at, kind)
        w += piece.width
    found.add(Stop(w, y, z, w, y, z), len(pieces) - 1, None, "")
    return found


def _end(piece: Ink, at: int) -> float:
    """Where a character ends that nothing follows (thousandths of an em)."""
    last = min(at, len(piece.run.xs)) - 1
    return piece.run.xs[last] + font(piece.font).advance(piece.text[at - 1])


def _sliced(
    pieces: list[Piece], start: tuple[int, int], end: tuple[int, int | None]
) -> list[Piece]:
    """The pieces of a line, the first and the last perhaps in part."""
    first, skipped = start
    last, kept = end
    line = pieces[first : last + 1]
    if kept is not None:
        line[-1] = _part(line[-1], skipped if first == last else 0, kept)
        if first == last:
            return line
    elif line and isinstance(line[-1], Space):
        line.pop()
    if skipped:
        line[0] = _part(line[0], skipped, None)
    return line


def _part(piece: Piece, start: int, end: int | None) -> Piece:
    assert isinstance(piece, Ink)
    text = piece.text[start:end]
    run = shape(piece.font, text)
    scale = piece.width / piece.run.width if piece.run.width else 0.0
    return Ink(text, piece.font, run, run.width * scale, piece.words)


def _joined(
    line: list[Piece], manner: Manner, measure: float, x: float, *, hyphen: bool, ragged: bool
) -> SetLine:
    """A line with its spaces made to fill the measure."""
    size = manner.size / UNITS
    if hyphen:
        last = line[-1]
        assert isinstance(last, Ink)
        run = shape(last.font, f"{last.text}-")
        run = GlyphRun(run.font, f"{last.text}{SOFT_HYPHEN}", run.glyphs, run.xs, run.width)
        line[-1] = Ink(run.text, last.font, run, run.width * size, last.words)
    natural = fsum(piece.width for piece in line)
    spaces = fsum(piece.width for piece in line if isinstance(piece, Space))
    spare = measure - x - natural
    ratio = spare / spaces if spaces and (spare < 0 or not ragged) else 0.0
    setter = _Setter(manner)
    pen = x
    for piece in line:
        if isinstance(piece, Space):
            wide = piece.width * (1 + ratio)
            setter.space(piece, pen, wide)
        else:
            wide = piece.width
            setter.ink(piece, pen)
        pen += wide
    setter.flush()
    terms = [p.words.term for p in line if isinstance(p, Ink) and p.words.term is not None]
    return SetLine(
        tuple(setter.items),
        pen,
        hyphen or _ends_in_hyphen(line),
        tuple(dict.fromkeys(terms)),
        tuple(setter.links),
        "".join(p.text if isinstance(p, Ink) else " " for p in line),
    )


def _ends_in_hyphen(line: list[Piece]) -> bool:
    last = line[-1]
    return isinstance(last, Ink) and last.text.endswith("-")


class _Setter:
    """Joins pieces of one font and colour to runs."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.items: list[Item] = []
        self.links: list[tuple[float, float, str]] = []
        self._key: tuple[str, str] | None = None
        self._x = self._end = 0.0
        self._text: list[str] = []
        self._glyphs: list[int] = []
        self._xs: list[float] = []

    def _begin(self, font: str, fill: str, x: float) -> None:
        if self._key != (font, fill):
            self.flush()
            self._key, self._x = (font, fill), x

    def ink(self, piece: Ink, x: float) -> None:
        link = piece.words.link
        if link is not None:
            if self.links and self.links[-1][2] == link and x - self.links[-1][1] < 2.0:
                self.links[-1] = (self.links[-1][0], x + piece.width, link)
            else:
                self.links.append((x, x + piece.width, link))
        if piece.sign is not None:
            self.flush()
            self.items += [moved(item, x, 0.0) for item in piece.sign]
            if piece.alt:
                run = shape(self.manner.regular, piece.alt)
                small = min(self.manner.size * 0.7, piece.width / max(run.width, 1.0) * UNITS)
                self.items.append(Text(run, x, 0.0, small, self.manner.fill, render_mode=INVISIBLE))
            return
        self._begin(piece.font, self.manner.link if link else self.manner.fill, x)
        scale = UNITS / self.manner.size
        offset = round((x - self._x) * scale, 2)
        self._text.append(piece.text)
        self._glyphs += piece.run.glyphs
        if offset:
            self._xs += [offset + value for value in piece.run.xs]
        else:
            self._xs += piece.run.xs
        self._end = x + piece.width

    def space(self, piece: Space, x: float, wide: float) -> None:
        """A space belongs to what stands before it, so that words come apart when they are read."""
        if self._key is None:
            link = self.manner.link if piece.words.link else self.manner.fill
            self._begin(piece.font, link, x)
        assert self._key is not None
        self._text.append(" ")
        self._glyphs += shape(self._key[0], " ").glyphs
        self._xs.append(round((x - self._x) * UNITS / self.manner.size, 2))
        self._end = x + wide

    def flush(self) -> None:
        if self._key is not None and self._text:
            font, fill = self._key
            width = (self._end - self._x) * UNITS / self.manner.size
            text = "".join(self._text)
            run = GlyphRun(font, text, tuple(self._glyphs), tuple(self._xs), width)
            self.items.append(Text(run, self._x, 0.0, self.manner.size, fill, render_mode=LIVE))
        self._key = None
        self._text, self._glyphs, self._xs = [], [], []
