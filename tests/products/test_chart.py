"""The conversion chart and its pocket version: all cards are present, in place, and legible."""

from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import IDENTITY, Matrix, Rect, translation
from printkit.components.notes import Note, note_style, stack_notes, whole_column
from printkit.graphics.display_list import ShapedText, Symbol, Use
from printkit.imposition.single_pages import full_page_area
from printkit.layout.fit_text import text_line
from printkit.layout.fitting import Overflow
from printkit.model.definition_files import STANDINS, VARIANTS, deck_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.pieces.product import LocalGame, RenderOptions
from printkit.products.charts import chart
from printkit.products.charts.chart import _ChartPlanner, _list_runs, draw_chart, make_pocket_chart
from printkit.rules.standins import STICKERS, DeckMapping, map_deck
from tests.support.jobs import render_options
from tests.support.prints import faults_of_print, meeting, trim
from tests.support.walk import Leaf, ink_box, leaves, symbols, text_box, union

SAFE = 3.0
CLASSIC = theme("classic")
PAIRS = [
    (deck, variant)
    for deck in deck_slugs()
    for standin in load(deck, shelf=STANDINS).standins
    if standin.disambiguation != STICKERS
    for variant in standin.variants
]


@cache
def loaded(slug: str, shelf: str = VARIANTS) -> Variant:
    return load(slug, shelf=shelf)


@cache
def mapping(deck: str, variant: str) -> DeckMapping:
    return map_deck(loaded(deck, STANDINS), loaded(variant))


def test_note_height_matches_its_letters() -> None:
    """Test from the first capitals to the last descenders, for any number of lines."""
    for count in (1, 4):
        notes = stack_notes([Note("Lead", "Fly past, judge.")] * count, CLASSIC.palette("ink").ink)
        column = whole_column(notes, note_style(3.0, "en"), 60.0)
        ink = union([ink_box(leaf) for leaf in leaves(column.items(0.0, 0.0))])
        assert 0.0 <= ink.y < 0.5
        assert ink.bottom < column.height < ink.bottom + 0.5


def faces(symbol: Symbol) -> list[tuple[str, Rect]]:
    """Return the small faces of a page: their titles and boxes."""
    return [
        (item.symbol.title, item.matrix.bounds(item.symbol.box))
        for item in symbol.items
        if isinstance(item, Use) and item.symbol.key.startswith(("own-", "small-"))
    ]


@cache
def pages_of(deck: str, variant: str, language: str, paper: str) -> tuple[Rect, list[Symbol]]:
    """Return the area of a page and the chart in it."""
    wide, tall = full_page_area(paper_sizes.paper(paper), 10.0)
    return Rect(0, 0, wide, tall), draw_chart(
        mapping(deck, variant), LocalGame(loaded(variant), language, CLASSIC), (wide, tall)
    )


@pytest.mark.sampled
@pytest.mark.parametrize(("deck", "variant"), PAIRS)
def test_every_chart_is_in_place(deck: str, variant: str) -> None:
    for language, paper in (("en", "letter"), ("fr", "a4")):
        box, pages = pages_of(deck, variant, language, paper)
        assert 1 <= len(pages) <= 2
        assert_keys_are_unique(pages)
        for page in pages:
            assert page.box == box
            assert faults_of_print(leaves(page.items), box, slack=0.01) == []
            small = [rect for _, rect in faces(page)]
            assert meeting(small) == []
            assert min(rect.w for rect in small) >= 8.5
            # No line of text overlaps a small face to which it does not belong.
            loose = [text_box(Leaf(item, IDENTITY, None)) for item in page.items
                     if isinstance(item, ShapedText)]  # fmt: skip
            together = [*small, *loose]
            assert all(j < len(small) for _, j in meeting(together))


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(("deck", "variant"), PAIRS)
def test_every_chart_row_leads_to_its_card(deck: str, variant: str) -> None:
    one = mapping(deck, variant)
    language = "fr"
    _, pages = pages_of(deck, variant, language, "a4")
    placed = [
        (page, title, rect) for page, symbol in enumerate(pages) for title, rect in faces(symbol)
    ]
    together: dict[str, set[str]] = {}
    for entry in one.entries:
        together.setdefault(entry.stands_for.id, set()).add(entry.physical.name(language))
    for entry in one.entries:
        mates, meant = together[entry.stands_for.id], entry.stands_for.name[language]
        assert any(
            points(page, rect, placed, mates, meant)
            for page, title, rect in placed
            if entry.physical.name(language) in title.split(", ")
        ), (entry.physical.id, entry.stands_for.id)


def points(
    page: int, own: Rect, placed: list[tuple[int, str, Rect]], mates: set[str], meant: str
) -> bool:
    """Return whether a small face is followed only by others of its row, then by the right card."""
    right = sorted(
        (rect.x, title)
        for at, title, rect in placed
        if at == page and abs(rect.y - own.y) < 0.01 and rect.x > own.x
    )
    for _, title in right:
        if title == meant:
            return True
        if not set(title.split(", ")) <= mates:
            return False
    return False


