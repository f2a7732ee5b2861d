"""Files for cutting machines, read with ezdxf and fontTools: outlines of pieces, and folds."""

import io
import math
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import ezdxf
import numpy as np
import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, rect_around
from printkit.base.printer_profile import Profile
from printkit.graphics.path import circle, polylines
from printkit.jobs.build import render
from printkit.library.functions import plan
from printkit.pieces.pages import Cell, Document
from printkit.pieces.protocols import writer
from tests.support.builds import lay_out
from tests.support.walk import union

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
Points = list[tuple[float, float]]


class Sheet(NamedTuple):
    """The lines of a cutting file by layer, y downward (mm)."""

    cut: list[Points]
    score: list[Points]


def read_dxf(data: bytes, height: float) -> Sheet:
    drawing = ezdxf.read(io.StringIO(data.decode("ascii")))
    assert (drawing.dxfversion, drawing.units) == ("AC1009", ezdxf.units.MM)
    assert not drawing.audit().errors
    lines: dict[str, list[Points]] = {"CUT": [], "SCORE": []}
    for line in drawing.modelspace():
        points = [(point.x, height - point.y) for point in line.points()]
        lines[line.dxf.layer].append([*points, points[0]] if line.is_closed else points)
    return Sheet(lines["CUT"], lines["SCORE"])


def read_svg(data: bytes, height: float) -> Sheet:
    root = ET.fromstring(data)
    assert root.get("height") == f"{height:g}mm"
    assert root.get("viewBox") == f"0 0 {root.get('width', '').removesuffix('mm')} {height:g}"
    lines: dict[str, list[Points]] = {"cut": [], "score": []}
    for layer in root.findall(f"{SVG}g"):
        for path in layer:
            assert path.tag == f"{SVG}path"
            assert (path.get("fill"), path.get("stroke-dasharray")) == ("none", None)
            lines[layer.attrib[LABEL]] += flat(path.attrib["d"])
    return Sheet(lines["cut"], lines["score"])


def flat(d: str) -> list[Points]:
    """Return the parts of a path, with each curve as 64 chords."""
    pen = RecordingPen()
    parse_path(d, pen)
    parts: list[Points] = []
    for step, points in pen.value:
        if step == "moveTo":
            parts.append([])
        if step == "curveTo":
            a, (b, c, e) = np.array(parts[-1][-1]), np.array(points)
            for t in np.linspace(0, 1, 65)[1:]:
                u = 1 - t
                x, y = u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * e
                parts[-1].append((float(x), float(y)))
        elif step == "closePath":
            parts[-1].append(parts[-1][0])
        elif points:
            parts[-1].append(points[0])
    return parts


READERS = {"dxf": read_dxf, "cut": read_svg}


def sheets(document: Document, kind: str) -> dict[str, Sheet]:
    """Return the files of a document by suffix."""
    heights = {page.name: page.media.h for page in document.pages}
    result = {}
    for one in writer(kind)(document):
        name = re.sub(r"^-|(-?cut)?\.\w+$", "", one.suffix)
        height = heights.get(name, document.pages[0].media.h)
        result[one.suffix] = READERS[kind](one.data, height)
    return result


def around(points: Points) -> Rect:
    return rect_around(points)


def area(points: Points) -> float:
    ring = np.array(points)
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]))) / 2


@cache
def laid_out(product: str, **wishes: str) -> Document:
    return lay_out("kessel", product, **wishes)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["poker", "us-mini"])
def test_cutting_file_has_an_outline_per_card(kind: str, paper: str, size: str) -> None:
    """Each outline follows the trim of its card, with corners of 3 mm."""
    document = laid_out("cards", paper=paper, card_size=size, gap="2mm")
    files = sheets(document, kind)
    fronts = [page for page in document.pages if not page.back]
    assert len(files) == 2, "full sheets are cut alike, the last one has fewer cards"
    for page, sheet in zip((fronts[0], fronts[-1]), files.values(), strict=True):
        assert sheet.score == []
        wanted = sorted(cell.trim for cell in page.cells)
        assert sorted(map(around, sheet.cut)) == [pytest.approx(trim, abs=2e-3) for trim in wanted]
        for trim, outline in zip(sorted(wanted), sorted(sheet.cut, key=around), strict=True):
            assert area(outline) == pytest.approx(trim.w * trim.h - (4 - math.pi) * 9, abs=0.2)


