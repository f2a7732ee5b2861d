"""User decks carry no name, licence or disclaimer of ours; our games do.

Independent readers read back complete kits: the words on pages and the metadata separately.
"""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace
from PIL import Image

from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.library.gallery import make_gallery
from printkit.products.contact_sheet import PRODUCT as CONTACT_SHEET
from tests.support.builds import build_books, build_once
from tests.support.decks import facts, put
from tests.support.sample import cases

FACTS = facts(__file__)
OURS = re.compile("|".join(FACTS["ours"]), re.IGNORECASE)
PROGRAM = re.compile("|".join(FACTS["program"]), re.IGNORECASE)
# Line breaks may separate the words of a page.
TOLD = re.compile("|".join(FACTS["told"]).replace(" ", r"\s+"))
FORMATS = ("pdf", "svg", "png", "dump", "html", "markdown")


def read_pdf(path: Path) -> tuple[str, str]:
    """Return the words on the pages of a PDF, and those of its metadata."""
    with pdfium.PdfDocument(path) as pdf:
        words = " ".join(page.get_textpage().get_text_range() for page in pdf)
    with pikepdf.open(path) as file:
        assert file.docinfo is not None
        metadata = " · ".join(str(value) for value in file.docinfo.values())
    return words, metadata


def read_svg(path: Path) -> tuple[str, str]:
    words, metadata = list[str](), list[str]()
    for part in ET.parse(path).iter():
        metadata += part.attrib.values()
        (metadata if part.tag.endswith("}desc") else words).append(part.text or "")
    return " ".join(words), " · ".join(metadata)


def read_png(path: Path) -> tuple[str, str]:
    with Image.open(path) as picture:
        picture.load()
        return "", " · ".join(str(value) for value in picture.info.values())


class Page(HTMLParser):
    """The words of a page, and the metadata in its head."""

    hidden = False

    def __init__(self, data: str) -> None:
        super().__init__()
        self.words, self.metadata = list[str](), list[str]()
        self.feed(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden = tag in ("style", "script")
        self.metadata += [value or "" for key, value in attrs if key == "content"]

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def read_html(data: str) -> tuple[str, str]:
    page = Page(data)
    return " ".join(page.words), " · ".join(page.metadata)


def read_text(data: str) -> tuple[str, str]:
    """Return words and metadata; comments and the first line of a dump are metadata."""
    notes = re.findall(r"<!--.*?-->|\Aprintkit dump.*", data)
    return re.sub(r"<!--.*?-->|\Aprintkit dump.*", "", data), " · ".join(notes)


def read(path: Path) -> tuple[str, str]:
    reader = {".pdf": read_pdf, ".svg": read_svg, ".png": read_png}.get(path.suffix)
    if reader is not None:
        return reader(path)
    data = path.read_text(encoding="utf-8")
    return read_html(data) if path.suffix == ".html" else read_text(data)


def names_of_ours(path: Path) -> list[str]:
    """Return our names in a file, except those of the program in metadata."""
    words, metadata = read(path)
    found = OURS.findall(TOLD.sub("", words)) + OURS.findall(PROGRAM.sub("", metadata))
    return [*found, *OURS.findall(path.name)]


def stranger(folder: Path) -> str:
    for name, text in FACTS["deck"].items():
        put(folder, text, name)
    for name, colour in (("back", "#224466"), ("sun", "#ddaa33"), ("moon", "#99aabb")):
        Image.new("RGB", (250, 350), colour).save(folder / f"{name}.png")
    return str(folder / "orbit.toml")


@pytest.mark.parametrize("language", cases(["en", "fr"], ("fr",)))
def test_user_deck_carries_none_of_our_names(tmp_path: Path, language: str) -> None:
    name = stranger(tmp_path)
    job = make_job(name, languages=[language], formats=FORMATS, out=tmp_path / "out", dpi=40)
    files = build(job).files
    assert {path.suffix for path in files} >= {".pdf", ".svg", ".png", ".txt", ".html", ".md"}
    assert {path: found for path in files if (found := names_of_ours(path))} == {}
    for path in files:
        words, metadata = read(path)
        if path.suffix in (".pdf", ".png"):
            assert "Ada Moreau" in metadata, path
            assert re.search("Made with printkit|Réalisé avec printkit", metadata), path
        if "booklet-" in path.name and path.suffix in (".html", ".md", ".pdf"):
            spelt = "Attribution-NonCommercial" if language == "en" else "Attribution – Pas d’util"
            for told in ("Ada Moreau", "Chioma Eze", "1884", "Ilse Brandt", spelt):
                assert told in " ".join(words.split()).replace("- ", "-"), (path, told)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_user_deck_gallery_and_sheet_credit_their_artist(tmp_path: Path, language: str) -> None:
    job = make_job(stranger(tmp_path), languages=[language], out=tmp_path / "out")
    words, metadata = read_html(make_gallery(job, ["classic"]).decode())
    assert OURS.findall(words) + OURS.findall(PROGRAM.sub("", metadata)) == []
    assert "Chioma Eze" in words
    (sheet,) = build(replace(job, products=(CONTACT_SHEET.key,), formats=("png",))).files
    assert names_of_ours(sheet) == []
    assert "Ada Moreau" in read(sheet)[1]


def test_our_games_carry_our_names() -> None:
    made = (build_once("pazaak", products=("cards", "tuck-box")), build_books("kessel"))
    found = {path.name: names_of_ours(path) for one in made for path in one.files}
    assert all(found.values()), found
