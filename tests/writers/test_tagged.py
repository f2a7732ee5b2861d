"""Tagged PDF: files have no error that `tests.support.tagged` knows, and damaged files have.

Two other readers extract the words of a book in order.
"""

import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, String

from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import FormField, TagStep
from printkit.graphics.display_list import Path as Outline
from printkit.graphics.fonts import INDEX, TEXT, TITLE_BOLD
from printkit.graphics.path import rect_path
from printkit.layout.blocks import Drawing, ListItem, Paragraph
from printkit.layout.containers import Table
from printkit.layout.fit_text import text_line
from printkit.layout.records import Block, Canvas, InlineDrawing, Span, TaggedBlock, TextStyle
from printkit.pieces.pages import ART, Destination, Document, Layer, Link, Page
from printkit.pieces.protocols import writer
from tests.support.builds import build_books, build_once
from tests.support.processes import needs, run
from tests.support.tagged import faults

PAPER, STYLE = Rect(0, 0, 100, 150), TextStyle(3.5, 4.4, "en", baseline=0.75)
SQUARE = (Outline(rect_path(Rect(0, -2, 2, 2)), fill=BLACK),)
FILES = [
    ("kessel", "booklet", "en"),
    ("kessel", "summary", "fr"),
    ("kessel", "start", "fr"),
    ("casino", "start", "en"),
    ("kessel", "score-sheet", "en"),
    ("kessel", "reference-cards", "fr"),
    ("pazaak", "cards", "en"),
    ("tarot", "conversion-chart", "fr"),
]


def words(text: str, link: str | None = None, font: str = TEXT) -> Span:
    return Span(text, font, BLACK, link=link)


def blocks() -> Iterator[tuple[tuple[TagStep, ...], Block]]:
    """Return one element of each kind."""
    yield (TagStep("H1"),), Paragraph((words("A heading", font=TITLE_BOLD),))
    yield (TagStep("H2"),), Paragraph((words("Another", font=TITLE_BOLD),))
    sign = Span("", TEXT, BLACK, drawing=InlineDrawing(lambda size: (2.0, SQUARE), "6 of Sand"))
    yield (TagStep("P", 0),), Paragraph((words("Take the "), sign, words(" and go on.")))
    yield (TagStep("P", 1),), Paragraph((words("See "), Span("page one", INDEX, BLACK, link="#1")))
    mark = (text_line(TEXT, "1.", 0.0, 3.0, 3.5, BLACK),)
    entry = ListItem(lambda *_: mark, Paragraph((words("An entry"),)), 1.5, "1.", key=0)
    yield (TagStep("L"),), entry
    row = tuple((words(text),) for text in ("one", "two"))
    yield (TagStep("Table"),), Table(row, (row, (row[0], ())), (0.0, 0.0), lambda *_: ())
    yield (TagStep("Figure", alt="A square"),), Drawing(lambda *_: (SQUARE, 4.0))


@cache
def small_file() -> bytes:
    """Return a page with an element of each kind, a link and a field."""
    canvas, y = Canvas(), 10.0
    canvas.items.append(text_line(TEXT, "A running head", 5.0, 5.0, 3.0, BLACK))
    for steps, block in blocks():
        fragment = TaggedBlock(block, steps).lay_out(STYLE, 80.0)
        fragment.paint(canvas, 10.0, y)
        y += fragment.height + 2.0
    begin = canvas.begin()
    place = Rect(10, y, 30, 6)
    canvas.items.append(FormField("name", place, "Your name", INDEX, 3.0, BLACK))
    canvas.tag(begin, TagStep("Sect"))
    links = tuple(Link(rect, Destination(0)) for rect, _ in canvas.links)
    layer = Layer(ART, tuple(canvas.items), tags=tuple(canvas.tags))
    page = Page(PAPER, PAPER, PAPER, (layer,), "01", "A page", links=links)
    (artifact,) = writer("pdf")(Document("A title", "en", (page,)))
    return artifact.data


def element(pdf: pikepdf.Pdf, kind: str) -> Any:
    return next(
        one
        for one in pdf.objects
        if isinstance(one, Dictionary) and one.get("/S") == Name(f"/{kind}") and "/P" in one
    )


