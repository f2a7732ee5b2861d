"""Render drawings that can only be printed as pictures: gradients, text, filters, transparency.

The renderer can be replaced (a browser has its own); the default is resvg, where it is installed.
It reads no file: pictures beside the drawing are embedded here. Text is set in the fonts beside the
drawing, or in bundled ones, so that a drawing is the same picture on every machine.
"""

from __future__ import annotations

import binascii
import re
import zlib
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from printkit.base.content import font_path
from printkit.base.errors import PrintkitError, install_command, locate_errors
from printkit.base.files import file_stamp, read_bytes
from printkit.base.geometry import MM_PER_INCH
from printkit.base.limits import MAX_LINKED_PICTURES, MAX_PICTURE_BYTES, MAX_PIXELS, MAX_SVG_BYTES
from printkit.base.sentences import Sentence
from printkit.graphics.picture_file import RasterImage, Samples
from printkit.graphics.pictures import decoder
from printkit.graphics.svg import read_art_or_fault
from printkit.graphics.svg_art import PictureOnly
from printkit.graphics.svg_links import LINKED_KINDS, linked_picture

# The resolution of a rendered drawing (dots per inch).
RENDERED_DPI = 600
# The width of a drawing inside a drawing (pixels), and how many may be inside each other.
_LINKED_WIDTH, _MAX_INSIDE = 1500, 2
_PACKAGE = "resvg-py"
_FONT_ENDINGS = (".ttf", ".otf")
_HREF = re.compile(r"""(\shref\s*=\s*|\sxlink:href\s*=\s*)("([^"]*)"|'([^']*)')""")
_ENTITIES = {"<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "&": "&amp;"}
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


class DrawingRenderer(Protocol):
    """Renders a drawing: a module or a frozen object."""

    def __hash__(self) -> int: ...

    def render(self, svg: str, width: int, height: int, fonts: tuple[Path, ...]) -> bytes:
        """Return a PNG of about this many pixels on white. Raises PrintkitError."""
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


def needs_rendering(path: Path) -> bool:
    """Return True for an SVG file that is printed as a picture.

    Raises PrintkitError for an unreadable file, or if no renderer is installed.
    """
    fault = read_art_or_fault(path)
    if isinstance(fault, PictureOnly) and renderer() is None:
        command = install_command(_PACKAGE, "drawings")
        hint = Sentence(
            "Export the drawing as PNG, or install a renderer: {command}.", command=command
        )
        raise PrintkitError(fault.message, location=fault.location, hint=hint)
    return isinstance(fault, PictureOnly)


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
    fonts = (
        "Its text is set in a font file beside it, or in a font of printkit: turn text into paths "
        "to keep its look.",
    )
    return (remark, *(fonts if art.has_text else ()), *art.remarks)


def render_drawing(path: Path, width: float) -> RasterImage:
    """Return the picture of a drawing that is printed `width` mm wide. Raises PrintkitError."""
    pixels = max(1, round(width / MM_PER_INCH * RENDERED_DPI))
    return _render(path, file_stamp(path), pixels, renderer())


@lru_cache(maxsize=256)
def _render(
    path: Path, _stamp: tuple[int, ...], width: int, engine: DrawingRenderer | None
) -> RasterImage:
    """Render a drawing; the stamp changes if the file does."""
    assert engine is not None, "needs_rendering asks for one"
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
    size = drawing_size(path)
    height = max(1, round(width * size[1] / size[0]))
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
    text = _embed(path, _decode(path, data), engine, depth)
    with locate_errors(str(path)):
        return engine.render(text, width, height, _fonts(path))


def drawing_size(path: Path) -> tuple[float, float]:
    """Return the width and height of a drawing in its own units. Raises PrintkitError."""
    art = read_art_or_fault(path)
    return art.size if isinstance(art, PictureOnly) else (art.box.w, art.box.h)


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
            "This drawing has drawings inside drawings.",
            location=str(path),
            hint="Embed them in the drawing when you export it.",
        )
    return _paint(file, _LINKED_WIDTH, engine, depth + 1)
