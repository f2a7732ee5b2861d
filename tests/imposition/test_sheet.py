"""Sheets: the order of pages, copies, the last sheet, and the bleed of each card."""

from itertools import product

import pytest
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.graphics.display_list import ShapedText
from printkit.imposition.grid import SheetSpec, find_grid
from printkit.imposition.sheets import impose_cards
from printkit.pieces.pages import Page, SlugLine
from tests.support.decks import facts
from tests.support.raster import (
    CAPTION,
    clips,
    ink,
    layer,
    overlap,
    toy_sheets,
    toys,
    trims,
    uses,
    within,
)

CASES = facts(__file__, "cases")

POKER = paper_sizes.card("poker")
A4 = paper_sizes.paper("a4")


@pytest.mark.parametrize(
    ("mode", "names", "cards"),
    [
        ("long", "01a 01b 02a 02b 03a 03b", [9, 9, 9, 9, 2, 2]),
        ("short", "01a 01b 02a 02b 03a 03b", [9, 9, 9, 9, 2, 2]),
        ("none", "01a 02a 03a", [9, 9, 2]),
        ("fold", "01 02 03 04 05", [4] * 5),
    ],
)
def test_pages_are_in_order(mode: str, names: str, cards: list[int]) -> None:
    sheets = toy_sheets(20, POKER, SheetSpec(A4, duplex=mode))
    assert [page.name for page in sheets.pages] == names.split()
    assert [page.back for page in sheets.pages] == [
        page.name.endswith("b") for page in sheets.pages
    ]
    assert [page.cards for page in sheets.pages] == cards
    assert sheets.sheets == int(names[-2:].rstrip("ab"))


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (8, 1), (9, 1), (10, 2), (18, 2), (19, 3)])
def test_sheet_count_is_minimal(count: int, sheets: int) -> None:
    imposed = toy_sheets(count, POKER, SheetSpec(A4))
    assert imposed.sheets == sheets
    assert len(imposed.pages) == 2 * sheets
    assert sum(page.cards for page in imposed.pages if not page.back) == count


def test_copies_follow_their_card() -> None:
    pairs = zip(toys(3, 63.5, 88.9), (2, 0, 3), strict=True)
    deck = [replace(piece, copies=copies) for piece, copies in pairs]
    pages = impose_cards(deck, SheetSpec(A4), CAPTION).pages
    assert [use.symbol.key for use in uses(pages[0])] == ["face-0"] * 2 + ["face-2"] * 3
    faces = {id(use.symbol) for use in uses(pages[0])}
    assert len(faces) == 2, "copies share one drawing"


def test_nothing_to_print_is_rejected() -> None:
    deck = [replace(piece, copies=0) for piece in toys(3, 63.5, 88.9)]
    with pytest.raises(PrintkitError, match="nothing to print") as caught:
        impose_cards(deck, SheetSpec(A4), CAPTION)
    assert "copy" in str(caught.value)


def test_long_title_falls_back_to_slug() -> None:
    name = "The Most Serene and Interminable Sabacc of the Outer Rim and All Its Moons " * 3
    caption = SlugLine("en", name, "cards", "classic", "serene")
    pages = impose_cards(toys(1, 63.5, 88.9), SheetSpec(A4), caption).pages
    texts = [
        item for item, _ in ink(layer(pages[0], "label").items) if isinstance(item, ShapedText)
    ]
    wording = [" ".join(text.run.text.split()) for text in texts]
    assert any(words.startswith("serene · sheet 1/1, front") for words in wording)
    assert not any("Interminable" in words for words in wording)


@pytest.mark.parametrize("theme", ["classique", "économe en encre"])
def test_slug_line_stays_on_one_line(theme: str) -> None:
    """It leaves out the theme rather than wrap."""
    caption = SlugLine("fr", "Sabacc de la Cité des Nuages", "aide-mémoire", theme, "cloud-city")
    pages = impose_cards(toys(1, 63.5, 88.9), SheetSpec(A4), caption).pages
    drawn = [item for item, _ in ink(layer(pages[0], "label").items)]
    (line,) = (item.run.text for item in drawn if isinstance(item, ShapedText))
    assert "aide-mémoire" in line
    assert "feuille 1/1, recto" in line


def expected(trim: Rect, others: list[Rect], gap: float, bleed: float, area: Rect) -> Rect:
    """Return the expected visible part of a drawing, computed from its neighbours.

    A card whose edge is within a gap of this one is a neighbour; half the gap belongs to this card.
    Everywhere else the print extends by the whole bleed, up to the printer's limit.
    """

    def run(side: str) -> float:
        for o in others:
            level = abs(o.y - trim.y) < 1e-6
            upright = abs(o.x - trim.x) < 1e-6
            distance = {
                "left": trim.x - o.right if level else -1,
                "right": o.x - trim.right if level else -1,
                "up": trim.y - o.bottom if upright else -1,
                "down": o.y - trim.bottom if upright else -1,
            }[side]
            if -1e-6 <= distance <= gap + 1e-6:
                return min(bleed, gap / 2)
        return bleed

    left, right = max(trim.x - run("left"), area.x), min(trim.right + run("right"), area.right)
    top, bottom = max(trim.y - run("up"), area.y), min(trim.bottom + run("down"), area.bottom)
    return Rect(left, top, right - left, bottom - top)


def check_bleed(page: Page, card: Size, spec: SheetSpec) -> None:
    cards = trims(page, card.w, card.h)
    area = page.media.inset(spec.margin)
    for trim, clip in zip(cards, clips(page), strict=True):
        others = [o for o in cards if o is not trim]
        wanted = expected(trim, others, spec.gap, spec.bleed, area)
        assert [round(v, 3) for v in clip] == [round(v, 3) + 0.0 for v in wanted]
        assert within(clip, trim, 1e-3)
        assert within(page.bleed, clip, 1e-3)
        assert not any(overlap(clip, other, 1e-3) for other in others)


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_bleed_of_each_card_is_clipped_correctly(paper: str) -> None:
    """Test full sheets and a last one with a single card, a row and a half, and all but one.

    The fronts of long, short and none are alike.
    """
    spaces = product((0.0, 1.0, 3.0, 4.0, 6.0, 8.0), (0.0, 2.0, 3.0))
    asked = [*product(("long", "fold"), spaces), ("short", (4.0, 2.0)), ("none", (4.0, 2.0))]
    for mode, (gap, bleed) in asked:
        spec = SheetSpec(paper_sizes.paper(paper), gap=gap, bleed=bleed, duplex=mode)
        capacity = find_grid(spec, POKER.w, POKER.h).capacity
        for count in (capacity + 1, 2 * capacity - 1, capacity + capacity // 2 + 1):
            for page in toy_sheets(count, POKER, spec).pages[-3:]:
                check_bleed(page, POKER, spec)


@pytest.mark.parametrize(("count", "gap", "page", "card", "size"), CASES["bleeds"])
def test_bleed_matches_hand_calculation(
    count: int, gap: float, page: int, card: int, size: tuple[float, float]
) -> None:
    clip = clips(toy_sheets(count, POKER, SheetSpec(A4, gap=gap, bleed=2)).pages[page])[card]
    assert (clip.w, clip.h) == pytest.approx(size, abs=1e-3)


def test_drawing_extends_past_every_clip() -> None:
    """Otherwise there would be a white edge inside the bleed."""
    for page in toy_sheets(9, POKER, SheetSpec(A4, gap=4, bleed=2)).pages:
        for use, clip in zip(uses(page), clips(page), strict=True):
            assert within(use.matrix.bounds(use.symbol.box), clip)
