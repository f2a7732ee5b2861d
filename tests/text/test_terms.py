"""Rule terms: one meaning per term, no unused glossary entry, no repeated name in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from printkit.base.content import bundled_rows, content_path
from printkit.base.messages import with_article
from printkit.base.record_faults import load_rows
from printkit.booklet.text_formats import write_markdown
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.text.book import lines_of, to_plain_text, walk_blocks
from printkit.text.tables import GlossaryRow
from tests.model.test_figures_in_prose import texts
from tests.support.builds import LANGUAGES, read_book
from tests.support.sample import cases

TERMS = "rules/terms.toml"
GLOSSARY = "rules/glossary.toml"
_PLACE = re.compile(r"<!--.*?-->|\{[^{}]*\}")
_HEADING = re.compile(r"^#+ (.+?) \{#([a-z-]+)[ }]", re.MULTILINE)
_DUE = re.compile(r"\.(?:penalties|payments)\[([a-z0-9-]+)\]\.name$")
_CATALOGUE = re.compile(r'^(msgid|msgstr)(?:_plural|\[\d\])? "(.+)"$', re.MULTILINE)
_NAME_TWICE = re.compile(r"(?<!\w)([A-ZÀ-Ý][\w’' -]{3,40}?)(?:\*\*)?[.:]? (?:\*\*)?\1(?:\*\*)?[.:]")


def nested(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a table with its path."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from nested(item, f"{place}.{key}")
    elif isinstance(value, str):
        yield place, value


@cache
def corpus(language: str) -> tuple[tuple[str, str], ...]:
    """Return all our texts in a language with their places, the rules first."""
    found: dict[str, str] = {}
    for file in sorted(content_path("rules", language).rglob("*.md")):
        text = _PLACE.sub(lambda match: "\n" * match[0].count("\n"), file.read_text("utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            found.setdefault(line, f"{file.name}:{number}")
    for slug in variant_slugs():
        for path, text in texts(load(slug)):
            found.setdefault(text[language], f"{load(slug).rules}.{slug}{path}")
    for key, entry in bundled_rows(GLOSSARY).items():
        for part in ("name", "how"):
            found.setdefault(entry[part][language], f"glossary.{key}.{part}")
    for place, text in nested(bundled_rows(f"strings/{language}.toml"), "strings"):
        found.setdefault(text, place)
    catalogue = content_path("locale", "fr", "LC_MESSAGES", "printkit.po").read_text("utf-8")
    for kind, text in _CATALOGUE.findall(catalogue):
        if kind == ("msgstr" if language == "fr" else "msgid"):
            found.setdefault(text, "help")
    return tuple((place, text) for text, place in found.items())


def of_game(place: str, game: str) -> bool:
    """Return True for a text of the rules or the definition of a game."""
    return re.match(rf"{re.escape(game)}[-.]", place) is not None


def sheet(language: str) -> list[dict[str, Any]]:
    """Return the terms of a language, including the names of products and penalties."""
    content = bundled_rows(TERMS)
    named = [
        {"term": name, "avoid": row["avoid"][language]}
        for row in (*content["products"], *content["penalties"])
        if row.get("avoid", {}).get(language)
        for name in ([row[language]] if isinstance(row[language], str) else row[language][:1])
    ]
    return [*content[language], *named]


def against(language: str, own: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the violations of the terms of a language: place, term, words."""
    found = []
    for term in sheet(language):
        avoided = "|".join(map(re.escape, term["avoid"]))
        # The term itself and its allowed forms are not errors, even if they contain a word to
        # avoid.
        fine = "|".join(map(re.escape, (term["term"], *term.get("allow", ()))))
        fault = re.compile(rf"(?:{fine})|(?<!\w)({avoided})(?!\w)(?! de table)", re.IGNORECASE)
        alone = re.compile(rf"(?<!\w)({re.escape(term['term'])}s?)(?!\w)", re.IGNORECASE)
        for place, text in own:
            if place == "help" and not term.get("help", "sense" not in term):
                continue  # A command has its own vocabulary: it settles a showdown.
            games = term.get("games")
            if games is None or any(of_game(place, game) for game in games):
                hits = [match[1] for match in fault.finditer(text) if match[1]]
                found += [f"{place}: “{hit}” for {term['term']}" for hit in hits]
            if any(of_game(place, game) for game in term.get("absent", ())):
                found += [f"{place}: “{hit}” is not said here" for hit in alone.findall(text)]
    return found


