"""A settlement asks for missing facts that the table knows, and never guesses them."""

import json
from typing import Any

import pytest

import printkit
from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.model.definition_files import STANDINS
from printkit.model.load import load
from printkit.rules.answers import find_card_needs, speak_need
from printkit.rules.card_codes import split_sets
from printkit.rules.hands import TableState
from printkit.rules.standins import map_deck, read_mapped_hands

KESSEL: dict[str, Any] = {"pots": {"pot": [2, 1]}, "chips": [5, 6], "paged": False}
FALSE = "swords-8 coins-4 swords-7 / swords-9 swords-10 swords-4"
TAROT: dict[str, Any] = {
    "false": [1],
    "pots": {"hand-pot": 9, "sabacc-pot": 4},
    "chips": [30, 30],
    "paged": False,
}


def needs(slug: str, hands: str, **known: Any) -> list[tuple[str, int]]:
    """Return the keys and the hands of the missing facts of a settlement, which must not pay
    anything.
    """
    found = printkit.settle(slug, hands, **known)
    if found.needs:
        assert (found.steps, found.first, found.out, found.hands) == ((), (), (), ())
        assert len(found.outcome) == len(found.needs)
    return [(need.key, need.hand) for need in found.needs]


@pytest.mark.parametrize(
    ("hands", "wanted"),
    [
        ("bi s4 / b1 s2", [("dice", 1)]),
        ("b1 s4 / bi si", [("dice", 2), ("dice", 2)]),
        ("bi s4 / b1 si", [("dice", 1), ("dice", 2)]),
        ("bi=4 s4 / b1 s2", []),
        ("bi=2,5 s4 / b1 s2", []),  # one Impostor: the better die is plain
        ("bi=2,5 si / b1 s2", [("dice", 1)]),
        ("bi=2,5 si=1,5 / b1 s2", [("choice", 1)]),  # the first was chosen before the second fell
        ("si=1,5 bi=2,5 / b1 s2", [("choice", 1)]),
        ("bi=5 si=1,5 / b1 s2", []),
        ("si=1,5 bi=5 / b1 s2", []),
        ("si=1 bi=2,5 / b1 s2", [("choice", 1)]),
    ],
)
def test_dice_are_asked_for(hands: str, wanted: list[tuple[str, int]]) -> None:
    assert needs("kessel", hands, **KESSEL) == wanted


def test_unrolled_impostor_is_not_counted() -> None:
    """It would be a Sabacc if it copied the card beside it."""
    asked = printkit.settle("kessel", "bi s4 / b1 s2", **KESSEL)
    assert "Blood Impostor" in asked.needs[0].ask
    assert asked.needs[0].write == "Write blood-impostor=DIE,DIE."
    rolled = printkit.settle("kessel", "bi=6,1 s4 / b1 s2", **KESSEL)
    assert rolled.first == (2,)


def test_judge_gives_range_of_unrolled_impostor() -> None:
    judged = printkit.judge("kessel", "bi s4 / b1 s2")
    assert [(hand.best, hand.rank, hand.hand) for hand in judged.hands] == [
        (None, None, ""),
        (1, None, "smallest-difference"),
    ]
    assert judged.hands[0].totals == (0, 1, 2, 3)
    assert judged.hands[0].why == ("Can count 0, 1, 2 or 3.",)
    (line,) = judged.outcome
    assert line.startswith("needs: Hand 1: say what the dice show for Blood Impostor.")
    first = judged.as_data()["hands"][0]
    assert (first["best"], first["rank"], first["hand"]) == (None, None, None)


@pytest.mark.parametrize("hand", ["bi=2,5 si=1,5", "si=1,5 bi=2,5"])
def test_judge_asks_for_the_die_of_the_first_impostor(hand: str) -> None:
    """The Blood Impostor is rolled first, so its die was chosen before the Sand dice fell."""
    judged = printkit.judge("kessel", hand)
    (only,) = judged.hands
    assert (only.best, only.rank, only.hand, only.totals) == (None, None, "", (0, 1, 3, 4))
    (line,) = judged.outcome
    assert line.endswith("Write blood-impostor=2 or blood-impostor=5.")
    asked = printkit.settle("kessel", f"{hand} / b1 s4", **KESSEL)
    assert f"needs: {asked.needs[0].ask} {asked.needs[0].write}" == line
    for die, best in ((2, 1), (5, 0)):
        chosen = hand.replace("bi=2,5", f"bi={die}")
        assert printkit.judge("kessel", chosen).hands[0].best == best
        assert printkit.settle("kessel", f"{chosen} / b1 s4", **KESSEL).hands[0].best == best


