"""The options that several products share.

An option of a single product is declared in its module. Products and impositions list the options
that they read in their `options`.
"""

from __future__ import annotations

import re

from printkit.art.theme import check_number, edition_names, theme_names
from printkit.art.theme import edition as load_edition
from printkit.art.theme import theme as load_theme
from printkit.base import paper_sizes
from printkit.base.card_shapes import CARD_SHAPES, ROUNDED
from printkit.base.errors import PrintkitError
from printkit.base.options import CHOICE, COUNT, LENGTH, NAME, PROFILE, SWITCH, Option
from printkit.base.paper_sizes import label_sheet, label_sheet_names
from printkit.base.printer_profile import LONG, TURNS, Profile
from printkit.base.sentences import MAX_TYPED, Sentence, shorten
from printkit.graphics.outline_file import read_shape
from printkit.press.inks import FOGRA39, condition, condition_names, parse_inks

# --- piece ---------------------------------------------------------------------------------------

# The largest number of a place on a sheet.
_MAX_PLACE = 99


def parse_places(typed: str) -> str:
    """Return the numbers of places as a text such as `1,4`, each once. Raises PrintkitError."""
    words = [word.strip() for word in typed.split(",")]
    if not all(re.fullmatch(r"[0-9]{1,2}", word) and int(word) for word in words):
        raise PrintkitError(
            Sentence("“{text}” is not a list of places.", text=shorten(typed, MAX_TYPED)),
            hint=Sentence("Write numbers from 1 to {most}, such as 3 or 1,4.", most=_MAX_PLACE),
        )
    return ",".join(map(str, sorted({int(word) for word in words})))


# Where only the ground is printed (mm from the cut), if nothing else is asked for.
SAFE_MARGIN = 3.0


# --- options -------------------------------------------------------------------------------------

SHEETS, SINGLE, DECK = "sheets", "single", "deck"
# Layouts without paper, and the name used in place of a layout if a packer draws the pictures of
# the pieces itself.
NO_PAGES = "none"
OFF_PAPER = (SINGLE, DECK)
# The order of the pages of a deck: both sides of each card, all fronts before all backs in a
# separate file, or all fronts and each different back once.
FRONT_BACK, BACK_FRONT = "front-back", "back-front"
FRONTS_THEN_BACKS, FRONTS = "fronts-then-backs", "fronts"
NORMAL, LARGE = "normal", "large"
# The printing of backs: on sheets turned over an edge or by hand, across a fold, or none.
FOLD, NO_BACKS = "fold", "none"
ONE_SIDED = (FOLD, NO_BACKS)
DUPLEX_MODES = (*TURNS, *ONE_SIDED)
# The marks of a sheet: for cutting by hand, for the camera of a cutting machine, or none.
CUT_MARKS, REGISTRATION, NO_MARKS = "cut", "registration", "none"
# More marks for cutting by hand: at the corners of each card, lines across the sheet, outlines.
CORNER_MARKS, FULL_MARKS, OUTLINE_MARKS = "corner", "full", "outline"
HAND_MARKS = (CUT_MARKS, CORNER_MARKS, FULL_MARKS, OUTLINE_MARKS)
ROUND, HEX = "round", "hex"
LIGHT, FELT = "light", "felt"

# --- appearance ---------------------------------------------------------------------------------

THEME: Option[str] = Option(
    "theme", NAME, "cards", "classic", choices=theme_names, check=load_theme
)
EDITION: Option[str | None] = Option(
    "edition", NAME, "cards", None, choices=edition_names, check=load_edition
)
# The number of a deck of an edition, which only its owner knows.
NUMBER: Option[str | None] = Option("number", NAME, "cards", None, check=check_number)
CARD_SIZE: Option[str | None] = Option(
    "card-size",
    NAME,
    "cards",
    None,
    choices=paper_sizes.card_names,
    check=paper_sizes.card,
    derive=lambda context: context.card_size,
)
SHAPE: Option[str] = Option(
    "shape",
    NAME,
    "cards",
    ROUNDED,
    choices=CARD_SHAPES,
    read=read_shape,
    derive=lambda context: context.shape,
)
CORNER_RADIUS: Option[float | None] = Option(
    "corner-radius", LENGTH, "cards", None, minimum=0, maximum=15
)
CORNER_INDEX: Option[str] = Option("index", CHOICE, "cards", NORMAL, choices=(NORMAL, LARGE))
INDICES: Option[str | None] = Option("indices", CHOICE, "cards", None, choices=("2", "4"))
BLANK_VALUES: Option[bool] = Option("blank-values", SWITCH, "cards", False)
PLAYERS: Option[int | None] = Option(
    "players", COUNT, "cards", None, minimum=1, maximum=99, derive=lambda context: context.players
)
COPIES: Option[int] = Option("copies", COUNT, "cards", 1, minimum=1, maximum=999)
# All that a kit prints, also in one file.
ONE: Option[bool] = Option("one", SWITCH, "paper", False)

