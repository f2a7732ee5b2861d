"""PNG and JPEG images that a user supplies.

They are checked, made opaque and no larger than a press can use, so that no writer has to. Pillow
is imported only if there is an image.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Image

MAX_FILE_BYTES = 64_000_000
MAX_PIXELS = 50_000_000
# 600 dpi on the long side of a jumbo card: more can be printed by nobody.
MAX_SIDE_PX = 3300
_ORIENTATION = 0x0112  # how a camera was held, of EXIF


@dataclass(frozen=True, slots=True)
class RasterImage:
    """A whole PNG or JPEG file with its size in pixels."""

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


@lru_cache(maxsize=256)
def read_image(path: Path) -> RasterImage:
    """Read a PNG or JPEG file. Raises PrintkitError for all it refuses."""
    from PIL import Image as Pillow
    from PIL import UnidentifiedImageError

    data = read_bytes(path, noun="picture", max_bytes=MAX_FILE_BYTES)
    place = str(path)
    Pillow.MAX_IMAGE_PIXELS = None  # our own limit below speaks in sentences
    try:
        with Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MAX_PIXELS:
                raise PrintkitError(
                    f"This picture has {image.width * image.height / 1e6:.0f} megapixels; "
                    f"the limit is {MAX_PIXELS / 1e6:.0f}.",
                    location=place,
                    hint="Scale it down: a poker card at 600 dpi has 1500 × 2100 pixels.",
                )
            upright = image.getexif().get(_ORIENTATION, 1) == 1
            plain = image.mode in ("RGB", "L") and "transparency" not in image.info and upright
            if not (plain and max(image.size) <= MAX_SIDE_PX):
                data = _flatten_image(image)
    except UnidentifiedImageError:
        raise PrintkitError(
            "This is not a PNG or JPEG picture.", location=place, hint="Save it as one of them."
        ) from None
    except (OSError, SyntaxError, ValueError) as error:
        raise PrintkitError(
            f"This picture is damaged: {error}.", location=place, hint="Save it again."
        ) from None
    with Pillow.open(io.BytesIO(data)) as image:
        try:
            image.load()
        except (OSError, SyntaxError, ValueError) as error:
            raise PrintkitError(
                f"This picture is damaged: {error}.", location=place, hint="Save it again."
            ) from None
        width, height = image.size
    return RasterImage(data, hashlib.sha256(data).hexdigest(), width, height)


def _flatten_image(image: object) -> bytes:
    """Return the image as an opaque RGB PNG of at most MAX_SIDE_PX pixels a side.

    Transparent parts become white: print shops flatten transparency badly.
    """
    from PIL import Image as Pillow
    from PIL import ImageOps

    assert isinstance(image, Pillow.Image)
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
    return out.getvalue()
