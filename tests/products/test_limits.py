"""The limits of every face, at every card size, in every theme, with small and large figures.

Each distinct face is walked (`support.limits`), twice at every size: WALKS pairs each size, index
and language with each theme. No theme moves a text, and a language changes only the name.
"""

import dataclasses
import math
from functools import lru_cache
from itertools import cycle

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base import paper_sizes
from printkit.base.geometry import Rect, scaling, translation
from printkit.faces import engraved_faces
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use, transformed
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder, PathData, flatten, rect_path
from printkit.layout.fit_text import text_line
from tests.support import limits
from tests.support.faces import REACH, Face, digit_boxes, faces, spoiled
from tests.support.limits import READ_FROM_AFAR, Rule, faults, has_sash
from tests.support.walk import HAIRLINE, Leaf, leaves

INK = BLACK
# A drawing in a square of 100 units is a small mark if it is printed below this size (mm).
SIDE, MARK = 100.0, 9.5
OURS = theme_names()
# Themes drawn with different shapes.
SHAPES = ("classic", "ink-saver")
ENGLISH = {"us-mini": "classic", "square": "ink-saver", "tarot": "gala"}
# The gate checks the smallest, the usual, the largest, and the widest size.
EXTREMES = ("us-mini", "poker", "jumbo", "square")
# Each walk of the gate checks the faces of one of these parts; all walks together check all.
PARTS = 20
# Each size once in French, whose names are longer, and once with large figures, in alternating
# themes; some with four indices, some in English. Square cards in outlines: pips fill the height of
# their field.
WALKS = [
    pytest.param(*walk, marks=[] if size in EXTREMES else pytest.mark.nightly)
    for size, look, large in zip(
        paper_sizes.card_names(),
        cycle(("gala", "ink-saver", "noir", "classic")),
        cycle(("gala", "classic", "noir", "ink-saver")),
        strict=False,
    )
    for walk in (
        (look, size, False, "fr", "4" if size in ("us-mini", "poker", "french-tarot") else None),
        (large, size, True, "en", None),
        *([(ENGLISH[size], size, False, "en", None)] if size in ENGLISH else []),
    )
]


# The walks


@pytest.mark.sampled("first", every=2)
@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.parametrize(("look", "size", "large", "language", "indices"), WALKS)
def test_face_keeps_its_limits(
    look: str, size: str, large: bool, language: str, indices: str | None, first: int
) -> None:
    part = (first, PARTS)
    found = list(faces(look, size, large=large, language=language, indices=indices, part=part))
    assert [fault for face in found for fault in faults(face)] == []
    assert len(found) >= 300 // PARTS


@pytest.mark.sampled("first")
@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.parametrize(("size", "large"), [("us-mini", False), ("jumbo", False), ("poker", True)])
def test_language_changes_only_the_name(size: str, large: bool, first: int) -> None:
    part = (first, PARTS)
    pairs = zip(
        faces("classic", size, large=large, part=part),
        faces("classic", size, large=large, language="fr", part=part),
        strict=True,
    )
    changed = 0
    for english, french in pairs:
        assert not large or has_sash(english.card) or not english.names, "only a sash has room"
        assert besides_the_name(english) == besides_the_name(french), english.key
        changed += english.names != french.names
    assert changed > (20 if large else 50) / PARTS


def besides_the_name(face: Face) -> list[object]:
    """Return everything except the name and its frame: a cartouche of two lines is higher."""
    own = [leaf for leaf in face.texts if not face.is_name(leaf)]
    return [*own, *face.symbols]


@pytest.mark.sampled("first")
@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.parametrize(("size", "large"), [("poker", False), ("us-mini", True)])
def test_theme_never_moves_a_text(size: str, large: bool, first: int) -> None:
    """Only the colour of a name and an index changes; names are smaller in outline themes."""

    def words(face: Face, *, names: bool) -> list[object]:
        # A figure on a split plate is two texts at one place in themes of two colours.
        found = {
            (leaf.item.run, leaf.item.size, leaf.matrix): box
            for leaf, box in face.words
            if names or not face.is_name(leaf)
        }
        return [
            key if face.anatomy.large and key[0].font == INDEX else (*key, box)
            for key, box in found.items()
        ]

    walks = (faces(look, size, large=large, part=(first, PARTS)) for look in OURS)
    for one, *others in zip(*walks, strict=True):
        for other in others:
            names = other.theme.solid
            assert words(other, names=names) == words(one, names=names), one.key


