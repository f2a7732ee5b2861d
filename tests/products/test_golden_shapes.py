"""Backs, faces and things of paper are drawn as in `tests/golden/shapes`.

A difference need not be an error: look at the drawing, then update the file with `--update-golden`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.emblems import in_season
from printkit.art.theme import edition, edition_names, theme
from printkit.base import paper_sizes
from printkit.base.content import bundled_rows
from printkit.booklet.play_pictures import draw_play
from printkit.booklet.table_pictures import Pieces
from printkit.graphics.display_list import Group
from printkit.graphics.display_list import Path as PathItem
from printkit.graphics.svg import read_art
from printkit.pieces.kits import available_products
from printkit.pieces.product import LocalGame, Piece
from printkit.products.print_me_first import _PICTURES, _Sketcher
from tests.support.decks import variant
from tests.support.jobs import pieces_of
from tests.support.sample import cases
from tests.support.shapes import digest_shapes
from tests.support.walk import leaves

Golden = Callable[[str, str], None]
BACK_LOOKS = ("classic", "gala")
# Each face of some decks, in different themes, sizes, shapes and editions.
OWN = Path(__file__).parents[1] / "jobs" / "own" / "own.toml"
DECKS: dict[str, tuple[str, dict[str, Any]]] = {
    "kessel": ("kessel", {"theme": "classic"}),
    "kessel-small": ("kessel", {"theme": "gala", "card_size": "us-mini"}),
    "kessel-large": ("kessel", {"theme": "engraver", "index": "large"}),
    "kessel-winter": ("kessel", {"options": {"edition": "winter"}}),
    "corellian-spike": ("corellian-spike", {"theme": "ink-saver"}),
    "corellian-spike-hexagon": ("corellian-spike", {"options": {"shape": "hexagon"}}),
    "pazaak": ("pazaak", {"theme": "noir"}),
    "pazaak-spring": ("pazaak", {"options": {"edition": "spring"}}),
    "poker": ("poker", {"theme": "gala"}),
    "own": (str(OWN), {}),
    "casino": ("casino", {"theme": "gala-light"}),
    "casino-autumn": ("casino", {"options": {"edition": "autumn"}}),
    "tarot": ("tarot", {"theme": "engraver"}),
}
LATE = {"casino", "casino-autumn", "tarot"}
# Things with few words, whose places depend on the words hardly at all.
THINGS = (
    "tokens",
    "mat",
    "player-board",
    "tuck-box",
    "paper-die",
    "score-sheet",
    "half-table",
    "die-stickers",
    "conversion-chart",
)
GAMES = ("kessel", "casino", "corellian-spike")


@pytest.mark.parametrize("look", BACK_LOOKS)
def test_backs_are_drawn_as_before(look: str, golden: Golden) -> None:
    card = paper_sizes.card("poker")
    rows = [
        f"{name} {digest_shapes(draw_back(name, card.w, card.h, 3.0, theme(look)).items)}\n"
        for name in bundled_rows("backs.toml")
    ]
    golden(f"shapes/backs-{look}.txt", "".join(rows))


@pytest.mark.parametrize("name", cases(DECKS, {*DECKS} - LATE))
def test_faces_are_drawn_as_before(name: str, golden: Golden) -> None:
    slug, wishes = DECKS[name]
    golden(f"shapes/faces-{name}.txt", "".join(rows_of(pieces_of("cards", slug, **wishes))))


@pytest.mark.parametrize("look", ["classic", "noir"])
def test_flat_numbers_are_drawn_as_before(look: str, golden: Golden) -> None:
    """Numbers without a separate drawing, in another frame."""
    deck = variant("pazaak")
    flat = deck.with_cards([replace(card, frame="orbit") for card in deck.cards])
    golden(f"shapes/faces-flat-{look}.txt", "".join(rows_of(pieces_of("cards", flat, theme=look))))


def rows_of(pieces: Sequence[Piece]) -> list[str]:
    return [f"{piece.id} {digest_shapes(piece.front.items)}\n" for piece in pieces]


@pytest.mark.parametrize("slug", cases(GAMES, GAMES[:1]))
def test_things_are_drawn_as_before(slug: str, golden: Golden) -> None:
    """Words are left out: those of a language change often, and are tested elsewhere."""
    rows = [
        f"{key} {piece.id} {digest_shapes(piece.front.items, texts=False)}\n"
        for key in available_products(variant(slug))
        if key in THINGS
        for piece in pieces_of(key, variant(slug))
    ]
    golden(f"shapes/things-{slug}.txt", "".join(rows))


@pytest.mark.parametrize("slug", ["kessel", "pazaak", "corellian-spike", "tarot"])
def test_pictures_of_play_are_drawn_as_before(slug: str, golden: Golden) -> None:
    """The turns of an example; their places do not depend on the texts of booklets."""
    game, pieces = variant(slug), Pieces(variant(slug), theme("classic"))
    turns = [draw_play(pieces, play.id, "en", 49.0) for play in game.plays]
    rows = [f"{turn.key} {digest_shapes(turn.items, texts=False)}\n" for turn in turns]
    assert rows
    golden(f"shapes/plays-{slug}.txt", "".join(rows))


def test_any_change_of_a_drawing_is_another_digest() -> None:
    card = paper_sizes.card("poker")
    items = draw_back("shapes", card.w, card.h, 3.0, theme("classic")).items
    digest = digest_shapes(items)
    path = next(leaf.item for leaf in leaves(items) if isinstance(leaf.item, PathItem))
    moved = replace(path.data, coords=tuple(value + 0.001 for value in path.data.coords))
    for other in (replace(path, data=moved), replace(path, even_odd=not path.even_odd)):
        assert digest_shapes([path]) != digest_shapes([other])
    assert digest == digest_shapes(tuple(items))
    assert digest != digest_shapes(items[1:])
    assert digest != digest_shapes([Group(tuple(items))])


SCENE = """<svg class="figure scene-day" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 180">
<path class="fill-sky" d="M0 0H100V180H0z"/><path class="fill-sky2" d="M0 60H100V62H0z"/>
<path class="fill-leaf" d="M20 180L50 40L80 180z"/></svg>"""


def test_scenes_of_editions_are_drawn_as_before(golden: Golden, tmp_path: Path) -> None:
    """Sky objects lie between the sky and the rest of a scene, plants at its foot."""
    (tmp_path / "scene.svg").write_text(SCENE, "utf-8")
    scene = read_art(tmp_path / "scene.svg")
    rows = []
    for name in edition_names():
        dressed, plants = in_season(scene, edition(name))
        sky = len(dressed.shapes) - len(scene.shapes)
        outlines = [shape.data for shape in (*dressed.shapes, *plants)]
        first = next(i for i, shape in enumerate(dressed.shapes) if shape not in scene.shapes)
        assert (first, sky % 13) == (2, 0)
        assert scene.shapes[first:] == dressed.shapes[first + sky :]
        digest = digest_shapes([PathItem(data) for data in outlines])
        rows.append(f"{name} {first} {sky} {len(plants)} {digest}\n")
    golden("shapes/scenes.txt", "".join(rows))


def test_sketches_of_printing_are_drawn_as_before(golden: Golden) -> None:
    """A card is the place of an emblem: the game with the most of them is drawn."""
    game = LocalGame(variant("casino"), "en", theme("classic"))
    rows = [f"{name} {digest_shapes(draw(_Sketcher(game)))}\n" for name, draw in _PICTURES.items()]
    golden("shapes/sketches.txt", "".join(rows))
