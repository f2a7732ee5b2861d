"""All that a person can get wrong, through the real command line: one paragraph, never a traceback.

Exit 1 for refused input, 2 for wrong usage of the command line; nothing is left behind. Most
commands that are refused are in `tests/golden/refusals`; here are inputs that no text file holds.
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


def list_files() -> list[str]:
    """What lies in the working folder, output and hidden files too."""
    return sorted(str(path) for path in Path().rglob("*"))


def refuse(capsys: pytest.CaptureFixture[str], status: int, *args: str) -> str:
    """Runs a command that must be refused with this status; what it says on standard error."""
    before = list_files()
    assert run(list(args)) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert list_files() == before
    return err


def refuse_briefly(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one paragraph of a refusal: ends as a sentence, is no longer than a paragraph."""
    err = refuse(capsys, 1, *args)
    assert err.endswith((".\n", "?\n"))
    assert err.count("\n") == 1
    assert len(err) < 700
    return err.removesuffix("\n").removeprefix("printkit: ")


def refuse_check_and_build(capsys: pytest.CaptureFixture[str], file: str) -> str:
    """`check` and `build` refuse a definition with the same words."""
    checked = refuse_briefly(capsys, "check", file)
    assert refuse_briefly(capsys, "build", file, "--format", "dump") == checked
    return checked


# --- files that are no definition ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "place", "text"),
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
    capsys: pytest.CaptureFixture[str], data: bytes, place: str, text: str
) -> None:
    put("deck.toml", data)
    lines = refuse(capsys, 1, "check", "deck.toml").splitlines()
    assert any(line.startswith(f"deck.toml{place}: ") and text in line for line in lines)
    assert max(map(len, lines)) < 700
    assert refuse(capsys, 1, "build", "deck.toml", "--format", "dump").startswith(
        "printkit: deck.t"
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("folder", "folder: This is a folder, not a definition. Name the file inside it."),
        ("./folder", "folder: This is a folder, not a definition. Name the file inside it."),
        ("", "There is no variant “”."),
        ("n" * 300, "There is no variant “nnn"),
        ("n" * 300 + ".toml", "cannot be read: the name is too long. Choose a shorter one."),
        ("a/" + "n" * 300, "There is no such definition."),
    ],
)
def test_a_name_that_is_no_definition(
    capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    Path("folder").mkdir()
    put("deck.toml", DECK)
    assert text in refuse_check_and_build(capsys, name)


def test_a_definition_too_large_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK + "#" * 1_000_001)
    assert (
        "has 1.0 MB; the limit is 1 MB, as it is read whole. Make it smaller."
        in refuse_check_and_build(capsys, "deck.toml")
    )


# --- faults of a definition ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("copies = " + "9" * 4000, "cards[0].copies: 999"),
        ('frame = "' + "x" * 150 + '"', "cards[0].frame: “xxx"),
        ('emblem = "../x.svg"', "cards[0].emblem: “../x.svg” lies outside the definition's folder"),
        ('emblem = "{tmp}/x.svg"', "lies outside the definition's folder. Put it into that"),
        ('emblem = "link.svg"', "“link.svg” lies outside the definition's folder."),
        ('emblem = "linked/x.svg"', "“linked/x.svg” lies outside the definition's folder."),
        ('art = "../x.png"', "cards[0].art: “../x.png” lies outside the definition's folder."),
    ],
)
def test_a_fault_of_a_card(
    capsys: pytest.CaptureFixture[str], home: Path, line: str, text: str
) -> None:
    (home / "x.svg").write_text(SVG.format(DRAWN))
    (home / "x.png").write_bytes(png("L"))
    (home / "deck").mkdir()
    os.chdir(home / "deck")
    Path("link.svg").symlink_to(home / "x.svg")
    Path("linked").symlink_to(home)
    put("deck.toml", DECK + line.replace("{tmp}", str(home)) + "\n")
    one = refuse_check_and_build(capsys, "deck.toml")
    assert one.startswith(f"deck.toml:{ODD_END}:1: ")
    assert text in one


