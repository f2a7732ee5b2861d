"""The parts of a board, in the order in which they are laid out, and the shapes of each.

A part is a place or a track. The order goes by kind: what is read first, what is played on, what is
counted on, what is pressed, what is held.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.products.board.slicing_layout import PartShape
from printkit.products.product import RenderOptions
from printkit.products.tabletop.registry import (
    CARDS,
    WIDE,
    PlaceDrawing,
    PlaceHints,
    draw_place,
    draw_track,
)
from printkit.products.tabletop.tracks import step_texts

# Kinds from the first to the last; all that is not named comes between the two lists.
_FIRST = ("name", "lights")
_LAST = ("cells", "track", "button", "hand")
# Kinds whose name stands above them.
_HEADED = ("tokens", "used", "lock", "reserve", "lights", "dice", "track")
# A button, or a line to write on, is drawn no wider than this (mm).
_WIDEST = {"button": 120.0, "name": 200.0}


class BoardPart(msgspec.Struct, frozen=True):
    """A place or a track, and the hints that it may be drawn with."""

    thing: Place | Track
    wishes: tuple[PlaceHints, ...]

    @property
    def kind(self) -> str:
        return self.thing.kind if isinstance(self.thing, Place) else "track"

    @property
    def key(self) -> tuple[bool, str]:
        """What tells it from the others: a track may have the id of a place."""
        return isinstance(self.thing, Track), self.thing.id

    @property
    def is_wide(self) -> bool:
        return self.kind in WIDE

    @property
    def headed(self) -> bool:
        """True if its name is above it."""
        return self.kind in _HEADED

    def draw(
        self, index: int, variant: Variant, options: RenderOptions, width: float = 0.0
    ) -> PlaceDrawing:
        """One of its forms, as wide as is wished where it can be. Raises TextOverflow."""
        wish = self.wishes[index]
        if isinstance(self.thing, Track):
            upright = wish.height > 0
            per_row = wish.per_row or 1
            return draw_track(self.thing, variant, options, per_row=per_row, upright=upright)
        if self.is_wide:
            wish = replace(wish, width=min(width, _WIDEST[self.kind]))
        return draw_place(self.thing, variant, options, wish)

    def forms(self, variant: Variant, options: RenderOptions) -> list[PartShape]:
        """Return the least size of every form. Raises TextOverflow."""
        drawing = [self.draw(i, variant, options) for i in range(len(self.wishes))]
        return [PartShape(item.width, item.height, i) for i, item in enumerate(drawing)]


def is_used_on(variant: Variant, on: str) -> bool:
    """Return True if a variant has places or tracks on this component."""
    places = any(place.on == on for place in variant.places)
    return places or any(track.on == on for track in variant.tracks)


def list_parts(variant: Variant, on: str, *, tight: bool = False) -> list[BoardPart]:
    """Return the places and tracks of the mat, a board or a table, in order.

    If `tight`, several hand places share the padding between them.
    """
    places = [place for place in variant.places if place.on == on]
    if on == "table":  # a half is one player's; what both draw from lies between the halves
        places = [place for place in places if place.kind != "stock"]
    tracks = [track for track in variant.tracks if track.on == on]
    result = [_place_part(place, tight and place.kind == "hand") for place in places]
    result += [_track_part(track) for track in tracks]
    return sorted(result, key=lambda part: _kind_rank(part.kind))


def possible_orders(board_parts: Sequence[BoardPart]) -> list[list[BoardPart]]:
    """Return the order of the parts, and others in which tracks are further up or hands at the
    head: one of them may need a smaller board.
    """
    ways = [list(board_parts)]
    tracks = [part for part in board_parts if part.kind == "track"]
    rest = [part for part in board_parts if part.kind != "track"]
    hands = [part for part in rest if part.kind == "hand"]
    others = [part for part in rest if part.kind != "hand"]
    for own in (rest, [*hands, *others]):
        for i in range(1, len(own) + 1):
            way = [*own[:i], *tracks, *own[i:]]
            if way not in ways:
                ways.append(way)
    return ways


def _kind_rank(kind: str) -> int:
    if kind in _FIRST:
        return _FIRST.index(kind) - len(_FIRST)
    return _LAST.index(kind) + 1 if kind in _LAST else 0


def _place_part(place: Place, tight: bool) -> BoardPart:
    """Return a place with hints: in the rows of its definition; one row also in two, or a
    column.
    """
    count = place.count
    in_row = [-(-count // place.rows)]
    if place.rows == 1 and place.kind not in WIDE:
        in_row += [-(-count // 2), 1]
    tight = tight and place.kind in CARDS
    return BoardPart(
        place, tuple(PlaceHints(fromkey, share_padding=tight) for fromkey in dict.fromkeys(in_row))
    )


def _track_part(track: Track) -> BoardPart:
    """Return a track with hints: in one row, or in a column (marked by a height); in two or three
    full rows, or if there are none such in two of which the last is not full.
    """
    count = len(step_texts(track))
    full = [count // rows for rows in (2, 3) if count % rows == 0 and count > 6]
    in_row = [count, *(full or [-(-count // 2)])]
    return BoardPart(
        track, (*(PlaceHints(per_row) for per_row in in_row), PlaceHints(count, height=1.0))
    )
