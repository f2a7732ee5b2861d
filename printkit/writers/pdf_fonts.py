"""Embed the fonts of a PDF as subsets, or draw their glyphs as outlines.

Each face is embedded once, by glyph (Type 0), after all pages are written. A code identifies a
glyph with the letters that it draws, so that copied text equals the source, even for a ligature or
a hyphen at the end of a line. The outline of a glyph is one form, which runs of text place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from printkit.graphics.display_list import GlyphRun
from printkit.graphics.fonts import Face, FontFacts, font
from printkit.writers.pdf_objects import (
    PDFArray,
    PDFDictionary,
    PdfFile,
    PDFName,
    Stream,
    path_operators,
    pdfdoc,
)

# --- pdf fonts -----------------------------------------------------------------------------------

# Spaces are copied as plain ones, as fonts lack the others.
_PLAIN_SPACES = str.maketrans({"\u202f": " ", "\u2009": " ", "\u00a0": " "})
_SYMBOLIC = 1 << 2
_STEM = 80
# The entries of a section of a CMap.
_SECTION = 100
_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> def
/CMapName /{name} def
/CMapType {kind} def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{sections}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class _EmbeddedFace:
    """A face in a file: its name there, and the code (from 1) of each glyph and its letters."""

    def __init__(self, face: Face, name: str) -> None:
        self.face, self.name = face, name
        self.codes: dict[tuple[int, str], int] = {}


class PdfFonts(dict[tuple[str, int, str], tuple[str, str, float]]):
    """The fonts of a file.

    `self[key, glyph, letters]` is the resource of a glyph's font, its code in hexadecimal digits,
    and its advance (em / 1000).
    """

    def __init__(self, file: PdfFile) -> None:
        super().__init__()
        self._file = file
        self._faces: dict[Face, _EmbeddedFace] = {}

    def __missing__(self, key: tuple[str, int, str]) -> tuple[str, str, float]:
        name, glyph, letters = key
        face, number = font(name).of_glyph(glyph)
        embedded = self._faces.get(face)
        if embedded is None:
            embedded = self._faces[face] = _EmbeddedFace(face, f"F{len(self._faces)}")
        own = number, letters.translate(_PLAIN_SPACES)
        code = embedded.codes.setdefault(own, len(embedded.codes) + 1)
        result = self[key] = embedded.name, f"{code:04X}", face.advance_of(number)
        return result

    def encode(self, run: GlyphRun) -> list[tuple[str, str, float]]:
        """Return the resource, the code and the advance of each glyph of a run."""
        letters = _letters(run) if run.clusters else run.text
        key = run.font
        return [self[key, glyph, own] for glyph, own in zip(run.glyphs, letters, strict=True)]

    def finish(self) -> None:
        """Write the fonts that were used."""
        named = self._file.document.idToObject[pdfdoc.BasicFonts].dict
        for embedded in self._faces.values():
            named[embedded.name] = self._embed(embedded)

    def _embed(self, embedded: _EmbeddedFace) -> Any:
        """Write a face as a Type 0 font; return its reference."""
        face, lead = embedded.face, embedded.name
        glyphs = sorted({glyph for glyph, _ in embedded.codes})
        subset = face.subset(glyphs)
        facts = face.facts()
        seed = f"{facts.name} {glyphs}".encode()
        tag = "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(seed).digest()[:6])
        name = PDFName(f"{tag}+{facts.name}")
        numbers = {code: subset.numbers[glyph] for (glyph, _), code in embedded.codes.items()}
        widths = {code: face.advance_of(glyph) for (glyph, _), code in embedded.codes.items()}
        descendant: dict[str, Any] = {}
        encoding: Any = PDFName("Identity-H")
        if subset.is_truetype:
            file = {"FontFile2": self._add(lead, "File", subset.data, "/Length1 {length}")}
            places = [0, *(numbers[code] for code in sorted(numbers))]
            table = b"".join(place.to_bytes(2, "big") for place in places)
            descendant["CIDToGIDMap"] = self._add(lead, "Glyphs", table)
        else:  # a reader knows the glyphs of a CFF font by their own numbers alone
            file = {"FontFile3": self._add(lead, "File", subset.cff, "/Subtype /CIDFontType0C")}
            widths = {numbers[code]: width for code, width in widths.items()}
            pairs = [f"<{code:04X}> {number}" for code, number in numbers.items()]
            cmap = _cmap("Glyphs", 1, "Identity", "cidchar", pairs)
            own = "/Type /CMap /CMapName /Glyphs /CIDSystemInfo << /Registry (Adobe) "
            own += "/Ordering (Identity) /Supplement 0 >>"
            encoding = self._add(lead, "Codes", cmap.encode(), own)
        copied = [
            f"<{code:04X}> <{letters.encode('utf-16-be').hex().upper()}>"
            for (_, letters), code in embedded.codes.items()
            if letters
        ]
        to_unicode = _cmap("Letters", 2, "UCS", "bfchar", copied)
        system = {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}
        descendant |= {
            "Type": PDFName("Font"),
            "Subtype": PDFName("CIDFontType2" if subset.is_truetype else "CIDFontType0"),
            "BaseFont": name,
            "CIDSystemInfo": PDFDictionary(system),
            "FontDescriptor": self._refer(lead, "Descriptor", descriptor(facts, name, file)),
            "W": PDFArray(_widths(widths)),
        }
        return self._refer(
            lead,
            "Font",
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": name,
                "Encoding": encoding,
                "DescendantFonts": PDFArray([self._refer(lead, "Descendant", descendant)]),
                "ToUnicode": self._add(lead, "Letters", to_unicode.encode()),
            },
        )

    def _refer(self, lead: str, kind: str, entries: Mapping[str, Any]) -> Any:
        return self._file.document.Reference(PDFDictionary(dict(entries)), f"{kind}-{lead}")

    def _add(self, lead: str, kind: str, data: bytes, head: str = "") -> Any:
        stream = Stream(head.format(length=len(data)) if "{" in head else head, data)
        return self._file.document.Reference(stream, f"{kind}-{lead}")


def _letters(run: GlyphRun) -> list[str]:
    """Return the letters of each glyph.

    The first glyph of a cluster has the letters up to the next cluster; its other glyphs have none.
    """
    starts = sorted(set(run.clusters))
    ends = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
    return [run.text[i : ends.pop(i)] if i in ends else "" for i in run.clusters]


def descriptor(facts: FontFacts, name: PDFName, file: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a font's descriptor; `file` contains the entries for the embedded font
    file.
    """
    return {
        "Type": PDFName("FontDescriptor"),
        "FontName": name,
        "Flags": _SYMBOLIC,
        "FontBBox": PDFArray(list(facts.box)),
        "Ascent": facts.ascent,
        "Descent": facts.descent,
        "CapHeight": facts.cap_height,
        "ItalicAngle": facts.italic_angle,
        "StemV": _STEM,
        **file,
    }


