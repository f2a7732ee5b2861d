"""Check the keys, drawings, texts and stand-ins of a definition, and report all errors at once.

The definition is loaded as a Variant, whose pieces are drawn and whose booklet is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from printkit.art.emblems import emblem
from printkit.art.theme import theme
from printkit.art.theme_file import DEFAULT
from printkit.base import paper_sizes
from printkit.base.content import KeyPath
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean, problems
from printkit.base.limits import MAX_CELL
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.base.paper_sizes import Size
from printkit.base.processes import PICTURES_STAGE, Progress, no_progress
from printkit.base.records import Fault, evolve
from printkit.base.sentences import Sentence, name_some
from printkit.faces.picture_quality import find_weak_pictures
from printkit.graphics.fonts import TITLE, MissingGlyph, shape
from printkit.graphics.pictures import read_image
from printkit.jobs.job import Job, option_values
from printkit.jobs.layout import find_lacking_styles, find_missing_glyphs
from printkit.jobs.subject import BOOKLET, check_pictures, read_pictures
from printkit.layout.fitting import any_fit
from printkit.library.printed import WITHOUT, find_unprinted, is_given
from printkit.model.cards import Card
from printkit.model.definition_files import STANDINS, split_preset, variant_slugs
from printkit.model.load import load
from printkit.model.play import Clause, Payment
from printkit.model.text import Name, Text
from printkit.model.variant import OURS, Variant
from printkit.model.warnings import SoundPart, find_sound_part, warnings_of
from printkit.pieces.kits import available_products, find_product, is_available, require_product
from printkit.pieces.product import Product, RenderOptions, in_fonts_of
from printkit.rules.ladder import judge_examples, rank_examples
from printkit.rules.plays import find_play_faults
from printkit.rules.standins import STICKERS, map_deck, physical_cards
from printkit.text.book import Book, titles_by_anchor

# The size of pictures in a check (mm).
_EMBLEM = 25.0
# The keys of a card that an error of its face may come from, likely ones first.
_BLAMED = ("text", "kicker", "cost", "index", "caption", "credit", "emblem", "art", "name")
# The message and the hint of a fault.
_Words = tuple[str, str]


def check(name: str, language: str = DEFAULT_LANGUAGE, progress: Progress = no_progress) -> Variant:
    """Load a definition, rank its examples, draw its faces, lay out its booklet and try its
    stand-ins.

    `language` is the language of plain strings, if the definition declares no languages. Raises
    DefinitionError with all errors: first the errors of syntax, types and names, then the errors in
    the pictures, fonts, examples, faces, texts and stand-ins of the valid parts.
    """
    return _check(name, language, progress, {})


def check_and_warn(
    name: str, language: str = DEFAULT_LANGUAGE, progress: Progress = no_progress
) -> tuple[Variant, list[Diagnostic]]:
    """Check a definition as `check` does. Return its Variant, and its warnings, which are found in
    the same booklets.
    """
    books: dict[str, Book] = {}
    variant = _check(name, language, progress, books)
    return variant, find_warnings(name, variant, books)


def make_verdicts() -> dict[str, tuple[int, int]]:
    """Check our games. For each game without errors and warnings, return the number of all cards
    and the number of distinct cards.
    """
    checked = ((slug, *check_and_warn(slug)) for slug in variant_slugs())
    return {
        slug: (variant.total, len(variant.cards))
        for slug, variant, warnings in checked
        if not warnings
    }


def _check(name: str, language: str, progress: Progress, books: dict[str, Book]) -> Variant:
    """Check a definition, and return its Variant; add its booklets to `books`, by language."""
    part = find_sound_part(name, language=language)
    diagnostics = list(part.problems)
    if part.variant is not None and part.variant.cards:
        of_pictures, part = _find_picture_faults(name, part, progress)
        diagnostics += of_pictures
    if (variant := part.variant) is None or not variant.cards:
        raise DefinitionError(diagnostics)
    with in_fonts_of(variant, theme(DEFAULT)):
        return _check_content(name, part, variant, diagnostics, books)


def _check_content(
    name: str,
    part: SoundPart,
    variant: Variant,
    diagnostics: list[Diagnostic],
    books: dict[str, Book],
) -> Variant:
    """Check the valid parts, set in their own fonts, and return the Variant; `diagnostics` are the
    errors so far.
    """
    glyphs = part.locate(find_missing_glyphs(variant), own_only=True)
    diagnostics += glyphs
    diagnostics += part.locate(_find_example_faults(variant), own_only=True)
    diagnostics += part.locate(_find_product_faults(variant), own_only=True)
    drawable: dict[str, Variant] = {}
    for language in _own_languages(variant):
        of_faces, drawable[language] = _find_face_faults(part, variant, language)
        diagnostics += of_faces
        diagnostics += _find_piece_faults(drawable[language], language)
    of_texts = part.without_followers(_find_booklet_faults(drawable, part, books))
    if glyphs:  # a letter without a font occurs in bundled texts too
        own = tuple(map(str, variant.chapters.values()))
        of_texts = [problem for problem in of_texts if problem.file.startswith(own)]
    diagnostics += of_texts
    if diagnostics:
        raise DefinitionError(diagnostics)
    for preset in variant.presets if split_preset(name)[1] == "" else ():
        load(f"{name}@{preset.id}")  # raises DefinitionError
    # A game and a deck may have the same name: then the deck is checked as well.
    deck = variant if split_preset(name)[0] in variant_slugs() else load(name, shelf=STANDINS)
    if faults := list(_find_standin_faults(deck)):
        raise DefinitionError(find_sound_part(name, STANDINS).locate(faults))
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


def _find_picture_faults(
    name: str, part: SoundPart, progress: Progress
) -> tuple[list[Diagnostic], SoundPart]:
    """Return the errors in the user's pictures, and the definition without these pictures.

    If the total size of all pictures is too large, none is decoded.
    """
    assert part.variant is not None
    pictures = part.pictures
    if too_large := _error_of(partial(check_pictures, whole=True), part.variant, name):
        return [*problems(too_large)], part.without(
            path for keys in pictures.values() for path in keys
        )
    diagnostics: list[Diagnostic] = []
    wrong: list[KeyPath] = []
    for done, (file, keys) in enumerate(pictures.items(), 1):
        if error := _error_of(_read_picture, file):
            diagnostics += problems(error, str(file))
            wrong += keys
        progress(PICTURES_STAGE, done, len(pictures))
    return diagnostics, part.without(wrong) if wrong else part


def _read_picture(file: Path) -> None:
    """Decode a whole picture. Raises PrintkitError."""
    if file.suffix.lower() == ".svg":
        emblem(file, theme(DEFAULT).palette("ink"), _EMBLEM)
    else:
        read_image(file)


def _find_face_faults(
    part: SoundPart, variant: Variant, language: str
) -> tuple[list[Diagnostic], Variant]:
    """Draw each card alone; return the errors, and the game with plain cards in place of faulty
    ones.
    """
    of_cards: list[Fault] = []
    of_files: list[Diagnostic] = []
    for product in _products(variant, per_card=True):
        cards = []
        for card in variant.cards:
            for drawn in _plainer(card):
                error = _error_of(_draw, product, variant.with_cards((drawn,)), language)
                if error is None:
                    break
                if isinstance(error, MissingGlyph):
                    continue  # reported for all cards together
                if error.location and not error.location.startswith("card "):  # a file and line
                    of_files += problems(error)
                else:
                    text, hint = _words(error)
                    draw = partial(_draw_alone, product, variant, language)
                    of_cards.append(
                        Fault(
                            ("cards", card.id, *_find_key(draw, drawn, text)),
                            Sentence("“{word}”: {message}", word=card.id, message=text),
                            hint,
                        )
                    )
            cards.append(drawn)
        variant = variant.with_cards(cards) if of_cards or of_files else variant
    return [*of_files, *part.locate(dict.fromkeys(of_cards))], variant


def _draw_alone(product: Product, variant: Variant, language: str, card: Card) -> None:
    """Draw a card as the only card of a game. Raises PrintkitError."""
    _draw(product, variant.with_cards((card,)), language)


def _find_key(draw: Callable[[Card], None], card: Card, message: str) -> tuple[str, ...]:
    """Return the key of a card without which an error disappears or changes, or an empty tuple if
    there is none.
    """
    for key in _BLAMED:
        if is_given(getattr(card, key)):
            error = _error_of(draw, WITHOUT[key](card))
            if error is None or error.message != message:
                return (key,)
    return ()


def _plainer(card: Card) -> Iterator[Card]:
    """Yield a card unchanged, then without pictures, then without words as well."""
    yield card
    card = evolve(card, emblem=None, mark=None, art=None, layout="number", pips=0)
    yield card
    texts = [key for key in Card.__struct_fields__ if isinstance(getattr(card, key), Text)]
    nameless = Name({DEFAULT_LANGUAGE: "…"}, DEFAULT_LANGUAGE)
    yield evolve(card, **{**dict.fromkeys(texts), "name": nameless})


def _find_piece_faults(variant: Variant, language: str) -> Iterator[Diagnostic]:
    """Yield the first error in each product that is not drawn card by card."""
    for product in _products(variant, per_card=False):
        error = _error_of(_draw, product, variant, language)
        if error is not None and not isinstance(error, MissingGlyph):
            yield from problems(error, variant.slug)


def _products(variant: Variant, *, per_card: bool) -> Iterator[Product]:
    """Yield the products of a game: with `per_card`, those that are drawn card by card, otherwise
    all others.
    """
    made = (require_product(key, variant) for key in available_products(variant))
    return (product for product in made if product.diagnosable_per_card is per_card)


def _draw(product: Product, variant: Variant, language: str) -> None:
    """Draw a product, with texts in the first size found that fits. Raises PrintkitError."""
    if product.make is not None:
        options = option_values(product.options, Job(), variant)
        with any_fit():
            product.make(variant, RenderOptions(options, language=language))


def _find_example_faults(variant: Variant) -> Iterator[Fault]:
    """Yield the errors in the examples of hands, of the aim, of the rules and of turns."""
    for hand in variant.hands:
        if error := _error_of(rank_examples, variant, hand):
            yield Fault(("hands", hand.id, "ladder"), *_words(error))
    if error := _error_of(judge_examples, variant, variant.aim_hands):
        yield Fault(("aim_hands",), *_words(error))
    from printkit.text.loader import name_texts

    names = name_texts(variant, DEFAULT_LANGUAGE, {variant.slug: variant})
    for key, fault in names.broken_examples.items():
        table = "sums" if key in variant.sums else "example_hands"
        yield Fault((table, key), *_words(fault))
    yield from find_play_faults(variant)


def find_warnings(
    name: str,
    variant: Variant,
    books: Mapping[str, Book] = MappingProxyType({}),
    size: Size | None = None,
    part: SoundPart | None = None,
) -> list[Diagnostic]:
    """Return the warnings about a valid definition: doubtful entries, remarks on its pictures,
    pictures that print badly, and boxes and chapters that its booklet omits in any language.

    `books` are the booklets that have already been read, by language. `size` is the size of the
    cards, by default the size in the definition. Without `part`, the definition is read again.
    """
    part = part or find_sound_part(name)
    with in_fonts_of(variant, theme(DEFAULT)):
        left_out = [*_find_left_out(variant, books)] if is_available(variant, BOOKLET) else ()
        styles = list(find_lacking_styles(variant))
    weak = [
        Fault(("cards", fault.card.id, "art"), message, hint)
        for fault in find_weak_pictures(variant, size or paper_sizes.card(variant.card_size))
        for message, hint in fault.sentences
    ]
    long = _find_long_sentences(variant)
    lost = find_unprinted(variant) if variant.origin != OURS else ()
    return [
        *warnings_of(part.stack, variant),
        *part.locate([*styles, *weak, *long, *lost], own_only=True),
        *read_pictures(variant),
        *left_out,
    ]


def _find_left_out(variant: Variant, books: Mapping[str, Book]) -> Iterator[Diagnostic]:
    """Yield the parts that the booklets of a game omit, in each language. `books` are the booklets
    that have already been read.
    """
    from printkit.text.loader import find_left_out  # a deck of cards alone has none

    for key in languages():
        yield from books[key].left_out if key in books else find_left_out(variant, key)


def _find_long_sentences(variant: Variant) -> Iterator[Fault]:
    """Yield the sentences that need too much space on an opening page."""
    for key in ("hands", "penalties", "tokens", "setup", "places"):
        for entry in getattr(variant, key):
            count = max(map(len, entry.how.values())) if entry.how is not None else 0
            if count > MAX_CELL:
                yield Fault((key, entry.id, "how"), *MAX_CELL.refusal(count))


def _find_standin_faults(variant: Variant) -> Iterator[Fault]:
    """Yield the errors of the stand-ins of a deck.

    A stand-in with cards that the deck omits is skipped.
    """
    cards = {card.id for card in physical_cards(variant)}
    for i, standin in enumerate(variant.standins):
        if any(own not in cards for own, _ in standin.pairs):
            continue
        for slug in (name for name in standin.variants if name in variant_slugs()):
            stickers = standin.disambiguation == STICKERS
            if error := _error_of(partial(map_deck, stickers=stickers), variant, load(slug)):
                message = Sentence("{name}: {message}", name=slug, message=error.message)
                yield Fault(("standins", i), message, error.hint or "")
                break


def _find_booklet_faults(
    drawable: dict[str, Variant], part: SoundPart, books: dict[str, Book]
) -> Iterator[Diagnostic]:
    """Yield the errors in the booklet in each language; add booklets without errors to `books`.

    Errors are wrong texts, overfull pages, chapters that are missing in a language, and payments
    and clauses that name a missing chapter.
    """
    from printkit.booklet.compose import compose  # the warnings of a build do not need it
    from printkit.booklet.page_style import BookSpec
    from printkit.text.loader import load_booklet

    for language, variant in drawable.items():
        try:
            book = load_booklet(variant, language)
            with any_fit():
                compose(book, BookSpec(theme("classic")))
        except PrintkitError as error:
            yield from problems(error, variant.slug)
        else:
            books[language] = book
            yield from part.locate(_find_untold_rules(variant, book), own_only=True)
    # Chapters of the definition may be in some languages only.
    yield from _find_missing_chapters(
        [book for key, book in books.items() if key in (variant.chapters or languages())]
    )


def _find_untold_rules(variant: Variant, book: Book) -> Iterator[Fault]:
    """Yield an error for each payment and clause whose chapter is missing from a book."""
    known = titles_by_anchor(book.chapters)
    listed: dict[str, tuple[Payment | Clause, ...]]
    listed = {"payments": variant.payments, "clauses": variant.clauses}
    for key, rules in listed.items():
        for i, rule in enumerate(rules):
            if rule.chapter not in known:
                message = Sentence(
                    "“{chapter}” is not a chapter of the booklet ({language}).",
                    chapter=rule.chapter,
                    language=book.language,
                )
                hint = did_you_mean(rule.chapter, known, "chapters", of_file=True)
                yield Fault((key, i, "chapter"), message, hint)


def _find_missing_chapters(books: list[Book]) -> Iterator[Diagnostic]:
    """Yield an error for each chapter that a book lacks but has in another language."""
    for book in books:
        own = {chapter.anchor for chapter in book.chapters}
        for other in books:
            for chapter in other.chapters:
                if chapter.anchor not in own:
                    message = Sentence(
                        "The chapter “{anchor}” is missing in “{language}”.",
                        anchor=chapter.anchor,
                        language=book.language,
                    )
                    yield chapter.place.problem(message, "Write it in every language.")


def _find_product_faults(variant: Variant) -> Iterator[Fault]:
    """Yield an error for each material with a product that the game does not have."""
    available = available_products(variant)
    for i, material in enumerate(variant.materials):
        for key in material.products:
            if find_product(key) is not None and key not in available:
                message = Sentence(
                    "“{key}” cannot be made for {slug}, because the game does not use one.",
                    key=key,
                    slug=variant.slug,
                )
                hint = Sentence("Available: {available}.", available=name_some(available))
                yield Fault(("materials", i, "product"), message, hint)
