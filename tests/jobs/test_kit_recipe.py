"""Only what changed is made again: recipes tell every change, and files are kept by them."""

from __future__ import annotations

import json
import os
import shutil
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from printkit.art.theme import theme
from printkit.base.printer_profile import Profile
from printkit.kit import MANIFEST, Built, Request, build
from printkit.kit_recipe import contents, program, recipe
from printkit.kit_write import FIRST
from printkit.model.cards import Card
from printkit.model.load import load_with_sources

DRAGON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 9L5 1L9 9Z"/></svg>'
)
OWN = """slug = "own"
extends = "expansion"
name = { en = "Own", fr = "À moi" }
cards_csv = "more.csv"
[[cards]]
id = "dragon"
name = { en = "The Dragon", fr = "Le Dragon" }
value = -9
emblem = "dragon.svg"
"""
CSV = "id,name_en,name_fr,value\nextra,Extra,Extra,4\n"
THEME = 'extends = "classic"\nname = { en = "own", fr = "à moi" }\n[roles]\naccent = "#802040"\n'


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A definition with a CSV, a picture and a theme of its own."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name, text in (("own.toml", OWN), ("more.csv", CSV), ("dragon.svg", DRAGON)):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "dusk.toml").write_text(THEME, encoding="utf-8")
    return folder


def recipe_of(path: Path, **wishes: Any) -> str:
    request = Request(str(path), **wishes)
    theme.cache_clear()
    return recipe(*load_with_sources(request.variant, adds=request.adds), request).of("cards", "en")


# --- recipes ------------------------------------------------------------------------------------

OTHER: dict[str, Any] = {
    "page": "a6",
    "turned": "long",
    "paper": "letter",
    "card": "bridge",
    "theme": "noir",
    "index": "large",
    "duplex": "short",
    "gap": 1.0,
    "bleed": 3.0,
    "margin": 6.0,
    "overlap": 0.0,
    "corners": True,
    "proof": True,
    "layout": "cards",
    "dpi": 72.0,
    "players": 3,
    "values": "blank",
    "adds": ("expansion",),
    "printer": Profile("one"),
    "token_size": 25.0,
    "token_shape": "hex",
    "cut": "punch",
    "labels": "l7651",
    "first": 2,
    "nudge": (0.0, 1.0),
    "caliper": 0.3,
    "sleeves": 2.5,
    "die": 16.0,
    "mat": "round",
    "pegs": True,
}
# What the manifest tells by itself, or what changes no byte of a file.
NO_MATTER = {"variant", "products", "languages", "formats", "ink", "fresh", "out"}


def test_every_wish_is_thought_of() -> None:
    assert {field.name for field in fields(Request)} == {*OTHER, *NO_MATTER}


@pytest.mark.parametrize("name", OTHER)
def test_another_wish_is_another_recipe(name: str) -> None:
    casino = Path("casino")
    assert recipe_of(casino) == recipe_of(casino)
    assert recipe_of(casino, **{name: OTHER[name]}) != recipe_of(casino)


def test_what_does_not_bear_on_the_bytes_is_not_in_the_recipe(tmp_path: Path) -> None:
    wishes = {"languages": ("fr",), "formats": ("svg",), "fresh": True, "out": tmp_path}
    assert recipe_of(Path("casino"), **wishes) == recipe_of(Path("casino"))


def test_product_and_language_are_in_the_recipe() -> None:
    request = Request("casino")
    found = recipe(*load_with_sources("casino"), request)
    told = {found.of("cards", "en"), found.of("cards", "fr"), found.of("mat", "en")}
    assert len(told | {found.of("cards", "en", "more"), found.of("cardse", "n")}) == 5


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("own.toml", OWN.replace("-9", "-8")),
        ("more.csv", CSV.replace("4", "5")),
        ("dragon.svg", DRAGON.replace("9Z", "8Z")),
        ("dragon-centre.svg", DRAGON),
        ("dusk.toml", THEME.replace("80", "81")),
    ],
)
def test_each_file_of_ones_own_is_in_the_recipe(own: Path, file: str, text: str) -> None:
    wishes = {"theme": str(own / "dusk.toml")}
    before = recipe_of(own / "own.toml", **wishes)
    (own / "notes.txt").write_text("not looked at", encoding="utf-8")
    assert recipe_of(own / "own.toml", **wishes) == before
    (own / file).write_text(text, encoding="utf-8")
    assert recipe_of(own / "own.toml", **wishes) != before