def _widths(widths: Mapping[int, float]) -> list[Any]:
    """Return the widths of codes, grouped in runs of consecutive codes."""
    stretches: dict[int, list[float]] = {}
    start = 0
    for code in sorted(widths):
        if code != start + len(stretches.get(start, ())):
            start = code
        stretches.setdefault(start, []).append(widths[code])
    return [part for code, own in stretches.items() for part in (code, PDFArray(own))]


def _cmap(name: str, kind: int, ordering: str, section: str, pairs: Iterable[str]) -> str:
    lines = list(pairs)
    sections = []
    for start in range(0, len(lines), _SECTION):
        part = lines[start : start + _SECTION]
        sections += [f"{len(part)} begin{section}", *part, f"end{section}"]
    return _CMAP.format(name=name, kind=kind, ordering=ordering, sections="\n".join(sections))


# --- pdf outlines --------------------------------------------------------------------------------

# A margin of the boxes of forms (em / 1000).
_AIR = 5


class PdfOutlines:
    """The outlines in a file; their forms are added to `references` by name."""

    def __init__(self, file: PdfFile, references: dict[str, Any]) -> None:
        self._file, self._references = file, references
        self._names: dict[tuple[str, int], str | None] = {}

    @lru_cache(maxsize=256)  # noqa: B019  (of one file; a name is printed twice on its card)
    def draw(self, run: GlyphRun) -> tuple[dict[str, None], list[str]]:
        """Return the names of the forms of a run, and the operators that draw it in its units."""
        names: dict[str, None] = {}
        lines: list[str] = []
        before_x = before_y = 0.0
        for glyph, (x, y) in zip(run.glyphs, run.places, strict=True):
            name = self._define(run.font, glyph)
            if name is not None:
                names[name] = None
                lines.append(f"{_move(x - before_x, y - before_y)}/{name} Do")
                before_x, before_y = x, y
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


@lru_cache(maxsize=4096)  # letters have few advances
def _move(x: float, y: float) -> str:
    """Return the operators that move the origin."""
    return f"1 0 0 1 {x:g} {y:g} cm " if x or y else ""
