"""Only changed files are made again: recipes reflect every change, and decide which files
are kept.
"""

import os
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from printkit.base.content import digest_files
from printkit.base.errors import PrintkitError
from printkit.base.options import PROFILE, SWITCH, Option
from printkit.base.printer_profile import Profile
from printkit.jobs.build import BuildResult, build
from printkit.jobs.job import Job, all_options, make_job, option_values, product_options
from printkit.jobs.staging import MANIFEST
from printkit.jobs.subject import load_subject, product_recipe, subject_digest
from printkit.model.cards import Card
from printkit.model.load import load
from printkit.pieces.kits import FIRST_PAGE, find_product, products
from printkit.pieces.options import CARD_SIZE, DIE_SIZE
from printkit.pieces.product import VARIANT, RenderOptions
from tests.support.builds import build_once, copy_build

OWN = Path(__file__).with_name("own")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A definition with a CSV, a picture and a separate theme."""
    return shutil.copytree(OWN, tmp_path / "own")


def recipe_of(path: Path | str, key: str = "cards", edition: str = "en", **wishes: Any) -> str:
    job = make_job(str(path), **wishes)
    subject = load_subject(job)
    product = find_product(key)
    assert product is not None
    options = product_options(product)
    values = option_values(options, job, subject.variant)
    return product_recipe(subject_digest(subject), key, edition, options, values)


# --- recipes ------------------------------------------------------------------------------------


# Values of options that are written freely.
WRITTEN = {
    "rich-black": "60/40/40/100",
    "url": "https://example.org/",
    "number": "12/50",
    "leave-free": "1,3",
    "site": "https://example.org/",
}


def other_value(option: Option[Any], taken: list[object]) -> object:
    """Return a value of an option that is not the default of any product."""
    if option.kind == PROFILE:
        return Profile("one")
    if option.name in WRITTEN:
        return WRITTEN[option.name]
    numbers = [n for n in (option.minimum, option.maximum, 2, 3) if n is not None]
    values = (False, True) if option.kind == SWITCH else (*option.known(), *numbers)
    return next(value for value in values if value not in taken)


@pytest.mark.parametrize("name", all_options())
def test_option_changes_only_recipes_that_declare_it(name: str) -> None:
    """For all options: cards and dice have different recipes, and a default has the same recipe as
    the same value if it is chosen.
    """
    job, option = make_job("corellian"), all_options()[name]
    subject = load_subject(job)
    digest = subject_digest(subject)

    def recipe(key: str, wish: Job) -> str:
        options = product_options(products()[key])
        values = option_values(options, wish, subject.variant)
        return product_recipe(digest, key, "en", options, values)

    taken = [
        option_values(product_options(product), job, subject.variant).get(name)
        for product in products().values()
    ]
    other = job.choose(**{name: other_value(option, taken)})
    same = job if option.default is None else job.choose(**{name: option.default})
    for key, product in products().items():
        reads = name in {one.name for one in product_options(product)}
        assert (recipe(key, job) != recipe(key, other)) == reads, key
        if reads and product.subject == VARIANT:
            assert recipe(key, job) == recipe(key, same), key


def test_cards_that_are_added_are_in_the_recipe_and_what_changes_no_byte_is_not(
    tmp_path: Path,
) -> None:
    plain = recipe_of("casino")
    assert recipe_of("casino", addons=("expansion",)) != plain
    wishes = {"languages": ("fr",), "formats": ("svg",), "rebuild": True, "out": tmp_path}
    assert recipe_of("casino", measure_ink=True, **wishes) == plain


def test_product_and_language_are_in_the_recipe() -> None:
    digest = subject_digest(load_subject(make_job("casino")))
    wishes = (("cards", "en"), ("cards", "fr"), ("mat", "en"), ("cardse", "n"))
    recipes = {product_recipe(digest, *wish, (), {}) for wish in wishes}
    assert len(recipes | {product_recipe(digest, "cards", "en", (), {}, "more")}) == 5


def test_reading_an_option_that_is_not_declared_is_a_fault() -> None:
    """Else it would be missing from the recipe."""
    cards = find_product("cards")
    assert cards is not None
    values = option_values(cards.options, make_job("casino"), load("casino"))
    options = RenderOptions(values, language="en")
    assert options[CARD_SIZE] == "poker"
    with pytest.raises(LookupError, match="“die-size” is read, but not declared"):
        options[DIE_SIZE]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("own.toml", "-9", "-8"),
        ("more.csv", "4", "5"),
        ("dragon.svg", "9Z", "8Z"),
        ("dragon-half.svg", "", ""),
        ("dusk.toml", "80", "81"),
    ],
)
def test_each_file_of_ones_own_is_in_the_recipe(own: Path, file: str, old: str, new: str) -> None:
    wishes = {"theme": str(own / "dusk.toml")}
    before = recipe_of(own / "own.toml", **wishes)
    (own / "notes.txt").write_text("not looked at", encoding="utf-8")
    assert recipe_of(own / "own.toml", **wishes) == before
    text = (OWN / file.replace("-half", "")).read_text(encoding="utf-8")
    (own / file).write_text(text.replace(old, new), encoding="utf-8")
    assert recipe_of(own / "own.toml", **wishes) != before


def test_where_a_definition_lies_is_not_in_the_recipe(own: Path, tmp_path: Path) -> None:
    there = tmp_path / "elsewhere" / "own"
    shutil.copytree(own, there)
    assert recipe_of(there / "own.toml") == recipe_of(own / "own.toml")


def test_all_pictures_of_a_card_are_looked_at() -> None:
    """The recipe reads pictures of cards from three fields, which are all that exist."""
    named = {field.name for field in msgspec.structs.fields(Card) if "Path" in str(field.type)}
    assert named == {"emblem", "mark", "art"}


def test_the_program_is_all_its_files(tmp_path: Path) -> None:
    def found() -> str:
        return digest_files({"code": tmp_path / "code", "art": tmp_path / "art"})

    for name in ("code/a.py", "code/deep/b.py", "art/c.svg"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    seen = {found()}
    (tmp_path / "code" / "__pycache__").mkdir()
    (tmp_path / "code" / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"x")
    assert found() in seen
    changes = (
        lambda: (tmp_path / "code/deep/b.py").write_text("code/deep/c.py", encoding="utf-8"),
        lambda: (tmp_path / "code/a.py").rename(tmp_path / "code/z.py"),
        lambda: (tmp_path / "art/c.svg").rename(tmp_path / "code/c.svg"),
        lambda: (tmp_path / "art/new.svg").write_bytes(b""),
        lambda: (tmp_path / "art/new.svg").unlink(),
    )
    for at, change in enumerate(changes):
        change()
        assert (found() in seen) == (at == 4), at  # the last one takes the one before back
        seen.add(found())


# --- kept files ---------------------------------------------------------------------------------


def stamps(built: BuildResult) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in built.folder.iterdir()}


def again(request: Job, folder: Path) -> tuple[BuildResult, set[str]]:
    """Build again; return the result and the files that it touched."""
    for path in folder.iterdir():
        os.utime(path, ns=(1_000_000_000, 1_000_000_000))
    built = build(request)
    return built, {name for name, at in stamps(built).items() if at != 1_000_000_000}


@pytest.fixture
def kit(tmp_path: Path) -> tuple[Job, BuildResult]:
    wishes: dict[str, Any] = {"languages": ("en", "fr"), "formats": ("pdf", "dump")}
    first = copy_build(build_once("expansion", products=(), **wishes), tmp_path)
    return make_job("expansion", out=tmp_path, **wishes), first


def test_unchanged_files_are_kept(kit: tuple[Job, BuildResult]) -> None:
    request, first = kit
    assert first.unchanged_count == 0
    second, touched = again(request, first.folder)
    assert touched == set()
    assert second.unchanged_count == len(second.files) == len(first.files)
    assert second.manifest == first.manifest
    assert second.files == first.files


def test_rebuild_writes_the_same_bytes(kit: tuple[Job, BuildResult]) -> None:
    request, first = kit
    before = {path.name: path.read_bytes() for path in first.folder.iterdir()}
    second, touched = again(replace(request, rebuild=True), first.folder)
    assert second.unchanged_count == 0
    assert touched >= {path.name for path in first.files}
    assert {path.name: path.read_bytes() for path in second.folder.iterdir()} == before


@pytest.mark.parametrize("how", ["changed", "gone"])
def test_changed_or_missing_file_is_made_again(kit: tuple[Job, BuildResult], how: str) -> None:
    """A file that a user changed is kept, or with `replace` saved beside the new one."""
    request, first = kit
    file = next(path for path in first.files if path.name == "expansion-cards-fr.pdf")
    whole = file.read_bytes()
    copies = []
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes(whole + b"% mine\n")
        with pytest.raises(PrintkitError, match="has changed since, so it is not overwritten"):
            build(request)
        assert file.read_bytes() == whole + b"% mine\n"
        request, copies = replace(request, replace=True), [file.with_name(f"{file.name}.bak")]
    second, touched = again(request, first.folder)
    assert touched - {copy.name for copy in copies} == {file.name}
    assert file.read_bytes() == whole
    assert list(second.backups) == copies
    assert [copy.read_bytes() for copy in copies] == [whole + b"% mine\n"] * len(copies)
    assert second.unchanged_count == len(second.files) - 1


def test_changed_option_rebuilds_affected_files(kit: tuple[Job, BuildResult]) -> None:
    request, first = kit
    _, touched = again(request.choose(paper="letter"), first.folder)
    names = {path.name for path in first.folder.iterdir()}
    assert touched == names  # a booklet to read has pages of half the paper


def test_one_more_format_or_language_leaves_the_others(kit: tuple[Job, BuildResult]) -> None:
    request, first = kit
    more = replace(request, formats=("pdf", "dump", "svg"))
    _, touched = again(more, first.folder)
    assert all(name.endswith((".svg", ".json")) or FIRST_PAGE in name for name in touched)
    assert any(name.startswith("expansion-cards") for name in touched)
    fewer, touched = again(replace(more, languages=("fr",)), first.folder)
    assert touched == {MANIFEST}
    assert {entry["language"] for entry in fewer.manifest["files"]} == {"fr"}


@pytest.mark.usefixtures("unrefined")
def test_changed_resolution_rebuilds_only_pictures(tmp_path: Path) -> None:
    job = make_job("expansion", ("cards",), formats=("dump", "png"), dpi=20 + 16, out=tmp_path)
    first = build(job)
    built, touched = again(job.choose(dpi=40), first.folder)
    assert all(name.endswith((".png", ".json")) for name in touched)
    assert any(name.endswith(".png") for name in touched)
    assert {str(entry.get("options")) for entry in built.manifest["files"]} == {
        "None",
        "{'dpi': 40}",
    }


def test_ink_is_measured_where_it_was_not(tmp_path: Path) -> None:
    request = make_job("expansion", ("cards",), formats=("dump",), out=tmp_path)
    first = build(request)
    assert first.manifest["ink_percent"] is None
    second, touched = again(replace(request, measure_ink=True), first.folder)
    assert touched == {MANIFEST}
    assert second.manifest["ink_percent"][0]["product"] == "cards"
    third, touched = again(replace(request, measure_ink=True), first.folder)
    assert touched == set()
    assert third.manifest == second.manifest


def test_a_program_without_sources_has_a_recipe_of_its_modules(tmp_path: Path) -> None:
    """An archive of compiled modules, as in the page in a browser."""
    (tmp_path / "module.pyc").write_bytes(b"one")
    first = digest_files({"printkit": tmp_path})
    (tmp_path / "module.pyc").write_bytes(b"two")
    assert digest_files({"printkit": tmp_path}) != first
    (tmp_path / "module.py").write_bytes(b"source")
    beside = digest_files({"printkit": tmp_path})
    (tmp_path / "module.pyc").unlink()
    assert digest_files({"printkit": tmp_path}) == beside
