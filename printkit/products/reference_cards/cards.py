"""Reference cards: sections flowed over fronts and backs.

In: a Variant, a Setting. Out: a Symbol for each side, two a card, centred on the origin. Type is
never smaller than 6 pt: a small card has more cards in its set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.base.units import MM_PER_POINT
from printkit.definition.variant import Variant
from printkit.graphics.display_list import Item, Path, Stroke, Symbol
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.paragraph import Span, advance, paragraph
from printkit.graphics.path import PathBuilder
from printkit.graphics.text import TextOverflow, text_line
from printkit.products.cards.anatomy import MIN_TEXT_SIZE, SAFE, Anatomy, anatomy
from printkit.products.cards.face import printed_ground
from printkit.products.piece import RenderOptions
from printkit.products.reference_cards.blocks import ColumnStyle, blocks, heading
from printkit.products.reference_cards.content import (
    HANDS,
    PENALTIES,
    PHASES,
    TOKENS,
    VALUES,
    WORTH,
    ReferenceSection,
    sections,
)
from printkit.products.reference_cards.examples import examples
from printkit.products.reference_cards.flow import (
    FilledColumn,
    FlowSection,
    FlowSpacing,
    flow,
    places,
)

KEYS = (HANDS, WORTH, PHASES, PENALTIES, TOKENS)
# Print (mm per em) on a poker card: at the most and as it should be; of a large-print set.
_MAX_SIZE, _AIM = 8.5 * MM_PER_POINT, 7.0 * MM_PER_POINT
_MAX_LARGE_SIZE, _LARGE_AIM = 11.0 * MM_PER_POINT, 9.5 * MM_PER_POINT
_STEP = 0.25 * MM_PER_POINT
# Whether hands are drawn, and whether names stand on lines of their own: the richest look first;
# with what weighs against a poorer one.
Look = tuple[bool, bool]
LOOKS: Mapping[Look, float] = {
    (True, True): 0.0,
    (True, False): 0.4,
    (False, True): 0.7,
    (False, False): 1.1,
}
# Between two entries (em).
_ENTRY = 0.25
# What a step of smaller print weighs against a section that is parted.
_SMALLER = 0.1
# Print may grow so far where there is room, and give way so far to keep a section whole.
_GROWN, _GIVEN = 1.2, 0.95
# A richer look may take so many times the fewest cards.
_SPARE = 1.25
# The line at the head of a side: its height (mm), and the air below it (mm on a poker card); the
# largest print of the name, and the step to a second line of it.
_HEAD, _AIR = 3.4, 1.5
_RUNNING, _LINE = 2.3, 2.5
# In it: the first baseline, the air at its ends, what the number of the side takes.
_BASE, _INDENT, _NUMBER = 2.1, 0.8, 6.0
# Rounding leaves no print on the edge of the safe area itself.
_DUST = 0.1
# The rule at the head and its ticks (mm).
_RULE, _TICK = 0.3, 0.12


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side of a card: its blocks, the print they are set in."""

    content: FilledColumn
    press: ColumnStyle


def faces(variant: Variant, setting: RenderOptions) -> list[Symbol]:
    """The sides of a set in the order of reading. Raises TextTooLong where a text has no room."""
    setter = _Setter(variant, setting, anatomy(setting.size.w, setting.size.h))
    sides = _sides(setter)
    return [_face(setter, side, at, len(sides)) for at, side in enumerate(sides)]


