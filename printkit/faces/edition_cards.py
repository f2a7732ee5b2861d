"""Draw the extra cards of an edition.

They have the size and theme of the deck, and the palette of the edition's picture. They are never
dealt.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.card_style import ACE, SPECIAL, Dress, dress, dress_scene, readable
from printkit.art.emblems import ACE as ORNATE
from printkit.art.emblems import draw_mark, emblem, place_emblem, shown_scene, sibling_emblem
from printkit.art.ornaments import Gold, Outline, chamfered, frame_outline, ring
from printkit.art.theme import Edition, Palette
from printkit.base.geometry import Rect, centred_rect, rotation, translation
from printkit.faces.anatomy import Anatomy
from printkit.faces.face_parts import TURN
from printkit.faces.posters import cover_box, edition_poster
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use, transformed
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, MIN_CARD_TEXT_SIZE
from printkit.graphics.path import ROUNDED, PathBuilder, PathData, card_outline, rect_path
from printkit.graphics.svg import is_drawn, read_art
from printkit.layout.bidi import to_capitals
from printkit.layout.fit_text import FitStyle, fit_text, text_fits
from printkit.layout.records import Overflow
from printkit.model.variant import rights_of
from printkit.pieces.product import LocalGame

# --- edition setting -----------------------------------------------------------------------------

# On a poker card (mm): lines of a frame and the chamfer of its corners.
RULE, THIN, _CHAMFER = 0.45, 0.2, 5.0
# The smallest distance between plants in a wreath, as a share of their width; the angle between the
# head and the first plant (degrees). A slim plant counts as this share of its height.
_NEAR, _OPEN, _SLIM = 0.86, 12.0, 0.56
# The most signs on the sash of a poster.
_MAX_SIGNS = 6
# The greatest number of lines in a band of words.
_MAX_LINES = 4
# The rays of a sky, and the share of a ray in its sector.
_RAYS, _RAY = 36, 0.55
# Ink of a plant and of a picture in a theme of outlines, as a share of their square.
_PLANT_INK, _PICTURE_INK = 0.03, 0.045


@lru_cache(maxsize=64)
def drawn_share(path: FilePath) -> tuple[float, float]:
    """Return the width and height of a drawing's shapes, relative to the longer side of its box.

    Medals of backs have the box of a whole card; a picture fills its box.
    """
    if not is_drawn(path):
        return 1.0, 1.0
    art = read_art(path)
    whole = reduce(Rect.union, (shape.data.box() for shape in art.shapes))
    side = max(art.box.w, art.box.h)
    return whole.w / side, whole.h / side


class EditionSetting(msgspec.Struct, frozen=True, dict=True):
    """The game, edition and measures for drawing extra cards.

    The theme of the game includes the edition; `reach` is the printed area (mm), and `number` the
    number of the deck, if known.
    """

    game: LocalGame
    own: Edition
    anatomy: Anatomy
    reach: Rect
    number: str | None = None

    @cached_property
    def k(self) -> float:
        """The scale of lines and words, 1 on a poker card."""
        return self.anatomy.scale

    @cached_property
    def scene(self) -> str:
        """The name of the palette of the edition's picture, or an empty string without a
        picture.
        """
        if self.own.picture is None:
            return ""
        return shown_scene(read_art(self.own.picture).root_classes, self.game.theme.face.scene)

    @cached_property
    def dress(self) -> Dress:
        """The colours of a special card around the scene of the edition."""
        look = self.game.theme
        own = dress(look, SPECIAL, self.game.colour)
        if self.scene and look.solid:
            own = dress_scene(look, own, self.scene)
            if not own.is_dark:  # white paper keeps the colour of the game, not that of the season
                season = readable(self.role("cloth", own.text), own.ground, look, MIN_TEXT_CONTRAST)
                own = replace(own, text=season, line=season)
        return replace(own, text=readable(own.text, own.ground, look, MIN_TEXT_CONTRAST))

    @cached_property
    def palette(self) -> Palette:
        """The palette of drawings."""
        return self.dress.picture

    def role(self, name: str, default: Colour) -> Colour:
        """Return a colour of the scene by its role, or `default` without a scene."""
        return self.own.scenes[self.scene][name] if self.scene else default

    @property
    def words_colour(self) -> Colour:
        """The colour of words: light on a dark ground."""
        return self.game.theme.light if self.dress.is_dark else self.dress.text

    def stroke(self, width: float, colour: Colour | None = None) -> Stroke:
        """Return the stroke for a line that is `width` mm wide on a poker card."""
        line = self.dress.line if colour is None else colour
        return Stroke(line, max(self.game.theme.line_weight(width * self.k), 0.1))

    @property
    def title(self) -> str:
        """The name of the edition with its year."""
        return f"{self.own.name[self.game.language]} · {self.own.year}"

    # --- parts --------------------------------------------------------------------------------

    def words(
        self,
        text: str,
        box: Rect,
        size: float,
        font: str = TITLE,
        lines: int = 1,
        colour: Colour | None = None,
    ) -> list[Item]:
        """Return words set in a box, at most `size` mm per em on a poker card, or an empty list if
        they do not fit.
        """
        style = FitStyle(
            font,
            max(size * self.k, MIN_CARD_TEXT_SIZE),
            MIN_CARD_TEXT_SIZE,
            lines,
            language=self.game.language,
        )
        set_lines = fit_text(text, style, box, colour or self.words_colour)
        return [] if isinstance(set_lines, Overflow) else list(set_lines)

    def band(self, width: float, texts: Sequence[str], size: float) -> tuple[Rect, int]:
        """Return a band at the head of the safe area, `width` mm wide and, within a maximum number
        of lines, high enough for each of the texts. Also return the number of lines in it.
        """
        top = self.anatomy.safe.y + self.anatomy.depth_of(width) + 0.5 * self.k
        em = max(size * self.k, MIN_CARD_TEXT_SIZE)
        for lines in range(1, _MAX_LINES + 1):
            box = Rect(-width / 2, top, width, 1.3 * em if lines == 1 else 2.5 * lines)
            style = FitStyle(TITLE, em, MIN_CARD_TEXT_SIZE, lines, language=self.game.language)
            if all(text_fits(text, style, box) for text in texts):
                break
        return box, lines

    def edge(self, inset: float) -> PathData:
        """Return the outline of the card's frame, `inset` mm inside the safe area."""
        margin, anatomy = self.anatomy.safe_margin + inset, self.anatomy
        if anatomy.shape != ROUNDED:
            return card_outline(anatomy.trim, anatomy.shape, margin)
        return chamfered(anatomy.trim.inset(margin), _CHAMFER * self.k)

    def frame(self) -> list[Item]:
        """Draw the two lines of the card's frame."""
        return [
            Path(self.edge(0.3), stroke=self.stroke(RULE)),
            Path(self.edge(0.3 + 1.1 * self.k), stroke=self.stroke(THIN)),
        ]

    def picture(self, box: Rect) -> list[Item]:
        """Draw the poster of the deck so that it covers a box. If the edition names no posters, or
        the deck has no engraved cards, draw the picture of the edition; without a picture, draw
        only the ground.
        """
        cards = self.game.variant.cards
        poster = edition_poster(cards, self.own.posters) if self.own.posters else None
        if poster is not None:
            signs = self.game.marks[:_MAX_SIGNS]
            _, ground, drawn = cover_box(poster, self.game.theme, box, box, signs)
            return [Group((*ground, drawn), clip=rect_path(box))]
        if self.own.picture is None:
            return [Path(rect_path(box), fill=self.dress.ground)]
        art = read_art(self.own.picture).box
        factor = max(box.w / art.w, box.h / art.h)
        size = max(art.w, art.h) * factor
        drawing = emblem(self.own.picture, self.palette, size, _PICTURE_INK, field=False)
        return [Group((place_emblem(drawing, *box.centre, size),), clip=rect_path(box))]

    def plant(self, x: float, y: float, height: float, turn: float) -> list[Item]:
        """Draw the plant of the edition with its middle at a place (mm), turned by an angle
        (degrees).
        """
        if self.own.flora is None:
            return []
        symbol = emblem(self.own.flora, self.palette, height, _PLANT_INK)
        way = rotation(turn).then(translation(x, y))
        return [transformed([place_emblem(symbol, 0, 0, height)], way)]

    def wreath(self, x: float, y: float, a: float, b: float, height: float) -> list[Item]:
        """Draw two branches of plants on an oval about a place, open at the head."""
        if self.own.flora is None:
            return []
        items: list[Item] = []
        pitch = _NEAR * height * max(drawn_share(self.own.flora)[0], _SLIM)
        count = max(5, round(math.pi / 2 * (a + b) / pitch))
        for side in (-1, 1):
            for n in range(count):
                angle = math.radians(180 - (180 - _OPEN) * n / (count - 1) - 4)
                px, py = side * a * math.sin(angle), -b * math.cos(angle)
                along = math.degrees(math.atan2(side * b * math.sin(angle), a * math.cos(angle)))
                items += self.plant(x + px, y + py, height, side * 90 - along + 180 + side * 14)
        return items

    def sky(self, a: float, b: float) -> list[Item]:
        """Draw sky with rays and hills in an oval about the origin; nothing without a scene or in
        an outline theme.
        """
        if not self.scene or not self.game.theme.solid:
            return []
        rays = PathBuilder()
        for n in range(_RAYS):
            turn = 2 * math.pi * n / _RAYS
            half, far = math.pi / _RAYS * _RAY, 1.2 * max(a, b)
            ends = [
                (far * math.cos(turn + s * half), far * math.sin(turn + s * half)) for s in (-1, 1)
            ]
            rays.polygon([(0, 0), *ends])
        items: list[Item] = [
            Path(rect_path(centred_rect(2 * a, 2 * b)), fill=self.role("sky", self.dress.ground)),
            Path(rays.done(), fill=self.role("sky2", self.dress.ground)),
        ]
        line = self.stroke(0.25, self.role("line", self.dress.line))
        for role, x, top in (("far", -0.4, 0.36), ("mid", 0.5, 0.47), ("near", -0.2, 0.6)):
            hill = PathBuilder().ellipse(x * a, b * (top + 0.9), 1.9 * a, 0.9 * b).done()
            items.append(Path(hill, fill=self.role(role, self.dress.ground), stroke=line))
        return [Group(tuple(items), clip=PathBuilder().ellipse(0, 0, a, b).done())]

    def oval(self, a: float, b: float, rim: float) -> list[Item]:
        """Draw the band of an oval in gold or in waves; in a theme of outlines, draw a line."""
        inner, outer = Outline(a - rim, b - rim), Outline(a, b)
        if self.dress.gold:
            return [Use(ring(inner, outer, 120, 3, Gold(self.dress.gold, self.dress.ground, 180)))]
        if self.game.theme.solid:
            return [Use(ring(inner, outer, 84, 3, self.stroke(FINE)))]
        return [Path(PathBuilder().ellipse(0, 0, a, b).done(), stroke=self.stroke(0.3))]

    def sign(self) -> tuple[FilePath, str] | None:
        """Return the drawing of the deck's first suit or sign and the name of its colour, or
        None.
        """
        return next(iter(self.game.marks), None)

    def ribbon(self, y: float, width: float, height: float, text: str) -> list[Item]:
        """Draw a ribbon with words across the middle, its two ends folded behind."""
        look, fold = self.game.theme, 0.28 * height
        paper, ink = look.light if look.solid else look.roles_of["paper"], self.dark_line
        items: list[Item] = []
        line = self.stroke(0.3, ink)
        for side in (-1, 1):
            end = width / 2
            tail = [(0.78 * end, y + fold), (end + 0.3 * height, y + fold)]
            tail += [(end - 0.1 * height, y + fold + height / 2)]
            tail += [(end + 0.3 * height, y + fold + height), (0.78 * end, y + fold + height)]
            shade = blend(self.dress.line, paper, 0.35) if look.solid else paper
            shape = PathBuilder().polygon([(side * x, v) for x, v in tail]).done()
            items.append(Path(shape, fill=shade, stroke=line))
            corner = [
                (0.78 * end, y + height),
                (0.86 * end, y + height),
                (0.78 * end, y + height + fold),
            ]
            shape = PathBuilder().polygon([(side * x, v) for x, v in corner]).done()
            items.append(Path(shape, fill=ink if look.solid else paper, stroke=line))
        front = Rect(-0.86 * width / 2, y, 0.86 * width, height)
        items.append(Path(rect_path(front), fill=paper, stroke=line))
        size = 0.62 * height / self.k
        return items + self.words(text, front.inset(0.12 * height), size, TITLE_BOLD, colour=ink)

    @property
    def dark_line(self) -> Colour:
        """The colour of lines and words on light areas."""
        look = self.game.theme
        return readable(look.dark, look.light, look, MIN_TEXT_CONTRAST)


