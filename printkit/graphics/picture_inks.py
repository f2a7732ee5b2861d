"""Pictures of people in the four inks of a press: separated with a profile, within its limit.

A JPEG that is in inks already is kept as it is. Imported for the first picture in inks.
"""

from __future__ import annotations

import io
import zlib
from functools import lru_cache
from typing import Any

from msgspec.structs import astuple
from PIL import Image as Pillow
from PIL import ImageCms, ImageFilter

from printkit.graphics.colour import Inks
from printkit.graphics.picture_file import CMYK, GRAY, JPEG, PNG, Samples, is_jpeg, read_jpeg_head
from printkit.graphics.pillow_decoder import read_file, read_samples
from printkit.graphics.press import FOGRA39, cap_inks, condition

# The colours a channel of the table between which the inks of a picture are interpolated.
_GRID = 25
# The encoding of a JPEG changes an ink by about as much (percent of all four).
_LOSS = 6
_KEPT = {"quality": 95, "subsampling": 0}
# The segment of a JPEG of Adobe, whose four inks are inverted.
_ADOBE = b"\xff\xee\x00\x0eAdobe"


def separate(data: bytes, width: int | None, limit: float) -> Samples:
    """Return the pixels of a file in CMYK, or in grey, at most `width` in a row.

    `limit` is the most ink in percent. Grey is black ink alone.
    """
    if (own := _own_inks(data, width)) is not None:
        return own
    samples = read_samples(data, width)
    if samples.mode == GRAY:
        return samples
    with Pillow.open(io.BytesIO(read_file(data, width))) as file:
        picture = file.convert("RGB")
    if not is_jpeg(data):
        inks = picture.filter(_table(limit))
        rows = inks.tobytes()
        return Samples(*inks.size, CMYK, _pack_rows(rows, 4 * inks.width), PNG)
    out = io.BytesIO()
    picture.filter(_table(limit - _LOSS)).save(out, "JPEG", **_KEPT)
    return Samples(*picture.size, CMYK, out.getvalue(), JPEG, is_inverted=True)


def _own_inks(data: bytes, width: int | None) -> Samples | None:
    """Return a JPEG in four inks as it is, or None for any other and for one that is too wide."""
    head = read_jpeg_head(data) if is_jpeg(data) else None
    if head is None or head.channels != 4 or (width is not None and head.width > width):
        return None
    inverted = _ADOBE in data[: head.end]
    return Samples(
        head.width, head.height, CMYK, data[: head.end], JPEG, head.bits, is_inverted=inverted
    )


def _pack_rows(pixels: bytes, stride: int) -> bytes:
    """Return rows as a PNG holds them, each with its filter (none)."""
    starts = range(0, len(pixels), stride)
    return zlib.compress(b"".join(b"\0" + pixels[start : start + stride] for start in starts))


@lru_cache(maxsize=8)
def _table(limit: float) -> Any:
    """Return the filter from sRGB to inks: what lies between its colours is within the limit too.

    The profile decides the inks (perceptual); black of a text becomes four inks, which `black_text`
    tells.
    """
    steps = [round(255 * i / (_GRID - 1)) for i in range(_GRID)]
    card = Pillow.new("RGB", (_GRID**3, 1))
    card.putdata([(r, g, b) for b in steps for g in steps for r in steps])
    press = ImageCms.ImageCmsProfile(io.BytesIO(condition(FOGRA39).profile))
    screen = ImageCms.createProfile("sRGB")
    transform = ImageCms.buildTransform(screen, press, "RGB", "CMYK")
    found = transform.apply(card).tobytes()
    values: list[float] = []
    for start in range(0, len(found), 4):
        inks = cap_inks(Inks(*(part / 2.55 for part in found[start : start + 4])), limit)
        values += [share / 100 for share in astuple(inks)]
    return ImageFilter.Color3DLUT(_GRID, values, channels=4, target_mode="CMYK")
