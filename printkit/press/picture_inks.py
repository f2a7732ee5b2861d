"""Separate users' pictures into the four inks of a press, with an ICC profile and within an ink
limit.

A CMYK JPEG keeps its inks. This module is only imported when a picture needs inks.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import Any

from msgspec.structs import astuple
from PIL import Image as Pillow
from PIL import ImageChops, ImageCms, ImageFilter, ImageOps, ImageStat

from printkit.base.sentences import Sentence
from printkit.graphics.colour import Inks, cap_inks
from printkit.graphics.picture_file import (
    CMYK,
    GRAY,
    JPEG,
    RGB,
    Samples,
    is_jpeg,
    pack_pixels,
    read_jpeg_head,
)
from printkit.graphics.pillow_decoder import open_picture, read_file, read_samples
from printkit.press.inks import FOGRA39, condition

# The colours a channel of the table between which the inks of a picture are interpolated.
_GRID = 25
# The encoding of a JPEG changes the sum of inks by about as much (percent).
_LOSS = 6
_KEPT = {"quality": 95, "subsampling": 0}
# The segment of Adobe's JPEG files, whose four inks are inverted; Pillow also writes them inverted.
_ADOBE = b"\xff\xee\x00\x0eAdobe"
_ORIENTATION = 0x0112
_GRAY = "L"
# x
_TEXT_DPI, _STROKE, _DARK, _LIGHT, _TEXT = 150, 5, 70, 160, 255 / 500


def separate(data: bytes, width: int | None, limit: float) -> Samples:
    """Return the pixels of a file in CMYK or in grey, at most `width` pixels wide.

    `limit` is the maximum total ink in percent; a picture that is already in CMYK may exceed it.
    Grey is printed only in black ink.
    """
    picture, is_own = _read_plates(data, width, limit - _LOSS if is_jpeg(data) else limit)
    if picture.mode == _GRAY:
        return read_samples(data, width)
    if is_own:
        head = read_jpeg_head(data)
        inverted = _ADOBE in data[: head.end]
        return Samples(*picture.size, CMYK, data[: head.end], JPEG, is_inverted=inverted)
    if not is_jpeg(data):
        return pack_pixels(*picture.size, CMYK, picture.tobytes())
    out = io.BytesIO()
    picture.save(out, "JPEG", **_KEPT)
    return Samples(*picture.size, CMYK, out.getvalue(), JPEG, is_inverted=True)


def paint_plates(data: bytes, width: int | None, limit: float, *, black: bool) -> Samples:
    """Return the plates of a picture as light: cyan, magenta and yellow as red, green and blue, or
    black as grey.
    """
    picture, _ = _read_plates(data, width, limit)
    if picture.mode == _GRAY:
        plain = picture if black else Pillow.new("L", (1, 1), "white")
        return pack_pixels(*plain.size, GRAY, plain.tobytes())
    plates = [ImageChops.invert(plate) for plate in picture.split()]
    if black:
        return pack_pixels(*picture.size, GRAY, plates[3].tobytes())
    return pack_pixels(*picture.size, RGB, Pillow.merge("RGB", plates[:3]).tobytes())


def find_doubts(data: bytes, dpi: float, limit: float) -> Iterator[str]:
    """Yield reasons against printing a picture: too much ink in CMYK, or black text in other
    colours.

    A picture has black text or fine lines if more than one pixel in 500 is nearly black and part of
    a line up to 0.8 mm wide on a light ground. Words are not distinguished from engravings.
    """
    if (inks := _read_inks(data, None)) is not None:
        cyan, magenta, yellow, black = inks.reduce(2).split()
        add = ImageChops.add
        mean = add(add(cyan, magenta, 2), add(yellow, black, 2), 2)
        most = ImageStat.Stat(mean).extrema[0][1] * 4 / 2.55
        if most > limit + _LOSS:
            yield Sentence(
                "This picture has up to {most}% ink; the limit is {limit}%.",
                most=f"{most:.0f}",
                limit=f"{limit:.0f}",
            )
        return
    light = _read_light(data, None)
    light = light.reduce(max(round(dpi / _TEXT_DPI), 1))
    darkest, lightest = (
        reduce(pick, light.split()) for pick in (ImageChops.darker, ImageChops.lighter)
    )
    ground = darkest.filter(ImageFilter.MaxFilter(_STROKE)).filter(ImageFilter.MinFilter(_STROKE))
    black = lightest.point(lambda tone: 255 * (tone < _DARK))
    thin = ground.point(lambda tone: 255 * (tone > _LIGHT))
    if light.mode != _GRAY and ImageStat.Stat(ImageChops.darker(black, thin)).mean[0] > _TEXT:
        yield "This picture has black text or fine black lines, which are printed in four inks."


def _read_light(data: bytes, width: int | None) -> Pillow.Image:
    """Return a picture in grey or sRGB, made opaque and upright."""
    with open_picture(read_file(data, width)) as file:
        return file.convert(_GRAY if file.mode in ("1", "L") else "RGB")


def _read_inks(data: bytes, width: int | None) -> Pillow.Image | None:
    """Return a CMYK picture, upright and at most `width` pixels wide, or None for other pictures.

    `info["changed"]` is True if the picture differs from its file.
    """
    if not is_jpeg(data) or read_jpeg_head(data).channels != 4:
        return None
    with open_picture(data) as file:
        changed = file.getexif().get(_ORIENTATION, 1) != 1
        picture = ImageOps.exif_transpose(file)
    if width is not None and picture.width > width:
        height = max(round(picture.height * width / picture.width), 1)
        picture, changed = picture.resize((width, height), Pillow.Resampling.HAMMING), True
    picture.info["changed"] = changed
    return picture


def _read_plates(data: bytes, width: int | None, limit: float) -> tuple[Pillow.Image, bool]:
    """Return a picture in inks or in grey, and True if it is identical to its file."""
    if (picture := _read_inks(data, width)) is not None:
        return picture, not picture.info["changed"]
    light = _read_light(data, width)
    return (light if light.mode == _GRAY else light.filter(_table(limit))), False


@lru_cache(maxsize=8)
def _table(limit: float) -> Any:
    """Return the filter that converts sRGB to inks. Interpolated colours are also within the limit.

    Rounding to bytes causes small deviations. Black becomes four inks: see `find_doubts`.
    """
    steps = [round(255 * i / (_GRID - 1)) for i in range(_GRID)]
    card = Pillow.new("RGB", (_GRID**3, 1))
    card.putdata([(r, g, b) for b in steps for g in steps for r in steps])
    press = ImageCms.ImageCmsProfile(io.BytesIO(condition(FOGRA39).profile))
    screen = ImageCms.createProfile("sRGB")
    transform = ImageCms.buildTransform(screen, press, "RGB", "CMYK")
    separated = transform.apply(card).tobytes()
    values: list[float] = []
    for start in range(0, len(separated), 4):
        inks = cap_inks(Inks(*(part / 2.55 for part in separated[start : start + 4])), limit - 1)
        values += [share / 100 for share in astuple(inks)]
    return ImageFilter.Color3DLUT(_GRID, values, channels=4, target_mode="CMYK")
