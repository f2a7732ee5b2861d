"""Themes and editions: the colours and the look of everything that is drawn.

Content: templates/themes/*.toml and templates/editions/*.toml, or a user's file (see `theme_file`).
An edition has colours of backs and faces, colours of scenes, and three drawings: a picture, a plant
and a sky object.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from printkit.art.theme_file import (
    DEFAULT,
    OWN_SCENE,
    EngravingShares,
    FaceShares,
    Roles,
    Screen,
    colours_of,
    in_languages,
    read_edition,
    read_theme,
)
from printkit.base.content import content_files, content_path, find_record, keep_record
from printkit.base.design import NO_FONTS, OwnFonts
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import file_stamp
from printkit.base.messages import languages
from printkit.base.records import Fault, encoded_names
from printkit.base.sentences import MAX_TYPED, Sentence, join_sentences, quote, shorten
from printkit.graphics.colour import (
    BLACK,
    EDGE,
    GOLD,
    INDEX,
    MIN_TEXT_CONTRAST,
    MIN_VISIBLE_CONTRAST,
    WHITE,
    Colour,
    ThemeColour,
    black_alone,
    blend,
    contrast,
    mark_colours,
    parse_hex,
    scenes,
    suggest_inks,
    with_roles,
)
from printkit.graphics.display_list import Stroke
from printkit.graphics.measures import HAIRLINE, LINE

# --- edition -------------------------------------------------------------------------------------

_FOLDER, _ART, _COVER = "editions", "art/editions", "-cover.svg"
# The number of a deck, of how many: 12 or 12/50.
_NUMBER = re.compile(r"(\d{1,6})(?:\s*/\s*(\d{1,6}))?")


class Edition(msgspec.Struct, frozen=True, eq=False):
    """An edition as its TOML file defines it; each file has one object, hashed by identity.

    `name` and `motto` are by language. `colours` replace a theme's colours by name, `grounds`
    replace its dark grounds, and `backs` replace colours on backs only; `scenes` are all palettes
    of scenes. `picture` is a drawing twice as high as wide, `flora` is a plant with its root at the
    foot, and `sky` is a sky object; each may be None. `posters` are emblems of cards (`trumps/18`):
    the first whose card is in the deck and has a drawing or picture is shown on the box and the
    title card.
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
    posters: tuple[str, ...] = ()

    @property
    def drawings(self) -> tuple[Path, ...]:
        """The files of its drawings."""
        return tuple(path for path in (self.picture, self.flora, self.sky) if path is not None)


def edition_names() -> list[str]:
    """Return the names of the editions, in alphabetical order."""
    return list(content_files(_FOLDER))


def edition(key: str) -> Edition:
    """Return an edition by name, or by the path of its file (`*.toml`).

    An edited file is read again. Raises PrintkitError if there is no such edition or its file has
    errors.
    """
    if not key.lower().endswith(".toml"):
        return _load(key)
    return _load(key, os.path.abspath(key), file_stamp(Path(key)))


def check_number(typed: str) -> None:
    """Raise PrintkitError unless `typed` is the number of a deck, such as 12 or 12/50."""
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
        own = "For an edition of your own, give its file: my-edition.toml."
        raise PrintkitError(
            Sentence("There is no edition “{key}”.", key=key), hint=join_sentences(known, own)
        )
    path = Path(key) if path_now else content_path(_FOLDER, f"{key}.toml")
    file, read = read_edition(path, key if path_now else f"{_FOLDER}/{key}.toml")
    drawings: dict[str, Path | None] = {}
    faults: list[Fault] = []
    for name, suffix in (("picture", _COVER), ("flora", ".svg"), ("sky", ".svg")):
        drawing = _find_drawing(getattr(read, name), suffix, path.parent)
        if isinstance(drawing, Fault):
            faults.append(Fault((name,), drawing.message, drawing.hint))
        else:
            drawings[name] = drawing
    palettes, of_scenes = _merge_scenes(read.scenes)
    file.refuse([*faults, *of_scenes])
    return Edition(
        path.stem,
        in_languages(read.name),
        read.year,
        in_languages(read.motto),
        colours_of(read.colours),
        colours_of(read.grounds),
        colours_of(read.backs),
        palettes,
        **drawings,
        posters=read.posters,
    )


def _find_drawing(name: str | None, suffix: str, folder: Path) -> Path | Fault | None:
    """Return a bundled drawing by its name, or a file in the folder of the edition's file.

    Return None if no drawing is named, or a Fault if there is no such drawing.
    """
    if name is None:
        return None
    bundled = content_files(_ART, suffix)
    if suffix != _COVER:
        bundled = {one: path for one, path in bundled.items() if not f"{one}.svg".endswith(_COVER)}
    message = Sentence("There is no drawing {name}.", name=quote(name))
    if name.lower().endswith(".svg"):
        path = folder / name
        if Path(name).name != name or not path.is_file():
            return Fault((), message, "Put it beside the file of the edition.")
        return path
    if name not in bundled:
        known = did_you_mean(name, bundled, "drawings")
        own = "For a drawing of your own, give its file: my-drawing.svg."
        return Fault((), message, join_sentences(known, own))
    return bundled[name]


