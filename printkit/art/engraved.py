"""Print engraved drawings in the colours and lines of a theme.

A drawing has roles instead of colours: a material and a tone, such as `gold.deep`. A material has
the colour of the card or a hue of its own, and a level for each tone; a theme moves the levels (see
`EngravingShares`). Content: templates/materials.toml, templates/engraved.toml, and the drawings in
templates/art/engraved.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path as FilePath
from typing import NamedTuple

from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.content import content_folders, load_content
from printkit.base.errors import PrintkitError
from printkit.base.files import is_file
from printkit.base.geometry import Matrix, Rect, centred_rect, half_rotation
from printkit.base.sentences import Sentence, quote
from printkit.graphics.colour import BLACK, WHITE, Colour, blend, contrast, parse_hex, suggest_inks
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.engraved import (
    Engraved,
    EngravedArea,
    EngravedHalf,
    EngravedLine,
    EngravedUse,
    Engraving,
    EngravingHeader,
    decode,
    read_header,
)
from printkit.graphics.path import PathData, rect_path

SUFFIX = ".pk"
# The kinds of cards with drawings: the keys of templates/engraved.toml.
PIPS, COURT, ACE = "pips", "court", "ace"
# The least width of a line on paper (mm), but for the tips of one that swells.
MIN_LINE = 0.12
# The least width of the edge of an area (mm), on paper and on a dark ground.
_MIN_EDGE, _MIN_DARK_EDGE = 0.12, 0.18
# The sides of a drawing that hold nothing that counts (mm): left and right, top and bottom.
_SIDES, _ENDS = 7.2, 5.0
# Roles that the product draws itself, and the role of the ground.
_LEFT_OUT, GROUND = ("plate", "edge", "none"), "ground"
# Tones in the order of the levels of a material; those that are lines.
_TONES = ("pale", "mid", "deep", "ink", "edge", "rim")
_LINES = ("ink", "edge", "rim")
# The places of the four colours of a hue on its ramp, and the dark end of the ramp.
_PLACES, _END = (0.1, 0.4, 0.68, 0.95), 0.5
# The suit: the places of its light tint, of a bright tone and of its own colour; the shares of the
# bright colour in these, of its own in the dark end; the greatest channel of a bright colour.
_TINT, _MIDDLE, _OWN = 0.14, 0.36, 0.58
_LIGHT, _BRIGHT, _DEEP, _FULL = 0.32, 0.85, 0.3, 236
_GOLD = "gold"
# The terraces of a relief, from that beside a thing to the ground: the last, the levels of the first.
_TERRACE = re.compile(r"ground\.t(\d)")
_LAST_STEP, _DARK_STEP, _LIGHT_STEP = 9, 0.44, 0.09
# The halo of a dark ground is a shade darker.
_HALO = 0.04
# The level of lines of gold in one ink, of gold rays, of light sources.
_GOLD_LINE, _GOLD_RAY, _GLOW = 0.56, 0.45, 0.14
# Hatching across dark areas: its distance and its width (mm on a poker card), its angle.
_CROSS_PITCH, _CROSS_WIDTH, _CROSS_SLOPE = 0.56, 0.13, 0.7
# The level of lines at their full width in one ink; that of a tone which is hatched twice.
_FULL_INK = 0.95
_CROSSED = 0.66


# --- choice --------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def find_drawing(mark: FilePath | None, kind: str, figure: str, count: int, sign: str) -> str:
    """Return the name of the drawing of a card by the emblem of its suit, empty if there is none.

    `figure` is the name of a court's emblem, `count` the number of pips, `sign` plus or minus.
    """
    art = content_folders()[0] / "art"
    if mark is None or not mark.is_relative_to(art):
        return ""
    row = load_content("engraved.toml").get(mark.relative_to(art).with_suffix("").as_posix(), {})
    if kind not in row:
        return ""
    words = {"n": f"{count:02}", "count": str(count), "sign": sign, "figure": figure}
    name: str = row[kind].format_map(words)
    return name if is_file(drawing_path(name)) else ""


def drawing_path(name: str) -> FilePath:
    """Return the file of a drawing."""
    return content_folders()[0] / "art" / "engraved" / f"{name}{SUFFIX}"


def drawing_names() -> list[str]:
    """Return the names of all drawings, in alphabetical order."""
    root = content_folders()[0] / "art" / "engraved"
    files = root.rglob(f"*{SUFFIX}")
    return sorted(file.relative_to(root).with_suffix("").as_posix() for file in files)


@lru_cache(maxsize=1024)
def header_of(name: str) -> EngravingHeader:
    """Return the header of a drawing. Raises PrintkitError."""
    try:
        return read_header(drawing_path(name).read_bytes())
    except ValueError as error:
        raise _damaged(name) from error


def _read(name: str) -> Engraving:
    try:
        return decode(drawing_path(name).read_bytes())
    except ValueError as error:
        raise _damaged(name) from error


def _damaged(name: str) -> PrintkitError:
    file = quote(f"{name}{SUFFIX}")
    message = Sentence("The engraved drawing {file} is damaged.", file=file)
    return PrintkitError(message, hint="Install printkit again.")


def fit(header: EngravingHeader, trim: Rect, safe: Rect) -> tuple[float, bool]:
    """Return the scale of a drawing on a card, and True if it then covers the card.

    All that counts stays in the safe area.
    """
    width, height = header.size
    left, top, right, bottom = header.field or (_SIDES, _ENDS, width - _SIDES, height - _ENDS)
    across = max(width / 2 - left, right - width / 2)
    along = max(height / 2 - top, bottom - height / 2)
    cover = max(trim.w / width, trim.h / height)
    inside = min(safe.w / 2 / across, safe.h / 2 / along)
    return min(cover, inside), cover <= inside + 1e-9


# --- tones ---------------------------------------------------------------------------------------


class Tones(NamedTuple):
    """The colours of drawings in a theme for the name of a card's colour."""

    theme: Theme
    name: str

    @property
    def is_dark(self) -> bool:
        """True if the ground of the card is dark."""
        return self.theme.engraving.ground > 0.5

    @property
    def ground(self) -> Colour:
        """The ground of the card."""
        return self.suit(self.theme.engraving.ground)

    def suit(self, level: float) -> Colour:
        """Return a tone of the card's own colour, from 0 (paper) to 1."""
        return _ramp(_suit_ramp(self.theme, self.name), level)

    def of(self, role: str) -> Colour | None:
        """Return the colour of a role, or None if it is not drawn."""
        return _colour_of(self, role)


