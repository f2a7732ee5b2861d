"""The page of a booklet: its size, margins, grid and inks.

In: what a person chose (`BookSpec`). Out: a `Page` frame: every line of text stands on a grid whose
step is the leading; margins follow the canon of books, narrow inside, wide outside and at the foot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from printkit.art.theme import Palette, Theme, plain_paper_theme
from printkit.base.content import load_content
from printkit.base.units import MM_PER_POINT
from printkit.definition.variant import Variant
from printkit.products.cards.index import text_colour_on_paper

# Widths of pages (mm) and their type (pt); between them it grows in proportion.
_TYPE = ((105.0, 8.25), (148.0, 9.5), (210.0, 12.0))
# The leading, in sizes of the type; how much of the width text takes, and the most (em).
_LEADING, _MEASURE, _LONGEST = 1.32, 0.735, 33.0
# Of what is left beside the text so much is inside; margins above and below, of the height.
_INSIDE, _ABOVE, _BELOW = 0.41, 0.088, 0.108
# Where the baseline of a line lies between its top and its foot, in steps.
BASE = 0.74
# Neither smaller nor larger type than this is set (pt).
_LEAST, _MOST = 7.0, 16.0


@dataclass(frozen=True, slots=True)
class BookSpec:
    """What a person chose: the theme, the page's width and height (mm), the size of the type (pt;
    None: as the page asks for)."""

    theme: Theme
    width: float = 148.0
    height: float = 210.0
    size: float | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """Where text stands on a page (mm): `inside` and `outside` margins, the top of its first line,
    the width of a line, the size of the type (mm per em), the step of the grid, lines a page."""

    width: float
    height: float
    inside: float
    outside: float
    top: float
    measure: float
    size: float
    step: float
    lines: int

    def left(self, number: int) -> float:
        """Where lines begin on a page of this number: odd pages lie on the right."""
        return self.inside if number % 2 else self.outside

    @property
    def bottom(self) -> float:
        return self.top + self.lines * self.step


def frame_of(spec: BookSpec) -> Frame:
    """The frame that a page of this size asks for."""
    points = spec.size or _interpolated(min(spec.width, spec.height))
    points = min(max(points, _LEAST), _MOST)
    size = points * MM_PER_POINT
    step = round(points * _LEADING * 4) / 4 * MM_PER_POINT
    measure = min(spec.width * _MEASURE, size * _LONGEST)
    inside = (spec.width - measure) * _INSIDE
    top = spec.height * _ABOVE
    room = spec.height - top - spec.height * _BELOW
    return Frame(
        width=spec.width,
        height=spec.height,
        inside=inside,
        outside=spec.width - measure - inside,
        top=top,
        measure=measure,
        size=size,
        step=step,
        lines=int(room / step + 1e-6),
    )


def smaller(frame: Frame, ratio: float) -> Frame:
    """The frame with smaller type on a finer grid."""
    step = frame.step * ratio
    lines = int((frame.bottom - frame.top) / step + 1e-6)
    return replace(frame, size=frame.size * ratio, step=step, lines=lines)


def _interpolated(width: float) -> float:
    """The size for a width, to a quarter of a point."""
    (w0, s0), *rest = _TYPE
    size = s0
    for w1, s1 in rest:
        if width > w0:
            size = s0 + (s1 - s0) * (min(width, w1) - w0) / (w1 - w0)
        w0, s0 = w1, s1
    return round(size * 4) / 4


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a booklet: text on white paper, whatever the theme of its cards.

    `text` is black, `title` the family's own colour, `quiet` for what stands beside the text,
    `rule` for hairlines, `tint` for grounds, `accent` for ornaments, `link` for what leads on.
    """

    theme: Theme
    cards: Theme
    text: str
    title: str
    quiet: str
    rule: str
    tint: str
    accent: str
    link: str


def title_colour(variant: Variant | None) -> str:
    """The colour of the back of a variant's first family, by its name in the themes."""
    if variant is None:
        return "ink"
    family = next(iter(variant.families.values()))
    if isinstance(family.back, str):
        return str(load_content("backs.toml")[family.back]["colour"])
    return family.colour


def inks_of(theme: Theme, variant: Variant | None) -> Inks:
    """The inks of a theme; titles are in the colour of its back."""
    page = plain_paper_theme(theme)
    colour = title_colour(variant)
    palette: Palette = page.palette(colour)
    black = page.palette("ink")
    title = text_colour_on_paper(palette)
    return Inks(
        theme=page,
        cards=theme,
        text=black.ink,
        title=title,
        quiet=page.palette("ink").ink if not page.solid else "#55585f",
        rule=palette.shade,
        tint=palette.tint if page.solid else palette.paper,
        accent=palette.accent,
        link=title,
    )
