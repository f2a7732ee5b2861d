"""Requirements of every product, run over the registry on a game of each kind."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import plain_paper_theme, theme, theme_names
from printkit.base import paper_sizes
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.model.definition_files import STANDINS, deck_slugs, variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from printkit.pieces.pages import Document, Page
from printkit.pieces.product import Piece
from printkit.rules.standins import can_stand_in
from tests.support.builds import BOOKLETS, lay_out
from tests.support.decks import variant
from tests.support.jobs import piece_of, pieces_of
from tests.support.prints import faults_of_print, is_invisible, printed, trim
from tests.support.sample import cases
from tests.support.walk import ink_box, ink_boxes, leaves

SLUGS = ("casino", "corellian", "kessel", "pazaak", "tarot")
# One booklet; tests/booklet tests the pages of the others.
CASES = [
    (key, slug)
    for slug in SLUGS
    for key in available_products(variant(slug))
    if key not in BOOKLETS or slug == "pazaak"
]
# One game per product; a product that none of these games has is tested on another.
LEADS = {key: slug for slug in variant_slugs() for key in available_products(variant(slug))}
LEADS |= dict(reversed(CASES))
CASES += [case for case in LEADS.items() if case not in CASES]
# Each product once, and the cards of two kinds of game.
BY_DAY = [*LEADS.items(), ("cards", "kessel"), ("mat", "kessel")]


# Names on tokens may be 6 pt; the others have pictures of cards or of a tiled piece.
SCALED = {"tokens", "start", "mat", "table", "half-table", *BOOKLETS}

# The condition on a definition for each of our products.
OFFERED: dict[str, Callable[[Variant], bool]] = {
    "cards": lambda game: bool(game.cards),
    "tuck-box": lambda game: bool(game.cards),
    "rule-cards": lambda game: bool(game.sets),
    "score-sheet": lambda game: bool(game.scores),
    "tournament-sheet": lambda game: game.players is not None,
    "paper-die": lambda game: any(thing.id.endswith("die") for thing in game.materials),
    "die-stickers": lambda game: any(thing.faces or thing.numbers for thing in game.materials),
    "mat": lambda game: lies_on(game, "mat"),
    "table": lambda game: lies_on(game, "table"),
    "half-table": lambda game: lies_on(game, "table"),
    "player-board": lambda game: lies_on(game, "board"),
    "tokens": lambda game: any(
        (*game.tokens, *(one for one in game.materials if one.emblem or one.denominations))
    ),
    "reference-cards": lambda game: bool(game.hands or game.phases),
    "summary": lambda game: bool(game.hands or game.phases),
    "start": lambda game: bool(game.hands or game.phases),
    "conversion-chart": lambda game: any(
        can_stand_in(load(deck, shelf=STANDINS), game) for deck in deck_slugs()
    ),
}


def lies_on(game: Variant, where: str) -> bool:
    return any(thing.on == where for thing in (*game.places, *game.tracks))


@pytest.mark.parametrize("slug", variant_slugs())
def test_products_are_offered_if_there_is_content(slug: str) -> None:
    game = variant(slug)
    offered = OFFERED.keys() & available_products(game)
    assert offered == {key for key, has in OFFERED.items() if has(game)}
    assert "tuck-box" not in available_products(game.with_cards(()))
    made_of_paper = any("paper-die" in thing.products for thing in game.materials)
    assert made_of_paper == ("paper-die" in available_products(game))


@pytest.mark.parametrize(
    ("key", "slug"), cases(CASES, [case for case in BY_DAY if case != ("cards", "casino")])
)
def test_product_pages_meet_the_contract(key: str, slug: str) -> None:
    document = lay_out(slug, key, "fr")
    assert (document.duplex is not None) == any(page.back for page in document.pages)
    assert document.pages
    assert document.language == "fr"
    assert document.title
    assert document.subject
    blank = [f"{page.name} is empty" for page in document.pages if key.startswith("booklet")]
    assert [fault for fault in faults(document) if fault not in blank] == []


@pytest.mark.parametrize(
    ("key", "slug"),
    cases(
        [case for case in CASES if case[0] not in SCALED],
        [case for case in BY_DAY if case != ("cards", "casino")],
    ),
)
def test_print_has_at_least_seven_points(key: str, slug: str) -> None:
    pages = lay_out(slug, key, "fr").pages
    drawn = [leaf for page in pages for layer in page.layers for leaf in leaves(layer.items)]
    lines = printed(leaf for leaf in drawn if not is_invisible(leaf))
    assert [line.text for line in lines if line.size < MIN_TEXT_SIZE - 1e-3] == []


def faults(document: Document) -> list[str]:
    """Yield the errors of a document: page names used twice, pages without ink, ink outside."""
    names = Counter(page.name for page in document.pages)
    return [
        *(f"{name} is the name of {count} pages" for name, count in names.items() if count > 1),
        *(fault for page in document.pages for fault in faults_of_page(page)),
    ]


def faults_of_page(page: Page) -> list[str]:
    boxes = [
        (layer.name, box)
        for layer in page.layers
        for box in ink_boxes(layer.items)
        if box.w > 0 and box.h > 0
    ]
    around = page.media.inset(-0.5)
    beyond = [f"{name} {box} leaves {page.name}" for name, box in boxes if not around.contains(box)]
    return beyond if boxes else [f"{page.name} is empty"]


def test_page_errors_are_detected() -> None:
    document = lay_out("kessel", "cards", "fr")
    first = document.pages[0]
    assert faults(document) == []
    assert faults(replace(document, pages=(replace(first, layers=()),))) == ["01a is empty"]
    small = replace(first, media=first.media.inset(20))
    assert faults(replace(document, pages=(small,))) != []


SIZES, LOOKS = paper_sizes.card_names(), theme_names()
# The distance of ink from the cut; if negative, how far ink may extend beyond it. A line may be
# centred on the edge of the safe area, so half of it is nearer.
CLEAR = {
    **{"reference-cards": 3.0, "rule-cards": 3.0},
    **{"table": 2.78, "half-table": 2.78, "player-board": 2.78},
    "summary": 0.0,
    **{"paper-die": -3.1, "die-stickers": -3.1, "tuck-box": -3.1},
}
MINI = {"card_size": "euro-mini"}


def printed_pieces() -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Return product, variant, edition and options.

    They cover each card size, each theme, and the longest texts.
    """
    looks = cycle(LOOKS)
    for slug in ("kessel", "cloud-city-casino"):
        for size, look in zip(SIZES, looks, strict=False):
            yield "reference-cards", slug, "fr", {"card_size": size, "theme": look}
    for slug in ("corellian-spike", "tarot", "random", "mos-eisley", "casino", "pazaak"):
        yield "reference-cards", slug, "fr", {"card_size": "us-mini", "theme": next(looks)}
    for size in SIZES:
        for edition in ("en", "fr"):
            yield "rule-cards", "corellian", edition, {"card_size": size, "theme": next(looks)}
    for slug, paper in zip(variant_slugs(), cycle(("a4", "letter", "a5")), strict=False):
        if "summary" in available_products(variant(slug)):
            yield "summary", slug, "fr", {"paper": paper, "theme": next(looks)}
    for look in LOOKS:
        for key in ("table", "half-table", "player-board"):
            for slug in variant_slugs():
                if key in available_products(variant(slug)):
                    yield key, slug, "fr+en", {"theme": look, **MINI}
        for key, slug in (
            *(("paper-die", slug) for slug in ("kessel", "corellian-spike", "coruscant-shift")),
            *(("die-stickers", slug) for slug in ("corellian-spike", "coruscant-shift")),
            *(("tuck-box", slug) for slug in ("casino", "kessel", "pazaak")),
        ):
            yield key, slug, "en", {"theme": look}


