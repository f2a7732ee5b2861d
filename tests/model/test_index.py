"""The corner index of unusual cards: its content, errors, and distinct plates."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from printkit.art.theme import theme
from printkit.faces.anatomy import Anatomy
from printkit.faces.face import draw_face
from printkit.graphics.display_list import Group, Item, ShapedText, Symbol, Use
from printkit.graphics.display_list import Path as Shape
from printkit.layout.fit_text import TextOverflow
from printkit.model.cards import Card
from printkit.model.load import load
from tests.support import decks
from tests.support.decks import facts
from tests.support.walk import ink_box, leaves, text_leaves

POKER = Anatomy(63.5, 88.9)
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M-9-9H18V18H-9z"/></svg>'
)
# The outline of every plate: chamfered.
PLATE = "MLLLLLLLZ"
CROSS, BAR = "MLLLLLLLLLLLZ", "MLLLZ"


def card(folder: Path, lines: str) -> Card:
    (folder / "own.svg").write_text(SQUARE, encoding="utf-8")
    text = f'{decks.HEAD}\n[[cards]]\nid = "odd"\nname = {{ en = "Odd", fr = "Drôle" }}\n{lines}\n'
    return load(decks.put(folder, text)).cards[0]


def drawn_face(one: Card) -> Symbol:
    return draw_face(one, decks.variant("casino"), "en", theme("classic"), POKER, 3.0)


def corner(one: Card) -> list[Item]:
    """Return the upper left corner of a face."""
    return opened(item for item in drawn_face(one).items if not has_moved(item))


def has_moved(item: Item) -> bool:
    """Return whether an item is outside the corner."""
    boxes = [box for leaf in leaves((item,)) if (box := ink_box(leaf))]
    return not boxes or any(box.right > -14 or box.bottom > -18 for box in boxes)


def opened(items: Iterable[Item]) -> list[Item]:
    """Return the items without the groups that condense a text."""
    found: list[Item] = []
    for item in items:
        found += opened(item.items) if isinstance(item, Group) else [item]
    return found


@pytest.mark.parametrize(("value", "shown", "plate"), facts(__file__)["plates"])
def test_only_negative_values_have_the_minus_plate(
    tmp_path: Path, value: str, shown: str, plate: bool
) -> None:
    drawn, text, signs = parts(corner(card(tmp_path, f"value = {value}")))
    assert text.run.text == shown
    sign = "−" if plate else "±" if shown.startswith("±") else ""
    assert drawn.data.steps == PLATE
    assert is_filled(drawn) is plate
    assert [one.data.steps for one in signs] == {"−": [BAR], "±": [CROSS, BAR], "": []}[sign]


def parts(items: list[Item]) -> tuple[Shape, ShapedText, list[Shape]]:
    """Return the plate of a number on its moat, the text on it, and the drawn signs beside the
    text.
    """
    (text,) = [item for item in items if isinstance(item, ShapedText)]
    at = items.index(text)
    moat, plate = [item for item in items[:at] if isinstance(item, Shape)][:2]
    assert moat.data.steps == plate.data.steps
    return plate, text, [item for item in items[at:] if isinstance(item, Shape)]


def is_filled(plate: Shape) -> bool:
    """Return whether a plate is filled, which separates minus from plus without colour; otherwise
    it is an outline around paper.
    """
    assert plate.fill is not None
    assert plate.fill.is_white is (plate.stroke is not None)
    return not plate.fill.is_white


@pytest.mark.parametrize("line", ['value = { rule = "set", choices = [-12, 3] }', ""])
def test_value_by_set_leaves_an_empty_plate(tmp_path: Path, line: str) -> None:
    """The plate is filled in by hand, and the face shows no figure."""
    one = card(tmp_path, line)
    (plate,) = corner(one)
    assert isinstance(plate, Shape)
    assert not is_filled(plate)
    texts = [leaf.item for leaf in text_leaves(drawn_face(one).items)]
    assert {text.run.text for text in texts if isinstance(text, ShapedText)} == {"ODD"}
    marked = corner(card(tmp_path, f'{line}\nemblem = "own.svg"'))
    assert [type(item) for item in marked] == [Use]


@pytest.mark.parametrize(("slug", "index"), [("tarot", "A"), ("poker", "A"), ("casino", "15")])
def test_ace_index_follows_its_values(slug: str, index: str) -> None:
    """A letter if it counts low or high, its value if it has one."""
    aces = [one for one in load(slug).cards if one.rank == "ace"]
    assert [one.index for one in aces] == [index] * 4
    (text,) = [item for item in corner(aces[0]) if isinstance(item, ShapedText)]
    assert text.run.text == index


@pytest.mark.parametrize("value", [-8, -17])
def test_minus_is_above_centred_figures(tmp_path: Path, value: int) -> None:
    """It is as thick as the stems of the figures; the text contains it."""
    plate, text, (minus,) = parts(corner(card(tmp_path, f"value = {value}")))
    assert text.run.text == f"−{-value}"
    assert len(text.run.glyphs) == len(str(-value))
    box, sign = plate.data.box(), minus.data.box()
    assert 0.9 < sign.h < 1.4
    assert sign.w > 2.1
    assert sign.centre[0] == pytest.approx(box.centre[0], abs=0.01)
    assert box.y + 0.3 < sign.y < sign.bottom < box.centre[1]


@pytest.mark.parametrize("values", [[1, 3, 5, 7, 9, 11, 13], list(range(1, 40, 2))])
def test_illegible_index_is_rejected(tmp_path: Path, values: list[int]) -> None:
    with pytest.raises(
        TextOverflow, match=r"^card odd \(en\): .*(too long to be legible|too long for)"
    ):
        corner(card(tmp_path, f"value = {values}"))


def test_index_emblem_is_not_repeated_as_mark(tmp_path: Path) -> None:
    items = corner(card(tmp_path, 'emblem = "own.svg"'))
    assert len([item for item in items if isinstance(item, Use)]) == 1


def test_art_is_clipped_at_its_box(tmp_path: Path) -> None:
    items = corner(card(tmp_path, 'emblem = "own.svg"'))
    (use,) = [item for item in items if isinstance(item, Use)]
    (group,) = use.symbol.items
    assert isinstance(group, Group)
    assert group.clip is not None
    assert tuple(group.clip.box()) == (0, 0, 9, 9)


def test_signed_plates_differ_without_colour() -> None:
    """Their signs differ, and only the plate of a minus is filled."""
    cards = {one.id: one for one in load("pazaak").cards}
    found = [parts(corner(cards[f"{sign}-3"])) for sign in ("main", "plus", "minus", "plus-minus")]
    assert {plate.data.steps for plate, _, _ in found} == {PLATE}
    assert [is_filled(plate) for plate, _, _ in found] == [False, False, True, False]
    signs = [[one.data.steps for one in drawn] for _, _, drawn in found]
    assert signs == [[], [CROSS], [BAR], [CROSS, BAR]]