def test_where_a_definition_lies_is_not_in_the_recipe(own: Path, tmp_path: Path) -> None:
    there = tmp_path / "elsewhere" / "own"
    shutil.copytree(own, there)
    assert recipe_of(there / "own.toml") == recipe_of(own / "own.toml")


def test_all_pictures_of_a_card_are_looked_at() -> None:
    """The recipe takes pictures of cards from three fields: there are no more."""
    named = {field.name for field in msgspec.structs.fields(Card) if "Path" in str(field.type)}
    assert named == {"emblem", "mark", "art"}


def test_the_program_is_all_its_files(tmp_path: Path) -> None:
    def found() -> str:
        return contents({"code": tmp_path / "code", "art": tmp_path / "art"})

    for name in ("code/a.py", "code/deep/b.py", "art/c.svg"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    told = {found()}
    (tmp_path / "code" / "__pycache__").mkdir()
    (tmp_path / "code" / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"x")
    assert found() in told
    changes = (
        lambda: (tmp_path / "code/deep/b.py").write_text("code/deep/c.py", encoding="utf-8"),
        lambda: (tmp_path / "code/a.py").rename(tmp_path / "code/z.py"),
        lambda: (tmp_path / "art/c.svg").rename(tmp_path / "code/c.svg"),
        lambda: (tmp_path / "art/new.svg").write_bytes(b""),
        lambda: (tmp_path / "art/new.svg").unlink(),
    )
    for at, change in enumerate(changes):
        change()
        assert (found() in told) == (at == 4), at  # the last one takes the one before back
        told.add(found())


def test_a_recipe_costs_little() -> None:
    def taken() -> float:
        program.cache_clear()
        start = time.process_time()
        recipe_of(Path("casino"))
        return time.process_time() - start

    assert min(taken() for _ in range(5)) < 0.05 + 0.02  # the definition is read as well


# --- kept files ---------------------------------------------------------------------------------


def stamps(built: Built) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in built.folder.iterdir()}


def again(request: Request, folder: Path) -> tuple[Built, set[str]]:
    """A second build, and the files that it touched."""
    for path in folder.iterdir():
        os.utime(path, ns=(1_000_000_000, 1_000_000_000))
    built = build(request)
    return built, {name for name, at in stamps(built).items() if at != 1_000_000_000}


@pytest.fixture
def kit(tmp_path: Path) -> tuple[Request, Built]:
    request = Request("expansion", languages=("en", "fr"), formats=("pdf", "dump"), out=tmp_path)
    return request, build(request)


def test_what_has_not_changed_is_left_as_it_is(kit: tuple[Request, Built]) -> None:
    request, first = kit
    assert first.kept == 0
    second, touched = again(request, first.folder)
    assert touched == set()
    assert second.kept == len(second.files) == len(first.files)
    assert second.manifest == first.manifest
    assert second.files == first.files


def test_fresh_makes_all_anew_with_the_same_bytes(kit: tuple[Request, Built]) -> None:
    request, first = kit
    before = {path.name: path.read_bytes() for path in first.folder.iterdir()}
    second, touched = again(replace(request, fresh=True), first.folder)
    assert second.kept == 0
    assert touched >= {path.name for path in first.files}
    assert {path.name: path.read_bytes() for path in second.folder.iterdir()} == before


