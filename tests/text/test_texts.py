"""Booklet texts: the dialect, errors with their places, user chapters, two languages."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError, PrintkitError
from printkit.base.records import evolve
from printkit.booklet.text_formats import write_markdown
from printkit.library.checks import check
from printkit.model import fields
from printkit.model.definition_files import books, variant_slugs
from printkit.model.fields import Chapters
from printkit.model.load import load
from printkit.model.text import Text
from printkit.model.variant import OWN, RULES_FILE, Variant
from printkit.rules.ladder import work_examples
from printkit.text import book
from printkit.text import book as b
from printkit.text import names as name_module
from printkit.text.book import (
    NARROW,
    WIDE,
    Book,
    Chapter,
    InlineText,
    SourceLocation,
    lines_of,
    list_anchors,
    space_line,
    space_text,
    to_plain_text,
    walk_blocks,
)
from printkit.text.loader import find_left_out, load_booklet, load_start_sheet, name_texts
from printkit.text.markdown import parse_chapters
from printkit.text.names import escape_markdown
from printkit.text.source import MarkdownSource
from printkit.text.tables import TABLES, list_glossary
from tests.support.builds import LANGUAGES, read_book
from tests.support.decks import facts, variant

FACTS = facts(__file__)
SHELF = [*variant_slugs(), *books()]
shelf = pytest.mark.parametrize("name", SHELF)


def chapters(text: str, language: str = "en", slug: str = "casino") -> list[Chapter]:
    """Parse a text without places."""
    parts = text.split("\n")
    source = MarkdownSource(
        tuple(parts), tuple(SourceLocation("t.md", at) for at in range(1, len(parts) + 1))
    )
    return parse_chapters(source, language, {slug: variant(slug)}, slug)


def blocks(text: str, language: str = "en") -> tuple[b.Block, ...]:
    (one,) = chapters(f"# T {{#t}}\n\n{text}", language)
    return one.blocks


def faults(text: str) -> list[str]:
    """Return the errors of a text with their places."""
    with pytest.raises(DefinitionError) as caught:
        chapters(text)
    return str(caught.value).split("\n")


def test_module_examples_pass() -> None:
    for module in (book, name_module, fields):
        found = doctest.testmod(module)
        assert (found.failed, found.attempted > 0) == (0, True)


# --- the dialect ---------------------------------------------------------------------------------


def test_chapter_has_anchor_classes_and_place() -> None:
    one, two = chapters("# A *deck* {#deck}\n\nWords.\n\n# In short {#summary .last}\n\nMore.")
    assert (one.anchor, one.title, one.last, one.place) == (
        "deck",
        "A deck",
        False,
        SourceLocation("t.md", 1),
    )
    assert (two.anchor, two.last, two.place) == ("summary", True, SourceLocation("t.md", 5))


def test_headings_have_two_levels() -> None:
    first, _, second, _ = blocks(
        "## The *bet* {#bet}\n\nWords.\n\n### Folding {#folding}\n\nWords."
    )
    assert first == b.Heading(
        2, (InlineText("The "), InlineText("bet", emphasis=True)), "bet", SourceLocation("t.md", 3)
    )
    assert isinstance(second, b.Heading)
    assert (second.level, second.anchor) == (3, "folding")


def test_inline_styles_are_parsed() -> None:
    (one,) = blocks(
        'a **b *c* [d](#t)** \\\ne [f *g*]{.term} [h]{.term key="Pots"} [i](https://j.k)'
    )
    assert isinstance(one, b.ParagraphBlock)
    assert one.line == (
        InlineText("a "),
        InlineText("b ", strong=True),
        InlineText("c", strong=True, emphasis=True),
        InlineText(" ", strong=True),
        InlineText("d", strong=True, link="#t"),
        InlineText(" "),
        b.LineBreak(),
        InlineText("e "),
        InlineText("f ", term="f g"),
        InlineText("g", emphasis=True, term="f g"),
        InlineText(" "),
        InlineText("h", term="Pots"),
        InlineText(" "),
        InlineText("i", link="https://j.k"),
    )


def test_pictures_are_inline_signs_or_figures() -> None:
    (one,) = blocks("The ![Sabers](suit:sabers) and ![Idiot](card:casino/idiot).")
    assert isinstance(one, b.ParagraphBlock)
    assert one.line[1] == b.PictureRef(b.SUIT, "casino", "sabers", "Sabers")
    assert one.line[3] == b.PictureRef(b.CARD, "casino", "idiot", "Idiot")
    (row,) = blocks("![A](card:idiot) ![B \\[x\\]](back:deck)\n*Said **so***")
    assert isinstance(row, b.Figure)
    assert [picture.alt for picture in row.pictures] == ["A", "B [x]"]
    assert row.caption == (InlineText("Said "), InlineText("so", strong=True))
    assert not row.margin
    (side,) = blocks("![A](card:idiot){.margin}")
    assert isinstance(side, b.Figure)
    assert side.margin


def test_lists_tables_boxes_and_directives_are_parsed() -> None:
    dots, numbers, table, box, contents, index = blocks(
        "- a\n- b\n\n  more\n\n3. c\n4. d\n\n| x | y | z |\n|---|:-:|--:|\n| 1 | | *3* |\n\n"
        "::: lore A “title” -- *so*\n- e\n:::\n\n[[contents]]\n\n[[terms]]"
    )
    assert isinstance(dots, b.ListBlock)
    assert (dots.start, [len(entry) for entry in dots.entries]) == (None, [1, 2])
    assert isinstance(numbers, b.ListBlock)
    assert numbers.start == 3
    assert isinstance(table, b.TableBlock)
    assert table.aligns == (b.LEFT, b.CENTRE, b.RIGHT)
    assert table.rows == (((InlineText("1"),), (), (InlineText("3", emphasis=True),)),)
    assert isinstance(box, b.Callout)
    assert box.kind == b.LORE
    assert to_plain_text(box.title) == "A “title” – so"
    assert isinstance(box.blocks[0], b.ListBlock)
    assert isinstance(contents, b.TableOfContents)
    assert isinstance(index, b.TermIndex)


def test_quotes_and_dashes_follow_the_language() -> None:
    assert text_of(blocks('He said "it\'s -- well..." and left.')) == (
        "He said “it’s – well…” and left."
    )
    assert text_of(blocks('"Ah"! dit-il, c\'est "ca"', "fr")) == (
        f"«{NARROW}Ah{NARROW}»{NARROW}! dit-il, c’est «{NARROW}ca{NARROW}»"
    )


def text_of(some: tuple[b.Block, ...]) -> str:
    return "\n".join(to_plain_text(line) for block in walk_blocks(some) for line in lines_of(block))


@pytest.mark.parametrize("case", FACTS["faults"], ids=lambda case: case["said"])
def test_error_has_file_and_line(case: dict[str, Any]) -> None:
    told, place = faults(case["text"]), f"t.md:{case['line']}: "
    assert any(one.startswith(place) and re.search(case["said"], one) for one in told), told


def test_all_errors_are_reported_in_file_order() -> None:
    with pytest.raises(DefinitionError) as caught:
        chapters("# A {#a}\n\n" + "\n\n".join(f"`{at}`" for at in range(9)) + "\n\n<b>")
    assert [problem.line for problem in caught.value.problems] == list(range(3, 23, 2))
    assert str(caught.value).startswith("t.md:3: ")
    assert "The same error occurs in 8 more places" in str(caught.value)


# --- places and directives -----------------------------------------------------------------------


def own(tmp_path: Path, text: str, language: str = "en") -> Variant:
    path = tmp_path / "own.md"
    path.write_text(text, encoding="utf-8")
    return evolve(variant("casino"), chapters=Chapters({language: path}))


def fault(tmp_path: Path, text: str) -> str:
    with pytest.raises(PrintkitError) as caught:
        load_booklet(own(tmp_path, text), "en")
    assert "\ue000" not in str(caught.value)
    return str(caught.value).replace(str(tmp_path), "")


@pytest.mark.parametrize("case", FACTS["own_faults"], ids=lambda case: case["said"])
def test_error_of_a_user_chapter_has_its_line(tmp_path: Path, case: dict[str, Any]) -> None:
    told, line = fault(tmp_path, case["text"]), case.get("line")
    assert told.startswith(f"/own.md:{line}: " if line else "/own.md"), told
    assert re.search(case["said"], told), told


def test_line_numbers_survive_parts_comments_and_crlf(tmp_path: Path) -> None:
    text = "# A {#a}\r\n\r\n::: when single\r\nx\r\n:::\r\n\r\n<!-- x -->\r\n\r\n<b>\r\n"
    assert fault(tmp_path, text).startswith("/own.md:9: HTML")
    assert "/own.md:5: HTML" in fault(tmp_path, "# A {#a}\n\n[[part stakes-credits]]\n\n<b>\n")


def test_broken_example_omits_its_chapter_with_warning() -> None:
    """The chapter and the links to it are omitted, and nothing else."""
    casino = variant("casino")
    broken = evolve(casino.example_hands["bek2"], hand="idiots-array")
    lean = evolve(casino, stakes=(), example_hands={**casino.example_hands, "bek2": broken})
    whole, book = load_start_sheet(casino, "en"), load_start_sheet(lean, "en")
    (problem,) = book.left_out
    assert problem.file == "templates/rules/en/parts/first-hand-casino.md"
    assert problem.message.startswith(
        "“Your first hand” is left out of the start sheet: The example “bek2”"
    )
    gone = {one.anchor for one in whole.chapters} - {one.anchor for one in book.chapters}
    assert gone == {"first-hand"}
    assert load_booklet(lean, "en").left_out == book.left_out
    assert find_left_out(lean, "en") == book.left_out


@pytest.mark.parametrize(("more", "rules"), FACTS["extended"].items())
def test_extending_game_uses_the_text_of_its_base(tmp_path: Path, more: str, rules: str) -> None:
    path = tmp_path / "mine.toml"
    names = 'name = { en = "Mine", fr = "Le mien" }\n'
    path.write_text(f"{DECK}{names}{more}\n", encoding="utf-8")
    mine = load(str(path))
    assert mine.rules == rules
    assert bool(mine.stakes) is not any(word in more for word in ("figures", "limit"))
    if not more:
        one, other = (load_booklet(game, "fr") for game in (mine, variant("casino")))
        assert [x.anchor for x in one.chapters] == [x.anchor for x in other.chapters]


def test_unreadable_chapter_is_rejected(tmp_path: Path) -> None:
    one = own(tmp_path, "x")
    (tmp_path / "own.md").write_bytes(b"# A {#a}\n\n\xff")
    with pytest.raises(PrintkitError, match="not UTF-8"):
        load_booklet(one, "en")
    (tmp_path / "own.md").unlink()
    with pytest.raises(PrintkitError, match=r"own\.md"):
        load_booklet(one, "en")


def test_private_use_characters_are_harmless(tmp_path: Path) -> None:
    one = load_booklet(own(tmp_path, "# A {#a}\n\nb\ue0009999\ue001cd"), "en")
    found = next(chapter for chapter in one.chapters if chapter.anchor == "a")
    assert text_of(found.blocks) == "b9999cd"


# --- user chapters -------------------------------------------------------------------------------


def mine(folder: Path, english: str, french: str = "", more: str = "") -> str:
    """Write a definition with user chapters; return its path."""
    files = {"en": english, "fr": french} if french else {"en": english}
    for language, text in files.items():
        (folder / f"{language}.md").write_text(text, encoding="utf-8")
    named = "".join(f'{language} = "{language}.md"\n' for language in files)
    path = folder / "mine.toml"
    path.write_text(f"{DECK}[chapters]\n{named}{more}", encoding="utf-8")
    return str(path)


MINE = "# House {#house}\n\nWe play with {deck} cards. ![Idiot](card:idiot)\n"
DECK = 'extends = "casino"\nslug = "mine"\n'


def test_user_chapters_precede_the_back_matter(tmp_path: Path) -> None:
    game = check(mine(tmp_path, "\ufeff" + MINE))
    anchors = {
        tongue: [one.anchor for one in load_booklet(game, tongue).chapters] for tongue in LANGUAGES
    }
    assert anchors["en"].index("house") == anchors["en"].index("glossary") - 1
    assert [one for one in anchors["en"] if one != "house"] == anchors["fr"]
    game = check(mine(tmp_path, MINE, MINE.replace("House", "Maison")))
    french = load_booklet(game, "fr")
    house = next(one for one in french.chapters if one.anchor == "house")
    assert house.title == "Maison"
    assert "76 cards" in text_of(house.blocks)


@pytest.mark.parametrize(("more", "what"), FACTS["definitions"].items())
def test_definition_with_invalid_texts_is_rejected(tmp_path: Path, more: str, what: str) -> None:
    (tmp_path / "en.md").write_text(MINE, encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(DECK + more, encoding="utf-8")
    with pytest.raises(PrintkitError) as caught:
        load(str(path))
    assert re.search(what, str(caught.value)), str(caught.value)


def test_check_reports_errors_in_all_languages(tmp_path: Path) -> None:
    path = mine(tmp_path, MINE.replace("idiot", "idoit") + "\n<b>", "# A {#a}\n\n{gam}")
    with pytest.raises(DefinitionError) as caught:
        check(path)
    told = str(caught.value).replace(f"{tmp_path}/", "").split("\n")
    assert [one.split(" ")[0] for one in told] == ["en.md:3:", "en.md:5:", "fr.md:3:"]


def test_card_error_is_not_repeated_for_our_texts(tmp_path: Path) -> None:
    cards = '[[cards]]\nid = "odd"\nname = { en = "漢", fr = "X" }\nvalue = 1\n'
    with pytest.raises(DefinitionError) as caught:
        check(mine(tmp_path, "# A {#a}\n\n<b>", more=cards))
    told = str(caught.value).replace(f"{tmp_path}/", "").split("\n")
    assert told[0].startswith("en.md:3: HTML")
    assert all(one.startswith("mine.toml:") for one in told[1:])


def test_chapter_paths_are_relative_to_their_definition(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    mine(tmp_path / "base", MINE)
    path = tmp_path / "theirs.toml"
    path.write_text('extends = "base/mine.toml"\nslug = "theirs"\n', encoding="utf-8")
    assert "house" in [one.anchor for one in load_booklet(load(str(path)), "en").chapters]


def test_names_in_a_definition_are_escaped() -> None:
    odd = "A *B* [c](#d) <e> `f` | g_h_ & \\ ![i](card:j)"
    one = variant("casino")
    words = Text(dict.fromkeys(LANGUAGES, odd), "en")
    cards = (evolve(card, name=words) for card in one.cards)
    strange = evolve(one, origin=OWN, rules="generic", name=words).with_cards(cards)
    found = load_booklet(strange, "en")
    assert found.chapters[-1].title == f"{odd} in short"
    alts = {
        picture.alt
        for chapter in found.chapters
        for block in walk_blocks(chapter.blocks)
        if isinstance(block, b.Figure)
        for picture in block.pictures
    }
    assert alts == {odd}
    assert escape_markdown("a_b") == "a\\_b"


# --- French spaces -------------------------------------------------------------------------------

_LETTERS = st.sampled_from(list("aéÀ1 0;:!?«»()…,.—’\u00a0\u202f\ufffc"))


@given(st.lists(st.text(_LETTERS, max_size=12), max_size=5))
def test_high_punctuation_never_starts_a_line(texts: list[str]) -> None:
    line = tuple(InlineText(text, strong=bool(at % 2)) for at, text in enumerate(texts))
    done = "".join(one.text for one in space_line(line, "fr") if isinstance(one, InlineText))
    whole = "".join(texts)
    assert squeezed(done) == squeezed(whole)
    assert done == space_text(whole, "fr")  # however the text is split into styles
    assert space_text(done, "fr") == done
    # A breaking space precedes punctuation only at the start, or after an opening sign.
    assert not re.search(r"[^\s\u00a0\u202f«(\[] +([;!?»]|:(?![/\d]))", done)
    assert not re.search(r"« +\S", done)
    assert not re.search(r"[a-zéÀ0-9][;!?»]", done)
    assert not re.search(rf"(?<!«){NARROW}:|{WIDE}[;!?»]", done) or any(
        c in whole for c in "\u00a0\u202f"
    )


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]", "", text)


@pytest.mark.parametrize(("typed", "printed"), FACTS["french"].items())
def test_french_spaces_match_the_table(typed: str, printed: str) -> None:
    assert space_text(typed, "fr") == printed
    assert space_text(typed, "en") == typed.replace("'", "’")


# --- our own texts -------------------------------------------------------------------------------


@shelf
def test_both_languages_have_the_same_blocks(name: str) -> None:
    english, french = (read_book(name, language) for language in LANGUAGES)
    assert [shape(one) for one in english.chapters] == [shape(one) for one in french.chapters]


def shape(chapter: Chapter) -> tuple[object, ...]:
    """Return the structure that all languages share: anchors, headings, tables and pictures."""
    found: list[object] = []
    for block in walk_blocks(chapter.blocks):
        if isinstance(block, b.Heading):
            found.append((block.level, block.anchor))
        elif isinstance(block, b.TableBlock):
            found.append((len(block.head), len(block.rows), block.aligns))
    return chapter.anchor, chapter.part is None, chapter.last, tuple(found)


_NUMBER = re.compile(r"−?\d+")


@shelf
def test_both_languages_have_the_same_numbers(name: str) -> None:
    english, french = (read_book(name, language) for language in LANGUAGES)
    prefix = "" if name in books() else f"{load(name).rules}-"
    for one, other in zip(english.chapters, french.chapters, strict=True):
        here, there = numbers(one, "en"), numbers(other, "fr")
        apart = (here - there) + (there - here)
        allowed = FACTS["by_words"].get(f"{prefix}{one.anchor}", [])
        assert {*apart} <= {*allowed}, f"{one.place}: {here - there}; {there - here}"


def numbers(chapter: Chapter, language: str) -> Counter[str]:
    """Return the numbers of a chapter, except those in names of games, with one kind of minus."""
    found = Counter[str]()
    for text in spoken(chapter):
        for name in names(language):
            text = re.sub(re.escape(name), "", text, flags=re.IGNORECASE)
        found.update(_NUMBER.findall(re.sub(r"(?<=\d)-(?=\d)", "–", text).replace("-", "−")))
    return found


def spoken(chapter: Chapter) -> Iterator[str]:
    yield chapter.title
    for block in walk_blocks(chapter.blocks):
        for line in lines_of(block):
            yield "".join(one.text if isinstance(one, InlineText) else " " for one in line)


@cache
def names(language: str) -> list[str]:
    """Return the names of all games, the longest first."""
    return sorted((variant(slug).name[language] for slug in variant_slugs()), key=len, reverse=True)


def test_differing_numbers_and_shapes_are_detected() -> None:
    (one,), (other,) = chapters("# A {#a}\n\nIt takes 3 of −4."), chapters("# A {#a}\n\nIt 3 of 4.")
    assert numbers(one, "en") == Counter({"3": 1, "−4": 1}) != numbers(other, "en")
    (one,), (other,) = chapters("# A {#a}\n\n| a |\n|-|"), chapters("# A {#a}\n\n| a | b |\n|-|-|")
    assert shape(one) != shape(other)


@shelf
@pytest.mark.parametrize("language", LANGUAGES)
def test_book_has_valid_chapters_anchors_and_punctuation(name: str, language: str) -> None:
    one = read_book(name, language)
    assert sum(len(chapter.blocks) for chapter in one.chapters) >= 10
    # A game of ours has the words of a summary on its opening pages.
    has_summary = name in books() or not variant(name).phases
    assert [chapter.last for chapter in one.chapters].count(True) == has_summary
    anchors = [chapter.anchor for chapter in one.chapters]
    assert len(set(anchors)) == len(anchors)
    if name not in books():
        required = {"game", "deck", "hands", "glossary", "sources", "terms", "colophon"}
        assert required <= {
            anchor for chapter in one.chapters for anchor, _ in list_anchors(chapter)
        }
        needs = next(block for block in one.chapters[0].blocks if isinstance(block, b.Heading))
        assert (one.chapters[0].front, needs.anchor) == (True, "needs")
    assert all("'" not in text and '"' not in text for text in whole(one))
    if language == "fr":
        assert not [text for text in whole(one) if re.search(r"[^\s«(\[] [;!?»]|« |\w[!?;»]", text)]


def whole(one: Book) -> Iterator[str]:
    for chapter in one.chapters:
        yield from spoken(chapter)


@shelf
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_has_one_spelling(name: str, language: str) -> None:
    found: dict[str, set[str]] = {}
    for chapter in read_book(name, language).chapters:
        for block in walk_blocks(chapter.blocks):
            for one in (one for line in lines_of(block) for one in line):
                if isinstance(one, InlineText) and one.term is not None:
                    assert one.term.strip() == one.term != ""
                    assert len(one.term) <= 60
                    found.setdefault(one.term.casefold(), set()).add(one.term)
    assert len(found) >= 2
    assert all(len(spellings) == 1 for spellings in found.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_and_glossary_terms_are_all_used(language: str) -> None:
    folder = content_path("rules", language)
    files = {path.name.removesuffix(RULES_FILE) for path in folder.glob(f"*{RULES_FILE}")}
    used = {load(slug).rules for slug in variant_slugs()} | {one.text for one in books().values()}
    assert used <= files
    assert files - used <= {"generic", "start"}
    for term in list_glossary(language):
        assert term.name
        assert term.how.endswith(".")
    explained = {term.id for text in files for term in list_glossary(language, text)}
    assert explained == {term.id for term in list_glossary(language)}


# --- as plain Markdown ---------------------------------------------------------------------------


@pytest.mark.sampled(every=2)
@shelf
@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_markdown_keeps_content_and_parses(name: str, language: str) -> None:
    one = read_book(name, language)
    text = write_markdown(one)
    for private in (":::", "{#", "{.", "[[", "](card:", "](suit:", "<", "\ue000"):
        assert private not in text.replace("\\<", "")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    after = [tokens[at + 1] for at, token in enumerate(tokens) if token.type == "heading_open"]
    shown = [c for c in one.chapters if not all(isinstance(k, b.TermIndex) for k in c.blocks)]
    wanted = [one.title]
    for chapter in shown:
        wanted += [chapter.part] if chapter.part else []
        wanted.append(chapter.title)
        heads = (block for block in chapter.blocks if isinstance(block, b.Heading))
        wanted += [to_plain_text(block.line) for block in heads]
    assert [" ".join(said(token).split(" ")) for token in after] == wanted
    kinds = Counter(token.type for token in tokens)
    assert not {"code_block", "fence", "html_block", "hr"} & set(kinds)
    every_block = [block for chapter in shown for block in walk_blocks(chapter.blocks)]
    panels = [block for block in every_block if isinstance(block, b.Panel) and block.heads]
    tables = sum(len({cell.group for cell in panel.cells}) for panel in panels)
    tables += sum(isinstance(block, b.TableBlock) for block in every_block)
    assert kinds["table_open"] == tables
    # No word is lost, and no asterisk is left over.
    again = " ".join(said(token) for token in tokens if token.type == "inline")
    assert "*" not in again
    for block in every_block:
        if isinstance(block, b.ParagraphBlock):
            for part in block.line:
                if isinstance(part, InlineText):
                    assert part.text.strip() in again


def said(token: object) -> str:
    children = getattr(token, "children", None) or []
    return "".join(
        child.content if child.type == "text" else " " if child.type.endswith("break") else ""
        for child in children
    )


_WORDS = st.builds(
    InlineText,
    st.text(st.sampled_from(list("ab1 .,*_[]()<>#&|`~\\-+=«»!\u202f")), min_size=1, max_size=6),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(_WORDS, min_size=1, max_size=5))
def test_plain_markdown_round_trips_any_words(found: list[InlineText]) -> None:
    line = tuple(found)
    place = SourceLocation("t.md", 1)
    table = b.TableBlock((line, ()), ((line, line),), (b.LEFT, b.RIGHT), place)
    some = (
        b.ParagraphBlock(line, place),
        b.ListBlock(((b.ParagraphBlock(line, place),),), 1, place),
        table,
    )
    one = Book("x", "en", "T", "S", (Chapter("a", "A", some, place),), {})
    tokens = MarkdownIt("commonmark").enable("table").parse(write_markdown(one))
    texts = [squeezed(said(token)) for token in tokens if token.type == "inline"]
    want = squeezed(to_plain_text(line))
    assert texts[3:] == ([want] * 2 if want else []) + [want, "", want, want]


def test_example_hands_sharing_a_card_are_rejected() -> None:
    """An example is in one deal with the hands that it beats, and with those that they beat."""
    imperial = load("imperial")
    assert work_examples(imperial)[1] == {}
    bly = evolve(imperial.example_hands["bly"], cards="sabers-master coins-ace staves-5 flasks-6")
    shared = evolve(imperial, example_hands={**imperial.example_hands, "bly": bly})
    assert "The hands contain more copies of “coins-ace” (Ace of Coins)" in str(
        work_examples(shared)[1]["vee"]
    )


def test_list_of_suits_has_their_cards() -> None:
    """Four suits of 15 cards are one sentence; Black Knight's 21 trumps need a table."""
    for slug, signs in (("casino", 4), ("black-knight", 5)):
        names = name_texts(variant(slug), "en", {})
        lines = [*TABLES["suits"](names)]
        counts = [int(number) for line in lines for number in re.findall(r"\b\d+\b", line)]
        assert counts == ([15] if signs == 4 else [14, 14, 14, 14, 21])
        assert sum(line.count("](suit:") for line in lines) == signs


def test_usual_time_is_a_range_or_one_number() -> None:
    """At a table of four casino hands take 7 minutes: 11 to 21 of them, rounded to 10 minutes."""
    game = variant("casino")

    def times(game: Variant) -> dict[str, object]:
        figures = name_texts(game, "en", {}).figures
        return {key[13:]: number for key, number in figures.items() if key[:13] == "stakes.usual."}

    assert times(game) == {"players": 4, "first": 80, "last": 150}
    (usual,) = (row for row in game.stakes if row.players == 4)
    for hands, told in (((11, 11), {"about": 80}), ((11, 40), {"first": 80}), ((40, 40), {})):
        changed = evolve(game, stakes=(evolve(usual, hands=hands),))
        assert times(changed) == {"players": 4, **told}
