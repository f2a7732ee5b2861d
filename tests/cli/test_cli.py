"""The command line: exact JSON, help, exit statuses, files, manifest, quiet output."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from printkit.cli.app import run
from printkit.model.load import load
from tests.support import processes
from tests.support.processes import python
from tests.support.sample import cases


def output(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the output of a command that must succeed without output on standard error."""
    assert run(list(args)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_show_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["slug"]: row for row in json.loads(output(capsys, "list", "--json"))}
    keys = ["id", "name", "suit", "rank", "family", "values", "copies"]
    for slug in ("casino", "kessel", "pazaak", "random", "tarot", "corellian-spike", "expansion"):
        data = json.loads(output(capsys, "show", slug, "--json"))
        assert list(data) == [
            *("slug", "name", "players", "cards", "hands", "materials", "presets", "preset")
        ]
        assert list(data["players"]) == ["min", "max"]
        assert all(list(card) == keys for card in data["cards"])
        assert all(list(card["name"]) == ["en", "fr"] for card in data["cards"])
        orders = [hand["order"] for hand in data["hands"]]
        assert orders == list(range(1, len(data["hands"]) + 1))
        assert all(list(hand) == ["id", "name", "order"] for hand in data["hands"])
        assert all(list(thing) == ["id", "name", "count"] for thing in data["materials"])
        assert sum(card["copies"] for card in data["cards"]) == rows[slug]["cards"]


def test_show_speaks_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The Evil One" in output(capsys, "show", "casino")
    french = output(capsys, "show", "casino", "--lang", "fr")
    assert "Le Malin" in french
    assert "76 cartes" in french
    assert "Evil" not in french


def test_show_prints_numbers_of_exchanged_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert "0, 1 or 2 (Jedi Master in hand: " in output(capsys, "show", "old-republic")
    french = output(capsys, "show", "mos-eisley", "--lang", "fr")
    assert "Chasseur de primes" in french
    assert "1 seulement (Chasseur de primes ou " in french


@pytest.mark.parametrize("slug", ["kessel", "pazaak"])
def test_show_counts_each_material(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = load(slug)
    lines = [line.strip() for line in output(capsys, "show", slug).splitlines()]
    for material in game.materials:
        assert f"{material.count_for(game.most_players)} × {material.name['en']}" in lines


def test_list_prints_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "list", "--sizes").splitlines()
    assert "  letter       215.9 × 279.4 mm    8.5 × 11 in      us letter, ansi a" in lines
    data = json.loads(output(capsys, "list", "--sizes", "--json"))
    mini = next(row for row in data["cards"] if row["name"] == "euro-mini")
    assert (mini["mm"], mini["inches"]) == ([44, 68], [1.73, 2.68])
    for row in (*data["papers"], *data["cards"]):  # every listed name is accepted
        assert any(line.split()[0] == row["name"] for line in lines)


