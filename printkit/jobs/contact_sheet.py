"""The pages of a contact sheet: all that a deck shows on one picture, for a screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.errors import PrintkitError
from printkit.base.messages import translate
from printkit.base.progress import Progress, no_progress
from printkit.base.units import MM_PER_INCH
from printkit.imposition.contact import ROUND, ContactItem, ContactSection, contact_page
from printkit.imposition.page import Document
from printkit.jobs.artifacts import write_looks
from printkit.jobs.deck_view import DISC, count_words, draw_disc, list_pictured_items, view_deck
from printkit.jobs.documents import PageRequest, ProductDocument
from printkit.jobs.job import Job, check_job
from printkit.jobs.plan import make_plan
from printkit.jobs.subject import load_subject
from printkit.model.variant import Variant
from printkit.pieces.options import CARD_SIZE, CORNER_INDEX, DPI, INDICES, SHAPE, THEME
from printkit.pieces.page_products import COLUMNS, CONTACT_SHEET, PICTURE_DPI

# Where no resolution is asked for, a contact sheet has this one, or less: it stays below this width
# (pixels), unless its cards would be too small to be known.
DEFAULT_DPI = 100
_MAX_WIDTH_PX, _MIN_DPI = 2500, 24


def write_contact_sheets(
    job: Job, themes: Sequence[str], progress: Progress = no_progress
) -> tuple[Path, ...]:
    """Write a picture for each theme in each language, or nothing. Raises PrintkitError."""
    checked = check_job(replace(job, products=(CONTACT_SHEET.key,), formats=("png",)))
    names = distinct_themes(themes)
    subject = load_subject(checked)
    # All is laid out before the first picture is made: refusals come before any work on disk.
    plans = [
        make_plan(replace(checked, options={**checked.options, THEME.name: name}), subject)
        for name in names
    ]
    return write_looks(plans, progress)


def distinct_themes(names: Sequence[str]) -> list[str]:
    """Return the names (or files) of the themes, each theme once.

    Raises PrintkitError for what is not known, and for two themes of one name.
    """
    looks: dict[str, str] = {}
    for name in names:
        key = theme(name).key
        if theme(looks.setdefault(key, name)) is not theme(name):
            raise PrintkitError(
                f"Two themes are called “{key}”.", hint="Give the file of one another name."
            )
    return list(looks.values())


def make_contact_sheet(request: PageRequest) -> ProductDocument:
    """Make the picture. Raises PrintkitError."""
    options = request.options
    language, look, size = options.language, options.theme, options.size
    variant = cast(Variant, request.subject.of(request.product))
    shown = (THEME.name, CARD_SIZE.name, SHAPE.name, CORNER_INDEX.name, INDICES.name)
    job = Job(options={name: options.values[name] for name in shown})
    deck = view_deck(variant, job, language)
    # The back of a deck of one family stands behind its last face, and needs no title.
    several = len(deck.groups) > 1

    def band(title: str, count: str, shape: str, exhibits: Sequence[ContactItem]) -> ContactSection:
        title = title if several else ""
        return ContactSection(title, count, tuple(exhibits), size.w, size.h, shape)

    bands = [
        band(
            group.title,
            count_words(group.pieces, language),
            group.pieces[0].shape,
            [ContactItem(p.front, p.copies) for p in group.pieces],
        )
        for group in deck.groups
    ]
    backs = [ContactItem(back) for _, back in deck.backs]
    bands.append(band(translate(language, "preview.backs"), "", options[SHAPE], backs))
    discs = tuple(
        ContactItem(draw_disc(path, look), 1, name[language])
        for name, _, path in list_pictured_items(variant)
    )
    bands.append(
        ContactSection(translate(language, "preview.things"), "", discs, DISC, DISC, ROUND)
    )
    tongue = translate(language, "preview.language")
    details = " · ".join((look.name[language], tongue, count_words(deck.pieces, language)))
    page = contact_page(
        variant.name[language], details, bands, f"{look.key}-{language}", options[COLUMNS]
    )
    natural = int(_MAX_WIDTH_PX / page.media.w * MM_PER_INCH)
    dpi = float(options[PICTURE_DPI] or max(_MIN_DPI, min(DEFAULT_DPI, natural)))
    subject = translate(language, "document.subject")
    document = Document(page.title, subject, language, (page,))
    return ProductDocument(document, 0, 0, format_values={DPI.name: dpi})
