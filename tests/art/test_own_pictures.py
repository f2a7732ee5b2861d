"""A drawing that fills a card is placed as a picture of the same design is."""

from itertools import product
from pathlib import Path

import pytest
import resvg_py

from printkit.art.emblems import draw_picture
from printkit.art.picture_fit import CONTAIN, COVER, Fitting, _fit, fidelity
from printkit.art.theme import theme
from printkit.base.geometry import Rect, centred_rect
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Path as Outline
from printkit.graphics.display_list import Symbol
from printkit.graphics.path import rect_path
from tests.support.raster import drawing_pixels, failing

TRIM = centred_rect(63.5, 88.9)
REACH = TRIM.inset(-3.0)
# The sides of designs (mm): a card, a card with its bleed, a square, a landscape.
SIDES = {
    "card": (63.5, 88.9),
    "bleed": (69.85, 95.25),
    "square": (70.0, 70.0),
    "wide": (90.0, 50.0),
}
FITTINGS = {
    "cover": Fitting(),
    "focus": Fitting(COVER, (0.1, 0.9)),
    "contain": Fitting(CONTAIN),
    "own": Fitting(bleed="own"),
    "mirror": Fitting(bleed="mirror"),
    "stretch": Fitting(bleed="stretch"),
}


def design(folder: Path, width: float, height: float) -> tuple[Path, Path]:
    """Save a design as a drawing and as a picture: lines 3 mm from its edges, unlike corners."""
    drawing, picture = folder / "d.svg", folder / "p.png"
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><rect width="100%" height="100%" fill="#ffd"/>'
        f'<rect x="3" y="3" width="{width - 6}" height="{height - 6}" fill="none" stroke="#00f"/>'
        '<circle cx="12" cy="12" r="6" fill="red"/><path d="M20 20h20v30z"/></svg>'
    )
    drawing.write_text(text, encoding="utf-8")
    png = resvg_py.svg_to_bytes(svg_string=text, width=round(width * 20), dpi=96)
    picture.write_bytes(bytes(png))
    return drawing, picture


def painted(path: Path, fitting: Fitting) -> Symbol:
    items = draw_picture(path, theme("classic").palette("ink"), TRIM, REACH, fitting)
    paper = Outline(rect_path(REACH), fill=WHITE)
    return Symbol(f"{path.name}-face", (paper, *items), REACH)


@pytest.mark.sampled
@pytest.mark.parametrize(("sides", "fitting"), [*product(SIDES, FITTINGS)])
def test_drawing_lies_where_a_picture_lies(sides: str, fitting: str, tmp_path: Path) -> None:
    files = design(tmp_path, *SIDES[sides])
    drawn, seen = drawing_pixels([painted(file, FITTINGS[fitting]) for file in files], REACH, 6)
    assert failing(drawn, seen).sum() <= 12
    crops = [fidelity(file, TRIM, FITTINGS[fitting]).cropped for file in files]
    assert crops[0] == pytest.approx(crops[1], abs=0.005)
    if sides == "square":
        assert (crops[0] > 0.2) == (fitting != "contain")


def test_comparison_detects_a_shift(tmp_path: Path) -> None:
    drawing, _ = design(tmp_path, 63.5, 88.9)
    near, far = drawing_pixels(
        [painted(drawing, Fitting()), painted(drawing, Fitting(bleed="own"))], REACH, 6
    )
    assert failing(near, far).sum() > 500


def test_black_drawing_is_recoloured_where_asked_only(tmp_path: Path) -> None:
    path = tmp_path / "icon.svg"
    path.write_text('<svg viewBox="0 0 63.5 88.9"><circle cx="30" cy="40" r="20"/></svg>')
    palette, box = theme("classic").palette("blue"), Rect(0, 0, 63.5, 88.9)

    def fill(*, recolours: bool) -> str:
        group = draw_picture(path, palette, box, box, recolours=recolours)[0]
        while not isinstance(group, Outline):
            inner = getattr(group, "symbol", group)
            group = inner.items[0]
        return str(group.fill)

    assert fill(recolours=False) == "#000000"
    assert fill(recolours=True) == str(palette.main)


def test_fitted_picture_keeps_proportion_and_centre() -> None:
    assert _fit(300, 100, Rect(10, 20, 60, 80), min) == Rect(10, 50, 60, 20)
    assert _fit(300, 100, Rect(10, 20, 60, 80), max) == Rect(-80, 20, 240, 80)