# --- sheets of paper ----------------------------------------------------------------------------

PAPER: Option[str] = Option(
    "paper",
    NAME,
    "paper",
    paper_sizes.USUAL_PAPER,
    choices=paper_sizes.paper_names,
    check=paper_sizes.paper,
)
MARGIN: Option[float] = Option("margin", LENGTH, "paper", 5.0, minimum=0, maximum=50)
BLEED: Option[float] = Option("bleed", LENGTH, "paper", 2.0, minimum=0, maximum=10)
OUTER_BLEED: Option[float | None] = Option(
    "outer-bleed", LENGTH, "paper", None, minimum=0, maximum=10
)
# Shops want 3 to 4 mm; below 2 mm a cut by hand meets the figures.
SAFE: Option[float] = Option("safe", LENGTH, "cards", SAFE_MARGIN, minimum=2, maximum=6)
GAP: Option[float | None] = Option(
    "gap", LENGTH, "paper", None, minimum=0, maximum=50, derive=lambda context: context.gap
)
DUPLEX: Option[str] = Option(
    "duplex",
    CHOICE,
    "paper",
    "long",
    choices=DUPLEX_MODES,
    derive=lambda context: context.edge or LONG,
)
LAYOUT: Option[str] = Option("layout", CHOICE, "paper", SHEETS, choices=(SHEETS, *OFF_PAPER))
ORDER: Option[str | None] = Option(
    "order", CHOICE, "paper", None, choices=(FRONT_BACK, BACK_FRONT, FRONTS_THEN_BACKS, FRONTS)
)
MARKS: Option[str] = Option(
    "marks", CHOICE, "paper", CUT_MARKS, choices=(*HAND_MARKS, REGISTRATION, NO_MARKS)
)
MARK_LENGTH: Option[float | None] = Option(
    "mark-length", LENGTH, "paper", None, minimum=1, maximum=20
)
# Empty places, counted row by row: the used places of the first sheet, and the places that every
# sheet leaves empty.
SKIP: Option[int] = Option("skip", COUNT, "paper", 0, minimum=0, maximum=99)
LEAVE_FREE: Option[str | None] = Option("leave-free", NAME, "paper", None, read=parse_places)
FILL: Option[int | None] = Option("fill", COUNT, "paper", None, minimum=1, maximum=9999)
LAYOUT_OPTIONS = (LAYOUT, ORDER, FILL)
CORNER_GUIDES: Option[bool] = Option("corner-guides", SWITCH, "paper", False)
PROOF: Option[bool] = Option("proof", SWITCH, "paper", False)
PRINTER: Option[Profile | None] = Option("printer", PROFILE, "paper", None)

DPI: Option[int] = Option("dpi", COUNT, "pictures", 300, minimum=36, maximum=1200)
SMALL: Option[bool] = Option("small", SWITCH, "pictures", False)

# --- print shops --------------------------------------------------------------------------------

X_1A, X_4 = "x-1a", "x-4"
LIVE_TEXT, OUTLINES = "live", "outlines"
NO_PLATES, GOLD_PLATE = "none", "gold"

PDFX: Option[str] = Option("pdfx", CHOICE, "press", X_1A, choices=(X_1A, X_4))
INK_LIMIT: Option[int] = Option("ink-limit", COUNT, "press", 300, minimum=100, maximum=400)
TEXT_AS: Option[str] = Option("text-as", CHOICE, "press", OUTLINES, choices=(OUTLINES, LIVE_TEXT))
CONDITION: Option[str] = Option(
    "condition", NAME, "press", FOGRA39, choices=condition_names, check=condition
)
RICH_BLACK: Option[str | None] = Option("rich-black", NAME, "press", None, check=parse_inks)
PLATES: Option[str] = Option("plates", CHOICE, "press", NO_PLATES, choices=(NO_PLATES, GOLD_PLATE))
PRESS_OPTIONS = (INK_LIMIT, RICH_BLACK)


