"""Games compiled into the wheel match their definitions, or are ignored."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from pickletools import genops

import msgspec
import pytest

from printkit.base import content
from printkit.base.content import content_path
from printkit.model import load
from printkit.model import load as loading
from printkit.model.definition_files import STANDINS, VARIANTS, bundled_slugs
from printkit.model.load import load_with_sources

SHELVES = [(shelf, slug) for shelf in (VARIANTS, STANDINS) for slug in bundled_slugs(shelf)]


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of compiled data beside our content; games are reloaded."""
    (tmp_path / VARIANTS).mkdir()
    (tmp_path / STANDINS).mkdir()
    monkeypatch.setattr(content, "_folders", lambda: (content_path(), tmp_path))
    loading._load_bundled.cache_clear()
    yield tmp_path
    loading._load_bundled.cache_clear()


def put(wheel: Path, name: str, read: object, source: bytes | None = None) -> None:
    data = content.keep(load.shelf_source() if source is None else source, read)
    (wheel / f"{name}{content.SUFFIX}").write_bytes(data)


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(("shelf", "slug"), SHELVES)
def test_compiled_game_equals_its_definition(wheel: Path, shelf: str, slug: str) -> None:
    variant, texts = load_with_sources(slug, shelf=shelf)
    packed = load.pack_definition((variant, texts))
    assert not {"FROZENSET", "EMPTY_SET"} & {step.name for step, *_ in genops(packed)}, "in order"
    assert str(content_path()).encode() not in packed
    put(wheel, f"{shelf}/{slug}", packed)
    found = load.find_definition(content_path(shelf, f"{slug}.toml"))
    assert found is not None
    again, own = found
    assert (again, own) == (variant, texts)
    assert repr(again) == repr(variant)
    for field in ("name", "summary"):
        for text, other in [(getattr(again, field), getattr(variant, field))]:
            assert (text and dict(text)) == (other and dict(other))  # with its figures
    assert repr(again.cards) == repr(variant.cards)
    assert again.origin == variant.origin


def test_compiled_game_of_changed_source_is_ignored(wheel: Path) -> None:
    other = load_with_sources("pazaak")  # a different game, to see which of the two is used
    loading._load_bundled.cache_clear()
    put(wheel, "variants/kessel", load.pack_definition(other))
    assert loading.load("kessel").slug == "pazaak"
    loading._load_bundled.cache_clear()
    put(wheel, "variants/kessel", load.pack_definition(other), b"older")
    assert loading.load("kessel").slug == "kessel"


def test_compiled_list_matches_the_games(wheel: Path) -> None:
    fresh = load.describe_all()
    assert [game["slug"] for game in fresh] == bundled_slugs(VARIANTS)
    put(wheel, VARIANTS, {game["slug"]: {**game, "cards": 0} for game in fresh})
    assert {game["cards"] for game in load.describe_all()} == {0}
    put(wheel, VARIANTS, {game["slug"]: {**game, "cards": 0} for game in fresh[1:]})
    assert load.describe_all() == fresh, "a game that is not in it"
    put(wheel, VARIANTS, {game["slug"]: {**game, "cards": 0} for game in fresh}, b"older")
    assert load.describe_all() == fresh


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with its content, to be changed."""
    root = tmp_path_factory.mktemp("program")
    for room in ("base", "model"):
        shutil.copytree(Path(load.__file__).parents[1] / room, root / "printkit" / room)
    shutil.copytree(content_path(), root / "templates")
    return root


# One file of each kind that affects loading or judging games, and the change made to it.
SOURCES = {
    "variants/kessel.toml": "changed",
    "bases/tarot-78.toml": "changed",
    "standins/tarot.toml": "changed",
    "strings/fr.toml": "changed",
    "themes/classic.toml": "changed",
    "cards.toml": "changed",
    "variants/own.toml": "added",
    "art/suits/coin.svg": "added",
    "rules/en/own.toml": "added",
    "../printkit/model/cards.py": "changed",
    "../printkit/base/messages.py": "changed",
}


@pytest.mark.parametrize("name", SOURCES)
def test_each_source_is_in_the_digest(
    program: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "_templates", lambda: program / "templates")
    monkeypatch.setattr(load, "__file__", str(program / "printkit/model/load.py"))
    path = (program / "templates" / name).resolve()
    before = load.shelf_source.__wrapped__()
    assert load.shelf_source.__wrapped__() == before
    whole = path.read_bytes() if path.exists() else None
    assert (whole is None) == (SOURCES[name] == "added"), name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((whole or b"") + b"\n# changed\n")
    assert load.shelf_source.__wrapped__() != before
    path.unlink() if whole is None else path.write_bytes(whole)
    assert load.shelf_source.__wrapped__() == before


def test_other_msgspec_version_ignores_compiled_games(monkeypatch: pytest.MonkeyPatch) -> None:
    before = load.shelf_source.__wrapped__()
    monkeypatch.setattr(msgspec, "__version__", "0")
    assert load.shelf_source.__wrapped__() != before
