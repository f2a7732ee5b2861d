"""Decks that people own: what their cards stand for in each game, and what is refused.

What the rules say of our decks and games is in `test_published_standins`.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from printkit.base.errors import PrintkitError
from printkit.cli import run
from printkit.model.load import deck_slugs, load, variant_slugs
from printkit.rules.standins import DeckMapping, ambiguous_pairs, can_stand_in, map_deck
from tests.rules.test_codes import deck

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
def test_a_deck_serves_a_game_whole_or_refuses_it(own: str, labels: bool) -> None:
    """Nothing is missing, no card has two parts, and cards that look alike are told apart."""
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


def test_english_and_french_suits() -> None:
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


NO_STANDIN = "and no stand-in of it is known."


@pytest.mark.parametrize(
    ("own", "game", "reason"),
    [
        ("poker54", "casino", "it has 54 cards and 76 are needed, 22 are missing. Nearest deck "
         "that works: tarot. Others: tarot-en, marseille, two-tarot. poker54 stands in for: poker"),
        ("two-poker54", "black-knight", "it has 108 cards, which are enough for 78, but 54 faces "
         "for 78 unlike cards: 24 would clash. Nearest deck that works: poker54."),
        ("two-poker54", "casino", "it has 108 cards, which are enough for 76, but 54 faces for 68 "
         "unlike cards: 14 would clash. With stickers it can: --format labels. Nearest deck that "
         "works: tarot"),
        ("tarot", "pazaak", f"it has 78 cards for 76, {NO_STANDIN} Nearest deck that works: "
         "two-poker54. tarot stands in for: "),
        ("tarot", "expansion", f"it has 78 cards for 10, {NO_STANDIN} No deck that we know stands "
         "in for it; add [[standins]] to a deck of your own."),
    ],
)  # fmt: skip
def test_a_refusal_gives_the_counts_and_a_deck_that_works(own: str, game: str, reason: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        mapped(own, game)
    assert f"cannot stand in for {game}: {reason}" in str(caught.value)


def test_what_a_refusal_proposes_works() -> None:
    for own in deck_slugs():
        for game in ("casino", "kessel", "pazaak", "tarot", "corellian-spike", "imperial"):
            if can_stand_in(deck(own, "standins"), deck(game)):
                continue
            with pytest.raises(PrintkitError) as caught:
                mapped(own, game)
            hint = caught.value.hint or ""
            named = hint.split("Nearest deck that works: ")[1].split(".")[0]
            assert can_stand_in(deck(named, "standins"), deck(game))


# --- a deck of one's own -------------------------------------------------------------------------

HEAD = """\
extends = "tarot"
slug = "my-tarot"
name = { en = "My tarot", fr = "Mon tarot" }
"""
CARDS = """\
slug = "{slug}"
game = "sabacc"
name = {{ en = "Mine", fr = "Mien" }}
summary = {{ en = "A deck.", fr = "Un jeu." }}
players = {{ min = 2, max = 2 }}

[families.deck]
name = {{ en = "Deck", fr = "Jeu" }}
back = "rosette"
"""
SUN = '[[cards]]\nid = "sun"\nname = { en = "Sun", fr = "Soleil" }\nvalue = 1\n'
MOON = '[[cards]]\nid = "moon"\nname = { en = "Moon", fr = "Lune" }\nvalue = 2\n'


def put(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


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


def test_a_tarot_of_ones_own_with_one_stand_in_changed(tmp_path: Path) -> None:
    """Trump 20 for trump 21, all else as it was; the other stand-ins stay."""
    own = load(put(tmp_path, "deck.toml", HEAD + standin(CASINO_PAIRS)), shelf="standins")
    mapping = map_deck(own, deck("casino"))
    ours = pairs_of(mapped("tarot", "casino"))
    moved = {(name.replace("trump-21", "trump-20"), meant): n for (name, meant), n in ours.items()}
    assert pairs_of(mapping) == moved != ours
    assert pairs_of(map_deck(own, deck("kessel"))) == pairs_of(mapped("tarot", "kessel"))


PLAYERS = """\
extends = "two-poker54"
slug = "mine"
name = { en = "My two decks", fr = "Mes deux jeux" }

