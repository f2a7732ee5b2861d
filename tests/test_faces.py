"""Faces: every card of every variant, language and size, walked and measured."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from printkit.art.theme import contrast, theme
from printkit.base import sizes
from printkit.base.geometry import IDENTITY, Matrix, Rect, half_turn, shift
from printkit.base.strings import languages
from printkit.definition.expand import MINUS
from printkit.definition.load import load, slugs
from printkit.definition.variant import Variant
from printkit.drawing.font import INDEX, TITLE, TITLE_BOLD
from printkit.drawing.items import Group, Item, Path, Stroke, Symbol, Text, Use
from printkit.drawing.path import PathBuilder, rect_path
from printkit.drawing.text import line_at
from printkit.pieces.cards import make
from printkit.pieces.piece import Piece, Setting
from tests.walk import (
    HAIRLINE,
    Leaf,
    glyph_box,
    ink_box,
    leaves,
    segments,
    symbol_ink,
    symbols,
    text_box,
    turned_text,
    union,
    visible,
)

SAFE = 3.0
REACH = 3.0
DUST = 1e-3
CLASSIC = theme("classic")
PAPER = CLASSIC.roles_of["paper"]

variants = pytest.mark.parametrize("slug", slugs())
every_language = pytest.mark.parametrize("language", languages())
every_size = pytest.mark.parametrize("size", sizes.card_names())


@cache
def variant(slug: str) -> Variant:
    return load(slug)


@cache
def deck(slug: str, language: str, size: str) -> list[Piece]:
    return make(variant(slug), Setting(language, CLASSIC, sizes.card(size), REACH, 1))


@cache
def walked(slug: str, language: str, size: str) -> dict[str, list[Leaf]]:
    """The leaves of each face; emblems and other symbols stay closed (see `inked`)."""
    return {
        piece.id: list(leaves(opened(piece.front.items))) for piece in deck(slug, language, size)
    }


def opened(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without those that stand in symbols."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            kept.append(Group(opened(item.items), item.matrix, item.clip))
        elif not isinstance(item, Use):
            kept.append(item)
    return tuple(kept)


def uses(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> list[tuple[Symbol, Matrix]]:
    """The outermost symbols of a face with their maps."""
    found: list[tuple[Symbol, Matrix]] = []
    for item in items:
        if isinstance(item, Group):
            found += uses(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            found.append((item.symbol, item.matrix.then(matrix)))
    return found


def inked(piece: Piece, own: list[Leaf]) -> list[tuple[str, Rect]]:
    """All that is seen on a face, with a name: leaves and whole symbols."""
    found = [
        (type(leaf.item).__name__, box)
        for leaf in own
        if visible(leaf, PAPER) and (box := ink_box(leaf)) is not None
    ]
    for symbol, matrix in uses(piece.front.items):
        if (box := symbol_ink(symbol, PAPER)) is not None:
            found.append((symbol.key, matrix.bounds(box)))
    return found


def texts(own: list[Leaf]) -> list[Leaf]:
    return [leaf for leaf in own if isinstance(leaf.item, Text)]


def near(rect: Rect) -> str:
    return f"{rect.x:.2f} {rect.y:.2f} … {rect.right:.2f} {rect.bottom:.2f}"


def trim(piece: Piece) -> Rect:
    return Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)


# Helpers, shown to see what is wrong


def test_the_walk_sees_ink_outside_the_safe_area() -> None:
    safe = Rect(-10, -10, 20, 20)
    inside = Path(rect_path(safe.inset(0.5)), stroke=Stroke("#000000", 1.0))
    outside = Path(rect_path(safe.inset(0.4)), stroke=Stroke("#000000", 1.0))
    boxes = [ink_box(leaf) for leaf in leaves((inside, outside))]
    assert [safe.holds(box, DUST) for box in boxes if box] == [True, False]


def test_the_walk_follows_groups_uses_and_clips() -> None:
    dot = Path(rect_path(Rect(0, 0, 2, 2)), fill="#000000")
    symbol = Symbol("dot", (dot,), Rect(0, 0, 2, 2))
    clip = rect_path(Rect(0, 0, 1, 5))
    item = Group((Use(symbol, shift(0, 1)),), half_turn(5, 5), clip=clip)
    (leaf,) = leaves((item,))
    box = ink_box(leaf)
    assert box is not None
    assert tuple(round(v, 6) for v in box) == (9, 7, 1, 2)


def test_the_walk_measures_letters_and_not_advances() -> None:
    (leaf,) = leaves((line_at(TITLE, "H", 0, 0, 10, "#000000"),))
    box, glyph = text_box(leaf), glyph_box(TITLE, leaf.item.run.glyphs[0])
    assert glyph is not None
    assert box.x == pytest.approx(glyph.x / 100)
    assert box.x > 0.3
    assert box.bottom == pytest.approx(0.0)
    assert box.right < leaf.item.run.width / 100 - 0.3


# Extents


@variants
@every_language
@every_size
def test_every_text_lies_inside_the_safe_area(slug: str, language: str, size: str) -> None:
    own = walked(slug, language, size)
    faults = [
        f"{piece.id}: “{leaf.item.run.text}” {near(text_box(leaf))}"
        for piece in deck(slug, language, size)
        for leaf in texts(own[piece.id])
        if not trim(piece).inset(SAFE).holds(text_box(leaf), DUST)
    ]
    assert faults == []
    assert all(texts(found) for found in own.values())


@variants
@every_language
@every_size
def test_all_ink_stands_three_millimetres_from_the_cut(slug: str, language: str, size: str) -> None:
    own = walked(slug, language, size)
    faults = [
        f"{piece.id}: {name} {near(box)}"
        for piece in deck(slug, language, size)
        for name, box in inked(piece, own[piece.id])
        if not trim(piece).inset(SAFE).holds(box, DUST)
    ]
    assert faults == []


@variants
@every_language
@every_size
def test_no_text_touches_another(slug: str, language: str, size: str) -> None:
    faults = []
    for key, own in walked(slug, language, size).items():
        boxes = [(leaf.item.run.text, text_box(leaf)) for leaf in texts(own)]
        faults += [
            f"{key}: “{one}” and “{other}”"
            for at, (one, box) in enumerate(boxes)
            for other, further in boxes[at + 1 :]
            if box.meets(further)
        ]
    assert faults == []


@variants
@every_language
@every_size
def test_the_name_is_clear_of_all_else(slug: str, language: str, size: str) -> None:
    """Plates, marks and the frame's own lines leave the letters of the name alone."""
    faults = []
    for piece in deck(slug, language, size):
        own = walked(slug, language, size)[piece.id]
        names = [leaf for leaf in texts(own) if leaf.item.run.font == TITLE]
        assert len(names) >= 2
        others = [box for kind, box in inked(piece, own) if kind != "Text" and "frame" not in kind]
        for symbol, matrix in uses(piece.front.items):
            if symbol.key.startswith("frame-"):
                others += [box for leaf in leaves(symbol.items, matrix) for box in line_boxes(leaf)]
        faults += [
            f"{piece.id}: “{leaf.item.run.text}” meets {near(box)}"
            for leaf in names
            for box in others
            if text_box(leaf).meets(box)
        ]
    assert faults == []