# --- edition cards -------------------------------------------------------------------------------

# The keys of the extra cards, in the order of the deck.
HONOUR, SEAL, TITLE_CARD, BLANK = "edition-ace", "edition-seal", "edition-title", "edition-blank"
EXTRA_CARDS = (SEAL, HONOUR, TITLE_CARD, BLANK)
_MAKER = "printkit"
# On a poker card (mm): the air of an oval, its band, the marks beside it, a ribbon.
_AIR, _RIM, _MARK, _RIBBON = 0.8, 1.9, 6.4, 7.4
# The inner oval against the outer one; the height of plants against the room between both.
_INNER, _LEAF = 0.71, 1.04
# The size of the ornate ace relative to half the height of its oval, and its greatest size relative
# to half the width; the size of an emblem relative to half the width.
_ACE, _WIDEST, _EMBLEM = 1.86, 3.2, 1.42
# Ink of an ace in a theme of outlines, as a share of its square.
_ACE_INK = 0.03
# The radius of a seal relative to the safe area. As shares of this radius: the end of its ribbon,
# its rings, its wreath with the height of a plant, and its sign.
_SEAL, _TAILS, _RINGS, _BRANCH, _SPRIG, _SIGN = 0.41, 1.48, (0.9, 0.7), 0.51, 0.25, 0.68
# The plate of a cover, and the badge over it (its radius).
_PLATE, _BADGE = 22.0, 5.0
# The room that a number written by hand has (mm).
_WRITTEN = 24.0


