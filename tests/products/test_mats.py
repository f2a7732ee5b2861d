"""Mats: no overlaps, everything inside the cut, text on both sides, little ink.

Overlaps are computed from the plan; the cut is computed here from the outline, independently of the
layout's shapes.
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations
from pathlib import Path as FilePath
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.geometry import Rect
from printkit.graphics.display_list import OUTLINED, Path, ShapedText
from printkit.graphics.path import PathData, rect_path
from printkit.jobs.job import make_job
from printkit.layout.fit_text import TextOverflow
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from printkit.pieces.product import Piece
from printkit.products.mat import mat
from printkit.products.mat.mat import (
    CIRCLE,
    HEXAGON,
    MAT_SHAPE,
    MatLayout,
    PlacedRow,
    regular_shape,
    smallest_around,
)
from printkit.products.mat.parts import choose_heart, sort_penalties
from printkit.rules.ladder import rank_ladder
from printkit.writers.png import render_pages
from tests.support.decks import made_up, own, variant
from tests.support.jobs import lay_out_product, options_for, piece_of
from tests.support.prints import is_invisible, trim
from tests.support.walk import HAIRLINE, Leaf, corners, leaves, points_of, sampled, symbols

GAMES = [slug for slug in variant_slugs() if "mat" in available_products(load(slug))]
# One game is enough for each distinct mat.
UNLIKE = list({(load(slug).places, load(slug).phases): slug for slug in GAMES}.values())
SHAPES = MAT_SHAPE.known()
SEVEN_POINTS = 7 * 25.4 / 72
CLEAR = 3.0
# The maximum mean ink of the light surface (cyan, magenta and yellow of a screen, in percent).
MAX_INK = 8.5


TINY = made_up("head", "card", "heap")
FEW = made_up("few")


def piece(of: Variant, shape: str = "rectangle", language: str = "en", **wishes: Any) -> Piece:
    return piece_of("mat", of, language, mat_shape=shape, **wishes)


def layout(of: Variant, shape: str = "rectangle", language: str = "en", **wishes: Any) -> MatLayout:
    return mat.plan_mat(of, options_for(of, "mat", language, mat_shape=shape, **wishes))


# --- places --------------------------------------------------------------------------------------


def cell_corners(placed: PlacedRow, sign: int) -> list[np.ndarray]:
    """Return the corners of each cell of a row, on the mat."""
    found = []
    row = placed.row
    for cell, x in zip(row.cells, placed.middles, strict=True):
        top = row.axis - cell.axis
        box = corners(Rect(-cell.width / 2, top, cell.width, cell.height))
        if placed.r:
            turn = x / placed.axis
            cos, sin = math.cos(turn), math.sin(turn)
            box = (box + np.array((0, placed.r))) @ np.array([[cos, -sin], [sin, cos]])
        else:
            box += np.array((x, placed.y))
        found.append(sign * box)
    return found


def cells(found: MatLayout) -> list[np.ndarray]:
    return [
        box
        for rows, sign in zip(found.rows, (1, -1), strict=True)
        for placed in rows
        for box in cell_corners(placed, sign)
    ]


def apart(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether a line parallel to an edge separates two boxes."""
    for box in (one, other):
        for edge in (box[1] - box[0], box[2] - box[0]):
            a, b = one @ edge, other @ edge
            slack = 1e-6 * float(edge @ edge)
            if a.max() <= b.min() + slack or b.max() <= a.min() + slack:
                return True
    return False


@cache
def edges(outline: PathData) -> tuple[np.ndarray, np.ndarray]:
    """Return the outward normals of a convex outline, and the distances of its edges."""
    ring = sampled(outline, 48 if "C" in outline.steps else 1)[:, :-1].reshape(-1, 2)
    ends = np.roll(ring, -1, axis=0) - ring
    kept = np.hypot(*ends.T) > 1e-9
    normals = np.stack([ends[kept, 1], -ends[kept, 0]], 1) / np.hypot(*ends[kept].T)[:, None]
    out = (normals * ring[kept]).sum(axis=1)
    return normals * np.sign(out)[:, None], np.abs(out)


