"""Show numbers and dates as a spreadsheet shows them.

Input: a number and its format code (ECMA-376, part 1, 18.8.31). Output: the text of the cell.
Content: templates/numbers.toml.

A file has no language, so decimal commas and names of months are those of the locale in the format,
or else of the language of the deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, DecimalException
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.record_faults import load_table
from printkit.base.records import Fault, Part, evolve
from printkit.base.sentences import Sentence, quote

CONTENT = "numbers.toml"


class NumberRow(Part):
    """How a language shows numbers and dates; the names default to those of English."""

    decimal: str
    """the decimal mark"""
    group: str
    """the mark between groups of three digits"""
    months: tuple[str, ...] = ()
    """the names of the months"""
    days: tuple[str, ...] = ()
    """the names of the days, from Monday"""

    def faults(self) -> Iterator[Fault]:
        for key, names, count in (("months", self.months, 12), ("days", self.days, 7)):
            if len(names) not in (0, count):
                template = "{raw} is not valid: it needs {count} entries."
                yield Fault((key,), Sentence(template, raw=quote([*names]), count=count))


class NumberFormats(Part):
    """How spreadsheets show numbers and dates."""

    locales: dict[str, str]
    """the languages by the low ten bits of a Windows locale"""
    languages: dict[str, NumberRow]
    """marks and names by language"""


GENERAL = "General"
# The codes of the formats that a file names by number alone (ECMA-376, 18.8.30). Formats 14 and 22
# follow the settings of a computer, so their dates stay in the form of ISO 8601.
BUILT_IN = {
    **{0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"},
    **{11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy"},
    **{18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss"},
    **{37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)"},
    **{40: "#,##0.00_);(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 48: "##0.0E+0", 49: "@"},
}
# A part of a code: words, a padding, an instruction in brackets, parts of dates, digits, signs.
_PART = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|[_*].|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General|@)|(?P<half>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?)"
    r"|(?P<exponent>E[+-]0+)|(?P<digit>[0#?])|(?P<sign>[.,%/])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?[0-9.]+)")
_CURRENCY = re.compile(r"\$([^-]*)(?:-([0-9A-Fa-f]+))?")
_SECTION = re.compile(r'(?:"[^"]*"?|\\.|\[[^\]]*\]|[^;"\\\[])*', re.DOTALL)
_PRECISION = 15
_EPOCH, _EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
# Excel has 29 February 1900 as day 60, so the days before are one later than they should be.
_FALSE_DAY = 60
_LAST_DAY = 2_958_465
_MAX_DIGITS = 30


class _Item(NamedTuple):
    """A part of a format: its kind, and its letters."""

    kind: str
    text: str


class _Section(NamedTuple):
    """A section of a format: its parts, its condition, and its language if it names one."""

    items: tuple[_Item, ...]
    condition: tuple[str, Decimal] | None
    language: str


def show_number(written: str, code: str, language: str, *, from_1904: bool = False) -> str | None:
    """Return the text of a number in the format of a code, or None for an unsupported code or
    number.

    `written` is the number as written in the file. With `from_1904`, dates count from 1904, as in
    some old files.
    """
    try:
        value = Decimal(f"{float(written):.{_PRECISION}g}")
        if not value.is_finite() or abs(value.adjusted()) > _MAX_DIGITS:
            return None
        section, value = _choose(_read_code(code), value)
        own = _locale(section.language or language)
        kinds = {item.kind for item in section.items}
        if kinds & {"date", "elapsed"}:
            shown = _show_date(section, value, own, from_1904=from_1904)
        elif "general" in kinds or not kinds & {"digit", "quoted"}:
            shown = _show_general(section, value, own)
        elif "exponent" in kinds:
            shown = _show_power(section, value, own)
        elif _Item("sign", "/") in section.items:
            shown = _show_fraction(section, value)
        else:
            shown = _show_digits(section, value, own)
    except (ValueError, DecimalException, OverflowError):
        return None
    return re.sub(" +", " ", shown).strip() if shown is not None else None


@cache
def _locale(language: str) -> NumberRow:
    """Return the marks and names of a language, by default those of the default language."""
    languages = load_table(CONTENT, NumberFormats).languages
    usual = languages[DEFAULT_LANGUAGE]
    row = languages.get(language, usual)
    return evolve(row, months=row.months or usual.months, days=row.days or usual.days)


@cache
def _read_code(code: str) -> tuple[_Section, ...]:
    """Return the sections of a format code."""
    sections, place = list[_Section](), 0
    while place <= len(code) and len(sections) < 4:
        match = _SECTION.match(code, place)
        text = match[0] if match else ""
        sections.append(_read_section(text))
        place += len(text) + 1
    return tuple(sections)


def _read_section(text: str) -> _Section:
    items, condition, language = list[_Item](), None, ""
    for match in _PART.finditer(text):
        kind = match.lastgroup or ""
        if kind == "bracket":
            inside = match["bracket"]
            if limit := _CONDITION.fullmatch(inside):
                condition = limit[1], Decimal(limit[2])
            elif re.fullmatch("h+|m+|s+", inside, re.IGNORECASE):
                items.append(_Item("elapsed", inside.lower()))
            elif currency := _CURRENCY.fullmatch(inside):
                items.append(_Item("quoted", currency[1]))
                number = int(currency[2], 16) & 0x3FF if currency[2] else 0
                language = load_table(CONTENT, NumberFormats).locales.get(str(number), language)
        elif kind in ("quoted", "escaped", "other"):
            items.append(_Item("quoted", match[kind]))
        elif kind:
            letters = match[kind]
            items.append(_Item(kind, letters.lower() if kind == "date" else letters))
    return _Section(tuple(items), condition, language)


def _choose(sections: tuple[_Section, ...], value: Decimal) -> tuple[_Section, Decimal]:
    """Return the section for a value, and the value, without its sign if the section replaces the
    sign.
    """
    for section in sections:
        if section.condition is not None and _holds(value, *section.condition):
            return section, value
    if any(section.condition is not None for section in sections):
        rest = [section for section in sections if section.condition is None]
        return (rest or [*sections])[-1 if not rest else 0], value
    if value < 0 and len(sections) > 1:
        return sections[1], -value
    if value == 0 and len(sections) > 2:
        return sections[2], value
    return sections[0], value


def _holds(value: Decimal, sign: str, limit: Decimal) -> bool:
    return {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }[sign]


# --- numbers --------------------------------------------------------------------------------------


def _show_general(section: _Section, value: Decimal, own: NumberRow) -> str:
    number = f"{value.normalize():f}".replace(".", own.decimal)
    if not section.items:
        return number
    return "".join(number if item.kind == "general" else item.text for item in section.items)


def _show_digits(section: _Section, value: Decimal, own: NumberRow) -> str:
    """Return a number with its digits in the places of 0, # and ?."""
    items = section.items
    digits = [i for i, item in enumerate(items) if item.kind == "digit"]
    if not digits:
        return "".join(item.text for item in items)
    points = [i for i, item in enumerate(items) if item == ("sign", ".")]
    point = points[0] if points else len(items)
    commas = [i for i, item in enumerate(items) if item == ("sign", ",")]
    last = max((i for i in digits if i < point), default=-1)
    scale = sum(1 for i in commas if last < i <= point or i > digits[-1])
    grouped = any(digits[0] < i < last for i in commas)
    percents = sum(item == ("sign", "%") for item in items)
    value = value * 100**percents / Decimal(1000) ** scale
    places = sum(i > point for i in digits)
    rounded = abs(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    whole, _, part = f"{rounded:f}".partition(".")
    slots = [i for i in digits if i < point]
    filled = dict(_fill_whole(items, slots, whole.lstrip("0"), own.group if grouped else ""))
    filled |= _fill_part(items, [i for i in digits if i > point], part)
    shown = "".join(_write_item(i, item, filled, own, set(commas)) for i, item in enumerate(items))
    if points and not slots:
        shown = shown.replace(own.decimal, f"{whole}{own.decimal}", 1)
    return f"-{shown}" if value < 0 and rounded else shown


def _write_item(
    index: int, item: _Item, filled: dict[int, str], own: NumberRow, commas: set[int]
) -> str:
    if index in filled:
        return filled[index]
    if index in commas:
        return ""
    return own.decimal if item == ("sign", ".") else item.text


def _fill_whole(
    items: tuple[_Item, ...], slots: list[int], digits: str, group: str
) -> Iterator[tuple[int, str]]:
    """Yield the digits of each place before the decimal mark; the first place gets all remaining
    digits.
    """
    count = 0
    for number, index in enumerate(reversed(slots)):
        is_first = number == len(slots) - 1
        taken = digits if is_first else digits[-1:]
        digits = "" if is_first else digits[:-1]
        if not taken:
            taken = {"0": "0", "?": " "}.get(items[index].text, "")
        shown = ""
        for digit in reversed(taken):
            if group and count and count % 3 == 0 and digit.strip():
                shown = group + shown
            shown = digit + shown
            count += 1
        yield index, shown


def _fill_part(items: tuple[_Item, ...], slots: list[int], digits: str) -> dict[int, str]:
    """Return the digits for each place after the decimal mark, without the zeros that # drops."""
    filled, needed = dict[int, str](), False
    for index, digit in reversed([*zip(slots, digits, strict=True)]):
        kind = items[index].text
        needed = needed or digit != "0" or kind == "0"
        filled[index] = digit if needed else " " if kind == "?" else ""
    return filled


def _show_power(section: _Section, value: Decimal, own: NumberRow) -> str:
    """Return a number with a power of ten: 1.50E+03."""
    place = next(i for i, item in enumerate(section.items) if item.kind == "exponent")
    places = sum(item.kind == "digit" for item in section.items[:place])
    power = value.adjusted() if value else 0
    before = section.items[:place]
    digits = before.index(_Item("sign", ".")) if _Item("sign", ".") in before else len(before)
    width = max(sum(item.kind == "digit" for item in before[:digits]), 1)
    power -= power % width
    scaled = value.scaleb(-power).quantize(Decimal(1).scaleb(width - places), ROUND_HALF_UP)
    if abs(scaled) >= 10**width:
        power, scaled = power + width, scaled.scaleb(-width)
    lead = _show_digits(section._replace(items=before), scaled, own)
    code = section.items[place].text
    sign = "-" if power < 0 else "+" if code[1] == "+" else ""
    tail = "".join(item.text for item in section.items[place + 1 :])
    return f"{lead}{code[0]}{sign}{abs(power):0{len(code) - 2}d}{tail}"


def _show_fraction(section: _Section, value: Decimal) -> str | None:
    """Return a number as a fraction, with its whole part if the format has one: 2 1/2. Return None
    if the format has no digits on one side of the slash.
    """
    items = section.items
    slash = items.index(_Item("sign", "/"))
    below = "".join(_digits_from(items[slash + 1 :]))
    above = "".join(_digits_from(items[:slash][::-1]))[::-1]
    first = slash - len(above)
    has_whole = any(item.kind == "digit" for item in items[:first])
    if not below or not above:
        return None
    exact = Fraction(abs(value))
    whole = int(exact) if has_whole else 0
    if fixed := below.strip("#?0"):
        bottom = int(below.strip("#?"))
        top = round((exact - whole) * bottom)
    elif not fixed:
        near = (exact - whole).limit_denominator(10 ** len(below) - 1)
        top, bottom = near.numerator, near.denominator
    if has_whole and top == bottom:
        whole, top = whole + 1, 0
    sign = "-" if value < 0 else ""
    lead = "".join(
        item.text for item in items[:first] if item.kind == "quoted" and item.text != " "
    )
    tail = "".join(item.text for item in items[slash + 1 + len(below) :])
    parts = [str(whole)] if whole or not top else []
    if top or not has_whole:
        parts = [*([str(whole)] if whole else []), f"{top}/{bottom}"]
    return f"{sign}{lead}{' '.join(parts)}{tail}"


def _digits_from(items: tuple[_Item, ...]) -> Iterator[str]:
    """Yield the leading parts of a format that are places for digits or digits of a fixed
    denominator.
    """
    for item in items:
        if item.kind == "digit" or (item.kind == "quoted" and item.text.isdecimal()):
            yield item.text
        else:
            return


# --- dates ----------------------------------------------------------------------------------------


def _show_date(section: _Section, value: Decimal, own: NumberRow, *, from_1904: bool) -> str | None:
    """Return a date, a time of day or a length of time, or None for a number out of range."""
    if value < 0 or value > _LAST_DAY:
        return None
    items = section.items
    fine = any(item.kind == "date" and "." in item.text for item in items)
    seconds = value * 86_400
    seconds = seconds.quantize(Decimal("0.001" if fine else "1"), ROUND_HALF_UP)
    early = 0 if from_1904 or value >= _FALSE_DAY else 1
    start = _EPOCH_1904 if from_1904 else _EPOCH
    moment = start + timedelta(days=early, milliseconds=int(seconds * 1000))
    halved = any(item.kind == "half" for item in items)
    shown = []
    for i, item in enumerate(items):
        if item.kind == "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[item.text[0]]
            shown.append(f"{int(seconds // unit):0{len(item.text)}d}")
        elif item.kind == "date":
            minutes = item.text[0] == "m" and len(item.text) < 3 and _is_minute(items, i)
            shown.append(_show_part(moment, item.text, own, minutes=minutes, halved=halved))
        elif item.kind == "half":
            words = item.text.split("/")
            shown.append(words[moment.hour >= 12])
        else:
            shown.append(item.text)
    return "".join(shown)


def _is_minute(items: tuple[_Item, ...], index: int) -> bool:
    """Return True if “m” follows hours or precedes seconds."""
    before = [one for one in items[:index] if one.kind in ("date", "elapsed")]
    after = [one for one in items[index + 1 :] if one.kind in ("date", "elapsed")]
    return bool((before and before[-1].text[0] == "h") or (after and after[0].text[0] == "s"))


def _show_part(moment: datetime, code: str, own: NumberRow, *, minutes: bool, halved: bool) -> str:
    letter, width = code[0], len(code.partition(".")[0])
    if letter == "y":
        return f"{moment.year:04d}" if width > 2 else f"{moment.year % 100:02d}"
    if letter == "m" and not minutes:
        if width > 2:
            name = own.months[moment.month - 1]
            return name if width == 4 else name[:1] if width == 5 else name[:3]
        return f"{moment.month:0{width}d}"
    if letter == "d" and width > 2:
        day = own.days[moment.weekday()]
        return day if width > 3 else day[:3]
    number = {
        "m": moment.minute,
        "d": moment.day,
        "h": (moment.hour + 11) % 12 + 1 if halved else moment.hour,
        "s": moment.second,
    }[letter]
    tail = code.partition(".")[2]
    part = f".{moment.microsecond:06d}"[: len(tail) + 1] if tail else ""
    return f"{number:0{min(width, 2)}d}{part.replace('.', own.decimal)}"