def test_map_asks_for_the_die_of_the_first_impostor(capsys: pytest.CaptureFixture[str]) -> None:
    """The Kings of Hearts and Spades are Impostors."""
    assert run(["map", "poker54", "kessel", "--hand", "SK=1,5 HK=2,5"]) == 0
    asked = capsys.readouterr().out
    assert "say which die was chosen for King of Hearts (Blood Impostor)" in asked
    assert "Write HK=2 or HK=5." in asked
    assert "Sabacc:" not in asked
    assert run(["map", "poker54", "kessel", "--hand", "SK=1,5 HK=5"]) == 0
    assert "Sabacc:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("hands", "tokens"), [("bi=4 s4 / b1 s2", []), ("bi s6 / b1 s2", ["major-fraud"])]
)
def test_judge_ranks_hands_whose_dice_are_known(hands: str, tokens: list[str]) -> None:
    judged = printkit.judge("kessel", hands, tokens=tokens)
    assert [hand.rank for hand in judged.hands] == [1, 2]


def test_token_that_sets_the_value_needs_no_dice() -> None:
    assert needs("kessel", "bi s6 / b1 s2", tokens=["major-fraud"], **KESSEL) == []


def test_choice_decides_who_wins() -> None:
    firsts = [
        printkit.settle("kessel", f"bi={die} si=1,5 / b3 s3", **KESSEL).first for die in (2, 5)
    ]
    assert firsts == [(2,), (2,)]
    pairs = [printkit.settle("kessel", f"bi={d} si=1,5 / b2 s4", **KESSEL).first for d in (2, 5)]
    assert pairs == [(1,), (1,)]
    best = [
        printkit.settle("kessel", f"bi={die} si=1,5 / b1 s2", **KESSEL).hands[0].best
        for die in (2, 5)
    ]
    assert best == [1, 0]


def test_side_ante_of_the_table_is_asked_for() -> None:
    assert needs("tarot", FALSE, **TAROT) == [("figure", 0)]
    for side_ante, left in ((1, 25), (2, 20), (0, 30)):
        found = printkit.settle("tarot", FALSE, figures={"side-ante": side_ante}, **TAROT)
        assert found.hands[0].purse["own"] == left
    # Without a false Sabacc the amount is not paid, so it is not asked for.
    assert needs("tarot", FALSE, **{**TAROT, "false": []}) == []


@pytest.mark.parametrize(
    ("slug", "figures", "wording"),
    [
        ("tarot", {"ante": 2}, "No payment of tarot depends on “ante”. Did you mean “side-ante”?"),
        ("casino", {"side-ante": 2}, "No payment of casino depends on “side-ante”"),
        ("tarot", {"side-ante": -1}, "“side-ante” cannot be -1"),
    ],
)
def test_wrong_figures_are_rejected(slug: str, figures: dict[str, int], wording: str) -> None:
    known = {**TAROT, "false": [1] if slug == "tarot" else [], "figures": figures}
    if slug == "casino":
        known["called"] = 0
    hands = FALSE if slug == "tarot" else "C6 T5 F4 C8 / I C2 F3 T11"
    with pytest.raises(PrintkitError, match=wording):
        printkit.settle(slug, hands, **known)


RANDOM: dict[str, Any] = {"called": 0, "pots": {"hand-pot": 20, "sabacc-pot": 8}, "paged": False}


