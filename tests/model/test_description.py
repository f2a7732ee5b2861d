"""One description of a game: its order, numbers and marks, and that no renderer adds its own."""

from __future__ import annotations

from pathlib import Path

import pytest

import printkit
from printkit.base.messages import find_message, languages
from printkit.model.definition_files import variant_slugs
from printkit.model.description import _SECTIONS, TITLES, Description, counts_its_number
from printkit.model.load import load
from printkit.model.variant import Variant

GAMES = variant_slugs()
RENDERERS = ("booklet", "cli", "components", "products", "text")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Variant:
    return load(request.param)


def test_sections_follow_the_definition(game: Variant) -> None:
    one = Description(game)
    assert [entry.id for entry in one.hands] == [hand.id for hand in game.hands]
    assert [entry.number for entry in one.phases] == [*range(1, len(game.phases) + 1)]
    assert {entry.id for entry in one.payments} == {due.id for due in game.pictured_dues}
    assert {entry.id for entry in one.dues} == {due.id for due in game.dues}
    assert [entry.mark for entry in one.cases] == [case.provenance.mark for case in game.cases]
    assert [entry.id for entry in one.agreed] == [option.id for option in game.agreed]
    for thing, material in zip(one.materials, game.materials, strict=True):
        assert thing.count == material.count_for(game.most_players)
    for entry in one.values:
        assert all(card.values == entry.card.values for card in entry.cards)
        assert not counts_its_number(entry.card)


def test_rare_payments_follow_frequent_ones(game: Variant) -> None:
    rare = [entry.is_rare for entry in Description(game).payments]
    assert rare == sorted(rare)


def test_brief_falls_back_to_the_sentence(game: Variant) -> None:
    for key in TITLES:
        for entry in Description(game).section(key):
            short = entry.short["en"] + entry.mark if entry.short else entry.sentence("en")
            assert entry.brief("en") == short


def test_every_section_has_a_title_in_each_language() -> None:
    assert TITLES.keys() == _SECTIONS.keys()
    for language in languages():
        assert all(find_message(language, title) for title in TITLES.values())


def test_renderers_leave_marks_to_the_description() -> None:
    root = Path(printkit.__file__).parent
    found = {
        str(path.relative_to(root))
        for package in RENDERERS
        for path in (root / package).rglob("*.py")
        if ".provenance.mark" in path.read_text("utf-8")
    }
    assert found == set()


def test_only_chips_for_further_players_have_bound(game: Variant) -> None:
    for thing in Description(game).materials:
        assert (thing.above > 0) == bool(thing.further)
