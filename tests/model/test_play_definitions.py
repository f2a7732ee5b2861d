"""The rules in our definitions are those of the sources; faults in rules of one's own are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.cli import run
from printkit.model.fields import Bounds
from printkit.model.load import load, variant_slugs
from printkit.model.variant import Variant
from tests.rules.test_codes import deck
from tests.support import decks

# set: values of Master, Knight, Smuggler, Hunter, Sith, Rancor, Dark Jedi; exchange; more; holding
LOCAL: dict[str, tuple[list[int], list[int], list[int], list[str]]] = {
    "rebel-alliance": ([4, 3, 5, 9, -10, 7, 12], [0, 1, 2, 3], [], []),
    "imperial": ([-9, 15, 7, 3, 4, 7, 3], [2], [], []),
    "corellian": ([-13, 10, 4, 3, 11, 4, 11], [2, 3, 4], [], []),
    "new-republic": ([3, 4, 4, 10, -11, 8, 12], [1, 3], [], []),
    "old-republic": ([3, 3, 10, 9, 10, 9, -14], [0, 1, 2], [3, 4], ["jedi-master"]),
    "cloud-city-casino": ([6, 4, 5, 7, -8, 7, 9], [2, 4], [], []),
    "corporate-sector": ([8, -7, 6, 3, 8, 5, 7], [3], [], []),
    "crseih-station": ([-6, 8, 6, 6, 4, 7, 5], [0, 1, 2], [], []),
    "mos-eisley": ([8, 7, 6, 5, 10, 5, -11], [1], [1, 2, 3, 4], ["bounty-hunter", "smuggler"]),
}
SPECIALS = [
    *("jedi-master", "jedi-knight", "smuggler", "bounty-hunter"),
    *("lord-of-sith", "rancor", "dark-jedi"),
]
SIXTEEN = {
    **{"idiot": 0, "queen-of-air-and-darkness": 2, "endurance": 8, "balance": 11},
    **{"demise": 13, "moderation": 14, "evil-one": 15, "star": 17},
}
TOKENS = [
    *("Pioche gratuite", "Remboursement", "Remboursement supplémentaire", "Tarif général"),
    *("Tarif ciblé", "Embargo", "Dévalorisation", "Immunité", "Audit général", "Audit ciblé"),
    *("Fraude majeure", "Détournement", "Comptes maquillés", "Épuisement"),
    *("Transaction directe", "Sabacc prime"),
]


def values(variant: Variant) -> dict[str, tuple[int, ...]]:
    return {card.id: card.values for card in variant.cards}


# --- ours ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", LOCAL)
def test_a_local_set_has_the_figures_of_its_source(slug: str) -> None:
    figures, counts, more, holding = LOCAL[slug]
    variant = deck(slug)
    assert [values(variant)[name] for name in SPECIALS] == [(figure,) for figure in figures]
    assert variant.exchange is not None
    extra = variant.exchange.more
    assert variant.exchange.counts == tuple(counts)
    assert (extra.counts if extra else ()) == tuple(more)
    assert sorted(extra.holding if extra else ()) == holding
    assert sum(figure < 0 for figure in figures) == 1


def test_there_are_nine_local_sets() -> None:
    for slug in ("random", "theory"):
        assert set(deck(slug).sets) == set(LOCAL)


@pytest.mark.parametrize("name", SPECIALS)
def test_the_common_deck_has_the_values_of_all_sets(name: str) -> None:
    at = SPECIALS.index(name)
    expected = sorted({figures[at] for figures, *_ in LOCAL.values()})
    for slug in ("random", "theory"):
        assert values(deck(slug))[name] == tuple(expected)


@pytest.mark.parametrize("slug", ["casino", "classic"])
def test_the_specials_of_the_casino_are_negative(slug: str) -> None:
    assert {name: values(deck(slug))[name] for name in SIXTEEN} == {
        name: (-size,) for name, size in SIXTEEN.items()
    }


def test_the_specials_of_cloud_city_are_either() -> None:
    assert {name: values(deck("cloud-city"))[name] for name in SIXTEEN} == {
        name: (0,) if size == 0 else (-size, size) for name, size in SIXTEEN.items()
    }


@pytest.mark.parametrize(
    ("slug", "order"),
    [
        ("classic", "idiots-array pure-sabacc highest-total"),
        ("casino", "idiots-array pure-sabacc highest-total"),
        ("cloud-city", "idiots-array pure-sabacc nearest-23"),
        ("imperial", "sith-array idiots-array pure-sabacc highest-total"),
        ("theory", "pure-sabacc sabacc idiot-combination highest-score"),
        ("tarot", "grand-sabacc little-sabacc idiots-sabacc triple-idiot nearest-23"),
        ("black-knight", "grand-sabacc little-sabacc idiots-sabacc triple-idiot nearest-23"),
        ("poker", "grand-sabacc idiots-sabacc triple-idiot nearest-23"),
        ("black-knight-54", "grand-sabacc idiots-sabacc triple-idiot nearest-23"),
        ("kessel", "pure-sabacc sabacc smallest-difference"),
        ("pazaak", "twenty highest-total"),
    ],
)
def test_the_order_of_the_hands(slug: str, order: str) -> None:
    assert [hand.id for hand in deck(slug).hands] == order.split()


@pytest.mark.parametrize("slug", LOCAL)
def test_the_local_array_is_put_before_the_hands_of_all(slug: str) -> None:
    first, *others = deck(slug).hands
    assert first.id.endswith("-array")
    assert [hand.id for hand in others] == ["idiots-array", "pure-sabacc", "highest-total"]
    assert [hand.pot for hand in deck(slug).hands] == [True, True, True, False]


def test_sixteen_tokens_of_which_four_bear_on_hands() -> None:
    tokens = deck("kessel").tokens
    assert [token.name["fr"] for token in tokens] == TOKENS
    bearing = [t.id for t in tokens if t.changes or t.reverses or t.crowns]
    assert sorted(bearing) == ["cook-the-books", "major-fraud", "markdown", "prime-sabacc"]


def test_the_deals_of_the_tarot() -> None:
    for slug in ("tarot", "poker"):
        deals = [option.id for option in deck(slug).options if option.kind == "deal"]
        assert deals == ["classic", "open", "holdem", "stud"]


@pytest.mark.parametrize("slug", variant_slugs())
def test_the_rules_are_told_in_both_languages(slug: str) -> None:
    variant = deck(slug)
    told = [(hand.name, hand.how) for hand in variant.hands]
    told += [(token.name, token.how) for token in variant.tokens]
    told += [(option.name, option.how) for option in variant.options]
    for words in (words for pair in told for words in pair):
        assert set(words) == {"en", "fr"}
        assert all(line.strip() for line in words.values())


# --- one's own -----------------------------------------------------------------------------------

RULES = (
    decks.HEAD
    + """