def inside(outline: PathData, points: np.ndarray, clear: float) -> bool:
    """Return whether points are inside the cut by a distance, computed from the points of the
    outline.
    """
    normals, out = edges(outline)
    # Chords of a circle are slightly inside it.
    return bool((points @ normals.T <= out - clear + 0.02).all())


def cut(result: Piece) -> PathData:
    """Return the cut line of a piece."""
    return result.outline or rect_path(trim(result))


def faults(found: MatLayout) -> list[str]:
    """Return the errors of a plan: overlapping parts, or parts near the cut."""
    boxes = [corners(item.rect) for item in found.group.placed] + cells(found)
    pairs = combinations(range(len(boxes)), 2)
    wrong = [f"{a} lies on {b}" for a, b in pairs if not apart(boxes[a], boxes[b])]
    path = found.shape.path()
    return wrong + [f"{i} is cut" for i, box in enumerate(boxes) if not inside(path, box, CLEAR)]


@pytest.mark.sampled("slug", "card")
@pytest.mark.parametrize(
    ("slug", "shape", "card"),
    [
        (slug, shape, ("euro-mini", "jumbo")[(at + way) % 2])
        for at, slug in enumerate(UNLIKE)
        for way, shape in enumerate(SHAPES)
    ],
)
def test_mat_parts_are_separate_and_inside_the_cut(slug: str, shape: str, card: str) -> None:
    of = variant(slug)
    found = layout(of, shape, "fr+en", card_size=card)
    # The heart of a mat contains several places.
    heart = choose_heart(of, mat.ON)
    on = [one.id for one in (*of.places, *of.tracks) if one.on == mat.ON]
    assert 1 <= len(found.group.placed) <= len(on)
    assert heart is not None
    assert found.group.placed[0].rect.centre == (0, 0)
    assert faults(found) == []


def test_mat_comparisons_can_fail() -> None:
    found = layout(variant("casino"))
    box = corners(found.group.placed[0].rect)
    assert not apart(box, box + 5)
    assert apart(box, box + np.array([found.group.placed[0].rect.w, 0]))
    for shape in SHAPES:
        result = piece(variant("casino"), shape)
        at_edge = np.array([[result.width / 2 - CLEAR + 0.5, 0.0]])
        assert not inside(cut(result), at_edge, CLEAR)
        assert inside(cut(result), np.array([[0.0, 0.0]]), CLEAR)


def inked(drawn: Iterable[Leaf]) -> np.ndarray:
    """Return points around all ink, except that of clipped drawings."""
    found = [points_of(leaf) for leaf in drawn if leaf.clip is None and not is_invisible(leaf)]
    return np.concatenate(found)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("slug", "theme", "language"),
    [("tarot", "classic", "fr"), ("kessel", "noir", "en"), ("cloud-city", "ink-saver", "fr+en")],
)
def test_mat_ink_is_inside_and_large_enough(
    slug: str, theme: str, language: str, shape: str
) -> None:
    result = piece(variant(slug), shape, language, theme=theme)
    drawn = list(leaves(result.front.items))
    if theme == "noir":  # felt extends to the edge and beyond
        ground, *drawn = drawn
        assert isinstance(ground.item, Path)
        assert not inside(cut(result), sampled(ground.item.data).reshape(-1, 2), -1.9)
    assert inside(cut(result), inked(drawn), CLEAR)
    for leaf in drawn:
        if isinstance(leaf.item, ShapedText) and leaf.item.run.font != "index":
            small = len(leaf.item.run.text) == 1 or leaf.item.render_mode != OUTLINED
            assert small or leaf.item.size * leaf.matrix.scale >= SEVEN_POINTS - 1e-6
        if isinstance(leaf.item, Path) and leaf.item.stroke is not None and leaf.clip is None:
            assert leaf.item.stroke.width * leaf.matrix.scale >= 0.9 * HAIRLINE, leaf.item.stroke