def ways(product: str) -> dict[str, str]:
    return {"layout": "single"} if product == "mat" else {"paper": "a3"}


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("product", ["cards", "tokens", "mat", "tuck-box", "paper-die"])
def test_outlines_are_cut_and_folds_are_scored(kind: str, product: str) -> None:
    document = laid_out(product, **ways(product))
    sheet = next(iter(sheets(document, kind).values()))
    assert lacking(document, sheet) == []
    less = Sheet(sheet.cut[1:], sheet.score)
    moved = Sheet([[(x + 0.1, y) for x, y in part] for part in sheet.cut], sheet.score)
    unscored = Sheet(sheet.cut + sheet.score, [])
    faulty = (less, moved, unscored) if sheet.score else (less, moved)
    assert all(lacking(document, other) for other in faulty), "the comparison can fail"


def lacking(document: Document, sheet: Sheet) -> list[str]:
    """Return the lengths and places missing from the pieces of the first sheet."""
    page = document.pages[0]
    pieces = [cell.piece for cell in page.cells]
    found = []
    for name, lines in (("cut", sheet.cut), ("score", sheet.score)):
        outlines = [one.outline if name == "cut" else one.folds for one in pieces]
        known = [outline for outline in outlines if outline]
        if len(known) < len(pieces) and name == "cut":
            continue
        length = math.fsum(length_of(part) for one in known for part in polylines(one, 0.001))
        if math.fsum(map(length_of, lines)) != pytest.approx(length, rel=1e-3):
            found.append(f"{name} is {length:.1f} mm")
    if len(sheet.cut) < len(pieces):
        return [*found, "pieces are left"]
    if union(map(around, sheet.cut)) != pytest.approx(union(map(place_of, page.cells)), abs=0.02):
        found.append("it is elsewhere")
    return found


def place_of(cell: Cell) -> Rect:
    """Return the box of a piece's outline; the trim of some is a sheet with instructions."""
    if cell.piece.outline is None:
        return cell.trim
    box = union(map(around, polylines(cell.piece.outline, 0.001)))
    alone = (box.w, box.h) == pytest.approx((cell.trim.w, cell.trim.h), abs=0.02)
    return cell.trim if alone else box.moved(*cell.trim.centre)


def length_of(points: Points) -> float:
    return math.fsum(map(math.dist, points, points[1:]))


@pytest.mark.parametrize("kind", READERS)
def test_single_card_deck_has_one_outline(kind: str) -> None:
    document = laid_out("cards", layout="single", bleed="3mm")
    ((suffix, sheet),) = sheets(document, kind).items()
    assert suffix == {"dxf": ".dxf", "cut": "-cut.svg"}[kind]
    (outline,) = sheet.cut
    assert around(outline) == pytest.approx((3, 3, 63.5, 88.9), abs=1e-3)
    assert area(outline) == pytest.approx(63.5 * 88.9 - (4 - math.pi) * 9, abs=0.2)


def test_chords_stay_within_their_tolerance() -> None:
    for radius, tolerance in ((3.0, 0.01), (300.0, 0.01), (3.0, 0.5)):
        (points,) = polylines(circle(radius), tolerance)
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(points)]
        depth = max(radius - math.hypot(*point) for point in middles)
        assert depth < tolerance + 3e-4 * radius, "the curve itself leaves the circle by as much"
        assert points[0] == points[-1]
        assert len(points) < 600


def test_printer_correction_does_not_move_cut_lines() -> None:
    """A sheet is corrected so that its print is exact; the cut lines are exact already."""
    profile = Profile("mine", scale_x=98.0, scale_y=99.0)
    plain, corrected = (
        next(iter(sheets(lay_out("kessel", **more), "dxf").values()))
        for more in ({}, {"printer": profile})
    )
    widths = [around(outline).w for outline in (plain.cut[0], corrected.cut[0])]
    assert widths == pytest.approx([63.5, 63.5], abs=1e-3)


def test_product_without_cut_lines_gives_a_warning() -> None:
    def names(*products: str) -> list[str]:
        made = render(plan("kessel", products, formats=("dxf",)))
        return [file.name for file in made.files]

    with pytest.raises(PrintkitError, match="nothing that can be written in the format “dxf”"):
        names("mat")
    with pytest.warns(match="“mat” contains nothing"):
        assert names("tuck-box", "mat") == ["kessel-tuck-box-en.dxf"]


def test_backs_are_not_cut() -> None:
    document = laid_out("cards")
    backs = replace(document, pages=tuple(page for page in document.pages if page.back))
    assert sheets(backs, "cut") == {}
