"""Colours with inks, mixtures and contrast; palettes of scenes.

A `Colour` passes unchanged from a theme to a writer; each writer converts it in one place.

A role whose name ends in 2 is the shadow of the role without the 2: the colour of that role mixed
with `shadow`, unless the palette sets it. Content: templates/scenes.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, Final, Self

from msgspec import Meta, Struct
from msgspec.structs import astuple, force_setattr, replace

from printkit.base.content import content_path
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.record_faults import load_rows
from printkit.base.records import Fault, Part, Written
from printkit.base.sentences import Sentence, name_some, quote

# --- colour --------------------------------------------------------------------------------------

MIN_TEXT_CONTRAST = 4.5  # WCAG 2.1, contrast (minimum) of text
MIN_VISIBLE_CONTRAST = 3.0  # WCAG 2.1, of shapes
# The role of colours that foil may print, beside the roles of marks.
GOLD: Final = "gold"
# The lowest total ink limit of card printers in percent: 240 (DriveThruCards), minus a margin for
# rounding to eight bits.
MAX_INK = 238.0
# The share of the coloured inks that is hidden below solid black. With it, mixtures of our themes
# have a mean distance (CIE 1976, FOGRA39L) of 5 from their colours on a screen; if all inks count
# alike, it is 8.
_COVER = 0.9
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


class Inks(Struct, frozen=True):
    """Shares of the four process inks, each from 0 to 100 percent."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All inks together, from 0 to 400 percent."""
        return self.cyan + self.magenta + self.yellow + self.black


class Colour(Struct, frozen=True, cache_hash=True):
    """A colour; `hex` is its sRGB value as `#rrggbb` in lower case.

    `inks` is its separation; None leaves that to the printer. By default white has no inks, and
    black is only black ink. `spot` is the name of a spot colour or a tool (`CutContour`). `role` is
    the name of a mark's colour, which a theme may replace, or `GOLD`.
    """

    hex: str
    inks: Inks | None = None
    spot: str = ""
    role: str = ""

    def __post_init__(self) -> None:
        if self.inks is None and self.hex in _PLAIN_INKS:
            force_setattr(self, "inks", _PLAIN_INKS[self.hex])

    def __str__(self) -> str:
        return self.hex

    @property
    def channels(self) -> tuple[int, int, int]:
        """Red, green and blue, each from 0 to 255."""
        return int(self.hex[1:3], 16), int(self.hex[3:5], 16), int(self.hex[5:7], 16)

    @property
    def is_white(self) -> bool:
        """True for the white of unprinted paper."""
        return self.hex == "#ffffff"

    @property
    def name(self) -> str:
        """The six digits, for ids and keys."""
        return self.hex[1:]


BLACK_INK: Final = Inks(0.0, 0.0, 0.0, 100.0)
_PLAIN_INKS: Final = {"#ffffff": Inks(0.0, 0.0, 0.0, 0.0), "#000000": BLACK_INK}
BLACK: Final = Colour("#000000")
WHITE: Final = Colour("#ffffff")


def is_hex(text: str) -> bool:
    """Return True if a text is `#rrggbb`."""
    return _HEX.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def parse_hex(text: str) -> Colour:
    """Return the colour of `#rrggbb`, one object for each text."""
    assert is_hex(text), text
    return Colour(text.lower())


# The longest name of a plate, in letters.
_MAX_SPOT_NAME = 60
_Percent = Annotated[float, Meta(ge=0, le=100)]
Hex = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$(?!\n)")]
_Plate = Annotated[str, Meta(pattern=r"^(?! )[^\x00-\x1f\x7f]+(?<! )$", max_length=_MAX_SPOT_NAME)]


class _ColourForm(Part):
    """A colour with its inks."""

    srgb: Hex
    """how it looks: six hexadecimal digits"""
    inks: tuple[_Percent, _Percent, _Percent, _Percent] | None = None
    """cyan, magenta, yellow and black in per cent"""
    spot: _Plate | None = None
    """the name of its plate, such as CutContour"""


