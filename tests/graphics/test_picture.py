"""User pictures: opaque, upright, checked, and no larger than a press needs."""

import hashlib
import io
import struct
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.limits import MAX_PIXELS, Limit
from printkit.graphics import pictures
from printkit.graphics.display_list import Image as Placed
from printkit.graphics.picture_file import JPEG, PNG, read_plain_size
from printkit.graphics.pictures import (
    MAX_DPI,
    check_budget,
    decoder,
    image_bytes,
    picture_size,
    printed_width,
    read_image,
)
from tests.support.raster import make_png


def saved(tmp_path: Path, image: Image.Image, name: str = "a.png", **options: object) -> Path:
    path = tmp_path / name
    image.save(path, **options)
    return path


def placed(path: Path) -> Placed:
    return read_image(path).fit_into(Rect(0, 0, 50, 70), cover=True)


def printed(path: Path) -> bytes:
    """Return the file that a writer receives."""
    return decoder().read_file(image_bytes(placed(path)))


def pixels(path: Path) -> np.ndarray:
    """Return the decoded pixels that a writer receives."""
    picture = read_image(path)
    image = Image.open(io.BytesIO(printed(path)))
    assert image.format in ("PNG", "JPEG")
    assert image.size == (picture.width, picture.height)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == picture.digest
    assert "transparency" not in image.info
    assert not image.mode.endswith("A")
    if image.mode.startswith("I"):
        return np.asarray(image, dtype=int)[..., None].repeat(3, axis=2) // 257
    return np.asarray(image.convert("RGB"), dtype=int)


def mode_of(path: Path) -> str:
    """Return how a file stores its pixels."""
    with Image.open(path) as image:
        return image.mode


