"""Definitions that build on others: what is merged, what is left out, where faults are told."""

from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError, Diagnostic
from printkit.cli import run
from printkit.model.cards import Card
from printkit.model.load import definition_warnings, load, variant_slugs
from printkit.model.merging import merge
from printkit.model.variant import Variant

BASE = """\
slug = "base"
game = "sabacc"
name = { en = "Base", fr = "Base" }
summary = { en = "A deck.", fr = "Un jeu." }
players = { min = 2, max = 4 }

[families.deck]
name = { en = "Deck", fr = "Jeu" }
back = "rosette"
colour = "black"

[suits.coins]
name = { en = "Coins", fr = "Pièces" }

[[ranks]]
from = 1
to = 3

[[grids]]
suits = ["coins"]
ranks = ["1-3"]
name = { en = "{rank}", fr = "{rank}" }

[[cards]]
id = "idiot"
name = { en = "Idiot", fr = "Idiot" }
value = 0
copies = 2

[[cards]]
id = "star"
name = { en = "Star", fr = "Étoile" }
value = -17

[[hands]]
id = "pure"
name = { en = "Pure", fr = "Pur" }
how = { en = "23", fr = "23" }
total = 23
"""
CHILD = 'extends = "base.toml"\nslug = "child"\n'


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def child(folder: Path, text: str, base: str = BASE) -> Variant:
    put(folder, "base.toml", base)
    return load(str(put(folder, "child.toml", text)))


def problems(folder: Path, text: str, base: str = BASE) -> tuple[Diagnostic, ...]:
    with pytest.raises(DefinitionError) as caught:
        child(folder, text, base)
    return caught.value.problems


def by_id(variant: Variant) -> dict[str, Card]:
    return {card.id: card for card in variant.cards}


# --- what is merged ------------------------------------------------------------------------------


def test_a_slug_is_extended(tmp_path: Path) -> None:
    ours = load("casino")
    path = put(tmp_path, "my.toml", 'extends = "casino"\nslug = "mine"\n')
    mine = load(str(path))
    assert mine.slug == "mine"
    assert mine.cards == ours.cards
    assert mine.hands == ours.hands


def test_a_file_beside_is_extended_and_says_the_rest(tmp_path: Path) -> None:
    mine = child(tmp_path, CHILD + 'name = { en = "Child" }\nplayers = { max = 9 }\n')
    assert mine.slug == "child"
    assert mine.name == {"en": "Child", "fr": "Base"}
    assert (mine.players.min, mine.players.max) == (2, 9)
    assert [card.id for card in mine.cards] == ["coins-1", "coins-2", "coins-3", "idiot", "star"]


def test_cards_are_merged_by_id_in_the_order_of_the_first(tmp_path: Path) -> None:
    more = (
        '[[cards]]\nid = "new"\nname = { en = "New", fr = "Neuf" }\n'
        '[[cards]]\nid = "star"\nvalue = 17\nname = { fr = "Astre" }\n'
    )
    mine = child(tmp_path, CHILD + more)
    assert [card.id for card in mine.cards][3:] == ["idiot", "star", "new"]
    star = by_id(mine)["star"]
    assert (star.values, star.name) == ((17,), {"en": "Star", "fr": "Astre"})
    assert by_id(mine)["idiot"].copies == 2


def test_tables_are_merged_by_key(tmp_path: Path) -> None:
    mine = child(tmp_path, CHILD + '[families.deck]\ncolour = "blue"\n')
    assert mine.families["deck"].colour == "blue"
    assert mine.families["deck"].back.design == "rosette"


def test_lists_without_ids_are_replaced(tmp_path: Path) -> None:
    base = 'notes = [{ en = "One", fr = "Une" }, { en = "Two", fr = "Deux" }]\n' + BASE
    mine = child(tmp_path, CHILD + 'notes = [{ en = "Mine", fr = "Mien" }]\n', base)
    assert [note["en"] for note in mine.notes] == ["Mine"]


STARS = '[suits.stars]\nname = { en = "Stars", fr = "Étoiles" }\n'
GRID = (
    '[[grids]]\nsuits = ["{suit}"]\nranks = ["{ranks}"]\n'
    'name = {{ en = "{{rank}}", fr = "{{rank}}" }}\n'
)


