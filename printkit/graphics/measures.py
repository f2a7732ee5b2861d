"""Line weights and text sizes that all drawings share."""

from __future__ import annotations

# 0.25 pt: no line is printed thinner.
HAIRLINE = 0.25 * 25.4 / 72
# The scale of line weights.
FINE, LINE, BOLD = 0.18, 0.35, 0.7
# A cut line that runs over art.
CUT_OVER_ART = 0.3
# 6 pt: no text is printed smaller. 7 pt: what is read across a table. 8 pt: instructions on a page.
MIN_TEXT_SIZE = 6 * 25.4 / 72
MIN_TABLE_TEXT_SIZE = 7 * 25.4 / 72
MIN_PAGE_TEXT_SIZE = 8 * 25.4 / 72
