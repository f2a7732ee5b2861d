"""The same request gives the same bytes on every supported Python: 3.11 to 3.14."""

from __future__ import annotations

import builtins
import json
import os
import time
import zlib
from pathlib import Path

import pytest

from printkit.pieces.kits import FIRST_PAGE
from tests.support.builds import build_books, build_kit
from tests.support.float_sums import compensated_sum, naive_sum, other_sum, strict_sum
from tests.support.processes import ROOT, environment, python, run

pytestmark = pytest.mark.nightly

OTHER_SUM = python(ROOT / "tests" / "support" / "float_sums.py")
# Interpreters of other versions with printkit's dependencies, as a PATH; `.ci/nightly` makes one.
OTHER_PYTHONS = [path for path in os.environ.get("PRINTKIT_PYTHONS", "").split(os.pathsep) if path]
ASK_VERSIONS = "import sys, zlib; print(*sys.version_info[:2], zlib.ZLIB_RUNTIME_VERSION)"


def files_of(folder: Path, *command: str | bytes | Path) -> dict[str, bytes]:
    """Build a kit with all kinds of sheets and its booklet in processes; read its files.

    It includes rule cards in French.
    """
    made = build_kit("random").manifest["products"]
    kit = [key for key in made if key != FIRST_PAGE]
    folders = []
    for name, wishes in (("kit", (*kit, "--format", "pdf,svg")), ("books", ("booklet",))):
        words = ("build", "random", *wishes, "--lang", "fr", "-o", folder / name)
        run([*command, *words], check=True, cwd=folder.parent, env=environment())
        folders.append(folder / name / "random")
    return read(*folders)


def read(*folders: Path) -> dict[str, bytes]:
    """Read the files in French, and their entries in the manifests."""
    files = {path.name: path.read_bytes() for folder in folders for path in folder.glob("*-fr*")}
    entries = [
        entry
        for folder in folders
        for entry in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
        if entry["file"] in files
    ]
    return {**files, "manifest.json": json.dumps(entries).encode()}


@pytest.fixture(scope="module")
def ours() -> dict[str, bytes]:
    files = read(build_kit("random").folder, build_books("random").folder)
    for part in ("rule-cards-fr.pdf", "booklet-fr.pdf", "mat-fr-01.svg", "tuck-box-fr-01.svg"):
        assert f"random-{part}" in files, sorted(files)
    return files


def test_files_do_not_depend_on_float_summation(ours: dict[str, bytes], tmp_path: Path) -> None:
    assert differing(ours, files_of(tmp_path / "out", *OTHER_SUM)) == []


def wait_until_installed(interpreter: str) -> None:
    """Wait for an environment that the gate makes beside the tests; its last file is a script."""
    script, end = Path(interpreter).with_name("printkit"), time.monotonic() + 120
    while not script.exists() and time.monotonic() < end:
        time.sleep(0.2)


def test_other_pythons_write_the_same_bytes(ours: dict[str, bytes], tmp_path: Path) -> None:
    for i, interpreter in enumerate(OTHER_PYTHONS):
        wait_until_installed(interpreter)
        versions = run([interpreter, "-c", ASK_VERSIONS], check=True).stdout.split()
        theirs = files_of(tmp_path / str(i), interpreter, "-m", "printkit")
        assert differing(ours, theirs, same_zlib=versions[2] == zlib.ZLIB_RUNTIME_VERSION) == []


def differing(
    ours: dict[str, bytes], theirs: dict[str, bytes], *, same_zlib: bool = True
) -> list[str]:
    """Return the files that differ; another zlib may compress the same page to other bytes."""
    compared = {name for name in ours | theirs if same_zlib or not name.endswith((".pdf", ".json"))}
    return sorted(name for name in compared if ours.get(name) != theirs.get(name))


def test_comparison_detects_a_difference() -> None:
    assert differing({"a": b"1", "b": b"2"}, {"a": b"1", "c": b"2"}) == ["b", "c"]
    assert differing({"a.pdf": b"1", "b": b"2"}, {"b": b"3"}, same_zlib=False) == ["b"]


def test_strict_sum_rejects_floats() -> None:
    assert builtins.sum is strict_sum, "conftest.py puts it in place"
    module = {"__name__": "printkit.somewhere"}
    assert eval("sum([1, 2])", module) == 3
    with pytest.raises(AssertionError, match=r"printkit\.somewhere:1 adds floats"):
        eval("sum(x / 10 for x in range(3))", module)
    assert eval("sum([0.5, 0.25])", {"__name__": "elsewhere"}) == 0.75


def test_naive_and_compensated_sums_differ() -> None:
    tenths = [0.1] * 10
    assert naive_sum(tenths) != 1.0 == compensated_sum(tenths)
    assert other_sum()(tenths) != other_sum.__globals__["BUILTIN_SUM"](tenths)
    assert naive_sum([1, 2], 3) == compensated_sum([1, 2], 3) == 6
