"""Small pictures of what is done with the sheets: printed, turned, folded, cut, put into sleeves.

In: a game on plain paper. Out: for each picture its items in a box of WIDTH × HEIGHT units. Sheets
show plain cards with the emblems of the game, so that lines stay wide enough to print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin

from printkit.art.emblems import draw_mark
from printkit.base.geometry import Matrix, Rect, rotation, scaling, translation
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.path import PathBuilder, Point, rect_path
from printkit.pieces.local_game import LocalGame

WIDTH, HEIGHT = 48.0, 36.0
# The lines of things, and those on them (units).
_LINE, _THIN = 0.55, 0.3
# A sheet and the cards on it, three by three, in units of its own.
_SHEET = Rect(0, 0, 21.0, 29.7)
_CARD_W, _CARD_H = 5.8, 8.2
_LEFT, _TOP = (_SHEET.w - 3 * _CARD_W) / 2, (_SHEET.h - 3 * _CARD_H) / 2
# The cards of a sheet that is folded, four by two on each half.
_SMALL_W, _SMALL_H = 4.6, 6.3
# The least scale of a sheet, lying in the smallest picture (mm).
_REDUCED = 0.46
# What a sheet shows.
_FRONTS, _BACKS, _WHITE = "fronts", "backs", "white"


class _Sketcher:
    """Draws in the colours of a game on plain paper."""

    def __init__(self, game: LocalGame) -> None:
        self.theme, self.marks = game.theme, game.marks
        roles = game.theme.roles_of
        self.ink, self.area, self.accent = roles["ink"], roles["area"], roles["accent"]
        self.paper, self.main = game.palette.paper, game.palette.main
        self.soft = blend(self.main, self.paper, 0.14)
        self.shade = blend(self.main, self.paper, 0.22)
        self.warm = blend(self.accent, self.paper, 0.38)
        self.grey = blend(self.ink, self.paper, 0.16)

    # --- lines ----------------------------------------------------------------------------------

    def line(
        self,
        builder: PathBuilder,
        width: float = _LINE,
        *,
        colour: Colour | None = None,
        fill: Colour | None = None,
        dash: tuple[float, ...] = (),
    ) -> Path:
        stroke = Stroke(colour or self.ink, width, round=True, dash=dash)
        return Path(builder.done(), fill=fill, stroke=stroke)

    def arrow(self, *points: Point) -> list[Item]:
        """Draw a thick arrow: straight from one point to another, or a curve of four."""
        builder = PathBuilder().move(*points[0])
        if len(points) == 2:
            builder.line(*points[1])
        else:
            builder.curve(*points[1], *points[2], *points[3])
        (x0, y0), (x, y) = points[-2:]
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        dx, dy = (x - x0) / length, (y - y0) / length
        ends = [(x - side * dy, y + side * dx) for side in (1.6, -1.6)]
        head = PathBuilder().polygon([(x + 2.1 * dx, y + 2.1 * dy), *ends])
        tip = self.line(head, 0.4, colour=self.main, fill=self.main)
        return [self.line(builder, 1.05, colour=self.main), tip]

    def mark(self, number: int, x: float, y: float, side: float) -> list[Item]:
        """Draw an emblem of the game about (x, y), or a dot if it has none."""
        if not self.marks:
            dot = PathBuilder().circle(x, y, side / 3).done()
            return [Path(dot, fill=self.main)]
        path, colour = self.marks[number % len(self.marks)]
        # It has the lines of the least size in which it may be printed.
        mark = draw_mark(path, self.theme.palette(colour), 0.0, 0.0, _REDUCED * side)
        return [transformed([mark], scaling(1 / _REDUCED).then(translation(x, y)))]

    # --- sheets ---------------------------------------------------------------------------------

    def front(self, place: Rect, number: int, ground: Colour | None = None) -> list[Item]:
        """Draw the front of a card, as plain as it has to be so small."""
        outline = PathBuilder().rounded(place.inset(0.25), 0.7)
        mark = self.mark(number, *place.centre, 0.58 * place.w)
        return [self.line(outline, _THIN, fill=ground or self.paper), *mark]

    def back(self, place: Rect) -> list[Item]:
        """Draw the back of a card."""
        box, (x, y) = place.inset(0.25), place.centre
        side = 0.17 * place.w
        return [
            self.line(PathBuilder().rounded(box, 0.7), _THIN, fill=self.main),
            self.line(PathBuilder().rounded(box.inset(0.75), 0.4), _THIN, colour=self.paper),
            Path(PathBuilder().diamond(x, y, side, 1.3 * side).done(), fill=self.paper),
        ]

    def blank(self) -> Item:
        return self.line(PathBuilder().rect(_SHEET), 1.1 * _LINE, fill=self.paper)

    def sheet(self, shown: str, *, head: bool = False, ground: Colour | None = None) -> list[Item]:
        """Draw a sheet with its corner on the origin; with `head` a mark at its head."""
        items = [self.blank()]
        step = 0 if len(self.marks) % 3 else 1
        for i in range(9 if shown != _WHITE else 0):
            x, y = _LEFT + i % 3 * _CARD_W, _TOP + i // 3 * _CARD_H
            place = Rect(x, y, _CARD_W, _CARD_H)
            items += (
                self.back(place)
                if shown == _BACKS
                else self.front(place, i + i // 3 * step, ground)
            )
        if head:
            x = _SHEET.w / 2
            tip = PathBuilder().polygon([(x, 0.5), (x + 1.1, 2.0), (x - 1.1, 2.0)])
            items.append(Path(tip.done(), fill=self.accent))
        return items

    def half(self, top: float, *, backs: bool = False) -> list[Item]:
        """Draw the cards on half of a sheet that is folded."""
        left, items = (_SHEET.w - 4 * _SMALL_W) / 2, list[Item]()
        for i in range(8):
            x, y = left + i % 4 * _SMALL_W, top + i // 4 * _SMALL_H
            place = Rect(x, y, _SMALL_W, _SMALL_H)
            items += self.back(place) if backs else self.front(place, i + i // 4)
        return items

    def lying(self, items: Sequence[Item], x: float, y: float, scale: float) -> Item:
        """Lay a sheet on a table, its lower left corner on (x, y)."""
        lean, flat = sin(radians(9)) * scale, 0.86 * scale
        left, top = x + lean * _SHEET.h, y - flat * _SHEET.h
        return transformed([*items], Matrix(scale, 0, -lean, flat, left, top))

    def stack(self, shown: str, x: float, y: float) -> list[Item]:
        """Draw a stack of sheets on a table; the topmost shows a side."""
        sheets = [[self.blank()]] * 3 + [self.sheet(shown, head=True)]
        return [self.lying(sheet, x, y - 0.55 * i, 0.72) for i, sheet in enumerate(sheets)]

    def printer(self, shown: str, *, tray: str = _WHITE) -> list[Item]:
        """Draw a printer; the paper in its tray shows a side, and what comes out another."""
        waiting = transformed(self.sheet(tray), Matrix(0.78, 0, 0, 0.78, 15.8, 0.8))
        coming = transformed(self.sheet(shown), Matrix(0.9, 0, 0, 0.9, 14.55, 8.7))
        lid = PathBuilder().polygon([(11.5, 12.0), (13.5, 8.6), (34.5, 8.6), (36.5, 12.0)])
        body = PathBuilder().rounded(Rect(7.5, 12.0, 33, 9.6), 2.2)
        slot = PathBuilder().rounded(Rect(12.6, 17.2, 22.8, 1.7), 0.8)
        screen = PathBuilder().rounded(Rect(10.6, 14.0, 6.4, 2.0), 0.5)
        return [
            Group((waiting,), clip=rect_path(Rect(10, 0, 28, 9))),
            self.line(lid, fill=self.grey),
            self.line(body, fill=self.soft),
            self.line(slot, fill=self.area),
            Group((coming,), clip=rect_path(Rect(10, 18.2, 28, 18))),
            self.line(screen, _THIN, fill=self.paper),
            Path(PathBuilder().circle(37.2, 15.0, 0.85).done(), fill=self.accent),
        ]


# --- pictures -----------------------------------------------------------------------------------


def _print_fronts(pen: _Sketcher) -> list[Item]:
    return pen.printer(_FRONTS)


def _print_backs(pen: _Sketcher) -> list[Item]:
    return pen.printer(_BACKS)


def _print_both(pen: _Sketcher) -> list[Item]:
    """Draw what comes out with a corner turned up: there is a back behind it."""
    right, foot, d = 33.75, 35.73, 7.0
    gone = PathBuilder().polygon([(right - d, foot), (right, foot - d), (right, foot)])
    flap = PathBuilder().polygon([(right - d, foot), (right, foot - d), (right - d, foot - d)])
    a, b = 1.6, d - 3.6
    frame = PathBuilder().polyline([(right - d + a, foot - a - b), (right - d + a, foot - d + a)])
    frame.line(right - d + a + b, foot - d + a)
    return [
        *pen.printer(_FRONTS),
        pen.line(gone, 1.0, colour=pen.paper, fill=pen.paper),
        pen.line(flap, fill=pen.main),
        pen.line(frame, _THIN, colour=pen.paper),
    ]


def _turn(pen: _Sketcher) -> list[Item]:
    """Turn the stack as the page of a book: the mark at its head stays where it is."""
    axis = PathBuilder().move(26.6, 9.5).line(23.4, 33.5)
    return [
        *pen.stack(_FRONTS, 5.0, 33.2),
        *pen.stack(_WHITE, 27.6, 33.2),
        pen.line(axis, 0.45, colour=pen.main, dash=(1.5, 1.2)),
        *pen.arrow((15.0, 10.2), (18.5, 1.2), (32.5, 0.6), (37.0, 8.2)),
    ]


def _as_it_came(pen: _Sketcher) -> list[Item]:
    """Lay the stack back without turning it."""
    arrow = pen.arrow((36.4, 31.0), (48.6, 30.0), (49.2, 4.6), (36.4, 4.6))
    return [*pen.printer(_FRONTS, tray=_FRONTS), *arrow]


def _light(pen: _Sketcher) -> list[Item]:
    """Hold a sheet against the light: the shades of backs are behind the fronts."""
    rays = PathBuilder()
    for i in range(16):
        x, y = cos(radians(22.5 * i)), sin(radians(22.5 * i))
        rays.move(24 + 14.6 * x, 18 + 14.6 * y).line(24 + 17.2 * x, 18 + 17.2 * y)
    glow = Path(PathBuilder().circle(24, 18, 13.4).done(), fill=pen.warm)
    sheet = transformed(pen.sheet(_FRONTS, ground=pen.shade), Matrix(0.86, 0, 0, 0.86, 14.97, 5.23))
    return [glow, pen.line(rays, 0.7, colour=pen.accent), sheet]


def _one_side(pen: _Sketcher) -> list[Item]:
    """Draw fronts and backs on one side, across a dashed line."""
    middle = _SHEET.h / 2
    fold = PathBuilder().move(0.6, middle).line(_SHEET.w - 0.6, middle)
    sheet = [pen.blank(), *pen.half(1.3), *pen.half(middle + 0.9, backs=True)]
    sheet.append(pen.line(fold, 0.5, colour=pen.accent, dash=(1.2, 0.9)))
    return [transformed(sheet, scaling(1.08).then(translation(12.7, 2.0)))]


def _fold(pen: _Sketcher) -> list[Item]:
    """Fold the sheet backwards: what is printed stays outside."""
    w, top = 1.05 * _SHEET.w, 8.4
    half = PathBuilder().rect(Rect(0, 0, _SHEET.w, _SHEET.h / 2))
    near = transformed(
        [pen.line(half, fill=pen.paper), *pen.half(1.3)], Matrix(1.05, 0, -0.34, 1.2, 13.2, top)
    )
    far = PathBuilder().polygon(
        [(13.2, top), (13.2 + w, top), (20.0 + w, top + 14.4), (20.0, top + 14.4)]
    )
    edge = PathBuilder().move(13.2, top).line(13.2 + w, top)
    return [
        pen.line(far, fill=pen.main),
        near,
        pen.line(edge, 0.9, colour=pen.accent),
        *pen.arrow((39.2, 6.2), (45.2, 9.0), (47.0, 16.5), (44.4, 24.6)),
    ]


def _glue(pen: _Sketcher) -> list[Item]:
    """Glue the halves back to back, and press them below a book."""
    lower = PathBuilder().polygon([(4.5, 33.0), (33.0, 33.0), (43.5, 24.4), (15.0, 24.4)])
    upper = PathBuilder().polygon([(15.0, 24.4), (43.5, 24.4), (40.6, 15.6), (12.1, 15.6)])
    bead = PathBuilder().polyline(
        [(x + 1.9 * (i % 2), 31.4 - 5.2 * (i % 2)) for i, x in enumerate(range(9, 37, 4))]
    )
    cards = [
        PathBuilder().polygon([(x, 22.9), (x + 5.4, 22.9), (x + 3.5, 17.1), (x - 1.9, 17.1)])
        for x in (16.6, 23.2, 29.8, 36.4)
    ]
    book = PathBuilder().rounded(Rect(15.5, 1.0, 19.0, 6.4), 1.0)
    pages = PathBuilder().rect(Rect(17.2, 4.6, 17.2, 1.5))
    return [
        pen.line(lower, fill=pen.paper),
        pen.line(bead, 0.95, colour=pen.accent),
        pen.line(upper, fill=pen.paper),
        *(pen.line(card, _THIN, fill=pen.main) for card in cards),
        pen.line(book, fill=pen.main),
        Path(pages.done(), fill=pen.paper),
        *pen.arrow((25.0, 8.6), (25.0, 12.0)),
    ]


def _cut(pen: _Sketcher) -> list[Item]:
    """Cut from the first card to the last: the margin keeps its marks."""
    marks = PathBuilder()
    for i in range(4):
        x, y = _LEFT + i * _CARD_W, _TOP + i * _CARD_H
        marks.move(x, 0.5).line(x, 1.9).move(x, _SHEET.h - 1.9).line(x, _SHEET.h - 0.5)
        marks.move(0.4, y).line(1.4, y).move(_SHEET.w - 1.4, y).line(_SHEET.w - 0.4, y)
    y = _TOP + _CARD_H
    cut = PathBuilder().move(_LEFT, y).line(_LEFT + 3 * _CARD_W, y)
    sheet = [*pen.sheet(_FRONTS), pen.line(marks, 0.35), pen.line(cut, 0.9, colour=pen.accent)]
    # The knife ends in the cut.
    blade = PathBuilder().polygon([(32.4, 13.6), (35.0, 9.9), (37.2, 11.6), (33.6, 13.9)])
    grip = PathBuilder().polygon([(35.0, 9.9), (41.4, 1.6), (43.8, 3.4), (37.2, 11.6)])
    return [
        transformed(sheet, scaling(1.08).then(translation(12.7, 2.0))),
        pen.line(blade, fill=pen.paper),
        pen.line(grip, fill=pen.main),
    ]


def _sleeve(pen: _Sketcher) -> list[Item]:
    """Put a print into a sleeve, in front of an old card."""
    print_, old = Rect(5.5, 2.0, 14, 19.6), Rect(28.5, 2.0, 14, 19.6)
    pocket = Rect(16.0, 12.4, 16.0, 22.2)
    lattice = PathBuilder()
    for i in range(5):
        lattice.move(old.x + 2.2 + 2.4 * i, 4.4).line(old.x + 2.2 + 2.4 * i, 19.2)
    mouth = PathBuilder().arc(24, 12.4, 2.2, 180, 0)
    return [
        pen.line(PathBuilder().rounded(old, 1.2), fill=pen.grey),
        pen.line(lattice, _LINE, colour=pen.paper),
        pen.line(PathBuilder().rect(print_), fill=pen.paper),
        *pen.mark(0, 11.0, 10.6, 7.0),
        pen.line(PathBuilder().rounded(pocket, 1.2), fill=blend(pen.soft, pen.paper, 0.6)),
        pen.line(mouth, 0.4),
        *pen.mark(0, 24.0, 23.8, 7.4),
        *pen.arrow((8.0, 23.4), (8.2, 29.6), (10.0, 30.4), (13.2, 30.4)),
        *pen.arrow((40.0, 23.4), (39.8, 29.6), (38.0, 30.4), (34.8, 30.4)),
    ]


def _hand(pen: _Sketcher) -> list[Item]:
    """Hold a hand of cards."""
    items: list[Item] = []
    for n, angle in enumerate((-30.0, -10.0, 10.0, 30.0)):
        card: list[Item] = [
            pen.line(PathBuilder().rounded(Rect(-7, -33, 14, 19.6), 1.4), fill=pen.paper),
            *pen.mark(n, -4.2, -30.0, 3.6),
        ]
        if n == 3:
            card += pen.mark(n, 0.4, -22.4, 7.6)
        items.append(transformed(card, rotation(angle).then(translation(24, 39.5))))
    return items


_PICTURES: dict[str, Callable[[_Sketcher], list[Item]]] = {
    "fronts": _print_fronts,
    "turn": _turn,
    "as-it-came": _as_it_came,
    "backs": _print_backs,
    "both": _print_both,
    "light": _light,
    "one-side": _one_side,
    "fold": _fold,
    "glue": _glue,
    "single": _print_fronts,
    "cut": _cut,
    "sleeve": _sleeve,
    "hand": _hand,
}
# The pictures for each way of printing, in their order.
WAYS = {
    "manual": ("fronts", "turn", "backs", "light"),
    "fold": ("one-side", "fold", "glue", "cut"),
    "none": ("single", "cut", "sleeve", "hand"),
    "long": ("both", "light", "cut", "hand"),
    "short": ("both", "light", "cut", "hand"),
}
# In place of the gesture, for a printer that takes sheets back as they came out.
UNTURNED = {"turn": "as-it-came"}


def draw_picture(name: str, game: LocalGame) -> list[Item]:
    """Draw a picture by name."""
    return _PICTURES[name](_Sketcher(game))
