"""Typed cards: ids and short codes in two languages; see tests/golden/codes.txt."""

import re
from functools import cache
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_HAND_CARDS, MAX_HANDS_ASKED
from printkit.base.words import name_key
from printkit.model.definition_files import deck_slugs, variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.rules.card_codes import (
    HeldCard,
    card_codes,
    name_suits,
    normalise_code,
    read_hands,
    short_name,
    shown_suit,
)

LANGUAGES = ("en", "fr")
SIGNS = {"swords": "♠", "batons": "♦", "cups": "♥", "coins": "♣"}
LETTERS = {"swords": "Sw S", "batons": "Ba B D", "cups": "Cu H", "coins": "Co"}
RANKS = {"ace": "A", "jack": "J", "knight": "N", "queen": "Q", "king": "K"} | {
    str(n): str(n) for n in range(2, 11)
}
FRENCH_LETTERS = {"swords": "ÉEP", "batons": "BK", "cups": ("C", "Co", "Cœ"), "coins": "DT"}
FRENCH = {"jack": "V", "knight": "C", "queen": "D", "king": "R"}
TAROT = [(suit, rank) for suit in SIGNS for rank in RANKS]


@cache
def deck(name: str, shelf: str = "variants") -> Variant:
    """Return a bundled variant, which is read once."""
    return load(name, shelf=shelf)


def hands(slug: str, text: str, language: str = "en", decks: int = 1) -> list[list[HeldCard]]:
    """Return the hands of a text."""
    return read_hands(deck(slug), text, language, decks)


def ids(slug: str, text: str, language: str = "en", decks: int = 1) -> list[str]:
    """Return the ids of the cards of one hand."""
    (hand,) = hands(slug, text, language, decks)
    return [held.card.id for held in hand]


def refusal(slug: str, text: str, language: str = "en", decks: int = 1) -> str:
    """Return the error for a hand that is rejected."""
    with pytest.raises(PrintkitError) as caught:
        hands(slug, text, language, decks)
    return str(caught.value)


def attempt(text: str) -> tuple[list[list[HeldCard]], str]:
    """Return the hands of a text, or the accepted codes from its error."""
    try:
        return hands("tarot", text), ""
    except PrintkitError as error:
        return [], error.hint or ""


@pytest.mark.parametrize(("suit", "rank"), TAROT)
def test_suit_card_is_read_by_letter_and_sign(suit: str, rank: str) -> None:
    sign, of_rank = SIGNS[suit], RANKS[rank]
    typed = [f"{letters}{of_rank}" for letters in LETTERS[suit].split()]
    for code in (*typed, f"{sign}{of_rank}", f"{of_rank}{sign}"):
        assert ids("tarot", code) == [f"{suit}-{rank}"]
        assert ids("tarot", code.lower()) == [f"{suit}-{rank}"]


