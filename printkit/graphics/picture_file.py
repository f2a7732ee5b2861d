"""PNG and JPEG headers, the record of a picture, and the protocol of a decoder."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec
from msgspec import Struct

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Image

# --- picture file --------------------------------------------------------------------------------

GRAY, RGB, CMYK = "gray", "rgb", "cmyk"
# The encodings of samples: a whole JPEG file; the compressed rows of a PNG, each with its filter.
JPEG, PNG = "jpeg", "png"
# Quick, and hardly larger than at its best.
_LEVEL = 3
_JPEG_START, _PNG_START = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
# The types of a PNG without alpha.
_PNG_MODES = {0: GRAY, 2: RGB, 3: RGB}
# In a PNG of which not all is printed as it is: transparency, more than one frame.
_PNG_EXTRAS = (b"tRNS", b"acTL")
# The next marker after compressed data, which has stuffed zeros and restarts inside.
_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
# More chunks, or more bytes of EXIF, are not searched for how a picture was held.
_MAX_CHUNKS, _MAX_EXIF = 100_000, 65_536
# The number of bytes in which the size of a plain picture is searched for.
_MAX_HEAD = 16_384
_END, _SCAN, _EXIF, _ALONE = 0xD9, 0xDA, 0xE1, (0x01, *range(0xD0, 0xD9))
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
# The frames that the readers of PDF know: baseline, extended, progressive.
_READABLE_FRAMES = (0xC0, 0xC1, 0xC2)


class Samples(Struct, frozen=True):
    """The pixels of a picture in one of the encodings (`JPEG` or `PNG`), with `bits` per channel.

    `mode` is `GRAY`, `RGB` or `CMYK`. With a `palette` (three bytes per colour), the pixels are
    indices into it. A JPEG of four inks may be inverted: 0 is full ink.
    """

    width: int
    height: int
    mode: str
    data: bytes
    encoding: str
    bits: int = 8
    palette: bytes = b""
    is_inverted: bool = False


class JpegHead(Struct, frozen=True):
    """The facts of a JPEG: its frame, and `end`, the place after its end marker.

    `channels` is 0 for plain RGB.
    """

    kind: int
    bits: int
    width: int
    height: int
    channels: int
    end: int


def is_jpeg(data: bytes) -> bool:
    """Return True if a file begins as a JPEG does."""
    return data.startswith(_JPEG_START)


def read_as_is(data: bytes) -> Samples | None:
    """Return the samples of a file in its own encoding, or None if PDF does not support it.

    PDF supports JPEG with 8 bits in grey or three channels, and PNG without interlacing,
    transparency or additional frames. Raises ValueError for a truncated file.
    """
    if is_jpeg(data):
        head = read_jpeg_head(data)
        if head.kind not in _READABLE_FRAMES or head.bits != 8 or head.channels not in (1, 3):
            return None
        mode = GRAY if head.channels == 1 else RGB
        return Samples(head.width, head.height, mode, data[: head.end], JPEG)
    return _read_png(data)


def _read_png(data: bytes) -> Samples | None:
    chunks = list(png_chunks(data))
    names = {name for name, _ in chunks}
    head = bytes(chunks[0][1])
    bits, kind, interlaced = head[8], head[9], head[12]
    if kind not in _PNG_MODES or interlaced or names.intersection(_PNG_EXTRAS):
        return None
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    palette = b"".join(part for name, part in chunks if name == b"PLTE") if kind == 3 else b""
    rows = b"".join(part for name, part in chunks if name == b"IDAT")
    return Samples(width, height, _PNG_MODES[kind], rows, PNG, bits, palette)


def pack_pixels(width: int, height: int, mode: str, pixels: bytes) -> Samples:
    """Pack pixels of 8 bits per channel as in a PNG: as differences from the row above.

    The bytes are the same here and in a browser.
    """
    stride = width * {GRAY: 1, RGB: 3, CMYK: 4}[mode]
    whole = int.from_bytes(pixels, "big")
    above = int.from_bytes(bytes(stride) + pixels[:-stride], "big")
    # All bytes are subtracted at once: their highest bits are set apart, so that none borrows.
    high = int.from_bytes(b"\x80" * len(pixels), "big")
    low = high ^ int.from_bytes(b"\xff" * len(pixels), "big")
    differences = ((whole | high) - (above & low)) ^ ((whole ^ above ^ high) & high)
    data = differences.to_bytes(len(pixels), "big")
    rows = b"".join(b"\x02" + data[start : start + stride] for start in range(0, len(data), stride))
    return Samples(width, height, mode, zlib.compress(rows, _LEVEL), PNG)


def png_chunks(data: bytes, *, verify: bool = False) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the name and content of each chunk of a PNG up to its end; with `verify`, check
    checksums.

    Raises ValueError if the data is not a PNG, or a chunk is cut off or damaged.
    """
    view, place, name = memoryview(data), len(_PNG_START), b""
    if not data.startswith(_PNG_START) or data[place + 4 : place + 8] != b"IHDR":
        raise ValueError  # not a PNG
    while name != b"IEND":
        start = place + 8
        end = start + int.from_bytes(data[place : place + 4], "big")
        name = data[place + 4 : start]
        if end + 4 > len(data):
            raise ValueError  # truncated
        if verify and zlib.crc32(view[place + 4 : end]) != int.from_bytes(
            view[end : end + 4], "big"
        ):
            raise ValueError  # a checksum differs
        yield name, view[start:end]
        place = end + 4


