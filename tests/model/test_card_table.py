"""Cards kept in a spreadsheet: what may stand in it; its faults are goldens."""

import time
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.model.cards import Card
from printkit.model.load import load
from tests.support import decks
from tests.support.decks import facts

CASES = facts(__file__, "cases")

DECK = f'cards_table = "cards.csv"\n{decks.HEAD}'
HEAD = "id,name.en,name.fr,value\n"


def deck(folder: Path, csv: str, text: str = DECK) -> str:
    (folder / "cards.csv").write_bytes(csv.encode())
    return decks.put(folder, text)


def cards(folder: Path, csv: str, text: str = DECK) -> dict[str, Card]:
    return {card.id: card for card in load(deck(folder, csv, text)).cards}


ROWS = [["id", "name.en", "name.fr", "value"], ["a", "An A", "Un A", "7"], ["b", "B", "Bé", "-2/2"]]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_delimiters_endings_and_byte_order_marks(
    tmp_path: Path, delimiter: str, start: str, ending: str
) -> None:
    text = start + ending.join(delimiter.join(row) for row in ROWS) + ending
    found = cards(tmp_path, text)
    assert list(found) == ["a", "b"]
    assert found["a"].name == {"en": "An A", "fr": "Un A"}
    assert found["a"].values == (7,)
    assert found["b"].values == (-2, 2)


def test_each_column_of_a_spreadsheet_fills_its_field(tmp_path: Path) -> None:
    text = DECK + '\n[suits.coins]\nname = { en = "C", fr = "P" }\n[[ranks]]\nfrom = 1\nto = 3\n'
    found = cards(
        tmp_path,
        "id;name_en;Name_FR;suit;rank;family;colour;ground;emblem;frame;layout;index;copies;"
        "per_player;value\n"
        "a;A;Â;coins;3;deck;blue;black;suits/coins;dune;emblem;x;3;yes;1\n"
        "b;B;Bé;;;;;;;;;;;;\n",
        text,
    )
    a, b = found["a"], found["b"]
    assert (a.suit, a.rank, a.family, a.copies, a.per_player) == ("coins", "3", "deck", 3, True)
    assert (a.colour, a.ground, a.frame) == ("blue", "black", "dune")
    assert (a.layout, a.index) == ("emblem", "x")
    assert a.emblem is not None
    assert a.emblem.name == "coins.svg"
    # empty cells are left out: the defaults hold
    assert (b.suit, b.copies, b.per_player, b.values) == (None, 1, False, ())
    assert (b.colour, b.frame) == ("ink", "orbit")


@pytest.mark.parametrize(("cell", "values"), CASES["csv-values"])
def test_values(tmp_path: Path, cell: str, values: list[int]) -> None:
    assert list(cards(tmp_path, f"{HEAD}a,A,A,{cell}\n")["a"].values) == values


@pytest.mark.parametrize(
    ("cell", "kept"), [("yes", True), ("YES", True), ("1", True), ("no", False), ("False", False)]
)
def test_per_player(tmp_path: Path, cell: str, kept: bool) -> None:
    text = f"id,name.en,name.fr,per_player\na,A,A,{cell}\n"
    assert cards(tmp_path, text)["a"].per_player is kept


def test_quoted_cells_hold_delimiters_quotes_and_empty_rows_are_passed_over(tmp_path: Path) -> None:
    found = cards(tmp_path, f'{HEAD}\n,,,\na,"A, the ""first""",A,1\n\n   \nb,B,B,2\n')
    assert found["a"].name["en"] == 'A, the "first"'
    assert list(found) == ["a", "b"]


def test_cards_of_the_toml_stand_before_those_of_the_csv(tmp_path: Path) -> None:
    own = '\n[[cards]]\nid = "z"\nname = { en = "Z", fr = "Z" }\n'
    assert list(cards(tmp_path, f"{HEAD}a,A,A,1\n", DECK + own)) == ["z", "a"]


def test_a_csv_over_a_parent_changes_its_cards(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        DECK.replace('cards_table = "cards.csv"\n', "")
        + '\n[[cards]]\nid = "a"\nname = { en = "A", fr = "A" }\nvalue = 1\n'
    )
    text = 'extends = "base.toml"\nslug = "child"\ncards_table = "cards.csv"\n'
    found = cards(tmp_path, "id,value,name.fr,name.en\na,5,,\nb,6,B,B\n", text)
    assert [(card.id, card.values) for card in found.values()] == [("a", (5,)), ("b", (6,))]


def test_two_thousand_rows_load(tmp_path: Path) -> None:
    rows = "".join(f"c{n},Card {n},Carte {n},{n % 24}\n" for n in range(2000))
    start = time.process_time()
    found = cards(tmp_path, HEAD + rows)
    assert len(found) == 2000
    assert found["c1999"].values == (1999 % 24,)
    assert time.process_time() - start < 5


def test_two_thousand_faulty_rows_are_reported_soon(tmp_path: Path) -> None:
    rows = "".join(f"c{n},Card {n},Carte {n},1000\n" for n in range(2000))
    start = time.process_time()
    with pytest.raises(DefinitionError) as caught:
        cards(tmp_path, HEAD + rows)
    assert [problem.line for problem in caught.value.problems] == list(range(2, 1002))
    assert time.process_time() - start < 5
