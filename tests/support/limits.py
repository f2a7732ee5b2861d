"""Rules for every face: each returns the errors that it finds on one face."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise

from printkit.art.engraved import header_of
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.faces.engraved_faces import drawing_of, picture_of
from printkit.faces.engraved_numbers import number_drawing
from printkit.faces.picture_faces import full_drawing
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Symbol, Use
from printkit.model.cards import Card
from printkit.model.fields import MINUS, PLUS_MINUS, shown_values
from tests.support.faces import REACH, Face, digit_boxes, uses
from tests.support.prints import SIX_POINT, trim
from tests.support.walk import (
    HAIRLINE,
    Leaf,
    ink_box,
    leaves,
    overlap,
    symbol_ink,
    text_box,
    tight,
    turned_text,
    visible,
)

SAFE = 3.0
# Twelve minutes of arc at 1.5 m; the figures of a large-print deck; the visible part in a fan (mm).
READ_ON_A_TABLE = 1500 * math.tan(math.radians(12 / 60))
READ_FROM_AFAR, SEEN_IN_A_FAN = 11.0, 16.0
DUST = 1e-3
MIDDLE = Rect(0, 0, 0, 0)


def near(rect: Rect) -> str:
    return f"{rect.x:.2f} {rect.y:.2f} … {rect.right:.2f} {rect.bottom:.2f}"


def unread(face: Face, leaf: Leaf) -> str:
    """Return what makes an index illegible in a fan or across a table, or nothing."""
    piece, box = face.piece, text_box(leaf)
    from_side = piece.width / 2 - abs(box.centre[0]) + box.w / 2
    height = min((digit.h for digit in digit_boxes(leaf)), default=math.inf)
    least = READ_FROM_AFAR if face.anatomy.large else READ_ON_A_TABLE
    if height >= least - DUST and (from_side <= SEEN_IN_A_FAN or face.anatomy.large):
        return ""
    return f"{leaf.item.run.text} {height:.2f} mm high, {from_side:.2f} mm from the side"


Rule = Callable[[Face], Iterator[str]]


def text_in_the_safe_area(face: Face) -> Iterator[str]:
    safe = trim(face.piece).inset(face.piece.safe_margin)
    for leaf, box in face.words:
        if not safe.contains(box, DUST):
            yield f"“{leaf.item.run.text}” {near(box)}"


def text_is_large_enough(face: Face) -> Iterator[str]:
    for leaf in face.texts:
        upright = math.hypot(leaf.matrix.c, leaf.matrix.d)  # on a sash, text is at an angle
        if leaf.item.size * upright < SIX_POINT - 1e-9:
            yield f"“{leaf.item.run.text}” has {leaf.item.size * 72 / 25.4:.2f} pt"


def texts_stand_apart(face: Face) -> Iterator[str]:
    for at, (leaf, box) in enumerate(face.words):
        for other, further in face.words[at + 1 :]:
            if box.intersects(further) and meet(leaf, other):
                yield f"“{leaf.item.run.text}” touches “{other.item.run.text}”"


def meet(one: Leaf, other: Leaf) -> bool:
    """Return whether two texts intersect, each along its own line.

    The upright boxes of two lines on a sash intersect although the lines are apart.
    """
    return all(
        turned_box(one, along).intersects(turned_box(other, along)) for along in (one, other)
    )


def turned_box(leaf: Leaf, along: Leaf) -> Rect:
    """Return the box of a text (mm) on a card that is turned until `along` is horizontal."""
    length = math.hypot(along.matrix.a, along.matrix.b)
    cos, sin = along.matrix.a / length, along.matrix.b / length
    return text_box(leaf._replace(matrix=leaf.matrix.then(Matrix(cos, -sin, sin, cos, 0, 0))))


def only_the_ground_is_near_the_cut(face: Face) -> Iterator[str]:
    """Check that a print over the cut extends to the end of the bleed, and that white paper has
    none.
    """
    whole = trim(face.piece)
    safe, bleeds = whole.inset(face.piece.safe_margin), face.theme.face.full_bleed
    for what, box in face.figure.shapes:
        if not safe.contains(box, DUST):
            yield f"{what} {near(box)} is less than {face.piece.safe_margin} mm from the cut"
    first = face.own[0].item
    printed = isinstance(first, Path) and tight(first.data) == whole.inset(-REACH)
    if printed != bleeds:
        yield "the ground is missing" if bleeds else "white paper is printed"


def lines_are_seen(face: Face) -> Iterator[str]:
    """Check that lines are at least a quarter of a point on paper, emblems included."""
    widths = [("shape", thinnest(face.own))]
    widths += [(one.key, thinnest_of(one) * matrix.scale) for one, matrix in face.symbols]
    for what, width in widths:
        if width < HAIRLINE - 1e-6:
            yield f"{what} has a line of {width:.4f} mm"


def thinnest(drawn: Iterable[Leaf]) -> float:
    """Return the width of the thinnest line (mm)."""
    widths = [
        leaf.item.stroke.width * leaf.matrix.scale
        for leaf in drawn
        if isinstance(leaf.item, Path) and leaf.item.stroke
    ]
    return min(widths, default=math.inf)


@cache
def thinnest_of(symbol: Symbol) -> float:
    """Return the same for a symbol in its own coordinates: most are on many faces."""
    return thinnest(leaves(symbol.items))


def index_is_read(face: Face) -> Iterator[str]:
    """Check that an index is legible at 1.5 m, in the part of a card visible in a fan.

    In a large-print deck, it is 11 mm high.
    """
    for leaf in face.index_texts:
        yield from [fault] if (fault := unread(face, leaf)) else []


def name_is_clear(face: Face) -> Iterator[str]:
    """Check that the name is clear of the index and its mark."""
    yield from meetings(face.names, [*face.figures, *face.marks])


def names_are_clear_of_plates(face: Face) -> Iterator[str]:
    """Check that a name, or the plate around it, does not touch the plate of an index."""
    indices = [plate for leaf in face.index_texts for plate in own_plates(face, leaf)[:1]]
    for leaf in face.texts:
        if not face.is_name(leaf):
            continue
        outlines = [corners(text_box(leaf._replace(matrix=IDENTITY)), leaf.matrix)]
        outlines += [plate_points(one) for one in own_plates(face, leaf) if one not in indices]
        for plate in indices:
            if any(touch(outline, plate_points(plate)) for outline in outlines):
                yield f"“{leaf.item.run.text}” touches a plate {near(tight_on_page(plate))}"


def own_plates(face: Face, text: Leaf) -> list[Leaf]:
    """Return the plates around a text, the smallest first."""
    box = text_box(text)
    found = [
        leaf
        for leaf in face.own
        if is_plate(leaf)
        and tight_on_page(leaf).contains(box, DUST)
        and not tight_on_page(leaf).contains(MIDDLE)
    ]
    return sorted(found, key=lambda leaf: tight_on_page(leaf).w * tight_on_page(leaf).h)


def corners(box: Rect, matrix: Matrix) -> list[tuple[float, float]]:
    return [
        matrix.apply(x, y)
        for x, y in (
            (box.x, box.y),
            (box.right, box.y),
            (box.right, box.bottom),
            (box.x, box.bottom),
        )
    ]


def plate_points(plate: Leaf) -> list[tuple[float, float]]:
    assert isinstance(plate.item, Path)
    places = plate.item.data.coords
    return [plate.matrix.apply(x, y) for x, y in zip(places[::2], places[1::2], strict=True)]


def touch(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    """Return whether two convex outlines meet: no side of either has them on its two sides."""
    for outline in (one, other):
        for (x, y), (to_x, to_y) in pairwise([*outline, outline[0]]):
            across = (y - to_y, to_x - x)
            first, second = (
                [px * across[0] + py * across[1] for px, py in points] for points in (one, other)
            )
            if max(first) < min(second) or max(second) < min(first):
                return False
    return True


def index_is_clear(face: Face) -> Iterator[str]:
    """Check that the index is clear of the pips, and its figures of the mark below them."""
    yield from meetings([*face.figures, *face.marks], face.pips)
    yield from meetings(face.figures, face.marks)


def pips_stand_apart(face: Face) -> Iterator[str]:
    """Check that pips are in the safe area, and hardly overlap each other's boxes."""
    a, end = face.anatomy, face.piece.safe_margin
    field = a.trim.inset(end)
    for at, (what, box) in enumerate(face.pips):
        if not field.contains(box, DUST):
            yield f"{what} {near(box)} leaves the field"
        for _, other in face.pips[at + 1 :]:
            both = overlap(box, other)
            if min(both.w, both.h) > 0 and both.w * both.h > 0.12 * box.w * box.h:
                yield f"{what} {near(box)} hides {near(other)}"
    if face.pips and len(face.pips) != face.card.pips:
        yield f"{len(face.pips)} pips"


