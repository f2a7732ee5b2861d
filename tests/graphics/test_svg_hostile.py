"""Drawings made to cost time or memory are refused, or drawn, within seconds."""

from pathlib import Path
from time import process_time

import pytest

from printkit.base.errors import PrintkitError
from printkit.graphics.svg_art import PictureOnly, SvgArt
from tests.graphics.test_svg_features import FRAME, read, save

DOT = '<circle cx="50" cy="50" r="9"/>'


def copies(levels: int, times: int) -> str:
    """Return groups that copy each other: `times` to the power of `levels` dots."""
    groups = [f'<g id="g0">{DOT}</g>']
    for n in range(levels):
        groups.append(f'<g id="g{n + 1}">' + f'<use href="#g{n}"/>' * times + "</g>")
    return f"<defs>{''.join(groups)}</defs>" + f'<use href="#g{levels}"/>'


RULES = "".join(f".a{n} * g{{fill:#00{n % 10}}}" for n in range(1900))
ZIGZAG = "M0 0" + "".join(f"L{n % 100} {n * 7 % 100}" for n in range(90_000))
CASES = {
    "copies of copies": copies(9, 10),
    "copies inside each other": copies(95, 1),
    "copies in a circle": '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    "depth": "<g>" * 5000 + DOT + "</g>" * 5000,
    "rules": f"<style>{RULES}</style>" + f"<g>{DOT}</g>" * 9000,
    "selectors": "<style>"
    + "g " * 500
    + "circle{fill:red}</style>"
    + "<g>" * 95
    + DOT
    + "</g>" * 95,
    "clips in a circle": (
        '<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath>'
        '<clipPath id="b" clip-path="url(#a)"><rect width="9" height="9"/></clipPath>'
        '<rect width="9" height="9" clip-path="url(#a)"/>'
    ),
    "clips": (
        f'<clipPath id="a"><path d="{ZIGZAG[:90_000]}"/></clipPath>'
        + "".join(
            f'<g transform="translate({n})"><rect width="9" height="9" clip-path="url(#a)"/></g>'
            for n in range(900)
        )
    ),
    "crossing clips": f'<clipPath id="a"><path clip-rule="evenodd" d="{ZIGZAG}"/></clipPath>'
    '<rect width="9" height="9" clip-path="url(#a)"/>',
    "line ends": f'<path d="{ZIGZAG}" fill="none" stroke="#000" stroke-linecap="square"/>',
    "corners": f'<path d="{ZIGZAG}" fill="none" stroke="#000" stroke-miterlimit="50"/>',
    "dashes": '<path d="M0 50h100" stroke="#000" stroke-dasharray=".001" stroke-dashoffset="1"/>',
    "dashes of nothing": (
        '<path d="M0 50h100" stroke="#000" stroke-dasharray="0 1e-9" stroke-dashoffset="1"/>'
    ),
    "long pattern": '<path d="M0 50h100" stroke="#000" stroke-dasharray="' + "1 " * 90_000 + '"/>',
    "markers": (
        '<marker id="m"><circle r="1"/></marker>'
        f'<path d="{ZIGZAG}" fill="none" style="marker:url(#m)"/>'
    ),
    "markers in a circle": (
        '<marker id="m"><path d="M0 0h9" style="marker-end:url(#m)" stroke="#000"/></marker>'
        '<path d="M0 0h9" style="marker-end:url(#m)" stroke="#000"/>'
    ),
    "gradients in a circle": (
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
        f'{DOT}<rect width="9" height="9" fill="url(#a)"/>'
    ),
    "variables": (
        "<style>:root{"
        + "".join(f"--v{n}:var(--v{n + 1})var(--v{n + 1});" for n in range(60))
        + '--v60:#123}</style><circle cx="9" cy="9" r="9" fill="var(--v0)"/>'
    ),
    "long colour": '<circle r="9" fill="' + "rgb( " * 90_000 + '"/>',
    "braces": "<style>" + "{" * 300_000 + "</style>" + DOT,
    "quotes": '<circle r="9" style="' + "fill:'(" * 90_000 + '"/>',
    "comments": "<style>" + "/*" * 300_000 + "</style>" + DOT,
    "huge numbers": '<circle cx="1e308" cy="-1e308" r="1e308" transform="scale(1e308)"/>' + DOT,
    "huge frame": '<svg viewBox="0 0 1e-300 1e-300" width="1e8" height="1e8">'
    + DOT
    + "</svg>"
    + DOT,
}


def has_a_place(error: PrintkitError) -> None:
    assert error.location
    assert error.hint
    assert len(error.message) < 300


@pytest.mark.parametrize("name", CASES)
def test_costly_drawing_ends_soon(name: str, tmp_path: Path) -> None:
    path = save(tmp_path, FRAME, CASES[name])
    start = process_time()
    try:
        answer = read(path)
    except PrintkitError as error:
        has_a_place(error)
    else:
        assert isinstance(answer, SvgArt | PictureOnly)
    assert process_time() - start < 5


def test_entities_cannot_multiply_a_file(tmp_path: Path) -> None:
    path = tmp_path / "art.svg"
    uses = "&a;" * 400_000
    path.write_text(
        f'<!DOCTYPE svg [<!ENTITY a "{"x" * 190}">]><svg {FRAME}><title>{uses}</title>{DOT}</svg>'
    )
    start = process_time()
    with pytest.raises(PrintkitError, match="expand to too much text"):
        read(path)
    assert process_time() - start < 1
