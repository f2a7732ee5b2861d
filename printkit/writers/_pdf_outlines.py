"""Draw glyphs of a PDF as outlines: one form for each, placed by the runs of a text."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from printkit.graphics.display_list import GlyphRun
from printkit.graphics.fonts import font
from printkit.writers._pdf_objects import PdfFile, path_operators

# A margin of the boxes of forms (em / 1000).
_AIR = 5


class PdfOutlines:
    """The outlines in a file; their forms are added to `references` by name."""

    def __init__(self, file: PdfFile, references: dict[str, Any]) -> None:
        self._file, self._references = file, references
        self._names: dict[tuple[str, int], str | None] = {}

    @lru_cache(maxsize=256)  # noqa: B019  (of one file; a name stands twice on its card)
    def draw(self, run: GlyphRun) -> tuple[dict[str, None], list[str]]:
        """Return the names of the forms of a run, and the operators that draw it in its units."""
        names: dict[str, None] = {}
        lines: list[str] = []
        pen = (0.0, 0.0)
        for glyph, place in zip(run.glyphs, run.places, strict=True):
            name = self._define(run.font, glyph)
            if name is not None:
                names[name] = None
                step = f"1 0 0 1 {place[0] - pen[0]:g} {place[1] - pen[1]:g} cm "
                lines.append(f"{step if place != pen else ''}/{name} Do")
                pen = place
        return names, lines

    def _define(self, key: str, glyph: int) -> str | None:
        """Return the form name of a glyph's outline, or None if it has no ink."""
        if (key, glyph) not in self._names:
            outline = font(key).outline(glyph)
            name = None
            if outline.steps:
                name = f"G{len(self._names)}"
                b = outline.box()
                box = (b.x - _AIR, b.y - _AIR, b.right + _AIR, b.bottom + _AIR)
                code = path_operators(outline) + "f"
                self._references[name] = self._file.add_form(name, code, box, leaf=True)
            self._names[key, glyph] = name
        return self._names[key, glyph]
