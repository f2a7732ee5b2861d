"""Find papers, card sizes and label sheets by name or size.

Content: templates/papers.toml, cards.toml, labels.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypedDict

import msgspec

from printkit.base.content import load_content
from printkit.base.errors import PrintkitError, did_you_mean, require_known
from printkit.base.geometry import Rect, format_size, parse_size
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
    """A named width and height."""

    name: str
    w: float
    h: float

    def __str__(self) -> str:
        return f"{self.name} ({format_size(self.w, self.h)})"


def paper_names() -> list[str]:
    """Return the names of the known papers, in the order of the table."""
    return list(load_content("papers.toml"))


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

    `country` is the pattern that finds the country in a locale, `papers` are the papers of the
    countries that do not use the `usual` one.
    """

    country: str
    papers: dict[str, str]
    usual: str


def usual_papers() -> UsualPapers:
    """Return the rule that gives the usual paper of a locale."""
    rows = load_content("papers.toml").items()
    papers = {country: name for name, row in rows for country in row.get("countries", ())}
    return {"country": _COUNTRY, "papers": papers, "usual": USUAL_PAPER}


def booklet_page(text: str) -> str:
    """Return the usual page of a booklet that is printed on a paper.

    >>> booklet_page("letter"), booklet_page("a4"), booklet_page("210x297mm")
    ('half-letter', 'a5', 'a5')
    """
    row = load_content("papers.toml").get(paper(text).name, {})
    page: str = row.get("booklet", USUAL_BOOKLET)
    return page


def card_names() -> list[str]:
    """Return the names of the known card sizes."""
    return list(load_content("cards.toml"))


def paper(text: str) -> Size:
    """Return a paper by name or size, with width and height as named. Raises PrintkitError."""
    return _find_size(text, "papers.toml", "paper", "210x297mm")


def card(text: str) -> Size:
    """Return a card size by name or size. Raises PrintkitError."""
    return _find_size(text, "cards.toml", "card size", "63.5x88.9mm")


def _find_size(text: str, file: str, kind: str, example: str) -> Size:
    """Find a size in a table, or parse it."""
    named = load_content(file)
    key = _find_name(text, named)
    size = named[key]["size"] if key in named else parse_size(text, noun=kind)
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


def _find_name(text: str, named: Mapping[str, Any]) -> str:
    """Return the key of a typed name, ignoring case, word order and punctuation.

    Each row lists its other names in `also`. Return the text itself if no row matches.
    """
    typed = text.strip().lower().replace(" ", "-")
    if typed in named:
        return typed
    spellings = {words: key for key in named for words in _spellings(key)}
    for key, row in named.items():
        for name in row.get("also", ()):
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

    `left` and `top` are the position of the first label, `pitch_x` and `pitch_y` the steps to the
    next one (mm).
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
        """Return the area of a label; indices count from 0, row by row."""
        row, column = divmod(index, self.columns)
        return Rect(
            self.left + column * self.pitch_x,
            self.top + row * self.pitch_y,
            self.width,
            self.height,
        )


def label_sheet_names() -> list[str]:
    """Return the names of the known label sheets, in the order of the table."""
    return list(load_content(_SOURCE))


def label_sheet(name: str) -> LabelSheet:
    """Return the label sheet of a packet number. Raises PrintkitError."""
    key = _MAKER.sub("", name.strip(), count=1).lower()
    sheets = load_content(_SOURCE)
    message = Sentence("“{name}” is not a known label sheet.", name=shorten(name, MAX_TYPED))
    require_known(key, sheets, message, "label sheets")
    row: dict[str, Any] = {**sheets[key], "name": key, "paper": paper(sheets[key]["paper"])}
    row["width"], row["height"] = row["size"]
    row["pitch_x"], row["pitch_y"] = row["pitch"]
    sheet = msgspec.convert(row, LabelSheet)
    if fault := _find_fault(sheet):
        raise PrintkitError(
            Sentence("The label sheet “{key}” cannot be used: {fault}.", key=key, fault=fault),
            location=_SOURCE,
        )
    return sheet


def _find_fault(sheet: LabelSheet) -> str | None:
    """Return the error in the row of a label sheet, such as overlapping labels, or None."""
    if min(sheet.columns, sheet.rows) < 1 or min(sheet.width, sheet.height) <= 0:
        return Sentence("it has no labels")
    if sheet.round and sheet.width != sheet.height:
        return Sentence("round labels must be as wide as they are high")
    # A tenth of a micrometre, for rounding errors of inches.
    close = 1e-4
    across = sheet.columns > 1 and sheet.pitch_x < sheet.width - close
    down = sheet.rows > 1 and sheet.pitch_y < sheet.height - close
    if across or down:
        return Sentence("its labels overlap")
    if not Rect(0, 0, sheet.paper.w, sheet.paper.h).contains(
        sheet.cell(0).union(sheet.cell(sheet.capacity - 1)), close
    ):
        return Sentence("its labels run off the paper, {paper}", paper=sheet.paper)
    return None
