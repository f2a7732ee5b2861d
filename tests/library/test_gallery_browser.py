"""The gallery in a browser: cards turn, theme and language change, it prints, it loads nothing."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Browser

from printkit.jobs.job import make_job
from printkit.library.gallery import write_gallery
from printkit.model.load import load
from tests.support.chromium import Refused, Tab, needed
from tests.support.decks import HEAD
from tests.support.html import CONTRAST
from tests.support.raster import png_pixels, smooth
from tests.support.shared import make_once

pytestmark = [needed, pytest.mark.nightly]
# The most that the channels of a dark ground add up to; each suit tints its own.
DARK = 160


@pytest.fixture(scope="module")
def address() -> str:
    """Return the address of Kessel in two themes: two families, two backs, tokens."""

    def write(folder: Path) -> str:
        job = make_job("kessel", languages=("en", "fr"), out=folder)
        (path,) = write_gallery(job, ("classic", "noir"))
        return path.as_uri()

    made: str = make_once("gallery kessel classic noir", write)
    return made


@pytest.fixture(scope="module")
def shown(chromium: Browser, address: str) -> Tab:
    tab = Tab(chromium)
    tab.media()
    tab.open(address)
    return tab


@pytest.fixture
def page(shown: Tab, address: str) -> Iterator[Tab]:
    """Open the gallery: all fronts, classic, English.

    Afterwards, check that nothing was fetched and no error was logged.
    """
    shown.show()
    shown.media()
    shown.window(1000, 900)
    shown.evaluate(
        "(() => { document.getElementById('view').close(); document.activeElement.blur();"
        "document.querySelectorAll('[value=classic]:not(:checked), [value=en]:not(:checked),"
        "[data-card][aria-pressed=true]').forEach(e => e.click()); scrollTo(0, 0); })()"
    )
    settle(shown)
    yield shown
    assert {asked for asked in shown.requests() if not asked.startswith("data:")} <= {address}
    assert shown.complaints() == []


# --- helpers -------------------------------------------------------------------------------------


def card(number: int) -> str:
    return f'[data-card="{number}"]'


def text_of(tab: Tab, key: str) -> str:
    """Return the text of an element."""
    found: str = tab.evaluate(f"document.getElementById('{key}').textContent")
    return found


def is_enlarged(tab: Tab) -> bool:
    return bool(tab.evaluate("document.getElementById('view').open"))


def state(tab: Tab, number: int) -> tuple[str, str]:
    """Return whether a card is turned over, and its accessible name."""
    pressed, label = tab.evaluate(
        f"['aria-pressed', 'aria-label'].map(a => document.querySelector('{card(number)}')"
        ".getAttribute(a))"
    )
    return pressed, label


def focus(tab: Tab, number: int) -> None:
    tab.evaluate(f"document.querySelector('{card(number)}').focus()")


def focused(tab: Tab) -> str | None:
    found: str | None = tab.evaluate("document.activeElement.dataset.card ?? null")
    return found


def settle(tab: Tab) -> None:
    """Wait until animations have ended and all changes are painted."""
    tab.evaluate(
        "Promise.allSettled(document.getAnimations().map(a => a.finished)).then(() =>"
        "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))))"
    )


def seen(tab: Tab, selector: str) -> np.ndarray[Any, Any]:
    """Return the pixels of an element in the window, without its edge."""
    element = f"document.querySelector({json.dumps(selector)})"
    tab.evaluate(f"{element}.scrollIntoView({{block: 'center'}})")
    settle(tab)
    box = tab.evaluate(
        f"(b => [b.x + scrollX + 1, b.y + scrollY + 1, b.width - 2, b.height - 2].map(Math.ceil))"
        f"({element}.getBoundingClientRect())"
    )
    return png_pixels(tab.picture(*box))


def unlike(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """Return the mean difference of two pictures, from 0 to 255; they may be half a pixel off."""
    height, width = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    a, b = (smooth(p[:height, :width]).astype(int) for p in (one, other))
    return float(np.abs(a - b).mean())


def paper(tab: Tab, number: int) -> str:
    """Return whether most pixels of a card are “white” or “dark”; otherwise their colour."""
    colours = Counter(map(tuple, seen(tab, card(number))[::2, ::2].reshape(-1, 3).tolist()))
    found: tuple[int, ...] = colours.most_common(1)[0][0]
    return "white" if min(found) == 255 else "dark" if sum(found) < DARK else str(found)


# --- turning over -------------------------------------------------------------------------------


def test_click_or_key_turns_a_card_over(page: Tab) -> None:
    assert state(page, 2) == ("false", "1 of Blood, value 1, front")
    front = seen(page, card(2))
    page.click(card(2))
    assert state(page, 2) == ("true", "1 of Blood, value 1, back")
    blood = seen(page, card(2))
    assert unlike(front, blood) > 30
    assert state(page, 1)[0] == state(page, 3)[0] == "false"
    for key, is_turned in (("Enter", "false"), ("Enter", "true"), (" ", "false")):
        focus(page, 2)
        page.press(key)
        assert (state(page, 2)[0], focused(page)) == (is_turned, "2")
    assert unlike(seen(page, card(2)), front) < 2
    page.click(card(8))
    page.click(card(9))
    sand = seen(page, card(8))
    assert unlike(blood, sand) > 30, "families have backs of their own"
    assert unlike(seen(page, card(9)), sand) < 12
    for turned, word in (("true", "Show the fronts"), ("false", "Show the backs")):
        page.click("#turn-all")
        assert {state(page, n)[0] for n in range(16)} == {turned}
        assert text_of(page, "turn-all") == word


def test_card_turn_animates_unless_motion_is_reduced(page: Tab) -> None:
    moving = (
        f"(() => {{ document.querySelector('{card(0)}').click();"
        "return document.getAnimations().filter(a => a.playState == 'running')"
        ".map(a => a.effect.getKeyframes().map(k => k.transform).join()); })()"
    )
    page.media(prefers_reduced_motion="no-preference")
    turns = page.evaluate(moving)
    assert len(turns) == 2
    assert all("rotateY" in turn for turn in turns)
    settle(page)
    page.media()
    assert page.evaluate(moving) == []
    assert state(page, 0)[0] == "false"  # turned twice, also without animation
    assert page.evaluate(
        "[...document.querySelectorAll('*')].every(e => getComputedStyle(e)"
        ".transitionDuration.split(', ').every(d => d === '0s'))"
    )


# --- theme and language -------------------------------------------------------------------------


def test_theme_choice_changes_the_drawings(page: Tab) -> None:
    assert paper(page, 0) == "white"
    page.click("input[value=noir]")
    assert paper(page, 0) == "dark"
    assert paper(page, 15) == "dark"
    assert page.evaluate("location.hash") == "#theme=noir&lang=en"
    page.click("input[value=classic]")
    assert paper(page, 0) == "white"


def test_language_choice_changes_names_and_page(page: Tab) -> None:
    pip, court = seen(page, card(2)), seen(page, card(0))
    page.click("input[value=fr]")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert page.evaluate("document.title") == "Sabacc de Kessel\u00a0: toutes les cartes"
    assert page.evaluate("document.querySelector('h1').textContent") == "Sabacc de Kessel"
    assert state(page, 2) == ("false", "1 de Sang, valeur 1, face")
    page.click(card(2))
    assert state(page, 2)[1] == "1 de Sang, valeur 1, dos"
    page.click("input[value=noir]")
    assert state(page, 2) == ("true", "1 de Sang, valeur 1, dos"), "it stays as it was turned"
    page.click("input[value=classic]")
    page.click(card(2))
    assert unlike(seen(page, card(2)), pip) < 0.1  # it shows no name
    assert unlike(seen(page, card(0)), court) > 0.2  # it shows its name
    assert page.evaluate("location.hash") == "#theme=classic&lang=fr"
    left = page.evaluate(
        "[...document.querySelectorAll('[data-w]')].map(e => e.textContent).join('|')"
    )
    english = json.loads(text_of(page, "data"))["words"]
    for key in ("show-backs", "help", "theme", "counts", "summary", "shelf-0"):
        assert english["en"][key] not in left
        assert english["fr"][key] in left


def test_choice_is_stored_in_the_address(tab: Tab, address: str) -> None:
    tab.open(f"{address}#theme=noir&lang=fr")
    assert state(tab, 0)[1] == "Imposteur de Sang, valeur 1 à 6, face"
    assert tab.evaluate("[...document.querySelectorAll(':checked')].map(e => e.value)") == [
        "noir",
        "fr",
    ]
    tab.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    assert tab.evaluate("document.activeElement.getBoundingClientRect().top") >= 0  # it is visible
    tab.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "cards"
    assert tab.evaluate("location.hash") == "#theme=noir&lang=fr"  # the skip link keeps the choice
    assert paper(tab, 0) == "dark"
    tab.evaluate("location.hash = '#theme=classic&lang=en'")
    tab.evaluate("new Promise(r => setTimeout(r, 50))")
    assert state(tab, 0)[1] == "Blood Impostor, value 1 to 6, front"
    assert paper(tab, 0) == "white"


def test_invalid_address_is_ignored(tab: Tab, address: str) -> None:
    for start, *more in (("#theme=nothing&lang=de", "#cards", "#theme=__proto__"), ("#%%%",)):
        tab.open("about:blank")
        tab.open(f"{address}{start}")
        for later in ("", *more):
            tab.evaluate(f"location.hash = '{later}' || location.hash")
            tab.evaluate("new Promise(r => setTimeout(r, 20))")
            assert state(tab, 0)[1] == "Blood Impostor, value 1 to 6, front"
        assert paper(tab, 0) == "white"
    assert tab.complaints() == []


# --- keys ---------------------------------------------------------------------------------------


def test_arrow_keys_move_between_cards(page: Tab) -> None:
    focus(page, 0)
    across = page.evaluate(
        "(() => { const tops = [...document.querySelectorAll('[data-card]')].slice(0, 8)"
        ".map(e => e.getBoundingClientRect().top); return tops.filter(t => t == tops[0]).length"
        "})()"
    )
    assert 3 <= across < 8
    for key, there in (
        ("ArrowRight", 1),
        ("ArrowDown", 1 + across),
        ("ArrowLeft", across),
        ("ArrowUp", 0),
        ("ArrowLeft", 0),
        ("ArrowUp", 0),
        ("End", 15),
        ("ArrowRight", 15),
        ("Home", 0),
    ):
        page.press(key)
        assert focused(page) == str(there), key
    assert state(page, 0)[0] == "false"
    for extra in ("ctrlKey", "metaKey", "altKey"):  # combinations of the browser keep working
        taken = page.evaluate(
            "!document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
            f"{{key: 'ArrowRight', bubbles: true, cancelable: true, {extra}: true}}))"
        )
        assert not taken
    assert focused(page) == "0"
    page.press("Tab")
    assert focused(page) == "1"
    style = page.evaluate(
        "(() => { const s = getComputedStyle(document.activeElement);"
        "return [s.outlineStyle, parseFloat(s.outlineWidth)]; })()"
    )
    assert style == ["solid", 2], "the focus is seen"


def test_card_can_be_enlarged_and_closed(page: Tab) -> None:
    wide = "document.querySelector('{}').getBoundingClientRect().width"
    focus(page, 0)
    page.press("z")
    assert is_enlarged(page)
    assert page.evaluate("document.activeElement.id") == "view-turn"
    assert text_of(page, "view-name") == "Blood Impostor"
    assert text_of(page, "view-copies") == "3 copies"
    assert page.evaluate(wide.format("#view-turn")) > 2 * page.evaluate(wide.format(card(0)))
    page.press("Enter")
    assert page.evaluate("document.getElementById('view-turn').getAttribute('aria-pressed')") == (
        "true"
    )
    assert state(page, 0)[0] == "true"  # the card itself is turned too
    page.press("ArrowRight")
    assert text_of(page, "view-name") == "Blood Sylop"
    assert page.evaluate("document.getElementById('view-turn').getAttribute('aria-pressed')") == (
        "false"
    )
    page.press("Escape")
    assert not is_enlarged(page)
    assert focused(page) == "1"  # the card reached in the large view


def test_double_click_enlarges_the_visible_side(page: Tab) -> None:
    page.click(card(2), times=2)
    assert is_enlarged(page)
    assert state(page, 2)[0] == "false"
    page.click("#view-close")
    assert not is_enlarged(page)
    page.click('[data-zoom="11"]')
    assert text_of(page, "view-name") == "2 of Sand"
    for button, name in (("next", "3 of Sand"), ("previous", "2 of Sand")):
        page.click(f"#view-{button}")
        assert text_of(page, "view-name") == name


# --- screen readers ------------------------------------------------------------------------------


def test_screen_reader_gets_cards_choices_and_headings(page: Tab) -> None:
    page.click(card(2))
    told = page.tree()
    buttons = {one["name"]: one for one in told if one["role"] == "button"}
    assert buttons["1 of Blood, value 1, back"]["pressed"] == "true"
    assert buttons["2 of Blood, value 2, front"]["pressed"] == "false"
    assert sum("pressed" in one for one in told if one["role"] == "button") == 16
    assert "" not in buttons
    assert "Blood Impostor, larger" in buttons
    choices = {one["name"]: one["checked"] for one in told if one["role"] == "radio"}
    assert choices == {"classic": "true", "noir": "false", "English": "true", "Français": "false"}
    groups = {one["name"] for one in told if one["role"] == "group"}
    assert {"What is shown", "Theme", "Language"} <= groups
    headings = [one["name"] for one in told if one["role"] == "heading"]
    assert headings == ["Kessel Sabacc", "Blood", "Sand", "Backs", "Tokens"]
    roles = [one["role"] for one in told]
    for role in ("banner", "main", "contentinfo"):
        assert roles.count(role) == 1
    assert {"image", "img"} & {
        one["role"] for one in told
    } == set()  # buttons carry the names of drawings
    texts = [one["name"] for one in told if one["role"] == "StaticText"]
    assert "3 copies" in texts
    assert load("kessel").tokens[0].how["en"] in texts


# --- on all screens -----------------------------------------------------------------------------


def test_gallery_is_never_wider_than_the_window(page: Tab) -> None:
    for language, width in (("en", 320), *(("fr", width) for width in (320, 360, 768, 1920))):
        page.window(width, 640, mobile=width < 600)
        page.evaluate(f"document.querySelector('[value={language}]').click()")
        check_width(page, width)


def check_width(tab: Tab, width: int) -> None:
    """Assert that nothing is wider than the window, and that all controls suit touch."""
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    across = tab.evaluate(
        "(() => { const all = [...document.querySelectorAll('[data-card]')]"
        ".map(e => e.getBoundingClientRect()); return [Math.min(...all.map(b => b.width)),"
        "Math.max(...all.map(b => b.right))]; })()"
    )
    assert across[0] > 110
    assert across[1] <= width
    tab.click('[data-zoom="0"]')
    assert tab.evaluate("document.getElementById('view').scrollWidth") <= width
    small = tab.evaluate(
        "[...document.querySelectorAll('button, label')].map(e => e.getBoundingClientRect())"
        ".filter(b => b.width && (b.width < 24 || b.height < 24)).length"
    )
    assert small == 0
    tab.click("#view-close")


def test_page_background_follows_the_colour_scheme(page: Tab) -> None:
    def ground() -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(v) for v in colour[4:-1].split(","))

    page.media(prefers_color_scheme="light")
    light = ground()
    page.media(prefers_color_scheme="dark")
    dark = ground()
    assert dark < 120 < 600 < light
    assert paper(page, 0) == "white"  # cards keep their printed colours in both schemes


def test_gallery_text_contrasts_with_its_background(page: Tab) -> None:
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        assert min(page.evaluate(CONTRAST).values()) >= 4.5


def test_gallery_without_scripts_shows_all_fronts(tab: Tab, address: str) -> None:
    tab.scripts(False)
    tab.open(address)
    seen_ = tab.evaluate(
        "[getComputedStyle(document.querySelector('.controls')).display,"
        "getComputedStyle(document.querySelector('.zoom')).display,"
        "document.querySelector('noscript').textContent.length > 0,"
        "[...document.querySelectorAll('.turn[data-card] > .front')].every(e =>"
        "getComputedStyle(e).visibility === 'visible')]"
    )
    assert seen_ == ["none", "none", True, True]
    tab.scripts(True)  # the helpers below need scripts; the page itself has none running
    assert paper(tab, 0) == "white"


# --- self-contained ------------------------------------------------------------------------------


def test_content_policy_blocks_the_network(page: Tab) -> None:
    """Even an injected script could not connect."""
    assert page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'reached', () => 'refused')") == (
        "refused"
    )
    assert page.evaluate(
        "new Promise(r => { document.addEventListener('securitypolicyviolation',"
        "e => r(e.violatedDirective)); const s = document.createElement('script');"
        "s.textContent = '1'; document.body.append(s); setTimeout(() => r('nothing'), 2000); })"
    ).startswith("script-src")
    assert any("Content Security Policy" in one for one in page.complaints())
    page.forget()


def test_browser_checks_detect_errors(tab: Tab, tmp_path: Path, address: str) -> None:
    """Requests, errors and wide pages are detected by the checks above."""
    bad = tmp_path / "bad.html"
    bad.write_text(
        "<!doctype html><img src=other.png><p style='width: 900px'>wide</p>"
        "<script>console.error('oh'); nothing()</script>"
    )
    tab.window(320, 600)
    tab.open(bad.as_uri())
    assert f"{tmp_path.as_uri()}/other.png" in tab.requests()
    complaints = " ".join(tab.complaints())
    assert "oh" in complaints
    assert "nothing is not defined" in complaints
    assert tab.evaluate("document.documentElement.scrollWidth") > 320
    with pytest.raises(Refused, match="throw"):
        tab.evaluate("(() => { throw new Error('throw'); })()")
    with pytest.raises(Refused, match="FILE_NOT_FOUND"):
        tab.open((tmp_path / "none.html").as_uri())
    # If its script was changed, a page does not run it.
    text = Path(address.removeprefix("file://")).read_text(encoding="utf-8")
    bad.write_text(text.replace('"use strict";', '"use strict"; '), encoding="utf-8")
    other = tab.open_another()
    other.open(bad.as_uri())
    assert other.evaluate("document.documentElement.className") == ""
    assert any("Content Security Policy" in one for one in other.complaints())
    other.close()


# --- print ---------------------------------------------------------------------------------------

_PER_MM = 4


def printed(data: bytes) -> list[list[tuple[float, float, float, float]]]:
    """Return the dark cards on each page of a PDF: left, top, width, height (mm), row by row.

    Only shapes taller than 40 mm count as cards.
    """
    pages = []
    with pdfium.PdfDocument(data) as pdf:
        for page in pdf:
            image = page.render(scale=_PER_MM * 25.4 / 72).to_numpy()
            dark = image[:, :, :3].min(axis=2) < 128  # coloured lines are part of a card
            found = []
            for top, bottom in runs(dark.any(axis=1)):
                band = dark[top:bottom]
                for left, right in runs(band.any(axis=0)):
                    if bottom - top > 40 * _PER_MM and right - left > 5 * _PER_MM:
                        box = (left, top, right - left, bottom - top)
                        found.append(tuple(v / _PER_MM for v in box))
            pages.append(found)
    return pages


def runs(mask: np.ndarray[Any, Any]) -> list[tuple[int, int]]:
    """Return the start and end of each run of true values; gaps below half a millimetre are
    ignored.
    """
    places = np.flatnonzero(mask)
    if not len(places):
        return []
    breaks = np.flatnonzero(np.diff(places) > _PER_MM / 2)
    starts = [places[0], *places[breaks + 1]]
    ends = [*places[breaks], places[-1]]
    return [(int(a), int(b) + 1) for a, b in zip(starts, ends, strict=True)]


def test_print_has_whole_cards_in_true_size(page: Tab) -> None:
    page.click("input[value=noir]")
    page.click(card(0))  # turned cards are printed with their front too
    settle(page)
    check_printed(page.pdf(210, 297), (210, 297), [8, 8, 2])
    paper = {"paperWidth": 210 / 25.4, "paperHeight": 297 / 25.4, "pageRanges": "1"}
    answer = page.call("Page.printToPDF", scale=0.9, **paper)
    (smaller,) = printed(base64.b64decode(answer["data"]))
    assert smaller
    assert all(width < 60 for _, _, width, _ in smaller), "the check sees what is not in true size"
    page.media(prefers_color_scheme="dark")
    page.click("input[value=fr]")
    settle(page)
    data = page.pdf(215.9, 279.4)
    check_printed(data, (215.9, 279.4), [6, 5, 5, 2])
    check_paper(data)


def check_printed(data: bytes, paper_size: tuple[float, float], cards: list[int]) -> None:
    pages = printed(data)
    assert [len(page) for page in pages if page] == cards
    for page in pages:
        for left, top, width, height in page:
            assert (width, height) == pytest.approx((63.5, 88.9), abs=0.45)
            assert left >= 5
            assert left + width <= paper_size[0] - 5
            assert top >= 5
            assert top + height <= paper_size[1] - 5
        for one, other in pairwise(page):
            if other[1] == pytest.approx(one[1], abs=1):  # a row is level, with gaps
                assert other[0] - one[0] == pytest.approx(65.0, abs=0.3)


def check_paper(data: bytes) -> None:
    """Assert that paper has no controls and keeps the colours."""
    with pdfium.PdfDocument(data) as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
        first = pdf[0].render(scale=2).to_numpy()[:, :, 2::-1]
    text = "".join(text.split())
    for words in ("Sabacc de Kessel", "8 faces, 22 cartes", "Dos", "Pioche gratuite"):
        assert words.replace(" ", "") in text
    for words in ("Montrer les dos", "English", "se retourne", "Fermer", "Aller aux cartes"):
        assert words.replace(" ", "") not in text
    assert tuple(first[3, 3]) == (255, 255, 255)  # no dark background on paper
    dark = (first.sum(axis=2) < DARK).mean()
    assert dark > 0.25  # but cards keep theirs, though backgrounds are off


def test_large_cards_print_in_true_size(tab: Tab, tmp_path: Path) -> None:
    words = ('id = "c{0}"', 'name = {{ en = "Card {0}", fr = "Carte {0}" }}', "value = {0}")
    cards = "".join("\n".join(("[[cards]]", *words, "")).format(n) for n in range(1, 6))
    (tmp_path / "mine.toml").write_text(HEAD + cards, encoding="utf-8")
    job = make_job(str(tmp_path / "mine.toml"), card_size="tarot", out=tmp_path)
    (path,) = write_gallery(job, ("noir",))
    tab.open(path.as_uri())
    found = [one for page in printed(tab.pdf()) for one in page]
    assert len(found) == 5 + 1
    for _, _, width, height in found:
        # Each end may be inside a pixel, which is dark if the shape covers most of it.
        assert (width, height) == pytest.approx((70, 120), abs=2 / _PER_MM)


def test_dark_screen_starts_with_the_dark_theme(tab: Tab, address: str) -> None:
    tab.media(prefers_color_scheme="dark")
    tab.open(address)
    assert paper(tab, 0) == "dark"
    tab.open(f"{address}#theme=classic&lang=en")
    assert paper(tab, 0) == "white", "unless the address names another theme"


# --- foil ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gilded(chromium: Browser) -> Tab:
    """Return Kessel in gala, whose indices are gold."""

    def write(folder: Path) -> str:
        job = make_job("kessel", languages=("en",), out=folder)
        (path,) = write_gallery(job, ("gala",))
        return path.as_uri()

    tab = Tab(chromium)
    tab.media()
    tab.open(make_once("gallery kessel gala", write))
    return tab


def light_from(tab: Tab, x: float, y: float) -> np.ndarray[Any, Any]:
    """Return the first special card's pixels with the pointer at a place of it, from 0 to 1."""
    tab.evaluate(
        f"(() => {{ const e = document.querySelector('{card(0)}');"
        "const b = e.getBoundingClientRect(); e.dispatchEvent(new PointerEvent('pointermove',"
        f"{{clientX: b.x + {x} * b.width, clientY: b.y + {y} * b.height}})); }})()"
    )
    return seen(tab, card(0))


def test_gold_follows_the_pointer(gilded: Tab) -> None:
    gilded.media(prefers_reduced_motion="no-preference")
    rest = seen(gilded, card(0))
    left, right = light_from(gilded, 0.1, 0.2), light_from(gilded, 0.9, 0.8)
    assert unlike(left, right) > 0.2
    moved = np.abs(left.astype(int) - right.astype(int)).max(axis=2) > 24
    assert 0.002 < moved.mean() < 0.3, "what is not gold stays as it is"
    gilded.evaluate(f"document.querySelector('{card(0)}').dispatchEvent(new Event('pointerleave'))")
    settle(gilded)
    # Chromium antialiases the lines of a drawing differently each time, by about 0.3 of 255.
    assert unlike(rest, seen(gilded, card(0))) < unlike(left, right) / 3
    assert gilded.complaints() == []


def test_gold_stays_still_with_reduced_motion(gilded: Tab) -> None:
    gilded.media(prefers_reduced_motion="reduce")
    assert unlike(light_from(gilded, 0.1, 0.2), light_from(gilded, 0.9, 0.8)) < 0.05
