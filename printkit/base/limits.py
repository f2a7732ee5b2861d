"""All limits on files and questions: the number, its unit, and the reason.

A definition may be untrusted, so anything larger than a game needs is rejected early.
`docs/limits.md` lists these limits; a test compares the two.
"""

from __future__ import annotations

from typing import Any, Self

from printkit.base.sentences import MAX_LISTED, MAX_SHOWN, Sentence


class Limit(int):
    """The maximum number of a `unit`; `why` is the reason and completes a sentence."""

    unit: str
    why: str

    def __new__(cls, number: int, unit: str, why: str) -> Self:
        limit = super().__new__(cls, number)
        limit.unit, limit.why = unit, why
        return limit

    def refusal(self, count: int) -> tuple[str, str]:
        """Return the message and the hint for a number above the limit.

        >>> MAX_TRACKS.refusal(30)
        ('30 tracks are too many.', 'At most 12 are allowed: more would be illegible on a table.')
        """
        return Sentence(
            "{count} {unit} are too many.", count=f"{count:,}", unit=Sentence(self.unit)
        ), self.allowed

    @property
    def allowed(self) -> str:
        """The sentence with the allowed number and the reason."""
        return Sentence(
            "At most {most} are allowed: {why}.", most=f"{int(self):,}", why=Sentence(self.why)
        )

    @property
    def meta(self) -> Any:
        """The annotation for a list or a string in the model."""
        from msgspec import Meta  # help does not need it

        return Meta(max_length=int(self), extra={"limit": self})


# --- files ---------------------------------------------------------------------------------------

_READ = "the whole file is read before anything in it is checked"
MAX_DEFINITION_BYTES = Limit(1_000_000, "bytes of a definition", _READ)
MAX_TABLE_BYTES = Limit(16_000_000, "bytes of a table of cards", _READ)
MAX_UNPACKED_BYTES = Limit(
    64_000_000,
    "bytes of an unpacked spreadsheet",
    "they are held in memory while the sheet is read",
)
MAX_SHEET_TAGS = Limit(4_000_000, "tags in a sheet", "each of them is parsed")
MAX_THEME_BYTES = Limit(200_000, "bytes of a theme", _READ)
MAX_SETTINGS_BYTES = Limit(200_000, "bytes of printkit.toml", _READ)
MAX_MANIFEST_BYTES = Limit(64_000_000, "bytes of a manifest", _READ)
MAX_CHAPTER_BYTES = Limit(1_000_000, "bytes of a chapter", _READ)
MAX_SVG_BYTES = Limit(2_000_000, "bytes of an SVG file", _READ)
MAX_PICTURE_BYTES = Limit(64_000_000, "bytes of a picture", _READ)
MAX_PIXELS = Limit(50_000_000, "pixels in a picture", "all of them are held in memory")
MAX_PICTURE_BYTES_IN_ALL = Limit(
    4_000_000_000, "bytes of all pictures", "many programs reject larger PDFs"
)
MAX_PIXELS_IN_ALL = Limit(
    8_000_000_000, "pixels in all pictures", "this is enough for 10,000 poker cards at 300 dpi"
)
MAX_FONT_BYTES = Limit(40_000_000, "bytes of a font", "the largest Chinese font is 26 MB")
MAX_FONT_BYTES_IN_ALL = Limit(
    120_000_000, "bytes of all fonts", "they are held in memory while text is set"
)
MAX_FALLBACKS = Limit(12, "fonts", "they are searched in turn for each letter")
MAX_KEY_PARTS = Limit(50, "parts of a key", "reading time grows with the square of their number")
MAX_LAYERS = Limit(16, "files", "each of them is merged with all its base files")
MAX_COLUMNS = Limit(100, "columns", "no card has that many keys")
MAX_ROWS = Limit(50_000, "rows", "each row is a card, and every card is drawn")
MAX_MARKS = Limit(24, "nested emphasis marks", "our texts nest them at most two deep")
MAX_DEPTH = Limit(24, "levels of nested keys", "none of our keys is nested more deeply")
MAX_IMPORT_BYTES = Limit(16_000_000, "bytes of a list, an order or a saved object", _READ)
MAX_PICTURES_BESIDE = Limit(
    5_000, "pictures in the folder of a list", "each is compared with the names in the list"
)
MAX_SHEET_FACES = Limit(400, "faces on a sheet of cards", "virtual tables use at most 70")

