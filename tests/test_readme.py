"""The README is true: its commands run, its tables name what the code has, no more and no less."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from printkit.cli import cli, run
from printkit.model.load import deck_slugs, variant_slugs
from tests.option_tables import TABLED, option_table, with_tables, written_tables
from tests.support.builds import LANGUAGES, build_books, build_kit, build_once, copy_build

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [
    line.split("#")[0].strip() for line in SHELL[1].splitlines() if line.startswith("printkit ")
]

DRAGON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 9L5 1L9 9Z"/></svg>'
)


def options(command: str) -> set[str]:
    """The long options of a command in the code."""
    context = cli.make_context("printkit", [], resilient_parsing=True)
    found = cli.get_command(context, command)
    assert found is not None
    names = {name for parameter in found.params for name in parameter.opts}
    return {name for name in names if name.startswith("--")}


def section(heading: str, text: str = README) -> str:
    """What stands below a heading, up to the next one."""
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text, re.M | re.S)
    assert match, heading
    return match[1]


def test_command_table_is_complete() -> None:
    rows = re.findall(r"^\| `printkit (\w+)[^`]*` \|(.*)\|$", README, re.MULTILINE)
    context = cli.make_context("printkit", [], resilient_parsing=True)
    assert sorted(name for name, _ in rows) == cli.list_commands(context)
    for name, text in rows:
        if name not in TABLED:
            assert set(re.findall(r"`(--[\w-]+)`", text)) == options(name), name


@pytest.mark.parametrize("command", TABLED)
def test_option_table_is_that_of_the_code(command: str) -> None:
    """`python -m tests.option_tables` writes them anew."""
    cure = "Write the tables anew: python -m tests.option_tables"
    assert written_tables(README)[command] == option_table(command), cure
    assert set(re.findall(r"`(--[\w-]+)`(?=[,` |])", option_table(command))) >= options(command)


def test_a_table_that_is_not_true_is_found() -> None:
    wrong = README.replace("| `--paper` |", "| `--papre` |", 1)
    assert written_tables(wrong)["build"] != option_table("build")
    assert with_tables(wrong) == with_tables(README)


def test_every_game_and_every_deck_is_named() -> None:
    head = README.split("\n## ")[0]
    rows = re.findall(r"^\| [^|]+ \| (.+) \|$", head, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([a-z][\w-]*)`", row)]
    check_names(named, variant_slugs(), "the table of games at the head")
    rows = re.findall(r"^\| `([\w-]+)` \|", section("A deck that you own"), re.MULTILINE)
    check_names(rows, deck_slugs(), "the table of “A deck that you own”")


def check_names(named: list[str], known: list[str], table: str) -> None:
    missing, unknown = sorted({*known} - {*named}), sorted({*named} - {*known})
    assert not missing, f"Add {', '.join(missing)} to {table} of README.md."
    assert not unknown, f"Remove {', '.join(unknown)} from {table} of README.md."
    assert len(named) == len(set(named)), f"A name is twice in {table} of README.md."


# What the whole run builds as well: an example that builds the same in another way finds in its
# folder what was built before, as a reader of the README does, and makes anew what differs.
BUILT = {
    "build kessel booklet": lambda: build_books("kessel"),
    "build kessel": lambda: build_kit("kessel"),
    "build casino": lambda: build_once("casino", products=()),
    "build corellian": lambda: build_books("corellian"),
    "build anthology": lambda: build_once("anthology", products=(), languages=LANGUAGES),
}


@pytest.mark.usefixtures("unrefined")
@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if start := next((start for start in BUILT if line.startswith(f"printkit {start}")), None):
        copy_build(BUILT[start](), tmp_path / "output")
    command = line.split(">")[0].replace("--dpi 600", "--dpi 50")
    (tmp_path / "my-deck.toml").write_text(_toml("house-sabacc"), encoding="utf-8")
    (tmp_path / "dragon.svg").write_text(DRAGON, encoding="utf-8")
    status = run(shlex.split(command)[1:])
    assert status == 0, capsys.readouterr().err


def test_the_deck_of_your_own_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house-sabacc.toml").write_text(_toml("house-sabacc"), encoding="utf-8")
    (tmp_path / "dragon.svg").write_text(DRAGON, encoding="utf-8")
    assert run(["check", "house-sabacc.toml"]) == 0
    assert "76 cards" in capsys.readouterr().out  # two stars less, two dragons more
    assert run(["build", "house-sabacc.toml"]) == 0
    assert (tmp_path / "output" / "house-sabacc" / "house-sabacc-cards-en.pdf").is_file()


def test_the_tarot_from_the_attic_is_mapped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-tarot.toml").write_text(_toml("my-tarot"), encoding="utf-8")
    assert run(["check", "my-tarot.toml"]) == 0
    assert "78 cards" in capsys.readouterr().out  # an Excuse less, a spare card more
    assert run(["map", "my-tarot.toml", "kessel", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["cards"]) == 44
    assert {"spare": "blood-sylop"}.items() <= {c["from"]: c["to"] for c in found["cards"]}.items()
    assert found["missing"] == []


def _toml(slug: str) -> str:
    """The definition of this slug, as the README prints it."""
    found = re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (one,) = (text for text in found if f'slug = "{slug}"' in text)
    return str(one)


def test_what_is_built_before_is_still_an_example() -> None:
    for start in BUILT:
        assert any(line.startswith(f"printkit {start}") for line in EXAMPLES), start


def test_front_door_command() -> None:
    assert SHELL[0].strip().endswith(".venv/bin/printkit build casino")
    assert "pip install" in SHELL[0]


def test_pictures_exist_and_are_described() -> None:
    pictures = re.findall(r"!\[(.+?)\]\((.+?)\)", README)
    assert len(pictures) >= 2
    for _, path in pictures:
        assert (ROOT / path).read_bytes().startswith(b"\x89PNG")


def test_paths_in_the_tables_exist() -> None:
    for path in re.findall(r"`((?:printkit|templates|tests|fonts)/[\w./]*)`", README):
        assert (ROOT / path).exists(), path


def test_ci_runs_the_test_command_of_the_readme() -> None:
    match = re.search(r"<!-- test command -->\n```sh\n(.+?)\n```", README)
    assert match
    assert match[1].endswith(".venv/bin/python -m tests")
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_readme_says_that_it_is_fan_work() -> None:
    assert "Unofficial fan work" in README