def _honour(card: EditionSetting) -> Iterator[Item]:
    """Draw the ace of honour: the first suit of the deck in a wreath under a sky."""
    k, anatomy = card.k, card.anatomy
    title, work = to_capitals(card.title), _work(card)
    beside = 2 * (_MARK + 1.6) * k if anatomy.shape == ROUNDED else 0.25 * anatomy.safe.w
    head, lines = card.band(anatomy.safe.w - beside, (title, work), 2.3)
    cosine, sine = anatomy.slope
    a, b = anatomy.safe.w / 2 - 0.3, -head.bottom - _AIR * k
    while math.hypot(a * sine, b * cosine) > anatomy.height / 2 * cosine - anatomy.safe_margin:
        a *= 0.985
    rim = _RIM * k
    yield from card.sky(a - rim / 2, b - rim / 2)
    yield from card.oval(a, b, rim)
    inner, low = _INNER * (a - rim), _INNER * (b - rim)
    field = PathBuilder().ellipse(0, 0, inner, low).done()
    yield Path(field, fill=card.game.theme.roles_of["paper"], stroke=card.stroke(RULE))
    middle = (a - rim + inner) / 2, (b - rim + low) / 2
    yield from card.wreath(0, 0, *middle, _LEAF * (a - rim - inner))
    if sign := card.sign():
        path, colour = sign
        ornate = sibling_emblem(path, ORNATE)
        size = (
            min(_ACE * low, _WIDEST * inner) if ornate else _EMBLEM * inner / max(drawn_share(path))
        )
        look = dress(card.game.theme, ACE, colour).picture
        yield place_emblem(emblem(ornate or path, look, size, _ACE_INK), 0, 0, size)
        if anatomy.shape == ROUNDED:
            side, palette = _MARK * k, card.game.theme.palette(colour)
            palette = replace(palette, main=card.dress.line, paper=card.dress.ground)
            inset = side / 2 + 0.8 * k
            mark = draw_mark(path, palette, anatomy.safe.x + inset, anatomy.safe.y + inset, side)
            yield from (mark, transformed([mark], TURN))
    yield from card.ribbon(0.64 * b, 1.36 * a, _RIBBON * k, to_capitals(_MAKER))
    yield from card.words(title, head, 3.0, TITLE_BOLD)
    yield from card.words(work, head._replace(y=-head.bottom), 2.3, lines=lines)


