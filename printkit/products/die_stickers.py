"""The product `die-stickers`: the faces of dice as stickers, for blank dice or over pips.

Each die that shows suits or numbers of its game has a row of six stickers, and a spare row.
"""

from __future__ import annotations

from msgspec.structs import replace

from printkit.base.geometry import Rect, format_mm
from printkit.base.messages import translate
from printkit.components.dice import COUNTS, DieStyle, list_dice, own_style
from printkit.components.notes import Note, place_instructions
from printkit.graphics.display_list import Group, Item, Path, Stroke
from printkit.graphics.measures import CUT_OVER_ART, FINE
from printkit.graphics.path import EMPTY, PathBuilder, PathData
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, BLEED, DIE_SIZE, THEME
from printkit.pieces.product import TILED_PAGES, Piece, Product, RenderOptions, folded_piece

KEY = "die-stickers"
# The side of a sticker as a share of the edge of the die: the flat part of a face with round
# corners, less a small margin.
_SHARE = 0.8
# The gap between stickers, the radius of their corners, the extent of their ground beyond the cut,
# the space above the instructions (mm); the sets of stickers for each die; the number of steps.
_GAP, _RADIUS, _BLEED, _ABOVE_WORDS = 4.0, 1.5, 1.0, 7.0
_SETS, _STEPS = 2, 2
# The thickness of the frame as a share of the side.
_FRAME = 0.05


def _stuck(variant: Variant) -> list[Material]:
    """Return the dice of a game that show its own suits or numbers."""
    return [dice for dice in list_dice(variant) if dice.has_own_faces]


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make one sheet with the stickers of all dice."""
    side, line = _SHARE * options[DIE_SIZE], Stroke(options.theme.roles_of["cut"], FINE)
    rows = [
        own_style(variant, dice, options.theme)
        for dice in _stuck(variant)
        for _ in range(_SETS * dice.count_for(variant.most_players))
    ]
    art: list[Item] = []
    guides: list[Item] = []
    outline = EMPTY
    for row, style in enumerate(rows):
        for name, count in COUNTS.items():
            place = Rect((count - 1) * (side + _GAP), row * (side + _GAP), side, side)
            art += _draw_sticker(style, name, place)
            cut = _outline(place)
            outline += cut
            over = Stroke(style.palette.on_main(), CUT_OVER_ART)
            guides.append(Path(cut, stroke=over if style.palette.solid else line))
    whole = Rect(0, 0, 6 * (side + _GAP) - _GAP, len(rows) * (side + _GAP) - _GAP)
    language = options.language
    edge = format_mm(options[DIE_SIZE]).replace(".", translate(language, "box.point"))
    purpose = translate(language, "stickers.for-dice", edge=edge, count=_SETS)
    notes = [Note(translate(language, "stickers.title"), purpose)]
    steps = (translate(language, f"stickers.step-{i}") for i in range(1, _STEPS + 1))
    notes += [Note(f"{i}.", step) for i, step in enumerate(steps, 1)]
    below = Rect(0, whole.bottom + _ABOVE_WORDS, max(whole.w, _MIN_WORDS), 0.0)
    words = place_instructions(notes, (), below, language, line.colour)
    title = translate(language, f"product.{KEY}")
    piece = folded_piece(
        options, KEY, title, whole.union(words.box), art, [*guides, *words.items], (outline, EMPTY)
    )
    return [replace(piece, folds=None, things=len(rows) // _SETS)]


# The least width of the instructions (mm).
_MIN_WORDS = 110.0


def _outline(place: Rect, inset: float = 0.0) -> PathData:
    return PathBuilder().rounded(place.inset(inset), _RADIUS).done()


def _draw_sticker(style: DieStyle, name: str, place: Rect) -> list[Item]:
    """Draw one face on paper, in a frame in the colour of its die."""
    palette, e = style.palette, place.w
    ground = PathBuilder().rect(place.inset(-_BLEED)).done()
    inner = _outline(place, _FRAME * e)
    if not palette.solid:
        frame: list[Item] = [Path(inner, stroke=palette.stroke())]
    else:
        frame = [Path(ground, fill=palette.main), Path(inner, fill=palette.paper)]
    return [*frame, Group(tuple(style.draw_face(name, place)))]


_OPTIONS = (THEME, BLEED, DIE_SIZE, BLANK_VALUES)
PRODUCT = Product(KEY, make, lambda variant: bool(_stuck(variant)), _OPTIONS, TILED_PAGES)
