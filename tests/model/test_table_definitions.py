"""What our definitions say of the table, against the figures of the sources, copied here by hand.

Phases, penalties, places, tracks and score sheets of every game: both languages complete, short
enough for a mat's rim, in one accord with the materials. Nothing here is computed from the
definitions but where it says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.cli import run
from printkit.model.load import load, variant_slugs
from printkit.model.variant import Variant
from tests.support.decks import HEAD, variant

ADD_ONS = {"expansion"}
GAMES = [slug for slug in variant_slugs() if slug not in ADD_ONS]
LOCAL = [
    *("rebel-alliance", "imperial", "corellian", "new-republic", "old-republic"),
    *("cloud-city-casino", "corporate-sector", "crseih-station", "mos-eisley"),
]
LONGEST_NAME, LONGEST_HOW = 26, 110

# --- what stands in them, in order ----------------------------------------------------------------

HOUSE = "deal exchange bet shift call no-call"
TAROT = "preparation deal bet change announce redeal"
PHASES = {
    "classic": "bet shift call draw",
    "casino": HOUSE,
    **dict.fromkeys(LOCAL, HOUSE),
    "random": f"{HOUSE} new-rules",
    "theory": "deal exchange count",
    "cloud-city": "deal exchange bet field shift call no-call",
    "tarot": TAROT,
    "poker": TAROT,
    "black-knight": "deal play bank pay",
    "black-knight-54": "deal play bank pay",
    "corellian-spike": "deal draw bet spike show",
    "kessel": "deal token draw reveal resolution",
    "pazaak": "preparation main-card hand-card end-or-stand set",
}
OF_HOUSE = "fold bombed-out failed-call tie"
PENALTIES = {
    "classic": "ante fold bombed-out failed-call sudden-demise",
    "casino": OF_HOUSE,
    **dict.fromkeys([*LOCAL, "random", "cloud-city"], OF_HOUSE),
    "theory": "over-46",
    "tarot": "side-ante raise fold false-sabacc sudden-death",
    "poker": "side-ante raise fold false-sabacc sudden-death",
    "black-knight": "over-23 beaten",
    "black-knight-54": "over-23 beaten",
    "corellian-spike": "junk doubles",
    "kessel": "draw first beaten-sabacc difference lost-pot out",
    "pazaak": "over-20 tie spent-card wager",
}

# id: kind, on, how many, in how many rows, whose cards
Where = tuple[str, str, int, int, str | None]
POTS: dict[str, Where] = {
    "hand-pot": ("pot", "mat", 1, 1, None),
    "sabacc-pot": ("pot", "mat", 1, 1, None),
}
PILES: dict[str, Where] = {
    "stock": ("stock", "mat", 1, 1, "deck"),
    "discard": ("discard", "mat", 1, 1, "deck"),
}
DIE: dict[str, Where] = {"dice": ("dice", "mat", 1, 1, None)}
DICE: dict[str, Where] = {"dice": ("dice", "mat", 2, 1, None)}
FIELD: dict[str, Where] = {"field": ("field", "mat", 1, 1, None)}
OF_TAROT: dict[str, Where] = {
    **PILES,
    **POTS,
    "common": ("common", "mat", 3, 1, "deck"),
    **DICE,
    "dealer-token": ("tokens", "mat", 1, 1, None),
    "hand": ("hand", "board", 3, 1, "deck"),
    "lock": ("lock", "board", 2, 1, None),
}
OF_BANK: dict[str, Where] = {
    **PILES,
    "bank": ("hand", "mat", 2, 1, "deck"),
    "bank-chips": ("pot", "mat", 1, 1, None),
}
PLACES: dict[str, dict[str, Where]] = {
    **{key: {**POTS, **PILES, **DIE, **FIELD} for key in ["classic", "casino", *LOCAL]},
    "random": {
        **POTS,
        **PILES,
        **DIE,
        **FIELD,
        "rule-slot": ("slot", "mat", 1, 1, None),
        "timer": ("timer", "mat", 1, 1, None),
    },
    "theory": {**POTS, **PILES, "field": ("slot", "mat", 1, 1, None)},
    "cloud-city": {**POTS, **PILES, **DIE, **FIELD},
    "tarot": OF_TAROT,
    "poker": OF_TAROT,
    "black-knight": OF_BANK,
    "black-knight-54": OF_BANK,
    "corellian-spike": {**POTS, **PILES, **DICE},
    "kessel": {
        "blood-stock": ("stock", "mat", 1, 1, "blood"),
        "blood-discard": ("discard", "mat", 1, 1, "blood"),
        "sand-stock": ("stock", "mat", 1, 1, "sand"),
        "sand-discard": ("discard", "mat", 1, 1, "sand"),
        **DICE,
        "drawn-tokens": ("tokens", "mat", 3, 1, None),
        "reserve": ("reserve", "board", 8, 2, None),
        "pot": ("pot", "board", 1, 1, None),
        "blood-card": ("hand", "board", 1, 1, "blood"),
        "sand-card": ("hand", "board", 1, 1, "sand"),
        "tokens": ("tokens", "board", 3, 1, None),
        "used": ("used", "board", 3, 1, None),
    },
    "pazaak": {
        "player": ("name", "table", 1, 1, None),
        "lights": ("lights", "table", 3, 1, None),
        "cells": ("cells", "table", 9, 3, None),
        "hand": ("hand", "table", 4, 1, "side"),
        "end-of-turn": ("button", "table", 1, 1, None),
        "stand": ("button", "table", 1, 1, None),
        "main-deck": ("stock", "table", 1, 1, "main"),
    },
}
# id: on, from, to, and one more step
TRACKS = {
    "corellian-spike": {"round": ("mat", 1, 3, False)},
    "kessel": {"turn": ("mat", 1, 3, False), "player-turn": ("board", 1, 3, False)},
    "pazaak": {"total": ("table", 0, 20, True)},
}
# id: kind, goal
SCORES: dict[str, dict[str, tuple[str, int | None]]] = {
    **{key: {"points": ("points", 200)} for key in ["casino", "random", *LOCAL]},
    "theory": {"points": ("points", None)},
    "classic": {"credits": ("chips", None)},
    "cloud-city": {"credits": ("chips", None)},
    "tarot": {"chips": ("chips", None)},
    "poker": {"chips": ("chips", None)},
    "kessel": {"chips": ("chips", None)},
    "pazaak": {"sets": ("sets", 3)},
}


def test_every_game_is_written_out_here() -> None:
    for table in (PHASES, PENALTIES, PLACES):
        assert sorted(table) == GAMES


@pytest.mark.parametrize("slug", GAMES)
def test_phases_and_penalties_in_order(slug: str) -> None:
    assert [phase.id for phase in variant(slug).phases] == PHASES[slug].split()
    assert [one.id for one in variant(slug).penalties] == PENALTIES[slug].split()


@pytest.mark.parametrize("slug", GAMES)
def test_places_tracks_and_scores(slug: str) -> None:
    found = variant(slug)
    places = {p.id: (p.kind, p.on, p.count, p.rows, p.family) for p in found.places}
    assert places == PLACES[slug]
    tracks = {track.id: (track.on, track.first, track.last, track.beyond) for track in found.tracks}
    assert tracks == TRACKS.get(slug, {})
    assert {one.id: (one.kind, one.goal) for one in found.scores} == SCORES.get(slug, {})


@pytest.mark.parametrize("slug", sorted(ADD_ONS))
def test_an_add_on_brings_no_table(slug: str) -> None:
    found = variant(slug)
    assert (found.hands, found.phases, found.penalties, found.places) == ((), (), (), ())


def test_every_game_with_a_shift_of_single_cards_has_an_interference_field() -> None:
    kinds = {slug: {place.kind for place in variant(slug).places} for slug in GAMES}
    assert {slug for slug in GAMES if "field" in kinds[slug]} == {
        *("classic", "casino", "random", "cloud-city"),
        *LOCAL,
    }
    # Only in Cloud City it is more than an option.
    for slug in GAMES:
        of_the_turn = any(phase.id == "field" for phase in variant(slug).phases)
        option = any(one.id == "field" for one in variant(slug).options)
        assert ("field" in kinds[slug]) == (of_the_turn or option)
        assert not (of_the_turn and option)


# --- figures --------------------------------------------------------------------------------------

# What has to be said, in English and in French. A figure is looked for as a whole number.
FIGURES: dict[str, dict[str, list[str]]] = {
    "classic": {
        "phases.bet": ["3", "fold|se retirent"],
        "phases.shift": ["1", "3", "right|droite"],
        "phases.call": ["anyone but you|n’importe qui, sauf vous"],
        "phases.draw": ["more than two|plus de deux", "leave the game|hors jeu"],
        "penalties.ante": ["1", "empty|vide", "two cards|deux cartes"],
        "penalties.fold": ["1", "sabacc pot|pot de sabacc"],
        "penalties.bombed-out": ["23", "−23", "0", "as much as|autant que"],
        "penalties.failed-call": ["as much as|autant que"],
        "penalties.sudden-demise": ["sudden demise|levée subite", "split|partagent"],
    },
    **{
        slug: {
            "phases.deal": ["1", "each pot|chaque pot", "four|quatre", "At the start|Au début"],
            "phases.bet": ["3"],
            "phases.shift": ["1", "3"],
            "phases.call": ["anyone but the dealer|n’importe qui, sauf le donneur"],
            "phases.no-call": ["left|gauche", "no new ante|sans nouvelle mise"],
            "penalties.fold": ["1"],
            "penalties.bombed-out": ["23", "−23", "0", "half|la moitié"],
            "penalties.failed-call": ["as much as|autant que"],
            "penalties.tie": ["split|se partagent"],
            "scores.points": ["23", "10", "200"],
        }
        for slug in ("casino", "random", *LOCAL)
    },
    "random": {"phases.new-rules": ["two time-parts|deux périodes", "slip|billet"]},
    "theory": {
        "phases.deal": ["four|quatre"],
        "phases.exchange": ["once|une seule fois"],
        "phases.count": ["23"],
        "penalties.over-46": ["46"],
        "scores.points": ["10", "46"],
    },
    "cloud-city": {
        "phases.field": ["interference field|champ d’interférence"],
        "phases.shift": ["1", "3", "not the field|hors du champ"],
        "penalties.bombed-out": ["23", "−23", "0", "as much as|autant que"],
        "penalties.tie": ["positive|positif"],
        "places.field": ["no longer|ne changent plus"],
    },
    **{
        slug: {
            "phases.preparation": ["buy-in|cave", "side ante|mouche", "minimum"],
            "phases.deal": ["left|gauche", "three|trois", "side ante|mouche"],
            "phases.bet": ["minimum"],
            "phases.change": ["two dice|deux dés", "double 6", "locked|bloquées"],
            "phases.announce": ["compared|compare"],
            "penalties.side-ante": ["each deal|chaque donne", "double 6"],
            "penalties.raise": ["one side ante|une mouche"],
            "penalties.fold": ["one side ante|une mouche"],
            "penalties.false-sabacc": ["5 side antes|5 mouches", "next hand|manche suivante"],
            "penalties.sudden-death": ["three|trois", "sudden death|mort subite"],
            "places.common": ["one|une", "three|trois", "left|gauche"],
        }
        for slug in ("tarot", "poker")
    },
    "black-knight": {"phases.play": ["ten|dix", "23"], "phases.bank": ["16", "17"]},
    "black-knight-54": {"phases.play": ["seven|sept", "23"], "phases.bank": ["16", "17"]},
    "corellian-spike": {
        "phases.deal": ["two cards|deux cartes"],
        "phases.show": ["three|trois"],
        "phases.spike": ["doubles|double"],
    },
    "kessel": {
        "phases.token": ["three turns|trois tours", "one influence|un jeton d’influence"],
        "phases.draw": ["1"],
        "phases.reveal": ["three turns|trois tours", "two dice|deux dés"],
        "phases.resolution": ["difference|différence", "sum|somme"],
        "penalties.draw": ["1"],
        "penalties.beaten-sabacc": ["0", "1"],
        "penalties.difference": ["difference|différence"],
        "scores.chips": ["8"],
    },
    "pazaak": {
        "phases.preparation": ["ten|dix", "four|quatre"],
        "phases.hand-card": ["one|une", "±"],
        "phases.end-or-stand": ["20", "stand|servi"],
        "phases.set": ["20", "three|trois"],
        "penalties.over-20": ["20", "minus|négative"],
        "penalties.wager": ["three sets|trois manches"],
    },
}
FIGURES["random"] = {**FIGURES["imperial"], **FIGURES["random"]}


def told(found: Variant, key: str) -> dict[str, str]:
    """Name and words of use of `phases.bet`, by language."""
    listed, name = key.split(".")
    (one,) = (one for one in getattr(found, listed) if one.id == name)
    return {language: f"{one.name[language]} {one.how[language]}" for language in ("en", "fr")}


def lacking(words: Mapping[str, str], wanted: list[str]) -> list[str]:
    """What of `wanted` (“English|French”, or one for both) a text does not say."""
    missing = []
    for entry in wanted:
        english, _, french = entry.partition("|")
        for language, term in (("en", english), ("fr", french or english)):
            whole = rf"(?<![\w−]){re.escape(term)}(?!\w)"
            if not re.search(whole, words[language], re.IGNORECASE):
                missing.append(f"{language}: {term}")
    return missing


@pytest.mark.parametrize("slug", FIGURES)
def test_the_figures_are_told_in_both_languages(slug: str) -> None:
    for key, wanted in FIGURES[slug].items():
        assert lacking(told(variant(slug), key), wanted) == [], key


def test_a_wrong_figure_would_be_found() -> None:
    words = told(variant("classic"), "penalties.bombed-out")
    assert lacking(words, ["24", "half|la moitié"]) == [
        *("en: 24", "fr: 24", "en: half", "fr: la moitié"),
    ]
    assert lacking({"en": "−23", "fr": "230"}, ["23"]) == ["en: 23", "fr: 23"]


def numbers(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


@pytest.mark.parametrize("slug", LOCAL)
def test_the_exchange_is_that_of_the_set(slug: str) -> None:
    """Against the definition's own figures, which test_play_definitions holds to the source."""
    exchange = variant(slug).exchange
    assert exchange is not None
    for words in told(variant(slug), "phases.exchange").values():
        assert numbers(words) == {
            *exchange.counts,
            *(exchange.more.counts if exchange.more else ()),
        }