[[standins]]
id = "pazaak"
variants = ["pazaak"]
apart = "backs"
%s
pairs = [
  { from = "1:{spades,hearts,diamonds,clubs}-{ace,2-10}", to = "main-{1-10}" },
  { from = "2:{spades,clubs}-{ace,2-6}", to = "plus-{1-6}" },
  { from = "2:{hearts,diamonds}-{ace,2-6}", to = "minus-{1-6}" },
  { from = "2:{spades,hearts}-{jack,queen,king}", to = "plus-minus-{1-6}" },
  { from = "2:{clubs,diamonds}-{jack,queen,king}", to = "plus-minus-{1-6}" },
]
"""


@pytest.mark.parametrize(("players", "missing"), [("", 0), ("players = 2", 0), ("players = 3", 18)])
def test_cards_for_each_player_are_wanted_as_often_as_there_are_players(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, players: str, missing: int
) -> None:
    """A stand-in that names no players serves the fewest that the game takes, two."""
    name = put(tmp_path, "deck.toml", PLAYERS % players)
    if missing:
        assert f"{missing} cards are missing: plus-1, plus-2," in told(
            capsys, "map", name, "pazaak"
        )
    else:
        assert run(["map", name, "pazaak"]) == 0


def test_extends_tarot_is_the_deck_and_not_the_game(tmp_path: Path) -> None:
    text = HEAD + standin(CASINO_PAIRS)
    assert len(load(put(tmp_path, "deck.toml", text)).standins) == 6
    assert len(load(put(tmp_path, "bare.toml", HEAD), shelf="standins").standins) == 6


def test_a_deck_of_ones_own_cards(tmp_path: Path) -> None:
    game = load(put(tmp_path, "game.toml", CARDS.format(slug="skies") + SUN + MOON))
    text = (
        CARDS.format(slug="coins") + SUN.replace('"sun"', '"penny"') + MOON.replace("moon", "dime")
    )
    pairs = pair("penny", "moon") + pair("dime", "sun")
    text += standin(pairs, "skies", 'variants = ["skies"]\n')
    own = load(put(tmp_path, "deck.toml", text), shelf="standins")
    assert pairs_of(map_deck(own, game)) == Counter([("penny", "moon"), ("dime", "sun")])


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one paragraph of a command that is refused."""
    assert run(list(args)) == 1
    out, err = capsys.readouterr()
    assert (out, "Traceback" in err) == ("", False)
    assert err.count("\n") == 1
    assert err.startswith("printkit: ")
    return err


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (pair("swordz-{ace,2}", "idiot"), "“swordz-ace” is not a card of this deck."),
        (pair("swords-{ace,2}", "nope"), "“nope” is not a card of casino."),
        (pair("swords-{ace,2", "idiot"), "“swords-{ace,2”: a brace is opened and not closed"),
        (pair("swords-2", "{idiot"), "“{idiot”: a brace is opened and not closed"),
        (pair("swords-{3-2}", "idiot"), "“swords-{3-2}”: 3-2 runs backwards."),
        (pair("swords-{}", "idiot"), "“swords-{}”: a brace holds nothing"),
        (
            pair("swords-{ace,2,3}", "{idiot,star}"),
            "3 cards cannot stand for 2: the one is no multiple of the other.",
        ),
        (pair("swords-2", "{idiot,star}"), "1 cards cannot stand for 2"),
        (
            pair("swords-{ace,2}", "idiot") + pair("swords-2", "star"),
            "“swords-2” stands for more cards than there are of it.",
        ),
        (pair("swords-{ace,2,3}", "idiot"), "“idiot” is given 3 times, and the deck has 2."),
        (pair("swords-{ace,2}", "idiot"), "74 cards are missing: sabers-1, sabers-2,"),
        (pair("1:swords-2", "idiot"), "“1:swords-2” is not a card of this deck."),
        (pair("{swords,cups}{0-999}{0-1}", "idiot"), "it spells out more than 2,000 names"),
        ("  { from = 5, to = 6 },\n", "5 is not a text in quotes."),
        ('  { from = "swords-2" },\n', "to"),
    ],
)
def test_a_fault_in_a_deck_of_ones_own_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pairs: str, said: str
) -> None:
    name = put(tmp_path, "deck.toml", HEAD + standin(pairs))
    if "from = 5" in pairs or 'from = "swords-2" }' in pairs:  # two faults are two lines
        assert run(["map", name, "casino"]) == 1
        assert said in capsys.readouterr().err
        return
    assert said in told(capsys, "map", name, "casino")
    assert run(["check", name]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_clash_of_faces_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = put(tmp_path, "game.toml", CARDS.format(slug="skies") + SUN + MOON)
    text = CARDS.format(slug="coins") + SUN.replace('"sun"', '"penny"') + "copies = 2\n"
    clash = text + standin(pair("{penny,penny}", "{sun,moon}"), "skies", 'variants = ["skies"]\n')
    name = put(tmp_path, "deck.toml", clash)
    said = told(capsys, "map", name, game)
    assert "penny and penny look alike and stand for sun and moon." in said
    assert "Say how they are told apart: apart =" in said
    marked = clash.replace('variants = ["skies"]', 'variants = ["skies"]\napart = "marks"')
    assert run(["map", put(tmp_path, "marked.toml", marked), game]) == 0
    assert "mark" in capsys.readouterr().out


def test_faces_that_clash_do_so_with_two_decks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = put(tmp_path, "game.toml", CARDS.format(slug="skies") + SUN + MOON)
    text = "decks = 2\n" + CARDS.format(slug="coins") + SUN.replace('"sun"', '"penny"')
    text += standin(pair("{1,2}:penny", "{sun,moon}"), "skies", 'variants = ["skies"]\n')
    said = told(capsys, "map", put(tmp_path, "deck.toml", text), game)
    assert "1:penny and 2:penny look alike and stand for sun and moon." in said


def test_the_deck_that_a_stand_in_means_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`deck` names a file as `extends` does: from the folder of the definition."""
    put(tmp_path, "game.toml", CARDS.format(slug="skies") + SUN)
    text = CARDS.format(slug="coins") + SUN.replace('"sun"', '"penny"')
    text += standin(pair("penny", "sun"), "skies", 'variants = ["kessel"]\ndeck = "game.toml"\n')
    own = load(put(tmp_path, "deck.toml", text), shelf="standins")
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


def test_a_hand_at_hand_is_named_in_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    array, pure = asked(capsys, "tarot", "casino", "X S2 C3 S5 / T1 H8 X T21")
    assert array["from"] == ["excuse", "swords-2", "coins-3", "swords-5"]
    assert array["cards"] == ["idiot", "sabers-2", "coins-3", "sabers-5"]
    assert (array["hand"]["id"], array["rank"]) == ("idiots-array", 1)
    assert pure["cards"] == ["sabers-ace", "flasks-8", "idiot", "idiot"]
    assert (pure["best"], pure["rank"]) == (23, 2)


def test_a_hand_of_two_decks_names_its_deck(capsys: pytest.CaptureFixture[str]) -> None:
    (hand,) = asked(capsys, "two-poker54", "kessel", "2:S6 1:SA")
    assert (hand["cards"], hand["best"]) == (["sand-6", "blood-1"], 5)
    (first,) = asked(capsys, "two-poker54", "kessel", "SA 2:SA")
    assert first["from"] == ["1:spades-ace", "2:spades-ace"]
    (hand,) = asked(capsys, "two-tarot", "tarot", "1:X 2:X SK")
    assert hand["hand"]["id"] == "triple-idiot"


@pytest.mark.parametrize(
    ("own", "game", "hand", "said"),
    [
        ("tarot", "casino", "T19", "“T19” stays in the box: it stands for no card of casino."),
        ("tarot", "casino", "T1 T1", "“T1” is in the hand more often than tarot has it in play."),
        ("tarot", "casino", "SZ", "“SZ” is not a card of tarot."),
        ("tarot", "casino", "2:SK", "“2:SK” is not a card of tarot."),
        ("two-poker54", "kessel", "3:SA SA", "“3:SA” is not a card of two-poker54."),
        ("two-poker54", "kessel", "2:SK 1:SA", "“2:SK” stays in the box"),
        ("two-poker54", "kessel", "1:SA 1:S2", "are both of the family “blood”."),
        ("tarot", "casino", "T2=2", "cannot be worth 2. Its values: −2."),
        ("tarot", "casino", "", "The hand has no cards."),
    ],
)
def test_a_hand_at_hand_that_is_refused(
    capsys: pytest.CaptureFixture[str], own: str, game: str, hand: str, said: str
) -> None:
    assert said in told(capsys, "map", own, game, "--hand", hand)


# --- a game of one's own -------------------------------------------------------------------------

HOUSE = """\
extends = "casino"
slug = "house"
name = { en = "House", fr = "Maison" }
summary = { en = "As we play it.", fr = "Comme chez nous." }

[[cards]]
id = "star"
value = -9
"""


@pytest.mark.parametrize("own", [*TAROTS, "two-tarot"])
def test_a_game_of_ones_own_is_served_as_the_casino_is(tmp_path: Path, own: str) -> None:
    house = load(put(tmp_path, "house.toml", HOUSE))
    mapping = map_deck(deck(own, "standins"), house)
    assert pairs_of(mapping) == pairs_of(mapped(own, "casino"))
    star = next(e for e in mapping.entries if e.stands_for.id == "star")
    assert star.stands_for.values == (-9,)


def test_a_game_of_other_cards_is_not_served(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = HOUSE.replace("value = -9", "copies = 3")
    said = told(capsys, "map", "tarot", put(tmp_path, "house.toml", text))
    assert "tarot cannot stand in for house: it has 78 cards for 77" in said


def test_a_game_of_ones_own_is_refused_in_the_same_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = told(capsys, "map", "poker54", put(tmp_path, "house.toml", HOUSE))
    assert "poker54 cannot stand in for house: it has 54 cards and 76 are needed" in said
    assert "Nearest deck that works: tarot." in said
