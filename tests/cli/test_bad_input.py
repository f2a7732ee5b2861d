"""All that a person can get wrong, through the real command line: one paragraph, never a traceback.

Exit 1 for refused input, 2 for wrong usage of the command line; nothing is left behind.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from printkit.cli import run
from tests.support import decks, processes
from tests.support.processes import PIPE, printkit, python

ROOT = Path(__file__).resolve().parents[2]
DECK = (
    decks.HEAD
    + """
[[cards]]
id = "odd"
name = { en = "Odd", fr = "Drôle" }
value = 7
"""
)
ODD_END = 15  # the line after DECK
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
DRAWN = '<path d="M0 0L90 90L0 90z"/>'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own for every test, and an end; the command switches the collector off."""
    monkeypatch.chdir(tmp_path)
    if hasattr(signal, "SIGALRM"):  # what never ends is a fault too
        signal.signal(signal.SIGALRM, too_long)
        signal.alarm(20)
    yield tmp_path
    if hasattr(signal, "SIGALRM"):
        signal.alarm(0)
    gc.enable()


def too_long(*_: object) -> None:
    raise AssertionError("this takes longer than 20 seconds")


def put(name: str, data: str | bytes) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def made() -> list[str]:
    """What lies in the working folder, output and hidden files too."""
    return sorted(str(path) for path in Path().rglob("*"))


