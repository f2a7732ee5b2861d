"""Card backs.

They are symmetrical under a half turn, dense, distinguishable, and tolerant of inaccurate cutting.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path as FilePath

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageFilter

from printkit.art import backs
from printkit.art.backs import _CUTS, BackInks, _cut_lines, _nest, _scroll, draw_back
from printkit.art.theme import theme, theme_names
from printkit.base import paper_sizes
from printkit.base.content import bundled_rows
from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.display_list import Image as Picture
from printkit.graphics.path import PathBuilder, polylines
from printkit.graphics.svg_art import Paint, Shape, SvgArt
from printkit.model.definition_files import books, variant_slugs
from printkit.model.load import load
from tests.support.decks import variant
from tests.support.raster import darkest, drawing_pixels
from tests.support.sample import cases
from tests.support.walk import Leaf, ink_box, leaves, union

NAMES = list(bundled_rows("backs.toml"))
REACH = 3.0
SAFE = 3.0
DOTS = 8  # pixels per mm
SIZES = ("poker", "us-mini", "jumbo", "square", "domino")
LOOKS = (("classic", "poker"), ("gala", "poker"), ("noir", "bridge"), ("ink-saver", "us-mini"))
FULL_BLEED = [key for key in theme_names() if theme(key).face.full_bleed]
# The largest difference in tone (of 255) after a half turn: PDFium snaps vertical edges to pixels.
SAME = 8
# The highest allowed correlation of two backs in grey.
MOST_ALIKE = 0.6
# The smallest share in which two backs must differ; hairlines alone are a few hundredths.
MIN_UNLIKE = 0.03

every_back = pytest.mark.parametrize("name", NAMES)
every_size = pytest.mark.parametrize("size", SIZES)


def drawn(name: str, size: str, look: str = "classic") -> Symbol:
    card = paper_sizes.card(size)
    return draw_back(name, card.w, card.h, REACH, theme(look))


@cache
def walked(name: str, size: str) -> list[Leaf]:
    return list(leaves(drawn(name, size).items))


def box_of(size: str) -> Rect:
    card = paper_sizes.card(size)
    return Rect(-card.w / 2, -card.h / 2, card.w, card.h).inset(-REACH)


@cache
def painted(look: str, size: str) -> dict[str, np.ndarray]:
    pictures = drawing_pixels([drawn(name, size, look) for name in NAMES], box_of(size), DOTS)
    return dict(zip(NAMES, pictures, strict=True))


def toy(path: PathBuilder, stroke: Stroke | None = None) -> Symbol:
    fill = None if stroke else BLACK
    return Symbol("toy", (Path(path.done(), fill=fill, stroke=stroke),), box_of("poker"))


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    ("look", "size"), cases([*LOOKS, *(("classic", size) for size in SIZES[1:])], LOOKS)
)
def test_back_half_turn_looks_the_same(look: str, size: str) -> None:
    """A card's back must not show which way up its face is."""
    pictures = painted(look, size)
    assert {name: far for name, one in pictures.items() if (far := turned_tones(one)) > SAME} == {}
    assert all(one.min() < 128 for one in pictures.values()), "there is something to compare"


def turned_tones(picture: np.ndarray) -> int:
    """Return the largest tone difference from the picture after a half turn, seen from 1.5 mm."""
    grey = Image.fromarray(picture).convert("L")
    soft = np.asarray(grey.filter(ImageFilter.GaussianBlur(1.5 * DOTS)), dtype=int)
    return int(np.abs(soft - soft[::-1, ::-1]).max())


def test_comparison_asymmetrical_back_is_detected() -> None:
    shapes = [PathBuilder().circle(-5, 0, 2).circle(x, 0, 2) for x in (5, 5.4)]
    marks = PathBuilder().circle(9, -20, 1.2).done()
    marked = [
        Symbol("marked", (Use(back), Path(marks, fill=Colour("#808000"))), back.box)
        for back in (drawn(name, "poker") for name in NAMES)
    ]
    same, *others = drawing_pixels([*map(toy, shapes), *marked], box_of("poker"), DOTS)
    assert turned_tones(same) <= 1
    assert sum(turned_tones(other) > SAME for other in others) > len(NAMES) / 2


@pytest.mark.sampled(every=3)
@every_back
@every_size
def test_back_on_white_keeps_clear_of_the_cut(name: str, size: str) -> None:
    """Inaccurate cutting must not show: the field ends in points well inside the trim."""
    picture = darkest(painted("classic", size)[name]) < 250
    edge = round((REACH + SAFE) * DOTS)
    inside = np.zeros_like(picture)
    inside[edge:-edge, edge:-edge] = True
    assert not (picture & ~inside).any()
    assert not bordered(picture)