# --- files that are checked for a target --------------------------------------------------------

MAX_CHECKED_BYTES = Limit(500_000_000, "bytes in a checked file", _READ)
MAX_CHECKED_FILES = Limit(5_000, "files in a checked folder", "each is read and rendered")
MAX_CHECKED_PAGES = Limit(2_500, "pages in a checked file", "each is rendered three times")
MAX_CHECKED_CONTENT = Limit(
    200_000_000, "bytes of drawings on all pages of a file", "each of them is read"
)
MAX_CHECKED_OPERATORS = Limit(
    3_000_000, "drawing operators on all pages of a file", "each operator is checked"
)
MAX_CHECKED_FORMS = Limit(20, "nested drawings", "ours have four levels")

MAX_CHECKED_SECONDS = Limit(
    10, "CPU seconds per megabyte of a checked file", "a child process renders it"
)
MAX_CHECKED_MEMORY = Limit(
    1_000_000_000, "bytes of memory for a checked file", "a child process reads it"
)

# --- drawings ------------------------------------------------------------------------------------

_DRAWN = "our most complex drawing has 100 shapes with 8,300 coordinates"
MAX_ELEMENTS = Limit(20_000, "elements in a drawing", _DRAWN)
MAX_SHAPES = Limit(2_000, "shapes in a drawing", _DRAWN)
MAX_COORDINATES = Limit(200_000, "coordinates in a drawing", _DRAWN)
MAX_COORDINATE = Limit(100_000, "units from the origin", "nothing that far away can be printed")
MAX_TRANSFORMS = Limit(100, "steps of a transform", "a single matrix does the same")
MAX_DASHES = Limit(16, "lengths in a dash pattern", "longer patterns look the same")
MAX_NESTED = Limit(
    100, "nested elements in a drawing", "files from drawing programs have about twenty levels"
)
MAX_CSS_RULES = Limit(2_000, "rules in a style sheet", "each element is compared with every rule")
MAX_CSS_COMPARED = Limit(
    400_000,
    "comparisons of elements with rules",
    "each rule is tried on each element that it might match",
)
MAX_CSS_VALUE = Limit(
    10_000, "characters in a property", "no property that printkit supports needs a longer value"
)
MAX_ENTITY = Limit(200, "characters in an entity", "drawing programs use them for web addresses")
MAX_RENDERING_SECONDS = Limit(
    10, "CPU seconds for a drawing", "a child process turns it into a picture"
)
MAX_RENDERING_MEMORY = Limit(
    1_000_000_000, "bytes of memory for a drawing", "a child process turns it into a picture"
)
MAX_LINKED_PICTURES = Limit(
    20, "pictures that a drawing links to", "all of them are read before the drawing is rendered"
)
MAX_DASHES_DRAWN = Limit(5_000, "dashes in a line", "finer dashes are printed as a solid line")

# --- texts ---------------------------------------------------------------------------------------

MAX_NAME = Limit(200, "characters in a name", "a longer name does not fit on a card or a mat")
MAX_TEXT = Limit(5_000, "characters in a text", "longer text does not fit on a page; use a chapter")
MAX_SHORT = Limit(60, "characters in a short text", "it is printed below a small picture")
MAX_CELL = Limit(
    110,
    "characters in a sentence on an opening page",
    "longer sentences leave too little space for pictures",
)
MAX_REMARK = Limit(40, "characters in a note on a material", "it is printed below a small picture")
MAX_AIM = Limit(3, "sentences in an aim", "it must be readable at a glance")
MAX_MOOD = Limit(1, "sentences in a line", "it is printed below the title of a game")
MAX_LANGUAGES = Limit(20, "languages", "everything is checked in each language")

# --- decks ---------------------------------------------------------------------------------------

