"""Reference cards: all texts of a definition in order, safe and legible at every card size."""

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.art.theme import theme
from printkit.base.errors import PrintkitError
from printkit.base.messages import languages, translate
from printkit.base.records import evolve
from printkit.components.reference import (
    ColumnStyle,
    SectionBlock,
    SectionSpacing,
    _list_materials,
    build_sections,
    section_block,
    stack_sections,
    text_style,
)
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Item, ShapedText, Symbol
from printkit.graphics.fonts import INDEX
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.layout.blocks import Drawing
from printkit.layout.fit_text import text_line
from printkit.layout.fitting import FlowCosts, count_columns, distribute, fill_column, filled_height
from printkit.layout.records import Canvas, TextStyle, paint_strips
from printkit.model.definition_files import variant_slugs
from printkit.model.description import Description, counts_its_number
from printkit.model.play import Clause
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from printkit.pieces.product import LocalGame, Piece
from printkit.products.reference_cards import KEYS, count, offered
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, example_aim, judge
from printkit.rules.ladder import examples
from tests.support.decks import facts, variant
from tests.support.jobs import options_for, pieces_of
from tests.support.prints import Printed, printed
from tests.support.sample import cases
from tests.support.walk import leaves
from tests.support.words import words

PLAYED = [
    slug for slug in variant_slugs() if "reference-cards" in available_products(variant(slug))
]
# A game of each kind: tokens, many hands, long texts, values by set, local values.
SOME = ("kessel", "corellian-spike", "tarot", "random", "mos-eisley", "casino", "pazaak")


@cache
def cards(slug: str, language: str, size: str = "poker") -> list[Piece]:
    return made(variant(slug), language, card_size=size)


def made(game: Variant, language: str = "en", **wishes: Any) -> list[Piece]:
    return pieces_of("reference-cards", game, language, **wishes)


def sides(pieces: list[Piece]) -> list[Symbol]:
    """Return the sides with text, in reading order."""
    both = [side for piece in pieces for side in (piece.front, piece.back) if side is not None]
    return [side for side in both if side.key.startswith("reference-")]


def all_printed(pieces: list[Piece]) -> list[Printed]:
    return [line for side in sides(pieces) for line in printed(leaves(side.items))]


def read(pieces: list[Piece]) -> str:
    """Return all printed text, with broken lines joined."""
    return words(" ".join(line.text for line in all_printed(pieces)))


def expected_texts(one: Variant, language: str) -> list[str]:
    """Return the expected texts in order: headings, names, sentences."""
    payments = Description(one).payments
    shown = {due.id for due in payments}
    cases = [case for case in one.cases if case.id not in shown]
    first: list[Any] = [("", one.hands), ("show.phases", one.phases), ("show.penalties", payments)]
    found = []
    for title, things in (*first, ("reference.clauses", cases), ("show.tokens", one.tokens)):
        found += [translate(language, title)] if title and things else []
        for thing in things:
            is_case = isinstance(thing, Clause) or getattr(thing, "is_case", False)
            text = thing.short if is_case else thing.how
            found += [thing.name[language], text[language]]
    return [words(part) for part in found]


def lacking(text: str, parts: list[str]) -> list[str]:
    """Return the parts missing from a text, each searched after the previous one."""
    at, found = 0, []
    for part in parts:
        place = text.find(part, at)
        if place < 0:
            found.append(part)
        else:
            at = place + len(part)
    return found


# --- texts ---------------------------------------------------------------------------------------


# French needs more space; English differs only by kind of game.
@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    ("slug", "language"),
    cases(
        [*((slug, "fr") for slug in PLAYED), *((slug, "en") for slug in SOME)],
        [*((slug, "fr") for slug in SOME), ("tarot", "en")],
    ),
)
def test_reference_cards_contain_all_in_order(slug: str, language: str) -> None:
    text = read(cards(slug, language))
    # A continued section repeats its heading between two entries.
    assert not lacking(text, expected_texts(variant(slug), language))


