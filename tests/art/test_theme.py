"""Themes: all roles, opaque mixtures, contrasts that are right and high enough."""

from __future__ import annotations

import re

import pytest

from printkit.art.theme import Palette, theme, theme_names
from printkit.base.content import load_content
from printkit.base.errors import PrintkitError
from printkit.base.messages import languages
from printkit.graphics.colour import BLACK, MIN_TEXT_CONTRAST, WHITE, Colour, blend, contrast
from printkit.graphics.svg_attributes import ROLES
from printkit.model.load import load, variant_slugs
from printkit.products.cards.index import text_colour_on_paper
from tests.support.cases import each

COLOUR = re.compile(r"#[0-9a-f]{6}")
every_theme = each("key", theme_names())


def test_classic_is_there() -> None:
    assert "classic" in theme_names()
    assert theme("classic") is theme("classic")


@every_theme
def test_every_palette_has_all_roles(key: str) -> None:
    found = theme(key)
    assert found.colours
    for name in found.colours:
        roles = found.palette(name).roles()
        assert tuple(roles) == ROLES
        assert all(COLOUR.fullmatch(colour.hex) for colour in roles.values()), name
        assert roles["main"] == found.colour(name)


@every_theme
def test_a_theme_is_named_in_every_language(key: str) -> None:
    assert set(theme(key).name) == set(languages())
    assert all(theme(key).name.values())


@every_theme
def test_every_theme_has_the_colours_of_the_others(key: str) -> None:
    assert set(theme(key).colours) == set(theme("classic").colours)
    assert set(theme(key).roles_of) >= set(theme("classic").roles_of)


def test_classic_prints_on_white() -> None:
    assert theme("classic").roles_of["paper"] == WHITE


def test_mixtures_are_shares_of_both() -> None:
    assert blend(BLACK, WHITE, 1.0) == BLACK
    assert blend(BLACK, WHITE, 0.0) == WHITE
    assert blend(BLACK, WHITE, 0.5) == Colour("#808080")
    assert blend(Colour("#ff0000"), WHITE, 0.2) == Colour("#ffcccc")
    assert blend(Colour("#102030"), Colour("#102030"), 0.37) == Colour("#102030")


def test_classic_mixes_opaque_colours() -> None:
    """Tint and shade lie between the card's colour and the paper, as plain colours."""
    found = theme("classic")
    for name, colour in found.colours.items():
        palette = found.palette(name)
        assert palette.tint == blend(colour, palette.paper, 0.12)
        assert palette.shade == blend(colour, palette.paper, 0.45)
        steps = [contrast(c, palette.paper) for c in (palette.tint, palette.shade, palette.main)]
        assert steps == sorted(steps)
        assert 1.0 < steps[0] < 1.5


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


@every_theme
@pytest.mark.parametrize("slug", variant_slugs())
def test_every_index_is_read_on_paper(key: str, slug: str) -> None:
    """The colour of the index of each card, and of its turned half, against the paper."""
    found, seen = theme(key), set()
    for card in load(slug).cards:
        names = [card.colour, *([card.turned.colour] if card.turned else [])]
        for palette in map(found.palette, names):
            colour = text_colour_on_paper(palette)
            assert contrast(colour, palette.paper) >= 4.5, f"{card.id} {colour}"
            seen.add(colour == palette.main)
    assert MIN_TEXT_CONTRAST == 4.5
    assert True in seen


def test_a_pale_colour_gives_way_to_ink() -> None:
    palette = theme("classic").palette("pazaak-main")
    assert contrast(palette.main, palette.paper) < 4.5
    assert text_colour_on_paper(palette) == palette.ink
    dark = theme("classic").palette("blue")
    assert text_colour_on_paper(dark) == dark.main


@every_theme
def test_what_stands_on_the_own_colour_is_read(key: str) -> None:
    for name in theme(key).colours:
        palette = theme(key).palette(name)
        on = palette.on_main()
        assert on in (palette.paper, palette.ink)
        assert contrast(on, palette.main) >= 4.5, name


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


@every_theme
def test_ink_and_cut_marks_are_seen(key: str) -> None:
    roles = theme(key).roles_of
    assert contrast(roles["ink"], roles["paper"]) >= 7
    assert COLOUR.fullmatch(roles["cut"].hex)


def test_suits_of_one_game_are_told_apart() -> None:
    """No two suits of the casino deck share a colour, and all are seen on paper."""
    found = theme("classic")
    colours = {card.suit: found.colour(card.colour) for card in load("casino").cards if card.suit}
    assert len(set(colours.values())) == len(colours) == 4
    assert all(contrast(colour, WHITE) >= 4.5 for colour in colours.values())


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


def test_every_colour_of_a_back_is_one_of_every_theme() -> None:
    for spec in load_content("backs.toml").values():
        for key in theme_names():
            assert {spec["colour"], spec["second"]} <= set(theme(key).colours)
