"""The words at the foot of a conversion chart.

In: a DeckMapping. Out: notes (a lead in bold, then words) as a block: what the stand-in says, how
like faces are told apart, what letters and figures mean, what stays in the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.messages import translate
from printkit.graphics.display_list import OUTLINED, Colour, Item
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.layout.balancing import StripColumn
from printkit.layout.blocks import Paragraph, Stack, StackPart, Unbroken
from printkit.layout.flow import FlowCosts, distribute, filled_height
from printkit.layout.records import (
    MIN_LAST_LETTERS,
    RAGGED,
    Block,
    Canvas,
    PlacedStrip,
    Span,
    TextStyle,
    paint_strips,
    stack_strips,
)
from printkit.model.cards import Card
from printkit.model.notation import shown_values
from printkit.model.variant import Variant
from printkit.products.charts.rows import letter
from printkit.rules.standins import DeckMapping

# In em: from line to line, where the baseline stands in a line, between two notes, what the first
# capital keeps from the edge (a J begins a little left of its origin).
_LEADING, _BASELINE, _GAP, _EDGE = 1.34, 0.75, 0.5, 0.02
# What the last line leaves free below its descenders (em).
_BELOW_LAST = 0.34


class Note(Struct, frozen=True):
    """A lead in bold (or none) and words."""

    lead: str
    words: str


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


def notes_block(notes: Sequence[Note], colour: Colour) -> Stack:
    """Return notes one below the other, as a block of the layout engine."""
    return Stack(
        tuple(StackPart(_paragraph(note, colour), space_before=_GAP / _LEADING) for note in notes)
    )


def _paragraph(note: Note, colour: Colour) -> Paragraph:
    words = Span(f" {note.words}" if note.lead else note.words, TITLE, colour)
    lead = (Span(note.lead, TITLE_BOLD, colour),) if note.lead else ()
    return Paragraph((*lead, words), RAGGED, hyphenate=False)


def notes_style(size: float, language: str) -> TextStyle:
    """Return the style of notes of `size` mm per em."""
    return TextStyle(
        size,
        _LEADING * size,
        language,
        baseline=_BASELINE / _LEADING,
        render_mode=OUTLINED,
        keep_numbers=True,
        min_last_letters=MIN_LAST_LETTERS,
    )


class NoteColumn(Struct, frozen=True, eq=False):
    """A column of notes: its strips with their tops, and the style that they are set in."""

    strips: tuple[PlacedStrip, ...]
    style: TextStyle

    @property
    def height(self) -> float:
        """From the first capitals to the last descenders (mm)."""
        return filled_height(self.strips) - _BELOW_LAST * self.style.size

    def items(self, x: float, y: float) -> list[Item]:
        """Return the notes from the corner (x, y) down."""
        canvas = Canvas()
        paint_strips(canvas, self.strips, x + _EDGE * self.style.size, y)
        return canvas.items


def whole_column(block: Block, style: TextStyle, width: float) -> NoteColumn:
    """Return notes in one column of a width."""
    return NoteColumn(tuple(stack_strips(block.lay_out(style, width).strips)), style)


def even_columns(block: Stack, style: TextStyle, width: float, count: int) -> list[NoteColumn]:
    """Return notes in up to `count` columns of a width, none divided, as even as can be."""
    whole = Stack(tuple(replace(part, block=Unbroken(part.block)) for part in block.parts))
    column = StripColumn(whole.lay_out(style, width).strips)
    balanced = column.balance((1.0,) * min(count, len(column.strips)))
    cuts = balanced.cuts if balanced is not None else (0, len(column.strips))
    return [NoteColumn(tuple(column.placed(*run)), style) for run in pairwise(cuts)]


def paged_columns(block: Block, style: TextStyle, width: float, height: float) -> list[NoteColumn]:
    """Return notes in as many columns of a height as it takes."""
    costs = FlowCosts(style.leading, 0.0, column=1.0)
    strips = block.lay_out(style, width).strips
    columns = distribute(strips, height + _BELOW_LAST * style.size, costs) or []
    return [NoteColumn(tuple(stack_strips(column)), style) for column in columns]