Ramp = tuple[tuple[float, Colour], ...]


@lru_cache(maxsize=4096)
def _colour_of(tones: Tones, role: str) -> Colour | None:
    style = tones.theme.engraving
    material, _, tone = role.partition(".")
    if material in _LEFT_OUT or role == GROUND:
        return None
    if step := _TERRACE.fullmatch(role):
        return _terrace(tones, int(step[1]))
    if role in ("halo", "shape.halo", "lamp.halo"):
        return tones.suit(min(1.0, style.ground + _HALO)) if tones.is_dark else tones.ground
    if role in ("ray", "ray2") or tone == "ray":
        return _ray(tones, role)
    if role in ("shine", "glow"):
        return _own(tones, "sun", 0.0 if role == "shine" else _GLOW, line=False)
    if tone not in _TONES:
        material, tone = material or role, "mid"
    line = tone in _LINES
    if tone == "ink" and not style.hatch:
        return None
    return _own(tones, material, _TONES.index(tone), line=line)


def _terrace(tones: Tones, step: int) -> Colour | None:
    style = tones.theme.engraving
    near = 1 - step / _LAST_STEP
    if tones.is_dark:
        return tones.suit(style.ground + (_DARK_STEP - style.ground) * near)
    return tones.suit(_LIGHT_STEP * near * min(1.0, 2 * style.flats))


def _ray(tones: Tones, role: str) -> Colour | None:
    style = tones.theme.engraving
    if not style.rays:
        return None
    if role in ("ray2", "sun.ray"):
        level = _GOLD_LINE if style.one_ink else _GOLD_RAY if tones.is_dark else _GOLD_RAY * 0.8
        return _ramp(_hue_ramp(tones.theme, "gold"), level)
    return tones.suit(style.rays)


def _own(tones: Tones, name: str, tone: float, *, line: bool) -> Colour:
    """Return a tone of a material: the number of one of its levels, or a level below 1."""
    theme, style = tones.theme, tones.theme.engraving
    hue, levels, strength = _material(name, dark=tones.is_dark)
    ramp = _suit_ramp(theme, tones.name) if hue == "suit" else _hue_ramp(theme, hue)
    level = levels[tone] if isinstance(tone, int) else tone
    if line and style.one_ink:
        if hue == "gold":
            return _ramp(ramp, _GOLD_LINE)
        return tones.suit(style.ink)
    if line:
        return _ramp(ramp, level * style.ink)
    if not style.flats:
        return theme.roles_of["paper"]
    flat = max(0.0, level - style.lightest) / (1 - style.lightest) * style.flats
    return _ramp(ramp, flat + (level - flat) * strength)


