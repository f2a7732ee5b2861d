"""Definitions that extend others: merged values, omitted entries, and places of errors."""

from pathlib import Path

import pytest

from printkit.art.theme import theme
from printkit.booklet.text_formats import write_markdown
from printkit.cli.app import run
from printkit.model.cards import Card
from printkit.model.definition_files import merge, variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.model.warnings import definition_warnings
from printkit.pieces.product import LocalGame
from printkit.text.loader import load_booklet
from tests.support.decks import put

BASE = Path(__file__).with_name("base.toml").read_text(encoding="utf-8")
CHILD = 'extends = "base.toml"\nslug = "child"\n'


def child(folder: Path, *texts: str, base: str = BASE) -> Variant:
    """Load the last of several definitions, each extending the previous one."""
    path, name = put(folder, base, "base.toml"), "base.toml"
    for number, text in enumerate(texts):
        head = f'extends = "{name}"\nslug = "child"\n'
        name = f"child-{number}.toml"
        path = put(folder, head + text, name)
    return load(path)


def by_id(variant: Variant) -> dict[str, Card]:
    return {card.id: card for card in variant.cards}


# --- merging -------------------------------------------------------------------------------------

STARS = '[suits.stars]\nname = { en = "Stars", fr = "Étoiles" }\n'
GRID = (
    '[[grids]]\nsuits = ["{suit}"]\nranks = ["{ranks}"]\n'
    'name = {{ en = "{{rank}}", fr = "{{rank}}" }}\n'
)
FIFTH = STARS + GRID.format(suit="stars", ranks="2")
STAR = '[[cards]]\nid = "star"\nname = { en = "My star", fr = "Mon étoile" }\n'
WITHOUT = 'without = ["star"]\n'


@pytest.mark.parametrize(
    ("texts", "ids"),
    [
        ([""], "coins-1 coins-2 coins-3 idiot star"),
        ([STAR.replace("star", "new")], "coins-1 coins-2 coins-3 idiot star new"),
        # A fifth suit does not change the other four.
        ([FIFTH], "coins-1 coins-2 coins-3 stars-2 idiot star"),
        ([GRID.format(suit="coins", ranks="2") + "replace = true\n"], "coins-2 idiot star"),
        ([WITHOUT], "coins-1 coins-2 coins-3 idiot"),
        (['without = ["coins-2"]\n'], "coins-1 coins-3 idiot star"),
        ([WITHOUT, 'without = ["idiot"]\n'], "coins-1 coins-2 coins-3"),
        ([WITHOUT, STAR], "coins-1 coins-2 coins-3 idiot star"),
        (['without = ["coins-2"]\n', 'without = ["idiot"]\n'], "coins-1 coins-3 star"),
    ],
)
def test_merged_cards_keep_their_order(texts: list[str], ids: str, tmp_path: Path) -> None:
    mine = by_id(child(tmp_path, *texts))
    assert " ".join(mine) == ids
    if STAR in texts:  # an omitted card is defined again without its old fields
        assert (mine["star"].values, mine["star"].name["en"]) == ((), "My star")


def test_slug_can_be_extended(tmp_path: Path) -> None:
    ours = load("casino")
    mine = load(put(tmp_path, 'extends = "casino"\nslug = "mine"\n', "my.toml"))
    assert (mine.slug, mine.cards, mine.hands) == ("mine", ours.cards, ours.hands)


def test_texts_and_tables_merge_plain_lists_are_replaced(tmp_path: Path) -> None:
    mine = child(
        tmp_path,
        'name = { en = "Child" }\nplayers = { max = 9 }\n'
        'notes = [{ en = "Mine", fr = "Mien" }]\n[families.deck]\ncolour = "blue"\n'
        '[[cards]]\nid = "star"\nvalue = 1\ncopies = 5\n',
        '[[cards]]\nid = "star"\nvalue = 17\nname = { fr = "Astre" }\n',
        base='notes = [{ en = "One", fr = "Une" }, { en = "Two", fr = "Deux" }]\n' + BASE,
    )
    assert mine.name == {"en": "Child", "fr": "Base"}
    assert (mine.players.min, mine.players.max) == (2, 9)
    assert [note["en"] for note in mine.notes] == ["Mine"]
    assert (mine.families["deck"].colour, mine.families["deck"].back.design) == ("blue", "rosette")
    star = by_id(mine)["star"]
    assert (star.values, star.copies, star.name) == ((17,), 5, {"en": "Star", "fr": "Astre"})
    assert by_id(mine)["idiot"].copies == 2


def test_grid_is_changed_by_its_id(tmp_path: Path) -> None:
    base = BASE.replace("[[grids]]\n", '[[grids]]\nid = "coins"\n')
    mine = child(tmp_path, '[[grids]]\nid = "coins"\ncopies = 2\n', base=base)
    copies = {card.id: card.copies for card in mine.cards[:3]}
    assert copies == {"coins-1": 2, "coins-2": 2, "coins-3": 2}


def test_check_warns_about_lost_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, BASE, "base.toml")
    grid = GRID.format(suit="coins", ranks="2") + "replace = true\n"
    path = put(tmp_path, CHILD + grid, "child.toml")
    (warning,) = definition_warnings(path)
    assert (warning.line, warning.key) == (3, "grids")
    assert warning.message == "2 cards of the base definition are missing: coins-1, coins-3."
    left_out = CHILD + 'without = ["coins-1", "coins-3"]\n'
    assert definition_warnings(put(tmp_path, left_out, "other.toml")) == []
    assert not any(definition_warnings(slug) for slug in variant_slugs())
    assert run(["check", path]) == 0
    assert "2 cards of the base definition are missing" in capsys.readouterr().err


