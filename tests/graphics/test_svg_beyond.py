"""A drawing beside its page is printed instead of the empty page, with a remark."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.graphics.svg import drawing_remarks, drawing_size, read_art, render_drawing
from tests.support.decks import put

HEAD = "<svg xmlns='http://www.w3.org/2000/svg' {}>{}</svg>"
PAGE = "width='210mm' height='297mm' viewBox='0 0 210 297'"
AWAY = "<rect x='-100' y='20' width='63.5' height='88.9' fill='#c00'/>"


def write(folder: Path, body: str, page: str = PAGE) -> Path:
    return Path(put(folder, HEAD.format(page, body), "a.svg"))


@pytest.mark.parametrize("page", [PAGE, "width='210' height='297'", "viewBox='0 0 2100 2970'"])
def test_shapes_beside_the_page_are_drawn(page: str, tmp_path: Path) -> None:
    body = AWAY if "2100" not in page else f"<g transform='scale(10)'>{AWAY}</g>"
    file = write(tmp_path, body, page)
    width, height = drawing_size(file)
    assert width / height == pytest.approx(63.5 / 88.9)
    assert any("page is empty" in remark for remark in drawing_remarks(file))
    (shape,) = read_art(file).shapes
    assert shape.data.box().w == pytest.approx(width)


@pytest.mark.parametrize(
    "body",
    [
        f"{AWAY}<text x='-90' y='60' font-size='9'>Letters</text>",
        f"<g opacity='.5'>{AWAY}</g>",
        f"<!-- <svg viewBox='0 0 1 1'> -->{AWAY}<text x='-99' y='100'>i</text>",
    ],
)
def test_rendered_drawing_beside_the_page_is_trimmed(body: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = write(tmp_path, body)
    width, height = drawing_size(file)
    assert width / height == pytest.approx(63.5 / 88.9, rel=0.02)
    picture = render_drawing(file, 20.0)
    assert picture.width / picture.height == pytest.approx(63.5 / 88.9, rel=0.02)
    assert any("page is empty" in remark for remark in drawing_remarks(file))


@pytest.mark.parametrize(
    "body", ["<rect x='1' y='1' width='9' height='9'/>", "<text y='9'>i</text>"]
)
def test_part_on_the_page_keeps_the_page(body: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = write(tmp_path, AWAY + body)
    assert drawing_size(file) == (210, 297)
    assert not any("page is empty" in remark for remark in drawing_remarks(file))


@pytest.mark.parametrize("page", ["", "width='100%' height='100%'", "width='9mm'"])
@pytest.mark.parametrize("more", ["", "<text x='-90' y='60'>i</text>"])
def test_drawing_without_size_has_the_box_around_it(page: str, more: str, tmp_path: Path) -> None:
    if more:
        pytest.importorskip("resvg_py")
    file = write(tmp_path, AWAY + "<circle r='1'/>" + more, page)
    width, height = drawing_size(file)
    assert (width, height) == pytest.approx((101, 109.9), rel=0.02)
    assert any("neither a viewBox nor a size" in remark for remark in drawing_remarks(file))


@pytest.mark.parametrize(
    "body",
    [
        "",
        f"<g display='none'>{AWAY}</g>",
        "<rect x='-99' y='9' width='9' height='9' fill='none'/>",
        "<rect x='-1e8' y='9' width='9' height='9'/>",
        "<rect x='-99999' y='9' width='9' height='9'/>",
    ],
)
def test_drawing_without_anything_is_refused(body: str, tmp_path: Path) -> None:
    with pytest.raises(PrintkitError, match=r"draws nothing|number"):
        read_art(write(tmp_path, body))
