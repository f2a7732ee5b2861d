"""Showdowns are settled exactly as the booklets describe."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as evolve
from pypdfium2 import PdfDocument

import printkit
from printkit.model.cards import Card
from printkit.model.definition_files import variant_slugs
from printkit.model.fields import add_up
from printkit.model.load import load
from printkit.model.play import OptionalRule, Token
from printkit.model.warnings import definition_warnings
from printkit.rules.showdown import agreed_rules, name_of_agreed
from printkit.text.book import titles_by_anchor
from printkit.text.loader import load_booklet, name_texts
from tests.support.builds import build_books, read_book
from tests.support.showdowns import CASES, deck

# Showdowns of each game, and at night: 10,000 and more in all.
COUNT, MANY = 60, 900


def settle_many(key: str, count: int) -> None:
    """Settle random showdowns of a game, and compare them with the independent settlements."""
    slug = key.partition(" ")[0]
    game, differ, ties, outs = printkit.load(slug), [], 0, 0
    for told, counted in CASES[key](slug, count):
        found = game.settle(told.hands, paged=False, **told.known)
        own = [hand.purse[counted.purse] for hand in found.hands]
        pots = {place: found.pots[place] for place in counted.pots}
        same = (own, pots, [*found.out], [*found.pending]) == (
            counted.own,
            counted.pots,
            counted.out,
            counted.level,
        )
        differ += [] if same else [(told, counted, own, pots, found.out, found.pending)]
        ties += any(rule.id == "tie" for step in found.steps for rule in step.rules)
        outs += bool(found.out)
    assert differ[:1] == []
    assert ties > count // 60 or key in ("black-knight", "casino for points")


@pytest.mark.parametrize("key", CASES)
def test_random_showdowns_follow_the_rules(key: str) -> None:
    settle_many(key, COUNT)


@pytest.mark.nightly
@pytest.mark.parametrize("key", CASES)
def test_many_random_showdowns_follow_the_rules(key: str) -> None:
    settle_many(key, MANY)


EXAMPLES = tomllib.loads((Path(__file__).parent / "worked_examples.toml").read_text("utf-8"))
LOCAL = load("random").sets


def among(value: Any, players: int) -> Any:
    """Return an example, or a part of it, with its first players only."""
    if isinstance(value, dict):
        return {key: among(part, players) for key, part in value.items()}
    if isinstance(value, list):
        return [among(part, players) for part in value[:players]]
    return value.replace("-N", f"-{players}") if isinstance(value, str) else value


def for_each_number(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the examples of a row: one for each number of players that its hands allow."""
    most = len(row["hands"])
    example = {key: part for key, part in row.items() if key != "least"}
    return [among(example, players) for players in range(row.get("least", most), most + 1)]


WORKED = [
    (slug, example)
    for key, rows in EXAMPLES.items()
    for row in rows
    for example in for_each_number(row)
    for slug in (LOCAL if key == "local" else [key])
]


@pytest.mark.parametrize(("slug", "example"), WORKED)
def test_settle_agrees_with_worked_examples(slug: str, example: dict[str, Any]) -> None:
    names = name_texts(load(slug), "en", {})
    told = dict(example)

    def add(line: str) -> int:
        return add_up(line, names.figures)

    shown = told.pop("hands")
    hands = [names.cards_of(name) for name in shown]
    if told.pop("own_sets", False):  # each hand under the set of its example
        sets = [load(slug).example_hands[name].set for name in shown]
        hands = [f"@{own} {hand}" for own, hand in zip(sets, hands, strict=True)]
    if "common" in told:
        hands = [hand.replace(told["common"], "").strip() for hand in hands]
    if "again" in told:
        told["again"] = [" / ".join(names.cards_of(key) for key in told["again"])]
    gain, points = told.pop("gain", None), told.pop("points", None)
    left, first = told.pop("left", {}), told.pop("first", None)
    pots: dict[str, Any] = {
        place: add(held) if isinstance(held, str) else [add(one) for one in held]
        for place, held in told.pop("pots", {}).items()
    }
    before = [50] * len(hands)
    if gain is not None:
        told["chips"] = before
    if points is not None:
        pots["score"] = [0] * len(hands)
    found = printkit.settle(slug, " / ".join(hands), pots=pots, paged=False, **told)
    own = [hand.purse.get("own", 50) - 50 for hand in found.hands]
    assert own == [add(line) for line in gain or ["0"] * len(hands)]
    assert {place: found.pots[place] for place in left} == {k: add(v) for k, v in left.items()}
    if points is not None:
        assert [hand.purse["score"] for hand in found.hands] == [add(line) for line in points]
    assert first in (None, list(found.first))


