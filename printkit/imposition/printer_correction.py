"""Correct pages for one printer.

The correction cancels the distortion of the printer: everything, marks and rulers too, is scaled
about the middle of the page, and every back is moved against the shift of the printer. A landscape
sheet is turned upright, since x and y of a profile refer to the paper. Profiles are applied nowhere
else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import IDENTITY, Matrix, Rect, format_mm, rotation, scaling, translation
from printkit.base.printer_profile import TURNS, Profile
from printkit.base.sentences import Sentence, join_sentences
from printkit.graphics.display_list import transformed
from printkit.pieces.pages import CUT, FOLD, Page


def correct_pages(pages: Iterable[Page], profile: Profile) -> tuple[Page, ...]:
    """Return the pages corrected for a printer."""
    return tuple(_correct_page(page, profile) for page in pages)


def corrected_margin(margin: float, width: float, height: float, profile: Profile) -> float:
    """Return the margin for imposition that leaves at least `margin` free after the correction."""
    across, along = sorted((width, height))
    return max(
        margin,
        _enlarge_margin(margin, across, profile.scale_x, profile.back_x),
        _enlarge_margin(margin, along, profile.scale_y, profile.back_y),
    )


@contextmanager
def explain_margin(profile: Profile | None, extra: float) -> Iterator[None]:
    """Add to errors raised inside that the printer profile enlarges each margin by `extra` mm."""
    try:
        yield
    except PrintkitError as error:
        if profile is None or extra < 0.05:
            raise
        text = Sentence(
            "The printer profile “{name}” takes {extra} mm of each side.",
            name=profile.name,
            extra=format_mm(extra),
        )
        hint = join_sentences(error.hint, text) if error.hint else text
        raise type(error)(error.message, location=error.location, hint=hint) from None


def check_edge(duplex: str | None, profile: Profile) -> None:
    """Reject a profile measured on sheets that were turned differently, because their backs shift
    differently.

    Raises PrintkitError.
    """
    if duplex not in TURNS or duplex == profile.duplex or not profile.shifts_backs:
        return
    raise PrintkitError(
        Sentence(
            "The printer profile “{name}” was measured with --duplex {duplex}, and says "
            "nothing about --duplex {duplex2}.",
            name=profile.name,
            duplex=profile.duplex,
            duplex2=duplex,
        ),
        hint=Sentence(
            "Take --duplex {duplex}, or “printkit calibrate --duplex {duplex2}” and keep "
            "what you read under another name.",
            duplex=profile.duplex,
            duplex2=duplex,
        ),
    )


def _enlarge_margin(margin: float, side: float, scale: float, shift: float) -> float:
    return side / 2 - (side / 2 - margin - abs(shift)) * scale / 100


def _correct_page(page: Page, profile: Profile) -> Page:
    media, upright = _turn_upright(page.media)
    x, y = media.centre
    dx, dy = (profile.back_x, profile.back_y) if page.back else (0.0, 0.0)
    # The shift is in page millimetres: the printer scales it as it scaled the calibration sheet.
    matrix = (
        upright.then(translation(-x, -y))
        .then(scaling(100 / profile.scale_x, 100 / profile.scale_y))
        .then(translation(x - dx, y - dy))
    )
    if matrix == IDENTITY:
        return page
    layers = []
    for layer in page.layers:
        # Hidden lines are not printed: a machine cuts along them, and measures truly.
        own = upright if layer.name in (CUT, FOLD) and not layer.visible else matrix
        items = (transformed(layer.items, own),) if layer.items else ()
        layers.append(replace(layer, items=items))
    bleed, trim = (_move_box(box, page.media, matrix, media) for box in (page.bleed, page.trim))
    cells = tuple(replace(cell, trim=matrix.bounds(cell.trim)) for cell in page.cells)
    return replace(page, media=media, bleed=bleed, trim=trim, layers=tuple(layers), cells=cells)


def _turn_upright(media: Rect) -> tuple[Rect, Matrix]:
    """Return the upright paper and the quarter turn to it."""
    if media.w <= media.h:
        return media, IDENTITY
    return Rect(0, 0, media.h, media.w), rotation(90).then(translation(media.h, 0))


def _move_box(box: Rect, of: Rect, matrix: Matrix, media: Rect) -> Rect:
    """Return a box moved with its page and kept inside the paper; the box of the whole paper is
    unchanged.
    """
    if box == of:
        return media
    return matrix.bounds(box).intersection(media)
