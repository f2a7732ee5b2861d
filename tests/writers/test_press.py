"""Print-shop files, read back with pikepdf, qpdf, MuPDF, Ghostscript, PDFium and Pillow.

"Keys checked" is the most that these readers can report; none of them certifies PDF/X.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path as File
from typing import Any

import numpy as np
import pikepdf
import pytest
from msgspec.structs import replace
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from printkit.base.content import font_path
from printkit.base.errors import PrintkitError, PrintkitWarning
from printkit.base.geometry import Rect, scaling
from printkit.graphics.colour import BLACK, WHITE, Colour, Inks, cap_inks
from printkit.graphics.display_list import (
    LIVE,
    FormField,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
)
from printkit.graphics.fonts import shape
from printkit.graphics.path import rect_path
from printkit.graphics.pictures import read_image
from printkit.imposition.marks import CUT_COLOUR, FOLD_COLOUR
from printkit.pieces.pages import ART, CUT, FOLD, Document, Layer, Link, Page
from printkit.pieces.protocols import writer
from printkit.press.inks import condition, line_inks
from printkit.writers.png import warn_of_foil
from tests.support import processes
from tests.support.builds import lay_out
from tests.support.pdf import not_embedded
from tests.support.processes import needs
from tests.support.raster import pdf_pixels

BLUE = Colour("#0072b2", Inks(100, 45, 0, 5))
RED = Colour("#a3182a", Inks(15, 100, 80, 20))
HEAVY = Colour("#101018", Inks(100, 100, 80, 100))
GOLD = Colour("#c8912b", Inks(0, 35, 90, 20), role="gold")
CARD = Rect(0, 0, 40, 60)
STANDARDS = {"x-1a": "PDF/X-1a:2003", "x-4": "PDF/X-4"}
SPOTS = {"Separation(DeviceCMYK,CutContour)", "Separation(DeviceCMYK,Fold)"}
FORBIDDEN = {"/SMask", "/Annots", "/AcroForm", "/Trans", "/OpenAction", "/AA", "/JS", "/TR", "/HTP"}


def area(x: float, y: float, w: float, h: float, colour: Colour) -> Path:
    return Path(rect_path(Rect(x, y, w, h)), fill=colour)


def text(words: str, colour: Colour = BLACK, mode: str = "outlined") -> ShapedText:
    return ShapedText(shape("text", words), 5, 30, 5, colour, render_mode=mode)


def page(items: Iterable[Item], *, proof: bool = False) -> Page:
    def line(y: float, colour: Colour) -> Path:
        return Path(rect_path(Rect(5, y, 30, 10)), stroke=Stroke(colour, 0.25))

    layers = (
        Layer(ART, tuple(items)),
        Layer(CUT, (line(5, CUT_COLOUR),), proof),
        Layer(FOLD, (line(20, FOLD_COLOUR),), proof),
    )
    link = Link(Rect(5, 5, 5, 5), "https://example.org")
    return Page(CARD, CARD.inset(1), CARD.inset(3), layers, "1", "one", 1, links=(link,))


def draw(*items: Item, proof: bool = False) -> Document:
    return Document("Toy “é” & <b>", "en", (page(items, proof=proof),))


FIELD = FormField("name", Rect(5, 50, 20, 5), "Name", "text", 4, BLACK)
GROUND = Symbol("card", (area(-20, -30, 40, 60, BLUE), area(-5, -5, 10, 10, RED)), CARD, ground=1)
WHOLE = draw(Use(GROUND), text("Sabacc"), text("live", mode=LIVE), FIELD, proof=True)


def write(document: Document, name: str = "pdfx", **options: Any) -> bytes:
    values = {key.replace("_", "-"): value for key, value in options.items()}
    (made,) = writer(name)(document, values)
    return made.data


def code(data: bytes) -> str:
    """Return the operators of all pages and forms."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        return "\n".join(one.read_bytes().decode("latin-1") for one in streams)


# --- the keys -----------------------------------------------------------------------------------