def test_every_worked_showdown_of_a_booklet_is_settled() -> None:
    """Each chapter with a hand played out, from the first hand on, has its row."""
    for slug in variant_slugs():
        variant = load(slug)
        if not variant.payments:
            continue
        anchors = titles_by_anchor(load_booklet(variant, "en").chapters)
        told = sum(anchor in anchors for anchor in ("first-hand", "example"))
        same = [s for s in variant_slugs() if load(s).rules == variant.rules]
        keys = {*same, *(["local"] if slug in LOCAL else [])}
        rows = sum(len(EXAMPLES.get(key, ())) for key in keys)
        assert rows >= told, slug


@pytest.mark.parametrize(
    ("hand", "marked"), [("T1 C11 ST BA", [-16]), ("T1 C1 F1 S2", []), ("SMa FMa TMa CMa", [-33])]
)
def test_failed_caller_is_marked_by_its_sentence(hand: str, marked: list[int]) -> None:
    """Above 0 nothing is marked, below it everything; a lost hand loses the excess over the
    limit.
    """
    found = printkit.settle(
        "casino", f"I F7 TA EO / {hand}", called=2, options=["points"], pots={"score": [0, 0]}
    )
    assert [sum(hand.purse["score"] for hand in found.hands[1:])] == (marked or [0])
    told = [rule.text for step in found.steps for rule in step.rules if rule.id == "points-call"]
    if marked == [-16]:
        assert "a negative total still counts against you" in told[0]


def test_sudden_demise_below_the_floor_wins_nothing() -> None:
    """29 and 0 are both bombed out by the new card, so they share, and pay no penalty for it."""
    known: dict[str, Any] = {"called": 3, "chips": [10, 0, 3]}
    known["pots"] = {"hand-pot": 51, "sabacc-pot": 20}
    hands = "C3 SMa / T1 C2 FMa / T3 T2 S6"
    found = printkit.settle("classic", hands, again=["SCo / ST / -"], **known)
    assert found.first == (1, 2)
    assert [hand.purse["own"] for hand in found.hands] == [35, 25, 0]
    told = " ".join(rule.text for step in found.steps for rule in step.rules)
    assert "bombs you out, you cannot win the tie, but you pay no penalty" in told
    one = printkit.settle("classic", hands, again=["S2 / ST / -"], **known)
    assert one.first == (1,)


def rolled_code(card: Card, dice: Random) -> str:
    """Return the code of a card, with the die that was chosen for it."""
    return f"{card.id}={dice.randint(1, 6)}" if card.rule == "dice" else card.id


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_settlement_conserves_chips(data: st.DataObject) -> None:
    """Only the rules remove chips from the game, and no player has less than 0."""
    slug = data.draw(
        st.sampled_from(("casino", "corellian-spike", "cloud-city", "kessel", "poker"))
    )
    variant, dice = load(slug), data.draw(st.randoms(use_true_random=False))
    n = data.draw(st.integers(2, 4))
    if slug == "kessel":
        cards = [dice.sample(deck(slug, family), n) for family in ("blood", "sand")]
        hands = [list(pair) for pair in zip(*cards, strict=True)]
    else:
        size = variant.counting.cards or 2
        cards = dice.sample(deck(slug), n * size)
        hands = [cards[size * i : size * (i + 1)] for i in range(n)]
    amounts = st.lists(st.integers(0, 40), min_size=n, max_size=n)
    pots: dict[str, Any] = {"hand-pot": data.draw(st.integers(0, 40)), "sabacc-pot": 7}
    known: dict[str, Any] = {"called": 1} if slug in ("casino", "cloud-city") else {}
    pots = {"pot": data.draw(amounts)} if slug == "kessel" else pots
    known |= {"chips": data.draw(amounts), "first_hand": data.draw(st.booleans())}
    rolled = [" ".join(rolled_code(card, dice) for card in hand) for hand in hands]
    found = printkit.settle(slug, " / ".join(rolled), pots=pots, paged=False, **known)
    before = sum(sum(held) if isinstance(held, list) else held for held in pots.values())
    after = sum(found.pots.values()) + sum(sum(hand.purse.values()) for hand in found.hands)
    gone = sum(step.amount for step in found.steps if step.to == "gone")
    assert sum(known["chips"]) + before == after + gone
    assert min(*found.pots.values(), *(min(hand.purse.values()) for hand in found.hands), 0) == 0


