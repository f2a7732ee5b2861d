"""Printer profiles: the deviations of a printer, as read on the calibration sheet.

The command line saves profiles (cli/config.py), and imposition/printer_correction.py applies them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from printkit.base.errors import PrintkitError, require_known
from printkit.base.messages import translate
from printkit.base.plain_text import MAX_TYPED, shorten
from printkit.base.units import format_mm, parse_length

# The greatest shift of a back (mm).
MAX_BACK_SHIFT = 10.0
# The bounds of the printed length of a ruler of 100 mm (per cent).
MIN_SCALE = 95.0
MAX_SCALE = 105.0
LONG, SHORT = "long", "short"
EDGES = (LONG, SHORT)
# The name for no profile.
NONE = "none"
# The figures with their units in a manifest.
_UNITS = {"back_x": "mm", "back_y": "mm", "scale_x": "percent", "scale_y": "percent"}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,19}")
_PERCENT = re.compile(r"\s*(\d+(?:\.\d*)?)\s*%\s*")
# The sheet shows a true minus sign and, in French, a decimal comma.
_TYPED = str.maketrans({"\u2212": "-", ",": "."})


class Profile(msgspec.Struct, frozen=True):
    """The readings of a calibration sheet.

    `back_x` and `back_y` are the shift of the backs to the right and down (mm), seen from the back
    of an upright sheet. `scale_x` and `scale_y` are the printed length of a ruler of 100 mm across
    and along the sheet (per cent). `duplex` is the edge over which the sheet was turned.
    """

    name: str
    back_x: float = 0.0
    back_y: float = 0.0
    scale_x: float = 100.0
    scale_y: float = 100.0
    duplex: str = LONG

    @property
    def shifts_backs(self) -> bool:
        """True if the backs are shifted: then the profile holds for one edge only."""
        return (self.back_x, self.back_y) != (0.0, 0.0)

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
        return {"name": self.name, **figures, "duplex": self.duplex}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Profile:
        """Return the profile of plain data, the inverse of `as_data`. Raises PrintkitError."""
        values: dict[str, Any] = {}
        for name, value in data.items():
            word = name.removesuffix("_mm").removesuffix("_percent").replace("_", "-")
            if word != "name":
                message = f"A printer profile has no reading “{name}”."
                require_known(word, READINGS, message, "readings")
            unit = "mm" if word.startswith("back") else "%" if word.startswith("scale") else ""
            text = value if isinstance(value, str) else f"{value}{unit}"
            read = parse_name if word == "name" else READINGS[word]
            values[word.replace("-", "_")] = read(text)
        return cls(**{"name": "unnamed", **values})

    def as_text(self) -> dict[str, str]:
        """Return the readings as they are typed and saved."""
        texts: dict[str, str] = {}
        for name, unit in _UNITS.items():
            figure = f"{getattr(self, name):.4f}".rstrip("0").rstrip(".")
            texts[name.replace("_", "-")] = figure + ("mm" if unit == "mm" else "%")
        return {**texts, "duplex": self.duplex}


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
    """Return the checked name of a profile. Raises PrintkitError."""
    if text == NONE or not _NAME.fullmatch(text):
        raise PrintkitError(
            f"“{shorten(text, MAX_TYPED)}” is not a name for a profile.",
            hint="Take up to 20 letters, figures, - and _ (“none” means no profile).",
        )
    return text


def parse_back(text: str) -> float:
    """Parse the shift of a back to either side (mm). Raises PrintkitError."""
    length = parse_length(text.translate(_TYPED)) + 0.0
    if not abs(length) <= MAX_BACK_SHIFT:
        raise PrintkitError(
            f"{text} is outside {format_mm(-MAX_BACK_SHIFT)} to {format_mm(MAX_BACK_SHIFT)} mm.",
            hint="Is the sheet turned over the right edge?",
        )
    return round(length, 4) + 0.0


def parse_scale(text: str) -> float:
    """Parse the printed length of a ruler of 100 mm, in per cent. Raises PrintkitError."""
    match = _PERCENT.fullmatch(text.translate(_TYPED))
    if not match:
        raise PrintkitError(
            f"“{text}” is not a scale.",
            hint="Write it in per cent: where a ruler of 100 mm measures 99.6 mm, 99.6%.",
        )
    scale = float(match[1])
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise PrintkitError(
            f"{text} is outside {MIN_SCALE:g} to {MAX_SCALE:g} %.",
            hint="Was the sheet printed at 100 %, and not fitted to the page?",
        )
    return round(scale, 4)


def parse_edge(text: str) -> str:
    """Parse the edge that sheets are turned over. Raises PrintkitError."""
    require_known(text, EDGES, f"“{text}” is not an edge to turn over.", "edges")
    return text


# The readings in order, by their names on the command line and in printkit.toml.
READINGS: Mapping[str, Callable[[str], float | str]] = {
    "back-x": parse_back,
    "back-y": parse_back,
    "scale-x": parse_scale,
    "scale-y": parse_scale,
    "duplex": parse_edge,
}
