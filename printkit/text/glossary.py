"""Link the terms of a glossary to the places that explain them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printkit.text.book import (
    Block,
    Chapter,
    Heading,
    InlineText,
    Panel,
    ParagraphBlock,
    lines_of,
    to_plain_text,
    walk_blocks,
)

# The chapter of the glossary.
GLOSSARY = "glossary"
# The article before a term in the title of its section, in any language: “The shift”.
_ARTICLE = r"\w{1,3}[ ’]"


def link_glossary(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Return the chapters with the name of each glossary entry linked to the place that explains
    it.

    The place is the first section before the glossary whose title is the term, such as “The shift”.
    Otherwise it is the first place before the glossary that marks the term as such, then the first
    that uses the word, and finally a place after the glossary, such as the story.
    """
    anchors = [chapter.anchor for chapter in chapters]
    if GLOSSARY not in anchors:
        return [*chapters]
    number = anchors.index(GLOSSARY)
    places = [*_list_places(chapters[:number])]
    after = [one for one in chapters[number + 1 :] if not one.back and not one.last]
    behind = [(anchor, terms, "") for anchor, terms, _ in _list_places(after)]
    titles = [*_list_titles(chapters[:number])]
    entries = tuple(_link_entry(block, titles, places, behind) for block in chapters[number].blocks)
    linked = replace(chapters[number], blocks=entries)
    return [*chapters[:number], linked, *chapters[number + 1 :]]


def _list_titles(chapters: Sequence[Chapter]) -> Iterator[tuple[str, str]]:
    """Yield the anchor and the title of each chapter and section, in lower case."""
    for chapter in chapters:
        yield chapter.anchor, chapter.title.casefold()
        for block in walk_blocks(chapter.blocks):
            if isinstance(block, Heading):
                yield block.anchor, to_plain_text(block.line).casefold()


def _list_places(chapters: Sequence[Chapter]) -> Iterator[tuple[str, set[str], str]]:
    """Yield, for each block, the anchor of its section, its marked terms and its words, in lower
    case; the words of panels are left out.
    """
    for chapter in chapters:
        anchor = chapter.anchor
        for block in walk_blocks(chapter.blocks):
            if isinstance(block, Heading):
                anchor = block.anchor
            lines = lines_of(block)
            terms = {
                item.term.casefold()
                for line in lines
                for item in line
                if isinstance(item, InlineText) and item.term is not None
            }
            words = "" if isinstance(block, Panel) else " ".join(map(to_plain_text, lines))
            yield anchor, terms, words.casefold()


def _link_entry(
    block: Block,
    titles: Sequence[tuple[str, str]],
    places: Sequence[tuple[str, set[str], str]],
    behind: Sequence[tuple[str, set[str], str]],
) -> Block:
    """Return an entry with its name linked to a place before the glossary that explains or uses the
    term, or else to one of the places `behind` it that marks the term. Without such a place, the
    entry is unchanged.
    """
    if not isinstance(block, ParagraphBlock):
        return block
    name, *rest = block.line
    if not isinstance(name, InlineText) or name.term is None or name.link is not None:
        return block
    term = name.term.casefold()
    heading = re.compile(rf"({_ARTICLE})?{re.escape(term)}")
    named = (anchor for anchor, title in titles if heading.fullmatch(title))
    marked = (anchor for anchor, terms, _ in places if term in terms)
    word = re.compile(rf"\b{re.escape(term.partition(',')[0])}\b")
    used = (anchor for anchor, _, words in places if word.search(words))
    late = (anchor for anchor, terms, _ in behind if term in terms)
    target = next((anchor for anchors in (named, marked, used, late) for anchor in anchors), None)
    if target is None:
        return block
    return replace(block, line=(replace(name, link=f"#{target}"), *rest))
