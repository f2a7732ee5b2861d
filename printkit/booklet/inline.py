"""The words of a text: from the nodes of a Markdown parser to lines.

In: a node that holds running text, the language, the variants whose pictures it may show. Out: a
Line, each word in its manner, with the spaces of its language. What is wrong is told to `wrong`,
with the node and how many lines below the node's first it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from markdown_it.tree import SyntaxTreeNode

from printkit.booklet import book
from printkit.booklet.book import Inline, InlineText, PictureRef, RichText
from printkit.booklet.pictures import fault
from printkit.booklet.punctuation import spaced, spaced_line
from printkit.booklet.traversal import to_plain_text
from printkit.model.variant import Variant

TERM, MARGIN = "term", "margin"
# Where a link may lead to.
_WAYS = ("#", "https://", "http://", "mailto:")
_HTML = ("HTML is not read here.", "Write Markdown; put a “\\” before a “<” that is meant.")
_CURES = {
    "html_inline": _HTML,
    "code_inline": ("Code is not used in booklets.", "Put a “\\” before a “`” that is meant."),
}
Wrong = Callable[[SyntaxTreeNode, int, str, str], None]


@dataclass
class Inlines:
    """Reads running text, one line after another."""

    language: str
    variants: Mapping[str, Variant]
    slug: str  # of the variant whose pictures are meant where none is named
    wrong: Wrong
    row: int = 0  # how many lines of the text are above what is read now

    def line(self, node: SyntaxTreeNode) -> RichText:
        """All words below a node."""
        self.row = 0
        return self._whole(self._inlines(node, InlineText("")))

    def within(self, node: SyntaxTreeNode, row: int) -> RichText:
        """The words of a node that stands `row` lines below the beginning of its text."""
        self.row = row
        return self._whole(self._inlines(node, InlineText("")))

    def _whole(self, found: Iterator[Inline]) -> RichText:
        return spaced_line(tuple(_joined(found)), self.language)

    def _inlines(self, node: SyntaxTreeNode, manner: InlineText) -> Iterator[Inline]:
        """The words below a node, each in its manner."""
        for child in node.children:
            yield from self._inline(child, manner)

    def _inline(self, node: SyntaxTreeNode, manner: InlineText) -> Iterator[Inline]:
        if node.type == "text":
            yield replace(manner, text=node.content)
        elif node.type == "softbreak":
            self.row += 1
            yield replace(manner, text=" ")
        elif node.type == "hardbreak":
            self.row += 1
            yield book.LineBreak()
        elif node.type == "strong":
            yield from self._inlines(node, replace(manner, strong=True))
        elif node.type == "em":
            yield from self._inlines(node, replace(manner, emphasis=True))
        elif node.type == "link":
            yield from self._inlines(node, replace(manner, link=self._address(node)))
        elif node.type == "span":
            yield from self._term(node, manner)
        elif node.type == "image":
            if classes(node):
                hint = "A picture of the margin stands alone in its paragraph, as {.margin}."
                self.wrong(node, self.row, "A picture within words has no class.", hint)
            if picture := self.picture(node, self.row):
                yield picture
        else:
            what, hint = _CURES.get(node.type) or (
                f"“{node.type.replace('_', ' ')}” is not used in booklets.",
                "Use emphasis, strong words, links, terms and pictures.",
            )
            self.wrong(node, self.row, what, hint)

    def _address(self, node: SyntaxTreeNode) -> str:
        """Where a link leads to: an anchor, or an address that is whole."""
        address = str(node.attrs.get("href", ""))
        if not address.startswith(_WAYS):
            what = f"The link “{address}” leads out of the book to nowhere."
            hint = "Write [words](#anchor), or a whole address: [words](https://…)."
            self.wrong(node, self.row, what, hint)
        return address

    def _term(self, node: SyntaxTreeNode, manner: InlineText) -> Iterator[Inline]:
        """Words of the index."""
        row = self.row
        within = list(self._inlines(node, manner))
        if classes(node) != {TERM}:
            self.wrong(node, row, "Words in brackets have no use.", "Write [words]{.term}.")
        if not any(
            isinstance(candidate, InlineText) and candidate.text.strip() for candidate in within
        ):
            self.wrong(node, row, "A term has no words.", "Write [words]{.term}.")
        key = spaced(str(node.attrs.get("key", "")), self.language)
        entry = key or to_plain_text(spaced_line(tuple(within), self.language))
        for item in within:
            yield replace(item, term=entry) if isinstance(item, InlineText) else item

    def picture(self, node: SyntaxTreeNode, row: int) -> PictureRef | None:
        """A picture, if it shows what there is and says what it shows."""
        target = str(node.attrs.get("src", ""))
        alt = "".join(child.content for child in node.walk() if child.type == "text")
        kind, _, path = target.partition(":")
        slug, _, key = path.rpartition("/")
        picture = PictureRef(kind, slug or self.slug, key, spaced(alt.strip(), self.language))
        if result := fault(picture, self.variants):
            self.wrong(node, row, *result)
            return None
        if not picture.alt:
            what, hint = f"The picture “{target}” has no words.", "Write ![words](…)."
            self.wrong(node, row, what, hint)
        return picture


def classes(node: SyntaxTreeNode) -> set[str]:
    """The classes that a picture or a span was given."""
    return set(str(node.attrs.get("class", "")).split())


def _joined(line: Iterator[Inline]) -> Iterator[Inline]:
    """Neighbouring words of one manner as one; nothing where there are none."""
    waiting: InlineText | None = None
    for item in line:
        if isinstance(item, InlineText):
            if waiting is not None and replace(item, text="") == replace(waiting, text=""):
                waiting = replace(waiting, text=waiting.text + item.text)
                continue
            if waiting is not None and waiting.text:
                yield waiting
            waiting = item
            continue
        if waiting is not None and waiting.text:
            yield waiting
        waiting = None
        yield item
    if waiting is not None and waiting.text:
        yield waiting
