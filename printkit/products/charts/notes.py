"""The notes at the foot of a conversion chart.

They say what the stand-in says, how identical faces are told apart, what letters and figures mean,
what stays in the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printkit.base.messages import translate
from printkit.components.chart_rows import corner_text
from printkit.components.notes import Note
from printkit.model.cards import Card
from printkit.model.notation import shown_values
from printkit.model.variant import Variant
from printkit.rules.standins import DeckMapping


def chart_notes(mapping: DeckMapping, language: str) -> list[Note]:
    """Return everything that the rows do not say."""
    result = [Note("", note[language]) for note in mapping.standin.notes]
    if mapping.standin.disambiguation:
        result.append(Note("", translate(language, f"map.apart-{mapping.standin.disambiguation}")))
    if any(entry.physical.number for entry in mapping.entries):
        result.append(Note("", translate(language, "chart.edge")))
    if letters := _explain_letters(mapping, language):
        result.append(Note(translate(language, "chart.letters"), letters))
    if figures := _explain_figures(
        mapping.variant, {e.stands_for.id for e in mapping.entries}, language
    ):
        result.append(Note(translate(language, "chart.figures"), figures))
    if mapping.unused:
        lead = translate(language, "chart.unused", count=len(mapping.unused))
        result.append(Note(lead, f"{_list_unused(mapping, language)}."))
    return result


def _explain_letters(mapping: DeckMapping, language: str) -> str:
    """Return “A Ace, J Jack”: the letters in the corners of the physical cards."""
    deck = mapping.deck
    used = {card.rank for card in deck.cards if card.suit is not None}
    pairs = [
        f"{rank.code[language]}\u00a0{rank.name[language]}"
        for key, rank in deck.ranks.items()
        if key in used and rank.code is not None and rank.name is not None
    ]
    return ", ".join(pairs)


def _explain_figures(variant: Variant, used: set[str], language: str) -> str:
    """Return “12 Commander, 15 Ace”: ranks of the game that have a name and show a figure."""
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


def _list_unused(mapping: DeckMapping, language: str) -> str:
    """Return “Swords, Cups 2–K; The Excuse”, deck by deck."""
    decks: dict[int, list[Card]] = {}
    for own in mapping.unused:
        decks.setdefault(own.number, []).append(own.card)
    apart = translate(language, "chart.next")
    texts = []
    for number, cards in decks.items():
        words = apart.join(_list_runs(mapping.deck, cards, language))
        named = (
            translate(language, "chart.of-deck", number=number, cards=words) if number else words
        )
        texts.append(named)
    return apart.join(texts)


def _list_runs(deck: Variant, cards: Sequence[Card], language: str) -> list[str]:
    """Return the cards suit by suit, suits with the same ranks together, runs shortened."""
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
    """Return the marks that are held, three and more in a row as `2–K`."""
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
