"""The calibration sheet: its scales, rulers and words, and the command that prints it.

A printer is simulated with independent maps, and the sheet is read as a person reads it: find the
line of the back that continues a line of the front, and read the figure beside it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from pathlib import Path as File
from typing import Any, NamedTuple

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.messages import languages
from printkit.base.printer_profile import LONG, SHORT, Profile
from printkit.cli.app import run
from printkit.graphics.display_list import Item, Path, ShapedText
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan
from printkit.pieces.pages import ART, MARKS, Page, correct_pages
from printkit.products.calibration import PRODUCT as CALIBRATION
from printkit.products.calibration import calibration_pages, feed_test_pages
from tests.support.prints import faults_of_print, leaves_of, meeting, printed
from tests.support.raster import ink, segments
from tests.support.walk import leaves, turned_text

EDGES = (LONG, SHORT)
PAPERS = ("a4", "letter", "legal", "a3", "tabloid", "arch-b", "sra3")
Point = tuple[float, float]


class Printer(NamedTuple):
    """A printer that prints both sides too large or too small, and each of them off its place
    (mm).
    """

    front: Point = (0.0, 0.0)
    back: Point = (0.0, 0.0)
    scale: Point = (1.0, 1.0)

    def place(self, page: Page, x: float, y: float) -> Point:
        """Return where a point of the portrait page is on its side of the paper."""
        cx, cy = page.media.w / 2, page.media.h / 2
        dx, dy = self.back if page.back else self.front
        return cx + (x - cx) * self.scale[0] + dx, cy + (y - cy) * self.scale[1] + dy


def behind(media: Rect, edge: str, x: float, y: float) -> Point:
    """Return where a point of the front shines through, seen from the back of portrait paper."""
    return (media.w - x, y) if edge == LONG else (x, media.h - y)


@cache
def sheet(paper: str = "a4", edge: str = LONG, language: str = "en") -> tuple[Page, ...]:
    return calibration_pages(paper_sizes.paper(paper), edge, language, 5.0)


# --- reading the scales -------------------------------------------------------------------------


def art(page: Page) -> list[Item]:
    return [item for layer in page.layers if layer.name == ART for item in layer.items]


def strokes(page: Page) -> list[Rect]:
    """Return the lines of the scales: those a quarter of a millimetre wide."""
    drawn = segments(art(page), pass_others=True)
    return [box for path, box in drawn if path.stroke and path.stroke.width == 0.25]


def figures(page: Page) -> Iterator[tuple[float, Rect]]:
    """Return the figures of the scales and their places."""
    for line in printed(leaves(art(page))):
        if re.fullmatch("[+−]?[0-9.,]+", line.text):
            yield float(line.text.replace("−", "-").replace(",", ".")), line.box


class Mark(NamedTuple):
    """A line of the back on the paper, with its figure."""

    at: float
    figure: float


def scales(pages: Sequence[Page], edge: str, printer: Printer) -> dict[str, tuple[list, list]]:
    """Return, for each scale, the lines of the front and of the back as seen against the light."""
    front, back = pages
    w, h = front.media.w, front.media.h
    seen: dict[str, tuple[list[float], list[Mark]]] = {
        name: ([], []) for name in ("top", "bottom", "left", "right")
    }

    def name(x: float, y: float, upright: bool) -> str:
        if upright:
            return "top" if y < h / 2 else "bottom"
        return "left" if x < w / 2 else "right"

    for line in strokes(front):
        x, y = behind(front.media, edge, *printer.place(front, *line.centre))
        upright = line.w < line.h
        seen[name(x, y, upright)][0].append(x if upright else y)
    named = [*figures(back)]
    for line in strokes(back):
        upright = line.w < line.h
        wide, high = (0.4, 12) if upright else (12, 0.4)
        (figure,) = (
            figure
            for figure, box in named
            if abs(box.centre[0] - line.centre[0]) < wide
            and abs(box.centre[1] - line.centre[1]) < high
        )
        x, y = printer.place(back, *line.centre)
        seen[name(x, y, upright)][1].append(Mark(x if upright else y, figure))
    return seen


def readings(pages: Sequence[Page], edge: str, printer: Printer) -> dict[str, float]:
    """Return the reading of each scale: the figure of the line that meets another."""
    found = {}
    for name, (fronts, backs) in scales(pages, edge, printer).items():
        met = [mark for mark in backs if any(abs(mark.at - at) <= 0.02 for at in fronts)]
        ((_, found[name]),) = met
    return found


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_scales_read_every_quarter_of_a_millimetre(paper: str, edge: str) -> None:
    pages = sheet(paper, edge)
    for step in range(-12, 13):
        x, y = step / 4, -step / 4
        read = readings(pages, edge, Printer(back=(x, y)))
        assert read == {"top": x, "bottom": x, "left": y, "right": y}


@pytest.mark.parametrize("edge", EDGES)
def test_scales_measure_front_and_back_together(edge: str) -> None:
    """Only the distance between the sides is visible, and the sheet measures that."""
    read = readings(sheet("a4", edge), edge, Printer(front=(0.5, 0.25), back=(1.0, 2.0)))
    x = 1.5 if edge == LONG else 0.5  # seen from the back, one direction of the front is reversed
    y = 1.75 if edge == LONG else 2.25
    assert read == {"top": x, "bottom": x, "left": y, "right": y}


@settings(max_examples=30)
@given(st.floats(-3.0, 3.0), st.floats(0.95, 1.05), st.sampled_from(EDGES))
def test_nearest_line_is_right_to_an_eighth(way: float, scale: float, edge: str) -> None:
    pages = sheet("a4", edge)
    printer = Printer(back=(way * scale, 0.0), scale=(scale, scale))
    fronts, backs = scales(pages, edge, printer)["top"]
    nearest = min(backs, key=lambda mark: min(abs(mark.at - at) for at in fronts))
    assert abs(nearest.figure - way) <= 0.125 + 1e-6


def test_simulated_reading_can_be_wrong() -> None:
    with pytest.raises(ValueError, match="unpack"):
        readings(sheet(), LONG, Printer(back=(0.1, 0.0)))
    assert readings(sheet(), LONG, Printer(back=(0.5, 0)))["top"] != -0.5


@pytest.mark.parametrize("edge", EDGES)
def test_paired_lines_touch_at_any_offset(edge: str) -> None:
    front, back = sheet("a4", edge)
    for off in (-3.0, 0.0, 3.0):
        rows = [(r.y, r.bottom) for r in strokes(front) if r.w < r.h and r.y < 60]
        own = [(r.y + off, r.bottom + off) for r in strokes(back) if r.w < r.h and r.y < 60]
        assert min(a[1] for a in rows) > max(b[0] for b in own)


def round_shapes(page: Page) -> list[Rect]:
    return [
        box for item, box in ink(art(page)) if isinstance(item, Path) and "C" in item.data.steps
    ]


def test_dot_and_ring_coincide_only_over_correct_edge() -> None:
    for edge in EDGES:
        front, back = sheet("a4", edge)
        (dot,) = round_shapes(front)
        (ring,) = round_shapes(back)
        for turned in EDGES:
            x, y = behind(front.media, turned, *dot.centre)
            far = max(abs(x - ring.centre[0]), abs(y - ring.centre[1]))
            assert (far < 0.01) if turned == edge else (far > 100)
        assert ring.w / 2 - dot.w / 2 >= 3.0  # the range of the scales


# --- contents ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_sheet_is_legible_and_inside_the_margin(paper: str, language: str, edge: str) -> None:
    for page in sheet(paper, edge, language):
        drawn = leaves_of(page)
        assert faults_of_print(drawn, page.media.inset(5.0)) == []
        assert not any(turned_text(leaf) for leaf in drawn if isinstance(leaf.item, ShapedText))
        scales = [line.inset(-0.13) for line in strokes(page)]
        assert meeting([text.box for text in printed(drawn)], others=scales) == []


def test_calibration_sheet_is_always_portrait() -> None:
    (front, _) = calibration_pages(paper_sizes.Size("mine", 297, 210), LONG, "en", 5.0)
    assert (front.media.w, front.media.h) == (210, 297)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_corrected_sheet_fits_any_paper(
    paper: str, edge: str, language: str, tmp_path: File
) -> None:
    """This holds for a printer at the limits of the scales."""
    profile = Profile("W" * 20, -3.0, 3.0, 99.25, 99.25, edge)
    wishes = {"paper": paper, "duplex": edge, "printer": profile}
    assert len(built(tmp_path, languages=(language,), formats=("dump",), **wishes)) == 1


def test_impossible_profile_error_names_the_printer(tmp_path: File) -> None:
    with pytest.raises(PrintkitError, match="“far” uses up 9 mm on each side"):
        built(tmp_path, printer=Profile("far", 9.0))


@pytest.mark.parametrize("paper", ["a5", "100x148mm", "210x210mm"])
def test_too_small_paper_is_rejected(paper: str) -> None:
    with pytest.raises(PrintkitError, match="too small for the calibration sheet") as caught:
        sheet(paper)
    assert "a4 or letter" in str(caught.value)


# --- rulers ---------------------------------------------------------------------------------------


def lines(page: Page) -> list[Rect]:
    """Return all straight lines of a page (mm)."""
    return [box for layer in page.layers for _, box in segments(layer.items, pass_others=True)]


def rulers(lines: list[Rect]) -> tuple[list[float], list[float]]:
    """Return the horizontal and vertical lengths of the rulers.

    A ruler is a line with a tick at each of 101 places.
    """
    turned = [Rect(line.y, line.x, line.h, line.w) for line in lines]
    across, along = ([*lengths(found)] for found in (lines, turned))
    return across, along


def lengths(lines: list[Rect]) -> Iterator[float]:
    for ruler in lines:
        if ruler.h < 1e-6 and 90 < ruler.w < 110:
            ticks = sorted(
                tick.x
                for tick in lines
                if 0.5 < tick.h < 6
                and tick.w < 1e-3
                and min(abs(tick.y - ruler.y), abs(tick.bottom - ruler.y)) < 1e-3
            )
            assert len(ticks) == 101
            assert (ticks[0], ticks[-1]) == pytest.approx((ruler.x, ruler.right), abs=1e-3)
            steps = {round(b - a, 3) for a, b in pairwise(ticks)}
            assert max(steps) - min(steps) <= 0.0021
            yield ruler.w


def built(out: File, **wishes: Any) -> dict[str, bytes]:
    job = make_job("", (CALIBRATION.key,), out=out, **wishes)
    return {file.name: file.read_bytes() for file in build(job).files}


def test_rulers_compensate_the_printer_scale() -> None:
    profile = Profile("odd", 0.75, -0.5, 99.6, 101.3)
    for edge in EDGES:
        right = correct_pages(sheet("a4", edge), profile)
        for pages, wide, high in ((sheet("a4", edge), 1, 1), (right, 0.996, 1.013)):
            for page in pages:
                across, along = rulers(lines(page))
                assert across == pytest.approx([100 / wide], abs=0.001)
                assert along == pytest.approx([100 / high], abs=0.001)


def test_files_have_the_rulers_of_the_pages(tmp_path: File) -> None:
    """The corrected sheet's files are read back; `writers` tests that a PDF equals its pages."""
    wishes: dict[str, Any] = {"printer": Profile("odd", 0.75, -0.5, 99.6, 101.3), "out": tmp_path}
    (part,) = plan(make_job("", (CALIBRATION.key,), **wishes)).products
    assert part.document is not None
    for page in part.document.pages:
        across, along = rulers(lines(page))
        assert across == pytest.approx([100 / 0.996], abs=0.001)
        assert along == pytest.approx([100 / 1.013], abs=0.001)


