"""Decode engraved drawings: areas and lines in roles, without colours.

A file has a mark, a header as JSON, and the shapes: the size of the grid in hundredths of a
millimetre, the roles, and seven streams: operators, counts, the steps of x and of y, widths,
starts, long steps. A step is one byte whose highest bit is the sign. LZMA can thus predict a step
from the sign and the size of the step before, and files are 11 % smaller than with deflate. Starts
are coded in the same way; the other streams are deflated. An engraved line is stored as its centre
line with a width at each point. The last block is the card; the blocks before it are symbols that
the card uses. All places are in units of the grid, from the upper left corner of the trim.
"""

from __future__ import annotations

import lzma
import re
import zlib
from array import array
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

import msgspec

# The first byte of a file with a header; a file without one begins with the size of its grid.
MARK = 0xE2
# Coders of steps and of starts: contexts of the last byte, no alignment.
STEP_CODER: dict[str, int] = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16, "lc": 4, "pb": 0}
START_CODER = STEP_CODER | {"lc": 1}
# A step without its sign from here on is in the stream of long steps.
LONG = 127
# The widths of a line that swells (hundredths of a mm); a broad line has twice these.
LEVELS = (0, 10, 14, 18, 23, 29, 36, 45)
# The largest size of a stream, and the most operators of a drawing.
_MAX_STREAM, _MAX_OPERATORS = 1 << 20, 60_000
_STREAMS = 7
# The values of the bytes of steps and of signed numbers; long steps are replaced later. The widths
# in the lower and the upper half of a byte, for usual and for broad lines.
_SIGNED_BYTES = bytes([*range(LONG), 0, *(-step & 255 for step in range(LONG)), 0])
_LONG_STEPS = re.compile(rb"[\x7f\xff]")
_LOW, _HIGH = (bytes(LEVELS[byte >> shift & 7] for byte in range(256)) for shift in (0, 4))
_WIDTHS = (_LOW, _HIGH), tuple(bytes(2 * width for width in half) for half in (_LOW, _HIGH))
# Operators: the end of a block, kinds of shapes, a symbol, the start and the end of a half.
_END, _AREA, _LINE, _RING, _SWELL, _BROAD, _USE, _HALF, _TURN = range(9)
# The operators of shapes whose points are all corners, as in our drawings. The corresponding
# operators in the line above have a bit for each point, which is ignored. An area may have an edge.
_PLAIN_AREA, _PLAIN_LINE, _PLAIN_RING, _EDGED, _EDGED_BITS = 9, 10, 11, 12, 13
_AREAS = (_AREA, _PLAIN_AREA, _EDGED, _EDGED_BITS)
_LINES = (_LINE, _RING, _PLAIN_LINE, _PLAIN_RING)


class EngravingHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The header of an engraved drawing (mm).

    `size` is the trim of the drawing, and `bleed` is its extent beyond the trim; `field` is the box
    (left, top, right, bottom) of the essential parts, if it is not the usual one; `sash` holds the
    angle (degrees, falling to the right) and the width of the band with the name of a court;
    `centre` is the middle of the rays behind the court (from the upper left corner of the trim);
    `joins` is the place of the drawing's left edge in the panorama of its suit. `pips` has the
    middle of each emblem that printkit adds (from the upper left corner of the trim), and whether
    it is turned; `pip` is the diameter of an emblem.
    """

    size: tuple[float, float] = (63.5, 88.9)
    bleed: float = 2.0
    field: tuple[float, float, float, float] | None = None
    sash: tuple[float, float] | None = None
    centre: tuple[float, float] | None = None
    joins: float = 0.0
    pips: tuple[tuple[float, float, bool], ...] = ()
    pip: float = 0.0


class EngravedArea(msgspec.Struct, frozen=True, gc=False):
    """An area: its role, its rings (xs, ys), and the role and width of its edge, if any."""

    role: str
    rings: tuple[tuple[list[int], list[int]], ...]
    edge: str = ""
    width: int = 0


class EngravedLine(msgspec.Struct, frozen=True, gc=False):
    """A line: its role, its points (x + y j), and their widths in hundredths of a millimetre, one
    byte each.

    A `ring` is closed. A line of uniform width has a single width.
    """

    role: str
    points: list[complex]
    widths: bytes
    ring: bool = False


class EngravedUse(msgspec.Struct, frozen=True, gc=False):
    """A symbol of the drawing at a place, `turned` by half a turn."""

    symbol: int
    x: int
    y: int
    turned: bool


class EngravedHalf(msgspec.Struct, frozen=True, gc=False):
    """Shapes that are drawn twice: as they are, and turned about the centre of the card."""

    shapes: tuple[Engraved, ...]


Engraved = EngravedArea | EngravedLine | EngravedUse | EngravedHalf


class Engraving(NamedTuple):
    """A decoded drawing: its header, the number of grid units per millimetre, and its blocks of
    shapes.
    """

    header: EngravingHeader
    unit: float
    blocks: tuple[tuple[Engraved, ...], ...]


def decode(data: bytes) -> Engraving:
    """Return the drawing of a file. Raises ValueError if it is damaged."""
    try:
        header, start = read_header(data)
        return _StreamReader(data, start).drawing(header)
    except (IndexError, EOFError, lzma.LZMAError, zlib.error, UnicodeDecodeError) as error:
        raise _damaged() from error


def _damaged() -> ValueError:
    return ValueError("damaged")


def read_header(data: bytes) -> tuple[EngravingHeader, int]:
    """Return the header of a drawing and the place after it.

    A file without a header has the default values. Raises ValueError if the file is damaged.
    """
    if not data or data[0] != MARK:
        return EngravingHeader(), 0
    try:
        length, start = _varint(data, 1)
        if start + length > len(data):
            raise _damaged()
        header = msgspec.json.decode(data[start : start + length], type=EngravingHeader)
    except (IndexError, msgspec.MsgspecError) as error:
        raise _damaged() from error
    width, height = header.size
    if not (10 <= width <= 500 and 10 <= height <= 500 and 0 <= header.bleed <= 20):
        raise _damaged()
    return header, start + length


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Return the number at a place (seven bits per byte), and the place after it."""
    value = shift = 0
    while shift < 35:
        byte = data[place]
        place += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, place
        shift += 7
    raise _damaged()


def _numbers(stream: bytes) -> list[int]:
    """Return the numbers of a stream."""
    if not stream or max(stream) < 128:
        return [*stream]
    numbers: list[int] = []
    value = shift = 0
    for byte in stream:
        if byte < 128:
            numbers.append(value | byte << shift if shift else byte)
            value = shift = 0
        else:
            value |= (byte & 127) << shift
            shift += 7
            if shift > 35:
                raise _damaged()
    return numbers


def _signed(stream: bytes) -> list[int]:
    """Return the signed numbers of a stream: 0, −1, 1, −2, 2 …"""
    return [-(n + 1 >> 1) if n & 1 else n >> 1 for n in _numbers(stream)]


def _steps(stream: bytes, far: Iterator[int]) -> list[int]:
    """Return the steps of a stream; the sizes of long steps come from `far`."""
    steps = array("b", stream.translate(_SIGNED_BYTES)).tolist()
    for match in _LONG_STEPS.finditer(stream):
        size, place = next(far, 0), match.start()
        if size < LONG:
            raise _damaged()
        steps[place] = -size if stream[place] & 128 else size
    return steps


def _expand(stream: bytes, tables: tuple[bytes, ...]) -> bytes:
    """Return the widths of both halves of each byte of a stream."""
    widths = bytearray(2 * len(stream))
    widths[::2], widths[1::2] = map(stream.translate, tables)
    return bytes(widths)


def _unpacked(data: bytes, coder: dict[str, int] | None) -> bytes:
    """Return a stream that LZMA or deflate has packed. Raises ValueError if it is truncated or too
    large.
    """
    if coder is None:
        inflate = zlib.decompressobj(-15)
        stream = inflate.decompress(data, _MAX_STREAM)
        if not inflate.eof:
            raise _damaged()
        return stream
    reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[coder])
    stream = reader.decompress(data, _MAX_STREAM)
    if not reader.eof:
        raise _damaged()
    return stream