def _work(card: EditionSetting) -> str:
    """Return the note on the kind of deck: unofficial fan work, or a user's game."""
    return rights_of(card.game.variant, card.game.language).subject


def _seal(card: EditionSetting) -> Iterator[Item]:
    """Draw the seal card: the name of the game, wax with its sign, the edition with its motto, and
    the number of the deck.
    """
    k, safe = card.k, card.anatomy.safe
    yield from card.frame()
    width = 0.72 * safe.w
    top = safe.y + card.anatomy.depth_of(width) + 3.0 * k
    head = Rect(-width / 2, top, width, 9.0 * k)
    yield from card.words(to_capitals(card.game.name), head, 4.2, TITLE_BOLD, 2)
    foot = -top - 21.0 * k
    radius = min(_SEAL * safe.w, (foot - head.bottom - 1.0 * k) / (1 + _TAILS))
    y = (head.bottom + foot - (_TAILS - 1) * radius) / 2
    seal = [*_tails(card, radius), *_wax(card, radius)]
    yield transformed(seal, translation(0, y))
    line = Rect(head.x, foot + 1.2 * k, head.w, 4.8 * k)
    yield from card.words(to_capitals(card.title), line, 3.6, TITLE_BOLD)
    if motto := card.own.motto[card.game.language]:
        yield from card.words(motto, line._replace(y=line.bottom, h=3.6 * k), 2.6)
    yield from _number(card, line._replace(y=line.bottom + 4.2 * k, h=8.6 * k))


