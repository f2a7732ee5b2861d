"""Pages for sheets of four, and what they cost."""

from __future__ import annotations

from printkit.layout.flow import FlowCosts

# A book is folded from sheets of four pages; no page is to be less full than this.
FOLD, MIN_FILL = 4, 0.5
# A last page of fewer lines is bare.
_BARE_LINES = 20


def page_costs(leading: float) -> FlowCosts:
    """Return what pages cost: lines left empty, spaces made wider or narrower, a last page that
    holds little."""
    return FlowCosts(
        unit=leading,
        empty=40.0,
        stretched=30.0,
        shrunk=160.0,
        sparse=900.0,
        min_units=_BARE_LINES,
        section_end=0.3,
        max_unfilled=2 * leading,
    )


def blank_pages(count: int) -> int:
    """Return how many blank pages complete `count` pages to be folded."""
    return -count % FOLD