def told(capsys: pytest.CaptureFixture[str], status: int, *args: str) -> str:
    """Runs a command that must be refused with this status; what it says on standard error."""
    before = made()
    assert run(list(args)) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert made() == before
    return err


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one paragraph of a refusal: ends as a sentence, is no longer than a paragraph."""
    err = told(capsys, 1, *args)
    assert err.endswith((".\n", "?\n"))
    assert err.count("\n") == 1
    assert len(err) < 700
    return err.removesuffix("\n").removeprefix("printkit: ")


def refused_twice(capsys: pytest.CaptureFixture[str], file: str) -> str:
    """`check` and `build` refuse a definition with the same words."""
    checked = refused(capsys, "check", file)
    assert refused(capsys, "build", file, "--format", "dump") == checked
    return checked


# --- files that are no definition ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        (b"", "", "This definition is empty. Start from a copy of one in templates/variants/."),
        (b" \n\t\n", "", "This definition is empty."),
        (b"\xef\xbb\xbf", "", "This definition is empty."),
        (b'slug = "\xe9"\n', ":1:9", "is not UTF-8 text: byte 0xe9 cannot be read. Save it with"),
        ("slug".encode("utf-16"), ":1:1", "is not UTF-8 text: byte 0xff cannot be read."),
        (
            b"\x7fELF\x02\x01\x01\x00\x00",
            ":1:1",
            "This is not TOML: neither a key nor a table begins here.",
        ),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", ":1:1", "is not UTF-8 text: byte 0x89 cannot"),
        (b'slug = "mine\n', ":1:13", "This is not TOML: a text holds a control character, or is"),
        (b"[[cards]\n", ":1:8", "This is not TOML: the name of a table is not closed."),
        (b"{\n", ":1:1", "TOML: neither a key nor a table begins here."),
        (b"x = " + b"[" * 10_000 + b"]" * 10_000, "", ""),
        (b"x = " + b"[" * 10_000, "", ""),
        (b"x = " + b"{a = " * 5_000 + b"1" + b"}" * 5_000, "", ""),
        (b"a." * 2_000 + b"a = 1", ":1:1", "A key has too many parts"),
        (b"x = " + b"9" * 5_000, "", ""),
    ],
)
def test_a_file_that_is_no_definition(
    capsys: pytest.CaptureFixture[str], data: bytes, place: str, said: str
) -> None:
    put("deck.toml", data)
    lines = told(capsys, 1, "check", "deck.toml").splitlines()
    assert any(line.startswith(f"deck.toml{place}: ") and said in line for line in lines)
    assert max(map(len, lines)) < 700
    assert told(capsys, 1, "build", "deck.toml", "--format", "dump").startswith("printkit: deck.t")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.toml", "none.toml: There is no such definition. Check the spelling of the path."),
        ("folder", "folder: This is a folder, not a definition. Name the file inside it."),
        ("./folder", "folder: This is a folder, not a definition. Name the file inside it."),
        ("deck.toml/x.toml", "cannot be read: a file stands where a folder is needed."),
        ("casin", "There is no variant “casin”. Did you mean “casino”? Known variants: "),
        ("", "There is no variant “”."),
        ("n" * 300, "There is no variant “nnn"),
        ("n" * 300 + ".toml", "cannot be read: the name is too long. Choose a shorter one."),
        ("a/" + "n" * 300, "There is no such definition."),
    ],
)
def test_a_name_that_is_no_definition(
    capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    Path("folder").mkdir()
    put("deck.toml", DECK)
    assert said in refused_twice(capsys, name)


def test_a_definition_too_large_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK + "#" * 1_000_001)
    assert "has 1.0 MB; the limit is 1 MB, as it is read whole. Make it smaller." in refused_twice(
        capsys, "deck.toml"
    )


# --- faults of a definition ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("copies = 0", "cards[0].copies: 0 is refused: the least is 1."),
        ("copies = -3", "cards[0].copies: -3 is refused: the least is 1."),
        ('copies = "2"', "cards[0].copies: “2” is not a whole number."),
        ("copies = nan", "cards[0].copies: nan is not a whole number."),
        ("copies = 1e999", "cards[0].copies: inf is not a whole number."),
        ("copies = 1979-05-27", "cards[0].copies: 1979-05-27 is not a whole number."),
        ("copies = " + "9" * 4000, "cards[0].copies: 999"),
        ('frame = "' + "x" * 150 + '"', "cards[0].frame: “xxx"),
        ('colour = "noir"', "cards[0].colour: “noir” is not known."),
        ('suit = ["coins"]', "cards[0].suit: this list is not a text in quotes."),
        ('emblem = "../x.svg"', "cards[0].emblem: “../x.svg” lies outside the definition's folder"),
        ('emblem = "{tmp}/x.svg"', "lies outside the definition's folder. Put it into that"),
        ('emblem = "link.svg"', "“link.svg” lies outside the definition's folder."),
        ('emblem = "linked/x.svg"', "“linked/x.svg” lies outside the definition's folder."),
        ('emblem = "none.svg"', "“none.svg” does not exist. Put it beside the definition."),
        ('emblem = "deck.toml"', "“deck.toml” does not exist."),
        ('emblem = "suits/coin"', "“suits/coin” does not exist. Did you mean “suits/coins”?"),
        ('emblem = "../variants/casino"', "cards[0].emblem: "),
        ('art = "../x.png"', "cards[0].art: “../x.png” lies outside the definition's folder."),
        ('"" = 1', "is not a key that is known here."),
    ],
)
def test_a_fault_of_a_card(
    capsys: pytest.CaptureFixture[str], home: Path, line: str, said: str
) -> None:
    (home / "x.svg").write_text(SVG.format(DRAWN))
    (home / "x.png").write_bytes(png("L"))
    (home / "deck").mkdir()
    os.chdir(home / "deck")
    Path("link.svg").symlink_to(home / "x.svg")
    Path("linked").symlink_to(home)
    put("deck.toml", DECK + line.replace("{tmp}", str(home)) + "\n")
    one = refused_twice(capsys, "deck.toml")
    assert one.startswith(f"deck.toml:{ODD_END}:1: ")
    assert said in one


def test_ids_given_twice(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK + DECK[DECK.index("\n[[cards]]") :])
    one = refused_twice(capsys, "deck.toml")
    assert one.startswith("deck.toml:17:1: cards[1].id: the id “odd” is given twice.")


def test_check_tells_all_faults_of_all_files_and_of_the_rest_that_they_are_fine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    put("a.toml", DECK.replace("value = 7", "value = 7.5\nframe = 1"))
    put("b.toml", DECK)
    assert run(["check", "a.toml", "none.toml", "b.toml", "pazaak"]) == 1
    out, err = capsys.readouterr()
    assert out == ("b.toml: 1 cards, 1 distinct: fine.\npazaak: 81 cards, 29 distinct: fine.\n")
    assert [line.split(": ")[0] for line in err.splitlines()] == [
        *("a.toml:14:1", "a.toml:15:1", "none.toml"),
    ]


# --- emblems and pictures ------------------------------------------------------------------------


def png(mode: str, size: tuple[int, int] = (40, 40)) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, "PNG")
    return out.getvalue()


def with_emblem(name: str, data: str | bytes, key: str = "emblem") -> str:
    put(name, data)
    put("deck.toml", f'{DECK}{key} = "{name}"\n')
    return "deck.toml"


PICTURES = {
    "text": (b"I am no picture.\n", "This is not a PNG or JPEG picture. Save it as one of them."),
    "nothing": (b"", "This is not a PNG or JPEG picture."),
    "cut in the middle": (png("RGB", (300, 300))[:150], "This picture is damaged, "),
    "only a head": (png("RGB")[:20], ""),
    "gif": (b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "This is not a PNG or JPEG picture."),
    "a hundred megapixels": (
        png("1", (10_000, 10_000)),
        "This picture has 100 megapixels; the limit is 50. Scale it down: ",
    ),
    "a wrong checksum": (png("RGB").replace(b"IDAT", b"IDAX"), ""),
}


@pytest.mark.parametrize("key", ["emblem", "art"])
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_cannot_be_used(
    capsys: pytest.CaptureFixture[str], name: str, key: str
) -> None:
    data, said = PICTURES[name]
    assert len(data) < 200_000
    one = refused_twice(capsys, with_emblem("x.png", data, key))
    assert "x.png: " in one
    assert said in one


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_is_welcome(mode: str) -> None:
    assert run(["check", with_emblem("x.png", png(mode))]) == 0


SUBSET = "is not part of the subset of SVG that art is drawn in. Turn text and effects into paths;"
DRAWINGS = {
    "a script": (SVG.format(f"\n<script>x()</script>{DRAWN}"), "2:1", f"“script” {SUBSET}"),
    "an image": (SVG.format(f'\n <image href="file:///etc/passwd"/>{DRAWN}'), "2:2", "“image” is"),
    "a use": (SVG.format(f'\n<use href="#a"/>{DRAWN}'), "2:1", f"“use” {SUBSET}"),
    "a style": (SVG.format(f"\n<defs><style>*{{}}</style></defs>{DRAWN}"), "2:7", "“style” is not"),
    "a text": (SVG.format(f"\n<text>A</text>{DRAWN}"), "2:1", f"“text” {SUBSET}"),
    "a foreign object": (SVG.format(f"\n<foreignObject/>{DRAWN}"), "2:1", "“foreignObject” is not"),
    "a link": (SVG.format('\n<a href="http://e.org">' + DRAWN + "</a>"), "2:1", f"“a” {SUBSET}"),
    "a reference to a site": (
        SVG.format('\n<path xmlns:l="http://www.w3.org/1999/xlink" l:href="http://e" d="M0 0"/>'),
        *("2:1", "The attribute “href” reaches outside a drawing. Delete it: art holds no scripts"),
    ),
    "a handler": (SVG.format(f'\n<g onload="x()">{DRAWN}</g>'), "2:1", "The attribute “onload” re"),
    "a url for a colour": (
        SVG.format('\n<path fill="url(http://e#a)" d="M0 0L9 9"/>'),
        *("2:1", "the colour “url(http://e#a)” is not #rgb, #rrggbb, rgb(…) or none."),
    ),
    "entities": (
        '<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>\n' + SVG.format(f"&b;{DRAWN}"),
        *("1:15", "A DOCTYPE (and the entities it may declare) is refused in art. Delete"),
    ),
    "an outer entity": (
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG.format("&a;"),
        *("1:15", "A DOCTYPE (and the entities it may declare) is refused in art."),
    ),
    "an open element": (SVG.format(f"\n<g>{DRAWN}"), "2:", "This is not well-formed SVG: mismat"),
    "no XML": ("not xml", "1:1", "This is not well-formed SVG: "),
    "nothing": ("", "1:1", "This is not well-formed SVG: no element found."),
    "another root": ("<html/>", "1:1", "The root is “html”, not <svg>. Name an SVG file."),
    "no drawing": (SVG.format(""), "", "This SVG draws nothing."),
    "an unknown encoding": ('<?xml version="1.0" encoding="foo"?>' + SVG.format(DRAWN), "1:1", ""),
    "a strange encoding": ('<?xml version="1.0" encoding="utf-7"?>' + SVG.format(DRAWN), "1:1", ""),
    "a double-byte one": (
        '<?xml version="1.0" encoding="shift_jis"?>' + SVG.format(DRAWN),
        "1:1",
        "",
    ),
    "an endless number": (SVG.format('\n<path d="M0 0L1e999 9L0 9z"/>'), "2:1", ""),
    "an endless box": (SVG.replace("100 100", "1e999 1").format(DRAWN), "1:1", ""),
    "a box beyond measure": (SVG.replace("100 100", "1e300 1e-300").format(DRAWN), "1:1", ""),
    "a vanishing arc": (SVG.format('\n<path d="M0 0A1e-320 1e-320 0 0 1 9 9"/>'), None, ""),
    "an arc without end": (SVG.format('\n<path d="M0 0A1e999 5 0 0 1 9 9"/>'), "2:1", "<path>"),
    "an angle without end": (SVG.format(f'\n<g transform="rotate(1e999)">{DRAWN}</g>'), "2:1", ""),
    "a number that is none": (SVG.format('\n<circle cx="nan" r="4"/>'), "2:1", "“nan” is not a nu"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_that_cannot_be_used(capsys: pytest.CaptureFixture[str], name: str) -> None:
    data, place, said = DRAWINGS[name]
    deck = with_emblem("x.svg", data)
    if place is None:  # either way is right, but it must not crash
        assert run(["check", deck]) in (0, 1)
        return
    one = refused_twice(capsys, deck)
    assert f"x.svg{':' if place else ': '}{place}" in one
    assert said in one
    assert not any(word in one for word in ("NaN", "math domain", "float", "codec"))


@pytest.mark.parametrize("key", ["emblem", "art"])
def test_an_svg_that_is_a_folder(capsys: pytest.CaptureFixture[str], key: str) -> None:
    Path("x.svg").mkdir()
    put("deck.toml", f'{DECK}{key} = "x.svg"\n')
    assert "“x.svg” " in refused_twice(capsys, "deck.toml")


def test_a_control_character_never_reaches_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK.replace('"Odd"', '"O\\u0000dd"'))
    assert "U+0000" in refused(capsys, "build", "deck.toml", "--format", "svg")


INPUTS = {
    "a definition": ("deck.toml", "", ["check", "deck.toml"]),
    "settings": ("printkit.toml", DECK, ["build", "deck.toml"]),
    "a theme": ("own.toml", DECK, ["build", "deck.toml", "--theme", "own.toml"]),
    "cards": ("cards.csv", 'cards_csv = "cards.csv"\n' + DECK, ["check", "deck.toml"]),
    "a picture": ("x.png", DECK + 'art = "x.png"\n', ["check", "deck.toml"]),
    "a drawing": ("x.svg", DECK + 'emblem = "x.svg"\n', ["check", "deck.toml"]),
    "a base": ("base.toml", 'extends = "base.toml"\n' + DECK, ["check", "deck.toml"]),
    "a chapter": (
        "t.md",
        'chapters = { en = "t.md", fr = "t.md" }\n' + DECK,
        ["check", "deck.toml"],
    ),
    "a deck": ("own.toml", DECK, ["map", "own.toml", "casino"]),
    "an addition": ("own.toml", DECK, ["build", "deck.toml", "--with", "own.toml"]),
}


@pytest.mark.parametrize("name", INPUTS)
def test_a_pipe_in_place_of_a_file_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    file, deck, words = INPUTS[name]
    if deck:
        put("deck.toml", deck)
    os.mkfifo(file)
    assert file in told(capsys, 1, *words)


# --- options -------------------------------------------------------------------------------------

NINES = "9" * 400
OPTIONS = [
    # options, exit status, what is said
    (["--format", "pfd"], 2, "“pfd” is not known. Did you mean “pdf”? Known formats: dump, pdf, p"),
    (["--format", ""], 2, "Name at least one of: dump, pdf, png, svg."),
    (["--format", "pdf,,svgg"], 2, "“svgg” is not known. Did you mean “svg”?"),
    (["--lang", "de"], 2, "“de” is not a language of printkit. Known languages: en, fr."),
    (["--lang", "en,fe"], 2, "“fe” is not a language of printkit."),
    (["--theme", "clasic"], 2, "classic"),
    (["--duplex", "flod"], 2, "fold"),
    (["--layout", "card"], 2, "sheets, single"),
    (["--papr", "a4"], 2, "--paper"),
    (["--dpi", "nan"], 2, "nan"),
    (["--dpi", "99999"], 2, "1200"),
    (["--players", "0"], 2, "0 is outside 1 to 99."),
    (["--bleed", "3"], 2, "“3” is not a length. Write a number with its unit: 63.5mm, 2.5in, 9pt"),
    (["--gap", "0"], 2, "“0” is not a length."),
    (["--margin", "nanmm"], 2, "“nanmm” is not a length."),
    (["--bleed", "-1mm"], 2, "-1mm is outside 0 to 10 mm."),
    (["--bleed", "11mm"], 2, "11mm is outside 0 to 10 mm."),
    (["--margin", f"{NINES}mm"], 2, "is outside 0 to 50 mm."),
    (["crads"], 2, "“crads” is not a product of mine. Did you mean “cards”? Known products: cards"),
    (["--paper", "a44"], 2, "“a44” is not a paper. Did you mean “a4”? Known papers: a3, a4"),
    (["--paper", "210x297"], 2, "“210x297” is not a paper."),
    (["--paper", "nanxnanmm"], 2, "“nanxnanmm” is not a paper."),
    (["--paper", "0x0mm"], 2, "“0x0mm” is a paper without extent."),
    (["--paper", f"{NINES}x{NINES}mm"], 2, ""),
    (["--paper", "10000000x10000000mm"], 2, ""),
    (["--paper", "80x90mm", "--margin", "50mm"], 1, "A margin of 50 mm leaves nothing of the pap"),
    (["--card-size", "pokr"], 2, "“pokr” is not a card size. Did you mean “poker”?"),
    (["--card-size", "63.5"], 2, "“63.5” is not a card size."),
    (
        ["--card-size", "300x400mm"],
        1,
        "A card of 300 × 400 mm does not fit on the paper a4 (210 × 297",
    ),
    (["--card-size", f"{NINES}x{NINES}mm"], 2, ""),
    (["--card-size", f"{NINES}x{NINES}mm", "--layout", "single"], 2, ""),
    (["--card-size", "0.01x0.01mm"], 2, ""),
]


@pytest.mark.parametrize(("options", "status", "said"), OPTIONS)
def test_an_option_that_cannot_be(
    capsys: pytest.CaptureFixture[str], options: list[str], status: int, said: str
) -> None:
    put("deck.toml", DECK)
    err = told(capsys, status, "build", "deck.toml", *options)
    assert said in err
    assert len(err) < 900
    if status == 1:
        assert err.startswith("printkit: ")
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ["biuld"],
            "There is no command “biuld”. Did you mean “build”? Commands: build, calibrate",
        ),
        (["build"], "Missing argument 'VARIANT'"),
        (["check"], "Missing argument 'FILE…'"),
        (["list", "--lang", "de"], "“de” is not known. Known languages: en, fr"),
        (["show"], "Missing argument 'VARIANT'"),
        (["--loud"], "No such option"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], args: list[str], said: str) -> None:
    assert said in told(capsys, 2, *args)


@pytest.mark.parametrize("command", ["show", "build", "check"])
def test_an_unknown_slug_names_the_nearest(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert refused(capsys, command, "kesel").startswith(
        "There is no variant “kesel”. Did you mean “kessel”? Known variants: "
    )


def test_a_card_size_of_a_definition_larger_than_the_paper(
    capsys: pytest.CaptureFixture[str],
) -> None:
    put("deck.toml", 'card_size = "250x350mm"\n' + DECK)
    one = refused(capsys, "build", "deck.toml")
    assert one == (
        "A card of 250 × 350 mm does not fit on the paper a4 (210 × 297 mm): inside the margins "
        "200 × 287 mm are left, and the label and the 100 mm ruler need a strip of them. "
        "Take a larger --paper, a smaller --card-size or a smaller --margin."
    )


# --- output folders ------------------------------------------------------------------------------


@pytest.mark.parametrize("out", ["file", "file/below", "file/far/below"])
def test_an_output_folder_that_is_a_file(capsys: pytest.CaptureFixture[str], out: str) -> None:
    put("file", "mine")
    put("deck.toml", DECK)
    one = refused(capsys, "build", "deck.toml", "-o", out)
    assert one == (
        f"{out}/mine: The output folder cannot be made: a file stands where a folder is needed. "
        "Name another folder with -o."
    )
    assert Path("file").read_text() == "mine"


def test_an_output_folder_with_a_name_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK)
    one = refused(capsys, "build", "deck.toml", "-o", "n" * 300)
    assert one.endswith("the name is too long. Choose a shorter one.")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine-cards-en.txt", "This was not made by printkit, or was changed since, and is not"),
        ("manifest.json", "This is not a manifest as printkit writes it, and is not overwritten."),
    ],
)
def test_a_persons_file_in_the_output_folder_is_kept(
    capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    put("deck.toml", DECK)
    put(f"out/mine/{name}", "my own notes")
    words = ["build", "deck.toml", "--format", "dump", "-o", "out"]
    assert refused(capsys, *words).startswith(f"out/mine/{name}: {said}")
    assert Path(f"out/mine/{name}").read_text() == "my own notes"
    assert run([*words, "--replace"]) == 0
    assert f"Kept what was there: out/mine/{name}.bak\n" in capsys.readouterr().out
    assert Path(f"out/mine/{name}.bak").read_text() == "my own notes"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("manifest.json", "This is a pipe, not a manifest."),
        ("mine-cards-en.txt", "no ordinary file"),
    ],
)
def test_a_pipe_in_the_output_folder_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    put("deck.toml", DECK)
    Path("out/mine").mkdir(parents=True)
    os.mkfifo(f"out/mine/{name}")
    assert said in refused(capsys, "build", "deck.toml", "cards", "--format", "dump", "-o", "out")


def test_every_command_that_writes_keeps_what_a_person_changed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One way in for all of them: nothing is overwritten, and with --replace it is copied first."""
    put("deck.toml", DECK)
    for words in (
        ["build", "deck.toml", "cards", "--format", "dump", "-o", "a"],
        ["map", "poker54", "kessel", "--format", "dump", "-o", "b"],
        ["preview", "deck.toml", "--dpi", "36", "-o", "c"],
        ["preview", "deck.toml", "--html", "-o", "d"],
        ["calibrate", "--format", "dump", "-o", "e"],
        ["build", "local-rules", "--format", "dump", "-o", "f"],
    ):
        assert run(words) == 0
        files = [file for file in Path(words[-1]).rglob("*") if file.suffix != ".json"]
        file = max(file for file in files if file.is_file())
        file.write_bytes(file.read_bytes() + b"printkit and I")
        mine = file.read_bytes()
        capsys.readouterr()
        again = [*words, *(["--rebuild"] if words[0] == "build" else [])]
        assert f"{file}: This was not made by printkit, or was" in refused(capsys, *again), words
        assert file.read_bytes() == mine
        assert run([*again, "--replace"]) == 0
        assert Path(f"{file}.bak").read_bytes() == mine
        assert file.read_bytes() != mine


