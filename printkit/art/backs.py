"""Card backs: a field, and on it a medal of an outline of its own. Content: templates/backs.toml.

A back is one Symbol that a half turn leaves unchanged. On white paper nothing is printed near the
cut. A printed ground and its field run over the cut, darker outside a frame; the medal is over
the frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from msgspec.structs import replace

from printkit.art.back_fields import FIELDS
from printkit.art.back_parts import OVER, BackField, BackInks
from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import frame_outline
from printkit.art.guilloche import Gold, gild, ring
from printkit.art.outline import Outline
from printkit.art.own_picture import draw_picture
from printkit.art.scene import shown_scene
from printkit.art.theme import Theme
from printkit.base.content import content_path, load_content
from printkit.base.geometry import Matrix, Rect, centred_rect, half_rotation, scaling, translation
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE, HAIRLINE
from printkit.graphics.path import (
    HEXAGON,
    ROUNDED,
    PathBuilder,
    PathData,
    card_outline,
    corner_cut,
    rect_path,
)
from printkit.graphics.svg_art import Shape, SvgArt, read_art

# Distances from the cut (mm on any card): the usual safe margin; on white paper to the field; on a
# printed ground to the outer and the inner line of the frame. The size of its corners, its lines.
_SAFE, _AIR = 3.0, 3.3
_FRAME, _INNER_FRAME, _CORNER = 4.5, 5.7, (5.0, 4.6)
_LINES, _FRAME_MOAT = (0.62, 0.22), (2.4, 0.9)
# The line engraved in a band, and the least scale of a medal that has one; how far gold reaches.
_ENGRAVED, _MIN_BAND, _GOLD_REACH = 0.1, 0.4, 60.0
# The line of a rim in a theme that saves ink; the least part of a medal drawn small (mm).
_RIM, _MIN_PART = 0.22, 0.6
# The radius of a boss of an edition on a card of this width, and its moat (mm).
_BOSS, _POKER, _BOSS_MOAT = 2.5, 63.5, 1.1
# The line about a small back, as a share of its width; the least scale of the field of a pattern.
_SMALL_WEIGHT, _MIN_UNIT = 0.03, 0.6
# The free edge of a small back and a pattern, as a share of the width.
_EDGE = 0.05
# The share of the points of a hexagonal card that a medal leaves free.
_POINTS = 0.6


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
        return Symbol(f"back-{_key(name)}", items, box, name.stem, len(items))
    spec, inks = _prepare(name, theme)
    key = f"back-{name}" if shape == ROUNDED else f"back-{name}-{shape}"
    more = max(0.0, safe - _SAFE)
    points = 2 * _POINTS * corner_cut(card, shape)[1] if shape == HEXAGON else 0.0
    unit = _medal_scale(spec, card.inset(_SAFE + more), points)
    medal = Group(
        (_draw_medal(spec, unit, inks),), clip=card_outline(card, shape, _SAFE + more)
    )  # its moat, in the colour of the ground, is wider
    if inks.on_white:
        items = _draw_field(spec, card, shape, _AIR + more, unit, inks)
        if shape == HEXAGON:  # the corners of a field are inside all other shapes
            items = (Group(items, clip=card_outline(card, shape, _AIR + more)),)
        bosses = _draw_bosses(card, shape, _SAFE + more, inks)
        return Symbol(key, (*items, *bosses, medal), box, name)
    inset = _FRAME + more
    outer = _frame(card, shape, inset, spec["corner"], _CORNER[0])
    veiled = _draw_field(spec, card, shape, _AIR + more, unit, inks.veiled())
    field = _draw_field(spec, card, shape, _AIR + more, unit, inks)
    ground: list[Item] = [
        Path(rect_path(box), fill=inks.ground),
        Group(veiled, clip=rect_path(box)),
        Group((Path(outer, fill=inks.ground), *field), clip=outer),
    ]
    frame: list[Item] = []
    insets = (inset, inset + _INNER_FRAME - _FRAME)
    for where, corner, line, moat in zip(insets, _CORNER, _LINES, _FRAME_MOAT, strict=True):
        edge = _frame(card, shape, where, spec["corner"], corner)
        frame += [Path(edge, stroke=Stroke(inks.ground, moat))]
        frame += [Path(edge, stroke=Stroke(inks.second, max(line, FINE)))]
    bosses = _draw_bosses(card, shape, _SAFE + more, inks)
    return Symbol(key, (*ground, *frame, *bosses, medal), box, name, ground=2)


def _draw_bosses(card: Rect, shape: str, safe: float, inks: BackInks) -> Iterator[Item]:
    """Draw what is in the sky of an edition on a boss in each corner, or at head and foot.

    The same under a half turn; nothing without an edition.
    """
    own = inks.theme.edition
    if own is None or own.sky is None:
        return
    r = _BOSS * min(card.w / _POKER, 1.0)
    x, y = card.w / 2 - safe - r - 0.1, card.h / 2 - safe - r - 0.1
    places = [(x, y), (-x, y)]
    if shape != ROUNDED:
        places = [(0.0, y - (r if shape == HEXAGON else 0.0))]
    palette = inks.theme.palette("ink")
    symbol = emblem(own.sky, palette, 1.5 * r)
    scene = shown_scene(read_art(own.sky).root_classes, palette.scene)
    sky = own.scenes[scene]["sky"] if scene and inks.solid else inks.ground
    disc = PathBuilder().circle(0, 0, r).done()
    boss = (
        Path(disc, fill=sky, stroke=Stroke(inks.ground, _BOSS_MOAT)),
        Path(disc, fill=sky, stroke=Stroke(inks.second, max(_LINES[0] / 2, HAIRLINE))),
        place_emblem(symbol, 0, 0, 1.5 * r),
    )
    for x, y in places:
        yield Group(boss, translation(x, y))
        yield Group(boss, half_rotation(0, 0).then(translation(-x, -y)))


def _draw_field(
    spec: dict[str, Any], card: Rect, shape: str, inset: float, unit: float, inks: BackInks
) -> tuple[Item, ...]:
    """Draw the field of a back up to `inset` mm from the cut, or over it."""
    over = not inks.on_white
    medal = _outline(spec, unit)
    area = BackField(
        card.w / 2 - inset, card.h / 2 - inset, medal, unit, card_outline(card, shape, inset), over
    )
    return FIELDS[spec["field"]](spec, area, inks)


def _frame(card: Rect, shape: str, inset: float, corner: str, depth: float) -> PathData:
    """Return a line of the frame, its corners those of the system."""
    if shape == ROUNDED:
        return frame_outline(corner, card.inset(inset), depth)
    return card_outline(card, shape, inset)


@lru_cache(maxsize=64)
def draw_pattern(
    name: str | FilePath, width: float, height: float, bleed: float, theme: Theme
) -> Symbol:
    """Draw the field and the medal of a back without an edge: for a box, a cover, a band."""
    if isinstance(name, FilePath):
        return draw_back(name, width, height, bleed, theme)
    trim = centred_rect(width, height)
    box = trim.inset(-bleed)
    spec, inks = _prepare(name, theme)
    unit = _medal_scale(spec, trim.inset(_EDGE * min(width, height)))
    area_unit = max(unit, _MIN_UNIT)
    over = OVER if inks.on_white else 0.0  # here a field on white runs to the edge as well
    items = _draw_field(spec, box.inset(-over), ROUNDED, 0.0, area_unit, inks)
    if not inks.on_white:
        items = (Path(rect_path(box), fill=inks.ground), *items)
    medal = _draw_medal(spec, unit, inks)
    field = Group((*items, medal), clip=rect_path(box))
    return Symbol(f"pattern-{name}", (field,), box, name, ground=1)


def draw_small_back(
    name: str | FilePath, width: float, height: float, radius: float, theme: Theme
) -> Symbol:
    """Draw a back for a width of 7 to 16 mm: its colour and its medal, no field."""
    box = centred_rect(width, height)
    outline = PathBuilder().rounded(box, radius).done()
    if isinstance(name, FilePath):
        picture = Group(draw_picture(name, theme.palette("ink"), box, box), clip=outline)
        return Symbol(f"small-back-{_key(name)}-{width:g}", (picture,), box, name.stem)
    spec, inks = _prepare(name, theme)
    line = Stroke(inks.second if inks.solid else inks.main, max(_SMALL_WEIGHT * width, FINE))
    edge = PathBuilder().rounded(box.inset(line.width / 2), radius).done()
    ground = Path(edge, fill=inks.mass if inks.solid else inks.ground, stroke=line)
    medal = _draw_medal(spec, _medal_scale(spec, box.inset(_EDGE * width)), inks)
    return Symbol(f"small-back-{name}-{width:g}", (ground, medal), box, name)


def _key(path: FilePath) -> str:
    """Return the part of a symbol's key that stands for a user's picture."""
    folder = path.parent.name.encode(errors="backslashreplace").decode()  # it need not be UTF-8
    return f"{folder}-{path.name}"


def _prepare(name: str, theme: Theme) -> tuple[dict[str, Any], BackInks]:
    """Return the definition of a back and its inks in a theme."""
    spec = load_content("backs.toml")[name]
    return spec, BackInks.of(theme, spec["colour"], spec["second"])


def _read_medal(spec: dict[str, Any]) -> SvgArt:
    """Read the medal of a back, drawn in millimetres on the card that it was made for.

    Its field is, from back to front: the moat, the outline as rim, the body within it.
    """
    return read_art(content_path("art", "backs", f"{spec['medal']}.svg"))


def _medal_scale(spec: dict[str, Any], safe: Rect, points: float = 0.0) -> float:
    """Return the scale of a medal in the safe area of a card, against the one it is drawn on.

    `points` is the height of the head and foot of a pointed card that it leaves free.
    """
    box = _read_medal(spec).box.inset(_SAFE)
    return min(safe.w / box.w, (safe.h - points) / box.h)


def _outline(spec: dict[str, Any], unit: float) -> Outline:
    """Return the outline of a medal at a scale: the second shape of its field."""
    shapes = _read_medal(spec).shapes
    rim = [shape for shape in shapes if shape.field][1:2] or shapes
    return Outline.of(rim[0].data.transformed(_place(spec, unit)), f"{spec['medal']}-")


def _place(spec: dict[str, Any], unit: float) -> Matrix:
    """Return the map of the drawing of a medal to the middle of a back."""
    x, y = _read_medal(spec).box.centre
    return translation(-x, -y).then(scaling(unit))


def _draw_medal(spec: dict[str, Any], unit: float, inks: BackInks) -> Group:
    """Draw a medal at a scale: its band engraved and gilded if there is room, no line too thin."""
    art, thinnest = _read_medal(spec), HAIRLINE / unit
    is_large = inks.solid and unit > _MIN_BAND
    parts: tuple[list[Item], list[Item]] = ([], [])
    for shape in art.shapes:
        path = shape.coloured(inks.medal.roles())
        if path.stroke and path.stroke.width < thinnest:
            path = replace(path, stroke=None)
        if not inks.solid and shape.paint.fill != "paper":
            path = _outlined(path, shape, unit, inks)
        if not is_large and max(shape.data.box()[2:]) * unit < _MIN_PART:
            continue
        parts[shape.field].append(_gilded(path, inks) if is_large else path)
    figure, ground = (Group(tuple(part), _place(spec, unit)) for part in parts)
    band: list[Item] = []
    if spec["band"] and is_large:
        edge = _outline(spec, unit)
        inner = edge.scaled(spec["band"])
        ink = inks.gold or Stroke(inks.medal.dark, _ENGRAVED)
        low, high = (inner, edge) if inks.gold else (inner.scaled(1.01), edge.scaled(0.99))
        band.append(Use(ring(low, high, spec["petals"], 3, ink)))
    return Group((ground, *band, figure))


def _outlined(path: Path, shape: Shape, unit: float, inks: BackInks) -> Path:
    """Return a shape of a medal as a line on paper, for a theme that saves ink."""
    second = {shape.paint.fill, shape.paint.stroke} & {"accent", "tint", "dark"}
    width = max(HAIRLINE, _RIM if shape.field else 0.0) / unit
    line = Stroke(inks.second if second else inks.main, width)
    return replace(path, fill=path.fill and inks.ground, stroke=line)


def _gilded(item: Path, inks: BackInks) -> Item:
    """Return a shape of a medal, gold where it has the second colour of a theme of gold."""
    if inks.gold is None or item.fill != inks.second:
        return item
    return Group((Use(_gold_disc(inks.gold)),), clip=item.data)


@lru_cache(maxsize=16)
def _gold_disc(gold: Gold) -> Symbol:
    far = Outline.circle(_GOLD_REACH)
    return Symbol(f"gold-disc-{gold.key}", gild(Outline.circle(0.01), far, gold), far.box.inset(-1))
