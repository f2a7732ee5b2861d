"""The pictures that only panels show: pictograms, materials, the table."""

from __future__ import annotations

from printkit.art.pictograms import pictogram
from printkit.booklet.material_pictures import draw_material
from printkit.booklet.page_style import title_colour
from printkit.booklet.pieces import Pieces
from printkit.booklet.table_picture import draw_table
from printkit.graphics.display_list import Symbol
from printkit.text.book import MATERIAL, PICTOGRAM, TABLE, PictureRef
from printkit.text.panels import OF_FAMILY, seats_drawn

PANEL_PICTURES = (PICTOGRAM, MATERIAL, TABLE)


def draw_panel_picture(picture: PictureRef, pieces: Pieces, height: float) -> Symbol:
    """Draw a picture of a panel for a height (mm); its box is in units of its own.

    Raises PrintkitError.
    """
    variant, theme = pieces.variant, pieces.theme
    if picture.kind == PICTOGRAM:
        return pictogram(picture.id, theme.palette(title_colour(variant)))
    if picture.kind == MATERIAL:
        key, _, family = picture.id.partition(OF_FAMILY)
        material = next(item for item in variant.materials if item.id == key)
        return draw_material(pieces, material, family or None)
    return draw_table(variant, seats_drawn(variant), theme, height)
