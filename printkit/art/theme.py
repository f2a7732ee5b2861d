"""Themes: palettes of roles. Room: art. Content: templates/themes/*.toml.

In: a theme's name and a colour's name. Out: the six roles that a card is drawn in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from printkit.base.assets import table, template
from printkit.base.errors import PrintkitError, choices


@dataclass(frozen=True, slots=True)
class Palette:
    """The roles of one card: `main` is its own colour, `shade` and `tint` are mixed from it."""

    ink: str
    main: str
    shade: str
    tint: str
    paper: str
    accent: str

    def roles(self) -> Mapping[str, str]:
        return {name: getattr(self, name) for name in self.__slots__}

    def on_main(self) -> str:
        """Paper or ink, whichever is read better on the card's own colour."""
        return max((self.paper, self.ink), key=lambda colour: contrast(colour, self.main))


@dataclass(frozen=True, eq=False)
class Theme:
    """A theme as its TOML file tells it; there is one object of each, hashed by identity."""

    key: str
    name: Mapping[str, str]
    roles_of: Mapping[str, str]
    mix: Mapping[str, float]
    colours: Mapping[str, str]

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
        )


def themes() -> list[str]:
    """The themes, found by their files."""
    return sorted(path.stem for path in template("themes").glob("*.toml"))


@cache
def theme(key: str) -> Theme:
    """A theme by name. Raises PrintkitError."""
    if key not in themes():
        raise PrintkitError(f"There is no theme “{key}”.", cure=choices(key, themes(), "themes"))
    data = table(f"themes/{key}.toml")
    return Theme(key, data["name"], data["roles"], data["mix"], data["colours"])


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
