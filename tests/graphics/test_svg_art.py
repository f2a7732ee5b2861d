"""SVG art: the supported subset, the errors with their places, and every emblem that we ship."""

from itertools import product
from pathlib import Path as FilePath
from time import process_time

import numpy as np
import pytest
import resvg_py

from printkit.art.emblems import ACE, CARD, emblem
from printkit.art.engraving import engraving, lines_name
from printkit.art.theme import theme
from printkit.base.content import bundled_rows, content_path
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.faces.picture_faces import COMPOSITIONS, composition_of
from printkit.graphics.colour import BLACK, ROLES, Colour, roles_of, scene_of, scenes
from printkit.graphics.display_list import Path
from printkit.graphics.path import PathBuilder
from printkit.graphics.svg import read_art, read_art_or_fault
from printkit.graphics.svg_art import SvgArt
from tests.fuzz.values import list_seeds
from tests.support.decks import facts
from tests.support.raster import apart, png_pixels
from tests.support.walk import HAIRLINE, ink_box, leaves, sampled, tight

# Shapes drawn as resvg draws them, invisible shapes, and the fallback colours that our own files
# contain beside the roles, for drawing programs.
TABLES = facts(__file__, "drawings")
SUBSET, INVISIBLE = TABLES["subset"], TABLES["invisible"]
FALLBACK = {role: Colour(code) for role, code in TABLES["fallback"].items()}
# Pictograms have separate tests.
FILES = [
    path for path in sorted(content_path("art").rglob("*.svg")) if path.parent.name != "pictograms"
]
# One test per folder: one per file would be a sixth of all tests.
every_folder = pytest.mark.parametrize("folder", sorted({path.parent.name for path in FILES}))
_STEPS = {"M": "M{} {}", "L": "L{} {}", "C": "C{} {} {} {} {} {}", "Z": "Z"}


def files_in(folder: str) -> list[FilePath]:
    return [path for path in FILES if path.parent.name == folder]


def art(tmp_path: FilePath, body: str, head: str = 'viewBox="0 0 100 100"') -> SvgArt:
    """Read a file with this body as art."""
    path = tmp_path / "art.svg"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" {head}>\n{body}\n</svg>',
        encoding="utf-8",
    )
    read_art_or_fault.cache_clear()
    return read_art(path)


def has_a_place(error: PrintkitError) -> None:
    """Check that an error names its place and its cause."""
    assert error.location
    assert error.message
    assert error.hint


def items(tmp_path: FilePath, body: str, head: str = 'viewBox="0 0 100 100"') -> tuple[Path, ...]:
    return art(tmp_path, body, head).items(FALLBACK)


def one(tmp_path: FilePath, body: str, head: str = 'viewBox="0 0 100 100"') -> Path:
    (item,) = items(tmp_path, body, head)
    return item


# Pictures, drawn by resvg from the file itself and from our reading of it


def fallback(art: SvgArt) -> dict[str, Colour]:
    """Return the fallback colours of a drawing's roles, or those of its scene."""
    scene = scene_of(art.root_classes)
    return {**FALLBACK, **scenes()[scene]} if scene else FALLBACK


def redrawn(art: SvgArt) -> str:
    """Write our reading as an SVG of plain paths."""
    parts = []
    for item in art.items(fallback(art)):
        coords = list(item.data.coords)
        d = ""
        for step in item.data.steps:
            count = _STEPS[step].count("{}")
            d += _STEPS[step].format(*coords[:count])
            del coords[:count]
        rule = "evenodd" if item.even_odd else "nonzero"
        line = ""
        if item.stroke:
            ends = "round" if item.stroke.round else "butt"
            # Use the stroke's joins if it has any; otherwise derive them from its caps.
            join = getattr(item.stroke, "join", "") or ("round" if item.stroke.round else "miter")
            dash = " ".join(map(str, item.stroke.dash)) or "none"
            line = (
                f'stroke="{item.stroke.colour}" stroke-width="{item.stroke.width}" '
                f'stroke-linecap="{ends}" stroke-linejoin="{join}" stroke-dasharray="{dash}"'
            )
        parts.append(f'<path fill="{item.fill or "none"}" fill-rule="{rule}" {line} d="{d}"/>')
    b = art.box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{b.x} {b.y} {b.w} {b.h}">'
        + "".join(parts)
        + "</svg>"
    )