def bordered(picture: np.ndarray) -> bool:
    """Return whether a line runs along a whole side of the printed area, at its edge."""
    near = 1.2 * DOTS * min(1.0, picture.shape[1] / (69.5 * DOTS))
    for lines in (picture.mean(axis=1), picture.mean(axis=0)):
        printed = np.flatnonzero(lines)
        depth = round(near)
        ends = (lines[printed[0] : printed[0] + depth], lines[printed[-1] - depth : printed[-1]])
        if max(end.max() for end in ends) > 0.72:
            return True
    return False


def test_border_helper_detects_border() -> None:
    frame = toy(PathBuilder().rect(box_of("poker").inset(REACH + SAFE)), Stroke(BLACK, 0.35))
    dot = toy(PathBuilder().circle(0, 0, 5))
    pictures = drawing_pixels([frame, dot], box_of("poker"), DOTS)
    assert [bordered(darkest(picture) < 250) for picture in pictures] == [True, False]


@every_back
@pytest.mark.parametrize("key", FULL_BLEED)
def test_printed_ground_runs_over_the_cut(name: str, key: str) -> None:
    """The ground and the field cover the bleed; the frame and the medal stay in the safe area."""
    card = paper_sizes.card("poker")
    back = draw_back(name, card.w, card.h, REACH, theme(key))
    ground = next(leaves(back.items))
    assert ink_box(ground) == box_of("poker")
    safe = box_of("poker").inset(REACH + SAFE)
    for leaf in leaves(back.items[back.ground :]):
        item = leaf.item
        if isinstance(item, Path) and (item.fill or item.stroke.colour) == ground.item.fill:
            continue  # a moat
        box = ink_box(leaf)
        seen = leaf.clip or box
        assert box is None or seen is None or safe.contains(seen) or safe.contains(box)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("look", ["classic", "gala", "noir", "ink-saver"])
def test_backs_in_grey_at_20_mm_are_distinct(look: str) -> None:
    """Players recognize the outline of the medal at a small size and without colour."""
    per_mm = 20 / 63.5 * 6  # 120 pixels per card
    backs = [drawn(name, "poker", look) for name in NAMES]
    pictures = drawing_pixels(backs, box_of("poker"), per_mm)
    grey = [np.asarray(Image.fromarray(one).convert("L"), dtype=float) for one in pictures]
    spread = [(one - one.mean()) / one.std() for one in grey]
    for one, other in combinations(range(len(NAMES)), 2):
        alike = float((spread[one] * spread[other]).mean())
        assert alike < MOST_ALIKE, (NAMES[one], NAMES[other], alike)


@every_back
def test_back_box_is_trim_with_bleed_around_ink(name: str) -> None:
    """A PDF clips a symbol at its box and an SVG does not: both must look the same."""
    for size in SIZES:
        symbol = drawn(name, size)
        assert symbol is drawn(name, size), "it is made once"
        assert (symbol.box, symbol.key) == (box_of(size), f"back-{name}")
    assert draw_back(name, 63.5, 88.9, REACH + 1, theme("classic")).box == box_of("poker").inset(-1)
    for leaf in walked(name, "poker"):
        box = ink_box(leaf)
        assert box is None or box_of("poker").contains(box, 0.4), box
    for key in theme_names():
        ground = next(leaves(drawn(name, "poker", key).items))
        assert key not in FULL_BLEED or ink_box(ground) == box_of("poker")


def test_user_picture_covers_the_back(tmp_path: FilePath) -> None:
    path = tmp_path / "my.png"
    Image.new("RGB", (300, 300), "#204060").save(path)
    symbol = draw_back(path, 63.5, 88.9, 3.0, theme("classic"))
    pictures = list(leaves(symbol.items))
    whole = pictures[-1].item
    assert isinstance(whole, Picture)
    assert whole.rect.w == whole.rect.h == pytest.approx(88.9)  # its folds cover the bleed
    assert union(box for leaf in pictures if (box := ink_box(leaf))).contains(symbol.box)


def test_anthology_games_have_different_backs() -> None:
    games = books()["anthology"].games
    decks: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for game in games:
        one = load(game)
        cards = tuple(sorted(card.id for card in one.cards))
        for family in one.families.values():
            decks[family.back.design].add(cards)
    # Games with the same cards may share a deck, and with it a back.
    assert {design for design, known in decks.items() if len(known) > 1} == set()
    assert len(decks) > len(games) - 3


def pattern(picture: np.ndarray, name: str, look: str) -> np.ndarray:
    """Return which pixels of a back belong to its pattern, not to its ground, however dark."""
    spec = bundled_rows("backs.toml")[name]
    ground = np.array(BackInks.of(theme(look), spec["colour"], spec["second"]).ground.channels)
    return np.asarray(np.abs(picture.astype(int) - ground).max(axis=2) > 60)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_backs_of_all_families_differ_by_their_pattern(look: str, size: str) -> None:
    """Sabacc, Blood, Sand, Pazaak main and side decks differ without colour."""
    families = [family for slug in variant_slugs() for family in variant(slug).families.values()]
    assert {str(family.back.design) for family in families} == set(NAMES)
    found = {name: pattern(one, name, look) for name, one in painted(look, size).items()}
    for one, other in combinations(NAMES, 2):
        assert (found[one] != found[other]).mean() > MIN_UNLIKE, (one, other)


