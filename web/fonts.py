"""Make the fonts of symbols in `fonts/` from packages that ship Noto.

    pip download --no-deps manimgx-fonts==2026.9.26.post1      # from PyPI, unpack the wheel
    apt-get download fonts-noto-core                            # Debian 20201225-1, dpkg-deb -x
    python web/fonts.py FOLDER                                  # a folder with the unpacked files

The emoji font has every character of Noto Emoji (monochrome, regular weight), with its sequences.
The other fonts have the characters in `BLOCKS` that are missing from Noto Emoji, each from the
first of Noto Sans Symbols 2, Noto Sans Symbols and Noto Sans Math that has it. All fonts are under
the SIL Open Font License, without a reserved name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).resolve().parent.parent / "fonts"
# Arrows, operators, technical signs, numbers in circles, shapes, signs and ornaments, more arrows,
# tiles and playing cards, letters in frames, pictograms.
BLOCKS = (
    *((0x2190, 0x22FF), (0x2300, 0x23FF), (0x2460, 0x24FF), (0x25A0, 0x27BF), (0x27F0, 0x27FF)),
    *((0x2900, 0x297F), (0x2B00, 0x2BFF), (0x1F000, 0x1F1FF), (0x1F300, 0x1F64F)),
    *((0x1F680, 0x1F6FF), (0x1F780, 0x1F7FF), (0x1F900, 0x1FAFF)),
)
# Arrows and operators: Source Serif has the usual ones, and a deck may have the others.
_MATH = "NotoSansMath-Regular.ttf"
# Units per em: a hundredth of a millimetre in signs 5 mm high, and a fifth less in a wheel.
_UNITS = 512
_NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]


def main(folder: Path) -> None:
    """Write the four fonts."""
    emoji = instantiateVariableFont(open_font(folder, "NotoEmoji[[]wght].ttf"), {"wght": 400})
    letters = set(emoji.getBestCmap())
    write(emoji, "NotoEmoji-Regular.ttf", letters, ["*"])
    for name in ("NotoSansSymbols2-Regular.ttf", "NotoSansSymbols-Regular.ttf", _MATH):
        font = open_font(folder, name)
        own = {letter for letter in font.getBestCmap() if is_symbol(letter)} - letters
        letters |= own
        write(font, name, own, [])


def open_font(folder: Path, pattern: str) -> TTFont:
    """Open the first font below a folder whose name matches a pattern; its date stays as it is."""
    return TTFont(next(iter(sorted(folder.rglob(pattern)))), recalcTimestamp=False)


def is_symbol(letter: int) -> bool:
    """Return True for a character of one of the blocks."""
    return any(first <= letter <= last for first, last in BLOCKS)


def write(font: TTFont, name: str, letters: Iterable[int], features: list[str]) -> None:
    """Write a subset of a font without hints or glyph names, in coarser units."""
    scale_upem(font, _UNITS)
    options = subset.Options(
        layout_features=features, hinting=False, notdef_outline=True, glyph_names=False
    )
    options.name_IDs = _NAMES
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    subset.save_font(font, str(FONTS / name), options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
