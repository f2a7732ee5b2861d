"""Mats: nothing lies on anything else, all is inside the cut, all is told, on both sides.

Overlaps are taken from the display list and from the plan; where a mat is cut is computed here from
its outline, not by the shapes that it was laid out with.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path as FilePath

import numpy as np
import pytest

from printkit.base.geometry import Rect
from printkit.base.messages import as_lead
from printkit.graphics.display_list import Path, ShapedText
from printkit.graphics.path import PathData, rect_path
from printkit.jobs.job import make_job
from printkit.layout.fit_text import TextOverflow
from printkit.model.load import load, variant_slugs
from printkit.model.variant import Variant
from printkit.products import available_products
from printkit.products.mat import product as mat
from printkit.products.mat.plan import MatLayout
from printkit.products.mat.product import MAT_SHAPE
from printkit.products.piece import Piece
from printkit.products.product import RenderOptions
from tests.support.decks import HEAD, variant
from tests.support.jobs import lay_out_product, options_for
from tests.support.walk import Leaf, leaves, sampled, text_box, turned_text

GAMES = [slug for slug in variant_slugs() if "mat" in available_products(load(slug))]
SIZES = ("euro-mini", "jumbo")
# Where ornaments are looked at as well.
ORNATE = ("tarot", "kessel", "casino", "corellian-spike")
SEVEN_POINTS = 7 * 25.4 / 72
CLEAR = 3.0

TINY = (
    HEAD
    + """
[[cards]]
id = "one"
name = { en = "One", fr = "Un" }
value = 1

[[places]]
id = "heap"
name = { en = "Heap", fr = "Tas" }
kind = "pot"
"""
)
FEW = """
[[places]]
id = "a"
name = { en = "Old cards", fr = "Vieilles cartes" }
kind = "pile"
count = 2

[[places]]
id = "b"
name = { en = "Lamps", fr = "Lampes" }
kind = "lights"
count = 3

[[tracks]]
id = "sum"
name = { en = "Sum", fr = "Somme" }
from = 0
to = 24
beyond = true

