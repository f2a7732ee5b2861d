"""Draw the sides of tokens, and fit their words into a circle, a hexagon or a label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from math import inf
from pathlib import Path as FilePath

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.card_style import ground_of
from printkit.art.emblems import emblem, place_emblem
from printkit.art.theme import Palette, Theme
from printkit.base.content import digest_texts
from printkit.base.errors import PrintkitError
from printkit.base.geometry import MM_PER_POINT, Rect, centred_rect, format_mm
from printkit.base.paper_sizes import LabelSheet, label_sheet
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import text_colour_on_paper
from printkit.faces.face import draw_ground
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke, Symbol
from printkit.graphics.fonts import INDEX, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE, LINE, MIN_CARD_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.fit_text import (
    LEADING,
    ShapedLayout,
    ShapePart,
    TextOverflow,
    fit_in_shape,
    text_line,
    text_width,
)
from printkit.layout.fitting import find_largest, kept_choice, sizes_between
from printkit.layout.records import TOLERANCE, Overflow, Span, TextStyle
from printkit.pieces.options import LABEL_SHEET, TOKEN_SHAPE, TOKEN_SIZE
from printkit.pieces.product import RenderOptions

# --- token shape ---------------------------------------------------------------------------------

ROUND, HEX, BOX = "round", "hex", "box"
SHAPES = (ROUND, HEX)
# Across a round, across the flats of a hexagon (mm): the words of all our tokens fit.
SIZE = 30.0
# Only the ground is printed this close to the cut …
_MAX_SAFE_MARGIN = 3.0
# … or this share of a small token.
_SAFE_SHARE = 0.1
# The corners of a box (mm), as those of labels.
_RADIUS = 1.5
# Labels are not cut: a narrower margin is enough.
_LABEL_SAFE = 0.9
# Across the flats of a hexagon as a share of the way from tip to tip.
_FLAT = math.cos(math.pi / 6)


class TokenShape(msgspec.Struct, frozen=True):
    """The trim of a token, `width` by `height`; `safe` is the unprinted margin inside it (mm).

    `label` is True if the token fills a label, so that the label sheet sets its size.
    """

    kind: str
    width: float
    height: float
    safe: float
    label: bool = False

    @property
    def inner(self) -> float:
        """The radius of the inscribed circle (mm)."""
        return min(self.width, self.height) / 2

    def outline(self, inset: float = 0.0) -> PathData:
        """Return the outline, `inset` mm inside the trim."""
        w, h = self.width / 2 - inset, self.height / 2 - inset
        builder = PathBuilder()
        if self.kind == ROUND:
            return builder.circle(0, 0, w).done()
        if self.kind == HEX:
            return builder.hexagon(h / _FLAT, h).done()
        return builder.rounded(Rect(-w, -h, 2 * w, 2 * h), max(_RADIUS - inset, 0.0)).done()

    def chord(self, y: float, inset: float) -> float:
        """Return the width of the shape at `y`, `inset` mm inside its edge."""
        h = self.height / 2 - inset
        if abs(y) >= h:
            return 0.0
        if self.kind == ROUND:
            return 2 * math.sqrt(h * h - y * y)
        if self.kind == HEX:
            return 2 * (h / _FLAT - abs(y) / math.sqrt(3))
        return self.width - 2 * inset


def token_shape(kind: str, size: float) -> TokenShape:
    """Return a circle with the diameter `size`, or a hexagon `size` mm wide across its flats."""
    width = size / _FLAT if kind == HEX else size
    return TokenShape(kind, width, size, min(_MAX_SAFE_MARGIN, _SAFE_SHARE * size))


def label_shape(
    sheet: LabelSheet, kind: str | None = None, size: float | None = None
) -> TokenShape:
    """Return the shape that fills a label or, with a `kind` or a `size`, a token to be cut out of
    it.

    `kind` defaults to a circle, `size` (mm) to the largest token that the label can hold. Raises
    PrintkitError if the token is larger than the label.
    """
    width, height = sheet.width - 2 * sheet.label_margin, sheet.height - 2 * sheet.label_margin
    if kind is None and size is None:
        safe = _SAFE_SHARE * min(width, height)
        if sheet.round:
            return TokenShape(ROUND, width, height, min(_MAX_SAFE_MARGIN, safe), label=True)
        return TokenShape(BOX, width, height, min(_LABEL_SAFE, 0.6 * safe), label=True)
    maximum = min(width, height)
    if kind == HEX and (sheet.round or width < height / _FLAT):
        maximum = width * _FLAT  # its tips reach the edge first
    shape = token_shape(kind or ROUND, maximum if size is None else size)
    if shape.height > maximum + 1e-6:
        raise PrintkitError(
            Sentence(
                "A token of {height} mm is too large for the labels of the sheet {name}, which "
                "allow at most {floor} mm.",
                height=format_mm(shape.height),
                name=sheet.name,
                floor=format_mm(math.floor(maximum * 10) / 10),
            ),
            hint="Use a smaller --token-size or a sheet with larger labels.",
        )
    return shape


# The default.
TOKEN = token_shape(ROUND, SIZE)


def printed_token_shape(options: RenderOptions) -> TokenShape:
    """Return the shape of printed tokens; with a label sheet, it is the shape from `label_shape`.

    Raises PrintkitError for tokens that are larger than their label.
    """
    if (name := options[LABEL_SHEET]) is None:
        return table_token_shape(options)
    return label_shape(label_sheet(name), options[TOKEN_SHAPE], options[TOKEN_SIZE])


def table_token_shape(options: RenderOptions) -> TokenShape:
    """Return the shape of the places for tokens on a table; for stickers, the default shape."""
    if options[LABEL_SHEET] is not None:
        return TOKEN
    return token_shape(options[TOKEN_SHAPE] or ROUND, options[TOKEN_SIZE] or SIZE)


# --- token disc ----------------------------------------------------------------------------------

# The largest size of text as a share of the shape's height (it may always be the easy size); the
# step between sizes (mm per em).
_MAX_SENTENCE, _EASY_SIZE, _SIZE_STEP = 0.094, 8 * MM_PER_POINT, 0.25 * MM_PER_POINT
_GOOD_SIZE = 7 * MM_PER_POINT
# The largest size of a word, as a share of the shape's height.
_MAX_WORD = 0.2
# The digits of the digest by which the choice for a text is kept.
_DIGITS = 12
# Candidate sizes of a name, in em of its sentence.
_NAME_SIZES = (1.15, 1.0, 0.88)
# Candidate vertical shifts of the text from the middle (mm).
_SHIFTS = (0.0, -0.4, 0.4, -0.8, 0.8, -1.2, 1.2)
# Costs added to the cost of uneven lines: per mm of shift, per extra line of a name, per step to a
# smaller name.
_SHIFT_COST, _NAME_LINE_COST, _NAME_SIZE_COST = 0.02, 0.3, 0.1
# The cost of each line of a word: prefer fewer lines.
_WORD_LINE_COST = 10.0
# The inset of the plate, which extends beyond its text (share of the safe margin).
_PLATE = 0.84
# The radius of the outline in our token drawings (side of their box: 1).
_OUTLINE = 0.46
# The radius of the clear disc in the middle of a chip; the greatest height of its number in colour,
# and in a theme of outlines (shares of the drawing's side).
_NUMBER, _MAX_FIGURES, _MAX_LIGHT_FIGURES = 0.185, 0.21, 0.13
# On a printed ground: the share of the ground's colour in the drawing, the tint of gold and the
# weight of the rim, the distance from the rim to the fine line inside it (share of the safe
# margin).
_DEEP, _RIM_TINT, _RIM, _RIM_AIR = 0.72, 4, 0.6, 0.22
# Ink of a drawing in themes of outlines, as a share of the token's box.
_INK = 0.034
# The margin around a word, which contains the arcs (share of the safe margin).
_WORD_INSET = 1.3
# The arcs above and below a word: their starts and span (degrees), their radius (share of the
# plate's radius). The marks on them: their radius (share of the plate's radius), number and span
# (degrees).
_ARC_STARTS, _ARC_SPAN, _ARC_RADIUS = (215, 35), 110, 0.9
_MARK_RADIUS, _MARKS, _MARK_SPAN = 0.82, 12, 2.0


class TokenWords(Struct, frozen=True):
    """The name and the effect of a token in a language; the effect may be empty."""

    name: str
    how: str
    language: str


class _Spacing(Struct, frozen=True):
    """Margin around the text (mm), smallest and largest size (mm per em), leading and gap below
    the name (em).
    """

    margin: float
    min_size: float
    max_size: float = inf
    leading: float = LEADING
    name_gap: float = 0.62


# Candidates in order: spacious, close, and the tightest legible one.
_SPACINGS = (
    _Spacing(0.8, _GOOD_SIZE),
    _Spacing(0.25, MIN_CARD_TEXT_SIZE),
    _Spacing(0.0, MIN_CARD_TEXT_SIZE, MIN_CARD_TEXT_SIZE, leading=1.04, name_gap=0.3),
)


def _fit_sentence(
    words: TokenWords, shape: TokenShape, palette: Palette
) -> ShapedLayout | Overflow:
    """Set a name above its sentence in the largest size that fits.

    Keep numbers with their nouns, and the last line long, if the size allows. Raises MissingGlyph.
    """
    name = (Span(words.name, TITLE_BOLD, text_colour_on_paper(palette)),)
    sentence = (Span(words.how, INDEX, palette.ink),)

    def attempt(spacing: _Spacing, size: float) -> ShapedLayout | Overflow:
        style = _style(size, spacing.leading, words.language)
        result = _fit_pair(name, sentence, shape, spacing, style)
        if not isinstance(result, Overflow):
            return result
        style = replace(style, keep_numbers=False, min_last_letters=0)
        return _fit_pair(name, sentence, shape, spacing, style)

    largest = max(_MAX_SENTENCE * shape.height, _EASY_SIZE)
    number = 0

    def search() -> ShapedLayout | Overflow:
        nonlocal number
        result: ShapedLayout | Overflow = Overflow(TOLERANCE, words.name)
        for number, spacing in enumerate(_SPACINGS):  # noqa: B007 - it is described
            sizes = sizes_between(spacing.min_size, min(largest, spacing.max_size), _SIZE_STEP)
            result = find_largest(partial(attempt, spacing), sizes)
            if not isinstance(result, Overflow):
                break
        return result

    def repeat(
        number: int, size: float, keep_numbers: bool, letters: int, rank: int
    ) -> ShapedLayout | Overflow:
        spacing = _SPACINGS[number]
        style = _style(size, spacing.leading, words.language)
        style = replace(style, keep_numbers=keep_numbers, min_last_letters=letters)
        return _fit_pair(name, sentence, shape, spacing, style, (rank,))

    def describe(result: ShapedLayout | Overflow) -> tuple[int, float, bool, int, int]:
        assert not isinstance(result, Overflow), "only a layout is described"
        style = result.style
        sizes = [style.text_size(em) for em in _name_sizes(style.size)]
        rank = sizes.index(result.rows[0][1])
        return number, style.size, style.keep_numbers, style.min_last_letters, rank

    # The key does not depend on earlier drawings: other drawings set the same words.
    key = digest_texts([repr(words), repr(shape)])[:_DIGITS]
    return kept_choice(key, repeat, search, describe)


def _fit_word(words: TokenWords, shape: TokenShape, palette: Palette) -> ShapedLayout | Overflow:
    """Set only a name, in the middle, in the largest size that fits. Raises MissingGlyph."""
    part = ShapePart((Span(words.name, TITLE_BOLD, text_colour_on_paper(palette)),))

    def attempt(size: float) -> ShapedLayout | Overflow:
        return fit_in_shape(
            (part,),
            lambda y: shape.chord(y, _WORD_INSET * shape.safe),
            replace(_style(size, LEADING, words.language), min_last_letters=0),
            price=lambda counts, _: _WORD_LINE_COST * counts[0],
        )

    largest = max(_MAX_WORD * shape.height, MIN_CARD_TEXT_SIZE)
    return find_largest(attempt, sizes_between(MIN_CARD_TEXT_SIZE, largest, _SIZE_STEP))


def _style(size: float, leading: float, language: str) -> TextStyle:
    return TextStyle(
        size, leading * size, language, min_size=MIN_CARD_TEXT_SIZE, render_mode=OUTLINED
    )


def _fit_pair(
    name: tuple[Span, ...],
    sentence: tuple[Span, ...],
    shape: TokenShape,
    spacing: _Spacing,
    style: TextStyle,
    ranks: Sequence[int] = range(len(_NAME_SIZES)),
) -> ShapedLayout | Overflow:
    """Set a sentence at the size of `style`, and its name at the size in `ranks` that costs
    least.
    """
    best: ShapedLayout | Overflow = Overflow(TOLERANCE, "words", style.size)
    sizes = _name_sizes(style.size)
    for rank in ranks:
        layout = fit_in_shape(
            (ShapePart(name, sizes[rank]), ShapePart(sentence, gap=spacing.name_gap)),
            lambda y: shape.chord(y, shape.safe + spacing.margin),
            style,
            _SHIFTS,
            partial(_price, rank),
            inf if isinstance(best, Overflow) else best.cost,
        )
        if not isinstance(layout, Overflow):
            best = layout
    return best


def _name_sizes(size: float) -> list[float]:
    """Return the sizes (em) of a name above a sentence of `size` mm per em.

    The name has at least 7 pt if the sentence does.
    """
    least = min(size, _GOOD_SIZE) / size
    return [max(em, least) for em in _NAME_SIZES]


def _price(rank: int, counts: tuple[int, ...], shift: float) -> float:
    """Return the cost of a text: of the size `rank` and extra lines of its name, and of its
    shift.
    """
    lines = _NAME_LINE_COST * (counts[0] - 1)
    return _SHIFT_COST * abs(shift) + lines + _NAME_SIZE_COST * rank


class TokenSide(Struct, frozen=True):
    """The content of one side of a token: a drawing, with a number if it is a chip, or text."""

    key: str
    title: str
    emblem: FilePath | None = None
    number: int | None = None
    words: TokenWords | None = None


def draw_side(
    side: TokenSide, shape: TokenShape, theme: Theme, colour: str, reach: float
) -> Symbol:
    """Draw one side of a token, with its ground extending `reach` mm beyond the trim.

    Raises PrintkitError if art is unreadable, and TextOverflow if the text does not fit.
    """
    palette = theme.palette(colour)
    box = centred_rect(shape.width, shape.height).inset(-reach)
    items = _draw_ground(shape, palette, box, plated=side.number is None)
    if (edge := ground_of(theme, theme.face.token, colour)) != palette.main and palette.solid:
        palette, items = _engrave(shape, theme, palette, edge, box)
    ground = len(items)
    if side.emblem is not None:
        items += _draw_emblem(side.emblem, shape, palette)
    text = _fit_text(side, shape, palette)
    if isinstance(text, Overflow):
        raise TextOverflow(Sentence("{culprit} does not fit, even at 6 pt.", culprit=text.culprit))
    return Symbol(side.key, (*items, *text), box, side.title, ground)


def side_fits(side: TokenSide, shape: TokenShape, palette: Palette) -> bool:
    """Return True if the text or the number of a side fits a token of this shape."""
    return not isinstance(_fit_text(side, shape, palette), Overflow)


def _fit_text(side: TokenSide, shape: TokenShape, palette: Palette) -> list[Item] | Overflow:
    """Set the text or the number of a side, if it has one."""
    if side.words is not None:
        return _fit_words(side.words, shape, palette)
    return [] if side.number is None else _fit_number(side.number, shape, palette)


def _draw_ground(shape: TokenShape, palette: Palette, box: Rect, *, plated: bool) -> list[Item]:
    """Draw the ground and the plate; in an outline theme a chip has no plate, as its drawing
    contains the rim.
    """
    plate = shape.outline(_PLATE * shape.safe)
    if not palette.solid:
        line = Path(plate, stroke=palette.stroke())
        return [*draw_ground(palette.paper, box), *([line] if plated else [])]
    return [Path(rect_path(box), fill=palette.main), Path(plate, fill=palette.paper)]


def _engrave(
    shape: TokenShape, theme: Theme, palette: Palette, edge: Colour, box: Rect
) -> tuple[Palette, list[Item]]:
    """Return the palette and the ground of a token with a printed ground.

    The ground is a plate of paper in a rim, engraved like the grounds of cards. The drawing uses
    the darker shades of its colour.
    """
    rim = theme.gold[_RIM_TINT] if theme.face.gold else palette.shade
    plate = shape.outline(_PLATE * shape.safe)
    inner = shape.outline((_PLATE + _RIM_AIR) * shape.safe)
    items: list[Item] = [
        Path(rect_path(box), fill=edge),
        Path(plate, fill=palette.paper, stroke=Stroke(rim, palette.line_weight(_RIM))),
        Path(inner, stroke=Stroke(rim, palette.line_weight(FINE))),
    ]
    deep, wash = blend(palette.main, edge, _DEEP), theme.wash(palette.main)
    return replace(palette, main=deep, tint=blend(wash, palette.paper, theme.mix["tint"])), items


def _drawing_side(shape: TokenShape) -> float:
    """Return the side (mm) of the box for a drawing, so that its outline ends at the safe
    margin.
    """
    return (shape.inner - shape.safe) / _OUTLINE


def _draw_emblem(path: FilePath, shape: TokenShape, palette: Palette) -> list[Item]:
    size = _drawing_side(shape)
    ink = _INK * shape.width * shape.height / (size * size)
    return [place_emblem(emblem(path, palette, size, ink), 0, 0, size)]


def _fit_number(number: int, shape: TokenShape, palette: Palette) -> list[Item] | Overflow:
    """Set the value of a chip within the clear disc of its drawing."""
    text, side = str(number), _drawing_side(shape)
    max_height = (_MAX_FIGURES if palette.solid else _MAX_LIGHT_FIGURES) * side
    # Figures of the index font are narrower and need less ink.
    for key in (TITLE_BOLD, INDEX) if palette.solid else (INDEX,):
        cap_height = font(key).cap_height / UNITS
        # Half the diagonal of a line of 1 mm per em.
        half = math.hypot(text_width(key, text, 1), cap_height) / 2
        size = min(_NUMBER * side / half, max_height / cap_height)
        if size >= MIN_CARD_TEXT_SIZE:
            x, y = -text_width(key, text, size) / 2, cap_height * size / 2
            return [text_line(key, text, x, y, size, palette.ink)]
    return Overflow(TOLERANCE, Sentence("The number {text}", text=text), MIN_CARD_TEXT_SIZE)


def _fit_words(words: TokenWords, shape: TokenShape, palette: Palette) -> list[Item] | Overflow:
    """Set the name in the token's colour and its effect in ink; a lone name is between two arcs."""
    layout = (_fit_sentence if words.how else _fit_word)(words, shape, palette)
    if isinstance(layout, Overflow):
        return replace(layout, culprit=Sentence("The text of the token “{name}”", name=words.name))
    return [*layout.items, *([] if words.how else _draw_arcs(shape, palette))]


def _draw_arcs(shape: TokenShape, palette: Palette) -> list[Item]:
    """Draw a graduated arc above and below a word."""
    r = shape.inner - shape.safe
    fine = PathBuilder()
    thick = PathBuilder()
    for start in _ARC_STARTS:
        thick.arc(0, 0, _ARC_RADIUS * r, start, start + _ARC_SPAN)
        for i in range(_MARKS):
            angle = start + _ARC_SPAN / (_MARKS - 1) * i
            fine.arc(0, 0, _MARK_RADIUS * r, angle - _MARK_SPAN / 2, angle + _MARK_SPAN / 2)
    line, hair = palette.line_weight(LINE), palette.line_weight(FINE)
    return [
        Path(thick.done(), stroke=Stroke(palette.main, line, round=True)),
        Path(fine.done(), stroke=Stroke(palette.main, hair, round=True)),
    ]
