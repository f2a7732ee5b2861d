"""Lay out one product in one edition, and find the letters missing in the fonts of a definition.

Input: a product, its source (a game or a mapping of decks) and the values of its options. Output:
pages, the number of sheets of paper, and the number of cuts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.content import KeyPath, choices_of, digest_texts
from printkit.base.errors import DefinitionError, Diagnostic, UsageError
from printkit.base.messages import parse_edition
from printkit.base.printer_profile import Profile
from printkit.base.processes import Progress, no_progress
from printkit.base.records import Fault, encoded_names
from printkit.base.sentences import Sentence, name_some, quote
from printkit.graphics.colour import mark_colours
from printkit.graphics.display_list import drawings_kept
from printkit.graphics.fonts import INDEX, TEXT, TITLE, MissingGlyph, font, font_for, lacking_styles
from printkit.jobs.subject import Subject
from printkit.model.text import Text, find_parts
from printkit.model.variant import Variant
from printkit.model.warnings import find_sound_part
from printkit.pieces.options import (
    BLEED,
    DECK,
    DUPLEX,
    FOLD,
    LAYOUT,
    MARGIN,
    NO_BACKS,
    OFF_PAPER,
    PAPER,
    PRINTER,
    THEME,
)
from printkit.pieces.pages import (
    Document,
    PageRequest,
    ProductDocument,
    SlugLine,
    check_edge,
    correct_pages,
    corrected_margin,
    explain_margin,
    with_mark_colours,
    with_printable_lines,
)
from printkit.pieces.product import (
    CUTOUTS,
    SINGLE_PIECES,
    WHOLE_DECK,
    Product,
    RenderOptions,
    in_fonts_of,
    printable_piece,
)
from printkit.pieces.protocols import Imposition, find_imposition
from printkit.press.line_floors import HOME_FLOORS, LineFloors

# --- pages ---------------------------------------------------------------------------------------


@drawings_kept()
def make_document(
    product: Product,
    edition: str,
    subject: Subject,
    made_of: Any,
    values: Mapping[str, Any],
    progress: Progress = no_progress,
    floors: LineFloors = HOME_FLOORS,
    recipe: str = "",
) -> ProductDocument:
    """Lay out a product in one edition, corrected for the printer.

    `made_of` is the source of its pieces; `floors` are the minimum widths of lines (mm). The
    results of searches are cached under `recipe`, a digest of everything that the layout depends on
    except the page area. Raises PrintkitError.
    """
    printer: Profile | None = values.get(PRINTER.name)
    reserved = dict(values)
    if printer is not None and MARGIN.name in values:
        # The margin leaves room for the correction of the printer.
        if (layout := values.get(LAYOUT.name)) in OFF_PAPER:
            raise UsageError(
                "A printer profile corrects sheets of paper, not images of cards.",
                hint=Sentence("Omit --printer or --layout {single}.", single=layout),
            )
        check_edge(values.get(DUPLEX.name), printer)
        paper = paper_sizes.paper(values[PAPER.name])
        reserved[MARGIN.name] = corrected_margin(values[MARGIN.name], paper.w, paper.h, printer)
    taken = reserved.get(MARGIN.name, 0.0) - values.get(MARGIN.name, 0.0)
    look = theme(values.get(THEME.name, THEME.default))
    with explain_margin(printer, taken), in_fonts_of(subject.variant, look):
        options = render_options(product, edition, reserved)
        request = PageRequest(product, subject, options, progress, made_of, reserved, floors)
        key = digest_texts([recipe, repr(options.page_area)]) if recipe else ""
        with choices_of(key):
            result: ProductDocument = (product.lay_out or _impose)(request)
    if result.document is None:
        return result
    rights = subject.rights(options.language)
    document = with_printable_lines(result.document, floors)
    document = replace(document, subject=rights.subject, author=rights.author)
    if printer is not None and printer.manual is not None:
        document = replace(document, feed=printer.manual)
    if (marks := look.marks) != mark_colours():
        document = with_mark_colours(document, marks)
    if printer is not None and result.sheets:
        document = replace(document, pages=correct_pages(document.pages, printer))
    return replace(result, document=document)


def render_options(product: Product, edition: str, values: Mapping[str, Any]) -> RenderOptions:
    """Return the options that a product declares, with the page area of its imposition."""
    language, *second = parse_edition(edition)
    own = {option.name: values[option.name] for option in product.options}
    options = RenderOptions(own, language=language, second_language=second[0] if second else None)
    if product.make is None:
        return options
    imposition = find_imposition(product.imposition)
    if imposition.page_area is None:
        return options
    area = imposition.page_area(_options_of(imposition, options, values))
    return replace(options, page_area=area)


def _impose(request: PageRequest) -> ProductDocument:
    """Make the pieces of a product and place them on pages."""
    product, subject, values = request.product, request.subject, request.values
    options, language = request.options, request.options.language
    assert product.make is not None, "a product makes pieces or pages"
    imposition = find_imposition(product.imposition)
    own = _options_of(imposition, options, values)
    made = product.make(request.made_of, options)
    pieces = [printable_piece(piece, request.floors) for piece in made]
    look = theme(values.get(THEME.name, THEME.default))
    name, game = subject.product_name(product, language), subject.name[language]
    slug = SlugLine(
        language, game, name, look.name[language], subject.slug, values.get(PRINTER.name)
    )
    layout = own.values.get(LAYOUT.name)
    if layout in OFF_PAPER:
        imposition = find_imposition(WHOLE_DECK if layout == DECK else SINGLE_PIECES)
        own = _options_of(imposition, options, values)
    imposed = imposition.impose(pieces, own, slug)
    document = Document(
        f"{game} · {name}",
        language,
        imposed.pages,
        imposed.duplex,
        pieces=tuple(pieces),
        bleed=own.values.get(BLEED.name, 0.0),
        apart=imposed.apart,
    )
    sides = FOLD if imposed.folded and imposed.sheets else NO_BACKS
    if imposed.duplex is not None and any(page.back for page in imposed.pages):
        sides = imposed.duplex
    notices = product.notices(request.made_of, options) if product.notices else []
    notices += [Diagnostic(subject.slug, 0, 0, "", *notice) for notice in imposed.notices]
    things = sum(piece.copies * piece.things for piece in pieces)
    return ProductDocument(
        document, imposed.sheets, imposed.cuts, sides, notices=tuple(notices), pieces=things
    )


def _options_of(
    imposition: Imposition, options: RenderOptions, values: Mapping[str, Any]
) -> RenderOptions:
    """Return the options that an imposition declares."""
    return replace(
        options, values={option.name: values[option.name] for option in imposition.options}
    )


def editions(made: Product, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the editions of a product: the requested ones if the product is bilingual, else one
    for each of their languages.

    Raises PrintkitError for an unknown language.
    """
    if made.bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(
        dict.fromkeys(language for edition in asked for language in parse_edition(edition))
    )


