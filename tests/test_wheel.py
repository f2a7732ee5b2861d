"""The published package: wheel and sdist, used from another folder."""

from __future__ import annotations

import tarfile
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.support.processes import python, run
from tests.test_release import released

pytestmark = pytest.mark.nightly

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def built() -> Path:
    """Return a folder with the wheel and the sdist of a release."""
    return released()


def prints_a_deck(code: Path, workplace: Path) -> None:
    """Run printkit from `code`, and from nowhere else, in another folder."""
    where = "import printkit, pathlib; print(pathlib.Path(printkit.__file__).parent.parent)"
    environment = {"PYTHONPATH": str(code), "PATH": "/usr/bin:/bin"}

    def say(*args: str) -> str:
        done = run(python(*args), cwd=workplace, env=environment, check=True)
        return str(done.stdout.strip())

    assert Path(say("-c", where)).resolve() == code.resolve()
    say("-m", "printkit", "build", "kessel", "cards", "--lang", "fr")
    pdf = workplace / "output" / "kessel" / "kessel-cards-fr.pdf"
    assert pdf.read_bytes()[:5] == b"%PDF-"


def test_wheel_prints_a_deck(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    site, workplace = tmp_path / "site", tmp_path / "elsewhere"
    workplace.mkdir()
    install = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-compile")
    run(python(*install, "--target", site, wheel), check=True)
    prints_a_deck(site, workplace)


def test_sdist_prints_a_deck(built: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    workplace = tmp_path / "elsewhere"
    workplace.mkdir()
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (code,) = tmp_path.glob("sabacc_printkit-*")
    prints_a_deck(code, workplace)


def test_wheel_contains_content_and_licences(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.stat().st_size <= 12_000_000
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("templates", "fonts"):
        ours = [p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file()]
        assert {f"printkit/_content/{name}" for name in ours} <= set(names)
        read = [name for name in ours if name.endswith((".svg", ".toml")) and "/new/" not in name]
        read += [name for name in ours if "/art/lines/" in name]
        kept = (name.replace("templates/", "read/", 1) for name in read)
        assert {f"printkit/_content/{name}.msgpack" for name in kept} <= set(names)
    licences = {name.rsplit("/", 1)[1] for name in names if "/licenses/" in name}
    assert {"LICENSE", "LICENSE-ART", "Oxanium-OFL.txt", "BarlowCondensed-OFL.txt"} <= licences
    assert not [name for name in names if name.startswith(("tests/", "web/"))]


def test_commands_are_named_after_package_and_distribution(built: Path) -> None:
    (wheel,) = built.glob("sabacc_printkit-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        entries = ConfigParser()
        entries.read_string(archive.read(name).decode())
    assert entries.sections() == ["console_scripts"], "printkit is no plug-in of its own"
    assert set(entries["console_scripts"]) == {"printkit", "sabacc-printkit"}