def test_a_second_build_replaces_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK)
    for _ in range(2):
        assert run(["build", "deck.toml", "--format", "pdf,svg,png,dump", "--dpi", "36"]) == 0
    manifest = json.loads(Path("output/mine/manifest.json").read_text())
    files = {"output/mine/" + entry["file"] for entry in manifest["files"]}
    assert files | {"output/mine/manifest.json", "output", "output/mine", "deck.toml"} == set(
        made()
    )


# --- the same in a process of its own ------------------------------------------------------------


def test_the_real_command_refuses_with_status_and_paragraph() -> None:
    put("deck.toml", DECK + "copies = 0\n")
    put("deep.toml", "x = " + "[" * 10_000 + "]" * 10_000)
    put("junk.toml", bytes(range(256)) * 40)
    for args, status, start in [
        (["check", "deck.toml"], 1, "deck.toml:15:1: cards[0].copies: 0 is refused: the least is"),
        (["build", "junk.toml"], 1, "printkit: junk.toml:"),
        (["build", "casino", "--bleed", "3"], 2, "Usage: printkit build"),
        (["check", "deep.toml"], 1, "deep.toml"),
    ]:
        done = processes.run(printkit(*args))
        assert done.stderr[:1000].startswith(start)
        assert "Traceback" not in done.stderr[:1000]
        assert (done.returncode, done.stdout) == (status, "")
    assert made() == ["deck.toml", "deep.toml", "junk.toml"]


