"""From a variant, or a book of several, to the Book that is set.

In: a Variant or the name of a book of `templates/rules/books.toml`, a language. Out: a Book, with
every number in place and every example computed. Raises PrintkitError with file and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from printkit import __version__
from printkit.base.content import load_content
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean, problems
from printkit.base.messages import OR, join_words, translate
from printkit.booklet.book import Book, Chapter, SourceLocation
from printkit.booklet.hand_summary import Judge
from printkit.booklet.markdown_parser import BACK_MATTER, ParsedChapter, parse_chapters
from printkit.booklet.template import render_text, shown
from printkit.booklet.template_context import GameContext, glossary_terms
from printkit.booklet.traversal import (
    anchors,
    linked,
    links,
    unify_term_spelling,
    with_anchor_prefix,
)
from printkit.model.load import load
from printkit.model.notation import signed
from printkit.model.variant import Variant

_BOOKS = "rules/books.toml"


@dataclass(frozen=True, slots=True)
class Anthology:
    """A book of several games: its text, and the games that are parts of it, in order."""

    slug: str
    name: Mapping[str, str]
    subtitle: Mapping[str, str]
    text: str
    games: tuple[str, ...]
    cover: str


def books() -> dict[str, Anthology]:
    """The books of several games, by slug."""
    return {
        slug: Anthology(
            slug, item["name"], item["subtitle"], item["text"], tuple(item["games"]), item["cover"]
        )
        for slug, item in load_content(_BOOKS).items()
    }


def booklet(variant: Variant, language: str) -> Book:
    """The booklet of one game. Raises PrintkitError."""
    variants = {variant.slug: variant}
    texts: list[list[ParsedChapter]] = []
    wrong: list[Diagnostic] = []
    chapter = variant.chapters.get(language)
    own = None if chapter is None else chapter.file
    for file in (variant.rules, own):
        try:
            if file is not None:
                texts.append(_read(variant, language, file, variants, single=True))
        except PrintkitError as error:  # one's own text is read, whatever is wrong with the other
            wrong += problems(error)
    if wrong:
        raise DefinitionError(wrong)
    result = texts[0] if own is None else _with_own(*texts)
    return _checked(
        Book(
            variant.slug,
            language,
            variant.name[language],
            translate(language, "booklet.subtitle"),
            tuple(item.chapter for item in result),
            variants,
        )
    )


def anthology(name: str, language: str) -> Book:
    """A book of several games. Raises PrintkitError."""
    if name not in books():
        raise PrintkitError(
            f"There is no book “{name}”.", hint=did_you_mean(name, books(), "books")
        )
    shelved = books()[name]
    cover = load(shelved.cover)
    variants = {cover.slug: cover}
    frame = _read(cover, language, shelved.text, variants, single=False)
    front = [item.chapter for item in frame if BACK_MATTER not in item.classes]
    # No part goes on over what stands behind them.
    behind = [replace(item.chapter, part="") for item in frame if BACK_MATTER in item.classes]
    parts = [part for slug in shelved.games for part in _part(slug, language, variants)]
    last = [chapter for chapter in front if chapter.last]
    front = [chapter for chapter in front if not chapter.last]
    return _checked(
        Book(
            name,
            language,
            shelved.name[language],
            shelved.subtitle[language],
            (*front, *parts, *behind, *last),
            variants,
        )
    )


def _part(slug: str, language: str, variants: dict[str, Variant]) -> Iterator[Chapter]:
    """The chapters of one game in a book of several: its own, with anchors of its own."""
    variant = _held(variants, slug)
    result = _read(variant, language, variant.rules, variants, single=False)
    own = [
        item.chapter for item in result if BACK_MATTER not in item.classes and not item.chapter.last
    ]
    ways = {f"#{a}": f"#{slug}-{a}" for chapter in own for a, _ in anchors(chapter)}
    part: str | None = variant.name[language]
    for chapter in own:
        renamed = with_anchor_prefix(chapter, slug)
        yield replace(renamed, part=part, blocks=linked(renamed.blocks, ways))
        part = None


def _held(variants: dict[str, Variant], slug: str) -> Variant:
    """A variant of the book, which is read when it is first asked for. Raises PrintkitError."""
    if slug not in variants:
        variants[slug] = load(slug)
    return variants[slug]


def _read(
    variant: Variant, language: str, file: str | Path, variants: dict[str, Variant], *, single: bool
) -> list[ParsedChapter]:
    """One text, filled in for a game and read."""
    source = render_text(language, file, _names(variant, language, variants, single=single))
    result = parse_chapters(source, language, variants, variant.slug)
    if not result:
        raise PrintkitError("The text has no chapter.", location=shown(language, file))
    return result


def _names(
    variant: Variant, language: str, variants: dict[str, Variant], *, single: bool
) -> dict[str, Any]:
    """All that a text can name."""
    game, judge = GameContext(variant, language), Judge(variant, language)

    @cache
    def of(slug: str) -> GameContext:
        return GameContext(_held(variants, slug), language)

    return {
        "game": game,
        "of": of,
        "all_terms": glossary_terms(language),
        "version": __version__,
        "single": single,
        "card": game.card,
        "cards": game.pictures,
        "margin": game.margin,
        "suit": game.suit,
        "token": game.token,
        "back": game.back,
        "worth": judge.worth,
        "winner": judge.winner,
        "order": judge.order,
        "judge_of": lambda slug: Judge(_held(variants, slug), language),
        "num": signed,
        "joined": lambda words: join_words(language, list(map(str, words))),
        "either": lambda words: join_words(language, list(map(str, words)), OR),
        "expect": _expect,
    }


def _expect(holds: object, what: str) -> str:
    """Nothing, where an example holds. Raises PrintkitError where it does not."""
    if not holds:
        raise PrintkitError(f"An example does not hold: {what}.", hint="Mend the text.")
    return ""


def _with_own(found: list[ParsedChapter], own: list[ParsedChapter]) -> list[ParsedChapter]:
    """Chapters of one's own before the back matter. Raises DefinitionError."""
    if classed := [item.chapter.place for item in own if item.classes]:
        what = "A chapter of your own has a class."
        hint = "Write “# Title {#anchor}”: it stands before the glossary."
        raise DefinitionError(place.problem(what, hint) for place in classed)
    at = next(
        (i for i, item in enumerate(found) if BACK_MATTER in item.classes or item.chapter.last),
        len(found),
    )
    return [*found[:at], *own, *found[at:]]


# --- anchors and links --------------------------------------------------------------------------


def _checked(book: Book) -> Book:
    """The book with its terms in one spelling, if every anchor is there once and every link leads
    to one. Raises DefinitionError."""
    wrong: list[Diagnostic] = []
    known: dict[str, SourceLocation] = {}
    for chapter in book.chapters:
        for anchor, place in anchors(chapter):
            if anchor in known:
                what = f"The anchor “{anchor}” is there twice: it is at {known[anchor]} already."
                wrong.append(place.problem(what, "Take another."))
            known.setdefault(anchor, place)
    for chapter in book.chapters:
        for place, link in links(chapter.blocks):
            if link.startswith("#") and link[1:] not in known:
                hint = did_you_mean(link[1:], known, "anchors")
                wrong.append(place.problem(f"The link “{link}” leads nowhere.", hint))
    if len(summaries := [chapter for chapter in book.chapters if chapter.last]) > 1:
        what = f"There are two last chapters: one is at {summaries[0].place} already."
        wrong.append(summaries[1].place.problem(what, "Leave out “.last”."))
    if wrong:
        raise DefinitionError(wrong)
    return replace(book, chapters=unify_term_spelling(book.chapters))
