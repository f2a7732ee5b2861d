"""User fonts for tests: subsets of a few letters in `fonts/`, and some made here."""

from functools import cache
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from printkit.base.design import FontFile, OwnFonts

FOLDER = Path(__file__).with_name("fonts")
LATIN, CJK, ARABIC, HEBREW = (
    FontFile(FOLDER / name) for name in ("latin.otf", "cjk.ttc", "arabic.ttf", "hebrew.ttf")
)
CHINESE = FontFile(CJK.path, 2)
ALL = OwnFonts((("title", LATIN), ("text", LATIN)), (ARABIC, HEBREW, CJK))


def _bar(width: int) -> TTGlyphPen:
    pen = TTGlyphPen(None)
    for i, (x, y) in enumerate(((50, 0), (50, 700), (50 + width, 700), (50 + width, 0))):
        (pen.lineTo if i else pen.moveTo)((x, y))
    pen.closePath()
    return pen


def make_variable(path: Path) -> FontFile:
    """Return a font of weights 400 to 900 whose H is a bar, 100 wide, and 350 at the heaviest."""
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", "space", "H"]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({32: "space", 72: "H"})
    blank = TTGlyphPen(None).glyph()
    builder.setupGlyf({".notdef": blank, "space": blank, "H": _bar(100).glyph()})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bars", "styleName": "Regular", "psName": "Bars"})
    builder.setupOS2()
    builder.setupPost()
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    shift = [(0, 0), (0, 0), (250, 0), (250, 0), None, None, None, None]
    builder.setupGvar({"H": [TupleVariation({"wght": (0, 1, 1)}, shift)]})
    builder.save(path)
    return FontFile(path)


def with_bits(path: Path, bits: int) -> FontFile:
    """Return the Hebrew font with other licence bits."""
    font = TTFont(HEBREW.path)
    font["OS/2"].fsType = bits
    font.save(path)
    return FontFile(path)


@cache
def read(file: FontFile) -> TTFont:
    """Return a font as fontTools reads it."""
    return TTFont(file.path, fontNumber=file.number - 1)