@pytest.mark.parametrize("how", ["changed", "gone"])
def test_a_file_that_is_not_as_it_was_is_made_anew(kit: tuple[Request, Built], how: str) -> None:
    request, first = kit
    file = next(path for path in first.files if path.name == "expansion-cards-fr.pdf")
    whole = file.read_bytes()
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes(whole + b"% mine\n")
    second, touched = again(request, first.folder)
    assert touched == {file.name}
    assert file.read_bytes() == whole
    assert second.kept == len(second.files) - 1


def test_another_wish_makes_anew_what_it_bears_on(kit: tuple[Request, Built]) -> None:
    request, first = kit
    _, touched = again(replace(request, paper="letter"), first.folder)
    assert touched == {path.name for path in first.folder.iterdir()}


def test_one_more_format_or_language_leaves_the_others(kit: tuple[Request, Built]) -> None:
    request, first = kit
    more = replace(request, formats=("pdf", "dump", "svg"))
    _, touched = again(more, first.folder)
    assert all(name.endswith((".svg", ".json")) or FIRST in name for name in touched)
    assert any(name.startswith("expansion-cards") for name in touched)
    fewer, touched = again(replace(more, languages=("fr",)), first.folder)
    assert touched == {MANIFEST}
    assert {entry["language"] for entry in fewer.manifest["files"]} == {"fr"}


def test_a_change_of_the_definition_is_seen(own: Path, tmp_path: Path) -> None:
    request = Request(str(own / "own.toml"), ("cards",), formats=("dump",), out=tmp_path / "out")
    first = build(request)
    assert again(request, first.folder)[1] == set()
    (own / "dragon.svg").write_text(DRAGON.replace("M1", "M2"), encoding="utf-8")
    _, touched = again(request, first.folder)
    assert "own-cards-en.txt" in touched


def test_ink_is_measured_where_it_was_not(tmp_path: Path) -> None:
    request = Request("expansion", ("cards",), formats=("dump",), out=tmp_path)
    first = build(request)
    assert first.manifest["ink_percent"] is None
    second, touched = again(replace(request, ink=True), first.folder)
    assert touched == {MANIFEST}
    assert second.manifest["ink_percent"][0]["product"] == "cards"
    third, touched = again(replace(request, ink=True), first.folder)
    assert touched == set()
    assert third.manifest == second.manifest


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"files": 3, "made": []}', '{"files": [], "made": [3], "ink_percent": null}'],
)
def test_a_manifest_that_is_not_ours_keeps_nothing(tmp_path: Path, text: str) -> None:
    request = Request("expansion", ("cards",), formats=("dump",), out=tmp_path)
    first = build(request)
    manifest = first.folder / MANIFEST
    whole = manifest.read_bytes()
    mine = f'{text}\n"printkit"' if text == "" else text
    manifest.write_text(json.dumps({"generator": "printkit"}) if not text else mine)
    if b"printkit" not in manifest.read_bytes():
        manifest.unlink()
    second = build(request)
    assert second.kept == 0
    assert manifest.read_bytes() == whole


def test_an_entry_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    request = Request("expansion", ("cards",), formats=("dump",), out=tmp_path)
    first = build(request)
    manifest = first.folder / MANIFEST
    told = json.loads(manifest.read_text(encoding="utf-8"))
    outside = tmp_path / "outside.txt"
    shutil.copy(first.files[0], outside)
    told["files"][0]["file"] = "../outside.txt"
    manifest.write_text(json.dumps(told), encoding="utf-8")
    assert build(request).kept == 0
    assert outside.is_file()


def test_the_manifest_tells_what_each_product_takes(kit: tuple[Request, Built]) -> None:
    told = kit[1].manifest
    assert [list(one) for one in told["made"]] == [
        ["product", "language", "sheets", "cuts", "sides", "recipe"]
    ] * len(told["made"])
    assert len({one["recipe"] for one in told["made"]}) == len(told["made"])
    english = [one for one in told["made"] if one["language"] == "en"]
    assert told["sheets"] == sum(one["sheets"] for one in english)
    assert told["cuts"] == sum(one["cuts"] for one in english)
