"""Other packages add a game, a product with an option, and a format, by entry points."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from printkit.base import plugins
from printkit.base.errors import PrintkitError
from tests.support import processes

ENTRY_POINTS = """[printkit.products]
made-up = made_up.product:PRODUCT
[printkit.writers]
listing = made_up.writer
[printkit.content]
made-up = made_up
"""
PRODUCT = """
from printkit.base.options import LENGTH, Option
from printkit.pieces.product import Product
from printkit.products.cards import PRODUCTS as CARDS
from printkit.pieces.piece import Piece
from msgspec.structs import replace

BORDER = Option(
    "border-width", LENGTH, "cards", {"en": "Width of a made-up border."}, 2.0, 0.0, 9.0
)

def make(variant, options):
    (first, *_) = CARDS[0].make(variant, options)
    front = replace(first.front, title=f"border {options[BORDER]:g}")
    return [replace(first, front=front)]

PRODUCT = Product(
    "made-up", make, lambda variant: True, (*CARDS[0].options, BORDER),
    name={"en": "made-up thing", "fr": "chose inventée"},
)
"""
WRITER = """
from printkit.writers import Artifact

def write(document):
    lines = [f"printkit listing of {document.title}", *(cell.symbol.title
             for page in document.pages for cell in page.cells)]
    yield Artifact(".lst", "\\n".join(lines).encode(), len(document.pages), 1)
"""
GAME = """slug = "made-up-game"
extends = "expansion"
name = { en = "Made-up game", fr = "Jeu inventé" }
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of packages with one that adds to printkit."""
    package, info = tmp_path / "site" / "made_up", tmp_path / "site" / "made_up-1.0.dist-info"
    (package / "variants").mkdir(parents=True)
    info.mkdir()
    for path, text in (
        (package / "__init__.py", ""),
        (package / "product.py", PRODUCT),
        (package / "writer.py", WRITER),
        (package / "variants" / "made-up-game.toml", GAME),
        (info / "METADATA", "Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n"),
        (info / "entry_points.txt", ENTRY_POINTS),
    ):
        path.write_text(text, encoding="utf-8")
    return tmp_path / "site"


def printkit(site: Path, *words: str) -> str:
    path = f"{site}:{processes.ROOT}"
    environment = processes.environment(PYTHONPATH=path)
    done = processes.run(processes.printkit(*words), env=environment, cwd=site.parent)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_a_package_adds_a_game_a_product_and_a_format(site: Path) -> None:
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


def test_its_option_is_in_help_and_changes_no_other_recipe(site: Path) -> None:
    """Nothing else was edited: the declaration is enough."""
    help_text = printkit(site, "build", "--help")
    assert "--border-width" in help_text
    assert "Width of a made-up border.  [default: 2mm]" in " ".join(help_text.split()).replace(
        "border. [", "border.  ["
    )
    build = ("build", "expansion", "cards", "--format", "dump", "--json")
    (one,) = json.loads(printkit(site, *build))
    (two,) = json.loads(printkit(site, *build, "--border-width", "5mm"))
    assert one["made"] == two["made"]
    assert two["unchanged"] == 1
    assert two["options"]["border_width_mm"] == 5.0  # all that was chosen is told


def test_a_plug_in_that_cannot_be_loaded_is_told_in_a_sentence(site: Path) -> None:
    (site / "made_up" / "product.py").write_text("import nowhere_to_be_found", encoding="utf-8")
    environment = processes.environment(PYTHONPATH=f"{site}:{processes.ROOT}")
    words = processes.printkit("build", "expansion", "made-up")
    done = processes.run(words, env=environment, cwd=site.parent, check=False)
    assert done.returncode == 1
    cause = (
        "The plug-in “made-up” cannot be loaded: the module “nowhere_to_be_found” is not installed"
    )
    assert cause in " ".join(done.stderr.split())


def test_why_a_plug_in_cannot_be_loaded_is_told_in_words_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for index, (code, cause) in enumerate(
        [
            ("x = 1", "has no “PRODUCT”."),
            ("x = (", "its code fails as it is imported (SyntaxError)."),
            ("1 / 0", "its code fails as it is imported (ZeroDivisionError)."),
            ("int.no", "its code fails as it is imported (AttributeError)."),
        ]
    ):
        module = f"spoiled_{index}"
        (tmp_path / f"{module}.py").write_text(code, encoding="utf-8")
        entry = EntryPoint("made-up", f"{module}:PRODUCT", plugins.PRODUCTS)
        monkeypatch.setattr(plugins, "plugin_entries", lambda _, entry=entry: {"made-up": entry})
        with pytest.raises(PrintkitError) as caught:
            plugins.load_plugin(plugins.PRODUCTS, "made-up")
        told = str(caught.value)
        assert told.startswith(f"{entry.value}: The plug-in “made-up” cannot be loaded: ")
        assert f"{cause} Install its package again, or remove it." in told
