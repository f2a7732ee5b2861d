"""Backs: the same when turned, dense, and safe against a slip of the knife."""

from __future__ import annotations

from functools import cache
from pathlib import Path as FilePath

import numpy as np
import pytest
import resvg_py
from PIL import Image

from printkit.art.backs import draw_back
from printkit.art.theme import theme, theme_names
from printkit.base import paper_sizes
from printkit.base.content import load_content
from printkit.base.geometry import Matrix, Rect
from printkit.booklet.loader import load_anthologies
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import Group, Path, Stroke, Symbol
from printkit.graphics.display_list import Image as Picture
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.model.load import load
from tests.support.raster import apart, darkest, png_pixels
from tests.support.walk import Leaf, ink_box, leaves, sampled

NAMES = list(load_content("backs.toml"))
SIZES = ["poker", "us-mini", "jumbo", "square", "domino"]
REACH = 3.0
SAFE, SLIP = 3.0, 1.5
DOTS = 8  # pixels a millimetre
SPECKS = 90  # single pixels, seen both ways, where two roundings of one edge differ

FULL_BLEED = [key for key in theme_names() if theme(key).face.full_bleed]

every_back = pytest.mark.parametrize("name", NAMES)
every_size = pytest.mark.parametrize("size", SIZES)


@cache
def drawn(name: str, size: str) -> Symbol:
    card = paper_sizes.card(size)
    return draw_back(name, card.w, card.h, REACH, theme("classic"))


@cache
def walked(name: str, size: str) -> list[Leaf]:
    return list(leaves(drawn(name, size).items))


def box_of(size: str) -> Rect:
    card = paper_sizes.card(size)
    return Rect(-card.w / 2, -card.h / 2, card.w, card.h).inset(-REACH)


def steps(data: PathData) -> str:
    out, at = [], 0
    for step in data.steps:
        n = data.coords[at : at + {"M": 2, "L": 2, "C": 6, "Z": 0}[step]]
        at += len(n)
        out.append(step + " ".join(f"{value:g}" for value in n))
    return "".join(out)


def raster(found: list[Leaf], box: Rect, dots: int = DOTS) -> np.ndarray:
    """The leaves painted by resvg."""
    parts = []
    for leaf in found:
        assert isinstance(leaf.item, Path)
        item, m = leaf.item, " ".join(f"{value:.9f}" for value in leaf.matrix)
        line = (
            f'stroke="{item.stroke.colour}" stroke-width="{item.stroke.width}"'
            if item.stroke
            else ""
        )
        parts.append(
            f'<path transform="matrix({m})" fill="{item.fill or "none"}" {line} '
            f'd="{steps(item.data)}"/>'
        )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{round(box.w * dots)}" '
        f'height="{round(box.h * dots)}" viewBox="{box.x} {box.y} {box.w} {box.h}" '
        f'preserveAspectRatio="none">{"".join(parts)}</svg>'
    )
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", dpi=96))
    return png_pixels(data)


@cache
def painted(name: str, size: str) -> np.ndarray:
    return raster(walked(name, size), box_of(size))


def turned_apart(picture: np.ndarray) -> int:
    """How many pixels of a picture are unlike those half a turn away."""
    return apart(picture, np.ascontiguousarray(picture[::-1, ::-1]), 24)


def test_the_comparison_sees_a_back_that_is_not_symmetric() -> None:
    box = Rect(-10, -10, 20, 20)

    def turned(x: float) -> int:
        data = PathBuilder().circle(-5, 0, 2).circle(x, 0, 2).done()
        picture = raster(list(leaves((Path(data, fill=BLACK),))), box)
        return turned_apart(picture)

    assert turned(5) == 0
    assert turned(5.3) > SPECKS


@every_back
@every_size
def test_a_back_is_the_same_when_turned(name: str, size: str) -> None:
    """Who knows the back must not know which way a card lies."""
    picture = painted(name, size)
    assert turned_apart(picture) <= SPECKS
    assert picture.min() < 128, "there is something to compare"


def points(found: list[Leaf], sign: int) -> dict[object, np.ndarray]:
    """All points of all curves by paint, in order, turned where sign is −1."""
    marks: dict[object, list[np.ndarray]] = {}
    for leaf in found:
        assert isinstance(leaf.item, Path)
        xy = sampled(leaf.item.data, 4).reshape(-1, 2) * sign
        m = leaf.matrix
        assert isinstance(m, Matrix)
        x, y = sign * xy[:, 0], sign * xy[:, 1]
        page = np.stack([m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f], axis=1) * sign
        marks.setdefault((leaf.item.fill, leaf.item.stroke), []).append(page)
    return {paint: np.concatenate(pages) for paint, pages in marks.items()}


def farthest(one: np.ndarray, other: np.ndarray) -> float:
    """How far the farthest point of one set lies from its nearest in the other (mm)."""
    return max(float(np.hypot(*(other - point).T).min()) for point in one)


def test_the_point_comparison_sees_one_moved_point() -> None:
    grid = np.array([[x, y] for x in range(-3, 4) for y in range(-3, 4)], dtype=float)
    assert farthest(grid, -grid) == 0
    moved = grid.copy()
    moved[5] += 0.02
    assert farthest(moved, -moved) == pytest.approx(0.02 * 2**0.5)