class ThemeColour(Written):
    """A colour: `"#0072b2"`, or a table of it with inks and the name of a plate."""

    __slots__ = ("colour",)
    forms = {str: Hex, dict: _ColourForm}

    def __init__(self, colour: Colour) -> None:
        self.colour = colour

    @classmethod
    def read(cls, form: str | _ColourForm, home: Any) -> Self:
        if isinstance(form, str):
            return cls(Colour(form.lower()))
        inks = None if form.inks is None else Inks(*map(float, form.inks))
        return cls(Colour(form.srgb.lower(), inks, form.spot or ""))

    @classmethod
    def refuse_form(cls, raw: Any, home: Any) -> Fault | None:
        if isinstance(raw, str | dict):
            return None
        hint = 'Write six hexadecimal digits: "#0072b2".'
        return Fault((), Sentence("{srgb} is not a colour.", srgb=quote(raw)), hint)


@cache
def mark_colours() -> Mapping[str, Colour]:
    """Return the colours of the marks around pieces by role (templates/marks.toml)."""
    marks = load_rows("marks.toml", ThemeColour)
    return {name: replace(mark.colour, role=name) for name, mark in marks.items()}


def mark_colour(name: str) -> Colour:
    """Return the default colour in which a mark is drawn."""
    return mark_colours()[name]


@lru_cache(maxsize=4096)
def blend(colour: Colour, ground: Colour, share: float) -> Colour:
    """Mix `share` of a colour with the rest of a ground, because transparency does not print well.

    Inks are mixed if both have them. A mixture is never a spot colour. It keeps a role that both
    colours have; a share of 0 or 1 returns the ground or the colour unchanged.
    """
    if share in (0, 1):
        return colour if share else ground
    parts = zip(colour.channels, ground.channels, strict=True)
    mixed = "#" + "".join(f"{round(c * share + g * (1 - share)):02x}" for c, g in parts)
    role = colour.role if colour.role == ground.role else ""
    if colour.inks is None or ground.inks is None:
        return Colour(mixed, role=role)
    # Black is mixed by its share. Coloured inks are mixed by their visible part, because black
    # covers them. Shades keep their hue this way; if all inks were mixed by their shares, a grey
    # would be too light to read.
    upper, lower = colour.inks, ground.inks
    own, below = (1 - _COVER * upper.black / 100) * share, (1 - _COVER * lower.black / 100)
    own /= own + below * (1 - share)
    black = upper.black * share + lower.black * (1 - share)
    pairs = zip(astuple(upper)[:3], astuple(lower)[:3], strict=True)
    coloured = [ink * own + other * (1 - own) for ink, other in pairs]
    inks = _limited(coloured, black, max(MAX_INK, upper.total, lower.total))
    return Colour(mixed, inks, role=role)


def _limited(coloured: Iterable[float], black: float, limit: float) -> Inks:
    """Return inks that total at most `limit` percent; black is left as it is."""
    cyan, magenta, yellow = coloured
    scale = min(1.0, (limit - black) / (cyan + magenta + yellow or 1))
    return Inks(*(round(ink, 2) for ink in (cyan * scale, magenta * scale, yellow * scale, black)))


def cap_inks(inks: Inks, limit: float) -> Inks:
    """Return inks that total at most `limit` percent (100 or more); black is left as it is."""
    *coloured, black = astuple(inks)
    return inks if inks.total <= limit else _limited(coloured, black, limit)


def black_alone(colour: Colour) -> Colour:
    """Return pure black ink for a rich black, for text and lines; return other colours
    unchanged.
    """
    is_black = colour.inks is not None and colour.inks.black == BLACK_INK.black
    return replace(colour, inks=BLACK_INK) if is_black else colour


