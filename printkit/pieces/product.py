"""Products and their pieces: the printed parts of a game, and the values of their options.

A product makes pieces from a `LocalGame`, which is a game in one language and theme, and
`RenderOptions`. A piece is a physical component, such as a card or a box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from printkit.art.theme import Palette, Theme, in_edition, plain_paper_theme
from printkit.art.theme import edition as load_edition
from printkit.art.theme import theme as load_theme
from printkit.base import messages, paper_sizes
from printkit.base.card_shapes import CIRCLE, OUTLINE
from printkit.base.content import content_path
from printkit.base.design import back_rows
from printkit.base.errors import Diagnostic, UsageError
from printkit.base.geometry import Rect, format_mm, format_size, translation
from printkit.base.messages import translate
from printkit.base.options import Option, OptionValues
from printkit.base.paper_sizes import Size
from printkit.base.sentences import Sentence, brief_repr
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.graphics.fonts import fonts_in_use
from printkit.graphics.outline_file import read_outline
from printkit.graphics.path import (
    RECTANGLE,
    ROUNDED,
    PathData,
    card_shape,
    shape_aspect,
    with_radius,
)
from printkit.model.cards import Family
from printkit.model.variant import Variant
from printkit.pieces.options import (
    BLEED,
    CARD_SIZE,
    CORNER_RADIUS,
    EDITION,
    OUTER_BLEED,
    PLAYERS,
    SAFE,
    SAFE_MARGIN,
    SHAPE,
    THEME,
)
from printkit.press.line_floors import HOME_FLOORS, LineFloors, printable

# --- local game ----------------------------------------------------------------------------------

MAX_MARKS = 6


class LocalGame(Struct, frozen=True, eq=False):
    """A game in the language and theme in which it is printed."""

    variant: Variant
    language: str
    theme: Theme

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.text(self.variant.name)

    @property
    def colour(self) -> str:
        """The colour of the game in the themes."""
        return game_colour(self.variant)

    @property
    def palette(self) -> Palette:
        """The palette of the game."""
        return self.theme.palette(self.colour)

    @property
    def on_plain_paper(self) -> LocalGame:
        """The game in a theme with white paper."""
        return replace(self, theme=plain_paper_theme(self.theme))

    @property
    def marks(self) -> list[tuple[Path, str]]:
        """The emblems of the suits with their colours.

        A game without suits has the medal of the back, or the emblems of a few cards.
        """
        variant = self.variant
        suits: dict[Path, str] = {}
        for card in variant.cards:
            suit = variant.suits.get(card.suit or "")
            if suit is not None and suit.emblem is not None:
                suits.setdefault(suit.emblem, card.colour)
        if suits:
            return list(suits.items())[:MAX_MARKS]
        back = next(iter(variant.families.values())).back.design
        if isinstance(back, str):
            spec = back_rows()[back]
            return [(content_path("art", "backs", f"{spec.medal}.svg"), spec.colour)]
        emblems = dict.fromkeys((card.emblem, card.colour) for card in variant.cards)
        return [(path, colour) for path, colour in emblems if path is not None][: MAX_MARKS - 1]

    def text(self, text: Mapping[str, str]) -> str:
        """Return a text in the language of the print."""
        return text[self.language]

    def translate(self, key: str, **values: object) -> str:
        """Return a message in the language of the print."""
        return messages.translate(self.language, key, **values)


def in_fonts_of(variant: Variant | None, look: Theme) -> AbstractContextManager[None]:
    """Return a context manager in which texts are set in the fonts of a game, or else in those of a
    theme.

    Raises PrintkitError for a font that cannot be used.
    """
    return fonts_in_use(*([variant.fonts.own] if variant is not None else []), look.fonts)


def game_colour(variant: Variant) -> str:
    """Return the colour of a game: the colour of the back of its first family."""
    return back_colour(next(iter(variant.families.values())))


def back_colour(family: Family) -> str:
    """Return the colour of a family's back, as a name in the themes or #rrggbb."""
    if isinstance(family.back.design, str):
        return back_rows()[family.back.design].colour
    return family.colour_or_ink


def own_shape(variant: Variant) -> str:
    """Return the shape of the cards of a game. Raises PrintkitError for an unusable outline."""
    if variant.shape is None:
        return ROUNDED
    design = variant.shape.design
    return read_outline(design) if isinstance(design, Path) else design