@cache
def frame_boxes(symbol: Symbol) -> list[Rect]:
    """What a frame covers, piece by piece: it is hollow."""
    return [box for leaf in leaves(symbol.items) for box in line_boxes(leaf)]


def line_boxes(leaf: Leaf) -> list[Rect]:
    """The boxes of the single pieces of a stroked path: a frame is hollow."""
    assert isinstance(leaf.item, Path)
    assert leaf.item.stroke
    half = leaf.item.stroke.width * leaf.matrix.scale / 2
    boxes = []
    for piece in segments(leaf.item.data):
        xs, ys = [p[0] for p in piece], [p[1] for p in piece]
        own = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        boxes.append(leaf.matrix.bounds(own).inset(-half))
    return boxes


# The index


def index_texts(own: list[Leaf]) -> list[Leaf]:
    return [leaf for leaf in texts(own) if leaf.item.run.font == INDEX]


def digit_boxes(leaf: Leaf) -> list[Rect]:
    """The boxes of the figures of an index, without its sign (mm, on the page)."""
    run, k = leaf.item.run, leaf.item.size / 1000
    found = []
    shown = run.text[-len(run.glyphs) :]  # a minus is drawn before its figures, as a path
    for character, glyph, x in zip(shown, run.glyphs, run.xs, strict=True):
        if character.isdigit() and (box := glyph_box(run.font, glyph)):
            own = Rect(leaf.item.x + (x + box.x) * k, leaf.item.y + box.y * k, box.w * k, box.h * k)
            found.append(leaf.matrix.bounds(own))
    return found


