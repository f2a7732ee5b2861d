"""Containers of blocks: positions, common height, overflow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.faces.small_cards import RATIO, card_row
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke, Use
from printkit.graphics.fonts import TITLE
from printkit.graphics.path import rect_path
from printkit.layout.blocks import Paragraph
from printkit.layout.containers import (
    Adaptive,
    Arrow,
    FramedBox,
    Overlay,
    Placed,
    Rule,
    SideBySide,
    TextLine,
)
from printkit.layout.fit_text import line_width, text_width
from printkit.layout.records import RAGGED, Block, Canvas, Span, TextStyle, height_of
from printkit.pieces.product import LocalGame
from tests.support.decks import variant

STYLE = TextStyle(3.0, 4.0, "en", baseline=0.75, grid=4.0)
WORDS = "gambler"


def paint(block: Block, width: float, x: float = 0.0, y: float = 0.0) -> list[Item]:
    canvas = Canvas()
    block.lay_out(STYLE, width).paint(canvas, x, y)
    return canvas.items


def words(text: str) -> Paragraph:
    return Paragraph((Span(text, TITLE, BLACK),), RAGGED)


def frame(rect: Rect, style: TextStyle) -> list[Item]:
    return [Path(rect_path(rect))]


def box_of(item: Item) -> Rect:
    """Return the box of a path, or of the path in a group."""
    if isinstance(item, Group):
        (inner,) = item.items
        return item.matrix.bounds(box_of(inner))
    assert isinstance(item, Path)
    return item.data.box()


def test_overlay_paints_children_in_order_over_ground() -> None:
    parts = (Placed(words("one"), 5.0, 1.0), Placed(words("two"), 20.0, 6.0, 10.0))
    block = Overlay(parts, ground=frame)
    ground, *texts = paint(block, 50.0, 100.0, 200.0)
    assert box_of(ground) == Rect(100, 200, 50, 10)  # as high as the lower of the two
    lines = [item for item in texts if isinstance(item, ShapedText)]
    assert [(line.x, line.y) for line in lines] == [(105, 204), (120, 209)]
    (strip,) = block.lay_out(STYLE, 50.0).strips
    assert (strip.height, strip.text) == (12.0, "one two")  # on the grid


def test_overlay_height_may_be_fixed() -> None:
    block = Overlay((Placed(words("one")),), 5.0, frame, below=3.5)
    assert block.lay_out(STYLE, 50.0).strips[0].height == 12.0
    assert box_of(paint(block, 50.0)[0]).h == 5.0


def test_overlay_overflow_names_the_widest_child() -> None:
    wide = Placed(Paragraph((Span(WORDS, TITLE, BLACK),), RAGGED, hyphenate=False), width=2.0)
    fragment = Overlay((Placed(words("one")), wide)).lay_out(STYLE, 50.0)
    assert fragment.overflow == pytest.approx(text_width(TITLE, WORDS, 3.0) - 2.0)
    assert fragment.culprit == WORDS


def test_adaptive_block_depends_on_its_width() -> None:
    block = Adaptive(lambda style, width: words("wide" if width > 10 * style.size else "narrow"))
    assert [block.lay_out(STYLE, width).strips[0].text for width in (29, 31)] == ["narrow", "wide"]


def test_side_by_side_blocks_share_the_width() -> None:
    block = SideBySide(((None, words("left")), (20.0, words("right"))), gap=1.0)
    (strip,) = block.lay_out(STYLE, 63.0).strips
    texts = [item for item in paint(block, 63.0) if isinstance(item, ShapedText)]
    assert [line.x for line in texts] == [0.0, pytest.approx(43.0)]
    assert strip.text == "left right"


def test_side_by_side_blocks_are_centred_vertically() -> None:
    block = SideBySide(
        ((9.0, Overlay((), 12.0, frame)), (9.0, Overlay((), 4.0, frame))), 0.0, centred=True
    )
    assert [box_of(item).centre[1] for item in paint(block, 18.0)] == [6.0, 6.0]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.floats(2, 40), st.floats(0, 2), st.floats(0, 1), st.floats(0.5, 3))
def test_text_line_shrinks_to_its_minimum_size(
    width: float, em: float, align: float, least: float
) -> None:
    line = TextLine(WORDS, TITLE, BLACK, em, align, least, baseline=0.5)
    fragment = line.lay_out(STYLE, width)
    (text,) = paint(line, width)
    assert isinstance(text, ShapedText)
    assert least - 1e-9 <= text.size <= max(em * STYLE.size, least) + 1e-9
    taken = line_width(text)
    assert text.x == pytest.approx(align * (width - taken))
    assert text.y == 2.0
    assert fragment.overflow == pytest.approx(max(0.0, taken - width), abs=1e-5)
    if fragment.overflow:
        assert text.size == pytest.approx(least)


def test_rule_and_arrow_stay_within_their_width() -> None:
    (rule,) = paint(Rule(BLACK, 0.2, inset=1.0, height=2.0), 30.0)
    assert isinstance(rule, Path)
    assert (box_of(rule), rule.stroke) == (Rect(1, 4, 28, 0), Stroke(BLACK, 0.2))
    shaft, head = map(box_of, paint(Arrow(BLACK), 10.0, 10.0, 20.0))
    assert (shaft.x, head.right) == (pytest.approx(11.4), pytest.approx(18.6))
    assert head.x < shaft.right < head.right
    assert head.centre[1] == shaft.centre[1] == 20.0


def test_cards_of_a_row_have_a_gap() -> None:
    game = LocalGame(variant("kessel"), "en", theme("classic"))
    cards = game.variant.cards[:3]
    row = card_row(cards, 10.0, 0.2, game, align=0.5)
    uses = [item for item in paint(row, 54.0) if isinstance(item, Use)]
    lefts = [use.matrix.e + use.symbol.box.x for use in uses]
    assert lefts == pytest.approx([10.0, 22.0, 34.0])
    assert [use.symbol.title for use in uses] == [card.name["en"] for card in cards]
    assert {use.matrix.f + use.symbol.box.y for use in uses} == {0.0}
    assert row.taken == pytest.approx(34.0)
    assert row.lay_out(STYLE, 54.0).height == STYLE.snap(10.0 * RATIO)


def test_framed_box_wraps_head_and_body_within_padding() -> None:
    text = words("the gambler of the casino deals one more card to each player")
    strips = FramedBox(text, text, lambda *_: (), padding=(2.0, 4.0)).lay_out(STYLE, 60.0)
    canvas = Canvas()
    strips.paint(canvas, 0.0, 0.0)
    lines = [item for item in canvas.items if isinstance(item, ShapedText)]
    assert {line.x for line in lines} == {6.0}  # two times the size of 3 mm
    assert 40.0 < max(line.x + line_width(line) for line in lines) <= 60.0 - 12.0


def test_box_of_its_largest_whole_height_stays_whole() -> None:
    box = FramedBox(
        words("title"),
        words("one two three four five six seven eight nine ten eleven"),
        lambda *_: (),
    )
    strips = box.lay_out(STYLE, 25.0).strips
    height = height_of(strips)

    def penalties(most: float) -> list[float]:
        return [
            strip.break_penalty
            for strip in replace(box, max_whole=most).lay_out(STYLE, 25.0).strips
        ]

    assert len(strips) > 4
    assert penalties(height) == penalties(height + 1)
    assert penalties(height) != penalties(height - 1)