# --- piece ---------------------------------------------------------------------------------------


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A physical component: its trim size (mm), its front, an optional back, and the number of
    copies.

    Both drawings are centred on the origin and extend `bleed_extent` beyond the trim. `shape` is
    the shape of the trim (see `card_outline`). `outline` is the cut path of any other shape, such
    as a round token or a box; `needed` is the part of it that must be cut. `folds` are the lines to
    fold along, and `panels` the front and the back of a box; `things` is the number of objects,
    such as dice, made from one piece. Only the background extends into `safe_margin` along the cut.
    `cut_guides` replace outline and folds for cutting by hand. A card that is not `dealt` belongs
    to the deck, but is never played.
    """

    __repr__ = brief_repr

    id: str
    title: str
    width: float
    height: float
    front: Symbol
    bleed_extent: float = 0.0
    back: Symbol | None = None
    copies: int = 1
    shape: str = RECTANGLE
    outline: PathData | None = None
    needed: PathData | None = None
    folds: PathData | None = None
    safe_margin: float = SAFE_MARGIN
    cut_guides: tuple[Item, ...] = ()
    panels: tuple[Rect, ...] = ()
    things: int = 1
    dealt: bool = True


def printable_piece(piece: Piece, floors: LineFloors = HOME_FLOORS) -> Piece:
    """Return the piece with lines that can be printed."""
    back = None if piece.back is None else printable(piece.back, floors=floors)
    return replace(piece, front=printable(piece.front, floors=floors), back=back)


# --- product -------------------------------------------------------------------------------------

# Names of impositions: cards in a grid; small pieces to cut out; large pieces on several sheets;
# whole pages; single pieces; labels; every copy of a deck with its back.
CARD_SHEETS, CUTOUTS = "card-sheets", "cutouts"
TILED_PAGES, FULL_PAGE, LEAF = "tiled-pages", "full-page", "leaf"
SINGLE_PIECES, LABEL_SHEETS, WHOLE_DECK = "single-pieces", "label-sheets", "whole-deck"
# Sources of products: a variant; a deck mapping; the other products of a job; no source; a variant
# that is shown on a screen.
VARIANT, MAPPING, JOB, NOTHING, SCREEN = "variant", "mapping", "job", "nothing", "screen"
# A card has the proportions of its shape if they differ by less than this share.
_SAME_ASPECT = 0.012
# The least extent of drawings beyond the trim (mm).
MIN_BLEED_EXTENT = 3.0

T = TypeVar("T")


class RenderOptions(OptionValues, frozen=True, kw_only=True):
    """The values of the options that a product or an imposition declares, read as
    `options[OPTION]`.

    `page_area` is the width and height of a page for one drawing (mm). `second_language` is the
    second language of a bilingual product.
    """

    language: str
    second_language: str | None = None
    page_area: tuple[float, float] = (200.0, 270.0)

    def choose(self, option: Option[T], value: T) -> RenderOptions:
        """Return the options with another value of one option."""
        return replace(self, values={**self.values, option.name: value})

    def translations(self, text: Mapping[str, str]) -> tuple[str, ...]:
        """Return a text in each language of the edition, without duplicates."""
        return tuple(dict.fromkeys(text[language] for language in self.languages))

    def with_theme(self, theme: Theme) -> RenderOptions:
        """Return the options with another theme."""
        return replace(self, values={**self.values, THEME.name: theme})

    def in_language(self, language: str) -> RenderOptions:
        """Return the options with one language."""
        return replace(self, language=language, second_language=None)

    def localize(self, variant: Variant) -> LocalGame:
        """Return a game in the language and the theme."""
        return LocalGame(variant, self.language, self.theme)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the edition."""
        return tuple(filter(None, (self.language, self.second_language)))

    @property
    def sides(self) -> tuple[RenderOptions, RenderOptions]:
        """The options of two opposite sides, each with one language."""
        far = self.second_language or self.language
        return self.in_language(self.language), self.in_language(far)

    @property
    def theme(self) -> Theme:
        """The theme; if an edition is requested, in the colours of the edition."""
        value: Any = self[THEME]
        if isinstance(value, Theme):
            return value
        own = self.values.get(EDITION.name)
        return in_edition(load_theme(value), load_edition(own) if own else None)

    @property
    def size(self) -> Size:
        """The size of the cards."""
        value: Any = self[CARD_SIZE]
        return value if isinstance(value, Size) else paper_sizes.card(value)

    @property
    def shape(self) -> str:
        """The shape of the cards with the radius of its corners (see `card_shape`).

        Raises UsageError if a card of the chosen size cannot have the shape, or if the shape or the
        size does not allow the radius.
        """
        shape, radius = self[SHAPE], self.values.get(CORNER_RADIUS.name)
        (_, width, height), own = self.size, card_shape(shape)
        aspect = shape_aspect(shape)
        if aspect is not None and abs(height / width / aspect - 1) > _SAME_ASPECT:
            side = f"{format_mm(width)}x{format_mm(round(width * aspect, 1))}mm"
            raise UsageError(
                Sentence(
                    "A card of {size} does not have the proportions of its shape, {shape}.",
                    size=format_size(width, height),
                    shape=own.name or own.kind,
                ),
                location=SHAPE.name,
                hint=Sentence("Use --card-size {size}, or another shape.", size=side),
            )
        if radius is None:
            return shape
        if own.kind in (CIRCLE, OUTLINE):
            raise UsageError(
                Sentence("The shape {shape} has no corners.", shape=own.name or own.kind),
                location=CORNER_RADIUS.name,
                hint="Omit --corner-radius, or use another --shape.",
            )
        if 2 * radius > min(width, height):
            raise UsageError(
                Sentence(
                    "A card of {size} is too small for corners of {radius} mm.",
                    size=format_size(width, height),
                    radius=format_mm(radius),
                ),
                location=CORNER_RADIUS.name,
                hint="Use a smaller --corner-radius.",
            )
        return with_radius(shape, radius)

    @property
    def bleed_extent(self) -> float:
        """The extent of drawings beyond the trim (mm), which exceeds the bleed."""
        outer = self.values.get(OUTER_BLEED.name) or 0.0
        return max(MIN_BLEED_EXTENT, self[BLEED] + 0.5, outer + 0.5)


