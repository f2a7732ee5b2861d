"""Products without pieces: booklets, the calibration sheet, the contact sheet.

They have no imposition: functions of `printkit.jobs` make their pages.
"""

from __future__ import annotations

from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.options import CHOICE, COUNT, NAME, Option
from printkit.base.printer_profile import SHORT, TURNS
from printkit.model.variant import RULES, Variant
from printkit.pieces.options import (
    DECK_OPTIONS,
    DPI,
    DUPLEX,
    EDITION,
    MARGIN,
    NO_BACKS,
    ONE_SIDED,
    PAPER,
    PLAYERS,
    PRINTER,
    THEME,
)
from printkit.pieces.product import NOTHING, SCREEN, Product, of_no_game


def has_booklet(variant: Variant) -> bool:
    """Return True if a game has content for a booklet: players, hands, phases, a text, chapters."""
    has_text = variant.rules != RULES or bool(variant.chapters)
    return has_text or bool(variant.players or variant.hands or variant.phases)


# Formats of the booklet without pages.
HTML, MARKDOWN = "html", "markdown"
TEXT_FORMATS = (HTML, MARKDOWN)
BOOKLET_PAGE: Option[str] = Option(
    "booklet-page", NAME, "booklet", "a5", choices=paper_sizes.paper_names, check=paper_sizes.paper
)
BOOKLET = Product("booklet", None, has_booklet, (THEME, EDITION, BOOKLET_PAGE), texts=TEXT_FORMATS)

BOOKLET_DUPLEX: Option[str | None] = Option(
    "booklet-duplex",
    CHOICE,
    "booklet",
    None,
    choices=(*TURNS, NO_BACKS),
    derive=lambda context: NO_BACKS if context.duplex in ONE_SIDED else context.edge or SHORT,
    follows=(DUPLEX.name,),
)
_IMPOSED_OPTIONS = (THEME, EDITION, BOOKLET_PAGE, BOOKLET_DUPLEX, PAPER, PRINTER)
BOOKLET_IMPOSED = Product("booklet-imposed", None, has_booklet, _IMPOSED_OPTIONS)


_SHEET_OPTIONS = (PAPER, MARGIN, replace(DUPLEX, choices=TURNS), PRINTER)
CALIBRATION = Product(
    "calibration", None, of_no_game, _SHEET_OPTIONS, subject=NOTHING, file_stem="sheet"
)

COLUMNS: Option[int | None] = Option("columns", COUNT, "pictures", None, minimum=1, maximum=200)
PICTURE_DPI: Option[int | None] = Option(
    "dpi", COUNT, "pictures", None, minimum=DPI.minimum, maximum=DPI.maximum
)
_PREVIEW_OPTIONS = (*DECK_OPTIONS, PLAYERS, COLUMNS, PICTURE_DPI)
CONTACT_SHEET = Product(
    "contact-sheet", None, of_no_game, _PREVIEW_OPTIONS, subject=SCREEN, file_stem="preview"
)