class _StreamReader:
    """Reads the streams of a drawing side by side."""

    def __init__(self, data: bytes, place: int) -> None:
        self.grid, self.symbols, count = data[place : place + 3]
        if not 1 <= self.grid <= 20:
            raise _damaged()
        place += 3
        self.roles: list[str] = []
        for _ in range(count):
            length = data[place]
            self.roles.append(data[place + 1 : place + 1 + length].decode("ascii"))
            place += 1 + length
        lengths = []
        for _ in range(_STREAMS):
            length, place = _varint(data, place)
            lengths.append(length)
        coders = (None, None, STEP_CODER, STEP_CODER, None, START_CODER, None)
        streams = []
        for length, coder in zip(lengths, coders, strict=True):
            streams.append(_unpacked(data[place : place + length], coder))
            place += length
        if place != len(data):
            raise _damaged()
        ops, counts, xs, ys, self.sw, starts, long = streams
        if len(ops) > _MAX_OPERATORS:
            raise _damaged()
        self.ops, self.counts, self.starts = (
            iter(ops),
            iter(_numbers(counts)),
            iter(_signed(starts)),
        )
        far = iter(_numbers(long))
        self.xs, self.ys = _steps(xs, far), _steps(ys, far)
        if next(far, None) is not None:
            raise _damaged()
        # The widths of lines that swell, by operator.
        self.widths = {
            op: _expand(self.sw, tables)
            for op, tables in zip((_SWELL, _BROAD), _WIDTHS, strict=True)
        }
        self.step = self.width = 0
        self.x = self.y = 0

    def drawing(self, header: EngravingHeader) -> Engraving:
        """Return the whole drawing."""
        try:
            blocks = tuple(self._block(number) for number in range(self.symbols + 1))
        except (StopIteration, RuntimeError) as error:
            raise _damaged() from error
        if next(self.ops, None) is not None:
            raise _damaged()
        return Engraving(header, 100 / self.grid, blocks)

    def _block(self, number: int) -> tuple[Engraved, ...]:
        self.x = self.y = 0
        items: list[Engraved] = []
        half: list[Engraved] | None = None
        while (op := next(self.ops)) != _END:
            if op == _HALF and half is None:
                items, half = [], items
            elif op == _TURN and half is not None:
                items, half = [*half, EngravedHalf(tuple(items))], None
            else:
                items.append(self._shape(op, number))
        if half is not None:
            raise _damaged()
        return tuple(items)

    def _shape(self, op: int, number: int) -> Engraved:
        first = next(self.ops)
        if op in self.widths:
            count = next(self.counts)
            points = self._line(count)
            start = 2 * self.width
            self.width += (count + 1) // 2
            if self.width > len(self.sw):
                raise _damaged()
            return EngravedLine(self.roles[first], points, self.widths[op][start : start + count])
        if op == _USE:
            if first >= min(number, self.symbols):  # a symbol uses only those before it
                raise _damaged()
            return EngravedUse(first, next(self.starts), next(self.starts), next(self.ops) != 0)
        role = self.roles[first]
        if op in _AREAS:
            edge, width = "", 0
            if op in (_EDGED, _EDGED_BITS):
                edge, (width,) = self.roles[next(self.ops)], self._next_width()
            rings = tuple(self._ring() for _ in range(next(self.counts)))
            return EngravedArea(role, rings, edge, width)
        if op not in _LINES:
            raise _damaged()
        count = next(self.counts)
        widths = self._next_width()
        return EngravedLine(role, self._line(count), widths, op in (_RING, _PLAIN_RING))

    def _next_width(self) -> bytes:
        """Return the next width."""
        self.width += 1
        width = self.sw[self.width - 1 : self.width]
        if not width:
            raise _damaged()
        return width

    def _ring(self) -> tuple[list[int], list[int]]:
        """Return the places of a ring; the next one starts from where this one began."""
        start, end = self._steps_of(next(self.counts))
        xs = [*accumulate(self.xs[start:end], initial=self.x)]
        ys = [*accumulate(self.ys[start:end], initial=self.y)]
        return xs, ys

    def _line(self, count: int) -> list[complex]:
        """Return the points of a line; the next shape starts from where this one ends."""
        start, end = self._steps_of(count)
        x, y = self.x, self.y
        points = [complex(x, y)]
        for dx, dy in zip(self.xs[start:end], self.ys[start:end], strict=True):
            x += dx
            y += dy
            points.append(x + y * 1j)  # faster than a call of complex
        self.x, self.y = x, y
        return points

    def _steps_of(self, count: int) -> tuple[int, int]:
        """Move to the start of the next chain of points; return the range of its steps."""
        start, end = self.step, self.step + count - 1
        if count < 2 or end > len(self.xs):
            raise _damaged()
        self.step = end
        self.x += next(self.starts)
        self.y += next(self.starts)
        return start, end


def shapes_of(drawing: Engraving) -> Iterator[Engraved]:
    """Yield all areas and lines of a drawing, in every block."""

    def search(shapes: tuple[Engraved, ...]) -> Iterator[Engraved]:
        for shape in shapes:
            if isinstance(shape, EngravedHalf):
                yield from search(shape.shapes)
            else:
                yield shape

    for block in drawing.blocks:
        yield from search(block)
