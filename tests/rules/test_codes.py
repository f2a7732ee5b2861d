"""Cards as people type them: ids, short codes in two languages, values, and refusals that help."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_HAND_CARDS, MAX_HANDS_ASKED
from printkit.model.load import deck_slugs, load, variant_slugs
from printkit.model.variant import Variant
from printkit.rules.card_codes import (
    HeldCard,
    card_codes,
    normalise_code,
    read_hands,
    short_name,
)
from tests.support.cases import each

LANGUAGES = ("en", "fr")
SIGNS = {"swords": "♠", "batons": "♦", "cups": "♥", "coins": "♣"}
LETTERS = {"swords": "S", "batons": "D", "cups": "H", "coins": "C"}
RANKS = {"ace": "A", "jack": "J", "knight": "N", "queen": "Q", "king": "K"} | {
    str(n): str(n) for n in range(2, 11)
}
FRENCH_LETTERS = {"swords": "ÉEP", "batons": "BK", "cups": ("C", "Co", "Cœ"), "coins": "DT"}
FRENCH = {"jack": "V", "knight": "C", "queen": "D", "king": "R"}
TAROT = [(suit, rank) for suit in SIGNS for rank in RANKS]


@cache
def deck(name: str, shelf: str = "variants") -> Variant:
    """A variant of ours, read once."""
    return load(name, shelf=shelf)


def hands(slug: str, text: str, language: str = "en", decks: int = 1) -> list[list[HeldCard]]:
    """The hands of a text."""
    return read_hands(deck(slug), text, language, decks)


def ids(slug: str, text: str, language: str = "en", decks: int = 1) -> list[str]:
    """The ids of the cards of one hand."""
    (hand,) = hands(slug, text, language, decks)
    return [held.card.id for held in hand]


def refusal(slug: str, text: str, language: str = "en", decks: int = 1) -> str:
    """What is said of a hand that is refused."""
    with pytest.raises(PrintkitError) as caught:
        hands(slug, text, language, decks)
    return str(caught.value)


def attempt(text: str) -> tuple[list[list[HeldCard]], str]:
    """The hands of a text, or what would be accepted."""
    try:
        return hands("tarot", text), ""
    except PrintkitError as error:
        return [], error.hint or ""


# --- what a code means ---------------------------------------------------------------------------


@each(("suit", "rank"), TAROT)
def test_a_suit_card_by_letter_and_by_sign(suit: str, rank: str) -> None:
    letter, sign, of_rank = LETTERS[suit], SIGNS[suit], RANKS[rank]
    for code in (f"{letter}{of_rank}", f"{sign}{of_rank}", f"{of_rank}{sign}"):
        assert ids("tarot", code) == [f"{suit}-{rank}"]
        assert ids("tarot", code.lower()) == [f"{suit}-{rank}"]


@each(("suit", "rank"), TAROT)
def test_a_suit_card_in_french(suit: str, rank: str) -> None:
    for letter in FRENCH_LETTERS[suit]:
        code = f"{letter}{FRENCH.get(rank, RANKS[rank])}"
        clash = letter == "T" and rank.isdigit()  # T5 is the 5 of Trèfle, or trump 5
        assert clash or ids("tarot", code, "fr") == [f"{suit}-{rank}"]
    assert ids("tarot", f"{SIGNS[suit]}{FRENCH.get(rank, RANKS[rank])}", "fr") == [f"{suit}-{rank}"]


@each("suit", SIGNS)
@each("rank", ["jack", "queen", "king", "knight"])
def test_english_letters_are_taken_in_french_too(suit: str, rank: str) -> None:
    code = f"{LETTERS[suit]}{RANKS[rank]}"
    if LETTERS[suit] not in "CD":  # Coupe and Denier in French
        assert ids("tarot", code, "fr") == [f"{suit}-{rank}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_trumps_and_the_excuse(language: str) -> None:
    for number in range(1, 22):
        letter = "T" if language == "en" else "A"
        assert ids("tarot", f"{letter}{number}", language) == [f"trump-{number}"]
    assert ids("tarot", "X x", language, decks=2) == ["excuse", "excuse"]


@pytest.mark.parametrize("code", ["SV", "SR", "♠V", "PD", "CoV", "ÉC"])
def test_french_letters_are_french(code: str) -> None:
    said = refusal("tarot", code)
    assert f"“{code}” is not a card of tarot." in said
    assert "With --lang fr it is the " in said
    assert len(ids("tarot", code, "fr")) == 1


def test_a_code_that_means_two_cards_is_refused() -> None:
    assert "“T5” may be 5 de Denier or Atout 5. Write ♣5 or A5." in refusal("tarot", "T5", "fr")
    assert "“C+5” may be +5 de Cercles or +5 de Carrés." in refusal("corellian-spike", "C+5", "fr")
    assert ids("tarot", "T12 E\u03012", "fr") == ["trump-12", "swords-2"]


@each("language", LANGUAGES)
@each("slug", [*variant_slugs()])
def test_what_is_printed_in_an_index_is_a_code(slug: str, language: str) -> None:
    """A suit's letter with the number or letter of the corner, where that is one."""
    variant = deck(slug)
    table = card_codes(variant, language)
    for card in variant.cards:
        suit = variant.suits.get(card.suit or "")
        if suit is None or suit.code is None or not re.fullmatch(r"[0-9]+|[A-Z]", card.index):
            continue
        printed = normalise_code(suit.code[language].split()[0] + card.index)
        assert table[printed] == [card], (slug, printed)


