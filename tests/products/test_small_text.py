"""Printed words are at least 7 pt high, in every product of every game."""

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import INVISIBLE, Group, Item, ShapedText, Symbol, Use
from printkit.graphics.display_list import Path as PathItem
from printkit.graphics.fonts import INDEX, TITLE_BOLD
from printkit.graphics.small_text import without_small_text
from printkit.layout.fit_text import text_line
from printkit.model.definition_files import variant_slugs
from printkit.pieces.kits import available_products
from printkit.pieces.pages import Document
from tests.support.builds import BOOKLETS, lay_out
from tests.support.decks import variant
from tests.support.prints import POINT
from tests.support.sample import cases

LEAST = 7.0
# The index of a card in a picture of its whole face may have 6 pt: the sentence with the picture
# names the card, and a larger figure would be a picture of another card.
LEAST_IN_PICTURES = 6.0
# All kinds of products and pictures; the night checks the other games.
GATE = ("kessel",)
# Products whose other sizes have other pictures.
OPTIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("kessel", "booklet", {"booklet_page": "a6"}),
    ("casino", "booklet", {"booklet_page": "a6"}),
    ("black-knight", "booklet", {"booklet_page": "a6"}),
    ("kessel", "start", {"paper": "a5"}),
    ("corellian-spike", "start", {"paper": "letter"}),
    ("cloud-city", "start", {"paper": "a3"}),
    ("tarot", "mat", {"paper": "letter", "players": 12}),
    ("kessel", "tokens", {"paper": "letter", "theme": "ink-saver"}),
)


class Word(NamedTuple):
    """Printed words: the height of their type (pt), and whether a picture of a face has them."""

    text: str
    font: str
    points: float
    in_face: bool


def walk(
    items: Iterable[Item], matrix: Matrix = IDENTITY, *, in_face: bool = False
) -> Iterator[Word]:
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, item.matrix.then(matrix), in_face=in_face)
        elif isinstance(item, Use):
            is_face = in_face or item.symbol.key.startswith("face-")
            yield from walk(item.symbol.items, item.matrix.then(matrix), in_face=is_face)
        elif isinstance(item, ShapedText) and item.render_mode != INVISIBLE:
            height = item.size * math.hypot(matrix.c, matrix.d) / POINT
            if item.run.text.strip():
                yield Word(item.run.text, item.run.font, height, in_face)


def small(document: Document) -> list[str]:
    """Return the words that are too small, with their page and size."""
    found = []
    for number, page in enumerate(document.pages, 1):
        for word in (word for layer in page.layers for word in walk(layer.items)):
            is_index = word.in_face and word.font == INDEX
            least = LEAST_IN_PICTURES if is_index else LEAST
            if word.points < least - 1e-3:
                found.append(f"p. {number}: {word.text} ({word.points:.1f} pt)")
    return found


@pytest.mark.sampled("slug", every=2)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", cases(variant_slugs(), GATE))
def test_words_of_every_product_have_seven_points(slug: str, language: str) -> None:
    products = [key for key in available_products(variant(slug)) if key != BOOKLETS[1]]
    found = {key: small(lay_out(slug, key, language)) for key in products}
    assert {key: words for key, words in found.items() if words} == {}


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("slug", "key", "wishes"), cases(OPTIONS, [OPTIONS[0], *OPTIONS[-2:]]))
def test_words_in_other_sizes_have_seven_points(
    slug: str, key: str, wishes: dict[str, Any], language: str
) -> None:
    assert small(lay_out(slug, key, language, **wishes)) == []


def test_small_words_are_detected() -> None:
    def page(size: float, key: str = "x", font: str = TITLE_BOLD) -> list[Word]:
        symbol = Symbol(key, (text_line(font, "7", 0, 0, size * POINT, BLACK),), Rect(0, 0, 9, 9))
        return [*walk([Group((Use(symbol),), Matrix(0.5, 0, 0, 0.9, 0, 0))])]

    ((text, _, points, in_face),) = page(7.0)
    assert (text, round(points, 2), in_face) == ("7", 6.3, False)
    ((*_, in_face),) = page(7.0, "face-x", INDEX)
    assert in_face


def test_pictures_leave_out_words_that_are_too_small() -> None:
    name = text_line(TITLE_BOLD, "SYLOP", 0, 9, 8 * POINT, BLACK)
    figure = text_line(INDEX, "14", 0, 4, 8 * POINT, BLACK)
    face = Symbol("face-x", (name, Group((figure,))), Rect(0, 0, 9, 9))
    assert without_small_text(face, 0.9) is face
    assert without_small_text(face, 0.8).items == (Group((figure,)),)
    assert without_small_text(face, 0.7).items == (Group(()),)
    first, second = without_small_text(face, 0.8, bars=True).items
    assert isinstance(first, PathItem)
    assert isinstance(second, Group)
    assert isinstance(second.items[0], PathItem)
    assert first.data.box().w == pytest.approx(name.run.width * name.size / 1000, abs=1e-3)