def negative_indices_stand_on_a_plate(face: Face) -> Iterator[str]:
    """Check that negative figures stay inside their plate."""
    for leaf in face.index_texts:
        shown = leaf.item.run.text
        if shown[0] != MINUS or set(shown) & set("/…"):
            continue
        plates = [plate for plate in plates_behind(face, leaf) if is_plate(plate)
                  and visible(plate, face.paper)
                  and not tight_on_page(plate).contains(MIDDLE)]  # fmt: skip
        if drawing_of(face.card) or number_drawing(face.card):  # its lines, the space around it
            box = text_box(leaf)
            plates = [one for one in plates if tight_on_page(one).contains(box, DUST)][:1]
        if len(plates) != 1 or not tight_on_page(plates[0]).contains(text_box(leaf), DUST):
            yield f"“{shown}” stands on {len(plates)} plates"


# An octagon, and a rectangle with round corners.
PLATES = ("MLLLLLLLZ", "MLCLCLCLCZ")


def is_plate(leaf: Leaf) -> bool:
    """Return whether a leaf has the shape of a plate."""
    return isinstance(leaf.item, Path) and leaf.item.data.steps in PLATES


def tight_on_page(leaf: Leaf) -> Rect:
    assert isinstance(leaf.item, Path)
    return leaf.matrix.bounds(tight(leaf.item.data))


