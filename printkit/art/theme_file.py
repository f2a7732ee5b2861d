"""Read and check a theme's TOML file.

The result has all tables; an error has the line of the first fault. A file with `extends` names
only its changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

import msgspec

from printkit.base import font_files
from printkit.base.content import content_path, load_content, parse_bundled_toml, parse_toml
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.face_design import COLOUR_KEYS, DESIGN_KEYS, MAX_SHARE, MIN_SHARE
from printkit.base.files import read_text
from printkit.base.font_files import FALLBACK, FontFile, OwnFonts, find_font_file
from printkit.base.limits import MAX_FALLBACKS, MAX_THEME_BYTES
from printkit.base.messages import in_language, languages
from printkit.base.plain_text import quote, shorten
from printkit.base.toml_positions import Positions
from printkit.graphics.colour import (
    MIN_TEXT_CONTRAST,
    Colour,
    Inks,
    content_colour,
    contrast,
    is_hex,
    mark_colours,
)
from printkit.graphics.scenes import scenes

# The required roles, and those with defaults made of them.
ROLES = ("paper", "ink", "accent", "cut")
MORE_ROLES = ("light", "dark", "area", "quiet", "alert")
# The tints of gold, from shadow to light.
GOLD_TINTS = 7
MIX = ("tint", "shade")
# The switches with their defaults.
SWITCHES: dict[str, Any] = {
    "outlines": False,
    "lines": 1.0,
    "measured": False,
    "plain": "",
    "night": "",
    "gap": 0.0,
}
# The bounds of switches that are numbers.
_BOUNDS = {"lines": (0.25, 2.0), "gap": (0.0, 50.0)}
_COLOURS = ("colours", "grounds", "tones", "marks")
_TABLES = ("roles", "mix", "switches", "face", "felts", "screen", "design", "fonts")
_KEYS = ("name", "extends", "gold", *_TABLES, *_COLOURS)
# The value of a ground in `face` that stands for the dark ground of the colour in `grounds`.
DARK = "dark"
# The value of `scene` in `face`: each scene in its own palette.
OWN_SCENE = "own"
# The keys of a colour: sRGB value; cyan, magenta, yellow and black in percent; name of the plate.
_COLOUR_KEYS = ("srgb", "inks", "spot")
_MAX_SPOT_NAME = 60
_INKS = len(Inks.__struct_fields__)
# The letters of a key that a message repeats.
_MAX_KEY = 48


class FaceShares(msgspec.Struct, frozen=True, rename="kebab"):
    """The parts of a face as shares of the card's colour over its ground; 0 leaves a part out.

    `ribbon` is the braid in the outer strips, `strip` their tint, `field` the guilloche behind
    pips; `disc`, `rings` and `rim` are behind a picture, `rays` around it. `pips`, `court`, `ace`,
    `special` and `number` are the grounds of the kinds of cards: a share of the colour over paper,
    or `dark`, the theme's dark ground for that colour; so are `cover`, what a booklet, a box and a
    card of text are bound in, and `token`, of dice too. `gold`: rims, plates and lines on dark
    grounds are gold. `full_bleed`: backs are printed to the cut. `scene` is the palette of
    all scenes (`graphics.scenes`), or `own` for that of each.
    """

    gold: bool = False
    full_bleed: bool = False
    ribbon: float = 0.45
    strip: float = 0.0
    field: float = 0.0
    disc: float = 0.22
    rings: float = 0.5
    rim: float = 0.85
    rays: float = 0.0
    pips: float | str = 0.0
    court: float | str = 0.0
    ace: float | str = 0.0
    special: float | str = 0.0
    number: float | str = 0.0
    cover: float | str = 0.0
    token: float | str = 1.0
    scene: str = OWN_SCENE


# What has a ground: the kinds of cards, and what lies beside them.
_GROUNDS = ("pips", "court", "ace", "special", "number", "cover", "token")


class ThemeFile:
    """A theme's file with its text, for the line of a fault; `base` is the theme it extends.

    An edition's file is read with it as well, `noun` telling which of them it is.
    """

    def __init__(self, path: Path, known: Sequence[str], place: str, noun: str = "theme") -> None:
        self.path, self.known, self.place, self.noun = path, known, place, noun
        self.text = read_text(path, noun=noun, max_bytes=MAX_THEME_BYTES)
        self.raw = parse_toml(self.text, Path(place))
        self.base: dict[str, Any] = {}

    def refuse(self, table: str, key: str, message: str, hint: str) -> NoReturn:
        """Raise PrintkitError at the line of a key, or of a whole table if `key` is empty."""
        path = (*table.split("."), *([key] if key else []))
        line = Positions(self.text).find(path)[0] if path[0] in self.raw else 0
        place = f"{self.place}:{line}" if line else self.place
        name = shorten(f"{table}.{key}" if key else table, _MAX_KEY)
        raise PrintkitError(f"{name}: {message}", location=place, hint=hint)

    def merge(
        self,
        table: str,
        nouns: str,
        read: Callable[[str, str, Any], Any],
        start: Mapping[str, Any],
        known: Collection[str] | None = None,
        *,
        message: str = "A theme has no such role.",
        needed: Sequence[str] = (),
        hint: str = "",
    ) -> dict[str, Any]:
        """Return a table, its values read one by one, over `start`. Raises PrintkitError.

        All keys are `known`, if that is given, and those `needed` are there; `hint` says how.
        """
        own: Any = self.raw
        for part in table.split("."):
            own = own.get(part, {})
            if not isinstance(own, dict):
                hint = f"Write [{table}] above its keys."
                self.refuse(table, "", "This is a table of its own.", hint)
        whole = dict(start)
        for key, value in own.items():
            if known is not None and key not in known:
                self.refuse(table, key, message, did_you_mean(key, known, nouns))
            whole[key] = read(table, key, value)
        if missing := [key for key in needed if key not in whole]:
            self.refuse(table, "", f"These {nouns} are missing: {', '.join(missing)}.", hint)
        return whole

    def colours(
        self, table: str, needed: Sequence[str] = (), known: Collection[str] | None = None
    ) -> dict[str, Colour]:
        """Return colours by name, those of the base first."""
        hint = 'Give each a colour, or begin the file with extends = "classic".'
        start = self.base.get(table, {})
        return self.merge(table, table, self.colour, start, known, needed=needed, hint=hint)

    def marks(self) -> dict[str, Colour]:
        """Return the colours of marks by role; each keeps its plate unless it names another."""
        roles = mark_colours()
        own = self.merge("marks", "roles", self.colour, self.base.get("marks", roles), roles)
        return {
            name: msgspec.structs.replace(colour, spot=colour.spot or roles[name].spot)
            for name, colour in own.items()
        }

    def sets(self, table: str, message: str) -> dict[str, dict[str, Colour]]:
        """Return the sets of colours of a file of content: felts, pages for the screen."""
        start = self.base.get(table) or {
            name: {part: content_colour(value) for part, value in parts.items()}
            for name, parts in load_content(f"{table}.toml").items()
        }

        def read(table: str, key: str, value: Any) -> dict[str, Colour]:
            own = start[key]
            return self.merge(f"{table}.{key}", "roles", self.colour, own, own)

        return self.merge(table, table, read, start, start, message=message)

    def colour(self, table: str, key: str, value: Any) -> Colour:
        """Read `"#rrggbb"`, or a table of it with inks and a spot name."""
        parts = value if isinstance(value, dict) else {"srgb": value}
        for part in parts:
            if part not in _COLOUR_KEYS:
                hint = did_you_mean(part, _COLOUR_KEYS, "keys")
                self.refuse(table, key, f"A colour has no “{part}”.", hint)
        srgb, inks, spot = (parts.get(part) for part in _COLOUR_KEYS)
        if not isinstance(srgb, str) or not is_hex(srgb):
            hint = 'Write six hexadecimal digits: "#0072b2".'
            if isinstance(value, dict):
                hint = 'Write how it looks, srgb = "#0072b2", beside its inks.'
            self.refuse(table, key, f"{quote('' if srgb is None else srgb)} is not a colour.", hint)
        if spot is not None and not _is_spot_name(spot):
            hint = f'Name its plate in at most {_MAX_SPOT_NAME} letters: spot = "CutContour".'
            self.refuse(table, key, "This is not the name of a spot colour.", hint)
        if inks is not None and (not isinstance(inks, list) or len(inks) != _INKS):
            hint = "Write cyan, magenta, yellow and black in per cent: inks = [100, 55, 0, 10]."
            self.refuse(table, key, "These are not four inks.", hint)
        shares = [self.number(table, key, ink, 100) for ink in inks or ()]
        return Colour(srgb.lower(), Inks(*shares) if shares else None, spot or "")

    def number(
        self, table: str, key: str, value: Any, maximum: float = 1, minimum: float = 0
    ) -> float:
        """Read a number within bounds, by default a share."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not minimum <= value <= maximum:
            hint = f"Write a number from {minimum:g} to {maximum:g}."
            self.refuse(table, key, f"{quote(value)} cannot be used.", hint)
        return float(value)

    def flag(self, table: str, key: str, value: Any) -> bool:
        """Read a truth value."""
        if not isinstance(value, bool):
            self.refuse(table, key, f"{quote(value)} cannot be used.", "Write true or false.")
        return value

    def choice(self, table: str, key: str, value: Any, choices: Collection[str]) -> Any:
        """Read one of some words."""
        if value not in choices:
            hint = did_you_mean(str(value), choices, "choices")
            self.refuse(table, key, f"{quote(value)} cannot be used.", hint)
        return value

    def switch(self, table: str, key: str, value: Any) -> Any:
        """Read a switch: a number, the name of a theme, or a truth value."""
        if key in _BOUNDS:
            minimum, maximum = _BOUNDS[key]
            return self.number(table, key, value, maximum, minimum)
        if key not in ("plain", "night"):
            return self.flag(table, key, value)
        if key == "plain" and _is_file_beside(value, self.path):
            return str(self.path.parent / value)
        if value not in self.known:
            hint = did_you_mean(str(value), self.known, "themes")
            self.refuse(table, key, f"There is no theme {quote(value)}.", hint)
        return value

    def face(self) -> FaceShares:
        """Read the shares of faces; missing ones are those of the base."""
        start = msgspec.to_builtins(self.base.get("face", FaceShares()))

        def read(table: str, key: str, value: Any) -> Any:
            if isinstance(start[key], bool):
                return self.flag(table, key, value)
            if key == "scene":
                return self.choice(table, key, value, (OWN_SCENE, *scenes()))
            return DARK if key in _GROUNDS and value == DARK else self.number(table, key, value)

        shares = self.merge("face", "keys", read, start, start, message="Faces have no such key.")
        return msgspec.convert(shares, FaceShares)

    def fonts(self) -> OwnFonts:
        """Read the fonts by role, and those for what all others lack."""

        def font(table: str, key: str, value: Any) -> FontFile:
            axes = dict(value) if isinstance(value, dict) else {"file": value}
            name = axes.pop("file", None)
            hint = 'Write "file.ttf", or { file = "file.ttf", wght = 640 }.'
            if not isinstance(name, str):
                self.refuse(table, key, "A font is a file beside the theme.", hint)
            places = {axis: self.number(table, key, axes[axis], 9999, -9999) for axis in axes}
            try:
                return find_font_file(name, places, self.path.parent)
            except ValueError as error:
                self.refuse(table, key, f"{quote(name)} {error}.", hint)

        def read(table: str, key: str, value: Any) -> tuple[FontFile, ...]:
            if key != FALLBACK:
                return (font(table, key, value),)
            if not isinstance(value, list) or len(value) > MAX_FALLBACKS:
                self.refuse(table, key, "This is not a list of fonts.", MAX_FALLBACKS.allowed)
            return tuple(font(table, key, item) for item in value)

        own = self.merge("fonts", "roles", read, {}, (*font_files.ROLES, FALLBACK))
        fallback = own.pop(FALLBACK, ())
        return OwnFonts(tuple((role, files[0]) for role, files in own.items()), fallback)

    def design(self) -> dict[str, Any]:
        """Read the look of own faces, that of the base first."""

        def read(table: str, key: str, value: Any) -> Any:
            if key in COLOUR_KEYS:
                return self.colour(table, key, value)
            if key == "share":
                return self.number(table, key, value, MAX_SHARE, MIN_SHARE)
            choices = get_args(DESIGN_KEYS[key])
            if choices:
                return self.choice(table, key, value, choices)
            return self.flag(table, key, value)

        start = self.base.get("design", {})
        message = "Faces have no such key."
        return self.merge("design", "keys", read, start, DESIGN_KEYS, message=message)

    def gold(self) -> tuple[Colour, ...]:
        """Return the tints of gold, by default those of the base."""
        if (tints := self.raw.get("gold")) is None:
            return tuple(self.base.get("gold", ()))
        if not isinstance(tints, list) or len(tints) != GOLD_TINTS:
            message = f"Gold has {GOLD_TINTS} tints, from shadow to light."
            self.refuse("gold", "", message, f"Write a list of {GOLD_TINTS} colours.")
        return tuple(self.colour("gold", "", tint) for tint in tints)

    def name(self) -> dict[str, str]:
        """Return the theme's name in every language. A file that extends a theme needs none."""
        if self.base and "name" not in self.raw:
            return dict.fromkeys(languages(), self.path.stem)
        name = self.raw.get("name")
        texts: dict[str, Any] = name if isinstance(name, dict) and name else {"": ""}
        if not all(isinstance(words, str) and words.strip() for words in texts.values()):
            hint = 'Write one in each language: name = { en = "dusk", fr = "crépuscule" }.'
            message = "A theme needs its name."
            if self.noun != "theme":
                message = "An edition needs its name."
            self.refuse("name", "", message, hint)
        return {language: in_language(texts, language).strip() for language in languages()}


