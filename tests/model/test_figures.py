"""The figures of all our decks and games, against the published ones, copied here by hand.

Sources: the casino list of 76 cards, the table of the nine local sets, the signed specials of Cloud
City, the tarot and the ordinary deck as they are sold, the 44 cards and sixteen tokens of Kessel,
Pazaak's main deck of 40 and the sheet of 36 side cards, the 62 cards of the Corellian Spike. Where
sources disagree, `test_notes_name_what_sources_disagree_on` says that a person is told. Nothing
here is computed from the definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from printkit.model.cards import Card
from printkit.model.fields import Bounds, Value, evolve
from printkit.model.load import variant_slugs
from printkit.model.play import CardPattern, Exchange, MoreExchange
from printkit.model.variant import Variant
from tests.support.cases import each
from tests.support.decks import variant

Figures = dict[str, tuple[tuple[int, ...], int]]

MINUS = "\u2212"
NUMBERS = {str(n): n for n in range(1, 12)}
RANKED = {"commander": 12, "mistress": 13, "master": 14, "ace": 15}

# The sixty cards that all decks of 76 share.
SIXTY: Figures = {
    f"{suit}-{rank}": ((value,), 1)
    for suit in ("sabers", "staves", "flasks", "coins")
    for rank, value in (NUMBERS | RANKED).items()
}

CASINO: Figures = {
    **SIXTY,
    "idiot": ((0,), 2),
    "queen-of-air-and-darkness": ((-2,), 2),
    "endurance": ((-8,), 2),
    "balance": ((-11,), 2),
    "demise": ((-13,), 2),
    "moderation": ((-14,), 2),
    "evil-one": ((-15,), 2),
    "star": ((-17,), 2),
}

CLOUD_CITY: Figures = {
    **SIXTY,
    "idiot": ((0,), 2),
    "queen-of-air-and-darkness": ((-2, 2), 2),
    "endurance": ((-8, 8), 2),
    "balance": ((-11, 11), 2),
    "demise": ((-13, 13), 2),
    "moderation": ((-14, 14), 2),
    "evil-one": ((-15, 15), 2),
    "star": ((-17, 17), 2),
}

# The columns of the table of local sets.
SPECIALS = (
    "jedi-master",
    "jedi-knight",
    "smuggler",
    "bounty-hunter",
    "lord-of-sith",
    "rancor",
    "dark-jedi",
)
LOCAL_VALUES = {
    "rebel-alliance": (4, 3, 5, 9, -10, 7, 12),
    "imperial": (-9, 15, 7, 3, 4, 7, 3),
    "corellian": (-13, 10, 4, 3, 11, 4, 11),
    "new-republic": (3, 4, 4, 10, -11, 8, 12),
    "old-republic": (3, 3, 10, 9, 10, 9, -14),
    "cloud-city-casino": (6, 4, 5, 7, -8, 7, 9),
    "corporate-sector": (8, -7, 6, 3, 8, 5, 7),
    "crseih-station": (-6, 8, 6, 6, 4, 7, 5),
    "mos-eisley": (8, 7, 6, 5, 10, 5, -11),
}
LOCAL_ARRAYS = {
    "rebel-alliance": ("Force Array", (
        CardPattern(count=2, card="jedi-knight"),
        CardPattern(count=1, rank="ace"),
    )),
    "imperial": ("Sith Array", (
        CardPattern(count=1, card="lord-of-sith"),
        CardPattern(count=1, rank="commander"),
        CardPattern(count=1, rank="ace"),
    )),
    "corellian": ("Smuggler’s Array", (
        CardPattern(count=2, card="smuggler"),
        CardPattern(count=1, suit="coins", kind="numbered"),
    )),
    "new-republic": ("Republic Array", (
        CardPattern(count=1, card="jedi-knight"),
        CardPattern(count=1, card="jedi-master"),
        CardPattern(count=1, card="smuggler"),
    )),
    "old-republic": ("Jedi Array", (
        CardPattern(count=1, card="jedi-knight"),
        CardPattern(count=1, card="jedi-master"),
        CardPattern(count=1, suit="sabers", kind="numbered"),
    )),
    "cloud-city-casino": ("Partnership Array", (
        CardPattern(count=2, card="smuggler"),
        CardPattern(count=1, card="jedi-knight"),
    )),
    "corporate-sector": ("Hunted Array", (
        CardPattern(count=2, card="bounty-hunter"),
        CardPattern(count=1, suit="coins", kind="numbered"),
    )),
    "crseih-station": ("Temporal Array", (CardPattern(count=4, suit="flasks"),)),
    "mos-eisley": ("Criminal Array", (
        CardPattern(count=1, card="smuggler"),
        CardPattern(count=1, card="bounty-hunter"),
        CardPattern(count=1, suit="coins", kind="numbered"),
    )),
}  # fmt: skip
LOCAL_EXCHANGES = {
    "rebel-alliance": Exchange(counts=(0, 1, 2, 3)),
    "imperial": Exchange(counts=(2,)),
    "corellian": Exchange(counts=(2, 3, 4)),
    "new-republic": Exchange(counts=(1, 3)),
    "old-republic": Exchange(
        counts=(0, 1, 2), more=MoreExchange(holding=("jedi-master",), counts=(3, 4))
    ),
    "cloud-city-casino": Exchange(counts=(2, 4)),
    "corporate-sector": Exchange(counts=(3,)),
    "crseih-station": Exchange(counts=(0, 1, 2)),
    "mos-eisley": Exchange(
        counts=(1,), more=MoreExchange(holding=("bounty-hunter", "smuggler"), counts=(1, 2, 3, 4))
    ),
}


def local(slug: str) -> Figures:
    own = zip(SPECIALS, LOCAL_VALUES[slug], strict=True)
    return {**SIXTY, "idiot": ((0,), 2), **{card: ((value,), 2) for card, value in own}}


def common() -> Figures:
    """The common deck without a set: each special may have the value of any of the nine."""
    columns = zip(*LOCAL_VALUES.values(), strict=True)
    return {
        **SIXTY,
        "idiot": ((0,), 2),
        **{
            card: (tuple(sorted(set(column))), 2)
            for card, column in zip(SPECIALS, columns, strict=True)
        },
    }


TAROT: Figures = {
    **{
        f"{suit}-{rank}": (values, 1)
        for suit in ("swords", "batons", "cups", "coins")
        for rank, values in {
            "ace": (1, 15),
            **{str(n): (n,) for n in range(2, 11)},
            "jack": (11,),
            "knight": (12,),
            "queen": (13,),
            "king": (14,),
        }.items()
    },
    **{f"trump-{n}": ((n,), 1) for n in range(1, 22)},
    "excuse": ((0,), 1),
}

POKER: Figures = {
    **{
        f"{suit}-{rank}": (values, 1)
        for suit in ("spades", "hearts", "diamonds", "clubs")
        for rank, values in {
            "ace": (1, 14),
            **{str(n): (n,) for n in range(2, 11)},
            "jack": (11,),
            "queen": (12,),
            "king": (13,),
        }.items()
    },
    "joker-1": ((0,), 1),
    "joker-2": ((0,), 1),
}

KESSEL: Figures = {
    **{f"{s}-{n}": ((n,), 3) for s in ("blood", "sand") for n in range(1, 7)},
    "blood-impostor": ((1, 2, 3, 4, 5, 6), 3),
    "sand-impostor": ((1, 2, 3, 4, 5, 6), 3),
    "blood-sylop": ((0, 1, 2, 3, 4, 5, 6), 1),
    "sand-sylop": ((0, 1, 2, 3, 4, 5, 6), 1),
}

PAZAAK: Figures = {
    **{f"main-{n}": ((n,), 4) for n in range(1, 11)},
    **{f"plus-{n}": ((n,), 2) for n in range(1, 7)},
    **{f"minus-{n}": ((-n,), 2) for n in range(1, 7)},
    **{f"plus-minus-{n}": ((-n, n), 2) for n in range(1, 7)},
    "blank": ((), 5),
}

SPIKE: Figures = {
    **{
        f"{suit}-{way}-{n}": ((sign * n,), 1)
        for suit in ("circles", "triangles", "squares")
        for way, sign in (("plus", 1), ("minus", -1))
        for n in range(1, 11)
    },
    "sylop": ((0,), 2),
}

EXPANSION: Figures = dict.fromkeys(
    ("wheel", "luck", "hazard", "satellite", "damaged-starship"), ((), 2)
)

FIGURES: dict[str, Figures] = {
    "classic": CASINO,
    "casino": CASINO,
    "cloud-city": CLOUD_CITY,
    **{slug: local(slug) for slug in LOCAL_VALUES},
    "random": common(),
    "theory": common(),
    "tarot": TAROT,
    "black-knight": TAROT,
    "poker": POKER,
    "black-knight-54": POKER,
    "kessel": KESSEL,
    "pazaak": PAZAAK,
    "corellian-spike": SPIKE,
    "expansion": EXPANSION,
}
# Cards, distinct ones, and who may play.
SIZES = {
    **dict.fromkeys(("classic", "casino", "cloud-city"), (76, 68, (2, 8))),
    **dict.fromkeys((*LOCAL_VALUES, "random", "theory"), (76, 68, (2, 8))),
    "tarot": (78, 78, (2, 12)),
    "black-knight": (78, 78, (2, 7)),
    "poker": (54, 54, (2, 12)),
    "black-knight-54": (54, 54, (2, 7)),
    "kessel": (44, 16, (2, 4)),
    "pazaak": (81, 29, (2, 2)),
    "corellian-spike": (62, 61, (2, 8)),
    "expansion": (10, 5, (2, 8)),
}
EVERY = tuple(FIGURES)
LOCAL = (*LOCAL_VALUES, "random", "theory")


def by_id(found: Variant) -> dict[str, Card]:
    return {card.id: card for card in found.cards}


def figures(found: Variant) -> Figures:
    assert len(by_id(found)) == len(found.cards), "no id twice"
    return {card.id: (card.values, card.copies) for card in found.cards}


# --- every variant -------------------------------------------------------------------------------


def test_all_variants_have_figures_here() -> None:
    assert sorted(FIGURES) == sorted(SIZES) == variant_slugs()
    assert len(variant_slugs()) == 22


@each("slug", EVERY)
def test_ids_values_and_copies(slug: str) -> None:
    assert figures(variant(slug)) == FIGURES[slug]


@each("slug", EVERY)
def test_totals_and_players(slug: str) -> None:
    found = variant(slug)
    assert (found.total, len(found.cards), (found.players.min, found.players.max)) == SIZES[slug]


def test_the_figures_see_another_value_copy_or_card() -> None:
    casino = variant("casino")
    first = casino.cards[0]
    for wrong in (evolve(first, value=Value((2,))), evolve(first, copies=2), evolve(first, id="x")):
        assert figures(casino.with_cards((wrong, *casino.cards[1:]))) != CASINO
    assert figures(casino.with_cards(casino.cards[1:])) != CASINO


def texts(found: Variant) -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of a variant, with where it stands."""
    yield "title", dict(found.name)
    yield "summary", dict(found.summary)
    for family in found.families.values():
        yield "title", dict(family.name)
    for card in found.cards:
        yield card.id, dict(card.name)
    for suit in found.suits.values():
        yield "suit", dict(suit.name)
    for thing in found.materials:
        yield thing.id, dict(thing.name)
    for hue in found.counting.hues:
        yield "hue", dict(hue.name)
    for told in (*found.hands, *found.options, *found.tokens):
        yield told.id, dict(told.name)
        yield told.id, dict(told.how)
    for note in found.notes:
        yield "note", dict(note)


