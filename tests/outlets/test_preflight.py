"""A right deck has no alarm; made wrong in each way, it is told where, by how much, and the cure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

import printkit
from printkit import Finding

MM = 72 / 25.4
# A poker card for a target of the table, in points.
WIDTH, HEIGHT, BLEED = 63.5 * MM, 88.9 * MM, 3.175 * MM
SHEET = (WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
TARGET = "drivethru"
GROUND = f"/Ground BMC 0.3 0.2 0.1 0.5 k 0 0 {SHEET[0]} {SHEET[1]} re f EMC "
PAPER = GROUND.replace("0.3 0.2 0.1 0.5 k", "0.05 0.04 0.1 0 k")


def make_deck(cards: int = 8) -> pikepdf.Pdf:
    """A deck as the target wants it: back and front by turns, all backs alike."""
    pdf = pikepdf.new()
    back = form(pdf, f"{GROUND} 0 g 90 120 40 40 re f")
    for number in range(cards):
        for content in ("/B Do", f"{PAPER} 0 g {60 + number} 90 30 {30 + number} re f"):
            page = pdf.add_blank_page(page_size=SHEET)
            page.obj.BleedBox = Array([0, 0, *SHEET])
            page.obj.TrimBox = Array([BLEED, BLEED, BLEED + WIDTH, BLEED + HEIGHT])
            page.obj.Resources = Dictionary(XObject=Dictionary(B=back))
            page.obj.Contents = pdf.make_stream(content.encode())
    for key in ("/Title", "/CreationDate", "/ModDate"):
        pdf.docinfo[key] = "D:20200101000000Z"
    pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/Trapped"] = "PDF/X-1a:2003", Name("/False")
    pdf.Root.OutputIntents = Array(
        [Dictionary(S=Name.GTS_PDFX, OutputConditionIdentifier=String("CGATS TR 001"))]
    )
    return pdf


def form(pdf: pikepdf.Pdf, content: str, **more: Any) -> pikepdf.Object:
    keys = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, *SHEET]), **more}
    return pdf.make_indirect(Stream(pdf, content.encode(), **keys))


def picture(pdf: pikepdf.Pdf, side: int, pixel: list[int], **more: Any) -> pikepdf.Object:
    keys = {"Type": Name.XObject, "Subtype": Name.Image, "Width": side, "Height": side}
    keys |= {"BitsPerComponent": 8, "ColorSpace": Name.DeviceCMYK, **more}
    return pdf.make_indirect(Stream(pdf, bytes(pixel * side**2), **keys))


def add(pdf: pikepdf.Pdf, content: str, page: int = 2, **resources: Any) -> None:
    """Draw on top of a page; what is used is given by its kind and names."""
    obj = pdf.pages[page - 1].obj
    for kind, entries in resources.items():
        obj.Resources[f"/{kind}"] = Dictionary({f"/{n}": one for n, one in entries.items()})
    drawn = obj.Contents.read_bytes() + f" q {content} Q".encode()
    obj.Contents = pdf.make_stream(drawn)


def check(pdf: pikepdf.Pdf, folder: Path, target: str = TARGET, **settings: Any) -> list[Finding]:
    path = folder / "deck.pdf"
    settings.setdefault("force_version", "1.4")
    pdf.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable, **settings)
    return list(printkit.preflight(path, target))


def test_a_right_deck_has_no_alarm(tmp_path: Path) -> None:
    assert check(make_deck(), tmp_path) == []


def spot(pdf: pikepdf.Pdf, name: str, code: str) -> Array:
    """A spot colour whose inks are told by a calculator's code."""
    keys = {"FunctionType": 4, "Domain": Array([0, 1]), "Range": Array([0, 1] * 4)}
    function = pdf.make_indirect(Stream(pdf, code.encode(), **keys))
    return Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, function])


def set_boxes(pdf: pikepdf.Pdf, key: str, by: float, page: int = 2) -> None:
    box = [float(v) for v in pdf.pages[page - 1].obj[key]]
    pdf.pages[page - 1].obj[key] = Array([box[0] + by, box[1] + by, box[2] - by, box[3] - by])


def draw_picture(pdf: pikepdf.Pdf, pixel: list[int], side: int = 400, **more: Any) -> None:
    add(pdf, "72 0 0 72 60 150 cm /P Do", XObject={"P": picture(pdf, side, pixel, **more)})


