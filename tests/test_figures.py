"""The figures of our three decks, against the published ones, copied here by hand.

Sources: the casino list of 76 cards, the 44 cards of Kessel, Pazaak's main deck of 40 and the
sheet of 36 side cards. Nothing here is computed from the definitions.
"""

from __future__ import annotations

import pytest

from printkit.definition.load import load, slugs
from printkit.definition.variant import Bounds, Card, Pick, Variant

NUMBERS = {str(n): n for n in range(1, 12)}
RANKED = {"commander": 12, "mistress": 13, "master": 14, "ace": 15}

CASINO: dict[str, tuple[tuple[int, ...], int]] = {
    **{
        f"{suit}-{rank}": ((value,), 1)
        for suit in ("sabers", "staves", "flasks", "coins")
        for rank, value in (NUMBERS | RANKED).items()
    },
    "idiot": ((0,), 2),
    "queen-of-air-and-darkness": ((-2,), 2),
    "endurance": ((-8,), 2),
    "balance": ((-11,), 2),
    "demise": ((-13,), 2),
    "moderation": ((-14,), 2),
    "evil-one": ((-15,), 2),
    "star": ((-17,), 2),
}

KESSEL: dict[str, tuple[tuple[int, ...], int]] = {
    **{f"{s}-{n}": ((n,), 3) for s in ("blood", "sand") for n in range(1, 7)},
    "blood-impostor": ((1, 2, 3, 4, 5, 6), 3),
    "sand-impostor": ((1, 2, 3, 4, 5, 6), 3),
    "blood-sylop": ((0, 1, 2, 3, 4, 5, 6), 1),
    "sand-sylop": ((0, 1, 2, 3, 4, 5, 6), 1),
}

PAZAAK: dict[str, tuple[tuple[int, ...], int]] = {
    **{f"main-{n}": ((n,), 4) for n in range(1, 11)},
    **{f"plus-{n}": ((n,), 2) for n in range(1, 7)},
    **{f"minus-{n}": ((-n,), 2) for n in range(1, 7)},
    **{f"plus-minus-{n}": ((-n, n), 2) for n in range(1, 7)},
}


@pytest.fixture(scope="module")
def decks() -> dict[str, Variant]:
    return {slug: load(slug) for slug in ("casino", "kessel", "pazaak")}


def by_id(variant: Variant) -> dict[str, Card]:
    return {card.id: card for card in variant.cards}


@pytest.mark.parametrize(
    ("slug", "figures"), [("casino", CASINO), ("kessel", KESSEL), ("pazaak", PAZAAK)]
)
def test_ids_values_and_copies(
    decks: dict[str, Variant], slug: str, figures: dict[str, tuple[tuple[int, ...], int]]
) -> None:
    found = {card.id: (card.values, card.copies) for card in decks[slug].cards}
    assert found == figures
    assert len(decks[slug].cards) == len(figures)  # no id twice


@pytest.mark.parametrize(
    ("slug", "total", "distinct"), [("casino", 76, 68), ("kessel", 44, 16), ("pazaak", 76, 28)]
)
def test_totals(decks: dict[str, Variant], slug: str, total: int, distinct: int) -> None:
    variant = decks[slug]
    assert (variant.total, len(variant.cards)) == (total, distinct)


def test_these_are_the_variants_that_have_figures() -> None:
    assert {"casino", "kessel", "pazaak"} <= set(slugs())


def test_casino_has_four_suits_of_fifteen_and_sixteen_specials(decks: dict[str, Variant]) -> None:
    cards = decks["casino"].cards
    for suit in ("sabers", "staves", "flasks", "coins"):
        own = [card for card in cards if card.suit == suit]
        assert [card.values for card in own] == [(n,) for n in range(1, 16)]
        assert [card.kind for card in own] == ["numbered"] * 11 + ["ranked"] * 4
    specials = [card for card in cards if card.suit is None]
    assert sum(card.copies for card in specials) == 16
    assert [card.kind for card in specials] == [None] * 8
    assert {card.family for card in cards} == {"deck"}
    assert len({str(card.look.emblem) for card in specials}) == 8  # an emblem of its own each


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        ("idiot", "The Idiot", "L’Idiot"),
        (
            "queen-of-air-and-darkness",
            "Queen of Air and Darkness",
            "La Reine de l’Air et des Ténèbres",
        ),
        ("endurance", "Endurance", "L’Endurance"),
        ("balance", "Balance", "L’Équilibre"),
        ("demise", "Demise", "L’Échec"),
        ("moderation", "Moderation", "La Modération"),
        ("evil-one", "The Evil One", "Le Malin"),
        ("star", "The Star", "L’Étoile"),
        ("sabers-7", "7 of Sabers", "7 de Sabres"),
        ("staves-commander", "Commander of Staves", "Commandeur de Bâtons"),
        ("flasks-mistress", "Mistress of Flasks", "Maîtresse de Flasques"),
        ("coins-master", "Master of Coins", "Maître de Pièces"),
        ("sabers-ace", "Ace of Sabers", "As de Sabres"),
    ],
)
def test_casino_names(decks: dict[str, Variant], card: str, english: str, french: str) -> None:
    assert by_id(decks["casino"])[card].name == {"en": english, "fr": french}


