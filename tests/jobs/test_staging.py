"""All files or none are written into a folder, and no file of the user is lost."""

import errno
import fcntl
import hashlib
import json
import os
import re
import signal
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import pytest
from msgspec.structs import replace

from printkit.base import files as file_access
from printkit.base.errors import PrintkitError
from printkit.base.files import DEFAULT_OUT, generator
from printkit.jobs.staging import (
    MANIFEST,
    FileEntry,
    Manifest,
    PreviousBuild,
    Staging,
    read_manifest,
)
from tests.jobs.kills import kill_builds
from tests.support import processes
from tests.support.decks import facts

EMPTY = Manifest(
    generator=generator(),
    name={},
    products=(),
    options={},
    sheets=0,
    cuts=0,
    ink_percent=None,
    made=(),
    files=(),
)


def entry(name: str, data: bytes, product: str = "cards") -> FileEntry:
    checksum = hashlib.sha256(data).hexdigest()
    about = {"product": product, "language": "en", "format": "pdf"}
    return FileEntry(file=name, **about, pages=1, cards=0, sha256=checksum)


def put(
    folder: Path, files: Mapping[str, bytes], product: str = "cards", *, over: bool = False
) -> tuple[Path, ...]:
    """Put files into a folder as a build of a product does; return the backup copies."""
    with Staging(folder, replace=over) as staging:
        for name, data in files.items():
            staging.add(name, data)
        entries = tuple(entry(name, data, product) for name, data in files.items())
        return staging.commit(replace(EMPTY, files=entries), swept_stems=("",))


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder except the manifest, hidden ones included; folders end in a
    slash.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.name != MANIFEST:
            name = str(path.relative_to(folder))
            found[f"{name}/" if path.is_dir() else name] = b"" if path.is_dir() else bytes_of(path)
    return found


