"""Languages of a definition: one or several, built in or not, complete or not."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from printkit.base import content
from printkit.base.errors import DefinitionError
from printkit.base.messages import languages, translate
from printkit.booklet.text_formats import write_markdown
from printkit.cli.app import run
from printkit.jobs.build import find_caches
from printkit.library.checks import check
from printkit.model.definition_files import STANDINS, deck_slugs, variant_slugs
from printkit.model.load import load
from printkit.model.text import missing_texts
from printkit.text.loader import load_booklet
from tests.model.test_figures import EVERY
from tests.support.builds import GATE_KITS
from tests.support.decks import put
from tests.support.sample import cases

# A game in one language, and one of ours with a few texts in a third.
PLAIN, GERMAN = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("plain.toml", "german.toml")
)


def test_plain_texts_use_the_single_language(tmp_path: Path) -> None:
    for language in ("en", "eo"):
        mine = load(put(tmp_path, PLAIN.replace('["en"]', f'["{language}"]')))
        assert dict(mine.name) == {language: "Mine"}
        assert mine.name["fr"] == mine.name["de"] == "Mine"
    text = PLAIN.replace('languages = ["en"]\n', "").replace('"Mine"', '{ eo = "Mia" }')
    assert load(put(tmp_path, text)).cards[0].name["en"] == "One"
    with pytest.raises(DefinitionError, match="“Mine” is not a text in each language"):
        load(put(tmp_path, PLAIN.replace('["en"]', '["en", "fr"]')))


def test_missing_text_falls_back_to_first_language(tmp_path: Path) -> None:
    text = PLAIN.replace('languages = ["en"]\n', "").replace(
        'name = "Mine"', 'name = { fr = "Le mien", en = "Mine" }'
    )
    text = text.replace('"A game in one language."', '{ en = "A game" }').replace(
        'name = "Deck"', 'name = { fr = "Jeu" }'
    )
    mine = load(put(tmp_path, text.replace('"One"', '{ fr = "Un", en = "One" }')))
    assert mine.name["de"] == "Le mien"  # the requested language, then the first of the definition
    assert mine.summary["fr"] == "A game"  # then any
    assert mine.families["deck"].name["en"] == "Jeu"


def test_declared_languages_exclude_others(tmp_path: Path) -> None:
    text = 'extends = "casino"\nslug = "mine"\nlanguages = ["en"]\nname = "Mine"\n'
    mine = load(put(tmp_path, text))
    assert (mine.name["fr"], mine.hands[1].name["fr"]) == ("Mine", "Pure sabacc")


@pytest.mark.parametrize("slug", [*variant_slugs(), *deck_slugs()])
def test_our_definitions_are_complete_in_both_languages(slug: str) -> None:
    own = load(slug, shelf="variants" if slug in variant_slugs() else STANDINS)
    assert missing_texts(own, "en")[1] == missing_texts(own, "fr")[1] == []


def test_check_reports_language_coverage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'languages = ["en", "eo"]\nname = { en = "Mine", eo = "Meins" }'
    small = PLAIN.replace('languages = ["en"]\nname = "Mine"', text)
    for words in ('"A game in one language."', '"Deck"', '"One"'):
        small = small.replace(words, f"{{ en = {words} }}")
    path = put(tmp_path, small)
    assert run(["check", path, "--lang", "eo"]) == 0
    message = capsys.readouterr().out.splitlines()
    after = message.index(f"{path}: 1 of 4 texts in eo") + 1  # the receipt is above
    lacks = {line.removeprefix("  lacks ") for line in message[after:]}
    assert lacks == {"summary", "families.deck.name", "cards.one.name"}
    assert run(["check", path, "--lang", "fr"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "strings/fr.toml a tous les messages"


# Other languages: the contents of their strings files, and their errors.
GERMAN_WORDS = '[sheet]\nfront = "Vorderseite"\n[words]\nand = " und "\nor = " oder "\n'
STRINGS = {
    "de": (GERMAN_WORDS, ""),
    "aa": ("", ""),
    "bb": ('[sheet]\nfront = "{side}"\nback = "}"\nmade-up = "x"\n', "sheet.front, sheet.back, "),
    "cc": ('product = "x"\n[sheet.front]\na = "x"\n[words]\nand = 3\nor = ""\n', "product, "),
    "dd": ("[sheet", "This file cannot be read: "),
    "xx": (content.content_path("strings", "en.toml").read_text(encoding="utf-8"), ""),
}


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Return our content with the strings of other languages."""
    folder = tmp_path_factory.mktemp("content")
    (folder / "strings").mkdir()
    for language, (text, _) in STRINGS.items():
        (folder / "strings" / f"{language}.toml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "plugin_folders", lambda: (folder,))
        forget_content()
        yield
    forget_content()


def forget_content() -> None:
    """Clear all caches of our content before it moves to another folder.

    All packages are cleared: a cached drawing of one package would otherwise meet redrawn ones of
    another.
    """
    for function in find_caches():
        function.cache_clear()


@pytest.mark.usefixtures("foreign")
@pytest.mark.filterwarnings("always::printkit.base.errors.PrintkitWarning")
@pytest.mark.parametrize("language", STRINGS)
def test_faulty_strings_fall_back_to_english(language: str) -> None:
    forget_content()
    with warnings.catch_warnings(record=True) as caught:
        words = translate(language, "words.and"), translate(language, "sheet.front")
    ours = translate("en", "words.and"), translate("en", "sheet.front")
    assert words == ((" und ", "Vorderseite") if language == "de" else ours)
    fault = STRINGS[language][1]
    assert [fault in str(warning.message) for warning in caught] == [True] * bool(fault)


@pytest.mark.sampled(every=3)
@pytest.mark.usefixtures("foreign")
@pytest.mark.filterwarnings("ignore::printkit.base.errors.PrintkitWarning")
@pytest.mark.parametrize("slug", cases(variant_slugs(), GATE_KITS))
def test_language_never_changes_a_game(slug: str, tmp_path: Path) -> None:
    game = load(slug)
    ours = write_markdown(load_booklet(game, "en"))
    for language in ("bb", "cc", "xx"):
        assert write_markdown(load_booklet(game, language)) == ours
    text = f'extends = "{slug}"\nslug = "mine"\nlanguages = ["en"]\nname = "Mine"\n'
    for suit in game.suits:
        text += f'[suits.{suit}]\nname = "Blades"\n'
    mine = load(put(tmp_path, text))
    assert all(suit.name["fr"] == "Blades" for suit in mine.suits.values())
    load_booklet(mine, "xx")


@pytest.mark.usefixtures("foreign")
def test_third_language_works_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path, GERMAN)
    assert check("tarot").name["xx"] == "Tarot Sabacc"
    assert languages() == ("en", "aa", "bb", "cc", "dd", "de", "fr", "xx")
    assert translate("de", "words.and") == " und "
    assert translate("de", "show.books") == translate("en", "show.books")
    assert run(["show", path, "--lang", "de"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("Kasino-Sabacc")
    assert "So nah an 23 wie möglich." in output
    assert (
        "Commander of Coins" in output
    )  # missing texts are in the first language of the definition
    assert run(["map", "tarot", path, "--lang", "de", "--format", "text"]) in (0, 1)
    out = tmp_path / "out"
    products = ["mat", "reference-cards", "summary", "booklet"]
    where = ["--lang", "de", "--format", "dump", "-o", str(out)]
    assert run(["build", path, *products, *where]) == 0
    names = {file.name for file in (out / "mine").iterdir()}
    assert {"mine-mat-de.txt", "mine-summary-de.txt", "mine-booklet-de.txt"} <= names
    assert "Kasino-Sabacc" in (out / "mine" / "mine-summary-de.txt").read_text(encoding="utf-8")


def test_game_name_has_a_form_for_sentences(tmp_path: Path) -> None:
    tarot = load("tarot")
    assert tarot.in_sentence is not None
    assert tarot.in_sentence["fr"] == "le sabacc au tarot"
    for slug in EVERY:
        form = load(slug).in_sentence
        assert form is not None
        assert form["fr"].startswith(("le ", "l’"))
    renamed, alike = tmp_path / "renamed.toml", tmp_path / "alike.toml"
    renamed.write_text(
        'extends = "tarot"\nslug = "renamed"\nname = { en = "Ours", fr = "Le nôtre" }\n',
        encoding="utf-8",
    )
    alike.write_text('extends = "tarot"\nslug = "alike"\n', encoding="utf-8")
    assert load(str(renamed)).in_sentence is None
    assert load(str(alike)).in_sentence == tarot.in_sentence
    expansion = load("expansion")
    assert expansion.in_sentence is not None
    form = expansion.in_sentence["fr"]
    title = f"{form[0].upper()}{form[1:]} en bref"
    assert title in write_markdown(load_booklet(expansion, "fr"))


def test_message_fills_in_its_placeholders() -> None:
    """A noun agrees with the number; an unknown placeholder stays unchanged."""
    said = [
        translate(language, "kit.sheet", count=n) for language in ("en", "fr") for n in (0, 1, 2)
    ]
    assert said == ["0 sheets", "1 sheet", "2 sheets", "0 feuille", "1 feuille", "2 feuilles"]
    assert "{count" in translate("en", "kit.sheet", other=1)