@pytest.mark.parametrize("language", cases(LANGUAGES, ("fr",)))
def test_each_term_has_one_sense(language: str) -> None:
    terms = bundled_rows(TERMS)[language]
    names = [term["term"] for term in terms]
    assert len(set(names)) == len(names) >= 10
    assert all(term["sense"].endswith((".", ".”")) for term in terms)
    assert against(language, corpus(language)) == []


@pytest.mark.parametrize(
    ("language", "place", "text"),
    [
        ("en", "tarot.md:1", "Then you call."),
        ("en", "strings.x", "Take a card from the draw pile."),
        ("fr", "casino.md:1", "Le premier tour est fini."),
        ("fr", "kessel.md:1", "Mêlez les cartes."),
        ("fr", "casino.md:1", "# Les amendes"),
        ("en", "help", "The conversion table of a game."),
        ("fr", "help", "Faire la boîte pour des cartes."),
        ("fr", "casino.casino.x", "Un appel raté coûte cher."),
    ],
)
def test_word_against_a_term_is_detected(language: str, place: str, text: str) -> None:
    """Control for the test above."""
    assert len(against(language, ((place, text),))) == 1
    assert against("fr", (("casino.md:1", "Le premier tour de table ; trois tours."),)) != []
    assert against("fr", (("kessel.md:1", "Au premier tour, mélangez."),)) == []


