"""The content of charts, and the blocks that both charts share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum
from pathlib import Path as FilePath

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.emblems import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.content import content_path
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.components.notes import Note
from printkit.faces.anatomy import text_colour_on_paper
from printkit.faces.small_cards import EmblemRef, Thumbnail, game_thumbnail
from printkit.graphics.display_list import Item, Path, Stroke, TagStep
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, Stack, StackPart
from printkit.layout.containers import Arrow, Overlay, Placed, SideBySide
from printkit.layout.fit_text import Caption, FitStyle, require_text
from printkit.layout.records import Block, TaggedBlock, TextStyle, list_entry, move_items
from printkit.model.cards import Card, Suit
from printkit.model.fields import shown_values
from printkit.model.variant import Variant
from printkit.rules.standins import DeckMapping, PhysicalCard, title_of_unsuited

# Our emblems and colours for the French suit signs.
_FRENCH = {
    "♠": ("spades", "black"),
    "♥": ("hearts", "red"),
    "♦": ("diamonds", "red"),
    "♣": ("clubs", "black"),
}


class ChartRow(msgspec.Struct, frozen=True):
    """A row for one card of the game.

    `owns` are the physical cards that stand for it, `meant` is its own thumbnail; `name` is empty
    if figure and suit identify it.
    """

    owns: tuple[Thumbnail, ...]
    card: Card
    meant: Thumbnail
    name: str


class ChartGroup(msgspec.Struct, frozen=True):
    """Rows under a heading."""

    name: str
    mark: FilePath | None
    colour: str
    rows: tuple[ChartRow, ...]

    def divide(self, count: int) -> list[ChartGroup]:
        """Return even parts, each a numbered group."""
        share, parts = -(-len(self.rows) // count), []
        for i in range(count):
            rows = self.rows[i * share : (i + 1) * share]
            parts.append(replace(self, name=numbered_title(self.name, i + 1, count), rows=rows))
        return parts


def group_rows(mapping: DeckMapping, language: str) -> list[ChartGroup]:
    """Return the groups in the order of the game's suits, then the cards without a suit."""
    variant = mapping.variant
    # Cards are in the order of the stand-in: those that show their value first.
    order = {physical: i for i, (physical, _) in reversed(list(enumerate(mapping.standin.pairs)))}
    owned: dict[str, list[PhysicalCard]] = {}
    for entry in sorted(mapping.entries, key=lambda entry: order[entry.physical.id]):
        owned.setdefault(entry.stands_for.id, []).append(entry.physical)
    result: list[ChartGroup] = []

    def add(name: str, mark: FilePath | None, colour: str, cards: list[Card]) -> None:
        rows = tuple(_make_row(mapping, owned[card.id], card, language) for card in cards)
        result.append(ChartGroup(name, mark, colour, rows))

    for key, suit in variant.suits.items():
        cards = [c for c in variant.cards if c.suit == key and c.id in owned]
        if cards:  # a suit has the colour of its cards
            add(suit.name[language], suit.emblem, cards[0].colour, cards)
    for key, family in variant.families.items():
        cards = [c for c in variant.cards if c.suit is None and c.family == key and c.id in owned]
        if cards:
            name = title_of_unsuited(variant, key, language)
            add(name, None, family.colour_or_ink, cards)
    return result


def chart_title(mapping: DeckMapping, language: str) -> str:
    """Return a title such as “Casino Sabacc · Tarot deck (78)”."""
    game, deck = mapping.variant.name[language], mapping.deck.name[language]
    return translate(language, "chart.title", game=game, deck=deck)


def corner_text(deck: Variant, card: Card, language: str) -> str:
    """Return the corner text of a physical card, such as 10 or J; empty without a suit."""
    if card.suit is None or card.rank is None:
        return ""
    rank = deck.ranks.get(card.rank)
    if rank is not None and rank.code is not None:
        return rank.code[language]
    return card.rank


def _make_row(
    mapping: DeckMapping, owns: list[PhysicalCard], meant: Card, language: str
) -> ChartRow:
    # The same card of several decks is one thumbnail with the numbers of those decks.
    like: dict[tuple[str, int], list[PhysicalCard]] = {}
    for i, physical in enumerate(owns):
        key = (physical.card.id, -1 if physical.number else i)
        like.setdefault(key, []).append(physical)
    smalls = tuple(_physical_thumbnail(mapping, same, language) for same in like.values())
    thumbnail = game_thumbnail(mapping.variant, meant, language)
    return ChartRow(smalls, meant, thumbnail, _card_name(mapping, meant, language))


def _card_name(mapping: DeckMapping, card: Card, language: str) -> str:
    """Return the name to print for a card; empty if its figure and its suit identify it."""
    if card.suit is None:
        return card.name[language]
    rank = mapping.variant.ranks.get(card.rank or "")
    if card.index or rank is None or rank.name is None:
        return ""
    return rank.name[language]


