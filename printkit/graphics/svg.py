"""Drawings in SVG files: read as shapes, or rendered as pictures.

Any SVG that draws shapes in plain colours is read (`graphics.svg_reader`). `class="fill-ROLE
stroke-ROLE"` gives colours by role (ink, main, shade, tint, paper, accent, light, dark), which
override a colour beside them; a root with the class `scene-NAME` adds the roles of that palette
(`graphics.scenes`). The children of an element with the id `field` are the pale ground of a
drawing, which can be left out. The class `figure` of the root keeps faces and hands light in a dark
theme. Bundled drawings are read in the parsed form that a wheel contains.

A drawing with gradients, text, filters or transparency raises PictureOnly: a renderer makes a
picture of it. The renderer can be replaced (a browser has its own); the default is resvg, where it
is installed. A renderer reads no file: pictures beside the drawing are embedded here. Text is set
in the fonts beside the drawing, or in bundled ones, so that a drawing is the same picture on every
machine.

Everything else (scripts, animations, links to files) is refused with its location: art looks the
same everywhere and needs nothing outside its file.
"""

from __future__ import annotations

import binascii
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec

from printkit.base.content import digest_texts, find_kept, find_record, font_path, keep_record
from printkit.base.errors import PrintkitError, install_command, locate_errors
from printkit.base.files import file_stamp, read_bytes, reading
from printkit.base.geometry import MM_PER_INCH, Rect
from printkit.base.limits import MAX_LINKED_PICTURES, MAX_PICTURE_BYTES, MAX_PIXELS, MAX_SVG_BYTES
from printkit.base.sentences import Sentence
from printkit.graphics.colour import palette_source
from printkit.graphics.picture_file import RasterImage, Samples
from printkit.graphics.pictures import decoder
from printkit.graphics.svg_art import PictureOnly, SvgArt
from printkit.graphics.svg_links import LINKED_KINDS, linked_picture

# --- shapes --------------------------------------------------------------------------------------

# The folder of parsed drawings in the user's cache.
_FOLDER = "art"


def read_art(path: Path) -> SvgArt:
    """Read the drawing of an SVG file.

    Raises PictureOnly for a drawing that needs a renderer, and PrintkitError with file:line:column
    for an invalid one.
    """
    art = read_art_or_fault(path)
    if isinstance(art, PictureOnly):
        raise art.with_traceback(None)
    return art


@lru_cache(maxsize=1024)
def read_art_or_fault(path: Path) -> SvgArt | PictureOnly:
    """Read the drawing of an SVG file, or return the error of a drawing that needs a renderer.

    Raises PrintkitError for an invalid drawing.
    """
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
    if kept := find_kept(path, data + palette_source()):
        return msgspec.msgpack.decode(kept, type=SvgArt)
    place = Path(_FOLDER, digest_texts([os.path.abspath(path)]))
    if (art := find_record(place, data, SvgArt)) is not None:
        return art
    from printkit.graphics.svg_beyond import read_drawing  # parsed art does without

    with reading(path):
        try:
            art = read_drawing(path, data)
        except PictureOnly as fault:
            return fault
    if not art.remarks:  # they are sentences, which are translated when they are printed
        keep_record(place, data, art)
    return art


# --- pictures ------------------------------------------------------------------------------------