def _merge_scenes(
    own: Mapping[str, Mapping[str, ThemeColour]],
) -> tuple[dict[str, Mapping[str, Colour]], list[Fault]]:
    """Return all palettes of scenes with the roles that an edition replaces, and the edition's
    errors.
    """
    bundled, faults = scenes(), list[Fault]()
    palettes: dict[str, Mapping[str, Colour]] = dict(bundled)
    for scene, table in own.items():
        unknown = [role for role in table if role not in bundled[scene]]
        for role in unknown:
            hint = did_you_mean(role, bundled[scene], "roles")
            faults.append(Fault(("scenes", scene, role), "No scene has this role.", hint))
        if unknown:
            continue
        whole = palettes[scene] = with_roles(scene, colours_of(table))
        if EDGE in whole and (ratio := contrast(whole[INDEX], whole[EDGE])) < MIN_TEXT_CONTRAST:
            message = Sentence(
                "The index has a contrast of {ratio}:1 on the edge, so it is illegible.",
                ratio=f"{ratio:.1f}",
            )
            hint = Sentence(
                "Choose two colours with a contrast of at least {min_text_contrast}:1.",
                min_text_contrast=MIN_TEXT_CONTRAST,
            )
            role = INDEX if INDEX in table else EDGE
            faults.append(Fault(("scenes", scene, role), message, hint))
    return palettes, faults


# --- theme ---------------------------------------------------------------------------------------

# The least contrast (WCAG) between a card's colour and light skin in a dark theme.
_APART = 1.7
# The greatest channel of a bright colour.
_FULL = 236
# The tint of gold for lines on light paper, from the darkest.
_GOLD_RULE = 2
# The folder of themes in the user's cache.
_KEPT = "themes"
PALETTE_ROLES = ("ink", "area", "main", "shade", "tint", "paper", "accent", "light", "dark")


def line_weight(width: float, factor: float) -> float:
    """Return a line width (mm) multiplied by `factor`, but at least a hairline."""
    return max(HAIRLINE, width * factor)


class Palette(msgspec.Struct, frozen=True, cache_hash=True):
    """The roles of one card's colours.

    `main` is the card's colour; `shade` and `tint` are mixed from it. Text and lines are in `ink`,
    larger areas in `area`; `light` stays light and `dark` stays dark on any ground. If `solid`,
    shapes are filled, else drawn as outlines. `lines` multiplies the line weights of frames and
    backs. `scene` is the palette of all scenes, or `own` if each scene has its own. `edition`
    changes scenes.
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
        """Return a stroke in the card's colour: `width` (mm) times the line weight of the theme,
        but at least a hairline.
        """
        return Stroke(self.main, line_weight(width, self.lines))

    def for_pictures(self) -> Palette:
        """Return the palette of a picture: for faces, hands and the sky.

        On a dark ground, lit parts stay light and features stay dark, in front of a half-tone
        field.
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

    `measured` is True if ink is measured in every build. `plain` is the name of the theme for
    products on plain paper, such as a chart, and `night` is the name of the theme for a dark
    screen, if any. `gap` is the default distance between cards on a sheet (mm). `grounds` are the
    dark grounds of colours, `tones` are the colours mixed instead of them (gold for black), and
    `gold` has the tints of gold from shadow to light. `marks` are the colours of marks around
    pieces, `felts` are the colours of felts by the colour of the deck's back, and `screen` has the
    colours of pages for the screen, by `light` and `dark`. `design` are its choices for user faces
    (see `DESIGN_KEYS`). `cards` is the theme of the cards on a surface, if this is the theme of a
    surface; `edition` is the edition that is printed, if any.
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
        """The light colour, the same on any ground: by default the lighter of paper and ink."""
        both = self.roles_of["paper"], self.roles_of["ink"]
        return self.roles_of.get("light") or min(both, key=partial(contrast, WHITE))

    @property
    def dark(self) -> Colour:
        """The dark colour, the same on any ground: by default the darker of paper and ink, printed
        in black ink only.
        """
        both = self.roles_of["paper"], self.roles_of["ink"]
        darker = max(both, key=partial(contrast, WHITE))
        return self.roles_of.get("dark") or black_alone(darker)

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
        """Return the colour with this name for backs. Raises PrintkitError for an unknown name."""
        own = self.edition.backs.get(name) if self.edition is not None else None
        return self.colour(name) if own is None else self._ensure_visible(own)

    def back_ground(self, name: str) -> Colour | None:
        """Return the dark ground for backs in the colour with this name, if there is one."""
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
        """Return the colour that is mixed with paper for pale grounds: gold in a gold theme."""
        return self.roles_of["accent"] if self.face.gold else colour

    def rule_colour(self, colour: Colour) -> Colour:
        """Return the colour of frames and rules on paper: gold in a gold theme."""
        return self.gold[_GOLD_RULE] if self.face.gold else colour


