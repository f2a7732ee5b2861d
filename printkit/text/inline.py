"""Turn running text, as nodes of a Markdown parser, into styled lines.

Spaces are those of the language. Faults are passed to `wrong` with the node and the number of lines
below its first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

import msgspec
from markdown_it.tree import SyntaxTreeNode
from msgspec.structs import replace

from printkit.art.pictograms import pictogram_names
from printkit.base.errors import did_you_mean
from printkit.model.variant import Variant
from printkit.text import book
from printkit.text.punctuation import space_line, space_text
from printkit.text.traversal import to_plain_text

TERM, MARGIN = "term", "margin"
# The beginnings of link targets.
_TARGETS = ("#", "https://", "http://", "mailto:")
_HTML = ("HTML is not read here.", "Write Markdown; put a “\\” before a “<” that is meant.")
_CURES = {
    "html_inline": _HTML,
    "code_inline": ("Code is not used in booklets.", "Put a “\\” before a “`” that is meant."),
}
Wrong = Callable[[SyntaxTreeNode, int, str, str], None]


class InlineParser(msgspec.Struct):
    """Parses running text, one line after another."""

    language: str
    variants: Mapping[str, Variant]
    slug: str  # of the variant of pictures without one
    wrong: Wrong
    row: int = 0  # lines of the text above the current node

    def line(self, node: SyntaxTreeNode, row: int = 0) -> book.RichText:
        """Return the words below a node, `row` lines below the beginning of its text."""
        self.row = row
        inlines = self._parse_children(node, book.InlineText(""))
        return space_line(tuple(_merge_styles(inlines)), self.language)

    def _parse_children(
        self, node: SyntaxTreeNode, style: book.InlineText
    ) -> Iterator[book.Inline]:
        """Yield the words below a node, each in its style."""
        for child in node.children:
            yield from self._parse_node(child, style)

    def _parse_node(self, node: SyntaxTreeNode, style: book.InlineText) -> Iterator[book.Inline]:
        if node.type == "text":
            yield replace(style, text=node.content)
        elif node.type == "softbreak":
            self.row += 1
            yield replace(style, text=" ")
        elif node.type == "hardbreak":
            self.row += 1
            yield book.LineBreak()
        elif node.type == "strong":
            yield from self._parse_children(node, replace(style, strong=True))
        elif node.type == "em":
            yield from self._parse_children(node, replace(style, emphasis=True))
        elif node.type == "link":
            yield from self._parse_children(node, replace(style, link=self._parse_address(node)))
        elif node.type == "span":
            yield from self._parse_term(node, style)
        elif node.type == "image":
            if classes(node):
                hint = "A picture in the margin must stand alone in its paragraph, as {.margin}."
                self.wrong(node, self.row, "A picture within words takes no class.", hint)
            if picture := self.picture(node, self.row):
                yield picture
        else:
            message, hint = _CURES.get(node.type) or (
                f"“{node.type.replace('_', ' ')}” is not used in booklets.",
                "Use emphasis, strong words, links, terms and pictures.",
            )
            self.wrong(node, self.row, message, hint)

    def _parse_address(self, node: SyntaxTreeNode) -> str:
        """Return the target of a link: an anchor, or a complete address."""
        address = str(node.attrs.get("href", ""))
        if not address.startswith(_TARGETS):
            message = f"The link “{address}” leads out of the book to nowhere."
            hint = "Write [words](#anchor), or a whole address: [words](https://…)."
            self.wrong(node, self.row, message, hint)
        return address

    def _parse_term(self, node: SyntaxTreeNode, style: book.InlineText) -> Iterator[book.Inline]:
        """Yield words of the index."""
        row = self.row
        within = list(self._parse_children(node, style))
        if classes(node) != {TERM}:
            self.wrong(node, row, "Words in brackets need a class.", "Write [words]{.term}.")
        if not any(
            isinstance(candidate, book.InlineText) and candidate.text.strip()
            for candidate in within
        ):
            self.wrong(node, row, "A term has no words.", "Write [words]{.term}.")
        key = space_text(str(node.attrs.get("key", "")), self.language)
        entry = key or to_plain_text(space_line(tuple(within), self.language))
        for item in within:
            yield replace(item, term=entry) if isinstance(item, book.InlineText) else item

    def picture(self, node: SyntaxTreeNode, row: int) -> book.PictureRef | None:
        """Return a picture, or None if it does not exist or has no description."""
        target = str(node.attrs.get("src", ""))
        alt = "".join(child.content for child in node.walk() if child.type == "text")
        kind, _, path = target.partition(":")
        slug, _, key = path.rpartition("/")
        picture = book.PictureRef(
            kind, slug or self.slug, key, space_text(alt.strip(), self.language)
        )
        if result := find_fault(picture, self.variants):
            self.wrong(node, row, *result)
            return None
        if not picture.alt:
            message, hint = f"The picture “{target}” has no words.", "Write ![words](…)."
            self.wrong(node, row, message, hint)
        return picture


def classes(node: SyntaxTreeNode) -> set[str]:
    """Return the classes of a picture or a span."""
    return set(str(node.attrs.get("class", "")).split())


def _merge_styles(line: Iterator[book.Inline]) -> Iterator[book.Inline]:
    """Yield words with neighbours of one style joined, without empty ones."""
    for style, run in groupby(line, key=_style_of):
        if isinstance(style, book.InlineText):
            text = "".join(item.text for item in run if isinstance(item, book.InlineText))
            if text:
                yield replace(style, text=text)
        else:
            yield from run


def _style_of(item: book.Inline) -> book.Inline:
    return replace(item, text="") if isinstance(item, book.InlineText) else item


def find_fault(picture: book.PictureRef, variants: Mapping[str, Variant]) -> tuple[str, str] | None:
    """Return the fault of a picture with its hint, or None."""
    if picture.kind not in book.PICTURES:
        message = f"“{picture.kind}” is not a kind of picture."
        return message, did_you_mean(picture.kind, book.PICTURES, "kinds")
    variant = variants.get(picture.variant)
    if variant is None:
        message = f"No game “{picture.variant}” is in this book."
        return message, did_you_mean(picture.variant, variants, "games")
    known = _known_pictures(variant)[picture.kind]
    if picture.id not in known:
        message = f"{variant.slug} has no {picture.kind} “{picture.id}” to draw."
        return message, did_you_mean(picture.id, known, f"{picture.kind}s", of_file=True)
    return None


def _known_pictures(variant: Variant) -> dict[str, list[str]]:
    """Return the ids of all drawings of a variant, by kind."""
    things = [token.id for token in variant.tokens if token.emblem]
    things += [thing.id for thing in variant.materials if thing.emblem]
    cards = [card.id for card in variant.cards]
    return {
        book.CARD: cards,
        book.FACE: cards,
        book.BACK: list(variant.families),
        book.SUIT: [key for key, suit in variant.suits.items() if suit.emblem],
        book.TOKEN: things,
        book.PICTOGRAM: list(pictogram_names()),
    }
