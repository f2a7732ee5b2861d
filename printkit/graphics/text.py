"""Text fitted to a box.

In: a text, a font, a box and limits of size. Out: shaped lines that lie inside the box: shrunk
within limits, then broken into lines, then refused. Never silently cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Colour, Text
from printkit.graphics.font import UNITS, font, shape

# A line is shrunk to this share of its largest size before it is broken.
_SHRINK = 0.8
# A line's step from the one above, in em.
LEADING = 1.12
# U+00A0 and U+202F do not break: a French « ! » never starts a line.
_BREAKS = " "


class TextOverflow(PrintkitError):
    """A text does not fit its box at the smallest size allowed."""


@dataclass(frozen=True, slots=True)
class FitStyle:
    """A font's key with the largest and smallest size (mm per em) and the most lines."""

    font: str
    max_size: float
    min_size: float
    max_lines: int = 1


def text_width(key: str, text: str, size: float) -> float:
    """The advance of a line (mm)."""
    return shape(key, text).width * size / UNITS


def fit_text(
    text: str, style: FitStyle, box: Rect, fill: Colour, *, artifact: bool = False
) -> list[Text]:
    """The text centred in the box: shrunk a little, else broken where that makes it larger.

    Raises TextTooLong, and MissingGlyph where a character has no glyph.
    """
    if box.w <= 0 or box.h <= 0:
        raise TextOverflow(f"There is no room for “{_shorten(text)}”.", hint="Take a larger card.")
    words = text.split(_BREAKS)
    best: tuple[float, list[str]] = (0.0, [])
    for count in range(1, min(style.max_lines, len(words)) + 1):
        lines = _break_lines(words, count, style.font)
        widest = max(shape(style.font, line).width for line in lines) / UNITS
        tall = _block_height(style.font, count)
        size = min(style.max_size, box.w / widest if widest else style.max_size, box.h / tall)
        best = max(best, (size, lines), key=lambda found: found[0])
        if size >= max(_SHRINK * style.max_size, style.min_size):
            break
    if best[0] >= style.min_size - 1e-9:
        return _place_lines(best[1], style.font, best[0], box, fill, artifact)
    max_lines = min(style.max_lines, len(words))
    raise TextOverflow(
        f"The text “{_shorten(text)}” does not fit its box of {box.w:.1f} × {box.h:.1f} mm: even "
        f"in {max_lines} line(s) it would be smaller than {style.min_size:.2f} mm.",
        hint="Shorten it, or take a larger card.",
    )


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


def _block_height(key: str, lines: int) -> float:
    """Height in em from the capitals of the first line to the foot of the last one."""
    face = font(key)
    return (face.cap_height + face.descent) / UNITS + (lines - 1) * LEADING


def _break_lines(words: list[str], count: int, key: str) -> list[str]:
    """The words in `count` lines so that the widest is as narrow as can be."""
    if count == 1:
        return [" ".join(words)]
    best: list[str] = []
    narrowest = float("inf")
    for cuts in combinations(range(1, len(words)), count - 1):
        edges = (0, *cuts, len(words))
        lines = [" ".join(words[a:b]) for a, b in pairwise(edges)]
        widest = max(shape(key, line).width for line in lines)
        if widest < narrowest:
            best, narrowest = lines, widest
    return best


def _place_lines(
    lines: list[str], key: str, size: float, box: Rect, fill: Colour, artifact: bool
) -> list[Text]:
    face = font(key)
    cx, _ = box.centre
    # Centred by what the eye sees: from the top of the capitals to the last baseline.
    block = face.cap_height / UNITS * size + (len(lines) - 1) * LEADING * size
    y = box.y + (box.h - block) / 2 + face.cap_height / UNITS * size
    y = min(y, box.bottom - face.descent / UNITS * size - (len(lines) - 1) * LEADING * size)
    placed = []
    for at, line in enumerate(lines):
        run = shape(key, line)
        x = cx - run.width * size / UNITS / 2
        placed.append(Text(run, x, y + at * LEADING * size, size, fill, artifact))
    return placed


def text_line(key: str, text: str, x: float, y: float, size: float, fill: Colour) -> Text:
    """A line from x on the baseline y, in a size (mm per em). Raises MissingGlyph."""
    return Text(shape(key, text), x, y, size, fill)
