"""What every product keeps to, whichever it is: run over the registry, on a game of each kind."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from printkit.imposition.page import Document, Page
from printkit.model.load import variant_slugs
from printkit.products import available_products
from tests.support.builds import lay_out
from tests.support.decks import variant
from tests.support.walk import ink_box, leaves

SLUGS = ("casino", "corellian", "kessel", "pazaak", "tarot")
CASES = [(key, slug) for slug in SLUGS for key in available_products(variant(slug))]
# One game for each product.
LEADS = dict(reversed(CASES))


def test_every_product_is_looked_at() -> None:
    assert set(LEADS) == {
        key for slug in variant_slugs() for key in available_products(variant(slug))
    }


@pytest.mark.parametrize(("key", "slug"), CASES)
def test_pages_of_a_product(key: str, slug: str) -> None:
    document = lay_out(slug, key, "fr")
    assert document.pages
    assert document.language == "fr"
    assert document.title
    assert document.subject
    blank = [f"{page.name} is empty" for page in document.pages if key.startswith("booklet")]
    assert [fault for fault in faults(document) if fault not in blank] == []


def faults(document: Document) -> list[str]:
    """What is wrong with a document: names that say two pages, pages without ink, ink beyond."""
    names = Counter(page.name for page in document.pages)
    return [
        *(f"{name} is the name of {count} pages" for name, count in names.items() if count > 1),
        *(fault for page in document.pages for fault in faults_of_page(page)),
    ]


def faults_of_page(page: Page) -> list[str]:
    boxes = [
        (layer.name, box)
        for layer in page.layers
        for leaf in leaves(layer.items)
        if (box := ink_box(leaf)) is not None and box.w > 0 and box.h > 0
    ]
    around = page.media.inset(-0.5)
    beyond = [f"{name} {box} leaves {page.name}" for name, box in boxes if not around.contains(box)]
    return beyond if boxes else [f"{page.name} is empty"]


def test_faults_of_pages_are_seen() -> None:
    document = lay_out("kessel", "cards", "fr")
    first = document.pages[0]
    assert faults(document) == []
    assert faults(replace(document, pages=(replace(first, layers=()),))) == ["01a is empty"]
    small = replace(first, media=first.media.inset(20))
    assert faults(replace(document, pages=(small,))) != []
