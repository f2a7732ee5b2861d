"""Themes: palettes of roles. Room: art. Content: templates/themes/*.toml, or a person's own file.

In: a theme's name or file and a colour's name. Out: the six roles that a card is drawn in, and how
heavy its drawing may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from printkit.art.theme_file import read_theme
from printkit.base.assets import template
from printkit.base.errors import PrintkitError, choices

# 0.25 pt: no line of ours is printed thinner.
HAIRLINE = 0.25 * 25.4 / 72
WHITE = "#ffffff"
# What tells a card's colour from light skin in a dark theme (WCAG contrast).
_APART = 1.7


def weight(width: float, lines: float) -> float:
    """A line's weight (mm) where lines are so many times as heavy, never below a hairline."""
    return max(HAIRLINE, width * lines)


@dataclass(frozen=True, slots=True)
class Palette:
    """The roles of one card: `main` is its own colour, `shade` and `tint` are mixed from it.

    `solid`: shapes are filled; else they are drawn as outlines. `lines` multiplies the weight of
    frames and of outlines.
    """

    ink: str
    main: str
    shade: str
    tint: str
    paper: str
    accent: str
    solid: bool = True
    lines: float = 1.0

    def roles(self) -> Mapping[str, str]:
        return {
            "ink": self.ink,
            "main": self.main,
            "shade": self.shade,
            "tint": self.tint,
            "paper": self.paper,
            "accent": self.accent,
        }

    def on_main(self) -> str:
        """Paper or ink, whichever is read better on the card's own colour."""
        return max((self.paper, self.ink), key=lambda colour: contrast(colour, self.main))

    def weight(self, width: float) -> float:
        """The weight of a line (mm) in this theme, never below a hairline."""
        return weight(width, self.lines)

    def of_figures(self) -> Palette:
        """The roles of a drawing with faces and hands: on a dark ground skin stays light and its
        features dark, before a field of half tone."""
        if contrast(self.ink, WHITE) >= contrast(self.paper, WHITE):
            return self
        dark, light = self.paper, self.ink
        main = self.main if contrast(self.main, light) >= _APART else mixed(self.main, dark, 0.55)
        return replace(
            self,
            ink=dark,
            paper=light,
            main=main,
            shade=mixed(main, dark, 0.68),
            tint=mixed(main, dark, 0.34),
        )


@dataclass(frozen=True, eq=False)
class Theme:
    """A theme as its TOML file tells it; there is one object of each, hashed by identity.

    `measured`: its ink is measured in every build; `plain` names the theme that what is printed
    on plain paper (a chart) takes.
    """

    key: str
    name: Mapping[str, str]
    roles_of: Mapping[str, str]
    mix: Mapping[str, float]
    colours: Mapping[str, str]
    solid: bool
    lines: float
    measured: bool
    plain: str

    def colour(self, name: str) -> str:
        """#rrggbb for a colour's name (or for itself). Raises PrintkitError."""
        if name.startswith("#"):
            return name.lower()
        if name in self.colours:
            return self.colours[name]
        raise PrintkitError(
            f"The theme “{self.key}” has no colour “{name}”.",
            place=f"themes/{self.key}.toml",
            cure=choices(name, self.colours, "colours"),
        )

    @lru_cache(maxsize=256)  # noqa: B019  (there is one theme object a file)
    def palette(self, name: str) -> Palette:
        """The roles of a card whose own colour has this name."""
        main, paper = self.colour(name), self.roles_of["paper"]
        return Palette(
            ink=self.roles_of["ink"],
            main=main,
            shade=mixed(main, paper, self.mix["shade"]),
            tint=mixed(main, paper, self.mix["tint"]),
            paper=paper,
            accent=self.roles_of["accent"],
            solid=self.solid,
            lines=self.lines,
        )

    def weight(self, width: float) -> float:
        """The weight of a line (mm) in this theme, never below a hairline."""
        return weight(width, self.lines)


def themes() -> list[str]:
    """The themes, found by their files."""
    return sorted(path.stem for path in template("themes").glob("*.toml"))


@cache
def theme(key: str) -> Theme:
    """A theme by name, or by its file (a path that ends in .toml). Raises PrintkitError."""
    own = key.lower().endswith(".toml")
    if not own and key not in themes():
        cure = f"{choices(key, themes(), 'themes')} One of your own is a file: my-theme.toml."
        raise PrintkitError(f"There is no theme “{key}”.", cure=cure)
    path = Path(key) if own else template("themes", f"{key}.toml")
    data = read_theme(path, themes(), key if own else f"themes/{key}.toml")
    switches = data["switches"]
    return Theme(
        key=path.stem,
        name=data["name"],
        roles_of=data["roles"],
        mix=data["mix"],
        colours=data["colours"],
        solid=not switches["outlines"],
        lines=switches["lines"],
        measured=switches["measured"],
        plain=switches["plain"] or key,
    )


def plain(one: Theme) -> Theme:
    """The theme of what is printed on plain paper where this one has a ground of its own."""
    return one if one.plain in (one.key, "") else theme(one.plain)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, ground: str, share: float) -> str:
    """`share` of a colour over a ground, as an opaque colour: nothing is transparent in print."""
    parts = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(c * share + g * (1 - share)):02x}" for c, g in parts)


@lru_cache(maxsize=1024)
def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""

    def luminance(colour: str) -> float:
        parts = [c / 255 for c in _channels(colour)]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
