"""PNG: the pixel size follows from millimetres, and the resolution is recorded."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.paper_sizes import card
from printkit.base.processes import processes_allowed
from printkit.imposition.grid import SheetSpec
from printkit.imposition.sheets import impose_cards
from printkit.model.load import load
from printkit.pieces.pages import Document
from printkit.pieces.protocols import writer
from printkit.writers import png
from printkit.writers.pdf import write as write_pdf
from tests.support.raster import (
    CAPTION,
    apart,
    build_files,
    pdf_pixels,
    png_pixels,
    toy_sheets,
    toys,
)


def chunks(data: bytes) -> list[tuple[str, bytes]]:
    """Yield the chunks of a PNG file, parsed without a library."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        found.append((data[at + 4 : at + 8].decode(), data[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    out = tmp_path_factory.mktemp("png-cards")
    built = build_files(out, "kessel", formats=("png",), layout="single", bleed=3.0, dpi=150.0)
    return list(built.files)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("dpi", [36, 96, 100, 150])
@pytest.mark.parametrize(("paper", "width", "height"), [("a6", 105, 148), ("letter", 215.9, 279.4)])
def test_png_has_size_and_resolution(paper: str, width: float, height: float, dpi: int) -> None:
    sheets = toy_sheets(1, card("poker"), SheetSpec(paper_sizes.paper(paper)))
    document = Document("Toy", "en", sheets.pages, "long")
    outputs = list(writer("png")(document, {"dpi": dpi}))
    assert [output.suffix for output in outputs] == ["-01a.png", "-01b.png"]
    for output, page in zip(outputs, sheets.pages, strict=True):
        parts = dict(chunks(output.data))
        columns, rows = struct.unpack(">II", parts["IHDR"][:8])
        assert (columns, rows) == (round(width * dpi / 25.4), round(height * dpi / 25.4))
        x, y, unit = struct.unpack(">IIB", parts["pHYs"])
        assert unit == 1, "pixels a metre"
        assert (x, y) == (round(dpi / 0.0254), round(dpi / 0.0254))
        assert parts["sRGB"] == b"\0", "perceptual"
        assert b"printkit" in parts["tEXt"]
        assert page.title.encode() in parts["iTXt"]
        assert "tIME" not in parts