@every_back
def test_the_curves_of_a_back_are_the_same_when_turned(name: str) -> None:
    """To a thousandth of a millimetre, within the printed field (curves may end outside it)."""
    box = box_of("us-mini").inset(0.5)
    plain, turned = points(walked(name, "us-mini"), 1), points(walked(name, "us-mini"), -1)
    assert plain.keys() == turned.keys()
    for paint, page in plain.items():
        inside = (np.abs(page[:, 0]) < box.right) & (np.abs(page[:, 1]) < box.bottom)
        some = page[inside][:: max(1, int(inside.sum()) // 400)]
        assert len(some)
        assert farthest(some, turned[paint]) < 2e-3, paint


@every_back
@every_size
def test_on_white_nothing_is_near_the_cut_and_no_line_runs_along_it(name: str, size: str) -> None:
    """A slip of the knife shows nothing: the field ends in points, well inside."""
    picture = darkest(painted(name, size)) < 250
    edge = round((REACH + SAFE) * DOTS)
    inside = np.zeros_like(picture)
    inside[edge:-edge, edge:-edge] = True
    assert not (picture & ~inside).any()
    assert not bordered(picture)


def bordered(picture: np.ndarray) -> bool:
    """Whether a line runs along a whole side of what is printed, at its very edge."""
    for lines in (picture.mean(axis=1), picture.mean(axis=0)):
        printed = np.flatnonzero(lines)
        depth = round(1.2 * DOTS)
        ends = (lines[printed[0] : printed[0] + depth], lines[printed[-1] - depth : printed[-1]])
        if max(end.max() for end in ends) > 0.72:
            return True
    return False


def test_border_helper_sees_a_border() -> None:
    box = box_of("poker")
    frame = Path(rect_path(box.inset(REACH + SAFE)), stroke=Stroke(BLACK, 0.35))
    assert bordered(darkest(raster(list(leaves((frame,))), box)) < 250)
    dot = Path(PathBuilder().circle(0, 0, 5).done(), fill=BLACK)
    assert not bordered(darkest(raster(list(leaves((dot,))), box)) < 250)


@every_back
@pytest.mark.parametrize("key", FULL_BLEED)
def test_a_printed_ground_runs_over_the_cut_alone(name: str, key: str) -> None:
    """It covers the reach; a band of it with a double line inside hides a slip of 1.5 mm."""
    card = paper_sizes.card("poker")
    ground, *others = leaves(draw_back(name, card.w, card.h, REACH, theme(key)).items)
    assert ink_box(ground) == box_of("poker")
    band = box_of("poker").inset(REACH + 2 * SLIP)
    for leaf in others:
        box = ink_box(leaf)
        seen = leaf.clip or box
        assert box is None or seen is None or band.contains(seen) or band.contains(box)


def test_rings_are_dense_enough_to_read_as_tone() -> None:
    """At least two and a half lines a millimetre, where no two waves of a ring cross."""
    scale = load_content("backs.toml")["rosette"]["heart"]
    picture = darkest(raster(walked("rosette", "poker"), Rect(0, 0, 24, 24), 60))
    turns = np.linspace(0, np.pi / 2, 8000, endpoint=False)
    for inner, outer in ((9.0, 13.2), (13.4, 17.8), (18.0, 22.8)):
        counts = []
        for r in np.linspace(inner * scale, outer * scale, 12)[1:-1]:
            x, y = (r * f(turns) * 60 for f in (np.cos, np.sin))
            dark = picture[y.astype(int), x.astype(int)] < 190
            counts.append(np.count_nonzero(dark & ~np.roll(dark, 1)) / (np.pi / 2 * r))
        assert max(counts) >= 2.5, (inner, counts)


@every_back
@every_size
def test_the_box_of_a_back_is_the_trim_and_its_reach(name: str, size: str) -> None:
    symbol = drawn(name, size)
    assert symbol.box == box_of(size)
    assert symbol.key == f"back-{name}"


@every_back
def test_the_box_of_a_back_holds_its_ink(name: str) -> None:
    """A PDF cuts a symbol at its box and an SVG does not: both must show the same."""
    symbol = drawn(name, "poker")
    for leaf in walked(name, "poker"):
        box = ink_box(leaf)
        assert box is None or symbol.box.contains(box, 0.4), box


@every_back
def test_a_back_is_made_once(name: str) -> None:
    classic = theme("classic")
    assert draw_back(name, 63.5, 88.9, 3.0, classic) is draw_back(name, 63.5, 88.9, 3.0, classic)
    assert draw_back(name, 63.5, 88.9, 3.0, classic) is not draw_back(
        name, 63.5, 88.9, 4.0, classic
    )


@every_back
@pytest.mark.parametrize("key", theme_names())
def test_a_back_is_drawn_in_every_theme(name: str, key: str) -> None:
    found = list(leaves(draw_back(name, 63.5, 88.9, 3.0, theme(key)).items))
    assert found
    if theme(key).roles_of["paper"] != WHITE:
        ground = found[0]
        assert ink_box(ground) == box_of("poker")


def test_a_picture_of_ones_own_covers_the_back(tmp_path: FilePath) -> None:
    path = tmp_path / "my.png"
    Image.new("RGB", (300, 300), "#204060").save(path)
    symbol = draw_back(path, 63.5, 88.9, 3.0, theme("classic"))
    (group,) = symbol.items
    assert isinstance(group, Group)
    assert group.clip == rect_path(symbol.box)
    (picture,) = group.items
    assert isinstance(picture, Picture)
    assert picture.rect.contains(symbol.box)
    assert picture.rect.w == pytest.approx(picture.rect.h)


def test_each_game_of_a_book_of_all_has_a_back_of_its_own() -> None:
    games = load_anthologies()["anthology"].games
    backs = [family.back.design for game in games for family in load(game).families.values()]
    assert len(backs) == len(set(backs)) > len(games) - 1
