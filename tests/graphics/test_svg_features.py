"""Features of drawing programs: our PDF of a drawing is the picture that a browser shows.

resvg replaces the browser on every commit; Chromium, the reference, paints at night.
"""

import base64
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import resvg_py

from printkit.art.emblems import draw_picture
from printkit.art.theme import theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.limits import MAX_NESTED
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Symbol
from printkit.graphics.svg import RENDERED_DPI, drawing_remarks, read_art_or_fault, render_drawing
from printkit.graphics.svg_art import PictureOnly, SvgArt
from printkit.graphics.svg_style import applies_to, parse_colour
from tests.support import chromium
from tests.support.decks import facts
from tests.support.raster import drawing_pixels, failing, png_pixels

TABLES = facts(__file__, "features")
FRAME = 'viewBox="0 0 100 100"'
CASES = {name: (FRAME, body) for name, body in TABLES["drawn"].items()} | {
    name: tuple(given) for name, given in TABLES["framed"].items()
}
SIDE = 200  # pixels, two for each of CSS
LARGE = 1600  # pixels: 600 dpi on a card of 68 mm
read = inspect.unwrap(read_art_or_fault)
Pixels = np.ndarray[Any, Any]


def svg(head: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" {head}>\n{body}\n</svg>'
    )


def save(folder: Path, head: str, body: str) -> Path:
    path = folder / "art.svg"
    path.write_text(svg(head, body), encoding="utf-8")
    read_art_or_fault.cache_clear()
    return path


def ours(path: Path, side: int = SIDE) -> Pixels:
    """Return the pixels of our PDF of a drawing, its longer side `side`."""
    art = read(path)
    assert isinstance(art, SvgArt), art
    scale = 100 / max(art.box.w, art.box.h)
    box = Rect(0, 0, art.box.w * scale, art.box.h * scale)
    items = draw_picture(path, theme("classic").palette("ink"), box, box)
    (pixels,) = drawing_pixels([Symbol("drawing", items, box)], box, side / 100)
    return pixels


def by_resvg(path: Path, width: int, height: int) -> Pixels:
    text = path.read_text(encoding="utf-8")
    png = resvg_py.svg_to_bytes(
        svg_string=text, width=width, height=height, background="#ffffff", dpi=96
    )
    return png_pixels(bytes(png))