@pytest.mark.parametrize("edge", EDGES)
@settings(max_examples=30)
@given(
    st.integers(-12, 12),
    st.integers(-12, 12),
    st.floats(95.0, 105.0).map(lambda v: round(v, 1)),
    st.floats(95.0, 105.0).map(lambda v: round(v, 1)),
)
def test_corrected_sheet_reads_zero(edge: str, x: int, y: int, across: float, along: float) -> None:
    """The readings of one sheet, saved as a profile, make the next sheet read 0."""
    scale = (across / 100, along / 100)
    printer = Printer((0, 0), (x / 4 * scale[0], y / 4 * scale[1]), scale)
    read = readings(sheet("a4", edge), edge, printer)
    profile = Profile("p", read["top"], read["left"], across, along, edge)
    again = readings(correct_pages(sheet("a4", edge), profile), edge, printer)
    assert set(again.values()) == {0.0}


# --- the command --------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def home(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> File:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_calibrate_command_writes_two_pages_and_manifest(home: File) -> None:
    assert run(["calibrate", "--lang", "en,fr", "--paper", "letter"]) == 0
    folder = home / "output" / "calibrate"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert [entry["pages"] for entry in manifest["files"]] == [2, 2]
    chosen = {"duplex": "long", "margin_mm": 5.0, "paper": "letter"}
    assert manifest["options"] == {**chosen, "plates": "none", "small": False, "addons": []}
    with pikepdf.open(folder / "calibrate-sheet-fr.pdf") as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("language", languages())
