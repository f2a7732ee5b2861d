"""The digest of an installed program: kept with the sizes and times of its files, never stale."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.base import content
from tests.support.processes import unix

pytestmark = unix


class Installed:
    """A program of two files; `digests` counts how often its files were read."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        self.root, self.digests = folder / "code", 0
        (self.root / "part").mkdir(parents=True)
        self.files = self.root / "one.py", self.root / "part" / "two.toml"
        for file in self.files:
            file.write_text("a = 1\n", encoding="utf-8")
        whole = content.digest_files

        def counted(roots: dict[str, Path]) -> str:
            self.digests += 1
            return whole(roots)

        monkeypatch.setattr(content, "digest_files", counted)

    def read(self) -> tuple[str, bool]:
        """Return the digest, and whether the files were read for it."""
        before = self.digests
        return content._digest_installed({"code": self.root}), self.digests > before


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Return a program that was installed longer ago than the last moment."""
    monkeypatch.setattr(content, "_SAME_MOMENT", -1_000_000_000)
    return Installed(tmp_path, monkeypatch)


def edit(file: Path) -> None:
    """Change a file, and neither its size nor the time that programs can set."""
    found = file.stat()
    file.write_text("a = 2\n", encoding="utf-8")
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))


def replace_by_copy(file: Path) -> None:
    copy = file.with_suffix(".copy")
    copy.write_text("a = 2\n", encoding="utf-8")
    os.utime(copy, ns=(0, file.stat().st_mtime_ns))
    copy.replace(file)


def rename(file: Path) -> None:
    file.rename(file.with_suffix(".other"))


@pytest.mark.parametrize("change", [edit, replace_by_copy, rename, os.remove])
@pytest.mark.parametrize("number", [0, 1])
def test_any_change_of_a_file_gives_another_digest(
    installed: Installed, change: Callable[[Path], object], number: int
) -> None:
    first, is_read = installed.read()
    assert is_read
    assert installed.read() == (first, False)
    change(installed.files[number])
    second, is_read = installed.read()
    assert is_read
    assert second == content.digest_files({"code": installed.root}) != first
    (installed.root / "three.py").touch()
    assert installed.read()[0] not in (first, second)


def test_files_of_this_moment_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Installed(tmp_path, monkeypatch)
    assert [program.read()[1] for _ in range(3)] == [True] * 3


def test_damaged_or_foreign_digest_is_not_used(installed: Installed) -> None:
    first, _ = installed.read()
    (kept,) = (installed.root.parent / "cache" / "printkit").rglob("digests/*")
    kept.write_bytes(kept.read_bytes()[:-1] + b"x")
    assert installed.read() == (first, True)
    kept.write_bytes(b"")
    assert installed.read() == (first, True)
    assert installed.read() == (first, False)


def test_checkout_is_always_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "_folders", lambda: None)
    monkeypatch.setattr(content, "_digest_installed", lambda roots: pytest.fail("a checkout"))
    assert len(content.source_digest.__wrapped__()) == 64