def test_back_pattern_comparison_ignores_colour() -> None:
    """The comparison of patterns ignores colour on purpose."""
    classic = theme("classic")
    purple = replace(classic, colours=dict.fromkeys(classic.colours, Colour("#6b2b67")))
    back = draw_back("rosette", 63.5, 88.9, REACH, purple)
    plain = painted("classic", "poker")["rosette"]
    (other,) = drawing_pixels([back], box_of("poker"), DOTS)
    assert (plain != other).any()
    patterns = pattern(plain, "rosette", "classic") != pattern(other, "rosette", "classic")
    assert patterns.mean() < 0.05


def nested(items: Iterable[Item]) -> Iterator[Symbol]:
    """Yield the symbols that items use, at every depth."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol
            yield from nested(item.symbol.items)
        elif isinstance(item, Group):
            yield from nested(item.items)


@every_back
@pytest.mark.parametrize("look", ["classic", "gala", "ink-saver"])
def test_cells_of_backs_contain_their_ink(name: str, look: str) -> None:
    """A PDF clips a symbol at its box."""
    for symbol in nested(drawn(name, "poker", look).items):
        ink = union(box for leaf in leaves(symbol.items) if (box := ink_box(leaf)))
        assert not ink or symbol.box.contains(ink, 0.01), symbol.key


@every_back
def test_medal_is_solid_unless_ink_is_saved(name: str) -> None:
    def darkness(look: str) -> float:
        picture = painted(look, "us-mini")[name]
        y, x = (side // 2 for side in picture.shape[:2])
        middle = picture[y - 5 * DOTS : y + 5 * DOTS, x - 5 * DOTS : x + 5 * DOTS]
        return float(255 - middle.mean())

    assert darkness("classic") > 3 * darkness("ink-saver") > 0


def test_filled_scroll_has_a_line_between_it_and_its_neighbours() -> None:
    spec = bundled_rows("backs.toml")["clouds"]
    inks = BackInks.of(theme("classic"), spec["colour"], spec["second"])
    scroll = _scroll(5.0, inks, filled=1, hand=1)
    (picture,) = drawing_pixels([scroll], scroll.box, DOTS)
    rim = picture[picture.shape[0] // 2, DOTS : DOTS + 4]  # the box is 1 mm larger
    ground = np.array(inks.ground.channels)
    assert np.abs(rim.astype(int) - ground).max(axis=1).min() < 40


def test_lance_heads_point_straight_outward() -> None:
    """The corners beside a head are equally far from the middle."""
    for name, spec in bundled_rows("backs.toml").items():
        if spec["field"] == "gyrons":
            *field, _ = drawn(name, "poker").items  # the medal, whose lines have four corners
            items = [leaf.item for leaf in leaves(field)]
            heads = max(map(list, map(quadrangles, items)), key=len)
            assert len(heads) >= spec["count"] / 2
            for corners in heads:
                far = sorted(math.hypot(*corner) for corner in corners)
                assert far[1] == pytest.approx(far[2], abs=0.02)
                assert far[3] - far[0] > 1.5 * (far[2] - far[0])


def drawn_items(name: str) -> list[Item]:
    return [leaf.item for leaf in walked(name, "poker")]


def quadrangles(item: Item) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of the parts of a path that are quadrangles."""
    for line in polylines(item.data, 0.02) if isinstance(item, Path) and item.fill else ():
        if len(line) == 5 and line[0] == line[-1]:
            yield line[:-1]


@pytest.mark.parametrize("kind", range(4))
def test_cell_of_shapes_is_square_around_them(kind: int) -> None:
    """The half diagonal of a shape is less than 1.3 of its radius."""
    inks = BackInks.of(theme("classic"), "blue", "red")
    symbol = _nest(kind, 3.0, inks.mass, inks)
    box = union(box for leaf in leaves(symbol.items) if (box := ink_box(leaf)))
    assert (symbol.box.w, symbol.box.centre) == (symbol.box.h, (0.0, 0.0))
    assert symbol.box.contains(box)


@pytest.mark.parametrize("unit", [0.5, 2.0])
def test_lines_across_medal_have_their_distance_on_paper(
    unit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The distance in mm does not depend on the size of the medal: `unit` mm are 1."""
    disc = PathBuilder().circle(20.0 / unit, 20.0 / unit, 12.0 / unit).done()
    medal = SvgArt("disc", Rect(0, 0, 40 / unit, 40 / unit), (Shape(disc, Paint("main", None)),))
    monkeypatch.setattr(backs, "_read_medal", lambda name: medal)
    monkeypatch.setattr(backs, "find_record", lambda *record: None)
    monkeypatch.setattr(backs, "keep_record", lambda *record: None)
    ((data,),) = _cut_lines.__wrapped__("disc", unit)
    assert data.steps.count("M") == pytest.approx(24.0 / _CUTS["main"].pitch, abs=2)