def read_theme(path: Path, known: Sequence[str], label: str) -> dict[str, Any]:
    """Return the tables of a theme's file, complete. Raises PrintkitError with file and line."""
    file = ThemeFile(path, known, label)
    for key in file.raw:
        if key not in _KEYS:
            file.refuse(key, "", "A theme has no such key.", did_you_mean(key, _KEYS, "keys"))
    if "extends" in file.raw:
        file.base = _read_base(file, file.raw["extends"])
    base = file.base
    hint = "They say how much of a card's colour is mixed with the paper: tint = 0.12."
    no_share, no_switch = "A theme has no such share.", "A theme has no such switch."
    mix, switches = base.get("mix", {}), {**SWITCHES, **base.get("switches", {})}
    whole: dict[str, Any] = {
        "roles": file.colours("roles", ROLES, (*ROLES, *MORE_ROLES)),
        "mix": file.merge(
            "mix", "shares", file.number, mix, MIX, message=no_share, needed=MIX, hint=hint
        ),
        "switches": file.merge(
            "switches", "switches", file.switch, switches, SWITCHES, message=no_switch
        ),
        "face": file.face(),
        "grounds": file.colours("grounds"),
        "tones": file.colours("tones"),
        "colours": file.colours("colours", _required_colours(path)),
        "marks": file.marks(),
        "felts": file.sets("felts", "A theme has no such felt."),
        "screen": file.sets("screen", "A page for the screen is light or dark."),
        "gold": file.gold(),
        "fonts": file.fonts(),
        "design": file.design(),
        "name": file.name(),
    }
    ink, paper = whole["roles"]["ink"], whole["roles"]["paper"]
    if (ratio := contrast(ink, paper)) < MIN_TEXT_CONTRAST:
        key = "ink" if "ink" in file.raw.get("roles", {}) else "paper"
        message = (
            f"Ink {ink} on paper {paper} has a contrast of {ratio:.1f} : 1; nobody can read it."
        )
        hint = f"Choose two that have {MIN_TEXT_CONTRAST} : 1 or more."
        file.refuse("roles", key, message, hint)
    return whole


