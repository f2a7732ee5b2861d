"""Tuck boxes: the die line in numbers, the box folded in space, the print of each panel."""

import math
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.messages import languages, translate
from printkit.base.options import Context
from printkit.base.records import evolve
from printkit.graphics.path import PathBuilder
from printkit.jobs.job import make_job
from printkit.model.definition_files import variant_slugs
from printkit.model.text import Text as Words
from printkit.pieces.kits import default_products
from printkit.pieces.product import LocalGame, Piece, RenderOptions
from printkit.products import tuck_box as die_lines
from printkit.products.tuck_box import (
    AIR,
    BOARD,
    FLAP_TAPER,
    MAX_STACK,
    SLACK,
    SLEEVE_ALLOWANCE,
    SLEEVE_FILM,
    USUAL,
    BoxContents,
    Dieline,
    Panels,
    bleed_areas,
    boxes_of,
    card_thickness,
    dieline_of,
    make_dieline,
    plan_boxes,
    sleeve_allowance,
)
from printkit.products.tuck_box import CALIPER as CALIPER_OPTION
from tests.support.decks import variant
from tests.support.faces import uses
from tests.support.folding import (
    ABOVE,
    BELOW,
    LEFT,
    RIGHT,
    Folded,
    crossings,
    folded,
    gap,
    inside,
    parts,
    polygon,
)
from tests.support.jobs import lay_out_product, options_for, pieces_of
from tests.support.prints import SIX_POINT, trim
from tests.support.sample import cases
from tests.support.walk import Leaf, text_box, text_leaves, tight

SIDE, FRONT, OTHER, BACK = "side", "front", "other", "back"
LID, TONGUE, GLUE, INNER, OUTER = "lid", "tongue", "glue", "inner", "outer"
DUST, OTHER_DUST, FOOT, OTHER_FOOT = "dust", "other_dust", "foot", "other_foot"
HANGS = {
    SIDE: (FRONT, LEFT),
    GLUE: (SIDE, LEFT),
    OTHER: (FRONT, RIGHT),
    BACK: (OTHER, RIGHT),
    LID: (BACK, ABOVE),
    TONGUE: (LID, ABOVE),
    INNER: (BACK, BELOW),
    OUTER: (FRONT, BELOW),
    DUST: (SIDE, ABOVE),
    FOOT: (SIDE, BELOW),
    OTHER_DUST: (OTHER, ABOVE),
    OTHER_FOOT: (OTHER, BELOW),
}
# All kinds of boxes, including kinds that differ in the space for words.
KINDS = ("casino", "kessel", "pazaak")
DECKS = ("casino", "kessel", "pazaak", "tarot", "random", "corellian-spike")
boxes = st.builds(
    make_dieline,
    st.floats(35, 130).map(lambda v: round(v, 2)),
    st.floats(45, 180).map(lambda v: round(v, 2)),
    st.floats(0.3, MAX_STACK).map(lambda v: round(v, 2)),
)


CALIPER = CALIPER_OPTION.default_in(Context())


def setting(**wishes: Any) -> RenderOptions:
    return options_for(variant("kessel"), "tuck-box", **wishes)


@cache
def pieces(slug: str, language: str = "en", size: str = "poker") -> list[Piece]:
    return pieces_of("tuck-box", slug, language, card_size=size)


@cache
def own_boxes(slug: str, language: str = "en", size: str = "poker") -> list[BoxContents]:
    """Return the boxes of a deck for the fewest players."""
    wish = options_for(variant(slug), "tuck-box", language, card_size=size)
    return boxes_of(variant(slug), wish)


def own_line(slug: str, size: str = "poker", language: str = "en") -> tuple[Dieline, Piece]:
    """Return the die line of the first box of a deck, in the coordinates of its piece."""
    (load, *_) = own_boxes(slug, language, size)
    (piece, *_) = pieces(slug, language, size=size)
    return dieline_of(load, setting(card_size=size)), piece


def panels(line: Dieline) -> dict[str, Rect]:
    return asdict(line.panels)


# --- the die line --------------------------------------------------------------------------------