def picture(svg: str, side: int = 400) -> np.ndarray:
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, background="#ffffff", dpi=96))
    return png_pixels(data)


def same_picture(svg: str, art: SvgArt, side: int = 400) -> bool:
    return apart(picture(svg, side), picture(redrawn(art), side)) == 0


def test_picture_helper_detects_small_differences() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    plain = picture(f'{head}<circle cx="50" cy="50" r="40"/></svg>')
    assert apart(plain, plain) == 0
    assert apart(plain, picture(f'{head}<circle cx="50" cy="50" r="40.2"/></svg>')) == 0
    assert apart(plain, picture(f'{head}<circle cx="50" cy="50" r="41"/></svg>')) > 0
    assert apart(plain, picture(f'{head}<circle cx="50" cy="50" r="40" fill="#444"/></svg>')) > 0


@pytest.mark.parametrize("body", SUBSET.values(), ids=SUBSET.keys())
def test_supported_subset_matches_resvg(tmp_path: FilePath, body: str) -> None:
    read = art(tmp_path, body)
    assert same_picture((tmp_path / "art.svg").read_text(encoding="utf-8"), read)


@pytest.mark.parametrize("hidden", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_invisible_shapes_are_skipped(tmp_path: FilePath, hidden: str) -> None:
    """A hidden layer of a drawing program never appears on a card; a file with only hidden shapes
    is an error.
    """
    read = art(tmp_path, f'{hidden}<circle cx="60" cy="50" r="10"/>')
    assert same_picture((tmp_path / "art.svg").read_text(encoding="utf-8"), read)
    drawn = ("stroke-opacity", "visible", "#0a0", 'cx="-50"')  # beside the page: drawn instead
    if not any(part in hidden for part in drawn):
        with pytest.raises(PrintkitError, match="draws nothing"):
            art(tmp_path, hidden)


@pytest.mark.parametrize(("body", "head"), TABLES["boxes"])
def test_box_comes_from_the_file(tmp_path: FilePath, body: str, head: str) -> None:
    read = art(tmp_path, body, head)
    assert same_picture((tmp_path / "art.svg").read_text(encoding="utf-8"), read)


def test_offset_box_is_fitted_into_a_rectangle(tmp_path: FilePath) -> None:
    read = art(tmp_path, '<circle cx="510" cy="1010" r="9"/>', 'viewBox="500 1000 40 20"')
    place = Rect(10, 20, 80, 80)
    assert read.fit_into(place).bounds(read.box) == Rect(10, 40, 80, 40)
    assert read.fit_into(place, cover=True).bounds(read.box) == Rect(-30, 20, 160, 80)


@pytest.mark.parametrize("role", ROLES)
def test_classes_name_roles(tmp_path: FilePath, role: str) -> None:
    body = f'<circle r="5" class="fill-{role} stroke-{role} other" fill="#123456"/>'
    item = one(tmp_path, body)
    assert item.fill == FALLBACK[role]
    assert item.stroke
    assert item.stroke.colour == FALLBACK[role]
    other = art(tmp_path, body).items({role: Colour("#abcdef")})[0]
    assert other.fill == Colour("#abcdef")


def test_class_beats_own_colour_not_inner_colour(tmp_path: FilePath) -> None:
    beside = '<circle r="5" class="fill-main" style="fill:#f00"/>'
    assert one(tmp_path, beside).fill == FALLBACK["main"]
    nearer = '<g class="fill-main"><circle r="5" fill="#ff0000"/></g>'
    assert one(tmp_path, nearer).fill == Colour("#ff0000")
    none = '<g class="fill-main"><circle r="5" class="fill-none stroke-ink"/></g>'
    assert one(tmp_path, none).fill is None


def test_current_colour_is_ink(tmp_path: FilePath) -> None:
    assert one(tmp_path, '<circle r="5" fill="currentColor"/>').fill == FALLBACK["ink"]


def test_elements_without_shapes_are_skipped(tmp_path: FilePath) -> None:
    body = TABLES["passed_over"]
    assert tight(one(tmp_path, body).data) == Rect(0, 0, 10, 10)


@pytest.mark.parametrize("text", TABLES["doctypes"])
def test_doctypes_of_drawing_programs_are_read(tmp_path: FilePath, text: str) -> None:
    path = tmp_path / "d.svg"
    path.write_text(text, encoding="utf-8")
    (shape,) = read_art(path).shapes
    assert shape.paint.fill == Colour("#123456")


@pytest.mark.parametrize("text", TABLES["entities"])
def test_entities_that_expand_or_name_files_are_rejected(tmp_path: FilePath, text: str) -> None:
    path = tmp_path / "d.svg"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PrintkitError, match=r"d\.svg:1:\d+: Entities"):
        read_art(path)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<circle r='1'/>" * 2001, "2,001 shapes"),
        ("<path d='M0 0" + "h1h-1" * 50_001 + "'/>", "200,000 coord"),
        ("<g/>" * 20_000, "At most 20,000"),
        (f'<circle r="5" fill="rgb({"9" * 5000},0,0)"/>', "cannot be read"),
    ],
    ids=["shapes", "coordinates", "elements", "digits"],
)
def test_oversized_drawing_is_rejected(tmp_path: FilePath, body: str, reason: str) -> None:
    """`tests/golden/refusals` covers the other errors."""
    with pytest.raises(PrintkitError) as caught:
        art(tmp_path, body)
    assert reason in str(caught.value)
    assert "art.svg" in str(caught.value)


