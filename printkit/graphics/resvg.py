"""The default renderer of drawings: resvg, in a child process with limits.

Only this module lets resvg read a drawing. It reads no other files except fonts.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_RENDERING_MEMORY, MAX_RENDERING_SECONDS
from printkit.base.processes import Overrun, run_limited
from printkit.base.sentences import Sentence

# Not imported by name: it is not installed everywhere, and its types are unknown.
_LIBRARY = import_module("resvg_py")


def render(svg: str, width: int, height: int, fonts: tuple[Path, ...]) -> bytes:
    """Return a PNG of about `width` × `height` pixels on white. Raises PrintkitError."""

    def work() -> bytes:
        return bytes(
            _LIBRARY.svg_to_bytes(
                svg_string=svg,
                width=width,
                height=height,
                background="#ffffff",
                dpi=96,
                skip_system_fonts=True,
                font_files=[str(font) for font in fonts],
                font_family="Source Serif 4",
                serif_family="Source Serif 4",
                sans_serif_family="Barlow Condensed",
                languages=["en"],
            )
        )

    try:
        return run_limited(work, MAX_RENDERING_SECONDS, MAX_RENDERING_MEMORY)
    except Overrun:
        raise PrintkitError(
            "This drawing takes too much time or memory to render.",
            hint="Export the drawing as PNG.",
        ) from None
    except ValueError as error:
        raise PrintkitError(
            Sentence("This drawing cannot be rendered: {error}.", error=str(error).rstrip(".")),
            hint="Export the drawing as PNG.",
        ) from None
