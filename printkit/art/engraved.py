"""Find the engraved drawing of a card, and the colours of its roles in a theme.

A drawing has roles instead of colours: a material and a tone, such as `gold.deep`. A material uses
the colour of the card or a fixed hue, and has a level for each tone; a theme shifts the levels (see
`EngravingShares`). Content: templates/materials.toml, templates/engraved.toml, and the drawings in
templates/art/engraved; `art.tracing` draws them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path as FilePath
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from printkit.art.theme import Theme, brighten
from printkit.art.theme_file import SPACED, EngravingShares
from printkit.base.content import content_folders
from printkit.base.errors import PrintkitError
from printkit.base.files import is_file
from printkit.base.geometry import Rect
from printkit.base.record_faults import load_rows, load_table
from printkit.base.records import Part
from printkit.base.sentences import Sentence, quote
from printkit.graphics.colour import (
    BLACK,
    WHITE,
    Colour,
    Hex,
    blend,
    contrast,
    parse_hex,
    suggest_inks,
)
from printkit.graphics.display_list import Item, Path
from printkit.graphics.engraved import EngravingHeader, read_header
from printkit.graphics.path import rect_path

SUFFIX = ".pk"
# After the name of a drawing that is clear of index plates along sides aslant.
_ASLANT = "-aslant"
# The kinds of cards with drawings: the keys of templates/engraved.toml.
PIPS, COURT, ACE, SPECIAL, PICTURE = "pips", "court", "ace", "special", "picture"
# Prefixes of the names of drawings for suits without own drawings: of courts, and of grounds by the
# number of pips; the folder of the emblems of courts.
_FIGURES, _GROUNDS, _COURTS = "own/", "own/ground-", "courts/"
# Halves of a card.
UPPER, LOWER = "upper", "lower"
# The sides of a drawing that hold nothing that counts (mm): left and right, top and bottom.
_SIDES, _ENDS = 7.2, 5.0
# Roles that the product draws itself, and the role of the ground.
_LEFT_OUT, GROUND = ("plate", "edge", "none"), "ground"
# Tones in the order of the levels of a material; the tones drawn as lines.
_TONES = ("pale", "mid", "deep", "ink", "edge", "rim")
LINE_TONES = ("ink", "edge", "rim")
# The places of the four colours of a hue on its ramp, and the dark end of the ramp.
_PLACES, _END = (0.1, 0.4, 0.68, 0.95), 0.5
# The ramp of a suit. First the places of its light tint, bright tone, own colour and dark end. Then
# the shares of the bright colour in the first two, and the share of the own colour in the dark end.
_TINT, _MIDDLE, _OWN, _GROUND = 0.14, 0.36, 0.58, 0.88
_LIGHT, _BRIGHT, _DEEP = 0.32, 0.85, 0.3
_SUIT, _GOLD, EYE = "suit", "gold", "eye"
# The terraces of a relief, from the ground to a thing: the number of the last, and its levels.
_TERRACE = re.compile(r"ground\.t(\d)")
_LAST_STEP, _DARK_STEP, _LIGHT_STEP, _CURVE = 9, 0.46, 0.09, 1.5
# The greatest contrast of the last terrace with a dark ground: it stays darker than the figures.
_MAX_STEP = 4.0
# The halo of a dark ground is a shade darker.
_HALO = 0.04
# The level of lines of gold in one ink, of gold rays, of light sources.
_GOLD_LINE, _GOLD_RAY, _GLOW = 0.56, 0.45, 0.14
# The roles of rays, and that of the rays behind a court.
RAY_ROLES, BURST = ("ray", "ray2"), "burst.ray"
# The tone of rays of which every other one is left out, against that of all of them.
_SPACED_TONE = 1.35
# The level of lines that remain where there are only outlines.
_FAINT = 0.7


# --- choice --------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def find_drawing(mark: FilePath | None, kind: str, figure: str, count: int, sign: str) -> str:
    """Return the name of a card's drawing, found by the emblem of its suit, or an empty string.

    `figure` is the name of a court's emblem, `count` is the number of pips, and `sign` is plus or
    minus.
    """
    words = {"n": f"{count:02}", "count": str(count), "sign": sign, "figure": figure}
    return _named(mark, kind, words)


@lru_cache(maxsize=1024)
def find_special(emblem: FilePath | None, suit: str) -> str:
    """Return the name of a card's drawing, found by its own emblem, or an empty string."""
    return _named(emblem, SPECIAL, {"suit": suit})


