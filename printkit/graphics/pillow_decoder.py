"""The default decoder of `raster_image`: Pillow."""

from __future__ import annotations

import hashlib
import io
import warnings
from contextlib import suppress

from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_PIXELS
from printkit.graphics.raster_image import GRAY, MAX_SIDE_PX, RGB, RasterImage, Samples

_FORMATS = ("PNG", "JPEG")
_ORIENTATION = 0x0112  # how a camera was held, of EXIF


def read_size(data: bytes) -> tuple[int, int]:
    """Return the width and height in pixels that a file's header states, (0, 0) if none."""
    with warnings.catch_warnings(), suppress(Exception):  # damaged data raise any exception
        warnings.simplefilter("ignore")
        Pillow.MAX_IMAGE_PIXELS = None
        with Pillow.open(io.BytesIO(data), formats=_FORMATS) as image:
            return image.size
    return 0, 0


def prepare(data: bytes, location: str) -> RasterImage:
    """Check a file and return it opaque, upright, with at most `MAX_SIDE_PX` a side.

    Raises PrintkitError at `location` if it is no picture, damaged, or above `MAX_PIXELS`.
    """
    Pillow.MAX_IMAGE_PIXELS = None  # our own limit below speaks in sentences
    try:
        with warnings.catch_warnings():  # of metadata that is not used
            warnings.simplefilter("ignore")
            plain, (width, height) = _prepare(data, location)
    except PrintkitError:
        raise
    except UnidentifiedImageError:
        raise PrintkitError(
            "This is not a PNG or JPEG picture.", location=location, hint="Save it as one of them."
        ) from None
    except Exception:  # damaged data raise any exception
        raise PrintkitError(
            "This picture is damaged, or ends too soon.",
            location=location,
            hint="Open it in a picture editor and save it again.",
        ) from None
    return RasterImage(plain, hashlib.sha256(data).hexdigest(), width, height)


def _prepare(data: bytes, location: str) -> tuple[bytes, tuple[int, int]]:
    """Return the bytes of a usable picture, else of an opaque PNG of it, and the size in pixels.

    The picture is decoded once, to detect damage.
    """
    with Pillow.open(io.BytesIO(data), formats=_FORMATS) as image:
        if image.width * image.height > MAX_PIXELS:
            raise PrintkitError(
                f"This picture has {image.width * image.height / 1e6:.0f} megapixels; "
                f"the limit is {MAX_PIXELS / 1e6:.0f}.",
                location=location,
                hint="Scale it down: a poker card at 600 dpi has 1500 × 2100 pixels.",
            )
        upright = image.getexif().get(_ORIENTATION, 1) == 1
        opaque = image.mode in ("RGB", "L") and "transparency" not in image.info
        still = getattr(image, "n_frames", 1) == 1
        if opaque and upright and still and max(image.size) <= MAX_SIDE_PX:
            image.load()
            return data, image.size
        return _plain(image)


def read_samples(data: bytes) -> Samples:
    """Return the pixels of a file that `prepare` returned."""
    with Pillow.open(io.BytesIO(data)) as image:
        mode = GRAY if image.mode == "L" else RGB
        if image.format == "JPEG":
            return Samples(image.width, image.height, mode, data, is_jpeg=True)
        return Samples(image.width, image.height, mode, image.tobytes())


def _plain(image: Pillow.Image) -> tuple[bytes, tuple[int, int]]:
    """Return a picture as an opaque RGB PNG of at most `MAX_SIDE_PX` a side.

    Transparent parts become white: print shops flatten transparency badly.
    """
    if max(image.size) > MAX_SIDE_PX:
        image.thumbnail((MAX_SIDE_PX, MAX_SIDE_PX))
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I"):  # 16 bits of grey: Pillow would cut them off at 255
        image = image.point(lambda tone: tone / 257).convert("L")
    rgba = image.convert("RGBA")
    ground = Pillow.new("RGBA", rgba.size, "white")
    ground.alpha_composite(rgba)
    out = io.BytesIO()
    ground.convert("RGB").save(out, "PNG")
    return out.getvalue(), rgba.size