@pytest.mark.parametrize("side", [0.01, 4_000_000])
def test_box_of_extreme_size_draws_well_or_fails(tmp_path: FilePath, side: float) -> None:
    """A circle in a tiny box stays round despite rounding, and a huge box needs no exponents."""
    half = side / 2
    try:
        read = art(
            tmp_path,
            f'<circle cx="{half}" cy="{half}" r="{half * 0.9}"/>',
            f'viewBox="0 0 {side} {side}"',
        )
    except PrintkitError as error:
        has_a_place(error)
        return
    (item,) = read.items(FALLBACK)
    assert not any("e" in f"{value:g}" for value in item.data.coords)
    points = sampled(item.data.transformed(read.fit_into(Rect(0, 0, 100, 100)))).reshape(-1, 2)
    assert np.abs(np.hypot(*(points - 50).T) - 45).max() < 0.05


@pytest.mark.parametrize("unit", ["mm", "pt", "cm", "in"])
def test_length_units_are_converted_or_rejected(tmp_path: FilePath, unit: str) -> None:
    """Inside a drawing, a unit is not a user unit: 10mm is not 10."""
    try:
        item = one(tmp_path, f'<circle cx="50" cy="50" r="1{unit}"/>')
    except PrintkitError as error:
        has_a_place(error)
    else:
        pixels = {"mm": 96 / 25.4, "pt": 96 / 72, "cm": 960 / 25.4, "in": 96}[unit]
        assert tight(item.data).w == pytest.approx(2 * pixels, rel=1e-3)


# Our own emblems


def test_specials_and_trumps_have_their_companion_drawings() -> None:
    """Each special has a mark for the index; all have a drawing or an engraving of their card."""
    asked = {"specials": {"mark", CARD}, "trumps": {CARD}}
    for folder, roles in asked.items():
        stems = {path.stem for path in files_in(folder)}
        whole = {stem for stem in stems if stem.rpartition("-")[2] not in {"mark", *roles}}
        engraved = {stem for stem in whole if f"{folder}/{stem}" in bundled_rows("engraved.toml")}
        asked_of = {stem: roles - ({CARD} if stem in engraved else set()) for stem in whole}
        assert {f"{stem}-{role}" for stem in whole for role in asked_of[stem]} - stems == set()
        assert len(whole) >= 22
    kessel = {path.stem for path in files_in("kessel")}
    assert {"impostor-mark", "sylop-mark"} <= kessel


@every_folder
def test_our_emblems_use_roles_only(folder: str) -> None:
    """The silhouette is in ink or in the colour of the card."""
    for path in files_in(folder):
        read = read_art(path)
        used = {paint for shape in read.shapes for paint in (shape.paint.fill, shape.paint.stroke)}
        assert used - {None} <= set(roles_of(read.root_classes)), path.name
        assert used & {"ink", "main", "line"}, path.name


@every_folder
def test_our_emblems_stay_in_their_box(folder: str) -> None:
    for path in files_in(folder):
        check_box(path)


