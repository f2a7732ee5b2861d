"""The tables of the file of a theme or an edition, and their errors.

A theme has all tables. A file with `extends` changes some values of a bundled theme: its tables are
merged over the tables of that theme before they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from printkit.base.content import KeyPath, Positions, bundled_rows, content_path, parse_toml
from printkit.base.design import Border, CornerPlace, FontRole, Fonts, Share, TitlePlace
from printkit.base.errors import DefinitionError, did_you_mean
from printkit.base.files import is_file, read_text, resolve_within
from printkit.base.limits import MAX_THEME_BYTES
from printkit.base.messages import in_language, languages
from printkit.base.record_faults import (
    Lookups,
    RecordHome,
    diagnose,
    load_raw_rows,
    load_rows,
    look_up_among,
    read_record,
)
from printkit.base.records import Fault, Part, build, encoded_names, record_schema
from printkit.base.sentences import Sentence, name_some
from printkit.graphics.colour import (
    MIN_TEXT_CONTRAST,
    Colour,
    ThemeColour,
    contrast,
    mark_colours,
    scenes,
)

DEFAULT = "classic"
# The tints of gold, from shadow to light.
GOLD_TINTS = 7
# The value of a ground in `face` that selects the dark ground of the colour in `grounds`.
DARK = "dark"
# The value of `scene` in `face`: each scene in its own palette.
OWN_SCENE = "own"
# The longest motto of an edition, in letters.
MAX_MOTTO = 60

# --- values --------------------------------------------------------------------------------------

_Share = Annotated[float, Meta(ge=0, le=1)]
_Ground = _Share | Literal["dark"]
_ThemeName = Annotated[str, Meta(extra={"names": "themes"})]
_PlainName = Annotated[str, Meta(extra={"names": "plain themes"})]
_ColourKey = Annotated[str, Meta(extra={"names": "colours"})]
_SceneName = Annotated[str, Meta(extra={"names": "scenes"})]
_FaceScene = Annotated[str, Meta(extra={"names": "palettes"})]
_Felt = Annotated[str, Meta(extra={"names": "felts"})]
_MarkRole = Annotated[str, Meta(extra={"names": "marks"})]
_Drawing = Annotated[str, Meta(min_length=1, max_length=200)]
Names = dict[str, str]


_Colours = dict[str, ThemeColour]


def colours_of(table: Mapping[str, ThemeColour]) -> dict[str, Colour]:
    """Return the colours of a table by name."""
    return {name: value.colour for name, value in table.items()}


# --- tables --------------------------------------------------------------------------------------


class Roles(Part):
    """The colours of paper, words and lines."""

    paper: ThemeColour
    """the ground of cards"""
    ink: ThemeColour
    """words and lines"""
    accent: ThemeColour
    """ornaments, frames and rules"""
    cut: ThemeColour
    """cut lines and marks"""
    light: ThemeColour | None = None
    """light on any ground; by default the lighter of paper and ink"""
    dark: ThemeColour | None = None
    """black on any ground; by default the darker of paper and ink"""
    area: ThemeColour | None = None
    """larger areas; by default ink"""
    quiet: ThemeColour | None = None
    """notes; by default ink"""
    alert: ThemeColour | None = None
    """warnings; by default the accent"""


class Mix(Part):
    """How much of a card's colour is mixed with the paper."""

    tint: _Share
    """the pale ground of a picture"""
    shade: _Share
    """the half tone of lines and areas"""


class Switches(Part):
    """Choices that are not colours."""

    outlines: bool = False
    """whether shapes are drawn as outlines"""
    lines: Annotated[float, Meta(ge=0.25, le=2)] = 1.0
    """the widths of the lines of frames and backs are multiplied by it"""
    measured: bool = False
    """whether the ink of every build is measured"""
    plain: _PlainName = ""
    """the theme for products on plain paper, such as a chart; one of ours, or a file beside this"""
    night: _ThemeName = ""
    """the theme for a dark screen"""
    gap: Annotated[float, Meta(ge=0, le=50)] = 0.0
    """the default distance of cards on a sheet, in mm"""


class FaceShares(Part, rename="kebab"):
    """The parts of a face as shares of the card's colour over its ground; 0 leaves a part out.

    A ground is a share of the colour over paper, or `dark`, the theme's dark ground of the colour.
    """

    gold: bool = False
    """whether rims, plates and lines on dark grounds are gold"""
    full_bleed: bool = False
    """whether backs are printed to the cut"""
    disc: _Share = 0.22
    """the disc behind a picture"""
    rings: _Share = 0.5
    """the rings behind a picture"""
    rim: _Share = 0.85
    """the rim around a picture"""
    rays: _Share = 0.0
    """the rays around a picture"""
    pips: _Ground = 0.0
    """the ground of the emblems on pip cards"""
    court: _Ground = 0.0
    """the ground of court cards"""
    ace: _Ground = 0.0
    """the ground of aces"""
    special: _Ground = 0.0
    """the ground of special cards"""
    number: _Ground = 0.0
    """the ground of cards of a number"""
    cover: _Ground = 0.0
    """the ground of booklet covers, boxes and cards of text"""
    token: _Ground = 1.0
    """the ground of tokens and dice"""
    scene: _FaceScene = OWN_SCENE
    """the palette of all scenes, or `own` for the palette of each"""