@variants
@every_language
def test_index_figures_are_read_in_a_fan(slug: str, language: str) -> None:
    faults, seen = [], 0
    for piece in deck(slug, language, "poker"):
        for leaf in index_texts(walked(slug, language, "poker")[piece.id]):
            box = text_box(leaf)
            from_side, from_end = box.right + piece.width / 2, box.bottom + piece.height / 2
            if turned_text(leaf):
                from_side, from_end = piece.width / 2 - box.x, piece.height / 2 - box.y
            height = min(digit.h for digit in digit_boxes(leaf))
            seen += 1
            if height < 6 or from_side > 13 or from_end > 13:
                faults.append(
                    f"{piece.id}: {leaf.item.run.text} {height:.2f} mm high, "
                    f"{from_side:.2f} and {from_end:.2f} mm from the corner"
                )
    assert faults == []
    assert seen >= 24


@variants
@every_size
def test_index_figures_of_a_size_scale_with_the_card(slug: str, size: str) -> None:
    """Smaller cards have smaller figures, never smaller than their share of the poker card's."""
    scale = min(sizes.card(size).w / 63.5, sizes.card(size).h / 88.9)
    for own in walked(slug, "en", size).values():
        for leaf in index_texts(own):
            assert min(box.h for box in digit_boxes(leaf)) >= 6.0 * scale - DUST