@cache
def _material(name: str, *, dark: bool) -> tuple[str, tuple[float, ...], float]:
    """Return the hue, the levels and the strength of a material, by default those of the suit."""
    table = load_content("materials.toml")
    materials = table["materials"]
    own = materials.get(name) or materials.get(name.rstrip("0123456789")) or materials["suit"]
    levels = own.get("levels", table["levels"]["day"])
    if dark:
        levels = own.get("night", levels)
    return own["hue"], tuple(levels), own.get("strength", 0.0)


@lru_cache(maxsize=1024)
def _suit_ramp(theme: Theme, name: str) -> Ramp:
    """Return the tones of a card's colour: paper, a tint, a bright tone, the colour, its ground."""
    own, is_dark = theme.tones.get(name) or theme.colour(name), theme.engraving.ground > 0.5
    paper = theme.light if is_dark else theme.roles_of["paper"]
    dark = theme.grounds.get(name) if is_dark else None
    if dark is None:
        dark = blend(own, theme.dark, _TINT) if is_dark else blend(own, BLACK, _DEEP)
    if is_dark and name in theme.tones:  # a shade of gold, not of black
        dark = blend(own, BLACK, _TINT)
    bright = _brighten(own)
    tint, middle = blend(bright, paper, _LIGHT), blend(bright, own, _BRIGHT)
    return ((0.0, paper), (_TINT, tint), (_MIDDLE, middle), (_OWN, own), (1.0, dark))


def _brighten(colour: Colour) -> Colour:
    """Return a colour in its greatest lightness with the same hue and saturation."""
    k = _FULL / max(1, *colour.channels)
    if k <= 1:
        return colour
    red, green, blue = (round(channel * k) for channel in colour.channels)
    return _inked(f"#{red:02x}{green:02x}{blue:02x}", 1.0)


@lru_cache(maxsize=1024)
def _hue_ramp(theme: Theme, hue: str) -> Ramp:
    """Return the tones of a hue in the saturation of a theme, from paper to its dark end."""
    saturation = 1.0 if hue == _GOLD else theme.engraving.colour
    colours = [_inked(value, saturation) for value in load_content("materials.toml")["hues"][hue]]
    paper = WHITE if theme.engraving.ground > 0.5 else theme.roles_of["paper"]
    end = blend(colours[-1], BLACK, _END)
    return ((0.0, paper), *zip(_PLACES, colours, strict=True), (1.0, end))


@lru_cache(maxsize=1024)
def _inked(value: str, saturation: float) -> Colour:
    """Return a colour with its inks, moved towards grey."""
    colour = parse_hex(value)
    if saturation < 1:
        red, green, blue = colour.channels
        grey = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        colour = blend(colour, parse_hex(f"#{grey:02x}{grey:02x}{grey:02x}"), saturation)
    return replace(colour, inks=suggest_inks(colour))


@lru_cache(maxsize=8192)
def _ramp(ramp: Ramp, level: float) -> Colour:
    """Return the colour at a level of a ramp."""
    place, colour = ramp[0]
    for end, other in ramp[1:]:
        if level <= end:
            return blend(other, colour, round((level - place) / (end - place), 3))
        place, colour = end, other
    return colour


# --- drawing -------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def draw(name: str, tones: Tones, scale: float) -> Symbol:
    """Return a drawing at a scale, centred on the origin, without its ground.

    Its halves are one symbol, used twice. Raises PrintkitError if its file is damaged.
    """
    drawing = _read(name)
    pen = _Engraver(drawing, tones, scale)
    header = drawing.header
    width, height = (side + 2 * header.bleed for side in header.size)
    box = centred_rect(width * scale, height * scale)
    key = f"engraved-{name.replace('/', '-')}-{tones.theme.key}-{tones.name.strip('#')}-{scale:.4g}"
    return Symbol(key, tuple(pen.items(key, box)), box)


