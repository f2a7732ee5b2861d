"""`printkit show VARIANT --hand`: the answer in words and as JSON, and all kinds of wrong input."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printkit.base.messages import languages
from printkit.cli.app import run
from printkit.model.definition_files import variant_slugs
from tests.rules.test_codes import deck

# Nine main cards of Pazaak with a total of 15.
NINE_CELLS = "m1 " * 4 + "m2 " * 4 + "m3"
KEYS = ["cards", "card_names", "totals", "best", "hand", "bombed", "rank", "why"]


def output(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the output of a command that must succeed without output on standard error."""
    assert run(["show", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def answer(capsys: pytest.CaptureFixture[str], slug: str, hand: str, *more: str) -> Any:
    """Return the JSON answer to a question."""
    return json.loads(output(capsys, slug, "--hand", hand, "--json", *more))


def refused(capsys: pytest.CaptureFixture[str], status: int, *args: str) -> str:
    """Return the single paragraph of an error."""
    assert run(["show", *args]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    if status == 1:
        assert err.startswith("printkit: ")
        assert (err.count("\n"), len(err) < 700) == (1, True)
    return err


# --- JSON ----------------------------------------------------------------------------------------


def test_answer_has_the_documented_form(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "tarot", "T12 SK Co7 / SN SK DA")
    assert list(data) == ["variant", "hands", "outcome"]
    assert data["outcome"] == ["Hand 1 wins."]
    assert [list(hand) for hand in data["hands"]] == [KEYS, KEYS]
    first, second = data["hands"]
    assert first["cards"] == ["trump-12", "swords-king", "coins-7"]
    assert first["card_names"] == ["Trump 12", "King of Swords", "7 of Coins"]
    assert first["hand"] == {"id": "nearest-23", "name": "Nearest to 23"}
    assert (first["totals"], first["best"]) == ([5, 19], 19)
    assert (first["bombed"], first["rank"]) == (False, 1)
    assert (second["totals"], second["best"]) == ([-41, -27, 27, 41], 27)
    assert (second["hand"], second["bombed"], second["rank"]) == (None, True, 2)
    assert all(isinstance(line, str) for hand in data["hands"] for line in hand["why"])


@pytest.mark.parametrize("language", languages())
def test_every_variant_judges_a_hand(capsys: pytest.CaptureFixture[str], language: str) -> None:
    """Use the first and the last cards; for Kessel one of each family, with values for cards
    without any.
    """
    for slug in variant_slugs():
        variant = deck(slug)
        size = variant.counting.cards or variant.counting.fewest_cards or 2
        cards = [*variant.cards[: size - 1], variant.cards[-1]]
        text = " ".join(card.id + ("" if card.values else "=3") for card in cards)
        target = variant.counting.target
        aim = () if target is None else ("--target", str(target.shown))
        data = answer(capsys, slug, f"{text} / {text}", "--decks", "2", "--lang", language, *aim)
        one, other = data["hands"]
        assert one == other, slug
        assert one["cards"] == [card.id for card in cards]
        assert one["totals"] == sorted(set(one["totals"]))
        assert one["best"] in one["totals"]
        assert output(capsys, slug, "--hand", text, "--lang", language, *aim).count("\n") >= 2


@pytest.mark.parametrize(
    ("args", "best", "hand"),
    [
        (["random", "--rule-set", "imperial", "--hand", "ls sco ca i"], 31, "sith-array"),
        (["random", "--rule-set", "corellian", "--hand", "ls s12 i i"], 23, "pure-sabacc"),
        (["theory", "--rule-set", "imperial", "--hand", "jk s8 i i"], 23, "pure-sabacc"),
        (["theory", "--rule-set", "corellian", "--hand", "jk s8 i i"], 18, "highest-score"),
        (["tarot", "--decks", "2", "--hand", "x x sk"], 14, "triple-idiot"),
        (["kessel", "--token", "markdown", "--hand", "by s4"], 4, "smallest-difference"),
        (["kessel", "--token", "major-fraud", "--hand", "bi s6"], 0, "sabacc"),
        (["kessel", "--token", "prime-sabacc=4", "--hand", "bi=3,4 sy"], 0, "sabacc"),
        (["kessel", "--hand", "bi=2,5 s4"], 1, "smallest-difference"),
        (["casino", "--option", "minus-23", "--hand", "eo mo c5 t1"], -23, "pure-sabacc"),
        (["pazaak", "--option", "nine-cells", "--hand", NINE_CELLS], 15, "nine-cells"),
        (["theory", "--hand", "jm=-13 s12 i i"], -1, "highest-score"),
        (["casino", "--with", "expansion", "--hand", "WH=5 S1 S2 S3"], 11, "highest-total"),
    ],
)
def test_table_state_changes_answer(
    capsys: pytest.CaptureFixture[str], args: list[str], best: int, hand: str
) -> None:
    (found,) = json.loads(output(capsys, *args, "--json"))["hands"]
    assert (found["best"], found["hand"]["id"]) == (best, hand)
    if len(args) == 5:  # control: without the option there is another answer, or none
        status = run(["show", args[0], *args[3:], "--json"])
        assert status == 1 or json.loads(capsys.readouterr().out)["hands"] != [found]


# --- in words ------------------------------------------------------------------------------------


def test_one_hand_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "tarot", "--hand", "T12 SK Co7").splitlines()
    assert lines[0] == "Trump 12, King of Swords, 7 of Coins"
    words = " ".join(lines)
    for part in ("12 + 14 − 7 = 19", "Can count 5 or 19", "Best: 19", "Nearest to 23"):
        assert part in words
    assert "Rank" not in words


def test_several_hands_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "casino", "--hand", "S5 I F1 C1 / T5 I S1 T1 / S6 T2 F2 QA / SA T9 C2 QA")
    heads = [line for line in out.splitlines() if line[:1].isdigit()]
    assert heads == [
        "1. 5 of Sabers, The Idiot, 1 of Flasks, 1 of Coins (Rank 2)",
        "2. 5 of Staves, The Idiot, 1 of Sabers, 1 of Staves (Rank 2)",
        "3. 6 of Sabers, 2 of Staves, 2 of Flasks, Queen of Air and Darkness (Rank 1)",
        "4. Ace of Sabers, 9 of Staves, 2 of Coins, Queen of Air and Darkness (Rank 4)",
    ]
    assert out.splitlines()[-2:] == ["Hand 3 wins.", "Hands 1 and 2 are equal."]
    assert "Bombed out: 24 is over 23." in out


def test_tie_for_first_place_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "casino", "--hand", "S11 T8 I S2 / F11 C8 I C2")
    assert "Hands 1 and 2 are equal." in out
    assert "wins." not in out


