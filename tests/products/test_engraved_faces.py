"""Faces with engraved drawings: how much ink, how different a theme, what a fan shows."""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from printkit.art.engraved import Tones, drawing_names
from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.faces.engraved_faces import draw_symbol, drawing_of
from printkit.graphics.display_list import Path as PathItem
from printkit.graphics.display_list import Symbol
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from tests.support.decks import HEAD
from tests.support.faces import Face, digit_boxes, faces
from tests.support.raster import drawing_pixels
from tests.support.sample import cases
from tests.support.walk import leaves, text_box

# The greatest mean tone of a deck (per cent), and of a single card. On white, a suit in black has a
# darker card than one in colour.
TONES = {"classic": (20, 32), "engraver": (20, 32), "gala-light": (30, 41), "ink-saver": (5, 8)}
# A dark theme has at least this tone.
DARK = 50
# The end of the figures of an index, from the cut, in a fan of 8 mm a card (mm).
FAN = 8.5
# The widest plate, and the least distance of a figure from the lines of its plate (mm).
PLATE, CLEAR = 8.0, 0.1
PER_MM = 10.0
# Edges within a pixel (mm) are the same: less than half of the finest line on numbered cards, most
# of it on courts. The least share that differs between two themes, on average over the numbered
# cards and over the courts of a deck.
NEAR, UNLIKE = {"pips": 0.05, "court": 0.1}, 0.25
LOOKS = ("classic", "gala", "engraver", "ink-saver")
DECKS = ("kessel", "casino", "corellian-spike")
# The tone is measured on poker cards and on the numbers of Pazaak too.
TONED = (*DECKS, "black-knight-54")
pytestmark = pytest.mark.skipif(not drawing_names(), reason="there are no drawings")


@cache
def drawn(look: str, deck: str, size: str = "poker") -> list[Face]:
    """Return the engraved faces of a deck."""
    return [face for face in faces(look, size, deck=deck) if drawing_of(face.card)]


def grey(symbols: list[Symbol], face: Face, per_mm: float = PER_MM) -> list["np.ndarray[Any, Any]"]:
    """Return faces inside the cut in grey, from 0 (black) to 1."""
    pixels = drawing_pixels(symbols, face.anatomy.trim, per_mm)
    return [each.mean(axis=2) / 255 for each in pixels]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("deck", cases(TONED, ("kessel",)))
@pytest.mark.parametrize("look", TONES)
def test_tone_of_a_light_theme(look: str, deck: str) -> None:
    found = [*faces(look, "poker", deck=deck)][::3]
    tones = [100 * (1 - each.mean()) for each in grey([f.piece.front for f in found], found[0])]
    mean, most = TONES[look]
    assert np.mean(tones) <= mean
    assert max(tones) <= most


@pytest.mark.parametrize("look", ["gala", "noir"])
def test_tone_of_a_dark_theme(look: str) -> None:
    found = drawn(look, "kessel")[::3]
    tones = [100 * (1 - each.mean()) for each in grey([f.piece.front for f in found], found[0])]
    assert min(tones) >= DARK