def test_the_nine_sets_differ_from_their_base_in_the_exchange_only() -> None:
    base = {phase.id: phase for phase in variant("random").phases}
    for slug in LOCAL:
        differing = [phase.id for phase in variant(slug).phases if phase != base[phase.id]]
        assert differing == ["exchange"]
        assert variant(slug).penalties == variant("random").penalties


# --- the words ------------------------------------------------------------------------------------

Said = tuple[str, Mapping[str, str], int]
CLOSE = {":": "\u00a0", ";": "\u202f", "!": "\u202f", "?": "\u202f", "»": "\u202f"}


def said(found: Variant) -> Iterator[Said]:
    """All texts of the table, with the place of each and how long it may be."""
    for listed in ("phases", "penalties", "places", "tracks", "scores"):
        for one in getattr(found, listed):
            yield f"{listed}.{one.id}.name", one.name, LONGEST_NAME
            if (how := getattr(one, "how", None)) is not None:
                yield f"{listed}.{one.id}.how", how, LONGEST_HOW


def faults(words: Mapping[str, str], most: int) -> list[str]:
    """What a printer would send back of a text."""
    found = [f"{language} missing" for language in ("en", "fr") if not words.get(language)]
    for language, text in words.items():
        if len(text) > most:
            found.append(f"{language} too long")
        if text != text.strip() or "  " in text:
            found.append(f"{language} spaces")
        if most == LONGEST_HOW and not re.search(r"[.!?]$", text):
            found.append(f"{language} full stop")
        if re.search(r"['\"]|-\d|\.\.\.", text):
            found.append(f"{language} typewriter")
    for at, sign in enumerate(french := words.get("fr", "")):
        if sign in CLOSE and french[at - 1] != CLOSE[sign]:
            found.append(f"fr space before {sign}")
    if re.search(r"[\u00a0\u202f]", words.get("en", "")):
        found.append("en no-break space")
    if numbers(words.get("en", "")) != numbers(words.get("fr", "")):
        found.append("figures differ")
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_the_words_fit_a_rim_in_both_languages(slug: str) -> None:
    told_of = list(said(variant(slug)))
    assert len(told_of) > 10
    assert {
        place: faults(words, most) for place, words, most in told_of if faults(words, most)
    } == ({})


