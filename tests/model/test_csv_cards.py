"""Cards kept in a spreadsheet: what may stand in it; most faults are in golden/faults."""

import time
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError
from printkit.model.cards import Card
from printkit.model.load import load
from tests.support import decks

DECK = f'cards_csv = "cards.csv"\n{decks.HEAD}'
HEAD = "id,name.en,name.fr,value\n"
Place = tuple[str, int, int, str]


def deck(folder: Path, csv: str | bytes, text: str = DECK) -> str:
    data = csv if isinstance(csv, bytes) else csv.encode()
    (folder / "cards.csv").write_bytes(data)
    path = folder / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def cards(folder: Path, csv: str | bytes, text: str = DECK) -> dict[str, Card]:
    return {card.id: card for card in load(deck(folder, csv, text)).cards}


def problems(folder: Path, csv: str | bytes, text: str = DECK) -> tuple[Diagnostic, ...]:
    with pytest.raises(DefinitionError) as caught:
        load(deck(folder, csv, text))
    return caught.value.problems


def places(folder: Path, csv: str | bytes, text: str = DECK) -> list[Place]:
    return [(Path(p.file).name, p.line, p.column, p.message) for p in problems(folder, csv, text)]


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


@pytest.mark.parametrize(
    ("cell", "values"),
    [
        ("5", (5,)),
        ("-5", (-5,)),
        ("\u22125", (-5,)),
        ("+5", (5,)),
        ("1/15", (1, 15)),
        (" 2 ", (2,)),
        ("-2/2", (-2, 2)),
        ("15/1/7", (1, 7, 15)),
        ("", ()),
    ],
)
def test_values(tmp_path: Path, cell: str, values: tuple[int, ...]) -> None:
    assert cards(tmp_path, f"{HEAD}a,A,A,{cell}\n")["a"].values == values


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


@pytest.mark.parametrize("text", ["", "\n"])
def test_a_missing_id_column_is_reported(tmp_path: Path, text: str) -> None:
    reported = [(p.line, p.key, p.message) for p in problems(tmp_path, text)]
    assert (1, "id", "is a column that every card needs.") in reported


def test_a_number_without_end_is_no_number(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"{HEAD}a,A,A,{'1' * 5000}\n")
    assert (problem.line, problem.column, problem.key) == (2, 4, "value")
    assert len(str(problem)) < 400


def test_faults_of_csv_and_toml_are_reported_at_once(tmp_path: Path) -> None:
    text = DECK.replace('"rosette"', '"roset"')
    reported = [place[:3] for place in places(tmp_path, f"{HEAD}a,,,1\nb,B,B,1000\n", text)]
    assert reported == [("cards.csv", 2, 2), ("cards.csv", 3, 4), ("deck.toml", 10, 1)]


def test_a_csv_over_a_parent_changes_its_cards_and_tells_faults_in_the_csv(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        DECK.replace('cards_csv = "cards.csv"\n', "")
        + '\n[[cards]]\nid = "a"\nname = { en = "A", fr = "A" }\nvalue = 1\n'
    )
    text = 'extends = "base.toml"\nslug = "child"\ncards_csv = "cards.csv"\n'
    found = cards(tmp_path, "id,value,name.fr,name.en\na,5,,\nb,6,B,B\n", text)
    assert [(card.id, card.values) for card in found.values()] == [("a", (5,)), ("b", (6,))]
    reported = places(tmp_path, "id,value,colour\na,5,blu\n", text)
    assert reported == [("cards.csv", 2, 3, "“blu” is not known.")]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("none.csv", "“none.csv” does not exist."),
        (".", "“.” does not exist."),
        ("../cards.csv", "“../cards.csv” lies outside the definition's folder."),
        ("/etc/passwd", "“/etc/passwd” lies outside the definition's folder."),
        ("link.csv", "“link.csv” lies outside the definition's folder."),
        ("n" * 300 + ".csv", None),
        ("a\\u0000.csv", None),
        ("", None),
    ],
)
def test_an_impossible_csv_is_reported_at_the_key_that_names_it(
    tmp_path: Path, name: str, what: str | None
) -> None:
    (tmp_path / "away.csv").write_text(HEAD)
    home = tmp_path / "home"
    home.mkdir()
    (home / "link.csv").symlink_to(tmp_path / "away.csv")
    (problem,) = problems(home, HEAD, DECK.replace("cards.csv", name))
    assert (Path(problem.file).name, problem.line, problem.column) == ("deck.toml", 1, 1)
    assert problem.key == "cards_csv"
    if what is not None:
        assert problem.message == what


def test_wrong_utf8_is_reported_with_line_and_column(tmp_path: Path) -> None:
    path = deck(tmp_path, HEAD.encode() + b"a,\xe9,A,1\n")
    with pytest.raises(PrintkitError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{tmp_path / 'cards.csv'}:2:3: The CSV file is not UTF-8 text: byte 0xe9 cannot be read. "
        "Save it with the encoding UTF-8."
    )


@pytest.mark.parametrize(
    "text",
    [
        f'{HEAD}a,"{"x" * 200_000}",A,1\n',  # larger than the reader of the library takes
        f'{HEAD}a,"A,A,1\nb,B,B,2\n',  # a quote that is never closed
        f'{HEAD}a,"A"x,A,1\n',  # a quote that ends too soon
    ],
    ids=["huge cell", "open quote", "stray quote"],
)
def test_a_file_that_is_not_csv_is_reported_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = deck(tmp_path, text)
    with pytest.raises(PrintkitError) as caught:
        load(path)
    reported = str(caught.value)
    assert reported.startswith(f"{tmp_path / 'cards.csv'}:")
    assert "missing from" not in reported
    assert len(reported) < 400


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
    assert [place[1] for place in places(tmp_path, HEAD + rows)] == list(range(2, 1002))
    assert time.process_time() - start < 5
