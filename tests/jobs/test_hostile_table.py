"""Kits under hostile conditions: simultaneous builds, labels, other Pythons."""

import hashlib
import json
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from printkit.base.content import program_digest
from printkit.base.errors import PrintkitError, UsageError
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan
from printkit.jobs.staging import MANIFEST
from tests.support import processes


def test_builds_at_once_leave_the_files_of_one(tmp_path: Path) -> None:
    """In either order of the builds, the manifest lists the files of the folder."""
    words = ("expansion", "cards", "tuck-box", "-o", tmp_path, "--format", "dump,svg")
    command = processes.printkit("build", *words)
    for _ in range(2):
        with ExitStack() as stack:
            running = [
                stack.enter_context(processes.start([*command, "--bleed", f"{bleed}mm"]))
                for bleed in (1, 2)
            ]
            assert [process.wait(processes.TIMEOUT) for process in running] == [0, 0]
        folder = tmp_path / "expansion"
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        for entry in manifest["files"]:
            data = (folder / entry["file"]).read_bytes()
            assert hashlib.sha256(data).hexdigest() == entry["sha256"], entry["file"]
        assert {one.name for one in folder.iterdir()} == {
            MANIFEST,
            *(entry["file"] for entry in manifest["files"]),
        }


def test_a_kit_has_its_tokens_on_labels_and_all_else_on_paper(tmp_path: Path) -> None:
    labels, plain = (
        plan(make_job("pazaak", formats=("dump",), **wishes)).as_data()["made"]
        for wishes in ({"label_sheet": "8293"}, {})
    )
    assert [one["product"] for one in labels] == [one["product"] for one in plain]
    changed = {
        one["product"]
        for one, other in zip(labels, plain, strict=True)
        if one["sheets"] != other["sheets"] or one["cuts"] != other["cuts"]
    }
    assert changed == {"tokens"}
    with pytest.raises(UsageError, match="not printed on labels"):
        build(make_job("pazaak", ("cards", "tokens"), label_sheet="8293", out=tmp_path / "cards"))
    with pytest.raises(PrintkitError, match="cannot be combined with other layouts"):
        build(make_job("pazaak", label_sheet="8293", layout="single", out=tmp_path / "cards"))


def test_another_python_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    before = program_digest.__wrapped__()
    assert program_digest.__wrapped__() == before
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert program_digest.__wrapped__() != before
