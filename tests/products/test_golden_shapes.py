"""Backs, faces and things of paper are drawn as in `tests/golden/shapes`.

A difference is not an error: look at what is drawn, then write the file with `--update-golden`.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.content import bundled_rows
from printkit.graphics.display_list import Group, Path
from printkit.pieces.kits import available_products
from tests.support.decks import variant
from tests.support.jobs import pieces_of
from tests.support.sample import cases
from tests.support.shapes import digest_shapes
from tests.support.walk import leaves

Golden = Callable[[str, str], None]
BACK_LOOKS = ("classic", "gala")
# Each face of some decks, in different themes.
DECKS = (
    ("kessel", "classic"),
    ("corellian-spike", "ink-saver"),
    ("pazaak", "noir"),
    ("poker", "gala"),
    ("casino", "gala-light"),
    ("tarot", "engraver"),
)
# Things with few words, whose places depend on the words hardly at all.
THINGS = ("tokens", "mat", "player-board", "tuck-box", "paper-die", "score-sheet")
GAMES = ("kessel", "casino", "corellian-spike")


@pytest.mark.parametrize("look", BACK_LOOKS)
def test_backs_are_drawn_as_before(look: str, golden: Golden) -> None:
    card = paper_sizes.card("poker")
    rows = [
        f"{name} {digest_shapes(draw_back(name, card.w, card.h, 3.0, theme(look)).items)}\n"
        for name in bundled_rows("backs.toml")
    ]
    golden(f"shapes/backs-{look}.txt", "".join(rows))


@pytest.mark.parametrize(("slug", "look"), cases(DECKS, DECKS[:4]))
def test_faces_are_drawn_as_before(slug: str, look: str, golden: Golden) -> None:
    rows = [
        f"{piece.id} {digest_shapes(piece.front.items)}\n"
        for piece in pieces_of("cards", slug, theme=look)
    ]
    golden(f"shapes/faces-{slug}.txt", "".join(rows))


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


def test_any_change_of_a_drawing_is_another_digest() -> None:
    card = paper_sizes.card("poker")
    items = draw_back("shapes", card.w, card.h, 3.0, theme("classic")).items
    digest = digest_shapes(items)
    path = next(leaf.item for leaf in leaves(items) if isinstance(leaf.item, Path))
    moved = replace(path.data, coords=tuple(value + 0.001 for value in path.data.coords))
    for other in (replace(path, data=moved), replace(path, even_odd=not path.even_odd)):
        assert digest_shapes([path]) != digest_shapes([other])
    assert digest == digest_shapes(tuple(items))
    assert digest != digest_shapes(items[1:])
    assert digest != digest_shapes([Group(tuple(items))])
