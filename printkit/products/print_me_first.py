"""The page “Print me first”: which files of a game to print, in which order and on which paper.

Input: a game on plain paper, and the products of a job. Each picture consists of items in a box of
WIDTH × HEIGHT units. Sheets in the pictures show plain cards with the emblems of the game, so that
lines stay wide enough to print. Content: templates/products.toml, and [kit] in templates/strings/.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import cos, fsum, radians, sin

import msgspec
from msgspec.structs import replace

from printkit.art.emblems import draw_mark
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, format_size, rotation, scaling, translation
from printkit.base.messages import (
    DEFAULT_LANGUAGE,
    count_players,
    find_message,
    join_words,
    parse_edition,
)
from printkit.base.printer_profile import MANUAL, TURNS, Profile
from printkit.base.sentences import Sentence, capitalise
from printkit.components.notes import Note
from printkit.faces.anatomy import HEADER, draw_lock_up
from printkit.faces.posters import draw_head_piece, head_piece_cards, head_piece_width
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import OUTLINED, Group, Item, Path, Stroke, Symbol, transformed
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_PAGE_TEXT_SIZE
from printkit.graphics.path import PathBuilder, Point, rect_path
from printkit.layout.blocks import Drawing, ListItem, Paragraph, Stack, StackPart
from printkit.layout.containers import Adaptive, Rule, SideBySide, TextLine
from printkit.layout.fit_text import shrink_line, text_line, text_width
from printkit.layout.fitting import find_largest_kept, sizes_between
from printkit.layout.records import RAGGED, Block, Canvas, Fragment, Overflow, Span, TextStyle
from printkit.model.variant import Variant, rights_of
from printkit.pieces.kits import (
    FIRST_PAGE,
    Handwork,
    PrintedKit,
    PrintedPart,
    Supply,
    available_products,
    default_products,
    handwork,
    needed_supplies,
    product_info,
    say_minutes,
)
from printkit.pieces.options import (
    COPIES,
    CUT_MARKS,
    FOLD,
    HAND_MARKS,
    LABEL_SHEET,
    MARKS,
    ONE,
    PAPER,
    PEG_HOLES,
    PLAYERS,
    PRINTER,
    THEME,
)
from printkit.pieces.product import (
    FULL_PAGE,
    JOB,
    LocalGame,
    Piece,
    Product,
    RenderOptions,
    of_no_game,
    table_size,
)

# --- pictures ------------------------------------------------------------------------------------

WIDTH, HEIGHT = 48.0, 36.0
# The lines of things, and those on them (units).
_LINE, _THIN = 0.55, 0.3
# A sheet and the cards on it, three by three, in the units of the sheet.
_SHEET = Rect(0, 0, 21.0, 29.7)
_CARD_W, _CARD_H = 5.8, 8.2
_LEFT, _TOP = (_SHEET.w - 3 * _CARD_W) / 2, (_SHEET.h - 3 * _CARD_H) / 2
# The cards of a sheet that is folded, four by two on each half.
_SMALL_W, _SMALL_H = 4.6, 6.3
# The least scale of a sheet, lying in the smallest picture (mm).
_REDUCED = 0.46
# The visible side of a sheet.
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
        """Draw a thick arrow: a straight line between two points, or a curve with four control
        points.
        """
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
        """Draw the front of a card, simplified for its small size."""
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
        """Draw a sheet with its upper left corner at the origin; `head` adds a mark at its upper
        edge.
        """
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
        """Draw the cards on one half of a sheet to fold."""
        left, items = (_SHEET.w - 4 * _SMALL_W) / 2, list[Item]()
        for i in range(8):
            x, y = left + i % 4 * _SMALL_W, top + i // 4 * _SMALL_H
            place = Rect(x, y, _SMALL_W, _SMALL_H)
            items += self.back(place) if backs else self.front(place, i + i // 4)
        return items

    def lying(self, items: Sequence[Item], x: float, y: float, scale: float) -> Item:
        """Draw a sheet on a table, with its lower left corner at (x, y)."""
        lean, flat = sin(radians(9)) * scale, 0.86 * scale
        left, top = x + lean * _SHEET.h, y - flat * _SHEET.h
        return transformed([*items], Matrix(scale, 0, -lean, flat, left, top))

    def stack(self, shown: str, x: float, y: float) -> list[Item]:
        """Draw a stack of sheets on a table; the top sheet shows `shown`."""
        sheets = [[self.blank()]] * 3 + [self.sheet(shown, head=True)]
        return [self.lying(sheet, x, y - 0.55 * i, 0.72) for i, sheet in enumerate(sheets)]

    def printer(self, shown: str, *, tray: str = _WHITE) -> list[Item]:
        """Draw a printer: the paper in its tray shows one side, the printed sheet another."""
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


# --- one function a picture ---------------------------------------------------------------------


def _print_fronts(pen: _Sketcher) -> list[Item]:
    return pen.printer(_FRONTS)


def _print_backs(pen: _Sketcher) -> list[Item]:
    return pen.printer(_BACKS)


def _print_both(pen: _Sketcher) -> list[Item]:
    """Draw the printed sheet with one corner turned up, so that the back of a card shows."""
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
    """Draw the stack being turned over like the page of a book, about its long edge, so that the
    head of the sheets stays at the top.
    """
    axis = PathBuilder().move(26.6, 9.5).line(23.4, 33.5)
    return [
        *pen.stack(_FRONTS, 5.0, 33.2),
        *pen.stack(_WHITE, 27.6, 33.2),
        pen.line(axis, 0.45, colour=pen.main, dash=(1.5, 1.2)),
        *pen.arrow((15.0, 10.2), (18.5, 1.2), (32.5, 0.6), (37.0, 8.2)),
    ]


def _as_it_came(pen: _Sketcher) -> list[Item]:
    """Draw the stack being put back without turning it."""
    arrow = pen.arrow((36.4, 31.0), (48.6, 30.0), (49.2, 4.6), (36.4, 4.6))
    return [*pen.printer(_FRONTS, tray=_FRONTS), *arrow]


def _light(pen: _Sketcher) -> list[Item]:
    """Draw a sheet held against the light, with the backs showing through behind the fronts."""
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
    """Draw the sheet being folded backwards, so that the print stays outside."""
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
    """Draw the halves glued back to back, and pressed under a book."""
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
    """Draw the first cut along a row of cards; the margin keeps its cut marks."""
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
    """Draw a print being put into a sleeve, in front of an old card."""
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
    """Draw a hand that holds cards."""
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


# --- words ---------------------------------------------------------------------------------------

# The steps of sheets to read, whose backs need not coincide with their fronts.
_READ = ("booklet", "plain")
# The steps that a cutting machine does.
_BY_MACHINE = ("cards", "tokens")
# The tools for any folded sheet.
_FOLDED = {FOLD: ("glue", "scorer")}


class FileRow(msgspec.Struct, frozen=True):
    """A row of the table: a file to print, its number of copies (`times`), and its printing notes;
    `note` contains the notes on one line.

    `sheets` counts one copy; `work` describes the work by hand for all copies.
    """

    name: str
    file: str
    sheets: int
    sides: str
    work: str
    paper: str
    note: str
    times: int = 1


class PictureStep(msgspec.Struct, frozen=True):
    """A small picture by name, and the words below it."""

    picture: str
    words: Note


class FirstPage(msgspec.Struct, frozen=True):
    """The content of the page of a game. Each step begins with the names of its products.

    `sheets` and `time` (of manual work) are totals; `sheets` includes this page. `counts` contains
    both in words. `rights` names the owner of a game by other authors. `pictures` show how to
    handle the sheets of cards, and are always drawn if sheets are turned `by_hand`.
    """

    game: LocalGame
    title: str
    rows: tuple[FileRow, ...]
    sheets: int
    time: str
    counts: str
    needs: tuple[str, ...]
    source: str
    tools: tuple[str, ...]
    steps: tuple[Note, ...]
    pictures: tuple[PictureStep, ...]
    by_hand: bool
    rights: tuple[str, ...]


def page_words(kit: PrintedKit, options: RenderOptions) -> FirstPage:
    """Return the content of the page: all texts and totals."""
    game = options.localize(kit.variant).on_plain_paper
    parts = [part for part in kit.parts if part.sheets]
    copies = max((part.copies for part in parts), default=1)
    sheets = sum(part.sheets * part.copies for part in parts) + 1
    minutes = math.fsum(_work_of(part).minutes for part in parts)
    time = say_minutes(minutes, game.language) if minutes else ""
    title = game.translate(f"kit.set.{kit.named}" if kit.named else "kit.title")
    alike = all(part.copies == copies for part in parts)
    counted = game.translate("kit.copies", count=copies) if copies > 1 and alike else ""
    papers = {part.options[PAPER.name] for part in parts if PAPER.name in part.options}
    mixed = len(papers) > 1
    paper = PAPER.choice_title(next(iter(papers), options[PAPER]), game.language)
    return FirstPage(
        game=game,
        title=" · ".join(filter(None, (title, _describe_players(game, options), counted))),
        rows=tuple(_make_row(game, part, names_paper=mixed) for part in parts),
        sheets=sheets,
        time=time,
        counts=total_words(game, sheets, time),
        needs=tuple(_list_needs(game, kit, parts, table_size(game.variant, options))),
        source=_name_source(game, _find_needs(game.variant, kit, parts)),
        tools=tuple(_list_tools(game, parts)),
        steps=tuple(
            _list_steps(game, parts, kit.named, game.translate("kit.papers") if mixed else paper)
        ),
        pictures=tuple(_list_pictures(game, parts)),
        by_hand=any(part.sides == MANUAL for part in parts),
        rights=rights_of(game.variant, game.language).lines,
    )


def _list_pictures(game: LocalGame, parts: Sequence[PrintedPart]) -> Iterator[PictureStep]:
    """Yield the pictures that show how to feed, turn and cut the sheets of cards."""
    ways = [part for part in parts if product_info(part.product).stock == "card"]
    if not ways:
        return
    cards, alike = ways[0], len({part.sides for part in ways}) == 1
    printer: Profile | None = cards.options.get(PRINTER.name)
    feed = printer.manual if printer is not None else None
    for name in WAYS.get(cards.sides, ()):
        own = UNTURNED.get(name, name) if feed is not None and not feed.turn_over else name
        key = _own_key(f"kit.picture.{own}", cards)
        if own == "cut" and _is_cut_by_machine(cards):
            key = "kit.step.machine"
        head = game.translate(f"kit.picture.{own}-head")
        if not alike and name == WAYS[cards.sides][0]:
            product = capitalise(game.translate(f"product.{cards.product}"))
            text = f"{head[:1].lower()}{head[1:]}"
            head = game.translate("words.pair", name=product, text=text)
        yield PictureStep(own, Note(head, game.translate(key)))


def _describe_players(game: LocalGame, options: RenderOptions) -> str:
    """Return “2 to 4 players · this kit is made for 2 players”, or an empty string for a game
    without a number of players.
    """
    players, made = game.variant.players, table_size(game.variant, options)
    if players is None:
        return ""
    whole = count_players(game.language, players.min, players.max)
    if players.min == players.max == made:
        return whole
    mine = count_players(game.language, made, made)
    return f"{whole} · {game.translate('kit.for', players=mine)}"


def _make_row(game: LocalGame, part: PrintedPart, *, names_paper: bool) -> FileRow:
    info = product_info(part.product)
    stock = info.stock or "plain"
    label_sheet = part.options.get(LABEL_SHEET.name)
    key = "labels" if _is_labelled(part) else stock
    sides = game.translate(f"kit.side.{part.sides}")
    paper = game.translate(_own_key(f"kit.paper.{key}", part), sheet=label_sheet or info.sheet)
    if names_paper and key != "labels" and PAPER.name in part.options:
        size = PAPER.choice_title(part.options[PAPER.name], game.language)
        paper = game.translate("words.pair", name=size, text=paper)
    copies, sheets = part.copies, game.translate("kit.sheet", count=part.sheets)
    if copies > 1:
        sheets = game.translate("kit.times", count=copies, sheets=sheets)
    work = _work_of(part).words(game.language)
    name = capitalise(game.translate(f"product.{part.product}"))
    is_foreign = game.language not in parse_edition(part.edition)
    return FileRow(
        name=f"{name} ({part.edition})" if is_foreign else name,
        file=_name_file(game, part),
        sheets=part.sheets,
        sides=sides,
        work=work,
        paper=paper,
        note=" · ".join(filter(None, (sheets, sides, work, paper))),
        times=copies,
    )


def _name_file(game: LocalGame, part: PrintedPart) -> str:
    if not part.pages:
        return part.file
    key = "kit.file-page" if part.pages.isdecimal() else "kit.file-pages"
    return game.translate(key, file=part.file, pages=part.pages)


def _own_key(key: str, part: PrintedPart) -> str:
    """Return the key for the printing method of a part, such as `card-fold`, or `key` itself if
    there is none.
    """
    own = f"{key}-{part.sides}"
    return own if find_message(DEFAULT_LANGUAGE, own) else key


def _work_of(part: PrintedPart) -> Handwork:
    return handwork(part.product, part.cuts, part.pieces, part.copies)


def total_words(game: LocalGame, sheets: int, time: str) -> str:
    """Return “In all, with this page: 22 sheets, about 45 minutes”."""
    counts = ", ".join(filter(None, (game.translate("kit.sheet", count=sheets), time)))
    return game.translate("words.pair", name=game.translate("kit.total"), text=counts)


def _is_labelled(part: PrintedPart) -> bool:
    is_token = product_info(part.product).step == "tokens"
    return is_token and part.options.get(LABEL_SHEET.name) is not None


def _is_cut_by_machine(part: PrintedPart) -> bool:
    return bool(part.options.get(MARKS.name, CUT_MARKS) not in HAND_MARKS)


def _list_needs(
    game: LocalGame, kit: PrintedKit, parts: Sequence[PrintedPart], players: int
) -> Iterator[str]:
    """Yield the needs: the deck that the user owns, the materials that the kit does not include
    (with the printed product, if any, that can replace them), pegs for holes, and a sentence on the
    files to print again for more players; or a sentence that nothing else is needed.

    For a named set of products, materials that the other products of the game provide are omitted.
    Optional materials come after the other materials.
    """
    variant, copies = game.variant, max((part.copies for part in parts), default=1)
    printed = [part.product for part in parts]
    needs = _find_needs(variant, kit, parts)
    holes = any(place.kind == "lights" for place in variant.places) or variant.tracks
    has_pegs = holes and any(part.options.get(PEG_HOLES.name) for part in parts)
    if kit.deck:
        yield game.text(kit.deck)
    for need in needs:
        known = need if need.instead in printed else replace(need, instead=None)
        text = _describe_need(game, known, players, copies)
        optional = known.material.optional
        yield game.translate("kit.optional", thing=text) if optional else text
    if has_pegs:
        yield game.translate("kit.pegs")
    more = _describe_more(game, parts, players)
    if more:
        yield more
    elif not needs and not has_pegs and not kit.deck:
        yield game.translate("kit.nothing")


def _describe_more(game: LocalGame, parts: Sequence[PrintedPart], made: int) -> str:
    """Return a sentence on the files to print again for more players, or an empty string."""
    variant, printed = game.variant, {part.product for part in parts}
    own = [item for item in variant.materials if item.per_player is not None]
    keys = dict.fromkeys(key for item in own for key in item.products if key in printed)
    if variant.players is None or variant.players.max <= made or not keys:
        return ""
    most = variant.players.max
    names = [game.translate(f"product.{key}") for key in keys]
    products = join_words(game.language, names)
    return game.translate("kit.more", products=products, made=made, most=most)


def _find_needs(variant: Variant, kit: PrintedKit, parts: Sequence[PrintedPart]) -> list[Supply]:
    """Return the materials that the kit does not include, the optional ones last."""
    printed = [part.product for part in parts]
    made = default_products(variant) if kit.named else (*printed, *kit.replaced)
    return sorted(needed_supplies(variant, made), key=lambda need: need.material.optional)


def _name_source(game: LocalGame, needs: Sequence[Supply]) -> str:
    """Return a sentence with the products that would provide the missing materials, or an empty
    string.
    """
    own = set(available_products(game.variant))
    keys = dict.fromkeys(
        key
        for need in needs
        if need.instead is None
        for key in need.material.products[:1]
        if key in own
    )
    names = [game.translate(f"product.{key}") for key in keys]
    return game.translate("kit.source", products=join_words(game.language, names)) if names else ""


def _describe_need(game: LocalGame, need: Supply, players: int, copies: int) -> str:
    count, name = need.material.count_for(players) * copies, game.text(need.material.name)
    thing = name if count == 1 else game.translate("kit.thing", count=count, thing=name)
    if need.instead is None:
        return thing
    product = game.translate(f"product.{need.instead}")
    return game.translate("kit.instead", thing=thing, product=product)


def _list_tools(game: LocalGame, parts: Sequence[PrintedPart]) -> list[str]:
    keys = (
        _own_key(f"kit.tool.{tool}", part)
        for part in parts
        for tool in (*product_info(part.product).tools, *_FOLDED.get(part.sides, ()))
    )
    return [capitalise(game.translate(key)) for key in dict.fromkeys(keys)]


def _list_steps(
    game: LocalGame, parts: Sequence[PrintedPart], named: str, paper: str
) -> Iterator[Note]:
    """Yield the steps in order; products with the same work share a step."""
    backed = [product_info(part.product) for part in parts if part.sides in TURNS]
    has_backs = any(info.step not in _READ for info in backed)
    several = any(part.copies > 1 for part in parts)
    yield _make_step(game, "print", "print-copies" if several else "print", paper=paper)
    yield _make_step(game, "check", "check-both" if has_backs else "check")
    if any(info.stock == "card" for info in backed):
        yield _make_step(game, "paper", "paper")
    alike: dict[str, list[str]] = {}
    times: dict[str, str] = {}
    for part in parts:
        step = product_info(part.product).step or "plain"
        by_machine = _is_cut_by_machine(part) and step in _BY_MACHINE
        key = "labels" if _is_labelled(part) else "machine" if by_machine else step
        key = f"kit.step.{key}"
        name = game.translate(f"product.{part.product}")
        alike.setdefault(_own_key(key, part), []).append(name)
        if (work := _work_of(part)).piece:
            time = capitalise(say_minutes(work.minutes, game.language))
            times[_own_key(key, part)] = f" {time}."
    for key in sorted(alike, key=lambda key: key == "kit.step.plain"):
        lead = f"{capitalise(', '.join(dict.fromkeys(alike[key])))}."
        yield Note(lead, game.translate(key) + times.get(key, ""))
    yield _make_step(game, "play", f"play-{named}" if named else "play")


def _make_step(game: LocalGame, lead: str, key: str, **values: str) -> Note:
    text = game.translate(f"kit.step.{key}", **values)
    return Note(game.translate(f"kit.step.{lead}-head"), text)


# --- the product ---------------------------------------------------------------------------------

# The largest print (mm per em).
MAX_SIZE = 3.7


class PageType:
    """Sizes of the page: the step between type sizes that are tried (mm); the leading (em); the
    baseline (em) and the height (lines) of a heading; the name of the game and the title (mm per
    em); the height of a head-piece, and the distance of the name from its upper edge (mm).
    """

    step = 0.05
    leading = 1.32
    head_baseline, head_height = 0.75, 1.25
    game, title = 8.4, 4.8
    piece, drop = 18.4, 1.5


class Spacing:
    """Distances (mm): between columns, around a row (also on a narrow page), between steps, between
    needs, between sections, below a list, and from the tick box to the name.
    """

    gutter = 4.0
    row, narrow_row = 1.2, 0.7
    step, need = 1.2, 0.6
    section, list_end = 7.0, 4.9
    name = 7.0


class Columns:
    """Widths of the columns for paper, work and sides (em), and the share of the page width for
    needs.
    """

    paper, work, sides = 11.2, 8.6, 11.8
    needs = 0.34


# The share of the width of the page that a head-piece may fill, and the share of its size to which
# the title may shrink beside it.
_PIECE_SHARE, _SHRUNK = 0.62, 0.75
# On a narrower page (mm) the printing notes are below the name of a file.
_NARROW = 165.0
# The largest width of a picture (em).
_PICTURE = 10.8

# The parts of each page, with their places from the top.
Pages = list[list[tuple[Fragment, float]]]


def first_pages(first: FirstPage, area: tuple[float, float]) -> list[Symbol]:
    """Draw one page, or two if one is too small.

    If two are too small as well, leave out the pictures or, if sheets are turned by hand, draw
    three pages. Raises PrintkitError if nothing fits.
    """
    box, title = Rect(0, 0, *area), f"{first.game.name} · {first.title}"
    sizes = sizes_between(MIN_PAGE_TEXT_SIZE, MAX_SIZE, PageType.step)
    ways = [("ptr",), ("tr",), ("pt", "r"), ("t", "pr"), ("t", "r")]
    if first.by_hand:  # its pictures are not left out
        ways = [("ptr",), ("pt", "r"), ("t", "pr"), ("p", "t", "r")]
    for groups in ways:
        composed = find_largest_kept("page", partial(_compose, first, box, groups), sizes)
        if not isinstance(composed, Overflow):
            composer, pages = composed
            return [
                Symbol(f"first-{i}", tuple(composer.draw_page(box, *page)), box, title)
                for i, page in enumerate(pages, 1)
            ]
    raise PrintkitError(
        Sentence(
            "The list of contents of the kit does not fit on the paper: only {area} is left.",
            area=format_size(*area),
        ),
        hint="Use a larger --paper, or name only the products that you want.",
    )


def _compose(
    first: FirstPage, box: Rect, groups: Sequence[str], size: float
) -> tuple[_PageComposer, Pages] | Overflow:
    """Compose a page for each group of parts: `p` for pictures, `t` for the table, and `r` for the
    rest.
    """
    composer = _PageComposer(first, box.w, size)
    makers = {
        "p": composer.lay_out_pictures,
        "t": composer.lay_out_table,
        "r": composer.lay_out_rest,
    }
    fragments = {key: makers[key]() for key in "".join(groups)}
    pages: Pages = []
    overflow = max(part.overflow for part in fragments.values())
    for group in groups:
        parts = [fragments[key] for key in group if fragments[key].height]
        gaps = max(len(parts) - 1, 1)
        free = box.h - HEADER - fsum(part.height for part in parts)
        overflow = max(overflow, 0.6 * Spacing.section * (len(parts) - 1) - free)
        gap, y = min(free / gaps, Spacing.section), HEADER
        pages.append([])
        for part in parts:
            pages[-1].append((part, y))
            y += part.height + gap
    return Overflow(overflow) if overflow > 0 else (composer, pages)


class _PageComposer:
    """Sets the parts of the page in one size of text and one width (mm)."""

    def __init__(self, first: FirstPage, width: float, size: float) -> None:
        self.first, self.width, self.size = first, width, size
        roles = first.game.theme.roles_of
        self.ink, self.accent = roles["ink"], roles["accent"]
        self.narrow = width < _NARROW
        self.style = TextStyle(
            size,
            PageType.leading * size,
            first.game.language,
            min_size=MIN_PAGE_TEXT_SIZE,
            render_mode=OUTLINED,
        )

    def draw_page(self, box: Rect, *parts: tuple[Fragment, float]) -> list[Item]:
        """Draw the lock-up of the game, the title of the page, and the parts below, each at its
        height (mm).
        """
        canvas = Canvas()
        for fragment, y in parts:
            fragment.paint(canvas, 0.0, y)
        piece, width = self._draw_head_piece(box.w)
        head = draw_lock_up(self.first.game, width, PageType.game, marked=not piece)
        drop = PageType.drop if piece else 0.0
        base = drop + head.height + PageType.title
        own = TITLE, self.first.title, 0, base, PageType.title, width, self.ink
        title = shrink_line(*own, legible=True)
        own_head = transformed(head.items, translation(0, drop))
        return [own_head, title, *piece, *canvas.items]

    def _draw_head_piece(self, right: float) -> tuple[list[Item], float]:
        """Draw the head-piece of a deck with engraved drawings, and return it with the width left
        beside it.

        A narrow page has none.
        """
        game = self.first.game
        words = _SHRUNK * text_width(TITLE, self.first.title, PageType.title)
        free = min(_PIECE_SHARE * right, right - Spacing.gutter - words)
        own = () if self.narrow else game.variant.cards
        cards = head_piece_cards(own, PageType.piece, free)
        if not cards:
            return [], right
        left = right - head_piece_width(cards, PageType.piece)
        box = Rect(left, 0, right - left, PageType.piece)
        return draw_head_piece(cards, game.theme, box), left - Spacing.gutter

    # --- the pictures ---------------------------------------------------------------------------

    def lay_out_pictures(self) -> Fragment:
        """Lay out the pictures above their words: in one row, or in pairs on a narrow page."""
        steps = [*enumerate(self.first.pictures, 1)]
        across = 2 if self.narrow else max(len(steps), 1)
        width = (self.width - (across - 1) * Spacing.gutter) / across
        rows: list[StackPart] = []
        for i in range(0, len(steps), across):
            cells = [
                (width, self._make_picture(number, step)) for number, step in steps[i : i + across]
            ]
            row = SideBySide(tuple(cells), gap=Spacing.gutter / self.size)
            rows.append(self._make_part(row, Spacing.section if i else 0.0))
        return Stack(tuple(rows)).lay_out(self.style, self.width)

    def _make_picture(self, number: int, step: PictureStep) -> Block:
        lead = Span(f"{number}. {step.words.lead} ", TITLE_BOLD, self.ink)
        text = Paragraph((lead, Span(step.words.text, TITLE, self.ink)), RAGGED, hyphenate=False)
        picture = Drawing(partial(self._draw_picture, step.picture))
        return Stack((StackPart(picture), self._make_part(text, Spacing.row)))

    def _draw_picture(self, name: str, style: TextStyle, width: float) -> tuple[list[Item], float]:
        scale = min(width, _PICTURE * self.size) / WIDTH
        place = scaling(scale).then(translation((width - scale * WIDTH) / 2, 0))
        return [transformed(draw_picture(name, self.first.game), place)], HEIGHT * scale

    # --- the table ------------------------------------------------------------------------------

    def lay_out_table(self) -> Fragment:
        """Lay out the files in the order of printing, and their totals."""
        space = Spacing.narrow_row if self.narrow else Spacing.row
        parts = [self._make_part(self._make_heads()), self._make_part(self._make_rule(LINE))]
        for row in self.first.rows:
            parts.append(self._make_part(self._make_row(row), space))
            parts.append(self._make_part(self._make_rule(), space))
        parts.append(self._make_part(self._make_total(), space))
        return Stack(tuple(parts)).lay_out(self.style, self.width)

    def _translate(self, key: str) -> str:
        return self.first.game.translate(f"kit.{key}")

    def _measure_columns(self) -> tuple[float, ...]:
        """Return the widths of the columns tick, name, sheets, sides, work and paper. The last
        three have a gutter before them.
        """
        paper = Columns.paper * self.size
        work, sides = Columns.work * self.size, Columns.sides * self.size
        sheets = text_width(TITLE_BOLD, self._translate("sheets"), self.size) + Spacing.gutter
        taken = Spacing.name + sheets + sides + work + paper + 3 * Spacing.gutter + 2.0
        return Spacing.name, self.width - taken, sheets, sides, work, paper

    def _make_heads(self) -> Block:
        cells: list[Block] = [_EMPTY, self._make_head("what")]
        if not self.narrow:
            cells += [self._make_head("sheets", align=1.0), self._make_head("sides")]
            cells += [self._make_head("work"), self._make_head("stock")]
        return self._arrange_cells(cells)

    def _make_row(self, row: FileRow) -> Block:
        name = self._make_words(row.name, TITLE_BOLD)
        cells: list[Block] = [Drawing(self._draw_tick)]
        if self.narrow:
            below = (self._make_file_name(row.file), self._make_words(row.note))
            return self._arrange_cells([*cells, _stack(_stack(name, below[0]), below[1])])
        cells += [
            _stack(name, self._make_file_name(row.file)),
            self._make_count(row.sheets, times=row.times),
        ]
        cells += [self._make_words(row.sides), self._make_words(row.work or "–")]
        return self._arrange_cells([*cells, self._make_words(row.paper)])

    def _make_total(self) -> Block:
        first = self.first
        if self.narrow:
            return self._arrange_cells([_EMPTY, self._make_words(first.counts, TITLE_BOLD)])
        cells: list[Block] = [_EMPTY, self._make_words(self._translate("total"), TITLE_BOLD)]
        cells += [self._make_count(first.sheets, TITLE_BOLD), _EMPTY]
        return self._arrange_cells([*cells, self._make_words(first.time, TITLE_BOLD)])

    def _arrange_cells(self, cells: Sequence[Block]) -> Block:
        """Arrange cells in the columns of the table; the last cell of a short row extends over the
        remaining columns.
        """
        if self.narrow:
            return SideBySide(((Spacing.name, cells[0]), (None, cells[1])), gap=0.0)
        gaps = (0.0, 0.0, Spacing.gutter + 2.0, Spacing.gutter, Spacing.gutter, 0.0)
        parts: list[tuple[float | None, Block]] = []
        for cell, width, gap in zip(cells, self._measure_columns(), gaps, strict=False):
            is_last = cell is cells[-1] and len(cells) < len(gaps)
            parts.append((None if is_last else width, cell))
            if gap and not is_last:
                parts.append((gap, _EMPTY))
        return SideBySide(tuple(parts), gap=0.0)

    def _make_file_name(self, name: str) -> Block:
        """Make the name of a file in the smallest text, broken after hyphens if necessary."""
        text = Paragraph((Span(name, TITLE, self.ink),), RAGGED, em=0.0)

        def lay_out(style: TextStyle, width: float) -> Fragment:
            return text.lay_out(replace(style, language="", min_last_letters=0), width)

        return Adaptive(lay_out)

    # --- the rest -------------------------------------------------------------------------------

    def lay_out_rest(self) -> Fragment:
        """Lay out the needs beside the steps, or above them on a narrow page."""
        needs, steps = self._make_needs(), self._make_steps()
        rights = [
            self._make_part(self._make_words(line), Spacing.need if i else Spacing.section)
            for i, line in enumerate(self.first.rights)
        ]
        if self.narrow:
            parts = (self._make_part(needs), self._make_part(steps, Spacing.section), *rights)
            return Stack(parts).lay_out(self.style, self.width)
        left = self.width * Columns.needs - Spacing.gutter
        beside = SideBySide(((left, needs), (None, steps)), gap=2 * Spacing.gutter / self.size)
        whole = Stack((self._make_part(beside), *rights)) if rights else beside
        return whole.lay_out(self.style, self.width)

    def _make_needs(self) -> Block:
        needs, tools = (
            map(self._make_dotted, texts) for texts in (self.first.needs, self.first.tools)
        )
        above = Spacing.list_end + Spacing.need
        return Stack(
            (
                *self._make_list("needs", needs, Spacing.need),
                *(
                    (self._make_part(self._make_words(self.first.source), Spacing.list_end),)
                    if self.first.source
                    else ()
                ),
                *self._make_list("tools", tools, Spacing.need, above),
            )
        )

    def _make_steps(self) -> Block:
        indent = text_width(TITLE_BOLD, "88", self.size) + 2.2
        items = []
        for number, step in enumerate(self.first.steps, 1):
            mark = partial(self._draw_number, str(number), indent - 2.2)
            spans = (Span(f"{step.lead} ", TITLE_BOLD, self.ink), Span(step.text, TITLE, self.ink))
            body = Paragraph(spans, RAGGED, hyphenate=False)
            items.append(ListItem(mark, body, indent / self.size, f"{number}."))
        return Stack(tuple(self._make_list("steps", items, Spacing.step)))

    def _make_list(
        self, head: str, items: Iterable[Block], space: float, above: float = 0.0
    ) -> Iterator[StackPart]:
        """Yield a heading over a line, and the items below it."""
        yield self._make_part(self._make_head(head), above)
        yield self._make_part(self._make_rule(LINE))
        for i, item in enumerate(items):
            yield self._make_part(item, space if i else Spacing.row)

    def _make_dotted(self, text: str) -> Block:
        return ListItem(self._draw_dot, self._make_words(text), 4.0 / self.size)

    # --- small things ---------------------------------------------------------------------------

    def _make_part(self, block: Block, space: float = 0.0) -> StackPart:
        """Return a part of a stack: a block with `space` mm above it."""
        return StackPart(block, space / self.style.leading)

    def _make_words(self, text: str, font: str = TITLE) -> Paragraph:
        return Paragraph((Span(text, font, self.ink),), RAGGED, hyphenate=False)

    def _make_count(self, count: int, font: str = TITLE, times: int = 1) -> Block:
        """Make a right-aligned number with its multiplier, or a dash for 0."""
        text = f"{times} × {count}" if count and times > 1 else str(count or "–")
        return TextLine(text, font, self.ink, align=1.0)

    def _make_head(self, key: str, align: float = 0.0) -> Block:
        """Make a heading of a table or a list."""
        baseline, height = PageType.head_baseline / PageType.leading, PageType.head_height
        text = self._translate(key)
        return TextLine(text, TITLE_BOLD, self.ink, 1.0, align, 0.0, baseline, height)

    def _make_rule(self, weight: float = FINE) -> Block:
        return Rule(self.ink, weight, inset=weight / 2)

    def _draw_tick(self, style: TextStyle, width: float) -> tuple[list[Item], float]:
        """Draw a ring to tick at the height of the first line, and return its height."""
        ring = PathBuilder().circle(2.2, style.leading / 2, 1.5).done()
        return [Path(ring, stroke=Stroke(self.ink, FINE))], style.leading

    def _draw_number(
        self, number: str, right: float, style: TextStyle, height: float
    ) -> list[Item]:
        x = right - text_width(TITLE_BOLD, number, style.size)
        base = style.baseline_of(TITLE_BOLD)
        return [text_line(TITLE_BOLD, number, x, base, style.size, self.ink)]

    def _draw_dot(self, style: TextStyle, height: float) -> list[Item]:
        dot = PathBuilder().circle(1.2, style.leading / 2, 0.6).done()
        return [Path(dot, fill=self.accent)]


def _stack(*blocks: Block) -> Stack:
    return Stack(tuple(map(StackPart, blocks)))


_EMPTY = Stack(())


def make(kit: PrintedKit, options: RenderOptions) -> list[Piece]:
    """Make the pages. Raises PrintkitError if the paper is too small."""
    words, area = page_words(kit, options), options.page_area
    drawings = first_pages(words, area)
    if more := len(drawings) - 1:  # the page counts its own sheets
        sheets = words.sheets + more
        counts = total_words(words.game, sheets, words.time)
        drawings = first_pages(replace(words, sheets=sheets, counts=counts), area)
    return [Piece(drawing.key, drawing.title, *area, drawing) for drawing in drawings]


PRODUCT = Product(
    FIRST_PAGE,
    make,
    of_no_game,
    (THEME, PLAYERS, COPIES, ONE, LABEL_SHEET, MARKS, PAPER, PEG_HOLES, PRINTER),
    FULL_PAGE,
    JOB,
    file_stem=f"0-{FIRST_PAGE}",
)