def set_state(pdf: pikepdf.Pdf, content: str, **values: Any) -> None:
    add(
        pdf,
        f"/S gs {content}",
        ExtGState={"S": Dictionary({f"/{k}": v for k, v in values.items()})},
    )


def add_font(pdf: pikepdf.Pdf) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    add(pdf, "BT /F 9 Tf 60 100 Td (hello) Tj ET", Font={"F": pdf.make_indirect(font)})


def add_shading(pdf: pikepdf.Pdf, kind: int = 2) -> None:
    """From light to 280 % along a line."""
    colours = {"C0": Array([0, 0, 0, 0]), "C1": Array([1, 1, 0.4, 0.4])}
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, **colours)
    shading = Dictionary(ShadingType=kind, ColorSpace=Name.DeviceCMYK, Function=function)
    shading.Coords = Array([60, 0, 100, 0])
    add(pdf, "60 100 40 40 re W n /S sh", Shading={"S": shading})


def add_pattern(pdf: pikepdf.Pdf) -> None:
    pattern = form(pdf, "1 1 0.4 0.6 k 0 0 9 9 re f", BBox=Array([0, 0, 9, 9]))
    keys = {"Type": "/Pattern", "PatternType": 1, "PaintType": 1, "TilingType": 1}
    for key, value in {**keys, "XStep": 9, "YStep": 9}.items():
        pattern[f"/{key}"] = Name(value) if isinstance(value, str) else value
    pattern.Resources = Dictionary()
    add(pdf, "/Pattern cs /T scn 60 100 40 40 re f", Pattern={"T": pattern})


def nest(pdf: pikepdf.Pdf) -> None:
    """A line of 1 pt in a form that is drawn at a tenth, twice."""
    inner = form(pdf, "0 G 1 w 0 0 m 300 0 l S")
    outer = form(pdf, "0.5 0 0 0.5 0 0 cm /I Do", Resources=Dictionary(XObject=Dictionary(I=inner)))
    add(pdf, "0.2 0 0 0.2 60 120 cm /O Do", XObject={"O": outer})


def write_text(pdf: pikepdf.Pdf, size: str, colour: str = "0 g", place: str = "60 100") -> None:
    descriptor = Dictionary(FontFile2=pdf.make_stream(b""))
    font = Dictionary(Type=Name.Font, Subtype=Name.TrueType, FontDescriptor=descriptor)
    content = f"{colour} BT /F {size} {place} Tm (hello) Tj ET"
    add(pdf, content, Font={"F": pdf.make_indirect(font)})


def delete(holder: Any, key: str) -> None:
    del holder[key]


DARK = "0.4 0.3 0.3 1 k 40 60 120 120 re f"
INKS = "1 1 0.8 0.4 k 80 120 20 20 re f"
CODE = "{dup 0.9 mul exch dup 0.8 mul exch dup 0.7 mul exch 0.6 mul}"
MULTIPLY = {"op": True, "OPM": 1}
# What is done to a right deck, the rule that tells it, its page, and the figure that was measured.
WRONG: dict[str, tuple[Callable[[pikepdf.Pdf], object], str, int, float | None]] = {
    "rgb": (lambda p: add(p, "1 0 0 rg 50 100 60 60 re f"), "rgb", 2, None),
    "rgb space": (lambda p: add(p, "/DeviceRGB cs 1 0 0 sc 50 90 9 9 re f"), "rgb", 2, None),
    "rgb picture": (
        lambda p: draw_picture(p, [9, 9, 9], ColorSpace=Name.DeviceRGB), "rgb", 2, None
    ),
    "ink": (lambda p: add(p, INKS), "ink", 2, 320),
    "ink of a space": (lambda p: add(p, f"/DeviceCMYK cs {INKS.replace(' k', ' sc')}", 4), "ink", 4, 320),
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
        lambda p: set_state(p, "0 0 0 1 k 20 20 9 9 re f", **MULTIPLY), "overprint", 2, None
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
    "version": (lambda p: delete(p.docinfo, "/GTS_PDFXVersion"), "key", 0, None),
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
    "broken": (lambda p: p.pages[1].obj.update({"/TrimBox": String("wide")}), "unreadable", 2, None),
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
def test_each_wrong_is_told(name: str, tmp_path: Path) -> None:
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