def test_rule_set_is_asked_for() -> None:
    assert needs("random", "JK S4 T5 F6 / JM S3 T4 F8", **RANDOM) == [("rule-set", 0)]
    half = "@corellian JK S4 T5 F6 / JM S3 T4 F8"
    assert needs("random", half, **RANDOM) == [("rule-set", 2)]
    assert needs("random", half, rule_set="imperial", **RANDOM) == []


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        # A Force Array of the old set, an array of the new one: they share.
        ("@rebel-alliance JK JK SA T3 / @corellian SM SM C4 S6", (1, 2)),
        # An array beats a total of 22 of another set.
        ("@rebel-alliance S4 T5 RA F6 / @corellian SM SM C4 S6", (2,)),
        # 22 and 22 are equal, however they were counted.
        ("@rebel-alliance S4 T5 RA F6 / @corellian S9 T10 F1 C2", (1, 2)),
        # A pure sabacc beats 22, a lost hand beats nothing.
        ("@rebel-alliance S4 T5 RA F7 / @corellian S9 T10 F1 C2", (1,)),
        ("@corellian JK JK SA T3 / @rebel-alliance S1 S2 S3 S5", (2,)),
        # Under one set of rules, its own array beats an Idiot's Array.
        ("@corellian SM SM C4 S6 / @corellian I S2 C3 T9", (1,)),
    ],
)
def test_hands_of_two_sets_are_compared_as_they_were_counted(
    hands: str, first: tuple[int, ...]
) -> None:
    assert printkit.settle("random", hands, **RANDOM).first == first
    judged = printkit.judge("random", hands)
    assert tuple(i for i, hand in enumerate(judged.hands, 1) if hand.rank == 1) == first
    assert not any("--rule-set" in line for line in judged.outcome)


def test_each_hand_names_its_set() -> None:
    judged = printkit.judge("random", "@imperial JK S4 T1 F1 / @corellian JK C4 T2 F2")
    assert [hand.best for hand in judged.hands] == [21, 18]
    assert "Imperial" in judged.hands[0].why[-1]
    with pytest.raises(PrintkitError, match="“x” is not a rule set of random"):
        printkit.judge("random", "@x JK S4 T5 F6")
    with pytest.raises(PrintkitError, match="casino is played with one rule set only"):
        printkit.judge("casino", "@imperial C6 T5 F4 C8")


def test_prefix_without_a_hand_is_a_fault() -> None:
    assert split_sets("@corellian / C2") == (" / C2", ("corellian", None))
    with pytest.raises(PrintkitError, match="has no cards"):
        printkit.judge("random", "@corellian / C2 C3 C4 C5")


def test_commands_ask_in_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    def said(words: list[str]) -> str:
        assert run(words) == 0
        return capsys.readouterr().out

    line = ["settle", "kessel", "--hand", "bi s4 / b1 s2", "--pot", "pot=2,1", "--lang", "en"]
    assert said(line).startswith("needs: Hand 1: say what the dice show")
    data = json.loads(said([*line, "--json"]))
    assert data["steps"] == []
    assert [(need["key"], need["hand"]) for need in data["needs"]] == [("dice", 1)]
    typed = ["settle", "tarot", "--hand", FALSE, "--false", "1", "--pot", "hand-pot=9"]
    typed += ["--pot", "sabacc-pot=4", "--figure", "side-ante=2", "--chips", "30,30"]
    assert "1 pays 10" in said([*typed, "--lang", "en"])


@pytest.mark.parametrize(
    ("language", "ask", "write"),
    [
        (
            "en",
            "Hand 1: say what the dice show for King of Spades (Sand Impostor).",
            "Write SK=DIE,DIE.",
        ),
        (
            "fr",
            "Main 1 : indiquez ce que montrent les dés pour Roi de Pique (Imposteur de Sable).",
            "Écrivez SK=DÉ,DÉ.",
        ),
    ],
)
def test_question_on_a_stand_in_names_the_own_card(language: str, ask: str, write: str) -> None:
    mapping = map_deck(load("poker54", shelf=STANDINS), load("kessel"))

    def asked(text: str) -> list[tuple[str, str]]:
        hands = [hand.held for hand in read_mapped_hands(mapping, text, language)]
        needs = find_card_needs(mapping.variant, hands, TableState(), language)
        spoken = [speak_need(need, language) for need in needs]
        return [(need.ask.replace("\xa0", " "), need.write) for need in spoken]

    assert asked("HK=2 SK / H2 S3") == [(ask, write)]
    assert asked("HK=2 SK=1 / H2 S3") == []
