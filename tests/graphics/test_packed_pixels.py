"""Pixels packed for a PDF: any PNG reader restores them."""

from __future__ import annotations

import io
import struct
import zlib

from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from printkit.graphics.picture_file import GRAY, RGB, pack_pixels


def as_png(mode: str, width: int, height: int, rows: bytes) -> bytes:
    """Return a PNG with these compressed rows."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0 if mode == GRAY else 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


@given(some.data(), some.sampled_from([GRAY, RGB]), some.integers(1, 9), some.integers(1, 9))
def test_packed_pixels_round_trip(
    data: some.DataObject, mode: str, width: int, height: int
) -> None:
    size = width * height * (1 if mode == GRAY else 3)
    pixels = data.draw(some.binary(min_size=size, max_size=size))
    packed = pack_pixels(width, height, mode, pixels)
    with Image.open(io.BytesIO(as_png(mode, width, height, packed.data))) as image:
        assert image.tobytes() == pixels
