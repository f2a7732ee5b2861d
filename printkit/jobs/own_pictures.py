"""The pictures of a user's definition: their files, their total size, and the remarks on them.

In: a game. Out: paths and diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from contextlib import suppress
from pathlib import Path

from printkit.base.content import content_path
from printkit.base.errors import Diagnostic, PrintkitError
from printkit.base.processes import PICTURES_STAGE, Progress, no_progress
from printkit.base.sentences import Sentence
from printkit.graphics.pictures import check_budget, read_image
from printkit.graphics.svg_renderer import drawing_remarks
from printkit.model.fields import Back, DeckShape, is_picture
from printkit.model.text import find_parts
from printkit.model.variant import OURS, Variant


def check_pictures(variant: Variant, location: str, *, whole: bool | None = None) -> None:
    """Check the total size of a definition's pictures before any is decoded.

    They are decoded when they are read if `whole`, by default if they are few. Raises
    PrintkitError at `location` if it is too large.
    """
    check_size(own_pictures(variant) - {*variant.chapters.values()}, location, whole=whole)


def check_size(files: Iterable[Path], location: str, *, whole: bool | None = None) -> None:
    """Check the total size of pictures; see `check_pictures`."""
    raster = sorted(path for path in files if path.suffix.lower() != ".svg")
    check_budget(raster, location, whole=whole)


def read_pictures(variant: Variant, progress: Progress = no_progress) -> tuple[Diagnostic, ...]:
    """Read the pictures of a definition, and return the remarks on them.

    Errors are left to the drawings that need the pictures.
    """
    paths = sorted(own_pictures(variant) - {*variant.chapters.values()})
    remarks: dict[str, list[Path]] = {}
    for done, path in enumerate(paths, 1):
        with suppress(PrintkitError):
            is_drawing = path.suffix.lower() == ".svg"
            for remark in drawing_remarks(path) if is_drawing else read_image(path).remarks:
                remarks.setdefault(remark, []).append(path)
        progress(PICTURES_STAGE, done, len(paths))
    return tuple(
        Diagnostic(str(alike[0]), 0, 0, "", remark, _more_pictures(len(alike) - 1))
        for remark, alike in remarks.items()
    )


def _more_pictures(count: int) -> str:
    if not count:
        return ""
    noun = "picture" if count == 1 else "pictures"
    return Sentence(f"The same applies to {{count}} more {noun}.", count=count)


def own_pictures(variant: Variant) -> set[Path]:
    """Return the pictures that a definition names, without bundled ones.

    Files beside a picture that have its name and a suffix (`star-large.svg`) are included.
    """
    if variant.origin == OURS:
        return set()
    bundled = content_path()
    # For speed, cards are asked for their pictures; all other fields are searched.
    named: set[object] = {
        drawing
        for card in variant.cards
        for drawing in (card.emblem, card.mark, card.art, card.back and card.back.design)
    }
    for name in Variant.__struct_fields__:
        if name != "listed_cards":
            part = getattr(variant, name)
            named.update(path for _, path in find_parts(part, Path))
            named.update(back.design for _, back in find_parts(part, Back))
            named.update(shape.design for _, shape in find_parts(part, DeckShape))
    paths = (path for path in named if isinstance(path, Path) and is_picture(path.name))
    own = {path for path in paths if not path.is_relative_to(bundled)}
    return own | _sibling_pictures(own)


def _sibling_pictures(paths: Set[Path]) -> set[Path]:
    """Return the files beside a picture whose names begin with its name and a hyphen."""
    siblings: set[Path] = set()
    stems = {(path.parent, path.stem) for path in paths}
    for folder in {path.parent for path in paths}:
        with suppress(OSError):
            for file in folder.iterdir():
                words = file.name.split("-")
                leads = ("-".join(words[:end]) for end in range(1, len(words)))
                if any((folder, lead) in stems for lead in leads):
                    siblings.add(file)
    return siblings
