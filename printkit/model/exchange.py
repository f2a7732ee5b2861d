"""Tell in words how many cards may be exchanged."""

from __future__ import annotations

from printkit.base.messages import OR, join_words, translate
from printkit.model.variant import Variant


def describe_exchange(rules: Variant, language: str) -> tuple[str, str]:
    """Return how many cards may be exchanged, and how many by the holder of certain cards.

    “0, 1 or 2”, “Jedi Master in hand: also 3 or 4”; a string is empty if there is no such rule.
    """
    if rules.exchange is None:
        return "", ""
    counts, more = rules.exchange.counts, rules.exchange.more
    allowed = join_words(language, [str(count) for count in counts], OR)
    if len(counts) == 1:
        allowed = translate(language, "rule-cards.only", count=allowed)
    if more is None:
        return allowed, ""
    names = {card.id: card.name[language] for card in rules.cards}
    others = join_words(language, [str(count) for count in more.counts], OR)
    if not set(counts) <= set(more.counts):  # the holder may also exchange as many as all others
        others = translate(language, "rule-cards.also", counts=others)
    held = join_words(language, [names[card] for card in more.holding], OR)
    return allowed, translate(language, "rule-cards.holding", cards=held, counts=others)