def check_box(path: FilePath) -> None:
    read = read_art(path)
    role = path.stem.rpartition("-")[2]
    if role == CARD:  # it covers its card in all sizes
        high = 2600 if composition_of(path) == COMPOSITIONS["whole"] else read.box.h
        assert read.box == Rect(-1000, -1300, 2000, high), path.name
        assert len(read.root_classes & COMPOSITIONS.keys()) == 1, path.name
        return
    k = 10 if scene_of(read.root_classes) else 1  # fine lines, and whole numbers
    high = {ACE: 200, "cover": 180}.get(role, 100)
    if path.parent.name == "backs" and role != "mark":  # medals are in mm on the card
        assert read.box.centre == (0, 0), path.name
    else:
        assert read.box == Rect(0, 0, 100 * k, high * k), path.name
    if scene_of(read.root_classes):
        return  # clipped at its box: see `test_scenes`
    for leaf in leaves(read.items(FALLBACK)):
        box = ink_box(leaf)
        assert box is not None, path.name
        assert read.box.contains(box, 1e-3), f"{path.name} {leaf.item.fill} {box}"


@pytest.mark.sampled(every=2)
@every_folder
def test_our_emblems_match_resvg(folder: str) -> None:
    """The fallback colours of roles are the same in every file, and all shapes are ours.

    Another test counts the smallest shapes.
    """
    for path in files_in(folder):
        assert same_picture(path.read_text(encoding="utf-8"), read_art(path), 175), path.name


@every_folder
def test_emblem_lines_are_at_least_a_hairline(folder: str) -> None:
    """At the sizes of index marks, pips and figures (mm), a hairline is a quarter of a point."""
    sizes = (3.9, 4.4, 6.8, 7.6, 9.5, 12.4, 20.0, 28.0, 40.0)
    for path, size in product(files_in(folder), sizes):
        symbol = emblem(path, theme("classic").palette("blue"), size)
        found = list(leaves(symbol.items))
        assert found, f"nothing is left of {path.name}"
        thin = [
            leaf.item.stroke.width * leaf.matrix.scale * size / 100
            for leaf in found
            if isinstance(leaf.item, Path) and leaf.item.stroke
        ]
        assert [width for width in thin if width < HAIRLINE - 1e-6] == [], (path.name, size)


@every_folder
def test_large_view_shows_every_line(folder: str) -> None:
    for path in files_in(folder):
        size = 130.0 if path.stem.endswith(f"-{CARD}") else 60.0
        symbol, art = emblem(path, theme("classic").palette("blue"), size), read_art(path)
        lines = engraving(art, lines_name(path), size, solid=True)
        assert len(list(leaves(symbol.items))) == len(art.shapes) + len(lines), path.name


def test_box_helper_includes_the_stroke() -> None:
    from printkit.graphics.display_list import Stroke

    data = PathBuilder().circle(50, 50, 49.5).done()
    (thin,) = leaves((Path(data, stroke=Stroke(BLACK, 0.9)),))
    (wide,) = leaves((Path(data, stroke=Stroke(BLACK, 1.1)),))
    box = Rect(0, 0, 100, 100)
    assert box.contains(ink_box(thin) or box, 1e-3)
    assert not box.contains(ink_box(wide) or box, 1e-3)


@pytest.mark.parametrize("kind", TABLES["slow"])
def test_long_invalid_drawing_is_rejected_quickly(tmp_path: FilePath, kind: str) -> None:
    """Backtracking patterns would take years for some of these inputs."""
    body = "".join(list_seeds(TABLES["slow"][kind]))
    start = process_time()
    with pytest.raises(PrintkitError) as caught:
        art(tmp_path, body)
    assert process_time() - start < 1
    assert len(caught.value.message) < 200


def test_line_without_transform_keeps_its_width(tmp_path: FilePath) -> None:
    """Widths are rounded to 4 places where a matrix changes them."""
    line = '<path d="M10 10h9" stroke="black" stroke-width="0.123456"'
    (plain,) = art(tmp_path, f"{line}/>").shapes
    (scaled,) = art(tmp_path, f'{line} transform="scale(2)"/>').shapes
    assert (plain.paint.width, scaled.paint.width) == (0.123456, 0.2469)
