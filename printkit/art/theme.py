"""Read themes and editions from their files.

A theme has all tables, and a file with `extends` lists only its changes. Errors include the line
number.

Content: templates/editions/*.toml, or a user's file, which is read like a theme. It has colours of
backs and faces, colours of scenes, and three drawings: a picture, a plant and a sky object.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NoReturn, get_args

import msgspec
from msgspec.structs import replace

from printkit.base import design
from printkit.base.content import (
    Positions,
    content_files,
    content_path,
    load_content,
    parse_bundled_toml,
    parse_toml,
)
from printkit.base.design import (
    COLOUR_KEYS,
    DESIGN_KEYS,
    FALLBACK,
    MAX_SHARE,
    MIN_SHARE,
    NO_FONTS,
    FontFile,
    OwnFonts,
    find_font_file,
)
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import file_stamp, read_text
from printkit.base.limits import MAX_FALLBACKS, MAX_THEME_BYTES
from printkit.base.messages import in_language, languages
from printkit.base.sentences import MAX_TYPED, Sentence, join_sentences, name_some, quote, shorten
from printkit.graphics.colour import (
    BLACK,
    EDGE,
    GOLD,
    INDEX,
    MIN_TEXT_CONTRAST,
    MIN_VISIBLE_CONTRAST,
    WHITE,
    Colour,
    Inks,
    black_alone,
    blend,
    content_colour,
    contrast,
    is_hex,
    mark_colours,
    parse_hex,
    scenes,
    with_roles,
)
from printkit.graphics.display_list import Stroke
from printkit.graphics.measures import HAIRLINE, LINE

# --- theme file ----------------------------------------------------------------------------------

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
_TABLES = ("roles", "mix", "switches", "face", "engraving", "felts", "screen", "design", "fonts")
_KEYS = ("name", "extends", "gold", *_TABLES, *_COLOURS)
# The value of a ground in `face` that selects the dark ground of the colour in `grounds`.
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
    or `dark`, the theme's dark ground for that colour. So are `cover`, for booklet covers, boxes
    and cards of text, and `token`, for tokens and dice. `gold`: rims, plates and lines on dark
    grounds are gold. `full_bleed`: backs are printed to the cut. `scene` is the palette of all
    scenes (`graphics.scenes`), or `own` for the palette of each.
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


class EngravingShares(msgspec.Struct, frozen=True, rename="kebab"):
    """How engraved drawings are printed.

    `lines` multiplies the widths of their lines. `ground`, `flats`, `ink` and `rays` are from 0
    (paper) to 1 (the darkest tone of the colour): the ground of the card, the darkest area, the
    lines of things and those of the ground; without `rays` there are no lines of the ground. Tones
    up to `lightest` are paper. `hatch` draws the lines that shade, `sparse` only every other of
    them, `cross` hatches dark areas in addition, `one-ink` draws all lines but those of gold in the
    ink of the card. `colour` is the saturation of things that have a colour of their own.
    """

    lines: float = 0.85
    ground: float = 0.0
    flats: float = 0.5
    lightest: float = 0.3
    ink: float = 0.8
    rays: float = 0.2
    hatch: bool = True
    sparse: bool = False
    cross: bool = False
    one_ink: bool = False
    colour: float = 1.0


# Items with a ground: the kinds of cards, and covers and tokens.
_GROUNDS = ("pips", "court", "ace", "special", "number", "cover", "token")


class ThemeFile:
    """A theme's file with its text, for the lines of errors; `base` is the theme that it extends.

    It also reads the file of an edition; `noun` is the word for the kind of file.
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
        raise PrintkitError(
            Sentence("{name}: {message}", name=name, message=Sentence(message)),
            location=place,
            hint=hint,
        )

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
        """Read the values of a table over `start`, and return the result. Raises PrintkitError.

        If `known` is given, all keys must be in it, and the `needed` keys must be present; `hint`
        is the hint of the error.
        """
        own: Any = self.raw
        for part in table.split("."):
            own = own.get(part, {})
            if not isinstance(own, dict):
                hint = Sentence("Write [{table}] above its keys.", table=table)
                self.refuse(table, "", "This is a table of its own.", hint)
        whole = dict(start)
        for key, value in own.items():
            if known is not None and key not in known:
                self.refuse(table, key, message, did_you_mean(key, known, nouns))
            whole[key] = read(table, key, value)
        if missing := [key for key in needed if key not in whole]:
            self.refuse(
                table,
                "",
                Sentence(
                    "These {nouns} are missing: {missing}.",
                    nouns=Sentence(nouns),
                    missing=name_some(missing),
                ),
                hint,
            )
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
                self.refuse(table, key, Sentence("A colour has no “{part}”.", part=part), hint)
        srgb, inks, spot = (parts.get(part) for part in _COLOUR_KEYS)
        if not isinstance(srgb, str) or not is_hex(srgb):
            hint = 'Write six hexadecimal digits: "#0072b2".'
            if isinstance(value, dict):
                hint = 'Write how it looks, srgb = "#0072b2", beside its inks.'
            self.refuse(
                table,
                key,
                Sentence("{srgb} is not a colour.", srgb=quote("" if srgb is None else srgb)),
                hint,
            )
        if spot is not None and not _is_spot_name(spot):
            hint = Sentence(
                'Name its plate in at most {max_spot_name} letters: spot = "CutContour".',
                max_spot_name=_MAX_SPOT_NAME,
            )
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
            hint = Sentence(
                "Write a number from {minimum} to {maximum}.",
                minimum=f"{minimum:g}",
                maximum=f"{maximum:g}",
            )
            self.refuse(table, key, Sentence("{value} cannot be used.", value=quote(value)), hint)
        return float(value)

    def flag(self, table: str, key: str, value: Any) -> bool:
        """Read a boolean."""
        if not isinstance(value, bool):
            self.refuse(
                table,
                key,
                Sentence("{value} cannot be used.", value=quote(value)),
                "Write true or false.",
            )
        return value

    def choice(self, table: str, key: str, value: Any, choices: Collection[str]) -> Any:
        """Read one of some words."""
        if value not in choices:
            hint = did_you_mean(str(value), choices, "choices")
            self.refuse(table, key, Sentence("{value} cannot be used.", value=quote(value)), hint)
        return value

    def switch(self, table: str, key: str, value: Any) -> Any:
        """Read a switch: a number, the name of a theme, or a boolean."""
        if key in _BOUNDS:
            minimum, maximum = _BOUNDS[key]
            return self.number(table, key, value, maximum, minimum)
        if key not in ("plain", "night"):
            return self.flag(table, key, value)
        if key == "plain" and _is_file_beside(value, self.path):
            return str(self.path.parent / value)
        if value not in self.known:
            hint = did_you_mean(str(value), self.known, "themes")
            self.refuse(
                table, key, Sentence("There is no theme {value}.", value=quote(value)), hint
            )
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

    def engraving(self) -> EngravingShares:
        """Read how drawings are engraved; missing values are those of the base."""
        start = msgspec.to_builtins(self.base.get("engraving", EngravingShares()))

        def read(table: str, key: str, value: Any) -> Any:
            if isinstance(start[key], bool):
                return self.flag(table, key, value)
            minimum, maximum = _BOUNDS.get(key, (0, 1))
            return self.number(table, key, value, maximum, minimum)

        message = "Drawings have no such key."
        shares = self.merge("engraving", "keys", read, start, start, message=message)
        return msgspec.convert(shares, EngravingShares)

    def fonts(self) -> OwnFonts:
        """Read the fonts by role, and the fallbacks for missing letters."""

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
                fault = Sentence("{name} {fault}.", name=quote(name), fault=error)
                self.refuse(table, key, fault, hint)

        def read(table: str, key: str, value: Any) -> tuple[FontFile, ...]:
            if key != FALLBACK:
                return (font(table, key, value),)
            if not isinstance(value, list) or len(value) > MAX_FALLBACKS:
                self.refuse(table, key, "This is not a list of fonts.", MAX_FALLBACKS.allowed)
            return tuple(font(table, key, item) for item in value)

        own = self.merge("fonts", "roles", read, {}, (*design.ROLES, FALLBACK))
        fallback = own.pop(FALLBACK, ())
        return OwnFonts(tuple((role, files[0]) for role, files in own.items()), fallback)

    def design(self) -> dict[str, Any]:
        """Read the design of users' faces over the design of the base."""

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
            message = Sentence(
                "Gold has {gold_tints} tints, from shadow to light.", gold_tints=GOLD_TINTS
            )
            self.refuse(
                "gold",
                "",
                message,
                Sentence("Write a list of {gold_tints} colours.", gold_tints=GOLD_TINTS),
            )
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
        "engraving": file.engraving(),
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
        message = Sentence(
            "Ink {ink} on paper {paper} has a contrast of {ratio} : 1; nobody can read it.",
            ink=ink,
            paper=paper,
            ratio=f"{ratio:.1f}",
        )
        hint = Sentence(
            "Choose two that have {min_text_contrast} : 1 or more.",
            min_text_contrast=MIN_TEXT_CONTRAST,
        )
        file.refuse("roles", key, message, hint)
    return whole


