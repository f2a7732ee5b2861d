"""Kits under hostile hands: manifests changed, builds at once, pipes, labels, other Pythons."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from printkit.base.errors import DefinitionError, PrintkitError, UsageError
from printkit.base.files import Staging
from printkit.jobs.artifacts import BuildResult, build
from printkit.jobs.job import make_job
from printkit.jobs.manifest import MANIFEST
from printkit.jobs.recipe import program
from printkit.model.load import load
from tests.support import processes

REQUEST = {"variant": "expansion", "products": ("cards",), "formats": ("dump",)}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    return build(make_job(**REQUEST, out=tmp_path_factory.mktemp("kit")))  # type: ignore[arg-type]


def again(kit: BuildResult) -> BuildResult:
    return build(make_job(**REQUEST, out=kit.folder.parent))  # type: ignore[arg-type]


# --- a manifest that a person changed -----------------------------------------------------------

NO_COUNTS: tuple[Any, ...] = (None, "x", [1], -5, 1.5, True)


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        *[("made", key, value) for key in ("sheets", "cuts") for value in NO_COUNTS],
        *[("files", key, value) for key in ("pages", "cards") for value in NO_COUNTS],
        *[("made", "sides", value) for value in (None, "x", [1])],
    ],
)
def test_facts_that_are_none_are_made_anew(
    kit: BuildResult, part: str, key: str, value: Any
) -> None:
    path = kit.folder / MANIFEST
    whole = path.read_bytes()
    told = json.loads(whole)
    for one in told[part]:
        one[key] = value
    path.write_text(json.dumps(told), encoding="utf-8")
    assert again(kit).unchanged_count == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize("key", ["sheets", "cuts", "sides", "recipe"])
def test_facts_that_are_missing_are_made_anew(kit: BuildResult, key: str) -> None:
    path = kit.folder / MANIFEST
    whole = path.read_bytes()
    told = json.loads(whole)
    for one in told["made"]:
        del one[key]
    path.write_text(json.dumps(told), encoding="utf-8")
    assert again(kit).unchanged_count == 0
    assert path.read_bytes() == whole
    assert again(kit).unchanged_count == len(kit.files)


def test_a_manifest_too_deep_to_read_keeps_nothing(kit: BuildResult) -> None:
    path = kit.folder / MANIFEST
    whole = path.read_bytes()
    path.write_text('{"generator": "printkit", "made": ' + "[" * 100_000, encoding="utf-8")
    assert again(kit).unchanged_count == 0
    assert path.read_bytes() == whole


# --- what lies in the way -----------------------------------------------------------------------


@pytest.mark.parametrize("name", [MANIFEST, "expansion-cards-en.txt"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "expansion"
    folder.mkdir()
    os.mkfifo(folder / name)
    words = ("build", "expansion", "cards", "--format", "dump", "-o", str(tmp_path))
    done = processes.run(processes.printkit(*words))
    assert done.returncode == 1
    assert "This was not made by printkit" in done.stderr
    assert [one.name for one in folder.iterdir()] == [name]


def test_builds_at_once_leave_the_files_of_one(tmp_path: Path) -> None:
    """Whichever comes last: the manifest tells the files that lie there."""
    command = processes.printkit("build", "expansion", "-o", tmp_path, "--format", "dump,svg")
    for _ in range(2):
        with ExitStack() as stack:
            running = [
                stack.enter_context(processes.start([*command, "--bleed", f"{bleed}mm"]))
                for bleed in (1, 2, 3)
            ]
            assert [process.wait(processes.TIMEOUT) for process in running] == [0, 0, 0]
        folder = tmp_path / "expansion"
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        for entry in told["files"]:
            data = (folder / entry["file"]).read_bytes()
            assert hashlib.sha256(data).hexdigest() == entry["sha256"], entry["file"]
        assert {one.name for one in folder.iterdir()} == {
            MANIFEST,
            *(entry["file"] for entry in told["files"]),
        }


def test_files_are_put_in_their_place_by_one_after_the_other(tmp_path: Path) -> None:
    def put() -> None:
        with Staging(tmp_path) as staging:
            staging.add("one.txt", b"printkit")
            staging.commit()

    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    other = threading.Thread(target=put)
    other.start()
    other.join(0.3)
    assert other.is_alive()
    assert not (tmp_path / "one.txt").exists()
    os.close(handle)
    other.join(30)
    assert (tmp_path / "one.txt").read_bytes() == b"printkit"


# --- wishes -------------------------------------------------------------------------------------


def test_a_kit_has_its_tokens_on_labels_and_all_else_on_paper(tmp_path: Path) -> None:
    built = build(make_job("kessel", formats=("dump",), labels="8293", out=tmp_path))
    plain = build(make_job("kessel", formats=("dump",), out=tmp_path / "plain"))
    made = [one["product"] for one in built.manifest["made"]]
    assert made == [one["product"] for one in plain.manifest["made"]]
    changed = {
        one["product"]
        for one, other in zip(built.manifest["made"], plain.manifest["made"], strict=True)
        if one["sheets"] != other["sheets"] or one["cuts"] != other["cuts"]
    }
    assert changed == {"tokens"}
    with pytest.raises(UsageError, match="not printed on labels"):
        build(make_job("kessel", ("cards", "tokens"), labels="8293", out=tmp_path / "cards"))
    with pytest.raises(PrintkitError, match="layout of its own"):
        build(make_job("kessel", labels="8293", layout="cards", out=tmp_path / "cards"))


def test_another_python_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    before = program.__wrapped__()
    assert program.__wrapped__() == before
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert program.__wrapped__() != before


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [(5, 5, "has one step only."), (6, 5, "runs from the greater to the smaller.")],
)
def test_a_track_of_one_step_is_told_as_that(
    tmp_path: Path, first: int, last: int, said: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'extends = "expansion"\nslug = "own"\nname = { en = "Own", fr = "À moi" }\n'
        '[[tracks]]\nid = "t"\nname = { en = "T", fr = "T" }\n'
        f"from = {first}\nto = {last}\n",
        encoding="utf-8",
    )
    with pytest.raises(DefinitionError, match=said):
        load(str(path))