def _physical_thumbnail(mapping: DeckMapping, same: list[PhysicalCard], language: str) -> Thumbnail:
    deck, card = mapping.deck, same[0].card
    numbers = tuple(physical.number for physical in same if physical.number)
    decks = "-".join(map(str, numbers))
    suit = deck.suits.get(card.suit or "")
    # Words name a card without an identifying sign: a joker, a trump.
    words = "" if suit is not None and suit.sign else (suit or card).name[language]
    return Thumbnail(
        key=f"own-{deck.slug}-{card.id}" + (f"-{decks}" if decks else ""),
        title=", ".join(physical.name(language) for physical in same),
        figure=corner_text(deck, card, language),
        signs=_suit_emblems(suit, card) if suit is not None else (),
        colour=card.colour,
        numbers=numbers,
        words=words,
        picture=card.emblem if suit is None else None,
    )


def _suit_emblems(suit: Suit, card: Card) -> tuple[EmblemRef, ...]:
    """Return the emblem and the French sign of a suit, for decks printed with either."""
    result = [EmblemRef(suit.emblem, card.colour)] if suit.emblem is not None else []
    if suit.sign in _FRENCH:
        name, colour = _FRENCH[suit.sign]
        path = content_path("art", "suits", f"{name}.svg")
        if path != suit.emblem:
            result.append(EmblemRef(path, colour))
    return tuple(result)


def chart_notes(mapping: DeckMapping, language: str) -> list[Note]:
    """Return the notes that complete the rows."""
    result = [Note("", note[language]) for note in mapping.standin.notes]
    if mapping.standin.disambiguation:
        result.append(Note("", translate(language, f"map.apart-{mapping.standin.disambiguation}")))
    if any(entry.physical.number for entry in mapping.entries):
        result.append(Note("", translate(language, "chart.edge")))
    if letters := _explain_letters(mapping, language):
        result.append(Note(translate(language, "chart.letters"), letters))
    used = {entry.stands_for.id for entry in mapping.entries}
    if figures := _explain_figures(mapping.variant, used, language):
        result.append(Note(translate(language, "chart.figures"), figures))
    if mapping.unused:
        lead = translate(language, "chart.unused", count=len(mapping.unused))
        result.append(Note(lead, f"{_list_unused(mapping, language)}."))
    return result


def _explain_letters(mapping: DeckMapping, language: str) -> str:
    """Return the meaning of the letters in the corners of physical cards: “A Ace, J Jack”."""
    deck = mapping.deck
    used = {card.rank for card in deck.cards if card.suit is not None}
    pairs = [
        f"{rank.code[language]}\u00a0{rank.name[language]}"
        for key, rank in deck.ranks.items()
        if key in used and rank.code is not None and rank.name is not None
    ]
    return ", ".join(pairs)


def _explain_figures(variant: Variant, used: set[str], language: str) -> str:
    """Return the game's named ranks that show a figure: “12 Commander, 15 Ace”."""
    pairs: dict[str, str] = {}
    for card in variant.cards:
        rank = variant.ranks.get(card.rank or "")
        if card.id not in used or card.suit is None or rank is None or rank.name is None:
            continue
        if not card.index or card.rank is None or card.rank.isdigit():
            continue
        values = shown_values(card.values)
        suffix = "" if values == card.index else f" ({values})"
        pairs.setdefault(card.rank, f"{card.index}\u00a0{rank.name[language]}{suffix}")
    return ", ".join(pairs.values())


def _list_unused(mapping: DeckMapping, language: str) -> str:
    """Return the unused cards, deck by deck: “Swords, Cups 2–K; The Excuse”."""
    decks: dict[int, list[Card]] = {}
    for unused in mapping.unused:
        decks.setdefault(unused.number, []).append(unused.card)
    apart = translate(language, "chart.next")
    texts = []
    for number, cards in decks.items():
        words = apart.join(_list_runs(mapping.deck, cards, language))
        if number:
            words = translate(language, "chart.of-deck", number=number, cards=words)
        texts.append(words)
    return apart.join(texts)


def _list_runs(deck: Variant, cards: Sequence[Card], language: str) -> list[str]:
    """Return the cards by suit, with shortened runs and suits of the same ranks together."""
    alike: dict[str, list[str]] = {}
    for key, suit in deck.suits.items():
        whole = [card for card in deck.cards if card.suit == key]
        held = {card.id for card in cards if card.suit == key}
        if held:
            ranks = _shorten_runs([(corner_text(deck, c, language), c.id in held) for c in whole])
            alike.setdefault(ranks, []).append(suit.name[language])
    result = [f"{', '.join(suits)} {ranks}" for ranks, suits in alike.items()]
    return result + [card.name[language] for card in cards if card.suit is None]


def _shorten_runs(marks: Iterable[tuple[str, bool]]) -> str:
    """Return the marks held, with runs of three or more as `2–K`."""
    runs: list[list[str]] = [[]]
    for text, held in marks:
        if held:
            runs[-1].append(text)
        elif runs[-1]:
            runs.append([])
    words = []
    for run in runs:
        words += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
    return ", ".join(words)


