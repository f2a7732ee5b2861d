"""Rule cards: their text matches a table written by hand, and all ink is in the safe area."""

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.errors import PrintkitError
from printkit.base.messages import OR, join_words, languages, translate
from printkit.base.records import evolve
from printkit.faces.anatomy import Anatomy
from printkit.graphics.display_list import ShapedText
from printkit.layout.blocks import Paragraph
from printkit.layout.records import RAGGED, Overflow, TextStyle
from printkit.model.fields import Value
from printkit.model.load import load
from printkit.model.variant import describe_exchange
from printkit.pieces.product import LocalGame, Piece
from printkit.products.rule_cards import _FaceMaker, draw_rule_face
from tests.support.decks import facts
from tests.support.jobs import pieces_of
from tests.support.prints import text_of
from tests.support.walk import ink_box, text_leaves

CLASSIC = theme("classic")
PAPER = CLASSIC.roles_of["paper"]
REACH = 3.0
MINUS = "\u2212"
# The contents of each set of rules, from the reference, not from the definitions.
FACTS = facts(__file__)
TABLE = FACTS["sets"]
every_language = pytest.mark.parametrize("language", languages())
# `test_contract` covers each size.
every_size = pytest.mark.parametrize("size", ["poker", "us-mini", "domino", "jumbo"])
every_set = pytest.mark.parametrize("slug", TABLE)


rules_of = cache(load)


@cache
def cards(language: str, size: str = "poker") -> dict[str, Piece]:
    found = pieces_of("rule-cards", "corellian", language, card_size=size)
    return {piece.id.removeprefix("rule-"): piece for piece in found}


def words(piece: Piece) -> list[str]:
    return [leaf.item.run.text for leaf in text_leaves(piece.front.items)]


def numbers(text: str) -> list[int]:
    return [int(n.replace(MINUS, "-")) for n in re.findall(rf"{MINUS}?\d+", text)]


def printed_values(piece: Piece, language: str) -> list[int]:
    """Return the value on the line of each special's name."""
    boxes = [(leaf.item.run.text, ink_box(leaf)) for leaf in text_leaves(piece.front.items)]
    found: list[int] = []
    for card in rules_of("corellian").cards[-7:]:
        beside = [
            value
            for name, box in boxes
            if name == card.name[language]
            for value, other in boxes
            if other.x > box.right and abs(other.centre[1] - box.centre[1]) < box.h
        ]
        (value,) = beside  # a heading may wrap to a line with that name; it has no value
        found += numbers(value)
    return found


def printed_exchange(piece: Piece, language: str) -> tuple[list[int], str]:
    """Return the counts below the heading, and the words of the exception."""
    printed = words(piece)
    at = printed.index(translate(language, "rule-cards.exchange"))
    return numbers(printed[at + 1]), " ".join(printed[at + 2 :])


def test_specials_are_the_last_seven_cards() -> None:
    assert [card.id for card in rules_of("corellian").cards[-7:]] == FACTS["specials"]


def test_each_set_has_one_card_with_deck_back() -> None:
    pieces = cards("en")
    assert list(pieces) == list(rules_of("corellian").sets)
    assert len(rules_of("random").sets) == 9
    assert set(pieces) == set(TABLE)
    assert len({id(piece.back) for piece in pieces.values()}) == 1
    for slug, piece in pieces.items():
        assert piece.copies == 1
        assert piece.title == rules_of(slug).name["en"]
        assert piece.back is not None
        assert piece.back.key == f"back-{rules_of('corellian').families['deck'].back.design}"
        assert (piece.width, piece.height) == (63.5, 88.9)
    assert len({piece.front.key for piece in pieces.values()}) == len(pieces)


@every_set
@every_language
@every_size
def test_rule_card_values_match_the_table(slug: str, language: str, size: str) -> None:
    piece, wanted = cards(language, size)[slug], TABLE[slug]
    assert printed_values(piece, language) == wanted["values"]
    phrases, exception = printed_exchange(piece, language)
    assert phrases == wanted["exchange"]
    assert numbers(exception) == wanted.get("more", [])
    assert bool(exception) == ("more" in wanted)