# The address of the output folder itself, for a virtual table on the same computer.
HERE = "here"


def _check_address(typed: str) -> None:
    if typed != HERE and not re.fullmatch(r"(?:https?|file)://[!-~]{1,400}", typed):
        raise PrintkitError(
            Sentence("“{text}” is not an address.", text=shorten(typed, MAX_TYPED)),
            hint="Write one such as https://example.org/table/, or “here” for the output folder.",
        )


# The address of the folder in which a virtual table finds its pictures.
URL: Option[str | None] = Option(
    "url", NAME, "pictures", None, choices=(HERE,), check=_check_address
)


def _check_site(typed: str) -> None:
    if not re.fullmatch(r"https?://[!-~]{1,200}", typed) or "#" in typed or "?" in typed:
        raise PrintkitError(
            Sentence("“{text}” is not the address of a web page.", text=shorten(typed, MAX_TYPED)),
            hint="Write one such as https://example.org/sabacc/, without “#” or “?”.",
        )


# The address of the page, to which the QR codes of the start sheet and the tuck box lead.
SITE: Option[str | None] = Option("site", NAME, "pictures", None, check=_check_site)

# --- tokens and labels --------------------------------------------------------------------------

TOKEN_SIZE: Option[float | None] = Option(
    "token-size", LENGTH, "tokens", None, minimum=10, maximum=100
)
TOKEN_SHAPE: Option[str | None] = Option(
    "token-shape", CHOICE, "tokens", None, choices=(ROUND, HEX)
)
LABEL_SHEET: Option[str | None] = Option(
    "label-sheet", NAME, "labels", None, choices=label_sheet_names, check=label_sheet
)
START_LABEL: Option[int] = Option("start-label", COUNT, "labels", 1, minimum=1, maximum=999)
NUDGE_X: Option[float] = Option("nudge-x", LENGTH, "labels", 0.0, minimum=-5, maximum=5)
NUDGE_Y: Option[float] = Option("nudge-y", LENGTH, "labels", 0.0, minimum=-5, maximum=5)

# --- the table ----------------------------------------------------------------------------------

PEG_HOLES: Option[bool] = Option("peg-holes", SWITCH, "table", False)
DIE_SIZE: Option[float] = Option("die-size", LENGTH, "dice", 20.0, minimum=12, maximum=48)

SURFACE: Option[str | None] = Option("surface", CHOICE, "table", None, choices=(LIGHT, FELT))

# The options of the places on a mat, a table or a board.
TABLETOP_OPTIONS = (
    THEME,
    EDITION,
    SURFACE,
    CARD_SIZE,
    SHAPE,
    CORNER_RADIUS,
    BLEED,
    BLANK_VALUES,
    TOKEN_SIZE,
    TOKEN_SHAPE,
    LABEL_SHEET,
    DIE_SIZE,
    PEG_HOLES,
)

# The options of all cards, and of the cards of a deck.
CARD_OPTIONS = (THEME, EDITION, CARD_SIZE, BLEED, OUTER_BLEED, BLANK_VALUES)
DECK_OPTIONS = (
    THEME,
    EDITION,
    NUMBER,
    CARD_SIZE,
    SHAPE,
    CORNER_RADIUS,
    CORNER_INDEX,
    INDICES,
    BLEED,
    OUTER_BLEED,
    SAFE,
    BLANK_VALUES,
)

# --- booklets and pictures ----------------------------------------------------------------------

# Formats of the booklet without pages.
HTML, MARKDOWN = "html", "markdown"
TEXT_FORMATS = (HTML, MARKDOWN)
BOOKLET_PAGE: Option[str] = Option(
    "booklet-page",
    NAME,
    "booklet",
    "a5",
    choices=paper_sizes.paper_names,
    check=paper_sizes.paper,
    derive=lambda context: paper_sizes.booklet_page(context.paper),
    follows=(PAPER.name,),
)

COLUMNS: Option[int | None] = Option("columns", COUNT, "pictures", None, minimum=1, maximum=200)
PICTURE_DPI: Option[int | None] = Option(
    "dpi", COUNT, "pictures", None, minimum=DPI.minimum, maximum=DPI.maximum
)