def test_casino_hands_from_best_to_worst(decks: dict[str, Variant]) -> None:
    array, pure, highest = decks["casino"].hands
    assert [array.order, pure.order, highest.order] == [1, 2, 3]
    assert array.cards == (
        Pick(1, "idiot", None, None, None),
        Pick(1, None, None, "2", None),
        Pick(1, None, None, "3", None),
    )
    assert pure.total == Bounds(23, 23)
    assert highest.total == Bounds(-23, 22)
    assert highest.best == "highest"


def test_kessel_has_two_families_of_22_with_backs_of_their_own(decks: dict[str, Variant]) -> None:
    kessel = decks["kessel"]
    for family in ("blood", "sand"):
        own = [card for card in kessel.cards if card.family == family]
        assert sum(card.copies for card in own) == 22
        assert {card.suit for card in own} == {family}
        assert all(card.id.startswith(f"{family}-") for card in own)
    assert len({str(family.back) for family in kessel.families.values()}) == 2


def test_kessel_rules_of_value(decks: dict[str, Variant]) -> None:
    rules = {card.id: card.rule for card in decks["kessel"].cards if card.rule}
    assert rules == {
        "blood-impostor": "dice",
        "sand-impostor": "dice",
        "blood-sylop": "copy",
        "sand-sylop": "copy",
    }


def test_kessel_hands_from_best_to_worst(decks: dict[str, Variant]) -> None:
    pure, sabacc, smallest = decks["kessel"].hands
    assert pure.cards == (Pick(2, None, None, "sylop", None),)
    assert (sabacc.difference, sabacc.best) == (Bounds(0, 0), "lowest")
    assert (smallest.difference, smallest.best) == (Bounds(1, 5), "lowest")


def test_kessel_table(decks: dict[str, Variant]) -> None:
    kessel = decks["kessel"]
    per_player = {thing.id: thing.per_player for thing in kessel.materials}
    counts = {thing.id: thing.count for thing in kessel.materials}
    assert kessel.players == (2, 4)
    assert per_player["chip"] == 8
    assert counts["chip"] == 32
    assert counts["die"] == 2
    assert counts["influence-token"] == 16


def test_pazaak_main_deck_is_40_and_a_side_sheet_36(decks: dict[str, Variant]) -> None:
    pazaak = decks["pazaak"]
    main = [card for card in pazaak.cards if card.family == "main"]
    side = [card for card in pazaak.cards if card.family == "side"]
    assert sum(card.copies for card in main) == 40
    assert sum(card.copies for card in side) == 36
    assert all(card.id.startswith("main-") for card in main)
    assert not any(card.per_player for card in main)
    assert all(card.per_player for card in side)
    assert sum(card.count(2) for card in pazaak.cards) == 40 + 2 * 36
    assert pazaak.families["main"].back != pazaak.families["side"].back
    assert pazaak.players == (2, 2)


@pytest.mark.parametrize(
    ("card", "index"),
    [
        ("main-7", "7"),
        ("plus-3", "+3"),
        ("minus-3", "\u22123"),
        ("plus-minus-3", "+3"),
    ],
)
def test_pazaak_corner_says_the_sign(decks: dict[str, Variant], card: str, index: str) -> None:
    assert by_id(decks["pazaak"])[card].look.index == index


def test_pazaak_turned_card_is_negative(decks: dict[str, Variant]) -> None:
    for number in range(1, 7):
        turned = by_id(decks["pazaak"])[f"plus-minus-{number}"].look.turned
        assert turned is not None
        assert turned.index == f"\u2212{number}"
        assert turned.colour == "pazaak-minus"


def test_pazaak_hands(decks: dict[str, Variant]) -> None:
    twenty, highest = decks["pazaak"].hands
    assert twenty.total == Bounds(20, 20)
    assert highest.total == Bounds(None, 19)


@pytest.mark.parametrize(
    ("card", "index"),
    [("sabers-11", "11"), ("sabers-ace", "15"), ("idiot", "0"), ("star", "\u221217")],
)
def test_casino_corner_is_the_value_with_a_real_minus(
    decks: dict[str, Variant], card: str, index: str
) -> None:
    assert by_id(decks["casino"])[card].look.index == index


@pytest.mark.parametrize("slug", ["casino", "kessel", "pazaak"])
def test_every_text_is_there_in_both_languages(decks: dict[str, Variant], slug: str) -> None:
    variant = decks[slug]
    texts = [
        variant.name,
        variant.summary,
        *(card.name for card in variant.cards),
        *(family.name for family in variant.families.values()),
        *(suit.name for suit in variant.suits.values()),
        *(text for hand in variant.hands for text in (hand.name, hand.how)),
        *(thing.name for thing in variant.materials),
        *variant.notes,
    ]
    for text in texts:
        assert set(text) == {"en", "fr"}
        assert all(words.strip() and "{" not in words for words in text.values())
