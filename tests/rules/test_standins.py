"""Decks that people own: their stand-ins in each game, and errors.

The stand-ins in the published rules are in `test_published_standins`.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.model.definition_files import deck_slugs, variant_slugs
from printkit.model.load import load
from printkit.rules.standins import DeckMapping, ambiguous_pairs, can_stand_in, map_deck
from tests.rules.test_codes import deck
from tests.support import decks
from tests.support.decks import put

TAROTS = ("tarot", "tarot-en", "marseille")
CASINO_SPECIALS = (
    "idiot queen-of-air-and-darkness endurance balance demise moderation evil-one star"
).split()


def mapped(own: str, game: str, *, labels: bool = False) -> DeckMapping:
    return map_deck(deck(own, "standins"), deck(game), stickers=labels)


def pairs_of(mapping: DeckMapping) -> Counter[tuple[str, str]]:
    return Counter((entry.physical.id, entry.stands_for.id) for entry in mapping.entries)


@pytest.mark.parametrize("labels", [False, True], ids=["bare", "stickers"])
@pytest.mark.parametrize("own", deck_slugs())
def test_deck_replaces_all_cards_or_is_rejected(own: str, labels: bool) -> None:
    """No card is missing or used twice, and identical faces are distinguished."""
    for game in variant_slugs():
        if not can_stand_in(deck(own, "standins"), deck(game), stickers=labels):
            with pytest.raises(PrintkitError, match=f"{own} cannot stand in for {game}: it has "):
                mapped(own, game, labels=labels)
            continue
        mapping = mapped(own, game, labels=labels)
        assert not mapping.missing, game
        assert len(mapping.entries) == mapping.needed(), game
        assert not {card.id for card in mapping.unused} & {own for own, _ in pairs_of(mapping)}
        assert mapping.standin.disambiguation or not ambiguous_pairs(mapping.entries), game


def test_suits_of_english_and_french_tarot() -> None:
    english, french = deck("tarot-en", "standins"), deck("tarot", "standins")
    assert {key: suit.sign for key, suit in english.suits.items()} == {
        **{"swords": "♠", "batons": "♣", "cups": "♥", "coins": "♦"},
        "trump": None,
    }
    assert {key: suit.sign for key, suit in french.suits.items()} == {
        **{"swords": "♠", "batons": "♦", "cups": "♥", "coins": "♣"},
        "trump": None,
    }
    names = {card.id: card.name["en"] for card in english.cards}
    assert (names["trump-8"], names["trump-11"]) == ("VIII Strength", "XI Justice")
    names = {card.id: card.name["en"] for card in deck("marseille", "standins").cards}
    assert (names["trump-8"], names["trump-11"]) == ("VIII Justice", "XI Strength")


# --- refusals ------------------------------------------------------------------------------------


NO_STANDIN = "but no stand-ins for this game."


@pytest.mark.parametrize(
    ("own", "game", "reason"),
    [
        ("poker54", "casino", "it has 54 cards and 76 are needed; 22 are missing. Nearest deck "
         "that works: tarot. Others: tarot-en, marseille, two-tarot. poker54 stands in for: poker"),
        ("two-poker54", "black-knight", "it has 108 cards, which are enough for 78, but 54 faces "
         "for 78 different cards: 24 would clash. Nearest deck that works: poker54."),
        ("two-poker54", "casino", "it has 108 cards, which are enough for 76, but 54 faces for 68 "
                                  "different cards: 14 would clash. With stickers, it works: "
                                  "--format labels. Nearest deck that works: tarot"),
        ("tarot", "pazaak", "it has 78 cards and 81 are needed; 3 are missing. Nearest deck "
         "that works: two-poker54. tarot stands in for: "),
        ("tarot", "expansion", f"it has 78 cards for the 10 that are needed, {NO_STANDIN} None "
         "of our decks can replace it; add [[standins]] to a deck of your own."),
    ],
)  # fmt: skip
def test_error_gives_counts_and_working_deck(own: str, game: str, reason: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        mapped(own, game)
    assert f"cannot stand in for {game}: {reason}" in str(caught.value)


def test_suggested_alternative_works() -> None:
    for own in deck_slugs():
        for game in ("casino", "kessel", "pazaak", "tarot", "corellian-spike", "imperial"):
            if can_stand_in(deck(own, "standins"), deck(game)):
                continue
            with pytest.raises(PrintkitError) as caught:
                mapped(own, game)
            hint = caught.value.hint or ""
            named = hint.split("Nearest deck that works: ")[1].split(".")[0]
            assert can_stand_in(deck(named, "standins"), deck(game))


# --- decks of users -------------------------------------------------------------------------

HEAD = """\
extends = "tarot"
slug = "my-tarot"
name = { en = "My tarot", fr = "Mon tarot" }
"""
SUN = '[[cards]]\nid = "sun"\nname = { en = "Sun", fr = "Soleil" }\nvalue = 1\n'
MOON = '[[cards]]\nid = "moon"\nname = { en = "Moon", fr = "Lune" }\nvalue = 2\n'


def named(slug: str) -> str:
    """Return the first lines of a user's deck."""
    return decks.HEAD.replace('"mine"', f'"{slug}"')