def test_french_answer_has_no_english(capsys: pytest.CaptureFixture[str]) -> None:
    text = "A12 ÉR D7 / ÉC ÉR BA / X P2 C3"
    out = output(capsys, "tarot", "--hand", text, "--lang", "fr")
    assert "Atout 12, Roi d’Épée, 7 de Denier" in out
    assert "Sabacc de l’Idiot" in out
    for word in ("Trump", "King", "Best", "Rank", "over", "wins", "Hand ", " or "):
        assert word not in out


def test_code_with_other_english_meaning_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "tarot", "--hand", "A12 P2 D7", "--lang", "fr")
    assert out.splitlines()[-1] == (
        "«\u202fD7\u202f»\u00a0: ici 7 de Denier\u202f; avec --lang en, 7 de Bâton."
    )
    assert "--lang" not in output(capsys, "tarot", "--hand", "A12 ♠2 ♥7", "--lang", "fr")
    assert "--lang" not in output(capsys, "tarot", "--hand", "T12 S2 Co7")


def test_codes_listed_by_show_are_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    """Users type the codes in the table, so every short code of every line is tried."""
    for line in output(capsys, "casino").splitlines():
        if "× " not in line or not line.startswith("  ") or "  " not in line.strip():
            continue
        name, code = line.split()[1:3]
        if name in {card.id for card in deck("casino").cards}:
            others = "balance demise moderation" if name == "idiot" else "idiot demise moderation"
            (hand,) = answer(capsys, "casino", f"{code} {others}")["hands"]
            assert hand["cards"][0] == name


# --- wrongly asked -------------------------------------------------------------------------------


def test_ace_counts_one_or_fifteen(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "tarot", "SA=1,15 X T1") == answer(capsys, "tarot", "SA X T1")
    assert answer(capsys, "tarot", "SA=15 X T1")["hands"][0]["totals"] == [-14, 16]


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    slug=st.sampled_from(["tarot", "kessel", "casino", "pazaak"]),
    hand=st.text(max_size=25) | st.text("SHDCXTAJNQK♠♥0123456789=,-/ bsiy", max_size=25),
)
def test_no_text_causes_a_traceback(
    capsys: pytest.CaptureFixture[str], slug: str, hand: str
) -> None:
    status = run(["show", slug, "--hand", hand, "--json"])
    out, err = capsys.readouterr()
    assert status in (0, 1)
    if status == 0:
        assert [list(one) for one in json.loads(out)["hands"]] == [KEYS] * (hand.count("/") + 1)
    else:
        assert (out, err.startswith("printkit: ")) == ("", True)


# --- what misled ----------------------------------------------------------------------------------


def test_answers_name_their_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "random", "--hand", "SM BH C5 S10")
    assert "takes the sabacc pot" not in out
    assert "Mos Eisley Sabacc: Criminal Array (26)." in out
    assert "Rebel Alliance Sabacc and New Republic Sabacc: Bombed out (29)." in out
    assert "depends" not in output(capsys, "random", "--hand", "S1 S2 S3 S4")
    assert "depends" not in output(
        capsys, "random", "--rule-set", "imperial", "--hand", "SM I I S1"
    )


@pytest.mark.parametrize(
    ("token", "hand"), [("cook-the-books", "by sy / b1 s1"), ("prime-sabacc=3", "b3 s3 / by sy")]
)
def test_rank_changed_by_token_names_it(
    capsys: pytest.CaptureFixture[str], token: str, hand: str
) -> None:
    assert "the best hand unless" in output(capsys, "kessel", "--hand", hand)
    out = output(capsys, "kessel", "--token", token, "--hand", hand)
    assert "the best hand unless" not in out
    assert "lower pair wins" not in out


def test_dropped_minus_sign_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "trump-8 swords-king batons-queen"
    assert "Can count 19 or 35. Best: 19." in output(capsys, "tarot", "--hand", hand)
    assert "Can count 1 or 14. Best: 14." in output(capsys, "poker", "--hand", "X1 X2 SA")


def test_hands_at_one_table_share_no_cards(capsys: pytest.CaptureFixture[str]) -> None:
    shared = ("casino", "--hand", "C5 S1 S2 S3 / C5 S4 S5 S6")
    assert "than the deck, which has 1" in refused(capsys, 1, *shared)
    assert "more copies of" in refused(capsys, 1, "kessel", "--hand", "by s1 / by s2")
    output(capsys, *shared, "--decks", "2")
    # A common card of hold’em, and a player’s own cards.
    output(capsys, "tarot", "--hand", "T12 SK Co7 / T12 S2 Co3")
    output(capsys, "pazaak", "--hand", "M9 +1 +1 / M9 +1 +1")