def plates_behind(face: Face, text: Leaf) -> list[Leaf]:
    """Return the filled shapes painted before a text that meet its ink."""
    box = text_box(text)
    return [
        leaf
        for leaf in face.own[: face.own.index(text)]
        if isinstance(leaf.item, Path)
        and (leaf.item.fill or leaf.item.stroke)
        and (ink := ink_box(leaf)) is not None
        and ink.intersects(box)
    ]


def figure_of(card: Card) -> str:
    """Return the figure of a corner: that of a card to turn has both signs, `±1T`."""
    if not card.turned:
        return card.index
    if card.index[1:] == card.lower_index[1:] and {card.index[:1], card.lower_index[:1]} == {
        "+",
        MINUS,
    }:
        return PLUS_MINUS + card.index[1:]
    return shown_values(card.values)


def index_is_drawn_as_it_is_written(face: Face) -> Iterator[str]:
    """Check the drawn index in both corners, or in all four.

    A figure in two colours is two texts at one place, each clipped to its part of the plate.
    """
    card = face.card
    shown = figure_of(card)
    drawn = {(leaf.matrix, leaf.item.x, leaf.item.y, leaf.item.run.text): leaf
             for leaf in face.index_texts}  # fmt: skip
    corners = sorted((turned_text(leaf), leaf.item.run.text) for leaf in drawn.values())
    half = face.anatomy.corners(picture=card.layout == "picture") // 2
    if corners != ([(False, shown)] * half + [(True, shown)] * half if shown else []):
        yield f"the index is {corners}"
    if not (shown or card.emblem or card.is_blank):
        yield "no corner tells what it is"


def has_sash(card: Card) -> bool:
    """Return True if the drawing of a card has a sash for its name."""
    drawing = next(iter(number_drawing(card)), drawing_of(card))
    return bool(drawing) and header_of(drawing).sash is not None


def name_is_read_aloud_once(face: Face) -> Iterator[str]:
    """Check that readers get the name once: the turned half, other corners and large figures are
    hidden.

    A caption is one text.
    """
    card = face.card
    spoken = [leaf.item.run.text for leaf in face.texts if not leaf.item.artifact]
    shown = [figure_of(card)] if card.index else []
    # In large print, a tall picture and a sash still have room for the name.
    roomy = (card.layout == "picture" and face.anatomy.is_tall) or has_sash(card)
    named = roomy or (card.layout in ("emblem", "picture", "court") and not face.anatomy.large)
    if card.layout == "number" and card.rank is None:
        named = roomy or not face.anatomy.large
    caption = (card.caption or card.name)[face.language]
    message = [*([caption] if named else []), *shown]
    if sorted(" ".join(spoken).upper().split()) != sorted(" ".join(message).upper().split()):
        yield f"{spoken} is read"


def symbols_hold_their_ink(face: Face) -> Iterator[str]:
    """Check that a symbol contains its ink, because a PDF clips a symbol at its box."""
    yield from sorted(spilt(face.piece.front, face.paper))


@cache
def spilt(symbol: Symbol, paper: str) -> frozenset[str]:
    """Return the ink outside the box of a symbol and of those that it uses."""
    ink, used = symbol_ink(symbol, paper), {one for one, _ in uses(symbol.items)}
    found = {fault for other in used for fault in spilt(other, paper)}
    if ink is not None and not symbol.box.contains(ink, DUST):
        found.add(f"{symbol.key}: {near(ink)} in {near(symbol.box)}")
    return frozenset(found)