def theme_names() -> list[str]:
    """Return the names of the themes, in alphabetical order."""
    return list(content_files("themes"))


def theme(key: str) -> Theme:
    """Return a theme by name, or by the path of its file (`*.toml`).

    An edited file is read again. Raises PrintkitError if there is no such theme or its file has
    errors.
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
        hint = join_sentences(known, "For a theme of your own, give its file: my-theme.toml.")
        raise PrintkitError(Sentence("There is no theme “{key}”.", key=key), hint=hint)
    if own:
        return _read_theme(Path(key), key)
    path = content_path("themes", f"{key}.toml")
    place, facts = Path(_KEPT, key), os.fsencode(path)
    if (kept := find_record(place, facts, Theme)) is None:
        kept = _read_theme(path, f"themes/{key}.toml")
        if not kept.design and kept.fonts == NO_FONTS:  # they hold colours and paths
            keep_record(place, facts, kept)
    return kept


def _read_theme(path: Path, place: str) -> Theme:
    """Read the file of a theme; `place` names it in errors."""
    read = read_theme(path, theme_names(), place)
    roles = {
        name: value.colour
        for name in encoded_names(Roles)
        if (value := getattr(read.roles, name)) is not None
    }
    roles = {"area": roles["ink"], "quiet": roles["ink"], "alert": roles["accent"], **roles}
    tints = [tint.colour for tint in read.gold] or _mix_gold(roles["accent"])
    if read.face.gold:
        roles["accent"] = replace(roles["accent"], role=GOLD)
    marks = dict(mark_colours())
    for mark, written in read.marks.items():  # each keeps its plate unless it names another
        marks[mark] = replace(written.colour, spot=written.colour.spot or marks[mark].spot)
    switches, plain = read.switches, read.switches.plain
    return Theme(
        path.stem,
        name=in_languages(read.name) if read.name else dict.fromkeys(languages(), path.stem),
        roles_of=roles,
        mix={"tint": read.mix.tint, "shade": read.mix.shade},
        colours=colours_of(read.colours),
        solid=not switches.outlines,
        lines=switches.lines,
        measured=switches.measured,
        plain=str(path.parent / plain) if _is_file_name(plain) else plain or DEFAULT,
        night=switches.night,
        gap=switches.gap,
        face=read.face,
        engraving=read.engraving,
        grounds=colours_of(read.grounds),
        tones=colours_of(read.tones),
        gold=tuple(replace(tint, role=GOLD) for tint in tints),
        marks=marks,
        felts={
            name: {"ground": felt.ground.colour, "soft": felt.soft.colour}
            for name, felt in read.felts.items()
        },
        screen={
            name: {part: getattr(page, part).colour for part in encoded_names(Screen)}
            for name, page in (("light", read.screen.light), ("dark", read.screen.dark))
        },
        design=read.design.values,
        fonts=read.fonts.own,
    )


@cache
def in_edition(look: Theme, own: Edition | None) -> Theme:
    """Return a theme in the colours of an edition, if any: its scenes, faces and backs."""
    if own is None:
        return look
    colours = {name: _as_light(look, name, colour) for name, colour in own.colours.items()}
    grounds = {name: look.grounds[name] for name in look.grounds if name not in colours}
    return replace(
        look,
        colours={**look.colours, **colours},
        grounds={**grounds, **own.grounds},
        tones={name: tone for name, tone in look.tones.items() if name not in colours},
        edition=own,
    )


def _as_light(look: Theme, name: str, colour: Colour) -> Colour:
    """Return a colour of an edition for a theme: on dark paper, as light as the colour that it
    replaces.
    """
    ink, paper = look.roles_of["ink"], look.roles_of["paper"]
    if contrast(ink, WHITE) >= MIN_TEXT_CONTRAST:
        return colour
    goal = contrast(look.colours[name], paper) if name in look.colours else MIN_VISIBLE_CONTRAST
    bright = brighten(colour)
    steps = [blend(bright, colour, share / 10) for share in range(11)]
    steps += [blend(ink, bright, share / 20) for share in range(1, 21)]
    return next((step for step in steps if contrast(step, paper) >= goal), ink)


def brighten(colour: Colour) -> Colour:
    """Return the brightest colour with the same hue and saturation."""
    k = _FULL / max(1, *colour.channels)
    if k <= 1:
        return colour
    red, green, blue = (round(channel * k) for channel in colour.channels)
    bright = parse_hex(f"#{red:02x}{green:02x}{blue:02x}")
    return replace(bright, inks=suggest_inks(bright))


@lru_cache(maxsize=64)
def digest_theme(look: Theme) -> bytes:
    """Return a digest of all values of a theme except its fonts, for drawings without text."""
    values = {**asdict(look), "fonts": None}
    return hashlib.sha256(msgspec.json.encode(values, enc_hook=repr, order="sorted")).digest()


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