class _Engraver:
    """Draws the shapes of a drawing in units of its grid, and places them on a card."""

    def __init__(self, drawing: Engraving, tones: Tones, scale: float) -> None:
        self.drawing, self.tones, self.style = drawing, tones, tones.theme.engraving
        # A millimetre on paper in units of the grid.
        self.unit = drawing.unit / scale
        # A hundredth of a millimetre of the drawing, with the theme's factor, in units.
        self.hundredth = drawing.unit / 100 * self.style.lines
        self.least = MIN_LINE * self.unit
        self.least_edge = (_MIN_DARK_EDGE if tones.is_dark else _MIN_EDGE) * self.unit
        width, height = drawing.header.size
        k = scale / drawing.unit
        self.matrix = Matrix(k, 0, 0, k, -width / 2 * scale, -height / 2 * scale)
        self.colours: dict[str, Colour | None] = {}
        self.weights: dict[str, float] = {}
        self.blocks: dict[int, tuple[Item, ...]] = {}

    def items(self, key: str, box: Rect) -> Iterator[Item]:
        """Yield the items of the card."""
        plain: list[Engraved] = []
        for shape in self.drawing.blocks[-1]:
            if not isinstance(shape, EngravedHalf):
                plain.append(shape)
                continue
            if shown := self.paint(plain):
                yield Group(shown, self.matrix)
            plain = []
            half = Symbol(f"{key}-half", (Group(self.paint(shape.shapes), self.matrix),), box)
            yield Use(half)
            yield Use(half, half_rotation(0, 0))
        if shown := self.paint(plain):
            yield Group(shown, self.matrix)

    def paint(self, shapes: Sequence[Engraved]) -> tuple[Item, ...]:
        """Return the items of shapes; lines of one colour are one path."""
        items: list[Item] = []
        steps: list[str] = []
        coords: list[int] = []
        pen: Colour | None = None

        def flush() -> None:
            if steps:
                items.append(Path(PathData("".join(steps), tuple(coords)), fill=pen))
                steps.clear()
                coords.clear()

        for shape in shapes:
            if isinstance(shape, EngravedLine):
                colour = self.colour(shape.role)
                if colour is None:
                    continue
                if colour is not pen:
                    flush()
                    pen = colour
                self.add_line(shape, steps, coords)
                continue
            flush()
            if isinstance(shape, EngravedArea):
                items += self.area(shape)
            elif isinstance(shape, EngravedUse):
                items += self.draw_placed(shape)
        flush()
        return tuple(items)

    def colour(self, role: str) -> Colour | None:
        if role not in self.colours:
            self.colours[role] = self.tones.of(role)
        return self.colours[role]

    def weight(self, role: str) -> float:
        """Return the factor of lines that one ink makes thinner, because it cannot be paler."""
        if not self.style.one_ink:
            return 1.0
        if role not in self.weights:
            material, _, tone = role.partition(".")
            level = _material(material, dark=False)[1][_TONES.index("ink")]
            self.weights[role] = min(1.0, level / _FULL_INK) if tone == "ink" else 1.0
        return self.weights[role]

    def area(self, area: EngravedArea) -> Iterator[Item]:
        """Yield an area with its edge, and the hatching across it."""
        fill = self.colour(area.role)
        pen = self.colour(area.edge) if area.edge else None
        if fill is None and pen is None:
            return
        steps = "".join(f"M{'L' * (len(xs) - 1)}Z" for xs, _ in area.rings)
        data = PathData(steps, tuple(chain.from_iterable(chain(*map(_pairs, area.rings)))))
        stroke = None
        if pen is not None:
            width = max(area.width * self.hundredth, self.least_edge)
            stroke = Stroke(pen, round(width, 2), join="round")
        yield Path(data, fill, stroke, even_odd=True)
        if self.style.cross and _is_crossed(area.role):
            yield Group((self.cross(data, area),), clip=data)

    def cross(self, data: PathData, area: EngravedArea) -> Path:
        """Return hatching across the box of an area."""
        box = data.box()
        pitch, half = _CROSS_PITCH * self.drawing.unit, _CROSS_WIDTH * self.unit / 2
        line = self.colour(f"{area.role.removesuffix('.deep')}.ink")
        coords: list[int] = []
        count, rise = 0, _CROSS_SLOPE
        first = math.floor((box.y - rise * box.right) / pitch)
        last = math.ceil((box.bottom - rise * box.x) / pitch)
        for k in range(first, last + 1):
            # y = rise * x + k * pitch, from one side of the box to the other.
            left = max(box.x, (box.y - k * pitch) / rise)
            right = min(box.right, (box.bottom - k * pitch) / rise)
            if left >= right:
                continue
            y0, y1 = rise * left + k * pitch, rise * right + k * pitch
            corners = (left, y0 - half, right, y1 - half, right, y1 + half, left, y0 + half)
            coords += map(round, corners)
            count += 1
        return Path(PathData("MLLLZ" * count, tuple(coords)), fill=line)

    def draw_placed(self, use: EngravedUse) -> Iterator[Item]:
        """Yield a symbol at its place; those of index plates are left out."""
        if use.symbol not in self.blocks:
            self.blocks[use.symbol] = self.paint(self.drawing.blocks[use.symbol])
        if shown := self.blocks[use.symbol]:
            k = -1 if use.turned else 1
            yield Group(shown, Matrix(k, 0, 0, k, use.x, use.y))

    def add_line(self, line: EngravedLine, steps: list[str], coords: list[int]) -> None:
        """Add the outline of a line."""
        xs, ys = line.xs, line.ys
        half, least = self.hundredth / 2 * self.weight(line.role), self.least / 2
        widths = [max(w * half, least) if w else 0.0 for w in line.widths]
        if line.ring:
            _add_ring(xs, ys, widths[0], steps, coords)
            return
        if len(widths) == 1:
            widths *= len(xs)
        _add_ribbon(xs, ys, widths, steps, coords)