@pytest.mark.parametrize(
    ("words", "most", "fault"),
    [
        ({"en": "Bet."}, 110, "fr missing"),
        ({"en": "Bet.", "fr": ""}, 110, "fr missing"),
        ({"en": "B" * 27, "fr": "P"}, 26, "en too long"),
        ({"en": "Bet", "fr": "Pari."}, 110, "en full stop"),
        ({"en": "Bet.", "fr": "Pari : 3."}, 110, "fr space before :"),
        ({"en": "Bet.", "fr": "Pari; 3."}, 110, "fr space before ;"),
        ({"en": "Don't.", "fr": "Non."}, 110, "en typewriter"),
        ({"en": "-23.", "fr": "−23."}, 110, "en typewriter"),
        ({"en": "Pay 3.", "fr": "Versez 2."}, 110, "figures differ"),
        ({"en": "Pay  3.", "fr": "Versez 3."}, 110, "en spaces"),
    ],
)
def test_a_fault_of_words_would_be_found(words: dict[str, str], most: int, fault: str) -> None:
    assert fault in faults(words, most)


# --- in accord with the rest of the definition ----------------------------------------------------


def accord(found: Variant) -> list[str]:
    """Where places and materials of a game do not agree."""
    count = {thing.id: thing.count for thing in found.materials}
    each = {thing.id: thing.per_player for thing in found.materials}
    by_kind: dict[tuple[str, str], int] = {}
    for place in found.places:
        key = (place.on, place.kind)
        by_kind[key] = by_kind.get(key, 0) + place.count
    pairs = {
        "dice": (count.get("die", 0), by_kind.get(("mat", "dice"), 0)),
        "lock tokens": (each.get("lock-token") or 0, by_kind.get(("board", "lock"), 0)),
        "used markers": (each.get("used-marker") or 0, by_kind.get(("board", "used"), 0)),
        "set lights": (each.get("set-marker") or 0, by_kind.get(("table", "lights"), 0)),
        "timer": (count.get("timer", 0), by_kind.get(("mat", "timer"), 0)),
        "boards": ("player-board" in each, any(place.on == "board" for place in found.places)),
        "table": ("table" in each, any(place.on == "table" for place in found.places)),
        "mat": ("mat" in each, any(place.on == "mat" for place in found.places)),
        "score sheet": ("score-sheet" in each, bool(found.scores)),
        "track markers": (bool({"turn-marker", "total-marker"} & set(each)), bool(found.tracks)),
    }
    if ("board", "reserve") in by_kind:
        pairs["reserve"] = (each.get("chip") or 0, by_kind["board", "reserve"])
    if found.counting.cards and ("board", "hand") in by_kind:
        pairs["hand"] = (found.counting.cards, by_kind["board", "hand"])
    wrong = [what for what, (things, places) in pairs.items() if things != places]
    known = set(found.families)
    wrong += [p.id for p in found.places if p.family is not None and p.family not in known]
    return wrong


