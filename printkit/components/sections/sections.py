"""Sections of a reference as blocks of the layout engine: a heading and its entries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from printkit.components.sections.content import (
    CLAUSES,
    NEED,
    VALUES,
    ReferenceSection,
    as_sentence,
    build_sections,
)
from printkit.components.sections.entries import (
    ColumnStyle,
    ValueRow,
    ValueStyle,
    entry_block,
    pair_values,
    run_in,
)
from printkit.graphics.display_list import Item, Path, Stroke, TagStep
from printkit.graphics.font import TITLE_BOLD, cached_by_fonts
from printkit.graphics.measures import HAIRLINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.blocks import Drawing, Stack, StackPart, merge
from printkit.layout.containers import Adaptive
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import Block, Fragment, Items, Strip, TextStyle
from printkit.layout.tagging import TaggedBlock, list_entry
from printkit.rules.examples import examples

# The size of a heading, in em of the running text.
_HEADING_SIZE = 1.16
# How the space above a heading grows, against that above an entry.
_HEADING_STRETCH = 2.5


class HeadingStyle:
    """A heading: its height in lines; the rest in em of its own text."""

    HEIGHT = 1.5
    # How far its baseline is above the middle of its height.
    RAISED = 0.1
    # From the title to the line after it, and how far that is above the baseline.
    GAP, LINE_ABOVE = 0.7, 0.3
    # The radius of the ring at its end, and its weight; it needs so much room.
    RING, WEIGHT, MIN_LINE = 0.16, 0.07, 1.0


class SplitCosts:
    """The costs of a break in a section, and of one that leaves a single entry."""

    SECTION, SINGLE_ENTRY = 0.5, 1.0


class SectionSpacing(Struct, frozen=True):
    """The space above a section and above an entry, and the stretch of the latter (lines)."""

    section: float
    entry: float
    stretch: float


def stack_sections(blocks: Sequence[SectionBlock], spacing: SectionSpacing) -> Stack:
    """Stack sections."""
    stretch = spacing.stretch * _HEADING_STRETCH
    return Stack(tuple(StackPart(block, spacing.section, stretch) for block in blocks))


def section_blocks(
    column: ColumnStyle, keys: Sequence[str], spacing: SectionSpacing, *, repeated: bool = False
) -> dict[str, SectionBlock]:
    """Return the sections of a game as blocks by key; `repeated`: titles are repeated after a
    break."""
    game, blocks = column.game, {}
    shown = examples(game.variant) if column.show_hands else {}
    for section in build_sections(game, keys, shown):
        title = game.translate("reference.again", title=section.title) if repeated else None
        in_short = column.compact and section.key == NEED
        own = as_sentence(section, game) if in_short else section
        blocks[section.key] = section_block(own, column, spacing, title)
    return blocks


def section_block(
    section: ReferenceSection, column: ColumnStyle, spacing: SectionSpacing, continued: str | None
) -> SectionBlock:
    """Return a section as a block; `continued` is its title after a break."""
    has_values = section.kind == VALUES
    flows = section.key == CLAUSES and column.flowing
    blocks: tuple[Block, ...]
    if has_values:
        rows = tuple(ValueRow(entry, column) for entry in section.entries)
        plain = section.entries[0].without_emblem
        listed = tuple(list_entry(row, i) for i, row in enumerate(rows))
        blocks = listed if plain else (Adaptive(partial(pair_values, rows)),)
    elif flows:
        blocks = (list_entry(run_in(section.entries, column), 0),)
    else:
        made = (entry_block(entry, section, column) for entry in section.entries)
        blocks = tuple(list_entry(block, i) for i, block in enumerate(made))
    return SectionBlock(
        heading_block(section.title, column),
        heading_block(continued, column, may_shrink=True) if continued is not None else None,
        blocks,
        0.0 if has_values or flows else spacing.entry,
        0.0 if flows else spacing.stretch * (ValueStyle.STRETCH if has_values else 1.0),
    )


class SectionBlock(Struct, frozen=True, eq=False):
    """A heading and its entries; the first entry is kept with the heading.

    `continued` is the heading after a break, `gap` the space between entries and `stretch` its
    stretch (lines).
    """

    heading: Block
    continued: Block | None
    entries: tuple[Block, ...]
    gap: float
    stretch: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        return _lay_out_section(self, style, width)

    def follow(
        self, strips: Sequence[Strip], i: int, header: Strip | None, style: TextStyle
    ) -> Strip:
        """Return the strip of an entry with the space above it and its break penalty."""
        is_single = i in (1, len(strips) - 1)
        return replace(
            strips[i],
            space_before=self.gap * style.leading,
            stretch=self.stretch * style.leading,
            break_penalty=SplitCosts.SECTION + (SplitCosts.SINGLE_ENTRY if is_single else 0.0),
            repeated_header=header,
        )


@cached_by_fonts(256)  # sections are tried in several orders
def _lay_out_section(section: SectionBlock, style: TextStyle, width: float) -> Fragment:
    continued, title, entries = section.continued, TagStep("H2", section), TagStep("L", section)
    heading = TaggedBlock(section.heading, (title,)).lay_out(style, width)
    fragments = [TaggedBlock(own, (entries,)).lay_out(style, width) for own in section.entries]
    worst = max((heading, *fragments), key=lambda fragment: fragment.overflow)
    strips = [strip for fragment in fragments for strip in fragment.strips]
    whole = Fragment((*heading.strips, strips[0]), width)
    first = merge(whole, whole.height).strips[0]
    header = continued.lay_out(style, width).strips[0] if continued else None
    others = [section.follow(strips, i, header, style) for i in range(1, len(strips))]
    return Fragment((first, *others), width, worst.overflow, worst.culprit)


def heading_block(title: str, column: ColumnStyle, *, may_shrink: bool = False) -> Drawing:
    """Return the title of a section before a line to the end of the column.

    With `may_shrink`, it shrinks to fit a narrow column.
    """

    def min_width(style: TextStyle) -> float:
        size = MIN_TEXT_SIZE if may_shrink else _HEADING_SIZE * style.size
        return text_width(TITLE_BOLD, title, size)

    return Drawing(
        partial(_draw_heading, title, column),
        min_width=min_width,
        height=lambda style, width: HeadingStyle.HEIGHT * style.leading,
    )


def _draw_heading(
    title: str, column: ColumnStyle, style: TextStyle, width: float
) -> tuple[Items, float]:
    widest = width / text_width(TITLE_BOLD, title, 1.0)
    size = min(_HEADING_SIZE * style.size, max(widest, MIN_TEXT_SIZE))
    height = HeadingStyle.HEIGHT * style.leading
    line_box = replace(style, leading=height)
    baseline = line_box.baseline_of(TITLE_BOLD, _HEADING_SIZE) - HeadingStyle.RAISED * size
    items: list[Item] = [text_line(TITLE_BOLD, title, 0.0, baseline, size, column.colour)]
    start = text_width(TITLE_BOLD, title, size) + HeadingStyle.GAP * size
    if start < width - HeadingStyle.MIN_LINE * size:
        palette = column.palette
        weight = palette.line_weight(max(HAIRLINE, HeadingStyle.WEIGHT * size))
        y, radius = baseline - HeadingStyle.LINE_ABOVE * size, HeadingStyle.RING * size
        orbit = _draw_orbit(start, width, y, radius)
        rule = column.game.theme.rule_colour(palette.main)
        items.append(Path(orbit, stroke=Stroke(rule, weight)))
    return tuple(items), height


def _draw_orbit(start: float, end: float, y: float, r: float) -> PathData:
    """Draw a line that ends in a ring."""
    builder = PathBuilder().move(start, y).line(end - 2.3 * r, y)
    return builder.circle(end - 1.3 * r, y, r).done()
