"""`preview --watch` makes a contact sheet again when a file of the deck changes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.jobs.job import Job
from printkit.library.previews import write_contact_sheets
from printkit.library.watching import WatchedBuild, watch_contact_sheets

DECK = (
    'name = "Deck"\nlanguages = ["en"]\ncards_table = "cards.csv"\n[families.deck]\nname = "Deck"\n'
)
# Levels of 255 by which edges differ that PDFium rounds in another place; fine lines of a back
# differ by three.
ROUNDING = 3
COLOURS = ("red", "green", "blue", "orange")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    deck = tmp_path / "deck"
    deck.mkdir()
    for name in COLOURS:
        Image.new("RGB", (150, 210), name).save(deck / f"{name}.png")
    rows = "".join(f"{name},1,{name}.png\n" for name in COLOURS)
    (deck / "cards.csv").write_text(f"Name,Quantity,Image\n{rows}", encoding="utf-8")
    (deck / "deck.toml").write_text(f'{DECK}back = "rosette"\n', encoding="utf-8")
    return deck


class Watched:
    """A watch whose waiting times end at once."""

    def __init__(self, deck: Path) -> None:
        self.waits = 0
        self.job = Job(variant=str(deck / "deck.toml"), out=Path("out"), options={"dpi": 72})
        self.builds: Iterator[WatchedBuild] = watch_contact_sheets(
            self.job, ("classic",), self.wait
        )

    def wait(self, _seconds: float) -> None:
        self.waits += 1
        if self.waits > 50:
            raise TimeoutError

    def next(self) -> WatchedBuild:
        self.waits = 0
        return next(self.builds)


def difference(built: WatchedBuild, watched: Watched) -> int:
    """Return the greatest difference of a picture from one that is painted whole."""
    (own,) = built.paths
    job = Job(variant=watched.job.variant, out=Path("whole"), options={"dpi": 72})
    (whole,) = write_contact_sheets(job, ("classic",))
    pictures = []
    for path in (own, whole):
        with Image.open(path) as image:
            pictures.append(np.asarray(image.convert("RGB"), dtype=int))
    assert pictures[0].shape == pictures[1].shape
    shutil.rmtree("whole")
    return int(abs(pictures[0] - pictures[1]).max())


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_watch_paints_changed_cards_alone(folder: Path) -> None:
    """A changed picture, number, name of the game and back; also a card more."""
    watched = Watched(folder)
    assert difference(watched.next(), watched) == 0
    edits = {
        "red.png": lambda: Image.new("RGB", (150, 210), "purple").save(folder / "red.png"),
        "cards.csv": lambda: change(folder / "cards.csv", "blue,1", "blue,3"),
        "deck.toml": lambda: change(folder / "deck.toml", '"rosette"', '"orbits"'),
    }
    for name, edit in edits.items():
        edit()
        built = watched.next()
        assert (built.changed, built.error) == ((name,), None)
        assert 0 < built.share < 0.5
        assert difference(built, watched) <= ROUNDING
    change(folder / "cards.csv", "orange,1", "red,1,red.png\norange,1")
    assert difference(watched.next(), watched) <= ROUNDING


def test_watch_goes_on_after_error(folder: Path) -> None:
    watched = Watched(folder)
    (picture,) = watched.next().paths
    before = picture.read_bytes()
    change(folder / "cards.csv", "blue.png", "lost.png")
    built = watched.next()
    assert isinstance(built.error, PrintkitError)
    assert "lost" in str(built.error)
    assert picture.read_bytes() == before
    Image.new("RGB", (150, 210), "black").save(folder / "lost.png")
    built = watched.next()
    assert (built.changed, built.error) == (("lost.png",), None)
    assert difference(built, watched) <= ROUNDING


def test_watch_waits_without_changes(folder: Path) -> None:
    """The pictures of the watch and hidden files of editors do not count as changes."""
    watched = Watched(folder)
    watched.next()
    (folder / ".cards.csv.swp").write_bytes(b"x")
    with pytest.raises(TimeoutError):
        watched.next()


def test_watch_redraws_changed_svg(folder: Path) -> None:
    drawing = folder / "red.svg"
    svg = '<svg viewBox="0 0 63 88"><rect width="63" height="88" fill="{}"/></svg>'
    drawing.write_text(svg.format("#ff0000"))
    change(folder / "cards.csv", "red.png", "red.svg")
    watched = Watched(folder)
    watched.next()
    drawing.write_text(svg.format("#0000ff"))
    built = watched.next()
    assert (built.changed, built.error) == (("red.svg",), None)
    assert difference(built, watched) <= ROUNDING


def test_watch_of_bundled_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "preview", "casino", "--watch"]) == 2
    assert "--watch needs a definition file" in capsys.readouterr().err