def _tails(card: EditionSetting, radius: float) -> Iterator[Item]:
    """Draw the two tails of the ribbon under a seal about the origin."""
    look = card.game.theme
    fill = card.role("cloth", card.dress.line) if look.solid else look.roles_of["paper"]
    line = card.stroke(0.3, card.dark_line if look.solid else None)
    for side in (-1, 1):
        points = [(0.1, 0.6), (0.5, 0.5), (0.76, 1.4), (0.56, 1.3), (0.34, _TAILS)]
        shape = PathBuilder().polygon([(side * u * radius, v * radius) for u, v in points])
        yield Path(shape.done(), fill=fill, stroke=line)


def _wax(card: EditionSetting, radius: float) -> Iterator[Item]:
    """Draw a seal of wax about the origin: a rim of drops, engraved rings and the sign."""
    look, gold = card.game.theme, card.dress.gold
    rim = [
        (r * math.cos(t), r * math.sin(t))
        for n in range(192)
        for t in [2 * math.pi * n / 192]
        for r in [radius * (1 + 0.035 * math.cos(24 * t))]
    ]
    wax = _wax_colour(card)
    deep, lit = blend(wax, look.dark, 0.62), blend(wax, look.light, 0.62)
    line = card.stroke(0.35, look.dark if look.solid else None)
    edge = PathBuilder().polygon(rim).done()
    yield Path(edge, fill=deep if look.solid else look.roles_of["paper"], stroke=line)
    outer, inner = (share * radius for share in _RINGS)
    if look.solid:
        shine = PathBuilder().ellipse(-0.03 * radius, -0.03 * radius, *(2 * [0.92 * radius]))
        yield Path(shine.done(), fill=wax)
        waves = card.stroke(0.16, gold[3] if gold else lit)
        yield Use(ring(Outline.circle(inner), Outline.circle(outer), 40, 4, waves))
        yield Path(PathBuilder().circle(0, 0, inner).done(), fill=deep)
    fine = card.stroke(0.3, (gold[4] if gold else lit) if look.solid else None)
    yield from card.wreath(0, 0, _BRANCH * radius, _BRANCH * radius, _SPRIG * radius)
    for r in (outer, inner):
        yield Path(PathBuilder().circle(0, 0, r).done(), stroke=fine)
    if sign := card.sign():
        palette = look.palette(sign[1])
        if look.solid:
            pressed = gold[4] if gold else look.light
            palette = replace(
                palette, main=pressed, ink=pressed, area=pressed, paper=deep, shade=lit, tint=wax
            )
        yield draw_mark(
            sign[0], palette, 0, 0, _SIGN * radius / min(1.0, 1.4 * max(drawn_share(sign[0])))
        )


def _wax_colour(card: EditionSetting) -> Colour:
    """Return the colour of the seal, an ember red."""
    return blend(card.role("ember", card.game.palette.main), card.game.theme.dark, 0.88)


def _number(card: EditionSetting, box: Rect) -> list[Item]:
    """Draw the number of the deck, or a line on which it can be written."""
    tell = card.game.translate
    if card.number is not None:
        number, _, count = (part.strip() for part in card.number.partition("/"))
        key = "edition.number-of" if count else "edition.number"
        words = tell(key, number=number, count=count)
        return card.words(words, box, 6.2, TITLE_BOLD, colour=card.dress.text)
    width = min(_WRITTEN * card.k, 0.7 * box.w)
    start, base = -width / 2 + 3.2 * card.k, box.y + 0.82 * box.h
    line = PathBuilder().move(start, base).line(width / 2 + 3.2 * card.k, base).done()
    label = Rect(start - 8.4 * card.k, base - 4.2 * card.k, 7.4 * card.k, 4.4 * card.k)
    return [*card.words(tell("edition.written"), label, 3.4), Path(line, stroke=card.stroke(0.3))]


