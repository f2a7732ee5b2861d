"""Cards with straight cuts: only the ground is near the cuts, and sheets show cut lines."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.engraved import aslant_drawing, drawing_path, header_of
from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.card_shapes import ELONGATED
from printkit.base.content import bundled_rows
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.faces.anatomy import Anatomy
from printkit.faces.engraved_faces import drawing_of, plate_box
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Symbol, Use
from printkit.graphics.engraved import EngravedArea, EngravedLine, decode, shapes_of
from printkit.graphics.fonts import INDEX
from printkit.graphics.path import (
    CARD_SHAPES,
    STRAIGHT_CUT,
    area_and_length,
    card_outline,
    corner_cut,
    polylines,
    rect_path,
)
from printkit.imposition.grid import SheetSpec
from printkit.imposition.sheets import impose_cards
from printkit.imposition.single_pages import single_piece_pages
from printkit.library.gallery import _clip_paths
from printkit.products.cards import make
from tests.support import limits
from tests.support.decks import variant
from tests.support.faces import REACH, Face, faces, opened, spoiled
from tests.support.jobs import render_options
from tests.support.limits import DUST, SAFE, faults
from tests.support.prints import trim
from tests.support.raster import CAPTION, layer, toys
from tests.support.sample import cases
from tests.support.walk import (
    Leaf,
    glyph_box,
    leaves,
    moved,
    outline_points,
    points_of,
    symbol_ink,
    visible,
)

A4 = paper_sizes.paper("a4")
# Each walk of the gate checks the faces of one of these parts.
PARTS = 10
every_shape = pytest.mark.parametrize("shape", STRAIGHT_CUT)
# A face without an engraved drawing on a shape without corners is laid out on a smaller card.
# `index_is_read` does not apply: it measures from the side of the box around the card, from which
# the slanted cut recedes. Other rules measure upright boxes; an index beside that cut is aslant.
RULES_INSIDE = (limits.texts_stand_apart, limits.names_are_clear_of_plates, limits.index_is_clear)
# From the slanted cut to the far side of a figure in a fan of 8 mm a card, and in large print (mm).
SEEN, SEEN_LARGE = 9.0, 14.5
RULES_OF_PLACE = (
    limits.text_in_the_safe_area,
    limits.texts_stand_apart,
    limits.only_the_ground_is_near_the_cut,
    limits.index_is_read,
    limits.name_is_clear,
    limits.names_are_clear_of_plates,
    limits.index_is_clear,
    limits.pips_stand_apart,
)


def depths(points: np.ndarray, box: Rect, shape: str) -> np.ndarray:
    """Return the distance of points from the nearest of the four cuts; negative outside."""
    along, down = corner_cut(box, shape)
    u = np.minimum(points[:, 0] - box.x, box.right - points[:, 0])
    v = np.minimum(points[:, 1] - box.y, box.bottom - points[:, 1])
    return (u * down + v * along - along * down) / math.hypot(along, down)


@lru_cache(maxsize=512)
def all_points(symbol: Symbol, paper: str) -> np.ndarray:
    """Return the points of all visible items of a symbol."""
    return np.concatenate(
        [np.zeros((0, 2)), *(points(leaf, paper) for leaf in leaves(symbol.items))]
    )


@lru_cache(maxsize=4096)
def extremes_of(symbol: Symbol, paper: str, along: float, down: float) -> np.ndarray:
    """Return the points nearest to the sides of the box and to straight cuts."""
    xy = all_points(symbol, paper)
    ways = [(1, 0), (0, 1), (down, along), (down, -along)]
    far = xy @ np.array([*ways, *((-x, -y) for x, y in ways)]).T
    return xy[np.unique(far.argmax(axis=0))] if len(xy) else xy


def points(leaf: Leaf, paper: str) -> np.ndarray:
    """Return the points of a leaf on the page, including the width of lines."""
    own = points_of(leaf)
    if isinstance(leaf.item, ShapedText) or not visible(leaf, paper):
        return own if isinstance(leaf.item, ShapedText) else own[:0]
    if leaf.clip is not None:
        own = within(own, leaf.clip)
    if leaf.item.stroke:
        by = leaf.item.stroke.width * leaf.matrix.scale / 2
        around = [(dx * by, dy * by) for dx in (-0.7, 0.7) for dy in (-0.7, 0.7)]
        own = np.concatenate([own + np.array(shift) for shift in around])
    return own


def within(xy: np.ndarray, box: Rect) -> np.ndarray:
    x, y = xy[:, 0], xy[:, 1]
    return xy[(x >= box.x) & (x <= box.right) & (y >= box.y) & (y <= box.bottom)]


def parts(
    items: tuple[Item, ...], face: Face, matrix: Matrix = IDENTITY, clip: Rect | None = None
) -> Iterator[np.ndarray]:
    """Return the points of each item of a face; items clipped to the safe area are inside it."""
    for item in items:
        if isinstance(item, Group):
            inner, own = item.matrix.then(matrix), clip
            if item.clip is not None:
                edge = moved(outline_points(item.clip), inner)
                if (
                    depths(edge, trim(face.piece), face.piece.shape).min()
                    >= face.piece.safe_margin - DUST
                ):
                    continue
                own = Rect(*edge.min(axis=0), *np.ptp(edge, axis=0))
            yield from parts(item.items, face, inner, own)
        elif isinstance(item, Use) and item.matrix == IDENTITY:  # a part of faces of one look
            yield from parts(item.symbol.items, face, matrix, clip)
        elif isinstance(item, Use):
            place = item.matrix.then(matrix)
            if clip is None and place.b == place.c == 0 and abs(place.a) == abs(place.d):
                cut = corner_cut(trim(face.piece), face.piece.shape)
                yield moved(extremes_of(item.symbol, face.paper, *cut), place)
            else:
                xy = moved(all_points(item.symbol, face.paper), place)
                yield xy if clip is None else within(xy, clip)
        else:
            yield points(Leaf(item, matrix, clip), face.paper)


def intrusions(face: Face) -> list[str]:
    """Return the items nearer to a cut than the safe margin; grounds extend over all cuts."""
    box, found = trim(face.piece), []
    for at, xy in enumerate(parts(face.figure.piece.front.items, face)):
        if not len(xy):
            continue
        least = depths(xy, box, face.piece.shape).min()
        if least < face.piece.safe_margin - 0.02:
            found.append(f"{face.key}: item {at} is {least:.2f} mm from the cut")
    return found


@pytest.mark.sampled("first")
@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.parametrize(
    ("shape", "look", "size", "wishes"),
    [
        ("hexagon", "gala", "square", {}),
        pytest.param("hexagon", "noir", "us-mini", {"large": True}, marks=pytest.mark.nightly),
        pytest.param(
            "hexagon", "ink-saver", "french-tarot", {"indices": "4"}, marks=pytest.mark.nightly
        ),
        ("octagon", "classic", "poker", {"indices": "4"}),
        pytest.param("octagon", "ink-saver", "jumbo", {"large": True}, marks=pytest.mark.nightly),
        ("elongated-hexagon", "classic", "standard", {}),
    ],
)
def test_only_the_ground_is_near_a_cut(
    shape: str, look: str, size: str, wishes: dict[str, Any], first: int
) -> None:
    found = list(faces(look, size, shape=shape, part=(first, PARTS), **wishes))
    assert len(found) >= 300 // PARTS
    assert [fault for face in found for fault in intrusions(face)] == []
    rules = RULES_OF_PLACE if shape != ELONGATED else RULES_INSIDE
    aslant = {face for face in found if face.anatomy.lean}
    assert bool(aslant) == (shape == ELONGATED)
    upright = [face for face in found if face not in aslant]
    assert [fault for face in upright for fault in faults(face, rules)] == []
    assert [fault for face in aslant for fault in limits.texts_stand_apart(face)] == []


@pytest.mark.parametrize(
    ("shape", "look", "size", "safe"),
    [("rounded", "classic", "poker", 3.2), ("hexagon", "gala", "us-mini", 4.0)],
)
def test_requested_safe_margin_is_kept(shape: str, look: str, size: str, safe: float) -> None:
    some = list(faces(look, size, shape=shape, safe=safe, part=(0, 2 * PARTS)))
    rules = tuple(rule for rule in RULES_OF_PLACE if rule is not limits.index_is_read)
    assert {face.piece.safe_margin for face in some} == {safe}
    assert [fault for face in some for fault in faults(face, rules)] == []
    straight = some if shape in STRAIGHT_CUT else []
    assert [fault for face in straight for fault in intrusions(face)] == []


@every_shape
def test_item_near_a_cut_is_detected(shape: str) -> None:
    face = next(faces("classic", "poker", shape=shape))
    assert intrusions(face) == []
    box = trim(face.piece).inset(SAFE + 0.1)
    corner = Path(rect_path(Rect(box.x, box.y, 0.5, 0.5)), fill=face.theme.roles_of["ink"])
    for more in (corner, Use(Symbol("corner", (corner,), box))):
        assert len(intrusions(spoiled(face, more))) == 1
    assert symbol_ink(face.piece.front, face.paper) is not None


@pytest.mark.sampled
@every_shape
@pytest.mark.parametrize("look", ["classic", "gala"])
def test_backs_keep_clear_of_the_cuts(shape: str, look: str) -> None:
    for size in ("poker", "us-mini", "square"):
        card = paper_sizes.card(size)
        box = Rect(-card.w / 2, -card.h / 2, card.w, card.h)
        for name in bundled_rows("backs.toml"):
            back = draw_back(name, card.w, card.h, REACH, theme(look), shape)
            paper = theme(look).roles_of["paper"] if look == "classic" else ground_of(back)
            for xy in extents(back.items[back.ground :], paper):
                assert not len(xy) or depths(xy, box, shape).min() >= SAFE - DUST, (name, size)


def extents(
    items: tuple[Item, ...], paper: Colour, matrix: Matrix = IDENTITY
) -> Iterator[np.ndarray]:
    """Return the points of items on a ground, and of the clips of clipped items."""
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.clip is not None:
                yield moved(outline_points(item.clip), inner)
            else:
                yield from extents(item.items, paper, inner)
        elif not (isinstance(item, Path) and item.fill in (None, paper) and item.stroke is None):
            moat = isinstance(item, Path) and item.stroke and item.stroke.colour == paper
            if not (moat and item.fill in (None, paper)):
                yield from (points(leaf, "") for leaf in leaves((item,), matrix))


def ground_of(back: Symbol) -> Colour:
    """Return the colour of a printed ground."""
    ground = next(leaves(back.items)).item
    assert isinstance(ground, Path)
    assert ground.fill
    return ground.fill


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("look", ["classic", "noir", "ink-saver"])
@pytest.mark.parametrize("wishes", [{}, {"index": "large", "indices": "4"}])
@pytest.mark.parametrize("slug", ["corellian-spike", "coruscant-shift", "kessel"])
def test_index_of_elongated_hexagon_is_inside(slug: str, wishes: dict[str, str], look: str) -> None:
    """Figures and plates are in the safe area, and figures where a fan shows them."""
    size, deck = paper_sizes.card("standard"), variant(slug)
    setting = render_options("en", theme(look), size, REACH, shape=ELONGATED, **wishes)
    box, seen = Rect(-31.5, -44.0, 63.0, 88.0), SEEN if not wishes else SEEN_LARGE
    pieces = make(deck, setting)
    assert len(pieces) == len(deck.cards)
    for piece in pieces:
        figures = list(index_points(piece.front.items))
        assert len(figures) >= int(wishes.get("indices", "2")), piece.id
        for xy in figures:
            apart = depths(xy, box, ELONGATED)
            assert apart.min() >= SAFE, piece.id
            assert apart.max() <= seen, piece.id
            assert np.abs(xy[:, 1]).max() <= box.h / 2 - SAFE, piece.id
        drawn = piece.front.items[piece.front.ground :]
        for leaf in leaves(opened(drawn)):
            xy = points(leaf, "")
            assert depths(xy, box, ELONGATED).min() >= SAFE - DUST, piece.id
            assert np.abs(xy[:, 1]).max() <= box.h / 2 - SAFE + DUST, piece.id


# The materials of pips in the drawings of Spike; all others are ground.
PIP_MATERIALS = {"up", "down", "gold"}
# How far the corners of a plate are cut off (mm on a poker card).
PLATE_CUT = 1.5


def places_of(line: EngravedLine) -> tuple[list[float], list[float]]:
    """Return the places of the points of a line, first those across and then those along."""
    return [point.real for point in line.points], [point.imag for point in line.points]


def hidden_pips(name: str, size: str, sign: str) -> float:
    """Return the least distance (mm) of the pips of a drawing from the plates along the sides
    aslant of a card, where it is drawn as on the card; 0 if a plate covers some of them.
    """
    card = paper_sizes.card(size)
    anatomy = Anatomy(card.w, card.h, shape=ELONGATED)
    header = header_of(name)
    scale = max(
        (side + 2.0) / (own + 2 * header.bleed)
        for side, own in zip((card.w, card.h), header.size, strict=True)
    )
    drawing = decode(drawing_path(name).read_bytes())
    middle = np.array(header.size) / 2
    pips = [
        (np.array(ring).T / drawing.unit - middle) * scale
        for shape in shapes_of(drawing)
        if shape.role.partition(".")[0] in PIP_MATERIALS
        for ring in (shape.rings if isinstance(shape, EngravedArea) else [places_of(shape)])
    ]
    points = np.concatenate(pips)
    # Upright, the plate is a box without its corners.
    (box, k), turn = plate_box(anatomy, sign)[:2], math.radians(-anatomy.lean)
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    least = math.inf
    for turned in (points, -points):
        across, down = (np.abs(turned @ spin.T - box.centre) - (box.w / 2, box.h / 2)).T
        corner = (across + down + PLATE_CUT * k) / math.sqrt(2)
        least = min(least, float(np.maximum.reduce([across, down, corner]).min()))
    return max(least, 0.0)


@pytest.mark.parametrize("size", ["standard", "poker"])
def test_plates_of_elongated_hexagon_hide_no_pip(size: str) -> None:
    """Around a plate 0.55 mm are clear."""
    names = {drawing_of(card) for card in variant("corellian-spike").cards} - {"spike/sylop"}
    assert len(names) == 60
    apart = {
        name: hidden_pips(aslant_drawing(name), size, "-" if "minus" in name else "+")
        for name in names
    }
    assert {name: least for name, least in apart.items() if least < 0.55} == {}
    # The drawings of upright cards, with which plates covered pips.
    assert hidden_pips("spike/plus-06-circles", size, "+") == 0.0
    assert hidden_pips("spike/minus-10-triangles", size, "-") == 0.0


@pytest.mark.parametrize("look", cases(["classic", "gala", "ink-saver"], ("classic",)))
@pytest.mark.parametrize(
    ("shape", "size"), [("elongated-hexagon", (63.0, 88.0)), ("circle", (70.0, 70.0))]
)
def test_panel_of_a_number_follows_the_outline(
    shape: str, size: tuple[float, float], look: str
) -> None:
    """Without a drawing, the rim and the fine line are as far from the cut all along it; nothing is
    in a smaller card.
    """
    found = frame_distances("pazaak", shape, size, look)
    assert len(found) == len(variant("pazaak").cards)
    for near, far in found.values():
        assert near >= SAFE - DUST
        assert far <= SAFE + 3.0


def test_rectangle_inside_a_shape_is_noticed() -> None:
    """The frame of a smaller card is up to 13 mm from the cut."""
    box = Rect(-31.5, -44.0, 63.0, 88.0)
    inside = outline_points(rect_path(Rect(-19.0, -31.0, 38.0, 62.0)))
    assert from_outline(inside, box, ELONGATED).max() > 10.0


def frame_distances(
    slug: str, shape: str, size: tuple[float, float], look: str
) -> dict[str, tuple[float, float]]:
    """Return the least and the greatest distance from the cut of the lines around each face: the
    paths without a fill that enclose more than half the card.
    """
    card = paper_sizes.card(f"{size[0]:g}x{size[1]:g}mm")
    box = Rect(-size[0] / 2, -size[1] / 2, *size)
    setting = render_options("en", theme(look), card, REACH, shape=shape)
    found = {}
    own = variant(slug)
    # Numbers in a frame without drawings.
    own = own.with_cards([replace(card, frame="orbit") for card in own.cards])
    for piece in make(own, setting):
        lines = [
            moved(outline_points(leaf.item.data), leaf.matrix)
            for leaf in leaves(piece.front.items)
            if isinstance(leaf.item, Path) and leaf.item.stroke and leaf.item.fill is None
            if leaf.item.data.steps.count("M") == 1  # not the rays of a ground
        ]
        around = [xy for xy in lines if np.ptp(xy, axis=0).prod() > 0.4 * size[0] * size[1]]
        assert around, piece.id
        apart = np.concatenate([from_outline(xy, box, shape) for xy in around])
        found[piece.id] = float(apart.min()), float(apart.max())
    return found


def from_outline(xy: np.ndarray, box: Rect, shape: str) -> np.ndarray:
    """Return the distance of each point from the nearest point of an outline."""
    (ring,) = polylines(card_outline(box, shape), 0.005)
    pairs = pairwise([*ring, ring[0]])
    edge = np.concatenate(
        [np.linspace(a, b, max(2, math.ceil(math.dist(a, b) / 0.1))) for a, b in pairs]
    )
    return np.sqrt(((xy[:, None, :] - edge[None, :, :]) ** 2).sum(axis=2)).min(axis=1)


def index_points(items: tuple[Item, ...]) -> Iterator[np.ndarray]:
    """Return the corners of the figures of each index on the card."""
    for leaf in leaves(opened(items)):
        if not isinstance(leaf.item, ShapedText) or leaf.item.run.font != INDEX:
            continue
        run, k, corners = leaf.item.run, leaf.item.size / 1000, []
        for glyph, x in zip(run.glyphs, run.xs, strict=True):
            if (ink := glyph_box(run.font, glyph)) is not None:
                left, top = leaf.item.x + (x + ink.x) * k, leaf.item.y + ink.y * k
                ends = (left, left + ink.w * k), (top, top + ink.h * k)
                corners += [leaf.matrix.apply(*corner) for corner in product(*ends)]
        yield np.array(corners)


def test_outlines_have_the_area_of_their_shape() -> None:
    """Areas follow from the measures: cut corners of 6 mm, roofs of 0.18 of the width."""
    box = Rect(-31.75, -44.45, 63.5, 88.9)
    whole = box.w * box.h
    turn = math.atan2(44.45, 63.5 * 11.5 / 63)  # of an edge at a flat end; elsewhere twice the rest
    rounded = [4 * 16 * (math.tan(turn / 2) - turn / 2), 0.1]
    off = {
        "rounded": (4 - math.pi) * 9,
        "octagon": 4 * 18.0,
        "hexagon": 4 * 31.75 * 11.43 / 2,
        "elongated-hexagon": 4 * 63.5 * 11.5 / 63 * 44.45 / 2 + math.fsum(rounded),
        "circle": whole * (1 - math.pi / 4),
    }
    assert set(off) == set(CARD_SHAPES)
    for shape, less in off.items():
        area, _ = area_and_length(card_outline(box, shape))
        rel = 1e-2 if shape == "circle" else 1e-3  # a curve is measured as eight chords
        assert area == pytest.approx(whole - less, rel=rel)
        inner = outline_points(card_outline(box, shape, SAFE))
        if shape in STRAIGHT_CUT:
            assert depths(inner, box, shape).min() == pytest.approx(SAFE, abs=1e-3)


@pytest.mark.parametrize("shape", ["octagon", "hexagon"])
@pytest.mark.parametrize("mode", ["long", "short", "fold", "none"])
def test_sheets_have_guides_and_machine_cut_lines(shape: str, mode: str) -> None:
    card = paper_sizes.card("poker")
    pieces = [replace(piece, shape=shape) for piece in toys(5, card.w, card.h)]
    plain = impose_cards(toys(5, card.w, card.h), SheetSpec(A4, duplex=mode), CAPTION)
    sheets = impose_cards(pieces, SheetSpec(A4, duplex=mode), CAPTION)
    assert sheets.cuts == plain.cuts + 4 * 5
    for page, other in zip(sheets.pages, plain.pages, strict=True):
        fronts = [cell.trim for cell in page.cells if not cell.back]
        guides = layer(page, "corners")
        assert guides.visible
        for line in guides.items:
            assert isinstance(line, Path)
            assert line.data.steps == "ML" * 4 * len(fronts)
        assert len(guides.items) == (2 if fronts else 0), "black on white, seen on any ground"
        cuts = [item.data for item in layer(page, "cut").items if isinstance(item, Path)]
        assert cuts == [card_outline(cell.trim, shape) for cell in page.cells]
        (marks,), (others,) = layer(page, "marks").items, layer(other, "marks").items
        assert isinstance(marks, Use)
        assert isinstance(others, Use)
        assert marks.symbol.items == others.symbol.items, "straight cuts come first"


@every_shape
def test_single_card_has_its_cut_layer(shape: str) -> None:
    (piece,) = [replace(piece, shape=shape) for piece in toys(1, 63.5, 88.9)]
    front, back = single_piece_pages([piece], 3.0)
    (line,) = layer(front, "cut").items
    assert isinstance(line, Path)
    assert line.data == card_outline(Rect(3, 3, 63.5, 88.9), shape)
    assert [one.name for one in back.layers] == ["art"]


def test_gallery_clips_cards_to_their_shape() -> None:
    assert _clip_paths(60, 90, "rounded") is None
    cut = _clip_paths(60, 90, "hexagon")
    assert cut is not None
    assert cut["outline"].startswith("polygon(0.000% 12.000%, 50.000% 0.000%, 100.000% 12.000%")
    assert cut["edge"].count("%") == 2 * cut["outline"].count("%")
