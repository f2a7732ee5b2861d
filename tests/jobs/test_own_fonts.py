"""Fonts of a definition and of a theme: in every product, in recipes, in the errors of a check."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError, PrintkitError
from printkit.graphics.display_list import ShapedText
from printkit.graphics.fonts import UNITS, open_fonts
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.jobs.layout import find_missing_glyphs
from printkit.jobs.plan import Plan, plan
from printkit.library.checks import check, find_warnings
from printkit.model.load import load
from tests.support.decks import made_up, put
from tests.support.own_fonts import FOLDER
from tests.support.walk import text_leaves

HEAD = made_up("head")
CARD = '[[cards]]\nid = "{id}"\nname = {{ en = "{name}", fr = "{name}" }}\nvalue = 1\n'
FONTS = '[fonts]\ntitle = "latin.otf"\ntext = "latin.otf"\nfallback = ["hebrew.ttf", "cjk.ttc#2"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the test fonts."""
    return shutil.copytree(FOLDER, tmp_path / "own")


def fonts_of(made: Plan) -> Iterator[tuple[str, str]]:
    """Return each product of a plan with the fonts of its texts."""
    for part in made.products:
        assert part.document is not None
        for page in part.document.pages:
            for layer in page.layers:
                for leaf in text_leaves(layer.items):
                    assert isinstance(leaf.item, ShapedText)
                    yield part.product, leaf.item.run.font


def test_every_product_is_set_in_the_fonts_in_use(folder: Path) -> None:
    """Results cached in one build are not drawn in the next, which has other fonts."""
    path = put(folder, f'extends = "pazaak"\nslug = "own"\n{FONTS}')
    digest = open_fonts(load(path).fonts.own)
    ours, own = (make_job(name, languages=("en",)) for name in ("pazaak", path))
    before, after = set(fonts_of(plan(ours))), set(fonts_of(plan(own)))
    assert {name for _, key in before for name in key.split(".")[1:]} == set()
    assert {key.partition(".")[2] for _, key in after} == {digest}
    assert {product for product, _ in after} == {product for product, _ in before}
    assert set(fonts_of(plan(ours))) == before


def test_a_definition_names_its_fonts(folder: Path) -> None:
    path = put(folder, HEAD + FONTS + CARD.format(id="a", name="A שלום 日"))
    keys = {key for _, key in fonts_of(plan(make_job(path, ("cards",))))}
    digest = open_fonts(load(path).fonts.own)
    assert any(key == f"title-bold.{digest}" for key in keys)
    assert check(path).fonts.own.fallback[1].number == 2


def test_a_card_that_is_read_from_the_right_begins_there(folder: Path) -> None:
    """The title is above the text; the type has no letter spacing, which would break up Arabic."""
    card = 'id = "a"\nname = "שלום"\ntext = "לום של"\nkicker = "לוש"\n'
    path = put(folder, f'languages = ["en"]\n{FONTS}[[cards]]\n{card}')
    (made,) = plan(make_job(path, ("cards",))).products
    assert made.document is not None
    ends: dict[str, float] = {}
    for leaf in text_leaves(made.document.pages[0].layers[0].items):
        assert isinstance(leaf.item, ShapedText)
        ends[leaf.item.run.text] = leaf.item.x + leaf.item.run.width * leaf.item.size / UNITS
    (text,) = (ends[words] for words in ends if words.startswith("לום"))
    assert ends["שלום"] == pytest.approx(text, abs=0.5)
    assert "לוש" in ends


def test_fonts_are_found_beside_their_file(folder: Path) -> None:
    put(folder / "base", HEAD + '[fonts]\ntitle = { file = "latin.otf" }\n', "base.toml")
    shutil.copy(folder / "latin.otf", folder / "base")
    text = 'extends = "base/base.toml"\nslug = "more"\n[fonts]\ntext = "hebrew.ttf"\n'
    variant = load(put(folder, text + CARD.format(id="a", name="A")))
    named = {role: file.path for role, file in variant.fonts.own.roles}
    assert named["title"] == (folder / "base/latin.otf").resolve()
    assert named["text"] == (folder / "hebrew.ttf").resolve()


