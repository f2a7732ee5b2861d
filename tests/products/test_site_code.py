"""The QR code on the start sheet and the tuck box leads to the game on the web page."""

from __future__ import annotations

import pytest
import segno

import printkit
from printkit.base.geometry import Rect
from printkit.components.site_code import MIN_SIDE, draw_code, game_address
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Path
from printkit.graphics.path import area_and_length, encloses
from printkit.model.load import load

SITE = "https://sabacc.example/kits/"


@pytest.mark.parametrize("site", [SITE, SITE.rstrip("/")])
def test_address_leads_to_game_and_preset(site: str) -> None:
    assert game_address(load("kessel"), site) == "https://sabacc.example/kits/#/kessel"
    preset = game_address(load("kessel@outlaws"), site)
    assert preset == "https://sabacc.example/kits/#/kessel/outlaws"
    assert game_address(load("kessel"), None) == ""


def test_own_deck_has_no_address() -> None:
    assert game_address(load("examples/low-water/low-water.toml"), SITE) == ""


def test_code_has_the_modules_of_the_standard() -> None:
    address = game_address(load("corellian-spike"), SITE)
    matrix = segno.make(address, error="m", micro=False, boost_error=False).matrix
    side, count = MIN_SIDE, len(matrix)
    (item,) = draw_code(address, Rect(5, 7, side, side), BLACK)
    assert isinstance(item, Path)
    step = side / count
    read = [
        [encloses(item.data, 5 + (x + 0.5) * step, 7 + (y + 0.5) * step) for x in range(count)]
        for y in range(count)
    ]
    assert read == [[bool(module) for module in row] for row in matrix]
    other = segno.make(address + "/x", error="m", micro=False, boost_error=False).matrix
    assert read != [[bool(module) for module in row] for row in other]  # the comparison can fail
    dark = sum(map(sum, read))
    assert area_and_length(item.data)[0] == pytest.approx(dark * step**2, rel=0.01)
    assert step > 0.4, "a phone reads modules of this size (mm)"


@pytest.mark.parametrize("product", ["start", "tuck-box"])
def test_kit_without_site_stays_as_it_is(product: str) -> None:
    def build(**options: str) -> dict[str, bytes]:
        built = printkit.build("kessel", [product], in_memory=True, **options)  # type: ignore[call-overload]
        return {file.name: file.data for file in built.files}

    plain, coded = build(), build(site=SITE)
    name = next(name for name in plain if name.endswith(".pdf"))
    assert plain[name] != coded[name]
    assert len(plain[name]) < len(coded[name])
    manifest = printkit.build("kessel", [product], in_memory=True).manifest
    assert "site" not in str(manifest)


@pytest.mark.parametrize("typed", ["sabacc.example", "https://a.example/#/x", "javascript:x"])
def test_invalid_page_address_is_refused(typed: str) -> None:
    with pytest.raises(printkit.UsageError, match="not the address of a web page"):
        printkit.build("kessel", ["start"], site=typed, in_memory=True)
