"""Short forms keep every action of the long form, and no question is asked twice."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from printkit.base.records import evolve
from printkit.model.definition_files import variant_slugs
from printkit.model.text import Text
from printkit.model.variant import Variant
from printkit.model.warnings import definition_warnings, lost_actions
from tests.support.decks import put, variant

every = pytest.mark.parametrize("slug", variant_slugs())


@every
def test_short_sentences_keep_every_action(slug: str) -> None:
    assert not list(lost_actions(variant(slug)))


def changed(one: Variant, kind: str, name: str, form: str, was: str, now: str) -> Variant:
    """Return the game with other words in the English of one sentence."""
    parts = []
    for part in getattr(one, kind):
        text: Text = getattr(part, form)
        if part.id == name:
            assert was in text["en"]
            words = {**text.words, "en": text["en"].replace(was, now)}
            part = evolve(part, **{form: type(text)(words, text.home, text.figures)})
        parts.append(part)
    return replace(one, **{kind: tuple(parts)})


@pytest.mark.parametrize(
    ("slug", "kind", "name", "form", "was", "now", "lost"),
    [
        ("casino", "payments", "bombed-out", "short", "half of what", "what", "half"),
        ("casino", "payments", "failed-call", "how", "into the sabacc pot", "there", "sabacc pot"),
        ("casino", "payments", "hand-pot", "short", "takes", "and", "take"),
        ("kessel", "payments", "difference", "short", "Pay the", "The", "pay"),
        ("kessel", "payments", "beaten-sabacc", "how", "1 chip", "chips", "1"),
        ("casino", "phases", "bet", "short", "match, ", "", "match"),
        ("corellian-spike", "phases", "bet", "short", " or junk", "", "junk"),
    ],
)
def test_lost_action_is_named(
    slug: str, kind: str, name: str, form: str, was: str, now: str, lost: str
) -> None:
    one = changed(variant(slug), kind, name, form, was, now)
    assert [(path[1:], what.strip(",")) for path, what in lost_actions(one)] == [
        ((name, form, "en"), lost)
    ]


def test_check_warns_of_a_lost_action(tmp_path: Path) -> None:
    lines = 'extends = "casino"\n[[phases]]\nid = "bet"\nshort = { en = "Bet, or fold." }\n'
    said = [str(warning) for warning in definition_warnings(put(tmp_path, lines))]
    assert any("“short” (en) does not contain “match" in warning for warning in said)


def asked_twice(one: Variant) -> list[str]:
    """Return the questions of a game with the same wording, or answered by the same sentence."""
    known = [(q.ask["en"], answer["en"], q.ask["fr"], answer["fr"]) for q, answer, _ in one.answers]
    plain = [[re.sub(r"\W+", " ", words.casefold()).strip() for words in row] for row in known]
    return [
        a[0] for a, b in combinations(plain, 2) if any(x == y for x, y in zip(a, b, strict=True))
    ]


@every
def test_no_question_is_asked_twice(slug: str) -> None:
    assert not asked_twice(variant(slug))


def test_question_asked_twice_is_detected() -> None:
    one = variant("casino")
    again = evolve(one.questions[0], id="again")
    assert asked_twice(replace(one, questions=(*one.questions, again)))


# Words for how many, how often or when.
LIMITS = {
    "en": r"\d|\b(one|two|three|half|each|every|all|any|nobody|if|when|whoever|before|after)\b",
    "fr": r"\d|\b(une?|deux|trois|moitié|chaque|chacun|tous|toutes|personne|si|qui|avant|après)\b",
}


def boundless(one: Variant) -> list[str]:
    """Return the optional rules of a game without words for how many, how often or when."""
    return [
        f"{option.id}.{language}"
        for option in one.options
        for language, words in LIMITS.items()
        if option.kind in ("rule", "deal") and not re.search(words, option.how[language].casefold())
    ]


@every
def test_each_option_states_its_limits(slug: str) -> None:
    assert not boundless(variant(slug))


def test_option_without_limits_is_detected() -> None:
    one = changed(variant("cloud-city"), "options", "narrow-field", "how", "Nobody may", "Players")
    one = changed(one, "options", "narrow-field", "how", "than one card", "cards")
    assert boundless(one) == ["narrow-field.en"]