[[penalties]]
id = "lost"
name = { en = "Lost", fr = "Perdu" }
how = { en = "Pay one.", fr = "Payez un." }
"""


SHAPES = MAT_SHAPE.known()


def setting(
    of: Variant,
    shape: str = "rectangle",
    edition: str = "en",
    *,
    card: str | None = None,
    **more: object,
) -> RenderOptions:
    return options_for(of, "mat", edition, mat_shape=shape, card_size=card, **more)


def piece(of: Variant, shape: str = "rectangle", edition: str = "en", **more: object) -> Piece:
    (made,) = mat.make(of, setting(of, shape, edition, **more))  # type: ignore[arg-type]
    return made


def own(text: str, tmp_path: FilePath) -> Variant:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return load(str(file))


# --- what lies where ------------------------------------------------------------------------------


def blocks(found: MatLayout) -> list[Rect]:
    """Everything that must be kept apart: places, and columns of words on both sides."""
    rects = [one.rect for one in found.group.placed]
    for block, sign in ((found.near, 1), (found.far, -1)):
        for x, y, deep in block.areas() if block else ():
            wide = block.width if block else 0.0
            rect = Rect(x, y, wide, deep)
            rects.append(rect if sign > 0 else Rect(-rect.right, -rect.bottom, wide, deep))
    return rects


def overlaps(rects: Sequence[Rect]) -> list[tuple[Rect, Rect]]:
    return [(a, b) for a, b in combinations(rects, 2) if a.intersects(b, 1e-6)]


def inside(outline: PathData, points: np.ndarray, clear: float) -> bool:
    """Whether points lie so far inside the cut; told by the points of the outline."""
    for ring in _rings(outline):
        for p, q in pairwise([*ring, ring[0]]):
            if math.dist(p, q) < 1e-9:
                continue
            normal = np.array([q[1] - p[1], p[0] - q[0]]) / math.dist(p, q)
            normal = -normal if normal @ p < 0 else normal
            # Chords of a circle lie a little inside it.
            if ((points - p) @ normal > -clear + 0.02).any():
                return False
    return True


def _rings(outline: PathData) -> list[np.ndarray]:
    """The points of an outline that has no holes."""
    assert outline.steps.count("M") == 1
    return [sampled(outline, 8)[:, :-1].reshape(-1, 2)]


def cut(made: Piece) -> PathData:
    """Where a piece is cut."""
    whole = Rect(-made.width / 2, -made.height / 2, made.width, made.height)
    return made.outline or rect_path(whole)


def corners(*rects: Rect) -> np.ndarray:
    return np.array([(x, y) for r in rects for x in (r.x, r.right) for y in (r.y, r.bottom)])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_lies_on_anything_and_all_inside_the_cut(slug: str, shape: str) -> None:
    for card in SIZES:
        for edition in ("fr", "fr+en") if slug in ("tarot", "kessel") else ("fr",):
            of = variant(slug)
            asked = setting(of, shape, edition, card=card)
            found = mat.plan_mat(of, asked)
            rects = blocks(found)
            lying = [one.on for one in of.places] + [one.on for one in of.tracks]
            assert len(found.group.placed) == lying.count(mat.ON)
            assert not overlaps(rects)
            assert inside(found.shape.path(), corners(*rects), CLEAR)
            assert found.near is not None
            assert found.near.size >= SEVEN_POINTS - 1e-9
            if edition == "fr" and slug in ORNATE:
                columns = [rect.inset(-0.8) for rect in rects[len(found.group.placed) :]]
                (made,) = mat.make(of, asked)
                assert in_the_words(made, columns) == []


def test_the_comparisons_can_fail() -> None:
    found = mat.plan_mat(variant("casino"), setting(variant("casino")))
    rects = blocks(found)
    assert overlaps([*rects, rects[0]._replace(x=rects[0].x + 5)])
    for shape in SHAPES:
        made = piece(variant("casino"), shape)
        at_edge = np.array([[made.width / 2 - CLEAR + 0.5, 0.0]])
        assert not inside(cut(made), at_edge, CLEAR)
        assert inside(cut(made), np.array([[0.0, 0.0]]), CLEAR)


def points_of(leaf: Leaf) -> Iterator[np.ndarray]:
    """Where a leaf has ink, half its line included as far as a box of points can tell."""
    if isinstance(leaf.item, ShapedText):
        yield corners(text_box(leaf))
    elif isinstance(leaf.item, Path) and leaf.item.data.steps:
        points = sampled(leaf.item.data, 6).reshape(-1, 2)
        a, b, c, d, e, f = leaf.matrix
        x, y = points[:, 0], points[:, 1]
        yield np.stack([a * x + c * y + e, b * x + d * y + f], 1)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("slug", "theme", "edition"),
    [("tarot", "classic", "fr"), ("kessel", "noir", "en"), ("cloud-city", "ink-saver", "fr+en")],
)
def test_all_ink_but_the_ground_is_inside_the_cut(
    slug: str, theme: str, edition: str, shape: str
) -> None:
    made = piece(variant(slug), shape, edition, theme=theme)
    drawn = list(leaves(made.front.items))
    if theme == "noir":
        ground, *drawn = drawn
        assert isinstance(ground.item, Path)
        assert not inside(cut(made), sampled(ground.item.data).reshape(-1, 2), -1.9)
    outline = cut(made)
    for leaf in drawn:
        if leaf.clip is None:
            assert all(inside(outline, points, CLEAR) for points in points_of(leaf)), leaf.item


def in_the_words(made: Piece, columns: list[Rect]) -> list[Path]:
    """The ornaments that run into columns of words."""
    found = []
    for leaf in leaves(made.front.items):
        if isinstance(leaf.item, Path) and leaf.item.stroke and leaf.clip is None:
            for points, rect in product(points_of(leaf), columns):
                within = (points > (rect.x, rect.y)) & (points < (rect.right, rect.bottom))
                if within.all(axis=1).any():
                    found.append(leaf.item)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_words_lie_in_their_columns_and_on_no_other_words(shape: str) -> None:
    of = variant("corellian-spike")
    found = mat.plan_mat(of, setting(of, shape, "fr"))
    columns = blocks(found)[len(found.group.placed) :]
    drawn = leaves(piece(of, shape, "fr").front.items)
    texts = [leaf for leaf in drawn if isinstance(leaf.item, ShapedText)]
    boxes = [text_box(leaf) for leaf in texts if abs(abs(leaf.matrix.a) - 1) < 1e-9]
    assert not overlaps(boxes)
    told = [box for box in boxes if any(column.intersects(box) for column in columns)]
    assert len(told) > 100
    for box in told:
        assert any(column.inset(-0.35).contains(box) for column in columns)


# --- two sides ------------------------------------------------------------------------------------


def side(made: Piece, *, far: bool) -> list[ShapedText]:
    """The texts that are read from one side, in the order of the drawing."""
    found = []
    for leaf in leaves(made.front.items):
        if isinstance(leaf.item, ShapedText) and abs(abs(leaf.matrix.a) - 1) < 1e-9:
            assert abs(leaf.matrix.b) < 1e-9
            if turned_text(leaf) == far:
                found.append(leaf.item)
    return found


def words(texts: Sequence[ShapedText]) -> str:
    return re.sub(r"\s+", " ", " ".join(text.run.text for text in texts))


def summary(of: Variant, language: str) -> list[str]:
    hands = of.hands
    parts = [(one.name, one.how) for one in of.phases]
    parts += [(one.name, one.how) for one in hands]
    parts += [(one.name, one.how) for one in of.penalties]
    return [f"{as_lead(name[language], language)} {how[language]}" for name, how in parts]


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("edition", ["en", "fr", "fr+en", "en+fr"])
@pytest.mark.parametrize("slug", ["kessel", "tarot", "random"])
def test_each_side_reads_the_whole_summary(slug: str, edition: str, shape: str) -> None:
    of = variant(slug)
    near_language, *also = edition.split("+")
    made = piece(of, shape, edition)
    near, far = side(made, far=False), side(made, far=True)
    for texts, language in ((near, near_language), (far, (also or [near_language])[0])):
        told = words([text for text in texts if not text.artifact or texts is far])
        for entry in summary(of, language):
            assert plain(entry) in told
    # The second print of the same words is not read aloud; other words are.
    assert {text.artifact for text in far} == {not also}


@pytest.mark.parametrize("edition", ["en", "fr", "fr+en"])
@pytest.mark.parametrize("slug", ["casino", "random", "tarot", "kessel", "black-knight"])
def test_places_are_named_for_either_side(slug: str, edition: str) -> None:
    """Pots, cards, fields, timers and slots bear their name upright and turned."""
    of = variant(slug)
    near_language, *also = edition.split("+")
    made = piece(of, "rectangle", edition)
    kinds = ("pot", "stock", "discard", "common", "hand", "field", "timer", "slot")
    for far, language in ((False, near_language), (True, (also or [near_language])[0])):
        told = words(side(made, far=far))
        for place in of.places:
            if place.on == mat.ON and place.kind in kinds:
                assert plain(place.name[language]) in told, (place.id, far)
                assert place.how is None or plain(place.how[language]) in told, (place.id, far)


def test_of_several_places_one_bears_the_name() -> None:
    """The one in the middle, read from either side."""
    made = piece(variant("tarot"), "rectangle", "en")
    for far in (False, True):
        named = [text for text in side(made, far=far) if text.run.text == "Common cards"]
        assert len(named) == 1


def test_the_sides_are_the_same_turned() -> None:
    """The words at the rim; those on a place are turned about its own middle."""
    made = piece(variant("casino"), "round", "fr")
    rim = mat.plan_mat(variant("casino"), setting(variant("casino"), "round", "fr")).group.h / 2
    placed: dict[bool, list[Rect]] = {False: [], True: []}
    for leaf in leaves(made.front.items):
        if isinstance(leaf.item, ShapedText) and abs(abs(leaf.matrix.a) - 1) < 1e-9:
            box = text_box(leaf)
            if abs(box.centre[1]) > rim:
                placed[turned_text(leaf)].append(box)
    assert placed[True]
    for box in placed[True]:
        other = Rect(-box.right, -box.bottom, box.w, box.h)
        assert any(
            all(abs(a - b) < 1e-3 for a, b in zip(one, other, strict=True)) for one in placed[False]
        )


def test_letters_of_the_name_stand_on_an_arc() -> None:
    made = piece(variant("casino"), "round", "en+fr")
    turned = [
        (leaf.item.run.text, leaf)
        for leaf in leaves(made.front.items)
        if isinstance(leaf.item, ShapedText) and abs(abs(leaf.matrix.a) - 1) > 1e-9
    ]
    near = "".join(text for text, leaf in turned if leaf.matrix.a > 0)
    far = "".join(text for text, leaf in turned if leaf.matrix.a < 0)
    names = variant("casino").name
    # A letter in the very middle may stand upright.
    assert abs(len(near) - len(names["en"].replace(" ", ""))) <= 1
    assert abs(len(far) - len(names["fr"].replace(" ", ""))) <= 1
    radii = [math.hypot(leaf.matrix.e, leaf.matrix.f) for _, leaf in turned]
    assert max(radii) - min(radii) < 1e-6
    assert max(radii) < made.width / 2 - CLEAR


# --- sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_rectangle_for_small_cards_is_one_sheet_of_a3(slug: str) -> None:
    request = make_job(slug, card="euro-mini", paper="a3")
    laid = lay_out_product(variant(slug), "mat", "fr", request)
    assert (laid.sheets, len(laid.document.pages)) == (1, 1)


def test_a_larger_card_makes_a_larger_mat() -> None:
    for shape in SHAPES:
        areas = [
            made.width * made.height
            for card in ("euro-mini", "poker", "jumbo")
            for made in [piece(variant("casino"), shape, card=card)]
        ]
        assert areas == sorted(areas)
        assert areas[0] * 1.5 < areas[-1]


def test_outlines() -> None:
    rectangle, circle, hexagon = (piece(variant("casino"), shape) for shape in SHAPES)
    assert rectangle.outline is None
    assert circle.outline is not None
    assert hexagon.outline is not None
    ring = sampled(circle.outline).reshape(-1, 2)
    assert np.allclose(np.hypot(ring[:, 0], ring[:, 1]), circle.width / 2, atol=0.06)
    sides = [math.dist(s[0], s[-1]) for s in sampled(hexagon.outline)]
    assert len([s for s in sides if s > 1e-6]) == 6
    assert max(sides) - min(s for s in sides if s > 1e-6) < 1e-3


def test_pegs_are_holes() -> None:
    of = variant("kessel")
    for shape in SHAPES:
        plain_mat, pegged = piece(of, shape), piece(of, shape, pegs=True)
        before = plain_mat.outline.steps.count("M") if plain_mat.outline else 1
        assert pegged.outline is not None
        assert pegged.outline.steps.count("M") == before + 3


@pytest.mark.parametrize("shape", SHAPES)
def test_two_pots_face_each_other(shape: str) -> None:
    found = mat.plan_mat(variant("casino"), setting(variant("casino"), shape))
    rects = [one.rect for one in found.group.placed]
    for rect in rects:  # the left is the mirror image of the right
        mirrored = rect._replace(x=-rect.right)
        assert any(tuple(mirrored) == pytest.approx(tuple(other)) for other in rects)
    one, *_, other = sorted(found.group.placed, key=lambda placed: placed.x)
    assert one.x == pytest.approx(-other.x)
    assert one.y == pytest.approx(other.y)


# --- a person's own -------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "text", [TINY, TINY + FEW, HEAD + TINY[len(HEAD) :].split("[[places]]")[0] + FEW]
)
def test_a_game_of_ones_own(text: str, shape: str, tmp_path: FilePath) -> None:
    of = own(text, tmp_path)
    assert "mat" in available_products(of)
    for edition in ("en", "fr+en"):
        found = mat.plan_mat(of, setting(of, shape, edition))
        made = piece(of, shape, edition)
        rects = blocks(found)
        assert not overlaps(rects)
        assert inside(cut(made), corners(*rects), CLEAR)
        # It is about as large as what lies on it, not a table.
        assert made.width * made.height < 6 * sum(rect.w * rect.h for rect in rects) + 20_000


def test_a_long_name_is_made_smaller(tmp_path: FilePath) -> None:
    name = "The longest name that anyone ever gave a game of cards, and then some"
    text = TINY.replace('en = "Mine"', f'en = "{name}"')
    for shape in SHAPES:
        made = piece(own(text, tmp_path), shape)
        for leaf in leaves(made.front.items):
            if isinstance(leaf.item, ShapedText):
                assert inside(cut(made), corners(text_box(leaf)), CLEAR)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_word_wider_than_a_column_is_refused(shape: str, tmp_path: FilePath) -> None:
    text = (TINY + FEW).replace("Pay one.", "pay" * 60)
    with pytest.raises(TextOverflow, match="Lost"):
        piece(own(text, tmp_path), shape)


def test_no_places_no_mat() -> None:
    assert "mat" not in available_products(variant("expansion"))
    assert set(GAMES) >= {"casino", "kessel", "tarot", "random", "theory", "black-knight"}
