"""Check pictures and painted pages: their ink, safe area and bleed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageMath, ImageStat

from printkit.base.geometry import MM_PER_INCH
from printkit.base.limits import MAX_PIXELS
from printkit.graphics.pillow_decoder import open_picture
from printkit.targets.preflight.findings import Findings, keep_within
from printkit.targets.target import Target, is_deck

PER_MM = 72.0 / MM_PER_INCH
_FORMATS = ("PNG", "JPEG", "TIFF")
_OPAQUE_MODES = {"RGBA": "RGB", "LA": "L", "PA": "P"}
_MODES = {"rgb": ("RGB", "L", "P", "1"), "cmyk": ("CMYK",)}
# The tolerance of a pixel: mm, and per cent of ink.
_BLUR, _ROUNDING = 0.2, 1.0
# Tones (of 255): the minimum of a silhouette, the tolerance within a ground, paper, a ground.
_SOLID, _ALIKE, _PAPER, _GROUND = 128, 30, 252, 235
# The share of a side that a round corner takes; the width (px) of soft edges.
_CORNER, _SOFT = 0.09, 7
# The minimum difference of tone between a light object and its surroundings (of 255), and the
# distance at which the surroundings are measured (mm).
_DARKER, _AROUND = 80.0, 0.4
# The share of its contrast that the finest line keeps in a pixel.
_SEEN = 0.2

# The difference between equal proportions, from rounding to pixels.
_SAME_SHAPE = 0.005

Place = tuple[float, float]


class Light(NamedTuple):
    """A finding about objects lighter than their ground: their places and tone (255: white)."""

    places: list[Place]
    tone: float
    facts: Mapping[str, Any]


class Painting(NamedTuple):
    """A page including its bleed, as pictures.

    They show its appearance (grey), its total ink in per cent if known, and the silhouettes of its
    figures if the file separates figures from the ground. `per_mm` is the number of pixels per
    millimetre.
    """

    look: Any
    ink: Any
    figures: Any
    per_mm: float


def total_ink(plates: Iterable[Any]) -> Any:
    """Return the sum of four plates in whole per cent."""
    bands = dict(zip("cmyk", plates, strict=True))
    return ImageMath.lambda_eval(lambda p: sum(p[n] for n in bands) * 20 / 51, **bands)


def check_picture(findings: Findings, data: bytes, target: Target) -> None:
    """Check a picture of a card.

    Raises PrintkitError if the data is not a picture, or has too many pixels.
    """
    with open_picture(data, formats=_FORMATS) as picture:
        keep_within(MAX_PIXELS, picture.width * picture.height)
        if _is_transparent(picture):
            findings.add("alpha")
        elif _OPAQUE_MODES.get(picture.mode, picture.mode) not in _MODES[target.colour]:
            findings.add("mode", figure=picture.mode, wanted=target.colour.upper())
        # A JPEG that says nothing is read as sRGB everywhere.
        is_srgb = picture.format == "JPEG" or picture.info.keys() & {"srgb", "icc_profile"}
        if target.prints and target.colour == "rgb" and not is_srgb:
            findings.add("srgb")
        if is_deck(target):
            _check_pixels(findings, picture, target)


def _is_transparent(picture: Image.Image) -> bool:
    """Return True if a pixel is transparent; most card makers export an opaque alpha channel."""
    if not picture.has_transparency_data:
        return False
    image = picture if "A" in picture.getbands() else picture.convert("RGBA")
    return any(image.getchannel("A").histogram()[:-1])


def _check_pixels(findings: Findings, picture: Image.Image, target: Target) -> None:
    """Compare the pixels of a picture with the sizes that are sold, then check its edges."""
    width, height = picture.size
    boxes = target.figures.get("tuck-boxes", {})
    if [width, height] in [pixels for sold in boxes.values() for pixels in sold.values()]:
        return  # the shop's template for a box
    around = 2 * (target.bleed or 0.0)
    sold = [(one.images or target.pixels(*one.size), one.size) for one in target.sizes.values()]
    if target.any_size:
        dpi = float(picture.info.get("dpi", (0,))[0]) or target.dpi or 300.0
        own = width * MM_PER_INCH / dpi - around, height * MM_PER_INCH / dpi - around
        sold.append((target.pixels(*own), own))

    def misfit(pixels: tuple[int, int]) -> tuple[bool, float, int]:
        # More pixels do no harm, if they are as many along both sides.
        columns, rows = pixels
        fits = columns <= width and abs(height - width / columns * rows) <= 2 * width / columns
        shape = round(abs(columns / rows - width / height), 2)
        return not fits, shape, abs(columns - width) + abs(rows - height)

    pixels, size = min(sold, key=lambda one: misfit(one[0]))
    if misfit(pixels)[0]:
        bare = [one for one in sold if around and _is_alike(width / height, one[1][0] / one[1][1])]
        pixels = bare[0][0] if bare else pixels
        figure, wanted = f"{width} × {height}", f"{pixels[0]} × {pixels[1]}"
        findings.add("without-bleed" if bare else "pixels", figure=figure, wanted=wanted)
        return
    per_mm = width / (size[0] + around)
    edge = around / 2 * per_mm
    ink = total_ink(picture.split()) if picture.mode == "CMYK" else None
    painting = Painting(picture.convert("RGB").convert("L"), ink, None, per_mm)
    judge_painting(findings, painting, target, (edge, edge, width - edge, height - edge))


def _is_alike(one: float, other: float) -> bool:
    """Return True for two nearly equal proportions. A bleed of 3 mm around a card changes them by 2
    %.
    """
    return abs(one / other - 1) <= _SAME_SHAPE


def judge_painting(
    findings: Findings,
    painting: Painting,
    target: Target,
    trim: Sequence[float],
    lights: Sequence[Light] = (),
) -> None:
    """Check a painted page; `trim` are the edges of the trim in pixels from the upper left."""
    left, top, right, bottom = trim
    look, ink, figures, per_mm = painting
    peak = ink.getextrema()[1] if ink is not None else 0
    if target.ink is not None and peak > target.ink + _ROUNDING:
        y, x = divmod(memoryview(ink.tobytes()).cast("i").tolist().index(peak), ink.width)
        place = round((x - left) / per_mm, 1), round((y - top) / per_mm, 1)
        findings.add("ink", figure=peak, wanted=target.ink, place=place)
    for light in lights:
        pixels = [(round(x * per_mm + left), round(y * per_mm + top)) for x, y in light.places]
        seen = [_is_on_dark(look, x, y, per_mm, light.tone) for x, y in pixels]
        # Of a line that something else covers, a point may seem light by chance.
        if 2 * sum(seen) >= len(seen):
            findings.add(**light.facts, place=light.places[seen.index(True)])
    safe, width, height = target.safe or 0.0, (right - left) / per_mm, (bottom - top) / per_mm
    near: list[tuple[float, Place]] = []
    # Each time another side is on top: top, right, bottom, left.
    for number in range(4):
        edges = round(left), round(top), round(right)
        figure = _first_figure(look, figures, *edges, max(round(safe * per_mm), 1))
        if figure is not None:
            depth, along = max((figure[1] - top) / per_mm, 0.0), figure[0] / per_mm
            places = (along, depth), (width - depth, along), (width - along, height - depth)
            x, y = (*places, (depth, height - along))[number]
            near.append((depth, (round(x, 1), round(y, 1))))
        inside, beyond = (
            ImageStat.Stat(look.crop((edges[0], row, edges[2], row + 2))).mean[0]
            for row in (edges[1], 0)
        )
        if target.bleed and inside < _GROUND and beyond > _PAPER:
            findings.add("no-bleed")
        left, top, right, bottom = top, look.width - right, bottom, look.width - left
        look = look.rotate(90, expand=True)
        figures = figures and figures.rotate(90, expand=True)
    depth, place = min(near, default=(safe, (0.0, 0.0)))
    if depth < safe - _BLUR:
        rule = "near" if figures is None else "safe"
        findings.add(rule, figure=round(depth, 2), wanted=safe, place=place)


def _is_on_dark(look: Any, x: int, y: int, per_mm: float, own: float) -> bool:
    """Return True if an object of the tone `own` is visible at a point (px) on a dark ground."""
    far_reach = round(_AROUND * per_mm)
    near, far = (
        look.crop((x - reach, y - reach, x + reach + 1, y + reach + 1)).tobytes()
        for reach in (1, far_reach)
    )
    around = sum(far) / len(far)
    # A line has the ground on both sides; the edge of something dark has it on one.
    starts = (0, far_reach, 2 * far_reach, far_reach * (2 * far_reach + 1))
    between = any(max(far[n], far[-1 - n]) < own - _DARKER for n in starts)
    # A lighter tone belongs to another object.
    is_seen = around + _SEEN * (own - around) < max(near) < own + _DARKER / 4
    return bool(between and around < own - _DARKER and is_seen)


def _first_figure(
    look: Any, figures: Any, left: int, top: int, right: int, safe: int
) -> tuple[int, int] | None:
    """Return the position (px) of the first figure in a strip of `safe` pixels below the upper edge
    of the trim: the distance along this edge from `left`, and the height. Return None if there is
    no figure.
    """
    box = (left, top, right, top + safe)
    if figures is not None:
        strip = figures.crop(box).point(lambda tone: 255 * (tone >= _SOLID))
    else:
        strip = _guess_figures(look, box)
    if (seen := strip.getbbox()) is None:
        return None
    along = strip.crop((0, seen[1], strip.width, seen[1] + 1)).getbbox()[0]
    return along, top + seen[1]


def _guess_figures(look: Any, box: tuple[int, int, int, int]) -> Any:
    """Return a mask of the pixels that do not seem to be ground.

    The median tone of a line, and tones that continue across the trim, count as ground. Round
    corners are left out.
    """
    left, top, right, _ = box
    outside = look.crop((left, max(top - 2, 0), right, max(top - 2, 0) + 1))
    crosses = _find_unlike(outside, _ALIKE // 2).filter(ImageFilter.MaxFilter(_SOFT))
    strip = look.crop(box)
    guess = ImageChops.subtract(_find_unlike(strip, _ALIKE), crosses.resize(strip.size))
    width, height = strip.size
    corner = int(_CORNER * width)
    for edge in ((0, 0, width, 1), (0, 0, corner, height), (width - corner, 0, width, height)):
        guess.paste(0, edge)
    return guess


def _find_unlike(lines: Any, least: int) -> Any:
    """Return a mask that is white where a tone differs by more than `least` from the median tone of
    its line.
    """
    width, data = lines.width, lines.tobytes()
    rows = (data[start : start + width] for start in range(0, len(data), width))
    middles = bytes(sorted(row)[width // 2] for row in rows)
    ground = Image.frombytes("L", (1, lines.height), middles).resize(lines.size)
    return ImageChops.difference(lines, ground).point(lambda tone: 255 * (tone > least))