def test_a_pipe_that_closes_is_no_traceback() -> None:
    command = printkit("show", "casino", "--json")
    with processes.start(command, stdout=PIPE, stderr=PIPE) as process:
        process.stdout.close()
        err = process.stderr.read().decode()
        process.wait(timeout=60)
    assert "Traceback" not in err
    assert "BrokenPipe" not in err


def test_a_terminal_without_our_letters_is_no_traceback() -> None:
    environment = processes.environment(PYTHONIOENCODING="ascii")
    done = processes.run(printkit("show", "kessle"), env=environment)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "kessel" in done.stderr


SIGNALS = {"SIGINT": 130, "SIGTERM": 1, "SIGHUP": 1}


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_at_the_very_start_is_no_traceback(name: str) -> None:
    """While modules are still being read: a person who mistyped stops at once."""
    code = (
        "import os, runpy, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == 'click': os.kill(os.getpid(), signal.{name})\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.argv = ['printkit', 'list']\n"
        f"signal.signal(signal.{name}, signal.SIG_DFL)\n"
        "runpy.run_module('printkit', run_name='__main__')\n"
    )
    done = processes.run(python("-c", code))
    said = "printkit: stopped before the end. What was not whole was not written.\n"
    assert (done.returncode, done.stdout, done.stderr) == (SIGNALS[name], "", said)


@pytest.mark.parametrize(
    ("streams", "status"),
    [(">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0), (">/dev/full", 1), (">/dev/full 2>&1", 1)],
)
def test_streams_that_are_closed_or_full_are_no_traceback(streams: str, status: int) -> None:
    """A closed one is as /dev/null, and what was to be made is made."""
    put("deck.toml", DECK)
    words = "-m printkit build deck.toml cards --format dump -o out"
    done = processes.run(["sh", "-c", f'"$0" {words} {streams}', sys.executable])
    assert done.returncode == status
    full = "printkit: the answer cannot be written: No space left on device.\n"
    assert done.stderr == (full if streams == ">/dev/full" else "")
    assert sorted(path.name for path in Path("out/mine").iterdir()) == [
        *("manifest.json", "mine-cards-en.txt"),
    ]