def _read_base(file: ThemeFile, name: Any) -> dict[str, Any]:
    """Return the tables of the bundled theme that a file extends. Raises PrintkitError."""
    if not isinstance(name, str) or name not in file.known:
        hint = did_you_mean(str(name), file.known, "themes")
        file.refuse(
            "extends", "", Sentence("There is no theme “{name}” to build on.", name=name), hint
        )
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
    """Return True if a value is the name of a theme's file in the folder of `path`."""
    is_name = isinstance(value, str) and value.lower().endswith(".toml")
    return is_name and Path(value).name == value and (path.parent / value).is_file()


# --- edition -------------------------------------------------------------------------------------

_FOLDER, _ART, _COVER = "editions", "art/editions", "-cover.svg"
_EDITION_KEYS = ("name", "year", "motto", "picture", "flora", "sky", "colours", "grounds", "backs")
_EDITION_TABLES = (*_EDITION_KEYS, "scenes")
# The range of an edition's year, and the maximum number of letters of its motto.
_YEARS, _MAX_MOTTO = (1, 9999), 60
# The number of a deck, of how many: 12 or 12/50.
_NUMBER = re.compile(r"(\d{1,6})(?:\s*/\s*(\d{1,6}))?")


class Edition(msgspec.Struct, frozen=True, eq=False):
    """An edition as its TOML file defines it; each file has one object, hashed by identity.

    `name` and `motto` are by language. `colours` replace those of a theme by name, `grounds` its
    dark grounds, `backs` the colours of backs alone; `scenes` are all palettes of scenes. `picture`
    is a drawing twice as high as wide, `flora` a plant with its root at the foot, `sky` a sky
    object; each may be None.
    """

    key: str
    name: Mapping[str, str]
    year: int
    motto: Mapping[str, str]
    colours: Mapping[str, Colour]
    grounds: Mapping[str, Colour]
    backs: Mapping[str, Colour]
    scenes: Mapping[str, Mapping[str, Colour]]
    picture: Path | None = None
    flora: Path | None = None
    sky: Path | None = None

    @property
    def drawings(self) -> tuple[Path, ...]:
        """The files of its drawings."""
        return tuple(path for path in (self.picture, self.flora, self.sky) if path is not None)


