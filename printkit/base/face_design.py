"""The choices of the table [design], in a definition and in a theme: how own faces look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

# The title on a ribbon over a picture that runs to the cut, above a framed picture, or nowhere.
RIBBON, TOP, NONE = "ribbon", "top", "none"
TitlePlace = Literal["ribbon", "top", "none"]
CornerPlace = Literal["left", "none"]
DOUBLE, LINE = "double", "line"
Border = Literal["double", "line", "none"]
# A family of fonts by its role.
FontRole = Literal["title", "index", "text"]
# How much of the face the picture has.
MIN_SHARE, MAX_SHARE = 0.2, 0.8
Share = Annotated[float, Meta(ge=MIN_SHARE, le=MAX_SHARE)]
# A name of a colour in the themes, or #rrggbb.
COLOUR_KEYS = ("ground", "ink", "accent")
DESIGN_KEYS: Mapping[str, Any] = {
    "title": TitlePlace,
    "corner": CornerPlace,
    "kicker": bool,
    "credit": bool,
    "share": Share,
    "border": Border,
    **dict.fromkeys(COLOUR_KEYS, str),
    **dict.fromkeys(("title_font", "text_font", "prompt_font"), FontRole),
}
