"""The default decoder of pictures: Pillow.

Only this module reads files with Pillow. All exceptions of Pillow become PrintkitErrors.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from printkit.base.errors import PrintkitError, install_command, library_reads
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_PICTURE_BYTES, MAX_PIXELS
from printkit.base.sentences import Sentence
from printkit.graphics.picture_file import (
    GRAY,
    RGB,
    RasterImage,
    Samples,
    is_jpeg,
    pack_pixels,
    png_chunks,
    read_as_is,
    read_jpeg_head,
    read_png_exif,
)

_PLAIN = ("PNG", "JPEG")
# The other kinds of pictures: their first bytes, and the module of Pillow that reads them.
_KINDS = {
    "WEBP": (re.compile(rb"RIFF....WEBP", re.DOTALL), "PIL.WebPImagePlugin"),
    "GIF": (re.compile(rb"GIF8[79]a"), "PIL.GifImagePlugin"),
    "TIFF": (re.compile(rb"II[*+]\x00|MM\x00[*+]"), "PIL.TiffImagePlugin"),
    "BMP": (re.compile(rb"BM"), "PIL.BmpImagePlugin"),
    "ICO": (re.compile(rb"\x00\x00\x01\x00"), "PIL.IcoImagePlugin"),
    "AVIF": (re.compile(rb"....ftyp.{0,60}avi[fs]", re.DOTALL), "PIL.AvifImagePlugin"),
    "HEIF": (re.compile(rb"....ftyp(hei|hev|mif1|msf1)", re.DOTALL), "pillow_heif"),
}
# The number of bytes at the start of a file that identify its format.
_HEAD = 80
_ORIENTATION = 0x0112  # the EXIF tag for how the camera was held
# The smallest scale at which a JPEG is decoded: it reads all its data, in half the time.
_DRAFT = 8
# Bytes that decode to pixels if a JPEG lacks some, and that hold no marker.
_NOISE = bytes(number * 149 % 255 for number in range(256))
# Colours that differ by no more (of 255) are seen as the same.
_SAME_COLOUR = 4
# A JPEG that is turned or converted keeps its detail; one that is reduced is kept small.
_KEPT = {"quality": 95, "subsampling": 0}
_REDUCED = {"quality": 85}
# A fast level: noise of a photograph hardly packs any better.
_LEVEL = 3


@contextmanager
def open_picture(
    data: bytes, location: str = "", formats: tuple[str, ...] = ()
) -> Iterator[Pillow.Image]:
    """Context manager: yield the picture in a file, which Pillow reads when its pixels are needed.

    Without `formats`, it must be a picture that a definition may name. Raises PrintkitError at
    `location` for everything that Pillow raises inside.
    """
    Pillow.MAX_IMAGE_PIXELS = None  # our own limits give better errors
    kinds = formats or _kinds_of(data, location)
    with library_reads(
        location,
        "This picture is damaged or incomplete.",
        "Open it in a picture editor and save it again.",
    ):
        try:
            image = Pillow.open(io.BytesIO(data), formats=kinds)
        except UnidentifiedImageError:
            if kinds is not _PLAIN:  # its first bytes are those of a picture
                raise
            raise PrintkitError(
                "This is not a PNG or JPEG picture.", hint="Save it as one of them."
            ) from None
        with _quiet(), image:
            yield image


def _kinds_of(head: bytes, location: str) -> tuple[str, ...]:
    """Return the kinds of pictures that begin with these bytes, after loading their readers.

    Raises PrintkitError if the library for HEIC is missing.
    """
    for kind, (start, module) in _KINDS.items():
        if not start.match(head):
            continue
        try:
            reader = import_module(module)
        except ImportError:
            raise PrintkitError(
                "HEIC pictures cannot be read here: pillow-heif is missing.",
                location=location,
                hint=Sentence(
                    "Export the picture as JPEG or PNG, or install it: {command}.",
                    command=install_command("pillow-heif"),
                ),
            ) from None
        if kind == "HEIF":
            reader.register_heif_opener()
        return (kind,)
    return _PLAIN


def read_size(path: Path) -> tuple[int, int]:
    """Return the upright width and height in pixels that a header states, or (0, 0) if it states
    none.
    """
    with suppress(Exception), _quiet():  # damaged data raise any exception
        Pillow.MAX_IMAGE_PIXELS = None
        with path.open("rb") as file:
            kinds = _kinds_of(file.read(_HEAD), str(path))
            file.seek(0)
            with Pillow.open(file, formats=kinds) as image:
                width, height = image.size
                if image.format == "PNG":  # Pillow decodes it to find its EXIF
                    exif = Pillow.Exif()
                    exif.load(read_png_exif(file))
                else:
                    exif = image.getexif()
                lies = exif.get(_ORIENTATION, 1) > 4 and not _is_turned(image)
                return (height, width) if lies else (width, height)
    return 0, 0


def prepare(data: bytes, location: str, *, whole: bool = True) -> RasterImage:
    """Check a file and return it with its upright size.

    It is decoded if `whole`; otherwise a PNG is verified by the checksums of its parts. Raises
    PrintkitError at `location` if it is not a picture, is damaged, or exceeds `MAX_PIXELS`.
    """
    with open_picture(data, location) as image:
        _require_pixels(image, location)
        width, height = image.size
        if _orientation(image, data) > 4:  # lying on its side
            width, height = height, width
        remarks = tuple(_remarks(image))
        _detect_damage(image, data, whole=whole)
    return RasterImage(data, hashlib.sha256(data).hexdigest(), width, height, remarks)


@contextmanager
def _quiet() -> Iterator[None]:
    """Context manager: silence Pillow's warnings, which are about unused metadata."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _require_pixels(image: Pillow.Image, location: str) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise PrintkitError(
            Sentence(
                "This picture has {width} megapixels; the limit is {max_pixels}.",
                width=f"{image.width * image.height / 1000000.0:.0f}",
                max_pixels=f"{MAX_PIXELS / 1000000.0:.0f}",
            ),
            location=location,
            hint="Scale it down: a poker card at 600 dpi has 1500 × 2100 pixels.",
        )


