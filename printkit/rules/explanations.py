"""Explain verdicts in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.messages import OR, join_words, translate
from printkit.model.load import load
from printkit.model.notation import MINUS, shown_values, signed
from printkit.model.variant import Variant
from printkit.rules.hands import Verdict, ranks

# More totals than this are written as a range.
_MAX_TOTALS = 12


def explain_hand(variant: Variant, verdict: Verdict, language: str) -> list[str]:
    """Return the sum of the cards, the name of the hand, and the consequences."""
    rules = variant if verdict.rule_set is None else load(verdict.rule_set)
    lines = [_describe_count(variant, verdict, language)]
    if len(verdict.totals) > 1:
        totals = translate(language, "hand.totals", totals=_list_totals(verdict.totals, language))
        best = translate(language, "hand.best", best=signed(verdict.best))
        lines.append(f"{totals}. {best}.")
    hand = verdict.hand
    if verdict.bombed:
        lines.append(_describe_loss(variant, verdict, language))
    elif hand is None:
        lines.append(translate(language, "hand.nameless"))
    else:
        lines.append(
            translate(language, "hand.called", name=hand.name[language], how=hand.how[language])
        )
        if hand.counts is not None:
            lines.append(translate(language, "hand.counts", counts=signed(hand.counts)))
        if hand.pot and sum(p.kind == "pot" and p.on == "mat" for p in variant.places) > 1:
            lines.append(translate(language, "hand.pot"))
    if verdict.rule_set is not None:
        lines.append(translate(language, "hand.by-set", name=rules.name[language]))
    return lines


def explain_outcome(verdicts: Sequence[Verdict], language: str) -> list[str]:
    """Return the winner and the ties; an empty list for a single hand."""
    if len(verdicts) < 2:
        return []
    places = ranks(verdicts)
    lines: list[str] = []
    if all(verdict.bombed for verdict in verdicts):
        return [translate(language, "hand.nobody")]
    for rank in sorted(set(places)):
        equal = [i for i, place in enumerate(places, 1) if place == rank]
        if len(equal) > 1 and not verdicts[equal[0] - 1].bombed:
            lines.append(
                translate(language, "hand.tied", hands=join_words(language, [*map(str, equal)]))
            )
        elif rank == 1:
            lines.append(translate(language, "hand.wins", hand=equal[0]))
    return lines


def _describe_count(variant: Variant, verdict: Verdict, language: str) -> str:
    """Return the sum or difference of the best tally."""
    counting, reading = variant.counting, verdict.reading
    key, limit = "sum", counting.limit or 0
    values: dict[str, object] = {
        "terms": _format_terms(reading.values),
        "total": signed(reading.total),
    }
    if counting.system == "difference":
        key = "difference"
        values["one"], values["other"] = (signed(value) for value in reading.values)
    elif counting.system == "past" and reading.sum != reading.total:
        key = "lost-past" if reading.total < 0 else "past"
        values |= {"sum": reading.sum, "limit": limit, "double": 2 * limit}
        values["points"] = -reading.total
    elif counting.system == "hues" and (sign := _hue_sign(variant, verdict)):
        key = "hues"
        values["plus"], values["minus"] = (hue.name[language] for hue in counting.hues[::sign])
    return translate(language, f"hand.{key}", **values) + "."


def _hue_sign(variant: Variant, verdict: Verdict) -> int:
    """Return 1 if the first hue is added, −1 if it is subtracted, 0 if the hand has neither."""
    first, second = (hue.suits for hue in variant.counting.hues)
    for held, value in zip(verdict.cards, verdict.reading.values, strict=True):
        if value and held.card.suit in first:
            return 1 if value > 0 else -1
        if value and held.card.suit in second:
            return -1 if value > 0 else 1
    return 0


def _describe_loss(variant: Variant, verdict: Verdict, language: str) -> str:
    """Return the bound that the best tally exceeds."""
    counting, reading = variant.counting, verdict.reading
    lost = counting.lost[language] if counting.lost else translate(language, "hand.bombed-out")
    if counting.system == "past":
        double = 2 * (counting.limit or 0)
        return translate(language, "hand.over", lost=lost, total=reading.sum, limit=double)
    total = abs(reading.total) if counting.sign == "ignored" else reading.total
    if counting.limit is not None and total > counting.limit:
        limit = signed(counting.limit)
        return translate(language, "hand.over", lost=lost, total=signed(total), limit=limit)
    if counting.floor is not None and total < counting.floor:
        floor = signed(counting.floor)
        return translate(language, "hand.under", lost=lost, total=signed(total), floor=floor)
    return translate(language, "hand.bomb", lost=lost, total=signed(total))


def _format_terms(values: Sequence[int]) -> str:
    """Format a sum: `12 + 14 − 7`.

    >>> _terms([-17, 3])
    '−17 + 3'
    """
    first, *rest = values
    signs = (f" {MINUS} {-value}" if value < 0 else f" + {value}" for value in rest)
    return signed(first) + "".join(signs)


def _list_totals(totals: tuple[int, ...], language: str) -> str:
    if len(totals) > _MAX_TOTALS:
        return shown_values((totals[0],)) + " … " + shown_values((totals[-1],))
    return join_words(language, [signed(total) for total in totals], OR)
