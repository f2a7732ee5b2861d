"""Places for cards: stock, discard, pile, common cards, hand, cells.

What is printed on them is under the cards: a stock, a pile and a hand show the pale back of their
family, a discard a ring, cells their number. Names stand on plates, on a mat for either side.
"""

from __future__ import annotations

from pathlib import Path as FilePath

from printkit.art.backs import draw_back
from printkit.base.geometry import Rect, half_rotation, translation
from printkit.components.places.context import AIR, PlaceContext, PlaceDrawing, grid_centres
from printkit.components.places.engraving import (
    centred_rect,
    circle,
    draw_card_frame,
    draw_plate,
    draw_waves,
    main_stroke,
    star_path,
)
from printkit.components.places.label import (
    NAME_SIZE,
    FacingLabels,
    LabelText,
    fit_label,
    make_site_labels,
)
from printkit.components.places.surface import back_theme
from printkit.graphics.display_list import Group, Item, Path, Use, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder, card_outline, depth_below_head
from printkit.layout.fitting import find_largest
from printkit.layout.records import Overflow

# From the frame of a place to a plate in it, and around its words (mm).
_INSET, _AROUND = 6.0, (3.2, 1.7)
# The ring of a motif, as a share of the shorter side of a card.
_MOTIF = 0.235
# So far within a card is the frame of a place that shares its air (mm).
_COVERED = 0.3
# From the edge of a card to the back in its place.
_LINED = 0.5
# On a mat names are larger, on numbered cells smaller; how much smaller for want of room.
_FAR, _SMALL, _SHRUNK = 1.4, 0.78, (0.55, 0.7, 0.85, 1.0)
_TURN = half_rotation(0, 0)


def draw_card_places(site: PlaceContext) -> PlaceDrawing:
    """Draw places that hold a card each. Raises TextOverflow for a name too long for a card.

    Places that share the air between them have frames that their cards cover.
    """
    size, tight = site.options.size, site.wish.share_padding
    air = AIR if tight else 2 * AIR
    pitch = (size.w + air, size.h + air)
    count, per_row = site.place.count, site.per_row
    width, height = per_row * pitch[0] + 2 * AIR - air, site.rows * pitch[1] + 2 * AIR - air
    card, inset = centred_rect(size.w, size.h), _COVERED if tight else -AIR
    box = card.inset(inset)
    items: list[Item] = []
    for i, (x, y) in enumerate(grid_centres(count, per_row, pitch)):
        frame = draw_card_frame(card, site.shape, inset, site.palette, site.inks)
        inside = [*frame, *_draw_motif(site, box, i), *_draw_names(site, box, i)]
        items.append(transformed(inside, translation(x, y)))
    return PlaceDrawing(width, height, tuple(items))


def _draw_motif(site: PlaceContext, box: Rect, index: int) -> list[Item]:
    """Draw what a place shows while it is empty, about the origin."""
    kind, inks, size = site.place.kind, site.inks, site.options.size
    r = _MOTIF * min(box.w, box.h)
    if kind == "cells":
        return _draw_number(index + 1, 1.2 * r, site)
    if kind == "discard":
        return [*draw_waves(0.68 * r * 1.6, 1.6 * r, inks, golden=False), _draw_chevrons(r, site)]
    design = site.family.back.design if site.family is not None else None
    if kind != "common" and isinstance(design, str):
        back = draw_back(design, size.w, size.h, 0.0, back_theme(site.options.theme), site.shape)
        clip = card_outline(centred_rect(size.w, size.h), site.shape, _LINED)
        ground = Path(clip, fill=inks.deep) if site.palette.solid else None
        return [*([ground] if ground else []), Group((Use(back),), clip=clip)]
    star = Path(star_path(8, 0.42 * r, 0.14 * r), fill=None, stroke=main_stroke(site.palette))
    window: list[Item] = [star]
    if kind != "common" and isinstance(design, FilePath):  # a picture of one's own, in a window
        picture = draw_back(design, size.w, size.h, 0.0, site.options.theme)
        window = [Group((Use(picture),), clip=circle(0.68 * r))]
    return [*draw_waves(0.68 * r, r, inks, golden=True), *window]


def _draw_number(number: int, r: float, site: PlaceContext) -> list[Item]:
    """Draw the number of a cell in a ring."""
    palette, inks = site.palette, site.inks
    figure = fit_label((LabelText(str(number), TITLE_BOLD, 1.0 * r),), 2 * r, palette.main)
    return [
        *draw_waves(0.68 * r, r, inks, golden=False, colour=palette.shade),
        Path(circle(0.66 * r), fill=inks.hollow, stroke=main_stroke(palette)),
        figure.draw_about(0, 0.06 * r),
    ]


def _draw_chevrons(r: float, site: PlaceContext) -> Item:
    """Draw two chevrons for either side: here cards are laid down."""
    builder = PathBuilder()
    for side in (1, -1):
        for step in (0.28, 0.55):
            y = side * step * r
            builder.move(-0.5 * r, y).line(0, y + side * 0.32 * r).line(0.5 * r, y)
    return Path(builder.done(), stroke=site.inks.stroke(site.inks.soft, 0.9))


def _draw_names(site: PlaceContext, box: Rect, index: int) -> list[Item]:
    """Draw the plate with the name: of several places one bears it, on a mat for either side."""
    if site.wish.nameless:
        return []
    named, both = _named_index(site), site.is_facing
    far = site.place.count - 1 - named if both else -1
    if index not in (named, far):
        return []
    labels = _fit_labels(site, box, both=both)
    height = labels.height + 2 * _AROUND[1]
    width = min(box.w - 3.0, labels.width + 2 * _AROUND[0])
    corner = depth_below_head(box, site.shape, 0.0, -width / 2)
    low = box.bottom - max(min(_INSET, 0.09 * box.h), corner + 1.0 if corner else 0.0)
    plate = draw_plate(
        Rect(-width / 2, low - height, width, height), site.palette, fill=site.inks.deep
    )
    items: list[Item] = []
    for wanted, label, turned in ((named, labels.near, False), (far, labels.far, True)):
        if index == wanted:
            top = low - height / 2 - label.height / 2
            drawn = [plate, label.draw_below(0, top)]
            items.append(transformed(drawn, _TURN) if turned else Group(tuple(drawn)))
    return items


def _fit_labels(site: PlaceContext, box: Rect, *, both: bool) -> FacingLabels:
    """Return the name and its use, as large as leaves the middle of a card free."""
    place, width = site.place, box.w - 2 * _AROUND[0] - 3.0
    large = _FAR if both else 1.0 if place.kind != "cells" else _SMALL
    size = NAME_SIZE * large * min(1.2, max(0.9, box.w / 60))
    sizes = [max(size * share, MIN_TABLE_TEXT_SIZE if both else 0.0) for share in _SHRUNK]

    def attempt(size: float) -> FacingLabels | Overflow:
        labels = make_site_labels(site, place.name, place.how, width, size)
        excess = labels.height - (0.3 if both else 0.45) * box.h
        return labels if excess < 0 else Overflow(excess, "name", size)

    result = find_largest(attempt, sizes)
    if isinstance(result, Overflow):
        return make_site_labels(site, place.name, place.how, width, sizes[0])
    return result


def _named_index(site: PlaceContext) -> int:
    """Return which place bears the name: the one in the middle, or if there is none the first."""
    count, per_row, rows = site.place.count, site.per_row, site.rows
    return count // 2 if per_row % 2 and rows % 2 and count == per_row * rows else 0
