"""Choose the colours of a face by kind of card and theme."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette, Theme
from printkit.art.theme_file import DARK
from printkit.graphics.colour import (
    BLACK,
    EDGE,
    INDEX,
    MIN_TEXT_CONTRAST,
    MIN_VISIBLE_CONTRAST,
    WHITE,
    Colour,
    blend,
    contrast,
    scenes,
)

PIPS, COURT, ACE, SPECIAL, NUMBER = "pips", "court", "ace", "special", "number"
# The most pips of a card.
MAX_PIPS = 11
# Shares of a colour: in the plate of a number, in the lines engraved in gold, in a dark ground for
# which the theme has no colour.
_PLATE, _RULE, _DARK_GROUND = 0.12, 0.8, 0.3
# Shares of a special card's colour on light paper: in its ink, half tone and field.
_SPECIAL_INK, _SPECIAL_SHADE, _SPECIAL_TINT = 0.28, 0.58, 0.20
# Shares on a dark ground: of the colour in the picture and in its half tones, and of the ground in
# the picture's black.
_LIT_MAIN, _LIT_SHADE, _DEEP_INK = 0.78, 0.60, 0.72
# Shares of gold in the lines about a scene, on its ground.
_SCENE_RINGS, _SCENE_RAYS = 0.42, 0.3
# Rays on a dark ground are stronger by this factor.
_DARK_RAYS = 1.6


class Dress(msgspec.Struct, frozen=True, cache_hash=True):
    """The colours of one kind of card in one colour.

    `ground` is printed to the cut, and `cartouche` is printed behind a name. `number` is for a
    large number on its `plate_ground`; `text` is for text on the ground, and `line` is for the
    waist and the edge of a cartouche. `plate` is the ground of an index, and `plate_text` is for
    the text on it. `picture` is the palette of the large drawing, and `mark` is the palette of the
    small emblem under an index. `disc`, `rings`, `rim` and `rays` are behind the picture, or None
    if not drawn. `gold` has the tints of rims, which are engraved in `rule`; it is empty if rims
    are not gold.
    """

    ground: Colour
    text: Colour
    line: Colour
    plate: Colour
    plate_text: Colour
    picture: Palette
    mark: Palette
    disc: Colour | None
    rings: Colour | None
    rim: Colour | None
    rays: Colour | None
    rule: Colour
    cartouche: Colour
    number: Colour
    plate_ground: Colour
    gold: tuple[Colour, ...]
    is_dark: bool


@lru_cache(maxsize=512)
def dress(theme: Theme, kind: str, name: str) -> Dress:
    """Return the dress of a kind of card (`pips`, `court` …) in the colour with this name."""
    style, base = theme.face, theme.palette(name)
    tone = theme.tones.get(name, base.main)
    ground = ground_of(theme, getattr(style, kind), name)
    is_dark = is_dark_ground(theme, ground)
    gold_lines = is_dark and style.gold
    line = base.accent if gold_lines else readable(base.main, ground, theme, MIN_VISIBLE_CONTRAST)
    text = readable(base.accent if gold_lines else base.main, ground, theme, MIN_TEXT_CONTRAST)
    plate = base.accent if gold_lines else text
    plate_ground = blend(base.main, base.paper, _PLATE) if ground == base.paper else ground
    if not theme.solid:
        plate_ground = base.paper
    number = readable(base.main, plate_ground, theme, MIN_TEXT_CONTRAST)
    if plate_ground == base.main:
        number = _clearest(plate_ground, theme.light, theme.dark)
    picture = _picture(theme, kind, base, ground) if theme.solid else base

    def share(of: float, over: Colour = base.paper) -> Colour | None:
        return blend(tone, over, of) if of else None

    return Dress(
        ground=ground,
        text=text,
        line=line,
        plate=plate,
        plate_text=_clearest(plate, theme.dark, base.paper, theme.light),
        picture=picture,
        mark=mark_on(theme, replace(base, main=line) if kind == ACE else base, ground, is_dark),
        disc=picture.tint if kind == SPECIAL and style.disc else share(style.disc),
        rings=blend(base.accent, ground, 0.42) if gold_lines else share(style.rings),
        rim=share(style.rim),
        rays=share(style.rays * (_DARK_RAYS if is_dark else 1), ground),
        cartouche=base.paper if kind == COURT and not is_dark else ground,
        number=number,
        plate_ground=plate_ground,
        rule=blend(base.accent, theme.dark, _RULE),
        gold=theme.gold if style.gold else (),
        is_dark=is_dark,
    )


def dress_scene(theme: Theme, own: Dress, scene: str) -> Dress:
    """Return the dress of a card around a scene: the scene's ground and index, and gold lines.

    Return `own` if the palette of the scene has no ground, or in an outline theme.
    """
    colours = (theme.edition.scenes if theme.edition is not None else scenes())[scene]
    if EDGE not in colours or not theme.solid:
        return own
    ground, accent = colours[EDGE], theme.roles_of["accent"]
    return replace(
        own,
        ground=ground,
        cartouche=ground,
        text=colours[INDEX],
        line=accent,
        plate=accent,
        plate_text=_clearest(accent, theme.dark, theme.light),
        mark=replace(own.mark, paper=ground),
        disc=colours["sky"],
        rings=blend(accent, ground, _SCENE_RINGS),
        rays=blend(accent, ground, _SCENE_RAYS),
        is_dark=is_dark_ground(theme, ground),
    )


def token_palette(theme: Theme, name: str) -> Palette:
    """Return the palette of a token or a die. Its main colour is the theme's ground for tokens."""
    return replace(theme.palette(name), main=ground_of(theme, theme.face.token, name))


