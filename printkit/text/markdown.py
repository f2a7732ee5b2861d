"""Parse Markdown into chapters of blocks.

Spaces follow the rules of the language. Errors are passed to `wrong` with the node and the number
of lines after the first line of the node.

All errors (such as syntax outside the dialect, a picture without a description, or an unknown card)
are reported at once with file and line.

The dialect: CommonMark and tables; `# Title {#anchor}`; boxes `::: tip Title` to `:::`; pictures
`![words](card:variant/id)`, of which a row alone in a paragraph makes a figure; `[words]{.term}`
for the index; `[[contents]]`, `[[terms]]`, and panels: `[[facts]]`, `[[setup]]`, …; the open cards
of each seat: `[[dealt Nera: blood-5 sand-2; Oko: blood-1 sand-3]]`, or `[[shown …]]` without
totals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.container import container_plugin
from msgspec import field
from msgspec.structs import replace

from printkit.art.emblems import pictogram_names
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean
from printkit.base.limits import MAX_MARKS
from printkit.base.messages import in_language
from printkit.base.record_faults import load_rows
from printkit.base.records import Part
from printkit.base.sentences import Sentence, slugify
from printkit.graphics.fonts import TEXT, TITLE_BOLD, font
from printkit.model.variant import Variant
from printkit.text import book
from printkit.text.book import (
    QUOTES,
    Block,
    InlineText,
    RichText,
    SourceLocation,
    space_line,
    space_text,
    to_plain_text,
)
from printkit.text.panels import make_dealt, make_panel, make_play, make_strip
from printkit.text.source import MarkdownSource

# --- inline --------------------------------------------------------------------------------------

TERM, MARGIN = "term", "margin"
# The beginnings of link targets.
_TARGETS = ("#", "https://", "http://", "mailto:")
_HTML = ("HTML is not supported here.", "Write Markdown; to print a “<”, put a “\\” before it.")
_CURES = {
    "html_inline": _HTML,
    "code_inline": ("Booklets do not support code.", "To print a “`”, put a “\\” before it."),
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
        """Return the words inside a node, `row` lines below the beginning of its text."""
        self.row = row
        inlines = self._parse_children(node, book.InlineText(""))
        return space_line(tuple(_merge_styles(inlines)), self.language)

    def _parse_children(
        self, node: SyntaxTreeNode, style: book.InlineText
    ) -> Iterator[book.Inline]:
        """Yield the words inside a node, each in its style."""
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
                hint = "A picture in the margin must be alone in its paragraph, as {.margin}."
                self.wrong(node, self.row, "A picture in running text cannot have a class.", hint)
            if picture := self.picture(node, self.row):
                yield picture
        else:
            message, hint = _CURES.get(node.type) or (
                Sentence(
                    "Booklets do not support “{replace}”.", replace=node.type.replace("_", " ")
                ),
                "Use emphasis, strong words, links, terms and pictures.",
            )
            self.wrong(node, self.row, message, hint)

    def _parse_address(self, node: SyntaxTreeNode) -> str:
        """Return the target of a link: an anchor, or a complete address."""
        address = str(node.attrs.get("href", ""))
        if not address.startswith(_TARGETS):
            message = Sentence("The link “{address}” has no target in this book.", address=address)
            hint = "Write [words](#anchor), or a whole address: [words](https://…)."
            self.wrong(node, self.row, message, hint)
        return address

    def _parse_term(self, node: SyntaxTreeNode, style: book.InlineText) -> Iterator[book.Inline]:
        """Yield the words inside a node as a term of the index."""
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
        """Return a picture; report an error if it has no description, or return None if it does not
        exist.
        """
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
            message, hint = (
                Sentence("The picture “{target}” has no words.", target=target),
                "Write ![words](…).",
            )
            self.wrong(node, row, message, hint)
        return picture


def classes(node: SyntaxTreeNode) -> set[str]:
    """Return the classes of a picture or a span."""
    return set(str(node.attrs.get("class", "")).split())


def _merge_styles(line: Iterator[book.Inline]) -> Iterator[book.Inline]:
    """Join neighbouring words of one style, and omit empty ones."""
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
    """Return the message and the hint for a wrong picture, or None."""
    if picture.kind not in book.PICTURES:
        message = Sentence("“{kind}” is not a kind of picture.", kind=picture.kind)
        return message, did_you_mean(picture.kind, book.PICTURES, "kinds")
    variant = variants.get(picture.variant)
    if variant is None:
        message = Sentence("No game “{variant}” is in this book.", variant=picture.variant)
        return message, did_you_mean(picture.variant, variants, "games")
    known = _known_pictures(variant)[picture.kind]
    if picture.id not in known:
        message = Sentence(
            "{slug} has no {kind} “{id}” to draw.",
            slug=variant.slug,
            kind=picture.kind,
            id=picture.id,
        )
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


# --- markdown parser -----------------------------------------------------------------------------

_HEADING = re.compile(r"^(#{1,6} .*?)\s*\{([^{}]*)\}\s*$")
_ANCHOR = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_ALIGN = re.compile(r"text-align:(left|center|right)")
_ALIGNS = {"left": book.LEFT, "center": book.CENTRE, "right": book.RIGHT}
_COLONS = ":::"
_LISTS: dict[str, Callable[[SourceLocation], Block]] = {
    "[[contents]]": book.TableOfContents,
    "[[terms]]": book.TermIndex,
}
_DEALT = re.compile(rf"\[\[(?P<kind>{book.DEALT}|{book.SHOWN}) (?P<seats>[^\]]+)\]\]")
# The classes of chapters: the summary on the last page; the back matter after the user's own
# chapters; the opening pages; questions in two columns; type that may be smaller; type that is
# always smaller.
LAST, BACK_MATTER, FRONT, COLUMNS = "last", "back", "front", "columns"
FINE, SMALL = "fine", "small"
_CLASSES = (LAST, BACK_MATTER, FRONT, COLUMNS, FINE, SMALL)
# The composer's permissions for chapters, by anchor.
CHAPTERS = "rules/chapters.toml"


class ChapterRow(Part):
    """A kind of chapter, for the pages of a folded book."""

    opening: bool = False
    """whether it is on one page or on two facing pages"""
    loose: bool = False
    """whether it may change places with a loose neighbour"""
    filler: bool = False
    """whether it may move in front of an opening"""


_DEEPEST = 3
_TITLED = "Write “# Title {#anchor}”, the anchor in small letters, the same in every language."
_HEADED = "Write “# Title” above it."
# The anchor of a heading without letters of ASCII.
_UNNAMED = "chapter"
_REFUSED = {
    "html_block": ("HTML is not supported here.", "Write Markdown."),
    "fence": ("Booklets do not support code.", "Write a table, a list or a box."),
    "code_block": ("Booklets do not support code.", "Begin the line with fewer than four spaces."),
    "blockquote": ("Booklets do not support quotations.", "Write a box: “::: note Title”."),
    "hr": ("Booklets do not support rules.", "Begin a new heading."),
}


def parse_chapters(
    source: MarkdownSource,
    language: str,
    variants: Mapping[str, Variant],
    slug: str,
    taken: frozenset[str] = frozenset(),
    faults: list[Diagnostic] | None = None,
) -> list[book.Chapter]:
    """Parse the chapters of a text. A picture without a variant belongs to `slug`.

    A heading without an anchor gets an anchor made from its words that is not in `taken`.

    All errors are added to the list `faults`, if it is given. Otherwise, raises DefinitionError
    with all errors.
    """
    reader = _ChapterParser(source, language, variants, slug, set(taken | source.anchors))
    chapters = reader.chapters()
    if faults is not None:
        faults += reader.problems
    elif reader.problems:
        raise DefinitionError(reader.problems)
    return chapters


def _drop_empty_sections(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks without headings of empty sections."""
    kept: list[Block] = []
    below = 0  # the level of the heading below, _DEEPEST + 1 for other blocks
    for block in reversed(blocks):
        if not isinstance(block, book.Heading):
            below = _DEEPEST + 1
        elif block.level >= (below or 1):
            continue
        else:
            below = block.level
        kept.append(block)
    return tuple(reversed(kept))