@each("slug", EVERY)
def test_every_text_is_there_in_both_languages(slug: str) -> None:
    for where, text in texts(variant(slug)):
        assert set(text) == {"en", "fr"}, where
        assert all(words.strip() and "{" not in words for words in text.values()), where
        if where == "note":
            assert text["en"] != text["fr"]


def numbers(words: str) -> list[str]:
    """The figures in a text; English writes the ranks of cards out where it has more than one."""
    return sorted(re.findall(r"\d+", words.replace("tens", "10")))


@each("slug", EVERY)
def test_both_languages_say_the_same_figures(slug: str) -> None:
    wrong = [
        (where, text)
        for where, text in texts(variant(slug))
        if where != "title" and numbers(text["en"]) != numbers(text["fr"])
    ]
    assert wrong == []
    assert numbers("−23, 4 and 23") == ["23", "23", "4"]
    assert numbers("2 cards") != numbers("3 cartes")


# --- names ---------------------------------------------------------------------------------------

SUITS = {
    "casino": {
        "sabers": ("Sabers", "Sabres"),
        "staves": ("Staves", "Bâtons"),
        "flasks": ("Flasks", "Flasques"),
        "coins": ("Coins", "Pièces"),
    },
    "tarot": {
        "swords": ("Swords", "Épées"),
        "batons": ("Batons", "Bâtons"),
        "cups": ("Cups", "Coupes"),
        "coins": ("Coins", "Deniers"),
        "trump": ("Trumps", "Atouts"),
    },
    "poker": {
        "spades": ("Spades", "Piques"),
        "hearts": ("Hearts", "Cœurs"),
        "diamonds": ("Diamonds", "Carreaux"),
        "clubs": ("Clubs", "Trèfles"),
    },
    "kessel": {"blood": ("Blood", "Sang"), "sand": ("Sand", "Sable")},
}
SUITS |= dict.fromkeys(("classic", "cloud-city", *LOCAL), SUITS["casino"])
SUITS |= {"black-knight": SUITS["tarot"], "black-knight-54": SUITS["poker"]}
RANKS_OF_THE_SIXTY = {
    "commander": ("Commander of {}", "Commandeur de {}"),
    "mistress": ("Mistress of {}", "Maîtresse de {}"),
    "master": ("Master of {}", "Maître de {}"),
    "ace": ("Ace of {}", "As de {}"),
}
OF_THE_TAROT = {
    "swords": ("of Swords", "d’Épée"),
    "batons": ("of Batons", "de Bâton"),
    "cups": ("of Cups", "de Coupe"),
    "coins": ("of Coins", "de Denier"),
}
OF_THE_54 = {
    "spades": ("of Spades", "de Pique"),
    "hearts": ("of Hearts", "de Cœur"),
    "diamonds": ("of Diamonds", "de Carreau"),
    "clubs": ("of Clubs", "de Trèfle"),
}
COURTS = {
    "ace": ("Ace", "As"),
    "jack": ("Jack", "Valet"),
    "knight": ("Knight", "Cavalier"),
    "queen": ("Queen", "Dame"),
    "king": ("King", "Roi"),
}
CASINO_SPECIALS = {
    "idiot": ("The Idiot", "L’Idiot"),
    "queen-of-air-and-darkness": (
        "Queen of Air and Darkness",
        "La Reine de l’Air et des Ténèbres",
    ),
    "endurance": ("Endurance", "L’Endurance"),
    "balance": ("Balance", "L’Équilibre"),
    "demise": ("Demise", "L’Échec"),
    "moderation": ("Moderation", "La Modération"),
    "evil-one": ("The Evil One", "Le Malin"),
    "star": ("The Star", "L’Étoile"),
}
COMMON_SPECIALS = {
    "idiot": ("The Idiot", "L’Idiot"),
    "jedi-master": ("Jedi Master", "Maître Jedi"),
    "jedi-knight": ("Jedi Knight", "Chevalier Jedi"),
    "smuggler": ("Smuggler", "Contrebandier"),
    "bounty-hunter": ("Bounty Hunter", "Chasseur de primes"),
    "lord-of-sith": ("Lord of Sith", "Seigneur du Sith"),
    "rancor": ("Rancor", "Rancor"),
    "dark-jedi": ("Dark Jedi", "Jedi sombre"),
}
EXPANSION_NAMES = {
    "wheel": ("The Wheel", "La Roue"),
    "luck": ("Luck", "La Chance"),
    "hazard": ("Hazard", "Le Hasard"),
    "satellite": ("The Satellite", "Le Satellite"),
    "damaged-starship": ("Damaged Starship", "Le Vaisseau endommagé"),
}


