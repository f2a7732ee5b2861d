"""A record in the user's cache is not used after one of its sources has changed."""

import inspect
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from printkit.art import backs, burin, emblems
from printkit.art import theme as themes
from printkit.art.theme_file import ThemeDesign, ThemeFile, read_theme
from printkit.base import content
from printkit.base.content import content_path
from printkit.base.design import back_rows, layout_names
from printkit.base.files import cache_folder
from printkit.base.records import evolve
from printkit.graphics import svg, svg_beyond
from printkit.graphics.colour import parse_hex
from printkit.graphics.display_list import LateItems, Symbol, drawings_kept
from printkit.graphics.path import PathData
from printkit.graphics.svg_art import SvgArt
from printkit.model import checks, load
from printkit.model.definition_files import DefinitionStack, read_stack
from tests.support.processes import printkit, run

DECK = Path(__file__).parents[2] / "examples" / "five-lamps"
NAME, LAMP = "five-lamps.toml", "lamp.svg"
# Bypass the caches of this process.
read_art = inspect.unwrap(svg.read_art_or_fault)
cut_lines = inspect.unwrap(backs._cut_lines)
load_bundled = inspect.unwrap(load._load_bundled)
load_theme = inspect.unwrap(themes._load_theme)
draw_emblem = inspect.unwrap(emblems._draw_emblem)


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deck of the user's, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    shutil.copytree(DECK, tmp_path / "deck")
    return tmp_path / "deck"


def change(path: Path, old: str, new: str) -> None:
    """Change a file but neither its size nor its times."""
    assert len(old) == len(new)
    text, times = path.read_text(encoding="utf-8"), path.stat()
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def clear_records() -> None:
    shutil.rmtree(cache_folder())


def damage_records() -> None:
    for path in cache_folder().rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1] + b"?")


def new_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "program_digest", lambda: "another")


def losses(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """Return the changes after which no record is found."""
    return [damage_records, clear_records, lambda: new_program(monkeypatch)]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The SVG files that are parsed instead of found in the cache."""
    files: list[Path] = []
    read_drawing = svg_beyond.read_drawing

    def read(path: Path, data: bytes) -> SvgArt:
        files.append(path)
        return read_drawing(path, data)

    monkeypatch.setattr(svg_beyond, "read_drawing", read)
    return files


def test_art_is_parsed_again_after_each_change(
    deck: Path, parsed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    lamp = deck / LAMP
    first = read_art(lamp)
    assert repr(read_art(lamp)) == repr(first)
    assert parsed == [lamp]
    changes: list[Callable[[], object]] = [
        lambda: lamp.write_bytes(lamp.read_bytes() + b"\n"),
        lambda: shutil.copy(lamp, deck / "other.svg"),
        damage_records,
        clear_records,
        lambda: new_program(monkeypatch),
    ]
    for number, step in enumerate(changes, 2):
        step()
        file = deck / "other.svg" if number == 3 else lamp
        for _ in range(2):
            assert read_art(file).name == file.stem
        assert len(parsed) == number


@pytest.mark.parametrize(
    ("body", "kind"),
    [('<text y="9">a</text>', "PictureOnly"), ('<path d="M0 0"/><image href="a.png"/>', "error")],
)
def test_art_with_remarks_or_errors_is_not_kept(
    deck: Path, parsed: list[Path], body: str, kind: str
) -> None:
    file = deck / "own.svg"
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    file.write_text(f"{root}{body}</svg>", encoding="utf-8")
    told = []
    for _ in range(2):
        try:
            told.append(str(read_art(file)))
        except Exception as error:
            told.append(str(error))
    assert told[0] == told[1], kind
    assert len(parsed) == 2


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The slugs of the definitions that are checked instead of found in the cache."""
    slugs: list[str] = []
    faults = checks._Checker.faults

    def note(self: checks._Checker, *, forms: bool) -> object:
        slugs.append(self.raw["slug"])
        return faults(self, forms=forms)

    monkeypatch.setattr(checks._Checker, "faults", note)
    return slugs


def test_definition_is_checked_again_after_each_change(
    deck: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(language: str = "en") -> int:
        return len(checks.read_checked(read_stack(deck / NAME), language)[1])

    assert [check(), check()] == [0, 0]
    assert len(checked) == 1
    text = (deck / NAME).read_text(encoding="utf-8")
    changes: list[Callable[[], object]] = [
        lambda: (deck / NAME).write_text(text.replace("max = 10", "max = 12"), encoding="utf-8"),
        damage_records,
        clear_records,
        lambda: monkeypatch.setattr(checks, "layout_names", lambda: (*layout_names(), "own")),
        lambda: new_program(monkeypatch),
    ]
    for step in changes:
        before = len(checked)
        step()
        check(), check()
        assert len(checked) == before + 1
    check("fr")
    assert len(checked) == before + 2


def test_definition_whose_picture_is_gone_has_an_error(deck: Path, checked: list[str]) -> None:
    for _ in range(2):
        assert not checks.read_checked(read_stack(deck / NAME))[1]
    (deck / LAMP).rename(deck / "away.svg")
    for _ in range(2):
        assert checks.read_checked(read_stack(deck / NAME))[1]
    assert len(checked) == 3, "errors are not kept"
    (deck / "away.svg").rename(deck / LAMP)
    assert not checks.read_checked(read_stack(deck / NAME))[1]


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "1" * 30])
def test_definition_with_a_huge_number_has_an_error(deck: Path, number: str) -> None:
    text = (deck / NAME).read_text(encoding="utf-8")
    text = text.replace("min = 2, max = 10", f"min = {number}, max = 10")
    (deck / NAME).write_text(text, encoding="utf-8")
    for _ in range(2):
        assert checks.read_checked(read_stack(deck / NAME))[1]


