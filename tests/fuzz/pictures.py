"""PNG and JPEG pictures: every mode, size and encoding, valid and damaged."""

import io
from random import Random

from PIL import Image

_SIDES = (1, 1, 2, 3, 8, 40, 40, 64, 200)
_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK")
_FORMATS = {"PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"), "JPEG": ("L", "RGB", "CMYK")}


def make(random: Random) -> bytes:
    """Return a picture, often a damaged one."""
    data = make_picture(random)
    if random.random() < 0.5:
        data = _damage(random, data)
    return data


def make_picture(random: Random) -> bytes:
    """Return a valid picture."""
    form = random.choice(("PNG", "PNG", "JPEG", "GIF"))
    mode = random.choice(_FORMATS.get(form, _MODES[:6]))
    size = random.choice(_SIDES), random.choice(_SIDES)
    if random.random() < 0.05:
        size = random.choice(((1, 10_000), (10_000, 1), (4_000, 3)))
    image = _fill(random, mode, size)
    options: dict[str, object] = {}
    if random.random() < 0.4:
        exif = Image.Exif()
        exif[0x0112] = random.choice((0, 1, 3, 6, 8, 9, 60_000))
        exif[0x010E] = "words\x1b"
        options["exif"] = exif
    if form == "PNG":
        if random.random() < 0.2 and mode not in ("LA", "RGBA"):
            options["transparency"] = {"RGB": (1, 2, 3), "P": 0}.get(mode, 0)
        if random.random() < 0.2 and mode in ("RGB", "RGBA", "L"):
            options |= {"save_all": True, "append_images": [_fill(random, mode, size)]}
    elif form == "JPEG":
        options |= {"quality": random.choice((1, 50, 95)), "progressive": random.random() < 0.5}
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def _fill(random: Random, mode: str, size: tuple[int, int]) -> Image.Image:
    """Return a picture of stripes, rarely the same one twice."""
    image = Image.new("RGB", size, tuple(random.randrange(256) for _ in range(3)))
    image.paste((255, 0, 0), (0, 0, max(1, size[0] // 2), size[1]))
    if mode == "I;16":
        return Image.new(mode, size, random.randrange(65_536))
    return image.convert(mode)


def _damage(random: Random, data: bytes) -> bytes:
    """Return a picture truncated, or with some bytes changed, mostly in its header."""
    if random.random() < 0.3:
        return data[: random.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(random.choice((1, 2, 8))):
        end = random.choice((40, 200, len(data)))
        changed[random.randrange(min(end, len(data)))] = random.choice((0, 1, 127, 255, 65))
    return bytes(changed)
