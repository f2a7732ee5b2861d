"""Posters: one drawing a page inside the margins, with its label and a true ruler."""

from __future__ import annotations

import pytest

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Path, ShapedText, Symbol
from printkit.graphics.path import rect_path
from printkit.imposition.full_page import full_page_area, full_pages
from printkit.imposition.page import ART, LABEL, MARKS, Document, Page
from printkit.imposition.slug_line import SlugLine
from printkit.writers import formats, writer
from tests.support.walk import ink_box, leaves, union


def drawing(w: float, h: float, key: str = "drawing") -> Symbol:
    box = Rect(0, 0, w, h)
    return Symbol(key, (Path(rect_path(box), fill=Colour("#336699")),), box)


def made(paper: str, margin: float, count: int = 1, language: str = "en") -> tuple[Page, ...]:
    size = paper_sizes.paper(paper)
    drawings = [drawing(*full_page_area(size, margin), f"drawing-{at}") for at in range(count)]
    caption = SlugLine(language, "A game", "a chart", "classic", "a-game")
    return full_pages(drawings, size, margin, caption)


def ink(page: Page, layer: str) -> Rect:
    items = next(one.items for one in page.layers if one.name == layer)
    return union(box for leaf in leaves(items) if (box := ink_box(leaf)) is not None)


@pytest.mark.parametrize("margin", [3.0, 5.0, 10.0])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "a5"])
def test_all_lies_inside_the_margins_and_nothing_meets(paper: str, margin: float) -> None:
    (page,) = made(paper, margin)
    inside = page.media.inset(margin)
    boxes = [ink(page, name) for name in (ART, LABEL, MARKS)]
    assert all(inside.contains(box, 0.1) for box in boxes)
    assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other)
    assert boxes[0].w == pytest.approx(inside.w)


def test_the_ruler_is_100_mm() -> None:
    (page,) = made("a4", 5)
    items = next(one.items for one in page.layers if one.name == MARKS)
    scale = next(leaf for leaf in leaves(items) if isinstance(leaf.item, Path))
    assert scale.matrix.bounds(scale.item.data.box()).w == pytest.approx(100)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "sheet 2/3 · print at 100 %"), ("fr", "feuille 2/3 · imprimer à 100 %")],
)
def test_the_label_counts_the_sheets(language: str, words: str) -> None:
    page = made("a4", 5, 3, language)[1]
    items = next(one.items for one in page.layers if one.name == LABEL)
    said = " ".join(
        leaf.item.run.text for leaf in leaves(items) if isinstance(leaf.item, ShapedText)
    )
    assert words in said.replace("\u00a0", " ").replace("\u202f", " ")
    assert "A game" in said
    assert [one.name for one in made("a4", 5, 3)] == ["01", "02", "03"]


def test_what_does_not_fit_is_refused() -> None:
    caption = SlugLine("en", "A game", "a chart", "classic", "a-game")
    with pytest.raises(PrintkitError, match="larger"):
        full_pages([drawing(205, 100)], paper_sizes.paper("a4"), 5, caption)
    with pytest.raises(PrintkitError, match="ruler"):
        full_page_area(paper_sizes.paper("a5"), 22)


@pytest.mark.parametrize("name", formats())
def test_every_writer_takes_them(name: str) -> None:
    document = Document("A chart", "a subject", "en", made("a4", 5, 2), None, 36)
    files = list(writer(name)(document))
    assert sum(file.pages for file in files) == 2
    assert [file.data for file in writer(name)(document)] == [file.data for file in files]
