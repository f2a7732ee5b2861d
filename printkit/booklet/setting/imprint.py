"""The inside of the cover: the colophon as an imprint.

In: the chapter of the colophon, a setter on the finer grid of smaller type. Out: its atoms at the
foot of a page under a small title, as on the back of a title page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from printkit.booklet.book import Chapter, Heading, InlineText
from printkit.booklet.setting.atoms import Atom, height
from printkit.booklet.setting.blocks import Setter, Within
from printkit.booklet.setting.pagination import Set


@dataclass(frozen=True, slots=True)
class Imprint:
    """Sets the imprint; `ratio` is the size of its type in sizes of the text."""

    setter: Setter
    within: Within
    ratio: ClassVar[float] = 0.88

    def page(self, chapter: Chapter) -> list[Set]:
        """What stands on the page, its last line on the last of the page."""
        title = Heading(3, (InlineText(chapter.title),), chapter.anchor, chapter.place)
        atoms: list[Atom] = self.setter.blocks((title, *chapter.blocks), self.within)
        atoms[0].heading = (1, chapter.title, chapter.anchor)
        atoms[0].opens = chapter
        line = max(0, self.setter.frame.lines - height(atoms))
        found: list[Set] = []
        for at, atom in enumerate(atoms):
            line += atom.before if at else 0
            found.append(Set(atom, line))
            line += atom.lines
        return found