def _remarks(image: Pillow.Image) -> Iterator[str]:
    """Yield the remarks on a picture that is not printed as its file shows it."""
    if image.mode == "CMYK":
        yield "It is in CMYK: its colours are converted to sRGB, and may differ a little."
    elif _profile(image) and _to_srgb(_profile(image), image.mode) is not None:
        yield "It contains a colour profile: its colours are converted to sRGB."
    if image.format != "JPEG" and getattr(image, "n_frames", 1) > 1:
        if image.format == "TIFF":
            yield "It has several pages: only the first is printed. Save each page as a picture."
        else:
            yield "It is animated: only its first picture is printed."


def _orientation(image: Pillow.Image, data: bytes) -> int:
    """Return the EXIF orientation of a picture, 1 if upright. Pillow decodes a PNG to find it."""
    if image.format == "PNG" and b"exif" not in {name.lower() for name, _ in png_chunks(data)}:
        return 1
    return 1 if _is_turned(image) else int(image.getexif().get(_ORIENTATION, 1))


def _is_turned(image: Pillow.Image) -> bool:
    """Return True for a TIFF that Pillow has turned upright itself."""
    tags = getattr(image, "tag_v2", {})
    return image.format == "TIFF" and image.size != (tags.get(256), tags.get(257))


def _detect_damage(image: Pillow.Image, data: bytes, *, whole: bool) -> None:
    """Raise an exception of any kind if a file is damaged."""
    if is_jpeg(data):
        head = read_jpeg_head(data)
        if whole:  # it is decoded there
            if _lacks_pixels(data[: head.end], sequential=head.kind < 0xC2):
                raise ValueError  # a part is missing, or was overwritten
            return
        image.draft(image.mode, (image.width // _DRAFT, image.height // _DRAFT))
    elif not whole and image.format == "PNG":
        size = sum(len(part) for name, part in png_chunks(data, verify=True) if name == b"IDAT")
        # Deflate compresses no better: a smaller file lacks rows.
        if size * 1100 >= image.width * image.height // 8:
            return
    image.load()


def _lacks_pixels(data: bytes, *, sequential: bool) -> bool:
    """Return True for a JPEG with too few or too many pixels, which decoders fill up or ignore.

    Data after the last pixel do not change a complete JPEG, but its last bytes do.
    """
    seen = _draft_pixels(data)
    if _draft_pixels(data[:-2] + _NOISE + data[-2:]) != seen:
        return True
    is_flat = len(set(seen[-len(seen) // 16 :])) <= 4  # a flat end may decode the same either way
    if not sequential or is_flat or len(data) < 16 * len(_NOISE):
        return False
    try:
        return _draft_pixels(data[: -2 - len(_NOISE)] + _NOISE + data[-2:]) == seen
    except OSError:
        return False


def _draft_pixels(data: bytes) -> bytes:
    with Pillow.open(io.BytesIO(data), formats=("JPEG",)) as image:
        image.draft(image.mode, (image.width // _DRAFT, image.height // _DRAFT))
        return image.tobytes()


def read_file(data: bytes, width: int | None = None) -> bytes:
    """Return a picture as a whole PNG or JPEG file: opaque, upright, in sRGB, 8 or 16 bits.

    A file that already meets this is returned unchanged, unless it is wider than `width` (pixels).
    """
    plain = _changed(data, width)
    if plain is None:
        return data
    out = io.BytesIO()
    if is_jpeg(data):
        plain.save(out, "JPEG", **(_KEPT if width is None else _REDUCED))
    else:
        plain.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()


def cut(path: Path, stamp: tuple[int, ...], columns: int, rows: int, number: int) -> bytes:
    """Return one face of a picture with several faces as a PNG or JPEG file.

    `number` counts the faces row by row, from 0. The `stamp` changes if the file does. Raises
    PrintkitError if the picture cannot be used or is too small.
    """
    sheet, is_photo = _read_sheet(path, stamp)
    row, column = divmod(number, columns)
    if min(sheet.width // columns, sheet.height // rows) < 1:
        raise PrintkitError(
            Sentence("This picture is too small for {count} faces.", count=columns * rows),
            location=str(path),
            hint="Put the sheet of faces there in its full size.",
        )
    across = [round(sheet.width * side / columns) for side in (column, column + 1)]
    down = [round(sheet.height * side / rows) for side in (row, row + 1)]
    face = sheet.crop((across[0], down[0], across[1], down[1]))
    out = io.BytesIO()
    if is_photo:
        face.save(out, "JPEG", **_KEPT)
    else:
        face.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()


@lru_cache(maxsize=1)  # its faces are cut one after another
def _read_sheet(path: Path, _stamp: tuple[int, ...]) -> tuple[Pillow.Image, bool]:
    """Return a picture in its printed form, and True for a JPEG. Raises PrintkitError."""
    data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    prepare(data, str(path))
    with open_picture(data, str(path)) as image:
        sheet = _plain(image, None, lies=_orientation(image, data) > 4)
        sheet.load()
        return sheet.copy(), is_jpeg(data)


def read_samples(data: bytes, width: int | None = None) -> Samples:
    """Return the pixels of a file that `prepare` accepted, at most `width` pixels wide."""
    if not is_jpeg(data) and (plain := _changed(data, width)) is not None:
        mode = GRAY if plain.mode == "L" else RGB
        return pack_pixels(plain.width, plain.height, mode, plain.tobytes())
    samples = read_as_is(read_file(data, width))
    assert samples is not None, "a plain file is printed as it is"
    return samples


def _changed(data: bytes, width: int | None) -> Pillow.Image | None:
    """Return a picture in its printed form, or None if its file is printed unchanged."""
    with open_picture(data) as image:
        if (width is None or image.width <= width) and _prints_as_is(image, data):
            return None
        return _plain(image, width, lies=_orientation(image, data) > 4)


def _prints_as_is(image: Pillow.Image, data: bytes) -> bool:
    """Return True if a picture needs no changes."""
    if image.format not in _PLAIN:
        return False
    if _orientation(image, data) != 1 or read_as_is(data) is None:
        return False
    return not _profile(image) or _to_srgb(_profile(image), image.mode) is None


def _plain(image: Pillow.Image, width: int | None, *, lies: bool) -> Pillow.Image:
    """Return a picture opaque and upright, in grey or sRGB, at most `width` pixels wide.

    Transparent parts become white: print shops flatten transparency badly.
    """
    upright = image.height if lies else image.width
    if width is not None and width < upright:
        image.draft(None, (image.width * width // upright, image.height * width // upright))
    profile = _profile(image)
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I"):  # 16 bits of grey: Pillow would cut them off at 255
        image = image.point(lambda tone: tone / 257).convert("L")
    clear = image.has_transparency_data
    if clear or image.mode not in ("L", "RGB", "CMYK"):
        image = image.convert("RGBA" if clear else "L" if image.mode == "1" else "RGB")
    if clear:
        ground = Pillow.new("RGBA", image.size, "white")
        ground.alpha_composite(image)
        image = ground.convert("RGB")
    if profile and (transform := _to_srgb(profile, image.mode)) is not None:
        image = transform.apply(image).convert("L" if image.mode == "L" else "RGB")
    image = image.convert("RGB") if image.mode == "CMYK" else image
    if width is not None and image.width > width:
        image = image.reduce(max(image.width // width, 1))
        height = max(round(image.height * width / image.width), 1)
        image = image.resize((width, height), Pillow.Resampling.HAMMING)
    return image


# --- colour profiles ------------------------------------------------------------------------------


def _profile(image: Pillow.Image) -> bytes:
    """Return the colour profile of a picture, or empty bytes if it has none."""
    return image.info.get("icc_profile") or b""


@lru_cache(maxsize=16)
def _to_srgb(profile: bytes, mode: str) -> Any:
    """Return the transform from a profile to sRGB, or None for sRGB or a profile that is damaged.

    The name of a profile is ignored: its colours decide whether it is sRGB.
    """
    from PIL import ImageCms  # few pictures have a profile

    kind = mode if mode in ("L", "CMYK") else "RGB"
    try:
        made = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        transform = ImageCms.buildTransform(made, ImageCms.createProfile("sRGB"), kind, "RGB")
        if kind == "CMYK":
            return transform
        levels = (0, 51, 102, 153, 204, 255)
        tones = [(r, g, b) for r in levels for g in levels for b in levels]
        card = Pillow.new(kind, (len(tones), 1))
        card.putdata([r for r, _, _ in tones] if kind == "L" else tones)
        seen = transform.apply(card).tobytes()
    except Exception:  # damaged data raise any exception
        return None
    differs = max(
        map(abs, (a - b for a, b in zip(seen, card.convert("RGB").tobytes(), strict=True)))
    )
    return transform if differs > _SAME_COLOUR else None
