"""The QR code of a game, which links to its rules, hands and payments on the web page.

The code is printed only if the address of the web page is known, and only for games that the page
has.
"""

from __future__ import annotations

from itertools import groupby

from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path
from printkit.graphics.path import PathBuilder
from printkit.model.variant import OURS, Variant

# The minimum side of a printed code (mm): with up to 35 modules per side, they are at least 0.45 mm
# wide, which the camera of a phone can read.
MIN_SIDE = 16.0
# The white margin that readers need, in modules (ISO/IEC 18004).
QUIET = 4
# The share of damaged modules that can be restored: 15 %, for a box that is rubbed and folded.
_CORRECTION = "m"


def game_address(variant: Variant, site: str | None) -> str:
    """Return the address of a game, with its preset, on the web page at `site`.

    The address is empty without a site, or for a game that the page does not have.
    """
    if site is None or variant.origin != OURS:
        return ""
    place = "/".join(filter(None, (variant.slug, variant.preset)))
    return f"{site.rstrip('/')}/#/{place}"


def draw_code(address: str, box: Rect, ink: Colour) -> list[Item]:
    """Draw the code of an address in a square, without its white margin."""
    rows = _code_rows(address)
    side = box.w / len(rows)
    builder = PathBuilder()
    for y, row in enumerate(rows):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                builder.rect(Rect(box.x + x * side, box.y + y * side, width * side, side))
            x += width
    return [Path(builder.done(), fill=ink)]


def quiet_margin(address: str, side: float) -> float:
    """Return the white margin (mm) around a code that is `side` mm wide."""
    return QUIET * side / len(_code_rows(address))


def _code_rows(address: str) -> list[list[bool]]:
    """Return the modules of a code row by row, True for dark ones."""
    import segno  # only kits with an address need it

    made = segno.make(address, error=_CORRECTION, micro=False, boost_error=False)
    return [[bool(module) for module in row] for row in made.matrix]