def sixty_names() -> dict[str, tuple[str, str]]:
    found = {}
    for suit, (english, french) in SUITS["casino"].items():
        for n in range(1, 12):
            found[f"{suit}-{n}"] = (f"{n} of {english}", f"{n} de {french}")
        for rank, (en, fr) in RANKS_OF_THE_SIXTY.items():
            found[f"{suit}-{rank}"] = (en.format(english), fr.format(french))
    return found


def suited_names(
    ofs: dict[str, tuple[str, str]], courts: tuple[str, ...]
) -> dict[str, tuple[str, str]]:
    ranks = {**{str(n): (str(n), str(n)) for n in range(2, 11)}, **{c: COURTS[c] for c in courts}}
    return {
        f"{suit}-{rank}": (f"{en} {of_en}", f"{fr} {of_fr}")
        for suit, (of_en, of_fr) in ofs.items()
        for rank, (en, fr) in ranks.items()
    }


TAROT_NAMES = {
    **suited_names(OF_THE_TAROT, ("ace", "jack", "knight", "queen", "king")),
    **{f"trump-{n}": (f"Trump {n}", f"Atout {n}") for n in range(1, 22)},
    "excuse": ("The Excuse", "L’Excuse"),
}
POKER_NAMES = {
    **suited_names(OF_THE_54, ("ace", "jack", "queen", "king")),
    "joker-1": ("First Joker", "Premier joker"),
    "joker-2": ("Second Joker", "Second joker"),
}
KESSEL_NAMES = {
    f"{suit}-{rank}": (en, fr)
    for suit, english, french in (("blood", "Blood", "Sang"), ("sand", "Sand", "Sable"))
    for rank, en, fr in (
        *((str(n), f"{n} of {english}", f"{n} de {french}") for n in range(1, 7)),
        ("impostor", f"{english} Impostor", f"Imposteur de {french}"),
        ("sylop", f"{english} Sylop", f"Sylop de {french}"),
    )
}
PAZAAK_NAMES = {
    **{f"main-{n}": (f"Main card {n}", f"Carte principale {n}") for n in range(1, 11)},
    **{f"plus-{n}": (f"Plus {n}", f"Plus {n}") for n in range(1, 7)},
    **{f"minus-{n}": (f"Minus {n}", f"Moins {n}") for n in range(1, 7)},
    **{f"plus-minus-{n}": (f"Plus or minus {n}", f"Plus ou moins {n}") for n in range(1, 7)},
    "blank": ("Blank side card", "Carte secondaire vierge"),
}
SPIKE_NAMES = {
    **{
        f"{suit}-{way}-{n}": (f"{sign}{n} of {english}", f"{sign}{n} de {french}")
        for suit, english, french in (
            ("circles", "Circles", "Cercles"),
            ("triangles", "Triangles", "Triangles"),
            ("squares", "Squares", "Carrés"),
        )
        for way, sign in (("plus", "+"), ("minus", MINUS))
        for n in range(1, 11)
    },
    "sylop": ("Sylop", "Sylop"),
}
NAMES = {
    **{slug: sixty_names() | CASINO_SPECIALS for slug in ("classic", "casino", "cloud-city")},
    **{slug: sixty_names() | COMMON_SPECIALS for slug in LOCAL},
    "tarot": TAROT_NAMES,
    "black-knight": TAROT_NAMES,
    "poker": POKER_NAMES,
    "black-knight-54": POKER_NAMES,
    "kessel": KESSEL_NAMES,
    "pazaak": PAZAAK_NAMES,
    "corellian-spike": SPIKE_NAMES,
    "expansion": EXPANSION_NAMES,
}
GAMES = {
    "classic": ("Classic Sabacc", "Sabacc classique"),
    "casino": ("Casino Sabacc", "Sabacc de casino"),
    "cloud-city": ("Cloud City Sabacc", "Sabacc de la Cité des Nuages"),
    "rebel-alliance": ("Rebel Alliance Sabacc", "Sabacc de l’Alliance rebelle"),
    "imperial": ("Imperial Sabacc", "Sabacc impérial"),
    "corellian": ("Corellian Sabacc", "Sabacc corellien"),
    "new-republic": ("New Republic Sabacc", "Sabacc de la Nouvelle République"),
    "old-republic": ("Old Republic Sabacc", "Sabacc de l’Ancienne République"),
    "cloud-city-casino": (
        "Cloud City Casino Sabacc",
        "Sabacc du casino de\u00a0la Cité des Nuages",
    ),
    "corporate-sector": ("Corporate Sector Sabacc", "Sabacc du Secteur corporatif"),
    "crseih-station": ("Crseih Station Sabacc", "Sabacc de la station Crseih"),
    "mos-eisley": ("Mos Eisley Sabacc", "Sabacc de Mos Eisley"),
    "random": ("Random Sabacc", "Sabacc aléatoire"),
    "theory": ("Sabacc in Theory", "Sabacc en théorie"),
    "tarot": ("Tarot Sabacc", "Sabacc au tarot"),
    "poker": ("Poker-Deck Sabacc", "Sabacc à 54 cartes"),
    "black-knight": ("Black Knight", "Black Knight"),
    "black-knight-54": ("Black Knight, 54 cards", "Black Knight à 54 cartes"),
    "kessel": ("Kessel Sabacc", "Sabacc de Kessel"),
    "pazaak": ("Pazaak", "Pazaak"),
    "corellian-spike": ("Corellian Spike", "Spike corellien"),
    "expansion": ("Sabacc Expansion", "Extension de sabacc"),
}


