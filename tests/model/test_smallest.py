"""Minimal definitions: cards, and everything derived from them and their file."""

from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan
from printkit.library.checks import check
from printkit.model.load import load
from printkit.model.variant import BOTH, OURS, OWN
from printkit.pieces.kits import available_products, default_products
from tests.support.decks import put

CARD = '[[cards]]\nid = "fox"\nname = "Fox"\n'


def test_cards_alone_make_a_game(tmp_path: Path) -> None:
    mine = check(put(tmp_path, CARD, "night-market.toml"))
    assert (mine.slug, mine.name["en"], mine.total) == ("night-market", "Night market", 1)
    assert [family.name["fr"] for family in mine.families.values()] == ["Cartes"]
    assert (mine.summary, mine.game, mine.players, mine.cards[0].values) == (None, None, None, ())
    assert default_products(mine) == ("cards", "tuck-box")


def test_family_needs_only_a_back(tmp_path: Path) -> None:
    mine = load(put(tmp_path, '[families.deck]\nback = "orbits"\n' + CARD))
    assert mine.families["deck"].name["fr"] == "Cartes"


@pytest.mark.parametrize(
    ("file", "slug", "name"),
    [
        ("Ma dernière partie.toml", "ma-derniere-partie", "Ma dernière partie"),
        ("con.toml", "con-deck", "Con"),
        ("море.toml", "deck", "Море"),
        ("deck_of-2.toml", "deck-of-2", "Deck of 2"),
    ],
)
def test_file_name_becomes_the_game_name(tmp_path: Path, file: str, slug: str, name: str) -> None:
    mine = load(put(tmp_path, CARD, file))
    assert (mine.slug, mine.name["en"]) == (slug, name)


def test_invalid_file_name_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match="3 is not a text in each language"):
        check(put(tmp_path, f"name = 3\n{CARD}"))


def test_extending_file_gets_its_own_slug(tmp_path: Path) -> None:
    assert load(put(tmp_path, 'extends = "casino"\n', "my-casino.toml")).slug == "my-casino"


def test_plain_text_is_in_the_requested_language(tmp_path: Path) -> None:
    path = put(tmp_path, f'name = "Nuit"\n{CARD}')
    assert [list(load(path, language=x).name) for x in ("en", "fr")] == [["en"], ["fr"]]
    with pytest.warns(UserWarning, match="taken as “fr”: all editions have the same"):
        plan(make_job(path, ["cards"], languages=["fr", "en"]))
    recipes = {
        plan(make_job(path, ["cards"], languages=[one])).products[0].recipe for one in ("en", "fr")
    }
    assert len(recipes) == 2
    assert load(put(tmp_path, f'languages = ["fr"]\nname = "Nuit"\n{CARD}')).name == {"fr": "Nuit"}


def test_single_chapter_file_serves_all_languages(tmp_path: Path) -> None:
    put(tmp_path, "# The race\n\nThe first has won.\n", "rules.md")
    mine = load(put(tmp_path, f'chapters = "rules.md"\n{CARD}'))
    assert mine.chapters.of("en") == mine.chapters.of("fr") == tmp_path / "rules.md"
    with pytest.raises(DefinitionError, match=r"“no\.md” does not exist"):
        load(put(tmp_path, f'chapters = "no.md"\n{CARD}'))


@pytest.mark.parametrize("more", ["players = { min = 2, max = 2 }", 'chapters = "rules.md"'])
def test_booklet_is_offered_if_it_has_content(tmp_path: Path, more: str) -> None:
    put(tmp_path, "# The race\n\nThe first has won.\n", "rules.md")
    assert "booklet" in available_products(load(put(tmp_path, f"{more}\n{CARD}")))
    assert "booklet" not in available_products(load(put(tmp_path, CARD)))


def test_player_count_is_never_mentioned_without_one(tmp_path: Path) -> None:
    more = '[[phases]]\nid = "draw"\nname = "Draw"\nhow = "Take a card."\n'
    job = make_job(put(tmp_path, f"{CARD}{more}"), formats=["dump", "html"], out=tmp_path / "out")
    texts = [path.read_text(encoding="utf-8") for path in build(job).files]
    assert len(texts) >= 7
    assert [text for text in texts if "player" in text.replace("per_player", "")] == []


def test_per_player_items_need_a_player_count(tmp_path: Path) -> None:
    each = '[[materials]]\nid = "chips"\nname = "Chips"\nper_player = 3\n'
    with pytest.raises(DefinitionError, match="does not state the number of players"):
        load(put(tmp_path, f"{CARD}{each}"))
    load(put(tmp_path, f"players = {{ min = 2, max = 3 }}\n{CARD}{each}"))


def test_origin_follows_from_the_file_location(tmp_path: Path) -> None:
    own, both = put(tmp_path, CARD, "a.toml"), put(tmp_path, 'extends = "casino"\n', "b.toml")
    told = put(tmp_path, f'rules = "casino"\n{CARD}', "c.toml")
    found = [load(name).origin for name in ("casino", own, both, told)]
    assert found == [OURS, OWN, BOTH, BOTH]
    assert load(own).with_cards(()).origin == OWN
