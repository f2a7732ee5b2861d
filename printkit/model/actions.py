"""Find sentences that lose an action: an amount, a place or a choice that their record has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printkit.base.messages import languages, translate
from printkit.model.settlement import GONE, OWN, Payment
from printkit.model.text import Text
from printkit.model.variant import Variant

FORMS = "how", "short"


def lost_actions(variant: Variant) -> Iterator[tuple[tuple[str, str, str, str], str]]:
    """Yield the path of each sentence of a payment or a step, and what it does not name.

    Both forms of a payment name its amount, and its pots if there are several. The short form of a
    step has each choice of the long one.
    """
    for language in languages():
        for payment in variant.payments:
            for form in FORMS:
                text: Text | None = getattr(payment, form)
                if text is not None and language in text.words:
                    for what, words in _needs(variant, payment, language):
                        if _find(words, text[language]) is None:
                            yield ("payments", payment.id, form, language), what
        for kind in ("phases", "penalties"):
            for step in getattr(variant, kind):
                if step.short is not None and language in step.short.words:
                    for words in translate(language, "actions.choices").split(", "):
                        sentence = f"{step.name[language]}: {step.short[language]}"
                        choice = _find(words, step.how[language])
                        if choice is not None and _find(words, sentence) is None:
                            yield (kind, step.id, "short", language), choice


def _needs(variant: Variant, payment: Payment, language: str) -> Iterator[tuple[str, str]]:
    """Yield what a sentence of a payment names, and the words for it, divided by bars."""
    pots = {p.id: p.name[language].casefold() for p in variant.places if p.kind == "pot"}
    amount = payment.amount
    if amount.part == (1, 2):
        yield _said(language, "half")
    number = amount.number if amount.times is None else amount.times
    if number == 1:
        yield _said(language, "one")
    elif number is not None:
        words = translate(language, "numbers.words").split()
        yield str(number), "|".join((str(number), *words[number : number + 1]))
    if amount.counts:
        yield _said(language, "counts")
    for place in dict.fromkeys((payment.source, payment.to, amount.of)):
        if place in pots and len(pots) > 1:
            yield pots[place], pots[place]
    if payment.source == OWN and payment.to != OWN:
        yield _said(language, "pay")
    if payment.to == OWN and payment.source != GONE:
        yield _said(language, "take")


def _said(language: str, key: str) -> tuple[str, str]:
    """Return the first word for an action, and all of them."""
    words = translate(language, f"actions.{key}")
    return words.partition("|")[0], words


def _find(words: str, sentence: str) -> str | None:
    """Return the first of some words, divided by bars, that a sentence has, or None."""
    match = re.search(rf"\b(?:{words})", sentence.casefold())
    return None if match is None else match.group()