# The grounds of courts.
Burst = Literal["rays", "spaced", "woven"]
RAYS: Burst = "rays"
SPACED: Burst = "spaced"
WOVEN: Burst = "woven"


class EngravingShares(Part, rename="kebab"):
    """How engraved drawings are printed; tones are from 0 (paper) to 1 (the darkest)."""

    lines: Annotated[float, Meta(ge=0.25, le=2)] = 0.85
    """the widths of the lines are multiplied by it"""
    ground: _Share = 0.0
    """the ground of the card"""
    flats: _Share = 0.5
    """the darkest area"""
    lightest: _Share = 0.3
    """tones up to this one are paper"""
    ink: _Share = 0.8
    """the lines of things"""
    rays: _Share = 0.2
    """the lines of the ground; 0 leaves them out"""
    hatch: bool = True
    """whether lines shade"""
    sparse: bool = False
    """whether every other line that shades is left out"""
    cross: bool = False
    """whether dark areas are hatched a second time, across"""
    onset: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """lines that shade are drawn where they are this wide (mm on a poker card)"""
    figure_onset: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """the same for the lines of figures: courts, specials and trumps"""
    burst: Burst = RAYS
    """the ground of a court: its rays, every other ray, or rings woven around its head"""
    twin: bool = False
    """whether a line of the ground is cut as two fine ones"""
    one_ink: bool = False
    """whether all lines but those of gold are in the ink of the card"""
    colour: _Share = 1.0
    """the saturation of things that have a colour of their own"""


class ThemeDesign(Part):
    """The look of users' faces with a picture or a text."""

    title: TitlePlace | None = None
    """the place of a title: on a ribbon over a picture without a frame, above one, or none"""
    corner: CornerPlace | None = None
    """the place of the corner text"""
    kicker: bool | None = None
    """whether the types of cards are shown"""
    credit: bool | None = None
    """whether the authors of pictures are named on their cards"""
    share: Share | None = None
    """how much of a face its picture takes, from 0.2 to 0.8"""
    border: Border | None = None
    """the lines of frames"""
    ground: ThemeColour | None = None
    """the colour of the face"""
    ink: ThemeColour | None = None
    """the colour of words"""
    accent: ThemeColour | None = None
    """the colour of frames, ribbons and types"""
    title_font: FontRole | None = None
    """the fonts of titles, by their role"""
    text_font: FontRole | None = None
    """the fonts of the text below a picture"""
    prompt_font: FontRole | None = None
    """the fonts of a text without a picture"""

    @property
    def values(self) -> dict[str, Any]:
        """The values that are set, each ThemeColour as its Colour."""
        values = {name: getattr(self, name) for name in encoded_names(type(self))}
        return {
            name: value.colour if isinstance(value, ThemeColour) else value
            for name, value in values.items()
            if value is not None
        }


class Felt(Part):
    """A felt for mats and tables."""

    ground: ThemeColour
    """the felt"""
    soft: ThemeColour
    """its lines"""


class Screen(Part):
    """The colours of a page for the screen."""

    ground: ThemeColour
    """the ground of the page"""
    ink: ThemeColour
    """words"""
    quiet: ThemeColour
    """notes"""
    line: ThemeColour
    """rules"""
    brass: ThemeColour
    """links and ornaments"""
    panel: ThemeColour
    """boxes"""
    card: ThemeColour
    """a card"""
    edge: ThemeColour
    """the edge of a card"""
    cover: ThemeColour
    """the header of the page"""
    head: ThemeColour
    """the title in the header"""


# The tables of tables, and the kinds of their rows: a theme may change one value of one of them.
_SETS = {"felts": Felt, "screen": Screen}


class Screens(Part):
    """The colours of pages for the screen, such as a booklet in HTML or a gallery."""

    light: Screen
    """on a light screen"""
    dark: Screen
    """on a dark screen"""