def test_grids_are_added(tmp_path: Path) -> None:
    """A fifth suit leaves the other four where they are."""
    mine = child(tmp_path, CHILD + STARS + GRID.format(suit="stars", ranks="2"))
    ids = " ".join(card.id for card in mine.cards)
    assert ids == "coins-1 coins-2 coins-3 stars-2 idiot star"


def test_a_grid_is_changed_by_its_id(tmp_path: Path) -> None:
    base = BASE.replace("[[grids]]\n", '[[grids]]\nid = "coins"\n')
    mine = child(tmp_path, CHILD + '[[grids]]\nid = "coins"\ncopies = 2\n', base)
    copies = {card.id: card.copies for card in mine.cards[:3]}
    assert copies == {"coins-1": 2, "coins-2": 2, "coins-3": 2}


def test_grids_replace_those_before_them_where_they_say_so(tmp_path: Path) -> None:
    grid = GRID.format(suit="coins", ranks="2") + "replace = true\n"
    mine = child(tmp_path, CHILD + grid)
    assert [card.id for card in mine.cards] == ["coins-2", "idiot", "star"]


def test_check_warns_where_cards_are_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "base.toml", BASE)
    grid = GRID.format(suit="coins", ranks="2") + "replace = true\n"
    path = put(tmp_path, "child.toml", CHILD + grid)
    (warning,) = definition_warnings(str(path))
    assert (warning.line, warning.key) == (3, "grids")
    assert warning.message == "2 cards of the definition extended are gone: coins-1, coins-3."
    left_out = CHILD + 'without = ["coins-1", "coins-3"]\n'
    assert definition_warnings(str(put(tmp_path, "other.toml", left_out))) == []
    assert not any(definition_warnings(slug) for slug in variant_slugs())
    assert run(["check", str(path)]) == 0
    assert "2 cards of the definition extended are gone" in capsys.readouterr().err


def test_two_grids_of_one_id_are_reported(tmp_path: Path) -> None:
    grid = GRID.format(suit="coins", ranks="1").replace("[[grids]]\n", '[[grids]]\nid = "a"\n')
    reported = problems(tmp_path, CHILD + "[suits.coins2]\n" + grid + grid.replace('"1"', '"2"'))
    assert "the id “a” is given twice." in [problem.message for problem in reported]


def test_three_generations(tmp_path: Path) -> None:
    put(tmp_path, "base.toml", BASE)
    put(tmp_path, "middle.toml", CHILD + '[[cards]]\nid = "star"\nvalue = 1\ncopies = 5\n')
    text = 'extends = "middle.toml"\nslug = "last"\n[[cards]]\nid = "star"\nvalue = 2\n'
    star = by_id(load(str(put(tmp_path, "last.toml", text))))["star"]
    assert (star.values, star.copies, star.name["fr"]) == ((2,), 5, "Étoile")


def test_merge_leaves_its_arguments_alone() -> None:
    base = {"a": {"x": 1}, "l": [{"id": "p", "v": 1}]}
    own = {"a": {"y": 2}, "l": [{"id": "p", "w": 2}, {"id": "q"}], "n": 5}
    assert merge(base, own) == {
        "a": {"x": 1, "y": 2},
        "l": [{"id": "p", "v": 1, "w": 2}, {"id": "q"}],
        "n": 5,
    }
    assert base == {"a": {"x": 1}, "l": [{"id": "p", "v": 1}]}
    assert own == {"a": {"y": 2}, "l": [{"id": "p", "w": 2}, {"id": "q"}], "n": 5}


RANKS = 'extends = "casino"\nslug = "mine"\n\n[[ranks]]\n'


@pytest.mark.parametrize("card", ["sabers-11", "sabers-ace"])
def test_one_rank_is_changed_and_the_others_stay(tmp_path: Path, card: str) -> None:
    text = RANKS + 'id = "ace"\nvalue = [1, 15]\n'
    mine = by_id(load(str(put(tmp_path, "deck.toml", text))))
    assert len(mine) == 68
    assert mine[card].values == ((1, 15) if card == "sabers-ace" else (11,))


def test_a_rank_is_added(tmp_path: Path) -> None:
    text = RANKS + (
        'id = "duke"\nname = { en = "Duke", fr = "Duc" }\nvalue = 16\n'
        '[[grids]]\nsuits = ["coins"]\nranks = ["duke"]\n'
        'name = { en = "{rank} {of}", fr = "{rank} {of}" }\n'
    )
    mine = by_id(load(str(put(tmp_path, "deck.toml", text))))
    assert mine["coins-duke"].values == (16,)
    assert mine["coins-11"].values == (11,)


