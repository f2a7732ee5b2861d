"""Everything that can be wrong with a definition, reported at once: keys, drawings, texts,
stand-ins.

The chain up to pieces: definition ─▶ Variant ─▶ Pieces, each drawn by itself; and up to the
booklet's text: Variant ─▶ Book.
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art.emblem import emblem
from printkit.art.theme import theme
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, problems
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.booklet.compose import compose
from printkit.booklet.page_style import BookSpec
from printkit.graphics.font import TITLE, shape
from printkit.jobs.job import Job
from printkit.jobs.options import option_values
from printkit.jobs.subject import check_pictures
from printkit.model.load import (
    STANDINS,
    card_problems,
    definition_warnings,
    example_problems,
    load,
    material_problems,
    standin_problems,
    variant_slugs,
)
from printkit.model.play import Token
from printkit.model.tabletop import Material
from printkit.model.toml_positions import KeyPath
from printkit.model.variant import Variant
from printkit.pieces.product import Product, RenderOptions
from printkit.pieces.registry import available_products, find_product, require_product
from printkit.rules.ladder import judge_examples, rank_examples
from printkit.rules.standins import STICKERS, map_deck, physical_cards
from printkit.text.book import Book
from printkit.text.loader import load_booklet, name_texts

# The size at which emblems of tokens are tried (mm).
_TOKEN = 25.0


def check(name: str) -> Variant:
    """Load a definition, rank its examples, draw every face of it, read its booklet in all its
    languages, try its stand-ins.

    Raises DefinitionError with all faults: those of the definition, else those of its examples,
    else those of the drawing and of the booklet, else those of the stand-ins. Pictures that
    are too large in all come before the rest: none is decoded.
    """
    variant = load(name)
    try:
        check_pictures(variant, name)
    except PrintkitError as too_large:
        raise DefinitionError(problems(too_large)) from None
    if wrong := example_problems(name, _find_example_faults(variant)):
        raise DefinitionError(wrong)
    of_art: list[Diagnostic] = []
    of_cards: list[tuple[str, str, str]] = []
    for language in _own_languages(variant):
        made = [require_product(key, variant) for key in available_products(variant)]
        for product in sorted(made, key=lambda product: not product.diagnosable_per_card):
            if (of_art or of_cards) and not product.diagnosable_per_card:
                break  # what is drawn as a whole stops at the first of the same faults
            for card, error in _find_drawing_faults(variant, product, language):
                message, hint = error.message, error.hint or ""
                if error.location and not error.location.startswith(
                    "card "
                ):  # a file, with its line
                    of_art.append(Diagnostic(error.location, 0, 0, "", message, hint))
                else:
                    of_cards.append((card, message, hint))
    of_art += _find_emblem_faults(variant)
    of_art += material_problems(name, _find_product_faults(variant))
    of_texts = list(_find_booklet_faults(variant))
    if of_art or of_cards:  # a name that no font has is wrong in the texts of ours as well
        own = tuple(map(str, (chapter.file for chapter in variant.chapters.values())))
        of_texts = [problem for problem in of_texts if problem.file.startswith(own)]
    if of_art or of_cards or of_texts:
        raise DefinitionError([*of_art, *of_texts, *card_problems(name, of_cards)])
    # A file may stand on a deck that has the name of a game: as a deck it is proved as well.
    deck = variant if name in variant_slugs() else load(name, shelf=STANDINS)
    if faults := list(_find_standin_faults(deck)):
        raise DefinitionError(standin_problems(name, faults))
    for language in _own_languages(variant):  # what a sheet's label says
        shape(TITLE, variant.name[language])
    return variant


def _own_languages(variant: Variant) -> list[str]:
    """Return the languages that a definition can be printed in as it is written, at least one."""
    written = {*(variant.languages or variant.name), *variant.chapters}
    return [language for language in languages() if language in written] or [DEFAULT_LANGUAGE]


def _find_drawing_faults(
    variant: Variant, product: Product, language: str
) -> Iterator[tuple[str, PrintkitError]]:
    """Draw each card by itself, so that all faults are told at once."""
    if product.make is None:
        return
    options = RenderOptions(language, option_values(product.options, Job(), variant))
    if not product.diagnosable_per_card:
        product.make(variant, options)
        return
    for card in variant.cards:
        try:
            product.make(variant.with_cards((card,)), options)
        except PrintkitError as error:
            yield card.id, error


def _find_example_faults(variant: Variant) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield what is wrong with the examples of the ladder, of the aim and of the rules: where,
    message, hint.
    """
    for hand in (*variant.hands, None):
        try:
            if hand is None:
                judge_examples(variant, variant.aim_hands)
            else:
                rank_examples(variant, hand)
        except PrintkitError as error:
            path: KeyPath = ("aim_hands",) if hand is None else ("hands", hand.id, "ladder")
            yield path, error.message, error.hint or ""
    for key, fault in name_texts(
        variant, DEFAULT_LANGUAGE, {variant.slug: variant}
    ).broken_examples.items():
        table = "sums" if key in variant.sums else "example_hands"
        yield (table, key), fault.message, fault.hint or ""


