"""The two surfaces of mats, tables and boards: felt, dark to the edge, and lines on white paper.

A surface is a theme made of another one, so that all that is drawn in its palettes follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.theme import Palette, Theme
from printkit.base.content import content_path, load_content
from printkit.base.geometry import Matrix, centred_rect, translation
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.places.label import NAME_SIZE, Label, PlaceLabels, make_label, name_size
from printkit.graphics.colour import BLACK, MIN_TEXT_CONTRAST, WHITE, Colour, blend, contrast
from printkit.graphics.display_list import (
    Item,
    Path,
    Stroke,
    Symbol,
    as_artifact,
    recolour,
    transformed,
)
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point, card_outline
from printkit.model.cards import Family
from printkit.model.tabletop import MAT, Place
from printkit.model.text import Text
from printkit.model.variant import Variant
from printkit.pieces.options import FELT, LIGHT, SHAPE, SURFACE, THEME
from printkit.pieces.product import RenderOptions

# Gold without foil: three tints of the theme, one for each wave of a ring; on white, blends.
_GOLD = (0, 4, 6)
_GOLD_ON_WHITE = (0.45, 0.95, 0.7)
# Colours of a theme that become gold on felt.
_GOLDEN = ("indigo", "ochre", "pazaak-main", "ink", "black")
# Shares in blends with the ground: soft colour in rings and in plates, black in deep areas.
_RING, _TONE, _DEEP = 0.14, 0.2, 0.34
_RING_ON_WHITE, _TONE_ON_WHITE, _SOFT_ON_WHITE = 0.055, 0.04, 0.38
# The colour, by its name in the themes, of places without a family.
COLOUR = "indigo"
# The share of a back's colours in the places of piles.
_BACK_ON_FELT, _BACK_ON_WHITE = 0.78, 0.34


class TableInks(msgspec.Struct, frozen=True):
    """The colours of a mat, a table or a board.

    `ring` is for rings of the ground, `deep` for sunken areas, `tone` for plates, `soft` for soft
    lines, `text` for names, `aside` for their notes; `lines` scales the weight of lines.
    """

    ground: Colour
    ring: Colour
    deep: Colour
    tone: Colour
    soft: Colour
    line: Colour
    gold: tuple[Colour, ...]
    text: Colour
    aside: Colour
    solid: bool
    lines: float

    @property
    def hollow(self) -> Colour | None:
        """The fill of sunken areas; None in a theme that saves ink."""
        return self.deep if self.solid else None

    def stroke(self, colour: Colour, width: float = FINE) -> Stroke:
        """Return a stroke of `width` mm in the line weight of the theme."""
        return Stroke(colour, max(0.09, width * self.lines))


def choose_surface(variant: Variant, options: RenderOptions) -> RenderOptions:
    """Return the options with the theme of the surface.

    The default is felt for themes that print their ground, else lines on paper."""
    chosen = options.theme
    printed = (
        chosen.face.full_bleed or contrast(chosen.roles_of["paper"], WHITE) > MIN_TEXT_CONTRAST
    )
    surface = options[SURFACE] or (FELT if printed else LIGHT)
    if surface == LIGHT:
        if not printed:
            return options
        plain = options.choose(THEME, chosen.plain).theme
        return options.with_theme(_surface(plain, chosen))
    backs = load_content("backs.toml")
    design = next((family.back.design for family in variant.families.values()), None)
    hue = backs[design]["colour"] if isinstance(design, str) else ""
    return options.with_theme(_felt_theme(chosen, hue))


@lru_cache(maxsize=32)
def _surface(plain: Theme, chosen: Theme) -> Theme:
    """Return a theme of white paper for cards of another one."""
    return replace(plain, cards=chosen)


@lru_cache(maxsize=32)
def _felt_theme(chosen: Theme, hue: str) -> Theme:
    felt = chosen.felts.get(hue) or chosen.felts["indigo"]
    ground, soft = felt["ground"], felt["soft"]
    gold, text = chosen.gold[_GOLD[1]], chosen.marks["felt-text"]
    colours = {name: _light_up(colour, ground) for name, colour in chosen.colours.items()}
    colours |= dict.fromkeys((name for name in _GOLDEN if name in colours), gold)
    roles = {"paper": ground, "ink": text, "area": text, "accent": gold}
    return replace(
        chosen,
        key=FELT,
        roles_of={**chosen.roles_of, **roles, "light": text, "dark": BLACK},
        mix={"tint": 0.12, "shade": 0.45},
        colours={**colours, FELT: soft},
        solid=True,
        lines=1.0,
        measured=False,
        face=replace(chosen.face, full_bleed=False, gold=False),
        cards=chosen,
    )


def _light_up(colour: Colour, ground: Colour) -> Colour:
    """Return a colour, lightened until it is legible on a ground."""
    steps = (blend(WHITE, colour, share / 10) for share in range(11))
    return next(step for step in steps if contrast(step, ground) >= MIN_TEXT_CONTRAST)


@lru_cache(maxsize=32)
def table_inks(theme: Theme) -> TableInks:
    """Return the colours of mats, tables and boards in a theme."""
    palette = theme.palette(COLOUR)
    paper, main, felt = palette.paper, palette.main, theme.colours.get(FELT)
    common = partial(TableInks, ground=paper, line=main, solid=theme.solid, lines=theme.lines)
    if felt:
        return common(
            ring=blend(felt, paper, _RING),
            deep=blend(BLACK, paper, _DEEP),
            tone=blend(felt, paper, _TONE),
            soft=felt,
            gold=tuple(theme.gold[i] for i in _GOLD),
            text=palette.ink,
            aside=theme.marks["felt-aside"],
        )
    return common(
        ring=blend(main, paper, _RING_ON_WHITE),
        deep=paper,
        tone=blend(main, paper, _TONE_ON_WHITE) if theme.solid else paper,
        soft=blend(main, paper, _SOFT_ON_WHITE),
        gold=tuple(blend(palette.accent, paper, share) for share in _GOLD_ON_WHITE),
        text=text_colour_on_paper(palette),
        aside=palette.ink,
    )


def words_palette(theme: Theme, palette: Palette) -> Palette:
    """Return a palette of a surface for text, which is not gold on felt."""
    if FELT not in theme.colours:
        return palette
    inks = table_inks(theme)
    return replace(palette, main=inks.text, ink=inks.aside)


@lru_cache(maxsize=64)
def printed_back(design: str, width: float, height: float, theme: Theme, shape: str) -> Symbol:
    """Return a back as places on a surface show it: that of the cards, mixed with its ground."""
    deep, cards = table_inks(theme).deep, theme.cards or theme
    share = _BACK_ON_FELT if FELT in theme.colours else _BACK_ON_WHITE

    def change(colour: Colour) -> Colour:
        return blend(colour, deep, share)

    back = draw_back(design, width, height, 0.0, cards, shape)
    paper = Path(card_outline(centred_rect(width, height), shape), fill=cards.roles_of["paper"])
    items = recolour((paper, *back.items) if cards.solid else back.items, change, {}, "-pale")
    return replace(back, key=f"{back.key}-pale", items=items)


# The margin of a place around its card or token (mm).
AIR = 1.0
# From a name to what it names (mm).
_BELOW_NAME = 1.6
# The diameter of a hole for a peg (mm).
HOLE = 4.0


class PlaceDrawing(msgspec.Struct, frozen=True):
    """The drawing of a place, a track or a board, centred on the origin.

    `holes` are the centres of peg holes.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    holes: tuple[Point, ...] = ()

    def mapped(self, matrix: Matrix) -> tuple[Item, tuple[Point, ...]]:
        """Return the drawing and the holes, transformed by a matrix."""
        return transformed(self.items, matrix), tuple(matrix.apply(x, y) for x, y in self.holes)