@every_set
def test_rule_card_array_and_name_match_table(slug: str) -> None:
    english, french = (cards(language)[slug] for language in ("en", "fr"))
    assert f"{TABLE[slug]['array']} Array" in text_of(english.front.items)
    for language, piece in (("en", english), ("fr", french)):
        rules = rules_of(slug)
        assert rules.name[language] in text_of(piece.front.items)
        assert rules.hands[0].name[language] in text_of(piece.front.items)
        assert rules.hands[0].how[language] in text_of(piece.front.items)
    assert all(name in text_of(english.front.items) for name in TABLE[slug].get("holding", []))


def test_wrong_number_is_detected() -> None:
    """The readers of the tests above detect a changed definition."""
    rules = rules_of("mos-eisley")
    assert rules.exchange is not None
    wrong = evolve(rules, exchange=evolve(rules.exchange, counts=(2,))).with_cards(
        evolve(card, value=Value((6,)), index="6") if card.id == "dark-jedi" else card
        for card in rules.cards
    )
    right = cards("en")["mos-eisley"]
    front = draw_rule_face(LocalGame(wrong, "en", CLASSIC), Anatomy(63.5, 88.9), REACH)
    changed = replace(right, front=front)
    assert printed_values(changed, "en") == [*TABLE["mos-eisley"]["values"][:-1], 6]
    assert printed_exchange(changed, "en")[0] == [2]


def test_exchange_is_written_in_words() -> None:
    def phrases(slug: str) -> list[tuple[str, str]]:
        return [describe_exchange(rules_of(slug), language) for language in ("en", "fr")]

    assert phrases("rebel-alliance") == [("0, 1, 2 or 3", ""), ("0, 1, 2 ou 3", "")]
    assert phrases("imperial") == [("2 only", ""), ("2 seulement", "")]
    assert phrases("old-republic") == [
        ("0, 1 or 2", "Jedi Master in hand: also 3 or 4"),
        ("0, 1 ou 2", "Maître Jedi en main\u00a0: aussi 3 ou 4"),
    ]
    assert phrases("mos-eisley") == [
        ("1 only", "Bounty Hunter or Smuggler in hand: 1, 2, 3 or 4"),
        ("1 seulement", "Chasseur de primes ou Contrebandier en main\u00a0: 1, 2, 3 ou 4"),
    ]
    assert join_words("en", ["a"], OR) == "a"
    assert describe_exchange(evolve(rules_of("imperial"), exchange=None), "en") == ("", "")


@every_set
def test_single_value_has_a_plate(slug: str) -> None:
    below = [
        leaf.item
        for leaf in text_leaves(cards("fr")[slug].front.items)
        if isinstance(leaf.item, ShapedText) and leaf.item.run.text.startswith(MINUS)
    ]
    assert len(below) == 1
    assert below[0].fill == PAPER


def test_too_small_card_is_rejected() -> None:
    with pytest.raises(PrintkitError, match="does not fit on a card") as caught:
        draw_rule_face(LocalGame(rules_of("mos-eisley"), "fr", CLASSIC), Anatomy(30, 45), REACH)
    assert "mos-eisley" in str(caught.value)


def test_groups_have_gaps_between_blocks_and_around_dividers() -> None:
    """The first block of the face has no gap above it."""
    maker: Any = SimpleNamespace(scale=1.0, _draw_divider=None)
    first, second, third = (Paragraph((), RAGGED) for _ in range(3))
    style = TextStyle(3.0, 4.0, "en")
    stack = _FaceMaker._stack_groups(maker, [[first, second], [], [third]], style, 8.0)
    _, one, two, divider, three, _ = stack.parts
    assert (one.block, two.block, three.block) == (first, second, third)
    assert one.space_before == 0.0
    assert two.space_before == divider.space_before == three.space_before > 0.0
    assert (one.stretch, two.stretch, divider.stretch, three.stretch) == (2.0, 0.0, 2.0, 2.0)


def test_face_with_too_low_rows_overflows() -> None:
    """A third of the height of a poker card has no space for the table of seven values."""
    game = LocalGame(load("random"), "en", theme("classic"))
    for height, fits in ((88.9, True), (30.0, False)):
        made = _FaceMaker(game, Anatomy(63.5, height))._attempt(False, 1.0)
        assert isinstance(made, Overflow) != fits
