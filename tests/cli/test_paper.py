"""The locale determines the paper of the command line; `printkit.toml` and --paper override it."""

import json
import shutil
from pathlib import Path

import pytest

from printkit.base.paper_sizes import paper_names, usual_paper, usual_papers
from printkit.cli.app import run
from tests.support import manual, processes

LOCALES = [
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
]


@pytest.mark.parametrize(("locale", "paper"), LOCALES)
def test_usual_paper_follows_country(locale: str, paper: str) -> None:
    assert usual_paper(locale) == paper


def test_papers_of_countries_are_known() -> None:
    papers = usual_papers()["papers"]
    assert {*papers.values(), usual_papers()["usual"]} <= set(paper_names())
    assert all(len(country) == 2 and country.islower() for country in papers)


# Prints the paper of each locale as the page chooses it.
SCRIPT = """
import { usualPaper } from "./choices.mjs";
const [rule, locales] = JSON.parse(process.argv[1]);
console.log(JSON.stringify(locales.map((locale) => usualPaper(rule, locale))));
"""


@processes.needs("node")
def test_page_chooses_paper_of_command_line(tmp_path: Path) -> None:
    shutil.copy(manual.ROOT / "web/src/choices.js", tmp_path / "choices.mjs")
    countries = [f"en-{country.upper()}" for country in usual_papers()["papers"]]
    locales = [*countries, *(locale for locale, _ in LOCALES), "zh-Hant-TW", "fr-FR", "enUS", "x"]
    asked = json.dumps([usual_papers(), locales])
    command = ["node", "--input-type=module", "-e", SCRIPT, asked]
    done = processes.run(command, cwd=tmp_path, check=True)
    assert json.loads(done.stdout) == list(map(usual_paper, locales))


def paper_of_build(folder: str, *words: str) -> str:
    """Return the paper in the manifest of a build into a new folder."""
    assert run(["build", "kessel", "paper-die", "--quiet", "-o", folder, *words]) == 0
    manifest = Path(folder, "kessel", "manifest.json").read_text("utf-8")
    return str(json.loads(manifest)["options"]["paper"])


def test_build_uses_paper_of_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
