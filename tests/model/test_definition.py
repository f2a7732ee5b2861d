"""Definitions: what an author may write, the result, and all errors at once."""

import json
from pathlib import Path

import pytest

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError, Diagnostic
from printkit.model.definition_files import resolve_definition
from printkit.model.fields import expand_ranks, fill_figures
from printkit.model.load import load
from printkit.model.play import Rival, StripPanel
from printkit.model.schema import json_schema
from printkit.model.variant import Variant, rights_of
from tests.support.decks import put

DECK = Path(__file__).with_name("deck.toml").read_text(encoding="utf-8")
CARD = '\n[[cards]]\nid = "odd"\nname = { en = "Odd", fr = "Drôle" }\n'
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
LINES = DECK.count("\n")


def loaded(folder: Path, text: str) -> Variant:
    return load(put(folder, text))


def problems(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(DefinitionError) as caught:
        load(put(folder, text))
    return caught.value.problems


def test_slug_and_file_load_the_same_variant() -> None:
    assert load("casino") == load(str(content_path("variants", "casino.toml")))
    assert resolve_definition("casino") == content_path("variants", "casino.toml")
    assert resolve_definition("./casino") == Path("casino")
    assert resolve_definition("casino.toml") == Path("casino.toml")


def test_grid_expands_to_all_cards(tmp_path: Path) -> None:
    cards = loaded(tmp_path, DECK).cards
    assert [card.id for card in cards] == ["coins-1", "coins-2", "coins-3", "coins-ace"]
    assert [card.values for card in cards] == [(1,), (2,), (3,), (1, 15)]
    assert [card.kind for card in cards] == ["numbered"] * 3 + ["ranked"]
    names = [card.name["fr"] for card in cards]
    assert names == ["1 de Pièces", "2 de Pièces", "3 de Pièces", "As de Pièces"]
    assert [card.layout for card in cards] == ["pips", "pips", "pips", "emblem"]
    assert [card.pips for card in cards] == [1, 2, 3, 0]
    assert [card.index for card in cards] == ["1", "2", "3", "1/15"]
    nought = loaded(tmp_path, DECK.replace("from = 1", "from = 0").replace('"1-3"', '"0-3"'))
    assert [card.layout for card in nought.cards[:2]] == ["emblem", "pips"]


@pytest.mark.parametrize(
    ("signs", "values"), [('["+"]', (3,)), ('["-"]', (-3,)), ('["+", "-"]', (-3, 3))]
)
def test_suits_have_their_signs(tmp_path: Path, signs: str, values: tuple[int, ...]) -> None:
    text = DECK.replace("emblem =", f"signs = {signs}\nemblem =")
    assert loaded(tmp_path, text).cards[2].values == values


@pytest.mark.parametrize(
    ("value", "values", "rule", "index"),
    [
        ("-17", (-17,), None, "\u221217"),
        ("0", (0,), None, "0"),
        ("[2, -2, 2]", (-2, 2), None, "\u00b12"),
        ("[15, 1]", (1, 15), None, "1/15"),
        ('{ rule = "dice", choices = [6, 1] }', (1, 6), "dice", "1/6"),
    ],
)
def test_card_values_are_parsed(
    tmp_path: Path, value: str, values: tuple[int, ...], rule: str | None, index: str
) -> None:
    card = loaded(tmp_path, f"{DECK}{CARD}value = {value}\n").cards[-1]
    assert (card.values, card.rule, card.index) == (values, rule, index)


def test_card_without_value_has_empty_corner(tmp_path: Path) -> None:
    card = loaded(tmp_path, DECK + CARD).cards[-1]
    assert (card.values, card.rule, card.index, card.copies) == ((), None, "", 1)


def test_colour_comes_from_card_rank_suit_family(tmp_path: Path) -> None:
    text = DECK.replace('back = "rosette"', 'back = "rosette"\ncolour = "black"\nframe = "dune"')
    text = text.replace("emblem =", 'colour = "blue"\nemblem =')
    text = text.replace("value = [1, 15]", 'value = 15\ncolour = "purple"')
    text += CARD + 'rank = "ace"\nsuit = "coins"\ncolour = "#a1B2c3"\n'
    text += CARD.replace("odd", "even") + 'suit = "coins"\n'
    text += CARD.replace("odd", "plain")
    cards = {card.id: card for card in loaded(tmp_path, text).cards}
    assert cards["coins-1"].colour == "blue"
    assert cards["coins-ace"].colour == "purple"
    assert cards["odd"].colour == "#a1B2c3"
    assert cards["even"].colour == "blue"
    assert cards["plain"].colour == "black"
    assert {look.frame for look in cards.values()} == {"dune"}


def test_white_space_around_text_is_stripped(tmp_path: Path) -> None:
    text = DECK + CARD.replace('en = "Odd"', 'en = """  Odd\n"""')
    assert loaded(tmp_path, text).cards[-1].name["en"] == "Odd"


@pytest.mark.parametrize(
    ("name", "ids"),
    [("1-3", ["1", "2", "3"]), ("7", ["7"]), ("7-7", ["7"]), ("ace", ["ace"]), (5, [])],
)
def test_ranges_of_ranks_expand(name: object, ids: list[str]) -> None:
    assert expand_ranks(name) == ids


def test_schema_describes_all_keys_and_forbids_others() -> None:
    schema = json.loads(json.dumps(json_schema()))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    assert {"slug", "name", "families", "cards", "extends", "cards_table"} <= set(
        schema["properties"]
    )
    assert {form["type"] for form in schema["$defs"]["Text"]["anyOf"]} == {"string", "object"}
    described = [key for part in schema["$defs"].values() for key in part.get("properties", {})]
    assert len(described) > 100
    assert (
        schema["$defs"]["Hand"]["properties"]["pot"]["description"]
        == "true: wins the sabacc pot too"
    )
    assert {"from", "to"} <= set(schema["$defs"]["Rank"]["properties"])


def test_crlf_does_not_shift_error_places(tmp_path: Path) -> None:
    text = DECK + CARD + 'copies = 0\ncolour = "blu"\n'
    places = [(p.line, p.column) for p in problems(tmp_path, text)]
    path = tmp_path / "windows.toml"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    with pytest.raises(DefinitionError) as caught:
        load(str(path))
    assert [(p.line, p.column) for p in caught.value.problems] == places
    assert str(caught.value).splitlines() == [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("own", "mark", "emblem"),
    [
        ('suit = "coins"', "coins", "coins"),
        ('suit = "coins"\nemblem = "suits/sabers"', "coins", "sabers"),
        ('rank = "2"\nemblem = "suits/sabers"', "sabers", "sabers"),
    ],
)
def test_mark_is_emblem_of_suit_if_any(tmp_path: Path, own: str, mark: str, emblem: str) -> None:
    """A picture of its own in the middle leaves the suit of a card recognisable."""
    card = loaded(tmp_path, f"{DECK}{CARD}{own}\n").cards[-1]
    assert card.mark is not None
    assert card.emblem is not None
    assert (card.mark.stem, card.emblem.stem) == (mark, emblem)


def test_credit_of_picture_contains_its_address(tmp_path: Path) -> None:
    (tmp_path / "mine.svg").write_text(SQUARE, encoding="utf-8")
    credit = 'author = "Ann"\nlicence = "CC0-1.0"\nurl = "https://ann.example"\n'
    rights = rights_of(loaded(tmp_path, f'{DECK}{CARD}art = "mine.svg"\n{credit}'), "en")
    (line,) = (line for line in rights.lines if line.startswith("Pictures: "))
    assert line.startswith("Pictures: Ann, ")
    assert line.endswith(", https://ann.example.")


def test_card_of_absent_deck_is_no_standin(tmp_path: Path) -> None:
    """Two decks have a first and a second card of each name, but no third."""
    standin = '[[standins]]\nid = "a"\nvariants = ["casino"]\n[[standins.pairs]]\n'
    text = f'decks = 2\n{DECK}{CARD}{standin}to = "idiot"\nfrom = '
    assert loaded(tmp_path, f'{text}"{{1-2}}:odd"\n').decks == 2
    (problem,) = problems(tmp_path, f'{text}"{{1-3}}:odd"\n')
    assert problem.key == "standins[0].pairs[0].from"
    assert problem.message == "“3:odd” is not a card of this deck."


ODDS = "[[options.chances]]\naim = 'dealt'\nof = 10\nhands = { pair = 4 }"
PAIR = 'cards = [{ suit = "coins", count = 2 }]'
TRIO = 'id = "trio", name = "C", how = "D.", cards = [{ suit = "coins", count = 3 }]'


def part(table: str, name: str, more: str) -> str:
    return f'[[{table}]]\nid = "{name}"\nname = "A"\nhow = "B."\n{more}\n'


@pytest.mark.parametrize(
    ("more", "odds"),
    [
        ("", 1),
        (f"hands = [{{ {TRIO} }}]", 0),
        ('changes = { ties = { pair = ["cards"] } }', 0),
        (f"changes = {{ hands = [{{ {TRIO} }}] }}", 0),
    ],
)
def test_preset_with_other_hands_has_no_counted_chances(
    tmp_path: Path, more: str, odds: int
) -> None:
    """Chances counted with one optional rule are wrong if another changes the hands or ties."""
    rules = [part("hands", "pair", PAIR), part("options", "counted", ODDS)]
    rules += [part("options", "more", more), part("presets", "one", 'options = ["counted"]')]
    rules.append(part("presets", "both", 'options = ["counted", "more"]'))
    path = put(tmp_path, "\n".join(['languages = ["en"]', DECK, CARD, *rules]))
    assert len(load(f"{path}@one").chances) == 1
    assert len(load(f"{path}@both").chances) == odds


def test_panel_shows_moves_or_comparison() -> None:
    rival = Rival(seat={"en": "Bek"}, hand="first")
    for moves, against, faults in ((0, rival, 0), (1, None, 0), (1, rival, 1), (3, rival, 1)):
        panel = StripPanel(phase="shift", moves=moves, against=against)
        assert [fault.path for fault in panel.faults()] == [("moves",)] * faults


def test_unknown_figure_stays_in_text() -> None:
    assert fill_figures("{a} of {b}, {=two}", "en", {"a": 1}) == "1 of {b}, two"


def test_removed_picture_is_missed_after_a_passed_check(tmp_path: Path) -> None:
    """A check that has passed is not repeated until a drawing changes."""
    picture = tmp_path / "mine.svg"
    picture.write_text(SQUARE, encoding="utf-8")
    text = f'{DECK}{CARD}art = "mine.svg"\n'
    assert loaded(tmp_path, text).cards[-1].art == picture
    picture.unlink()
    (problem,) = problems(tmp_path, f"{text}\n")
    assert problem.key == "cards[0].art"
