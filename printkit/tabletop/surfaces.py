"""Draw the surfaces of mats and boards, engraved lines and labels.

A surface is a theme that is derived from another theme, so that all drawings in its palettes change
with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from printkit.art.backs import draw_back
from printkit.art.emblems import emblem, place_emblem
from printkit.art.ornaments import Outline, frame_outline, ring
from printkit.art.theme import Palette, Theme
from printkit.base.content import content_path
from printkit.base.design import back_rows
from printkit.base.geometry import (
    MM_PER_POINT,
    Matrix,
    Rect,
    centred_rect,
    half_rotation,
    polar,
    rotation,
    translation,
)
from printkit.base.records import evolve
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import text_colour_on_paper
from printkit.graphics.colour import BLACK, MIN_TEXT_CONTRAST, WHITE, Colour, blend, contrast
from printkit.graphics.display_list import (
    INVISIBLE,
    OUTLINED,
    Group,
    Item,
    LateItems,
    Path,
    Stroke,
    Symbol,
    Use,
    as_artifact,
    recolour,
    transformed,
)
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE, LINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point, card_outline, circle
from printkit.layout.bidi import to_capitals
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.fit_text import (
    Caption,
    FitStyle,
    TextOverflow,
    fit_text,
    require_fragment,
    text_line,
    text_width,
)
from printkit.layout.records import (
    CENTRED,
    MIN_LAST_LETTERS,
    Canvas,
    Fragment,
    Overflow,
    Span,
    Strip,
    TextStyle,
)
from printkit.model.cards import Family
from printkit.model.tabletop import MAT, Place
from printkit.model.text import Text
from printkit.model.variant import Variant
from printkit.pieces.options import FELT, LIGHT, SURFACE, THEME
from printkit.pieces.product import RenderOptions

# --- label ---------------------------------------------------------------------------------------

# The size of a name and of a word of use (mm per em).
NAME_SIZE, _USE_SIZE = 9 * MM_PER_POINT, 8 * MM_PER_POINT
# The size of a name in the second language, against the first.
_SECOND_NAME = 0.92
# The space above a word of use, and between the words of two languages (mm).
_SPACE_ABOVE_USE, _BETWEEN_LANGUAGES = 1.1, 0.7
# The height of accents above capitals (em).
_ACCENT_HEIGHT = 0.14
# The scale of names on a mat, and the largest scale of a word of use.
_TWO_SIDED_NAME, _MAX_USE_GROWTH = 1.25, 1.45
# The maximum number of lines of a text.
_LABEL_MAX_LINES = 4
# Labels are laid out in mm: one em and one line are 1 mm.
_IN_MM = TextStyle(
    1.0, 1.0, "", min_size=MIN_TABLE_TEXT_SIZE, keep_numbers=True, min_last_letters=MIN_LAST_LETTERS
)


class Label(Fragment, frozen=True, eq=False):
    """Text that is laid out in a width of `measure` mm and drawn centred.

    Text too wide even at the smallest size has an `overflow`; drawing it raises TextOverflow. An
    `artifact` is not read aloud.
    """

    measure: float = 0.0
    artifact: bool = False

    def draw_below(self, x: float, y: float) -> Item:
        """Draw the label centred on x, its upper edge at y. Raises TextOverflow."""
        canvas = Canvas()
        require_fragment(self, self.measure).paint(canvas, -self.measure / 2, 0.0)
        items = as_artifact(canvas.items) if self.artifact else canvas.items
        return transformed(list(items), translation(x, y))

    def draw_about(self, x: float, y: float) -> Item:
        """Draw the label centred on (x, y). Raises TextOverflow."""
        return self.draw_below(x, y - self.height / 2)


NO_LABEL = Label((), 0.0)


class PlaceLabels(Struct, frozen=True, eq=False):
    """A label of a place, with an optional second label for a reader on the far side."""

    sides: tuple[Label, ...]

    @property
    def width(self) -> float:
        """The width of the wider label (mm)."""
        return max(label.width for label in self.sides)

    @property
    def height(self) -> float:
        """The height of the taller label (mm)."""
        return max(label.height for label in self.sides)

    @property
    def overflow(self) -> float:
        """The larger excess width (mm)."""
        return max(label.overflow for label in self.sides)

    def draw_below(self, y: float) -> list[Item]:
        """Draw the near label below the middle with its upper edge at y, and the far label turned.

        Raises TextOverflow.
        """
        drawn = [label.draw_below(0.0, y) for label in self.sides]
        return [*drawn[:1], *(transformed([far], half_rotation(0, 0)) for far in drawn[1:])]

    def draw_middle(self, apart: float) -> list[Item]:
        """Draw one label about the middle, or two labels at `apart` mm from it. Raises
        TextOverflow.
        """
        return self.draw_below(apart) if self.sides[1:] else [self.sides[0].draw_about(0, 0)]


def name_size(on: str) -> float:
    """Return the size of names on a component (mm per em): larger on a mat, which is read from
    afar.
    """
    return NAME_SIZE * (_TWO_SIDED_NAME if on == MAT else 1.0)


def make_label(
    name: Text,
    use: Text | None,
    width: float,
    options: RenderOptions,
    palette: Palette,
    size: float,
) -> Label:
    """Make a label of a name and its use below, each in one language or in two.

    Raises MissingGlyph for a character that the font lacks.
    """
    colour, parts = text_colour_on_paper(palette), list[StackPart]()
    for i, text in enumerate(options.translations(name)):
        font, own = (TITLE, _SECOND_NAME * size) if i else (TITLE_BOLD, size)
        parts.append(text_part(text, font, own, colour, _BETWEEN_LANGUAGES))
    own = _USE_SIZE * min(size / NAME_SIZE, _MAX_USE_GROWTH)
    for i, text in enumerate(options.translations(use) if use is not None else ()):
        above = _BETWEEN_LANGUAGES if i else _SPACE_ABOVE_USE
        parts.append(text_part(text, INDEX, own, palette.ink, above, sentence=True))
    label, accents = fit_label(parts, width), Strip(_ACCENT_HEIGHT * size)
    return replace(label, strips=(accents, *label.strips))


def text_part(
    text: str, font: str, size: float, colour: Colour, above: float = 0.0, *, sentence: bool = False
) -> StackPart:
    """Return text for a label, at most `size` mm per em, with `above` mm of space above it.

    A `sentence` does not end in a short last line.
    """
    return StackPart(Caption(text, font, colour, size, _LABEL_MAX_LINES, sentence), above)


def fit_label(parts: Sequence[StackPart], width: float) -> Label:
    """Make a label of stacked texts. Raises MissingGlyph."""
    return Label(**asdict(Stack(tuple(parts)).lay_out(_IN_MM, width)), measure=width)


def fit_word(text: str, size: float, width: float, colour: Colour) -> Label:
    """Make a label of a word in bold. Raises MissingGlyph."""
    return fit_label([text_part(text, TITLE_BOLD, size, colour)], width)


def make_note(
    lead: str, text: str, width: float, size: float, language: str, palette: Palette
) -> Label:
    """Make a note of a bold lead and a text, in centred lines."""
    spans = [Span(lead, TITLE_BOLD, text_colour_on_paper(palette))] if lead else []
    if text:
        spans.append(Span(f" {text}" if lead else text, TITLE, palette.ink))
    style = TextStyle(size, 1.26 * size, language, render_mode=OUTLINED, keep_numbers=True)
    paragraph = Paragraph(tuple(spans), CENTRED, hyphenate=False)
    return Label(**asdict(paragraph.lay_out(style, width)), measure=width)


# --- context -------------------------------------------------------------------------------------

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
    lines, `text` for names, and `aside` for the notes on names. `lines` scales the weight of lines.
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

    The default is felt for themes that print their ground, otherwise lines on paper.
    """
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
    design = next((family.back.design for family in variant.families.values()), None)
    hue = back_rows()[design].colour if isinstance(design, str) else ""
    return options.with_theme(_felt_theme(chosen, hue))


