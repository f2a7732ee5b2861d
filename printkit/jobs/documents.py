"""Lay out one product in one edition.

In: a product, its source (a game, a mapping of decks), the values of its options. Out: pages, the
number of sheets of paper and of cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.errors import Diagnostic, UsageError
from printkit.base.messages import parse_edition
from printkit.base.printer_profile import Profile
from printkit.base.processes import Progress, no_progress
from printkit.base.sentences import Sentence
from printkit.graphics.colour import mark_colours
from printkit.imposition.marks import SlugLine
from printkit.imposition.printer_correction import (
    check_edge,
    correct_pages,
    corrected_margin,
    explain_margin,
)
from printkit.imposition.registry import Imposition, find_imposition
from printkit.jobs.subject import Subject
from printkit.pieces.local_game import in_fonts_of
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
    with_mark_colours,
    with_printable_lines,
)
from printkit.pieces.piece import printable_piece
from printkit.pieces.product import CUTOUTS, SINGLE_PIECES, WHOLE_DECK, Product, RenderOptions
from printkit.press.line_floors import HOME_FLOORS, LineFloors


def make_document(
    product: Product,
    edition: str,
    subject: Subject,
    made_of: Any,
    values: Mapping[str, Any],
    progress: Progress = no_progress,
    floors: LineFloors = HOME_FLOORS,
) -> ProductDocument:
    """Lay out a product in one edition, corrected for the printer.

    `made_of` is the source of its pieces, `floors` are the least widths of lines. Raises
    PrintkitError.
    """
    printer: Profile | None = values.get(PRINTER.name)
    reserved = _reserve_margin(values, printer)
    taken = reserved.get(MARGIN.name, 0.0) - values.get(MARGIN.name, 0.0)
    look = theme(values.get(THEME.name, THEME.default))
    with explain_margin(printer, taken), in_fonts_of(subject.variant, look):
        options = render_options(product, edition, reserved)
        request = PageRequest(product, subject, options, progress, made_of, reserved, floors)
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


def _reserve_margin(values: Mapping[str, Any], printer: Profile | None) -> dict[str, Any]:
    """Return the values with a margin that leaves room for the correction of the printer."""
    if printer is None or MARGIN.name not in values:
        return dict(values)
    if (layout := values.get(LAYOUT.name)) in OFF_PAPER:
        raise UsageError(
            "A printer profile corrects sheets of paper, not images of cards.",
            hint=Sentence("Leave --printer out, or --layout {single}.", single=layout),
        )
    check_edge(values.get(DUPLEX.name), printer)
    paper = paper_sizes.paper(values[PAPER.name])
    margin = corrected_margin(values[MARGIN.name], paper.w, paper.h, printer)
    return {**values, MARGIN.name: margin}


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
    """Return the editions of a product: single languages, unless the product is bilingual.

    Raises PrintkitError.
    """
    if made.bilingual:
        return tuple(dict.fromkeys(asked))
    return tuple(
        dict.fromkeys(language for edition in asked for language in parse_edition(edition))
    )


def check_labels(product: Product, values: Mapping[str, Any]) -> None:
    """Raise UsageError for a product that is not printed on labels."""
    if product.imposition != CUTOUTS:
        raise UsageError(
            Sentence("“{key}” is not printed on labels.", key=product.key),
            hint="--label-sheet is for tokens and the like: name their product.",
        )
    if (layout := values[LAYOUT.name]) in OFF_PAPER:
        raise UsageError(
            "--label-sheet excludes other layouts.",
            hint=Sentence("Leave --layout {single} out, or --label-sheet.", single=layout),
        )
