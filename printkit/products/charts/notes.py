"""The words at the foot of a conversion chart, and lines of running text.

In: a Mapping. Out: notes (a lead in bold, then words): what the stand-in says, how like faces are
told apart, what letters and figures mean, what stays in the box; broken into lines of a width.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from printkit.base.messages import translate
from printkit.graphics.display_list import Text
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.layout.fit_text import text_line, text_width
from printkit.model.cards import Card
from printkit.model.notation import shown_values
from printkit.model.variant import Variant
from printkit.products.charts.rows import letter
from printkit.rules.standins import DeckMapping

# A line's step, and the air between two notes (em).
_STEP, _AIR = 1.34, 0.5


@dataclass(frozen=True, slots=True)
class Note:
    """A lead in bold (or none) and words."""

    lead: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one line: (font, text, x) each; `first` opens a note."""

    words: tuple[tuple[str, str, float], ...]
    first: bool


def notes(mapping: DeckMapping, language: str) -> list[Note]:
    """All that the rows do not say."""
    found = [Note("", note[language]) for note in mapping.standin.notes]
    if mapping.standin.disambiguation:
        found.append(Note("", translate(language, f"map.apart-{mapping.standin.disambiguation}")))
    if any(entry.physical.number for entry in mapping.entries):
        found.append(Note("", translate(language, "chart.edge")))
    if letters := _letters(mapping, language):
        found.append(Note(translate(language, "chart.letters"), letters))
    if figures := _figures(mapping.variant, {e.stands_for.id for e in mapping.entries}, language):
        found.append(Note(translate(language, "chart.figures"), figures))
    if mapping.unused:
        lead = translate(language, "chart.unused", count=len(mapping.unused))
        found.append(Note(lead, f"{_in_box(mapping, language)}."))
    return found


def _letters(mapping: DeckMapping, language: str) -> str:
    """“A Ace, J Jack”: the letters in the corners of the cards at hand."""
    deck = mapping.deck
    used = {card.rank for card in deck.cards if card.suit is not None}
    pairs = [
        f"{rank.code[language]}\u00a0{rank.name[language]}"
        for key, rank in deck.ranks.items()
        if key in used and rank.code is not None and rank.name is not None
    ]
    return ", ".join(pairs)


def _figures(variant: Variant, used: set[str], language: str) -> str:
    """“12 Commander, 15 Ace”: ranks of the game that have a name and show a figure."""
    pairs: dict[str, str] = {}
    for card in variant.cards:
        rank = variant.ranks.get(card.rank or "")
        if card.id not in used or card.suit is None or rank is None or rank.name is None:
            continue
        if not card.index or card.rank is None or card.rank.isdigit():
            continue
        values = shown_values(card.values)
        own = "" if values == card.index else f" ({values})"
        pairs.setdefault(card.rank, f"{card.index}\u00a0{rank.name[language]}{own}")
    return ", ".join(pairs.values())


def _in_box(mapping: DeckMapping, language: str) -> str:
    """“Swords, Cups 2–K; The Excuse”, deck by deck."""
    decks: dict[int, list[Card]] = {}
    for own in mapping.unused:
        decks.setdefault(own.number, []).append(own.card)
    apart = translate(language, "chart.next")
    said = []
    for number, cards in decks.items():
        words = apart.join(_runs(mapping.deck, cards, language))
        named = (
            translate(language, "chart.of-deck", number=number, cards=words) if number else words
        )
        said.append(named)
    return apart.join(said)


def _runs(deck: Variant, cards: Sequence[Card], language: str) -> list[str]:
    """The cards suit by suit, suits with the same ranks together, runs shortened."""
    alike: dict[str, list[str]] = {}
    for key, suit in deck.suits.items():
        whole = [card for card in deck.cards if card.suit == key]
        held = {card.id for card in cards if card.suit == key}
        if held:
            ranks = _shortened([(letter(deck, c, language), c.id in held) for c in whole])
            alike.setdefault(ranks, []).append(suit.name[language])
    found = [f"{', '.join(suits)} {ranks}" for ranks, suits in alike.items()]
    return found + [card.name[language] for card in cards if card.suit is None]


def _shortened(marks: Iterable[tuple[str, bool]]) -> str:
    """The marks that are held, three and more in a row as `2–K`."""
    runs: list[list[str]] = [[]]
    for text, held in marks:
        if held:
            runs[-1].append(text)
        elif runs[-1]:
            runs.append([])
    said = []
    for run in runs:
        said += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
    return ", ".join(said)


def break_lines(found: Iterable[Note], room: float, size: float) -> list[Line]:
    """The notes in lines no wider than `room` (mm), `size` mm per em."""
    lines: list[Line] = []
    for note in found:
        lead = [(TITLE_BOLD, word) for word in note.lead.split(" ") if word]
        words = lead + [(TITLE, word) for word in note.words.split(" ")]
        space = text_width(TITLE, " ", size)
        line: list[tuple[str, str, float]] = []
        x, first = 0.0, True
        for key, word in words:
            wide = text_width(key, word, size)
            if line and x + wide > room:
                lines.append(Line(_joined(line), first))
                line, x, first = [], 0.0, False
            line.append((key, word, x))
            x += wide + space
        lines.append(Line(_joined(line), first))
    return lines


def _joined(line: list[tuple[str, str, float]]) -> tuple[tuple[str, str, float], ...]:
    """Words of one font as one text, so that they are read and copied as a line."""
    joined: list[tuple[str, str, float]] = []
    for key, word, x in line:
        if joined and joined[-1][0] == key:
            joined[-1] = (key, f"{joined[-1][1]} {word}", joined[-1][2])
        else:
            joined.append((key, word, x))
    return tuple(joined)


def height(lines: Sequence[Line], size: float) -> float:
    """What the lines take, from the first one's capitals to the last one's descenders (mm)."""
    if not lines:
        return 0.0
    opened = sum(line.first for line in lines[1:])
    return (1.0 + (len(lines) - 1) * _STEP + opened * _AIR) * size


def set_lines(lines: Sequence[Line], x: float, y: float, size: float, fill: str) -> list[Text]:
    """The lines from the corner (x, y) down."""
    items: list[Text] = []
    base = y + 0.75 * size
    x += 0.02 * size  # a J begins a little left of its origin
    for at, line in enumerate(lines):
        if at:
            base += (_STEP + (_AIR if line.first else 0.0)) * size
        items += [text_line(key, text, x + dx, base, size, fill) for key, text, dx in line.words]
    return items