def missing_keys(data: bytes, standard: str) -> Iterator[str]:
    """Yield the PDF/X keys that are missing or forbidden."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        info, root = pdf.docinfo, pdf.Root
        xmp = root.Metadata.read_bytes().decode() if "/Metadata" in root else ""
        wanted = {
            "version": pdf.pdf_version == {"PDF/X-4": "1.6"}.get(standard, "1.4"),
            "title": str(info.get("/Title")) == WHOLE.title,
            "title in XMP": "Toy “é” &amp; &lt;b&gt;" in xmp,
            "dates": info.get("/CreationDate", 0) == info.get("/ModDate", 1),
            "trapped": str(info.get("/Trapped")) == "/False",
            "ID": len(pdf.trailer.get("/ID", ())) == 2,
            "version key": f"GTS_PDFXVersion>{standard}<" in xmp
            and (standard == "PDF/X-4" or str(info.get("/GTS_PDFXVersion")) == standard),
            "nothing else": not FORBIDDEN & set().union(*map(keys_of, pdf.objects)),
            "no outline": "/Outlines" not in root,
            "fonts": not_embedded(pdf, may_have_none=True) == [],
        }
        intents = list(root.get("/OutputIntents", ()))
        wanted["one intent"] = len(intents) == 1 and intents[0].S == "/GTS_PDFX"
        if intents:
            wanted["condition"] = str(intents[0].OutputConditionIdentifier) == "FOGRA39"
            profile = "/DestOutputProfile" in intents[0] and intents[0].DestOutputProfile
            wanted["profile"] = bool(profile) == (standard == "PDF/X-4")
        for sheet in pdf.pages:
            media, bleed, trim = (list(map(float, sheet.obj[f"/{name}Box"])) for name in BOXES)
            nested = zip(media[:2] + bleed[2:], bleed[:2] + media[2:], strict=True)
            inner = zip(bleed[:2] + trim[2:], trim[:2] + bleed[2:], strict=True)
            wanted["boxes"] = all(low <= high for low, high in (*nested, *inner))
        yield from (name for name, holds in wanted.items() if not holds)


BOXES = ("Media", "Bleed", "Trim")


@pytest.mark.parametrize("kind", STANDARDS)
def test_pdfx_has_all_required_keys(kind: str) -> None:
    assert list(missing_keys(write(WHOLE, pdfx=kind), STANDARDS[kind])) == []


def test_missing_pdfx_keys_are_detected() -> None:
    assert set(missing_keys(write(WHOLE, "pdf"), "PDF/X-1a:2003")) >= {"version", "one intent"}
    other = "PDF/X-1a:2003"
    assert set(missing_keys(write(WHOLE, pdfx="x-4"), other)) == {
        "version",
        "version key",
        "profile",
    }


@needs("qpdf")
@needs("mutool")
@pytest.mark.parametrize("kind", STANDARDS)
def test_pdfx_is_valid_with_inks_only(kind: str, tmp_path: File) -> None:
    file = tmp_path / "made.pdf"
    file.write_bytes(write(WHOLE, pdfx=kind))
    assert "No syntax" in processes.run(["qpdf", "--check", file], check=True).stdout
    assert spaces(file) == {"DeviceCMYK", *SPOTS}
    file.write_bytes(write(WHOLE, "pdf"))
    assert "DeviceRGB" in spaces(file)


def spaces(file: File) -> set[str]:
    """Return the colour spaces that MuPDF finds in a file."""
    trace = processes.run(["mutool", "trace", file], check=True).stdout
    return set(re.findall(r'colorspace="([^"]*)"', trace))


@pytest.mark.parametrize("kind", STANDARDS)
def test_card_in_inks_looks_like_srgb(kind: str) -> None:
    cards = lay_out("kessel", "cards", "en", layout="single", theme="gala")
    one, other = (replace(cards, pages=cards.pages[i : i + 1], outline=()) for i in (0, 4))
    plain, inks = (paint(write(one, name, pdfx=kind)) for name in ("pdf", "pdfx"))
    assert unlike(inks, plain) < 0.009  # edges of engraved lines
    assert unlike(plain, inks) < 0.06, "faint in inks"
    assert unlike(paint(write(other, "pdf")), inks) > 0.3, "another card is not"


def paint(data: bytes) -> np.ndarray[Any, Any]:
    """Return the edges of the first page as PDFium paints it, because inks and sRGB differ in
    colour.
    """
    pixels = pdf_pixels(data, 0, 400, 560).astype(float).mean(axis=2)
    steps = [abs(np.diff(pixels, axis=axis))[:559, :399] for axis in (0, 1)]
    found: np.ndarray[Any, Any] = np.maximum(*steps) > 60
    return found


def unlike(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """Return the share of edges of one picture farther than a pixel from those of another."""
    grown = np.zeros_like(other)
    for dy, dx in product((-1, 0, 1), repeat=2):
        grown |= np.roll(other, (dy, dx), (0, 1))
    return float((one & ~grown).sum() / one.sum())


# --- inks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [240, 300])
def test_cap_inks_limits_total_and_keeps_black(limit: int) -> None:
    assert cap_inks(Inks(100, 100, 80, 100), limit).total == pytest.approx(limit)
    assert cap_inks(Inks(100, 100, 80, 100), limit).black == 100
    assert cap_inks(Inks(10, 20, 30, 40), limit) == Inks(10, 20, 30, 40)


@needs("gs")
def test_separations_stay_within_the_ink_limit(tmp_path: File) -> None:
    document = draw(area(0, 0, 40, 60, HEAVY), text("over", RED), area(5, 40, 9, 9, BLACK))
    assert most_ink(tmp_path, write(document, ink_limit=240)) == pytest.approx(240, abs=1.5)
    assert most_ink(tmp_path, write(document, ink_limit=400)) == pytest.approx(380, abs=1.5)
    rich = draw(area(0, 0, 40, 60, RED), text("black"), area(5, 40, 9, 9, BLACK))
    data = write(rich, ink_limit=240, rich_black="60/40/40/100")
    assert most_ink(tmp_path, data) == pytest.approx(240, abs=1.5), "black knocks out here"


def most_ink(folder: File, data: bytes) -> float:
    """Return the highest sum of the four inks in percent, as Ghostscript separates a file."""
    file, picture = folder / "made.pdf", folder / "made.tif"
    file.write_bytes(data)
    device = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiff32nc", "-r72"]
    processes.run([*device, f"-sOutputFile={picture}", file], check=True)
    with Pillow.open(picture) as image:
        return float(np.asarray(image).sum(axis=2, dtype=int).max() / 2.55)


def test_text_and_fine_lines_use_black_only() -> None:
    line = Path(rect_path(CARD.inset(9)), stroke=Stroke(HEAVY, 0.2))
    drawn = code(write(draw(text("dark", HEAVY), line, area(5, 5, 9, 9, HEAVY)), ink_limit=400))
    assert "0 0 0 1 K" in drawn
    assert "q /OP gs 0 0 0 1 k" in drawn
    assert "1 1 0.8 1 k" in drawn
    assert line_inks(Inks(60, 40, 40, 84)) == Inks(60, 40, 40, 84)


def test_foil_line_does_not_overprint_its_shape() -> None:
    shape = area(0, 0, 9, 9, RED)
    drawn = code(write(draw(replace(shape, stroke=Stroke(GOLD, 0.5))), plates="gold"))
    assert "/OPL gs" in drawn
    assert "/OP gs" not in drawn
    drawn = code(
        write(draw(replace(area(0, 0, 9, 9, GOLD), stroke=Stroke(RED, 0.5))), plates="gold")
    )
    assert "/OPF gs" in drawn


def test_black_text_overprints_within_the_ink_limit() -> None:
    assert "q /OP gs 0 0 0 1 k" in code(write(draw(area(0, 0, 9, 9, RED), text("a"))))
    assert "/OP gs" not in code(write(draw(area(0, 0, 9, 9, RED), text("a")), ink_limit=240))
    on_foil = draw(area(0, 0, 9, 9, GOLD), text("a"))
    assert "gs 0 0 0 1 k" not in code(write(on_foil, plates="gold")), "foil would cover it"


def test_rich_black_is_for_large_areas() -> None:
    def count(*items: Item) -> int:
        return code(write(draw(*items), rich_black="60/40/40/100")).count("0.6 0.4 0.4 1 k")

    wide, strip = area(0, 0, 40, 2.2, BLACK), area(0, 0, 40, 1.9, BLACK)
    symbol = Symbol("wide", (wide,), CARD)
    assert count(wide, strip, text("black")) == 1
    assert count(Use(symbol)) == 1
    assert count(Use(symbol), Use(symbol, scaling(0.5, 0.5))) == 0, "it is narrow once"
    assert count(replace(wide, fill=BLUE)) == 0


def test_text_is_written_as_outlines_or_live() -> None:
    with pikepdf.open(io.BytesIO(write(WHOLE))) as pdf:
        assert not [one for one in pdf.objects if "/FontDescriptor" in keys_of(one)]
    with pikepdf.open(io.BytesIO(write(WHOLE, text_as="live"))) as pdf:
        assert not_embedded(pdf) == []
    assert "3 Tr" not in code(write(WHOLE, text_as="live"))


def keys_of(one: Any) -> set[str]:
    return set(one.keys()) if isinstance(one, pikepdf.Dictionary) else set()


def test_pdfx_marks_the_background_as_content() -> None:
    assert re.search(r"/Ground BMC\n\S+ 0\.45 0 0\.05 k [^B]*\nEMC\n0\.15", code(write(WHOLE)))
    assert "/Ground" not in code(write(WHOLE, "pdf"))


# --- spot colours and layers --------------------------------------------------------------------


def test_layers_can_be_switched_in_x4_only() -> None:
    hidden = draw(area(5, 5, 9, 9, BLUE))
    with pikepdf.open(io.BytesIO(write(hidden, pdfx="x-4"))) as pdf:
        layers = pdf.Root.OCProperties
        assert [str(one.Name) for one in layers.OCGs] == [ART, CUT, FOLD]
        assert [str(one.Name) for one in layers.D.OFF] == [CUT, FOLD]
    drawn = code(write(hidden, pdfx="x-4"))
    assert drawn.count("BDC") == drawn.count("EMC") == 3
    assert re.search(r"q /OP gs /Spot\d CS 1 SCN [^Q]*S Q", drawn)
    flat = write(hidden)
    assert b"OCProperties" not in flat
    assert "SCN" not in code(flat), "hidden lines are not printed"


def plate(*items: Item) -> list[str]:
    """Return the warnings for the gold plate of a drawing."""
    with pytest.warns(PrintkitWarning) as told:
        warn_of_foil(draw(*items))
    return [str(one.message) for one in told]


def test_gold_plate_warns_below_its_limits(recwarn: pytest.WarningsRecorder) -> None:
    good = Path(rect_path(CARD.inset(9)), stroke=Stroke(GOLD, 0.3))
    whole = draw(area(0, 0, 40, 60, RED), good, area(15, 20, 9, 9, GOLD))
    data = write(whole, plates="gold")
    warn_of_foil(whole)
    assert b"/Separation /Gold /DeviceCMYK" in data
    assert not recwarn.list
    assert b"Gold" not in write(draw(good)), "inks print it unless a plate is asked for"
    (fine,) = plate(replace(good, stroke=Stroke(GOLD, 0.1)))
    assert "Lines of foil" in fine
    (close,) = plate(*(area(5 + i * 0.7, 9, 0.55, 30, GOLD) for i in range(12)))
    assert "Gaps" in close
    halves = area(5, 9, 10, 30, GOLD), area(15.2, 9, 10, 30, GOLD)
    (one,) = plate(*halves)
    assert "Gaps" in one
    warn_of_foil(draw(halves[0], area(15.31, 9, 10, 30, GOLD)))
    assert not recwarn.list, "wide enough"
    (full,) = plate(area(0, 0, 40, 30, GOLD))
    assert "30%" in full


def test_gold_layer_is_hidden_and_in_register() -> None:
    """Gold is partly covered by nested drawings; the layer shows the visible part."""
    inner = Symbol("inner", (area(0, 0, 12, 12, RED), area(4, 4, 4, 4, GOLD)), Rect(0, 0, 12, 12))
    over = Group(
        (Use(inner, scaling(1.5)), area(2, 12, 6, 6, GOLD)), scaling(1.0)._replace(e=9, f=9)
    )
    whole = draw(area(0, 0, 40, 60, BLUE), area(4, 4, 24, 14, GOLD), over, area(0, 40, 40, 2, RED))
    with pikepdf.open(io.BytesIO(write(whole, "pdf", plates="gold"))) as pdf:
        settings = pdf.Root.OCProperties
        (hidden,) = settings.D.OFF
        assert hidden.Name == "gold"
        assert {"art", "gold"} <= {str(layer.Name) for layer in settings.OCGs}
        settings.D.OFF = pikepdf.Array([one for one in settings.OCGs if one.Name != "gold"])
        changed = io.BytesIO()
        pdf.save(changed)
    art = pdf_pixels(write(whole, "pdf"), 0, 400, 600)
    plate = pdf_pixels(changed.getvalue(), 0, 400, 600)
    gold = np.abs(art.astype(int) - GOLD.channels).max(axis=2) < 3
    dark = plate.max(axis=2) < 3
    assert gold.any()
    assert (gold == dark).mean() > 0.999, "in register"
    svg = write(whole, "svg", plates="gold").decode()
    assert re.search(r'<g display="none" id="layer-gold"', svg)
    assert "layer-gold" not in write(whole, "svg").decode()


# --- user pictures -------------------------------------------------------------------------------


def put_picture(folder: File, picture: Pillow.Image, name: str = "own.png") -> Document:
    picture.save(folder / name)
    image = read_image(folder / name).fit_into(CARD, cover=True)
    assert isinstance(image, Image)
    return draw(image, text("x"))


def tones() -> Pillow.Image:
    """Return all tones of sRGB in soft gradients like those of photographs."""
    rows, columns = np.mgrid[0:450, 0:300]
    bands = (columns * 255 / 299, rows * 255 / 449, 127.5 + 127.5 * np.sin((rows + columns) / 90))
    return Pillow.fromarray(np.dstack(bands).astype(np.uint8))


@needs("gs")
@pytest.mark.parametrize("name", ["own.png", "own.jpg"])
def test_pictures_are_separated_within_the_ink_limit(name: str, tmp_path: File) -> None:
    data = write(put_picture(tmp_path, tones(), name), ink_limit=240)
    assert b"/DeviceRGB" not in data
    assert 200 < most_ink(tmp_path, data) <= 243
    plain = pdf_pixels(write(put_picture(tmp_path, tones(), name), "pdf"), 0, 100, 150)
    inks = pdf_pixels(data, 0, 100, 150)
    assert abs(plain.astype(int) - inks.astype(int)).mean() < 45, "it is the same picture"
    assert abs(plain.astype(int) - (255 - inks).astype(int)).mean() > 70


def test_cmyk_pictures_keep_their_inks(tmp_path: File, recwarn: pytest.WarningsRecorder) -> None:
    own = Pillow.merge("CMYK", [Pillow.new("L", (300, 450), tone) for tone in (200, 20, 0, 90)])
    data = write(put_picture(tmp_path, own, "own.jpg"))
    assert (tmp_path / "own.jpg").read_bytes() in data
    assert not recwarn.list
    with pytest.warns(PrintkitWarning, match=r"up to 12\d% ink; the limit is 110"):
        write(put_picture(tmp_path, own, "own.jpg"), ink_limit=110)
    painted = write(put_picture(tmp_path, own, "own.jpg"), "tiff", dpi=50)
    with Pillow.open(io.BytesIO(painted)) as image:
        assert image.getpixel((40, 100)) == pytest.approx((200, 20, 0, 90), abs=3)


def test_grey_picture_uses_black_only(tmp_path: File) -> None:
    assert b"/DeviceGray" in write(put_picture(tmp_path, tones().convert("L")))


def test_black_text_in_pictures_gives_a_warning(tmp_path: File) -> None:
    words = Pillow.new("RGB", (472, 708), "#f0e4c8")
    pen, letters = (
        ImageDraw.Draw(words),
        ImageFont.truetype(font_path("SourceSerif4-Regular.ttf"), 40),
    )
    for row in range(6):
        pen.text((30, 60 + 90 * row), "Draw two cards", font=letters, fill="#111111")
    with pytest.warns(PrintkitWarning, match="black text or fine black lines"):
        write(put_picture(tmp_path, words))


def test_pictures_without_black_text_give_no_warning(
    tmp_path: File, recwarn: pytest.WarningsRecorder
) -> None:
    disc = Pillow.new("RGB", (472, 708), "white")
    ImageDraw.Draw(disc).ellipse((50, 50, 400, 400), fill="black")
    for picture in (disc, tones()):
        write(put_picture(tmp_path, picture))
    assert not recwarn.list


# --- TIFF, and errors ----------------------------------------------------------------------------


def test_tiff_plates_match_the_inks() -> None:
    document = draw(
        area(0, 0, 40, 60, BLUE), area(10, 10, 10, 10, HEAVY), area(25, 40, 9, 9, WHITE)
    )
    with Pillow.open(io.BytesIO(write(document, "tiff", dpi=254, ink_limit=300))) as image:
        assert (image.mode, image.size) == ("CMYK", (400, 600))
        assert image.info["dpi"] == (254, 254)
        assert image.info["icc_profile"] == condition("FOGRA39").profile
        inks = [Inks(100, 45, 0, 5), cap_inks(Inks(100, 100, 80, 100), 300), Inks(0, 0, 0, 0)]
        for place, own in zip(((5, 5), (150, 150), (300, 450)), inks, strict=True):
            wanted = [share * 2.55 for share in (own.cyan, own.magenta, own.yellow, own.black)]
            assert image.getpixel(place) == pytest.approx(wanted, abs=1)


def test_icc_profile_is_a_press_profile() -> None:
    profile = condition("FOGRA39").profile
    assert (profile[12:16], profile[16:20], profile[36:40]) == (b"prtr", b"CMYK", b"acsp")
    assert int.from_bytes(profile[:4], "big") == len(profile) < 200_000


def test_colour_without_inks_is_rejected_with_suggestion() -> None:
    """`golden/refusals` covers the place in the theme."""
    with pytest.raises(PrintkitError, match="#123456 has no inks") as refused:
        write(draw(area(5, 5, 9, 9, Colour("#123456"))))
    assert "inks = [" in str(refused.value.hint)
