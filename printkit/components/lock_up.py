"""The lock-up of a game: its name with mark and rules; the head of a page."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from printkit.art.emblem import draw_mark
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect, translation
from printkit.components.cards.index import text_colour_on_paper
from printkit.graphics.display_list import Item, Path, ShapedText, Stroke, transformed
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE, HAIRLINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.fit_text import (
    LEADING,
    FitStyle,
    TextOverflow,
    fit_text,
    line_width,
    text_line,
    text_width,
)
from printkit.layout.records import Overflow
from printkit.pieces.local_game import LocalGame

# Against the size of the name: a mark, the gap between marks, that beside the name, that below
# marks over a name; from the last baseline to the rule; a note.
_MARK, _BETWEEN, _BESIDE, _UNDER, _TO_RULE, _NOTE = 1.06, 0.12, 0.32, 0.42, 0.42, 0.36
# Marks over a name are larger, and further apart.
_OVER, _APART = 1.3, 0.3
# Marks beside a name take no more than this share of the width.
_MAX_SHARE = 0.42
# The rule: its weight, its pitch, its ticks, of which every fifth is long; the least pitch (mm).
_RULE, _PITCH, _TICK, _LONG_TICK, _MIN_PITCH = 0.062, 0.227, 0.085, 0.15, 1.3
_MIN_RULE, _MIN_TICK = 0.22, 0.35


class LockUp(msgspec.Struct, frozen=True):
    """A lock-up, its upper left corner on the origin, with its height."""

    items: tuple[Item, ...]
    height: float


def draw_lock_up(
    game: LocalGame,
    width: float,
    size: float,
    *,
    centred: bool = False,
    max_lines: int = 1,
    note: str = "",
    title: str = "",
    colour: str = "",
) -> LockUp:
    """Draw marks and name, at most `size` mm per em, over a rule `width` mm wide.

    Marks are before the name, or above it if `centred`. `note` is set at the right end; `title`
    replaces the name, `colour` the colour of the game. Raises TextOverflow if the name does not
    fit.
    """
    theme, language, marks = game.theme, game.language, game.marks
    palette = theme.palette(colour or game.colour)
    name, size = title or game.name, max(size, MIN_TEXT_SIZE)
    if centred:
        lines = _set_name(name, language, width, size, max_lines, palette)
        row = max(1.0, len(marks) * (_OVER + _APART) - _APART)
        em = min(lines[0].size, width / row)
        side, gap = _OVER * em, _APART * em
        left, middle = (width - len(marks) * (side + gap) + gap) / 2, side / 2
        top, before = (side + _UNDER * lines[0].size if marks else 0.0), 0.0
    else:
        side, gap = _MARK * size, _BETWEEN * size
        before = len(marks) * (side + gap) - gap + _BESIDE * size
        if before > _MAX_SHARE * width:
            marks, before = [], 0.0
        taken = text_width(TITLE, note, _note_size(size)) + _BESIDE * size if note else 0.0
        lines = _set_name(name, language, width - before - taken, size, max_lines, palette)
        top = max(0.0, (side - _name_height(lines)) / 2) if marks else 0.0
        left, middle = 0.0, top + _name_height(lines) / 2
    items: list[Item] = [
        draw_mark(path, theme.palette(own), left + side / 2 + i * (side + gap), middle, side)
        for i, (path, own) in enumerate(marks)
    ]
    baseline, face = top + _name_height(lines), font(lines[0].run.font)
    for i, line in enumerate(lines):
        x = (width - line_width(line)) / 2 if centred else before
        y = top + face.cap_height / UNITS * lines[0].size + i * LEADING * line.size
        items.append(replace(line, x=x, y=y))
    if note:
        small = _note_size(size)
        items.append(text_line(TITLE, note, width, baseline, small, palette.ink, align=1.0))
    foot = max(baseline + _TO_RULE * lines[0].size, 0.0 if centred else side)
    items.append(transformed(graduated_rule(width, size, palette), translation(0, foot)))
    return LockUp(tuple(items), foot + max(_LONG_TICK * size, 2 * _MIN_TICK))


def lock_up_width(game: LocalGame, size: float) -> float:
    """Return the width of marks and name on one line."""
    name = text_width(TITLE_BOLD, game.name, size)
    marks = len(game.marks) * (_MARK + _BETWEEN) * size + (_BESIDE - _BETWEEN) * size
    return max(name + marks, marks / _MAX_SHARE)


def _set_name(
    name: str, language: str, width: float, size: float, max_lines: int, palette: Palette
) -> tuple[ShapedText, ...]:
    """Set the name, condensed if necessary. Raises TextOverflow."""
    colour, box = text_colour_on_paper(palette), Rect(0, 0, width, 2 * max_lines * size)
    for key, most in ((TITLE_BOLD, max_lines), (INDEX, max_lines + 1)):
        style = FitStyle(key, size, MIN_TEXT_SIZE, most, language=language)
        lines = fit_text(name, style, box, colour)
        if not isinstance(lines, Overflow):
            return lines
    raise TextOverflow(
        f"“{name[:40]}” has no room at the head, in 6 pt.", hint="Take a larger card or paper."
    )


def _name_height(lines: tuple[ShapedText, ...]) -> float:
    """Return the height from the capitals of the first line to the last baseline."""
    line = lines[0]
    cap = font(line.run.font).cap_height / UNITS * line.size
    return cap + (len(lines) - 1) * LEADING * line.size


def _note_size(size: float) -> float:
    return max(_NOTE * size, MIN_TEXT_SIZE)


def graduated_rule(width: float, size: float, palette: Palette) -> list[Item]:
    """Draw the rule below a title of `size` mm per em, from the origin; fifth ticks are long."""
    weight = max(palette.line_weight(_RULE * size), _MIN_RULE)
    line = PathBuilder().move(weight / 2, 0).line(width - weight / 2, 0).done()
    ticks = PathBuilder()
    count = max(5, 5 * round(width / max(_PITCH * size, _MIN_PITCH) / 5))
    for step in range(count + 1):
        length = max((_TICK if step % 5 else _LONG_TICK) * size, _MIN_TICK * (1 if step % 5 else 2))
        x = weight / 2 + step * (width - weight) / count
        ticks.move(x, 0).line(x, length)
    fine = Stroke(palette.main, max(HAIRLINE, 0.4 * weight))
    return [Path(line, stroke=Stroke(palette.main, weight)), Path(ticks.done(), stroke=fine)]


HEADER = 22.0
# The width of the rings at the right (mm).
ORBIT = 19.0


def graduated_line(left: float, right: float, y: float) -> PathData:
    """Return a rule with a tick every two millimetres, every fifth longer."""
    builder = PathBuilder().move(left, y).line(right, y)
    for i in range(int((right - left) / 2) + 1):
        builder.move(left + 2 * i, y).line(left + 2 * i, y + (0.9 if i % 5 else 1.6))
    return builder.done()


def draw_orbit(box: Rect, theme: Theme) -> list[Item]:
    """Draw a graduated rule that ends in rings with a planet in the accent colour."""
    ink, accent = theme.rule_colour(theme.roles_of["ink"]), theme.roles_of["accent"]
    base, r = HEADER - 4.4, ORBIT / 2 - 1.4
    cx, cy = box.right - ORBIT / 2, base - r - 0.6
    fine = PathBuilder()
    fine.circle(cx, cy, r).circle(cx, cy, r * 0.62).circle(cx, cy, r * 0.55)
    ticks = graduated_line(box.x + FINE, box.right - FINE, base)  # whole lines are in the box
    fine.rays(cx, cy, r, [r * (0.93 if step % 3 else 0.87) for step in range(36)])
    # The planet is on the outer ring, at two o'clock.
    px, py = cx + r * 0.866, cy - r * 0.5
    return [
        Path(fine.done(), stroke=Stroke(ink, FINE)),
        Path(ticks, stroke=Stroke(ink, FINE)),
        Path(PathBuilder().circle(cx, cy, r * 0.2).done(), fill=ink),
        Path(PathBuilder().circle(px, py, 1.3).done(), fill=accent),
    ]
