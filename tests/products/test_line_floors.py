"""Printed lines: at least 0.25 pt, light on dark 0.5 pt, however small a picture is."""

from itertools import cycle
from pathlib import Path as FilePath
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base.geometry import Rect, scaling, translation
from printkit.graphics.colour import BLACK, GOLD, WHITE, Colour, parse_hex
from printkit.graphics.display_list import Group, Item, LateItems, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TITLE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.fit_text import text_line
from printkit.pieces.kits import available_products
from printkit.press.line_floors import (
    FOIL_GAP,
    FOIL_LINE,
    HOME_FLOORS,
    LineFloors,
    _Remembered,
    printable,
    redraw_lines,
)
from tests.support.builds import BOOKLETS, lay_out
from tests.support.decks import variant
from tests.support.lines import LEAST, LEAST_LIGHT, POINT, fine_lines, lines

SINGLE = {"layout": "single"}
# Every product of a game with pictures in its booklet, decks in all themes, and options that shrink
# pictures.
CASES = [
    *(("kessel", "cards", look, SINGLE) for look in theme_names()),
    *(("kessel", "booklet", look, {}) for look in theme_names()),
    *(
        ("kessel", key, look, {})
        for key, look in zip(available_products(variant("kessel")), cycle(("gala", "noir")))
        if key not in ("cards", *BOOKLETS)
    ),
    ("kessel", "cards", "gala", {"card_size": "us-mini", **SINGLE}),
    ("casino", "booklet", "classic", {"booklet_page": "a6"}),
    ("pazaak", "half-table", "noir", {"card_size": "euro-mini", **SINGLE}),
    ("tarot", "tokens", "ink-saver", {}),
]
# Slow cases for the night: all books except one, cards in similar themes.
NIGHT = [
    pytest.param(*case, marks=pytest.mark.nightly)
    for case in CASES
    if (case[1] == "booklet" and case[:3] != ("kessel", "booklet", "gala"))
    or (case[1] == "cards" and case[2] not in ("classic", "ink-saver") and case[3] == SINGLE)
]
GATE = [case for case in CASES if not any(night.values == case for night in NIGHT)]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(("slug", "key", "look", "wishes"), [*GATE, *NIGHT])
def test_printed_lines_reach_the_minimum_width(
    slug: str, key: str, look: str, wishes: dict[str, Any]
) -> None:
    assert fine_lines(lay_out(slug, key, "en", theme=look, **wishes)) == []


def test_too_fine_lines_are_detected() -> None:
    document = lay_out("kessel", "tokens", theme="noir")
    (page, *_), paper = document.pages, parse_hex("#15181f")

    def faults(*more: Item) -> int:
        layer = replace(page.layers[0], items=(*page.layers[0].items, *more))
        return len(fine_lines(replace(document, pages=(replace(page, layers=(layer,)),))))

    field = Path(rect_path(Rect(0, 0, 20, 20)), fill=paper)
    assert faults(field, line(LEAST_LIGHT, WHITE)) == faults(line(LEAST, BLACK)) == 0
    assert faults(line(0.24, BLACK)) == faults(field, line(0.49, WHITE)) == 1
    assert faults(field, line(0.49, parse_hex("#5f5135"))) == 1, "a dim line is light as well"
    assert faults(line(0.49, WHITE)) == faults(field, line(LEAST, BLACK)) == 0
    assert faults(Group((line(0.49, BLACK),), scaling(0.5))) == 1


def test_equal_faces_keep_their_words() -> None:
    """Faces that differ only in their words are checked for lines once."""

    def face(key: str, words: str) -> Symbol:
        text = text_line(TITLE, words, 2, 5, 3, WHITE)
        plate = Path(rect_path(Rect(0, 0, 20, 20)), fill=BLACK)
        below = Group((plate, text, line(0.4, WHITE)), scaling(0.9))
        return Symbol(key, (text, below, line(1, BLACK)), Rect(0, 0, 20, 20))

    for one in (face("a", "First"), face("b", "Second")):
        drawn = printable(one)
        assert drawn is not one, "a line of it was too fine"
        assert drawn.items == tuple(redraw_lines(one.items))
        assert drawn.items[0] is one.items[0]
        assert drawn.items[2] is one.items[2]


def line(points: float, colour: Any, *at: float) -> Path:
    """Return lines across a field of 20 mm at some heights."""
    builder = PathBuilder()
    for y in at or (10.0,):
        builder.move(4, y).line(16, y)
    return Path(builder.done(), stroke=Stroke(colour, points * POINT))


def widths(items: tuple[Item, ...], scale: float = 1.0) -> list[float]:
    """Return the widths in points of the lines of a drawing printed at a scale."""
    drawn = [item for item in redraw_lines(items, scale) if item is not None]
    return [round(one.width * scale, 3) for one in lines(drawn)]


def test_small_picture_has_fewer_and_bolder_lines() -> None:
    fine, bold = line(0.4, BLACK), line(2.0, BLACK)
    assert widths((fine, bold)) == [0.4, 2.0]
    assert widths((fine, bold), 0.5) == [LEAST, 1.0]
    assert widths((fine, bold), 0.25) == [0.5]
    filled = replace(fine, fill=BLACK)
    (shape,) = redraw_lines((filled,), 0.25)
    assert shape == replace(filled, stroke=None)
    strands = line(0.4, BLACK, *(10 + 0.25 * k for k in range(8)))
    (open_,) = redraw_lines((strands,), 0.5)
    assert isinstance(open_, Path)
    assert open_.data.steps == "ML" * 4


