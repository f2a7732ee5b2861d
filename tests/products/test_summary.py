"""The summary: one page with all of a definition, large enough to read on a wall."""

from functools import cache
from typing import Any

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.messages import languages
from printkit.base.records import evolve
from printkit.graphics.display_list import ShapedText, Symbol
from printkit.graphics.fonts import INDEX
from printkit.model.definition_files import variant_slugs
from printkit.model.description import Description
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from tests.products.test_reference_cards import lacking
from tests.support.decks import variant
from tests.support.jobs import piece_of
from tests.support.prints import POINT, Printed, printed
from tests.support.sample import cases
from tests.support.walk import leaves, symbols
from tests.support.words import words

PLAYED = [slug for slug in variant_slugs() if "summary" in available_products(variant(slug))]
# The longest texts, the most hands, tokens, values by set, the shortest.
SOME = ("tarot", "corellian-spike", "kessel", "random", "pazaak")


@cache
def page(slug: str, language: str, paper: str = "a4", look: str = "classic") -> Symbol:
    return draw_summary(variant(slug), language, paper=paper, theme=look)


def draw_summary(one: Variant, language: str, **wishes: str) -> Symbol:
    return piece_of("summary", one, language, **wishes).front


def lines(drawing: Symbol) -> list[Printed]:
    return printed(leaves(drawing.items))


def read(drawing: Symbol) -> str:
    return words(" ".join(line.text for line in lines(drawing)))


def expected_texts(one: Variant, language: str) -> list[list[str]]:
    """Return the expected texts: each list in its order."""
    hands = one.hands
    # Rules of presets are listed in the booklet.
    rules = [o for o in one.options if o.kind != "lore" and o.changes is None]
    parts = (hands, one.phases, one.tokens, rules)
    wording: list[list[Any]] = [
        [w for thing in part for w in (thing.name, thing.how)] for part in parts
    ]
    payments, cases = payments_and_cases(one)
    wording += [payments, cases]
    wording += [[step.short for step in one.setup if step.short is not None]]
    wording += [[one.name, one.summary], [thing.name for thing in _optional_last(one)]]
    return [[words(text[language]).casefold() for text in part] for part in wording]


def payments_and_cases(one: Variant) -> tuple[list[Any], list[Any]]:
    """Return the words of the payments, the pictured special cases among them, and of the other
    special cases.
    """
    payments = Description(one).payments
    shown = {due.id for due in payments}
    paid = [w for due in payments for w in (due.name, due.short if due.is_case else due.how)]
    return paid, [w for case in one.cases if case.id not in shown for w in (case.name, case.short)]


def _optional_last(one: Variant) -> list[Material]:
    return sorted(one.materials, key=lambda thing: thing.optional)


def body(drawing: Symbol) -> float:
    """Return the smallest size of the sentences."""
    return min(one.size for one in lines(drawing) if one.font == INDEX and len(one.text) > 12)


# French needs more space; English differs only by kind of game.
@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    ("slug", "language", "paper"),
    cases(
        [
            *((slug, "fr", "a4") for slug in PLAYED),
            *((slug, "en", "a4") for slug in SOME),
            *((slug, language, "a5") for slug in SOME for language in languages()),
        ],
        [*((slug, "fr", "a5") for slug in SOME), *((slug, "en", "a4") for slug in SOME)],
    ),
)
def test_summary_contains_everything_on_one_page(slug: str, language: str, paper: str) -> None:
    drawing = page(slug, language, paper)
    text = read(drawing).casefold()
    for part in expected_texts(variant(slug), language):
        assert not lacking(text, part)
    assert body(drawing) >= (9 if paper == "a4" else 7) * POINT - 1e-9
    assert paper == "a4" or body(drawing) < body(page(slug, language))


def test_missing_word_is_detected() -> None:
    text = read(page("kessel", "en")).casefold()
    for part in expected_texts(variant("kessel"), "en"):
        assert not lacking(text, part)
        assert not part or lacking(text.replace(part[-1], ""), part)


@pytest.mark.parametrize(
    ("slug", "paper"),
    [*((slug, paper) for slug in SOME for paper in ("a4", "letter")), ("pazaak", "a5")],
)
def test_summary_draws_every_hand(slug: str, paper: str) -> None:
    """There are at least as many small cards as hands: each hand has an example."""
    drawn = [one for one in symbols(page(slug, "fr", paper).items) if one.key.startswith("small-")]
    assert len(drawn) >= 2 * len(variant(slug).hands)
    titles = {one.title for one in drawn}
    assert titles <= {card.name["fr"] for card in variant(slug).cards}


def test_summary_columns_are_on_a_grid() -> None:
    """Baselines of sentences in both columns differ by whole quarter lines: a compact page has gaps
    of one.
    """
    drawing = page("casino", "en")
    quarter = 1.24 * body(drawing) / 4
    sentences = {words(thing.how["en"]) for thing in variant("casino").phases}
    sentences |= {words(thing.how["en"]) for thing in variant("casino").penalties}
    feet = [
        (leaf.matrix.e, leaf.matrix.f + leaf.item.y)
        for leaf in leaves(drawing.items)
        if isinstance(leaf.item, ShapedText) and any(leaf.item.run.text in one for one in sentences)
        if leaf.item.run.font == INDEX and len(leaf.item.run.text) > 12
    ]
    steps = [(y - feet[0][1]) / quarter for _, y in feet]
    assert len(feet) > 10
    assert max(abs(step - round(step)) for step in steps) < 0.01


def test_summary_too_long_for_page_is_rejected() -> None:
    with pytest.raises(PrintkitError, match="paper"):
        page("kessel", "en", "105x148mm")
    one = variant("casino")
    long = dict.fromkeys(languages(), "word " * 900)
    wrong = evolve(one, phases=(evolve(one.phases[0], how=long),))
    with pytest.raises(PrintkitError, match="casino does not fit on one page") as caught:
        draw_summary(wrong, "en")
    assert "--paper" in str(caught.value)


def test_summary_without_materials_or_hands_has_page() -> None:
    one = evolve(variant("pazaak"), materials=(), options=(), penalties=(), hands=())
    text = read(draw_summary(one, "fr"))
    assert not lacking(text, [words(phase.how["fr"]) for phase in one.phases])