# --- two surfaces ---------------------------------------------------------------------------------


def test_mat_surface_follows_theme_unless_chosen() -> None:
    of = variant("casino")
    cases = [("classic", None, False), ("ink-saver", None, False), ("gala", None, True)]
    cases += [("noir", None, True), ("classic", "felt", True), ("noir", "light", False)]
    for theme, chosen, felt in cases:
        first = next(leaves(piece(of, theme=theme, surface=chosen).front.items))
        whole = isinstance(first.item, Path) and first.item.fill is not None
        assert (whole and first.clip is None) == felt, (theme, chosen)


def test_light_surface_needs_little_ink() -> None:
    for slug in ("casino", "corellian-spike"):  # the longest ladder
        request = make_job(slug, layout="single")
        document = lay_out_product(variant(slug), "mat", "fr", request).document
        (page,) = render_pages(document, 60, [0])
        light = np.asarray(page.convert("RGB"), dtype=float).mean()
        assert 100 * (1 - light / 255) < MAX_INK, slug


# --- two sides ------------------------------------------------------------------------------------


def side(result: Piece, *, far: bool) -> list[ShapedText]:
    """Return the texts read from one side, in the order of the drawing."""
    return [
        leaf.item
        for leaf in leaves(result.front.items)
        if isinstance(leaf.item, ShapedText) and (leaf.matrix.a < 0) == far
    ]


def words(texts: Sequence[ShapedText]) -> str:
    return plain(" ".join(text.run.text for text in texts if len(text.run.text) > 1))


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    ("slug", "shape", "language"),
    [
        (slug, shape, ("en", "fr", "fr+en")[(at + way) % 3])
        for at, slug in enumerate(("kessel", "tarot", "random", "casino"))
        for way, shape in enumerate(SHAPES)
    ],
)
def test_each_side_has_all_text_in_its_language(slug: str, shape: str, language: str) -> None:
    of = variant(slug)
    near_language, *also = language.split("+")
    result = piece(of, shape, language)
    for far, own_language in ((False, near_language), (True, (also or [near_language])[0])):
        texts = side(result, far=far)
        wording = words(texts)
        names = [of.name, *(part.name for part in (*of.phases, *of.hands, *of.penalties))]
        names += [place.name for place in of.places if _is_named(place, of)]
        for name in names:
            assert plain(name[own_language]) in wording, (name, far)
        for part in of.penalties:
            assert plain((part.short or part.how)[own_language]) in wording
        paid, _ = sort_penalties(of, [p for p in of.places if (p.on, p.kind) == (mat.ON, "pot")])
        for due in chain.from_iterable(paid.values()):
            assert plain(f"{due.name[own_language]}. {due.brief(own_language)}") in wording
    # Readers skip the second print of the same words, but not other words.
    near, far_texts = (
        {text.run.text for text in side(result, far=far) if not text.artifact}
        for far in (False, True)
    )
    assert also or shape == "round" or not any(len(text) > 2 for text in near & far_texts)


def _is_named(place: object, of: Variant) -> bool:
    kinds = ("pot", "stock", "discard", "common", "hand", "field", "timer", "slot")
    return getattr(place, "on", "") == mat.ON and getattr(place, "kind", "") in kinds


def test_mat_sides_are_equal_when_turned() -> None:
    found = layout(variant("casino"), "round", "fr")
    near, far = found.rows
    assert [row.middles for row in near] == [row.middles for row in far]
    boxes = cells(found)
    half = len(boxes) // 2
    for one, other in zip(boxes[:half], boxes[half:], strict=True):
        assert np.allclose(one, -other)


# --- the heart ------------------------------------------------------------------------------------


def test_heart_is_named_or_most_likely_place(tmp_path: FilePath) -> None:
    for slug in GAMES:
        of = variant(slug)
        heart = choose_heart(of, mat.ON)
        assert heart is not None
        assert of.mat.heart in (None, heart.id)
    mine = own(tmp_path, TINY + FEW)
    assert choose_heart(mine, mat.ON) == mine.places[0]
    named = own(tmp_path, TINY + FEW + '\n[mat]\nheart = "b"\n')
    assert choose_heart(named, mat.ON) == named.places[2]