def by_chromium(tab: chromium.Tab, path: Path, width: int, height: int) -> Pixels:
    code = base64.b64encode(path.read_bytes()).decode()
    tab.window(width // 2, height // 2, scale=2)
    tab.open(
        "data:text/html,<body style='margin:0'><img style='display:block;"
        f"width:{width / 2}px;height:{height / 2}px' src='data:image/svg+xml;base64,{code}'>"
    )
    return png_pixels(tab.picture(0, 0, width / 2, height / 2))


def differing(one: Pixels, other: Pixels) -> int:
    """Return how many pixels inside the edges differ by more than soft edges."""
    return int(failing(one, other)[1:-1, 1:-1].sum())


@pytest.mark.parametrize("name", CASES)
def test_feature_is_drawn_as_resvg_draws_it(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, *CASES[name])
    pixels = ours(path)
    if name not in TABLES["not_in_resvg"]:
        assert differing(pixels, by_resvg(path, pixels.shape[1], pixels.shape[0])) <= 4


@pytest.mark.parametrize("name", TABLES["thin"])
def test_thin_line_is_drawn_as_resvg_draws_it(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, *TABLES["thin"][name])
    pixels = ours(path, LARGE)
    assert differing(pixels, by_resvg(path, pixels.shape[1], pixels.shape[0])) <= 4


def test_comparison_detects_missing_parts(tmp_path: Path) -> None:
    """A frame without its marker, its dash offset or its line ends is another picture."""
    for name, part in (
        ("marker", ' marker-end="url(#a)"'),
        ("dash-offset", ' stroke-dashoffset="50.25"'),
        ("cap-square", ' stroke-linecap="square"'),
    ):
        head, body = CASES[name]
        assert part in body
        whole = ours(save(tmp_path, head, body))
        assert differing(whole, ours(save(tmp_path, head, body.replace(part, "")))) > 100


@pytest.mark.nightly
@chromium.needed
def test_features_are_drawn_as_chromium_draws_them(tmp_path: Path) -> None:
    wrong = []
    with chromium.browser() as browser:
        tab = chromium.Tab(browser)
        sized = [(*case, SIDE) for case in CASES.items()]
        sized += [(name, tuple(given), LARGE) for name, given in TABLES["thin"].items()]
        for name, given, side in sized:
            path = save(tmp_path, *given)
            pixels = ours(path, side)
            if differing(pixels, by_chromium(tab, path, pixels.shape[1], pixels.shape[0])) > 4:
                wrong.append(name)
    assert wrong == []


@pytest.mark.parametrize("name", TABLES["pictured"])
def test_effect_is_rendered_with_a_remark(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, FRAME, TABLES["pictured"][name])
    fault = read(path)
    assert isinstance(fault, PictureOnly)
    assert str(fault.location).startswith(f"{path}:2:")
    remark, *_ = drawing_remarks(path)
    assert fault.what in remark
    picture = render_drawing(path, 50.8)
    assert picture.width == 2 * RENDERED_DPI


def test_wrong_colour_is_ignored_with_a_remark(tmp_path: Path) -> None:
    (remark,) = drawing_remarks(save(tmp_path, *CASES["wrong-hex"]))
    assert "“#12345” is not a colour" in remark or "“#00000” is not a colour" in remark


@pytest.mark.parametrize(
    ("name", "words"),
    {
        "broken-path": "<path> on line 2 has an error (“L” takes 2 numbers, not 3)",
        "broken-points": "<polygon> on line 2 has an error (points takes pairs of numbers)",
        "wrong-keywords": "“round;stroke-linejoin:round” is not a value of stroke-linecap",
        "unset-variable": "“var(--ground)” has no value",
        "media-size": "printed with those for 100 × 100 pixels",
    }.items(),
)
def test_ignored_part_has_a_remark(name: str, words: str, tmp_path: Path) -> None:
    remarks = drawing_remarks(save(tmp_path, *CASES[name]))
    assert sum(words in remark for remark in remarks) == 1


@pytest.mark.parametrize("name", TABLES["refused"])
def test_unknown_part_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, FRAME, TABLES["refused"][name] + '<circle r="20"/>')
    with pytest.raises(PrintkitError) as caught:
        read(path)
    assert str(caught.value.location).startswith(f"{path}:2:")
    assert caught.value.hint


def test_elements_may_be_nested_a_hundred_deep(tmp_path: Path) -> None:
    def nested(depth: int) -> Path:
        """Return a drawing of a rectangle in groups in `svg`."""
        groups = depth - 2
        return save(
            tmp_path, FRAME, "<g>" * groups + '<rect width="9" height="9"/>' + "</g>" * groups
        )

    assert isinstance(read(nested(int(MAX_NESTED))), SvgArt)
    with pytest.raises(PrintkitError, match="101 nested elements"):
        read(nested(int(MAX_NESTED) + 1))


@pytest.mark.parametrize(
    ("query", "applies"),
    [
        ("(min-width: 99px)", True),
        ("(min-width: 101px)", False),
        ("(max-width: 99px)", False),
        ("(max-width: 101px)", True),
        ("(min-height: 51px)", False),
        ("(width: 100px) and (max-height: 50px)", True),
        ("(min-width: 101px), (height: 50px)", True),
    ],
)
def test_media_query_compares_size_of_drawing(query: str, applies: bool) -> None:
    assert applies_to(query, (100.0, 50.0)) is applies


@pytest.mark.parametrize(
    ("written", "colour", "opacity"),
    [
        ("hsl(0 0% 75%)", "#bfbfbf", 1.0),  # 191.25 of 255
        ("hsl(120, 100%, 25%)", "#008000", 1.0),
        ("hwb(0 25% 25%)", "#bf4040", 1.0),
        ("rgb(40% 0 0 / 0.25)", "#660000", 0.25),
        ("rgba(1, 2, 3, 40%)", "#010203", 0.4),
    ],
)
def test_colour_function_has_channels_of_css(written: str, colour: str, opacity: float) -> None:
    shade = parse_colour(written)
    assert (shade.colour, shade.opacity) == (Colour(colour), opacity)