def standin(pairs: str, name: str = "casino", more: str = "") -> str:
    return f'[[standins]]\nid = "{name}"\n{more}pairs = [\n{pairs}]\n'


def pair(own: str, meant: str) -> str:
    return f'  {{ from = "{own}", to = "{meant}" }},\n'


CASINO_PAIRS = (
    pair(
        "{swords,batons,cups,coins}-{ace,2-10,jack,knight,queen,king}",
        "{sabers,staves,flasks,coins}-{1-11,commander,mistress,master}",
    )
    + pair("trump-{1,3,4,5}", "{sabers,staves,flasks,coins}-ace")
    + pair("{excuse,trump-2,trump-8,trump-11}", "{" + ",".join(CASINO_SPECIALS[:4]) + "}")
    + pair("trump-{13,14,15,17}", "{" + ",".join(CASINO_SPECIALS[4:]) + "}")
    + pair("trump-{20,6,7,9,10,12,16,18}", "{" + ",".join(CASINO_SPECIALS) + "}")
)


def test_user_tarot_may_change_one_standin(tmp_path: Path) -> None:
    """Trump 20 replaces trump 21; everything else, including the other stand-ins, is unchanged."""
    own = load(put(tmp_path, HEAD + standin(CASINO_PAIRS)), shelf="standins")
    mapping = map_deck(own, deck("casino"))
    ours = pairs_of(mapped("tarot", "casino"))
    moved = {(name.replace("trump-21", "trump-20"), meant): n for (name, meant), n in ours.items()}
    assert pairs_of(mapping) == moved != ours
    assert pairs_of(map_deck(own, deck("kessel"))) == pairs_of(mapped("tarot", "kessel"))


@pytest.mark.parametrize("players", ["", "players = 2"])
def test_cards_per_player_are_needed_per_player(tmp_path: Path, players: str) -> None:
    """A stand-in without a number of players is for the minimum of the game, two."""
    text = Path(__file__).with_name("two-decks.toml").read_text(encoding="utf-8")
    own = put(tmp_path, text.replace("pairs =", f"{players}\npairs ="))
    assert run(["map", own, "pazaak"]) == 0


def test_extends_tarot_names_the_deck(tmp_path: Path) -> None:
    text = HEAD + standin(CASINO_PAIRS)
    assert len(load(put(tmp_path, text)).standins) == 7
    assert len(load(put(tmp_path, HEAD, "bare.toml"), shelf="standins").standins) == 7


def test_user_deck_has_custom_cards(tmp_path: Path) -> None:
    game = load(put(tmp_path, named("skies") + SUN + MOON, "game.toml"))
    text = named("coins") + SUN.replace('"sun"', '"penny"') + MOON.replace("moon", "dime")
    pairs = pair("penny", "moon") + pair("dime", "sun")
    text += standin(pairs, "skies", 'variants = ["skies"]\n')
    own = load(put(tmp_path, text), shelf="standins")
    assert pairs_of(map_deck(own, game)) == Counter([("penny", "moon"), ("dime", "sun")])


