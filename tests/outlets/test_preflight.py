"""A right deck has no alarm; made wrong in each way, it is told where and by how much."""

from __future__ import annotations

import io
import json
import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Encryption, Name, Stream, String
from PIL import Image, ImageCms

import printkit
from printkit import Finding, PrintkitError
from printkit.base import limits
from printkit.base.messages import messages_below
from printkit.cli import run
from printkit.outlets import preflight as rules
from printkit.outlets.target import find_target
from tests.support import processes

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


def test_overprint_adds_to_the_ink_below(tmp_path: Path) -> None:
    deck = make_deck()
    add(deck, "0.9 0.8 0.5 0 k 60 60 40 40 re f")
    set_state(deck, "0 0 0 1 k 70 70 9 9 re f", **MULTIPLY)
    told = {finding.rule: finding for finding in check(deck, tmp_path)}
    assert told["ink"].figure == pytest.approx(320, abs=3)
    assert told["ink"].place == pytest.approx((21.5, 64.2), abs=0.3)
    assert told["overprint"].fault is False


def test_a_spot_colour_and_what_is_near_are_hints(tmp_path: Path) -> None:
    """Another's file does not say what is ground: a figure there is only a guess."""
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


def test_pages_that_are_alike_are_told_once(tmp_path: Path) -> None:
    deck = make_deck()
    for page in range(2, 17, 2):
        add(deck, f"{page / 100} w 0 G 60 100 m 140 100 l S", page)
    (line,) = check(deck, tmp_path)
    assert (line.figure, line.pages) == (0.02, (2, 4, 6, 8, 10, 12, 14, 16))


def make_picture(target: str, mode: str = "RGB", **more: Any) -> bytes:
    width, height = find_target(target).pixels(63.5, 88.9)
    out = io.BytesIO()
    image = Image.new(mode, (width, height), more.pop("color", None) or "lightgrey")
    image.save(out, more.pop("format", "PNG"), **more)
    return out.getvalue()


def put_files_of_a_shop(folder: Path) -> None:
    """The files of the command's examples, as they are to be."""
    check(make_deck(), folder)
    (folder / "front.png").write_bytes(PNG)
    out = folder / "output" / "casino" / "mpc"
    out.mkdir(parents=True)
    (out / "001-front.png").write_bytes(small(PNG, 822, 1122))


SRGB = {"icc_profile": ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()}


def small(data: bytes, width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).resize((width, height)).save(out, "PNG", **SRGB)
    return out.getvalue()


def near(data: bytes) -> bytes:
    """A picture with a spot 1 mm from its trim, and no bleed on the left."""
    image, out = Image.open(io.BytesIO(data)), io.BytesIO()
    image.paste("black", (50, 300, 70, 320))
    image.paste("white", (0, 0, 37, image.height))
    image.save(out, "PNG", **SRGB)
    return out.getvalue()


PNG = make_picture("tgc", **SRGB)
PICTURES = {
    "right": ("tgc", PNG, {}),
    "twice as many pixels": ("tgc", small(PNG, 1650, 2250), {}),
    "other pixels": ("tgc", small(PNG, 822, 1122), {"pixels": "822 × 1122"}),
    "small": ("tgc", small(PNG, 412, 562), {"pixels": "412 × 562"}),
    "no profile": ("tgc", make_picture("tgc"), {"srgb": None}),
    "alpha": ("tgc", make_picture("tgc", "RGBA", **SRGB), {"alpha": None}),
    "grey of 16 bits": ("tgc", make_picture("tgc", "I;16", color=9, **SRGB), {"mode": "I;16"}),
    "edges": ("tgc", near(PNG), {"near": 1.0, "no-bleed": None}),
    "inks": (
        "meinspiel",
        make_picture("drivethru", "CMYK", color=(255, 255, 255, 255), format="TIFF"),
        {"format": "TIFF", "pixels": None},
    ),
    "a picture for a press": ("drivethru", PNG, {"format": "PNG", "mode": "RGB"}),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str, tmp_path: Path) -> None:
    target, data, wanted = PICTURES[name]
    (tmp_path / "one.bin").write_bytes(data)
    told = {one.rule: one.figure for one in printkit.preflight(tmp_path / "one.bin", target)}
    assert told.keys() == wanted.keys()
    for rule, figure in wanted.items():
        assert figure is None or told[rule] == pytest.approx(figure, abs=0.2)


def test_a_folder_is_checked_against_its_lists(tmp_path: Path) -> None:
    for name in ("001-front", "002-front", "004-front"):
        (tmp_path / f"{name}.png").write_bytes(PNG)
    deck = make_deck(2)
    check(deck, tmp_path, "tgc")
    rows = "001-front.png,A,1,\n005-front.png,B,1,\ndeck.pdf,C,3,deck.pdf\n002-front.png,D,x,\n"
    (tmp_path / "cards.csv").write_text(f"file,title,quantity,back\n{rows}", encoding="utf-8")
    entries = [{"file": "001-front.png", "sha256": "0"}, {"file": "gone.png", "sha256": "0"}]
    (tmp_path / "manifest.json").write_text(json.dumps({"files": entries}), encoding="utf-8")
    told = {(f.rule, f.file, f.name): f.figure for f in printkit.preflight(tmp_path, "tgc")}
    assert told == {
        ("missing", "cards.csv", "005-front.png"): None,
        ("missing", "manifest.json", "gone.png"): None,
        ("pages", "deck.pdf", ""): 4,
        ("quantity", "cards.csv", "x"): None,
        ("number", "…-front.png", ""): 3,
        ("changed", "001-front.png", ""): None,
        ("format", "deck.pdf", ""): "PDF",
        ("spare", "002-front.png", ""): None,
        ("spare", "004-front.png", ""): None,
        ("spare", "deck.pdf", ""): None,
    }


