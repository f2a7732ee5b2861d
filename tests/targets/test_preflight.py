"""A correct deck has no findings; each defect is reported with its place and its figure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from PIL import Image

from printkit.targets.preflight.pdf import CMYK, GRAY, RGB, _mix
from printkit.targets.preflight.pictures import (
    Painting,
    _check_pixels,
    _first_figure,
    judge_painting,
)
from tests.support import processes
from tests.support.shop_files import (
    BLEED,
    MM,
    TARGET,
    add,
    add_font,
    add_pattern,
    add_shading,
    check,
    delete,
    draw_picture,
    make_deck,
    nest,
    picture,
    set_boxes,
    set_state,
    spot,
    write_text,
)


def test_a_right_deck_has_no_alarm(tmp_path: Path) -> None:
    assert check(make_deck(), tmp_path) == []


DARK = "0.4 0.3 0.3 1 k 40 60 120 120 re f"
INKS = "1 1 0.8 0.4 k 80 120 20 20 re f"
CODE = "{dup 0.9 mul exch dup 0.8 mul exch dup 0.7 mul exch 0.6 mul}"
MULTIPLY = {"op": True, "OPM": 1}
# The defects made in a correct deck, each with the rule that reports it, the page and the figure.
WRONG: dict[str, tuple[Callable[[pikepdf.Pdf], object], str, int, float | None]] = {
    "rgb": (lambda p: add(p, "1 0 0 rg 50 100 60 60 re f"), "rgb", 2, None),
    "rgb space": (lambda p: add(p, "/DeviceRGB cs 1 0 0 sc 50 90 9 9 re f"), "rgb", 2, None),
    "rgb picture": (
        lambda p: draw_picture(p, [9, 9, 9], ColorSpace=Name.DeviceRGB), "rgb", 2, None
    ),
    "ink": (lambda p: add(p, INKS), "ink", 2, 320),
    "ink of a space": (
        lambda p: add(p, "/DeviceCMYK cs 1 1 0.8 0.4 sc 80 120 20 20 re f", 4), "ink", 4, 320
    ),
    "ink of a picture": (lambda p: draw_picture(p, [255, 204, 102, 153]), "ink", 2, 280),
    "ink of an index": (
        lambda p: draw_picture(
            p, [1], ColorSpace=Array([Name.Indexed, Name.DeviceCMYK, 1, bytes([255] * 8)])
        ),
        "ink", 2, 400,
    ),
    "ink of a spot": (
        lambda p: add(p, "/X cs 1 scn 60 100 30 30 re f", ColorSpace={"X": spot(p, "Gold", CODE)}),
        "ink", 2, 300,
    ),
    "ink of a shading": (add_shading, "ink", 2, 278),
    "ink of a pattern": (add_pattern, "ink", 2, 300),
    "ink of an overprint": (
        lambda p: set_state(p, "0.2 0 0 1 k 20 20 9 9 re f", **MULTIPLY), "overprint", 2, None
    ),
    "white overprint": (
        lambda p: set_state(p, "0 0 0 0 k 80 80 9 9 re f", **MULTIPLY), "white-overprint", 2, None
    ),
    "line": (lambda p: add(p, "0.05 w 0 G 60 100 m 140 100 l S"), "line", 2, 0.05),
    "line in forms": (nest, "line", 2, 0.1),
    "light line": (
        lambda p: add(p, f"{DARK} 0.4 w 1 G 60 100 m 140 100 l S"), "line-negative", 2, 0.4
    ),
    "safe": (lambda p: add(p, f"0 g {BLEED + 2 * MM} 100 4 10 re f"), "safe", 2, 2.0),
    "bleed": (lambda p: set_boxes(p, "/BleedBox", BLEED, 4), "bleed", 4, 0),
    "boxes": (lambda p: set_boxes(p, "/TrimBox", -2 * BLEED), "boxes", 2, None),
    "trim": (lambda p: delete(p.pages[3].obj, "/TrimBox"), "trim", 4, None),
    "size": (lambda p: [set_boxes(p, "/TrimBox", 3, n) for n in range(1, 17)], "size", 1, None),
    "sizes": (lambda p: set_boxes(p, "/TrimBox", 3, 6), "sizes", 6, None),
    "no bleed": (
        lambda p: add(p, f"1 g 0 0 {BLEED} 999 re f", 1), "no-bleed", 1, None
    ),
    "version": (lambda p: delete(p.docinfo, "/GTS_PDFXVersion"), "key-missing", 0, None),
    "standard": (
        lambda p: p.docinfo.__setitem__("/GTS_PDFXVersion", "PDF/X-3:2002"), "key", 0, None
    ),
    "title": (lambda p: delete(p.docinfo, "/Title"), "key-missing", 0, None),
    "trapped": (lambda p: delete(p.docinfo, "/Trapped"), "key-missing", 0, None),
    "intent": (lambda p: delete(p.Root, "/OutputIntents"), "key", 0, None),
    "condition": (
        lambda p: p.Root.OutputIntents[0].update({"/OutputConditionIdentifier": "FOGRA39"}),
        "key", 0, None,
    ),
    "script": (lambda p: p.Root.update({"/OpenAction": Dictionary()}), "actions", 0, None),
    "note": (lambda p: p.pages[2].obj.update({"/Annots": [Dictionary()]}), "annotation", 3, None),
    "turned": (lambda p: p.pages[2].obj.update({"/Rotate": 90}), "rotate", 3, None),
    "order": (lambda p: p.pages.reverse(), "order", 2, None),
    "a page lost": (lambda p: delete(p.pages, 5), "count", 0, 15),
    "two pages lost": (lambda p: delete(p.pages, slice(5, 8, 2)), "order", 6, None),
    "font": (add_font, "font", 2, None),
    "dpi": (lambda p: draw_picture(p, [0, 0, 0, 40], 72), "dpi", 2, 72),
    "transparency": (lambda p: set_state(p, "0 0 9 9 re f", ca=0.5), "transparency", 2, None),
    "group": (
        lambda p: p.pages[1].obj.update({"/Group": Dictionary(S=Name.Transparency)}),
        "transparency", 2, None,
    ),
    "soft mask": (
        lambda p: draw_picture(p, [9] * 4, SMask=picture(p, 2, [9])), "transparency", 2, None
    ),
    "broken": (
        lambda p: p.pages[1].obj.update({"/TrimBox": String("wide")}), "unreadable", 2, None
    ),
    "broken content": (lambda p: add(p, "/None gs 1 cm"), "unreadable", 2, None),
}  # fmt: skip
# The same for another target, which has floors of text and wants outlines.
WRONG_THERE: dict[str, tuple[Callable[[pikepdf.Pdf], object], str, int, float | None]] = {
    "text": (lambda p: write_text(p, "10 Tf 0.5 0 0 0.5"), "text", 2, 5),
    "light text": (
        lambda p: write_text(p, "13 Tf 0.5 0 0 0.5", f"{DARK} 1 g"),
        "text-negative",
        2,
        6.5,
    ),
    "live text": (lambda p: write_text(p, "9 Tf 1 0 0 1"), "live-text", 2, None),
    "metadata": (lambda p: None, "key-missing", 0, None),
    "sides": (lambda p: None, "order", 1, None),
}


@pytest.mark.parametrize("name", [*WRONG, *WRONG_THERE])
def test_each_defect_is_reported(name: str, tmp_path: Path) -> None:
    target = TARGET if name in WRONG else "meinspiel"
    change, rule, page, figure = {**WRONG, **WRONG_THERE}[name]
    deck = make_deck()
    change(deck)
    told = {finding.rule: finding for finding in check(deck, tmp_path, target)}
    assert rule in told, told
    finding = told[rule]
    assert finding.pages[:1] == ((page,) if page else ())
    assert finding.message() != finding.message("fr") != finding.hint("fr")
    if figure is not None:
        assert finding.figure == pytest.approx(figure, abs=max(0.15, figure / 100))


def test_a_file_of_backs_alone_has_no_order(tmp_path: Path) -> None:
    """Two backs, and blank pages that make up the number of a product."""
    deck = make_deck(14)
    del deck.pages[1::2]
    for page in range(6, 15):
        add(deck, f"0 g 60 100 {9 if page < 11 else 19} 9 re f", page)
    assert "order" not in {finding.rule for finding in check(deck, tmp_path, "meinspiel")}


def test_overprint_adds_to_the_ink_below(tmp_path: Path) -> None:
    deck = make_deck()
    add(deck, "0.9 0.8 0.5 0 k 60 60 40 40 re f")
    set_state(deck, "0 0 0 1 k 70 70 9 9 re f", **MULTIPLY)
    told = {finding.rule: finding for finding in check(deck, tmp_path)}
    assert told["ink"].figure == pytest.approx(320, abs=3)
    assert told["ink"].place == pytest.approx((21.5, 64.2), abs=0.3)
    assert "overprint" not in told, "black does so by custom"


def test_spot_colour_and_near_value_are_hints(tmp_path: Path) -> None:
    """A foreign file does not mark its ground, so figures in it are only guessed."""
    deck = make_deck()
    for page in deck.pages:
        content = page.obj.Contents.read_bytes().replace(b"/Ground BMC", b"").replace(b"EMC", b"")
        page.obj.Contents = deck.make_stream(content)
    add(deck, f"0 g {BLEED + 2 * MM} 120 4 10 re f", 4)
    add(deck, "/X cs 0.5 scn 60 100 30 30 re f", ColorSpace={"X": spot(deck, "Gold", CODE)})
    told = {finding.rule: finding for finding in check(deck, tmp_path)}
    assert {rule: one.pages for rule, one in told.items()} == {"near": (4,), "spot": (2,)}
    assert told["near"].figure == pytest.approx(2.0, abs=0.2)
    assert told["spot"].name == "Gold"
    assert not any(finding.fault for finding in told.values())


def test_identical_pages_are_reported_once(tmp_path: Path) -> None:
    deck = make_deck()
    for page in range(2, 17, 2):
        add(deck, f"{page / 100} w 0 G 60 100 m 140 100 l S", page)
    (line,) = check(deck, tmp_path)
    assert (line.figure, line.pages) == (0.02, (2, 4, 6, 8, 10, 12, 14, 16))


@processes.needs("gs")
def test_the_most_ink_is_that_of_ghostscript(tmp_path: Path) -> None:
    for thing in ("a picture", "an index", "a spot", "a shading", "a pattern"):
        deck = make_deck(1)
        WRONG[f"ink of {thing}"][0](deck)
        told = {one.rule: one.figure for one in check(deck, tmp_path)}
        out = tmp_path / "plates.tif"
        command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiff32nc", "-r72"]
        pages = ["-dFirstPage=2", "-dLastPage=2", f"-sOutputFile={out}", tmp_path / "deck.pdf"]
        processes.run([*command, *pages], check=True)
        with Image.open(out) as picture:
            plates = [memoryview(band.tobytes()) for band in picture.split()]
        most = max(map(sum, zip(*plates, strict=True))) * 100 / 255
        assert told["ink"] == pytest.approx(most, abs=5), thing


@pytest.mark.parametrize(
    ("kind", "black", "white"),
    [(GRAY, [0.0], [1.0]), (RGB, [0.0] * 3, [1.0] * 3), (CMYK, [0.0] * 3 + [1.0], [0.0] * 4)],
)
def test_lightness_of_colours_runs_from_black_to_white(
    kind: Any, black: list[float], white: list[float]
) -> None:
    assert _mix(kind, black)[1] == 0.0
    assert _mix(kind, white)[1] == pytest.approx(255.0)


def test_green_is_lighter_than_red_and_blue() -> None:
    red, green, blue = (_mix(RGB, [float(n == i) for i in range(3)])[1] for n in range(3))
    assert green > red > blue > 0


def test_first_figure_is_the_uppermost() -> None:
    figures = Image.new("L", (60, 60))
    figures.putpixel((20, 8), 255)
    figures.putpixel((4, 9), 255)
    assert _first_figure(None, figures, 0, 5, 60, 20) == (20, 8)
    assert _first_figure(None, figures, 0, 5, 60, 3) is None


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [(50, 12, (4.0, 0.2)), (88, 40, (7.8, 3.0)), (50, 147, (4.0, 13.8)), (11, 60, (0.1, 5.0))],
)
def test_figure_near_an_edge_is_reported_with_its_place(
    x: int, y: int, place: tuple[float, float]
) -> None:
    """The trim of 8 × 14 mm has a bleed of 1 mm and 10 pixels for a millimetre."""
    figures = Image.new("L", (100, 160))
    figures.putpixel((x, y), 255)
    found: list[dict[str, Any]] = []
    findings: Any = SimpleNamespace(add=lambda rule, **facts: found.append({"rule": rule, **facts}))
    target: Any = SimpleNamespace(ink=None, safe=2.0, bleed=0.0)
    look = Image.new("L", (100, 160), 200)
    judge_painting(findings, Painting(look, None, figures, 10.0), target, (10, 10, 90, 150))
    (one,) = found
    assert (one["rule"], one["wanted"]) == ("safe", 2.0)
    assert one["place"] == pytest.approx(place, abs=0.11)


def test_picture_of_wrong_size_names_the_nearest() -> None:
    sizes = {
        name: SimpleNamespace(images=pixels, size=(63.5, 88.9))
        for name, pixels in (("small", (800, 1000)), ("large", (1600, 2000)))
    }
    target: Any = SimpleNamespace(figures={}, bleed=0.0, sizes=sizes, any_size=False)
    found: list[dict[str, Any]] = []
    findings: Any = SimpleNamespace(add=lambda rule, **facts: found.append({"rule": rule, **facts}))
    _check_pixels(findings, Image.new("RGB", (1500, 1880)), target)
    assert found == [{"rule": "pixels", "figure": "1500 × 1880", "wanted": "1600 × 2000"}]