def test_card_per_player_has_limited_copies(tmp_path: Path) -> None:
    many = SUN + "copies = 3\nper_player = true\n"
    game = load(put(tmp_path, named("skies") + many, "game.toml"))
    for copies, reason in ((3, ""), (4, "“sun” is given 4 times, and the deck has 3.")):
        text = named("coins") + SUN.replace('"sun"', '"penny"') + f"copies = {copies}\n"
        text += standin(pair("penny", "sun") * copies, "skies", 'variants = ["skies"]\n')
        own = load(put(tmp_path, text), shelf="standins")
        if reason:
            with pytest.raises(PrintkitError, match=reason):
                map_deck(own, game)
        else:
            assert len(map_deck(own, game).entries) == copies


def test_stickers_distinguish_equal_faces(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = put(tmp_path, named("skies") + SUN + MOON, "game.toml")
    deck = named("coins") + SUN.replace('"sun"', '"penny"') + "copies = 2\n"
    more = 'variants = ["skies"]\napart = "marks"\n'
    deck += standin(pair("{penny,penny}", "{sun,moon}"), "skies", more)
    assert run(["map", put(tmp_path, deck, "marked.toml"), game]) == 0
    assert "mark" in capsys.readouterr().out


def test_deck_of_standin_is_found_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`deck` names a file relative to the folder of the definition, like `extends`."""
    put(tmp_path, named("skies") + SUN, "game.toml")
    text = named("coins") + SUN.replace('"sun"', '"penny"')
    text += standin(pair("penny", "sun"), "skies", 'variants = ["kessel"]\ndeck = "game.toml"\n')
    own = load(put(tmp_path, text), shelf="standins")
    (tmp_path / "away").mkdir()
    monkeypatch.chdir(tmp_path / "away")
    assert pairs_of(map_deck(own, deck("kessel"))) == Counter([("penny", "sun")])


# --- hands of the deck at hand -------------------------------------------------------------------


def asked(capsys: pytest.CaptureFixture[str], own: str, game: str, hand: str) -> list[Any]:
    assert run(["map", own, game, "--hand", hand, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["deck"], data["variant"]) == (own, game)
    hands: list[Any] = data["hands"]
    return hands


def test_hand_of_physical_deck_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    array, pure = asked(capsys, "tarot", "casino", "X S2 Co3 S5 / T1 H2 H5 CoA")
    assert array["from"] == ["excuse", "swords-2", "coins-3", "swords-5"]
    assert array["cards"] == ["idiot", "sabers-2", "coins-3", "sabers-5"]
    assert (array["hand"]["id"], array["rank"]) == ("idiots-array", 1)
    assert pure["cards"] == ["sabers-ace", "flasks-2", "flasks-5", "coins-1"]
    assert (pure["best"], pure["rank"]) == (23, 2)


def test_hand_of_two_decks_names_deck(capsys: pytest.CaptureFixture[str]) -> None:
    (hand,) = asked(capsys, "two-poker54", "kessel", "2:S6 1:SA")
    assert (hand["cards"], hand["best"]) == (["sand-6", "blood-1"], 5)
    (first,) = asked(capsys, "two-poker54", "kessel", "SA 2:SA")
    assert first["from"] == ["1:spades-ace", "2:spades-ace"]
    (hand,) = asked(capsys, "two-tarot", "tarot", "1:X 2:X SK")
    assert hand["hand"]["id"] == "triple-idiot"


# --- games of users -------------------------------------------------------------------------


@pytest.mark.parametrize("own", [*TAROTS, "two-tarot"])
def test_user_game_uses_standins_of_casino(own: str) -> None:
    house = load(str(Path(__file__).with_name("house.toml")))
    mapping = map_deck(deck(own, "standins"), house)
    assert pairs_of(mapping) == pairs_of(mapped(own, "casino"))
    star = next(e for e in mapping.entries if e.stands_for.id == "star")
    assert star.stands_for.values == (-9,)


def test_hands_of_physical_deck_share_no_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", "tarot", "casino", "--hand", "SK S2 Co3 S5 / SK H2 H5 CoA"]) == 1
    assert "“SK” is requested more often than tarot has it in play" in capsys.readouterr().err
