"""Find papers, card sizes and label sheets by name or size.

Content: templates/papers.toml, cards.toml, labels.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, NamedTuple, TypedDict

import msgspec
from msgspec import Meta

from printkit.base.errors import PrintkitError, did_you_mean, require_known
from printkit.base.geometry import Rect, format_size, parse_size
from printkit.base.record_faults import load_rows
from printkit.base.records import Fault, Part
from printkit.base.sentences import MAX_TYPED, Sentence, join_sentences, shorten

# The smallest side of a card or paper (mm).
MIN_SIDE = 5.0
# A PDF page has at most 14,400 points (ISO 32000, annex C).
MAX_SIDE = 5080.0
# The paper of most countries; the country in a locale, in the syntax of Python and of JavaScript.
USUAL_PAPER = "a4"
# The page of booklets on papers that name no other.
USUAL_BOOKLET = "a5"
_COUNTRY = "^[A-Za-z]{2,3}(?:[_-][A-Za-z]{4})?[_-]([A-Za-z]{2})(?![A-Za-z])"


class Size(NamedTuple):
    """A named width and height (mm)."""

    name: str
    w: float
    h: float

    def __str__(self) -> str:
        return f"{self.name} ({format_size(self.w, self.h)})"


_Side = Annotated[float, Meta(ge=MIN_SIDE, le=MAX_SIDE)]


class SizeRow(Part):
    """A row of the tables of papers and card sizes."""

    size: tuple[_Side, _Side]
    """its width and height in mm"""
    also: tuple[str, ...] = ()
    """its other names"""
    countries: tuple[str, ...] = ()
    """the countries that use the paper instead of A4, as in a locale"""
    booklet: str = USUAL_BOOKLET
    """the usual page of a booklet that is printed on the paper"""


def papers() -> Mapping[str, SizeRow]:
    """Return the known papers by name, in the order of the table."""
    return load_rows("papers.toml", SizeRow)


def cards() -> Mapping[str, SizeRow]:
    """Return the known card sizes by name, in the order of the table."""
    return load_rows("cards.toml", SizeRow)


def paper_names() -> list[str]:
    """Return the names of the known papers, in the order of the table."""
    return list(papers())


def usual_paper(locale: str) -> str:
    """Return the usual paper in the country of a locale, by default the paper of most countries.

    >>> usual_paper("en_US.UTF-8"), usual_paper("fr-CA"), usual_paper("en_GB"), usual_paper("C")
    ('letter', 'letter', 'a4', 'a4')
    """
    rule = usual_papers()
    match = re.search(rule["country"], locale)
    return rule["papers"].get(match[1].lower() if match else "", rule["usual"])


class UsualPapers(TypedDict):
    """The rule of `usual_paper` as plain data, which the page in the browser applies as well.

    `country` is the pattern that finds the country in a locale, and `papers` are the papers of the
    countries that do not use the `usual` one.
    """

    country: str
    papers: dict[str, str]
    usual: str


def usual_papers() -> UsualPapers:
    """Return the rule that gives the usual paper of a locale."""
    used = {country: name for name, row in papers().items() for country in row.countries}
    return {"country": _COUNTRY, "papers": used, "usual": USUAL_PAPER}


def booklet_page(text: str) -> str:
    """Return the usual page of a booklet that is printed on a paper.

    >>> booklet_page("letter"), booklet_page("a4"), booklet_page("210x297mm")
    ('half-letter', 'a5', 'a5')
    """
    row = papers().get(paper(text).name)
    return USUAL_BOOKLET if row is None else row.booklet


def card_names() -> list[str]:
    """Return the names of the known card sizes."""
    return list(cards())


def paper(text: str) -> Size:
    """Return a paper by its name or by its size: `210x297mm`, the width first.

    Raises PrintkitError if it is neither, or cannot be printed.
    """
    return _find_size(text, papers(), "paper size", "210x297mm")


def card(text: str) -> Size:
    """Return a card size by its name or by its measures: `63.5x88.9mm`, the width first.

    Raises PrintkitError if it is neither, or cannot be printed.
    """
    return _find_size(text, cards(), "card size", "63.5x88.9mm")


def _find_size(text: str, named: Mapping[str, SizeRow], kind: str, example: str) -> Size:
    """Find a size in a table, or parse it."""
    key = _find_name(text, named)
    size = named[key].size if key in named else parse_size(text, noun=kind)
    if size:
        width, height = map(float, size)
        if not MIN_SIDE <= min(width, height) <= max(width, height) <= MAX_SIDE:
            raise PrintkitError(
                Sentence(
                    "“{text}” is not a {kind} that can be printed.",
                    text=shorten(text, MAX_TYPED),
                    kind=Sentence(kind),
                ),
                hint=Sentence(
                    "Each side measures {min_side} to {max_side} mm.",
                    min_side=f"{MIN_SIDE:g}",
                    max_side=f"{MAX_SIDE:g}",
                ),
            )
        return Size(key if key in named else f"{width:g}x{height:g}mm", width, height)
    raise PrintkitError(
        Sentence("“{text}” is not a {kind}.", text=shorten(text, MAX_TYPED), kind=Sentence(kind)),
        hint=join_sentences(
            did_you_mean(key, named, f"{kind}s"),
            Sentence("Or write the size with its unit: {example}.", example=example),
        ),
    )


def _find_name(text: str, named: Mapping[str, SizeRow]) -> str:
    """Return the key of a typed name, ignoring case, word order and punctuation.

    Each row lists its other names in `also`. Return the text itself if no row matches.
    """
    typed = text.strip().lower().replace(" ", "-")
    if typed in named:
        return typed
    spellings = {words: key for key in named for words in _spellings(key)}
    for key, row in named.items():
        for name in row.also:
            spellings |= {words: spellings.get(words, key) for words in _spellings(name)}
    return next((spellings[words] for words in _spellings(text) if words in spellings), typed)


def _spellings(name: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a name, sorted, and the name as one word."""
    words = _WORD.findall(name.lower())
    yield tuple(sorted(words))
    yield ("".join(words),)