def edges(picture: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return where a picture changes within a pixel."""
    down, right = np.abs(np.diff(picture, axis=0)), np.abs(np.diff(picture, axis=1))
    changes: np.ndarray[Any, Any] = np.maximum(down[:, :-1], right[:-1]) > 0.12
    return changes


def new_share(one: "np.ndarray[Any, Any]", other: "np.ndarray[Any, Any]") -> float:
    """Return the share of the edges of both pictures that are not near one of the other."""
    alone = (one & ~spread(other)).sum() + (other & ~spread(one)).sum()
    return float(alone / (one.sum() + other.sum()))


def spread(mask: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return the mask extended by a pixel."""
    wide = np.pad(mask, 1)
    height, width = mask.shape
    steps = range(3)
    return np.logical_or.reduce(
        [wide[dy : dy + height, dx : dx + width] for dy in steps for dx in steps]
    )


def test_same_picture_has_no_new_edges() -> None:
    (face, *_) = drawn("gala", "kessel")
    (picture,) = grey([face.piece.front], face)
    assert new_share(edges(picture), edges(picture)) == 0


@pytest.mark.parametrize(
    ("deck", "layout"),
    cases(
        [*((deck, "pips") for deck in DECKS), ("casino", "court"), ("black-knight-54", "court")],
        [("kessel", "pips")],
    ),
)
def test_themes_draw_differently(deck: str, layout: str) -> None:
    """Much of the drawing in one theme is absent in another, for every pair of themes."""
    found: dict[str, list[np.ndarray[Any, Any]]] = {}
    for look in LOOKS:
        some = [face for face in drawn(look, deck) if face.card.layout == layout]
        some = some[:: 3 if layout == "court" else 7]
        pictures = grey([face.piece.front for face in some], some[0], 1 / NEAR[layout])
        found[look] = [edges(picture) for picture in pictures]
    shares = {
        (one, other): np.mean([new_share(*pair) for pair in zip(ones, others, strict=True)])
        for (one, ones), (other, others) in combinations(found.items(), 2)
    }
    assert len(shares) == 6
    assert min(shares.values()) >= UNLIKE, shares


@pytest.mark.parametrize("name", ["casino/staves-05", "casino/commander-coins", "kessel/sand-3"])
def test_drawing_in_a_window_is_the_whole_one_there(name: str) -> None:
    """Shapes outside the window are left out, so its file is smaller."""
    window, tones = Rect(-20, -30, 40, 14), Tones(theme("classic"), "blue")
    whole, part = draw_symbol(name, tones, 1.0), draw_symbol(name, tones, 1.0, window=window)
    one, other = drawing_pixels([whole, part], window, PER_MM)
    assert np.array_equal(one, other)
    assert sum(1 for _ in leaves(part.items)) < 0.7 * sum(1 for _ in leaves(whole.items))


@pytest.mark.parametrize("deck", [*DECKS, "pazaak"])
def test_figures_are_read_in_a_fan(deck: str) -> None:
    for face in drawn("classic", deck) or faces("classic", "poker", deck=deck):
        left = [
            box
            for leaf in face.index_texts
            for box in digit_boxes(leaf)
            if text_box(leaf).x < 0 and text_box(leaf).y < 0
        ]
        if not left:  # the sign of a Sylop, without figures
            continue
        end = max(box.right for box in left) - face.anatomy.trim.x
        assert end <= FAN, (face.key, end)
        least = 6.0 if len(left) < 2 or deck != "pazaak" else 5.0  # 2&4 is lower
        assert min(box.h for box in left) >= least, face.key


@pytest.mark.parametrize("deck", DECKS)
def test_figures_are_clear_of_the_lines_of_their_plate(deck: str) -> None:
    for face in drawn("classic", deck):
        if not face.index_texts:
            continue
        figure = text_box(face.index_texts[0])
        plates = [
            (leaf.matrix.bounds(leaf.item.data.box()), leaf.item.stroke.width / 2)
            for leaf in leaves(face.piece.front.items)
            if isinstance(leaf.item, PathItem) and leaf.item.stroke and leaf.item.fill is None
        ]
        around = [
            min(figure.x - box.x, box.right - figure.right) - half
            for box, half in plates
            if box.w < PLATE and box.contains(Rect(*figure.centre, 0, 0))
        ]
        assert around, face.key
        assert min(around) >= CLEAR, (face.key, min(around))


@pytest.mark.parametrize("deck", DECKS)
def test_negative_number_has_a_filled_plate(deck: str) -> None:
    """In grey a card of a negative number has a dark plate on paper, any other a light one."""
    for face in drawn("classic", deck):
        shown = face.index_texts[0].item.run.text
        box = text_box(face.index_texts[0])
        (picture,) = grey([face.piece.front], face) if shown[0] in "−+" else (None,)
        if picture is None:
            continue
        trim = face.anatomy.trim
        # Between the sign and the figure.
        x, y = round((box.centre[0] - trim.x) * PER_MM), round((box.y - 0.2 - trim.y) * PER_MM)
        assert (picture[y, x] < 0.6) == (shown[0] == "−"), face.key


def test_special_without_figure_is_drawn(tmp_path: Path) -> None:
    """A card of ours may be taken into a deck without a value and an index."""
    card = '[[cards]]\nid = "a"\nname = { en = "A", fr = "A" }\nemblem = "specials/star"\n'
    (tmp_path / "deck.toml").write_text(HEAD + card, encoding="utf-8")
    built = build(make_job(str(tmp_path / "deck.toml"), ("cards",), out=tmp_path / "out"))
    assert built.files


def test_panel_of_a_square_card_is_surrounded_by_lines() -> None:
    face = drawn("gala", "kessel", "square")[0]
    around = [
        leaf.item.data.box()
        for leaf in leaves(face.piece.front.items)
        if isinstance(leaf.item, PathItem) and leaf.item.stroke and leaf.item.fill is None
    ]
    widths = sorted({round(box.w, 2) for box in around if box.h > face.anatomy.safe.h})
    assert len(widths) > 8
    assert widths[-1] > face.anatomy.trim.w
