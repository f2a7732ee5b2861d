"""What a piece is, and what a product has to know to make some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from printkit.art.theme import Theme
from printkit.base.paper_sizes import Size
from printkit.graphics.display_list import Item, Symbol
from printkit.graphics.path import PathData
from printkit.model.variant import Variant
from printkit.products.tokens.shape import TOKEN, TokenShape

# How the pieces of a product are laid out.
CARD_FORM, CUTOUT_FORM, LARGE_FORM, PAGE_FORM = "cards", "cutouts", "large", "page"
# What is set from a text, and has no pieces.
BOOK_FORM = "book"
# A card of 300 g, the two sides of a sleeve, what a sleeve is wider than its card, a die (mm).
CALIPER, SLEEVE_FILM, SLEEVES, DIE = 0.32, 0.28, 2.5, 20.0
# What small things are cut out with.
TOOLS = KNIFE, PUNCH = ("knife", "punch")
# The shapes of a mat.
MAT_SHAPES = RECTANGLE, CIRCLE, HEXAGON = ("rectangle", "round", "hexagon")


@dataclass(frozen=True, slots=True)
class Piece:
    """A physical component: trim size, front, optional back, number of copies.

    Both drawings are centred on the origin and extend `bleed_extent` past the trim. `radius` is
    that of its rounded corners; `outline` is where it is cut if it is no rectangle (round tokens,
    boxes), `folds` are lines to fold along; nothing but the background is within `safe_margin` of
    the cut; `cut_guides` are shown around and on it if it is cut out by hand, in place of its
    outline and folds.
    """

    id: str
    title: str
    width: float
    height: float
    bleed_extent: float
    radius: float
    front: Symbol
    back: Symbol | None
    copies: int
    outline: PathData | None = None
    folds: PathData | None = None
    safe_margin: float = 3.0
    cut_guides: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """What a person chose for the pieces: language, theme, card size, reach past the trim (mm);
    `large` figures in the corners; `room` is what a whole page has for a drawing (mm); `token` is
    the shape of small round things; `caliper` is the thickness of a card, `sleeves` what sleeves
    add to its width and height (0: none), `die` the edge of a die (mm). `also` is a second language
    beside the first, for what is bilingual; `mat` is the shape of a mat; with `pegs` lights and
    tracks are holes for pegs. `players` is 1 where nobody said, `seats` then the least number of
    players of the game."""

    language: str
    theme: Theme
    size: Size
    reach: float
    players: int
    large: bool = False
    room: tuple[float, float] = (200.0, 270.0)
    token: TokenShape = TOKEN
    caliper: float = CALIPER
    sleeves: float = 0.0
    die: float = DIE
    also: str | None = None
    mat: str = MAT_SHAPES[0]
    pegs: bool = False
    seats: int = 1

    def said(self, words: Mapping[str, str]) -> tuple[str, ...]:
        """A text in the language of the edition, or in both where they differ."""
        result = [words[item] for item in (self.language, self.also) if item is not None]
        return tuple(dict.fromkeys(result))

    @property
    def thickness(self) -> float:
        """What one card adds to a stack (mm), its sleeve included."""
        return self.caliper + (SLEEVE_FILM if self.sleeves else 0.0)


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of thing that can be printed; `make` gives its pieces in the order of print.

    `by_card`: each card is drawn by itself, so that a check can tell all that cannot be. `form` is
    how its pieces are laid out: as cards in a grid, as small things cut out one by one, as large
    ones that may be tiled, or as whole pages of the paper chosen. `bilingual`: where two languages
    are asked for side by side, it says all in both; what is not is made in each of them. `texts`
    are formats that it has beside those of pages.
    """

    key: str
    make: Callable[[Variant, RenderOptions], list[Piece]]
    offered: Callable[[Variant], bool]
    by_card: bool = False
    form: str = CARD_FORM
    bilingual: bool = False
    texts: tuple[str, ...] = ()
