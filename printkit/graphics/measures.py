"""The line weights and text sizes of all drawings (mm)."""

from __future__ import annotations

# The thinnest printed line: 0.25 pt.
HAIRLINE = 0.25 * 25.4 / 72
# The thinnest light line on a dark ground, into which ink runs from both sides: 0.5 pt.
LIGHT_HAIRLINE = 2 * HAIRLINE
# The scale of line weights.
FINE, LINE, BOLD = 0.18, 0.35, 0.7
# A cut line that runs over art.
CUT_OVER_ART = 0.3
# The least sizes of text: 7 pt anywhere, also for reading across a table; 7.5 pt on aids, which are
# read at 60 cm; 8 pt for instructions; 6 pt for words on cards and tokens that are too small for 7
# pt.
MIN_CARD_TEXT_SIZE = 6 * 25.4 / 72
MIN_TEXT_SIZE = 7 * 25.4 / 72
MIN_TABLE_TEXT_SIZE = MIN_TEXT_SIZE
MIN_AID_TEXT_SIZE = 7.5 * 25.4 / 72
MIN_PAGE_TEXT_SIZE = 8 * 25.4 / 72
