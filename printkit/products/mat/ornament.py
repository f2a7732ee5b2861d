"""The ornament of a mat: its frame, the name of the game, orbits, guilloche.

All but the ground is 3 mm and more inside the cut, the same on both sides, and clear of places and
words.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from printkit.art.frames import frame_outline
from printkit.art.theme import Palette
from printkit.base.content import load_content
from printkit.base.geometry import Matrix, Rect, half_rotation, rotation, translation
from printkit.graphics.display_list import Group, Item, Path, Stroke, as_artifact, transformed
from printkit.graphics.font import TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point, rect_path
from printkit.layout.fit_text import text_line, text_width
from printkit.model.variant import Variant
from printkit.products.cards.anatomy import SAFE
from printkit.products.cards.face import draw_ground
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.mat.plan import MatLayout
from printkit.products.mat.shape import Hexagon, Rectangle, Round, Shape
from printkit.products.product import RenderOptions

# On a poker card (mm): from the safe margin to the frame, between its lines, the name of the game,
# the corners of a rectangle against those of a card, the ring of a round mat.
_FRAME, _LINES, _NAME, _CORNER, _RING = 3.2, 1.3, 6.2, 1.4, 10.5
_RIM_LINE = 0.5
# Arcs of orbits that are shorter than this look like specks (mm); points on an orbit.
_CRUMB, _STEPS = 22.0, 360
_TURN = half_rotation(0, 0)
# A name takes this much of a round mat's rim at the most (radians).
_ARC = 2.0
_PLAIN = "orbit"


def draw_ornament(
    variant: Variant, options: RenderOptions, plan: MatLayout, palette: Palette
) -> list[Item]:
    """Draw everything under the places and the words."""
    shape_ = plan.shape
    names = [
        variant.name[options.language],
        variant.name[options.second_language or options.language],
    ]
    items = draw_mat_ground(shape_, palette, options.bleed_extent)
    items += _draw_orbits(plan, palette)
    items += _draw_dividers(plan, palette)
    if isinstance(shape_, Round):
        return [*items, *_draw_round_frame(shape_, names, plan, palette, options)]
    return [*items, *_draw_straight_frame(variant, shape_, names, plan, palette, options)]


def draw_mat_ground(shape_: Shape, palette: Palette, bleed: float) -> list[Item]:
    """Draw the printed ground, out to `bleed` past the cut; white paper needs none."""
    if isinstance(shape_, Rectangle):
        return draw_ground(palette.paper, shape_.box.inset(-bleed))
    whole = draw_ground(palette.paper, shape_.box)
    return [Path(shape_.inset(-bleed).path(), fill=palette.paper)] if whole else []


# --- frames -------------------------------------------------------------------------------------


def _draw_straight_frame(
    variant: Variant,
    shape_: Rectangle | Hexagon,
    names: list[str],
    plan: MatLayout,
    palette: Palette,
    options: RenderOptions,
) -> list[Item]:
    """Draw two lines along the cut, interrupted at the head and foot by the name of the game."""
    k = plan.rim.frame
    outer = shape_.inset(SAFE + _FRAME * k)
    inner = outer.inset(_LINES * k)
    if isinstance(outer, Rectangle):
        name = variant.cards[0].frame if variant.cards else _PLAIN
        spec = load_content("frames.toml")[name]
        reach = spec["reach"] * _CORNER * k
        lines = [frame_outline(spec["corner"], item.box, reach) for item in (outer, inner)]
        low = outer.h / 2
        space = outer.w - 2 * reach
    else:
        lines = [outer.path(), inner.path()]
        low = outer.apothem if isinstance(outer, Hexagon) else 0.0
        space = outer.r if isinstance(outer, Hexagon) else 0.0
    items: list[Item] = [
        Path(lines[0], stroke=Stroke(palette.main, palette.line_weight(_RIM_LINE))),
        Path(lines[1], stroke=Stroke(palette.main, palette.line_weight(FINE))),
        *_draw_scales(inner, palette, k),
    ]
    size = _NAME * k
    for i, name in enumerate(names):
        own = min(size, 0.8 * space / text_width(TITLE_BOLD, name, 1.0))
        width = text_width(TITLE_BOLD, name, own)
        capital = font(TITLE_BOLD).cap_height / UNITS * own
        middle = low - _LINES * k / 2
        clear = Rect(-width / 2 - 3.2 * k, middle - 1.2 * k, width + 6.4 * k, 2.4 * k)
        text = text_line(
            TITLE_BOLD, name, -width / 2, middle + capital / 2, own, text_colour_on_paper(palette)
        )
        artifact = i == 1 and not options.second_language
        drawing: list[Item] = [
            Path(rect_path(clear), fill=palette.paper),
            replace(text, artifact=artifact),
            *_draw_diamonds(clear, middle, palette, k),
        ]
        items.append(transformed(drawing, _TURN) if i else Group(tuple(drawing)))
    return items


def _draw_diamonds(clear: Rect, middle: float, palette: Palette, k: float) -> list[Item]:
    """Draw a small diamond at either end of a name."""
    builder = PathBuilder()
    for x in (clear.x, clear.right):
        r = 1.1 * k
        builder.polygon([(x, middle - r), (x + r, middle), (x, middle + r), (x - r, middle)])
    return [_draw_body(builder.done(), palette)]


def _draw_body(data: PathData, palette: Palette) -> Path:
    """Draw a small filled shape; a line if ink is saved."""
    if palette.solid:
        return Path(data, fill=palette.main)
    return Path(data, fill=palette.paper, stroke=Stroke(palette.main, palette.line_weight(FINE)))


def _draw_scales(inner: Rectangle | Hexagon, palette: Palette, k: float) -> list[Item]:
    """Draw graduated scales at the left and at the right, every fifth tick longer; orbits in the
    corners of a hexagon.
    """
    if isinstance(inner, Hexagon):
        return _draw_corner_orbits(inner, palette, k)
    pitch = 3.0 * k
    count = int(0.3 * inner.h / pitch)
    builder = PathBuilder()
    for side in (-1, 1):
        x = side * inner.w / 2
        for i in range(-count, count + 1):
            depth = (2.4 if i % 5 == 0 else 1.3) * k
            builder.move(x, i * pitch).line(x - side * depth, i * pitch)
    return [Path(builder.done(), stroke=Stroke(palette.main, palette.line_weight(FINE)))]


def _draw_corner_orbits(inner: Hexagon, palette: Palette, k: float) -> list[Item]:
    """Draw arcs about each corner, and a body on the middle one."""
    lines, bodies = PathBuilder(), PathBuilder()
    for i, (x, y) in enumerate(inner.corners()):
        towards = 180.0 + 60.0 * i
        for r in (5.0, 7.6, 10.2):
            lines.arc(x, y, r * k, towards - 52, towards + 52)
        slope = math.radians(towards)
        bodies.circle(x + 7.6 * k * math.cos(slope), y + 7.6 * k * math.sin(slope), 0.9 * k)
    return [
        Path(lines.done(), stroke=Stroke(palette.shade, palette.line_weight(FINE))),
        _draw_body(bodies.done(), palette),
    ]


def _draw_round_frame(
    shape_: Round, names: list[str], plan: MatLayout, palette: Palette, options: RenderOptions
) -> list[Item]:
    """Draw a graduated ring with a guilloche in it, and the name of the game on its arcs."""
    k = plan.rim.frame
    outer = shape_.r - SAFE - _FRAME * k
    inner = outer - _RING * k
    middle = (outer + inner) / 2 - 0.4 * k
    size = min(_NAME * k, *(_ARC * middle / text_width(TITLE_BOLD, name, 1.0) for name in names))
    near, far = (_draw_arc_text(name, middle, size, palette) for name in names)
    open_ = [math.degrees(angle) + 2.2 for _, angle in (near, far)]
    thick, fine = palette.line_weight(_RIM_LINE), palette.line_weight(FINE)
    rings = PathBuilder().circle(0, 0, outer - _LINES * k).circle(0, 0, inner).done()
    ticks = PathBuilder()
    count = 4 * round(math.tau * outer / (4 * 3.0 * k))
    for i in range(count):
        angle = math.tau * i / count
        depth = (2.2 if i % 4 == 0 else 1.2) * k
        start = inner - depth
        ticks.move(inner * math.cos(angle), inner * math.sin(angle))
        ticks.line(start * math.cos(angle), start * math.sin(angle))
    items: list[Item] = [
        Path(PathBuilder().circle(0, 0, outer).done(), stroke=Stroke(palette.main, thick)),
        Path(rings, stroke=Stroke(palette.main, fine)),
        Path(ticks.done(), stroke=Stroke(palette.main, fine)),
    ]
    wave = PathBuilder()
    swing = 0.26 * _RING * k
    below, over = open_
    for start, end in ((over - 90, 90 - below), (90 + below, 270 - over)):
        for phase in (0.0, 0.5) if not palette.solid else (0.0, 1 / 3, 2 / 3):
            wave.smooth(_ring_wave_points(middle, swing, start, end, phase, k))
    items.append(Path(wave.done(), stroke=Stroke(palette.shade, fine)))
    items += near[0]
    items.append(transformed(far[0] if options.second_language else as_artifact(far[0]), _TURN))
    return items


def _ring_wave_points(
    r: float, swing: float, start: float, end: float, phase: float, k: float
) -> list[Point]:
    """Return a wave along an arc that fades out at its ends (degrees)."""
    length = math.radians(end - start) * r
    waves = max(4, round(length / (11.0 * k)))
    points: list[Point] = []
    steps = waves * 6
    for i in range(steps + 1):
        share = i / steps
        angle = math.radians(start + (end - start) * share)
        own = r + swing * _fade(share, 0.06) * math.sin(math.tau * (waves * share + phase))
        points.append((own * math.cos(angle), own * math.sin(angle)))
    return points


def _fade(share: float, ease: float) -> float:
    """Return 0 at both ends, 1 between them."""
    return math.sin(math.pi / 2 * min(1.0, share / ease, (1 - share) / ease)) ** 2


def _draw_arc_text(words: str, r: float, size: float, palette: Palette) -> tuple[list[Item], float]:
    """Draw words along the lower arc of a circle, read from below; return half their angle too.

    Letters are upright on the arc one by one, as far apart as in a straight line.
    """
    capital = font(TITLE_BOLD).cap_height / UNITS * size
    base = r + capital / 2
    ends = [text_width(TITLE_BOLD, words[:i], size) for i in range(len(words) + 1)]
    fill = text_colour_on_paper(palette)
    items: list[Item] = []
    for letter, start, end in zip(words, ends, ends[1:], strict=False):
        if letter == " ":
            continue
        width = end - start
        angle = (start + width / 2 - ends[-1] / 2) / r
        matrix = rotation(math.degrees(-angle)).then(
            Matrix(1, 0, 0, 1, base * math.sin(angle), base * math.cos(angle))
        )
        items.append(
            transformed([text_line(TITLE_BOLD, letter, -width / 2, 0.0, size, fill)], matrix)
        )
    return items, ends[-1] / 2 / r


# --- between the places and the words -----------------------------------------------------------


def _draw_dividers(plan: MatLayout, palette: Palette) -> list[Item]:
    """Draw a spindle of waves between the places and the words of either side."""
    if plan.near is None:
        return []
    k = plan.rim.frame
    y = (plan.group.h / 2 + plan.near.y) / 2
    xs = [abs(x) for x in plan.near.xs] + [plan.near.xs[-1] + plan.near.width]
    half = 0.5 * max(xs)
    builder, line = PathBuilder(), PathBuilder()
    for phase in (0.0, 0.5) if not palette.solid else (0.0, 1 / 3, 2 / 3):
        builder.smooth(_spindle_points(half, 1.5 * k, phase, 7.0 * k))
    ends = max(xs)
    for side in (-1, 1):
        line.move(side * (half + 2.0 * k), 0).line(side * ends, 0)
    fine = palette.line_weight(FINE)
    body = PathBuilder().circle(0, 0, 1.5 * k).done()
    drawing: list[Item] = [
        Path(builder.done(), stroke=Stroke(palette.shade, fine)),
        Path(line.done(), stroke=Stroke(palette.shade, fine)),
        Path(
            PathBuilder().circle(0, 0, 2.6 * k).done(),
            fill=palette.paper,
            stroke=Stroke(palette.main, fine),
        ),
        _draw_body(body, palette),
    ]
    return [transformed(drawing, translation(0, y)), transformed(drawing, translation(0, -y))]


def _spindle_points(half: float, swing: float, phase: float, wave: float) -> list[Point]:
    """Return a wave from −half to half that is widest in the middle."""
    waves = max(2, round(2 * half / wave))
    steps = waves * 8
    points: list[Point] = []
    for i in range(steps + 1):
        share = i / steps
        y = swing * math.sin(math.pi * share) * math.sin(math.tau * (waves * share + phase))
        points.append((half * (2 * share - 1), y))
    return points


def _draw_orbits(plan: MatLayout, palette: Palette) -> list[Item]:
    """Draw orbits round the middle, behind the places, kept clear of them."""
    placed = plan.group.placed
    if len(placed) < 2:
        return []
    k, group = plan.rim.frame, plan.group
    far = max(abs(item.x) for item in placed)
    height = group.h / 2
    taken = [item.rect.inset(-2.2 * k) for item in placed]
    builder = PathBuilder()
    for share in (0.55, 0.8, 1.0):
        if far > 0:
            for run in _free_runs(far * share, min(height * 0.86, far) * share, taken):
                if math.dist(run[0], run[-1]) >= _CRUMB * k:
                    builder.smooth(run)
    drawing = builder.done()
    if not drawing.steps:
        return []
    return [Path(drawing, stroke=Stroke(palette.shade, palette.line_weight(FINE)))]


def _free_runs(rx: float, ry: float, taken: list[Rect]) -> list[list[Point]]:
    """Return the arcs of an ellipse that no rectangle covers."""
    points = [
        (rx * math.cos(math.tau * index / _STEPS), ry * math.sin(math.tau * index / _STEPS))
        for index in range(_STEPS)
    ]
    free = [not any(_is_inside(item, *point) for item in taken) for point in points]
    if all(free):
        return [[*points, points[0]]]
    first = free.index(False)
    runs: list[list[Point]] = [[]]
    for i in range(first, first + _STEPS):
        if free[i % _STEPS]:
            runs[-1].append(points[i % _STEPS])
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 2]


def _is_inside(rect: Rect, x: float, y: float) -> bool:
    return rect.x <= x <= rect.right and rect.y <= y <= rect.bottom
