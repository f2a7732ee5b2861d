"""Tables of cards: accepted content; golden files contain the errors."""

import codecs
import time
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.base.sentences import norm
from printkit.model.card_table import KnownHeadings
from printkit.model.cards import Card
from printkit.model.fields import Back
from printkit.model.foreign_columns import is_foreign, load_headings
from printkit.model.load import load
from printkit.model.text import Text
from printkit.model.warnings import definition_warnings
from tests.support import decks
from tests.support.decks import facts, put

CASES = facts(__file__, "cases")
TABLES = facts(__file__)

DECK = f'cards_table = "cards.csv"\n{decks.HEAD}'
SEA = '\n[suits.sea]\nname = { en = "Sea", fr = "Mer" }\n'
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
def test_csv_accepts_delimiters_endings_and_bom(
    tmp_path: Path, delimiter: str, start: str, ending: str
) -> None:
    text = start + ending.join(delimiter.join(row) for row in ROWS) + ending
    found = cards(tmp_path, text)
    assert list(found) == ["a", "b"]
    assert found["a"].name == {"en": "An A", "fr": "Un A"}
    assert found["a"].values == (7,)
    assert found["b"].values == (-2, 2)


def test_each_spreadsheet_column_fills_its_field(tmp_path: Path) -> None:
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
    # empty cells keep the defaults
    assert (b.suit, b.copies, b.per_player, b.values) == (None, 1, False, ())
    assert (b.colour, b.frame) == ("ink", "orbit")


@pytest.mark.parametrize(("cell", "values"), CASES["csv-values"])
def test_values_are_parsed(tmp_path: Path, cell: str, values: list[int]) -> None:
    assert list(cards(tmp_path, f"{HEAD}a,A,A,{cell}\n")["a"].values) == values


@pytest.mark.parametrize(
    ("cell", "kept"), [("yes", True), ("YES", True), ("1", True), ("no", False), ("False", False)]
)
def test_per_player_is_parsed(tmp_path: Path, cell: str, kept: bool) -> None:
    text = f"id,name.en,name.fr,per_player\na,A,A,{cell}\n"
    assert cards(tmp_path, text)["a"].per_player is kept


def test_csv_supports_quotes_and_empty_rows(tmp_path: Path) -> None:
    found = cards(tmp_path, f'{HEAD}\n,,,\na,"A, the ""first""",A,1\n\n   \nb,B,B,2\n')
    assert found["a"].name["en"] == 'A, the "first"'
    assert list(found) == ["a", "b"]


def test_toml_cards_precede_csv_cards(tmp_path: Path) -> None:
    own = '\n[[cards]]\nid = "z"\nname = { en = "Z", fr = "Z" }\n'
    assert list(cards(tmp_path, f"{HEAD}a,A,A,1\n", DECK + own)) == ["z", "a"]


def test_csv_of_child_changes_parent_cards(tmp_path: Path) -> None:
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


def test_two_thousand_faulty_rows_are_reported_quickly(tmp_path: Path) -> None:
    rows = "".join(f"c{n},Card {n},Carte {n},1000\n" for n in range(2000))
    start = time.process_time()
    with pytest.raises(DefinitionError) as caught:
        cards(tmp_path, HEAD + rows)
    assert [problem.line for problem in caught.value.problems] == list(range(2, 1002))
    assert time.process_time() - start < 5


@pytest.mark.parametrize("name", TABLES)
def test_usual_tables_are_understood(tmp_path: Path, name: str) -> None:
    """Each case is a user's table with the expected fields of its cards."""
    case = TABLES[name]
    for picture in case.get("pictures", ()):
        (tmp_path / picture).parent.mkdir(exist_ok=True)
        (tmp_path / picture).write_bytes(b"")
    head = case.get("definition", 'languages = ["en"]\n')
    path = deck(tmp_path, case["table"], f'cards_table = "cards.csv"\n{head}')
    variant = load(path)
    for card, wanted in zip(variant.cards, case["cards"], strict=True):
        found = {key: _plain(getattr(card, key), tmp_path) for key in wanted}
        assert found == wanted
    assert {key: dict(suit.name) for key, suit in variant.suits.items()} == case.get("suits", {})
    told = [f"{remark.line}:{remark.column}" for remark in definition_warnings(path)]
    assert told == case.get("told", [])


def _plain(value: object, folder: Path) -> object:
    """Convert a value of a card to its TOML form."""
    if isinstance(value, Path):
        return value.relative_to(folder).as_posix()
    if isinstance(value, Back):
        return _plain(value.design, folder)
    if isinstance(value, Text):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


