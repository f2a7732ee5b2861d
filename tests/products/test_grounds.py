"""Ground and figure: everything except the ground keeps the safe margin of its piece."""

from functools import cache
from itertools import cycle, islice
from pathlib import Path as FilePath
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import theme, theme_names
from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Item, Path, Symbol, Use
from printkit.graphics.path import rect_path
from printkit.model.load import load
from printkit.pieces.kits import available_products
from printkit.pieces.product import Piece
from tests.support.jobs import pieces_of
from tests.support.prints import trim
from tests.support.walk import ink_boxes

EXAMPLE = FilePath(__file__).parents[2] / "examples/low-water/low-water.toml"
GAMES = ("casino", "kessel", "pazaak", "tarot", str(EXAMPLE))
CARDS = ("cards", "reference-cards", "rule-cards")
OTHERS = ("tokens", "mat", "table", "player-board")
# A line of a board, a plaque or the rim of a chip may be centred on the edge of the safe area: half
# of it is nearer.
HALF_A_LINE = {"tokens": 0.05, "mat": 0.06, "table": 0.225, "player-board": 0.225}
WISHES = cycle(
    (
        {"card_size": "poker"},
        {"card_size": "us-mini", "shape": "octagon", "safe": "3.2mm"},
        {"card_size": "tarot", "safe": "4mm"},
        {"card_size": "poker", "shape": "hexagon", "bleed": "3mm"},
        {"card_size": "euro-mini"},
    )
)
CASES = [(game, look, next(WISHES)) for game in GAMES for look in theme_names()]


@cache
def figure_boxes(side: Symbol, paper: str) -> list[Rect]:
    """Return the boxes of the figures of a side; most cards share one back."""
    return [*ink_boxes(side.items[side.ground :], paper)]


def intrusions(piece: Piece, look: str, slack: float = 1e-3) -> list[str]:
    """Return the figures of a piece that are nearer to its cut than its safe margin."""
    paper, safe = theme(look).roles_of["paper"], trim(piece).inset(piece.safe_margin)
    return [
        f"{side.key}: {box}"
        for side in (piece.front, piece.back)
        if side is not None
        for box in figure_boxes(side, paper)
        if not safe.contains(box, slack)
    ]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(("game", "look", "wishes"), CASES)
def test_figures_keep_the_safe_margin(game: str, look: str, wishes: dict[str, Any]) -> None:
    variant = load(game)
    seen = 0
    for key in (*CARDS, *OTHERS):
        if key not in available_products(variant):
            continue
        own = {name: wish for name, wish in wishes.items() if key == "cards" or name == "card_size"}
        for piece in islice(pieces_of(key, variant, theme=look, **own), None, None, 3):
            assert intrusions(piece, look, HALF_A_LINE.get(key, 1e-3)) == [], (key, piece.id)
            seen += 1
    assert seen


def test_figure_near_the_cut_is_detected() -> None:
    (piece, *_) = pieces_of("cards", "kessel", theme="noir")
    box = trim(piece).inset(piece.safe_margin)
    front = piece.front
    assert front.ground
    assert intrusions(piece, "noir") == []

    def spoiled(**changes: Any) -> int:
        return len(intrusions(replace(piece, front=replace(front, **changes)), "noir"))

    dot = Path(rect_path(Rect(-0.5, -0.5, 1, 1)), fill=theme("noir").roles_of["ink"])
    near: Item = Use(Symbol("dot", (dot,), Rect(-1, -1, 2, 2)), translation(box.x, 0))
    assert spoiled(items=(*front.items, near))
    assert spoiled(ground=0), "its ground is no figure"
    assert not spoiled(items=(near, *front.items), ground=front.ground + 1)
