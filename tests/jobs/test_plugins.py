"""Other packages add a game, a product with an option, and a format, by entry points."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from printkit import load
from printkit.base import plugins
from printkit.base.errors import PrintkitError
from tests.support.sample import cases
from tests.support.warm import WarmProcess, warm_process

# A folder of packages with one that adds to printkit: a product with an option, a format, and
# content of each kind.
SITE = Path(__file__).with_name("site")
PRODUCT, PAGES, COMMAND = (
    (SITE / "made_up" / f"{name}.py").read_text(encoding="utf-8")
    for name in ("product", "pages", "command")
)


class Site(NamedTuple):
    """A copy of the folder of packages, and the process that runs commands with it."""

    folder: Path
    process: WarmProcess

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    @property
    def parent(self) -> Path:
        """The folder that commands run in."""
        return self.folder.parent


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmProcess]:
    with warm_process(tmp_path_factory.mktemp("warm")) as process:
        yield process


@pytest.fixture
def site(tmp_path: Path, warm: WarmProcess) -> Site:
    return Site(Path(copytree(SITE, tmp_path / "site")), warm)


def run(site: Site, *words: str, accepted: tuple[int, ...] = (0,), **more: str) -> tuple[str, str]:
    """Run a command in an environment with the package; return its output and its errors."""
    done = site.process.run(*words, cwd=site.parent, path=[site.folder], **more)
    assert done.returncode in accepted, done.stderr
    return done.stdout, done.stderr


def printkit(site: Site, *words: str) -> str:
    """Return the output of a command that prints no errors."""
    printed, complaints = run(site, *words)
    assert complaints == ""
    return printed


def test_a_package_adds_a_game_a_product_and_a_format(site: Site) -> None:
    rows = {row["slug"]: row for row in json.loads(printkit(site, "list", "--json"))}
    assert "made-up" in rows["made-up-game"]["products"]
    build = ("build", "made-up-game", "made-up", "--format", "listing,dump", "--json")
    (one,) = json.loads(printkit(site, *build))
    (two,) = json.loads(printkit(site, *build, "--border-width", "5mm"))
    assert {Path(entry["file"]).suffix for entry in one["files"]} == {".lst", ".txt"}
    assert (one["options"]["border_width_mm"], two["options"]["border_width_mm"]) == (2.0, 5.0)
    assert one["made"][0]["recipe"] != two["made"][0]["recipe"]
    text = (Path(two["folder"]) / two["files"][0]["file"]).as_posix()
    listing = (site.parent / text).read_text(encoding="utf-8")
    assert listing.startswith("printkit listing of Made-up game · made-up thing")
    assert "\nborder 5\n" in listing


def test_its_option_is_in_help_and_refused_where_nothing_reads_it(site: Site) -> None:
    """The declaration of the option is enough."""
    help_text = " ".join(printkit(site, "build", "--help").split())
    assert "--border-width" in help_text
    assert "Width of a made-up border. [default: 2mm]" in help_text
    words = ("build", "expansion", "cards", "--border-width", "5mm")
    _, refusal = run(site, *words, accepted=(2,))
    assert "“border-width” has no effect on cards. It is an option of made-up." in refusal


def test_package_adds_imposition_with_an_option(site: Site) -> None:
    build = ("build", "kessel", "made-up-pair", "--format", "dump", "--json")
    (two,) = json.loads(printkit(site, *build))
    (four,) = json.loads(printkit(site, *build, "--made-up-each", "4"))
    assert [made["made"][0]["sheets"] for made in (two, four)] == [2, 1]
    assert four["options"]["made_up_each"] == 4
    assert "--made-up-each" in printkit(site, "build", "--help")
    rows = {row["slug"]: row for row in json.loads(printkit(site, "list", "--json"))}
    assert "made-up-pair" in rows["kessel"]["products"]
    _, refusal = run(site, "build", "kessel", "cards", "--made-up-each", "4", accepted=(2,))
    assert "“made-up-each” has no effect on cards." in refusal


def test_package_adds_target_with_its_packer(site: Site) -> None:
    assert "made-up-shop" in printkit(site, "list", "--targets")
    build = ("build", "kessel", "--for", "made-up-shop", "--lang", "en,fr", "--json")
    (made,) = json.loads(printkit(site, *build))
    names = [entry["file"] for entry in made["files"]]
    assert "kessel-lots-fr.txt" in names
    lots = site.parent / made["folder"] / "kessel-lots-en.txt"
    assert lots.read_text(encoding="utf-8") == "cards 44"
    assert "kessel-lots-en.txt" in lots.with_name("ORDER-en.md").read_text(encoding="utf-8")


def test_package_adds_command(site: Site) -> None:
    listed = printkit(site, "--help").split("Commands:\n")[1].splitlines()
    (line,) = [line for line in listed if line.split()[0] == "count"]
    assert line.split(maxsplit=1)[1] == "Count the cards of a made-up game."
    assert printkit(site, "count", "kessel", "--each", "2") == f"{2 * len(load('kessel').cards)}\n"
    assert "Copies of each card." in printkit(site, "count", "--help")
    _, refusal = run(site, "count", "kessel", "--each", "10", accepted=(2,))
    assert refusal.strip().endswith("That is too many.")
    shell = {"COMP_WORDS": "printkit co", "COMP_CWORD": "1"}
    completed, _ = run(site, _PRINTKIT_COMPLETE="bash_complete", **shell)
    assert completed.split() == ["plain,completion", "plain,count"]


def test_a_package_adds_content_of_every_kind(site: Site) -> None:
    assert "Made-up games\n  made-up-game " in printkit(site, "list")
    assert "made-up-deck" in printkit(site, "map", "--help")
    where = ("--format", "dump", "-o", "out")
    look = ("--theme", "made-up", "--paper", "made-up", "--card-size", "made-up", "--lang", "eo")
    printkit(site, "build", "made-up-game", "cards", "booklet", *look, *where)
    out = site.parent / "out" / "made-up-game"
    cards, booklet = ((out / f"made-up-game-{name}-eo.txt") for name in ("cards", "booklet"))
    text = cards.read_text(encoding="utf-8")
    for said in ("Fronto", "elpensita", "thing", "back-made-up", "#010203", "280.000×200.000"):
        assert said in text
    assert "Elpensita" in booklet.read_text(encoding="utf-8")
    printkit(site, "build", "site/mine.toml", "mat", "--surface", "felt", *where)
    assert "#2a1e0d" in (out.parent / "mine" / "mine-mat-en.txt").read_text(encoding="utf-8")
    printkit(site, "build", "site/mine.toml", "tokens", "--label-sheet", "made-up", *where)


def test_content_of_a_package_never_replaces_ours(site: Site) -> None:
    package = site / "made_up"
    (package / "papers.toml").write_text("[a4]\nsize = [1, 1]\n[odd]\nw = 1\n", encoding="utf-8")
    (package / "strings" / "fr.toml").write_text('[product]\ncards = "x"\n', encoding="utf-8")
    (package / "themes" / "classic.toml").write_text('name = "x"\n', encoding="utf-8")
    (package / "backs.toml").write_text("[", encoding="utf-8")
    printed, told = run(site, "build", "kessel", "cards", "--lang", "fr", "--format", "dump")
    assert "kessel-cartes" in printed or "kessel-cards-fr" in printed
    for said in (
        "papers.toml: Il y a déjà une ligne « a4 ». Cet élément est laissé de côté.",
        "papers.toml:3:1: odd.size: manque dans la ligne.",
        "fr.toml: Ce ne sont pas des messages, "
        "ou leurs variables ne sont pas les bonnes : product.cards.",
        "themes/classic.toml: Il y a déjà un fichier de ce nom. Cet élément est laissé de côté.",
        "backs.toml: Ce fichier ne peut pas être lu : ",
    ):
        assert told.count(said) == 1, told
    _, told = run(site, "list")  # its game has no back any more
    assert told.count("made-up-game.toml") == 1


_LABELS = (Path(__file__).parent / "site/made_up/labels.toml").read_text()
# A row with all keys and a wrong value, and the kind that the row needs.
WRONG_ROWS = {
    "papers.toml": {
        'odd = { size = "a4" }': ":1:9: odd.size: “a4” is not a list in [ ].",
        "odd = { size = [1, 2, 3] }": ":1:9: odd.size: this list is not valid: it needs 2 entries.",
        "odd = { size = [nan, 200] }": ":1:17: odd.size[0]: nan is not valid: the minimum is 5.",
        "odd = { size = [1, -2] }": ":1:20: odd.size[1]: -2 is not valid: the minimum is 5.",
        "odd = 5": ":1:1: odd: 5 is not a table.",
    },
    "cards.toml": {
        'odd = { size = ["60", "90"] }': ":1:23: odd.size[1]: “90” is not a number.",
        "odd = { size = [60, 90], sice = 1 }": ":1:26: odd.sice: is not a known key here.",
    },
    "felts.toml": {
        'odd = { ground = 1, soft = "#b39a69" }': ":1:9: odd.ground: 1 is not a colour."
    },
    "labels.toml": {
        _LABELS.replace("[made-up]", "[odd]").replace(
            "left = 10", 'left = "10"'
        ): "odd.left: “10” is not a number."
    },
}


@pytest.mark.parametrize(
    ("file", "row"),
    cases(
        [(file, row) for file, rows in WRONG_ROWS.items() for row in rows],
        [(file, next(iter(rows))) for file, rows in WRONG_ROWS.items()],
    ),
)
def test_wrong_value_in_a_row_is_one_sentence(site: Site, file: str, row: str) -> None:
    """A paper with texts instead of numbers once caused a traceback even in `list`."""
    (site / "made_up" / file).write_text(row, encoding="utf-8")
    named = {"papers": "--paper", "cards": "--card-size", "labels": "--label-sheet"}
    flag = named.get(file.removesuffix(".toml"))
    words = (flag, "odd") if flag else ("--surface", "felt")
    product = "tokens" if file == "labels.toml" else "mat"
    _, told = run(site, "build", "kessel", product, *words, "--format", "dump", accepted=(0, 1, 2))
    assert f"{file}{WRONG_ROWS[file][row]}" in told or WRONG_ROWS[file][row] in told
    assert "odd: It is left out." in told
    assert "Traceback" not in told


CLASH = PRODUCT.replace('"border-width"', '"gap"').replace("    LENGTH", '    "switch"')
FAULTS = {
    "product.py": {
        "import nowhere_to_be_found": "the module “nowhere_to_be_found” is not installed.",
        "from math import tau_e": "cannot import name 'tau_e' from 'math'",
        "PRODUCT = 1": "it is not a product with the key “made-up”.",
        PRODUCT.replace("lambda variant: True", "lambda variant: 1 / 0"): "ZeroDivisionError: ",
        CLASH: "its option “gap” (switch) is",
    },
    "writer.py": {"1 / 0": "ZeroDivisionError: division by zero."},
    "pages.py": {
        "PAIRS = PAIR = 1": "it is not an imposition with the name “made-up-pairs”.",
        PAGES.replace("count = options[EACH]", "1 / 0"): "ZeroDivisionError: division by zero.",
        PAGES.replace('"made-up-each"', '"gap"'): "its option “gap” (count) is “gap” (length)",
    },
    "packer.py": {"1 / 0": "ZeroDivisionError: division by zero.", "pack = max": "TypeError: "},
    "command.py": {
        "1 / 0": "ZeroDivisionError: division by zero.",
        "command = 1": "it is not a click.Command.",
        COMMAND.replace("each > 9", "1 / 0"): "ZeroDivisionError: division by zero.",
    },
}

# The command that needs the plug-in of a file.
NEEDY = {
    "product.py": "build expansion made-up",
    "writer.py": "build expansion --format listing",
    "pages.py": "build expansion made-up-pair",
    "packer.py": "build kessel --for made-up-shop",
    "command.py": "count kessel",
}


@pytest.mark.parametrize(
    ("file", "code"),
    cases(
        [(file, code) for file, codes in FAULTS.items() for code in codes],
        [(file, next(iter(codes))) for file, codes in FAULTS.items()],
    ),
)
def test_a_faulty_plug_in_stops_nothing_that_does_not_need_it(
    site: Site, file: str, code: str
) -> None:
    (site / "made_up" / file).write_text(code, encoding="utf-8")
    # The first fault of each plug-in is seen in the help, one in the list, which loads all games.
    others = [("build", "--help"), ("list",)] if code == next(iter(FAULTS[file])) else []
    if file != "product.py":
        others = others[:1]
    for words in others:
        told = run(site, *words)[1].splitlines()
        assert all(line.startswith("printkit: made_up.") for line in told)
    _, complaint = run(site, *NEEDY[file].split(), accepted=(1, 2))
    assert complaint.count(FAULTS[file][code]) == 1
    assert "Traceback" not in complaint


def test_unused_plug_in_reports_no_errors(site: Site) -> None:
    (site / "made_up" / "__init__.py").write_text("1 / 0", encoding="utf-8")
    printkit(site, "build", "kessel", "cards", "--format", "dump")
    shell = {"COMP_WORDS": "printkit build --", "COMP_CWORD": "2"}
    assert run(site, _PRINTKIT_COMPLETE="bash_complete", **shell)[1] == ""


def test_an_option_cannot_take_a_flag_of_the_command(site: Site) -> None:
    code = PRODUCT.replace('"border-width"', '"lang"')
    (site / "made_up" / "product.py").write_text(code, encoding="utf-8")
    _, told = run(site, "build", "--help")
    assert told.startswith("printkit: The option “lang” of a plug-in has the same name as")


def test_a_plug_in_that_fails_names_its_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for index, (code, cause) in enumerate(
        [
            ("x = 1", "has no attribute 'PRODUCT'."),
            ("x = (", "SyntaxError: '(' was never closed ("),
            ("1 / 0", "ZeroDivisionError: division by zero."),
            ("from math import tau_e", "cannot import name 'tau_e' from 'math' ("),
            ("import sys; sys.exit('bye')", "SystemExit: bye."),
        ]
    ):
        module = f"spoiled_{index}"
        (tmp_path / f"{module}.py").write_text(code, encoding="utf-8")
        entry = EntryPoint("made-up", f"{module}:PRODUCT", plugins.PRODUCTS)
        monkeypatch.setattr(plugins, "plugin_entries", lambda _, entry=entry: {"made-up": entry})
        with pytest.raises(PrintkitError) as caught:
            plugins.find(plugins.PRODUCTS, "made-up")
        told = str(caught.value)
        assert told.startswith(f"{entry.value}: The plug-in “made-up” cannot be used: ")
        assert cause in told