[suits.coins]
name = { en = "Coins", fr = "Pièces" }

[suits.cups]
name = { en = "Cups", fr = "Coupes" }

[[ranks]]
from = 1
to = 3

[[grids]]
suits = ["coins", "cups"]
ranks = ["1-3"]
name = { en = "{rank} {of}", fr = "{rank} {of}" }

[[hands]]
id = "good"
name = { en = "Good", fr = "Bon" }
how = { en = "Good.", fr = "Bon." }
total = 5

[[hands]]
id = "poor"
name = { en = "Poor", fr = "Faible" }
how = { en = "Poor.", fr = "Faible." }
"""
)
HAND = '\n[[hands]]\nid = "new"\nname = { en = "N", fr = "N" }\nhow = { en = "n", fr = "n" }\n'
TOKEN = '\n[[tokens]]\nid = "t"\nname = { en = "T", fr = "T" }\nhow = { en = "t", fr = "t" }\n'
HUE = '\n[[counting.hues]]\nname = { en = "One", fr = "Une" }\nsuits = ["coins"]\n'


def put(folder: Path, text: str) -> str:
    path = folder / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def own(folder: Path, more: str = "") -> Variant:
    return load(put(folder, RULES + more))


@pytest.mark.parametrize(
    ("more", "key", "said"),
    [
        (HAND + 'cards = [{ card = "coin-1" }]', "hands[2].cards[0].card", "“coin-1” is not known"),
        (HAND + 'cards = [{ suit = "coin" }]', "hands[2].cards[0].suit", "“coin” is not known."),
        (HAND + 'cards = [{ rank = "4" }]', "hands[2].cards[0].rank", "“4” is not known."),
        (HAND + 'cards = [{ kind = "odd" }]', "hands[2].cards[0].kind", "“odd”"),
        (HAND + "cards = [{ count = 2 }]", "hands[2].cards[0]", "picks nothing: name a card"),
        (HAND + "cards = [{ count = 0, same = true }]", "hands[2].cards[0].count", "the least is"),
        (HAND + 'cards = ["coins-1"]', "hands[2].cards[0]", ""),
        (HAND + 'before = "god"', "hands[2].before", "“god” is not known. Did you mean “good”?"),
        (HAND + 'before = "new"', "hands[2].before", "“new” is not known."),
        (HAND + 'best = "middle"', "hands[2].best", "“middle”"),
        (HAND + "total = { min = 3, most = 5 }", "hands[2].total.most", "is not a key"),
        (HAND + "total = 1000", "hands[2].total", "the greatest is 999"),
        (HAND + "decks = 0", "hands[2].decks", "the least is 1"),
        (HAND + "total = 2.5", "hands[2].total", "not a whole number"),
        (HAND.replace("new", "good"), "hands[2].id", "the id “good” is given twice."),
        ('[counting]\nsystem = "product"', "counting.system", "“product”"),
        ('[counting]\nsystem = "hues"', "counting.system", "and there are 0."),
        ('[counting]\nsystem = "hues"' + HUE, "counting.system", "and there are 1."),
        ('[counting]\nsystem = "past"', "counting.system", "there is none. Add limit = 23."),
        ('[counting]\nsystem = "difference"', "counting.system", "Add cards = 2."),
        ('[counting]\nsystem = "difference"\ncards = 3', "counting.system", "is that of two cards"),
        ('[counting]\nsystem = "sum"\nlimit = "23"', "counting.limit", "not a whole number"),
        ('[counting]\nsystem = "sum"\nsign = "odd"', "counting.sign", "“odd”"),
        (
            '[counting]\nsystem = "hues"' + HUE + HUE.replace("coins", "cup"),
            "counting.hues[1].suits[0]",
            "“cup” is not known. Did you mean “cups”?",
        ),
        (TOKEN + 'changes = { rank = "9", value = 1 }', "tokens[0].changes.rank", "“9” is not"),
        (TOKEN + 'reverses = ["good", "bad"]', "tokens[0].reverses[1]", "“bad” is not known."),
        (TOKEN + 'crowns = "goot"', "tokens[0].crowns", "“goot” is not known."),
        ("[exchange]\ncounts = []", "exchange.counts", ""),
        (
            '[exchange]\ncounts = [1]\nmore = { holding = ["coins-9"], counts = [2] }',
            "exchange.more.holding[0]",
            "“coins-9” is not known.",
        ),
    ],
)
def test_a_fault_in_the_rules_is_told_at_its_place(
    tmp_path: Path, more: str, key: str, said: str
) -> None:
    with pytest.raises(DefinitionError) as caught:
        own(tmp_path, more + "\n")
    found = {problem.key: str(problem) for problem in caught.value.problems}
    assert key in found
    assert said in found[key]
    assert all(problem.line > 0 for problem in caught.value.problems)


def test_a_set_that_is_not_known_is_told(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as caught:
        load(put(tmp_path, 'sets = ["imperal"]\n' + RULES))
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (1, "sets[0]")
    assert problem.hint.startswith("Did you mean “imperial”?")


def test_the_rules_without_fault_are_read(tmp_path: Path) -> None:
    """Control: what the faults above are put into is right."""
    variant = own(tmp_path)
    assert [hand.id for hand in variant.hands] == ["good", "poor"]
    assert (variant.counting.system, variant.counting.limit) == ("sum", None)
    assert variant.hands[0].total == Bounds(5, 5)


def test_a_hand_is_put_before_another(tmp_path: Path) -> None:
    found = own(tmp_path, HAND + 'before = "poor"\n')
    assert [hand.id for hand in found.hands] == ["good", "new", "poor"]
    found = own(tmp_path, HAND + 'before = "good"\n')
    assert [hand.id for hand in found.hands] == ["new", "good", "poor"]
    assert [hand.id for hand in own(tmp_path, HAND).hands] == ["good", "poor", "new"]


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("5", 5, 5),
        ("{ min = 2 }", 2, None),
        ("{ max = 9 }", None, 9),
        ("{ min = -1, max = 1 }", -1, 1),
    ],
)
def test_bounds(tmp_path: Path, written: str, low: int | None, high: int | None) -> None:
    bounds = own(tmp_path, HAND + f"total = {written}\n").hands[2].total
    assert bounds == Bounds(low, high)
    assert [n for n in range(-20, 20) if bounds.contains(n)] == list(
        range(-20 if low is None else low, 20 if high is None else high + 1)
    )


def test_an_own_game_is_judged_by_its_own_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = HAND + 'before = "good"\ncards = [{ count = 2, rank = "1" }]\nexact = true\n'
    name = put(tmp_path, RULES + more)
    text = "coins-1 cups-1 / coins-2 cups-3 / coins-1 / cups-1 cups-2 cups-3"
    assert run(["show", name, "--hand", text]) == 0
    out = capsys.readouterr().out
    assert [line.split(" (")[1][:6] for line in out.splitlines() if line[:1].isdigit()] == [
        *("Rank 1", "Rank 2", "Rank 3", "Rank 3"),
    ]