def edition_names() -> list[str]:
    """Return the names of the editions, in alphabetical order."""
    return list(content_files(_FOLDER))


def edition(key: str) -> Edition:
    """Return an edition by name, or by the path of its file (`*.toml`). Raises PrintkitError.

    An edited file is read again.
    """
    if not key.lower().endswith(".toml"):
        return _load(key)
    return _load(key, os.path.abspath(key), file_stamp(Path(key)))


def check_number(typed: str) -> None:
    """Raise PrintkitError unless a text is the number of a deck, such as 12 or 12/50."""
    match = _NUMBER.fullmatch(typed.strip())
    if match is None or not int(match[1]):
        raise PrintkitError(
            Sentence("“{typed}” is not the number of a deck.", typed=shorten(typed, MAX_TYPED)),
            hint="Write 12, or 12/50 for the twelfth of fifty.",
        )
    if match[2] and int(match[2]) < int(match[1]):
        raise PrintkitError(
            Sentence("There is no deck {match} among {match2}.", match=match[1], match2=match[2]),
            hint="Write the number first, then how many there are: 12/50.",
        )


@cache
def _load(key: str, path_now: str = "", stamp: tuple[int, ...] = ()) -> Edition:
    if not path_now and key not in edition_names():
        known = did_you_mean(key, edition_names(), "editions")
        own = "Name one of your own by its file: my-edition.toml."
        raise PrintkitError(
            Sentence("There is no edition “{key}”.", key=key), hint=join_sentences(known, own)
        )
    path = Path(key) if path_now else content_path(_FOLDER, f"{key}.toml")
    file = ThemeFile(path, (), key if path_now else f"{_FOLDER}/{key}.toml", noun="edition")
    for table in file.raw:
        if table not in _EDITION_TABLES:
            hint = did_you_mean(table, _EDITION_TABLES, "keys")
            file.refuse(table, "", "An edition has no such key.", hint)
    known_colours = load_content("themes/classic.toml")["colours"]
    named = {
        table: file.merge(
            table, "colours", file.colour, {}, known_colours, message="No theme has such a colour."
        )
        for table in ("colours", "grounds", "backs")
    }
    return Edition(
        path.stem,
        file.name(),
        _read_year(file),
        _read_motto(file),
        scenes=_read_scenes(file),
        picture=_read_drawing(file, "picture", _COVER),
        flora=_read_drawing(file, "flora", ".svg"),
        sky=_read_drawing(file, "sky", ".svg"),
        **named,
    )


