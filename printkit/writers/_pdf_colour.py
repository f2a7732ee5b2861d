"""Colours in PDF: the one place where a `Colour` becomes operands."""

from __future__ import annotations

from functools import lru_cache

from printkit.graphics.colour import Colour


@lru_cache(maxsize=1024)
def rgb_operands(colour: Colour) -> str:
    """Write the sRGB value as three numbers from 0 to 1, as `rg` and `RG` take them."""
    return " ".join(f"{channel / 255:.4g}" for channel in colour.channels)
