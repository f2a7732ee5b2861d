"""Templates compiled into the wheel match Jinja's output, or are ignored."""

from collections.abc import Callable, Iterator
from pathlib import Path

import jinja2
import pytest

from printkit.art.theme import theme
from printkit.base import content
from printkit.base.content import content_path
from printkit.booklet import templates
from printkit.booklet.text_formats import html_page, write_markdown
from tests.support.builds import read_book

TEMPLATES = sorted(content_path().rglob("*.j2"))


def keep(read: Path, path: Path, source: bytes) -> None:
    """Store a compiled template as a wheel does."""
    file = read / f"{path.relative_to(content_path())}{content.SUFFIX}"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content.keep(source, templates.write_python(path)))


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide the folder of a wheel before any template is loaded.

    Jinja then compiles nothing else.
    """

    def refuse(*args: object, raw: bool = False) -> str:
        if raw:
            return compile_template(*args, raw=True)
        raise AssertionError("compiled")

    compile_template: Callable[..., str] = jinja2.Environment.compile
    for path in TEMPLATES:
        keep(tmp_path, path, templates.python_source(path.read_text(encoding="utf-8")))
    monkeypatch.setattr(content, "_folders", lambda: (content_path(), tmp_path))
    monkeypatch.setattr(jinja2.Environment, "compile", refuse)
    templates._compiled.cache_clear()
    yield tmp_path
    templates._compiled.cache_clear()


def pages() -> tuple[bytes, str]:
    book = read_book("kessel", "en")
    return html_page(book, theme("classic")), write_markdown(book)


@pytest.fixture(scope="module")
def compiled() -> tuple[bytes, str]:
    return pages()


def test_compiled_templates_make_the_same_pages(compiled: tuple[bytes, str], read: Path) -> None:
    assert pages() == compiled
    for path in TEMPLATES:
        templates.template_environment(path.parent.name).get_template(path.name)


@pytest.mark.parametrize("change", ["text", "Jinja", "program", "nothing kept"])
def test_compiled_template_of_changed_source_is_ignored(
    read: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: str
) -> None:
    path = content_path("booklet", "text.md.j2")
    text = path.read_text(encoding="utf-8")
    if change == "text":
        keep(read, path, templates.python_source(f"{text}\n"))
    elif change == "Jinja":
        monkeypatch.setattr(templates, "library_versions", lambda names: ["jinja2-9.9"])
    elif change == "program":
        other = tmp_path / "templates.py"
        other.write_text("# edited")
        monkeypatch.setattr(templates, "__file__", str(other))
    else:
        (read / f"booklet/{path.name}{content.SUFFIX}").unlink()
    with pytest.raises(AssertionError, match="compiled"):
        write_markdown(read_book("kessel", "en"))