def _read_year(file: ThemeFile) -> int:
    year, (first, last) = file.raw.get("year"), _YEARS
    if not isinstance(year, int) or isinstance(year, bool) or not first <= year <= last:
        file.refuse("year", "", "An edition needs its year.", "Write it in figures: year = 2026.")
    return year


def _read_motto(file: ThemeFile) -> dict[str, str]:
    motto = file.raw.get("motto", {})
    texts: dict[str, Any] = motto if isinstance(motto, dict) else {"": motto}
    if not all(isinstance(text, str) and len(text) <= _MAX_MOTTO for text in texts.values()):
        hint = 'Write one in each language: motto = { en = "…", fr = "…" }.'
        file.refuse(
            "motto",
            "",
            Sentence("A motto is a text of at most {max_motto} letters.", max_motto=_MAX_MOTTO),
            hint,
        )
    return {language: in_language(texts, language) if texts else "" for language in languages()}


def _read_drawing(file: ThemeFile, key: str, suffix: str) -> Path | None:
    """Return a drawing: a bundled one by its name, or a file beside that of the edition."""
    name = file.raw.get(key)
    if name is None:
        return None
    bundled = content_files(_ART, suffix)
    if suffix != _COVER:
        bundled = {one: path for one, path in bundled.items() if not f"{one}.svg".endswith(_COVER)}
    if isinstance(name, str) and name.lower().endswith(".svg"):
        path = file.path.parent / name
        if Path(name).name != name or not path.is_file():
            hint = "Put it beside the file of the edition."
            file.refuse(key, "", Sentence("There is no drawing {name}.", name=quote(name)), hint)
        return path
    if not isinstance(name, str) or name not in bundled:
        known = did_you_mean(str(name), bundled, "drawings")
        hint = join_sentences(known, "Name one of your own by its file: my-drawing.svg.")
        file.refuse(key, "", Sentence("There is no drawing {name}.", name=quote(name)), hint)
    return bundled[name]