@lru_cache(maxsize=1024)
def _is_crossed(role: str) -> bool:
    """Return True for a role that is so dark that an engraver hatches it twice."""
    material, _, tone = role.partition(".")
    return tone == "deep" and _material(material, dark=False)[1][_TONES.index(tone)] >= _CROSSED


def _pairs(ring: tuple[list[int], list[int]]) -> Iterator[tuple[int, int]]:
    return zip(*ring, strict=True)


def _add_ribbon(
    xs: list[int], ys: list[int], halves: list[float], steps: list[str], coords: list[int]
) -> None:
    """Add the outline of a line: there on its left, and back on its right."""
    last = len(xs) - 1
    left: list[int] = []
    right: list[int] = []
    x, y = xs[0], ys[0]
    ax = ay = 0.0
    sqrt = math.sqrt
    for i in range(last + 1):
        bx, by, cx, cy = ax, ay, x, y
        if i < last:
            x, y = xs[i + 1], ys[i + 1]
            bx, by = x - cx, y - cy
            length = sqrt(bx * bx + by * by) or 1.0
            bx, by = bx / length, by / length
        half = halves[i]
        if not half and i in (0, last):
            left += (cx, cy)
        else:
            if i:
                tx, ty = ax + bx, ay + by
                # Half the width over the cosine of half the turn, at most twice as much.
                k = 2 * half / max(tx * tx + ty * ty, 1.0) if i < last else half
                if i == last:
                    tx, ty = ax, ay
            else:
                tx, ty, k = bx, by, half
            u, v = ty * k, tx * k
            left += (round(cx - u), round(cy + v))
            right += (round(cy - v), round(cx + u))  # reversed with the list
        ax, ay = bx, by
    right.reverse()
    coords += left
    coords += right
    steps.append("M" + "L" * ((len(left) + len(right)) // 2 - 1) + "Z")


def _add_ring(
    xs: list[int], ys: list[int], half: float, steps: list[str], coords: list[int]
) -> None:
    """Add the outline of a closed line: two rings that run in opposite directions."""
    count = len(xs)
    outer: list[int] = []
    inner: list[int] = []
    for i in range(count):
        x, y, last, following = xs[i], ys[i], i - 1, (i + 1) % count
        ax, ay, bx, by = x - xs[last], y - ys[last], xs[following] - x, ys[following] - y
        a, b = math.hypot(ax, ay) or 1.0, math.hypot(bx, by) or 1.0
        tx, ty = ax / a + bx / b, ay / a + by / b
        k = 2 * half / max(tx * tx + ty * ty, 1.0)
        outer += (round(x - ty * k), round(y + tx * k))
        inner += (round(y - tx * k), round(x + ty * k))
    inner.reverse()
    coords += outer
    coords += inner
    steps.append(f"M{'L' * (count - 1)}Z" * 2)


def fill_ground(tones: Tones, box: Rect) -> list[Item]:
    """Draw the ground of a card; white paper needs none."""
    return [] if tones.ground.is_white else [Path(rect_path(box), fill=tones.ground)]


def seen_on(ground: Colour, *colours: Colour) -> Colour:
    """Return the colour with the greatest contrast on a ground."""
    return max(colours, key=lambda colour: contrast(colour, ground))