def _sides(setter: _Setter) -> list[CardSide]:
    """The fewest cards on which all is read with ease, then the largest print on these."""
    setting = setter.setting
    most, aim = (_MAX_LARGE_SIZE, _LARGE_AIM) if setting.large else (_MAX_SIZE, _AIM)
    most = max(most * setter.a.scale, _GROWN * aim)
    for size in _sizes(aim, MIN_TEXT_SIZE):
        needed = {look: setter.needed(look, size) for look in LOOKS}
        cards = {look: -(-count // 2) for look, count in needed.items() if count is not None}
        if cards:
            fewest = next(n for n in cards.values() if n <= _SPARE * min(cards.values()))
            least = max(MIN_TEXT_SIZE, _GIVEN * size)
            return setter.sides(_sizes(most, least), 2 * fewest)
    raise TextOverflow(
        f"The reference cards of {setter.variant.slug} have no room on cards of this size: "
        "a text does not fit a side even by itself, in 6 pt.",
        place=f"reference cards ({setting.language})",
        cure="Take a larger --card.",
    )


def _sizes(most: float, least: float) -> list[float]:
    """Sizes of print from the largest to the least (mm per em)."""
    count = int((most - least) / _STEP + 1e-6)
    return [*(most - at * _STEP for at in range(count + 1) if most - at * _STEP > least), least]


@dataclass(frozen=True)
class _Setter:
    """Sets the sections of a game in a look and a size of print."""

    variant: Variant
    setting: RenderOptions
    a: Anatomy

    @cached_property
    def room(self) -> Rect:
        """What a side has for its blocks, below the line at its head."""
        lines = _title(self.variant.name[self.setting.language], self.a)[2]
        head = _HEAD + (len(lines) - 1) * _LINE + _AIR * self.a.scale
        return _safe(self.a).grown(0, -head, 0, 0)

    @cached_property
    def sections(self) -> tuple[list[ReferenceSection], list[ReferenceSection]]:
        """Without and with examples of the hands."""
        one, language = self.variant, self.setting.language
        return sections(one, language, KEYS), sections(one, language, KEYS, examples(one))

    def press(self, look: Look, size: float) -> ColumnStyle:
        setting = self.setting
        return ColumnStyle(
            self.variant,
            setting.language,
            setting.theme,
            palette(self.variant, setting.theme),
            size,
            self.room.w,
            *look,
        )

    def needed(self, look: Look, size: float) -> int | None:
        """How many sides it takes, or nothing where a text has no room."""
        try:
            runs = self._runs(self.press(look, size))
        except TextOverflow:
            return None
        return places(runs, self.room.h, _gaps(size))

    def sides(self, sizes: Sequence[float], count: int) -> list[CardSide]:
        """The sides in the richest look and the largest print, both of every card if there is
        enough for them; print gives way a little where that keeps a section whole."""
        best: tuple[float, list[CardSide]] | None = None
        for (look, poorer), (step, size) in product(LOOKS.items(), enumerate(sizes)):
            weight = poorer + _SMALLER * step
            if best is not None and weight >= best[0]:
                continue
            needed = self.needed(look, size)
            if needed is None or needed > count:
                continue
            press = self.press(look, size)
            runs = self._runs(press)
            for used in range(count, needed - 1, -1):
                found = flow(runs, used, self.room.h, _gaps(size))
                if found is None:
                    continue
                weight += found.parted
                if best is None or weight < best[0]:
                    best = weight, [CardSide(one, press) for one in found.places]
                break
        assert best is not None, "one look has been seen to fit"
        return best[1]

    def _runs(self, press: ColumnStyle) -> list[FlowSection]:
        return [
            FlowSection(
                heading(one.title, press),
                heading(translate(press.language, "reference.again", title=one.title), press),
                blocks(one, press),
                0.0 if one.kind == VALUES else _ENTRY * press.size,
            )
            for one in self.sections[press.pictured]
        ]


def palette(variant: Variant, theme: Theme) -> Palette:
    """The colours of a game: those of its first family."""
    return theme.palette(next(iter(variant.families.values())).colour)


def _gaps(size: float) -> FlowSpacing:
    return FlowSpacing(section=0.9 * size, grow=0.55 * size)


def _face(setter: _Setter, side: CardSide, at: int, count: int) -> Symbol:
    """A side: the game and its number at the head, the blocks below."""
    press, a, room = side.press, setter.a, setter.room
    setting = setter.setting
    name = setter.variant.name[setting.language]
    box = a.trim.inset(-setting.reach)
    items: list[Item] = printed_ground(press.palette.paper, box)
    items += _head(name, f"{at + 1}/{count}", a, press)
    items += [one.at(room.x, room.y + y) for one, y in side.content.placed]
    return Symbol(f"reference-{at + 1}", tuple(items), box, name)


def _head(name: str, number: str, a: Anatomy, press: ColumnStyle) -> list[Item]:
    """The name of the game and the number of the side, over a graduated rule."""
    safe = _safe(a)
    key, size, lines = _title(name, a)
    wide = advance(TITLE, number) * MIN_TEXT_SIZE
    base = safe.y + _BASE
    x = safe.right - wide - _INDENT
    items: list[Item] = [
        text_line(TITLE, number, x, base, MIN_TEXT_SIZE, press.palette.ink),
        *(
            text_line(key, line, safe.x + _INDENT, base + at * _LINE, size, press.colour)
            for at, line in enumerate(lines)
        ),
    ]
    y = safe.y + _HEAD - 0.3 + (len(lines) - 1) * _LINE
    line, fine = press.palette.weight(_RULE), press.palette.weight(_TICK)
    rule = PathBuilder().move(safe.x + line / 2, y).line(safe.right - line / 2, y)
    ticks = PathBuilder()
    count = int(safe.w / 2)
    for step in range(count + 1):
        x = safe.x + (safe.w - 2 * count) / 2 + 2 * step
        ticks.move(x, y).line(x, y + (0.9 if step % 5 == 0 else 0.5))
    items.append(Path(rule.done(), stroke=Stroke(press.palette.main, line)))
    items.append(Path(ticks.done(), stroke=Stroke(press.palette.main, fine)))
    return items


def _safe(a: Anatomy) -> Rect:
    """Where print may be."""
    return a.trim.inset(SAFE + _DUST)


def _title(name: str, a: Anatomy) -> tuple[str, float, list[str]]:
    """The name at the head of a side: its font, its size (mm per em), its lines.

    Raises TextTooLong.
    """
    room = _safe(a).w - 2 * _INDENT - _NUMBER
    for key in (TITLE_BOLD, INDEX):
        size = min(_RUNNING, room / advance(key, name))
        if size >= MIN_TEXT_SIZE:
            return key, size, [name]
    lines = paragraph([Span(INDEX, name, "")], MIN_TEXT_SIZE, room, _LINE)
    return INDEX, MIN_TEXT_SIZE, [text.run.text for text in lines.texts]