@given(st.floats(35, 130), st.floats(45, 180), st.floats(5, MAX_STACK))
def test_panel_sizes_match_the_reference(w: float, h: float, stack: float) -> None:
    p = panels(make_dieline(w, h, stack))
    wide, high, deep = w + 2 * BOARD + AIR, h + 2 * BOARD + AIR, stack + SLACK
    assert 1 <= SLACK <= 2

    def size(name: str) -> tuple[float, float]:
        return p[name].w, p[name].h

    assert size(FRONT) == size(BACK) == pytest.approx((wide, high))
    assert size(SIDE) == size(OTHER) == pytest.approx((deep, high))
    assert size(LID) == pytest.approx((wide, deep))
    assert size(TONGUE) == pytest.approx((wide, 0.2 * wide))
    assert size(OUTER) == pytest.approx((wide, 0.8 * deep))
    assert size(GLUE) == pytest.approx((min(0.8 * deep, 15), high))
    assert size(INNER) == pytest.approx((wide, min(deep, 0.2 * deep + 25)))
    for name in (DUST, FOOT, OTHER_DUST, OTHER_FOOT):
        assert size(name) == pytest.approx((deep, min(0.6 * deep, 0.45 * wide)))


@settings(max_examples=40)
@given(boxes)
def test_outline_is_closed_without_overlapping_panels(line: Dieline) -> None:
    points = polygon(line.outline)
    assert crossings(points) == 0
    box = tight(line.outline)
    assert (box.x, box.y, box.w, box.h) == pytest.approx(tuple(line.box), abs=1e-3)
    # All of the paper is in panels; only the tapers of the flaps are cut away.
    x, y = points.T
    area = abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2
    whole = sum(panel.w * panel.h for panel in panels(line).values())
    assert 0.85 * whole < area < whole
    for one, other in combinations(panels(line).values(), 2):
        assert not one.intersects(other)
    for name, panel in panels(line).items():
        assert inside(points, *panel.centre), name
    for name in (SIDE, FRONT, OTHER, BACK, LID):  # whole except for the notch
        panel = panels(line)[name].inset(0.05)
        for x, y in ((panel.x, panel.y), (panel.right, panel.bottom)):
            assert inside(points, x, y), name


@settings(max_examples=40)
@given(boxes)
def test_cuts_and_folds_have_their_places(line: Dieline) -> None:
    p, points = panels(line), polygon(line.outline)
    wide = p[FRONT].w
    assert line.slits.steps == "MLML"
    (x0, y0, x1, y1, x2, y2, x3, y3) = line.slits.coords
    assert [y0, y1, y2, y3] == pytest.approx([p[LID].y] * 4, abs=1e-3)
    assert (x1 - p[LID].x, p[LID].right - x2) == pytest.approx((0.1 * wide, 0.1 * wide), abs=1e-3)
    assert (x0 - p[LID].x, p[LID].right - x3) == pytest.approx((FLAP_TAPER, FLAP_TAPER), abs=1e-3)
    # The notch is a half circle of 0.12 of the width; the corners of the tongue have 0.2.
    cx = p[FRONT].centre[0]
    assert line.notch == pytest.approx(0.12 * wide)
    assert not inside(points, cx, p[FRONT].y + line.notch - 0.1)
    assert inside(points, cx, p[FRONT].y + line.notch + 0.1)
    corner = p[TONGUE].x + FLAP_TAPER, p[TONGUE].y
    r = 0.2 * wide
    assert not inside(points, corner[0] + 0.28 * r, corner[1] + 0.28 * r)
    assert inside(points, corner[0] + 0.31 * r, corner[1] + 0.31 * r)
    # Every fold is straight, and between two panels.
    ends = np.array(line.folds.coords).reshape(-1, 2, 2)
    assert line.folds.steps == "ML" * 12
    for (x, y), (u, v) in ends:
        mid = Rect((x + u) / 2, (y + v) / 2, 0, 0)
        assert x == u or y == v
        assert sum(panel.contains(mid, 1e-3) for panel in p.values()) == 2


def test_outline_checks_can_fail() -> None:
    bow = PathBuilder().polygon([(0, 0), (4, 3), (4, 0), (0, 4)]).done()
    assert crossings(polygon(bow)) == 1
    with pytest.raises(AssertionError):
        polygon(PathBuilder().polyline([(0, 0), (4, 0), (4, 4)]).done())
    square = polygon(PathBuilder().rect(Rect(0, 0, 4, 4)).done())
    assert inside(square, 2, 2)
    assert not inside(square, 5, 2)
    assert gap(square, Rect(1, 1, 1, 2)) == pytest.approx(1)
    assert gap(square, Rect(3, 3, 2, 2)) == 0


