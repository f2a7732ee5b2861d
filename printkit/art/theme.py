"""Themes: palettes of roles. Content: templates/themes/*.toml, or a user's own file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.edition import Edition
from printkit.art.theme_file import OWN_SCENE, FaceShares, read_theme
from printkit.base.content import content_files, content_path
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import file_stamp
from printkit.base.font_files import NO_FONTS, OwnFonts
from printkit.graphics.colour import (
    BLACK,
    GOLD,
    MIN_TEXT_CONTRAST,
    MIN_VISIBLE_CONTRAST,
    WHITE,
    Colour,
    black_alone,
    blend,
    contrast,
    parse_hex,
)
from printkit.graphics.display_list import Stroke
from printkit.graphics.measures import HAIRLINE, LINE

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
        """The part of a symbol's key that stands for these colours."""
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
    on a sheet. `grounds` are the dark grounds of colours, `tones` the colours mixed in their place
    (gold for black), `gold` the tints of gold from shadow to light. `marks` are the colours of what
    is printed around pieces, `felts` those of felts by the colour of the deck's back, `screen`
    those of pages for the screen, `light` and `dark`. `design` are
    its choices for own faces (see `DESIGN_KEYS`). `fonts` are those of its own. `cards` is that of
    the cards that lie on a surface, if this is the theme of one; `edition` that of the print.
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
            f"The theme “{self.key}” has no colour “{name}”.",
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
        hint = f"{known} Name one of your own by its file: my-theme.toml."
        raise PrintkitError(f"There is no theme “{key}”.", hint=hint)
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
