"""The contents of a release, and the workflows that test and publish it."""

from __future__ import annotations

import hashlib
import re
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from printkit import __version__
from tests.support.builds import build_kit
from tests.support.processes import PIPE, ROOT, python, run, start
from tests.support.shared import make_once
from web import release

KIT = f"printkit-{__version__}-kessel-fr-a4"
PACKAGES = [f"sabacc_printkit-{__version__}{end}" for end in ("-py3-none-any.whl", ".tar.gz")]
# A released wheel checks and lays out all our games: three minutes on two quiet processors.
RELEASE_TIMEOUT = 1200.0
ONE_KIT = ("--games", "kessel", "--languages", "fr", "--papers", "a4", "--no-site")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def make_release(folder: Path) -> Path:
    """Make one kit and the packages, as a person does, anywhere."""
    out = folder / "release"
    command = python(ROOT / "web" / "release.py", "--out", out, *ONE_KIT)
    run(command, cwd=folder, check=True, timeout=RELEASE_TIMEOUT)
    return out


def released() -> Path:
    out: Path = make_once("a release", make_release)
    return out


@pytest.mark.nightly
def test_release_contains_kits_packages_and_checksums() -> None:
    names = sorted(path.name for path in released().iterdir())
    assert names == sorted([f"{KIT}.zip", release.CHECKSUMS, *PACKAGES])
    lines = (released() / release.CHECKSUMS).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((released() / name).read_bytes()).hexdigest() == digest


@pytest.mark.nightly
def test_release_kit_matches_the_command_output() -> None:
    built = {path.name: path for path in build_kit("kessel").folder.glob("*-fr*.pdf")}
    with zipfile.ZipFile(released() / f"{KIT}.zip") as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert {info.date_time for info in archive.infolist()} == {(2026, 1, 1, 0, 0, 0)}
        found = {name.removeprefix(f"{KIT}/"): archive.read(name) for name in names}
    assert found.pop("LICENSE-ART") == (ROOT / "LICENSE-ART").read_bytes()
    pages = {name: data for name, data in found.items() if name in built}
    assert "kessel-cards-fr.pdf" in pages
    assert "kessel-0-print-me-first-fr.pdf" in found
    assert "kessel-booklet-fr.pdf" in found
    assert pages["kessel-cards-fr.pdf"] == built["kessel-cards-fr.pdf"].read_bytes()


@pytest.mark.nightly
def test_release_made_twice_has_same_bytes(tmp_path: Path) -> None:
    again = make_release(tmp_path)
    assert [path.name for path in again.iterdir() if not is_same(path, released())] == []


def is_same(path: Path, folder: Path) -> bool:
    return path.read_bytes() == (folder / path.name).read_bytes()


BUILDER = """
import argparse, pathlib
parser = argparse.ArgumentParser()
parser.add_argument("--out", type=pathlib.Path)
parser.add_argument("--games", default="all")
parser.add_argument("--site")
asked = parser.parse_args()
(asked.out / "deep").mkdir(parents=True)
(asked.out / "index.html").write_text(f"page {asked.site}")
(asked.out / "deep" / "games.txt").write_text(asked.games)
"""


def test_release_site_is_one_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "build.py").write_text(BUILDER, encoding="utf-8")
    monkeypatch.setattr(release, "SITE_BUILDER", tmp_path / "build.py")
    release.make_site(tmp_path, ["kessel", "casino"], "https://a.example/")
    name = f"printkit-{__version__}-site"
    with zipfile.ZipFile(tmp_path / f"{name}.zip") as archive:
        assert archive.namelist() == [f"{name}/deep/games.txt", f"{name}/index.html"]
        assert archive.read(f"{name}/deep/games.txt") == b"kessel,casino"
        packed = archive.read(f"{name}/index.html")
    release.main(["--out", str(tmp_path / "pages"), "--only-site", "--site", "https://a.example/"])
    assert (tmp_path / "pages/index.html").read_bytes() == packed == b"page https://a.example/"
    monkeypatch.setattr(release, "SITE_BUILDER", tmp_path / "none.py")
    with pytest.raises(SystemExit, match="--no-site"):
        release.make_site(tmp_path, None, "")


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (["--tag", "v9.9.9"], f"not that of version {__version__}: v{__version__}"),
        (["--repository", "some/body"], "links that are not of https://github.com/some/body"),
        (["--games", "kessle", "--no-packages"], "Did you mean “kessel”"),
        (["--games", "kessel", "--papers", "a44", "--no-packages"], "a44"),
        (["--games", "kessel", "--languages", "xx", "--no-packages"], "xx"),
    ],
)
def test_inconsistent_release_is_rejected(tmp_path: Path, arguments: list[str], cause: str) -> None:
    with pytest.raises(SystemExit) as caught:
        release.main(["--out", str(tmp_path / "out"), "--no-site", "--jobs", "1", *arguments])
    assert cause in str(caught.value)


