"""Maps of nested frames and of transforms about an origin."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from printkit.base.geometry import Matrix, Rect
from printkit.graphics.path import Point
from printkit.graphics.svg_path import View, parse_length

# Matrices that keep angles within this share do not bend strokes.
_SIMILAR = 1e-3
_ALIGNMENTS = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def is_similar(matrix: Matrix) -> bool:
    """Return True if a matrix keeps angles, so that it maps a stroke to a stroke."""
    a, b, c, d, *_ = matrix
    size = a * a + b * b + c * c + d * d
    return abs(a * a + b * b - c * c - d * d) + 2 * abs(a * c + b * d) <= _SIMILAR * size


def stretch(matrix: Matrix) -> float:
    """Return the greatest factor by which a matrix stretches a length."""
    a, b, c, d, *_ = matrix
    size, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    return math.sqrt((size + math.sqrt(max(0.0, size * size - 4 * area * area))) / 2)


def fit(attributes: Mapping[str, str], inner: Rect, outer: Rect) -> tuple[Matrix, bool | None]:
    """Return the map of a `viewBox` into a rectangle, and whether all of it is seen there; None if
    it is stretched.
    """
    words = attributes.get("preserveAspectRatio", "").split()
    words = [word for word in words if word != "defer"]
    align, meets = (words or ["xMidYMid"])[0], "slice" not in words
    across, down = outer.w / inner.w, outer.h / inner.h
    if align == "none":
        matrix = Matrix(across, 0, 0, down, outer.x - inner.x * across, outer.y - inner.y * down)
        return matrix, None
    factor = min(across, down) if meets else max(across, down)
    match = _ALIGNMENTS.fullmatch(align)
    share_x, share_y = (_SHARES[match[1]], _SHARES[match[2]]) if match else (0.5, 0.5)
    x = outer.x - inner.x * factor + (outer.w - inner.w * factor) * share_x
    y = outer.y - inner.y * factor + (outer.h - inner.h * factor) * share_y
    return Matrix(factor, 0, 0, factor, x, y), meets


def parse_origin(text: str, box: Rect, view: View) -> Point:
    """Return the point of a `transform-origin` in a box."""
    words = text.lower().split()[:2]
    if words and words[0] in ("top", "bottom"):
        words.reverse()
    if len(words) == 2 and words[1] in ("left", "right"):
        words.reverse()
    sides = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    words = [sides.get(word, word) for word in words]
    if len(words) == 1 or not words:
        words = [*(words or ["50%"]), "50%"]
        if text.strip() in ("top", "bottom"):
            words = ["50%", sides[text.strip()]]
    x, y = (
        parse_length(word, whole, view.font)
        for word, whole in zip(words, (box.w, box.h), strict=True)
    )
    return box.x + x, box.y + y