def test_two_jokers_are_two_cards() -> None:
    assert ids("poker", "X X") == ["joker-1", "joker-2"]
    assert ids("poker", "joker-2 X") == ["joker-2", "joker-1"]
    assert ids("poker", "X X X", decks=2) == ["joker-1", "joker-1", "joker-2"]
    assert "which has 2" in refusal("poker", "X X X")


@each("language", LANGUAGES)
@each("slug", [*variant_slugs()])
def test_every_card_has_an_id_and_a_short_code_that_mean_it(slug: str, language: str) -> None:
    variant = deck(slug)
    table = card_codes(variant, language)
    jokers = {"joker-1", "joker-2"}
    for card in variant.cards:
        assert table[card.id] == [card]
        meant = {found.id for found in table[normalise_code(short_name(variant, card, language))]}
        assert card.id in meant
        assert len(meant) == 1 or meant <= jokers
        assert len(short_name(variant, card, language)) <= 6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*deck_slugs()])
def test_every_card_of_a_deck_at_hand_has_a_short_code(name: str, language: str) -> None:
    variant = deck(name, "standins")
    assert variant.standins
    table = card_codes(variant, language)
    shorts = {card.id: short_name(variant, card, language) for card in variant.cards}
    assert all(
        card.id in {c.id for c in table[normalise_code(shorts[card.id])]} for card in variant.cards
    )
    assert len(set(shorts.values())) >= len(variant.cards) - 1  # two jokers share theirs


@pytest.mark.parametrize(
    ("slug", "language", "text", "meant"),
    [
        ("casino", "en", "S12 S13 S14 S15", ["commander", "mistress", "master", "ace"]),
        ("casino", "fr", "S12 S13 S14 S15", ["commander", "mistress", "master", "ace"]),
        ("casino", "en", "S12 SMi S14 SA", ["commander", "mistress", "master", "ace"]),
        ("casino", "en", "SCo SMi SMa SA", ["commander", "mistress", "master", "ace"]),
        ("casino", "fr", "SCo SMe SMa SA", ["commander", "mistress", "master", "ace"]),
    ],
)
def test_the_ranked_cards_of_a_sabacc_deck(
    slug: str, language: str, text: str, meant: list[str]
) -> None:
    assert ids(slug, text, language) == [f"sabers-{rank}" for rank in meant]


@pytest.mark.parametrize(
    ("slug", "text", "meant"),
    [
        ("casino", "I QA EN BA", "idiot queen-of-air-and-darkness endurance balance"),
        ("casino", "DE MO EO ST", "demise moderation evil-one star"),
        ("casino", "T1 F2 C3", "staves-1 flasks-2 coins-3"),
        ("imperial", "JM JK SM BH", "jedi-master jedi-knight smuggler bounty-hunter"),
        ("imperial", "LS RA DJ", "lord-of-sith rancor dark-jedi"),
        ("kessel", "b6 s1 bi sy", "blood-6 sand-1 blood-impostor sand-sylop"),
        ("pazaak", "m10 +3 -3 ±3", "main-10 plus-3 minus-3 plus-minus-3"),
        ("pazaak", "−3 –3", "minus-3 minus-3"),
        ("corellian-spike", "C+10 t-1 S+2 Y", "circles-plus-10 triangles-minus-1 squares-plus-2 S"),
        ("poker", "S2\ufe0f ♥\ufe0f10 D\ufe0eA", "spades-2 hearts-10 diamonds-ace"),
        ("tarot", "H11 H12 H13 H14", "cups-jack cups-knight cups-queen cups-king"),
        ("tarot", "swords-king TRUMP-21 Excuse", "swords-king trump-21 excuse"),
    ],
)
def test_codes_of_other_decks(slug: str, text: str, meant: str) -> None:
    assert ids(slug, text) == meant.replace(" S", " sylop").split()


