"""The registry of the layouts of faces: bundled ones, and those of plug-ins.

A plug-in is an entry point in the group `printkit.faces`, the name of its layout, that names a
`FaceLayout`: one module with a function that draws.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from printkit.art.dress import ACE, COURT, NUMBER, PIPS, SPECIAL
from printkit.base import plugins
from printkit.base.errors import PrintkitError
from printkit.base.plain_text import quote
from printkit.components.cards import own_faces
from printkit.components.cards.face_parts import FaceDrawing, FaceLayout, FaceSetting
from printkit.components.cards.large_number import draw_number
from printkit.components.cards.numbered import draw_pip_card
from printkit.components.cards.pictures import draw_ace, draw_court, draw_picture, draw_special
from printkit.graphics.display_list import Item
from printkit.model.cards import Card

# A tall emblem: the layout `picture` of a card without art and text.
_TALL = FaceLayout("picture", draw_picture, SPECIAL, indexed=True)
_INDEXED = (
    FaceLayout("pips", draw_pip_card, PIPS, indexed=True),
    FaceLayout("emblem", draw_special, SPECIAL, indexed=True),
    FaceLayout("court", draw_court, COURT, indexed=True),
    FaceLayout("ace", draw_ace, ACE, indexed=True),
    FaceLayout("number", draw_number, NUMBER, indexed=True),
)
BUNDLED = {layout.name: layout for layout in (*_INDEXED, *own_faces.LAYOUTS)}


def layout_of(card: Card) -> FaceLayout:
    """Return the layout of a card.

    Raises PrintkitError if it does not exist, cannot be used, or needs a key that the card lacks.
    """
    layout = BUNDLED.get(card.layout) or _load(card.layout)
    if layout.name == _TALL.name and card.art is None and card.text is None:
        return _TALL
    if layout.indexed and card.art is not None:
        raise PrintkitError(
            f"The layout “{layout.name}” does not show the “art” of this card.",
            hint="Leave out one of the two.",
        )
    for key in layout.needs:
        if not getattr(card, key, None):
            raise PrintkitError(
                f"The layout “{layout.name}” needs “{key}”, and this card has none.",
                hint="Give the card one, or choose another layout.",
            )
    return layout


@cache
def _load(name: str) -> FaceLayout:
    """Return the layout of a plug-in, whose faults are PrintkitErrors."""
    layout = plugins.load_plugin(plugins.FACES, name)
    entry = plugins.plugin_entries(plugins.FACES).get(name)
    if entry is None:
        hint = "Install the package that has it, or choose another layout."
        raise PrintkitError(f"There is no layout “{name}”.", hint=hint)
    if not isinstance(layout, FaceLayout) or layout.name != name:
        raise plugins.plugin_error(
            name, entry.value, f"it is not a layout with the name {quote(name)}"
        )
    own = layout.draw

    def draw(face: FaceSetting) -> FaceDrawing | list[Item]:
        with plugins.plugin_faults(name, entry.value):
            return own(face)

    return replace(layout, draw=draw)