@each("slug", EVERY)
def test_each_card_has_its_name_in_both_languages(slug: str) -> None:
    found = {card.id: (card.name["en"], card.name["fr"]) for card in variant(slug).cards}
    assert found == NAMES[slug]
    assert len({en for en, _ in found.values()}) == len(found), "no name twice"
    assert len({fr for _, fr in found.values()}) == len(found)


@each("slug", EVERY)
def test_each_game_has_its_name(slug: str) -> None:
    assert (variant(slug).name["en"], variant(slug).name["fr"]) == GAMES[slug]


@each("slug", SUITS)
def test_suits_have_the_names_of_the_sources(slug: str) -> None:
    found = {key: (s.name["en"], s.name["fr"]) for key, s in variant(slug).suits.items()}
    assert found == SUITS[slug]


# --- counting and hands --------------------------------------------------------------------------

# System, limit, floor, bombs, what a sign means, cards of a hand.
BY_SUM = ("sum", 23, -23, (0,), "counts", 4)
COUNTING = {
    "classic": (*BY_SUM[:5], None),
    "casino": BY_SUM,
    "cloud-city": ("sum", 23, -23, (0,), "ties", 4),
    **dict.fromkeys((*LOCAL_VALUES, "random"), BY_SUM),
    "theory": ("past", 23, None, (), "counts", 4),
    "tarot": ("hues", 23, None, (), "ignored", 3),
    "poker": ("hues", 23, None, (), "ignored", 3),
    "black-knight": ("hues", 23, None, (), "ignored", None),
    "black-knight-54": ("hues", 23, None, (), "ignored", None),
    "kessel": ("difference", None, None, (), "counts", 2),
    "pazaak": ("sum", 20, None, (), "counts", None),
    "corellian-spike": ("sum", None, None, (), "ties", None),
}
HUES = {
    "tarot": ({"swords", "batons"}, {"cups", "coins"}),
    "black-knight": ({"swords", "batons"}, {"cups", "coins"}),
    "poker": ({"spades", "diamonds"}, {"hearts", "clubs"}),
    "black-knight-54": ({"spades", "diamonds"}, {"hearts", "clubs"}),
}
TO_23 = ["idiots-array", "pure-sabacc", "highest-total"]
OF_THREE = ["grand-sabacc", "little-sabacc", "idiots-sabacc", "triple-idiot", "nearest-23"]
HANDS = {
    "classic": TO_23,
    "casino": TO_23,
    "cloud-city": ["idiots-array", "pure-sabacc", "nearest-23"],
    "rebel-alliance": ["force-array", *TO_23],
    "imperial": ["sith-array", *TO_23],
    "corellian": ["smugglers-array", *TO_23],
    "new-republic": ["republic-array", *TO_23],
    "old-republic": ["jedi-array", *TO_23],
    "cloud-city-casino": ["partnership-array", *TO_23],
    "corporate-sector": ["hunted-array", *TO_23],
    "crseih-station": ["temporal-array", *TO_23],
    "mos-eisley": ["criminal-array", *TO_23],
    "random": ["local-array", *TO_23],
    "theory": ["pure-sabacc", "sabacc", "idiot-combination", "highest-score"],
    "tarot": OF_THREE,
    "black-knight": OF_THREE,
    "poker": [hand for hand in OF_THREE if hand != "little-sabacc"],
    "black-knight-54": [hand for hand in OF_THREE if hand != "little-sabacc"],
    "kessel": ["pure-sabacc", "sabacc", "smallest-difference"],
    "pazaak": ["twenty", "highest-total"],
    "corellian-spike": [
        *("pure-sabacc", "full-sabacc", "fleet", "yee-haa", "rhylet", "squadron", "gee-whiz"),
        *("straight-khyron", "banthas-wild", "rule-of-two", "sabacc", "zero", "nulrhek"),
    ],
    "expansion": [],
}
IDIOTS_ARRAY = (
    CardPattern(count=1, card="idiot"),
    CardPattern(count=1, rank="2"),
    CardPattern(count=1, rank="3"),
)


