"""The booklet as HTML: self-contained, well-formed, accessible."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import jinja2
import pytest
from fontTools.ttLib import TTFont

from printkit.art.theme import theme
from printkit.base.messages import languages
from printkit.booklet.text_formats import html_page
from printkit.text import book as b
from printkit.text.book import Book, Chapter, InlineText, SourceLocation, to_plain_text, walk_blocks
from tests.support.builds import build_books, build_once, read_book
from tests.support.decks import variant
from tests.support.html import faults, read
from tests.support.sample import cases

GAMES = ("casino", "kessel", "pazaak", "tarot")
NAMES = [f"{slug} {tongue}" for slug in GAMES for tongue in languages()]
IN_GATE = [name for name in NAMES if name.startswith(("kessel", "pazaak"))]
volumes = pytest.mark.parametrize("name", cases([*NAMES, "anthology fr"], IN_GATE))
PLACE = SourceLocation("t.md", 1)


@cache
def book(name: str) -> Book:
    slug, language = name.split()
    return read_book(slug, language)


@cache
def written(name: str) -> str:
    slug, language = name.split()
    built = (
        build_books(slug) if slug in GAMES else build_once(slug, products=(), languages=(language,))
    )
    return (built.folder / f"{slug}-booklet-{language}.html").read_text("utf-8")


def shown(one: Book) -> list[Chapter]:
    """Return the chapters, except those with only a table of contents."""
    return [c for c in one.chapters if not all(isinstance(k, b.TableOfContents) for k in c.blocks)]


@cache
def tree(name: str) -> ET.Element:
    return read(written(name))


def text(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def page_of(*chapters: Chapter) -> ET.Element:
    whole = Book("x", "en", "T & <i>", "S", chapters, {"casino": variant("casino")})
    return read(html_page(whole, theme("classic")).decode())


def test_templates_are_compiled_once_for_all_books(monkeypatch: pytest.MonkeyPatch) -> None:
    page_of()
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    page_of()


def made(*blocks: b.Block) -> ET.Element:
    """Return the page of a book with one chapter."""
    return page_of(Chapter("a", "A & <b>", blocks, PLACE))


def found(root: ET.Element, path: str) -> ET.Element:
    element = root.find(path)
    assert element is not None, path
    return element


# --- structure -----------------------------------------------------------------------------------


@pytest.mark.sampled
@volumes
def test_page_has_one_title_and_nested_headings(name: str) -> None:
    root, one = tree(name), book(name)
    assert found(root, "html").get("lang") == one.language
    assert text(found(root, ".//title")) == f"{one.title} · {one.subtitle}"
    levels = [int(e.tag[1]) for e in root.iter() if re.fullmatch(r"h[1-6]", e.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for tag in ("header", "nav", "main", "footer"):
        assert len(list(root.iter(tag))) == 1
    heads = [text(e) for e in root.iter() if re.fullmatch(r"h[2-6]", e.tag)]
    wanted: list[str] = []
    for chapter in shown(one):
        wanted += [chapter.part] if chapter.part else []
        wanted.append(chapter.title)
        wanted += [to_plain_text(k.line) for k in chapter.blocks if isinstance(k, b.Heading)]
    assert heads == [" ".join(one.split()) for one in wanted]


@volumes
def test_contents_link_to_every_chapter(name: str) -> None:
    root = tree(name)
    listed = {e.get("href") for e in found(root, ".//nav").iter("a")}
    assert listed == {f"#{chapter.anchor}" for chapter in shown(book(name))}
    assert {chapter.anchor for chapter in book(name).chapters} <= {e.get("id") for e in root.iter()}


@volumes
def test_section_labels_are_unique(name: str) -> None:
    root = tree(name)
    words = {e.get("id"): text(e) for e in root.iter() if e.get("id")}
    sections = [e.get("aria-labelledby", "") for e in root.iter("section")]
    named = [" ".join(words[part] for part in label.split()) for label in sections]
    assert len(set(named)) == len(named)


@volumes
def test_each_drawing_has_one_description(name: str) -> None:
    root = tree(name)
    for element in root.iter():
        if (label := element.get("aria-label")) is not None:
            assert label.strip(), element.attrib
    for drawing in found(root, ".//main").iter("svg"):
        said = drawing.get("role") == "img" and bool(drawing.get("aria-label"))
        assert said != (drawing.get("aria-hidden") == "true")
    for name_ in ("sprites", "back"):
        (drawn,) = (e for e in root.iter("svg") if e.get("class") == name_)
        assert drawn.get("aria-hidden") == "true"


@volumes
def test_page_contains_every_block(name: str) -> None:
    main = found(tree(name), ".//main")
    blocks = [block for chapter in book(name).chapters for block in walk_blocks(chapter.blocks)]

    def count(kind: type) -> int:
        return sum(isinstance(block, kind) for block in blocks)

    paying = [block for block in blocks if isinstance(block, b.Panel) and block.kind == b.PAYING]
    groups = sum(len({cell.group for cell in panel.cells}) for panel in paying)
    assert len(list(main.iter("table"))) == count(b.TableBlock) + groups
    tables = sum(isinstance(block, b.Panel) and block.picture is not None for block in blocks)
    assert len(list(main.iter("figure"))) == count(b.Figure) + tables
    assert len(list(main.iter("aside"))) == count(b.Callout)
    assert len(list(main.iter("section"))) == len(shown(book(name)))
    assert all(e.get("tabindex") == "0" for e in main.iter("div") if e.get("class") == "table")
    pictures = sum(len(block.pictures) for block in blocks if isinstance(block, b.Figure))
    cards = [e for e in main.iter("ul") if e.get("class") == "cards"]
    assert sum(len(list(e.iter("svg"))) for e in cards) == pictures


# --- self-contained
# ----------------------------------------------------------------------------------


@pytest.mark.sampled
@volumes
def test_page_fetches_nothing_and_its_policy_forbids_it(name: str) -> None:
    root, text_ = tree(name), written(name)
    assert list(faults(text_)) == []
    assert not [e for e in root.iter() if e.tag in ("script", "link")]
    # The book of all games contains the engraved courts and trumps of every deck: 16.7 MB.
    assert len(text_) < (17_500_000 if name.startswith("anthology") else 6_000_000)


@volumes
def test_fonts_contain_every_letter_shown(name: str) -> None:
    style = "".join(found(tree(name), ".//style").itertext())
    body = found(tree(name), ".//body")
    letters_shown = set("".join(shown_texts(body))) - set("\n\t")
    faces = re.findall(r"font-family: (\w+);[^}]*base64,([^)]+)\)", style)
    assert len(faces) == 5
    for family, data in faces:
        letters = set(map(chr, TTFont(io.BytesIO(base64.b64decode(data))).getBestCmap()))
        missing = letters_shown - letters
        # A space missing in one font is as wide as in another.
        assert missing <= set("\u202f\u00a0") or family == "Title", (family, missing)


def shown_texts(element: ET.Element) -> Iterator[str]:
    if element.tag not in ("svg", "style"):
        yield element.text or ""
        for child in element:
            yield from shown_texts(child)
            yield child.tail or ""


# --- single elements
# ---------------------------------------------------------------------------------


def test_inline_text_is_escaped_and_styled() -> None:
    line = (
        InlineText("<a> & ", strong=True, emphasis=True),
        InlineText("b", link='https://x.y/?a="b"&c'),
        b.LineBreak(),
        InlineText("c", term="T<"),
    )
    root = made(b.ParagraphBlock(line, PLACE), b.TermIndex(PLACE))
    assert text(found(root, ".//main/section/p")) == "<a> & bc"
    assert text(found(root, ".//main//strong/em")) == "<a> &"
    assert found(root, ".//main/section/p/a").get("href") == 'https://x.y/?a="b"&c'
    assert text(found(root, ".//h1")) == "T & <i>"
    entry = found(root, ".//main//ul")
    assert text(entry) == "T< A & <b>"
    target = found(entry, ".//a").get("href")
    assert target is not None
    assert [e.tag for e in root.iter() if e.get("id") == target[1:]] == ["span"]


def test_term_is_marked_once_per_chapter() -> None:
    order = ("a", "b", "a", "b", "b", "a")
    lines = [b.ParagraphBlock((InlineText(term, term=term),), PLACE) for term in order]
    chapters = tuple(Chapter(name, name.upper(), tuple(lines), PLACE) for name in ("x", "y"))
    index = Chapter("i", "Index", (b.TermIndex(PLACE),), PLACE)
    root = page_of(*chapters, index)
    marks = [e.get("id") for e in root.iter("span") if e.get("id")]
    assert len(marks) == len(set(marks)) == 4
    entry = found(root, './/ul[@class="index"]')
    assert [text(e) for e in entry] == ["a X, Y", "b X, Y"]
    assert {e.get("href") for e in entry.iter("a")} == {f"#{mark}" for mark in marks}


def test_index_includes_terms_of_later_chapters() -> None:
    root = made(b.TermIndex(PLACE), b.ParagraphBlock((InlineText("late", term="late"),), PLACE))
    assert text(found(root, './/ul[@class="index"]')) == "late A & <b>"


def test_suit_sign_has_description_unless_beside_its_name() -> None:
    sign = b.PictureRef(b.SUIT, "casino", "sabers", "Sabers")

    def signs(*line: b.Inline) -> list[str | None]:
        root = made(b.ParagraphBlock(line, PLACE))
        return [e.get("aria-label") for e in found(root, ".//main").iter("svg")]

    assert signs(sign, InlineText(" Sabers")) == [None]
    assert signs(InlineText("the sabers "), sign) == [None]
    assert signs(InlineText("the "), sign, InlineText(" are high")) == ["Sabers"]


def test_table_without_headings_has_a_label() -> None:
    root = made(b.TableBlock(((), ()), (((InlineText("1"),), ()),), (b.LEFT, b.RIGHT), PLACE))
    (region,) = (e for e in root.iter("div") if e.get("class") == "table")
    assert region.get("aria-label") == "A & <b>"
    assert [e.tag for e in root.iter() if e.tag in ("th", "td")] == ["td"] * 4


def test_part_is_a_heading_above_its_chapters() -> None:
    words = (b.ParagraphBlock((InlineText("x"),), PLACE),)
    first = Chapter("a", "A", words, PLACE, part="Games")
    root = page_of(first, Chapter("b", "B", words, PLACE), Chapter("c", "C", words, PLACE, part=""))
    assert [text(e) for e in root.iter("h2")] == ["Games", "C"]
    assert [text(e) for e in root.iter("h3")] == ["A", "B"]


@pytest.mark.nightly
def test_parts_are_headings_above_their_chapters() -> None:
    root = tree("anthology fr")
    titles = [e for e in root.iter() if e.get("class") == "part" and e.tag == "h2"]
    assert [text(e) for e in titles] == [c.part for c in book("anthology fr").chapters if c.part]
    parts = [e for e in root.iter("details") if e.get("class") == "part"]
    assert [text(found(e, "summary")) for e in parts] == [text(e) for e in titles]
    depth = {text(e): e.tag for e in root.iter() if e.get("class") == "chapter"}
    assert depth["Glossaire"] == "h2"
    assert depth["Le jeu"] == "h3"


def test_contents_are_in_the_navigation_only() -> None:
    here = Chapter("c", "Contents", (b.TableOfContents(PLACE),), PLACE)
    then = Chapter("a", "A", (b.ParagraphBlock((InlineText("x"),), PLACE),), PLACE)
    root = page_of(here, then)
    assert [e.get("id") for e in root.iter("section")] == ["a"]
    assert found(root, ".//nav").get("id") == "c"
    assert [text(e) for e in found(root, ".//nav").iter("a")] == ["A"]


def test_html_errors_are_detected() -> None:
    for wrong in ("<p><b>x</p></b>", "<p>x", "<p id='a' id='b'>x</p>"):
        with pytest.raises(ET.ParseError):
            read(wrong)