def test_missing_word_is_detected() -> None:
    text, parts = read(cards("kessel", "en")), expected_texts(variant("kessel"), "en")
    assert not lacking(text, parts)
    assert lacking(text.replace("Embargo", "Embrago"), parts)
    assert lacking(text, parts[::-1])
    assert lacking(text, expected_texts(variant("kessel"), "fr"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_payments_have_signs_and_no_empty_cells(language: str) -> None:
    lines = [line.text.strip() for line in all_printed(cards("casino", language))]
    payments = Description(variant("casino")).payments
    gains = sum(due.is_gain for due in payments)
    assert "–" not in lines
    copies = lines.count("+") // gains
    assert (lines.count("+"), lines.count("−")) == (
        copies * gains,
        copies * (len(payments) - gains),
    )


# Values from the reference, not from the definitions.
VALUES = facts(__file__)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", VALUES)
def test_values_are_beside_their_names(slug: str) -> None:
    beside: dict[str, str] = {}
    for side in sides(cards(slug, "en")):
        lines = printed(leaves(side.items))
        for line in lines:
            right = [
                other
                for other in lines
                if other.box.x > line.box.right and abs(mid(other) - mid(line)) < 1
            ]
            if line.font == INDEX and right:
                beside[line.text] = min(right, key=lambda one: one.box.x).text
    assert {name: beside.get(name) for name in VALUES[slug]} == VALUES[slug]


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("slug", PLAYED)
def test_sets_have_one_size_of_at_least_seven_and_a_half_points(slug: str) -> None:
    usual, least = [], 7.5 * 25.4 / 72 - 1e-3
    for language in ("en", "fr"):
        lines = all_printed(cards(slug, language))
        assert min(line.size for line in lines) >= 7 * 25.4 / 72 - 1e-3
        head = variant(slug).name[language]  # the head has the name and the number of the side
        body = [line for line in lines if line.text not in head and "/" not in line.text]
        assert min(line.size for line in body) >= least
        sizes = Counter(round(line.size, 3) for line in body)
        usual.append(max(sizes, key=sizes.__getitem__))
    assert usual[0] == usual[1]


@pytest.mark.parametrize("size", ["bridge", "french-tarot"])
@pytest.mark.parametrize("slug", ["kessel", "tarot"])
def test_narrow_sets_have_at_least_seven_points(slug: str, size: str) -> None:
    assert min(line.size for line in all_printed(cards(slug, "fr", size))) >= MIN_TEXT_SIZE - 1e-3


def mid(line: Printed) -> float:
    return line.box.centre[1]


def test_values_equal_to_their_rank_are_omitted() -> None:
    valued = [card for card in variant("pazaak").cards if card.values]
    special = [card.id for card in valued if not counts_its_number(card)]
    assert special == ["tiebreaker", "one-or-two", "double", "two-and-four", "three-and-six"]
    text = read(cards("pazaak", "en"))
    assert "Main card" not in text[text.index(translate("en", "reference.values")) :][:200]
    assert translate("en", "reference.values") in read(cards("casino", "en"))
    # Values of the current set are explained once for all of its cards.
    text = read(cards("random", "en"))
    assert text.count(translate("en", "show.by-set")) == 1
    assert "Rancor" in text


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", PLAYED)
def test_example_is_judged_as_its_hand(slug: str) -> None:
    one = variant(slug)
    found = examples(one)
    # The array of the current set is nine hands.
    hands = [hand for hand in one.hands if hand.id != "local-array"]
    assert set(found) == {hand.id for hand in hands}
    for hand in hands:
        held = [HeldCard(card, card.values) for card in found[hand.id]]
        verdict = judge(one, held, TableState(decks=hand.decks, aim=example_aim(one)))
        assert (verdict.hand and verdict.hand.id, verdict.bombed) == (hand.id, False)


def test_impossible_hands_have_no_example() -> None:
    one = variant("casino")
    other = one.with_cards(card for card in one.cards if card.id != "idiot")
    assert "idiots-array" not in {key.replace("’", "") for key in examples(other)}
    assert len(examples(other)) == len(one.hands) - 1


# --- appearance: see also `test_contract` --------------------------------------------------------


def test_smaller_cards_increase_count_not_shrink_text() -> None:
    counts = [len(cards("kessel", "fr", size)) for size in ("jumbo", "poker", "us-mini")]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    assert not lacking(
        read(cards("kessel", "fr", "us-mini")), expected_texts(variant("kessel"), "fr")
    )


def test_large_print_is_larger() -> None:
    def sizes_of(large: bool) -> list[float]:
        result = made(variant("casino"), index="large" if large else "normal")
        return [one.size for one in all_printed(result) if one.font == INDEX and len(one.text) > 20]

    assert min(sizes_of(large=True)) >= 9 * 25.4 / 72 - 1e-9
    assert max(sizes_of(large=True)) > max(sizes_of(large=False))


def test_text_too_long_for_a_card_is_rejected() -> None:
    one = variant("kessel")
    long = dict.fromkeys(languages(), "word " * 700)
    wrong = evolve(one, phases=(evolve(one.phases[0], how=long), *one.phases[1:]))
    with pytest.raises(PrintkitError, match="kessel") as caught:
        made(wrong)
    assert "--card-size" in str(caught.value)
    with pytest.raises(PrintkitError, match="no room"):
        made(one, card_size="15x20mm")


# --- sets ---------------------------------------------------------------------------------------


def test_each_player_gets_a_set() -> None:
    for seats in (1, 2, 5):
        pieces = made(variant("casino"), players=seats)
        assert {piece.copies for piece in pieces} == {seats}


def test_empty_side_shows_the_back() -> None:
    one = evolve(variant("casino"), setup=(), phases=(), penalties=(), payments=(), clauses=())
    one = one.with_cards(one.cards[:1])
    (piece,) = made(evolve(one, hands=one.hands[:1]))
    assert piece.back is not None
    assert piece.back.key.startswith("back-")


# --- sections over columns ----------------------------------------------------------------------

STYLE = TextStyle(2.0, 2.0, "en")


def block(height: float, label: str) -> Drawing:
    """Return a block that names itself."""

    def draw(style: TextStyle, width: float) -> tuple[list[Item], float]:
        return [text_line(INDEX, label, 0.0, 1.0, 2.0, BLACK)], height

    return Drawing(draw)


def section(key: str, heights: list[float]) -> SectionBlock:
    entries = tuple(block(height, f"{key}-{i}") for i, height in enumerate(heights))
    return SectionBlock(block(3, f"{key}-heading"), block(3, f"{key}-again"), entries, 0.5, 0.75)


@settings(max_examples=80)
@given(
    st.lists(st.lists(st.floats(1, 20), min_size=1, max_size=6), min_size=1, max_size=5),
    st.integers(1, 8),
)
def test_sections_keep_their_order_and_headings(heights: list[list[float]], count: int) -> None:
    height, costs = 40.0, FlowCosts(0.0, 1.0, relative=True, evenly=True)
    sections = [section(f"s{i}", own) for i, own in enumerate(heights)]
    spacing = SectionSpacing(section=1.0, entry=0.5, stretch=0.75)
    strips = stack_sections(sections, spacing).lay_out(STYLE, 30.0).strips
    needed = count_columns(strips, height)
    assert needed is not None
    columns = distribute(strips, height, costs, count)
    if count < needed or count > len(strips):
        assert columns is None
        return
    assert columns is not None
    assert len(columns) == count
    expected = [f"s{i}-{n}" for i, own in enumerate(heights) for n in range(len(own))]
    wording: list[str] = []
    for column in columns:
        placed = fill_column(column, height, costs)
        assert filled_height(placed) <= height + 1e-6
        for (above, top), (_, below) in pairwise(placed):
            assert below >= top + above.height - 1e-9
        canvas = Canvas()
        paint_strips(canvas, placed, 0.0, 0.0)
        texts = [item.run.text for item in canvas.items if isinstance(item, ShapedText)]
        # A column starts with a heading, a continued section's heading says so, and no column ends
        # with one.
        first, second = texts[:2]
        assert first == second.replace("-0", "-heading") or (
            first == f"{second.split('-')[0]}-again" and not second.endswith("-0")
        )
        assert not texts[-1].endswith(("heading", "again"))
        wording += texts
    assert [text for text in wording if not text.endswith(("heading", "again"))] == expected
    headings = [text for text in wording if text.endswith("heading")]
    assert headings == [f"s{i}-heading" for i in range(len(heights))]


def test_section_breaks_cost_more_near_its_ends() -> None:
    costs = [strip.break_penalty for strip in section("s", [4.0] * 5).lay_out(STYLE, 30.0).strips]
    assert costs == [0.0, 1.5, 0.5, 0.5, 1.5]


@pytest.mark.parametrize("measure", [30.0, 50.0, 90.0])
def test_wide_column_pairs_short_values(measure: float) -> None:
    one = LocalGame(variant("casino"), "en", theme("classic"))
    (values,) = build_sections(one, ("values",))
    spacing = SectionSpacing(1.0, 0.5, 1.0)
    fragment = section_block(values, ColumnStyle(one), spacing, None).lay_out(
        text_style(2.5, "en"), measure
    )
    assert fragment.overflow <= 1e-6
    rows = -(-len(values.entries) // 2) if measure >= 50 else len(values.entries)
    assert len(fragment.strips) == rows


@pytest.mark.parametrize("size", ["euro-mini", "us-mini", "poker"])
def test_continued_section_repeats_its_title(size: str) -> None:
    """A side starts with the title of a section, or of a continued one."""
    game = LocalGame(variant("kessel"), "fr", theme("classic"))
    titles = {section.title for section in build_sections(game, KEYS)}
    titles.add(translate("fr", "reference.hands-shown"))
    begun = titles | {translate("fr", "reference.again", title=title) for title in titles}
    for side in sides(cards("kessel", "fr", size)):
        assert {line.text for line in printed(leaves(side.items))} & begun, (size, side.key)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("wishes", [{}, {"index": "large"}, {"card_size": "tarot"}])
@pytest.mark.parametrize("slug", cases(variant_slugs(), SOME))
def test_count_is_that_of_made_cards(slug: str, wishes: dict[str, Any]) -> None:
    deck = variant(slug)
    if offered(deck):
        made = pieces_of("reference-cards", deck, players=deck.least_players, **wishes)
        options = options_for(deck, "reference-cards", players=deck.least_players, **wishes)
        assert count(deck, options) == sum(piece.copies for piece in made)


def test_materials_are_counted_per_player_or_whole() -> None:
    game = LocalGame(variant("kessel"), "en", theme("classic"))
    entries = _list_materials(Description(game.variant), game)
    counts = {entry.id: entry.value for entry in entries}
    assert [counts[key] for key in ("deck", "die")] == ["1", "2"]
    assert (counts["chip"], counts["influence-token"]) == ("8 each", "16")
    assert counts["mat"] == "optional"