@pytest.mark.nightly
def test_no_payment_has_a_warning() -> None:
    for slug in variant_slugs():
        assert not [w for w in definition_warnings(slug) if w.key == "payments"], slug


def test_every_case_has_a_chapter() -> None:
    for slug in variant_slugs():
        variant = load(slug)
        for language in ("en", "fr"):
            titles = titles_by_anchor(read_book(slug, language).chapters)
            rules = (*variant.payments, *variant.clauses)
            assert [rule.id for rule in rules if rule.chapter not in titles] == [], slug


def letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


@pytest.mark.parametrize(
    ("slug", "hands", "known"),
    [
        (
            "casino",
            "C6 T5 F4 C8 / I C2 F3 T11",
            {"called": 1, "pots": {"hand-pot": 18, "sabacc-pot": 3}, "chips": [0, 5]},
        ),
        ("kessel", "b3 s3 / b1 s2", {"chips": [0, 6], "pots": {"pot": [2, 1]}}),
        pytest.param(
            "corellian-spike",
            "C+2 T-2 / C+9 T-9",
            {"pots": {"hand-pot": 9, "sabacc-pot": 3}},
            marks=pytest.mark.nightly,
        ),
        pytest.param(
            "coruscant-shift",
            "C+2 / C+8",
            {"pots": {"hand-pot": 9}, "target": "+5 circles"},
            marks=pytest.mark.nightly,
        ),
        pytest.param(
            "coruscant-shift",
            "Y Y / C+2 C-2",
            {"pots": {"hand-pot": 9}, "target": "0 circles", "options": ["pure-sabacc"]},
            marks=pytest.mark.nightly,
        ),
        ("kessel", "b1 s1 / b2 s2", {"pots": {"pot": [2, 1]}, "tokens": ["cook-the-books"]}),
    ],
)
def test_sentence_is_on_the_named_page(slug: str, hands: str, known: Any) -> None:
    """The page of the PDF has the sentence, or its short form, below or after a named chapter."""
    variant = load(slug)
    short = {r.id: r.short["en"] for r in (*variant.payments, *variant.clauses) if r.short}
    titles = titles_by_anchor(load_booklet(variant, "en").chapters)
    made = build_books(slug)
    with PdfDocument(made.folder / f"{slug}-booklet-en.pdf") as book:
        texts = [letters(page.get_textpage().get_text_range()) for page in book]
    rules = [rule for step in printkit.settle(slug, hands, **known).steps for rule in step.rules]
    assert rules
    for rule in rules:
        text = texts[rule.page - 1]
        on_page = [letters(words) in text for words in (rule.text, short.get(rule.id, rule.text))]
        assert any(on_page), (rule.id, rule.page)
        title = titles[rule.chapter].rpartition(", ")[2]
        assert any(letters(title) in page for page in texts[: rule.page]), rule.id


