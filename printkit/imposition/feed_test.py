"""Make the test sheets of a printer without duplex: two sheets to print, put back and print again.

The two prints use different quarters of the page, wherever and however the second one is printed:
the first is at the upper left, the second at the upper right or, upside down, at the lower left.
"""

from __future__ import annotations

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, format_mm
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.imposition.marks import INK
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.fit_text import text_line
from printkit.layout.records import RAGGED, Canvas, Fragment, Span, TextStyle
from printkit.pieces.pages import ART, LABEL, Layer, Page

# The least paper, upright; the size of its text (mm per em), which is larger on larger paper.
_MIN_PAPER = (140.0, 200.0)
_SIZE, _MAX_SIZE = 3.0, 4.2
# The arrow and the number beside it: heights, the stroke of the second arrow (mm).
_ARROW, _NUMBER, _STROKE = 30.0, 24.0, 0.9
# The space between quarters (mm).
_GUTTER = 8.0


def feed_test_pages(paper: Size, language: str, margin: float) -> tuple[Page, ...]:
    """Return the first and the second print of both sheets, the second as their backs.

    Raises PrintkitError if the paper is too small.
    """
    w, h = sorted((paper.w, paper.h))
    if w < _MIN_PAPER[0] or h < _MIN_PAPER[1]:
        raise PrintkitError(
            Sentence(
                "The paper {paper} is too small for the calibration sheet, which takes "
                "{min_width} × {min_height} mm.",
                paper=paper,
                min_width=format_mm(_MIN_PAPER[0]),
                min_height=format_mm(_MIN_PAPER[1]),
            ),
            hint="Take a4 or letter: what is read there holds for smaller paper too.",
        )
    media, inset = Rect(0, 0, w, h), max(margin, 5.0) + 3.0
    width, height = w / 2 - inset - _GUTTER / 2, h / 2 - inset - _GUTTER / 2
    left, right = inset, w / 2 + _GUTTER / 2
    upper = inset
    size = min(_SIZE * w / _MIN_PAPER[0], _MAX_SIZE)
    pages: list[Page] = []
    for number in (1, 2):
        for key, x in (("first", left), ("second", right)):
            back = key == "second"
            quarter = Rect(x, upper, width, height)
            canvas = Canvas()
            words = _set_words(language, key, width, size)
            # Those of the first print are at the foot, clear of the second one.
            words.paint(canvas, right, upper + _ARROW + 6.0 if back else h - inset - words.height)
            layers = (
                Layer(ART, tuple(_draw_arrow(quarter, number, hollow=back))),
                Layer(LABEL, tuple(canvas.items)),
            )
            title = translate(language, f"calibrate.feed.{key}-head")
            name = f"{number:02d}{'b' if back else 'a'}"
            pages.append(Page(media, media, media, layers, name, title, back=back))
    return tuple(pages)


def _set_words(language: str, key: str, width: float, size: float) -> Fragment:
    """Set the steps, or the questions, in a column."""
    leading = 1.36 * size
    style = TextStyle(size, leading, language, render_mode=OUTLINED)
    texts = translate(language, f"calibrate.feed.{key}").split("\n")
    head = Paragraph((Span(translate(language, f"calibrate.feed.{key}-head"), TITLE_BOLD, INK),))
    parts = [StackPart(head)]
    for text in texts:
        body = Paragraph((Span(text, TITLE, INK),), RAGGED, hyphenate=False)
        parts.append(StackPart(body, 0.4))
    return Stack(tuple(parts)).lay_out(style, width)


def _draw_arrow(box: Rect, number: int, *, hollow: bool) -> list[Item]:
    """Draw an arrow to the head of the page, and the number of the sheet beside it."""
    x, y, half = box.x + 11.0, box.y, 10.0
    outline = PathBuilder().polygon(
        [
            *((x, y + 0.5), (x + half, y + 12.0), (x + half / 2, y + 12.0)),
            *((x + half / 2, y + _ARROW), (x - half / 2, y + _ARROW)),
            *((x - half / 2, y + 12.0), (x - half, y + 12.0)),
        ]
    )
    arrow = Path(outline.done(), stroke=Stroke(INK, _STROKE))
    if not hollow:
        arrow = Path(outline.done(), fill=INK, stroke=Stroke(INK, _STROKE))
    figure = text_line(TITLE_BOLD, str(number), x + 16.0, y + _ARROW, _NUMBER * 1.4, INK)
    return [arrow, figure]