@pytest.mark.parametrize("name", sorted(path.stem for path in content_path("variants").glob("*")))
def test_merged_game_is_not_checked_without_its_bases(name: str, deck: Path) -> None:
    """Another checkout has no record of the check: `without` names what a base file defines."""
    path = content_path("variants", f"{name}.toml")
    first = load_bundled(path, "variants")
    shutil.rmtree(cache_folder() / checks._PASSED, ignore_errors=True)
    assert load_bundled(path, "variants") == first
    assert not (cache_folder() / checks._PASSED).exists(), "the merged data were used"


def test_incomplete_program_of_a_page_keeps_nothing(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = content_path("variants", "kessel.toml")
    digest = content.program_digest()
    with monkeypatch.context() as patch:
        patch.setattr("sys.platform", "emscripten")
        content.program_digest.cache_clear()
        first = load_bundled(path, "variants")
        assert not cache_folder().exists()
        assert content.program_digest.cache_info().currsize == 0, "some files are missing"
        assert content.program_digest() == digest
        assert load_bundled(path, "variants") == first
        assert (cache_folder() / "games").exists()


def test_date_in_place_of_its_letters_is_an_error(deck: Path) -> None:
    text = (deck / NAME).read_text(encoding="utf-8")
    author = 'author = "Odile Marchetti"'
    faults = []
    for value in ('"2026-12-01"', "2026-12-01"):
        (deck / NAME).write_text(text.replace(author, f"author = {value}"), encoding="utf-8")
        faults.append(len(checks.read_checked(read_stack(deck / NAME))[1]))
    assert faults == [0, 1]


def test_bundled_game_is_merged_again_after_each_change(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def note(path: Path, shelf: str) -> DefinitionStack:
        read.append(path)
        return read_stack(path, shelf)

    monkeypatch.setattr(load, "read_stack", note)
    path = content_path("variants", "kessel.toml")
    first = load_bundled(path, "variants")
    assert load_bundled(path, "variants") == first
    assert read == [path]
    for number, step in enumerate(losses(monkeypatch), 2):
        step()
        assert load_bundled(path, "variants") == load_bundled(path, "variants") == first
        assert len(read) == number


def test_lines_of_a_medal_are_cut_again_after_each_change(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    medal = next(iter(back_rows().values())).medal
    calls: list[PathData] = []
    hatch = burin.hatch

    def note(data: PathData, *args: float, **more: bool) -> PathData:
        calls.append(data)
        return hatch(data, *args, **more)

    monkeypatch.setattr(backs, "hatch", note)
    first = cut_lines(medal, 0.8)
    count = len(calls)
    assert cut_lines(medal, 0.8) == first
    assert len(calls) == count > 0
    for number, step in enumerate(losses(monkeypatch), 2):
        step()
        assert cut_lines(medal, 0.8) == cut_lines(medal, 0.8) == first
        assert len(calls) == number * count
    assert cut_lines(medal, 0.7) != first


@pytest.mark.nightly  # six builds; the tests above change each source by day
def test_changed_sources_print_as_without_a_cache(deck: Path, tmp_path: Path) -> None:
    """The files of a second build equal those of a build that finds no record."""

    def build(name: str) -> dict[str, bytes]:
        options = ("--format", "svg", "-o", str(tmp_path / name))
        run(printkit("build", str(deck / NAME), "cards", *options), check=True)
        return {file.name: file.read_bytes() for file in (tmp_path / name).rglob("*.svg")}

    before = build("first")
    assert build("second") == before
    for name, old, new in ((LAMP, "M27 34", "M23 34"), (NAME, '"ochre"', '"black"')):
        change(deck / name, old, new)
        changed = build(f"changed-{name}")
        assert changed != before
        clear_records()
        assert build(f"again-{name}") == changed
        before = changed


@pytest.mark.parametrize("name", themes.theme_names())
def test_theme_is_the_same_from_its_file_and_from_its_record(
    deck: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_file = load_theme(name)
    with monkeypatch.context() as patch:
        patch.setattr(themes, "read_theme", None)
        from_record = load_theme(name)
    assert repr(from_record) == repr(from_file)
    assert themes.digest_theme(from_record) == themes.digest_theme(from_file)
    damage_records()
    assert repr(load_theme(name)) == repr(from_file)
    new_program(monkeypatch)
    assert repr(load_theme(name)) == repr(from_file)


def test_theme_with_a_design_is_read_from_its_file(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record would lose the types of a design and of fonts."""

    def read_with_design(path: Path, known: list[str], place: str) -> ThemeFile:
        return evolve(read_theme(path, known, place), design=ThemeDesign(border="line"))

    monkeypatch.setattr(themes, "read_theme", read_with_design)
    assert load_theme("noir").design == {"border": "line"}
    assert not (cache_folder() / "themes" / "noir").exists()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the emblems that are drawn instead of found in the cache."""
    keys: list[str] = []
    draw_file = emblems._draw_file

    def note(path: Path, key: str, *others: object) -> Symbol:
        keys.append(key)
        return draw_file(path, key, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(emblems, "_draw_file", note)
    return keys


def kept_emblem(*of: object) -> str:
    """Return the items of an emblem after keeping it."""
    symbol = draw_emblem(*of)
    assert isinstance(symbol.items, LateItems)
    symbol.items.keep()
    return f"{symbol.key} {symbol.title} {symbol.box} {tuple(symbol.items)!r}"


def test_emblem_is_drawn_again_after_each_change(
    deck: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The facts of its record change with each source of its drawing."""
    lamp, look = deck / LAMP, themes.theme("classic")
    usual = (lamp, look.palette("blue"), 9.0, 0.1, True)
    first = kept_emblem(*usual)
    assert draw_emblem(*usual).key == draw_emblem(*usual).key == first.split()[0]
    assert len(drawn) == 1
    (deck / "away").mkdir()
    others = [shutil.copy(lamp, deck / name) for name in ("other.svg", f"away/{LAMP}")]
    palettes = [look.palette("red"), replace(usual[1], solid=False)]
    roles = ("ink", "main", "shade", "tint", "paper", "accent", "light", "dark", "area")
    palettes += [replace(usual[1], **{role: parse_hex("#123456")}) for role in roles]
    changed: list[tuple[object, ...]] = [(other, *usual[1:]) for other in others]
    changed += [(lamp, palette, *usual[2:]) for palette in palettes]
    changed += [(*usual[:2], 9.1, 0.1, True), (*usual[:3], 0.2, True), (*usual[:4], False)]
    for one in changed:
        drawn.clear()
        kept_emblem(*one)
        assert len(drawn) == 1
        draw_emblem(*one), draw_emblem(*usual)
        assert len(drawn) == 1
    for step in (lambda: change(lamp, "M27 34", "M23 34"), *losses(monkeypatch)):
        drawn.clear()
        step()
        svg.read_art_or_fault.cache_clear()
        emblems._digest_file.cache_clear()
        assert kept_emblem(*usual) != first
        assert len(drawn) == 1


@pytest.mark.parametrize("role", ["", f"-{emblems.CARD}", f"-{emblems.TALL}", f"-{emblems.MARK}"])
def test_emblem_is_the_same_from_its_record(deck: Path, drawn: list[str], role: str) -> None:
    """The key of a scene names the palette in which it is shown."""
    files = sorted(content_path("art").rglob(f"*{role}.svg"))[::7][:4]
    for file in files:
        for look in ("classic", "noir", "ink-saver"):
            of = file, themes.theme(look).palette("blue"), 30.0, None, True
            first, count = kept_emblem(*of), len(drawn)
            symbol = draw_emblem(*of)
            assert len(drawn) == count
            assert symbol.key == first.split()[0]
            assert kept_emblem(*of) == first


def test_emblem_with_files_beside_it_has_no_record(deck: Path) -> None:
    """A picture, a drawing with remarks, and the drawings of an edition."""
    palette = themes.theme("classic").palette("blue")
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/>'
    text = deck / "text.svg"
    text.write_text(f'{root}<text y="9">a</text></svg>', encoding="utf-8")
    own = replace(palette, edition=themes.edition(themes.edition_names()[0]))
    for file, look in ((text, palette), (deck / LAMP, own)):
        assert not isinstance(draw_emblem(file, look, 9.0, None, True).items, LateItems)
    assert not (cache_folder() / "emblems").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_drawing_whose_name_is_not_utf8_has_no_record(deck: Path) -> None:
    file = deck / os.fsdecode(b"lamp-\xff.svg")
    shutil.copy(deck / LAMP, file)
    assert kept_emblem(file, themes.theme("classic").palette("blue"), 9.0, None, True)
    assert not [*cache_folder().rglob("art/*"), *cache_folder().rglob("emblems/*")]


def test_drawings_are_stored_once_at_the_end(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An inner context leaves them to the outer one, except in another process."""
    items = LateItems(tuple, Path("drawn", "one"), b"facts")
    other = LateItems(tuple, Path("drawn", "other"), b"facts")

    def stored() -> list[str]:
        return sorted(path.name for path in (cache_folder() / "drawn").glob("*"))

    with drawings_kept():
        with drawings_kept():
            items.finest = 1.0
            items.keep()
        assert stored() == []
        items.finest = 2.0
        items.keep()
        with drawings_kept(anew=True):
            other.keep()
        assert stored() == ["other"]
    assert stored() == ["one", "other"]
    assert LateItems(tuple, Path("drawn", "one"), b"facts").finest == 2.0
    clear_records()
    with suppress(ValueError), drawings_kept():
        items.keep()
        raise ValueError
    assert stored() == []
    items.keep()
    assert stored() == ["one"], "outside of the context it is stored at once"
