"""Faces: every card of every variant, language and size, walked and measured.

Most variants share most of their faces, so each distinct face is looked at once (`decks.distinct`),
game by game; what is true of a deck is tested on whole decks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from printkit.art.colour import contrast
from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.geometry import IDENTITY, Matrix, Rect, half_rotation, translation
from printkit.base.messages import languages
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Text, Use
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.fit_text import text_line
from printkit.model.cards import Card
from printkit.model.fields import Value, evolve
from printkit.model.load import variant_slugs
from printkit.model.notation import MINUS, PLUS_MINUS
from printkit.model.text import Text as Words
from printkit.products.cards.product import make
from printkit.products.piece import Piece, RenderOptions
from tests.support.decks import distinct, face_of, variant
from tests.support.walk import (
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

every_game = pytest.mark.parametrize("game", sorted({own.game for own in distinct().values()}))
every_slug = pytest.mark.parametrize("slug", variant_slugs())
every_language = pytest.mark.parametrize("language", languages())
every_size = pytest.mark.parametrize("size", paper_sizes.card_names())

# The figures that stand in the corners of whole decks: two a card whose index is not an emblem.
CORNERS = {
    "casino": 2 * 68,
    "imperial": 2 * 68,
    "random": 2 * (60 + 1),
    "tarot": 2 * 78,
    "poker": 2 * 54,
    "corellian-spike": 2 * 61,
    "kessel": 2 * 12,
    "pazaak": 2 * 28,
    "expansion": 0,
}
# How many distinct cards of a deck have an index that begins with a sign.
SIGNS = {
    "casino": {MINUS: 7},
    "cloud-city": {PLUS_MINUS: 7},
    "imperial": {MINUS: 1},
    "mos-eisley": {MINUS: 1},
    "random": {},
    "theory": {},
    "tarot": {},
    "poker": {},
    "corellian-spike": {MINUS: 30, "+": 30},
    "kessel": {},
    "pazaak": {MINUS: 6, "+": 12},
    "expansion": {},
}


@cache
def cards(game: str) -> dict[str, Card]:
    """The distinct faces of a game, by the slug and the id of the card."""
    return {
        f"{slug}: {card.id}": card
        for slug, own in distinct().items()
        if own.game == game
        for card in own.cards
    }


@cache
def deck(game: str, language: str, size: str) -> dict[str, Piece]:
    """These faces, drawn."""
    return {
        f"{slug}: {piece.id}": piece
        for slug, own in distinct().items()
        if own.game == game
        for piece in make(own, setting(language, size))
    }


@cache
def whole(slug: str, language: str, size: str) -> list[Piece]:
    """A deck as it is printed."""
    return make(variant(slug), setting(language, size))


def setting(language: str, size: str) -> RenderOptions:
    return RenderOptions(language, CLASSIC, paper_sizes.card(size), REACH, 1)


def drawn(piece: Piece) -> list[Leaf]:
    """The leaves of a face; emblems and other symbols stay closed (see `inked`)."""
    return list(leaves(opened(piece.front.items)))


@cache
def walked(game: str, language: str, size: str) -> dict[str, list[Leaf]]:
    return {key: drawn(piece) for key, piece in deck(game, language, size).items()}


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
    assert [safe.contains(box, DUST) for box in boxes if box] == [True, False]


def test_the_walk_follows_groups_uses_and_clips() -> None:
    dot = Path(rect_path(Rect(0, 0, 2, 2)), fill="#000000")
    symbol = Symbol("dot", (dot,), Rect(0, 0, 2, 2))
    clip = rect_path(Rect(0, 0, 1, 5))
    item = Group((Use(symbol, translation(0, 1)),), half_rotation(5, 5), clip=clip)
    (leaf,) = leaves((item,))
    box = ink_box(leaf)
    assert box is not None
    assert tuple(round(v, 6) for v in box) == (9, 7, 1, 2)


def test_the_walk_measures_letters_and_not_advances() -> None:
    (leaf,) = leaves((text_line(TITLE, "H", 0, 0, 10, "#000000"),))
    box, glyph = text_box(leaf), glyph_box(TITLE, leaf.item.run.glyphs[0])
    assert glyph is not None
    assert box.x == pytest.approx(glyph.x / 100)
    assert box.x > 0.3
    assert box.bottom == pytest.approx(0.0)
    assert box.right < leaf.item.run.width / 100 - 0.3


# Each face once


def picture(piece: Piece) -> tuple[object, ...]:
    """All that is seen on a face, symbols opened."""
    return tuple(leaves(piece.front.items))


@every_slug
def test_a_face_that_is_left_out_is_drawn_like_one_that_is_not(slug: str) -> None:
    """Else the tests of distinct faces would not be tests of all decks."""
    taken = {}
    for other, own in distinct().items():
        for card in own.cards:
            taken[face_of(card)] = deck(own.game, "fr", "poker")[f"{other}: {card.id}"]
    for piece, card in zip(whole(slug, "fr", "poker"), variant(slug).cards, strict=True):
        assert picture(piece) == picture(taken[face_of(card)]), card.id


def test_another_name_value_or_look_is_another_face() -> None:
    card = variant("casino").cards[0]
    others = [
        evolve(card, name=Words({**card.name, "fr": "Autre"}, "en")),
        evolve(card, value=Value((2,))),
        evolve(card, index="2"),
        evolve(card, colour="black"),
    ]
    assert len({face_of(card), *map(face_of, others)}) == 5
    assert face_of(evolve(card, id="other", copies=9)) == face_of(card)
    assert picture(whole("casino", "fr", "poker")[0]) != picture(whole("casino", "fr", "poker")[1])


def test_each_game_brings_faces_of_its_own() -> None:
    """How many: what is left out is told here, and not by chance."""
    counts = {game: len(cards(game)) for game in sorted({v.game for v in distinct().values()})}
    assert counts == {
        "kessel": 16,
        "local": 7 + 45,  # without a value; with those of the nine sets, some of them twice
        "pazaak": 28,
        "sabacc": 68 + 7 + 5,
        "spike": 61,
        "tarot": 78 + 54,
    }
    assert {v.game for v in distinct().values()} == {variant(slug).game for slug in variant_slugs()}


# Extents


@every_game
@every_language
@every_size
def test_every_text_lies_inside_the_safe_area(game: str, language: str, size: str) -> None:
    own = walked(game, language, size)
    faults = [
        f"{key}: “{leaf.item.run.text}” {near(text_box(leaf))}"
        for key, piece in deck(game, language, size).items()
        for leaf in texts(own[key])
        if not trim(piece).inset(SAFE).contains(text_box(leaf), DUST)
    ]
    assert faults == []
    assert all(texts(found) for found in own.values())


@every_game
@every_language
@every_size
def test_all_ink_stands_three_millimetres_from_the_cut(game: str, language: str, size: str) -> None:
    own = walked(game, language, size)
    faults = [
        f"{key}: {name} {near(box)}"
        for key, piece in deck(game, language, size).items()
        for name, box in inked(piece, own[key])
        if not trim(piece).inset(SAFE).contains(box, DUST)
    ]
    assert faults == []


@every_game
@every_language
@every_size
def test_no_text_touches_another(game: str, language: str, size: str) -> None:
    faults = []
    for key, own in walked(game, language, size).items():
        boxes = [(leaf.item.run.text, text_box(leaf)) for leaf in texts(own)]
        faults += [
            f"{key}: “{one}” and “{other}”"
            for at, (one, box) in enumerate(boxes)
            for other, further in boxes[at + 1 :]
            if box.intersects(further)
        ]
    assert faults == []


@every_game
@every_language
@every_size
def test_the_name_is_clear_of_all_else(game: str, language: str, size: str) -> None:
    """Plates, marks and the frame's own lines leave the letters of the name alone."""
    faults = []
    for key, piece in deck(game, language, size).items():
        own = walked(game, language, size)[key]
        names = [leaf for leaf in texts(own) if leaf.item.run.font == TITLE]
        assert len(names) >= 2
        others = [box for kind, box in inked(piece, own) if kind != "Text" and "frame" not in kind]
        for symbol, matrix in uses(piece.front.items):
            if symbol.key.startswith("frame-"):
                others += [matrix.bounds(box) for box in frame_boxes(symbol)]
        faults += [
            f"{key}: “{leaf.item.run.text}” meets {near(box)}"
            for leaf in names
            for at in [text_box(leaf)]
            for box in others
            if at.intersects(box)
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
    """The boxes of the figures (or the letter) of an index, without its sign (mm, on the page)."""
    run, k = leaf.item.run, leaf.item.size / 1000
    found = []
    shown = run.text[-len(run.glyphs) :]  # a minus is drawn before its figures, as a path
    for character, glyph, x in zip(shown, run.glyphs, run.xs, strict=True):
        if character.isalnum() and (box := glyph_box(run.font, glyph)):
            own = Rect(leaf.item.x + (x + box.x) * k, leaf.item.y + box.y * k, box.w * k, box.h * k)
            found.append(leaf.matrix.bounds(own))
    return found


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


def test_the_measure_of_an_index_sees_a_small_and_a_distant_one() -> None:
    piece = deck("kessel", "en", "poker")["kessel: blood-1"]

    def seen(x: float, y: float, size: float) -> bool:
        (leaf,) = leaves((text_line(INDEX, "8", x, y, size, "#000000"),))
        return not unread(piece, leaf)

    assert seen(-26.5, -35, 9)
    assert not seen(-26.5, -35, 8)
    assert not seen(-20, -35, 9)
    assert not seen(-26.5, -31, 9)


@every_game
@every_language
def test_index_figures_are_read_in_a_fan(game: str, language: str) -> None:
    own = walked(game, language, "poker")
    faults = [
        f"{key}: {fault}"
        for key, piece in deck(game, language, "poker").items()
        for leaf in index_texts(own[key])
        if (fault := unread(piece, leaf))
    ]
    assert faults == []


@pytest.mark.parametrize("slug", CORNERS)
def test_each_corner_of_a_deck_has_its_index(slug: str) -> None:
    """Both corners of a card say the same index, or an emblem speaks in its place."""
    seen = 0
    for piece, card in zip(whole(slug, "en", "poker"), variant(slug).cards, strict=True):
        found = index_texts(drawn(piece))
        seen += len(found)
        wanted = 2 if card.index else 0
        assert len(found) == wanted, card.id
        assert [turned_text(leaf) for leaf in found] == [False, True][:wanted]
        assert wanted or card.emblem is not None
    assert seen == CORNERS[slug]


@every_game
@every_size
def test_index_figures_of_a_size_scale_with_the_card(game: str, size: str) -> None:
    """Smaller cards have smaller figures, never smaller than their share of the poker card's."""
    scale = min(paper_sizes.card(size).w / 63.5, paper_sizes.card(size).h / 88.9)
    seen = 0
    for key, own in walked(game, "en", size).items():
        for leaf in index_texts(own):
            seen += 1
            assert min(box.h for box in digit_boxes(leaf)) >= 6.0 * scale - DUST, key
    assert seen >= 24


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
        if ink is not None and ink.intersects(box):
            found.append(leaf)
    return found


def test_polygon_helper_tells_inside_from_outside() -> None:
    hexagon = [(0, -2), (2, -1), (2, 1), (0, 2), (-2, 1), (-2, -1)]
    assert inside_polygon(hexagon, 1.9, 0.9)
    assert not inside_polygon(hexagon, 1.9, 1.9)
    assert not inside_polygon(hexagon[::-1], -3, 0)


@every_game
@every_language
@every_size
def test_negative_indices_stand_on_a_plate_and_positive_ones_do_not(
    game: str, language: str, size: str
) -> None:
    for key, own in walked(game, language, size).items():
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


def said(card: Card) -> str:
    """What the upper corner of a card of ours has to say, from its values alone."""
    if card.rule is not None or not card.values:
        return ""  # dice, the card beside it or the set in use give the value
    if card.rank == "ace" and len(card.values) == 2:
        return "A"  # 1 or 15, at choice
    if len(card.values) == 2:
        low, high = card.values
        assert low == -high
        return f"+{high}" if card.turned else f"{PLUS_MINUS}{high}"
    (value,) = card.values
    # A plus is said where the same deck has a minus suit.
    plus = "+" if card.suit and card.suit.endswith("plus") else ""
    return f"{MINUS}{-value}" if value < 0 else f"{plus}{value}"


@every_slug
def test_the_index_is_what_the_value_says(slug: str) -> None:
    """To the sign: − always negative, ± either, + where there is a minus suit as well."""
    wrong = {
        card.id: (card.index, wanted)
        for card in variant(slug).cards
        if card.index != (wanted := said(card))
    }
    assert wrong == {}
    for card in variant(slug).cards:
        if card.turned:
            assert card.turned.index == f"{MINUS}{card.values[1]}"


def test_the_check_of_the_index_sees_a_lost_sign_and_a_lost_figure() -> None:
    star = next(card for card in variant("casino").cards if card.id == "star")
    assert said(star) == star.index == f"{MINUS}17"
    assert said(evolve(star, value=Value((17,)))) == "17"
    assert said(evolve(star, value=Value((-17, 17)))) == f"{PLUS_MINUS}17"
    assert said(evolve(star, value=Value((-17,), "set"))) == said(evolve(star, value=None)) == ""


@every_game
def test_the_index_is_drawn_as_it_is_written(game: str) -> None:
    for key, own in walked(game, "en", "poker").items():
        look = cards(game)[key]
        lower = look.turned.index if look.turned else look.index
        drawn_texts = {turned_text(leaf): leaf.item.run.text for leaf in index_texts(own)}
        assert drawn_texts == ({False: look.index, True: lower} if look.index else {}), key


@pytest.mark.parametrize("slug", SIGNS)
def test_a_deck_has_as_many_signs_as_it_should(slug: str) -> None:
    first = [card.index[:1] for card in variant(slug).cards]
    assert Counter(sign for sign in first if sign in ("+", MINUS, PLUS_MINUS)) == SIGNS[slug]
    assert "-" not in first


# Two ways


def text_mark(leaf: Leaf, matrix: Matrix) -> tuple[object, ...]:
    """What a text looks like and where, to a thousandth of a millimetre."""
    e, f = leaf.matrix.then(matrix).apply(leaf.item.x, leaf.item.y)
    side = leaf.matrix.then(matrix).a
    where = (round(e, 3) + 0.0, round(f, 3) + 0.0, round(side, 6))
    return leaf.item.run, leaf.item.fill, round(leaf.item.size, 6), where


def two_way(own: list[Leaf]) -> bool:
    marks = Counter(text_mark(leaf, IDENTITY) for leaf in texts(own))
    return marks == Counter(text_mark(leaf, half_rotation(0, 0)) for leaf in texts(own))


def test_two_way_helper_sees_one_text_out_of_place() -> None:
    one = text_line(TITLE, "name", 1, 2, 3, "#000000")
    turned = Group((one,), half_rotation(0, 0))
    slipped = Group((one,), half_rotation(0, 0.01))
    assert two_way(list(leaves((one, turned))))
    assert not two_way(list(leaves((one, slipped))))
    assert not two_way(list(leaves((one,))))


@every_game
@every_language
@every_size
def test_the_texts_are_the_same_upside_down(game: str, language: str, size: str) -> None:
    for key, own in walked(game, language, size).items():
        assert two_way(own) == (cards(game)[key].turned is None), key


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


@every_game
@every_size
def test_the_frame_is_the_same_upside_down(game: str, size: str) -> None:
    frames = {
        symbol
        for piece in deck(game, "en", size).values()
        for symbol, matrix in uses(piece.front.items)
        if symbol.key.startswith("frame-") and matrix == IDENTITY
    }
    assert frames
    for symbol in frames:
        own = list(leaves(symbol.items))
        assert close(points(own, IDENTITY), points(own, half_rotation(0, 0))), symbol.key


def test_point_helper_sees_a_frame_with_one_corner_off() -> None:
    def drawn(x: float) -> bool:
        corners = [(-5, -5), (5, -5), (5, 5), (x, 5)]
        data = PathBuilder().polygon(corners).done()
        own = list(leaves((Path(data, stroke=Stroke("#000000", 1)),)))
        return close(points(own, IDENTITY), points(own, half_rotation(0, 0)))

    assert drawn(-5)
    assert not drawn(-5.05)


@every_game
@every_size
def test_emblems_are_the_same_upside_down(game: str, size: str) -> None:
    """Each emblem has its partner half a turn away, but for the odd pip of an odd number."""

    def marks(found: list[tuple[Symbol, Matrix]], turn: Matrix) -> Counter[object]:
        return Counter(
            (symbol.key, *(round(value, 3) + 0.0 for value in matrix.then(turn)))
            for symbol, matrix in found
        )

    for key, piece in deck(game, "en", size).items():
        found = [
            (symbol, matrix)
            for symbol, matrix in uses(piece.front.items)
            if not symbol.key.startswith(("frame-", "divider"))
        ]
        lone = marks(found, IDENTITY) - marks(found, half_rotation(0, 0))
        look = cards(game)[key]
        centred = look.pips % 2 or look.layout == "ace"
        assert lone.total() == int(centred), key


@every_language
@every_size
def test_a_plus_or_minus_card_says_another_thing_upside_down(language: str, size: str) -> None:
    plus, minus = CLASSIC.colour("pazaak-plus"), CLASSIC.colour("pazaak-minus")
    for n in range(1, 7):
        own = walked("pazaak", language, size)[f"pazaak: plus-minus-{n}"]
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


@every_slug
@every_language
def test_copies_share_one_drawing(slug: str, language: str) -> None:
    pieces, own = whole(slug, language, "poker"), variant(slug).cards
    assert [piece.id for piece in pieces] == [card.id for card in own]
    assert [piece.title for piece in pieces] == [card.name[language] for card in own]
    assert [piece.copies for piece in pieces] == [card.copies for card in own]
    assert sum(piece.copies for piece in pieces) == variant(slug).total
    assert len({id(piece.front) for piece in pieces}) == len(own)
    for family in variant(slug).families:
        backs = {
            id(piece.back) for piece, card in zip(pieces, own, strict=True) if card.family == family
        }
        assert len(backs) == 1


def test_cards_for_each_player_are_counted_for_all() -> None:
    for_two = RenderOptions("en", CLASSIC, paper_sizes.card("poker"), REACH, 2)
    two = {piece.id: piece.copies for piece in make(variant("pazaak"), for_two)}
    one = {piece.id: piece.copies for piece in whole("pazaak", "en", "poker")}
    assert two["main-1"] == one["main-1"] == 4
    assert two["plus-1"] == 2 * one["plus-1"] == 4


def doubled(pieces: list[Piece]) -> dict[str, int]:
    """The keys that more than one symbol of a deck has."""
    by_key: dict[str, set[int]] = {}
    for piece in pieces:
        assert piece.back is not None
        for symbol in [piece.front, piece.back, *symbols(piece.front.items + piece.back.items)]:
            by_key.setdefault(symbol.key, set()).add(id(symbol))
    return {key: len(ids) for key, ids in by_key.items() if len(ids) > 1}


@every_slug
@pytest.mark.parametrize("size", ["poker", "us-mini", "jumbo"])
def test_a_key_names_one_symbol(slug: str, size: str) -> None:
    """`Symbol.key` is unique in a document, so equal drawings are one object."""
    assert doubled(whole(slug, "en", size)) == {}


def test_the_check_of_keys_sees_two_symbols_of_one_name() -> None:
    one = whole("kessel", "en", "poker")[0]
    front = one.front
    twin = Symbol(front.key, front.items, front.box, front.title)
    assert doubled([one, replace(one, front=twin)]) == {front.key: 2}


@every_game
@every_size
def test_the_box_of_a_symbol_holds_its_ink(game: str, size: str) -> None:
    """A PDF cuts a symbol at its box."""
    faults = set()
    for piece in deck(game, "en", size).values():
        for symbol in {piece.front, *symbols(piece.front.items)}:
            ink = symbol_ink(symbol, PAPER)
            if ink is not None and not symbol.box.contains(ink, DUST):
                faults.add(f"{symbol.key}: {near(ink)} in {near(symbol.box)}")
    assert faults == set()


# Lines


@every_game
@every_size
def test_no_line_is_thinner_than_a_hairline(game: str, size: str) -> None:
    """A quarter of a point on paper, at every size, emblems included."""
    faults: set[str] = set()
    for key, piece in deck(game, "en", size).items():
        found = [(key, leaf) for leaf in walked(game, "en", size)[key]]
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


@every_game
@every_language
@every_size
def test_no_text_is_smaller_than_is_read(game: str, language: str, size: str) -> None:
    """Six points at the least, on every size."""
    for key, own in walked(game, language, size).items():
        assert min(leaf.item.size for leaf in texts(own)) >= 6 * 25.4 / 72 - 1e-9, key


@every_game
@every_language
def test_the_name_is_read_aloud_once(game: str, language: str) -> None:
    """The turned half and the large figures are echoes; the words of the name are all there."""
    for key, card in cards(game).items():
        own = walked(game, language, "poker")[key]
        spoken = [leaf.item.run.text for leaf in texts(own) if not leaf.item.artifact]
        name = card.name[language]
        below = [card.turned.index] if card.turned else []
        shown = [card.index] if card.index else []
        assert " ".join(spoken) == " ".join([*shown, name, *below])


def test_union_of_nothing_is_no_box() -> None:
    with pytest.raises(IndexError):
        union([])