@lru_cache(maxsize=1024)
def find_picture(emblem: FilePath | None) -> tuple[str, str]:
    """Return the drawing that fills a picture, and its colour; both may be empty."""
    return _named(emblem, PICTURE, {}), _engraved_row(emblem).colour


def own_ground(kind: str, count: int) -> str:
    """Return the name of the ground for the pips or the ace of a suit without drawings, or an empty
    string."""
    name = f"{_GROUNDS}{ACE}" if kind == ACE else f"{_GROUNDS}{count:02}"
    return name if is_file(drawing_path(name)) else ""


def own_court(emblem: FilePath | None) -> str:
    """Return the name of the drawing for a court in a suit without drawings, found by the emblem of
    its rank, or an empty string.
    """
    key = _key_of(emblem)
    name = f"{_FIGURES}{key.removeprefix(_COURTS)}" if key.startswith(_COURTS) else ""
    return name if name and is_file(drawing_path(name)) else ""


class EngravedRow(Part):
    """A row of templates/engraved.toml: the drawings of a suit, or of one card, by its emblem."""

    pips: str = ""
    """cards with pips"""
    ace: str = ""
    """the ace"""
    court: str = ""
    """the courts"""
    special: str = ""
    """a card by itself"""
    picture: str = ""
    """a drawing that fills a tall picture"""
    colour: str = ""
    """the colour there, instead of that of the card"""
    joins: Literal["", "upper", "lower"] = ""
    """the half of its numbered cards that a mat shows side by side, if they join at their edges"""


def joined_half(mark: FilePath | None) -> str:
    """Return the half of the cards of a suit that a mat shows as a panorama, or an empty string if
    its cards do not join at their edges.
    """
    return _engraved_row(mark).joins


def place_of_row(mark: FilePath) -> int:
    """Return the index of a suit among the rows of `engraved.toml`, or the number of rows if it has
    none.
    """
    rows = [*_engraved_rows()]
    key = _key_of(mark)
    return rows.index(key) if key in rows else len(rows)


def _engraved_rows() -> Mapping[str, EngravedRow]:
    return load_rows("engraved.toml", EngravedRow)


def _key_of(emblem: FilePath | None) -> str:
    art = content_folders()[0] / "art"
    if emblem is None or not emblem.is_relative_to(art):
        return ""
    return emblem.relative_to(art).with_suffix("").as_posix()


def _engraved_row(emblem: FilePath | None) -> EngravedRow:
    return _engraved_rows().get(_key_of(emblem), EngravedRow())


def _named(emblem: FilePath | None, kind: str, words: dict[str, str]) -> str:
    name: str = getattr(_engraved_row(emblem), kind).format_map(words)
    return name if name and is_file(drawing_path(name)) else ""


@cache
def aslant_drawing(name: str) -> str:
    """Return the name of a drawing's variant for cards with slanted sides, or the name itself if
    the drawing has only one form.
    """
    own = f"{name}{_ASLANT}"
    return own if is_file(drawing_path(own)) else name


def drawing_path(name: str) -> FilePath:
    """Return the file of a drawing."""
    return content_folders()[0] / "art" / "engraved" / f"{name}{SUFFIX}"


