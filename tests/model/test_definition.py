"""Definitions: what an author may write, what comes of it, and every fault told at once."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError
from printkit.jobs.checks import check
from printkit.model.fields import expand_ranks
from printkit.model.json_schema import json_schema
from printkit.model.load import load, resolve_definition, variant_slugs
from printkit.model.notation import shown_values, signed
from printkit.model.variant import Variant
from tests.support import decks
from tests.support.processes import python, run

DECK = (
    decks.HEAD
    + """
[suits.coins]
name = { en = "Coins", fr = "Pièces" }
of = { en = "of Coins", fr = "de Pièces" }
emblem = "suits/coins"

[[ranks]]
from = 1
to = 3

[[ranks]]
id = "ace"
name = { en = "Ace", fr = "As" }
value = [1, 15]

[[grids]]
suits = ["coins"]
ranks = ["1-3", "ace"]
name = { en = "{rank} {of}", fr = "{rank} {of}" }
"""
)
CARD = '\n[[cards]]\nid = "odd"\nname = { en = "Odd", fr = "Drôle" }\n'
LINES = DECK.count("\n")


def written(folder: Path, text: str, name: str = "deck.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def loaded(folder: Path, text: str) -> Variant:
    return load(written(folder, text))


def problems(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(DefinitionError) as caught:
        load(written(folder, text))
    return caught.value.problems


def only(folder: Path, text: str) -> Diagnostic:
    (problem,) = problems(folder, text)
    return problem


# --- what comes of a right definition ------------------------------------------------------------


@pytest.mark.parametrize("slug", variant_slugs())
def test_a_definition_of_ours_is_the_same_with_and_without_checks(slug: str) -> None:
    assert load(slug) == load(slug)


@pytest.mark.parametrize("slug", variant_slugs())
def test_our_definitions_load_and_their_files_exist(slug: str) -> None:
    variant = load(slug)
    assert variant.slug == slug
    for card in variant.cards:
        assert card.family in variant.families
        assert card.copies >= 1
        for file in (card.emblem, card.mark, card.art):
            assert file is None or file.is_file()


def test_a_slug_and_its_file_are_the_same() -> None:
    assert load("casino") == load(str(content_path("variants", "casino.toml")))
    assert resolve_definition("casino") == content_path("variants", "casino.toml")
    assert resolve_definition("./casino") == Path("casino")
    assert resolve_definition("casino.toml") == Path("casino.toml")


def test_a_variant_cannot_be_changed() -> None:
    variant = load("casino")
    with pytest.raises(AttributeError):
        variant.slug = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        variant.cards[0].copies = 9  # type: ignore[misc]


def test_a_grid_is_multiplied_out(tmp_path: Path) -> None:
    cards = loaded(tmp_path, DECK).cards
    assert [card.id for card in cards] == ["coins-1", "coins-2", "coins-3", "coins-ace"]
    assert [card.values for card in cards] == [(1,), (2,), (3,), (1, 15)]
    assert [card.kind for card in cards] == ["numbered"] * 3 + ["ranked"]
    assert [card.name["fr"] for card in cards] == [
        *("1 de Pièces", "2 de Pièces", "3 de Pièces"),
        "As de Pièces",
    ]
    assert [card.layout for card in cards] == ["pips", "pips", "pips", "emblem"]
    assert [card.pips for card in cards] == [1, 2, 3, 0]
    assert [card.index for card in cards] == ["1", "2", "3", "1/15"]


@pytest.mark.parametrize(
    ("signs", "values"), [('["+"]', (3,)), ('["-"]', (-3,)), ('["+", "-"]', (-3, 3))]
)
def test_signs_of_a_suit(tmp_path: Path, signs: str, values: tuple[int, ...]) -> None:
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
def test_values_of_a_card(
    tmp_path: Path, value: str, values: tuple[int, ...], rule: str | None, index: str
) -> None:
    card = loaded(tmp_path, f"{DECK}{CARD}value = {value}\n").cards[-1]
    assert (card.values, card.rule, card.index) == (values, rule, index)


def test_a_card_without_value_has_none_and_an_empty_corner(tmp_path: Path) -> None:
    card = loaded(tmp_path, DECK + CARD).cards[-1]
    assert (card.values, card.rule, card.index, card.copies) == ((), None, "", 1)


def test_a_look_is_sought_in_card_rank_suit_family(tmp_path: Path) -> None:
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


def test_white_space_around_a_text_is_no_part_of_it(tmp_path: Path) -> None:
    text = DECK + CARD.replace('en = "Odd"', 'en = """  Odd\n"""')
    assert loaded(tmp_path, text).cards[-1].name["en"] == "Odd"


def test_a_picture_beside_the_definition_is_found(tmp_path: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9L0 9z"/></svg>'
    )
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "my.svg").write_text(art)
    look = loaded(tmp_path, DECK + CARD + 'emblem = "art/my.svg"\n').cards[-1]
    assert look.emblem == (tmp_path / "art" / "my.svg").resolve()


@pytest.mark.parametrize(
    ("name", "ids"),
    [("1-3", ["1", "2", "3"]), ("7", ["7"]), ("7-7", ["7"]), ("ace", ["ace"]), (5, [])],
)
def test_runs_of_ranks(name: object, ids: list[str]) -> None:
    assert expand_ranks(name) == ids


def test_numbers_for_people() -> None:
    assert [signed(n) for n in (5, 0, -5)] == ["5", "0", "\u22125"]
    assert [shown_values(v) for v in ((), (7,), (-2, 2), (1, 15), (-3, 2))] == [
        *("", "7", "\u00b12", "1/15", "\u22123/2"),
    ]


def test_the_schema_speaks_of_every_key_and_allows_no_other() -> None:
    schema = json.loads(json.dumps(json_schema()))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    assert {"slug", "name", "families", "cards", "extends", "cards_csv"} <= set(
        schema["properties"]
    )
    assert {form["type"] for form in schema["$defs"]["Text"]["anyOf"]} == {"string", "object"}
    described = [key for part in schema["$defs"].values() for key in part.get("properties", {})]
    assert len(described) > 100
    assert (
        schema["$defs"]["Hand"]["properties"]["pot"]["description"]
        == "takes the sabacc pot as well"
    )
    assert {"from", "to"} <= set(schema["$defs"]["Rank"]["properties"])


# --- one fault -----------------------------------------------------------------------------------

END = LINES + 5  # the line after CARD's last: where a test adds a key to the odd card

ONE_FAULT = [
    # what is added to the odd card, key, what, accepted (a part of it)
    ("colur = 1", "cards[0].colur", "is not a key that is known here.", "Did you mean “colour”?"),
    ("value = 1.5", "cards[0].value", "1.5 is not a whole number.", ""),
    ("value = nan", "cards[0].value", "nan is not a whole number.", ""),
    ("value = inf", "cards[0].value", "inf is not a whole number.", ""),
    ('value = "7"', "cards[0].value", "“7” is not a whole number.", ""),
    ("value = 1000", "cards[0].value", "1000 is refused: the greatest is 999.", ""),
    ("copies = 0", "cards[0].copies", "0 is refused: the least is 1.", ""),
    ("copies = -3", "cards[0].copies", "-3 is refused: the least is 1.", ""),
    ("copies = 1000", "cards[0].copies", "1000 is refused: the greatest is 999.", ""),
    ("copies = true", "cards[0].copies", "true is not a whole number.", ""),
    ("per_player = 1", "cards[0].per_player", "1 is not true or false.", "Accepted: the copies"),
    ('suit = "coin"', "cards[0].suit", "“coin” is not known.", "Did you mean “coins”?"),
    ('rank = "aces"', "cards[0].rank", "“aces” is not known.", "Did you mean “ace”?"),
    ('family = "dec"', "cards[0].family", "“dec” is not known.", "Did you mean “deck”?"),
    ('colour = "blu"', "cards[0].colour", "“blu” is not known.", "Did you mean “blue”?"),
    ('colour = "#12345"', "cards[0].colour", "“#12345” is not known.", "write #rrggbb"),
    ('ground = "blu"', "cards[0].ground", "“blu” is not known.", "Did you mean “blue”?"),
    ('frame = "orbid"', "cards[0].frame", "“orbid” is not known.", "Did you mean “orbit”?"),
    (
        'emblem = "suits/coin"',
        *("cards[0].emblem", "“suits/coin” does not exist.", "Did you mean “suits/coins”?"),
    ),
    (
        'emblem = "no.svg"',
        *("cards[0].emblem", "“no.svg” does not exist.", "Put it beside the definition."),
    ),
    (
        'art = "../x.png"',
        "cards[0].art",
        "“../x.png” lies outside the definition's folder.",
        "Put it into that folder.",
    ),
    (
        'layout = "pip"',
        "cards[0].layout",
        "“pip” is not one of: pips, court, ace, emblem, picture, number.",
        "Did you mean “pips”?",
    ),
    ("turned = 5", "cards[0].turned", "5 is not a table.", ""),
    (
        'turned = { colour = "blu" }',
        "cards[0].turned.colour",
        *("“blu” is not known.", "Did you mean “blue”?"),
    ),
]


@pytest.mark.parametrize(("line", "key", "what", "accepted"), ONE_FAULT)
def test_one_fault_of_a_card(tmp_path: Path, line: str, key: str, what: str, accepted: str) -> None:
    problem = only(tmp_path, DECK + CARD + line + "\n")
    assert problem.file == str(tmp_path / "deck.toml")
    column = line.index("colour") + 1 if key.endswith("turned.colour") else 1
    assert (problem.line, problem.column, problem.key) == (END, column, key)
    assert problem.message == what
    assert accepted in problem.hint


ELSEWHERE = [
    # in DECK: what, by what; then line, column, key, what, accepted (a part of it)
    ('back = "rosette"', 'back = "roset"', (9, 1), "families.deck.back", "“roset” is not known."),
    ("max = 4", "max = 1", (5, 1), "players", "from 2 to 1 holds nobody."),
    ("min = 2, ", "min = 0, ", (5, 13), "players.min", "0 is refused: the least is 1."),
    (
        'game = "sabacc"',
        'game = "sabacc"\ncard_size = "63x88"',
        *((3, 1), "card_size", "“63x88” is not a card size."),
    ),
    (
        'game = "sabacc"',
        'game = "sabacc"\ncard_size = "0x88mm"',
        *((3, 1), "card_size", "“0x88mm” is a card size without extent."),
    ),
    (
        'suits = ["coins"]',
        'suits = ["coin"]',
        (26, 10),
        "grids[0].suits[0]",
        "“coin” is not known.",
    ),
    ('"1-3", "ace"', '"1-3", "aces"', (27, 17), "grids[0].ranks[1]", "“aces” is not known."),
    ('"1-3", "ace"', '"1-4", "ace"', (27, 10), "grids[0].ranks[0]", "“4” is not known."),
    ("to = 3", "too = 3", (16, 1), "ranks[0]", "needs both “from” and “to”."),
    ("from = 1\nto = 3", 'id = "x"', (16, 1), "ranks[0]", "needs a “name”."),
    (
        "from = 1",
        'from = 1\nid = "x"',
        (16, 1),
        "ranks[0]",
        "needs either “id”, or “from” and “to”.",
    ),
    ("from = 1", "from = 4", (16, 1), "ranks[0]", "runs from the greater number to the smaller."),
    (
        'en = "{rank} {of}"',
        'en = "{rang} {of}"',
        *((28, 10), "grids[0].name.en", "“{rang}” is not filled in."),
    ),
    (
        '[suits.coins]\nname = { en = "Coins", fr = "Pièces" }',
        '[suits.coins]\nname = { en = "Coins", fx = "Pièces" }',
        *((12, 24), "suits.coins.name.fx", "“fx” is not a language of this definition."),
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "key", "what"), ELSEWHERE)
def test_one_fault_elsewhere(
    tmp_path: Path, old: str, new: str, place: tuple[int, int], key: str, what: str
) -> None:
    assert old in DECK
    found = problems(tmp_path, DECK.replace(old, new, 1))
    problem = next(p for p in found if p.key == key)
    assert (problem.line, problem.column) == place
    assert problem.message == what


HANDS = '\n[[hands]]\nid = "h"\nname = { en = "H", fr = "H" }\nhow = { en = "H", fr = "H" }\n'


@pytest.mark.parametrize(
    ("picks", "column", "key", "what"),
    [
        ('{ card = "coins-4" }', 12, "hands[0].cards[0].card", "“coins-4” is not known."),
        ('{ rank = "4" }', 12, "hands[0].cards[0].rank", "“4” is not known."),
        ('{ suit = "coin" }', 12, "hands[0].cards[0].suit", "“coin” is not known."),
        (
            "{ count = 2 }",
            *(10, "hands[0].cards[0]", "picks nothing: name a card, suit, rank or kind."),
        ),
        (
            '{ kind = "all" }',
            *(12, "hands[0].cards[0].kind", "“all” is not one of: numbered, ranked, any."),
        ),
    ],
)
def test_a_hand_that_refers_to_nothing(
    tmp_path: Path, picks: str, column: int, key: str, what: str
) -> None:
    problem = only(tmp_path, f"{DECK}{HANDS}cards = [{picks}]\n")
    assert (problem.line, problem.column) == (LINES + 6, column)
    assert (problem.key, problem.message) == (key, what)


def test_a_card_must_say_its_family_where_there_are_several(tmp_path: Path) -> None:
    second = '\n[families.side]\nname = { en = "S", fr = "S" }\nback = "rosette"\n'
    found = problems(tmp_path, DECK + CARD + second)
    assert [(p.line, p.key, p.message) for p in found] == [
        (25, "grids[0]", "does not say its family, and there are several."),
        (LINES + 2, "cards[0]", "does not say its family, and there are several."),
    ]
    assert found[0].hint == "Families: deck, side."


@pytest.mark.parametrize("key", ["extends", "without"])
def test_a_wrong_type_is_told_for_the_keys_of_inheritance_too(tmp_path: Path, key: str) -> None:
    problem = only(tmp_path, f"{key} = 5\n{DECK}")
    assert (problem.line, problem.key) == (1, key)
    assert problem.message.startswith("5 is not a ")


def test_a_card_given_twice_is_told_where_it_stands_the_second_time(tmp_path: Path) -> None:
    problem = only(tmp_path, DECK + CARD + CARD)
    assert problem.message == "the id “odd” is given twice."
    assert (problem.line, problem.column) == (LINES + 7, 1)


def test_a_fault_of_the_second_of_two_cards_with_one_id_has_its_place(tmp_path: Path) -> None:
    found = problems(tmp_path, DECK + CARD + CARD + "copies = 0\n")
    assert (LINES + 9, "0 is refused: the least is 1.") in [(p.line, p.message) for p in found]


def test_a_card_that_repeats_one_of_a_grid_is_told(tmp_path: Path) -> None:
    problem = only(tmp_path, DECK + CARD.replace("odd", "coins-2"))
    assert problem.message == "the id “coins-2” is given twice."
    assert (problem.line, problem.key) == (LINES + 3, "cards[0].id")


@pytest.mark.parametrize(
    ("old", "new"), [('["coins"]', '["coins", "coins"]'), ('"1-3", "ace"', '"1-3", "2"')]
)
def test_a_grid_that_repeats_itself_is_told(tmp_path: Path, old: str, new: str) -> None:
    problem = only(tmp_path, DECK.replace(old, new, 1))
    assert problem.key == "grids[0]"
    assert problem.message.endswith("is given twice.")


@pytest.mark.parametrize("kind", ["hands", "materials"])
def test_hands_and_materials_given_twice_are_told(tmp_path: Path, kind: str) -> None:
    more = "count = 1\n" if kind == "materials" else 'how = { en = "H", fr = "H" }\n'
    one = f'\n[[{kind}]]\nid = "h"\nname = {{ en = "H", fr = "H" }}\n{more}'
    problem = only(tmp_path, DECK + one + one)
    assert problem.message == "the id “h” is given twice."
    assert problem.key == f"{kind}[1].id"
    assert problem.line == LINES + 8


@pytest.mark.parametrize(
    "again", ['id = "ace"\nname = { en = "A", fr = "A" }\nvalue = 3\n', "from = 3\nto = 4\n"]
)
def test_a_rank_given_twice_is_told(tmp_path: Path, again: str) -> None:
    found = problems(tmp_path, f"{DECK}\n[[ranks]]\n{again}")
    assert len(found) == 1
    assert "given twice" in found[0].message
    assert found[0].line in (LINES + 2, LINES + 3)


def test_a_run_of_ranks_that_runs_backwards_is_told(tmp_path: Path) -> None:
    problem = only(tmp_path, DECK.replace('"1-3"', '"3-1"'))
    assert (problem.line, problem.key) == (27, "grids[0].ranks[0]")


@pytest.mark.parametrize(
    ("old", "new"), [('"1-3"', '"1-99999999999"'), ("to = 3", "to = 99999999999")]
)
def test_a_run_without_measure_is_refused_at_once(tmp_path: Path, old: str, new: str) -> None:
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (5, 5))\n"
        "from printkit.cli import run; sys.exit(run(['check', sys.argv[1]]))"
    )
    deck = written(tmp_path, DECK.replace(old, new))
    done = run(python("-c", code, deck))
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(deck)


def test_a_material_counts_one_way(tmp_path: Path) -> None:
    thing = '\n[[materials]]\nid = "die"\nname = { en = "Die", fr = "Dé" }\n'
    for more in ("", "count = 1\nper_player = 1\n"):
        problem = only(tmp_path, DECK + thing + more)
        assert (problem.line, problem.key) == (LINES + 2, "materials[0]")
        assert problem.message == "needs either “count” or “per_player”, not both."


def test_a_deck_without_cards_is_told(tmp_path: Path) -> None:
    problem = only(tmp_path, DECK[: DECK.index("[[grids]]")])
    assert f"{problem.key}: {problem.message}" == "cards: there are no cards."
    assert problem.hint == "Add [[grids]] or [[cards]]."


@pytest.mark.parametrize("key", ['""', '"[x]"', '"<x>"', '"["', '"é à"'])
def test_a_key_of_odd_letters_is_only_an_unknown_key(tmp_path: Path, key: str) -> None:
    for text, line in ((f"{key} = 1\n{DECK}", 1), (f"{DECK}{CARD}{key} = 1\n", END)):
        problem = only(tmp_path, text)
        assert problem.line == line
        assert problem.message == "is not a key that is known here."
        assert "Known keys: " in problem.hint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('suits = ["coins"]', 'suits = [["coins"]]'),
        ('suits = ["coins"]', "suits = [{ a = 1 }]"),
        ('suits = ["coins"]', 'suits = "coins"'),
        ('ranks = ["1-3", "ace"]', "ranks = [[1]]"),
        ("[suits.coins]", "[[suits]]"),
        ("[families.deck]", "[[families]]"),
        ("[[ranks]]\nfrom = 1\nto = 3", "[[ranks]]\nfrom = [1]\nto = {}"),
        ("players = { min = 2, max = 4 }", "players = [2, 4]"),
        ('name = { en = "Mine", fr = "Mien" }', 'name = "Mine"'),
        ('back = "rosette"', "back = [1]"),
        ('emblem = "suits/coins"', "emblem = { a = 1 }"),
        ('slug = "mine"', "slug = [[]]"),
    ],
)
def test_a_wrong_type_anywhere_is_a_fault_and_no_crash(tmp_path: Path, old: str, new: str) -> None:
    assert old in DECK
    found = problems(tmp_path, DECK.replace(old, new, 1))
    assert any(" is not a" in p.message for p in found)
    assert all(p.line > 0 for p in found)


@pytest.mark.parametrize(
    "line",
    [
        *('suit = ["coins"]', "suit = { a = 1 }", "rank = [1]", "family = [1]", "id = [1]"),
        *("frame = [1]", "colour = [1]", "index = 5", "emblem = 5", "art = [1]"),
    ],
)
def test_a_wrong_type_in_a_card_is_a_fault_and_no_crash(tmp_path: Path, line: str) -> None:
    card = CARD.replace('id = "odd"\n', "") if line.startswith("id") else CARD
    found = problems(tmp_path, DECK + card + line + "\n")
    assert any(p.message.endswith("is not a text in quotes.") for p in found)


@pytest.mark.parametrize("key", ["emblem", "art"])
@pytest.mark.parametrize("name", ["a\\u0000.svg", "a\\u0000", "n" * 300 + ".svg", "n" * 300])
def test_a_name_that_no_file_can_have_is_a_fault(tmp_path: Path, key: str, name: str) -> None:
    found = problems(tmp_path, f'{DECK}{CARD}{key} = "{name}"\n')
    assert {(p.line, p.key) for p in found} == {(END, f"cards[0].{key}")}


@pytest.mark.parametrize("text", ["a\\u0000b", "a\\u0007b", "a\\u001bb"])
def test_a_control_character_in_a_name_is_refused(tmp_path: Path, text: str) -> None:
    card = CARD.replace('en = "Odd"', f'en = "{text}"')
    with pytest.raises(PrintkitError):
        check(written(tmp_path, DECK + card))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CARD, CARD + 'layout = "pips"\n'),  # no emblem to repeat
        (CARD, CARD + 'layout = "pips"\nemblem = "suits/coins"\n'),  # no number to count to
        ('"1-3"', '"1-12"'),  # and the layout of the suit is pips: no pattern of twelve
    ],
    ids=["no emblem", "no number", "twelve"],
)
def test_pips_that_cannot_be_laid_out_are_told(tmp_path: Path, old: str, new: str) -> None:
    text = (DECK + CARD).replace(old, new, 1)
    if "12" in new:
        text = text.replace("to = 3", "to = 12").replace(
            'emblem = "suits/coins"', 'emblem = "suits/coins"\nlayout = "pips"'
        )
    with pytest.raises(PrintkitError):
        check(written(tmp_path, text))


def test_a_text_that_no_font_has_or_no_place_holds_is_told_for_each_card(tmp_path: Path) -> None:
    text = DECK + CARD.replace("Odd", "漢字") + CARD.replace("odd", "far").replace("Odd", "W" * 200)
    with pytest.raises(DefinitionError) as caught:
        check(written(tmp_path, text))
    told = [str(problem) for problem in caught.value.problems]
    assert len(told) == 2
    assert "“漢” (U+6F22)" in told[0]
    assert "does not fit" in told[1]
    assert [p.line for p in caught.value.problems] == [LINES + 2, LINES + 6]


# --- all faults at once --------------------------------------------------------------------------

FAULTY = """\
slug = "Mine"
game = "sabacc"
naem = { en = "Mine", fr = "Mien" }
summary = { en = "A deck." }
players = { min = 5, max = 2 }
card_size = "pokr"