@pytest.mark.parametrize("slug", GAMES)
def test_places_agree_with_materials(slug: str) -> None:
    assert accord(variant(slug)) == []


def test_a_disagreement_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "kessel"\nslug = "mine"\n[[places]]\nid = "dice"\ncount = 1\n'
        '[[places]]\nid = "reserve"\ncount = 9\n[[places]]\nid = "used"\ncount = 2\n',
        encoding="utf-8",
    )
    assert accord(load(str(path))) == ["dice", "used markers", "reserve"]


def test_every_family_of_kessel_has_its_piles() -> None:
    piles = {(p.kind, p.family) for p in variant("kessel").places if p.on == "mat" and p.family}
    assert piles == {
        (kind, family) for kind in ("stock", "discard") for family in ("blood", "sand")
    }


# --- one's own ------------------------------------------------------------------------------------


def own(folder: Path, text: str) -> Variant:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def test_extends_merges_the_table_by_id(tmp_path: Path) -> None:
    mine = own(
        tmp_path,
        'extends = "casino"\nslug = "mine"\n'
        '[[places]]\nid = "hand-pot"\nname = { fr = "Cagnotte" }\n'
        '[[places]]\nid = "shelf"\nname = { en = "Shelf", fr = "Étagère" }\nkind = "pile"\n'
        '[[phases]]\nid = "call"\nhow = { en = "Call.", fr = "Appelez." }\n'
        '[[tracks]]\nid = "round"\nname = { en = "Round", fr = "Tour" }\nfrom = 1\nto = 4\n'
        '[[scores]]\nid = "points"\ngoal = 300\n'
        '[[penalties]]\nid = "late"\nname = { en = "Late", fr = "Retard" }\n'
        'how = { en = "1.", fr = "1." }\n',
    )
    ours = variant("casino")
    assert [place.id for place in mine.places] == [*(p.id for p in ours.places), "shelf"]
    assert mine.places[0].name == {"en": "Hand pot", "fr": "Cagnotte"}
    assert (mine.places[0].how, mine.places[0].kind) == (ours.places[0].how, "pot")
    shelf = mine.places[-1]
    assert (shelf.on, shelf.count, shelf.rows, shelf.family, shelf.how) == ("mat", 1, 1, None, None)
    assert [phase.id for phase in mine.phases] == [phase.id for phase in ours.phases]
    assert {phase.id for phase in mine.phases if phase not in ours.phases} == {"call"}
    assert [one.id for one in mine.penalties] == [*(one.id for one in ours.penalties), "late"]
    (track,) = mine.tracks
    assert (track.on, track.first, track.last, track.beyond) == ("mat", 1, 4, False)
    assert [(one.goal, one.kind, one.rows) for one in mine.scores] == [(300, "points", 20)]