def _read_scenes(file: ThemeFile) -> dict[str, Mapping[str, Colour]]:
    """Return all palettes of scenes, with the roles replaced that the edition sets."""
    bundled = scenes()

    def read(table: str, key: str, value: Any) -> Mapping[str, Colour]:
        own = file.merge(
            f"{table}.{key}",
            "roles",
            file.colour,
            {},
            bundled[key],
            message="No scene has this role.",
        )
        whole = with_roles(key, own)
        if EDGE in whole and (ratio := contrast(whole[INDEX], whole[EDGE])) < MIN_TEXT_CONTRAST:
            message = Sentence(
                "The index has a contrast of {ratio} : 1 on the edge; nobody can read it.",
                ratio=f"{ratio:.1f}",
            )
            hint = Sentence(
                "Choose two that have {min_text_contrast} : 1 at least.",
                min_text_contrast=MIN_TEXT_CONTRAST,
            )
            file.refuse(f"{table}.{key}", INDEX if INDEX in own else EDGE, message, hint)
        return whole

    return file.merge("scenes", "scenes", read, bundled, bundled, message="There is no such scene.")


# --- theme ---------------------------------------------------------------------------------------

# The least contrast (WCAG) between a card's colour and light skin in a dark theme.
_APART = 1.7
DEFAULT = "classic"
# The tint of gold for lines on light paper, from the darkest.
_GOLD_RULE = 2
PALETTE_ROLES = ("ink", "area", "main", "shade", "tint", "paper", "accent", "light", "dark")


def line_weight(width: float, factor: float) -> float:
    """Return a line's weight multiplied by `factor`, never below a hairline."""
    return max(HAIRLINE, width * factor)


class Palette(msgspec.Struct, frozen=True, cache_hash=True):
    """The roles of one card's colours.

    `main` is the card's colour, `shade` and `tint` are mixed from it. Text and lines are in `ink`,
    larger areas in `area`; `light` and `dark` are light and black on any ground. If `solid`, shapes
    are filled, else drawn as outlines. `lines` multiplies the line weights of frames and backs.
    `scene` is the palette of all scenes, or `own` for that of each. `edition` changes scenes.
    """

    ink: Colour
    main: Colour
    shade: Colour
    tint: Colour
    paper: Colour
    accent: Colour
    light: Colour = WHITE
    dark: Colour = BLACK
    area: Colour = BLACK
    solid: bool = True
    lines: float = 1.0
    scene: str = OWN_SCENE
    edition: Edition | None = None

    def roles(self) -> Mapping[str, Colour]:
        """Return the colours by role."""
        return {role: getattr(self, role) for role in PALETTE_ROLES}

    @property
    def key(self) -> str:
        """The part of a symbol's key that identifies these colours."""
        return "-".join(colour.name for colour in (self.main, self.paper, self.ink))

    def on_main(self) -> Colour:
        """Paper or ink, whichever has more contrast with the card's own colour."""
        return max((self.paper, self.ink), key=lambda colour: contrast(colour, self.main))

    def line_weight(self, width: float) -> float:
        """Return the weight of a line in this theme, never below a hairline."""
        return line_weight(width, self.lines)

    def stroke(self, width: float = LINE) -> Stroke:
        """Return a stroke in the card's colour, `width` mm in a theme of normal lines."""
        return Stroke(self.main, line_weight(width, self.lines))

    def for_pictures(self) -> Palette:
        """Return the palette of a picture: of faces and hands, of the sky.

        On a dark ground lit parts stay light and features dark, before a field of half tone.
        """
        if contrast(self.ink, WHITE) >= contrast(self.paper, WHITE):
            return self
        light, dark = self.light, self.dark
        main = self.main if contrast(self.main, light) >= _APART else blend(self.main, dark, 0.55)
        return replace(
            self,
            ink=dark,
            area=dark,
            paper=light,
            main=main,
            shade=blend(main, dark, 0.68),
            tint=blend(main, dark, 0.34),
        )