@each("slug", COUNTING)
def test_counting(slug: str) -> None:
    c = variant(slug).counting
    assert (c.system, c.limit, c.floor, c.bombs, c.sign, c.cards) == COUNTING[slug]
    assert c.each_family == (slug == "kessel")


@each("slug", EVERY)
def test_arms_and_riches(slug: str) -> None:
    hues = variant(slug).counting.hues
    assert tuple(set(hue.suits) for hue in hues) == HUES.get(slug, ())
    if hues:
        assert [dict(hue.name) for hue in hues] == [
            {"en": "Arms", "fr": "Armes"},
            {"en": "Riches", "fr": "Richesses"},
        ]


@each("slug", EVERY)
def test_hands_from_best_to_worst(slug: str) -> None:
    hands = variant(slug).hands
    assert [hand.id for hand in hands] == HANDS[slug]


@each("slug", ["classic", "casino", "cloud-city", *LOCAL_VALUES, "random"])
def test_idiots_array_and_pure_sabacc(slug: str) -> None:
    *_, array, pure, _ = variant(slug).hands
    assert (dict(array.name), array.cards) == (
        {"en": "Idiot’s Array", "fr": "Étalage de l’Idiot"},
        IDIOTS_ARRAY,
    )
    assert array.exact == (slug == "classic"), "two cards to begin with: a fourth spoils it"
    assert (dict(pure.name), pure.total) == (
        {"en": "Pure Sabacc", "fr": "Sabacc pur"},
        Bounds(23, 23),
    )
    assert array.pot
    assert pure.pot


# --- local sets ----------------------------------------------------------------------------------


@each("slug", LOCAL_VALUES)
def test_local_values_in_the_order_of_the_table(slug: str) -> None:
    cards = by_id(variant(slug))
    assert tuple(cards[card].values[0] for card in SPECIALS) == LOCAL_VALUES[slug]
    negative = [card for card in SPECIALS if cards[card].values[0] < 0]
    assert len(negative) == 1, "each set has exactly one negative special"
    assert cards[negative[0]].index == f"{MINUS}{-cards[negative[0]].values[0]}"


@each("slug", LOCAL_VALUES)
def test_local_array_comes_first_and_takes_the_pot(slug: str) -> None:
    first = variant(slug).hands[0]
    assert (first.name["en"], first.cards) == LOCAL_ARRAYS[slug]
    assert first.name["fr"].startswith("Étalage ")
    assert (first.pot, first.exact) == (True, False)


@each("slug", EVERY)
def test_exchanges(slug: str) -> None:
    assert variant(slug).exchange == LOCAL_EXCHANGES.get(slug)


@each("slug", EVERY)
def test_the_nine_sets_are_named_by_the_common_deck(slug: str) -> None:
    rule = {"random": "all", "theory": "values"}
    assert variant(slug).sets == (tuple(LOCAL_VALUES) if slug in LOCAL else ())
    assert variant(slug).sets_rule == rule.get(slug)


@each("slug", EVERY)
def test_values_that_a_set_gives_can_be_left_blank(slug: str) -> None:
    varying = [card for card in variant(slug).cards if card.varies]
    assert [card.id for card in varying] == (list(SPECIALS) if slug in LOCAL else [])
    unset = slug in ("random", "theory")
    assert {card.rule for card in varying} <= {"set" if unset else None}
    if unset:
        assert {card.index for card in varying} == {""}


# --- the casino deck -----------------------------------------------------------------------------


def test_casino_has_four_suits_of_fifteen_and_sixteen_specials() -> None:
    cards = variant("casino").cards
    for suit in ("sabers", "staves", "flasks", "coins"):
        own = [card for card in cards if card.suit == suit]
        assert [card.values for card in own] == [(n,) for n in range(1, 16)]
        assert [card.kind for card in own] == ["numbered"] * 11 + ["ranked"] * 4
    specials = [card for card in cards if card.suit is None]
    assert sum(card.copies for card in specials) == 16
    assert [card.kind for card in specials] == [None] * 8
    assert {card.family for card in cards} == {"deck"}
    assert len({str(card.emblem) for card in specials}) == 8  # an emblem of its own each


