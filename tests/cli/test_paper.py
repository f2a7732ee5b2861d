"""The paper of the command line by the locale; `printkit.toml` and --paper override it."""

import json
from pathlib import Path

import pytest

from printkit.base.paper_sizes import paper_names, papers_by_country, usual_paper
from printkit.cli import run


@pytest.mark.parametrize(
    ("locale", "paper"),
    [
        ("en_US.UTF-8", "letter"),
        ("fr_CA@euro", "letter"),
        ("es-MX", "letter"),
        ("en_Latn_US", "letter"),
        ("en_GB.UTF-8", "a4"),
        ("fr_FR", "a4"),
        ("en", "a4"),
        ("C", "a4"),
        ("C.UTF-8", "a4"),
        ("POSIX", "a4"),
        ("", "a4"),
    ],
)
def test_usual_paper_follows_country(locale: str, paper: str) -> None:
    assert usual_paper(locale) == paper


def test_papers_of_countries_are_known() -> None:
    assert set(papers_by_country().values()) <= set(paper_names())
    assert all(len(country) == 2 and country.islower() for country in papers_by_country())


def paper_of_build(folder: str, *words: str) -> str:
    """Return the paper in the manifest of a build into a new folder."""
    assert run(["build", "kessel", "paper-die", "--quiet", "-o", folder, *words]) == 0
    manifest = Path(folder, "kessel", "manifest.json").read_text("utf-8")
    return str(json.loads(manifest)["options"]["paper"])


def test_build_takes_paper_of_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert paper_of_build("unset") == "a4"
    monkeypatch.setenv("LC_PAPER", "en_US.UTF-8")
    assert paper_of_build("american") == "letter"
    assert paper_of_build("asked", "--paper", "a5") == "a5"
    Path("printkit.toml").write_text('[defaults]\npaper = "a4"\n', encoding="utf-8")
    assert paper_of_build("settings") == "a4"
    Path("printkit.toml").unlink()
    monkeypatch.setenv("LC_ALL", "en")
    assert paper_of_build("no-country") == "a4"