# A heading at scale 1 (mm): emblem, gap after it, height of the rule above its lower edge.
_MARK, _MARK_GAP, _RULE = 6.2, 1.4, 1.6
_HEADING_SIZE = 4.4


class RowLook(Struct, frozen=True):
    """The drawing functions of the cards of a row; cards begin at x = 0, centred on y = 0.

    `height` is the height of a card, `gap` the gap between cards, `arrow` the width of the arrow. A
    name has at most `name_lines` lines and is `name_gap` mm right of its card.
    """

    width: Callable[[Thumbnail, float], float]
    draw_owned: Callable[[Thumbnail, float, Theme], Sequence[Item]]
    draw_meant: Callable[[ChartRow, float, Theme], Sequence[Item]]
    height: float
    gap: float
    arrow: float
    name_gap: float
    name_lines: int

    def sides(self, rows: Sequence[ChartRow], size: float) -> tuple[float, float]:
        """Return the width of the widest cards left of the arrow, and right of it (mm)."""
        before = max(self._owned_width(row, size) for row in rows)
        return before, max(self.width(row.meant, size) for row in rows)

    def cards_width(self, rows: Sequence[ChartRow], size: float) -> float:
        """Return the width of rows without their names (mm)."""
        return fsum((*self.sides(rows, size), self.arrow * size))

    def _owned_width(self, row: ChartRow, size: float) -> float:
        gaps = (len(row.owns) - 1) * self.gap * size
        return fsum(self.width(card, size) for card in row.owns) + gaps

    def draw_cards(self, row: ChartRow, before: float, size: float, theme: Theme) -> list[Item]:
        """Draw the cards of a row, centred on y = 0, with space for an arrow at x = `before`."""
        x = before - self._owned_width(row, size)
        items: list[Item] = []
        for card in row.owns:
            items += move_items(self.draw_owned(card, size, theme), x, 0)
            x += self.width(card, size) + self.gap * size
        end = before + self.arrow * size
        return [*items, *move_items(self.draw_meant(row, size, theme), end, 0)]


def make_row(
    row: ChartRow,
    section: Sequence[ChartRow],
    look: RowLook,
    size: float,
    theme: Theme,
    *,
    below: bool = False,
) -> Block:
    """Make the block of a row: cards of a size (mm), arrows aligned with those of its section.

    The name, if any, is right of the cards or below them. The text style of the block sets it.
    """
    before, _ = look.sides(section, size)
    width, height = look.cards_width(section, size), look.height * size

    def draw(style: TextStyle, available: float) -> tuple[Sequence[Item], float]:
        items = look.draw_cards(row, before, size, theme)
        return move_items(items, 0, height / 2), height

    drawing = Drawing(draw, min_width=lambda style: width, height=lambda style, available: height)
    arrow = Placed(Arrow(theme.roles_of["ink"]), before, height / 2, look.arrow * size)
    alt = f"{', '.join(own.title for own in row.owns)} → {row.meant.title}"
    figure = TagStep("Figure", None, alt)
    cards = TaggedBlock(Overlay((Placed(drawing), arrow), height), (figure,))
    if not row.name:
        return list_entry(cards, row.card.id)
    ink, align = theme.roles_of["ink"], 0.5 if below else 0.0
    name = Caption(row.name, TITLE, ink, 1.0, look.name_lines, is_sentence=False, align=align)
    if below:
        return list_entry(Stack((StackPart(cards), StackPart(name, 0.1))), row.card.id)
    beside = SideBySide(((width + look.name_gap, cards), (None, name)), gap=0.0, centred=True)
    return list_entry(beside, row.card.id)


def draw_heading(
    title: str, group: ChartGroup | None, box: Rect, theme: Theme, rule_width: float, scale: float
) -> list[Item]:
    """Draw the emblem and name of a section over a rule in its colour, at the foot of a box.

    Raises TextOverflow for a name that is too long.
    """
    palette = theme.palette(group.colour if group else "ink")
    colour, base, x = text_colour_on_paper(palette), box.bottom - _RULE, box.x
    items: list[Item] = []
    if group is not None and group.mark is not None:
        side = _MARK * scale
        symbol = emblem(group.mark, palette, side)
        items.append(place_emblem(symbol, x + side / 2, base - 0.6 - side / 2, side))
        x += side + _MARK_GAP * scale
    style = FitStyle(TITLE_BOLD, _HEADING_SIZE * scale, MIN_TEXT_SIZE, 2, align=0.0)
    height = box.h - _RULE - 0.6
    place = Rect(x, base - 0.4 - height, box.right - x, height)
    items += require_text(title, style, place, colour)
    rule = PathBuilder().move(box.x + LINE / 2, base).line(box.x + rule_width - LINE / 2, base)
    return [*items, Path(rule.done(), stroke=Stroke(colour, LINE))]


def numbered_title(name: str, number: int, count: int) -> str:
    """Return the title of a part of a section (“Cups 1/2”), or the name of a whole section."""
    return f"{name} {number}/{count}" if count > 1 else name
