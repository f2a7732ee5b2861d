"""User pictures in every format.

They are unchanged if possible, have correct colours, and are at most as large as a press can use.
"""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image

import printkit
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, scaling
from printkit.graphics.display_list import Group, Symbol, Use, placed_pictures
from printkit.graphics.picture_file import png_chunks
from printkit.graphics.pictures import read_image
from printkit.library.checks import check
from printkit.pieces.pages import Document, Layer, Page
from printkit.pieces.protocols import writer
from printkit.writers import png
from tests.support.decks import put
from tests.support.raster import make_png, pdf_pixels, svg_pixels

# Four colours that no conversion may swap.
QUARTERS = np.array([[(210, 30, 20), (20, 160, 40)], [(30, 40, 200), (250, 250, 250)]], np.uint8)
SIDE = 64


def quarters() -> Image.Image:
    return Image.fromarray(QUARTERS.repeat(SIDE // 2, axis=0).repeat(SIDE // 2, axis=1))


def saved(**options: object) -> Callable[[Image.Image], bytes]:
    def save(image: Image.Image) -> bytes:
        out = io.BytesIO()
        image.save(out, **options)
        return out.getvalue()

    return save


def turned(image: Image.Image) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(format="JPEG", quality=95, subsampling=0, exif=exif)(image.rotate(90))


def deep(image: Image.Image) -> bytes:
    """Return a PNG with 16 bits per channel and the given filter in each row."""
    rows = np.asarray(image, dtype=np.uint16) * 257
    return make_png(
        SIDE, SIDE, 16, 2, b"".join(b"\0" + row.astype(">u2").tobytes() for row in rows)
    )


AS_IT_IS = {
    "png": saved(format="PNG"),
    "palette": lambda image: saved(format="PNG")(image.quantize(16)),
    "sixteen bits": deep,
    "jpeg": saved(format="JPEG", quality=95, subsampling=0),
    "progressive": saved(format="JPEG", quality=95, subsampling=0, progressive=True),
    "more after the end": lambda image: saved(format="JPEG", quality=95)(image) + b"trailer",
}
CHANGED = {
    "alpha": lambda image: saved(format="PNG")(image.convert("RGBA")),
    "key colour": saved(format="PNG", transparency=(1, 2, 3)),
    "cmyk": lambda image: saved(format="JPEG", quality=95)(image.convert("CMYK")),
    "turned": turned,
}
KINDS = {**AS_IT_IS, **CHANGED}


def document(path: Path, side: float = 20.0) -> Document:
    """Return a page of `side` mm filled by one picture."""
    box = Rect(0, 0, side, side)
    layers = (Layer("art", (read_image(path).fit_into(box, cover=True),)),)
    return Document("Toy", "en", (Page(box, box, box, layers, "01", "One"),))


def seen(pixels: np.ndarray) -> np.ndarray:
    """Return the colours in the middle of the quarters."""
    step = len(pixels) // 4
    return pixels[step :: 2 * step, step :: 2 * step].astype(int)


@pytest.mark.parametrize("kind", KINDS)
def test_picture_has_its_colours_in_every_format(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.picture"
    path.write_bytes(KINDS[kind](quarters()))
    (pdf,) = writer("pdf")(document(path))
    (svg,) = writer("svg")(document(path))
    for found in (pdf_pixels(pdf.data, 0, 64, 64), svg_pixels(svg.data, 82)):
        assert np.abs(seen(found) - QUARTERS).max() < (60 if kind == "cmyk" else 6)
        assert np.abs(seen(found[::-1]) - QUARTERS).max() > 60, "the comparison can fail"


@pytest.mark.parametrize("kind", AS_IT_IS)
def test_picture_supported_by_pdf_is_embedded_unchanged(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.picture"
    data = AS_IT_IS[kind](quarters())
    path.write_bytes(data)
    (output,) = writer("pdf")(document(path))
    with pikepdf.open(io.BytesIO(output.data)) as pdf:
        image = next(iter(pdf.pages[0].get_images().values()))
        stream = image.read_raw_bytes()
        if data.startswith(b"\xff\xd8"):
            assert image.Filter == "/DCTDecode"
            assert data.startswith(stream)
            assert stream.endswith(b"\xff\xd9")
        else:
            assert stream == b"".join(part for name, part in png_chunks(data) if name == b"IDAT")
    assert writer("pdf")(document(path)).__next__().data == output.data


def test_oversized_picture_is_halved(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    path.write_bytes(saved(format="JPEG")(quarters().resize((1600, 1600))))

    def width(side: float, **options: object) -> int:
        (output,) = writer("pdf")(document(path, side), options)
        with pikepdf.open(io.BytesIO(output.data)) as pdf:
            return int(next(iter(pdf.pages[0].get_images().values())).Width)

    assert width(60) == 1600  # 677 dpi
    assert width(50) == 800
    assert width(25) == 400
    assert width(60, small=True) == 709
    (svg,) = writer("svg")(document(path, 25))
    (small,) = writer("svg")(document(path, 60), {"small": True})
    (whole,) = writer("svg")(document(path, 60))
    assert len(svg.data) < len(small.data) < len(whole.data)


def test_picture_size_follows_its_largest_use(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(KINDS["png"](quarters()))
    image = read_image(path).fit_into(Rect(0, 0, 10, 10), cover=True)
    symbol = Symbol("one", (Group((image,), scaling(2)),), Rect(0, 0, 20, 20))
    items = (image, Use(symbol, scaling(0.1)), Use(symbol, scaling(-3, 3)))
    assert placed_pictures(items) == {image.digest: (image, pytest.approx(60))}


def test_batched_pages_equal_whole_rendering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(KINDS["png"](quarters()))
    one = document(path)
    pages = one.pages * 5
    many = Document("Toy", "en", pages)
    whole = [output.data for output in writer("png")(many, {"dpi": 90})]
    for limit in ("_BATCH", "_BATCH_BYTES"):
        monkeypatch.setattr(png, limit, 2)
        assert [output.data for output in writer("png")(many, {"dpi": 90})] == whole
    assert len(whole) == 5


DECK = """slug = "own"
game = "own"
name = "Own"
summary = "Made up."
languages = ["en"]
players = { min = 2, max = 4 }
[families.deck]
name = "Deck"
back = "rosette"
[[cards]]
id = "one"
name = "One"
art = "a.png"
"""


def test_picture_changed_after_planning_leaves_no_output(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(KINDS["png"](quarters()))
    plan = printkit.plan(put(tmp_path, DECK), ["cards"], out=tmp_path / "out")
    path.write_bytes(KINDS["png"](quarters().rotate(180)))
    with pytest.raises(PrintkitError, match=r"a\.png: This picture changed"):
        printkit.build(plan)
    assert not (tmp_path / "out").exists()


def test_in_memory_build_matches_disk_build(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(KINDS["png"](quarters()))
    deck = put(tmp_path, DECK)
    shares: list[tuple[str, int, int]] = []
    disk = printkit.build(
        deck, ["cards"], out=tmp_path / "out", progress=lambda *step: shares.append(step)
    )
    memory = printkit.build(deck, ["cards"], in_memory=True)
    assert {file.name: file.data for file in memory.files} == {
        path.name: path.read_bytes() for path in disk.files
    }
    assert ("pictures", 1, 1) in shares
    assert all(done <= total for _, done, total in shares)


def test_check_decodes_pictures_that_builds_only_checksum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows missing behind correct checksums are not file damage.

    A program wrote the file that way.
    """
    from printkit.graphics import pictures

    monkeypatch.setattr(pictures, "MAX_PIXELS_DECODED", 0)
    rows = np.random.default_rng(7).integers(0, 255, 61 * 40, dtype=np.uint8)
    (tmp_path / "a.png").write_bytes(make_png(20, 80, 8, 2, b"\0" + rows.tobytes()))
    deck = put(tmp_path, DECK)
    printkit.build(deck, ["cards"], out=tmp_path / "out")
    with pytest.raises(PrintkitError, match=r"a\.png: This picture is damaged"):
        check(deck)
    flipped = bytearray((tmp_path / "a.png").read_bytes())
    flipped[80] ^= 1
    (tmp_path / "a.png").write_bytes(flipped)
    with pytest.raises(PrintkitError, match=r"a\.png: This picture is damaged"):
        printkit.build(deck, ["cards"], out=tmp_path / "out")


def test_converted_pictures_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(CHANGED["cmyk"](quarters()))
    (tmp_path / "b.png").write_bytes(CHANGED["cmyk"](quarters().rotate(90)))
    deck = DECK + '[[cards]]\nid = "two"\nname = "Two"\nart = "b.png"\n'
    built = printkit.build(put(tmp_path, deck), ["cards"], out=tmp_path / "out")
    (told,) = [str(one) for one in built.notices if "CMYK" in str(one)]
    assert told.endswith(
        "a.png: It is in CMYK: its colours are converted to sRGB, and may differ a little. "
        "The same applies to 1 more picture."
    )


def test_unsupported_picture_type_is_rejected_by_name(tmp_path: Path) -> None:
    with pytest.raises(PrintkitError, match=r"“a\.psd” is not an SVG, PNG or JPEG file"):
        check(put(tmp_path, DECK.replace("a.png", "a.psd")))