def test_press_may_require_bolder_lines() -> None:
    fine = line(0.27, BLACK)
    (bold,) = redraw_lines((fine,), floors=LineFloors(0.5 * POINT, 0.5 * POINT))
    assert isinstance(bold, Path)
    assert bold.stroke == replace(fine.stroke, width=0.5 * POINT)
    edge = replace(fine, fill=BLACK)
    assert [*redraw_lines((edge,), floors=LineFloors(POINT, POINT))] == [edge]


def test_minimum_line_width_depends_on_background() -> None:
    dark = Path(rect_path(Rect(0, 0, 20, 20)), fill=parse_hex("#15181f"))
    hole = Path(rect_path(Rect(2, 2, 16, 16)), fill=WHITE)
    assert widths((dark, line(0.4, WHITE))) == [LEAST_LIGHT]
    assert widths((dark, hole, line(0.4, WHITE))) == [0.4]
    assert widths((line(0.4, WHITE), dark)) == [0.4]
    mark = Symbol("mark", (line(0.4, WHITE),), Rect(0, 0, 20, 20), ground=1)
    place = Use(mark, translation(0, 1))
    assert widths((dark, place)) == widths((Group((dark,)), Group((place,)))) == [LEAST_LIGHT]
    assert widths((Use(Symbol("dark", (dark,), Rect(0, 0, 20, 20))), place)) == [LEAST_LIGHT]
    assert widths((Group((dark,), clip=rect_path(Rect(0, 0, 5, 5))), place)) == [0.4]
    assert printable(mark) is mark
    assert printable(mark, 0.5, WHITE).ground == 0 + 1
    assert printable(mark, 0.2, WHITE).items == ()
    assert printable(mark, 0.2, WHITE).ground == 0


def test_gold_plate_lines_are_wide_enough_for_foil() -> None:
    foil = HOME_FLOORS._replace(foil=FOIL_LINE, gap=FOIL_GAP)
    gold = replace(parse_hex("#c7912c"), role=GOLD)
    bare = [*redraw_lines((line(0.3, gold),), floors=foil)]
    assert widths(tuple(bare)) == [round(FOIL_LINE / POINT, 3)]
    field = Path(rect_path(Rect(0, 0, 20, 20)), fill=gold)
    assert [*redraw_lines((field, line(0.5, BLACK)), floors=foil)] == [field, None]
    assert widths((field, line(0.5, BLACK))) == [0.5], "without a plate it stays"
    wide = line(FOIL_GAP / POINT, BLACK)
    assert [*redraw_lines((field, wide), floors=foil)] == [field, wide]


def test_gold_lines_keep_their_gap() -> None:
    foil = HOME_FLOORS._replace(foil=FOIL_LINE, gap=FOIL_GAP)
    gold = Stroke(replace(parse_hex("#c7912c"), role=GOLD), 0.18)
    pitch = FOIL_LINE + FOIL_GAP

    def rows(*ys: float) -> Path:
        builder = PathBuilder()
        for y in ys:
            builder.polyline([(0, y), (20, y)])
        return Path(builder.done(), stroke=gold)

    def kept(*items: Item) -> list[int]:
        """Return the number of lines left of each item."""
        return [
            path.data.steps.count("M") if isinstance(path, Path) else 0
            for path in redraw_lines(items, floors=foil)
        ]

    assert kept(rows(0, pitch + 0.01, 2 * pitch + 0.02)) == [3]
    near = [k + share * pitch for k in (0, 5) for share in (-0.9, -0.45, 0.0, 0.45, 0.9)]
    (middle,) = redraw_lines((rows(*near),), floors=foil)
    assert middle == replace(rows(0, 5), stroke=replace(gold, width=FOIL_LINE))
    assert kept(rows(0), rows(pitch - 0.01)) == [1, 0]
    assert kept(rows(0), rows(pitch + 0.01)) == [1, 1]
    across = Path(PathBuilder().polyline([(3, -9), (3, 9)]).done(), stroke=gold)
    assert kept(rows(0), across) == [1, 1]


def test_line_on_dark_engraving_is_wider() -> None:
    """The areas of an engraved drawing are looked up without its parts."""

    def floor(fill: Colour, name: str) -> list[float]:
        area = (Path(rect_path(Rect(0, 0, 20, 20)), fill=fill),)
        late = LateItems(lambda: area, FilePath("test", name), name.encode())
        below = Use(Symbol(name, late, Rect(0, 0, 20, 20)))
        return widths((below, line(0.4, WHITE)))

    assert floor(parse_hex("#15181f"), "dark") == [LEAST_LIGHT]
    assert floor(WHITE, "light") == [0.4]


def test_remembered_groups_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Remembered, "_MAX_GROUPS", 2)
    asked: list[Group] = []
    function = _Remembered(lambda group: asked.append(group) or len(asked))
    groups = [Group(()) for _ in range(5)]
    assert [function(group) for group in groups] == [1, 2, 3, 4, 5]
    assert function(groups[-1]) == 5
    assert function.cache_info().currsize <= 2