@pytest.mark.parametrize(("suit", "rank"), TAROT)
def test_suit_card_is_read_in_french(suit: str, rank: str) -> None:
    for letter in FRENCH_LETTERS[suit]:
        code = f"{letter}{FRENCH.get(rank, RANKS[rank])}"
        clash = letter == "T" and rank.isdigit()  # T5 is ambiguous: the 5 of Trèfle, or trump 5
        assert clash or ids("tarot", code, "fr") == [f"{suit}-{rank}"]
    assert ids("tarot", f"{SIGNS[suit]}{FRENCH.get(rank, RANKS[rank])}", "fr") == [f"{suit}-{rank}"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", deck_slugs())
def test_card_named_in_words_is_read(slug: str, language: str) -> None:
    """Any word order and case, the plural, and a comma before the next card are accepted."""
    variant = deck(slug, "standins")
    for card in variant.cards:
        name = card.name[language]
        for typed in (name, f"{name.upper()},", " ".join(reversed(name.split()))):
            (hand,) = read_hands(variant, typed, language)
            assert [held.card.name for held in hand] == [card.name], typed


@pytest.mark.parametrize(
    ("slug", "language", "text", "cards"),
    [
        ("tarot", "en", "7 of cups, five of coins", ["cups-7", "coins-5"]),
        ("tarot", "en", "T12,SwK, the Excuse", ["trump-12", "swords-king", "excuse"]),
        ("tarot", "fr", "7 de coupe roi d'épée", ["cups-7", "swords-king"]),
        ("tarot", "fr", "cinq de deniers, l’Excuse", ["coins-5", "excuse"]),
        ("casino", "en", "5 of coins", ["coins-5"]),
        (
            "casino",
            "en",
            "the star, Queen of Air and Darkness",
            ["star-1", "queen-of-air-and-darkness-1"],
        ),
        ("kessel", "en", "b3, s3", ["blood-3", "sand-3"]),
        ("kessel", "en", "bi=2,5,s3", ["blood-impostor", "sand-3"]),
    ],
)
def test_names_and_commas_are_read(slug: str, language: str, text: str, cards: list[str]) -> None:
    read = ids(slug, text, language)
    assert len(read) == len(cards)
    assert all(
        found.startswith(card.removesuffix("-1")) for found, card in zip(read, cards, strict=True)
    )


def test_ambiguous_code_is_rejected_with_both_suits() -> None:
    assert refusal("tarot", "C7") == ("“C7” could be 7 of Cups or 7 of Coins. Write Cu7 or Co7.")
    english = load("tarot-en", shelf="standins")
    with pytest.raises(PrintkitError, match=r"7 of Wands or 7 of Cups\. Write Wa7 or Cu7"):
        read_hands(english, "C7", "en")


def test_unknown_name_is_rejected_as_a_whole() -> None:
    assert "“14 of coins” is not a card of tarot. Did you mean “Co4”" in refusal(
        "tarot", "14 of coins"
    )
    assert "« 14 d'épée »" not in refusal("tarot", "14 d'épée", "fr")  # only an English name
    assert "“14 d'épée” is not a card" in refusal("tarot", "14 d'épée", "fr")


def test_name_suits_explains_the_codes() -> None:
    tarot = deck("tarot")
    assert name_suits(tarot, "en") == "Sw Swords ♠ · Ba Batons ♦ · Cu Cups ♥ · Co Coins ♣"
    assert name_suits(tarot, "fr") == "É Épées ♠ · B Bâtons ♦ · C Coupes ♥ · D Deniers ♣"
    assert name_suits(deck("poker"), "en").startswith("S Spades ♠ · ")
    assert name_suits(deck("casino"), "en") == ""
    assert short_name(tarot, tarot.cards[0], "en") == "SwA"
    assert short_name(deck("poker"), deck("poker").cards[0], "en") == "♠A"


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_of_trumps_and_excuse_are_read(language: str) -> None:
    for number in range(1, 22):
        letter = "T" if language == "en" else "A"
        assert ids("tarot", f"{letter}{number}", language) == [f"trump-{number}"]
    assert ids("tarot", "X x", language, decks=2) == ["excuse", "excuse"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [*variant_slugs()])
def test_printed_index_is_a_code(slug: str, language: str) -> None:
    """This is the letter of a suit with the number or letter in the corner, if there is one."""
    variant = deck(slug)
    table = card_codes(variant, language)
    for card in variant.cards:
        suit = variant.suits.get(card.suit or "")
        if suit is None or suit.code is None or not re.fullmatch(r"[0-9]+|[A-Z]", card.index):
            continue
        lead = shown_suit(variant, suit, language)
        lead = suit.code[language].split()[0] if lead == suit.sign else lead
        printed = normalise_code(lead + card.index)
        assert table[printed] == [card], (slug, printed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("slug", "shelf"),
    [(s, "variants") for s in variant_slugs()] + [(s, "standins") for s in deck_slugs()],
)
def test_id_and_short_code_identify_card(slug: str, shelf: str, language: str) -> None:
    variant = deck(slug, shelf)
    table = card_codes(variant, language)
    jokers = {"joker-1", "joker-2"}
    for card in variant.cards:
        assert table[card.id] == [card]
        meant = {found.id for found in table[normalise_code(short_name(variant, card, language))]}
        assert card.id in meant
        assert len(meant) == 1 or meant <= jokers
        assert len(short_name(variant, card, language)) <= 6


def test_error_for_long_word_is_one_paragraph() -> None:
    for word in ("SA=" + "9" * 3000, "S" * 3000, "SA=" + "1," * 3000 + "z"):
        assert len(refusal("tarot", word)) < 700


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u00a0"])
def test_hand_without_cards_is_rejected(text: str) -> None:
    assert refusal("tarot", text).startswith("The hand has no cards. Write the cards with spaces")


def test_too_many_cards_or_hands_are_rejected() -> None:
    forty = " ".join(["X"] * MAX_HAND_CARDS)
    assert len(ids("tarot", forty, decks=40)) == 40
    assert "41 cards in a hand are too many." in refusal("tarot", forty + " X", decks=60)
    assert len(hands("tarot", "/".join(["X"] * MAX_HANDS_ASKED))) == 99
    assert "100 hands are too many." in refusal("tarot", "/".join(["X"] * (MAX_HANDS_ASKED + 1)))
    assert "160 cards in all hands are too many." in refusal("tarot", "/".join([forty] * 4))


def test_any_text_is_read_or_rejected() -> None:
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


def test_wrong_table_of_codes_is_detected() -> None:
    """Control: with two cards' codes exchanged the comparison of codes and cards fails."""
    variant = deck("tarot")
    table = dict(card_codes(variant, "en"))
    table["sk"], table["sq"] = table["sq"], table["sk"]
    assert any(
        card.id not in {found.id for found in table.get(f"s{RANKS[card.rank or ''].lower()}", [])}
        for card in variant.cards
        if card.suit == "swords"
    )


def test_number_suggests_first_card_of_value() -> None:
    with pytest.raises(PrintkitError) as caught:
        read_hands(load("pazaak"), "1 2 3", "en")
    assert str(caught.value.hint).startswith("Did you mean “M1” (Main card 1)?")


def test_word_of_three_letters_is_no_plural() -> None:
    assert name_key("Cups 7") == name_key("cup 7")
    assert name_key("Gas 7") != name_key("ga 7")
