"""From a variant, or a book of several games, to the Book that is set.

Every number is in place and every example is computed. Raises PrintkitError with file and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit import __version__
from printkit.base.content import load_content
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean, problems
from printkit.base.messages import OR, in_language, join_words, translate
from printkit.base.plain_text import quote, shorten
from printkit.base.progress import GAMES_STAGE, Progress, no_progress
from printkit.booklet.book import DEALT, SHOWN, Book, Chapter, SourceLocation
from printkit.booklet.hand_summary import Judge
from printkit.booklet.markdown_parser import BACK_MATTER, ParsedChapter, parse_chapters
from printkit.booklet.own_text import render_own_text
from printkit.booklet.template import display_name, render_text
from printkit.booklet.template_context import GameContext, glossary_terms
from printkit.booklet.template_values import to_text
from printkit.booklet.traversal import (
    list_anchors,
    list_links,
    relink,
    unify_term_spelling,
    with_anchor_prefix,
)
from printkit.model.load import load, variant_slugs
from printkit.model.notation import signed
from printkit.model.variant import Variant

_BOOKS = "rules/books.toml"


class Anthology(msgspec.Struct, frozen=True):
    """A book of several games: its text, and the games that are its parts, in order."""

    slug: str
    name: Mapping[str, str]
    subtitle: Mapping[str, str]
    text: str
    games: tuple[str, ...]
    cover: str


def load_anthologies() -> dict[str, Anthology]:
    """Return the books of several games, by slug."""
    return {
        slug: Anthology(
            slug, item["name"], item["subtitle"], item["text"], tuple(item["games"]), item["cover"]
        )
        for slug, item in load_content(_BOOKS).items()
    }


def load_booklet(variant: Variant, language: str) -> Book:
    """Load the booklet of one game. Raises PrintkitError."""
    variants = {variant.slug: variant}
    texts: list[list[ParsedChapter]] = []
    wrong: list[Diagnostic] = []
    chapter = variant.chapters.get(language)
    own = None if chapter is None else chapter.file
    for file in (variant.rules, own):
        try:
            if file is not None:
                texts.append(_load_text(variant, language, file, variants, single=True))
        except PrintkitError as error:  # one's own text is read, whatever is wrong with the other
            wrong += problems(error)
    if wrong:
        raise DefinitionError(wrong)
    result = texts[0] if own is None else _insert_own(*texts)
    return _check_book(
        Book(
            variant.slug,
            language,
            variant.name[language],
            translate(language, "booklet.subtitle"),
            tuple(item.chapter for item in result),
            variants,
        )
    )


def load_anthology(name: str, language: str, progress: Progress = no_progress) -> Book:
    """Load a book of several games. Raises PrintkitError."""
    if name not in load_anthologies():
        raise PrintkitError(
            f"There is no book “{name}”.", hint=did_you_mean(name, load_anthologies(), "books")
        )
    shelved = load_anthologies()[name]
    cover = load(shelved.cover)
    variants = {cover.slug: cover}
    frame = _load_text(cover, language, shelved.text, variants, single=False)
    front = [item.chapter for item in frame if BACK_MATTER not in item.classes]
    # No part goes on over what stands behind them.
    behind = [replace(item.chapter, part="") for item in frame if BACK_MATTER in item.classes]
    parts: list[Chapter] = []
    for count, slug in enumerate(shelved.games):
        progress(GAMES_STAGE, count, len(shelved.games))
        parts += _load_part(slug, language, variants)
    last = [chapter for chapter in front if chapter.last]
    front = [chapter for chapter in front if not chapter.last]
    return _check_book(
        Book(
            name,
            language,
            in_language(shelved.name, language),
            in_language(shelved.subtitle, language),
            (*front, *parts, *behind, *last),
            variants,
        )
    )


def _load_part(slug: str, language: str, variants: dict[str, Variant]) -> Iterator[Chapter]:
    """Yield the chapters of one game in a book of several, with anchors of its own."""
    variant = _load_once(variants, slug)
    result = _load_text(variant, language, variant.rules, variants, single=False)
    own = [
        item.chapter for item in result if BACK_MATTER not in item.classes and not item.chapter.last
    ]
    ways = {f"#{a}": f"#{slug}-{a}" for chapter in own for a, _ in list_anchors(chapter)}
    part: str | None = variant.name[language]
    for chapter in own:
        renamed = with_anchor_prefix(chapter, slug)
        yield replace(renamed, part=part, front=False, blocks=relink(renamed.blocks, ways))
        part = None


def _load_once(variants: dict[str, Variant], slug: str) -> Variant:
    """Return a variant of the book, or one that we bring. Raises PrintkitError.

    A text names games, never files.
    """
    if slug not in variants:
        if slug not in variant_slugs():
            raise PrintkitError(
                f"There is no game {quote(slug)}.",
                hint=did_you_mean(slug, {*variant_slugs(), *variants}, "games"),
            )
        variants[slug] = load(slug)
    return variants[slug]


def _load_text(
    variant: Variant, language: str, file: str | Path, variants: dict[str, Variant], *, single: bool
) -> list[ParsedChapter]:
    """Load one text, filled in for a game."""
    names = template_names(variant, language, variants, single=single)
    if isinstance(file, Path):
        source, games = render_own_text(language, file, names, lambda: tuple(variants))
        for slug in games:  # they were loaded in another process
            _load_once(variants, slug)
    else:
        source = render_text(language, file, names)
    result = parse_chapters(source, language, variants, variant.slug)
    if not result:
        raise PrintkitError("The text has no chapter.", location=display_name(language, file))
    return result


def template_names(
    variant: Variant, language: str, variants: dict[str, Variant], *, single: bool
) -> dict[str, Any]:
    """Return all names that a text can use."""
    game, judge = GameContext(variant, language), Judge(variant, language)

    @cache
    def of(slug: str) -> GameContext:
        return GameContext(_load_once(variants, slug), language)

    @cache
    def judge_of(slug: str) -> Judge:
        return Judge(_load_once(variants, slug), language)

    def join_all(words: Sequence[object]) -> str:
        return join_words(language, [to_text(word) for word in words])

    def join_either(words: Sequence[object]) -> str:
        return join_words(language, [to_text(word) for word in words], OR)

    return {
        "game": game,
        "of": of,
        "all_terms": glossary_terms(language),
        "version": __version__,
        "single": single,
        "card": game.card,
        "cards": game.pictures,
        "faces": game.faces,
        "margin": game.margin,
        "suit": game.suit,
        "token": game.token,
        "back": game.back,
        "sign": game.sign,
        "dealt": partial(_deal, DEALT),
        "shown": partial(_deal, SHOWN),
        "worth": judge.worth,
        "winner": judge.winner,
        "order": judge.order,
        "judge_of": judge_of,
        "num": signed,
        "joined": join_all,
        "either": join_either,
        "expect": _expect,
    }


def _deal(kind: str, *seats: object) -> str:
    """Return the open cards of each seat: names and hands in turn."""
    words = [to_text(seat) for seat in seats]
    pairs = zip(words[::2], words[1::2], strict=True)
    return f"[[{kind} {'; '.join(f'{name}: {cards}' for name, cards in pairs)}]]"


def _expect(condition: object, message: str) -> str:
    """Return an empty text if an example holds. Raises PrintkitError if it does not."""
    if not condition:
        raise PrintkitError(f"An example does not hold: {shorten(message)}.", hint="Mend the text.")
    return ""


def _insert_own(chapters: list[ParsedChapter], own: list[ParsedChapter]) -> list[ParsedChapter]:
    """Insert a user's own chapters before the back matter. Raises DefinitionError."""
    if classed := [item.chapter.place for item in own if item.classes]:
        message = "A chapter of your own has a class."
        hint = "Write “# Title {#anchor}”: it stands before the glossary."
        raise DefinitionError(place.problem(message, hint) for place in classed)
    end = next(
        (i for i, item in enumerate(chapters) if BACK_MATTER in item.classes or item.chapter.last),
        len(chapters),
    )
    return [*chapters[:end], *own, *chapters[end:]]


# --- anchors and links --------------------------------------------------------------------------


def _check_book(book: Book) -> Book:
    """Return the book with its terms in one spelling, if every anchor is unique and every link
    leads to one.

    Raises DefinitionError.
    """
    wrong: list[Diagnostic] = []
    known: dict[str, SourceLocation] = {}
    for chapter in book.chapters:
        for anchor, place in list_anchors(chapter):
            if anchor in known:
                message = f"The anchor “{anchor}” is there twice: it is at {known[anchor]} already."
                wrong.append(place.problem(message, "Take another."))
            known.setdefault(anchor, place)
    for chapter in book.chapters:
        for place, link in list_links(chapter.blocks):
            if link.startswith("#") and link[1:] not in known:
                hint = did_you_mean(link[1:], known, "anchors", of_file=True)
                wrong.append(place.problem(f"The link “{link}” leads nowhere.", hint))
    if len(summaries := [chapter for chapter in book.chapters if chapter.last]) > 1:
        message = f"There are two last chapters: one is at {summaries[0].place} already."
        wrong.append(summaries[1].place.problem(message, "Leave out “.last”."))
    if wrong:
        raise DefinitionError(wrong)
    return replace(book, chapters=unify_term_spelling(book.chapters))
