"""Page rules in every book: openings, steps, tables, gaps, ends, and one size of type."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.booklet.arrangement import BookPages
from printkit.booklet.compose import draw_book, lay_out_book
from printkit.booklet.contents import QuestionColumns
from printkit.booklet.page_style import BookSpec, marks_of
from printkit.graphics.display_list import ShapedText
from printkit.layout.records import Strip
from printkit.model.definition_files import books, variant_slugs
from printkit.model.load import load
from printkit.text.book import Book
from tests.support import page_faults as pf
from tests.support.builds import read_book
from tests.support.sample import cases

SIZES = {
    "a5": (148.0, 210.0, 9.5),
    "half": (139.7, 215.9, 9.25),
    "a4": (210.0, 297.0, 12.0),
    "a6": (105.0, 148.0, 8.0),
}
# The greatest share of pages that end too high, in a book of more than a few pages.
LOW_PAGES = 0.05
# The last game of each text, whose numbers alone differ from those of the others.
OF_EACH_TEXT = {load(slug).rules: slug for slug in variant_slugs()}.values()
OTHERS = ("kessel", "classic", "casino", "tarot")


def lay_out(name: str, language: str, size: str) -> tuple[Book, BookPages]:
    width, height, _ = SIZES[size]
    book = read_book(name, language)
    return book, lay_out_book(book, BookSpec(theme("classic"), width, height))


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", cases((*variant_slugs(), *books()), OF_EACH_TEXT))
def test_book_has_no_page_faults(name: str, language: str) -> None:
    book, pages = lay_out(name, language, "a5")
    faults = pf.find_faults(book, pages, SIZES["a5"][2])
    assert [fault for fault in faults if fault.kind != pf.LOW] == []
    assert pf.count(faults)[pf.LOW] <= max(1, LOW_PAGES * len(pages.numbered())), faults
    assert name in books() or pages.blank < 2, "at most the back cover has no words"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_casino_book_has_three_sheets(language: str) -> None:
    _, pages = lay_out("casino", language, "a5")
    assert len(pages.numbered()) + 1 == 12


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("size", ["a4", "half", "a6"])
@pytest.mark.parametrize("name", OTHERS)
def test_openings_in_other_sizes_have_no_faults(name: str, size: str) -> None:
    """On A6, where text is at least 7 pt, a chapter may exceed its page."""
    book, pages = lay_out(name, "fr" if len(name) % 2 else "en", size)
    found = pf.find_faults(book, pages, SIZES[size][2], exact=size != "a6")
    assert [fault for fault in found if fault.kind != pf.LOW] == []
    assert pf.count(found)[pf.LOW] <= max(1, LOW_PAGES * len(pages.numbered())), found


def test_table_too_high_beside_its_introduction_is_whole() -> None:
    """Sets of rules, on A6: with its heading and introduction the table is higher than a page."""
    book, pages = lay_out("random", "fr", "a6")
    found = pf.find_faults(book, pages, SIZES["a6"][2], exact=False)
    assert [fault for fault in found if fault.kind == pf.CUT] == []


def test_running_heads_are_at_least_seven_points() -> None:
    book, pages = lay_out("kessel", "fr", "a6")
    width, height, _ = SIZES["a6"]
    document = draw_book(book, pages, BookSpec(theme("classic"), width, height))
    heads = [
        item.size / 25.4 * 72
        for page in document.pages[1:]
        for item in page.layers[0].items
        if isinstance(item, ShapedText) and item.y < 0.08 * height and item.run.text == book.title
    ]
    assert len(heads) >= 2
    assert min(heads) >= 7 - 1e-6


# --- each kind of fault is detected
# -------------------------------------------------------------------


class Spoilt:
    """Pages with one fault."""

    def __init__(self, pages: list[tuple[int, Any, Any]]) -> None:
        self.pages = pages

    def numbered(self) -> list[tuple[int, Any, Any]]:
        return self.pages


def spoilt(pages: BookPages) -> Iterator[tuple[str, list[tuple[int, Any, Any]]]]:
    """Return pages damaged in each way: truncated, stretched, swapped, shifted, in another size."""
    own = [(number, list(page), area) for number, page, area in pages.numbered()]

    def changed(at: int, page: Any, area: Any = None) -> list[tuple[int, Any, Any]]:
        return [
            (n, page if i == at else p, (area or a) if i == at else a)
            for i, (n, p, a) in enumerate(own)
        ]

    at = 6
    page, area = own[at][1], own[at][2]
    yield pf.LOW, changed(at, page[:2])
    yield pf.GAP, changed(at, [*page[:-1], (page[-1][0], page[-1][1] + 3 * area.leading)])
    yield pf.SIZE, changed(at, page, replace(area, size=area.size * 0.92))
    yield pf.SPREAD, [(n + 1 if i > 1 else n, p, a) for i, (n, p, a) in enumerate(own)]
    yield pf.OPENING, [own[0], (own[1][0], *own[2][1:]), (own[2][0], *own[1][1:]), *own[3:]]
    # The ladder begins on a right page, and its last hand is over the leaf.
    ladder, then = own[2][1], own[3][1]
    last = max(k for k, (strip, _) in enumerate(ladder) if "Plus petite différence" in strip.text)
    torn = [own[0][1], own[1][1], ladder[:last], [*ladder[last:], *then]]
    torn += [p for _, p, _ in own[4:]]
    yield pf.TORN, [(n + 1, p, a) for (n, _, a), p in zip(own, torn, strict=True)]
    yield pf.COLUMNS, with_strip(own, "", lambda strip: [unequal(strip)])
    yield pf.QUESTION, with_strip(own, "", divided)
    yield pf.NUMBER, with_strip(own, NUMBER, part_at_number)
    moved = [(n, list(p), a) for n, p, a in own]
    for kind, wanted in (
        (pf.STEP, "2. Si vous avez un"),
        (pf.TABLE, "joueurs"),
        (pf.CUT, "Sylop"),
        (pf.TURNED, "2. Si vous avez un"),
        (pf.FIGURE, "Le Sang"),
        (pf.CALLOUT, "Ce qu’un jeton ne peut pas faire"),
    ):
        where = next(
            (i, j)
            for i, (n, p, _) in enumerate(moved[:-1])
            for j, (strip, _) in enumerate(p)
            # A table is away from its introduction if that ends a right page.
            if strip.text.startswith(wanted) and (n % 2 or kind != pf.TABLE)
        )
        i, j = where
        cut = j + (kind in (pf.STEP, pf.CALLOUT))
        # A page turn lies between two pages further on, at the latest.
        to = i + 1 + (kind in (pf.TURNED, pf.FIGURE, pf.CALLOUT))
        after: list[tuple[Strip, float]] = [*moved[i][1][cut:], *moved[to][1]]
        yield (
            kind,
            [
                (n, p[:cut] if k == i else after if k == to else p, a)
                for k, (n, p, a) in enumerate(moved)
            ],
        )


def with_strip(
    pages: list[tuple[int, Any, Any]], wanted: str, change: Callable[[Strip], list[Strip]]
) -> list[tuple[int, Any, Any]]:
    """Return pages with a change to the first strip that has some words, or else columns."""
    number, at = next(
        (number, at)
        for number, page, _ in pages
        for at, (strip, _) in enumerate(page)
        if (re.search(wanted, strip.text) if wanted else marks_of(strip, QuestionColumns))
    )

    def changed(page: Any) -> Any:
        strip, top = page[at]
        return [*page[:at], *((own, top) for own in change(strip)), *page[at + 1 :]]

    return [(n, changed(page) if n == number else page, area) for n, page, area in pages]


def unequal(strip: Strip) -> Strip:
    return replace(strip, marks=(QuestionColumns((15.0, 4.0), ("", "")),))


def divided(strip: Strip) -> list[Strip]:
    (mark,) = marks_of(strip, QuestionColumns)
    whole = "\n".join(mark.texts)
    return [replace(strip, marks=(QuestionColumns(mark.heights, (whole[:-40], whole[-40:])),))]


# A figure that counts no word, within a line without a bullet.
NUMBER = r"^(?!–).*[a-z] (?=[0-9]+ (et|pour|ou|à) [A-Za-z])"


def part_at_number(strip: Strip) -> list[Strip]:
    found = re.search(NUMBER, strip.text)
    assert found is not None
    at = found.end()
    return [replace(strip, text=strip.text[:at]), replace(strip, text=strip.text[at:])]


def test_parted_dense_ladder_is_detected() -> None:
    """In a dense ladder a full stop follows the name of a hand, which its panel does not have."""
    book, pages = lay_out("corellian-spike", "fr", "a5")
    own = [(number, list(page), area) for number, page, area in pages.numbered()]
    at, page = next((n, page) for n, page, _ in own if any(is_last_hand(s) for s, _ in page))
    last = next(i for i, (strip, _) in enumerate(page) if is_last_hand(strip))
    # The ladder is on a right page, and its last hand is over the leaf.
    cut = {at: page[:last], at + 1: [*page[last:], *next(p for n, p, _ in own if n == at + 1)]}
    wrong = [(n + 1 - at % 2, cut.get(n, p), a) for n, p, a in own]
    kinds = pf.count(pf.find_faults(book, Spoilt(wrong), 9.5))  # type: ignore[arg-type]
    assert pf.TORN in kinds


def is_last_hand(strip: Strip) -> bool:
    """Return True for the bar of the last hand of the Spike's ladder."""
    return strip.text.startswith("Nulrhek")


def test_every_kind_of_page_fault_is_detected() -> None:
    book, pages = lay_out("kessel", "fr", "a5")
    seen = set()
    for kind, wrong in spoilt(pages):
        kinds = pf.count(pf.find_faults(book, Spoilt(wrong), 9.5))  # type: ignore[arg-type]
        assert kind in kinds, kind
        seen.add(kind)
    assert seen == set(pf.KINDS)
