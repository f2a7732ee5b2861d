"""Modules of the page are compiled again only if their text, their name or the runtime changes."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "web" / "build.py"


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script with separate folders."""
    # A library has the name of the script.
    spec = spec_from_file_location("web_build", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("SITE", "LIBRARY", "RUNTIME"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(module, name, tmp_path / name)
    monkeypatch.setattr(module, "COMPILED", tmp_path / "compiled")
    (tmp_path / "RUNTIME" / "package.json").write_text("1")
    return module


def compile_modules(build: ModuleType, **texts: str) -> list[str]:
    """Build with some modules; return the names of those that had to be compiled."""
    for name, text in texts.items():
        (build.SITE / f"{name}.py").write_text(text)
    others = build.take_compiled()
    for path in others:
        source = path.with_suffix(".py")
        path.write_text(f"compiled {source.read_text()}")
        source.unlink()
    build.keep_compiled(others)
    assert not [*build.SITE.glob("*.py")]
    for name, text in texts.items():
        assert (build.SITE / f"{name}.pyc").read_text() == f"compiled {text}"
    return sorted(path.stem for path in others)


def test_only_changed_modules_are_compiled_again(build: ModuleType) -> None:
    assert compile_modules(build, deck="1", hand="2") == ["deck", "hand"]
    assert compile_modules(build, deck="1", hand="2") == []
    assert compile_modules(build, deck="1", hand="3") == ["hand"]
    assert len([*build.COMPILED.iterdir()]) == 2, "what is out of date is removed"
    assert compile_modules(build, deck="1", card="1") == ["card"], "a name is part of a module"


def test_another_runtime_compiles_all_modules(build: ModuleType) -> None:
    assert compile_modules(build, deck="1") == ["deck"]
    (build.RUNTIME / "package.json").write_text("2")
    assert compile_modules(build, deck="1") == ["deck"]
