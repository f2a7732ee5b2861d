"""Small cards.

Each card of each game is legible at 7 mm, and distinct from cards of other values.
"""

from itertools import combinations

import numpy as np
import pytest

from printkit.art.theme import theme, theme_names
from printkit.base.content import bundled_rows
from printkit.faces.anatomy import card_figure
from printkit.faces.small_cards import draw_small_back, draw_small_card
from printkit.graphics.colour import MIN_TEXT_CONTRAST, contrast
from printkit.graphics.display_list import Path, ShapedText, Use
from tests.support.decks import distinct
from tests.support.raster import grey_pixels
from tests.support.walk import ink_box, leaves, text_box, text_leaves

SMALLEST = 7.0
# Minimum figures on a card 11 mm wide, and on a plate (mm): about as legible as text of 10 and of 7
# points.
MIN_FIGURE, MIN_ON_PLATE = 5.0, 1.7


@pytest.mark.parametrize("key", theme_names())
def test_small_cards_contain_their_content(key: str) -> None:
    look = theme(key)
    for slug, deck in distinct().items():
        for card in deck.cards:
            small = draw_small_card(card, 11, look)
            for leaf in leaves(small.items):
                box = ink_box(leaf)
                assert box is None or small.box.contains(box, 1e-3), (slug, card.id, box)
            texts = text_leaves(small.items)
            assert [leaf.item.run.text for leaf in texts] == [card_figure(card)][: len(texts)]
            assert bool(texts) == bool(card_figure(card)), (slug, card.id)
            least = MIN_ON_PLATE if card.layout == "emblem" or card.rank == "idiot" else MIN_FIGURE
            for leaf in texts:
                if set(card_figure(card)) != {"="}:
                    assert text_box(leaf).h >= least, (slug, card.id, text_box(leaf).h)


@pytest.mark.parametrize("key", theme_names())
def test_figures_of_small_cards_have_contrast(key: str) -> None:
    look = theme(key)
    for deck in distinct().values():
        for card in deck.cards:
            grounds = []
            for leaf in leaves(draw_small_card(card, 11, look).items):
                if isinstance(leaf.item, Path) and leaf.item.fill is not None:
                    grounds.append((ink_box(leaf), leaf.item.fill))
                if isinstance(leaf.item, ShapedText):
                    around = [fill for box, fill in grounds if box and box.contains(text_box(leaf))]
                    ratio = contrast(leaf.item.fill, around[-1])
                    assert ratio >= MIN_TEXT_CONTRAST, (key, card.id, ratio)


def test_small_cards_differ_without_colour() -> None:
    """Compare each pair of cards of one suit, or without suit, at the smallest width."""
    look = theme("classic")
    for slug, deck in distinct().items():
        first = next((card.suit for card in deck.cards if card.suit), None)
        cards = [card for card in deck.cards if card.suit in (None, first)]
        smalls = [draw_small_card(card, SMALLEST, look) for card in cards]
        seen = np.array([grey_pixels(small.items, small.box, 56, blur=1) for small in smalls])
        for at, one in enumerate(cards):
            apart = (np.abs(seen - seen[at]) > 51).mean(axis=(1, 2))
            alike = [
                other.id
                for other, share in zip(cards, apart, strict=True)
                if share <= 0.01 and card_figure(one) != card_figure(other)
            ]
            assert not alike, (slug, one.id, alike)


@pytest.mark.parametrize("key", theme_names())
def test_small_backs_stay_inside_and_differ(key: str) -> None:
    backs = [draw_small_back(name, 9, theme(key)) for name in bundled_rows("backs.toml")]
    for small in backs:
        boxes = [ink_box(leaf) for leaf in leaves(small.items)]
        assert all(box is None or small.box.contains(box, 1e-3) for box in boxes), small.key
    seen = [grey_pixels(small.items, small.box, 36) for small in backs]
    for one, other in combinations(seen, 2):
        assert np.abs(one - other).max() > 51


def test_numbered_small_cards_show_their_suit() -> None:
    shown = 0
    for deck in distinct().values():
        for card in deck.cards:
            if card.mark is not None and card_figure(card) and card.suit is not None:
                items = draw_small_card(card, 11, theme("classic")).items
                assert any(isinstance(item, Use) for item in items), card.id
                shown += 1
    assert shown > 100
