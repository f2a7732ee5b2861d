"""Paper dice: the net in numbers, the cube folded in space, the content of its faces."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.base.messages import languages, translate
from printkit.base.records import evolve
from printkit.components.dice import _draw_number
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Use
from printkit.jobs.job import make_job
from printkit.model.definition_files import variant_slugs
from printkit.model.variant import Variant
from printkit.pieces.options import DIE_SIZE
from printkit.pieces.product import Piece
from printkit.products.paper_die import (
    BACK,
    COUNTS,
    FRONT,
    LEFT,
    LOWER,
    RIGHT,
    UPPER,
    DieStyle,
    _draw_pips,
    cube_net,
    die_styles,
    die_symbols,
    draw_die,
    find_dice,
    list_dice,
    pip_places,
)
from tests.support.decks import variant
from tests.support.folding import (
    ABOVE,
    BELOW,
    Folded,
    crossings,
    folded,
    gap,
    inside,
    parts,
    polygon,
)
from tests.support.folding import LEFT as AT_LEFT
from tests.support.folding import RIGHT as AT_RIGHT
from tests.support.jobs import lay_out_product, pieces_of
from tests.support.prints import SIX_POINT, trim
from tests.support.walk import leaves, text_box, text_leaves, union

FACES = (LEFT, FRONT, RIGHT, BACK, UPPER, LOWER)
# Opposite faces of the cube.
OPPOSITE = ((FRONT, BACK), (LEFT, RIGHT), (UPPER, LOWER))

HANGS = {
    LEFT: (FRONT, AT_LEFT),
    RIGHT: (FRONT, AT_RIGHT),
    BACK: (RIGHT, AT_RIGHT),
    UPPER: (FRONT, ABOVE),
    LOWER: (FRONT, BELOW),
}
DIE = DIE_SIZE.default
edges = st.floats(12, 48)


def piece(slug: str, language: str = "en", edge: float = DIE) -> Piece:
    return pieces_of("paper-die", slug, language, die_size=edge)[0]


def own_kinds(deck: Variant, look: str = "classic") -> list[DieStyle]:
    material = find_dice(deck)
    assert material is not None
    return die_styles(deck, material, theme(look))


def cube(edge: float) -> dict[str, Folded]:
    return folded(cube_net(edge).faces, HANGS, FRONT)


# --- the net -------------------------------------------------------------------------------------


@given(edges)
def test_net_is_one_closed_line_around_six_faces(edge: float) -> None:
    shape = cube_net(edge)
    points = polygon(shape.outline)
    assert crossings(points) == 0
    assert set(shape.faces) == set(FACES)
    assert len(FACES) == 6
    for one, other in combinations(shape.faces.values(), 2):
        assert not one.intersects(other)
    for face in shape.faces.values():
        assert (face.w, face.h) == pytest.approx((edge, edge))
        for x, y in ((face.x, face.y), (face.right, face.bottom)):
            cx, cy = face.centre
            assert inside(points, cx + 0.98 * (x - cx), cy + 0.98 * (y - cy))
    # Five folds between faces, seven at the tabs; each is an edge of a face.
    ends = np.array(shape.folds.coords).reshape(-1, 4)
    assert shape.folds.steps == "ML" * 12
    lengths = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    assert lengths == pytest.approx(edge, abs=1e-3)
    mids = [Rect((x + u) / 2, (y + v) / 2, 0, 0) for x, y, u, v in ends]
    held = Counter(sum(face.contains(at, 1e-3) for face in shape.faces.values()) for at in mids)
    assert held == {2: 5, 1: 7}


@given(edges)
def test_net_folds_into_a_cube_with_single_tabs(edge: float) -> None:
    shape, space = cube_net(edge), cube(edge)
    corners = {tuple(np.round(c, 6)) for face in space.values() for c in face.corners()}
    assert len(corners) == 8
    assert len({tuple(np.round(face.outward, 6)) for face in space.values()}) == 6
    for one, other in OPPOSITE:
        assert np.allclose(space[one].outward, -space[other].outward)
        assert COUNTS[one] + COUNTS[other] == 7
    # Edges of the net that meet in space: one of each pair has a tab.
    folds = np.array(shape.folds.coords).reshape(-1, 2, 2)
    tabs = {tuple(np.round(f.mean(axis=0), 3)) for f in folds}
    seams: dict[tuple[float, ...], list[bool]] = {}
    for name, face in shape.faces.items():
        cx, cy = face.centre
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = cx + dx * edge / 2, cy + dy * edge / 2
            at = Rect(x, y, 0, 0)
            if sum(other.contains(at, 1e-3) for other in shape.faces.values()) == 2:
                continue  # a fold between two faces
            place = tuple(np.round(space[name].at(x, y), 3) + 0.0)
            near = any(abs(x - u) < 0.01 and abs(y - v) < 0.01 for u, v in tabs)
            seams.setdefault(place, []).append(near)
    assert len(seams) == 7
    assert all(sorted(found) == [False, True] for found in seams.values())


@given(edges)
def test_tabs_are_inside_outline_without_collisions(edge: float) -> None:
    shape = cube_net(edge)
    points = polygon(shape.outline)
    tab = min(0.32 * edge, 6.0)
    left = shape.faces[LEFT]
    assert inside(points, left.x - 0.9 * tab, left.centre[1])
    assert not inside(points, left.x - 1.1 * tab, left.centre[1])
    back = shape.faces[BACK]  # the last face has none
    assert not inside(points, back.right + 0.1, back.centre[1])
    # Ticks are in the waste.
    for x, y in np.array(shape.ticks.coords).reshape(-1, 2):
        assert not inside(points, x, y)


# --- the faces -----------------------------------------------------------------------------------


def test_one_two_three_run_counter_clockwise() -> None:
    space = cube(DIE)
    by_count = {count: space[name].outward for name, count in COUNTS.items()}
    assert sorted(by_count) == [1, 2, 3, 4, 5, 6]
    handed = np.dot(np.cross(by_count[1], by_count[2]), by_count[3])
    assert handed == pytest.approx(1)  # seen from outside the corner that the three share


@pytest.mark.parametrize("count", range(1, 7))
def test_signs_are_the_same_under_a_half_turn(count: int) -> None:
    found = set(pip_places(count))
    assert len(found) == count
    assert {(-x, -y) for x, y in found} == found


def discs(items: list[Item], face: Rect, colour: Colour) -> int:
    """Return the number of circles filled with a colour in a face."""
    found = 0
    for leaf in leaves(items):
        if isinstance(leaf.item, Path) and leaf.item.fill == colour:
            for part in parts(leaf.item.data):
                box = leaf.matrix.bounds(part.box())
                if part.steps == "MCCCCZ" and face.contains(box) and box.w > 0.12 * face.w:
                    found += 1
    return found


def used(items: list[Item], face: Rect) -> list[Use]:
    """Return the emblems whose centre is in a face."""
    return [
        item
        for item in items
        if isinstance(item, Use) and face.contains(Rect(item.matrix.e, item.matrix.f, 0, 0))
    ]


@pytest.mark.parametrize("edge", [16.0, 20.0, 30.0])
def test_die_faces_show_their_counts(edge: float) -> None:
    shape = cube_net(edge)
    pips, spikes = own_kinds(variant("casino"))
    for name, face in shape.faces.items():
        assert discs(draw_die(shape, pips), face, pips.palette.main) == COUNTS[name], name
        found = used(draw_die(shape, spikes), face)
        assert len(found) == COUNTS[name], name
        assert all("die-spike" in use.symbol.key for use in found)
        plate = face.inset(0.1 * edge)
        for use in found:  # none over the frame of its face
            size = use.matrix.scale * 100
            assert plate.contains(Rect(use.matrix.e, use.matrix.f, 0, 0).inset(-0.48 * size))


def test_definition_sets_the_suits_of_dice() -> None:
    deck = variant("corellian-spike")
    material = find_dice(deck)
    assert material is not None
    found = die_symbols(deck, material)
    assert set(found) == set(FACES)
    for one, other in OPPOSITE:  # as the definition lists them: the first opposite the last
        assert found[one].mark == found[other].mark
        assert {found[one].sign, found[other].sign} == {"+", "\u2212"}
        assert found[one].colour != found[other].colour
    assert len({(sign.mark, sign.sign) for sign in found.values()}) == 6  # doubles: one in six
    shape = cube_net(DIE)
    _, symbols = own_kinds(deck)
    for face in shape.faces.values():
        assert len(used(draw_die(shape, symbols), face)) == 1
    # Driven by data: without faces its dice have spikes like all others, and other suits appear.
    plain = evolve(material, faces=None)
    assert die_symbols(deck, plain) == {}
    turned = evolve(material, faces=material.faces[::-1])
    assert die_symbols(deck, turned)[FRONT] == found[BACK]
    assert not any(
        one.faces and one.signs
        for s in variant_slugs()
        if s != deck.slug
        for one in variant(s).materials
    )


def words_on(items: list[Item], face: Rect) -> list[str]:
    """Return the texts in a face."""
    return [
        leaf.item.run.text for leaf in text_leaves(items) if face.contains(text_box(leaf), 1e-3)
    ]


def test_shift_dice_show_their_numbers_and_suits() -> None:
    """The gold die has 0 twice, and the silver one each suit twice, in one colour, without sign."""
    deck, shape = variant("coruscant-shift"), cube_net(DIE)
    gold, silver = (die_styles(deck, one, theme("classic")) for one in list_dice(deck))
    assert len(gold) == len(silver) == 1
    shown = {name: words_on(draw_die(shape, gold[0]), face) for name, face in shape.faces.items()}
    assert sorted(word for (word,) in shown.values()) == ["+10", "+5", "0", "0", "−10", "−5"]
    assert {*shown[FRONT], *shown[BACK]} == {"0"}
    for one, other in OPPOSITE:
        assert shown[one][0].strip("+−") == shown[other][0].strip("+−")
    _, dice = list_dice(deck)
    found = die_symbols(deck, dice)
    assert Counter(sign.mark.stem for sign in found.values()) == dict.fromkeys(
        ("circles", "triangles", "squares"), 2
    )
    assert {(sign.colour, sign.sign) for sign in found.values()} == {(dice.colour, "")}
    assert not text_leaves(draw_die(shape, silver[0]))


def test_one_of_each_shift_die_is_needed() -> None:
    one = piece("coruscant-shift")
    assert one.outline is not None
    assert one.needed is not None
    nets = one.outline.steps.count("Z")
    assert nets % 2 == 0
    assert one.needed.steps.count("Z") == one.things == 2
    # The needed two are the first of each kind, on top of each other or side by side.
    first, second = (part.box() for part in parts(one.needed))
    assert not first.intersects(second)


@pytest.mark.parametrize("slug", ["corellian-spike", "coruscant-shift"])
@pytest.mark.parametrize("edge", [16.0, 20.0])
def test_stickers_cover_every_face_once_with_a_spare_set(slug: str, edge: float) -> None:
    (sheet,) = pieces_of("die-stickers", slug, die_size=edge)
    assert sheet.outline is not None
    assert sheet.folds is None
    boxes = [part.box() for part in parts(sheet.outline)]
    dice = sum(one.count or 0 for one in list_dice(variant(slug)))
    assert len(boxes) == 2 * 6 * dice
    assert sheet.things == dice == 2
    assert {round(box.w, 3) for box in boxes} == {round(0.8 * edge, 3)}
    assert not any(a.inset(-1).intersects(b) for a, b in combinations(boxes, 2))
    wording = " ".join(leaf.item.run.text for leaf in text_leaves(sheet.cut_guides))
    assert f"{edge:g} mm" in wording


# --- the piece -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["casino", "kessel", "corellian-spike"])
def test_dice_count_matches_the_game(slug: str) -> None:
    material = find_dice(variant(slug))
    assert material is not None
    one = piece(slug)
    assert one.outline is not None
    assert one.folds is not None
    assert material.count is not None
    spare = one.outline.steps.count("Z") - 2 * material.count
    assert spare in (2, 4), "of each kind as many, where the sheet has room"
    assert one.needed is not None
    assert one.needed.steps.count("Z") == material.count, "one kind is enough"
    assert one.folds.steps.count("M") == 12 * (2 * material.count + spare)
    boxes = [part.box() for part in parts(one.outline)]
    assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
    assert all(trim(one).contains(box, 1e-3) for box in boxes)


@pytest.mark.parametrize("edge", [12.0, 16.0, 20.0, 48.0])
@pytest.mark.parametrize("language", languages())
def test_steps_are_beside_the_nets(language: str, edge: float) -> None:
    one = piece("kessel", language, edge)
    assert one.outline is not None
    nets = [polygon(part) for part in parts(one.outline)]
    found = text_leaves(one.cut_guides)
    for leaf in found:
        assert leaf.item.size >= SIX_POINT - 1e-3
        assert trim(one).contains(text_box(leaf), 0.05)
        assert all(gap(points, text_box(leaf)) > 3 for points in nets)
    wording = " ".join(leaf.item.run.text for leaf in found)
    assert translate(language, "die.title") in wording
    assert all(f"{at}." in wording for at in (1, 2, 3))
    assert f"{edge:g} mm" in wording


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a3"])
@pytest.mark.parametrize("edge", [12.0, 20.0, 34.0, 48.0])
def test_net_is_on_one_sheet_if_it_fits(paper: str, edge: float) -> None:
    """A net never crosses the seam of tiles, and each sheet has as many nets as fit."""
    request = make_job(variant="kessel", paper=paper, die_size=edge)
    imposed = lay_out_product(variant("kessel"), "paper-die", "en", request)
    shape, size = cube_net(edge), paper_sizes.paper(paper)
    fits = shape.box.w < max(size.w, size.h) - 20 and shape.box.h < min(size.w, size.h) - 50
    if not fits:
        assert (paper, edge) in {("a5", 34.0), ("a5", 48.0)}
        return
    assert len(imposed.document.pages) in (1, 2, 4)
    assert all(page.name.isdecimal() for page in imposed.document.pages)  # tiles are named 02-a1
    result = pieces_of("paper-die", "kessel", paper=paper, die_size=edge)
    assert len(result) == len(imposed.document.pages)
    nets = sum(one.outline.steps.count("Z") for one in result if one.outline)
    assert nets == 4 or (len(result) == 1 and nets in (6, 8, 10, 12))
    assert len(result) == 1 or edge > (12 if paper == "a5" else 20)
    assert len({one.id for one in result}) == len({one.front.key for one in result}) == len(result)
    for one in result:
        assert one.outline is not None
        assert all(trim(one).contains(part.box(), 1e-3) for part in parts(one.outline))


def test_die_counts_can_fail() -> None:
    shape = cube_net(DIE)
    pips, spikes = own_kinds(variant("casino"))
    items = draw_die(shape, pips)
    face = shape.faces[BACK]
    assert discs(items, face, pips.palette.main) == 6
    assert discs(items, face, Colour("#123456")) == 0
    assert discs([Group(tuple(items))], face, pips.palette.main) == 6
    assert used(draw_die(shape, spikes), Rect(500, 500, 9, 9)) == []


@pytest.mark.parametrize("count", range(1, 7))
def test_eye_of_a_pip_is_inside_it(count: int) -> None:
    face = Rect(-10.0, -10.0, 20.0, 20.0)
    discs, eyes = _draw_pips(count, theme("ink-saver").palette("ink"), face)
    assert isinstance(discs, Path)
    assert isinstance(eyes, Path)
    assert discs.data.box().inset(0.3).contains(eyes.data.box())
    assert face.contains(discs.data.box())


@pytest.mark.parametrize("number", [5, -3])
def test_number_is_in_the_middle_of_its_face(number: int) -> None:
    items = _draw_number(number, theme("classic").palette("ink"), Rect(10.0, 20.0, 16.0, 16.0))
    ink = union(text_box(leaf) for leaf in text_leaves(items))
    assert ink.centre == pytest.approx((18.0, 28.0), abs=0.6)
    assert Rect(10.0, 20.0, 16.0, 16.0).inset(2.0).contains(ink)
