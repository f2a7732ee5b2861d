"""Read and check a theme's TOML file.

The result has all tables; an error has the line of the first fault. A file with `extends` names
only its changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from printkit.base.content import content_path, load_content, parse_toml
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import read_text
from printkit.base.limits import MAX_THEME_BYTES
from printkit.base.messages import in_language, languages
from printkit.base.plain_text import quote, shorten
from printkit.graphics.colour import (
    MIN_TEXT_CONTRAST,
    Colour,
    Inks,
    content_colour,
    contrast,
    is_hex,
    mark_colours,
)

# The required roles, and those with defaults made of them.
ROLES = ("paper", "ink", "accent", "cut")
MORE_ROLES = ("light", "dark", "area", "quiet", "alert")
# The tints of gold, from shadow to light.
GOLD_TINTS = 7
MIX = ("tint", "shade")
# The colours of a felt: the ground, and the lines on it.
FELT_PARTS = ("ground", "soft")
# The switches with their defaults.
SWITCHES: dict[str, Any] = {
    "outlines": False,
    "lines": 1.0,
    "measured": False,
    "plain": "",
    "night": "",
    "gap": 0.0,
}
_COLOURS = ("colours", "grounds", "tones", "marks")
_TABLES = ("name", "extends", "gold", "roles", "mix", "switches", "face", "felts", *_COLOURS)
# The value of a ground in `face` that stands for the dark ground of the colour in `grounds`.
DARK = "dark"
# The keys of a colour: sRGB value; cyan, magenta, yellow and black in percent; name of the plate.
_COLOUR_KEYS = ("srgb", "inks", "spot")
_MAX_SPOT_NAME = 60
# The letters of a key that a message repeats.
_MAX_KEY = 48


class FaceShares(Struct, frozen=True, rename="kebab"):
    """The parts of a face as shares of the card's colour over its ground; 0 leaves a part out.

    `ribbon` is the braid in the outer strips, `strip` their tint, `field` the guilloche behind
    pips; `disc`, `rings` and `rim` are behind a picture, `rays` around it. `pips`, `court`, `ace`,
    `special` and `number` are the grounds of the kinds of cards: a share of the colour over paper,
    or `dark`, the theme's dark ground for that colour. `gold`: rims, plates and lines on dark
    grounds are gold. `full_bleed`: backs are printed to the cut.
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


# The kinds of cards that have a ground.
GROUNDS = ("pips", "court", "ace", "special", "number")


class _ThemeFile:
    """A theme's file with its text, for the line of a fault."""

    def __init__(self, path: Path, place: str) -> None:
        self.place = place
        self.text = read_text(path, noun="theme", max_bytes=MAX_THEME_BYTES)
        self.raw = parse_toml(self.text, Path(place))

    def table(self, key: str) -> dict[str, Any]:
        """Return a table, empty if absent. Raises PrintkitError if the value is no table."""
        result: dict[str, Any] = self.raw
        for part in key.split("."):
            result = result.get(part, {})
            if not isinstance(result, dict):
                hint = f"Write [{key}] above its keys."
                raise self.fault(key, "", "This is a table of its own.", hint)
        return result

    def check_key(
        self, table: str, key: str, known: Iterable[str], message: str, noun: str
    ) -> None:
        """Raise PrintkitError, with the nearest known key, if a table must not have this one."""
        if key not in known:
            raise self.fault(table, key, message, did_you_mean(key, known, noun))

    def fault(self, table: str, key: str, message: str, hint: str) -> PrintkitError:
        """Return an error at the line of a key, or of a whole table if `key` is empty."""
        name = f"{table}.{key}" if key else table
        line = _find_line(self.text, table, key)
        place = f"{self.place}:{line}" if line else self.place
        return PrintkitError(f"{shorten(name, _MAX_KEY)}: {message}", location=place, hint=hint)


def _find_line(text: str, table: str, key: str) -> int:
    """Return the line number of a table, or of a key in it; 0 if it is not found."""
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        word = line.split("=")[0].strip()
        if word.startswith("["):
            inside = word.strip("[] ")
            word = ""
        here = f"{inside}.{word}".strip(".").replace('"', "")
        if here == (f"{table}.{key}" if key else table) or (word == table and not inside):
            return number
    return 0


