"""Presets: every game by every preset is sound, and what it prints and pays follows the preset."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.messages import languages
from printkit.booklet.text_formats import write_markdown
from printkit.cli.app import run
from printkit.library.checks import check_and_warn
from printkit.model.definition_files import _name_after, split_preset, variant_slugs
from printkit.model.load import load
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, judge, judge_all, ranks
from printkit.rules.odds import count_dealt, find_chances
from printkit.text.loader import load_booklet
from tests.support.decks import put, variant
from tests.support.sample import cases

NAMED = [f"{slug}@{preset.id}" for slug in variant_slugs() for preset in variant(slug).presets]
every_preset = pytest.mark.parametrize("name", NAMED)


def words_of(name: str, language: str) -> str:
    """Return the text of a booklet without its marks."""
    text = repr(load_booklet(load(name), language))
    return re.sub("[\ufdd0-\ufdef\ue000-\uf8ff]", "", text)


# One of each game; the others are checked at night.
ONE_EACH = {name.partition("@")[0]: name for name in NAMED}.values()


@pytest.mark.parametrize("name", cases(NAMED, [*ONE_EACH][:1]))
def test_game_by_preset_is_fine(name: str) -> None:
    found, warnings = check_and_warn(name)
    assert warnings == []
    slug, preset = split_preset(name)
    assert (found.slug, found.preset) == (slug, preset)
    assert [one.id for one in found.agreed] == [
        one.id for one in found.options if one.id in found.chosen_preset.options
    ]


@every_preset
def test_name_of_preset_is_printed_and_leaves_sentences(name: str) -> None:
    found, plain = load(name), load(split_preset(name)[0])
    for language in languages():
        assert found.chosen_preset.name[language] in found.name[language]
        assert found.chosen_preset.name[language] not in found.in_sentence[language]
        assert found.in_sentence[language] in (
            plain.name[language],
            plain.in_sentence and plain.in_sentence[language],
        )


@pytest.mark.parametrize("slug", [slug for slug in variant_slugs() if variant(slug).presets])
def test_presets_differ_and_their_options_are_used(slug: str) -> None:
    game = variant(slug)
    assert len({preset.options for preset in game.presets}) == len(game.presets)
    used = {key for preset in game.presets for key in preset.options}
    assert {one.id for one in game.options if one.changes is not None} <= used


@pytest.mark.parametrize(
    ("name", "hint"), [("kessel@outlaw", "Did you mean “outlaws”?"), ("pazaak@x", "Omit")]
)
def test_unknown_preset_is_refused_with_known_ones(name: str, hint: str) -> None:
    with pytest.raises(PrintkitError) as refused:
        load(name)
    assert refused.value.hint.startswith(hint)


def test_own_definition_chooses_a_preset(tmp_path: Path) -> None:
    head = 'extends = "corellian-spike"\nslug = "mine"\n'
    mine = load(put(tmp_path, f'{head}preset = "casino"\n'))
    assert [hand.id for hand in mine.hands] == [h.id for h in load("corellian-spike@casino").hands]
    assert mine.figures["ante"] == 2 != load(put(tmp_path, head, "plain.toml")).figures["ante"]


def test_settle_show_and_json_follow_the_preset(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("--hand", "Y Y / C+8 T+8 S-8 C-8")
    for preset, first in (("charity-tournament", 1), ("casino", 2)):
        assert run(["show", "corellian-spike", "--preset", preset, *hand, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert [one["rank"] for one in found["hands"]].index(1) == first - 1
    assert run(["show", "corellian-spike", "--preset", "casino", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["preset"], len(found["presets"])) == ("casino", 4)


# --- independent lists of hands ------------------------------------------------------------------

Hand = list[tuple[int, str]]


def runs(sizes: list[int]) -> bool:
    return sorted(sizes) == [*range(min(sizes), min(sizes) + len(sizes))] and 0 not in sizes


def casino_place(hand: Hand) -> int:
    """Return the place of a hand of zero in the list of the casinos, written from its rows."""
    numbers = [number for number, _ in hand]
    assert sum(numbers) == 0
    sylops, rest = numbers.count(0), [n for n in numbers if n]
    sizes = Counter(map(abs, rest))
    sets, signs = sorted(sizes.values(), reverse=True), Counter(rest)
    five = len(hand) == 5
    whole = [*signs.values()]
    pairs = [n for n in sets if n > 1] + ([2] if sylops == 2 else [])  # two Sylops are a pair
    strict = sets == [3, 2] and sorted(whole) == [2, 3]
    rows = [
        (1, five and sylops == 1 and sizes[10] == 4),
        (2, five and sylops == 1 and sets == [4]),
        (3, five and strict),
        (4, five and sets == [3, 2]),
        (5, five and sorted(sizes) == [1, 2, 3, 4, 10] and len(rest) == 5),
        (6, five and len(rest) == 5 and runs([*map(abs, rest)])),
        (7, five and sylops == 1 and len(rest) == 4 and runs([*map(abs, rest)])),
        (8, five and sets[0:1] == [4]),
        (9, len(hand) == 4 and sets == [4]),
        (10, five and sylops == 1 and sets == [2, 2]),
        (11, sets[0:1] >= [3]),
        (12, len(hand) == 2 and sylops == 2),
        (13, len(hand) == 4 and len(rest) == 4 and runs([*map(abs, rest)])),
        (14, len(hand) == 4 and sylops == 2 and sets == [2]),
        (15, len(pairs) > 1),
        (16, len(hand) == 3 and sylops == 1 and sets == [2]),
        (17, bool(pairs)),
        (18, True),
    ]
    return next(place for place, is_it in rows if is_it)


def tournament_place(hand: Hand) -> int:
    """Return the place of a hand of zero in the list of the tournaments; 19 without one."""
    numbers = [number for number, _ in hand]
    sylops, rest = numbers.count(0), [n for n in numbers if n]
    sizes = Counter(map(abs, rest))
    sets = sorted(sizes.values(), reverse=True)
    count = len(hand)
    rows = [
        (1, count == 2 and sylops == 2),
        (2, count == 5 and sylops == 1 and sets == [4]),
        (3, count == 5 and sylops == 1 and len(rest) == 4 and runs([*map(abs, rest)])),
        (4, count == 5 and sylops == 1 and sets == [2, 2]),
        (5, count == 5 and sylops > 0),
        (6, count == 4 and sylops > 0),
        (7, count == 3 and sylops == 1 and sets == [2]),
        (8, count == 5 and sets == [3, 2]),
        (9, count == 4 and sets == [4]),
        (10, count == 5 and sorted(sizes) == [1, 2, 3, 4, 10]),
        (11, count == 4 and len(rest) == 4 and runs([*map(abs, rest)])),
        (12, sets[0:1] >= [3]),
        (13, count == 4 and sets == [2, 2]),
        (14, count == 5),
        (15, count == 4),
        (16, count == 3),
        (17, count == 2 and sets == [2]),
    ]
    return next(place for place, is_it in rows if is_it)


def zeros(random: Random, count: int) -> list[Hand]:
    """Return hands of two to five cards of the deck that come to zero, many of them rare."""
    deck = [(sign * n, suit) for sign in (1, -1) for n in range(1, 11) for suit in "CTS"]
    deck += [(0, "Y"), (0, "Y")]
    found: list[Hand] = []
    while len(found) < count:
        a, b, start = random.randint(1, 10), random.randint(1, 10), random.randint(1, 6)
        ranks_of = random.choice(
            [
                [random.randint(0, 10) for _ in range(random.randint(2, 5))],
                [*range(start, start + 4)],
                [0, *range(start, start + 4)],
                [*range(start, start + 5)],
                [1, 2, 3, 4, 10],
                [a, a, a, b, b],
                [2, 2, 2, 3, 3],
                [4, 4, 4, 6, 6],
                [a, a, a, a, b],
                [a, a, a, a],
                [0, a, a, b, b],
                [0, a, a, a, a],
                [0, 0, a, a],
                [0, a, a],
                [0, 0],
            ]
        )
        cards = random.sample(deck, len(deck))
        hand: Hand = []
        for rank in ranks_of:
            card = next((c for c in cards if abs(c[0]) == rank), None)
            if card is not None:
                cards.remove(card)
                hand.append(card)
        if len(hand) == len(ranks_of) and sum(number for number, _ in hand) == 0:
            found.append(hand)
    return found


def hold(hand: Hand) -> list[HeldCard]:
    known = {card.id: card for card in load("corellian-spike").cards}
    shapes = {"C": "circles", "T": "triangles", "S": "squares"}
    ids = [
        f"{shapes[suit]}-{'plus' if number > 0 else 'minus'}-{abs(number)}" if number else "sylop"
        for number, suit in hand
    ]
    return [HeldCard(known[card], known[card].values) for card in ids]


@pytest.mark.parametrize(
    ("preset", "place_of"),
    [
        ("casino", casino_place),
        pytest.param("charity-tournament", tournament_place, marks=pytest.mark.nightly),
    ],
)
def test_lists_of_presets_agree_with_independent_lists(preset: str, place_of: object) -> None:
    game = load(f"corellian-spike@{preset}")
    order = [hand.id for hand in game.hands]
    seen = set()
    for hand in zeros(Random(preset), 5000):
        verdict = judge(game, hold(hand))
        place = place_of(hand)  # type: ignore[operator]
        seen.add(place)
        assert verdict.hand is not None
        assert order.index(verdict.hand.id) + 1 == place, hand
    assert len(seen) > 16


def test_casino_ties_are_decided_by_high_values() -> None:
    high, low = [(9, "C"), (-9, "T")], [(2, "C"), (-2, "T")]
    for name, wanted in (("corellian-spike@casino", [1, 2]), ("corellian-spike", [2, 1])):
        assert ranks(judge_all(load(name), [hold(high), hold(low)])) == wanted


def test_galaxy_ties_prefer_one_suit() -> None:
    one, two = [(6, "C"), (-4, "C"), (-2, "C")], [(6, "C"), (-5, "T"), (-1, "C")]
    game = load("corellian-spike@galaxy-series")
    assert ranks(judge_all(game, [hold(two), hold(one)])) == [2, 1]


def test_tournament_ties_prefer_low_plus_cards() -> None:
    one, two = [(6, "C"), (-4, "C"), (-2, "C")], [(5, "C"), (-4, "T"), (-1, "C")]
    game = load("corellian-spike@charity-tournament")
    assert ranks(judge_all(game, [hold(one), hold(two)])) == [2, 1]


def test_name_of_preset_follows_in_its_languages() -> None:
    """A language without a name of the preset keeps that of the game."""
    name = {"en": "Game", "fr": "Jeu"}
    named = _name_after({"name": name}, {"name": {"en": "Short", "de": "Kurz"}})
    assert named == {"name": {"en": "Game · Short", "fr": "Jeu"}, "in_sentence": name}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    "name", [*(f"kessel@{preset.id}" for preset in load("kessel").presets), "classic@alderaan"]
)
def test_preset_has_chances_if_it_changes_no_draw(name: str) -> None:
    """Those of Kessel change no hand; the clubs' classic has the same draws and one more hand."""
    own, usual = load(name), load(name.partition("@")[0])
    keys = [chance.key for chance in usual.chances]
    assert [chance.key for chance in own.chances] == keys != []
    assert find_chances(own, TableState()) == own.chances
    assert "# Chances" in write_markdown(load_booklet(own, "en"))
    if name.startswith("kessel"):
        assert own.chances == usual.chances


def test_chances_of_the_fairy_empress_are_counted() -> None:
    own = load("classic@alderaan")
    for chance in own.chances[:2]:
        counted = count_dealt(own, chance.count)
        shares = {key: Fraction(cases, counted.of) for key, cases in counted.hands.items() if cases}
        assert {k: Fraction(n, chance.of) for k, n in chance.hands.items()} == shares
    assert own.chances[0].hands["fairy-empress"] == 1


def test_preset_that_changes_hands_has_no_chances() -> None:
    assert load("corellian-spike@casino").chances == ()