PLACE = '[[places]]\nid = "p"\nname = { en = "P", fr = "P" }\nkind = "stock"\n'
CARD = '[[cards]]\nid = "c"\nname = { en = "C", fr = "C" }\n'


@pytest.mark.parametrize(
    ("text", "key", "what"),
    [
        (f'{PLACE}family = "dekc"\n', "places[0].family", "“dekc” is not known."),
        (PLACE.replace("stock", "stack"), "places[0].kind", "stack"),
        (f"{PLACE}count = 0\n", "places[0].count", "0"),
        (f'{PLACE}on = "floor"\n', "places[0].on", "floor"),
        (PLACE + PLACE, "places[1].id", "the id “p” is given twice."),
        ('[[phases]]\nid = "p"\nname = { en = "P", fr = "P" }\n', "phases[0].how", "missing"),
        (
            '[[phases]]\nid = "p"\nname = { en = "P", fr = "P" }\nhow = { en = 5 }\n',
            *("phases[0].how.en", "5 is not a text"),
        ),
        (
            '[[tracks]]\nid = "t"\nname = { en = "T", fr = "T" }\nfrom = 3\nto = 1\n',
            *("tracks[0]", "runs from the greater to the smaller."),
        ),
        (
            '[[scores]]\nid = "s"\nname = { en = "S", fr = "S" }\nkind = "marks"\n',
            *("scores[0].kind", "marks"),
        ),
    ],
)
def test_a_fault_of_the_table_is_told(tmp_path: Path, text: str, key: str, what: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        own(tmp_path, f"{HEAD}\n{CARD}\n{text}")
    (problem,) = caught.value.problems
    assert problem.key == key
    assert what in problem.message
    assert problem.line > len(HEAD.splitlines())


# --- printkit show --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "titles", "colon"),
    [
        ("en", ("Phases", "What happens"), ": "),
        ("fr", ("Phases", "Ce qui se passe"), "\u00a0: "),
    ],
)
@pytest.mark.parametrize("slug", ["classic", "kessel", "imperial"])
def test_show_tells_phases_and_penalties_after_the_hands(
    capsys: pytest.CaptureFixture[str],
    slug: str,
    language: str,
    titles: tuple[str, str],
    colon: str,
) -> None:
    assert run(["show", slug, "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = variant(slug)
    last_hand = found.hands[-1]
    at = lines.index(
        f"  {len(found.hands)}. {last_hand.name[language]}{colon}{last_hand.how[language]}"
    )
    phases = [
        f"  {n}. {phase.name[language]}{colon}{phase.how[language]}"
        for n, phase in enumerate(found.phases, 1)
    ]
    penalties = [f"  {one.name[language]}{colon}{one.how[language]}" for one in found.penalties]
    expected = ["", titles[0], *phases, "", titles[1], *penalties, ""]
    assert lines[at + 1 : at + 1 + len(expected)] == expected


def test_show_of_an_add_on_has_no_such_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "expansion"]) == 0
    out = capsys.readouterr().out
    assert "Phases" not in out
    assert "What happens" not in out
