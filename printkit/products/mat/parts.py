"""The parts of a mat: its heart, its pots, and its bands of phases, hands and penalties.

Input: a Variant, a language. Output: cells, each with the middle of its upper edge at the origin,
and rows of cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import fsum

import msgspec
from msgspec.structs import replace

from printkit.art.emblems import draw_pictogram, pictogram_names
from printkit.art.theme import Theme
from printkit.base.geometry import polar, rotation, translation
from printkit.base.messages import as_lead, translate
from printkit.components.tokens import table_token_shape
from printkit.faces.small_cards import RATIO, draw_small_card
from printkit.graphics.display_list import Item, Path, Use, as_artifact, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder, circle
from printkit.layout.fitting import cut_by_length
from printkit.model.cards import Card
from printkit.model.description import Description, Entry, PaymentEntry
from printkit.model.tabletop import Place, Track
from printkit.model.variant import Variant
from printkit.pieces.options import PEG_HOLES
from printkit.pieces.product import RenderOptions
from printkit.rules.ladder import Rung, examples
from printkit.tabletop.places import (
    CARDS,
    FIELD,
    POT,
    draw_core,
    draw_die,
    draw_name_plates,
    draw_place,
    draw_pot_ring,
    draw_token_place,
    ornament_scale,
    step_texts,
)
from printkit.tabletop.surfaces import (
    CASING,
    COLOUR,
    HOLE,
    ArcLine,
    Label,
    PlaceContext,
    PlaceDrawing,
    PlaceHints,
    PlaceLabels,
    arc_band,
    draw_arc_text,
    draw_casing,
    draw_centre_mark,
    draw_dots,
    draw_ring,
    draw_rings,
    fit_word,
    make_note,
    octagon,
    plate_depth,
    ring_bounds,
    table_inks,
)

# --- heart ---------------------------------------------------------------------------------------

# Text of pots: size (mm per em), gap below the ring, gap after the first text, gap between notes.
_SIZE, _BELOW, _APART, _BETWEEN = 3.15, 3.0, 2.4, 0.9
# The largest width of a pot's text, in diameters of its ring.
_WIDER = 1.12


def sort_penalties(
    variant: Variant, pots: Sequence[Place]
) -> tuple[dict[str, list[PaymentEntry]], list[PaymentEntry]]:
    """Return the penalties that are paid into each pot of a mat, and the other penalties.

    Payments from a pot are left out, because they are printed in that pot. The first pot without
    penalties gets the other penalties that have a short form.
    """
    paid: dict[str, list[PaymentEntry]] = {pot.id: [] for pot in pots}
    rest: list[PaymentEntry] = []
    for penalty in sorted(Description(variant).payments, key=lambda entry: entry.number):
        # Payments from a pot are printed in that pot.
        if getattr(penalty.due, "source", None) not in paid:
            paid.get(getattr(penalty.due, "to", None) or "", rest).append(penalty)
    free = next((penalties for penalties in paid.values() if not penalties), None)
    if free is None:
        return paid, rest
    free += [penalty for penalty in rest if penalty.short is not None]
    return paid, [penalty for penalty in rest if penalty not in free]


def draw_pot_column(
    pot: Place, paid: Sequence[PaymentEntry], variant: Variant, options: RenderOptions
) -> PlaceDrawing:
    """Draw a pot with its text below it and, turned, above it. Raises TextOverflow."""
    context = PlaceContext(pot, variant, options)
    k = ornament_scale(options)
    r = POT * k
    width = 2 * r * _WIDER
    size = max(MIN_TABLE_TEXT_SIZE, _SIZE * k)

    def notes(language: str) -> list[Label]:
        texts = [("", pot.how[language])] if pot.how else []
        for penalty in paid:
            lead = as_lead(penalty.name[language], language)
            texts.append((lead, penalty.brief(language)))
        words = context.words
        return [make_note(lead, text, width, size, language, words) for lead, text in texts]

    sides = [notes(side.language) for side in options.sides]
    spaces = [_APART if pot.how and i == 1 else _BETWEEN for i in range(len(sides[0]))]
    depth = max(
        fsum([note.height for note in side] + spaces[1:]) + (_BELOW if side else 0.0)
        for side in sides
    )
    items: list[Item] = draw_pot_ring(r, context)
    for i, side in enumerate(sides):
        y, drawn = r + 1.5 + _BELOW, list[Item]()
        for note, space in zip(side, spaces, strict=True):
            y += space if drawn else 0.0
            drawn.append(note.draw_below(0.0, y))
            y += note.height
        if i and options.second_language is None:
            drawn = list(as_artifact(drawn))
        items.append(transformed(drawn, rotation(180 * i)))
    widest = max((note.width for side in sides for note in side), default=0.0)
    return PlaceDrawing(max(2 * r + 3.2, widest), 2 * (r + 1.5 + depth), tuple(items))


# Kinds of places that can be the heart of a mat without a defined one, best first.
_KINDS = ("field", "common", "dice", "hand", "slot", "tokens", "pot", "timer", "lights")
# Kinds with their name on the arcs; the greatest number of steps of a track there.
_ON_ARCS, _MAX_STEPS = ("field", "dice", "tokens", "common", "hand", "cells", "pot"), 6
# Sizes for poker cards (mm): the octagon in the middle, a die in it, the name on an arc, a step of
# a track; the width of the ring outside cards, and outside tokens.
_CORE, _DIE, _NAME, _STEP, _CAP, _RIM = 25.0, 14.8, 3.53, 10.4, 17.0, 17.0
# The largest angle of a plate (radians).
_WIDEST = 2.3


class Heart(msgspec.Struct, frozen=True):
    """The drawing of a heart, the ids of its places, and the id of its track."""

    drawing: PlaceDrawing
    places: tuple[str, ...]
    track: str


def choose_heart(variant: Variant, on: str) -> Place | None:
    """Return the heart that the game defines, or else the place of the most suitable kind, or
    None.
    """
    places = [place for place in variant.places if place.on == on]
    named = variant.mat.heart
    ranked = sorted(
        (place for place in places if place.kind in _KINDS or place.id == named),
        key=lambda place: (place.id != named, (*_KINDS, place.kind).index(place.kind)),
    )
    return ranked[0] if ranked else None


def draw_heart(place: Place, variant: Variant, options: RenderOptions) -> Heart:
    """Draw the heart. Raises TextOverflow."""
    context = PlaceContext(place, variant, options, PlaceHints(nameless=place.kind in _ON_ARCS))
    on = [other for other in variant.places if other.on == place.on]
    wants_die = place.kind in ("field", "tokens")
    dice = next((other for other in on if wants_die and other.kind == "dice"), None)
    tracks = (t for t in variant.tracks if t.on == place.on and len(step_texts(t)) <= _MAX_STEPS)
    has_arc = place.kind in _ON_ARCS and place.kind not in CARDS
    track = next(tracks, None) if has_arc else None
    drawing = _Rosette(context, dice, track).draw()
    place_ids = (place.id, *([dice.id] if dice is not None else []))
    return Heart(drawing, place_ids, track.id if track is not None else "")


class _Rosette:
    """The parts of a heart, measured before they are drawn."""

    def __init__(self, context: PlaceContext, dice: Place | None, track: Track | None) -> None:
        self.context, self.dice, self.track = context, dice, track
        self.k = ornament_scale(context.options)
        self.size = max(MIN_TABLE_TEXT_SIZE, _NAME * self.k)
        place = (context.place, context.variant, context.options, context.hints)
        # The cards over the rings.
        self.over = draw_place(*place) if context.place.kind in (*CARDS, "slot") else None
        self.core = self._measure_core()
        self.r = self._measure()

    def _measure_core(self) -> float:
        """Return the radius of the middle (mm)."""
        context, place, core = self.context, self.context.place, _CORE * self.k
        if place.kind == "dice":
            width = place.count * (_DIE + 3) * self.k
            return max(core, math.hypot(width / 2, _DIE * self.k / 2) / 0.86 + 2)
        if place.kind == "pot":
            return 1.16 * POT * self.k
        if self.dice is not None:
            return max(core, self._die_labels().height + (_DIE / 2 + 4.4) * self.k)
        if self.over is not None or place.kind in ("field", "tokens"):
            return core
        drawn = draw_place(place, context.variant, context.options)
        return max(core, math.hypot(drawn.width, drawn.height) / 2 + 1)

    def _measure(self) -> float:
        """Return the radius of the rings (mm)."""
        least, plate = FIELD * self.k, plate_depth(3, self.size)
        if self.over is not None:
            return max(least, self.over.height / 2 + max(_CAP * self.k, plate + 3))
        if self.context.place.kind == "tokens":
            token = table_token_shape(self.context.options).height / 2
            return max(least, self._orbit() + token + max(_RIM * self.k, plate + 2))
        return max(least, self.core + max(_RIM * self.k, plate + 3))

    def _orbit(self) -> float:
        """Return the radius of the ring of tokens (mm)."""
        shape, count = table_token_shape(self.context.options), self.context.place.count
        apart = (shape.height + 4) / (2 * math.sin(math.pi / count)) if count > 1 else 0.0
        return max(self.core + shape.height / 2 + 2, apart)

    @property
    def _plate_radius(self) -> float:
        """The radius of the name plates (mm)."""
        if self.over is not None:
            return (self.over.height / 2 + self.r) / 2
        if self.context.place.kind == "tokens":
            return self.r - max(_RIM * self.k, plate_depth(3, self.size) + 2) / 2
        bounds = ring_bounds(self.core, self.r - 1.2)
        start, end = bounds[len(bounds) // 2]
        return (start + end) / 2

    def draw(self) -> PlaceDrawing:
        context, palette, inks = self.context, self.context.palette, self.context.inks
        items: list[Item] = [
            *draw_casing(self.r, palette, inks),
            *draw_rings(self.core, self.r - 1.2, palette, inks),
            *self._draw_middle(),
        ]
        holes: list[tuple[float, float]] = []
        if context.place.kind in _ON_ARCS:
            items += self._draw_plates(holes)
        if self.over is not None:
            items.append(transformed(self.over.items, translation(0, 0)))
        side = 2 * (self.r + CASING)
        width = max(side, self.over.width if self.over is not None else 0.0)
        return PlaceDrawing(width, side, tuple(items), tuple(holes))

    # --- the middle -----------------------------------------------------------------------------

    def _draw_middle(self) -> list[Item]:
        context, kind = self.context, self.context.place.kind
        if self.over is not None:
            return []
        if kind == "pot":
            return draw_pot_ring(POT * self.k, context)
        if kind == "dice":
            return [self._octagon(), *self._draw_dice(context.place.count)]
        if kind in ("field", "tokens"):
            palette = context.palette
            core = self._draw_die_core() if self.dice else draw_core(self.core, palette, context)
            return [*core, *(self._draw_orbit() if kind == "tokens" else [])]
        return list(draw_place(context.place, context.variant, context.options).items)

    def _octagon(self) -> Path:
        palette = self.context.palette
        fill = self.context.inks.tone if palette.solid else None
        return Path(octagon(0.94 * self.core), fill=fill, stroke=palette.stroke(0.7))

    def _draw_dice(self, count: int) -> list[Item]:
        edge = _DIE * self.k
        die = draw_die(edge, self.context.palette, self.context.inks)
        xs = ((i - (count - 1) / 2) * (edge + 3) for i in range(count))
        return [transformed(die, translation(x, 0)) for x in xs]

    def _draw_die_core(self) -> list[Item]:
        assert self.dice is not None
        labels = self._die_labels()
        below = labels.draw_below((_DIE / 2 + 1.6) * self.k)
        return [self._octagon(), *self._draw_dice(self.dice.count), *below]

    def _die_labels(self) -> PlaceLabels:
        assert self.dice is not None
        texts, width = self.dice.how or self.dice.name, 1.1 * _CORE * self.k
        size = max(MIN_TABLE_TEXT_SIZE, 3.1 * self.k)
        return self.context.labels(texts, None, width, size)

    def _draw_orbit(self) -> list[Item]:
        """Draw the places of tokens round the middle."""
        count, orbit = self.context.place.count, self._orbit()
        token = draw_token_place(self.context)
        places = (polar(orbit, 360 * i / count - 90) for i in range(count))
        ring = Path(circle(orbit), stroke=self.context.palette.stroke())
        return [ring, *(transformed(token, translation(*place)) for place in places)]

    # --- on the arcs ----------------------------------------------------------------------------

    def _draw_plates(self, holes: list[tuple[float, float]]) -> list[Item]:
        """Draw the plates with the name for both sides, and the track at the right."""
        r = self._plate_radius
        widest = _WIDEST - (0.9 if self.track is not None else 0.0)
        if self.over is not None:
            widest = min(widest, self._free_angle(r))
        items = draw_name_plates(self.context, r, self.size, widest)
        if self.track is not None:
            items += self._draw_track(r, holes)
        return items

    def _free_angle(self, r: float) -> float:
        """Return the angle that is free for a plate beside the cards (radians)."""
        assert self.over is not None
        inner = r - plate_depth(3, self.size) / 2
        low = self.over.height / 2 + 0.8
        beside = math.pi if inner <= low else 2 * math.acos(min(1.0, low / r))
        return max(0.7, beside)

    def _draw_track(self, r: float, holes: list[tuple[float, float]]) -> list[Item]:
        """Draw the steps of a track on an arc at the right, preceded by the name of the track."""
        track, context = self.track, self.context
        assert track is not None
        palette, inks, size = context.palette, context.inks, self.size
        name = " · ".join(context.options.translations(track.name))
        line = ArcLine(name, TITLE_BOLD, max(MIN_TABLE_TEXT_SIZE, 0.9 * size), inks.text)
        step = _STEP * max(0.86, self.k)
        texts, pegged = step_texts(track), context.options[PEG_HOLES]
        whole = line.width + 2.0 + len(texts) * (step + 0.8) - 0.8
        depth = step / 2 + 1.2
        start = math.pi / 2 - whole / 2 / r
        band = arc_band(r - depth, r + depth, (whole / 2 + 2.0) / r, math.pi / 2)
        items: list[Item] = [
            Path(band, fill=inks.deep, stroke=palette.stroke(0.5)),
            *draw_arc_text(line, r, start + line.width / 2 / r),
        ]
        for i, text in enumerate(texts):
            angle = start + (line.width + 2.0 + step / 2 + i * (step + 0.8)) / r
            x, y = r * math.sin(angle), r * math.cos(angle)
            label = fit_word(text, (0.3 if pegged else 0.46) * step, step, inks.text)
            here = [*draw_ring(step / 2, palette)[:1]]
            if pegged:
                holes.append((x, y))
                here += draw_centre_mark(palette)
                here.append(label.draw_below(0, HOLE / 2 + 0.2))
            else:
                here.append(label.draw_about(0, 0.2))
            turned = rotation(math.degrees(-angle))
            items.append(transformed(here, turned.then(translation(x, y))))
        return items


# --- band ----------------------------------------------------------------------------------------

# For poker cards: a pictogram, the number of a hand (mm); the pitch of cards (in card widths).
_ICON, _NUMBER, _PITCH = 14.0, 4.2, 0.86
# The sizes of names and notes (mm per em); the least measure of names, the measure of notes (em).
_BAND_NAME, _NOTE, _NARROW, _WIDE = 3.39, 3.03, 9.0, 14.0
# The measure of a full text (em).
_FULL = 17.0
# Gaps (mm): picture to name, name to note, between cells, between groups.
_BELOW_NAME, _TO_NOTE, _BETWEEN_PLACES, _GROUPS = 2.6, 0.8, 7.0, 11.0
# The width of cards (mm) in a ladder of more than a number of hands.
_CARDS = ((7, 8.6), (4, 10.6), (0, 13.0))
# The cost of a row that ends within a group (mm).
_BROKEN = 60.0


class BandCell(msgspec.Struct, frozen=True, eq=False):
    """A picture with its words below it.

    The origin of `items` is the middle of the upper edge; `axis` is the distance from there down to
    the middle of the picture.
    """

    group: int
    width: float
    height: float
    axis: float
    items: tuple[Item, ...]


class Row(msgspec.Struct, frozen=True, eq=False):
    """Cells side by side."""

    cells: tuple[BandCell, ...]
    between: float
    groups: float

    @property
    def gaps(self) -> list[float]:
        pairs = pairwise(self.cells)
        return [self.between if a.group == b.group else self.groups for a, b in pairs]

    @property
    def width(self) -> float:
        return fsum(cell.width for cell in self.cells) + fsum(self.gaps)

    @property
    def axis(self) -> float:
        """The distance from the top to the centre of the pictures."""
        return max(cell.axis for cell in self.cells)

    @property
    def height(self) -> float:
        return self.axis + max(cell.height - cell.axis for cell in self.cells)

    def middles(self, spare: float) -> list[float]:
        """Return the centre of each cell in a row centred on 0; up to `spare` mm are shared among
        the gaps.
        """
        more = min(spare / (len(self.cells) + 1), 1.2 * self.groups)
        steps = [cell.width + gap + more for cell, gap in zip(self.cells, self.gaps, strict=False)]
        starts = accumulate(steps, initial=-(self.width + more * len(self.gaps)) / 2)
        return [x + cell.width / 2 for x, cell in zip(starts, self.cells, strict=True)]


# The hands of a game, each with its rank and the cards that show it.
Ladder = tuple[tuple[Entry, Rung, tuple[Card, ...]], ...]


def show_ladder(variant: Variant) -> Ladder:
    """Return the hands of a game, each with the cards of an example, if it has one."""
    shown = examples(variant)
    return tuple(
        (entry, Rung(entry.number, hand, ()), shown.get(hand.id, ()))
        for entry, hand in zip(Description(variant).hands, variant.hands, strict=True)
    )


class Band:
    """Draws the band of one side: phases, hands with examples, and costs.

    `cards` is the theme of the cards in the ladder of hands, and `larger` is the scale of the band.
    """

    def __init__(
        self,
        variant: Variant,
        options: RenderOptions,
        cards: Theme,
        ladder: Ladder,
        costs: Sequence[PaymentEntry],
        larger: float = 1.0,
    ) -> None:
        self.variant, self.options, self.cards = variant, options, cards
        self.ladder, self.costs = ladder, costs
        self.language = options.language
        self.k = ornament_scale(options) * larger
        self.inks, self.palette = table_inks(options.theme), options.theme.palette(COLOUR)
        self.icons = replace(self.palette, main=self.inks.text)
        self.words = replace(self.palette, main=self.inks.text, ink=self.inks.aside)

    def enlarge(self, by: float) -> Band:
        """Return the same band, `by` times as large as usual."""
        return Band(self.variant, self.options, self.cards, self.ladder, self.costs, by)

    @cached_property
    def cells(self) -> tuple[BandCell, ...]:
        """The cells of all groups: phases, hands and costs."""
        phases = Description(self.variant).phases
        pictures = (self._make_picture_cell(0, phase, "") for phase in phases)
        costs = (self._make_picture_cell(2, cost, cost.brief(self.language)) for cost in self.costs)
        return (*pictures, *self._make_hand_cells(), *costs)

    def divide_rows(self, count: int) -> list[Row]:
        """Divide the cells into `count` rows, with the widest row as narrow as possible, or into
        none if there are fewer cells.

        A row that ends within a group counts as wider.
        """
        k, cells = self.k, self.cells

        def row(start: int, end: int) -> Row:
            return Row(tuple(cells[start:end]), _BETWEEN_PLACES * k, _GROUPS * k)

        def cost(start: int, end: int) -> float:
            broken = end < len(cells) and cells[end].group == cells[end - 1].group
            return row(start, end).width + broken * _BROKEN * k

        if count > len(cells):
            return []
        cuts = cut_by_length(len(cells), count, cost)
        return [row(start, end) for start, end in pairwise(cuts)]

    def draw_row(self, row: Row, middles: Sequence[float]) -> Iterator[tuple[float, Item]]:
        """Yield each drawing in a row, and each chevron or rule between two cells, with the x of
        its middle (mm).

        The origin of a drawing is at this x, on the upper edge of the row.
        """
        for cell, x in zip(row.cells, middles, strict=True):
            yield x, transformed(cell.items, translation(0, row.axis - cell.axis))
        for (one, x), (other, u) in pairwise(zip(row.cells, middles, strict=True)):
            middle = (x + one.width / 2 + u - other.width / 2) / 2
            same = one.group == other.group
            mark = self._draw_chevron(row.axis) if same else self._draw_rule(row)
            if not same or one.group < 2:
                yield middle, mark

    def _draw_chevron(self, y: float) -> Path:
        r = 1.5 * self.k
        builder = PathBuilder().move(-r / 2, y - r).line(r / 2, y).line(-r / 2, y + r)
        return Path(builder.done(), stroke=self.inks.stroke(self.palette.accent, 0.6))

    def _draw_rule(self, row: Row) -> Path:
        line = PathBuilder().move(0, row.axis - 9 * self.k).line(0, row.height)
        return Path(line.done(), stroke=self.inks.stroke(self.inks.line, 0.25))

    # --- cells ----------------------------------------------------------------------------------

    def _make_picture_cell(self, group: int, thing: Entry, text: str) -> BandCell:
        size, icon = _ICON * self.k, thing.icon
        if icon in pictogram_names():
            picture: Item = draw_pictogram(icon, self.icons, 0, size / 2, size)
        else:
            dot = PathBuilder().circle(0, size / 2, 0.16 * size).done()
            picture = draw_dots(dot, self.palette.accent, self.palette)
        return self._make_cell(group, [picture], size, size, thing.name[self.language], text)

    def _make_cell(
        self, group: int, picture: list[Item], width: float, height: float, name: str, text: str
    ) -> BandCell:
        """Return a cell of a picture with its text below it. Raises TextOverflow."""
        size = max(MIN_TABLE_TEXT_SIZE, _BAND_NAME * self.k)
        small = max(MIN_TABLE_TEXT_SIZE, _NOTE * self.k)
        max_width = max(width, _NARROW * size)
        label = fit_word(name, size, max_width, self.inks.text)
        if label.overflow:
            label = fit_word(name, size, _WIDE * size, self.inks.text)
        y = height + _BELOW_NAME * self.k
        items = [*picture, label.draw_below(0, y)]
        y += label.height
        widest = max(width, label.width)
        if text:
            max_width = max(widest, (_FULL if len(text) > 60 else _WIDE) * small)
            note = make_note("", text, max_width, small, self.language, self.words)
            items.append(note.draw_below(0, y + _TO_NOTE))
            y += _TO_NOTE + note.height
            widest = max(widest, note.width)
        return BandCell(group, widest, y, height / 2, tuple(items))

    def _make_hand_cells(self) -> Iterator[BandCell]:
        width = next((card for more, card in _CARDS if len(self.ladder) > more), 0.0) * self.k
        for entry, rung, cards in self.ladder:
            name, note = entry.name[self.language], self._describe_rung(entry, rung)
            yield self._make_hand_cell(entry.number, cards, width, name, note)

    def _describe_rung(self, entry: Entry, rung: Rung) -> str:
        """Return the notes on a hand: its value and whether it wins both pots, if stated, else its
        short description.

        The best hand of a game that counts by hues also has its short description.
        """
        hand, language = rung.hand, self.language
        two_pots = sum(place.kind == "pot" for place in self.variant.places) > 1
        takes = translate(language, "mat.both-pots") if hand.pot and two_pots else ""
        parts = [part for part in (rung.label(language), takes) if part]
        by_hues = self.variant.counting.hues and hand.best
        if entry.short and (by_hues or not parts):
            parts.append(entry.short[language])
        return " · ".join(parts)

    def _make_hand_cell(
        self, number: int, cards: Sequence[Card], card: float, name: str, note: str
    ) -> BandCell:
        """Return the cell of a hand: number, example, name and notes."""
        r, pitch = _NUMBER * self.k, _PITCH * card
        height = max(card * RATIO, 2 * r)
        fan = card + pitch * (len(cards) - 1) if cards else 0.0
        whole = 2 * r + (1.6 * self.k + fan if cards else 0.0)
        x, y = -whole / 2 + r, height / 2
        disc = PathBuilder().circle(x, y, r).done()
        solid = self.palette.solid
        ground = self.palette.accent if self.inks.deep != self.inks.ground else self.inks.line
        ink = self.inks.deep if solid else self.inks.text
        figure = fit_word(str(number), 1.25 * r, 2 * r, ink)
        stroke = None if solid else self.inks.stroke(self.inks.line, 0.35)
        items: list[Item] = [
            Path(disc, fill=ground if solid else None, stroke=stroke),
            figure.draw_about(x, y + 0.06 * r),
        ]
        for i, example in enumerate(cards):
            centre = x + r + 1.6 * self.k + card / 2 + i * pitch
            symbol = draw_small_card(example, round(card, 2), self.cards)
            items.append(Use(symbol, translation(centre, y)))
        return self._make_cell(1, items, whole, height, name, note)
