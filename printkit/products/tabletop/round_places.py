"""Round places: pots, tokens, chips, lights, timers, and the interference field.

Places for tokens hold a token as it is cut, with padding around it; with `pegs` lights are holes.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import half_rotation, rotation, translation
from printkit.graphics.display_list import Item, Path, as_artifact, transformed
from printkit.graphics.path import PathBuilder, PathData
from printkit.model.tabletop import Place
from printkit.products.common_options import PEG_HOLES
from printkit.products.tabletop.context import AIR, HOLE, PlaceContext, PlaceDrawing, drawing_path
from printkit.products.tabletop.engraving import (
    draw_arcs,
    draw_dots,
    draw_ring,
    draw_ticks,
    fine_stroke,
    main_stroke,
    star_path,
    tint_stroke,
    tinted_emblem,
)
from printkit.products.tabletop.grid import grid_centres
from printkit.products.tabletop.label import (
    NAME_SIZE,
    FacingLabels,
    is_two_sided,
    make_facing_labels,
    make_label,
    name_size,
)
from printkit.products.tabletop.peg_holes import draw_centre_mark
from printkit.products.tokens.options import table_token_shape

# The diameter of a pot by where it lies (mm), of a light, of a timer's dial.
_POTS = {"mat": 72.0}
_POT, _LIGHT, _DIAL = 46.0, 11.0, 56.0
# Between tokens, from a label to what it names, from pot to pot (mm).
_BETWEEN, _BELOW, _APART = 1.6, 1.6, 4.0
# The field: how much wider and higher than two cards side by side (mm).
_FIELD = (40.0, 18.0)
# The name of a field on a mat against that of other places, how far from the middle it stands.
_FIELD_NAME, _PLAQUE = 1.6, 0.53
# What stands in the middle of a place for a small thing.
_GLYPHS = {"reserve": "chip", "lock": "lock", "used": "used", "pot": "credit"}


def draw_pot(site: PlaceContext) -> PlaceDrawing:
    """Draw a large ring with its name in the middle."""
    palette = site.palette
    r = _POTS.get(site.place.on, _POT) / 2
    r = max(r, 0.8 * table_token_shape(site.options).height + 4)
    pitch = 2 * r + _APART
    items: list[Item] = []
    for i, (x, y) in enumerate(grid_centres(site.place.count, site.per_row, (pitch, pitch))):
        here: list[Item] = [
            *draw_ring(r, palette),
            draw_ticks(r - 0.9, 96, palette, every=8, depth=2.2),
            draw_arcs((r - 4.4, r - 5.4, r - 6.4), palette, 3, 22.0),
            _draw_bodies(r - 4.4, 3, palette),
            *_draw_pot_words(r - 6.4, r, site),
        ]
        items.append(transformed(as_artifact(here) if i else here, translation(x, y)))
    width, height = site.per_row * pitch - _APART, site.rows * pitch - _APART
    return PlaceDrawing(width, height, tuple(items))


def _draw_pot_words(free: float, r: float, site: PlaceContext) -> list[Item]:
    """Draw the name of a pot within a circle: on a mat for either side, about a pale coin."""
    palette = site.palette
    if is_two_sided(site.place.on):
        coin = 0.24 * r
        if result := _fit_within(free, coin + 2.0, site):
            return [
                tinted_emblem(drawing_path(_GLYPHS["pot"]), 2 * coin, palette),
                *result.draw_below(coin + 2.0),
            ]
        if result := _fit_within(free, 1.6, site):
            return result.draw_below(1.6)
    words = make_label(
        site.place.name, site.place.how, 1.22 * r, site.options, palette, size=NAME_SIZE * 1.15
    )
    return [words.draw_about(0, 0)]


def _fit_within(r: float, top: float, site: PlaceContext) -> FacingLabels | None:
    """Return words for either side between `top` below the middle and a circle, as large as
    possible, or None if they do not fit.
    """
    for step in range(12):
        size = NAME_SIZE * (1.75 - 0.07 * step)
        for share in (1.7, 1.5, 1.3, 1.15):
            labels = [_make_labels(place, share * r, size, site) for place in _similar_places(site)]
            if any(label.overflow for label in labels):
                break
            if all(math.hypot(label.width / 2, top + label.height) <= r - 0.8 for label in labels):
                return labels[0]
    return None


def _similar_places(site: PlaceContext) -> list[Place]:
    """Return a place, and others of its kind beside it, whose names are of one size."""
    own = site.place
    others = [
        place for place in site.variant.places if (place.kind, place.on) == (own.kind, own.on)
    ]
    return [own, *(other for other in others if other.id != own.id)]


def _make_labels(place: Place, width: float, size: float, site: PlaceContext) -> FacingLabels:
    return make_facing_labels(place.name, place.how, width, site.options, site.palette, size=size)


def _draw_bodies(r: float, count: int, palette: Palette) -> Item:
    """Draw small bodies on an orbit, in its openings."""
    builder = PathBuilder()
    for step in range(count):
        angle = math.radians(45 + step * 360 / count)
        builder.circle(r * math.cos(angle), r * math.sin(angle), 0.8)
    return draw_dots(builder.done(), palette.accent, palette)


def draw_tokens(site: PlaceContext) -> PlaceDrawing:
    """Draw places for tokens, chips or markers, with the name above them."""
    shape = table_token_shape(site.options)
    width, height = shape.width + 2 * AIR, shape.height + 2 * AIR
    pitch = (width + _BETWEEN, height + _BETWEEN)
    across = site.per_row * pitch[0] - _BETWEEN
    down = site.rows * pitch[1] - _BETWEEN
    items: list[Item] = []
    for x, y in grid_centres(site.place.count, site.per_row, pitch):
        items.append(transformed(_draw_token_place(site), translation(x, y)))
    return _add_name(site, PlaceDrawing(across, down, tuple(items)))


def _draw_token_place(site: PlaceContext) -> list[Item]:
    """Draw a place for one token: its outline, a graduated ring, a pale drawing of it."""
    palette, shape = site.palette, table_token_shape(site.options)
    r = shape.inner
    items: list[Item] = [
        Path(
            shape.outline(-AIR),
            fill=palette.tint if palette.solid else None,
            stroke=main_stroke(palette),
        )
    ]
    name = _GLYPHS.get(site.place.kind)
    if name is None:
        items.append(draw_ticks(r - 1.2, 48, palette, every=6, depth=0.12 * r))
        items.append(Path(star_path(6, 0.42 * r, 0.16 * r), stroke=main_stroke(palette)))
        items.append(draw_arcs((0.62 * r, 0.54 * r), palette, 3, 30.0))
        return items
    items.append(draw_ticks(r - 0.6, 48, palette, every=6, depth=0.1 * r))
    items.append(tinted_emblem(drawing_path(name), 1.3 * r, palette))
    return items


def draw_lights(site: PlaceContext) -> PlaceDrawing:
    """Draw lights that are covered, or pegged, one for each set won."""
    palette = site.palette
    r = _LIGHT / 2
    pitch = (_LIGHT + 3.0, _LIGHT + 3.0)
    across, down = site.per_row * pitch[0] - 3.0, site.rows * pitch[1] - 3.0
    items: list[Item] = []
    holes: tuple[tuple[float, float], ...] = ()
    for x, y in grid_centres(site.place.count, site.per_row, pitch):
        if site.options[PEG_HOLES]:
            holes = (*holes, (x, y))
            here = [
                *draw_ring(r, palette, solid=False),
                *_draw_glow(r, palette),
                *draw_centre_mark(palette),
            ]
        else:
            here = [*draw_ring(r, palette), *_draw_glow(r, palette)]
            core = PathBuilder().circle(0, 0, 0.34 * r).done()
            fill = palette.accent if palette.solid else None
            here.append(Path(core, fill=fill, stroke=main_stroke(palette)))
        items.append(transformed(here, translation(x, y)))
    return _add_name(site, PlaceDrawing(across, down, tuple(items), holes))


def _draw_glow(r: float, palette: Palette) -> list[Item]:
    """Draw rays round a light."""
    inner = max(0.46 * r, HOLE / 2 + 0.5)
    builder = PathBuilder()
    for step in range(16):
        angle = 2 * math.pi * step / 16
        builder.move(inner * math.cos(angle), inner * math.sin(angle))
        builder.line((r - 1.2) * math.cos(angle), (r - 1.2) * math.sin(angle))
    return [Path(builder.done(), stroke=fine_stroke(palette))]


def draw_timer(site: PlaceContext) -> PlaceDrawing:
    """Draw a dial of sixty, on which a watch or an hourglass is put."""
    palette = site.palette
    r = _DIAL / 2
    both = _fit_within(r - 8.6, 2.0, site) if is_two_sided(site.place.on) else None
    if both is not None:
        words: list[Item] = [*both.draw_below(2.0), _draw_hub(palette)]
    else:
        own, how = site.place.name, site.place.how
        words = [
            make_label(own, how, 1.1 * r, site.options, palette, size=NAME_SIZE * 1.1).draw_about(
                0, 0
            )
        ]
    items: list[Item] = [
        *draw_ring(r, palette),
        draw_ticks(r - 1.6, 60, palette, every=5, depth=2.6),
        Path(PathBuilder().circle(0, 0, r - 5.2).done(), stroke=fine_stroke(palette)),
        *words,
    ]
    builder = PathBuilder()
    for quarter in range(4):
        points = [(0.0, -(r - 5.6)), (1.1, -(r - 8.2)), (-1.1, -(r - 8.2))]
        builder.polygon(rotation(90 * quarter).apply(x, y) for x, y in points)
    items.append(draw_dots(builder.done(), palette.main, palette))
    return _repeat(site, PlaceDrawing(2 * r, 2 * r, tuple(items)))


def _draw_hub(palette: Palette) -> Item:
    """Draw the middle of a dial."""
    return draw_dots(PathBuilder().circle(0, 0, 0.9).done(), palette.accent, palette)


def draw_field(site: PlaceContext) -> PlaceDrawing:
    """Draw the interference field: orbits about the middle, and the name across it."""
    palette, size = site.palette, site.options.size
    width = max(2 * size.w + _FIELD[0], site.wish.width)
    height = max(size.h + _FIELD[1], site.wish.height)
    a, b = width / 2, height / 2
    rim = PathBuilder().ellipse(0, 0, a, b).done()
    items: list[Item] = [
        Path(rim, fill=palette.tint if palette.solid else None, stroke=main_stroke(palette)),
        Path(PathBuilder().ellipse(0, 0, a - 1, b - 1).done(), stroke=fine_stroke(palette)),
        _draw_rim_ticks(a - 1, b - 1, site),
        *_draw_orbits(a - 5, b - 5, site),
    ]
    items += _draw_plaques(width, b, site)
    return _repeat(site, PlaceDrawing(width, height, tuple(items)))


def _draw_plaques(width: float, b: float, site: PlaceContext) -> list[Item]:
    """Draw the name of a field on an oval in its middle; if it is read from two sides on one before
    either, so that cards in the middle leave it free.
    """
    palette = site.palette
    fill = palette.tint if palette.solid else palette.paper
    own, how = site.place.name, site.place.how
    if not is_two_sided(site.place.on):
        words = make_label(own, how, 0.62 * width, site.options, palette, size=NAME_SIZE * 1.3)
        oval = _oval_path(0.0, words.width, words.height)
        return [Path(oval, fill=fill, stroke=fine_stroke(palette)), words.draw_about(0, 0.3)]
    both = make_facing_labels(
        own, how, 0.5 * width, site.options, palette, size=NAME_SIZE * _FIELD_NAME
    )
    y = _PLAQUE * b
    items: list[Item] = []
    for block, way in ((both.near, translation(0, 0)), (both.far, half_rotation(0, 0))):
        plaque = Path(
            _oval_path(y, both.width, both.height), fill=fill, stroke=fine_stroke(palette)
        )
        items.append(transformed([plaque, block.draw_about(0, y + 0.3)], way))
    return items


def _oval_path(y: float, width: float, height: float) -> PathData:
    """Return an oval round words, about (0, y)."""
    return PathBuilder().ellipse(0, y, width / 2 + 9, height / 2 + 5).done()


def _repeat(site: PlaceContext, drawing: PlaceDrawing) -> PlaceDrawing:
    """Repeat a drawing as often as the place is there."""
    pitch = (drawing.width + _APART, drawing.height + _APART)
    items = [
        transformed(as_artifact(drawing.items) if i else drawing.items, translation(x, y))
        for i, (x, y) in enumerate(grid_centres(site.place.count, site.per_row, pitch))
    ]
    width, height = site.per_row * pitch[0] - _APART, site.rows * pitch[1] - _APART
    return PlaceDrawing(width, height, tuple(items))


def _draw_rim_ticks(a: float, b: float, site: PlaceContext) -> Item:
    """Draw a graduation along the inside of an ellipse."""
    lines = PathBuilder()
    for step in range(144):
        angle = 2 * math.pi * step / 144
        depth = 2.6 if step % 12 == 0 else 1.2
        x, y = a * math.cos(angle), b * math.sin(angle)
        nx, ny = x / (a * a), y / (b * b)
        long = math.hypot(nx, ny)
        lines.move(x, y).line(x - depth * nx / long, y - depth * ny / long)
    return Path(lines.done(), stroke=fine_stroke(site.palette))


def _draw_orbits(a: float, b: float, site: PlaceContext) -> list[Item]:
    """Draw ellipses that swing about the middle within an ellipse, with bodies on them."""
    palette = site.palette
    curves, bodies = PathBuilder(), PathBuilder()
    count = 9 if palette.solid else 4
    for step in range(count):
        tilt = math.pi * step / count
        points = []
        for i in range(48):
            angle = 2 * math.pi * i / 48
            u, v = math.cos(angle), 0.42 * math.sin(angle)
            points.append(
                (
                    a * (u * math.cos(tilt) - v * math.sin(tilt)),
                    b * (u * math.sin(tilt) + v * math.cos(tilt)),
                )
            )
        curves.smooth(points, closed=True)
        x, y = points[(7 * step + 5) % 48]
        if is_two_sided(site.place.on) and abs(x) < 0.72 * a and abs(abs(y) / b - _PLAQUE) < 0.3:
            x, y = points[7 * step % 48]  # a name stands there
            if abs(x) < 0.72 * a and abs(abs(y) / b - _PLAQUE) < 0.3:
                continue
        bodies.circle(x, y, 0.9 + 0.35 * (step % 3))
    rings = PathBuilder()
    for share in (0.55, 0.78):
        rings.ellipse(0, 0, a * share, b * share)
    return [
        Path(curves.done(), stroke=tint_stroke(palette)),
        Path(rings.done(), stroke=replace(tint_stroke(palette), dash=(2.4, 1.2))),
        draw_dots(bodies.done(), palette.accent, palette),
    ]


def _add_name(site: PlaceContext, drawing: PlaceDrawing) -> PlaceDrawing:
    """Add its name, and its word of use, above a drawing."""
    width = max(drawing.width, min(60.0, site.wish.width))
    size = name_size(site.place.on)
    own, how, wide = site.place.name, site.place.how, max(width, 24.0 * size / NAME_SIZE)
    words = make_label(own, how, wide, site.options, site.palette, size=size)
    height = words.height + _BELOW + drawing.height
    top = -height / 2
    dy = height / 2 - drawing.height / 2
    return PlaceDrawing(
        max(drawing.width, words.width),
        height,
        (words.draw_below(0, top), transformed(drawing.items, translation(0, dy))),
        tuple((x, y + dy) for x, y in drawing.holes),
    )
