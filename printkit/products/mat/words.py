"""The summary round the rim of a mat: phases, winning hands, penalties.

In: a Variant, a language. Out: sections of entries, and their strips in a column of a width.
Nothing is set smaller than 7 pt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.messages import as_lead, translate
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, Item, Path
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.balancing import BalancedColumns, StripColumn
from printkit.layout.blocks import ListItem, Paragraph, merge
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    RAGGED,
    Canvas,
    Fragment,
    Span,
    Strip,
    TextStyle,
    paint_strips,
)
from printkit.model.play import Hand
from printkit.model.tabletop import Penalty, Phase
from printkit.model.variant import Variant


class RimType:
    """Sizes of the words at the rim, in em: the step of a line and its baseline, the space between
    entries and above a section inside a column, the heading and the distance from its top to the
    first entry, the indent of entries and that of sections of ten and more.
    """

    leading, baseline = 1.3, 0.85
    entry_gap, section_gap = 0.55, 1.5
    heading, heading_height = 1.5, 2.75
    indent, wide_indent = 1.55, 2.1


# A section that begins in the middle of a column makes it count as this much fuller: a heading at
# the head of a column is calmer.
_INNER_SECTION = 1.12


class MatSection(Struct, frozen=True):
    """A heading and its entries (a lead in bold, and words); `numbered` if in order."""

    title: str
    entries: tuple[tuple[str, str], ...]
    numbered: bool

    @property
    def indent(self) -> float:
        """How far in the words begin (em)."""
        wide = self.numbered and len(self.entries) > 9
        return RimType.wide_indent if wide else RimType.indent


class TextColours(Struct, frozen=True):
    """The colours of words: headings, numbers and leads; all else."""

    main: Colour
    ink: Colour


def sections(variant: Variant, language: str) -> tuple[MatSection, ...]:
    """Return what a mat says of a game, without what the game does not have."""
    every = (
        MatSection(translate(language, "mat.phases"), _entries(variant.phases, language), True),
        MatSection(
            translate(language, "mat.hands"),
            _entries(variant.hands, language),
            True,
        ),
        MatSection(
            translate(language, "mat.penalties"), _entries(variant.penalties, language), False
        ),
    )
    return tuple(section for section in every if section.entries)


def _entries(parts: Iterable[Phase | Hand | Penalty], language: str) -> tuple[tuple[str, str], ...]:
    return tuple((as_lead(part.name[language], language), part.how[language]) for part in parts)


class SectionText(Struct, frozen=True):
    """Sections as a block: a strip for each entry, with its heading if it is the first.

    An entry that goes on in the next column begins as deep as the first one of a section.
    """

    sections: tuple[MatSection, ...]
    language: str
    colours: TextColours

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        strips: list[Strip] = []
        overflow, culprit = 0.0, ""
        em = style.size
        blank = Strip(RimType.heading_height * em)
        for section in self.sections:
            for i in range(len(section.entries)):
                entry = self._entry(section, i, style, width)
                if entry.overflow > overflow:
                    overflow, culprit = entry.overflow, section.entries[i][0]
                strip = merge(entry, entry.height).strips[0]
                if i:
                    strip = replace(
                        strip, space_before=RimType.entry_gap * em, repeated_header=blank
                    )
                else:
                    strip = self._headed(section, strip, style, width)
                strips.append(strip)
        return Fragment(tuple(strips), width, overflow, culprit)

    def _entry(self, section: MatSection, i: int, style: TextStyle, width: float) -> Fragment:
        lead, words = section.entries[i]
        spans = (
            Span(lead, TITLE_BOLD, self.colours.main),
            Span(f" {words}", TITLE, self.colours.ink),
        )
        number = str(i + 1) if section.numbered else ""
        mark = _Mark(number, section.indent, self.colours.main)
        body = Paragraph(spans, RAGGED, hyphenate=False)
        return ListItem(mark, body, section.indent, number).lay_out(style, width)

    def _headed(self, section: MatSection, strip: Strip, style: TextStyle, width: float) -> Strip:
        """Put the heading above a strip: its capitals' heads at the top, smaller if too long."""
        em = style.size
        down = RimType.heading_height * em
        size = RimType.heading * em
        size = max(em, min(size, size * width / text_width(TITLE_BOLD, section.title, size)))
        title = text_line(TITLE_BOLD, section.title, 0.0, 0.72 * size, size, self.colours.main)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw((title,), x, y)
            strip.paint(canvas, x, y + down)

        return replace(
            strip,
            height=strip.height + down,
            paint=paint,
            space_before=(RimType.entry_gap + RimType.section_gap) * em,
            starts_section=True,
        )


class _Mark(Struct, frozen=True):
    """The number of an entry, or a small diamond."""

    number: str
    indent: float
    colour: Colour

    def __call__(self, style: TextStyle, height: float) -> Sequence[Item]:
        em = style.size
        left, base = self.indent * em, RimType.baseline * em
        if self.number:
            right = left - 0.5 * em
            x = right - text_width(TITLE_BOLD, self.number, em)
            return (text_line(TITLE_BOLD, self.number, x, base, em, self.colour),)
        cx, cy, r = left - 0.85 * em, base - 0.33 * em, 0.26 * em
        corners = [(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)]
        return (Path(PathBuilder().polygon(corners).done(), fill=self.colour),)


@cache
def rim_style(size: float, language: str) -> TextStyle:
    """Return the style of words of `size` mm per em at the rim."""
    return TextStyle(
        size,
        RimType.leading * size,
        language,
        baseline=RimType.baseline / RimType.leading,
        render_mode=OUTLINED,
    )


@lru_cache(maxsize=512)
def rim_column(text: SectionText, width: float, size: float) -> StripColumn | None:
    """Lay out sections in a width; None if a word is wider than that."""
    fragment = text.lay_out(rim_style(size, text.language), width)
    return None if fragment.overflow > 0 else StripColumn(fragment.strips, _INNER_SECTION)


class RimText(Struct, frozen=True, eq=False):
    """Columns of words of one size: where each begins (x), all from y down."""

    column: StripColumn
    balanced: BalancedColumns
    xs: tuple[float, ...]
    y: float
    width: float
    size: float

    def areas(self) -> list[tuple[float, float, float]]:
        """Return each column as (x, y, depth)."""
        depths = (self.column.depth(*run) for run in pairwise(self.balanced.cuts))
        return [(x, self.y, depth) for x, depth in zip(self.xs, depths, strict=True)]

    def items(self) -> list[Item]:
        """Return all words, upright."""
        canvas = Canvas()
        for x, (first, last) in zip(self.xs, pairwise(self.balanced.cuts), strict=True):
            paint_strips(canvas, self.column.place_strips(first, last), x, self.y)
        return canvas.items