class Theme(msgspec.Struct, frozen=True, eq=False):
    """A theme as its TOML file defines it; each file has one object, hashed by identity.

    `measured`: ink is measured in every build. `plain` names the theme for products on plain paper
    (a chart), `night` the theme for a dark screen, if any. `gap` is the default distance of cards
    on a sheet. `grounds` are the dark grounds of colours, `tones` the colours mixed instead of them
    (gold for black), `gold` the tints of gold from shadow to light. `marks` are the colours of
    marks around pieces, `felts` those of felts by the colour of the deck's back, `screen` those of
    pages for the screen, `light` and `dark`. `design` are its choices for user faces (see
    `DESIGN_KEYS`). `fonts` are its fonts. `cards` is the theme of the cards on a surface, if this
    is the theme of a surface; `edition` is that of the print.
    """

    key: str
    name: Mapping[str, str]
    roles_of: Mapping[str, Colour]
    mix: Mapping[str, float]
    colours: Mapping[str, Colour]
    solid: bool
    lines: float
    measured: bool
    plain: str
    night: str
    gap: float
    face: FaceShares
    engraving: EngravingShares
    grounds: Mapping[str, Colour]
    tones: Mapping[str, Colour]
    gold: tuple[Colour, ...]
    marks: Mapping[str, Colour]
    felts: Mapping[str, Mapping[str, Colour]]
    screen: Mapping[str, Mapping[str, Colour]]
    design: Mapping[str, Any]
    fonts: OwnFonts = NO_FONTS
    cards: Theme | None = None
    edition: Edition | None = None

    @property
    def light(self) -> Colour:
        """The light colour on any ground: by default the lighter of paper and ink."""
        return self.roles_of.get("light") or min(self._paper_and_ink, key=_darkness)

    @property
    def dark(self) -> Colour:
        """The black of any ground: by default the darker of paper and ink, in black alone."""
        darker = max(self._paper_and_ink, key=_darkness)
        return self.roles_of.get("dark") or black_alone(darker)

    @property
    def _paper_and_ink(self) -> tuple[Colour, Colour]:
        return self.roles_of["paper"], self.roles_of["ink"]

    def colour(self, name: str) -> Colour:
        """Return a colour by its name or `#rrggbb`. Raises PrintkitError for an unknown name."""
        if name.startswith("#"):  # a definition's own, chosen for white paper
            return self._ensure_visible(parse_hex(name))
        if name in self.colours:
            return self.colours[name]
        raise PrintkitError(
            Sentence("The theme “{key}” has no colour “{name}”.", key=self.key, name=name),
            location=f"themes/{self.key}.toml",
            hint=did_you_mean(name, self.colours, "colours"),
        )

    def back(self, name: str) -> Colour:
        """Return the colour of backs of this name. Raises PrintkitError for an unknown name."""
        own = self.edition.backs.get(name) if self.edition is not None else None
        return self.colour(name) if own is None else self._ensure_visible(own)

    def back_ground(self, name: str) -> Colour | None:
        """Return the dark ground of backs of this name, if there is one."""
        own = self.edition is not None and name in self.edition.backs
        return None if own else self.grounds.get(name)

    def _ensure_visible(self, colour: Colour) -> Colour:
        """Return the colour, moved towards ink if it would not be visible on a dark ground."""
        ink, paper = self.roles_of["ink"], self.roles_of["paper"]
        if contrast(ink, WHITE) >= MIN_TEXT_CONTRAST:
            return colour
        steps = (blend(ink, colour, share / 10) for share in range(11))
        return next(step for step in steps if contrast(step, paper) >= MIN_VISIBLE_CONTRAST)

    @lru_cache(maxsize=256)  # noqa: B019  (there is one theme object a file)
    def palette(self, name: str) -> Palette:
        """Return the palette of a card whose colour has this name."""
        main, paper = self.colour(name), self.roles_of["paper"]
        return Palette(
            ink=self.roles_of["ink"],
            main=main,
            shade=blend(main, paper, self.mix["shade"]),
            tint=blend(main, paper, self.mix["tint"]),
            paper=paper,
            accent=self.roles_of["accent"],
            light=self.light,
            dark=self.dark,
            area=self.roles_of["area"],
            solid=self.solid,
            lines=self.lines,
            scene=self.face.scene,
            edition=self.edition,
        )

    def line_weight(self, width: float) -> float:
        """Return the weight of a line in this theme, never below a hairline."""
        return line_weight(width, self.lines)

    def wash(self, colour: Colour) -> Colour:
        """Return the colour that is mixed with paper for pale grounds: gold in a theme of gold."""
        return self.roles_of["accent"] if self.face.gold else colour

    def rule_colour(self, colour: Colour) -> Colour:
        """Return the colour of frames and rules on paper: gold in a theme of gold."""
        return self.gold[_GOLD_RULE] if self.face.gold else colour


