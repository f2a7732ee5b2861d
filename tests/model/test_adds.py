"""Cards of one definition added to another, values given to them, and values left blank."""

import json
from pathlib import Path
from typing import Any

import pytest

from printkit.base.errors import DefinitionError
from printkit.base.records import evolve
from printkit.cli.app import run
from printkit.jobs.subject import without_values
from printkit.model.cards import Card
from printkit.model.load import load
from printkit.model.variant import Variant
from tests.model.test_figures import SPECIALS
from tests.rules.test_codes import deck
from tests.support import decks
from tests.support.decks import put

ADDED = ["wheel", "luck", "hazard", "satellite", "damaged-starship"]
HOUSE = """\
extends = "casino"
slug = "house"
adds = ["expansion"]
"""
COMET = '[[cards]]\nid = "comet"\nname = { en = "Comet", fr = "Comète" }\nvalue = 6\n'
SETS = deck("random").sets
VARYING = list(SPECIALS)


def by_id(variant: Variant) -> dict[str, Card]:
    return {card.id: card for card in variant.cards}


def test_definition_adds_expansion_cards_with_values(tmp_path: Path) -> None:
    text = HOUSE + 'cards = [{ id = "wheel", value = 10 }, { id = "luck", value = [-7, 7] }]\n'
    mine, ours = load(put(tmp_path, text, "house.toml")), deck("casino")
    assert mine.cards[: len(ours.cards)] == ours.cards
    assert [card.id for card in mine.cards[len(ours.cards) :]] == ADDED
    assert (mine.total, ours.total) == (86, 76)
    assert [card.values for card in mine.cards[-5:]] == [(10,), (-7, 7), (), (), ()]
    wheel, theirs = mine.cards[-5], deck("expansion").cards[0]
    assert (wheel.name, wheel.copies, wheel.index) == (theirs.name, 2, "10")
    assert (mine.hands, mine.counting, mine.name) == (ours.hands, ours.counting, ours.name)
    assert mine.materials == ours.materials
    assert mine.notes[: len(ours.notes)] == ours.notes


def test_hand_may_contain_expansion_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HOUSE + 'cards = [{ id = "wheel", value = 10 }]\n'
    name = put(tmp_path, text, "house.toml")
    assert run(["show", name, "--hand", "WH S11 LU=2 I / WH T8 S2 I", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["hands"]
    assert (first["best"], first["hand"]["id"]) == (23, "pure-sabacc")
    assert (second["best"], second["rank"]) == (20, 2)


def test_add_on_beside_the_definition_is_added(tmp_path: Path) -> None:
    put(tmp_path, decks.HEAD + COMET, "more.toml")
    text = HOUSE.replace('["expansion"]', '["more.toml", "expansion"]')
    mine = load(put(tmp_path, text, "house.toml"))
    assert [card.id for card in mine.cards][-6:] == ["comet", *ADDED]


def test_base_definition_may_also_add_cards(tmp_path: Path) -> None:
    put(tmp_path, HOUSE, "house.toml")
    text = 'extends = "house.toml"\nslug = "last"\nwithout = ["luck"]\n'
    last = load(put(tmp_path, text, "last.toml"))
    assert [card.id for card in last.cards][-4:] == [name for name in ADDED if name != "luck"]


def test_add_on_is_added_once(tmp_path: Path) -> None:
    once = load("casino", adds=["expansion"])
    assert once.cards != deck("casino").cards
    assert load("casino", adds=[]) == deck("casino")
    twice = load("casino", adds=["expansion", "expansion"])
    assert once.cards == twice.cards
    name = put(tmp_path, HOUSE, "house.toml")
    assert load(name, adds=["expansion"]).cards == load(name).cards


def built(tmp_path: Path, *args: str) -> tuple[dict[str, Any], str]:
    """Return the manifest and the dump of a build of cards."""
    assert run(["build", *args, "--format", "dump", "-o", str(tmp_path / "out")]) == 0
    (folder,) = (tmp_path / "out").iterdir()
    (dump,) = folder.glob("*.txt")
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8")), dump.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("args", "said", "count"),
    [
        (["casino", "cards", "--with", "expansion"], {"addons": ["expansion"]}, 86),
        pytest.param(["casino", "cards"], {"addons": []}, 76, marks=pytest.mark.nightly),
        (["corellian", "cards", "--blank-values"], {"blank_values": True}, 76),
        (["corellian", "cards"], {"blank_values": False}, 76),
    ],
)
def test_build_honours_add_on_and_blank_options(
    tmp_path: Path, args: list[str], said: dict[str, Any], count: int
) -> None:
    manifest, dump = built(tmp_path, *args)
    (entry,) = manifest["files"]
    assert entry["cards"] == count
    assert said.items() <= manifest["options"].items()
    adds = 2 * ("--with" in args)
    assert all(dump.count(f"use face-{name} ") == adds for name in ADDED)
    assert ("without values" in dump) == ("--blank-values" in args)


def test_build_with_a_user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path on the command line is relative to the working directory, like that of the deck."""
    put(tmp_path, decks.HEAD + COMET, "comet.toml")
    monkeypatch.chdir(tmp_path)
    assert load("casino", adds=["comet.toml"]).cards[-1].id == "comet"


@pytest.mark.parametrize("name", ["tarot", "kessel", "pazaak", "casino"])
def test_incompatible_add_ons_are_rejected(name: str) -> None:
    """Either an id is in both decks (coins-2 of the casino and the tarot), or families have
    different backs.
    """
    with pytest.raises(DefinitionError):
        load("casino", adds=[name])


@pytest.mark.parametrize("slug", SETS)
def test_blank_values_clears_only_values_by_set(slug: str) -> None:
    before, after = by_id(deck(slug)), by_id(without_values(deck(slug)))
    assert list(before) == list(after)
    for name, card in before.items():
        if name in VARYING:
            assert card.values != ()
            assert (after[name].values, after[name].index) == ((), "")
            assert evolve(after[name], value=card.value, index=card.index) == card
        else:
            assert after[name] == card


def test_blank_deck_is_the_same_for_all_sets() -> None:
    first, *others = (without_values(deck(slug)).cards for slug in (*SETS, "random", "theory"))
    faces = [evolve(card, value=None) for card in first]
    assert all([evolve(card, value=None) for card in other] == faces for other in others)
    assert deck("imperial").cards != deck("corellian").cards  # with their values, they differ
