"""Questions that players ask at eleven tables.

Each has an answer, most of them in the aids alone.
"""

import re
from functools import cache

import pytest

from printkit.booklet.text_formats import write_markdown
from printkit.components.reference import build_sections
from printkit.pieces.kits import available_products
from printkit.products import reference_cards, summary
from tests.support.builds import LANGUAGES, read_book
from tests.support.decks import facts, variant
from tests.support.jobs import options_for, piece_of
from tests.support.prints import text_of

ASKED = facts(__file__, "questions")
FORMS = ("aids", "book", "questions")
# The share of questions that the aids must answer without a book.
BY_AIDS = 0.8
_PICTURE = re.compile(r"!\[[^]]*\]\([^)]*\)|\]\([^)]*\)|[*\\[]")


@cache
def words_of(slug: str, form: str, language: str) -> str:
    """Return the texts of each form of a game.

    The forms are its aids (summary, reference cards, mat), booklet and answers.
    """
    one = variant(slug)
    if form == "questions":
        words = " ".join(answer[language] for _, answer, _ in one.answers)
    elif form == "book":
        words = _PICTURE.sub("", write_markdown(read_book(slug, language)))
    else:
        game = options_for(one, "summary", language).localize(one)
        keys = dict.fromkeys((*summary.ORDERS[0], *reference_cards.KEYS))
        sections = build_sections(game, tuple(keys))
        words = " ".join(entry.how for section in sections for entry in section.entries)
        if "mat" in available_products(one):
            words += " " + text_of(piece_of("mat", one, language).front.items)
    return " ".join(words.split())


def unanswered(slug: str, question: dict[str, dict[str, str]]) -> list[str]:
    """Return the forms that lack the words required by a question."""
    return [
        f"{form} ({language}): {words[language]}"
        for form, words in question.items()
        if form in FORMS
        for language in LANGUAGES
        if " ".join(words[language].split()) not in words_of(slug, form, language)
    ]


@pytest.mark.parametrize("slug", ASKED)
def test_each_question_of_a_table_is_answered(slug: str) -> None:
    for question in ASKED[slug]:
        assert set(question) & set(FORMS), question["ask"]
        assert not unanswered(slug, question), question["ask"]


def test_aids_answer_most_questions() -> None:
    asked = [question for questions in ASKED.values() for question in questions]
    assert len(asked) == len({(slug, q["ask"]) for slug in ASKED for q in ASKED[slug]}) >= 250
    for slug, questions in ASKED.items():
        by_aids = sum("aids" in question for question in questions)
        assert by_aids >= BY_AIDS * len(questions), slug


def test_missing_answer_is_detected() -> None:
    question = {"aids": {"en": "8 chips each", "fr": "8 jetons à chacun"}}
    assert not unanswered("kessel", question)
    question["aids"]["fr"] = "9 jetons chacun"
    assert unanswered("kessel", question) == ["aids (fr): 9 jetons chacun"]