# --- the folded box ------------------------------------------------------------------------------


@settings(max_examples=40)
@given(boxes)
def test_die_line_folds_into_a_box(line: Dieline) -> None:
    assert collisions(line) == []
    assert unglued(line) == []
    p = folded(panels(line), HANGS, FRONT)
    w, h, d = panels(line)[FRONT].w, panels(line)[FRONT].h, line.depth

    def all_at(name: str, axis: int, value: float) -> bool:
        return all(math.isclose(c[axis], value, abs_tol=1e-6) for c in p[name].corners())

    assert all_at(FRONT, 2, 0)
    assert all_at(BACK, 2, -d)
    assert all_at(SIDE, 0, 0)
    assert all_at(OTHER, 0, w)
    assert all_at(LID, 1, 0)
    assert all_at(DUST, 1, 0)
    assert all_at(INNER, 1, -h)
    assert all_at(OUTER, 1, -h)
    # The glue flap is inside the back, at the edge that nothing else holds.
    assert all_at(GLUE, 2, -d)
    assert min(c[0] for c in p[GLUE].corners()) == pytest.approx(0)
    # The tongue goes down behind the front.
    assert all_at(TONGUE, 2, 0)
    assert max(c[1] for c in p[TONGUE].corners()) == pytest.approx(0)
    for panel in p.values():  # nothing sticks out
        for x, y, z in panel.corners():
            assert -1e-6 <= x <= w + 1e-6
            assert -h - 1e-6 <= y <= 1e-6
            assert -d - 1e-6 <= z <= 1e-6
    # Dust flaps leave each other space; the two flaps of the bottom cover it, and share glue.
    assert panels(line)[DUST].h * 2 <= w
    assert panels(line)[OUTER].h + panels(line)[INNER].h > d


def in_space(line: Dieline) -> dict[str, np.ndarray]:
    """Return where each panel of the cut outline is in the folded box."""
    p, points = folded(panels(line), HANGS, FRONT), polygon(line.outline)
    found = {}
    for name, panel in panels(line).items():
        own = [p[name].at(x, y) for x, y in points if panel.inset(-1e-3).contains(Rect(x, y, 0, 0))]
        found[name] = np.array(own)
    return found


def collisions(line: Dieline) -> list[str]:
    """Return the flaps that collide in one plane, or that stick out of the box."""
    wrong, cut = [], in_space(line)
    w, h, d = panels(line)[FRONT].w, panels(line)[FRONT].h, line.depth
    for left, right in ((DUST, OTHER_DUST), (FOOT, OTHER_FOOT)):
        if cut[left][:, 0].max() >= cut[right][:, 0].min():
            wrong.append(f"{left} meets {right}")
    # Inserted flaps are narrower than their opening, except at their own fold.
    for name in (DUST, OTHER_DUST, FOOT, OTHER_FOOT):
        z = cut[name][np.abs(cut[name][:, 0] - (0 if name in (DUST, FOOT) else w)) > 0.1][:, 2]
        if z.max() > -0.9 * FLAP_TAPER or z.min() < -d + 0.9 * FLAP_TAPER:
            wrong.append(f"{name} rubs")
    free = cut[TONGUE][np.abs(cut[TONGUE][:, 1]) > 0.1]
    if free[:, 0].min() < 0.9 * FLAP_TAPER or free[:, 0].max() > w - 0.9 * FLAP_TAPER:
        wrong.append("the tongue rubs")
    for name, own in cut.items():
        low, high = own.min(axis=0), own.max(axis=0)
        if (low < np.array([0, -h, -d]) - 1e-3).any() or (high > 1e-3 + np.array([w, 0, 0])).any():
            wrong.append(f"{name} sticks out")
    return wrong


