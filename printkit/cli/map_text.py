"""A deck mapping on a terminal: one page, as wide as the terminal is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from printkit.base.messages import translate
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import shown_values
from printkit.model.variant import Variant
from printkit.rules.card_codes import short_name
from printkit.rules.standins import CardMapping, DeckMapping, PhysicalCard, title_of_unsuited

_ARROW = " → "
_GUTTER = 3


def mapping_lines(mapping: DeckMapping, language: str, width: int) -> list[str]:
    """Return the whole page."""
    lines = _head_lines(mapping, language, width)
    for title, cells in _group_cells(mapping, language):
        lines += ["", title, *_column_lines(cells, width)]
    return [*lines, "", *_foot_lines(mapping, language, width)]


def _head_lines(mapping: DeckMapping, language: str, width: int) -> list[str]:
    deck, variant = mapping.deck, mapping.variant
    title = f"{deck.name[language]}{_ARROW}{variant.name[language]}"
    entries = len(mapping.entries)
    words = [
        translate(language, "map.covered", covered=entries, needed=mapping.needed()),
        translate(
            language,
            "map.told",
            told=mapping.face_value_count(),
            lost=entries - mapping.face_value_count(),
        ),
    ]
    source = mapping.standin.source
    if source is not None:
        words.append(translate(language, "map.source", source=source[language]))
    return [title, *wrap(" ".join(words), width)]


def _foot_lines(mapping: DeckMapping, language: str, width: int) -> list[str]:
    """Return what to take out, what stays, what is missing, and what else there is to know."""
    used = [entry.physical for entry in mapping.entries]
    texts = [
        translate(
            language, "map.take", count=len(used), cards=_list_runs(mapping.deck, used, language)
        )
    ]
    if mapping.unused:
        cards = _list_runs(mapping.deck, mapping.unused, language)
        texts.append(translate(language, "map.unused", count=len(mapping.unused), cards=cards))
    else:
        texts.append(translate(language, "map.all-used"))
    names = dict.fromkeys(card.name[language] for card in mapping.missing)
    texts.append(
        translate(language, "map.missing", cards=", ".join(names))
        if names
        else translate(language, "map.none-missing")
    )
    if mapping.standin.disambiguation is not None:
        texts.append(translate(language, f"map.apart-{mapping.standin.disambiguation}"))
    texts += [note[language] for note in mapping.standin.notes]
    return [line for words in texts for line in wrap(words, width, subsequent_indent="  ")]


def _group_cells(mapping: DeckMapping, language: str) -> Iterable[tuple[str, list[str]]]:
    """Yield a title and its cells for each suit of the game, in its order; cards without
    one last.
    """
    variant = mapping.variant
    owns: dict[str, list[PhysicalCard]] = {}
    for entry in mapping.entries:
        owns.setdefault(entry.stands_for.id, []).append(entry.physical)
    groups: dict[tuple[str, str], list[str]] = {}
    for card in variant.cards:
        if card.id in owns:
            cell = _cell_text(mapping, owns[card.id], card, language)
            groups.setdefault((card.suit or "", card.family), []).append(cell)
    for (suit, family), cells in groups.items():
        if suit:
            yield variant.suits[suit].name[language], cells
        else:
            yield title_of_unsuited(variant, family, language), cells


def _cell_text(
    mapping: DeckMapping, owns: Sequence[PhysicalCard], card: Card, language: str
) -> str:
    """Return `♠N → Commander 12`; a numbered card of the game is shown by its value alone."""
    left = " ".join(_short(mapping.deck, own, language) for own in owns)
    value = "" if card.rule == BY_SET else shown_values(card.values)
    if len(card.values) == 1 and card.index.startswith("+"):
        value = card.index
    rank = mapping.variant.ranks.get(card.rank or "")
    if card.suit is None:
        name = card.name[language]
    else:
        name = rank.name[language] if rank is not None and rank.name is not None else ""
    return f"{left}{_ARROW}{' '.join(part for part in (name, value) if part)}"


def _short(deck: Variant, own: PhysicalCard, language: str) -> str:
    code = short_name(deck, own.card, language)
    return f"{own.number}:{code}" if own.number else code


def _column_lines(cells: Sequence[str], width: int) -> list[str]:
    """Return the cells in as many columns as fit, filled downward."""
    widest = max(map(len, cells)) + _GUTTER
    columns = max(1, min(len(cells), (width - 2 + _GUTTER) // widest))
    rows = -(-len(cells) // columns)
    lines = []
    for row in range(rows):
        own = cells[row::rows]
        lines.append("  " + "".join(f"{cell:<{widest}}" for cell in own).rstrip())
    return lines


def _list_runs(deck: Variant, owns: Sequence[PhysicalCard], language: str) -> str:
    """Return cards in the order of the deck, those that follow one another in a suit as a run:

    `♠2–♠K`.
    """
    places = {card.id: i for i, card in enumerate(deck.cards)}
    runs: list[list[PhysicalCard]] = []
    ordered = sorted(owns, key=lambda own: (own.number, places[own.card.id]))
    for own in ordered:
        last = runs[-1][-1] if runs else None
        follows = (
            last is not None
            and last.number == own.number
            and last.card.suit == own.card.suit
            and own.card.suit is not None
            and places[own.card.id] == places[last.card.id] + 1
        )
        if follows:
            runs[-1].append(own)
        else:
            runs.append([own])
    words = []
    for run in runs:
        first, last_one = _short(deck, run[0], language), _short(deck, run[-1], language)
        if len(run) > 2:
            words.append(f"{first}–{last_one}")
        else:
            words += [_short(deck, own, language) for own in run]
    return ", ".join(words)


def entry_data(entry: CardMapping, language: str) -> dict[str, object]:
    """Return one card of `map --json`."""
    return {
        "from": entry.physical.id,
        "from_name": entry.physical.name(language),
        "to": entry.stands_for.id,
        "to_name": entry.stands_for.name[language],
        "values": list(entry.stands_for.values),
    }