def rename(kind: str, other: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        element(pdf, kind).S = Name(f"/{other}")

    return spoil


def drop(kind: str, key: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        del element(pdf, kind)[key]

    return spoil


def cut(*path: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        owner: Any = pdf.Root
        for key in path[:-1]:
            owner = owner[key]
        del owner[path[-1]]

    return spoil


def on_page(key: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[0][key]

    return spoil


def on_annotation(kind: str, key: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        (one,) = (one for one in pdf.pages[0].Annots if one.Subtype == Name(f"/{kind}"))
        del one[key]

    return spoil


def rewrite(old: bytes, new: bytes, count: int = 1) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        code = pdf.pages[0].Contents.read_bytes()
        changed = re.sub(old, new, code, count=count)
        assert changed != code
        pdf.pages[0].Contents.write(changed)

    return spoil


def swap_headings(pdf: pikepdf.Pdf) -> None:
    element(pdf, "H2").S = Name.H3


def retitle(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo.Title = String("Another title")


def claim_nothing(pdf: pikepdf.Pdf) -> None:
    text = pdf.Root.Metadata.read_bytes().replace(b"<pdfuaid:part>1", b"<pdfuaid:part>2")
    pdf.Root.Metadata.write(text)


def mark_twice(pdf: pikepdf.Pdf) -> None:
    element(pdf, "H1").K = Array([0, 0])


def forget_mark(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot.ParentTree.Nums[1][0]


def shift_marks(pdf: pikepdf.Pdf) -> None:
    own = pdf.Root.StructTreeRoot.ParentTree.Nums[1]
    own[0], own[1] = own[1], own[0]


def turn_parent(pdf: pikepdf.Pdf) -> None:
    element(pdf, "TD").P = element(pdf, "L")


def shorten_row(pdf: pikepdf.Pdf) -> None:
    rows = element(pdf, "Table").K
    rows[1].K = Array(list(rows[1].K)[:1])


def empty(kind: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf: pikepdf.Pdf) -> None:
        element(pdf, kind).K = Array()

    return spoil


def fonts(pdf: pikepdf.Pdf, kind: str) -> Any:
    return next(
        one
        for one in pdf.objects
        if isinstance(one, Dictionary) and one.get("/Subtype") == Name(f"/{kind}")
    )


def unembed(pdf: pikepdf.Pdf) -> None:
    del fonts(pdf, "CIDFontType2").FontDescriptor["/FontFile2"]


def unletter(pdf: pikepdf.Pdf) -> None:
    del fonts(pdf, "Type0")["/ToUnicode"]


def unencode(pdf: pikepdf.Pdf) -> None:
    del fonts(pdf, "TrueType")["/Encoding"]


def move_annotation(pdf: pikepdf.Pdf) -> None:
    link, form = element(pdf, "Link"), element(pdf, "Form")
    last = link.K[-1]
    form.K = Array([*form.K, last])
    link.K = Array(list(link.K)[:-1])


SPOILT: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "the file is not marked": cut("/MarkInfo"),
    "no language": cut("/Lang"),
    "the title is not shown": cut("/ViewerPreferences", "/DisplayDocTitle"),
    "no title in the information": lambda pdf: pdf.docinfo.__delitem__("/Title"),
    "no part of PDF/UA": claim_nothing,
    "no title in the metadata": cut("/Metadata"),
    "two titles": retitle,
    "no structure": cut("/StructTreeRoot"),
    "the root has no type": cut("/StructTreeRoot", "/Type"),
    "the next key": cut("/StructTreeRoot", "/ParentTreeNextKey"),
    "not one document": rename("Document", "Sect"),
    "the outermost is no document": rename("Document", "Sect"),
    "an empty document": empty("Document"),
    "the first heading is not of the first level": rename("H1", "H2"),
    "a heading skips a level": swap_headings,
    "no standard kind: Shout": rename("P", "Shout"),
    "an element does not point to its parent": turn_parent,
    "LBody below": rename("LI", "Div"),
    "LI holds P": rename("Lbl", "P"),
    "L holds Div": rename("LI", "Div"),
    "TR holds P": rename("TD", "P"),
    "Table holds Sect": rename("TR", "Sect"),
    "Table has words of its own": rename("P", "Table"),
    "a mark in two elements": mark_twice,
    "an annotation in another element": rename("Form", "P"),
    "a figure without words": drop("Figure", "/Alt"),
    "a figure without a drawing": empty("Figure"),
    "a drawing in a line without its words": drop("Span", "/ActualText"),
    "an entry has one body": rename("LBody", "Lbl"),
    "an empty L": empty("L"),
    "an empty H1": empty("H1"),
    "a head without scope": drop("TH", "/A"),
    "a head without an owner": lambda pdf: element(pdf, "TH").A.__delitem__("/O"),
    "rows of several lengths": shorten_row,
    "a table without a head": rename("TH", "TD"),
    "Link has not one annotation": move_annotation,
    "Form has not one annotation": empty("Form"),
    "a page without its key": on_page("/StructParents"),
    "fields are not in the order of the structure": on_page("/Tabs"),
    "a mark in a mark": rewrite(rb"EMC\s", b""),
    "a mark without number": rewrite(rb"/H1 <</MCID 0>> BDC", b"/H1 BMC"),
    "an artifact with a number": rewrite(rb"/H1 <<", b"/Artifact <<"),
    "a mark of another kind": rewrite(rb"/H1 <<", b"/H2 <<"),
    "a mark is closed twice": rewrite(rb"EMC", b"EMC EMC"),
    "painted outside marks": rewrite(rb"(?s)/Artifact BMC(.*?)EMC", rb"\1"),
    "a mark stays open": rewrite(rb"EMC\s+Q\s*\Z|EMC\s*\Z", b""),
    "a number twice on a page": rewrite(rb"MCID 1>>", b"MCID 0>>"),
    "the tree of parents lacks a mark": forget_mark,
    "an element of a mark that is not painted": rewrite(rb"MCID 0>>", b"MCID 99>>"),
    "tree and tree of parents differ": shift_marks,
    "an annotation in no element": empty("Form"),
    "an annotation that is on no page": on_page("/Annots"),
    "an annotation without its key": on_annotation("Link", "/StructParent"),
    "an annotation of another element": on_annotation("Widget", "/StructParent"),
    "an annotation in a wrong kind": rename("Link", "Form"),
    "a link without words": on_annotation("Link", "/Contents"),
    "a field without words": on_annotation("Widget", "/TU"),
    "a font without its letters": unletter,
    "a font that is not embedded": unembed,
    "unknown letters": unencode,
}


def test_small_tagged_file_has_no_errors() -> None:
    with pikepdf.open(io.BytesIO(small_file())) as pdf:
        assert faults(pdf) == {}


@pytest.mark.parametrize("fault", SPOILT)
def test_each_tagging_error_is_detected(fault: str) -> None:
    with pikepdf.open(io.BytesIO(small_file())) as pdf:
        SPOILT[fault](pdf)
        assert fault in faults(pdf)


def build_file(slug: str, product: str, language: str) -> Path:
    result = (
        build_books(slug)
        if product == "booklet"
        else build_once(slug, products=(product,), languages=(language,))
    )
    name = f"{slug}-{product}-{language}.pdf"
    return next(path for path in result.files if path.name == name)


@pytest.mark.parametrize(("slug", "product", "language"), FILES)
def test_tagged_files_have_no_errors(slug: str, product: str, language: str) -> None:
    with pikepdf.open(build_file(slug, product, language)) as pdf:
        assert faults(pdf) == {}


def plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("\u00ad", "").casefold())


# The contents, the ladder and the open hands have pictures among their words, and references to
# tables of the appendix have their page.
_OTHERWISE = 9


@pytest.mark.nightly
@needs("pdfinfo")
def test_poppler_extracts_paragraphs_in_order() -> None:
    """The paragraphs and lists of the Markdown are complete and in order in poppler's structure.

    In a PDF, two neighbouring chapters may have changed places.
    """
    path = build_file("kessel", "booklet", "en")
    said = run(["pdfinfo", "-struct-text", path]).stdout
    heard = " ".join(plain("".join(re.findall(r'^\s*"(.*)"$', said, re.MULTILINE))))
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    chapters = [
        [" ".join(plain(re.sub(r"\]\(.*?\)", "", part))) for part in chapter.split("\n\n")]
        for chapter in re.split(r"(?m)^(?=##? )", text)
    ]
    long = [[part for part in parts if len(part) > 100] for parts in chapters]
    found = [[heard.find(part) for part in parts] for parts in long]
    assert sum(map(len, long)) > 30
    assert sum(places.count(-1) for places in found) <= _OTHERWISE
    orders = [[place for place in places if place >= 0] for places in found]
    assert [places for places in orders if places != sorted(places)] == []
    firsts = [places[0] for places in orders if places]
    assert sum(after < before for before, after in pairwise(firsts)) <= 1


@needs("pdftotext")
def test_copied_text_has_names_of_cards_at_their_places() -> None:
    path = build_file("kessel", "booklet", "en")
    with pypdfium2.PdfDocument(path) as file:
        pages = " ".join(page.get_textpage().get_text_range() for page in file)
    for copied in (pages, run(["pdftotext", path, "-"]).stdout):
        assert "she draws the 1 of blood from the stock" in " ".join(plain(copied))
