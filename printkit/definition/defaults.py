"""What a definition means where it is silent.

The schema tells these to editors and `expand` fills them in: one list for both.
"""

from typing import Literal

CARD_SIZE = "poker"
COPIES = 1
COUNT = 1
SIGNS: tuple[Literal["+", "-"], ...] = ("+",)
COLOUR = "ink"
FRAME = "orbit"
SIGN: Literal["counts", "ignored", "ties"] = "counts"
OPTION: Literal["deal", "rule", "form", "lore"] = "rule"
# The text of a booklet: a file of templates/rules/.
RULES, RULES_FILE = "generic", ".md.j2"
# The colour of tokens and markers.
TOKEN_COLOUR = "indigo"
# The product that makes a material which is drawn and names none.
DRAWN = "tokens"
# The rule of a value that the set in use gives: no card can show it.
BY_SET = "set"
