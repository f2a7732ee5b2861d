"""User errors that text files cannot describe: edited files, closed streams, signals.

Rejected commands are in `tests/golden/refusals`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from printkit.base.files import READ
from printkit.cli.app import run
from tests.support import decks, processes
from tests.support.processes import PIPE, printkit, python

DECK = (
    decks.HEAD
    + """
[[cards]]
id = "odd"
name = { en = "Odd", fr = "Drôle" }
value = 7
"""
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.toml").write_text(DECK, encoding="utf-8")


def test_check_reports_errors_and_valid_files(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.toml").write_text(DECK.replace("value = 7", "value = 7.5\nframe = 1"), encoding="utf-8")
    assert run(["check", "a.toml", "none.toml", "deck.toml", "pazaak"]) == 1
    out, err = capsys.readouterr()
    verdicts = [line for line in out.splitlines() if line.endswith("no errors.")]  # below receipts
    assert verdicts == [
        "deck.toml: 1 cards, 1 distinct: no errors.",
        "pazaak: 85 cards, 34 distinct: no errors.",
    ]
    places = [line.split(": ")[0] for line in err.splitlines()]
    assert places == ["a.toml:14:1", "a.toml:15:1", "none.toml"]


def test_writing_commands_keep_edited_files(capsys: pytest.CaptureFixture[str]) -> None:
    """For all commands alike: nothing is overwritten, and --replace makes a backup first."""
    for words in (
        ["build", "deck.toml", "cards", "--format", "dump", "-o", "a"],
        ["map", "poker54", "kessel", "--format", "dump", "-o", "b"],
        ["preview", "deck.toml", "--dpi", "36", "-o", "c"],
        ["preview", "deck.toml", "--html", "-o", "d"],
        ["calibrate", "--format", "dump", "-o", "e"],
        ["build", "local-rules", "--format", "dump", "-o", "f"],
    ):
        assert run(words) == 0
        files = [file for file in Path(words[-1]).rglob("*") if file.suffix != ".json"]
        file = max(file for file in files if file.is_file())
        file.write_bytes(file.read_bytes() + b"printkit and I")
        mine = file.read_bytes()
        capsys.readouterr()
        again = [*words, *(["--rebuild"] if words[0] == "build" else [])]
        assert run(again) == 1
        assert f"{file}: This file was not made by printkit, or has" in capsys.readouterr().err
        assert file.read_bytes() == mine
        assert run([*again, "--replace"]) == 0
        assert Path(f"{file}.bak").read_bytes() == mine
        assert file.read_bytes() != mine


def test_closed_pipe_shows_no_traceback() -> None:
    command = printkit("show", "casino", "--json")
    with processes.start(command, stdout=PIPE, stderr=PIPE) as process:
        process.stdout.close()
        err = process.stderr.read().decode()
        process.wait(timeout=60)
    assert "Traceback" not in err
    assert "BrokenPipe" not in err


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("show", "kessle"), 1, "kessel"),
        (("show", "tarot", "--hand", b"\xff"), 1, "is not a card of tarot"),
        (("show", "tarot", "--hand", "♠K X T1"), 0, ""),
        (("build", "casino", "--bleed", "3"), 2, "Usage: printkit build"),
    ],
    ids=str,
)
def test_terminal_without_letters_shows_no_traceback(
    words: tuple[str | bytes, ...], status: int, said: str
) -> None:
    environment = processes.environment(PYTHONIOENCODING="ascii")
    done = processes.run(printkit(*words), env=environment)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)
    assert said in done.stderr


SIGNALS = {"SIGINT": 130, "SIGTERM": 1, "SIGHUP": 1}


@processes.unix
@pytest.mark.parametrize("name", SIGNALS)
def test_early_signal_shows_no_traceback(name: str) -> None:
    """Users who mistyped press Ctrl-C at once, while modules are still being imported."""
    code = (
        "import os, runpy, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == 'click': os.kill(os.getpid(), signal.{name})\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.argv = ['printkit', 'list']\n"
        f"signal.signal(signal.{name}, signal.SIG_DFL)\n"
        "runpy.run_module('printkit', run_name='__main__')\n"
    )
    done = processes.run(python("-c", code))
    text = "printkit: stopped. No unfinished files were written.\n"
    assert (done.returncode, done.stdout, done.stderr) == (SIGNALS[name], "", text)


@processes.unix
@pytest.mark.parametrize(
    ("streams", "status"),
    [(">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0), (">/dev/full", 1), (">/dev/full 2>&1", 1)],
)
def test_closed_or_full_stream_shows_no_traceback(streams: str, status: int) -> None:
    """A closed stream counts as /dev/null, and the files are still made."""
    words = "-m printkit build deck.toml cards --format dump -o out"
    done = processes.run(["sh", "-c", f'"$0" {words} {streams}', sys.executable])
    assert done.returncode == status
    full = "printkit: the answer cannot be written: No space left on device.\n"
    assert done.stderr == (full if streams == ">/dev/full" else "")
    names = {path.name for path in Path("out/mine").iterdir()}
    assert names == {"manifest.json", "mine-cards-en.txt"}


@pytest.mark.parametrize(
    ("where", "file"),
    [
        ("printkit.graphics.svg_tree.TreeReader._on_start", "a.svg"),
        ("printkit.model.checks._Checker._deck", "deck.toml"),
        ("printkit.booklet.compose.compose", "deck.toml"),
    ],
)
def test_unexpected_failure_names_file_and_report(
    where: str, file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by chance")

    monkeypatch.setenv("XDG_CACHE_HOME", str(Path("caches").absolute()))
    monkeypatch.setattr(READ, "files", {})
    monkeypatch.setattr(where, fail)
    Path("a.svg").write_text("<svg viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>")
    Path("deck.toml").write_text(f'{DECK}emblem = "a.svg"\n', encoding="utf-8")
    for language, words in (("en", "cannot be read"), ("fr", "ne peut pas être lu")):
        assert run(["--lang", language, "check", "deck.toml"]) == 1
        out, err = capsys.readouterr()
        assert "no errors." not in out  # only a receipt
        assert err.startswith(f"printkit: {file} {words}")
        assert "Traceback" not in err
        (report,) = Path("caches/printkit/reports").iterdir()
        assert str(report.absolute()) in err
        text = report.read_text(encoding="utf-8")
        assert "ZeroDivisionError: by chance" in text
        assert f"file: {file}, " in text
        assert "value = 7" not in text


def test_failure_without_foreign_file_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(READ, "files", {})
    monkeypatch.setattr("printkit.model.schema.json_schema", fail)
    monkeypatch.setattr("printkit.cli.commands.schema.json_schema", fail)
    with pytest.raises(ZeroDivisionError):
        run(["schema"])
