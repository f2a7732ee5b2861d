"""Builds and pages shared by several tests, each made once per run."""

from functools import cache, lru_cache
from pathlib import Path
from shutil import copytree
from typing import Any

from msgspec.structs import replace

from printkit.jobs.build import BuildResult, build
from printkit.jobs.job import make_job
from printkit.model.definition_files import books, variant_slugs
from printkit.model.load import load
from printkit.pieces.kits import available_products
from printkit.pieces.pages import Artifact, Document
from printkit.pieces.protocols import writer
from printkit.text.book import Book
from printkit.text.loader import load_anthology, load_booklet
from tests.support.jobs import lay_out_product
from tests.support.sample import choose_cases
from tests.support.shared import make_once

LANGUAGES = ("en", "fr")
FORMATS = ("pdf", "svg")
BOOKLETS = ("booklet", "booklet-imposed")
# A bare deck without rules has none.
WITH_BOOKLET = [slug for slug in variant_slugs() if "booklet" in available_products(load(slug))]


@cache
def build_once(variant: str, **wishes: Any) -> BuildResult:
    """Build a variant: its cards, or the given `products`.

    The files are shared: a test that changes them uses `raster.build_files` instead.
    """
    wishes = {"products": ("cards",), "languages": LANGUAGES[:1], **wishes}

    def build_into(folder: Path) -> BuildResult:
        return build(make_job(variant, out=folder, **wishes))

    result: BuildResult = make_once(f"build {variant} {sorted(wishes.items())}", build_into)
    return result


def build_kit(
    variant: str, languages: tuple[str, ...] = LANGUAGES, formats: tuple[str, ...] = FORMATS
) -> BuildResult:
    """Build all products of a variant except its booklet."""
    every = tuple(key for key in available_products(load(variant)) if key not in BOOKLETS)
    return build_once(variant, products=every, languages=languages, formats=formats)


# Built completely, for tests that need both languages in both formats.
_WHOLE = ("expansion", "kessel")
Half = tuple[tuple[str, ...], tuple[str, ...]]


def halves(slug: str) -> list[Half]:
    """Return the languages and formats in which the kit of one of our variants is built: each
    language in one format, a few in both.

    Of each two variants, one has its English as PDF and its French as SVG, the other the reverse.
    """
    if slug in _WHOLE:
        return [(LANGUAGES, FORMATS)]
    formats = FORMATS[:: 1 if variant_slugs().index(slug) % 2 else -1]
    return [((language,), (kind,)) for language, kind in zip(LANGUAGES, formats, strict=True)]


# The kits and booklets of the gate: they have every product.
_OFFERED = [dict.fromkeys(available_products(load(slug)), True) for slug in variant_slugs()]
GATE_KITS = sorted({*_WHOLE, *(variant_slugs()[place] for place in choose_cases(_OFFERED))})
# The booklets that the gate builds: sums with many named hands, and differences of two cards.
GATE_BOOKLETS = ("casino", "kessel")


def build_halves(slug: str) -> list[tuple[BuildResult, tuple[str, ...], tuple[str, ...]]]:
    """Build both halves of a kit, and return the results with their languages and formats."""
    return [(build_kit(slug, *half), *half) for half in halves(slug)]


def copy_build(result: BuildResult, out: Path) -> BuildResult:
    """Copy a shared build into a private folder, so that it can be changed."""
    folder = out / result.folder.name
    copytree(result.folder, folder)
    return replace(result, folder=folder, files=tuple(folder / path.name for path in result.files))


def build_books(name: str) -> BuildResult:
    """Build the booklet of a variant, or a book of several games, in both languages."""
    return build_once(name, products=BOOKLETS[:1], languages=LANGUAGES)


@lru_cache(maxsize=60)
def lay_out(variant: str, product: str = "cards", language: str = "en", **wishes: Any) -> Document:
    """Lay out the pages of a product without writing files."""
    request = make_job(variant, (product,), **wishes)
    return lay_out_product(load(variant), product, language, request).document


@lru_cache(maxsize=60)
def write(
    name: str, variant: str, product: str = "cards", language: str = "en", **wishes: Any
) -> tuple[Artifact, ...]:
    """Write the pages of a product in a format, in memory."""
    return tuple(writer(name)(lay_out(variant, product, language, **wishes)))


@cache
def read_book(name: str, language: str) -> Book:
    """Read a booklet of ours, or a book of several games."""

    def read(_: Path) -> Book:
        if name in books():
            return load_anthology(name, language)
        return load_booklet(load(name), language)

    book: Book = make_once(f"book {name} {language}", read)
    return book
