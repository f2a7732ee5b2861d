"""What a theme's TOML file may say, read and checked.

In: a file; the themes it may stand on. Out: whole tables (name, roles, mix, switches, colours), or
an error with the line of the first fault. A file with `extends` names only what it changes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from printkit.art.colour import MIN_TEXT_CONTRAST, contrast
from printkit.base.content import content_path
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import read_bytes
from printkit.base.messages import languages

ROLES = ("paper", "ink", "accent", "cut")
MIX = ("tint", "shade")
# What a theme is where its file does not say.
SWITCHES: dict[str, Any] = {"outlines": False, "lines": 1.0, "measured": False, "plain": ""}
_TABLES = ("name", "extends", "roles", "mix", "switches", "colours")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MAX_FILE_BYTES = 200_000
# Where TOML's own error says it is.
_AT = re.compile(r" ?\(at line (\d+), column (\d+)\)")


class _File:
    """A theme's file with its text, so that a fault can be shown with its line."""

    def __init__(self, path: Path, place: str) -> None:
        self.place = place
        data = read_bytes(path, what="theme", most=_MAX_FILE_BYTES)
        try:
            self.text = data.decode("utf-8-sig")  # Notepad begins a file with a mark
            self.raw: dict[str, Any] = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:  # of a decoder, of TOML, of odd numbers
            words = str(error)
            if isinstance(error, UnicodeDecodeError):
                place, words = f"{place}:{data[: error.start].count(10) + 1}:1", "no UTF-8"
            elif found := _AT.search(words):
                place, words = f"{place}:{found[1]}:{found[2]}", words[: found.start()]
            raise PrintkitError(
                f"This is no TOML that can be read: {words or 'too deep'}.",
                location=place,
                hint="A theme is a TOML file with [roles] and [colours], as in templates/themes/.",
            ) from None

    def fault(self, table: str, key: str, what: str, hint: str) -> PrintkitError:
        name = f"{table}.{key}" if key else table
        line = _line(self.text, table, key)
        place = f"{self.place}:{line}" if line else self.place
        return PrintkitError(f"{name}: {what}", location=place, hint=hint)


def _line(text: str, table: str, key: str) -> int:
    """The line where a table begins, or a key of it stands; 0 where it is not found."""
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


def read_theme(path: Path, known: Sequence[str], place: str) -> dict[str, Any]:
    """The tables of a theme's file, whole. Raises PrintkitError with file and line."""
    file = _File(path, place)
    raw = file.raw
    for key in raw:
        if key not in _TABLES:
            raise file.fault(
                key, "", "A theme has no such key.", did_you_mean(key, _TABLES, "keys")
            )
    base: dict[str, Any] = {}
    if "extends" in raw:
        base = _extended(file, raw["extends"], known, path)
    whole: dict[str, Any] = {
        "roles": _colours(file, "roles", base, ROLES, ROLES),
        "mix": _mix(file, base),
        "switches": _switches(file, base, known),
        "colours": _colours(file, "colours", base, _names(path), None),
    }
    whole["name"] = _name(file, base, path)
    ink, paper = whole["roles"]["ink"], whole["roles"]["paper"]
    if (ratio := contrast(ink, paper)) < MIN_TEXT_CONTRAST:
        key = "ink" if "ink" in raw.get("roles", {}) else "paper"
        what = f"Ink {ink} on paper {paper} has a contrast of {ratio:.1f} : 1; nobody reads it."
        raise file.fault(
            "roles", key, what, f"Choose two that have {MIN_TEXT_CONTRAST} : 1 at least."
        )
    return whole


def _extended(file: _File, name: Any, known: Sequence[str], path: Path) -> dict[str, Any]:
    """The theme that this one stands on: one of ours, which stands on no other or on a third."""
    if not isinstance(name, str) or name not in known:
        hint = did_you_mean(str(name), known, "themes")
        raise file.fault("extends", "", f"There is no theme “{name}” to stand on.", hint)
    if path.resolve() == content_path("themes", f"{name}.toml").resolve():
        raise file.fault("extends", "", "A theme cannot stand on itself.", "Leave it out.")
    return read_theme(content_path("themes", f"{name}.toml"), known, f"themes/{name}.toml")


