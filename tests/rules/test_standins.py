"""Decks that people own, card by card, against figures written out here once more.

Nothing here is read from the stand-ins that are tested: the pairs are built from the rules, with
plain loops, and the counts are numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from printkit.base.errors import PrintkitError
from printkit.cli import run
from printkit.model.load import deck_slugs, load, variant_slugs
from printkit.rules.standins import DeckMapping, ambiguous_pairs, can_stand_in, map_deck
from tests.rules.test_codes import deck
from tests.support.cases import each

Pairs = dict[str, str]
TAROTS = ("tarot", "tarot-en", "marseille")
CASINO = ("classic", "casino", "cloud-city")
COMMON = (
    *("rebel-alliance", "imperial", "corellian", "new-republic", "old-republic", "mos-eisley"),
    *("cloud-city-casino", "corporate-sector", "crseih-station", "random", "theory"),
)
CASINO_SPECIALS = [
    *("idiot", "queen-of-air-and-darkness", "endurance", "balance"),
    *("demise", "moderation", "evil-one", "star"),
]
COMMON_SPECIALS = [
    *("idiot", "jedi-master", "jedi-knight", "smuggler"),
    *("bounty-hunter", "lord-of-sith", "rancor", "dark-jedi"),
]
TAROT_SUITS = {"swords": "sabers", "batons": "staves", "cups": "flasks", "coins": "coins"}
NUMBERS = {"ace": 1} | {str(n): n for n in range(2, 11)}
TAROT_RANKS = [*NUMBERS, "jack", "knight", "queen", "king"]
POKER_RANKS = [*NUMBERS, "jack", "queen", "king"]
COURTS = {"jack": "11", "knight": "commander", "queen": "mistress", "king": "master"}


def sixty(lead: str = "") -> Pairs:
    """The cards 1 to Master of the four suits."""
    pairs: Pairs = {}
    for own, suit in TAROT_SUITS.items():
        for rank in TAROT_RANKS:
            meant = COURTS.get(rank) or str(NUMBERS[rank])
            pairs[f"{lead}{own}-{rank}"] = f"{suit}-{meant}"
    return pairs


def one_tarot(specials: list[str]) -> Pairs:
    pairs = sixty()
    pairs |= {"trump-1": "sabers-ace", "trump-3": "staves-ace"}
    pairs |= {"trump-4": "flasks-ace", "trump-5": "coins-ace"}
    first = ["excuse", *(f"trump-{n}" for n in (2, 8, 11, 13, 14, 15, 17))]
    second = [f"trump-{n}" for n in (21, 6, 7, 9, 10, 12, 16, 18)]
    for own in (first, second):
        pairs |= dict(zip(own, specials, strict=True))
    return pairs


def two_tarots(specials: list[str]) -> Pairs:
    pairs = sixty("1:")
    pairs |= {f"2:{own}-ace": f"{suit}-ace" for own, suit in TAROT_SUITS.items()}
    own = ["excuse", *(f"trump-{n}" for n in (2, 8, 11, 13, 14, 15, 17))]
    for number in (1, 2):
        pairs |= {f"{number}:{name}": meant for name, meant in zip(own, specials, strict=True)}
    return pairs


def same_tarot(leads: tuple[str, ...]) -> Pairs:
    names = [f"{suit}-{rank}" for suit in TAROT_SUITS for rank in TAROT_RANKS]
    names += ["excuse", *(f"trump-{n}" for n in range(1, 22))]
    return {f"{lead}{name}": name for lead in leads for name in names}


def same_poker(leads: tuple[str, ...]) -> Pairs:
    suits = ("spades", "diamonds", "hearts", "clubs")
    names = [f"{suit}-{rank}" for suit in suits for rank in POKER_RANKS]
    return {f"{lead}{name}": name for lead in leads for name in [*names, "joker-1", "joker-2"]}


def poker_from_tarot(suits: Pairs) -> Pairs:
    pairs = {
        f"{own}-{rank}": f"{suit}-{rank}" for own, suit in suits.items() for rank in POKER_RANKS
    }
    return pairs | {"excuse": "joker-1", "trump-21": "joker-2"}


def french_poker() -> Pairs:
    return poker_from_tarot(
        {"swords": "spades", "batons": "diamonds", "cups": "hearts", "coins": "clubs"}
    )


def english_poker() -> Pairs:
    return poker_from_tarot(
        {"swords": "spades", "coins": "diamonds", "cups": "hearts", "batons": "clubs"}
    )


def numbers(own: str, family: str) -> Pairs:
    """Ace to 6 of a suit as 1 to 6 of a family."""
    return {f"{own}-{rank}": f"{family}-{n}" for rank, n in NUMBERS.items() if n <= 6}


def kessel_from_tarot(blood: tuple[str, str], sand: tuple[str, str]) -> Pairs:
    pairs: Pairs = {}
    for family, (first, second), trump in (("blood", blood, 0), ("sand", sand, 10)):
        pairs |= numbers(first, family) | numbers(second, family)
        pairs |= {f"trump-{n + trump}": f"{family}-{n}" for n in range(1, 7)}
        for own in (f"{first}-jack", f"{second}-jack", f"{first}-knight"):
            pairs[own] = f"{family}-impostor"
        pairs[f"{first}-king"] = f"{family}-sylop"
    return pairs


def french_kessel() -> Pairs:
    return kessel_from_tarot(("cups", "batons"), ("swords", "coins"))


def kessel_from_poker() -> Pairs:
    pairs: Pairs = {"joker-1": "blood-sylop", "joker-2": "sand-sylop"}
    for family, first, second in (("blood", "hearts", "diamonds"), ("sand", "spades", "clubs")):
        pairs |= numbers(first, family) | numbers(second, family)
        third = ["7", "8", "9", "10", "jack", "queen"]
        pairs |= {f"{first}-{rank}": f"{family}-{n}" for n, rank in enumerate(third, 1)}
        for own in (f"{first}-king", f"{second}-king", f"{second}-queen"):
            pairs[own] = f"{family}-impostor"
    return pairs


def kessel_from_two() -> Pairs:
    pairs: Pairs = {}
    for number, family in ((1, "blood"), (2, "sand")):
        for suit in ("spades", "hearts", "diamonds"):
            pairs |= numbers(f"{number}:{suit}", family)
            pairs[f"{number}:{suit}-jack"] = f"{family}-impostor"
        pairs[f"{number}:joker-1"] = f"{family}-sylop"
    return pairs


def pazaak_from_two() -> Pairs:
    pairs: Pairs = {}
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        pairs |= {f"1:{suit}-{rank}": f"main-{n}" for rank, n in NUMBERS.items()}
    for plus, minus in (("spades", "hearts"), ("clubs", "diamonds")):
        pairs |= numbers(f"2:{plus}", "plus") | numbers(f"2:{minus}", "minus")
        for n, rank in enumerate(("jack", "queen", "king"), 1):
            pairs[f"2:{plus}-{rank}"] = f"plus-minus-{n}"
            pairs[f"2:{minus}-{rank}"] = f"plus-minus-{n + 3}"
    return pairs


def spike(suits: Pairs) -> Pairs:
    return {
        f"{own}-{rank}": f"{meant}-{n}"
        for own, meant in suits.items()
        for rank, n in NUMBERS.items()
    }


def spike_from_two() -> Pairs:
    black = {"1:spades": "circles-plus", "1:clubs": "triangles-plus", "2:spades": "squares-plus"}
    red = {
        "1:hearts": "circles-minus",
        "1:diamonds": "triangles-minus",
        "2:diamonds": "squares-minus",
    }
    return spike(black | red) | {"1:joker-1": "sylop", "1:joker-2": "sylop"}


def spike_from_tarot() -> Pairs:
    arms = {"swords": "circles-plus", "batons": "triangles-plus"}
    riches = {"cups": "circles-minus", "coins": "triangles-minus"}
    pairs = spike(arms | riches) | {"excuse": "sylop", "trump-21": "sylop"}
    pairs |= {f"trump-{n}": f"squares-plus-{n}" for n in range(1, 11)}
    return pairs | {f"trump-{n + 10}": f"squares-minus-{n}" for n in range(1, 11)}


def stickers(specials: list[str]) -> Pairs:
    """Two ordinary decks as one of 76: deck one 1 to 13, deck two Masters, Aces and specials."""
    suits = {"spades": "sabers", "clubs": "staves", "hearts": "flasks", "diamonds": "coins"}
    pairs: Pairs = {"1:joker-1": "idiot", "1:joker-2": "idiot"}
    for own, suit in suits.items():
        names = [*map(str, range(1, 12)), "commander", "mistress"]
        for rank, meant in zip(POKER_RANKS, names, strict=True):
            pairs[f"1:{own}-{rank}"] = f"{suit}-{meant}"
        pairs |= {f"2:{own}-king": f"{suit}-master", f"2:{own}-ace": f"{suit}-ace"}
    for own in ("spades", "clubs"):
        for n, special in enumerate(specials[1:], 2):
            pairs[f"2:{own}-{n}"] = special
    return pairs


# (decks, games, the pairs, how many cards are used, how many stay in the box)
SERVED: list[tuple[tuple[str, ...], tuple[str, ...], Callable[[], Pairs], int, int]] = [
    (TAROTS, CASINO, lambda: one_tarot(CASINO_SPECIALS), 76, 2),
    (TAROTS, COMMON, lambda: one_tarot(COMMON_SPECIALS), 76, 2),
    (TAROTS, ("tarot", "black-knight"), lambda: same_tarot(("",)), 78, 0),
    (("tarot", "marseille"), ("poker", "black-knight-54"), french_poker, 54, 24),
    (("tarot-en",), ("poker", "black-knight-54"), english_poker, 54, 24),
    (("tarot", "marseille"), ("kessel",), french_kessel, 44, 34),
    (TAROTS, ("corellian-spike",), spike_from_tarot, 62, 16),
    (("poker54",), ("poker", "black-knight", "black-knight-54"), lambda: same_poker(("",)), 54, 0),
    (("poker54",), ("kessel",), kessel_from_poker, 44, 10),
    (("two-poker54",), ("kessel",), kessel_from_two, 44, 64),
    (("two-poker54",), ("pazaak",), pazaak_from_two, 76, 32),
    (("two-poker54",), ("corellian-spike",), spike_from_two, 62, 46),
    (("two-poker54",), ("poker", "black-knight-54"), lambda: same_poker(("1:", "2:")), 108, 0),
    (("two-tarot",), CASINO, lambda: two_tarots(CASINO_SPECIALS), 76, 80),
    (("two-tarot",), COMMON, lambda: two_tarots(COMMON_SPECIALS), 76, 80),
    (("two-tarot",), ("tarot", "black-knight"), lambda: same_tarot(("1:", "2:")), 156, 0),
]
STICKERED: list[tuple[tuple[str, ...], tuple[str, ...], Callable[[], Pairs], int, int]] = [
    (("two-poker54",), CASINO, lambda: stickers(CASINO_SPECIALS), 76, 32),
    (("two-poker54",), COMMON, lambda: stickers(COMMON_SPECIALS), 76, 32),
]


def mapped(own: str, game: str, *, labels: bool = False) -> DeckMapping:
    return map_deck(deck(own, "standins"), deck(game), stickers=labels)


def pairs_of(mapping: DeckMapping) -> Counter[tuple[str, str]]:
    return Counter((entry.physical.id, entry.stands_for.id) for entry in mapping.entries)


def as_written(mapping: DeckMapping, pairs: Pairs, used: int, unused: int) -> bool:
    """Whether a mapping is these pairs, of so many cards, all others staying in the box."""
    left = {own.id for own in mapping.unused}
    return (
        pairs_of(mapping) == Counter(pairs.items())
        and (len(mapping.entries), len(mapping.unused)) == (used, unused)
        and not left & set(pairs)
        and mapping.missing == ()
    )


def spelt(
    rows: list[tuple[tuple[str, ...], tuple[str, ...], Callable[[], Pairs], int, int]],
) -> list[tuple[str, str, Callable[[], Pairs], int, int]]:
    return [
        (own, game, pairs, used, unused)
        for decks, games, pairs, used, unused in rows
        for own in decks
        for game in games
    ]


@each(("own", "game", "pairs", "used", "unused"), spelt(SERVED))
def test_each_card_stands_for_what_the_rules_say(
    own: str, game: str, pairs: Callable[[], Pairs], used: int, unused: int
) -> None:
    mapping = mapped(own, game)
    assert as_written(mapping, pairs(), used, unused)
    assert mapping.needed() == used


@each(("own", "game", "pairs", "used", "unused"), spelt(STICKERED))
def test_with_stickers_each_card_stands_for_what_is_on_it(
    own: str, game: str, pairs: Callable[[], Pairs], used: int, unused: int
) -> None:
    assert as_written(mapped(own, game, labels=True), pairs(), used, unused)
    assert not can_stand_in(deck(own, "standins"), deck(game))


def test_kessel_from_an_english_tarot_takes_either_reading_of_diamonds() -> None:
    """♥♦ are cups with pentacles by their signs, cups with wands by their names."""
    by_sign = kessel_from_tarot(("cups", "coins"), ("swords", "batons"))
    mapping = mapped("tarot-en", "kessel")
    assert any(as_written(mapping, pairs, 44, 34) for pairs in (by_sign, french_kessel()))


def test_pairs_that_are_wrong_are_seen() -> None:
    """Control: one trump for another, a card too few, another count."""
    mapping = mapped("tarot", "casino")
    right = one_tarot(CASINO_SPECIALS)
    assert as_written(mapping, right, 76, 2)
    wrong = right | {"trump-11": right["trump-13"], "trump-13": right["trump-11"]}
    assert not as_written(mapping, wrong, 76, 2)
    assert not as_written(mapping, {k: v for k, v in right.items() if k != "excuse"}, 76, 2)
    assert not as_written(mapping, right, 76, 3)


@pytest.mark.parametrize("own", ["tarot", "tarot-en", "marseille", "poker54", "two-tarot"])
def test_a_deck_serves_the_games_of_the_table_and_no_other(own: str) -> None:
    expected = {game for name, game, *_ in spelt(SERVED) if name == own}
    if own == "tarot-en":
        expected.add("kessel")
    assert {
        game for game in variant_slugs() if can_stand_in(deck(own, "standins"), deck(game))
    } == expected


def test_two_ordinary_decks_serve_more_with_stickers() -> None:
    own = deck("two-poker54", "standins")
    plain = {game for name, game, *_ in spelt(SERVED) if name == "two-poker54"}
    assert {game for game in variant_slugs() if can_stand_in(own, deck(game))} == plain
    labelled = {game for game in variant_slugs() if can_stand_in(own, deck(game), stickers=True)}
    assert labelled == plain | {*CASINO, *COMMON}


def test_the_table_names_every_deck() -> None:
    assert {name for name, *_ in spelt(SERVED)} == set(deck_slugs())


@pytest.mark.parametrize("own", TAROTS)
@pytest.mark.parametrize(
    ("game", "specials"), [("casino", CASINO_SPECIALS), ("imperial", COMMON_SPECIALS)]
)
def test_which_trump_is_which_special(own: str, game: str, specials: list[str]) -> None:
    trumps: dict[str, set[str]] = {}
    for entry in mapped(own, game).entries:
        if entry.stands_for.suit is None:
            trumps.setdefault(entry.stands_for.id, set()).add(
                entry.physical.id.removeprefix("trump-")
            )
    places = [("excuse", 21), (2, 6), (8, 7), (11, 9), (13, 10), (14, 12), (15, 16), (17, 18)]
    assert trumps == {name: set(map(str, at)) for name, at in zip(specials, places, strict=True)}
    assert {own.id for own in mapped(own, game).unused} == {"trump-19", "trump-20"}


@pytest.mark.parametrize("slug", [slug for slug in COMMON if slug not in ("random", "theory")])
def test_one_trump_of_each_special_has_its_number_in_the_casino(slug: str) -> None:
    """Of the two cards of a special one shows its size: 2, 8, 11, 13, 14, 15, 17."""
    by_id = {card.id: card for card in deck("casino").cards}
    for own, name in one_tarot(CASINO_SPECIALS).items():
        if own.removeprefix("trump-") in ("2", "8", "11", "13", "14", "15", "17"):
            assert by_id[name].values == (-int(own.removeprefix("trump-")),)
    assert mapped("tarot", slug).variant.slug == slug


@pytest.mark.parametrize(
    ("own", "game", "told"),
    [
        ("tarot", "casino", 36),  # 2 to 10 of four suits; −8 is not the 8 of trump 8
        ("tarot", "cloud-city", 43),  # and the seven trumps that are ± their number
        ("poker54", "kessel", 20),  # 2 to 6 of four suits
        ("tarot", "tarot", 57),  # 2 to 10 of four suits and the trumps
        ("two-poker54", "pazaak", 46),  # 36 of the main deck, 2 to 6 of two plus suits
    ],
)
def test_how_many_cards_show_what_they_count(own: str, game: str, told: int) -> None:
    assert mapped(own, game).face_value_count() == told


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


def test_like_faces_for_unlike_cards_are_told_apart() -> None:
    for own, game, apart in (
        ("two-poker54", "kessel", "backs"),
        ("two-poker54", "pazaak", "backs"),
        ("two-tarot", "casino", "marks"),
        ("two-tarot", "imperial", "marks"),
    ):
        mapping = mapped(own, game)
        assert mapping.standin.disambiguation == apart
        assert ambiguous_pairs(mapping.entries)
    for own, game, *_ in spelt(SERVED):
        mapping = mapped(own, game)
        if mapping.standin.disambiguation is None:
            assert not ambiguous_pairs(mapping.entries), (own, game)


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "game", "said"),
    [
        ("poker54", "casino", ["54 cards and 76 are needed, 22 are missing", "works: tarot."]),
        ("poker54", "tarot", ["54 cards and 78 are needed, 24 are missing", "works: tarot."]),
        (
            "poker54",
            "corellian-spike",
            ["54 cards and 62 are needed, 8 are", "works: two-poker54."],
        ),
        ("poker54", "pazaak", ["54 cards and 76 are needed", "works: two-poker54."]),
        (
            "two-poker54",
            "casino",
            ["54 faces for 68 unlike cards: 14 would clash", "works: tarot."],
        ),
        ("two-poker54", "casino", ["With stickers it can: --format labels."]),
        ("two-poker54", "tarot", ["108 cards, which are enough for 78, but 54 faces for 78"]),
        ("tarot", "pazaak", ["78 cards for 76, and no stand-in of it is known", "two-poker54."]),
        ("two-tarot", "kessel", ["works: tarot"]),
        (
            "tarot",
            "expansion",
            ["No deck that we know stands in for it; add [[standins]] to a deck of your own."],
        ),
    ],
)
def test_a_refusal_says_the_count_and_what_works(own: str, game: str, said: list[str]) -> None:
    with pytest.raises(PrintkitError) as caught:
        mapped(own, game)
    words = str(caught.value)
    assert words.startswith(f"{own} cannot stand in for {game}: ")
    assert [part for part in said if part not in words] == []


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
    right = one_tarot(CASINO_SPECIALS)
    right["trump-20"] = right.pop("trump-21")
    assert as_written(mapping, right, 76, 2)
    assert as_written(map_deck(own, deck("kessel")), french_kessel(), 44, 34)


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
    assert as_written(map_deck(own, game), {"penny": "moon", "dime": "sun"}, 2, 0)


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
    assert as_written(map_deck(own, deck("kessel")), {"penny": "sun"}, 1, 0)


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
