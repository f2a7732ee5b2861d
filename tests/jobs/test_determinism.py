"""Promise 2: the same request gives the same bytes, on any machine and in any order."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import re
import socket
import sys
from pathlib import Path

import pikepdf
import pytest

from tests.support.processes import printkit, run
from tests.support.raster import made

ROOT = Path(__file__).resolve().parents[2]


def built(out: Path, cwd: Path, seed: str, *arguments: str, **environment: str) -> None:
    """A build by the command line, in a process of its own."""
    cwd.mkdir(parents=True, exist_ok=True)
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": seed,
        "PYTHONDONTWRITEBYTECODE": "1",
        **environment,
    }
    run(printkit("build", *arguments, "-o", out), cwd=cwd, env=env, check=True)


def digests(folder: Path) -> dict[str, str]:
    """Each file below a folder with its checksum."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


FORMATS = "pdf,svg,png,dump"
COMMON = ("--dpi", "50", "--proof")


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same request in two processes that have as little in common as can be."""
    base = tmp_path_factory.mktemp("determinism")
    one, two = base / "one", base / "somewhere else" / "two"
    request = ("kessel", "cards", "--lang", "en,fr", "--format", FORMATS, *COMMON)
    built(one, base / "here", "1", *request, HOME=str(base), LANG="C", TZ="UTC", USER="ann")
    built(
        two,
        base / "a" / "deeper folder",
        "4242",
        *request,
        HOME="/nonexistent",
        LANG="fr_FR.UTF-8",
        TZ="Pacific/Auckland",
        USER="bob",
        LC_ALL="C.UTF-8",
        SOURCE_DATE_EPOCH="1",
    )
    return one, two


def test_the_same_request_gives_the_same_bytes(twice: tuple[Path, Path]) -> None:
    one, two = map(digests, twice)
    assert len(one) == 2 * (1 + 10 + 10 + 1) + 1  # pdf, svg, png, dump in two languages; manifest
    assert one == two


def test_another_request_gives_other_bytes(twice: tuple[Path, Path], tmp_path: Path) -> None:
    """Else the comparison above would mean nothing."""
    wishes = ("--lang", "en,fr", "--format", "svg", *COMMON, "--gap", "0.1mm")
    built(tmp_path, tmp_path, "1", "kessel", "cards", *wishes)
    old, new = digests(twice[0]), digests(tmp_path)
    pages = [name for name in new if name.endswith(".svg")]
    assert len(pages) > 10
    assert all(old.get(name) != new[name] for name in pages)


@pytest.mark.parametrize(
    "order",
    [
        ("--lang", "fr,en", "--format", "dump,png,svg,pdf"),
        ("--lang", "en", "--format", "pdf"),
        ("--lang", "fr", "--format", "svg,pdf"),
    ],
    ids=" ".join,
)
def test_order_and_company_do_not_matter(
    twice: tuple[Path, Path], tmp_path: Path, order: tuple[str, ...]
) -> None:
    """Each file is the same whatever is made before it in the same process."""
    built(tmp_path, tmp_path, "7", "kessel", "cards", *order, *COMMON)
    old, new = digests(twice[0]), digests(tmp_path)
    assert len(new) > 1
    manifest = "kessel/manifest.json"
    assert {name: old[name] for name in new if name != manifest} == {
        name: digest for name, digest in new.items() if name != manifest
    }
    entries = {e["file"]: e for e in _manifest(twice[0])["files"]}
    assert all(entries[e["file"]] == e for e in _manifest(tmp_path)["files"])


def test_other_variants_in_the_same_process_do_not_matter(
    twice: tuple[Path, Path], tmp_path: Path
) -> None:
    for variant in ("pazaak", "casino", "kessel"):
        made(
            tmp_path, variant, languages=("fr", "en"), formats=("pdf", "svg"), proof=True, dpi=50.0
        )
    old, new = digests(twice[0]), digests(tmp_path)
    names = [name for name in new if name.startswith("kessel/") and not name.endswith("json")]
    assert len(names) == 22
    assert {name: new[name] for name in names} == {name: old[name] for name in names}


def test_building_again_over_the_same_folder_changes_nothing(tmp_path: Path) -> None:
    made(tmp_path, "kessel", formats=("pdf", "svg"))
    before = digests(tmp_path)
    made(tmp_path, "kessel", formats=("pdf", "svg"))
    assert digests(tmp_path) == before


def _manifest(folder: Path) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads(
        (folder / "kessel" / "manifest.json").read_text(encoding="utf-8")
    )
    return found


def test_the_manifest_has_the_checksum_of_each_file(twice: tuple[Path, Path]) -> None:
    folder = twice[0] / "kessel"
    entries = {entry["file"]: entry["sha256"] for entry in _manifest(twice[0])["files"]}
    found = digests(folder)
    del found["manifest.json"]
    assert entries == found


def everything(folder: Path) -> dict[str, bytes]:
    """Each file with all that can be read in it: the streams of a PDF are unpacked."""
    texts = {}
    for path in folder.rglob("*"):
        if not path.is_file():
            continue
        texts[path.name] = path.read_bytes()
        if path.suffix == ".pdf":
            with pikepdf.open(path) as pdf:
                streams = [o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream)]
                texts[path.name] += b"\n".join([*streams, str(pdf.docinfo).encode()])
    return texts


def test_no_file_knows_where_or_by_whom_it_was_made(twice: tuple[Path, Path]) -> None:
    one, two = twice
    secrets = {
        str(ROOT),
        str(one),
        str(two.parent),
        "deeper folder",
        "somewhere else",
        "/tmp/",
        "/home/",
        "/nonexistent",
        "site-packages",
        sys.prefix,
    }
    names = {getpass.getuser(), socket.gethostname(), "ann", "bob"}
    for folder in twice:
        for file, data in everything(folder).items():
            for secret in secrets:
                assert secret.encode() not in data, f"{secret} in {file}"
            text = data.decode("latin-1") if file.endswith((".json", ".svg", ".txt")) else ""
            for name in names - {"root", "user", ""}:
                assert not re.search(rf"\b{re.escape(name)}\b", text), f"{name} in {file}"


def test_no_file_knows_when_it_was_made(twice: tuple[Path, Path]) -> None:
    """The only date is the fixed one of reportlab, of the year 2000."""
    dates = set()
    for file, data in everything(twice[0]).items():
        if file.endswith(".pdf"):
            dates |= set(re.findall(rb"D:(\d{8})", data))
            assert len(re.findall(rb"D:\d{8}", data)) >= 2, "creation and change"
        elif file.endswith(".png"):
            assert b"tIME" not in data
            assert b"date:" not in data
        else:
            assert not re.search(rb"\b20[2-9]\d-[01]\d-[0-3]\d", data), file
    assert dates == {b"20000101"}
