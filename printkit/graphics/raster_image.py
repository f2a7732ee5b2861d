"""PNG and JPEG pictures that users bring.

In: a file. Out: its checked bytes and size, opaque and no larger than a press can use, so that no
writer has to think about it. What decodes them can be handed in; by default it is Pillow, which is
imported only when there is a picture.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec
from msgspec import Struct

from printkit.base.errors import named_library
from printkit.base.files import read_bytes
from printkit.base.geometry import Rect
from printkit.base.limits import MAX_PICTURE_BYTES
from printkit.graphics.display_list import Image

# 600 dpi on the long side of a jumbo card: more can be printed by nobody.
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

    `is_jpeg`: `data` is the whole JPEG file, which keeps its own compression.
    """

    width: int
    height: int
    mode: str
    data: bytes
    is_jpeg: bool = False


GRAY, RGB = "gray", "rgb"


class PictureDecoder(Protocol):
    """What reads PNG and JPEG files; a module or a frozen object."""

    def __hash__(self) -> int: ...

    def prepare(self, data: bytes, location: str) -> RasterImage:
        """Check a file and return it opaque, upright, with at most `MAX_SIDE_PX` a side.

        Raises PrintkitError, at `location`, for what is no picture, damaged, or above `MAX_PIXELS`.
        """
        ...

    def read_samples(self, data: bytes) -> Samples:
        """Return the pixels of a file that `prepare` returned."""
        ...


# The decoder in use; none: Pillow.
DECODER: ContextVar[PictureDecoder | None] = ContextVar("printkit_picture_decoder", default=None)


def decoder() -> PictureDecoder:
    """Return the decoder in use."""
    return DECODER.get() or _pillow_decoder()


def _pillow_decoder() -> PictureDecoder:
    with named_library("A picture of a definition", "Pillow"):
        return cast(PictureDecoder, import_module("printkit.graphics.pillow_decoder"))


def read_image(path: Path) -> RasterImage:
    """Return the picture in a PNG or JPEG file. Raises PrintkitError for all it refuses."""
    return _read_image(path, decoder())


@lru_cache(maxsize=256)
def _read_image(path: Path, decoder: PictureDecoder) -> RasterImage:
    data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    return decoder.prepare(data, str(path))