def it_is_the_same_upside_down(face: Face) -> Iterator[str]:
    """Check the symmetry under a half turn.

    Exempt are ± cards, one picture, pips in the middle and the name on a sash, which are upright,
    and drawings that fill their card with its name on them (see `test_two_way`).
    """
    card = face.card
    tall = card.layout == "picture" and face.anatomy.is_tall
    if card.turned or tall or picture_of(card)[0] or full_drawing(card):
        return
    upright = {"pips": MID_PIPS.get(card.pips, 0), "ace": 1}.get(card.layout, 0)
    if card.layout == "court" or drawing_of(card):  # a name on a sash
        upright += sum(face.is_name(leaf) for leaf in face.texts)
    if drawing_of(card) or number_drawing(card):  # something in the middle of its ground
        upright += 1
    if len(alone := lone(face.piece.front.items)) > upright:
        yield f"{len(alone)} things have no partner half a turn away"


# The number of pips at mid-height.
MID_PIPS = {1: 1, 3: 1, 5: 1, 6: 2, 7: 1, 8: 2, 9: 1, 11: 1}


def marks(
    items: tuple[Item, ...], matrix: Matrix = IDENTITY
) -> Iterator[tuple[tuple[object, ...], tuple[object, ...]]]:
    """Return the drawn letters, points of paths and symbols with their places, as they are and
    after a half turn.

    Places are rounded to 0.001 mm.
    """
    for item in items:
        if isinstance(item, Group):
            yield from marks(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            place = placed(item.matrix.then(matrix))
            yield (item.symbol, place), (item.symbol, opposite(place))
        elif isinstance(item, ShapedText):
            paint = item.run, item.size, item.fill
            place = (*matrix[:4], *rounded(matrix.apply(item.x, item.y)))
            yield (*paint, place), (*paint, opposite(place))
        else:
            assert isinstance(item, Path)
            c = item.data.coords
            points = {rounded(matrix.apply(x, y)) for x, y in zip(c[0::2], c[1::2], strict=True)}
            paint = item.fill, item.stroke, item.even_odd
            yield (paint, frozenset(points)), (paint, frozenset(map(opposite, points)))


def rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple([round(value, 3) + 0.0 for value in values])


def placed(matrix: Matrix) -> tuple[float, ...]:
    return (*[round(value, 5) + 0.0 for value in matrix[:4]], *rounded(matrix[4:]))


def opposite(values: Iterable[float]) -> tuple[float, ...]:
    return tuple([0.0 - value for value in values])


def lone(items: tuple[Item, ...]) -> list[tuple[object, ...]]:
    """Return the items without a partner after a half turn.

    Symbols exactly in the middle of the face that are themselves symmetrical are left out.
    """
    here, turned = map(Counter, zip(*marks(items), strict=True))
    return [one for one in (here - turned).elements() if not is_shared(one)]


def is_shared(mark: tuple[object, ...]) -> bool:
    """Return whether a mark is a symmetrical symbol in the middle: rings."""
    symbol, place = mark[0], mark[1]
    if not isinstance(symbol, Symbol) or not isinstance(place, tuple):
        return False
    return place[4:] == (0.0, 0.0) and is_two_way(symbol)


@cache
def is_two_way(symbol: Symbol) -> bool:
    return lone(symbol.items) == []


def meetings(some: list[tuple[str, Rect]], others: list[tuple[str, Rect]]) -> Iterator[str]:
    for what, box in some:
        for other, further in others:
            if box.intersects(further):
                yield f"“{what}” {near(box)} meets {other} {near(further)}"


RULES: tuple[Rule, ...] = (
    text_in_the_safe_area,
    text_is_large_enough,
    texts_stand_apart,
    only_the_ground_is_near_the_cut,
    lines_are_seen,
    index_is_read,
    name_is_clear,
    names_are_clear_of_plates,
    index_is_clear,
    pips_stand_apart,
    negative_indices_stand_on_a_plate,
    index_is_drawn_as_it_is_written,
    name_is_read_aloud_once,
    symbols_hold_their_ink,
    it_is_the_same_upside_down,
)


def faults(face: Face, rules: tuple[Rule, ...] = RULES) -> list[str]:
    """Return all errors of a face."""
    return [f"{face.key}: {fault}" for rule in rules for fault in rule(face)]