def test_chart_names_decks_and_shares_equal_faces() -> None:
    _, (page,) = pages_of("two-poker54", "pazaak", "en", "a4")
    titles = {title for title, _ in faces(page)}
    assert "Ace of Spades (deck 1)" in titles
    assert "Ace of Spades (deck 2)" in titles
    _, (page,) = pages_of("two-tarot", "casino", "en", "a4")
    assert "The Excuse (deck 1), The Excuse (deck 2)" in {title for title, _ in faces(page)}


def assert_keys_are_unique(pages: list[Symbol]) -> None:
    seen: dict[str, Symbol] = {}
    for page in pages:
        for symbol in symbols(page.items):
            # A cache may have redrawn it: then the drawing is equal.
            assert seen.setdefault(symbol.key, symbol).items == symbol.items, symbol.key


def test_too_small_chart_area_is_rejected() -> None:
    with pytest.raises(PrintkitError, match="does not fit"):
        draw_chart(
            mapping("tarot", "casino"), LocalGame(loaded("casino"), "en", CLASSIC), (120.0, 90.0)
        )
    with pytest.raises(PrintkitError):
        make_pocket_chart(mapping("tarot", "casino"), setting("20x30mm", "en"))


def setting(card: str, language: str) -> RenderOptions:
    return render_options(language, CLASSIC, paper_sizes.card(card), 3.0, 1)


@pytest.mark.sampled
# Small cards and French leave the least space; in English and larger sizes, one case per deck.
@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    ("deck", "variant", "card", "language"),
    [
        *((*pair, "euro-mini", "fr") for pair in PAIRS),
        *((*pair, "poker", "en") for pair in dict(PAIRS).items()),
    ],
)
def test_every_pocket_card_is_in_place(deck: str, variant: str, card: str, language: str) -> None:
    pieces = make_pocket_chart(mapping(deck, variant), setting(card, language))
    assert len({piece.id for piece in pieces}) == len({p.front.key for p in pieces}) == len(pieces)
    for piece in pieces:
        safe = trim(piece).inset(SAFE)
        assert faults_of_print(leaves(piece.front.items), safe, slack=0.02) == [], piece.title
        assert piece.back is not None


def test_chart_checks_can_fail() -> None:
    ink = CLASSIC.roles_of["ink"]
    one = text_line("index", "10", 5, 10, 6, ink)
    over, beside = text_line("index", "11", 7, 11, 6, ink), text_line("index", "11", 40, 10, 6, ink)
    boxes = [text_box(Leaf(text, Matrix(), None)) for text in (one, beside)]
    assert meeting(boxes) == []
    assert meeting([*boxes, text_box(Leaf(over, Matrix(), None))]) == [(0, 2)]
    # A face moved away from its row leads to nothing.
    _, (page,) = pages_of("tarot", "casino", "fr", "a4")
    placed = [(0, title, rect) for title, rect in faces(page)]
    own, meant = "As d’Épée", "1 de Sabre"
    rect = next(rect for _, title, rect in placed if title == own)
    assert points(0, rect, placed, {own}, meant)
    assert not points(0, rect, placed, {own}, "2 de Sabre")
    assert not points(0, translation(0, 1).bounds(rect), placed, {own}, meant)


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ("swords-ace swords-2 swords-3 swords-4", "Swords A–4"),
        ("swords-2 swords-3 swords-king", "Swords 2, 3, K"),
        ("swords-2 cups-2", "Swords, Cups 2"),
    ],
)
def test_runs_of_cards_are_shortened(ids: str, said: str) -> None:
    deck = load("marseille", shelf=STANDINS)
    cards = [card for card in deck.cards if card.id in ids.split()]
    (line,) = _list_runs(deck, cards, "en")
    assert {*line.replace(",", "").split()} == {*said.replace(",", "").split()}


def test_chart_plan_takes_the_first_pages_that_fit() -> None:
    tried: list[bool] = []

    def plan_sheets(_size: float, _pages: int, at_foot: bool, _stacking: object) -> Any:
        tried.append(at_foot)
        return ["sheet"] if at_foot else None

    planner: Any = SimpleNamespace(_plan_sheets=plan_sheets)
    assert _ChartPlanner._plan(planner, 2, 9.0) == (9.0, ["sheet"])
    assert tried[-2:] == [False, True]
    never: Any = SimpleNamespace(_plan_sheets=lambda *_: None)
    assert isinstance(_ChartPlanner._plan(never, 2, 9.0), Overflow)


def test_notes_at_the_foot_fill_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = [SimpleNamespace(height=height) for height in (12.0, 10.0, 11.0)]
    monkeypatch.setattr(chart, "even_columns", lambda _n, _s, _w, count: columns[:count])
    planner: Any = SimpleNamespace(width=190.0, height=260.0, notes=None, note_style=None)
    boxes = [box for _, box in _ChartPlanner._notes_at_foot(planner)]
    assert boxes[0].x == 0.0
    assert boxes[-1].right == pytest.approx(190.0)
    assert {box.bottom for box in boxes} == {260.0}
    assert not any(one.intersects(other) for one, other in pairwise(boxes))