@lru_cache(maxsize=32)
def _surface(plain: Theme, chosen: Theme) -> Theme:
    """Return the theme of a surface of white paper, on which cards have the `chosen` theme."""
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
        face=evolve(chosen.face, full_bleed=False, gold=False),
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
    """Return the palette of text on a surface; on felt, text is not gold."""
    if FELT not in theme.colours:
        return palette
    inks = table_inks(theme)
    return replace(palette, main=inks.text, ink=inks.aside)


@lru_cache(maxsize=64)
def printed_back(design: str, width: float, height: float, theme: Theme, shape: str) -> Symbol:
    """Return a back for places on a surface: the back of the cards, mixed with the ground."""
    deep, cards = table_inks(theme).deep, theme.cards or theme
    share = _BACK_ON_FELT if FELT in theme.colours else _BACK_ON_WHITE

    def change(colour: Colour) -> Colour:
        return blend(colour, deep, share)

    back = draw_back(design, width, height, 0.0, cards, shape)
    paper = Path(card_outline(centred_rect(width, height), shape), fill=cards.roles_of["paper"])

    def pale() -> tuple[Item, ...]:
        return recolour((paper, *back.items) if cards.solid else back.items, change, {}, "-pale")

    items = back.items
    changed = items.changed(repr((deep, share)), pale) if isinstance(items, LateItems) else pale()
    return replace(back, key=f"{back.key}-pale", items=changed)