def test_casino_hands_from_best_to_worst() -> None:
    array, pure, highest = variant("casino").hands
    assert array.cards == (
        CardPattern(count=1, card="idiot"),
        CardPattern(count=1, rank="2"),
        CardPattern(count=1, rank="3"),
    )
    assert pure.total == Bounds(23, 23)
    assert highest.total == Bounds(-23, 22)
    assert highest.best == "highest"


def test_kessel_has_two_families_of_22_with_backs_of_their_own() -> None:
    kessel = variant("kessel")
    for family in ("blood", "sand"):
        own = [card for card in kessel.cards if card.family == family]
        assert sum(card.copies for card in own) == 22
        assert {card.suit for card in own} == {family}
        assert all(card.id.startswith(f"{family}-") for card in own)
    assert len({str(family.back.design) for family in kessel.families.values()}) == 2


def test_kessel_rules_of_value() -> None:
    rules = {card.id: card.rule for card in variant("kessel").cards if card.rule}
    assert rules == {
        "blood-impostor": "dice",
        "sand-impostor": "dice",
        "blood-sylop": "copy",
        "sand-sylop": "copy",
    }


def test_kessel_hands_from_best_to_worst() -> None:
    pure, sabacc, smallest = variant("kessel").hands
    assert pure.cards == (CardPattern(count=2, rank="sylop"),)
    assert (sabacc.difference, sabacc.best) == (Bounds(0, 0), "lowest")
    assert (smallest.difference, smallest.best) == (Bounds(1, 6), "lowest"), (
        "0 and 6 with a Markdown"
    )


def test_kessel_table() -> None:
    kessel = variant("kessel")
    per_player = {thing.id: thing.per_player for thing in kessel.materials}
    counts = {thing.id: thing.count_for(kessel.players.max) for thing in kessel.materials}
    assert (kessel.players.min, kessel.players.max) == (2, 4)
    assert per_player["chip"] == 8
    assert counts["chip"] == 32
    assert counts["die"] == 2
    assert counts["influence-token"] == 16


def test_pazaak_main_deck_is_40_and_a_side_sheet_36_and_five_blanks() -> None:
    pazaak = variant("pazaak")
    main = [card for card in pazaak.cards if card.family == "main"]
    side = [card for card in pazaak.cards if card.family == "side"]
    assert sum(card.copies for card in main) == 40
    assert sum(card.copies for card in side if card.id != "blank") == 36
    assert [card.copies for card in side if card.id == "blank"] == [5]
    assert all(card.id.startswith("main-") for card in main)
    assert not any(card.per_player for card in main)
    assert all(card.per_player for card in side)
    assert sum(card.copies_for(2) for card in pazaak.cards) == 40 + 2 * (36 + 5)
    assert pazaak.families["main"].back != pazaak.families["side"].back
    assert (pazaak.players.min, pazaak.players.max) == (2, 2)


@pytest.mark.parametrize(
    ("card", "index"),
    [
        ("main-7", "7"),
        ("plus-3", "+3"),
        ("minus-3", f"{MINUS}3"),
        ("plus-minus-3", "+3"),
    ],
)
def test_pazaak_corner_says_the_sign(card: str, index: str) -> None:
    assert by_id(variant("pazaak"))[card].index == index


def test_pazaak_turned_card_is_negative() -> None:
    for number in range(1, 7):
        turned = by_id(variant("pazaak"))[f"plus-minus-{number}"].turned
        assert turned is not None
        assert turned.index == f"{MINUS}{number}"
        assert turned.colour == "pazaak-minus"


def test_pazaak_hands() -> None:
    twenty, highest = variant("pazaak").hands
    assert twenty.total == Bounds(20, 20)
    assert highest.total == Bounds(None, 19)


@pytest.mark.parametrize(
    ("card", "index"),
    [("sabers-11", "11"), ("sabers-ace", "15"), ("idiot", "0"), ("star", f"{MINUS}17")],
)
def test_casino_corner_is_the_value_with_a_real_minus(card: str, index: str) -> None:
    assert by_id(variant("casino"))[card].index == index


# --- cloud city ----------------------------------------------------------------------------------


def test_cloud_city_specials_count_on_either_side() -> None:
    cards = by_id(variant("cloud-city"))
    signed = {key: card.index for key, card in cards.items() if len(card.values) == 2}
    assert signed == {
        "queen-of-air-and-darkness": "±2",
        "endurance": "±8",
        "balance": "±11",
        "demise": "±13",
        "moderation": "±14",
        "evil-one": "±15",
        "star": "±17",
    }
    assert variant("cloud-city").hands[-1].total == Bounds(-23, 22)


def test_cloud_city_tournament_contract_and_lore() -> None:
    kinds = {option.id: option.kind for option in variant("cloud-city").options}
    assert kinds == {
        "tournament": "form",
        "contract": "form",
        "jabbas-palace": "lore",
        "dune-sea": "lore",
        "narrow-field": "rule",
        "gentle-bombs": "rule",
    }


# --- theory --------------------------------------------------------------------------------------


def test_theory_hands() -> None:
    pure, sabacc, idiot, score = variant("theory").hands
    assert (pure.sum, sabacc.sum) == (Bounds(23, 23), Bounds(46, 46))
    assert idiot.cards == (
        IDIOTS_ARRAY[0],
        CardPattern(count=1, rank="1"),
        *IDIOTS_ARRAY[1:],
    )
    assert idiot.counts == 23
    assert (score.total, score.best) == (Bounds(None, 22), "highest")


# --- tarot and ordinary decks --------------------------------------------------------------------