def unglued(line: Dieline) -> list[str]:
    """Return the glue that touches no paper in the folded box."""
    p, wrong = folded(panels(line), HANGS, FRONT), []
    flap, bottom = line.glue
    points = polygon(line.outline)

    def onto(area: Rect, own: str, other: str) -> bool:
        """Return whether each corner of an area of a panel is on another panel, within its
        outline.
        """
        for x, y in ((area.x, area.y), (area.right, area.bottom)):
            away = p[own].at(x, y) - p[other].origin
            if abs(away @ p[other].outward) > 1e-6:
                return False
            u = p[other].start[0] + away @ p[other].ex
            v = p[other].start[1] + away @ p[other].ey
            if not (panels(line)[other].contains(Rect(u, v, 0, 0)) and inside(points, u, v)):
                return False
        return True

    for area, own, other in ((flap, GLUE, BACK), (bottom, INNER, OUTER)):
        if not panels(line)[own].contains(area):
            wrong.append(f"the glue of the {own} is not on it")
        if not onto(area, own, other):
            wrong.append(f"the {own} meets no {other}")
    return wrong


def test_flap_and_glue_checks_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    line = make_dieline(63.5, 88.9, 24.3)
    assert collisions(line) == []
    assert unglued(line) == []
    flap, bottom = line.glue
    assert unglued(replace(line, glue=(flap.outset(9, 0, 0, 0), bottom)))
    assert unglued(replace(line, glue=(flap, bottom.outset(0, 12, 0, 0))))
    monkeypatch.setattr(die_lines, "FLAP_TAPER", 0.3)
    assert {"dust rubs", "the tongue rubs"} <= set(collisions(make_dieline(63.5, 88.9, 24.3)))
    monkeypatch.setattr(die_lines, "_DUST_SHARE", 1.5)
    monkeypatch.setattr(die_lines, "_MAX_DUST_SHARE", 0.55)
    assert "dust meets other_dust" in collisions(make_dieline(63.5, 88.9, 24.3))
    monkeypatch.setattr(die_lines, "_TONGUE_SHARE", 1.6)
    assert "tongue sticks out" in collisions(make_dieline(63.5, 88.9, 24.3))


@settings(max_examples=60)
@given(st.floats(35, 130), st.floats(45, 180), st.integers(1, 100), st.floats(0.2, 0.6))
def test_box_holds_its_cards_without_rattling(
    w: float, h: float, count: int, caliper: float
) -> None:
    stack = count * caliper
    line = make_dieline(w, h, stack)
    inner_w, inner_h, inner_d = line.inner
    assert w < inner_w <= w + 1.5
    assert h < inner_h <= h + 1.5
    # Even beside the tongue and the glue flap, some space is left.
    assert stack + 0.3 <= inner_d - 2 * BOARD
    assert inner_d <= stack + 2 or stack < 5  # cards do not rattle; the smallest box is 6 mm deep


def test_sleeved_deck_has_a_larger_box() -> None:
    deck = variant("casino")
    bare, sleeved = setting(), setting(sleeves=USUAL)
    assert card_thickness(sleeved) == CALIPER + SLEEVE_FILM
    (one,), (other,) = (plan_boxes(deck, 1, card_thickness(own)) for own in (bare, sleeved))
    thin, thick = dieline_of(one, bare), dieline_of(other, sleeved)
    assert thick.depth == pytest.approx(76 * 0.58 + SLACK)
    assert thick.panels.front.w - thin.panels.front.w == pytest.approx(SLEEVE_ALLOWANCE)
    assert thick.panels.front.h - thin.panels.front.h == pytest.approx(SLEEVE_ALLOWANCE)
    own = setting(caliper=0.25)
    assert dieline_of(one, own).depth == pytest.approx(76 * 0.25 + SLACK)


# --- number of boxes -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", variant_slugs())
def test_boxes_contain_all_cards(slug: str) -> None:
    deck = variant(slug)
    found = plan_boxes(deck, 3, CALIPER)
    held = sum(load.count * load.copies for load in found)
    assert held == sum(card.copies_for(3) for card in deck.cards)
    assert sum(load.rules for load in found) == len(deck.sets)


