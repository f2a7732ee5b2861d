"""The cookbook is true: every example runs by itself, and nothing of the library is left out."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import printkit

COOKBOOK = Path(__file__).resolve().parents[2] / "docs" / "cookbook.md"
TEXT = COOKBOOK.read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```$", TEXT, re.M | re.S))


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_runs(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[title], title, "exec"), {"__name__": "example"})


def test_every_section_has_an_example_and_every_function_is_in_one() -> None:
    assert len(EXAMPLES) == TEXT.count("\n## ") == TEXT.count("```python")
    functions = {name for name in printkit.__all__ if inspect.isfunction(getattr(printkit, name))}
    assert {name for name in functions if f"printkit.{name}(" not in TEXT} <= {
        "judge",  # as Game.judge
        "list_decks",
        "preview",
    }