class ThemeFile(Part):
    """A theme. With `extends` every table may be left out."""

    name: Names | None = None
    """its name in each language; by default that of the file if it extends a theme"""
    extends: _ThemeName | None = None
    """the bundled theme that has all missing values"""
    roles: Roles
    """the colours of paper, words and lines"""
    mix: Mix
    """how much of a card's colour is mixed with the paper"""
    switches: Switches = Switches()
    """choices that are not colours"""
    face: FaceShares = FaceShares()
    """the parts of a face"""
    engraving: EngravingShares = EngravingShares()
    """how engraved drawings are printed"""
    design: ThemeDesign = ThemeDesign()
    """the look of users' faces"""
    fonts: Fonts = Fonts()
    """fonts by role"""
    colours: _Colours
    """the colours of suits and cards by name: those of the theme classic, and others"""
    grounds: _Colours = {}
    """the dark grounds of colours by their names"""
    tones: _Colours = {}
    """the colours that are mixed instead of them, such as gold for black"""
    gold: Annotated[
        tuple[ThemeColour, ...], Meta(min_length=GOLD_TINTS, max_length=GOLD_TINTS)
    ] = ()
    """the seven tints of gold, from shadow to light"""
    marks: dict[_MarkRole, ThemeColour] = {}
    """the colours of the marks around pieces"""
    felts: dict[_Felt, Felt] = {}
    """the felts of mats and tables by the colour of the deck's back"""
    screen: Screens
    """the colours of pages for the screen"""

    def faults(self) -> Iterator[Fault]:
        named = self.name or {}
        if (self.extends is None or named) and not all(text.strip() for text in named.values()):
            named = {}
        if not named and (self.extends is None or self.name is not None):
            hint = 'Write one in each language: name = { en = "dusk", fr = "crépuscule" }.'
            yield Fault(("name",), "A theme needs a name.", hint)
        missing = [key for key in _default()["colours"] if key not in self.colours]
        if missing:
            template = "These colours are missing: {missing}."
            hint = 'Give each one a colour, or begin the file with extends = "classic".'
            yield Fault(("colours",), Sentence(template, missing=name_some(missing)), hint)


class EditionFile(Part):
    """An edition of a deck, such as a season."""

    name: Names
    """its name in each language"""
    year: Annotated[int, Meta(ge=1, le=9999)]
    """its year"""
    motto: dict[str, Annotated[str, Meta(max_length=MAX_MOTTO)]] = {}
    """its motto in each language"""
    picture: _Drawing | None = None
    """the drawing of boxes and title cards, twice as high as wide: one of ours, or a file beside"""
    flora: _Drawing | None = None
    """a plant with its root at the foot: one of ours, or a file beside"""
    sky: _Drawing | None = None
    """an object of the sky: one of ours, or a file beside"""
    posters: tuple[str, ...] = ()
    """emblems of engraved cards: the first in a deck is on its box and title card"""
    colours: dict[_ColourKey, ThemeColour] = {}
    """colours that replace those of a theme"""
    grounds: dict[_ColourKey, ThemeColour] = {}
    """dark grounds that replace those of a theme"""
    backs: dict[_ColourKey, ThemeColour] = {}
    """the colours of backs by their names in the themes"""
    scenes: dict[_SceneName, _Colours] = {}
    """changes of the palettes of scenes"""

    def faults(self) -> Iterator[Fault]:
        if not self.name or not all(text.strip() for text in self.name.values()):
            hint = 'Write one in each language: name = { en = "dusk", fr = "crépuscule" }.'
            yield Fault(("name",), "An edition needs a name.", hint)


def _default() -> dict[str, Any]:
    """Return the raw tables of the default theme."""
    return bundled_rows(f"themes/{DEFAULT}.toml")


# --- reading -------------------------------------------------------------------------------------

_File = TypeVar("_File", bound=Part)


class TypedFile:
    """A TOML file of a theme or an edition, for reading as a record of a type."""

    def __init__(self, path: Path, place: str, noun: str) -> None:
        """Read a file; `place` names it in errors. Raises PrintkitError if it cannot be read."""
        self.path, self.place, self.noun = path, place, noun
        self.is_bundled = path.is_relative_to(content_path())
        self.raw: dict[str, Any] = (
            bundled_rows(place) if self.is_bundled else parse_toml(self.text, Path(place))
        )

    @cached_property
    def text(self) -> str:
        """Its text."""
        return read_text(self.path, noun=self.noun, max_bytes=MAX_THEME_BYTES)

    def read(
        self, kind: type[_File], raw: Mapping[str, Any], home: RecordHome, lookups: Lookups
    ) -> _File:
        """Return merged raw data as a part. Raises DefinitionError with all errors."""
        if self.is_bundled:  # these are right, and the walk takes longer than reading
            with suppress(msgspec.ValidationError, ValueError):
                return msgspec.convert(raw, kind, dec_hook=partial(build, home=home))
        return read_record(kind, raw, home, lookups, place=self.place, find=self._find)

    def refuse(self, faults: list[Fault]) -> None:
        """Raise DefinitionError for errors, if there are any."""
        if faults:
            raise DefinitionError(diagnose(faults, self.place, self._find))

    def _find(self, path: KeyPath) -> tuple[int, int]:
        return self._positions.find(path)

    @cached_property
    def _positions(self) -> Positions:
        return Positions(self.text)


