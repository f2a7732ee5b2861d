"""The picture of a turn: its content in every game, language and size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist

import pytest

from printkit.art.theme import plain_paper_theme, theme
from printkit.base.geometry import IDENTITY, Matrix
from printkit.base.records import evolve
from printkit.booklet.play_pictures import AREA, Turn, draw_play
from printkit.booklet.table_pictures import Pieces
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Use
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.model.definition_files import variant_slugs
from printkit.model.play import Move
from tests.support.decks import variant
from tests.support.walk import ink_box, leaves, moved, sampled, tight

SLUGS = [slug for slug in variant_slugs() if variant(slug).plays]
# The height of the picture at the full measure of A5 and of A6 (mm).
HEIGHTS = (49.0, 31.0)
CASES = [(slug, language) for slug in SLUGS for language in ("en", "fr")]


def own_items(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Yield the picture's own items, without cards and chips."""
    for item in items:
        if isinstance(item, Group):
            yield from own_items(item.items, item.matrix.then(matrix))
        else:
            yield item, matrix


@pytest.mark.sampled
@pytest.mark.parametrize(("slug", "language"), CASES)
def test_words_are_legible_inside_the_picture(slug: str, language: str) -> None:
    pieces = Pieces(variant(slug), plain_paper_theme(theme("classic")))
    for height in HEIGHTS:
        drawn = draw_play(pieces, pieces.variant.plays[0].id, language, height)
        assert drawn.box == AREA
        for item, matrix in own_items(drawn.items):
            if isinstance(item, ShapedText):
                size = item.size * matrix.scale * height / AREA.h
                assert size >= MIN_TABLE_TEXT_SIZE - 1e-6
        for leaf in leaves(drawn.items):
            box = ink_box(leaf)
            assert box is None or AREA.contains(box, 0.3)


@pytest.mark.parametrize("slug", SLUGS)
def test_arrows_do_not_cross_other_numbers(slug: str) -> None:
    pieces = Pieces(variant(slug), plain_paper_theme(theme("classic")))
    play = pieces.variant.plays[0]
    for height in HEIGHTS:
        items = [*own_items(draw_play(pieces, play.id, "en", height).items)]
        paths = [(item, matrix) for item, matrix in items if isinstance(item, Path)]
        boxes = [tight(item.data) for item, _ in paths if item.fill == pieces.ink]
        discs = boxes[-len(play.moves) :]
        radius = discs[0].w / 2
        for one, other in combinations(discs, 2):
            assert dist(one.centre, other.centre) >= 2 * radius
        arrows = [
            moved(sampled(item.data).reshape(-1, 2), matrix)
            for item, matrix in paths
            if item.stroke is not None and item.stroke.round and item.stroke.colour == pieces.line
        ]
        for disc in discs:
            gaps = [min(dist(disc.centre, point) for point in arrow) for arrow in arrows]
            assert sum(gap < radius for gap in gaps) <= 1


# Other turns of Kessel: the drawn card is discarded, and a card is turned up.
OTHER_MOVES = (
    (("blood-1", "blood-stock", "hand"), ("blood-1", "hand", "blood-discard")),
    (("blood-1", "blood-stock", "blood-discard"), ("sand-2", "sand-discard", "sand-stock")),
)


@pytest.mark.parametrize("moves", OTHER_MOVES)
def test_turn_that_keeps_the_hand_fits_picture(moves: tuple[tuple[str, str, str], ...]) -> None:
    game = variant("kessel")
    made = tuple(Move(card=card, start=start, end=end) for card, start, end in moves)
    (play,) = game.plays
    other = evolve(game, plays=(evolve(play, moves=made),))
    pieces = Pieces(other, plain_paper_theme(theme("classic")))
    drawn = draw_play(pieces, play.id, "en", HEIGHTS[0])
    for leaf in leaves(drawn.items):
        box = ink_box(leaf)
        assert box is None or AREA.contains(box, 0.3)
    sizes = [item.size for item, _ in own_items(drawn.items) if isinstance(item, ShapedText)]
    assert len(sizes) == len(moves) + 4  # plus two labels and two totals


# Places whose cards lie face down by the text of the game, as the definition repeats.
FACE_DOWN = {"discard": ("classic", "casino", "cloud-city", "coruscant-shift")}


def faces(items: Iterable[Item]) -> Iterator[str]:
    """Yield the names of the symbols used by a drawing, nested ones too."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol.key
        elif isinstance(item, Group):
            yield from faces(item.items)


@pytest.mark.parametrize("slug", SLUGS)
def test_pile_that_lies_face_down_shows_backs(slug: str) -> None:
    game = variant(slug)
    hidden = {place.id for place in game.places if place.face_down}
    for place_id, games in FACE_DOWN.items():
        assert (slug not in games) or place_id in hidden
    pieces = Pieces(game, plain_paper_theme(theme("classic")))
    for play in game.plays:
        turn = Turn(pieces, play, "en")
        for state in turn.states:
            for key, cards in state.cards.items():
                if key not in turn.boxes or turn.kinds[key] == "stock" or not cards:
                    continue
                drawn = {*faces(turn._pile(key, state))}
                backs = {*faces(pieces.back(turn.families[key], 9.8))}
                assert (drawn == backs) == (key in hidden), (play.id, key)
