"""Find the printing conditions of print shops, with the ICC profile and ink limit of each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import astuple

from printkit.base.content import content_path
from printkit.base.errors import PrintkitError, require_known
from printkit.base.record_faults import load_rows
from printkit.base.records import Part
from printkit.base.sentences import Sentence
from printkit.graphics.colour import BLACK_INK, Colour, Inks, suggest_inks

# The condition whose profile separates pictures.
FOGRA39 = "FOGRA39"
# From this share of black on (percent), text and lines are printed in black ink alone.
_BLACK = 85
_INKS = re.compile(r"(\d{1,3})/(\d{1,3})/(\d{1,3})/(\d{1,3})")


class Condition(Struct, frozen=True):
    """A printing condition: its name, a description, and its profile if there is one."""

    name: str
    info: str
    profile: bytes


class ConditionRow(Part):
    """A row of templates/conditions.toml."""

    info: str
    """its description"""
    profile: str
    """the file of its profile in a folder of content, or empty"""


def _rows() -> Mapping[str, ConditionRow]:
    return load_rows("conditions.toml", ConditionRow)


def condition_names() -> list[str]:
    """Return the names of the conditions (templates/conditions.toml)."""
    return list(_rows())


def condition(name: str) -> Condition:
    """Return a printing condition by its registered name. Raises PrintkitError."""
    rows = _rows()
    require_known(
        name,
        rows,
        Sentence("“{name}” is not a printing condition.", name=name),
        "conditions",
        PrintkitError,
    )
    file = rows[name].profile
    profile = content_path(*file.split("/")).read_bytes() if file else b""
    return Condition(name, rows[name].info, profile)


def parse_inks(text: str) -> Inks:
    """Return the inks of `60/40/40/100`: cyan, magenta, yellow and black in percent.

    Raises PrintkitError for anything else.
    """
    match = _INKS.fullmatch(text)
    if match is None or any(int(share) > 100 for share in match.groups()):
        raise PrintkitError(
            Sentence("“{text}” does not name four inks.", text=text),
            hint="Write cyan, magenta, yellow and black in per cent: 60/40/40/100.",
        )
    return Inks(*map(float, match.groups()))


def line_inks(inks: Inks) -> Inks:
    """Return the inks of text and fine lines: only black ink (K100) if the colour has much black.

    In four inks, text and lines would be blurred, because inks never register exactly.
    """
    return BLACK_INK if inks.black >= _BLACK else inks


def require_inks(colour: Colour) -> Inks:
    """Return the inks of a colour; colours are never converted to inks. Raises LacksInks."""
    if colour.inks is None:
        raise lacks_inks(colour)
    return colour.inks


class LacksInks(PrintkitError):
    """An error for a colour without inks, which a print shop cannot print."""


def lacks_inks(colour: Colour, place: str = "") -> LacksInks:
    """Return the error for a colour without inks; `place` is its location, such as a key of a
    theme.
    """
    inks = ", ".join(f"{share:g}" for share in astuple(suggest_inks(colour)))
    return LacksInks(
        Sentence(
            "The colour {colour} has no inks, which a print shop requires.", colour=colour.hex
        ),
        location=place or None,
        hint=Sentence(
            "Give it inks in its theme: {table}."
            if place
            else "Name it in a theme of your own, with inks: {table}.",
            table=f'{{ srgb = "{colour.hex}", inks = [{inks}] }}',
        ),
    )
