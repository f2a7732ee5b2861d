"""The cookbook: every example runs by itself, and every public function appears."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import printkit
from tests.support.decks import HEAD
from tests.support.sample import cases

COOKBOOK = Path(__file__).resolve().parents[2] / "docs" / "cookbook.md"
TEXT = COOKBOOK.read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```$", TEXT, re.M | re.S))


# What these do is tested with the same functions in tests/jobs and tests/targets.
LONG = (
    "Overview",
    "Check a definition and translate the errors",
    "Follow the progress of a build",
    "Make an edition to give away",
    "Estimate the cost of a kit before printing",
    "Make files for a print shop and check them",
    "Save a job as JSON",
)


@pytest.mark.parametrize("title", cases(EXAMPLES, {*EXAMPLES} - {*LONG}))
def test_cookbook_example_runs(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    card = '[[cards]]\nid = "one"\nname = { en = "One", fr = "Un" }\n'
    (tmp_path / "my-deck.toml").write_text(HEAD + card, encoding="utf-8")
    exec(compile(EXAMPLES[title], title, "exec"), {"__name__": "example"})


def test_long_cookbook_examples_are_valid_code() -> None:
    for title in LONG:
        compile(EXAMPLES[title], title, "exec")
        for name in re.findall(r"printkit\.(\w+)", EXAMPLES[title]):
            assert hasattr(printkit, name), (title, name)


def test_cookbook_covers_every_public_function() -> None:
    assert len(EXAMPLES) == TEXT.count("\n## ") == TEXT.count("```python")
    functions = {name for name in printkit.__all__ if inspect.isfunction(getattr(printkit, name))}
    assert {name for name in functions if f"printkit.{name}(" not in TEXT} <= {
        "judge",  # as Game.judge
        "list_decks",
        "preview",
    }