def read_png_exif(file: BinaryIO) -> bytes:
    """Return the EXIF data of an open PNG, without reading its pixels, or empty bytes if it has
    none.
    """
    place = len(_PNG_START)
    for _ in range(_MAX_CHUNKS):
        file.seek(place)
        head = file.read(8)
        size = int.from_bytes(head[:4], "big")
        if len(head) < 8 or head[4:] == b"IEND":
            break
        if head[4:].lower() == b"exif":
            return file.read(min(size, _MAX_EXIF))
        place += size + 12
    return b""


def read_plain_size(path: Path) -> tuple[int, int] | None:
    """Return the width and height that the header of a PNG or JPEG states, or None for a header
    that only the decoder understands, such as one with the rotation of a camera.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_MAX_HEAD)
            if head.startswith(_PNG_START):
                return None if read_png_exif(file) else _read_png_size(head)
    except (OSError, ValueError):
        return None
    return _read_jpeg_size(head) if is_jpeg(head) else None


def _read_png_size(head: bytes) -> tuple[int, int] | None:
    """Return the size in the first chunk of a PNG, or None if its checksum differs."""
    if zlib.crc32(head[12:29]) != int.from_bytes(head[29:33], "big") or head[12:16] != b"IHDR":
        return None
    width, height = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    return (width, height) if width and height else None


def _read_jpeg_size(head: bytes) -> tuple[int, int] | None:
    """Return the size in the frame of a JPEG, or None if the picture may have to be turned."""
    place, size = 2, None
    while place + 9 < len(head) and head[place] == 0xFF:
        kind = head[place + 1]
        if kind == _SCAN:
            return size
        if kind == _EXIF or kind < 0xC0 or kind in _ALONE or kind in (_END, 0xFF):
            break
        if kind in _FRAMES:
            height, width = (int.from_bytes(head[place + i : place + i + 2], "big") for i in (5, 7))
            size = (width, height) if width and height else None
        place += 2 + int.from_bytes(head[place + 2 : place + 4], "big")
    return None


def read_jpeg_head(data: bytes) -> JpegHead:
    """Return the frame of a JPEG. Raises ValueError for one without a frame or an end."""
    place, frame = 2, None
    while place + 4 <= len(data) or data[place : place + 2] == b"\xff\xd9":
        kind = data[place + 1]
        if data[place] != 0xFF:
            raise ValueError  # not a marker
        if kind == _END:
            break
        if kind == 0xFF or kind in _ALONE:
            place += 1 if kind == 0xFF else 2
            continue
        if kind in _FRAMES:
            frame = kind, data[place + 4 : place + 10], data[place + 10 : place + 19 : 3]
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
        if kind == _SCAN:
            marker = _MARKER.search(data, place)
            place = marker.start() if marker else len(data)
    else:
        raise ValueError  # truncated
    if frame is None:
        raise ValueError  # no frame
    kind, (bits, *sides, channels), names = frame
    if names == b"RGB":  # readers of PDF take three channels for YCbCr
        channels = 0
    height, width = (int.from_bytes(sides[i : i + 2], "big") for i in (0, 2))
    return JpegHead(kind, bits, width, height, channels, place + 2)


# --- raster image --------------------------------------------------------------------------------


class RasterImage(msgspec.Struct, frozen=True):
    """A PNG or JPEG file, or its bytes, with its size in pixels when upright.

    `digest` is the digest of the user’s file; `remarks` are sentences on differences between the
    print and the file.
    """

    source: bytes | Path
    digest: str
    width: int
    height: int
    remarks: tuple[str, ...] = ()

    def fit_into(self, box: Rect, *, cover: bool) -> Image:
        """Return the image centred on `box` in its proportions: covering the box (`cover`) or
        inside it.
        """
        pick = max if cover else min
        factor = pick(box.w / self.width, box.h / self.height)
        w, h = self.width * factor, self.height * factor
        cx, cy = box.centre
        rect = Rect(cx - w / 2, cy - h / 2, w, h)
        return Image(self.source, self.digest, rect, self.width)


class PictureDecoder(Protocol):
    """A decoder of PNG and JPEG files: a module or a frozen object."""

    def __hash__(self) -> int: ...

    def read_size(self, path: Path) -> tuple[int, int]:
        """Return the upright width and height in pixels that a file's header states, or (0, 0) if
        it states none.
        """
        ...

    def prepare(self, data: bytes, location: str, *, whole: bool = True) -> RasterImage:
        """Check a picture, and return it with its width and height when turned upright.

        If `whole`, the picture is fully decoded; otherwise a quicker check may be made. Raises
        PrintkitError at `location` if it is not a picture, is damaged, or exceeds `MAX_PIXELS`.
        """
        ...

    def read_file(self, data: bytes, width: int | None = None) -> bytes:
        """Return a picture from `prepare` as an opaque, upright PNG or JPEG file in sRGB.

        It is at most `width` pixels wide.
        """
        ...

    def read_samples(self, data: bytes, width: int | None = None) -> Samples:
        """Return the pixels of a picture from `prepare`, at most `width` pixels wide."""
        ...


# The decoder in use; None selects Pillow.
DECODER: ContextVar[PictureDecoder | None] = ContextVar("printkit_picture_decoder", default=None)