def _names(path: Path) -> tuple[str, ...]:
    """The colours that a theme must have: those that the default theme has."""
    default = content_path("themes", "classic.toml")
    if path.resolve() == default.resolve():
        return ()
    return tuple(tomllib.loads(default.read_text(encoding="utf-8"))["colours"])


def _table(file: _File, key: str) -> dict[str, Any]:
    """A table of the file, or nothing. Raises PrintkitError for what is no table."""
    found = file.raw.get(key, {})
    if not isinstance(found, dict):
        raise file.fault(key, "", "This is a table of its own.", f"Write [{key}] above its keys.")
    return found


def _colours(
    file: _File,
    table: str,
    base: dict[str, Any],
    needed: Sequence[str],
    known: Sequence[str] | None,
) -> dict[str, str]:
    """Colours by name, those of the other theme first; all that are `needed` must be there."""
    whole: dict[str, str] = dict(base.get(table, {}))
    for key, colour in _table(file, table).items():
        if known is not None and key not in known:
            raise file.fault(
                table, key, "A theme has no such role.", did_you_mean(key, known, "roles")
            )
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            hint = 'Write six hexadecimal digits: "#0072b2".'
            raise file.fault(table, key, f"“{colour}” is no colour.", hint)
        whole[key] = colour.lower()
    if missing := [key for key in needed if key not in whole]:
        what = f"These {'roles' if known else 'colours'} are missing: {', '.join(missing)}."
        hint = 'Give each a colour, or begin the file with extends = "classic".'
        raise file.fault(table, "", what, hint)
    return whole


def _share(file: _File, table: str, key: str, value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        hint = f"Write a number from {least:g} to {most:g}."
        raise file.fault(table, key, f"“{value}” cannot be used.", hint)
    return float(value)


def _mix(file: _File, base: dict[str, Any]) -> dict[str, float]:
    whole: dict[str, float] = dict(base.get("mix", {}))
    for key, value in _table(file, "mix").items():
        if key not in MIX:
            raise file.fault(
                "mix", key, "A theme has no such share.", did_you_mean(key, MIX, "shares")
            )
        whole[key] = _share(file, "mix", key, value, 0, 1)
    if missing := [key for key in MIX if key not in whole]:
        hint = "They say how much of a card's colour is mixed with the paper: tint = 0.12."
        raise file.fault("mix", "", f"These shares are missing: {', '.join(missing)}.", hint)
    return whole


def _switches(file: _File, base: dict[str, Any], known: Sequence[str]) -> dict[str, Any]:
    whole = {**SWITCHES, **base.get("switches", {})}
    for key, value in _table(file, "switches").items():
        if key not in SWITCHES:
            hint = did_you_mean(key, SWITCHES, "switches")
            raise file.fault("switches", key, "A theme has no such switch.", hint)
        if key == "lines":
            whole[key] = _share(file, "switches", key, value, 0.25, 2)
        elif key == "plain":
            if value not in known:
                hint = did_you_mean(str(value), known, "themes")
                raise file.fault("switches", key, f"There is no theme “{value}”.", hint)
            whole[key] = value
        elif isinstance(value, bool):
            whole[key] = value
        else:
            raise file.fault("switches", key, f"“{value}” cannot be used.", "Write true or false.")
    return whole


def _name(file: _File, base: dict[str, Any], path: Path) -> dict[str, str]:
    """The theme's name in every language; a file of one's own may go without."""
    if base and "name" not in file.raw:
        return dict.fromkeys(languages(), path.stem)
    name = file.raw.get("name")
    texts = name if isinstance(name, dict) and set(name) == set(languages()) else {"": ""}
    if not all(isinstance(words, str) and words.strip() for words in texts.values()):
        hint = 'Write one in each language: name = { en = "dusk", fr = "crépuscule" }.'
        raise file.fault("name", "", "A theme needs its name.", hint)
    return {language: words.strip() for language, words in texts.items()}
