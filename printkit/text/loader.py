"""Load the Book of a variant or of an anthology, with all figures and examples filled in.

Raises PrintkitError with file and line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    did_you_mean,
    problems,
    require_known,
)
from printkit.base.messages import in_language, translate
from printkit.base.processes import GAMES_STAGE, Progress, no_progress
from printkit.base.sentences import Sentence, quote
from printkit.model.definition_files import books, variant_slugs
from printkit.model.load import load
from printkit.model.variant import OWN, Variant
from printkit.text.book import (
    Book,
    Chapter,
    SourceLocation,
    TermIndex,
    has_terms,
    list_anchors,
    list_links,
    relink,
    unify_term_spelling,
    with_anchor_prefix,
    without,
)
from printkit.text.glossary import link_glossary
from printkit.text.names import START_SHEET, Names
from printkit.text.source import MarkdownSource, TextReader, find_text


def load_booklet(variant: Variant, language: str) -> Book:
    """Load the booklet of one game.

    Its `left_out` also contains the boxes and chapters that do not apply on the start sheet. Raises
    PrintkitError.
    """
    variants = {variant.slug: variant}
    names = name_texts(variant, language, variants)
    loaded: list[tuple[list[Chapter], MarkdownSource]] = []
    wrong: list[Diagnostic] = []
    own, files = variant.chapters.of(language), _files_of(variant, language)
    for file in files:
        taken = loaded[0][1].anchors if loaded else frozenset[str]()
        try:
            loaded.append(_load_text(names, file, variants, taken, wrong))
        except PrintkitError as error:  # the user's chapters are read even if ours are faulty
            wrong += problems(error)
    if len(loaded) < len(files):
        raise DefinitionError(wrong)
    texts, sources = zip(*loaded, strict=True)
    book = Book(
        variant.slug,
        language,
        variant.name[language],
        translate(language, "booklet.subtitle"),
        tuple(texts[0] if own is None else _insert_own(*texts)),
        variants,
        (
            *(problem for source in sources for problem in source.left_out),
            *(load_start_sheet(variant, language).left_out if variant.is_played else ()),
        ),
        has_plates=variant.origin != OWN,
    )
    if not has_terms(book.chapters):
        book = replace(book, chapters=tuple(without(book.chapters, TermIndex)))
    book = replace(book, chapters=tuple(link_glossary(book.chapters)))
    anchors = frozenset(anchor for source in sources for anchor in source.anchors)
    return _check_book(book, anchors, wrong)


def find_left_out(variant: Variant, language: str) -> tuple[Diagnostic, ...]:
    """Return the omitted boxes and chapters of a booklet, and of the start sheet of a game that is
    played, without parsing their texts.

    Raises PrintkitError.
    """
    names = name_texts(variant, language, {variant.slug: variant})
    sources = [TextReader(names).read(file) for file in _files_of(variant, language)]
    if variant.is_played:
        sources.append(TextReader(replace(names, text=START_SHEET)).read(START_SHEET))
    return tuple(problem for source in sources for problem in source.left_out)


def _files_of(variant: Variant, language: str) -> list[str | Path]:
    """Return the name of the bundled text of a booklet, and the file of the user's chapters, if
    any.
    """
    own = variant.chapters.of(language)
    return [variant.rules, *([own] if own is not None else [])]


def load_start_sheet(variant: Variant, language: str) -> Book:
    """Load the text of the start sheet of a game; it has no links. Raises PrintkitError."""
    variants = {variant.slug: variant}
    names = replace(name_texts(variant, language, variants), text=START_SHEET)
    chapters, source = _load_text(names, START_SHEET, variants)
    lost = {link: None for chapter in chapters for _, link in list_links(chapter.blocks)}
    return Book(
        variant.slug,
        language,
        variant.name[language],
        "",
        tuple(replace(one, blocks=relink(one.blocks, lost)) for one in chapters if one.blocks),
        variants,
        source.left_out,
    )


def name_texts(variant: Variant, language: str, variants: dict[str, Variant]) -> Names:
    """Return the names for the texts of one game; games that the texts refer to are added to
    `variants`.
    """
    find = partial(_load_once, variants)
    return Names(variant, language, find, single=True, text=variant.rules)


def load_anthology(name: str, language: str, progress: Progress = no_progress) -> Book:
    """Load an anthology. Raises PrintkitError."""
    require_known(name, books(), Sentence("There is no book “{name}”.", name=name), "books")
    shelved = books()[name]
    cover = load(shelved.cover)
    variants = {cover.slug: cover}
    find = partial(_load_once, variants)
    text, games = (None if shelved.games else shelved.text), shelved.games
    names = Names(cover, language, find, single=False, text=text, games=games)
    frame, source = _load_text(names, shelved.text, variants)
    lost = set(source.anchors)
    # An empty part ends the last one before the back matter.
    behind = [replace(chapter, part="") for chapter in frame if chapter.back]
    parts: list[Chapter] = []
    for count, slug in enumerate(shelved.games):
        progress(GAMES_STAGE, count, len(shelved.games))
        own, source = _load_text(names.of(slug), names.of(slug).variant.rules, variants)
        parts += _join_part(own, variants[slug], language)
        lost |= source.anchors
    last = [chapter for chapter in frame if chapter.last and not chapter.back]
    front = [chapter for chapter in frame if not chapter.last and not chapter.back]
    title, subtitle = (in_language(text, language) for text in (shelved.name, shelved.subtitle))
    chapters = (*front, *parts, *behind, *last)
    return _check_book(Book(name, language, title, subtitle, chapters, variants), frozenset(lost))


def _join_part(chapters: list[Chapter], variant: Variant, language: str) -> Iterator[Chapter]:
    """Yield the chapters of one game in an anthology, with the game in their anchors.

    The last chapter of the game and its back matter are left out.
    """
    own = [chapter for chapter in chapters if not chapter.back and not chapter.last]
    targets = {
        f"#{anchor}": f"#{variant.slug}-{anchor}" for one in own for anchor, _ in list_anchors(one)
    }
    part: str | None = variant.name[language]
    for chapter in own:
        renamed = with_anchor_prefix(chapter, variant.slug)
        yield replace(renamed, part=part, blocks=relink(renamed.blocks, targets))
        part = None


def _load_once(variants: dict[str, Variant], slug: str) -> Variant:
    """Return a variant of the book or a bundled variant; texts cannot refer to definition files.

    Raises PrintkitError.
    """
    if slug not in variants:
        if slug not in variant_slugs():
            raise PrintkitError(
                Sentence("There is no game {slug}.", slug=quote(slug)),
                hint=did_you_mean(slug, {*variant_slugs(), *variants}, "games"),
            )
        variants[slug] = load(slug)
    return variants[slug]


def _load_text(
    names: Names,
    file: str | Path,
    variants: dict[str, Variant],
    taken: frozenset[str] = frozenset(),
    faults: list[Diagnostic] | None = None,
) -> tuple[list[Chapter], MarkdownSource]:
    """Load one text for a game. Generated anchors differ from the anchors in `taken`.

    Errors are added to the list `faults`, if it is given.
    """
    from printkit.text.markdown import parse_chapters  # the warnings of a build do not need it

    source = TextReader(names).read(file, faults)
    slug = names.variant.slug
    result = parse_chapters(source, names.language, variants, slug, taken, faults)
    if not result and not faults:
        location = find_text(names.language, file)[1]
        raise PrintkitError("The text has no chapter.", location=location)
    return result, source


def _insert_own(chapters: list[Chapter], own: list[Chapter]) -> list[Chapter]:
    """Insert a user's own chapters before the back matter.

    Raises DefinitionError if one of them has a class of chapters at the beginning or the end.
    """
    if classed := [item.place for item in own if item.front or item.last or item.back]:
        message = "A chapter of your own has a class."
        hint = "Write “# Title {#anchor}”: the chapter is placed before the glossary."
        raise DefinitionError(place.problem(message, hint) for place in classed)
    end = next(
        (i for i, chapter in enumerate(chapters) if chapter.back or chapter.last), len(chapters)
    )
    return [*chapters[:end], *own, *chapters[end:]]


# --- anchors and links --------------------------------------------------------------------------


def _check_book(book: Book, written: frozenset[str], faults: Iterable[Diagnostic] = ()) -> Book:
    """Check anchors and links, and unify the spelling of terms. A link to an omitted chapter or box
    becomes plain text.

    Raises DefinitionError for a repeated anchor, a link without a target, or errors found earlier.
    """
    wrong = list(faults)
    known: dict[str, SourceLocation] = {}
    for chapter in book.chapters:
        for anchor, place in list_anchors(chapter):
            if anchor in known:
                message = Sentence(
                    "The anchor “{anchor}” is used twice: it is already at {known}.",
                    anchor=anchor,
                    known=known[anchor],
                )
                wrong.append(place.problem(message, "Choose another."))
            known.setdefault(anchor, place)
    for chapter in book.chapters:
        for place, link in list_links(chapter.blocks):
            if link.startswith("#") and link[1:] not in {*known, *written}:
                hint = did_you_mean(link[1:], known, "anchors", of_file=True)
                wrong.append(
                    place.problem(Sentence("The link “{link}” has no target.", link=link), hint)
                )
    if len(summaries := [chapter for chapter in book.chapters if chapter.last]) > 1:
        message = Sentence(
            "There are two last chapters: the other one is at {place}.", place=summaries[0].place
        )
        wrong.append(summaries[1].place.problem(message, "Leave out “.last”."))
    if wrong:
        raise DefinitionError(wrong)
    lost = {f"#{anchor}": None for anchor in written - known.keys()}
    linked = [replace(one, blocks=relink(one.blocks, lost)) for one in book.chapters]
    return replace(book, chapters=unify_term_spelling(linked))