@pytest.mark.sampled("first")
@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.parametrize("look", SHAPES)
def test_hatching_is_at_least_a_hairline(look: str, first: int) -> None:
    """A line may be drawn as a filled sliver; a pointed one is on average half as wide as its
    widest part.

    In the small marks of an index, hatching merges with its silhouette. Engraved drawings have a
    separate test: their lines are at least 0.12 mm wide, and their flats may end in a point.
    """
    found: dict[str, float] = {}
    for face in faces(look, "poker", large=False, part=(first, PARTS)):
        for symbol, matrix in face.symbols:
            if SIDE * matrix.scale < MARK or symbol.key.startswith("engraved-"):
                continue
            for leaf in leaves(symbol.items, matrix):
                wide = sliver(leaf, face.paper)
                if wide < HAIRLINE / 2:
                    found[symbol.key] = min(round(wide, 3), found.get(symbol.key, 1.0))
    assert found == {}


def sliver(leaf: Leaf, paper: str) -> float:
    """Return the average width of a filled shape (mm): twice its area by its length.

    A shape with an outline, or in the colour of paper, does not count.
    """
    item = leaf.item
    if not isinstance(item, Path) or item.fill in (None, paper) or item.stroke:
        return math.inf
    return mean_width(item.data) * leaf.matrix.scale


@lru_cache(maxsize=20_000)
def mean_width(data: PathData) -> float:
    """Return the mean width of all parts of a path, each on its own."""
    area = length = 0.0
    for part in flatten(data, 12):
        x, y = np.array(part).T
        further_x, further_y = np.roll(x, -1), np.roll(y, -1)
        area += abs(float((x * further_y - further_x * y).sum())) / 2
        length += float(np.hypot(further_x - x, further_y - y).sum())
    return 2 * area / length if length else math.inf


def test_sliver_width_is_measured_by_its_ink() -> None:
    bar = rect_path(Rect(5, 5, 20, 0.1))
    spike = PathBuilder().polygon([(0, 0), (20, 0.1), (0, 0.2)]).done()
    assert mean_width(bar) == pytest.approx(0.1, rel=0.02)
    assert mean_width(spike) == pytest.approx(0.1, rel=0.02)
    assert mean_width(bar + spike) == pytest.approx(0.1, rel=0.02)
    assert mean_width(PathBuilder().circle(0, 0, 3).done()) == pytest.approx(3, rel=0.01)
    (leaf,) = leaves((transformed((Path(bar, fill=INK),), scaling(0.4)),))
    assert sliver(leaf, WHITE) == pytest.approx(0.04, rel=0.02)
    assert sliver(leaf, INK) == math.inf


def test_large_index_figures_are_larger() -> None:
    """This proves that the walk above has figures to measure, two on each card with an index."""
    heights = {
        large: [
            box.h
            for face in faces("classic", "square", large=large, part=(0, 3))
            # A figure in two colours is two texts at one place.
            for leaf in {(leaf.matrix, leaf.item.x): leaf for leaf in face.index_texts}.values()
            for box in digit_boxes(leaf)
        ]
        for large in (False, True)
    }
    assert len(heights[False]) == len(heights[True]) > 160
    assert min(heights[True]) >= READ_FROM_AFAR > max(heights[False])
    assert min(heights[False]) >= limits.READ_ON_A_TABLE


# Each rule detects its errors


@pytest.fixture
def face(monkeypatch: pytest.MonkeyPatch) -> Face:
    """Return a correct face with index, mark and pips, as of a suit without engraved drawings."""
    monkeypatch.setattr(engraved_faces, "find_drawing", lambda *_: "")
    (one,) = [
        one for one in faces("classic", "poker", deck="casino") if one.key == "casino: coins-8"
    ]
    assert faults(one) == []
    assert len(one.pips) == 8
    assert len(one.figures) == len(one.marks) == 2
    return one


