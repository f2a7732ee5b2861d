"""The words of a card as spans: bold, italics, signs in line, rules to write on.

`**bold**`, `*italics*`, `{sabers}` for the sign of a suit or one of [signs], `___` for a rule; a
backslash before a mark leaves it as it is. Each line is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path as FilePath

from msgspec import Struct

from printkit.art.emblem import body_of, draw_mark
from printkit.art.theme import Palette
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.components.cards.face_parts import Sign
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.records import Alignment, FontSet, InlineDrawing, Items, Span

_TOKEN = re.compile(r"(\\[\\*_{}]|\*\*|(?<=\S)\*|\*(?=\S)|_{3,}|\{[^{}\s]*\})")
_BOLD, _ITALIC = "**", "*"
# Against an em: a sign in line, the least width of its box, how far it hangs below the baseline.
_SIGN, _MIN_SIGN, _DROP = 1.12, 0.7, 0.20
# A rule to write on: its length, the air at its ends, its depth below the baseline, its weight.
_RULE, _RULE_AIR, _RULE_DROP, _RULE_WEIGHT = 4.6, 0.1, 0.14, 0.07
# The space between paragraphs, in lines; a text of fewer letters has no hyphens.
_BETWEEN, _HYPHENATED = 0.42, 220


class TextColours(Struct, frozen=True):
    """The colours of a text: of its words, of bold ones; `palette_of` gives that of a sign, by the
    name of its colour (None: as words)."""

    ink: Colour
    strong: Colour
    palette_of: Callable[[str | None], Palette]


def text_block(
    text: str, fonts: FontSet, colours: TextColours, signs: Mapping[str, Sign], alignment: Alignment
) -> Stack:
    """Return a text as a block, a paragraph for each line. Raises PrintkitError for a sign that
    does not exist."""
    hyphenate = len(text) > _HYPHENATED
    paragraphs = [
        Paragraph(tuple(_spans(line, fonts, colours, signs)), alignment, hyphenate=hyphenate)
        for line in text.split("\n")
        if line.strip()
    ]
    parts = (StackPart(block, _BETWEEN if i else 0.0) for i, block in enumerate(paragraphs))
    return Stack(tuple(parts))


def _spans(
    line: str, fonts: FontSet, colours: TextColours, signs: Mapping[str, Sign]
) -> Iterator[Span]:
    tokens = _TOKEN.split(line)
    unpaired = {mark for mark in (_BOLD, _ITALIC) if tokens.count(mark) % 2}
    # A star without a partner is printed as a star: the last of its kind.
    lone = {mark: len(tokens) - 1 - tokens[::-1].index(mark) for mark in unpaired}
    bold = italic = False
    for i, token in enumerate(tokens):
        key = fonts.styled(strong=bold, emphasis=italic)
        colour = colours.strong if bold else colours.ink
        if token in (_BOLD, _ITALIC) and lone.get(token) != i:
            bold, italic = bold ^ (token == _BOLD), italic ^ (token == _ITALIC)
        elif token.startswith("___"):
            drawing = InlineDrawing(partial(_draw_rule, colours.ink), "___")
            yield Span("", key, colours.ink, drawing=drawing)
        elif i % 2 and token.startswith("{"):
            sign = _find_sign(token[1:-1], signs)
            if sign.drawing is None:
                yield Span(sign.name, fonts.bold, colours.strong)
            else:
                palette = colours.palette_of(sign.colour)
                draw = partial(_draw_sign, sign.drawing, palette)
                yield Span("", key, colour, drawing=InlineDrawing(draw, sign.name))
        elif token:
            yield Span(token[1:] if i % 2 and token.startswith("\\") else token, key, colour)


def _find_sign(name: str, signs: Mapping[str, Sign]) -> Sign:
    if (sign := signs.get(name)) is None:
        place = f"{{{name}}}"
        message = f"“{place}” is not a sign: there is no such suit, and [signs] has none."
        raise PrintkitError(message, hint=did_you_mean(name, signs, "signs", of_file=True))
    return sign


def _draw_sign(drawing: FilePath, palette: Palette, size: float) -> tuple[float, Items]:
    side = _SIGN * size
    rows = [row for row in body_of(drawing) if row[0] < row[1]] or [(-0.5, 0.5)]
    left, right = min(row[0] for row in rows), max(row[1] for row in rows)
    width = side * max(right - left, _MIN_SIGN)
    x, middle = width / 2 - side * (left + right) / 2, _DROP * size - side / 2
    return width, (draw_mark(drawing, palette, x, middle, side),)


def _draw_rule(ink: Colour, size: float) -> tuple[float, Items]:
    width, air, y = _RULE * size, _RULE_AIR * size, _RULE_DROP * size
    rule = PathBuilder().move(air, y).line(width - air, y).done()
    return width, (Path(rule, stroke=Stroke(ink, max(_RULE_WEIGHT * size, FINE))),)