# The pattern of a word in the name of a size.
_WORD = re.compile(r"[^\W_]+")
_SOURCE = "labels.toml"
# The maker's name, which is optional: “Avery 5160”, “avery-L7651”.
_MAKER = re.compile(r"avery[\s_-]+", re.IGNORECASE)


# Labels are printed about a millimetre off: the margin of labels, and of labels below a certain
# height (mm).
_LABEL_MARGIN, _SMALL_LABEL_MARGIN, _SMALL_LABEL = 1.5, 1.0, 12.0


class LabelSheet(msgspec.Struct, frozen=True):
    """A sheet of equal labels, `columns` × `rows`; they are circles if `round`.

    `left` and `top` are the position of the first label, and `pitch_x` and `pitch_y` are the steps
    to the next one (mm).
    """

    name: str
    paper: Size
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    round: bool = False

    @property
    def label_margin(self) -> float:
        """The unprinted margin of a label (mm)."""
        return _SMALL_LABEL_MARGIN if self.height < _SMALL_LABEL else _LABEL_MARGIN

    @property
    def capacity(self) -> int:
        """The number of labels on a sheet."""
        return self.columns * self.rows

    def cell(self, index: int) -> Rect:
        """Return the area of a label (mm); indices count from 0, row by row."""
        row, column = divmod(index, self.columns)
        return Rect(
            self.left + column * self.pitch_x,
            self.top + row * self.pitch_y,
            self.width,
            self.height,
        )


_Place = Annotated[float, Meta(ge=0, le=MAX_SIDE)]
_Step = Annotated[float, Meta(ge=0.1, le=MAX_SIDE)]
_Number = Annotated[int, Meta(ge=1, le=1000)]


class LabelRow(Part):
    """A row of the table of label sheets."""

    paper: str
    """the name of its paper"""
    columns: _Number
    """the labels in a row"""
    rows: _Number
    """the labels in a column"""
    size: tuple[_Step, _Step]
    """the width and height of a label in mm"""
    left: _Place
    """the distance of the first label from the left in mm"""
    top: _Place
    """the distance of the first label from the top in mm"""
    pitch: tuple[_Step, _Step]
    """from a label to the next one, across and down, in mm"""
    round: bool = False
    """whether labels are circles"""

    def sheet(self, name: str) -> LabelSheet:
        """Return the sheet. Raises PrintkitError for an unknown paper."""
        on = paper(self.paper)
        grid = (self.columns, self.rows, *self.size, self.left, self.top, *self.pitch)
        return LabelSheet(name, on, *grid, self.round)

    def faults(self) -> Iterator[Fault]:
        """Report an unknown paper, labels that overlap, and labels off the paper."""
        try:
            yield from _sheet_faults(self.sheet(""))
        except PrintkitError as error:
            yield Fault(("paper",), error.message, error.hint or "")


def label_sheet_names() -> list[str]:
    """Return the names of the known label sheets, in the order of the table."""
    return list(load_rows(_SOURCE, LabelRow))


def label_sheet(name: str) -> LabelSheet:
    """Return the label sheet with a packet number, such as `L7651`.

    Raises PrintkitError for an unknown number.
    """
    key = _MAKER.sub("", name.strip(), count=1).lower()
    sheets = load_rows(_SOURCE, LabelRow)
    message = Sentence("“{name}” is not a known label sheet.", name=shorten(name, MAX_TYPED))
    require_known(key, sheets, message, "label sheets")
    return sheets[key].sheet(key)


def _sheet_faults(sheet: LabelSheet) -> Iterator[Fault]:
    """Report the errors of a label sheet, such as labels that overlap."""
    if sheet.round and sheet.width != sheet.height:
        yield Fault(("size",), "Round labels must be as wide as they are high.")
    # A tenth of a micrometre, for rounding errors of inches.
    close = 1e-4
    across = sheet.columns > 1 and sheet.pitch_x < sheet.width - close
    down = sheet.rows > 1 and sheet.pitch_y < sheet.height - close
    if across or down:
        yield Fault(("pitch",), "Its labels overlap.")
    elif not Rect(0, 0, sheet.paper.w, sheet.paper.h).contains(
        sheet.cell(0).union(sheet.cell(sheet.capacity - 1)), close
    ):
        yield Fault((), Sentence("Its labels run off the paper, {paper}.", paper=sheet.paper))