def test_tarot_has_suits_of_fourteen_trumps_and_the_excuse() -> None:
    cards = variant("tarot").cards
    for suit in ("swords", "batons", "cups", "coins"):
        own = [card for card in cards if card.suit == suit]
        assert len(own) == 14
        assert [card.index for card in own] == ["A", *map(str, range(2, 15))]
    assert [card.values for card in cards if card.suit == "trump"] == [(n,) for n in range(1, 22)]
    assert [card.id for card in cards if card.suit is None] == ["excuse"]
    assert len({card.emblem for card in cards if card.id.startswith("trump-")}) == 21


@each("slug", ["tarot", "black-knight", "poker", "black-knight-54"])
def test_suits_have_their_french_signs(slug: str) -> None:
    """Batons are diamonds and coins are clubs, as the source reads them."""
    signs = {key: suit.sign for key, suit in variant(slug).suits.items() if suit.sign}
    if slug in ("tarot", "black-knight"):
        assert signs == {"swords": "♠", "batons": "♦", "cups": "♥", "coins": "♣"}
    else:
        assert signs == {"spades": "♠", "diamonds": "♦", "hearts": "♥", "clubs": "♣"}


@each("slug", HUES)
def test_hands_of_the_tarot_game(slug: str) -> None:
    hands = {hand.id: hand for hand in variant(slug).hands}
    assert hands["grand-sabacc"].total == Bounds(23, 23)
    assert hands["idiots-sabacc"].cards == (
        CardPattern(count=1, rank="idiot"),
        *IDIOTS_ARRAY[1:],
    )
    triple = hands["triple-idiot"]
    assert triple.cards == (
        CardPattern(count=2, rank="idiot"),
        CardPattern(count=1, kind="any"),
    )
    assert triple.decks == 2
    assert hands["nearest-23"].total == Bounds(None, 22)
    if "little-sabacc" in hands:
        assert hands["little-sabacc"].cards == (
            CardPattern(count=1, card="trump-21"),
            CardPattern(count=1, card="trump-1"),
            CardPattern(count=1, rank="idiot"),
        )
    three = [hand for hand in hands.values() if hand.cards]
    assert all(hand.exact for hand in three)
    idiots = sorted(card.id for card in variant(slug).cards if card.rank == "idiot")
    assert idiots == (["excuse"] if slug in ("tarot", "black-knight") else ["joker-1", "joker-2"])


@pytest.mark.parametrize("slug", ["tarot", "poker"])
def test_the_four_deals(slug: str) -> None:
    deals = {o.id: o.name["fr"] for o in variant(slug).options if o.kind == "deal"}
    assert deals == {
        "classic": "Donne classique",
        "open": "Donne découverte",
        "holdem": "Hold’em",
        "stud": "Stud",
    }


@pytest.mark.parametrize("slug", ["black-knight", "black-knight-54"])
def test_black_knight_says_what_is_our_suggestion(slug: str) -> None:
    options = {option.id: option for option in variant(slug).options}
    assert "our suggestion" in options["bank"].name["en"]
    assert "notre proposition" in options["bank"].name["fr"]
    most = options["cards-a-hand"].how
    ten = slug == "black-knight"
    assert ("ten" in most["en"].lower(), "seven" in most["en"].lower()) == (ten, not ten)
    assert ("dix" in most["fr"].lower(), "sept" in most["fr"].lower()) == (ten, not ten)


# --- kessel’s tokens -----------------------------------------------------------------------------

# English, French, and the figures that its text has to say.
TOKENS = {
    "free-draw": ("Free Draw", "Pioche gratuite", []),
    "refund": ("Refund", "Remboursement", ["2"]),
    "extra-refund": ("Extra Refund", "Remboursement supplémentaire", ["3"]),
    "general-tariff": ("General Tariff", "Tarif général", ["1"]),
    "target-tariff": ("Target Tariff", "Tarif ciblé", ["2"]),
    "embargo": ("Embargo", "Embargo", []),
    "markdown": ("Markdown", "Dévalorisation", ["0"]),
    "immunity": ("Immunity", "Immunité", []),
    "general-audit": ("General Audit", "Audit général", ["2"]),
    "target-audit": ("Target Audit", "Audit ciblé", ["3"]),
    "major-fraud": ("Major Fraud", "Fraude majeure", ["6"]),
    "embezzlement": ("Embezzlement", "Détournement", ["1"]),
    "cook-the-books": ("Cook the Books", "Comptes maquillés", []),
    "exhaustion": ("Exhaustion", "Épuisement", []),
    "direct-transaction": ("Direct Transaction", "Transaction directe", []),
    "prime-sabacc": ("Prime Sabacc", "Sabacc prime", []),
}


def test_kessel_has_sixteen_tokens() -> None:
    tokens = variant("kessel").tokens
    assert {t.id: (t.name["en"], t.name["fr"], numbers(t.how["en"])) for t in tokens} == TOKENS
    assert len(tokens) == len(TOKENS) == 16
    assert all(numbers(t.how["fr"]) == numbers(t.how["en"]) for t in tokens)


def test_tokens_that_bear_on_hands() -> None:
    tokens = variant("kessel").tokens
    assert {t.id: (t.changes.rank, t.changes.value) for t in tokens if t.changes} == {
        "markdown": ("sylop", 0),
        "major-fraud": ("impostor", 6),
    }
    assert {t.id: t.reverses for t in tokens if t.reverses} == {
        "cook-the-books": ("pure-sabacc", "sabacc")
    }
    assert {t.id: t.crowns for t in tokens if t.crowns} == {"prime-sabacc": "sabacc"}
    assert not any(variant(slug).tokens for slug in EVERY if slug != "kessel")


# --- the Corellian Spike and the expansion --------------------------------------------------------


def test_spike_suits_of_twenty_and_two_sylops() -> None:
    cards = variant("corellian-spike").cards
    for suit in ("circles", "triangles", "squares"):
        own = [card.values[0] for card in cards if card.suit and card.suit.startswith(suit)]
        assert sorted(own) == [n for n in range(-10, 11) if n]
    assert [(card.id, card.copies) for card in cards if card.suit is None] == [("sylop", 2)]
    assert {card.index for card in cards} == {
        "0",
        *(f"+{n}" for n in range(1, 11)),
        *(f"{MINUS}{n}" for n in range(1, 11)),
    }