def test_cards_may_stand_anyhow_apart() -> None:
    assert ids("tarot", "  X\t S2\n\u00a0C3  ") == ["excuse", "swords-2", "coins-3"]
    found = [[held.card.id for held in hand] for hand in hands("tarot", "X/S2 C3 /T1")]
    assert found == [["excuse"], ["swords-2", "coins-3"], ["trump-1"]]


def test_each_hand_has_the_whole_deck() -> None:
    """What another player holds is not looked at: hands may be thought of, not only dealt."""
    assert len(hands("tarot", "T21 / T21")) == 2


# --- values that are given -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "code", "values"),
    [
        ("tarot", "SA", (1, 15)),
        ("tarot", "SA=15", (15,)),
        ("tarot", "SA=1,15", (1, 15)),
        ("tarot", "SA=15,1,15", (1, 15)),
        ("kessel", "bi=2,5", (2, 5)),
        ("imperial", "JM=-9", (-9,)),
        ("theory", "JM=-13", (-13,)),
        ("theory", "JM=−13", (-13,)),
        ("expansion", "WH=5", (5,)),
        ("expansion", "WH=-999,999", (-999, 999)),
        ("expansion", "WH", ()),
        ("cloud-city", "ST=−17", (-17,)),
    ],
)
def test_values_that_are_given(slug: str, code: str, values: tuple[int, ...]) -> None:
    ((held,),) = hands(slug, code)
    assert held.values == values


@pytest.mark.parametrize(
    ("slug", "code", "said"),
    [
        ("tarot", "SA=99", "swords-ace cannot be worth 99. Its values: 1/15."),
        ("tarot", "SA=1,99", "cannot be worth 99."),
        ("tarot", "SK=13", "swords-king cannot be worth 13. Its values: 14."),
        ("tarot", "X=", "“X=” gives no value. Write excuse=4, or several: excuse=3,5."),
        ("tarot", "X=a", "gives no value."),
        ("tarot", "SA=1,,15", "gives no value."),
        ("tarot", "SA=1.5", "gives no value."),
        ("tarot", "SA=1=15", "gives no value."),
        ("kessel", "bi=7", "blood-impostor cannot be worth 7. Its values: 1…6."),
        ("expansion", "WH=1000", "wheel cannot be worth 1000. Its values: −999 to 999."),
        ("expansion", "WH=5,1000", "wheel cannot be worth 1000."),
        ("tarot", "=", "“” is not a card of tarot."),
        ("tarot", "=5", "“” is not a card of tarot."),
    ],
)
def test_values_that_are_refused(slug: str, code: str, said: str) -> None:
    assert said in refusal(slug, code)


def test_a_refusal_is_a_paragraph_even_of_a_long_word() -> None:
    for word in ("SA=" + "9" * 3000, "S" * 3000, "SA=" + "1," * 3000 + "x"):
        assert len(refusal("tarot", word)) < 700


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "wrong", "near"),
    [
        ("tarot", "swords-kng", "swords-king"),
        ("tarot", "sword-king", "swords-king"),
        ("tarot", "excus", "excuse"),
        ("tarot", "trump21", "trump-21"),
        ("casino", "evil-on", "evil-one"),
        ("kessel", "blood-imposter", "blood-impostor"),
    ],
)
def test_the_nearest_id_is_named(slug: str, wrong: str, near: str) -> None:
    said = refusal(slug, wrong)
    assert f"“{wrong}” is not a card of {slug}." in said
    assert f"Did you mean “{near}”" in said


@pytest.mark.parametrize("wrong", ["SZ", "T22", "T0", "D1", "H15", "S0", "XX", "♠1", "♥Z", "CX"])
def test_the_nearest_code_is_a_code(wrong: str) -> None:
    said = refusal("tarot", wrong)
    near = re.search(r"Did you mean “(.+?)” \(", said)
    assert near is not None
    assert len(ids("tarot", near[1])) == 1


