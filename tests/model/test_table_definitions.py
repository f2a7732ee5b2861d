"""Table data in definitions: phases, penalties, places, tracks and score sheets.

Both languages are complete, short enough for a mat's rim, and consistent with the materials;
`test_figures` compares ours with the sources.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from printkit.cli.app import run
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from tests.support.decks import facts, made_up, own, variant

CASES = facts(__file__, "cases")

# Add-ons and bare decks have no rules.
GAMES = [slug for slug in variant_slugs() if load(slug).phases]
LOCAL = (
    "rebel-alliance imperial corellian new-republic old-republic cloud-city-casino "
    "corporate-sector crseih-station mos-eisley"
).split()
LONGEST_NAME, LONGEST_HOW = 26, 110


def numbers(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


def test_local_sets_differ_only_in_the_exchange() -> None:
    base = {phase.id: phase for phase in variant("random").phases}
    for slug in LOCAL:
        differing = [phase.id for phase in variant(slug).phases if phase != base[phase.id]]
        assert differing == ["exchange"]
        assert variant(slug).penalties == variant("random").penalties


Said = tuple[str, Mapping[str, str], int]
CLOSE = {":": "\u00a0", ";": "\u202f", "!": "\u202f", "?": "\u202f", "»": "\u202f"}


def wording(found: Variant) -> Iterator[Said]:
    """Return all texts of the table, each with its place and maximum length."""
    for listed in ("phases", "penalties", "places", "tracks", "scores"):
        for one in getattr(found, listed):
            yield f"{listed}.{one.id}.name", one.name, LONGEST_NAME
            if (how := getattr(one, "how", None)) is not None:
                yield f"{listed}.{one.id}.how", how, LONGEST_HOW


def faults(words: Mapping[str, str], most: int) -> list[str]:
    """Return the typographic errors of a text."""
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
def test_table_words_fit_a_rim_in_both_languages(slug: str) -> None:
    told_of = list(wording(variant(slug)))
    assert len(told_of) > 10
    assert {
        place: faults(words, most) for place, words, most in told_of if faults(words, most)
    } == ({})


@pytest.mark.parametrize(("words", "most", "fault"), CASES["wordings"])
def test_differing_words_are_detected(words: dict[str, str], most: int, fault: str) -> None:
    assert fault in faults(words, most)


def accord(found: Variant) -> list[str]:
    """Return the contradictions between the places and the materials of a game."""
    count = {thing.id: thing.count for thing in found.materials}
    each = {thing.id: thing.per_player for thing in found.materials}
    dice = [thing.count or 0 for thing in found.materials if "paper-die" in thing.products]
    by_kind: dict[tuple[str, str], int] = {}
    for place in found.places:
        key = (place.on, place.kind)
        by_kind[key] = by_kind.get(key, 0) + place.count
    pairs = {
        "dice": (sum(dice), by_kind.get(("mat", "dice"), 0)),
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


def test_disagreement_is_detected(tmp_path: Path) -> None:
    mine = own(
        tmp_path,
        'extends = "kessel"\nslug = "mine"\n[[places]]\nid = "dice"\ncount = 1\n'
        '[[places]]\nid = "reserve"\ncount = 9\n[[places]]\nid = "used"\ncount = 2\n',
    )
    assert accord(mine) == ["dice", "used markers", "reserve"]


def test_every_kessel_family_has_its_piles() -> None:
    piles = {(p.kind, p.family) for p in variant("kessel").places if p.on == "mat" and p.family}
    assert piles == {
        (kind, family) for kind in ("stock", "discard") for family in ("blood", "sand")
    }


def test_extends_merges_the_table_by_id(tmp_path: Path) -> None:
    mine = own(tmp_path, made_up("table"))
    ours, (track,), shelf = variant("casino"), mine.tracks, mine.places[-1]
    assert [place.id for place in mine.places] == [*(p.id for p in ours.places), "shelf"]
    assert mine.places[0].name == {"en": "Hand pot", "fr": "Cagnotte"}
    assert (mine.places[0].how, mine.places[0].kind) == (ours.places[0].how, "pot")
    assert (shelf.on, shelf.count, shelf.rows, shelf.family, shelf.how) == ("mat", 1, 1, None, None)
    assert {phase.id for phase in mine.phases if phase not in ours.phases} == {"call"}
    assert (track.on, track.first, track.last, track.beyond) == ("mat", 1, 4, False)
    assert [(one.goal, one.kind, one.rows) for one in mine.scores] == [(300, "points", 20)]


@pytest.mark.parametrize(
    ("slug", "language", "titles"),
    [
        ("classic", "en", ["Phases", "Gains and losses"]),
        ("kessel", "fr", ["Phases", "Gains et pertes"]),
        ("expansion", "en", []),
    ],
)
def test_show_lists_phases_and_penalties_after_hands(
    capsys: pytest.CaptureFixture[str], slug: str, language: str, titles: list[str]
) -> None:
    assert run(["show", slug, "--lang", language]) == 0
    found, colon = variant(slug), "\u00a0: " if language == "fr" else ": "
    numbered = (
        f"{number}. {one.name[language]}{colon}{one.how[language]}"
        for listed in (found.hands, found.phases)
        for number, one in enumerate(listed, 1)
    )
    unnumbered = (f"{one.name[language]}{colon}{one.how[language]}" for one in found.penalties)
    wanted = {f"  {line}" for line in (*numbered, *unnumbered)}
    every = {*wanted, "Phases", "Gains and losses", "Gains et pertes"}
    lines = [line for line in capsys.readouterr().out.splitlines() if line in every]
    assert {*lines} == {*wanted, *titles}
    first, last = len(found.hands), len(found.hands) + len(found.phases) + 1
    assert [lines.index(title) for title in titles] == [first, last][: len(titles)]
