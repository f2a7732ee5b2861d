"""The product `reference-cards`: a quick reference for each player, on cards that have the same
format as the cards of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial

from msgspec import Struct

from printkit.base.geometry import MM_PER_POINT, Rect
from printkit.base.sentences import Sentence
from printkit.components.reference import (
    LEADING,
    ColumnStyle,
    SectionBlock,
    SectionSpacing,
    section_blocks,
    stack_sections,
    text_style,
)
from printkit.faces.anatomy import Anatomy, LockUp, draw_lock_up, frame_field
from printkit.faces.face import draw_deck_back, draw_text_card
from printkit.graphics.display_list import Symbol
from printkit.graphics.measures import MIN_AID_TEXT_SIZE, MIN_TEXT_SIZE
from printkit.layout.fit_text import TextOverflow
from printkit.layout.fitting import (
    ColumnArea,
    FlowCosts,
    Layout,
    count_columns,
    find_best,
    find_largest,
    kept_choice,
    lay_out,
    sizes_between,
    takes_any,
)
from printkit.layout.records import (
    TOLERANCE,
    Block,
    Fragment,
    Overflow,
    PlacedStrip,
    TextStyle,
    paint_strips,
)
from printkit.model.description import (
    AGREED,
    CLAUSES,
    HANDS,
    PENALTIES,
    PHASES,
    SETUP,
    TOKENS,
    WORTH,
)
from printkit.model.variant import Variant
from printkit.pieces.options import CARD_OPTIONS, CORNER_INDEX, LARGE, PLAYERS, SAFE
from printkit.pieces.product import Piece, Product, RenderOptions, card_piece, table_size

KEYS = (AGREED, SETUP, HANDS, WORTH, PHASES, PENALTIES, CLAUSES, TOKENS)
# The looks, richest first: whether hands are shown, whether names are on separate lines, and the
# cost of the look.
Look = tuple[bool, bool]
LOOK_COSTS: Mapping[Look, float] = {
    (True, True): 0.0,
    (True, False): 0.4,
    (False, True): 0.7,
    (False, False): 1.1,
}
# A richer look may take this many times the fewest cards.
_MAX_MORE_CARDS = 1.2
_SPACING = SectionSpacing(0.9 / LEADING, 0.25 / LEADING, 0.55 / LEADING)
_COSTS = FlowCosts(0.0, 1.0, relative=True, evenly=True)


class ReferenceSizes:
    """Sizes of text, in mm per em."""

    # The largest on a poker card, and that which is aimed at; the same for a large-print set.
    MAX, AIM = 8.5 * MM_PER_POINT, MIN_AID_TEXT_SIZE
    MAX_LARGE, LARGE_AIM = 11.0 * MM_PER_POINT, 9.5 * MM_PER_POINT
    STEP = 0.25 * MM_PER_POINT
    # The cost of a step, relative to that of a divided section.
    STEP_COST = 0.1
    # Text may be this many times as large as aimed at.
    MAX_GROWTH = 1.2


class ReferenceHeadStyle:
    """The lock-up at the head of a side (mm)."""

    # The size of the name, and the air below the rule on a poker card.
    MAX_NAME, AIR = 3.0, 1.0


class CardSides(Struct, frozen=True, eq=False):
    """The sides of a set, as columns of a layout, and the look of their sections."""

    look: Look
    layout: Layout


def draw_sides(variant: Variant, options: RenderOptions) -> list[Symbol]:
    """Draw the sides of a set in reading order.

    Raises TextOverflow if a text does not fit a side.
    """
    maker, looks = _maker(variant, options), [*LOOK_COSTS]

    def search() -> CardSides:
        laid_out = maker.lay_out()
        for language in variant.languages or variant.name:  # one size in all languages
            if language != options.language and not takes_any():
                other = _maker(variant, options.in_language(language)).lay_out()
                smaller = other.layout.style.size
                if smaller < laid_out.layout.style.size:
                    laid_out = maker.lay_out(smaller)
        return laid_out

    def attempt(look: int, size: float, count: int) -> CardSides | Overflow:
        return maker.fill_sides(looks[look], size, count)

    def describe(sides: CardSides) -> tuple[int, float, int]:
        return looks.index(sides.look), sides.layout.style.size, len(sides.layout.columns)

    columns = kept_choice("sides", attempt, search, describe).layout.columns
    return [maker.draw_side(column, i, len(columns)) for i, column in enumerate(columns, 1)]


def _maker(variant: Variant, options: RenderOptions) -> _SideMaker:
    size = options.size
    return _SideMaker(variant, options, Anatomy(size.w, size.h, safe_margin=options[SAFE]))


class _SideMaker:
    """Lays out the sections of a game in each look and size of text."""

    def __init__(self, variant: Variant, options: RenderOptions, anatomy: Anatomy) -> None:
        self.game, self.options, self.anatomy = options.localize(variant), options, anatomy
        self.head = self.draw_head("9/9")
        self._sections: dict[tuple[Look, float], Fragment] = {}

    @cached_property
    def area(self) -> Rect:
        """The area of a side below its head."""
        head = self.head.height + ReferenceHeadStyle.AIR * self.anatomy.scale
        return frame_field(self.anatomy).outset(0, -head, 0, 0)

    def draw_head(self, number: str) -> LockUp:
        """Draw the lock-up of the game with the number of a side."""
        width, size = frame_field(self.anatomy).w, ReferenceHeadStyle.MAX_NAME * self.anatomy.scale
        return draw_lock_up(self.game, width, size, max_lines=2, note=number)

    def lay_out(self, size: float = 0.0) -> CardSides:
        """Lay out the sides on the fewest cards on which text is easily legible.

        The text has the given `size` (mm per em), or else the largest size that fits. Text that
        does not fit at a legible size gets another card.
        """
        smallest, fewest = self.count_cards()
        largest = ReferenceSizes.MAX_LARGE if self.is_large else ReferenceSizes.MAX
        largest = max(largest * self.anatomy.scale, ReferenceSizes.MAX_GROWTH * self.aim)
        sizes = [size] if size else sizes_between(smallest, largest, ReferenceSizes.STEP)
        return self._best_sides(sizes, 2 * fewest)

    @property
    def is_large(self) -> bool:
        """True for a large-print set."""
        return self.options[CORNER_INDEX] == LARGE

    @property
    def aim(self) -> float:
        """The target size of text (mm per em)."""
        return ReferenceSizes.LARGE_AIM if self.is_large else ReferenceSizes.AIM

    def count_cards(self) -> tuple[float, int]:
        """Return the largest size in which text is easily legible, and the fewest cards for it.

        Looks that need many more cards than the most compact one are not counted. Raises
        TextOverflow if a text does not fit a side.
        """
        legible = sizes_between(MIN_TEXT_SIZE, self.aim, ReferenceSizes.STEP)
        counted = Overflow(0.0) if not takes_any() else self._count_cards(legible[0])
        if isinstance(counted, Overflow):
            counted = find_largest(self._count_cards, legible)
        if isinstance(counted, Overflow):
            raise TextOverflow(
                Sentence(
                    "The reference cards of {slug} do not fit on cards of this size: one of "
                    "the texts does not fit on a side, even by itself at 7 pt.",
                    slug=self.game.variant.slug,
                ),
                location=Sentence("reference cards ({language})", language=self.game.language),
                hint="Use a larger --card-size.",
            )
        size, cards = counted
        most = _MAX_MORE_CARDS * min(cards.values())
        return size, next(count for count in cards.values() if count <= most)

    def _count_cards(self, size: float) -> tuple[float, dict[Look, int]] | Overflow:
        """Return a size and, for each look whose texts fit a side at this size, its number of
        cards.
        """
        cards: dict[Look, int] = {}
        failed = Overflow(0.0)
        for look in LOOK_COSTS:
            fragment = self._lay_out_sections(look, size)
            if fragment.overflow > TOLERANCE:
                failed = Overflow(fragment.overflow, fragment.culprit, size)
            elif (sides := count_columns(fragment.strips, self.area.h)) is not None:
                cards[look] = -(-sides // 2)
            else:
                failed = Overflow(TOLERANCE, "height", size)
        return (size, cards) if cards else failed

    def _best_sides(self, sizes: Sequence[float], count: int) -> CardSides:
        """Return at most `count` sides in the best look and text size.

        Both sides of every card are filled if possible. Text shrinks a little if this keeps a
        section undivided.
        """
        steps = {size: len(sizes) - 1 - i for i, size in enumerate(sizes)}

        def max_value(look: Look, size: float) -> float:
            return -(LOOK_COSTS[look] + ReferenceSizes.STEP_COST * steps[size])

        def value(result: CardSides) -> float:
            return max_value(result.look, result.layout.style.size) - result.layout.break_cost

        def attempt(look: Look, size: float) -> CardSides | Overflow:
            return self.fill_sides(look, size, count)

        best = find_best(LOOK_COSTS, attempt, sizes, value, len(sizes), max_value)
        assert best is not None, "one look fits this number of cards"
        return best

    def fill_sides(self, look: Look, size: float, count: int) -> CardSides | Overflow:
        """Distribute the sections over at most `count` sides, as many as can be filled."""
        fragment, area = self._lay_out_sections(look, size), self.area
        if fragment.overflow > TOLERANCE:
            return Overflow(fragment.overflow, fragment.culprit, size)
        needed, style = count_columns(fragment.strips, area.h), self._style(size)
        for used in range(count, (needed or count + 1) - 1, -1):
            sides = ColumnArea(used * area.w, area.h, used, 0.0, lambda _: _COSTS)
            layout = lay_out(fragment, sides, style)
            if not isinstance(layout, Overflow):
                return CardSides(look, layout)
        return Overflow(TOLERANCE, "height", size)

    def _lay_out_sections(self, look: Look, size: float) -> Fragment:
        """Lay out all sections in a look and a size, as one column."""
        if (look, size) not in self._sections:
            own = self._blocks[look].lay_out(self._style(size), self.area.w)
            self._sections[look, size] = own
        return self._sections[look, size]

    def _style(self, size: float) -> TextStyle:
        return text_style(size, self.game.language)

    @cached_property
    def _blocks(self) -> dict[Look, Block]:
        """The sections in each look."""
        blocks: dict[Look, Block] = {}
        others: dict[bool, dict[str, SectionBlock]] = {}  # where only names are set in another way
        for look in LOOK_COSTS:
            column = ColumnStyle(self.game, *look)
            own = section_blocks(column, KEYS, _SPACING, repeated=True)
            same = others.setdefault(column.names_on_own_line, own)
            sections = [own[key] if key == HANDS else same[key] for key in own]
            blocks[look] = stack_sections(sections, _SPACING)
        return blocks

    def draw_side(self, column: Sequence[PlacedStrip], number: int, count: int) -> Symbol:
        """Draw a side: the game and its number at the head, the sections below."""
        area, reach = self.area, self.options.bleed_extent
        key, head = f"reference-{number}", self.draw_head(f"{number}/{count}")
        paint = partial(paint_strips, placed=column, x=area.x, y=area.y)
        return draw_text_card(key, self.game, self.anatomy, reach, head, paint)


# The id of the material that gives the number of sets.
RANKING = "ranking-card"


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the cards of a set in reading order. Raises PrintkitError if a text does not fit."""
    sides = draw_sides(variant, options)
    if len(sides) % 2:  # the last card has the back of the deck
        sides.append(draw_deck_back(variant, options))
    copies = sets_needed(variant, table_size(variant, options))
    pairs = list(zip(sides[::2], sides[1::2], strict=True))
    name = variant.name[options.language]
    return [
        card_piece(options, f"reference-{i}", f"{name}, {i}/{len(pairs)}", front, back, copies)
        for i, (front, back) in enumerate(pairs, 1)
    ]


def count(variant: Variant, options: RenderOptions) -> int:
    """Return the number of cards of all sets. Raises TextOverflow if a text does not fit."""
    return _maker(variant, options).count_cards()[1] * sets_needed(
        variant, table_size(variant, options)
    )


def sets_needed(variant: Variant, players: int) -> int:
    """Return the number of sets that the definition states, or else the number of players."""
    for thing in variant.materials:
        if thing.id == RANKING:
            return thing.count_for(players)
    return players


def offered(variant: Variant) -> bool:
    """Return True if the game has hands, phases or penalties."""
    return bool(variant.hands or variant.phases or variant.dues)


PRODUCT = Product(
    "reference-cards", make, offered, (*CARD_OPTIONS, SAFE, CORNER_INDEX, PLAYERS), count=count
)
