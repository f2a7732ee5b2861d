"""Reading files that a user names."""

import os
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.files import (
    ResolvedFolder,
    is_left_behind,
    link_or_copy,
    lock,
    read_bytes,
    read_text,
    replace_file,
    resolve_within,
    unlock,
)
from tests.support.processes import unix


def refusal(call: Callable[[], object]) -> PrintkitError:
    with pytest.raises(PrintkitError) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none", "{}: There is no such picture. Check the spelling of the path."),
        (".", "{}: This is a folder, not a picture. Name the file inside it."),
        ("a/b", "cannot be read: there is a file where a folder is needed"),
        ("n" * 300, "cannot be read: the name is too long. Choose a shorter one."),
    ],
)
def test_unreadable_file_error_has_reason(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "a").write_bytes(b"x")
    path = tmp_path / name
    error = refusal(lambda: read_bytes(path, noun="picture", max_bytes=10))
    assert reason.format(path) in str(error)


def test_error_for_large_file_names_sizes(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(b"x" * 2_500_000)
    error = refusal(lambda: read_bytes(path, noun="picture", max_bytes=2_000_000))
    assert (
        error.message
        == "This picture is 2.5 MB; the limit is 2 MB, because the whole file is read at once."
    )
    assert read_bytes(path, noun="picture", max_bytes=2_500_000) == b"x" * 2_500_000


@unix
@pytest.mark.parametrize("kind", ["a pipe", "a socket", "a device"])
def test_special_file_is_rejected_without_waiting(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "deck.toml"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
    else:
        path.symlink_to("/dev/zero")
    error = refusal(lambda: read_bytes(path, noun="definition", max_bytes=1000))
    text = f"This is {kind}, not a definition." if kind != "a socket" else "it is a socket or a"
    assert text in error.message
    assert error.hint == "Name an ordinary file."


@pytest.mark.parametrize(
    ("data", "place", "byte"),
    [
        (b"\xff", "1:1", "0xff"),
        (b"ab\n\xe9t\xe9\n", "2:1", "0xe9"),
        (b"ab\ncd\xe9\n", "2:3", "0xe9"),
        (b"ab\r\nc\xe9", "2:2", "0xe9"),
        ("é = é".encode() + b"\xe9", "1:6", "0xe9"),  # columns count letters, not bytes
        (b"\xef\xbb\xbfab\xe9", "1:3", "0xe9"),  # a byte order mark is not a column
        (b"\xef\xbb\xbfab\ncd\xe9", "2:3", "0xe9"),
        (b"\xff\xfea\x00", "1:1", "0xff"),  # UTF-16, as saved by some editors
    ],
)
def test_invalid_utf8_names_line_column_and_byte(
    tmp_path: Path, data: bytes, place: str, byte: str
) -> None:
    path = tmp_path / "f.toml"
    path.write_bytes(data)
    error = refusal(lambda: read_text(path, noun="definition", max_bytes=100))
    assert str(error) == (
        f"{path}:{place}: The definition is not UTF-8 text: byte {byte} cannot be read. "
        "Save it with the encoding UTF-8."
    )


def test_byte_order_mark_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbf\xc3\xa9")
    assert read_text(path, noun="definition", max_bytes=100) == "é"


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("a.svg", "a.svg"),
        ("art/../art/a.svg", "art/a.svg"),
        *((name, None) for name in ("../a.svg", "art/../../a.svg", "/etc/passwd", "../../../../x")),
        ("../deck2/a.svg", None),
        ("a\0.svg", None),
    ],
)
def test_path_below_folder_is_inside(tmp_path: Path, name: str, inside: str | None) -> None:
    home = tmp_path / "deck"
    home.mkdir()
    (tmp_path / "deck2").mkdir()
    expected = home.resolve() / inside if inside else None
    assert resolve_within(home, name) == expected
    assert ResolvedFolder(home).resolve(name) == expected


@unix
def test_link_out_of_folder_is_rejected(tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    (away / "a.svg").write_text("x")
    (home / "b.svg").write_text("x")
    (home / "out.svg").symlink_to(away / "a.svg")
    (home / "folder").symlink_to(away)
    (home / "in.svg").symlink_to(home / "b.svg")
    (tmp_path / "linked").symlink_to(home)
    for folder in (home, tmp_path / "linked"):
        for resolve in (partial(resolve_within, folder), ResolvedFolder(folder).resolve):
            assert resolve("out.svg") is None
            assert resolve("folder/a.svg") is None
            assert resolve("folder/../a.svg") is None
            assert resolve("folder/missing/a.svg") is None
            assert resolve("in.svg") == home.resolve() / "b.svg"
            assert resolve("b.svg/a.svg") == home.resolve() / "b.svg" / "a.svg"
            assert resolve("missing/a.svg") == home.resolve() / "missing" / "a.svg"


@unix
def test_circle_of_links_contains_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert resolve_within(tmp_path / "a", "c.svg") == ResolvedFolder(tmp_path / "a").resolve(
        "c.svg"
    )
    assert resolve_within(tmp_path, "a/c.svg") == ResolvedFolder(tmp_path).resolve("a/c.svg")


@unix
def test_replaced_file_leaves_no_leftovers(tmp_path: Path) -> None:
    path, link = tmp_path / "printkit.toml", tmp_path / "link.toml"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    (tmp_path / ".printkit-printkit.toml").write_bytes(b"ha")
    replace_file(link, b"new", action="It cannot be kept")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.toml", "printkit.toml"]
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)


def test_system_without_links_copies_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "link")
    (tmp_path / "one").write_bytes(b"bytes")
    link_or_copy(tmp_path / "one", tmp_path / "two")
    assert (tmp_path / "two").read_bytes() == b"bytes"


@unix
def test_folder_is_left_behind_unless_locked_or_absent(tmp_path: Path) -> None:
    assert is_left_behind(tmp_path) is True
    handle = lock(tmp_path)
    assert is_left_behind(tmp_path) is False
    unlock(handle)
    assert is_left_behind(tmp_path) is True
    assert is_left_behind(tmp_path / "absent") is False