# The resolution of a rendered drawing (dots per inch).
RENDERED_DPI = 600
# The width of a drawing inside a drawing (pixels), and how many may be inside each other.
_LINKED_WIDTH, _MAX_INSIDE = 1500, 2
_PACKAGE = "resvg-py"
_FONT_ENDINGS = (".ttf", ".otf")
_HREF = re.compile(r"""(\shref\s*=\s*|\sxlink:href\s*=\s*)("([^"]*)"|'([^']*)')""")
_ENTITIES = {"<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "&": "&amp;"}
# The start of a root, after comments; its attributes that set its page.
_ROOT = re.compile(
    r"<!--.*?-->|<(?P<name>(?:[\w-]+:)?svg)\b(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+>)",
    re.DOTALL,
)
_OF_PAGE = re.compile(
    r"""\s(?:viewBox|width|height|x|y|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')"""
)
# The longer side of a rendering that shows where a drawing ends (pixels).
_TRIMMED = 400
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


class DrawingRenderer(Protocol):
    """Renders a drawing: a module or a frozen object."""

    def __hash__(self) -> int: ...

    def render(self, svg: str, width: int, height: int, fonts: tuple[Path, ...]) -> bytes:
        """Return a PNG of about `width` × `height` pixels on white. Raises PrintkitError."""
        ...


# The renderer in use; None selects resvg.
RENDERER: ContextVar[DrawingRenderer | None] = ContextVar("printkit_renderer", default=None)


def renderer() -> DrawingRenderer | None:
    """Return the renderer in use, or None if none is installed."""
    if chosen := RENDERER.get():
        return chosen
    with suppress(ImportError):
        return cast(DrawingRenderer, import_module("printkit.graphics.resvg"))
    return None


def is_drawn(path: Path) -> bool:
    """Return True for a drawing; False for a picture, or a drawing that is printed as a picture.

    Raises PrintkitError for a drawing that cannot be read, or that needs a renderer if none is
    installed.
    """
    if path.suffix.lower() != ".svg":
        return False
    fault = read_art_or_fault(path)
    if isinstance(fault, PictureOnly) and renderer() is None:
        command = install_command(_PACKAGE, "drawings")
        hint = Sentence(
            "Export the drawing as PNG, or install a renderer: {command}.", command=command
        )
        raise PrintkitError(fault.message, location=fault.location, hint=hint)
    return not isinstance(fault, PictureOnly)


def drawing_remarks(path: Path) -> tuple[str, ...]:
    """Return the remarks on a drawing that is not printed as its file shows it.

    Raises PrintkitError for one that cannot be read.
    """
    art = read_art_or_fault(path)
    if not isinstance(art, PictureOnly) or renderer() is None:
        return art.remarks
    remark = Sentence(
        "It has {what}: it is printed as a picture of {dpi} dots per inch.",
        what=Sentence(art.what),
        dpi=RENDERED_DPI,
    )
    fonts = Sentence(
        "Its text is printed in a font file from its folder or in a font of printkit. To keep "
        "the appearance of the text, convert it to paths."
    )
    if RENDERER.get() is not None:
        fonts = Sentence(
            "Its text is printed in a font of this computer. To keep the appearance of the "
            "text, convert it to paths."
        )
    return (remark, *((fonts,) if art.has_text else ()), *art.remarks)


def render_drawing(path: Path, width: float) -> RasterImage:
    """Return the picture of a drawing that is printed `width` mm wide. Raises PrintkitError."""
    pixels = max(1, round(width / MM_PER_INCH * RENDERED_DPI))
    return _render(path, file_stamp(path), pixels, renderer())


@lru_cache(maxsize=256)
def _render(
    path: Path, _stamp: tuple[int, ...], width: int, engine: DrawingRenderer | None
) -> RasterImage:
    """Render a drawing; the stamp changes if the file does."""
    assert engine is not None, "is_drawn asks for one"
    box = drawing_size(path)
    width = min(width, int((MAX_PIXELS * box[0] / box[1]) ** 0.5))
    png = _paint(path, width, engine)
    if _is_blank(decoder().read_samples(png, 64)):
        raise PrintkitError(
            "This SVG draws nothing.",
            location=str(path),
            hint="Draw a shape with a fill or a stroke inside its box.",
        )
    return decoder().prepare(png, str(path), whole=False)


def _is_blank(samples: Samples) -> bool:
    """Return True for a picture that is white all over."""
    rows = zlib.decompress(samples.data)
    stride = len(rows) // samples.height
    # Each row begins with its filter: differences to the row above.
    return not rows[1:stride].strip(b"\xff") and not rows[stride:].strip(b"\x00\x02")


def _paint(path: Path, width: int, engine: DrawingRenderer, depth: int = 0) -> bytes:
    """Return a drawing as a PNG of this width in pixels. Raises PrintkitError."""
    size, frame = drawing_size(path), _frame_of(path)
    height = max(1, round(width * size[1] / size[0]))
    return _paint_frame(path, frame, (width, height), engine, depth)


def _paint_frame(
    path: Path, frame: Rect | None, size: tuple[int, int], engine: DrawingRenderer, depth: int = 0
) -> bytes:
    """Return the part of a drawing in a frame, by default its page, as a PNG."""
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
    text = _decode(path, data)
    if frame is not None:
        text = _reframe(text, frame)
    text = _embed(path, text, engine, depth)
    with locate_errors(str(path)):
        return engine.render(text, *size, _fonts(path))


def drawing_size(path: Path) -> tuple[float, float]:
    """Return the width and height of a drawing in its own units. Raises PrintkitError."""
    art = read_art_or_fault(path)
    if not isinstance(art, PictureOnly):
        return art.box.w, art.box.h
    frame = _frame_of(path)
    return art.size if frame is None else (frame.w, frame.h)


# --- drawings beside their page ------------------------------------------------------------------


def _frame_of(path: Path) -> Rect | None:
    """Return the frame of a drawing whose page is empty, in the units of its root, or None."""
    art = read_art_or_fault(path)
    engine = renderer()
    if not isinstance(art, PictureOnly) or art.beyond is None or engine is None:
        return None
    return _trim(path, file_stamp(path), art.beyond, engine)


@lru_cache(maxsize=256)
def _trim(path: Path, _stamp: tuple[int, ...], beyond: Rect, engine: DrawingRenderer) -> Rect:
    """Return the part of a rectangle that a drawing covers, found in small renderings."""
    for _ in range(2):  # the second time without most of the empty margin
        beyond = _trim_once(path, beyond, engine)
    return beyond


def _trim_once(path: Path, beyond: Rect, engine: DrawingRenderer) -> Rect:
    """Return the part of a rectangle that a drawing covers, to a pixel of a small rendering."""
    factor = _TRIMMED / max(beyond.w, beyond.h)
    width, height = (max(2, round(side * factor)) for side in (beyond.w, beyond.h))
    png = _paint_frame(path, beyond, (width, height), engine)
    samples = decoder().read_samples(png, width - 1)
    inked = _find_ink([*_rows(samples)])
    if inked is None:
        return beyond
    left, top, right, bottom = inked
    across, down = beyond.w / samples.width, beyond.h / samples.height
    x, y = beyond.x + left * across, beyond.y + top * down
    return Rect(x, y, (right - left) * across, (bottom - top) * down)


def _rows(samples: Samples) -> Iterator[bytes]:
    """Yield the rows of a reduced picture, which are packed as differences from the row above."""
    data = zlib.decompress(samples.data)
    stride = len(data) // samples.height
    above = bytes(stride - 1)
    for start in range(0, len(data), stride):
        row = data[start + 1 : start + stride]
        above = bytes((a + b) & 255 for a, b in zip(row, above, strict=True))
        yield above


def _find_ink(rows: list[bytes]) -> tuple[int, int, int, int] | None:
    """Return the sides (pixels) of the part of a picture that is not white, or None if there is no
    such part.
    """
    inked = [i for i, row in enumerate(rows) if row.strip(b"\xff")]
    if not inked:
        return None
    stride = len(rows[0])
    left = min(stride - len(rows[i].lstrip(b"\xff")) for i in inked)
    right = max(len(rows[i].rstrip(b"\xff")) for i in inked)
    return left // 3, inked[0], -(-right // 3), inked[-1] + 1


def _reframe(text: str, frame: Rect) -> str:
    """Return an SVG whose root shows a frame, in its own units, instead of its page."""

    for match in _ROOT.finditer(text):
        if (name := match["name"]) is not None:  # not a comment
            box = f'viewBox="{frame.x} {frame.y} {frame.w} {frame.h}"'
            sides = f'width="{frame.w}" height="{frame.h}"'
            rest = _OF_PAGE.sub(" ", match["rest"])
            return f"{text[: match.start()]}<{name} {box} {sides}{rest}{text[match.end() :]}"
    return text


def _fonts(path: Path) -> tuple[Path, ...]:
    """Return the fonts beside a drawing, and the bundled ones."""
    return tuple(
        file
        for folder in (path.parent, font_path(""))
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in _FONT_ENDINGS
    )


def _decode(path: Path, data: bytes) -> str:
    """Return the text of a drawing that has been read, in the encoding that it names."""
    match = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf").lstrip())
    encoding = match[1].decode() if match else "utf-8-sig"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    if encoding.lower() in ("utf-8", "utf8"):
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding)
    except (LookupError, UnicodeError):
        raise PrintkitError(
            "The encoding that this SVG names cannot be read.",
            location=str(path),
            hint="Save it with the encoding UTF-8.",
        ) from None