def test_build_writes_into_output_by_default(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = output(capsys, "build", "kessel", "cards")  # the same in a pipe and on a terminal
    assert said.splitlines() == [
        "output/kessel: 1 file",
        "  kessel-cards-en.pdf",
        "Open first: output/kessel/kessel-cards-en.pdf",
        "5 sheets, 40 cuts. Print at 100% (“actual size”).",
    ]
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*"))
    assert files == ["output/kessel/kessel-cards-en.pdf", "output/kessel/manifest.json"]


@pytest.mark.nightly
def test_build_lists_ten_files_and_counts_the_rest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It counts the sheets of the booklet, which come last, and the second language."""
    said = output(capsys, "build", "kessel", "--lang", "en,fr", "-o", str(tmp_path)).splitlines()
    files = {path.name for path in (tmp_path / "kessel").iterdir()} - {"manifest.json"}
    assert len(files) > 24
    *listed, more = (line.strip() for line in said if line.startswith("  "))
    assert len(listed) == 10
    assert {*listed} <= files
    assert more == f"… and {len(files) - 10} more; --list-files lists all."
    assert said[-2].startswith("24 sheets, 64 cuts, 40 tokens, 1 box, 2 dice: about 50\u00a0min.")
    assert said[-1] == "Made for 2 players (see --players)."


def test_series_of_pages_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    build = ("build", "kessel", "cards", "--format", "pdf,svg", "-o", str(tmp_path))
    assert [line for line in output(capsys, *build).splitlines() if line.startswith("  ")] == [
        "  kessel-cards-en.pdf",
        "  kessel-cards-en-01a.svg … kessel-cards-en-05b.svg",
    ]


def test_build_removes_outdated_pages(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "kessel"
    build = ["build", "kessel", "cards", "--format", "svg", "-o", str(tmp_path)]
    assert run([*build, "--lang", "en,fr"]) == 0
    assert len(list(folder.glob("*-en-*.svg"))) == 10
    changed = folder / "kessel-cards-en-05b.svg"
    changed.write_text(changed.read_text(encoding="utf-8") + "<!-- mine -->", encoding="utf-8")
    assert run([*build, "--paper", "a3"]) == 0  # 18 cards per sheet: three sheets
    left = sorted(path.name for path in folder.glob("*-en-*.svg"))
    pages = ("01a", "01b", "02a", "02b", "03a", "03b", "05b")
    assert left == [f"kessel-cards-en-{page}.svg" for page in pages]
    assert len(list(folder.glob("*-fr-*.svg"))) == 10  # each language is a separate deck


STOPPED_BY = [("SIGINT", 130), ("SIGTERM", 1), ("SIGHUP", 1)]


@processes.unix
@pytest.mark.parametrize(("name", "expected"), cases(STOPPED_BY, STOPPED_BY[:1]))
def test_stopped_build_leaves_no_files(tmp_path: Path, name: str, expected: int) -> None:
    """tests/jobs/kills.py stops builds at random moments."""
    words = ["build", "casino", "cards", "--format", "png"]
    command = processes.printkit(*words, "-o", tmp_path / "out" / "far")
    status, said = processes.stop(command, name, lambda: list(tmp_path.rglob(".printkit-*")))
    assert status == expected
    assert said.strip() == "printkit: stopped. No unfinished files were written."
    assert list(tmp_path.iterdir()) == []


# Our modules that cards do not need.
OTHERS = tuple(
    f"printkit.{name}"
    for name in (
        *"products.mat products.tokens products.tuck_box library.gallery".split(),
        "booklet.compose",
    )
)
# Modules that are not loaded after a command, nor after the commands before it in the same process.
WITHOUT = (
    (
        (("list",), ("reportlab", "svgwrite", "PIL", "pypdfium2", "pyphen", "jinja2")),
        (("show", "kessel"), ("reportlab", "svgwrite", "PIL", "pypdfium2")),
        (("map", "tarot", "casino"), ("jinja2", "markdown_it", "pyphen", "reportlab")),
        (("schema",), ("reportlab", "svgwrite", "pypdfium2")),
        (("build", "kessel", "cards", "--format", "svg"), ("reportlab", "PIL", "pypdfium2")),
    ),
    (
        (("build", "kessel", "cards"), ("svgwrite", "pypdfium2", "jinja2", "markdown_it", *OTHERS)),
        (("preview", "pazaak", "--dpi", "36"), ("jinja2", "markdown_it")),
    ),
)


@pytest.mark.parametrize("commands", WITHOUT)
def test_command_imports_only_needed_modules(
    tmp_path: Path, commands: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
) -> None:
    assert all(map(find_spec, OTHERS))
    code = (
        "import json, sys\n"
        "from printkit.cli.app import run\n"
        "for words, absent in json.loads(sys.argv[1]):\n"
        "    assert run(words) == 0\n"
        "    assert not sys.modules.keys() & set(absent), words\n"
    )
    done = processes.run(python("-c", code, json.dumps(commands)), cwd=tmp_path)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_show_odds_has_a_column_for_each_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Only a game that is played by sets of rules has a table of the sets."""
    assert run(["show", "kessel", "--odds"]) == 0
    head, first, second, *_ = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["hand", "as", "dealt"]
    assert (first[:12], second[:6]) == ("Pure sabacc ", "Sabacc")
    assert run(["show", "random", "--odds"]) == 0
    assert capsys.readouterr().out.startswith("set  ")
