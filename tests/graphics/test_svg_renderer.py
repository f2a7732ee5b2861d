"""Drawings that are printed as pictures: their size, their files, their remarks."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_RENDERING_SECONDS
from printkit.graphics import svg
from printkit.graphics.svg import RENDERED_DPI, RENDERER, drawing_remarks, is_drawn, render_drawing
from tests.graphics.test_svg_features import FRAME, TABLES, save

GRADIENT = TABLES["pictured"]["gradient"]


def pixels(path: Path, width: float = 12.7) -> np.ndarray:
    assert not is_drawn(path)
    picture = render_drawing(path, width)
    assert isinstance(picture.source, bytes)
    with Image.open(io.BytesIO(picture.source)) as image:
        return np.asarray(image.convert("RGB"), dtype=int)


def test_gradient_has_the_resolution_of_its_size(tmp_path: Path) -> None:
    seen = pixels(save(tmp_path, 'viewBox="0 0 100 50"', GRADIENT), 25.4)
    assert seen.shape == (RENDERED_DPI // 2, RENDERED_DPI, 3)
    assert seen[150, 10, 0] > 240
    assert seen[150, -10, 2] > 240


def test_rendering_gives_the_same_bytes(tmp_path: Path) -> None:
    path = save(tmp_path, FRAME, GRADIENT + '<text x="9" y="50">Ace</text>')
    first = render_drawing(path, 20.0)
    svg._render.cache_clear()
    assert render_drawing(path, 20.0).digest == first.digest


def test_missing_renderer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path, FRAME, GRADIENT)
    monkeypatch.setattr(svg, "renderer", lambda: None)
    with pytest.raises(PrintkitError, match="a gradient") as caught:
        is_drawn(path)
    assert "drawings" in str(caught.value.hint)  # the extra that installs one
    assert str(caught.value.location).startswith(f"{path}:2:")
    assert drawing_remarks(path) == ()


def test_renderer_can_be_replaced(tmp_path: Path) -> None:
    class Grey:
        def render(self, svg: str, width: int, height: int, fonts: tuple[Path, ...]) -> bytes:
            out = io.BytesIO()
            Image.new("RGB", (width, height), "#808080").save(out, "PNG")
            return out.getvalue()

    path = save(tmp_path, FRAME, GRADIENT)
    token = RENDERER.set(Grey())
    try:
        assert set(pixels(path).ravel()) == {128}
    finally:
        RENDERER.reset(token)


def test_pictures_beside_a_drawing_are_embedded(tmp_path: Path) -> None:
    """A drawing inside it is rendered first; other folders are out of reach."""
    Image.new("RGB", (9, 9), "#00ff00").save(tmp_path / "a & b.png")
    inner = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" '
    (tmp_path / "inner.svg").write_text(f'{inner} fill="#0000ff"/></svg>', encoding="utf-8")
    body = (
        '<image width="50" height="50" href="a &amp; b.png"/>'
        "<image x='50' width='50' height='50' xlink:href='inner.svg'/>"
    )
    seen = pixels(save(tmp_path, 'viewBox="0 0 100 50"', body))
    assert tuple(seen[75, 75]) == (0, 255, 0)
    assert tuple(seen[75, 225]) == (0, 0, 255)
    (tmp_path / "deck").mkdir()
    outside = body.replace("inner.svg", "../inner.svg")
    with pytest.raises(PrintkitError, match="reads another file"):
        is_drawn(save(tmp_path / "deck", FRAME, outside))


def test_remarks_name_text_and_flowed_text(tmp_path: Path) -> None:
    flowed = "<flowRoot><flowPara>Words</flowPara></flowRoot>"
    path = save(tmp_path, FRAME, f'<text y="50">Ace</text>\n{flowed}')
    told = " ".join(drawing_remarks(path))
    assert f"a text: it is printed as a picture of {RENDERED_DPI} dots" in told
    assert "a font of printkit" in told
    assert "Flowed text (line 3)" in told
    (remark,) = drawing_remarks(save(tmp_path, FRAME, f'{flowed}<circle r="9"/>'))
    assert "Flowed text" in remark


def test_empty_rendering_is_refused(tmp_path: Path) -> None:
    path = save(tmp_path, FRAME, '<text x="5" y="50" fill="#fff">Ace</text>')
    with pytest.raises(PrintkitError, match="draws nothing"):
        pixels(path)


@pytest.mark.nightly
def test_endless_rendering_is_stopped(tmp_path: Path) -> None:
    body = (
        '<filter id="f" x="-1000%" y="-1000%" width="3000%" height="3000%">'
        '<feTurbulence baseFrequency="5" numOctaves="9000"/></filter>'
        '<rect width="100" height="100" filter="url(#f)"/>'
    )
    assert MAX_RENDERING_SECONDS <= 10
    with pytest.raises(PrintkitError, match="too much time or memory"):
        pixels(save(tmp_path, FRAME, body), 60.0)


def test_smallest_picture_has_one_pixel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(svg, "_render", lambda _, stamp, width, by: asked.append(width))
    path = save(tmp_path, FRAME, "")
    for width in (0.0, 25.4):
        render_drawing(path, width)
    assert asked == [1, RENDERED_DPI]
