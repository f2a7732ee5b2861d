"""Parts of a mat: shapes whose box and inset match the outline, and cells sized by their words."""

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathData
from printkit.model.description import Description
from printkit.model.text import Text
from printkit.products.mat.mat import CIRCLE, HEXAGON, RECTANGLE, MatShape, PlacedRow, regular_shape
from printkit.products.mat.parts import Band, show_ladder
from tests.support.decks import variant
from tests.support.jobs import options_for
from tests.support.walk import sampled, text_box, text_leaves

SHAPES = st.one_of(
    st.builds(MatShape, st.just(RECTANGLE), st.floats(20, 400), st.floats(20, 400)),
    st.builds(regular_shape, st.sampled_from([CIRCLE, HEXAGON]), st.floats(20, 400)),
)
# Every 30 degrees: this includes the normals of all edges.
ANGLES = np.radians(np.arange(0, 360, 30))
NORMALS = np.stack([np.cos(ANGLES), np.sin(ANGLES)])


def extents(outline: PathData) -> np.ndarray:
    """Return the extent of an outline in each direction."""
    farthest: np.ndarray = (sampled(outline, 64).reshape(-1, 2) @ NORMALS).max(axis=0)
    return farthest


@given(SHAPES, st.floats(0, 8))
def test_shape_box_and_inset_match_the_outline(shape: MatShape, by: float) -> None:
    far, box = extents(shape.path()), shape.box
    assert np.allclose(far[::3], [box.right, box.bottom, -box.x, -box.y], atol=1e-3)
    assert abs((far - extents(shape.inset(by).path())).min() - by) < 1e-3


def test_cell_size_fits_its_words() -> None:
    of = variant("casino")
    cost = Description(of).dues[0]
    costs = [
        replace(cost, name=Text({"en": "word " * name}, "en"), short=Text(wording, "en"))
        for name in (1, 3, 8)
        for wording in ({"en": "page " * note} for note in (1, 4, 15, 60))
    ]
    options = options_for(of, "mat", "en")
    cells = Band(of, options, options.theme, show_ladder(of), costs).cells
    assert len(cells) == len(of.phases) + len(of.hands) + len(costs)
    for cell in cells:
        texts = text_leaves(cell.items)
        boxes = [text_box(leaf) for leaf in texts]
        low = max(box.bottom for box in boxes)
        # A descender of a name alone may extend slightly below its line.
        assert cell.height - 1.3 * MIN_TABLE_TEXT_SIZE <= low <= cell.height + 0.2
        assert max(max(-box.x, box.right) for box in boxes) <= cell.width / 2 + 0.1


def test_box_of_row_contains_all_cells() -> None:
    cells = [SimpleNamespace(width=width) for width in (4.0, 8.0, 6.0)]
    row: Any = SimpleNamespace(cells=cells, height=5.0)
    assert PlacedRow(row, 2.0, (10.0, 20.0, 30.0)).rect == Rect(8.0, 2.0, 25.0, 5.0)


def test_note_of_hand_describes_best_hand_of_hues_alone() -> None:
    """A value or the pots replace the short description, except where colours decide the sum."""
    notes: dict[str, list[tuple[str, str]]] = {}
    for slug in ("casino", "tarot"):
        of = variant(slug)
        options = options_for(of, "mat", "en")
        band = Band(of, options, options.theme, show_ladder(of), Description(of).dues[:1])
        notes[slug] = [
            (band._describe_rung(entry, rung), entry.short[band.language])
            for entry, rung, _ in band.ladder
            if entry.short and rung.hand.best
        ]
    assert notes["casino"]
    assert notes["tarot"]
    assert not any(note.endswith(f" · {short}") for note, short in notes["casino"])
    assert all(note.endswith(short) for note, short in notes["tarot"])