def test_an_edited_font_is_built_again(folder: Path) -> None:
    path = put(folder, HEAD + FONTS + CARD.format(id="a", name="A"))
    job = make_job(path, ("cards",), languages=("en",), out=folder / "out")
    first = build(job)
    assert build(job).unchanged_count == len(first.files)
    shutil.copy(folder / "hebrew.ttf", folder / "latin.otf")
    assert build(job).unchanged_count == 0


def test_missing_letters_name_all_their_uses(folder: Path) -> None:
    cards = "".join(
        CARD.format(id=id, name=name)
        for id, name in {"a": "A 𐨀", "b": "漢字", "c": "漢", "d": "A", "e": "𐨀 語"}.items()
    )
    path = put(folder, HEAD + '[fonts]\ntitle = "latin.otf"\n' + cards)
    for ask in (check, lambda name: plan(make_job(name, ("cards",)))):
        with pytest.raises(DefinitionError) as caught:
            ask(path)
        told = [problem.message for problem in caught.value.problems]
        assert told == [
            "no font has “𐨀” (U+10A00), needed in a, e.",
            "no font has “漢” (U+6F22), “字” (U+5B57), “語” (U+8A9E), needed in b, c, e.",
        ]
        assert [problem.key for problem in caught.value.problems] == [
            "cards[0].name",
            "cards[1].name",
        ]


def test_styles_without_a_font_are_reported_once(folder: Path) -> None:
    path = put(folder, HEAD + '[fonts]\ntext = "latin.otf"\n' + CARD.format(id="a", name="A"))
    told = [warning.message for warning in find_warnings(path, load(path))]
    styles = [re.findall("“(.*?)”", message) for message in told]
    assert [pair for pair in styles if "text" in pair] == [
        ["text-bold", "text"],
        ["text-italic", "text"],
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('title = "none.ttf"', "does not exist"),
        ('title = "../none.ttf"', "is outside the folder"),
        ('title = "OFL.txt"', "is not a font"),
        ('title = "cjk.ttc#9"', "fonts up to #2"),
        ('title = { file = "hebrew.ttf", wght = 700 }', "no axis “wght”"),
        ("title = 7", "fonts.title"),
        ('headline = "latin.otf"', "fonts.headline"),
    ],
)
def test_a_faulty_font_is_one_sentence_in_definition_and_theme(
    folder: Path, line: str, words: str
) -> None:
    path = put(folder, f"{HEAD}[fonts]\n{line}\n{CARD.format(id='a', name='A')}")
    with pytest.raises(PrintkitError, match=words):
        check(path)
    look = put(folder, f'extends = "classic"\n[fonts]\n{line}\n', "look.toml")
    with pytest.raises(PrintkitError, match=words):
        plan(make_job("kessel", ("cards",), options={"theme": look}))


def test_an_html_booklet_has_the_fonts_of_its_deck(folder: Path) -> None:
    look = put(folder, f'extends = "classic"\n{FONTS}', "look.toml")
    job = make_job(
        "kessel", ("booklet",), languages=("en",), options={"theme": look}, out=folder / "out"
    )
    (page,) = [file for file in build(job).files if file.suffix == ".html"]
    style = page.read_text(encoding="utf-8")
    faces = re.findall(r"font-family: (\w+);[^}]*data:font/(\w+);[^}]*?(unicode-range|})", style)
    assert ("Title", "otf", "}") in faces
    assert ("Text", "ttf", "unicode-range") in faces, "ours, for letters that the first lacks"


@pytest.mark.parametrize(
    ("name", "scripts"), [("A", 0), ("A\u00ad", 0), ("\u0e01", 1), ("\u0e01\u0905", 2)]
)
def test_letters_without_a_font_are_found_by_script(
    name: str, scripts: int, tmp_path: Path
) -> None:
    head = 'extends = "expansion"\nslug = "mine"\n'
    game = load(put(tmp_path, f'{head}name = {{ en = "{name}", fr = "B" }}\n'))
    assert len(find_missing_glyphs(game)) == scripts
