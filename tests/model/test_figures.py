"""The figures of all our decks and games equal the published ones, copied by hand.

Sources: the casino list of 76 cards, the table of the nine local sets, the signed specials of Cloud
City, the commercial tarot and ordinary decks, the 44 cards and sixteen tokens of Kessel, Pazaak's
main deck of 40 and the sheet of 36 side cards, the 62 cards of the Corellian Spike. Where sources
disagree, `test_notes_explain_where_sources_disagree` checks that readers learn of it. All facts are
in `published.toml`; none is computed from the definitions. Names and all sentences are in
`tests/golden/figures`, compared with the sources line by line.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from printkit.base.content import content_path
from printkit.base.records import evolve
from printkit.model.fields import Bounds, Value, expand_braces
from printkit.model.text import Text
from printkit.model.variant import Variant
from tests.model.test_figures_in_prose import texts_of
from tests.support.decks import facts, variant

Figures = dict[str, tuple[tuple[int, ...], int]]

PUBLISHED = facts(__file__, "published")
LOCAL: dict[str, list[int]] = PUBLISHED["specials"]
MINUS = "\u2212"
# The columns of the table of local sets.
SPECIALS = "jedi-master jedi-knight smuggler bounty-hunter lord-of-sith rancor dark-jedi".split()


def published(table: str) -> dict[str, Any]:
    """Return a table of the sources by game; several rows of one game are combined."""
    found: dict[str, Any] = {}
    for key, value in PUBLISHED[table].items():
        for slug in key.replace("local", " ".join(LOCAL)).split():
            found[slug] = f"{found[slug]}\n{value}" if slug in found else value
    return found


def read_cards(text: str) -> Figures:
    """Parse values and copies of cards, one pattern per line."""
    cards: Figures = {}
    for line in text.splitlines():
        if line == "sixty":
            cards |= read_cards(PUBLISHED["cards"]["sixty"])
            continue
        pattern, values, copies = line.split()
        for card in expand_braces(pattern):
            own = values.replace("#", card.rpartition("-")[2])
            cards[card] = () if own == "-" else tuple(map(int, own.split(","))), int(copies)
    return cards


def with_specials(values: Iterable[Iterable[int]]) -> Figures:
    """Return the common deck with two of each special and its values."""
    own = zip(SPECIALS, values, strict=True)
    return read_cards("sixty") | {card: (tuple(sorted({*each})), 2) for card, each in own}


# Without a set, each special may have any of its nine values.
COMMON = with_specials(zip(*LOCAL.values(), strict=True))
FIGURES: dict[str, Figures] = {
    **{slug: read_cards(text) for slug, text in published("cards").items() if slug != "sixty"},
    **{slug: with_specials((value,) for value in LOCAL[slug]) for slug in LOCAL},
    **dict.fromkeys(("random", "theory"), COMMON),
}
SIZES = published("sizes")
DISAGREEMENTS = published("disagreements")
EVERY = tuple(SIZES)
# The texts whose figures are the same in both languages, and the fields tested elsewhere.
FIGURED = re.compile(r"\.(cards|suits|materials|hands|options|tokens|notes|counting)\b")
UNTOLD = ("short", "ladder")


def figures(found: Variant) -> Figures:
    assert len({card.id for card in found.cards}) == len(found.cards), "no id twice"
    return {card.id: (card.values, card.copies) for card in found.cards}


# --- every variant -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", EVERY)
def test_published_cards_values_copies_and_players_match(slug: str) -> None:
    found = variant(slug)
    assert figures(found) == FIGURES[slug]
    size = [found.total, len(found.cards), found.players.min, found.players.max]
    assert size == SIZES[slug]
    for language in ("en", "fr"):
        assert len({card.name[language] for card in found.cards}) == len(found.cards)


def test_changed_value_copy_or_card_is_detected() -> None:
    casino = variant("casino")
    first = casino.cards[0]
    for wrong in (evolve(first, value=Value((2,))), evolve(first, copies=2), evolve(first, id="x")):
        assert figures(casino.with_cards((wrong, *casino.cards[1:]))) != FIGURES["casino"]
    assert figures(casino.with_cards(casino.cards[1:])) != FIGURES["casino"]


def numbers(words: str) -> list[str]:
    """Return the figures of a text; English writes plural card ranks as words."""
    return sorted(re.findall(r"\d+", words.replace("tens", "10")))


@pytest.mark.parametrize("slug", EVERY)
def test_both_languages_have_the_same_figures(slug: str) -> None:
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


# --- names, hands, and materials -----------------------------------------------------------------


def show(value: Any) -> str:
    """Format a value of a definition on one line, with texts in both languages.

    Structs are formatted by their fields.
    """
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
    """Return the fields of an entry that are set, or those requested."""
    for field in msgspec.structs.fields(thing):
        value = getattr(thing, field.name)
        left_out = wanted or field.name in UNTOLD or value in ((), {}, None) or value is False
        if field.name in wanted or not left_out:
            yield f"{field.name} {show(value)}"


def describe(found: Variant) -> Iterator[str]:
    """Return everything compared with the sources except values and copies, one line per entry."""
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
        rule += f", turns {card.turns}" if card.turns else ""
        rule += ", breaks ties" if card.breaks else ""
        rule += ", of each player" if card.per_player else ""
        kind = f"{card.family} {card.suit} {card.kind} [{card.index}]"
        yield f"card {card.id} {show(card.name)}: {kind}{turned}{rule}"
    for thing in found.materials:
        yield f"thing {show(thing.name)}: {thing.count_for(found.players.max)}"
    listed = (
        "hands", "options", "tokens", "phases", "penalties", "payments", "clauses", "places",
        "tracks", "scores",
    )  # fmt: skip
    for key in listed:
        parts = getattr(found, key)
        yield f"{key} {' '.join(part.id for part in parts)}"
        yield from (f"{key}: {'; '.join(facts(part))}" for part in parts)


@cache
def describe_all() -> dict[str, list[str]]:
    """Return the lines of each game that no earlier game has, and how many it shares with which."""
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
def test_names_hands_and_materials_match_the_golden(
    slug: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"figures/{slug}.txt", "\n".join(describe_all()[slug]) + "\n")


def test_every_card_has_its_own_emblem() -> None:
    for slug, count in (("casino", 8), ("tarot", 22), ("expansion", 5)):
        own = [card for card in variant(slug).cards if card.suit in (None, "trump")]
        assert len({str(card.emblem) for card in own}) == len(own) == count
        assert all(card.emblem for card in own)


# --- notes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", EVERY)
def test_notes_explain_where_sources_disagree(slug: str) -> None:
    """Notes are in both languages."""
    for language in ("en", "fr"):
        message = "\n".join(note[language] for note in variant(slug).notes)
        wanted = re.split("; |\n", DISAGREEMENTS[slug])
        lacking = [words for words in wanted if not re.search(words, message)]
        assert lacking == [], language


def test_cloud_city_note_quotes_source_and_our_values() -> None:
    """The source has ±11, ±13, ±13: it swaps two names and repeats a figure."""
    note = variant("cloud-city").notes[0]
    for words in note.values():
        theirs, ours = words.split(":", maxsplit=1)
        assert re.findall(r"±\d+", theirs) == ["±11", "±13", "±13"]
        assert sorted(re.findall(r"±\d+", ours)) == ["±11", "±13", "±14"]
