"""Reading what a person names, and writing so that nothing is ever half done."""

from __future__ import annotations

import errno
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.files import Staging, read_bytes, read_text, resolve_within, written_by_printkit

OURS = b"made by printkit\n"


def everything(folder: Path) -> list[str]:
    """All that lies below a folder, hidden names too."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refusal(call: Callable[[], object]) -> PrintkitError:
    with pytest.raises(PrintkitError) as caught:
        call()
    return caught.value


# --- reading -------------------------------------------------------------------------------------


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    error = refusal(lambda: read_text(path, noun="definition", max_bytes=10))
    assert str(error) == f"{path}: There is no such definition. Check the spelling of the path."


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    error = refusal(lambda: read_bytes(tmp_path, noun="picture", max_bytes=10))
    assert str(error) == f"{tmp_path}: This is a folder, not a picture. Name the file inside it."


def test_a_file_below_a_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    error = refusal(lambda: read_bytes(tmp_path / "a" / "b", noun="picture", max_bytes=10))
    assert "cannot be read: a file stands where a folder is needed" in str(error)


def test_a_name_too_long_says_so(tmp_path: Path) -> None:
    error = refusal(lambda: read_bytes(tmp_path / ("n" * 300), noun="picture", max_bytes=10))
    assert "cannot be read: the name is too long. Choose a shorter one." in str(error)


def test_a_file_over_the_limit_names_both_sizes(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(b"x" * 2_500_000)
    error = refusal(lambda: read_bytes(path, noun="picture", max_bytes=2_000_000))
    assert error.message == "This picture has 2.5 MB; the limit is 2 MB."
    assert read_bytes(path, noun="picture", max_bytes=2_500_000) == b"x" * 2_500_000


@pytest.mark.parametrize("kind", ["a pipe", "a socket", "a device"])
def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "deck.toml"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
    else:
        path.symlink_to("/dev/zero")
    error = refusal(lambda: read_bytes(path, noun="definition", max_bytes=1000))
    said = f"This is {kind}, not a definition." if kind != "a socket" else "it is a socket or a"
    assert said in error.message
    assert error.hint == "Name an ordinary file."


@pytest.mark.parametrize(
    ("data", "place", "byte"),
    [
        (b"\xff", "1:1", "0xff"),
        (b"ab\n\xe9t\xe9\n", "2:1", "0xe9"),
        (b"ab\ncd\xe9\n", "2:3", "0xe9"),
        (b"ab\r\nc\xe9", "2:2", "0xe9"),
        ("é = é".encode() + b"\xe9", "1:6", "0xe9"),  # columns count letters, not bytes
        (b"\xef\xbb\xbfab\xe9", "1:3", "0xe9"),  # a byte order mark is no column
        (b"\xef\xbb\xbfab\ncd\xe9", "2:3", "0xe9"),
        (b"\xff\xfea\x00", "1:1", "0xff"),  # UTF-16, as some editors save
    ],
)
def test_wrong_utf8_names_line_column_and_byte(
    tmp_path: Path, data: bytes, place: str, byte: str
) -> None:
    path = tmp_path / "f.toml"
    path.write_bytes(data)
    error = refusal(lambda: read_text(path, noun="definition", max_bytes=100))
    assert str(error) == (
        f"{path}:{place}: The definition is not UTF-8 text: byte {byte} cannot be read. "
        "Save it with the encoding UTF-8."
    )


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbf\xc3\xa9")
    assert read_text(path, noun="definition", max_bytes=100) == "é"


# --- paths that must stay inside -----------------------------------------------------------------


def test_inside_allows_what_lies_below(tmp_path: Path) -> None:
    assert resolve_within(tmp_path, "a.svg") == tmp_path.resolve() / "a.svg"
    assert resolve_within(tmp_path, "art/../art/a.svg") == tmp_path.resolve() / "art" / "a.svg"


@pytest.mark.parametrize("name", ["../a.svg", "art/../../a.svg", "/etc/passwd", "../../../../x"])
def test_inside_refuses_what_leads_out(tmp_path: Path, name: str) -> None:
    assert resolve_within(tmp_path, name) is None


def test_inside_refuses_a_link_that_leads_out_and_allows_one_that_stays(tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    (away / "a.svg").write_text("x")
    (home / "b.svg").write_text("x")
    (home / "out.svg").symlink_to(away / "a.svg")
    (home / "folder").symlink_to(away)
    (home / "in.svg").symlink_to(home / "b.svg")
    assert resolve_within(home, "out.svg") is None
    assert resolve_within(home, "folder/a.svg") is None
    assert resolve_within(home, "in.svg") == home.resolve() / "b.svg"


def test_inside_refuses_a_sister_folder_with_a_longer_name(tmp_path: Path) -> None:
    (tmp_path / "deck").mkdir()
    (tmp_path / "deck2").mkdir()
    assert resolve_within(tmp_path / "deck", "../deck2/a.svg") is None


def test_inside_refuses_a_name_that_is_no_path(tmp_path: Path) -> None:
    assert resolve_within(tmp_path, "a\0.svg") is None


# --- writing -------------------------------------------------------------------------------------


def test_all_files_appear_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    with Staging(out) as staging:
        staging.add("one.txt", OURS)
        staging.add("sub/deeper/two.txt", OURS + b"2")
        assert not (out / "one.txt").exists()
        staging.commit()
    below = ["a/b/sub", "a/b/sub/deeper", "a/b/sub/deeper/two.txt"]
    assert everything(tmp_path) == ["a", "a/b", "a/b/one.txt", *below]
    assert (out / "sub" / "deeper" / "two.txt").read_bytes() == OURS + b"2"


def test_without_commit_nothing_appears(tmp_path: Path) -> None:
    with Staging(tmp_path / "out") as staging:
        staging.add("one.txt", OURS)
    assert everything(tmp_path) == []


@pytest.mark.parametrize("kind", [RuntimeError, KeyboardInterrupt, PrintkitError, SystemExit])
def test_an_exception_leaves_nothing_and_takes_made_folders_away(
    tmp_path: Path, kind: type[BaseException]
) -> None:
    (tmp_path / "kept").mkdir()

    def build() -> None:
        with Staging(tmp_path / "kept" / "made" / "deep") as staging:
            staging.add("one.txt", OURS)
            raise kind("stop")

    with pytest.raises(kind):
        build()
    assert everything(tmp_path) == ["kept"]


def test_an_exception_keeps_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(OURS + b"old")

    def build() -> None:
        with Staging(tmp_path) as staging:
            staging.add("one.txt", OURS + b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        build()
    assert everything(tmp_path) == ["one.txt"]
    assert (tmp_path / "one.txt").read_bytes() == OURS + b"old"


def test_our_own_older_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(OURS + b"old")
    with Staging(tmp_path) as staging:
        staging.add("one.txt", OURS + b"new")
        staging.commit()
    assert everything(tmp_path) == ["one.txt"]
    assert (tmp_path / "one.txt").read_bytes() == OURS + b"new"


def test_a_file_that_is_dropped_goes_with_the_commit_and_not_before(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_bytes(OURS)
    (tmp_path / "kept.txt").write_bytes(OURS)
    with Staging(tmp_path) as staging:
        staging.add("new.txt", OURS)
        staging.drop("old.txt")
        assert (tmp_path / "old.txt").exists()
        staging.commit()
    assert everything(tmp_path) == ["kept.txt", "new.txt"]


@pytest.mark.parametrize("theirs", [b"my notes", b"", b"x" * 2048 + b"printkit"])
def test_a_persons_file_is_never_overwritten_and_nothing_else_is_put(
    tmp_path: Path, theirs: bytes
) -> None:
    (tmp_path / "two.txt").write_bytes(theirs)
    (tmp_path / "one.txt").write_bytes(OURS + b"old")

    def build() -> None:
        with Staging(tmp_path) as staging:
            staging.add("one.txt", OURS + b"new")
            staging.add("two.txt", OURS)
            staging.add("three.txt", OURS)
            staging.commit()

    error = refusal(build)
    assert str(error) == (
        f"{tmp_path / 'two.txt'}: This was not made by printkit and is not overwritten. "
        "Move it away, or name another folder with -o."
    )
    assert everything(tmp_path) == ["one.txt", "two.txt"]
    assert (tmp_path / "one.txt").read_bytes() == OURS + b"old"
    assert (tmp_path / "two.txt").read_bytes() == theirs


def test_a_folder_in_the_place_of_a_file_is_kept(tmp_path: Path) -> None:
    (tmp_path / "one.txt" / "inner").mkdir(parents=True)

    def build() -> None:
        with Staging(tmp_path) as staging:
            staging.add("zero.txt", OURS)
            staging.add("one.txt", OURS)
            staging.commit()

    assert "is not overwritten" in str(refusal(build))
    assert everything(tmp_path) == ["one.txt", "one.txt/inner"]


def test_is_ours_looks_at_the_first_two_kilobytes(tmp_path: Path) -> None:
    path = tmp_path / "f"
    for data, ours in [
        (b"x" * 2040 + b"printkit", True),
        (b"x" * 2041 + b"printkit", False),
        (b"Printkit", False),
        (b"", False),
    ]:
        path.write_bytes(data)
        assert written_by_printkit(path) is ours, data[-20:]


@pytest.mark.parametrize("below", ["", "x", "x/y"])
def test_an_output_folder_that_is_a_file_is_refused(tmp_path: Path, below: str) -> None:
    (tmp_path / "out").write_text("mine")

    def build() -> None:
        with Staging(tmp_path / "out" / below):
            raise AssertionError("a folder was made on top of a file")

    error = refusal(build)
    assert (
        error.message == "The output folder cannot be made: a file stands where a folder is needed."
    )
    assert error.hint == "Name another folder with -o."
    assert everything(tmp_path) == ["out"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full. Free some space, or name another folder with -o."),
        (errno.EDQUOT, "the disk quota is used up. Free some space."),
        (errno.EACCES, "permission is denied. Change the permissions, or name another place."),
        (errno.EROFS, "the disk is read-only. Name another folder with -o."),
        (errno.EIO, f"{os.strerror(errno.EIO)}."),
    ],
)
def test_a_disk_that_refuses_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    real = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if self.name == "two.txt":
            real(self, data[:3])  # a part is written before the disk is full
            raise OSError(number, os.strerror(number))
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    out = tmp_path / "made" / "out"

    def build() -> None:
        with Staging(out) as staging:
            staging.add("one.txt", OURS)
            staging.add("two.txt", OURS)
            staging.commit()

    error = refusal(build)
    assert str(error) == f"{out}: The file two.txt cannot be written: {words}"
    assert everything(tmp_path) == []


def test_a_disk_that_is_full_from_the_start_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)

    def build() -> None:
        with Staging(tmp_path / "made" / "out"):
            raise AssertionError("there is no stage")

    assert "the disk is full" in str(refusal(build))
    assert everything(tmp_path) == []


def test_all_or_none_also_when_a_file_cannot_be_put_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "sub").write_text("a file where a folder is needed")

    def build() -> None:
        with Staging(tmp_path) as staging:
            staging.add("one.txt", OURS)
            staging.add("sub/two.txt", OURS)
            staging.commit()

    assert "a file stands where a folder is needed" in str(refusal(build))
    assert everything(tmp_path) == ["sub"]


def test_a_rename_that_fails_half_way_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.txt").write_bytes(OURS + b"old")
    real = os.replace

    def failing(source: Path, target: Path) -> None:
        if Path(target) == tmp_path / "two.txt":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(source, target)

    monkeypatch.setattr(os, "replace", failing)

    def build() -> None:
        with Staging(tmp_path) as staging:
            staging.add("one.txt", OURS + b"new")
            staging.add("two.txt", OURS)
            staging.commit()

    refusal(build)
    monkeypatch.undo()
    assert everything(tmp_path) == ["one.txt"]
    assert (tmp_path / "one.txt").read_bytes() == OURS + b"old"


def test_ctrl_c_is_held_back_while_files_are_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, seen = os.replace, []

    def interrupted(source: Path, target: Path) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        seen.append(Path(target).name)
        real(source, target)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(os, "replace", interrupted)
    with Staging(tmp_path) as staging:
        staging.add("one.txt", OURS)
        staging.add("two.txt", OURS)
        staging.commit()
    assert seen[-2:] == ["one.txt", "two.txt"]
    assert {"one.txt", "two.txt"} == set(everything(tmp_path))
    assert signal.getsignal(signal.SIGINT) is before


def test_a_build_in_another_thread_works(tmp_path: Path) -> None:
    def build() -> None:
        with Staging(tmp_path / "out") as staging:
            staging.add("one.txt", OURS)
            staging.commit()

    thread = threading.Thread(target=build)
    thread.start()
    thread.join()
    assert everything(tmp_path) == ["out", "out/one.txt"]