def _parser(language: str) -> MarkdownIt:
    # HTML is parsed so that it can be refused; otherwise it would be printed as text.
    options = {"html": True, "typographer": True, "quotes": in_language(QUOTES, language)}
    parser = MarkdownIt("commonmark", options).enable(["table", "smartquotes", "replacements"])
    for kind in book.CALLOUTS:
        parser.use(container_plugin, name=kind)
    return parser.use(attrs_plugin, spans=True)


def _find_deepest(tokens: Sequence[Token]) -> int | None:
    """Return the line of the first text with more than `MAX_MARKS` nested marks, or None."""
    for token in tokens:
        if any(child.level > MAX_MARKS for child in token.children or ()):
            return token.map[0] if token.map else 0
    return None


class _ChapterParser(msgspec.Struct, dict=True):
    """Walks one text and collects its errors."""

    source: MarkdownSource
    language: str
    variants: Mapping[str, Variant]
    slug: str
    anchors: set[str]
    problems: list[Diagnostic] = field(default_factory=list)
    attributes: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.parser = _parser(self.language)
        self.words = InlineParser(self.language, self.variants, self.slug, self._add_fault)

    def chapters(self) -> list[book.Chapter]:
        """Return all chapters, in order."""
        self._check_characters()
        lines = [self._strip_attributes(i, line) for i, line in enumerate(self.source.lines)]
        tokens = self.parser.parse("\n".join(lines))
        if (row := _find_deepest(tokens)) is not None:
            place = self.source.places[min(row, len(self.source.places) - 1)]
            self.problems.append(place.problem("This is nested too deeply.", MAX_MARKS.allowed))
            return []
        nodes = list(SyntaxTreeNode(tokens).children)
        if nodes and nodes[0].tag != "h1":
            self._add_fault(nodes[0], 0, "There is text before the first chapter.", _HEADED)
        parsed: list[tuple[book.Chapter, list[Block]]] = []
        level = 1
        for node in nodes:
            if node.type == "heading" and node.tag == "h1":
                parsed.append((self._parse_chapter(node), []))
                level = 1
            elif parsed:
                if node.type == "heading":
                    level = self._check_level(node, level)
                parsed[-1][1].extend(self._parse_block(node))
        full = ((chapter, _drop_empty_sections(blocks)) for chapter, blocks in parsed)
        return [replace(chapter, blocks=blocks) for chapter, blocks in full if blocks]

    def _check_characters(self) -> None:
        """Check that every character can be printed."""
        for line, place in zip(self.source.lines, self.source.places, strict=True):
            key = TITLE_BOLD if _HEADING.match(line) else TEXT
            for letter in font(key).missing(line.expandtabs()):
                name = unicodedata.name(letter, "a control character")
                message = Sentence(
                    "“{letter}” (U+{ord}, {name}) is not in our fonts.",
                    letter=letter,
                    ord=f"{ord(letter):04X}",
                    name=name,
                )
                if not letter.isprintable():
                    message = Sentence(
                        "The text contains U+{ord}, which cannot be printed.",
                        ord=f"{ord(letter):04X}",
                    )
                hint = "Write the text without it."
                self.problems.append(place.problem(message, hint))

    def _strip_attributes(self, index: int, line: str) -> str:
        """Record the `{#anchor .class}` of a heading, and return the heading without it."""
        match = _HEADING.match(line)
        if match is None:
            return line
        self.attributes[index] = tuple(match.group(2).split())
        return match.group(1)

    def _parse_chapter(self, node: SyntaxTreeNode) -> book.Chapter:
        line = self._parse_heading(node)
        anchor, marks = self._parse_attributes(node, line)
        if any(not isinstance(item, InlineText) or item.link or item.term for item in line):
            message = "The title of a chapter contains a picture, a link or a term."
            self._add_fault(node, 0, message, "Write it in plain words.")
        if unknown := marks - set(_CLASSES):
            message = Sentence("A chapter has the class “{min}”.", min=min(unknown))
            self._add_fault(node, 0, message, did_you_mean(min(unknown), _CLASSES, "classes"))
        kind = load_rows(CHAPTERS, ChapterRow).get(anchor, ChapterRow())
        return book.Chapter(
            anchor,
            to_plain_text(line),
            (),
            self._locate(node),
            front=FRONT in marks,
            last=LAST in marks,
            back=BACK_MATTER in marks,
            columns=COLUMNS in marks,
            fine=FINE in marks or SMALL in marks,
            small=SMALL in marks,
            opening=kind.opening,
            loose=kind.loose,
            filler=kind.filler,
            has_made_anchor=anchor not in self.source.anchors,
        )

    def _parse_attributes(self, node: SyntaxTreeNode, line: RichText) -> tuple[str, set[str]]:
        """Return the anchor of a heading, written or made from its words, and its classes."""
        words = self.attributes.get(node.map[0] if node.map else -1, ())
        anchors = [word[1:] for word in words if word.startswith("#")]
        marks = {word[1:] for word in words if word.startswith(".")}
        if not anchors:
            anchors = [self._make_anchor(to_plain_text(line))]
        if len(anchors) > 1:
            self._add_fault(node, 0, "A heading has several anchors.", _TITLED)
        elif not _ANCHOR.fullmatch(anchors[0]):
            self._add_fault(
                node, 0, Sentence("“{anchors}” is not an anchor.", anchors=anchors[0]), _TITLED
            )
        if strange := [word for word in words if not word.startswith(("#", "."))]:
            self._add_fault(
                node,
                0,
                Sentence("“{strange}” has no meaning in a heading.", strange=strange[0]),
                _TITLED,
            )
        return anchors[0], marks

    def _make_anchor(self, words: str) -> str:
        """Return the words of a heading as an anchor, with a number if it is taken."""
        stem = slugify(words) or _UNNAMED
        numbered = (f"{stem}-{number}" for number in count(2))
        anchor = next(name for name in chain([stem], numbered) if name not in self.anchors)
        self.anchors.add(anchor)
        return anchor

    def _check_level(self, node: SyntaxTreeNode, above: int) -> int:
        """Return the level of a heading, and report a level that is skipped or too deep."""
        level = int(node.tag[1])
        if level > _DEEPEST:
            message, hint = (
                Sentence("A heading is of level {level}.", level=level),
                Sentence("There are {deepest}: #, ##, ###.", deepest=_DEEPEST),
            )
            self._add_fault(node, 0, message, hint)
        elif level > above + 1:
            hint = Sentence("Write “{above} Title {#anchor}”.", above="#" * (above + 1))
            self._add_fault(node, 0, "A heading skips a level.", hint)
        return level

    def _parse_heading(self, node: SyntaxTreeNode) -> RichText:
        line = self.words.line(node.children[0]) if node.children else ()
        if not to_plain_text(line):
            self._add_fault(node, 0, "A heading has no words.", _TITLED)
        return line

    # --- blocks -----------------------------------------------------------------------------

    def _parse_block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        place = self._locate(node)
        if node.type == "heading":
            if node.parent is not None and node.parent.type != "root":
                hint = Sentence(
                    "Close the box, or end the list, above it: “{colons}”.", colons=_COLONS
                )
                self._add_fault(node, 0, "There is a heading in a box or a list.", hint)
            line = self._parse_heading(node)
            anchor, marks = self._parse_attributes(node, line)
            if marks:
                self._add_fault(node, 0, "Only chapters have classes.", _TITLED)
            yield book.Heading(int(node.tag[1]), line, anchor, place)
        elif node.type == "paragraph":
            yield from self._parse_paragraph(node, place)
        elif node.type in ("bullet_list", "ordered_list"):
            yield self._parse_list(node, place)
        elif node.type == "table":
            yield self._parse_table(node, place)
        elif node.type.startswith("container_"):
            yield self._parse_callout(node, place)
        else:
            named = Sentence(
                "Booklets do not support “{replace}”.", replace=node.type.replace("_", " ")
            )
            use = "Use headings, paragraphs, lists, tables, boxes and pictures."
            self._add_fault(node, 0, *_REFUSED.get(node.type, (named, use)))

    def _parse_blocks(self, nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
        return tuple(block for node in nodes for block in self._parse_block(node))

    def _parse_list(self, node: SyntaxTreeNode, place: SourceLocation) -> book.ListBlock:
        for item in node.children:
            if not item.children:
                self._add_fault(
                    item,
                    0,
                    "An entry of a list is empty.",
                    "Write something, or leave the entry out.",
                )
        entries = tuple(self._parse_blocks(item.children) for item in node.children)
        start = None if node.type == "bullet_list" else int(node.attrs.get("start", 1))
        return book.ListBlock(entries, start, place)

    def _parse_callout(self, node: SyntaxTreeNode, place: SourceLocation) -> book.Callout:
        kind, _, title = node.info.strip().partition(" ")
        assert node.map is not None
        end = node.map[1]
        lines = self.source.lines
        if end >= len(lines) or not lines[end].strip().startswith(_COLONS):
            self._add_fault(
                node,
                0,
                "A box is not closed.",
                Sentence("End it with a line “{colons}”.", colons=_COLONS),
            )
        if not node.children:
            self._add_fault(node, 0, "A box is empty.", "Write something in it.")
        words = self.parser.parseInline(title.strip())
        if _find_deepest(words) is not None:
            words = self.parser.parseInline("")
            self._add_fault(node, 0, "This is nested too deeply.", MAX_MARKS.allowed)
        head = SyntaxTreeNode(words).children[0]
        line = self.words.line(head)
        return book.Callout(kind, line, self._parse_blocks(node.children), place)

    def _parse_paragraph(self, node: SyntaxTreeNode, place: SourceLocation) -> Iterator[Block]:
        inline = node.children[0]
        text = inline.content.strip()
        if text in _LISTS:
            yield _LISTS[text](place)
            return
        if text == f"[[{book.PLAYS}]]":
            variant = self.variants[self.slug]
            yield from (make_play(play, variant, self.language, place) for play in variant.plays)
            return
        if text == f"[[{book.STRIP}]]":
            variant = self.variants[self.slug]
            for play in (play for play in variant.plays if play.strip):
                yield make_strip(play, variant, self.language, place)
            return
        if text[2:-2] in book.PANELS or _DEALT.fullmatch(text):
            if (panel := self._make_panel(node, text, place)) is not None:
                yield panel
            return
        if re.fullmatch(r"\[\[[^\]]*\]\]", text):
            known = [*_LISTS, *(f"[[{kind}]]" for kind in (*book.PANELS, book.PLAYS, book.STRIP))]
            self._add_fault(
                node,
                0,
                Sentence("There is no “{text}”.", text=text),
                Sentence("There are {known}.", known=" and ".join(known)),
            )
        if text.startswith(_COLONS):
            kind = text.strip(":").strip().partition(" ")[0].partition("\n")[0]
            message = (
                Sentence("“{kind}” is not a kind of box.", kind=kind)
                if kind
                else "This line ends a box that was not started."
            )
            self._add_fault(node, 0, message, did_you_mean(kind, book.CALLOUTS, "kinds"))
        figure = self._parse_figure(inline, place)
        yield figure or book.ParagraphBlock(self.words.line(inline), place)

    def _make_panel(
        self, node: SyntaxTreeNode, text: str, place: SourceLocation
    ) -> book.Panel | None:
        variant = self.variants[self.slug]
        try:
            if (dealt := _DEALT.fullmatch(text)) is None:
                return make_panel(text[2:-2], variant, self.language, place)
            seats = [seat.partition(":")[::2] for seat in dealt["seats"].split(";")]
            named = [(name.strip(), codes.strip()) for name, codes in seats]
            return make_dealt(dealt["kind"], named, variant, self.language, place)
        except PrintkitError as error:
            self._add_fault(node, 0, error.message, error.hint or "")
            return None

    def _parse_figure(self, inline: SyntaxTreeNode, place: SourceLocation) -> book.Figure | None:
        """Parse a paragraph of pictures, with a caption in emphasis on its last line; return None
        for other paragraphs.
        """
        nodes: list[tuple[SyntaxTreeNode, int]] = []
        row = 0
        for node in inline.children:
            if node.type in ("softbreak", "hardbreak"):
                row += 1
            elif node.type != "text" or node.content.strip():
                nodes.append((node, row))
        caption: tuple[SyntaxTreeNode, int] | None = None
        if len(nodes) > 1 and nodes[-1][0].type == "em":
            caption = nodes.pop()
        if not nodes or any(node.type != "image" for node, _ in nodes):
            return None
        margin = any(MARGIN in classes(node) for node, _ in nodes)
        for node, row in nodes:
            if strange := classes(node) - {MARGIN}:
                message = Sentence("A picture has the class “{min}”.", min=min(strange))
                self._add_fault(
                    node, row, message, Sentence("There is one: {.{margin}}.", margin=MARGIN)
                )
        pictures = [result for node, row in nodes if (result := self.words.picture(node, row))]
        line = self.words.line(*caption) if caption else ()
        return book.Figure(tuple(pictures), line, margin, place)

    def _parse_table(self, node: SyntaxTreeNode, place: SourceLocation) -> book.TableBlock:
        head, *bodies = node.children
        cells = head.children[0].children
        rows = [row for body in bodies for row in body.children]
        aligns = [_ALIGN.search(str(cell.attrs.get("style", ""))) for cell in cells]
        return book.TableBlock(
            tuple(self.words.line(cell.children[0]) for cell in cells),
            tuple(
                tuple(self.words.line(cell.children[0]) for cell in row.children) for row in rows
            ),
            tuple(_ALIGNS[align.group(1)] if align else book.LEFT for align in aligns),
            place,
        )

    # --- places -----------------------------------------------------------------------------

    def _locate(self, node: SyntaxTreeNode, row: int = 0) -> SourceLocation:
        """Return the location of a line of a node, `row` lines after its first line."""
        written: SyntaxTreeNode | None = node
        while written is not None and not (written.type != "root" and written.map):
            written = written.parent
        line = written.map[0] + row if written is not None and written.map else 0
        return self.source.places[min(line, len(self.source.places) - 1)]

    def _add_fault(self, node: SyntaxTreeNode, row: int, message: str, hint: str = "") -> None:
        self.problems.append(self._locate(node, row).problem(message, hint))