def inside_polygon(points: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point lies inside a convex polygon (either direction), edges included."""
    signs = set()
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        cross = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        if abs(cross) > 1e-9:
            signs.add(cross > 0)
    return len(signs) <= 1


def plates_behind(own: list[Leaf], text: Leaf) -> list[Leaf]:
    """The filled shapes painted before a text that hold its ink."""
    box = text_box(text)
    found = []
    for leaf in own[: own.index(text)]:
        if not isinstance(leaf.item, Path) or leaf.item.fill in (None, PAPER):
            continue
        ink = ink_box(leaf)
        if ink is not None and ink.meets(box):
            found.append(leaf)
    return found


def test_polygon_helper_tells_inside_from_outside() -> None:
    hexagon = [(0, -2), (2, -1), (2, 1), (0, 2), (-2, 1), (-2, -1)]
    assert inside_polygon(hexagon, 1.9, 0.9)
    assert not inside_polygon(hexagon, 1.9, 1.9)
    assert not inside_polygon(hexagon[::-1], -3, 0)


@variants
@every_language
@every_size
def test_negative_indices_stand_on_a_plate_and_positive_ones_do_not(
    slug: str, language: str, size: str
) -> None:
    for key, own in walked(slug, language, size).items():
        for leaf in index_texts(own):
            plates = plates_behind(own, leaf)
            if leaf.item.run.text[0] != MINUS:
                assert "-" not in leaf.item.run.text
                assert plates == [], f"{key}: {leaf.item.run.text} stands on something"
                assert contrast(leaf.item.fill, PAPER) >= 4.5
                continue
            (plate,) = plates
            assert contrast(leaf.item.fill, plate.item.fill) >= 4.5
            corners = [plate.matrix.apply(*piece.p0) for piece in segments(plate.item.data)]
            assert len(corners) == 6
            box = text_box(leaf)
            for x in (box.x, box.right):
                for y in (box.y, box.bottom):
                    assert inside_polygon(corners, x, y), f"{key}: {leaf.item.run.text} hangs over"


@variants
def test_the_sign_of_the_index_is_that_of_the_value(slug: str) -> None:
    signs = Counter()
    for card in variant(slug).cards:
        if not card.look.index:
            continue
        own = walked(slug, "en", "poker")[card.id]
        upright = [leaf for leaf in index_texts(own) if not turned_text(leaf)]
        assert [leaf.item.run.text for leaf in upright] == [card.look.index]
        negative = card.look.index.startswith(MINUS)
        signs[negative] += 1
        assert negative == (max(card.values) < 0)
        figures = card.look.index.strip(f"+{MINUS}")
        assert figures == str(max(abs(value) for value in card.values))
    assert signs[False] > 0
    assert (signs[True] > 0) == (slug in ("casino", "pazaak"))


# Two ways


def text_mark(leaf: Leaf, matrix: Matrix) -> tuple[object, ...]:
    """What a text looks like and where, to a thousandth of a millimetre."""
    e, f = leaf.matrix.then(matrix).apply(leaf.item.x, leaf.item.y)
    side = leaf.matrix.then(matrix).a
    where = (round(e, 3) + 0.0, round(f, 3) + 0.0, round(side, 6))
    return leaf.item.run, leaf.item.fill, round(leaf.item.size, 6), where


def two_way(own: list[Leaf]) -> bool:
    marks = Counter(text_mark(leaf, IDENTITY) for leaf in texts(own))
    return marks == Counter(text_mark(leaf, half_turn(0, 0)) for leaf in texts(own))


def test_two_way_helper_sees_one_text_out_of_place() -> None:
    one = line_at(TITLE, "name", 1, 2, 3, "#000000")
    turned = Group((one,), half_turn(0, 0))
    slipped = Group((one,), half_turn(0, 0.01))
    assert two_way(list(leaves((one, turned))))
    assert not two_way(list(leaves((one, slipped))))
    assert not two_way(list(leaves((one,))))


@variants
@every_language
@every_size
def test_the_texts_are_the_same_upside_down(slug: str, language: str, size: str) -> None:
    own = walked(slug, language, size)
    for card in variant(slug).cards:
        assert two_way(own[card.id]) == (card.look.turned is None), card.id


def points(found: list[Leaf], matrix: Matrix) -> Counter[tuple[object, ...]]:
    """All points of all paths with their paint."""
    marks: Counter[tuple[object, ...]] = Counter()
    for leaf in found:
        assert isinstance(leaf.item, Path)
        whole = leaf.matrix.then(matrix)
        paint = (leaf.item.fill, leaf.item.stroke)
        c = leaf.item.data.coords
        for x, y in zip(c[0::2], c[1::2], strict=True):
            px, py = whole.apply(x, y)
            marks[(paint, round(px, 2) + 0.0, round(py, 2) + 0.0)] += 1
    return marks


def close(one: Counter[tuple[object, ...]], other: Counter[tuple[object, ...]]) -> bool:
    """Whether two sets of points are the same but for the last rounded place."""

    def missing(a: Counter[tuple[object, ...]], b: Counter[tuple[object, ...]]) -> bool:
        for paint, x, y in a - b:
            around = [(paint, round(x + i * 0.01, 2), round(y + j * 0.01, 2)) for i in (-1, 0, 1)
                      for j in (-1, 0, 1)]  # fmt: skip
            if not any((p, px + 0.0, py + 0.0) in b for p, px, py in around):
                return True
        return False

    return not missing(one, other) and not missing(other, one)


@variants
@every_size
def test_the_frame_is_the_same_upside_down(slug: str, size: str) -> None:
    frames = {
        symbol
        for piece in deck(slug, "en", size)
        for symbol, matrix in uses(piece.front.items)
        if symbol.key.startswith("frame-") and matrix == IDENTITY
    }
    assert frames
    for symbol in frames:
        own = list(leaves(symbol.items))
        assert close(points(own, IDENTITY), points(own, half_turn(0, 0))), symbol.key


def test_point_helper_sees_a_frame_with_one_corner_off() -> None:
    def drawn(x: float) -> bool:
        corners = [(-5, -5), (5, -5), (5, 5), (x, 5)]
        data = PathBuilder().polygon(corners).done()
        own = list(leaves((Path(data, stroke=Stroke("#000000", 1)),)))
        return close(points(own, IDENTITY), points(own, half_turn(0, 0)))

    assert drawn(-5)
    assert not drawn(-5.05)


@variants
@every_size
def test_emblems_are_the_same_upside_down(slug: str, size: str) -> None:
    """Each emblem has its partner half a turn away, but for the odd pip of an odd number."""

    def marks(found: list[tuple[Symbol, Matrix]], turn: Matrix) -> Counter[object]:
        return Counter(
            (symbol.key, *(round(value, 3) + 0.0 for value in matrix.then(turn)))
            for symbol, matrix in found
        )

    looks = {card.id: card.look for card in variant(slug).cards}
    for piece in deck(slug, "en", size):
        found = [
            (symbol, matrix)
            for symbol, matrix in uses(piece.front.items)
            if not symbol.key.startswith(("frame-", "divider"))
        ]
        lone = marks(found, IDENTITY) - marks(found, half_turn(0, 0))
        look = looks[piece.id]
        centred = look.pips % 2 or look.layout == "ace"
        assert lone.total() == int(centred), piece.id


@every_language
@every_size
def test_a_plus_or_minus_card_says_another_thing_upside_down(language: str, size: str) -> None:
    plus, minus = CLASSIC.colour("pazaak-plus"), CLASSIC.colour("pazaak-minus")
    for n in range(1, 7):
        own = walked("pazaak", language, size)[f"plus-minus-{n}"]
        figures = [leaf for leaf in texts(own) if leaf.item.run.font in (INDEX, TITLE_BOLD)]
        said = {turned: [leaf.item.run.text for leaf in figures if turned_text(leaf) == turned]
                for turned in (False, True)}  # fmt: skip
        assert said == {False: [f"+{n}"] * 2, True: [f"{MINUS}{n}"] * 2}
        for leaf in texts(own):
            centre = text_box(leaf).centre
            assert (centre[1] > 0) == turned_text(leaf)
        halves = [leaf for leaf in own if isinstance(leaf.item, Path) and leaf.item.fill == plus]
        lower = [leaf for leaf in own if isinstance(leaf.item, Path) and leaf.item.fill == minus]
        # The upper colour fills the field and the lower colour is painted over its lower half.
        assert any(abs(ink_box(leaf).centre[1]) < DUST for leaf in halves)
        assert any(abs(ink_box(leaf).y) < DUST for leaf in lower)


# Economy


@variants
@every_language
def test_copies_share_one_drawing(slug: str, language: str) -> None:
    pieces = deck(slug, language, "poker")
    cards = variant(slug).cards
    assert [piece.id for piece in pieces] == [card.id for card in cards]
    assert [piece.copies for piece in pieces] == [card.copies for card in cards]
    assert sum(piece.copies for piece in pieces) == variant(slug).total
    assert len({id(piece.front) for piece in pieces}) == len(cards)
    for family in variant(slug).families:
        backs = {
            id(piece.back)
            for piece, card in zip(pieces, cards, strict=True)
            if card.family == family
        }
        assert len(backs) == 1


def test_cards_for_each_player_are_counted_for_all() -> None:
    setting = Setting("en", CLASSIC, sizes.card("poker"), REACH, 2)
    two = {piece.id: piece.copies for piece in make(variant("pazaak"), setting)}
    one = {piece.id: piece.copies for piece in deck("pazaak", "en", "poker")}
    assert two["main-1"] == one["main-1"] == 4
    assert two["plus-1"] == 2 * one["plus-1"] == 4


@variants
@every_size
def test_a_key_names_one_symbol(slug: str, size: str) -> None:
    """`Symbol.key` is unique in a document, so equal drawings are one object."""
    by_key: dict[str, set[int]] = {}
    for piece in deck(slug, "en", size):
        assert piece.back is not None
        for symbol in [piece.front, piece.back, *symbols(piece.front.items + piece.back.items)]:
            by_key.setdefault(symbol.key, set()).add(id(symbol))
    assert {key: len(ids) for key, ids in by_key.items() if len(ids) > 1} == {}


@variants
@every_size
def test_the_box_of_a_symbol_holds_its_ink(slug: str, size: str) -> None:
    """A PDF cuts a symbol at its box."""
    faults = set()
    for piece in deck(slug, "en", size):
        for symbol in {piece.front, *symbols(piece.front.items)}:
            ink = symbol_ink(symbol, PAPER)
            if ink is not None and not symbol.box.holds(ink, DUST):
                faults.add(f"{symbol.key}: {near(ink)} in {near(symbol.box)}")
    assert faults == set()


# Lines


@variants
@every_size
def test_no_line_is_thinner_than_a_hairline(slug: str, size: str) -> None:
    """A quarter of a point on paper, at every size, emblems included."""
    faults: set[str] = set()
    for piece in deck(slug, "en", size):
        found = [("face", leaf) for leaf in walked(slug, "en", size)[piece.id]]
        found += [
            (symbol.key, leaf)
            for symbol, matrix in uses(piece.front.items)
            for leaf in leaves(symbol.items, matrix)
        ]
        for name, leaf in found:
            if isinstance(leaf.item, Path) and leaf.item.stroke:
                width = leaf.item.stroke.width * leaf.matrix.scale
                if width < HAIRLINE - 1e-6:
                    faults.add(f"{name}: {width:.4f} mm")
    assert faults == set()


@variants
@every_language
@every_size
def test_no_text_is_smaller_than_is_read(slug: str, language: str, size: str) -> None:
    """Six points at the least, on every size."""
    for key, own in walked(slug, language, size).items():
        assert min(leaf.item.size for leaf in texts(own)) >= 6 * 25.4 / 72 - 1e-9, key


@variants
@every_language
def test_the_name_is_read_aloud_once(slug: str, language: str) -> None:
    """The turned half and the large figures are echoes; the words of the name are all there."""
    for card in variant(slug).cards:
        own = walked(slug, language, "poker")[card.id]
        spoken = [leaf.item.run.text for leaf in texts(own) if not leaf.item.echo]
        name = card.name[language]
        below = [card.look.turned.index] if card.look.turned else []
        shown = [card.look.index] if card.look.index else []
        assert " ".join(spoken) == " ".join([*shown, name, *below])


def test_union_of_nothing_is_no_box() -> None:
    with pytest.raises(IndexError):
        union([])