def test_release_into_nonempty_folder_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    with pytest.raises(SystemExit, match="is not empty"):
        release.main(["--out", str(tmp_path), *ONE_KIT])
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_tag_needs_a_changelog_section() -> None:
    told = f"\n## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if told:
        release.check_release(f"v{__version__}", None)
    else:
        with pytest.raises(SystemExit, match="has no section"):
            release.check_release(f"v{__version__}", None)


def test_project_links_use_one_repository() -> None:
    home = PROJECT["urls"]["Homepage"]
    release.check_release(None, home.removeprefix("https://github.com/"))
    assert {"Homepage", "Changelog", "Issues", "Security"} <= set(PROJECT["urls"])


# --- workflows: a movable action would run with our permissions ----------------------------------


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_is_pinned_with_few_permissions(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    actions = re.findall(r"^\s*-? ?uses: (.*)$", text, re.MULTILINE)
    assert actions
    for action in actions:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    assert re.search(r"^permissions: \{\}$", text, re.MULTILINE), "no job has rights unless it says"
    jobs = re.findall(
        r"^  \w+:\n(?:    .*\n|\n|      .*\n)+", text.split("\njobs:\n")[1] + "\n", re.M
    )
    assert len(jobs) == text.count("runs-on:")
    for job in jobs:
        assert "    permissions:\n" in job, job
        assert "    timeout-minutes: " in job, job
    for block in re.findall(r"run: (?:\|\n((?: {10}.*\n)+)|(.*))", text):
        assert "${{" not in "".join(block), "a script takes what is not ours from its environment"


def test_only_publishing_jobs_have_permissions() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert re.findall(r"^      ([\w-]+): write\b", text, re.MULTILINE) == ["contents", "id-token"]
    assert not re.search(r"secrets\.|password:|TWINE", text)
    tests = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert ": write" not in tests
    assert "pull_request_target" not in tests


def test_page_workflow_publishes_the_folder_of_a_release() -> None:
    text = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    assert re.findall(r"^      ([\w-]+): write\b", text, re.MULTILINE) == ["pages", "id-token"]
    assert "workflow_dispatch:" in text
    assert 'tags: ["v' in text
    assert "web/release.py --out site --only-site" in text
    owner, name = PROJECT["urls"]["Homepage"].split("/")[-2:]
    assert release.site_address() == f"https://{owner}.github.io/{name}/"
    for readme in ("README.md", "README.fr.md"):
        assert release.site_address() in (ROOT / readme).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_commands_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for script in re.findall(r"(?:^|\s)(\.ci/\w+)", text):
        assert (ROOT / script).is_file(), script
    for module in re.findall(r"python -m (tests[\w.]*)", text):
        assert (ROOT / module.replace(".", "/") / "__main__.py").is_file(), module
    commands = re.findall(r"python (web/\w+\.py)(.*)", text)
    assert bool(commands) == (path.stem in ("pages", "release"))
    for script, arguments in commands:
        manual = run(python(ROOT / script, "--help"), check=True, text=True)
        for option in re.findall(r"--[\w-]+", arguments):
            assert f"{option} " in manual.stdout.replace("]", " "), f"{script} {option}"


def test_server_of_the_page_explains_itself(tmp_path: Path) -> None:
    command = python(ROOT / "web/serve.py", "--folder", tmp_path)
    manual = run([*command, "--help"], check=True, text=True).stdout
    assert "--folder FOLDER" in manual
    assert "8000 unless given" in manual
    missing = run([*command, "0"], text=True)
    assert missing.returncode == 2
    assert "has no page. Make it: python web/build.py" in missing.stderr
    (tmp_path / "index.html").write_text("<title>the page</title>", encoding="utf-8")
    with start([*command, "0"], stdout=PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        with urlopen(address, timeout=10) as answer:
            assert answer.read() == b"<title>the page</title>"
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_ci_runs_every_declared_python_version() -> None:
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    told = [words.split(" :: ")[2] for words in PROJECT["classifiers"] if ":: 3." in words]
    (versions,) = re.findall(r"python: \[(.*)\]", text)
    assert re.findall(r"[\d.]+", versions) == told
    (systems,) = re.findall(r"system: \[(.*)\]", text)
    assert re.findall(r"[a-z]+", systems) == ["ubuntu", "macos", "windows"]
    (rooms,) = re.findall(r"ROOMS: (.*)", text)
    for room in rooms.split():
        assert (ROOT / room).is_dir(), room
    assert ".ci/run" in text