def _titled(card: EditionSetting) -> Iterator[Item]:
    """Draw the title card: the picture of the edition, and the name of the game on a plate."""
    motto = card.own.motto[card.game.language]
    yield from draw_cover(card, (card.title, motto))


def draw_cover(
    card: EditionSetting, below: Sequence[str], *, on_box: bool = False
) -> Iterator[Item]:
    """Draw the picture of the edition with a plate: the name of the game over up to two lines.

    The lines are the first text in `below`, and the next of these texts that fits.

    The picture extends over the cut if the theme prints to the cut, and on the front of a box.
    """
    k, safe = card.k, card.anatomy.safe
    bleeds = card.game.theme.face.full_bleed or on_box
    clip = rect_path(card.reach) if bleeds else card.edge(0.3)
    yield Group(tuple(card.picture(card.reach if bleeds else safe)), clip=clip)
    if not on_box:
        yield from card.frame() if bleeds else card.frame()[:1]
    width, height = 0.84 * safe.w, _PLATE * k
    foot = -(safe.y + card.anatomy.depth_of(width)) - (2.0 if on_box else 4.2) * k
    box = Rect(-width / 2, foot - height, width, height)
    yield from _plate(card, box, below)
    if sign := card.sign():
        r, y, ground = _BADGE * k, box.y - 0.28 * _BADGE * k, card.dress.ground
        disc = PathBuilder().circle(0, y, r).done()
        yield Path(disc, fill=ground, stroke=card.stroke(RULE))
        yield Path(PathBuilder().circle(0, y, 0.84 * r).done(), stroke=card.stroke(THIN))
        palette = card.game.theme.palette(sign[1])
        palette = replace(palette, main=card.dress.line, paper=ground)
        size = 1.2 * r / min(1.0, 1.4 * max(drawn_share(sign[0])))
        yield draw_mark(sign[0], palette, 0, y, size)


def _plate(card: EditionSetting, box: Rect, below: Sequence[str]) -> Iterator[Item]:
    """Draw a plate with the name of the game over two lines."""
    k, ground = card.k, card.dress.ground
    yield Path(frame_outline("notch", box, 3.4 * k), fill=ground, stroke=card.stroke(RULE))
    inner = box.inset(1.0 * k)
    yield Path(frame_outline("notch", inner, 3.0 * k), stroke=card.stroke(THIN))
    box = inner.outset(-2.2 * k, -3.2 * k, -2.2 * k, -0.9 * k)
    name, line = 0.54 * box.h, 0.23 * box.h
    words = to_capitals(card.game.name)
    colour = card.dress.text
    yield from card.words(words, box._replace(h=name), 5.6, TITLE_BOLD, 2, colour)
    title, rest = (box._replace(y=box.y + name + n * line, h=line) for n in (0, 1))
    yield from card.words(to_capitals(below[0]), title, 3.0, TITLE_BOLD)
    lines = (card.words(text, rest, 2.5) for text in below[1:] if text)
    yield from next(filter(None, lines), ())


def _blank(card: EditionSetting) -> Iterator[Item]:
    """Draw a blank card: a field to write in, with plants at both ends; it looks the same upside
    down.
    """
    k, look = card.k, card.game.theme
    if card.dress.is_dark:
        yield Path(card.edge(0.3), fill=look.light)
    yield from card.frame()
    half = card.anatomy.safe
    height = 11.0 * k
    y = half.y + max(card.anatomy.depth_of(2.6 * height), 0.0) + 1.9 * k + height / 2
    above: list[Item] = []
    for side in (-1, 1):
        above += card.plant(side * 0.62 * height, y, 0.9 * height, side * 38)
    above += card.plant(0, y, height, 0)
    yield from (*above, transformed(above, TURN))


_DRAWN = {HONOUR: _honour, SEAL: _seal, TITLE_CARD: _titled, BLANK: _blank}


def draw_edition_card(key: str, setting: EditionSetting) -> Symbol:
    """Draw the extra card `key`, one of `EXTRA_CARDS`, centred on the origin."""
    reach, ground = setting.reach, setting.dress.ground
    items: list[Item] = [] if ground.is_white else [Path(rect_path(reach), fill=ground)]
    count = len(items)
    items += _DRAWN[key](setting)
    count += key == TITLE_CARD and setting.game.theme.face.full_bleed  # its picture
    title = setting.game.translate(f"edition.{key}")
    return Symbol(f"face-{key}", tuple(items), reach, title, count)
