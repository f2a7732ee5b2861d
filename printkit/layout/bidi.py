"""Resolve bidirectional text; decide where lines may break in scripts without spaces.

Each character of a text gets a level: even from left to right, odd from right to left. The bidi
classes of a text are a string with one letter per character, so that the rules can be regular
expressions. Rule L1 is applied to the end of a paragraph only: at the end of a line, layout drops
the spaces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec import Struct

from printkit.base.errors import PrintkitError
from printkit.base.sentences import Sentence, shorten
from printkit.graphics.fonts import scripts

# --- bidi ----------------------------------------------------------------------------------------

# Letters of right-to-left scripts, and direction marks. A text without any of them runs from left
# to right. The ranges include unassigned characters, so that no new letter is missed.
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Marks of direction, which are never seen.
CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# The letter of each class.
CODES = {
    **{"L": "L", "R": "R", "AL": "A", "EN": "1", "AN": "2", "ES": "-", "ET": "%", "CS": ","},
    **{"NSM": "m", "BN": "x", "B": "b", "S": "s", "WS": "w", "ON": "o"},
    **{"LRE": "(", "RLE": ")", "LRO": "[", "RLO": "]", "PDF": ".", "LRI": "<", "RLI": ">"},
    **{"FSI": "?", "PDI": "!"},
}
_ISOLATES, _EMBEDDINGS, _END_ISOLATE, _END_EMBEDDING = "<>?", "()[]", "!", "."
_REMOVED = frozenset("()[].x")
_OVERRIDES = {"[": "L", "]": "R"}
_MAX_DEPTH, _MAX_BRACKETS = 125, 63
_NEUTRALS = "[bswo<>?!]+"
_TRAILING = re.compile(r"[w<>?!()\[\].x]*(?:[bs]|$)")
# The closing brackets that are not the next character after the opening one.
_CLOSING = {"[": "]", "{": "}", "⦍": "⦐", "⦏": "⦎", "［": "］", "｛": "｝"}


class Resolved(Struct, frozen=True):
    """The level of a paragraph (0: from left to right, 1: from right to left) and of each of its
    characters."""

    base: int
    levels: tuple[int, ...]


def resolve(text: str, base: int | None = None) -> Resolved:
    """Return the levels of a paragraph; without a `base`, the first letter sets the direction.

    A character that this version of Python does not know has the direction of its block.
    """
    codes = "".join([CODES[unicodedata.bidirectional(c) or _unassigned(c)] for c in text])
    return resolve_classes(codes, base, text)


def resolve_classes(codes: str, base: int | None = None, text: str = "") -> Resolved:
    """Return the levels of a paragraph of these classes (letters of CODES).

    Brackets are paired if the `text` is given. Characters that rule X9 removes have the level
    around them.
    """
    partners = _partners(codes)
    if base is None:
        base = _first_strong(codes, 0, len(codes), partners) or 0
    explicit, types = _explicit_levels(codes, base, partners)
    levels, kept = list(explicit), [i for i, code in enumerate(codes) if code not in _REMOVED]
    around = [base, *[explicit[i] for i in kept], base]
    place = {i: position for position, i in enumerate(kept)}
    for run in _isolating_runs(kept, codes, explicit, partners):
        level = explicit[run[0]]
        before = around[place[run[0]]]
        after = base if codes[run[-1]] in _ISOLATES else around[place[run[-1]] + 2]
        edges = "LR"[max(level, before) % 2] + "LR"[max(level, after) % 2]
        brackets = _bracket_pairs(text, run, types) if text else ()
        own = _resolve_run("".join([types[i] for i in run]), level, edges, brackets)
        for i, resolved in zip(run, own, strict=True):
            levels[i] = resolved
    for match in _TRAILING.finditer(codes):  # L1
        levels[match.start() : match.end()] = [base] * len(match.group())
    return Resolved(base, tuple(levels))


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indices of characters, words or runs of these levels from left to right (L2)."""
    order = list(range(len(levels)))
    odd = [level for level in levels if level % 2]
    for least in range(max(levels), min(odd) - 1, -1) if odd else ():
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= least:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    return order


def _unassigned(character: str) -> str:
    return "R" if RIGHT_TO_LEFT.match(character) else "L"


def _partners(codes: str) -> dict[int, int]:
    """Map the start of each isolate that has an end to its end, and its end to its start (BD9)."""
    partners: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer("[<>?!]", codes):
        if match.group() != _END_ISOLATE:
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            partners[start], partners[match.start()] = match.start(), start
    return partners


def _first_strong(codes: str, start: int, end: int, partners: dict[int, int]) -> int | None:
    """Return the direction of the first letter outside isolates (P2, P3), or None if there is
    none.
    """
    while start < end:
        if codes[start] in "LRA":
            return int(codes[start] != "L")
        start = partners.get(start, end) if codes[start] in _ISOLATES else start
        start += 1
    return None