def read_theme(path: Path, known: Sequence[str], label: str) -> dict[str, Any]:
    """Return the tables of a theme's file, complete. Raises PrintkitError with file and line."""
    file = _ThemeFile(path, label)
    raw = file.raw
    for key in raw:
        if key not in _TABLES:
            hint = did_you_mean(key, _TABLES, "keys")
            raise file.fault(key, "", "A theme has no such key.", hint)
    base = _read_base(file, raw["extends"], known, path) if "extends" in raw else {}
    whole: dict[str, Any] = {
        "roles": _read_colours(file, "roles", base, ROLES, (*ROLES, *MORE_ROLES)),
        "mix": _read_mix(file, base),
        "switches": _read_switches(file, base, known, path),
        "face": _read_face(file, base),
        "grounds": _read_colours(file, "grounds", base),
        "tones": _read_colours(file, "tones", base),
        "colours": _read_colours(file, "colours", base, _required_colours(path)),
        "marks": _read_marks(file, base),
        "felts": _read_felts(file, base),
        "gold": _read_gold(file, base),
        "name": _read_name(file, base, path),
    }
    ink, paper = whole["roles"]["ink"], whole["roles"]["paper"]
    if (ratio := contrast(ink, paper)) < MIN_TEXT_CONTRAST:
        key = "ink" if "ink" in raw.get("roles", {}) else "paper"
        message = f"Ink {ink} on paper {paper} has a contrast of {ratio:.1f} : 1; nobody reads it."
        hint = f"Choose two that have {MIN_TEXT_CONTRAST} : 1 at least."
        raise file.fault("roles", key, message, hint)
    return whole


def _read_base(file: _ThemeFile, name: Any, known: Sequence[str], path: Path) -> dict[str, Any]:
    """Return the tables of the bundled theme that a file extends. Raises PrintkitError."""
    if not isinstance(name, str) or name not in known:
        hint = did_you_mean(str(name), known, "themes")
        raise file.fault("extends", "", f"There is no theme “{name}” to stand on.", hint)
    if path.resolve() == content_path("themes", f"{name}.toml").resolve():
        raise file.fault("extends", "", "A theme cannot stand on itself.", "Leave it out.")
    return read_theme(content_path("themes", f"{name}.toml"), known, f"themes/{name}.toml")


def _required_colours(path: Path) -> tuple[str, ...]:
    """Return the names of the required colours: those of the default theme."""
    default = content_path("themes", "classic.toml")
    if path.resolve() == default.resolve():
        return ()
    return tuple(tomllib.loads(default.read_text(encoding="utf-8"))["colours"])


def _read_colours(
    file: _ThemeFile,
    table: str,
    base: Mapping[str, Any],
    needed: Sequence[str] = (),
    known: Collection[str] = (),
) -> dict[str, Colour]:
    """Return colours by name, those of the base first. Raises PrintkitError if one of `needed` is
    missing, or not one of `known`.
    """
    whole: dict[str, Colour] = dict(base.get(table, {}))
    for key, value in file.table(table).items():
        if known:
            file.check_key(table, key, known, "A theme has no such role.", "roles")
        whole[key] = _read_colour(file, table, key, value)
    if missing := [key for key in needed if key not in whole]:
        message = f"These {table} are missing: {', '.join(missing)}."
        hint = 'Give each a colour, or begin the file with extends = "classic".'
        raise file.fault(table, "", message, hint)
    return whole


def _read_marks(file: _ThemeFile, base: dict[str, Any]) -> dict[str, Colour]:
    """Return the colours of marks by role; each keeps its plate unless it names another."""
    roles = mark_colours()
    own = _read_colours(file, "marks", {"marks": base.get("marks", roles)}, known=roles)
    return {
        name: replace(colour, spot=colour.spot or roles[name].spot) for name, colour in own.items()
    }


def _read_felts(file: _ThemeFile, base: dict[str, Any]) -> dict[str, dict[str, Colour]]:
    """Return the ground and the soft colour of felts, by the colour of the deck's back."""
    felts: dict[str, dict[str, Colour]] = base.get("felts") or {
        name: {part: content_colour(cloth[part]) for part in FELT_PARTS}
        for name, cloth in load_content("felts.toml").items()
    }
    for name in file.table("felts"):
        file.check_key("felts", name, felts, "A theme has no such felt.", "felts")
        table = f"felts.{name}"
        felts = {**felts, name: _read_colours(file, table, {table: felts[name]}, known=FELT_PARTS)}
    return felts


def _read_gold(file: _ThemeFile, base: dict[str, Any]) -> tuple[Colour, ...]:
    """Return the tints of gold, by default those of the base. Raises PrintkitError."""
    if (tints := file.raw.get("gold")) is None:
        return tuple(base.get("gold", ()))
    if not isinstance(tints, list) or len(tints) != GOLD_TINTS:
        message = f"Gold has {GOLD_TINTS} tints, from shadow to light."
        raise file.fault("gold", "", message, f"Write a list of {GOLD_TINTS} colours.")
    return tuple(_read_colour(file, "gold", "", tint) for tint in tints)


