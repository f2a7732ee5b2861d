"""The gallery: a self-contained HTML page of a deck.

Its templates are in templates/gallery/ (Jinja2, CSS and a script, all inlined in the page); this
module supplies text and drawings. The page has each drawing once; a script selects one.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping

from msgspec import Struct

from printkit import __version__
from printkit.base.content import content_path, font_path
from printkit.base.files import GENERATOR
from printkit.base.geometry import Rect
from printkit.base.messages import messages_below, translate
from printkit.graphics.display_list import Symbol
from printkit.graphics.font import FILES, TITLE
from printkit.graphics.path import CORNER_RADIUS, STRAIGHT_CUT, PathData, card_outline
from printkit.writers.svg import Sprites

# The line along the edge of a card with straight cuts (mm).
_EDGE = 0.3
# A text by language; drawings by (theme, language).
Words = Mapping[str, str]
Drawings = Mapping[tuple[str, str], Symbol]


class GalleryCard(Struct, frozen=True):
    """A card: its name, its value (may be empty), its number of copies, both sides.

    `several` is the text for more than one copy.
    """

    name: Words
    value: Words
    copies: Words
    several: bool
    fronts: Drawings
    backs: Drawings


class CardGroup(Struct, frozen=True):
    """A group of cards; `cut` if they have the straight-cut shape of the deck."""

    title: Words
    counts: Words
    cards: tuple[GalleryCard, ...]
    cut: bool = False


class StaticItem(Struct, frozen=True):
    """An item with one side: a back or a token; `text` describes its effect."""

    name: Words
    text: Words | None
    drawings: Drawings


class Gallery(Struct, frozen=True):
    """A whole deck. The first of `languages` and of `themes` (key to name) is the default.

    `size` and `shape` are those of a card, `disc` is the width of a token, `night` the default
    theme on dark screens, if any.
    """

    title: Words
    summary: Words
    counts: Words
    languages: tuple[str, ...]
    themes: Mapping[str, Words]
    size: tuple[float, float]
    shape: str
    shelves: tuple[CardGroup, ...]
    backs: tuple[StaticItem, ...]
    discs: tuple[StaticItem, ...]
    disc: float
    night: str = ""


def gallery_page(gallery: Gallery) -> bytes:
    """Return the HTML of a gallery."""
    import jinja2
    from markupsafe import Markup

    space = jinja2.Environment(
        loader=jinja2.FileSystemLoader(content_path("gallery")),
        autoescape=lambda name: name is not None and ".html" in name,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    style = space.get_template("gallery.css.j2").render(
        width=f"{gallery.size[0]:g}",
        height=f"{gallery.size[1]:g}",
        radius=f"{CORNER_RADIUS:g}",
        cut=_clip_paths(*gallery.size, gallery.shape),
        disc=f"{gallery.disc:g}",
        font=base64.b64encode(font_path(FILES[TITLE]).read_bytes()).decode(),
    )
    script = content_path("gallery", "gallery.js").read_text(encoding="utf-8")
    made = _GalleryContext(gallery)
    whole = space.get_template("gallery.html.j2").render(
        generator=f"{GENERATOR} {__version__}",
        style=Markup(style),
        style_hash=_csp_hash(style),
        script=Markup(script),
        script_hash=_csp_hash(script),
        languages=gallery.languages,
        themes=list(gallery.themes),
        box=_view_box(*gallery.size),
        shelves=made.shelves,
        stills=made.stills,
        drawings=made.drawings,
        sprites=Markup(made.sprites.markup()),
        words=made.words[gallery.languages[0]],
        data={
            "languages": list(gallery.languages),
            "themes": list(gallery.themes),
            "night": gallery.night,
            "words": made.words,
            "drawings": made.drawings,
        },
    )
    return whole.encode()


class _GalleryContext:
    """The context of the template: texts by language and key, numbered drawings, groups, items."""

    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery
        self.keys = [
            (theme, language) for theme in gallery.themes for language in gallery.languages
        ]
        self.sprites = Sprites("p")
        self.numbers: dict[tuple[str, ...], int] = {}
        self.words = {
            language: messages_below(language, "gallery.") for language in gallery.languages
        }
        self.add_words("title", gallery.title)
        self.add_words("summary", gallery.summary)
        self.add_words("counts", gallery.counts)
        for item, words in self.words.items():
            words["page-title"] = translate(item, "preview.page-title", name=gallery.title[item])
            words["unofficial"] = translate(item, "document.subject")
            words |= {
                f"lang-{key}": translate(key, "preview.language") for key in gallery.languages
            }
        for key, name in gallery.themes.items():
            self.add_words(f"theme-{key}", name)
        self.cards = 0
        self.shelves = [self.shelf(i, shelf) for i, shelf in enumerate(gallery.shelves)]
        self.others = 0
        self.stills = list(self.rows())

    @property
    def drawings(self) -> list[tuple[str, ...]]:
        return list(self.numbers)

    def add_words(self, key: str, words: Words) -> None:
        for word in self.words:
            self.words[word][key] = words[word]

    def draw(self, drawings: Drawings) -> int:
        """Return the number that stands for a drawing in all its themes and languages."""
        names = tuple(self.sprites.define_symbol(drawings[key]) for key in self.keys)
        return self.numbers.setdefault(names, len(self.numbers))

    def shelf(self, index: int, shelf: CardGroup) -> dict[str, object]:
        key = f"shelf-{index}"
        self.add_words(key, shelf.title)
        self.add_words(f"{key}-counts", shelf.counts)
        return {"key": key, "cut": shelf.cut, "cards": [self.card(card) for card in shelf.cards]}

    def card(self, card: GalleryCard) -> dict[str, object]:
        number = self.cards
        self.cards += 1
        self.add_words(f"name-{number}", card.name)
        self.add_words(f"value-{number}", card.value)
        self.add_words(f"copies-{number}", card.copies)
        for item, words in self.words.items():
            text = filter(None, (card.name[item], card.value[item]))
            words[f"card-{number}"] = ", ".join(text)
            words[f"zoom-{number}"] = translate(item, "preview.zoom", name=card.name[item])
        return {
            "number": number,
            "front": self.draw(card.fronts),
            "back": self.draw(card.backs) if card.backs else None,
            "valued": any(card.value.values()),
            "several": card.several,
        }

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the rows of backs and of tokens that are not empty."""
        disc = self.gallery.disc
        cards = "cards cut" if self.gallery.shape in STRAIGHT_CUT else "cards"
        for key, items, box, kind in (
            ("backs", self.gallery.backs, _view_box(*self.gallery.size), cards),
            ("things", self.gallery.discs, _view_box(disc, disc), "discs"),
        ):
            if items:
                text = [self.still(item) for item in items]
                yield {"key": key, "class": kind, "box": box, "stills": text}

    def still(self, still: StaticItem) -> dict[str, object]:
        number = self.others
        self.others += 1
        self.add_words(f"still-{number}", still.name)
        if still.text is not None:
            self.add_words(f"still-{number}-text", still.text)
        return {
            "number": number,
            "told": still.text is not None,
            "drawing": self.draw(still.drawings),
        }


def _view_box(width: float, height: float) -> str:
    """Return the view box of a drawing that is centred on the origin."""
    return f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}"


def _clip_paths(width: float, height: float, shape: str) -> dict[str, str] | None:
    """Return the outline of a card with straight cuts and the line along it, as CSS polygons."""
    if shape not in STRAIGHT_CUT:
        return None
    box = Rect(0, 0, width, height)
    outer, inner = (_percentages(box, card_outline(box, shape, by)) for by in (0.0, _EDGE))
    return {"outline": f"polygon({outer})", "edge": f"polygon(evenodd, {outer}, {inner})"}


def _percentages(box: Rect, outline: PathData) -> str:
    """Return the points of a closed outline as percentages of a box."""
    points = [*zip(outline.coords[::2], outline.coords[1::2], strict=True), outline.coords[:2]]
    return ", ".join(f"{x / box.w:.3%} {y / box.h:.3%}" for x, y in points)


def _csp_hash(text: str) -> str:
    """Return the hash that a content security policy allows."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
