"""What every face keeps to, as rules: each tells the faults that it finds on one face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from printkit.base import paper_sizes
from printkit.base.geometry import IDENTITY, Matrix, Rect, half_rotation
from printkit.graphics.colour import WHITE, contrast
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Symbol, Use
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.model.notation import MINUS
from printkit.products.piece import Piece
from tests.support.faces import REACH, Face, digit_boxes, index_texts, near, trim
from tests.support.walk import (
    HAIRLINE,
    Leaf,
    ink_box,
    leaves,
    segments,
    symbol_ink,
    symbols,
    text_box,
    tight,
    turned_text,
)

SAFE = 3.0
SMALLEST = 6 * 25.4 / 72
# The figures of a poker card, and those of a large-print deck on every size (mm).
READ_IN_A_FAN, READ_FROM_AFAR = 6.0, 11.0
POKER = paper_sizes.card("poker")
DUST = 1e-3


def crossed(some: list[tuple[str, Rect]], lines: np.ndarray) -> Iterator[str]:
    """Things that a line runs through."""
    for what, box in some:
        hit = (
            (lines[:, 0] < box.right - DUST)
            & (lines[:, 2] > box.x + DUST)
            & (lines[:, 1] < box.bottom - DUST)
            & (lines[:, 3] > box.y + DUST)
        )
        if hit.any():
            yield f"“{what}” {near(box)} meets a line of the field"


def unread(piece: Piece, leaf: Leaf) -> str:
    """What keeps an index on a poker card from being read in a fan; nothing where it is read."""
    box = text_box(leaf)
    from_side, from_end = box.right + piece.width / 2, box.bottom + piece.height / 2
    if turned_text(leaf):
        from_side, from_end = piece.width / 2 - box.x, piece.height / 2 - box.y
    height = min(digit.h for digit in digit_boxes(leaf))
    if height >= 6 and from_side <= 13 and from_end <= 13:
        return ""
    return (
        f"{leaf.item.run.text} {height:.2f} mm high, "
        f"{from_side:.2f} and {from_end:.2f} mm from the corner"
    )


Rule = Callable[[Face], Iterator[str]]


def text_in_the_safe_area(face: Face) -> Iterator[str]:
    safe = trim(face.piece).inset(SAFE)
    for leaf, box in face.words:
        if not safe.contains(box, DUST):
            yield f"“{leaf.item.run.text}” {near(box)}"


def text_in_its_box(face: Face) -> Iterator[str]:
    """A name in its row, figures of an index in their corner, a large number in its half."""
    a = face.anatomy
    half = a.field._replace(h=a.field.h / 2)
    boxes = {TITLE: a.name, INDEX: a.labels[0], TITLE_BOLD: half}
    for leaf, box in face.words:
        turned = Rect(-box.right, -box.bottom, box.w, box.h) if turned_text(leaf) else box
        if not boxes[leaf.item.run.font].contains(turned, DUST):
            yield f"“{leaf.item.run.text}” {near(turned)} leaves its box"


def text_is_large_enough(face: Face) -> Iterator[str]:
    for leaf in face.texts:
        if leaf.item.size * leaf.matrix.scale < SMALLEST - 1e-9:
            yield f"“{leaf.item.run.text}” has {leaf.item.size * 72 / 25.4:.2f} pt"


def texts_stand_apart(face: Face) -> Iterator[str]:
    for at, (leaf, box) in enumerate(face.words):
        for other, further in face.words[at + 1 :]:
            if box.intersects(further):
                yield f"“{leaf.item.run.text}” touches “{other.item.run.text}”"


def only_the_ground_is_near_the_cut(face: Face) -> Iterator[str]:
    """A theme of a coloured paper prints it past the cut, one of white paper prints none."""
    whole = trim(face.piece)
    for what, box in face.shapes:
        if not whole.inset(SAFE).contains(box, DUST):
            yield f"{what} {near(box)} is less than {SAFE} mm from the cut"
    first = face.own[0].item
    printed = isinstance(first, Path) and (first.fill, tight(first.data)) == (
        face.paper,
        whole.inset(-REACH),
    )
    if printed != (face.paper != WHITE):
        yield ("the ground is missing" if face.paper != WHITE else "white paper is printed")


def lines_are_seen(face: Face) -> Iterator[str]:
    """A quarter of a point on paper, emblems included."""
    found = [("shape", leaf) for leaf in face.own]
    for symbol, matrix in face.symbols:
        found += [(symbol.key, leaf) for leaf in leaves(symbol.items, matrix)]
    for what, leaf in found:
        if isinstance(leaf.item, Path) and leaf.item.stroke:
            width = leaf.item.stroke.width * leaf.matrix.scale
            if width < HAIRLINE - 1e-6:
                yield f"{what} has a line of {width:.4f} mm"


def index_is_read(face: Face) -> Iterator[str]:
    """Figures 6 mm high on a poker card and 11 mm on all sizes of a large-print deck; within 13 mm
    of the corner where they are not large."""
    scale = min(face.piece.width / POKER.w, face.piece.height / POKER.h)
    least = READ_FROM_AFAR if face.anatomy.large else READ_IN_A_FAN * scale
    for leaf in face.texts:
        if leaf.item.run.font != INDEX:
            continue
        height = min(box.h for box in digit_boxes(leaf))
        if height < least - DUST:
            yield f"“{leaf.item.run.text}” is {height:.2f} mm high"
        size = (face.piece.width, face.piece.height)
        if size == (POKER.w, POKER.h) and not face.anatomy.large:
            yield from [fault] if (fault := unread(face.piece, leaf)) else []


def name_is_clear(face: Face) -> Iterator[str]:
    """Of the frame, of what stands in the field, of the index."""
    yield from crossed(face.names, face.lines)
    yield from meetings(face.names, [*face.body, *face.figures, *face.marks])


def index_is_clear(face: Face) -> Iterator[str]:
    """Of the frame and what stands in the field; its figures also of the mark below them."""
    index = [*face.figures, *face.marks]
    yield from crossed(index, face.lines)
    yield from meetings(index, face.body)
    yield from meetings(face.figures, [one for one in face.marks if one[0] != "shape"])


def negative_indices_stand_on_a_plate(face: Face) -> Iterator[str]:
    """And no other does; each is read on its ground."""
    for leaf in index_texts(face.own):
        shown = leaf.item.run.text
        plates = plates_behind(face, leaf)
        if shown[0] == MINUS and len(plates) == 1:
            (plate,) = plates
            ground = plate.item.fill
            corners = [plate.matrix.apply(*piece.p0) for piece in segments(plate.item.data)]
            box = text_box(leaf)
            ends = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
            if len(corners) != 6 or not all(inside_polygon(corners, *end) for end in ends):
                yield f"“{shown}” hangs over its plate"
        else:
            ground = face.paper
            if "-" in shown or bool(plates) != (shown[0] == MINUS):
                yield f"“{shown}” stands on {len(plates)} plates"
        if contrast(leaf.item.fill, ground) < 4.5:
            yield f"“{shown}” is pale on {ground}"


def plates_behind(face: Face, text: Leaf) -> list[Leaf]:
    """The filled shapes painted before a text that meet its ink."""
    box = text_box(text)
    return [
        leaf
        for leaf in face.own[: face.own.index(text)]
        if isinstance(leaf.item, Path)
        and leaf.item.fill not in (None, face.paper)
        and (ink := ink_box(leaf)) is not None
        and ink.intersects(box)
    ]


def inside_polygon(points: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point lies inside a convex polygon (either direction), edges included."""
    signs = set()
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        cross = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        if abs(cross) > 1e-9:
            signs.add(cross > 0)
    return len(signs) <= 1