def card_piece(
    options: RenderOptions,
    key: str,
    title: str,
    front: Symbol,
    back: Symbol | None,
    copies: int = 1,
    shape: str = ROUNDED,
) -> Piece:
    """Return a card of the chosen size."""
    size, bleed = options.size, options.bleed_extent
    return Piece(
        key, title, size.w, size.h, front, bleed, back, copies, shape, safe_margin=options[SAFE]
    )


def flat_piece(
    options: RenderOptions,
    key: str,
    title: str,
    trim: Rect,
    items: Iterable[Item],
    ground: Sequence[Item] = (),
) -> Piece:
    """Return a one-sided piece with its ground below its items. Its `trim` (mm) is centred on the
    origin.
    """
    bleed = options.bleed_extent
    front = Symbol(key, (*ground, *items), trim.inset(-bleed), title, len(ground))
    return Piece(key, title, trim.w, trim.h, front, bleed)


def folded_piece(
    options: RenderOptions,
    key: str,
    title: str,
    whole: Rect,
    art: list[Item],
    guides: list[Item],
    lines: tuple[PathData, PathData],
) -> Piece:
    """Return a piece to cut out and fold, placed in a rectangle together with its instructions.

    `guides` are for cutting by hand; `lines` are the cuts and the folds.
    """
    centred = translation(-whole.centre[0], -whole.centre[1])
    trim = whole._replace(x=-whole.w / 2, y=-whole.h / 2)
    cuts, folds = (line.transformed(centred) for line in lines)
    return replace(
        flat_piece(options, key, title, trim, (transformed(art, centred),)),
        outline=cuts,
        folds=folds,
        cut_guides=(transformed(guides, centred),),
    )


def table_size(variant: Variant, options: RenderOptions) -> int:
    """Return the chosen number of players, by default the minimum number for the game, or 1."""
    return options[PLAYERS] or variant.least_players


def of_no_game(variant: Variant) -> bool:
    """Return False, for products that are made from something other than a game, such as a
    mapping.
    """
    return False


class Product(msgspec.Struct, frozen=True):
    """A printable product.

    - `key`: its name on the command line and in manifests.
    - `make`: returns the pieces in the order of printing; None for a product without pieces.
    - `is_available`: returns True if a variant has the product.
    - `options`: the options that it reads, without those of its imposition.
    - `imposition`: the name of its imposition.
    - `subject`: the source of its pieces, such as `VARIANT`.
    - `diagnosable_per_card`: each card can be drawn alone, so that a check finds all errors.
    - `bilingual`: an edition of two languages has both texts side by side.
    - `texts`: formats without pages.
    - `file_stem`: replaces the key in file names.
    - `name`: the name by language, for plug-ins.
    - `gather`: returns the source of a product that is made of a whole job, given a `Gathering`.
    - `lay_out`: returns the pages of a product without pieces, given a `PageRequest`.
    - `notices`: returns notices about pieces that can be printed, but not well.
    - `count`: returns the number of pieces without drawing them.
    """

    key: str
    make: Callable[[Any, RenderOptions], list[Piece]] | None
    is_available: Callable[[Variant], bool]
    options: tuple[Option[Any], ...] = ()
    imposition: str = CARD_SHEETS
    subject: str = VARIANT
    diagnosable_per_card: bool = False
    bilingual: bool = False
    texts: tuple[str, ...] = ()
    file_stem: str = ""
    name: Mapping[str, str] = field(default_factory=dict)
    notices: Callable[[Any, RenderOptions], list[Diagnostic]] | None = None
    count: Callable[[Any, RenderOptions], int] | None = None
    gather: Callable[[Any], Any] | None = None
    lay_out: Callable[[Any], Any] | None = None

    def title(self, language: str) -> str:
        """Return the name of the product in a sentence."""
        return self.name.get(language) or translate(language, f"product.{self.key}")
