"""Labels of places: a name and a word of use, in one language or two, read from one side or two."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from printkit.art.theme import Palette
from printkit.base.geometry import half_rotation, translation
from printkit.base.units import MM_PER_POINT
from printkit.components.cards.index import text_colour_on_paper
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, as_artifact, transformed
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
from printkit.model.text import Text
from printkit.pieces.product import RenderOptions

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
_MAX_LINES = 4
# Labels are laid out in mm: one em and one line are 1 mm.
_IN_MM = TextStyle(
    1.0, 1.0, "", min_size=MIN_TABLE_TEXT_SIZE, keep_numbers=True, min_last_letters=MIN_LAST_LETTERS
)


class Label(Fragment, frozen=True, eq=False):
    """Text laid out in a width of `measure` mm and drawn centred.

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
    """A label of a place, with a second one for a reader on the far side."""

    sides: tuple[Label, ...]

    @property
    def width(self) -> float:
        """The width of the wider label."""
        return max(label.width for label in self.sides)

    @property
    def height(self) -> float:
        """The height of the higher label."""
        return max(label.height for label in self.sides)

    @property
    def overflow(self) -> float:
        """The larger excess width (mm)."""
        return max(label.overflow for label in self.sides)

    def draw_below(self, y: float) -> list[Item]:
        """Draw the near label below the middle, its upper edge at y, and the far one turned.

        Raises TextOverflow.
        """
        drawn = [label.draw_below(0.0, y) for label in self.sides]
        return [*drawn[:1], *(transformed([far], half_rotation(0, 0)) for far in drawn[1:])]

    def draw_middle(self, apart: float) -> list[Item]:
        """Draw one label about the middle, or two `apart` mm from it. Raises TextOverflow."""
        return self.draw_below(apart) if self.sides[1:] else [self.sides[0].draw_about(0, 0)]


def name_size(on: str) -> float:
    """Return the size of names on a component (mm per em): larger on a mat, read from afar."""
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

    Raises MissingGlyph.
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
    """Return a text of a label, at most `size` mm per em, with `above` mm of space above it.

    The last line of a sentence is kept long.
    """
    return StackPart(Caption(text, font, colour, size, _MAX_LINES, sentence), above)


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
