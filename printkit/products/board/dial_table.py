"""A table of two: an L of cells and hand for either player, a dial of totals in the middle.

One zone is the half turn of the other, one player gold and the other silver. In the middle is the
deck that both share; round it are the totals, a half of the dial for each. Beside each hand is a
console: the name of the game, a line to write on, lights, buttons.
"""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.geometry import Rect, half_rotation, translation
from printkit.graphics.colour import BLACK, WHITE, blend, contrast, parse_hex
from printkit.graphics.display_list import Item, Path, as_artifact, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point, rect_path
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.products.board.board import Board
from printkit.products.cards.anatomy import SAFE
from printkit.products.common_options import FELT, PEG_HOLES, THEME
from printkit.products.lock_up import draw_lock_up
from printkit.products.product import RenderOptions
from printkit.products.tabletop.arcs import ArcLine, draw_arc_text
from printkit.products.tabletop.context import (
    AIR,
    COLOUR,
    HOLE,
    PlaceContext,
    PlaceHints,
    make_context,
)
from printkit.products.tabletop.engraving import (
    circle,
    draw_plate,
    draw_waves,
    main_stroke,
    octagon,
    star_path,
)
from printkit.products.tabletop.label import LabelText, fit_label, make_label
from printkit.products.tabletop.peg_holes import draw_centre_mark
from printkit.products.tabletop.registry import draw_place
from printkit.products.tabletop.rosette import CASING, draw_casing, draw_cloth
from printkit.products.tabletop.round_places import draw_light
from printkit.products.tabletop.surface import table_inks
from printkit.products.tabletop.tracks import step_texts

ON = "table"
# What the table consists of: one of each of these kinds, buttons besides, and one long track.
_ONCE, _OFTEN, _MIN_STEPS = ("cells", "hand", "lights", "name", "stock"), ("button",), 8
_NEEDED = ("cells", "hand")
# From an edge of a zone to its cards, and from the cut to that edge (mm).
_ZONE, _EDGE = 0.6, 0.35
# The dial (mm): its largest and its smallest radius, the ring of its spots, what they leave free of
# half a circle (degrees), a ring of holes for pegs, the frame of the deck in it and its chamfer.
_MAX_DIAL, _MIN_DIAL, _SPOTS, _FREE, _PEGS, _DECK, _CUT = 61.0, 48.0, 9.4, 16.0, 4.8, 4.0, 7.0
# What the label and the ruler of a sheet take of one side of it, and marks of each (mm).
_SLUG, _MARK = 9.2, 1.2
# The console (mm): air about it, a button's height, a light, the title, from one to the next.
_AIR, _BUTTON, _LIGHT, _TITLE, _NEXT = 3.5, 15.0, 8.5, 7.6, 3.4
# Silver on felt, and gold that is read on white.
_SILVER, _DARK_GOLD = 0.55, "#946409"
# The total that is too much, and what is read on full totals.
_RED, _INKS = "#b3202c", (WHITE, BLACK)


def is_dial_table(variant: Variant) -> bool:
    """Return True if a variant has on its table what this table consists of, and nothing else."""
    kinds = [place.kind for place in variant.places if place.on == ON]
    tracks = [track for track in variant.tracks if track.on == ON]
    once = all(kinds.count(kind) == 1 for kind in set(kinds) - set(_OFTEN))
    return (
        once
        and set(kinds) <= {*_ONCE, *_OFTEN}
        and set(kinds) >= set(_NEEDED)
        and [len(step_texts(track)) >= _MIN_STEPS for track in tracks] == [True]
    )


def dial_table(variant: Variant, options: RenderOptions) -> Board:
    """Return the table. Raises TextOverflow."""
    table = _Table(variant, options)

    def attempt(radius: float) -> _Table | Overflow:
        smaller = _Table(variant, options, radius)
        return smaller if smaller.fits_one_sheet else Overflow(TOLERANCE, "table", radius)

    best = find_largest(attempt, sizes_between(table.least_dial, _MAX_DIAL, 1.0))
    return (table if isinstance(best, Overflow) else best).draw()