def drawing_names() -> list[str]:
    """Return the names of all drawings, in alphabetical order."""
    root = content_folders()[0] / "art" / "engraved"
    files = root.rglob(f"*{SUFFIX}")
    return sorted(file.relative_to(root).with_suffix("").as_posix() for file in files)


@lru_cache(maxsize=1024)
def header_of(name: str) -> EngravingHeader:
    """Return the header of a drawing. Raises PrintkitError if the file is damaged."""
    try:
        return read_header(drawing_path(name).read_bytes())[0]
    except ValueError as error:
        raise damaged_drawing(name) from error


def damaged_drawing(name: str) -> PrintkitError:
    """Return the error for a drawing whose file cannot be read."""
    file = quote(f"{name}{SUFFIX}")
    message = Sentence("The engraved drawing {file} is damaged.", file=file)
    return PrintkitError(message, hint="Install printkit again.")


def fit(header: EngravingHeader, trim: Rect, safe: Rect) -> tuple[float, bool]:
    """Return the scale of a drawing on a card, and True if it then covers the card.

    The essential parts stay in the safe area.
    """
    width, height = header.size
    left, top, right, bottom = header.field or (_SIDES, _ENDS, width - _SIDES, height - _ENDS)
    across = max(width / 2 - left, right - width / 2)
    along = max(height / 2 - top, bottom - height / 2)
    cover = max(trim.w / width, trim.h / height)
    inside = min(safe.w / 2 / across, safe.h / 2 / along)
    return min(cover, inside), cover <= inside + 1e-9


# --- tones ---------------------------------------------------------------------------------------


class Tones(NamedTuple):
    """The colours of drawings in a theme, on a card whose colour is `name`."""

    theme: Theme
    name: str
    # How dark lines are against those of the theme, for a drawing with many of them.
    share: float = 1.0

    @property
    def is_dark(self) -> bool:
        """True if the ground of the card is dark."""
        return self.theme.engraving.ground > 0.5

    @property
    def ground(self) -> Colour:
        """The ground of the card."""
        return self.suit(self.theme.engraving.ground)

    def suit(self, level: float) -> Colour:
        """Return a tone of the card's own colour, from 0 (paper) to 1."""
        return _ramp(_suit_ramp(self.theme, self.name), level)

    def of(self, role: str) -> Colour | None:
        """Return the colour of a role, or None if it is not drawn."""
        return _colour_of(self, role)


Ramp = tuple[tuple[float, Colour], ...]


@lru_cache(maxsize=4096)
def _colour_of(tones: Tones, role: str) -> Colour | None:
    style = tones.theme.engraving
    material, _, tone = role.partition(".")
    if material in _LEFT_OUT or role == GROUND:
        return None
    if step := _TERRACE.fullmatch(role):
        return _terrace(tones, int(step[1]))
    if role in ("halo", "shape.halo", "lamp.halo"):
        return tones.suit(min(1.0, style.ground + _HALO)) if tones.is_dark else tones.ground
    if role in RAY_ROLES or tone == "ray":
        return _ray(tones, role)
    if role in ("shine", "glow"):
        return _own(tones, "sun", 0.0 if role == "shine" else _GLOW, line=False)
    if tone not in _TONES:
        material, tone = material or role, "mid"
    line = tone in LINE_TONES
    left_out = tone == "ink" or (line and _is_faint(material, tone))
    if left_out and not style.hatch and material != EYE:
        return None
    return _own(tones, material, _TONES.index(tone), line=line)


def _terrace(tones: Tones, step: int) -> Colour | None:
    style = tones.theme.engraving
    near = step / _LAST_STEP
    if tones.is_dark:
        return tones.suit(style.ground + (_last_terrace(tones) - style.ground) * near**_CURVE)
    return tones.suit(_LIGHT_STEP * near * min(1.0, 2 * style.flats))


