"""Panels: the words and figures of their cells are those of the definition."""

from typing import Any

import pytest

from printkit.base.records import evolve
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.text.book import Panel, SourceLocation, to_plain_text
from printkit.text.panels import make_panel

HERE = SourceLocation("test.md", 1)


def panel(kind: str, game: Variant, language: str = "en") -> Panel:
    made = make_panel(kind, game, language, HERE)
    assert made is not None
    return made


def test_facts_have_players_time_and_chips() -> None:
    """Kessel: two to four players."""
    game = load("kessel")
    cells = panel("facts", game).cells
    assert len(cells) == 3
    assert cells[0].figure == "2–4"
    assert game.game_minutes is not None
    least, most = game.game_minutes
    assert str(least) in cells[1].figure
    assert str(most) in cells[1].figure


def needs_with(**changes: Any) -> tuple[str, str]:
    """The name and the words of a material that is changed, the only one that is needed."""
    game = load("kessel")
    chip = next(item for item in game.materials if item.id == "chip")
    one = evolve(chip, **{"note": None, "denominations": (), **changes})
    two = evolve(chip, note=None, denominations=(), optional=False)
    made = panel("needs", evolve(game, materials=(two, one)))
    return to_plain_text(made.cells[-1].name), to_plain_text(made.cells[-1].words)


def test_optional_material_without_note_says_so() -> None:
    chip = next(item for item in load("kessel").materials if item.id == "chip")
    assert needs_with(optional=True)[1] == "optional"
    assert needs_with(optional=False)[1] == ""
    assert chip.note is not None
    assert needs_with(optional=True, note=chip.note)[1] == "your lives"


def test_needed_materials_have_cells_before_others() -> None:
    game = load("kessel")
    made = panel("needs", game)
    needed = [item for item in game.materials if not item.optional]
    names = " ".join(to_plain_text(cell.name) for cell in made.cells).lower()
    assert all(item.name["en"].lower() in names for item in needed[1:])


@pytest.mark.parametrize("by_steps", [True, False])
def test_setup_shows_steps_or_places(by_steps: bool) -> None:
    game = load("kessel")
    assert game.setup
    assert game.places
    made = panel("setup", game if by_steps else evolve(game, setup=()))
    shown = game.setup if by_steps else game.places
    assert len(made.cells) == len(shown)
    assert [cell.figure for cell in made.cells] == [str(i + 1) for i in range(len(shown))]


def test_chances_name_hands_that_are_counted() -> None:
    """A hand that no chance counts is not a prize; the last hand is the rest."""
    game = load("kessel")
    note = to_plain_text(panel("chances", game).note)
    counted = {name for chance in game.chances for name, cases in chance.hands.items() if cases}
    *prizes, rest = game.hands
    assert rest.name["en"] in note
    for hand in prizes:
        assert (hand.name["en"] in note) == (hand.id in counted)
    dropped = prizes[0].id
    chances = tuple(
        evolve(chance, hands={k: v for k, v in chance.hands.items() if k != dropped})
        for chance in game.chances
    )
    note = to_plain_text(panel("chances", evolve(game, chances=chances)).note)
    assert prizes[0].name["en"] not in note