@lru_cache(maxsize=64)
def cover_theme(theme: Theme, name: str) -> Theme:
    """Return the theme for the cover of a booklet or a box in a colour.

    An edition may replace the colour, as on backs. If the ground of covers is paper, or in an
    outline theme, nothing else changes. On a printed ground all colours have enough contrast, and
    the game's colour is gold in a gold theme.
    """
    if theme.edition is not None and name in theme.edition.backs:
        grounds = {key: ground for key, ground in theme.grounds.items() if key != name}
        own = {**theme.colours, name: theme.back(name)}
        theme = replace(theme, colours=own, grounds=grounds)
    ground, roles = ground_of(theme, theme.face.cover, name), theme.roles_of
    if ground == roles["paper"] or not theme.solid:
        return theme
    is_dark = is_dark_ground(theme, ground)
    ink = theme.light if is_dark else roles["ink"]
    colours = {
        key: readable(colour, ground, theme, MIN_TEXT_CONTRAST)
        for key, colour in theme.colours.items()
    }
    if is_dark and theme.face.gold:
        colours[name] = roles["accent"]
    area = ink if is_dark else roles["area"]
    roles = {**roles, "paper": ground, "ink": ink, "area": area, "quiet": ink}
    roles |= {"light": theme.light, "dark": theme.dark}
    return replace(theme, roles_of=roles, colours=colours, cards=theme)


def is_dark_ground(theme: Theme, ground: Colour) -> bool:
    """Return True if light text has more contrast on a ground than dark text."""
    return contrast(theme.light, ground) > contrast(theme.dark, ground)


def ground_of(theme: Theme, wanted: float | str, name: str) -> Colour:
    """Return the ground that `[face]` of a theme sets for a colour: a share of the colour over
    paper (1: the colour itself), or the dark ground of the colour.
    """
    if wanted == 1:
        return theme.colour(name)
    paper, main = theme.roles_of["paper"], theme.tones.get(name) or theme.colour(name)
    if wanted == DARK:
        return theme.grounds.get(name) or blend(main, blend(theme.dark, BLACK, 0.6), _DARK_GROUND)
    assert isinstance(wanted, float | int)
    return blend(main, paper, wanted) if wanted else paper


def readable(colour: Colour, ground: Colour, theme: Theme, least: float) -> Colour:
    """Return a colour, blended with light or dark until its contrast with a ground reaches
    `least`.
    """
    far = _clearest(ground, theme.light, theme.dark, WHITE, BLACK)
    steps = (blend(far, colour, share / 12) for share in range(13))
    return next((step for step in steps if contrast(step, ground) >= least), far)


def _clearest(ground: Colour, *colours: Colour) -> Colour:
    """Return the colour with the greatest contrast on a ground."""
    return max(colours, key=lambda colour: contrast(colour, ground))


def _picture(theme: Theme, kind: str, base: Palette, ground: Colour) -> Palette:
    """Return the palette of the large drawing: lit parts are light on any ground."""
    if kind in (PIPS, ACE, NUMBER):
        return base
    if contrast(theme.light, ground) <= contrast(theme.dark, ground):
        if kind != SPECIAL:
            return base
        main = base.main
        ink = blend(main, theme.dark, _SPECIAL_INK)
        shade, tint = (blend(main, base.paper, of) for of in (_SPECIAL_SHADE, _SPECIAL_TINT))
        return replace(base, ink=ink, area=ink, shade=shade, tint=tint)
    if contrast(base.main, theme.light) < MIN_TEXT_CONTRAST:  # a light colour, of a dark theme
        return base.for_pictures()
    black = blend(ground, BLACK, _DEEP_INK)
    return replace(
        base,
        main=blend(base.main, WHITE, _LIT_MAIN),
        paper=theme.light,
        ink=black,
        area=black,
        shade=blend(base.main, theme.light, _LIT_SHADE),
        tint=base.main,
    )


def mark_on(theme: Theme, base: Palette, ground: Colour, is_dark: bool) -> Palette:
    """Return the palette of a mark; its details have the colour of the ground."""
    if not is_dark:
        return replace(base, paper=ground)
    main = readable(blend(base.main, WHITE, _LIT_MAIN), ground, theme, MIN_TEXT_CONTRAST)
    return replace(
        base,
        main=main,
        paper=ground,
        ink=theme.light,
        area=theme.light,
        shade=blend(main, ground, 0.5),
        tint=blend(main, ground, 0.2),
    )