def read_theme(path: Path, known: list[str], place: str) -> ThemeFile:
    """Return the tables of a theme, completed from its base theme.

    `known` are the names of the bundled themes. Raises PrintkitError if the file cannot be read,
    and DefinitionError with all errors in it.
    """
    file = TypedFile(path, place, "theme")
    raw = _over_base(file, known)

    def find_plain(name: str) -> Fault | None:
        return None if _is_beside(name, path) else themes(name)

    themes = look_up_among("themes", lambda: known)
    lookups: Lookups = {
        "themes": themes,
        "plain themes": find_plain,
        "palettes": look_up_among("choices", lambda: (OWN_SCENE, *scenes())),
        "felts": look_up_among("felts", lambda: load_rows("felts.toml", Felt)),
        "marks": look_up_among("roles", mark_colours),
    }
    whole = file.read(ThemeFile, raw, RecordHome(Sentence("the theme"), path.parent), lookups)
    ink, paper = whole.roles.ink.colour, whole.roles.paper.colour
    if (ratio := contrast(ink, paper)) < MIN_TEXT_CONTRAST:
        message = Sentence(
            "The ink {ink} on the paper {paper} has a contrast of only {ratio}:1, which is "
            "illegible.",
            ink=ink,
            paper=paper,
            ratio=f"{ratio:.1f}",
        )
        hint = Sentence(
            "Choose two colours with a contrast of {min_text_contrast}:1 or more.",
            min_text_contrast=MIN_TEXT_CONTRAST,
        )
        key = "ink" if "ink" in file.raw.get("roles", {}) else "paper"
        file.refuse([Fault(("roles", key), message, hint)])
    return whole


def _over_base(file: TypedFile, known: list[str]) -> dict[str, Any]:
    """Return the raw tables of a theme, merged over its base theme. Raises PrintkitError."""
    base: dict[str, Any] = {n: load_raw_rows(f"{n}.toml", kind) for n, kind in _SETS.items()}
    name = file.raw.get("extends")
    if name is not None:
        if name not in known:
            message = Sentence("There is no theme “{name}” to extend.", name=name)
            file.refuse([Fault(("extends",), message, did_you_mean(str(name), known, "themes"))])
        bundled = content_path("themes", f"{name}.toml")
        if file.path.resolve() == bundled.resolve():
            itself = "A theme cannot extend itself."
            file.refuse([Fault(("extends",), itself, "Leave it out.")])
        base = _over_base(TypedFile(bundled, f"themes/{name}.toml", "theme"), known)
        base = {key: value for key, value in base.items() if key not in ("name", "extends")}
    # Each table is laid over that of the base; a colour replaces a colour.
    whole = dict(base)
    for key, value in file.raw.items():
        below = base.get(key)
        if not isinstance(value, dict) or not isinstance(below, dict):
            whole[key] = value
        elif key in _SETS:
            whole[key] = {
                **below,
                **{
                    name: {**below[name], **parts}
                    if isinstance(parts, dict) and isinstance(below.get(name), dict)
                    else parts
                    for name, parts in value.items()
                },
            }
        else:
            whole[key] = {**below, **value}
    return whole


def _is_beside(name: str, path: Path) -> bool:
    """Return True if a value is the name of a theme's file in the folder of `path`."""
    own = resolve_within(path.parent, name) if name.lower().endswith(".toml") else None
    return own is not None and Path(name).name == name and is_file(own)


def read_edition(path: Path, place: str) -> tuple[TypedFile, EditionFile]:
    """Return the file of an edition and its tables.

    Raises PrintkitError if the file cannot be read, and DefinitionError with all errors in it.
    """
    file = TypedFile(path, place, "edition")
    lookups: Lookups = {
        "colours": look_up_among("colours", lambda: _default()["colours"]),
        "scenes": look_up_among("scenes", scenes),
    }
    home = RecordHome(Sentence("the edition"), path.parent)
    return file, file.read(EditionFile, file.raw, home, lookups)


def in_languages(texts: Mapping[str, str]) -> dict[str, str]:
    """Return a text in every language; an absent text is empty."""
    return {one: in_language(texts, one).strip() if texts else "" for one in languages()}


def theme_schema() -> dict[str, Any]:
    """Return the JSON Schema of a theme; no table is required, as in one with `extends`."""
    schema = record_schema(ThemeFile)
    definitions = schema["$defs"]
    for table in (
        schema,
        *(definitions[part.__name__] for part in (Roles, Mix, Felt, Screen, Screens)),
    ):
        table.pop("required", None)
    return schema


def edition_schema() -> dict[str, Any]:
    """Return the JSON Schema of an edition."""
    return record_schema(EditionFile)
