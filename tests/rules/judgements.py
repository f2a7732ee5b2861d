"""Golden files of hands: a table (`== …`), its hands (`cards → …`), and their judgements."""

from collections.abc import Callable

from printkit.base.errors import PrintkitError
from printkit.rules.answers import explain_hand, explain_outcome, read_table_state
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import Verdict, judge, ranks
from tests.rules.test_codes import deck, hands


def say(verdict: Verdict, rank: int) -> str:
    """Return the rank and name of a hand, its count, its possible totals, and the values used."""
    name = "lost" if verdict.bombed else verdict.hand.id if verdict.hand else "no hand"
    totals = " ".join(map(str, verdict.totals))
    values = ",".join(map(str, verdict.reading.values))
    governed = f" by {verdict.rule_set}" if verdict.rule_set else ""
    return f"{rank} {name} {verdict.best} of {totals} as {values}{governed}"


def judge_case(table: str, text: str) -> str:
    """Return the judgement of hands at a table: `kessel markdown`, `poker 2 decks`, `random
    imperial`.
    """
    slug, *words = table.split()
    decks = int(words[0]) if words[1:2] == ["decks"] else 1
    sets = [word for word in words if word in deck(slug).sets]
    tokens = [word for word in words if slug == "kessel"]
    try:
        state = read_table_state(deck(slug), decks, sets[0] if sets else None, tokens)
        found = [judge(deck(slug), hand, state) for hand in hands(slug, text, decks=decks)]
    except PrintkitError as error:
        return f"! {error}"
    wording = " / ".join(map(say, found, ranks(found)))
    words = explain_outcome(deck(slug), found, "en")
    if len(found) == 1:
        (verdict,) = found
        rule = verdict.hand.how["en"] if verdict.hand else "—"
        words = [line for line in explain_hand(deck(slug), verdict, "en") if rule not in line]
    return f"{wording} · {' '.join(words)}"


def read_case(table: str, text: str) -> str:
    """Return the cards of a text of codes, or its error: `tarot fr 2` means two decks in French."""
    slug, language, decks = table.split()
    try:
        found = hands(slug, text, language, int(decks))
    except PrintkitError as error:
        return f"! {error}"
    return " / ".join(" ".join(map(_mean, hand)) for hand in found)


def _mean(held: HeldCard) -> str:
    return f"{held.card.id}={','.join(map(str, held.values))}"


def answer_again(text: str, answer: Callable[[str, str], str]) -> str:
    """Return the golden with the current answer of each case."""
    table, lines = "", []
    for line in text.splitlines():
        if line.startswith("== "):
            table = line[3:]
        cards, arrow, _ = line.partition(" → ")
        lines.append(f"{cards} → {answer(table, cards)}" if arrow else line)
    return "\n".join(lines) + "\n"