def bytes_of(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def listed(folder: Path) -> list[str]:
    manifest = read_manifest(folder)
    return [one.file for one in manifest.files] if manifest else []


def refusal(call: Callable[[], object]) -> PrintkitError:
    with pytest.raises(PrintkitError) as caught:
        call()
    return caught.value


# --- all or none ---------------------------------------------------------------------------------


def test_all_files_appear_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    with Staging(out) as staging:
        staging.add("one.txt", b"1")
        assert not (out / "one.txt").exists()
        staging.commit(replace(EMPTY, files=(entry("one.txt", b"1"),)))
    assert contents(tmp_path) == {"a/": b"", "a/b/": b"", "a/b/one.txt": b"1"}
    assert listed(out) == ["one.txt"]


@pytest.mark.parametrize("kind", [RuntimeError, KeyboardInterrupt, PrintkitError, SystemExit])
def test_exception_leaves_the_folder_unchanged(tmp_path: Path, kind: type[BaseException]) -> None:
    put(tmp_path / "kept", {"one.txt": b"old"})
    before = contents(tmp_path)

    def build(folder: Path) -> None:
        with Staging(folder) as staging:
            staging.add("one.txt", b"new")
            raise kind("stop")

    for folder in (tmp_path / "kept", tmp_path / "kept" / "made" / "deep"):
        with pytest.raises(kind):
            build(folder)
        assert contents(tmp_path) == before


def test_our_older_files_are_replaced_and_pages_past_the_last_go(tmp_path: Path) -> None:
    put(tmp_path, {"1.pdf": b"old", "2.pdf": b"old", "3.pdf": b"old"})
    put(tmp_path, {"mat.pdf": b"mat"}, "mat")
    (tmp_path / "3.pdf").write_bytes(b"with notes of mine")
    put(tmp_path, {"1.pdf": b"new"})
    assert contents(tmp_path) == {
        "1.pdf": b"new",
        "3.pdf": b"with notes of mine",
        "mat.pdf": b"mat",
    }
    assert listed(tmp_path) == ["1.pdf", "mat.pdf"]


def test_a_link_at_the_default_place_must_not_lead_out_of_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link was not named, so it may have come with an untrusted folder. A link inside the
    folder and a named link are accepted.
    """
    work, away, inside = (tmp_path / name for name in ("work", "away", "work/inside"))
    for folder in (work, away, inside):
        folder.mkdir()
    monkeypatch.chdir(work)
    for name, target in ((DEFAULT_OUT, away), ("named", away)):
        Path(name).symlink_to(target)
    assert "leads out of its folder" in str(refusal(lambda: put(DEFAULT_OUT / "mini", {"a": b""})))
    assert "leads out of its folder" in str(refusal(lambda: PreviousBuild(DEFAULT_OUT / "mini")))
    assert contents(away) == {}
    put(Path("named/mini"), {"a": b""})
    assert contents(away) == {"mini/": b"", "mini/a": b""}
    DEFAULT_OUT.unlink()
    DEFAULT_OUT.symlink_to("inside")
    put(DEFAULT_OUT / "mini", {"a": b""})
    assert contents(inside) == {"mini/": b"", "mini/a": b""}


def test_only_names_that_printkit_gives_are_removed(tmp_path: Path) -> None:
    """A hostile manifest lists files of the user with their real checksums."""
    listed = ("notes.pdf", "mini-cards-en.txt", "mini-cards-en-2.pdf")
    put(tmp_path, dict.fromkeys(listed, b"mine"))
    with Staging(tmp_path) as staging:
        staging.add("mini-cards-en-1.pdf", b"1")
        files = (entry("mini-cards-en-1.pdf", b"1"),)
        staging.commit(replace(EMPTY, files=files), swept_stems=("mini-cards-en",))
    kept = dict.fromkeys(listed[:2], b"mine")
    assert contents(tmp_path) == {**kept, "mini-cards-en-1.pdf": b"1"}


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full. Free some space, or name another folder with -o."),
        (errno.EDQUOT, "the disk quota is used up. Free some space."),
        (errno.EACCES, "permission is denied. Change the permissions, or choose another location."),
        (errno.EROFS, "the disk is read-only. Name another folder with -o."),
        (errno.EIO, f"{os.strerror(errno.EIO)}."),
    ],
)
def test_a_disk_that_refuses_leaves_nothing(tmp_path: Path, number: int, words: str) -> None:
    def full(file: BinaryIO) -> None:
        file.write(b"a part is written before the disk is full")
        raise OSError(number, os.strerror(number))

    out = tmp_path / "made" / "out"

    def build() -> None:
        with Staging(out) as staging:
            staging.add("one.txt", b"1")
            staging.add("two.txt", full)

    error = refusal(build)
    assert str(error) == f"{out}: The file two.txt cannot be written: {words}"
    assert contents(tmp_path) == {}


def test_a_disk_that_is_full_from_the_start_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    assert "the disk is full" in str(refusal(lambda: put(tmp_path / "made" / "out", {})))
    assert contents(tmp_path) == {}


def test_a_rename_that_fails_half_way_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, {"one.txt": b"old", "gone.txt": b"old"})
    (tmp_path / "two.txt").write_bytes(b"mine")
    before, real = {**contents(tmp_path), MANIFEST: bytes_of(tmp_path / MANIFEST)}, os.replace

    def failing(source: Path, target: Path) -> None:
        if Path(target) == tmp_path / MANIFEST and "before" not in Path(source).parts:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(source, target)

    monkeypatch.setattr(os, "replace", failing)
    refusal(lambda: put(tmp_path, {"one.txt": b"new", "two.txt": b"2", "3.txt": b"3"}, over=True))
    assert {**contents(tmp_path), MANIFEST: bytes_of(tmp_path / MANIFEST)} == before


def test_ctrl_c_is_held_back_while_files_are_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, seen = os.replace, []

    def interrupted(source: Path, target: Path) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        seen.append(Path(target).name)
        real(source, target)

    # A shell starts what runs behind it with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(os, "replace", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            put(tmp_path, {"one.txt": b"1", "two.txt": b"2"})
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == ["one.txt", "two.txt", MANIFEST]
    assert contents(tmp_path) == {"one.txt": b"1", "two.txt": b"2"}


# --- files that a user changed --------------------------------------------------------------------


def test_files_changed_by_user_stop_the_commit(tmp_path: Path) -> None:
    put(tmp_path, {"one.pdf": b"old", "score.pdf": b"printkit", "book.md": b"printkit"})
    (tmp_path / "score.pdf").write_bytes(b"printkit, filled in")
    (tmp_path / "book.md").write_bytes(b"printkit, and my notes")
    before = contents(tmp_path)
    new = {"one.pdf": b"new", "score.pdf": b"new", "book.md": b"new", "four.pdf": b"4"}
    error = refusal(lambda: put(tmp_path, new))
    assert str(error) == (
        f"{tmp_path / 'score.pdf'}: This file was not made by printkit, or has changed "
        "since, so it is not overwritten. The same applies to book.md. Nothing was written. "
        "With --replace it is kept as score.pdf.bak; -o names another folder."
    )
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kind", ["link", "dangling link"])
def test_with_replace_it_is_copied_first_and_no_copy_is_overwritten(
    tmp_path: Path, kind: str
) -> None:
    put(tmp_path, {"score.pdf": b"0"})
    for name, data in (("score.pdf", b"mine"), ("score.pdf.bak", b"older")):
        (tmp_path / name).write_bytes(data)
    assert put(tmp_path, {"score.pdf": b"1"}, over=True) == (tmp_path / "score.pdf.bak2",)
    (tmp_path / "score.pdf").write_bytes(b"older")  # of which there is a copy
    assert put(tmp_path, {"score.pdf": b"1"}, over=True) == (tmp_path / "score.pdf.bak",)
    whole = {"score.pdf": b"1", "score.pdf.bak": b"older", "score.pdf.bak2": b"mine"}
    assert contents(tmp_path) == whole
    (tmp_path / "score.pdf").unlink()
    target = tmp_path / ("score.pdf.bak" if kind == "link" else "none")
    (tmp_path / "score.pdf").symlink_to(target)
    refusal(lambda: put(tmp_path, {"score.pdf": b"1"}))
    assert put(tmp_path, {"score.pdf": b"1"}, over=True) == (tmp_path / "score.pdf.bak3",)
    assert os.readlink(tmp_path / "score.pdf.bak3") == str(target)
    assert contents(tmp_path).items() >= whole.items()


@pytest.mark.parametrize("kind", ["a folder", "a special file"])
def test_non_file_is_kept_with_any_option(tmp_path: Path, kind: str) -> None:
    if kind == "a folder":
        (tmp_path / "one.txt" / "inner").mkdir(parents=True)
    else:
        os.mkfifo(tmp_path / "one.txt")
    before = contents(tmp_path)
    new = {"zero.txt": b"0", "one.txt": b"1"}
    for error in (
        refusal(lambda: put(tmp_path, new)),
        refusal(lambda: put(tmp_path, new, over=True)),
    ):
        assert (
            error.message == f"This is {kind} that printkit did not make, so it is not overwritten."
        )
        assert contents(tmp_path) == before


def test_a_file_that_is_the_same_as_the_new_one_is_taken_over(tmp_path: Path) -> None:
    put(tmp_path, {"one.txt": b"1"})
    (tmp_path / MANIFEST).unlink()
    assert put(tmp_path, {"one.txt": b"1"}) == ()
    assert listed(tmp_path) == ["one.txt"]


# --- manifests -----------------------------------------------------------------------------------


def broken(folder: Path, **changes: object) -> None:
    """Change the first file in the manifest of a folder, or the manifest itself."""
    data = json.loads(bytes_of(folder / MANIFEST))
    for key, value in changes.items():
        (data if key in data else data["files"][0])[key] = value
    (folder / MANIFEST).write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.parametrize(
    ("changes", "place"), [*facts(__file__)["foreign"], ({"files": None}, "files")]
)
def test_a_manifest_that_is_not_ours_removes_nothing(
    tmp_path: Path, changes: dict[str, object], place: str
) -> None:
    out = tmp_path / "out"
    put(out, {"one.txt": b"1"})
    (out / "photos").mkdir()
    (out / "photos" / "1.jpg").write_bytes(b"me")
    (tmp_path / "mine.txt").write_bytes(b"mine")
    broken(out, **changes)
    theirs, before = bytes_of(out / MANIFEST), contents(tmp_path)
    error = refusal(lambda: put(out, {"two.txt": b"2"}))
    first, *others = str(error).splitlines()
    assert first == (
        f"{out / MANIFEST}: This is not a manifest of the kind that printkit writes, so it is "
        "not overwritten. Move it elsewhere; --replace writes a new one and keeps this one as "
        "manifest.json.bak."
    )
    assert re.match(rf"{re.escape(str(out / MANIFEST))}:\d+:\d+: {re.escape(place)}: ", others[0])
    assert contents(tmp_path) == before
    assert put(out, {"two.txt": b"2"}, over=True) == (out / f"{MANIFEST}.bak",)
    assert contents(tmp_path) == {**before, "out/two.txt": b"2", f"out/{MANIFEST}.bak": theirs}
    assert listed(out) == ["two.txt"]


MADE = {"product": "cards", "language": "en", "sheets": 1, "cuts": 4, "sides": "long"}
NO_COUNTS: tuple[object, ...] = (None, "x", [1], -5, 1.5, True)
WRONG = [
    *(("files", key, value) for key in ("pages", "cards") for value in NO_COUNTS),
    *(("made", key, value) for key in ("sheets", "cuts") for value in NO_COUNTS),
    *(("made", "sides", value) for value in (None, "x", [1])),
    ("made", "recipe", "x"),
]


def test_missing_facts_are_rejected(tmp_path: Path) -> None:
    put(tmp_path, {"one.txt": b"1"})
    broken(tmp_path, made=[{**MADE, "recipe": "a" * 64}])
    whole = json.loads(bytes_of(tmp_path / MANIFEST))
    assert read_manifest(tmp_path) is not None
    for part, key, value in WRONG:
        for record in ({**whole[part][0], key: value}, {**whole[part][0]}):
            if record == whole[part][0]:
                del record[key]
            broken(tmp_path, **{**whole, part: [record]})
            error = refusal(lambda: put(tmp_path, {"one.txt": b"2"}))
            assert "This is not a manifest of the kind that printkit writes" in error.message


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"[" * 100_000, b'"\xff"', b"null", b"\0"])
def test_manifest_that_is_not_json_is_rejected(tmp_path: Path, data: bytes) -> None:
    (tmp_path / MANIFEST).write_bytes(data)
    error = refusal(lambda: put(tmp_path, {"one.txt": b"1"}))
    assert "This is not a manifest of the kind that printkit writes" in error.message


def test_one_file_listed_twice_is_refused(tmp_path: Path) -> None:
    put(tmp_path, {"one.txt": b"1"})
    data = json.loads(bytes_of(tmp_path / MANIFEST))
    broken(tmp_path, files=[*data["files"], {**data["files"][0], "file": "ONE.txt"}])
    assert "files[1].file: This file is listed twice." in str(
        refusal(lambda: put(tmp_path, {"one.txt": b"2"}))
    )


def test_a_folder_or_a_link_that_a_manifest_lists_is_left_alone(tmp_path: Path) -> None:
    """They have no checksum, even if the manifest states one."""
    put(tmp_path, {"1.pdf": b"1", "photos": b"x", "link": b"x"})
    for name in ("photos", "link"):
        (tmp_path / name).unlink()
    (tmp_path / "photos").mkdir()
    (tmp_path / "mine").write_bytes(b"x")
    (tmp_path / "link").symlink_to("mine")
    put(tmp_path, {"1.pdf": b"2"})
    assert contents(tmp_path) == {"1.pdf": b"2", "link": b"x", "mine": b"x", "photos/": b""}
    assert (tmp_path / "link").is_symlink()


def test_builds_of_different_products_at_once_are_both_in_the_manifest(tmp_path: Path) -> None:
    """The result does not depend on what the second build read before the first was done."""
    with Staging(tmp_path) as first, Staging(tmp_path) as second:
        for staging, name in ((first, "cards.pdf"), (second, "mat.pdf")):
            staging.add(name, b"1")
        first.commit(replace(EMPTY, files=(entry("cards.pdf", b"1"),)), swept_stems=("",))
        second.commit(replace(EMPTY, files=(entry("mat.pdf", b"1", "mat"),)), swept_stems=("",))
    assert sorted(listed(tmp_path)) == ["cards.pdf", "mat.pdf"]
    put(tmp_path, {"cards.pdf": b"2"})  # which is still ours
    assert contents(tmp_path) == {"cards.pdf": b"2", "mat.pdf": b"1"}


def test_files_are_put_in_their_place_by_one_after_the_other(tmp_path: Path) -> None:
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    other = threading.Thread(target=put, args=(tmp_path, {"one.txt": b"1"}))
    other.start()
    other.join(0.1)
    assert other.is_alive()
    assert contents(tmp_path) == {}
    os.close(handle)
    other.join(30)
    assert contents(tmp_path) == {"one.txt": b"1"}


def test_a_stop_before_the_stage_is_made_leaves_no_folder(tmp_path: Path) -> None:
    """The folder exists already, and we do not hold its lock yet."""
    code = """if True:
        import pathlib, signal, sys
        from printkit.base import files, stopping
        from printkit.jobs.staging import Staging
        stopping.handle_signals()
        files.lock = lambda folder: signal.raise_signal(signal.SIGINT)
        Staging(pathlib.Path(sys.argv[1])).__enter__()
    """
    done = processes.run(processes.python("-c", code, tmp_path / "out" / "kessel"))
    assert done.returncode == 130, done.stderr
    assert contents(tmp_path) == {}


# --- killed --------------------------------------------------------------------------------------


class Killed(BaseException):
    """Simulates SIGKILL: nothing is undone."""


STEPS = ["mkdir", "link", "replace", "unlink", "mkdtemp"]


def kill_at(folder: Path, step: int, files: Mapping[str, bytes], over: bool) -> bool:
    """Put files into a folder and stop at a call that changes it; return False without such
    a call.
    """
    calls = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **wishes: object) -> object:
            nonlocal calls
            calls += 1
            if calls > step:
                raise Killed
            return real(*args, **wishes)

        return call

    staging = Staging(folder, replace=over)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Staging, "_remove", lambda self: None)
        for name in STEPS:
            home = tempfile if name == "mkdtemp" else os
            patch.setattr(home, name, counted(getattr(home, name)))
        try:
            staging.__enter__()
            for name, data in files.items():
                staging.add(name, data)
            entries = tuple(entry(name, data) for name, data in files.items())
            staging.commit(replace(EMPTY, files=entries), swept_stems=("",))
        except Killed:
            file_access.unlock(staging._lock)
            return True
    staging.__exit__(None, None, None)
    return False


@pytest.mark.parametrize("over", [False, True])
def test_a_kill_at_any_step_loses_nothing_and_the_next_build_leaves_nothing(
    tmp_path: Path, over: bool
) -> None:
    """After the kill every file is complete, old or new; after another build all files match the
    manifest.
    """
    old = {"1.pdf": b"old 1", "2.pdf": b"old 2", "3.pdf": b"old 3"}
    new = {"1.pdf": b"new 1", "2.pdf": b"new 2", "4.pdf": b"new 4"}
    step, killed = 0, True
    while killed:
        folder = tmp_path / str(step)
        put(folder, old)
        (folder / "notes.txt").write_bytes(b"mine")
        if over:
            (folder / "2.pdf").write_bytes(b"filled in")
        killed = kill_at(folder, step, new, over)
        left = {name: data for name, data in contents(folder).items() if "stage" not in name}
        assert left["notes.txt"] == b"mine"
        assert {left["1.pdf"]} <= {b"old 1", b"new 1"}
        assert left.get("3.pdf", b"old 3") == b"old 3"
        assert "3.pdf" in left or left["4.pdf"] == b"new 4"
        assert b"filled in" in left.values() or not over
        # Other data than before: the files of the killed build are known as ours.
        put(folder, {"1.pdf": b"last", "2.pdf": b"last", "4.pdf": b"last"}, over=over)
        copies = {"2.pdf.bak": b"filled in"} if over else {}
        known = {"1.pdf": b"last", "2.pdf": b"last", "4.pdf": b"last", "notes.txt": b"mine"}
        assert contents(folder) == {**known, **copies}, step
        assert sorted(listed(folder)) == ["1.pdf", "2.pdf", "4.pdf"]
        step += 1
    assert step > 12


@pytest.mark.nightly
def test_many_kills_lose_nothing_and_leave_nothing(tmp_path: Path) -> None:
    assert sum(kill_builds(tmp_path, 200).values()) == 200


def test_a_stage_in_use_is_left_alone(tmp_path: Path) -> None:
    with Staging(tmp_path) as staging:
        staging.add("one.txt", b"1")
        put(tmp_path, {"two.txt": b"2"})
        staging.commit(replace(EMPTY, files=(entry("one.txt", b"1"),)))
    assert contents(tmp_path) == {"one.txt": b"1", "two.txt": b"2"}


def test_stage_without_locks_expires_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_access, "find_fcntl", lambda: None)
    for name, age in (("new", 3600), ("old", 90_000)):
        stage = tmp_path / f".printkit-stage-{name}"
        stage.mkdir()
        time = os.stat(stage).st_mtime - age
        os.utime(stage, (time, time))
    put(tmp_path, {"one.txt": b"1"})
    assert contents(tmp_path) == {".printkit-stage-new/": b"", "one.txt": b"1"}


def test_a_folder_that_is_called_like_a_stage_keeps_what_we_never_put_there(tmp_path: Path) -> None:
    photos = tmp_path / ".printkit-stage-photos" / "2026"
    photos.mkdir(parents=True)
    (photos / "1.jpg").write_bytes(b"me")
    put(tmp_path, {"one.txt": b"1"})
    assert (photos / "1.jpg").read_bytes() == b"me"