# The margin of a place around its card or token (mm).
AIR = 1.0
# The gap below a name (mm).
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

    `width` and `height` are minimums (mm); `share_padding` puts cards closer together; the name of
    a `nameless` place is printed elsewhere; the name of several `named_within` places is inside one
    of them; a `facing` place is read from two opposite sides.
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
        """The palette of the place's family, or the common palette if the place has no family, or a
        family in the colour of ink.
        """
        colour = self.family.colour_or_ink if self.family is not None else COLOUR
        return self.options.theme.palette(COLOUR if colour == "ink" else colour)

    @property
    def family(self) -> Family | None:
        """The family of the place's cards, or None."""
        return self.variant.families.get(self.place.family or "")

    @property
    def shape(self) -> str:
        """The shape of the cards."""
        return self.options.shape

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
        """True if the place is read from two opposite sides, like every place on a mat."""
        return self.place.on == MAT or self.hints.facing

    def label(self, name: Text, use: Text | None, width: float, size: float = NAME_SIZE) -> Label:
        """Make a label in the colours of the place's text. Raises MissingGlyph."""
        return make_label(name, use, width, self.options, self.words, size)

    def labels(
        self, name: Text, use: Text | None, width: float, size: float = NAME_SIZE
    ) -> PlaceLabels:
        """Make a label for each side from which the place is read, in the languages of that side.

        Raises MissingGlyph.
        """
        if not self.is_facing:
            return PlaceLabels((self.label(name, use, width, size),))
        near, far = (replace(self, options=side) for side in self.options.sides)
        texts = (text for text in (name, use) if text)
        same = all(len(self.options.translations(text)) == 1 for text in texts)
        one, other = (side.label(name, use, width, size) for side in (near, far))
        return PlaceLabels((one, replace(other, artifact=same)))

    @property
    def similar(self) -> list[Place]:
        """The places of the same kind on the same component, including this place."""
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
        """Draw the items of the place in rows with gaps; each item has the given size and is moved
        down by `down` mm.
        """
        pitch = (size[0] + gap[0], size[1] + gap[1])
        items = [
            transformed(list(draw(i)), translation(x, y + down))
            for i, (x, y) in enumerate(grid_centres(self.place.count, self.per_row, pitch))
        ]
        across, deep = self.per_row * pitch[0] - gap[0], self.rows * pitch[1] - gap[1]
        return PlaceDrawing(across, deep, tuple(items))

    def add_name(self, drawing: PlaceDrawing, least: float) -> PlaceDrawing:
        """Add name and use above a drawing, as wide as the drawing and at least `least` mm (for
        names of normal size).

        Raises TextOverflow if they do not fit.
        """
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
    """Return a function that draws the same items at each position of a place.

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


# --- engraving -----------------------------------------------------------------------------------

# The chamfer of a plate (mm).
CHAMFER = 2.4
# The length of a petal relative to the width of its ring, and the pitch of petals (mm). The weights
# of lines of a ring, of a heavy line, and of the edge of a place.
_PETAL, _PITCH, _WAVE, HEAVY, EDGE = 0.27, 1.3, 0.2, 0.8, 0.42


def draw_dots(data: PathData, colour: Colour, palette: Palette) -> Item:
    """Draw small shapes filled, or outlined in a theme that saves ink."""
    if palette.solid:
        return Path(data, fill=colour)
    return Path(data, stroke=Stroke(colour, palette.line_weight(FINE)))


def draw_plate(
    rect: Rect, palette: Palette, *, fill: Colour | None = None, chamfer: float = CHAMFER
) -> Item:
    """Draw a chamfered plate, on paper unless another ground is given."""
    edge = frame_outline("chamfer", rect, min(chamfer, 0.3 * rect.h))
    return Path(edge, fill=fill or palette.paper, stroke=palette.stroke(0.5))


def draw_card_frame(context: PlaceContext, inset: float) -> list[Item]:
    """Draw the frame of a card place, `inset` mm inside the outline of the card.

    A frame outside the outline is a heavy line with a fine one inside it.
    """
    palette, size, shape = context.palette, context.options.size, context.shape
    card, weight = centred_rect(size.w, size.h), EDGE if inset < 0 else LINE
    ground = context.inks.tone if palette.solid else None
    outer = card_outline(card, shape, inset)
    items: list[Item] = [Path(outer, fill=ground, stroke=palette.stroke(weight))]
    if inset < 0:
        items.append(Path(card_outline(card, shape, inset + 1.0), stroke=palette.stroke(FINE)))
    return items


def draw_ring(r: float, palette: Palette) -> list[Item]:
    """Draw a round frame on a pale ground, with a fine circle inside it."""
    fill = palette.tint if palette.solid else None
    items: list[Item] = [Path(circle(r), fill=fill, stroke=palette.stroke())]
    if palette.solid and r > 4:
        items.append(Path(circle(r - 0.9), stroke=palette.stroke(FINE)))
    return items


def draw_waves(
    inner: float, outer: float, inks: TableInks, *, golden: bool, colour: Colour | None = None
) -> list[Item]:
    """Draw a guilloche ring in one colour or, if `golden`, of one wave in each tint of gold."""
    width = outer - inner
    pitch = _PETAL * width + _PITCH
    if not inks.solid:
        pitch *= 1.8
    petals = max(12, 12 * round(math.pi * (inner + outer) / pitch / 12))
    near, far = Outline.circle(inner), Outline.circle(outer)
    if not golden:
        line = inks.stroke(colour or inks.soft, _WAVE)
        return [Use(ring(near, far, petals, 4 if inks.solid else 2, line))]
    count = len(inks.gold)
    return [
        Use(
            ring(near, far, petals, 1, inks.stroke(tint, _WAVE)),
            rotation(360 / petals * phase / count),
        )
        for phase, tint in enumerate(inks.gold)
    ]


def draw_ticks(
    outer: float, count: int, palette: Palette, *, every: int = 4, depth: float = 1.6
) -> Item:
    """Draw a graduated ring: strokes from the radius `outer` inwards, one in `every` longer."""
    inner = [outer - (0.5 * depth if step % every else depth) for step in range(count)]
    return Path(PathBuilder().rays(0, 0, outer, inner, -90).done(), stroke=palette.stroke(FINE))


def octagon(r: float) -> PathData:
    """Return an octagon about the origin with a level foot."""
    return PathBuilder().polygon(polar(r, 45 * (k + 0.5)) for k in range(8)).done()


def star_path(points: int, outer: float, inner: float) -> PathData:
    """Return a star about the origin, its first point up."""
    radii = (outer, inner) * points
    corners = (polar(r, 180 / points * step - 90) for step, r in enumerate(radii))
    return PathBuilder().polygon(corners).done()


def tinted_emblem(path: FilePath, size: float, palette: Palette) -> Item:
    """Return an emblem in pale colours, to mark a place."""
    pale = palette
    if palette.solid:
        pale = replace(
            palette,
            ink=palette.shade,
            area=palette.shade,
            main=palette.shade,
            shade=palette.tint,
            accent=palette.shade,
            paper=palette.tint,
            tint=palette.tint,
        )
    return place_emblem(emblem(path, pale, size), 0, 0, size)


# The width of the casing beyond the rings (mm).
CASING = 3.2
# The bounds of three rings (gold, soft, gold) as shares of the width; narrower than `_ONE_RING` mm,
# there is only one.
_RINGS = (0.0, 0.34, 0.68, 1.0)
_ONE_RING = 26.0
# The radii of the rings of a ground, against the first.
_CLOTH = (1.0, 1.5, 2.05, 2.65, 3.3, 4.1, 5.0)


def draw_casing(r: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw the casing of rings of radius `r`: a fine line, a heavy line and a graduation."""
    return [
        Path(circle(r + CASING), fill=inks.ground, stroke=palette.stroke(FINE)),
        Path(circle(r + 1.6), fill=inks.hollow, stroke=palette.stroke(HEAVY)),
        draw_ticks(r + 1.2, 120, palette, every=10, depth=2.2),
    ]