def find_warnings(name: str, variant: Variant) -> list[Diagnostic]:
    """Return the doubtful entries of a valid definition, and the boxes and chapters that its
    booklet leaves out in any language.
    """
    books = (load_booklet(variant, language) for language in languages())
    return [*definition_warnings(name), *(problem for book in books for problem in book.left_out)]


def _find_standin_faults(variant: Variant) -> Iterator[tuple[int, str, str]]:
    """Yield what is wrong with the stand-ins of a deck: the stand-in's index, message, hint.

    One that names cards which the deck has left out is passed over: it is not for this deck.
    """
    cards = {card.id for card in physical_cards(variant)}
    for i, standin in enumerate(variant.standins):
        if any(own not in cards for own, _ in standin.pairs):
            continue
        for slug in (name for name in standin.variants if name in variant_slugs()):  # others: files
            try:
                map_deck(variant, load(slug), stickers=standin.disambiguation == STICKERS)
            except PrintkitError as error:
                yield i, f"{slug}: {error.message}", error.hint or ""
                break


def _find_booklet_faults(variant: Variant) -> Iterator[Diagnostic]:
    """Yield what is wrong with the booklet, in all languages of the definition: its texts, bundled
    and its own, what does not fit its page, and chapters that one language lacks.
    """
    books: list[Book] = []
    for language in _own_languages(variant):
        try:
            book = load_booklet(variant, language)
            compose(book, BookSpec(theme("classic")))
        except PrintkitError as error:
            yield from problems(error, variant.slug)
        else:
            books.append(book)
    # One's own may be in some languages alone.
    yield from _find_missing_chapters(
        [book for book in books if book.language in (variant.chapters or languages())]
    )


def _find_missing_chapters(books: list[Book]) -> Iterator[Diagnostic]:
    """Yield chapters that a book in another language has."""
    for book in books:
        own = {chapter.anchor for chapter in book.chapters}
        for other in books:
            for chapter in other.chapters:
                if chapter.anchor not in own:
                    message = f"The chapter “{chapter.anchor}” is missing in “{book.language}”."
                    yield chapter.place.problem(message, "Write it in every language.")


def _find_emblem_faults(variant: Variant) -> Iterator[Diagnostic]:
    """Yield what is wrong with the drawings of tokens and other small things."""
    things: list[Token | Material] = [*variant.tokens, *variant.materials]
    for path in dict.fromkeys(thing.emblem for thing in things if thing.emblem is not None):
        try:
            emblem(path, theme("classic").palette("ink"), _TOKEN)
        except PrintkitError as error:
            yield Diagnostic(error.location or str(path), 0, 0, "", error.message, error.hint or "")


def _find_product_faults(variant: Variant) -> Iterator[tuple[int, str, str]]:
    """Yield products that materials name and that this game does not have: the material's index,
    message, hint.
    """
    there = available_products(variant)
    for i, thing in enumerate(variant.materials):
        for key in thing.products:
            if find_product(key) is not None and key not in there:
                message = f"“{key}” cannot be made of {variant.slug}: nothing in it asks for one."
                yield i, message, f"It has: {', '.join(there)}."
