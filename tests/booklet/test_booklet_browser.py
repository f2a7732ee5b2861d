"""The HTML booklet in a browser: small and large screens, light and dark, keyboard and print."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from printkit.text.book import TableOfContents
from tests.support.builds import build_books, build_once, read_book
from tests.support.chromium import Tab, needed
from tests.support.html import CONTRAST

pytestmark = [needed, pytest.mark.nightly]


def address(name: str) -> str:
    """Return the address of a booklet by variant or book, and language (`kessel-fr`)."""
    slug, language = name.rsplit("-", 1)
    built = build_once(slug, products=()) if slug == "anthology" else build_books(slug)
    return (built.folder / f"{slug}-booklet-{language}.html").as_uri()


def go(tab: Tab, name: str) -> None:
    tab.open(address(name))
    tab.evaluate("document.documentElement.style.scrollBehavior = 'auto'")


# --- on all screens ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["casino-en", "kessel-fr", "tarot-fr", "anthology-en"])
def test_content_is_never_wider_than_the_window(tab: Tab, name: str) -> None:
    tab.window(320, 800, mobile=True)
    go(tab, name)
    for width in (320, 390, 768, 1200, 1920):
        tab.window(width, 800, mobile=width < 600)
        check_width(tab, width)


def check_width(tab: Tab, width: int) -> None:
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    # Only tables may be wider than their column, and they scroll separately.
    out = tab.evaluate(
        "[...document.querySelectorAll('main *')].filter(e => !e.closest('.table') &&"
        "!(e instanceof SVGElement && e.tagName !== 'svg') &&"
        "e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert out == []
    lines = tab.evaluate(
        "(p => p.getBoundingClientRect().width / parseFloat(getComputedStyle(p).fontSize))"
        "([...document.querySelectorAll('main > section > p')].at(-1))"
    )
    assert 15 < lines < 42  # em: about 75 letters at most
    cards = tab.evaluate(
        "[...document.querySelectorAll('.cards li:not(.token):not(.pictogram) svg')]"
        ".map(e => e.getBoundingClientRect()).map(b => [b.width, b.height / b.width])"
    )
    assert min(width_ for width_, _ in cards) >= 54
    assert all(1.3 < ratio < 1.9 for _, ratio in cards)  # from bridge and poker to tarot


@pytest.mark.parametrize("name", ["casino-en", "kessel-fr", "tarot-fr"])
def test_phases_of_a_turn_are_in_one_row(tab: Tab, name: str) -> None:
    tab.window(1280, 800)
    go(tab, name)
    tops = tab.evaluate(
        "[...document.querySelectorAll('.panel.glance svg')]"
        ".map(e => Math.round(e.getBoundingClientRect().top))"
    )
    assert len(tops) > 3
    assert max(tops) - min(tops) <= 3


@pytest.mark.parametrize("width", [390, 1280])
def test_payments_have_aligned_columns_and_even_rules(tab: Tab, width: int) -> None:
    tab.window(width, 844, mobile=width < 600)
    go(tab, "casino-fr")
    rules = tab.evaluate(
        "[...document.querySelectorAll('.panel.paying tr')].map(r => [...r.cells].map("
        "c => getComputedStyle(c).borderBottomWidth + getComputedStyle(c).borderBottomColor))"
    )
    assert len(rules) > 10
    assert all(len(set(row)) == 1 for row in rules)
    columns = tab.evaluate(
        "[...document.querySelectorAll('.panel.paying thead tr')].map("
        "r => [...r.cells].map(c => Math.round(c.getBoundingClientRect().left)))"
    )
    assert len(columns) == 2
    assert columns[0] == columns[1]
    assert len(columns[0]) == 3


@pytest.mark.parametrize("width", [390, 1280])
def test_loop_of_phases_is_framed_with_its_label_on_the_frame(tab: Tab, width: int) -> None:
    tab.window(width, 844, mobile=width < 600)
    go(tab, "casino-fr")
    (loop,) = tab.evaluate(
        "[...document.querySelectorAll('.panel.glance .loop')].map(e => {"
        "const b = e.getBoundingClientRect();"
        "const g = e.querySelector('.group').getBoundingClientRect();"
        "const cells = [...e.querySelectorAll('li')].map(c => c.getBoundingClientRect());"
        "return {width: getComputedStyle(e).borderBottomWidth,"
        "label: [g.top, g.bottom],"
        "bottom: b.bottom, top: b.top, low: Math.max(...cells.map(c => c.bottom)),"
        "count: cells.length, head: getComputedStyle(e, '::before').borderBottomWidth}})"
    )
    assert loop["count"] == 4
    assert float(loop["width"].removesuffix("px")) >= 1
    assert float(loop["head"].removesuffix("px")) > 5
    assert loop["label"][0] < loop["bottom"] < loop["label"][1]
    assert loop["top"] < loop["low"] <= loop["label"][0] + 1


def test_contents_links_are_large_enough_for_touch(tab: Tab) -> None:
    tab.window(320, 800, mobile=True)
    go(tab, "kessel-fr")
    for width in (320, 390):
        tab.window(width, 800, mobile=True)
        sizes = tab.evaluate(
            "[...document.querySelectorAll('nav a, nav summary, .up a')]"
            ".map(e => e.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 24
        assert tab.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 16


@pytest.mark.parametrize("name", ["casino-en", "kessel-fr"])
def test_text_contrasts_with_its_background(tab: Tab, name: str) -> None:
    go(tab, name)
    for scheme in ("light", "dark"):
        tab.media(prefers_color_scheme=scheme)
        found = tab.evaluate(CONTRAST)
        assert len(found) > 10
        assert {key: value for key, value in found.items() if value < 4.5} == {}
        assert found["main P."] >= 7  # body text


def test_low_contrast_is_detected(tab: Tab, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<!doctype html><body style='background: #fff'><p style='color: #999'>x</p>")
    tab.open(bad.as_uri())
    assert tab.evaluate(CONTRAST)["P."] < 4.5


def test_background_follows_the_colour_scheme(tab: Tab) -> None:
    go(tab, "casino-en")
    sums = []
    for scheme in ("dark", "light"):
        tab.media(prefers_color_scheme=scheme)
        colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        sums.append(sum(int(value) for value in colour[4:-1].split(",")))
    assert sums[0] < 120 < 600 < sums[1]


# --- screen readers and keyboards ----------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_screen_reader_gets_the_book_in_order(tab: Tab, language: str) -> None:
    go(tab, f"kessel-{language}")
    told = tab.tree()
    heads = [one["name"] for one in told if one["role"] == "heading"]
    chapters = read_book("kessel", language).chapters
    wanted = [one.title for one in chapters if not isinstance(one.blocks[0], TableOfContents)]
    assert [head for head in heads if head in wanted] == wanted
    roles = [one["role"] for one in told]
    for role in ("banner", "navigation", "main", "contentinfo"):
        assert roles.count(role) == 1
    drawn = [one["name"] for one in told if one["role"] in ("image", "img")]
    assert len(drawn) > 30
    assert all(drawn)
    assert "" not in [one["name"] for one in told if one["role"] == "link"]


def test_page_order_follows_the_text(tab: Tab) -> None:
    go(tab, "casino-en")
    for width in (390, 1200):
        tab.window(width, 800)
        tops = tab.evaluate(
            "[...document.querySelectorAll('main > section, main > section > :not(.margin)')]"
            ".map(e => e.getBoundingClientRect().top)"
        )
        assert tops == sorted(tops)


def test_keyboard_reaches_the_text_and_tables(tab: Tab) -> None:
    tab.window(320, 700)
    go(tab, "casino-en")
    tab.press("Tab")
    link = "document.activeElement"
    assert tab.evaluate(f"{link}.className") == "skip"
    assert tab.evaluate(f"{link}.getBoundingClientRect().top") >= 0
    tab.press("Enter")
    assert tab.evaluate(f"{link}.id") == "_text"
    seen = []
    for _ in range(40):
        tab.press("Tab")
        seen.append(tab.evaluate(f"[{link}.tagName, {link}.className]"))
        outline = tab.evaluate(f"getComputedStyle({link}).outlineStyle")
        assert outline == "solid"
        if seen[-1] == ["DIV", "table"]:
            break
    assert seen[-1] == ["DIV", "table"]
    tables = tab.evaluate(
        "[...document.querySelectorAll('.table')].every(e => e.tabIndex === 0 &&"
        "e.getAttribute('aria-label').trim() !== '')"
    )
    assert tables


def test_link_scrolls_to_its_target(tab: Tab) -> None:
    tab.window(390, 800, mobile=True)
    go(tab, "anthology-en")
    assert tab.evaluate("document.querySelectorAll('nav details.part:not([open])').length") == 13
    tab.click("nav > details > summary")
    tab.click("nav details.part summary")
    tab.click("nav details.part[open] a")
    top = tab.evaluate(
        "document.querySelector(decodeURIComponent(location.hash)).getBoundingClientRect().top"
    )
    assert -2 <= top <= 200
    up = tab.evaluate("document.querySelector('.up a').getBoundingClientRect().bottom")
    assert up <= 800  # always visible
    tab.click(".up a")
    assert tab.evaluate("document.querySelector('nav').getBoundingClientRect().top") == (
        pytest.approx(0, abs=40)
    )


# --- self-contained, and on paper
# --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["casino-en", "kessel-fr"])
def test_page_loads_nothing_and_logs_no_error(tab: Tab, name: str) -> None:
    go(tab, name)
    asked = [one for one in tab.requests() if not one.startswith("data:")]
    assert asked == [address(name)]
    fonts = tab.evaluate(
        "document.fonts.ready.then(() => [...document.fonts].filter(f => f.status === 'loaded')"
        ".map(f => f.family.replaceAll('\"', '')))"
    )
    assert set(fonts) == {"Title", "Text"}
    assert tab.complaints() == []


def test_print_omits_screen_controls(tab: Tab) -> None:
    tab.media(prefers_color_scheme="dark")
    go(tab, "kessel-en")
    data = tab.pdf()
    with pdfium.PdfDocument(io.BytesIO(data)) as file:
        text = "".join(leaf.get_textpage().get_text_range() for leaf in file)
        corner = file[0].render(scale=1).to_numpy()[3, 3, :3]
    assert "Kessel Sabacc" in text
    assert "Influence tokens" in text
    assert "Skip to the text" not in text
    assert "Back to the beginning" not in text
    assert min(corner) == 255


def test_contents_are_closed_on_phones(tab: Tab) -> None:
    high = "document.querySelector('nav').getBoundingClientRect().height"
    tab.window(390, 844, mobile=True)
    go(tab, "casino-en")
    assert tab.evaluate(high) < 100
    tab.window(800, 844)
    assert tab.evaluate(high) > 150


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum()).casefold()


@pytest.mark.parametrize("name", ["casino-en", "kessel-fr", "pazaak-en", "tarot-fr"])
def test_printed_page_ends_with_no_heading_and_cuts_no_table(tab: Tab, name: str) -> None:
    go(tab, name)
    heads = tab.evaluate(
        "[...document.querySelectorAll('main :is(h2, h3, h4)')].map(e => e.innerText)"
    )
    tables = tab.evaluate(
        "[...document.querySelectorAll('main .table')].map("
        "e => [...e.querySelectorAll('tr')].map(row => row.textContent))"
    )
    tab.evaluate("document.querySelectorAll('.index').forEach(e => e.remove())")
    with pdfium.PdfDocument(io.BytesIO(tab.pdf())) as file:
        texts = [leaf.get_textpage().get_text_range() for leaf in file]
    pages = [*map(letters, texts)]
    ends = {text.strip().splitlines()[-1].strip() for text in texts}
    assert ends.isdisjoint(heads)
    cut = []
    for rows in tables:
        found = [{at for at, page in enumerate(pages) if letters(row) in page} for row in rows]
        known = [places for places in found if places]
        assert len(known) > len(rows) / 2, rows[:2]
        if not set.intersection(*known):
            cut.append(rows[0])
    assert cut == []
