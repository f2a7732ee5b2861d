"""PDF, read back with three independent readers: pikepdf (qpdf), PDFium and poppler."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from printkit import build, make_job
from printkit.base import paper_sizes
from printkit.model.load import load
from printkit.writers.pdf_objects import Stream
from tests.bench import made
from tests.support import processes
from tests.support.builds import build_once, lay_out
from tests.support.processes import needs
from tests.support.raster import PER_MM, darkest, pdf_pixels
from tests.support.sample import cases
from tests.support.words import check_names, how_often, pdfium_text, words

VARIANTS = ("casino", "kessel", "pazaak")
POINTS = 72 / 25.4


def run(*command: str) -> str:
    done = processes.run(command, check=True)
    return str(done.stdout + done.stderr)


@pytest.fixture(scope="module", params=VARIANTS)
def path(request: pytest.FixtureRequest) -> Path:
    """Return the deck of a variant on A4 with default options."""
    return build_once(request.param).files[0]


@pytest.fixture(scope="module")
def casino() -> Path:
    return build_once("casino").files[0]


@pytest.fixture
def pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(path) as opened:
        yield opened


def slug(path: Path) -> str:
    return path.name.split("-")[0]


def box(page: pikepdf.Page, name: str) -> list[float]:
    return [float(value) for value in page.obj[name]]


# --- the document -------------------------------------------------------------------------------


def test_pdf_readers_and_manifest_agree_on_pages() -> None:
    built = build_once("casino")
    (entry,) = built.manifest["files"]
    data = built.files[0].read_bytes()
    with pikepdf.open(built.files[0]) as pdf, pdfium.PdfDocument(data) as other:
        assert len(pdf.pages) == len(other) == entry["pages"] == 2 * built.manifest["sheets"] == 18


def test_pdf_header_has_version_and_no_advert(path: Path) -> None:
    data = path.read_bytes()
    assert data.startswith(b"%PDF-1.7")
    head = data[:200]
    assert b"printkit" in head
    for advert in (b"ReportLab", b"reportlab.com", b"open source)"):
        assert advert not in head
    assert b"http" not in data[:2048]


@pytest.mark.parametrize(
    ("slug", "language", "title"),
    [("casino", "en", "Casino Sabacc · cards"), ("kessel", "fr", "Sabacc de Kessel · cartes")],
)
def test_pdf_has_title_subject_and_language(slug: str, language: str, title: str) -> None:
    with pikepdf.open(build_once(slug, languages=(language,)).files[0]) as pdf:
        assert str(pdf.docinfo["/Title"]) == title
        assert {"en": "fan work", "fr": "non officiel"}[language] in str(pdf.docinfo["/Subject"])
        assert str(pdf.docinfo["/Creator"]) == "printkit"
        assert str(pdf.Root.Lang) == language


def test_pdf_asks_for_printing_at_actual_size(pdf: pikepdf.Pdf) -> None:
    wishes = pdf.Root.ViewerPreferences
    assert wishes.PrintScaling == pikepdf.Name("/None")
    assert wishes.DisplayDocTitle is True


@pytest.mark.parametrize(
    ("mode", "hint"),
    [
        ("long", "/DuplexFlipLongEdge"),
        ("short", "/DuplexFlipShortEdge"),
        ("fold", "/Simplex"),
        ("none", "/Simplex"),
    ],
)
def test_pdf_has_duplex_hint(mode: str, hint: str) -> None:
    file = build_once("kessel", duplex=mode).files[0]
    with pikepdf.open(file) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == pikepdf.Name(hint)


def test_pdf_outline_names_and_links_each_page(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        entries = list(outline.root)
    numbers = {page.obj.objgen: at for at, page in enumerate(pdf.pages)}
    assert [numbers[entry.destination[0].objgen] for entry in entries] == list(range(len(numbers)))
    for at, entry in enumerate(entries):
        side = "back" if at % 2 else "front"
        assert f"sheet {at // 2 + 1}/{len(entries) // 2}, {side}" in entry.title
    assert int(pdf.Root.Outlines.Count) == len(entries)


# --- pages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wishes", [{}, {"paper": "letter"}, {"duplex": "fold"}, {"layout": "single", "bleed": 3.0}]
)
def test_pdf_boxes_match_the_page_in_points(wishes: dict[str, Any]) -> None:
    """The contract of impositions tests that they are nested."""
    with pikepdf.open(build_once("kessel", **wishes).files[0]) as pdf:
        for page, laid in zip(pdf.pages, lay_out("kessel", **wishes).pages, strict=True):
            boxes = {"/MediaBox": laid.media, "/BleedBox": laid.bleed, "/TrimBox": laid.trim}
            for name, rect in {**boxes, "/CropBox": laid.media}.items():
                left, foot = rect.x, laid.media.h - rect.bottom
                wanted = [left, foot, left + rect.w, foot + rect.h]
                assert box(page, name) == pytest.approx([v * POINTS for v in wanted], abs=0.001)
            assert "/Rotate" not in page.obj or int(page.obj.Rotate) == 0


def test_trim_box_encloses_nine_cards(casino: Path) -> None:
    with pikepdf.open(casino) as pdf:
        trim = box(pdf.pages[0], "/TrimBox")
        left, foot = (210 - 3 * 63.5) / 2 * POINTS, (297 - 3 * 88.9) / 2 * POINTS
        wanted = [left, foot, 210 * POINTS - left, 297 * POINTS - foot]
        assert trim == pytest.approx(wanted, abs=0.01)
        bleed = box(pdf.pages[0], "/BleedBox")
        grown = [wanted[0] - 2 * POINTS, wanted[1] - 2 * POINTS]
        assert bleed[:2] == pytest.approx(grown, abs=0.01)


def faces(pdf: pikepdf.Pdf, size: str) -> dict[tuple[int, int], int]:
    """Count how often the pages draw each form of about the size of a card."""
    _, width, height = paper_sizes.card(size)
    drawn: Counter[tuple[int, int]] = Counter()
    for page in pdf.pages:
        forms = {key: form.objgen for key, form in page.resources.XObject.items()}
        sizes = {
            form.objgen: (
                float(form.BBox[2]) - float(form.BBox[0]),
                float(form.BBox[3]) - float(form.BBox[1]),
            )
            for form in page.resources.XObject.values()
        }
        for operands, operator in pikepdf.parse_content_stream(page):
            if str(operator) == "Do":
                name = forms[str(operands[0])]
                w, h = sizes[name]
                if 0 <= w - width <= 12 and 0 <= h - height <= 12:
                    drawn[name] += 1
    return dict(drawn)


def test_repeated_faces_and_backs_have_one_form(pdf: pikepdf.Pdf, path: Path) -> None:
    variant = load(slug(path))
    drawn = faces(pdf, variant.card_size)
    copies = Counter(card.copies_for(1) for card in variant.cards)
    for family in {card.family for card in variant.cards}:
        copies[sum(card.copies_for(1) for card in variant.cards if card.family == family)] += 1
    del copies[1]  # single ones are drawn directly on their page
    assert not copies - Counter(drawn.values())


def test_additional_card_of_a_look_adds_no_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "EMBLEMS", 4)
    forms = []
    for count in (40, 80):
        deck = made.deck(tmp_path, count)
        (file,) = build(make_job(str(deck), ("cards",), out=tmp_path / "out")).files
        with pikepdf.open(file) as pdf:
            forms.append(len(faces(pdf, "poker")))
    assert forms[0] == forms[1] < 20


def test_deck_for_more_players_has_no_more_faces() -> None:
    one = build_once("pazaak").files[0].stat().st_size
    many = build_once("pazaak", players=2).files[0]
    with pikepdf.open(many) as pdf:
        assert len(faces(pdf, load("pazaak").card_size)) == 34 + 2
    assert many.stat().st_size < 1.5 * one


def test_casino_deck_pdf_is_small(casino: Path) -> None:
    assert casino.stat().st_size <= 4_400_000  # most of it is 68 engraved drawings


# --- fonts and text -----------------------------------------------------------------------------


@needs("pdffonts")
def test_poppler_finds_every_font_embedded(path: Path) -> None:
    rows = run("pdffonts", str(path)).splitlines()[2:]
    assert len(rows) >= 2
    for row in rows:
        embedded, subset, unicode_map = row.split()[-5:-2]
        assert (embedded, subset, unicode_map) == ("yes", "yes", "yes"), row


@needs("qpdf")
def test_qpdf_reports_no_problems(path: Path) -> None:
    said = run("qpdf", "--check", str(path))
    assert "No syntax or stream encoding errors found" in said
    assert "WARNING" not in said


@needs("pdfinfo")
def test_poppler_reads_the_document(casino: Path) -> None:
    said = run("pdfinfo", "-box", str(casino))
    assert re.search(r"Pages:\s+18\n", said)
    assert re.search(r"Page size:\s+595\.27\d* x 841\.8\d* pts \(A4\)", said)
    assert re.search(r"JavaScript:\s+no", said)
    assert "Error" not in said


@cache
def poppler_text(path: Path) -> str:
    return words(run("pdftotext", "-raw", "-enc", "UTF-8", str(path), "-"))


@pytest.mark.sampled
@needs("pdftotext")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("variant", cases(VARIANTS, ("kessel", "pazaak")))
def test_poppler_finds_each_card_name(variant: str, language: str) -> None:
    """`jobs/test_every_variant` does the same with PDFium."""
    file = build_once(variant, languages=(language,)).files[0]
    check_names(poppler_text(file), load(variant).cards, language)


def test_negative_values_have_a_real_minus_sign(casino: Path) -> None:
    """Each is found twice, because the deck has two copies; the turned corner is not extracted."""
    text = pdfium_text(casino)
    for value in (2, 8, 11, 13, 14, 15, 17):
        assert how_often(f"\u2212{value}", text) == 2, value
        assert f"-{value}" not in text


def test_plus_or_minus_cards_contain_both_signs() -> None:
    text = pdfium_text(build_once("pazaak").files[0])
    for value in range(1, 7):
        # Two cards of each kind; the special side card “±1T” also has a sign and a figure.
        for sign in "+\u2212±":
            count = 3 if (sign, value) == ("±", 1) else 2
            assert how_often(f"{sign}{value}", text) == count, (sign, value)


def test_invisible_text_lies_on_the_drawn_words(casino: Path) -> None:
    """The test looks at the name of the first court on A4."""
    with pdfium.PdfDocument(casino.read_bytes()) as pdf:
        page = pdf[2]
        text = page.get_textpage()
        index, count = text.search("COMMANDER").get_next()
        boxes = [text.get_charbox(at) for at in range(index, index + count)]
        left, foot = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
    centre = (left + right) / 2 / POINTS
    assert 9.75 + 63.5 * 2 < centre < 9.75 + 63.5 * 3, "on the third card of a row"
    pixels = pdf_pixels(casino.read_bytes(), 2, 2100, 2970)
    x0, x1 = round(left / POINTS * PER_MM), round(right / POINTS * PER_MM)
    y0, y1 = round((297 - top / POINTS) * PER_MM), round((297 - foot / POINTS) * PER_MM)
    inside = darkest(pixels[y0 : y1 + 1, x0 : x1 + 1])
    assert 0.15 < (inside < 128).mean() < 0.8, "ink fills the box of the words"


def test_streams_above_120_bytes_are_compressed() -> None:
    for size, is_plain in ((120, True), (121, False)):
        stream = Stream("/Length1 1", b"0 " * 60 + b"0" * (size - 120))
        assert (len(stream.content) == size) == is_plain == ("FlateDecode" not in stream.head)