# --- without -------------------------------------------------------------------------------------


def test_without_leaves_cards_out(tmp_path: Path) -> None:
    mine = child(tmp_path, CHILD + 'without = ["star"]\n')
    assert [card.id for card in mine.cards][3:] == ["idiot"]


def test_without_leaves_cards_of_a_grid_out(tmp_path: Path) -> None:
    mine = child(tmp_path, CHILD + 'without = ["coins-2"]\n')
    assert "coins-2" not in by_id(mine)


def test_cards_left_out_stay_out_in_later_definitions(tmp_path: Path) -> None:
    put(tmp_path, "base.toml", BASE)
    put(tmp_path, "middle.toml", CHILD + 'without = ["star"]\n')
    text = 'extends = "middle.toml"\nslug = "last"\nwithout = ["idiot"]\n'
    last = load(str(put(tmp_path, "last.toml", text)))
    assert [card.id for card in last.cards] == ["coins-1", "coins-2", "coins-3"]


def test_what_was_left_out_can_be_written_anew(tmp_path: Path) -> None:
    put(tmp_path, "base.toml", BASE)
    put(tmp_path, "middle.toml", CHILD + 'without = ["star"]\n')
    text = (
        'extends = "middle.toml"\nslug = "last"\n'
        '[[cards]]\nid = "star"\nname = { en = "My star", fr = "Mon étoile" }\n'
    )
    last = load(str(put(tmp_path, "last.toml", text)))
    assert by_id(last)["star"].name["en"] == "My star"
    assert by_id(last)["star"].values == ()


# --- where faults are told: see tests/golden/faults too ---------------------------------------


# --- where it may not lead -----------------------------------------------------------------------


def extends(value: str) -> str:
    return f'slug = "x"\nextends = {value}\n'


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ('"../base.toml"', "extends “../base.toml”, which lies outside the definition's folder."),
        ('"away.toml"', "extends “away.toml”, which lies outside the definition's folder."),
    ],
)
def test_an_extends_that_leads_nowhere_is_reported_at_its_key(
    tmp_path: Path, value: str, what: str
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    put(tmp_path, "base.toml", BASE)
    (home / "away.toml").symlink_to(tmp_path / "base.toml")
    with pytest.raises(DefinitionError) as caught:
        load(str(put(home, "deck.toml", extends(value))))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.key) == (2, 1, "extends")
    assert problem.message == what


@pytest.mark.parametrize("lead", ["{away}/base"])
def test_a_slug_never_leads_out_of_our_variants(tmp_path: Path, lead: str) -> None:
    put(tmp_path, "base.toml", BASE)
    (tmp_path / "home").mkdir()
    value = lead.replace("{away}", str(tmp_path))
    with pytest.raises(DefinitionError) as caught:
        load(str(put(tmp_path / "home", "deck.toml", extends(f'"{value}"'))))
    (problem,) = caught.value.problems
    assert (Path(problem.file).name, problem.line, problem.key) == ("deck.toml", 2, "extends")


@pytest.mark.parametrize("value", ['"a\\u0000"', '"a\\u0000.toml"', f'"{"n" * 300}"', '""'])
def test_a_name_that_no_file_can_have_is_reported(tmp_path: Path, value: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        load(str(put(tmp_path, "deck.toml", extends(value))))
    assert {(p.line, p.key) for p in caught.value.problems} == {(2, "extends")}


def test_a_circle_through_a_link_is_found(tmp_path: Path) -> None:
    put(tmp_path, "a.toml", 'extends = "b.toml"\n')
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    with pytest.raises(DefinitionError, match="runs in a circle"):
        load(str(tmp_path / "a.toml"))


def test_pictures_of_a_parent_are_sought_beside_the_parent(tmp_path: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9L0 9z"/></svg>'
    )
    picture = put(tmp_path, "sub/my.svg", art)
    base = BASE.replace("value = -17", 'value = -17\nemblem = "my.svg"')
    put(tmp_path, "sub/base.toml", base)
    path = put(tmp_path, "deck.toml", 'extends = "sub/base.toml"\nslug = "child"\n')
    assert by_id(load(str(path)))["star"].emblem == picture.resolve()
