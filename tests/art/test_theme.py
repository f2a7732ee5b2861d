"""Themes: all roles, opaque mixtures, contrasts that are right and high enough."""

from __future__ import annotations

import pytest

from printkit.art.theme import Palette, theme
from printkit.base.errors import PrintkitError
from printkit.graphics.colour import BLACK, WHITE, Colour, blend, contrast
from printkit.products.cards.index import text_colour_on_paper


def test_classic_prints_on_white() -> None:
    assert theme("classic").roles_of["paper"] == WHITE


def test_mixtures_are_shares_of_both() -> None:
    assert blend(BLACK, WHITE, 1.0) == BLACK
    assert blend(BLACK, WHITE, 0.0) == WHITE
    assert blend(BLACK, WHITE, 0.5) == Colour("#808080")
    assert blend(Colour("#ff0000"), WHITE, 0.2) == Colour("#ffcccc")
    assert blend(Colour("#102030"), Colour("#102030"), 0.37) == Colour("#102030")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        (BLACK, WHITE, 21.0),
        (WHITE, WHITE, 1.0),
        (Colour("#777777"), WHITE, 4.48),
        (Colour("#767676"), WHITE, 4.54),
        (Colour("#0000ff"), WHITE, 8.59),
        (Colour("#ff0000"), WHITE, 4.00),
        (Colour("#00ff00"), BLACK, 15.30),
        (Colour("#0072b2"), WHITE, 5.19),
        (Colour("#d55e00"), WHITE, 3.87),
    ],
)
def test_contrasts_are_those_of_the_guideline(one: Colour, other: Colour, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


def test_a_pale_colour_gives_way_to_ink() -> None:
    palette = theme("classic").palette("pazaak-main")
    assert contrast(palette.main, palette.paper) < 4.5
    assert text_colour_on_paper(palette) == palette.ink
    dark = theme("classic").palette("blue")
    assert text_colour_on_paper(dark) == dark.main


def test_on_main_takes_the_better_one() -> None:
    pale = Palette(
        BLACK,
        Colour("#ffff00"),
        BLACK,
        BLACK,
        WHITE,
        BLACK,
    )
    assert pale.on_main() == BLACK


def test_a_plain_colour_stands_for_itself() -> None:
    assert theme("classic").colour("#AbCdEf") == Colour("#abcdef")
    assert theme("classic").palette("#AbCdEf").main == Colour("#abcdef")


@pytest.mark.parametrize("name", ["mauve", "blu", ""])
def test_an_unknown_colour_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        theme("classic").palette(name)
    assert f"“{name}”" in str(caught.value)
    assert "vermillion" in str(caught.value)
    assert "themes/classic.toml" in str(caught.value)


def test_an_unknown_theme_is_refused_with_the_nearest() -> None:
    with pytest.raises(PrintkitError, match="Did you mean “classic”"):
        theme("clasic")