def test_boxes_follow_shared_and_personal_cards() -> None:
    (deck,) = plan_boxes(variant("kessel"), 4, CALIPER)  # two backs, one deck
    assert [family.name["en"] for family in deck.families] == ["Blood", "Sand"]
    assert (deck.count, deck.copies, deck.own) == (44, 1, None)
    main, side = plan_boxes(variant("pazaak"), 2, CALIPER)
    assert (main.count, main.copies) == (40, 1)
    assert (side.count, side.copies) == (45, 2)
    assert main.own is not None
    assert side.own is not None
    assert (main.own.name["en"], side.own.name["en"]) == ("Main deck", "Side deck")
    # Driven by data: the same families without personal cards share one box.
    shared = variant("pazaak")
    shared = shared.with_cards(evolve(c, per_player=False) for c in shared.cards)
    (one,) = plan_boxes(shared, 2, CALIPER)
    assert (one.count, len(one.families)) == (85, 2)
    assert [piece.copies for piece in pieces_of("tuck-box", "pazaak", players=3)] == [1, 3]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", ["casino", "kessel", "pazaak", "corellian", "expansion"])
@pytest.mark.parametrize("language", languages())
def test_box_holds_reference_cards_of_the_kit(slug: str, language: str) -> None:
    deck = variant(slug)
    has_some = "reference-cards" in default_products(deck)
    assert has_some == (slug != "expansion")
    kit = pieces_of("reference-cards", deck, language, players=3) if has_some else []
    wish = options_for(deck, "tuck-box", language, players=3, caliper=0.3)
    first, *others = boxes_of(deck, wish)
    assert first.reference == sum(piece.copies for piece in kit)
    assert not any(load.reference for load in others)
    assert dieline_of(first, wish).depth == pytest.approx(max(0.3 * first.stack + SLACK, 6))
    (piece, *_) = pieces_of("tuck-box", deck, language, players=3, caliper=0.3)
    steps = " ".join(leaf.item.run.text for leaf in text_leaves(piece.cut_guides))
    words = translate(language, "box.with-reference", cards="", count=first.reference)
    assert (words.strip() in steps) == has_some


def test_box_of_tiny_cards_has_no_reference_cards() -> None:
    """They cannot be printed in this size, so no kit has them."""
    with pytest.raises(PrintkitError, match="do not fit on cards"):
        pieces_of("reference-cards", "casino", card_size="20x28mm")
    wish = options_for(variant("casino"), "tuck-box", card_size="20x28mm")
    assert boxes_of(variant("casino"), wish)[0].reference == 0


def test_divided_boxes_share_every_card() -> None:
    found = plan_boxes(variant("corellian"), 1, 1.0, extra=4, reference=6)
    held = [(load.count, load.rules, load.extra, load.reference) for load in found]
    assert [sum(numbers) for numbers in zip(*held, strict=True)] == [76, 9, 4, 6]
    assert (found[0].extra, found[-1].reference, found[-1].rules) == (4, 6, 9)


@given(st.integers(1, 2000), st.floats(0.05, 2))
def test_thick_stack_is_divided(copies: int, thickness: float) -> None:
    deck = variant("casino")
    deck = deck.with_cards((evolve(deck.cards[0], copies=copies),))
    found = plan_boxes(deck, 1, thickness)
    assert sum(load.stack for load in found) == copies
    assert all(load.stack * thickness <= MAX_STACK + 1e-6 for load in found)
    assert max(load.stack for load in found) - min(load.stack for load in found) <= 1
    assert [load.number for load in found] == [*range(1, len(found) + 1)]
    assert {load.of for load in found} == {len(found)}
    assert len({load.id for load in found}) == len(found)


# --- print ---------------------------------------------------------------------------------------


def by_panel(slug: str, language: str = "en", size: str = "poker") -> dict[str, list[Leaf]]:
    """The words on each panel of the first box of a deck, in its piece's coordinates."""
    line, piece = own_line(slug, size, language)
    found: dict[str, list[Leaf]] = {}
    moved = panels_of(line, piece)
    for leaf in text_leaves(piece.front.items):
        (name,) = (n for n, panel in moved.items() if panel.contains(text_box(leaf)))
        found.setdefault(name, []).append(leaf)
    return found


def panels_of(line: Dieline, piece: Piece) -> dict[str, Rect]:
    """Return the panels in the coordinates of the piece, which may have words below the box."""
    assert piece.outline is not None
    box = tight(parts(piece.outline)[0])
    matrix = translation(box.x - line.box.x, box.y - line.box.y)
    return {name: matrix.bounds(panel) for name, panel in panels(line).items()}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("slug", DECKS)
