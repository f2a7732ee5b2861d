"""What a rule card says in words.

In: a set of rules, a language. Out: lines of text; every number comes from the definition.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.messages import translate
from printkit.model.variant import Variant


def either(words: Sequence[str], language: str) -> str:
    """“0, 1, 2 or 3”."""
    if len(words) == 1:
        return words[0]
    first = ", ".join(words[:-1])
    return translate(language, "rule-cards.either", first=first, last=words[-1])


def exchanged(rules: Variant, language: str) -> tuple[str, str]:
    """How many cards may be exchanged, and how many by who holds certain cards (or nothing)."""
    if rules.exchange is None:
        return "", ""
    counts, more = rules.exchange.counts, rules.exchange.more
    told = either([str(count) for count in counts], language)
    if len(counts) == 1:
        told = translate(language, "rule-cards.only", count=told)
    if more is None:
        return told, ""
    names = {card.id: card.name[language] for card in rules.cards}
    others = either([str(count) for count in more.counts], language)
    if not set(counts) <= set(more.counts):  # what holds for all holds for the holder too
        others = translate(language, "rule-cards.also", counts=others)
    held = either([names[card] for card in more.holding], language)
    return told, translate(language, "rule-cards.holding", cards=held, counts=others)
