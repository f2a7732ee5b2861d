"""Check a definition, and report all its faults at once: keys, drawings, texts, stand-ins.

The definition is loaded as a Variant, whose pieces are drawn and whose booklet is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from printkit.art.emblem import emblem
from printkit.art.theme import theme
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, problems
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.base.progress import Progress, no_progress
from printkit.booklet.compose import compose
from printkit.booklet.page_style import BookSpec
from printkit.graphics.font import TITLE, shape
from printkit.jobs.job import Job, option_values
from printkit.jobs.subject import check_pictures, find_picture_faults, read_pictures
from printkit.model.fields import Fault
from printkit.model.load import STANDINS, definition_warnings, load, locate_faults, variant_slugs
from printkit.model.play import Token
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.product import Product, RenderOptions
from printkit.pieces.registry import available_products, find_product, require_product
from printkit.rules.ladder import judge_examples, rank_examples
from printkit.rules.standins import STICKERS, map_deck, physical_cards
from printkit.text.book import Book
from printkit.text.loader import load_booklet, name_texts

# The size of emblems of tokens in a check (mm).
_TOKEN = 25.0
# The message and the hint of a fault.
_Words = tuple[str, str]


def check(name: str, language: str = DEFAULT_LANGUAGE, progress: Progress = no_progress) -> Variant:
    """Load a definition; rank its examples, draw its faces, lay out its booklet, try its stand-ins.

    Plain words of a definition that tells no language are in `language`.

    Raises DefinitionError with all faults of the first of these steps that fails: the form of the
    definition; the total size of its pictures, before any is decoded; the examples; pictures,
    drawings and booklet; the stand-ins.
    """
    variant = load(name, language=language)
    if too_large := _error_of(partial(check_pictures, whole=True), variant, name):
        raise DefinitionError(problems(too_large))
    if wrong := locate_faults(name, _find_example_faults(variant), own_only=True):
        raise DefinitionError(wrong)
    of_art = list(find_picture_faults(variant, progress))
    of_cards: list[Fault] = []
    for language in _own_languages(variant):
        made = [require_product(key, variant) for key in available_products(variant)]
        for product in sorted(made, key=lambda product: not product.diagnosable_per_card):
            if (of_art or of_cards) and not product.diagnosable_per_card:
                break  # it would stop at the first of the same faults
            for card, error in _find_drawing_faults(variant, product, language):
                if error.location and not error.location.startswith("card "):  # a file and line
                    of_art += problems(error)
                else:
                    text, hint = _words(error)
                    of_cards.append(Fault(("cards", card), f"{card}: {text}", hint))
    of_art += _find_emblem_faults(variant)
    of_art += locate_faults(name, _find_product_faults(variant), own_only=True)
    of_texts = list(_find_booklet_faults(variant))
    if of_art or of_cards:  # a fault such as a glyph without a font occurs in bundled texts too
        own = tuple(map(str, variant.chapters.values()))
        of_texts = [problem for problem in of_texts if problem.file.startswith(own)]
    if of_art or of_cards or of_texts:
        raise DefinitionError([*of_art, *of_texts, *locate_faults(name, of_cards)])
    # A game and a deck may have the same name: then the deck is checked as well.
    deck = variant if name in variant_slugs() else load(name, shelf=STANDINS)
    if faults := list(_find_standin_faults(deck)):
        raise DefinitionError(locate_faults(name, faults, shelf=STANDINS))
    for language in _own_languages(variant):  # the slug line of sheets
        shape(TITLE, variant.name[language])
    return variant


def _words(error: PrintkitError) -> _Words:
    """Return the message and the hint of an error."""
    return error.message, error.hint or ""


def _error_of(function: Callable[..., object], *arguments: object) -> PrintkitError | None:
    """Return the error that a call raises, or None."""
    try:
        function(*arguments)
    except PrintkitError as error:
        return error
    return None


def _own_languages(variant: Variant) -> list[str]:
    """Return the languages in which a definition can be printed, at least one."""
    written = {*(variant.languages or variant.name), *variant.chapters}
    return [language for language in languages() if language in written] or [DEFAULT_LANGUAGE]


def _find_drawing_faults(
    variant: Variant, product: Product, language: str
) -> Iterator[tuple[str, PrintkitError]]:
    """Draw each card alone; yield the cards that fail with their errors."""
    if product.make is None:
        return
    options = RenderOptions(option_values(product.options, Job(), variant), language=language)
    if not product.diagnosable_per_card:
        product.make(variant, options)
        return
    for card in variant.cards:
        if error := _error_of(product.make, variant.with_cards((card,)), options):
            yield card.id, error


def _find_example_faults(variant: Variant) -> Iterator[Fault]:
    """Yield the faults of examples: those of hands, of the aim and of the rules."""
    for hand in variant.hands:
        if error := _error_of(rank_examples, variant, hand):
            yield Fault(("hands", hand.id, "ladder"), *_words(error))
    if error := _error_of(judge_examples, variant, variant.aim_hands):
        yield Fault(("aim_hands",), *_words(error))
    names = name_texts(variant, DEFAULT_LANGUAGE, {variant.slug: variant})
    for key, fault in names.broken_examples.items():
        table = "sums" if key in variant.sums else "example_hands"
        yield Fault((table, key), *_words(fault))


def find_warnings(name: str, variant: Variant) -> list[Diagnostic]:
    """Return the doubtful entries of a valid definition, what is told of its pictures, and the
    boxes and chapters that its booklet leaves out in any language.
    """
    books = (load_booklet(variant, language) for language in languages())
    left_out = (problem for book in books for problem in book.left_out)
    return [*definition_warnings(name), *read_pictures(variant), *left_out]


def _find_standin_faults(variant: Variant) -> Iterator[Fault]:
    """Yield the faults of the stand-ins of a deck.

    A stand-in with cards that the deck omits is skipped.
    """
    cards = {card.id for card in physical_cards(variant)}
    for i, standin in enumerate(variant.standins):
        if any(own not in cards for own, _ in standin.pairs):
            continue
        for slug in (name for name in standin.variants if name in variant_slugs()):
            stickers = standin.disambiguation == STICKERS
            if error := _error_of(partial(map_deck, stickers=stickers), variant, load(slug)):
                yield Fault(("standins", i), f"{slug}: {error.message}", error.hint or "")
                break


def _find_booklet_faults(variant: Variant) -> Iterator[Diagnostic]:
    """Yield the faults of the booklet in all languages of the definition.

    They are faults of texts, overfull pages, and chapters that are missing in a language.
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
    # Chapters of the definition may be in some languages only.
    yield from _find_missing_chapters(
        [book for book in books if book.language in (variant.chapters or languages())]
    )


