"""A gallery: one page for any browser, on which cards turn over and themes change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.messages import EDITION_SEPARATOR, OR, join_words, translate
from printkit.graphics.path import STRAIGHT_CUT
from printkit.jobs.contact_sheet import distinct_themes
from printkit.jobs.deck_view import (
    DISC,
    count_words,
    draw_disc,
    list_pictured_items,
    number_words,
    view_deck,
)
from printkit.jobs.job import Job, check_job
from printkit.jobs.manifest import FileEntry
from printkit.jobs.plan import describe_subject
from printkit.jobs.staging import Staging
from printkit.jobs.subject import load_subject
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.notation import signed
from printkit.model.variant import Variant
from printkit.pieces.options import CARD_SIZE, SHAPE, THEME
from printkit.writers._gallery import (
    CardGroup,
    Gallery,
    GalleryCard,
    StaticItem,
    Words,
    gallery_page,
)

# What a manifest calls it.
GALLERY = "gallery"


def write_gallery(job: Job, themes: Sequence[str]) -> tuple[Path, ...]:
    """Write the gallery of all themes and the languages of a job. Raises PrintkitError."""
    page = make_gallery(job, themes)
    subject = load_subject(job)
    folder = job.out / subject.slug
    file = f"{folder.name}-gallery.html"
    with Staging(folder, replace=job.replace) as staging:
        entry = FileEntry(
            file=file,
            product=GALLERY,
            language=EDITION_SEPARATOR.join(job.languages),
            format="html",
            pages=1,
            cards=0,
            sha256=staging.add(file, page),
        )
        staging.commit(replace(describe_subject(subject), files=(entry,)))
    return (folder / file,)


def make_gallery(job: Job, themes: Sequence[str]) -> bytes:
    """Return the page of all themes and the languages of a job. Raises PrintkitError."""
    checked, names = check_job(job), distinct_themes(themes)
    variant = load_subject(checked).printed
    assert variant is not None, "a gallery shows a game"
    return gallery_page(_gallery(variant, checked, names))


def _gallery(variant: Variant, job: Job, themes: Sequence[str]) -> Gallery:
    """All that the page shows, in every theme and language."""
    languages, looks = job.languages, [theme(name) for name in themes]
    decks = {
        (theme(name).key, language): view_deck(variant, _in_theme(job, name), language)
        for name in themes
        for language in languages
    }
    first = {language: decks[looks[0].key, language] for language in languages}
    cards = {card.id: card for card in variant.cards}

    def in_all_languages(words_in: Callable[[str], str]) -> Words:
        return {language: words_in(language) for language in languages}

    def make_card(i: int, n: int) -> GalleryCard:
        pieces = {key: deck.groups[i].pieces[n] for key, deck in decks.items()}
        piece = first[languages[0]].groups[i].pieces[n]
        return GalleryCard(
            name=in_all_languages(lambda language: first[language].groups[i].pieces[n].title),
            value=in_all_languages(lambda language: _describe_value(cards.get(piece.id), language)),
            copies=in_all_languages(lambda language: number_words(piece.copies, "copy", language)),
            several=piece.copies > 1,
            fronts={key: own.front for key, own in pieces.items()},
            backs={key: own.back for key, own in pieces.items() if own.back is not None},
        )

    def make_group(i: int) -> CardGroup:
        group = first[languages[0]].groups[i]
        return CardGroup(
            title=in_all_languages(lambda language: first[language].groups[i].title),
            counts=in_all_languages(
                lambda language: count_words(first[language].groups[i].pieces, language)
            ),
            cards=tuple(make_card(i, n) for n in range(len(group.pieces))),
            cut=group.pieces[0].shape in STRAIGHT_CUT,
        )

    def make_back(i: int) -> StaticItem:
        return StaticItem(
            in_all_languages(lambda language: first[language].backs[i][0]),
            None,
            {key: deck.backs[i][1] for key, deck in decks.items()},
        )

    def make_disc(name: Words, how: Words | None, path: Path) -> StaticItem:
        discs = {look.key: draw_disc(path, look) for look in looks}
        return StaticItem(name, how, {key: discs[key[0]] for key in decks})

    size = paper_sizes.card(job.options.get(CARD_SIZE.name) or variant.card_size)
    return Gallery(
        title=variant.name,
        summary=variant.summary,
        counts=in_all_languages(lambda language: count_words(first[language].pieces, language)),
        languages=languages,
        themes={look.key: look.name for look in looks},
        size=(size.w, size.h),
        shape=job.options.get(SHAPE.name) or SHAPE.default,
        shelves=tuple(make_group(i) for i in range(len(first[languages[0]].groups))),
        backs=tuple(make_back(i) for i in range(len(first[languages[0]].backs))),
        discs=tuple(make_disc(*item) for item in list_pictured_items(variant)),
        disc=DISC,
        night=looks[0].night if looks[0].night in {look.key for look in looks} else "",
    )


def _in_theme(job: Job, name: str) -> Job:
    return replace(job, options={**job.options, THEME.name: name})


def _describe_value(card: Card | None, language: str) -> str:
    """Return what a card is worth, in words; nothing for what has no value."""
    if card is None:
        return ""
    if card.rule == BY_SET:
        return translate(language, "preview.by-set")
    values = [signed(value) for value in card.values]
    if not values:
        return ""
    if len(values) > 3 and card.values == tuple(range(card.values[0], card.values[-1] + 1)):
        text = translate(language, "preview.span", first=values[0], last=values[-1])
    else:
        text = join_words(language, values, OR)
    return translate(language, "preview.value", values=text)