@pytest.mark.parametrize(
    ("slug", "wrong", "near"),
    [("kessel", "BQQ", "B1"), ("kessel", "SQQ", "S1"), ("tarot", "HÖ", "HA")],
)
def test_what_resembles_no_code_is_taken_for_a_card_of_its_suit(
    slug: str, wrong: str, near: str
) -> None:
    assert f"Did you mean “{near}”" in refusal(slug, wrong)


@pytest.mark.parametrize("wrong", ["🂡", "%", "…", "Ж"])
def test_what_resembles_nothing_is_told_where_codes_are_listed(wrong: str) -> None:
    said = refusal("tarot", wrong)
    assert f"“{wrong}” is not a card of tarot." in said
    assert "“printkit show tarot” lists both." in said


@pytest.mark.parametrize(
    ("slug", "text", "most", "near"),
    [
        ("tarot", "SK SK", 1, "swords-queen"),
        ("tarot", "SA SA", 1, "swords-2"),
        ("tarot", "CK CK", 1, "coins-queen"),
        ("tarot", "X X", 1, "trump-1"),
        ("tarot", "T21 T21", 1, "trump-20"),
        ("casino", "I I I", 2, "queen-of-air-and-darkness"),
        ("kessel", "b1 b1 b1 b1", 3, "blood-2"),
        ("kessel", "by by", 1, "blood-impostor"),
        ("pazaak", "+1 +1 +1", 2, "plus-2"),
    ],
)
def test_too_many_copies_are_refused_with_a_neighbour(
    slug: str, text: str, most: int, near: str
) -> None:
    said = refusal(slug, text)
    assert f"more often than in the deck, which has {most}." in said
    assert f"({near}, " in said


def test_more_decks_have_more_copies() -> None:
    assert ids("tarot", "SK SK", decks=2) == ["swords-king"] * 2
    assert "which has 2" in refusal("tarot", "SK SK SK", decks=2)


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u00a0"])
def test_no_cards_are_no_hand(text: str) -> None:
    assert refusal("tarot", text).startswith("The hand has no cards. Write the cards with spaces")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("//", "Hand 1 of 3"),
        ("X /", "Hand 2 of 2"),
        ("/ X", "Hand 1 of 2"),
        ("X / / T1", "Hand 2 of 3"),
    ],
)
def test_an_empty_hand_among_others_is_told_by_its_number(text: str, where: str) -> None:
    assert refusal("tarot", text).startswith(f"{where} has no cards.")


def test_how_many_cards_and_hands_there_may_be() -> None:
    forty = " ".join(["X"] * MAX_HAND_CARDS)
    assert len(ids("tarot", forty, decks=40)) == 40
    assert "41 cards in a hand are too many." in refusal("tarot", forty + " X", decks=60)
    assert len(hands("tarot", "/".join(["X"] * MAX_HANDS_ASKED))) == 99
    assert "100 hands are too many." in refusal("tarot", "/".join(["X"] * (MAX_HANDS_ASKED + 1)))
    assert "160 cards in all hands are too many." in refusal("tarot", "/".join([forty] * 4))


def test_any_text_is_read_or_refused() -> None:
    random, read = Random(4), 0
    letters = "SHDCXTAJNQK♠♥♦♣0123456789=,-−/ "
    words = [f"{word} " for word in ("SK", "♠2", "T9", "X", "SA=1", "/", "=", "SA=", "TT")]
    odd = "aé𝄞\u202e\x00\n\ufe0f²٣"
    for number in range(150):
        found, hint = attempt(
            "".join(random.choices((letters, words, odd)[number % 3], k=number % 9))
        )
        assert bool(found) != bool(hint)
        assert all(found)
        read += bool(found)
    assert read


def test_a_table_of_codes_that_is_wrong_is_seen() -> None:
    """Control: with two cards' codes exchanged the comparison of codes and cards fails."""
    variant = deck("tarot")
    table = dict(card_codes(variant, "en"))
    table["sk"], table["sq"] = table["sq"], table["sk"]
    assert any(
        card.id not in {found.id for found in table.get(f"s{RANKS[card.rank or ''].lower()}", [])}
        for card in variant.cards
        if card.suit == "swords"
    )