def index_is_drawn_as_it_is_written(face: Face) -> Iterator[str]:
    look = face.card
    lower = look.turned.index if look.turned else look.index
    drawn_texts = {turned_text(leaf): leaf.item.run.text for leaf in index_texts(face.own)}
    if drawn_texts != ({False: look.index, True: lower} if look.index else {}):
        yield f"the index is {drawn_texts}"


def name_is_read_aloud_once(face: Face) -> Iterator[str]:
    """The turned half and the large figures are echoes; the words of the name are all there."""
    look = face.card
    spoken = [leaf.item.run.text for leaf in face.texts if not leaf.item.artifact]
    below = [look.turned.index] if look.turned else []
    shown = [look.index] if look.index else []
    if " ".join(spoken) != " ".join([*shown, face.card.name[face.language], *below]):
        yield f"{spoken} is read"


def symbols_hold_their_ink(face: Face) -> Iterator[str]:
    """A PDF cuts a symbol at its box."""
    for symbol in {face.piece.front, *symbols(face.piece.front.items)}:
        ink = symbol_ink(symbol, face.paper)
        if ink is not None and not symbol.box.contains(ink, DUST):
            yield f"{symbol.key}: {near(ink)} in {near(symbol.box)}"


def it_is_the_same_upside_down(face: Face) -> Iterator[str]:
    """But for a ± card; what is in the middle turns in its own drawing, and is an odd pip."""
    if (lone(face.piece.front.items) == []) != (face.card.turned is None):
        yield "something has no partner half a turn away" if face.card.turned is None else "±"
    look = face.card
    centred = [
        symbol
        for symbol, matrix in face.symbols
        if (matrix.e, matrix.f) == (0, 0) and not symbol.key.startswith(("frame-", "divider"))
    ]
    if len(centred) != int(bool(look.pips % 2 or look.layout == "ace")):
        yield f"{len(centred)} emblems are in the middle"


