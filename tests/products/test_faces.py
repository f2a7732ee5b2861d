"""Faces: every card of every variant, language and size, walked and measured.

Most variants share most of their faces, so each distinct face is tested once (`decks.distinct`),
game by game; properties of a deck are tested on whole decks.
"""

from functools import cache

import pytest
from msgspec.structs import replace

from printkit.base.geometry import Rect, half_rotation, translation
from printkit.base.messages import languages
from printkit.base.records import evolve
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Group, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TITLE
from printkit.graphics.path import rect_path
from printkit.layout.fit_text import text_line
from printkit.model.cards import Card
from printkit.model.definition_files import variant_slugs
from printkit.model.fields import MINUS, PLUS_MINUS, Value
from printkit.model.text import Text as Words
from printkit.pieces.product import Piece
from tests.support.builds import GATE_KITS
from tests.support.decks import distinct, face_of, variant
from tests.support.jobs import pieces_of
from tests.support.sample import cases
from tests.support.walk import glyph_box, ink_box, leaves, symbols, text_box

DUST = 1e-3

every_slug = pytest.mark.parametrize("slug", variant_slugs())
every_language = pytest.mark.parametrize("language", languages())


@cache
def deck(game: str, language: str, size: str) -> dict[str, Piece]:
    """Return these faces, drawn."""
    return {
        f"{slug}: {piece.id}": piece
        for slug, own in distinct().items()
        if own.game == game
        for piece in pieces_of("cards", own, language, card_size=size)
    }


@cache
def whole(slug: str, language: str, size: str) -> list[Piece]:
    """Return a deck as printed."""
    return pieces_of("cards", slug, language, card_size=size, players=1)


def test_face_walk_detects_ink_outside_the_safe_area() -> None:
    safe = Rect(-10, -10, 20, 20)
    inside = Path(rect_path(safe.inset(0.5)), stroke=Stroke(BLACK, 1.0))
    outside = Path(rect_path(safe.inset(0.4)), stroke=Stroke(BLACK, 1.0))
    boxes = [ink_box(leaf) for leaf in leaves((inside, outside))]
    assert [safe.contains(box, DUST) for box in boxes if box] == [True, False]


def test_face_walk_follows_groups_uses_and_clips() -> None:
    dot = Path(rect_path(Rect(0, 0, 2, 2)), fill=BLACK)
    symbol = Symbol("dot", (dot,), Rect(0, 0, 2, 2))
    clip = rect_path(Rect(0, 0, 1, 5))
    item = Group((Use(symbol, translation(0, 1)),), half_rotation(5, 5), clip=clip)
    (leaf,) = leaves((item,))
    box = ink_box(leaf)
    assert box is not None
    assert tuple(round(v, 6) for v in box) == (9, 7, 1, 2)


def test_face_walk_measures_letters_instead_of_advances() -> None:
    (leaf,) = leaves((text_line(TITLE, "H", 0, 0, 10, BLACK),))
    box, glyph = text_box(leaf), glyph_box(TITLE, leaf.item.run.glyphs[0])
    assert glyph is not None
    assert box.x == pytest.approx(glyph.x / 100)
    assert box.x > 0.3
    assert box.bottom == pytest.approx(0.0)
    assert box.right < leaf.item.run.width / 100 - 0.3


def picture(piece: Piece) -> tuple[object, ...]:
    """Return all visible items of a face, with its symbols expanded."""
    return tuple(leaves(piece.front.items))


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", cases(variant_slugs(), GATE_KITS))
def test_skipped_faces_equal_their_tested_twins(slug: str) -> None:
    """Otherwise the tests of distinct faces would not cover all decks."""
    taken = {}
    for other, own in distinct().items():
        for card in own.cards:
            taken[face_of(card)] = deck(own.game, "fr", "poker")[f"{other}: {card.id}"]
    for piece, card in zip(whole(slug, "fr", "poker"), variant(slug).cards, strict=True):
        assert picture(piece) == picture(taken[face_of(card)]), card.id


def test_other_name_value_or_look_gives_another_face() -> None:
    card = variant("casino").cards[0]
    others = [
        evolve(card, name=Words({**card.name, "fr": "Autre"}, "en")),
        evolve(card, value=Value((2,))),
        evolve(card, index="2"),
        evolve(card, colour="black"),
    ]
    assert len({face_of(card), *map(face_of, others)}) == 5
    assert face_of(evolve(card, id="other", copies=9)) == face_of(card)
    assert picture(whole("casino", "fr", "poker")[0]) != picture(whole("casino", "fr", "poker")[1])


