"""A plate prints its role in black, and everything over it in white."""

from msgspec.structs import replace

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import BLACK, WHITE, Colour
from printkit.graphics.display_list import INVISIBLE, Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TITLE
from printkit.graphics.path import rect_path
from printkit.layout.fit_text import text_line
from printkit.press.plate import Plate, _box_of

GOLD, RED = Colour("#c0a040", role="gold"), Colour("#aa0000")


def box(x: float, y: float = 0, side: float = 10, colour: Colour = RED) -> Path:
    return Path(rect_path(Rect(x, y, side, side)), fill=colour)


def plate(*items: Item) -> tuple[Item, ...]:
    return Plate("gold").items(items)


def test_plate_prints_role_in_black() -> None:
    assert plate(box(0, colour=GOLD)) == (box(0, colour=BLACK),)


def test_plate_omits_other_colours() -> None:
    """Items beside the gold or below it are not on the plate."""
    assert plate(box(0), box(50), box(0, colour=GOLD)) == (box(0, colour=BLACK),)
    assert plate(box(0, colour=GOLD), box(50)) == (box(0, colour=BLACK),)
    assert plate(box(0)) == ()


def test_plate_prints_cover_of_role_in_white() -> None:
    made = plate(box(0, colour=GOLD), box(5))
    assert made == (box(0, colour=BLACK), box(5, colour=WHITE))


def test_plate_prints_both_colours_of_path() -> None:
    """A gold line around a red field becomes black around white, and vice versa."""
    lined = replace(box(0), stroke=Stroke(GOLD, 1.0))
    assert plate(lined) == (replace(box(0, colour=WHITE), stroke=Stroke(BLACK, 1.0)),)
    filled = replace(box(0, colour=GOLD), stroke=Stroke(RED, 1.0))
    assert plate(filled) == (replace(box(0, colour=BLACK), stroke=Stroke(WHITE, 1.0)),)
    assert Plate("gold").box(box(0)) is None
    assert Plate("gold").box(box(3, colour=GOLD)) == Rect(3, 0, 10, 10)


def test_plate_ignores_empty_path() -> None:
    nothing = Path(rect_path(Rect(0, 0, 1, 1)), fill=None)
    assert plate(nothing, box(0, colour=GOLD)) == (box(0, colour=BLACK),)


def test_plate_moves_box_of_group() -> None:
    """A group that is moved covers the place where it is seen."""
    gold = Group((box(0, colour=GOLD),), Matrix(1, 0, 0, 1, 40, 0))
    assert Plate("gold").box(gold) == Rect(40, 0, 10, 10)
    assert plate(gold, box(0)) == (replace(gold, items=(box(0, colour=BLACK),)),)
    over = plate(gold, box(45))
    assert over[1] == box(45, colour=WHITE)


def test_plate_draws_symbol_once_for_each_use() -> None:
    symbol = Symbol("medal", (box(0, colour=GOLD), box(20)), Rect(0, 0, 30, 10), "medal")
    first, second = plate(Use(symbol), Use(symbol, Matrix(1, 0, 0, 1, 100, 0)))
    assert isinstance(first, Use)
    assert isinstance(second, Use)
    assert first.symbol.items == (box(0, colour=BLACK),)
    assert second.symbol is first.symbol
    # The whole symbol covers the gold, so its red part is white.
    _, over = plate(box(0, colour=GOLD), Use(symbol))
    assert isinstance(over, Use)
    assert over.symbol.items == (box(0, colour=BLACK), box(20, colour=WHITE))


def test_invisible_text_covers_nothing() -> None:
    line = text_line(TITLE, "word", 10.0, 20.0, 4.0, RED)
    assert _box_of(replace(line, render_mode=INVISIBLE)) is None
    box = _box_of(line)
    assert box is not None
    assert box.contains(Rect(10.0, 18.0, 1.0, 1.0))