@pytest.mark.parametrize(("dpi", "finer"), [(300, 1), (100, 3), (72, 4)])
def test_png_matches_the_pdf(dpi: int, finer: int) -> None:
    """A small picture is painted larger and reduced, because PDFium draws no line thinner than a
    pixel.
    """
    sheets = toy_sheets(2, card("poker"), SheetSpec(paper_sizes.paper("a5"), gap=2))
    document = Document("Toy", "en", sheets.pages, "long")
    data = next(iter(write_pdf(document))).data
    for index, output in enumerate(writer("png")(document, {"dpi": dpi})):
        pixels = png_pixels(output.data)
        height, width = pixels.shape[:2]
        fine = pdf_pixels(data, index, width * finer, height * finer)
        mean = np.zeros(pixels.shape, np.uint16)
        for y, x in np.ndindex(finer, finer):
            mean += fine[y::finer, x::finer]
        wanted = (mean // finer**2).astype(np.uint8)
        assert pixels.min() < 140
        assert apart(pixels, wanted, t=2) == 0
        assert apart(pixels[:90, :90], wanted[:90, :90] - 4, t=2) > 0, "the comparison can fail"


def test_banded_rendering_equals_whole_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large page is drawn in bands; only rounding differs."""
    sheets = toy_sheets(2, card("poker"), SheetSpec(paper_sizes.paper("a5"), gap=2))
    document = Document("Toy", "en", sheets.pages, "long")
    whole, other = (np.asarray(picture) for picture in png.render_pages(document, 110.0))
    monkeypatch.setattr(png, "_BAND_PIXELS", 300_000)
    banded = np.asarray(next(png.render_pages(document, 110.0)))
    assert apart(banded, whole, t=5) == 0
    assert apart(banded, other, t=5) > 0, "the comparison can fail"


@pytest.mark.parametrize(("dpi", "workers"), [(300, 1), (150, 1), (96, 1), (300, 2)])
def test_shared_background_is_painted_once(
    dpi: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backs equal those of pages rendered alone, in one process or two, also if other items cover
    them.
    """
    size = card("poker")
    pieces = toys(4, size.w, size.h, families=1)
    sheets = impose_cards(pieces, SheetSpec(paper_sizes.paper("a6"), gap=2), CAPTION)
    document = Document("Toy", "en", sheets.pages, "long")
    backs = [index for index, page in enumerate(sheets.pages) if page.back]
    assert len(backs) >= 3
    alone = [next(png.render_pages(document, dpi, [index])) for index in range(len(sheets.pages))]
    assert alone[backs[0]] != alone[backs[1]], "their labels differ"
    drawn: list[int] = []
    whole = png._Painter._draw
    monkeypatch.setattr(
        png._Painter, "_draw", lambda self, *args: drawn.append(0) or whole(self, *args)
    )
    monkeypatch.setattr(png, "_PROCESS_PIXELS", 1)
    with processes_allowed(workers):
        files = [output.data for output in writer("png")(document, {"dpi": dpi})]
    for data, picture in zip(files, alone, strict=True):
        assert np.array_equal(png_pixels(data), np.asarray(picture))
    if workers == 1:
        assert len(drawn) == len(sheets.pages) + 1, "each page, and the ground of the backs"
    else:
        assert not drawn
        assert files == [output.data for output in writer("png")(document, {"dpi": dpi})]


def test_too_large_picture_is_rejected_in_any_process(monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = toy_sheets(2, card("poker"), SheetSpec(paper_sizes.paper("a5"), gap=2))
    document = Document("Toy", "en", sheets.pages, "long")
    monkeypatch.setattr(png, "MAX_PIXELS", 1000)
    monkeypatch.setattr(png, "_PROCESS_PIXELS", 1)
    for workers in (1, 2):
        with processes_allowed(workers), pytest.raises(PrintkitError, match="is too large"):
            list(writer("png")(document, {"dpi": 96}))


def test_png_cards_have_bleed_and_no_marks(cards: list[Path]) -> None:
    size = card(load("kessel").card_size)
    wanted = tuple(round((length + 6) * 150 / 25.4) for length in (size.w, size.h))
    for path in cards:
        with Image.open(path) as image:
            assert image.size == wanted
            assert image.mode == "RGB"
            assert image.info["dpi"] == pytest.approx((150, 150), abs=0.02)


def test_png_corners_are_paper(cards: list[Path]) -> None:
    """In the light theme, faces are paper up to the corner, and backs up to 3 mm inside the cut."""
    bled = round(3 * 150 / 25.4)
    for path in cards:
        pixels = png_pixels(path.read_bytes())
        for y, x in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
            assert tuple(pixels[y, x]) == (255, 255, 255), path.name
        assert pixels[bled:-bled, bled:-bled].min() < 128
    for path in cards[-2:]:
        pixels = png_pixels(path.read_bytes())
        pixels[2 * bled : -2 * bled, 2 * bled : -2 * bled] = 255
        assert pixels.min() == 255, f"{path.name} is printed near its cut"


def test_backs_look_the_same_upside_down(cards: list[Path]) -> None:
    """Otherwise a back would show how a card is held."""
    for path in cards[-2:]:
        pixels = png_pixels(path.read_bytes())
        turned = pixels[::-1, ::-1]
        assert apart(pixels, turned) == 0, path.name
        assert apart(pixels, np.roll(turned, 3, axis=0)) > 0, "the check sees a shift"


@pytest.mark.parametrize("part", [(0, 0, 120, 90), (40, 60, 200, 161)])
def test_part_of_a_page_is_a_part_of_its_picture(part: tuple[int, int, int, int]) -> None:
    sheets = toy_sheets(1, card("poker"), SheetSpec(paper_sizes.paper("a5"), gap=2))
    document = Document("Toy", "en", sheets.pages, "long")
    whole = np.asarray(next(png.render_pages(document, 72.0)))
    shown = np.asarray(png.render_part(document, 72.0, part))
    left, top, right, bottom = part
    assert shown.shape == whole[top:bottom, left:right].shape
    assert np.abs(shown.astype(int) - whole[top:bottom, left:right]).max() <= 2


def test_processes_follow_the_area_of_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process is useful for 16 million pixels: a page of A4 in 300 dpi has 8.7 million."""
    monkeypatch.setattr(png, "allowed_processes", lambda: 9)
    large, small = (
        toy_sheets(1, card("poker"), SheetSpec(paper_sizes.paper(paper))).pages[0]
        for paper in ("a4", "a6")
    )
    useful = {
        (count, dpi): png._useful_processes([page] * count, dpi)
        for page, count, dpi in ((large, 1, 300), (large, 8, 300), (large, 8, 150), (small, 30, 72))
    }
    assert useful == {(1, 300): 1, (8, 300): 4, (8, 150): 1, (30, 72): 1}
    assert png._useful_processes([large] * 40, 600.0) == 9