def misnamed(kind: str, language: str, names: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return the items of (place, key, name) that have another name than their key requires."""
    keyed = {row.get("key", row.get("id")): row[language] for row in bundled_rows(TERMS)[kind]}
    return [
        f"{place}: “{name}” for {keyed[key]}"
        for place, key, name in names
        if key in keyed
        and name != keyed[key]
        and (isinstance(keyed[key], str) or name not in keyed[key])
    ]


@cache
def headings(language: str) -> tuple[tuple[str, str, str], ...]:
    """Return all headings with an anchor: file, anchor, words."""
    return tuple(
        (file.name, key, words)
        for file in sorted(content_path("rules", language).rglob("*.md"))
        for words, key in _HEADING.findall(file.read_text("utf-8"))
    )


@cache
def dues(language: str) -> tuple[tuple[str, str, str], ...]:
    """Return the payments of all games: game, id, name."""
    return tuple(
        (slug, match[1], text[language])
        for slug in variant_slugs()
        for path, text in texts(load(slug))
        if (match := _DUE.search(path))
    )


def unlisted(kind: str, names: Iterable[tuple[str, str, str]]) -> set[str]:
    """Return the keys with more than one name that the terms do not list."""
    listed = {row.get("key", row.get("id")) for row in bundled_rows(TERMS)[kind]}
    called: dict[str, set[str]] = {}
    for _, key, name in names:
        called.setdefault(key, set()).add(name)
    return {key for key, words in called.items() if len(words) > 1} - listed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "named"), [("chapters", headings), ("penalties", dues)])
def test_chapters_and_payments_have_one_name_each(
    kind: str, named: Callable[[str], tuple[tuple[str, str, str], ...]], language: str
) -> None:
    own = named(language)
    rows = bundled_rows(TERMS)[kind]
    listed = {(row.get("key", row.get("id")), name) for row in rows for name in row[language]}
    assert misnamed(kind, language, own) == []
    assert unlisted(kind, own) == set()
    assert listed - {(key, name) for _, key, name in own} == set(), "names that nothing has"
    # Control: a second name for a listed item, and two names for an unlisted one.
    key = rows[0].get("key", rows[0].get("id"))
    assert len(misnamed(kind, language, [("mine", key, "Quite another name")])) == 1
    assert unlisted(kind, [("a", "mine", "One"), ("b", "mine", "Two")]) == {"mine"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_product_has_one_name(language: str) -> None:
    rows = {row["key"]: row for row in bundled_rows(TERMS)["products"]}
    strings = bundled_rows(f"strings/{language}.toml")
    names = [("strings", key, name) for key, name in strings["product"].items() if key != "blank"]
    assert {key for _, key, _ in names} == set(rows)
    assert misnamed("products", language, names) == []
    assert len(misnamed("products", language, [("strings", "mat", "cloth")])) == 1  # control
    materials = [
        (slug, product, item.name[language])
        for slug in variant_slugs()
        for item in load(slug).materials
        for product in item.products
        if not rows[product].get("collective")
    ]
    assert len(materials) > 50
    assert [item for item in materials if not has_words(rows[item[1]][language], item[2])] == []
    assert not has_words("plateau de joueur", "Plateau")  # control


def has_words(name: str, text: str) -> bool:
    """Return True if a text contains all words of a name, in the singular or the plural."""
    stems = (word.rstrip("s") for word in name.casefold().split() if len(word) > 2)
    return all(stem in text.casefold() for stem in stems)


def said_of(slug: str, language: str) -> str:
    """Return the words of a booklet without glossary and index, in lower case."""
    explained = {entry["how"][language] for entry in bundled_rows(GLOSSARY).values()}
    lines = (
        to_plain_text(line)
        for chapter in read_book(slug, language).chapters
        for block in walk_blocks(chapter.blocks)
        for line in lines_of(block)
    )
    return "\n".join(line for line in lines if not any(how in line for how in explained)).casefold()


def is_said(name: str, text: str) -> bool:
    """Return True if a text contains a name, or one of several names, in any inflection."""
    for part in name.casefold().split(", "):
        stems = [re.escape(word[: max(4, len(word) - 3)]) for word in part.split() if word != "se"]
        if re.search(r"(?<!\w)" + r"\w*\W{1,2}(?:\w{1,3}\W)?".join(stems), text):
            return True
    return False


@pytest.mark.parametrize("language", cases(LANGUAGES, ("fr",)))
def test_glossary_has_no_unused_entries(language: str) -> None:
    slugs = {load(slug).rules: slug for slug in reversed(variant_slugs())}
    assert not is_said("Skifter", said_of("kessel", language))  # control
    unused = [
        f"{key}: {text}"
        for text, slug in slugs.items()
        for key, entry in bundled_rows(GLOSSARY).items()
        if text in entry["texts"] and not is_said(entry["name"][language], said_of(slug, language))
    ]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_does_not_repeat_names(language: str) -> None:
    assert _NAME_TWICE.search("- Free Draw **Free Draw.** Your draw costs nothing.")  # control
    doubled = [
        f"{slug}: {match[0]}"
        for slug in {load(slug).rules: slug for slug in variant_slugs()}.values()
        for match in _NAME_TWICE.finditer(write_markdown(read_book(slug, language)))
    ]
    assert doubled == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_within_sentences_have_an_article(language: str) -> None:
    """A card alone on its line, or in a row, has none."""
    bare = []
    for file in sorted(content_path("rules", language).rglob("*.md")):
        for line in file.read_text("utf-8").splitlines():
            within = re.sub(r"\{card\.[^{}]*\}", "", line).strip()
            if within:
                bare += re.findall(r"\{card\.[^{} |]+\}", line)
    assert bare == []


@pytest.mark.parametrize(
    ("language", "name", "written"),
    [
        ("en", "1 of Flasks", "the 1 of Flasks"),
        ("en", "The Star", "the Star"),
        ("en", "Trump 5", "trump 5"),
        ("fr", "1 de Flasque", "le 1 de Flasque"),
        ("fr", "As de Pièce", "l’As de Pièce"),
        ("fr", "L’Étoile", "l’Étoile"),
        ("fr", "La Modération", "la Modération"),
        ("fr", "Maîtresse de Sabre", "la Maîtresse de Sabre"),
        ("fr", "Maître de Sabre", "le Maître de Sabre"),
        ("fr", "Atout 5", "l’atout 5"),
    ],
)
def test_articles_match_the_language(language: str, name: str, written: str) -> None:
    assert "".join(with_article(language, name)) == written


# The names that the sources have in French: a game whose booklet explains them, and the name here.
OTHER_NAMES = {
    "Épées": ("classic", "Sabres"),
    "Portées": ("classic", "Bâtons"),
    "Barres": ("classic", "Bâtons"),
    "Fioles": ("casino", "Flasques"),
    "Monnaie": ("casino", "Pièces"),
    "Pot de donne": ("classic", "Pot principal"),
    "Commandant": ("classic", "Commandeur"),
    "Cuisiner les Livres": ("kessel", "Comptes maquillés"),
}


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_name_of_the_sources_is_in_glossary_and_index(name: str) -> None:
    game, here = OTHER_NAMES[name]
    book = read_book(game, "fr")
    words = write_markdown(book)
    entry = rf"\W{name}\W+Terme des sources\s;\sici\s: {here}\."
    assert re.search(entry, words[words.rindex("# Glossaire") :])
    blocks = [block for chapter in book.chapters for block in walk_blocks(chapter.blocks)]
    inlines = [inline for block in blocks for line in lines_of(block) for inline in line]
    assert name in {getattr(inline, "term", None) for inline in inlines}


def test_each_other_name_stands_for_one_name() -> None:
    for row in load_rows("rules/glossary.toml", GlossaryRow).values():
        for language, names in row.also.items():
            listed = row.name[language].split(", ")
            assert set(names) <= {row.name[language], *listed}
            assert len(listed) == 1 or row.name[language] not in names, "a suit or court, not all"
            others = [other for group in names.values() for other in group]
            assert len(others) == len(set(others))
