"""Read users' pictures, within the limits of a definition.

A file is checked first, and only read when a writer needs it: opaque, upright, in sRGB, and with no
more pixels than a press can use. The decoder can be replaced; the default is Pillow, imported for
the first picture.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import cast

import msgspec

from printkit.base.errors import PrintkitError, named_library
from printkit.base.files import file_size, file_stamp, read_bytes
from printkit.base.geometry import MM_PER_INCH
from printkit.base.limits import (
    MAX_PICTURE_BYTES,
    MAX_PICTURE_BYTES_IN_ALL,
    MAX_PIXELS,
    MAX_PIXELS_IN_ALL,
    Limit,
)
from printkit.base.sentences import join_sentences
from printkit.graphics.display_list import Image
from printkit.graphics.picture_file import DECODER, PictureDecoder, RasterImage, read_plain_size

# The most dots an inch that a press can use; a picture with more is halved.
MAX_DPI = 700
# The resolution of `small` files, and how much more is left as it is.
SMALL_DPI, _NEARLY = 300, 1.1
# The pictures of a definition with at most this number of pixels are all decoded before they are
# printed. In a larger definition, only the checksums of a PNG are verified.
MAX_PIXELS_DECODED = 200_000_000
_DECODES_ALL: ContextVar[bool] = ContextVar("printkit_decodes_all", default=True)


def decoder() -> PictureDecoder:
    """Return the decoder in use."""
    if chosen := DECODER.get():
        return chosen
    with named_library("A picture of a definition", "Pillow"):
        return cast(PictureDecoder, import_module("printkit.graphics.pillow_decoder"))


def check_budget(paths: Iterable[Path], location: str, *, whole: bool | None = None) -> None:
    """Check the headers of pictures against the total bytes and pixels of a definition.

    From now on, `read_image` decodes pictures completely if `whole`, or by default if they are few.
    Raises PrintkitError at `location` if the pictures exceed a limit. SVG files are not counted,
    nor are pictures above the limits of a single one, which are refused without decoding.
    """
    raster = sorted(path for path in paths if path.suffix.lower() != ".svg")
    sizes = {path: size for path in raster if 0 < (size := file_size(path)) <= MAX_PICTURE_BYTES}
    _require(sum(sizes.values()), MAX_PICTURE_BYTES_IN_ALL, location)
    pixels = 0
    for path in sizes:
        width, height = picture_size(path)
        pixels += width * height if width * height <= MAX_PIXELS else 0
    _require(pixels, MAX_PIXELS_IN_ALL, location)
    _DECODES_ALL.set(pixels <= MAX_PIXELS_DECODED if whole is None else whole)


def _require(count: int, limit: Limit, location: str) -> None:
    if count > limit:
        message, allowed = limit.refusal(count)
        hint = join_sentences(allowed, "Scale them down, or save photographs as JPEG.")
        raise PrintkitError(message, location=location, hint=hint)


def read_image(path: Path) -> RasterImage:
    """Return the picture in a PNG or JPEG file without keeping its bytes.

    Raises PrintkitError if it cannot be used.
    """
    return _read_image(path, file_stamp(path), decoder(), _DECODES_ALL.get())


@lru_cache(maxsize=32_768)
def _read_image(
    path: Path, _stamp: tuple[int, ...], decoder: PictureDecoder, whole: bool
) -> RasterImage:
    """Read a picture; the stamp changes if the file does."""
    data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    image = decoder.prepare(data, str(path), whole=whole)
    return msgspec.structs.replace(image, source=path) if image.source is data else image


def cut_face(path: Path, columns: int, rows: int, number: int) -> bytes:
    """Return the cell `number` (from 0, row by row) of a picture with several faces, as a file.

    Raises PrintkitError if the picture cannot be used, or the decoder in use cannot cut it.
    """
    cut = getattr(decoder(), "cut", None)
    if cut is None:
        raise PrintkitError(
            "A sheet of faces cannot be cut here.",
            location=str(path),
            hint="Start the deck on the command line.",
        )
    return cast(bytes, cut(path, file_stamp(path), columns, rows, number))


def picture_size(path: Path) -> tuple[int, int]:
    """Return the upright width and height in pixels that a header states, or (0, 0) if it states
    none.
    """
    return _read_size(path, file_stamp(path), DECODER.get())


@lru_cache(maxsize=32_768)
def _read_size(
    path: Path, _stamp: tuple[int, ...], chosen: PictureDecoder | None
) -> tuple[int, int]:
    """Read a size; the default decoder is loaded for a file whose header is not plain."""
    plain = read_plain_size(path) if chosen is None else None
    return plain or (chosen or decoder()).read_size(path)


def image_bytes(image: Image) -> bytes:
    """Return the file of a placed picture. Raises PrintkitError if it changed since it was read."""
    if isinstance(image.source, bytes):
        return image.source
    data = read_bytes(image.source, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    if hashlib.sha256(data).hexdigest() != image.digest:
        raise PrintkitError(
            "This picture changed while it was being printed.",
            location=str(image.source),
            hint="Build again after it has been saved.",
        )
    return data


def printed_width(image: Image, size: float, *, small: bool) -> int | None:
    """Return the width in pixels to which a picture printed `size` mm wide is reduced, or None if
    it is not reduced.

    A picture above `MAX_DPI` is halved in width; with `small` it is reduced to about `SMALL_DPI`.
    """
    dpi = image.width * MM_PER_INCH / size if size > 0 else 0.0
    if small and dpi > SMALL_DPI * _NEARLY:
        return max(round(image.width * SMALL_DPI / dpi), 1)
    halves = 1
    while dpi / halves > MAX_DPI:
        halves *= 2
    return -(-image.width // halves) if halves > 1 else None
