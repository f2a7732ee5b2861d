"""Listings on a terminal: a count and the first ten; --json has all."""

import json
from pathlib import Path

import pytest
from PIL import Image

from printkit.base.errors import did_you_mean
from printkit.base.sentences import MAX_LISTED, name_some
from printkit.cli.app import run

Capture = pytest.CaptureFixture[str]


def output(capsys: Capture, *words: str, status: int = 0) -> list[str]:
    """Return the lines of a command on both streams."""
    assert run(["--lang", "en", *words]) == status
    printed = capsys.readouterr()
    return (printed.out + printed.err).splitlines()


def test_known_names_are_cut_to_ten() -> None:
    names = [f"name-{number:02}" for number in range(30)]
    hint = did_you_mean("x", names, "names")
    assert hint == f"Known names: {', '.join(names[:10])} and 20 more."
    assert "more" not in did_you_mean("x", names[:10], "names")


def test_named_words_are_counted_beyond_ten() -> None:
    assert name_some(str(n) for n in range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 … (+ 2)"
    assert name_some(str(n) for n in range(10)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"


@pytest.mark.nightly
def test_check_cuts_missing_texts(capsys: Capture) -> None:
    lines = output(capsys, "check", "kessel", "--lang", "de")
    listed = [line for line in lines if line.startswith("  lacks ")]
    total = int(lines[1].split(" of ")[1].split()[0]) - int(lines[1].split(": ")[1].split()[0])
    assert len(listed) == MAX_LISTED
    assert lines[-1] == f"  … and {total - MAX_LISTED} more; --json lists all."
    assert run(["check", "kessel", "--lang", "de", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == total


@pytest.mark.parametrize("count", [10, 15])
def test_check_cuts_errors(count: int, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "deck.toml"
    unknown = "".join(f"{'k' * n}q = 1\n" for n in range(1, count + 1))
    cards = '[[cards]]\nid = "one"\nname = "One"\n'
    path.write_text(f'slug = "mine"\nname = "Mine"\n{unknown}{cards}', encoding="utf-8")
    told = output(capsys, "check", str(path), status=1)
    lines = [line for line in told if not line.startswith(("Files:", "Cards:"))]  # the receipt
    cut = [f"… and {count - 10} more errors.", "--json lists all."] if count > 10 else []
    assert lines[10:] == cut
    assert run(["check", str(path), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert sum("receipt" not in row for row in rows) == count


def test_preflight_cuts_findings(tmp_path: Path, capsys: Capture) -> None:
    for number in range(14):
        Image.new("RGB", (40, 40), "navy").save(tmp_path / f"{number:02}.png")
    lines = output(capsys, "preflight", str(tmp_path), "--for", "tgc", status=1)
    assert run(["preflight", str(tmp_path), "--for", "tgc", "--json"]) == 1
    findings = json.loads(capsys.readouterr().out)
    assert len(findings) >= 14
    assert lines[10] == f"  … and {len(findings) - 10} more; --json lists all."
    assert len(lines) == 12


def test_build_and_status_cut_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    formats = ["--format", "svg,dump", "--paper", "a5"]
    products = ["cards", "paper-die", "tokens", "score-sheet", "tuck-box", "summary"]
    lines = output(capsys, "build", "kessel", *products, *formats)
    assert sum(line.startswith("  kessel-") for line in lines) == MAX_LISTED
    assert any(line.endswith("more; --list-files lists all.") for line in lines)
    listed = output(capsys, "build", "kessel", *products, *formats, "--list-files")
    pages = [path for path in map(Path, listed) if path.suffix == ".svg" and "-cards-" in path.name]
    assert len(pages) > MAX_LISTED
    for path in pages:
        path.unlink()
    lines = output(capsys, "status", "kessel")
    assert sum(line.endswith(": missing") for line in lines) == MAX_LISTED
    assert f"  … and {len(pages) - 10} more; --json lists all." in lines
    assert run(["status", "kessel", "--json"]) == 0
    (status,) = json.loads(capsys.readouterr().out)
    missing = [name for one in status["products"] for name in one["missing"]]
    assert sorted(missing) == sorted(path.name for path in pages)
