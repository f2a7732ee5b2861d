"""Explain the results of hands in sentences. All figures come from the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from printkit.base.messages import OR, join_words, translate
from printkit.model.load import load
from printkit.model.notation import MINUS, shown_values, signed
from printkit.model.variant import Variant
from printkit.rules.hands import Verdict, ranks

# More totals than this are described as a range.
_MAX_TOTALS = 12


def explain_hand(variant: Variant, verdict: Verdict, language: str) -> list[str]:
    """Return sentences on the total of a hand, its name and its consequences."""
    say, hand = partial(translate, language), verdict.hand
    lines = [_describe_count(variant, verdict, language)]
    if len(verdict.totals) > 1:
        totals = say("hand.totals", totals=_list_totals(verdict.totals, language))
        lines.append(f"{totals}. {say('hand.best', best=signed(verdict.best))}.")
    if verdict.bombed:
        lines.append(_describe_loss(variant, verdict, language))
    elif hand is None:
        lines.append(say("hand.nameless"))
    else:
        lines.append(say("hand.called", name=hand.name[language], how=hand.how[language]))
        if hand.counts is not None:
            lines.append(say("hand.counts", counts=signed(hand.counts)))
        if hand.pot and sum(p.kind == "pot" and p.on == "mat" for p in variant.places) > 1:
            lines.append(say("hand.pot"))
    if verdict.rule_set is not None:
        lines.append(say("hand.by-set", name=load(verdict.rule_set).name[language]))
    return lines


def explain_outcome(verdicts: Sequence[Verdict], language: str) -> list[str]:
    """Return sentences on the winner and ties, none for a single hand."""
    if len(verdicts) < 2:
        return []
    if all(verdict.bombed for verdict in verdicts):
        return [translate(language, "hand.nobody")]
    places, lines = ranks(verdicts), []
    for rank in sorted(set(places)):
        equal = [i for i, place in enumerate(places, 1) if place == rank]
        if len(equal) > 1 and not verdicts[equal[0] - 1].bombed:
            tied = join_words(language, [*map(str, equal)])
            lines.append(translate(language, "hand.tied", hands=tied))
        elif rank == 1:
            lines.append(translate(language, "hand.wins", hand=equal[0]))
    return lines


def _describe_count(variant: Variant, verdict: Verdict, language: str) -> str:
    """Return the sum or difference of the best tally."""
    counting, reading = variant.counting, verdict.reading
    terms, total = _format_terms(reading.values), signed(reading.total)
    say = partial(translate, language)
    if counting.system == "difference":
        one, other = (signed(value) for value in reading.values)
        words = say("hand.difference", one=one, other=other, total=total)
    elif counting.system == "past" and reading.sum != reading.total:
        limit, past = counting.limit or 0, {"terms": terms, "sum": reading.sum}
        if reading.total < 0:
            words = say("hand.lost-past", **past, double=2 * limit, points=-reading.total)
        else:
            words = say("hand.past", **past, limit=limit, total=total)
    elif counting.system == "hues" and (sign := _hue_sign(variant, verdict)):
        one, other = (hue.name[language] for hue in counting.hues[::sign])
        words = say("hand.hues", plus=one, minus=other, terms=terms, total=total)
    else:
        words = say("hand.sum", terms=terms, total=total)
    return f"{words}."


def _hue_sign(variant: Variant, verdict: Verdict) -> int:
    """Return 1 if the first hue is added, −1 if it is subtracted, 0 if the hand has neither."""
    first, second = (hue.suits for hue in variant.counting.hues)
    for held, value in zip(verdict.cards, verdict.reading.values, strict=True):
        if value and held.card.suit in (*first, *second):
            return 1 if (value > 0) == (held.card.suit in first) else -1
    return 0


def _describe_loss(variant: Variant, verdict: Verdict, language: str) -> str:
    """Return the sentence on the bound that the best tally exceeds."""
    counting, reading, say = variant.counting, verdict.reading, partial(translate, language)
    lost = counting.lost[language] if counting.lost else say("hand.bombed-out")
    if counting.system == "past":
        return say("hand.over", lost=lost, total=reading.sum, limit=2 * (counting.limit or 0))
    total = abs(reading.total) if counting.sign == "ignored" else reading.total
    if counting.limit is not None and total > counting.limit:
        return say("hand.over", lost=lost, total=signed(total), limit=signed(counting.limit))
    if counting.floor is not None and total < counting.floor:
        return say("hand.under", lost=lost, total=signed(total), floor=signed(counting.floor))
    return say("hand.bomb", lost=lost, total=signed(total))


def _format_terms(values: Sequence[int]) -> str:
    """Format a sum: `12 + 14 − 7`.

    >>> _format_terms([-17, 3])
    '−17 + 3'
    """
    first, *rest = values
    signs = (f" {MINUS} {-value}" if value < 0 else f" + {value}" for value in rest)
    return signed(first) + "".join(signs)


def _list_totals(totals: tuple[int, ...], language: str) -> str:
    if len(totals) > _MAX_TOTALS:
        return shown_values((totals[0],)) + " … " + shown_values((totals[-1],))
    return join_words(language, [signed(total) for total in totals], OR)