# --- the command ---------------------------------------------------------------------------------


def test_the_command_tells_and_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = make_deck()
    for page in (2, 4, 6):
        add(deck, "0.05 w 0 G 60 100 m 140 100 l S", page)
    check(deck, tmp_path)
    path = str(tmp_path / "deck.pdf")
    assert run(["preflight", path, "--for", TARGET]) == 1
    line, last = capsys.readouterr().out.splitlines()
    assert line == (
        "deck.pdf, page 2, at 18.0 × 56.8 mm: A line of 0.05 pt is printed; 0.25 is the least. "
        "Draw it heavier. The same on 2 more pages."
    )
    assert last == "Keys checked for DriveThruCards: faults 1, hints 0."
    assert run(["preflight", path, "--for", TARGET, "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["rule"], row["pages"], row["figure"], row["fault"]) == (
        "line",
        [2, 4, 6],
        0.05,
        True,
    )
    check(make_deck(), tmp_path)
    assert run(["preflight", path, "--for", TARGET]) == 0
    assert "ertif" not in capsys.readouterr().out


def test_every_rule_has_its_words(tmp_path: Path) -> None:
    code = "".join(p.read_text("utf-8") for p in Path(rules.__file__).parent.glob("*.py"))
    used = set(re.findall(r'\.add\(\s*"([\w-]+)"', code))
    said = {key.split(".")[0] for key in messages_below("en", "preflight.") if "." in key}
    assert used <= said
    assert len(used) > 30
    for rule in said:
        assert Finding(rule=rule).message("fr") != Finding(rule=rule).message()


# --- hostile files -------------------------------------------------------------------------------


def bomb(pdf: pikepdf.Pdf) -> None:
    packed = zlib.compress(b"0 0 9 9 re f " * 8_000_000, 9)
    pdf.pages[1].obj.Contents = Stream(pdf, packed, Filter=Name.FlateDecode)


def loop(pdf: pikepdf.Pdf) -> None:
    """A form that draws itself twice."""
    own = form(pdf, "/I Do /I Do", Resources=Dictionary(XObject=Dictionary()))
    own.Resources.XObject.I = own
    add(pdf, "/I Do", XObject={"I": own})


def laugh(pdf: pikepdf.Pdf) -> None:
    """Forms inside each other, each ten times: 10^12 squares."""
    inner = form(pdf, "0 0 9 9 re f")
    for _ in range(12):
        inner = form(pdf, "/I Do " * 10, Resources=Dictionary(XObject=Dictionary(I=inner)))
    add(pdf, "/I Do", XObject={"I": inner})


def tile(pdf: pikepdf.Pdf) -> None:
    add_pattern(pdf)
    pdf.pages[1].obj.Resources.Pattern.T.XStep = 1e-9


def widen(pdf: pikepdf.Pdf) -> None:
    draw_picture(pdf, [0], 1)
    pdf.pages[1].obj.Resources.XObject.P.Width = 2**30


HOSTILE = {
    "bomb": (bomb, "unreadable"),
    "loop": (loop, "drawings inside each other are too many."),
    "laugh": (laugh, "steps of what all pages of a file draw are too many."),
    "tile": (tile, "too fine to be painted."),
    "wide": (widen, "pixels of a picture are too many."),
    "pages": (lambda p: [p.pages.append(p.pages[0]) for _ in range(3000)], "3,016 pages"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = limits.Limit(20_000, *vars(limits.MAX_CHECKED_OPERATORS).values())
    monkeypatch.setattr("printkit.outlets.preflight.content.MAX_CHECKED_OPERATORS", few)
    change, said = HOSTILE[name]
    deck = make_deck()
    change(deck)
    try:
        told = " ".join(finding.rule for finding in check(deck, tmp_path))
    except PrintkitError as error:
        told = str(error)
    assert said in told


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "neither a PDF nor"),
        (b"%PDF-1.4 nothing", "cannot be read as a PDF"),
        (PNG[:200], "damaged"),
        (b"II*\0" + b"\xff" * 40, "damaged"),
    ],
)
def test_what_is_no_file_of_a_deck_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(data)
    with pytest.raises(PrintkitError, match=said):
        printkit.preflight(tmp_path / "deck.pdf", TARGET)


def test_a_locked_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PrintkitError, match="locked by a password"):
        check(
            make_deck(), tmp_path, encryption=Encryption(owner="a", user="b"), force_version="2.0"
        )
    told = check(make_deck(), tmp_path, encryption=Encryption(owner="a"), force_version="2.0")
    assert {"encrypted"} <= {finding.rule for finding in told}


def test_without_its_library_a_sentence_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(make_deck(), tmp_path)
    for module in ("document", "plates", "content"):
        monkeypatch.delitem(sys.modules, f"printkit.outlets.preflight.{module}")
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(PrintkitError, match="pikepdf is missing") as caught:
        printkit.preflight(tmp_path / "deck.pdf", TARGET)
    assert "sabacc-printkit[shop]" in str(caught.value)


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