PRINTED = [*printed_pieces()]


@pytest.mark.sampled
@pytest.mark.parametrize("key", CLEAR)
@pytest.mark.parametrize("look", LOOKS)
def test_print_avoids_the_cut_and_is_legible(key: str, look: str) -> None:
    """Text is at least six points, no line of text overlaps another, and no line is below a
    hairline.
    """
    cases = [case for case in PRINTED if (case[0], case[3]["theme"]) == (key, look)]
    assert cases
    for _, slug, edition, wishes in cases:
        for piece in pieces_of(key, slug, edition, **wishes):
            found = faults_of_piece(piece, look, CLEAR[key])
            assert found == [], (slug, edition, wishes, piece.id)


def faults_of_piece(piece: Piece, look: str, clear: float) -> list[str]:
    """Yield the errors of the sides of a piece; print exactly over the cut counts as its ground."""
    plain = piece.id == "summary"  # a page of plain paper, not cut
    paper = (plain_paper_theme(theme(look)) if plain else theme(look)).roles_of["paper"]
    found = faults_of_print(leaves(piece.cut_guides), piece.front.box)
    for side in (piece.front, piece.back):
        if side is None or side.key.startswith("back-"):
            continue
        drawn, below = list(leaves(side.items[side.ground :])), side.items[: side.ground]
        printed = [tuple(box) for box in map(ink_box, leaves(below)) if box]
        covered = pytest.approx(tuple(side.box), abs=1e-3) in printed
        if theme(look).face.full_bleed and 0 < clear < 3 and not covered:
            found.append(f"the felt of {side.key} falls short")
        room = side.box if plain else trim(piece).inset(clear)
        found += faults_of_print(drawn, room, paper)
    return found


def test_print_errors_are_detected() -> None:
    key, slug, edition, wishes = PRINTED[0]
    (piece, *_) = pieces_of(key, slug, edition, **wishes)
    small = replace(piece, width=piece.width - 1)
    assert any("outside" in fault for fault in faults_of_piece(small, wishes["theme"], 3.0))
    twice = replace(piece.front, items=(*piece.front.items, *piece.front.items))
    message = faults_of_piece(replace(piece, front=twice), wishes["theme"], 3.0)
    assert any(fault.startswith("over") for fault in message)
    drawn = [*leaves(piece.front.items)]
    assert any("small" in fault for fault in faults_of_print(drawn, trim(piece), smallest=9.0))
    table = piece_of("table", "pazaak", theme="gala", **MINI)
    assert faults_of_piece(table, "gala", 2.78) == []
    assert faults_of_piece(table, "gala", 4.0) != []
    bare = replace(table, front=replace(table.front, items=table.front.items[1:], ground=0))
    assert any("falls short" in fault for fault in faults_of_piece(bare, "gala", 2.78))