def test_sheet_explains_how_to_read_it(edge: str, language: str) -> None:
    _, back = sheet("a4", edge, language)
    wording = " ".join(text.text for text in printed(leaves_of(back)))
    for word in ("--name", "--back-x", "--back-y", "--scale-x", "--scale-y", "--printer", "+0"):
        assert word in wording
    assert ("--duplex short" in wording) == (edge == SHORT)


# --- manual duplex -------------------------------------------------------------------------------


def test_feed_test_prints_never_overlap() -> None:
    """The second print stays clear of the first, even upside down and on the same side."""
    for paper, language in product(("a4", "letter", "a5"), languages()):
        pages = feed_test_pages(paper_sizes.paper(paper), language, 5.0)
        assert [page.back for page in pages] == [False, True, False, True]
        first, second = ([box for _, box in ink([*page.items])] for page in pages[:2])
        media = pages[0].media
        assert all(media.inset(5.0).contains(box) for box in first + second)
        turned = [Rect(media.w - b.right, media.h - b.bottom, b.w, b.h) for b in second]
        for other in (second, turned):
            assert not any(one.intersects(box) for one in first for box in other)


def test_feed_answers_are_saved_and_used(
    tmp_path: File, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "printkit.toml").touch()
    assert run(["calibrate", "--duplex", "manual"]) == 0
    folder = tmp_path / "output" / "calibrate"
    names = [folder / f"calibrate-sheet-en-{number}.pdf" for number in (1, 2)]
    assert [len(pikepdf.open(name).pages) for name in names] == [2, 2]
    saved = ["calibrate", "--duplex", "manual", "--name", "home", "--answers", "oui,no,yes"]
    assert run(saved) == 0
    assert 'manual = "upside-down"' in (tmp_path / "printkit.toml").read_text()
    assert run(["calibrate", "--printer", "home"]) == 0  # its own feed, also in two files
    assert [len(pikepdf.open(name).pages) for name in names] == [1, 1]
    capsys.readouterr()
    assert run(["calibrate", "--name", "home", "--answers", "yes,no,yes"]) == 2
    assert "Add --duplex manual." in capsys.readouterr().err


@pytest.mark.parametrize("edge", [LONG, SHORT])
def test_ticks_of_both_rulers_are_equally_long(edge: str) -> None:
    """The rulers of the two sides coincide, whichever margin they are in."""
    for page in sheet(edge=edge):
        (marks,) = (layer for layer in page.layers if layer.name == MARKS)
        boxes = [box for _, box in segments(marks.items, pass_others=True)]
        level = {round(box.w, 3) for box in boxes if box.h == 0 and box.w < 50}
        upright = {round(box.h, 3) for box in boxes if box.w == 0 and box.h < 50}
        assert len(level) == 3, "millimetres, fives and tens"
        assert level == upright