@pytest.mark.parametrize(("options", "purses"), [((), [20, 44]), (("gentle-bombs",), [20, 47])])
def test_gentle_bombs_cost_half(options: tuple[str, ...], purses: list[int]) -> None:
    found = printkit.settle(
        "cloud-city",
        "flasks-9 sabers-8 coins-1 staves-1 / flasks-10 sabers-10 coins-10 staves-10",
        called=1,
        pots={"hand-pot": 6, "sabacc-pot": 1},
        chips=[14, 50],
        options=options,
    )
    assert [hand.purse["own"] for hand in found.hands] == purses


HAND_POT = {"pots": {"hand-pot": 10}}
CASINO: dict[str, Any] = {"called": 0, "pots": {"hand-pot": 10, "sabacc-pot": 3}}
KESSEL = {"pots": {"pot": [2, 2]}}
FULL = "M1 M1 M1 M1 M2 M2 M2 M2 M3"
SET = {"rule_set": "rebel-alliance"}
# Options and tokens that change who wins, each with a showdown.
AGREED: list[tuple[str, str, str, dict[str, Any]]] = [
    ("casino", "options.minus-23", "EN EO QA C2 / S9 T9 C3 F1", CASINO),
    (
        "coruscant-shift",
        "options.pure-sabacc",
        "Y Y / C+2 C-2",
        {**HAND_POT, "target": "0 circles"},
    ),
    (
        "coruscant-shift",
        "options.card-for-the-tie",
        "C+5 / T+5",
        {**HAND_POT, "target": "+5 squares", "again": ["C+1 / T+7"]},
    ),
    ("pazaak", "options.nine-cells", f"{FULL} / M10 M10", {}),
    (
        "pazaak-round",
        "options.no-full-board",
        f"{FULL} / M10 M9",
        {"pots": {"set-pot": 10, "pazaak-pot": 4}},
    ),
    ("theory", "options.local-combination", "JK JK SA T3 / S9 T8 C4 F1", {**CASINO, **SET}),
    ("kessel", "tokens.markdown", "by s6 / b3 s2", KESSEL),
    ("kessel", "tokens.major-fraud", "bi=4,4 s6 / b3 s2", KESSEL),
    ("kessel", "tokens.cook-the-books", "b1 s1 / b2 s2", KESSEL),
    ("kessel", "tokens.prime-sabacc=4", "b1 s1 / b4 s4", KESSEL),
]


@pytest.mark.parametrize(("slug", "name", "hands", "known"), AGREED)
def test_option_that_changes_winner_is_cited(
    slug: str, name: str, hands: str, known: dict[str, Any]
) -> None:
    kind, _, key = name.partition(".")
    found = printkit.settle(slug, hands, paged=False, **{**known, kind: [key]})
    told = {rule.id: rule for step in found.steps for rule in step.rules}
    own = told[name.partition("=")[0]]
    assert own.text in [rule.how["en"] for rule in agreed_rules(load(slug))]
    assert own.chapter in titles_by_anchor(load_booklet(load(slug), "en").chapters)
    assert "tie" not in told
    without = printkit.settle(slug, hands, paged=False, **{**known, "again": []})
    assert without.first != found.first
    assert not any(rule.id == own.id for step in without.steps for rule in step.rules)


def test_every_option_that_changes_winner_is_tried() -> None:
    bearing = {
        name_of_agreed(rule)
        for slug in variant_slugs()
        for rule in agreed_rules(load(slug))
        if (isinstance(rule, OptionalRule) and (rule.hands or rule.gone or rule.tie))
        or (isinstance(rule, Token) and (rule.changes or rule.reverses or rule.crowns))
    }
    assert bearing == {name.partition("=")[0] for _, name, _, _ in AGREED}


@pytest.mark.parametrize(
    ("slug", "option", "hands", "known"),
    [
        ("casino", "minus-23", "S9 T9 C3 F1 / S8 T8 C2 F2", CASINO),
        ("pazaak", "nine-cells", "M10 M9 / M10 M8", {}),
    ],
)
def test_option_without_effect_is_not_cited(
    slug: str, option: str, hands: str, known: dict[str, Any]
) -> None:
    found = printkit.settle(slug, hands, paged=False, options=[option], **known)
    assert not any(rule.id.startswith("options.") for step in found.steps for rule in step.rules)