def chart(width: int = 40, height: int = 20) -> Image.Image:
    """Return a picture in which every turn and mirror is visible.

    It is red left of blue, with a green upper left corner.
    """
    a = np.zeros((height, width, 3), dtype=np.uint8)
    a[:, : width // 2] = (220, 0, 0)
    a[:, width // 2 :] = (0, 0, 220)
    a[: height // 2, : width // 4] = (0, 200, 0)
    return Image.fromarray(a)


def close(one: np.ndarray, other: np.ndarray, slack: int) -> bool:
    return one.shape == other.shape and int(np.abs(one - other).max()) <= slack


def test_comparison_detects_a_turned_picture() -> None:
    plain = np.asarray(chart(), dtype=int)
    assert close(plain, plain + 3, 3)
    assert not close(plain, plain[::-1, ::-1], 60)
    assert not close(plain, plain[:, ::-1], 60)
    assert not close(plain, plain.transpose(1, 0, 2), 60)


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_plain_pictures_keep_their_bytes(tmp_path: Path, mode: str) -> None:
    path = saved(tmp_path, chart().convert(mode))
    assert read_image(path).source == path
    assert printed(path) == path.read_bytes()
    assert close(pixels(path), np.asarray(chart().convert(mode).convert("RGB"), dtype=int), 0)


def test_plain_jpeg_is_not_recompressed(tmp_path: Path) -> None:
    path = saved(tmp_path, chart(), "a.jpg", quality=90)
    assert printed(path) == path.read_bytes()
    assert decoder().read_samples(path.read_bytes()).encoding == JPEG


def row(mode: str, *values: object, palette: tuple[int, ...] = ()) -> Image.Image:
    """Return a picture one pixel high."""
    image = Image.new(mode, (len(values), 1))
    if palette:
        image.putpalette(palette)
    image.putdata(values)
    return image


BLACK, WHITE, RED, KEY = (0, 0, 0), (255, 255, 255), (200, 0, 0), (9, 9, 9)
READ = {
    "alpha": (row("RGBA", (*RED, 255), (*RED, 0), (0, 0, 0, 128)), {}, (RED, WHITE, (127,) * 3)),
    "grey alpha": (row("LA", (0, 0), (0, 77)), {}, (WHITE, (178,) * 3)),
    "palette": (row("P", 0, 1, palette=(*KEY, *RED)), {"transparency": 0}, (WHITE, RED)),
    "key colour": (row("RGB", KEY, RED), {"transparency": KEY}, (WHITE, RED)),
    "one bit": (row("1", 0, 255, *[0] * 7), {}, (BLACK, WHITE, *[BLACK] * 7)),  # more than a byte
}


@pytest.mark.parametrize("how", READ)
def test_transparent_pixels_become_white(tmp_path: Path, how: str) -> None:
    image, options, wanted = READ[how]
    found = pixels(saved(tmp_path, image, **options))
    assert found.shape == (1, len(wanted), 3)
    assert found[0] == pytest.approx(np.array(wanted), abs=1)


def test_sixteen_bits_keep_their_tones(tmp_path: Path) -> None:
    """Dark, medium and full stay so: a clipped conversion would make the medium tone white."""
    tones = np.array([[0, 0x4000, 0x8000, 0xC000, 0xFFFF]], dtype=np.uint16)
    path = saved(tmp_path, Image.fromarray(tones))
    assert mode_of(path).startswith("I")
    samples = decoder().read_samples(path.read_bytes())
    assert (samples.encoding, samples.bits) == (PNG, 16)
    assert pixels(path)[0, :, 0] == pytest.approx([0, 64, 128, 192, 255], abs=2)


def test_sixteen_bits_per_channel_are_read(tmp_path: Path) -> None:
    path = tmp_path / "rgb16.png"
    rows = struct.pack(">x6H", 0xFFFF, 0, 0x8000, 0, 0x4000, 0xFFFF)
    path.write_bytes(make_png(2, 1, 16, 2, rows))
    found = pixels(path)
    assert found[0].tolist() == [
        pytest.approx([255, 0, 128], abs=1),
        pytest.approx([0, 64, 255], abs=1),
    ]


def test_cmyk_is_converted_to_rgb(tmp_path: Path) -> None:
    path = saved(tmp_path, chart().convert("CMYK"), "a.jpg", quality=95, subsampling=0)
    assert mode_of(path) == "CMYK"
    assert "It is in CMYK" in read_image(path).remarks[0]
    assert close(pixels(path), np.asarray(chart(), dtype=int), 60)


def test_grey_jpeg_is_read(tmp_path: Path) -> None:
    path = saved(tmp_path, chart().convert("L"), "a.jpg", quality=95)
    assert close(pixels(path), np.asarray(chart().convert("L").convert("RGB"), dtype=int), 12)


STORED = {  # how a camera stores an upright picture in each orientation
    1: lambda a: a,
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.transpose(1, 0, 2),
    6: lambda a: np.rot90(a, 1),
    7: lambda a: a[::-1, ::-1].transpose(1, 0, 2),
    8: lambda a: np.rot90(a, -1),
}


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("suffix", ["jpg", "png", "tiff", "webp"])
def test_camera_pictures_are_turned_upright(tmp_path: Path, orientation: int, suffix: str) -> None:
    upright = np.asarray(chart(), dtype=np.uint8)
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = Image.fromarray(np.ascontiguousarray(STORED[orientation](upright)))
    options = {"jpg": {"quality": 95, "subsampling": 0}, "webp": {"lossless": True}}
    path = saved(tmp_path, image, f"a.{suffix}", exif=exif, **options.get(suffix, {}))
    assert close(pixels(path), upright.astype(int), 60)
    prepared = read_image(path)
    assert (prepared.width, prepared.height) == (upright.shape[1], upright.shape[0])


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tiff"])
def test_header_states_the_upright_size(tmp_path: Path, suffix: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(tmp_path, Image.new("RGB", (60, 40), "teal"), f"a.{suffix}", exif=exif)
    assert picture_size(path) == (40, 60)
    path = saved(tmp_path, Image.new("RGB", (60, 40), "teal"), f"b.{suffix}")
    assert picture_size(path) == (60, 40)


def test_exif_behind_the_pixels_is_read_without_them(tmp_path: Path) -> None:
    """A camera may write the EXIF data of a PNG at its end: no pixel is decoded to find it."""
    data = make_png(30_000, 20_000, 8, 0, b"no pixels")
    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    chunk = b"eXIf" + exif
    own = len(exif).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    path = tmp_path / "a.png"
    path.write_bytes(data[:-12] + own + data[-12:])
    assert picture_size(path) == (20_000, 30_000)
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert picture_size(path) == (0, 0)


@pytest.mark.parametrize(
    ("suffix", "options"),
    [
        ("png", {}),
        ("png", {"interlace": 1, "compress_level": 0}),
        ("jpg", {}),
        ("jpg", {"progressive": True, "optimize": True}),
        ("jpg", {"icc_profile": b"0" * 9_000, "comment": b"by hand"}),
        ("jpg", {"icc_profile": b"0" * 90_000}),
    ],
)
def test_plain_header_states_size_as_pillow_does(
    suffix: str, options: dict[str, object], tmp_path: Path
) -> None:
    path = saved(tmp_path, Image.new("RGB", (61, 40), "teal"), f"a.{suffix}", **options)
    plain = read_plain_size(path)
    assert plain == (None if len(path.read_bytes()) > 80_000 else (61, 40))
    assert decoder().read_size(path) == (61, 40)


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp"])
def test_unusual_header_needs_the_decoder(suffix: str, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    image = Image.new("RGB", (60, 40), "teal")
    assert read_plain_size(saved(tmp_path, image, f"turned.{suffix}", exif=exif)) is None
    data = saved(tmp_path, image, f"plain.{suffix}").read_bytes()
    for start, cut in enumerate((b"", data[:3], data[:20], b"\0" + data[1:])):
        path = tmp_path / f"{start}.{suffix}"
        path.write_bytes(cut)
        assert read_plain_size(path) is None
    assert read_plain_size(tmp_path / "missing.png") is None


@pytest.mark.parametrize("suffix", ["png", "jpg"])
@pytest.mark.parametrize("width", [400, 333, 100])
def test_picture_is_reduced_to_a_width(tmp_path: Path, suffix: str, width: int) -> None:
    path = saved(tmp_path, chart(800, 400), f"a.{suffix}", quality=95)
    file = decoder().read_file(path.read_bytes(), width)
    with Image.open(io.BytesIO(file)) as image:
        assert image.size == (width, round(width / 2))
        found = np.asarray(image.convert("RGB"), dtype=int)
    assert close(found[-5, width // 4], np.array([220, 0, 0]), 12)
    assert close(found[5, width // 8], np.array([0, 200, 0]), 12)
    assert close(found[-5, -width // 4], np.array([0, 0, 220]), 12)
    assert decoder().read_file(path.read_bytes(), 800) == path.read_bytes()


@pytest.mark.parametrize(
    ("mm", "small", "width"),
    [
        (25.4, False, 525),  # 2100 dpi: halved twice
        (70.0, False, 1050),  # 762
        (76.2, False, None),  # 700
        (500.0, False, None),
        (76.2, True, 900),
        (500.0, True, None),  # already 107
        (0.0, False, None),  # not placed
    ],
)
def test_printed_width_is_limited_to_700_dpi(mm: float, small: bool, width: int | None) -> None:
    image = Placed(b"", "", Rect(0, 0, 1, 1), 2100)
    assert MAX_DPI == 700
    assert printed_width(image, mm, small=small) == width


def test_picture_changed_before_writing_is_rejected(tmp_path: Path) -> None:
    path = saved(tmp_path, chart())
    image = placed(path)
    assert image_bytes(image) == path.read_bytes()
    saved(tmp_path, chart(20, 40))
    with pytest.raises(PrintkitError, match=r"a\.png: This picture changed while"):
        image_bytes(image)
    path.unlink()
    with pytest.raises(PrintkitError, match=r"a\.png: There is no such picture"):
        image_bytes(image)


def test_picture_is_reread_when_its_file_changes(tmp_path: Path) -> None:
    first = read_image(saved(tmp_path, chart()))
    other = read_image(saved(tmp_path, chart(20, 40)))
    assert first.digest != other.digest
    assert (other.width, other.height) == (20, 40)


def huge(width: int, height: int) -> bytes:
    """Return the header of a PNG of this size, without its pixels."""
    return make_png(width, height, 8, 2)


def test_too_many_pixels_are_rejected_before_decoding(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(huge(60_000, 60_000))
    with pytest.raises(PrintkitError, match=r"bomb\.png: This picture has 3600 megapixels"):
        read_image(path)
    assert MAX_PIXELS < 60_000 * 60_000


def test_total_pixel_budget_counts_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures that are damaged, missing, or rejected on their own do not count."""
    limit = Limit(200_000_000, "pixels in all pictures", "reason")
    monkeypatch.setattr(pictures, "MAX_PIXELS_IN_ALL", limit)
    paths = [tmp_path / f"{number}.png" for number in range(5)]
    for path in paths[:4]:
        path.write_bytes(huge(5_000, 10_000))
    paths[4].write_bytes(huge(50_001, 1_000))
    text = tmp_path / "text.png"
    text.write_text("no picture")
    check_budget([*paths, text, tmp_path / "none.png", tmp_path], "deck.toml")
    paths[4].write_bytes(huge(1, 1))
    with pytest.raises(PrintkitError, match=r"deck\.toml: 200,000,001 pixels in all pictures are"):
        check_budget(paths, "deck.toml")


def test_total_picture_bytes_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(2 * len(huge(1, 1)), "bytes of all pictures", "reason")
    monkeypatch.setattr(pictures, "MAX_PICTURE_BYTES_IN_ALL", limit)
    paths = [tmp_path / f"{number}.png" for number in range(3)]
    for path in paths:
        path.write_bytes(huge(1, 1))
    check_budget(paths[:2], "deck.toml")
    with pytest.raises(
        PrintkitError, match=f"{3 * len(huge(1, 1))} bytes of all pictures are too many"
    ):
        check_budget(paths, "deck.toml")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize(
    ("suffix", "mode"),
    [("png", "RGB"), ("png", "L"), ("png", "RGBA"), ("jpg", "RGB"), ("jpg", "L")],
)
def test_truncated_picture_is_damaged(tmp_path: Path, suffix: str, share: float, mode: str) -> None:
    noise = np.random.default_rng(7).integers(0, 255, (60, 60, 4), dtype=np.uint8)
    whole = saved(tmp_path, Image.fromarray(noise).convert(mode), f"w.{suffix}").read_bytes()
    path = tmp_path / f"cut.{suffix}"
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(PrintkitError, match=rf"cut\.{suffix}: This picture is damaged"):
        read_image(path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data, at: data[:at] + b"\xff\xd9",  # truncated, and closed with an end marker
        lambda data, at: data[:at] + bytes(4096) + data[at + 4096 :],
        lambda data, at: data[:at] + data[at + 2048 :],
    ],
)
def test_jpeg_with_missing_data_is_damaged(
    tmp_path: Path, damage: Callable[[bytes, int], bytes]
) -> None:
    """Decoders silently fill in missing data."""
    noise = np.random.default_rng(7).integers(0, 255, (300, 200, 3), dtype=np.uint8)
    path = saved(tmp_path, Image.fromarray(noise), "a.jpg")
    whole = path.read_bytes()
    assert read_image(path).width == 200
    path.write_bytes(damage(whole, len(whole) // 2))
    Image.open(path).load()
    with pytest.raises(PrintkitError, match=r"a\.jpg: This picture is damaged"):
        read_image(path)


@pytest.mark.parametrize("ground", ["white", "#808080", "black"])
@pytest.mark.parametrize("options", [{}, {"optimize": True}, {"progressive": True}])
def test_plain_background_is_not_damage(
    tmp_path: Path, ground: str, options: dict[str, object]
) -> None:
    image = Image.new("RGB", (600, 900), ground)
    image.paste(chart(600, 300))
    assert read_image(saved(tmp_path, image, "a.jpg", **options)).height == 900


def test_flipped_bits_give_an_error_without_traceback(tmp_path: Path) -> None:
    noise = np.random.default_rng(7).integers(0, 255, (30, 30, 3), dtype=np.uint8)
    whole = saved(tmp_path, Image.fromarray(noise), "w.png").read_bytes()
    for at in range(8, len(whole), 97):
        path = tmp_path / f"flip{at}.png"
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with pytest.raises(PrintkitError, match=rf"flip{at}\.png"):
            read_image(path)


@pytest.mark.parametrize("data", [b"", b"hello", b"8BPS" + bytes(40), b"<svg/>"])
def test_non_picture_is_rejected(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    with pytest.raises(PrintkitError, match=r"a\.png: This is not a PNG or JPEG picture"):
        read_image(path)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.webp", {"lossless": True}),
        ("a.gif", {}),
        ("a.tif", {"compression": "tiff_lzw"}),
        ("a.bmp", {}),
        ("a.avif", {"quality": 100}),
        ("a.ico", {"sizes": [(128, 128)]}),
        ("a.jfif", {"format": "JPEG", "quality": 100}),
    ],
)
def test_other_kinds_print_as_their_png(
    name: str, options: dict[str, object], tmp_path: Path
) -> None:
    """The extension does not matter: the first bytes identify the format."""
    image = Image.new("RGB", (128, 128), "#204060")
    image.paste("#e0c060", (30, 40, 90, 100))
    plain = pixels(saved(tmp_path, image, "plain.png"))
    path = saved(tmp_path, image, name, **options)
    assert np.abs(pixels(path) - plain).mean() < 3
    assert np.abs(pixels(path.rename(tmp_path / "b.png")) - plain).mean() < 3
    whole = (tmp_path / "b.png").read_bytes()
    path.with_name("c.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PrintkitError, match=r"c\.png: "):
        pixels(tmp_path / "c.png")


HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"


def test_heic_names_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    path = tmp_path / "a.heic"
    path.write_bytes(HEIC + bytes(200))
    with pytest.raises(PrintkitError, match="pillow-heif is missing") as caught:
        read_image(path)
    assert "JPEG" in str(caught.value.hint)


def test_heic_of_a_telephone_is_read(tmp_path: Path) -> None:
    heif = pytest.importorskip("pillow_heif")
    heif.register_heif_opener()
    image = Image.new("RGB", (64, 96), "teal")
    path = saved(tmp_path, image, "a.heic", format="HEIF", quality=90)
    assert np.abs(pixels(path) - pixels(saved(tmp_path, image, "b.png"))).max() < 6


def test_animated_picture_uses_first_frame(tmp_path: Path) -> None:
    """Our files contain its first frame only."""
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    path = saved(tmp_path, frames[0], save_all=True, append_images=frames[1:])
    assert b"acTL" in path.read_bytes()
    assert b"acTL" not in printed(path)
    assert "It is animated" in read_image(path).remarks[0]
    assert pixels(path)[0, 0].tolist() == [255, 0, 0]


@pytest.mark.parametrize("size", [(1, 1), (1, 10_000), (10_000, 1)])
def test_thin_pictures_can_be_placed(tmp_path: Path, size: tuple[int, int]) -> None:
    path = saved(tmp_path, Image.new("RGB", size, "red"))
    assert pixels(path).shape == (*size[::-1], 3)
    found = read_image(path)
    rect = found.fit_into(Rect(0, 0, 30, 40), cover=False).rect
    assert 0 < min(rect.w, rect.h) <= max(rect.w, rect.h) <= 40


def test_damaged_metadata_give_no_traceback(tmp_path: Path) -> None:
    """The picture is either read or rejected."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "words"
    whole = saved(tmp_path, chart(), "a.jpg", exif=exif).read_bytes()
    place = whole.index(b"Exif")
    for at in range(place, place + 60):
        path = tmp_path / f"{at}.jpg"
        path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
        with suppress(PrintkitError):
            assert read_image(path).width in (20, 40)


def test_picture_is_placed_in_proportion(tmp_path: Path) -> None:
    picture = read_image(saved(tmp_path, chart(40, 20)))
    place = Rect(10, 10, 20, 20)
    assert picture.fit_into(place, cover=False).rect == Rect(10, 15, 20, 10)
    assert picture.fit_into(place, cover=True).rect == Rect(0, 10, 40, 20)
    assert picture.fit_into(place, cover=True).digest == picture.digest
