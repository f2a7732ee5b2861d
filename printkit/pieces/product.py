"""What a product is, and what it is told when it makes its pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.art.theme import theme as load_theme
from printkit.base import paper_sizes
from printkit.base.options import Option, OptionValues
from printkit.base.paper_sizes import Size
from printkit.model.variant import Variant
from printkit.pieces.options import BLEED, CARD_SIZE, PLAYERS, THEME
from printkit.pieces.piece import Piece

# Impositions by name: cards in a grid, small things cut out one by one, pieces that may be larger
# than the paper, whole pages.
CARD_SHEETS, CUTOUTS, TILED_PAGES, FULL_PAGE = (
    *("card-sheets", "cutouts"),
    *("tiled-pages", "full-page"),
)
SINGLE_PIECES, LABEL_SHEETS = "single-pieces", "label-sheets"
# What a product is made of: a variant, a deck that stands in for one, all other products of a job,
# nothing; or a variant to look at on a screen.
VARIANT, MAPPING, JOB, NOTHING, SCREEN = (
    *("variant", "mapping", "job", "nothing"),
    "screen",
)
# How far drawings run past the trim at least, whatever bleed is asked for (mm).
MIN_BLEED_EXTENT = 3.0

T = TypeVar("T")


class RenderOptions(msgspec.Struct, frozen=True):
    """The values of the options that a product or an imposition declares, and no others.

    `options[OPTION]` is the value of an option. `page_area` is what a page has for one drawing;
    `second_language` is shown beside the first in what is bilingual.
    """

    language: str
    values: Mapping[str, Any] = field(default_factory=dict)
    second_language: str | None = None
    page_area: tuple[float, float] = (200.0, 270.0)

    def __getitem__(self, option: Option[T]) -> T:
        """Return the value of a declared option. Raises LookupError for others."""
        return OptionValues(self.values)[option]

    def choose(self, option: Option[T], value: T) -> RenderOptions:
        """Return the options with another value of one of them."""
        return replace(self, values={**self.values, option.name: value})

    def translations(self, text: Mapping[str, str]) -> tuple[str, ...]:
        """Return a text in the language of the edition, or in both where they differ."""
        languages = (self.language, self.second_language)
        return tuple(
            dict.fromkeys(text[language] for language in languages if language is not None)
        )

    @property
    def theme(self) -> Theme:
        """The theme; a program may hand one in as such."""
        value: Any = self[THEME]
        return value if isinstance(value, Theme) else load_theme(value)

    @property
    def size(self) -> Size:
        """The size of the cards."""
        value: Any = self[CARD_SIZE]
        return value if isinstance(value, Size) else paper_sizes.card(value)

    @property
    def bleed_extent(self) -> float:
        """How far drawings run past the trim (mm): past what is asked for as bleed."""
        return max(MIN_BLEED_EXTENT, self[BLEED] + 0.5)


def table_size(variant: Variant, options: RenderOptions) -> int:
    """Return the number of players: those asked for, else the least of the game."""
    return options[PLAYERS] or variant.players.min


class Product(msgspec.Struct, frozen=True):
    """A kind of thing that can be printed; `make` gives its pieces in the order of print.

    `is_available` tells whether a variant has it. `options` are those that it reads, without those
    of its imposition. `subject` is what it is made of. `diagnosable_per_card`: each card is drawn
    by itself, so that a check can tell all that cannot be. `bilingual`: where two languages are
    asked for side by side, it says all in both; what is not is made in each of them. `texts` are
    formats that it has beside those of pages. A product without `make` has no pieces: its pages
    are made whole. `file_stem` stands for its key in names of files; `name` is what people call it,
    by language, where the strings of printkit do not say it.
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
