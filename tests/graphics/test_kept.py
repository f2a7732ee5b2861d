"""Data compiled into the wheel match their source, or are ignored."""

import inspect
import tomllib
from pathlib import Path

import msgspec
import pytest

from printkit.art import emblems, engraving
from printkit.base import content
from printkit.base.content import content_path
from printkit.base.messages import languages
from printkit.graphics import svg
from printkit.graphics.svg_art import SvgArt
from printkit.layout import hyphenation
from printkit.layout.hyphenation import HYPHENS, pattern_file, pattern_version, read_patterns

# Bypass the cache: other tests expect the cached drawing to stay the same object.
read_art = inspect.unwrap(svg.read_art_or_fault)
LINES = content_path("art", "lines")
DRAWINGS, TABLES = (
    [path for path in sorted(content_path().rglob(f"*.{kind}")) if path.parent.name != "new"]
    for kind in ("svg", "toml")
)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
OTHER = SVG.replace(b"H9", b"H8")


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a wheel's content: `templates`, and `read` for the compiled data."""
    folders = tmp_path / "templates", tmp_path / content.FOLDER
    for folder in folders:
        folder.mkdir()
    monkeypatch.setattr(content, "_folders", lambda: folders)
    return tmp_path


def put(wheel: Path, name: str, source: bytes, read: object) -> Path:
    """Write a source file and its compiled data."""
    path = wheel / "templates" / name
    path.write_bytes(source)
    source += svg.palette_source() if name.endswith(".svg") else b""
    (wheel / content.FOLDER / f"{name}{content.SUFFIX}").write_bytes(content.keep(source, read))
    return path


def test_compiled_drawings_and_tables_match_their_source(wheel: Path) -> None:
    assert len(DRAWINGS) > 200
    assert len(TABLES) > 60
    for path in (*DRAWINGS, *TABLES):
        source = path.read_bytes()
        read = read_art(path) if path in DRAWINGS else tomllib.loads(source.decode())
        palettes = svg.palette_source() if path in DRAWINGS else b""
        packed = content.find_kept(put(wheel, path.name, source, read), source + palettes)
        assert packed is not None
        if isinstance(read, SvgArt):
            again = msgspec.msgpack.decode(packed, type=SvgArt)
            assert repr(again.shapes) == repr(read.shapes), path  # with the signs of zeros
            assert msgspec.structs.astuple(again) == msgspec.structs.astuple(read), path
        else:
            assert repr(msgspec.msgpack.decode(packed)) == repr(read), path


def test_compiled_drawing_of_changed_source_is_ignored(wheel: Path) -> None:
    shown = read_art(DRAWINGS[0])  # a different drawing, to see which of the two is used
    path = put(wheel, "own.svg", SVG, shown)
    assert read_art(path).name == shown.name
    for change in (
        lambda: path.write_bytes(OTHER),
        lambda: put(wheel, "own.svg", SVG, shown).write_bytes(SVG + b" "),
        lambda: (wheel / content.FOLDER / f"own.svg{content.SUFFIX}").write_bytes(b"damaged"),
        lambda: (wheel / content.FOLDER / f"own.svg{content.SUFFIX}").unlink(),
    ):
        change()
        assert read_art(path).name == "own"


def test_compiled_drawing_of_changed_palettes_is_ignored(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = read_art(DRAWINGS[0])
    path = put(wheel, "own.svg", SVG, shown)
    monkeypatch.setattr(svg, "palette_source", lambda: b"[light]\n")
    assert read_art(path).name == "own"


def test_compiled_table_of_changed_source_is_ignored(wheel: Path) -> None:
    path = put(wheel, "own.toml", b"a = 1\n", {"a": 2})
    assert content.read_toml(path) == {"a": 2}
    assert content.parse_bundled_toml("a = 1\n", path) == {"a": 2}
    path.write_bytes(b"a = 3\n")
    assert content.read_toml(path) == {"a": 3}
    assert content.parse_bundled_toml("a = 3\n", path) == {"a": 3}


def test_compiled_lines_match_their_source(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_lines, sources = inspect.unwrap(engraving.read_lines), [*LINES.glob("*.txt")]
    monkeypatch.setattr(engraving, "lines_path", lambda name: wheel / "templates" / f"{name}.txt")
    assert len(sources) >= 4
    for source in sources:
        data, name = source.read_bytes(), source.stem
        path = put(wheel, source.name, data, engraving.parse_lines(data))
        kept_lines = read_lines(name)
        (wheel / content.FOLDER / f"{source.name}{content.SUFFIX}").unlink()
        assert kept_lines == read_lines(name)
    put(wheel, path.name, data, msgspec.structs.replace(kept_lines, size=1.0))
    assert read_lines(name).size == 1.0
    path.write_bytes(more := data + b"ink 1 2 3 4 5 6\n")
    assert read_lines(name) == engraving.parse_lines(more) != kept_lines


def test_compiled_body_matches_its_drawing(wheel: Path) -> None:
    body_of = inspect.unwrap(emblems.body_of)
    path = put(wheel, "own.svg", SVG, read_art(DRAWINGS[0]))
    path.write_bytes(OTHER)
    true = emblems.measure_body(read_art(path))
    source, other = OTHER + svg.palette_source(), ((-0.25, 0.5), (0.5, -0.5))
    file = wheel / content.FOLDER / f"own{emblems.BODY}{content.SUFFIX}"
    for body in (other, true):
        file.write_bytes(content.keep(source, body))
        assert body_of(path) == body
    file.write_bytes(content.keep(source, other))
    path.write_bytes(SVG)
    assert (
        body_of(path) == emblems.measure_body(inspect.unwrap(svg.read_art_or_fault)(path)) != other
    )


@pytest.mark.parametrize("language", languages())
def test_compiled_hyphens_match_their_source(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    path = pattern_file(language)
    assert path is not None
    read = read_patterns(path.read_bytes())
    file = wheel / content.FOLDER / HYPHENS / f"{language}{content.SUFFIX}"
    file.parent.mkdir()
    patterns = inspect.unwrap(hyphenation._patterns)
    for kept in (read, {"other": b"\1"}):
        file.write_bytes(content.keep(pattern_version(), kept))
        assert patterns(language) == (kept, max(map(len, kept)))
    monkeypatch.setattr(hyphenation, "library_versions", lambda names: ["pyphen-9.9"])
    assert patterns(language)[0] == read