WORDS = "Nom;Texte\nÉlan;Cœur — “à gauche”\nFrère;Fenêtre, garçon\n"


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("cp1252", b""),
        ("mac_roman", b""),
    ],
)
def test_csv_encodings_are_detected(tmp_path: Path, encoding: str, mark: bytes) -> None:
    path = put(tmp_path, 'languages = ["fr"]\ncards_table = "cards.csv"\n')
    (tmp_path / "cards.csv").write_bytes(mark + WORDS.encode(encoding))
    texts = [(card.name["fr"], card.text) for card in load(path).cards]
    assert texts == [("Élan", {"fr": "Cœur — “à gauche”"}), ("Frère", {"fr": "Fenêtre, garçon"})]


def test_heading_aliases_are_known_and_unambiguous() -> None:
    for language, words in load_headings().headings.items():
        known = KnownHeadings({}, (language,))
        assert set(words) <= set(known.keys)
        said = [norm(word) for key in words for word in words[key]]
        assert sorted(said) == sorted(set(said))
        assert all(word == norm(word) for key in words for word in words[key])
        for key in words:
            for word in words[key]:
                assert known.find_key(word.upper()) == (2, key)
        assert known.find_key("naam") == (2, "")


def test_child_table_uses_inherited_suits_and_languages(tmp_path: Path) -> None:
    put(tmp_path, DECK.replace('cards_table = "cards.csv"\n', "") + SEA, "base.toml")
    text = 'extends = "base.toml"\nslug = "child"\ncards_table = "cards.csv"\n'
    path = deck(tmp_path, "Name,Suit\nWave,mer\nFoam,SEA\nIsle,Land\nSees,Seas\n", text)
    variant = load(path)
    assert [card.suit for card in variant.cards] == ["sea", "sea", "land", "seas"]
    assert variant.cards[0].name == {"en": "Wave"}
    assert variant.suits["sea"].name == {"en": "Sea", "fr": "Mer"}
    assert variant.suits["land"].name == {"en": "Land"}
    assert [str(told).partition(": ")[2] for told in definition_warnings(path)] == [
        "Suit: “Seas” is not declared: a new suit is created. Did you mean “sea”?"
    ]


def test_undeclared_suits_cycle_through_colours(tmp_path: Path) -> None:
    """Suits from the ninth on have the sign of an earlier one, in another colour."""
    rows = "".join(f"c{n},suit {n}\n" for n in range(12))
    path = deck(tmp_path, f"name,suit\n{rows}", 'languages = ["en"]\ncards_table = "cards.csv"\n')
    suits = [*load(path).suits.values()]
    assert len({suit.colour for suit in suits[:8]}) == 8
    assert len({suit.emblem for suit in suits[:8]}) == 8
    assert [suit.emblem for suit in suits[8:]] == [suit.emblem for suit in suits[:4]]
    assert len({(suit.emblem, suit.colour) for suit in suits}) == 12


def test_five_suits_have_signs_and_four_none(tmp_path: Path) -> None:
    names = ["Sea", "Étoile", "Hearts", "Land", "Sky"]
    signs = ["circles", "stars", "hearts", "squares", "triangles"]
    for count, expected in ((4, [None] * 4), (5, signs)):
        rows = "".join(f"c{n},{names[n]}\n" for n in range(count))
        own = 'languages = ["en"]\ncards_table = "cards.csv"\n'
        path = deck(tmp_path, f"name,suit\n{rows}", own)
        suits = load(path).suits.values()
        assert [suit.emblem and suit.emblem.stem for suit in suits] == expected


@pytest.mark.parametrize("key", ["family", "rank"])
def test_words_of_a_base_file_are_never_foreign(key: str) -> None:
    """The families and ranks of a base file are unknown when its extension is read."""
    cells = ["Alpha", "Beta"]
    assert not is_foreign(key, cells, {"extends": "casino"}, lambda *_: "")
    assert is_foreign(key, cells, {}, lambda *_: "")


@pytest.mark.parametrize(
    ("csv", "named"), [("name,value,copies\nBee,2,x\n", "Bee"), ("id,value,copies\nbee,2,x\n", "")]
)
def test_error_in_row_names_its_card(tmp_path: Path, csv: str, named: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        load(deck(tmp_path, csv))
    assert {(p.key, p.card) for p in caught.value.problems if p.key == "copies"} == {
        ("copies", named)
    }


def test_column_of_any_words_is_never_foreign() -> None:
    for key, cells in (("name", ["Alpha", "Beta"]), ("colour", ["Alpha"])):
        assert is_foreign(key, cells, {}, lambda *_: "") is False
    assert is_foreign("colour", ["Alpha", "Beta"], {}, lambda *_: "") is True
