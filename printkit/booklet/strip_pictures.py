"""Draw a turn as a strip: for each phase the table with the moves that are made in it."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art.emblems import pictogram, pictogram_names
from printkit.base.geometry import Rect, scaling, translation
from printkit.booklet.page_style import title_colour
from printkit.booklet.play_pictures import AREA as TURN_AREA
from printkit.booklet.play_pictures import ROW_Y, WIDTH, Turn
from printkit.booklet.table_pictures import Pieces
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.path import PathBuilder
from printkit.text.panels import PANEL_OF

AREA = Rect(0.0, 0.0, WIDTH, TURN_AREA.h)
# The radius of the disc of a phase without moves, and the side of its pictogram (mm).
_DISC, _ICON = 9.6, 13.6


def draw_strip_panel(pieces: Pieces, key: str, language: str, height: float) -> Symbol:
    """Draw a panel of the strip of a turn, by the id of the turn and the number of the panel.

    Words are legible if the picture is printed `height` mm high. Raises PrintkitError.
    """
    name, _, number = key.partition(PANEL_OF)
    play = next(play for play in pieces.variant.plays if play.id == name)
    turn = Turn(pieces.printed_at(height / AREA.h), play, language)
    items = tuple(_draw_panel(turn, int(number)))
    name = f"strip-{pieces.variant.slug}-{name}-{number}-{language}-{height:g}"
    return Symbol(name, items, AREA, play.seat[language])


def _draw_panel(turn: Turn, number: int) -> Iterator[Item]:
    """Yield the table before the moves of a panel, with their arrows; the last panel also has
    the outcome.
    """
    panels = turn.play.strip
    start = sum(panel.moves for panel in panels[:number])
    end = start + panels[number].moves
    yield from turn.draw_table(turn.states[start], _cards_at(turn, start))
    if number == len(panels) - 1:
        yield from turn.draw_labels(1, 0.0, "")
    if end > start:
        yield from turn.draw_arrows(start, end, numbered=False)
    else:
        yield from _draw_phase(turn, panels[number].phase)


def _cards_at(turn: Turn, count: int) -> list[str | None]:
    """Return the cards in the slots of the hand after `count` moves of the turn."""
    before, after = turn.codes
    slots = list(before)
    for move, codes in zip(turn.play.moves[:count], turn.moves, strict=False):
        leaves, arrives = move.start in turn.held, move.end in turn.held
        for code in codes:
            if leaves and not arrives and code in slots:
                slots[slots.index(code)] = None
            elif arrives and not leaves and code in after:
                slots[after.index(code)] = code
    return slots


def _draw_phase(turn: Turn, key: str) -> Iterator[Item]:
    """Yield the pictogram of a phase on a disc in the middle of the table."""
    phase = next(phase for phase in turn.variant.phases if phase.id == key)
    pieces, name = turn.pieces, phase.icon or phase.id
    if name not in pictogram_names():
        return
    x, y = AREA.centre[0], ROW_Y
    disc = PathBuilder().circle(x, y, _DISC).done()
    yield Path(disc, fill=pieces.paper, stroke=Stroke(pieces.line, 0.5))
    icon = pictogram(name, pieces.theme.palette(title_colour(turn.variant)))
    box = icon.box
    k = _ICON / box.h
    matrix = scaling(k).then(translation(x - k * box.centre[0], y - k * box.centre[1]))
    yield Use(icon, matrix)
