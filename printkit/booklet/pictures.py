"""Draw the cards, tokens, materials and dials in texts.

Percentages run from the left to the right; lengths are in mm.

The picture of a material is 30 mm wide and 21 mm high, and depends on the product that prints the
material. For screens, faces, backs, emblems and tokens are drawn as printed, at real size and
centred on the origin; a single card is drawn as a small card.

Each picture is drawn once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path as FilePath

import msgspec

from printkit.art.backs import draw_back
from printkit.art.emblems import SIDE, emblem, pictogram, pictogram_names
from printkit.art.ornaments import chamfered
from printkit.art.theme import Theme, plain_paper_theme
from printkit.base import paper_sizes
from printkit.base.geometry import Rect, polar, scaling, translation
from printkit.base.messages import translate
from printkit.booklet.page_style import BookletPalette, title_colour
from printkit.booklet.play_pictures import draw_play
from printkit.booklet.strip_pictures import draw_strip_panel
from printkit.booklet.table_pictures import (
    Pieces,
    TableZones,
    draw_table,
    middle_rows,
    place,
    place_grid,
    place_rows,
    rows_extent,
)
from printkit.components.tokens import ROUND, TokenSide, draw_side, token_shape
from printkit.components.tokens import TOKEN as SHAPE
from printkit.faces.anatomy import Anatomy
from printkit.faces.face import draw_face
from printkit.faces.small_cards import (
    RATIO,
    draw_emblem,
    draw_inline,
    draw_small_card,
    game_thumbnail,
    inline_width,
)
from printkit.graphics import fonts
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import HAIRLINE, MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import CORNER_RADIUS, PathBuilder, PathData
from printkit.graphics.small_text import without_small_text
from printkit.layout.blocks import Drawing
from printkit.layout.fit_text import TextOverflow
from printkit.layout.records import FontSet, InlineDrawing, Span, TextStyle, line_break
from printkit.model.cards import Card
from printkit.model.tabletop import TOKEN_COLOUR, Material
from printkit.model.variant import Variant
from printkit.press.line_floors import printable
from printkit.tabletop.boards import is_dial_table
from printkit.text import book
from printkit.text.book import BACK, CARD, FACE, SUIT, Inline, InlineText, LineBreak, PictureRef
from printkit.text.panels import OF_FAMILY, PANEL_OF, seats_drawn

# --- chance dial ---------------------------------------------------------------------------------

# The ring, the graduated arc round it with its ticks, and the fine arc within.
_INNER, _OUTER, _SCALE, _FINE = 9.4, 14.4, 15.2, 8.5
_TICKS, _STEPS = (0.8, 1.2, 1.8), 40
_LINE, _EDGE, _HATCH = 0.18, 0.35, 0.3
# The angle of a tick of the hatching, and the least angle of a sector that is not empty (degrees).
_HATCH_STEP, _MIN_SECTOR = 3.0, 0.9
_BOX = Rect(-17.2, -17.2, 34.4, 18.4)


def draw_dial(pieces: Pieces, parts: str, name: str) -> Symbol:
    """Draw a dial from thousandths, `21-563-416`: prizes are solid, other hands are pale, and lost
    ones are hatched.
    """
    best, rest, lost = (int(part) for part in parts.split("-"))
    ends = [180.0]
    for part in (best, rest, lost):
        ends.append(ends[-1] + (max(_MIN_SECTOR, 0.18 * part) if part else 0.0))
    # The minimum angles are subtracted from the largest sector.
    ends = [180.0, min(ends[1], 360.0), min(ends[2], 360.0 if not lost else 359.1), 360.0]
    items: list[Item] = []
    if best:
        items.append(Path(_sector(*ends[:2]), fill=pieces.line))
    if rest:
        items.append(Path(_sector(*ends[1:3]), fill=pieces.ground(0.22)))
    if lost:
        items.append(Path(_hatching(ends[2]), stroke=Stroke(pieces.line, _HATCH)))
    edge = Stroke(pieces.line, _EDGE)
    items.append(Path(_sector(180.0, 360.0), stroke=edge))
    for end in ends[1:3]:
        if 180.0 < end < 360.0:
            (x, y), (u, v) = polar(_FINE, end), polar(_SCALE, end)
            items.append(Path(PathBuilder().move(x, y).line(u, v).done(), stroke=edge))
    fine = Stroke(pieces.line, _LINE)
    for radius in (_FINE, _SCALE):
        items.append(Path(PathBuilder().arc(0, 0, radius, 180, 360).done(), stroke=fine))
    items.append(Path(_ticks(), stroke=fine))
    return Symbol(f"dial-{parts}-{pieces.line.name}", tuple(items), _BOX, name)


def _sector(start: float, end: float) -> PathData:
    path = PathBuilder().arc(0, 0, _OUTER, start, end)
    return path.arc(0, 0, _INNER, end, start, join=True).close().done()


def _hatching(start: float) -> PathData:
    """Return the radial lines of a hatched sector from an angle to the right end of the dial."""
    path = PathBuilder()
    for angle in _angles(start):
        (x, y), (u, v) = polar(_INNER, angle), polar(_OUTER, angle)
        path.move(x, y).line(u, v)
    return path.done()


def _angles(start: float) -> Iterator[float]:
    count = int((360.0 - start) / _HATCH_STEP + 1e-9)
    return (360.0 - _HATCH_STEP * i for i in range(1, count + 1))


def _ticks() -> PathData:
    """Return the ticks of the scale: small ones, longer ones at tenths, and the longest at
    halves.
    """
    path = PathBuilder()
    for i in range(_STEPS + 1):
        angle = 180.0 + 180.0 * i / _STEPS
        length = _TICKS[2 if i % 20 == 0 else 1 if i % 4 == 0 else 0]
        (x, y), (u, v) = polar(_SCALE, angle), polar(_SCALE + length, angle)
        path.move(x, y).line(u, v)
    return path.done()


# --- drawings ------------------------------------------------------------------------------------

PANEL_PICTURES = (book.PICTOGRAM, book.MATERIAL, book.TABLE, book.TURN, book.DIAL)


def draw_panel_picture(
    picture: book.PictureRef, pieces: Pieces, language: str, height: float
) -> Symbol:
    """Draw a picture in a panel, to be printed `height` mm high. The box of the symbol has
    arbitrary units.

    Raises PrintkitError if a drawing cannot be read.
    """
    variant = pieces.variant
    if picture.kind == book.PICTOGRAM:
        return pictogram(picture.id, pieces.theme.palette(title_colour(variant)))
    if picture.kind == book.DIAL:
        return draw_dial(pieces, picture.id, picture.alt)
    if picture.kind == book.MATERIAL:
        key, _, family = picture.id.partition(OF_FAMILY)
        material = next(item for item in variant.materials if item.id == key)
        return draw_material(pieces.printed_at(height / BOX.h), material, family or None)
    if picture.kind == book.TURN and PANEL_OF in picture.id:
        return draw_strip_panel(pieces, picture.id, language, height)
    if picture.kind == book.TURN:
        return draw_play(pieces, picture.id, language, height)
    return draw_table(pieces, seats_drawn(variant), height)


# --- materials ------------------------------------------------------------------------------------

BOX = Rect(-15.0, -10.5, 30.0, 21.0)
# A fan of three cards, a heap of chips, tokens, dice (mm).
_CARD, _STEP, _TILT = 9.8, 9.2, 8.0
_CHIP, _CHIP_STEP, _COLUMNS, _CHIPS = 6.5, 6.8, 4, 8
_PIECE, _PIECE_STEP, _SINGLE, _MAX_ROW, _DIE = 8.4, 8.6, 12.0, 3, 8.6
_MAT = Rect(-12.8, -8.6, 25.6, 17.2)
# Gaps between parts of a mat, and between rows (mm).
_MAT_GAPS = (1.6, 2.0)
# Products on paper: width and height (mm), number of lines.
_SHEETS = {
    "reference-cards": (11.0, 16.0, 6),
    "rule-cards": (11.0, 16.0, 4),
    "score-sheet": (14.0, 19.0, 9),
    "conversion-chart": (14.0, 19.0, 8),
}
# The fallback pictogram of a material.
_ANYTHING = "goal"


def draw_material(pieces: Pieces, material: Material, family: str | None = None) -> Symbol:
    """Draw a material. For a deck with several families, draw the cards of `family`, if given."""
    items = _items(pieces, material, family)
    key = f"need-{pieces.variant.slug}-{material.id}-{family or ''}-{pieces.least:.3g}"
    return Symbol(key, tuple(items), BOX, next(iter(material.name.values())))


def _items(pieces: Pieces, material: Material, family: str | None) -> list[Item]:
    products = material.products
    if "cards" in products:
        return _fan(pieces, family or _family_of(pieces, material))
    if material.denominations:
        return _heap(pieces, material)
    if material.emblem is not None:
        return _pieces(pieces, material)
    if "tokens" in products and pieces.variant.tokens:
        return _tokens(pieces)
    if "paper-die" in products:
        if material.numbers is not None or not material.signs:
            return [place(pieces.own_die(_DIE, material), 0, 0, -8)]
        if material.count == 1:
            return [place(pieces.die(_DIE, 5), 0, 0, -8)]
        return [place(pieces.die(_DIE, 5), -5.0, 1, -8), place(pieces.die(_DIE, 1), 5.4, -1, 11)]
    if {"mat", "table", "half-table"} & set(products):
        return _mat(pieces)
    if "player-board" in products:
        return [pieces.tray(_MAT.inset(2.0), 1.8), *pieces.empty_card(6.0)]
    for product in products:
        if product in _SHEETS:
            return pieces.sheet(*_SHEETS[product])
    return pieces.sign(material.id if material.id in pictogram_names() else _ANYTHING, 15.0)


def _family_of(pieces: Pieces, material: Material) -> str | None:
    """Return the family of a deck if each family is a deck, else None."""
    decks = [m for m in pieces.variant.materials if "cards" in m.products]
    families = [*pieces.variant.families]
    return families[decks.index(material)] if len(decks) == len(families) > 1 else None


def _fan(pieces: Pieces, family: str | None) -> list[Item]:
    """Draw a fan of three different cards."""
    cards = [card for card in pieces.variant.cards if family in (None, card.family)]
    items: list[Item] = []
    for i, card in enumerate(_kinds(cards)):
        x = (i - 1) * _STEP
        items.append(place(pieces.card(card, _CARD), x, abs(i - 1) * 0.9, (i - 1) * _TILT))
    return items


def _kinds(cards: Sequence[Card]) -> list[Card]:
    """Return three different cards: numbers of several suits, and specials."""
    plain = [card for card in cards if card.suit is not None and (card.rank or "").isdigit()]
    drawn = [card for card in cards if card not in plain]
    first = list({card.suit: card for card in plain}.values())
    chosen = [*first[: 3 - min(2, len(drawn))]]
    chosen += drawn[-(3 - len(chosen)) :] if len(chosen) < 3 else []
    chosen += [card for card in cards if card not in chosen][: 3 - len(chosen)]
    return chosen


def _heap(pieces: Pieces, material: Material, count: int = _CHIPS) -> list[Item]:
    """Draw the chips of one player in two rows."""
    chips = [pieces.chip(material, i, _CHIP) for i in range(count)]
    return place_grid(chips, min(count, _COLUMNS), (_CHIP_STEP, _CHIP_STEP))


def _pieces(pieces: Pieces, material: Material) -> list[Item]:
    """Draw up to three pieces in a row, more as a heap."""
    count = material.per_player or material.count or 1
    if count > _MAX_ROW:
        return _heap(pieces, material, min(count, _CHIPS))
    drawn = pieces.piece(material, _SINGLE if count == 1 else _PIECE)
    return place_grid([drawn] * count, count, (_PIECE_STEP, 0))


def _tokens(pieces: Pieces) -> list[Item]:
    ids = [token.id for token in pieces.variant.tokens if token.emblem is not None]
    left, right, top = ids[0], ids[len(ids) // 2], ids[-1]
    return [
        place(pieces.token(left, 10.4), -7.4, 2.4),
        place(pieces.token(right, 10.4), 7.4, 2.4),
        place(pieces.token(top, 12.6), 0, -2.6),
    ]


def _mat(pieces: Pieces) -> list[Item]:
    """Draw a small table or mat with its places."""
    if is_dial_table(pieces.variant):
        zones = TableZones(pieces, _MAT.w)
        groups = [
            Group(tuple(contents.items), turn)
            for contents, turn, _ in zones.draw_contents()
            if contents.place != "first"
        ]
        return [*zones.draw_ground(), *groups]
    items: list[Item] = [Path(chamfered(_MAT, 2.4), fill=pieces.ground(0.05), stroke=pieces.edge())]
    rows = middle_rows(pieces)
    if not rows:
        return items
    width, height = rows_extent(rows, *_MAT_GAPS)
    scale = min((_MAT.w - 3.0) / (width + _MAT_GAPS[0]), (_MAT.h - 2.4) / height)
    placed = place_rows(middle_rows(pieces.printed_at(scale)), *_MAT_GAPS, scale)
    return items + [Group(tuple(contents.items), matrix) for contents, matrix in placed]


# --- pictures on a screen -------------------------------------------------------------------------

# The heights for which pictures of panels are drawn (mm).
_HEIGHTS = {
    book.PICTOGRAM: 14.0,
    book.MATERIAL: 21.0,
    book.TABLE: 122.0,
    book.TURN: 54.0,
    book.DIAL: 16.0,
}
# The extent of a drawing beyond its trim (mm), which is clipped.
_DRAWINGS_REACH = 0.5
# The width of a small card (mm).
_SMALL = 16.0


def draw_picture(
    picture: book.PictureRef,
    variants: Mapping[str, Variant],
    language: str,
    theme: Theme,
    *,
    night: bool = False,
) -> tuple[Symbol, Rect]:
    """Return the drawing and its trim (for a suit, a square of arbitrary units).

    Pictures of panels are drawn on plain paper or, at `night`, on the dark ground of a screen.

    Raises PrintkitError if a drawing cannot be read.
    """
    variant = variants[picture.variant]
    if picture.kind in PANEL_PICTURES:
        pieces = Pieces(variant, theme if night else plain_paper_theme(theme))
        drawn = draw_panel_picture(picture, pieces, language, _HEIGHTS[picture.kind])
        return drawn, drawn.box
    size = paper_sizes.card(variant.card_size)
    trim = Rect(-size.w / 2, -size.h / 2, size.w, size.h)
    if picture.kind == book.CARD:
        small = draw_small_card(find_card(variant, picture.id), _SMALL, theme)
        return small, small.box
    if picture.kind in (book.FACE, book.BACK):
        extent = (size.w, size.h, _DRAWINGS_REACH)
        return draw_card_side(picture, variant, language, theme, extent), trim
    path, colour = find_emblem(variant, picture)
    if picture.kind == book.SUIT:
        square = Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)
        return emblem(path, theme.palette(variant.suits[picture.id].colour_or_ink), SIDE), square
    trim = Rect(-SHAPE.width / 2, -SHAPE.height / 2, SHAPE.width, SHAPE.height)
    side = TokenSide(f"token-{picture.id}", picture.alt, path)
    return draw_side(side, SHAPE, theme, colour, _DRAWINGS_REACH), trim


def draw_card_side(
    picture: book.PictureRef,
    variant: Variant,
    language: str,
    theme: Theme,
    extent: tuple[float, float, float],
) -> Symbol:
    """Draw a face or a back; `extent` has its width, its height and its reach beyond the trim
    (mm).
    """
    width, height, reach = extent
    if picture.kind == book.BACK:
        return draw_back(variant.families[picture.id].back.design, *extent, theme)
    card = find_card(variant, picture.id)
    return draw_face(card, variant, language, theme, Anatomy(width, height), reach)


def find_card(variant: Variant, key: str) -> Card:
    """Return a card by its id."""
    return next(card for card in variant.cards if card.id == key)


def find_emblem(variant: Variant, picture: book.PictureRef) -> tuple[FilePath, str]:
    """Return the drawing of a suit, a token or a material, and its colour."""
    drawn = [(token.id, token.emblem, TOKEN_COLOUR) for token in variant.tokens]
    drawn += [(item.id, item.emblem, item.colour) for item in variant.materials]
    if picture.kind == book.SUIT:
        suit = variant.suits[picture.id]
        # A suit has the colour of its cards.
        colours = (card.colour for card in variant.cards if card.suit == picture.id)
        drawn = [(picture.id, suit.emblem, next(colours, suit.colour_or_ink))]
    return next((path, colour) for key, path, colour in drawn if key == picture.id and path)


# --- pictures ------------------------------------------------------------------------------------

# A card of a figure is drawn in this size (mm) and scaled down, so that its lines stay hairlines.
_FACE = (40.0, 56.0)
_REACH = 1.0
# Suits and tokens among words, in heights of a capital.
_SUIT, _TOKEN = 1.16, 1.3
NO_BREAK = "\u00a0"
# A page number of the usual width, until the page of a link is known.
_UNKNOWN_PAGE = 10


BODY = FontSet(fonts.TEXT, fonts.TEXT_BOLD, fonts.TEXT_ITALIC, fonts.TEXT_BOLD_ITALIC)
LORE = FontSet(fonts.TEXT_ITALIC, fonts.TEXT_BOLD_ITALIC, fonts.TEXT, fonts.TEXT_BOLD)
TITLES = FontSet(*[fonts.TITLE_BOLD] * 4)
LIGHT_TITLES = FontSet(*[fonts.TITLE, fonts.TITLE_BOLD] * 2)


def term_anchor(section: str, term: str) -> str:
    """Return the anchor of the first mark of a term in a section."""
    return f"{section} {term.casefold()}"


class Pictures(msgspec.Struct, frozen=True, eq=False):
    """Draws the pictures of a book and makes its spans, from the variants by slug, the language and
    the palette.
    """

    variants: Mapping[str, Variant]
    language: str
    palette: BookletPalette

    @property
    def paper(self) -> Colour:
        """The colour of the paper."""
        return self.palette.theme.roles_of["paper"]

    def tint(self, share: float, colour: Colour | None = None) -> Colour:
        """Return a light ground of a colour, by default of the wash; paper in an outline theme."""
        if self.palette.tint == self.paper:
            return self.paper
        return blend(colour or self.palette.wash, self.paper, share)

    # --- words ------------------------------------------------------------------------------

    def spans(
        self,
        line: Sequence[Inline],
        fonts: FontSet = BODY,
        colour: Colour | None = None,
        pages: Mapping[str, int] | None = None,
    ) -> tuple[Span, ...]:
        """Return the spans of a line, all in `colour`, or by default in black with links in their
        own colour.

        If `pages` has the page numbers of anchors, each link is followed by the page of its target.
        A linked term leads to its first mark in its section, because a section may have several
        pages.
        """
        text = colour or self.palette.text
        link = colour or self.palette.title
        spans: list[Span] = []
        for i, inline in enumerate(line):
            if isinstance(inline, LineBreak):
                spans.append(line_break(fonts.regular))
            elif isinstance(inline, PictureRef):
                spans.append(Span("", fonts.regular, text, drawing=self._inline(inline)))
            else:
                key = fonts.styled(strong=inline.strong, emphasis=inline.emphasis)
                own, target = link if inline.link else text, inline.link or ""
                if inline.term is not None and pages is not None:
                    marked = term_anchor(target[1:], inline.term)
                    target = f"#{marked}" if target and marked in pages else target
                words = Span(inline.text, key, own, link=target or None, term=inline.term)
                spans.append(words)
                following = [item for item in line[i + 1 : i + 2] if isinstance(item, InlineText)]
                goes_on = any(item.link == inline.link for item in following)
                if pages is not None and target.startswith("#") and not goes_on:
                    spans.append(self._page_reference(target, fonts, link, pages))
        return tuple(spans)

    def _page_reference(
        self, link: str, fonts: FontSet, colour: Colour, pages: Mapping[str, int]
    ) -> Span:
        """Return the printed page reference for a link: “→ p. 7”."""
        page = pages.get(link[1:], _UNKNOWN_PAGE)
        words = translate(self.language, "booklet.panel.page", page=page)
        text = f"{NO_BREAK}→{NO_BREAK}{words.replace(' ', NO_BREAK)}"
        return Span(text, fonts.regular, colour, link=link)

    # --- signs ------------------------------------------------------------------------------

    @lru_cache(maxsize=1024)  # noqa: B019  (a book is made once in a process)
    def _inline(self, picture: PictureRef) -> InlineDrawing:
        return InlineDrawing(partial(self.draw_inline, picture), picture.alt)

    def draw_inline(self, picture: PictureRef, size: float) -> tuple[float, tuple[Item, ...]]:
        """Return the width and the items of a picture on the baseline of text of `size` mm
        per em.
        """
        cap = fonts.font(fonts.TEXT).cap_height / fonts.UNITS * size
        symbol = self._sign(picture, round(cap, 4))
        return symbol.box.w, (Use(symbol),)

    @lru_cache(maxsize=1024)  # noqa: B019  (a book is made once in a process)
    def _sign(self, picture: PictureRef, cap: float) -> Symbol:
        variant, theme = self.variants[picture.variant], self.palette.theme
        key = f"sign-{picture.kind}-{variant.slug}-{picture.id}-{cap:g}"
        if picture.kind in (CARD, FACE):
            small = game_thumbnail(variant, find_card(variant, picture.id), self.language)
            figure = fonts.font(fonts.INDEX).cap_height / fonts.UNITS
            height = max(cap, MIN_TABLE_TEXT_SIZE * figure)
            width = inline_width(small, height)
            drawn = tuple(draw_inline(small, height, theme))
            items: tuple[Item, ...] = (Group(drawn, translation(0.0, -cap / 2)),)
        elif picture.kind == BACK:  # a small card in the colour of the family
            palette, width = theme.palette(variant.families[picture.id].colour_or_ink), cap * 0.78
            edge = PathBuilder().rounded(Rect(0, -cap * 1.06, width, cap * 1.12), cap * 0.14)
            eye = PathBuilder().circle(width / 2, -cap / 2, cap * 0.16)
            items = Path(edge.done(), fill=palette.main), Path(eye.done(), fill=palette.paper)
        else:
            path, colour = find_emblem(variant, picture)
            width = cap * (_SUIT if picture.kind == SUIT else _TOKEN)
            square = Rect(0, -cap / 2 - width / 2, width, width)
            items = (draw_emblem(path, theme.palette(colour), square),)
        return Symbol(key, items, Rect(0, -cap * 1.3, width, cap * 1.6), picture.alt)

    # --- drawings ---------------------------------------------------------------------------

    def block(self, picture: PictureRef, height: float) -> Drawing:
        """Return a picture centred in its column, `height` mm high, or lower if it would be too
        wide.
        """

        def draw(style: TextStyle, width: float) -> tuple[list[Item], float]:
            symbol = self.drawing(picture, round(height, 2))
            if symbol.box.w > width:
                symbol = self.drawing(picture, round(height * width / symbol.box.w, 2))
            x, y = (width - symbol.box.w) / 2, (height - symbol.box.h) / 2
            return [Use(symbol, translation(x, y))], height

        return Drawing(draw, height=lambda style, width: height)

    def width(self, picture: PictureRef, height: float) -> float:
        """Return the width of a picture `height` mm high."""
        if picture.kind == CARD:
            return round(height / RATIO, 2)
        if picture.kind in (FACE, BACK):
            _, w, h = self._draw_side(picture)
            return w * (height / h)
        return self.drawing(picture, height).box.w

    @lru_cache(maxsize=1024)  # noqa: B019
    def drawing(self, picture: PictureRef, height: float) -> Symbol:
        """Return a picture `height` mm high, with its upper left corner at the origin."""
        key = f"{picture.kind}-{picture.variant}-{picture.id}-{height:g}"
        width, item = self._draw(picture, height, key)
        return Symbol(key, (item,), Rect(0, 0, width, height), picture.alt)

    def _draw(self, picture: PictureRef, height: float, key: str) -> tuple[float, Item]:
        """Return the width of a picture and its drawing."""
        variant = self.variants[picture.variant]
        if picture.kind in PANEL_PICTURES:
            small = draw_panel_picture(picture, self.pieces(picture), self.language, height)
            k = height / small.box.h
            matrix = translation(-small.box.x * k, -small.box.y * k)
            return small.box.w * k, Use(small, scaling(k).then(matrix))
        if picture.kind == CARD:
            width = self.width(picture, height)
            small = draw_small_card(find_card(variant, picture.id), width, self.palette.cards)
            return width, Use(small, translation(width / 2, height / 2))
        if picture.kind in (FACE, BACK):
            return self._draw_large_card(picture, height)
        path, colour = find_emblem(variant, picture)
        if picture.kind == SUIT:
            square = Rect(0, 0, height, height)
            return height, draw_emblem(path, self.palette.theme.palette(colour), square)
        shape = token_shape(ROUND, 25.0)
        token = draw_side(TokenSide(key, picture.alt, path), shape, self.palette.theme, colour, 0.0)
        matrix = scaling(height / shape.height).then(translation(height / 2, height / 2))
        circle = PathBuilder().circle(0, 0, shape.width / 2).done()
        return height, Group((Use(token),), matrix, circle)

    def _draw_large_card(self, picture: PictureRef, height: float) -> tuple[float, Item]:
        """Return the width and the drawing of a face or a back with its edge."""
        whole, w, h = self._draw_side(picture)
        k, radius, box = height / h, CORNER_RADIUS * 0.72, Rect(-w / 2, -h / 2, w, h)
        trim = PathBuilder().rounded(box, radius).done()
        edge = Stroke(self.palette.quiet, max(HAIRLINE * 1.6 / k, 0.2))
        line = Path(PathBuilder().rounded(box.inset(edge.width / 2), radius).done(), stroke=edge)
        paper = self.palette.cards.roles_of["paper"]
        legible = without_small_text(whole, k)  # the text around it names the card
        card = Group((Path(trim, fill=paper), Use(printable(legible, k, paper))), clip=trim)
        matrix = scaling(k).then(translation(w * k / 2, height / 2))
        return w * k, Group((card, line), matrix)

    @lru_cache(maxsize=512)  # noqa: B019
    def _draw_side(self, picture: PictureRef) -> tuple[Symbol, float, float]:
        """Return the face or the back of a card, with the width and height of the drawing."""
        variant = self.variants[picture.variant]
        request = (picture, variant, self.language, self.palette.cards)
        try:
            return draw_card_side(*request, (*_FACE, _REACH)), *_FACE
        except TextOverflow:  # the long name of a user's own card fits its true size
            size = paper_sizes.card(variant.card_size)
            return draw_card_side(*request, (size.w, size.h, _REACH)), size.w, size.h

    def pieces(self, picture: PictureRef) -> Pieces:
        """Return the pieces of the game of a picture."""
        return Pieces(self.variants[picture.variant], self.palette.theme)