def test_merge_does_not_modify_its_arguments() -> None:
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
def test_changing_one_rank_keeps_the_others(tmp_path: Path, card: str) -> None:
    text = RANKS + 'id = "ace"\nvalue = [1, 15]\n'
    mine = by_id(load(put(tmp_path, text)))
    assert len(mine) == 68
    assert mine[card].values == ((1, 15) if card == "sabers-ace" else (11,))


def test_rank_can_be_added(tmp_path: Path) -> None:
    text = RANKS + (
        'id = "duke"\nname = { en = "Duke", fr = "Duc" }\nvalue = 16\n'
        '[[grids]]\nsuits = ["coins"]\nranks = ["duke"]\n'
        'name = { en = "{rank} {of}", fr = "{rank} {of}" }\n'
    )
    mine = by_id(load(put(tmp_path, text)))
    assert mine["coins-duke"].values == (16,)
    assert mine["coins-11"].values == (11,)


def test_parent_pictures_are_relative_to_the_parent(tmp_path: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9L0 9z"/></svg>'
    )
    picture = put(tmp_path, art, "sub/my.svg")
    base = BASE.replace("value = -17", 'value = -17\nemblem = "my.svg"')
    put(tmp_path, base, "sub/base.toml")
    path = put(tmp_path, 'extends = "sub/base.toml"\nslug = "child"\n')
    assert by_id(load(path))["star"].emblem == Path(picture).resolve()


# --- a fifth suit, end to end --------------------------------------------------------------------

MOONS = """
[suits.moons]
name = { en = "Moons", fr = "Lunes" }
of = { en = "of Moons", fr = "de Lunes" }
emblem = "suits/circles"
colour = "teal"

[[grids]]
suits = ["moons"]
ranks = ["1-11", "commander", "mistress", "master", "ace"]
name = { en = "{rank} {of}", fr = "{rank} {of}" }

[[cards]]
id = "comet"
name = { en = "The Comet", fr = "La Comète" }
value = -5

[[hands]]
id = "full-moon"
before = "pure-sabacc"
name = { en = "Full Moon", fr = "Pleine lune" }
how = { en = "Four moons.", fr = "Quatre lunes." }
cards = [{ suit = "moons", count = 4 }]
ladder = ["moons-1 moons-4 moons-6 moons-2"]
"""


def moons(folder: Path, *changes: str) -> str:
    head = 'extends = "casino"\nslug = "moons"\nname = { en = "Moons", fr = "Lunes" }\n'
    return put(folder, head + "\n".join(changes) + MOONS, "moons.toml")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_added_suit_appears_in_complete_booklet(language: str, tmp_path: Path) -> None:
    """The booklet loses only the chapter on chances, because it is about other cards; additions
    are listed beside the original entries.
    """
    mine, casino = load(moons(tmp_path)), load("casino")
    book, base = (load_booklet(game, language) for game in (mine, casino))
    kept = [one.anchor for one in base.chapters if one.anchor != "chances"]
    assert [one.anchor for one in book.chapters] == kept
    assert book.left_out == base.left_out
    words, before = (write_markdown(one) for one in (book, base))
    for text in (mine.suits["moons"].name, by_id(mine)["comet"].name, mine.hands[1].name):
        assert text[language] in words
        assert text[language] not in before
    five, four = ("five suits", "four suits") if language == "en" else ("cinq", "quatre couleurs")
    assert five in words
    assert four not in words
    assert mine.summary[language].count("15") == 1
    assert len(LocalGame(mine, language, theme("classic")).marks) == 5


def test_check_warns_about_parts_left_out(tmp_path: Path) -> None:
    def told(*changes: str) -> list[str]:
        return [one.key for one in definition_warnings(moons(tmp_path, *changes))]

    notes = 'notes = [{ en = "Mine", fr = "Mien" }]'
    assert told() == []
    assert told("figures = { ante = 2 }") == ["extends"]  # the stakes
    assert told(notes) == ["notes"]
    assert told('rules = "casino"', "stakes = []", "figures = { ante = 2 }") == ["stakes"]
    (warning,) = definition_warnings(moons(tmp_path, notes))
    count = len(load("casino").notes)
    assert warning.message.startswith(f"{count} of {count} entries")


@pytest.mark.parametrize(
    ("slug", "text", "count"),
    [
        ("kessel", '[[grids]]\nid = "blood-numbers"\ncopies = 4\n', 50),
        (
            "pazaak",
            '[[ranks]]\nfrom = 11\nto = 12\n[[grids]]\nid = "pazaak-main"\nranks = ["1-12"]\n',
            93,
        ),
        ("corellian-spike", '[[grids]]\nid = "spike-plus"\nranks = ["1-9"]\n', 59),
    ],
)
def test_our_grids_can_be_changed_by_id(slug: str, text: str, count: int, tmp_path: Path) -> None:
    mine = load(put(tmp_path, f'extends = "{slug}"\nslug = "mine"\n{text}'))
    assert mine.total == count