def ring_bounds(inner: float, outer: float) -> list[tuple[float, float]]:
    """Return the bounds of the rings between two radii, innermost first."""
    if outer - inner < _ONE_RING:
        return [(inner, outer)]
    steps = [inner + share * (outer - inner) for share in _RINGS]
    return list(pairwise(steps))


def draw_rings(inner: float, outer: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw gold rings with a soft ring between them."""
    items: list[Item] = []
    for i, (start, end) in enumerate(ring_bounds(inner, outer)):
        items += draw_waves(start + 0.2, end - 0.2, inks, golden=i % 2 == 0)
        if i:
            items.append(Path(circle(start), stroke=palette.stroke(FINE)))
    return [*items, Path(circle(inner), fill=inks.hollow, stroke=palette.stroke())]


def draw_cloth(start: float, far: float, edge: PathData, inks: TableInks) -> Group:
    """Draw the ground of a mat: wide rings from `start` to `far`, clipped to `edge`."""
    items: list[Item] = []
    for inner, outer in pairwise(start * share for share in _CLOTH):
        if inner < far:
            items += draw_waves(inner, outer, inks, golden=False, colour=inks.ring)
    return Group(tuple(items), clip=edge)


# The padding of words on a plate, and leadings (em of the first line).
_PAD, _LEADING, _ASIDE = 1.3, 1.2, 1.36
# The maximum number of lines of a word of use.
_MAX_LINES = 3


class ArcLine(msgspec.Struct, frozen=True):
    """A line of text to be set on an arc; `size` is in mm per em.

    `read` is the text for screen readers, if different.
    """

    text: str
    font: str
    size: float
    colour: Colour
    read: str = ""

    @property
    def width(self) -> float:
        return text_width(self.font, self.text, self.size)


def draw_arc_text(line: ArcLine, r: float, middle: float = 0.0) -> list[Item]:
    """Draw text on an arc, its capitals centred on the radius `r`.

    `middle` is the angle from the lowest point (radians).
    """
    capital = font(line.font).cap_height / UNITS * line.size
    base = r + capital / 2
    ends = [text_width(line.font, line.text[:i], line.size) for i in range(len(line.text) + 1)]
    items: list[Item] = []
    for letter, start, end in zip(line.text, ends, ends[1:], strict=False):
        if letter.isspace():
            continue
        angle = middle + ((start + end) / 2 - ends[-1] / 2) / r
        place = rotation(math.degrees(-angle)).then(
            Matrix(1, 0, 0, 1, base * math.sin(angle), base * math.cos(angle))
        )
        drawn = text_line(line.font, letter, -(end - start) / 2, 0.0, line.size, line.colour)
        items.append(transformed([replace(drawn, artifact=True)], place))
    read = line.read or line.text
    words = text_line(line.font, read, 0.0, base, line.size, line.colour, align=0.5)
    words = replace(words, render_mode=INVISIBLE)
    place = rotation(math.degrees(-middle))
    return [*items, transformed([words], place) if middle else words]


def arc_band(inner: float, outer: float, half: float, middle: float = 0.0) -> PathData:
    """Return the outline of a ring segment, `half` radians on both sides of `middle`."""
    centre = 90 - math.degrees(middle)
    low, high = centre - math.degrees(half), centre + math.degrees(half)
    builder = PathBuilder().arc(0, 0, outer, low, high)
    return builder.arc(0, 0, inner, high, low, join=True).close().done()


class ArcPlate(msgspec.Struct, frozen=True):
    """A plate of text on an arc about the lowest point, its first line in capitals."""

    lines: tuple[ArcLine, ...]
    r: float
    size: float

    @property
    def depth(self) -> float:
        """The distance from the inner to the outer edge (mm)."""
        return plate_depth(len(self.lines), self.size)

    @property
    def half(self) -> float:
        """Half of the plate's angle (radians)."""
        widest = max(line.width / self._radius(i) for i, line in enumerate(self.lines))
        return widest / 2 + _PAD * self.size / self.r

    def _radius(self, i: int) -> float:
        """Return the radius of the middle of a line."""
        first = self.r - self.depth / 2 + (0.62 + 0.36) * self.size
        return first + (i and _LEADING * self.size + (i - 1) * _ASIDE * 0.82 * self.size)

    def draw(self, half: float, palette: Palette, inks: TableInks) -> list[Item]:
        """Draw the plate, which extends `half` radians to both sides."""
        inner, outer = self.r - self.depth / 2, self.r + self.depth / 2
        edge = arc_band(inner, outer, half)
        items: list[Item] = [Path(edge, fill=inks.deep, stroke=palette.stroke(0.5))]
        for i, line in enumerate(self.lines):
            items += draw_arc_text(line, self._radius(i))
        return items


def plate_depth(lines: int, size: float) -> float:
    """Return the depth (mm) of a plate of `lines` lines with a name of `size` mm per em."""
    return size * (1.96 + (lines > 1) * 1.1 + max(0, lines - 2) * 1.12)


def make_plate(
    name: str, use: str, r: float, size: float, widest: float, inks: TableInks, small: float
) -> ArcPlate:
    """Return the plate of a name in capitals, with the use of the place in up to three lines.

    `widest` is the largest angle (radians), and `small` is the size of the use (mm per em). Raises
    TextOverflow if the text does not fit.
    """
    max_width = widest * r - 2 * _PAD * size
    first = ArcLine(to_capitals(name), TITLE_BOLD, size, inks.text, name)
    if first.width > max_width:
        first = replace(first, size=max(small, size * max_width / first.width))
    box = Rect(0, 0, max_width, _MAX_LINES * _ASIDE * small)
    style = FitStyle(TITLE, small, small, _MAX_LINES, MIN_LAST_LETTERS)
    lines = fit_text(use, style, box, inks.aside) if use else ()
    if first.width > max_width + 1e-6 or isinstance(lines, Overflow):
        raise TextOverflow(
            Sentence("“{name}” does not fit in the ring in the middle of a mat.", name=name),
            hint="Shorten it.",
        )
    others = (ArcLine(line.run.text, TITLE, small, inks.aside) for line in lines)
    return ArcPlate((first, *others), r, size)


def draw_facing(near: list[Item], far: list[Item], *, repeated: bool) -> list[Item]:
    """Return the drawings of both sides; the far side is rotated by 180°.

    A `repeated` far side is an artifact: screen readers skip it.
    """
    turned = as_artifact(far) if repeated else far
    return [*near, transformed(list(turned), rotation(180))]