def test_check_tells_all_faults_of_all_files_and_of_the_rest_that_they_are_fine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    put("a.toml", DECK.replace("value = 7", "value = 7.5\nframe = 1"))
    put("b.toml", DECK)
    assert run(["check", "a.toml", "none.toml", "b.toml", "pazaak"]) == 1
    out, err = capsys.readouterr()
    assert out == ("b.toml: 1 cards, 1 distinct: fine.\npazaak: 81 cards, 29 distinct: fine.\n")
    assert [line.split(": ")[0] for line in err.splitlines()] == [
        "a.toml:14:1",
        "a.toml:15:1",
        "none.toml",
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
    data, text = PICTURES[name]
    assert len(data) < 200_000
    one = refuse_check_and_build(capsys, with_emblem("x.png", data, key))
    assert "x.png: " in one
    assert text in one


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_is_welcome(mode: str) -> None:
    assert run(["check", with_emblem("x.png", png(mode))]) == 0


@pytest.mark.parametrize("key", ["emblem", "art"])
def test_an_svg_that_is_a_folder(capsys: pytest.CaptureFixture[str], key: str) -> None:
    Path("x.svg").mkdir()
    put("deck.toml", f'{DECK}{key} = "x.svg"\n')
    assert "“x.svg” " in refuse_check_and_build(capsys, "deck.toml")


def test_a_control_character_never_reaches_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK.replace('"Odd"', '"O\\u0000dd"'))
    assert "U+0000" in refuse_briefly(capsys, "build", "deck.toml", "--format", "svg")


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
    assert file in refuse(capsys, 1, *words)


# --- options -------------------------------------------------------------------------------------

NINES = "9" * 400


@pytest.mark.parametrize(
    "options",
    [
        ["--margin", f"{NINES}mm"],
        ["--paper", f"{NINES}x{NINES}mm"],
        ["--card-size", f"{NINES}x{NINES}mm"],
        ["--card-size", f"{NINES}x{NINES}mm", "--layout", "single"],
    ],
    ids=lambda options: options[0],
)
def test_an_endless_option_is_refused_briefly(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    put("deck.toml", DECK)
    assert len(refuse(capsys, 2, "build", "deck.toml", *options)) < 900


# --- output folders ------------------------------------------------------------------------------


@pytest.mark.parametrize("out", ["file", "file/below", "file/far/below"])
def test_an_output_folder_that_is_a_file(capsys: pytest.CaptureFixture[str], out: str) -> None:
    put("file", "mine")
    put("deck.toml", DECK)
    one = refuse_briefly(capsys, "build", "deck.toml", "-o", out)
    assert one == (
        f"{out}/mine: The output folder cannot be created: a file stands where a folder is needed. "
        "Name another folder with -o."
    )
    assert Path("file").read_text() == "mine"


def test_an_output_folder_with_a_name_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    put("deck.toml", DECK)
    one = refuse_briefly(capsys, "build", "deck.toml", "-o", "n" * 300)
    assert one.endswith("the name is too long. Choose a shorter one.")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mine-cards-en.txt", "This was not made by printkit, or was changed since, and is not"),
        ("manifest.json", "This is not a manifest as printkit writes it, and is not overwritten."),
    ],
)
def test_a_persons_file_in_the_output_folder_is_kept(
    capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    put("deck.toml", DECK)
    put(f"out/mine/{name}", "my own notes")
    words = ["build", "deck.toml", "--format", "dump", "-o", "out"]
    assert refuse_briefly(capsys, *words).startswith(f"out/mine/{name}: {text}")
    assert Path(f"out/mine/{name}").read_text() == "my own notes"
    assert run([*words, "--replace"]) == 0
    assert f"Kept the previous file: out/mine/{name}.bak\n" in capsys.readouterr().out
    assert Path(f"out/mine/{name}.bak").read_text() == "my own notes"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("manifest.json", "This is a pipe, not a manifest."),
        ("mine-cards-en.txt", "no ordinary file"),
    ],
)
def test_a_pipe_in_the_output_folder_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    put("deck.toml", DECK)
    Path("out/mine").mkdir(parents=True)
    os.mkfifo(f"out/mine/{name}")
    assert text in refuse_briefly(
        capsys, "build", "deck.toml", "cards", "--format", "dump", "-o", "out"
    )


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
        assert f"{file}: This was not made by printkit, or was" in refuse_briefly(capsys, *again), (
            words
        )
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
        list_files()
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
    assert list_files() == ["deck.toml", "deep.toml", "junk.toml"]


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
    text = "printkit: stopped before the end. What was not whole was not written.\n"
    assert (done.returncode, done.stdout, done.stderr) == (SIGNALS[name], "", text)


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
        "manifest.json",
        "mine-cards-en.txt",
    ]