@lru_cache(maxsize=256)
def _last_terrace(tones: Tones) -> float:
    """Return the level of the terrace next to an object on a dark ground; it is lower for bright
    suits.
    """
    level = _DARK_STEP
    while (
        contrast(tones.suit(level), tones.ground) > _MAX_STEP
        and level < tones.theme.engraving.ground
    ):
        level += 0.02
    return level


def _ray(tones: Tones, role: str) -> Colour | None:
    style = tones.theme.engraving
    if not style.rays:
        return None
    if role in ("ray2", "sun.ray"):
        level = _GOLD_LINE if style.one_ink else _GOLD_RAY if tones.is_dark else _GOLD_RAY * 0.8
        return _ramp(_hue_ramp(tones.theme, "gold"), level)
    return tones.suit(style.rays * (_SPACED_TONE if _is_spaced(style, role) else 1))


def _is_spaced(style: EngravingShares, role: str) -> bool:
    """Return True if every other ray is left out; the remaining rays are darker."""
    return role == BURST and style.burst == SPACED


def _own(tones: Tones, name: str, tone: float, *, line: bool) -> Colour:
    """Return a tone of a material: an integer `tone` is the index of one of its levels, and a float
    is a level (0–1).
    """
    theme, style = tones.theme, tones.theme.engraving
    hue, levels, strength = _material(name, dark=tones.is_dark)
    ramp = _suit_ramp(theme, tones.name) if hue == _SUIT else _hue_ramp(theme, hue)
    level = levels[tone] if isinstance(tone, int) else tone
    if line and style.one_ink:
        if not style.hatch:  # outlines in one ink, those of gold in the colour of the card
            own = tones.suit(style.ink) if hue == "gold" else theme.roles_of["ink"]
        else:
            own = _ramp(ramp, _GOLD_LINE) if hue == "gold" else tones.suit(style.ink)
        return own if tones.share == 1 else blend(own, theme.roles_of["paper"], tones.share)
    if line:
        return _ramp(ramp, level * (style.ink + (1 - style.ink) * strength))
    if not style.flats:
        tinted = 0.0 if style.hatch or not isinstance(tone, int) else _tints(name)[tone]
        return _ramp(ramp, tinted) if tinted else theme.roles_of["paper"]
    flat = max(0.0, level - style.lightest) / (1 - style.lightest) * style.flats
    return _ramp(ramp, flat + (level - flat) * strength)


@lru_cache(maxsize=1024)
def _is_faint(material: str, tone: str) -> bool:
    """Return True for lines so pale that an outline theme leaves them out."""
    return day_level(material, tone) < _FAINT


def day_level(material: str, tone: str) -> float:
    """Return the level of a tone of a material on paper."""
    return _material(material, dark=False)[1][_TONES.index(tone)]


@cache
def _material(name: str, *, dark: bool) -> tuple[str, tuple[float, ...], float]:
    """Return the hue, the levels and the strength of a material; an unknown material has the values
    of the suit.
    """
    own = material_row(name)
    levels = own.levels or _materials().levels.day
    return own.hue, own.night if dark and own.night else levels, own.strength


@cache
def _tints(name: str) -> tuple[float, ...]:
    """Return the levels of the pale, mid and deep areas of a material in an outline theme: 0
    (paper) unless the material has `tints`.
    """
    return material_row(name).tints or (0.0, 0.0, 0.0)


_Tone = Annotated[float, Meta(ge=0, le=1)]
_Levels = tuple[_Tone, _Tone, _Tone, _Tone, _Tone, _Tone]


class MaterialRow(Part):
    """A material: the levels are for pale, mid, deep, ink, edge and rim, in this order, from 0
    (paper) to 1.
    """

    hue: str
    """its hue"""
    levels: _Levels | None = None
    """its levels; by default those of the day"""
    night: _Levels | None = None
    """its levels on a dark ground"""
    strength: _Tone = 0.0
    """how much of its tones remains where a theme lightens them"""
    tints: tuple[_Tone, _Tone, _Tone] | None = None
    """the levels of pale, mid and deep where a theme has only outlines"""
    lines: str = ""
    """the material of its lines, but for ink"""
    outlined: bool = False
    """whether its areas have an edge where a theme has only outlines"""
    skin: bool = False
    """whether lines on it are features of a face where a theme has only outlines"""