def _explicit_levels(
    codes: str, base: int, partners: dict[int, int]
) -> tuple[list[int], list[str]]:
    """Return the levels set by embeddings, overrides and isolates, and the overridden classes
    (X1-X8).
    """
    levels, types = [base] * len(codes), list(codes)
    stack = [(base, "", False)]
    lost_isolates = lost_embeddings = isolates = 0
    for i, code in enumerate(codes):
        level, override, _ = stack[-1]
        if code == _END_ISOLATE:
            if lost_isolates:
                lost_isolates -= 1
            elif isolates:
                lost_embeddings, isolates = 0, isolates - 1
                while not stack.pop()[2]:
                    pass
            level, override, _ = stack[-1]
        levels[i] = level if code != "b" else base
        if override and code not in _REMOVED and code != "b":
            types[i] = override
        if code in _ISOLATES or code in _EMBEDDINGS:
            isolate = code in _ISOLATES
            if code == "?":
                inner = _first_strong(codes, i + 1, partners.get(i, len(codes)), partners)
                code = ">" if inner else "<"
            deeper = level + 1 + (level % 2 if code in ")]>" else (level + 1) % 2)
            if deeper <= _MAX_DEPTH and not lost_isolates and not lost_embeddings:
                stack.append((deeper, _OVERRIDES.get(code, ""), isolate))
                isolates += isolate
            elif isolate:
                lost_isolates += 1
            elif not lost_isolates:
                lost_embeddings += 1
        elif code == _END_EMBEDDING and not lost_isolates:
            if lost_embeddings:
                lost_embeddings -= 1
            elif len(stack) > 1 and not stack[-1][2]:
                stack.pop()
    return levels, types


def _isolating_runs(
    kept: Sequence[int], codes: str, levels: Sequence[int], partners: dict[int, int]
) -> list[list[int]]:
    """Return the runs of one level, joined across the isolates between them (X10)."""
    runs: list[list[int]] = []
    ends: dict[int, list[int]] = {}
    current: list[int] = []
    for i in kept:
        if codes[i] == _END_ISOLATE and partners.get(i) in ends:
            current = ends.pop(partners[i])
        elif not current or levels[current[-1]] != levels[i] or current[-1] in ends:
            current = []
            runs.append(current)
        current.append(i)
        if codes[i] in _ISOLATES and i in partners:
            ends[i] = current
    return runs


@lru_cache(maxsize=1024)
def _resolve_run(
    types: str, level: int, edges: str, brackets: tuple[tuple[int, int], ...]
) -> tuple[int, ...]:
    """Return the levels of a run between two `edges` (the letters of their directions)."""
    t = re.sub("([^m])(m+)", _absorb, edges[0] + types)  # W1
    t = re.sub("A[^LRA]*", lambda m: m[0].replace("1", "2"), t).replace("A", "R")  # W2, W3
    t = re.sub("(?<=1)[-,](?=1)", "1", t)  # W4
    t = re.sub("(?<=2),(?=2)", "2", t)
    t = re.sub("%+(?=1)|(?<=1)%+", lambda m: "1" * len(m[0]), t)  # W5
    t = re.sub("[-%,]", "o", t)  # W6
    t = re.sub("L[^LR]*", lambda m: m[0].replace("1", "L"), t) + edges[1]  # W7
    own = "LR"[level % 2]
    if brackets:
        t = _resolve_brackets(t, own, types, brackets)
    t = re.sub(f"(?<=L){_NEUTRALS}(?=L)", lambda m: "L" * len(m[0]), t)  # N1
    t = re.sub(f"(?<=[R12]){_NEUTRALS}(?=[R12])", lambda m: "R" * len(m[0]), t)
    t = re.sub(_NEUTRALS, lambda m: own * len(m[0]), t)  # N2
    raised = {"L": 1, "R": 0, "1": 1, "2": 1} if level % 2 else {"L": 0, "R": 1, "1": 2, "2": 2}
    return tuple([level + raised[code] for code in t[1:-1]])  # I1, I2


def _absorb(match: re.Match[str]) -> str:
    """Give marks the class of the character before them; marks after isolates are neutral."""
    return match[1] + ("o" if match[1] in "<>?!" else match[1]) * len(match[2])