MAX_DECKS = Limit(20, "decks", "no game shuffles more decks together")
MAX_CARDS = Limit(100_000, "cards", "all of them are held in memory, including copies")
MAX_DISTINCT_CARDS = Limit(50_000, "distinct cards", "each is drawn separately")
MAX_VALUES = Limit(40, "values", "a hand is judged with every value of its cards")
MAX_SUITS = Limit(200, "suits", "each is combined with every rank of its grids")
MAX_RANKS = Limit(200, "ranks", "each is combined with every suit of its grids")
MAX_GRIDS = Limit(200, "grids", "each is expanded into cards")
MAX_FAMILIES = Limit(40, "families", "each has its own back")
MAX_WITHOUT = Limit(50_000, "names", "no definition leaves out more cards")

# --- play ----------------------------------------------------------------------------------------

MAX_COUNTED_HANDS = Limit(150_000, "different hands", "each is judged to calculate the odds")
MAX_HANDS = Limit(100, "hands", "a reference card lists them all")
MAX_LADDER = Limit(6, "examples of a hand", "more would not fit in a bar")
MAX_MOVES = Limit(6, "moves in a turn", "more arrows would not fit in a picture")
MAX_PICKED = Limit(40, "cards in the pattern of a hand", "no hand has more cards")
MAX_ENTRIES = Limit(100, "entries", "they are printed one below the other")
MAX_TOKENS = Limit(100, "tokens", "each is drawn and explained")
MAX_STANDINS = Limit(40, "stand-ins", "each is checked card by card")
MAX_SPELT_OUT = Limit(
    2_000, "names that a pattern expands to", "larger decks list their cards in a table"
)
MAX_PAIRS = Limit(400, "pairs", "no deck has more kinds of cards")
MAX_PAIRED = Limit(20_000, "cards in all stand-ins", "each is looked up in two decks")

# --- the table -----------------------------------------------------------------------------------

MAX_MATERIALS = Limit(100, "materials", "each is drawn and listed")
MAX_PIECES = Limit(5_000, "pieces", "each is drawn on a sheet, for every player")
MAX_PLACES = Limit(60, "places", "more would be hard to find on a table")
MAX_SPACES = Limit(200, "spaces in all places", "each is drawn on the mat or the boards")
MAX_TRACKS = Limit(12, "tracks", "more would be illegible on a table")
MAX_STEPS = Limit(200, "steps on a track", "more would be illegible on a mat")
MAX_SCORES = Limit(20, "score sheets", "each is a page with its own table")

# --- questions of `--hand` -----------------------------------------------------------------------

MAX_HAND_CARDS = Limit(40, "cards in a hand", "no game deals that many")
MAX_HANDS_ASKED = Limit(99, "hands", "no game has that many players")
MAX_CARDS_ASKED = Limit(120, "cards in all hands", "each is judged with all its values")
MAX_VALUES_ASKED = Limit(20, "values of a card", "a hand is judged with each of them")
MAX_TRIES = Limit(2_000, "ways to match a hand", "each of them is tried")

# --- chapters -------------------------------------------------------------------------------------

MAX_CHAPTER_OUTPUT = Limit(1_000_000, "characters in a filled-in chapter", "all are parsed")
MAX_DIRECTIVES = Limit(500, "tables and pictures in a text", "ours have at most 40")
MAX_INCLUDES = Limit(8, "nested texts", "ours have two levels")
MAX_CHAPTER_TEXT = Limit(
    250_000, "characters in a booklet's own text", "this is enough for a hundred pages"
)
MAX_CHAPTERS = Limit(60, "chapters", "the table of contents lists them all")
MAX_PARAGRAPHS = Limit(4_000, "paragraphs", "these are enough for a hundred pages")
MAX_PARAGRAPH = Limit(5_000, "characters in a paragraph", "a longer one fills more than a page")
MAX_BRACKETS = Limit(300, "brackets in a paragraph", "each could begin a link or a picture")
MAX_WORD = Limit(200, "letters in a word", "a longer word does not fit on a line")

# --- messages ------------------------------------------------------------------------------------

MAX_FAULTS = Limit(1_000, "errors", "people fix the first ones before they read the rest")
MAX_FAULTS_SHOWN = Limit(
    MAX_LISTED, "errors in a message", "people fix the first ones before they read the rest"
)
MAX_QUOTED = Limit(
    MAX_SHOWN,
    "characters of a file quoted in a message",
    "longer quotations are hard to read in a terminal",
)