def test_spike_hands_come_to_zero() -> None:
    hands = {hand.id: hand for hand in variant("corellian-spike").hands}
    zero = {key for key, hand in hands.items() if hand.total == Bounds(0, 0)}
    assert zero == set(hands) - {"pure-sabacc", "nulrhek"}
    assert hands["pure-sabacc"].cards == (CardPattern(count=2, rank="sylop"),)
    assert hands["full-sabacc"].cards[1] == CardPattern(count=4, rank="10")
    assert [pick.rank for pick in hands["gee-whiz"].cards] == ["1", "2", "3", "4", "10"]


def test_expansion_cards_have_no_value_and_no_index() -> None:
    cards = variant("expansion").cards
    assert {(card.values, card.rule, card.index) for card in cards} == {((), None, "")}
    assert all(card.emblem for card in cards)
    assert len({card.emblem for card in cards}) == 5


# --- the table and the notes ---------------------------------------------------------------------

OF_SABACC = {"deck": 1, "die": 1, "mat": 1, "ranking-card": 8, "score-sheet": 1, "credits": 200}
MATERIALS = {
    "classic": OF_SABACC,
    "casino": OF_SABACC,
    "cloud-city": OF_SABACC,
    **{slug: {**OF_SABACC, "rule-cards": 9} for slug in LOCAL_VALUES},
    "random": {**OF_SABACC, "rule-cards": 9, "timer": 1},
    "theory": {
        **{key: count for key, count in OF_SABACC.items() if key != "die"},
        **{"rule-cards": 9, "credits": 160},
    },
    "tarot": {
        **{"deck": 1, "die": 2, "lock-token": 24, "dealer-token": 1, "mat": 1},
        **{"conversion-chart": 1, "ranking-card": 12, "chip": 240},
        **{"player-board": 12, "score-sheet": 1},
    },
    "poker": {
        **{"deck": 1, "die": 2, "lock-token": 24, "dealer-token": 1, "mat": 1},
        **{"ranking-card": 12, "chip": 240, "player-board": 12, "score-sheet": 1},
    },
    "black-knight": {"deck": 1, "mat": 1, "ranking-card": 7, "chip": 140},
    "black-knight-54": {"deck": 1, "mat": 1, "ranking-card": 7, "chip": 140},
    "kessel": {
        **{"deck": 1, "chip": 32, "die": 2, "mat": 1, "player-board": 4},
        **{"influence-token": 16, "used-marker": 12, "turn-marker": 4, "score-sheet": 1},
        "ranking-card": 4,
    },
    "pazaak": {
        **{"main-deck": 1, "side-cards": 2, "table": 1, "set-marker": 6, "total-marker": 2},
        **{"ranking-card": 2, "score-sheet": 1},
    },
    "corellian-spike": {
        **{"deck": 1, "die": 2, "mat": 1, "ranking-card": 8, "credits": 160, "turn-marker": 1},
    },
    "expansion": {"cards": 1},
}
# Words that the mat of a game has to be named by.
MATS = {
    "casino": ("pot", "pot"),
    "imperial": ("pot", "pot"),
    "cloud-city": ("interference field", "champ d’interférence"),
    "tarot": ("common cards", "cartes communes"),
    "poker": ("common cards", "cartes communes"),
    "kessel": ("four piles", "quatre piles"),
}
# What each note has to name, in both languages: the figures and words of the sources.
DISAGREEMENTS = {
    "classic": ["16|sixteen|seize", "Idiot"],
    "casino": ["23", f"{MINUS}23", "13"],
    "cloud-city": ["±11", "±13", "±14", "Demise|Échec", "Balance|Équilibre", "XIV"],
    **{slug: ["23", f"{MINUS}23"] for slug in LOCAL_VALUES},
    "corellian": ["Correllian", "Corellian|corellien"],
    "random": ["time-parts|périodes", "suggestion|proposition"],
    "theory": ["local set|règle locale"],
    "tarot": ["19", f"{MINUS}19", "41", "27"],
    "poker": ["Jack|Valet", "11"],
    "black-knight": ["suggestion|proposition"],
    "black-knight-54": ["suggestion|proposition"],
    "kessel": ["penalty|pénalité", "difference|différence"],
    "pazaak": ["mix|composition", "10"],
    "corellian-spike": ["lists|listes"],
    "expansion": ["value|valeur"],
}


@each("slug", EVERY)
def test_what_lies_on_the_table(slug: str) -> None:
    assert {
        thing.id: thing.count_for(variant(slug).players.max) for thing in variant(slug).materials
    } == MATERIALS[slug]


@each("slug", MATS)
def test_the_mat_is_named_by_what_is_on_it(slug: str) -> None:
    (mat,) = (thing for thing in variant(slug).materials if thing.id == "mat")
    english, french = MATS[slug]
    assert english in mat.name["en"]
    assert french in mat.name["fr"]


@each("slug", EVERY)
def test_notes_name_what_sources_disagree_on(slug: str) -> None:
    """A reader of either language is told."""
    for language in ("en", "fr"):
        told = "\n".join(note[language] for note in variant(slug).notes)
        lacking = [words for words in DISAGREEMENTS[slug] if not re.search(words, told)]
        assert lacking == [], language


def test_cloud_city_prints_the_table_of_the_source_beside_ours() -> None:
    """±11, ±13, ±13 again: the source swaps two names and repeats a figure."""
    note = variant("cloud-city").notes[0]
    for words in note.values():
        theirs, ours = words.split(":", maxsplit=1)
        assert re.findall(r"±\d+", theirs) == ["±11", "±13", "±13"]
        assert sorted(re.findall(r"±\d+", ours)) == ["±11", "±13", "±14"]
