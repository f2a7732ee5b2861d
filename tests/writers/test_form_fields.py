"""Form fields: position, appearance, and no visible drawing.

Read back with independent readers: pikepdf and qpdf, PDFium, poppler.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.base.printer_profile import Profile
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import FormField, Group, Item, Path, Symbol, Use
from printkit.graphics.fonts import INDEX, TITLE
from printkit.graphics.path import rect_path
from printkit.pieces.pages import ART, Document, Layer, Page, correct_pages
from printkit.pieces.protocols import writer
from tests.support.processes import needs, run
from tests.support.raster import darkest
from tests.support.walk import leaves

PAPER = Rect(0, 0, 120, 90)
PLACE = Rect(20, 30, 40, 8)
INK = Colour("#123456")
POINT = 25.4 / 72
# Pixels per mm.
FINE = 8
KEPT: list[pikepdf.Pdf] = []


def text(name: str = "name", rect: Rect = PLACE, **more: Any) -> FormField:
    return FormField(name, rect, f"The field {name}", INDEX, 4.0, INK, **more)


def check(name: str = "mark", rect: Rect = PLACE) -> FormField:
    return FormField(name, rect, f"The mark {name}", INDEX, 4.0, INK, check=True)


def page(*items: Item, visible: bool = True, back: bool = False) -> Page:
    layers = (Layer(ART, items, visible),)
    return Page(PAPER, PAPER, PAPER, layers, "01", "A page", back=back)


def document(*pages: Page) -> Document:
    return Document("Form", "en", pages)


def written(*items: Item) -> bytes:
    return made(page(*items))


def made(*pages: Page, kind: str = "pdf") -> bytes:
    return b"".join(file.data for file in writer(kind)(document(*pages)))


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def annotations(data: bytes) -> list[Any]:
    """Return all fields of a file, page by page."""
    pdf = opened(data)
    KEPT.append(pdf)  # objects need their open file
    return [one for sheet in pdf.pages for one in sheet.obj.get("/Annots", [])]


def place(annotation: Any) -> Rect:
    """Return the place of a field on our page (mm, from the top)."""
    left, low, right, high = (float(v) * POINT for v in annotation.Rect)
    return Rect(left, PAPER.h - high, right - left, high - low)


def near(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < 1e-3 for a, b in zip(one, other, strict=True))


# --- in the file ---------------------------------------------------------------------------------


def test_text_field_has_complete_dictionary() -> None:
    (field,) = annotations(written(text(centred=True)))
    assert field.Type == "/Annot"
    assert (field.Subtype, field.FT, str(field.T)) == ("/Widget", "/Tx", "name")
    assert str(field.TU) == "The field name"
    assert near(place(field), PLACE)
    assert int(field.Q) == 1
    assert int(annotations(written(text()))[0].Q) == 0
    assert int(field.F) == 4, "it is printed, and seen"
    assert str(field.DA) == "0.07059 0.2039 0.3373 rg /FormIndex 11.34 Tf"
    assert int(field.Ff) == 1 << 22 | 1 << 23, "no spelling, no more than is seen"
    assert "/V" not in field
    assert not {"/A", "/AA"} & set(field.keys()), "no script"
    assert int(field.BS.W) == 0, "no frame"
    assert "/MK" not in field, "no ground"


def test_fields_have_separate_empty_appearances() -> None:
    one, other = annotations(written(text("one"), text("other")))
    streams = [field.AP.N for field in (one, other)]
    assert streams[0].objgen != streams[1].objgen, "a program that fills it in writes into it"
    for stream in streams:
        assert stream.read_bytes().split() == [b"/Tx", b"BMC", b"EMC"]
        assert [float(v) for v in stream.BBox] == pytest.approx([0, 0, 40 / POINT, 8 / POINT], 1e-4)
        assert list(stream.Resources.Font.keys()) == ["/FormIndex"]


def test_check_box_is_off_with_two_appearances() -> None:
    (field,) = annotations(written(check()))
    assert (field.FT, field.V, field.AS) == ("/Btn", "/Off", "/Off")
    assert set(field.AP.N.keys()) == {"/Yes", "/Off"}
    assert field.AP.N.Off.read_bytes() == b""
    assert field.AP.N.Yes.read_bytes().strip().endswith(b"f")
    assert "/DA" not in field, "no font is asked for that is not here"


def test_form_lists_its_fields_and_fonts() -> None:
    other = FormField("title", PLACE, "A title", TITLE, 4.0, INK)
    with opened(written(text(), check(), other)) as pdf:
        form = pdf.Root.AcroForm
        assert [str(field.T) for field in form.Fields] == ["name", "mark", "title"]
        assert set(form.DR.Font.keys()) == {"/FormIndex", "/FormTitle"}
        assert "/NeedAppearances" not in form, "they are there"
        assert "/XFA" not in form
        assert not {"/Names", "/OpenAction", "/AA"} & set(pdf.Root.keys()), "no script"
        for font in form.DR.Font.values():
            assert (font.Subtype, font.Encoding) == ("/TrueType", "/WinAnsiEncoding")
            assert len(font.Widths) == int(font.LastChar) - int(font.FirstChar) + 1
            file = font.FontDescriptor.FontFile2
            assert len(file.read_bytes()) == int(file.Length1), "the whole font"
        assert pdf.pages[0].obj.Tabs == "/R"
        assert all(field.P.objgen == pdf.pages[0].objgen for field in form.Fields)


def test_document_without_fields_has_no_form() -> None:
    for data in (written(ground()), made(page(text(), visible=False))):
        with opened(data) as pdf, pdfium.PdfDocument(data) as other:
            assert other.get_formtype() == pdfium.raw.FORMTYPE_NONE
            assert "/AcroForm" not in pdf.Root
            assert not {"/Annots", "/Tabs"} & set(pdf.pages[0].obj.keys())
    with pdfium.PdfDocument(written(text())) as other:
        assert other.get_formtype() == pdfium.raw.FORMTYPE_ACRO_FORM


def test_field_names_are_unique_in_reused_drawings() -> None:
    symbol = Symbol("form", (text(), check()), PAPER)
    twice = page(Use(symbol), Use(symbol, translation(0, 20)))
    names = [str(field.T) for field in annotations(made(twice, page(Use(symbol))))]
    assert names == ["name", "mark", "name-2", "mark-2", "name-3", "mark-3"]


def test_fields_keep_the_order_of_the_drawing() -> None:
    inner = Symbol("inner", (text("b"), Group((text("c"),))), PAPER)
    data = written(text("a"), Group((Use(inner), text("d"))), check("e"))
    assert [str(field.T) for field in annotations(data)] == list("abcde")


def test_field_labels_support_every_language() -> None:
    field = FormField("x", PLACE, "Manche 3\u202f: « Œuvre »", INDEX, 4.0, INK)
    (read,) = annotations(written(field))
    assert str(read.TU) == "Manche 3\u202f: « Œuvre »"


@needs("qpdf")
def test_qpdf_finds_no_form_errors(tmp_path: File) -> None:
    path = tmp_path / "form.pdf"
    path.write_bytes(written(*(item for _, item in turned())))
    done = run(["qpdf", "--check", path])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr


# --- position ------------------------------------------------------------------------------------

MOVES = st.one_of(
    st.tuples(st.floats(-30, 30), st.floats(-30, 30)).map(lambda way: translation(*way)),
    st.floats(0.5, 2.0).map(scaling),
    st.tuples(st.floats(0.9, 1.1), st.floats(0.9, 1.1)).map(lambda two: scaling(*two)),
    st.sampled_from([0.0, 90.0, 180.0, 270.0]).map(rotation),
)


@given(st.lists(st.tuples(MOVES, st.booleans()), max_size=5), st.booleans())
@settings(max_examples=60, deadline=None)
def test_nested_field_is_placed_by_its_matrices(
    steps: list[tuple[Matrix, bool]], marked: bool
) -> None:
    item: Item = check() if marked else text()
    points = [(x, y) for x in (PLACE.x, PLACE.right) for y in (PLACE.y, PLACE.bottom)]
    top = (PLACE.centre[0], PLACE.y)
    for at, (matrix, used) in enumerate(steps):
        symbol = Symbol(f"s{at}", (item,), PAPER)
        clip = rect_path(PAPER) if at % 2 else None
        item = Use(symbol, matrix) if used else Group((item,), matrix, clip)
        points, top = [matrix.apply(*p) for p in points], matrix.apply(*top)
    xs, ys = zip(*points, strict=True)
    wanted = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    (field,) = annotations(written(item))
    found = place(field)
    assert near(found, wanted)
    # The middle of its upper edge is where the rotation says.
    turned_by = int(field.MK.R) if "/MK" in field else 0
    cx, cy = found.centre
    upper = {0: (cx, found.y), 90: (found.x, cy), 180: (cx, found.bottom), 270: (found.right, cy)}[
        turned_by
    ]
    assert upper == pytest.approx(top, abs=1e-3)


@pytest.mark.parametrize(
    ("matrix", "told"),
    [(rotation(30), "leans"), (scaling(-1, 1), "mirrored"), (Matrix(1, 0, 0.2, 1), "leans")],
)
def test_skewed_or_unaligned_field_is_rejected(matrix: Matrix, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        written(Group((text(),), matrix))


def test_printer_profile_moves_fields_with_the_page() -> None:
    rule = Path(rect_path(PLACE), fill=INK)
    profile = Profile("office", 1.0, -0.5, 98.0, 102.0, "long")
    (fitted,) = correct_pages([page(rule, text(), back=True)], profile)
    (leaf,) = leaves(fitted.layers[0].items)
    wanted = leaf.matrix.bounds(leaf.item.data.box())
    media = fitted.media
    (field,) = annotations(made(fitted))
    left, low, right, high = (float(v) * POINT for v in field.Rect)
    assert near(Rect(left, media.h - high, right - left, high - low), wanted)
    assert wanted.w != pytest.approx(PLACE.w, abs=0.1), "the profile does something"
    assert media.h > media.w, "and turns the sheet upright"


# --- no visible drawing --------------------------------------------------------------------------


def ground() -> Path:
    return Path(rect_path(Rect(10, 10, 60, 40)), fill=Colour("#ffe0a0"))


def turned() -> Iterator[tuple[int, Item]]:
    """Yield a field turned by 0, 90, 180 and 270 degrees counterclockwise, with its angle."""
    for at in range(4):
        name = f"turned-{at}"
        rect = Rect(-12, -4, 24, 8)
        matrix = rotation(90 * at).then(translation(20 + 26 * at, 40))
        yield (360 - 90 * at) % 360, Group((text(name, rect, centred=True),), matrix)


def pdfium_picture(data: bytes) -> np.ndarray[Any, Any]:
    """Return the page with its filled-in fields as a browser renders it."""
    with pdfium.PdfDocument(data) as pdf:
        pdf.init_forms()
        shown = pdf[0].render(scale=FINE * POINT, may_draw_forms=True)
        return np.array(shown.to_numpy()[:, :, 2::-1])


def poppler_picture(data: bytes) -> np.ndarray[Any, Any]:
    from PIL import Image as Pillow

    command = ["pdftoppm", "-r", f"{FINE * 25.4}", "-"]
    done = run(command, input=data, text=False, check=True)
    with Pillow.open(io.BytesIO(done.stdout)) as image:
        return np.array(image.convert("RGB"))


PAINTERS = [
    pytest.param(pdfium_picture, id="pdfium"),
    pytest.param(poppler_picture, id="poppler", marks=needs("pdftoppm")),
]


def filled(data: bytes, value: str = "Hx8", start: str = "") -> bytes:
    """Fill in a text in every field and mark every box, with appearances.

    Only fields whose names have this prefix are filled in.
    """
    with opened(data) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            if not str(field.T).startswith(start):
                continue
            if field.FT == "/Btn":
                field.V = field.AS = pikepdf.Name.Yes
            else:
                field.V = pikepdf.String(value)
        if any(field.FT == "/Tx" for field in pdf.Root.AcroForm.Fields):
            pdf.Root.AcroForm.NeedAppearances = True  # for programs that need appearances drawn
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


@pytest.mark.parametrize("painter", PAINTERS)
def test_empty_form_does_not_change_the_page(painter: Any) -> None:
    bare = painter(written(ground()))
    form = written(ground(), text(), check("mark", Rect(70, 60, 6, 6)))
    assert np.array_equal(painter(form), bare)
    assert not np.array_equal(painter(filled(form)), bare), "the comparison sees what is filled in"


def test_svg_omits_form_fields() -> None:
    bare = made(page(ground()), kind="svg")
    assert made(page(ground(), text(), check()), kind="svg") == bare


def test_dump_lists_form_fields() -> None:
    told = made(page(text(), check()), kind="dump").decode()
    assert "field name “The field name” in 20.000,30.000 40.000×8.000 4.000" in told
    assert "check mark “The mark mark” in 20.000" in told


# --- filled in -----------------------------------------------------------------------------------


def ink(pixels: np.ndarray[Any, Any]) -> Rect:
    """Return the rectangle around all pixels that are not white (mm)."""
    ys, xs = (darkest(pixels) < 160).nonzero()
    x, y = xs.min() / FINE, ys.min() / FINE
    return Rect(x, y, (xs.max() + 1) / FINE - x, (ys.max() + 1) / FINE - y)


@pytest.mark.parametrize("painter", PAINTERS)
@pytest.mark.parametrize("at", range(4))
def test_typed_text_is_centred_in_its_field(painter: Any, at: int) -> None:
    degrees, item = list(turned())[at]
    data = written(item)
    (field,) = annotations(data)
    box, found = place(field), ink(painter(filled(data, "HHH")))
    assert box.contains(found, 0.1)
    along, across = (found.w, found.h) if degrees % 180 == 0 else (found.h, found.w)
    assert along > across, "it runs along the field"
    assert across == pytest.approx(0.7 * 4.0, abs=0.3), "in its size: capitals of 0.7 em"
    # poppler places upside-down text three millimetres off the middle.
    slack = (3.2 if painter is poppler_picture and degrees == 180 else 0.8, 0.8)
    for middle, own, off in zip(found.centre, box.centre, slack, strict=True):
        assert middle == pytest.approx(own, abs=off)
    found = ink(painter(filled(written(text()))))
    assert PLACE.x <= found.x < PLACE.x + 2.5, "else at the left"


def test_check_mark_is_a_centred_disc() -> None:
    for rect in (Rect(30, 30, 6, 6), Rect(30, 30, 20, 6)):
        data = written(check("mark", rect))
        found = ink(pdfium_picture(filled(data)))
        assert found.w == pytest.approx(found.h, abs=0.3)
        assert found.w == pytest.approx(6 * 0.62, abs=0.3)
        assert found.centre == pytest.approx(rect.centre, abs=0.2)


@needs("pdftotext")
def test_typed_text_can_be_extracted() -> None:
    data = filled(written(text()), "Lando 200")
    done = run(["pdftotext", "-", "-"], input=data, text=False, check=True)
    assert "Lando 200" in done.stdout.decode()


def test_appearance_generator_finds_font_and_encoding() -> None:
    """qpdf writes an appearance into our empty one, in our font."""
    with opened(filled(written(text("one"), text("two", PLACE._replace(y=50))), "Leïa")) as pdf:
        pdf.generate_appearance_streams()
        looks = [field.AP.N.read_bytes() for field in pdf.Root.AcroForm.Fields]
    for look in looks:
        assert b"/FormIndex 11.34 Tf" in look
        assert b"<4c65ef61> Tj" in look, "Leïa, in the encoding of the font"


def test_field_place_comparison_detects_differences() -> None:
    (field,) = annotations(written(Group((text(),), translation(0.01, 0))))
    assert not near(place(field), PLACE)
    assert near(place(field), IDENTITY.bounds(PLACE._replace(x=20.01)))
