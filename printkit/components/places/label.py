"""Labels of places: a name and a word of use, in one language or two, read from one side or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.geometry import half_rotation, translation
from printkit.base.units import MM_PER_POINT
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.places.context import PlaceContext
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, transformed
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.fit_text import Caption, require_fragment
from printkit.layout.records import (
    CENTRED,
    MIN_LAST_LETTERS,
    Canvas,
    Fragment,
    Span,
    Strip,
    TextStyle,
)
from printkit.model.tabletop import MAT
from printkit.pieces.product import RenderOptions

# The size of a name and of a word of use (mm per em).
NAME_SIZE, _USE_SIZE = 9 * MM_PER_POINT, 8 * MM_PER_POINT
# The size of a name in the second language, against the first.
_SECOND_NAME = 0.92
# The space above a word of use, and between the words of two languages (mm).
_SPACE_ABOVE_USE, _SPACE_BETWEEN_LANGUAGES = 1.1, 0.7
# The height of accents above capitals (em).
_ACCENT_HEIGHT = 0.14
# The scale of names on a mat, and the largest scale of a word of use.
_TWO_SIDED_NAME, _MAX_USE_GROWTH = 1.25, 1.45
# The maximum number of lines of a text.
_MAX_LINES = 4
# Labels are laid out in mm: one em and one line are 1 mm.
_IN_MM = TextStyle(
    1.0, 1.0, "", min_size=MIN_TABLE_TEXT_SIZE, keep_numbers=True, min_last_letters=MIN_LAST_LETTERS
)


class LabelText(Struct, frozen=True):
    """A text of a label; `max_size` in mm per em, `space_above` in mm.

    The last line of a sentence is kept long.
    """

    text: str
    font: str
    max_size: float
    space_above: float = 0.0
    is_sentence: bool = False


class Label(Struct, frozen=True, eq=False):
    """Text laid out in a width of `measure` mm and drawn centred.

    Text too wide even at the smallest size has an `overflow`; drawing it raises TextOverflow.
    """

    fragment: Fragment
    measure: float

    @property
    def width(self) -> float:
        """The width of its widest line."""
        return self.fragment.width

    @property
    def height(self) -> float:
        """The height, from the accents of its capitals to below its descenders."""
        return self.fragment.height

    @property
    def overflow(self) -> float:
        """The excess width of the text (mm)."""
        return self.fragment.overflow

    def draw_below(self, x: float, y: float) -> Item:
        """Draw the label centred on x, its upper edge at y. Raises TextOverflow."""
        canvas = Canvas()
        require_fragment(self.fragment, self.measure).paint(canvas, -self.measure / 2, 0.0)
        return transformed(canvas.items, translation(x, y))

    def draw_about(self, x: float, y: float) -> Item:
        """Draw the label centred on (x, y). Raises TextOverflow."""
        return self.draw_below(x, y - self.height / 2)


NO_LABEL = Label(Fragment((), 0.0), 0.0)


class FacingLabels(Struct, frozen=True, eq=False):
    """Labels for two people who sit opposite: the same, or each in another language."""

    near: Label
    far: Label

    @property
    def width(self) -> float:
        """The width of the wider label."""
        return max(self.near.width, self.far.width)

    @property
    def height(self) -> float:
        """The height of the higher label."""
        return max(self.near.height, self.far.height)

    @property
    def overflow(self) -> float:
        """The larger excess width (mm)."""
        return max(self.near.overflow, self.far.overflow)

    def draw_below(self, y: float) -> list[Item]:
        """Draw the near label below the middle, its upper edge at y, and the far one turned.

        Raises TextOverflow.
        """
        far = self.far.draw_below(0.0, y)
        return [self.near.draw_below(0.0, y), transformed([far], half_rotation(0, 0))]


def name_size(on: str) -> float:
    """Return the size of names on a component (mm per em): larger on a mat, read from afar."""
    return NAME_SIZE * (_TWO_SIDED_NAME if on == MAT else 1.0)


def make_label(
    name: Mapping[str, str],
    use: Mapping[str, str] | None,
    width: float,
    options: RenderOptions,
    palette: Palette,
    *,
    size: float = NAME_SIZE,
    artifact: bool = False,
) -> Label:
    """Make a label of a name and its use below, each in one language or in two.

    Raises MissingGlyph.
    """
    names: list[LabelText] = []
    for i, text in enumerate(options.translations(name)):
        font, max_size = (TITLE, _SECOND_NAME * size) if i else (TITLE_BOLD, size)
        names.append(LabelText(text, font, max_size, _SPACE_BETWEEN_LANGUAGES))
    uses: list[LabelText] = []
    use_size = _USE_SIZE * min(size / NAME_SIZE, _MAX_USE_GROWTH)
    for i, text in enumerate(options.translations(use) if use is not None else ()):
        space = _SPACE_BETWEEN_LANGUAGES if i else _SPACE_ABOVE_USE
        uses.append(LabelText(text, INDEX, use_size, space, is_sentence=True))
    colour = text_colour_on_paper(palette)
    parts = (
        *(_part(text, colour, artifact=artifact) for text in names),
        *(_part(text, palette.ink, artifact=artifact) for text in uses),
    )
    fragment = _lay_out(parts, width)
    accents = Strip(_ACCENT_HEIGHT * size)
    return Label(replace(fragment, strips=(accents, *fragment.strips)), width)


def fit_label(texts: Sequence[LabelText], width: float, colour: Colour) -> Label:
    """Make a label of stacked texts. Raises MissingGlyph."""
    parts = [_part(text, colour, artifact=False) for text in texts]
    return Label(_lay_out(parts, width), width)


def make_note(
    lead: str, text: str, width: float, size: float, language: str, palette: Palette
) -> Label:
    """Make a note of a bold lead and a text, in centred lines."""
    spans = [Span(lead, TITLE_BOLD, text_colour_on_paper(palette))] if lead else []
    if text:
        spans.append(Span(f" {text}" if lead else text, TITLE, palette.ink))
    style = TextStyle(size, 1.26 * size, language, render_mode=OUTLINED, keep_numbers=True)
    paragraph = Paragraph(tuple(spans), CENTRED, hyphenate=False)
    return Label(paragraph.lay_out(style, width), width)


def make_facing_labels(
    name: Mapping[str, str],
    use: Mapping[str, str] | None,
    width: float,
    options: RenderOptions,
    palette: Palette,
    *,
    size: float = NAME_SIZE,
    artifact: bool = False,
) -> FacingLabels:
    """Make labels for both sides. Raises MissingGlyph."""
    near, far = options.sides
    repeats = all(len(options.translations(texts)) == 1 for texts in (name, use) if texts)
    return FacingLabels(
        make_label(name, use, width, near, palette, size=size, artifact=artifact),
        make_label(name, use, width, far, palette, size=size, artifact=artifact or repeats),
    )


def make_place_labels(
    context: PlaceContext,
    name: Mapping[str, str],
    use: Mapping[str, str] | None,
    width: float,
    size: float = NAME_SIZE,
) -> FacingLabels:
    """Make the labels of a place: for two sides, or the same for one. Raises MissingGlyph."""
    if context.is_facing:
        return make_facing_labels(name, use, width, context.options, context.words, size=size)
    label = make_label(name, use, width, context.options, context.words, size=size)
    return FacingLabels(label, label)


def _part(text: LabelText, colour: Colour, *, artifact: bool) -> StackPart:
    caption = Caption(
        text.text, text.font, colour, text.max_size, _MAX_LINES, text.is_sentence, artifact
    )
    return StackPart(caption, text.space_above)


def _lay_out(parts: Sequence[StackPart], width: float) -> Fragment:
    return Stack(tuple(parts)).lay_out(_IN_MM, width)