def test_each_panel_has_its_texts(slug: str, language: str) -> None:
    found = by_panel(slug, language)
    deck = variant(slug)
    words = {name: " ".join(leaf.item.run.text for leaf in own) for name, own in found.items()}
    name = deck.name[language]
    cards = sum(card.copies for card in deck.cards if not card.per_player)
    for panel in (FRONT, SIDE, OTHER, LID):
        assert name in words[panel], panel
    for panel in (FRONT, SIDE, OTHER):
        assert translate(language, "box.cards", count=cards) in words[panel], panel
        assert (
            own_boxes(slug, language)[0].describe_count(LocalGame(deck, language, setting().theme))
            in (words[panel])
        ), panel
    small = words.get(OUTER) or words[BACK]
    assert translate(language, "rights.subject-ours") in small
    assert translate(language, "box.edition") in small
    assert set(words) <= {FRONT, SIDE, OTHER, LID, OUTER, BACK}  # nothing on glued panels


def up(leaf: Leaf, panel: Folded) -> np.ndarray:
    """Return the upward direction of the letters in space."""
    dx, dy = -leaf.matrix.c, -leaf.matrix.d
    return panel.way(dx, dy)


UP, RIGHTWARD, TO_FRONT = np.eye(3)[1], np.eye(3)[0], np.eye(3)[2]


@pytest.mark.parametrize("slug", ["casino", "kessel", "pazaak"])
def test_box_text_is_upright_when_folded(slug: str) -> None:
    line, piece = own_line(slug)
    space = folded(panels_of(line, piece), HANGS, FRONT)
    heads = {
        FRONT: UP,
        BACK: UP,
        LID: -TO_FRONT,  # seen from above: the bottom of the letters is at the front
        OUTER: TO_FRONT,  # seen from below, with the box tipped back: the front is at the top
        SIDE: TO_FRONT,  # read from the lid down
        OTHER: -TO_FRONT,
    }
    for name, own in by_panel(slug).items():
        for leaf in own:
            assert np.allclose(up(leaf, space[name]), heads[name]), (name, leaf.item.run.text)
            # Not mirrored: letters run to the right of their up direction, seen from outside.
            along = space[name].way(leaf.matrix.a, leaf.matrix.b)
            assert np.allclose(np.cross(along, up(leaf, space[name])), space[name].outward)
    # A lid with words upright on the flat box would be upside down.
    flat = by_panel(slug)[LID][0]
    wrong = flat._replace(matrix=translation(flat.matrix.e, flat.matrix.f))
    assert np.allclose(up(wrong, space[LID]), TO_FRONT)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "size", cases(paper_sizes.card_names(), ("poker", "french-tarot", "us-mini"))
)
@pytest.mark.parametrize("language", languages())
def test_box_words_and_steps_avoid_cuts_and_folds(language: str, size: str) -> None:
    """Words are on a panel, the steps outside the cut line."""
    for slug in KINDS:
        result = pieces(slug, language, size=size)
        for load, piece in zip(own_boxes(slug, language, size), result, strict=True):
            assert piece.outline is not None
            moved = panels_of(dieline_of(load, setting(card_size=size)), piece)
            points = polygon(parts(piece.outline)[0])
            for leaf in text_leaves(piece.front.items):
                box, shown = text_box(leaf), leaf.item.run.text
                assert any(panel.inset(1.0).contains(box) for panel in moved.values()), shown
                assert gap(points, box) >= 3 - 1e-3, (slug, shown)
            glue = translate(language, "box.glue")
            words = text_leaves(piece.cut_guides)
            steps = [leaf for leaf in words if leaf.item.run.text != glue]
            for box in map(text_box, steps):
                assert trim(piece).contains(box, 0.05)
                assert not inside(points, *box.centre)
                assert gap(points, box) > 1.0
            wording = " ".join(leaf.item.run.text for leaf in steps)
            for at in range(1, 5):
                assert f"{at}." in wording
                assert translate(language, f"box.step-{at}").split(" ")[0] in wording
            assert min(leaf.item.size for leaf in (*words, *text_leaves(piece.front.items))) >= (
                SIX_POINT - 1e-3
            )


@pytest.mark.parametrize("slug", KINDS)
def test_glue_areas_are_unprinted(slug: str) -> None:
    for load in own_boxes(slug):
        line = dieline_of(load, setting())
        for area in line.glue:
            assert not any(area.intersects(rect) for rect in bleed_areas(line))
            assert inside(polygon(line.outline), *area.centre)