def box(x: float, y: float, w: float, h: float) -> Path:
    return Path(rect_path(Rect(x, y, w, h)), fill=INK)


def disc(x: float, y: float, r: float) -> Use:
    """Return a small symbol, like an emblem."""
    data = PathBuilder().circle(0, 0, r).done()
    return Use(
        Symbol("some-disc", (Path(data, fill=INK),), Rect(-r, -r, 2 * r, 2 * r)), translation(x, y)
    )


def named(words: str, x: float, y: float) -> Item:
    return text_line(TITLE_BOLD, words, x, y, 3, INK)


def again(face: Face) -> Item:
    """Return a pip of a face, moved by a millimetre."""
    (pip, *_) = [item for item in face.piece.front.items if isinstance(item, Use) and item.matrix.e]
    return replace(pip, matrix=pip.matrix.then(translation(1, 0)))


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        (limits.text_in_the_safe_area, named("name", -30, 0)),
        (limits.text_is_large_enough, text_line(TITLE, "name", -5, 0, 2.1, INK)),
        (limits.texts_stand_apart, text_line(INDEX, "8", -26, -36, 8, INK)),
        (limits.only_the_ground_is_near_the_cut, box(-29, 10, 1, 1)),
        (limits.only_the_ground_is_near_the_cut, disc(0, 41, 1)),
        (limits.lines_are_seen, Path(rect_path(Rect(0, 0, 1, 1)), stroke=Stroke(INK, 0.087))),
        (limits.index_is_read, text_line(INDEX, "8", -26.5, -30, 7.0, INK)),
        (limits.index_is_read, text_line(INDEX, "8", -18, -35, 12, INK)),
        (limits.name_is_clear, named("name", -27, -36)),
        (limits.names_are_clear_of_plates, named("name", -24, -30)),
        (limits.index_is_clear, text_line(INDEX, "8", -26.5, -22, 9, INK)),
        (limits.index_is_clear, text_line(INDEX, "8", -10, -30, 9, INK)),
        (limits.pips_stand_apart, again),
        (limits.negative_indices_stand_on_a_plate, text_line(INDEX, "−8", -3, 3, 8, INK)),
        (limits.index_is_drawn_as_it_is_written, text_line(INDEX, "9", -3, 3, 8, INK)),
        (limits.name_is_read_aloud_once, named("name", -5, 0)),
        (limits.symbols_hold_their_ink, box(-60, 0, 1, 1)),
        (limits.it_is_the_same_upside_down, Group((box(5, 5, 1, 1), disc(0, 3, 1), disc(1, 0, 1)))),
    ],
)
def test_face_rule_detects_its_error(face: Face, rule: Rule, more: Item) -> None:
    assert faults(face, (rule,)) == []
    drawn = more(face) if callable(more) else more
    assert faults(spoiled(face, drawn), (rule,)) != []


def test_every_face_rule_has_a_failing_example() -> None:
    (mark,) = test_face_rule_detects_its_error.pytestmark
    assert {rule for rule, _ in mark.args[1]} == set(limits.RULES)


def test_missing_or_short_ground_is_detected() -> None:
    sound = next(faces("noir", "poker", large=False))
    rules = (limits.only_the_ground_is_near_the_cut,)
    assert faults(sound, rules) == []
    ground, *others = sound.piece.front.items

    def with_ground(*first: Item) -> list[str]:
        front = replace(sound.piece.front, items=(*first, *others))
        return faults(dataclasses.replace(sound, piece=replace(sound.piece, front=front)), rules)

    assert isinstance(ground, Path)
    short = rect_path(ground.data.box().inset(REACH))
    assert with_ground(ground) == []
    assert len(with_ground()) == len(with_ground(replace(ground, data=short))) == 1


def test_small_large_figures_are_detected() -> None:
    found = faces("classic", "us-mini", large=True, deck="casino")
    (one,) = [one for one in found if one.key == "casino: coins-8"]
    assert faults(one) == []
    small = text_line(INDEX, "8", -17, -15, 15.0, INK)
    assert faults(spoiled(one, small), (limits.index_is_read,)) != []
