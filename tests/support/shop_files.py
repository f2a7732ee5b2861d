"""A small deck as a print shop wants it, written with another library, and ways to damage it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import Image, ImageCms

import printkit
from printkit import Finding
from printkit.targets.preflight import check as preflight
from printkit.targets.target import find_target

MM = 72 / 25.4
# A poker card for the targets of the table, in points.
WIDTH, HEIGHT, BLEED = 63.5 * MM, 88.9 * MM, 3.175 * MM
SHEET = (WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
TARGET = "drivethru"
GROUND = f"/Ground BMC 0.3 0.2 0.1 0.5 k 0 0 {SHEET[0]} {SHEET[1]} re f EMC "
PAPER = GROUND.replace("0.3 0.2 0.1 0.5 k", "0.05 0.04 0.1 0 k")


def make_deck(cards: int = 8) -> pikepdf.Pdf:
    """Make a deck for a target: alternating backs and fronts, all backs alike."""
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
    """Draw on top of a page; resources are given by kind and name."""
    obj = pdf.pages[page - 1].obj
    for kind, entries in resources.items():
        obj.Resources[f"/{kind}"] = Dictionary({f"/{n}": one for n, one in entries.items()})
    drawn = obj.Contents.read_bytes() + f" q {content} Q".encode()
    obj.Contents = pdf.make_stream(drawn)


def check(pdf: pikepdf.Pdf, folder: Path, target: str = TARGET, **settings: Any) -> list[Finding]:
    """Save a file and check it in this process: a copy of it takes longer than the check."""
    path = folder / "deck.pdf"
    settings.setdefault("force_version", "1.4")
    pdf.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable, **settings)
    with patch.object(preflight, "run_limited", lambda work, *_: work()):
        return list(printkit.preflight(path, target))


def spot(pdf: pikepdf.Pdf, name: str, code: str) -> Array:
    """Return a spot colour whose inks are computed by a PostScript function."""
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
    """Add a shading from light to 280 % along a line."""
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
    """Draw a line of 1 pt inside a form scaled to a tenth, twice."""
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


def make_picture(target: str, mode: str = "RGB", **more: Any) -> bytes:
    width, height = find_target(target).pixels(63.5, 88.9)
    out = io.BytesIO()
    image = Image.new(mode, (width, height), more.pop("color", None) or "lightgrey")
    image.save(out, more.pop("format", "PNG"), **more)
    return out.getvalue()


def put_files_of_a_shop(folder: Path) -> None:
    """Write the files of the command's examples."""
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
    """Write a picture with a spot 1 mm from its trim, and no bleed on the left."""
    image, out = Image.open(io.BytesIO(data)), io.BytesIO()
    image.paste("black", (50, 300, 70, 320))
    image.paste("white", (0, 0, 37, image.height))
    image.save(out, "PNG", **SRGB)
    return out.getvalue()


PNG = make_picture("tgc", **SRGB)