class PlaceHints(msgspec.Struct, frozen=True):
    """Layout preferences that the definition leaves open.

    `width` and `height` are minimums (mm); `share_padding` puts cards closer together; a `nameless`
    place has its name elsewhere, several places `named_within` upon one of them; a `facing` one is
    read from two opposite sides.
    """

    per_row: int | None = None
    width: float = 0.0
    height: float = 0.0
    share_padding: bool = False
    nameless: bool = False
    named_within: bool = False
    facing: bool = False


NO_HINTS = PlaceHints()


class PlaceContext(msgspec.Struct, frozen=True):
    """Everything needed to draw a place: its definition, variant, options and hints."""

    place: Place
    variant: Variant
    options: RenderOptions
    hints: PlaceHints = NO_HINTS

    @property
    def palette(self) -> Palette:
        """The palette of its family; the common one for ink and for no family."""
        colour = self.family.colour_or_ink if self.family is not None else COLOUR
        return self.options.theme.palette(COLOUR if colour == "ink" else colour)

    @property
    def family(self) -> Family | None:
        """The family of its cards."""
        return self.variant.families.get(self.place.family or "")

    @property
    def shape(self) -> str:
        """The shape of the cards."""
        return self.options[SHAPE]

    @property
    def inks(self) -> TableInks:
        """The colours of mats, tables and boards."""
        return table_inks(self.options.theme)

    @property
    def words(self) -> Palette:
        """The palette of text."""
        return words_palette(self.options.theme, self.palette)

    @property
    def is_facing(self) -> bool:
        """True if it is read from two opposite sides, as every place on a mat."""
        return self.place.on == MAT or self.hints.facing

    def label(self, name: Text, use: Text | None, width: float, size: float = NAME_SIZE) -> Label:
        """Make a label in its colours. Raises MissingGlyph."""
        return make_label(name, use, width, self.options, self.words, size)

    def labels(
        self, name: Text, use: Text | None, width: float, size: float = NAME_SIZE
    ) -> PlaceLabels:
        """Make labels for all its readers, each in a language. Raises MissingGlyph."""
        if not self.is_facing:
            return PlaceLabels((self.label(name, use, width, size),))
        near, far = (replace(self, options=side) for side in self.options.sides)
        texts = (text for text in (name, use) if text)
        same = all(len(self.options.translations(text)) == 1 for text in texts)
        one, other = (side.label(name, use, width, size) for side in (near, far))
        return PlaceLabels((one, replace(other, artifact=same)))

    @property
    def similar(self) -> list[Place]:
        """The places of its kind on the same component, itself among them."""
        own = (self.place.kind, self.place.on)
        return [place for place in self.variant.places if (place.kind, place.on) == own]

    @property
    def per_row(self) -> int:
        """The number of items in a row."""
        count = self.place.count
        asked = self.hints.per_row or -(-count // self.place.rows)
        return max(1, min(asked, count))

    @property
    def rows(self) -> int:
        return -(-self.place.count // self.per_row)

    def draw_grid(
        self, size: Point, gap: Point, draw: Callable[[int], Sequence[Item]], down: float = 0.0
    ) -> PlaceDrawing:
        """Draw the items of the place, of this size, in rows with a gap; each `down` mm lower."""
        pitch = (size[0] + gap[0], size[1] + gap[1])
        items = [
            transformed(list(draw(i)), translation(x, y + down))
            for i, (x, y) in enumerate(grid_centres(self.place.count, self.per_row, pitch))
        ]
        across, deep = self.per_row * pitch[0] - gap[0], self.rows * pitch[1] - gap[1]
        return PlaceDrawing(across, deep, tuple(items))

    def add_name(self, drawing: PlaceDrawing, least: float) -> PlaceDrawing:
        """Add name and use above a drawing, in a width of `least` mm. Raises TextOverflow."""
        if self.hints.nameless:
            return drawing
        place, size = self.place, name_size(self.place.on)
        width = max(drawing.width, min(60.0, self.hints.width), least * size / NAME_SIZE)
        words = self.label(place.name, place.how, width, size)
        height = words.height + _BELOW_NAME + drawing.height
        items, holes = drawing.mapped(translation(0, (height - drawing.height) / 2))
        named = (words.draw_below(0, -height / 2), items)
        return PlaceDrawing(max(drawing.width, words.width), height, named, holes)


def repeat(items: Sequence[Item]) -> Callable[[int], Sequence[Item]]:
    """Return a function that draws the same for each item of a place.

    All but the first are artifacts.
    """
    return lambda i: as_artifact(items) if i else items


def drawing_path(name: str) -> FilePath:
    """Return the path of a bundled drawing."""
    return content_path("art", "tokens", f"{name}.svg")


def grid_centres(
    count: int, per_row: int, pitch: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the centres of a grid about the origin; an incomplete last row is centred.

    >>> list(grid_centres(3, 2, (10, 10)))
    [(-5.0, -5.0), (5.0, -5.0), (0.0, 5.0)]
    """
    rows = -(-count // per_row)
    for row in range(rows):
        here = min(per_row, count - row * per_row)
        for column in range(here):
            x = (column - (here - 1) / 2) * pitch[0]
            yield x, (row - (rows - 1) / 2) * pitch[1]


def draw_centre_mark(palette: Palette) -> list[Item]:
    """Draw a cross as the centre mark of a drill hole."""
    r = 0.3 * HOLE
    builder = PathBuilder().move(-r, 0).line(r, 0).move(0, -r).line(0, r)
    return [Path(builder.done(), stroke=Stroke(palette.ink, palette.line_weight(FINE)))]


def hole_outlines(holes: Iterable[tuple[float, float]]) -> PathData:
    """Return the outlines of peg holes."""
    builder = PathBuilder()
    for x, y in holes:
        builder.circle(x, y, HOLE / 2)
    return builder.done()