def test_field_bleeds_past_every_visible_cut() -> None:
    line, _ = own_line("casino")
    p, art = panels(line), bleed_areas(line)
    for name, ways in {
        FRONT: ((0, -2.0),),
        BACK: ((2.0, 0),),
        LID: ((2.0, 0), (-1.4, 0)),
        TONGUE: ((0, -2.0), (2.0, 0)),
        OUTER: ((0, 2.0), (1.4, 0), (-1.4, 0)),
    }.items():
        for dx, dy in ways:
            moved = p[name]._replace(x=p[name].x + dx, y=p[name].y + dy).inset(0.1)
            for x, y in ((moved.x, moved.y), (moved.right, moved.bottom)):
                assert any(rect.contains(Rect(x, y, 0, 0)) for rect in art), name


# --- pages ---------------------------------------------------------------------------------------


def page_count(slug: str, **wishes: Any) -> int:
    request = make_job(variant=slug, **wishes)
    return len(lay_out_product(variant(slug), "tuck-box", "en", request).document.pages)


@pytest.mark.sampled("paper", every=3)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", variant_slugs())
def test_box_fits_on_one_sheet(slug: str, paper: str) -> None:
    boxes = plan_boxes(variant(slug), 2, CALIPER)
    assert page_count(slug, paper=paper, players=2) == sum(load.copies for load in boxes)


def test_large_box_fits_one_sheet_or_tiles() -> None:
    assert page_count("casino", sleeves=USUAL) == 1
    assert page_count("tarot", card_size="tarot") == 1
    assert page_count("tarot", card_size="tarot", sleeves=USUAL) > 1  # in tiles
    assert page_count("tarot", card_size="tarot", sleeves=USUAL, paper="a3") == 1


@pytest.mark.parametrize(
    ("wishes", "thickness", "wider"),
    [
        ({}, 0.3, 0.0),
        ({"duplex": "fold"}, 0.42, 0.0),
        ({"caliper": 0.4}, 0.4, 0.0),
        ({"sleeves": "usual"}, 0.58, 2.5),
        ({"sleeves": "66x91mm", "card_size": "standard"}, 0.58, 3.0),
        ({"sleeves": "66.5x91.9mm", "caliper": 0.4}, 0.68, 3.0),
    ],
    ids=str,
)
def test_box_size_follows_the_options(
    wishes: dict[str, Any], thickness: float, wider: float
) -> None:
    own = options_for(variant("kessel"), "tuck-box", **wishes)
    assert card_thickness(own) == pytest.approx(thickness)
    assert sleeve_allowance(own) == pytest.approx((wider, wider))


def test_too_long_box_name_gives_a_remedy() -> None:
    long = evolve(variant("casino"), name=Words({"en": "W" * 90, "fr": "W" * 90}, "en"))
    with pytest.raises(PrintkitError, match="Shorten the name of the deck") as caught:
        pieces_of("tuck-box", long)
    assert caught.value.location == "tuck box (en)"


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [(64.9, 90.3, 1.0), (64.9, 45.15, 0.5), (32.45, 90.3, 0.5), (129.8, 180.6, 2.0)],
)
def test_scale_is_that_of_the_shorter_side(width: float, height: float, scale: float) -> None:
    """The front of a box for poker cards has the scale 1."""
    line = SimpleNamespace(panels=SimpleNamespace(front=Rect(0, 0, width, height)))
    panels: Any = SimpleNamespace(line=line)
    assert Panels.scale.fget(panels) == pytest.approx(scale)  # type: ignore[attr-defined]


# Posters


@pytest.mark.parametrize(
    ("slug", "drawings"),
    [
        ("pazaak", [{"pazaak-plain-10"}, {"pazaak-half-plus-06", "pazaak-half-minus-06"}]),
        ("kessel", [{"kessel-impostor-blood"}]),
    ],
)
def test_front_of_a_box_shows_a_face(slug: str, drawings: list[set[str]]) -> None:
    """A deck of numbers too: its highest number, both halves if it turns."""
    found = []
    for piece in pieces_of("tuck-box", slug):
        keys = {leaf_symbol.key for leaf_symbol, _ in uses(piece.front.items)}
        found.append({key.split("-classic-")[0].removeprefix("engraved-") for key in keys
                      if key.startswith("engraved-")})  # fmt: skip
    assert found == drawings
