"""A definition that passed is not checked again until one of its inputs has changed."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from printkit.base import content
from printkit.base.content import content_path, font_path
from printkit.base.files import READ
from printkit.cli.app import run
from printkit.library import checked, checks
from printkit.library.checked import find_checked, keep_checked
from printkit.model.load import load
from tests.support.processes import unix

DECK = Path(__file__).parents[2] / "examples" / "low-water"
NAME = "low-water.toml"


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A deck that passed a check, in the working folder: with a table, pictures, signs, chapters
    and a font.
    """
    folder = tmp_path_factory.mktemp("checked") / "low-water"
    shutil.copytree(DECK, folder)
    shutil.copy(font_path("Oxanium-Bold.ttf"), folder / "own.ttf")
    with (folder / NAME).open("a") as file:
        file.write('\n[fonts]\ntitle = "own.ttf"\ntitle-bold = "own.ttf"\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(folder.parent / "caches"))
        patch.setattr(READ, "files", {})  # a command has read nothing before it looks
        patch.setattr(READ, "folders", {})
        assert run(["--lang", "en", "check", NAME]) == 0
        yield folder


@pytest.fixture(autouse=True)
def _known(deck: Path) -> None:
    assert find_checked(NAME, "en") is not None, "before anything is changed"


def edit(path: Path) -> Callable[[], object]:
    """Change one byte of a file but not its size and time; return a function that undoes it."""
    whole, times = path.read_bytes(), path.stat()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return lambda: path.write_bytes(whole)


@pytest.mark.parametrize(
    "name", [NAME, "cards.xlsx", "pictures/crab.png", "signs/sea.svg", "rules.md", "own.ttf"]
)
def test_each_file_that_is_read_counts(deck: Path, name: str) -> None:
    undo = edit(deck / name)
    assert find_checked(NAME, "en") is None
    undo()
    (deck / name).rename(deck / "away")
    assert find_checked(NAME, "en") is None
    (deck / "away").rename(deck / name)


def test_a_folder_whose_name_begins_as_ours_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`printkit-decks` is not in `printkit`, the folder of the records."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(READ, "files", {})
    monkeypatch.setattr(READ, "folders", {})
    folder = tmp_path / "printkit-decks"
    shutil.copytree(DECK, folder)
    monkeypatch.chdir(folder)
    assert run(["--lang", "en", "check", NAME]) == 0
    assert find_checked(NAME, "en") is not None
    edit(folder / NAME)
    assert find_checked(NAME, "en") is None


@pytest.mark.parametrize("name", ["pictures/crab-large.png", "signs/sea-small.svg", "base.toml"])
def test_each_name_beside_counts(deck: Path, name: str) -> None:
    (deck / name).write_bytes(b"")
    assert find_checked(NAME, "en") is None
    (deck / name).unlink()


def test_language_program_and_libraries_count(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_checked(NAME, "fr") is None
    assert find_checked(str(deck / NAME), "en") is None, "its name is in what is told"
    for what in ("program_digest", "library_versions"):
        with monkeypatch.context() as patch:
            patch.setattr(checked, what, lambda *_: "another")
            checked._program.cache_clear()
            assert find_checked(NAME, "en") is None
    checked._program.cache_clear()
    assert content.library_versions(checked._JUDGES), "those that are installed"
    monkeypatch.chdir(tmp_path)
    assert find_checked(NAME, "en") is None, "another folder"


def test_nothing_is_checked_again_but_on_request(
    deck: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Asked(BaseException):
        """The definition is checked."""

    def refuse(*_: object, **__: object) -> None:
        raise Asked

    monkeypatch.setattr("printkit.library.checks.check_and_warn", refuse)
    assert run(["--lang", "en", "check", NAME]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Files: 31 found, 31 used, 0 skipped."
    assert lines[-1] == f"{NAME}: 24 cards, 24 distinct: no errors."
    assert run(["--lang", "en", "check", NAME, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["severity"], row["receipt"]["used"]) == ("receipt", 31)
    for flag in (["--recheck"], ["--lang", "fr"]):
        with pytest.raises(Asked):
            run(["--lang", "en", "check", NAME, *flag])


def test_definition_with_warning_has_no_record(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = shutil.copytree(deck, tmp_path / "deck") / NAME
    monkeypatch.chdir(whole.parent)
    for name, words, status in (("faulty", "nonsense = 1", 1), ("doubtful", "", 0)):
        text = whole.read_text().replace('title-bold = "own.ttf"', words)
        Path(f"{name}.toml").write_text(text)
        assert run(["--lang", "en", "check", f"{name}.toml"]) == status
        assert capsys.readouterr().err
        assert not checked._place(f"{name}.toml", "en").exists()


@pytest.mark.parametrize("damage", [b"", b"damaged", b"\x80"])
def test_damaged_record_is_ignored(deck: Path, damage: bytes) -> None:
    place = checked._place(NAME, "en")
    whole = place.read_bytes()
    place.write_bytes(damage)
    assert find_checked(NAME, "en") is None
    place.write_bytes(whole)


def test_unwritable_cache_is_ignored(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep_checked(NAME, "en", 24, 24)
    assert find_checked(NAME, "en") is None


def test_files_read_before_are_not_recorded(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for digest in ("", None):
        monkeypatch.setattr(READ, "files", {**READ.files})
        path = tmp_path / "own.md"
        READ.are_noted = digest is None
        READ.note(path, b"one")
        READ.are_noted = True
        READ.note(path, b"two")
        assert READ.files[str(path)] == ""
        keep_checked("own", "en", 1, 1)
        assert not checked._place("own", "en").exists()


@unix
def test_record_replaces_link_and_keeps_its_target(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(READ, "files", {})  # other tests have read files that changed
    monkeypatch.setattr(READ, "folders", {})
    target = deck.parent / "target"
    target.write_text("mine", encoding="utf-8")
    (record,) = (deck.parent / "caches" / "printkit" / "checked").glob("[!.]*")
    record.unlink()
    record.symlink_to(target)
    (record.parent / f".printkit-{record.name}").symlink_to(target)
    assert run(["--lang", "en", "check", NAME, "--recheck"]) == 0
    assert target.read_text(encoding="utf-8") == "mine"
    assert record.is_file()
    assert not record.is_symlink()


# Verdicts of a wheel


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the verdict of a game into the content of a wheel; nothing is in the user's cache."""
    folders = content_path(), tmp_path
    data = content.keep(content.source_digest().encode(), {"pazaak": (7, 5)})
    (tmp_path / f"{checked.VERDICTS}{content.SUFFIX}").write_bytes(data)
    monkeypatch.setattr(content, "_folders", lambda: folders)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "none"))


@pytest.mark.usefixtures("wheel")
def test_verdict_of_a_wheel_is_found() -> None:
    verdict = find_checked("pazaak", "en")
    assert verdict is not None
    assert (verdict.total, verdict.distinct, verdict.receipt) == (7, 5, None)


@pytest.mark.usefixtures("wheel")
@pytest.mark.parametrize("name", ["casino", "pazaak.toml", "./pazaak", "pazaak@round", NAME])
def test_verdict_of_a_wheel_is_of_its_games(name: str) -> None:
    assert find_checked(name, "en") is None


@pytest.mark.usefixtures("wheel")
def test_verdict_of_other_sources_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "source_digest", lambda: "another")
    assert find_checked("pazaak", "en") is None


@pytest.mark.usefixtures("wheel")
def test_verdict_is_ignored_with_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "plugin_entries", lambda kind: ["a face"])
    assert find_checked("pazaak", "en") is None


def test_verdicts_are_those_of_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "variant_slugs", lambda: ["pazaak"])
    deck = load("pazaak")
    assert checks.make_verdicts() == {"pazaak": (deck.total, len(deck.cards))}
