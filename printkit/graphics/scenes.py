"""Palettes of scenes: a drawing whose root says `scene-NAME` is painted in the roles of that name.

A role with a 2 at its end is the shadow of another, mixed with the palette's `shadow` unless the
palette names it. Content: templates/scenes.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from printkit.base.content import content_path, load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.plain_text import quote
from printkit.graphics.colour import Colour, blend, parse_hex, suggest_inks

# The roles of every card, for all drawings.
ROLES = ("ink", "main", "shade", "tint", "paper", "accent", "light", "dark")
# The palette of scenes on white paper: its roles are those that every palette has.
LIGHT = "light"
# The ground of a card with a scene, and the index on it; without them the card keeps its own.
EDGE, INDEX = "edge", "index"
_PALETTES = "scenes.toml"
_PREFIX, _SHADOW, _SHARE = "scene-", "shadow", 0.36


@cache
def palette_source() -> bytes:
    """Return the file of our palettes: what a drawing is read from beside its own, as it may name
    their roles.
    """
    return content_path(_PALETTES).read_bytes()


@cache
def scenes() -> Mapping[str, Mapping[str, Colour]]:
    """Return the colours of each palette by role. Raises PrintkitError for one that lacks roles."""
    tables = load_content(_PALETTES)
    return {name: _with_shadows(name, tables) for name in tables}


def _with_shadows(name: str, tables: Mapping[str, Mapping[str, str]]) -> dict[str, Colour]:
    own = tables[name]
    if missing := [role for role in tables[LIGHT] if role[-1] != "2" and role not in own]:
        raise PrintkitError(
            f"The palette “{name}” lacks roles: {', '.join(missing)}.",
            location=_PALETTES,
            hint=f"Give it those of “{LIGHT}”.",
        )
    return _mix(own, {})


def with_roles(name: str, own: Mapping[str, Colour]) -> dict[str, Colour]:
    """Return the colours of a palette with some roles replaced; their shadows follow."""
    return _mix(load_content(_PALETTES)[name], own)


def _mix(own: Mapping[str, str], more: Mapping[str, Colour]) -> dict[str, Colour]:
    """Return colours with inks, and the shadow of each that has none of its own."""
    # What is replaced loses the shadow that went with it.
    kept = {role: value for role, value in own.items() if role.removesuffix("2") not in more}
    plain = {role: parse_hex(value) for role, value in kept.items()} | dict(more)
    inked = {role: replace(c, inks=c.inks or suggest_inks(c)) for role, c in plain.items()}
    shadow = inked[_SHADOW]
    return {f"{role}2": blend(shadow, inked[role], _SHARE) for role in inked} | inked


def scene_of(root_classes: frozenset[str]) -> str:
    """Return the name of a drawing's scene, empty if it is none. Raises ValueError if unknown."""
    names = [name.removeprefix(_PREFIX) for name in root_classes if name.startswith(_PREFIX)]
    for name in sorted(names):
        if name not in scenes():
            known = did_you_mean(name, scenes(), "scenes")
            raise ValueError(f"there is no scene {quote(name)}; {known}")
    return min(names, default="")


@cache
def roles_of(root_classes: frozenset[str]) -> tuple[str, ...]:
    """Return the roles that the shapes of a drawing may name. Raises ValueError."""
    scene = scene_of(root_classes)
    return (*ROLES, *scenes()[scene]) if scene else ROLES
