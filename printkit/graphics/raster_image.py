"""Users' PNG and JPEG pictures.

A file is checked and made opaque and no larger than a press can use, so that writers need no
conversion. The decoder can be replaced; the default is Pillow, imported for the first picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec
from msgspec import Struct

from printkit.base.errors import PrintkitError, named_library
from printkit.base.files import file_size, read_bytes
from printkit.base.geometry import Rect
from printkit.base.limits import (
    MAX_PICTURE_BYTES,
    MAX_PICTURE_BYTES_IN_ALL,
    MAX_PIXELS,
    MAX_PIXELS_IN_ALL,
    Limit,
)
from printkit.graphics.display_list import Image

# The long side of a jumbo card at 600 dpi.
MAX_SIDE_PX = 3300


class RasterImage(msgspec.Struct, frozen=True):
    """A whole PNG or JPEG file with its size in pixels; `digest` is that of the user’s file."""

    data: bytes
    digest: str
    width: int
    height: int

    def fit_into(self, box: Rect, *, cover: bool) -> Image:
        """Return the image centred on `box` in proportion: covering it (`cover`) or inside it."""
        pick = max if cover else min
        factor = pick(box.w / self.width, box.h / self.height)
        w, h = self.width * factor, self.height * factor
        cx, cy = box.centre
        return Image(self.data, self.digest, Rect(cx - w / 2, cy - h / 2, w, h))


class Samples(Struct, frozen=True):
    """The pixels of a picture: 8 bits a channel, `GRAY` or `RGB`, row by row from the top.

    `is_jpeg`: `data` is the whole JPEG file, which keeps its compression.
    """

    width: int
    height: int
    mode: str
    data: bytes
    is_jpeg: bool = False


GRAY, RGB = "gray", "rgb"


class PictureDecoder(Protocol):
    """A decoder of PNG and JPEG files: a module or a frozen object."""

    def __hash__(self) -> int: ...

    def read_size(self, data: bytes) -> tuple[int, int]:
        """Return the width and height in pixels that a file's header states, (0, 0) if none."""
        ...

    def prepare(self, data: bytes, location: str) -> RasterImage:
        """Check a file and return it opaque, upright, with at most `MAX_SIDE_PX` a side.

        Raises PrintkitError at `location` if it is no picture, damaged, or above `MAX_PIXELS`.
        """
        ...

    def read_samples(self, data: bytes) -> Samples:
        """Return the pixels of a file that `prepare` returned."""
        ...


# The decoder in use; None stands for Pillow.
DECODER: ContextVar[PictureDecoder | None] = ContextVar("printkit_picture_decoder", default=None)


def decoder() -> PictureDecoder:
    """Return the decoder in use."""
    if chosen := DECODER.get():
        return chosen
    with named_library("A picture of a definition", "Pillow"):
        return cast(PictureDecoder, import_module("printkit.graphics.pillow_decoder"))


def check_budget(paths: Iterable[Path], location: str) -> None:
    """Check the headers of pictures against the total bytes and pixels of a definition.

    Raises PrintkitError at `location` if they exceed a limit. Pictures above the limits of a single
    one are not counted: they are refused without decoding.
    """
    sizes = {path: size for path in paths if 0 < (size := file_size(path)) <= MAX_PICTURE_BYTES}
    _require(sum(sizes.values()), MAX_PICTURE_BYTES_IN_ALL, location)
    pixels = 0
    for path in sizes:
        with suppress(PrintkitError):
            data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
            width, height = decoder().read_size(data)
            pixels += width * height if width * height <= MAX_PIXELS else 0
    _require(pixels, MAX_PIXELS_IN_ALL, location)


def _require(count: int, limit: Limit, location: str) -> None:
    if count > limit:
        message, allowed = limit.refusal(count)
        hint = f"{allowed} Scale them down, or save photographs as JPEG."
        raise PrintkitError(message, location=location, hint=hint)


def read_image(path: Path) -> RasterImage:
    """Return the picture in a PNG or JPEG file. Raises PrintkitError if it cannot be used."""
    return _read_image(path, decoder())


@lru_cache(maxsize=256)
def _read_image(path: Path, decoder: PictureDecoder) -> RasterImage:
    data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    return decoder.prepare(data, str(path))