def _embed(path: Path, text: str, engine: DrawingRenderer, depth: int = 0) -> str:
    """Return a drawing with the pictures beside it embedded. Raises PrintkitError."""
    files: dict[Path, str] = {}

    def embedded(match: re.Match[str]) -> str:
        name = match[3] if match[3] is not None else match[4]
        for sign, entity in _ENTITIES.items():
            name = name.replace(entity, sign)
        if not name or name.startswith(("#", "data:")):
            return match[0]
        file = linked_picture(path, name)
        if file is None:
            return match[0]  # a link around a part
        if file not in files:
            if len(files) >= MAX_LINKED_PICTURES:
                message, hint = MAX_LINKED_PICTURES.refusal(len(files) + 1)
                raise PrintkitError(message, location=str(path), hint=hint)
            code = binascii.b2a_base64(
                _read_linked(path, file, engine, depth), newline=False
            ).decode()
            files[file] = f"data:image/{LINKED_KINDS[file.suffix.lower()]};base64,{code}"
        return f'{match[1]}"{files[file]}"'

    return _HREF.sub(embedded, text)


def _read_linked(path: Path, file: Path, engine: DrawingRenderer, depth: int) -> bytes:
    """Return a picture that a drawing names; a drawing inside a drawing is rendered."""
    if file.suffix.lower() != ".svg":
        return read_bytes(file, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    if depth >= _MAX_INSIDE:
        raise PrintkitError(
            "This drawing contains nested drawings.",
            location=str(path),
            hint="Embed them in the drawing when you export it.",
        )
    return _paint(file, _LINKED_WIDTH, engine, depth + 1)