@lru_cache(maxsize=8)
def _player_theme(theme: Theme, far: bool) -> Theme:
    """Return the theme of a player: gold near, silver (or the common colour on white) far."""
    soft = theme.colours.get(FELT)
    if soft is not None:
        silver = blend(WHITE, soft, _SILVER)
        return replace(theme, colours={**theme.colours, COLOUR: silver}) if far else theme
    if far or not theme.solid:
        return theme
    return replace(theme, colours={**theme.colours, COLOUR: parse_hex(_DARK_GOLD)})


class _Table:
    """The measures of a table, about the origin, and its drawing."""

    def __init__(self, variant: Variant, options: RenderOptions, dial: float = 0.0) -> None:
        self.variant, self.options = variant, options
        self.places = {
            place.kind: place
            for place in reversed(variant.places)
            if place.on == ON and place.kind not in _OFTEN
        }
        self.buttons = [p for p in variant.places if p.on == ON and p.kind in _OFTEN]
        self.track = next(track for track in variant.tracks if track.on == ON)
        self.pegged = options[PEG_HOLES]
        self.pitch = options.size.w + AIR, options.size.h + AIR
        cells, hand = self.places["cells"], self.places["hand"]
        self.across = -(-cells.count // cells.rows)
        self.cells = self.across * self.pitch[0], cells.rows * self.pitch[1]
        self.hand = hand.count * self.pitch[0], self.pitch[1]
        self.dial = max(dial or _MAX_DIAL, self.least_dial)
        self.around = _EDGE + _ZONE
        self.width = 2 * (self.cells[0] + 2 * _ZONE + _EDGE + self.dial + CASING + 1.2)
        self.width = max(self.width, self.hand[0] + self.cells[0] + 2 * self.around + 60.0)
        low = 2 * (self.dial + CASING + 1.2 + self.pitch[1] + 2 * _ZONE + _EDGE)
        self.height = max(self.cells[1] + self.pitch[1] + 2 * self.around, low)

    @property
    def least_dial(self) -> float:
        """The least radius of the dial: round the deck in it."""
        inside = _SPOTS + (_PEGS if self.pegged else 0.0)
        size, reach = self.options.size, _DECK + AIR
        if "stock" not in self.places:
            return _MIN_DIAL
        corner = math.hypot(size.w / 2 + reach, size.h / 2 + reach - _CUT)
        return max(_MIN_DIAL, corner + inside, size.h / 2 + reach + inside)

    @property
    def fits_one_sheet(self) -> bool:
        """Return True if the table and a label beside it fit one sheet of the paper."""
        short, long = sorted((self.width + 2 * SAFE, self.height + 2 * SAFE))
        low, high = min(self.options.page_area), max(self.options.page_area)
        return any(
            short + a <= low and long + b <= high
            for a, b in ((_SLUG, 2 * _MARK), (2 * _MARK, _SLUG))
        )

    def draw(self) -> Board:
        """Draw all of it."""
        options, palette = self.options, self.options.theme.palette(COLOUR)
        inks = table_inks(options.theme)
        edge = rect_path(Rect(-self.width / 2, -self.height / 2, self.width, self.height))
        far_end = math.hypot(self.width, self.height) / 2
        r = self.dial
        items: list[Item] = [
            draw_cloth(r + 5.0, far_end, edge, inks),
            *draw_casing(r, palette, inks),
            *self._draw_heart(),
        ]
        holes: list[Point] = []
        second = options.second_language
        for far in (False, True):
            language = (second or options.language) if far else options.language
            own = replace(options, language=language, second_language=None)
            theme = _player_theme(options.theme, far)
            own = replace(own, values={**own.values, THEME.name: theme})
            half = _Half(self, own)
            drawn = half.draw()
            if far:
                turned = drawn if second else as_artifact(drawn)
                items.append(transformed(list(turned), half_rotation(0, 0)))
                holes += [(-x, -y) for x, y in half.holes]
            else:
                items += drawn
                holes += half.holes
        return Board(self.width, self.height, tuple(items), tuple(holes))

    def _draw_heart(self) -> list[Item]:
        """Draw what is within the spots of the dial: rings, and the deck that both share."""
        palette, inks = self.options.theme.palette(COLOUR), table_inks(self.options.theme)
        outer = self.dial - _SPOTS - (_PEGS if self.pegged else 0.0)
        items: list[Item] = [
            Path(circle(outer), stroke=main_stroke(palette)),
            *draw_waves(0.78 * outer, outer - 0.6, inks, golden=True),
            *draw_waves(0.36 * outer, 0.78 * outer, inks, golden=False),
        ]
        stock = self.places.get("stock")
        if stock is None:
            star = star_path(8, 0.22 * outer, 0.07 * outer)
            return [
                *items,
                Path(octagon(0.36 * outer), fill=inks.deep, stroke=main_stroke(palette)),
                Path(
                    star,
                    fill=palette.accent if palette.solid else None,
                    stroke=None if palette.solid else main_stroke(palette),
                ),
            ]
        drawn = draw_place(stock, self.variant, self.options, PlaceHints(facing=True))
        w, h = drawn.width + 2 * _DECK, drawn.height + 2 * _DECK
        frame = draw_plate(Rect(-w / 2, -h / 2, w, h), palette, fill=inks.deep, chamfer=_CUT)
        return [*items, frame, transformed(drawn.items, translation(0, 0))]


class _Half:
    """What one player reads, upright from below."""

    def __init__(self, table: _Table, options: RenderOptions) -> None:
        self.table, self.options = table, options
        self.palette = options.theme.palette(COLOUR)
        self.inks = table_inks(options.theme)
        self.holes: list[Point] = []
        self.left, self.low = -table.width / 2 + table.around, table.height / 2 - table.around
        self.top = self.low - table.pitch[1] - table.cells[1]

    def draw(self) -> list[Item]:
        return [
            Path(
                self._zone(),
                fill=self.inks.deep if self.palette.solid else self.inks.ground,
                stroke=main_stroke(self.palette, 0.7),
            ),
            *self._draw_cards(),
            *self._draw_totals(),
            *self._draw_console(),
        ]

    def site(self, place: Place, hints: PlaceHints | None = None) -> PlaceContext:
        return make_context(place, self.table.variant, self.options, hints or PlaceHints())

    def _zone(self) -> PathData:
        """Return the L about the cells and the hand."""
        table = self.table
        x0, x1 = self.left - _ZONE, self.left + table.cells[0] + _ZONE
        x2 = self.left + max(table.hand[0], table.cells[0]) + _ZONE
        y0, y2 = self.top - _ZONE, self.low + _ZONE
        y1 = self.low - table.hand[1] - _ZONE
        corners = [(x0, y0), (x1, y0), (x1, y1), (x2, y1), (x2, y2), (x0, y2)]
        return PathBuilder().polygon(corners).done()

    def _draw_cards(self) -> list[Item]:
        """Draw the cells, and the hand with its name across its middle."""
        table, options = self.table, self.options
        cells, hand = table.places["cells"], table.places["hand"]
        hints = PlaceHints(table.across, share_padding=True)
        first = draw_place(cells, table.variant, options, hints)
        hints = PlaceHints(hand.count, share_padding=True, nameless=True)
        second = draw_place(hand, table.variant, options, hints)
        x = self.left + table.hand[0] / 2
        label = make_label(
            hand.name, hand.how, 0.6 * table.hand[0], options, self.site(hand).words, size=3.5
        )
        box = Rect(x - label.width / 2 - 4, self.low - table.hand[1] + 5, label.width + 8, 0)
        box = box._replace(h=label.height + 3)
        return [
            transformed(
                first.items,
                translation(self.left + table.cells[0] / 2, self.top + table.cells[1] / 2),
            ),
            transformed(second.items, translation(x, self.low - table.hand[1] / 2)),
            draw_plate(box, self.palette, fill=self.inks.deep),
            label.draw_about(*box.centre),
        ]

    # --- the dial -------------------------------------------------------------------------------

    def _draw_totals(self) -> list[Item]:
        """Draw this player's half of the dial, from the lowest total below to the most above."""
        table = self.table
        track, r = table.track, table.dial - _SPOTS / 2
        texts = step_texts(track)
        step = (180 - _FREE) / (len(texts) - 1)
        spot = min(7.4, 0.95 * math.radians(step) * r) / 2
        items: list[Item] = []
        for i, text in enumerate(texts):
            angle = math.radians(90 + _FREE / 2 + i * step)
            x, y = r * math.cos(angle), r * math.sin(angle)
            items.append(transformed(self._draw_spot(text, spot, track), translation(x, y)))
            if table.pegged:
                inner = table.dial - _SPOTS - HOLE / 2 - 0.6
                x, y = inner * math.cos(angle), inner * math.sin(angle)
                self.holes.append((x, y))
                items.append(transformed(draw_centre_mark(self.palette), translation(x, y)))
        name = ArcLine(
            track.name[self.options.language], TITLE_BOLD, MIN_TABLE_TEXT_SIZE, self.inks.text
        )
        available = 2 * math.radians(_FREE / 2) * r - 2 * spot - 0.6
        if name.width <= available:
            return [*items, *draw_arc_text(name, r)]
        inside = table.dial - _SPOTS - (_PEGS if table.pegged else 0.0) - 3.0
        return [*items, *draw_arc_text(name, inside)]

    def _draw_spot(self, text: str, r: float, track: Track) -> list[Item]:
        """Draw a total: the last one is full, and what is beyond it is red."""
        solid = self.palette.solid
        full, beyond = text == str(track.last), text == step_texts(track)[-1] and track.beyond
        fill, ink = self.inks.tone, self.inks.text
        if full or beyond:
            fill = parse_hex(_RED) if beyond else self.palette.main
            ink = max(_INKS, key=lambda colour: contrast(colour, fill))
        size = max(MIN_TABLE_TEXT_SIZE, 0.86 * r)
        label = fit_label(
            (LabelText(text, TITLE_BOLD, size),), 2 * r, ink if solid else self.inks.text
        )
        rim = main_stroke(self.palette, 0.5 if full or beyond else 0.25)
        return [
            Path(circle(r), fill=fill if solid else self.inks.ground, stroke=rim),
            label.draw_about(0, 0.1),
        ]

    # --- the console ----------------------------------------------------------------------------

    def _draw_console(self) -> list[Item]:
        """Draw buttons, lights, the line for a name and the title, from below upwards."""
        table = self.table
        left = self.left + table.hand[0] + _ZONE + _AIR
        right = table.width / 2 - table.around - table.cells[0] - _ZONE - _EDGE - _AIR
        width, x = right - left, (left + right) / 2
        y = table.height / 2
        items: list[Item] = []
        if table.buttons:
            items += self._draw_buttons(left, y - _BUTTON / 2, width)
            y -= _BUTTON + _NEXT
        lights = table.places.get("lights")
        if lights is not None:
            drawn, spots, height = self._draw_lights(lights, width)
            items.append(transformed(drawn, translation(x, y - height)))
            if table.pegged:
                self.holes += [(x + dx, y - height + dy) for dx, dy in spots]
            y -= height + _NEXT
        line = table.places.get("name")
        if line is not None:
            drawing = draw_place(line, table.variant, self.options, PlaceHints(width=width - 4))
            items.append(transformed(drawing.items, translation(x, y - drawing.height / 2)))
            y -= drawing.height + 0.5 * _NEXT
        lock = draw_lock_up(
            table.variant, self.options.language, self.options.theme, width - 4, _TITLE
        )
        if y - lock.height > table.dial + CASING + 1.0:
            items.append(transformed(lock.items, translation(left + 2, y - lock.height)))
        return items

    def _draw_buttons(self, left: float, y: float, width: float) -> list[Item]:
        """Draw the buttons side by side."""
        count = len(self.table.buttons)
        own = (width - (count - 1) * 4.0) / count
        items: list[Item] = []
        for i, button in enumerate(self.table.buttons):
            hints = PlaceHints(width=own, height=_BUTTON)
            drawing = draw_place(button, self.table.variant, self.options, hints)
            items.append(
                transformed(drawing.items, translation(left + own / 2 + i * (own + 4.0), y))
            )
        return items

    def _draw_lights(self, lights: Place, width: float) -> tuple[list[Item], list[Point], float]:
        """Draw the lights in a row, below them their name; return their middles and their
        height too.
        """
        site = self.site(lights)
        r = min(_LIGHT, (width - 4 * lights.count) / lights.count / 2)
        label = make_label(lights.name, lights.how, width, self.options, site.words, size=3.2)
        height = 2 * r + 1.4 + label.height
        spots = [((i - (lights.count - 1) / 2) * (2 * r + 4.0), r) for i in range(lights.count)]
        items: list[Item] = [transformed(draw_light(r, site), translation(x, y)) for x, y in spots]
        return [*items, label.draw_below(0, 2 * r + 1.4)], spots, height
