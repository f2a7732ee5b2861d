"""The figures of all our decks and games, against the published ones, copied here by hand.

Sources: the casino list of 76 cards, the table of the nine local sets, the signed specials of Cloud
City, the tarot and the ordinary deck as they are sold, the 44 cards and sixteen tokens of Kessel,
Pazaak's main deck of 40 and the sheet of 36 side cards, the 62 cards of the Corellian Spike. Where
sources disagree, `test_notes_name_what_sources_disagree_on` says that a person is told. No figure
here is computed from the definitions. Limits, hands, stakes and things are copied in
test_published_rules; names and all sentences are in `tests/golden/figures`, which was
compared with the sources line by line.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from printkit.base.content import content_path
from printkit.model.fields import Bounds, Value, evolve
from printkit.model.text import Text
from printkit.model.variant import Variant
from tests.model.test_figures_in_prose import texts_of
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
# The texts in which both languages have the same figures, and the fields that stand elsewhere.
FIGURED = re.compile(r"\.(cards|suits|materials|hands|options|tokens|notes|counting)\b")
UNTOLD = ("short", "ladder")


def figures(found: Variant) -> Figures:
    assert len({card.id for card in found.cards}) == len(found.cards), "no id twice"
    return {card.id: (card.values, card.copies) for card in found.cards}


# --- every variant -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", EVERY)
def test_cards_values_copies_and_players(slug: str) -> None:
    found = variant(slug)
    assert figures(found) == FIGURES[slug]
    assert (found.total, len(found.cards), (found.players.min, found.players.max)) == SIZES[slug]
    for language in ("en", "fr"):
        assert len({card.name[language] for card in found.cards}) == len(found.cards)


def test_the_figures_see_another_value_copy_or_card() -> None:
    casino = variant("casino")
    first = casino.cards[0]
    for wrong in (evolve(first, value=Value((2,))), evolve(first, copies=2), evolve(first, id="x")):
        assert figures(casino.with_cards((wrong, *casino.cards[1:]))) != CASINO
    assert figures(casino.with_cards(casino.cards[1:])) != CASINO


def numbers(words: str) -> list[str]:
    """The figures in a text; English writes the ranks of cards out where it has more than one."""
    return sorted(re.findall(r"\d+", words.replace("tens", "10")))


@pytest.mark.parametrize("slug", EVERY)
def test_both_languages_say_the_same_figures(slug: str) -> None:
    lines = texts_of(variant(slug))
    assert all(words.strip() and "{" not in words for words in lines.values())
    wrong = [
        (key, words, lines[key, "fr"])
        for (key, language), words in lines.items()
        if language == "en" and FIGURED.match(key) and numbers(words) != numbers(lines[key, "fr"])
    ]
    assert wrong == []
    assert numbers("\u221223, 4 and 23") == ["23", "23", "4"]
    assert numbers("2 cards") != numbers("3 cartes")


# --- names, hands, and what lies on the table ----------------------------------------------------


def show(value: Any) -> str:
    """A value of a definition in a line: texts in both languages, structs by their facts."""
    match value:
        case Text():
            return f"{value['en']} | {value['fr']}"
        case Bounds():
            return f"{value.low}..{value.high}"
        case msgspec.Struct():
            return "(" + ", ".join(facts(value)) + ")"
        case frozenset():
            return " ".join(sorted(value))
        case Path():
            return value.relative_to(content_path()).as_posix()
        case tuple():
            return " ".join(map(show, value))
        case Mapping():
            return " ".join(f"{key}:{show(item)}" for key, item in value.items())
    return str(value)


def facts(thing: msgspec.Struct, *wanted: str) -> Iterator[str]:
    """What a thing of a definition is: each field that is given, or those that are wanted."""
    for field in msgspec.structs.fields(thing):
        value = getattr(thing, field.name)
        left_out = wanted or field.name in UNTOLD or value in ((), {}, None) or value is False
        if field.name in wanted or not left_out:
            yield f"{field.name} {show(value)}"


def describe(found: Variant) -> Iterator[str]:
    """All that is compared with the sources beside values and copies, a thing a line."""
    yield from facts(found, "name", "sets", "sets_rule")
    yield f"counting {show(found.counting)}; exchange {show(found.exchange)}"
    for family in found.families.values():
        yield f"family {family.name['en']}: back {family.back}"
    for suit in found.suits.values():
        yield f"suit {show(suit.name)}{' ' + suit.sign if suit.sign else ''}"
    for card in found.cards:
        turned = f", turned {card.turned.index} {card.turned.colour}" if card.turned else ""
        rule = f", by {card.rule}" if card.rule else ""
        rule += ", varies" if card.varies else ""
        rule += ", of each player" if card.per_player else ""
        kind = f"{card.family} {card.suit} {card.kind} [{card.index}]"
        yield f"card {card.id} {show(card.name)}: {kind}{turned}{rule}"
    for thing in found.materials:
        yield f"thing {show(thing.name)}: {thing.count_for(found.players.max)}"
    listed = ("hands", "options", "tokens", "phases", "penalties", "places", "tracks", "scores")
    for key in listed:
        parts = getattr(found, key)
        yield f"{key} {' '.join(part.id for part in parts)}"
        yield from (f"{key}: {'; '.join(facts(part))}" for part in parts)


@cache
def describe_all() -> dict[str, list[str]]:
    """The lines of each game that no game before it has, and how many it shares with which."""
    found: dict[str, list[str]] = {}
    first: dict[str, str] = {}
    for slug in EVERY:
        lines = list(describe(variant(slug)))
        shared = Counter(first[line] for line in lines if line in first)
        found[slug] = [line for line in lines if line not in first]
        found[slug] += [f"{count} as in {name}" for name, count in shared.items()]
        first |= dict.fromkeys(found[slug], slug)
    return found


@pytest.mark.parametrize("slug", EVERY)
def test_names_hands_and_things_are_those_of_the_sources(
    slug: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"figures/{slug}.txt", "\n".join(describe_all()[slug]) + "\n")


def test_emblems_are_each_card_s_own() -> None:
    for slug, count in (("casino", 8), ("tarot", 22), ("expansion", 5)):
        own = [card for card in variant(slug).cards if card.suit in (None, "trump")]
        assert len({str(card.emblem) for card in own}) == len(own) == count
        assert all(card.emblem for card in own)


# --- notes ---------------------------------------------------------------------------------------

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


@pytest.mark.parametrize("slug", EVERY)
def test_notes_name_what_sources_disagree_on(slug: str) -> None:
    """A reader of either language is told."""
    for language in ("en", "fr"):
        message = "\n".join(note[language] for note in variant(slug).notes)
        lacking = [words for words in DISAGREEMENTS[slug] if not re.search(words, message)]
        assert lacking == [], language


def test_cloud_city_prints_the_table_of_the_source_beside_ours() -> None:
    """±11, ±13, ±13 again: the source swaps two names and repeats a figure."""
    note = variant("cloud-city").notes[0]
    for words in note.values():
        theirs, ours = words.split(":", maxsplit=1)
        assert re.findall(r"±\d+", theirs) == ["±11", "±13", "±13"]
        assert sorted(re.findall(r"±\d+", ours)) == ["±11", "±13", "±14"]
