"""Promise 2: the same request gives the same bytes, on any machine and in any order."""

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

from printkit.cli.app import run
from printkit.jobs.staging import MANIFEST
from tests.support import processes
from tests.support.processes import python
from tests.support.shared import make_once

ROOT = Path(__file__).resolve().parents[2]


# Runs several commands one after the other; pictures are painted four times finer, not forty.
RUN_ALL = (
    "import json, sys; from printkit.cli.app import run; from printkit.writers import png;"
    "png._HAIRLINE_DPI = 100;"
    "sys.exit(any([run(words) for words in json.loads(sys.argv[1])]))"
)
PICTURES = ("--dpi", "40")
DATELESS = {".html", ".json"}
# Themes are data: a preview of one is drawn as that of any other.
LOOK = "noir"
# The same bytes are promised of all that is written: cards, boards, pages, looks, charts.
COMMANDS = (
    ("build", "kessel", "cards", "--lang", "en,fr", "--format", "pdf,svg,dump", "--proof"),
    ("build", "kessel", "player-board", "summary", "--format", "pdf,svg"),
    ("build", "expansion", "cards", "--format", "png", "--proof", *PICTURES),
    ("calibrate", "--format", "pdf,svg"),
    ("preview", "kessel", "--theme", LOOK, "--dpi", "36"),
    ("preview", "expansion", "--html"),
    *(
        ("map", "poker54", "kessel", "--paper", "letter", "--format", *words)
        for words in (("pdf",), ("svg",), ("png", *PICTURES))
    ),
)


def run_all(out: Path, cwd: Path, seed: str, **environment: str) -> None:
    """Run all commands in a separate process."""
    cwd.mkdir(parents=True, exist_ok=True)
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": seed,
        **environment,
    }
    commands = json.dumps([[*words, "-o", str(out)] for words in COMMANDS])
    processes.run(python("-c", RUN_ALL, commands), cwd=cwd, env=env, check=True)


def build(out: Path, *words: str) -> None:
    """Build in this process."""
    assert run(["build", *words, "-o", str(out)]) == 0


def digests(folder: Path) -> dict[str, str]:
    """Return each file below a folder with its checksum."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(autouse=True)
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printkit.writers.png._HAIRLINE_DPI", 100)


@pytest.fixture(scope="module")
def twice() -> tuple[Path, Path]:
    """Run the same commands in two processes with environments that are as different as
    possible.
    """
    base = make_once("determinism", run_twice)
    return base / "one", base / "somewhere else" / "two"


def run_twice(base: Path) -> Path:
    # The first finds drawings of other tests in its cache, the second has none.
    cache = {"XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]}
    place = {"HOME": str(base), "LANG": "C", "TZ": "UTC", "USER": "ann", **cache}
    run_all(base / "one", base / "here", "1", **place)
    other_place = {
        **{"HOME": "/nonexistent", "LANG": "fr_FR.UTF-8", "TZ": "Pacific/Auckland"},
        **{"USER": "bob", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1"},
    }
    run_all(base / "somewhere else" / "two", base / "a" / "deeper folder", "4242", **other_place)
    return base


def test_the_same_request_gives_the_same_bytes(twice: tuple[Path, Path]) -> None:
    one, two = map(digests, twice)
    # pdf, svg, dump in two languages; pictures; looks; a gallery; charts; manifests
    assert len([name for name in one if "kessel-cards-" in name]) == 2 * (1 + 10 + 1)
    assert len([name for name in one if "expansion-cards-" in name]) == 4
    for name in ("player-board", "summary", "calibrate-sheet"):
        assert {Path(file).suffix for file in one if f"{name}-" in file} == {".pdf", ".svg"}
    looks = {name for name in one if "-preview-" in name}
    assert looks == {f"kessel/kessel-preview-{LOOK}-en.png"}
    assert "expansion/expansion-gallery.html" in one
    assert {Path(name).suffix for name in one if "-chart-" in name} == {".pdf", ".svg", ".png"}
    assert one == two
    assert len(set(one.values())) == len(one)
    # The contract of the writers checks the other formats for dates.
    texts = [path.read_text("utf-8") for path in twice[0].rglob("*.*") if path.suffix in DATELESS]
    assert len(texts) > 4
    assert not any(re.search(r"\b20[2-9]\d-[01]\d-[0-3]\d", text) for text in texts)


def test_another_request_gives_other_bytes(twice: tuple[Path, Path], tmp_path: Path) -> None:
    """Otherwise the comparison above would prove nothing."""
    build(tmp_path, "kessel", "cards", "--format", "svg", "--proof", "--gap", "0.1mm")
    old, new = digests(twice[0]), digests(tmp_path)
    pages = [name for name in new if name.endswith(".svg")]
    assert len(pages) == 10
    assert all(old[name] != new[name] for name in pages)


@pytest.mark.parametrize(
    ("variant", "languages", "formats"),
    [
        ("kessel", "fr,en", "svg,pdf"),
        pytest.param("kessel", "en", "pdf", marks=pytest.mark.nightly),
        pytest.param("kessel", "fr", "dump", marks=pytest.mark.nightly),
        ("expansion", "en", "png"),
    ],
)
def test_order_and_company_do_not_matter(
    twice: tuple[Path, Path], tmp_path: Path, variant: str, languages: str, formats: str
) -> None:
    """Each file is the same, independent of the files made before it in the same process."""
    wishes = ("cards", "--lang", languages, "--format", formats, "--proof")
    if formats == "png":
        wishes += PICTURES
    build(tmp_path / "before", "pazaak", "cards", "--format", "dump")
    build(tmp_path / "now", variant, *wishes)
    old, new = digests(twice[0] / variant), digests(tmp_path / "now" / variant)
    assert len(new) > 1
    assert {name: old[name] for name in new if name != MANIFEST} == {
        name: digest for name, digest in new.items() if name != MANIFEST
    }
    before, now = (file_entries(path) for path in (twice[0] / variant, tmp_path / "now" / variant))
    assert now
    assert all(before[name] == entry for name, entry in now.items())


def file_entries(folder: Path) -> dict[str, dict[str, str]]:
    """Return the entry of each file in a manifest, without the recipe, which depends on other
    formats.
    """
    entries = manifest(folder)["files"]
    return {e["file"]: {key: e[key] for key in e if key != "recipe"} for e in entries}


def manifest(folder: Path) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads(
        (folder / MANIFEST).read_text(encoding="utf-8")
    )
    return found


def test_the_manifest_has_the_checksum_of_each_file(twice: tuple[Path, Path]) -> None:
    """A build, contact sheets and a gallery share a folder; each command records checksums."""
    folder = twice[0] / "kessel"
    entries = {entry["file"]: entry["sha256"] for entry in manifest(folder)["files"]}
    assert {**entries, MANIFEST: digests(folder)[MANIFEST]} == digests(folder)