def _bracket_pairs(
    text: str, run: Sequence[int], types: Sequence[str]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of brackets of a run, in the order of the first of each (BD16)."""
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for position, i in enumerate(run):
        if types[i] != "o" or not unicodedata.mirrored(text[i]):
            continue
        character = unicodedata.normalize("NFC", text[i])
        category = unicodedata.category(character)
        if category == "Ps":
            if len(opened) == _MAX_BRACKETS:
                return ()
            opened.append((_CLOSING.get(character, chr(ord(character) + 1)), position))
        elif category == "Pe":
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == character:
                    pairs.append((opened[depth][1], position))
                    del opened[depth:]
                    break
    return tuple(sorted(pairs))


def _resolve_brackets(t: str, own: str, before: str, brackets: Sequence[tuple[int, int]]) -> str:
    """Give pairs of brackets the direction of their content, or else that of the preceding text
    (N0).
    """
    resolved = list(t)  # one further than `before`: it begins with the edge
    for opening, closing in brackets:
        held = {_strong(code) for code in resolved[opening + 2 : closing + 1]} - {""}
        if not held:
            continue
        side = own
        if own not in held:
            side = next(s for c in reversed(resolved[: opening + 1]) if (s := _strong(c)))
        for bracket in (opening, closing):
            marks = re.match("m*", before[bracket + 1 :])
            count = 1 + len(marks[0] if marks else "")
            resolved[bracket + 1 : bracket + 1 + count] = side * count
    return "".join(resolved)


def _strong(code: str) -> str:
    return "L" if code == "L" else "R" if code in "R12" else ""


# --- scripts -------------------------------------------------------------------------------------

# Characters that must not start a line, and characters that must not end one, in any script.
CLOSING, OPENING = frozenset(",.;:!?…)]}»”’%–—·"), frozenset("([{«“‘¿¡")
# Gives its direction to neutral characters, such as the full stop after a number.
RIGHT_TO_LEFT_MARK = "\u200f"
# Texts of these alone are divided at their spaces. (The others as a class take 3 ms to compile.)
_UNUSUAL = re.compile("[^\0-\u0e00\u1800-\u2e7f\ufb00-\ufe2f\uffe7-\U00016fdf]")
# Capitals of Greek, and one with accents behind it.
_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_GREEK_ACCENTS = re.compile("([\u0391-\u03a9])([\u0300-\u0345]+)")
# The number of letters without a space beyond which a text is more than a name.
_LONG_NAME = 30


class UnspacedText(PrintkitError):
    """An error for a text in a script without spaces, whose words can only be found with a
    dictionary.
    """


@cache
def runs_from_right(language: str) -> bool:
    """Return True if texts of a language run from right to left."""
    known = scripts().right_to_left.languages
    return language.partition("-")[0] in known


def base_level(text: str, language: str) -> int | None:
    """Return the level of a paragraph: 1 in a right-to-left language, otherwise the level of its
    first letter, or None if all its letters run from left to right.
    """
    if RIGHT_TO_LEFT.search(text) is None:
        return None
    return 1 if runs_from_right(language) else resolve(text).base


def begins_right(text: str, language: str) -> bool:
    """Return True if a text begins at the right, judging by its language or its first letter."""
    base = base_level(text, language)
    return runs_from_right(language) if base is None else base == 1


def has_ideographs(text: str, language: str) -> bool:
    """Return True if a text has ideographs, between which lines may end (see `ends_between`)."""
    if not _UNUSUAL.search(text) or language.partition("-")[0] in scripts().ideographs.by_spaces:
        return False
    return _pattern().search(text) is not None


def ends_between(before: str, after: str) -> bool:
    """Return True if a line may end between two adjacent characters: at an ideograph, but not
    before a closing mark, a small kana or an accent, nor after an opening mark.
    """
    square = _pattern()
    return bool(
        (square.match(before) or square.match(after))
        and after not in CLOSING
        and after not in scripts().ideographs.begin_no_line
        and before not in OPENING
        and before not in scripts().ideographs.end_no_line
        and not unicodedata.category(after).startswith("M")
    )


def is_unspaced(text: str) -> bool:
    """Return True if a text has letters of a script without spaces between words."""
    return _UNUSUAL.search(text) is not None and any(own.search(text) for own in _unspaced())


def to_capitals(text: str) -> str:
    """Return a text in capitals; Greek capitals have no accents.

    >>> to_capitals("été · Αύρα")
    'ÉTÉ · ΑΥΡΑ'
    """
    upper = text.upper()
    if _GREEK.search(upper) is None:
        return upper
    parts = unicodedata.normalize("NFD", upper)
    plain = _GREEK_ACCENTS.sub(lambda match: match[1] + match[2].replace("\u0301", ""), parts)
    return unicodedata.normalize("NFC", plain)


def has_no_capitals(text: str) -> bool:
    """Return True if a text has letters of a script without capitals."""
    return RIGHT_TO_LEFT.search(text) is not None or _UNUSUAL.search(text) is not None


def check_spaces(word: str) -> None:
    """Raise UnspacedText if a word of a script without spaces is longer than a name."""
    if len(word) <= _LONG_NAME or not _UNUSUAL.search(word):
        return
    for pattern, script in _unspaced().items():
        if len("".join(pattern.findall(word))) > _LONG_NAME:
            raise UnspacedText(
                Sentence(
                    "“{text}” is {script}, which has no spaces between words, so printkit does "
                    "not know where its lines can end.",
                    text=shorten(word, _LONG_NAME),
                    script=Sentence(script),
                ),
                hint="Put a zero-width space (U+200B) between its words.",
            )


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(f"[{scripts().ideographs.ranges}]")


@cache
def _unspaced() -> dict[re.Pattern[str], str]:
    named = scripts().unspaced.items()
    return {re.compile(f"[{ranges}]+"): script for script, ranges in named}