def check_labels(product: Product, values: Mapping[str, Any]) -> None:
    """Raise UsageError for a product or a layout that cannot be printed on labels."""
    if product.imposition != CUTOUTS:
        raise UsageError(
            Sentence("“{key}” is not printed on labels.", key=product.key),
            hint="--label-sheet works only for tokens and similar pieces: name their product.",
        )
    if (layout := values[LAYOUT.name]) in OFF_PAPER:
        raise UsageError(
            "--label-sheet cannot be combined with other layouts.",
            hint=Sentence("Omit --layout {single} or --label-sheet.", single=layout),
        )


# --- missing glyphs ------------------------------------------------------------------------------

_KEYS = (TITLE, INDEX, TEXT)


def find_missing_glyphs(variant: Variant) -> list[Fault]:
    """Return an error for each script and each sign in a definition's texts that no font in use
    has.

    If only the fonts of some roles lack a letter, the error is raised when a text in such a role is
    laid out.
    """
    lacking: dict[str, dict[str, None]] = {}
    needed: dict[str, dict[str, KeyPath]] = {}
    for place, path, text in _texts(variant):
        for letter in dict.fromkeys(text):
            if not unicodedata.category(letter).startswith("C") and not _is_drawn(letter):
                script = _script(letter)
                lacking.setdefault(script, {})[letter] = None
                needed.setdefault(script, {}).setdefault(place, path)
    return [_fault(list(lacking[script]), needed[script]) for script in lacking]


def _script(letter: str) -> str:
    """Return the name of a letter's script, or the name of the character if it is a sign."""
    name = unicodedata.name(letter, letter)
    return name.split(" ")[0].split("-")[0] if letter.isalpha() else name


@contextmanager
def report_missing_glyphs(
    name: str, variant: Variant | None, values: Mapping[str, Any]
) -> Iterator[None]:
    """Context manager: replace an error about one missing glyph by errors about all missing glyphs.

    Raises DefinitionError with their places.
    """
    try:
        yield
    except MissingGlyph:
        if variant is None:
            raise
        with in_fonts_of(variant, theme(values.get(THEME.name, THEME.default))):
            faults = find_sound_part(name).locate(find_missing_glyphs(variant))
        if not faults:
            raise
        raise DefinitionError(faults) from None


def _is_drawn(letter: str) -> bool:
    return any(font(key).has_glyph(letter) for key in _KEYS)


def _fault(letters: list[str], places: dict[str, KeyPath]) -> Fault:
    """Return the error about missing letters, with the first place that contains one of them."""
    named = [
        Sentence("{sign} (U+{code})", sign=quote(letter), code=f"{ord(letter):04X}")
        for letter in letters
    ]
    message = Sentence(
        "no font has {letters}, needed in {places}.",
        letters=name_some(named),
        places=name_some(places),
    )
    hint = font_for(letters[0]) or (
        "Name a font that has it: fallback = [ … ] below [fonts], or write without it."
    )
    return Fault(next(iter(places.values())), message, hint)


def _texts(variant: Variant) -> Iterator[tuple[str, KeyPath, str]]:
    """Yield all texts of a definition in all their languages, each with its card or key, and its
    path.
    """
    for card in variant.cards:
        for name in _PRINTED:
            value = getattr(card, name)
            for line in _lines(value) if isinstance(value, Text) else filter(None, [value]):
                yield card.id, ("cards", card.id, name), line
    for name, key in encoded_names(Variant).items():
        if name not in ("listed_cards", "grids", "listed_ranks"):
            for _, text in find_parts(getattr(variant, name), Text):
                for line in _lines(text):
                    yield key, (key,), line


def _lines(text: Text) -> Iterator[str]:
    """Yield a text in each of its languages."""
    yield from (text[language] for language in text)


# The keys of a card that are printed on it.
_PRINTED = ("name", "caption", "code", "text", "kicker", "cost", "index", "credit")


def find_lacking_styles(variant: Variant) -> Iterator[Fault]:
    """Yield a warning for each bold or italic role without a font, set in the font of another
    role.
    """
    for role, other in lacking_styles(variant.fonts.own):
        message = Sentence(
            "“{role}” is not named, so its words are printed in the font of “{other}”.",
            role=role,
            other=other,
        )
        yield Fault(("fonts", other), message, "This is fine if it is intended.")
