"""Figures in sentences: a changed definition says its own figures everywhere, and no stale one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError
from printkit.cli import run
from printkit.model.layers import read_stack
from printkit.model.load import load, resolve_definition, variant_slugs
from printkit.model.text import GridName, Text
from printkit.model.variant import Variant

# No text has this number by chance.
ODD = 37


def texts(value: Any, path: str = "") -> Iterator[tuple[str, Text]]:
    """Every text of a definition, with where it is."""
    if isinstance(value, Text):
        if not isinstance(value, GridName):
            yield path, value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, f"{path}.{key}")
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from texts(item, f"{path}[{getattr(item, 'id', i)}]")


def said(variant: Variant) -> dict[tuple[str, str], str]:
    return {
        (path, language): text[language]
        for path, text in texts(variant)
        for language in ("en", "fr")
    }


def changed(folder: Path, slug: str, text: str) -> Variant:
    path = folder / f"{slug}-changed.toml"
    path.write_text(f'extends = "{slug}"\nslug = "changed"\n{text}', encoding="utf-8")
    return load(str(path))


def has(number: int, line: str) -> bool:
    written = str(number).replace("-", "\u2212")
    return re.search(rf"(?<![\d±+]){written}(?!\d|\.\d)", line) is not None


LIMITED = [slug for slug in variant_slugs() if load(slug).counting.limit is not None]


@pytest.mark.parametrize("slug", LIMITED)
def test_another_limit_leaves_no_word_of_the_old_one(slug: str, tmp_path: Path) -> None:
    before = load(slug)
    limit, floor = before.counting.limit, before.counting.floor
    assert limit is not None
    assert floor in (None, -limit), "the floor follows the limit"
    text = f"[counting]\nlimit = {ODD}\n"
    after = changed(tmp_path, slug, text)
    stale = {key: line for key, line in said(after).items() if has(limit, line)}
    assert stale == {}
    for key, line in said(before).items():
        assert has(limit, line) == has(ODD, said(after)[key]), key
    for hand, now in zip(before.hands, after.hands, strict=True):
        for old, new in ((hand.total, now.total), (hand.sum, now.sum)):
            if old is not None and new is not None and old.high is not None:
                steps = {limit: ODD, limit - 1: ODD - 1, 2 * limit: 2 * ODD}
                assert new.high == steps.get(old.high, old.high)


def own_figures() -> Iterator[tuple[str, str, int]]:
    for slug in variant_slugs():
        for name, value in load(slug).figures.items():
            yield slug, name, value


@pytest.mark.parametrize(("slug", "name", "value"), list(own_figures()))
def test_every_figure_of_a_game_is_named_in_its_sentences(
    slug: str, name: str, value: int, tmp_path: Path
) -> None:
    """Stakes, penalties, cards dealt: each is filled in wherever it is said, and is said."""
    before, after = said(load(slug)), said(changed(tmp_path, slug, f"[figures]\n{name} = {ODD}\n"))
    told = [key for key in before if before[key] != after[key]]
    assert told
    for key in told:
        assert has(ODD, after[key])
        assert {language for path, language in told if path == key[0]} == {"en", "fr"}


@pytest.mark.parametrize(
    ("slug", "text", "places"),
    [
        ("casino", "scores = [{ id = 'points', goal = 37 }]", 4),
        ("kessel", "materials = [{ id = 'chip', per_player = 37 }]", 2),
        ("imperial", "exchange = { counts = [37] }", 2),
        ("old-republic", "exchange = { more = { counts = [37] } }", 2),
        ("black-knight", "counting = { most_cards = 37 }", 4),
        ("casino", "cards = [{ id = 'star', copies = 37 }]", 2),
    ],
)
def test_figures_that_the_definition_has_are_said_from_there(
    slug: str, text: str, places: int, tmp_path: Path
) -> None:
    before, after = said(load(slug)), said(changed(tmp_path, slug, text + "\n"))
    told = [key for key in before if before[key] != after[key]]
    assert len(told) >= places, told


def test_a_built_game_with_another_limit_prints_no_word_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "casino"\nslug = "mine"\n[counting]\nlimit = 37\n', encoding="utf-8")
    products = ["mat", "reference-cards", "summary", "score-sheet", "booklet", "tuck-box"]
    where = ["-o", str(tmp_path), "--format", "dump", "--lang", "fr,en"]
    assert run(["build", str(path), *products, *where]) == 0
    lines = [
        match
        for file in (tmp_path / "mine").iterdir()
        if file.suffix in (".txt", ".md")
        for match in _words(file)
    ]
    assert [line for line in lines if has(23, line)] == []
    assert len([line for line in lines if has(37, line)]) > 20


def _words(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    return text.splitlines() if file.suffix == ".md" else re.findall("text “(.*?)” ", text)


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("Over {counting.limt}.", "phases[0].how.en", "“{counting.limt}” is not a figure"),
        ("Over {limit", None, ""),
        ("Over {}.", "phases[0].how.en", "“{}” is not a figure"),
        ("{figures.ante: credit}", "phases[0].how.en", "is not a figure"),
    ],
)
def test_an_unknown_figure_is_a_fault(
    text: str, key: str | None, message: str, tmp_path: Path
) -> None:
    phase = f'[[phases]]\nid = "deal"\nhow = {{ en = "{text}" }}\n'
    if key is None:
        assert changed(tmp_path, "casino", phase).phases[0].how["en"] == text
        return
    with pytest.raises(DefinitionError) as caught:
        changed(tmp_path, "casino", phase)
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (5, key)
    assert message in problem.message
    assert "Known figures: " in problem.hint


def test_the_cure_is_the_nearest_figure(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match=r"Did you mean “counting\.limit”"):
        changed(tmp_path, "casino", 'summary = { en = "To {counting.limitt}" }\n')


def test_a_bound_that_names_a_limit_which_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = resolve_definition("kessel").read_text(encoding="utf-8")
    path.write_text(text.replace("[[hands]]", '[[hands]]\ntotal = "limit"', 1), encoding="utf-8")
    with pytest.raises(DefinitionError, match="the game has no such limit"):
        load(str(path))


def test_a_number_stands_with_its_noun_and_in_letters(tmp_path: Path) -> None:
    text = 'figures = {{ ante = {} }}\nsummary = {{ en = "{{figures.ante|words: chip|chips}}", '
    text += 'fr = "{{figures.ante: jeton|jetons}}" }}\n'
    one, two = (changed(tmp_path, "casino", text.format(n)).summary for n in (1, 2))
    assert (one["en"], two["en"], two["fr"]) == ("one chip", "two chips", "2 jetons")


def test_no_sentence_of_ours_repeats_a_limit() -> None:
    """Not even one that a limit of another game hides."""
    for folder in ("variants", "bases"):
        for path in sorted(content_path(folder).glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            limit = read_stack(path).data.get("counting", {}).get("limit")
            for key in ("hands", "phases", "penalties", "options", "scores", "notes"):
                for item in data.get(key, ()):
                    lines = [*item.get("how", item if key == "notes" else {}).values()]
                    assert not [x for x in lines if limit and has(limit, str(x))], (path.name, key)