def marks(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[object, ...]]:
    """What is drawn where: letters, points of paths, symbols with their places (to 0.001 mm)."""
    for item in items:
        if isinstance(item, Group):
            assert item.clip is None, "a face is not cut"
            yield from marks(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            yield item.symbol, placed(item.matrix.then(matrix))
        elif isinstance(item, ShapedText):
            at = matrix._replace(e=0, f=0), matrix.apply(item.x, item.y)
            yield item.run, item.size, item.fill, tuple(at[0]), rounded(at[1])
        else:
            assert isinstance(item, Path)
            c = item.data.coords
            points = [matrix.apply(x, y) for x, y in zip(c[0::2], c[1::2], strict=True)]
            paint = (item.fill, item.stroke, item.even_odd)
            yield paint, tuple(sorted({rounded(point) for point in points}))


def rounded(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 3) + 0.0 for value in values)


def placed(matrix: Matrix) -> tuple[float, ...]:
    return tuple(round(value, 5) + 0.0 for value in matrix[:4]) + rounded(matrix[4:])


def lone(items: tuple[Item, ...]) -> list[tuple[object, ...]]:
    """What has no partner half a turn away, but for symbols in the very middle of the face."""
    here, turned = Counter(marks(items)), Counter(marks(items, half_rotation(0, 0)))
    return [one for one in (here - turned).elements() if not in_the_middle(one)]


def in_the_middle(mark: tuple[object, ...]) -> bool:
    symbol, place = mark[0], mark[1]
    return isinstance(symbol, Symbol) and isinstance(place, tuple) and place[4:] == (0.0, 0.0)


def meetings(some: list[tuple[str, Rect]], others: list[tuple[str, Rect]]) -> Iterator[str]:
    for what, box in some:
        for other, further in others:
            if box.intersects(further):
                yield f"“{what}” {near(box)} meets {other} {near(further)}"


RULES: tuple[Rule, ...] = (
    text_in_the_safe_area,
    text_in_its_box,
    text_is_large_enough,
    texts_stand_apart,
    only_the_ground_is_near_the_cut,
    lines_are_seen,
    index_is_read,
    name_is_clear,
    index_is_clear,
    index_is_drawn_as_it_is_written,
    name_is_read_aloud_once,
    symbols_hold_their_ink,
    it_is_the_same_upside_down,
)
# Large figures and outlines have plates of other shapes, or none.
CLASSIC_RULES: tuple[Rule, ...] = (*RULES, negative_indices_stand_on_a_plate)
# What a language bears on: it changes the name alone.
NAME_RULES: tuple[Rule, ...] = (
    text_in_the_safe_area,
    text_in_its_box,
    text_is_large_enough,
    texts_stand_apart,
    name_is_clear,
    name_is_read_aloud_once,
)


def faults(face: Face, rules: tuple[Rule, ...] = RULES) -> list[str]:
    """All that is wrong with a face."""
    return [f"{face.key}: {fault}" for rule in rules for fault in rule(face)]