def _read_base(file: ThemeFile, name: Any) -> dict[str, Any]:
    """Return the tables of the bundled theme that a file extends. Raises PrintkitError."""
    if not isinstance(name, str) or name not in file.known:
        hint = did_you_mean(str(name), file.known, "themes")
        file.refuse("extends", "", f"There is no theme “{name}” to build on.", hint)
    bundled = content_path("themes", f"{name}.toml")
    if file.path.resolve() == bundled.resolve():
        file.refuse("extends", "", "A theme cannot be based on itself.", "Leave it out.")
    return read_theme(bundled, file.known, f"themes/{name}.toml")


def _required_colours(path: Path) -> tuple[str, ...]:
    """Return the names of the required colours: those of the default theme."""
    default = content_path("themes", "classic.toml")
    if path.resolve() == default.resolve():
        return ()
    read = parse_bundled_toml(default.read_text(encoding="utf-8"), default)
    return tuple(read["colours"])


def _is_spot_name(spot: Any) -> bool:
    is_name = isinstance(spot, str) and spot.isprintable() and spot.strip() == spot
    return is_name and 0 < len(spot) <= _MAX_SPOT_NAME


def _is_file_beside(value: Any, path: Path) -> bool:
    """Return True if a value names a theme's file in the folder of `path`."""
    is_name = isinstance(value, str) and value.lower().endswith(".toml")
    return is_name and Path(value).name == value and (path.parent / value).is_file()