def test_two_options_that_change_winner_only_together_are_cited() -> None:
    """Either token alone already makes the pair of sixes the best hand."""
    tokens = ["cook-the-books", "prime-sabacc=6"]
    found = printkit.settle("kessel", "b1 s1 / b6 s6", paged=False, tokens=tokens, **KESSEL)
    told = [rule.id for step in found.steps for rule in step.rules]
    assert told[:2] == ["tokens.cook-the-books", "tokens.prime-sabacc"]


def test_bank_pays_from_its_left() -> None:
    """A hand above the limit pays first, even if the bank is above it too."""
    hands = [
        "swords-9 batons-queen",
        "swords-8 batons-6",
        "cups-10 coins-7 coins-8",
        "excuse trump-2 cups-3",
    ]
    pots = {"bank-chips": 3, "stake": [0, 5, 2, 4]}
    found = printkit.settle(
        "black-knight", " / ".join(hands), bank=1, pots=pots, chips=[0, 0, 0, 0]
    )
    moved = [(step.name, step.amount, step.payment) for step in found.steps]
    assert moved == [
        ("3", 2, "over"),
        ("2", 5, "beaten"),
        ("4", 4, "back"),
        ("4", 8, "paid-sabacc"),
    ]
    assert found.pots == {"bank-chips": 2}


def test_false_sabacc_pays_first_and_cannot_win() -> None:
    found = printkit.settle(
        "tarot",
        "swords-8 coins-4 swords-7 / swords-9 swords-10 swords-4 / trump-20 swords-3 cups-7",
        false=[1],
        pots={"hand-pot": 9, "sabacc-pot": 4},
        chips=[10, 10, 10],
        figures={"side-ante": 1},
    )
    assert [hand.purse["own"] for hand in found.hands] == [5, 28, 10]
    assert (found.first, found.pots) == ((2,), {"hand-pot": 0, "sabacc-pot": 0})


def test_points_of_hand_are_counted() -> None:
    """An array scores 23, another hand its total, the winner 10 more; points above 23 are lost."""
    hands = [
        "idiot coins-2 flasks-3 staves-9",
        "coins-11 staves-5 flasks-4 sabers-1",
        "coins-10 staves-10 flasks-5 sabers-2",
        "demise coins-1 flasks-2 sabers-4",
    ]
    for called, points in ((1, [33, 21, -4, -6]), (2, [33, 0, -4, -6]), (3, [33, 21, -4, -6])):
        found = printkit.settle(
            "casino", " / ".join(hands), called=called, options=["points"], pots={"score": [0] * 4}
        )
        assert [hand.purse["score"] for hand in found.hands] == points


@pytest.mark.parametrize(
    ("held", "bound"), [(-5, "The minimum is 0."), (1_000_000, "The maximum is 999999.")]
)
def test_settle_names_bound_of_pot(held: int, bound: str) -> None:
    pots = {"hand-pot": held, "sabacc-pot": 20}
    with pytest.raises(printkit.PrintkitError) as caught:
        printkit.settle("corellian-spike", "C+2 T-2 / C+9 T-9", pots=pots)
    assert str(caught.value.hint) == bound