def _read_colour(file: _ThemeFile, table: str, key: str, value: Any) -> Colour:
    """Read `"#rrggbb"`, or a table of it with inks and a spot name. Raises PrintkitError."""
    parts = value if isinstance(value, dict) else {"srgb": value}
    for part in parts:
        if part not in _COLOUR_KEYS:
            hint = did_you_mean(part, _COLOUR_KEYS, "keys")
            raise file.fault(table, key, f"A colour has no “{part}”.", hint)
    srgb, inks, spot = (parts.get(part) for part in _COLOUR_KEYS)
    if not isinstance(srgb, str) or not is_hex(srgb):
        hint = 'Write six hexadecimal digits: "#0072b2".'
        if isinstance(value, dict):
            hint = 'Write how it is seen, srgb = "#0072b2", beside its inks.'
        raise file.fault(table, key, f"{quote('' if srgb is None else srgb)} is no colour.", hint)
    if spot is not None and not _is_spot_name(spot):
        hint = f'Name its plate in {_MAX_SPOT_NAME} letters at most: spot = "CutContour".'
        raise file.fault(table, key, "This is no name of a spot colour.", hint)
    return Colour(srgb.lower(), _read_inks(file, table, key, inks), spot or "")


def _is_spot_name(spot: Any) -> bool:
    is_name = isinstance(spot, str) and spot.isprintable() and spot.strip() == spot
    return is_name and 0 < len(spot) <= _MAX_SPOT_NAME


def _read_inks(file: _ThemeFile, table: str, key: str, inks: Any) -> Inks | None:
    if inks is None:
        return None
    if not isinstance(inks, list) or len(inks) != len(Inks.__struct_fields__):
        hint = "Write cyan, magenta, yellow and black in percent: inks = [100, 55, 0, 10]."
        raise file.fault(table, key, "These are not four inks.", hint)
    return Inks(*(_read_share(file, table, key, ink, 0, 100) for ink in inks))


def _read_share(
    file: _ThemeFile, table: str, key: str, value: Any, minimum: float, maximum: float
) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not minimum <= value <= maximum:
        hint = f"Write a number from {minimum:g} to {maximum:g}."
        raise file.fault(table, key, f"{quote(value)} cannot be used.", hint)
    return float(value)


def _read_mix(file: _ThemeFile, base: dict[str, Any]) -> dict[str, float]:
    whole: dict[str, float] = dict(base.get("mix", {}))
    for key, value in file.table("mix").items():
        file.check_key("mix", key, MIX, "A theme has no such share.", "shares")
        whole[key] = _read_share(file, "mix", key, value, 0, 1)
    if missing := [key for key in MIX if key not in whole]:
        hint = "They say how much of a card's colour is mixed with the paper: tint = 0.12."
        raise file.fault("mix", "", f"These shares are missing: {', '.join(missing)}.", hint)
    return whole


def _read_switches(
    file: _ThemeFile, base: dict[str, Any], known: Sequence[str], path: Path
) -> dict[str, Any]:
    whole = {**SWITCHES, **base.get("switches", {})}
    for key, value in file.table("switches").items():
        file.check_key("switches", key, SWITCHES, "A theme has no such switch.", "switches")
        if key in ("lines", "gap"):
            bounds = (0.25, 2) if key == "lines" else (0, 50)
            whole[key] = _read_share(file, "switches", key, value, *bounds)
        elif key == "plain" and _is_file_beside(value, path):
            whole[key] = str(path.parent / value)
        elif key in ("plain", "night"):
            if value not in known:
                hint = did_you_mean(str(value), known, "themes")
                raise file.fault("switches", key, f"There is no theme {quote(value)}.", hint)
            whole[key] = value
        else:
            whole[key] = _read_flag(file, "switches", key, value)
    return whole


def _read_flag(file: _ThemeFile, table: str, key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise file.fault(table, key, f"{quote(value)} cannot be used.", "Write true or false.")
    return value


def _is_file_beside(value: Any, path: Path) -> bool:
    """Return True if a value names a theme's file in the folder of `path`."""
    is_name = isinstance(value, str) and value.lower().endswith(".toml")
    return is_name and Path(value).name == value and (path.parent / value).is_file()


def _read_face(file: _ThemeFile, base: dict[str, Any]) -> FaceShares:
    """Read the shares of faces; missing ones are those of the base."""
    style: FaceShares = base.get("face", FaceShares())
    whole = asdict(style)
    known = [field.replace("_", "-") for field in whole]
    for key, value in file.table("face").items():
        file.check_key("face", key, known, "Faces have no such key.", "keys")
        name = key.replace("-", "_")
        if isinstance(getattr(style, name), bool):
            whole[name] = _read_flag(file, "face", key, value)
        elif name in GROUNDS and value == DARK:
            whole[name] = DARK
        else:
            whole[name] = _read_share(file, "face", key, value, 0, 1)
    return FaceShares(**whole)


def _read_name(file: _ThemeFile, base: dict[str, Any], path: Path) -> dict[str, str]:
    """Return the theme's name in every language. A file that extends a theme needs none."""
    if base and "name" not in file.raw:
        return dict.fromkeys(languages(), path.stem)
    name = file.raw.get("name")
    texts: dict[str, Any] = name if isinstance(name, dict) and name else {"": ""}
    if not all(isinstance(words, str) and words.strip() for words in texts.values()):
        hint = 'Write one in each language: name = { en = "dusk", fr = "crépuscule" }.'
        raise file.fault("name", "", "A theme needs its name.", hint)
    return {language: in_language(texts, language).strip() for language in languages()}