def _darkness(colour: Colour) -> float:
    return contrast(colour, WHITE)


def theme_names() -> list[str]:
    """Return the names of the themes, in alphabetical order."""
    return list(content_files("themes"))


def theme(key: str) -> Theme:
    """Return a theme by name, or by the path of its file (`*.toml`). Raises PrintkitError.

    An edited file is read again.
    """
    if not _is_file_name(key):
        return _load_theme(key)
    return _load_theme(key, os.path.abspath(key), file_stamp(Path(key)))


def _is_file_name(key: str) -> bool:
    return key.lower().endswith(".toml")


@cache
def _load_theme(key: str, path_now: str = "", stamp: tuple[int, ...] = ()) -> Theme:
    own = _is_file_name(key)
    if not own and key not in theme_names():
        known = did_you_mean(key, theme_names(), "themes")
        hint = join_sentences(known, "Name one of your own by its file: my-theme.toml.")
        raise PrintkitError(Sentence("There is no theme “{key}”.", key=key), hint=hint)
    path = Path(key) if own else content_path("themes", f"{key}.toml")
    data = read_theme(path, theme_names(), key if own else f"themes/{key}.toml")
    switches, roles = data.pop("switches"), data.pop("roles")
    roles = {"area": roles["ink"], "quiet": roles["ink"], "alert": roles["accent"], **roles}
    data["gold"] = tuple(
        replace(tint, role=GOLD) for tint in data["gold"] or _mix_gold(roles["accent"])
    )
    if data["face"].gold:
        roles["accent"] = replace(roles["accent"], role=GOLD)
    switches["plain"] = switches["plain"] or DEFAULT
    solid = not switches.pop("outlines")
    return Theme(path.stem, roles_of=roles, solid=solid, **switches, **data)


@cache
def in_edition(look: Theme, own: Edition | None) -> Theme:
    """Return a theme in the colours of an edition, if any: its scenes, faces and backs."""
    if own is None:
        return look
    colours = {name: look._ensure_visible(colour) for name, colour in own.colours.items()}
    grounds = {name: look.grounds[name] for name in look.grounds if name not in colours}
    return replace(
        look, colours={**look.colours, **colours}, grounds={**grounds, **own.grounds}, edition=own
    )


def _mix_gold(accent: Colour) -> tuple[Colour, ...]:
    """Return the default tints of gold, from shadow to light."""
    shadows = (blend(accent, BLACK, share) for share in (0.64, 0.73, 0.83, 0.92, 1))
    return (*shadows, *(blend(WHITE, accent, share) for share in (0.25, 0.6)))


def plain_paper_theme(chosen: Theme) -> Theme:
    """Return the theme for plain paper, where the ink of a dark theme would be illegible."""
    for key in (chosen.plain, DEFAULT):
        if contrast(chosen.roles_of["ink"], WHITE) >= MIN_TEXT_CONTRAST:
            break
        chosen = in_edition(theme(key), chosen.edition)
    return chosen