def _find_missing_chapters(books: list[Book]) -> Iterator[Diagnostic]:
    """Yield the chapters that a book lacks and another language has.

    Made anchors differ: books of as many chapters are taken to have the same.
    """
    for book in books:
        own = {chapter.anchor for chapter in book.chapters}
        for other in books:
            as_many = len(other.chapters) == len(book.chapters)
            for chapter in other.chapters:
                if chapter.anchor not in own and not (as_many and chapter.has_made_anchor):
                    message = f"The chapter “{chapter.anchor}” is missing in “{book.language}”."
                    yield chapter.place.problem(message, "Write it in every language.")


def _find_emblem_faults(variant: Variant) -> Iterator[Diagnostic]:
    """Yield the faults of the emblems of tokens and materials."""
    items: list[Token | Material] = [*variant.tokens, *variant.materials]
    for path in dict.fromkeys(item.emblem for item in items if item.emblem is not None):
        if error := _error_of(emblem, path, theme("classic").palette("ink"), _TOKEN):
            yield from problems(error, str(path))


def _find_product_faults(variant: Variant) -> Iterator[Fault]:
    """Yield a fault for each product of a material that the game lacks."""
    available = available_products(variant)
    for i, material in enumerate(variant.materials):
        for key in material.products:
            if find_product(key) is not None and key not in available:
                message = f"“{key}” cannot be made of {variant.slug}: nothing in it asks for one."
                hint = f"It has: {', '.join(available)}."
                yield Fault(("materials", i, "product"), message, hint)
