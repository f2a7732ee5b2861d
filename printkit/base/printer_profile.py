"""Printer profiles: the deviations of a printer, as read on the calibration sheet.

The command line saves profiles (cli/config.py), and pieces/pages.py applies them. A profile has two
written forms: a table of printkit.toml with typed readings (`ProfileTable`), and plain data with
figures (`ProfileData`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import msgspec

from printkit.base.errors import PrintkitError, RequestError, require_known
from printkit.base.geometry import format_mm, parse_length
from printkit.base.messages import translate
from printkit.base.record_faults import RecordHome, read_record
from printkit.base.records import Fault, Part, Written, encoded_names, record_schema
from printkit.base.sentences import MAX_TYPED, Sentence, shorten

# The maximum shift of a back (mm).
MAX_BACK_SHIFT = 10.0
# The bounds of the printed length of a ruler of 100 mm (per cent).
MIN_SCALE = 95.0
MAX_SCALE = 105.0
LONG, SHORT = "long", "short"
EDGES = (LONG, SHORT)
# Manual duplex: fronts first, then backs, flipped on the long edge.
MANUAL = "manual"
# The methods of printing on both sides.
TURNS = (*EDGES, MANUAL)
# The name for no profile.
NONE = "none"
# The figures with their units in a manifest.
_UNITS = {"back_x": "mm", "back_y": "mm", "scale_x": "percent", "scale_y": "percent"}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,19}")
_PERCENT = re.compile(r"\s*(\d+(?:\.\d*)?)\s*%\s*")
# The sheet shows a true minus sign and, in French, a decimal comma.
_TYPED = str.maketrans({"\u2212": "-", ",": "."})


class ManualFeed(msgspec.Struct, frozen=True):
    """How printed sheets are put back into a printer to print their backs.

    `turn_over` is True if the stack is turned over its long edge, like a page of a book; otherwise
    it is put back as it came out. `upside_down` is True if backs are then printed with the head at
    the foot of the fronts, and `reversed_order` if the last sheet comes first.
    """

    turn_over: bool = True
    upside_down: bool = False
    reversed_order: bool = True

    @classmethod
    def from_test(cls, *, on_white: bool, same_head: bool, same_sheet: bool) -> ManualFeed:
        """Return the feed of a printer whose test sheets were put back as they came out.

        `on_white` is True if the second print is on the white side, `same_head` if its arrow points
        in the same direction as on the first print, and `same_sheet` if it has the number of the
        first print.
        """
        # Turned over its long edge, a stack keeps its heads and reverses its order.
        turn_over = not on_white
        return cls(turn_over, not same_head, same_sheet == turn_over)

    def as_text(self) -> str:
        """Return the feed as it is saved.

        >>> ManualFeed().as_text()
        'turn-over reversed'
        """
        on = (self.turn_over, self.upside_down, self.reversed_order)
        return " ".join(word for word, is_on in zip(_FEED_WORDS, on, strict=True) if is_on) or "-"


_ANSWERS = {"yes": True, "y": True, "oui": True, "o": True, "no": False, "n": False, "non": False}
# The words of a saved feed.
_FEED_WORDS = ("turn-over", "upside-down", "reversed")


class Profile(msgspec.Struct, frozen=True):
    """The readings of a calibration sheet.

    `back_x` and `back_y` are the shift of the backs to the right and down (mm), seen from the back
    of an upright sheet. `scale_x` and `scale_y` are the printed length of a ruler of 100 mm across
    and along the sheet (per cent). `duplex` is the method of turning the sheet: over an edge, or by
    hand. `manual` is the manual feed of the printer, if it was tested.
    """

    name: str
    back_x: float = 0.0
    back_y: float = 0.0
    scale_x: float = 100.0
    scale_y: float = 100.0
    duplex: str = LONG
    manual: ManualFeed | None = None

    @property
    def shifts_backs(self) -> bool:
        """True if the backs are shifted; the profile is then valid for one method of
        turning only.
        """
        return (self.back_x, self.back_y) != (0.0, 0.0)

    @property
    def own_turn(self) -> str | None:
        """The method of turning that the profile requires, or None."""
        return self.duplex if self.shifts_backs or self.duplex == MANUAL else None

    def describe(self, language: str) -> str:
        """Return the profile with its readings as one line of text."""
        point = translate(language, "calibrate.point")
        figures = {
            name: (signed if unit == "mm" else format_mm)(getattr(self, name)).replace(".", point)
            for name, unit in _UNITS.items()
        }
        return translate(language, "calibrate.told", name=self.name, **figures)

    def as_data(self) -> dict[str, Any]:
        """Return the profile as plain data, for manifests and `--json`."""
        figures = {f"{name}_{unit}": getattr(self, name) for name, unit in _UNITS.items()}
        return {"name": self.name, **figures, **self._turning()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Profile:
        """Return a profile from plain data; the inverse of `as_data`.

        Raises RequestError with all errors.
        """
        home = RecordHome(Sentence("the printer profile"))
        return read_record(ProfileData, {**data}, home, error=RequestError).profile()

    def as_text(self) -> dict[str, str]:
        """Return the readings in the form in which they are typed and saved."""
        texts: dict[str, str] = {}
        for name, unit in _UNITS.items():
            figure = f"{getattr(self, name):.4f}".rstrip("0").rstrip(".")
            texts[name.replace("_", "-")] = figure + ("mm" if unit == "mm" else "%")
        return {**texts, **self._turning()}

    def _turning(self) -> dict[str, str]:
        feed = {"manual": self.manual.as_text()} if self.manual is not None else {}
        return {"duplex": self.duplex, **feed}


def signed(value: float) -> str:
    """Format a length with a true minus sign or a plus sign.

    >>> signed(-0.50), signed(0.75), signed(0.0)
    ('−0.5', '+0.75', '0')
    """
    figure = format_mm(abs(value))
    if figure == "0":
        return figure
    return f"{'−' if value < 0 else '+'}{figure}"


def parse_name(text: str) -> str:
    """Return the name of a profile. Raises PrintkitError if it is not valid."""
    if text == NONE or not _NAME.fullmatch(text):
        raise PrintkitError(
            Sentence("“{text}” is not a valid name for a profile.", text=shorten(text, MAX_TYPED)),
            hint="Use up to 20 letters, digits, - and _ (“none” means no profile).",
        )
    return text


def parse_back(text: str) -> float:
    """Parse the shift of a back in either direction (mm).

    Raises PrintkitError if it is not a length, or is more than MAX_BACK_SHIFT.
    """
    length = parse_length(text.translate(_TYPED)) + 0.0
    if not abs(length) <= MAX_BACK_SHIFT:
        raise PrintkitError(
            Sentence(
                "{value} is outside {low} to {high} mm.",
                value=text,
                low=format_mm(-MAX_BACK_SHIFT),
                high=format_mm(MAX_BACK_SHIFT),
            ),
            hint="Did you flip the sheet on the edge that it names?",
        )
    return round(length, 4) + 0.0


def parse_scale(text: str) -> float:
    """Parse the printed length of a ruler of 100 mm, in per cent.

    Raises PrintkitError if it is not a percentage from MIN_SCALE to MAX_SCALE.
    """
    match = _PERCENT.fullmatch(text.translate(_TYPED))
    if not match:
        raise PrintkitError(
            Sentence("“{text}” is not a scale.", text=text),
            hint="Write it in per cent: 99.6% if the 100 mm ruler measures 99.6 mm.",
        )
    scale = float(match[1])
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise PrintkitError(
            Sentence(
                "{text} is outside {min_scale} to {max_scale}%.",
                text=text,
                min_scale=f"{MIN_SCALE:g}",
                max_scale=f"{MAX_SCALE:g}",
            ),
            hint="Did you print the sheet at 100%, not fitted to the page?",
        )
    return round(scale, 4)


def parse_turn(text: str) -> str:
    """Parse the method of turning sheets. Raises PrintkitError for an unknown method."""
    require_known(text, TURNS, Sentence("“{text}” is not a way to flip sheets.", text=text), "ways")
    return text


def parse_feed(text: str) -> ManualFeed:
    """Parse a saved feed; the inverse of `ManualFeed.as_text`. Raises PrintkitError for an unknown
    word.
    """
    words = [word for word in text.split() if word != "-"]
    for word in words:
        require_known(
            word,
            _FEED_WORDS,
            Sentence("“{word}” does not describe how paper is fed by hand.", word=word),
            "words",
        )
    return ManualFeed(*(word in words for word in _FEED_WORDS))


def read_answer(text: str) -> bool | None:
    """Return an answer as a boolean, or None if it is neither yes nor no."""
    return _ANSWERS.get(text.strip().lower())


def parse_answers(text: str) -> ManualFeed:
    """Parse the answers to the three questions of the test sheets.

    Raises PrintkitError unless there are three, each yes or no.
    """
    answers = [read_answer(word) for word in text.split(",")]
    if len(answers) != 3 or None in answers:
        raise PrintkitError(
            Sentence("“{text}” does not contain three answers.", text=shorten(text, MAX_TYPED)),
            hint="Write yes or no three times, in the order of the questions: yes,yes,no.",
        )
    on_white, same_head, same_sheet = map(bool, answers)
    return ManualFeed.from_test(on_white=on_white, same_head=same_head, same_sheet=same_sheet)


# The readings in order, by their names on the command line and in printkit.toml.
READINGS: Mapping[str, Callable[[str], float | str | ManualFeed]] = {
    "back-x": parse_back,
    "back-y": parse_back,
    "scale-x": parse_scale,
    "scale-y": parse_scale,
    "duplex": parse_turn,
    "manual": parse_feed,
}


# --- written forms -------------------------------------------------------------------------------


class Reading(Written):
    """A reading of the sheet, as it is typed."""

    __slots__ = ("value",)
    forms = {str: str, int: int, float: float}
    parse: ClassVar[Callable[[str], Any]]
    unit: ClassVar[str] = ""

    def __init__(self, value: Any) -> None:
        self.value = value

    @classmethod
    def read(cls, form: str | float, home: Any) -> Self:
        return cls(cls.parse(form if isinstance(form, str) else f"{form}{cls.unit}"))

    @classmethod
    def refuse_form(cls, raw: Any, home: Any) -> Fault | None:
        if type(raw) not in cls.forms:
            return None
        try:
            cls.read(raw, home)
        except PrintkitError as error:
            return Fault((), error.message, error.hint or "")
        return None


class BackShift(Reading):
    """The shift of a back, with its unit: `"0.75mm"`."""

    parse = parse_back


class Scale(Reading):
    """The printed length of 100 mm, in per cent: `"99.6%"`."""

    parse = parse_scale


class TurnMethod(Reading):
    """The method of turning sheets: long, short or manual."""

    forms = {str: str}
    parse = parse_turn


class Feed(Reading):
    """The manual feed, in words: `"turn-over reversed"`."""

    forms = {str: str}
    parse = parse_feed


class ProfileName(Reading):
    """The name of a profile: up to 20 letters, figures, hyphens and underscores."""

    forms = {str: str}
    parse = parse_name


class BackFigure(BackShift):
    """The shift of a back in mm, or with its unit."""

    unit = "mm"


class ScaleFigure(Scale):
    """The printed length of 100 mm in per cent, or with the sign for per cent."""

    unit = "%"


class ProfileTable(Part, rename="kebab"):
    """The profile of a printer in printkit.toml; readings that are left out are those of a
    perfect printer.
    """

    back_x: BackShift | None = None
    """how far backs are shifted to the right, seen from the back: 0.75mm; to the left: -0.5mm"""
    back_y: BackShift | None = None
    """how far backs are shifted down: 0.75mm; up: -0.5mm"""
    scale_x: Scale | None = None
    """the printed length of 100 mm across the sheet: 99.6%"""
    scale_y: Scale | None = None
    """the printed length of 100 mm along the sheet: 99.6%"""
    duplex: TurnMethod | None = None
    """how the sheets were turned: long, short or manual"""
    manual: Feed | None = None
    """how printed sheets are put back by hand, as “printkit calibrate” saves it"""

    def profile(self, name: str) -> Profile:
        """Return the profile with this name."""
        return Profile(name, **_read_values(self))


class ProfileData(Part):
    """The profile of a printer in a job or a manifest."""

    name: ProfileName | None = None
    """its name"""
    back_x_mm: BackFigure | None = None
    """how far backs are shifted to the right, seen from the back"""
    back_y_mm: BackFigure | None = None
    """how far backs are shifted down"""
    scale_x_percent: ScaleFigure | None = None
    """the printed length of 100 mm across the sheet"""
    scale_y_percent: ScaleFigure | None = None
    """the printed length of 100 mm along the sheet"""
    duplex: TurnMethod | None = None
    """how the sheets were turned: long, short or manual"""
    manual: Feed | None = None
    """how printed sheets are put back by hand"""

    def profile(self) -> Profile:
        """Return the profile."""
        return Profile(**{"name": "unnamed", **_read_values(self)})


def _read_values(part: Part) -> dict[str, Any]:
    """Return the readings that a part has, by the fields of a profile."""
    fields = ((name, getattr(part, name)) for name in encoded_names(part))
    return {
        name.removesuffix("_mm").removesuffix("_percent"): reading.value
        for name, reading in fields
        if reading is not None
    }


def printer_schema() -> dict[str, Any]:
    """Return the JSON Schema of a profile as plain data."""
    return record_schema(ProfileData)