def expected_index(card: Card) -> str:
    """Return the expected text in the upper corner of one of our cards, from its values alone."""
    if card.rule is not None or not card.values:
        # Dice, the neighbouring card or the current set determine the value.
        return {"dice": "1–6", "copy": "=", "repeat": "×2"}.get(card.rule or "", "")
    if card.turns:
        return "&".join(map(str, card.turns))
    if card.rank == "ace" and len(card.values) == 2:
        return "A"  # 1 or 15, as the player chooses
    if len(card.values) > 1:
        assert card.values == tuple(-value for value in reversed(card.values))
        above = "|".join(str(value) for value in card.values if value > 0)
        letter = "T" if card.breaks else ""
        return f"+{above}{letter}" if card.turned else f"{PLUS_MINUS}{above}"
    (value,) = card.values
    # A plus is shown if the deck also has a minus suit.
    plus = "+" if card.suit and card.suit.endswith("plus") else ""
    return f"{MINUS}{-value}" if value < 0 else f"{plus}{value}"


@every_slug
def test_index_shows_value_and_sign(slug: str) -> None:
    """− marks a negative value, ± a value with both signs, + a value if a minus suit exists."""
    wrong = {
        card.id: (card.index, wanted)
        for card in variant(slug).cards
        if card.index != (wanted := expected_index(card))
    }
    assert wrong == {}
    for card in variant(slug).cards:
        if card.turned:
            assert card.turned.index == card.index.replace("+", MINUS)


def test_expected_index_depends_on_signs_and_figures() -> None:
    star = next(card for card in variant("casino").cards if card.id == "star")
    assert expected_index(star) == star.index == f"{MINUS}17"
    assert expected_index(evolve(star, value=Value((17,)))) == "17"
    assert expected_index(evolve(star, value=Value((-17, 17)))) == f"{PLUS_MINUS}17"
    assert (
        expected_index(evolve(star, value=Value((-17,), "set")))
        == expected_index(evolve(star, value=None))
        == ""
    )


@pytest.mark.sampled(every=3)
@every_slug
@every_language
def test_copies_share_one_drawing(slug: str, language: str) -> None:
    pieces, own = whole(slug, language, "poker"), variant(slug).cards
    assert [piece.id for piece in pieces] == [card.id for card in own]
    assert [piece.title for piece in pieces] == [card.name[language] for card in own]
    assert [piece.copies for piece in pieces] == [card.copies for card in own]
    assert sum(piece.copies for piece in pieces) == variant(slug).total
    assert len({id(piece.front) for piece in pieces}) == len(own)
    for family in variant(slug).families:
        backs = {
            id(piece.back) for piece, card in zip(pieces, own, strict=True) if card.family == family
        }
        assert len(backs) == 1


def test_cards_for_each_player_are_counted_for_all() -> None:
    two = {piece.id: piece.copies for piece in pieces_of("cards", "pazaak", players=2)}
    one = {piece.id: piece.copies for piece in whole("pazaak", "en", "poker")}
    assert two["main-1"] == one["main-1"] == 4
    assert two["plus-1"] == 2 * one["plus-1"] == 4


def doubled(pieces: list[Piece]) -> dict[str, int]:
    """Return the keys used by more than one symbol of a deck."""
    by_key: dict[str, set[int]] = {}
    for piece in pieces:
        assert piece.back is not None
        for symbol in [piece.front, piece.back, *symbols((*piece.front.items, *piece.back.items))]:
            by_key.setdefault(symbol.key, set()).add(id(symbol))
    return {key: len(ids) for key, ids in by_key.items() if len(ids) > 1}


@pytest.mark.sampled("slug")
@every_slug
@pytest.mark.parametrize("size", cases(["poker", "us-mini", "jumbo"], ("us-mini",)))
def test_symbol_keys_are_unique(slug: str, size: str) -> None:
    """`Symbol.key` is unique in a document, so equal drawings are one object."""
    assert doubled(whole(slug, "en", size)) == {}


def test_duplicate_symbol_keys_are_detected() -> None:
    one = whole("kessel", "en", "poker")[0]
    front = one.front
    twin = Symbol(front.key, front.items, front.box, front.title)
    assert doubled([one, replace(one, front=twin)]) == {front.key: 2}
