"""Requirements of every theme.

`test_vision` tests suits for the colour-blind and the legibility of faces.
"""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import Palette, Theme, theme, theme_names
from printkit.base.content import bundled_rows
from printkit.base.errors import PrintkitError
from printkit.base.messages import languages
from printkit.faces.anatomy import text_colour_on_paper
from printkit.graphics.colour import (
    BLACK,
    MIN_TEXT_CONTRAST,
    ROLES,
    WHITE,
    Colour,
    Inks,
    blend,
    contrast,
)
from printkit.graphics.svg_art import AREA
from printkit.model.definition_files import variant_slugs
from tests.support.decks import facts, variant


@pytest.mark.parametrize("key", theme_names())
def test_a_theme(key: str) -> None:
    assert theme(key) is theme(key)
    check_theme(theme(key))


@pytest.mark.parametrize(
    "wrong", [{"name": {"en": "Pale"}}, {"colours": {}}, {"mix": {"tint": 0.9, "shade": 0.1}}]
)
def test_theme_below_the_contract_is_detected(wrong: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check_theme(replace(theme("classic"), **wrong))
    pale = {**theme("classic").roles_of, "ink": Colour("#999999")}
    with pytest.raises(AssertionError, match="7"):
        check_theme(replace(theme("classic"), roles_of=pale))


def check_theme(found: Theme) -> None:
    classic, mix = theme("classic"), found.mix
    assert set(found.name) == set(languages())
    assert all(found.name.values())
    assert set(found.colours) == set(classic.colours)
    assert {"paper", "ink", "accent", "cut"} <= set(found.roles_of)
    assert contrast(found.roles_of["ink"], found.roles_of["paper"]) >= 7
    for name, colour in found.colours.items():
        palette = found.palette(name)
        roles = palette.roles()
        assert set(roles) == {*ROLES, AREA}
        assert all(re.fullmatch("#[0-9a-f]{6}", role.hex) for role in roles.values()), name
        assert colour == found.colour(name) == palette.main
        assert palette.tint == blend(colour, palette.paper, mix["tint"])
        assert palette.shade == blend(colour, palette.paper, mix["shade"])
        steps = [contrast(c, palette.paper) for c in (palette.tint, palette.shade, palette.main)]
        assert steps == sorted(steps), name
        assert palette.on_main() in (palette.paper, palette.ink)
        assert contrast(palette.on_main(), palette.main) >= MIN_TEXT_CONTRAST >= 4.5, name
    for back in bundled_rows("backs.toml").values():
        assert {back["colour"], back["second"]} <= set(found.colours)


@pytest.mark.parametrize("key", theme_names())
def test_indices_are_legible_on_paper(key: str) -> None:
    """Test each card and its turned half; in each game, some indices have the colour of their
    suit.
    """
    for slug in variant_slugs():
        sides = [side for card in variant(slug).cards for side in (card, card.turned) if side]
        palettes = [theme(key).palette(name) for name in {side.colour for side in sides}]
        indices = {palette.main: text_colour_on_paper(palette) for palette in palettes}
        for index in indices.values():
            assert contrast(index, palettes[0].paper) >= MIN_TEXT_CONTRAST, f"{slug} {index}"
        assert any(main == index for main, index in indices.items()), slug


def test_mixtures_are_shares_of_both() -> None:
    assert blend(BLACK, WHITE, 1.0) == BLACK
    assert blend(BLACK, WHITE, 0.0) == WHITE
    assert blend(BLACK, WHITE, 0.5) == Colour("#808080", Inks(0, 0, 0, 50))
    assert blend(Colour("#ff0000"), WHITE, 0.2) == Colour("#ffcccc")
    assert blend(Colour("#102030"), Colour("#102030"), 0.37) == Colour("#102030")


def test_contrasts_match_the_guideline() -> None:
    for *pair, ratio in facts(__file__)["contrasts"]:
        one, other = map(Colour, pair)
        assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
        assert contrast(other, one) == contrast(one, other)


def test_pale_colour_falls_back_to_ink() -> None:
    palette = theme("classic").palette("pazaak-main")
    assert contrast(palette.main, palette.paper) < 4.5
    assert text_colour_on_paper(palette) == palette.ink
    pale = Palette(BLACK, Colour("#ffff00"), BLACK, BLACK, WHITE, BLACK)
    assert pale.on_main() == BLACK


def test_theme_hex_colour_is_used_unchanged() -> None:
    assert theme("classic").colour("#AbCdEf") == Colour("#abcdef")
    assert theme("classic").palette("#AbCdEf").main == Colour("#abcdef")


@pytest.mark.parametrize("name", ["mauve", "blu", ""])
def test_unknown_colour_error_lists_known_colours(name: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        theme("classic").palette(name)
    for part in (f"“{name}”", "Known colours: black, blood", "themes/classic.toml"):
        assert part in str(caught.value)


def test_unknown_theme_error_suggests_the_nearest() -> None:
    with pytest.raises(PrintkitError, match="Did you mean “classic”"):
        theme("clasic")
