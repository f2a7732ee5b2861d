"""Every target gets files that preflight passes and that readers of others read."""

import io
import json
from itertools import cycle
from pathlib import Path
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

import ezdxf
import pytest
from PIL import Image

import printkit
from printkit.targets.target import find_target, target_names
from tests.support.processes import needs, run
from tests.support.sample import cases

STRANGER = str(Path(__file__).parents[2] / "examples" / "five-lamps" / "five-lamps.toml")
GAMES = ("casino", "kessel", "pazaak", "tarot", STRANGER)
ROTATION = dict(zip(target_names(), cycle(GAMES), strict=False))
# A whole deck for some, a few cards for the others.
WHOLE = ("shop", "tts")
# Texts, which have no form.
TEXTS = {".md", ".csv"}


def order(name: str, game: str, folder: Path) -> Path:
    """Build cards of a game for a target, in the first size that it sells."""
    target = find_target(name)
    size = next((one.size for one in target.sizes.values()), None)
    wishes = {} if target.any_size or size is None else {"card_size": f"{size[0]}x{size[1]}mm"}
    product = "cards" if name in WHOLE else "reference-cards"
    built = printkit.build(game, [product], target=name, out=folder, **wishes)
    return built.folder


def is_sound(file: Path) -> bool:
    """Ask a reader that is not ours whether it can read a file to its end."""
    kind, data = file.suffix, file.read_bytes()
    if kind == ".pdf":
        found = run(("qpdf", "--check", file))
        return found.returncode == 0 and "WARNING" not in found.stdout + found.stderr
    try:
        if kind in (".png", ".jpg"):
            Image.open(io.BytesIO(data)).load()
        elif kind == ".dxf":
            return not ezdxf.readfile(file).audit().has_issues
        elif kind == ".json":
            json.loads(data)
        elif kind == ".pcio":
            return ZipFile(io.BytesIO(data)).testzip() is None
        else:
            assert kind in (".xml", ".svg"), kind
            ElementTree.fromstring(data)
    except (OSError, SyntaxError, ValueError, BadZipFile, ezdxf.DXFStructureError):
        return False
    return True


def test_every_game_goes_to_a_target() -> None:
    assert set(ROTATION.values()) == {*GAMES}


# Two shops, a cutter, a table: each kind of file. The night has all.
BY_DAY = ("drivethru", "meinspiel", "silhouette", "playingcards-io")


@pytest.mark.parametrize("name", cases(ROTATION, BY_DAY))
@needs("qpdf")
def test_a_target_gets_files_without_fault(name: str, tmp_path: Path) -> None:
    folder = order(name, ROTATION[name], tmp_path)
    assert printkit.preflight(folder, name) == ()
    files = [file for file in folder.rglob("*.*") if file.suffix not in TEXTS]
    assert len(files) > 1
    assert [file.name for file in files if not is_sound(file)] == []
    half = next(file for file in files if file.suffix != ".json")
    half.write_bytes(half.read_bytes()[: half.stat().st_size // 2])
    assert not is_sound(half), "the comparison can fail"


@pytest.mark.nightly
def test_files_of_one_shop_are_not_those_of_another(tmp_path: Path) -> None:
    folder = order("shop", "kessel", tmp_path)
    told = {finding.rule for finding in printkit.preflight(folder, "drivethru") if finding.fault}
    assert told == {"key", "bleed", "order", "safe"}
