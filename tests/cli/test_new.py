"""`printkit new` creates decks that build unchanged: empty, from a table, from pictures or from one
of our games.
"""

from __future__ import annotations

import errno
import shlex
import sys
from pathlib import Path
from typing import BinaryIO

import pytest
from PIL import Image

from printkit.base.content import TomlFile, content_path
from printkit.cli.app import run
from printkit.graphics.fonts import TITLE, shape
from printkit.model.card_table import deal_pictures
from printkit.model.load import load
from tests.cli.test_completion import complete
from tests.support import spreadsheets as made
from tests.support.decks import facts

FACTS = facts(__file__)
ROWS = [
    ["My game"],
    ["Name", "Qty", "Image", "Text", "Suit", "Remarks"],
    ["Wave", 3.0, "wave", "Draw **one**.", "Sea"],
    ["Isle", 1.0, "isle.jpg", None, "Land", "later"],
]
KINDS = {
    "blank": "deck",
    "spreadsheet": "deck --from spreadsheet source/deck.xlsx",
    "spreadsheet first": "--from spreadsheet source/deck.xlsx deck",
    "table": "deck --from=spreadsheet source/deck.csv",
    "images": "deck --from images source/",
    "variant": "deck --from kessel",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder with a folder `source` that contains tables and pictures."""
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "source"
    (source / "images").mkdir(parents=True)
    (source / "deck.xlsx").write_bytes(made.xlsx({"Cards": made.sheet(ROWS)}))
    (source / "deck.csv").write_text("Nom;Texte\nÉlan;Pioche\n", encoding="utf-8")
    for name in ("images/wave.png", "isle.jpg"):
        Image.new("RGB", (63, 88), "teal").save(source / name)
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


@pytest.mark.sampled
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_new_deck_builds_unchanged(
    kind: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    assert run(["new", *KINDS[kind].split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    made = next(line for line in lines if "deck.toml" in line)
    assert (
        made.replace("\u202f", " ")
        .replace("\xa0", " ")
        .replace(" :", ":")
        .startswith("deck: deck.toml")
    )
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("  printkit ")]
    assert commands == [["check", "deck/deck.toml"], ["build", "deck/deck.toml"]]
    assert run(commands[0]) == 0, capsys.readouterr().err
    assert run([*commands[1], "--format", "dump"]) == 0
    variant = load("deck/deck.toml")
    assert variant.languages == (language,)
    text = Path("deck/deck.toml").read_text(encoding="utf-8")
    assert text.count("# ") > 8
    assert not any("$" in line for line in text.split("\n"))


@pytest.mark.parametrize("name", ["blank", "spreadsheet", "images", "variant"])
def test_templates_have_equal_keys_in_both_languages(name: str) -> None:
    """The active keys and the keys in comments are the same."""
    keys = []
    for language in ("en", "fr"):
        path = content_path("new", f"{name}.{language}.toml")
        lines = path.read_text(encoding="utf-8").split("\n")
        assert all(len(line.replace("$language", language)) <= 100 for line in lines), path
        words = (line.removeprefix("# ").partition(" = ") for line in lines)
        keys.append([key for key, sign, _ in words if sign and key.isidentifier()])
    assert keys[0] == keys[1]
    assert "name" in keys[0]


def test_new_copies_spreadsheet_and_its_pictures(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", "Ma bataille", "--from", "spreadsheet", "source/deck.xlsx"]) == 0
    said = capsys.readouterr()
    deck = folder / "ma-bataille"
    assert files(deck) == ["deck.xlsx", "images/wave.png", "isle.jpg", "ma-bataille.toml"]
    assert (deck / "deck.xlsx").read_bytes() == (folder / "source/deck.xlsx").read_bytes()
    assert "deck.xlsx, Cards!F2: Remarks: is not a known heading" in said.err
    text = (deck / "ma-bataille.toml").read_text(encoding="utf-8")
    assert '# "Qty" = "copies"\n' in text
    assert '# "Remarks" = ""\n' in text
    assert 'sheet = "Cards"\n' in text
    variant = load(str(deck / "ma-bataille.toml"))
    assert variant.name == {"en": "Ma bataille"}
    assert [(card.id, card.copies, card.suit) for card in variant.cards] == [
        ("wave", 3, "sea"),
        ("isle", 1, "land"),
    ]


def test_pictures_already_in_folder_are_not_copied(folder: Path) -> None:
    (folder / "source").rename(folder / "mine")
    for name in ("deck.xlsx", "deck.csv"):
        (folder / "mine" / name).unlink()
    assert run(["new", "mine", "--from", "images", "mine/images"]) == 1  # isle.jpg also exists
    (folder / "mine/isle.jpg").unlink()
    assert run(["new", "mine", "--from", "images", "mine/images"]) == 0
    assert files(folder / "mine") == ["cards.csv", "images/wave.png", "mine.toml"]
    assert run(["new", "mine"]) == 1
    assert files(folder / "mine") == ["cards.csv", "images/wave.png", "mine.toml"]


@pytest.mark.parametrize(("typed", "folder_name", "name"), FACTS["names"])
def test_unusual_names_give_a_slug(
    typed: str, folder_name: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", typed]) == 0
    variant = load(f"{folder_name}/{Path(folder_name).name}.toml")
    assert variant.slug == Path(folder_name).name
    assert variant.name == {"en": name}


@pytest.mark.parametrize("name", FACTS["folders"])
def test_picture_names_give_cards_copies_and_backs(name: str) -> None:
    case = FACTS["folders"][name]
    dealt = deal_pictures(case["files"])
    cards = [[card.name, card.copies, card.art, card.back] for card in dealt.cards]
    assert cards == case["cards"]
    assert (dealt.back, dealt.unused) == (case.get("back", ""), case.get("unused", []))
    assert [list(doubt) for doubt in dealt.doubts] == case.get("doubts", [])


def test_fonts_show_all_of_ascii() -> None:
    """Names in ASCII are not looked up in a font."""
    shape(TITLE, "".join(map(chr, range(32, 127))))


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("new deck --from spr", "spreadsheet"),
        ("new deck --from im", "images imperial"),
        ("new deck --from cas", "casino"),
    ],
)
def test_completion_lists_sources_of_new(line: str, values: str) -> None:
    assert [item.value for item in complete(line) if item.type == "plain"] == values.split()


@pytest.mark.parametrize(
    "line", ["new deck --from spreadsheet ca", "new --from images ar", "new deck --from=images ar"]
)
def test_source_of_new_completes_as_path(line: str) -> None:
    assert [item.type for item in complete(line)] == ["file"]


def test_table_of_pictures_suits_local_spreadsheets(folder: Path) -> None:
    for language, first in (("en", "Name,Quantity,Image"), ("fr", "Nom;Quantité;Image")):
        assert run(["--lang", language, "new", language, "--from", "images", "source"]) == 0
        table = (folder / language / "cards.csv").read_bytes().decode("utf-8-sig")
        assert table.split("\n")[0] == first
        path = folder / language / f"{language}.toml"
        text = path.read_text(encoding="utf-8")
        assert TomlFile(path, text, {}).positions.find(("cards_table",))[0] > 8


def test_new_folds_repeated_warnings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"Wave {n},x\n" for n in range(2_000))
    Path("source/long.csv").write_text(f"Name,Qty\n{rows}", encoding="utf-8")
    assert run(["--lang", "en", "new", "deck", "--from", "spreadsheet", "source/long.csv"]) == 0
    err = capsys.readouterr().err
    assert "The same error occurs in" in err
    assert len(err) < 2_000


def test_new_names_dangling_link(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And it leaves nothing half-made, also in folders above that it made."""
    link = folder / "source" / "z.png"
    link.symlink_to(folder / "nowhere.png")
    Path("kept").mkdir()
    before = sorted(folder.rglob("*"))
    for name in ("deck", "new/deck", "kept"):
        assert run(["--lang", "en", "new", name, "--from", "images", "source"]) == 1
        cause = f"{Path('source', 'z.png')}: This is a link to a file that does not exist."
        assert cause in capsys.readouterr().err
        assert sorted(folder.rglob("*")) == before


def test_new_removes_files_of_failed_copy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_disk(source: object, target: BinaryIO) -> None:
        target.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("printkit.library.new_deck.shutil.copyfileobj", fill_disk)
    before = files(folder)
    assert run(["new", "deck", "--from", "images", "source"]) == 1
    assert (files(folder), (folder / "deck").exists()) == (before, False)


@pytest.mark.usefixtures("folder")
def test_new_names_null_byte_in_table(capsys: pytest.CaptureFixture[str]) -> None:
    Path("null.csv").write_bytes(b'name,text\nA,"x\0y"\n')
    assert run(["--lang", "en", "new", "deck", "--from", "spreadsheet", "null.csv"]) == 1
    assert "null.csv:2: This text contains a null byte (0x00)." in capsys.readouterr().err


def test_new_converts_pictures_and_names_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All files of the folder are used, converted or named; the deck can be built."""
    monkeypatch.chdir(tmp_path)
    Path("art").mkdir()
    image = Image.new("RGB", (300, 420), "#204060")
    for name in ("a.png", "a.webp", "b.gif", "c.tif", "d.bmp", "e.avif", "{1} (99).png", "日.png"):
        image.save(Path("art", name))
    image.save("art/f.jfif", format="JPEG")
    for name in ("x.psd", "notes.txt", "Thumbs.db", ".hidden"):
        Path("art", name).write_bytes(b"8BPS")
    assert run(["--lang", "en", "new", "deck", "--from", "images", "art"]) == 0
    err = capsys.readouterr().err
    for words in (
        "skipped: x.psd",
        "skipped: notes.txt",
        "{1} (99).png",
        "cannot show these names",
    ):
        assert words in err
    assert files(Path("deck/images")) == [
        *("a.png", "a.webp.png", "b.png", "c.png", "d.png", "e.png", "f.jpg", "{1} (99).png"),
        "日.png",
    ]
    assert run(["check", "deck/deck.toml"]) == 0
    assert load("deck/deck.toml").total == 9


def test_check_accepts_other_kinds_of_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    image = Image.new("RGB", (825, 1125), "#204060")
    for name in ("a.webp", "b.gif", "c.tiff"):
        image.save(name)
    Path("cards.csv").write_text("Name,Image\nA,a.webp\nB,b\nC,c.tiff\n", encoding="utf-8")
    assert run(["new", "deck", "--from", "spreadsheet", "cards.csv"]) == 0
    assert run(["check", "deck/deck.toml"]) == 0
    assert run(["build", "deck/deck.toml", "cards", "--format", "pdf", "-o", "out"]) == 0


def test_new_names_damaged_picture_to_convert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("art").mkdir()
    Path("art/a.webp").write_bytes(b"RIFF\0\0\0\0WEBP" + bytes(99))
    assert run(["--lang", "en", "new", "deck", "--from", "images", "art"]) == 1
    assert f"{Path('art', 'a.webp')}: This picture is damaged" in capsys.readouterr().err
    assert not Path("deck").exists()


def test_new_names_all_heic_pictures_in_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    monkeypatch.chdir(tmp_path)
    Path("art").mkdir()
    Image.new("RGB", (300, 420), "#204060").save("art/a.png")
    for name in ("b.heic", "c.HEIC", "d.heif"):
        Path("art", name).write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(99))
    assert run(["--lang", "en", "new", "deck", "--from", "images", "art"]) == 1
    err = " ".join(capsys.readouterr().err.split())
    assert "3 pictures have this error: b.heic, c.HEIC, d.heif." in err
    assert "Export the picture as JPEG or PNG, or install it" in err
    assert err.count("HEIC pictures cannot be read") == 1
    assert not Path("deck").exists()


@pytest.mark.parametrize(
    ("name", "words"), [("a.tif", "several pages"), ("a.gif", "animated"), ("a.webp", "animated")]
)
def test_new_names_pictures_with_several_pages(
    folder: Path, name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "art").mkdir()
    pages = [Image.new("RGB", (63, 88), colour) for colour in ("red", "blue")]
    pages[0].save(folder / "art" / name, save_all=True, append_images=pages[1:])
    assert run(["new", "deck", "--from", "images", "art"]) == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if name in line]
    assert words in line