@pytest.mark.parametrize("slug", ["tarot", "poker"])
@pytest.mark.parametrize(("side_ante", "number"), [(1, 1), (2, 3), (4, 2)])
def test_rising_side_ante_is_multiplied_by_the_round(
    slug: str, side_ante: int, number: int
) -> None:
    """A false Sabacc costs five side antes; the option multiplies each by the round."""
    cards = [card.id for card in deck(slug) if (card.rank or "").isdigit()]
    hands = f"{' '.join(cards[:3])} / {' '.join(cards[12:15])}"
    known: dict[str, Any] = {"pots": {"hand-pot": 10, "sabacc-pot": 5}, "false": [1]}

    def settle(figures: dict[str, int], *options: str) -> printkit.SettledShowdown:
        return printkit.settle(slug, hands, paged=False, figures=figures, options=options, **known)

    plain = settle({"side-ante": side_ante})
    assert [s.amount for s in plain.steps if s.payment == "false-sabacc"] == [5 * side_ante]
    found = settle({"side-ante": side_ante, "round": number}, "rising-ante")
    paid = [step.amount for step in found.steps if step.payment == "false-sabacc"]
    assert paid == [5 * side_ante * number]
    assert "options.rising-ante" in [rule.id for step in found.steps for rule in step.rules]
    (need,) = settle({"side-ante": side_ante}, "rising-ante").needs
    assert (need.key, need.ask) == ("figure", "Say which “round” it is.")
    with pytest.raises(printkit.PrintkitError, match="depends on “round”"):
        settle({"side-ante": side_ante, "round": number})


def test_every_option_that_changes_an_agreed_amount_is_applied() -> None:
    """Options whose sentence speaks of an amount that the table agrees on multiply it."""
    for slug in variant_slugs():
        game = load(slug)
        agreed = {p.amount.agreed for p in game.payments if p.amount.agreed}
        names = {p.id: p.name["en"].lower() for p in game.penalties if p.id in agreed}
        for option in game.options:
            told = {key for key, name in names.items() if f"{name} is" in option.how["en"].lower()}
            assert told == {*option.multiplies}, (slug, option.id)


@pytest.mark.parametrize("name", ["hand-pot", "pot"])
def test_pot_is_named_by_id_or_name(name: str) -> None:
    """The hand pot of Coruscant Shift is called “Pot” in its booklet."""
    found = printkit.settle(
        "coruscant-shift", "C+2 / C+8", pots={name: 9}, target="+5 circles", paged=False
    )
    assert [step.amount for step in found.steps if step.source == "hand-pot"][:1] != [0]
    assert set(found.pots) == {"hand-pot"}


def test_tiebreaker_must_be_in_the_hand() -> None:
    known: dict[str, Any] = {"pots": {"lights": [1, 2], "wager": 5}, "paged": False}
    with pytest.raises(printkit.PrintkitError, match="hand 2 has no card that decides a tie"):
        printkit.settle("pazaak", "M9 M6 M5 / M10 M4 M6", tiebreaker=2, **known)
    laid = "M9 M6 M5 / M10 M4 M5 tiebreaker=1"
    assert printkit.settle("pazaak", laid, tiebreaker=2, **known).first == (2,)
    assert printkit.settle("pazaak", laid, **known).first == (2,)


def test_payment_for_named_hands_needs_one() -> None:
    """Here an idiot's array alone wins the sabacc pot, neither a pure sabacc nor a plain total."""
    game = load("casino")
    payments = tuple(
        evolve(one, pot=None, hands=("idiots-array",)) if one.id == "sabacc-pot" else one
        for one in game.payments
    )
    game = evolve(game, payments=payments)
    won = {"I C2 F3 S4": True, "C11 T5 F4 S3": False, "C10 T5 F4 S2": False}
    for hand, wins in won.items():
        pots = {"hand-pot": 20, "sabacc-pot": 8}
        found = printkit.settle(game, f"{hand} / C5 C8 T3 F1", called=1, pots=pots, chips=[9, 9])
        taken = {step.payment: step.amount for step in found.steps if step.to == "own"}
        assert taken == {"hand-pot": 20, **({"sabacc-pot": 8} if wins else {})}


def test_order_of_payments_is_cited_with_first_penalty() -> None:
    """The winner takes both pots; then the player who is bombed out pays."""
    hands = "I F2 S3 S4 / C5 C8 T3 F6 / TMa F10 F11 S5"
    pots = {"hand-pot": 20, "sabacc-pot": 8}
    found = printkit.settle("casino", hands, called=1, pots=pots, chips=[30, 30, 30])
    cited = [(step.payment, "pots-first" in [r.id for r in step.rules]) for step in found.steps]
    assert cited == [("hand-pot", False), ("sabacc-pot", False), ("bombed-out", True)]
