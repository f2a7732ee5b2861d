"""Differences of Windows, simulated on other systems as far as possible.

`docs/windows.md` describes the rest; the workflow `tests.yml` runs these tests on Windows itself.
"""

from __future__ import annotations

import errno
import io
import os
import re
from pathlib import Path

import pytest

from printkit.base import files
from printkit.base.errors import PrintkitError
from printkit.base.records import DEVICES
from printkit.cli.app import run
from printkit.jobs.staging import Staging
from tests.support import processes
from tests.support.processes import ROOT, python

# Remove the functions that Python lacks on Windows, then run printkit with the remaining arguments.
LACKS = """
import os, runpy, signal, sys, _signal
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pwd", "resource")))
for name in ("SIGHUP", "SIGQUIT", "SIGUSR1", "SIGALRM"):
    for module in (signal, _signal):
        vars(module).pop(name, None)
for name in ("O_NOCTTY", "O_NONBLOCK", "fork", "getuid", "killpg", "mkfifo", "sched_getaffinity"):
    vars(os).pop(name, None)
runpy.run_module("printkit", run_name="__main__")
"""
# Start workers as on Windows, as new processes and not as copies.
SPAWNS = """
import multiprocessing, runpy, sys
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    from printkit.model.load import load
    from printkit.cli.commands import build
    build.load_all = lambda: [load(slug) for slug in ("casino", "kessel", "tarot")]
    runpy.run_module("printkit", run_name="__main__")
"""


class Stream(io.TextIOWrapper):
    """A standard stream to a file or a terminal, in a Windows code page without suits."""

    def __init__(self, *, is_terminal: bool = False) -> None:
        self.data, self.is_terminal = io.BytesIO(), is_terminal
        super().__init__(self.data, encoding="cp1252")

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.fixture
def _python_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)


@pytest.mark.usefixtures("_python_chooses")
def test_redirected_output_is_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Stream(), Stream()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    assert run(["show", "poker"]) == 0
    assert run(["show", "kessle"]) == 1
    assert "♠" in out.data.getvalue().decode()
    assert "“kessel”" in err.data.getvalue().decode()


@pytest.mark.usefixtures("_python_chooses")
def test_terminal_keeps_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert_shows_question_marks(Stream(is_terminal=True), monkeypatch)


def test_requested_encoding_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert_shows_question_marks(Stream(), monkeypatch)


def assert_shows_question_marks(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", stream)
    assert run(["show", "poker"]) == 0
    said = stream.data.getvalue()
    assert "–" in said.decode("cp1252")
    assert b"?" in said


def test_build_works_without_locks_signals_pipes(tmp_path: Path) -> None:
    words = ("build", "kessel", "tokens", "--lang", "fr", "--jobs", "2")
    done = processes.run(python("-c", LACKS, *words), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    names = sorted(path.name for path in (tmp_path / "output" / "kessel").iterdir())
    assert names == ["kessel-tokens-fr.pdf", "manifest.json"]


def test_spawned_workers_build_the_same_files(tmp_path: Path) -> None:
    (tmp_path / "spawns.py").write_text(SPAWNS, encoding="utf-8")
    words = ("spawns.py", "build", "all", "paper-die", "--lang", "fr", "--quiet", "--jobs")
    done = processes.run(python(*words, "2"), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    processes.run(python(*words, "1", "-o", "alone"), cwd=tmp_path, check=True)
    pages = [path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone").rglob("*.pdf")]
    assert len(pages) == 3
    for page in pages:
        assert (tmp_path / "output" / page).read_bytes() == (tmp_path / "alone" / page).read_bytes()


def test_folder_with_permission_error_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "permission denied")

    monkeypatch.setattr(files, "_open_at_once", refuse)
    with pytest.raises(PrintkitError, match="a folder, not a picture"):
        files.read_bytes(tmp_path, noun="picture", max_bytes=9)
    with pytest.raises(PrintkitError, match="permission is denied"):
        files.read_bytes(tmp_path / "one.png", noun="picture", max_bytes=9)


class OpenElsewhere(PermissionError):
    """The error that Windows raises for a file that another program has open."""

    winerror = 32


def test_file_open_in_viewer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.pdf").write_bytes(b"before")

    def refuse(*_: object) -> None:
        raise OpenElsewhere(errno.EACCES, "used by another process")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PrintkitError) as caught:
        files.replace_file(tmp_path / "one.pdf", b"after", action="It cannot be written")
    assert "another program has the file open" in str(caught.value)
    assert "Close it there" in str(caught.value)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"before"]


@processes.unix
def test_junction_counts_as_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files behind a junction are not removed, although it looks like a folder."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.txt").touch()
    out = tmp_path / "out"
    out.mkdir()
    junction = out / ".printkit-stage-old"
    junction.symlink_to(elsewhere, target_is_directory=True)
    monkeypatch.setattr(Path, "is_symlink", lambda _: False)
    monkeypatch.setattr(os.path, "islink", lambda _: False)
    is_junction = lambda path: Path(path) == junction  # noqa: E731
    monkeypatch.setattr(os.path, "isjunction", is_junction, raising=False)
    assert files.is_link(junction)
    with Staging(out):
        pass
    assert (elsewhere / "mine.txt").exists()
    with pytest.raises(PrintkitError, match="leads out of its folder"):
        files.refuse_foreign_links(junction)


def test_project_file_names_are_valid_on_windows() -> None:
    folders = ("printkit", "templates", "fonts", "tests", "docs")
    names = [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
    ]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        part = name.rsplit("/", 1)[-1]
        assert not re.search(r'[<>:"|?*\\]|[ .]$', part), name
        assert not re.fullmatch(DEVICES, part.split(".")[0], re.IGNORECASE), name
        assert len(name) < 150, name