class _UsualLevels(Part):
    """Default levels."""

    day: _Levels
    """on paper"""


class Materials(Part):
    """The materials of engraved drawings: templates/materials.toml."""

    hues: dict[str, tuple[Hex, Hex, Hex, Hex]]
    """four colours, from light to dark"""
    levels: _UsualLevels
    """levels by default"""
    materials: dict[str, MaterialRow]
    """the materials by name"""


def _materials() -> Materials:
    return load_table("materials.toml", Materials)


def material_row(name: str) -> MaterialRow:
    """Return the row of a material: by its name, else by its name without its number, else the row
    for suits.
    """
    rows = _materials().materials
    return rows.get(name) or rows.get(name.rstrip("0123456789")) or rows[_SUIT]


@lru_cache(maxsize=1024)
def _suit_ramp(theme: Theme, name: str) -> Ramp:
    """Return the tones of a card's colour: paper, a tint, a bright tone, the colour, and its
    ground.
    """
    own, is_dark = theme.tones.get(name) or theme.colour(name), theme.engraving.ground > 0.5
    paper = theme.light if is_dark else theme.roles_of["paper"]
    dark = theme.grounds.get(name) if is_dark else None
    if dark is None:
        dark = blend(own, theme.dark, _TINT) if is_dark else blend(own, BLACK, _DEEP)
    if is_dark and name in theme.tones:  # a shade of gold, not of black
        dark = blend(own, BLACK, _TINT)
    bright = brighten(own)
    tint, middle = blend(bright, paper, _LIGHT), blend(bright, own, _BRIGHT)
    ramp = ((0.0, paper), (_TINT, tint), (_MIDDLE, middle), (_OWN, own))
    return (*ramp, (_GROUND, dark), (1.0, blend(dark, BLACK, _END)))


@lru_cache(maxsize=1024)
def _hue_ramp(theme: Theme, hue: str) -> Ramp:
    """Return the tones of a hue in the saturation of a theme, from paper to its dark end."""
    saturation = 1.0 if hue == _GOLD else theme.engraving.colour
    colours = [_inked(value, saturation) for value in _materials().hues[hue]]
    paper = WHITE if theme.engraving.ground > 0.5 else theme.roles_of["paper"]
    end = blend(colours[-1], BLACK, _END)
    return ((0.0, paper), *zip(_PLACES, colours, strict=True), (1.0, end))


@lru_cache(maxsize=1024)
def _inked(value: str, saturation: float) -> Colour:
    """Return a hex colour with its inks, moved towards grey if `saturation` is below 1."""
    colour = parse_hex(value)
    if saturation < 1:
        red, green, blue = colour.channels
        grey = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        colour = blend(colour, parse_hex(f"#{grey:02x}{grey:02x}{grey:02x}"), saturation)
    return replace(colour, inks=suggest_inks(colour))


@lru_cache(maxsize=8192)
def _ramp(ramp: Ramp, level: float) -> Colour:
    """Return the colour at a level of a ramp."""
    place, colour = ramp[0]
    for end, other in ramp[1:]:
        if level <= end:
            return blend(other, colour, round((level - place) / (end - place), 3))
        place, colour = end, other
    return colour


def fill_ground(tones: Tones, box: Rect) -> list[Item]:
    """Draw the ground of a card; white paper needs none."""
    return [] if tones.ground.is_white else [Path(rect_path(box), fill=tones.ground)]


def seen_on(ground: Colour, *colours: Colour) -> Colour:
    """Return the colour with the greatest contrast on a ground."""
    return max(colours, key=lambda colour: contrast(colour, ground))