def test_ladder_shows_an_example_of_every_hand() -> None:
    for slug in ("kessel", "corellian-spike"):
        of = variant(slug)
        keys = {symbol.key for symbol in symbols(piece(of).front.items)}
        for rung in rank_ladder(of):
            for held in rung.examples[0].cards if rung.examples else ():
                assert any(key.startswith(f"small-{held.card.id}-") for key in keys), rung.hand.id
        small = {key for key in keys if key.startswith("small-")}
        assert len(small) > len(of.hands) / 2


# --- sizes ----------------------------------------------------------------------------------------


def test_small_card_mat_fits_one_a3_sheet() -> None:
    for slug in GAMES:
        request = make_job(slug, card_size="euro-mini", paper="a3")
        imposed = lay_out_product(variant(slug), "mat", "fr", request)
        assert (imposed.sheets, len(imposed.document.pages)) == (1, 1), slug


def test_mat_outlines_match_shapes_and_pegs() -> None:
    rectangle, circle, hexagon = (piece(variant("casino"), shape) for shape in SHAPES)
    assert rectangle.outline is None
    assert circle.outline is not None
    assert hexagon.outline is not None
    ring = sampled(circle.outline).reshape(-1, 2)
    assert np.allclose(np.hypot(ring[:, 0], ring[:, 1]), circle.width / 2, atol=0.06)
    sides = [math.dist(s[0], s[-1]) for s in sampled(hexagon.outline)]
    assert len([s for s in sides if s > 1e-6]) == 6
    assert max(sides) - min(s for s in sides if s > 1e-6) < 1e-3
    for shape in ("rectangle", "round"):
        pegged = piece(variant("kessel"), shape, peg_holes=True)
        assert pegged.outline is not None
        assert pegged.outline.steps.count("M") == 1 + 3


# --- user games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("text", [TINY, TINY + FEW, made_up("head", "card", "few")])
def test_user_game_has_a_mat(text: str, shape: str, tmp_path: FilePath) -> None:
    of = own(tmp_path, text)
    assert "mat" in available_products(of)
    for language in ("en", "fr+en"):
        found = layout(of, shape, language)
        assert faults(found) == []
        # It is about as large as its content, not as a table.
        box = found.shape.box
        taken = sum(item.rect.w * item.rect.h for item in found.group.placed)
        assert box.w * box.h < 6 * taken + 20_000
    piece(of, shape)


@pytest.mark.parametrize("shape", SHAPES)
def test_long_name_is_set_smaller(shape: str, tmp_path: FilePath) -> None:
    name = "The longest name that anyone ever gave a game of cards, and then some"
    result = piece(own(tmp_path, TINY.replace('en = "Mine"', f'en = "{name}"')), shape)
    assert inside(cut(result), inked(leaves(result.front.items)), CLEAR)


@pytest.mark.parametrize("shape", SHAPES)
def test_word_wider_than_its_cell_is_rejected(shape: str, tmp_path: FilePath) -> None:
    text = (TINY + FEW).replace("Pay one.", "pay" * 60)
    with pytest.raises(TextOverflow, match="pay"):
        piece(own(tmp_path, text), shape)


# --- the shapes -----------------------------------------------------------------------------------


@given(
    st.sampled_from([CIRCLE, HEXAGON]),
    st.lists(
        st.builds(Rect, st.floats(-90, 90), st.floats(-90, 90), st.floats(1, 60), st.floats(1, 60)),
        min_size=1,
        max_size=5,
    ),
)
def test_smallest_around_returns_the_minimal_shape(kind: str, rects: list[Rect]) -> None:
    size = smallest_around(kind, rects)
    points = corners(*rects)
    assert inside(regular_shape(kind, size + 0.03).path(), points, 0.0)
    assert not inside(regular_shape(kind, size * 0.98 - 0.05).path(), points, 0.0)