def suggest_inks(colour: Colour) -> Inks:
    """Return inks in whole percent, at most `MAX_INK` in total, for a colour that has none.

    Black replaces all grey, so three inks are enough. The exponents are fitted to FOGRA39L: half of
    the colours of our themes are within a distance (CIE 1976) of 8 of their screen colours, violets
    and greens within 30. The result is a starting point, not a conversion.
    """
    parts = [1 - channel / 255 for channel in colour.channels]
    grey = min(parts)
    black = min(1.0, 1.3 * grey**1.2)
    pure = [((part - grey) / (1 - grey or 1)) ** 0.7 for part in parts]
    inks = _limited((100 * ink for ink in pure), 100 * black, MAX_INK)
    return Inks(*map(int, astuple(inks)))


@lru_cache(maxsize=1024)
def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""

    def luminance(colour: Colour) -> float:
        parts = [c / 255 for c in colour.channels]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# --- scenes --------------------------------------------------------------------------------------

# The roles of every card, for all drawings.
ROLES = ("ink", "main", "shade", "tint", "paper", "accent", "light", "dark")
# The palette of scenes on white paper: its roles are those of every palette.
LIGHT = "light"
# The ground of a card with a scene, and the index on it; without them the card keeps its own.
EDGE, INDEX = "edge", "index"
_PALETTES = "scenes.toml"
_PREFIX, _SHADOW, _SHARE = "scene-", "shadow", 0.36


@cache
def palette_source() -> bytes:
    """Return the content of our palette file; drawings depend on it because they name roles of
    palettes.
    """
    return content_path(_PALETTES).read_bytes()


@cache
def scenes() -> Mapping[str, Mapping[str, Colour]]:
    """Return the colours of each palette by role. Raises PrintkitError for a palette that lacks
    roles.
    """
    tables = _palettes()
    return {name: _with_shadows(name, tables) for name in tables}


def _with_shadows(name: str, tables: Mapping[str, Mapping[str, str]]) -> dict[str, Colour]:
    own = tables[name]
    if missing := [role for role in tables[LIGHT] if role[-1] != "2" and role not in own]:
        raise PrintkitError(
            Sentence(
                "The palette “{name}” lacks roles: {roles}.", name=name, roles=name_some(missing)
            ),
            location=_PALETTES,
            hint=Sentence("Give it those of “{name}”.", name=LIGHT),
        )
    return _mix(own, {})


def with_roles(name: str, own: Mapping[str, Colour]) -> dict[str, Colour]:
    """Return the colours of a palette with some roles replaced; their shadows follow."""
    return _mix(_palettes()[name], own)


def _palettes() -> Mapping[str, dict[str, Hex]]:
    return load_rows(_PALETTES, dict[str, Hex])


def _mix(own: Mapping[str, str], more: Mapping[str, Colour]) -> dict[str, Colour]:
    """Return colours with inks, and a shadow for each that has none."""
    # A replaced colour loses its shadow.
    kept = {role: value for role, value in own.items() if role.removesuffix("2") not in more}
    plain = {role: parse_hex(value) for role, value in kept.items()} | dict(more)
    inked = {role: replace(c, inks=c.inks or suggest_inks(c)) for role, c in plain.items()}
    shadow = inked[_SHADOW]
    return {f"{role}2": blend(shadow, inked[role], _SHARE) for role in inked} | inked


def scene_of(root_classes: frozenset[str]) -> str:
    """Return the name of a drawing's scene, or an empty string if there is none.

    Raises ValueError if the scene is unknown.
    """
    names = [name.removeprefix(_PREFIX) for name in root_classes if name.startswith(_PREFIX)]
    for name in sorted(names):
        if name not in scenes():
            known = did_you_mean(name, scenes(), "scenes")
            raise ValueError(
                Sentence("there is no scene {name}; {known}", name=quote(name), known=known)
            )
    return min(names, default="")


@cache
def roles_of(root_classes: frozenset[str]) -> tuple[str, ...]:
    """Return the roles that the shapes of a drawing may name. Raises ValueError for an unknown
    scene.
    """
    scene = scene_of(root_classes)
    return (*ROLES, *scenes()[scene]) if scene else ROLES
