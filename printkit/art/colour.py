"""Colours as #rrggbb: mixtures and contrasts."""

from __future__ import annotations

from functools import lru_cache

WHITE = "#ffffff"
MIN_TEXT_CONTRAST = 4.5  # WCAG 2.1, contrast (minimum) of text
MIN_VISIBLE_CONTRAST = 3.0  # WCAG 2.1, of shapes


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(colour: str, ground: str, share: float) -> str:
    """Return `share` of a colour over a ground, as an opaque colour: print has no transparency."""
    parts = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(c * share + g * (1 - share)):02x}" for c, g in parts)


@lru_cache(maxsize=1024)
def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.1, relative luminance)."""

    def luminance(colour: str) -> float:
        parts = [c / 255 for c in _channels(colour)]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
