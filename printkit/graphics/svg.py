"""Read the SVG files of drawings, bundled ones in the form that a wheel keeps.

All SVG is read that draws shapes in plain colours (`graphics.svg_reader`). `class="fill-ROLE
stroke-ROLE"` gives colours by role (ink, main, shade, tint, paper, accent, light, dark), which
override a colour beside them; a root of the class `scene-NAME` adds the roles of that palette
(`graphics.scenes`). The children of an element with the id `field` are the pale ground of a
drawing, which can be left out. The class `figure` of the root keeps faces and hands light in a
dark theme. A drawing with gradients, text or transparency raises PictureOnly: a renderer can turn
it into a picture. Everything else (scripts, animations, links to files) is refused with its
location: art looks the same everywhere and needs nothing outside its file.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path as FilePath

import msgspec

from printkit.base.content import digest_texts, find_kept, find_record, keep_record
from printkit.base.files import read_bytes, reading
from printkit.base.limits import MAX_SVG_BYTES
from printkit.graphics.colour import palette_source
from printkit.graphics.svg_art import PictureOnly, SvgArt

# The folder of parsed drawings in the user's cache.
_FOLDER = "art"


def read_art(path: FilePath) -> SvgArt:
    """Read the drawing of an SVG file.

    Raises PictureOnly for one that needs a renderer, and PrintkitError, with file:line:column.
    """
    art = read_art_or_fault(path)
    if isinstance(art, PictureOnly):
        raise art.with_traceback(None)
    return art


@lru_cache(maxsize=1024)
def read_art_or_fault(path: FilePath) -> SvgArt | PictureOnly:
    """Read the drawing of an SVG file; return the error of one that needs a renderer."""
    data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
    if kept := find_kept(path, data + palette_source()):
        return msgspec.msgpack.decode(kept, type=SvgArt)
    place = FilePath(_FOLDER, digest_texts([os.path.abspath(path)]))
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