[families.deck]
name = { en = "Deck", fr = "Jeu" }
back = "rosete"
colour = "blu"

[suits.coins]
name = { en = "Coins", fr = "Pièces" }
emblem = "suits/coin"
frame = "orbits"
signs = ["*"]

[[ranks]]
from = 1
to = 3

[[grids]]
suits = ["coins", "cups"]
ranks = ["1-3", "knight"]
name = { en = "{rank} {suite}", fr = "{rank}" }
copies = 0

[[cards]]
id = "one"
name = { en = "One", fr = "Un" }
copies = -3
family = "desk"

[[cards]]
id = "coins-2"
name = { en = "Two" }
value = "two"

[[cards]]
id = "Bad Id"
name = { en = "", fr = "x" }
suit = "coin"
rank = "prince"

[[hands]]
id = "h"
name = { en = "H", fr = "H" }
how = { en = "H", fr = "H" }
cards = [{ card = "two" }, { count = 0, kind = "any" }]
best = "higher"

[[materials]]
id = "die"
name = { en = "Die", fr = "Dé" }
"""

TOLD = [
    # line, column, key, a part of what is said
    (1, 1, "name", "is missing from the definition."),
    (1, 1, "slug", "“Mine” is not an id. Use lower-case letters, digits and hyphens"),
    (3, 1, "naem", "is not a key that is known here. Did you mean “name”?"),
    (5, 1, "players", "from 5 to 2 holds nobody."),
    (6, 1, "card_size", "“pokr” is not a card size. Did you mean “poker”?"),
    (10, 1, "families.deck.back", "“rosete” is not known. Did you mean “rosette”?"),
    (11, 1, "families.deck.colour", "“blu” is not known. Did you mean “blue”?"),
    (15, 1, "suits.coins.emblem", "“suits/coin” does not exist. Did you mean “suits/coins”?"),
    (16, 1, "suits.coins.frame", "“orbits” is not known. Did you mean “orbit”?"),
    (17, 10, "suits.coins.signs[0]", "“*” is not one of: +, -."),
    (24, 19, "grids[0].suits[1]", "“cups” is not known."),
    (25, 17, "grids[0].ranks[1]", "“knight” is not known."),
    (26, 10, "grids[0].name.en", "“{suite}” is not filled in. Known: {rank}, {suit}, {of}."),
    (27, 1, "grids[0].copies", "0 is refused: the least is 1."),
    (32, 1, "cards[0].copies", "-3 is refused: the least is 1."),
    (33, 1, "cards[0].family", "“desk” is not known. Did you mean “deck”?"),
    (36, 1, "cards[1].id", "the id “coins-2” is given twice. Ids are unique."),
    (38, 1, "cards[1].value", "“two” is not a whole number."),
    (41, 1, "cards[2].id", "“Bad Id” is not an id."),
    (42, 10, "cards[2].name.en", "“” is refused"),
    (43, 1, "cards[2].suit", "“coin” is not known. Did you mean “coins”?"),
    (44, 1, "cards[2].rank", "“prince” is not known."),
    (50, 12, "hands[0].cards[0].card", "“two” is not known."),
    (50, 30, "hands[0].cards[1].count", "0 is refused: the least is 1."),
    (51, 1, "hands[0].best", "“higher” is not one of: highest, lowest. Did you mean “highest”?"),
    (53, 1, "materials[0]", "needs either “count” or “per_player”, not both."),
]


def test_all_faults_are_told_at_once_each_at_its_place(tmp_path: Path) -> None:
    found = problems(tmp_path, FAULTY)
    assert [(p.line, p.column, p.key) for p in found] == [fault[:3] for fault in TOLD]
    for problem, (*_, said) in zip(found, TOLD, strict=True):
        assert said in f"{problem.message} {problem.hint}"
        assert problem.file == str(tmp_path / "deck.toml")


def test_every_fault_reads_as_a_sentence(tmp_path: Path) -> None:
    for problem in problems(tmp_path, FAULTY):
        told = str(problem)
        assert "\n" not in told
        assert re.match(r".*deck\.toml:\d+:\d+: [\w.\[\]-]+: ", told)
        assert problem.message.endswith(".")
        assert not problem.hint or problem.hint.endswith((".", "?"))
        assert "  " not in told
        assert "None" not in told
        assert not re.search(r"msgspec|Input should|type=|<class|dict\b", told)


def test_the_error_is_one_line_a_fault_in_the_order_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as caught:
        load(written(tmp_path, FAULTY))
    lines = str(caught.value).splitlines()
    assert lines == [str(problem) for problem in caught.value.problems]
    assert len(lines) == len(TOLD)


def test_crlf_moves_no_place(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_bytes(FAULTY.replace("\n", "\r\n").encode())
    with pytest.raises(DefinitionError) as caught:
        load(str(path))
    assert [(p.line, p.column) for p in caught.value.problems] == [fault[:2] for fault in TOLD]


def test_faults_of_a_large_deck_are_told_soon(tmp_path: Path) -> None:
    cards = "".join(
        f'\n[[cards]]\nid = "c{n}"\nname = {{ en = "C", fr = "C" }}\ncopies = 0\n'
        for n in range(1900)
    )
    start = time.process_time()
    found = problems(tmp_path, DECK + cards)
    assert len(found) == 1000
    assert [p.line for p in found] == [LINES + 5 * n + 5 for n in range(1000)]
    assert time.process_time() - start < 10
