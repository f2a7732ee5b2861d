"""Card backs: a field of guilloche, three rings and a sign. Content: templates/backs.toml.

A back is one Symbol that a half turn leaves unchanged. On white paper nothing is printed near the
cut. A printed ground extends over the cut; a plain band of it with a double line inside hides
inaccurate cutting.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from msgspec.structs import replace

from printkit.art.back_fields import FIELDS, BackField, BackInks
from printkit.art.emblem import emblem, place_emblem
from printkit.art.guilloche import chamfered, gold_ring, ring
from printkit.art.own_picture import draw_picture
from printkit.art.theme import Palette, Theme
from printkit.base.content import content_path, load_content
from printkit.base.geometry import Rect, centred_rect
from printkit.graphics.colour import blend, contrast
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE
from printkit.graphics.path import (
    HEXAGON,
    ROUNDED,
    PathBuilder,
    PathData,
    card_outline,
    circle,
    rect_path,
)

# Distances from the cut (mm on any card): the usual safe margin; on white paper to the field; on a
# printed ground to the outer line, the inner line and the field. The size of the chamfer.
_SAFE, _AIR = 3.0, 3.5
_BAND, _INNER_BAND, _FIELD_BAND, _CHAMFER = 4.4, 5.5, 5.4, 4.0
_LINES = (0.62, 0.2)
# The rings from outside: inner and outer radius (mm on a poker card), petals and phases.
_RINGS = ((18.0, 22.8, 48, 4), (13.4, 17.8, 36, 4), (9.0, 13.2, 24, 5))
_AROUND, _DISC, _SIGN = 23.3, 8.7, 14.6
# Shares of the width of a small back: the inset of the line, the ring about the sign, the sign.
_SMALL_LINE, _SMALL_RING, _SMALL_SIGN, _SMALL_WEIGHT = 0.09, 0.32, 0.5, 0.03
# The share of a circle that a sign may cover with ink in a theme that saves ink.
_SIGN_INK = 0.2
_POKER = 63.5


@lru_cache(maxsize=64)
def draw_back(
    name: str | FilePath,
    width: float,
    height: float,
    bleed: float,
    theme: Theme,
    shape: str = ROUNDED,
    safe: float = _SAFE,
) -> Symbol:
    """Draw the back of a key of backs.toml, or of a user's picture, centred on the origin.

    A printed ground extends by `bleed` beyond the trim; `shape` is the shape of the card. More than
    3 mm of `safe` margin moves field and lines inward.
    """
    card = centred_rect(width, height)
    box = card.inset(-bleed)
    if isinstance(name, FilePath):
        items = draw_picture(name, theme.palette("ink"), card, box)
        return Symbol(f"back-{_key(name)}", items, box, name.stem)
    spec, inks = _prepare(name, theme)
    key = f"back-{name}" if shape == ROUNDED else f"back-{name}-{shape}"
    heart, more = _draw_heart(spec, width, height, inks), max(0.0, safe - _SAFE)
    if inks.on_white:
        items = _draw_field(spec, width, height, _AIR + more, inks, over=False)
        if shape == HEXAGON:  # the corners of a field are inside all other shapes
            items = (Group(items, clip=card_outline(card, shape, _AIR + more)),)
        return Symbol(key, (*items, *heart), box, name)
    lines = _draw_field(spec, width, height, _FIELD_BAND + more, inks, over=True)
    field = Group(lines, clip=_band(card, shape, _FIELD_BAND + more))
    frame = [
        Path(_band(card, shape, inset + more), stroke=Stroke(inks.second, weight))
        for inset, weight in zip((_BAND, _INNER_BAND), _LINES, strict=True)
    ]
    ground = Path(rect_path(box), fill=inks.ground)
    return Symbol(key, (ground, field, *frame, *heart), box, name)


def _draw_field(
    spec: dict[str, Any], width: float, height: float, inset: float, inks: BackInks, *, over: bool
) -> tuple[Item, ...]:
    """Draw the field of a back up to `inset` mm from the cut."""
    unit = min(width, height) / _POKER
    radius = _AROUND * unit * spec["heart"]
    area = BackField(width / 2 - inset, height / 2 - inset, radius, unit, over)
    return FIELDS[spec["field"]](spec, area, inks)


def _band(card: Rect, shape: str, inset: float) -> PathData:
    """Return the line at the inner edge of a band of ground."""
    if shape == ROUNDED:
        return chamfered(card.inset(inset), _CHAMFER)
    return card_outline(card, shape, inset)


@lru_cache(maxsize=64)
def draw_pattern(
    name: str | FilePath, width: float, height: float, bleed: float, theme: Theme
) -> Symbol:
    """Draw the field and the rings of a back without an edge: for a box, a cover, a band."""
    if isinstance(name, FilePath):
        return draw_back(name, width, height, bleed, theme)
    box = centred_rect(width, height).inset(-bleed)
    spec, inks = _prepare(name, theme)
    items = _draw_field(spec, width, height, -bleed, inks, over=True)
    if not inks.on_white:
        items = (Path(rect_path(box), fill=inks.ground), *items)
    field = Group((*items, *_draw_heart(spec, width, height, inks)), clip=rect_path(box))
    return Symbol(f"pattern-{name}", (field,), box, name)


def draw_small_back(
    name: str | FilePath, width: float, height: float, radius: float, theme: Theme
) -> Symbol:
    """Draw a back for a width of 7 to 16 mm: its colour and its sign, no fine lines."""
    box = centred_rect(width, height)
    outline = PathBuilder().rounded(box, radius).done()
    if isinstance(name, FilePath):
        picture = Group(draw_picture(name, theme.palette("ink"), box, box), clip=outline)
        return Symbol(f"small-back-{_key(name)}-{width:g}", (picture,), box, name.stem)
    spec, inks = _prepare(name, theme)
    line = Stroke(inks.second, max(_SMALL_WEIGHT * width, FINE))
    inner = PathBuilder().rounded(box.inset(_SMALL_LINE * width), radius / 2)
    if inks.solid:
        ground = Path(outline, fill=inks.main if inks.on_white else inks.ground)
    else:
        edge = PathBuilder().rounded(box.inset(line.width / 2), radius).done()
        ground = Path(edge, fill=inks.ground, stroke=replace(line, colour=inks.main))
    ring = inner.circle(0, 0, _SMALL_RING * width).done()
    size = _SMALL_SIGN * width
    items = (ground, Path(ring, stroke=line), _draw_sign(spec, size, inks))
    return Symbol(f"small-back-{name}-{width:g}", items, box, name)


def _key(path: FilePath) -> str:
    """Return the part of a symbol's key that stands for a user's picture."""
    folder = path.parent.name.encode(errors="backslashreplace").decode()  # it need not be UTF-8
    return f"{folder}-{path.name}"


def _prepare(name: str, theme: Theme) -> tuple[dict[str, Any], BackInks]:
    """Return the definition of a back and its inks in a theme."""
    spec = load_content("backs.toml")[name]
    return spec, BackInks.of(theme, spec["colour"], spec["second"])


def _draw_heart(spec: dict[str, Any], width: float, height: float, inks: BackInks) -> list[Item]:
    """Draw the three rings about the middle, and the sign in it."""
    unit = min(width, height) / _POKER * spec["heart"]
    items: list[Item] = [Path(circle(_AROUND * unit), fill=inks.ground)]
    for place, (inner, outer, petals, phases) in enumerate(_RINGS):
        near, far = inner * unit, outer * unit
        count = inks.count(petals, unit)
        if place != 1 and inks.gold:
            gold = gold_ring((near, near), (far, far), count, inks.theme.gold, inks.ground, 180)
            items.append(Use(gold))
            continue
        colour = inks.second if place != 1 and inks.solid else inks.line
        items.append(Use(ring(near, far, count, inks.phases(phases), inks.stroke(FINE, colour))))
    fill = inks.disc if inks.solid else inks.ground
    items.append(Path(circle(_DISC * unit), fill=fill, stroke=inks.stroke(FINE, inks.second)))
    return [*items, _draw_sign(spec, _SIGN * unit, inks)]


def _draw_sign(spec: dict[str, Any], size: float, inks: BackInks) -> Use:
    path = content_path("art", "backs", f"{spec['sign']}.svg")
    return place_emblem(emblem(path, _sign_palette(spec, inks), size, _SIGN_INK), 0, 0, size)


def _sign_palette(spec: dict[str, Any], inks: BackInks) -> Palette:
    """Return the palette of the sign: light on its disc, or in outlines."""
    palette = inks.theme.palette(spec["colour"])
    if not inks.solid:
        return palette
    if not inks.on_white:
        return replace(palette, main=inks.second, paper=inks.disc, accent=inks.line)
    light = max((inks.theme.light, inks.theme.dark), key=lambda lit: contrast(lit, inks.disc))
    accent = blend(inks.second, light, 0.6)
    return replace(palette, main=light, paper=inks.disc, ink=light, area=light, accent=accent)
