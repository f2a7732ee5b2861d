"""The gallery: a self-contained HTML page that shows a deck in a browser.

Its templates are in templates/gallery/ (Jinja2, CSS and a script, all inlined in the page); this
module supplies text and drawings. The page contains each drawing once; a script selects the one to
show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.content import content_path, font_path
from printkit.base.files import generator
from printkit.base.geometry import Rect
from printkit.base.messages import EDITION_SEPARATOR, OR, join_words, messages_below, translate
from printkit.booklet.templates import template_environment
from printkit.booklet.text_formats import base64_text, checksum, screen_colours
from printkit.components.contact_sheet import (
    DISC,
    Words,
    count_words,
    draw_disc,
    list_pictured_items,
    number_words,
    view_deck,
)
from printkit.graphics.display_list import Symbol
from printkit.graphics.fonts import FILES, TITLE
from printkit.graphics.path import (
    ROUNDED,
    PathData,
    card_outline,
    corner_radius,
    polylines,
    shape_kind,
)
from printkit.jobs.job import Job, check_job, options_of, refuse_unread
from printkit.jobs.plan import describe_subject
from printkit.jobs.staging import FileEntry, Staging
from printkit.jobs.subject import load_subject
from printkit.library.previews import CONTACT_SHEET, distinct_themes, in_theme
from printkit.model.cards import Card
from printkit.model.fields import BY_SET, signed
from printkit.model.variant import Variant, rights_of
from printkit.pieces.options import CARD_SIZE, COLUMNS, DPI
from printkit.writers.svg import Sprites

# The name of the gallery in a manifest.
GALLERY = "gallery"
# Layouts of cards in the order they are shown: pictures, aces, then all others.
_FIRST = {"court": 0, "emblem": 0, "picture": 0, "ace": 1}
_OTHERS = 2
# The line along the edge of a card with straight cuts (mm).
_EDGE = 0.3


def write_gallery(job: Job, themes: Sequence[str]) -> tuple[Path, ...]:
    """Write a page with a deck in some themes and the languages of a job, and return its path.
    Raises PrintkitError.
    """
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
    """Return a page with a deck in some themes and the languages of a job.

    The first theme and the first language are shown first. Raises PrintkitError, also for an option
    that a gallery does not read.
    """
    from markupsafe import Markup

    checked, names = check_job(job), distinct_themes(themes)
    read = options_of((CONTACT_SHEET,), ()).keys() - {COLUMNS.name, DPI.name}
    refuse_unread(checked, read, [GALLERY], lambda: [CONTACT_SHEET])
    variant = load_subject(checked).printed
    assert variant is not None, "a gallery shows a game"
    made = _GalleryContext(variant, checked, names)
    space = template_environment("gallery")
    golds = list(made.sprites.golds)
    style = space.get_template("gallery.css.j2").render(
        width=f"{made.size.w:g}",
        height=f"{made.size.h:g}",
        radius=f"{corner_radius(made.shape):g}",
        cut=_clip_paths(made.size.w, made.size.h, made.shape),
        disc=f"{DISC:g}",
        font=base64_text(font_path(FILES[TITLE]).read_bytes()),
        golds=golds,
        screen=screen_colours(made.looks[0]),
    )
    script = content_path("gallery", "gallery.js").read_text(encoding="utf-8")
    keys, languages = [look.key for look in made.looks], list(checked.languages)
    drawings, night = list(made.numbers), made.looks[0].night
    whole = space.get_template("gallery.html.j2").render(
        generator=generator(),
        style=Markup(style),
        style_hash=checksum(style),
        script=Markup(script),
        script_hash=checksum(script),
        languages=languages,
        themes=keys,
        box=made.box,
        shelves=made.shelves,
        stills=made.stills,
        drawings=drawings,
        sprites=Markup(made.sprites.markup()),
        words=made.words[languages[0]],
        data={
            "languages": languages,
            "themes": keys,
            "night": night if night in keys else "",
            "words": made.words,
            "drawings": drawings,
            "golds": golds,
            "sheens": [golds.index(gold) for gold in made.accents if gold in golds],
        },
    )
    return whole.encode()


class _GalleryContext:
    """The context of the template: texts by language and key, numbered drawings, groups and
    items.
    """

    def __init__(self, variant: Variant, job: Job, themes: Sequence[str]) -> None:
        self.looks = [theme(name) for name in themes]
        self.decks = {
            (theme(name).key, language): view_deck(variant, in_theme(job, name).options, language)
            for name in themes
            for language in job.languages
        }
        # The groups are the same in all decks; their words are those of the first theme.
        self.deck_in = {
            language: self.decks[self.looks[0].key, language] for language in job.languages
        }
        self.size = paper_sizes.card(job.options.get(CARD_SIZE.name) or variant.card_size)
        groups = self.deck_in[job.languages[0]].groups
        self.shape = groups[0].pieces[0].shape if groups else ROUNDED
        self.box = _view_box(self.size.w, self.size.h)
        # Flat gold of the themes: a band of light moves over it.
        self.accents = dict.fromkeys(look.roles_of["accent"].hex for look in self.looks)
        self.sprites = Sprites("p", foil=True)
        self.numbers: dict[tuple[str, ...], int] = {}
        self.words = {language: messages_below(language, "gallery.") for language in job.languages}
        self.add_words("title", variant.name.__getitem__)
        summary = variant.summary
        self.add_words("summary", lambda lang: summary[lang] if summary is not None else "")
        self.add_words("counts", lambda lang: count_words(self.deck_in[lang].pieces, lang))
        self.add_words("rights", lambda lang: rights_of(variant, lang).statement)
        for language, words in self.words.items():
            name = variant.name[language]
            words["page-title"] = translate(language, "preview.page-title", name=name)
            words |= {f"lang-{key}": translate(key, "preview.language") for key in job.languages}
        for look in self.looks:
            self.add_words(f"theme-{look.key}", look.name.__getitem__)
        self.cards = {card.id: card for card in variant.cards}
        self.card_count = self.still_count = 0
        self.first = self.deck_in[job.languages[0]]
        self.shelves = [self.shelf(i) for i in range(len(self.first.groups))]
        self.stills = list(self.rows(variant))

    def add_words(self, key: str, words_in: Callable[[str], str]) -> None:
        for language, words in self.words.items():
            words[key] = words_in(language)

    def draw(self, drawings: Iterable[Symbol]) -> int:
        """Return the number of a drawing; `drawings` are its versions in all themes and
        languages.
        """
        names = tuple(map(self.sprites.define_symbol, drawings))
        return self.numbers.setdefault(names, len(self.numbers))

    def shelf(self, index: int) -> dict[str, object]:
        """Return a group of cards, those with pictures first.

        `cut` is True unless the cards are rectangles with rounded corners.
        """
        key, pieces = f"shelf-{index}", self.first.groups[index].pieces
        self.add_words(key, lambda lang: self.deck_in[lang].groups[index].title)
        self.add_words(f"{key}-counts", lambda lang: count_words(pieces, lang))
        order = sorted(range(len(pieces)), key=lambda n: _place_of(self.cards.get(pieces[n].id)))
        cards = [self.card(index, n) for n in order]
        return {"key": key, "cut": shape_kind(pieces[0].shape) != ROUNDED, "cards": cards}

    def card(self, group: int, index: int) -> dict[str, object]:
        number = self.card_count
        self.card_count += 1
        piece = self.first.groups[group].pieces[index]
        valued = False
        for language, words in self.words.items():
            name = self.deck_in[language].groups[group].pieces[index].title
            value = _describe_value(self.cards.get(piece.id), language)
            valued = valued or bool(value)
            words[f"name-{number}"], words[f"value-{number}"] = name, value
            words[f"copies-{number}"] = number_words(piece.copies, "copy", language)
            words[f"card-{number}"] = ", ".join(filter(None, (name, value)))
            words[f"zoom-{number}"] = translate(language, "preview.zoom", name=name)
        pieces = [deck.groups[group].pieces[index] for deck in self.decks.values()]
        backs = [own.back for own in pieces if own.back is not None]
        return {
            "number": number,
            "front": self.draw(own.front for own in pieces),
            "back": self.draw(backs) if backs else None,
            "valued": valued,
            "several": piece.copies > 1,
        }

    def rows(self, variant: Variant) -> Iterator[dict[str, object]]:
        """Yield the rows of backs and of tokens, without empty rows."""
        if backs := [self.back(i) for i in range(len(self.first.backs))]:
            cards = "cards cut" if shape_kind(self.shape) != ROUNDED else "cards"
            yield {"key": "backs", "class": cards, "box": self.box, "stills": backs}
        discs = []
        for name, how, path in list_pictured_items(variant):
            drawn = {look.key: draw_disc(path, look) for look in self.looks}
            drawings = [drawn[key] for key, _ in self.decks]
            discs.append(self.still(name.__getitem__, drawings, how))
        if discs:
            yield {"key": "things", "class": "discs", "box": _view_box(DISC, DISC), "stills": discs}

    def back(self, index: int) -> dict[str, object]:
        drawings = [deck.backs[index][1] for deck in self.decks.values()]
        return self.still(lambda lang: self.deck_in[lang].backs[index][0], drawings)

    def still(
        self, name_in: Callable[[str], str], drawings: Iterable[Symbol], effect: Words | None = None
    ) -> dict[str, object]:
        """Return the data of an item with one side; `effect` describes its effect, if any."""
        number = self.still_count
        self.still_count += 1
        self.add_words(f"still-{number}", name_in)
        has_effect = effect is not None
        if effect is not None:
            self.add_words(f"still-{number}-text", effect.__getitem__)
        return {"number": number, "told": has_effect, "drawing": self.draw(drawings)}


def _place_of(card: Card | None) -> int:
    """Return the sort key of a card in its group: the best drawings are shown first."""
    return _OTHERS if card is None else _FIRST.get(card.layout, _OTHERS)


def _describe_value(card: Card | None, language: str) -> str:
    """Return the value of a card in words, or an empty string if it has none."""
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


def _view_box(width: float, height: float) -> str:
    """Return the view box of a drawing that is centred on the origin."""
    return f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}"


# The deviation of a polygon from a curved outline (mm).
_SMOOTH = 0.05


def _clip_paths(width: float, height: float, shape: str) -> dict[str, str] | None:
    """Return the outline of a card and the edge along it as CSS polygons, or None if CSS can round
    its corners.
    """
    if shape_kind(shape) == ROUNDED:
        return None
    box = Rect(0, 0, width, height)
    outer, inner = (_percentages(box, card_outline(box, shape, by)) for by in (0.0, _EDGE))
    return {"outline": f"polygon({outer})", "edge": f"polygon(evenodd, {outer}, {inner})"}


def _percentages(box: Rect, outline: PathData) -> str:
    """Return the points of a closed outline as percentages of a box."""
    points = polylines(outline, _SMOOTH)[0]
    return ", ".join(f"{x / box.w:.3%} {y / box.h:.3%}" for x, y in points)
